"""What scored at the end of a game of *Musket & Pike*: who took what from whom, in any order of words."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Any

from .doubts import sentence_before, within
from .found import Fact
from .letter import words_in
from .musket_sides import KNOWN, Sides
from .speech import Speech, fact, fact_in

_WHO = rf"(?P<who>{KNOWN}|i|we|he|she|they|you|opponent)"
_OF = rf"(?:{KNOWN}|his|her|my|our|their|your|enemy|opponent's)"
_UNITS = (
    r"(?: of (?:the )?(?:normal|regular|double) size)?"
    r"(?: (?:units?|regiments?|brigades?|squadrons?|battalions?|counters?))?"
)
_GUNS = (
    r"(?:N\d+ - [NG]\d+|(?!N[12] )[NG]\d+)(?: -)?(?: (?:pounders?|pdrs?|lb))?"
    r"(?: guns?| cannons?| artillery| batter(?:y|ies))?"
)
_WHAT = (
    rf"(?:(?P<size>double|single)(?: -)?(?: (?:heavy |light |big )?guns?(?: of|"
    rf" \()?(?: the)?)? (?P<gun>{_GUNS})(?: (?:sort|kind|type|size))?(?: \))?|"
    rf"(?P<gun2>{_GUNS})(?: (?P<became>[a-z]+))? \( (?P<size2>double|single)s? \)|"
    rf"(?P<unit>double (?:sized? )?heavy infantry|(?:(?:normal|regular|single|ordinary)(?: - sized?|"
    rf" sized?)? )?heavy infantry|double hi|(?:normal |single )?hi(?= (?:eliminated|hits?|on|units?))|"
    rf"light infantry|heavy foot|light foot|foot|infantry|dragoons?|cavalry|horse|king charles|"
    rf"wagons?(?: train)?|baggage(?: trains?)?|(?:army commander|commander in chief|(?:commanding|"
    rf"commander of) (?:his |the |my )?army)|(?:named )?wing commanders?|units?|regiments?){_UNITS})"
)
_THING = re.compile(
    rf" (?:(?P<n>N\d+|an?|the|one|both)(?: (?:units?|regiments?|squadrons?|brigades?|"
    rf"companies)(?= of))?(?: of)? )?(?:(?P<hits>hits? (?:(?:still|sitting|left|lying|remaining|marked|are|"
    rf"were) ){{0,2}})(?:(?:up)?on |to |against )?|(?P<on>(?:up)?on|to|against) )?"
    r"(?:of )?(?:the )?(?:more |other |remaining |surviving )?"
    rf"(?:(?:[a-z]+ [-/] )?(?P<owner>{_OF}) )?(?:formed |broken )?{_WHAT}(?P<hit2> hits)?(?= )"
)
_VERBS = {
    "eliminated": "eliminated eliminates eliminate killed kills kill destroyed destroys destroy dead slain "
    "annihilated gone removed smashed butchered",
    "captured": "captured captures capture took taken takes seized",
    "lost": "lost loses lose losing",
    "hit": "scored hit inflicted",
}
_VERB_OF = {word: verb for verb, words in _VERBS.items() for word in words.split()}
_ANY_VERB = "(?:wiped|took|taken|takes?|knocked) out|" + "|".join(_VERB_OF)
_VERB = re.compile(rf" (?P<verb>{_ANY_VERB})(?= )")
_GOT = re.compile(
    rf" (?P<verb>got)(?: (?:N\d+|an?|the)(?: of)?(?: {_OF})?(?: [a-z]+){{1,3}} (?:and|,|\+|&))*(?: and)? $"
)
_ELIMINATED_LIST = re.compile(rf" (?:{KNOWN}) (?:units? )?(?:eliminated|killed|destroyed) :(?= )")
"""Above a list: whether that side did it, or suffered it, is not said."""
_OTHER_THING = re.compile(
    r" (?:an?|N\d+)(?: [a-z]+)? (?:guns?|cannons?|flags?|standards?|commanders?|generals?|leaders?)(?= )"
)
"""What scores in some way that is not told: "and a gun"."""
_SUBJECT = re.compile(
    re.sub(r"\?P<(?!who)\w+>", "?:", rf" (?:the |my )?{_WHO}(?! (?:{_ANY_VERB}) by)(?= )(?! {_WHAT})")
)
_DOER = re.compile(rf" (?P<who>{KNOWN}|enemy|other side)(?: (?:also|then|side|player))* (?:{_ANY_VERB})(?= )")
"""A side that is told to have done something."""
_LOSES = re.compile(
    rf" (?:the |my )?{_WHO}(?: (?:have|has|had|also|only|then|side|player|already))* (?:lost|loses?|"
    rf"losing)(?= )"
)
"""A side of which all is told that it lost, until somebody does something."""
_DOES = re.compile(rf" (?:{_ANY_VERB}|got|scored)(?= (?:N\d|the |an? |one |both |all |{_OF} ))")
_HEADING = re.compile(
    rf" (?:\. |- |the )*(?:(?P<other>other side)|{_WHO})(?: \( [a-z]+ \))?(?: (?:side|player|points?|scored|"
    rf"scores?|got|gets|took|took out|off|from|him|her|me|us|them|you|killed|destroyed|eliminated|"
    rf"to score))*(?: of (?:the )?(?:{KNOWN}))?(?: :|(?: (?:scored|scores?|gets?|got))(?: for)? (?::|"
    rf"\.(?= [-*])))(?= )"
)
_SCORES = re.compile(
    r" (?:scored|scores?|got|gets|took out|(?:took|got) (?:off|from) (?:him|her|me|us|them|you)"
    rf"|(?:eliminated|killed|destroyed) of (?:the )?(?:{KNOWN}))(?: for)? [:.]$"
)
"""A heading below which stands what that side scores."""
_ELIMINATES = re.compile(r" (?:eliminated|killed|destroyed|took out|(?:took|got) (?:off|from) [a-z]+)(?= )")
"""In a heading: what stands below was eliminated, where nothing else is said of it."""
_LOSSES = re.compile(
    rf"(?:^| [.*-])(?: (?:what|the|my))* {_WHO}(?:'s)?(?: have| has)? (?:losses|lost|loses|dead|casualties)"
    r"(?: (?:are|were|so far|on the map))* [:.](?= )"
)
"""Above what one side lost."""
_BEHIND = re.compile(
    rf"(?: of (?:the )?(?P<owner>{KNOWN}))?(?: (?:himself|left|still|on the map))*(?: ,(?= (?:was|eliminated|"
    rf"captured|taken|all|both|each)(?= )))?(?: \( [^()]{{0,30}} \))?(?:(?: ,)? (?:rated|rating|"
    rf"cr)(?: of)? N\d(?: ,)?)?(?: (?:was|were|got|is|are|has been|have been|had been|also|both|all|each))*"
    rf" (?P<verb>{_ANY_VERB})(?: by (?:the )?(?P<by>{KNOWN}|me|us|him|them|you))?(?= )(?! (?:N\d|the |an? |"
    rf"his |my |their ))"
)
"""Behind a thing: what became of it, and through whom."""
_RATED = re.compile(
    r"(?: ,)?(?: (?!and|was)[a-z]+){0,3}(?: ,)?(?: \()?(?: (?:[a-z]+ ,|rated|rating|printed|with|a|command|"
    r"cr|of|his|is))+(?: -)? (?P<r>N\d)(?= )(?: \) (?:killed|dead|eliminated|slain))?"
)
_COUNTED_BEHIND = re.compile(r" (?::|=|-) (?P<n>N\d+)(?: (?:units?|regiments?|squadrons?))?(?= [.,;)])")
_BY_SIZE = re.compile(
    r" (?::|=)(?P<list>(?: N\d+ (?:double|normal|single|ordinary)(?: (?:sized?|units?|ones|strength))*(?: "
    r"[,;]| and)*)+)(?= )"
)
"""Behind heavy infantry: how many of each size."""
_OF_SIZE = re.compile(r"N(?P<n>\d+) (?P<size>double|normal|single|ordinary)")
_ONLY = re.compile(
    r" (?:it was|only|it was only|it's only|just|there were only|they were|no ,)(?: only)? "
    r"(?P<n>N\d+)(?= [.,;)])"
)
"""Somebody's other number for what was told last."""
_OF_OURS = re.compile(
    rf"(?: units?)?(?: ,| \.| ;)?(?: and| but| while)? {_WHO}(?: (?:also|only|just))* (?:{_ANY_VERB}|got) "
    r"(?P<n>N\d+) of (?P<own>ours|mine|his|hers|theirs|yours)(?= )"
)
"""Behind what was taken: as many, or more, of the same on the other side."""
_ON_OURS = re.compile(
    r"(?: [,;]| and| but)+ (?P<n>N\d+) on (?P<own>ours|mine|his|hers|theirs|yours)(?= (?:[.,;)]|and|but))"
)
"""Behind hits: those on the same units of the other side."""
_DONE = re.compile(
    r"(?<! nobody)(?<! no one) (eliminated|killed|destroyed|(?<!no )captured|took|lost|slain|wounded|"
    r"died|(?:(?<=not )|(?<=didn't ))(?:kill|eliminate|destroy|capture|lose))(?= )(?! (?:no|nothing|"
    r"none|any)(?= ))"
)
_NORMAL = re.compile(
    r" (?:, |\( )?(?:normal|ordinary|regular|single)(?: (?:ones|sized?|units))*(?: ,| \))?(?= )"
)
"""Behind heavy infantry: of the usual size."""
_PURSUES = re.compile(
    rf" (?:(?P<n>N\d+)(?: more| other)?|(?:an?|the|another|O\d)(?: more|"
    rf" other)?)?(?: of)? ?(?P<owner>{_OF})? ?(?:cavalry|horse)(?: units?| regiments?)?(?: (?:had|has|have|"
    rf"that))? (?:ran|rode|went|gone|left|galloped|charged|chased|ridden|run)(?: [a-z]+){{0,3}} (?:map|board|"
    rf"table)(?: [a-z]+){{0,2}} (?:in|by|during|on) pursuit(?: and (?:didn't|did not|never) (?:come|came|"
    rf"return)[a-z]*(?: back)?)?(?= )"
)
"""Units that left the map in pursuit: they score nothing (MP VP.5)."""
_NAMED = re.compile(
    r" (?:and|plus|&|killed|destroyed|eliminated|captured|got|shot|took)(?: (?:prince|lord|sir|general|"
    r"marshal|duke|earl|count))? (?P<name>[a-z]{4,})(?= (?:[.,;)]|and|too|as) )"
)
"""Somebody by name among what was eliminated: whether he counts, and what, may be asked."""
_NO_PERSON = frozenset(KNOWN.split("|")) | words_in("both none nothing that them some more horse foot")
_OFFICER = re.compile(
    r" (?:(?:of (?:his|her|my|their|the|our) )?wings?|in command|commanding|commander of)(?= )"
)
"""Of whom something is told: whether he fell, and what he counts, may be asked."""
_NO_OFFICER = re.compile(r" (?:no|none|nor|neither|without|any|not|never)(?: [a-z]+){0,3} $")
_DOUBLE = re.compile(r" (?:, |\( )(?:(?:an?|both|all) )?doubles?(?= )")
_HITS_BEHIND = re.compile(
    rf" (?:on )?(?:(?P<owner>{_OF}|its|the {KNOWN}) )?(?:(?:surviving|remaining|own) )?(?P<what>(?:normal "
    rf")?heavy infantry|cavalry)"
    r"(?: (?:units?|left|still|remaining|on the map))* (?:there (?:are|were)|has|have|had|carry|carries|"
    r"bears?) (?:still )?(?P<n>N\d+) hits(?= )"
)
"""Hits told behind the units that bear them."""


