"""What is natural and not offered, with the reason: what a person would try at the decision that waits, and
what was passed over before it since nothing else was left to do.

*Natural* is what was legal at the last decision of this kind, what one's own stacks could do but for one
missing thing, a kind of action that is empty now, and the refused alternative of a step passed by itself.
Every reason is the engine's own (`Game.verify`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Any, Literal, get_args

from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Violation
from ..nine_years.components.map_graph import bits
from ..nine_years.components.map_masks import AROUND, SPACES
from ..nine_years.components.piece_numbers import POWER_NUMBER, POWERS, SIDE_OF_CORPS, USED
from ..nine_years.components.sides import Side, enemy
from ..nine_years.engine.choices import Decision, Option, decision_of, option_of, violations_of
from ..nine_years.engine.engine import Engine, Passed, once_a_decision
from ..nine_years.engine.notation import FLEETS, Action, verbs
from ..nine_years.games.game import Game
from ..nine_years.rules.fleets import owner_of
from ..umpire.cases.refused import why_refused
from .option_groups import place_of

MOST_REFUSED = 4
"""So many refused things are shown at once; the rest is asked for."""
MOST_ALIKE = 2
"""So many of them may have the same verb and the same reason."""
MOST_TRIED = 6
"""So many ways to name an action at one place are tried."""
Kind = Literal["passed over", "before", "stack", "empty"]
"""Why something is natural; what stands first here is shown first where two are equally near."""
KINDS: tuple[Kind, ...] = get_args(Kind)

WAIVED = ("pass", "done", "end", "stop", "stand")
"""Verbs with which one does nothing: nobody misses them where a step is passed over."""

NEVER_NEAR = frozenset(
    {
        # what the map, or whose piece it is, forbids for ever
        *("march.no-link", "march.red-link", "sea.no-port", "transfer.no-land", "action.no-way-out"),
        *("avoid.not-adjacent", "retreat.not-adjacent", "intercept.not-adjacent", "winter.no-port"),
        *("placing.not-home", "placing.enemy-power", "revolution.no-exile-there", "savoy.neutral-already"),
        *("force.not-yours", "rally.not-yours", "intercept.not-yours", "transfer.not-your-leader"),
        # what has no piece, card or siege to do it with
        *("campaign.no-such-card", "spend.no-such-corps", "spend.not-reduced", "replace.not-reduced"),
        *("replace.not-there", "transfer.not-there", "force.not-here", "force.not-so-many", "rally.nobody"),
        *("rally.in-good-heart", "rally.not-with-him", "battle.no-such-corps", "siege.not-in-garrison"),
        *("siege.none-here", "sea.not-aboard", "sea.not-so-many", "sea.leader-not-there", "sea.empty"),
        *("sea.nobody-there", "sea.none-left", "force.none-free"),
        *("march.not-with-it", "march.not-so-many", "winter.no-such-corps", "events.no-such-corps"),
        *("events.other-choice", "events.other-corps", "events.other-power", "events.not-reduced"),
        *("events.no-corps-there", "events.covered"),
        # what is done already, comes later, or would do nothing
        *("force.begun", "force.leads-already", "sea.leader-twice", "sea.stays", "transfer.stays"),
        *("leaders.there-already", "action.no-leader", "march.not-begun", "march.last-leader"),
        *("rally.one-at-least", "withdraw.once"),
    }
)
"""Reasons, by their messages, of what is no near miss: told where somebody asks, or where a whole kind is
empty."""

NO_KIND = frozenset(
    {
        *("events.other-choice", "force.begun", "force.leads-already", "force.not-here", "force.not-so-many"),
        *("sea.leader-twice", "sea.leader-not-there", "sea.not-so-many", "march.not-so-many"),
        *("march.not-with-it", "sea.none-left", "force.none-free"),
    }
)
"""Reasons for which a kind of action is empty that say no more than that there is nothing to do it with."""

SPENT = frozenset({"action.none-left", "spend.too-dear", "leaders.again"})
"""Reasons for which a step ends in the ordinary course of things, so that nobody wonders that it is over."""


@dataclass(frozen=True, slots=True)
class NotOffered:
    """Something natural that may not be chosen.

    Attributes:
        says: what it would be, in a sentence.
        text: the same in the notation.
        place: the space that it would act at, by its number, or None.
        violations: every clause that it would violate; of what was passed over, at that moment.
        kind: why it is natural: ``passed over``, ``before``, ``stack`` or ``empty``.
        engine: the war at that moment; None where the reasons tell no remedy but one that was counted.
        action: what it would be, as the engine takes it.
    """

    says: Message
    text: str
    place: int | None
    violations: tuple[Violation, ...]
    kind: Kind
    engine: Engine | None = field(default=None, compare=False, repr=False)
    action: Action = field(default=(), compare=False, repr=False)

    @property
    def why(self) -> tuple[Violation, ...]:
        """The same clauses with the remedies that have been tried."""
        if self.engine is None:
            return self.violations
        return why_refused(self.engine, self.action, self.engine.side or "both")


@dataclass(frozen=True, slots=True)
class Skipped:
    """A decision that nobody was asked, and what was refused there.

    Attributes:
        decision: what would have been asked, with the one option that it had, if any.
        refused: what one would have tried; not too many.
    """

    decision: Decision
    refused: tuple[NotOffered, ...]

    @property
    def did(self) -> Option | None:
        """What was done by itself; None where nothing could be."""
        return next(iter(self.decision.options), None)


def natural(
    game: Game, earlier: Iterable[Action] = (), passed: Sequence[Passed] | None = None
) -> tuple[NotOffered, ...]:
    """All that is natural and refused at the decision that waits, the nearest to being legal first.

    Args:
        game: the war.
        earlier: what was legal when this side was last asked this.
        passed: the decisions that nobody was asked on the way here; by default those since the last choice,
            if it was this side's own.

    >>> from .session import Session
    >>> session = Session(seed=1691)
    >>> session.jump(year=1689, phase="reinforcement")
    True
    >>> while session.game.decision.name != "spend":
    ...     session.choose(session.game.decision.options[0])
    >>> {str(one.violations[0].clause_id) for one in natural(session.game) if one.text.startswith("line")}
    {'NY 15.2'}
    """
    engine, waits = game.engine, game.engine.decision
    if waits is None:
        return ()
    side = engine.side
    if passed is None:
        passed = engine.passed if game.entries and game.entries[-1].side == side else ()
    found = [one for item in passed if item.item[1] == side for one in skipped(game, item).refused]
    found += _found(engine, earlier)
    return _best_first(found)


def not_offered(
    game: Game, earlier: Iterable[Action] = (), passed: Sequence[Passed] | None = None
) -> tuple[NotOffered, ...]:
    """The first of `natural`, as many as a screen shows."""
    return _fewer_alike(natural(game, earlier, passed))


def not_offered_at(
    game: Game, space: int, earlier: Iterable[Action] = (), passed: Sequence[Passed] | None = None
) -> tuple[NotOffered, ...]:
    """What one might try at a space and may not: what is natural there, and of each other verb of the
    decision that is not offered there what is nearest to being legal, with the pieces there.

    Args:
        game: the war.
        space: the number of a space.
        earlier: what was legal when this side was last asked this.
        passed: the decisions that nobody was asked on the way here (`natural`).
    """
    engine, waits = game.engine, game.engine.decision
    if waits is None:
        return ()
    found = [one for one in natural(game, earlier, passed) if one.place == space]
    here = {option[0] for option in engine.options if place_of(option, engine) in (space, None)}
    here |= {option[0] for option in engine.options if not _has_a_place(option[0])}
    here |= {one.text.partition(" ")[0] for one in found if one.kind != "passed over"}
    for verb in waits[0].verbs:
        if verb not in here:
            named = _named(engine, verb, space)
            refused = [one for action in named if (one := _refused(engine, action, "stack"))]
            found += sorted(refused, key=_distance)[:1]
    return tuple(sorted(_best_first(found), key=lambda one: one.place != space))


def skipped(game: Game, passed: Passed) -> Skipped:
    """What a decision that nobody was asked would have asked, and what was refused there.

    Args:
        game: the war.
        passed: the decision (`Engine.passed`).
    """
    engine = engine_at(game, passed)
    decision = decision_of(engine)
    assert decision is not None
    found = [replace(one, kind="passed over") for one in _found(engine, ()) if _is_missed(one)]
    return Skipped(decision, _fewer_alike(_best_first(found)))


def engine_at(game: Game, passed: Passed) -> Engine:
    """The war at a decision that nobody was asked, to be asked about it and not to be played on."""
    context = RulingContext(None, game.readings, False, game.rule_tables)
    engine = game.engine_on(passed.board, context)
    engine.halt()
    return engine


def why_then(
    game: Game, passed: Sequence[Passed], action: Action
) -> tuple[Passed, tuple[Violation, ...]] | None:
    """What stood against an action at the last decision that nobody was asked and that takes such an action.

    Args:
        game: the war.
        passed: the decisions that nobody was asked, in their order.
        action: what somebody asks about.

    Returns:
        That decision and every clause; None where there was none, or the action is what was done there.
    """
    for one in reversed(passed):
        engine = engine_at(game, one)
        waits = engine.decision
        if waits is not None and action[0] in waits[0].verbs:
            found = why_refused(engine, action, engine.side or "both")
            return (one, found) if found else None
    return None


def about(engine: Engine) -> int | None:
    """The space that the decision that waits is about, or None when it is about the whole map.

    >>> from ..nine_years.games.game import new_engine
    >>> about(new_engine(1688)) is None
    True
    """
    waits = engine.decision
    if waits is None:
        return None
    rule, arguments = waits
    named = [value for kind, value in zip(rule.kinds, arguments, strict=True) if kind == "space"]
    if named:
        return int(named[-1])
    leaders = [value for kind, value in zip(rule.kinds, arguments, strict=True) if kind == "leader"]
    where = engine.board.where[leaders[0]] if leaders else -1
    return where if where >= 0 else None


# ---- what is tried


def _found(engine: Engine, earlier: Iterable[Action]) -> list[NotOffered]:
    """What was legal before, what is nearly so now, and the verbs of which nothing is offered."""
    options = set(engine.options)
    gone = [action for action in earlier if action not in options]
    before = [one for action in gone if (one := _refused(engine, action, "before"))]
    found = [one for one in before if _is_near(one)]
    told = {one.text for one in found}
    return found + [one for one in _now(engine) if one.text not in told]


@once_a_decision
def _now(engine: Engine) -> list[NotOffered]:
    """What is nearly legal, and for each verb of which nothing is offered what is nearest."""
    waits = engine.decision
    assert waits is not None
    rule, places = waits[0], _places(engine)
    options = set(engine.options)
    offered = {option[0] for option in options}
    found: list[NotOffered] = []
    for verb in rule.verbs:
        if verb in rule.unconditional and verb in offered:
            continue
        named = {
            action: None
            for place in (places if _has_a_place(verb) else places[:1])
            for action in _named(engine, verb, place)
            if action not in options
        }
        refused = [one for action in named if (one := _refused(engine, action, "stack"))]
        near = [one for one in refused if _is_near(one) and len(one.violations) == 1]
        if verb not in offered and not near:
            nearest = sorted(refused, key=_distance)[:1]
            near = [replace(one, kind="empty") for one in nearest if _reasons(one).isdisjoint(NO_KIND)]
        found += near
    return found


def _places(engine: Engine) -> list[int]:
    """Where a side would try something: around the space that the decision is about, else where it stands."""
    side, board = engine.side, engine.board
    assert side is not None
    focus = about(engine)
    if focus is not None:
        return [focus, *bits(AROUND[side][focus] | AROUND[enemy(side)][focus])]
    own = board.held[side]
    for leader in engine.rule_tables.leaders_of[side]:
        if board.where[leader] >= 0:
            own |= 1 << board.where[leader]
    own |= sum(1 << space for space, inside in board.garrisons.items() if SIDE_OF_CORPS[inside[0]] == side)
    return [*bits(own)]


def _has_a_place(verb: str) -> bool:
    """Whether the actions of a verb name where they act."""
    return not {"space", "leader"}.isdisjoint(verbs()[verb].kinds)


def _named(engine: Engine, verb: str, space: int) -> Iterator[Action]:
    """What somebody would try with a verb at a space, the likeliest first."""
    side = engine.side
    assert side is not None
    values = [_values(engine, verb, kind, space, side) for kind in verbs()[verb].kinds]
    return islice(((verb, *chosen) for chosen in product(*values)), MOST_TRIED)


def _values(engine: Engine, verb: str, kind: str, space: int, side: Side) -> Sequence[Any]:
    """What somebody would put in the place of an argument at a space, the likeliest first."""
    board = engine.board
    match kind:
        case "space":
            return (space,)
        case "leader":
            return board.leaders_at(side, space)
        case "corps":
            return [*dict.fromkeys(_corps(engine, verb, space, side))]
        case "some":
            there = _not_chosen(engine, verb, space, side)
            return [(there.count(one), one) for one in dict.fromkeys(there)]
        case "power":
            of_corps = [POWERS[one >> 3] for one in _corps(engine, verb, space, side)]
            return [*dict.fromkeys([*of_corps, _power_at(space, side)])]
        case "number":
            return sorted(set(board.hand(side).actions)) if verb in ("lay", "play") else (1,)
        case "fleet":
            return [name for name in FLEETS if owner_of(name) == side]
        case "event":
            return board.hand(side).events
        case "side":
            return (side,)
    return {"strength": ("reduced",), "concession": ("none",), "flag": (False,)}[kind]


def _corps(engine: Engine, verb: str, space: int, side: Side) -> list[int]:
    """The corps of a side in a space; where it has none, one as the place would have it."""
    focus = about(engine)
    if focus is not None and "space" not in verbs()[verb].kinds:
        space = focus
    there = [*engine.board.troops(side, space)]
    if verb in ("lose", "drop"):  # NY 16.3.1, 14.1.3: it does not matter whether they have acted
        there = [one & ~USED for one in there]
    return there or [POWER_NUMBER[_power_at(space, side)] << 3]


def _not_chosen(engine: Engine, verb: str, space: int, side: Side) -> list[int]:
    """The corps that may join the force that is being chosen, or leave the force on the march; else one as
    the place would have it.
    """
    waits = engine.decision
    assert waits is not None
    chosen = [value for kind, value in zip(waits[0].kinds, waits[1], strict=True) if kind == "many"]
    force = list(chosen[0]) if chosen else []
    if verb == "drop":
        return [one & ~USED for one in force] or _corps(engine, verb, space, side)
    there = _corps(engine, verb, space, side)
    return list((Counter(there) - Counter(force)).elements()) or there[:1]


def _power_at(space: int, side: Side) -> str:
    """The power whose home a space is, if it is on this side; else the side's first."""
    powers = [power for power in POWERS if SIDE_OF_CORPS[POWER_NUMBER[power] << 3] == side]
    home = SPACES[space].power
    return home if home in powers else powers[0]


