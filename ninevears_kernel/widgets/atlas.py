"""The map's widget in the browser: it is sent the sheet once, compressed, and then only what changed."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import anywidget
import ipyleaflet as L
import ipywidgets as W
from traitlets import Bytes, Dict, Instance, List, Unicode

from ..core.messages import say, shown
from ..nine_years.atlas.ground import ground
from ..nine_years.atlas.lines import lines
from ..nine_years.atlas.names import names
from ..nine_years.atlas.palette import SERIF, space_classes
from ..nine_years.atlas.picture import both_themes, definitions, marks_of, printed, styles
from ..nine_years.atlas.scene import Scene
from ..nine_years.atlas.sheet import BOUNDS, LEVELS, PANES, UNIT_ZOOM, VIEWS, Mark, project, unit
from ..nine_years.atlas.words import sentence
from ..nine_years.map import game_map
from . import map_panel
from .atlas_geometry import geometry

_COMMENT = re.compile(r"^\s+(//.*\n)?|^//.*\n", re.MULTILINE)
_DEFINED = re.compile("<defs>(.*?)</defs>")
FRONT = Path(__file__).with_name("front")
UNSEEN = 0.4
"""Pixels by which a symbol may stand beside its city unseen."""
PARTS = ("sheet", "plate", "atlas")
State = dict[str, Any]
"""What a browser knows of a scene: ``spaces`` (classes), ``words`` (a sentence each), ``marks`` (by key), the
``panel`` beside the map and its text ``twin`` ("" while nobody reads it) as HTML."""


def packed(value: object) -> bytes:
    """A value as compressed JSON, as the browser unpacks it."""
    return zlib.compress(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode(), 9)


def sent(key: str, mark: Mark) -> list[Any]:
    """A mark as the browser is sent it: pane, markup, and for each level where it stands, or 0.

    A mark of a space, which its key names, stands so many tenths of a pixel from its city; others stand where
    they stand, in units.
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
def front() -> bytes:
    """The front end's own code, in the order in which it reads, without comments and indentation."""
    code = "".join((FRONT / f"{part}.js").read_text("utf-8") for part in PARTS)
    return zlib.compress(_COMMENT.sub("", code).encode(), 9)


@cache
def sheet() -> bytes:
    """All that never changes: the drawing, its styles, the shapes, the names, and words for the page."""
    board = game_map()
    number = {space.name: space.index for space in board.spaces}
    shapes = geometry()
    # repeated pieces stand once in a page, whatever map is hidden
    drawn, pieces = _parted(json.dumps({"ground": ground(), "lines": lines(), "printed": printed()}))
    content = {
        **json.loads(drawn),
        "defs": definitions().replace("scale(10)", "scale(1)") + json.loads(f'"{pieces}"'),
        "style": both_themes()
        + styles()
        + (FRONT / "atlas.css").read_text(encoding="utf-8").replace("SERIF", SERIF),
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
        "bar": map_panel.bar(),
        "legend": map_panel.legend(),
        "names": sorted({name for space in board.spaces for name in (shown(space.name), space.local_name)}),
        "words": {
            "map": say("map.role"),
            "name": say("map.name"),
            "inset": say("map.inset-name"),
            "help": say("map.keys-help"),
            "edge": say("map.edge"),
            "jump": say("map.no-link-that-way"),
            "empty": say("map.nobody-here"),
            "close": say("map.close"),
        },
    }
    content["version"] = sha256(json.dumps(content).encode()).hexdigest()[:12]
    return packed(content)


def state_of(scene: Scene, overlays: Mapping[str, Mark], panel: str, twin: str) -> State:
    """What a browser is to show of a scene.

    Args:
        scene: what is seen.
        overlays: more marks by their keys.
        panel: the HTML beside the map.
        twin: the HTML under it.
    """
    return {
        "spaces": [space_classes(place).removeprefix("space ") for place in scene.places],
        "words": [sentence(scene, place.space.name) for place in scene.places],
        "marks": {key: sent(key, mark) for key, mark in {**marks_of(scene), **overlays}.items()},
        "panel": panel,
        "twin": twin,
    }


