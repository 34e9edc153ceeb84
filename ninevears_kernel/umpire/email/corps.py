"""The corps that an email tells: how many, whose, how strong, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .doubts import sentence_before, sentence_behind, within
from .found import Fact
from .speech import Speech, fact, fact_in

_ADJECTIVES = (
    r"(?:full|fresh|reduced|demoralised|demoralized|strong|other|more|strength|healthy|good|whole|-|"
    r"of the|assigned|weak|extra)(?: ,)?"
)
_CORPS = re.compile(
    rf" (?P<n>N\d+|a|an|single)(?P<a1>(?: {_ADJECTIVES}){{0,3}})(?: (?:(?P<w1>W\d+)|S\d+))?(?P<a2>(?: "
    rf"{_ADJECTIVES}){{0,2}}) corps"
    r"(?: (?:of |from )?(?:the )?(?P<w2>W\d+)(?= )(?! (?:corps|N\d|player|(?:reduced|full)(?! (?:[,.;(]|and) "
    r"))))?(?P<a3>(?: ,| \()? (?:reduced|flipped|weakened|worn down|half strength)| full| demoralised)?(?= )"
)
_OWN = re.compile(
    r" (?:my|his|her|their|your|our)(?P<a> reduced| flipped| weakened| full)(?: (?P<w1>W\d+))? corps"
    r"(?P<rest> (?:in|at|inside|within) P\d+(?P<one> [,(] (?:it's |it is )?an?(?: reduced| full)? "
    r"(?P<w2>W\d+)(?: corps)?(?= [,.;)]))?)"
)
"""Corps of which the number is not told, unless what stands beside them says that it is one."""
_ONE_REDUCED = re.compile(
    r" the(?: single| only)? (?P<w>W\d+) corps(?: (?:in|at|inside) P\d+)?(?= (?:has been|had been|is|was|"
    r"got)(?: [a-z]+)? (?:reduced|flipped|weakened|worn down)(?= )(?! (?:and|but|then)))"
)
"""A single one, as the verb says, that is no longer full."""
_ANY_CORPS = re.compile(
    r" (?:an?|N1) (?:[a-z]+ )?corps (?:is|counts as|equals) (?:an?|N1) (?:[a-z]+ )?corps(?= )"
)
"""Nobody's corps: what somebody says of all of them, "a corps is a corps"."""
_COUNT_BEHIND = re.compile(r" (?P<w>W\d+)(?P<a> reduced)? corps(?: :| =)? (?P<n>N\d+)(?= [.,;)])")
_BARE_WITH = re.compile(
    r" with (?P<n>N\d+)(?P<a> reduced)?(?: full)? (?P<w>W\d+)(?= [.,;)])(?!(?: [.,?])* no )"
)
_GENERALLY = re.compile(
    r"^[^.,;]{0,30} (?:doesn't|does not|don't|never|makes? (?:no|a)|counts? (?:for|as|N\d)|is worth|adds?|"
    r"isn't enough|is not enough|would be|can't|cannot)(?= )"
)
"""Behind "a single corps": what one of them does at any time."""
_BY_RULE = re.compile(
    r" (?:may|can|could|is allowed|are allowed|is permitted) (?:only )?(?:be|ever|stand|raise)|"
    r" (?:per|for each|pick up|leave behind|a year|each year)(?= )"
)
"""Behind a number of corps: so a rule speaks, not the table."""
_ONE_AND_REDUCED = re.compile(
    r" (?P<n>N\d+) full(?: (?:,|and|&|\+))+(?=(?P<rest> N\d+ reduced(?: (?P<w>W\d+))?(?: corps)?))"
)
NO_FACT = re.compile(
    r" (?:(?:so|then|means|makes|gives) (?:the|a|my|his|our) (?:force|limit|maximum)|needs?|needed|requires?|"
    r"required|(?:may|can|could) only (?:lead|move|take|command|have)|least|most|than|limit|max|maximum|"
    r"up to|costs?|how many|only if|raise|raises|raising|or|"
    r"restore|restores|restoring|rally|rallies|rallied|rallying|pick(?:s|ed)? up|drop(?:s|ped)?(?: off)?|"
    r"leave behind|build|builds|loses?)(?: (?:is|of|a|the|just|at|only|to|it|for))* $"
)
_BREAKDOWN = re.compile(
    r" [(,] (?P<f>N\d+) full(?: W\d+)?(?: (?:,|and|\+|&))* (?P<r>N\d+|both) (?:is |are )?reduced(?: W\d+| "
    r"ones)?(?= [).,;])"
)
_SOME_REDUCED = re.compile(
    r"(?: there| here| left| total| in all| altogether| of mine| in it| with (?:him|her|them|me)| (?:from|to|"
    r"in|at|before) P\d+){0,3}(?: \(| ,)(?: of which| of them)? (?P<r>N\d+|an?|both|all|it(?:'s)?|which|"
    r"they)(?: of (?:them|which|those))?(?: is| are| was| were| has been| have been| already| now)*"
    r" (?:reduced|flipped(?: over)?|turned over|on (?:its|their) (?:back|weak side|reduced side)|(?:at |"
    r"down to )?half strength|worn down)(?= )(?! W\d)"
)
_BY_POWER = re.compile(
    r"(?: (?:S\d+|P\d+|[a-z']+)){0,6} [(:,-] (?P<list>N\d+(?: full| reduced)? W\d+(?:(?: (?:,|and|"
    r"&|\+))+ N\d+(?: full| reduced)? W\d+)+)(?= [.,;)])"
)
"""Behind a number of corps: how many of them are of which power."""
_AT_AFTER = re.compile(
    r"(?: (?:are|is|were|was|stand|stands|stood|sit|sits|sitting|standing|there|now|inside|still|,|under|"
    r"with|and|L\d+|W\d+|as|a|garrison|together|left|which|that|the|fortress|city|town|all|both|go|goes|went|"
    r"march|marches|marched|come|comes|came|move|moves|moved|set out|over)){0,6} (?P<prep>in|at|inside|near|"
    r"before|around|outside|within|from|out of|to|into)(?: (?:the|fortress|of|city|town|neutral)){0,3} "
    r"(?P<p>P\d+)"
)
_AT_BEFORE = re.compile(
    r" (?:(?P<prep>in|at|inside|within|besieg[a-z]+|siege of|siege to|attack[a-z]*|before|assault[a-z]*|"
    r"storm[a-z]*|invest[a-z]*)(?: (?:the|fortress|of|city))* )?(?P<p>P\d+)(?: (?:there|are|is|were|was|i|he|"
    r"she|they|you|we|stand|stands|have|has|had|with|only|now|,|:|-|using|L\d+|under|by|and|the|S\d+|"
    r"garrison|garrisoned|my|his|of|inside|holds|which|that|from|W\d+|\+|&|P\d+|still|\(|\)|cr|N\d+)){0,9} $"
)
_GARRISON = re.compile(
    r" garrison(?:ed)?(?: (?:of|is|was|has|had|have|:|=|-|only|just|there|a|an|were|in|at|inside|"
    r"P\d+|counts|by|the|consists|my|,|:|with|reduced|full|from|W\d+)){0,7} $"
)
_AND_MORE = re.compile(
    r"(?<= corps)(?: (?:full|reduced|at|of|strength|them|all|\(|\)|each|fresh)){0,4}(?: (?:and|plus|,|&|"
    r"\+))+ (?P<n>N\d+)(?P<a> reduced| full)? (?P<w>W\d+)(?P<b>(?: (?:that|which|both|all|are|is)){0,3}"
    r" (?:reduced|flipped))?(?= (?:[.,;)]|and|at"
    r"|in|with) )"
)
"""Behind corps: more of another power, without the word."""
_BARE_GARRISON = re.compile(
    r" garrison(?: (?:of|is|was|:|=|-|had|has|only|just|in|P\d+)){0,5} (?P<n>N\d+)(?: "
    r"(?P<w>W\d+))?(?= [.,;)])"
)
_FIRST_OF_TWO = re.compile(
    r" (?P<n>N\d+)(?P<a> reduced)?(?: full)? (?P<w>W\d+)(?= (?:and|\+|,|&|plus)"
    r"(?P<rest>(?: (?:and|\+|,|&|plus))*(?: N\d+(?: full| reduced)? W\d+(?: (?:and|\+|,|&|plus))+){0,4}"
    r" N\d+(?: full| reduced)? W\d+ corps) )"
)
_NO_GARRISON = re.compile(
    r" (?:no|without a|without|empty of|zero) garrison(?= )|(?: is| was| stands| stood) (?:empty|"
    r"ungarrisoned|undefended)(?= )| (?:no|not a single|nobody|no N1)(?: W\d+)?(?: corps| troops| one)? "
    r"(?:is |was |are |were |stands )?(?:inside|in the fortress|in the garrison)(?= )"
    r"| (?:there is|there's|there are) (?:nobody|no N1|nothing|no (?:[SW]\d+ )?corps)(?= (?:in|at|inside) "
    r"P\d)"
    r"| (?:inside|in|within|behind)(?: (?:the|its))? (?:walls|town|city|fortress|it)(?: there)?(?:'s| is| "
    r"was| stands| lies| sits| are| were) (?:nobody|no N1|nothing|no corps)(?= )"
)
_INSIDE = re.compile(
    r" (?:inside|garrison|garrisoned|within|in the fortress|behind the walls|shut in|in the city|"
    r"in the town)(?= )"
)
_IT_IS = re.compile(
    r" (?:it's|(?:it|that one) (?:is|was))(?: (?:really|actually|only|just|still|clearly))* $"
)
"""Before "a full corps": so somebody speaks of the one that was named before, inside."""
_IN_WALLS = re.compile(
    r" (?:(?:inside|within|behind)(?: (?:the|its|his|my))? walls|inside|garrison)(?: [a-z]+| :| L\d+){0,3} $"
)
_AS_GARRISON = re.compile(
    r"(?: (?:as|are|is|in|were|was|the|a|my|his|its|shut|up|locked|holed|trapped|stuck|sitting|bottled|"
    r"penned|caught|sat|sits|lies|lay)){0,5} (?:garrison|fortress|inside|(?:in|within|behind) (?:the|its|his|"
    r"my) (?:town|city|fortress|place|walls|citadel)|in there)(?= )|(?: (?:and|,) N\d+(?: full|"
    r" reduced)?(?: W\d+)? corps)* (?:in|inside) it(?= )"
)
_WEAKENED = re.compile(r"reduced|flipped|weakened|worn down|half strength")
_ARE_WEAK = re.compile(
    r"(?: (?:in|at|inside) P\d+)?(?: (?:are|is|were|was|all|both|now|still|already|of|them))+ (?:reduced|"
    r"flipped|weakened)(?= )"
)
_IN_TOWN = re.compile(
    r" (?:(?:in|inside|within|behind) (?:the|its|this|that) (?:town|city|fortress|place|walls|citadel)|"
    r"in there)"
    r"(?: (?:,|there|sits?|sat|stands?|stood|is|are|was|were|lies|lay|still|now|only|just|at|least)){0,4} $"
)
"""Before a number of corps: they are inside."""