def events(speech: Speech, sides: Sides) -> Iterator[Fact]:
    """What scored, as a passage tells it; a loss scores for the other side (MP VP.1)."""
    marked = speech.words.marked
    things: list[tuple[int, int]] = []
    carried = [one.span() for one in _HITS_BEHIND.finditer(marked)]
    pursued: list[tuple[int, int]] = []
    for found in _PURSUES.finditer(marked):
        owner = sides.meant(found["owner"], speech.voice)
        count = int(found["n"][1:]) if found["n"] else 1
        value = {"side": sides.other(owner), "kind": "left-map-in-pursuit", "count": count}
        pursued.append(found.span())
        yield _scored(speech, value, found.start() + 1, found.end(), owner)
    for found in _THING.finditer(marked):
        if within(found.start(), (*carried, *pursued)):
            continue
        if things and found.start() < things[-1][1]:
            continue  # what it is, in other words: "1 dragoon unit (light infantry)"
        told, stop = _event(speech, sides, found)
        sizes = _BY_SIZE.match(marked, found.end()) if "heavy" in (found["unit"] or "") else None
        if told is not None and sizes and str(told.value["kind"]).endswith("heavy-infantry-eliminated"):
            things.append((found.start(), sizes.end()))
            for one in _OF_SIZE.finditer(sizes["list"]):
                double = "double-" if one["size"] == "double" else ""
                value = told.value | {"kind": f"{double}heavy-infantry-eliminated", "count": int(one["n"])}
                first = sizes.start("list")
                yield _scored(speech, value, first + one.start(), first + one.end())
            continue
        if told is not None:
            things.append((found.start(), stop))
            yield told
            hit = str(told.value["kind"]).endswith("-hit")
            if own := (_ON_OURS if hit else _OF_OURS).match(marked, stop):
                loser = sides.meant(own["own"], speech.voice)
                value = told.value | {"side": sides.other(loser), "count": int(own["n"][1:])}
                things.append(own.span())
                sure = told.sure and value["side"] not in ("", told.value["side"])
                yield _scored(speech, value, own.start("n"), own.end(), sure)
            other = _ONLY.search(marked, found.end(), found.end() + 120)
            if other and speech.by(other.start()) != told.by:
                value = told.value | {"count": int(other["n"][1:])}
                yield fact_in(speech, "events", value, other, about=told.about)
    for found in _HITS_BEHIND.finditer(marked):
        word = (found["owner"] or "").removeprefix("the ")
        owner = _last_doer(marked, sides, found.start()) if word == "its" else sides.meant(word, speech.voice)
        if not word and (headings := _headed(speech, sides, found.start())):
            owner = sides.other(headings[-1][1])
        kind = f"{found['what'].removeprefix('normal ').replace(' ', '-')}-hit"
        value = {"side": sides.other(owner), "kind": kind, "count": int(found["n"][1:])}
        yield _scored(speech, value, found.start() + 1, found.end(), value["side"])
    yield from _unscored(speech, [*things, *pursued])


