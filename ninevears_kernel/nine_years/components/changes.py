"""Plain edits of a position, as a case lists them.

For instance ``{"set": "control", "space": "Tournai", "side": "Alliance"}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct

from ...core.clauses import carries_out
from ...core.errors import BadInput, NinevearsError, UnknownName, looked_up
from ...core.messages import Message, say
from ...input_files import convert
from .map import game_map
from .piece_numbers import corps_in_words, corps_number
from .position import MOST_ACTIONS, Corps, Count, Fleet, Leader, Line, Pool, Position, Siege
from .powers import power_named, powers, side_of
from .rule_tables import RuleTables, standard_rule_tables
from .scenario import LeaderRow
from .sides import Side, enemy

Card = Annotated[int, Meta(ge=1, le=MOST_ACTIONS)]


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """What every edit is: fields, and what they do to a position.

    Attributes:
        sets: the field of the position that gets the value of the edit's only field, unless it says more.
    """

    sets: ClassVar[str] = ""

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it."""
        (value,) = msgspec.structs.astuple(self)
        return position.replace(**{self.sets: value})


class SetControl(Change, frozen=True):
    """Gives a space to a side; null makes it neutral."""

    space: str
    side: Side | None

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it; a siege by the new controller ends."""
        space = game_map().space(self.space)
        sieges = tuple(s for s in position.sieges if (s.space, s.by) != (space.name, self.side))
        return position.replace(control=position.control.changed(space.index, self.side), sieges=sieges)


class SetBesieged(Change, frozen=True):
    """Puts a fortress under siege by a side, with its markers if it has any; null lifts the siege.

    Whoever holds it stands inside from then on, or in the open again (NY 17.3).
    """

    space: str
    by: Side | None
    strength_lost: Annotated[int, Meta(ge=0, le=3)] = 0
    continuing: bool = False

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it.

        Raises:
            BadInput: the space has no fortress, is the besieger's own, or has not so much strength to lose.
            UnknownName: there is no such space.
        """
        space = game_map().space(self.space)
        if not space.fortress:
            raise BadInput("space", self.space, Message("expected.fortified"))
        if self.by is not None and position.controller(space.name) == self.by:
            raise BadInput("by", self.by, Message("expected.not-own-fortress"))
        if self.strength_lost >= space.fortress:
            most = Message("expected.at-most", most=space.fortress - 1)
            raise BadInput("strength_lost", self.strength_lost, most)
        siege = Siege(space.name, self.by, self.continuing, self.strength_lost) if self.by else None
        kept = tuple(siege for siege in position.sieges if siege.space != space.name)
        return _shut_in(position.replace(sieges=(*kept, siege) if siege else kept), space.name)


class SetSea(Change, frozen=True):
    """Gives a sea zone to a side; null for nobody."""

    zone: Literal["Atlantic", "Mediterranean"]
    side: Side | None

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it."""
        return position.replace(seas=msgspec.structs.replace(position.seas, **{self.zone: self.side}))


class SetYear(Change, frozen=True):
    """Sets the year, and nothing that happened in between."""

    sets = "year"
    year: Annotated[int, Meta(ge=1688, le=1699)]


class SetRevolution(Change, frozen=True):
    """Says whether the Glorious Revolution has taken place; moves no piece and no control."""

    sets = "revolution"
    done: bool


class SetRound(Change, frozen=True):
    """Begins an action round anew: nobody has acted in it, and nothing has been done once."""

    @carries_out("NY 13.4.3")
    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it."""
        rested = msgspec.structs.replace
        return position.replace(
            corps=tuple(sorted(rested(corps, used=False) for corps in position.corps)),
            leaders=tuple(rested(one, used=False, intercepted=False) for one in position.leaders),
            once_a_round=(),
        )


class SetKww(Change, frozen=True):
    """Puts the King William's War marker on a cell."""

    sets = "kww_cell"
    cell: Annotated[int, Meta(ge=-2, le=2)]


class SetVictoryPoints(Change, frozen=True):
    """Sets the victory point marker."""

    sets = "victory_points"
    points: Annotated[int, Meta(ge=0, le=40)]


