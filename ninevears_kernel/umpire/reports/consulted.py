"""A case that holds of its position just what the ruling consulted, as changes to the start of the war.

What was consulted is found by leaving out: a change without which the whole report comes out the same again,
the ruling, what would change it and the map, was not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import structs

from ...core.rulings import Ruling
from ...nine_years.components.differences import edits_between
from ...nine_years.components.position import Position
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES, Seat
from ..cases.cases import Case, position_of, question_of
from ..cases.edits import edit_of, thawed
from ..search.what_would_change import Turn, turn_by
from .map import ReportMap, places_on_map, report_map
from .seen import Seen, ruling_or_none

Part = tuple[Hashable, ...]
"""Changes that go together: the control of a space, the pieces in it, or another single change."""
Parts = tuple[Part, ...]


def with_what_was_consulted(
    seen: Seen,
    turns: Sequence[Turn],
    drawn: ReportMap | None,
    rule_tables: RuleTables,
    seat: Seat,
) -> Case | None:
    """A case in which the scenario and the changes that the ruling consulted take the place of a position.

    Args:
        seen: the case, with a position in which there is nothing that the seat may not see, and its ruling.
        turns: what would change the ruling.
        drawn: the map of the report.
        rule_tables: the tables in force.
        seat: who gets it.

    Returns:
        None where no changes say what the ruling rests on, as a card in a hand or a choice that waits.
    """
    case, ruling, position = seen.case, seen.made, position_of(seen.case, rule_tables)
    if position is None or ruling is None:
        return None
    parts: dict[Part, list[dict[str, Any]]] = {}
    edits = edits_between(rule_tables.scenario.start, position)
    for edit in edits:
        parts.setdefault(_part(edit), []).append(edit)
    given = {name: value for name, value in case.given.items() if name != "position"} | {"scenario": "1688"}

    def told(kept: Parts) -> Case:
        chosen = {id(edit) for part in kept for edit in parts[part]}
        changes = [edit for edit in edits if id(edit) in chosen]
        return structs.replace(case, given=given | {"changes": changes})

    @cache
    def ruled_alike(kept: Parts) -> bool:
        return ruling_or_none(told(kept), rule_tables, True) == ruling

    @cache
    def ruled_nearly_alike(kept: Parts) -> bool:
        return ruling_or_none(told(kept), rule_tables, False) == quickly

    def turned_alike(kept: Parts) -> bool:
        return all(turn_by(told(kept), turn.edits, rule_tables) == turn for turn in turns)

    shown = places_on_map(case, seen.ruling, rule_tables) if drawn is not None else ()
    kept = tuple(part for part in parts if part == ("year",) or part[-1] in shown)
    stages: list[Callable[[Parts], bool]]
    if any(edit_of(case, thawed(edit.data)) != edit for turn in turns for edit in turn.edits):
        return None  # words that its data do not give
    stages = [turned_alike]
    if not ruled_alike(kept):  # else nothing but what the map shows was looked at
        quickly = ruling_or_none(case, rule_tables, False)
        beside = _given_beside(case, position, edits, quickly, rule_tables)
        if beside is None:
            return None
        given.update(beside)
        ruled_alike.cache_clear()
        stages = [ruled_nearly_alike, ruled_alike, turned_alike]
    for fine in stages:
        found = _least(kept, tuple(part for part in parts if part not in kept), fine)
        if found is None:
            return None
        kept = found
    for attempt in (kept, tuple(parts)):
        again = told(attempt)
        if drawn == report_map(again, seen.ruling, rule_tables, seat=seat) and ruled_alike(attempt):
            return again
    return None


def _given_beside(
    case: Case, position: Position, edits: Sequence[Any], ruling: Ruling | None, rule_tables: RuleTables
) -> dict[str, Any] | None:
    """What a case gives beside the changes, so that with all of them it is ruled alike: numbers of cards and
    points left, which no change says, are given where the question takes them; None where it is not.
    """
    given = {name: value for name, value in case.given.items() if name != "position"} | {"scenario": "1688"}
    hands = {side: len(position.hand(side).actions) for side in SIDES}
    beside: list[dict[str, Any]] = [{}, {"hands": hands}]
    beside += [{"points": position.resource_left.of(side)} for side in SIDES]
    for more in beside:
        known = more.keys() <= {one.name for one in structs.fields(question_of(case).given)}
        again = structs.replace(case, given={**more, **given, "changes": edits})
        if known and ruling_or_none(again, rule_tables, False) == ruling:
            return {**more, **given}
    return None


def _part(edit: Mapping[str, Any]) -> Part:
    """To which part a change belongs; that of a place has its name at the end."""
    space = edit.get("space")
    if space is not None:
        return ("control" if edit.get("set") == "control" else "pieces", space)
    kind = next(iter(edit.values()))
    return (kind, *(edit[name] for name in ("zone", "name", "fleet", "power") if name in edit))


def _least(kept: Parts, rest: Parts, fine: Callable[[Parts], bool]) -> Parts | None:
    """What is kept, and as few of the rest as make it fine; None where all of them do not.

    The last one that is needed is found by halving, then the last of those before it, and so on.
    """
    if not fine(kept) and not fine(kept + rest):
        return None
    while not fine(kept):
        without, enough = 0, len(rest)
        while enough - without > 1:
            middle = (without + enough) // 2
            if fine(kept + rest[:middle]):
                enough = middle
            else:
                without = middle
        kept, rest = (*kept, rest[enough - 1]), rest[: enough - 1]
    return kept
