"""The words of a passage, with names and numbers marked, so that plain patterns can be looked for.

Each word becomes a small one without accents; a name becomes a letter and its place among the names (``P0``),
a number ``N`` and itself, a year ``Y1692``, a hex ``H0304``. Signs stand apart, and sentences end with " . ".
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from .corrections import corrected
from .cutting import clause_around
from .letter import Passage
from .names import (
    EITHER,
    EVENT,
    LEADER,
    LONGEST,
    NEVER_NAMES,
    PLACE,
    POWER,
    SHORT,
    UNCLEAR,
    Known,
    elsewhere,
    folded,
    inflected,
    key,
    lexicon,
    near,
    near_keyword,
    near_power,
)
from .place_or_leader import place_or_leader
from .tongues import in_english
from .vocabulary import (
    ABBREVIATED,
    COMMON,
    CORPS,
    ELISION,
    KEYWORDS,
    NUMBERS,
    OF_LIFE,
    OF_RATINGS,
    ORDINALS,
    SAME,
    SENTENCE_ENDS,
    TAKES_PLACE,
    TITLES,
    WHERE,
)

_TOKEN = re.compile(
    r"\b(?:i\.e\.|e\.g\.|(?-i:[A-HJ-Z]\.(?= ?[A-Z][a-z])))|\d{1,3}-pounders?|\d{1,3}(?:st|nd|rd|th|er|ème|"
    r"e)\b|\d{0,2}[dw]\d{1,2}\b|0\d{3}\b|1[67]\d\d['’]s\b|\d+|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\w\s]|\n",
    re.IGNORECASE,
)


_LANGUAGE = re.compile(
    r"(?:(?:sorry|excuse|pardon|forgive)\b[^.]*|\bmy (?:\w+ )?|\bin )english(?=[,.;:!)\n]|$)|english is not",
    re.IGNORECASE,
)
"""Not the power: "sorry for my English"."""
_SIGNS = str.maketrans("–—−“”„’[]", '---"""\'()')
_INITIAL = re.compile(r"(?:^|\W)[A-Z]\. ?$")
"""Before a name it is somebody's: "J. Toulon"."""
_ARMY = re.compile(r"\b(?:corps?|army|korps|march\w*|intercept\w*|leaders?|force)\b", re.IGNORECASE)
"""Where these are told of, it is they who move to a place."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a passage: how it is marked, and where it stands there."""

    mark: str
    start: int
    end: int
    capital: bool


_DOES = re.compile(r"[a-z]{2,}ed|says?|said|thinks?|thought|rolls?|took|threw|agrees?|claims?|keeps?")