def _scored(speech: Speech, value: dict[str, Any], start: int, end: int, sure: object = True) -> Fact:
    """What scored for a side, told between two places."""
    return fact(speech, "events", value, start, end, about=f"{value['side']} {value['kind']}", sure=sure)


def _last_doer(marked: str, sides: Sides, place: int) -> str:
    """The side that was last told to have done something; "the enemy" is the other one than before."""
    last = ""
    for one in _DOER.finditer(marked, 0, place + 1):
        last = sides.other(last) if one["who"] in ("enemy", "other side") else sides.called(one["who"])
    return last


def _headed(speech: Speech, sides: Sides, place: int) -> list[tuple[re.Match[str], str]]:
    """The headings above a place, each with the side that it names, "" where it names none."""
    found: list[tuple[re.Match[str], str]] = []
    for one in _HEADING.finditer(speech.words.marked, 0, place + 1):
        before = [found[-1][1]] if found else []
        if one["other"] and not before:  # "Swedish things, for the other side to score"
            named = re.findall(rf" ({KNOWN})(?= )", speech.words.marked[: one.start() + 1])
            before = [sides.called(named[-1])] if named else [""]
        found.append((one, sides.other(before[0]) if one["other"] else sides.meant(one["who"], speech.voice)))
    return found


def _event(speech: Speech, sides: Sides, found: re.Match[str]) -> tuple[Fact | None, int]:
    marked, start = speech.words.marked, found.start()
    if re.search(r" (?:no|not any|without)$", marked[max(0, start - 12) : start]):
        return None, 0
    begins = max(marked.rfind(" . ", 0, start + 1), marked.rfind(" ; ", 0, start + 1)) + 2
    before = marked[max(0, begins - 1) : start + 1]
    usual = _NORMAL.match(marked, found.end()) if "heavy" in (found["unit"] or "") else None
    behind = _BEHIND.match(marked, usual.end() if usual else found.end())
    if not behind and "wing" in (found["unit"] or "") and (rated := _RATED.match(marked, found.end())):
        behind = _BEHIND.match(marked, rated.end() + 2 * marked.startswith(" )", rated.end()))
    verbs = list(_VERB.finditer(before))
    verb = behind["verb"] if behind else verbs[-1]["verb"] if verbs else ""
    if not behind and _GOT.search(before):  # "they got 2 of our cavalry and the baggage"
        verbs = list(_GOT.finditer(before))
        verb = "took" if (found["unit"] or "gun").startswith(("wagon", "baggage", "gun")) else "killed"
    if found["became"] in _VERB_OF:
        verb = found["became"]
    verb = "eliminated" if verb.endswith(" out") else _VERB_OF.get(verb, "")
    last = _last_doer(marked, sides, start)  # whom a stranger's "they" means
    loser = "" if behind and behind["by"] else _loser(marked, max(0, begins - 1), start)
    if loser and not behind:
        verb = "lost"
    elif (
        behind
        and verbs
        and not (behind["by"] or loser or _LOSSES.search(" " + before.lstrip(" .")))
        and _VERB_OF.get(verbs[-1]["verb"]) == verb
    ):
        behind = None  # "France took: two guns and one more captured"
    owner = sides.meant(found["owner"] or (behind["owner"] if behind else None), speech.voice)
    owner = owner or (last if found["owner"] == "their" else "")
    if loser:
        owner, verbs = owner or sides.meant(loser, speech.voice), []
    headed = [] if loser else _headed(speech, sides, start)
    headings, heading = [one for one, _ in headed], [side for _, side in headed]
    losses = [
        one
        for one in _LOSSES.finditer(marked, 0, start + 1)
        if not headings or one.end() > headings[-1].end()
    ]
    if losses:  # all below it is of that side, whatever became of it
        loses = sides.meant(losses[-1]["who"], speech.voice)
        owner = loses if found["owner"] in ("their", "his", "her") else owner or loses
        heading, verbs = [], verbs if verbs and verb != "lost" else []
        if verb in ("", "lost") and re.match(r" [.,;*]| \( | , [a-z]+", marked[found.end() :]):
            verb = "eliminated"
    scores = bool(headings and not losses and _SCORES.search(headings[-1][0]))  # all below it is that side's
    scored = bool(verbs) and verbs[-1]["verb"] == "scored"  # "Sweden scored 2 cavalry eliminated"
    subject = ""
    if behind and behind["by"]:
        subject = sides.meant(behind["by"], speech.voice)
    elif verbs and (scored or not behind):
        subjects = list(_SUBJECT.finditer(before[: verbs[-1].start() + 1]))
        word = subjects[-1]["who"] if subjects else None
        subject = sides.meant(word, speech.voice) or (last if word == "they" else "")
        subject = subject if subjects or not heading else heading[-1]
    elif heading:
        subject = heading[-1]
    if found["owner"] in ("their", "his", "her") and subject and owner in ("", subject):
        owner = sides.other(subject)  # "they killed his horse and captured their wagons"
    if behind and verb == "lost" and not behind["by"] and not owner:
        owner = subject
    same = found["on"] and not found["hits"]  # "five hits on cavalry, and two on infantry"
    if same and not (found["n"] and re.search(r" hits? [^;]{0,90}$", before)):
        return None, 0
    hit = bool(found["hits"] or found["hit2"] or same)
    if hit:
        side = sides.other(owner)  # "6 hits on cavalry" alone may be on one's own
    elif verb == "lost":
        side = sides.other(subject or owner)
    elif subject and (verbs or owner) and (not behind or behind["by"] or owner or scored):
        side = "" if owner == subject else subject
    else:
        side = sides.other(owner)
    side = side or (subject if scores or scored else "")
    person = (found["unit"] or "").startswith(("king", "army", "command", "named", "wing"))
    alone = re.match(r" (?:[:.,;*)-]|and |gone )", marked[found.end() :])  # nothing else is said of it
    if not verb and scores and (person or (found["unit"] and alone and _ELIMINATES.search(headings[-1][0]))):
        verb = "eliminated"  # "Parliament got: King Charles"
    kind = _kind(found, "hit" if hit or verb == "hit" else "eliminated" if verb == "lost" else verb)
    if kind == "heavy-infantry-eliminated" and _DOUBLE.match(marked, found.end()):
        kind = f"double-{kind}"
    if verb == "lost" and (found["gun"] or found["gun2"]):
        kind = ""  # captured or eliminated is not said
    if not (verb or hit):
        if not (owner or heading or (found["n"] or "").startswith("N")):
            return None, 0
        kind = ""
    count = int(found["n"][1:]) if found["n"] and found["n"][0] == "N" else 1 + (found["n"] == "both")
    what = speech.words.said(start, found.end())[0].casefold()
    value: dict[str, Any] = {"side": side, "kind": kind or what, "count": count}
    stop = behind.end() if behind else found.end()
    hits = (found["hits"] or found["hit2"] or "").strip() == "hits"
    uncounted = found["n"] is None and (hits or what.split(" ")[-1] in ("units", "regiments", "infantry"))
    plain = bool(side and kind) and not uncounted
    if kind == "named-wing-commander-eliminated":
        rated = _RATED.match(marked, found.end())
        plain = plain and rated is not None
        if rated:
            value["rating"] = int(rated["r"][1:])
            stop = max(stop, rated.end())
    if counted := _COUNTED_BEHIND.match(marked, stop):  # of a list: who lost and who scored is not said
        value["count"], stop = int(counted["n"][1:]), counted.end()
        plain = bool(side and kind) and (scores or scored)
    if found["n"] is None and marked.startswith(" :", stop):
        plain = False  # how many stands behind it, in some other way
    about = f"{side} {kind}" if plain else f"at {start}"
    sure = plain and not (subject and not behind and _ELIMINATED_LIST.search(before))
    return fact(speech, "events", value, start + 1, stop, about=about, sure=sure), stop


