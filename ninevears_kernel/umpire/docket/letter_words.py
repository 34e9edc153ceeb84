"""How a letter puts things: which sentence decides, facts as paragraphs, moments, what is cut short."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ...core.clauses import Clause, clause as clause_of, registers
from ...core.messages import say
from ...core.readings import readings
from ...core.render import outcome_shown
from ...core.rulings import Ruling, Step
from ..reports.sections import Row, Section
from .fulltext import words_in

TOLD = "told"
"""The status of a fact that one player alone told."""
RESULT = "result"
"""The verdict of what is neither legal nor not."""
MOST_READINGS = 2
"""So many readings on which the ruling turns stand on the first page."""
MOST_QUOTED, MOST_DECIDING, MOST_CITED, MOST_TOLD = 160, 2, 3, 430
"""Letters of a claim quoted, sentences that decide, clauses cited, letters of a paragraph of facts."""
ROLLED = frozenset({"die", "faces", "roll", "total"})
"""What a step that tells of dice has among its values."""
SUM = re.compile(r"\d.*[+−-] \d.* = (\d+)")
"""What is added up, in a sentence."""
SHORTEST = 4
"""Letters of a word that says what somebody speaks about; numbers always do."""
_PLAIN = (str, int, bool, type(None))


def deciding(
    ruling: Ruling, headline: str, claimed: str, parts: Sequence[str] = ()
) -> tuple[list[str], list[str], Clause | None]:
    """What decides a ruling: its sentences, the clauses that they cite, and the clause to be quoted.

    Where nothing is forbidden these are the sentences that speak of what the loser claimed; where something
    is, the last of them says why, whatever was claimed.

    Args:
        ruling: the ruling.
        headline: the sentence that stands above, and is not said again.
        claimed: the words of who lost; empty where nobody did.
        parts: clause and sentence of the step in which two versions of a disputed fact part: it decides
            before all others.
    """
    parted = next((step for step in ruling.steps if [step.clause_id, str(step.says)] == list(parts)), None)
    broken = ruling.violations
    turning = [step for step in ruling.steps if step.decides]
    if not turning and not broken:
        turning = _unmarked(ruling)
    told = [step for step in turning if str(step.says) != headline]
    if not told and not broken:  # what is broken says itself why
        told = [step for step in ruling.steps if str(step.says) != headline][-1:]
    sentences = told[-MOST_DECIDING:]
    meets: list[Step] = []
    if claimed and (near := _nearest(told, claimed, MOST_DECIDING)):
        fails = ruling.verdict in ("illegal", "no")
        chosen = [*near[: MOST_DECIDING - 1], told[-1]] if fails else near
        sentences = [step for step in told if step in chosen]
    if claimed and not broken:  # a step that decides nothing else may still be what the claim is about
        words = _telling(claimed)
        others = [step for step in ruling.steps if str(step.says) != headline]
        best = max((_shared(words, step) for step in told), default=0)
        meets = [step for step in _nearest(others, claimed) if _shared(words, step) > best]
        sentences = meets or sentences
    if parted is not None and str(parted.says) != headline:
        sentences, meets = [parted], []
    says = [str(step.says) for step in sentences]
    if not says:
        says = [str(one.says) for one in broken[:MOST_DECIDING] if str(one.says) != headline]
    if not says and broken:  # the sum on which it rests
        same = [str(step.says) for step in ruling.steps if step.clause_id == broken[0].clause_id]
        says = [one for one in same if SUM.search(one) and one != headline][-1:]
    concludes = [step for step in turning if step.says == ruling.says] or sentences
    cited = [
        *([parted.clause_id] if parted is not None else ()),
        *(one.clause_id for one in broken),
        *(step.clause_id for step in [*meets, *concludes[-1:], *sentences, *turning]),
    ]
    clauses = list(dict.fromkeys(cited))[:MOST_CITED]
    return says, clauses, clause_of(clauses[0]) if clauses else None


def named_in(text: str, system: str) -> list[str]:
    """The clauses that somebody names, in order, each once.

    Args:
        text: their words.
        system: whose clauses a name without its system is among.

    >>> named_in("It left in pursuit (VP.5), and NY 17.5.2 is another game's; 2.5 points are none.", "MP")
    ['MP VP.5', 'NY 17.5.2']
    """
    found = (f"{told['system'] or system} {told['id']}" for told in _CLAUSE_ID.finditer(text))
    known = {one.id for register in registers().values() for one in register.clauses}
    return [one for one in dict.fromkeys(found) if one in known]


_CLAUSE_ID = re.compile(
    r"(?:\b(?P<system>NY|HIS|VQ|MP) |[(§] ?|\b(?:clause|paragraph|rule|section) |\b(?=[A-Z]))"
    r"(?P<id>(?:[A-Z]{1,4}\.)?\d+(?:\.\d+)*(?:\.[A-Za-z]\b)?)"
)
"""A clause by its number, with its system, in brackets, or with its letters."""


def _unmarked(ruling: Ruling) -> list[Step]:
    """What turns a ruling of which no step says that it does: where dice fell, no step before the last of
    them; else the sum that comes to what the ruling says, or the step that speaks of the same.
    """
    steps, says = ruling.steps, str(ruling.says)
    if ruling.dice:
        last = max((n for n, step in enumerate(steps) if ROLLED & {*step.says.values}), default=0)
        return _nearest(steps[last:], says)
    numbers = set(re.findall(r"\d+", says))
    sums = [step for step in steps if (found := SUM.search(str(step.says))) and found[1] in numbers]
    return sums[-1:] or _nearest(steps, says)


def reckoned(ruling: Ruling, own: str) -> list[str]:
    """The sum that a ruling rests on, for an umpire who answers in their own words; none where these have
    one, or where only dice were added up.

    >>> from ..cases.cases import rule_case
    >>> from ..cases.samples import samples
    >>> ruling = rule_case(samples()["dublin_besiegers_and_a_friendly_sea"].case)
    >>> reckoned(ruling, "A corps is not a corps.")[0][-38:]
    'inside (a full one would count 2) = 2.'
    >>> reckoned(ruling, "1 + 1 = 2.")
    []
    """
    if SUM.search(own):
        return []
    turning = [step for step in ruling.steps if step.decides] or list(ruling.steps)
    sums = [
        str(step.says) for step in turning if not ROLLED & {*step.says.values} and SUM.search(str(step.says))
    ]
    return sums[-1:]


def read_otherwise(ruling: Ruling, precedents: Mapping[str, int]) -> list[str]:
    """How a rule is read that can be read in two ways, why, and what the other reading comes to; nothing of
    readings on which nothing turns.

    Args:
        ruling: the ruling.
        precedents: the readings that are in force by a precedent, each with its number.

    >>> from ..cases.cases import rule_case
    >>> from ..cases.samples import samples
    >>> ruling = rule_case(samples()["antwerp_three_ratings"].case)
    >>> read_otherwise(ruling, {"force-limit": 7})[0][:96]
    'It is read so: a force has no more corps than its two best command ratings add up to. By precede'
    """
    told = list[str]()
    for used in ruling.readings:
        reading = readings()[used.name]
        turned = [one for one in used.others if (one.verdict, one.answer) != (ruling.verdict, ruling.answer)]
        turned = [one for one in turned if one.verdict != ruling.verdict or ruling.verdict == RESULT]
        why = reading.reason if used.chosen == reading.default else say("letter.read-chosen")
        if used.name in precedents:
            why = say("letter.read-by-precedent", number=precedents[used.name])
        for one in turned[:1]:
            verdict = say(f"report.verdict-{one.verdict}")
            other = {"other": reading.options[one.option], "verdict": verdict}
            outcome = outcome_shown(one, ruling)
            told.append(
                say("letter.read", means=reading.options[used.chosen], why=why, outcome=outcome, **other)
            )
    return told[:MOST_READINGS]


def followed(ruling: Ruling, told: Iterable[str]) -> list[Step]:
    """What came of the dice, step by step, but for the sentences that are told already.

    >>> from ..cases.cases import rule_case
    >>> from ..cases.samples import samples
    >>> ruling = rule_case(samples()["two_corps_to_cork"].case)
    >>> [str(step.says) for step in followed(ruling, [str(ruling.says)])][:2]
    ['Die 3 - 2 = 1.', 'A British corps is reduced at sea.']
    """
    first = next(
        (n for n, step in enumerate(ruling.steps) if ROLLED & {*step.says.values}), len(ruling.steps)
    )
    said = {*told, str(ruling.says)}
    return [step for step in ruling.steps[first:] if str(step.says) not in said]


def _nearest(steps: Sequence[Step], text: str, most: int = 1) -> list[Step]:
    """The steps that share most words with a text, the nearest first, and of those the last."""
    words = _telling(text)
    shared = [(_shared(words, step), place) for place, step in enumerate(steps)]
    return [steps[place] for count, place in sorted(shared, reverse=True)[:most] if count or most == 1]


def _shared(words: set[str], step: Step) -> int:
    return len(words & _telling(str(step.says)))


def _telling(text: str) -> set[str]:
    """The words of a text that say what it is about; a number in letters is the same as in figures."""
    numbers = say("letter.numbers-in-letters").split()
    words = {str(numbers.index(word) + 1) if word in numbers else word for word in words_in(text.casefold())}
    return {word for word in words if len(word) >= SHORTEST or word.isdigit()}


def grouped(facts: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Facts as a page tells them: plain ones of a kind in one paragraph.

    >>> five, six = ({"status": "agreed", "says": says, "why": None, "other": None} for says in ("5.", "6."))
    >>> [fact["says"] for fact in grouped([five, six, {**five, "status": "found", "for": "Bourbon"}])]
    ['5. 6.', '5.']
    """

    def alone(fact: Mapping[str, Any]) -> bool:
        names = ("why", "other") if fact["status"] == TOLD else ("for", "why", "other")
        return any(fact.get(name) for name in names)

    for status, run in groupby(
        facts, key=lambda one: None if alone(one) else (one["status"], one.get("for"))
    ):
        if status is None:
            yield from run
        else:
            first, *rest = run
            yield {**first, "says": " ".join([first["says"], *(one["says"] for one in rest)])}


