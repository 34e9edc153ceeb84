"""The docket in words: what the command line prints, every name of a stranger on one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...core.errors import one_line
from ...core.messages import Message, say
from ...core.render import Block, cited, text_table, value_shown
from ...core.rulings import frozen
from .alike import Alike
from .precedents import InForce, Preview
from .reader import DocketReader, Line
from .records import Appeal, Changed, Decided, Outcome, Precedent, Record, StoredCase, StoredGame

WIDEST = 60
"""Signs of a cell; what is longer is cut."""
MOST_ALIKE = 5


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows under their header, as a terminal shows them."""
    cells = [tuple(map(_cell, row)) for row in rows]
    return text_table(Block("table", rows=(tuple(header), *cells)))


def _cell(value: Any) -> str:
    text = "" if value is None else one_line(str(value))
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"


def _day(written: str) -> str:
    """A time to the minute, in universal time."""
    return written[:16].replace("T", " ")


def lines_text(docket: DocketReader, lines: Sequence[Line]) -> str:
    """The entries of a docket, a line each."""
    header = [say(f"docket.column-{name}") for name in ("number", "written", "kind", "by", "about")]
    rows = (
        (
            line.number,
            _day(line.written),
            say(f"docket.kind-{line.kind}"),
            line.by,
            about(docket.record(line.number)),
        )
        for line in lines
    )
    return table(header, rows) if lines else say("docket.empty")


def about(record: Record) -> str:
    """A record in a few words."""
    match record:
        case StoredGame():
            return record.name
        case StoredCase():
            return f"{record.case['system']} {record.case['question']}: {record.title}"
        case Decided():
            words = say(f"docket.decided-{record.kind}", case=record.case)
            return f"{words} {record.reason}".strip()
        case Precedent():
            return change_words(record)
        case Appeal():
            return say("docket.appeal-by", party=record.party, decision=record.decision)
        case Outcome():
            return say(f"docket.appeal-{record.outcome}", number=record.appeal)
    return ""