_KINDS = (
    ("king", "king-charles-eliminated"),
    ("army commander", "army-commander-eliminated"),
    ("command", "army-commander-eliminated"),
    ("named wing", "named-wing-commander-eliminated"),
    ("wing", "named-wing-commander-eliminated"),
    ("double", "double-heavy-infantry-eliminated"),
    ("light", "light-infantry-eliminated"),
    ("dragoon", "light-infantry-eliminated"),
    ("cavalry", "cavalry-eliminated"),
    ("horse", "cavalry-eliminated"),
    ("", "heavy-infantry-eliminated"),
)


def _loser(marked: str, begins: int, place: int) -> str:
    """Who is told to have lost what stands in a list, as in "lost 2 cavalry eliminated and a wagon"."""
    found = [*_LOSES.finditer(marked, begins, place + 1)]
    end = found[-1].end() - 1 if found else 0
    acts = found and (_SUBJECT.search(marked, end, place + 1) or _DOES.search(marked, end, place + 12))
    return found[-1]["who"] if found and not acts else ""


def _kind(found: re.Match[str], verb: str) -> str:
    """The kind of an event by what was told and what became of it; "" where that is none."""
    if gun := found["gun"] or found["gun2"]:
        pounds = int(re.findall(r"[NG](\d+)", gun)[-1])
        size = "3-pounder" if pounds <= 3 else "4-8-pounder" if pounds <= 8 else "12-24-pounder"
        became = "captured" if verb == "captured" else "eliminated"
        return f"{found['size'] or found['size2']}-{size}-{became}" if verb != "hit" else ""
    unit = found["unit"]
    if unit.startswith(("wagon", "baggage")):
        return "wagons-captured" if verb == "captured" else ""
    if unit.startswith(("unit", "regiment", "infantry", "foot")) or verb == "captured":
        return ""  # of which kind is not said
    if verb == "hit":
        if unit.startswith(("cavalry", "horse")):
            return "cavalry-hit"
        return "heavy-infantry-hit" if "heavy" in unit or unit.endswith("hi") else ""
    return next(kind for start, kind in _KINDS if unit.startswith(start))


