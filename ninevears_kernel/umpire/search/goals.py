"""What a player may want to bring about, as a small table of conditions that a position meets or does not.

In a case or on a form a condition is an object such as ``{"is": "relieved", "space": "Namur"}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, get_args

from msgspec import Meta, Struct

from ...core.errors import BadInput, UnknownName
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...input_files import convert
from ...nine_years.components.map import game_map
from ...nine_years.components.map_graph import bits
from ...nine_years.components.map_masks import AROUND, FORTIFIED, FORTRESS, NUMBER
from ...nine_years.components.piece_numbers import DEMORALISED, INSIDE
from ...nine_years.components.position import Zone
from ...nine_years.components.powers import power_named
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES, Side, enemy
from ...nine_years.engine.board import Board
from ...nine_years.engine.engine import Engine
from ...nine_years.rules.fleets import deployment_objections, fleet_of, owner_of
from ...nine_years.rules.supply import OWN_CAPITAL, Asked, Purpose, has_line, line_of_communication
from .lower_bounds import FAR, choices_for_corps, holds_with_the_worst_dice, siege_may_come

Known = dict[tuple[Any, ...], int | None]
"""What a search remembers of `Condition.targets`: by all that matters, the mask."""


class Condition(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is"):
    """What every condition can be asked; a side wishes it."""

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether a board meets it."""
        raise NotImplementedError

    def targets(self, board: Board, side: Side, context: RulingContext, known: Known) -> int | None:
        """The mask of the spaces of which the side must enter one, or act in one, to bring it about by
        marching or sailing; None where other means may do. What takes long to work out is kept in `known`.
        """
        return None

    def fewest(self, board: Board, side: Side) -> int:
        """In no fewer choices can it be brought about without an event card; `FAR` where it cannot be."""
        return 0

    def may_fail(self, engine: Engine, side: Side) -> bool:
        """True only where, event cards apart, some dice prevent it whatever is done."""
        return False

    @property
    def says(self) -> Message:
        """The condition in words."""
        raise NotImplementedError

    def checked(self, rule_tables: RuleTables) -> Condition:
        """The same with names as the map spells them.

        Raises:
            UnknownName: a name is not known.
        """
        return self


class _OfSpace(Condition, frozen=True):
    """A condition of a space."""

    space: Annotated[str, Meta(description="the space")]

    def checked(self, rule_tables: RuleTables) -> Condition:
        """The same with the name as the map spells it."""
        return convert(condition_data(self) | {"space": game_map().space(self.space).name}, type(self))

    def targets(self, board: Board, side: Side, context: RulingContext, known: Known) -> int | None:
        """The space."""
        return 1 << NUMBER[self.space]

    @property
    def says(self) -> Message:
        """The condition in words."""
        return Message(f"condition.{self.__struct_config__.tag}", space=self.space)


class LineRuns(_OfSpace, frozen=True, tag="line"):
    """A space has a line of communication."""

    purpose: Annotated[Purpose, Meta(description="what the line is for")] = "siege"
    power: Annotated[str | None, Meta(description="for whose corps")] = None

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether the line runs."""
        return has_line(board, Asked(self.space, side, self.purpose, self.power), context)

    def targets(self, board: Board, side: Side, context: RulingContext, known: Known) -> int | None:
        """What lies around the spaces that the line reaches from its start: one of them must change hands,
        or be freed of its siege. None while a fleet could be deployed, which opens a sea.
        """
        if any(_may_sail_out(board, side, fleet.name) for fleet in board.fleets):
            return None
        asked = Asked(self.space, side, self.purpose, self.power)
        now = asked, board.control, board.seas, board.sieges, board.revolution, tuple(context.chosen.items())
        if now not in known:
            known[now] = _around_line(asked, board, context)
        return known[now]

    def checked(self, rule_tables: RuleTables) -> Condition:
        """The same with names as the map spells them; a power must be named where it matters.

        Raises:
            BadInput: no power is named where one must be.
            UnknownName: there is no such space or power.
        """
        if self.power is None and self.purpose in OWN_CAPITAL:
            raise BadInput("power", None, Message("expected.power-for", purpose=self.purpose))
        power = None if self.power is None else power_named(self.power).name
        return LineRuns(game_map().space(self.space).name, self.purpose, power)


def _around_line(asked: Asked, board: Board, context: RulingContext) -> int | None:
    answer = line_of_communication(board.position(), asked, RulingContext(chosen=context.chosen)).answer
    if answer["supplied"]:
        return None
    reached = [NUMBER[name] for name in answer["reached"] or () if name in NUMBER]
    mask = around = 1 << NUMBER[asked.space]
    for space in reached:
        mask |= 1 << space
        for side in SIDES:
            around |= AROUND[side][space]
    return around & ~mask | 1 << NUMBER[asked.space]


def _may_sail_out(board: Board, side: Side, fleet: str) -> bool:
    return owner_of(fleet) == side and next(deployment_objections(board, fleet, False), None) is None


class _WithoutEnemies(_OfSpace, frozen=True):
    """A condition for which enemy corps in the open must leave a space."""

    def may_fail(self, engine: Engine, side: Side) -> bool:
        """Whether enemy corps there may stand against all that the round can bring."""
        return holds_with_the_worst_dice(engine, side, NUMBER[self.space])


class Relieved(_WithoutEnemies, frozen=True, tag="relieved"):
    """An own fortress is not besieged any more."""

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether it is the side's and free."""
        return board.controller(self.space) == side and board.besieger(self.space) is None


