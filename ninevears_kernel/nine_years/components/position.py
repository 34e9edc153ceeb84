"""The position: everything that lies on the table at one moment, as one frozen value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ...core.clauses import carries_out
from ...core.display import shown_by
from .map import game_map
from .sides import Side

FORMAT = "ninevears-position/1"
MOST_SEED = 1 << 62
MOST_ACTIONS = 3  # NY 13.4.1: no card gives more

Zone = Literal["Atlantic", "Mediterranean"]
Phase = Literal["event", "reinforcement", "campaign", "winter"]
Count = Annotated[int, Meta(ge=0, le=99)]


class Control:
    """Who controls which space, as two bit masks over `GameMap.spaces` (NY 2.3).

    In a save it is an object from side to the list of its spaces; a space in neither is neutral.
    """

    __slots__ = ("Alliance", "Bourbon")
    Bourbon: int
    Alliance: int

    def __init__(self, bourbon: int, alliance: int) -> None:
        object.__setattr__(self, "Bourbon", bourbon)
        object.__setattr__(self, "Alliance", alliance)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: changed() gives another")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Control], tuple[int, int]]:
        return Control, (self.Bourbon, self.Alliance)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Control) and (self.Bourbon, self.Alliance) == (other.Bourbon, other.Alliance)

    def __hash__(self) -> int:
        return hash((self.Bourbon, self.Alliance))

    def __repr__(self) -> str:
        return f"Control({self.Bourbon:#x}, {self.Alliance:#x})"

    def of(self, side: Side) -> int:
        """The mask of a side."""
        mask: int = getattr(self, side)
        return mask

    def owner(self, index: int) -> Side | None:
        """The side that controls a space, or None when it is neutral."""
        if self.Bourbon >> index & 1:
            return "Bourbon"
        return "Alliance" if self.Alliance >> index & 1 else None

    def changed(self, index: int, side: Side | None) -> Control:
        """The same but for one space."""
        bit = 1 << index
        bourbon, alliance = self.Bourbon & ~bit, self.Alliance & ~bit
        return Control(bourbon | bit * (side == "Bourbon"), alliance | bit * (side == "Alliance"))


class Leader(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A leader in the game. `space` is None while he waits; `named` False until his promotion (NY 3.1)."""

    name: str
    power: str
    space: str | None
    named: bool = True
    demoralised: bool = False
    inside: bool = False
    used: bool = False
    intercepted: bool = False


class Corps(Struct, frozen=True, forbid_unknown_fields=True, order=True, omit_defaults=True):
    """A corps on the map (NY 3.2); `inside` a besieged fortress, `used` in this action round."""

    power: str
    space: str
    reduced: bool = False
    demoralised: bool = False
    inside: bool = False
    used: bool = False


