"""What a choice would bring: the engine tries it on a copy, as far as a player may know beforehand.

The copy is the table as the viewer sees it. It is played until the next decision, the next round, or until
a card is drawn that nobody knows. Dice are never looked at: where some are rolled, every outcome is gone
through, and what they decide (`outcomes`) is told with its exact probability.

>>> from .session import Session
>>> session = Session(seed=1690, bourbon="person", alliance="person")
>>> brings = consequence(session.game, session.decision.options[0], session.viewer)
>>> [str(step.says) for step in brings.steps][:1]
['The Bourbon side goes first in the event phase.']
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, NamedTuple

from msgspec import structs

from ..core.dice import Dice, distribution
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Step
from ..nine_years.atlas.change_words import describe_changes
from ..nine_years.atlas.scene import Scene, scene_of
from ..nine_years.components.piece_numbers import INSIDE, SIDE_OF_CORPS, USED
from ..nine_years.components.sides import Side, enemy
from ..nine_years.engine.agenda import STEP_RULES, StepRule
from ..nine_years.engine.board import Board
from ..nine_years.engine.choices import SECRET, Option, decision_of
from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import Action
from ..nine_years.games.fog import MEETING, hidden_board
from ..nine_years.games.game import Game
from ..nine_years.rules.campaign.armies import corps_led, free_leaders
from ..nine_years.rules.winter.revolution import against_revolution
from ..umpire.luck.roll_kinds import KINDS
from ..umpire.search.round_search import FewestFaces, key_of
from .option_groups import by_kind
from .outcomes import SUCCESSES, Told, besides, hits, results

MOST_BRANCHES = 4_000
"""With more outcomes of the dice than this, what is rolled is named and no more."""
MOST_OUTCOMES = 8
"""So many outcomes are listed one by one, the likeliest first."""
MOST_CHANGES = 6
"""So many changes of the map are listed for each."""
CARDS = ("battle-card", "siege-card")
"""Decisions whether a card is played: chances are told without one, also without one of one's own."""
FATED = ("losses", "garrison-loss", "sea-loss")
"""Decisions whose corps a loss takes: for what is decided any will do."""
USED_UP = ("event", "strengthen")
"""What is chosen with these is gone for the whole war: a card, the one help in America (NY 18.3)."""
MOST_COMPARED = 8
"""Of no more options it is compared whether each of them rolls."""
LETS_BE: Mapping[str, tuple[Action, ...]] = {
    "intercept": (("pass",),),
    "meet": (("stand",),),
    "battle-card": (("pass",),),
    "siege-card": (("pass",),),
    "strengthen": (("pass",),),
    "concede": (("concede", "none"),),
}
"""Decisions of others before the dice, and with which answers they let things be."""
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
        says: what they have then decided, and what that brings in any case, in sentences.
        decided: the same results as messages, to know them again when the dice have fallen.
    """

    chance: Fraction
    says: tuple[str, ...]
    decided: tuple[Message, ...] = ()

    @property
    def side(self) -> Side | None:
        """Whose success it is, where it names one side alone."""
        named = {one.values["side"] for one in self.decided if one.id in SUCCESSES}
        return named.pop() if len(named) == 1 else None


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a choice would bring.

    Attributes:
        steps: what follows for certain, before any die, each with its clause.
        means: what it means besides, which no step tells: what a card does, what a winter would make of it.
        changes: what changes on the map, where no die is rolled.
        pools: how many corps then lie in each pool that changes.
        rolls: what is rolled for, with its clause.
        outcomes: what the dice may bring, the likeliest first; empty when there are too many to go through.
        besides: what may come with any of these outcomes, such as that a commander falls.
        others: the probability of all further outcomes.
        given: on what these chances depend, where others may answer before the dice are rolled; else None.
        until: who must choose next and what, or why no more can be said.
        asked: the side that must choose next, if one must.
        quiet: whether nothing but the choice itself is done, so that it can be taken back without a trace: no
            die, no card, and the same side has a choice next.
        yields: whether it does no more than give the turn away: to the other side, or to what the calendar
            brings next; no die, and no card in a battle or a siege.
        loses: how many actions or resource points are given up.
    """

    steps: tuple[Step, ...] = ()
    means: tuple[Message, ...] = ()
    changes: tuple[str, ...] = ()
    rolls: tuple[tuple[str, Message], ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    besides: tuple[Outcome, ...] = ()
    others: Fraction = Fraction(0)
    given: Message | None = None
    until: Message | None = None
    quiet: bool = False
    yields: bool = False
    loses: int = 0
    pools: tuple[Message, ...] = ()
    asked: Side | None = None


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

    Where others may answer before the dice are rolled, the chances are those if they let it be (`LETS_BE`).

    Args:
        game: the war, which stays as it is.
        option: one of the options of its decision.
        viewer: whose eyes see the table; None sees everything but dice and decks.
    """
    if option.action[0] in SECRET:
        return Consequence(until=Message("consequence.until-laid"), yields=True)
    board = _seen(game, viewer)
    if _is_covered(board, option, viewer):
        return Consequence(until=Message("consequence.covered"))
    tried = _Tried(game, board, option, viewer)
    means = _means(game, board, option)
    context = RulingContext(_NoRoll(), game.readings, True, game.rule_tables)
    engine = _Trial(board.copy(), context, game.asks_alike)
    try:
        until = tried.carry_out(engine)
    except _FirstRoll:
        return tried.with_dice(tuple(context.steps), means, frozenset(), None)
    steps = tuple(context.steps)
    means = (*means, *_winter_to_come(board, engine.board, game))
    decision = decision_of(engine) if engine.side == game.engine.side else None
    chooses_next = decision is not None and until == decision.asks and len(decision.options) > 1
    quiet = chooses_next and board.agenda[-1][0] not in CARDS
    yields = board.agenda[-1][0] not in CARDS and _gives_the_turn(engine, until, game.engine.side)
    brings = Consequence(
        steps, means, tried.changes(engine.board), until=until, quiet=quiet, yields=yields,
        loses=lost(board, option.action), pools=_pools(board, engine.board), asked=engine.side,
    )  # fmt: skip
    let_be: set[str] = set()
    try:
        tried.go_on(engine, let_be, {})
    except _FirstRoll:
        found = tried.with_dice(steps, means, frozenset(let_be), until)
        return replace(found, changes=brings.changes, quiet=quiet) if found.outcomes else brings
    return brings


def tried(board: Board, action: Action, chosen: Mapping[str, str]) -> Engine:
    """A choice on a copy of a board, carried out as far as anybody knows: to a die, a card, a new round.

    Args:
        board: where it is chosen.
        action: the choice.
        chosen: the readings.
    """
    engine = _Trial(board.copy(), RulingContext(_NoRoll(), chosen, recorded=False))
    with suppress(_Until, _FirstRoll):
        engine.advance()
        engine.choose(action)
    return engine


def rolls_anyway(game: Game, option: Option, viewer: Side | None = None) -> bool:
    """Whether the dice of one of the options fall whatever is chosen, and it uses up nothing besides.

    Args:
        game: the war, which stays as it is.
        option: one of the few options of its decision.
        viewer: whose eyes see the table.
    """
    options = game.decision.options if game.decision is not None else ()
    if option.action[0] in USED_UP or len(options) > MOST_COMPARED:
        return False
    return all(consequence(game, one, viewer).rolls for one in options)


def _gives_the_turn(engine: Engine, until: Message | None, side: Side | None) -> bool:
    """Whether the other side has a choice next, or what comes next is nobody's: a round, a deal, a year."""
    return engine.side != side if engine.side is not None else until is not None


def lost(board: Board, action: Action) -> int:
    """How many actions (NY 13.3) or resource points (NY 12.3.1.a) a choice gives up.

    Args:
        board: the board on which it is chosen.
        action: the choice.
    """
    item = board.agenda[-1]
    if action[0] == "end":
        return board.actions_left
    return board.resource_left.of(item[1]) if (item[0], action[0]) == ("spend", "done") else 0


def _is_covered(board: Board, option: Option, viewer: Side | None) -> bool:
    """Whether an option is about a corps of the enemy that the viewer does not see (NY 4.4)."""
    names = by_kind(option.action)
    if viewer is None:
        return False
    if option.action[0] == "choose":
        other, space = enemy(viewer), names["space"]
        return bool(board.stacks[other][space]) and any(
            not board.state[leader] & INSIDE for leader in board.leaders_at(other, space)
        )
    if not {"corps", "space"} <= names.keys():
        return False
    side = SIDE_OF_CORPS[names["corps"]]
    return side != viewer and names["corps"] not in board.stacks[side][names["space"]]


class _End(NamedTuple):
    """Where an outcome of the dice has led: the board by its key, and what was decided on the way."""

    board: Hashable
    decided: tuple[Message, ...]
    besides: tuple[Message, ...]
    hits: tuple[int, ...]


class _Tried:
    """An option of a decision, tried out on copies of a board."""

    def __init__(self, game: Game, board: Board, option: Option, viewer: Side | None) -> None:
        self.game, self.board, self.option, self.viewer = game, board, option, viewer
        self.before = _scene(board, game, viewer)

    def carry_out(self, engine: Engine) -> Message | None:
        """Carries the option out; says who chooses next, or why no more is said."""
        engine.advance()
        engine.context.steps.clear()
        try:
            engine.carry_out(self.option.action)
        except _Until as end:
            engine.board.agenda.clear()  # nothing more is tried
            return Message(UNTIL[end.name])
        decision = decision_of(engine)
        return decision.asks if decision else None

    def go_on(
        self, engine: Engine, let_be: set[str], rolls: dict[Message, None]
    ) -> tuple[bool, Message | None]:
        """Lets things be where the others may answer.

        Args:
            engine: the war, the option carried out.
            let_be: takes up what they let be.
            rolls: takes up what is rolled for.

        Returns:
            Whether corps were named that their owner will name; and why no more is said, if so.
        """
        asker = self.game.engine.side
        named = False
        rolls.update(dict.fromkeys(wanted for _, wanted in engine.faces))
        while engine.decision is not None:
            name = str(engine.board.agenda[-1][0])
            answer: Action = ()
            if name in FATED:
                answer, named = engine.options[0], True
            elif engine.side != asker or name in CARDS:
                answer = next((one for one in engine.options if one in LETS_BE.get(name, ())), ())
            if not answer:
                break
            if name not in FATED:
                let_be.add(name)
            try:
                engine.carry_out(answer)
            except _Until as end:
                return named, Message(UNTIL[end.name])
            finally:
                rolls.update(dict.fromkeys(wanted for _, wanted in engine.faces))
        return named, None

    def changes(self, board: Board) -> tuple[str, ...]:
        """What then has changed on the map."""
        after = _scene(board, self.game, self.viewer)
        return tuple(describe_changes(self.before, after, most=MOST_CHANGES))

    def with_dice(
        self,
        steps: tuple[Step, ...],
        means: tuple[Message, ...],
        let_be: frozenset[str],
        until: Message | None,
    ) -> Consequence:
        """What the dice may bring, all of their outcomes gone through."""
        game = self.game
        wars: dict[_End, tuple[Engine, bool, Message | None]] = {}
        rolls: dict[Message, None] = {}
        answered = set(let_be)
        branches = 0

        def played(dice: Dice) -> _End:
            nonlocal branches
            branches += 1
            if branches > MOST_BRANCHES:
                raise _TooMany
            context = RulingContext(
                FewestFaces(dice, game.rule_tables), game.readings, True, game.rule_tables
            )
            engine = _Trial(self.board.copy(), context, game.asks_alike)
            end = self.carry_out(engine)
            named, later = self.go_on(engine, answered, rolls)
            said = context.steps[len(steps) :]
            key = _End(key_of(engine.board), results(said), besides(said), hits(said))
            wars.setdefault(key, (engine, named, later or end))
            return key

        try:
            found = distribution(played)
        except _TooMany:
            return Consequence(
                steps, means, rolls=_cited(rolls), others=Fraction(1), until=Message("consequence.too-many")
            )
        told: dict[tuple[Message, ...], Told] = {}
        more: dict[Message, Fraction] = {}
        for key, chance in found.items():
            engine, named, end = wars[key]
            for one in key.besides:
                more[one] = more.get(one, Fraction(0)) + chance
            coming = _winter_to_come(self.board, engine.board, game)
            row = told.setdefault((*self._decided(key.decided, engine, end), *coming), Told())
            row.add(chance, tuple if named else partial(self.changes, engine.board), key.hits)
        outcomes = sorted(
            (Outcome(row.chance, row.says(decided, told), decided) for decided, row in told.items()),
            key=lambda one: -one.chance,
        )
        return Consequence(
            steps,
            means,
            rolls=_cited(rolls),
            outcomes=tuple(outcomes[:MOST_OUTCOMES]),
            besides=tuple(Outcome(chance, (str(says),)) for says, chance in more.items()),
            others=sum((outcome.chance for outcome in outcomes[MOST_OUTCOMES:]), Fraction(0)),
            given=self._given(answered, rolls),
            until=until,
        )

    @staticmethod
    def _decided(decided: tuple[Message, ...], engine: Engine, end: Message | None) -> tuple[Message, ...]:
        """What was decided; where no step says it, what comes next."""
        decision = None if decided else decision_of(engine)
        return decided or (decision.asks if decision else end or Message("stepper.over"),)

    def _given(self, let_be: Iterable[str], rolls: Iterable[Message]) -> Message | None:
        """What must be so for these chances: who lets it be, and what lies covered."""
        parts = {f"consequence.given-{name}": None for name in LETS_BE if name in let_be}
        rolled = {wanted.id for wanted in rolls}
        if self.viewer is not None:
            theirs = self.game.engine.board.hand(enemy(self.viewer)).events  # how many is no secret (NY 4.4)
            if theirs and "battle.roll" in rolled:
                parts["consequence.given-battle-card"] = None
            elif theirs and "siege.roll" in rolled:
                parts["consequence.given-siege-card"] = None
            if "battle.roll" in rolled and self.game.engine.board.agenda[-1][0] not in MEETING:
                parts["consequence.given-covered"] = None
        if not parts:
            return None
        return Message("consequence.given", parts=Message.all_of(Message(id) for id in parts))


def _means(game: Game, board: Board, option: Option) -> tuple[Message, ...]:
    """What an option means besides what the engine does at once: what its card does, how much it helps."""
    verb, *values = option.action
    tables = game.rule_tables
    if verb == "event":
        return (Message("consequence.card", says=tables.events[values[0]].says),)
    if verb == "support":  # NY 18.2
        return (Message("consequence.support", modifier=tables.numbers.king_william.support),)
    if verb == "strengthen":  # NY 18.3
        return (Message("consequence.strengthen", modifier=tables.numbers.king_william.strengthened),)
    side = game.engine.side
    if verb == "campaign" and side is not None:
        leaders = free_leaders(board, side, values[0])
        free = sum(not one & USED for one in board.stacks[side][values[0]])
        engine = Engine(board, RulingContext(None, game.readings, False, tables))
        if leaders:
            most = min(free, corps_led(engine, leaders))
            names = Message.all_of(tables.leaders[one].name for one in leaders)
            id = "consequence.campaign" if most else "consequence.campaign-alone"
            return (Message(id, count=len(leaders), leaders=names, most=most),)
    return ()


def _pools(before: Board, after: Board) -> tuple[Message, ...]:
    """How many corps lie in the pools that have changed."""
    return tuple(
        Message("wartable.pool", count=left, before=pool.corps, power=pool.power)
        for pool in before.pools
        if (left := after.pool(pool.power)) != pool.corps
    )


def _winter_to_come(before: Board, after: Board, game: Game) -> tuple[Message, ...]:
    """What the next winter would now bring, and would not have before: Britain changes sides (NY 8.5.d)."""

    def comes(board: Board) -> bool:
        context = RulingContext(None, game.readings, False, game.rule_tables)
        return next(against_revolution(Engine(board, context)), None) is None

    was, now = comes(before), comes(after)
    if was == now or after.revolution != before.revolution:
        return ()
    return (Message("consequence.revolution" if now else "consequence.no-revolution"),)


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


def _cited(rolls: Mapping[Message, None]) -> tuple[tuple[str, Message], ...]:
    """What is rolled for, each thing once, however many dice."""
    return tuple((KINDS[wanted.id].clause_id, wanted) for wanted in rolls)