class Controlled(_WithoutEnemies, frozen=True, tag="controlled"):
    """The side controls a space."""

    def fewest(self, board: Board, side: Side) -> int:
        """`FAR` for a fortress that cannot be besieged in this round."""
        space = NUMBER[self.space]
        return 0 if not FORTRESS[space] or siege_may_come(board, side, space) else FAR

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether it does."""
        return board.controller(self.space) == side


class Besieged(_WithoutEnemies, frozen=True, tag="besieged"):
    """The side besieges a space."""

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether it does."""
        return board.besieger(self.space) == side


class CorpsAt(_OfSpace, frozen=True, tag="corps-at"):
    """So many corps of the side stand in a space."""

    count: Annotated[int, Meta(ge=1, le=40, description="how many")] = 1

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether so many do, in the open or inside."""
        return self._there(board, side) >= self.count

    def _there(self, board: Board, side: Side) -> int:
        space = NUMBER[self.space]
        inside = board.garrisons.get(space, ()) if board.controller_of(space) == side else ()
        return len(board.stacks[side][space]) + len(inside)

    def fewest(self, board: Board, side: Side) -> int:
        """The fewest choices in which so many can come."""
        return choices_for_corps(board, side, NUMBER[self.space], self.count - self._there(board, side))

    @property
    def says(self) -> Message:
        """The condition in words."""
        return Message("condition.corps-at", space=self.space, count=self.count)


class LeaderAt(_OfSpace, frozen=True, tag="leader-at"):
    """A leader stands in a space."""

    leader: Annotated[str, Meta(description="his name")]

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether he does."""
        return board.where[board.rule_tables.leader_number[self.leader]] == NUMBER[self.space]

    @property
    def says(self) -> Message:
        """The condition in words."""
        return Message("condition.leader-at", space=self.space, leader=self.leader)

    def checked(self, rule_tables: RuleTables) -> Condition:
        """The same, the name looked up.

        Raises:
            UnknownName: there is no such leader or space.
        """
        if self.leader not in rule_tables.leader_number:
            raise UnknownName("leader", self.leader, Message("kind.leader"), rule_tables.leader_number)
        return LeaderAt(game_map().space(self.space).name, self.leader)


class EnemyGone(_WithoutEnemies, frozen=True, tag="enemy-gone"):
    """No enemy corps stands in the open in a space."""

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether none does."""
        return not board.held[enemy(side)] >> NUMBER[self.space] & 1


class Strength(_OfSpace, frozen=True, tag="strength"):
    """The strength of a fortress is at most so much."""

    at_most: Annotated[int, Meta(ge=0, le=2, description="the most that is left")]

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether no more is left, or the side has taken it."""
        return board.strength(NUMBER[self.space]) <= self.at_most or board.controller(self.space) == side

    def fewest(self, board: Board, side: Side) -> int:
        """`FAR` when it cannot be besieged in this round."""
        return 0 if siege_may_come(board, side, NUMBER[self.space]) else FAR

    @property
    def says(self) -> Message:
        """The condition in words."""
        return Message("condition.strength", space=self.space, count=self.at_most)

    def checked(self, rule_tables: RuleTables) -> Condition:
        """The same; the space must be a fortress.

        Raises:
            BadInput: it is none.
            UnknownName: there is no such space.
        """
        space = game_map().space(self.space)
        if not space.fortress:
            raise BadInput("space", self.space, Message("expected.fortified"))
        return Strength(space.name, self.at_most)


