"""The phase stepper: a whole war, step by step, with the map, the choices, the dice and the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as W

from ..core.errors import NinevearsError, Refused
from ..core.messages import say
from ..nine_years.game import Game
from ..nine_years.position import Position
from ..nine_years.sequence import PHASES
from ..nine_years.sides import Side
from ..play.sitting import Sitting
from . import stepper_page as page
from .again import made_in_this_cell, widgets_in
from .case_desk import complaint
from .keep_keys import KeepKeys
from .long_work import LongWork, Progress, Stop
from .ruling_card import STYLE as CARD_STYLE
from .stepper_options import ChoicePanel
from .stepper_rail import STYLE as RAIL_STYLE
from .stepper_rail import PhaseRail
from .stepper_table import TableFold
from .war_map import WarMap


class PhaseStepper(W.VBox):
    """Steps through a war: the sequence of play as a rail, Next, Back and Jump, and at each step what
    happens, why, and what may be chosen.

    Args:
        source: a game, a position, or the path of a log or a save; without it a new war.
        bourbon, alliance: who plays: ``person``, ``sense`` (the player with sense) or ``chance``.
        seed: of a new war.
        show: ``own``: what the player to choose may see; ``all``: everything. By default everything only
            when no person plays.
        height: of the map, in CSS.

    Attributes:
        sitting: the war, who plays, and how far it went.

    >>> stepper = PhaseStepper(bourbon="sense", alliance="sense", seed=1690)
    >>> stepper.next()
    >>> stepper.sitting.place
    1
    """

    def __init__(
        self,
        source: Game | Position | str | Path | None = None,
        bourbon: str = "person",
        alliance: str = "sense",
        seed: int = 1688,
        show: str | None = None,
        height: str = "460px",
        **more: Any,
    ) -> None:
        self.sitting = Sitting(source, bourbon=bourbon, alliance=alliance, seed=seed, show=show)
        self._busy = False
        self._goal: Mapping[str, Any] = {}
        self._seated: Side | None = None
        self.rail = PhaseRail(self._asked, self._pressed)
        self.back_button = _button("sitting.back", "sitting.back-tooltip", self.back, "back")
        self.next_button = _button("sitting.next", "sitting.next-tooltip", self.next, "next", "primary")
        self.pause = W.Checkbox(
            description=say("sitting.pause"), tooltip=say("sitting.pause-tooltip"), indent=False,
            layout=W.Layout(width="auto"),
        )  # fmt: skip
        self.play = LongWork(
            "sitting.play", "sitting.play-tooltip", self._work, self._worked, "sitting.playing"
        )
        self.eyes = W.Dropdown(
            options=[(say("sitting.show-own"), "own"), (say("sitting.show-all"), "all")],
            value=self.sitting.show, description=say("sitting.show"), tooltip=say("sitting.show-tooltip"),
            style={"description_width": "auto"}, layout=W.Layout(width="auto"),
        )  # fmt: skip
        self.jump_year = W.Dropdown(
            description=say("sitting.jump-to"), tooltip=say("sitting.jump-tooltip"),
            style={"description_width": "auto"}, layout=W.Layout(width="auto"),
        )  # fmt: skip
        self.jump_phase = W.Dropdown(
            options=[(say(f"map.phase-{phase}"), phase) for phase in PHASES],
            description=say("sitting.phase"), tooltip=say("sitting.jump-tooltip"),
            style={"description_width": "auto"}, layout=W.Layout(width="auto"),
        )  # fmt: skip
        self.jump_button = _button("sitting.jump", "sitting.jump-tooltip", self._jump_chosen, "jump")
        self.error, self.now, self.hands, self.happened, self.history = (W.HTML() for _ in range(5))
        self.choices = ChoicePanel(self.choose)
        self.hand_over = W.HTML()
        self.here_button = _button(
            "sitting.i-am-here", "sitting.i-am-tooltip", self._sit_down, "sit-down", "primary"
        )
        self.war_map = WarMap(self.sitting.game.start, self.sitting.viewer, insets=(), height=height)
        self.table = TableFold(self.sitting, seed, self._begin, self._show, self._do)
        wrapped = W.Layout(flex_flow="row wrap", align_items="center")
        bar = W.HBox([self.back_button, self.next_button, self.pause, self.play, self.eyes], layout=wrapped)
        jump = W.HBox([self.jump_year, self.jump_phase, self.jump_button], layout=wrapped)
        self._open = W.VBox([self.now, self.happened, self.choices, self.hands])
        self._closed = W.VBox([self.hand_over, self.here_button])
        main = W.VBox([self._open, self._closed], layout=W.Layout(flex="3 1 420px", min_width="280px"))
        left = W.VBox([self.rail, self.history], layout=W.Layout(flex="1 1 220px"))
        left.add_class("beside")
        # where there is no room beside it, the decision comes first
        wraps = W.Layout(flex_flow="row wrap-reverse", align_items="flex-end", justify_content="flex-end")
        rows = W.HBox([left, main], layout=wraps)
        style = W.HTML(CARD_STYLE + RAIL_STYLE + page.STYLE)
        parts = [style, bar, jump, self.error, rows, self.war_map, self.table, KeepKeys()]
        super().__init__(parts, **more)
        self.add_class("ninevears-phases")
        self.eyes.observe(self._eyes_changed, "value")
        self._begun()
        made_in_this_cell(self)

    def close(self) -> None:
        """Takes the stepper away, with all that it is made of; the machine stops."""
        if hasattr(self, "table"):  # else it was never whole
            self.play.stop()
            self.war_map.close()
        for widget in list(widgets_in(self)):
            if widget is not self:
                widget.close()
        super().close()

    # ---- what moves it

    def next(self) -> None:
        """Goes on: to the next decision of a person, or one decision when no person plays."""
        if self.sitting.is_persons_turn and not self.sitting.ahead:
            self._note("sitting.choose-first")
            return
        self._do(lambda: self.sitting.next(pause=self.pause.value))

    def back(self) -> None:
        """Goes back: to the last decision of a person, or one decision when no person plays."""
        self._do(lambda: self.sitting.back(pause=self.pause.value))

    def choose(self, text: str) -> None:
        """Makes a choice in the notation; then the machine answers, unless each of its decisions is shown."""

        def chosen() -> None:
            self.sitting.choose(text)
            if not self.pause.value:
                self.sitting.answer()

        self._do(chosen, text)

    def jump(self, **to: Any) -> None:
        """Goes to a ``year`` and its ``phase``, or to the decision ``entry``; where that was not played yet,
        the machine plays on until there, and can be stopped.
        """
        sitting = self.sitting
        known = to.get("entry")
        if (known is None and self._is_known(to)) or (
            isinstance(known, int) and known <= len(sitting.moments)
        ):
            self._do(lambda: sitting.jump(**to))
            return
        if self._busy:
            self._note("sitting.busy")
            return
        self._goal = to
        self.play.begin()

    @property
    def text(self) -> str:
        """Where we are, what just happened and what may be chosen, as plain text."""
        sitting = self.sitting
        lines = [str(line) for line in sitting.log_lines(sitting.here.year)]
        for moment in sitting.happened:
            lines.append(f"{moment.entry.side}: {sitting.told(moment)}")
            if not sitting.is_covered(moment):
                lines += [f"  {step.clause_id}: {step.says}" for step in moment.steps]
        decision = sitting.decision
        if decision is not None:
            lines.append(f"{decision.clause_id}: {decision.asks}")
            lines += [f"  {option.text}: {option.says}" for option in decision.options]
        return "\n".join(lines)

    # ---- what is pressed

    def _pressed(self, key: str, search: str | None = None, option: str | None = None) -> None:
        if search is not None and search != self.choices.search.value:
            self.choices.search.value = search
        if option is None or self.choices.select_label(option):
            {"next": self.next, "back": self.back, "choose": self.choices.choose}[key]()

    def _asked(self, **to: Any) -> None:
        self.jump(**to)

    def _jump_chosen(self) -> None:
        self.jump(year=self.jump_year.value, phase=self.jump_phase.value)

    def _is_known(self, to: Mapping[str, Any]) -> bool:
        year, phase = to.get("year"), to.get("phase") or PHASES[0]
        if year not in self.sitting.years or phase not in PHASES:
            return True  # refused at once
        wanted = year, PHASES.index(phase)
        moments = self.sitting.moments
        return bool(moments) and moments[-1].when >= wanted

    def _eyes_changed(self, change: Mapping[str, Any]) -> None:
        self.sitting.show = change["new"]
        self._seated = self.sitting.viewer  # who asks for it sits here
        self._show()

    def _sit_down(self) -> None:
        """The next player says that he sits before the screen."""
        self._seated = self.sitting.viewer
        self._show()

    def _begin(self, game: Game) -> None:
        self.sitting.open(game)
        self._begun()

    def _begun(self) -> None:
        years = self.sitting.years
        self.jump_year.options = [(str(year), year) for year in years]
        if self.sitting.hot_seat:
            self._seated = None
        self._show()

    # ---- the machine plays on

    def _work(self, progress: Progress, stop: Stop) -> None:
        goal, self._goal = self._goal, {}
        self._busy = True
        try:
            if goal:
                self.sitting.jump(**goal, progress=progress, stop=stop)
            else:
                self.sitting.play_on(progress=progress, stop=stop)
            self.error.value = ""
            self._show()
        finally:
            self._busy = False
        if self.sitting.is_persons_turn and not goal:
            self._note("sitting.choose-first")

    def _worked(self, _: object) -> None:
        """All was shown already."""

    # ---- what is shown

    def _note(self, id: str) -> None:
        self.error.value = f"<p class='note' role='status'>{escape(say(id))}</p>"

    def _do(self, act: Callable[[], object], text: str = "") -> None:
        """Does something and shows what came of it, or says what is wrong with it."""
        if self._busy:
            self._note("sitting.busy")
            return
        try:
            act()
        except NinevearsError as error:
            refused = isinstance(error, Refused) and error.violations
            self.error.value = page.refusal_html(text, refused) if refused else complaint(error)
            return
        self.error.value = ""
        self._show()

    def _show(self) -> None:
        sitting = self.sitting
        viewer = sitting.viewer
        if not sitting.hot_seat:
            self._seated = viewer
        covered = sitting.hot_seat and viewer != self._seated
        self.jump_year.value, self.jump_phase.value = sitting.here.year, sitting.here.phase
        self.pause.layout.display = None if set(sitting.seats.values()) > {"person"} else "none"
        self.table.forget_files()
        self._open.layout.display = "none" if covered else None
        self._closed.layout.display = None if covered else "none"
        for part in (self.war_map, self.history, self.rail):
            part.layout.visibility = "hidden" if covered else None
        if covered:
            self._cover(str(viewer))
            return
        self.rail.show(sitting)
        self.hand_over.value = ""
        self.now.value = page.now_html(sitting)
        self.hands.value = page.hands_html(sitting)
        self.happened.value = page.happened_html(sitting)
        self.history.value = page.log_html(sitting)
        mine = sitting.decision is not None and bool(sitting.decision.options)
        self.choices.layout.display = None if mine else "none"
        self.choices.show(sitting)
        self.war_map.look_as(viewer)
        self.war_map.show_game(sitting.game)

    def _cover(self, viewer: str) -> None:
        """Takes from the page what the player who comes must not see."""
        words = escape(say("sitting.hand-over", side=viewer))
        self.hand_over.value = (
            f"<div class='ninevears-card hand-over' role='status' aria-live='assertive'>"
            f"<div class='banner open'><span>{words}</span></div></div>"
        )
        self.here_button.description = say("sitting.i-am", side=viewer)
        for part in (self.now, self.hands, self.happened, self.history):
            part.value = ""
        self.choices.clear()


def _button(label: str, tooltip: str, act: Callable[[], object], name: str, style: str = "") -> W.Button:
    button = W.Button(
        description=say(label), tooltip=say(tooltip), button_style=style, layout=W.Layout(width="auto")
    )
    button.add_class(f"step-{name}")
    button.on_click(lambda _: act())
    return button
