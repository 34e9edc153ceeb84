"""The two sides of a game of *Musket & Pike*: what they are called, and which of them the writers play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .found import Fact
from .letter import words_in
from .speech import Speech, fact

PAIRS = {
    "TACW": ("Parliament", "Royalist"),
    "SFO": ("Swedish", "non-Swedish"),
    "GAG": ("Swedish", "non-Swedish"),
    "NGBG": ("Swedish", "non-Swedish"),
    "ULB": ("French", "non-French"),
    "SiA": ("Catholic", "Protestant"),
}
"""The two sides of each game (MP VP.1); who fought now here, now there, such as the Saxons, is none."""
_CALLED = {
    ("Parliament", "Royalist"): (
        "parliament parliamentarian parliamentarians parliamentary roundhead roundheads",
        "royalist royalists cavaliers royal king",
    ),
    ("Swedish", "non-Swedish"): (
        "swedish swedes swede sweden",
        "empire imperial imperials imperialist imperialists danish danes denmark polish poles poland "
        "bavarian bavarians bavaria catholic catholics non-swedish",
    ),
    ("French", "non-French"): (
        "french france",
        "bavarian bavarians bavaria spanish spaniards spain imperial imperials imperialists non-french",
    ),
    ("Catholic", "Protestant"): (
        "catholic catholics imperial imperials imperialists bavarian bavarians bavaria spanish league",
        "protestant protestants bohemian bohemians bohemia danish danes denmark palatine",
    ),
}
_SIDES = {
    pair: {word: side for side, words in zip(pair, called, strict=True) for word in words.split()}
    for pair, called in _CALLED.items()
}
KNOWN = "|".join(
    sorted({word for words in _SIDES.values() for word in words}, key=len, reverse=True)
).replace("non-", "non - ")
_OWN = words_in("i we my our mine ours me us")
_OTHERS = words_in("he she they you his hers theirs yours her their your him them opponent")


def side_called(word: str) -> str:
    """The side that a word names in whatever game; "" where it names none, or another in each.

    >>> side_called("roundheads"), side_called("imperials")
    ('Parliament', '')
    """
    found = {words[one] for words in _SIDES.values() if (one := word.replace(" - ", "-")) in words}
    return found.pop() if len(found) == 1 else ""


@dataclass(slots=True)
class Sides:
    """Which two sides a letter is about, and what its writers play."""

    pair: tuple[str, str] | None
    plays: dict[str, str]
    told: list[Fact] = field(default_factory=list)
    """What the writers are told to play."""

    def called(self, word: str) -> str:
        """The side that a word names; "" where it names none of these two."""
        return _SIDES[self.pair].get(word.replace(" - ", "-"), "") if self.pair else ""

    def other(self, side: str) -> str:
        """The other side."""
        return "" if not self.pair or side not in self.pair else self.pair[self.pair[0] == side]

    def meant(self, word: str | None, voice: str) -> str:
        """The side that a name, "I" or "his" means in somebody's mouth."""
        if not word:
            return ""
        if side := self.called(word):
            return side
        mine = self.plays.get(voice, "")
        if not mine:
            others = {side for one, side in self.plays.items() if one != voice and side}
            mine = self.other(others.pop()) if len(others) == 1 else ""
        return mine if word in _OWN else self.other(mine) if word in (*_OTHERS, "enemy", "opponent's") else ""


def sides_of(speeches: Sequence[Speech], games: set[str]) -> Sides:
    """The sides of a letter: those of its game, else those whose own name it tells first."""
    pairs = {PAIRS[game] for game in games}
    text = " ".join(speech.words.marked for speech in speeches)
    if len(pairs) != 1:
        own = {
            word: pair
            for pair in _SIDES
            for word, side in _SIDES[pair].items()
            if word[:4] == side.lower()[:4]
        }
        first = next((own[word] for word in text.split(" ") if word in own), None)
        pairs = {first} if first else set()
    sides = Sides(next(iter(pairs), None), {})
    for speech in speeches:
        for found in re.finditer(
            rf" you \( (?P<you>{KNOWN}) \)(?= )| (?:i|we)(?: (?:am|are|with|play|played|was|were|had|have|"
            rf"commanded|ran|\(|=|:))*(?: the)? (?P<side>{KNOWN})(?= )| (?:i|we) ,? ?(?:for|on behalf of) "
            rf"the (?P<of>{KNOWN}|king)(?= )| (?:i'm|as|me :|playing)(?: the)? "
            rf"(?P<as>{KNOWN})(?= )|^ [a-z]+ \( (?P<beside>{KNOWN})(?: player)? \) :",
            speech.words.marked,
        ):
            side = sides.called(found["side"] or found["as"] or found["beside"] or found["of"] or "")
            if found["you"]:
                sides.plays.setdefault(speech.voice, sides.other(sides.called(found["you"])))
            if side and speech.voice not in sides.plays:
                sides.plays[speech.voice] = side
                end = found.end(found.lastgroup or 0)
                sides.told.append(
                    fact(speech, "side", side, found.start() + 1, end, about=speech.voice, role="writer")
                )
    return sides
