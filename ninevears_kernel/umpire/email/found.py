"""What is found in an email: facts, and who says them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ...core.messages import say
from ...nine_years.components.powers import powers
from ...nine_years.components.scenario import leader_table
from .letter import QUOTED, Letter
from .names import POWER, folded, key, lexicon
from .vocabulary import SAILS_FOR
from .words import Words

OTHER = {"Bourbon": "Alliance", "Alliance": "Bourbon", "attacker": "defender", "defender": "attacker"}
OPPONENT = "the opponent"


@dataclass(slots=True)
class Fact:
    """A fact that an email tells.

    Attributes:
        kind, value: as ``ninevears mail --json`` tells them.
        said: the words it was read from.
        span: where they stand in the letter.
        by: who says so: a side, a power, a person or "".
        sure: whether it was plainly said.
        details: what goes with the value, such as `at` or `whose`.
        about: what it is about: facts of one kind about one thing cannot have two values.
    """

    kind: str
    value: Any
    said: str
    span: tuple[int, int]
    by: str = ""
    sure: bool = True
    details: dict[str, Any] = field(default_factory=dict)
    about: str = ""

    def data(self) -> dict[str, Any]:
        """It as it is handed out."""
        plain = {"kind": self.kind, "value": self.value, "said": self.said, "sure": self.sure}
        details = {name: one for name, one in self.details.items() if one is not None and name != "else"}
        return {**plain, **details, "span": list(self.span)}


Finished = tuple[dict[str, Any], list[int] | None, list[dict[str, str]]]
"""What a question is given, the dice, and what has to be asked."""


class Told:
    """The facts that stand, and what has to be asked before a case can be ruled.

    >>> told = Told([Fact("dice", [4], "a 4", (0, 3))], "naval")
    >>> told.value("dice"), told.value("place"), told.faces()
    ([4], None, [4])
    """

    def __init__(self, facts: Iterable[Fact], game: str = "") -> None:
        self.facts = [one for one in facts if one.sure]
        self.game = game
        self.missing: list[dict[str, str]] = []

    def ask(self, kind: str, **values: Any) -> None:
        """Something has to be asked."""
        if all(one["kind"] != kind for one in self.missing):
            self.missing.append({"kind": kind, "ask": self._words(kind, **values)})

    def _words(self, kind: str, **values: Any) -> str:
        return say(f"ask.{self.game}-{kind.replace('_', '-')}", **values)

    def all(self, kind: str) -> list[Fact]:
        """The facts of a kind."""
        return [one for one in self.facts if one.kind == kind]

    def values(self, kind: str) -> list[Any]:
        """The values of a kind."""
        return [one.value for one in self.facts if one.kind == kind]

    def value(self, kind: str) -> Any:
        """The value of a kind that has one; None without."""
        return next(iter(self.values(kind)), None)

    def faces(self) -> list[int] | None:
        """The faces of all dice, in the order in which they are told; None without."""
        return [face for faces in self.values("dice") for face in faces] or None


def side_of_power(power: str) -> str:
    """The side of a power of *Nine Years*; "" where that depends on the war.

    >>> side_of_power("France"), side_of_power("Britain")
    ('Bourbon', '')
    """
    found = powers().get(power)
    return found.side if found is not None and not found.joins else ""


def side_of_leader(leader: str) -> str:
    """The side of a leader of *Nine Years*.

    >>> side_of_leader("Villeroy")
    'Bourbon'
    """
    row = leader_table().get(leader)
    return (powers()[row.power].side or "") if row is not None and row.power in powers() else ""


def side_of(fact: Fact) -> str:
    """The side of the corps, the leader or the power of which a fact tells; "" where that is not said.

    >>> side_of(Fact("leader", "Villeroy", "", (0, 1))), side_of(Fact("corps", {"count": 1}, "", (0, 1)))
    ('Bourbon', '')
    """
    if fact.kind == "leader":
        return side_of_leader(fact.value)
    return side_of_power(fact.value.get("power") or "" if fact.kind == "corps" else fact.value)


def numbers_of(case: Any, found: Iterable[Fact]) -> set[int]:
    """All numbers of a case and of facts."""
    return numbers_in(case).union(*(numbers_in(one.value) for one in found))


def numbers_in(value: Any) -> set[int]:
    """All numbers in a value."""
    if isinstance(value, dict):
        return set().union(*map(numbers_in, value.values())) if value else set()
    if isinstance(value, list | tuple):
        return set().union(*map(numbers_in, value))
    return {abs(value)} if isinstance(value, int) and not isinstance(value, bool) else set()


def texts_in(value: Any) -> set[str]:
    """All words and names in a value."""
    if isinstance(value, dict):
        return set().union(*map(texts_in, value.values()), map(str, value)) if value else set()
    if isinstance(value, list | tuple):
        return set().union(*map(texts_in, value)) if value else set()
    return {value} if isinstance(value, str) else set()


class People:
    """Who writes, and what they play.

    >>> from .letter import read_letter
    >>> people = People(read_letter("Ask Anna (Alliance)."), [], "NY")
    >>> people.entity("Alliance"), people.other("Alliance")
    ('Alliance', 'Bourbon')
    """

    def __init__(self, letter: Letter, passages: list[Words], system: str) -> None:
        self.system = system
        self.plays: dict[str, str] = {}
        self.players: list[Fact] = []
        """What somebody else than the writer is told to play."""
        self.powers = {name for words in passages for name in words.powers()} if system != "NY" else set()
        if system == "HIS":  # who is named with their admiral alone
            said = " ".join(words.marked for words in passages)
            self.powers |= {SAILS_FOR[name] for name in SAILS_FOR if f" {name.lower()} " in said} & _SAIL_HERE
        self.powers -= {name for name in _TOWNS & self.powers if _is_a_town(name, passages)}
        self.people = [name for name in letter.people if "umpire" not in folded(name) and "@" not in name]
        self.writers = list(dict.fromkeys(words.passage.voice for words in passages))
        unnamed = [words for words in passages if words.passage.voice == ""]
        speaks = any(re.search(r" (?:i|my|me|we|no|you) ", words.marked) for words in unnamed)
        if len(self.writers) == 2 and "" in self.writers and not speaks:
            self.writers.remove("")
        for voice, line in letter.signed:
            self._told(voice, _named_role(line, system))
        for found in _ROLE_BESIDE.finditer(letter.text[:20_000]):
            if known := self._person(found[1]):
                role = _role(found[2], system)
                self._told(known, role)
                self._plays(known, role, found[0], found.span())
        for found in _BESIDE_ROLE.finditer(letter.text[:20_000]):
            if known := self._person(found[2]):
                self._told(known, _role(found[1], system))
        for words in passages:
            voice = words.passage.voice
            for found in (hit for one in (I_PLAY, HERE, IS_ME) for hit in one.finditer(words.marked)):
                self._told(voice, self.side(words, found["who"]))
            for found in _WITH_MINE.finditer(words.marked) if system != "NY" else ():
                self._told(voice, words.name(found["who"] or found["own"]))
            for found in _MY_OWN.finditer(words.marked):
                if words.is_sure(found["who"]):
                    self._told(voice, self.side(words, found["who"]))
            for found in _OF_SOMEBODY.finditer(words.marked):
                if system != "NY" and (known := self._person(found["name"])):
                    self._told(known, words.name(found["who"]))
            for found in _PLAYS.finditer(words.marked):
                if known := self._person(found["name"]):
                    self._told(known, words.name(found["who"]))
                    self._plays(known, words.name(found["who"]), *words.said(found.start() + 1, found.end()))
            for found in _I_LEAD.finditer(words.marked) if system == "NY" else ():
                if words.is_sure(found["who"]):
                    self._told(voice, self.side(words, found["who"]))
        if system == "HIS":  # who is named in a head or a signature alone
            self.powers |= {role for role in self.plays.values() if role in _known_powers(system)}
        writers = [name for name in self.writers if name not in OTHER and name not in ("Me", "Him", "Her")]
        settled = [name for name in writers if self.plays.get(name) in OTHER]
        if system == "NY" and len(writers) == 2 and len(settled) == 1:
            (rest,) = (name for name in writers if name not in settled)
            self.plays.setdefault(rest, OTHER[self.plays[settled[0]]])
        fight = [name for name in self.writers if self.plays.get(name) in self.powers]
        if system != "NY" and len(self.writers) == len(self.powers) == 2 and len(fight) == 1:
            (power,) = self.powers - {self.plays[fight[0]]}
            self.plays.setdefault(next(name for name in self.writers if name not in fight), power)

    def _told(self, voice: str, role: str) -> None:
        if role:
            self.plays.setdefault(voice, role)

    def side(self, words: Words, mark: str) -> str:
        """The side of a name; of the sister games the power that it is."""
        name = words.name(mark)
        if self.system != "NY" or mark[0] == "S":
            return name
        return (side_of_leader if mark[0] == "L" else side_of_power)(name)

    def _plays(self, voice: str, role: str, said: str, span: tuple[int, int]) -> None:
        if role in OTHER and self.plays[voice] == role and all(one.value != role for one in self.players):
            details = {"role": "player", "whose": _first(voice)}
            self.players.append(Fact("side", role, said, span, "", True, details, f"player {voice}"))

    def _person(self, name: str) -> str:
        first = folded(name).partition(" ")[0]
        return next((one for one in self.people if first in folded(one).replace(",", " ").split()), "")

    def entity(self, voice: str) -> str:
        """Who a voice is, as a version or a roll names it: the side or power, else the person."""
        if voice in OTHER or voice in self.plays.values():
            return voice
        return self.plays.get(voice) or _first(voice) or ("the writer" if len(self.writers) > 1 else "")

    def other(self, voice: str) -> str:
        """The one whom a voice calls "he" or "you"."""
        mine = self.plays.get(voice, voice if voice in OTHER else "")
        if self.system == "NY" and mine in OTHER:
            return OTHER[mine]
        if mine in self.powers and len(self.powers) == 2:
            return next(iter(self.powers - {mine}))
        others = [name for name in self.plays if name != voice and self.plays[name] != mine]
        if len(others) == 1:
            return self.plays[others[0]]
        rest = [name for name in self.writers if name != voice]
        if len(rest) == 1:
            return self.entity(rest[0])
        return OPPONENT

    def side_of(self, whose: str) -> str:
        """Whose something is: the other side for the one other player of a war of two."""
        first = [_first(name) for name in self.people]
        sides = {self.plays[name] for name in self.people if self.plays.get(name) in OTHER}
        return OTHER[sides.pop()] if whose in first and len(first) == 2 and len(sides) == 1 else whose

    def named(self, word: str) -> str:
        """The one of whom a word is the first name; "" if it is nobody's."""
        known = self._person(word)
        return self.entity(known) if known else ""

    def in_short(self, word: str) -> str:
        """The power of the sister games whose name begins so, as in "Haps: 1 4 6"; "" if none or two do."""
        told = [power for power in self.powers if len(word) > 1 and power.lower().startswith(word)]
        return told[0] if len(told) == 1 else ""

    def names(self) -> Iterator[str]:
        """First names, folded."""
        for name in self.people:
            yield from folded(name).replace(",", " ").split()


