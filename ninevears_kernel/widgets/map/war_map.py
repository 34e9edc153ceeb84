"""The map of the war as a widget: an atlas sheet on ipyleaflet maps, with insets, search and words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import ipyleaflet as L
import ipywidgets as W
from traitlets import Any as AnyTrait, Unicode

from ...core.errors import UnknownName
from ...core.messages import Message
from ...core.rulings import Ruling
from ...nine_years.atlas import overlay_words, overlays
from ...nine_years.atlas.change_words import describe_changes
from ...nine_years.atlas.counters import opened
from ...nine_years.atlas.picture import OF_PAGE, to_svg
from ...nine_years.atlas.scene import Scene, scene_of
from ...nine_years.atlas.sheet import VIEWS, Mark
from ...nine_years.atlas.wire import State, state_of
from ...nine_years.atlas.words import Sentence, sentence
from ...nine_years.components.map import ZONES, game_map
from ...nine_years.components.position import Position
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import Side
from ...nine_years.games.fog import view as view_of_side
from ...nine_years.games.game import Game
from ...nine_years.games.last_action import last_action
from ...nine_years.queries.reach import reach
from ...nine_years.queries.reach_values import Reach
from ...nine_years.queries.supply_overview import LineReport, Overview, describe_line, overview
from ..parts.cleanup import Composed, made_in_this_cell
from . import map_panel
from .sheet import Atlas, Territories

PANES = {
    "ninevears-under": {"zIndex": 350, "pointerEvents": "none"},
    "ninevears-over": {"zIndex": 450, "pointerEvents": "none"},
}
INSETS = ("low-countries", "italy")
LONGEST_NAME = 100
INSET_HEIGHTS = {"low-countries": "300px", "italy": "200px"}


class WarMap(Composed):
    """The map, its insets, a search by name, a panel that tells all about the chosen space, and the key.

    Args:
        position: what lies on the table. Set `position` to show another; only what differs is sent.
        side: who looks: the enemy's pieces are covered (NY 4.4). None sees everything.
        view: the part of the map that is shown first, one of `sheet.VIEWS`.
        insets: parts that are shown beside it; none: ().
        height: of the map, in CSS.
        rules: the umpire's own tables, which name the pieces; None for the kit's.

    Attributes:
        selected: the chosen space's name, or None. Click, keyboard, search and program all set it; observe
            it, or use `on_select`.
        path: names of spaces and sea zones of the line that is drawn.
        marked: names of the spaces that are marked.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> war_map = WarMap(scenario_1688())
    >>> war_map.selected = "liège"
    >>> war_map.selected
    'Liege'
    """

    position: AnyTrait = AnyTrait()
    selected: Unicode[str | None, str | bytes | None] = Unicode(None, allow_none=True)

    def __init__(
        self,
        position: Position,
        side: Side | None = None,
        *,
        view: str = "all",
        insets: Sequence[str] = INSETS,
        height: str = "720px",
        rules: RuleTables | None = None,
        **more: Any,
    ) -> None:
        for name in (view, *insets):
            _checked(name)
        self.side = side
        self.rules: RuleTables | None = rules
        self.ruling: Ruling | None = None
        self.path: tuple[str, ...] = ()
        self.marked: tuple[str, ...] = ()
        self.scene: Scene = self._seen(position)
        self._overlays: dict[str, dict[str, Mark]] = {}
        self._describe: dict[str, list[Sentence]] = {}
        self._territories = Territories(data=game_map().geojson("spaces"))
        main = _leaflet_map(self._territories, height, flex="3 1 480px")
        small = [
            _leaflet_map(self._territories, INSET_HEIGHTS.get(name, "240px"), zoom_control=False)
            for name in insets
        ]
        self.maps: list[L.Map] = [main, *small]
        self._twin_wanted = False
        layout = W.Layout()
        self._atlas = Atlas(self.maps, self._territories, [view, *insets], self._state(), layout=layout)
        self._atlas.answers |= {"open": self._open, "find": self._find, "words": self._in_words}
        # one layout for both: each widget more is a kilobyte before the first paint
        given = {"layout": layout, "_dom_classes": ("ninevears-map", "nv"), **more}
        super().__init__([*self.maps, self._atlas], position=position, **given)
        self._atlas.observe(self._chosen, "selected")
        self.observe(self._choose, "selected")
        self.observe(self._repaint, "position")
        made_in_this_cell(self)

    # ---- what a program does with it

    def on_select(self, callback: Callable[[str | None], object]) -> None:
        """Calls back with the name of each space that is chosen from now on, None when none is."""
        self.observe(lambda change: callback(change["new"]), "selected")

    def show_path(self, path: Sequence[str]) -> None:
        """Draws a line through spaces and sea zones in order; the start is a ring, the end is filled.

        Raises:
            UnknownName: a name is neither a space nor a sea zone.
        """
        before = self.path
        self.path = tuple(name if name in ZONES else game_map().space(name, "path").name for name in path)
        if not self.path and not before:
            return  # no line was drawn, and none is
        self._lay("path", overlays.path(self.path) if self.path else {})

    def show_spaces(self, names: Iterable[str]) -> None:
        """Marks spaces; no names: none.

        Raises:
            UnknownName: the map has no such space.
        """
        before = self.marked
        self.marked = tuple(dict.fromkeys(game_map().space(name).name for name in names))
        if not self.marked and not before:
            return
        self._lay("marked", overlays.marked(self.marked) if self.marked else {})

    def lay(self, name: str, marks: Mapping[str, Mark], words: Iterable[Sentence] = ()) -> None:
        """Lays marks over the map, in the place of those that were laid by this name; no marks: none.

        Args:
            name: what they are called, not one of those that the other methods use.
            marks: the marks by key, as the functions of `overlays` give them.
            words: what they say.
        """
        words = list(words)
        if marks or words or self._overlays.get(name) or self._describe.get(name):
            self._lay(name, marks, words)

    def show_ruling(self, ruling: Ruling | None) -> None:
        """Draws a ruling's line, or marks the spaces that would restore it, and tells why beside the map."""
        answer = ruling.answer if ruling and ruling.answer else {}
        self.ruling = ruling
        self.path = tuple(answer.get("path") or ())
        self.marked = tuple(
            dict.fromkeys(name for names in answer.get("restored_by") or () for name in names)
        )
        self._overlays["path"] = overlays.path(self.path) if self.path else {}
        self._lay("marked", overlays.marked(self.marked) if self.marked else {})

    def show_line(self, space: str, side: Side, **asked: Any) -> LineReport:
        """Draws the line of communication of a space: to its source, or to where it is cut.

        Args:
            space: where it begins.
            side: whose line.
            asked: the purpose and the power, as for `supply_overview.describe_line`.
        """
        described = describe_line(self.position, space, side, **asked)
        self.path = described.path or ()
        self._lay("line", overlays.line(described), overlay_words.line(described))
        return described

    def show_supply(self, side: Side, **asked: Any) -> Overview:
        """Marks which spaces and troops of a side have a line of communication, and which have none."""
        seen = overview(self.scene.position, side, **asked)
        self._lay("supply", overlays.supply(seen, self.scene), overlay_words.supply(seen))
        return seen

    def show_reach(self, space: str, side: Side, **force: Any) -> Reach:
        """Marks every space to which a force can march: points spent, where it must stop, who may intercept.

        Args:
            space: where it stands.
            side: whose force.
            force: leaders and corps, as for `reach.reach`; by default all that may act.
        """
        seen = view_of_side(self.position, self.side) if self.side else self.position
        found = reach(seen, side, space, **force)
        self._lay("reach", overlays.reach(found, self.scene), overlay_words.reach(found))
        return found

    def show_game(self, game: Game) -> None:
        """Shows a war as it stands, with an arrow for what was last done."""
        last = last_action(game)
        self.position = game.position
        self._lay("arrow", overlays.arrow(last), overlay_words.arrow(last))

    def clear(self) -> None:
        """Takes every overlay, mark and ruling away."""
        self._overlays, self._describe = {}, {}
        self.show_ruling(None)

    @property
    def view(self) -> str:
        """The named part that the main map shows; "" when the reader has moved it."""
        return str(self._atlas.view)

    def go_to(self, view: str) -> None:
        """Shows a part of the map, one of `sheet.VIEWS`.

        Raises:
            UnknownName: the map has no such view.
        """
        _checked(view)
        self._atlas.views = [view, *self._atlas.views[1:]]  # where a page that has not drawn it yet begins
        self._atlas.tell(view=view)

    @property
    def panel(self) -> str:
        """What stands beside the map, as HTML: all about the chosen space, and what is drawn and why."""
        return map_panel.panel(
            self.scene, self.selected, self.path, self.marked, self.ruling,
            [described for sentences in self._describe.values() for described in sentences],
        )  # fmt: skip

    @property
    def twin(self) -> str:
        """All that the map shows in words, as HTML: sentences, then a table of all spaces."""
        return map_panel.twin(self.scene)

    def to_svg(self, view: str = "all", width: int = 1000, theme: str = "light") -> str:
        """What the map shows now, overlays too, as a picture that needs no kernel (`picture.to_svg`)."""
        marks = self._all_overlays()
        alone = theme != OF_PAGE  # such a page brings the type
        return to_svg(self.scene, view=view, width=width, theme=theme, overlays=marks, alone=alone)

    # ---- what keeps it in step

    def _chosen(self, change: Mapping[str, Any]) -> None:
        """Somebody chose a space in the browser."""
        self.selected = game_map().space(change["new"]).name if change["new"] else None

    def _choose(self, change: Mapping[str, Any]) -> None:
        if change["new"] is not None:
            # a program may choose by any spelling
            name = game_map().space(change["new"]).name
            if name != change["new"]:
                self.selected = name
                return
        id = game_map().space(change["new"]).id if change["new"] else ""
        if self._atlas.selected != id:
            with self._atlas.hold_trait_notifications():
                self._atlas.selected = id
        self._show()

    def _seen(self, position: Position) -> Scene:
        """What is shown of a position."""
        return scene_of(position, self.side, rules=self.rules)

    def _repaint(self, change: Mapping[str, Any]) -> None:
        before, self.scene = self.scene, self._seen(change["new"])
        said = " ".join(map(str, describe_changes(before, self.scene)))
        self._show(**({"say": said} if said else {}))

    def _lay(self, name: str, marks: Mapping[str, Mark], words: Iterable[Sentence] = ()) -> None:
        self._overlays[name], self._describe[name] = dict(marks), list(words)
        self._show()

    def _all_overlays(self) -> dict[str, Mark]:
        return {key: mark for marks in self._overlays.values() for key, mark in marks.items()}

    def _state(self) -> State:
        twin = self.twin if self._twin_wanted else ""
        return state_of(self.scene, self._all_overlays(), panel=self.panel, twin=twin)

    def _show(self, **more: Any) -> None:
        self._atlas.show(self._state(), **more)

    # ---- what the browser asks

    def _open(self, key: object) -> Mapping[str, Any] | None:
        """The pieces of a stack for a popup: the key is the space's number, a slash and the side."""
        number, _, side = str(key).partition("/")
        if not number.isdecimal() or int(number) >= len(self.scene.places):
            return None
        place = self.scene.places[int(number)]
        markup = "".join(opened(stack) for stack in place.stacks if stack.side == side)
        words = sentence(self.scene, place.space.name)
        return {"opened": {"stack": str(key), "markup": markup, "words": words}} if markup else None

    def _find(self, name: object) -> Mapping[str, Any] | None:
        """Chooses the space of a name that somebody typed; if there is none, says which are near it."""
        typed = str(name)[:LONGEST_NAME]
        try:
            self.selected = game_map().space(typed).name
        except UnknownName:
            spaces = game_map().spaces
            known = dict.fromkeys([*(one.name for one in spaces), *(one.local_name for one in spaces)])
            spelt = typed.title() if typed.islower() else typed
            return {"trouble": str(UnknownName("space", spelt, Message("kind.space"), known))}
        return {"selected": self._atlas.selected}

    def _in_words(self, wanted: object) -> None:
        self._twin_wanted = bool(wanted)
        self._show()


def _leaflet_map(territories: Territories, height: str, *, flex: str = "none", **more: Any) -> L.Map:
    # one style for rest: the browser puts one in the other's place, and a third would be left behind
    rest = L.MapStyle(cursor="grab")
    # no least zoom: ipyleaflet would set it again at every step, in the place of the whole sheet's
    return L.Map(
        style=rest, default_style=rest,
        layers=(territories,), panes=PANES, center=(48.5, 3.75), zoom=4.7, zoom_snap=0.05, zoom_delta=0.5,
        max_zoom=9, scroll_wheel_zoom=True, attribution_control=False, keyboard=False,
        layout=W.Layout(height=height, flex=flex, min_width="280px"), **more,
    )  # fmt: skip


def _checked(view: str) -> None:
    if view not in VIEWS:
        raise UnknownName("view", view, Message("kind.view"), VIEWS)
