r"""A letter taken apart: who wrote which lines, without heads, signatures, dates and telephone numbers.

>>> letter = read_letter("I rolled a 5.\n\nOn 3 May 2026 at 10:12, Anna Bauer wrote:\n> I had 4 corps.")
>>> [(passage.voice, passage.text) for passage in letter.passages]
[('', 'I rolled a 5.'), ('Anna Bauer', 'I had 4 corps.')]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from email.header import decode_header, make_header

from ...input_bounds import check_log
from ..mail.body import unwrapped
from .cutting import MOST_READ, numbered_lines, parts_of, tables, told_by_a_table
from .enclosed import Enclosed, attached, enclosed, without
from .of_the_world import MONTH, NOT_OF_THE_GAME
from .vocabulary import phrases


def words_in(text: str) -> frozenset[str]:
    """The words of a text as a set.

    >>> sorted(words_in("one two"))
    ['one', 'two']
    """
    return frozenset(text.split())


_HEAD = re.compile(
    r"(from|to|cc|bcc|subject|sent|date|reply-to|von|an|da|gesendet|datum|betreff|de|à|envoyé|objet|van|aan|"
    r"verzonden|onderwerp|от|кому|дата|тема|x-[a-z-]+|message-id|in-reply-to|references|mime-version|"
    r"content-[a-z-]+|return-path|received|user-agent|list-[a-z-]+)\s*:\s*(.*)",
    re.IGNORECASE,
)
_SENDER = frozenset(("from", "von", "de", "da", "van", "от"))
_ADDRESSEE = frozenset(("to", "an", "à", "aan", "кому"))
_SUBJECT = frozenset(("subject", "betreff", "objet", "onderwerp", "тема"))
_DATED = frozenset(("sent", "date", "gesendet", "datum", "envoyé", "verzonden", "дата"))
_SOMEBODY = re.compile(r"[A-Z][^\W\d_]+(?:-\w+)?(?: [A-Z][\w'.-]*){0,2}(?: \(\w+\))?")
_FORWARDED = re.compile(
    r"\W*(?:begin |-+ ?)?(?:original message|forwarded message|original-?nachricht|weitergeleitete nachricht|"
    r"ursprüngliche nachricht|message transféré|message d'origine|doorgestuurd bericht|"
    r"oorspronkelijk bericht|пересылаемое сообщение|исходное сообщение)\W*(?:from .*)?",
    re.IGNORECASE,
)
_DIVIDER = re.compile(r"-{3,} ?my (?:answer|reply|response) ?-{3,}", re.IGNORECASE)
_WROTE = re.compile(
    r"(?P<before>.{0,200}?)\b(?:wrote|writes|schrieb|a écrit|schreef|писал|писала|пишет|написал|написала)\b"
    r"(?P<after>[^:]{0,120}):?\s*",
    re.IGNORECASE,
)
_ATTRIBUTED = re.compile(r"\s*(?:on|am|le|op)\b.*\d|.*<[^<>@\s]+@[^<>\s]+>|.*\d\d?:\d\d", re.IGNORECASE)
_LABEL = re.compile(r"\s*(?:[-*•]\s*)?([^\W\d_][\w'’. ()-]{0,30}?)\s*:\s+(?=\S)")
_TALKING = re.compile(
    r"(?m)^[ \t]*([A-Z][a-z]{1,14}): +(?=.*\b(?:is|was|are|were|has|had|isn't|wasn't|it's|that's)\b)"
)
"""A name before a whole sentence, as in a play; a list has no verbs."""
_CHAT = re.compile(
    r"\[?(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d),? \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\]?(?: -)? "
    r"(?P<name>[^\W\d_][\w'’. -]{0,30}?): ",
    re.IGNORECASE,
)
"""The head of a message of a chat: who said it, and when."""
_NICK = re.compile(r"<(?P<name>[^\W\d_][\w-]{1,20})> (?=\S)")
"""The same where each line begins with a name between angles."""
_SPEECH = re.compile(r"^[\"“'«„]|\b(?:i|i'm|i'd|i've|my|mine|we|our|you|your)\b", re.IGNORECASE)
_CLOSINGS = (
    r"(?:(?:with )?(?:many |kind |best |warm )?(?:thanks|regards|wishes|cheers|best)(?: again| and .{0,30})?|"
    r"thank you(?: very much| so much)?|yours(?: \w+)?|sincerely|cheers|ciao|greetings|(?:liebe|viele|beste|"
    r"herzliche|schöne) grüße|mit (?:freundlichen|besten|vielen|lieben|herzlichen) grüßen|(?:lieve |"
    r"hartelijke |met vriendelijke )?groet(?:en|jes)?|mfg|lg|vg|gruß|danke|cordialement|amicalement|amitiés|"
    r"merci|bien à vous|с уважением|спасибо|всего доброго|take care|see you|ta|rgds|br|tia|thanx|thx|ty|"
    r"grüße|groetjes|saludos|saluti|gr)"
)
_CLOSING = re.compile(rf"(?:{_CLOSINGS})\s*[,.!–-]*\s*", re.IGNORECASE)
_CLOSING_NAMED = re.compile(
    rf"(?i)(?:{_CLOSINGS})[,.!–-]*(?: [–-])? (?-i:[A-Z][^\W\d_]*\.?(?: [A-Z][\w'.-]*){{0,2}}"
    r"(?P<two> (?:and|&|\+|/) [A-Z][\w'.-]*)?(?:(?:, ?| ?[(–-] ?)[A-Z][\w'.-]*(?: [A-Z][\w'.-]*)?\)?)?)"
    r"\s*[.!]*"
)
"""A closing word and a name in a line of their own, perhaps with where its bearer lives."""
_CLOSING_WITHIN = re.compile(
    r"(?<=[.?!)] )(?i:(?:many |kind |best |warm )?(?:thanks|regards|wishes)|yours(?: \w+)?|sincerely|"
    r"cheers),? [-–~]?(?=[A-Z][^\W\d_]+(?:[-\s,.(/|]|$))"
)
"""A closing word behind the last sentence, in the same line as the name that follows it."""
_SIGNED = re.compile(r"(?:(?:--?|[–~*]) ?)?([A-Z][^\W\d_]{1,14})(?: [A-Z][\w.]{0,14})?(,? ?[(,/|•·].{1,60})?")
"""A name alone on a line, or with what its bearer plays, or where they live."""
_PLAYING = re.compile(
    r",? ?[(,/|] ?(?:i'm|i (?:have|play|am|run|lead|command)|playing|(?:the )?(?:bourbons?|"
    r"alliance)\b(?! (?:and|is|has)))\b",
    re.IGNORECASE,
)
"""Behind a name alone on a line: what its bearer plays."""
_SENT_FROM = re.compile(
    r"\s*(?:sent from (?:my|mail|outlook|yahoo|proton)|get outlook|von meinem .* gesendet|envoyé de mon|"
    r"verstuurd vanaf|отправлено с)\b",
    re.IGNORECASE,
)
_POSTSCRIPT = re.compile("|".join(phrases("goes_on")), re.IGNORECASE)
"""A line below a name that is no part of the signature: a postscript, another question, a sentence."""
_LONG, _SIGNATURE = 52, 9
"""Signs of a line after which a program may have broken it; lines that may stand under a closing word."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of one person.

    Attributes:
        text: them, a line wherever the writer began one; what is no part of the game is blank.
        places: for each character of `text` its place in the letter.
        voice: who says "I" in it; "" where nobody says.
        label: who it is about, where the line begins with a name and a colon; else "".
    """

    text: str
    places: tuple[int, ...]
    voice: str
    label: str = ""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a part of `text` stands in the letter."""
        return self.places[start], self.places[end - 1] + 1


