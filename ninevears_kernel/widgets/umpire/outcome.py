"""What comes of a case on the desk: the ruling, whose claim holds, what would change it, the report."""

from __future__ import annotations

import asyncio
import base64
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets as W
from msgspec import structs

from ...core.messages import say
from ...core.rulings import Ruling
from ...umpire.cases.cases import Case, question_of
from ...umpire.cases.rolls import rolls_of
from ...umpire.reports.embedded_case import Decision
from ...umpire.reports.pdf import converter
from ...umpire.reports.reports import Report, to_html, to_json, to_markdown, to_pdf
from ...umpire.reports.sections import verdict_words
from ...umpire.search.what_would_change import WhatWouldChange, what_would_change
from ..parts.background_job import BackgroundJob, Progress, Stop
from ..parts.fields import labelled
from ..parts.links import Links
from ..parts.ruling_card import RulingCard
from ..parts.tables import items
from .claims import whose_claim_holds
from .parts import fold, row, seats_of, status

EXPORTS = {
    "html": ("text/html", lambda described: to_html(described).encode()),
    "md": ("text/markdown", lambda described: to_markdown(described).encode()),
    "json": ("application/json", lambda described: to_json(described).encode()),
    "pdf": ("application/pdf", to_pdf),
}
LONGEST_NAME = 60
TYPING = 0.8
"""Seconds after which somebody has done typing."""


