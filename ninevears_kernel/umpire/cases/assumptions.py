"""What the umpire's map says of a case because nobody else did: as at the start of 1688."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec.structs import asdict

from ...core.messages import Message
from ...core.rulings import Ruling
from ...nine_years.components.map import ZONES, game_map
from ...nine_years.components.position import Position
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...nine_years.queries.situation import Situation
from .case import Case, question_of
from .edits import edit_words
from .near_position import LADDERS, Near, Rung, names_near, sides_of

SILENT = Ruling("NY", "victory", "result", Message("verdict.odds"), None)
"""A ruling that names nothing."""
STATED = {"leader": ("name",), "corps": ("power", "space")}
"""The fields that tell of what an edit is, where it is not one of `TARGETS`."""
TARGETS = ("space", "zone", "fleet")
MISTAKEN = (
    *(("turn", "corps"), ("remove", "corps"), ("add", "corps")),
    *(("turn", "leader"), ("remove", "leader"), ("add", "leader")),
    *(("set", "line"), ("set", "besieged"), ("set", "control"), ("set", "sea"), ("set", "fleet")),
)
"""The kinds of edits of what lies on the map, what people are most often mistaken in first."""


def is_assumed(case: Case) -> bool:
    """Whether the position of a case is that of the start of 1688 wherever nobody says otherwise; a save that
    comes with a case assumes nothing.

    >>> is_assumed(Case("ninevears-case/1", "NY", "victory", {})), is_assumed(
    ...     Case("ninevears-case/1", "NY", "rally", {"rating": 3}))
    (True, False)
    """
    return issubclass(question_of(case).given, Situation) and case.given.get("position") is None


def named_places(case: Case) -> set[str]:
    """The names that stand in a case: what it says of these is not assumed."""
    plain = {name: value for name, value in case.given.items() if name != "changes"}
    known = set(names_near(SILENT, plain))
    for change in case.given.get("changes", ()):
        known |= {str(value) for value in change.values()} if isinstance(change, Mapping) else set()
    return known


def assumed_places(case: Case, ruling: Ruling) -> tuple[list[str], list[str]]:
    """The spaces and sea zones that a ruling names and its case does not.

    Args:
        case: the case.
        ruling: the ruling on it.
    """
    if not is_assumed(case):
        return [], []
    known = named_places(case)
    spaces = [
        name
        for name in dict.fromkeys(names_near(ruling, {}))
        if name in game_map().by_name and name not in known
    ]
    told = chain((step.says for step in ruling.steps), (one.says for one in ruling.violations))
    words = " ".join(map(str, told))
    return spaces, [zone for zone in ZONES if zone in words and zone not in known]


def assumed_edits(
    case: Case,
    position: Position,
    spaces: tuple[str, ...],
    rules: RuleTables | None = None,
    stated: Iterable[Mapping[str, Any]] = (),
) -> Iterator[Rung]:
    """What may be otherwise in some spaces, as far as the case does not say: the smallest edits of each kind.

    Args:
        case: the case.
        position: its position.
        spaces: where.
        rules: the tables in force.
        stated: edits of what somebody has said besides.
    """
    changes = [change for change in case.given.get("changes", ()) if isinstance(change, Mapping)]
    said = [*changes, *stated]
    plain = {name: value for name, value in case.given.items() if name != "changes"}
    asked = sides_of(position, plain)
    near = Near(position, rules or standard_rule_tables(), spaces, (), spaces, asked, ())
    for kind in MISTAKEN:
        for ladder in LADDERS[kind](near):
            for rung in ladder[:1]:
                if not any(_speak_alike(edit.data, change) for edit in rung for change in said):
                    yield rung


def _speak_alike(data: Mapping[str, Any], change: Mapping[str, Any]) -> bool:
    """Whether an edit is of what a change of the case has settled."""
    what = _what(data)
    if what != _what(change):
        return False
    return all(data.get(name) == change.get(name) for name in STATED.get(what, TARGETS))


def _what(data: Mapping[str, Any]) -> str:
    return next((str(data[verb]) for verb in ("set", "add", "remove") if verb in data), "")


def named_in(words: str) -> tuple[str, ...]:
    """The spaces and sea zones that a text names as the map spells them, the first first.

    >>> named_in("Charleroi is ours, so the line from Mons runs.")
    ('Charleroi', 'Mons')
    """
    names = sorted([*(space.name for space in game_map().spaces), *ZONES], key=len, reverse=True)
    pattern = "|".join(map(re.escape, names))
    return tuple(dict.fromkeys(re.findall(rf"\b(?:{pattern})\b", words)))


def state_words(position: Position, data: Mapping[str, Any]) -> Message:
    """What a position says of that which an edit changes.

    Args:
        position: the position.
        data: the edit, as cases list them.

    >>> from ...nine_years.components.scenario import scenario_1688
    >>> print(state_words(scenario_1688(), {"remove": "corps", "power": "Spain", "space": "Mons"}))
    1 reduced Spanish corps at Mons
    """
    what, space = _what(data), str(data.get("space"))
    match what:
        case "control":
            return edit_words({"set": what, "space": space, "side": position.controller(space)})
        case "sea":
            return edit_words({"set": what, "zone": data["zone"], "side": position.sea(data["zone"])})
        case "besieged":
            siege = next((one for one in position.sieges if one.space == space), None)
            return edit_words({"set": what, "space": space, "by": None, **(asdict(siege) if siege else {})})
        case "line":
            level = next((one.level for one in position.lines if one.space == space), 0)
            return edit_words({"set": what, "space": space, "level": level})
        case "fleet":
            fleet = position.fleet(data["fleet"])
            return edit_words(
                {"set": what, "fleet": fleet.name, "place": fleet.place, "strength": fleet.strength}
            )
        case "leader":
            at = next((one.space for one in position.leaders if one.name == data["name"]), None)
            verb = "add" if at else "remove"
            return edit_words({verb: what, "name": data["name"], "space": at})
        case "corps":
            return corps_words(position, str(data["power"]), space)
    return edit_words(data)


def corps_words(position: Position, power: str, space: str) -> Message:
    """The corps of a power that stand in a space.

    Args:
        position: the position.
        power: whose corps.
        space: where.
    """
    there = Counter(one.reduced for one in position.corps if (one.power, one.space) == (power, space))
    kinds = [
        Message("fact.corps-reduced" if reduced else "fact.corps-full", count=count, power=power)
        for reduced, count in sorted(there.items())
    ]
    corps = Message.all_of(kinds) if kinds else Message("fact.no-corps-of", power=power)
    return Message("fact.corps-at", corps=corps, space=space)
