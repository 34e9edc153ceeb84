"""What a choice would bring: the engine tries it on a copy, as far as a player may know beforehand.

The copy is the table as the viewer sees it. It is played until the next decision, the next round, or until
a card is drawn that nobody knows. Dice are never looked at: where some are rolled, every outcome is gone
through, and what changes on the map is shown with its exact probability.

>>> from .session import Session
>>> session = Session(seed=1690, bourbon="person", alliance="person")
>>> brings = consequence(session.game, session.decision.options[0], session.viewer)
>>> [str(step.says) for step in brings.steps][:1]
['The Bourbon side goes first in the event phase.']
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from msgspec import structs

from ..core.dice import Dice, distribution
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Step
from ..nine_years.atlas.change_words import describe_changes
from ..nine_years.atlas.scene import Scene, scene_of
from ..nine_years.components.piece_numbers import SIDE_OF_CORPS
from ..nine_years.components.sides import Side, enemy
from ..nine_years.engine.agenda import STEP_RULES, StepRule
from ..nine_years.engine.board import Board
from ..nine_years.engine.choices import SECRET, Option, decision_of
from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import verbs
from ..nine_years.games.fog import hidden_board
from ..nine_years.games.game import Game
from ..umpire.luck.roll_kinds import KINDS
from ..umpire.search.round_search import FewestFaces, key_of

MOST_BRANCHES = 4_000
"""With more outcomes of the dice than this, what is rolled is named and no more."""
MOST_OUTCOMES = 8
"""So many outcomes are listed one by one, the likeliest first."""
MOST_CHANGES = 6
"""So many changes of the map are listed for each."""
UNTIL: Mapping[str, str] = {
    "round": "consequence.until-round",
    "draw-event": "consequence.until-card",
    "campaign-phase": "consequence.until-deal",
    "year": "consequence.until-year",
}
"""Steps that are not tried, since what follows depends on cards that nobody has seen, and what is said."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What dice may bring.

    Attributes:
        chance: the exact probability.
        says: what then changes on the map, in sentences; none: nothing that one sees.
    """

    chance: Fraction
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a choice would bring.

    Attributes:
        steps: what follows for certain, before any die, each with its clause.
        changes: what changes on the map, where no die is rolled.
        rolls: what is rolled for, with its clause.
        outcomes: what the dice may bring, the likeliest first; empty when there are too many to go through.
        others: the probability of all further outcomes.
        until: who must choose next and what, or why no more can be said.
        quiet: whether nothing but the choice itself is done, so that it can be taken back without a trace: no
            die, no card, and the same side has a choice next.
    """

    steps: tuple[Step, ...]
    changes: tuple[str, ...]
    rolls: tuple[tuple[str, Message], ...]
    outcomes: tuple[Outcome, ...]
    others: Fraction
    until: Message | None
    quiet: bool = False


