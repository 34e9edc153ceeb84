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

from ...core.messages import say, shown
from ...nine_years.atlas.picture import both_themes
from ...nine_years.atlas.wire import State, difference, drawing, packed, steps
from ...nine_years.components.map import game_map
from ...typefaces import SERIF
from . import map_panel

_COMMENT = re.compile(r"^\s+(//.*\n)?|^//.*\n", re.MULTILINE)
FRONT = Path(__file__).parents[1] / "front"
PARTS = ("sheet", "plate", "atlas")


@cache
def front() -> bytes:
    """The front end's own code, in the order in which it reads, without comments and indentation."""
    code = "".join((FRONT / f"{part}.js").read_text("utf-8") for part in PARTS)
    return zlib.compress(_COMMENT.sub("", code).encode(), 9)


@cache
def sheet() -> bytes:
    """All that never changes: the drawing, and what stands around it, with its words."""
    content = {
        **drawing(),
        "bar": map_panel.bar(),
        "legend": map_panel.legend(),
        "names": sorted(
            {name for space in game_map().spaces for name in (shown(space.name), space.local_name)}
        ),
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
    content["style"] = (
        both_themes()
        + content["style"]
        + (FRONT / "atlas.css").read_text(encoding="utf-8").replace("SERIF", SERIF)
    )
    content["version"] = sha256(json.dumps(content).encode()).hexdigest()[:12]
    return packed(content)


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
            front=front(), number=uuid4().hex, sheet=sheet(), steps=steps(),
            maps=maps, territories=territories, views=views, view=views[0], **more,
        )  # fmt: skip
        self.on_msg(self._on_message)

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

    def _on_message(self, _widget: W.Widget, content: Mapping[str, Any], _buffers: object) -> None:
        for asked, answer in self.answers.items():
            if asked in content and (described := answer(content[asked])):
                self.tell(**described)
