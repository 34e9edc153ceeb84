"""Naval movement whole, as a procedure to be stepped and as a question (VQ 16.1.1 to 16.2.K)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Annotated, Any

from msgspec import Meta, Struct, field, to_builtins
from msgspec.structs import fields

from ..core.dice import NoDice, RollWanted
from ..core.errors import BadInput, UnknownName
from ..core.messages import Message
from ..core.procedure import Procedure, run
from ..core.questions import UNTOLD
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .names import check_once
from .naval_course import carry_out
from .naval_events import Event, Storms
from .naval_forces import AtlanticFigures, check_figures, check_kinds, check_size, described_ships
from .naval_objections import objections
from .naval_position import Benefits, Board, Expedition, Pair, Position
from .naval_prospects import expected
from .navigation import Settlement, Table, check_table
from .powers import check_power
from .seas import Location, Name, Passage, Stack, check_map, tidy
from .tables import question

PROCEDURE: Procedure[Position, Event] = Procedure(expected, objections, carry_out, topic="vq")
"""Naval movement: step it by hand with `Stepped(PROCEDURE, case.start())`."""


class NavalMovement(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a case gives: the map, the powers, what stands where, and what has happened so far."""

    map: Annotated[tuple[Location, ...], Meta(min_length=1, description="ports, sea zones and ocean zones")]
    active: Annotated[Name, Meta(description="the power that moves")]
    forces: Annotated[tuple[Stack, ...], Meta(description="naval units and leaders on the map")] = ()
    expeditions: Annotated[tuple[Expedition, ...], Meta(description="sea captains on the world map")] = ()
    at_war: Annotated[tuple[Pair, ...], Meta(description="pairs of powers at war")] = ()
    allied: Annotated[tuple[Pair, ...], Meta(description="pairs of allied powers")] = ()
    impulse_order: Annotated[
        tuple[Name, ...], Meta(description="powers in the order in which they act; needed with two enemies")
    ] = ()
    benefits: Annotated[Benefits, Meta(description="scientific benefits: who has which")] = field(
        default_factory=Benefits
    )
    passages: Annotated[
        tuple[Passage, ...], Meta(description="dangerous voyages and trade wind arrows of the world map")
    ] = ()
    navigation_table: Annotated[Table, Meta(description="rows of {from, to, result}")] = ()
    settlements: Annotated[tuple[Settlement, ...], Meta(description="settlements of the world map")] = ()
    atlantic: Annotated[
        tuple[AtlanticFigures, ...], Meta(description="figures of kinds that differ in Atlantic waters")
    ] = ()
    events: Annotated[tuple[Event, ...], Meta(description="what happened, in order")] = ()

    def __post_init__(self) -> None:
        check_map(self.map)
        check_figures(self.atlantic)
        self._check_places()
        self._check_powers()
        self._check_names()
        self._check_events()
        if self.navigation_table or (self.passages and self.expeditions):
            projecting = self.benefits.map_projection
            added = [each.navigation + (each.power in projecting) for each in self.expeditions]
            check_table(self.navigation_table, added, "navigation_table")

    def _check_places(self) -> None:
        kinds = {place.name: place.kind for place in self.map}
        named = [
            *((f"forces[{n}].location", stack.location) for n, stack in enumerate(self.forces)),
            *((f"expeditions[{n}].location", each.location) for n, each in enumerate(self.expeditions)),
            *((f"passages[{n}].from", way.origin) for n, way in enumerate(self.passages)),
            *((f"passages[{n}].to", way.to) for n, way in enumerate(self.passages)),
            *((f"settlements[{n}].zone", area.zone) for n, area in enumerate(self.settlements)),
        ]
        for where, name in named:
            if name not in kinds:
                raise UnknownName(where, name, Message("vq.kind-location"), kinds)
        for number, stack in enumerate(self.forces):
            if stack.aligned == "vertical" and kinds[stack.location] != "sea":
                raise BadInput(f"forces[{number}].aligned", "vertical", Message("vq.expected-normal"))
            if not stack.units and not stack.leaders:
                found, expected_there = Message("vq.no-ships"), Message("vq.expected-ships-or-leaders")
                raise BadInput(f"forces[{number}]", found, expected_there)

    def _check_powers(self) -> None:
        check_power("active", self.active)
        for where, powers in (
            ("impulse_order", self.impulse_order),
            ("benefits.telescope", self.benefits.telescope),
            ("benefits.map_projection", self.benefits.map_projection),
            *((f"at_war[{number}]", pair) for number, pair in enumerate(self.at_war)),
            *((f"allied[{number}]", pair) for number, pair in enumerate(self.allied)),
        ):
            for place, power in enumerate(powers):
                check_power(f"{where}[{place}]", power)
        for number, place_there in enumerate(self.map):
            if place_there.controller is not None:
                check_power(f"map[{number}].controller", place_there.controller)
        for number, each in enumerate(self.expeditions):
            check_power(f"expeditions[{number}].power", each.power)
        for number, stack in enumerate(self.forces):
            check_power(f"forces[{number}].power", stack.power)
            check_kinds(f"forces[{number}].units", stack.power, stack.units)
        for kind, pairs in (("at_war", self.at_war), ("allied", self.allied)):
            for number, (one, other) in enumerate(pairs):
                if one == other:
                    raise BadInput(f"{kind}[{number}]", one, Message("vq.expected-two-powers"))
        for number, pair in enumerate(self.allied):
            if pair in self.at_war or pair[::-1] in self.at_war:
                raise BadInput(f"allied[{number}]", list(pair), Message("vq.expected-not-at-war"))
        check_once("impulse_order[{}]", self.impulse_order)
        board = self._board(tuple(dict.fromkeys(stack.power for stack in self.forces)))
        missing = [power for power in board.enemies if power not in self.impulse_order]
        if missing and (self.impulse_order or len(missing) > 1):
            expected_there = Message("vq.expected-in-order", powers=Message.all_of(missing))
            raise BadInput("impulse_order", list(self.impulse_order), expected_there)
        for power in dict.fromkeys(stack.power for stack in self.forces):
            units = [s for stack in self.forces if stack.power == power for s in stack.units]
            check_size("forces", power, units)

    def _check_names(self) -> None:
        leaders = [
            (f"forces[{n}].leaders[{k}].name", leader.name)
            for n, stack in enumerate(self.forces)
            for k, leader in enumerate(stack.leaders)
        ]
        captains = [(f"expeditions[{n}].captain", each.captain) for n, each in enumerate(self.expeditions)]
        areas = [(f"settlements[{n}].name", area.name) for n, area in enumerate(self.settlements)]
        for named in (leaders + captains, areas):
            for index, (where, name) in enumerate(named):
                if name in [other for _, other in named[:index]]:
                    raise BadInput(where, name, Message("expected.once"))
        for number, each in enumerate(self.expeditions):
            check_once(f"expeditions[{number}].treasures[{{}}]", each.treasures)

    def _check_events(self) -> None:
        """A name that nothing bears is a typo, not a breach of the rules."""
        forces, expeditions = self.forces, self.expeditions
        pairs = (name for pair in (*self.at_war, *self.allied) for name in pair)
        places = ([place.name for place in self.map], Message("vq.kind-location"))
        named = [self.active, *self.impulse_order, *pairs, *(stack.power for stack in forces)]
        powers = ([*named, *(each.power for each in expeditions)], Message("vq.kind-power"))
        known = {
            **dict.fromkeys(("from", "to", "zone", "location"), places),
            **dict.fromkeys(("power", "enemy"), powers),
            "captain": ([each.captain for each in expeditions], Message("vq.kind-captain")),
            "treasure": (
                [name for each in expeditions for name in each.treasures],
                Message("vq.kind-treasure"),
            ),
            "settlement": ([area.name for area in self.settlements], Message("vq.kind-settlement")),
            "leaders": ([him.name for stack in forces for him in stack.leaders], Message("vq.kind-leader")),
        }
        for number, event in enumerate(self.events):
            for where, field_name, name in _names_in(event, f"events[{number}]"):
                if field_name == "power" and isinstance(event, Storms):
                    check_power(where, name)  # any other power of the game may play the card
                    continue
                names, kind = known.get(field_name, ([name], None))
                if kind is not None and name not in names:
                    raise UnknownName(where, name, kind, dict.fromkeys(names))

    def _board(self, order: tuple[str, ...]) -> Board:
        return Board(
            self.map,
            self.active,
            self.at_war,
            self.allied,
            order,
            self.benefits,
            self.passages,
            self.navigation_table,
            self.atlantic,
        )

    def start(self) -> Position:
        """The position before the first event."""
        order = self.impulse_order or tuple(dict.fromkeys(stack.power for stack in self.forces))
        return Position(
            self._board(order),
            stacks=tidy(self.forces),
            expeditions=self.expeditions,
            settlements=self.settlements,
        )


