"""The map of the war as a widget: spaces coloured by who controls them, under printed names and symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import count
from time import monotonic
from typing import Any

import ipyleaflet as L
import ipywidgets as W
from traitlets import Any as AnyTrait
from traitlets import Unicode

from ..core.errors import UnknownName
from ..core.messages import Message, say, shown
from ..core.rulings import Ruling
from ..nine_years.map import ZONES, Space, game_map
from ..nine_years.position import Position
from ..nine_years.powers import capitals_on_map
from ..nine_years.scenario import scenario_1688
from . import map_colours, map_furniture, map_symbols, map_words
from .sea_lanes import sea_way

# message id of the view, centre (latitude, longitude), zoom
VIEWS: Mapping[str, tuple[tuple[float, float], float]] = {
    "view.all": ((49.25, 3.75), 4.7),
    "view.low-countries": ((50.75, 4.9), 7.25),
    "view.rhine": ((49.3, 8.3), 7.0),
    "view.italy": ((45.1, 8.6), 7.0),
    "view.spain": ((41.0, -2.6), 6.0),
    "view.britain": ((54.2, -4.0), 5.75),
}
PATH_COLOUR, MARK_COLOUR, CHOSEN_COLOUR = "#b0006d", "#0b6b4f", "#111111"
ON_THE_WAY = 1.5
"""Seconds in which the map may still be gliding to the view that was asked for."""
_numbers = count(1)


@cache
def _pictures() -> dict[str, str]:
    """The printed parts as data addresses, by name; made once for all maps of a session."""
    board = game_map()
    spot = {space.name: (space.lat, space.lon) for space in board.spaces}
    sites = [
        map_symbols.Site(s.name, s.lat, s.lon, s.fortress, bool(s.ports), s.name in capitals_on_map())
        for s in board.spaces
    ]
    svg = {
        "ground": map_furniture.ground(board.geojson),
        "lines": map_furniture.lines(board.geojson, [(spot[a], spot[b], kind) for a, b, kind in board.links]),
    } | {f"level{n}": map_symbols.places(sites, level) for n, level in enumerate(map_symbols.LEVELS)}
    return {name: map_furniture.data_url(picture) for name, picture in svg.items()}


def _picture(name: str, pane: str, **more: Any) -> L.ImageOverlay:
    return L.ImageOverlay(url=_pictures()[name], bounds=map_furniture.BOUNDS, pane=pane, **more)


class WarMap(W.VBox):
    """The map, with buttons for its parts, a list of all spaces, and a text that says what is chosen.

    Args:
        position: whose control and pieces are shown. Set `position` to show another.
        height: of the map, in CSS.

    Attributes:
        selected: the chosen space's name, or None. Click, list and program all set it; observe it,
            or use `on_select`.
        path: names of spaces and sea zones of the line that is drawn.
        marked: names of the spaces that are marked.
    """

    position = AnyTrait()
    selected = Unicode(None, allow_none=True)

    def __init__(self, position: Position, height: str = "690px", **more: Any) -> None:
        self.ruling: Ruling | None = None
        self.path: tuple[str, ...] = ()
        self.marked: tuple[str, ...] = ()
        self._sent_at = 0.0
        self._prefix = f"ninevears{next(_numbers)}"
        self._spaces = L.GeoJSON(
            data=self._painted(position, game_map().geojson("spaces")),
            hover_style={"weight": 2.5, "color": CHOSEN_COLOUR, "dashArray": None},
        )
        self._levels = [_picture(f"level{n}", "ninevears-names") for n in range(len(map_symbols.LEVELS))]
        self._drawn = L.GeoJSON(
            data=_collection([]),
            point_style={
                "radius": 12,
                "color": PATH_COLOUR,
                "weight": 3,
                "fillColor": "#fff",
                "fillOpacity": 1,
            },
        )
        ground, lines = _picture("ground", "ninevears-under"), _picture("lines", "ninevears-over")
        centre, zoom = VIEWS["view.all"]
        self._map = L.Map(
            layers=(ground, self._spaces, lines, *self._levels, self._drawn),
            panes={
                "ninevears-under": {"zIndex": 350, "pointerEvents": "none"},
                "ninevears-over": {"zIndex": 440, "pointerEvents": "none"},
                "ninevears-drawn": {"zIndex": 445, "pointerEvents": "none"},
                "ninevears-names": {"zIndex": 450, "pointerEvents": "none"},
            },
            center=list(centre), zoom=zoom, zoom_snap=0.05, zoom_delta=0.5, min_zoom=4.25, max_zoom=9,
            scroll_wheel_zoom=True, attribution_control=False,
            layout=W.Layout(height=height, flex="2 1 480px", min_width="320px", max_width="780px"),
        )  # fmt: skip
        self._views = W.ToggleButtons(
            options=[(say(id), id) for id in VIEWS],
            value="view.all",
            tooltips=[say("map.view-tooltip", view=say(id)) for id in VIEWS],
            description=say("map.views"),
            style={"button_width": "auto", "description_width": "auto"},
            layout=W.Layout(width="auto", display="flex", flex_flow="row wrap", align_items="center"),
        )
        names = sorted((space.name for space in game_map().spaces), key=shown)
        self._list = W.Dropdown(
            options=[(say("map.no-space"), ""), *((shown(name), name) for name in names)],
            description=say("map.space"),
            style={"description_width": "auto"},
            layout=W.Layout(width="280px"),
        )
        self._text = W.HTML(
            layout=W.Layout(flex="1 1 240px", min_width="220px", max_width="400px", margin="2px 2px 2px 6px")
        )
        powers = dict.fromkeys(space.power for space in game_map().spaces)
        legend = W.HTML(map_words.STYLE + map_colours.patterns(self._prefix, powers) + map_words.legend())
        bar = W.HBox(
            [self._views, self._list],
            layout=W.Layout(flex_flow="row wrap", align_items="center", grid_gap="0 24px"),
        )
        body = W.HBox([self._map, self._text], layout=W.Layout(flex_flow="row wrap", align_items="stretch"))
        super().__init__([bar, body, legend], position=position, **more)
        self.add_class("ninevears-map")
        self._spaces.on_click(self._clicked)
        self._list.observe(lambda change: self.set_trait("selected", change["new"] or None), "value")
        self._views.observe(self._go_to_view, "value")
        self._map.observe(self._moved, ["zoom", "center"])
        self.observe(self._choose, "selected")
        self.observe(self._repaint, "position")
        self._show_level()
        self._say()

    # ---- what a program does with it

    def on_select(self, callback: Callable[[str | None], object]) -> None:
        """Calls back with the name of each space that is chosen from now on, None when none is."""
        self.observe(lambda change: callback(change["new"]), "selected")

    def show_path(self, path: Sequence[str]) -> None:
        """Draws a line through spaces and sea zones in order; the start is a ring, the end is filled.

        Raises:
            UnknownName: a name is neither a space nor a sea zone.
        """
        names = tuple(name if name in ZONES else game_map().space(name, "path").name for name in path)
        self.path = names
        self._draw()

    def show_spaces(self, names: Iterable[str]) -> None:
        """Marks spaces with a broken green edge; no names: none.

        Raises:
            UnknownName: the map has no such space.
        """
        self.marked = tuple(game_map().space(name).name for name in names)
        self._draw()

    def show_ruling(self, ruling: Ruling | None) -> None:
        """Draws a ruling's line, or marks the spaces that would restore it, and tells why beside the map."""
        answer = ruling.answer if ruling and ruling.answer else {}
        self.ruling = ruling
        self.path = tuple(answer.get("path") or ())
        self.marked = tuple(
            dict.fromkeys(name for names in answer.get("restored_by") or () for name in names)
        )
        self._draw()

    def clear_path(self) -> None:
        """Takes the line, the marks and the ruling away."""
        self.show_ruling(None)

    def go_to(self, view: str) -> None:
        """Shows a part of the map: all, low-countries, rhine, italy, spain or britain.

        Raises:
            UnknownName: the map has no such view.
        """
        if f"view.{view}" not in VIEWS:
            raise UnknownName("view", view, Message("kind.view"), [id.removeprefix("view.") for id in VIEWS])
        self._views.value = f"view.{view}"

    # ---- what keeps it in step

    def _clicked(self, properties: Mapping[str, Any] | None = None, **_: Any) -> None:
        if properties:
            self.selected = properties["name"]

    def _choose(self, change: Mapping[str, Any]) -> None:
        if change["new"] is not None:
            # a program may choose by any spelling
            name = game_map().space(change["new"]).name
            if name != change["new"]:
                self.selected = name
                return
        self._list.value = change["new"] or ""
        self._draw()

    def _repaint(self, change: Mapping[str, Any]) -> None:
        self._spaces.data = self._painted(change["new"], self._spaces.data)
        self._say()

    def _go_to_view(self, change: Mapping[str, Any]) -> None:
        if change["new"] is not None:
            self._sent_at = monotonic()
            centre, zoom = VIEWS[change["new"]]
            with self._map.hold_sync():
                self._map.center, self._map.zoom = list(centre), zoom

    def _moved(self, change: Mapping[str, Any]) -> None:
        if change["name"] == "zoom":
            self._show_level()
        (south, west), (north, east) = map_furniture.BOUNDS
        lat, lon = self._map.center
        if not (south <= lat <= north and west <= lon <= east):  # dragged out of sight: come back
            self._map.center = [min(max(lat, south + 1), north - 1), min(max(lon, west + 1), east - 1)]
        if self._views.value is not None and monotonic() - self._sent_at > ON_THE_WAY:
            (lat, lon), zoom = VIEWS[self._views.value]
            away = max(abs(self._map.center[0] - lat), abs(self._map.center[1] - lon)) * 2**zoom
            if self._map.zoom != zoom or away > 60:
                self._views.value = None  # so that the same button can be pressed again

    def _show_level(self) -> None:
        limits = [level.below for level in map_symbols.LEVELS]
        now = next(n for n, below in enumerate(limits) if self._map.zoom < below)
        for n, picture in enumerate(self._levels):
            picture.visible = n == now

    def _say(self) -> None:
        self._text.value = map_words.twin(self.position, self.selected, self.path, self.marked, self.ruling)

    # ---- what is drawn

    def _painted(self, position: Position, data: Mapping[str, Any]) -> dict[str, Any]:
        """The spaces in this position's colours; geometry and features that stay as they were are shared."""
        at_start = _controllers_at_start()
        features = []
        for feature in data["features"]:
            properties = feature["properties"]
            side = position.controller(properties["name"])
            taken = side != at_start[properties["name"]]
            style = map_colours.style(self._prefix, side, properties["power"], taken)
            style["className"] = f"space-{feature['id']}"
            if properties.get("style") != style:
                feature = {**feature, "properties": {**properties, "style": style}}
            features.append(feature)
        # broken edges of what was taken must not be painted over by neighbours
        features.sort(key=lambda feature: "dashArray" in feature["properties"]["style"])
        return {**data, "features": features}

    def _draw(self) -> None:
        features = [_outline(name, MARK_COLOUR, 4, dashArray="3 7", fillOpacity=0.2) for name in self.marked]
        if self.selected is not None:
            features.append(_outline(self.selected, CHOSEN_COLOUR, 3.5, fillOpacity=0))
        if self.path:
            features += _path_features(self.path)
        self._drawn.data = _collection(features)
        self._say()


