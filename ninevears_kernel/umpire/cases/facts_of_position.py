"""Facts that speak of a position: each as the plain edits that make it so, whatever was there before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import structs

from ...core.errors import MISSING, BadInput, UnknownName, looked_up
from ...core.messages import Message
from ...nine_years.components.map import ZONES, game_map
from ...nine_years.components.position import Position
from ...nine_years.components.powers import power_named, powers, side_of
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...nine_years.components.sides import SIDES, Side, enemy
from .case import SITUATION, Case, position_of

Fact = Mapping[str, Any]
Change = dict[str, Any]
WHERE = ("space", "at", "of", "what")
NOBODY = (None, "none", "nobody", "neutral", "nothing")
STATES = ("full", "reduced")
TARGETS = ("space", "zone", "fleet", "power", "side")
"""What two edits of a kind must share so that the later one takes the place of the earlier."""


def changes_of(
    case: Case, facts: Sequence[Fact], rules: RuleTables | None = None, instead: Iterable[Any] = ()
) -> Case:
    """A case whose position is as some facts of one kind and place say.

    Args:
        case: a case about a position.
        facts: one fact, or the corps of one power in one space.
        rules: the tables in force.
        instead: names of other versions, which are not moved any more.

    Raises:
        BadInput: a fact does not say of what it is, or cannot be so.
    """
    kind = facts[0]["kind"]
    if kind in ("corps", "garrison"):
        return _corps(case, facts, rules)
    leaders = {str(one) for one in (*instead, *(fact.get("value") for fact in facts)) if kind == "leader"}
    kept = [one for one in case.given.get("changes", ()) if not _of_leader(one, leaders)]
    case = _changed(case, kept)
    position = bare_position(case, rules)
    for fact in facts:
        for change in _SETS[kind](fact, position, rules or standard_rule_tables()):
            case = _put(case, change)
    return case


def bare_position(case: Case, rules: RuleTables | None = None) -> Position:
    """The position of a case of which, besides its changes, nothing need be right yet.

    Args:
        case: the case.
        rules: the tables in force.

    Raises:
        BadInput: the position, or a change of it, is wrong.

    >>> bare_position(Case("ninevears-case/1", "NY", "loc", {})).year
    1688
    """
    question = {"system": "NY", "question": "victory"}  # asks for a position and nothing else
    bare = {name: case.given[name] for name in SITUATION if name in case.given}
    found = position_of(structs.replace(case, **question, given=bare), rules)
    assert found is not None
    return found


def _changed(case: Case, changes: Sequence[Any]) -> Case:
    given = {name: value for name, value in case.given.items() if name != "changes"}
    return structs.replace(case, given={**given, "changes": list(changes)} if changes else given)


def _put(case: Case, change: Change) -> Case:
    """A case with one more edit; an earlier one that sets the same is left out."""
    before = case.given.get("changes", ())
    kept = [one for one in before if "set" not in change or not _same(one, change)]
    return _changed(case, [*kept, change])


def _same(one: Any, other: Change) -> bool:
    if not isinstance(one, Mapping) or one.get("set") != other["set"]:
        return False
    targets = ("space",) if other["set"] in ("control", "besieged", "line") else TARGETS[1:]
    if other["set"] == "sea":
        targets = ("zone",)
    return all(one.get(name) == other.get(name) for name in targets)


def space_of(fact: Fact, *names: str) -> str:
    """The space of which a fact speaks.

    Raises:
        BadInput: it names none.
    """
    for name in (*names, *WHERE):
        text = fact.get(name)
        if not isinstance(text, str):
            continue
        try:
            return game_map().space(text).name
        except UnknownName:
            found = [one.name for one in game_map().spaces if one.name in text]
            if found:
                return max(found, key=len)
            if name != "what" and name != "of":
                raise
    raise BadInput(str(fact.get("kind")), fact.get("value"), Message("fact.where"))


def leader_rating(name: str, rules: RuleTables | None = None) -> int:
    """The command rating of a leader on his named side.

    Raises:
        UnknownName: there is no such leader.

    >>> leader_rating("Luxembourg")
    6
    """
    rule_tables = rules or standard_rule_tables()
    number = looked_up("leader", name, Message("kind.leader"), rule_tables.leader_number)
    return rule_tables.leaders[number].rating[0]


def side_of_leader(name: Any, rules: RuleTables | None = None) -> Side | None:
    """The side of a leader; None when there is none of that name.

    >>> side_of_leader("Luxembourg"), side_of_leader("Nobody")
    ('Bourbon', None)
    """
    rule_tables = rules or standard_rule_tables()
    number = rule_tables.leader_number.get(name) if isinstance(name, str) else None
    return None if number is None else rule_tables.leaders[number].side


# ---- corps


def _corps(case: Case, facts: Sequence[Fact], rules: RuleTables | None) -> Case:
    """The corps of one power in one space are these and no others, full, reduced or demoralised."""
    rows = [_row(fact) for fact in facts]
    space = space_of({**facts[0], "space": rows[0].get("space", facts[0].get("space"))})
    position = bare_position(case, rules)
    siege = next((one for one in position.sieges if one.space == space), None)
    if not any(row["count"] for row in rows) and "power" not in rows[0]:
        for each in _powers_there(facts[0], rows[0], position, space):
            case = _corps(case, [{**facts[0], "value": {"power": each, "count": 0}}], rules)
        return case
    power = _power_of(facts[0], rows[0], position, space)
    if facts[0].get("value") in STATES:  # so are all who stand there
        there_now = sum(one.power == power for one in position.corps_in(space))
        rows[0]["count"] = max(rows[0]["count"], there_now)
    kept = [one for one in case.given.get("changes", ()) if not _of_corps(one, power, space)]
    case = _changed(case, kept)
    position = bare_position(case, rules)
    side = side_of(position, power)
    shut = siege is not None and side == position.controller(space) and siege.by != side
    wanted: Counter[tuple[bool, bool, bool]] = Counter()
    for row in rows:
        inside = bool(row.get("inside", shut))
        wanted[bool(row.get("reduced")), bool(row.get("demoralised")), inside] += int(row["count"])
    own = (one for one in position.corps_in(space) if one.power == power)
    there = Counter((one.reduced, one.demoralised, one.inside) for one in own)
    for verb, more in (("remove", there - wanted), ("add", wanted - there)):
        for state, count in more.items():
            names = zip(("reduced", "demoralised", "inside"), state, strict=True)
            said = {name: True for name, is_so in names if is_so}
            case = _put(case, {verb: "corps", "power": power, "space": space, "count": count, **said})
    return _with_siege(case, space, siege, rules)


def _with_siege(case: Case, space: str, siege: Any, rules: RuleTables | None) -> Case:
    """A case in which a siege has the markers that it had: corps that come to a siege begin none anew."""
    now = next((one for one in bare_position(case, rules).sieges if one.space == space), None)
    if siege is None or now == siege:
        return case
    return _put(
        case,
        {"set": "besieged", "space": space, "by": siege.by, "strength_lost": siege.strength_lost,
         "continuing": siege.continuing},
    )  # fmt: skip


def _row(fact: Fact) -> dict[str, Any]:
    """The corps of a fact as a table; a mere number is so many, and none is none."""
    value = fact.get("value")
    details = {name: fact[name] for name in ("power", "reduced", "demoralised", "inside") if name in fact}
    if isinstance(value, Mapping):
        row = {**details, **value}
    elif value in NOBODY:
        row = {**details, "count": 0}
    elif isinstance(value, int) and not isinstance(value, bool):
        row = {**details, "count": value}
    elif value in STATES:
        row = {**details, "count": 1, "reduced": value == "reduced"}
    else:
        raise BadInput(fact["kind"], value, Message("fact.corps"))
    row.setdefault("count", 1)
    if isinstance(row["count"], bool) or not isinstance(row["count"], int) or not 0 <= row["count"] <= 40:
        raise BadInput(f"{fact['kind']}.count", row["count"], Message("expected.between", least=0, most=40))
    return row


def _of_leader(change: Any, names: Collection[str]) -> bool:
    is_one = isinstance(change, Mapping) and "leader" in (change.get("add"), change.get("remove"))
    return is_one and change.get("name") in names


def _of_corps(change: Any, power: str, space: str) -> bool:
    if not isinstance(change, Mapping) or "corps" not in (change.get("add"), change.get("remove")):
        return False
    try:
        named = power_named(change.get("power")).name, game_map().space(change.get("space")).name  # type: ignore[arg-type]
    except UnknownName:
        return False
    return named == (power, space)


def _power_of(fact: Fact, row: Mapping[str, Any], position: Position, space: str) -> str:
    """Whose corps a fact tells of; unsaid, of a side or a garrison the only power that has any there.

    Raises:
        BadInput: several might be meant, or none.
    """
    if row.get("power") is not None:
        return power_named(row["power"]).name
    there = _powers_there(fact, row, position, space)
    if len(there) != 1:
        raise BadInput(f"{fact['kind']}.power", MISSING, Message("fact.whose-corps", space=space))
    return there[0]


def _powers_there(fact: Fact, row: Mapping[str, Any], position: Position, space: str) -> list[str]:
    """The powers whose corps stand in a space, of the side or the power that a fact names."""
    side = row.get("side", fact.get("side", fact.get("whose")))
    if fact["kind"] == "garrison" and side is None:
        side = position.controller(space)
    if side in powers():
        return [str(side)]
    there = [one.power for one in position.corps_in(space) if side in (None, side_of(position, one.power))]
    return list(dict.fromkeys(there))


# ---- what is set


def _side(fact: Fact, value: Any) -> Side | None:
    if value in NOBODY:
        return None
    if value not in SIDES:
        raise BadInput(str(fact["kind"]), value, Message.one_of(SIDES))
    return value  # type: ignore[no-any-return]


def _control(fact: Fact, position: Position, rules: RuleTables) -> list[Change]:
    value = fact.get("value")
    if value in SIDES or value in NOBODY:
        return [{"set": "control", "space": space_of(fact), "side": _side(fact, value)}]
    side = _side(fact, fact.get("side"))
    return [{"set": "control", "space": space_of(fact, "value"), "side": side}]


def _sea(fact: Fact, position: Position, rules: RuleTables) -> list[Change]:
    value, zone = fact.get("value"), fact.get("zone")
    if value in ZONES:
        value, zone = fact.get("side"), value
    if zone is None:
        zone = next((one for one in ZONES if one in str(fact.get("what", ""))), None)
    if zone is None:
        raise BadInput("zone", MISSING, Message.one_of(ZONES))
    return [{"set": "sea", "zone": zone, "side": _side(fact, value)}]


def _siege(fact: Fact, position: Position, rules: RuleTables) -> list[Change]:
    value, space = fact.get("value"), space_of(fact)
    now = next((one for one in position.sieges if one.space == space), None)
    owner = position.controller(space)
    if value in NOBODY or value is False:
        return [{"set": "besieged", "space": space, "by": None}]
    by = value if value in SIDES else fact.get("side") or (now.by if now else owner and enemy(owner))
    lost = fact.get("strength_lost", now.strength_lost if now else 0)
    continuing = now.continuing if now else False
    if isinstance(value, int) and not isinstance(value, bool):
        lost = value
    elif value in ("continuing", "no markers"):
        continuing, lost = value == "continuing", 0 if value == "no markers" else lost
    change: Change = {"set": "besieged", "space": space, "by": _side(fact, by)}
    return [change | ({"strength_lost": lost} if lost else {}) | ({"continuing": True} if continuing else {})]


def _line(fact: Fact, position: Position, rules: RuleTables) -> list[Change]:
    value = 0 if fact.get("value") in NOBODY else fact.get("value")
    return [{"set": "line", "space": space_of(fact), "level": value}]


def _fleet(fact: Fact, position: Position, rules: RuleTables) -> list[Change]:
    name, strength = fact.get("value"), fact.get("strength")
    now = position.fleet(str(name))
    place = fact.get("place") or ("port" if strength else now.place)
    if place == "port" and strength is None:
        strength = now.strength or 1
    return [{"set": "fleet", "fleet": name, "place": place, "strength": strength if place == "port" else 0}]


def _leader(fact: Fact, position: Position, rules: RuleTables) -> list[Change]:
    name = fact.get("value")
    where = fact.get("at", fact.get("space"))
    if name in NOBODY:
        space = space_of(fact, "at")
        there = [one.name for one in position.leaders_in(space) if _is_meant(one.power, fact, position)]
        return [{"remove": "leader", "name": one} for one in there]
    if name not in rules.leader_number:
        raise UnknownName("leader", name, Message("kind.leader"), rules.leader_number)
    if not {"at", "space"} & fact.keys():
        return []  # he is named, and nobody says where he stands: he stays there
    if where in NOBODY:
        on_map = any(one.name == name and one.space for one in position.leaders)
        return [{"remove": "leader", "name": name}] if on_map else []
    space = space_of(fact, "at")
    states = {key: fact[key] for key in ("named", "demoralised") if key in fact}
    changes: list[Change] = [{"add": "leader", "name": name, "space": space, **states}]
    siege = next((one for one in position.sieges if one.space == space), None)
    if siege is not None and side_of(position, rules.leaders[rules.leader_number[name]].power) != siege.by:
        changes.append({"set": "besieged", "space": space, "by": siege.by,  # he is shut in
                        "strength_lost": siege.strength_lost, "continuing": siege.continuing})  # fmt: skip
    return changes


def _is_meant(power: str, fact: Fact, position: Position) -> bool:
    whose = fact.get("side", fact.get("whose"))
    return whose is None or whose in (power, side_of(position, power))


def _number(what: str, field: str, *details: str) -> Callable[..., list[Change]]:
    def found(fact: Fact, position: Position, rules: RuleTables) -> list[Change]:
        more = {name: fact.get(name, fact.get("whose", fact.get("of"))) for name in details}
        return [{"set": what, **more, field: fact.get("value")}]

    return found


def _year(fact: Fact, position: Position, rules: RuleTables) -> list[Change]:
    """The year; where it is that year already, nothing changes."""
    year = fact.get("value")
    return [] if year == position.year else [{"set": "year", "year": year}]


def _hand(fact: Fact, position: Position, rules: RuleTables) -> list[Change]:
    """The cards of a side: action cards by their numbers, or names of events."""
    side = _side(fact, fact.get("whose", fact.get("side")))
    if side is None:
        raise BadInput("whose", MISSING, Message.one_of(SIDES))
    value = fact.get("value")
    cards = [] if value in NOBODY else list(value) if isinstance(value, list | tuple) else [value]
    events = [one for one in cards if isinstance(one, str)]
    if fact["kind"] == "cards" and not events:
        return [{"set": "hand", "side": side, "actions": cards}]
    return [{"set": "hand", "side": side, "events": events}]


_SETS: Mapping[str, Callable[[Fact, Position, RuleTables], list[Change]]] = {
    "control": _control,
    "sea-control": _sea,
    "sea": _sea,
    "siege": _siege,
    "besieged": _siege,
    "line": _line,
    "fleet": _fleet,
    "leader": _leader,
    "year": _year,
    "revolution": _number("revolution", "done"),
    "kww": _number("kww", "cell"),
    "victory-points": _number("victory-points", "points"),
    "resource-base": _number("resource-base", "points", "side"),
    "pool": _number("pool", "corps", "power"),
    "cards": _hand,
    "event": _hand,
    "hand": _hand,
}
KINDS_OF_POSITION = frozenset({*_SETS, "corps", "garrison"})
"""The kinds of facts that speak of a position."""
