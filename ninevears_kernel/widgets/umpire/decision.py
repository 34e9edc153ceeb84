"""The decision on the umpire's desk: a sentence for the loser, the remedy, and the letter of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Protocol

import ipywidgets as W

from ...core.errors import DocketError, NinevearsError
from ...core.messages import Message, say
from ...umpire.docket.alike import Alike
from ...umpire.docket.letter import Letter, letter_of, to_html, to_json, to_markdown, to_pdf
from ...umpire.docket.records import FOLLOW, OVERRIDE, instead_of
from ...umpire.docket.words import alike_text
from ...umpire.reports.pdf import converter
from ...umpire.reports.reports import Report
from ..map.position_editor import PositionEditor
from ..parts.background_job import BackgroundJob, Progress, Stop
from ..parts.fields import button, labelled
from ..parts.links import Links
from ..parts.theme import complaint
from .appeals import AppealsPanel
from .asked import AskedPanel
from .docket import DocketDesk
from .mailed_case import MailedCase
from .outcome import EXPORTS, saved_link
from .parts import fold, row, seats_of
from .righting import Righting

REMEDIES = ("stand", "adjust", "take-back")
MOST_LIKE = 3


class Decided(Protocol):
    """What is asked of the desk whose case is decided."""

    mailed: MailedCase
    asked: AskedPanel
    righting: Righting
    editor: PositionEditor

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
        verdict: what the umpire decides instead of the ruling; empty where that stands.
        reason: why, wherever the decision is another than the ruling's or than that of a case like this.
        answer: the sentence that meets the loser's words.
        remedy: one of `REMEDIES`.
        letter: the letter for the seat that is chosen.
        exports: links that save it.
    """

    def __init__(self, docket: DocketDesk, desk: Decided, **more: Any) -> None:
        self._docket, self._desk = docket, desk
        top: dict[str, Any] = {"layout": {"width": "100%"}, "style": {"description_width": "initial"}}
        self.by = docket.by
        self._alike: Sequence[Alike] = ()
        self._shown: Letter | None = None
        self.verdict = labelled(W.Dropdown, "desk.decides", options=_verdicts(None), value="", **top)
        self.warning = W.HTML()
        self.reason = labelled(W.Text, "desk.docket-reason-field", hint="desk.reason-hint", **top)
        self.sets_position = labelled(W.Checkbox, "desk.docket-sets-position", "100%", indent=False)
        self.answer = labelled(W.Textarea, "desk.answer", hint="desk.answer-hint", rows=2, **top)
        self.remedy = W.ToggleButtons(
            options=[(say(f"desk.mend-{name}"), name) for name in REMEDIES], value=None,
            description=say("desk.remedy"), style={"description_width": "initial", "button_width": "auto"},
        )  # fmt: skip
        self.says = labelled(W.Text, "desk.mend-says", hint="desk.mend-says-hint", **top)
        for above in (self.verdict, self.reason, self.answer, self.remedy, self.says):
            above.add_class("label-above")
        self.ordered, self._ordered = W.HTML(), ""
        self.like = W.HTML()
        self.write_button = button("desk.write", "desk.write-tooltip", self.write, "primary")
        for name in ("ninevears-write", "is-main"):
            self.write_button.add_class(name)
        self.error = W.HTML()
        self.seat = W.ToggleButtons(
            options=seats_of("NY"), value="both", style={"button_width": "auto"},
            tooltips=[say("desk.seat-tooltip")] * len(seats_of("NY")),
        )  # fmt: skip
        self.letter = W.HTML()
        self.exports = Links()
        self.pdf = BackgroundJob(
            "desk.pdf", "desk.letter-pdf-tooltip", self._printed, self._add_pdf, "desk.printing"
        )
        save = row([self.exports, self.pdf])
        self.appeals = AppealsPanel(docket, self._show_letter)
        self.letter_box = W.VBox([self.seat, save, self.letter, fold(say("desk.appeal"), self.appeals)])
        asked = [self.verdict, self.warning, self.reason, self.sets_position]
        asked += [self.answer, self.remedy, self.says, self.ordered]
        self.asked = W.VBox(asked)
        parts = [self.like, self.asked, self.by, self.write_button, self.error]
        super().__init__([*parts, self.letter_box], **more)
        self.add_class("ninevears-decision")
        desk.righting.on_ordered(self.order)
        self.remedy.observe(lambda _: self._remedy_chosen(), "value")
        self.seat.observe(lambda _: self._show_letter(), "value")
        self.verdict.observe(lambda _: self._verdict_chosen(), "value")
        self.begin()

    def begin(self, clear: bool = False) -> None:
        """Begins another decision: nothing is written yet.

        Args:
            clear: whether the words are taken away too.
        """
        if clear:
            self.answer.value = self.says.value = self.reason.value = ""
            self.remedy.value = None  # nothing is ordered that nobody has chosen
            self.order("", "")
        self._alike, self.verdict.options, self.verdict.value = (), _verdicts(self._desk.report), ""
        self.sets_position.value = False
        self.write_button.disabled = False
        self.error.value = self.letter.value = self.exports.value = self.like.value = ""
        self.pdf.stop()
        self._shown = None
        self.letter_box.layout.display = "none"
        self.asked.layout.display = self.write_button.layout.display = None
        self.seat.value = "both"
        self._remedy_chosen()
        self._verdict_chosen()

    def order(self, remedy: str, says: str) -> None:
        """Has the letter tell what was done about a wrong entry of the log.

        Args:
            remedy: one of `REMEDIES`.
            says: the same in words; empty where nothing was done.
        """
        self._ordered = says
        if says:
            self.remedy.value = remedy
        told = f"{escape(say('desk.in-the-letter'))} <i>{escape(says)}</i>"
        self.ordered.value = f"<p class='told' role='status'>{told}</p>" if says else ""

    def tell_like(self, data: Mapping[str, Any]) -> None:
        """Tells which cases of the docket are like this one."""
        seats = seats_of(str(data["system"]))
        if list(self.seat.options) != seats:
            self.seat.options, self.seat.value = seats, "both"
        try:
            self._alike = self._docket.alike(data)
        except NinevearsError as error:
            self.like.value = complaint(error)
            return
        told = alike_text(self._alike[:MOST_LIKE]).splitlines() or [say("desk.like-none")]
        self.like.value = "".join(f"<p class='told'>{escape(words)}</p>" for words in told)
        self._verdict_chosen()

    def write(self) -> int | None:
        """Files the case, decides it by the ruling, shows the letter; None, and a sentence, if it cannot."""
        against = self._contrary
        if against and not self.reason.value.strip():  # asked before anything is filed
            self.error.value = complaint(against)
            return None
        report = self._desk.report
        verdict = self.verdict.value or (report.ruling.verdict if report else "")
        if verdict == "illegal" and self.remedy.value is None:
            self.error.value = complaint(DocketError(Message("desk.mend-first")))
            return None
        number = self._docket.number or self._docket.keep()
        if number is None:
            self.error.value = self._docket.error.value
            return None
        finding = {
            "facts": self._desk.mailed.facts(),
            "reason": self.reason.value,
            "verdict": self.verdict.value,
            "answer_to_loser": self.answer.value,
            "remedy": self.remedy.value or "",
            "remedy_says": " ".join(filter(None, (self.says.value.strip(), self._ordered))),
        }
        if self.verdict.value and self.sets_position.value:
            finding["position"] = self._desk.editor.position
        if self._docket.decide(OVERRIDE if self.verdict.value else FOLLOW, **finding) is None:
            self.error.value = self._docket.error.value
            return None
        self.error.value = f"<p role='status' class='told'>{escape(say('desk.written', number=number))}</p>"
        self._show_written()
        return number

    def show_kept(self) -> None:
        """Shows the letter of a case that was decided before: nothing is left to write."""
        self.asked.layout.display = self.write_button.layout.display = "none"
        self._show_written()

    def _show_written(self) -> None:
        """Shows the letter of the decision that stands on the kept case, and the appeals from it."""
        self.write_button.disabled = True
        self.letter_box.layout.display = None
        self.warning.value = ""
        self.appeals.show()
        self._show_letter()
        self._desk.tell_step()

    @property
    def _contrary(self) -> DocketError | None:
        """What is said where a case that is like this one was decided otherwise than it would be now."""
        report = self._desk.report
        if report is None:
            return None
        ruled = report.ruling.verdict
        for one in self._alike:
            if one.is_contrary(self.verdict.value or ruled, ruled):
                verdict = say(f"report.verdict-{one.verdict}")
                return DocketError(
                    Message("docket.contrary", case=one.number, says=one.says, verdict=verdict)
                )
        return None

    def _verdict_chosen(self) -> None:
        """Warns where a case like this was decided otherwise, and asks why where a reason is needed."""
        against = self._contrary
        self.warning.value = complaint(against) if against else ""
        self.reason.layout.display = None if against or self.verdict.value else "none"
        stands = self.verdict.value and self._desk.asked.has_situation
        self.sets_position.layout.display = None if stands else "none"

    def _remedy_chosen(self) -> None:
        self.says.layout.display = "none" if self.remedy.value in (None, REMEDIES[0]) else None

    def _show_letter(self) -> None:
        if self.letter_box.layout.display == "none":
            return
        number, seat = self._docket.decision, self.seat.value
        if number is None:
            return
        self.pdf.stop()
        self._shown, self.exports.value = None, ""
        try:
            letter = letter_of(self._docket.docket, number, seat)
            page = to_html(letter)
        except NinevearsError as error:
            self.letter.value = complaint(error)
            return
        label = escape(say("desk.letter", number=number), quote=True)
        self.letter.value = (
            f"<iframe title='{label}' sandbox='' srcdoc='{escape(page, quote=True)}'></iframe>"
        )
        self._shown = letter
        forms = {"html": page, "md": to_markdown(letter), "json": to_json(letter)}
        links = "".join(self._link(letter, ending, text.encode()) for ending, text in forms.items())
        self.exports.value = f"<span class='exports'>{escape(say('desk.letter-exports'))} {links}</span>"
        self.pdf.layout.display = None if converter() is not None else "none"

    def _link(self, letter: Letter, ending: str, content: bytes) -> str:
        whose = "" if letter.seat == "both" else f"-for-{letter.seat.lower()}"
        name = f"decision-{letter.number}{whose}.{ending}"
        return saved_link(name, EXPORTS[ending][0], content, ending)

    def _printed(self, progress: Progress, stop: Stop) -> tuple[Letter, str] | None:
        letter = self._shown
        return None if letter is None else (letter, self._link(letter, "pdf", to_pdf(letter)))

    def _add_pdf(self, printed: tuple[Letter, str] | None) -> None:
        if printed is not None and printed[0] is self._shown and "download='decision" in self.exports.value:
            self.exports.value = self.exports.value.removesuffix("</span>") + printed[1] + "</span>"


def _verdicts(report: Report | None) -> list[tuple[str, str]]:
    """What may be decided: as it is ruled, or what makes sense instead of that."""
    ruled = report.ruling.verdict if report else ""
    others = [
        (say("desk.decides-another") if one == ruled else say(f"card.verdict-{one}"), one)
        for one in instead_of(ruled)
    ]
    return [(say("desk.decides-as-ruled"), ""), *others]