_IN_WHICH = re.compile(
    r" (?P<p>P\d+) (?:, |\( )?(?:in|inside|within) (?:which|whose (?:walls|citadel)|it)(?: (?:there|only|"
    r"just|still|now|lies?|lay|sits?|sat|stands?|stood|is|are|was|were))* $"
)
"""Before a number of corps: they are inside the place that stands before."""
_LISTED = (
    r"N\d+(?: full| reduced)? W\d+(?:(?: ,| \()? N\d+ (?:of them |of which )?(?:is |are )?reduced(?= ))?"
)
_LIST = re.compile(
    rf" (?:[LS]\d+|with|has|had|have)(?: \( [^()]{{0,20}} \))?(?: [,:])?(?: (?:and|with|has|had))* "
    rf"(?P<list>{_LISTED}"
    rf"(?:(?: (?:,|and|\+|&|\)))+ {_LISTED})*)(?= (?:[.,;)]|(?:and|then) [a-z]+(?:ed|s|es) ))"
)
"""Corps by power, without the word: "Waldeck, 4 Dutch, 2 of them reduced, and 1 Spanish"."""
_ITEM = re.compile(
    r"N(?P<n>\d+)(?P<a> full| reduced)? (?P<w>W\d+)(?:(?: ,| \()? N(?P<r>\d+) (?:of them |of which "
    r")?(?:is |are )?reduced(?= ))?"
)
_MORE = re.compile(r" (?:more|another|extra|additional|added|raised|placed)(?: (?:a|an|one|the))* $")
_GONE_BEFORE = re.compile(
    r" (?:removed|lost|eliminated|destroyed|minus|took away)(?: (?:a|an|one|the|my|his|all))* $"
)
_GONE_BEHIND = re.compile(
    r"(?: (?:in|at) P\d+)?(?: (?:has|have|had|is|are|was|were|been))* (?:gone|lost|removed|eliminated|"
    r"destroyed|dead)(?= )"
)
"""Around corps by which a position differs from the one that a letter begins with."""


