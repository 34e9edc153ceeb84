"""An email about *Nine Years*: its facts, what is missing for its question, and the case."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from ...nine_years.components.position import FORMAT
from ...nine_years.components.scenario import scenario_1688
from .asked_side import asked_side, settle_side
from .doubts import sentence_before
from .found import HERE, I_PLAY, IS_ME, OTHER, Fact, side_of, side_of_leader, side_of_power
from .happenings import actions, happens
from .interceptions import intercepted, started_from
from .letter import Letter, Passage
from .mentions import as_changed, of_one_power, told_once
from .names import PLACE
from .rolls import dice, hits
from .speech import Speech, fact, fact_in
from .strength import PART, strengths
from .tallies import ratings
from .voices import corps_of_two_voices, deny, parts_of_garrisons, state_of_garrisons
from .war import BESIEGER, SIEGE, WENT, besieged, war_facts
from .words import Words
from .years import present, years

FIRST, LAST = 1688, 1699
_ORIGIN = re.compile(
    r" (?:from|out of|van|von|aus|depuis|leave|leaves|left|leaving|departs?)(?: (?:the|port|of|fortress))* $"
)
_TARGET = re.compile(
    r" (?:to|naar|nach|vers|into|towards?|reach|reaches|reaching|arrives? (?:at|in)|lands? (?:at|in|on)|"
    r"landing (?:at|in)|landed (?:at|in)|enters?|entering)(?: (?:the|port|of|neutral|and))* $"
)
_OF_A_PLACE = re.compile(
    r" (?:garrison|fortress|siege|walls|town|city|control|fleet) (?:from|van|von|aus)(?: the)? $"
)
"""Before a place whose garrison is told of, in a language in which "of" and "from" are one word."""
_SPACE = re.compile(
    rf" (?:{SIEGE}|attacks?|attacked|attacking|battle (?:of|at|in|for|near)|fights? (?:at|in)|"
    rf"fought (?:at|in))(?: (?:the|fortress|of|city|neutral|L\d+ at|L\d+ in|me at|me in|him at|him "
    rf"in|them at|them in|us in|us at|W\d+ in|W\d+ at|S\d+ in|S\d+ at|my|his|army|corps|,|\"))* $"
)
_TRACES = re.compile(
    r"(?: \( [^()]{0,20} \))? (?:have|has|trace|traces|still|get|in supply|supplied|draw|draws|cut|"
    r"(?:be|is)(?! (?:(?:still|now|also|already) )?(?:mine|yours|his|hers|ours|theirs|my|his|lost|gone|"
    r"taken|at|has|to|under|held|owned|controlled|[SW]\d)))(?= )"
)
_SUPPLIES = re.compile(
    r" (?:in supply|supplied|traces?|(?:supply|communications?)(?: lines?)?)(?: [a-z]+){0,2} (?:to|from|"
    r"with)(?: the)? $"
)
"""Before a capital: a line leads to it."""
_SUPPLY_RUNS = re.compile(
    r" (?:supply|supplies|loc) (?:is|was|ok|fine|comes?|came|runs?|goes|good)(?= )[^.;P]{0,40}"
    r"(?:from|to|via|through) $"
)
"""Before any place, where no line is asked about: there it begins, or runs through."""
_ASKED = re.compile(r" (?:can|could|may|does|do|is|has|if|whether|that|and|:|\.|,)(?: the)? $")
_ARROW = re.compile(r" (?:(?:- )?>|to) P\d")
_ON_THE_WAY = re.compile(r" (?:through|via|past|over|by|across) $")
_AT = re.compile(r" (?:at|in|inside)(?: (?:the|fortress|of))* $")
_ACTS = (
    r"(?:wants?|wanted|tries|tried|besieg[a-z]+|attack[a-z]*|builds?|raises?|restores?|sails?|deploy[a-z]*|"
    r"march[a-z]*|claims?|counts?|asks?|gets?|get|has|have|can|may|do|does|am|is|will|move[a-z]*|"
    r"transfer[a-z]*|makes?|assault[a-z]*|lays?|ships?|would|must|should)"
)
ACTOR = re.compile(
    rf" (?P<who>i|he|she|they|you|we|my opponent|opponent|[LSW]\d+)(?: (?:player|\( [SW]\d+ \)))? "
    rf"{_ACTS}(?= )"
)
_FOR_SIDE = re.compile(
    r" (?:for|do|does|did|can|may|could|would|should|must|might|by|as|of|have|has|had|get|gets) (?:the "
    r")?(?P<s>S\d+)(?= )| (?:loc \(|communications? \(|(?:Y1688 (?:start|set - up|set up|setup|scenario|"
    r"position)|(?:start|set - up|setup|scenario|position) (?:of )?Y1688) [,(:.])(?= S\d+ (?:player "
    r")?[.,:)]) (?P<u>S\d+)| (?P<v>S\d+) :(?= L\d+ (?:[a-z]+ )?(?:march|move|went|"
    r"goes|sail|besieg|attack))| (?P<t>S\d+) (?:(?:reinforcement|campaign|spring|expenses) (?:phase|round|"
    r"turn)|O\d (?:action|round|move))(?= )"
)
_FOR_POWER = re.compile(r" for (?:the )?(?P<w>W\d+)(?= (?:[.,;)]|at|in|for|to|from))")
"""Whose line it is."""
_GETS_POINTS = re.compile(
    r" (?:did|does|do|will|would|should|can) (?:the )?(?P<w>W\d+)(?: (?:player|side|now|really))* "
    r"(?:get|gets|have|receive|earn|collect|make)(?= )"
)
_WITH_CORPS = re.compile(
    r" (?P<l>L\d+)(?=(?: (?:and|with|,|\+|&|plus|leads|has|had|brings|a|minor|leader|"
    r"\( [^()]{0,30} \)|L\d+))+ N\d+(?: full)?(?: [WS]\d+)? corps(?! (?:inside|in the fortress)))"
)
"""A leader and the corps that are with them."""
_TAKES = re.compile(
    r" (?:i|he|she|we|they)(?: (?:now|then|just|only|wants?|to|like|would))* (?:take|takes|took|bring|brings|"
    r"brought|moved|led) (?P<n>N\d+)(?= [.,;)])"
)
"""Who says how many they take, without "corps": asked only where it is about a force."""
_SIDE_OF_A_LINE = re.compile(r" (S\d+)(?= (?:[,.;:)]|corps (?:in|at) ))")


class War:
    """An email about *Nine Years*, being read."""

    def __init__(self, speeches: list[Speech], question: str | None, letter: Letter) -> None:
        self.speeches, self.question, self.brought = speeches, question, letter.enclosed
        self.siege, self.facts = "", list[Fact]()
        subject = Passage(letter.subject, tuple(range(len(letter.subject))), "")
        headed = Words(subject, "NY", letter.people).names
        self.headed = {one.value for one in headed if one.letter == PLACE}
        """The places that the line above the letter names."""

    def read(self) -> list[Fact]:
        """All facts, in the order of the letter."""
        sieges = (speech.words.name(mark) for speech in self.speeches for mark, _ in besieged(speech))
        if self.question in ("siege", None):
            self.siege = next(sieges, "")
        found: list[Fact] = []
        told_years: list[tuple[Fact, int]] = []
        for speech in self.speeches:
            if self.question != "first-player":
                found += dice(speech, 6)
            found += war_facts(speech)
            if self.siege or self.question in ("siege", None):
                found += strengths(speech, self.siege, len(self.speeches) > 1)
            told_years += years(speech, FIRST, LAST)
            found += self._places(speech)
            found += self._zones(speech)
            if self.question == "battle":
                found += hits(speech)
            found += self._ratings(speech)
            found += self._sides(speech)
            found += actions(speech)
            found += happens(speech)
        if self.speeches:
            found += self.speeches[0].people.players
        found += present(told_years)
        for one in self.brought:
            said = one.value[:40] if isinstance(one.value, str) else FORMAT[:40]
            span, is_read = (one.start, one.end), one.position is not None
            found.append(Fact("position", one.value, said, span, sure=is_read, about="brought"))
        self.facts = sorted(found, key=lambda one: (one.span[0], one.kind))
        self._settle()
        as_changed(self.facts, scenario_1688())
        return self.facts

    # ---- mentions

    def _places(self, speech: Speech) -> Iterator[Fact]:
        marked, words = speech.words.marked, speech.words
        for found in re.finditer(r" (P\d+)(?= )", marked):
            if marked.startswith((" fleet", " sea fleet"), found.end()):
                continue
            name = words.name(found[1])
            is_fleet = self.question == "deploy-fleet" and name in ("Brest", "Toulon")
            if is_fleet and marked.startswith(" )", found.end()):
                continue
            before = marked[max(0, found.start() - 60) : found.start() + 1]
            after = marked[found.end() : found.end() + 30]
            role = None
            if self.question == "deploy-fleet" and re.search(r" fleet (?:from|out of) $", before):
                role = "origin"
            if re.match(r" last (?:year|turn|winter|summer|round|campaign)(?= )", after):
                continue  # what happened there is over
            if (name in _CAPITALS and _SUPPLIES.search(before)) or (
                self.question != "loc" and _SUPPLY_RUNS.search(before)
            ):
                role = "source"
            elif (
                (self.question == "siege" and name == self.siege)
                or _SPACE.search(before)
                or (self.question == "loc" and _TRACES.match(after) and _ASKED.search(before))
            ):
                role = "space"
            elif self.question in _OF_ONE_PLACE:
                appears = _APPEARS.search(sentence_before(marked, found.start()))
                appears = appears or re.match(r" (?:restor|rais|build)", after)
                if name == self.siege or (_AT.search(before) and appears):
                    role = "space"
            elif (_ARROW.match(after) and not _ON_THE_WAY.search(before)) or (
                _ORIGIN.search(before) and not _OF_A_PLACE.search(before)
            ):
                role = "origin"
            elif re.search(r" P\d+ (?:- )?> $", before):
                role = "target"
            elif _TARGET.search(before):
                role = "target"
                if self.question == "loc" and name in _CAPITALS:
                    role = "source"
            yield fact_in(speech, "place", name, found, found[1], role=role)

    def _zones(self, speech: Speech) -> Iterator[Fact]:
        """Sea zones that are named for themselves, not for their fleet."""
        marked = speech.words.marked
        for found in re.finditer(r" (Z\d+)(?= )(?! (?:sea )?fleet)", marked):
            yield fact_in(speech, "zone", speech.words.name(found[1]), found, found[1])

    def _ratings(self, speech: Speech) -> Iterator[Fact]:
        if self.question not in ("force", "rally"):
            return
        found = list(ratings(speech))
        if self.question == "rally":
            for numbers, start, end in found:
                if len(numbers) == 1:
                    yield fact(speech, "rating", numbers[0], start, end)
            return
        numbers = [number for one, _, _ in found for number in one]
        for took in _TAKES.finditer(speech.words.marked):
            value = {"count": int(took["n"][1:]), "reduced": False}
            yield fact(speech, "corps", value, *took.span("n"), about="?")
        if numbers:
            yield fact(speech, "leaders", numbers, found[0][1], found[-1][2])

    def _sides(self, speech: Speech) -> Iterator[Fact]:
        marked, words = speech.words.marked, speech.words
        seen: set[str] = set()
        for pattern in (I_PLAY, HERE, IS_ME, ACTOR, _FOR_SIDE):
            for found in pattern.finditer(marked):
                group = found.lastgroup or "who"
                mark = found[group]
                yields = re.match(r" (?:has |have )?(?:no |made |conced)", marked[found.end() - 4 :])
                if mark[0] != "S" or mark in seen or yields:
                    continue
                seen.add(mark)
                if pattern is not ACTOR or self._acts(found[0]):
                    role = "writer" if pattern in (I_PLAY, HERE, IS_ME) else None
                    yield fact(speech, "side", words.name(mark), *found.span(group), mark, role=role)

        for found in chain.from_iterable(one.finditer(marked) for one in (I_PLAY, HERE, IS_ME)):
            side = side_of_power(words.name(found["who"])) if found["who"][0] == "W" else ""
            if side and speech.people.plays.get(speech.voice) == side and not seen:
                yield fact(speech, "side", side, *found.span("who"), found["who"], role="writer")

        for found in _SIDE_OF_A_LINE.finditer(marked) if self.question == "loc" else ():
            said = words.said(*found.span(1))[0].casefold()
            is_corps = marked.startswith(" corps", found.end())
            if (is_corps or said.endswith((" side", " player"))) and found[1] not in seen:
                seen.add(found[1])
                yield fact(speech, "side", words.name(found[1]), *found.span(1), found[1])
        if self.question in ("loc", "resource-points") and not seen:  # the side that the question names
            for found in re.finditer(r" (S\d+)(?= )", marked):
                if words.is_asked(found.end()) and not seen:
                    seen.add(found[1])
                    yield fact(speech, "side", words.name(found[1]), *found.span(1), found[1])
        stands_for_side = {"loc": _FOR_POWER, "resource-points": _GETS_POINTS}.get(self.question or "")
        for found in stands_for_side.finditer(marked) if stands_for_side else ():
            if side := side_of_power(words.name(found["w"])):
                yield fact(speech, "side", side, *found.span("w"), found["w"])

    def _acts(self, said: str) -> bool:
        """Whether who has or claims something is whom the question is about."""
        is_plain = not re.search(r" (?:has|have|is|claims?|can|may|do|does)$", said)
        return is_plain or self.question in ("resource-points", "loc")

    # ---- settling

    def _settle(self) -> None:
        """What is known only when all is read: where corps stand, which roles places have."""
        facts = self.facts
        places = list(dict.fromkeys(one.value for one in facts if one.kind == "place"))
        held = {one.value for one in facts if one.kind == "control"}
        rest = [name for name in places if name not in held] or places
        if len(rest) > 1 and len(headed := [name for name in rest if name in self.headed]) == 1:
            rest = headed
        if not self.siege and self.question == "siege" and len(rest) == 1:
            self.siege = rest[0]
            for one in facts:
                if one.kind == "place" and one.value == self.siege:
                    one.details["role"] = "space"
        deny(self.speeches, facts)
        if self.siege and self.question == "siege":
            self._leads_the_siege()
        if self.question in _OF_MARCHES:
            self._set_out()
        attacker = self.attacker()
        kinds = _ONLY_FOR
        facts[:] = [one for one in facts if one.kind not in kinds or self.question in kinds[one.kind]]
        strong = [one.details.get("strength") for one in facts if one.kind == "fleet"]
        facts[:] = [one for one in facts if not (one.kind == "strength" and one.value in strong)]
        for one in facts:
            if one.kind == "corps" and one.about != PART:
                self._settle_corps(one, attacker)
            elif one.kind == "leader" and one.about == BESIEGER:
                one.about = one.value
                if self.siege and side_of(one) == attacker:
                    one.details["at"] = self.siege
            elif one.kind == "control" and one.value == self.siege and re.search(WENT, one.said.casefold()):
                one.sure = False  # whether it fell is asked
            elif one.kind == "siege":
                one.details["space"] = self.siege or None
                one.about = self.siege
        if any(one.kind == "_long_since" for one in facts):
            facts[:] = [
                one
                for one in facts
                if one.kind != "_long_since" and (one.kind != "position" or one.about == "brought")
            ]
        self._settle_roles(places, attacker)
        self._settle_dice(attacker)
        of_one_power(self.speeches, facts)
        self._corps_of_somebody()
        parts_of_garrisons(facts)
        state_of_garrisons(facts)
        corps_of_two_voices(facts, self.siege if self.question == "siege" else "")
        facts[:] = told_once(facts)
        if self.question == "interception":
            facts += intercepted(self.speeches, facts)
        asked = attacker or asked_side(self.question, self.siege, facts, self.speeches)
        settle_side(self.question, asked, facts)

    def _leads_the_siege(self) -> None:
        """Who is told with corps that are not inside lies with them before the fortress."""
        inside = {side_of(one) for one in self.facts if one.kind == "corps" and one.value.get("inside")}
        for speech in self.speeches:
            for found in _WITH_CORPS.finditer(speech.words.marked):
                name = speech.words.name(found["l"])
                if side_of_leader(name) not in inside:
                    self._stood_at(name, self.siege)

    def _set_out(self) -> None:
        """Leaders who set out stood there before."""
        for speech in self.speeches:
            for name, place, mark in started_from(speech):
                self._stood_at(name, place, speech.words.is_sure(mark))

    def _stood_at(self, leader: str, place: str, sure: bool = True) -> None:
        """Where a leader stood of whom nothing else is told."""
        for one in self.facts:
            if one.kind == "leader" and one.value == leader and not one.details.get("at"):
                one.details["at"], one.about = place, leader
                one.sure = one.sure and sure

    def _corps_of_somebody(self) -> None:
        """Corps of which only the number is said, where somebody says whose so many are, are the same."""

        def plain(one: Fact) -> tuple[Any, ...]:
            return one.value["count"], one.value["reduced"], bool(one.value.get("inside"))

        named = {plain(one) for one in self.facts if one.kind == "corps" and one.value.get("power")}
        self.facts[:] = [
            one
            for one in self.facts
            if not (one.kind == "corps" and not one.value.get("power") and plain(one) in named)
            or one.about == PART
        ]

    def attacker(self) -> str:
        """The side that besieges or attacks, where that is told."""
        for speech in self.speeches:
            marked, words = speech.words.marked, speech.words
            for found in re.finditer(
                rf" (?P<who>i|he|she|they|you|we|opponent|[LSW]\d+)(?: (?:\(|\)|cr|and|with|,|[LSW]\d+|N\d+|"
                rf"corps|full|reduced|now|then|also|army|\+|&|at|in|from|goe?s?|went|comes?|came|"
                rf"marche?[sd]?|P\d+)){{0,14}} (?:{SIEGE}|attack[a-z]*)(?= )",
                marked,
            ):
                led = found["who"] in ("he", "she") and re.search(
                    r" (L\d+)(?: (?![LPSW]\d)[^ .]+)*(?: (?:at|in|near|from) P\d+)?(?: (?![LPSW]\d)[^ .]+"
                    r"| W\d+ corps)* $",
                    marked[: found.start() + 1],
                )
                who = led[1] if led else found["who"]
                side = speech.whom(who)
                if side in OTHER and words.is_sure(who):
                    return side
            with_leader = re.search(
                rf" {SIEGE}(?:(?! (?:garrison|inside|defend))[^.]){{0,60}} (?:with|under|by) (L\d+)", marked
            )
            if with_leader and (side := side_of_leader(words.name(with_leader[1]))):
                return side
        return ""

    def _settle_corps(self, one: Fact, attacker: str) -> None:
        value = one.value
        side = side_of(one)
        if self.siege and self.question == "siege":
            if value.get("inside") and not value.get("space"):
                value["space"] = self.siege
            inside = [
                other.value for other in self.facts if other.kind == "corps" and other.value.get("inside")
            ]
            powers = {other.get("power") for other in inside} - {None}
            if not value.get("space") and value.get("power") in powers:
                value["space"] = self.siege  # somebody else has told where they stand
            if value.get("space") == self.siege and attacker and side and side != attacker:
                value["inside"] = True
            if attacker and side == attacker and value.get("inside"):
                del value["inside"]
        where, state = "inside" if value.get("inside") else "", "reduced" if value["reduced"] else ""
        one.about = ":".join((value.get("power") or "", value.get("space") or "", where, state))

    def _settle_roles(self, places: list[Any], attacker: str) -> None:
        """Roles of places that follow from the question."""
        told = [one for one in self.facts if one.kind == "place"]
        bare = [one for one in told if one.details.get("role") is None]

        def having(role: str) -> list[Fact]:
            return [one for one in told if one.details.get("role") == role]

        def give(role: str, those: list[Fact]) -> None:
            for one in those:
                one.details["role"] = role

        if self.question == "loc" and not having("space"):
            give("space", having("origin"))  # "from Galway to Paris"
        if self.question == "loc" and not having("space"):
            left = [name for name in places if name not in _CAPITALS] or places
            give("space", [one for one in told if [one.value] == left])
        fought = having("space")
        if self.question in _OF_ONE_PLACE and not fought:
            held = {one.value for one in self.facts if one.kind == "control"}
            free = {one.value for one in bare} - held or {one.value for one in bare} or set(places)
            give("space", [one for one in told if {one.value} == free])
        if self.question == "battle" and not fought:
            met = bare or having("target")
            give("space", met[:1] if len({one.value for one in met}) == 1 else [])
        if self.question == "battle" and not having("origin"):
            leaders = [one for one in self.facts if one.kind == "leader"]
            came = {one.details.get("at") for one in leaders if attacker in ("", side_of(one))}
            give("origin", [one for one in bare if one.value in came])

    def _settle_dice(self, attacker: str) -> None:
        """Rolls of an attacker and of a side that attacks are the same."""
        rolled: dict[tuple[str, str], int] = {}
        for one in self.facts:
            if one.kind == "dice" and one.about and one.about not in OTHER:
                one.about = one.details["whose"] = self.speeches[0].people.side_of(one.about)
            if one.kind == "dice" and self.question == "deploy-fleet":
                thing = (one.by, one.about)  # ties are rolled again (NY 13.5.6)
                rolled[thing] = rolled.get(thing, 0) + 1
                one.about = f"{one.about} {rolled[thing]}".strip()
            if one.kind == "dice" and self.question == "siege":
                one.about = attacker  # NY 17.5.1: who besieges rolls, and nobody else


_OF_ONE_PLACE = ("raise", "restore", "build-line")
_APPEARS = re.compile(r" (?:rais|restor|build|built|recruit|appear|plac|put|flip|line)[a-z]*(?= )")
_OF_MARCHES = ("action", "interception", "battle", "sea-move")
_ONLY_FOR = {
    "strength": ("raise", "restore", "build-fleet", "deploy-fleet"),
    "purpose": ("loc",),
    "hands": ("first-player",),
    "actions_left": ("action",),
    "power": ("loc", "raise", "restore"),
}
"""Kinds of facts that are none where other questions are asked."""
_CAPITALS = frozenset(("Paris", "London", "Amsterdam", "Madrid", "Vienna", "Turin"))