@cache
def _known_powers(system: str) -> frozenset[str]:
    return frozenset(one.value for one in lexicon(system).values() if one.letter == POWER)


_TOWNS = frozenset(("Genoa", "Venice"))
_AT_A_TOWN = re.compile(
    r" (?:(?:port|harbou?r) of|in|into|at|from|to|near|off|outside|reached|left) (W\d+)(?= (?:[.,;:)]|with|"
    r"and|port|harbou?r|was|were|lay|sat|is))"
    r"|(?:^|[.:]) (W\d+)(?= \.)| (W\d+)(?= (?:port|harbou?r))"
)
"""A power that is told as the town that it lies in."""


def _is_a_town(name: str, passages: list[Words]) -> bool:
    """Whether a power is only told as a town: who sails to Genoa may meet others there."""
    towns, all_told = 0, 0
    for words in passages:
        marks = [mark for mark in re.findall(r" (W\d+)(?= )", words.marked) if words.name(mark) == name]
        found = ("".join(one) for one in _AT_A_TOWN.findall(words.marked))
        all_told += len(marks)
        towns += sum(words.name(mark) == name for mark in found)
    return towns == all_told


def _first(voice: str) -> str:
    if voice in (QUOTED, OPPONENT):
        return voice
    if "," in voice:
        return voice.partition(",")[2].strip() or voice
    return voice.partition(" ")[0]