# ---- what is told of it


def _refused(engine: Engine, action: Action, kind: Kind) -> NotOffered | None:
    """An action with what stands against it; None when nothing does."""
    violations = violations_of(engine, action)
    if not violations:
        return None
    option = option_of(action, engine.rule_tables, str(engine.board.agenda[-1][0]))
    place = place_of(action, engine)
    return NotOffered(option.says, option.text, about(engine) if place is None else place, violations, kind,
                      engine, action)  # fmt: skip


def _is_missed(one: NotOffered) -> bool:
    """Whether somebody would have wanted it at a step that is passed over."""
    return _is_near(one) and SPENT.isdisjoint(_reasons(one)) and one.text not in WAIVED


def _is_near(one: NotOffered) -> bool:
    """Whether nothing stands against it that no player could ever mend."""
    return NEVER_NEAR.isdisjoint(_reasons(one))


def _reasons(one: NotOffered) -> set[str]:
    """The messages of what stands against it."""
    return {violation.says.id for violation in one.violations}


def _distance(one: NotOffered) -> tuple[bool, int, bool, int, int]:
    """How far something is from being legal: by whether it could ever be, by the clauses, the remedies, why
    it is natural, and how many pieces or points are missing.
    """
    remedied = all(violation.remedy is not None for violation in one.violations)
    missing = sum(_missing(violation) for violation in one.violations)
    return not _is_near(one), len(one.violations), not remedied, KINDS.index(one.kind), missing


