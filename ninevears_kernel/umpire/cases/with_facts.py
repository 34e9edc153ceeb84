"""A fact put into a case: what a mail says, or one version of what is disputed, where it belongs.

A fact is an object with a `kind`, a `value` and details such as ``space``, ``side``, ``whose``, ``of``,
``role`` and ``what``. It sets what it speaks of, whatever the case says of it before, so that one version
after another can be put into the same case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import inspect, structs

from ...core.errors import BadInput
from ...core.messages import Message
from ...core.questions import Question
from ...nine_years.components.powers import powers
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES
from ...nine_years.games.links import is_link, read_link
from ...nine_years.games.log import is_played, read_log
from ...nine_years.games.save import position_to_data
from ...nine_years.queries.situation import Situation
from .case import Case, question_of
from .edits import edited, given_edit
from .facts_of_position import KINDS_OF_POSITION, changes_of, leader_rating, side_of_leader
from .given_places import Place, alternatives, places_of
from .rolls import ROLES, with_dice

Fact = Mapping[str, Any]
ORDER = (
    *("position", "game", "side", "power", "fleet", "place", "year", "revolution", "control"),
    *("corps", "garrison", "siege"),
)
"""Kinds that are put in before others: whose case it is, and what stands where, says what the rest means."""
STANDS = {"siege": "space", "battle": "origin", "sea-move": "from"}
"""For each question about a force where it stands; the enemy's corps stand in the space of the question."""
PLACES: Mapping[str, tuple[str, ...]] = {
    "source": ("from", "origin", "space"),
    "origin": ("from", "origin", "space"),
    "from": ("from", "origin", "space"),
    "target": ("to", "space"),
    "to": ("to", "space"),
    "": ("space", "to", "place"),
}
"""Where the name of a place belongs by its role: the first of these keys that the question has."""
ALIASES: Mapping[str, tuple[str, ...]] = {
    "leader": ("leader", "leaders", "rating", "name"),
    "event": ("cards", "event"),
    "card": ("card", "laid"),
    "cards": ("cards", "hands", "home_cards", "hand"),
    "phase": ("until", "phase"),
    "sea_control": ("controller",),
    "control": ("controller",),
    "ships": ("ships", "units"),
    "corps": ("corps",),
}
"""Keys under which a kind of fact may stand, besides its own name."""
DETAILS = ("of", "whose", "role", "side", "power", "at", "zone", "space")
"""Details that tell which of several places is meant."""
GIVEN = "given."
BESIDE = ("writer", "player", "moving")
"""Roles of what a mail tells of beside the question: the side of the writer, units that do not roll."""
NOTHING = ("none", "nothing", "nobody")


def with_fact(case: Case, fact: Fact, rules: RuleTables | None = None) -> Case:
    """A case in which a fact is as somebody says.

    Args:
        case: the case; it stays as it is.
        fact: the fact.
        rules: the tables in force.

    Raises:
        BadInput: the fact is none that this question can be given, or does not say of what it is.

    >>> case = Case("ninevears-case/1", "NY", "loc", {"space": "Mons", "side": "Bourbon", "purpose": "siege"})
    >>> with_fact(case, {"kind": "control", "value": "Namur", "side": "Bourbon"}).given["changes"]
    [{'set': 'control', 'space': 'Namur', 'side': 'Bourbon'}]
    >>> with_fact(case, {"kind": "place", "value": "Lille", "role": "space"}).given["space"]
    'Lille'
    """
    return with_facts(case, (fact,), rules)


def with_facts(
    case: Case,
    facts: Iterable[Fact],
    rules: RuleTables | None = None,
    instead: Iterable[Any] = (),
) -> Case:
    """A case in which several facts are as somebody says; the corps of a power in a space go together, and so
    do the dice of both who roll.

    Args:
        case: the case; it stays as it is.
        facts: the facts, in any order.
        rules: the tables in force.
        instead: other values of the same facts, which leave the lists in which they stand.

    Raises:
        BadInput: one of them is none that this question can be given, or does not say of what it is.

    >>> case = Case("ninevears-case/1", "NY", "force", {})
    >>> with_facts(case, [{"kind": "leader", "value": "Luxembourg"},
    ...                   {"kind": "number", "what": "corps", "value": 6}]).given
    {'leaders': [6], 'corps': 6}
    """
    question, others = question_of(case), list(instead)
    named = [{**fact, "kind": _kind(fact)} for fact in facts]
    named = [fact for fact in named if not _is_beside(case, fact)]
    named.sort(key=lambda fact: ORDER.index(fact["kind"]) if fact["kind"] in ORDER else len(ORDER))
    rolled = [fact for fact in named if fact["kind"] == "dice"]
    together: dict[tuple[Any, ...], list[Fact]] = {}
    for number, fact in enumerate(named):
        if fact["kind"] != "dice":
            together.setdefault(_belongs(fact, number), []).append(fact)
    for group in together.values():
        case = _with(case, question, group, rules, others)
    case = _with_side(case, named, rules)
    return with_dice(case, rolled, rules) if rolled else case


