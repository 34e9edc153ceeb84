r"""The letter inside what a mail program stores: out of MIME, base64, quoted-printable and HTML.

>>> unwrapped("<html><p>Bourbon: <b>pass</b></p><blockquote>Alliance: pass</blockquote></html>")
('Bourbon: pass\n> Alliance: pass', ('html',))
>>> unwrapped("Bourbon: pass")
('Bourbon: pass', ())
"""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message as Mail
from html import unescape

from ...core.errors import BadInput
from ...core.messages import Message
from ...input_bounds import check_log

MOST_PARTS, MOST_DEPTH = 40, 10
"""Parts of a mail, and how deep they may lie in one another."""
MOST_NAMED = 200
"""Lines of the head of a mail that are looked at."""
_NAMED = re.compile(r"[!-9;-~]{1,76}:")
_MIME = re.compile(r"(?:content-type|content-transfer-encoding|mime-version)\s*:", re.IGNORECASE)
_HTML = re.compile(
    r"\s*<(?:!doctype\s+html|html|head|body|meta|div|p|br|table|span|blockquote|pre|ul|ol)\b", re.IGNORECASE
)
_NO_QUOTED_PRINTABLE = re.compile(r"=(?![0-9A-Fa-f]{2}|[ \t]*(?:\r?\n|\r|$))")
_CODED = re.compile(r"=(?:20|3D|C2|C3|E2|A0)", re.IGNORECASE)
_LONG_LINE = 21
"""Characters of a line that a mail program breaks with a sign of equality."""
_APART = frozenset(
    (
        *("address", "article", "blockquote", "body", "dd", "div", "dl", "dt", "footer", "form"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "ol", "p", "pre"),
        *("section", "table", "tr", "ul"),
    )
)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,30})(?![A-Za-z0-9])[^<>]*>")
_REMARK = re.compile(r"<!--|<[!?]")
_LONG_NUMBER = re.compile(r"&#[xX]?[0-9A-Fa-f]{8,};?")
_UNSEEN = frozenset(("head", "script", "style", "template", "title"))


def unwrapped(text: str) -> tuple[str, tuple[str, ...]]:
    """The lines that a person sees, and what they were taken out of; any other text as it is.

    Args:
        text: what was pasted: a letter, the source of a mail, HTML, or quoted-printable.

    Raises:
        BadInput: it is longer than any log, or a mail of more or deeper parts than people send.
    """
    check_log(text, "mail")
    if _is_mail(text):
        return _out_of_mail(text)
    how: tuple[str, ...] = ()
    if _is_quoted_printable(text):
        text, how = _decoded(quopri.decodestring(text.encode("utf-8", "replace"))), ("quoted-printable",)
    if _HTML.match(text):
        text, how = text_of_html(text), (*how, "html")
    return text, how


def text_of_html(markup: str) -> str:
    r"""HTML as the lines that a browser shows, what is quoted behind quoting marks.

    >>> text_of_html("<div>Hi,<br>Bourbon:&nbsp;pass</div><script>alert(1)</script>")
    'Hi,\nBourbon:\xa0pass'
    """
    return _Lines().read(markup)


# ---- mails


def _is_mail(text: str) -> bool:
    """Whether it begins with the head of a mail that says how the rest is written."""
    lines = text.lstrip("\r\n").split("\n", MOST_NAMED)[:MOST_NAMED]
    if lines[0].startswith("From "):
        lines = lines[1:]
    if not lines or not _NAMED.match(lines[0]):
        return False
    for line in lines:
        if _MIME.match(line):
            return True
        if not (_NAMED.match(line) or (line.strip() and line.startswith((" ", "\t")))):
            return False
    return False


def _out_of_mail(text: str) -> tuple[str, tuple[str, ...]]:
    how: dict[str, None] = {"mime": None}
    if text.casefold().count("boundary") > MOST_PARTS:
        raise _too_many()
    raw = text.lstrip("\r\n")
    try:
        mail = message_from_bytes(raw.encode("utf-8", "replace"))
        described = list(_texts(mail, how, 0))
    except (RecursionError, LookupError, TypeError, ValueError, AttributeError):
        raise _too_many() from None  # what the library stumbles over is no mail that people send
    return "\n".join(described), tuple(how)


def _texts(part: Mail, how: dict[str, None], depth: int) -> Iterator[str]:
    """The text of each part that has some; of alternatives the plainest."""
    if depth > MOST_DEPTH:
        raise _too_many()
    inner = part.get_payload() if part.is_multipart() else None
    if isinstance(inner, list):
        parts = [one for one in inner if isinstance(one, Mail)]
        if len(parts) > MOST_PARTS:
            raise _too_many()
        if part.get_content_subtype() == "alternative":
            for one in sorted(parts, key=_plainness):
                found = list(_texts(one, how, depth + 1))
                if any(text.strip() for text in found):
                    yield from found
                    return
        else:
            for one in parts:
                yield from _texts(one, how, depth + 1)
    elif part.get_content_maintype() == "text":
        text = _content(part, how)
        if part.get_content_subtype() == "html":
            how["html"] = None
            text = text_of_html(text)
        yield text


