"""What now? on the umpire's desk: a log that was opened there is set right, and the desk goes on from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as W

from ...core.messages import say
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.games.game import Game
from ..parts.fields import Callbacks
from .parts import fold, status
from .position import DeskPosition
from .what_now import WhatNow

MENDED = {"rewind": "take-back", "substitute": "take-back", "stand": "stand"}
"""What a decision calls a remedy for a wrong entry; one with corrections adjusts the position."""


class Righting(W.VBox):
    """The remedies for a wrong entry of the log from which a desk began; nothing where there is no log.

    They are open at once where the log holds one, else folded, for the choice that the umpire looks at.

    Args:
        position: where things lie on the desk; it begins anew with the log that was set right.
        keep: keeps that log in the docket where the case is kept already, and says whether the desk goes on
            from it; called with the game, and with what begins anew.

    Attributes:
        panel: the remedies; None before a log is opened.
        on_ordered: calls back with the remedy and, in words, what was ordered; "" for another log.
    """

    def __init__(
        self,
        position: DeskPosition,
        keep: Callable[[Game, Callable[[], None]], bool] | None = None,
        **more: Any,
    ) -> None:
        super().__init__([], **more)
        self.add_class("ninevears-desk-righting")
        self._position, self._log, self._is_own = position, "", False
        self._keep = keep
        self.panel: WhatNow | None = None
        self.on_ordered = Callbacks()
        position.on_change(self._follow)
        position.after.observe(lambda _: self._name(), "value")

    def _follow(self) -> None:
        position = self._position
        if self._is_own or position.log_text is self._log:
            return
        self._log = position.log_text
        self.on_ordered.tell("stand", "")
        if not self._log:
            self.children = tuple[W.Widget, ...]()
            return
        tables = position.rule_tables
        own = None if tables is standard_rule_tables() else tables
        self.panel = panel = WhatNow(self._log, rules=own)
        for part in (panel.text, panel.upload):  # the desk has the log
            part.layout.display = "none"
        panel.on_set_right(self._go_on)
        self._name()
        here = fold(say("desk.what-now"), panel)
        if position.wrong is not None:
            here.selected_index = 0
            panel.error.value = status(str(position.wrong))
        self.children = (here,)

    def _name(self) -> None:
        """The choice that is looked at is the one that the umpire may call wrong."""
        if self.panel is not None and self.panel.opened is None and self._position.wrong is None:
            self.panel.at.value = self._position.after.value

    def _go_on(self, game: Game) -> None:
        """The desk begins with the log that was set right; the remedies stay, for another may be better."""
        self._is_own = True

        def go_on() -> None:
            self._position.go_on_with(game)

        try:
            if self._keep is None:
                go_on()
            elif not self._keep(game, go_on) and self.panel is not None:
                self.panel.result.value += status(say("desk.right-waits"))
        finally:
            self._log, self._is_own = self._position.log_text, False
        if self.panel is not None and self.panel.done is not None:
            remedy = "adjust" if self.panel.done.edits else MENDED[self.panel.done.remedy]
            self.on_ordered.tell(remedy, self.panel.ordered)