class Words:
    """A passage, marked.

    Attributes:
        marked: the marked text, in which patterns are looked for.
        names: the names in it, by the numbers of their marks.
        doubtful: numbers of names that were read in spite of their spelling or a second meaning.
        misses: words that come near to a name, but not near enough: each with the names.
        elsewhere: places that the map lacks, each with where it stands.
    """

    def __init__(
        self, passage: Passage, system: str, people: Iterable[str] = (), spoken: frozenset[str] = frozenset()
    ) -> None:
        self.passage, self.system = passage, system
        self.names: list[Known] = []
        self.doubtful: set[int] = set()
        self._unclear: set[int] = set()
        self.misses: list[tuple[int, int, tuple[str, ...]]] = []
        self.elsewhere: list[tuple[int, int, str]] = []
        self._people = {folded(part) for name in people for part in name.split()}
        self._of_life: list[tuple[int, int]] = [
            clause_around(passage.text, found.start(), found.end())
            for found in OF_LIFE.finditer(passage.text.casefold())
            if found[0] != "moved to" or not _ARMY.search(passage.text)
        ]
        self._spoken = spoken
        self.tokens = tokens = list(self._marked_tokens())
        plain = {one.value for at, one in enumerate(self.names) if at not in self.doubtful}
        self.doubtful -= {at for at in self._unclear if self.names[at].value in plain}
        parts: list[str] = []
        self.starts: list[int] = []
        place = 1
        for token in tokens:
            self.starts.append(place)
            parts.append(token.mark)
            place += len(token.mark) + 1
        self.marked = corrected(f" {' '.join(parts)} . ") if parts else " . "

    # ---- where something stood

    def said(self, start: int, end: int) -> tuple[str, tuple[int, int]]:
        """The words of the letter between two places of the marked text, and where they stand in it."""
        first = max(0, bisect_right(self.starts, start) - 1)
        last = max(first, bisect_right(self.starts, end - 1) - 1)
        tokens = self.tokens
        while first < last and (tokens[first].mark in ".,:;" or self._ends(first) <= start):
            first += 1
        while last > first and tokens[last].mark in ".,:;?!":
            last -= 1
        begin, stop = tokens[first].start, tokens[last].end
        return self.passage.text[begin:stop].replace("\n", " "), self.passage.span(begin, stop)

    def _ends(self, number: int) -> int:
        return self.starts[number] + len(self.tokens[number].mark)

    def name(self, mark: str) -> str:
        """The name behind a mark such as ``P0``.

        Without a mark the empty string.
        """
        return self.names[int(mark[1:])].value if mark else ""

    def powers(self) -> set[str]:
        """The powers that are named."""
        return {one.value for one in self.names if one.letter == POWER}

    def capitals_after(self, before: frozenset[str]) -> Iterator[str]:
        """Words with a capital letter that nobody knows and that stand behind one of these words."""
        behind = (*(token.mark for token in self.tokens[2:]), "")
        for (one, other), after in zip(pairwise(self.tokens), behind, strict=False):
            word = other.mark
            unknown = len(word) > 3 and word not in NEVER_NAMES and word not in self._people
            acts = one.mark in ("and", "&") and _DOES.fullmatch(after)  # "and Joao scooped them up"
            named = one.mark in before and other.capital and word.isalpha() and word.islower()
            if named and unknown and not acts:
                yield word

    def asks(self, end: int) -> bool:
        """Whether the sentence that ends at a place of the marked text is a question."""
        number = bisect_right(self.starts, end)
        return any(
            token.mark == "." and self.passage.text[token.start] == "?"
            for token in self.tokens[number - 1 : number + 1]
        )

    def is_asked(self, place: int) -> bool:
        """Whether a place of the marked text stands in a question."""
        return self.asks(self.marked.find(" . ", place) + 1)

    def is_sure(self, *marks: str | None) -> bool:
        """Whether none of the names behind these marks is doubtful."""
        return not any(mark and mark[0] in "PLXWSZEQ" and int(mark[1:]) in self.doubtful for mark in marks)

    # ---- marking

    def _marked_tokens(self) -> Iterator[Token]:
        text = self.passage.text
        found = [(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]
        self._english = in_english(words_of(text), self._spoken)
        at, sentence = 0, True
        while at < len(found):
            word, start, end = found[at]
            length, known = self._name_at(found, at) if word[0].isalpha() else (0, None)
            if known is not None and length == 1 and known.letter == POWER and folded(word) in self._english:
                known = None  # "aus" is no Austrian in a German letter
            if known is not None:
                end = found[at + length - 1][2]
                if mark := self._name_mark(known, found, at, length, sentence):
                    yield Token(mark, start, end, True)
                    at, sentence = at + length, False
                    continue
            if word in "wW" and found[at + 1 : at + 2] and found[at + 1][0] == "/":  # "w/ 3 corps"
                yield Token("with", start, found[at + 1][2], False)
                at += 2
                continue
            is_elsewhere = self._note_elsewhere(found, at)
            mark = self._plain_mark(word, found, at)
            if not mark or mark == folded(word):
                mark = self._misspelt_power(word, found, at) or mark
            if not mark:
                mark = folded(word) if is_elsewhere else self._misspelt(word, start, end, found, at)
            yield Token(mark, start, end, word[0].isupper())
            sentence = mark == "."
            at += 1

    def _note_elsewhere(self, found: list[tuple[str, int, int]], at: int) -> bool:
        """Whether a word begins the name of a place that the map lacks; noted, it stays a plain word."""
        word, start, end = found[at]
        if self.system != "NY" or not word[0].isupper() or folded(word) in self._people:
            return False
        words: tuple[str, ...] = ()
        best = ""
        for one, _, stop in found[at : at + 2 * LONGEST]:
            if one in "-–." and words:
                continue
            words += key(folded(one).removesuffix("'s"))
            if not one[0].isalpha() or len(words) > LONGEST:
                break
            if name := elsewhere().get(words):
                best, end = name, stop
        if best and not self._is_of_life(start):
            self.elsewhere.append((start, end, best))
        return bool(best)

    def _name_at(self, found: list[tuple[str, int, int]], at: int) -> tuple[int, Known | None]:
        """The longest name that begins with a word: how many tokens it takes."""
        words: list[str] = []
        best: tuple[int, Known | None] = (0, None)
        for taken, (word, _, _) in enumerate(found[at : at + 2 * LONGEST], 1):
            if word in "-.–" and words:
                continue
            numbered = word.isdigit() and words[-1:] in (["leader"], ["officer"])
            if not (word[0].isalpha() or numbered):
                break
            ends = folded(word).endswith("'s")
            plain = folded(word).removesuffix("'s")
            if not words and (cut := ELISION.match(plain)) and key(plain) not in _beginnings(self.system):
                plain = plain[cut.end() :]  # "l'Alliance", "d'Irlande"
            words += key(plain)
            if len(words) > LONGEST:
                break
            known = lexicon(self.system).get(tuple(words))
            if known is not None and self._fits(known, found, at, taken):
                best = (taken, known)
            if ends:
                break
        if best[1] is None and (form := inflected(folded(found[at][0]), self.system)):
            return 1, form
        return best

    def _fits(self, known: Known, found: list[tuple[str, int, int]], at: int, taken: int) -> bool:
        """Whether the title of a card is meant as one: "Max Emanuel at Brussels" may not be."""
        if known.letter != EVENT:
            return True
        text = self.passage.text
        start, end = found[at][1], found[at + taken - 1][2]
        if text[start - 1 : start] in ('"', "'", "“", "„", "«") and start:
            return True
        around = text[max(0, start - 45) : end + 30].casefold()
        return bool(re.search(r"\b(?:cards?|events?|play(?:s|ed|ing)?|draws?|drew|holds?)\b", around))

    def _name_mark(
        self, known: Known, found: list[tuple[str, int, int]], at: int, length: int, sentence: bool
    ) -> str:
        """The mark of a name; "" where the word is no name here."""
        word = found[at][0]
        before, after = _word_at(found, at - 1), _word_at(found, at + length)
        letter, doubtful = known.letter, False
        plain = folded(word)
        if before == "/" and _word_at(found, at - 2) == "w":
            before = "with"  # "w/ Luxembourg"
        before, after = self._english.get(before, before), self._english.get(after, after)
        text_is_small = word.islower()
        if letter in (LEADER, SHORT, EITHER) and plain in self._people and length == 1:
            return ""  # a player's own name
        if letter in (LEADER, SHORT) and after == "war" and word.casefold() == "king":
            return ""  # "King William's War"
        if letter in (PLACE, EITHER) and (
            self._is_of_life(found[at][1]) or _INITIAL.search(self.passage.text[: found[at][1]][-4:])
        ):
            return ""
        lead = self.passage.text[max(0, found[at][1] - 24) : found[at][2] + 8]
        if letter == POWER and plain == "english" and _LANGUAGE.search(lead):
            return ""
        if letter in (LEADER, SHORT) and before in WHERE and self._is_of_life(found[at][1]):
            return ""  # "who lives in Berwick"
        if letter == PLACE and after == "(" and _word_at(found, at + length + 1) in OF_RATINGS:
            return ""  # a person of whom the game knows nothing
        is_taken = before in TAKES_PLACE
        if letter == PLACE and plain in COMMON and text_is_small and not is_taken:
            return ""
        if letter == PLACE and plain == "nice" and (text_is_small or not is_taken):
            return ""
        titles = TITLES if letter == PLACE else TITLES - {"king"}
        titled = before == "of" and _word_at(found, at - 2) in titles
        if (letter in (PLACE, POWER) and titled) or (letter == POWER and after == "channel"):
            return ""
        if letter == UNCLEAR:
            letter, doubtful = PLACE, True
            self._unclear.add(len(self.names))
        if letter == EITHER:
            letter, doubtful = place_or_leader(before, after, found, at, length, self._english)
        elif letter == SHORT:
            doubtful = True
            if text_is_small or (known.value == "James II" and sentence and after in (",", ".")):
                return ""
            letter = LEADER
        elif letter == LEADER and length == 1 and text_is_small and plain in NEVER_NAMES:
            return ""
        return self._mark(letter, known.value, doubtful)

    def _mark(self, letter: str, value: str, doubtful: bool = False) -> str:
        """The mark of one more name."""
        if doubtful:
            self.doubtful.add(len(self.names))
        self.names.append(Known(letter, value))
        return f"{letter}{len(self.names) - 1}"

    def _is_of_life(self, place: int) -> bool:
        return any(start <= place < end for start, end in self._of_life[:50])

    def _plain_mark(self, word: str, found: list[tuple[str, int, int]], at: int) -> str:
        """The mark of a number, a sign or a well-known word."""
        plain = folded(word)
        if word[0].isdecimal():  # "²" is none
            return _number_mark(plain)
        if re.fullmatch(r"[dw]\d+", plain):
            return f"D1x{plain[1:]}"
        if plain in NUMBERS and plain not in self._english:
            return f"N{NUMBERS[plain]}"
        if plain in ORDINALS:
            return f"O{ORDINALS[plain]}"
        if plain in ("i.e.", "e.g."):
            return ","
        if word in SENTENCE_ENDS:
            return "," if word == "." and _word_at(found, at - 1) in ABBREVIATED else "."
        if not word[0].isalpha():
            return word.translate(_SIGNS)
        if english := self._english.get(plain):
            return "at" if word in "àÀ" else english  # "à Anvers", not "il a"
        if plain in SAME:
            return SAME[plain]
        return plain if plain in KEYWORDS or len(plain) < 5 else ""

    def _misspelt_power(self, word: str, found: list[tuple[str, int, int]], at: int) -> str:
        """The mark of a power that is spelt amiss between a number and "corps": "9 frech corps"."""
        plain, number = folded(word), _word_at(found, at - 1)
        if self.system != "NY" or _word_at(found, at + 1) not in CORPS:
            return ""
        if len(plain) < 4 or plain in NEVER_NAMES:
            return ""
        if not (number.isdecimal() or number in NUMBERS or number in ("a", "full", "reduced")):
            return ""
        power = near_power(plain, self.system)
        return self._mark(POWER, power) if power else ""

    def _misspelt(self, word: str, start: int, end: int, found: list[tuple[str, int, int]], at: int) -> str:
        """The mark of a longer word: a name or a word of the game that is spelt amiss, or itself."""
        plain = folded(word)
        if plain in NEVER_NAMES:
            return plain
        if keyword := near_keyword(plain):
            return keyword
        before = _word_at(found, at - 1)
        if not (word[0].isupper() or before in TAKES_PLACE) or plain in self._people:
            return plain
        guess = near(plain, self.system)
        if guess is None or self._is_of_life(start):
            return plain
        if not guess.taken:
            if word[0].isupper():
                self.misses.append((start, end, guess.others))
            return plain
        letter, doubtful = guess.known.letter, False
        if letter == EITHER:
            after = _word_at(found, at + 1)
            letter, doubtful = place_or_leader(before, after, found, at, 1, self._english)
        return self._mark(letter, guess.known.value, doubtful)


def _word_at(found: list[tuple[str, int, int]], at: int) -> str:
    """A word of a passage, folded; "" before the first and behind the last."""
    return folded(found[at][0]) if 0 <= at < len(found) else ""


def words_of(text: str) -> frozenset[str]:
    """The words of a text, folded."""
    return frozenset(folded(word) for word in _TOKEN.findall(text) if word[0].isalpha())


def _number_mark(plain: str) -> str:
    if "-pounder" in plain:
        return f"G{plain.split('-')[0]}"
    if dice := re.fullmatch(r"(\d{0,2})[dw](\d{1,2})", plain):
        return f"D{dice[1] or 1}x{dice[2]}"
    if ordinal := re.fullmatch(r"(\d+)[a-zè]+", plain):
        return f"O{ordinal[1]}"
    if re.fullmatch(r"1[67]\d\d(?:.s)?", plain):
        return f"Y{plain[:4]}"
    if re.fullmatch(r"0\d{3}", plain):
        return f"H{plain}"
    return f"N{int(plain)}" if plain.isdecimal() and len(plain) <= 4 else "number"


@lru_cache
def _beginnings(system: str) -> frozenset[tuple[str, ...]]:
    """The first words of all names."""
    return frozenset(words[:1] for words in lexicon(system))