class DeskOutcome(W.VBox):
    """A ruling with all that the desk can say to it; nothing before there is one.

    Attributes:
        report: what is shown, or None.
        under: what a desk puts under the ruling, before what is said about it.
    """

    def __init__(self, **more: Any) -> None:
        self.report: Report | None = None
        self._later: asyncio.TimerHandle | None = None
        self._pdf: tuple[Report, str] | None = None
        self.decided, self.judged = W.HTML(), W.HTML()
        self.card = RulingCard()
        self.changes = W.HTML()
        self.search = BackgroundJob("desk.search", "desk.search-tooltip", self._searched, self._found)
        self.seat = labelled(
            W.Dropdown, "desk.seat", tooltip="desk.seat-tooltip", value="both",
            options=seats_of("NY"),
        )  # fmt: skip
        self.seat.observe(self._seat_changed, "value")
        self.exports = Links()
        self.pdf = BackgroundJob(
            "desk.pdf", "desk.pdf-tooltip", self._printed, self._add_pdf, "desk.printing"
        )
        self.no_pdf = W.HTML()
        self.preview = W.HTML()
        self.preview_fold = fold(say("desk.preview"), self.preview)
        self.preview_fold.add_class("ninevears-desk-preview")
        save = row([self.seat, self.exports, self.pdf, self.no_pdf])
        save.add_class("ninevears-desk-exports")
        about = [self.search, self.changes, self.preview_fold, save]
        self.under = W.VBox()
        super().__init__([self.decided, self.card, self.judged, self.under, *about], **more)
        self.layout.display = "none"
        self.add_class("ninevears-desk-outcome")
        self.preview_fold.observe(lambda _: self._look(), "selected_index")

    @property
    def ruling(self) -> Ruling | None:
        """The ruling that is shown."""
        return self.report.ruling if self.report else None

    def show(self, report: Report | None) -> None:
        """Shows a report; None shows nothing."""
        self._wait(None)
        self.search.stop()
        self.pdf.stop()
        self.report = None
        seats = seats_of(report.case.system if report else "NY")
        if list(self.seat.options) != seats:
            self.seat.options = seats
        self.seat.value = "both"  # what is sent next is for both, until somebody asks for more
        self.report = report
        if report:
            self.card.rolls = rolls_of(report.case, report.ruling.dice, report.rule_tables)
        self.card.ruling = report.ruling if report else None
        self._judge()
        self.changes.value = ""
        self._export()
        self.layout.display = None if report else "none"

    def decide(self, decision: Decision | None) -> None:
        """Takes over what the umpire decided instead of the ruling; None where the ruling stands."""
        if self.report is None:
            return
        self.report = replace(self.report, decision=decision)
        self.pdf.stop()
        self._judge()
        self._export()

    def _judge(self) -> None:
        """Says what the umpire decided instead of the ruling, and whose claim holds by it."""
        report = self.report
        if report is None:
            self.decided.value = self.judged.value = ""
            return
        decided = "" if report.decision is None else verdict_words(report.ruling, report.decision)
        if decided:
            verdict = say(f"report.verdict-{report.decided.verdict}")
            decided = f"<p class='told' role='status'><b>{escape(verdict)}.</b> {escape(decided)}</p>"
        self.decided.value = decided
        whole = replace(report, seat="umpire")
        self.judged.value = whose_claim_holds(
            whole.case.claims, whole.decided, whole.case_of_claims, whole.rule_tables
        )

    def tell_anew(self, case: Case) -> None:
        """Takes over what the players say now; the ruling does not rest on it.

        The links to the old words are gone at once. The report is written anew when nobody has typed for a
        moment: it is long, and goes to the browser whole.
        """
        if self.report is None:
            return
        words = {"title": case.title, "story": case.story, "claims": case.claims}
        self.report = replace(self.report, case=structs.replace(self.report.case, **words))
        self._judge()
        self.pdf.stop()
        self._wait(self._export)

    def _wait(self, act: Callable[[], None] | None) -> None:
        """Does something in a moment, and what was to be done before not at all."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if act is None:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no page listens
            act()
            return
        self._pdf, self.preview.value = None, ""
        self.exports.value = status(say("desk.telling-anew"))
        self._later = loop.call_later(TYPING, act)

    # ---- what would change it

    def _searched(self, progress: Progress, stop: Stop) -> tuple[Report, WhatWouldChange] | None:
        report = self.report
        if report is None:
            return None
        return report, what_would_change(
            report.case_to_search, rules=report.rule_tables, progress=progress, stop=stop
        )

    def _found(self, found: tuple[Report, WhatWouldChange] | None) -> None:
        if found is None or self.report is None or found[0].ruling is not self.report.ruling:
            return  # meanwhile another case lies on the desk
        self.report = replace(self.report, changes=found[1])
        heading, told = escape(say("desk.would-change")), items(found[1].sentences())
        self.changes.value = f"<div class='paper' role='status'><b>{heading}</b><ul>{told}</ul></div>"
        self._export()

    # ---- the report

    def _seat_changed(self, change: Mapping[str, Any]) -> None:
        """Exports are for somebody else: the links for the one before are gone at once."""
        if self.report is not None:
            self.report = replace(self.report, seat=change["new"])
            self.pdf.stop()
            self._export()

    def _export(self) -> None:
        self._pdf = None
        if self.report is None:
            self.exports.value = self.preview.value = self.no_pdf.value = ""
            return
        links = "".join(link(self.report, ending) for ending in ("html", "md", "json"))
        self.exports.value = f"<span class='exports'>{escape(say('desk.exports'))} {links}</span>"
        can_print = converter() is not None
        self.pdf.layout.display = None if can_print else "none"
        self.no_pdf.value = "" if can_print else status(say("desk.no-pdf"))
        self._look()

    def _look(self) -> None:
        """Shows the report as those get it for whom it is, once somebody wants to see it."""
        is_wanted = self.report is not None and self.preview_fold.selected_index is not None
        self.preview.value = self.report._repr_html_() if self.report and is_wanted else ""

    def _printed(self, progress: Progress, stop: Stop) -> tuple[Report, str] | None:
        report = self.report
        return None if report is None else (report, link(report, "pdf"))

    def _add_pdf(self, printed: tuple[Report, str] | None) -> None:
        if printed is None or printed[0] is not self.report or self._pdf is not None:
            return
        self._pdf = printed
        self.exports.value = self.exports.value.removesuffix("</span>") + printed[1] + "</span>"


def file_name(report: Report, ending: str) -> str:
    """A name for the file of a report, of its title, that any system takes.

    >>> from ...umpire.reports.reports import report
    >>> case = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5},
    ...         "title": "../Liège <b>?"}
    >>> file_name(report(case, search=False), "md")
    'ruling-liege-b.md'
    """
    plain = unicodedata.normalize("NFKD", report.case.title).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:LONGEST_NAME].rstrip("-")
    whose = "" if report.seat == "both" else f"-for-{report.seat.lower()}"
    return f"ruling-{words or question_of(report.case).name}{whose}.{ending}"


def link(report: Report, ending: str) -> str:
    """A link that saves the report; the browser has all of it already."""
    kind, write = EXPORTS[ending]
    return saved_link(file_name(report, ending), kind, write(report), ending)


def saved_link(name: str, kind: str, content: bytes, ending: str) -> str:
    """A link that saves a file which the browser has already.

    Args:
        name: what the file is called.
        kind: its media type.
        content: what it holds.
        ending: names what it is, as in `EXPORTS`.
    """
    label, held = escape(say(f"desk.export-{ending}")), base64.b64encode(content).decode()
    return f"<a download='{name}' href='data:{kind};base64,{held}'>{label}</a>"