def _is_beside(case: Case, fact: Fact) -> bool:
    """Whether a fact only tells how it came about, such as what was paid, or of which game of a series it is
    where all have one rule; of a march that is intercepted the space that it enters is asked, and not the
    spaces behind it.
    """
    role = fact.get("role")
    passed = case.question == "interception" and fact["kind"] == "place" and role not in ("space", "target")
    any_game = fact["kind"] == "game" and not hasattr(question_of(case).given, "game")
    return role in BESIDE or passed or any_game or (fact["kind"], fact.get("what")) == ("number", "cost")


def _with_side(case: Case, facts: list[dict[str, Any]], rules: RuleTables | None) -> Case:
    """A case of a force of which nobody says whose it is, with the side of its leaders."""
    if case.system != "NY" or case.question not in STANDS or case.given.get("side") is not None:
        return case
    sides = {side_of_leader(one.get("value"), rules) for one in facts if one["kind"] == "leader"} - {None}
    return structs.replace(case, given={**case.given, "side": sides.pop()}) if len(sides) == 1 else case


def _kind(fact: Fact) -> str:
    kind = fact.get("kind")
    if not isinstance(kind, str) or not kind:
        raise BadInput("kind", kind, Message("kind.str"))
    return kind.casefold().replace("_", "-")


def _belongs(fact: Fact, number: int) -> tuple[Any, ...]:
    """What facts have in common that are put in together."""
    value = fact.get("value")
    if fact["kind"] in ("corps", "garrison") and isinstance(value, Mapping):
        space = value.get("space", fact.get("space", fact.get("at")))
        return "corps", str(space), str(value.get("power", fact.get("power")))
    return (number,)


def _with(
    case: Case, question: Question, facts: list[Fact], rules: RuleTables | None, instead: list[Any]
) -> Case:
    facts = [placed(case, fact, rules) for fact in facts]
    fact = facts[0]
    found = places_of(question.given, case.given)
    if issubclass(question.given, Situation):
        if fact["kind"] == "position":
            return _with_position(case, fact)
        if fact["kind"] in KINDS_OF_POSITION and not _is_asked(fact, found):
            return _aboard(changes_of(case, facts, rules, instead), facts, instead)
    if fact["kind"] == "side" and case.question == "action" and _waits(case.given.get("position")):
        return case  # the moment says whose choice waits; a side would begin a round of its own
    for each in facts:
        place = _place_of(each, found, case)
        value = _fitting(place, each, case.system, rules, instead)
        case = edited(case, [given_edit(place.path, place.value, value)])
        found = places_of(question.given, case.given)
        if each["kind"] == "fleet" and each.get("strength") and any(one.path == "strength" for one in found):
            case = edited(case, [given_edit("strength", None, each["strength"])])
    return case


def _waits(position: Any) -> bool:
    return bool(position.get("agenda") if isinstance(position, Mapping) else getattr(position, "agenda", ()))


def _aboard(case: Case, facts: list[Fact], instead: list[Any]) -> Case:
    """A case in which those who are told to be in the port that a group leaves are the group."""
    if case.question != "sea-move" or facts[0]["kind"] not in ("corps", "leader"):
        return case
    where = {row.get("at", row.get("space")) for row in map(_row_of, facts)}
    if where != {case.given.get("from")}:
        return case
    if facts[0]["kind"] == "leader":
        names = [fact["value"] for fact in facts]
        kept = [one for one in case.given.get("leaders", ()) if one not in (*instead, *names)]
        return structs.replace(case, given={**case.given, "leaders": [*kept, *names]})
    own = powers().get(str(_row_of(facts[0]).get("power")))
    if own is None or own.side != case.given.get("side", own.side):
        return case
    kinds = [_corps([inspect.VarTupleType(inspect.AnyType())], _row_of(fact))[0] for fact in facts]
    others = case.given.get("corps")
    kept = [one for one in others if one.get("power") != own.name] if isinstance(others, list) else []
    return structs.replace(case, given={**case.given, "corps": [*kept, *kinds]})


