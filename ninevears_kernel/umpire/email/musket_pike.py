"""An email about *Musket & Pike*: victory points, fire, hedges, lines of sight and turns."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Any

from ...core.messages import say
from .found import Fact
from .names import folded
from .rolls import Speech, dice, fact

_SIDES = {
    "parliament": "Parliament",
    "parliamentarian": "Parliament",
    "parliamentarians": "Parliament",
    "roundheads": "Parliament",
    "royalist": "Royalist",
    "royalists": "Royalist",
    "cavaliers": "Royalist",
    "swedish": "Swedish",
    "swedes": "Swedish",
    "swede": "Swedish",
    "sweden": "Swedish",
    "non - swedish": "non-Swedish",
    "french": "French",
    "non - french": "non-French",
    "catholic": "Catholic",
    "catholics": "Catholic",
    "protestant": "Protestant",
    "protestants": "Protestant",
}
_OPPOSITE = {
    "Parliament": "Royalist",
    "Royalist": "Parliament",
    "Swedish": "non-Swedish",
    "non-Swedish": "Swedish",
    "French": "non-French",
    "non-French": "French",
    "Catholic": "Protestant",
    "Protestant": "Catholic",
}
_GAMES = {
    "TACW": r"this accursed civil war|accursed civil war|\bTACW\b",
    "SFO": r"sweden fights on|\bSFO\b",
    "GAG": r"gustav(?:us)? adolf(?:us)?(?: the great)?|\bGAG\b",
    "NGBG": r"nothing gained but glory|\bNGBG\b",
    "ULB": r"under the lily banners|lily banners|\bULB\b",
    "SiA": r"saints in armou?r|\bSiA\b",
}
_SIDE = (
    r"(?P<side>non - swedish|non - french|parliament[a-z]*|royalists?|swed(?:ish|es?|en)|french|"
    r"catholics?|protestants?|roundheads|cavaliers|[a-z]+)"
)
_VERB = r"(?P<verb>eliminated|eliminates|killed|destroyed|captured|captures|took|lost|loses|scored|hit)"
_COUNT = r"(?:(?P<n>N\d+)|an?|the|one)"
_WHAT = (
    r"(?P<what>(?:double|single)(?: -)? (?:G\d+|N\d+ - N\d+|N\d+ - G\d+)(?: - ?pounders?| "
    r"pounders?)?(?: guns?)?"
    r"|cavalry units?|cavalry|double heavy infantry(?: units?)?|(?:normal |single )?heavy "
    r"infantry(?: units?)?|light infantry(?: units?)?|dragoons"
    r"|king charles|wagons?|baggage(?: trains?)?|army commander|named wing commander|wing commander|"
    r"units?|regiments?)"
)
_SCORED = re.compile(
    rf" {_COUNT}?(?: of (?:his|my|their|your|the))?(?: (?:his|my|their|your|enemy))? ?{_WHAT}(?= )"
)
_LOSSES = re.compile(r" (eliminated|killed|destroyed|captured|took|lost|slain|wounded|died)(?= )")
_PASSIVE = re.compile(
    r"(?: \( [^()]{0,30} \))?(?: rated N\d)?"
    r"(?: (?:was|were|got|is|are|has been|have been|had been|also|both))*"
)
_SUBJECT = re.compile(
    rf" {_SIDE}(?: \( (?P<alias>[a-z]+(?: - [a-z]+)?) \))?(?: (?::|side|player|has|have|had|also|"
    rf"army|forces|only|just))* {_VERB}(?= )"
)
_HEDGE = re.compile(
    r" (?P<k>hedge|stream|bridge|berm|elevated road|abatis|entrenchment|fortified line|redoubt|"
    r"steep slope)(?: [a-z]+){0,4} between(?: hex(?:es)?)? (?P<a>H\d+) (?:and|&|/|-) (?P<b>H\d+)"
)
_STANDS = re.compile(
    r" (?P<name>[a-z]+(?: [a-z]+)?) \( (?P<side>[a-z]+(?: - [a-z]+)?) \)(?: (?:is|was|stands|"
    r"stood|sits|in|at|hex|now))+ (?P<hex>H\d+)"
    r"(?P<came>[^.(]{0,60}? (?:impulse|came|arrived|turn)(?: [a-z]+){0,3} (?P<when>[NO]\d+))?"
)
_FIRER = re.compile(r" (?P<k>heavy infantry|light infantry|cavalry|dragoons?|musketeers?)(?= )")
_SHOT_AT = re.compile(
    r" (?:on|at|upon|against|into|hits?|between)(?: (?:the|his|her|my|their|your|some|enemy|formed|unformed|"
    r"broken|approaching|charging|N\d+))* $"
)
_ASPECT = re.compile(
    r" (?:at|into|in|through|from|on|against)(?: (?:the|his|my|their|its))? (?P<a>front|flank)(?= )"
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

    def __init__(self, speeches: list[Speech], question: str | None) -> None:
        self.speeches, self.question = speeches, question
        self.plays: dict[str, str] = {}
        for speech in speeches:
            for found in re.finditer(
                rf" i(?: am| play| \()(?: the)? {_SIDE.replace('|[a-z]+', '')}(?= )", speech.words.marked
            ):
                self.plays.setdefault(speech.voice, _SIDES.get(found["side"], ""))

    def read(self) -> list[Fact]:
        """All facts, in the order of the letter."""
        found: list[Fact] = []
        for speech in self.speeches:
            if self.question == "fire":
                found += dice(speech, 10, 0)
                found += _fire(speech)
            found += self._game(speech)
            if self.question == "victory-points":
                found += self._events(speech)
            if self.question in ("hexside", "line-of-sight"):
                found += _hexes(speech)
        return sorted(found, key=lambda one: (one.span[0], one.kind))

    def _game(self, speech: Speech) -> Iterator[Fact]:
        text, places = speech.words.passage.text, speech.words.passage.places
        for game, pattern in _GAMES.items():
            found = re.search(pattern, text, 0 if pattern.isupper() else re.IGNORECASE)
            if found:
                span = (places[found.start()], places[found.end() - 1] + 1)
                yield Fact("game", game, found[0], span, speech.by(0))

    def _side(self, speech: Speech, word: str, alias: str | None) -> str:
        if alias and alias in _SIDES:
            return _SIDES[alias]
        if word in _SIDES:
            return _SIDES[word]
        mine = self.plays.get(speech.voice, "")
        if word in ("i", "we"):
            return mine
        others = {side for voice, side in self.plays.items() if voice != speech.voice and side}
        if len(others) == 1:
            return others.pop()
        return _OPPOSITE.get(mine, "")

    def _events(self, speech: Speech) -> Iterator[Fact]:
        marked = speech.words.marked
        subjects = [
            one for one in _SUBJECT.finditer(marked) if one["side"] not in ("and", "then", "also", "but")
        ]
        scored: list[tuple[int, int]] = []
        for found in _SCORED.finditer(marked):
            before = [one for one in subjects if one.end() <= found.start() + 1]
            value, sure = self._event(speech, found, before[-1] if before else None)
            about = f"{value['side']} {value['kind']}"
            told = fact(speech, "events", value, found.start() + 1, found.end(), about=about)
            told.sure = told.sure and sure
            scored.append((found.start(), found.end()))
            yield told
        yield from self._unscored(speech, scored)

    def _unscored(self, speech: Speech, scored: list[tuple[int, int]]) -> Iterator[Fact]:
        """What somebody lost or captured that is none of the known things: doubtful, never passed over."""
        marked = speech.words.marked
        verbs = list(_LOSSES.finditer(marked))
        starts, stops = sorted(start for start, _ in scored), sorted(stop for _, stop in scored)
        for number, found in enumerate(verbs):
            end = verbs[number + 1].start() if number + 1 < len(verbs) else len(marked)
            behind = bisect_left(starts, found.end() - 1)
            follows = behind < len(starts) and starts[behind] < end
            if follows and " . " not in marked[found.end() : starts[behind] + 1]:
                continue
            before = bisect_right(stops, found.start())
            if before and _PASSIVE.fullmatch(marked[stops[before - 1] : found.start()]):
                continue
            value = {"side": "", "kind": found[1], "count": 1}
            told = fact(
                speech, "events", value, found.start() + 1, found.end(), about=f"unscored {found.start()}"
            )
            told.sure = False
            yield told

    def _event(
        self, speech: Speech, found: re.Match[str], subject: re.Match[str] | None
    ) -> tuple[dict[str, Any], bool]:
        """What scores, and whether that is plainly said; a loss scores for the other side (MP VP.1)."""
        marked = speech.words.marked
        side, kind, plain = "", "", False
        if subject is not None:
            between = marked[subject.end() : found.start() + 1]
            verbs = [
                subject["verb"],
                *re.findall(r" (eliminated|killed|destroyed|captured|took|lost)(?= )", between),
            ]
            side = self._side(speech, subject["side"], subject["alias"])
            if verbs[-1] in ("lost", "loses"):
                side, verbs[-1] = _OPPOSITE.get(side, ""), "eliminated"
            kind = _event_kind(found["what"], verbs[-1])
            plain = bool(side and kind) and " . " not in between
        count = int(found["n"][1:]) if found["n"] else 1
        value: dict[str, Any] = {"side": side, "kind": kind or found["what"], "count": count}
        if kind == "named-wing-commander-eliminated":
            rated = re.match(
                r" \(? ?(?:rated|rating|with rating)(?: of)? (?:- )?(N\d)", marked[found.end() :]
            )
            if rated:
                value["rating"] = int(rated[1][1:])
            plain = plain and rated is not None
        return value, plain


def _event_kind(what: str, verb: str) -> str:
    captured = verb in ("captured", "captures", "took")
    gun = re.match(r"(double|single)(?: -)? (?:N(\d+) - )?[NG](\d+)", what)
    if gun:
        pounds = int(gun[3])
        size = "3-pounder" if pounds == 3 else "4-8-pounder" if pounds <= 8 else "12-24-pounder"
        return f"{gun[1]}-{size}-{'captured' if captured else 'eliminated'}"
    if what.startswith(("unit", "regiment")):
        return ""  # of which kind is not said
    if what in ("king charles",):
        return "king-charles-eliminated"
    if what.startswith(("wagon", "baggage")):
        return "wagons-captured" if captured else ""
    if what == "named wing commander":
        return "named-wing-commander-eliminated"
    if what == "army commander":
        return "army-commander-eliminated"
    if verb == "hit":
        return (
            "cavalry-hit" if what.startswith("cavalry") else "heavy-infantry-hit" if "heavy" in what else ""
        )
    if captured:
        return ""
    if what.startswith("cavalry"):
        return "cavalry-eliminated"
    if what.startswith("double heavy"):
        return "double-heavy-infantry-eliminated"
    if "heavy" in what:
        return "heavy-infantry-eliminated"
    return "light-infantry-eliminated" if what.startswith(("light", "dragoon")) else ""


def _fire(speech: Speech) -> Iterator[Fact]:
    marked = speech.words.marked
    shot = (one for one in _FIRER.finditer(marked) if not _SHOT_AT.search(marked, 0, one.start() + 1))
    if found := next(shot, None):
        kind = found["k"].replace(" ", "-")
        value = "light-infantry" if kind.startswith(("dragoon", "musketeer")) else kind
        yield fact(speech, "firer", value, found.start() + 1, found.end())
    if found := re.search(r"(?P<no> no| not a| without)? salvo(?= )", marked):
        yield fact(speech, "salvo", not found["no"], found.start() + 1, found.end())
    if found := _ASPECT.search(marked):
        yield fact(speech, "aspect", found["a"], found.start() + 1, found.end())
    text, places = speech.words.passage.text, speech.words.passage.places
    for kind, pattern in (("unit", _UNIT), ("target", _TARGET)):
        if named := pattern.search(text):
            span = (places[named.start(1)], places[named.end(1) - 1] + 1)
            yield Fact(kind, named[1], named[1], span, speech.by(0))


def _hexes(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    for found in _HEDGE.finditer(marked):
        value = {"between": [found["a"][1:], found["b"][1:]], "kind": found["k"].replace(" ", "-")}
        yield fact(speech, "hexsides", value, found.start() + 1, found.end(), about=found["a"] + found["b"])
    for found in _STANDS.finditer(marked):
        side = _SIDES.get(found["side"])
        if side is None:
            continue
        said, span = words.said(found.start(), found.end())
        name = re.match(r"[^\s(]+(?: [A-Z][a-z]+)?", said)
        value = {"name": name[0] if name else said, "side": side, "hex": found["hex"][1:]}
        if found["when"]:
            value["came"] = int(found["when"][1:])
        yield Fact("units", value, said, span, speech.by(found.start()), about=folded(str(value["name"])))


def finish(question: str, facts: list[Fact]) -> tuple[dict[str, Any], list[int] | None, list[dict[str, str]]]:
    """What a question is given, the dice, and what has to be asked."""
    missing: list[dict[str, str]] = []

    def ask(kind: str) -> None:
        missing.append({"kind": kind, "ask": say(f"ask.musket-{kind}")})

    sure = [one for one in facts if one.sure]
    given: dict[str, Any] = {}
    if question == "victory-points":
        given = {
            "game": next((one.value for one in sure if one.kind == "game"), None),
            "events": [one.value for one in sure if one.kind == "events"],
        }
        if given["game"] is None:
            ask("game")
        if not given["events"]:
            ask("events")
    elif question == "fire":
        ask("table")  # the rules print none: that of the players' own game is needed
    elif question == "hexside":
        units = [one.value for one in sure if one.kind == "units"]
        sides = [one.value for one in sure if one.kind == "hexsides"]
        if len(units) != 2 or any("came" not in one for one in units):
            ask("units")
        ask("blocks" if sides else "hexsides")  # the table is the game's own
        if len(units) == 2:
            given = {"units": units, "hexsides": sides, "unit": units[0]["name"], "other": units[1]["name"]}
    elif question == "turn":
        ask("wings")
    else:
        ask("units")
    return given, [face for one in sure if one.kind == "dice" for face in one.value] or None, missing
