"""Who says what in a passage, and which of it is only supposed; the facts told between two places of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any

from .doubts import supposed, unreal, within
from .found import Fact, People
from .letter import words_in
from .words import Words

CLAIM = re.compile(
    r" (?P<who>i|he|she|they|you|my (?:opponent|brother|friend|mate|wife|son|partner)|(?:the )?opponent|"
    r"other player|[WS]\d+(?: player)?|attacker|defender|[a-z]+)(?: \( (?:[WS]\d+|[a-z]+) \))?(?: (?:now|"
    r"also|still|just|keeps|clearly|"
    r"definitely|distinctly|only|honestly|actually|does|of course|and [a-z]+|have|has|had))? (?:say|says|"
    r"said|claims?|claimed|insists?|insisted|thinks?|thought|argues?|argued|swears?|swore|maintains?|writes|"
    r"tells|told|believes?|reckons?|remembers?|saying|claiming|counted|counts?|saw|sees?)(?= )"
)
_SAYS_BEHIND = re.compile(
    r" (?:says?|said|claims?|claimed|insists?|thinks?|sagt|zegt|dit) (?P<who>[a-z]+)(?= [.;)])"
    r"| (?P<to>according to|laut|volgens|selon) (?P<whom>[a-z]+)(?= )"
    r"| by (?P<own>his|her|their|your) (?:own )?(?:count|reckoning|account)(?= )"
    r"| (?:or so|that's what|at least what) (?P<hear>he|she|they) (?:said|says|told|claims?|claimed)(?= )"
)
"""Whose words stood before, or stand in the whole sentence: "the die was a 1, says Jan"."""
VIEW = re.compile(
    r" (?P<who>my|his|her|their|(?:my )?opponent's|[a-z]+'s) (?:view|version|story|account|memory|side|"
    r"recollection)(?: of (?:it|things|events))? (?::|is|was)(?= )"
)
"""Whose words stand behind, up to the end of the sentence: "Emre's view: it was at sea"."""
_CLAIM_ENDS = re.compile(r" (?:[.,;()-]|but|so|while) ")
_QUOTED = re.compile(
    r" (?P<who>[a-z]+|[WS]\d+)(?: (?:wrote|writes|said|says|mailed|replied)(?: [a-z]+){0,3})? : (?=\")"
)
_IN_A_LINE = re.compile(
    r" (?P<who>[LWS]\d+ player|him|her|me)(?: \( [SW]\d+ \))? :(?= )(?! (?:N\d+|an?) (?:squadron|corsair|"
    r"galle))| (?P<whom>[WS]\d+) :(?= (?:no|i|we|he|she|you|my|our|that|it|P\d+ (?:is|was)) )"
)
"""Who speaks, within a line in which several do."""
_I = words_in("i my me mine we our us i'm i've we've")
_THEY = words_in(
    "he she they him them his hers her theirs their you your opponent opponent's yours you're he's she's"
)


class Speech:
    """Who says the words of a passage, place by place, and which of them are only supposed."""

    def __init__(self, words: Words, people: People) -> None:
        self.words, self.people = words, people
        self.voice = words.passage.voice
        own = people.entity(self.voice)
        self._starts, self._voices = [0], [own]
        self.claimed: list[tuple[int, int]] = []
        """The parts of the marked text in which somebody else is said to say something."""
        self._behind: list[tuple[int, int, str]] = []
        self._quotes: list[tuple[int, int, str]] = []
        names = set(people.names())
        marked = words.marked
        for claim in CLAIM.finditer(marked):
            by = self.whom(claim["who"], names)
            if nearer := re.search(r" and (he|she|they|i|we|you) ", claim[0]):
                by = self.whom(nearer[1], names)  # "with six corps and he tells me"
            if claim["who"] in ("and", "but"):
                by = subject_before(self, claim.start())
            if by or claim["who"] in _I:
                end = marked.find(" . ", claim.end())
                self._change(claim.start(), by)
                if by and by != own:
                    stop = _CLAIM_ENDS.search(marked, claim.end())
                    self.claimed.append((claim.end(), stop.start() if stop else len(marked)))
                if marked.startswith(" :", claim.end()):
                    self._quotes.append((claim.end(), end, by))
                self._change(end, own)
        for claim in _SAYS_BEHIND.finditer(marked):
            by = self.whom(claim["who"] or claim["whom"] or claim["own"] or claim["hear"], names)
            if by and by != own:
                start = max(1, marked.rfind(" . ", 0, claim.start() + 1))
                end = max(claim.end(), marked.find(" . ", claim.end()) if claim["to"] else claim.end())
                self._behind.append((start, end, by))
                self.claimed.append((start, end))
        for view in VIEW.finditer(marked):
            if (by := self.whom(view["who"], names)) or view["who"] == "my":
                end = marked.find(" . ", view.end())
                self._change(view.start(), by)
                if by and by != own:
                    self.claimed.append((view.end(), end))
                self._change(end, own)
        for label in _IN_A_LINE.finditer(marked):  # until the next one speaks
            if by := self.whom((label["who"] or label["whom"]).replace(" player", ""), names):
                self._change(label.start(), by)
        labels = list(_QUOTED.finditer(marked))
        for label in labels:
            by = self.whom(label["who"], names)
            end = marked.find('" ', label.end() + 2)
            self._quotes.append((label.start(), end if end >= 0 else len(marked), by))
            if by or label["who"] in _I:
                self._change(label.start(), by)
        if labels:
            self._change(marked.find('" ', labels[-1].end()) + 1 or len(marked), own)
        self.unreal, self.supposed = unreal(marked), supposed(marked)

    def _change(self, place: int, by: str) -> None:
        while self._starts and self._starts[-1] >= place and len(self._starts) > 1:
            self._starts.pop()
            self._voices.pop()
        self._starts.append(place)
        self._voices.append(by)

    def by(self, place: int) -> str:
        """Who says what stands at a place of the marked text."""
        for start, end, by in self._behind:
            if start <= place < end:
                return by
        return self._voices[max(0, bisect_right(self._starts, place) - 1)]

    def whom(self, word: str, names: set[str] | None = None, at: int | None = None) -> str:
        """Whom a word means in this passage, or at a place of it: "" where it means nobody who plays."""
        words = self.words
        word = word.strip()
        own = self.people.entity(self.voice)
        if at is not None and word in ("he", "she", "his", "her") and (by := self.by(at)) != own:
            return by  # "Ben says he rolled"
        word = re.sub(r"^[a-z]+ \( ([WS]\d+) \)$", r"\1", word)  # "he (Alliance)"
        last = word.split(" ")[-1] if word else ""
        if last == "player":
            last = word.split(" ")[-2] if " " in word else ""
        if last in ("attacker", "defender"):
            return last
        if last[:1] in "WSL" and last[1:].isdigit():
            return self.people.side(words, last)
        if last in _I:
            quoted = (by for start, end, by in self._quotes if at is not None and start <= at < end)
            return next(quoted, "") or own
        if last in _THEY or word.startswith("my "):
            return self.people.other(self.voice)
        bare = last.removesuffix("'s").removesuffix("'")
        return self.people.named(bare) if bare in (names or self.people.names()) else ""

    def is_conditional(self) -> bool:
        """Whether something that would change the position is only supposed."""
        return any(re.search(r" [PLWSZE]\d", self.words.marked[start:end]) for start, end in self.supposed)

    def is_supposed(self, place: int) -> bool:
        """Whether what stands there was not so, or is only supposed."""
        return within(place, (*self.unreal, *self.supposed))


def fact(
    speech: Speech,
    kind: str,
    value: object,
    start: int,
    end: int,
    *marks: str | None,
    about: str = "",
    of: str | None = None,
    sure: object = True,
    **details: object,
) -> Fact:
    """A fact told between two places of a passage: `of` is whose it is, if anybody's; it is not `sure` where
    one of the marks is doubtful.
    """
    if of is not None:
        about, details["whose"] = of, of or None
    said, span = speech.words.said(start, end)
    told = {name: one for name, one in details.items() if one is not None or name != "whose"}
    plain = bool(sure) and speech.words.is_sure(*marks)
    return Fact(kind, value, said, span, speech.by(start), plain, told, about)


def fact_in(
    speech: Speech,
    kind: str,
    value: object,
    found: re.Match[str],
    *marks: str | None,
    **more: Any,
) -> Fact:
    """A fact told by all that a pattern found: `more` as for `fact`."""
    return fact(speech, kind, value, found.start() + 1, found.end(), *marks, **more)


def fact_as_written(
    speech: Speech, kind: str, value: object, found: re.Match[str], group: int | str = 0, about: str = ""
) -> Fact:
    """A fact that a pattern found in a passage as it is written, not as it is marked."""
    span = speech.words.passage.span(*found.span(group))
    return Fact(kind, value, found[group], span, speech.by(0), about=about)


def subject_before(speech: Speech, place: int) -> str:
    """Who acts in the sentence before a place, as before "and rolled a 4"."""
    marked = speech.words.marked
    start = marked.rfind(" . ", 0, place)
    start = max(start + 2, place - 300) if start >= 0 else max(0, place - 300)
    clauses = re.findall(
        r"(?:^| ,| ;| :| \.| and| but) (?:so |then |O\d |now |after that |and |but |the |my ){0,4}"
        r"(i|he|she|they|we|you|opponent|[LWS]\d+) ",
        marked[start:place],
    )
    return speech.whom(clauses[-1]) if clauses else ""
