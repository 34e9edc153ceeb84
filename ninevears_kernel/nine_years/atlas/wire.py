"""The sheet as a front is sent it: what never changes once, compressed; of a scene, only what changed."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from ..components.map import game_map
from .ground import ground
from .lines import lines
from .names import names
from .palette import space_classes
from .picture import definitions, marks_of, printed, styles
from .scene import Scene
from .sheet import BOUNDS, LEVELS, PANES, UNIT_ZOOM, VIEWS, Mark, project, unit
from .sheet_geometry import geometry
from .words import sentence

_DEFINED = re.compile("<defs>(.*?)</defs>")
UNSEEN = 0.4
"""Pixels by which a symbol may stand beside its city unseen."""
State = dict[str, Any]
"""What a front knows of a scene: ``spaces`` (classes), ``words`` (a sentence each), ``marks`` (by key), and
whatever else it is shown, by name.
"""


def packed(value: object) -> bytes:
    """A value as compressed JSON, as a front unpacks it."""
    return zlib.compress(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode(), 9)


@lru_cache(maxsize=1 << 12)
def sent(key: str, mark: Mark) -> list[Any]:
    """A mark as the browser is sent it: pane, markup, and for each level where it stands, or 0.

    A mark of a space, which its key names, stands so many tenths of a pixel from its city; others stand where
    they stand, in units. They are remembered: from one choice to the next most stay as they are.
    """
    if not mark.at:
        return [mark.pane, mark.svg]
    city = _cities().get(key.split("/")[1]) if "/" in key else None
    spots: list[Any] = []
    for level, spot in enumerate(mark.at):
        if spot is None:
            spots.append(0)
            continue
        x, y, scale = spot
        if city is not None:
            x, y = (_tenths((there - here) / unit(level)) for there, here in zip((x, y), city, strict=False))
        spots.append([round(x), round(y), *([round(scale, 2)] * (scale != 1))])
    return [mark.pane, mark.svg, spots, *([] if city is None else [city[2]])]


def _tenths(pixels: float) -> int:
    """So many tenths of a pixel; what nobody sees is nothing, so that equal places are written alike."""
    return 0 if abs(pixels) < UNSEEN else round(pixels * 10)


@cache
def _cities() -> dict[str, tuple[float, float, int]]:
    return {space.id: (*project(space.lat, space.lon), space.index) for space in game_map().spaces}


def _parted(drawing: str) -> tuple[str, str]:
    """A drawing without its definitions, and these."""
    return _DEFINED.sub("", drawing), "".join(found[1] for found in _DEFINED.finditer(drawing))


@cache
def drawing() -> Mapping[str, Any]:
    """All that never changes: the drawing, its styles, the shapes and the spaces."""
    board = game_map()
    number = {space.name: space.index for space in board.spaces}
    shapes = geometry()
    # repeated pieces stand once in a page, whatever map is hidden
    drawn, pieces = _parted(json.dumps({"ground": ground(), "lines": lines(), "printed": printed()}))
    return {
        **json.loads(drawn),
        "defs": definitions().replace("scale(10)", "scale(1)") + json.loads(f'"{pieces}"'),
        "style": styles(),
        "marks": {key: sent(key, mark) for key, mark in names().items()},
        "levels": LEVELS,
        "panes": PANES,
        "unitZoom": UNIT_ZOOM,
        "bounds": BOUNDS,
        "views": VIEWS,
        "arcs": shapes.starts,
        "shapes": shapes.shapes,
        "spaces": [
            {
                "id": space.id,
                "name": space.name,
                "lat": space.lat,
                "lon": space.lon,
                "links": [number[other] for other in board.neighbours(space.name)],
                "polygons": polygons,
            }
            for space, polygons in zip(board.spaces, shapes.spaces, strict=True)
        ],
    }


@cache
def steps() -> bytes:
    """The steps of all arcs of the drawing's shapes, compressed."""
    return zlib.compress(geometry().steps, 9)


def state_of(scene: Scene, overlays: Mapping[str, Mark] | None = None, **more: Any) -> State:
    """What a front is to show of a scene.

    Args:
        scene: what is seen.
        overlays: more marks by their keys.
        more: what else it is shown, by name.
    """
    return {
        "spaces": [space_classes(place).removeprefix("space ") for place in scene.places],
        "words": [sentence(scene, place.space.name) for place in scene.places],
        "marks": {key: sent(key, mark) for key, mark in {**marks_of(scene), **(overlays or {})}.items()},
        **more,
    }


def difference(before: State, after: State) -> dict[str, Any]:
    """What must be sent to come from one state to another; parts in which nothing changed are left out.

    >>> difference({"spaces": ["a", "b"], "words": [], "marks": {"x": [1]}, "panel": ""},
    ...            {"spaces": ["a", "c"], "words": [], "marks": {}, "panel": "x"})
    {'spaces': {1: 'c'}, 'marks': {'x': None}, 'panel': 'x'}
    """
    found: dict[str, Any] = {
        part: {
            place: new
            for place, (old, new) in enumerate(zip(before[part], after[part], strict=True))
            if old != new
        }
        for part in ("spaces", "words")
    }
    marks, old_marks = after["marks"], before["marks"]
    found["marks"] = {key: mark for key, mark in marks.items() if old_marks.get(key) != mark}
    found["marks"] |= {key: None for key in old_marks if key not in marks}
    found = {part: changes for part, changes in found.items() if changes}
    others = after.keys() - {"spaces", "words", "marks"}
    return found | {part: after[part] for part in sorted(others) if before[part] != after[part]}


def put_in(state: State, change: Mapping[str, Any]) -> None:
    """Puts into a state what has changed of it, as `difference` tells it, also when it came as JSON.

    >>> state = {"spaces": ["a", "b"], "words": [], "marks": {"x": [1]}, "panel": ""}
    >>> put_in(state, {"spaces": {"1": "c"}, "marks": {"x": None}, "panel": "x"})
    >>> state
    {'spaces': ['a', 'c'], 'words': [], 'marks': {}, 'panel': 'x'}
    """
    for part, value in change.items():
        if part in ("spaces", "words"):
            for place, new in value.items():
                state[part][int(place)] = new
        elif part == "marks":
            state[part].update(value)
            for key in [key for key, mark in value.items() if mark is None]:
                del state[part][key]
        else:
            state[part] = value