class _Until(Exception):
    """Leaves a trial before a step that is not tried."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def _ends(name: str) -> StepRule:
    def run(engine: Engine, *arguments: Any) -> None:
        raise _Until(name)

    return StepRule(STEP_RULES[name].kinds, run)


class _Trial(Engine):
    """A war that stops before what nobody knows."""

    step_rules: ClassVar[Mapping[str, StepRule]] = {**STEP_RULES, **{name: _ends(name) for name in UNTIL}}
    __slots__ = ()


class _FirstRoll(Exception):
    """Leaves a trial at its first die."""


class _TooMany(Exception):
    """There are more outcomes than anybody reads."""


class _NoRoll:
    """Dice that nobody rolls: the first that is asked for ends the trial."""

    last: tuple[int, ...] = ()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def asked(*_: object, **more: object) -> Any:
            raise _FirstRoll

        return asked


def consequence(game: Game, option: Option, viewer: Side | None = None) -> Consequence:
    """What one of the options would bring.

    Args:
        game: the war, which stays as it is.
        option: one of the options of its decision.
        viewer: whose eyes see the table; None sees everything but dice and decks.
    """
    if option.action[0] in SECRET:
        return Consequence((), (), (), (), Fraction(0), Message("consequence.until-laid"))
    board = _seen(game, viewer)
    if _is_covered(board, option, viewer):
        return Consequence((), (), (), (), Fraction(0), Message("consequence.covered"))
    before = _scene(board, game, viewer)
    context = RulingContext(_NoRoll(), game.readings, True, game.rule_tables)
    engine = _Trial(board.copy(), context, game.asks_alike)
    try:
        until = _tried(engine, option)
    except _FirstRoll:
        return _with_dice(game, board, before, option, viewer, tuple(context.steps))
    changes = _changes(before, engine.board, game, viewer)
    decision = decision_of(engine) if engine.side == game.engine.side else None
    quiet = decision is not None and until == decision.asks and len(decision.options) > 1
    return Consequence(tuple(context.steps), changes, (), (), Fraction(0), until, quiet)


def _is_covered(board: Board, option: Option, viewer: Side | None) -> bool:
    """Whether an option names a corps of the enemy that the viewer does not see (NY 4.4)."""
    verb, *values = option.action
    named = dict(zip(verbs()[verb].kinds, values, strict=True))
    if viewer is None or not {"corps", "space"} <= named.keys():
        return False
    side = SIDE_OF_CORPS[named["corps"]]
    return side != viewer and named["corps"] not in board.stacks[side][named["space"]]


def _with_dice(
    game: Game, board: Board, before: Scene, option: Option, viewer: Side | None, steps: tuple[Step, ...]
) -> Consequence:
    wars: dict[Hashable, Engine] = {}
    rolls: dict[Message, None] = {}
    branches = 0

    def played(dice: Dice) -> Hashable:
        nonlocal branches
        branches += 1
        if branches > MOST_BRANCHES:
            raise _TooMany
        context = RulingContext(FewestFaces(dice, game.rule_tables), game.readings, False, game.rule_tables)
        engine = _Trial(board.copy(), context, game.asks_alike)
        _tried(engine, option)
        rolls.update(dict.fromkeys(wanted for _, wanted in engine.faces))
        key = key_of(engine.board)
        wars[key] = engine
        return key

    try:
        found = distribution(played)
    except _TooMany:
        return Consequence(steps, (), _cited(rolls), (), Fraction(1), Message("consequence.too-many"))
    chances: dict[tuple[str, ...], Fraction] = {}
    for key, chance in found.items():
        says = _changes(before, wars[key].board, game, viewer)
        chances[says] = chances.get(says, Fraction(0)) + chance
    outcomes = [Outcome(chance, says) for says, chance in sorted(chances.items(), key=lambda one: -one[1])]
    described = tuple(outcomes[:MOST_OUTCOMES])
    others = sum((outcome.chance for outcome in outcomes[MOST_OUTCOMES:]), Fraction(0))
    return Consequence(steps, (), _cited(rolls), described, others, None)


def _tried(engine: Engine, option: Option) -> Message | None:
    """Carries an option out on a trial; says who chooses next, or why no more is said."""
    engine.advance()
    engine.context.steps.clear()
    try:
        engine.carry_out(option.action)
    except _Until as end:
        return Message(UNTIL[end.name])
    decision = decision_of(engine)
    return decision.asks if decision else None


def _seen(game: Game, viewer: Side | None) -> Board:
    """A copy of the board as the viewer knows it; who knows a card of the other side that was turned over."""
    if viewer is None:
        return game.engine.board.copy()
    board = hidden_board(game.engine.board, viewer)
    item = board.agenda[-1]
    if item[0] == "first-round":
        other = enemy(viewer)
        board.set_hand(other, structs.replace(board.hand(other), actions=(item[2],)))
    return board


def _scene(board: Board, game: Game, viewer: Side | None) -> Scene:
    return scene_of(board.position(), viewer, rules=game.rule_tables, readings=game.readings)


def _changes(before: Scene, board: Board, game: Game, viewer: Side | None) -> tuple[str, ...]:
    return tuple(describe_changes(before, _scene(board, game, viewer), most=MOST_CHANGES))


def _cited(rolls: Mapping[Message, None]) -> tuple[tuple[str, Message], ...]:
    """What is rolled for, each thing once, however many dice."""
    return tuple((KINDS[wanted.id].clause_id, wanted) for wanted in rolls)
