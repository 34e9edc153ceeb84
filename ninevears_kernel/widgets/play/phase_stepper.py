"""The phase stepper: a whole war, step by step, with the map, the choices, the dice and the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError, Refused
from ...core.messages import say
from ...nine_years.components.position import Position
from ...nine_years.components.sides import Side
from ...nine_years.games.game import Game
from ...nine_years.rules.sequence import PHASES
from ...play.session import Session
from ..map.war_map import WarMap
from ..parts.background_job import BackgroundJob, Progress, Stop
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.fields import button, labelled
from ..parts.keyboard import KeyboardGuard
from ..parts.ruling_card import STYLE as CARD_STYLE
from ..parts.theme import complaint
from . import stepper_page as page
from .stepper_options import ChoicePanel
from .stepper_table import TableFold
from .stepper_timeline import STYLE as RAIL_STYLE, PhaseTimeline


class PhaseStepper(Composed):
    """Steps through a war: the sequence of play as a rail, Next, Back and Jump, and at each step what
    happens, why, and what may be chosen.

    Args:
        source: a game, a position, or the path of a log or a save; without it a new war.
        bourbon, alliance: who plays: ``person``, ``sense`` (computer, to win) or ``chance`` (random).
        seed: of a new war.
        show: ``own``: what the player to choose may see; ``all``: everything. By default everything only
            when no person plays.
        height: of the map, in CSS.

    Attributes:
        session: the war, who plays, and how far it went.

    >>> stepper = PhaseStepper(bourbon="sense", alliance="sense", seed=1690)
    >>> stepper.next()
    >>> stepper.session.place
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
        self.session = Session(source, bourbon=bourbon, alliance=alliance, seed=seed, show=show)
        self._busy = False
        self._goal: Mapping[str, Any] = {}
        self._seated: Side | None = None
        self.timeline = PhaseTimeline(self._asked, self._pressed)
        self.back_button = button("sitting.back", "sitting.back-tooltip", self.back)
        self.next_button = button("sitting.next", "sitting.next-tooltip", self.next, "primary")
        self.pause = W.Checkbox(
            description=say("sitting.pause"), tooltip=say("sitting.pause-tooltip"), indent=False,
            layout=W.Layout(width="auto"),
        )  # fmt: skip
        self.play = BackgroundJob(
            "sitting.play", "sitting.play-tooltip", self._work, self._worked, "sitting.playing"
        )
        self.eyes = labelled(
            W.Dropdown, "sitting.show", tooltip="sitting.show-tooltip",
            options=[(say("sitting.show-own"), "own"), (say("sitting.show-all"), "all")],
            value=self.session.show,
        )  # fmt: skip
        self.jump_year = labelled(W.Dropdown, "sitting.jump-to", tooltip="sitting.jump-tooltip")
        self.jump_phase = labelled(
            W.Dropdown, "sitting.phase", tooltip="sitting.jump-tooltip",
            options=[(say(f"map.phase-{phase}"), phase) for phase in PHASES],
        )  # fmt: skip
        self.jump_button = button("sitting.jump", "sitting.jump-tooltip", self._jump_chosen)
        self.error, self.now, self.hands, self.happened, self.history = (W.HTML() for _ in range(5))
        self.choices = ChoicePanel(self.choose)
        self.hand_over = W.HTML()
        self.here_button = button("sitting.i-am-here", "sitting.i-am-tooltip", self._sit_down, "primary")
        self.war_map = WarMap(self.session.game.start, self.session.viewer, insets=(), height=height)
        self.table = TableFold(self.session, seed, self._begin, self._show, self._do)
        wrapped = W.Layout(flex_flow="row wrap", align_items="center")
        bar = W.HBox([self.back_button, self.next_button, self.pause, self.play, self.eyes], layout=wrapped)
        jump = W.HBox([self.jump_year, self.jump_phase, self.jump_button], layout=wrapped)
        self._open = W.VBox([self.now, self.happened, self.choices, self.hands])
        self._closed = W.VBox([self.hand_over, self.here_button])
        main = W.VBox([self._open, self._closed], layout=W.Layout(flex="3 1 420px", min_width="280px"))
        left = W.VBox([self.timeline, self.history], layout=W.Layout(flex="1 1 220px"))
        left.add_class("beside")
        # where there is no room beside it, the decision comes first
        wraps = W.Layout(flex_flow="row wrap-reverse", align_items="flex-end", justify_content="flex-end")
        rows = W.HBox([left, main], layout=wraps)
        style = W.HTML(CARD_STYLE + RAIL_STYLE + page.STYLE)
        parts = [style, bar, jump, self.error, rows, self.war_map, self.table, KeyboardGuard()]
        super().__init__(parts, **more)
        self.add_class("ninevears-phases")
        self.eyes.observe(self._eyes_changed, "value")
        self._begun()
        made_in_this_cell(self)

    # ---- what moves it

    def next(self) -> None:
        """Goes on: to the next decision of a person, or one decision when no person plays."""
        if self.session.is_persons_turn and not self.session.ahead:
            self._note("sitting.choose-first")
            return
        self._do(lambda: self.session.next(pause=self.pause.value))

    def back(self) -> None:
        """Goes back: to the last decision of a person, or one decision when no person plays."""
        self._do(lambda: self.session.back(pause=self.pause.value))

    def choose(self, text: str) -> None:
        """Makes a choice in the notation; then the computer answers, unless it pauses after each move."""

        def chosen() -> None:
            self.session.choose(text)
            if not self.pause.value:
                self.session.answer()

        self._do(chosen, text)

    def jump(self, **to: Any) -> None:
        """Goes to a ``year`` and its ``phase``, or to the decision ``entry``; where that was not played yet,
        the computer plays on until there, and can be stopped.
        """
        session = self.session
        known = to.get("entry")
        if (known is None and self._is_known(to)) or (
            isinstance(known, int) and known <= len(session.moments)
        ):
            self._do(lambda: session.jump(**to))
            return
        if self._busy:
            self._note("sitting.busy")
            return
        self._goal = to
        self.play.begin()

    @property
    def text(self) -> str:
        """Where we are, what just happened and what may be chosen, as plain text."""
        session = self.session
        lines = [str(line) for line in session.log_lines(session.here.year)]
        for moment in session.happened:
            lines.append(f"{moment.entry.side}: {session.describe(moment)}")
            if not session.is_covered(moment):
                lines += [f"  {step.clause_id}: {step.says}" for step in moment.steps]
        decision = session.decision
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
        if year not in self.session.years or phase not in PHASES:
            return True  # refused at once
        wanted = year, PHASES.index(phase)
        moments = self.session.moments
        return bool(moments) and moments[-1].when >= wanted

    def _eyes_changed(self, change: Mapping[str, Any]) -> None:
        self.session.show = change["new"]
        self._seated = self.session.viewer  # who asks for it sits here
        self._show()

    def _sit_down(self) -> None:
        """The next player says: I am here."""
        self._seated = self.session.viewer
        self._show()

    def _begin(self, game: Game) -> None:
        self.session.open(game)
        self._begun()

    def _begun(self) -> None:
        years = self.session.years
        self.jump_year.options = [(str(year), year) for year in years]
        if self.session.hot_seat:
            self._seated = None
        self._show()

    # ---- the computer plays on

    def _work(self, progress: Progress, stop: Stop) -> None:
        goal, self._goal = self._goal, {}
        self._busy = True
        try:
            if goal:
                self.session.jump(**goal, progress=progress, stop=stop)
            else:
                self.session.play_on(progress=progress, stop=stop)
            self.error.value = ""
            self._show()
        finally:
            self._busy = False
        if self.session.is_persons_turn and not goal:
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
        session = self.session
        viewer = session.viewer
        if not session.hot_seat:
            self._seated = viewer
        covered = session.hot_seat and viewer != self._seated
        self.jump_year.value, self.jump_phase.value = session.here.year, session.here.phase
        self.pause.layout.display = None if set(session.seats.values()) > {"person"} else "none"
        self.table.forget_files()
        self._open.layout.display = "none" if covered else None
        self._closed.layout.display = None if covered else "none"
        for part in (self.war_map, self.history, self.timeline):
            part.layout.visibility = "hidden" if covered else None
        if covered:
            self._cover(str(viewer))
            return
        self.timeline.show(session)
        self.hand_over.value = ""
        self.now.value = page.now_html(session)
        self.hands.value = page.hands_html(session)
        self.happened.value = page.happened_html(session)
        self.history.value = page.log_html(session)
        mine = session.decision is not None and bool(session.decision.options)
        self.choices.layout.display = None if mine else "none"
        self.choices.show(session)
        self.war_map.look_as(viewer)
        self.war_map.show_game(session.game)

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