class Fleet(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the four fleets (NY 12.3.6.a): in the pool, raised in its port, in the control box, or gone."""

    name: Literal["Brest", "Toulon", "Atlantic", "Mediterranean"]
    place: Literal["pool", "port", "box", "gone"] = "pool"
    strength: Annotated[int, Meta(ge=0, le=2)] = 0


class Siege(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fortress under siege: by whom, with its markers (NY 17)."""

    space: str
    by: Side
    continuing: bool = False
    strength_lost: Annotated[int, Meta(ge=0, le=3)] = 0


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A fortified line (NY 15.1)."""

    space: str
    level: Annotated[int, Meta(ge=1, le=3)]


class Pool(Struct, frozen=True, forbid_unknown_fields=True):
    """The corps of a power that lie in its side's force pool (NY 12.3.2)."""

    power: str
    corps: Count


class SeaControl(Struct, frozen=True, forbid_unknown_fields=True):
    """Who controls each sea zone; None for nobody (NY 10.1)."""

    Atlantic: Side | None = None
    Mediterranean: Side | None = None


class BothSides(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole number for each side."""

    Bourbon: Count = 0
    Alliance: Count = 0

    def of(self, side: Side) -> int:
        """The number of a side."""
        number: int = getattr(self, side)
        return number


class Hand(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards of a side: action cards by their number of actions, and the events it holds."""

    actions: tuple[Annotated[int, Meta(ge=1, le=MOST_ACTIONS)], ...] = ()
    events: tuple[str, ...] = ()
    cards_conceded: Count = 0
    points_conceded: Count = 0


class Shifts(Struct, frozen=True, forbid_unknown_fields=True):
    """A change for each side, up or down, for this turn."""

    Bourbon: Annotated[int, Meta(ge=-9, le=9)] = 0
    Alliance: Annotated[int, Meta(ge=-9, le=9)] = 0

    def of(self, side: Side) -> int:
        """The change of a side."""
        change: int = getattr(self, side)
        return change


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How the war ended: who won, how well (NY 6.3), and by what."""

    winner: Side
    level: Literal["automatic", "major", "minor"]
    how: Literal["Paris", "capital", "points", "peace", "last-year"]


class OnTheMap:
    """What a line of communication looks at: a position, a board, or what `supply_reach` remembers."""

    __slots__ = ()
    if TYPE_CHECKING:

        @property
        def control(self) -> Control:
            """Who controls which space."""

        @property
        def seas(self) -> SeaControl:
            """Who controls each sea zone."""

        @property
        def sieges(self) -> tuple[Siege, ...]:
            """The fortresses under siege."""

        @property
        def revolution(self) -> bool:
            """Whether the Glorious Revolution has taken place."""

    def sea(self, zone: str) -> Side | None:
        """The side that controls a sea zone, or None."""
        side: Side | None = getattr(self.seas, zone)
        return side

    @carries_out("NY 2.3")
    def controller(self, space: str) -> Side | None:
        """The side that controls a space, or None when it is neutral."""
        return self.control.owner(game_map().by_name[space].index)

    def besieger(self, space: str) -> Side | None:
        """Who besieges a space, or None (NY 17.1)."""
        for siege in self.sieges:
            if siege.space == space:
                return siege.by
        return None


class OnTheTable(OnTheMap):
    """What a position and a board in play tell alike."""

    __slots__ = ()
    if TYPE_CHECKING:

        @property
        def year(self) -> int:
            """The year of the war."""

        @property
        def kww_cell(self) -> int:
            """Where the marker of King William's War stands."""

        @property
        def rich_markers(self) -> tuple[str, ...]:
            """The spaces that count as rich for the scenario."""

        @property
        def resource_base(self) -> BothSides:
            """The resource points of each side before rich spaces and Ireland."""

        @property
        def resource_change(self) -> Shifts:
            """What changes them for this turn."""

        @property
        def fleets(self) -> tuple[Fleet, ...]:
            """The four fleets."""

        @property
        def bourbon_hand(self) -> Hand:
            """The cards of the Bourbons."""

        @property
        def alliance_hand(self) -> Hand:
            """The cards of the Alliance."""

    def hand(self, side: Side) -> Hand:
        """The cards of a side."""
        return self.bourbon_hand if side == "Bourbon" else self.alliance_hand

    def fleet(self, name: str) -> Fleet:
        """One of the four fleets."""
        return next((fleet for fleet in self.fleets if fleet.name == name), Fleet(name))  # type: ignore[arg-type]


class Waiting(Struct, frozen=True, forbid_unknown_fields=True):
    """Reinforcements that found no place yet (NY 12.2.4)."""

    power: str
    corps: Count


class Position(OnTheTable, Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything on the table.

    Positions compare and hash by value; nothing in them can be changed in place, so that two positions share
    what did not change between them.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> start = scenario_1688()
    >>> start.controller("Tournai"), start.controller("Turin"), start.sea("Mediterranean")
    ('Bourbon', None, 'Bourbon')
    """

    scenario: str
    year: Annotated[int, Meta(ge=1688, le=1699)]
    phase: Phase = "event"
    control: Control
    seas: SeaControl = SeaControl()
    leaders: tuple[Leader, ...] = ()
    corps: tuple[Corps, ...] = ()
    pools: tuple[Pool, ...] = ()
    fleets: tuple[Fleet, ...] = ()
    sieges: tuple[Siege, ...] = ()
    lines: tuple[Line, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    victory_points: Annotated[int, Meta(ge=0, le=40)]
    kww_cell: Annotated[int, Meta(ge=-2, le=2)] = 0
    kww_support: tuple[Side, ...] = ()
    kww_strengthened: tuple[Side, ...] = ()
    resource_base: BothSides = BothSides()
    resource_left: BothSides = BothSides()
    rich_markers: tuple[str, ...] = ()
    revolution: bool = False
    savoy_left: bool = False
    famous_victories: tuple[Side, ...] = ()
    bourbon_hand: Hand = Hand()
    alliance_hand: Hand = Hand()
    action_deck: tuple[Annotated[int, Meta(ge=1, le=MOST_ACTIONS)], ...] = ()
    action_discards: tuple[Annotated[int, Meta(ge=1, le=MOST_ACTIONS)], ...] = ()
    event_deck: tuple[str, ...] = ()
    lasting_events: tuple[str, ...] = ()
    active: Side | None = None
    actions_left: Annotated[int, Meta(ge=0, le=MOST_ACTIONS)] = 0
    once_a_round: tuple[str, ...] = ()
    done_this_turn: tuple[str, ...] = ()
    resource_change: Shifts = Shifts()
    card_change: Shifts = Shifts()
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)] = 0
    drawn: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    agenda: tuple[str, ...] = ()
    result: Result | None = None

    def corps_in(self, space: str) -> tuple[Corps, ...]:
        """The corps that stand in a space, of both sides."""
        return tuple(corps for corps in self.corps if corps.space == space)

    def leaders_in(self, space: str) -> tuple[Leader, ...]:
        """The leaders who stand in a space, of both sides."""
        return tuple(leader for leader in self.leaders if leader.space == space)

    def replace(self, **changes: Any) -> Position:
        """The same position but for some fields."""
        return msgspec.structs.replace(self, **changes)

    def to_svg(
        self, side: Side | None = None, *, view: str = "all", width: int = 1000, theme: str = "light"
    ) -> str:
        """The map of the position as an SVG picture that needs no kernel and no network.

        Args:
            side: who looks: the enemy's pieces are covered (NY 4.4). None sees everything.
            view: a part of the map, one of `atlas.sheet.VIEWS`.
            width: in pixels; the wider, the more is named.
            theme: ``light`` or ``dark``.

        Raises:
            UnknownName: the map has no such view.
            ValueError: the width or the theme is none.

        >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
        >>> scenario_1688().to_svg(view="low-countries")[:4]
        '<svg'
        """
        svg: str = shown_by(self, "to_svg", side, view=view, width=width, theme=theme)
        return svg

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows: the map, and a line of text where pictures are not shown."""
        return {"image/svg+xml": shown_by(self, "to_output"), "text/plain": shown_by(self, "in_words")}
