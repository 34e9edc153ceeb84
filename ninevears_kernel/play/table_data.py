"""What a table tells, as plain data: options and their groups, refusals, what a choice would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from ..core.messages import Message, is_known, say
from ..core.rulings import Violation
from ..nine_years.components.event_cards import EventCard
from ..nine_years.components.position import Hand
from ..nine_years.components.sides import Side
from ..nine_years.components.tables import data_table
from ..nine_years.engine.choices import Decision, Option
from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import Action
from ..nine_years.games.game import Game
from ..nine_years.rules.campaign.armies import ready_leaders
from ..nine_years.rules.victory import CLAUSES
from .consequences import Consequence, lost
from .natural_actions import NotOffered, Skipped
from .option_groups import Group, Offered, box_of, by_kind
from .outcomes import MANY, in_words, percents

Data = dict[str, Any]


def bands_told() -> list[Data]:
    """The levels of victory on the track, from the Bourbon end.

    >>> bands_told()[0]
    {'from': 0, 'side': 'Bourbon', 'name': 'major'}
    """
    rows = data_table("victory_levels")
    return [
        {"from": int(row["at_least"]), "side": row["winner"], "name": say(f"wartable.level-{row['level']}")}
        for row in reversed(rows)
    ]


def cards_told(hand: Hand | None, named: Mapping[str, EventCard] = MappingProxyType({})) -> Data:
    """The cards of a hand, the events with what they do; none of a hand that is not seen.

    Args:
        hand: the cards, or None.
        named: the event cards by name.

    >>> cards_told(None)
    {'actions': [], 'events': []}
    """
    if hand is None:
        return {"actions": [], "events": []}
    events = [{"name": name, "says": str(named[name].says)} for name in hand.events]
    return {"actions": list(hand.actions), "events": events}


def option_says(option: Option, viewer: Side | None) -> str:
    """What an option is, said to who looks.

    Args:
        option: the option.
        viewer: who looks; they are called "you".
    """
    verb, *values = option.action
    if verb != "first" or viewer is None:
        return str(option.says)
    if values[0] == viewer:
        return say("wartable.you-first")
    return say("wartable.they-first", who=Message(f"wartable.side-{values[0]}"), count=MANY[values[0]])


def option_told(one: Offered, engine: Engine, viewer: Side | None = None) -> Data:
    """An option as a front shows it.

    Args:
        one: the option.
        engine: the war, where it is asked.
        viewer: who looks; they are called "you".
    """
    verb, says = one.option.action[0], option_says(one.option, viewer)
    leaders = (engine.rule_tables.leaders[leader].name for leader in _leaders(one.option.action, engine))
    return {
        "text": one.option.text,
        "says": says,
        "here": _here(one) or says,
        "variant": variant(one),
        "leader": ", ".join(leaders),
        "loses": lost(engine.board, one.option.action),
        "clause": one.option.clause_id,
        "verb": verb,
        "place": one.place,
        "box": box_of(one.option.action),
        "price": one.price,
        # a card of the hand, as the strip names it: a number of actions or an event
        "card": one.option.text.partition(" ")[2] if verb in ("play", "lay", "event") else None,
    }


def _here(one: Offered | NotOffered) -> str:
    """What an option does, where its place stands above it; "" where that is told no shorter."""
    says = one.option.says if isinstance(one, Offered) else one.says
    id = f"wartable.here-{says.id.partition('.')[2]}"
    return say(id, **says.values) if is_known(id) else ""


def variant(one: Offered) -> str:
    """How strong a corps or a fleet would be, of those that may be had at different prices; or ""."""
    names = by_kind(one.option.action)
    if one.price is None or not {"strength", "number"} & names.keys():
        return ""
    if "strength" in names:
        return say(f"wartable.variant-{names['strength']}")
    return say("wartable.variant-fleet", number=names["number"])


def _leaders(action: Action, engine: Engine) -> list[int]:
    """Whom an option is about; of a campaign, all who may lead it from there (NY 13.5.1)."""
    names = by_kind(action)
    if "leader" in names:
        return [names["leader"]]
    if action[0] == "campaign" and engine.side is not None:
        return ready_leaders(engine.board, engine.side, names["space"])
    return []


def group_told(group: Group, options: Sequence[Offered]) -> Data:
    """A group of options as a front shows it.

    Args:
        group: the group.
        options: all options of the decision.
    """
    verb = group.verb
    kinds = {variant(one): one.price for number in group.options if variant(one := options[number])}
    dearest = sorted(kinds.items(), key=lambda kind: -(kind[1] or 0))
    name = say(f"wartable.verb-{verb}") if is_known(f"wartable.verb-{verb}") else verb.capitalize()
    return {
        "verb": verb,
        "name": name,
        "options": list(group.options),
        "places": group.places,
        "detail": say("wartable.places", count=group.places) if group.places > 1 else "",
        "prices": list(group.prices),
        "variants": [[*kind] for kind in dearest] if len(kinds) > 1 else [],
        "front": list(group.front),
    }


def over_told(game: Game) -> Data:
    """What stands in the place of a question when the war is over."""
    result = game.result
    asks, clause_id = say("stepper.over"), "NY 6.3"
    if result:
        asks = say(
            f"wartable.won-{result.level}",
            side=Message(f"map.side-{result.winner}"),
            points=game.engine.board.victory_points,
            how=Message(f"result.{result.how}"),
        )
        clause_id = CLAUSES.get((result.winner, result.how), clause_id)
    return {
        "side": None,
        "mine": False,
        "curtain": False,
        "over": True,
        "winner": result.winner if result else None,
        "who": say("sitting.war-over"),
        "asks": asks,
        "clause": clause_id,
    }


def refused_told(one: NotOffered) -> Data:
    """What is natural and not offered, as a front shows it."""
    return {
        "says": str(one.says),
        "here": _here(one) or str(one.says),
        "text": one.text,
        "place": one.place,
        "kind": one.kind,
        "why": violations_told(tuple(_without_examples(violation) for violation in one.why)),
    }


def _without_examples(one: Violation) -> Violation:
    """A violation whose remedy names no options in the notation: they stand beside it as buttons."""
    remedy = one.remedy
    if remedy is None or remedy.id != "cure.such-as" or not _quotes(remedy.values["options"]):
        return one
    return replace(one, remedy=remedy.values["remedy"])


def _quotes(says: Any) -> bool:
    """Whether a sentence has a part in the notation."""
    if not isinstance(says, Message):
        return False
    return says.id == "cure.quoted" or any(_quotes(value) for value in says.values.values())


def _inner(remedy: Message) -> Message:
    """What is to be done, without examples of it."""
    inner = remedy.values.get("remedy")
    return _inner(inner) if isinstance(inner, Message) else remedy


def skipped_told(one: Skipped) -> Data:
    """A step that nobody was asked, as a front shows it."""
    return {
        "asks": str(one.decision.asks),
        "clause": one.decision.clause_id,
        "did": str(one.did.says) if one.did else "",
        "refused": [refused_told(refused) for refused in one.refused],
    }


NO_HELP = frozenset(
    {"remedy.leaders-again", "remedy.force-leads-already", "remedy.intercept-besieged"}
    | {"remedy.force-leader-used", "remedy.intercept-tried"}
)
"""Remedies that say no more than to choose something else: the options stand beside them."""


def violations_told(violations: tuple[Violation, ...]) -> list[Data]:
    """Clauses that were violated, each with its remedy, if it has been tried.

    >>> violations_told(())
    []
    """
    return [
        {
            "says": str(one.says),
            "clause": one.clause_id,
            "remedy": "" if one.tried is None or _inner(one.tried).id in NO_HELP else str(one.tried),
        }
        for one in violations
    ]


def chances_told(rows: Sequence[tuple[Fraction, str, str | None]]) -> list[list[Any]]:
    """What dice may bring, as a front shows it: chance, sentence, whose success, per cent, in words.

    Args:
        rows: of each, the chance, the sentence, and whose success it is.

    >>> chances_told([(Fraction(1, 3), "Ypres falls.", "Bourbon")])
    [[0.3333, 'Ypres falls.', 'Bourbon', 33, '1 in 3']]
    """
    return [
        [round(float(chance), 4), says, side, whole, in_words(chance)]
        for whole, (chance, says, side) in zip(percents([one[0] for one in rows]), rows, strict=True)
    ]


def points_left(engine: Engine) -> int:
    """The resource points of the side that must choose, or in the campaign phase its actions."""
    board, side = engine.board, engine.side
    return board.actions_left if board.phase == "campaign" or side is None else board.resource_left.of(side)


def consequence_told(
    brings: Consequence, price: int = 0, points: int = 0, asked: Decision | None = None
) -> Data:
    """What an option would bring, as a front shows it.

    Args:
        brings: what it would bring.
        price: the points that it takes.
        points: the points that there are.
        asked: what is asked now; that it is asked again is no news.
    """
    rows = [(one.chance, " ".join(one.says), one.side) for one in brings.outcomes]
    if brings.others:
        rows.append((brings.others, say("sitting.other-outcomes"), None))
    outcomes = chances_told(rows)
    then = None if asked is not None and brings.until == asked.asks else brings.until
    if then is not None and asked is not None and brings.asked not in (None, asked.side):
        then = Message("wartable.asked-of", who=Message(f"wartable.side-{brings.asked}"), asks=then)
    until = [str(one) for one in (brings.given if brings.outcomes else None, then) if one is not None]
    return {
        "steps": [[str(step.says), step.clause_id] for step in brings.steps],
        "changes": [*(str(says) for says in brings.means), *brings.changes],
        "pays": say("wartable.pays", count=price, points=points, left=points - price) if price else "",
        "pools": [str(says) for says in brings.pools],
        "rolls": [[str(says), clause] for clause, says in brings.rolls],
        "outcomes": outcomes,
        "besides": [
            [round(float(one.chance), 4), " ".join(one.says), in_words(one.chance)] for one in brings.besides
        ],
        "given": str(brings.given or ""),
        "until": " ".join(until),
        "quiet": brings.quiet,
    }