@dataclass(slots=True)
class Letter:
    """A letter taken apart.

    Attributes:
        text: what a person sees, decoded.
        passages: the words of its writers, in order.
        subject: the line of its head.
        people: all who are named as writers or receivers.
        signed: what stands under closing words, which may say who plays what.
        enclosed: the positions that it brings along.
    """

    text: str
    passages: list[Passage] = field(default_factory=list)
    subject: str = ""
    people: list[str] = field(default_factory=list)
    signed: list[tuple[str, str]] = field(default_factory=list)
    enclosed: list[Enclosed] = field(default_factory=list)


def read_letter(source: str | bytes) -> Letter:
    """A letter taken apart.

    Args:
        source: the mail as it came: its source, HTML, quoted-printable or plain text.

    Raises:
        BadInput: it is longer than any letter, or a mail of more parts than people send.
    """
    text = _as_text(source) if isinstance(source, bytes) else source
    text = text.removeprefix("\ufeff")
    check_log(text, "mail")
    head = _heading(text)
    body, how = unwrapped(text)
    if "mime" in how:
        body = "\n\n".join(filter(None, (head, body, *attached(text))))
    letter = Letter(body[:MOST_READ].replace("\r\n", "\n").replace("\r", "\n"))
    letter.enclosed = enclosed(letter.text)
    _Lines(letter).read()
    return letter


