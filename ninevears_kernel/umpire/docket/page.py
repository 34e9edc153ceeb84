"""The public page of a docket: the decisions and the readings in force on a day, as anybody may read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.errors import NinevearsError
from ...core.messages import say
from ...core.readings import readings
from ...core.render import value_shown
from ...core.rulings import frozen
from ...typefaces import with_type
from ..reports.reports import TONES, templates
from .letter import TEMPLATES, letter_of
from .letter_words import moment
from .reader import MOST_FOUND, DocketReader
from .records import StoredCase


def public_page(docket: DocketReader) -> str:
    """The page: every decision in force, newest first, and every reading and line that a precedent has put in
    force. It is made of letters for both players, and tells no more than they do.

    Args:
        docket: the docket.
    """
    return with_type(
        templates(TEMPLATES)
        .get_template("public.html")
        .render(
            says=say,
            title=say("public.title"),
            day=moment(docket.now).rpartition(",")[0],
            decided=[_line(docket, case) for case in _decided(docket)],
            in_force=list(_in_force(docket)),
        )
    )


def _decided(docket: DocketReader) -> Iterator[StoredCase]:
    """Every decided case that no other took the place of, newest first."""
    below = None
    while found := docket.search(most=MOST_FOUND, below=below):
        yield from (case for case in found if case.decision is not None and case.corrected_by is None)
        below = found[-1].number
        if below == 1:
            break


def _line(docket: DocketReader, case: StoredCase) -> dict[str, Any]:
    """What the page says of a case: of one that this kit cannot rule on, no more than the verdict."""
    assert case.decision is not None
    found: dict[str, Any] = {
        "number": case.decision.number,
        "written": moment(case.decision.written).rpartition(",")[0],
        "verdict": say(f"report.verdict-{case.verdict}"),
        "tone": TONES.get(case.verdict, ""),
        "system": case.case["system"],
    }
    try:
        data = letter_of(docket, case.number, search=False).data
    except NinevearsError:
        return found | {"question": "", "headline": say("public.unruled"), "clauses": [], "paragraph": ""}
    notes = [say("letter.overrides")] if data["override"] else []
    if any(not one["outcome"] for one in data["appeal"]["appeals"]):
        notes.append(say("public.appealed"))
    return found | {
        "question": data["title"] or data["question"],
        "headline": data["headline"],
        "clauses": data["decides"]["clauses"],
        "paragraph": data["decides"]["paragraph"],
        "notes": notes,
    }


def _in_force(docket: DocketReader) -> Iterator[dict[str, Any]]:
    """The readings and lines in force, each with the precedent that has put it there."""
    force, kept = docket.in_force(), {one.number: one for one in docket.precedents()}
    for name, number in sorted(force.reading_precedents.items()):
        one, option = readings()[name], force.readings[name]
        words = {
            "name": name,
            "option": option,
            "means": one.options.get(option, ""),
            "clause": one.clause_id,
        }
        yield words | _of(kept[number])
    for number, change in force.precedents.items():
        for section, lines in change.rules.items():
            for name, value in lines.items():
                if force.rules[section][name] == value:
                    shown = value_shown(frozen(value))
                    words = {"name": f"{section}.{name}", "option": shown, "means": "", "clause": ""}
                    yield words | _of(kept[number])


def _of(precedent: Any) -> dict[str, Any]:
    return {
        "precedent": precedent.number,
        "written": moment(precedent.written).rpartition(",")[0],
        "reason": precedent.reason,
    }
