"""A hint for who learns: two plans with their chances and risks, and what a careful player would look at.

It is told when it is asked for, and knows no more than the side that must choose.

>>> from .session import Session
>>> found = hint(Session(seed=1690, bourbon="person"))
>>> [plan.text for plan in found.plans]
['first Bourbon', 'first Alliance']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from ..core.errors import NinevearsError
from ..core.messages import Message
from ..nine_years.components.map_masks import SPACES
from ..nine_years.components.sides import Side
from ..nine_years.engine.choices import Option
from ..nine_years.engine.notation import KINDS
from .consequences import Consequence, consequence, tried
from .evaluation import Evaluation, look_of
from .heuristic_player import value_of
from .hinted_answers import comes_between
from .hinted_choices import RISKS, what_follows
from .judge import SIGN, Counted, sight
from .objectives import Plan, chances, plan
from .option_groups import place_of
from .seats import MACHINES
from .session import Session

MOST_PLANS, MOST_CHANCES, MOST_LOOKED_AT = 2, 2, 3
LOOKED_AT = frozenset(
    f"judge.{what}" for what in ("danger", "heart", "siege", "due", "revolution-due", "london-winters")
)
"""What of a position is news to a player, of all that the judge counts."""

BROUGHT = LOOKED_AT | {"judge.sea", "judge.held"}
"""What a purchase or a new place of a leader may bring or end; that there is a corps more is said already."""
WITHOUT_DICE = frozenset({"spend", "arrive", "leaders", "station", "event-choice"})
"""Decisions of which is told what they leave on the table."""


class Planned(NamedTuple):
    """One way to go on.

    Attributes:
        text: the option in the notation.
        says: what it is.
        chances: what it aims at and how likely that is, in sentences.
        risks: what it may cost.
        march: of a march its force, as `table_plans.plan` is asked for it, and where it is to go; else None.
    """

    text: str
    says: Message
    chances: tuple[str, ...]
    risks: tuple[str, ...]
    march: Mapping[str, Any] | None = None


class Hint(NamedTuple):
    """What is said to who learns.

    Attributes:
        plans: the two ways to go on that a careful player would weigh, the better first.
        look_at: what of the position that player would look at.
    """

    plans: tuple[Planned, ...]
    look_at: tuple[Counted, ...]


def may_ask(session: Session) -> bool:
    """Whether one person plays against the computer here: between people nobody is helped."""
    seats = list(session.seats.values())
    return seats.count("person") == 1 and any(seat in MACHINES for seat in seats)


def hint(session: Session) -> Hint:
    """Two plans for the person who must choose, and what to look at.

    Raises:
        NinevearsError: it is no turn of a person, or no computer plays the other side.
    """
    side = session.side
    if side is None or not session.is_persons_turn or not may_ask(session):
        raise NinevearsError(Message("hint.not-here"))
    game, decision = session.game, session.decision
    look = look_of(game.engine, side)
    name, _, *rest = look.board.agenda[-1]

    def liked(option: Option) -> float:
        return value_of(look, name, option.action, tuple(rest))

    plans: dict[tuple[str, int | str], Option] = {}
    for option in sorted(decision.options if decision else (), key=liked, reverse=True):
        at = place_of(option.action, game.engine)  # at one place one plan is enough
        plans.setdefault((option.action[0], option.text if at is None else at), option)
    best = list(plans.values())[:MOST_PLANS]
    campaigns = {one.text for one in best if one.action[0] == "campaign"}
    brings = {one.text: consequence(game, one, side) for one in best if one.text not in campaigns}
    return Hint(tuple(_planned(look, side, one, brings) for one in best), _looked_at(look, side))


def _outcomes(brings: Consequence) -> dict[str, Fraction]:
    """What may come of a choice, and how likely it is."""
    found: dict[str, Fraction] = {}
    for one in brings.outcomes:
        says = " ".join(one.says)
        found[says] = found.get(says, Fraction(0)) + Fraction(one.chance)
    return found


def _planned(look: Evaluation, side: Side, option: Option, brings: Mapping[str, Consequence]) -> Planned:
    told: list[str] = []
    risks: list[str] = []
    march = None
    if option.action[0] == "campaign":
        aim = plan(look, option.action[1])
        told, risks = _march(look, option.action[1])
        if aim.leaders:
            march = _laid_out(look, option.action[1], aim)
        else:
            told = [str(Message("hint.stays"))]
    elif outcomes := _outcomes(brings[option.text]):
        others = [_outcomes(one) for text, one in brings.items() if text != option.text]

        def tells(says: str) -> Fraction:  # first what the other plan does not bring as often
            return max((abs(outcomes[says] - one.get(says, 0)) for one in others), default=outcomes[says])

        for says in sorted(outcomes, key=lambda says: (-tells(says), -outcomes[says]))[:MOST_CHANCES]:
            told.append(str(Message("hint.outcome", chance=outcomes[says], says=says)))
        if given := brings[option.text].given:  # what the enemy may answer before the dice fall
            told.append(str(given))
    else:
        follows = what_follows(look, option.action)
        told, risks = ([str(one) for one in follows if (one.id in RISKS) == risk] for risk in (False, True))
        if look.board.agenda[-1][0] in WITHOUT_DICE:
            brought, ended = _brought(look, side, option)
            told += brought
            risks += ended
    return Planned(option.text, option.says, tuple(told), tuple(risks), march)


def _laid_out(look: Evaluation, space: int, aim: Plan) -> dict[str, Any]:
    """The force of a march and where it is to go, as the table lays it out."""
    tables = look.board.rule_tables
    return {
        "space": space,
        "leaders": [tables.leaders[leader].name for leader in aim.leaders],
        "corps": [KINDS["some"].write((count, corps), tables) for corps, count in Counter(aim.corps).items()],
        "to": aim.objective.space,
    }


def _brought(look: Evaluation, side: Side, option: Option) -> tuple[list[str], list[str]]:
    """What a choice without dice brings and ends, of what the judge counts: for the side, and against it."""
    then = tried(look.board, option.action, look.context.chosen).board
    before, after = ({str(one.says): one for one in sight(at).counted} for at in (look.board, then))
    told: list[str] = []
    risks: list[str] = []
    for key, there, gone in (("hint.then", after, before), ("hint.no-longer", before, after)):
        for says, one in there.items():
            if says not in gone and one.says.id in BROUGHT:
                good = (SIGN[side] * one.value > 0) == (key == "hint.then")
                (told if good else risks).append(str(Message(key, says=one.says)))
    return told[:MOST_CHANCES], risks[:MOST_CHANCES]


def _march(look: Evaluation, space: int) -> tuple[list[str], list[str]]:
    """What an army aims at and how likely that is, and what it leaves behind."""
    found = plan(look, space)
    at = found.objective.space
    told: list[str] = []
    risks: list[str] = []
    name = SPACES[at].name
    if at != space:
        told.append(str(Message("hint.aim", space=name, count=len(found.corps))))
    battle, siege = chances(look, found, space)
    if battle is not None:
        told.append(str(Message("hint.battle", chance=battle)))
    if siege is not None:
        told.append(str(Message("hint.siege", space=name, chance=siege)))
    if at != space and (answer := comes_between(look, found, space)):
        risks.append(str(answer))
    left = len(look.board.stacks[look.side][space]) - len(found.corps)
    if at != space and look.exposed(space, left) > look.exposed(space, left + len(found.corps)):
        risks.append(str(Message("hint.leaves", space=SPACES[space].name, count=left)))
    if battle is not None and battle < 0.5:
        risks.append(str(Message("hint.weaker")))
    return told, risks


def _looked_at(look: Evaluation, side: Side) -> tuple[Counted, ...]:
    """Dangers to the side, and all sieges: what a player may do something about."""
    news = [one for one in sight(look.board).counted if one.says.id in LOOKED_AT]
    theirs = [one for one in news if SIGN[side] * one.value < 0 or one.says.id == "judge.siege"]
    return tuple(sorted(theirs, key=lambda one: -abs(one.value))[:MOST_LOOKED_AT])