def _as_text(raw: bytes) -> str:
    told = re.findall(r"charset=\"?([A-Za-z0-9_-]{2,20})", raw[:20_000].decode("ascii", "replace"))[:3]
    for name in ("utf-8", *told, "cp1252"):
        try:
            return raw.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return raw.decode("cp1252", "replace")


def _heading(text: str) -> str:
    """The lines of the head of a mail that tell people and subject, their coding undone."""
    kept: list[str] = []
    for line in text.lstrip("\r\n").split("\n", 200)[:200]:
        if not line.strip():
            break
        if (found := _HEAD.match(line)) and found[1].casefold() in ("from", "to", "subject"):
            kept.append(f"{found[1]}: {_uncoded(found[2].strip()[:500])}")
    return "\n".join(kept)


def _uncoded(value: str) -> str:
    try:
        return str(make_header(decode_header(value)))
    except (ValueError, LookupError):
        return value


def person(text: str) -> str:
    """The name of a person out of a line of a head or of what stands before a quotation.

    >>> person('"Bauer, Anna" <anna@example.org>'), person("On Tue, 3 May 2026 at 10:33, Ben <b@c.de>")
    ('Bauer, Anna', 'Ben')
    """
    named = re.match(r"\s*\"([^\"]{1,60})\"", text)
    if named:
        return named[1].strip()
    bare = re.sub(r"[<\[(][^<>\])]*[>\])]", " ", text)
    bare = re.sub(r".*\d[^\W\d_]*\s*(?:[ap]m\b|uhr\b|um\b|at\b|à\b|om\b)?", "", bare, flags=re.IGNORECASE)
    words = [word for word in re.findall(r"[^\W\d_][\w'.-]*", bare) if word.casefold() not in _NO_NAME]
    # "On 2 Nov Karl wrote"; a month alone may be somebody's name.
    words = [word for word in words if not MONTH.fullmatch(word)] or words
    if words:
        return " ".join(words[:3])
    address = re.search(r"([A-Za-z]+)[\w.+-]*@", text)
    return address[1].capitalize() if address else ""


_NO_NAME = words_in(
    "on at am um le à op om von de du mon tue wed thu fri sat sun monday tuesday wednesday thursday friday "
    "saturday sunday pm uhr in and reply the mail email my i he she they you we who it"
)