def whose(fact: Mapping[str, Any]) -> str:
    """For whom a fact was found, or who alone told it, in a sentence.

    Args:
        fact: the fact.

    >>> whose({"status": "found", "for": "Alliance"}), whose({"status": "told", "for": None})
    ('As the Alliance had it.', 'As one player alone told it.')
    """
    if fact["status"] == TOLD:
        return say(
            "letter.fact-told-by" if fact.get("for") else "letter.fact-told-alone", side=fact.get("for")
        )
    return say("letter.fact-for", side=fact["for"]) if fact.get("for") else ""


def on_one_page(
    facts: Sequence[Mapping[str, Any]],
) -> tuple[list[Mapping[str, Any]], tuple[tuple[str, tuple[Section, ...]], ...]]:
    """Paragraphs of facts, cut so that they fit on the first page, and what stands folded behind it then.

    Args:
        facts: the paragraphs.
    """
    shown = [
        fact
        if len(fact["says"]) <= MOST_TOLD
        else {**fact, "says": f"{_beginning(fact['says'])} {say('letter.facts-more')}"}
        for fact in facts
    ]
    if shown == list(facts):
        return shown, ()
    heading = say("letter.all-facts")
    rows = tuple(Row(fact["says"], name=say(f"letter.fact-{fact['status']}")) for fact in facts)
    return shown, ((heading, (Section(heading, rows),)),)


