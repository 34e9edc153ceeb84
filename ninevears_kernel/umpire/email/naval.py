"""An email about a naval combat of *Here I Stand*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from .doubts import sentence_before, sentence_behind, within
from .found import OPPONENT, Fact
from .names import POWER, Known
from .none_told import CARD_WORD, LEADER_WORD, is_absent, is_none, none_ends
from .rolls import dice, hits
from .sea_or_port import SAILS, sea_or_port
from .speech import Speech, fact, fact_in
from .vocabulary import ADMIRAL, ADMIRALS, SAILS_FOR
from .who_attacks import ANOTHER_TIME, attacker_of

ATTACKS = (
    r"(?:attack|attacks|(?<!was )(?<!were )(?<!been )(?<!got )attacked(?! by)|attacking|fall upon|falls upon|"
    r"fell upon|fell on|assault|assaults|hit|hits(?= (?:the |my |his |her )?W\d)|engage|engages|engaged|"
    r"intercept|intercepts|(?:came|comes|come|went|goes|go) (?:at|for)|caught|catches|set upon|sets upon|"
    r"(?:came|comes?|sails?|sailed|moved|moves|moving|put|puts) in(?= (?:with|on|at|against|and|from|:|,|"
    r"\.) )|pounced on|pounces on|jumps(?: on)?|jumped(?: on)?|strikes|struck|ambush(?:es|ed)?|raids|raided)"
)
_UNITS = re.compile(
    r" (?P<n>N\d+|an?|single|pair)(?: (?:full|naval|more|of|my|his|the|other))*(?: (?P<w1>W\d+))?(?: "
    r"(?:naval))? "
    r"(?P<what>squadrons?|corsairs?)(?: \(? ?(?:of the |of |from )?(?P<w2>W\d+)(?! (?:with|has|had) N))?(?= )"
)
_COUNTED_BEHIND = re.compile(
    r" (?:(?P<w1>W\d+)|the|my|his|her|their|your)(?P<w2>)(?: naval)? (?P<what>squadrons?|corsairs?) "
    r"\( (?P<n>N\d+)(?: of (?:them|those|these))? \)(?= )"
)
"""Units with their number in brackets: "the French squadrons (2 of them)"."""
_NUMBERED = re.compile(
    r" (?P<what>squadrons?|corsairs?)(?: of (?:the )?| that (?:the )?)(?P<w1>W\d+)(?P<w2>)(?: (?:player|"
    r"had))? (?:were|was|are|is|numbered) (?:only |just )?(?P<n>N\d+)(?= )"
)
"""Units with their number behind them: "the squadrons of the Turk were 3"."""
_GONE = re.compile(r"[^.;:]{0,30} (?:taken|removed|lost|sunk|left|off the (?:map|board))(?= [.,;])")
"""Behind units: they are no more, or what is left."""
_LOST = re.compile(
    r" (?:los[et]s?|lost|lose|kills?|killed|eliminates?|sinks?|sank|sunk|(?:hits?|wasted|spent) on|"
    r"remove[sd]?|takes?|took|keeps?|left|only|costs?|absorbs?)(?: (?:me|him|on|only|a|the|off|just))*"
    r"(?: N\d+ (?:squadrons?|corsairs?) (?:and|,))? $"
)
"""Before units that are no more."""
_AGAINST = re.compile(
    r" (?:against|versus|vs|v|to)(?: (?:my|his|her|their|the))? (?P<n>N\d+)(?= (?:[.,;)]|and|in|at))"
)
_SAY = re.compile(
    r" (?:says?|said|claims?|reckons?|makes? it|thinks?)(?: (?:only|it's|it is|that|just))*(?: N\d+ [a-z]+ "
    r"and)? $"
)
_LOSES = re.compile(r" (?:los[et]s?|lose|lost|losses|sinks?|sunk|goes down)(?= )")
_LONE = re.compile(r" an?(?: (?:lone|single))? (?P<w>W\d+) N1(?= )")
_TWO_AT_ODDS = re.compile(
    rf" W\d+ .*{ATTACKS} .*W\d+[^W]* ,(?: (?:N\d+ (?:squadrons?|corsairs?|galleys?|galleons?)|and|,))* $"
)
"""Two powers and a comma: what follows may be of either."""
_NEXT_HAS = re.compile(
    r"[^.W]{0,80} \. (?:the )?(?P<w>W\d+)(?: player)? (?:has|had|have|with|brings|brought)(?= )"
)
_OF_POWER = re.compile(
    r" (?P<w>W\d+)(?: (?:me|him|player|has|had|have|with|brings?|brought|uses|used|only|:|,|there|\(|i|\)|"
    r"attack|attacks|attacked|attacking|defend|defends|defended|a|fleet|played|plays|card|combat|for|gets|"
    r"got|of|moved|moves|sent|sends|put|puts|sailed|sails|come|comes|came|lie|lies|lay|sits?|(?:in|"
    r"at)(?: its)? (?:port|sea)(?= with)|attacker|defender)){0,6} $"
)
_RATING = re.compile(
    r" (?:battle rating|rating|rated|battle|leader|admiral|br)(?: (?:of|is|:|=|\+|with|a|battle|number|"
    r"value|rating)){0,4} (?P<n>N\d)(?= )"
    r"|(?<= )(?<![.:;] )(?<!^ )\( (?:\+ )?(?:br |rating |battle rating |a |(?:he |she )?counts (?:as |for "
    r")?)?(?P<m>N\d)(?: (?:battle )?rating)?(?: (?:as well|too|also|again))? \)"
    rf"| (?:{ADMIRAL})(?: (?:is|was|worth|,|:|=|a|rated|also|another|who|has|counts|for|as|only|and his|"
    rf"who fights with)){{0,4}} "
    r"(?P<k>N\d)(?= )(?! (?:W\d+ |full |naval |more |other )?(?:squadrons?|corsairs?|galle|hits?|dice))| "
    r"(?:leader|admiral) (?:"
    rf"{ADMIRAL}) with (?P<i>N[1-3])(?= (?:attack|defend|[.,;)]))| worth (?:a )?(?P<j>N\d)(?= )"
)
_HIS = re.compile(rf" (?:{ADMIRAL})(?: [,(])?(?: (?:and|with))? (?:his|whose) $")
_OWNER = re.compile(rf" (?:(?P<w>W\d+)|(?P<l>{ADMIRAL}))(?= )")
_LED = frozenset(("under", "+", "with", "by", "and", "&", "leader", "admiral", "commander"))
_CARD_DICE = re.compile(
    r" (?:plus|\+|with|and|gets?|got|for|gave|gives|giving|brings|brought|takes|took|grabs|grabbed|adds|"
    r"added|rolls|rolled) (?P<n>N\d+) (?:extra|bonus|more) dic?es?(?= )| (?P<k>N\d+) (?:extra|bonus)"
    r" dic?es?(?= )| another (?P<m>N\d+) dice(?= )| (?P<j>N\d+) dic?es? more(?= )"
)
_UNITS_AND = r"(?:(?:[NM]\d+|an?) (?:squadrons?|corsairs?)|&|and|,|no|sorry|wait|i mean|make that)"
_SAYS = re.compile(r" W\d+(?: player)? (?:says?|said|claims?|claimed|thinks?|insists?|writes)(?= )")
_LISTED = re.compile(
    rf" (?:(?P<w>W\d+)[^W.:]*|(?P<who>me|him|her|us|them|you|mine|his)) :(?: (?:{_UNITS_AND}|{ADMIRAL}|"
    rf"\( N\d \)|leader|under|with))* $"
)
"""A power with a list behind a colon."""
_DONE = (
    r"(?:attack(?:ed)?|struck|strike|caught|catch|hit|raid(?:ed)?|ambush(?:ed)?|engaged?|assault(?:ed)?|"
    r"intercept(?:ed)?|jump(?:ed)?)"
)
_NOT_DONE = re.compile(
    rf" (?:was|were|been|being|got|gets|is|are)(?: just| then| suddenly)? {_DONE} by(?= )"
    rf"| (?:could|would|might|should|may|can|didn't|never|not|(?:wanted|tried|threatened|hoped) to)(?: "
    rf"[a-z]+){{0,2}} {_DONE}(?= )"
)
"""An attack that somebody suffered, or that was not made."""
_WHO_FIGHTS = tuple(
    re.compile(pattern)
    for pattern in (
        r" (?P<d>W\d+)[^.]{0,80} (?:attacked|assaulted|hit|"
        r"engaged)(?: [a-z]+){0,5} by [^.W]{0,40}(?P<a>W\d+)",
        rf" (?P<a>W\d+)[^.W]{{0,80}}? {ATTACKS}(?= )[^.W]{{0,60}}(?: (?P<d>W\d+))?",
        rf" {ATTACKS}(?= )[^.W]{{0,30}} (?P<d>W\d+) [^.W]{{0,40}}with(?: (?:my|his|N\d+))* (?P<a>W\d+)(?= )",
        # who sails into a port attacks who lies there
        r" (?P<a>W\d+) [^.W]{0,60}(?:into|inside) (?:the |a )?(?:port|harbou?r)(?= )[^.W]{0,60} "
        r"(?P<d>W\d+)(?= )",
        r" (?P<who>W\d+)(?: (?:,|is|was|are|were|as|the|\(|=|:)){0,3} (?P<r>attacker|active power|"
        r"moving power|moving player|defender)s?(?= )",
        r" (?P<r>attacking|defending) : (?P<who>W\d+)",
        r" (?P<who>W\d+) [^.W]{0,60}\( (?P<r>attacker|defender) \)",
        r" (?P<r>attacker|defender)(?: (?:,|is|was|the|\(|=|:|power)){0,3} (?P<who>W\d+)(?= )",
        r" (?P<who>i|he|she|you) (?:was|am|were) the (?P<r>attacker|defender)(?= )",
        # whose impulse it is moves, and who moves to where others lie attacks them
        r" (?P<a>i|W\d+)(?: \( (?:W\d+|me|i) \))?[^.W]{0,50} (?:it was|it's|on|in|,) (?:my|their|his|her)"
        r" (?:own )?(?:impulse|move)(?= )",
        r" (?P<a>W\d+|i|he|she)(?: [a-z]+){0,4} (?:moved|moves)(?= (?:[.:,]|in |N\d))",
        r" (?P<d>W\d+)[^.W]{0,60} (?:(?:was|were|is|are|stood|sat|lay|been)(?: (?:already|still|here|"
        r"in the zone))* (?:there|in the zone)|sitting there)(?= )",
        rf" (?P<a>i|he|she|they|you|we|my opponent|opponent|W\d+)(?: \( W\d+ \))?(?: (?:squadrons?|"
        rf"corsairs?|fleet|player|with|and|N\d+|then|now|also|leader|a)){{0,8}} {ATTACKS}(?= )",
        # in German and Dutch the verb stands behind all that it is about
        r" (?P<a>i|he|she|we|W\d+) (?:have|has|had) [^.W]{0,90}(?<! was)(?<! were)(?<! been)(?<! got)"
        r" attacked(?= [.,;])",
        r" (?P<d>W\d+)[^.W]{0,50} (?:defend|defends|defended|is attacked|are attacked|was attacked)(?= )",
    )
)
"""Who attacks (a), who defends (d), and who is called so (r), the plainest first."""


_WHO_SAILS = re.compile(rf" (?P<w>W\d+)(?: (?:squadrons?|fleet|N\d+|then|player))* {SAILS}(?= )")


def owner_before(speech: Speech, before: str) -> str:
    """The power that was named last in a part of a sentence, by its name or by that of its admiral; "" if
    none was.
    """
    powers = speech.people.powers
    for found in reversed(list(_OWNER.finditer(f"{before} "))):
        if found["w"]:
            return speech.words.name(found["w"])
        if (power := SAILS_FOR.get(ADMIRALS[found["l"]])) in powers:
            return str(power)
    return ""


class NavalCombat:
    """An email about a naval combat of *Here I Stand*, being read."""

    def __init__(self, speeches: list[Speech], *_: object) -> None:
        self.speeches = speeches
        self.attacker = self.defender = ""
        self.leader_without_rating = False

    def read(self) -> list[Fact]:
        """All facts, in the order of the letter."""
        self.find_sides()
        found: list[Fact] = []
        for speech in self.speeches:
            found += dice(speech, 6)
            found += hits(speech)
            found += sea_or_port(speech, self.speeches)
            for read in (self._units, self._listed, self._leaders, self._cards, self._none):
                found += read(speech)
        found += self.powers()
        for one in found:
            whose = one.details.get("whose")
            if one.kind == "dice" and whose in ("attacker", "defender"):
                whose = self.attacker if whose == "attacker" else self.defender
                one.about = whose
        self._the_others(found)
        known = [one for one in found if one.kind == "place"]
        for one in known[1:]:
            if one.value == known[0].value and one.by == known[0].by:
                found.remove(one if known[0].sure or not one.sure else known[0])
                known[0] = known[0] if known[0].sure else one
        return sorted(found, key=lambda one: (one.span[0], one.kind))

    def _the_others(self, found: list[Fact]) -> None:
        """Of two fleets of which one is told whose it is, the other is the other's."""
        sides = {self.attacker, self.defender} - {""}
        for kind in ("squadrons", "leaders") if len(sides) == 2 else ():
            told = [one for one in found if one.kind == kind]
            owned = [one for one in told if one.details.get("whose") in sides]
            open_ones = [one for one in told if not one.details.get("whose")]
            if len(open_ones) == 1 and len({one.about for one in owned}) == 1:
                (one,) = open_ones
                one.about = one.details["whose"] = (sides - {owned[0].about}).pop()
                if kind == "squadrons":
                    one.sure = one.value != owned[0].value  # else it may be the same said again

    def find_sides(self) -> None:
        """Finds out who attacks and who defends."""
        powers: list[str] = []
        for speech in self.speeches:
            marked = speech.words.marked
            here = [speech.words.name(mark) for mark in re.findall(r" (W\d+)(?= )", marked)]
            powers += [name for name in here if name in speech.people.powers]
            for pattern in _WHO_FIGHTS:
                for found in pattern.finditer(marked):
                    who = found.groupdict()
                    acts = found.start("a") if who.get("a") else found.start() + 1
                    role = who.get("r")
                    if role:
                        who["d" if role.startswith("defend") else "a"] = who["who"]
                    if (speech.is_supposed(found.start()) and not role) or within(acts, speech.claimed):
                        continue  # who attacked may be what they differ about
                    if not role and _NOT_DONE.search(found[0] + " "):
                        continue
                    self._fights(speech.whom(who.get("a") or ""), speech.whom(who.get("d") or ""), speech)
        told = list(dict.fromkeys(powers))
        told += sorted({power for speech in self.speeches for power in speech.people.powers} - {*told})
        sails = {
            speech.words.name(found["w"])
            for speech in self.speeches
            for found in _WHO_SAILS.finditer(speech.words.marked)
            if not speech.is_supposed(found.start())
            and not ANOTHER_TIME.search(sentence_behind(speech.words.marked, found.end()))
        }
        if not (self.attacker or self.defender) and len(told) == 2 and len(sails) == 1:
            self.attacker = sails.pop()
        if not (self.attacker or self.defender):
            self.attacker = attacker_of(self.speeches, told)
        if self.attacker not in told:
            self.attacker = ""
        if len(told) == 2 and bool(self.attacker) != bool(self.defender):
            other = next(one for one in told if one not in (self.attacker, self.defender))
            self.attacker, self.defender = self.attacker or other, self.defender or other

    def _fights(self, attacker: str, defender: str, speech: Speech) -> None:
        powers = speech.people.powers
        if not self.attacker and attacker in powers:
            self.attacker = attacker
        if not self.defender and defender in powers - {self.attacker}:
            self.defender = defender

    def powers(self) -> Iterator[Fact]:
        """The power that attacks and the one that defends."""
        for name, role in ((self.attacker, "attacker"), (self.defender, "defender")):
            for speech in self.speeches if name else ():
                names = enumerate(speech.words.names)
                mark = next((f"W{at}" for at, one in names if one == Known(POWER, name)), None)
                if mark and (found := re.search(rf" {mark}(?= )", speech.words.marked)):
                    yield fact_in(speech, "power", name, found, about=role, role=role)
                    break

    def whose(self, speech: Speech, start: int, *marks: str | None) -> str:
        """Whose the units are that are told at a place of a passage."""
        for mark in marks:
            if mark:
                return speech.words.name(mark)
        marked = speech.words.marked
        before = sentence_before(marked, start, 90)
        if found := re.search(
            rf" (W\d+)(?: (?:then|also|now|player))* (?:{ATTACKS}|defends?|defended|defending|fights?|fought)"
            rf" with(?: {_UNITS_AND})* $",
            before,
        ):
            return speech.words.name(found[1])
        if re.search(rf" {ATTACKS}(?= )[^.]{{0,80}} with(?: {_UNITS_AND})* $", before) and self.attacker:
            return self.attacker
        led = re.search(
            rf" (?P<l>{ADMIRAL})(?: (?:\( [^)]*\)|,|:|with|had|has|lies|lay|sits|brings?|led|and|&|"
            rf"{_UNITS_AND}))* $",
            before,
        )
        if led and (power := SAILS_FOR.get(ADMIRALS[led["l"]])) in speech.people.powers:
            return str(power)
        if found := _OF_POWER.search(before):
            return speech.words.name(found["w"])
        if found := re.search(
            r" (i|he|she|they|you|we|my|his|opponent|i've|we've|he's)(?: (?:\( W\d+ \)|[a-z]+)){0,7}"
            r"(?<! sank)(?<! lost)(?: N\d+ (?:squadrons?|corsairs?|galleys?|galleons?) (?:and|with|but))? $",
            before,
        ):
            if inner := re.search(r"\( (W\d+) \)", found[0]):
                return speech.words.name(inner[1])
            told = speech.whom(found[1], at=start)
            if told == OPPONENT and speech.people.plays.get(speech.voice) not in speech.people.powers:
                earlier = marked[max(0, start - 240) : start + 1]  # "It's the Turk's impulse. He sends"
                told = owner_before(speech, earlier[: earlier.rfind(f" {found[1]} ")]) or told
            return told
        if _TWO_AT_ODDS.search(before):
            return self._other_of_two(speech, start)
        more = re.search(r" (?:and|,|&|\+|plus)(?: [a-z]+)? $", before)
        if more and (earlier := owner_before(speech, before)):
            return earlier
        if listed := _LISTED.search(before):
            return speech.words.name(listed["w"]) if listed["w"] else speech.whom(listed["who"])
        has = re.findall(r" (i|he|she|they|we|you) (?:has|have|had|brought|brings?|came with)(?= )", before)
        if len(has) == 1 and not re.search(r"W\d+", before):
            return speech.whom(has[0], at=start)
        if _SAYS.search(before):
            return ""  # who says so need not be whose they are
        powers = {speech.words.name(mark) for mark in re.findall(r"W\d+", before)}
        people = re.search(r" (?:i|he|she|they|we|you|me|him) ", before)
        return powers.pop() if len(powers) == 1 and not people else ""

    def _other_of_two(self, speech: Speech, start: int) -> str:
        """Whose a list is that may be of either of two: the next sentence tells what the other one has."""
        told = _NEXT_HAS.match(speech.words.marked, start)
        sides = {self.attacker, self.defender} - {speech.words.name(told["w"]) if told else ""}
        return sides.pop() if told and len(sides) == 1 else ""

    def _units(self, speech: Speech) -> Iterator[Fact]:
        marked = speech.words.marked
        for found in chain(*(one.finditer(marked) for one in (_UNITS, _COUNTED_BEHIND, _NUMBERED))):
            before = marked[max(0, found.start() - 40) : found.start() + 1]
            after = marked[found.end() : found.end() + 12]
            only = before.endswith(" only ") or re.match(r"[^.,;]* into ", marked[found.end() :])
            if (_LOST.search(before) and not only) or (found["n"] in ("a", "an") and before.endswith(" is ")):
                continue
            if _SAY.search(before) and _LOSES.search(marked[max(0, found.start() - 160) : found.start()]):
                continue  # what somebody makes of the losses
            if re.match(r" (?:left|remain|lost|only|sunk)", after) or _GONE.match(marked, found.end()):
                continue
            count = int(found["n"][1:]) if found["n"][0] == "N" else 1 + (found["n"] == "pair")
            kind = "squadrons" if found["what"].startswith("sq") else "corsairs"
            if not found["w1"] and not found["w2"] and (other := _AGAINST.match(marked, found.end())):
                # "2 squadrons against 3": who attacks is most often told first, but not always
                for power, number in ((self.attacker, count), (self.defender, int(other["n"][1:]))):
                    yield fact(speech, kind, number, found.start() + 1, other.end(), of=power, sure=False)
                continue
            if lone := _LONE.search(marked, found.end(), marked.find(" . ", found.end())):
                # "one Genoese squadron, a lone French one"
                yield fact_in(speech, kind, 1, lone, of=speech.words.name(lone["w"]))
            whose = self.whose(speech, found.start(), found["w1"], found["w2"])
            if not whose and (own := re.search(r" (?:of )?(my|his|her|our|their)(?= )", found[0])):
                whose = speech.whom(own[1], at=found.start())  # "Five of my squadrons"
            others = kind == "corsairs" and whose not in ("Ottoman", "")
            if kind == "corsairs":  # nobody else has any: who is told to is asked about
                whose = "Ottoman" if "Ottoman" in (self.attacker, self.defender) else ""
            if count <= 30:
                yield fact_in(speech, kind, count, found, of=whose, sure=whose and not others)

    def _listed(self, speech: Speech) -> Iterator[Fact]:
        """Units told as in a list: "Squadrons: 4"."""
        marked = speech.words.marked
        for found in re.finditer(r" (?P<what>squadrons?|corsairs?) (?::|=) (?P<n>N\d+)(?= )", marked):
            before = sentence_before(marked, found.start(), 110)
            told = re.findall(r"W\d+", before)
            whose = speech.words.name(told[-1]) if told else ""
            if not told and (role := re.search(r" (attacker|defender) $", before)):
                whose = self.attacker if role[1] == "attacker" else self.defender
            kind = "squadrons" if found["what"].startswith("sq") else "corsairs"
            number = int(found["n"][1:])
            yield fact_in(speech, kind, number, found, of=whose, sure=whose and number <= 30)

    def _leaders(self, speech: Speech) -> Iterator[Fact]:
        marked = speech.words.marked
        for found in _RATING.finditer(marked):
            if re.search(
                r" (?:rolled|rolls?|dice|hits?)(?: [a-z]+){0,2} $",
                marked[max(0, found.start() - 25) : found.start() + 1].removesuffix("("),
            ):
                continue
            number = int((found["n"] or found["m"] or found["k"] or found["i"] or found["j"])[1:])
            before = sentence_before(marked, found.start(), 110)
            around = before + found[0][1:]  # his name may be part of what was found
            leads = re.match(
                r" (?:takes?|leads?|brings?|took|led|brought|with|has|had) N\d+ (W\d+)", marked[found.end() :]
            )
            whose = speech.words.name(leads[1]) if leads else owner_before(speech, around)
            led = _HIS.search(before)  # "I brought 5 with Doria, his rating is 2"
            start = found.start() - len(before) + led.start() + 1 if led else found.start()
            whose = whose or self.whose(speech, start - (marked[start] == "("))
            yield fact(speech, "leaders", [number], found.start(), found.end(), of=whose)
        if not _RATING.search(marked):
            for found in LEADER_WORD.finditer(marked):
                if not is_none(marked, found):
                    self.leader_without_rating = True

        named = list(self.named(speech))
        yield from named
        told = sum(1 for _ in _RATING.finditer(marked))
        if len({one.value.split(" ")[-1] for one in named}) + strangers(speech) > told:
            self.leader_without_rating = True

    def named(self, speech: Speech) -> Iterator[Fact]:
        """The naval leaders that a passage names."""
        marked = speech.words.marked
        for found in re.finditer(rf" (?P<l>{ADMIRAL})(?= )", marked):
            if is_absent(marked, *found.span()):
                continue
            name, before = ADMIRALS[found["l"]], sentence_before(marked, found.start(), 110)
            whose = owner_before(speech, before + found["l"]) or None
            yield fact_in(speech, "leader", name, found, about=name, whose=whose)

    def _cards(self, speech: Speech) -> Iterator[Fact]:
        marked = speech.words.marked
        for found in _CARD_DICE.finditer(marked):
            number = int((found["n"] or found["k"] or found["m"] or found["j"])[1:])
            side = re.match(r" (?:on|for|to) (his|my|her|their|W\d+) (?:side|fleet)", marked[found.end() :])
            whose = speech.whom(side[1], at=found.start()) if side else self.whose(speech, found.start())
            whose = whose or owner_before(speech, sentence_before(marked, found.start(), 110))
            yield fact_in(speech, "extra_dice", number, found, of=whose)

    def _none(self, speech: Speech) -> Iterator[Fact]:
        """That a side, or nobody, had a leader, corsairs or a card."""
        marked = speech.words.marked
        for kind, pattern, none in _NONE:
            for found in pattern.finditer(marked):
                if not is_none(marked, found):
                    continue
                start = max(found.start() - 25, marked.rfind(" . ", 0, found.start() + 1) + 2)
                no = re.search(
                    r" (?:no|not|nobody|neither|none|without|N0)(?= )[^.]*$",
                    marked[start : found.start() + 1],
                )
                start = start + no.start() if no else found.start()
                whose = self.whose(speech, start) if kind == "leaders" else ""
                yield fact(speech, kind, none, start + 1, none_ends(marked, found), of=whose)


_NONE: tuple[tuple[str, re.Pattern[str], object], ...] = (
    ("leaders", LEADER_WORD, []),
    ("cards", CARD_WORD, 0),
    ("corsairs", re.compile(r" corsairs?(?= )"), 0),
)


def strangers(speech: Speech) -> int:
    """How many leaders are named that the games' own list does not know."""
    known = {"here", *(word for name in ADMIRALS for word in name.split())}
    return sum(1 for word in speech.words.capitals_after(_LED) if word not in known)
