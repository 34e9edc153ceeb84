"""The lines of a letter, cleaned of what mail programs and people put around a log."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from ...core.letters import without_accents
from ...input_bounds import BOUNDS
from ...nine_years.components.sides import Side
from ...nine_years.engine.notation import verbs
from ...nine_years.games.log_text import ANY_FORMAT, LONG

_QUOTES = dict.fromkeys("“”„‟«»″", '"') | dict.fromkeys("‘’‚‛´`′", "'")
_DASHES = dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
_OTHERS = {"•": "*", "·": "*", "‣": "*", "◦": "*", "…": "...", "：": ":", "；": ";", "，": ","}
_PLAIN = _QUOTES | _DASHES | _OTHERS
_QUOTING = re.compile(r"\s*(?:(?:[A-Za-z]{0,3}>|\|)\s?)+")
_NUMBERING = re.compile(r"\s*(?:[-*+]\s+|\(?#?\d{1,4}[.):\]](?:\s+|(?=[A-Za-z]))|#\d{1,4}\s+|\[\d{1,4}\]\s*)")
_EMPHASIS = re.compile(r"([*_\"']{1,3})(.*\S)\1")
_SIDES: dict[str, Side] = {
    **dict.fromkeys(("bourbon", "bourbons", "b"), "Bourbon"),
    **dict.fromkeys(("alliance", "allies", "allied", "a"), "Alliance"),
}
_PREFIX = re.compile(
    r"[\[(*_]*(?:the\s+)?(bourbons?|alliance|allies|allied|[ab](?=[\])*_]*\s*:))[\])*_]*\s*(?:[:=>]|->|-+)\s*",
    re.IGNORECASE,
)
_BARE_PREFIX = re.compile(r"(?:the\s+)?(bourbons?|alliance|allies|allied)\s+(?=(\S+))", re.IGNORECASE)
_ROLL = re.compile(
    r"(?:roll(?:s|ed)?|die|dice|d6)\b\s*(?:(?:is|was|of|an?|the)\s+)*(?:[:=]\s*)?"
    r"([1-6](?:(?:\s*(?:,|and|&|\+|/|;)\s*|\s+)[1-6])*)\s*(?:[.!]*|[-(#\[/!;:].*)",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"(scenario|seed|dice|position|rules|reading|title|players|date)\s*(?::|=(?=\s)|\s-(?=\s))\s*(.*)",
    re.IGNORECASE,
)
_FORMAT = re.compile(r"ninevears[- ]?log(?:\s*/\s*|\s+)([12])", re.IGNORECASE)
_MAIL_HEAD = re.compile(
    r"(from|to|cc|bcc|subject|sent|date|reply-to|message-id|in-reply-to)\s*:\s", re.IGNORECASE
)
_WROTE = re.compile(r"on\b.{0,200}|.{0,200}\bwrote:?", re.IGNORECASE)
TOO_LONG = "too-long"
"""Why a line that is longer than any choice does not count."""
_SEPARATOR = re.compile(r"[\W_]+|-+\s*\w[\w ]{0,30}\s*-+")


@dataclass(frozen=True, slots=True)
class MailLine:
    """A line of a letter.

    Attributes:
        number: its place in the letter, from 1.
        text: as it stood there.
        bare: without quoting marks, numbering, emphasis and the like.
        columns: for each character of `bare` its place in `text`.
        quoted: whether it stood behind a quoting mark.
        cleaned: what was taken off or changed: names for the catalogue under ``mail.cleaned-``.
        side, choice: of a line that begins with a side the side, and what follows.
        start: where `choice` begins in `bare`.
        faces: of a line that tells dice their faces.
        head: of a line of the head its name and value.
        noise: of a line that is none of these why it does not count, under ``mail.noise-``; "" when it is not
            known: it may be a choice without its side, or chatter.
    """

    number: int
    text: str
    bare: str
    columns: tuple[int, ...]
    quoted: bool
    cleaned: tuple[str, ...]
    side: Side | None = None
    choice: str = ""
    start: int = 0
    faces: tuple[int, ...] = ()
    head: tuple[str, str] | None = None
    noise: str = ""

    @property
    def starts(self) -> bool:
        """Whether something begins with this line that cannot be the rest of the line before."""
        return bool(self.side or self.faces or self.head or self.noise or not self.bare)


def mail_line(number: int, text: str) -> MailLine:
    """A line of a letter, cleaned and looked at.

    >>> line = mail_line(3, "> > 12) *Bourbon* – campaign Paris")
    >>> line.side, line.choice, line.quoted, line.cleaned
    ('Bourbon', 'campaign Paris', True, ('characters', 'quoting', 'numbering'))
    >>> mail_line(1, "  rolled a 4 (the siege)").faces
    (4,)
    """
    pairs, cleaned = _plain(text)
    bare = "".join(char for char, _ in pairs)
    start = 0
    quoting = _QUOTING.match(bare)
    if quoting:
        start = quoting.end()
        cleaned.append("quoting")
    for _ in range(3):
        found = _NUMBERING.match(bare, start)
        if not found or _ROLL.fullmatch(bare[start:].strip()):
            break
        start = found.end()
        cleaned += [] if "numbering" in cleaned else ["numbering"]
    end = len(bare.rstrip())
    start += len(bare[start:end]) - len(bare[start:end].lstrip())
    if emphasis := _EMPHASIS.fullmatch(bare[start:end]):
        start, end = start + emphasis.start(2), start + emphasis.end(2)
        cleaned.append("emphasis")
    columns = tuple(column for _, column in pairs[start:end])
    return _looked_at(MailLine(number, text, bare[start:end], columns, bool(quoting), tuple(cleaned)))


def unquoted(text: str) -> str:
    """A line without quoting marks, and otherwise as it is."""
    found = _QUOTING.match(text)
    return (text[found.end() :] if found else text).strip()


def _plain(text: str) -> tuple[list[tuple[str, int]], list[str]]:
    """The characters with their places: typographic ones as plain ones, invisible ones left out."""
    pairs: list[tuple[str, int]] = []
    changed = False
    for column, char in enumerate(text):
        category = unicodedata.category(char)
        if category == "Zs" or char == "\t":
            plain = " "
        elif category in ("Cf", "Cc", "Co", "Cn"):
            plain = ""
        else:
            plain = _PLAIN.get(char, char)
        changed |= plain != char and char != "\t"
        pairs += [(one, column) for one in plain]
    return pairs, ["characters"] if changed else []


def _looked_at(line: MailLine) -> MailLine:
    """The same line, with what it is."""
    bare = line.bare
    if not bare:
        return line
    prefix = _PREFIX.match(bare)
    if len(bare) > BOUNDS["line"] and not ((head := _HEAD.match(bare)) and head[1].casefold() in LONG):
        return replace(line, side=_SIDES[prefix[1].casefold()] if prefix else None, noise=TOO_LONG)
    if roll := _ROLL.fullmatch(bare):
        return replace(line, faces=tuple(int(face) for face in re.findall("[1-6]", roll[1])))
    if prefix is None and (found := _BARE_PREFIX.match(bare)) and found[2].casefold() in verbs():
        prefix = found
    if prefix:
        side = _SIDES[prefix[1].casefold()]
        return replace(line, side=side, choice=bare[prefix.end() :], start=prefix.end())
    if form := _FORMAT.fullmatch(bare):
        return replace(line, head=("format", f"{ANY_FORMAT}{form[1]}"))
    if head := _HEAD.fullmatch(bare):
        return replace(line, head=(head[1].casefold(), head[2].strip()))
    return replace(line, choice=bare, noise=_noise(bare))


def _noise(bare: str) -> str:
    if bare.startswith(("#", "//")):
        return "remark"
    if _SEPARATOR.fullmatch(bare):
        return "separator"
    if _MAIL_HEAD.match(bare):
        return "mail-head"
    wrote = bare.casefold().endswith(("wrote:", "wrote")) and _WROTE.fullmatch(bare)
    return "wrote" if wrote or re.match(r"on\b.*\d", bare, re.IGNORECASE) else ""


@lru_cache(maxsize=1 << 12)
def simplified(text: str) -> str:
    """A choice without capitals, accents, punctuation and doubled spaces, to be compared.

    >>> simplified("Restore  SPAIN (reduced) Besançon.")
    'restore spain reduced besancon'
    """
    letters = without_accents(text.casefold())
    return " ".join(re.sub(r"[^\w-]+|(?<!\d)-|-(?!\d|\w)", " ", letters).split())