class SetResourceBase(Change, frozen=True):
    """Sets a side's resource points before rich spaces and Ireland, as event cards do."""

    side: Side
    points: Count

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it."""
        return position.replace(
            resource_base=msgspec.structs.replace(position.resource_base, **{self.side: self.points})
        )


class SetFleet(Change, frozen=True):
    """Puts a fleet in the pool, its port (with a strength), the control box, or out of the game."""

    fleet: Literal["Brest", "Toulon", "Atlantic", "Mediterranean"]
    place: Literal["pool", "port", "box", "gone"]
    strength: Annotated[int, Meta(ge=0, le=2)] = 0

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it.

        Raises:
            BadInput: the strength does not go with the place.
        """
        if (self.place == "port") != (self.strength > 0):
            raise BadInput("strength", self.strength, Message("expected.fleet-strength"))
        others = tuple(fleet for fleet in position.fleets if fleet.name != self.fleet)
        return position.replace(fleets=(*others, Fleet(self.fleet, self.place, self.strength)))


class SetLine(Change, frozen=True):
    """Sets the level of the fortified line in a space; 0 removes it."""

    space: str
    level: Annotated[int, Meta(ge=0, le=3)]

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it."""
        name = game_map().space(self.space).name
        others = tuple(line for line in position.lines if line.space != name)
        return position.replace(lines=(*others, Line(name, self.level)) if self.level else others)


class SetPool(Change, frozen=True):
    """Sets how many corps of a power lie in the force pool."""

    power: str
    corps: Count

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it."""
        name = power_named(self.power).name
        others = tuple(pool for pool in position.pools if pool.power != name)
        return position.replace(pools=(*others, Pool(name, self.corps)))


class SetHand(Change, frozen=True):
    """Gives a side the cards that it holds; null leaves those of that kind as they are."""

    side: Side
    actions: Annotated[
        Annotated[tuple[Card, ...], Meta(max_length=32)] | None,
        Meta(description="its action cards, each by its number of actions"),
    ] = None
    events: Annotated[
        Annotated[tuple[str, ...], Meta(max_length=32)] | None,
        Meta(description="the event cards that it holds"),
    ] = None

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it: what the side had goes back under the deck, what it gets leaves its place.

        Raises:
            BadInput: there are not so many such action cards.
            UnknownName: there is no such event.
        """
        for name in self.events or ():
            if name not in rule_tables.events:
                raise UnknownName("events", name, Message("kind.event"), rule_tables.events)
        field, other = f"{self.side.lower()}_hand", f"{enemy(self.side).lower()}_hand"
        hand, theirs = getattr(position, field), getattr(position, other)
        changes: dict[str, Any] = {}
        if self.events is not None:
            left = [name for name in (*position.event_deck, *hand.events) if name not in self.events]
            kept = tuple(name for name in theirs.events if name not in self.events)
            changes["event_deck"] = tuple(left) if position.event_deck else ()
            changes[other] = msgspec.structs.replace(theirs, events=kept)
            hand = msgspec.structs.replace(hand, events=self.events)
        if self.actions is not None:
            if position.action_deck or position.action_discards:  # NY 5.1: else no deck has been made yet
                deck, discards = [*position.action_deck, *hand.actions], list(position.action_discards)
                for card in self.actions:
                    pile = deck if card in deck else discards
                    if card not in pile:
                        raise BadInput("actions", list(self.actions), Message("expected.cards-there"))
                    pile.remove(card)
                changes |= {"action_deck": tuple(deck), "action_discards": tuple(discards)}
            hand = msgspec.structs.replace(hand, actions=self.actions)
        return position.replace(**changes, **{field: hand})


@carries_out("NY 17.1", "NY 17.3")
def _shut_in(position: Position, space: str) -> Position:
    """Whoever holds a fortress stands inside it under siege, and in the open otherwise."""
    owner, inside = position.controller(space), any(siege.space == space for siege in position.sieges)

    def placed(piece: Any) -> Any:
        if piece.space == space and side_of(position, piece.power) == owner:
            return msgspec.structs.replace(piece, inside=inside)
        return piece

    return position.replace(
        corps=tuple(sorted(map(placed, position.corps))), leaders=tuple(map(placed, position.leaders))
    )


@carries_out("NY 17.1")
class AddCorps(Change, frozen=True):
    """Adds corps to a space."""

    power: str
    space: str
    count: Annotated[int, Meta(ge=1, le=40)] = 1
    reduced: bool = False
    demoralised: bool = False
    inside: bool = False
    used: bool = False

    def _corps(self) -> Corps:
        name, power = game_map().space(self.space).name, power_named(self.power).name
        return Corps(power, name, self.reduced, self.demoralised, self.inside, self.used)

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it; corps in an enemy fortress besiege it (NY 17.1)."""
        corps = self._corps()
        after = position.replace(corps=tuple(sorted((*position.corps, *[corps] * self.count))))
        owner, side = position.controller(corps.space), side_of(position, corps.power)
        if game_map().by_name[corps.space].fortress and owner and side and owner != side:
            return SetBesieged(corps.space, side).made(after, rule_tables)
        return after


