"""What comes of a case on the desk: the ruling, whose claim holds, what would change it, the report."""

from __future__ import annotations

import asyncio
import base64
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets as W
from msgspec import structs

from ..core.errors import NinevearsError
from ..core.messages import say
from ..core.rulings import Ruling
from ..umpire.cases import Case, question_of
from ..umpire.report_pdf import converter
from ..umpire.reports import Report, to_html, to_json, to_markdown, to_pdf
from ..umpire.what_would_change import WhatWouldChange, what_would_change
from .case_desk import complaint
from .desk_claims import whose_claim_holds
from .long_work import LongWork, Progress, Stop
from .ruling_card import RulingCard
from .umpire_parts import fold, row, status

EXPORTS = {
    "html": ("text/html", lambda told: to_html(told).encode()),
    "md": ("text/markdown", lambda told: to_markdown(told).encode()),
    "json": ("application/json", lambda told: to_json(told).encode()),
    "pdf": ("application/pdf", to_pdf),
}
LONGEST_NAME = 60
TYPING = 0.8
"""Seconds after which somebody has done typing."""


class DeskOutcome(W.VBox):
    """A ruling with all that the desk can say to it; nothing before there is one.

    Attributes:
        report: what is shown, or None.
    """

    def __init__(self, **more: Any) -> None:
        self.report: Report | None = None
        self._later: asyncio.TimerHandle | None = None
        self._pdf: tuple[Report, str] | None = None
        self.judged = W.HTML()
        self.card = RulingCard()
        self.changes = W.HTML()
        self.search = LongWork("desk.search", "desk.search-tooltip", self._searched, self._found)
        self.exports = W.HTML()
        self.pdf = LongWork("desk.pdf", "desk.pdf-tooltip", self._printed, self._add_pdf, "desk.printing")
        self.no_pdf = W.HTML()
        self.preview = W.HTML()
        self.preview_fold = fold(say("desk.preview"), self.preview)
        self.preview_fold.add_class("ninevears-desk-preview")
        save = row([self.exports, self.pdf, self.no_pdf])
        save.add_class("ninevears-desk-exports")
        parts = [self.card, self.judged, self.search, self.changes, self.preview_fold, save]
        super().__init__(parts, **more)
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
        self.report = report
        self.card.ruling = report.ruling if report else None
        self.judged.value = whose_claim_holds(report.case.claims, report.ruling) if report else ""
        self.changes.value = ""
        self._export()
        self.layout.display = None if report else "none"

    def tell_anew(self, case: Case) -> None:
        """Takes over what the players say now; the ruling does not rest on it.

        The links to the old words are gone at once. The report is written anew when nobody has typed for a
        moment: it is long, and goes to the browser whole.
        """
        if self.report is None:
            return
        words = {"title": case.title, "story": case.story, "claims": case.claims}
        self.report = replace(self.report, case=structs.replace(self.report.case, **words))
        self.judged.value = whose_claim_holds(case.claims, self.report.ruling)
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
        return report, what_would_change(report.case, rules=report.kit, progress=progress, stop=stop)

    def _found(self, found: tuple[Report, WhatWouldChange] | None) -> None:
        if found is None or self.report is None or found[0].ruling is not self.report.ruling:
            return  # meanwhile another case lies on the desk
        self.report = replace(self.report, changes=found[1])
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in found[1].sentences())
        heading = escape(say("desk.would-change"))
        self.changes.value = f"<div class='paper' role='status'><b>{heading}</b><ul>{items}</ul></div>"
        self._export()

    # ---- the report

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
        """Shows the report as both players get it, once somebody wants to see it."""
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

    def complain(self, error: NinevearsError) -> None:
        """Says what is wrong where the report would stand."""
        self.no_pdf.value = complaint(error)


def file_name(report: Report, ending: str) -> str:
    """A name for the file of a report, of its title, that any system takes.

    >>> from ..umpire.reports import report
    >>> case = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5},
    ...         "title": "../Liège <b>?"}
    >>> file_name(report(case, search=False), "md")
    'ruling-liege-b.md'
    """
    plain = unicodedata.normalize("NFKD", report.case.title).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:LONGEST_NAME].rstrip("-")
    return f"ruling-{words or question_of(report.case).name}.{ending}"


def link(report: Report, ending: str) -> str:
    """A link that saves the report; the browser has all of it already."""
    kind, write = EXPORTS[ending]
    content = base64.b64encode(write(report)).decode()
    label = escape(say(f"desk.export-{ending}"))
    return f"<a download='{file_name(report, ending)}' href='data:{kind};base64,{content}'>{label}</a>"