_ROLES = (
    r"bourbons?|alliance|allies|french|france|ottomans?|turks?|hapsburgs?|habsburgs?|english|england|spanish|"
    r"spain|venice|papacy|protestants?|genoa|empire|dutch|huguenots?|portugal|scotland|swedish|"
    r"non-swedish|royalists?|parliament|imperials?|catholics?|non-french"
)
_SAIL_HERE = frozenset(("Ottoman", "France", "England"))
_ROLE_BESIDE = re.compile(rf"\b([A-Z][a-zA-Z]+)(?: [A-Z]\w+)? \(((?i:{_ROLES}))(?: player)?\)")
_BESIDE_ROLE = re.compile(rf"\b((?i:{_ROLES}))(?: player)? \(([A-Z][a-zA-Z]+)\)")
_I_LEAD = re.compile(
    r" (?:i've(?: got)?|i(?: (?:now|then|also|just))? (?:have|had|brought|lead|besieg[a-z]*|attack[a-z]*|"
    r"march[a-z]*|"
    r"assault[a-z]*|move[a-z]*|sail[a-z]*|intercept[a-z]*))(?:[^.]{0,60}? (?:with|under|using|lead by|led "
    r"by))?(?: N\d+| full| corps| reduced| and| my| the)* (?P<who>[LW]\d+)(?= )(?! (?:fleet|player))"
)
_WITH_MINE = re.compile(
    r" (?:i|we) (?:attack|sail|defend|fight|fought|play|intercept)[a-z]*(?:(?: [a-z]+)? (?:with|as|for)(?: "
    r"the| my)?|(?: (?!with)[^ .]+){0,9} with(?: my)? N\d+) (?P<who>W\d+)(?= )| (?:i|we) (?:had|have|brought|"
    r"bring)(?: only| just)? N\d+ (?P<own>W\d+) (?:squadrons?|corsairs?|galle[a-z]+)(?= )"
)
_MY_OWN = re.compile(
    r" my(?: own)?(?: N\d+)?(?: full| reduced| poor| brave)* (?P<who>[WS]\d+)(?= )(?! (?:opponents?|friends?|"
    r"enem[a-z]+|foes?|all[a-z]+|adversar[a-z]+|mates?|colleagues?|neighbours?|rivals?|brothers?|partners?|"
    r"side of))"
)
"""Of whom something is that the writer calls theirs."""
I_PLAY = re.compile(
    r" (?:i|me|i'm|we|us|my (?:O\d )?(?:round|turn|card)(?= as )|my(?: O\d)?(?: (?:round|turn|action|move))?"
    r"(?= \( [SW]\d+ \)))(?: (?:play|playing|am "
    r"playing|am|was|was playing|as|had|(?:have|have got|run|command|lead)(?= the )))?(?: (?:the|die|der|de|"
    r"le|,|\(|as|side|for|:|=))* (?P<who>[SW]\d+)(?= (?:\)|\.|,|\( [SW]\d+ \)|player|side|and|here|in|but|;))"
)
HERE = re.compile(
    r"(?:(?:^| [.:,])(?: (?:this is|the))*(?= [SW]\d+ (?:here|speaking|writing|question|asking) )"
    r"| as(?: the)?(?= [SW]\d+(?: ,)? (?:i|we) )| (?:i|we) (?:[a-z]+ |N\d+ ){1,6}as(?: the)?(?= [SW]\d+ )|"
    r" \((?: it's| it is)? mine ,(?= [SW]\d+ \))) (?P<who>[SW]\d+)"
)
"""Who writes: "Alliance player here", "as the Alliance I sail", "Koblenz (mine, Alliance)"."""
IS_ME = re.compile(
    r" (?P<who>[SW]\d+)(?: (?:player|side|squadrons?))? \( (?:(?:that's|it's|i'm|also|i) )?(?:me|i)(?: \)| ,)"
)
"""Who writes: "Bourbon (that's me)"."""
_OF_SOMEBODY = re.compile(
    r" (?P<who>W\d+) (?:of|played by|run by|under)(?: my [a-z]+)? (?P<name>[a-z]+)(?= )"
)
"""Whose a power is: "the French of my friend Ettore"."""
_PLAYS = re.compile(
    r" (?P<name>[a-z]+) (?:has|plays|is|was|runs|leads|had)(?: the)? (?P<who>S\d+)(?= (?:[.,;)]|player|"
    r"side|and))"
)
"""Who of those whom the letter names plays a side."""


_I_HAVE = r"(?i:i'm|i (?:have|play|am|run|lead|command)|playing)"


def _role(text: str, system: str) -> str:
    found = lexicon(system).get(key(text))
    if found is None:
        return ""
    return side_of_power(found.value) if system == "NY" and found.letter == "W" else found.value


def _named_role(line: str, system: str) -> str:
    """What a signature says that its writer plays."""
    for found in re.findall(rf"(?i:\b({_ROLES})\b)", line):
        name = re.escape(found)
        if re.search(rf"[(/|,-]\s*(?:{_I_HAVE}\s+)?(?:the\s+)?{name}\b|\b{name} player", line):
            return _role(found, system)
    return ""
