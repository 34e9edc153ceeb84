"""The umpire's desk for lines of communication: a form, the ruling, and the line drawn on the map."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import say, shown
from ...core.rulings import Ruling
from ...nine_years.components.map import game_map
from ...nine_years.components.position import Position
from ...nine_years.components.powers import powers
from ...nine_years.components.sides import SIDES
from ...umpire.cases.cases import rule_case
from ..map.war_map import WarMap
from ..parts.fields import Quiet, labelled, start_button, toggles
from ..parts.keyboard import KeyboardGuard
from ..parts.lesson_look import lesson_style
from ..parts.ruling_card import RulingCard
from ..parts.schema_form import space_names

PURPOSES = ("victory", "reinforcement", "restore", "line", "siege")
WITH_POWER = ("reinforcement", "restore")
STYLE = "<style>.ninevears-ask .widget-label { text-align: left; }</style>"


class AskLOC(W.VBox):
    """Asks the umpire whether a space has a line of communication.

    Args:
        position: the situation at the table. A map shows it too; without one given, the map's is asked about.
        war_map: a map to draw on; choosing a space there fills the form and asks.

    Attributes:
        ruling: the last ruling, or None.
    """

    def __init__(self, position: Position | None = None, war_map: WarMap | None = None, **more: Any) -> None:
        if war_map is not None and position is not None:
            war_map.position = position
        elif war_map is None and position is None:
            raise TypeError("AskLOC needs a position or a map that has one")
        self._own_position = position
        self.war_map = war_map
        self.ruling: Ruling | None = None
        narrow = {"description_width": "90px"}
        self.space: W.Combobox = labelled(
            W.Combobox, "map.space", "340px", style=narrow, hint="widget.ask-nothing",
            options=space_names(), continuous_update=False,
        )  # fmt: skip
        sides, look = [(shown(side), side) for side in SIDES], {**narrow, "button_width": "110px"}
        self.side: W.ToggleButtons = toggles("widget.side", style=look, options=sides)
        self.purpose: W.Dropdown = labelled(
            W.Dropdown, "widget.purpose", "340px", style=narrow,
            options=[(say(f"widget.purpose-{purpose}"), purpose) for purpose in PURPOSES], value="line",
        )  # fmt: skip
        self.power: W.Dropdown = labelled(W.Dropdown, "widget.power", "340px", style=narrow)
        self.at_once: W.Checkbox = W.Checkbox(
            value=True, indent=False, description=say("widget.ask-at-once"), layout=W.Layout(width="auto")
        )
        self.button: W.Button = start_button("widget.ask", "widget.ask-tooltip", self.ask, "primary")
        self.error: W.HTML = W.HTML()
        self.card: RulingCard = RulingCard()
        heading = escape(say("widget.ask-title"))
        title = W.HTML(f"{STYLE}{lesson_style()}<b>{heading}</b>")
        form = [title, self.space, self.side, self.purpose, self.power]
        if war_map is not None:
            form.append(self.at_once)
            war_map.on_select(self._space_chosen)
        super().__init__([*form, self.button, self.error, self.card, KeyboardGuard()], **more)
        for name in ("ninevears-ask", "ninevears-lesson"):
            self.add_class(name)
        self._powers_of_side()
        self._show_power()
        self.side.observe(lambda _: self._powers_of_side(), "value")
        self.purpose.observe(lambda _: self._show_power(), "value")
        self._quiet = Quiet()
        self.space.observe(self._entered, "value")  # on Enter, or when the field is left
        if war_map is not None and war_map.selected is not None:
            self._fill(war_map.selected)

    @property
    def position(self) -> Position | None:
        """The position that is asked about."""
        return self._own_position if self.war_map is None else self.war_map.position

    @position.setter
    def position(self, position: Position) -> None:
        self._own_position = position
        if self.war_map is not None:
            self.war_map.position = position

    def ask(self) -> Ruling | None:
        """Asks what the form says; shows the ruling, or one sentence that says what is wrong with it."""
        given = {
            "position": self.position,
            "space": self.space.value,
            "side": self.side.value,
            "purpose": self.purpose.value,
        }
        if self.purpose.value in WITH_POWER:
            given["power"] = self.power.value
        case = {"format": "ninevears-case/1", "system": "NY", "question": "loc", "given": given}
        try:
            ruling = None
            if not self.space.value:
                self._complain(say("widget.ask-nothing"))
            else:
                given["space"] = game_map().space(self.space.value).name
                self._choose(given["space"])
                ruling = rule_case(case)
                self.error.value = ""
        except NinevearsError as error:
            ruling = None
            self._complain(str(error))
        self.ruling = self.card.ruling = ruling
        self._draw()
        return ruling

    def _complain(self, sentence: str) -> None:
        self.error.value = (
            f"<p role='alert' style='color:#8c1a10;background:#f4d9d3;padding:0 8px;margin:0'>"
            f"⚠ {escape(sentence)}</p>"
        )

    def _draw(self) -> None:
        if self.war_map is not None:
            self.war_map.show_ruling(self.ruling)

    def _entered(self, _: object) -> None:
        if not self._quiet and self.space.value:
            self.ask()

    def _space_chosen(self, name: str | None) -> None:
        if name is not None and not self._quiet:
            self._fill(name)
            if self.at_once.value:
                self.ask()

    def _choose(self, name: str) -> None:
        if self.war_map is not None:
            with self._quiet:
                self.war_map.selected = name

    def _fill(self, name: str) -> None:
        with self._quiet:
            self.space.value = shown(name)

    def _powers_of_side(self) -> None:
        self.power.options = [(shown(p.name), p.name) for p in powers().values() if p.side == self.side.value]

    def _show_power(self) -> None:
        self.power.layout.display = None if self.purpose.value in WITH_POWER else "none"