def _unscored(speech: Speech, scored: list[tuple[int, int]]) -> Iterator[Fact]:
    """What somebody lost or captured that is none of the known things: doubtful, never passed over."""
    marked = speech.words.marked

    def doubtful(found: re.Match[str], start: int, thing: str = "at", kind: str | None = None) -> Fact:
        value = {"side": "", "kind": kind or speech.words.said(start, found.end())[0], "count": 1}
        about = f"{thing} {found.start()}"
        return fact(speech, "events", value, start, found.end(), about=about, sure=False)

    verbs = list(_DONE.finditer(marked))
    starts, stops = sorted(start for start, _ in scored), sorted(stop for _, stop in scored)
    headings = [one.span() for one in _HEADING.finditer(marked)]
    for found in _OTHER_THING.finditer(marked):
        if _VERB.search(sentence_before(marked, found.start())) and not within(found.start(), scored):
            yield doubtful(found, found.start() + 1)
    for found in _NAMED.finditer(marked):
        said, _ = speech.words.said(found.start("name"), found.end())
        sentence = sentence_before(marked, found.start())
        name = said.casefold()
        stranger = said[:1].isupper() and name not in _NO_PERSON and not speech.whom(name)
        if stranger and (_VERB.search(sentence + found[0]) or "got" in sentence):
            yield doubtful(found, found.start("name"))
    for found in _OFFICER.finditer(marked):
        known = within(found.start(), ((start, stop + 24) for start, stop in scored))
        none = _NO_OFFICER.search(marked[max(0, found.start() - 30) : found.start() + 1])
        if not (known or none or speech.words.is_asked(found.end())):
            yield doubtful(found, found.start() + 1)
    for number, found in enumerate(verbs):
        end = verbs[number + 1].start() if number + 1 < len(verbs) else len(marked)
        behind = bisect_left(starts, found.end() - 1)
        lead = marked[max(0, found.start() - 30) : found.start() + 1]
        none_lost = re.search(r" no (?:[a-z]+ ){1,2}(?:were |was )?$", lead)
        if found[1] in ("lost", "captured", "took") and none_lost:
            continue  # "no leaders lost"
        if within(found.start(), (*scored, *(one for one in headings if starts[-1:] > [one[1]]))):
            continue  # it is told, or what stands below the heading tells what
        thing = starts[behind] if behind < len(starts) else end
        if thing < end and " . " not in marked[found.end() : thing + 1]:
            continue
        before = bisect_right(stops, found.start())
        if before and (told := _BEHIND.match(marked, stops[before - 1])) and told.end() >= found.end():
            continue
        yield doubtful(found, found.start() + 1, "unscored", found[1])
