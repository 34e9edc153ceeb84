"""What the sensible player sees on the board: ways, armies and dangers, worked out when asked for.

All of it is judged from what a side may see (NY 4.4). The numbers are the player's taste, not rules: they say
how much it likes a thing in victory points, and were tuned by playing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ..core.ruling_context import RulingContext
from ..nine_years.components.map import BRITAIN, IRELAND, ZONES
from ..nine_years.components.map_graph import bits, mask_of, mask_of_spaces
from ..nine_years.components.map_masks import (
    AROUND,
    CAPITALS,
    FORTIFIED,
    FORTRESS,
    NUMBER,
    PORTS,
    SPACES,
    region,
)
from ..nine_years.components.piece_numbers import DEMORALISED, REDUCED, USED
from ..nine_years.components.sides import SIDES, Side, enemy
from ..nine_years.engine.board import Board
from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import FLEETS
from ..nine_years.games.fog import hidden_board
from ..nine_years.rules.campaign.armies import ready_leaders
from ..nine_years.rules.campaign.limits import most_corps
from ..nine_years.rules.campaign.march import MOVEMENT_POINTS
from ..nine_years.rules.campaign.sea_movement import MOST_CORPS
from ..nine_years.rules.campaign.siege import HOME_PORTS, lines_needed
from ..nine_years.rules.fleets import fleet_row
from ..nine_years.rules.supply import has_line
from ..nine_years.rules.winter.phase import atlantic_in_winter

FAR = 99
ALL = (1 << len(SPACES)) - 1
BEYOND_THE_SEA = 0.15
"""How near the enemy a port is from which one must sail."""
FLEET_A_YEAR = 0.3
"""What a fleet wins in a year, about, in victory points."""
LAST_YEAR = 1698
"""About when peace comes (NY 6.4)."""
CROWN, IRISH = region(*BRITAIN), region(IRELAND)
"""The spaces of England and Scotland, which the Glorious Revolution brings (NY 20.2.5.2), and of Ireland."""
PORTS_OF = {zone: mask_of(space.index for space in SPACES if zone in space.ports) for zone in ZONES}
FLEET_OF: dict[Side, dict[str, str]] = {
    side: {row["zone"]: row["fleet"] for row in map(fleet_row, FLEETS) if row["side"] == side}
    for side in SIDES
}
"""For each side and sea zone the fleet that fights for it."""
RULED, DISPUTED = 0.5, 0.2
"""How likely the enemy is to land on the coast of a sea that the enemy rules, or may yet rule."""
KEY_SPACES = {
    NUMBER[name]: worth
    for name, worth in (
        ("Paris", 3.0),
        ("Amsterdam", 3.0),
        ("Vienna", 3.0),
        ("London", 2.0),
        ("Turin", 0.5),
        ("Gibraltar", 0.3),
    )
}
"""Spaces that matter for more than their victory points: the war itself, London's points in winter, the
neutrality of Savoy, the seas.
"""
HEARTS: dict[Side, tuple[int, ...]] = {
    "Bourbon": (NUMBER["Paris"],),
    "Alliance": (NUMBER["Amsterdam"], NUMBER["Vienna"]),
}
"""The spaces whose loss loses the war (NY 6.2.A.1, 6.2.B.1)."""


@dataclass(frozen=True, slots=True)
class Taste:
    """What a player likes and fears, in victory points or as a share of them.

    Attributes:
        danger, hearts: how much what lies open to the enemy counts, and where the war is lost with it.
        open_town: what a space without a fortress is worth.
        rich: what a resource point a year is worth.
        victory, defeat: what a battle won or lost is worth by itself, against an army of some size.
        rescue: how much more an army likes to save a heart of its own country than to take the enemy's.
        patience: what is left of the worth of an aim for each action that it takes.
        sails, raises: how much more a voyage, or a new corps, is liked.
        begins: whether it takes the first round of a year where it may choose, and not the last.
    """

    danger: float = 1.0
    hearts: float = 1.0
    open_town: float = 0.15
    rich: float = 0.5
    victory: float = 0.45
    defeat: float = 0.7
    rescue: float = 1.6
    patience: float = 0.86
    sails: float = 0.0
    raises: float = 0.0
    begins: bool = True


SENSIBLE = Taste()
BOLD = Taste(
    danger=0.4,
    hearts=0.6,
    open_town=0.24,
    rich=0.7,
    victory=0.62,
    rescue=2.4,
    patience=0.91,
    sails=-0.05,
    raises=-0.3,
    begins=False,
)
"""It leaves open what the other guards, and attacks: that told of 45 constants, when both sides of 957 wars
drew them at random (``docs/coach.md``).
"""


@lru_cache(maxsize=1 << 15)
def ways(side: Side, space: int, passable: int, closed: int) -> tuple[int, ...]:
    """From a space the number of links to every other; `FAR` where there is no way.

    Args:
        side: who goes.
        space: from where.
        passable: the mask of the spaces that may be crossed; any other can only be entered.
        closed: the mask of the spaces that may not even be entered.
    """
    around = AROUND[side]
    found = [FAR] * len(SPACES)
    seen = frontier = 1 << space
    steps = 0
    while frontier:
        reached = 0
        for at in bits(frontier):
            found[at] = steps
            if passable >> at & 1 or not steps:
                reached |= around[at]
        frontier = reached & ~seen & ~closed
        seen |= frontier
        steps += 1
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def _front(side: Side, targets: int, closed: int) -> tuple[float, ...]:
    around = AROUND[side]
    found = [0.0] * len(SPACES)
    seen = frontier = targets
    steps = 0
    while frontier:
        reached = 0
        for at in bits(frontier):
            found[at] = 1.0 / (1 + steps)
            reached |= around[at]
        frontier = reached & ~seen & ~closed
        seen |= frontier
        steps += 1
    for port in bits(PORTS & ~seen & ~closed):
        found[port] = BEYOND_THE_SEA
    return tuple(found)


@lru_cache(maxsize=1 << 9)
def _most_corps(
    side: Side, armies: tuple[tuple[int, int], ...], passable: int, closed: int, marches: int
) -> tuple[int, ...]:
    """For each space the corps of the largest of these armies that has it within so many marches."""
    most = [0] * len(SPACES)
    for at, corps in armies:
        for space, steps in enumerate(ways(side, at, passable, closed)):
            if steps <= marches * MOVEMENT_POINTS and corps > most[space]:
                most[space] = corps
    return tuple(most)


def points(stack: tuple[int, ...]) -> int:
    """The strength points of a stack: two for a full corps, one for a reduced one.

    >>> points((0, 4))
    3
    """
    return sum([1 if corps & REDUCED else 2 for corps in stack])


class Evaluation:
    """A side's look at a board; it stays right as long as nothing on the board changes.

    Attributes:
        board: what the side can see.
        side: the side.
        other: its enemy.
        context: the readings in force.
        taste: what the side likes and fears.
        own, hostile: the masks of the spaces that each controls.
        closed: the mask of the neutral spaces.
        remembered: what has been worked out for a space, by the name of the question.
    """

    def __init__(
        self, board: Board, side: Side, context: RulingContext | None = None, taste: Taste = SENSIBLE
    ) -> None:
        self.board, self.side, self.other, self.taste = board, side, enemy(side), taste
        self.context = context or RulingContext(recorded=False)
        self.own, self.hostile = board.control.of(side), board.control.of(self.other)
        self.closed = ALL & ~(self.own | self.hostile)
        self._worth: dict[int, float] = {}
        self.remembered: dict[tuple[str, int], Any] = {}

    # ---- ways

    @cached_property
    def passable(self) -> int:
        """The mask of the spaces that an army may cross: no enemy troops, no enemy fortress."""
        return ~(self.board.held[self.other] | self.hostile & FORTIFIED | self.closed) & ALL

    def ways(self, space: int) -> tuple[int, ...]:
        """The steps of an army from a space to every other."""
        return ways(self.side, space, self.passable, self.closed)

    @cached_property
    def front(self) -> tuple[float, ...]:
        """How near the enemy each space is: 0.5 beside an enemy fortress, less farther off, and nothing
        where no way leads there but from a port.
        """
        return _front(self.side, self.hostile & FORTIFIED, self.closed)

    def has_line_for_siege(self, space: int, corps: list[int]) -> bool:
        """Whether besiegers have their lines of communication (NY 17.1)."""
        return all(
            has_line(self.board, asked, self.context)
            for asked in lines_needed(self.side, space, tuple(corps))
        )

    # ---- armies

    def leaders(self, space: int) -> list[int]:
        """The own leaders in a space who may still act this round."""
        return ready_leaders(self.board, self.side, space)

    def command(self, leaders: list[int]) -> int:
        """How many corps these leaders command together (NY 13.5.1.a)."""
        return most_corps([self.board.rating(leader)[0] for leader in leaders], self.context)

    def battle_rating(self, leaders: list[int]) -> int:
        """The best battle rating among these leaders."""
        return max([self.board.rating(leader)[1] for leader in leaders], default=0)

    def rounds_left(self) -> int:
        """In how many rounds of this year an army can still act, the present one included."""
        acting = self.board.active == self.side
        return acting + len(self.board.hand(self.side).actions)

    # ---- what is worth what

    def worth(self, space: int) -> float:
        """How much it is worth to take an enemy space, or not to lose an own one, in victory points."""
        found = self._worth.get(space)
        if found is None:
            found = self._worth[space] = self._worth_of(space)
        return found

    def _worth_of(self, space: int) -> float:
        if CROWN >> space & 1 and self.side == "Alliance" and not self.board.revolution:
            return 0.0  # the Glorious Revolution brings it, and needs London to be Bourbon (NY 8.5.d)
        value = self.taste.open_town
        if FORTRESS[space]:
            value = float(self.board.capture_points(space, self.context))
        if CAPITALS >> space & 1 and not FORTRESS[space]:
            value += 0.6  # its power gets no corps while it is lost (NY 7.1.2)
        if SPACES[space].rich or SPACES[space].name in self.board.rich_markers:
            value += self.taste.rich
        if IRISH >> space & 1:
            missing = IRISH & ~self.board.control.Alliance
            value += self.taste.rich / max(1, missing.bit_count())  # a point for all of it (NY 12.3.1.c)
        if space in HOME_PORTS and self.own >> space & 1:
            value += self.worth_of_fleet(space)
        return value + KEY_SPACES.get(space, 0.0)

    def worth_of_fleet(self, port: int) -> float:
        """What a side has still to expect from the fleet whose home a port is; 0 for any other space."""
        name = HOME_PORTS.get(port)
        if name is None or self.board.fleet(name).place == "gone":
            return 0.0
        return FLEET_A_YEAR * max(0, LAST_YEAR - self.board.year)

    # ---- dangers

    @property
    def _enemy_armies(self) -> tuple[tuple[int, int], ...]:
        stacks = self.board.stacks[self.other]
        return tuple(
            [(at, len(stacks[at])) for at in bits(self.board.held[self.other]) if len(stacks[at]) > 1]
        )

    @property
    def _open_to_them(self) -> int:
        return ~(self.own & FORTIFIED | self.closed) & ALL

    def _corps_near(self, marches: int) -> tuple[int, ...]:
        return _most_corps(self.other, self._enemy_armies, self._open_to_them, self.closed, marches)

    def army_near(self, space: int) -> int | None:
        """Where the largest enemy army stands that has a space within one march; None without one."""
        closed = self.closed
        there = [
            (corps, at)
            for at, corps in self._enemy_armies
            if ways(self.other, at, self._open_to_them, closed)[space] <= MOVEMENT_POINTS
        ]
        return max(there)[1] if there else None

    def open_to(self, army: int, space: int, steps: int) -> list[int]:
        """The own fortresses that an enemy army could besiege within so many steps (NY 17.5.1).

        Args:
            army: how many corps it has.
            space: where it stands.
            steps: how far it may yet go.
        """
        rules, stacks = self.board.rule_tables.numbers.garrison, self.board.stacks[self.side]
        way = ways(self.other, space, self._open_to_them, self.closed)
        return [
            at
            for at in bits(self.own & FORTIFIED & ~self.besieged)
            if way[at] <= steps
            and army >= self.board.strength(at) + rules.full * min(len(stacks[at]), rules.most)
        ]

    @cached_property
    def near(self) -> tuple[int, ...]:
        """For each space how many corps the largest enemy army within one march of it has."""
        return self._corps_near(1)

    @cached_property
    def farther(self) -> tuple[int, ...]:
        """The same within two marches."""
        return self._corps_near(2)

    @cached_property
    def from_the_sea(self) -> dict[str, float]:
        """For each sea zone how likely the enemy is to land on its coast and besiege a port, which takes the
        sea, or a fleet that may win it, and corps to ship in a port on it.
        """
        found = {}
        for zone, fleet in FLEET_OF[self.other].items():
            ready = bits(PORTS_OF[zone] & self.hostile & self.board.held[self.other])
            if any(len(self.board.stacks[self.other][port]) >= MOST_CORPS for port in ready):
                if self.board.sea(zone) == self.other:
                    found[zone] = RULED
                elif self.board.fleet(fleet).place != "gone":
                    found[zone] = DISPUTED
        return found

    def keeps_the_sea(self, port: int) -> bool:
        """Whether the side still rules a sea of a port when winter comes (NY 8.5.c.1)."""
        after = {"Atlantic": atlantic_in_winter(self.board)}
        return any(after.get(zone, self.board.sea(zone)) == self.side for zone in SPACES[port].ports)

    def exposed(self, space: int, corps: int) -> float:
        """What may be lost where so many corps guard an own fortress: a share of its worth if the enemy near
        has the corps for its siege, all and more for a heart of the country; else 0. Against ships any guard
        is enough (NY 14.5.1).
        """
        if not FORTRESS[space] or not self.own >> space & 1 or corps >= 6:
            return 0.0
        heart = space in HEARTS[self.side]
        fear = self.taste.hearts if heart else self.taste.danger
        danger = (self.farther if heart else self.near)[space]
        guard = min(corps, 2)
        if danger < FORTRESS[space] + 2 * guard:
            if corps or not self.from_the_sea:
                return 0.0
            risk = max([self.from_the_sea.get(zone, 0.0) for zone in SPACES[space].ports], default=0.0)
            return fear * risk * self.worth(space)
        share = 1.0 if danger >= 2 * FORTRESS[space] else 0.6
        return fear * share * self.worth(space) * (4 if heart else 1) * (1.0, 0.6, 0.35)[guard]

    @cached_property
    def in_danger(self) -> list[tuple[int, float, float]]:
        """The own fortresses that want a guard, and what one corps more, or more, would save."""
        found = []
        stacks = self.board.stacks[self.side]
        for space in bits(self.own & FORTIFIED & ~self.besieged & ~self.board.held[self.other]):
            corps = len(stacks[space])
            if danger := self.exposed(space, corps):
                one, more = self.exposed(space, corps + 1), self.exposed(space, corps + 6)
                found.append((space, danger - one, danger - more))
        return found

    @cached_property
    def field_armies(self) -> list[tuple[int, int]]:
        """The spaces at the front with a led army of some size, and how many corps it has."""
        stacks, leaders = self.board.stacks[self.side], self.board.leaders_at
        return [
            (at, len(stacks[at]))
            for at in bits(self.board.held[self.side])
            if len(stacks[at]) > 2 and self.front[at] >= 0.5 and leaders(self.side, at)
        ]

    @cached_property
    def besieged(self) -> int:
        """The mask of the own fortresses that the enemy besieges."""
        return mask_of_spaces(tuple(one.space for one in self.board.sieges if one.by == self.other))


def look_of(engine: Engine, side: Side, taste: Taste = SENSIBLE) -> Evaluation:
    """What a side sees of a war, and how it values that.

    Args:
        engine: the war.
        side: the side.
        taste: what it likes and fears.
    """
    context = RulingContext(chosen=engine.context.chosen, recorded=False)
    return Evaluation(hidden_board(engine.board, side), side, context, taste)


def steady(stack: tuple[int, ...]) -> list[int]:
    """The corps of a stack that have not acted this round, the strongest first."""
    free = [corps for corps in stack if not corps & USED]
    return sorted(free, key=lambda corps: (corps & (REDUCED | DEMORALISED), corps))