def _row_of(fact: Fact) -> dict[str, Any]:
    """A fact with what its value tells beside it."""
    value = fact.get("value")
    return {**fact, **value} if isinstance(value, Mapping) else dict(fact)


def placed(case: Case, fact: Fact, rules: RuleTables | None) -> Fact:
    """Corps and leaders of whom nobody says where they stand, where the question has them; in a save they
    stand already, and only who goes is asked.

    Args:
        case: the case.
        fact: the fact.
        rules: the tables in force.
    """
    row = _row_of(fact)
    if fact["kind"] not in ("corps", "garrison", "leader") or {"space", "at"} & row.keys():
        return fact
    if case.question not in STANDS or case.given.get("position") is not None:
        return fact
    if fact["kind"] == "leader":
        side = side_of_leader(fact.get("value"), rules)
    else:
        own = powers().get(str(row.get("power")))
        side = own.side if own is not None else None
    if side is None:
        return fact
    theirs = fact["kind"] == "garrison" or side != case.given.get("side", side)
    space = case.given.get("space" if theirs else STANDS[case.question])
    return {**fact, "space": space} if space is not None else fact


def _with_position(case: Case, fact: Fact) -> Case:
    """A case that begins from another position: the start of 1688, or a save."""
    value = fact.get("value")
    given = {name: inner for name, inner in case.given.items() if name not in ("position", "scenario")}
    if isinstance(value, str) and (is_link(value) or is_played(value)):
        moment = read_link(value).position if is_link(value) else read_log(value).position
        if moment is None:
            raise BadInput("position", value[:80], Message("link.expected"))
        value = position_to_data(moment)
    if isinstance(value, str):
        if not value.startswith("1688"):
            raise BadInput("position", value, Message("expected.exactly", value="1688"))
        return structs.replace(case, given={"scenario": "1688", **given})
    return structs.replace(case, given={"position": value, **given})


def _is_asked(fact: Fact, found: Iterable[Place]) -> bool:
    """Whether a kind that positions have too is one that the question itself is given here."""
    kind, names = fact["kind"], {one.path for one in found}
    if str(fact.get("what", "")).startswith(GIVEN):
        return True
    match kind:
        case "leader":  # where he stands is told of the position; who goes is asked
            asked = {"leader", "leaders"} & names
            return bool(asked) and not {"at", "space"} & fact.keys()
        case "corps":
            value = fact.get("value")
            bound = isinstance(value, Mapping) and "space" in value
            return "corps" in names and not bound and not {"space", "at"} & fact.keys()
        case "year" | "fleet":
            return kind in names and fact.get("place") is None
        case "cards" | "event":
            return bool(names & {*ALIASES[kind], *(f"{role}_cards" for role in ROLES)})
    return False


# ---- places of ``given``


def _place_of(fact: Fact, found: tuple[Place, ...], case: Case) -> Place:
    """The one place of ``given`` of which a fact speaks.

    Raises:
        BadInput: there is none, or there are several.
    """
    what = str(fact.get("what") or "")
    exact = what.removeprefix(GIVEN) if what.startswith(GIVEN) else fact["kind"]
    for one in found:
        if one.path in (exact, exact.replace("-", "_")):
            return _part_of(one, found, fact)
    if fact["kind"] == "action" and case.given.get("actions"):
        number = len(case.given["actions"]) - 1
        return Place(f"actions[{number}]", None, case.given["actions"][number], True)
    fitting: list[Place] = []
    for name in _names(fact):
        fitting = [one for one in found if one.name == name or one.name.endswith(f"_{name}")]
        fitting = _meant(fitting, fact, case) if len(fitting) > 1 else fitting
        if fitting:
            break
    if not fitting:
        known = Message.any_of(sorted({one.name.replace("_", " ") for one in found}))
        raise BadInput(fact["kind"], fact.get("value"), Message("fact.no-place", question=case.question,
                                                                known=known))  # fmt: skip
    depth = min(one.path.count(".") for one in fitting)
    nearest = [one for one in fitting if one.path.count(".") == depth]
    if len(nearest) > 1 and _is_nothing(fact.get("value")) and not any(one.value for one in nearest):
        return nearest[0]  # nobody has any
    if len(nearest) > 1:
        paths = Message.any_of([one.path for one in nearest])
        raise BadInput(fact["kind"], fact.get("value"), Message("fact.which", paths=paths))
    return _part_of(nearest[0], found, fact)


