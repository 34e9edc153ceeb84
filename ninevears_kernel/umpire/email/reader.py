"""An email to the umpire, read into facts: what is told, missing, and told differently by two players.

Rules of our own over the names, the notation and the spellings of the kit; nothing is guessed. A case is made
only when nothing that its question rests on is missing, doubtful or disputed, and it can be ruled.

>>> read = read_email("How many corps can a leader with CR 5 rally in one action?")
>>> read["system"], read["question"], read["case"]["given"]
('NY', 'rally', {'rating': 5})
>>> [one["kind"] for one in read_email("Villeroy besieges Brussels with 5 corps and rolled a 4")["missing"]]
['garrison', 'power', 'position']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ...core.errors import NinevearsError
from ...core.messages import say
from ..cases.case import FORMAT, SYSTEMS
from ..cases.cases import questions, rule_case
from . import musket_pike, naval_case, nine_years_case, virgin_queen_case
from .asked import question_of, system_of, which_question
from .cutting import MOST_READ, clause_around
from .disputes import agreed, mended
from .found import OPPONENT, Finished, People
from .letter import Letter, Passage, read_letter, words_in
from .musket_pike import Musket
from .names import NEVER_NAMES, elsewhere, folded, lexicon, nearest_space
from .naval import NavalCombat
from .nine_years import War
from .set_up import WITHOUT_LEADERS
from .short_answers import in_short
from .speech import Speech
from .virgin_queen import Queen
from .weighed import ARGUED, Weighed
from .words import Words, words_of

MOST_FACTS = 400
"""Facts that are told: a letter with more is no dispute."""


def read_email(
    text: str | bytes, *, system: str | None = None, question: str | None = None
) -> dict[str, Any]:
    """What an email to the umpire says.

    Args:
        text: the email as it came: its source, HTML, or plain text.
        system: NY, HIS, VQ or MP, where it is known; else it is recognised.
        question: what it asks, where that is known.

    Returns:
        `system` and `question` (None where they were not recognised), `facts`, `missing`, `disputed`, `case`
        (None before all is known), `from`, the names of those who wrote it, `elsewhere`, places that the map
        lacks (`place`, and `near`, the nearest space where that is sure), and for a screen `text` (the
        letter decoded, to which each `span` points) and `unread`, words that look like facts and were not
        understood, with the names they come near to.

    Raises:
        BadInput: it is longer than any letter, or a mail that cannot be read.
    """
    letter = read_letter(text)
    letter.people += _told_of(letter)
    letter.passages = [
        replace(one, text=_without_other_cases(one.text))
        for one in letter.passages
        if "umpire" not in folded(one.voice)
    ]
    _quoted_speech(letter)
    letter.passages = _whole_lists(letter.passages)
    known = system if system in SYSTEMS else _system(letter)
    read: dict[str, Any] = {"system": known, "question": None, "facts": [], "missing": []}
    read |= {"disputed": [], "case": None, "text": letter.text, "unread": [], "elsewhere": []}
    read["from"] = senders_of(letter)

    def ask(kind: str, words: str) -> None:
        read["missing"].append({"kind": kind, "ask": words})

    if known is None:
        ask("system", say("ask.system"))
        return read
    spoken: dict[str, frozenset[str]] = {}
    for one in letter.passages:
        spoken[one.voice] = spoken.get(one.voice, frozenset()) | words_of(one.text)
    passages = [Words(one, known, letter.people, spoken[one.voice]) for one in letter.passages]
    people = People(letter, passages, known)
    is_told = (known, question) in questions()
    question, others = (question, []) if is_told else question_of(known, passages, letter.subject)
    speeches = [Speech(words, people) for words in passages]
    begin, finish = _READERS[known]
    reading = begin(speeches, question, letter)
    facts = sorted(reading.read(), key=lambda one: one.span)[: MOST_FACTS + 1]  # one more: there are too many
    facts = sorted([*facts, *in_short(speeches, facts)], key=lambda one: one.span)
    weighed = Weighed(speeches)
    told = weighed.weigh(facts)
    facts = mended(told, speeches)
    weighed.contradicted(facts)
    if known == "NY" and question in WITHOUT_LEADERS:
        facts = [one for one in facts if one.kind != "leader" or one.sure]
    stand, disputed, twice = agreed(facts[:MOST_FACTS])
    weighed.claims(stand, facts)
    if question is None and any(one.kind == "action" and one.sure for one in stand):
        question = "action"  # whoever writes an order in the notation, and asks nothing else, asks about it
    read["question"] = question
    read["facts"] = [one.data() for one in stand]
    read["disputed"] = disputed
    read["unread"] = _unread(passages)
    read["elsewhere"] = _elsewhere(passages)
    if question is None or others or (weighed.asks_twice() and not is_told):
        read["missing"].append(which_question(known, [question, *others] if question else others))
        if question is None:
            return read
    given, dice, missing = finish(question, stand, reading)
    taken = _ALONE.get((known, question))
    left = weighed.left_over(told, {**given, "dice": dice}, taken is None) if len(facts) <= MOST_FACTS else ()
    read["unread"] += [{"said": said, "near": [], "span": span} for said, span in left]
    settled = {"garrison" if _is_inside(one) else one["kind"] for one in disputed}
    read["missing"] += [one for one in missing if one["kind"] not in settled]
    for kind, about in twice if taken is None else [one for one in twice if one[0] in taken]:
        if kind not in settled and all(one["kind"] != kind for one in read["missing"]):
            ask(kind, say("ask.which", what=_named(kind, about)))
    if len(facts) > MOST_FACTS or len(letter.text) >= MOST_READ:
        ask("facts", say("ask.facts"))
    doubtful = [
        one.said
        for one in stand
        if not one.sure and (taken is None or one.kind in taken) and one.details.get("role") != ARGUED
    ]
    doubtful += [one["said"] for one in read["unread"]]
    disputed = [one for one in disputed if taken is None or one["kind"] in taken]
    if not (read["missing"] or disputed or doubtful):
        read["case"] = _case(known, question, given, dice, letter)
        if read["case"] is None:
            ask("facts", say("ask.facts"))
    elif not (read["missing"] or disputed):  # whoever gets no case is told what to ask
        ask("facts", _sure_of(doubtful))
    return read


def _sure_of(doubtful: Iterable[str]) -> str:
    """What is asked where words were not understood, or not plainly meant."""
    words = [f"“{one[:60]}”" for one in dict.fromkeys(doubtful)]
    return say("ask.sure", words=", ".join(words[:3]))


_ALONE: Mapping[tuple[str, str], frozenset[str]] = {
    ("NY", "force"): words_in("leaders corps"),
    ("NY", "rally"): words_in("rating"),
    ("VQ", "formation"): words_in("leaders units"),
    ("VQ", "interception"): words_in("zone ships rating telescope at_war dice"),
    ("VQ", "avoidance"): words_in("zone ships rating telescope at_war dice"),
}
"""The kinds on which a question rests that takes no place and no power: others hinder nothing."""


def _is_inside(dispute: dict[str, Any]) -> bool:
    """Whether a dispute is about corps in a fortress: how many besiege it is another question."""
    value = dispute["versions"][0]["value"]
    return isinstance(value, dict) and bool(value.get("inside"))


def _named(kind: str, about: str) -> str:
    """What two values are told of, in words: "corps Savoy Turin inside", "year"."""
    return " ".join((kind, *about.replace(":", " ").split())) if ":" in about else about or kind


MOST_SENDERS = 6


def senders_of(letter: Letter) -> list[str]:
    r"""The names of those who wrote a letter, or whose words it quotes; none who is only called "he".

    >>> senders_of(read_letter("From: Ben Carter <b@c.org>\nSubject: Mons\n\nI rolled a 5."))
    ['Ben Carter']
    """
    known = set(letter.people)
    found = dict.fromkeys(passage.voice for passage in letter.passages if passage.voice in known)
    return list(found)[:MOST_SENDERS]


_TOLD_OF = re.compile(
    r"\b([A-Z][a-z]{2,12}) (?:says|said|claims|claimed|insists|thinks|swears|argues|wrote|tells|told|"
    r"is (?:the )?(?:Bourbon|Alliance)|plays|played|has the|rolled|rolls|threw|reckons|maintains|"
    r"has (?:rolled|thrown)|and (?:me|I))\b|\b([A-Z][a-z]{2,12}): [\"“„]|\b(?:says|said|claims|according to|"
    r"laut|volgens|selon) ([A-Z][a-z]{2,12})\b|\b([A-Z][a-z]{2,12}) \((?:Bourbons?|Alliance|"
    r"Allies)(?: player)?\) [a-z]|\b([A-Z][a-z]{2,12})['’]s (?:view|version|story|account|memory|side|"
    r"recollection)\b"
)


_OTHER_CASE = re.compile(
    r"\b(?:your|the) (?:last|previous|earlier|other|old) (?:ruling|verdict|decision|judge?ment)s?\b",
    re.IGNORECASE,
)
_WRITES = re.compile(
    r"(?:.*[.!?\n])?\s*(?:my |the )?(?:opponent|other player|partner|he|she|they)"
    r" (?:writes|wrote|says|said|replied|replies|answers|answered|claims)[^:]{0,20}:",
    re.DOTALL | re.IGNORECASE,
)


_RUN_BY = re.compile(
    r"\([^()]{0,30} (?:runs|plays|moves|controls|handles|rolls for) (?:her|him|it|them)\)", re.IGNORECASE
)
"""Who plays a minor power, in brackets behind it."""


def _without_other_cases(text: str) -> str:
    """A text without the clauses that speak of what was ruled before, and without who plays a minor power;
    blanks stand in their place.
    """
    text = _RUN_BY.sub(lambda found: " " * len(found[0]), text)
    for found in _OTHER_CASE.finditer(text):
        start, end = clause_around(text, *found.span())
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _quoted_speech(letter: Letter) -> None:
    """A paragraph between quotation marks below "My opponent writes:" is the opponent's."""
    passages = letter.passages
    for number, (one, other) in enumerate(pairwise(passages), 1):
        if other.text[:1] in ('"', "“", "„", "«") and _WRITES.fullmatch(one.text[-300:].rstrip()):
            passages[number] = replace(other, voice=OPPONENT)


