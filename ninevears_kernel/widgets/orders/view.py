"""What a cell of orders shows: what became of each line, and the map, order by order."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

import ipywidgets as W

from ...core.messages import say
from ...nine_years.atlas.sheet import VIEWS
from ...nine_years.components.map import Space, game_map
from ...nine_years.games.game import Game
from ...nine_years.games.last_action import last_action
from ...play.moments import war_at
from ..map.war_map import WarMap
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.fields import button
from ..parts.theme import SERIF, THEME, paint
from .page import Outcome, html_of, text_of

HEIGHT = "600px"
EDGE = 0.05
"""So much of a part of the map, on each side, is its edge: what happens there is not seen well."""


class OrdersView(Composed):
    """The page of a cell of orders, and under it the map, which can be moved from order to order.

    Args:
        outcome: what became of the lines.
        game: the game after them; it is looked at, not played.

    Attributes:
        place: how many of the orders are shown on the map; set it to show another.
    """

    def __init__(self, outcome: Outcome, game: Game, **more: Any) -> None:
        self.outcome = outcome
        self._game = game.branch()
        self.page = W.HTML(html_of(outcome))
        named = [name for one in outcome.run.carried for name in one.spaces] or where(game)
        self.war_map = WarMap(game.position, view=view_of(named), height=HEIGHT, insets=())
        self.back_button = self._button("orders.back", "orders.back-tooltip", "arrow-left", -1)
        self.on_button = self._button("orders.on", "orders.on-tooltip", "arrow-right", 1)
        self.words = W.HTML()
        buttons = W.HBox([self.back_button, self.on_button])
        steps = W.HBox([buttons, self.words], layout=W.Layout(flex_flow="row wrap", align_items="center"))
        super().__init__(
            [self.page, steps, self.war_map] if outcome.run.carried else [self.page, self.war_map], **more
        )
        self.add_class("ninevears-orders-view")
        self._place = -1
        self.place = len(outcome.run.carried)
        made_in_this_cell(self)

    @property
    def place(self) -> int:
        """How many of the orders are shown on the map."""
        return self._place

    @place.setter
    def place(self, place: int) -> None:
        carried = self.outcome.run.carried
        place = max(0, min(place, len(carried)))
        if place == self._place:
            return
        self._place = place
        self.back_button.disabled, self.on_button.disabled = place == 0, place == len(carried)
        shown = war_at(self._game, carried[place - 1].place if place else self.outcome.run.begin)
        if place:
            self.war_map.show_game(shown)
            self.war_map.show_spaces(carried[place - 1].spaces)
        else:
            self.war_map.clear()
            self.war_map.position = shown.position
        self.words.value = (
            f"{THEME}<div role='status' aria-live='polite' style='font:15px/1.5 {SERIF};color:{paint('ink')};"
            f"background:{paint('paper')};border:1px solid {paint('edge')};padding:2px 12px;margin-left:4px'>"
            f"{escape(self._describe())}</div>"
        )

    def _describe(self) -> str:
        carried = self.outcome.run.carried
        if not self._place:
            return say("orders.map-before", count=len(carried))
        order = carried[self._place - 1]
        return say(
            "orders.map-after", number=self._place, count=len(carried), side=order.side, order=order.says
        )

    def _button(self, label: str, tooltip: str, icon: str, by: int) -> W.Button:
        made = button(label, tooltip, lambda: setattr(self, "place", self._place + by))
        made.icon = icon
        return made

    def _repr_mimebundle_(self, **more: Any) -> dict[str, Any]:
        """With the page as text and as HTML beside, for terminals and for notebooks without a kernel."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**more) or {}
        return {**bundle, "text/plain": text_of(self.outcome), "text/html": html_of(self.outcome)}


def where(game: Game) -> list[str]:
    """The spaces that the last thing done in a war was about: where a loss is chosen, or who withdraws.

    >>> where(Game.new(seed=1690))
    []
    """
    last = last_action(game)
    if last is None:
        return []
    return [*(name for move in last.moves for name in move.way), *(name for _, name in last.happened)]


def view_of(spaces: Iterable[str]) -> str:
    """The first named part of the map that has all of some spaces well inside; the whole map where none has.

    >>> view_of(["Namur", "Brussels"]), view_of(["Landau"]), view_of(["London", "Cadiz"]), view_of([])
    ('low-countries', 'rhine', 'all', 'all')
    """
    places = [game_map().by_name[name] for name in spaces if name in game_map().by_name]
    parts = [name for name in VIEWS if name != "all"] if places else []
    return next((name for name in parts if all(_well_inside(one, name) for one in places)), "all")


def _well_inside(space: Space, view: str) -> bool:
    (south, west), (north, east) = VIEWS[view]
    up, right = (space.lat - south) / (north - south), (space.lon - west) / (east - west)
    return min(up, right) > EDGE and max(up, right) < 1 - EDGE


class Page:
    """A page without a map: as HTML in a notebook, as text in a terminal."""

    def __init__(self, html: str, text: str) -> None:
        self.html, self.text = html, text

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text
