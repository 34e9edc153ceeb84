"""Whether a name is meant as that of a place or of a person: Luxembourg is both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .letter import words_in
from .names import LEADER, PLACE, folded, is_rated, key, lexicon, near
from .vocabulary import AND, CORPS, LEADER_DOES, OF_RATINGS, TAKES_LEADER, TAKES_PLACE, TROOPS, WITH

_BEFORE_OTHERS = words_in("at near before with there from")
_BEFORE_LEADERS = words_in(
    "marshal general with under marechal marschall transfer transfers transferred move"
)


def place_or_leader(
    before: str,
    after: str,
    found: Sequence[tuple[str, int, int]],
    at: int,
    length: int,
    english: Mapping[str, str],
) -> tuple[str, bool]:
    """What a name of *Nine Years* is that is both a place and a person; and whether that is doubtful.

    Args:
        before: the word before it, in English.
        after: the word behind it, likewise.
        found: the words of the passage, each with where it begins and ends.
        at: which of them is the first word of the name.
        length: how many words the name takes.
        english: what words of another language stand for.
    """
    if before in _BEFORE_LEADERS:
        return LEADER, False
    further = [one for one, _, _ in found[at + length + 1 : at + length + 2]]
    if after in ("at", "in") and _is_a(PLACE, *further):
        return LEADER, False  # a place is at no other
    if before in TAKES_PLACE and before not in ("is", "of", "for") and after not in LEADER_DOES - {"and"}:
        return PLACE, False
    if after in LEADER_DOES - {"and"}:
        return LEADER, False
    behind = [english.get(folded(one), folded(one)) for one, _, _ in found[at + length : at + length + 6]]
    if after == "(" and behind[2:3] == [")"] and behind[1].isdigit():
        name = lexicon("NY")[key(folded(found[at][0]))].value
        if is_rated(name, int(behind[1])):
            return LEADER, False  # "Luxembourg (6) and Boufflers (4)"
    if after in ("'s", "at", "in") and before not in TAKES_PLACE:
        return LEADER, False
    if after == "(" and before not in TAKES_PLACE and behind[2:3] == [")"] and {*behind[3:4]} & LEADER_DOES:
        return LEADER, False  # "Luxembourg (Mons) attacked"
    if after == "(" and {"place", "town", "city", "fortress", "space"} & {*behind[1:4]}:
        return PLACE, False
    stands = [one for one in behind[1:4] if one not in ("not", "no", "longer")][:1]
    if after in ("is", "was", "isn't", "wasn't", "came") and {*stands} & _BEFORE_OTHERS:
        return LEADER, False  # a place is at no other
    if after == "(" and behind[3:] and behind[1].isdecimal() and behind[2] == ")" and behind[3] in AND:
        return LEADER, False  # "Luxembourg (6) and Boufflers (4)"
    rated = [folded(one) for one, _, _ in found[max(0, at - 4) : at]]
    if rated[-1:] == ["("] and any(one in OF_RATINGS for one in rated) and after == ")":
        return LEADER, False  # "CR 6 (Luxembourg)"
    if after == "(" and {*behind[1:2]} & OF_RATINGS:
        return LEADER, False
    if after in WITH and before not in TAKES_PLACE and any(one in TROOPS for one in behind):
        return LEADER, False  # "Luxembourg with 6 French corps"
    if after in AND and len(behind) > 1 and before not in TAKES_PLACE:
        named = lexicon("NY").get(key(behind[1]))
        if named is None and (guess := near(behind[1], "NY")) and guess.taken:
            named = guess.known
        if named is not None and named.letter == LEADER:
            return LEADER, False
        if behind[1].isdecimal() and any(one in TROOPS for one in behind[2:4]):
            return LEADER, False  # "Luxembourg and 8 corps"
    if before in AND and at > 1 and after not in TAKES_PLACE and _is_a(LEADER, found[at - 2][0]):
        return LEADER, False
    lead = [folded(one) for one, _, _ in found[max(0, at - 7) : at]]
    if before in AND and after not in TAKES_PLACE and {*lead[-2:-1]} & CORPS and WITH & {*lead}:
        return LEADER, False  # "with 6 French corps and Luxembourg"
    if _is_led_by(lead):
        return LEADER, False
    if before == "of" and at > 1 and folded(found[at - 2][0]) in ("siege", "fortress", "garrison", "out"):
        return PLACE, False
    return (LEADER if before in TAKES_LEADER or after == "and" else PLACE), True


def _is_a(letter: str, word: str = "") -> bool:
    """Whether a word is the name of a place, or of a leader."""
    known = lexicon("NY").get(key(folded(word)))
    return known is not None and known.letter == letter


def _is_led_by(before: Sequence[str]) -> bool:
    """Whether what stands before a name says that it leads, as in "under the brilliant"."""
    for place in range(len(before) - 1, -1, -1):
        word = before[place]
        if not word[0].isalpha() or word in TAKES_PLACE - {"by"}:
            return False
        if word in ("under", "unter", "onder") or (
            word == "by" and before[place - 1 : place] in (["led"], ["commanded"])
        ):
            return True
    return False
