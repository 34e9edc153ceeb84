"""What a file is that somebody gives to the umpire's desk: report, log, mail, case, or else a save."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import ipywidgets as W

from ...core.errors import BadInput, NinevearsError
from ...core.messages import Message, say
from ...input_files import parse_data
from ...nine_years.games.log import is_played
from ...umpire.cases.cases import FORMAT
from ...umpire.cases.rules_files import RulesFile
from ...umpire.reports.embedded_case import FORMAT as REPORT_FORMAT, MOST_REPORT, embedded_in
from ..parts.upload import FileButton
from .parts import complained, status

LARGEST_FILE = 4_000_000
"""Bytes of a save, a log or a case that somebody gives; a report may have more."""
REPORTS = (".html", ".md", ".pdf")
MAILS = (".eml", ".txt")
ACCEPTED = ".eml,.json,.txt,.toml,.log,.war,.md,.html,.pdf"


@dataclass(frozen=True, slots=True)
class Openers:
    """What is done with each kind of file: with a case and the tables that came with it, with a log's name
    and text, with a save's name and data, with a mail's name and text.
    """

    case: Callable[[Mapping[str, Any], RulesFile | None], object]
    log: Callable[[str, str], object]
    save: Callable[[str, Any], object]
    mail: Callable[[str, str], object]


class FilePanel(W.Box):
    """A button that opens a file, and beside it what became of that.

    Args:
        openers: what is done with each kind of file.
    """

    def __init__(self, openers: Openers, **more: Any) -> None:
        self._openers = openers
        self.upload = FileButton("desk.load", "desk.load-tooltip", ACCEPTED)
        self.says = W.HTML()
        layout = W.Layout(display="flex", flex_flow="row wrap", align_items="center")
        super().__init__([self.upload, self.says], layout=layout, **more)
        self.add_class("ninevears-desk-files")
        self.upload.observe(self._uploaded, "value")

    def take(self, name: str, content: bytes) -> bool:
        """Opens a save, a log, a mail, a case or a report; False, and a sentence, if it is none of them."""
        try:
            open_file(name, content, self._openers)
        except NinevearsError as error:
            self.says.value = complained(error)
            return False
        self.says.value = status(say("desk.opened", name=name))
        return True

    def _uploaded(self, change: Mapping[str, Any]) -> None:
        for file in change["new"]:
            self.take(str(file["name"]), bytes(file["content"]))


def open_file(name: str, content: bytes, openers: Openers) -> None:
    """Finds out what a file is, and opens it.

    Raises:
        BadInput: it is too large, or is none of what the desk knows, or holds what cannot be right.
    """
    is_report = name.lower().endswith(REPORTS)
    most = MOST_REPORT if is_report else LARGEST_FILE
    if len(content) > most:
        raise BadInput("file", name, Message("expected.at-most-bytes", most=most))
    if is_report:
        _open_report(content, openers)
        return
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("file", name, Message("expected.text-file")) from None
    if is_played(text):
        openers.log(name, text.lstrip())
        return
    if name.lower().endswith(MAILS) and not text.lstrip().startswith(("{", "[")):
        openers.mail(name, text)
        return
    data = parse_data(text, is_toml=name.lower().endswith(".toml"))
    form = data.get("format") if isinstance(data, dict) else None
    if form == FORMAT:
        openers.case(data, None)
    elif form == REPORT_FORMAT:
        _open_report(content, openers)
    else:
        openers.save(name, data)


def _open_report(content: bytes, openers: Openers) -> None:
    """Opens the case inside a report."""
    embedded = embedded_in(content)
    embedded.check_whole()
    openers.case(embedded.case, embedded.rules_file)
