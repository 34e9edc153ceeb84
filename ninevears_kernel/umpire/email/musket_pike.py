"""An email about *Musket & Pike*: victory points, fire, hedges, lines of sight and turns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from .found import Fact, Finished, Told
from .musket_points import events
from .musket_sides import KNOWN, Sides, side_called, sides_of
from .names import folded
from .rolls import dice
from .speech import Speech, fact, fact_as_written, fact_in

_GAMES = {
    "TACW": r"this accursed civil war|accursed civil war|\bTACW\b",
    "SFO": r"sweden fights on|\bSFO\b",
    "GAG": r"gustav(?:us)? adolf(?:us)?(?: the great)?|\bGAG\b",
    "NGBG": r"nothing gained but glory|\bNGBG\b",
    "ULB": r"under the lily banners|lily banners|\bULB\b",
    "SiA": r"saints in armou?r|\bSiA\b",
}
_KINDS = (
    r"(?P<k>hedge|stream|bridge|berm|elevated road|abatis|entrenchment|fortified line|redoubt|steep slope)"
)
_BETWEEN = r"(?:between|hexsides?|at|on)(?: hex(?:es)?)? (?P<a>[HNY]\d{4}) (?:and|&|/|-) (?P<b>[HNY]\d{4})"
_HEDGES = (
    re.compile(rf" {_KINDS}(?: [a-z]+){{0,4}} {_BETWEEN}(?= )"),
    re.compile(rf" {_BETWEEN}(?: [a-z']+){{0,3}} {_KINDS}(?= )"),
)
_CAME = (
    r"(?:(?:(?! [HNY]\d{4})[^.(]){0,60}? (?:impulse|came|arrived|turn)(?: [a-z]+){0,3} "
    r"(?P<when>[NO]\d+)(?= ))?"
)
_STANDS = re.compile(
    r" (?P<name>[a-z]+(?: [a-z]+)?) \( (?P<side>[a-z]+(?: - [a-z]+)?) \)(?: (?:is|was|stands|"
    rf"stood|sits|in|at|hex|now))+ (?P<hex>[HNY]\d{{4}}){_CAME}"
)
_IN_WORDS = re.compile(
    rf"(?: (?P<owner>my|our|his|her|their|your))?(?: (?P<side>{KNOWN}))? (?P<name>(?:(?:heavy|light) "
    rf")?infantry|"
    r"cavalry|dragoons?|horse|foot|musketeers|cuirassiers)(?: (?:unit|regiment|brigade))?(?: (?:is|was|"
    r"are|were|stands?|stood|sits|waits|in|at|from|hex|now|came|moved|went|entered|into|to|that|which|who))+ "
    rf"(?P<hex>[HNY]\d{{4}}){_CAME}"
)
"""Units that have no name of their own: "my Swedish cavalry in 0505"."""
_MINE_CAME = re.compile(
    r" (?P<who>mine|ours|his|hers|theirs|yours)(?: (?:came|arrived|moved|got|went|was|there|here|"
    r"only))* (?:in|on) (?:impulse|turn) (?P<when>[NO]\d+)(?= )"
)
_ACROSS = re.compile(rf" (?:across|over|through|behind)(?: (?:an?|the|that|this))? {_KINDS}(?= )")
_SEEN = re.compile(
    r" (?:sees?|seen|into|sight (?:on|to)|reach)(?: (?:the|a|hex|unit|in|at))* (?P<h>[HNY]\d{4})(?= )"
)
"""The hex that somebody wants to see."""
_FIRER = re.compile(r" (?P<k>heavy infantry|light infantry|cavalry|dragoons?|musketeers?)(?= )")
_SHOT_AT = re.compile(
    r" (?:on|at|upon|against|into|hits?|between)(?: (?:the|his|her|my|their|your|some|enemy|formed|unformed|"
    r"broken|approaching|charging|N\d+))* $"
)
_ASPECT = re.compile(
    r" (?:at|into|in|through|from|on|against)(?: (?:the|his|my|their|its))?(?: [a-z]+'s)? (?P<a>front|"
    r"flank)(?= )"
)
_UNIT = re.compile(
    r"\b(?:[Mm]y|[Tt]he|[Hh]is|[Tt]heir)\s+([A-Z][a-z]+)\s+(?:regiment|brigade|battalion|unit|"
    r"cavalry|infantry)"
)
_TARGET = re.compile(
    r"(?:of|at|into|against|on|upon)\s+([A-Z][a-z]{2,})(?:'s)?\b(?!\s+(?:regiment|brigade)? ?fires?)"
)


class Musket:
    """An email about *Musket & Pike*, being read."""

    def __init__(self, speeches: list[Speech], question: str | None, *_: object) -> None:
        self.speeches, self.question = speeches, question
        games = {one.value for speech in speeches for one in self._game(speech)}
        self.sides = sides_of(speeches, games)

    def read(self) -> list[Fact]:
        """All facts, in the order of the letter."""
        found: list[Fact] = []
        for speech in self.speeches:
            if self.question == "fire":
                found += dice(speech, 10, 0)
                found += _fire(speech)
            found += self._game(speech)
            if self.question == "victory-points":
                found += events(speech, self.sides)
            if self.question in ("hexside", "line-of-sight"):
                found += _hexes(speech, self.sides)
        for speech in self.speeches:
            self._came(speech, [one for one in found if one.kind == "units"])
        return sorted(found + self.sides.told, key=lambda one: (one.span[0], one.kind))

    def _came(self, speech: Speech, units: list[Fact]) -> None:
        """Whose only unit came when: "mine came there in impulse 2, his in impulse 3"."""
        for found in _MINE_CAME.finditer(speech.words.marked):
            side = self.sides.meant(found["who"], speech.voice)
            own = [one for one in units if one.value["side"] == side]
            if len(own) == 1:
                own[0].value = {"came": int(found["when"][1:])} | own[0].value

    def _game(self, speech: Speech) -> Iterator[Fact]:
        for game, pattern in _GAMES.items():
            if found := re.search(pattern, speech.words.passage.text, re.IGNORECASE):
                yield fact_as_written(speech, "game", game, found)


def _fire(speech: Speech) -> Iterator[Fact]:
    marked = speech.words.marked
    shot = (one for one in _FIRER.finditer(marked) if not _SHOT_AT.search(marked, 0, one.start() + 1))
    if found := next(shot, None):
        kind = found["k"].replace(" ", "-")
        value = "light-infantry" if kind.startswith(("dragoon", "musketeer")) else kind
        yield fact_in(speech, "firer", value, found)
    if found := re.search(r"(?P<no> no| not a| without)? salvo(?= )", marked):
        yield fact_in(speech, "salvo", not found["no"], found)
    if found := _ASPECT.search(marked):
        yield fact_in(speech, "aspect", found["a"], found)
    for kind, pattern in (("unit", _UNIT), ("target", _TARGET)):
        if named := pattern.search(speech.words.passage.text):
            yield fact_as_written(speech, kind, named[1], named, 1)


def _hexes(speech: Speech, sides: Sides) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    if found := _SEEN.search(marked):
        yield fact(speech, "to_hex", found["h"][1:], *found.span("h"))
    between = list(chain.from_iterable(pattern.finditer(marked) for pattern in _HEDGES))
    for found in between:
        value = {"between": [found["a"][1:], found["b"][1:]], "kind": found["k"].replace(" ", "-")}
        yield fact_in(speech, "hexsides", value, found, about=found["a"] + found["b"])
    for found in _ACROSS.finditer(marked) if not between else ():  # between those who charge and are charged
        start = marked.rfind(" . ", 0, found.start() + 1) + 1
        named = list(dict.fromkeys(re.findall(r" [HNY](\d{4})(?= )", marked[start : found.end() + 60])))
        if len(named) == 2:
            value = {"between": named, "kind": found["k"].replace(" ", "-")}
            yield fact_in(speech, "hexsides", value, found, about="across")
    for found in chain(_STANDS.finditer(marked), _IN_WORDS.finditer(marked)):
        owner = found.groupdict().get("owner")
        side = sides.called(found["side"] or "") or side_called(found["side"] or "")
        if side and owner:
            mine = side if owner in ("my", "our") else sides.other(side)
            sides.plays.setdefault(speech.voice, mine)
        side = side or sides.meant(owner, speech.voice)
        if not side:
            continue
        said, span = words.said(found.start() + 1, found.end())
        called = re.match(r"[^\s(]+(?: [A-Z][a-z]+)?", said)
        value = {"name": called[0] if called else said, "side": side, "hex": found["hex"][1:]}
        if "owner" in found.groupdict():
            value["name"] = f"{(found['side'] or side).capitalize()} {found['name']}"
        if found["when"]:
            value["came"] = int(found["when"][1:])
        yield Fact("units", value, said, span, speech.by(found.start()), about=folded(str(value["name"])))


def finish(question: str, facts: list[Fact], _: Musket) -> Finished:
    """What a question is given, the dice, and what has to be asked."""
    told = Told(facts, "musket")
    given: dict[str, Any] = {}
    if question == "victory-points":
        given = {"game": told.value("game"), "events": told.values("events")}
        for kind, value in given.items():
            if not value:
                told.ask(kind)
    elif question == "fire":
        told.ask("table")  # the rules print none: that of the players' own game is needed
    elif question == "hexside":
        units, sides = told.values("units"), told.values("hexsides")
        if len(units) != 2 or any("came" not in one for one in units):
            told.ask("units")
        told.ask("blocks" if sides else "hexsides")  # the table is the game's own
        if len(units) == 2:
            given = {"units": units, "hexsides": sides, "unit": units[0]["name"], "other": units[1]["name"]}
    elif question == "turn":
        told.ask("wings")
    else:
        told.ask("units")
        if not told.values("hexsides"):
            told.ask("hexsides")
    return given, told.faces(), told.missing
