"""Which system an email is about, and which question it asks."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .names import folded
from .words import Words

_SYSTEMS: Mapping[str, tuple[tuple[str, int], ...]] = {
    "HIS": (
        (r"\bhere i stand\b", 8),
        (r"\bHIS\b", 5),
        (r"\bsquadrons?\b", 3),
        (r"\bnaval (?:combat|battle)\b", 2),
        (r"\bcorsairs?\b", 2),
        (r"\bha[pb]sburgs?\b", 2),
        (r"\bottomans?\b", 1),
        (r"\bbarbarossa\b", 1),
    ),
    "VQ": (
        (r"\bvirgin queen\b", 8),
        (r"\bVQ\b", 8),
        (r"\bgalleys?\b|\bgalleons?\b|\brace[- ]built\b", 3),
        (r"\bnaval (?:combat|battle)\b", 1),
        (r"\btelescope\b|\bmap projection\b", 4),
        (r"\bhome cards?\b|\bpower card\b|\bexpedition\b", 3),
        (r"\bhuguenots?\b|\bphilip ii\b|\belizabeth i\b|\bsuleiman\b", 2),
        (r"\bcorsairs?\b|\bottomans?\b", 1),
    ),
    "MP": (
        (r"\bmusket (?:and|&|n) pike\b", 8),
        (r"\bM&P\b|\bMPBS\b|\bM & P\b", 8),
        (r"\baccursed civil war\b|\bsweden fights on\b|\bgustav adolf\b|\bnothing gained but glory\b|\blily banners\b|\bsaints in armor\b", 8),
        (r"\b(?:TACW|SFO|GAG|NGBG|ULB|SiA)\b", 6),
        (r"\bsalvo\b|\bpreempt\w*\b|\bpre-empt\w*\b|\bhedge\b|\bhexsides?\b|\bpounders?\b", 3),
        (r"\bheavy infantry\b|\broyalists?\b|\bpistols?\b", 2),
    ),
    "NY": (
        (r"\bnine years\b", 8),
        (r"\bbourbons?\b", 3),
        (r"\bgrand alliance\b|\balliance\b", 2),
        (r"\b16(?:8[89]|9\d)\b", 3),
        (r"\bcorps?\b", 3),
        (r"\bcontinuing siege\b", 3),
        (r"\bfortress\b|\bbesieg\w+\b|\bsiege\b", 2),
        (r"\bresource points\b|\bline of communications?\b|\bLOC\b|\brally\b", 2),
    ),
}
_CASE_MATTERS = re.compile(r"\\b(?:HIS|VQ|\(\?:TACW|M&P)")


def system_of(text: str, names: int) -> str | None:
    """The system that an email is about; None when nothing tells it.

    Args:
        text: the words of the email, and of its subject.
        names: how many names of *Nine Years* are in it.

    >>> system_of("Here I Stand: three squadrons attack", 0), system_of("hello", 0)
    ('HIS', None)
    """
    text = text[:60_000]
    points = {"NY": min(names, 4) * 2} | {}
    for system, patterns in _SYSTEMS.items():
        for pattern, weight in patterns:
            flags = 0 if _CASE_MATTERS.search(pattern) else re.IGNORECASE
            if re.search(pattern, text, flags):
                points[system] = points.get(system, 0) + weight
    best = sorted(points, key=lambda one: -points[one])
    if points[best[0]] < 3 or (len(best) > 1 and points[best[0]] - points[best[1]] < 1):
        return None
    return best[0]


_QUESTIONS: Mapping[str, Mapping[str, tuple[tuple[str, int], ...]]] = {
    "NY": {
        "siege": ((r"besieg[a-z]+", 4), (r"siege (?:of|at|roll|die)|lay siege|siege action", 4), (r"siege", 3), (r"garrison", 2), (r"falls?|continuing", 1), (r"assaults?|storms?", 1)),
        "battle": ((r"battle", 4), (r"attack(?:s|ed|ing)? (?:the )?[PLWS]\d", 4), (r"attack[a-z]* (?:with|from)", 4), (r"attacker|defender", 2), (r"fought|fight", 2), (r"attack[a-z]*", 2), (r"famous victory", 3), (r"retreats?", 1)),
        "loc": ((r"lines? of communications?", 9), (r"loc|locs", 6), (r"(?:in|out of|traces?|draw) supply", 4), (r"supplied|supply line|unsupplied", 5), (r"traces?", 2), (r"cut off", 4), (r"supply", 1)),
        "resource-points": ((r"how many (?:resource points|rps?|resources)", 9), (r"income|resource points? (?:do|does|are|should)", 4), (r"resource points", 1)),
        "peace-roll": ((r"peace (?:roll|die|dice)|roll(?:s|ed)? for peace", 8), (r"peace", 4), (r"concede[a-z]*|concessions?", 3)),
        "force": ((r"force of N\d+", 5), (r"how many corps (?:may|can|could|do) [^.]{1,40}(?:go|take|lead|march|command|move)", 7), (r"adds? (?:them|it|those|up)", 2), (r"force (?:limit|size)", 6), (r"cr N\d|rating of N\d", 2), (r"two leaders|N2 leaders", 3), (r"too (?:many|big|large)", 1)),
        "rally": ((r"rally|rallies|rallied|rallying", 7),),
        "deploy-fleet": ((r"deploy[a-z]*", 6), (r"fleet [^.]{0,60}(?:vs|versus|against|v) [^.]{0,40}fleet", 6), (r"who controls [^.]{0,20}Z\d+", 4), (r"fleet", 1), (r"sea zone|sea control", 2)),
        "sea-move": ((r"sail[a-z]*", 5), (r"to ship|ships [LN]\d|shipped|shipping", 5), (r"by sea|overseas|sea move[a-z]*|naval transport|sea transport", 5), (r"crossing|lands? (?:at|in)|landing|landed|transport[a-z]*|embark[a-z]*", 4)),
        "transfer": ((r"transfer[a-z]*", 8),),
        "raise": ((r"rais(?:e|es|ed|ing) (?:an?|N1|one|full|reduced|W\d|new|the)?[^.]{0,30} corps", 8), (r"rais(?:e|es|ed|ing)|recruit[a-z]*", 4)),
        "restore": ((r"restor[a-z]+", 8), (r"bring [^.]{0,30} (?:to|up to|back to) full", 4)),
        "build-line": ((r"(?:build|builds|built|building|dig|digs|raise) [^.]{0,25} lines?", 8), (r"fortified lines?", 4), (r"entrench[a-z]*", 6)),
        "build-fleet": ((r"(?:build|builds|built|building|raise|raises|raised|raising|fits? out|buy|buys) [^.]{0,30} fleet", 10),),
        "first-player": ((r"who (?:goes|starts|begins|plays|moves|is) O1", 9), (r"(?:goes|go|going|play|plays) O1", 5), (r"O1 player|initiative", 6), (r"who (?:starts|begins)", 5)),
        "victory": ((r"automatic victory", 9), (r"who (?:wins|won|would win) (?:the (?:war|game)|by points|on points)", 7), (r"(?:is|has) the (?:war|game) (?:over|won|ended)|(?:ends|end) the (?:war|game)", 5), (r"sudden death", 5), (r"victory points", 2)),
        "winter": ((r"winter quarters", 6), (r"wintering|over the winter|in winter", 3), (r"must [^.]{0,30}(?:withdraw|leave|go home)", 2)),
        "revolution": ((r"(?:does|will|is|has|can|did|trigger[a-z]*|happens?|takes? place)[^.]{0,30} revolution", 6), (r"revolution [^.]{0,25}(?:happen|take place|takes place|trigger|occur|now)", 6), (r"revolution", 2)),
        "savoy": ((r"W\d+ (?:can |may |does |to |now )?(?:joins?|leaves?|switch[a-z]*|changes? sides|defects?|becomes? neutral|is neutral|be made neutral)", 7), (r"neutral", 1), (r"(?:make|makes|made|making) W\d+ neutral", 8)),
        "action": ((r"intercept[a-z]*", 6), (r"avoids? (?:battle|combat)|avoid[a-z]*", 5), (r"march[a-z]*", 4), (r"campaign (?:action|to|from|P\d)", 4), (r"replacement|replace[a-z]*", 6), (r"(?:may|can|could) [^.]{0,30}(?:enter|cross|pass|move)", 3), (r"moves? (?:from|to|into|through)", 3), (r"is [^.]{0,20}(?:action|move|order)", 2)),
    },
    "HIS": {"naval-combat": ((r"[a-zNW0-9]+", 5),)},
    "VQ": {
        "interception": ((r"intercept[a-z]*", 7),),
        "avoidance": ((r"avoid[a-z]*", 7), (r"withdraw[a-z]*|slip away", 2)),
        "naval-combat": ((r"naval (?:combat|battle)", 6), (r"sea battle|combat at sea", 5), (r"(?:attack|attacks|attacked|fights?) ", 2), (r"hits?", 1)),
        "navigation": ((r"navigation (?:roll|rating|table)", 6), (r"navigation", 4), (r"dangerous voyage|trade wind|map projection", 5), (r"ocean zone|expedition|voyage", 2)),
        "naval-movement": ((r"naval mov[a-z]+", 6), (r"step by step", 2)),
        "power": ((r"who (?:plays|controls|runs) W\d", 7), (r"is W\d+ (?:a )?(?:major|minor)", 6), (r"loyal", 4), (r"activat[a-z]+", 3)),
        "power-card": ((r"power cards?", 7), (r"how many (?:cards|victory points)", 2)),
        "formation": ((r"formations?", 8), (r"command ratings?", 3), (r"leaders? (?:rated|with ratings?)|move together", 5)),
        "land-unit": ((r"land units?", 2), (r"(?:cavalry|mercenaries|regulars)", 4), (r"(?:raise|build|take part|field battle|siege)", 1)),
        "make-change": ((r"mak(?:e|es|ing) change", 8), (r"break (?:down|a) [^.]{0,20}counter|small counters", 6)),
        "leader": ((r"(?:does|do|can) [^.]{0,40}(?:rating|leader) [^.]{0,40}(?:count|apply|used)", 7), (r"piracy rating|starting piracy", 4), (r"battle rating [^.]{0,30}(?:assault|siege)", 6)),
        "default-leader": ((r"default leaders?", 9),),
        "captain": ((r"sea captain", 4), (r"(?:take|takes|hire|engage)[a-z]* [^.]{0,30} into service", 8), (r"captain", 2), (r"damaged [^.]{0,30}(?:again|second time)", 5)),
        "ruler": ((r"who rules", 7), (r"assassinat[a-z]+", 5), (r"marriage|marry|marries", 5), (r"mandatory event [^.]{0,30}ruler|successor", 4)),
        "ruler-cards": ((r"administrative rating", 7), (r"card bonus", 5), (r"(?:keep|keeps|kept) [^.]{0,30}cards?|(?:how many|cards)[^.]{0,30} keep", 5), (r"hand size|is dealt|dealt", 3)),
        "naval-unit": ((r"naval unit [^.]{0,30}worth|what is a (?:galley|galleon|corsair|patrol)", 8), (r"may (?:a|the|my|his) (?:galley|galleon|corsair|patrol|race)", 4), (r"piracy by", 4)),
        "play-card": ((r"play(?:s|ed)? [^.]{0,40}(?:as an event|for (?:command|points|cp)|as event)", 6), (r"mandatory event", 4)),
        "home-cards": ((r"home cards?", 7), (r"spring deployment", 3)),
    },
    "MP": {
        "victory-points": ((r"victory points?|vps?|points|scores?|scored", 5), (r"who (?:wins|won)", 3), (r"eliminated|captured", 2), (r"margin", 2)),
        "fire": ((r"fires?|fired|firing|salvo|pistols?", 4), (r"(?:rolled|roll|die)", 1), (r"musket fire|fire table", 3)),
        "hexside": ((r"hedge|stream|hexside|berm|abatis|entrenchment|redoubt", 3), (r"protected|protects?|cover|covered|came (?:O1|there|to)|close combat|momentum", 3)),
        "line-of-sight": ((r"line of sight|los|see|sees|sight|visible|reaction line", 6), (r"hedge|hexside|slope", 2)),
        "turn": ((r"preempt[a-z]*|pre - empt[a-z]*", 7), (r"activat[a-z]+|wing", 4), (r"orders?|continu[a-z]+|bypass[a-z]*", 2), (r"pass(?:es)? ", 1)),
    },
}


def question_of(system: str, passages: list[Words], subject: str) -> tuple[str | None, list[str]]:
    """The question that an email asks, and those that it might ask as well.

    Args:
        system: NY, HIS, VQ or MP.
        passages: what was written; what was written last counts no more than the rest.
        subject: the line of the head.
    """
    text = "".join(words.marked for words in passages)[:60_000]
    head = f" {folded(subject)} "
    points: dict[str, float] = {}
    for name, patterns in _QUESTIONS[system].items():
        for pattern, weight in patterns:
            if re.search(rf" (?:{pattern})(?= |[.,;:)])", text):
                points[name] = points.get(name, 0) + weight
            if weight >= 4 and system != "HIS" and re.search(rf" (?:{pattern})(?= |[.,;:)])", head):
                points[name] = points.get(name, 0) + weight * 0.75
    best = sorted(points, key=lambda one: -points[one])
    if not best or points[best[0]] < 3:
        return None, best[:3]
    near = [one for one in best[1:4] if points[best[0]] - points[one] < 1]
    return best[0], near
