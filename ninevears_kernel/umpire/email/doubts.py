"""Which parts of a text tell nothing for certain: supposed, hedged, denied, taken back, or one of two.

All of them are parts of the marked text of `words.py`, whatever facts stand there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise

from .vocabulary import phrases

MARKED = re.compile(r"[NMYHGDO]\d[\dx]*|[PLWSZEX]\d+")
"""A number, a name or the like, as `words.py` marks it."""
NAME = re.compile(r"[PLWSZEX]\d+")
_MARK = re.compile(rf"(?<= )(?:{MARKED.pattern})(?= )")


def any_of(words: str, before: str = " ", behind: str = "(?= )") -> re.Pattern[str]:
    """A pattern for any of some words, parted by semicolons."""
    return re.compile(before + "(?:" + "|".join(words.replace("\n", " ").split("; ")) + ")" + behind)


def any_phrase(name: str, before: str = " ", behind: str = "(?= )") -> re.Pattern[str]:
    """A pattern for any of the phrases of the vocabulary that have a name."""
    return any_of("; ".join(phrases(name)), before, behind)


_CLAUSE = re.compile(
    r"(?<= )(?:[,;:()-]|but|while|whereas|because|though|although|since|and(?= (?:he |she |they )?(?:says?|"
    r"said|claims?|thinks?|insists?) )) "
)
_HEDGE = any_phrase("hedge")
_WHETHER = "".join(
    f"(?<!{word} )" for word in ("wonder", "know", "ask", "tell me", "see", "sure", "as", "odds", "chances")
)
_SUPPOSED = any_of(_WHETHER + "; ".join(phrases("supposed")))
_UNREAL = any_phrase("unreal")
_NOT = any_of(
    "not; never; no longer; no more(?= (?:[.,;)]|at|in|there|with) ); any ?more; elsewhere; absent; "
    "(?:nor|neither)(?! (?:did|had|has|have|does|do|was|were) ); hardly; without; no(?= "
    "[PLX]\\d); [a-z]+n't; nicht; nie; niet; nooit; pas; jamais; не; nunca; cannot"
)
_JUDGED = any_phrase("judged")
"""What is denied here is a judgement of what may be done, not of what was so."""
_AGAIN = any_phrase("again")
_OR = any_of("or; oder; или")
_ASKS = any_of(
    "may; can; could; does; do; is; are; has; have; will; would; should; must; how; what; "
    "(?<!, )(?:who|which|where|whose)",
    r"(?:(?<=^)|(?<= [.,;:])|(?<= and)|(?<= or)|(?<= also)|(?<= but)|(?<= so)) ",
)
_THEN_ASKS = re.compile(r" :(?= (?:can|could|may|does|do|is|are|has|what|who|how|which) )")
_WOULD = re.compile(r" (?:(?:he|she|they|i|you|we|it)'d|(?:he|she|they|i|you|we|it|[LWS]\d+) would)(?= )")
_FACT_ASKED = re.compile(
    r"^(?:and |but |so |or )?(?:did|didn't|was|wasn't|were|weren't|had|hadn't)(?= )"
    r"(?!.* (?:legal|illegal|ok|okay|allowed|right|correct|valid|in order|permitted|enough|fair) )"
)
"""Such a question asks what was so, and tells it not."""


def sentences(marked: str) -> Iterator[tuple[int, int]]:
    """The sentences of a marked text: where each begins, and where it ends."""
    start = 1
    while (end := marked.find(" . ", start - 1)) >= 0:
        yield start, end + 1
        start = end + 3


def sentence_before(marked: str, place: int, most: int | None = None) -> str:
    """What stands before a place in its sentence, or the last so many signs of it.

    >>> sentence_before(" no . i rolled N5 . ", 14)
    ' i rolled '
    """
    first = 0 if most is None else max(0, place - most)
    stop = marked.rfind(" . ", first, place + 1)
    return marked[first if stop < 0 else stop + 2 : place + 1]


def sentence_behind(marked: str, place: int, most: int | None = None) -> str:
    """What stands behind a place in its sentence, or the first so many signs of it.

    >>> sentence_behind(" i rolled N5 . no . ", 2)
    ' rolled N5 '
    """
    end = len(marked) if most is None else place + most
    return marked[place:end].partition(" . ")[0] + " "


def numbers_marked(part: str) -> list[int]:
    """The numbers in a part of a marked text.

    >>> numbers_marked("N5 , N5 and M3")
    [5, 5]
    """
    return [int(number) for number in re.findall(r"N(\d+)", part)]


def _clauses(marked: str, start: int, end: int) -> list[tuple[int, int]]:
    """The clauses of a sentence."""
    cuts = [start, *(found.start() for found in _CLAUSE.finditer(marked, start, end)), end]
    return [(one, other) for one, other in pairwise(cuts) if other > one]


def unreal(marked: str) -> list[tuple[int, int]]:
    """The sentences that tell what was not, or was in another game."""
    return [one for one in sentences(marked) if _UNREAL.search(marked, one[0] - 1, one[1] + 1)]


def supposed(marked: str) -> list[tuple[int, int]]:
    """The parts that are only supposed: from "if", or from what would be then, to the end of the sentence or
    the colon of what is asked.
    """
    found = []
    for start, end in sentences(marked):
        for one in _SUPPOSED.finditer(marked, start - 1, end + 1):
            colon = _THEN_ASKS.search(marked, one.end(), end)
            would = _WOULD.search(marked, start - 1, one.start() + 1)
            before, closing = marked[start - 1 : one.start() + 1], marked.find(" ) ", one.end(), end)
            if closing >= 0 and before.count(" ( ") > before.count(" ) "):  # "(if it matters to you)"
                found.append((one.start(), closing))
                continue
            found.append((would.start() if would else one.start(), colon.start() if colon else end))
    return found


def questions_in(marked: str, asks: Callable[[int], bool]) -> Iterator[tuple[int, int]]:
    """The questions of a text; two of them may stand in one sentence."""
    for start, end in sentences(marked):
        if asks(end):
            starts = [found.start() for found in _ASKS.finditer(marked, start - 1, end)]
            yield from pairwise([*starts, end])


def in_doubt(marked: str, told: Collection[int], asks: Callable[[int], bool]) -> list[tuple[int, int]]:
    """The parts of the marked text in which nothing is plainly said.

    Args:
        marked: the text.
        told: where words of facts begin: a "not" of theirs belongs to them.
        asks: whether the sentence that ends at a place is a question.
    """
    doubt: list[tuple[int, int]] = []
    before = (0, 0)
    for start, end in sentences(marked):
        sentence = marked[: end + 1]
        clauses = _clauses(marked, start, end) or [(start, end)]
        for number, (begin, stop) in enumerate(clauses):
            part = marked[: stop + 1]
            if found := _HEDGE.search(part, begin - 1):
                alone = not _MARK.search(part, begin - 1)
                back = max(0, number - 1)
                while alone and back and not any(clauses[back][0] <= one < clauses[back][1] for one in told):
                    back -= 1  # to what is doubted
                last = clauses[min(len(clauses) - 1, number + 1)]
                doubt.append((clauses[back][0], last[1]) if alone else (begin, stop))
            for found in _NOT.finditer(part, begin - 1):
                around = marked[max(begin - 1, found.start() - 20) : found.end() + 24]
                numbered = re.match(r"(?: [^ ]+){0,2} M\d", marked[found.end() :])  # marked as denied already
                if not (numbered or found.start() + 1 in told or _JUDGED.search(around)):
                    doubt.append((begin, stop))
        for found in _AGAIN.finditer(sentence, start - 1):
            if re.search(r" M\d+(?: \S+){0,4}$", marked[max(0, found.start() - 40) : found.start()]):
                continue  # which number it was is plain
            doubt.append((start if found.start() - start > 6 else before[0], found.start()))
        for found in _OR.finditer(sentence, start - 1):
            one = re.search(rf" ({MARKED.pattern})(?: [^ ]+){{0,2}}$", marked[start - 1 : found.start()])
            other = re.match(rf"(?: [^ ]+){{0,3}}? ({MARKED.pattern})(?= )", marked[found.end() : end + 1])
            if one and other and one[1][0] == other[1][0]:
                doubt.append((start - 1 + one.start(1), found.end() + other.end()))
        if marked.startswith(" ) ", end + 1) and asks(end):  # "(command 3?)"
            doubt.append((clauses[-1][0], end))
        if _FACT_ASKED.match(marked[start : end + 1]) and asks(end):
            doubt.append((start, end))
        before = start, end
    return doubt


def within(place: int, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether a place lies in one of some parts."""
    return any(start <= place < end for start, end in spans)