def difference(before: State, after: State) -> dict[str, Any]:
    """What must be sent to come from one state to another; parts in which nothing changed are left out.

    >>> difference({"spaces": ["a", "b"], "words": [], "marks": {"x": [1]}, "panel": "", "twin": ""},
    ...            {"spaces": ["a", "c"], "words": [], "marks": {}, "panel": "x", "twin": ""})
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
    return found | {part: after[part] for part in ("panel", "twin") if before[part] != after[part]}


@cache
def _steps() -> bytes:
    return zlib.compress(geometry().steps, 9)


class Territories(L.GeoJSON):
    """The spaces as a GeoJSON layer of ipyleaflet, whose data the atlas brings to the browser compressed."""

    data = Dict().tag(sync=True, to_json=lambda _data, _layer: {"type": "FeatureCollection", "features": []})

    def _get_data(self) -> Any:
        return self.data


class Atlas(anywidget.AnyWidget):
    """Lays the sheet on ipyleaflet maps, and what belongs to it around them.

    What the kernel tells after the beginning goes as compressed messages, not as traits, so that nothing is
    sent twice or sent back.

    Args:
        maps: the maps; the first is the main one.
        territories: the layer of spaces that all of them have.
        views: the named part of the map that each shows first.
        state: what they show first.
        more: such as the layout.
    """

    # the text: a path would be told of each widget, and hold it for ever
    _esm = (FRONT / "loader.js").read_text(encoding="utf-8")
    front = Bytes().tag(sync=True)
    number = Unicode().tag(sync=True)
    sheet = Bytes().tag(sync=True)
    steps = Bytes().tag(sync=True)
    # never set: it is read when a page asks for the widget, so that one that is loaded later sees the present
    state = Bytes().tag(sync=True, to_json=lambda _value, atlas: packed(atlas.shown))
    maps = List(Instance(L.Map)).tag(sync=True, **W.widget_serialization)
    territories = Instance(L.GeoJSON).tag(sync=True, **W.widget_serialization)
    views = List(Unicode()).tag(sync=True)
    view = Unicode().tag(sync=True)
    selected = Unicode().tag(sync=True)

    def __init__(
        self, maps: list[L.Map], territories: L.GeoJSON, views: list[str], state: State, **more: Any
    ) -> None:
        self.shown: State = {**state, "revision": 0}
        self.answers: dict[str, Callable[[Any], Mapping[str, Any] | None]] = {"ready": self._ready}
        super().__init__(
            front=front(), number=uuid4().hex, sheet=sheet(), steps=_steps(),
            maps=maps, territories=territories, views=views, view=views[0], **more,
        )  # fmt: skip
        self.on_msg(self._heard)

    def close(self) -> None:
        """Takes it away, with what it shows: a notebook keeps what a cell gave long after."""
        super().close()
        self.shown = {}

    def tell(self, **what: Any) -> None:
        """Sends the browser what it is to do: ``say``, ``view``, ``selected``, ``trouble``, ``change``."""
        self.send({}, buffers=[packed(what)])

    def show(self, state: State, **more: Any) -> None:
        """Shows another state: sends what differs, and more with it, as `tell`."""
        if not self.shown:  # closed
            return
        change = difference(self.shown, state)
        if change:
            revision = self.shown["revision"] + 1
            self.shown = {**state, "revision": revision}
            more["change"] = {**change, "revision": revision}
        if more:
            self.tell(**more)

    def _ready(self, revision: object) -> Mapping[str, Any] | None:
        """What was sent before the page listened is lost on it: if there was anything, it gets all again."""
        return None if revision == self.shown["revision"] else {"state": self.shown}

    def _heard(self, _widget: W.Widget, content: Mapping[str, Any], _buffers: object) -> None:
        for asked, answer in self.answers.items():
            if asked in content and (told := answer(content[asked])):
                self.tell(**told)