@cache
def _controllers_at_start() -> dict[str, str | None]:
    start = scenario_1688()
    return {space.name: start.controller(space.name) for space in game_map().spaces}


def _collection(features: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": features}


def _feature(geometry: Mapping[str, Any], **style: Any) -> dict[str, Any]:
    look = {"pane": "ninevears-drawn", "interactive": False, "smoothFactor": 0, **style}
    return {"type": "Feature", "geometry": geometry, "properties": {"style": look}}


@cache
def _shapes() -> dict[str, Mapping[str, Any]]:
    return {f["properties"]["name"]: f["geometry"] for f in game_map().geojson("spaces")["features"]}


def _outline(name: str, colour: str, weight: float, **style: Any) -> dict[str, Any]:
    return _feature(_shapes()[name], color=colour, weight=weight, fillColor=colour, **style)


def path_spots(path: Sequence[str]) -> list[tuple[float, float]]:
    """The points (latitude, longitude) of a line through spaces and sea zones, in order."""
    board = game_map()
    spots: list[tuple[float, float]] = []
    for place, name in enumerate(path):
        if name not in ZONES:
            spots.append(_spot(board.space(name)))
            continue
        following = next((board.space(other) for other in path[place + 1 :] if other not in ZONES), None)
        start = spots[-1] if spots else None if following is None else _spot(following)
        if start is not None:
            spots += sea_way(name, start, start if following is None else _spot(following))
    return spots


def _spot(space: Space) -> tuple[float, float]:
    return space.lat, space.lon


def _path_features(path: Sequence[str]) -> list[dict[str, Any]]:
    spots = path_spots(path)
    if not spots:
        return []
    line = {"type": "LineString", "coordinates": [[lon, lat] for lat, lon in spots]}
    ends = [{"type": "Point", "coordinates": [lon, lat]} for lat, lon in (spots[0], spots[-1])]
    return [
        _feature(line, color="#ffffff", weight=8, opacity=0.8),
        _feature(line, color=PATH_COLOUR, weight=4, opacity=1),
        _feature(ends[0], color=PATH_COLOUR, weight=4, fillColor="#ffffff", fillOpacity=1),
        _feature(ends[1], color="#ffffff", weight=2, fillColor=PATH_COLOUR, fillOpacity=1),
    ]
