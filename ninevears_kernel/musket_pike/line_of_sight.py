"""Line of sight and reaction line of *Musket & Pike* through reciprocal hexsides: clause REC.2."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta

from ..core.clauses import carries_out
from ..core.errors import BadInput
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer, Violation, objection
from .hexes import Crossing, HexName, Stretch, check_hex, is_on_the_map, straight_line, ways
from .reciprocal_hexsides import (
    STEEP_SLOPE,
    HexField,
    Hexside,
    Unit,
    came_first,
    hexside_kinds,
    is_reciprocal,
)
from .tables import question


class LineOfSight(HexField, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a case gives: the field, the unit that traces, and the hex that it traces to."""

    unit: Annotated[str, Meta(description="name of the unit that traces the line")]
    to_hex: Annotated[HexName, Meta(description="the hex that it traces to")]
    line: Annotated[Literal["sight", "reaction"], Meta(description="line of sight, or reaction line")] = (
        "sight"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_hex(self.to_hex, "to_hex")
        if self.unit_named(self.unit, "unit").hex == self.to_hex:
            raise BadInput("to_hex", self.to_hex, Message("mp.expected-other-hex"))

    @property
    def tracer(self) -> Unit:
        """The unit that traces the line."""
        return self.unit_named(self.unit, "unit")

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The hexes that the line runs through; along the edge of the map there is one on one hand alone."""
        line = straight_line(self.hex(self.tracer.hex), self.hex(self.to_hex))
        return tuple(
            stretch._replace(hexes=tuple(hex for hex in stretch.hexes if is_on_the_map(hex, self.lower)))
            for stretch in line
        )


@carries_out("MP REC.2")
def looks_down(given: LineOfSight, context: RulingContext) -> bool:
    """Whether the unit traces from the upper side of a steep slope, so that hedge and berm do not block."""
    if not (slopes := [h for h in given.hexsides if h.kind == STEEP_SLOPE and h.upper == given.tracer.hex]):
        return False
    if given.line == "reaction" and context.reading("slope-and-reaction") == "sight":
        return False
    first = {given.name(way[0].far) for way in ways(given.stretches)[0]}
    on_the_line = any(first & set(slope.between) for slope in slopes)
    return on_the_line or context.reading("upper-side") == "any-slope"


@carries_out("MP REC.1", "MP REC.2", "MP REC.5")
def judged(
    given: LineOfSight, hexside: Hexside, near: str, far: str, end: str, context: RulingContext
) -> tuple[str, Message] | Violation:
    """Why a blocking hexside lets the line through, as clause and message; or what forbids it.

    Args:
        given: the case.
        hexside: what the line crosses.
        near: the hex that the line comes from.
        far: the hex behind the hexside.
        end: the hex that the line shall reach.
        context: readings.
    """
    unit = given.tracer
    place = {"what": hexside.label, "near": near, "far": far, "unit": unit.name}
    known = hexside_kinds().get(hexside.kind)
    if known is not None and known.seen_over_from_slope and looks_down(given, context):
        return "MP REC.2", Message("mp.seen-from-slope", **place)  # REC.2: the exception
    if not is_reciprocal(hexside):
        return objection("MP REC.5", "mp.blocked-plain", None, **place)
    if near != unit.hex:  # REC.2: not adjacent, so into the hex directly behind it and no further
        if far == end:
            return "MP REC.2", Message("mp.directly-behind", **place)
        return objection("MP REC.2", "mp.blocked-beyond", None, **place)
    enemies = [enemy for enemy in given.units if enemy.hex == far and enemy.side != unit.side]
    if came_first(unit, enemies, context):  # REC.2: it has the protection
        return "MP REC.2", Message("mp.sees-as-first" if enemies else "mp.sees-alone", **place)
    if far == end:  # REC.1: both see through it
        return "MP REC.1", Message("mp.sees-across", **place)
    return objection("MP REC.2", "mp.blocked-as-second", None, **place, enemy=enemies[0].name)


class Passage(NamedTuple):
    """A step of the line: the ways that there are, and what is said of the blocking hexsides on each.

    Attributes:
        to_hex: the hex that it leads to.
        through: where the line runs along a hexside, the hexes on both hands of it.
        ways: for each way the hexsides that it meets, with what `judged` says.
        is_blocked: the line does not come through.
    """

    to_hex: str
    through: tuple[str, ...]
    ways: tuple[tuple[tuple[Hexside, tuple[str, Message] | Violation], ...], ...]
    is_blocked: bool


@carries_out("MP REC.2")
def passages(given: LineOfSight, end: str, context: RulingContext) -> list[Passage]:
    """The steps of the line, as far as the hex `end` on it."""
    found: list[Passage] = []
    for taken in ways(given.stretches):
        met = tuple(tuple(_met(given, crossing, end, context) for crossing in way) for way in taken)
        flat = tuple(tuple(one for at_crossing in way for one in at_crossing) for way in met)
        stopped = [any(isinstance(said, Violation) for _, said in way) for way in flat]
        if len(set(stopped)) > 1:  # a line exactly along a hexside, with something on one hand of it
            blocked = context.reading("line-along-hexside") == "either-side"
        else:
            blocked = stopped[0]
        through = tuple(given.name(way[0].far) for way in taken) if len(taken) > 1 else ()
        found.append(Passage(given.name(taken[0][-1].far), through, flat, blocked))
        if found[-1].to_hex == end:
            break
    return found


def _met(
    given: LineOfSight, crossing: Crossing, end: str, context: RulingContext
) -> list[tuple[Hexside, tuple[str, Message] | Violation]]:
    near, far = given.name(crossing.near), given.name(crossing.far)
    return [
        (hexside, judged(given, hexside, near, far, end, context))
        for hexside in given.lying_between(near, far)
        if hexside.blocks
    ]


@carries_out("MP REC.2")
def line_of_sight(given: LineOfSight, context: RulingContext) -> Answer:
    """The line from the unit's hex to the hex asked for, hexside by hexside."""
    unit, name = given.tracer, Message(f"mp.line-of-{given.line}")
    path = [[given.name(hex) for hex in stretch.hexes] for stretch in given.stretches]
    context.step("MP REC.2", "mp.line-runs", line=name, unit=unit.name, path=[_in_words(*at) for at in path])
    steps = passages(given, given.to_hex, context)
    for step in steps:
        _record(step, context)
    blocked = next((step for step in steps if step.is_blocked), None)
    answer: dict[str, Any] = {
        "visible": blocked is None,
        "path": path,
        "blocked_at": None,
        "sees_as_far_as": given.to_hex,
    }
    facts = {"unit": unit.name, "line": name, "hex": given.to_hex}
    if blocked is None:
        return Answer("yes", Message("mp.line-free", **facts), answer)
    met = (at for way in blocked.ways for at in way)
    first, said = next((hexside, said) for hexside, said in met if isinstance(said, Violation))
    answer["blocked_at"] = {"between": (said.facts["near"], said.facts["far"]), "kind": first.kind}
    answer["sees_as_far_as"] = _reach(given, steps, context)
    says = Message(
        "mp.line-blocked", **facts, what=first.label, near=said.facts["near"], far=said.facts["far"],
        reach=answer["sees_as_far_as"],
    )  # fmt: skip
    return Answer("no", says, answer)


def _in_words(*names: str) -> Message:
    if len(names) == 1:
        return Message("list.one", item=names[0])
    return Message("mp.between-hexes", one=names[0], other=names[1])


def _record(step: Passage, context: RulingContext) -> None:
    met = [said for way in step.ways for _, said in way]
    if step.through and met:
        message = "mp.along-blocked" if step.is_blocked else "mp.along-free"
        context.step("MP REC.2", message, one=step.through[0], other=step.through[1])
    for said in met:
        if not isinstance(said, Violation):
            clause_id, message_said = said
            context.step(clause_id, message_said.id, **message_said.values)
        elif step.is_blocked:
            context.violations.append(said)


def _reach(given: LineOfSight, steps: list[Passage], context: RulingContext) -> str:
    """The last hex on the line that the unit sees; REC.2 lets it look directly behind a hexside."""
    blocked = next(number for number, step in enumerate(steps) if step.is_blocked)
    for to_hex in (step.to_hex for step in reversed(steps[: blocked + 1])):  # behind it nothing is seen
        if not any(step.is_blocked for step in passages(given, to_hex, context)):
            return to_hex
    return given.tracer.hex


QUESTIONS = (question("line-of-sight", LineOfSight, line_of_sight),)
