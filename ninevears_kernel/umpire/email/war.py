"""What an email tells of a war of *Nine Years*: corps, leaders, places, control, markers, fleets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .found import OTHER, Fact, side_of_leader, side_of_power
from .rolls import LIST, Speech, fact

_ADJECTIVES = r"(?:full|fresh|reduced|demoralised|demoralized|strong|other|more|strength|healthy|good|whole|-|of the|assigned|weak|extra)(?: ,)?"
_CORPS = re.compile(
    rf" (?P<n>N\d+|a|an|single)(?P<a1>(?: {_ADJECTIVES}){{0,3}})(?: (?P<w1>W\d+))?(?P<a2>(?: {_ADJECTIVES}){{0,2}}) corps"
    r"(?: (?:of |from )?(?:the )?(?P<w2>W\d+)(?= (?:,|\.|under|with|in|and|at|\))))?(?P<a3> reduced| , reduced| \( reduced| full| demoralised)?(?= )"
)
_COUNT_BEHIND = re.compile(r" (?P<w>W\d+)(?P<a> reduced)? corps(?: :| =)? (?P<n>N\d+)(?= [.,;)])")
_MORE_REDUCED = re.compile(r" corps(?: W\d+)? (?:,|and|&|\+) (?P<n>N\d+) reduced(?: (?P<w>W\d+))?(?= (?:one|ones|\.|,|\(|\)|in|at|and))")
_ONE_AND_REDUCED = re.compile(r" (?P<n>N\d+) full(?: (?:,|and|&|\+))+(?= N\d+ reduced)")
_NO_FACT = re.compile(
    r" (?:needs?|needed|requires?|required|least|most|than|limit|max|maximum|up to|costs?|how many|only if|raise|raises|"
    r"raising|or|restore|restores|rally|rallies|rallied|rallying|build|builds)(?: (?:is|of|a|the|just|at|only|to|it|for))* $"
)
_BREAKDOWN = re.compile(
    r" \( (?P<f>N\d+) full(?: W\d+)?(?: (?:,|and|\+|&))* (?P<r>N\d+) (?:is |are )?reduced(?: W\d+)? \)"
)
_SOME_REDUCED = re.compile(
    r"(?: \(| ,)(?: of which| of them)? (?P<r>N\d+|both|all)(?: of (?:them|which|those))?(?: is| are| was| were)? reduced(?= )"
)
_AND_AT = re.compile(r" (?:in|at) P\d+ (?:and|&|,|plus) (?P<n>N\d+)(?: more)? (?:in|at) (?P<p>P\d+)")
_AT_AFTER = re.compile(
    r"(?: (?:are|is|were|was|stand|stands|stood|sit|sits|sitting|standing|there|now|inside|still|,|under|with|and|L\d+|W\d+|"
    r"as|a|garrison|together|left|which|that|the|fortress|city|town|all|both)){0,6}"
    r" (?P<prep>in|at|inside|near|before|around|outside|within|from|out of|to|into)(?: (?:the|fortress|of|city|town|neutral)){0,3} (?P<p>P\d+)"
)
_AT_BEFORE = re.compile(
    r" (?:(?P<prep>in|at|inside|within|besieg[a-z]+|siege of|siege to|attack[a-z]*|before|assault[a-z]*|storm[a-z]*|invest[a-z]*)"
    r"(?: (?:the|fortress|of|city))* )?(?P<p>P\d+)"
    r"(?: (?:there|are|is|were|was|i|he|she|they|you|we|stand|stands|have|has|had|with|only|now|,|:|-|using|L\d+|under|by|and|the|S\d+|"
    r"garrison|garrisoned|my|his|of|inside|holds|from|P\d+|still|\(|\)|cr|N\d+)){0,9} $"
)
_GARRISON = re.compile(
    r" garrison(?:ed)?(?: (?:of|is|was|has|had|have|:|=|-|only|just|there|a|an|were|in|at|inside|P\d+|counts|by|the|consists|my|,|with)){0,6} $"
)
_BARE_GARRISON = re.compile(r" garrison(?: (?:of|is|was|:|=|-|had|has|only|just|in|P\d+)){0,5} (?P<n>N\d+)(?: (?P<w>W\d+))?(?= [.,;)])")
_NO_GARRISON = re.compile(
    r" (?:no|without a|without|empty of|zero) garrison(?= )|(?: is| was| stands| stood) (?:empty|ungarrisoned|undefended)(?= )|"
    r" (?:no|not a single|nobody|no one)(?: W\d+)?(?: corps| troops| one)? (?:is |was |are |were |stands )?(?:inside|in the fortress|in the garrison)(?= )"
)
_INSIDE = re.compile(
    r" (?:inside|garrison|garrisoned|within|in the fortress|behind the walls|shut in|in the city|in the town)(?= )"
)
BESIEGER = "besieger"
"""What a leader is about who besieges a place that another sentence names."""
SIEGE = r"(?:besieg[a-z]+|siege of|siege to|siege at|siege on|lay siege to|assaults?|storms?|invests?|assaulted|stormed|sieges?|sieging)"
_BESIEGED = re.compile(
    rf" {SIEGE}(?: (?:the|fortress|of|is|city|my|his|,|:|L\d+|W\d+|S\d+|poor|at|in|around)){{0,4}} (?P<p>P\d+)"
    r"|(?P<q> P\d+) (?:is|was|gets|got|being|is being|has been|had been) besieged"
    r"| (?P<r>P\d+) siege(?= )"
)
_LEADER_AT = re.compile(
    r" (?P<l>L\d+)(?: \( (?:[A-Z]*[a-z]* ?N?\d* ?)?\))?(?: (?:is|was|stands|stood|sits|sat|waits|remains|still|alone|now|had been|who|and [a-z]+)){0,3}"
    r" (?:at|in|near|before|inside) (?:the )?(?P<p>P\d+)"
)
_OWN = (
    r"controls?|controlled|holds?|held|owns?|owned|has|have|possess(?:es)?|kept|keeps?|has taken|have taken|took|takes|captured|"
    r"conquered|already has|still holds?|still controls?"
)
_HOLDS = re.compile(
    rf" (?P<who>i|he|she|they|we|you|nobody|[WS]\d+|opponent|my opponent)(?: (?:player|now|already|still|do|does|side|also|just))*"
    rf" (?P<verb>{_OWN})(?: (?:the|control|of|over|ports?|fortress(?:es)?|spaces?|both)){{0,4}} (?P<list>[PZ]\d+(?:(?: (?:,|and|&|the|as well as))* [PZ]\d+){{0,12}})(?! fleet)"
)
_HELD_BY = re.compile(
    r" (?P<list>[PZ]\d+(?:(?: (?:,|and|&))* [PZ]\d+){0,12})(?: (?:sea|zone|sea zone|itself|too|both|all))?"
    r" (?:is|are|was|were|belongs|belong|being|=|:|,)(?: (?:controlled|held|owned|in|to|by|the|hands|of|under|control|still|now|already|all|also|a|friendly|space|spaces|both)){0,6}"
    r" (?P<who>mine|ours|his|hers|theirs|yours|me|him|her|them|neutral|nobody|nobody's|uncontrolled|no one|[WS]\d+)(?= )(?! (?:corps|fleet|squadron|leader|garrison|army|troops|minor|units?|player))"
)
_CONTROL_OF = re.compile(
    r" (?P<who>[WS]\d+)(?: has| have| -| in| gets?| gains?| takes?| got)* control (?:of|over|in) (?:the )?(?P<list>[PZ]\d+(?:(?: (?:,|and|&|the))* [PZ]\d+){0,12})(?! fleet)"
)
_CONTINUING = re.compile(r"(?P<no> no| without(?: a| any)?| not a)? continuing(?: -)?(?: siege)?(?: marker)?s?(?= )")
_NO_MARKERS = re.compile(
    r" (?:no|without|without any|no other|not any|0)(?: siege| other| continuing siege)? markers?(?= )"
    r"| siege markers? (?:was|is|were|had been|has been|are)(?: already| long)? (?:gone|removed|off|taken off|lifted)(?= )"
)
_LINE = re.compile(
    r"(?: level (?P<a>[NO]\d+)| (?P<no>no|without(?: a| any)?))?(?: (?:fortified|defensive|fort))* lines?(?: marker)?"
    r"(?: (?:of|at|with|is|,|level|\(|strength)){0,3}(?: (?P<b>N\d+))?(?= )"
)
_FLEET = re.compile(
    r" (?P<p>[PZ]\d+) (?:sea )?fleet(?P<rest>(?: (?:\(|of|at|with|is|was|a|has|had|,|:|strength|str|=|in|the|port|box|pool|control|lies|still|now|there|raised|-|N\d+)){0,10})"
)
_STRENGTH = re.compile(
    r" (?:at |of |, )?(?:(?<!fortress )strength(?: (?:of|is|was|:|=|to|now|being))* (?P<n>N[12]|full|reduced)|full(?: -)? strength)(?= )"
)
_CORPS_OF = re.compile(r" (?:an?|the|my|his|of|for|\(|any)(?: (?:reduced|full))? (?P<w>W\d+) (?:reduced )?corps(?= )")
_RAISED = re.compile(
    r" (?:rais(?:e|es|ed|ing)|restor(?:e|es|ed|ing)|build(?:s|ing)?|recruit(?:s|ed|ing)?)(?: (?:an?|N\d+|the|one|new|my|his|their|full|reduced|another|strength|-)){0,4} (?P<w>W\d+)(?: (?:reduced|full))? corps(?= )"
)
_POINTS = re.compile(r" (?P<n>N\d+)(?: (?:more|full|of my|of his|spare))? (?P<what>resource points?|rps?|resources|victory points?|vps?|points?)(?= )")
_CONCEDED = re.compile(
    r" (?P<who>i|he|she|they|you|we|[WS]\d+|nobody)(?: (?:player|have|has|had|only|also|did|side))* (?:conceded?s?|made?|makes?|offers?|offered|gave|gives)"
    r"(?: (?:only|up|just))? (?P<what>nothing|no concessions?|none|both|(?:an?|N\d+) (?:action )?(?:cards?|concessions?)|N\d+ (?:resource points|rp|points))(?= )"
)
_VP_AT = re.compile(r" (?:vp|vps|victory points)(?: (?:are|is|at|:|=|marker|track|stands?|on|now|still|of))+ (?P<n>N\d+)(?= )")
_HAND = re.compile(rf" (?P<who>[WS]\d+|my|his|her|their|your|i|he)(?: (?:player|side|had|have|has|holds?|held))? (?:hand|cards|action cards)(?: (?:is|was|:|=|of|are|were|-|in hand))* (?P<list>{LIST})(?= )")
_LAID = re.compile(r" (?P<who>i|he|she|they|you|we both|both|we|[WS]\d+)(?: (?:player|sides|players|of us))* (?:both )?(?:laid|lay|lays|turned over|revealed|put down)(?: (?:down|a|an|the|card|of|each|our))* (?P<n>N\d+)(?= )")
_REVOLUTION = re.compile(r"(?P<pre>(?: [a-z]+){0,3}) (?:glorious )?revolution(?P<post>(?: [a-z']+){0,4})(?= )")
_CR = re.compile(r" (?:cr|crs|rating|ratings|rated|command ratings?|command)(?: (?:of|is|:|=|are|-|rating))* (?P<n>N\d+)(?P<more>(?:(?: (?:,|and|&|\+|/))+ N\d+){0,5})(?= )")
_SUM = re.compile(r" (?P<list>N\d+(?: \+ N\d+){1,5})(?= )")
_POSITION = re.compile(
    r" (?:Y1688 (?:start|set - up|setup|set up|starting|opening|initial)(?: position| set - up| setup)?|"
    r"(?:starting|initial|opening) (?:position|setup|set - up|set up)|(?:start|beginning) of (?:the |our |a )?(?:game|war|scenario)|"
    r"(?:from|at|in|as) the (?:very )?(?:start|beginning)|game (?:just )?(?:starts|started|start)|(?:setup|set - up) position|"
    r"Y1688 (?:scenario )?(?:start|set - up|setup)|(?:from|in) the (?:setup|set - up|set up)|(?:scenario|standard) (?:set - up|setup|start))(?= )"
)
_LONG_SINCE = re.compile(
    r" (?:played (?:on|N\d+|a|one|for|until|through|several|some)|lot has changed|much has changed|a lot changed|"
    r"since then|N\d+ (?:full )?(?:years?|turns?|rounds?) (?:later|on|in)|not the (?:start|set|initial))(?= )"
)
_PLAYS = re.compile(r" (?:play|plays|played|playing|use|uses|used)(?: (?:the|card|event|a|my|his|an|:|\"))* (?P<e>E\d+)")
_NO_CARDS = re.compile(r" (?:no|without|without any|neither side plays|nobody played)(?: (?:event|combat|action|played|other))? cards?(?= )")
_PHASE = re.compile(r" (?:in|during|of|at|is|the)(?: the)? (?P<p>event|reinforcement|campaign|winter quarters|winter|expenses|spring) (?:phase|quarters)(?= )")
_PURPOSES = {"victory": "victory", "reinforce": "reinforcement", "restor": "restore", "siege": "siege", "besieg": "siege", "fortified line": "line", "building a line": "line", "line": "line"}
_PURPOSE = re.compile(r" (?:for|to|so that)(?: (?:the|i|he|can|my|his|a|get|place|purposes? of)){0,3} (?P<w>victory|reinforcements?|reinforcing|reinforce|restoring|restore|restoration|siege|besieging|besiege|fortified line|building a line)(?= )| purpose(?: (?:is|was|:|=|of|the|line))* (?P<v>victory|reinforcement|reinforce|restore|restoring|siege|line)(?= )")


def war_facts(speech: Speech) -> Iterator[Fact]:
    """What a passage tells of a war, but for dice, years and plain mentions of places and leaders."""
    for read in (_corps, _control, _markers, _fleets, _numbers, _leaders_at, _position, _cards):
        yield from read(speech)


def besieged(speech: Speech) -> list[tuple[str, int, int, str]]:
    """The places that are besieged in a passage: each mark, where it is said, and its name."""
    found = []
    for match in _BESIEGED.finditer(speech.words.marked):
        mark = (match["p"] or match["q"] or match["r"]).strip()
        found.append((mark, match.start(), match.end(), speech.words.name(mark)))
    return found


def _power(speech: Speech, *marks: str | None) -> tuple[str | None, str | None]:
    """The power that corps are of, and its mark."""
    for mark in marks:
        if mark:
            return speech.words.name(mark), mark
    return None, None


def _corps(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    spans: list[tuple[int, int]] = []
    for found in _CORPS.finditer(marked):
        before = marked[max(0, found.start() - 60) : found.start() + 1]
        if _NO_FACT.search(before) or (found["n"] in ("a", "an") and re.search(r" (?:of|what|which|can|may) $", before)):
            continue
        adjectives = f"{found['a1']}{found['a2']}{found['a3'] or ''}"
        power, mark = _power(speech, found["w1"], found["w2"])
        if power is None and (owner := re.search(r" (W\d+)(?: (?:has|have|had|only|still|now|,|brings?|uses?|with))+ $", before)):
            power, mark = words.name(owner[1]), owner[1]
        count = int(found["n"][1:]) if found["n"][0] == "N" else 1
        if not 0 < count <= 60:
            continue
        spans.append(found.span())
        rest = marked[found.end() : found.end() + 80]
        reduced = None
        if parts := _BREAKDOWN.match(rest):
            reduced = int(parts["r"][1:])
            if power is None and (named := re.search(r"W\d+", parts[0])):
                power, mark = words.name(named[0]), named[0]
            spans.append((found.end(), found.end() + parts.end()))
        elif parts := _SOME_REDUCED.match(rest):
            reduced = count if parts["r"] in ("both", "all") else int(parts["r"][1:])
        if reduced is not None and 0 < reduced <= count:
            if count > reduced:
                yield _corps_fact(speech, found.start(), found.end(), count - reduced, power, mark, "")
            yield _corps_fact(speech, found.start(), found.end(), reduced, power, mark, " reduced")
        else:
            yield _corps_fact(speech, found.start(), found.end(), count, power, mark, adjectives)
        if also := _AND_AT.match(rest):
            more = _corps_fact(speech, found.end(), found.end() + also.end(), int(also["n"][1:]), power, mark, "")
            more.value["space"] = words.name(also["p"])
            yield more
    for found in _COUNT_BEHIND.finditer(marked):
        adjectives = " reduced" if found["a"] else ""
        yield _corps_fact(speech, found.start(), found.end(), int(found["n"][1:]), words.name(found["w"]), found["w"], adjectives)
    for found in _MORE_REDUCED.finditer(marked):
        power, mark = _power(speech, found["w"])
        if power is None and (earlier := re.search(r"(W\d+)[^W.]{0,30}$", marked[: found.start() + 6])):
            power, mark = words.name(earlier[1]), earlier[1]
        start = found.start("n") - 1
        yield _corps_fact(speech, start, found.end(), int(found["n"][1:]), power, mark, " reduced")
    for found in _ONE_AND_REDUCED.finditer(marked):
        if any(start <= found.start() < end for start, end in spans):
            continue
        after = re.match(r" N\d+ reduced(?: (W\d+))?", marked[found.end() :])
        power, mark = _power(speech, after[1] if after else None)
        yield _corps_fact(speech, found.start(), found.end(), int(found["n"][1:]), power, mark, "")
    for found in _BARE_GARRISON.finditer(marked):
        if any(start <= found.start("n") < end for start, end in spans):
            continue
        power, mark = _power(speech, found["w"])
        yield _corps_fact(speech, found.start("n") - 1, found.end(), int(found["n"][1:]), power, mark, "", inside=True)
    for found in _NO_GARRISON.finditer(marked):
        yield fact(speech, "garrison", "none", found.start() + 1, found.end())


def _corps_fact(
    speech: Speech, start: int, end: int, count: int, power: str | None, mark: str | None, adjectives: str, inside: bool = False
) -> Fact:
    marked, words = speech.words.marked, speech.words
    before = marked[max(0, start - 110) : start + 1]
    sentence = before[before.rfind(" . ") + 2 :] if " . " in before else before
    after = marked[end : end + 110].partition(" . ")[0] + " "
    place, where = _place_of(speech, sentence, after)
    inside = inside or bool(_GARRISON.search(sentence) or _INSIDE.match(after) or re.search(r" (?:inside|garrison)(?: [a-z]+){0,3} $", sentence))
    inside = inside or bool(re.match(r"(?: (?:as|are|is|in|were|was|the|a|my|his|its)){0,4} (?:garrison|fortress|inside)(?= )", after))
    value: dict[str, object] = {}
    if power is not None:
        value["power"] = power
    value |= {"count": count, "reduced": "reduced" in adjectives}
    if "demorali" in adjectives:
        value["demoralised"] = True
    if place:
        value["space"] = place
    if inside:
        value["inside"] = True
    told = fact(speech, "corps", value, start + 1, end, mark, where)
    told.about = "?"  # said when all is read
    return told


def _place_of(speech: Speech, sentence: str, after: str) -> tuple[str | None, str | None]:
    """Where corps stand that are told between two parts of a sentence."""
    words = speech.words
    if there := re.match(r"(?: (?:are|were|is|was|standing|left|in))? there(?= )", after):
        earlier = re.findall(r"P\d+", speech.words.marked[: speech.words.marked.find(sentence) + len(sentence)])
        if there and earlier:
            return words.name(earlier[-1]), earlier[-1]
    found = _AT_AFTER.match(after)
    if found and found["prep"] not in ("to", "into"):
        return words.name(found["p"]), found["p"]
    before = _AT_BEFORE.search(sentence)
    if before and not before["prep"] and not words.is_sure(before["p"]):
        return None, None
    if before and re.search(r" (?:to|into|for|towards?)(?: the)? $", sentence[: before.start("p")]):
        origin = re.search(r" from (P\d+)", sentence)
        return (words.name(origin[1]), origin[1]) if origin else (None, None)
    if before and (origin := re.search(r" from (P\d+)", sentence[before.start() :])):
        return words.name(origin[1]), origin[1]
    if before and (before["prep"] or "").startswith("attack"):
        return None, None
    if before:
        return words.name(before["p"]), before["p"]
    return None, None


def _owner(speech: Speech, who: str) -> str | None:
    if who in ("nobody", "neutral", "nobody's", "uncontrolled", "no one"):
        return None
    alias = {"mine": "i", "ours": "i", "me": "i", "theirs": "he", "hers": "he", "them": "he"}
    side = speech.whom(alias.get(who, who))
    return side if side in OTHER else "?"


def _control(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    seen: set[str] = set()
    for found in re.finditer(r" (?:it's|it is|is|being)(?: (?:also|still|now))* (?P<who>[WS]\d+)(?: -)? (?:controlled|held|owned)(?= )", marked):
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
                    told = fact(speech, kind, name, start, end, mark, about=name, side=None if side == "?" else side)
                else:
                    told = fact(speech, kind, None if side == "?" else side, start, end, mark, about=name, zone=name)
                verb = found.groupdict().get("verb") or ""
                concluded = re.search(r" (?:so|therefore|hence|thus|then|that means|which means)(?: [a-z]+)? $", marked[max(0, found.start() - 25) : found.start() + 1])
                told.sure = told.sure and not concluded and side != "?" and verb not in ("took", "takes", "captured", "conquered")
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
        if re.search(r" (?:no|without|without any)(?: [a-z]+)? $", marked[max(0, found.start() - 20) : found.start() + 1]):
            continue
        value = "no markers" if found["no"] else "continuing"
        yield fact(speech, "siege", value, found.start() + 1, found.end(), about="?")
    for found in _LINE.finditer(marked):
        level = found["a"] or found["b"]
        sentence = marked[marked.rfind(" . ", 0, found.start() + 1) + 1 : found.end() + 60]
        if "communication" in sentence[:200] or not (level or found["no"]) or "fortif" not in sentence and not found["a"]:
            continue
        place = re.match(r"(?: [a-z]+){0,3} (?:in|at) (P\d+)", marked[found.end() :])
        before = re.search(r"(P\d+)[^.]{0,40}$", marked[: found.start()])
        mark = place[1] if place else before[1] if before else None
        value = int(level[1:]) if level else "none"
        space = speech.words.name(mark) if mark else None
        yield fact(speech, "line", value, found.start() + 1, found.end(), mark, about=space or "", space=space)


def _fleets(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    for found in _FLEET.finditer(marked):
        name = words.name(found["p"])
        if name not in ("Brest", "Toulon", "Atlantic", "Mediterranean"):
            continue
        rest = found["rest"]
        strength = re.search(r"str(?:ength)?(?: (?:of|=|:|is|was))* N(\d)", rest) or re.search(r"\( N(\d)", rest)
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
            continue
        if _NO_FACT.search(marked[max(0, found.start() - 40) : found.start() + 1]):
            continue
        what = "resource points" if what.startswith("r") else "victory points"
        yield fact(speech, "number", int(found["n"][1:]), found.start() + 1, found.end(), about=what, what=what)
    for found in _VP_AT.finditer(marked):
        yield fact(speech, "number", int(found["n"][1:]), found.start() + 1, found.end(), about="victory points", what="victory points")
    for found in _CONCEDED.finditer(marked):
        what = found["what"]
        number = 0 if what.startswith(("no",)) else 2 if what == "both" else None
        if number is None:
            count = int(what.split(" ")[0][1:]) if what[0] == "N" else 1
            number = 1 if "point" in what or " rp" in what else count
        whose = speech.whom(found["who"])
        if re.search(r"card|concession|point|noth|none|both|rp", what) and number <= 2:
            told_of.add(whose)
            yield fact(speech, "concessions", number, found.start() + 1, found.end(), about=whose, whose=whose or None)
    for found in re.finditer(r" (?P<who>[WS]\d+) (?:none|nothing)(?= )", marked):
        if (whose := speech.whom(found["who"])) and told_of and whose not in told_of:
            yield fact(speech, "concessions", 0, found.start() + 1, found.end(), about=whose, whose=whose)
    for found in _HAND.finditer(marked):
        whose = speech.whom("i" if found["who"] == "my" else found["who"])
        cards = [int(face) for face in re.findall(r"N(\d+)", found["list"])]
        if all(1 <= one <= 3 for one in cards):
            yield fact(speech, "hands", cards, found.start() + 1, found.end(), about=whose, whose=whose or None)
    for found in _LAID.finditer(marked):
        number = int(found["n"][1:])
        who = found["who"]
        sides = ["Bourbon", "Alliance"] if "both" in who or who == "we" else [speech.whom(who)]
        if 1 <= number <= 3:
            for side in sides:
                yield fact(speech, "laid", number, found.start() + 1, found.end(), about=side, whose=side or None)
    for found in _REVOLUTION.finditer(marked):
        around = f"{found['pre']} {found['post']}"
        if re.search(r" (?:before|no|not|without|yet to|until)\b|n't", around):
            yield fact(speech, "revolution", False, found.start() + 1, found.end())
        elif re.search(r" after the\b| since the\b| (?:has|had) (?:taken|happened|been)| took place| happened| is done| over\b", around):
            yield fact(speech, "revolution", True, found.start() + 1, found.end())
    for found in _RAISED.finditer(marked):
        yield fact(speech, "power", words.name(found["w"]), found.start("w"), found.end("w"), found["w"], about="raised")
    for found in _CORPS_OF.finditer(marked):
        yield fact(speech, "power", words.name(found["w"]), found.start("w"), found.end("w"), found["w"], about="raised")
    for found in _STRENGTH.finditer(marked):
        value = found["n"] or "full"
        number = int(value[1:]) if value[0] == "N" else value
        yield fact(speech, "strength", number, found.start() + 1, found.end())
    for found in _PURPOSE.finditer(marked):
        word = found["w"] or found["v"]
        purpose = next((one for start, one in _PURPOSES.items() if word.startswith(start)), None)
        if purpose:
            yield fact(speech, "purpose", purpose, found.end() - len(word), found.end(), about="purpose")
    for found in _PHASE.finditer(marked):
        phase = {"winter": "Winter Quarters", "winter quarters": "Winter Quarters", "spring": "Reinforcement"}
        yield fact(speech, "phase", phase.get(found["p"], found["p"].capitalize()), found.start("p"), found.end())


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
            speech, "leader", name, found.start() + 1, found.end(), mark, at, about=about, at=words.name(at) if at else None
        )
        if re.match(r"(?: [,(-])* or (?:was it |maybe |perhaps )?(?:L\d+|not)", marked[found.end() :]):
            told.sure = False
        yield told


def _position(speech: Speech) -> Iterator[Fact]:
    marked = speech.words.marked
    for found in _POSITION.finditer(marked):
        around = marked[found.end() : found.end() + 60]
        told = fact(speech, "position", "1688 start", found.start() + 1, found.end())
        if found[0].strip() in ("from the start", "from the beginning", "at the start", "at the beginning", "as the start", "in the beginning"):
            if "Y1688" not in around and " of the game" not in around:
                continue
        before = marked[max(0, found.start() - 30) : found.start() + 1]
        if re.search(r" (?:not|no longer|since|after)(?: [a-z]+){0,2} $", before):
            continue
        yield told
    if found := _LONG_SINCE.search(marked):
        yield fact(speech, "_long_since", True, found.start() + 1, found.end())


def _cards(speech: Speech) -> Iterator[Fact]:
    marked, words = speech.words.marked, speech.words
    played = {found["e"] for found in _PLAYS.finditer(marked)}
    for found in re.finditer(r" (E\d+)(?= )", marked):
        whose = ""
        if found[1] in played:
            subject = re.search(r" (i|he|she|they|you|[WS]\d+)(?: [a-z]+){0,2} (?:play|plays|played|use|used|uses)(?: [a-z\":]+){0,4} $", marked[max(0, found.start() - 60) : found.start() + 1])
            whose = speech.whom(subject[1]) if subject else ""
        yield fact(speech, "event", words.name(found[1]), found.start() + 1, found.end(), whose=whose or None)
    for found in _NO_CARDS.finditer(marked):
        yield fact(speech, "cards", "none", found.start() + 1, found.end())


def side_told(power_or_side: str) -> str:
    """The side that a power or a leader fights for, where it is sure."""
    return power_or_side if power_or_side in OTHER else side_of_power(power_or_side) or side_of_leader(power_or_side)
