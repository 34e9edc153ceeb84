"""What of a ruling can be drawn on the map: lines of communication, ways of forces, the spaces concerned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import BadInput
from ...core.rulings import Ruling
from ...nine_years.atlas import overlay_words, overlays
from ...nine_years.atlas.sheet import VIEWS, Mark
from ...nine_years.atlas.words import Sentence
from ...nine_years.components.map import game_map
from ...nine_years.components.position import Position
from ...nine_years.components.powers import side_of
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES
from ...nine_years.queries.supply_overview import describe_line
from ..cases.cases import Case, position_of
from ..cases.near_position import names_near

MOST_MARKED, MOST_LINES, MOST_WAYS = 6, 4, 24
BEGINS = ("campaign", "sail")
"""Verbs of the notation that name where a way begins; ``to`` names each further space."""
LINE_FOR: Mapping[str, str] = {"raise": "reinforcement", "restore": "restore"}
"""Questions about corps of a power in a space, with the purpose of the line that they need (NY 12.3.4,
12.3.5)."""


@dataclass(frozen=True, slots=True)
class ShownOnMap:
    """What is laid over a map for a ruling.

    Attributes:
        marks: the marks by key.
        says: the same in words.
        names: the spaces and sea zones that they show.
    """

    marks: Mapping[str, Mark]
    says: tuple[Sentence, ...]
    names: tuple[str, ...]


def shown_on_map(case: Case, ruling: Ruling, rule_tables: RuleTables) -> ShownOnMap | None:
    """What a ruling shows on the map of its case; None where the case has no map.

    Args:
        case: the case.
        ruling: the ruling on it.
        rule_tables: the tables in force.

    >>> from ...nine_years.components.rule_tables import standard_rule_tables
    >>> from ..cases.cases import rule_case
    >>> from ..cases.samples import samples
    >>> case = samples()["two_corps_to_cork"].case
    >>> shown_on_map(case, rule_case(case), standard_rule_tables()).names
    ('London', 'Atlantic', 'Cork')
    """
    position = position_of(case, rule_tables)
    if position is None:
        return None
    marks, says, shown = _laid(_drawn(case, position, ruling))
    near = [name for name in dict.fromkeys(names_near(ruling, case.given)) if name in game_map().by_name]
    pointed = near[:1] if shown else near[:MOST_MARKED]
    marks = {**overlays.marked(pointed), **marks}
    says += overlay_words.marked(pointed)
    return ShownOnMap(marks, tuple(dict.fromkeys(says)), tuple(dict.fromkeys([*shown, *pointed])))


def ways_on_map(actions: Iterable[str]) -> ShownOnMap:
    """The ways of actions in the notation.

    >>> ways_on_map(["campaign Brussels", "whole", "to Namur"]).names
    ('Brussels', 'Namur')
    """
    marks, says, names = _laid(_along(ways_of(actions)))
    return ShownOnMap(marks, tuple(says), tuple(dict.fromkeys(names)))


def ways_of(actions: Iterable[str]) -> list[tuple[str, ...]]:
    """The spaces through which actions in the notation lead, a tuple for each force.

    >>> ways_of(["campaign Ghent", "lead Waldeck", "march", "to Tournai", "end", "transfer", "to Breda"])
    [('Ghent', 'Tournai'), ('Breda',)]
    """
    ways: list[list[str]] = []
    marching = False
    for action in actions:
        verb, _, rest = action.strip().partition(" ")
        if verb in BEGINS and (begin := _space(rest)):
            ways.append([begin])
            marching = True
        elif verb == "to" and (space := _space(rest)):
            if not marching:
                ways.append([])
            ways[-1].append(space)
        elif verb in ("transfer", "pick", "pick-corps", "end"):
            marching = False
    return [tuple(way) for way in ways]


def _space(text: str) -> str | None:
    try:
        return game_map().space(text.strip()).name
    except BadInput:
        return None


def view_of(names: Iterable[str]) -> str:
    """The smallest named part of the map that shows some spaces.

    >>> view_of(["Namur", "Sedan"]), view_of(["Namur", "Lisbon"]), view_of([])
    ('low-countries', 'all', 'all')
    """
    spaces = [game_map().by_name.get(name) for name in names]
    for view in sorted(VIEWS, key=lambda view: _across(*VIEWS[view])):
        (south, west), (north, east) = VIEWS[view]
        if spaces and all(
            space is not None and south <= space.lat <= north and west <= space.lon <= east
            for space in spaces
        ):
            return view
    return "all"


def _across(south_west: tuple[float, float], north_east: tuple[float, float]) -> float:
    return (north_east[0] - south_west[0]) * (north_east[1] - south_west[1])


Laid = tuple[Mapping[str, Mark], Sequence[Sentence], Sequence[str]]
"""Marks, what they say, and the names that they show."""


def _laid(parts: Iterable[Laid]) -> tuple[dict[str, Mark], list[Sentence], list[str]]:
    marks: dict[str, Mark] = {}
    says: list[Sentence] = []
    names: list[str] = []
    for one, described, shown in parts:
        marks |= one
        says += described
        names += shown
    return marks, says, names


def _along(ways: Iterable[Sequence[str]]) -> Iterator[Laid]:
    for number, way in enumerate(ways):
        if len(way) > 1:
            yield overlays.path(way, key=f"path{number}"), overlay_words.path(way), way
        else:
            yield overlays.marked(way), overlay_words.marked(way), way


def _drawn(case: Case, position: Position, ruling: Ruling) -> Iterator[Laid]:
    """The line, the way or the force of a ruling."""
    answer, given = ruling.answer or {}, case.given
    if case.question == "loc":
        purpose = given.get("purpose", "siege")
        yield from _lines(case, position, given.get("side"), purpose, [given.get("power")])
    elif lines := [line for line in answer.get("lines") or () if not line.get("supplied")]:
        powers = [line.get("power") for line in lines]
        yield from _lines(case, position, given.get("side"), "siege", powers)
    elif "lines" in answer:  # all are there, and decide nothing
        yield overlays.marked([given["space"]]), overlay_words.marked([given["space"]]), [given["space"]]
    elif path := answer.get("path"):
        yield overlays.path(path), overlay_words.path(path), list(path)
    elif case.question in LINE_FOR:
        power = given.get("power")
        side = side_of(position, power) if isinstance(power, str) else None
        yield from _lines(case, position, side, LINE_FOR[case.question], [power])
    elif rows := answer.get("fates"):
        yield from _moved(rows)
    elif names := [*(answer.get("joins") or answer.get("control") or ())]:  # spaces that change hands
        yield overlays.marked(names), overlay_words.marked(names), names
    elif reads := _WAYS.get(case.question):
        yield from _along(way for way in reads(given) if way)


def _lines(
    case: Case, position: Position, side: Any, purpose: Any, powers: Iterable[str | None]
) -> Iterator[Laid]:
    for number, power in enumerate(list(powers)[:MOST_LINES] if side in SIDES else ()):
        try:
            described = describe_line(
                position, case.given["space"], side, purpose, power, readings=case.readings
            )
        except BadInput:  # a side without such a line
            continue
        if described.path:
            marks = overlays.path(described.path, described.cut, f"path{number}")
            yield (
                marks,
                overlay_words.path(described.path, described.cut),
                [*described.path, described.asked.space],
            )
        else:
            yield overlays.line(described), overlay_words.line(described), [described.asked.space]


def _moved(rows: Sequence[Mapping[str, Any]]) -> Iterator[Laid]:
    """The ways of all that moves in winter, a revolution or a change of sides; where pieces are lost."""
    ways = dict.fromkeys(
        (row["space"], to)
        for row in rows
        if row.get("space")
        for to in row.get("to", ())
        if to != row["space"]
    )
    yield from _along(list(ways)[:MOST_WAYS])
    ends = {name for way in ways for name in way}
    still = dict.fromkeys(row["space"] for row in rows if row.get("space") and row["space"] not in ends)
    if still:
        yield overlays.marked(still), overlay_words.marked(still), list(still)


def _from_to(begin: str) -> Callable[[Mapping[str, Any]], list[tuple[str, ...]]]:
    """The way from the space of one key to the space of another."""
    end = "space" if begin == "origin" else "to"

    def found(given: Mapping[str, Any]) -> list[tuple[str, ...]]:
        names = [name for key in (begin, end) if (name := _space(str(given.get(key) or "")))]
        return [tuple(dict.fromkeys(names))]

    return found


def _actions(given: Mapping[str, Any]) -> list[tuple[str, ...]]:
    last = given.get("action")
    return ways_of([*map(str, given.get("actions") or ()), *([str(last)] if last else [])])


_WAYS: Mapping[str, Callable[[Mapping[str, Any]], list[tuple[str, ...]]]] = {
    "battle": _from_to("origin"),
    "sea-move": _from_to("from"),
    "transfer": _from_to("from"),
    "action": _actions,
}
"""The ways that questions name themselves, where the answer holds none."""
