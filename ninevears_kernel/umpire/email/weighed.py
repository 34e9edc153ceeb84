"""The facts of a letter weighed: which of them are doubtful, and what none of them accounts for.

However a fact was found, it is not sure where it is only supposed, hedged, denied, taken back, one of two, or
claimed by somebody else. And before a case is given, every number and every name of the letter must belong to
a fact: what is left over is asked about, not passed over.

>>> from .reader import read_email
>>> read_email("VQ: may leaders rated 8 and 6 take 14 units in one formation?")["case"]["given"]
{'leaders': [8, 6], 'units': 14}
>>> read_email("VQ: may leaders rated 8 and, I think, 6 take 14 units in one formation?")["case"]
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from .corps import NO_FACT
from .doubts import MARKED, NAME, any_of, any_phrase, in_doubt, numbers_marked, questions_in, sentence_behind
from .found import Fact, numbers_in, numbers_of, side_of_leader, side_of_power, texts_in
from .letter import QUOTED, words_in
from .names import is_rated
from .nine_years import FIRST, LAST
from .none_told import is_absent
from .passed_over import DAILY, DENIES, PIECES, passed_over
from .speech import Speech


@dataclass(slots=True)
class _Word:
    """A word of a letter: in which passage it stands, and where; and what is to be thought of it."""

    speech: int
    at: int
    start: int
    place: int
    mark: str
    name: str
    unreal: bool = False
    supposed: bool = False
    doubted: bool = False
    claimed: bool = False


class Weighed:
    """The facts of a letter, weighed."""

    def __init__(self, speeches: Sequence[Speech]) -> None:
        self.speeches = speeches
        self.by_speech = [_words_of(number, speech) for number, speech in enumerate(speeches)]
        self.words = sorted(chain.from_iterable(self.by_speech), key=lambda word: word.place)
        self.places = [word.place for word in self.words]
        self.plain: set[str] = set()

    def weigh(self, facts: Sequence[Fact]) -> list[Fact]:
        """The facts, without what was not so: of what is supposed, hedged, denied, taken back, or one of two,
        nothing is sure.
        """
        told = self._covered(facts)
        for speech, words in zip(self.speeches, self.by_speech, strict=True):
            starts = {word.start for word in words if id(word) in told}
            doubt = in_doubt(speech.words.marked, starts, speech.words.asks)
            _flag(words, "unreal", speech.unreal)
            _flag(words, "supposed", [*speech.unreal, *speech.supposed])
            _flag(words, "doubted", [*speech.unreal, *speech.supposed, *doubt])
            _flag(words, "claimed", speech.claimed)
        self.plain = {word.name for word in self.words if not (word.doubted or word.claimed)}
        kept = []
        for one in facts:
            of = [word for word in self._of(one) if MARKED.fullmatch(word.mark)] or self._of(one)
            if one.kind not in _NAMED and any(word.unreal for word in of):
                continue
            if one.kind == "dice" and any(word.supposed for word in of):
                continue
            if any(word.doubted for word in of) and not self._is_plain(one):
                one.sure = False
                if one.kind == "leader" and not one.about:  # where they are was only concluded
                    one.details.pop("at", None)
            kept.append(one)
        for one, lie in [(one, lie) for one in kept if (lie := self._is_denied(one)) is not None]:
            for other in kept:  # "You never captured my wagons"
                same = (one.kind, one.value, one.about) == (other.kind, other.value, other.about)
                other.sure = other.sure and not (same and (lie or other.by != one.by))
        return kept

    def _is_denied(self, one: Fact) -> bool | None:
        """Whether somebody calls a fact a lie; False where a clause only denies it, None where none does."""
        of = self._of(one)
        marked = self.speeches[of[0].speech].words.marked if of else ""
        start = of[0].start if of else 0
        before, behind = marked[max(0, start - 60) : start], sentence_behind(marked, start)
        if _LIE.search(before) or (" that " in before and _IS_A_LIE.search(behind)):
            return True
        return False if of and not one.sure and DENIES.search(before) else None

    def _of(self, one: Fact) -> list[_Word]:
        """The words of a fact; between those of a table stand the words of other rows."""
        of = self.words[bisect_left(self.places, one.span[0]) : bisect_left(self.places, one.span[1])]
        return [word for word in of if word.speech == of[-1].speech]

    def _covered(self, facts: Iterable[Fact]) -> set[int]:
        """The words that belong to facts."""
        spans = sorted({one.span for one in facts})
        covered, reached = set(), 0
        for start, end in spans:
            first = max(reached, bisect_left(self.places, start))
            reached = max(reached, bisect_left(self.places, end))
            covered |= {id(word) for word in self.words[first:reached]}
        return covered

    def _is_plain(self, one: Fact) -> bool:
        """Whether it is nothing but a name, and plainly said elsewhere."""
        return one.kind in _NAMED and not one.details.get("at") and str(one.value) in self.plain

    def claims(self, facts: Iterable[Fact], told: Sequence[Fact]) -> None:
        """What only somebody else is said to say is a claim, and not sure: nobody has told it beside."""
        plain = [
            one
            for one in told
            if one.kind in _COUNTED and one.sure and not any(it.claimed for it in self._of(one)[:1])
        ]
        for one in facts:
            bare = one.kind == "place" and one.details.get("role") in (None, "source")
            if bare and any(word.claimed or word.unreal or word.doubted for word in self._of(one)[:1]):
                one.details["role"] = ARGUED  # why something may not be, as somebody sees it
            elif one.by == one.value:
                continue  # who says so is the one who is named
            elif any(word.claimed for word in self._of(one)[:1]) and not self._is_plain(one):
                one.sure = any(
                    (it.kind, it.value, it.about) == (one.kind, one.value, one.about) for it in plain
                )

    def contradicted(self, facts: Sequence[Fact]) -> None:
        """Of what somebody else answers with a number that nobody took ("No, I had six") nothing is sure."""
        counted: dict[int, list[Fact]] = {}
        own: dict[tuple[str, str, str], set[int]] = {}
        for one in sorted(facts, key=lambda one: one.span):
            if one.kind in _COUNTED and (of := self._of(one)):
                counted.setdefault(of[0].speech, []).append(one)
                own.setdefault((one.by, one.kind, one.about), set()).update(numbers_in(one.value))
        for word in self._left(facts, None) if counted else ():
            speech = self.speeches[word.speech]
            marked, by = speech.words.marked, speech.by(word.start)
            had = word.mark[0] == "N" and _HAD.search(marked[max(0, word.start - 40) : word.start])
            if not had or not re.match(r"\S+ (?:[.,;)]|of )", marked[word.start : word.start + 9]):
                continue
            here = [one for one in counted.get(word.speech, ()) if one.span[0] < word.place]
            before = here or counted.get(word.speech - 1, [])
            answered = before[-1] if before else next(iter(counted.get(word.speech + 1, ())), None)
            if answered is None or answered.by == by:
                continue
            said = own.get((by, answered.kind, answered.about), set()) | numbers_in(answered.value)
            if int(word.mark[1:]) not in said:
                answered.sure = False

    def asks_twice(self) -> bool:
        """Whether another question brings numbers or names of its own."""
        told: set[str] = set()
        asked = 0
        marks = Counter(word.name or word.mark for word in self.words if MARKED.fullmatch(word.mark))
        bare = False
        for speech, words in zip(self.speeches, self.by_speech, strict=True):
            for start, end in questions_in(speech.words.marked, speech.words.asks):
                own = {
                    word.name or word.mark
                    for word in words[_index(words, start) : _index(words, end)]
                    if MARKED.fullmatch(word.mark) and word.mark[0] not in "MO"
                }
                asked += bool(own - told)
                told |= own
                said = speech.words.marked[max(0, start - 1) : end + 1]
                anew = _ANEW.search(said) or any(marks[one] == 1 for one in own)
                if (bare or asked > 1) and anew:
                    return True  # "Legal? And with Villeroy beside him?"
                bare |= not own and bool(_OF_IT.search(said) or (marks and words[0].start < start))
        return asked > 1

    def left_over(self, found: Sequence[Fact], case: Any, names: bool) -> Iterator[tuple[str, list[int]]]:
        """The numbers and names that belong to no fact: their words, and where they stand.

        Args:
            found: all facts of the letter, also those that only say again what others say.
            case: what the case is given, and its dice.
            names: whether the question rests on names.
        """
        left = [word for word in self._left(found, case) if names or not word.name]
        known = numbers_of(case, found)
        parts_of: dict[tuple[int, int], list[int]] = {}
        for word in self.words:  # "15 units: 6 regulars and 9 mercenaries"
            if self._is_part(word):
                parts_of.setdefault(self._sentence(word), []).append(int(word.mark[1:]))
        leaders = {one.value for one in found if one.kind == "leader"}
        covered, numbers = self._covered(found), numbers_in(case)
        writer = next((speech.voice for speech in self.speeches if speech.voice != QUOTED), QUOTED)
        for speech, words in zip(self.speeches, self.by_speech, strict=True):
            told = [word.start for word in words if id(word) in covered]
            parts = list(passed_over(speech, told, leaders, writer))
            for word in words:  # "The rating is not 4", which the case rests on
                before = speech.words.marked[max(0, word.start - 40) : word.start]
                denied = word.mark[0] == "M" and DENIES.search(before) and not _INSTEAD.search(before)
                if denied and self._is_told(word, numbers, found):
                    parts.append((word.start, word.start + len(word.mark)))
            for start, end in parts:
                yield _said(speech, start, end)
        for speech, start, end in self._other_rows(found):
            yield _said(speech, start, end)
        for word in left:
            summed = parts_of[self._sentence(word)] if self._is_part(word) else []
            if len(summed) < 2 or sum(summed) not in known:
                yield _said(self.speeches[word.speech], word.start, word.start + len(word.mark))

    def _is_part(self, word: _Word) -> bool:
        """Whether a number may be a part of another one."""
        marked = self.speeches[word.speech].words.marked
        return word.mark[0] == "N" and bool(_PARTS.match(marked, word.start + len(word.mark)))

    def _sentence(self, word: _Word) -> tuple[int, int]:
        return word.speech, self.speeches[word.speech].words.marked.rfind(" . ", 0, word.start)

    def _left(self, found: Sequence[Fact], case: Any) -> Iterator[_Word]:
        """What is left over; numbers that are only said again too where there is no case."""
        told = texts_in([case, *((one.value, one.details, one.by, one.about) for one in found)])
        told |= {*map(side_of_power, texts_in(case))}  # "the Alliance wants to restore a Spanish corps"
        known = numbers_of(case, found) if case else set()
        years = {f"Y{year}" for year in re.findall(r"\b1[67]\d\d", " ".join(told))}
        covered = self._covered(one for one in found if one.sure or one.kind != "number")
        for speech, words in zip(self.speeches, self.by_speech, strict=True):
            for word in words:
                if word.name:
                    named = {word.name, side_of_power(word.name), side_of_leader(word.name)} - {""}
                    if not (_is_nobodys(speech, word) or told & named):
                        yield word
                    continue
                if word.mark in years or word.supposed or id(word) in covered or not self._is_marked(word):
                    continue
                is_known = word.mark[1:].isdecimal() and self._is_known(word, known, found)
                if self._answers(word, found) or not (is_known or _is_idle(speech, word.at, word.mark)):
                    yield word

    def _answers(self, word: _Word, found: Sequence[Fact]) -> bool:
        """Whether a bare number answers a fact of its own sentence: "I had strength 2, Claire says 1"."""
        marked = self.speeches[word.speech].words.marked
        start = marked.rfind(" . ", 0, word.start) + 1
        if not word.mark[1:].isdecimal() or not _SAYS_NUMBER.search(marked, start, word.start):
            return False
        begin = next((one.place for one in self.by_speech[word.speech] if one.start >= start), word.place)
        told = [one for one in found if begin <= one.span[0] < word.place and one.kind in _VALUED]
        return any(int(word.mark[1:]) not in numbers_in(one.value) for one in told[-1:])

    def _other_rows(self, found: Sequence[Fact]) -> Iterator[tuple[Speech, int, int]]:
        """The rows of numbers that are no roll that was read, where one was: somebody saw other dice."""
        rolls = [one.value for one in found if one.kind == "dice"]
        covered = self._covered(one for one in found if one.kind != "dice")
        for speech, words in zip(self.speeches, self.by_speech, strict=True):
            taken = {word.start for word in words if id(word) in covered}
            for row in _ROWS.finditer(speech.words.marked) if rolls else ():
                if numbers_marked(row["row"]) not in rolls and taken.isdisjoint(range(*row.span("row"))):
                    yield speech, *row.span("row")

    def _is_known(self, word: _Word, known: set[int], found: Sequence[Fact]) -> bool:
        """Whether a number is said again."""
        marked = self.speeches[word.speech].words.marked
        before = marked[max(0, word.start - 40) : word.start]
        behind = marked[word.start + len(word.mark) :]
        if _AGAINST_HITS.search(before) or (word.doubted and _HITS.match(behind)):
            return any(one.kind == "dice" for one in found)  # the dice decide
        if word.doubted or (word.claimed and _HAD.search(before)):
            return False
        return self._is_told(word, known, found)

    def _is_told(self, word: _Word, known: set[int], found: Sequence[Fact]) -> bool:
        """Whether a fact tells the number of a word, of the same kind where its noun tells which."""
        number, marked = int(word.mark[1:]), self.speeches[word.speech].words.marked
        noun = _OF_A_KIND.match(marked, word.start + len(word.mark))
        what = noun["what"] if noun else ""
        of_them = what == "of them"
        kinds = next(of for start, of in _KINDS if what.startswith(start)) if what and not of_them else ()
        listed = (one.value for one in found if of_them or one.kind in (kinds or "dice"))
        same = [one for one in found if one.kind in kinds]
        if what.startswith("hit"):
            if any(one.kind == "dice" for one in found):
                return True  # the dice decide
            same = [one for one in same if one.kind == "hits" or "hit" in one.value["kind"]]
        if number in {len(value) for value in listed if isinstance(value, list)}:
            return True
        return number in (numbers_of((), same) if kinds else known)

    def _is_marked(self, word: _Word) -> bool:
        """Whether a word is a number, or dice in one: "66512343"."""
        words = self.speeches[word.speech].words
        text = words.passage.text[words.tokens[word.at].start : words.tokens[word.at].end]
        is_row = word.mark == "number" and re.fullmatch("[1-6]{5,}", text)
        return bool(MARKED.fullmatch(word.mark) or is_row)


def _words_of(number: int, speech: Speech) -> list[_Word]:
    """The words of a passage as they are marked, corrections and all."""
    words, places = speech.words, speech.words.passage.places
    found = []
    for at, (token, start) in enumerate(zip(words.tokens, words.starts, strict=True)):
        mark = words.marked[start : start + len(token.mark)]
        name = words.name(mark) if NAME.fullmatch(mark) else ""
        found.append(_Word(number, at, start, places[token.start], mark, name))
    return found


def _is_nobodys(speech: Speech, word: _Word) -> bool:
    """Whether a name tells nothing of the war: it is a town's, a person's, or of somebody absent."""
    marked, kind, end = speech.words.marked, word.mark[0], word.start + len(word.mark)
    if kind == "W" and speech.words.system == "HIS" and word.name not in speech.people.powers:
        return True  # a town: whose the fleets are that met there is told
    if re.match(r"-[A-Z][a-z]", speech.words.passage.text[speech.words.tokens[word.at].end :]):
        return True  # Mrs Savoy-Jones
    if kind == "S" and _PLAYED_BY.search(marked[max(0, word.start - 30) : word.start]):
        return True  # "Gerd (Bourbons)"
    if kind == "S" and _ALONE.fullmatch(marked[max(0, word.start - 3) : word.start + 5]):
        return True
    return kind == "L" and is_absent(marked, word.start - 1, end)


def _said(speech: Speech, start: int, end: int) -> tuple[str, list[int]]:
    said, span = speech.words.said(start, end)
    return said, list(span)


def _index(words: list[_Word], start: int) -> int:
    return bisect_left(words, start, key=lambda word: word.start)


def _flag(words: list[_Word], name: str, parts: Iterable[tuple[int, int]]) -> None:
    """Says of each word in one of these parts of the marked text what is to be thought of it."""
    for start, end in parts:
        for word in words[_index(words, start) : _index(words, end)]:
            setattr(word, name, True)


def _is_idle(speech: Speech, at: int, mark: str) -> bool:
    """Whether a number counts nothing of the war: it is denied, of a rule, of a verdict, or of daily life."""
    words, marked = speech.words, speech.words.marked
    start, end = words.starts[at], words.starts[at] + len(mark)
    before = marked[max(0, start - 40) : start]
    bare = not PIECES.match(marked, end)
    is_word = mark == "N1" and bare and words.passage.text[words.tokens[at].start].isalpha()
    judged = bare and _VERDICT.search(before) and not _WERE.search(before)
    return bool(
        mark[0] in "MO"
        or (is_word and not _WEAK.match(marked, end))
        or NO_FACT.search(before)
        or _IDLE_BEFORE.search(before)
        or _IDLE_BEHIND.match(marked, end)
        or _is_his_rating(speech, before, mark)
        or _LOSSES_CLAIMED.search(marked[max(0, start - 160) : start])
        or (bare and DAILY.search(_sentence_at(marked, start)))
        or (mark[1:].isdecimal() and _is_a_year_of_others(words.system, int(mark[1:])))
        or (judged and not _OF_SOMETHING.match(marked, end))
        or any(
            one.start("n") <= start < one.end() and words.asks(one.end())
            for one in _WHICH_ASKED.finditer(marked, max(0, start - 160), end + 24)
        )
    )


def _sentence_at(marked: str, place: int) -> str:
    return marked[marked.rfind(" . ", 0, place) + 2 : marked.find(" . ", place) + 1]


def _is_a_year_of_others(system: str, number: int) -> bool:
    """Whether it is a year in which no game of this system is."""
    return 1000 <= number < 2100 and not (system == "NY" and FIRST <= number <= LAST)


def _is_his_rating(speech: Speech, before: str, mark: str) -> bool:
    """Whether a number is the rating that the named leader before it has anyway."""
    rated = re.search(r" (L\d+) (?:\( )?(?:crs?|command|rating|command rating|rated)(?: of)? $", before)
    return bool(rated and mark[1:].isdecimal() and is_rated(speech.words.name(rated[1]), int(mark[1:])))


ARGUED = "argued"
"""The role of a place that is named only where somebody argues."""
_PLAYED_BY = re.compile(
    r" (?:\(|(?:is|am|as|i'm|he's|she's|plays?|playing|runs?|have|has) the|he's|she's|my \() $"
)
"""Before a side: somebody plays it."""
_ALONE = re.compile(r"(?: \.)? S\d \. ?")
"""A side that is a sentence of its own: the writer's, below a letter."""
_HAD = any_of(
    "had; have; has; was; were; are; is; saw; see; count; counted; got; threw; rolled; no; only; it's",
    behind="(?: (?:a|an|only|just|but|,|the|at))* $",
)
"""Before a number with which somebody answers another one."""
_WERE = any_of("had; has; have; were; are", behind="(?: (?:only|just|but))* $")
"""Before a number: so many somebody says that there were."""
_SAYS_NUMBER = re.compile(
    r" (?:says?|said|claims?|claimed|insists?|thinks?|counts?|counted|saw|sees?|swears?|reads?|remembers?|"
    r"makes? it|has it as)(?: (?:it|was|is|it's|only|just|an?|on|there|were))* $"
)
_ROWS = re.compile(
    r" (?:(?:says?|said|saw|claims?|noted|wrote|as)(?: (?:it|was|an?))* (?=N)|(?=N\d(?:(?: ,| and)? N\d){2}))"
    r"(?P<row>(?>N[1-6](?:(?: ,| and)?(?: an?)? N[1-6])+))(?= [.,;)])"
)
_VALUED = words_in("corps squadrons corsairs units ships rating events strength number leaders")
_COUNTED = words_in("corps squadrons corsairs dice units ships hits rating events")
_NAMED = words_in("place leader power side zone event")
_LIE = re.compile(r" (?:not true|isn't true|untrue|false|a lie|wrong) that(?: [^ .,;:]+)* $")
_IS_A_LIE = re.compile(r" (?:is|was|'s) (?:a lie|not true|untrue|false|wrong|nonsense)(?= )")
_OF_IT = any_of("this; that; it; he; she; i; they; legal; allowed")
_ANEW = any_phrase("anew")
"""In a question: it is another one than that before it."""
_KINDS = (
    ("corps", ("corps", "number")),
    ("one", ("corps", "number")),
    ("squad", ("squadrons",)),
    ("corsair", ("corsairs", "ships", "units")),
    ("gall", ("ships", "units")),
    ("hit", ("hits", "events")),
    ("card", ("hands", "cards", "hand", "laid", "concessions", "base_cards")),
    ("unit", ("ships", "units", "events")),
    ("", ("leaders", "rating")),
)
"""Of which kinds things are that are counted, by how their names begin."""
_OF_A_KIND = re.compile(
    r"(?: (?:full|reduced|more|other|of|the|his|my|her|their|army|action|[WS]\d+)){0,3} (?P<what>corps|ones|"
    r"squadrons?|corsairs?|galleys?|galleons?|units?|leaders?|generals?|commanders?|gentlemen|cards?|hits?|"
    r"of them)(?= )"
)
_WEAK = re.compile(
    r" of (?:which|whom)(?= )| (?:lower|higher|fewer)(?= )|(?: (?:of (?:them|which|those|these)|is|was|"
    r"already|now))* (?:reduced|flipped|full|demoralised)(?= )"
)
"""Behind "one": it is of the corps."""
_LOSSES_CLAIMED = re.compile(
    r" (?:lose|loses|lost|losses) .{0,120} (?:i|he|she|they) (?:says?|makes? it|reckons?|thinks?)"
    r"(?: (?:only|it's|just))* $"
)
"""Before a number: what somebody makes of the losses, which is what is asked."""
_OF_SOMETHING = re.compile(r" (?:on|of|against|with|from|inside)(?= )")
_PARTS = re.compile(r" (?:W\d+ )?(?:regulars?|mercenar(?:y|ies)|cavalry|full|reduced|W\d+|of them)(?= )")
"""Behind a number that is a part of another one."""
_HITS, _AGAINST_HITS = re.compile(r" hits(?= )"), re.compile(r" hits? (?:against|to|vs|versus|for) $")
_IDLE_BEFORE = any_phrase("idle_before", behind=" $")
_IDLE_BEHIND = any_phrase("idle_behind")
_WHICH_ASKED = re.compile(r" (?:how many|what|which)(?= )[^.]{0,120} [-:,.] (?P<n>N\d+ or N\d+) \.(?= )")
"""A question with two answers behind it: "how many may he rally, two or three?"."""
_INSTEAD = re.compile(r" N\d+(?: [a-zW][a-z\d]*){1,3} , (?:and )?not $")
"""Before a number in whose place another has just been told: "four squadrons, not five"."""
_VERDICT = any_phrase("verdict", behind=r"(?: (?:just|only|it's|it is|\+|-|the|a))* $")
"""Before a number without a thing that is counted: what somebody makes of it all, which is what is asked."""
