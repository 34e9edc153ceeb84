"""Positions that an email brings along: a link to a moment of a war, a log, or a save.

>>> enclosed("no position here")
[]
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes
from itertools import islice
from typing import Any

from ...core.errors import NinevearsError
from ...input_bounds import check_data
from ...nine_years.components.position import FORMAT, Position
from ...nine_years.games.links import MOST_LINK, read_link
from ...nine_years.games.log import read_log
from ...nine_years.games.save import position_from_data
from .cutting import MOST_READ

MOST = 3
"""Positions of one email that are read: a dispute is about one."""
MOST_LINES = 200
"""Lines into which a mail breaks a link of the longest."""
_LINK = re.compile(r"ninevears:\d{1,9}:[a-z]{1,20}:[A-Za-z0-9_=-]*", re.IGNORECASE)
_MORE = re.compile(r"[ \t\r]*\n[ \t>|]*(?P<more>[A-Za-z0-9_=-]+)(?=[ \t\r]*(?:\n|$|[>.,;)\"'\]]))")
_LOG = re.compile(r"(?m)^(?P<marks>[ \t>|]*)ninevears-log/\d{1,3}[ \t\r]*$")
_OF_LOG = re.compile(
    r"\s*(?:#.*|(?:roll|card) .*|[a-z]{3,12}: .*|(?:Bourbon|Alliance): .*)?", re.ASCII | re.DOTALL
)
_SAVE = re.compile(
    rf'\{{(?:\s*"[a-z_]{{1,30}}"\s*:\s*(?:"[^"]{{0,80}}"|\d{{1,9}})\s*,){{0,8}}\s*"format"\s*:\s*"{FORMAT}"'
)


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A position in an email.

    Attributes:
        start, end: where it stands in the text.
        value: the link or the log as text, a save as its data.
        position: what it holds; None where it cannot be read.
    """

    start: int
    end: int
    value: Any
    position: Position | None


def enclosed(text: str) -> list[Enclosed]:
    """The positions that a text brings along, in its order.

    Args:
        text: the letter, decoded.
    """
    found = sorted([*_links(text), *_logs(text), *_saves(text)], key=lambda one: one.start)
    return [one for at, one in enumerate(found) if not any(one.start < other.end for other in found[:at])]


def without(text: str, found: list[Enclosed]) -> str:
    """A text of the same length, in whose enclosures nothing is to be read."""
    parts, place = [], 0
    for one in found:
        parts += [text[place : one.start], re.sub(r"[^\n]", " ", text[one.start : one.end])]
        place = one.end
    return "".join([*parts, text[place:]])


def _links(text: str) -> Iterator[Enclosed]:
    for found in islice(_LINK.finditer(text), MOST):
        ends, value = [(found.end(), found[0])], found[0]
        while len(value) < MOST_LINK and len(ends) < MOST_LINES and (more := _MORE.match(text, ends[-1][0])):
            value += more["more"]
            ends.append((more.end(), value))
        # A mail may have broken it: the longest that can be read, for a word below looks like more of it.
        for end, one in reversed(ends):
            try:
                link = read_link(one)
                position = link.position
                if position is None and link.case is not None:
                    given = link.case.get("given")
                    data = given.get("position") if isinstance(given, dict) else None
                    position = None if data is None else position_from_data(data)
            except (NinevearsError, RecursionError):
                continue
            yield Enclosed(found.start(), end, one, position)
            break
        else:
            yield Enclosed(found.start(), ends[-1][0], found[0], None)


def _logs(text: str) -> Iterator[Enclosed]:
    for found in islice(_LOG.finditer(text), MOST):
        marks, place, end = found["marks"], found.start(), found.start()
        lines: list[str] = []
        for line in text[found.start() :].split("\n"):
            bare = line.removeprefix(marks) if line.startswith(marks) else line.lstrip(" \t>|")
            bare = bare.rstrip("\r")
            if lines and not _OF_LOG.fullmatch(bare):
                break
            lines.append(bare)
            place += len(line) + 1
            if bare.strip():
                end = place - 1
        value = "\n".join(lines).strip("\n") + "\n"
        try:
            yield Enclosed(found.start(), end, value, read_log(value).position)
        except (NinevearsError, RecursionError):
            yield Enclosed(found.start(), end, value, None)


def _saves(text: str) -> Iterator[Enclosed]:
    for found in islice(_SAVE.finditer(text), MOST):
        end = found.end()
        try:
            data, end = json.JSONDecoder().raw_decode(text, found.start())
            check_data(data)
            yield Enclosed(found.start(), end, data, position_from_data(data))
        except (NinevearsError, ValueError, RecursionError):
            yield Enclosed(found.start(), end, found[0], None)


def attached(source: str) -> Iterator[str]:
    """The files that a mail carries and that may be a save or a log; `unwrapped` has counted its parts."""
    mail = message_from_bytes(source.lstrip("\r\n").encode("utf-8", "replace"))
    for part in mail.walk():
        with suppress(LookupError, TypeError, ValueError, AttributeError):  # what no mail program writes
            name = str(part.get_filename() or "").casefold()
            if part.get_content_maintype() == "application" and name.endswith((".json", ".log", ".txt")):
                content = part.get_payload(decode=True)
                if isinstance(content, bytes):
                    yield content[:MOST_READ].decode("utf-8", "replace")
