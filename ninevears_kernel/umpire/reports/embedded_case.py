"""The case inside a report: what every export carries, and how it is read back out of any of them.

What comes from strangers is bounded: a report 20,000,000 characters, what is embedded 4,000,000.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, to_builtins

from ... import __version__
from ...core.errors import MISSING, BadInput
from ...core.messages import Message
from ...input_files import convert, read_bytes
from ...nine_years.components.sides import Seat
from ..cases.cases import Case, case_from_data
from ..cases.outside_input import MOST_NAME, MOST_TEXT
from ..cases.rules_files import RulesFile

FORMAT: Literal["ninevears-report/1"] = "ninevears-report/1"
MOST_REPORT, MOST_ENCLOSED = 20_000_000, 4_000_000


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    """What an umpire decided instead of a ruling, and why."""

    verdict: Literal["legal", "illegal", "yes", "no", "result"]
    reason: Annotated[str, Meta(max_length=MOST_TEXT)]
    by: Annotated[str, Meta(max_length=MOST_NAME)] = ""


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """An umpire's own tables, whole."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    files: dict[str, str]


Edits = Annotated[tuple[dict[str, Any], ...], Meta(max_length=100)]
"""Edits that turn a ruling together, as data."""


class Searched(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a search for edits went through: the attributes of `WhatWouldChange` of these names."""

    singly: bool = False
    kinds: dict[str, int] = {}
    untried: dict[str, int] = {}
    needless: int = 0
    most_edits: int = 2
    spaces: tuple[int, int] | None = None
    keys: tuple[str, ...] = ()


NOTHING_SEARCHED = Searched()


class EmbeddedCase(Struct, frozen=True, forbid_unknown_fields=True):
    """What a report carries: all that is needed to make it again.

    Attributes:
        format: the form of what is embedded.
        kit: the version of the kit that ruled.
        case: the case, as data.
        rules: the umpire's own tables, if any were in force.
        tried: how many rulings the search for what would change made; 0 without one.
        ended: why that search ended.
        precedents: the readings that a precedent has put into the case, each with its number.
        held: whether the ruling rests on something hidden, which the umpire holds and the report has not.
        decision: what the umpire decided instead of the ruling, if they did.
        seat: for whom the report was made.
        consulted: whether the case holds of its position just what the ruling consulted.
        turns: the edits of each set that would change the ruling, when the search cannot be made again from
            what is here; each is ruled again.
        searched: what that search went through.
    """

    format: Literal["ninevears-report/1"]
    kit: Annotated[str, Meta(max_length=100)]
    case: dict[str, Any]
    rules: Rules | None = None
    tried: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    ended: Literal["all", "enough", "rulings", "seconds", "stopped"] = "all"
    precedents: Annotated[dict[str, Annotated[int, Meta(ge=1)]], Meta(max_length=100)] = {}
    held: bool = False
    decision: Decision | None = None
    seat: Seat = "both"
    consulted: bool = False
    turns: Annotated[tuple[Edits, ...], Meta(max_length=100)] = ()
    searched: Searched = NOTHING_SEARCHED

    def check_whole(self) -> None:
        """Checks that the ruling can be made again from what is here.

        Raises:
            BadInput: it rests on what the umpire alone holds.
        """
        if self.held:
            raise BadInput("report", Message("report.held"), Message("report.expected-whole"))

    @property
    def rules_file(self) -> RulesFile | None:
        """The tables, ready to be used."""
        return None if self.rules is None else RulesFile(self.rules.name, self.rules.files)

    def text(self) -> str:
        """The same as JSON in which no sign can end a script, a fence or a comment."""
        described = json.dumps(to_builtins(self), ensure_ascii=True, allow_nan=False, indent=1)
        return re.sub(r"[<>&`]", lambda sign: f"\\u{ord(sign[0]):04x}", described)


def embed(case: Case, rules: RulesFile | None, tried: int, ended: Any, **others: Any) -> EmbeddedCase:
    """What a report on a case carries; the arguments are its attributes, some by name.

    Raises:
        BadInput: the case holds what no JSON can.
    """
    data: dict[str, Any] = to_builtins(case, enc_hook=str)
    for name in [name for name, value in data.items() if value in (None, {}, [], "")]:
        del data[name]
    kept = None if rules is None else Rules(rules.name, dict(rules.files))
    embedded = EmbeddedCase(FORMAT, __version__, data, kept, tried, ended, **others)
    try:
        embedded.text()
    except (TypeError, ValueError, RecursionError) as error:
        why = Message("input.broken", why=str(error))
        raise BadInput("case", why, Message("expected.form", form="JSON")) from None
    return embedded


# ---- reading it back

MARKDOWN_FENCE = "```json ninevears-report"
HTML_TYPE = "application/json"
HTML_ID = "ninevears-report"
PDF_MARK = b"%ninevears-report "
_NO_REPORT = Message("report.expected")


def embedded_in(report: str | bytes) -> EmbeddedCase:
    """What a report carries, out of any of its exports.

    Args:
        report: the text of a Markdown, HTML or JSON report, or the bytes of any, a PDF too.

    Raises:
        BadInput: it is no report, is too large, or what it carries is not what it should be.
    """
    if len(report) > MOST_REPORT:
        raise BadInput("report", Message("report.characters", count=len(report)), _at_most(MOST_REPORT))
    if isinstance(report, bytes):
        report = _pdf_text(report) if report.startswith(b"%PDF-") else _decoded(report)
    report = report.removeprefix("\ufeff").replace("\r\n", "\n")
    found = _between(f"\n{report}\n", f"\n{MARKDOWN_FENCE}\n", "\n```\n")
    if found is None:
        found = _between(report, f'<script type="{HTML_TYPE}" id="{HTML_ID}">', "</script>")
    text = report if found is None else found
    if len(text) > MOST_ENCLOSED and found is not None:
        raise BadInput("report", Message("report.characters", count=len(text)), _at_most(MOST_ENCLOSED))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("report", MISSING, _NO_REPORT) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput("report", MISSING, _NO_REPORT)
    embedded = convert(
        {name: data[name] for name in EmbeddedCase.__struct_fields__ if name in data}, EmbeddedCase
    )
    try:
        case_from_data(embedded.case)
    except BadInput as error:
        raise error.within("case") from None
    return embedded


def _between(text: str, start: str, end: str) -> str | None:
    """What is between two marks; sought once, for a text of many marks would take a pattern for ever."""
    _, begun, rest = text.partition(start)
    inside, ended, _ = rest.partition(end)
    return inside if begun and ended else None


def embedded_in_file(path: str | Path) -> EmbeddedCase:
    """What a report in a file carries.

    Raises:
        BadInput: the file cannot be read, or holds no report; names the file.
    """
    try:
        content = read_bytes(path, MOST_REPORT + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        found = Message("input.unreadable", why=why)
        raise BadInput("file", found, Message("expected.readable-file")).in_file(str(path)) from None
    try:
        return embedded_in(content)
    except BadInput as error:
        raise error.in_file(str(path)) from None


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("report", Message("input.not-text"), _NO_REPORT) from None


def _pdf_text(content: bytes) -> str:
    """What is in the comments at the end of a PDF."""
    lines = [line for line in content.splitlines() if line.startswith(PDF_MARK)]
    try:
        return base64.b64decode(b"".join(line[len(PDF_MARK) :] for line in lines), validate=True).decode(
            "utf-8"
        )
    except (binascii.Error, UnicodeDecodeError):
        raise BadInput("report", MISSING, _NO_REPORT) from None


def pdf_comments(embedded: EmbeddedCase) -> bytes:
    """What is embedded, as comments of a PDF."""
    coded = base64.b64encode(embedded.text().encode("ascii"))
    return b"".join(PDF_MARK + coded[at : at + 100] + b"\n" for at in range(0, len(coded), 100))


def _at_most(most: int) -> Message:
    return Message("report.expected-at-most", count=most)
