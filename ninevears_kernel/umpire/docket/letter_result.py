"""What follows from the dice of a decision, or from its answer, as a letter tells it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import Message, say, shown
from ...core.render import label_shown, value_shown
from ...core.rulings import Ruling
from ..cases.case import Case
from ..reports.reports import Report
from .letter_words import followed, is_plain

MOST_SHOWN = 6
"""So many parts of an answer stand on the first page."""
MOST_FOLLOWED = 7
"""So many sentences of what came of the dice."""
Items = list[dict[str, str]]


def result_of(report: Report, stands: bool = True) -> dict[str, Any]:
    """What follows from the dice, where the ruling stands and something does.

    Args:
        report: the case with its ruling.
        stands: whether it is decided as it was ruled.
    """
    ruling = report.seen.ruling
    rolls = [
        {"by": shown(one.roller), "dice": list(one.dice), "ignored": list(one.ignored)}
        for one in report.rolls
    ]
    dice = {"dice": list(ruling.dice), "rolls": rolls}
    if not stands or ruling.verdict in ("illegal", "no"):
        return {**dice, "says": [], "items": [], "chance": ""}
    steps = followed(ruling, ()) if ruling.dice else []
    says = [{"says": str(step.says), "clause": step.clause_id} for step in steps[:MOST_FOLLOWED]]
    if ruling.question in IN_WORDS:
        says += IN_WORDS[ruling.question](report.seen.case, ruling)
        items = Items()
    else:
        items = [] if says else _plainly(ruling)
    chance = ""
    for name, chances in ruling.odds.items():
        if not ruling.dice:
            chance = say("letter.odds-of", name=label_shown(name))
            items += [
                {"name": value_shown(value, name), "value": f"{float(part):.1%}"}
                for value, part in chances[:MOST_SHOWN]
            ]
            break
        found = [part for value, part in chances if value == (ruling.answer or {}).get(name, ...)]
        if found and found[0] < 1:
            came = value_shown((ruling.answer or {})[name], name, ruling.question)
            chance = say("letter.chance", name=label_shown(name), value=came, chance=found[0])
            break
    return {**dice, "says": says, "items": items, "chance": chance}


def _plainly(ruling: Ruling) -> Items:
    """The parts of an answer that can be told in a few words, those first that the dice decide."""
    values = {name: value for name, value in (ruling.answer or {}).items() if is_plain(name, value)}
    return [
        {"name": label_shown(name), "value": value_shown(value, name, ruling.question)}
        for name, value in sorted(values.items(), key=lambda one: one[0] not in ruling.odds)[:MOST_SHOWN]
    ]


def _line(case: Case, ruling: Ruling) -> Items:
    """Whose line it is, from where to where, and by which way."""
    answer = ruling.answer or {}
    space, *way = answer["path"]
    ends = {"side": case.given["side"], "space": space, "source": answer["source"]}
    id = "letter.line" if way[:-1] else "letter.line-short"
    told = [say(id, **ends, way=Message.all_of(way[:-1]))]
    told += [say("letter.line-limited")] if answer["limited"] else []
    return [{"says": " ".join(told), "clause": ruling.steps[-1].clause_id}]


IN_WORDS: Mapping[str, Callable[[Case, Ruling], Items]] = {
    "action": lambda case, ruling: [],  # the headline says what may be done
    "loc": _line,
}
"""Questions of which the parts of the answer say too little one by one, and the sentences instead."""
