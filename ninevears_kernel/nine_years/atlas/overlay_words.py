"""What the overlays of the map show, in words with the clauses that it rests on, and as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...core.messages import Message, say, shown
from ...core.rulings import Step, Violation
from ..games.last_action import LastAction
from ..queries.reach_values import Entered, Reach, Reached
from ..queries.supply_overview import LineReport, Overview
from .phrases import corps_counted
from .words import Sentence


def _describe(clause_id: str, id: str, /, **values: Any) -> Sentence:
    return Sentence(say(id, **values), (clause_id,))


def _cited(found: Iterable[Step | Violation]) -> Iterator[Sentence]:
    for one in found:
        yield Sentence(str(one.says), (one.clause_id,))


# ---- lines of communication


def path(names: Sequence[str], cut: Iterable[str] = ()) -> list[Sentence]:
    """A drawn line in words, and where it is cut.

    >>> [str(told) for told in path(("Tournai", "Lille"))]
    ['Line drawn on the map: Tournai, Lille.']
    """
    found = [Sentence(say("map.path-drawn", path=tuple(names)))] if names else []
    gaps = tuple(cut)
    if gaps:
        found.append(_describe("NY 11.1.1", "overlay.cut-at", spaces=Message.all_of(gaps)))
    return found


def line(described: LineReport) -> list[Sentence]:
    """The line of communication of a space, step by step; when cut, how far it gets, and what mends it."""
    found = [Sentence(str(described.says), ("NY 11.1.1",))]
    if described.supplied:
        return [*found, *_cited(described.steps[2:])]
    found += _cited(described.violations)
    if described.near:
        space = described.asked.space
        if set(described.near) == {space}:  # "from Girona the line gets to Girona" would tell nothing
            found.append(_describe("NY 11.1.1", "overlay.near-alone", space=space))
        else:
            near = _listed(tuple(name for name in described.near if name != space))
            found.append(_describe("NY 11.1.1", "overlay.near", space=space, spaces=near))
    if described.far:
        found.append(_describe("NY 11.2.1", "overlay.far", spaces=_listed(described.far)))
    found += [Sentence(str(block.says), (block.clause_id,)) for block in described.blocks]
    found += _remedies(described)
    return found


MOST_LISTED = 9
"""Of more spaces than these only the number is given."""


def _listed(names: Sequence[str]) -> Message:
    if len(names) > MOST_LISTED:
        return Message("overlay.spaces", count=len(names))
    return Message.all_of(names)


def _remedies(described: LineReport) -> Iterator[Sentence]:
    sets = [*map(Message.all_of, described.restored_by), *described.restored_by_sea]
    if sets:
        yield _describe("NY 11.1.1", "overlay.mended-by-control", sets=Message.any_of(sets))
    if described.restored_by_relief:
        spaces = Message.any_of(described.restored_by_relief)
        yield _describe("NY 11.1.3.a", "overlay.mended-by-relief", spaces=spaces)
    if not sets and not described.restored_by_relief:
        yield _describe("NY 11.1.1", "overlay.not-mended")


def supply(seen: Overview) -> list[Sentence]:
    """Who of a side has a line of communication, who has a limited one, and who has none."""
    names = {"side": seen.side, "count": len(seen.supplied)}
    found = [_describe("NY 11.1.1", "overlay.supplied", **names)]
    if seen.limited:
        spaces = Message.all_of(seen.limited)
        found.append(_describe("NY 11.1.4", "overlay.limited", spaces=spaces))
    for one in seen.holdings:
        if not one.supplied:
            found.append(_describe("NY 11.1.1", f"overlay.cut-{one.kind}", space=one.space))
    if not seen.cut:
        found.append(_describe("NY 11.1.1", "overlay.none-cut", side=seen.side))
    return found


# ---- the reach of a force


def reach(found: Reach) -> list[Sentence]:
    """How far a force can march: a sentence for each space, then what is closed to it.

    >>> from ..queries.reach import reach as reached
    >>> from ..components.scenario import scenario_1688
    >>> told = reach(reached(scenario_1688(), "Bourbon", "Strasbourg"))
    >>> print(told[4].says, *told[4].clauses)  # doctest: +ELLIPSIS
    Philippsburg takes 1 movement point. The march ends in Philippsburg: 1 enemy corps stands there. NY ...
    """
    if found.refused:
        return [
            _describe("NY 13.5.1.a", "overlay.no-march", space=found.origin, side=found.side),
            *_cited(found.refused),
        ]
    head = _describe(
        "NY 13.5.1.a",
        "overlay.reach",
        leaders=Message.all_of(found.leaders),
        corps=corps_counted(found.corps),
        space=found.origin,
        points=found.points,
        count=len(found.places),
    )
    places = [Sentence(*_place(found, place)) for place in found.places]
    closed = [
        Sentence(say("overlay.closed", space=space, reason=against[0].says), (against[0].clause_id,))
        for space, against in found.closed.items()
    ]
    return [head, *places, *closed]


def _place(found: Reach, place: Reached) -> tuple[str, tuple[str, ...]]:
    says = list(_facts(found, place))
    return " ".join(str(says) for _, says in says), tuple(dict.fromkeys(clause for clause, _ in says))


def _facts(found: Reach, place: Reached) -> Iterator[tuple[str, Message]]:
    names = {"space": place.space, "count": place.points}
    if by := place.way[1:-1]:
        yield "NY 14.1.1", Message("overlay.takes-by", by=Message.all_of(by), **names)
    else:
        yield "NY 14.1.1", Message("overlay.takes", **names)
    if place.corps < found.corps:
        yield "NY 14.1.3", Message("overlay.leaves-behind", count=found.corps - place.corps)
    for one in place.entered:
        if one.line:
            yield "NY 15.4", Message("overlay.line", space=one.space, needed=one.line)
    if place.stops:
        yield place.stops.clause_id, place.stops.says
    if place.besieges:
        yield "NY 17.1", Message("overlay.besieges", space=place.space)
    if place.takes:
        yield "NY 14.4", Message("overlay.captures", space=place.space)
    for one in place.entered:
        yield from _interceptions(one)


def _interceptions(one: Entered) -> Iterator[tuple[str, Message]]:
    for who in one.interceptors:
        yield (
            "NY 14.6.2",
            Message(
                "overlay.intercepts",
                leader=who.leader,
                origin=who.origin,
                space=one.space,
                corps=corps_counted(who.corps),
                needed=who.needed,
                chance=who.chance,
            ),
        )


def reach_table(found: Reach) -> list[dict[str, Any]]:
    """The reach of a force as rows of a table: one for each space, those that cost the fewest points first.

    >>> from ..queries.reach import reach as reached
    >>> from ..components.scenario import scenario_1688
    >>> rows = reach_table(reached(scenario_1688(), "Bourbon", "Strasbourg"))
    >>> rows[0]["space"], rows[0]["points"]
    ('Breisach', 1)
    """
    return [
        {
            "space": place.space,
            "points": place.points,
            "way": " – ".join(map(shown, place.way)),
            "corps": place.corps,
            "stops": str(place.stops.says) if place.stops else "",
            "clause": place.stops.clause_id if place.stops else "",
            "enemy_corps": place.meets,
            "besieges": place.besieges,
            "takes": place.takes,
            "line": place.line or None,
            "interceptors": ", ".join(one.leader for one in place.interceptors),
            "needed": min((one.needed for one in place.interceptors), default=None),
        }
        for place in found.places
    ]


# ---- the last action, marked spaces


def arrow(last: LastAction | None) -> list[Sentence]:
    """What was last done, in sentences."""
    if last is None:
        return []
    moves = [Sentence(str(move.says), (move.clause_id,)) for move in last.moves]
    return moves + [Sentence(str(says)) for says in last.says[len(moves) :]]


def marked(names: Iterable[str]) -> list[Sentence]:
    """The spaces that are pointed out.

    >>> [str(told) for told in marked(["Mons", "Namur"])]
    ['Marked on the map: Mons and Namur.']
    """
    spaces = list(names)
    return [Sentence(say("map.marked", spaces=Message.all_of(spaces)))] if spaces else []
