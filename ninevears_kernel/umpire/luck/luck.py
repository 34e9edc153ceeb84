"""A luck report: what each die of a game could have done and what it did, apart from what was chosen.

The engine itself is asked: each roll is made again with every face, on the board as it was, and what the
engine records tells the result. Dice are measured in **successes**: a result counts the chance of worse ones
less the chance of better ones. For a roll that succeeds or fails that is the outcome (1 or 0) less the
probability; for hits, sieges and voyages it takes nothing but the order of their results. The mean is 0
whatever was risked, so that choices do not enter: they show in the chances that were taken (`expected`).

Cards are apart from dice: action cards count in actions, event cards by whom the card serves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm, sqrt

from ...core.errors import DiceMissing
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import Step
from ...nine_years.components.position import Phase
from ...nine_years.components.sides import Side
from ...nine_years.engine.board import Board
from ...nine_years.engine.engine import Roll
from ...nine_years.engine.notation import Action
from ...nine_years.engine.seeded_dice import TableDice, WarDice
from ...nine_years.games.game import Game
from ...nine_years.games.set_right import Running, begin_otherwise, carried_on, in_force, settle
from .luck_of_cards import CardWatch, Chances, Drawn, Measure
from .roll_kinds import KINDS, SETTLED, RollKind

FACES = range(1, 7)
BETWEEN_REPORTS = 25
"""Choices between two calls of a progress callback."""


@dataclass(frozen=True, slots=True)
class LuckRow:
    """A throw of dice, or cards drawn.

    Attributes:
        entry: the place of the choice that caused it among the entries of the game, from 0; -1 before all.
        year, phase: when.
        side: who gains by a good result; None when the rules do not say: then it does not count.
        against: whether the other side loses what this one gains.
        kind: ``battle``, ``siege``, ... (`roll_kinds`), ``dealt`` or ``drawn``.
        measure: ``dice``, ``actions`` or ``events``.
        clause_id: the clause under which it was rolled or drawn.
        what: what it was for.
        faces: the dice; empty for cards.
        needed: the lowest face that succeeds; None when it is not a matter of one die that succeeds or fails.
        chances: every result, as a rank, with its probability.
        rank: the result that came.
        expected: the mean of what it could bring, in pieces of the game: hits, strength, cards, ...
        came: what it brought, in the same.
        luck: what came less what was expected, in the measure.
        variance: of the luck.
    """

    entry: int
    year: int
    phase: Phase
    side: Side | None
    against: bool
    kind: str
    measure: Measure
    clause_id: str
    what: Message
    faces: tuple[int, ...]
    needed: int | None
    chances: Chances
    rank: int
    expected: Fraction
    came: int
    luck: Fraction
    variance: Fraction

    @property
    def lucks(self) -> dict[Fraction, Fraction]:
        """Every luck that it could have been, with its probability."""
        return _lucks(self.chances, self.measure)

    def luck_of(self, side: Side) -> Fraction:
        """The luck that it was for a side."""
        if self.side is None:
            return Fraction(0)
        return self.luck if side == self.side else -self.luck if self.against else Fraction(0)


@dataclass(frozen=True, slots=True)
class SideLuck:
    """How lucky a side was by one measure.

    Attributes:
        side, measure: whose, and by what.
        rows: how many throws or draws counted for it.
        luck: the sum.
        deviation: the standard deviation of the sum: how far it strays by chance alone.
        below: the exact probability that these same throws, made again, would have been less kind.
        same: the exact probability that they would have been as kind.
    """

    side: Side
    measure: Measure
    rows: int
    luck: Fraction
    deviation: float
    below: Fraction
    same: Fraction

    @property
    def percentile(self) -> Fraction:
        """Of a hundred such series how many were less kind, those as kind counted half."""
        return 100 * (self.below + self.same / 2)


@dataclass(frozen=True, slots=True)
class LuckReport:
    """The luck of a game.

    Attributes:
        rows: every throw and draw, in order.
        unmeasured: how many draws could not be measured, as with real cards that nobody sees.
        settled: how many decisions of an umpire set the war right.
    """

    rows: tuple[LuckRow, ...]
    unmeasured: int
    settled: int = 0

    def of(self, side: Side, measure: Measure = "dice") -> SideLuck:
        """How lucky a side was."""
        rows = [row for row in self.rows if row.measure == measure and _counts(row, side)]
        luck = sum((row.luck_of(side) for row in rows), Fraction(0))
        signed = [
            {sign * value: weight for value, weight in row.lucks.items()}
            for row in rows
            for sign in [1 if row.side == side else -1]
        ]
        below, same = tail(signed, luck)
        deviation = sqrt(sum((row.variance for row in rows), Fraction(0)))
        return SideLuck(side, measure, len(rows), luck, deviation, below, same)

    def by_year(self, side: Side, measure: Measure = "dice") -> dict[int, Fraction]:
        """The luck of a side summed up to the end of each year."""
        total, sums = Fraction(0), dict[int, Fraction]()
        for row in self.rows:
            if row.measure == measure:
                total += row.luck_of(side)
            sums[row.year] = total
        return sums


def _counts(row: LuckRow, side: Side) -> bool:
    return row.side is not None and (row.side == side or row.against)


def luck_of(
    game: Game,
    *,
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> LuckReport:
    """The luck of a game, from its log: every roll is made again with every face.

    Args:
        game: the game.
        progress: called with how many choices are looked at, and of how many.
        stop: says whether to stop; the report is then of the choices till there.

    >>> report = luck_of(Game.new(7))
    >>> report.rows, report.of("Bourbon").percentile
    ((), Fraction(50, 1))
    """
    rows: list[LuckRow] = []
    board = Board(game.start, game.rule_tables)
    described = [roll.face for roll in game.rolls_before_first]
    described += [roll.face for entry in game.entries for roll in entry.rolls]
    dice = TableDice(described) if game.dice == "table" else WarDice(board.seed, board.drawn)
    watch = CardWatch(dice, game.readings, board, known=game.dice == "seed")
    war = game.engine_on(board, watch)
    war.advance()
    settled = 0
    for settled, one in enumerate(game.at_start, 1):
        settle(war, one, settled)
    running = in_force((), game.at_start, 0)
    rows += [_drawn(-1, card) for card in watch.taken()]
    entries = game.entries
    for place, entry in enumerate(entries):
        if stop is not None and stop():
            break
        if progress is not None and place % BETWEEN_REPORTS == 0:
            progress(place, len(entries))
        before = board.copy() if entry.rolls else None
        if entry.otherwise is not None:
            begin_otherwise(war, entry.otherwise)
            running = None
        carried_on(war, entry.action, place, running)
        for one in entry.then:
            settled += 1
            settle(war, one, settled)
            running = Running(one, place + 1)
        drawn = [_drawn(place, card) for card in watch.taken()]
        if before is not None:
            rows += _thrown(game, before, place, entry.action, entry.rolls)
        rows += drawn
    else:
        if progress is not None:
            progress(len(entries), len(entries))
    return LuckReport(tuple(rows), watch.unmeasured, settled)


def _drawn(place: int, card: Drawn) -> LuckRow:
    luck, variance = _lucky(card.chances, card.rank, card.measure)
    expected = sum((chance * rank for rank, chance in card.chances), Fraction(0))
    return LuckRow(
        *(place, card.year, card.phase, card.side, False, card.kind, card.measure, card.clause_id, card.what),
        *((), None, card.chances, card.rank, expected, card.rank, luck, variance),
    )


# ---- dice


class _Probe(TableDice):
    """Dice of which the last told is made on an agenda that then holds nothing else, so that what is recorded
    afterwards is what this roll alone brought.
    """

    def __init__(self, described: Sequence[int], alone: int) -> None:
        super().__init__(described)
        self.alone = alone
        self.steps: list[Step] = []
        self.board: Board | None = None
        self.at: Board | None = None
        self.mark = 0

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        if self.drawn == self.alone and self.board is not None:
            self.at = self.board.copy()
            self.board.agenda.clear()
            self.mark = len(self.steps)
        return super()._next(number, sides, wanted)


def _tried(
    game: Game, before: Board, action: Action, described: Sequence[int], alone: int
) -> tuple[list[Step], Board]:
    """What the engine records from die `alone` on when a choice is made with these dice; the board then."""
    board = before.copy()
    board.drawn = 0
    dice = _Probe(described, alone)
    context = RulingContext(dice, game.readings, False, game.rule_tables)
    war = game.engine_on(board, context)
    war.advance()
    context.recorded = True
    dice.board, dice.steps = board, context.steps
    with suppress(DiceMissing):  # the next roll is another row's
        war.carry_out(action)
    assert dice.at is not None
    return context.steps[dice.mark :], dice.at


def _thrown(
    game: Game, before: Board, place: int, action: Action, rolls: Sequence[Roll]
) -> Iterator[LuckRow]:
    faces = [roll.face for roll in rolls]
    first = 0
    while first < len(rolls):
        wanted = rolls[first].says
        kind = KINDS[wanted.id]
        last = first + 1
        if wanted.id == "fleet.roll-owner":
            while last < len(rolls) and rolls[last].says.id.startswith("fleet."):
                last += 1
            ranks, at = _contest(game, before, action, faces[:first])
            steps, _ = _tried(game, before, action, faces[:last], last - 2)
        else:
            ranks, at = _one_die(game, before, action, faces[:first], kind)
            steps, _ = _tried(game, before, action, faces[:last], first)
        rank = kind.rank(steps)
        chances = tuple((one, Fraction(ranks.count(one), len(ranks))) for one in sorted(set(ranks)))
        yes_or_no = len(ranks) == len(FACES) and set(ranks) <= {0, 1}
        succeeding = [face for face, one in zip(FACES, ranks, strict=False) if one == 1] if yes_or_no else []
        needed = succeeding[0] if succeeding and sorted(ranks) == ranks else None
        expected = sum((chance * kind.score(one) for one, chance in chances), Fraction(0))
        side, against = kind.wanted_by(at, wanted), kind.against
        luck, variance = _lucky(chances, rank, "dice")
        yield LuckRow(
            *(place, at.year, at.phase, side, against, kind.name, "dice", kind.clause_id, wanted),
            *(tuple(faces[first:last]), needed, chances, rank, expected, kind.score(rank), luck, variance),
        )
        first = last


def _one_die(
    game: Game, before: Board, action: Action, earlier: Sequence[int], kind: RollKind
) -> tuple[list[int], Board]:
    tried = [_tried(game, before, action, [*earlier, face], len(earlier)) for face in FACES]
    return [kind.rank(steps) for steps, _ in tried], tried[0][1]


def _contest(game: Game, before: Board, action: Action, earlier: Sequence[int]) -> tuple[list[int], Board]:
    """The ranks of all pairs of dice that settle a contest of fleets; ties are rolled again."""
    ranks = []
    for pair in product(FACES, FACES):
        steps, at = _tried(game, before, action, [*earlier, *pair], len(earlier))
        if any(step.says.id in SETTLED for step in steps):
            ranks.append(KINDS["fleet.roll-owner"].rank(steps))
    return ranks, at


def _lucks(chances: Chances, measure: Measure) -> dict[Fraction, Fraction]:
    lucks: dict[Fraction, Fraction] = {}
    mean = sum((chance * rank for rank, chance in chances), Fraction(0))
    below = Fraction(0)
    for rank, chance in chances:
        value = below - (1 - below - chance) if measure == "dice" else rank - mean
        lucks[value] = chance
        below += chance
    return lucks


def _lucky(chances: Chances, rank: int, measure: Measure) -> tuple[Fraction, Fraction]:
    lucks = _lucks(chances, measure)
    came = next(luck for luck, (one, _) in zip(lucks, chances, strict=True) if one == rank)
    return came, sum((chance * luck * luck for luck, chance in lucks.items()), Fraction(0))


def tail(rows: Iterable[Mapping[Fraction, Fraction]], total: Fraction) -> tuple[Fraction, Fraction]:
    """The exact probabilities that a sum of independent values is less than a total, and that it is it.

    Args:
        rows: for each summand its values with their probabilities.
        total: the sum that came.

    >>> coin = {Fraction(-1, 2): Fraction(1, 2), Fraction(1, 2): Fraction(1, 2)}
    >>> [str(chance) for chance in tail([coin] * 4, Fraction(1))]
    ['11/16', '1/4']
    """
    dealt = [dict(row) for row in rows]
    unit = lcm(total.denominator, *(value.denominator for row in dealt for value in row))
    sums, whole = {0: 1}, 1
    for row in sorted(dealt, key=lambda row: max(value.denominator for value in row)):
        common = lcm(*(chance.denominator for chance in row.values()))
        weights = [(int(value * unit), int(chance * common)) for value, chance in row.items()]
        whole *= common
        following: dict[int, int] = {}
        for reached, ways in sums.items():
            for value, weight in weights:
                there = reached + value
                following[there] = following.get(there, 0) + ways * weight
        sums = following
    reached = int(total * unit)
    below = sum(ways for value, ways in sums.items() if value < reached)
    return Fraction(below, whole), Fraction(sums.get(reached, 0), whole)