def _set(readings: Iterable[tuple[str, str]], rules: Iterable[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """What readings and lines of the tables are set to, each as it is typed."""
    lines = [(f"{section}.{name}", value) for section, lines in rules for name, value in lines.items()]
    return [f"{name} = {option}" for name, option in readings] + [
        f"{name} = {value_shown(value)}" for name, value in lines
    ]


def change_words(precedent: Precedent) -> str:
    """What a precedent changes."""
    parts = _set(precedent.change.readings.items(), precedent.change.rules.items())
    if precedent.corrects is not None:
        parts.append(say("docket.instead-of", number=precedent.corrects))
    return ", ".join(parts)


def cases_text(found: Sequence[StoredCase]) -> str:
    """Cases that were found, a line each."""
    if not found:
        return say("docket.nothing-found")
    header = [say(f"docket.column-{name}") for name in ("number", "written", "game", "verdict", "about")]
    mark = say("docket.mark")
    rows = [
        (
            f"{case.number}{mark if case.rests_on else ''}",
            _day(case.written),
            case.game,
            _standing_verdict(case),
            about(case),
        )
        for case in found
    ]
    marked = [say("docket.mark-means")] if any(case.rests_on for case in found) else []
    marked += [say("docket.overridden-means")] if any(case.overridden for case in found) else []
    return "\n".join([table(header, rows), *marked])


def _standing_verdict(case: StoredCase) -> str:
    """The verdict that stands, with a mark where the umpire departed from the ruling, and the number of the
    case that took this one's place.
    """
    if case.successor is not None:
        return say("docket.verdict-in", verdict=case.stands, number=case.successor[0])
    return f"{case.verdict} (!)" if case.overridden else case.verdict


def alike_text(found: Sequence[Alike]) -> str:
    """Cases that are like one, a sentence each.

    >>> print(alike_text([Alike(3, (), "the same facts", "legal", 4, "legal")]))
    Like case 3 (the same facts), decided: Legal.
    """
    return "\n".join(
        one_line(
            say(
                "docket.alike-undecided" if one.decision is None else "docket.alike",
                number=one.number,
                says=one.says,
                verdict=say(f"report.verdict-{one.verdict}"),
            )
        )
        for one in found
    )


def found_words(case: StoredCase) -> str:
    """A case that was found, in a line: its number, an override of it, and its title."""
    verdict = say(f"report.verdict-{case.stands}")
    decided = say("docket.found-overridden", verdict=verdict) if case.overridden else ""
    if case.successor is not None:
        decided = say("docket.found-replaced", verdict=verdict, number=case.successor[0])
    return " ".join(filter(None, (f"{case.number}.", decided, case.title)))


def record_text(docket: DocketReader, record: Record) -> str:
    """The whole of a record, with what belongs to it."""
    kind = next(line.kind for line in docket.lines(1, below=record.number + 1))
    head = say(
        "docket.head",
        number=record.number,
        kind=say(f"docket.kind-{kind}"),
        written=_day(record.written),
        by=one_line(record.by) or "–",
    )
    lines = [head]
    if record.corrects is not None and not isinstance(record, Precedent):  # which tells it itself
        lines.append(say("docket.instead-of", number=record.corrects))
    if record.corrected_by is not None:
        lines.append(say("docket.corrected", number=record.corrected_by))
    match record:
        case StoredCase():
            lines += _case_lines(docket, record)
        case StoredGame():
            lines += [one_line(record.name), *_resting(record.rests_on), "", record.text.rstrip()]
        case Decided():
            lines += _decision_lines(docket, record)
        case Precedent():
            lines += [change_words(record), say("docket.from-case", case=record.case)]
            lines += [one_line(record.reason), "", changes_text(record.changed)]
        case Appeal():
            lines += [one_line(about(record)), say("docket.in-case", case=record.case)]
            lines += [one_line(record.reason), one_line(heard(record))]
        case Outcome():
            lines += [one_line(about(record)), one_line(record.reason)]
            lines += [say("docket.stands-after", decision=record.decision, case=record.case)]
    return "\n".join(lines)


def _case_lines(docket: DocketReader, case: StoredCase) -> Iterator[str]:
    yield one_line(about(case))
    yield what_stands(case)
    if case.game is not None:
        yield say("docket.in-game", number=case.game, name=one_line(docket.game(case.game).name))
    for player, claim in case.claims.items():
        yield say("docket.claim", player=one_line(player), claim=one_line(claim))
    if case.senders:
        yield say("docket.senders", names=Message.all_of(map(one_line, case.senders)))
    yield from _resting(case.rests_on)
    yield ""
    if case.overridden and case.decision is not None:
        yield from (_stands(case.decision), "", say("docket.departed"))
    yield from _ruling_lines(case.ruling)
    if case.rules:
        yield say("docket.by-own-rules", name=one_line(case.rules.name), digest=case.rules.digest)
    if numbers := case.in_force["precedents"]:
        yield say("docket.by-precedents", numbers=Message.all_of(numbers))
    yield ""
    decided = docket.decisions(case.number)
    if not decided:
        yield say("docket.undecided")
    for decision in decided:
        yield f"{decision.number}. {one_line(about(decision))}"
        if decision.corrected_by is not None:
            yield say("docket.corrected", number=decision.corrected_by)
    for appeal in docket.appeals(case.number):
        yield one_line(f"{appeal.number}. {about(appeal)} {heard(appeal)}")
    if like := alike_text(docket.alike(case.number)[:MOST_ALIKE]):
        yield like


def heard(appeal: Appeal) -> str:
    """What became of an appeal."""
    found = appeal.outcome
    return f"{found.number}. {about(found)} {found.reason}" if found else say("letter.appeal-open")


def what_stands(case: StoredCase) -> str:
    """The verdict that stands today, and by what."""
    verdict = say(f"report.verdict-{case.stands}")
    if case.successor is not None:
        return say("docket.stands-in", verdict=verdict, number=case.successor[0])
    if case.decision is None:
        return say("docket.stands-ruled", verdict=verdict)
    return say("docket.stands-by", verdict=verdict, number=case.decision.number)


def _stands(decision: Decided) -> str:
    """What an override decides, and why."""
    verdict = say(f"report.verdict-{decision.verdict}")
    return one_line(say("docket.stands", verdict=verdict, by=decision.by, reason=decision.reason))


def _ruling_lines(ruling: Mapping[str, Any]) -> Iterator[str]:
    """A ruling as it was printed when it was made."""
    yield one_line(ruling["says"])
    if ruling.get("answer"):
        yield from ("", say("ruling.answer"), f"  {one_line(value_shown(frozen(ruling['answer'])))}")
    for part in ("violations", "steps"):
        if ruling[part]:
            yield from ("", say(f"ruling.{part}"))
            for each in ruling[part]:
                yield one_line(f"  {cited(each['clause'], each['basis'])}: {each['says']}")
    if ruling["readings"]:
        yield from ("", say("ruling.readings"))
        for each in ruling["readings"]:
            named = say("ruling.reading", name=each["name"], chosen=each["chosen"], meaning=each["means"])
            yield one_line(f"  {named}")


def _decision_lines(docket: DocketReader, decision: Decided) -> Iterator[str]:
    yield one_line(about(decision))
    if decision.corrected_by is None:
        yield say("docket.verdict", verdict=say(f"report.verdict-{decision.verdict}"))
    else:
        yield say("docket.verdict-then", verdict=say(f"report.verdict-{decision.verdict}"))
        yield what_stands(docket.case(decision.case))
    if decision.departs_from:
        yield say("docket.departs", numbers=Message.all_of(decision.departs_from))
    if decision.position is not None:
        yield say("docket.sets-position")
    if rests := docket.resting_on(decision.number):
        yield say("docket.rest-on-it", numbers=Message.all_of(rests))


def _resting(overrides: tuple[int, ...]) -> list[str]:
    return [say("docket.rests-on", numbers=Message.all_of(overrides))] if overrides else []


def changes_text(changed: Sequence[Changed]) -> str:
    """Every verdict that would change, a line each."""
    if not changed:
        return say("docket.changes-nothing")
    header = [say(f"docket.column-{name}") for name in ("number", "about", "before", "after")]
    rows = [
        (each.number, each.title, outcome_words(each.before), outcome_words(each.after)) for each in changed
    ]
    return table(header, rows)


def outcome_words(outcome: Mapping[str, Any]) -> str:
    """What is said to a case or a game, in a few words.

    >>> outcome_words({"verdict": "no", "says": "Namur is cut."})
    'no: Namur is cut.'
    """
    if outcome.get("error"):
        return str(outcome["error"])
    if bad := outcome.get("bad_entry"):
        return str(bad["says"])
    if "says" in outcome:
        return f"{outcome['verdict']}: {outcome['says']}"
    return value_shown(frozen({name: value for name, value in outcome.items() if value is not None}))


def preview_text(preview: Preview) -> str:
    """What a change would do, for the umpire to look at before adopting it."""
    lines = [
        say("docket.looked-at", count=preview.looked_at),
        say("docket.would-change", count=len(preview.changed)),
    ]
    if preview.changed:
        lines += ["", changes_text(preview.changed)]
    for number in preview.contrary:
        lines += ["", say("docket.contrary-precedent", number=number)]
    if preview.left_alone:
        lines += ["", say("docket.left-alone", numbers=Message.all_of(preview.left_alone))]
    if not preview.complete:
        lines += ["", say("docket.stopped")]
    return "\n".join(lines)


def in_force_text(force: InForce) -> str:
    """What is in force instead of the defaults."""
    parts = _set(sorted(force.readings.items()), sorted(force.rules.items()))
    return "\n".join(parts) if parts else say("docket.defaults")