def _some(said: str, count: int) -> int:
    """How many of some corps "both", "a" or a number are."""
    if said in ("both", "all", "it", "it's", "which", "they"):
        return count
    return int(said[1:]) if said[0] == "N" else 1


def corps_facts(speech: Speech) -> Iterator[Fact]:
    """The corps that a passage tells, and that a garrison is not there."""
    marked, words = speech.words.marked, speech.words
    spans: list[tuple[int, int]] = []
    of_all = [one.span() for one in _ANY_CORPS.finditer(marked)]
    for found in _OWN.finditer(marked):
        mark = found["w1"] or found["w2"]
        own = _corps_fact(speech, found.start(), found.start("rest"), 1, mark, found["a"])
        own.sure = own.sure and bool(found["one"])
        yield own
        of_all.append(found.span())
    restores = re.search(r" (?:restor[a-z]*|flip)(?= )", marked)  # of a garrison `strength.py` tells it
    for found in _ONE_REDUCED.finditer(marked) if restores else ():
        yield _corps_fact(speech, found.start(), found.end("w") + 6, 1, found["w"], " reduced")
    for found in _CORPS.finditer(marked):
        if within(found.start(), of_all):
            continue
        before = marked[max(0, found.start() - 60) : found.start() + 1]
        asked = found["n"] in ("a", "an") and re.search(r" (?:of|what|which|can|may|not|never|no) $", before)
        general = found["n"] in ("a", "an", "single") and _GENERALLY.search(
            marked[found.end() : found.end() + 60]
        )
        if asked or general or NO_FACT.search(before) or _BY_RULE.match(marked, found.end()):
            continue
        adjectives = f"{found['a1']}{found['a2']}{found['a3'] or ''}"
        owner = re.search(r" (W\d+)(?: (?:has|have|had|only|still|now|,|:|brings?|uses?|with))+ $", before)
        mark = found["w1"] or found["w2"] or (owner[1] if owner else None)
        count = int(found["n"][1:]) if found["n"][0] == "N" else 1
        if not 0 < count <= 60:
            continue
        spans.append(found.span())
        rest = marked[found.end() : found.end() + 80]
        reduced = None
        if (parts := _BY_POWER.match(rest)) and mark is None:
            told = re.findall(r"N(\d+)( full| reduced)? (W\d+)", parts["list"])
            if sum(int(number) for number, _, _ in told) == count:
                spans.append((found.end(), found.end() + parts.end()))
                for number, state, whose in told:
                    yield _corps_fact(speech, *found.span(), int(number), whose, state)
                continue
        if parts := _BREAKDOWN.match(rest):
            reduced = _some(parts["r"], 2)
            if mark is None and (named := re.search(r"W\d+", parts[0])):
                mark = named[0]
            spans.append((found.end(), found.end() + parts.end()))
        elif parts := _SOME_REDUCED.match(rest):
            reduced = _some(parts["r"], count)
        if reduced is not None and 0 < reduced <= count:
            if count > reduced:
                yield _corps_fact(speech, *found.span(), count - reduced, mark, "")
            yield _corps_fact(speech, *found.span(), reduced, mark, " reduced")
        else:
            yield _corps_fact(speech, *found.span(), count, mark, adjectives)
    for found in _LIST.finditer(marked):
        for item in _ITEM.finditer(marked, *found.span("list")):
            if within(item.start(), spans):
                continue
            spans.append(item.span())
            count, weak = int(item["n"]), int(item["r"] or 0)
            for some, state in ((count - weak, item["a"] or ""), (weak, " reduced")):
                if some > 0:
                    yield _corps_fact(speech, item.start() - 1, item.end("w"), some, item["w"], state)
    for pattern in (_COUNT_BEHIND, _BARE_WITH, _ONE_AND_REDUCED, _FIRST_OF_TWO, _AND_MORE, _BARE_GARRISON):
        for found in pattern.finditer(marked):
            group, bare = found.groupdict(), pattern in (_ONE_AND_REDUCED, _AND_MORE, _BARE_GARRISON)
            start = found.start("n") - 1 if bare else found.start()
            end = found.end() + len(group.get("rest") or "")
            if within(found.start("n"), spans):
                continue
            count, mark = int(found["n"][1:]), found["w"]
            state = " reduced" if "reduced" in (group.get("a") or "") or group.get("b") else ""
            yield _corps_fact(speech, start, end, count, mark, state, pattern is _BARE_GARRISON)
    for found in _NO_GARRISON.finditer(marked):
        before = "" if "garrison" in found[0] else marked[max(0, found.start() - 12) : found.start()]
        place = re.search(r" (P\d+)$", before)
        space = {"space": words.name(place[1])} if place else {}
        yield fact_in(speech, "garrison", "none", found, place and place[1], **space)