def _whole_lists(passages: list[Passage]) -> list[Passage]:
    """The passages, with the lines of a list beside what stands above it."""
    whole: list[Passage] = []
    for one in passages:
        above = whole[-1] if whole else None
        if (
            above
            and one.text[:1] in _BULLETS
            and one.text[1:2] == " "
            and above.voice == one.voice
            and not one.label[:1].isupper()  # nobody speaks there
        ):
            places = (*above.places, one.places[0], *one.places)
            whole[-1] = replace(above, text=f"{above.text}\n{one.text}", places=places)
        else:
            whole.append(one)
    return whole


_BULLETS = ("-", "*", "•", "–")


def _told_of(letter: Letter) -> list[str]:
    """People of whom a letter only speaks, as in "Ben says"; none whose name is one of the game."""
    known = {words[0] for system in SYSTEMS for words in lexicon(system) if len(words) == 1}
    known |= NEVER_NAMES | {folded(name) for name in letter.people}
    known |= {words[0] for words in elsewhere() if len(words) == 1}  # "Cambrai is Alliance"
    found = dict.fromkeys("".join(names) for names in _TOLD_OF.findall(letter.text[:60_000]))
    return [name for name in found if folded(name) not in known and folded(name) not in _PRONOUNS]


_PRONOUNS = words_in(
    "she they you who this that opponent nobody everyone someone rulebook brother friend rule"
)


