"""An email about *Virgin Queen*: what each of its smaller questions is given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from ...virgin_queen.names import known_as
from .doubts import numbers_marked, sentence_before
from .found import Fact
from .naval import NavalCombat, owner_before
from .queen_words import QUESTIONS, small_facts
from .rolls import LIST, dice
from .sea_or_port import sea_or_port
from .speech import Speech, fact, fact_as_written, fact_in
from .vocabulary import ADMIRAL

KINDS = ("galley", "galleon", "corsair", "race-built", "armada", "patrol")
_SHIPS = re.compile(
    r" (?P<n>N\d+|an?|one|single)(?: (?:full|other|more|of|my|his|the|big|lone|ordinary|normal|plain|regular|"
    r"fine|new|old|good|W\d+)){0,3} (?P<k>galleys?|galleons?|corsairs?|race - built|armadas?|patrols?)(?: "
    r"(?:ships?|units?|galleons?))?(?: in (?:the|his|her|my|their) (?:port|harbou?r)(?= \())?(?P<of>(?: \(? "
    r"?(?:of|with|each|all|both|every one|number|numbered|at|strength|an?|value|,|rated|"
    r"marked|printed|worth|showing|bearing|carrying|dice|\")){0,6} (?P<d>N\d)(?= (?:[.,;)]|each|and|dice|in|"
    r"at|"
    r"on|plus|under|against|vs|with|&))(?: each| on (?:it|them|each|the counters?))?)?(?= )"
)
_CORSAIRS_OF = re.compile(
    r" (?P<k>corsairs|galleys|galleons|patrols)(?: \( (?P<n>N\d)(?: of (?:them|these))?(?= [,)])|"
    r" , (?P<m>N\d) of them(?= )| [x×*] (?P<x>N\d)(?= ))"
)
_OF_ONE_KIND = re.compile(
    r" (?:(?:only|all|nothing but|just|solely|purely|my|his|her|their|our|W\d+)(?: (?:of (?:them|mine|his)|"
    r"plain|good|W\d+)){0,2} (?P<k>galleys|galleons|corsairs)|(?P<l>galleys|galleons|corsairs) (?:only|alone|"
    r"all of them))(?= )(?P<side> (?:on|of) (?:my|his|her|their) side)?"
)
"""Ships of which only the kind is told, as a roll at sea asks for no more (VQ 16.1.4.a)."""
_BATTLE = re.compile(
    r" (?:battle rating|rating|rated|br|\( battle|battle(?= N\d (?:[.,;)]|and)))(?: (?:of|is|:|=|a)){0,3}"
    r" (?P<n>N\d)(?= )|(?<= )\( (?P<m>N\d) \)| (?P<k>N\d) battle rating"
    rf"| (?:{ADMIRAL})(?: (?:is|was|worth|has|,|:|=|a|rated|also|who fights with)){{0,3}}"
    rf" (?P<j>N\d)(?= )(?! (?:galle|corsair|race|ships?|units?))"
)
_HIS_NAME = re.compile(rf" (?:{ADMIRAL})(?: [^.]*)? $")
_HIS_RATING = re.compile(rf" (?:{ADMIRAL})(?: [a-z,(]+){{0,9}} N\d$")
"""A leader, and right behind him his rating."""
_NAVIGATION = re.compile(r" (?:navigation rating|navigation|nav)(?: (?:of|is|:|=)){0,3} (?P<n>N\d)(?= )")
_AT_WAR = re.compile(r"(?P<no> not| never| n't| aren't| isn't| weren't)?(?: [a-z]+)? at (?:war|peace)(?= )")
_NO_TELESCOPE = re.compile(
    r" (?:no|without(?: the| a)?|(?:hasn't|haven't|has not|have not|not|don't|doesn't|didn't|never)(?: got| "
    r"have| had| own| hold| possess)?(?: the| a)?) telescopes?(?= )| telescope (?::|=|\?|-)? ?no(?= )| "
    r"(?:neither|nobody|no one|none)(?: (?:of|us|them|side|power|the|two|fleets?)){0,4} (?:has|have|had|"
    r"owns)(?: got)?(?: the| a)? telescope(?= )"
)
_TELESCOPE = re.compile(
    r" (?:has|have|with|owns?|holds?|got|and|for|they've|i've|he's)(?: got)?"
    r"(?: the| a)? telescope(?= )| telescope (?:(?::|=) yes|(?:is|was) (?:mine|ours))(?= )"
)
_ZONE = re.compile(r" (?P<z>mediterranean|atlantic|med)(?= )")
_WATERS = re.compile(
    r" (?:(?P<m>gulf of lyon|tyrrhenian|ionian|aegean|adriatic|barbary coast|gulf of venice|balearic|malta|"
    r"messina|naples|palermo|algiers|tunis|tripoli|corfu|candia|rhodes|famagusta)|(?P<a>bay of biscay|"
    r"irish sea|north sea|english channel|channel))(?: sea)?(?= )"
)
"""Waters and ports that lie in one of the two zones of Europe."""
_LEFT = re.compile(r" (?:left|leaves|leaving|from|out of|quit|quits)(?: the)?(?: [a-z]+)? $")
"""Before waters out of which somebody sailed."""
_ARGUES = re.compile(r" (?:only|always|never|minus|less|modifier|saying|- N1|worse|harder|rules?)(?= )")
_OCEAN = re.compile(
    r" (?:into|in|enters?|to|reaches|reached|entering)(?: the)? (?P<z>pacific|indian ocean|"
    r"caribbean|spanish main|north atlantic|south atlantic)(?: ocean)?(?= )"
)
_COMMAND = re.compile(
    rf" (?P<f>N\d+) for command(?= )| (?:command ratings?|command|ratings?|cr|crs|leaders?)(?: (?:of|are|is|"
    rf":|=|with|rated|only|just)){{0,3}} "
    rf"(?P<l>{LIST})(?= )|(?<= )\( (?:cr|command|rating|command rating)? ?(?P<m>N\d+)(?: [?.])? \)"
)
_LAND_KINDS = re.compile(r" (?P<n>N\d+)(?: W\d+)? (?:regulars?|mercenar(?:y|ies)|cavalry)(?= )")
_UNITS = re.compile(r" (?P<n>N\d+)(?: (?:land|army|more|W\d+))* units?(?= )(?! (?:can|may|could|would))")
_MORE_COMMAND = re.compile(
    r"(?: (?:,|and|&))+ (?:an? |N1 |the )?(?:[a-z]+ |N1 ){0,3}(?:with|has|who has|which has)(?: an?)? "
    r"(?P<n>N\d)(?= )"
)
"""Behind a leader's command rating: the next leader's."""
_LAND_UNITS = re.compile(r"(?: W\d+| land| full| naval)* (?:regulars?|mercenar|cavalry|units?|men|of them)")
_NUMBERS = {
    "administrative_rating": re.compile(
        r" admin(?:istrative)? rating(?: (?:of|is|:|=)){0,2} (?P<n>N\d+)(?= )"
    ),
    "card_bonus": re.compile(r" card bonus(?: (?:of|is|:|=)){0,2} (?P<n>N\d+)(?= )"),
    "hand": re.compile(
        r" (?:holds?|has|have|held|hand of|holding)(?: (?:a|only|still|hand|of)){0,2} (?P<n>N\d+) cards?(?= )"
        r"| hand of (?P<m>N\d+)(?= )| (?P<k>N\d+) cards? in (?:her |his |my |their |the )?hand(?= )"
    ),
    "keeps": re.compile(
        r" (?:wants? to keep|would like to keep|keeps?|kept)(?: (?:all|the))? (?P<n>N\d+)(?: "
        r"cards?| of them)?(?= )"
    ),
    "turn": re.compile(r" turn (?P<n>N\d+)(?= )"),
    "base_cards": re.compile(
        r" (?P<n>N\d+) (?:base )?cards (?:on|from|by) (?:its|the|his|her) power card(?= )"
    ),
    "players": re.compile(r" (?P<n>N[2-6]) players?(?= )"),
}


_VERBS = {
    "interception": r"(?:intercept(?:s|ed|ing|ion|ions)?|(?:catch|caught|got|get)(?= (?:him|her|them|it) ))",
    "avoidance": r"(?:(?:avoid|evad|dodg|escap|withdr)[a-z]*|(?:slip(?:s|ped)?|get|gets|got|getting|run|ran)"
    r" (?:away|out of (?:the fight|there|it|that|this)))",
}
"""The words by which an email says what is rolled for."""
_CHASED = (
    r" (?:intercept[a-z]*|avoid(?:s|ed|ing)?|catch|stop)"
    r"(?: (?:the|a|an|his|her|my|their|your|some|of|W\d+))* $"
)
"""Before ships: they are those whom somebody comes upon or escapes, not those that roll."""
_MOVES = re.compile(r" (?:player )?(?:moves?|moved|puts?|sails?|sailed|comes?|came|enters?|entered)(?= )")
"""Behind a power: it is the one that somebody comes upon."""
_UPON_WHOM = re.compile(
    r" (?:intercept|intercepts|intercepted|catch|stop|cut off|against|from|by|avoids?|attack|attacks|versus|"
    r"vs)(?: the)? $"
)
"""Before a power: likewise."""
_SUBJECT = re.compile(r" (W\d+|i|we|he|she|they|you|my opponent|opponent)(?= )")


_THIRD = ("they", "he", "she")
_FAR = 240
"""Signs of a sentence before a word in which it is looked for who acts."""


def _reached(waters: re.Pattern[str], marked: str) -> list[re.Match[str]]:
    """The waters that are told, without those that somebody left for others."""
    told = list(waters.finditer(marked))
    reached = [one for one in told if not _LEFT.search(marked[max(0, one.start() - 30) : one.start() + 1])]
    return reached or told


def _begin(marked: str, place: int) -> int:
    """Where the sentence of a word begins, or so far before it as anybody looks."""
    first = max(0, place - _FAR)
    return max(first, marked.rfind(" . ", first, place + 1))


class Queen:
    """An email about *Virgin Queen*, being read."""

    def __init__(self, speeches: list[Speech], question: str | None, *_: object) -> None:
        self.speeches, self.question = speeches, question
        self.combat = NavalCombat(speeches)
        self.without_number = False
        self.rolls = ""

    def read(self) -> list[Fact]:
        """All facts, in the order of the letter."""
        found: list[Fact] = []
        self.combat.find_sides()
        self.rolls = self._who_rolls()
        for speech in self.speeches:
            found += dice(speech, 6)
            if self.question in ("interception", "avoidance", "naval-combat"):
                found += self.combat.named(speech)
            for read in (self._ships, self._ratings, self._waters, self._yes_and_no, self._numbers):
                found += read(speech)
            found += self._rulers(speech)
            if self.question in QUESTIONS:
                found += small_facts(self.question, speech)
        if self.question not in QUESTIONS:
            found += self._powers()
        counted = [one for one in found if one.kind == "ships"]
        plain = list(chain.from_iterable(map(self._of_one_kind, self.speeches)))
        if not counted:
            found += plain
        for one in counted:  # "galleys only ... and a galleon"
            kinds = {more.value[0] for more in plain if more.details.get("whose") == one.details.get("whose")}
            one.sure = one.sure and kinds <= {*one.value}
        self._settle_fleets(found)
        return sorted(_once(found), key=lambda one: (one.span[0], one.kind))

    def _powers(self) -> Iterator[Fact]:
        if self.question == "naval-combat":
            yield from self.combat.powers()
            return
        people = self.speeches[0].people if self.speeches else None
        mine = {people.plays.get(one, "") for one in people.writers} & people.powers if people else set()
        mine = mine if people and len(people.writers) == 1 else set()  # whoever rolled writes
        only = self.rolls or next(iter(mine), "")
        for speech in self.speeches:
            for found in re.finditer(r" (W\d+)(?= )", speech.words.marked):
                name = speech.words.name(found[1])
                before = speech.words.marked[max(0, found.start() - 40) : found.start() + 1]
                moves = self.question in _VERBS and _MOVES.match(speech.words.marked, found.end())
                is_other = not self.rolls and (moves or _UPON_WHOM.search(before))
                if only in ("", name) and not is_other:
                    yield fact_in(speech, "power", name, found, about="?")
                    return

    def _ships(self, speech: Speech) -> Iterator[Fact]:
        """The units of each fleet that a passage tells of: of two, those of the power that rolls count."""
        marked = speech.words.marked
        fleets: dict[str, list[tuple[list[str], int, int]]] = {}
        for found in [*_SHIPS.finditer(marked), *_CORSAIRS_OF.finditer(marked)]:
            group = found.groupdict()
            number = found["n"] or group["m"] or group["x"]
            count = int(number[1:]) if number[0] == "N" else 1
            kind = _kind(found["k"])
            if count > 30 or speech.is_supposed(found.start() + 1):
                continue
            if self.question == "naval-combat":
                yield from self._fleet(speech, found, kind, count, group.get("d"))
                continue
            whose = self.combat.whose(speech, found.start(), *re.findall(r"W\d+", found[0])[:1])
            if self.question in _VERBS and re.search(_CHASED, marked[: found.start() + 1]):
                kinds, of = [kind] * count, whose or None
                yield fact_in(speech, "ships", kinds, found, about="moving", role="moving", whose=of)
                continue
            fleets.setdefault(whose, []).append(([kind] * count, found.start(), found.end()))
        for whose, told in fleets.items():
            kinds = [kind for some, _, _ in told for kind in some]
            start, end = min(one[1] for one in told), max(one[2] for one in told)
            yield fact(speech, "ships", kinds, start + 1, end, about=f"ships {whose}", whose=whose or None)

    def _of_one_kind(self, speech: Speech) -> Iterator[Fact]:
        """The ships of which a passage tells no more than the kind."""
        marked = speech.words.marked
        for found in _OF_ONE_KIND.finditer(marked) if self.question in _VERBS else ():
            own = re.search(r" (my|his|her|their|our)(?= )", found[0])
            whose = speech.whom(own[1], at=found.start()) if own else ""
            whose = whose or self.combat.whose(speech, found.start(), *re.findall(r"W\d+", found[0])[:1])
            if not speech.is_supposed(found.start() + 1):
                kinds = [_kind(found["k"] or found["l"])]
                yield fact_in(speech, "ships", kinds, found, about=f"ships {whose}", whose=whose or None)

    def _settle_fleets(self, found: list[Fact]) -> None:
        """Of several fleets only that of the power that rolls is asked about; where nobody can tell which
        that is, none is sure. A leader of the other fleet adds nothing.
        """
        told = [one for one in found if one.kind == "ships"]
        owners = {one.details.get("whose") for one in told}
        for one in told:
            if len(owners) < 2:
                one.about = "ships"
            elif self.rolls not in owners:
                one.sure = False
            elif one.details.get("whose") == self.rolls:
                one.about = "ships"
            else:
                one.details["role"] = "moving"
        for one in found:
            whose = one.details.get("whose")
            if one.kind == "rating" and self.rolls and whose and whose != self.rolls:
                one.details["role"] = one.about = "moving"

    def _who_rolls(self) -> str:
        """The power that intercepts or avoids, where the words say it."""
        verbs = _VERBS.get(self.question or "")
        if verbs is None:
            return ""
        found = set()
        for speech in self.speeches:
            marked = speech.words.marked
            powers = speech.people.powers
            for one in re.finditer(rf" {verbs}(?= )", marked):
                if by := re.match(r" (?:attempt |roll )?by (?:the )?(?P<w>W\d+)", marked[one.end() :]):
                    found.add(speech.words.name(by["w"]))
                    continue
                subjects = _SUBJECT.findall(sentence_before(marked, one.start(), _FAR))
                who = speech.whom(subjects[-1], at=one.start()) if subjects else ""
                found |= {who} & powers
        return found.pop() if len(found) == 1 else ""

    def _fleet(
        self, speech: Speech, found: re.Match[str], kind: str, count: int, number: str | None
    ) -> Iterator[Fact]:
        whose = self.combat.whose(speech, found.start(), *re.findall(r"W\d+", found[0])[:1])
        value: dict[str, Any] = {"kind": kind, "count": count}
        if number:
            value["number"] = int(number[1:])
        else:
            self.without_number = True
        yield fact_in(speech, "units", value, found, about=f"{whose}:{kind}", whose=whose or None, sure=whose)

    def _ratings(self, speech: Speech) -> Iterator[Fact]:
        marked = speech.words.marked
        if self.question == "formation":
            numbers: list[int] = []
            span: tuple[int, int] | None = None
            for found in _COMMAND.finditer(marked):
                told, end = found["l"] or found["m"] or found["f"], found.end()
                if _LAND_UNITS.match(marked, end):  # "command 7, and 4 regulars"
                    told, _, last = told.rpartition(" N")
                    end -= len(last) + 2
                numbers += numbers_marked(told)
                while more := _MORE_COMMAND.match(marked, end):
                    numbers.append(int(more["n"][1:]))
                    end = more.end()
                span = (span[0] if span else found.start(), end)
            if span and numbers:  # "may he command 6 units" rates nobody
                yield fact(speech, "leaders", numbers, span[0] + 1, span[1], about="leaders")
            units = list(_UNITS.finditer(marked))
            kinds = list(_LAND_KINDS.finditer(marked)) if not units else []
            for found in units or kinds[:1]:  # what is told kind by kind is added up
                count = sum(int(one["n"][1:]) for one in kinds) or int(found["n"][1:])
                end = kinds[-1].end() if kinds else found.end()
                yield fact(speech, "units", count, found.start() + 1, end, about="units")
            return
        if self.question == "navigation":
            for found in _NAVIGATION.finditer(marked):
                yield fact_in(speech, "rating", int(found["n"][1:]), found)
            return
        for found in _BATTLE.finditer(marked):
            if re.search(
                r" (?:administrative|command|navigation|piracy) $",
                marked[max(0, found.start() - 25) : found.start() + 1],
            ):
                continue
            number = int((found["n"] or found["m"] or found["k"] or found["j"])[1:])
            if self.question == "naval-combat":
                before = marked[max(0, found.start() - 110) : found.start() + 1]
                whose = owner_before(speech, sentence_before(marked, found.start(), 110) + found[0])
                if not whose and (told := re.findall(r" (W\d+)(?: [a-z]+)? :(?= )[^W]*$", before)):
                    whose = speech.words.name(told[-1])  # "Ottoman: three galleys. Leader ..."
                yield fact(speech, "leaders", [number], found.start(), found.end(), of=whose)
            elif self.question in ("interception", "avoidance"):
                sentence = marked[_begin(marked, found.start()) : found.end()]
                of = owner_before(speech, sentence) if _HIS_RATING.search(sentence) else ""
                if re.match(r"[ .]*(?:his|her) ", sentence):  # whose name stands in the sentence before
                    before = marked[: _begin(marked, found.start()) + 1]
                    of = owner_before(speech, before) if _HIS_NAME.search(before) else ""
                whose = of or self.combat.whose(speech, found.start()) or owner_before(speech, sentence)
                plain = not found[0].startswith(" ( battle")  # of a leader's two numbers
                yield fact(speech, "rating", number, *found.span(), whose=whose or None, sure=plain)

    def _waters(self, speech: Speech) -> Iterator[Fact]:
        marked = speech.words.marked
        if self.question == "navigation":
            for found in _OCEAN.finditer(marked):
                yield fact(speech, "zone", found["z"].title(), found.start("z"), found.end())
            return
        if not any(_ZONE.search(one.words.marked) for one in self.speeches) or _WATERS.search(marked):
            for found in _reached(_WATERS, marked):
                zone = "Mediterranean" if found["m"] else "Atlantic"
                yield fact_in(speech, "zone", zone, found)
        named = any(_WATERS.search(one.words.marked) for one in self.speeches)
        for found in _reached(_ZONE, marked):
            start = marked.rfind(" . ", 0, found.start() + 1) + 1
            if named and _ARGUES.search(marked[start : marked.find(" . ", found.end()) + 1]):
                continue  # "In the Mediterranean it is minus one": where they were is told by name
            yield fact_in(speech, "zone", "Atlantic" if found["z"] == "atlantic" else "Mediterranean", found)
        if self.question == "naval-combat":
            yield from sea_or_port(speech, self.speeches)

    def _yes_and_no(self, speech: Speech) -> Iterator[Fact]:
        marked = speech.words.marked
        none = [*_NO_TELESCOPE.finditer(marked)][:2]
        for one in none:
            yield fact_in(speech, "telescope", False, one)
        found = _TELESCOPE.search(marked)
        if found and found.end() not in {one.end() for one in none}:
            subjects = _SUBJECT.findall(sentence_before(marked, found.start(), _FAR))
            who = subjects[-1] if subjects else ""
            owner = speech.whom(who, at=found.start()) if who else ""
            owner = owner if owner in speech.people.powers and self.rolls else ""
            role = "moving" if owner and owner != self.rolls else None
            alone = who in _THIRD and len(speech.people.powers) == 1
            sure = owner or alone or who in ("", "i", "we")  # else whose?
            told = fact_in(speech, "telescope", True, found, of=owner, role=role, sure=sure)
            told.about = role or ""
            yield told
        for found in _AT_WAR.finditer(marked) if self.question in _VERBS else ():
            yield fact_in(speech, "at_war", bool(found["no"]) == found[0].endswith("peace"), found)
        if self.question == "navigation":
            for kind, pattern in (
                ("colony", r" (?:with|and|carrying|has)(?: a| the| his| my)? colony(?: aboard)?(?= )"),
                ("dangerous", r" dangerous voyage(?= )"),
                ("map_projection", r" (?:has|have|with)(?: the)? map projection(?= )"),
                ("against_trade_wind", r" against (?:the|a) trade wind(?= )"),
            ):
                for found in re.finditer(pattern, marked):
                    before = marked[max(0, found.start() - 25) : found.start() + 1]
                    denied = re.search(r" (?:no|not a|not|without|isn't a)(?: a)? $", before)
                    yield fact_in(speech, kind, not denied, found)

    def _numbers(self, speech: Speech) -> Iterator[Fact]:
        for kind in _WANTED.get(self.question or "", ()):
            for found in _NUMBERS[kind].finditer(speech.words.marked):
                number = next(filter(None, found.groups()))
                yield fact_in(speech, kind, int(number[1:]), found)

    def _rulers(self, speech: Speech) -> Iterator[Fact]:
        if self.question not in ("ruler", "ruler-cards", "home-cards"):
            return
        if found := _RULER.search(speech.words.passage.text):
            yield fact_as_written(speech, "ruler", known_as(found[0], _RULER_NAMES), found)


_RULER = re.compile(
    r"\b(?:Elizabeth I|Elizabeth|Philip II|Henry III|Rudolf II|Suleiman|S[uü]leyman|Selim II|Selim|"
    r"Charles IX|Maximilian II)\b"
)
_RULER_NAMES = (
    "Elizabeth I", "Philip II", "Henry III", "Rudolf II", "Suleiman", "Selim II", "Charles IX",
    "Maximilian II",
)  # fmt: skip
_WANTED: Mapping[str, tuple[str, ...]] = {
    "ruler-cards": ("administrative_rating", "card_bonus", "hand", "keeps", "turn", "base_cards"),
    "power": ("players",),
}


def _kind(word: str) -> str:
    plain = word.replace(" - ", "-")
    return plain if plain in KINDS else plain.rstrip("s") if plain.rstrip("s") in KINDS else "galley"


def _once(found: list[Fact]) -> list[Fact]:
    kept: list[Fact] = []
    for one in found:
        again = [other for other in kept if one.kind == other.kind == "ships" and other.value == one.value]
        owners = {other.details.get("whose") for other in again}
        if again and (None in owners or one.details.get("whose") in (None, *owners)):
            continue
        if not any(
            (one.kind, one.value, one.by, one.details) == (other.kind, other.value, other.by, other.details)
            for other in kept
        ):
            kept.append(one)
    return kept