class _Lines:
    """Walks down the lines of a letter and gives each to its writer."""

    def __init__(self, letter: Letter) -> None:
        self.letter = letter
        self.voices: dict[int, str] = {}
        self.pending = self.label = self.speaker = ""
        self.depth = self.first = 0
        self.signature = self.wrapped = False
        self.chars: list[str] = []
        self.places: list[int] = []
        self.firsts: dict[int, int] = {0: 0}
        self.depths: list[int] = []
        said = Counter(re.findall(r"(?m)^[ \t]*([A-Z][a-z]{1,14}): +\S", letter.text[:60_000]))
        names = said.keys() - _NO_SPEAKERS
        talking = names & set(_TALKING.findall(letter.text[:60_000]))
        speaks = len(talking) > 1 or any(said[name] > 1 for name in names)
        self.in_turn = names if len(names) > 1 and speaks else set()

    def read(self) -> None:
        """Fills the passages of the letter."""
        lines = list(numbered_lines(without(self.letter.text, self.letter.enclosed)))
        skip = 0
        drawn = tables(self.letter.text)
        for number, (start, depth, text) in enumerate(lines):
            while drawn and start >= drawn[0][1]:
                self._close()
                self._table(drawn.pop(0)[2])
            if drawn and start >= drawn[0][0]:
                continue
            if depth != self.depth:
                self._close()
                self.signature = False
                if depth > self.depth and self.pending:
                    self.voices[depth] = self.pending
                if depth > self.depth:
                    self.firsts[depth] = len(self.letter.passages)
                self.depth, self.pending, self.speaker = depth, "", ""
                self.first = self.firsts.setdefault(depth, len(self.letter.passages))
            if skip:
                skip -= 1
                continue
            skip = self._line(lines, number, start, text)
        self._close()
        for _, _, rows in drawn:
            self._table(rows)

    def _table(self, rows: list[list[tuple[int, int]]]) -> None:
        """A table is read as sentences: of those who stand above its columns, or before its rows."""
        for said, places in told_by_a_table(self.letter.text, rows) if not self.signature else ():
            self._add(Passage(said, tuple(places), self._voice()))

    def _add(self, passage: Passage) -> None:
        self.letter.passages.append(passage)
        self.depths.append(self.depth)

    def _voice(self) -> str:
        """Who speaks."""
        return self.speaker or self.voices.get(self.depth, QUOTED if self.depth % 2 else "")

    def _line(self, lines: Sequence[tuple[int, int, str]], number: int, start: int, text: str) -> int:
        """Takes a line; how many of the next ones belong to it."""
        bare = text.strip()
        if not bare:
            self._close()
            return 0
        if (divided := _DIVIDER.fullmatch(bare)) or _FORWARDED.fullmatch(bare):
            self._close()
            self.signature = False
            if divided:
                self.voices.pop(self.depth, None)
                self.first = len(self.letter.passages)
            return 0
        if self._is_head(lines, number) and (head := _HEAD.match(bare)):
            self._head(head[1].casefold(), head[2])
            return 0
        for more in (0, 1, 2):
            if more and not re.match(r"(?:on|am|le|op)\b.*\d", bare, re.IGNORECASE):
                break
            joined = " ".join(line[2].strip() for line in lines[number : number + more + 1])
            if len(joined) < 300 and joined.endswith(":") and self._attribution(joined):
                depth = lines[number][1]
                below = [line[1] for line in lines[number + more + 1 : number + more + 9] if line[2].strip()]
                if below[:1] == [depth]:  # quoted without marks, or within a quotation
                    self.voices[depth], self.pending = self.pending, ""
                    self.first = self.firsts[depth] = len(self.letter.passages)
                return more
        if self.signature and not _POSTSCRIPT.match(bare):
            self._sign(bare)
            return 0
        self.signature = False
        if re.fullmatch(r"--+\s*|_{5,}|={5,}|-{5,}", bare) or _SENT_FROM.match(bare):
            self._close()
            self.signature = bare in ("--", "---")
            return 0
        start += len(text) - len(text.lstrip())
        if not self._ends_here(lines, number):
            self._words(start, bare)
        elif _CLOSING.fullmatch(bare):
            self._end("")
        elif named := _CLOSING_NAMED.fullmatch(bare):
            name = re.sub(rf"(?i)^(?:{_CLOSINGS})[,.!–-]*(?: [–-])? ", "", named[0])
            self._end("" if named["two"] else name)  # of two who write together "I" is neither
        elif self._is_signed(bare):
            self._end(bare)
        elif closing := _CLOSING_WITHIN.search(bare):
            self._words(start, bare[: closing.start()].rstrip())
            self._end(bare[closing.end() :])
        else:
            self._words(start, bare)
        return 0

    def _end(self, name: str) -> None:
        """A signature begins, perhaps with a name."""
        self._close()
        self.signature = True
        if name:
            self._sign(name)

    def _is_signed(self, bare: str) -> bool:
        """Whether a line may be nothing but its writer's name, with or without what they play."""
        found = _SIGNED.fullmatch(bare)
        if not found or found[1] in _NO_SPEAKERS or self.wrapped:
            return False
        if not (self.chars or self.letter.passages):
            return False  # nothing stands above that might be signed
        if bare.startswith("-- ") or (found[2] and _PLAYING.match(found[2])):
            return True
        writer = self.voices.get(self.depth, "").partition(" ")[0]
        return found[1] == writer if writer and found[2] else not found[2] or found[1] in self._speakers()

    def _head(self, name: str, value: str) -> None:
        self._close()
        if name in _SENDER:
            self.voices[self.depth] = self._known(person(value))
            self.signature = False
        elif name in _ADDRESSEE:
            self._known(person(value))
        elif name in _SUBJECT and not self.letter.subject:
            self.letter.subject = value

    def _known(self, name: str) -> str:
        first = name.partition(" ")[0].casefold()
        known = [one for one in self.letter.people if one.partition(" ")[0].casefold() == first]
        if name and not known:
            self.letter.people.append(name)
        return known[0] if known else name

    def _is_head(self, lines: Sequence[tuple[int, int, str]], number: int) -> bool:
        """Whether a line belongs to the head of a mail: ``From: London`` in an order does not."""
        bare = lines[number][2].strip()
        found = _HEAD.match(bare)
        if not found:
            return False
        name = found[1].casefold()
        if name in _SUBJECT or "@" in bare or name.startswith(("x-", "content-", "mime", "message")):
            return True
        if name in _DATED and re.search(r"\d", bare):
            return True
        if name in _SENDER and _SOMEBODY.fullmatch(found[2].strip()) and lines[number][1]:
            above = [line[1] for line in lines[max(0, number - 4) : number] if line[2].strip()]
            if above and above[-1] != lines[number][1]:
                return True  # the first line of what is quoted
        below = any(_FORWARDED.fullmatch(line[2].strip()) for line in lines[max(0, number - 2) : number])
        if name in _SENDER and below:
            return True
        if name in _ADDRESSEE and number and self._is_head(lines, number - 1):
            return True
        around = (_HEAD.match(line[2].strip()) for line in lines[max(0, number - 3) : number + 4])
        near = {found[1].casefold() for found in around if found}
        return not near.isdisjoint(_SUBJECT | _DATED) or any(
            "@" in line[2] and _HEAD.match(line[2].strip()) for line in lines[max(0, number - 2) : number + 3]
        )

    def _attribution(self, text: str) -> bool:
        """Whether a line says who wrote what is quoted below."""
        found = _WROTE.fullmatch(text)
        if not found:
            return False
        dated = bool(_ATTRIBUTED.match(text))
        name = person(found["before"]) or person(found["after"])
        if not dated and name.casefold() in ("opponent", "other player", "partner", "player"):
            return False  # what follows is quoted in another way
        if not dated and (not name or len(name) > 30 or len(found["before"]) > 40):
            return False
        self._close()
        self.pending = self._known(name)
        self.signature = False
        return True

    def _ends_here(self, lines: Sequence[tuple[int, int, str]], number: int) -> bool:
        depth, left = lines[number][1], 0
        for _, other, text in lines[number + 1 : number + 40]:
            bare = text.strip()
            if other != depth or _FORWARDED.fullmatch(bare) or _POSTSCRIPT.match(bare):
                break
            if bare.endswith(":") and _WROTE.fullmatch(bare):
                break
            if bare and not re.match(r"(?:--|_{5}|on\b.*\d)", bare, re.IGNORECASE):
                left += 1
            if left > _SIGNATURE:
                return False
        return True

    def _sign(self, bare: str) -> None:
        """A line of a signature: the first that is a name says whose words stood above."""
        name = re.match(r"[-–~* ]*([^\W\d_][\w'-]*(?: [^\W\d_][\w'-]*){0,2})", bare)
        if name and not self.voices.get(self.depth) and len(bare) < 60:
            voice = self.voices[self.depth] = self._known(name[1])
            for at, one in enumerate(self.letter.passages[self.first :], self.first):
                if one.voice in ("", QUOTED) and self.depths[at] == self.depth:
                    self.letter.passages[at] = replace(one, voice=voice)
        self.letter.signed.append((self.voices.get(self.depth, ""), bare))

    def _words(self, start: int, bare: str) -> None:
        if chat := _CHAT.match(bare) or _NICK.match(bare):
            speaker = self._known(chat["name"])
            if speaker != self.speaker:
                self._close()
            self.speaker, self.wrapped = speaker, False
            start, bare = start + chat.end(), bare[chat.end() :]
        label = None if self.speaker else _LABEL.match(bare)
        if label and (self.chars or self.label):
            self._close()
        if label:
            self.label = label[1].strip()
        if self.chars:
            self.chars.append(" " if self.wrapped else "\n")
            self.places.append(start)
        self.chars += bare
        self.places += range(start, start + len(bare))
        self.wrapped = len(bare) > _LONG and bare[-1] not in ".!?:"

    def _close(self) -> None:
        """Ends a passage."""
        if self.chars:
            text = NOT_OF_THE_GAME.sub(lambda found: " " * len(found[0]), "".join(self.chars))
            voice, label = self._voice(), "" if self.label in ("Me", "I") else self.label
            said = text[len(label) + 1 :].strip()[:400]
            if not self._is_person(label):
                said = said.partition("\n")[0]  # below "Genoa: 2 squadrons" somebody else may say "I"
            speaks = label in self.in_turn or _SPEECH.search(said)
            if label and speaks and label in self._speakers():
                voice, label = label, ""
            for start, end in parts_of(text):
                self._add(Passage(text[start:end], tuple(self.places[start:end]), voice, label))
        self.chars, self.places, self.wrapped, self.label = [], [], False, ""

    def _is_person(self, label: str) -> bool:
        return any(label in (name, name.split()[0]) for name in self.letter.people if name)

    def _speakers(self) -> set[str]:
        """Names that may stand before a colon as in a play."""
        firsts = {name.split()[0] for name in self.letter.people if name}
        labels = {label for label in (self.label,) if re.fullmatch(r"[A-Z][\w-]{1,14}(?: player)?", label)}
        return firsts | set(self.letter.people) | (labels - _NO_SPEAKERS)


QUOTED = "the player quoted"
"""Who writes what is quoted, where nothing says so."""
_NO_SPEAKERS = words_in(
    "Subject Re PS Question Note Dice Die Position Year Situation Facts Rule Rules Roll Rolls Attacker "
    "Defender Place Garrison Map Turn Round Phase Question1 Result Answer Summary Problem Issue Order Orders "
    "Action Case Game System Edit Update Also HIS VQ MP NY Q A Questions Battle Siege Interception Avoidance "
    "Supply LOC Rally Force Fleet March Movement Peace Winter Combat Fire Setup Scenario Background Context "
    "History Short Quick Hello Hi Dear Ref Umpire Hallo Moin Bonjour Frage Transfer Raise Restore Retreat"
)