def _corps_fact(
    speech: Speech, start: int, end: int, count: int, mark: str | None, adjectives: str, inside: bool = False
) -> Fact:
    """Corps that are told between two places: how many, the mark of their power, and what is said of them."""
    marked = speech.words.marked
    sentence, after = sentence_before(marked, start, 110), sentence_behind(marked, end, 110)
    where = _place_of(speech, sentence, after)
    if whose_walls := _IN_WHICH.search(sentence):
        where, inside = whose_walls["p"], True
    inside = inside or any(one.search(sentence) for one in (_GARRISON, _IN_WALLS, _IN_TOWN))
    inside = inside or bool(_INSIDE.match(after) or _AS_GARRISON.match(after))
    inside = inside or bool(count == 1 and mark is None and adjectives.strip() and _IT_IS.search(sentence))
    value: dict[str, object] = {"power": speech.words.name(mark)} if mark else {}
    value |= {"count": count, "reduced": bool(_WEAKENED.search(adjectives) or _ARE_WEAK.match(after))}
    if "demorali" in adjectives:
        value["demoralised"] = True
    if where:
        value["space"] = speech.words.name(where)
    if inside:
        value["inside"] = True
    told = fact(speech, "corps", value, start + 1, end, mark, where)
    if _MORE.search(f"{sentence[-30:]}{adjectives} ") or " more" in f" {told.said}":
        told.details["change"] = "more"
    elif _GONE_BEFORE.search(sentence) or _GONE_BEHIND.match(after):
        told.details["change"] = "gone"
    told.about = "?"  # said when all is read
    return told