def _missing(violation: Violation) -> int:
    """How many corps or points are missing, where a reason is about a number."""
    facts = violation.facts
    for needed, there in (("needed", "count"), ("defence", "corps"), ("cost", "count"), ("cost", "left")):
        if isinstance(facts.get(needed), int) and isinstance(facts.get(there), int):
            return int(facts[needed] - facts[there])
    return 0


def _sort(one: NotOffered) -> tuple[str, str]:
    """What sort of refusal it is: the verb, and the first reason."""
    return one.text.partition(" ")[0], one.violations[0].says.id


def _best_first(found: Iterable[NotOffered]) -> tuple[NotOffered, ...]:
    """What was passed over, then the first of each sort, then their likes, the nearest first."""
    ordered = sorted(found, key=_distance)
    like: Counter[tuple[str, str]] = Counter()
    rows = []
    for one in ordered:
        rows.append((one.kind != "passed over", like[_sort(one)], one))
        like[_sort(one)] += 1
    return tuple(one for *_, one in sorted(rows, key=lambda row: row[:2]))


def _fewer_alike(found: Iterable[NotOffered]) -> tuple[NotOffered, ...]:
    """The first of them, as many as a screen shows, and no more than a few of a sort."""
    like: Counter[tuple[str, str]] = Counter()
    kept = []
    for one in found:
        like[_sort(one)] += 1
        if like[_sort(one)] <= MOST_ALIKE:
            kept.append(one)
    return tuple(kept[:MOST_REFUSED])