def _system(letter: Letter) -> str | None:
    text = letter.subject + "\n" + "\n".join(passage.text for passage in letter.passages)
    found = 0
    for passage in letter.passages[:60]:
        found += sum(one.letter in "PLXE" for one in Words(passage, "NY", letter.people).names)
        if found > 8:
            break
    return system_of(text, found)


def _unread(passages: list[Words]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for words in passages:
        for start, end, near in words.misses[:50]:
            span = list(words.passage.span(start, end))
            found.append({"said": words.passage.text[start:end], "near": list(near), "span": span})
    return found[:MOST_FACTS]


def _elsewhere(passages: list[Words]) -> list[dict[str, Any]]:
    """The places that are told of and that the map lacks, each once; they are no facts."""
    found: dict[str, dict[str, Any]] = {}
    for words in passages:
        for start, end, name in words.elsewhere:
            told: dict[str, Any] = {"said": words.passage.text[start:end].replace("\n", " "), "place": name}
            told |= {"near": nearest_space(name), "span": list(words.passage.span(start, end))}
            found.setdefault(name, told)
    return list(found.values())[:MOST_FACTS]


def elsewhere_words(place: Mapping[str, Any]) -> str:
    """What is said of a place that the map lacks.

    >>> elsewhere_words({"said": "Kehl", "near": "Strasbourg"})
    'a real place, not on the map; nearest to it on the map: Strasbourg'
    """
    return say("email.elsewhere-near", near=place["near"]) if place["near"] else say("email.elsewhere")


def _case(
    system: str, question: str, given: dict[str, Any], dice: list[int] | None, letter: Letter
) -> dict[str, Any] | None:
    """The case, if it can be ruled."""
    case: dict[str, Any] = {"format": FORMAT, "system": system, "question": question, "given": given}
    if dice:
        case["dice"] = dice
    title = letter.subject.strip()[:200]
    if title.isprintable() and title:
        case["title"] = title
    try:
        rule_case(case, others=False)
    except NinevearsError:
        return None
    return case


_READERS: dict[str, tuple[Callable[[list[Speech], str | None, Letter], Any], Callable[..., Finished]]] = {
    "NY": (War, nine_years_case.finish),
    "HIS": (NavalCombat, naval_case.finish),
    "VQ": (Queen, virgin_queen_case.finish),
    "MP": (Musket, musket_pike.finish),
}
"""What reads a letter about each system, and what makes a case of the facts that stand."""
