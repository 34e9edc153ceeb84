"""Who attacks in a naval combat, where no sentence of a known form says so: who came, and who lay there.

Each verb of coming or of lying speaks for the party that is named last before it; only what all of them say
is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .doubts import sentences, within
from .speech import Speech
from .vocabulary import ADMIRAL, ADMIRALS, SAILS_FOR, phrases

_COMES, _LIES = ("|".join(phrases(name)) for name in ("comes", "lies"))
_VERB = re.compile(rf" (?:(?P<comes>{_COMES})|(?P<lies>{_LIES}))(?= )")
_PARTY = re.compile(rf" (?:(?P<l>{ADMIRAL})|(?P<who>W\d+|[a-z']+))(?= )")
_CLAUSE = re.compile(r" (?:[,;:()-]|and|but|while|who|which|where|when|as|because|so|then)(?= )")
_OBJECT = re.compile(
    r" (?:by|on|upon|at|against|to|into|after|for|with|from|near|off|of|than|attack[a-z]*|and|engag[a-z]+)"
    r"(?: (?:the|my|his|her|their|your|a|N\d+|W\d+))*$"
)
"""Before a party: it is whom or with what something is done."""
_PASSIVE = re.compile(r" (?:was|were|been|being|got|get|gets|is|are)(?: (?:just|then|there|suddenly|also))?$")
_BY = re.compile(r" by(?: (?:the|my|his|her|their|a))*(?P<who> [^ ]+)(?= )")
_IMPULSE = re.compile(
    r" (?:it's|it is|it was|on|in|during)(?: (?:the|of))* (?P<who>(?:W\d+|my|his|her|their|your))(?:'s)?(?: "
    r"own)? (?:impulse|move)(?= )"
)
"""Whose impulse it is: they come."""
_NOT_SO = re.compile(r" (?:not|never|[a-z]+n't|to|would|will|could|can|may|might|should|must)$")
ANOTHER_TIME = re.compile(
    r" (?:after(?:wards| the (?:fight|battle|combat))|before(?= [.,;])|earlier|later|(?:last|next) (?:turn|"
    r"round|impulse|game)|back to|away|home)(?= )"
)
"""Behind a verb: it tells of another time, or of going away."""
_OF_WHOM = frozenset(("me", "him", "her", "us", "them", "mine", "theirs", "ours", "yours"))
"""Words for a party that are never whoever acts."""


def attacker_of(speeches: Sequence[Speech], powers: Sequence[str]) -> str:
    """The power that attacks, where all that came and lay points to one of two; else "".

    Args:
        speeches: the passages of the letter.
        powers: the two that fight.
    """
    if len(powers) != 2:
        return ""
    points = dict.fromkeys(powers, 0)
    for speech in speeches:
        for party, comes in _told(speech):
            if party in points:
                points[party] += 1 if comes else -1
    first, second = powers
    if points[first] == points[second] or points[first] * points[second] > 0:
        return ""
    return first if points[first] > points[second] else second


def _told(speech: Speech) -> Iterator[tuple[str, bool]]:
    """For each verb the party it speaks for, and whether that came."""
    marked = speech.words.marked
    for start, end in sentences(marked):
        if speech.words.asks(end):
            continue
        for found in _IMPULSE.finditer(marked, start - 1, end):
            if party := _party(speech, f" {found['who'].strip()}"):
                yield party, True
        for verb in _VERB.finditer(marked, start - 1, end):
            if speech.is_supposed(verb.start() + 1) or within(verb.start() + 1, speech.claimed):
                continue
            before, comes = marked[start - 1 : verb.start()], bool(verb["comes"])
            if _NOT_SO.search(before) or ANOTHER_TIME.search(marked, verb.end(), end + 1):
                continue
            if comes and not verb[0].endswith(("ing", "active")) and _PASSIVE.search(before):
                by = _BY.match(marked, verb.end())
                if by and (party := _party(speech, by["who"])):
                    yield party, True
                elif party := _subject(speech, before):
                    yield party, False
                continue
            party = _subject(speech, before)
            if not party and not comes:  # "in the harbour lay three Venetian squadrons"
                behind = marked[verb.end() : min(end, verb.end() + 40)]
                names = [_party(speech, f" {one}") for one in re.findall(r" (W\d+)(?= )", behind)]
                party = names[0] if names else ""
            if party:
                yield party, comes


def _subject(speech: Speech, before: str) -> str:
    """The party that acts, by what stands before a verb: that of its clause, or of the sentence."""
    cuts = [found.start() for found in _CLAUSE.finditer(before)]
    for begin in [*reversed(cuts), 0]:
        found = ""
        for one in _PARTY.finditer(before + " ", begin):
            if one["who"] in _OF_WHOM or _OBJECT.search(before[max(0, one.start() - 40) : one.start()]):
                continue
            found = _of(speech, one) or found
        if found:
            return found
    return ""


def _party(speech: Speech, word: str) -> str:
    found = _PARTY.match(f"{word} ")
    return _of(speech, found) if found else ""


def _of(speech: Speech, found: re.Match[str]) -> str:
    """The power that a word stands for; "" where it stands for none."""
    powers = speech.people.powers
    if found["l"]:
        power = str(SAILS_FOR.get(ADMIRALS[found["l"]], ""))
    else:
        power = speech.whom(found["who"], at=found.start())
    return power if power in powers else speech.people.plays.get(power, "")