def _part_of(place: Place, found: tuple[Place, ...], fact: Fact) -> Place:
    """The part of a table of both sides that the details of a fact tell, as one hand; else all of it."""
    wanted = {_folded(fact[name]) for name in DETAILS if fact.get(name) is not None}
    inside = [one for one in found if one.path.rpartition(".")[0] == place.path]
    return next((one for one in inside if _folded(one.name) in wanted), place)


def _names(fact: Fact) -> Iterator[str]:
    """The names of keys under which a fact may stand, the likeliest first."""
    kind = fact["kind"].replace("-", "_")
    what = re.sub(r"\W+", "_", str(fact.get("what") or "").casefold()).strip("_")
    if kind in ("number", "ratio", "names"):
        words = what.split("_")
        yield from ("_".join(words[place:]) for place in range(len(words)))
        yield from ("_".join(words[:place]) for place in range(len(words) - 1, 0, -1))
        return
    if kind == "place":
        yield from PLACES.get(str(fact.get("role") or ""), PLACES[""])
    yield kind
    yield from ALIASES.get(kind, ())
    if what:
        yield what


def _meant(fitting: list[Place], fact: Fact, case: Case) -> list[Place]:
    """Of several places those that the details of a fact tell."""
    for name in DETAILS:
        detail = fact.get(name)
        if detail is None:
            continue
        wanted = {_folded(detail)}
        if detail in SIDES and case.given.get("side") in SIDES:
            wanted.add(ROLES[detail != case.given["side"]])
        told = [one for one in fitting if wanted & _around(one.path, case.given)]
        fitting = told or fitting
    return fitting


def _around(path: str, given: Mapping[str, Any]) -> set[str]:
    """The names on the way to a place, and the words that stand beside it."""
    around = set()
    here: Any = given
    for step in re.findall(r"[^.\[\]]+", path):
        around |= {_folded(step), *map(_folded, step.split("_"))}
        if isinstance(here, Mapping):
            if here is not given:
                around |= {_folded(value) for value in here.values() if isinstance(value, str)}
            here = here.get(step)
        elif isinstance(here, list | tuple) and step.isdigit() and int(step) < len(here):
            here = here[int(step)]
        else:
            here = None
    return around


def _is_nothing(value: Any) -> bool:
    return value is None or (isinstance(value, str) and value.casefold() in NOTHING)


def _folded(value: Any) -> str:
    return str(value).casefold()


def _fitting(place: Place, fact: Fact, system: str, rules: RuleTables | None, instead: list[Any]) -> Any:
    """The value of a fact as its place takes it: a name in a list beside others, a rating for a leader."""
    value = fact.get("value")
    if place.kind is None:
        return value
    kinds = alternatives(place.kind)
    lists = [one for one in kinds if isinstance(one, inspect.VarTupleType | inspect.ListType)]
    items = [item for one in lists for item in alternatives(one.item_type)[:1]]
    numbers = any(isinstance(one, inspect.IntType) for one in [*kinds, *items])
    words = [word for one in kinds if isinstance(one, inspect.LiteralType) for word in one.values]
    if fact["kind"] == "leader" and isinstance(value, str) and numbers and system == "NY":
        value = leader_rating(value, rules)
    if isinstance(value, str) and value.casefold() in NOTHING and value.casefold() not in words:
        return [] if lists else (0 if numbers else None)
    if fact["kind"] in ("corps", "garrison") and isinstance(value, Mapping):
        return _corps(kinds, value)
    if lists and not isinstance(value, list | tuple) and not any(_plain(one, value) for one in kinds):
        kept = [one for one in place.value or () if one not in instead and one != value]
        return [*kept, value] if value is not None else []
    if isinstance(value, str):
        return next((word for word in words if _folded(word) == value.casefold()), value)
    return value


def _corps(kinds: list[Any], value: Mapping[str, Any]) -> Any:
    """Corps as a question takes them: a kind of its own, a list of kinds, or their number."""
    states = {name: True for name in ("reduced", "demoralised") if value.get(name)}
    if "power" not in value:
        return value.get("count", 1)
    if any(isinstance(one, inspect.VarTupleType | inspect.ListType) for one in kinds):
        return [{"power": value["power"], "count": value.get("count", 1), **states}]
    if any(isinstance(one, inspect.StructType) for one in kinds):
        return {"power": value["power"], **states}
    return value.get("count", 1)


def _plain(kind: Any, value: Any) -> bool:
    """Whether a value that is no list stands by itself where a list may stand too."""
    match kind:
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.StructType():
            return isinstance(value, Mapping)
    return False