class RemoveCorps(AddCorps, frozen=True):
    """Removes corps of this kind from a space."""

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it.

        Raises:
            BadInput: so many of them do not stand there.
        """
        corps, kind = list(position.corps), self._corps()
        shut_in = msgspec.structs.replace(kind, inside=True)
        if corps.count(kind) < self.count <= corps.count(shut_in):
            kind = shut_in  # a siege has shut them in
        if (there := corps.count(kind)) < self.count:
            named = corps_in_words(corps_number(kind.power, kind.reduced, kind.demoralised))
            expected = Message("expected.corps-there", count=there, corps=named, space=kind.space)
            raise BadInput("count", self.count, expected)
        for _ in range(self.count):
            corps.remove(kind)
        return position.replace(corps=tuple(corps))


class AddLeader(Change, frozen=True):
    """Puts a leader in a space; if he is on the map already, he moves there."""

    name: str
    space: str
    named: bool = True
    demoralised: bool = False
    inside: bool = False
    used: bool = False
    intercepted: bool = False

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it."""
        power, space = _leader_row(self.name, rule_tables).power, game_map().space(self.space).name
        state = self.named, self.demoralised, self.inside, self.used, self.intercepted
        return _with_leader(position, Leader(self.name, power, space, *state))


def _with_leader(position: Position, leader: Leader) -> Position:
    others = [one for one in position.leaders if one.name != leader.name]
    return position.replace(leaders=tuple(sorted([*others, leader], key=lambda one: one.name)))