def _plainness(part: Mail) -> int:
    return {"text/plain": 0, "text/html": 2}.get(part.get_content_type(), 1)


def _content(part: Mail, how: dict[str, None]) -> str:
    content = part.get_payload(decode=True)
    content = content if isinstance(content, bytes) else b""
    encoding = str(part.get("content-transfer-encoding", "")).strip().casefold()
    if encoding not in ("base64", "quoted-printable"):
        return content.decode("utf-8", "replace")  # as it was pasted
    how[encoding] = None
    try:
        return content.decode(part.get_content_charset() or "utf-8")
    except (LookupError, UnicodeDecodeError):
        return _decoded(content)


def _too_many() -> BadInput:
    return BadInput(
        "mail", Message("mail.many-parts"), Message("mail.at-most-parts", most=MOST_PARTS, deep=MOST_DEPTH)
    )


# ---- quoted-printable


def _is_quoted_printable(text: str) -> bool:
    if "=" not in text or _NO_QUOTED_PRINTABLE.search(text):
        return False
    parts = (line.rpartition("=") for line in text.split("\n")[:-1])
    broken = (before.rpartition("=")[2] for before, sign, after in parts if sign and not after.strip(" \t\r"))
    return bool(_CODED.search(text)) or any(len(line.lstrip()) >= _LONG_LINE for line in broken)


def _decoded(content: bytes) -> str:
    """Bytes as text: UTF-8, or else what old mail programs write."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


# ---- HTML


class _Lines:
    """Makes lines of HTML."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._line: list[str] = []
        self._in_row = False
        self._quoted = self._as_it_stands = 0
        self._unseen = ""

    def read(self, markup: str) -> str:
        """The lines of some HTML."""
        place = 0
        # The library's parser takes the square of the time when somebody leaves a thousand tags open.
        markup = _without_remarks(markup)
        for tag in _TAG.finditer(markup):
            self._text(markup[place : tag.start()])
            place = tag.end()
            name = tag[2].casefold()
            if tag[1]:
                self._end(name)
            else:
                self._begin(name)
        self._text(markup[place:])
        self._end_line()
        return "\n".join(self._done)

    def _begin(self, tag: str) -> None:
        """A line, a quotation, or a part that nobody sees."""
        if tag == "body":
            self._unseen = ""  # whatever was left open in the head
        elif not self._unseen and tag in _UNSEEN:
            self._unseen = tag
        if tag == "br":
            self._end_line(even_if_empty=True)
        elif tag in _APART:
            self._end_line()
        self._quoted += tag == "blockquote"
        self._as_it_stands += tag == "pre"
        if tag == "li":
            self._line.append("- ")
        elif tag in ("td", "th"):
            self._line += ["\t"] * self._in_row  # the cells of a table stay apart
            self._in_row = True

    def _end(self, tag: str) -> None:
        if tag in _APART:
            self._end_line()
        self._quoted -= tag == "blockquote" and self._quoted > 0
        self._as_it_stands -= tag == "pre" and self._as_it_stands > 0
        if tag == self._unseen:
            self._unseen = ""

    def _text(self, text: str) -> None:
        """Text, if it is seen."""
        if self._unseen or not text:
            return
        text = unescape(_LONG_NUMBER.sub("", text))
        if self._as_it_stands:
            first, *others = re.split("\r\n|\r|\n", text)
            self._line.append(first)
            for other in others:
                self._end_line(even_if_empty=True)
                self._line.append(other)
        else:
            self._line.append(re.sub(r"[ \t\r\n\f]+", " ", text))

    def _end_line(self, even_if_empty: bool = False) -> None:
        line = "".join(self._line).strip(" ")
        if line or even_if_empty:
            self._done.append("> " * min(self._quoted, MOST_DEPTH) + line)
        self._line, self._in_row = [], False


def _without_remarks(markup: str) -> str:
    """HTML without its comments, declarations and instructions; one that never ends takes all behind it."""
    kept: list[str] = []
    place = 0
    while (start := _REMARK.search(markup, place)) is not None:
        kept.append(markup[place : start.start()])
        end = "-->" if start[0] == "<!--" else ">"
        found = markup.find(end, start.end())
        if found < 0:
            return "".join(kept)
        place = found + len(end)
    return "".join([*kept, markup[place:]])
