"""What an email tells of a war of *Nine Years*: corps, leaders, places, control, markers, fleets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .corps import NO_FACT, corps_facts
from .found import OTHER, Fact
from .rolls import LIST, Speech, fact

BESIEGER = "besieger"
"""What a leader is about who besieges a place that another sentence names."""
SIEGE = (
    r"(?:besieg[a-z]+|siege of|siege to|siege at|siege on|lay siege to|assaults?|storms?|invests?|"
    r"assaulted|stormed|sieges?|sieging)"
)
_BESIEGED = re.compile(
    rf" {SIEGE}(?: (?:the|fortress|of|is|city|my|his|,|:|L\d+|W\d+|S\d+|poor|at|in|around)){{0,4}} "
    rf"(?P<p>P\d+)"
    r"|(?P<q> P\d+) (?:is|was|gets|got|being|is being|has been|had been) besieged"
    r"| (?P<r>P\d+) siege(?= )"
)
_LEADER_AT = re.compile(
    r" (?P<l>L\d+)(?: \( (?:[A-Z]*[a-z]* ?N?\d* ?)?\))?(?: (?:is|was|stands|stood|sits|sat|waits|"
    r"remains|still|alone|now|had been|who|and [a-z]+)){0,3}"
    r" (?:at|in|near|before|inside) (?:the )?(?P<p>P\d+)"
)
_OWN = (
    r"controls?|controlled|holds?|held|owns?|owned|has|have|possess(?:es)?|kept|keeps?|has taken|"
    r"have taken|took|takes|captured|"
    r"conquered|already has|still holds?|still controls?"
)
_HOLDS = re.compile(
    rf" (?P<who>i|he|she|they|we|you|nobody|[WS]\d+|opponent|my opponent)(?: (?:player|now|already|"
    rf"still|do|does|side|also|just))*"
    rf" (?P<verb>{_OWN})(?: (?:the|control|of|over|ports?|fortress(?:es)?|spaces?|both)){{0,4}} "
    rf"(?P<list>[PZ]\d+(?:(?: (?:,|and|&|the|as well as))* [PZ]\d+){{0,12}})(?! fleet)"
)
_HELD_BY = re.compile(
    r" (?P<list>[PZ]\d+(?:(?: (?:,|and|&))* [PZ]\d+){0,12})(?: (?:sea|zone|sea zone|itself|too|both|all))?"
    r" (?:is|are|was|were|belongs|belong|being|=|:|,)(?: (?:controlled|held|owned|in|to|by|the|"
    r"hands|of|under|control|still|now|already|all|also|a|friendly|space|spaces|both)){0,6}"
    r" (?P<who>mine|ours|his|hers|theirs|yours|me|him|her|them|neutral|nobody|nobody's|"
    r"uncontrolled|no one|[WS]\d+)(?= )(?! (?:corps|fleet|squadron|leader|garrison|army|troops|"
    r"minor|units?|player))"
)
_CONTROL_OF = re.compile(
    r" (?P<who>[WS]\d+)(?: has| have| -| in| gets?| gains?| takes?| got)* control (?:of|over|in) "
    r"(?:the )?(?P<list>[PZ]\d+(?:(?: (?:,|and|&|the))* [PZ]\d+){0,12})(?! fleet)"
)
_CONTINUING = re.compile(
    r"(?P<no> no| without(?: a| any)?| not a)? continuing(?: -)?(?: siege)?(?: marker)?s?(?= )"
)
_NO_MARKERS = re.compile(
    r" (?:no|without|without any|no other|not any|0)(?: siege| other| continuing siege)? markers?(?= )"
    r"| siege markers? (?:was|is|were|had been|has been|are)(?: already| long)? (?:gone|removed|"
    r"off|taken off|lifted)(?= )"
)
_LINE = re.compile(
    r"(?: level (?P<a>[NO]\d+)| (?P<no>no|without(?: a| any)?))?(?: (?:fortified|defensive|"
    r"fort))* lines?(?: marker)?"
    r"(?: (?:of|at|with|is|,|level|\(|strength)){0,3}(?: (?P<b>N\d+))?(?= )"
)
_FLEET = re.compile(
    r" (?P<p>[PZ]\d+) (?:sea )?fleet(?P<rest>(?: (?:\(|of|at|with|is|was|a|has|had|,|:|strength|"
    r"str|=|in|the|port|box|pool|control|lies|still|now|there|raised|-|N\d+)){0,10})"
)
_STRENGTH = re.compile(
    r" (?:at |of |, )?(?:(?<!fortress )strength(?: (?:of|is|was|:|=|to|now|being))* (?P<n>N[12]|"
    r"full|reduced)|full(?: -)? strength)(?= )"
    r"| corps(?: ,| \()? (?P<r>reduced|full)(?= )| rais[a-z]+ (?:an? |the )?(?P<q>reduced|full)(?= )"
)
_CORPS_OF = re.compile(
    r" (?:an?|the|my|his|of|for|\(|any)(?: (?:reduced|full))? (?P<w>W\d+) (?:reduced )?corps(?= )"
)
_WANTS = re.compile(
    r" (?P<w>W\d+)(?: (?:player|now|also))* (?:wants?|would like|tries|tried|plans?)"
    r"(?: to)? (?:restore|raise)(?= )"
    r"| (?:does|do|can|has|have) (?:the )?(?P<v>W\d+) (?:have|trace|still|get|draw)(?= )"
)
_RAISED = re.compile(
    r" (?:rais(?:e|es|ed|ing)|restor(?:e|es|ed|ing)|build(?:s|ing)?|recruit(?:s|ed|ing)?)(?: "
    r"(?:an?|N\d+|the|one|new|my|his|their|full|reduced|another|strength|-)){0,4} (?P<w>W\d+)(?: "
    r"(?:reduced|full))? corps(?= )"
)
_POINTS = re.compile(
    r" (?P<n>N\d+)(?: (?:more|full|of my|of his|spare))? (?P<what>resource points?|rps?|resources|"
    r"victory points?|vps?|points?)(?= )"
)
_CONCEDED = re.compile(
    r" (?P<who>i|he|she|they|you|we|[WS]\d+|nobody)(?: (?:player|have|has|had|only|also|did|"
    r"side))* (?:conceded?s?|made?|makes?|offers?|offered|gave|gives)"
    r"(?: (?:only|up|just))? (?P<what>nothing|no concessions?|none|both|(?:an?|N\d+) (?:action "
    r")?(?:cards?|concessions?)|N\d+ (?:resource points|rp|points))(?= )"
)
_VP_AT = re.compile(
    r" (?:vp|vps|victory points)(?: (?:are|is|at|:|=|marker|track|stands?|on|now|still|of))+ (?P<n>N\d+)(?= )"
)
_HAND = re.compile(
    rf" (?P<who>[WS]\d+|my|his|her|their|your|i|he)(?: (?:player|side|had|have|has|holds?|held))? "
    rf"(?:hand|cards|action cards)(?: (?:is|was|:|=|of|are|were|-|in hand))* (?P<list>{LIST})(?= )"
)
_HAND_LISTED = re.compile(
    rf" (?P<who>[WS]\d+)(?: (?:player|:|has|had|holds?))* N\d+ (?:action )?cards?"
    rf" (?:\(|:) (?P<list>{LIST})(?= )"
)
_LAID = re.compile(
    r" (?P<who>i|he|she|they|you|we both|both|we|[WS]\d+)(?: (?:player|sides|players|of us))* "
    r"(?:both )?(?:laid|lay|lays|turned over|revealed|put down)(?: (?:down|a|an|the|card|of|each|"
    r"our))* (?P<n>N\d+)(?= )"
)
_REVOLUTION = re.compile(
    r"(?P<pre>(?: [a-z]+){0,3}) (?:glorious )?revolution(?P<post>(?: [a-z']+){0,4})(?= )"
)
_CR = re.compile(
    r" (?:cr|crs|rating|ratings|rated|command ratings?|command)(?: (?:of|is|:|=|are|-|rating))* "
    r"(?P<n>N\d+)(?P<more>(?:(?: (?:,|and|&|\+|/))+ N\d+){0,5})(?= )"
)
_SUM = re.compile(r" (?P<list>N\d+(?: \+ N\d+){1,5})(?= )")
_POSITION = re.compile(
    r" (?:Y1688 (?:start|set - up|setup|set up|starting|opening|initial)(?: position| set - up| setup)?|"
    r"(?:starting|initial|opening) (?:position|setup|set - up|set up)|(?:start|beginning) of "
    r"(?:the |our |a )?(?:game|war|scenario)|"
    r"(?:from|at|in|as) the (?:very )?(?:start|beginning)|game (?:just )?(?:starts|started|start)|"
    r"(?:setup|set - up) position|"
    r"Y1688 (?:scenario )?(?:start|set - up|setup)|(?:from|in) the (?:setup|set - up|set up)|"
    r"(?:scenario|standard) (?:set - up|setup|start))(?= )"
)
_LONG_SINCE = re.compile(
    r" (?:played (?:on|N\d+|a|one|for|until|through|several|some)|lot has changed|much has "
    r"changed|a lot changed|"
    r"since then|N\d+ (?:full )?(?:years?|turns?|rounds?) (?:later|on|in)|not the (?:start|set|initial))(?= )"
)
_PLAYS = re.compile(
    r" (?:play|plays|played|playing|use|uses|used)(?: (?:the|card|event|a|my|his|an|:|\"))* (?P<e>E\d+)"
)
_NO_CARDS = re.compile(
    r" (?:no|without|without any|neither side plays|nobody played)(?: (?:event|combat|action|"
    r"played|other))? cards?(?= )"
)
_PHASE = re.compile(
    r" (?:in|during|of|at|is|the)(?: the)? (?P<p>event|reinforcement|campaign|winter quarters|"
    r"winter|expenses|spring) (?:phase|quarters)(?= )"
)
_PURPOSES = {
    "victory": "victory",
    "reinforce": "reinforcement",
    "restor": "restore",
    "siege": "siege",
    "besieg": "siege",
    "fortified line": "line",
    "building a line": "line",
    "line": "line",
}
_PURPOSE = re.compile(
    r" (?:for|to|so that)(?: (?:the|i|he|can|my|his|a|get|place|raising|new|purposes? of)){0,3}"
    r" (?P<w>victory|"
    r"reinforcements?|reinforcing|reinforce|restoring|restore|restoration|siege|besieging|besiege|"
    r"fortified line|building a line)(?= )| purpose(?: (?:is|was|:|=|of|the|line))* (?P<v>victory|"
    r"reinforcement|reinforce|restore|restoring|siege|line)(?= )"
)


def war_facts(speech: Speech) -> Iterator[Fact]:
    """What a passage tells of a war, but for dice, years and plain mentions of places and leaders."""
    for read in (corps_facts, _control, _markers, _fleets, _numbers, _leaders_at, _position, _cards):
        yield from read(speech)


def besieged(speech: Speech) -> list[tuple[str, int, int, str]]:
    """The places that are besieged in a passage: each mark, where it is said, and its name."""
    found = []
    for match in _BESIEGED.finditer(speech.words.marked):
        mark = (match["p"] or match["q"] or match["r"]).strip()
        found.append((mark, match.start(), match.end(), speech.words.name(mark)))
    return found


def _owner(speech: Speech, who: str) -> str | None:
    if who in ("nobody", "neutral", "nobody's", "uncontrolled", "no one"):
        return None
    alias = {"mine": "i", "ours": "i", "me": "i", "theirs": "he", "hers": "he", "them": "he"}
    side = speech.whom(alias.get(who, who))
    return side if side in OTHER else "?"


def _control(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    seen: set[str] = set()
    for found in re.finditer(
        r" (?:it's|it is|is|being)(?: (?:also|still|now))* (?P<who>[WS]\d+)(?: -)? (?:controlled|"
        r"held|owned)(?= )",
        marked,
    ):
        mark = next(iter(reversed(re.findall(r"P\d+", marked[: found.start()]))), None)
        side = _owner(speech, found["who"])
        if mark and side in OTHER and mark not in seen:
            seen.add(mark)
            name = words.name(mark)
            yield fact(speech, "control", name, found.start() + 1, found.end(), mark, about=name, side=side)
    for pattern in (_HOLDS, _CONTROL_OF, _HELD_BY):
        for found in pattern.finditer(marked):
            who = found["who"].split(" ")[-1]
            whose = re.match(r" \( ([WS]\d+) \)", marked[found.end() :])
            side = _owner(speech, whose[1] if whose and who in ("mine", "his", "yours", "hers") else who)
            for mark in re.findall(r"[PZ]\d+", found["list"]):
                after = marked[found.end("list") :][:8]
                if mark in seen or after.startswith(" fleet"):
                    continue
                seen.add(mark)
                kind = "control" if mark[0] == "P" else "sea-control"
                name = words.name(mark)
                start, end = found.start() + 1, found.end()
                if kind == "control":
                    told = fact(
                        speech, kind, name, start, end, mark, about=name, side=None if side == "?" else side
                    )
                else:
                    told = fact(
                        speech, kind, None if side == "?" else side, start, end, mark, about=name, zone=name
                    )
                verb = found.groupdict().get("verb") or ""
                concluded = re.search(
                    r" (?:so|therefore|hence|thus|then|that means|which means)(?: [a-z]+)? $",
                    marked[max(0, found.start() - 25) : found.start() + 1],
                )
                told.sure = (
                    told.sure
                    and not concluded
                    and side != "?"
                    and verb not in ("took", "takes", "captured", "conquered")
                )
                if kind == "control" and side is None:
                    told.details["neutral"] = True
                if side == "?" and kind == "sea-control":
                    continue
                if verb in ("has", "have") and who in ("i", "he", "they", "we", "you") and kind == "control":
                    continue  # "he has Namur in supply"
                yield told


def _markers(speech: Speech) -> Iterator[Fact]:
    marked = speech.words.marked
    for found in _NO_MARKERS.finditer(marked):
        yield fact(speech, "siege", "no markers", found.start() + 1, found.end(), about="?")
    for found in _CONTINUING.finditer(marked):
        if re.search(
            r" (?:no|without|without any)(?: [a-z]+)? $",
            marked[max(0, found.start() - 20) : found.start() + 1],
        ):
            continue
        value = "no markers" if found["no"] else "continuing"
        yield fact(speech, "siege", value, found.start() + 1, found.end(), about="?")
    for found in _LINE.finditer(marked):
        level = found["a"] or found["b"]
        sentence = marked[marked.rfind(" . ", 0, found.start() + 1) + 1 : found.end() + 60]
        if (
            "communication" in sentence[:200]
            or not (level or found["no"])
            or ("fortif" not in sentence and not found["a"])
        ):
            continue
        place = re.match(r"(?: [a-z]+){0,3} (?:in|at) (P\d+)", marked[found.end() :])
        before = re.search(r"(P\d+)[^.]{0,40}$", marked[: found.start()])
        mark = place[1] if place else before[1] if before else None
        built: int | str = int(level[1:]) if level else "none"
        space = speech.words.name(mark) if mark else None
        yield fact(
            speech, "line", built, found.start() + 1, found.end(), mark, about=space or "", space=space
        )


def _fleets(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    for found in _FLEET.finditer(marked):
        name = words.name(found["p"])
        if name not in ("Brest", "Toulon", "Atlantic", "Mediterranean"):
            continue
        rest = found["rest"]
        strength = re.search(r"str(?:ength)?(?: (?:of|=|:|is|was))* N(\d)", rest) or re.search(
            r"\( N(\d)", rest
        )
        place = re.search(r" (port|box|pool)", rest)
        details: dict[str, object] = {}
        if strength:
            details["strength"] = int(strength[1])
        if place:
            details["place"] = place[1]
        end = found.end() if details else found.end("p") + 6
        yield fact(speech, "fleet", name, found.start() + 1, end, about=name, **details)


def _numbers(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    told_of: set[str] = set()
    for found in _POINTS.finditer(marked):
        what = found["what"]
        if what.startswith("point"):
            has = re.search(
                r" (?:have|has|had|with|got)(?: only| just)? $",
                marked[max(0, found.start() - 20) : found.start() + 1],
            )
            if not (has and re.search(r" (?:rais|restor|build|fleet)", marked)):
                continue
            what = "resource points"
        if NO_FACT.search(marked[max(0, found.start() - 40) : found.start() + 1]):
            continue
        paid = re.search(
            r" (?:for|costs?|pays?|paid|paying|spends?|spending|spent|price of|needs?)"
            r"(?: (?:just|only|my|his))* $",
            marked[max(0, found.start() - 30) : found.start() + 1],
        )
        what = "cost" if paid else "resource points" if what.startswith("r") else "victory points"
        yield fact(
            speech, "number", int(found["n"][1:]), found.start() + 1, found.end(), about=what, what=what
        )
    for found in _VP_AT.finditer(marked):
        yield fact(
            speech,
            "number",
            int(found["n"][1:]),
            found.start() + 1,
            found.end(),
            about="victory points",
            what="victory points",
        )
    for found in _CONCEDED.finditer(marked):
        what = found["what"]
        number = 0 if what.startswith(("no",)) else 2 if what == "both" else None
        if number is None:
            count = int(what.split(" ")[0][1:]) if what[0] == "N" else 1
            number = 1 if "point" in what or " rp" in what else count
        whose = speech.whom(found["who"])
        if re.search(r"card|concession|point|noth|none|both|rp", what) and number <= 2:
            told_of.add(whose)
            yield fact(
                speech,
                "concessions",
                number,
                found.start() + 1,
                found.end(),
                about=whose,
                whose=whose or None,
            )
    for found in re.finditer(r" (?P<who>[WS]\d+) (?:none|nothing)(?= )", marked):
        if (whose := speech.whom(found["who"])) and told_of and whose not in told_of:
            yield fact(speech, "concessions", 0, found.start() + 1, found.end(), about=whose, whose=whose)
    for found in [*_HAND.finditer(marked), *_HAND_LISTED.finditer(marked)]:
        whose = speech.whom("i" if found["who"] == "my" else found["who"])
        cards = [int(face) for face in re.findall(r"N(\d+)", found["list"])]
        if all(1 <= one <= 3 for one in cards):
            yield fact(
                speech, "hands", cards, found.start() + 1, found.end(), about=whose, whose=whose or None
            )
    for found in _LAID.finditer(marked):
        number = int(found["n"][1:])
        who = found["who"]
        sides = ["Bourbon", "Alliance"] if "both" in who or who == "we" else [speech.whom(who)]
        if 1 <= number <= 3:
            for side in sides:
                yield fact(
                    speech, "laid", number, found.start() + 1, found.end(), about=side, whose=side or None
                )
    for found in _REVOLUTION.finditer(marked):
        around = f"{found['pre']} {found['post']}"
        if re.search(r" (?:before|no|not|without|yet to|until)\b|n't", around):
            yield fact(speech, "revolution", False, found.start() + 1, found.end())
        elif re.search(
            r" after the\b| since the\b| (?:has|had) (?:taken|happened|been)| took place| "
            r"happened| is done| over\b",
            around,
        ):
            yield fact(speech, "revolution", True, found.start() + 1, found.end())
    for found in _RAISED.finditer(marked):
        yield fact(
            speech,
            "power",
            words.name(found["w"]),
            found.start("w"),
            found.end("w"),
            found["w"],
            about="raised",
        )
    for found in _CORPS_OF.finditer(marked):
        yield fact(
            speech,
            "power",
            words.name(found["w"]),
            found.start("w"),
            found.end("w"),
            found["w"],
            about="raised",
        )
    for found in _WANTS.finditer(marked):
        mark = found["w"] or found["v"]
        yield fact(speech, "power", words.name(mark), found.start() + 1, found.end(), mark, about="raised")
    for found in _STRENGTH.finditer(marked):
        value = found["n"] or found["r"] or found["q"] or "full"
        strength: int | str = int(value[1:]) if value[0] == "N" else value
        yield fact(speech, "strength", strength, found.start() + 1, found.end())
    for found in _PURPOSE.finditer(marked):
        word = found["w"] or found["v"]
        purpose = next((one for start, one in _PURPOSES.items() if word.startswith(start)), None)
        if purpose:
            yield fact(speech, "purpose", purpose, found.end() - len(word), found.end(), about="purpose")
    for found in _PHASE.finditer(marked):
        phase = {"winter": "Winter Quarters", "winter quarters": "Winter Quarters", "spring": "Reinforcement"}
        yield fact(
            speech, "phase", phase.get(found["p"], found["p"].capitalize()), found.start("p"), found.end()
        )


def ratings(speech: Speech) -> Iterator[tuple[list[int], int, int]]:
    """The command ratings that a passage tells, each with where it stands."""
    marked = speech.words.marked
    for found in _CR.finditer(marked):
        numbers = [int(one) for one in re.findall(r"N(\d+)", found["n"] + found["more"])]
        if all(1 <= one <= 9 for one in numbers):
            yield numbers, found.start() + 1, found.end()


def sums(speech: Speech) -> Iterator[tuple[list[int], int, int]]:
    """Sums such as 6+4+3."""
    for found in _SUM.finditer(speech.words.marked):
        yield [int(one) for one in re.findall(r"N(\d+)", found["list"])], found.start() + 1, found.end()


def _leaders_at(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    denied = re.compile(r" (?:no|not|without|never)(?: [a-z]+){0,2} $")
    found_at: dict[str, tuple[str, int]] = {}
    for found in _LEADER_AT.finditer(marked):
        found_at[found["l"]] = (found["p"], found.end())
    siege = besieged(speech)
    for found in re.finditer(r" (L\d+)(?= )", marked):
        mark = found[1]
        name = words.name(mark)
        if denied.search(marked[max(0, found.start() - 25) : found.start() + 1]):
            continue
        at = found_at.get(mark, (None, 0))[0]
        about = ""
        if at is None:
            start = marked.rfind(" . ", 0, found.start() + 1)
            end = marked.find(" . ", found.end())
            here = [one for one in siege if start <= one[1] < end]
            if here:
                at = here[0][0]
            elif re.search(rf" {SIEGE}(?= )", marked[max(0, start) : end]):
                about = BESIEGER
        elif at:
            about = name
        told = fact(
            speech,
            "leader",
            name,
            found.start() + 1,
            found.end(),
            mark,
            at,
            about=about,
            at=words.name(at) if at else None,
        )
        if at and re.search(
            rf" {at}(?: too| ,| -| \()* (?:no|sorry|wait|i mean|rather|actually)(?= )", marked
        ):
            told.sure = False
        if re.match(r"(?: [,(-])* or (?:was it |maybe |perhaps )?(?:L\d+|not)", marked[found.end() :]):
            told.sure = False
        yield told


def _position(speech: Speech) -> Iterator[Fact]:
    marked = speech.words.marked
    for found in _POSITION.finditer(marked):
        around = marked[found.end() : found.end() + 60]
        told = fact(speech, "position", "1688 start", found.start() + 1, found.end())
        vague = re.fullmatch(r"(?:from|at|in|as) the (?:very )?(?:start|beginning)", found[0].strip())
        if vague and "Y1688" not in around and " of the game" not in around:
            continue
        before = marked[max(0, found.start() - 30) : found.start() + 1]
        if re.search(r" (?:not|no longer|since|after)(?: [a-z]+){0,2} $", before):
            continue
        yield told
    if since := _LONG_SINCE.search(marked):
        yield fact(speech, "_long_since", True, since.start() + 1, since.end())


def _cards(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    played = {found["e"] for found in _PLAYS.finditer(marked)}
    for found in re.finditer(r" (E\d+)(?= )", marked):
        whose = ""
        if found[1] in played:
            subject = re.search(
                r" (i|he|she|they|you|[WS]\d+)(?: [a-z]+){0,2} (?:play|plays|played|use|used|"
                r"uses)(?: [a-z\":]+){0,4} $",
                marked[max(0, found.start() - 60) : found.start() + 1],
            )
            whose = speech.whom(subject[1]) if subject else ""
        yield fact(speech, "event", words.name(found[1]), found.start() + 1, found.end(), whose=whose or None)
    for found in _NO_CARDS.finditer(marked):
        yield fact(speech, "cards", "none", found.start() + 1, found.end())
