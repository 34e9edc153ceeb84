"""The decision on the umpire's desk: a sentence for the loser, the remedy, and the letter of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any, Protocol

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import say
from ...nine_years.components.sides import SIDES
from ...umpire.docket.records import FOLLOW
from ...umpire.reports.reports import Report
from ..parts.fields import button, labelled
from ..parts.theme import complaint
from .docket import DocketDesk
from .late import late
from .mailed_case import MailedCase

REMEDIES = ("stand", "adjust", "take-back")
SEATS = ("both", *SIDES, "umpire")
MOST_LIKE = 3


class Decided(Protocol):
    """What is asked of the desk whose case is decided."""

    mailed: MailedCase

    @property
    def report(self) -> Report | None:
        """The report on what is ruled."""

    def tell_step(self) -> None:
        """Shows how far the case is."""


class DecisionPanel(W.VBox):
    """Writes the decision on the case that is ruled: files it, decides it, and shows the letter.

    Args:
        docket: keeps the case.
        desk: the desk, which tells facts and report and hears that the decision is written.

    Attributes:
        by: the field of the umpire's name; it stays for the next case.
        answer: the sentence that meets the loser's words.
        remedy: one of `REMEDIES`.
        letter: the letter for the seat that is chosen.
    """

    def __init__(
        self,
        docket: DocketDesk,
        desk: Decided,
        **more: Any,
    ) -> None:
        self._docket, self._desk = docket, desk
        top: dict[str, Any] = {"layout": {"width": "100%"}, "style": {"description_width": "initial"}}
        self.by = docket.by
        self.answer = labelled(W.Textarea, "desk.answer", hint="desk.answer-hint", rows=2, **top)
        self.answer.add_class("label-above")
        self.remedy = W.ToggleButtons(
            options=[(say(f"desk.mend-{name}"), name) for name in REMEDIES], value=REMEDIES[0],
            description=say("desk.remedy"), style={"description_width": "initial", "button_width": "auto"},
        )  # fmt: skip
        self.remedy.add_class("label-above")
        self.says = labelled(W.Text, "desk.mend-says", hint="desk.mend-says-hint", **top)
        self.says.add_class("label-above")
        self.like = W.HTML()
        self.write_button = button("desk.write", "desk.write-tooltip", self.write, "primary")
        for name in ("ninevears-write", "is-main"):
            self.write_button.add_class(name)
        self.error = W.HTML()
        self.seat = W.ToggleButtons(
            options=[(say(f"desk.seat-{seat}"), seat) for seat in SEATS], value="both",
            style={"button_width": "auto"}, tooltips=[say("desk.seat-tooltip")] * len(SEATS),
        )  # fmt: skip
        self.letter = W.HTML()
        self.letter_box = W.VBox([self.seat, self.letter])
        parts = [self.answer, self.remedy, self.says, self.like, self.by, self.write_button, self.error]
        super().__init__([*parts, self.letter_box], **more)
        self.add_class("ninevears-decision")
        self.remedy.observe(lambda _: self._remedy_chosen(), "value")
        self.seat.observe(lambda _: self._show_letter(), "value")
        self.begin()

    def begin(self, clear: bool = False) -> None:
        """Begins another decision: nothing is written yet.

        Args:
            clear: whether the words are taken away too.
        """
        if clear:
            self.answer.value = self.says.value = ""
            self.remedy.value = REMEDIES[0]
        self.write_button.disabled = False
        self.error.value = self.letter.value = self.like.value = ""
        self.letter_box.layout.display = "none"
        self.seat.value = "both"
        self._remedy_chosen()

    def tell_like(self, data: Mapping[str, Any]) -> None:
        """Tells which cases of the docket are like this one."""
        try:
            found = self._docket.alike(data)
        except NinevearsError as error:
            self.like.value = complaint(error)
            return
        told = [
            say("desk.like", number=one.number, says=one.says, verdict=say(f"report.verdict-{one.verdict}"))
            for one in found[:MOST_LIKE]
        ] or [say("desk.like-none")]
        self.like.value = "".join(f"<p class='told'>{escape(words)}</p>" for words in told)

    def write(self) -> int | None:
        """Files the case, decides it by the ruling, shows the letter; None, and a sentence, if it cannot."""
        number = self._docket.number or self._docket.keep()
        if number is None:
            self.error.value = self._docket.error.value
            return None
        finding = {
            "facts": self._desk.mailed.facts(),
            "answer_to_loser": self.answer.value,
            "remedy": self.remedy.value,
            "remedy_says": self.says.value,
        }
        if self._docket.decide(FOLLOW, **finding) is None:
            self.error.value = self._docket.error.value
            return None
        self.error.value = f"<p role='status' class='told'>{escape(say('desk.written', number=number))}</p>"
        self.write_button.disabled = True
        self.letter_box.layout.display = None
        self._show_letter()
        self._desk.tell_step()
        return number

    def _remedy_chosen(self) -> None:
        self.says.layout.display = "none" if self.remedy.value == REMEDIES[0] else None

    def _show_letter(self) -> None:
        if self.letter_box.layout.display == "none":
            return
        number, seat = self._docket.decision, self.seat.value
        make, write = late("docket.letter", "letter_of"), late("docket.letter", "to_html")
        try:
            if make is not None and write is not None and number is not None:
                page = escape(write(make(self._docket.docket, number, seat)), quote=True)
                label = escape(say("desk.letter", number=number), quote=True)
                self.letter.value = f"<iframe title='{label}' sandbox='' srcdoc='{page}'></iframe>"
            else:
                report = self._desk.report
                told = replace(report, seat=seat)._repr_html_() if report else ""
                self.letter.value = f"<div class='preview'>{told}</div>"
        except NinevearsError as error:
            self.letter.value = complaint(error)