def _names_in(value: Struct, where: str) -> Iterator[tuple[str, str, str]]:
    """Every name in an event: where it stands, the field that it stands in, and the name."""
    for each in fields(value):
        found, place = getattr(value, each.name), f"{where}.{each.encode_name}"
        if isinstance(found, str):
            yield place, each.encode_name, found
        for index, inner in enumerate(found if isinstance(found, tuple) else ()):
            if isinstance(inner, Struct):
                yield from _names_in(inner, f"{place}[{index}]")
            else:
                yield f"{place}[{index}]", each.encode_name, inner


def naval_movement(case: NavalMovement, context: RulingContext) -> Answer:
    """Where a naval movement stands after the events of a case, and what comes next."""
    if not context.recorded:
        return _for_the_odds(case, context)
    position = case.start()
    for number, event in enumerate(case.events):
        ran = run(PROCEDURE, position, [event], context)
        position = ran.state
        if ran.violations:
            says = Message("vq.move-refused", number=number + 1)
            return Answer("illegal", says, _answer(position, number))
        context.known = _finding(position, number + 1)
    return _finding(position, len(case.events))


def _for_the_odds(case: NavalMovement, context: RulingContext) -> Answer:
    """The first roll alone: of many rolls together nobody could read the odds."""
    position, done, consulted = _before_the_first_roll(case, tuple(sorted(context.chosen.items())))
    context.consulted.update(consulted)
    if not position.rolls and done < len(case.events):
        position = run(PROCEDURE, position, [case.events[done]], context).state
    return Answer("result", UNTOLD, {"first_roll": position.rolls[0].outcome if position.rolls else None})