class RemoveLeader(Change, frozen=True):
    """Takes a leader off the map; one who `waits` stays in the game (NY 3.1)."""

    name: str
    space: str | None = None
    waits: bool = False

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it.

        Raises:
            BadInput: he is not on the map, or not in this space.
            UnknownName: there is no such leader or space.
        """
        power = _leader_row(self.name, rule_tables).power
        if self.waits and self.space is None:
            return _with_leader(position, Leader(self.name, power, None))
        there = next((leader for leader in position.leaders if leader.name == self.name), None)
        if there is None:
            raise BadInput("name", self.name, Message("expected.leader-on-map"))
        if self.space is not None and game_map().space(self.space).name != there.space:
            raise BadInput("space", self.space, Message("expected.exactly", value=there.space))
        left = position.replace(leaders=tuple(leader for leader in position.leaders if leader is not there))
        return _with_leader(left, Leader(self.name, power, None)) if self.waits else left


class SetField(Change, frozen=True):
    """Sets one of the fields of a position that no other edit sets (`FIELDS`), as a save has it."""

    name: str
    value: Any

    def made(self, position: Position, rule_tables: RuleTables) -> Position:
        """The position after it.

        Raises:
            BadInput: there is no such field, or its value is not one of its kind.
        """
        if self.name not in FIELDS:
            raise BadInput("name", self.name, Message.one_of(FIELDS))
        kind = next(one.type for one in msgspec.structs.fields(Position) if one.name == self.name)
        read: Any = convert({"value": self.value}, msgspec.defstruct("Value", [("value", kind)]))
        value = read.value
        for place, one in enumerate(value) if self.name in _KNOWN else ():
            if getattr(one, "power", one) not in _KNOWN[self.name](rule_tables):
                raise BadInput(f"value[{place}]", str(one), Message("expected.map-spelling"))
        return position.replace(**{self.name: value})


FIELDS = (
    *("phase", "active", "actions_left", "once_a_round", "done_this_turn"),
    *("waiting", "resource_left", "resource_change", "card_change", "rich_markers", "lasting_events"),
    *("kww_support", "kww_strengthened", "savoy_left", "famous_victories"),
)
"""Fields that `SetField` sets: what both players see, and what stands in no relation to hidden cards."""


_KNOWN: Mapping[str, Callable[[RuleTables], Container[str]]] = {
    "waiting": lambda _: powers(),
    "rich_markers": lambda _: game_map().by_name,
    "lasting_events": lambda rule_tables: rule_tables.events,
}
"""Fields whose items name something, and the names that there are."""


def _leader_row(name: str, rule_tables: RuleTables) -> LeaderRow:
    return rule_tables.leaders[looked_up("name", name, Message("kind.leader"), rule_tables.leader_number)]


CHANGES: dict[tuple[str, str], type[Any]] = {
    ("set", "control"): SetControl,
    ("set", "besieged"): SetBesieged,
    ("set", "sea"): SetSea,
    ("set", "year"): SetYear,
    ("set", "revolution"): SetRevolution,
    ("set", "round"): SetRound,
    ("set", "kww"): SetKww,
    ("set", "victory-points"): SetVictoryPoints,
    ("set", "resource-base"): SetResourceBase,
    ("set", "fleet"): SetFleet,
    ("set", "line"): SetLine,
    ("set", "pool"): SetPool,
    ("set", "field"): SetField,
    ("set", "hand"): SetHand,
    ("add", "corps"): AddCorps,
    ("remove", "corps"): RemoveCorps,
    ("add", "leader"): AddLeader,
    ("remove", "leader"): RemoveLeader,
}
"""Every edit by its verb and its object."""


def changed(
    position: Position, changes: Sequence[Any], field: str = "changes", rule_tables: RuleTables | None = None
) -> Position:
    """A position after a list of plain edits, made in order.

    Args:
        position: where to begin; it stays as it is.
        changes: the edits, as in a case.
        field: where they stand, for errors.
        rule_tables: the tables in force, which name the leaders; by default the standard ones.

    Raises:
        BadInput: names the edit and its field; nothing is changed.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> changed(scenario_1688(), [{"set": "control", "space": "Tournai", "side": None}]).controller("Tournai")
    """
    rule_tables = rule_tables or standard_rule_tables()
    for place, edit in enumerate(changes):
        here = f"{field}[{place}]"
        try:
            position = _change(edit).made(position, rule_tables)
        except BadInput as error:
            raise error.within(here) from None
    return position


def _change(edit: Any) -> Any:
    if not isinstance(edit, Mapping):
        raise BadInput("", edit, Message("expected.object"))
    verbs = [verb for verb in ("set", "add", "remove") if verb in edit]
    if len(verbs) != 1:
        raise BadInput("", dict(edit), Message("expected.one-verb"))
    verb, what = verbs[0], edit[verbs[0]]
    kind = CHANGES.get((verb, str(what)))
    if kind is None:
        raise BadInput(
            verb, what, Message.one_of([name for known_verb, name in CHANGES if known_verb == verb])
        )
    return convert({name: value for name, value in edit.items() if name != verb}, kind)


_PLACE = re.compile(r"changes\[([0-9]+)\]")
_PLAIN = {"expected.corps-there": "edit.corps-there", "expected.leader-on-map": "edit.leader-not-there"}
"""What an edit was expected to be, and the sentence that tells it to somebody who sees the map."""


def described_plainly(error: NinevearsError) -> str:
    """Why edits cannot be made, without the fields of a file: to somebody who sees the pieces.

    >>> from .scenario import scenario_1688
    >>> try:
    ...     changed(scenario_1688(), [{"remove": "corps", "power": "France", "space": "Mons", "count": 2}])
    ... except BadInput as error:
    ...     print(described_plainly(error))
    Edit 1: there is no French corps in Mons.
    """
    if not isinstance(error, BadInput) or error.expected.id not in _PLAIN:
        return str(error)
    id, values = _PLAIN[error.expected.id], {**error.expected.values, "found": error.found}
    says = Message("edit.no-corps-there" if values.get("count") == 0 else id, **values)
    place = _PLACE.search(error.field)
    return say("edit.numbered", number=int(place[1]) + 1, says=says) if place else str(says)
