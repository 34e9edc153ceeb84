"""Expeditions that enter an ocean zone: navigation roll, treasures, colonies (VQ 16.1.2.b, 16.1.2.c)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..core.clauses import carries_out
from ..core.errors import BadInput
from ..core.messages import Message
from ..core.questions import UNTOLD
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .names import check_once, known_as
from .seas import Name
from .tables import question

Result = Literal["eliminated", "damaged", "passed"]
Ending = Literal["sails-on", "removed", "turn-track"]
NavigationRating = Annotated[int, Meta(ge=0, le=9, description="navigation rating of the captain, 0 to 9")]
TREASURES_OF_WHICH_ONE_IS_LOST = 2  # VQ 16.1.2.b
PHILIPPINES = "Philippines"  # VQ 16.1.2.c
LOWEST, HIGHEST = 2, 12
"""Of two dice."""
MOST_ADDED = 9 + 1
"""The greatest rating, and Map Projection."""


class Row(Struct, frozen=True, forbid_unknown_fields=True, rename={"least": "from", "most": "to"}):
    """A row of the Navigation Table, which the excerpt does not print."""

    result: Annotated[Result, Meta(description="what such a modified roll brings")]
    least: Annotated[int | None, Meta(description="lowest modified roll; leave out: any lower one too")] = (
        None
    )
    most: Annotated[int | None, Meta(description="highest modified roll; leave out: any higher one too")] = (
        None
    )

    def covers(self, total: int) -> bool:
        """Whether a modified roll falls in this row."""
        return (self.least is None or self.least <= total) and (self.most is None or total <= self.most)


Table = tuple[Row, ...]


def check_table(table: Table, added: Iterable[int], field: str = "table") -> None:
    """Checks that every modified roll that can be made falls in exactly one row, and no other in two.

    Args:
        table: its rows.
        added: what is added to the two dice, by whoever rolls.
        field: where the table stands.

    Raises:
        BadInput: a roll falls in no row, or in two.
    """
    rolled = {modifier + dice for modifier in added for dice in range(LOWEST, HIGHEST + 1)}
    for total in range(LOWEST, HIGHEST + MOST_ADDED + 1):
        rows = sum(row.covers(total) for row in table)
        if rows > 1 or (not rows and total in rolled):
            expected = Message("vq.expected-one-row", total=total, count=rows)
            raise BadInput(field, Message("vq.rows", count=len(table)), expected)


def result_in(table: Table, total: int) -> Result:
    """What a modified roll brings by the table.

    >>> result_in((Row("damaged", most=7), Row("passed", least=8)), 7)
    'damaged'
    """
    return next(row.result for row in table if row.covers(total))


class Settlement(Struct, frozen=True, forbid_unknown_fields=True):
    """A settlement area of the world map."""

    name: Annotated[Name, Meta(description="its name")]
    zone: Annotated[Name, Meta(description="the ocean zone that it is tied to")]
    grey: Annotated[bool, Meta(description="the area is grey: nobody's to begin with")] = True
    empty: Annotated[bool, Meta(description="there is no colony there")] = True


@carries_out("VQ 16.1.2.c")
def open_settlements(settlements: Sequence[Settlement], zone: str) -> tuple[str, ...]:
    """The settlements where an expedition in an ocean zone may place its colony.

    >>> open_settlements([Settlement("Manila", "Pacific"), Settlement("Philippines", "Pacific")], "Pacific")
    ('Manila',)
    """
    free = [area.name for area in settlements if area.zone == zone and area.grey and area.empty]
    return tuple(name for name in free if known_as(name, [PHILIPPINES]) != PHILIPPINES)


class After(Struct, frozen=True):
    """What a navigation roll made of an expedition.

    Attributes:
        captain: whether he sails on, is removed from the game, or waits on the turn track.
        damaged: whether he lies on his damaged side.
        colony_lost: the colony aboard is lost.
        treasures_lost: "all", "one" (of his owner's choice) or "none".
    """

    captain: Ending
    damaged: bool
    colony_lost: bool = False
    treasures_lost: Literal["all", "one", "none"] = "none"


@carries_out("VQ 16.1.2.b", "VQ 5.4.b")
def after(result: Result, damaged: bool, treasures: int) -> After:
    """What follows from a result of the table.

    >>> after("damaged", damaged=True, treasures=1)
    After(captain='turn-track', damaged=True, colony_lost=True, treasures_lost='all')
    """
    if result == "passed":
        return After("sails-on", damaged)
    if result == "eliminated":
        return After("removed", damaged, colony_lost=True, treasures_lost="all")
    if damaged:
        return After("turn-track", damaged, colony_lost=True, treasures_lost="all")
    one = treasures >= TREASURES_OF_WHICH_ONE_IS_LOST
    return After("sails-on", True, treasures_lost="one" if one else "none")


@carries_out("VQ 16.1.2.b")
def navigation_roll(
    table: Table, rating: int, map_projection: bool, captain: str | Message, context: RulingContext
) -> Result:
    """Rolls for an expedition and looks the modified roll up."""
    wanted = Message("vq.roll-navigation", captain=captain)
    dice = context.dice.roll(wanted=wanted) + context.dice.roll(wanted=wanted)
    total = dice + rating + map_projection
    result = result_in(table, total)
    context.step(
        "VQ 16.1.2.b", "vq.navigation-roll",
        captain=captain, dice=dice, rating=rating, projection=int(map_projection), total=total,
        result=Message(f"vq.navigation-{result}"),
    )  # fmt: skip
    return result


def tell_after(found: After, was_damaged: bool, captain: str | Message, context: RulingContext) -> None:
    """Records what a navigation roll made of an expedition."""
    if found.captain == "removed":
        context.step("VQ 16.1.2.b", "vq.navigation-removed", captain=captain)
    elif found.captain == "turn-track":
        context.step("VQ 16.1.2.b", "vq.navigation-turn-track", captain=captain)
    elif found.damaged and not was_damaged:
        context.step("VQ 5.4.b", "vq.navigation-turned", captain=captain)
    if found.treasures_lost == "one":
        context.step("VQ 16.1.2.b", "vq.navigation-treasure", captain=captain)


class Navigation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case gives: the way, the captain, what he has aboard, and the Navigation Table."""

    table: Annotated[Table, Meta(description="rows of {from, to, result}; a missing end is open")] = ()
    rating: NavigationRating = 0
    dangerous: Annotated[bool, Meta(description="it made a dangerous voyage to the ocean zone")] = False
    against_trade_wind: Annotated[bool, Meta(description="it sailed against a trade wind arrow")] = False
    map_projection: Annotated[bool, Meta(description="the power has Map Projection")] = False
    damaged: Annotated[bool, Meta(description="the captain lies on his damaged side already")] = False
    treasures: Annotated[tuple[Name, ...], Meta(description="names of the plundered treasures aboard")] = ()
    gives_up: Annotated[Name | None, Meta(description="the treasure that its owner would lose")] = None
    colony: Annotated[bool, Meta(description="a colony is aboard")] = False
    zone: Annotated[Name, Meta(description="the ocean zone entered")] = "ocean zone"
    settlements: Annotated[tuple[Settlement, ...], Meta(description="settlements of the world map")] = ()

    @property
    def needs_roll(self) -> bool:
        """Whether the way asks for a roll."""
        return self.dangerous or self.against_trade_wind

    @property
    def modifier(self) -> int:
        """What is added to the two dice."""
        return self.rating + self.map_projection

    def __post_init__(self) -> None:
        if self.needs_roll or self.table:
            check_table(self.table, [self.modifier])
        if self.gives_up is not None and self.gives_up not in self.treasures:
            raise BadInput("gives_up", self.gives_up, Message("vq.expected-treasure-aboard"))
        check_once("treasures[{}]", self.treasures)


@carries_out("VQ 16.1.2.b", "VQ 16.1.2.c")
def may_place(passed: bool | None, context: RulingContext) -> bool:
    """Whether an expedition may place a colony: it passed the roll, or (a reading) needed none."""
    if passed is None:
        return context.reading("colony-without-roll") == "allowed"
    return passed


@carries_out("VQ 16.1.2.b", "VQ 16.1.2.c", "VQ 5.4.b")
def navigation(case: Navigation, context: RulingContext) -> Answer:
    """What becomes of an expedition that enters an ocean zone."""
    captain = Message("vq.the-captain")
    result: Result | None = None
    found = After("sails-on", case.damaged)
    if case.needs_roll:
        context.step("VQ 16.1.2.b", "vq.navigation-needed")
        known = {"roll_needed": True, "modifier": case.modifier}
        context.known = Answer("result", Message("vq.navigation-to-roll"), known)
        result = navigation_roll(case.table, case.rating, case.map_projection, captain, context)
        found = after(result, case.damaged, len(case.treasures))
        tell_after(found, case.damaged, captain, context)
    else:
        context.step("VQ 16.1.2.b", "vq.navigation-not-needed")
    areas: tuple[str, ...] = ()
    if case.colony and found.colony_lost:
        context.step("VQ 16.1.2.b", "vq.navigation-colony-lost", captain=captain)
    elif case.colony:
        options = open_settlements(case.settlements, case.zone)
        passed = None if result is None else result == "passed"
        if options and may_place(passed, context):
            areas = options
            context.step("VQ 16.1.2.c", "vq.navigation-colony", options=Message.any_of(areas))
    answer: dict[str, Any] = {
        "roll_needed": case.needs_roll,
        "modifier": case.modifier,
        "result": result,
        "captain": found.captain,
        "damaged": found.damaged,
        "treasures": _treasures_left(case, found),
        "colony": None if not case.colony else "lost" if found.colony_lost else "aboard",
        "may_place": areas,
    }
    described = f"vq.navigation-says-{result}" if result else "vq.navigation-says-no-roll"
    return Answer("result", Message(described) if context.recorded else UNTOLD, answer)


def _treasures_left(case: Navigation, found: After) -> dict[str, Any]:
    if found.treasures_lost == "all":
        return {"left": (), "discarded": case.treasures, "owner_chooses": False}
    if found.treasures_lost == "one" and case.gives_up is not None:
        left = tuple(name for name in case.treasures if name != case.gives_up)
        return {"left": left, "discarded": (case.gives_up,), "owner_chooses": False}
    return {"left": case.treasures, "discarded": (), "owner_chooses": found.treasures_lost == "one"}


QUESTIONS = (question("navigation", Navigation, navigation, "result", "captain", "colony"),)