def _beginning(text: str) -> str:
    """The whole sentences at the beginning of a text that is too long, or else its beginning."""
    whole = text[:MOST_TOLD].rpartition(". ")[0]
    return f"{whole}." if whole else f"{text[:MOST_TOLD].rpartition(' ')[0]} …"


def is_plain(name: str, value: Any) -> bool:
    """Whether a part of an answer can be told in a few words; the verdict is told already."""
    short = (
        isinstance(value, list | tuple) and len(value) <= 3 and all(isinstance(one, _PLAIN) for one in value)
    )
    counts = isinstance(value, Mapping) and all(isinstance(one, _PLAIN) for one in value.values())
    return (
        name not in ("legal", "says")
        and value not in (None, (), [])
        and (isinstance(value, _PLAIN) or short or counts)
    )


def cut_short(text: str) -> str:
    """A claim as it is quoted: in one line, and not too long."""
    text = " ".join(text.split())
    return text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 1].rsplit(" ", 1)[0] + " …"


def rolled(roll: Mapping[str, Any]) -> str:
    """What somebody rolled, and what of it is not counted.

    >>> rolled({"by": "Bourbon", "dice": [5], "ignored": [3]})
    'Bourbon rolled 5. Not counted, by the house rule: 3.'
    """
    dice, aside = (", ".join(map(str, roll[name])) for name in ("dice", "ignored"))
    told = [say("letter.dice-of", roller=roll["by"], dice=dice)] if roll["by"] and dice else []
    told += [say("letter.dice", dice=dice)] if dice and not roll["by"] else []
    if aside:
        id = "letter.dice-ignored" if told else "letter.dice-ignored-of"
        told.append(say(id, roller=roll["by"], dice=aside))
    return " ".join(told)


def moment(written: str) -> str:
    """A moment as people read it, in universal time.

    >>> moment("2026-11-22T11:42:07.123456Z")
    '22 November 2026, 11:42 UTC'
    """
    year, month, day = written[:10].split("-")
    named = say(f"letter.month-{month}")
    return say("letter.moment", day=day.lstrip("0"), month=named, year=year.lstrip("0"), time=written[11:16])
