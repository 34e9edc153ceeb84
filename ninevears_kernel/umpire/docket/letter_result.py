"""What follows from the dice of a decision, or from its answer, as a letter tells it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import Message, say, shown
from ...core.render import label_shown, value_shown
from ...core.rulings import Ruling
from ..cases.case import Case
from ..reports.reports import Report
from .letter_words import followed, is_plain, rolled

MOST_SHOWN = 6
"""So many parts of an answer stand on the first page."""
MOST_FOLLOWED = 9
"""So many sentences of what came of the dice."""
WINNER = "winner"
Items = list[dict[str, str]]


def result_of(report: Report, stands: bool = True, told: str = "") -> dict[str, Any]:
    """What follows from the dice, where the ruling stands and something does.

    Args:
        report: the case with its ruling.
        stands: whether it is decided as it was ruled.
        told: what the letter says above it, and need not say again.
    """
    ruling = report.seen.ruling
    rolls = [
        {"by": shown(one.roller), "dice": list(one.dice), "ignored": list(one.ignored)}
        for one in report.rolls
    ]
    dice = {"dice": list(ruling.dice), "rolls": rolls}
    if not stands or ruling.verdict in ("illegal", "no"):
        return {**dice, "says": [], "items": [], "chance": ""}
    came = followed(ruling, ()) if ruling.dice else []
    steps = [step for step in came if str(step.says) not in told]
    says = [{"says": str(step.says), "clause": step.clause_id} for step in steps[:MOST_FOLLOWED]]
    if len(steps) > MOST_FOLLOWED:
        says.append({"says": say("letter.result-more"), "clause": says[-1]["clause"]})
    if ruling.question in IN_WORDS:
        says += IN_WORDS[ruling.question](report.seen.case, ruling)
        items = Items()
    else:
        items = [] if came else _plainly(ruling, told)
    answer, chance = ruling.answer or {}, ""
    for name, chances in ruling.odds.items():
        if not ruling.dice:
            chance = say("letter.odds-of", name=label_shown(name))
            items += [
                {"name": value_shown(value, name), "value": f"{float(part):.1%}"}
                for value, part in chances[:MOST_SHOWN]
            ]
            break
        found = [part for value, part in chances if value == answer.get(name, ...)]
        if found and found[0] < 1:
            if name == WINNER:
                winner = _who(report.seen.case, answer[name])
                chance = say("letter.chance-winner", winner=winner, chance=found[0])
            elif isinstance(answer[name], bool):
                chance = say("letter.chance-this", chance=found[0])
            else:
                value = value_shown(answer[name], name, ruling.question)
                chance = say("letter.chance", name=label_shown(name), value=value, chance=found[0])
            break
    return {**dice, "says": says, "items": items, "chance": chance}


def result_words(result: Mapping[str, Any]) -> str:
    """A result in a paragraph: dice that a sentence tells with what they came to are not told twice.

    Args:
        result: as `result_of` has it.

    >>> roll = {"by": "France", "dice": [5, 1], "ignored": []}
    >>> result = {"dice": [5, 1], "rolls": [roll], "items": [], "chance": "",
    ...           "says": [{"says": "France rolls 5, 1: 1 hit."}]}
    >>> result_words(result), result_words({**result, "says": []})
    ('France rolls 5, 1: 1 hit.', 'France rolled 5, 1.')
    """
    said = [one["says"] for one in result["says"]]
    said += [f"{one['name']}: {one['value']}." for one in result["items"]]
    rolls = []
    for roll in result["rolls"]:
        faces = ", ".join(map(str, roll["dice"]))
        is_told = len(roll["dice"]) > 1 and any(faces in one for one in said)
        rolls.append(rolled({**roll, "dice": []} if is_told else roll))
    if not result["dice"] and not said:
        said = [say("letter.no-result")]
    return " ".join(filter(None, [*rolls, *said, result["chance"]]))


def pictured(result: Mapping[str, Any]) -> dict[str, Any]:
    """A result beside pictures of its dice: what a roll came to stands by them, and its faces are not told.

    Args:
        result: as `result_of` has it.

    >>> roll = {"by": "France", "dice": [5, 1], "ignored": []}
    >>> told = pictured({"rolls": [roll], "says": [{"says": "France rolls 5, 1: 1 hit."}]})
    >>> told["rolls"][0]["came"], told["says"]
    ('1 hit.', [])
    """
    says, rolls = list(result["says"]), []
    for roll in result["rolls"]:
        faces = ", ".join(map(str, roll["dice"])) + ": "
        told = next((one for one in says if len(roll["dice"]) > 1 and faces in one["says"]), None)
        if told is not None:
            says.remove(told)
        rolls.append({**roll, "came": told["says"].partition(faces)[2] if told is not None else ""})
    return {**result, "rolls": rolls, "says": says}


def _who(case: Case, role: str) -> str:
    """The power that attacks or defends, or the side itself."""
    force = case.given.get(role)
    return str(force["power"]) if isinstance(force, Mapping) and "power" in force else role


def _plainly(ruling: Ruling, told: str) -> Items:
    """The parts of an answer that can be told in a few words, those first that the dice decide; a number
    that stands above is not told again.
    """
    values = {name: value for name, value in (ruling.answer or {}).items() if is_plain(name, value)}
    said = re.findall(r"\w+", f"{ruling.says} {told}")
    values = {name: value for name, value in values.items() if not _is_in(value, said)}
    return [
        {"name": label_shown(name), "value": value_shown(value, name, ruling.question)}
        for name, value in sorted(values.items(), key=lambda one: one[0] not in ruling.odds)[:MOST_SHOWN]
    ]


def _is_in(value: Any, words: list[str]) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and str(value) in words


def _line(case: Case, ruling: Ruling) -> Items:
    """Whose line it is, from where to where, and by which way."""
    answer = ruling.answer or {}
    space, *way = answer["path"]
    ends = {"side": case.given["side"], "space": space, "source": answer["source"]}
    id = "letter.line" if way[:-1] else "letter.line-short"
    told = [say(id, **ends, way=Message.all_of(way[:-1]))]
    told += [say("letter.line-limited")] if answer["limited"] else []
    return [{"says": " ".join(told), "clause": ruling.steps[-1].clause_id}]


def _scores(case: Case, ruling: Ruling) -> Items:
    """What each side scores in all (MP VP.0)."""
    sums = [step for step in ruling.steps if step.says.id in ("mp.sum", "mp.sum-plain")]
    return [{"says": str(step.says), "clause": step.clause_id} for step in sums]


IN_WORDS: Mapping[str, Callable[[Case, Ruling], Items]] = {
    "action": lambda case, ruling: [],  # the headline says what may be done
    "loc": _line,
    "victory-points": _scores,
}
"""Questions of which the parts of the answer say too little one by one, and the sentences instead."""
