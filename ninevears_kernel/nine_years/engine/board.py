"""The board: a position taken apart for play, where pieces are numbers in tables and are moved in place.

A `Position` is for people: it names its pieces, and nothing in it changes. Play moves thousands of pieces a
second, so the engine works on a board and makes a position of it when somebody asks. The two say the same:
``Board(position).position() == position``.

A corps is a number: its power's place in the table of powers times 8, plus flags. A leader is his place in
the table of leaders; where he stands and his flags lie in two lists.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import structs

from ...core.clauses import carries_out
from ...core.ruling_context import RulingContext
from ..components.map_masks import FORTIFIED, FORTRESS, NUMBER, SPACES, nearest
from ..components.piece_numbers import (
    ABSENT,
    DEMORALISED,
    FREE,
    INSIDE,
    INTERCEPTED,
    PLAIN,
    POWER_NUMBER,
    REDUCED,
    SHAKEN,
    SIDE_OF_CORPS,
    TIRED,
    USED,
    WAITS,
    WEAK,
    corps_number,
    power_of,
)
from ..components.position import (
    BothSides,
    Control,
    Corps,
    Fleet,
    Hand,
    Leader,
    Line,
    OnTheTable,
    Phase,
    Pool,
    Position,
    Result,
    SeaControl,
    Shifts,
    Siege,
    Waiting,
)
from ..components.powers import is_capital
from ..components.rule_tables import RuleTables, standard_rule_tables
from ..components.sides import SIDES, Side, enemy
from .agenda import read_item, write_item
from .notation import Action


def _kinds_in(stack: tuple[int, ...]) -> tuple[bool, ...]:
    """1 where a stack holds any corps, and any of each kind that the masks of a board are for, else 0."""
    return len(stack) > 0, *(not kind.isdisjoint(stack) for kind in (FREE, TIRED, SHAKEN, WEAK))


@lru_cache(maxsize=1 << 12)
def _changed_masks(before: tuple[int, ...], stack: tuple[int, ...]) -> tuple[str, ...]:
    """The names of the masks of a board that change for a space when one stack takes the place of another."""
    return tuple(
        name for name, was, now in zip(MASKS, _kinds_in(before), _kinds_in(stack), strict=True) if was != now
    )


PIECES = ("corps", "leaders", "agenda")
MASKS = ("held", "free", "tired", "shaken", "weak")
SHARED = tuple(name for name in Position.__struct_fields__ if name not in PIECES)
"""What board and position hold alike: a board swaps it for another value, whole."""


class Board(OnTheTable):
    """A position in play.

    Attributes:
        stacks: for each side and space the corps in the open, sorted.
        garrisons: for each besieged space that holds any, the corps inside, sorted.
        held: for each side the mask of the spaces where it has corps in the open.
        free, tired, shaken, weak: the same for corps in the open of the kinds of `piece_numbers`.
        where: for each leader the space where he stands, `WAITS` or `ABSENT`.
        state: for each leader his flags, a byte each.
        agenda: what is still to be done, the next item last (`agenda`).
        rule_tables: the tables in force.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> Board(scenario_1688()).position() == scenario_1688()
    True
    """

    scenario: str
    year: int
    phase: Phase
    control: Control
    seas: SeaControl
    pools: tuple[Pool, ...]
    fleets: tuple[Fleet, ...]
    sieges: tuple[Siege, ...]
    lines: tuple[Line, ...]
    waiting: tuple[Waiting, ...]
    victory_points: int
    kww_cell: int
    kww_support: tuple[Side, ...]
    kww_strengthened: tuple[Side, ...]
    resource_base: BothSides
    resource_left: BothSides
    rich_markers: tuple[str, ...]
    revolution: bool
    savoy_left: bool
    famous_victories: tuple[Side, ...]
    bourbon_hand: Hand
    alliance_hand: Hand
    action_deck: tuple[int, ...]
    action_discards: tuple[int, ...]
    event_deck: tuple[str, ...]
    lasting_events: tuple[str, ...]
    active: Side | None
    actions_left: int
    once_a_round: tuple[str, ...]
    done_this_turn: tuple[str, ...]
    resource_change: Shifts
    card_change: Shifts
    seed: int
    drawn: int
    result: Result | None
    rule_tables: RuleTables
    held: dict[Side, int]
    free: dict[Side, int]
    tired: dict[Side, int]
    shaken: dict[Side, int]
    weak: dict[Side, int]
    where: list[int]
    state: bytearray

    __slots__ = (*SHARED, *MASKS, "agenda", "garrisons", "rule_tables", "stacks", "state", "where")

    def __init__(self, position: Position, rule_tables: RuleTables | None = None) -> None:
        self.rule_tables = rule_tables or standard_rule_tables()
        self.lay_out(position)

    def lay_out(self, position: Position) -> None:
        """Lays another position on the board, in the place of what lies there."""
        for name in SHARED:
            setattr(self, name, getattr(position, name))
        outside: dict[tuple[Side, int], list[int]] = {}
        inside: dict[int, list[int]] = {}
        for corps in position.corps:
            number = corps_number(corps.power, corps.reduced, corps.demoralised, corps.used)
            space = NUMBER[corps.space]
            if corps.inside:
                inside.setdefault(space, []).append(number)
            else:
                outside.setdefault((SIDE_OF_CORPS[number], space), []).append(number)
        self.stacks: dict[Side, list[tuple[int, ...]]] = {side: [()] * len(SPACES) for side in SIDES}
        self.garrisons: dict[int, tuple[int, ...]] = {
            space: tuple(sorted(stack)) for space, stack in inside.items()
        }
        self.held = dict.fromkeys(SIDES, 0)
        self.free, self.tired, self.shaken, self.weak = (self.held.copy() for _ in MASKS[1:])
        for (side, space), stack in outside.items():
            self.stacks[side][space] = tuple(sorted(stack))
            self._mark(side, space, (), self.stacks[side][space])
        self.agenda: list[Action] = [read_item(text, self.rule_tables) for text in position.agenda]
        self.where = [ABSENT] * len(self.rule_tables.leaders)
        self.state = bytearray(len(self.rule_tables.leaders))
        for leader in position.leaders:
            number = self.rule_tables.leader_number[leader.name]
            self.where[number] = WAITS if leader.space is None else NUMBER[leader.space]
            self.state[number] = (
                USED * leader.used
                | DEMORALISED * leader.demoralised
                | PLAIN * (not leader.named)
                | INSIDE * leader.inside
                | INTERCEPTED * leader.intercepted
            )

    def position(self) -> Position:
        """The position on the board now."""
        corps = [
            Corps(
                power_of(n), SPACES[s].name, bool(n & REDUCED), bool(n & DEMORALISED), inside, bool(n & USED)
            )
            for s, stack, inside in self._all_stacks()
            for n in stack
        ]
        leaders = [
            Leader(
                row.name,
                row.power,
                None if where == WAITS else SPACES[where].name,
                not state & PLAIN,
                bool(state & DEMORALISED),
                bool(state & INSIDE),
                bool(state & USED),
                bool(state & INTERCEPTED),
            )
            for row, where, state in zip(self.rule_tables.leaders, self.where, self.state, strict=True)
            if where != ABSENT
        ]
        return Position(
            corps=tuple(sorted(corps)),
            leaders=tuple(sorted(leaders, key=lambda leader: leader.name)),
            agenda=tuple(write_item(item, self.rule_tables) for item in self.agenda),
            **{name: getattr(self, name) for name in SHARED},
        )

    def copy(self) -> Board:
        """A board of its own with the same pieces on it."""
        twin = Board.__new__(Board)
        for name in SHARED:
            setattr(twin, name, getattr(self, name))
        twin.rule_tables = self.rule_tables
        twin.stacks = {side: stacks.copy() for side, stacks in self.stacks.items()}
        twin.garrisons = self.garrisons.copy()
        twin.agenda = self.agenda.copy()
        for name in MASKS:
            setattr(twin, name, getattr(self, name).copy())
        twin.where = self.where.copy()
        twin.state = self.state.copy()
        return twin

    def _all_stacks(self) -> Iterable[tuple[int, tuple[int, ...], bool]]:
        for stacks in self.stacks.values():
            yield from ((space, stack, False) for space, stack in enumerate(stacks) if stack)
        yield from ((space, stack, True) for space, stack in self.garrisons.items())

    # ---- what stands where

    @carries_out("NY 2.3")
    def controller_of(self, space: int) -> Side | None:
        """The side that controls a space, or None when it is neutral."""
        return self.control.owner(space)

    def siege_of(self, space: int) -> Siege | None:
        """The siege of a space, or None."""
        if self.sieges:
            name = SPACES[space].name
            for siege in self.sieges:
                if siege.space == name:
                    return siege
        return None

    @carries_out("NY 17.2")
    def strength(self, space: int) -> int:
        """The strength of a fortress now: the printed one, lowered by its marker."""
        siege = self.siege_of(space)
        return FORTRESS[space] - (siege.strength_lost if siege else 0)

    @carries_out("NY 15.1")
    def line_at(self, space: int) -> int:
        """The level of the fortified line in a space; 0 without one."""
        if self.lines:
            name = SPACES[space].name
            for line in self.lines:
                if line.space == name:
                    return line.level
        return 0

    def troops(self, side: Side, space: int) -> tuple[int, ...]:
        """The corps of a side in a space, in the open or inside its own fortress."""
        inside = self.garrisons.get(space, ()) if self.controller_of(space) == side else ()
        return self.stacks[side][space] + inside

    def leaders_at(self, side: Side, space: int, without: int = 0) -> list[int]:
        """The leaders of a side who stand in a space, besieged ones too, but for those with certain flags."""
        where, state = self.where, self.state
        return [
            leader
            for leader in self.rule_tables.leaders_of[side]
            if where[leader] == space and not state[leader] & without
        ]

    def rating(self, leader: int) -> tuple[int, int]:
        """Command and battle rating of a leader, on the side that lies up (NY 3.1)."""
        row = self.rule_tables.leaders[leader]
        return row.plain if self.state[leader] & PLAIN and row.plain else row.rating

    def pool(self, power: str) -> int:
        """How many corps of a power lie in its pool."""
        for pool in self.pools:
            if pool.power == power:
                return pool.corps
        return 0

    # ---- what changes it

    def put(self, side: Side, space: int, stack: Iterable[int]) -> None:
        """Lays down the whole stack of a side in the open."""
        stacks = self.stacks[side]
        before = stacks[space]
        stacks[space] = stack = tuple(sorted(stack))
        self._mark(side, space, before, stack)

    def _mark(self, side: Side, space: int, before: tuple[int, ...], stack: tuple[int, ...]) -> None:
        """Keeps the masks where one stack took the place of another."""
        for name in _changed_masks(before, stack):
            getattr(self, name)[side] ^= 1 << space

    def add(self, side: Side, space: int, *corps: int) -> None:
        """Adds corps to a stack in the open."""
        self.put(side, space, self.stacks[side][space] + corps)

    def take(self, side: Side, space: int, *corps: int) -> None:
        """Takes corps from a stack in the open.

        Raises:
            ValueError: one of them is not there.
        """
        stack = list(self.stacks[side][space])
        for number in corps:
            stack.remove(number)
        self.put(side, space, stack)

    def turn(self, side: Side, space: int, corps: int, into: int, inside: bool = False) -> None:
        """Changes the state of a corps, in the open or inside its fortress."""
        if inside:
            garrison = list(self.garrisons[space])
            garrison[garrison.index(corps)] = into
            self.put_inside(space, garrison)
        else:
            self.take(side, space, corps)
            self.add(side, space, into)

    @carries_out("NY 12.3.2")
    def weaken(self, side: Side, space: int, corps: int) -> bool:
        """Reduces a corps in the open, or sends a reduced one to its pool; whether it is still there."""
        if corps & REDUCED:
            self.take(side, space, corps)
            self.to_pool(corps)
            return False
        self.turn(side, space, corps, corps | REDUCED)
        return True

    def put_inside(self, space: int, garrison: Iterable[int]) -> None:
        """Lays down the whole garrison of a besieged fortress."""
        garrison = tuple(sorted(garrison))
        if garrison:
            self.garrisons[space] = garrison
        else:
            self.garrisons.pop(space, None)

    @carries_out("NY 12.3.2")
    def to_pool(self, *corps: int) -> None:
        """Sends eliminated corps, already taken from the map, to their pools."""
        for number in corps:
            self.change_pool(power_of(number), 1)

    def change_pool(self, power: str, by: int) -> None:
        """Adds corps to a pool or takes them from it."""
        others = [pool for pool in self.pools if pool.power != power]
        self.pools = tuple(
            sorted((*others, Pool(power, self.pool(power) + by)), key=lambda p: POWER_NUMBER[p.power])
        )

    def set_control(self, space: int, side: Side | None) -> None:
        """Gives a space to a side, or to nobody, and moves nothing else."""
        self.control = self.control.changed(space, side)

    def set_siege(self, space: int, siege: Siege | None) -> None:
        """Puts a siege in the place of the one that a space has, or lifts it."""
        name = SPACES[space].name
        others = tuple(one for one in self.sieges if one.space != name)
        self.sieges = others if siege is None else (*others, siege)

    def set_line(self, space: int, level: int) -> None:
        """Puts a fortified line in the place of the one that a space has; level 0 removes it."""
        name = SPACES[space].name
        others = tuple(line for line in self.lines if line.space != name)
        self.lines = (*others, Line(name, level)) if level else others

    def set_fleet(self, fleet: Fleet) -> None:
        """Puts a fleet elsewhere."""
        self.fleets = tuple(fleet if one.name == fleet.name else one for one in self.fleets)

    def set_sea(self, zone: str, side: Side | None) -> None:
        """Gives a sea zone to a side, and moves no fleet."""
        self.seas = structs.replace(self.seas, **{zone: side})

    def set_hand(self, side: Side, hand: Hand) -> None:
        """Gives a side other cards."""
        if side == "Bourbon":
            self.bourbon_hand = hand
        else:
            self.alliance_hand = hand

    @carries_out("NY 6.1.2")
    def score(self, side: Side, points: int) -> None:
        """Moves the victory point marker towards a side: up for the Alliance, down for the Bourbons."""
        change = points if side == "Alliance" else -points
        highest = self.rule_tables.numbers.victory_points.highest
        self.victory_points = min(highest, max(0, self.victory_points + change))

    @carries_out("NY 6.1.2")
    def capture_points(self, space: int, context: RulingContext) -> int:
        """What the capture of a space is worth: nothing unless it is fortified."""
        if not FORTIFIED >> space & 1:
            return 0
        points = self.rule_tables.numbers.victory_points
        return points.capital if is_capital(self, SPACES[space].name, context) else points.fortress

    def free_garrison(self, space: int) -> None:
        """Ends the siege of a space: its markers go, and the garrison stands in the open again."""
        self.set_siege(space, None)
        garrison = self.garrisons.pop(space, ())
        if garrison:
            self.add(SIDE_OF_CORPS[garrison[0]], space, *garrison)
        for leader, where in enumerate(self.where):
            if where == space:
                self.state[leader] &= ~INSIDE

    @carries_out("NY 14.3", "NY 16.4")
    def nearest_refuge(self, side: Side, space: int) -> int:
        """The nearest friendly space without enemy troops for leaders who must go there; `WAITS` if none
        is left.
        """
        safe = self.control.of(side) & ~self.held[enemy(side)]
        if found := nearest(side, space, safe):
            return found[0]
        return (safe & -safe).bit_length() - 1 if safe else WAITS
