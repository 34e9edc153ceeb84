"""The dice and the hits that are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from .doubts import numbers_marked
from .found import OPPONENT, Fact
from .speech import Speech, fact, subject_before

LIST = r"(?>N\d+(?:(?: (?:,|and|-|&|/|\+|then))* N\d+(?! hits? ))*)"
"""Numbers in a row, as dice are told."""
_ROW = r"(?>N\d+(?:(?: (?:,|and|-|&|/|\+|then))*(?: an?(?= N))? N\d+(?! hits? ))*)"
"""Numbers in a row, each with its article or none: "a 3 and a 6"."""
_NO_FACE = (
    r"(?! (?:full |reduced |other |more |W\d+ )*(?:s|corps|squadrons?|corsairs?|hits?|dice|die|galleys?|"
    r"galleons?|ships?|ones|twos|threes|fours|fives|sixes|leaders?|cards?|points?|times?|units?|more|vp|rp|"
    r"G\d|and up|\+|or (?:more|less|better|higher|lower)|modifier|% |rounds?|turns?|actions?|[x×*] "
    r"N\d)\b)(?! \+ )"
)
_BEFORE = (
    r"(?P<who>(?:[a-z'-]+|[WSL]\d+|[.,;:()-])"
    r"(?: \( (?:[WS]\d+|[a-z]+|(?:yes|with|for)(?: [a-z]+){1,8}) \))?) "
)
_HELPS = r"(?:also |then |just |only |has |had |have |have only |really |now |,|actually )*"
_BETWEEN = (
    r"(?: (?:was|were|is|are|a|an|of|the|:|=|-|>|only|just|natural|up|on|it|die|dice|out|it's|its|with|and "
    r"got|M\d+ and M\d+|no|oops|correction|scratch that|rather|M\d+ \.(?= (?:sorry|no|wait|i mean|actually|"
    r"make that|correction|oops) )|in (?:[a-z]+ )?Y\d+|getting|got|for it|for the [a-z]+|for my [a-z]+|N\d+ "
    r"dice|N\d+ die|M\d+|wait|sorry|i mean|actually|make that|D\d+x\d+|,|in total|them|to be|that is|came|"
    r"comes|shows?|showed|says|said|landed|as|by|roll|rolls|in the [a-z]+|each|we|i|he|they|no|o\d)){0,40}"
)
"""What may stand between rolling and the dice: counted, since each word of it may be rolling again."""
_ROLLED = re.compile(
    rf" {_BEFORE}{_HELPS}(?P<verb>rolled|rolls|roll|rolling){_BETWEEN} (?P<faces>{_ROW}){_NO_FACE}(?= )"
)
_HEADS = re.compile(r" (?P<who>[WS]\d+)(?: (?:\( [^).:]*\)|player|side|fleet))* [.:](?= )")
"""A passage that begins with the name of a side, and what belongs to it below: a list."""
_ALSO_HITS = re.compile(r" N\d+ hits(?= )[^.]{0,30}$| each $")
"""Before a roll of one number: it tells hits as well ("he rolled 5 hits, I rolled 3"), or how many dice."""
_ROLLED_LAST = re.compile(
    rf" (?P<who>i|he|she|we|they|[WSL]\d+) (?:has|have|had)(?: (?:a|an|the|then|also|only|just))* "
    rf"(?P<faces>{_ROW}) (?P<verb>rolled)(?= [.,;)]| and| but)"
)
_DICE_WERE = re.compile(
    rf" {_BEFORE}(?:(?:(?!(?:my|your|his|her|our|their|attacker|defender) )[a-z]+|N\d) ){{0,1}}"
    r"(?P<verb>dice|die|roll|rolls|throw|throws|result|D\d+x\d+)"
    rf"(?: (?:for|of) [a-zLPSW]\w*| peace| siege)?{_BETWEEN} (?P<faces>{_ROW}){_NO_FACE}(?= )"
)
_OF_EACH = re.compile(
    r" (?P<who>[WSL]\d+|i|me|him|her|he|she|they|attacker|defender)(?P<verb> | : | had | got "
    r")(?P<faces>(?>N[1-6](?:(?: (?:,|and|&))* N[1-6])+))(?= (?:[.,;(]|and|but|[WS]\d+ N\d))"
)
_FOR_EACH = re.compile(
    rf"(?<!N\d) (?P<verb>rolls?|rolled|dice|die|were|was|,|\.|and|:|a) (?P<faces>{LIST}) (?:for|by|from)"
    r" (?:the )?(?P<who>me|him|her|us|them|attacker|defender|[WS]\d+)(?= )"
)
_LABELLED = re.compile(
    rf" (?P<who>attacker|defender|[WS]\d+|(?!(?:squadrons?|corsairs?|leaders?|corps|units?|cards?|"
    rf"galleys?|galleons?|year|turn|round|vps?|rps?) )[a-z]+) (?P<verb>:) (?P<faces>{LIST}){_NO_FACE}"
    r"(?= [.,;(])"
)
_MINE_WAS = re.compile(
    rf" (?P<who>mine|his|hers|yours|theirs)(?P<verb> was| were| is| are| came up| :|(?: "
    rf"\([^()]{{0,30}}\))?(?= an? N))(?: (?:an?|only|just|:))* (?P<faces>{LIST}){_NO_FACE}(?= [.,;])"
)
"""Behind a roll: what the other one was."""
_ONLY_TO_BE = re.compile(
    r" (?:to|must|can|could|should|would|will|needs?|needed|may|might|cannot|shall|not)$"
)
_MODIFIED = re.compile(r" modified | after modifiers | with modifiers | net ")
_VERSUS = re.compile(
    r" (?P<a>N\d+) (?:vs|v|versus|against|gegen|contre|tegen) (?:a |an |his |my |her )?(?P<b>N\d+)(?= )"
    + _NO_FACE
)
_UNSURE_ROLL = re.compile(r" (?:i|we|he|she|they|you) (?:rolled|threw) N\d$")
"""Before a question mark: "they rolled 9 dice, I rolled 6?" """
_HALF_MENDED = re.compile(r"(?: (?:,|and|-|&))+ M\d")
_BEHIND = re.compile(r" \( (?:the |as )?(?P<who>attacker|defender|[WS]\d+|me|him|her) \)")
_HITS = re.compile(
    rf" {_BEFORE}{_HELPS}(?:scored?|scores|scoring|inflicts?|inflicted|got|made|rolled)"
    r"(?: (?:only|just|a total of))? (?P<n>N\d+) hits?(?= )"
)
_HITS_TOO = re.compile(
    r"(?<= hits)(?: [,;]| and| but)+ (?P<who>[a-z]+|[WS]\d+) (?:rolled|scored|got|had|"
    r"made) (?P<n>N\d+)(?= [.,;)])"
)


def hits(speech: Speech) -> Iterator[Fact]:
    """The hits that somebody is told to have scored."""
    for found in chain(_HITS.finditer(speech.words.marked), _HITS_TOO.finditer(speech.words.marked)):
        whose = speech.whom(found["who"], at=found.start())
        if whose:
            yield fact(speech, "hits", int(found["n"][1:]), found.start("n"), found.end(), of=whose)


_RUN = re.compile(r" (?P<n>N\d(?:(?: (?:,|and|-))? N\d){2,})(?= )")
_WHO = r"(?:i|me|we|he|him|she|they|them|you|[SW]\d+)"
_PAIR = r"(?: (?:,|and|then|vs|versus|-|:|\.|again|tied?|reroll(?:ed)?))*"
_SO_MANY = re.compile(
    rf"(?: (?P<who>{_WHO}|us|my|his|her|their|[a-z]+'s|attacker|defender)(?: ,)?)?(?: (?:rolled|rolls?|"
    rf"threw)|(?= N\d+ dice)) N(?P<n>\d+)(?: dice)? (?::|=|-)"
    r" (?P<faces>N\d(?:(?: ,)? N\d)+)(?= )"
)
"""How many dice, and which: "rolled 8: 6,6,1,2,3,4,5,1"."""
_LONG = re.compile(
    rf" (?P<who>{_WHO}|us|my|mine|ours|his|hers|her|theirs|attacker|defender)"
    r"(?: (?:got|had|\(|\)|,|with|(?P<n>N\d+)(?= (?:dice|\)|:))))*? (?:rolls?|rolled|dice|throws?|threw|:|=)"
    r"(?: (?:dice|\(|\)|,|:|=|-|\.|were|are|i (?:have|had|noted|saw)|(?P<m>N\d+)(?= (?:dice|\)|:))))*"
    r" (?P<faces>(?>N\d(?:(?: (?:,|and))? N\d){3,}))(?= (?:[.,;)]|in|on|as))(?! (?:,|\.)? ?(?:and|plus|"
    r"then)(?: an?)? N)"
)
"""Four faces or more in a row, and whose they are: "his rolls (9): 5, 1, 2, 3, 6, 4, 2, 1, 3"."""
_AND_OTHER = re.compile(
    r" (?:,|;|\.|and|while|against)(?: and)? (?P<who>(?:my )?opponent|mine|he|she|they|[WS]\d+|[a-z]{3,})"
    r"(?: with (?:his|her|their) N\d+)?(?: [:,])? (?P<faces>(?>N\d(?:(?: (?:,|and))? N\d){2,}))(?= [.,;)])"
)
"""Behind a roll: the other one, without a word for rolling."""
_THIRD = ("his", "her", "their", "hers", "theirs", "him", "them")
_FACES = {"aces": 1, "ace": 1, "deuces": 2, "deuce": 2, "ones": 1, "twos": 2, "threes": 3, "fours": 4} | {
    "fives": 5, "sixes": 6
}  # fmt: skip
_SORT = rf"(?:(?:N\d|an?|another|(?:a )?pair of) (?:{'|'.join(_FACES)})|an? N[1-6])"
_BY_SORT = re.compile(
    rf" (?P<who>{_WHO}|us|mine|ours|his|hers|theirs|attacker|defender)(?: (?:rolled|got|had|came up|dice|"
    rf":))+ (?P<faces>{_SORT}(?:(?: (?:,|and|&|plus))+ {_SORT})*)(?= [.;])"
)
"""Dice told by how many show the same: "two sixes, three fives, a four and a pair of deuces"."""
_DICE_OF = re.compile(
    r" (?:dice|rolls?|throws?) of (?:the )?(?P<who>[WSL]\d+|attacker|defender)(?: ,)?(?: N(?P<n>\d+)(?: of "
    r"(?:them|"
    r"those))?)?(?: (?::|=|were|are|,))* (?P<faces>(?>N\d(?:(?: (?:,|and))? N\d)+))(?= [.;)])"
)
"""Whose they are told behind them: "dice of the Ottoman, 7 of them: 1, 6, 5"."""
_IN_TURN = re.compile(
    rf" (?:rolls?|rolled|dice|die rolls?|rolling)(?: (?:were|are|:|-|again|and|,))* (?P<a>{_WHO})(?: had|"
    rf" got)? (?P<b>N\d){_PAIR} (?P<c>{_WHO})(?: had| got)? (?P<d>N\d)(?:{_PAIR} (?P<e>{_WHO})"
    rf" (?P<f>N\d){_PAIR} (?P<g>{_WHO}) (?P<h>N\d))?(?= )"
)
"""Rolls told in turn: "Rolls: Bourbon 3, Alliance 3; then Bourbon 2, Alliance 5"."""


def dice(speech: Speech, most: int, least: int = 1) -> Iterator[Fact]:
    """The dice that a passage tells as rolled.

    Args:
        speech: the passage.
        most: the highest face of a die.
        least: the lowest.
    """
    marked = speech.words.marked
    taken: list[tuple[int, int]] = []

    def is_taken(start: int, end: int) -> bool:
        return any(start < stop and begin < end for begin, stop in taken)

    def are_faces(faces: list[int]) -> bool:
        return all(least <= face <= most for face in faces)

    def told(faces: list[int], found: re.Match[str], whose: str) -> Fact:
        taken.append(found.span("faces"))
        return fact(speech, "dice", faces, *found.span("faces"), of=whose)

    for found in chain.from_iterable(one.finditer(marked) for one in (_DICE_OF, _SO_MANY, _LONG)):
        faces = numbers_marked(found["faces"])
        number = found["n"] or found.groupdict().get("m") or f"{len(faces)}"
        if len(faces) != int(number.lstrip("N")):
            continue  # so many were not rolled
        if are_faces(faces) and not is_taken(*found.span("faces")):
            alone = marked[: found.start() + 1].endswith((" . ", " , "))  # "Rolled 8: ..." is said of oneself
            whose = speech.whom(found["who"] or "i") if found["who"] or alone else ""
            if whose in ("", OPPONENT) and found["who"] in _THIRD:  # "the Turk rolled his dice"
                whose = subject_before(speech, found.start() + 1) or whose
            yield told(faces, found, whose)
    patterns = [_ROLLED, _ROLLED_LAST, _DICE_WERE]
    if re.search(r" (?:rolled|rolls?|dice|die|D\d+x\d+) ", marked) or _RUN.search(marked):
        patterns[:0] = [_FOR_EACH, _OF_EACH]
        patterns += [_LABELLED, _MINE_WAS]
    for pattern in patterns:
        for found in pattern.finditer(marked):
            start, end = found.span("faces")
            before = marked[max(0, found.start("verb") - 45) : found.start("verb")]
            if is_taken(start, end) or (found["faces"].count("N") == 1 and _ALSO_HITS.search(before)):
                continue
            roll = _roll(speech, found, most, least)
            if roll is not None:
                taken.append((start, start + 3 * len(roll.value) if roll.sure else end))
                yield roll
    for found in _AND_OTHER.finditer(marked) if taken else ():
        faces, whose = numbers_marked(found["faces"]), speech.whom(found["who"])
        if whose and are_faces(faces) and not is_taken(*found.span("faces")):
            yield told(faces, found, whose)
    for found in _BY_SORT.finditer(marked):
        faces = []
        for sort in re.findall(_SORT, found["faces"]):
            *how_many, face = sort.split(" ")
            count = int(how_many[0][1:]) if how_many[0][0] == "N" else 1 + ("pair" in how_many)
            faces += [_FACES.get(face) or int(face[1:])] * count
        if len(faces) > 1 and not is_taken(*found.span("faces")):
            yield told(faces, found, speech.whom(found["who"]))
    for found in _IN_TURN.finditer(marked):
        row = [(found[who], found[face]) for who, face in ("ab", "cd", "ef", "gh") if found[who]]
        faces = [int(number[1:]) for _, number in row]
        if is_taken(*found.span()) or not are_faces(faces):
            continue
        for (who, number), face in zip(row, faces, strict=True):
            whose = speech.whom(who)
            at = marked.index(f" {number}", found.start()) + 1
            yield fact(speech, "dice", [face], at, at + len(number), of=whose)
    if taken:
        yield from _against(speech, most, least)


def _roll(speech: Speech, found: re.Match[str], most: int, least: int) -> Fact | None:
    marked = speech.words.marked
    before = marked[max(0, found.start("verb") - 25) : found.start("verb") - 1]
    if _ONLY_TO_BE.search(before) or _MODIFIED.search(found[0]):
        return None
    said, end = found["faces"], found.end("faces")
    if _VERSUS.match(marked, marked.rfind(" N", 0, end)) and " N" in said:
        # "rolled 4, then 5 vs 2": what stands against another roll is no more of this one
        said = re.sub(r"(?: (?:,|and|then|&))* N\d+$", "", said)
        end = found.start("faces") + len(said)
    plus = " + " in said and speech.words.system != "VQ"
    if plus:  # "6 + 1 for the engineers": what is added may be no die
        said = said[: said.index(" + ")]
    faces = numbers_marked(said)
    if not all(least <= face <= most for face in faces):
        return None
    who = found["who"].strip()
    one = found["verb"] in ("roll", "rolls") and speech.words.said(*found.span("faces"))[0].isalpha()
    if who in ("if", "to", "when") or (one and faces == [1]):  # "let us roll one"
        return None
    whose = speech.whom(who, at=found.start("verb")) or speech.people.in_short(who)
    if not whose and who in ("and", ","):
        whose = subject_before(speech, found.start())
    alone = who in (".", "(", ":") and found["verb"] in ("rolled", "roll", "dice")
    if not whose and alone and len(speech.people.writers) > 1:
        whose = speech.by(found.start("verb"))  # "Rolled 3." is said of oneself
    if behind := _BEHIND.match(marked, found.end("faces")):
        whose = speech.whom(behind["who"]) or whose
    if not whose and who in (".", ":") and (block := _HEADS.match(marked)):
        whose = speech.whom(block["who"])
    start, end = min(found.start("verb"), found.start("faces") + 1), max(end, found.end("verb"))
    counts_dice = len(faces) == 1 and found["verb"] == "dice"  # "his dice are three" may be their number
    # A roll against another, rolls again, a row that was mended in part: who rolled what is not certain.
    doubtful = (
        plus
        or (counts_dice and re.search(r" (?:are|were) N\d", marked[found.start() : end]))
        or " then " in f" {said} "
        or _VERSUS.match(marked, marked.rfind(" N", 0, end))
        or _HALF_MENDED.match(marked, end)
        or (marked.startswith(" . ", end) and speech.words.asks(end) and _UNSURE_ROLL.search(found[0]))
        or re.match(r" (?:then(?= [.,;)])|already|before|earlier)(?= )", marked[end:])
    )
    return fact(speech, "dice", faces, start, end, of=whose, sure=not doubtful)


def _against(speech: Speech, most: int, least: int) -> Iterator[Fact]:
    """Rolls such as "5 vs 2": whose they are is told by the order in which two are named, if at all."""
    marked = speech.words.marked
    for found in _VERSUS.finditer(marked):
        faces = [int(found[group][1:]) for group in "ab"]
        rated = re.search(
            r" (?:crs?|brs?|rat(?:ing|ed)|strength|of)(?: (?:of|an?|is|at|:))* $",
            marked[: found.start() + 1][-24:],
        )
        if rated or not all(least <= face <= most for face in faces):
            continue
        sentence = marked[max(0, found.start() - 300, marked.rfind(" . ", 0, found.start())) : found.start()]
        named = re.findall(
            r" (i|he|she|they|you|[LWS]\d+)(?= (?:also |then )?(?:rolled|rolls|had|got) )", sentence
        )
        whose = [speech.whom(word) for word in dict.fromkeys(named)]
        whose = whose if len(whose) == 2 else ["", ""]
        for group, face, who in zip("ab", faces, whose, strict=True):
            about = f"{who} again".strip()
            yield fact(speech, "dice", [face], *found.span(group), about=about, whose=who or None, sure=False)
