"""What is laid over the map for a while: a line of communication, the reach of a force, who has supply, and
what was last done.

Each function gives marks by key. `overlay_words` puts into words what they mean.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from ..components.map import ZONES, game_map
from ..games.last_action import LastAction, Move
from ..queries.reach_values import Reach, Reached
from ..queries.supply_overview import LineReport, Overview
from . import overlay_ways as ways
from .overlay_places import HEIGHT, SCALE, Sign, beside, on_space, on_spot
from .overlay_ways import Bend, drawn, middle, sampled
from .placement import EVERY_LEVEL, SYMBOL, at_level, painted, spots
from .scene import Scene
from .sheet import Mark, unit
from .styles import style

STYLE = style("overlays")
"""The rules of style of all overlays."""

VARIABLES: Mapping[str, Mapping[str, str]] = {"light": {}, "dark": {}}
"""Colours besides those of the palette: none."""

_CROSS, _SABRES = "M-7-7L7 7M-7 7L7-7", "M-7 6Q2 3 6-7M7 6Q-2 3-6-7M-7.5 2.5L-3.5 6.5M7.5 2.5L3.5 6.5"
DEFS = painted(
    f'<g id="nv-cross"><path class="cross-under" d="{_CROSS}"/><path class="cross" d="{_CROSS}"/></g>'
    '<g id="nv-ring"><circle class="ring-under" r="12"/><circle class="ring" r="12"/></g>'
    '<g id="nv-goal"><circle class="goal" r="13"/></g>'
    '<g id="nv-from"><circle class="ring-under" r="12"/><circle class="from" r="12"/></g>'
    '<path id="nv-octagon" d="M-3.7-9H3.7L9-3.7V3.7L3.7 9H-3.7L-9 3.7V-3.7z"/>'
    '<g id="nv-eye"><path class="eye" d="M-8 0Q0-9 8 0 0 9-8 0z"/><circle class="pupil" r="2.9"/></g>'
    f'<path id="nv-sabres" class="sabres" d="{_SABRES}"/>'
    '<g id="nv-fed"><circle class="fed" r="7.5"/><path class="sign" d="M-3.4.2L-1 2.8 3.6-2.6"/></g>'
    '<g id="nv-limited"><path class="fed limited" d="M0-9L8.4 6.4H-8.4z"/>'
    '<path class="sign on-gold" d="M0-3.5V1.5M0 4.2V4.3"/></g>'
    '<g id="nv-hungry"><path class="fed hungry" d="M-3.7-9H3.7L9-3.7V3.7L3.7 9H-3.7L-9 3.7V-3.7z"/>'
    '<path class="sign" d="M-3.4-3.4L3.4 3.4M-3.4 3.4L3.4-3.4"/></g>',
    STYLE,
)
"""What the marks use."""

HEAD = "M0 0L-13 6.5-10 0-13-6.5z"


# ---- lines


def path(names: Sequence[str], cut: Iterable[str] = (), key: str = "path") -> dict[str, Mark]:
    """A line through spaces and sea zones: a ring where it begins, arrow heads, a full disc at its end.

    Args:
        names: the spaces and sea zones.
        cut: those of them where the line is cut: there stands a cross, and what is missing is dotted.
        key: what the keys of the marks begin with.

    Raises:
        UnknownName: a name is neither a space nor a sea zone.

    >>> sorted(path(("Tournai", "Lille"), cut=("Lille",)))
    ['path/cut/Lille', 'path/end', 'path/line', 'path/start']
    """
    names = tuple(name if name in ZONES else game_map().space(name, "path").name for name in names)
    gaps = set(cut)
    legs = list(ways.legs(names))
    if not legs and not names:
        return {}
    curves = [drawn(bends) for bends, _ in legs]
    open_legs = [not gaps & set(leg[1]) for leg in legs]
    whole = "".join(curve for curve, is_open in zip(curves, open_legs, strict=True) if is_open)
    missing = "".join(curve for curve, is_open in zip(curves, open_legs, strict=True) if not is_open)
    found = {}
    if legs:
        svg = f'<path class="under" d="{"".join(curves)}"/>'
        svg += f'<path class="way" d="{whole}"/>' if whole else ""
        svg += f'<path class="missing" d="{missing}"/>' if missing else ""
        found[f"{key}/line"] = Mark("path", f'<g class="route">{svg}</g>')
    for number, (leg, is_open) in enumerate(zip(legs, open_legs, strict=True)):
        if is_open and (head := head_on(leg[0])):
            found[f"{key}/head/{number}"] = head
    spaces = [name for name in names if name not in ZONES]
    if spaces:
        found[f"{key}/start"] = on_space(spaces[0], '<use href="#nv-ring"/>', "path")
    if len(spaces) > 1:
        found[f"{key}/end"] = on_space(spaces[-1], '<use href="#nv-goal"/>', "path")
    for name in names:
        if name in gaps:
            cross = '<use href="#nv-cross"/>'
            gap = next((bends for bends, ends in legs if name in ends), None)
            if name in ZONES:
                if gap is not None:
                    found[f"{key}/cut/{name}"] = on_spot(*middle(sampled(gap))[:2], cross)
            else:
                found[f"{key}/cut/{name}"] = on_space(name, cross)
    return found


def line(described: LineReport) -> dict[str, Mark]:
    """The line of communication of a space; when cut, as it would run, with what blocks it crossed out."""
    if described.path:
        return path(described.path, described.cut)
    return path((described.asked.space,), (described.asked.space,))


def head_on(bends: Sequence[Bend]) -> Mark | None:
    """An arrow head in the middle of a leg, at the levels at which it is long enough for it."""
    points = sampled(bends)
    x, y, turn, length = middle(points)
    svg = f'<path class="arrowhead" transform="rotate({turn:.0f}) scale(1.25) translate(6)" d="{HEAD}"/>'
    at = tuple(
        at_level(level, x / unit(level), y / unit(level), SCALE[level])
        if length / unit(level) > 22 * SCALE[level] + 2 * SYMBOL[level]
        else None
        for level in EVERY_LEVEL
    )
    return Mark("path", svg, at) if any(at) else None


# ---- the reach of a force


def reach(found: Reach, scene: Scene | None = None) -> dict[str, Mark]:
    """Every space in reach tinted, with the points that it takes in a disc: an octagon where the force must
    stop before its points are spent, a hollow disc where they are; crossed sabres where it meets the enemy,
    an eye with the least die where it may be intercepted.

    Args:
        found: the reach.
        scene: what stands on the map, so that numbers keep clear of it.

    >>> from ..queries.reach import reach as reached
    >>> from ..components.scenario import scenario_1688
    >>> marks = reach(reached(scenario_1688(), "Bourbon", "Strasbourg"))
    >>> marks["reach/metz"].pane, marks["reach/metz/points"].pane
    ('reach', 'top')
    """
    board = game_map()
    marks: dict[str, Mark] = {}
    legs: dict[tuple[str, str], None] = {}
    signs = []
    for place in found.places:
        id = board.by_name[place.space].id
        svg = f'<path class="{reach_classes(place)}" data-shape="space/{id}"/>'
        marks[f"reach/{id}"] = Mark("reach", svg)
        signs.append(_sign(f"reach/{id}/points", place))
        legs |= dict.fromkeys(pairwise(place.way))
    if data := "".join(drawn([ways.road(*leg)]) for leg in legs):
        svg = f'<g class="route"><path class="under" d="{data}"/><path class="legs" d="{data}"/></g>'
        marks["reach/legs"] = Mark("path", svg)
    marks["reach/origin"] = on_space(found.origin, '<use href="#nv-from"/>', "path")
    return marks | beside(signs, scene)


def reach_classes(place: Reached) -> str:
    """The classes of a space in reach, such as ``reached points-2 stop``."""
    return f"reached points-{place.points}{' stop' if place.stops else ''}"


def badge(place: Reached) -> str:
    """The number of points that a space takes, in a shape that says whether the force must stop there."""
    if place.stops is None:
        return f'<circle class="badge" r="8.5"/><text class="spent" y="4">{place.points}</text>'
    if place.stops.clause_id == "NY 13.5.1.a":
        return f'<circle class="badge last" r="8.5"/><text class="spent last" y="4">{place.points}</text>'
    return f'<use href="#nv-octagon" class="badge halt"/><text class="spent" y="4">{place.points}</text>'


def _sign(key: str, place: Reached) -> Sign:
    """The badge of a space, and beside it on a slip what awaits the force there."""
    far = badge(place)
    slip, width = "", 11.0
    if place.meets:
        slip += f'<use href="#nv-sabres" x="{width + 8:g}"/>'
        width += 18
    if place.interceptors:
        needed = min(one.needed for one in place.interceptors)
        slip += f'<use href="#nv-eye" x="{width + 8:g}"/>'
        slip += f'<text class="odds" x="{width + 24:g}" y="3.6">{needed}+</text>'
        width += 33
    if not slip:
        return Sign(key, place.space, far, far, HEIGHT)
    ground = f'<path class="slip" d="M0-8H{width:g}V8H0z"/>'
    whole = width + HEIGHT / 2
    near = f'<g transform="translate({HEIGHT / 2 - whole / 2:g})">{ground}{slip}{far}</g>'
    return Sign(key, place.space, far, near, whole)


# ---- supply, the last action, marked spaces


def supply(seen: Overview, scene: Scene | None = None) -> dict[str, Mark]:
    """Who has a line of communication: a tick in a disc; a point in a triangle where it is limited; a cross
    in an octagon, and the space dotted, where there is none. Open towns without troops have no sign when
    they have a line.

    Args:
        seen: what has a line.
        scene: what stands on the map, so that signs keep clear of it.
    """
    marks, signs = {}, []
    for one in seen.holdings:
        id = game_map().by_name[one.space].id
        sign = "hungry" if not one.supplied else "limited" if one.limited else "fed"
        if not one.supplied:
            marks[f"supply/{id}"] = Mark("reach", f'<path class="unsupplied" data-shape="space/{id}"/>')
        if sign != "fed" or one.fortress or one.kind != "space":
            svg = f'<use href="#nv-{sign}"/>'
            signs.append(Sign(f"supply/{id}/{one.kind}", one.space, svg, svg, HEIGHT))
    return marks | beside(signs, scene)


def arrow(last: LastAction | None) -> dict[str, Mark]:
    """What was last done as curved arrows in the colour of the side: whole for a march, broken at sea, dotted
    for a transfer, of short strokes for a retreat.
    """
    marks: dict[str, Mark] = {}
    for number, move in enumerate(last.moves if last else ()):
        if len(move.way) > 1 and move.way[0] == move.way[-1] and move.kind == "sea":
            continue  # turned back
        bends = [bend for leg, _ in ways.legs(move.way) for bend in leg]
        if not bends:
            continue
        data = drawn(bends)
        core = f'<path class="core" d="{data}"/>' if move.kind in ("march", "interception", "avoid") else ""
        svg = f'<g class="route swept {move.side} by-{move.kind}"><path class="under" d="{data}"/>'
        marks[f"arrow/{number}"] = Mark("path", f'{svg}<path class="way" d="{data}"/>{core}</g>')
        marks[f"arrow/{number}/head"] = _head_at_end(bends[-1], move)
    return marks


def _head_at_end(bend: Bend, move: Move) -> Mark:
    """An arrow head whose point touches the symbol at the end of a line."""
    turn = math.atan2(bend[-1][1] - bend[-2][1], bend[-1][0] - bend[-2][0])
    index = game_map().by_name[move.way[-1]].index
    look = f"arrowhead {move.side}"
    svg = f'<path class="{look}" transform="rotate({math.degrees(turn):.0f}) scale(1.5)" d="{HEAD}"/>'
    places = []
    for level in EVERY_LEVEL:
        x, y = spots(level)[index]
        back = SYMBOL[level] + 1
        places.append(at_level(level, x - math.cos(turn) * back, y - math.sin(turn) * back, SCALE[level]))
    return Mark("top", svg, tuple(places))


def marked(names: Iterable[str]) -> dict[str, Mark]:
    """Spaces that are pointed out, by a broken edge.

    Raises:
        UnknownName: the map has no such space.

    >>> list(marked(["Liège"]))
    ['marked/liege']
    """
    ids = [game_map().space(name).id for name in names]
    return {f"marked/{id}": Mark("reach", f'<path class="marked" data-shape="space/{id}"/>') for id in ids}
