"""What an email counts and names beside the pieces of a war: points, cards, ratings, purposes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from .corps import NO_FACT
from .doubts import numbers_marked
from .found import OTHER, Fact
from .names import is_rated
from .rolls import LIST
from .speech import Speech, fact, fact_in

_STRENGTH = re.compile(
    r" (?:at |of |, )?(?:(?<!fortress )strength(?: (?:of|is|was|:|=|to|now|being))* (?P<n>N[12]|full|"
    r"reduced)|full(?: -)? strength)(?= )| corps(?: ,| \()? (?P<r>reduced|full)(?= )| rais[a-z]+ (?:an? |the "
    r"|N1 )?(?P<q>reduced|full)(?= )| (?:an?|N1) (?P<s>full) W\d+ corps(?= )"
)
_CORPS_OF = re.compile(
    r" (?:an?|the|my|his|of|for|\(|,|any)(?: (?:reduced|full))? (?P<w>W\d+) (?:reduced )?corps(?= )"
    r"|(?:(?<= corps) [^.]{0,60}\. (?:it's|it is|they're|they are)(?= W\d+ [.,;)])| (?:an?|N1) corps "
    r"(?:of|from)(?: the)?| rais[a-z]+ (?:an?|N1) corps) (?P<v>W\d+)(?= )"
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
_HAS = re.compile(r" (?:have|has|had|with|got)(?: only| just)? $")
_LEFT = re.compile(
    r" (?:left|remain|remains|remaining|still|in hand|to spend|to spare|are left|is left)(?= )"
    r"(?! (?:of|on|until|till|before|from|to (?:victory|win|winning|go|reach|the)))"
)
_PAID = re.compile(
    r" (?:for|make (?:that|it)|costs?|pays?|paid|paying|spends?|spending|spent|price of|needs?)"
    r"(?: (?:just|only|my|his))* $"
)
_BOUGHT = re.compile(r" (?:restor|rais|build|built)[a-z]* , $")
_EACH = re.compile(r" (?:each|apiece|per|a (?:level|corps|piece|line))(?= )")
"""Around points: somebody has them, or they are the price of something."""
_CONCEDED = re.compile(
    r" (?P<who>i|he|she|they|you|we|[WS]\d+|nobody)(?: \( [WS]\d+ \))?(?: (?:player|have|has|had|only|also|"
    r"did|side))* (?:conceded?s?|made?|makes?|offers?|offered|gave|gives?|hands?|handed|discard(?:s|"
    r"ed)?)(?: (?:only|up|just|over|in|away))* (?P<what>nothing|no concessions?|none|both|(?:an?|N1)"
    r" (?:action )?cards? (?:and|plus|&|\+) N2 (?:resource )?(?:points|rps?)|(?:an?|N\d+)"
    r" (?:action )?(?:cards?|concessions?)|N\d+ (?:resource points|rp|points)|"
    r"(?<=conceded )N[012](?= [.,;)])|(?<=concedes )N[012](?= [.,;)]))(?= )"
)
_EACH_CONCEDED = re.compile(
    r" (?:we each|we both|both of us|each of us|both sides|each side|both players|each player|neither of us|"
    r"both)(?: (?:have|has|had|only|just|also|each))* (?:conceded?s?|made?|makes?|offered|gave)"
    r"(?: (?:only|up|just))* "
    r"(?P<what>nothing|no concessions?|none|(?:an?|one|N[012]) (?:action )?(?:cards?|concessions?))(?= )"
)
_VP_AT = re.compile(
    r" (?:vp|vps|victory points)(?: (?:are|is|was|at|:|=|marker|track|stands?|on|now|still|of|"
    r"(?:went|goes|gone|moved|moves|rose|fell)(?: up| down)? from N\d+ to))* (?P<n>N\d+)(?= )"
    r"|(?<! war)(?<! kww)(?<! siege)(?<! turn)(?<! year)(?<! round)(?<! action)(?<! control)(?<! line) marker"
    r"(?: (?:is|was|stands?|stood|sits?|rests?|rested|ended|ends|stays?|now|still|already|has reached|up))* "
    r"(?:on|at) (?P<m>N\d+)(?= )"
)
_HAND = re.compile(
    rf" (?P<who>[WS]\d+|my|his|her|their|your|i|he)(?: (?:player|side|had|have|has|holds?|held))? "
    rf"(?:hand|cards|action cards)(?: (?:is|was|:|=|of|are|were|-|in hand))* (?P<list>{LIST})(?= )"
)
_HAND_LISTED = re.compile(
    rf" (?P<who>[WS]\d+|i|he|she|they|opponent)(?: \( [WS]\d+ \))?(?: (?:player|:|has|have|had|holds?|"
    rf"held))* N(?P<count>\d+) "
    rf"(?:action )?cards?(?: (?:in|my|his|her|their|hand|left|too|each))* (?:\(|:|,) (?P<list>{LIST})(?= )"
    r"| (?:(?P<whom>[WS]\d+|i|i'm|he|she|they|opponent)(?: (?:player|the|[WS]\d+|and)){0,3} (?:hold|holds|"
    r"held|have|has)|(?P<side>S\d+)(?: player)?(?: :)?) (?P<row>(?>N[123](?: (?:,|and))?(?: N[123](?: (?:,|"
    r"and)(?= N))?)+))(?= (?:[.,;)]|in (?:his|her|my|their|hand)))"
)
_WHOSE, _CARDS = ("who", "whom", "side"), ("list", "row")
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
    r"(?P<n>N\d+)(?P<more>(?:(?: (?:,|and|&|\+|/))+ N\d+(?! corps)){0,5})(?= )"
)
_RATED = re.compile(
    r" (?:(?P<l>L\d+)|(?:minor|other|third|small|lesser|junior|second) (?:leader|general|N1))"
    r" (?:\( (?P<n>N[1-9]) \)|(?:(?:with|has|is|at|=|:|commands|counts(?: as| for)?|"
    r"worth)(?: an?)? )?(?P<m>N[1-9])(?= (?:[.,;)]|and|leave|go|march)))"
)
_CARDS_HELD = re.compile(
    r" (?P<who>i|he|she|they|you|[WS]\d+)(?: \( [WS]\d+ \))?(?: (?:still|only|player|just))*"
    r" (?:hold|holds|held|have|has|had|keeps?|kept) (?P<n>N\d+) (?:action )?cards?(?= )"
)
_NO_CARDS = re.compile(
    r" (?:no|without|without any|neither side plays|nobody played)(?: (?:event|combat|action|"
    r"played|other))? cards?(?= )"
)
_PHASE = re.compile(
    r" (?P<p>event|reinforcement|campaign|winter|expenses|spring) phase(?= )| (?P<q>winter quarters)(?= )"
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
    r" [(,] (?P<x>victory|reinforcement|restore|siege)(?: purposes?)?(?= [),.])| (?P<y>victory|"
    r"reinforcement) purposes?(?= )| (?:for|to|so that)(?: (?:the|i|he|can|my|his|a|get|place|raising|new|"
    r"W\d+|purposes? of)){0,3} (?P<w>victory|reinforcements?|reinforcing|reinforce|restoring|restore|"
    r"restoration|siege|besieging|besiege|fortified line|building a line)(?= )| purpose(?: (?:is|was|:|=|of|"
    r"the|line))* (?P<v>victory|reinforcement|reinforce|restore|restoring|siege|line)(?= )"
)


_KWW = re.compile(
    r" (?:kww|king william's war)(?: (?:marker|is|was|stands?|sits|stays?|rests?|ended|at|on|in|box|track|"
    r"still|now|:|=|,|the))* (?P<sign>\+ |- )?(?P<n>N[0-3])(?: vps?| victory points?)?(?= )"
    r"|(?<= )(?:kww|king william's war)(?: [^. ]+){1,14}? (?P<sign2>\+ |- )(?P<n2>N[0-3])(?: vps?| victory "
    r"points?)(?= )"
)


def tallies(speech: Speech) -> Iterator[Fact]:
    """Points, concessions, hands, purposes and what else a passage counts or names."""
    marked, words = speech.words.marked, speech.words
    told_of: set[str] = set()
    track = [*_KWW.finditer(marked)]
    for found in track:
        number, sign = found["n"] or found["n2"], found["sign"] or found["sign2"]
        yield fact_in(speech, "kww", int(number[1:]) * (-1 if sign == "- " else 1), found)
    for found in _POINTS.finditer(marked):
        what, before = found["what"], marked[max(0, found.start() - 40) : found.start() + 1]
        if what.startswith("point"):
            own = _HAS.search(before[-21:]) or _LEFT.match(marked, found.end())
            if not (own and re.search(r" (?:rais|restor|build|fleet|flip|recruit|lines?)", marked)):
                continue
            what = "resource points"
        if NO_FACT.search(before) or any(one.start() < found.start() < one.end() for one in track):
            continue
        if re.match(r" (?:off|less|down|up|more|too|for|towards)(?= )", marked[found.end() :]):
            continue  # a change, or a claim
        paid = _PAID.search(before[-31:]) or _BOUGHT.search(before[-12:]) or _EACH.match(marked, found.end())
        what = "cost" if paid else "resource points" if what.startswith("r") else "victory points"
        yield fact_in(speech, "number", int(found["n"][1:]), found, about=what, what=what)
    for found in _VP_AT.finditer(marked):
        if re.match(
            r" (?:towards|closer|nearer|up|down|back|box|boxes|step|steps|spaces?)(?= )",
            marked[found.end() :],
        ):
            continue  # how far it moves
        points = int((found["n"] or found["m"])[1:])
        yield fact_in(speech, "number", points, found, about="victory points", what="victory points")
    for found in _CONCEDED.finditer(marked):
        what = found["what"]
        if what.startswith("no"):
            number = 0
        elif what == "both" or re.search(r" (?:and|plus|&|\+) ", what):
            number = 2
        elif "point" in what or " rp" in what or what[0] != "N":
            number = 1
        else:
            number = int(what.split(" ")[0][1:])
        whose = speech.whom(found["who"])
        if number <= 2:
            told_of.add(whose)
            yield fact_in(speech, "concessions", number, found, of=whose)
    for found in re.finditer(
        r" (?:nobody|no one|neither(?: side| of us| player)?)(?: has| had)? (?:conceded|concedes?)(?= )"
        r"| (?:no|without|zero) concessions?(?: made| at all)? (?:from|by|on) (?:either|both|any|"
        r"anybody)(?= )",
        marked,
    ):
        for side in list(OTHER)[:2]:
            yield fact_in(speech, "concessions", 0, found, of=side)
    for found in _EACH_CONCEDED.finditer(marked):
        what, me = found["what"], speech.by(found.start())
        number = 2 if what == "both" else int(what[1]) if what[0] == "N" else 1
        number = 0 if what.startswith("no") or "neither" in found[0] else number
        sides = list(OTHER)[:2] if me in OTHER or not me else [me, speech.whom("he")]
        for side in sides:
            yield fact_in(speech, "concessions", number, found, of=side)
    for found in re.finditer(r" (?P<who>[WS]\d+|he|she|they|opponent) (?:none|nothing)(?= )", marked):
        if (whose := speech.whom(found["who"])) and told_of and whose not in told_of:
            yield fact_in(speech, "concessions", 0, found, of=whose)
    for found in [*_HAND.finditer(marked), *_HAND_LISTED.finditer(marked)]:
        who, row = (next(filter(None, map(found.groupdict().get, keys))) for keys in (_WHOSE, _CARDS))
        whose = speech.whom("i" if who == "my" else who)
        if all(1 <= one <= 3 for one in numbers_marked(row)):
            yield fact_in(speech, "hands", numbers_marked(row), found, of=whose)
    for found in re.finditer(r" (?P<n>N[1-6]) (?:more )?actions? (?:left|remaining|to go)(?= )", marked):
        yield fact_in(speech, "actions_left", int(found["n"][1:]), found)
    for found in _LAID.finditer(marked):
        number = int(found["n"][1:])
        who = found["who"]
        sides = ["Bourbon", "Alliance"] if "both" in who or who == "we" else [speech.whom(who)]
        apart = len(sides) > 1 and re.match(
            r" \( | (?:and|,) N\d", marked[found.end() :]
        )  # "we laid 2 and 3"
        for side in sides if 1 <= number <= 3 else ():
            yield fact_in(speech, "laid", number, found, of=side, sure=not apart)
    for found in _REVOLUTION.finditer(marked):
        around = f"{found['pre']} {found['post']}"
        if re.search(r" (?:before|no|not|without|yet to|until)\b|n't", around):
            yield fact_in(speech, "revolution", False, found)
        elif re.search(
            r" after the\b| since the\b| (?:has|had) (?:taken|happened|been)| took place| "
            r"happened| is done| over\b",
            around,
        ):
            yield fact_in(speech, "revolution", True, found)
    for found in chain(_RAISED.finditer(marked), _CORPS_OF.finditer(marked)):
        which = "v" if found.groupdict().get("v") else "w"
        mark, (start, end) = found[which], found.span(which)
        yield fact(speech, "power", words.name(mark), start, end, mark, about="raised")
    for found in _STRENGTH.finditer(marked):
        value = found["n"] or found["r"] or found["q"] or found["s"] or "full"
        strength: int | str = int(value[1:]) if value[0] == "N" else value
        yield fact_in(speech, "strength", strength, found)
    for found in _PURPOSE.finditer(marked):
        word = found["w"] or found["v"] or found["x"] or found["y"]
        purpose = next((one for start, one in _PURPOSES.items() if word.startswith(start)), None)
        if purpose:
            start = found.start() + found[0].index(word)
            yield fact(speech, "purpose", purpose, start, start + len(word), about="purpose")
    for found in _PHASE.finditer(marked):
        phase = {"winter": "Winter Quarters", "winter quarters": "Winter Quarters", "spring": "Reinforcement"}
        name = found["p"] or found["q"]
        yield fact_in(speech, "phase", phase.get(name, name.capitalize()), found)


def ratings(speech: Speech) -> Iterator[tuple[list[int], int, int]]:
    """The command ratings that a passage tells, each with where it stands."""
    marked, words = speech.words.marked, speech.words
    told = []
    for found in _CR.finditer(marked):
        numbers = numbers_marked(found["n"] + found["more"])
        if all(1 <= one <= 9 for one in numbers):
            told.append((numbers, found.start() + 1, found.end()))
    for found in _RATED.finditer(marked):  # a number behind a name is a rating if it is the leader's own
        which = "n" if found["n"] else "m"
        number = int(found[which][1:])
        if found["l"] is None or is_rated(words.name(found["l"]), number):
            told.append(([number], *found.span(which)))
    yield from sorted(told, key=lambda one: one[1])


def cards(speech: Speech) -> Iterator[Fact]:
    """The cards that a passage tells."""
    marked, words = speech.words.marked, speech.words
    for found in re.finditer(r" (E\d+)(?= )", marked):
        yield fact_in(speech, "event", words.name(found[1]), found)
    for found in _CARDS_HELD.finditer(marked):
        whose = speech.whom(found["who"], at=found.start())
        yield fact(speech, "cards", int(found["n"][1:]), found.start("n"), found.end(), of=whose)
    for found in _NO_CARDS.finditer(marked):
        yield fact_in(speech, "cards", "none", found)
