"""What a case on the umpire's desk begins with: a worked dispute, or nothing; and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import ipywidgets as W

from ...core.errors import BadInput
from ...core.messages import say
from ...umpire.cases.cases import FORMAT, Case
from ...umpire.cases.samples import samples_of
from ..parts.fields import Quiet, start_button
from .parts import BROAD, desk_field


class Standing(Protocol):
    """What is asked of a desk of what stands on it."""

    position: Any
    asked: Any
    system: Any
    question: Any
    players: Any
    readings: Any

    @property
    def case(self) -> Case:
        """The case as it stands."""


def standing(desk: Standing) -> Case | None:
    """The case on a desk as far as it can be read; None when nobody has written anything."""
    try:
        case = desk.case
    except BadInput:
        given = desk.position.given() if desk.asked.has_situation else {}
        said, readings = desk.players.said(), desk.readings.chosen
        case = Case(FORMAT, desk.system.value, desk.question.value, given, readings=readings, **said)
    return case if case != Case(FORMAT, case.system, case.question) else None


class SamplePanel(W.VBox):
    """Worked disputes to choose from; how a fresh case begins, and a button that lays the last one again.

    Args:
        standing: tells the case on the desk; None when nothing in it would be missed.
        open: opens a case, or its data.
        lay: lays a case again as it stood.
        clear: takes the case off.

    Attributes:
        sample: the list; empty: a case of one's own.
        samples: the disputes of the question.
    """

    def __init__(
        self,
        standing: Callable[[], Case | None],
        open: Callable[[Any], object],
        lay: Callable[[Case], object],
        clear: Callable[[], object],
        **more: Any,
    ) -> None:
        self._standing, self._open, self._lay, self._clear = standing, open, lay, clear
        self._left: Case | None = None
        self._quiet = Quiet()
        self.samples = samples_of("")
        self.sample = desk_field(W.Dropdown, "desk.sample", BROAD)
        self.back_button = start_button("desk.fresh-back", "desk.fresh-back-tooltip", self.take_back)
        super().__init__([self.sample], **more)
        self.sample.observe(lambda _: self._chosen(), "value")
        self._may_take_back(None)

    def offer(self, system: str, question: str) -> None:
        """Lists the disputes of a question; nobody has chosen one yet."""
        self.samples = samples_of(system, question)
        with self._quiet:
            named = [(one.case.title or one.name, one.name) for one in self.samples]
            self.sample.options = [(say("desk.no-sample"), ""), *named]
            self.sample.index = 0

    def show(self, case: Case) -> None:
        """Names the case that lies on the desk now, if it is one of these."""
        self._settle(next((one.name for one in self.samples if one.case == case), ""))
        self._may_take_back(None)

    def begin_anew(self) -> None:
        """Takes the case off the desk; it can be had back."""
        left = self._standing()
        self._clear()
        self._settle("")
        self._may_take_back(left)

    def take_back(self) -> None:
        """Lays the case again that was taken off the desk."""
        if self._left is not None:
            self._lay(self._left)

    def _chosen(self) -> None:
        if self._quiet:
            return
        found = next((one for one in self.samples if one.name == self.sample.value), None)
        if found is None:
            self.begin_anew()
            return
        left = self._standing()
        self._open(found.data)
        self._may_take_back(None if any(one.case == left for one in self.samples) else left)

    def _settle(self, name: str) -> None:
        with self._quiet:
            self.sample.value = name

    def _may_take_back(self, case: Case | None) -> None:
        self._left = case
        self.back_button.layout.display = None if case else "none"