@lru_cache(maxsize=16)
def _before_the_first_roll(
    case: NavalMovement, chosen: tuple[tuple[str, str], ...]
) -> tuple[Position, int, dict[str, None]]:
    """The position in which the first roll is asked for, the events before it, the readings asked for."""
    position = case.start()
    context = RulingContext(NoDice(), dict(chosen), recorded=False)
    for done, event in enumerate(case.events):
        try:
            ran = run(PROCEDURE, position, [event], context)
        except RollWanted:
            return position, done, context.consulted
        position = ran.state
        if ran.violations:
            return position, done, context.consulted
    return position, len(case.events), context.consulted


def _finding(position: Position, done: int) -> Answer:
    return Answer("result", expected(position).says, _answer(position, done))


def _answer(position: Position, done: int) -> dict[str, Any]:
    outlook = expected(position)
    return {
        "done": done,
        "step": outlook.clause_id.removeprefix("VQ "),
        "stage": position.stage,
        "over": outlook.over,
        "next": outlook.says,
        "events": [to_builtins(event) for event in islice(outlook.events, 12)],
        "forces": [_describe(stack) for stack in position.stacks],
        "expeditions": [to_builtins(each) for each in position.expeditions],
        "rolls": [to_builtins(roll) for roll in position.rolls],
        "lost": [{"power": loss.power, "units": described_ships(loss.units)} for loss in position.lost],
        "turn_track": list(position.turn_track),
        "removed": list(position.removed),
        "discarded": list(position.discarded),
        "colonies": {
            "lost": list(position.colonies_lost),
            "settlements": [area.name for area in position.settlements if not area.empty],
        },
        "first_roll": position.rolls[0].outcome if position.rolls else None,
    }


def _describe(stack: Stack) -> dict[str, Any]:
    return {
        "power": stack.power,
        "location": stack.location,
        "aligned": stack.aligned,
        "units": described_ships(stack.units),
        "leaders": [leader.name for leader in stack.leaders],
    }


QUESTIONS = (question("naval-movement", NavalMovement, naval_movement, "first_roll"),)