_THERE_BEHIND = re.compile(
    r"(?: (?:and|,) N\d+(?: full| reduced)?(?: W\d+)? corps)*(?:(?: (?:are|were|is|was|standing|left|in))? "
    r"there| (?:in|inside) it)(?= )"
)
_THERE_BEFORE = re.compile(
    r" (?:L\d+|stands?|sits?|standing|sitting|waiting|stood|sat|are|is|was|were|has|have|had|i've)"
    r" there(?: (?:with|and|,|N\d+|[WS]\d+|full|reduced|corps|all))* $"
)
"""Around corps: they stand in the place that was named last."""
_THERE = re.compile(r" (?:there's|there|sits?|stands?|is|are)(?= )")


def _place_of(speech: Speech, sentence: str, after: str) -> str | None:
    """The mark of where corps stand that are told between two parts of a sentence."""
    words = speech.words
    if _THERE_BEHIND.match(after) or _THERE_BEFORE.search(sentence):
        earlier = re.findall(r"P\d+", words.marked[: words.marked.find(sentence) + len(sentence)])
        if earlier:
            return str(earlier[-1])
    found = _AT_AFTER.match(after)
    next_clause = found and "," in found[0] and _THERE.match(after, found.end())  # "..., in Turin there's"
    if found and not next_clause and found["prep"] not in ("to", "into"):
        return found["p"]
    before = _AT_BEFORE.search(sentence)
    if not before or not (before["prep"] or words.is_sure(before["p"])):
        return None
    if re.search(r" (?:to|into|for|towards?)(?: the)? $", sentence[: before.start("p")]):
        origin = re.search(r" from (P\d+)", sentence)
        return origin[1] if origin else None
    if origin := re.search(r" from (P\d+)", sentence[before.start() :]):
        return origin[1]
    return None if (before["prep"] or "").startswith("attack") else before["p"]
