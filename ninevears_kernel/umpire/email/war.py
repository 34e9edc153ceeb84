"""What an email tells of a war of *Nine Years*: corps, leaders, places, control, markers, fleets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...nine_years.components.map import IRELAND, ZONES, game_map
from .corps import corps_facts
from .doubts import sentence_before, sentence_behind
from .found import OTHER, Fact
from .held import SINCE, WAS, held_too, holding
from .none_told import is_absent
from .speech import Speech, fact, fact_in
from .tallies import cards, tallies

BESIEGER = "besieger"
"""What a leader is about who besieges a place that another sentence names."""
SIEGE = (
    r"(?:besieg[a-z]+|siege of|siege to|siege at|siege on|lay siege to|assaults?|storms?|invests?|"
    r"assaulted|stormed|sieges?|sieging)"
)
_BESIEGED = re.compile(
    rf" {SIEGE}(?: (?:the|fortress|of|is|city|my|his|,|:|L\d+|W\d+|S\d+|poor|at|in|around)){{0,4}} "
    rf"(?P<p>P\d+)"
    r"| (?:sat|sits?|sitting|settled|camps?|camped|encamped|dug in|dig in|lies|lay)(?: down)? (?:before|in "
    r"front of|outside|around)(?: the)? (?P<s>P\d+)| (?P<t>P\d+) (?:have |has |had )?(?:fall|falls|fallen|"
    r"fell)(?= )|(?P<q> P\d+) (?:is|was|gets|got|being|is being|has been|had been) besieged| (?P<r>P\d+) "
    r"siege(?= )"
)
_BESIEGES_IT = re.compile(
    rf" {SIEGE} (?:it|that|this|there|(?:the|that|this) (?:place|town|city|fortress))(?= (?:[.,;)]|and|with|"
    rf"there))"
)
"""What is besieged is the place that was named last: "goes from Lille to Mons and besieges it"."""
_LEADER_AT = re.compile(
    r" (?P<l>L\d+)(?: (?:\( [^()]{0,30} \)|is|was|are|were|stands?|stood|sits?|sat|sitting|waits?|remains?|"
    r"still|alone|now|next door|nearby|close by|over|had been|who|(?:en)?camped|settled|lies|lay|down|army|"
    r"with|and|both|all|a|minor|leader|his|my|the|full|reduced|corps|[LWN]\d+|O\d+|action|,))*?(?<! ,) (?:at|"
    r"in|near|before|inside|outside|in front of) (?:the )?(?P<p>P\d+)"
    r"| (?:in|at) (?P<q>P\d+) (?:there's|there is|there are|sits?|stands?|is|are|i have|he has) (?P<m>L\d+)"
)
"""Where a leader stands: behind them nothing but what goes with them."""
_LEADER_AT_IN_BRACKETS = re.compile(r" (?P<l>L\d+) \( (?:at |in |from )?(?P<p>P\d+) \)")
_OWN = (
    r"controls?|controlled|holds?|held|owns?|owned|has|have|possess(?:es)?|kept|keeps?|"
    r"(?:has |have |had )?(?:since |now |just )?(?:taken|captured|conquered|seized)|took|takes|already "
    r"has|still holds?|still controls?"
)
_HOLDS = re.compile(
    rf" (?P<who>i|he|she|they|we|you|nobody|[WS]\d+|opponent|my opponent)(?: \( [SW]\d+ \))?(?: (?:player|"
    rf"now|already|still|do|does|side|also|just))* (?P<verb>{_OWN})(?: (?:the|control|of|over|ports?|"
    rf"fortress(?:es)?|spaces?|both)){{0,4}} (?P<list>[PZ]\d+(?:(?: (?:,|and|&|the|"
    rf"as well as))* [PZ]\d+){{0,12}})(?! fleet)(?! (?:is|are|was|were|fell) )"
)
_HELD_BY = re.compile(
    r" (?P<list>[PZ]\d+(?:(?: (?:,|and|&))* [PZ]\d+){0,12})(?: \( [^()]{0,30} \)(?= :))?(?: still)?(?: and "
    r"(?:all|all of|the whole of) ireland)?(?: (?:sea|zone|sea zone|itself|too|both|all))? (?:is|are|was|"
    r"were|belongs|belong|being|(?:has|have|had) been|=|:|,|\()(?: (?:controlled|controls|held|owned|from|"
    r"N[2-9]|taken|conquered|occupied|seized|in|at|has|to|by|the|hands|of|under|control|as|before|still|now|"
    r"already|all|also|a|friendly|space|spaces|both)){0,6} (?P<who>mine|ours|his|hers|theirs|yours|me|him|"
    r"her|them|neutral|nobody|nobody's|uncontrolled|no one|no N1|[WS]\d+)(?= )(?! (?:[PZ]\d+ )?(?:corps|"
    r"fleet|squadron|leader|garrison|army|troops|minor|units?|player|side))"
)
_CONTROL_OF = re.compile(
    r" (?P<who>[WS]\d+)(?: has| have| -| in| gets?| gains?| takes?| got)* control (?:of|over|in) "
    r"(?:the )?(?P<list>[PZ]\d+(?:(?: (?:,|and|&|the))* [PZ]\d+){0,12})(?! fleet)"
)
_WHICH_HOLDS = re.compile(
    r" (?P<list>[PZ]\d+) (?:, |\( )?(?:which|that) (?P<who>i|he|she|we|they|you|[SW]\d+)(?: (?:now|still|"
    r"also))* (?P<verb>controls?|holds?|owns?)(?= )"
)
_MAY_BE_LOST = re.compile(
    r" (?:back|again|retook|retaken|recaptured|regained|takes?|lost|loses?|until|before|(?:can|may|want|"
    r"going|plan|wanted|tried|like) to (?:take|capture|conquer)|then)(?= )"
)
"""Beside a place that somebody took: it may have changed hands once more, or be yet to be taken."""
_POSSESSIVE = ("mine", "his", "yours", "hers", "ours", "theirs")
_WENT_TO = re.compile(
    r" (?P<list>P\d+(?:(?: (?:,|and|&))* P\d+){0,6})(?: (?:has|have|had|then|also|itself|both|was|were|is|"
    r"finally|just)){0,3} (?P<verb>fell|fallen|falls|fall|went over|goes over|gone over|went|gone|"
    r"surrendered|surrenders|capitulated|passed|defected|yielded|lost|came over|turned over|handed over|"
    r"opened [a-z]+ gates) (?:to|into (?:the hands|my hands|the control) of)(?: (?:the|side|of|king|prince|"
    r"marshal|duke))* (?P<who>me|us|him|her|them|you|[WSL]\d+)(?= )"
)
"""A place that changed hands: "Namur fell to me", "London went over to William"."""
_LOST_TO = re.compile(
    r" (?:i|he|she|they|we|you|[WSL]\d+)(?: (?:have|has|had|then|also))* (?:lost|yielded|surrendered|gave) "
    r"(?P<list>P\d+(?:(?: (?:,|and|&))* P\d+){0,6}) to (?:the )?(?P<who>me|us|him|her|them|you|[WSL]\d+)(?= )"
)
WENT = r"(?:fell|fall|falls|fallen|went|gone|goes|surrender|capitulat|lost|yield|took|captured|conquered)"
"""Words by which a place changes hands: of a fortress that is besieged it is what somebody claims."""
_CONTINUING = re.compile(
    r"(?P<no> no| without(?: a| any)?| not a)? continuing(?: -| ,)?(?: siege)?(?: marker)?s?(?= )"
)
_IS_IT = re.compile(
    r" (?:is|was|does|becomes?|will) (?:it|this|that|siege|P\d+)(?: (?:now|then|a|still|be|become|mean))* $"
)
_COMES_OF_IT = re.compile(
    r" (?:that|this|which|it|then|so|he|i|you|roll|die|N\d+)(?: [a-z]+){0,2} (?:puts?|gives?|makes?|means|"
    r"leaves?|brings?|causes?|adds?|gets?|places?|becomes?|results? in|lays?)(?: [a-z]+){0,3} $"
)
"""Before a state of a siege: it is what the roll does, not what was so."""
_NO_MARKERS = re.compile(
    r" (?:no|without|without any|no other|not any|not of|not a|not the|0)(?: siege| other| continuing "
    r"siege)? markers?(?= )| markers? (?::|=|-) (?:none|no|nil|N0)(?= )| siege markers? (?:was|is|were|had "
    r"been|has been|are)(?: already| long)? (?:gone|removed|off|taken off|lifted)(?= )"
    r"| (?:lifted|abandoned|broke off|gave up) (?:it|(?:the|that|his|my|her) siege)(?= )"
)
_LINE = re.compile(
    r"(?: level (?P<a>[NO]\d+)| (?P<no>no|without(?: a| any)?))?(?: (?:fortified|defensive|fort))* lines?(?: "
    r"marker)?(?: (?:of|at|with|is|,|level|\(|strength)){0,3}(?: (?P<b>N\d+)(?! (?:(?:full|reduced|more|of|"
    r"W\d+) )*(?:corps|W\d+|,)))?(?= )"
)
_TO_BUILD = re.compile(
    r" (?:may|can|could|want to|wants to|like to) (?:[^ .]+ ){0,6}(?:build|dig|raise|put|lay|place|add)"
    r"(?: (?:an?|the|me|my|down))* $"
)
"""Before a line: it is what somebody wants to build, and is not there."""
_FLEET = re.compile(
    r" (?P<p>[PZ]\d+) (?:sea )?fleet(?P<rest>(?: (?:\(|of|at|with|is|was|a|has|had|,|:|strength|"
    r"str|=|in|the|port|box|pool|control|lies|still|now|there|raised|-|N\d+)){0,10})"
)
_SETUP = r"(?:set - up|setup|set up)"
_POSITION = re.compile(
    rf" (?:(?:fresh|untouched|new) (?:{_SETUP} |game )?(?:, )?(?:of |in |from )?(?:a )?Y1688(?: game)?|"
    rf"(?:{_SETUP}|start|beginning|outset) (?:of |in |from |\( ?)?(?:the )?Y1688|{_SETUP} unchanged|"
    rf"(?:standard|printed|normal|usual|initial|opening|start|starting|scenario|Y1688)(?: (?:scenario|"
    rf"game))?(?: ,)? (?:Y1688 )?(?:{_SETUP}|start|starting|opening|initial|positions?)(?: positions?| "
    rf"{_SETUP})?|(?:from|in|as|per|like|at|on|of)(?: (?:in|per|at|on))?(?: (?:the|its|their)) {_SETUP}|as "
    rf"(?:{_SETUP}|printed)|{_SETUP} position|(?:start|beginning) of (?:the |our |a )?(?:game|war|scenario)"
    r"|Y1688(?: (?:scenario|game))? [,(-] (?:nothing|nobody)(?: has| was| is)?(?: yet)? (?:changed|moved|"
    r"happened|touched)"
    r"|(?:from|at|in|as) the (?:very )?(?:start|beginning)|game (?:just )?(?:starts|started|start)"
    rf"|(?:{_SETUP}|position|map|board|situation|everything|all)(?: is| are|'s)?(?: still| now)?(?: [:=])?"
    r"(?: (?:that|the one|just|exactly))?(?: (?:of|in|from|by|as|per|like))*(?: (?:the|our|a))? (?:scenario "
    r"(?:of )?Y1688|Y1688(?: [a-z]+)? scenario)(?! (?:book|rules?)))(?= )"
)
_ALL_ELSE = re.compile(
    r" (?:all else|everything else|otherwise|else|sonst|the rest|rest|(?:all|everything)(?: is| stands?| "
    r"was)? (?:exactly )?as|(?:take|use|assume) the (?:map|board|position))(?: [a-z]+){0,4} $"
)
_BUT = re.compile(
    r"(?: ,)? but(?= (?:with|that|N\d+|[PWSZ]\d+|the|i|he|she|one) )"
    r"|(?: [.,;])*(?: (?:the|my|our|only|with|these|this|a|N\d+))* (?:changes?|changed|differences?|"
    r"different|edits?)(?: (?:is|are|since|so far|from it|to it|this|these))* :(?= )"
)
_NOTHING_SINCE = re.compile(
    r" (?:nothing|nobody|no (?:piece|counter|unit|corps))(?: (?:has|have|had|was|were|been|else|on the board|"
    r"on the map|really|yet))* (?:moved|changed|touched|happened|altered|different|shifted)"
    r"(?: (?:yet|at all|so far))* (?:since|from)(?: [a-z]+){0,2} $"
)
"""Before the start: it still lies so."""
EXCEPT = re.compile(
    r"(?: (?:and|,|-|\())*(?: [a-z]+){0,2} (?:except|excepting|apart from|but for|save for|bar|other than|"
    r"only that|with N?[a-z0-9]+ (?:changes?|exceptions?|differences?)|(?:nothing|nobody|no (?:changes?|"
    r"differences?))(?: (?:else|has|is|was|been|yet|changed|moved|different|touched))* but)(?= )"
)
"""Before and behind the start: that all is as there but for what the letter tells."""
_IS_NOW = re.compile(
    rf" (?:it's|it is|this is|we are|we're|(?:position|map|board|situation)(?:'s| is| :| =)|Y1\d+(?= "
    rf"{_SETUP}))"
    r"(?: (?:still|now|at|in|on|as|from|the|a|that of))*(?= [^.]*Y1688)[^.]* $"
)
"""The start is told as what lies on the table now, not as what the war began with."""
_LONG_SINCE = re.compile(
    r" (?:played (?:on|N\d+|a|one|for|until|through|several|some)|lot has changed|much has changed|"
    r"a lot changed|since then|(?:a )?lots?(?: of things)? (?:has|have) (?:happened|changed)|(?:much|"
    r"plenty) has happened|(?!N9 years in )N\d+ (?:full )?(?:years?|turns?|rounds?) (?:later|on|in|(?:have|"
    r"has)(?: since| already)? (?:gone|passed|been))|not the (?:start|set|initial))(?= )"
)


def war_facts(speech: Speech) -> Iterator[Fact]:
    """What a passage tells of a war, but for dice, years and plain mentions of places and leaders."""
    for read in (corps_facts, _control, _markers, _fleets, tallies, _leaders_at, _position, cards):
        yield from read(speech)


def besieged(speech: Speech) -> list[tuple[str, int]]:
    """The places that are besieged in a passage: each mark, and where it is said."""
    marked = speech.words.marked
    found = [(next(filter(None, one.groups())).strip(), one.start()) for one in _BESIEGED.finditer(marked)]
    for one in _BESIEGES_IT.finditer(marked):
        named = re.findall(r" (P\d+)(?= )", marked[max(0, one.start() - 160) : one.start() + 1])
        found += [(mark, one.start()) for mark in named[-1:]]
    return found


def _owner(speech: Speech, who: str) -> str | None:
    if who in ("nobody", "neutral", "nobody's", "uncontrolled", "no one", "N1"):
        return None
    alias = {"us": "i", "mine": "i", "ours": "i", "me": "i", "theirs": "he", "hers": "he", "them": "he"}
    side = speech.whom(alias.get(who, who))
    return side if side in OTHER else "?"


_NOT_HELD = re.compile(
    r" (?P<list>P\d+) (?:isn't|wasn't|(?:is|was) (?:not|no longer|never))(?: [a-z]+)? (?P<who>mine|ours|"
    r"his|hers|theirs|yours|[SW]\d+)(?= )(?:(?: [.,;:])?(?: and| but| because)? (?P<own>i|we|he|she) (?:took|"
    r"captured|hold|have|control|conquered) (?:it|that)(?= ))?"
)


def _not_held(speech: Speech) -> Iterator[Fact]:
    """A place that is not whose somebody says it is: whose else is sure only where it is told."""
    for found in _NOT_HELD.finditer(speech.words.marked):
        whose = speech.whom(found["own"], at=found.start()) if found["own"] else _owner(speech, found["who"])
        side = whose if found["own"] else OTHER.get(whose or "")
        sure = found["own"] and side in OTHER
        yield holding(speech, found["list"], side, found.start() + 1, found.end(), sure)


_IRELAND = re.compile(
    r" (?:all|all of|the whole of|whole of) ireland (?:is|are|belongs to)(?: (?:all|still|now))* "
    r"(?P<who>mine|ours|his|hers|theirs|yours|me|him|[WS]\d+)(?= )| (?P<holder>i|he|she|they|we|[WS]\d+) "
    r"(?:still )?(?:hold|holds|have|has|own|owns|controls?) (?:all|all of|the whole of) ireland(?= )"
)


def _ireland(speech: Speech) -> Iterator[Fact]:
    """Who holds all of Ireland holds each of its spaces."""
    for found in _IRELAND.finditer(speech.words.marked):
        side = _owner(speech, found["who"] or found["holder"])
        if side in OTHER:
            for name in (space.name for space in game_map().spaces if space.region == IRELAND):
                yield fact_in(speech, "control", name, found, about=name, side=side)


_BOTH_SEAS = re.compile(
    r" (?P<who>i|he|she|they|we|you|[WS]\d+)(?: (?:now|still|also|player|side))* (?:controls?|holds?|has|"
    r"have|rules?)(?: control of)? (?:both|the two|all)(?: the)? (?:seas|sea zones|zones)(?= )"
)


def _both_seas(speech: Speech) -> Iterator[Fact]:
    """Who holds both seas holds each zone."""
    for found in _BOTH_SEAS.finditer(speech.words.marked):
        side = _owner(speech, found["who"])
        for zone in ZONES if side in OTHER else ():
            yield fact_in(speech, "sea-control", side, found, about=zone, zone=zone)


_ALL_THESE = re.compile(
    r" (?P<who>i|he|she|they|we|you|[WS]\d+) (?:still |now )?(?:holds?|controls?|owns?) (?:both|all (?:of "
    r")?(?:these|them|those)|them all)(?= )| (?:both|all(?: of)?(?: (?:these|them|those|ces|deze|"
    r"diese))?)(?: (?:regions?|places|spaces|towns|of them))? are(?: (?:all|still|now|at|of))* (?P<mine>mine|"
    r"ours|his|hers|theirs|yours|[WS]\d+)(?= )"
)


def _all_these(speech: Speech) -> Iterator[Fact]:
    """Who holds all of the places that the sentence before names."""
    marked = speech.words.marked
    for found in _ALL_THESE.finditer(marked):
        end = max(0, marked.rfind(" . ", 0, found.start() + 1))
        named = dict.fromkeys(re.findall(r"P\d+", sentence_before(marked, end - 1)))
        side = _owner(speech, found["who"] or found["mine"])
        both = " both" in found[0] and len(named) != 2
        for mark in named if side in OTHER and not both else ():
            yield holding(speech, mark, side, found.start() + 1, found.end())


def _control(speech: Speech) -> Iterator[Fact]:
    yield from _not_held(speech)
    yield from _ireland(speech)
    yield from _all_these(speech)
    yield from _both_seas(speech)
    marked, words = speech.words.marked, speech.words
    seen: set[str] = set()
    for found in re.finditer(
        r" (?:it's|it is|is|being)(?: (?:also|still|now))* (?P<who>[WS]\d+)(?: -)? (?:controlled|"
        r"held|owned)(?= )| it was(?: (?:still|now|already))* (?P<was>[WS]\d+)(?= [.,;)])| (?P<taker>i|we|"
        r"he|she|they|[WSL]\d+)(?: (?:now|have|has|had|finally|just))* "
        r"(?:took|taken|captured|conquered) it(?= [.,;)])",
        marked,
    ):
        sentence = sentence_before(marked, found.start())
        named = re.findall(r"[PZ]\d+", sentence) or re.findall(r"P\d+", marked[: found.start()])
        mark = named[-1] if named and named[-1][0] == "P" else None
        side = _owner(speech, found["who"] or found["was"] or found["taker"])
        asked = words.is_asked(found.end())
        if found["taker"] and (asked or len({*named}) > 1 or _MAY_BE_LOST.search(marked)):
            continue  # whatever "it" is, and whether it fell
        if mark and side in OTHER and mark not in seen:
            seen.add(mark)
            yield holding(speech, mark, side, found.start() + 1, found.end())
    for pattern in (_HOLDS, _WHICH_HOLDS, _CONTROL_OF, _HELD_BY, _WENT_TO, _LOST_TO):
        for found in pattern.finditer(marked):
            who = found["who"].split(" ")[-1]
            whose = re.match(r" \( ([WS]\d+)(?: \)| i mean)", marked[found.end() :])
            side = _owner(speech, whose[1] if whose and who in _POSSESSIVE else who)
            between = marked[found.end("list") : found.start("who")] if pattern is _HELD_BY else ""
            if between.startswith((" ,", " (")) and re.search(r" N\d", between):
                continue  # "the siege of Tournai, three Dutch"
            is_past = WAS.search(between) and SINCE.search(sentence_behind(marked, found.end() - 1))
            bare = between.strip() == ","
            if bare and words.said(*found.span("who"))[0].casefold().endswith("side"):
                continue  # "LOC for Dublin, Bourbon side"
            in_brackets = marked[: found.start("who")].endswith(" ( ") and marked[found.end() + 1] in ",)"
            if who[0] == "W" and in_brackets:
                continue  # "Namur (Spanish, outside Spain)", "Luik (Empire)"
            verb = found.groupdict().get("verb") or ""
            concluded = " now " not in found[0] and _CONCLUDED.search(
                marked[max(0, found.start() - 90) : found.start() + 1]
            )
            taken = re.search("took|tak|captur|conquer|seiz", verb) and (
                _MAY_BE_LOST.search(marked) or words.is_asked(found.end())
            )
            sure = words.is_sure(who) and side != "?" and not (concluded or bare or is_past or taken)
            for mark in re.findall(r"[PZ]\d+", found["list"]):
                if mark in seen or marked.startswith(" fleet", found.end("list")):
                    continue
                seen.add(mark)
                known = None if side == "?" else side
                told = holding(speech, mark, known, found.start() + 1, found.end(), sure)
                if mark[0] == "Z":
                    if side != "?":
                        yield told
                    continue
                if verb in ("has", "have") and who in ("i", "he", "they", "we", "you"):
                    continue  # "he has Namur in supply"
                if side is None:
                    told.details["neutral"] = True
                if side == "?" and who in ("me", "us", "mine", "ours", "i", "we"):
                    told.details["mine"] = True
                yield told
    yield from held_too(speech, seen, _owner)


_CONCLUDED = re.compile(
    r" (?:so|therefore|hence|thus|then|that means|which means)(?: [a-z]+)? $"
    r"| (?:i|we|he|she|they) (?:say|says|think|thinks|claims?|reckons?|insists?) [^.]{0,60} and $"
    r"| beats [^.]{0,30} $"
)
"""Before who holds a place: it is what somebody concludes."""


def _markers(speech: Speech) -> Iterator[Fact]:
    marked = speech.words.marked
    for found in _NO_MARKERS.finditer(marked):
        yield fact_in(speech, "siege", "no markers", found, about="?")
    for found in _CONTINUING.finditer(marked):
        value = "no markers" if found["no"] else "continuing"
        lead = marked[max(0, found.start() - 60) : found.start() + 1]
        denied = re.search(r" (?:no|without|without any)(?: [a-z]+)? $", lead[-21:])
        if not (denied or _IS_IT.search(lead)):  # else that is what is asked
            yield fact_in(speech, "siege", value, found, about="?", sure=not _COMES_OF_IT.search(lead))
    for found in _LINE.finditer(marked):
        level = found["a"] or found["b"]
        sentence = marked[marked.rfind(" . ", 0, found.start() + 1) + 1 : found.end() + 60]
        if "communication" in sentence[:200] or not (level or found["no"]):
            continue
        if "fortif" not in sentence and not found["a"]:
            continue
        place = re.match(r"(?: [a-z]+){0,3} (?:in|at) (P\d+)", marked[found.end() :])
        before = re.search(r"(P\d+)[^.]{0,40}$", marked[: found.start()])
        mark = place[1] if place else before[1] if before else None
        built: int | str = int(level[1:]) if level else "none"
        space = speech.words.name(mark) if mark else None
        role = "asked" if built != "none" and _TO_BUILD.search(marked, 0, found.start() + 1) else None
        yield fact_in(speech, "line", built, found, mark, about=space or "", space=space, role=role)


def _fleets(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    for found in _FLEET.finditer(marked):
        name = words.name(found["p"])
        if name not in ("Brest", "Toulon", "Atlantic", "Mediterranean"):
            continue
        rest = found["rest"]
        strength = re.search(r"str(?:ength)?(?: (?:of|=|:|is|was))* N(\d)", rest)
        strength = strength or re.search(r"\( N(\d)", rest)
        place = re.search(r" (port|box|pool)", rest)
        details: dict[str, Any] = {"strength": int(strength[1])} if strength else {}
        details |= {"place": place[1]} if place else {}
        end = found.end() if details else found.end("p") + 6
        yield fact(speech, "fleet", name, found.start() + 1, end, about=name, **details)


def _leaders_at(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    found_at: dict[str, str | None] = {}
    for found in [*_LEADER_AT_IN_BRACKETS.finditer(marked), *_LEADER_AT.finditer(marked)]:
        group = found.groupdict()
        found_at[group["l"] or group["m"]] = group["p"] or group.get("q")
    siege = besieged(speech)
    for found in re.finditer(r" (L\d+)(?= )", marked):
        mark = found[1]
        if is_absent(marked, *found.span()):
            continue
        name = words.name(mark)
        at = found_at.get(mark)
        before = marked[max(0, found.start() - 40) : found.start() + 1]
        if at and re.search(r" intercept[a-z]* (?:marshal |general )?$", before):
            at = None  # there he was met, and stood elsewhere before
        about = ""
        if at is None and re.match(r" there (?:with|and|alone)(?= )", marked[found.end() : found.end() + 20]):
            at = next(iter(re.findall(r" (P\d+)(?= )", marked[: found.start()])[-1:]), None)
        if at is None:
            start = marked.rfind(" . ", 0, found.start() + 1)
            end = marked.find(" . ", found.end())
            here = [one for one in siege if start <= one[1] < end]
            if here:
                at = here[0][0]
            elif re.search(rf" {SIEGE}(?= )", marked[max(0, start) : end]):
                about = BESIEGER
        else:
            about = name
        where = words.name(at) if at else None
        yield fact_in(speech, "leader", name, found, mark, at, about=about, at=where)


def _position(speech: Speech) -> Iterator[Fact]:
    marked = speech.words.marked
    for found in _POSITION.finditer(marked):
        around = marked[found.end() : found.end() + 60]
        told = fact_in(speech, "position", "1688 start", found)
        vague = re.fullmatch(r"(?:from|at|in|as) the (?:very )?(?:start|beginning)", found[0].strip())
        if vague and "Y1688" not in around and " of the game" not in around:
            continue
        before = marked[max(0, found.start() - 30) : found.start() + 1]
        if any(one.match(marked, found.end()) for one in (EXCEPT, _BUT)) or _ALL_ELSE.search(before):
            told.details["else"] = True  # all but what the letter tells
        elif _IS_NOW.search(f"{before}{found[0][1:]} "):
            told.details["else"] = "year"  # whatever the year is
        if _NOTHING_SINCE.search(marked, 0, found.start() + 1):
            told.details["else"] = "year"
        elif re.search(r" (?:not|no longer|since|after)(?: [a-z]+){0,2} $", before):
            continue
        yield told
    if since := _LONG_SINCE.search(marked):
        yield fact_in(speech, "_long_since", True, since)