class Rallied(_OfSpace, frozen=True, tag="rallied"):
    """No corps or leader of the side in a space is demoralised."""

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether none is."""
        space = NUMBER[self.space]
        shaken = any(corps & DEMORALISED for corps in board.stacks[side][space])
        leaders = board.leaders_at(side, space)
        return not shaken and not any(board.state[leader] & DEMORALISED & ~INSIDE for leader in leaders)

    def targets(self, board: Board, side: Side, context: RulingContext, known: Known) -> int | None:
        """None: nobody has to go there."""
        return None


class SeaHeld(Condition, frozen=True, tag="sea"):
    """The side controls a sea zone."""

    zone: Annotated[Zone, Meta(description="the sea zone")]

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether it does."""
        return board.sea(self.zone) == side

    def fewest(self, board: Board, side: Side) -> int:
        """`FAR` when no fleet of the side may be deployed there."""
        return 0 if _may_sail_out(board, side, fleet_of(side, self.zone)) else FAR

    @property
    def says(self) -> Message:
        """The condition in words."""
        return Message("condition.sea", zone=self.zone)


class Points(Condition, frozen=True, tag="points"):
    """The victory points have moved the side's way: up for the Alliance, down for the Bourbon side."""

    points: Annotated[int, Meta(ge=0, le=40, description="at least so many, for the Bourbon side at most")]

    def met(self, board: Board, side: Side, context: RulingContext) -> bool:
        """Whether they have."""
        return (
            board.victory_points >= self.points if side == "Alliance" else board.victory_points <= self.points
        )

    def targets(self, board: Board, side: Side, context: RulingContext, known: Known) -> int | None:
        """Where a victory may still be famous, and what is worth points and can fall. None while a fleet may
        be deployed, which is worth a point too.
        """
        if any(_may_sail_out(board, side, fleet.name) for fleet in board.fleets):
            return None
        other = enemy(side)
        mask = 0 if side in board.famous_victories else board.held[other]
        for space in bits(board.control.of(other) & FORTIFIED):
            if siege_may_come(board, side, space):
                mask |= 1 << space
        return mask

    @property
    def says(self) -> Message:
        """The condition in words."""
        return Message("condition.points", count=self.points)


AnyCondition = (
    LineRuns
    | Relieved
    | Controlled
    | Besieged
    | CorpsAt
    | LeaderAt
    | EnemyGone
    | Strength
    | Rallied
    | SeaHeld
    | Points
)
CONDITIONS: Mapping[str, type[Condition]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyCondition)
}
"""Every condition by its name."""


def condition_of(data: Any, rule_tables: RuleTables) -> Condition:
    """The condition that data says, its names checked.

    Args:
        data: an object whose ``is`` names one of `CONDITIONS`, or a condition.
        rule_tables: the tables in force, which name the leaders.

    Raises:
        BadInput: names the field, what was found and what was expected.

    >>> from ...nine_years.components.rule_tables import standard_rule_tables
    >>> str(condition_of({"is": "relieved", "space": "namur"}, standard_rule_tables()).says)
    'Namur is free of any siege'
    """
    found: Condition = data if isinstance(data, Condition) else convert(data, AnyCondition)  # type: ignore[arg-type]
    try:
        return found.checked(rule_tables)
    except BadInput as error:
        raise error.within("condition") from None


def condition_data(condition: Condition) -> dict[str, Any]:
    """A condition as plain data, of which `condition_of` makes it again."""
    tag = {"is": condition.__struct_config__.tag}
    return tag | {name: getattr(condition, name) for name in condition.__struct_fields__}
