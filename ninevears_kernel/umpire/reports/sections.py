"""What a report says below its verdict, section by section, for every form of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from ...core.clauses import Clause, clause as clause_of, in_order
from ...core.messages import say, shown
from ...core.readings import readings
from ...core.render import cited, label_shown, odds_rows, outcome_shown, percent, value_shown
from ...core.rulings import OtherOutcome, ReadingUsed, Ruling, frozen, open_steps
from ..cases.rolls import Rolled
from ..search.what_would_change import WhatWouldChange
from .embedded_case import Decision
from .map import ReportMap


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a section: an item with its name, its citation and what follows from it, or cells.

    One that is folded is left for who opens it, where a page can fold anything away; a step has its number.
    """

    text: str = ""
    name: str = ""
    cited: str = ""
    basis: str = ""
    more: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    bar: str = "0"
    folded: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A section: items, a numbered list, a table (which has a header), or a picture."""

    heading: str
    rows: tuple[Row, ...]
    numbered: bool = False
    header: tuple[str, ...] = ()
    bars: bool = False
    svg: Markup | None = None

    @property
    def is_short(self) -> bool:
        """Whether each item is but a name with a value, so that on paper they can stand in one paragraph."""
        return bool(self.rows) and all(row.name and not row.cited and not row.more for row in self.rows)

    @property
    def more(self) -> str:
        """What the fold says that holds the rest of the rows; empty where all are open."""
        count = sum(row.folded for row in self.rows)
        return say("card.more-steps", count=count) if count else ""


def sections_of(
    ruling: Ruling,
    changes: WhatWouldChange | None,
    drawn: ReportMap | None,
    rules: str | None,
    precedents: Mapping[str, int],
    rolls: Sequence[Rolled] = (),
) -> tuple[Section, ...]:
    """The sections of a report, those that have nothing to say left out.

    Args:
        ruling: the ruling.
        changes: what would change it.
        drawn: its map.
        rules: the name of the umpire's own tables.
        precedents: the readings that a precedent has put there, each with its number.
        rolls: the dice by who rolled them.
    """
    found = [
        *_answer(ruling.answer or {}, ruling.question),
        Section(say("report.violations"), tuple(_violations(ruling))),
        Section(say("report.steps"), tuple(_steps(ruling)), numbered=True),
        Section(say("report.changes"), _changes(changes)),
        Section(say("report.readings"), tuple(_readings(ruling, precedents))),
        Section(say("report.dice"), tuple(map(_rolled, rolls))),
        *(_odds(name, chances) for name, chances in ruling.odds.items()),
    ]
    if drawn is not None:
        rows = tuple(map(Row, drawn.says))
        found.append(Section(say("report.map"), rows, svg=Markup(drawn.svg)))  # the kit drew and escaped it
    found += [
        Section(say("report.rules"), tuple(_rules(ruling, rules))),
        Section(say("report.clauses"), tuple(_clauses(ruling))),
    ]
    return tuple(section for section in found if section.rows or section.svg)


def verdict_words(ruling: Ruling, decision: Decision | None) -> str:
    """What is said beside the verdict: what the ruling says, or why the umpire decided otherwise."""
    if decision is None:
        return str(ruling.says)
    return say("report.decided", reason=decision.reason, by=decision.by)


def departed_from(ruling: Ruling) -> Section:
    """The ruling of the kit, where the umpire decided otherwise."""
    verdict = say(f"report.verdict-{ruling.verdict}")
    return Section(say("report.departed"), (Row(say("report.kit-ruled", verdict=verdict, says=ruling.says)),))


def _rolled(one: Rolled) -> Row:
    """The dice of somebody, and those of them that are not counted."""
    aside = (say("report.dice-ignored", dice=shown(one.ignored)),) if one.ignored else ()
    return Row(shown(one.dice) if one.dice else say("fact.no-dice"), name=shown(one.roller), more=aside)


def _row(text: str, clause: Clause, *more: str) -> Row:
    """An item with its clause."""
    return Row(text, cited=cited(clause.id, clause.basis), basis=clause.basis, more=more)


def _answer(answer: Mapping[str, Any], question: str) -> Iterator[Section]:
    plain = {name: value for name, value in answer.items() if not _is_table(value)}
    yield Section(
        say("report.answer"),
        tuple(Row(value_shown(v, k, question), label_shown(k)) for k, v in plain.items()),
    )
    for name, value in answer.items():
        if _is_table(value):
            header = tuple(label_shown(key) for key in value[0])
            rows = tuple(
                Row(cells=tuple(value_shown(inner, key, question) for key, inner in row.items()))
                for row in value
            )
            yield Section(label_shown(name).capitalize(), rows, header=header)


def _is_table(value: Any) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) > 0
        and all(isinstance(row, Mapping) and len(row) > 2 for row in value)
        and len({tuple(row) for row in value}) == 1
    )


def _violations(ruling: Ruling) -> Iterator[Row]:
    for one in ruling.violations:
        more = []
        if one.facts:
            more.append(say("report.facts", facts=value_shown(frozen(dict(one.facts)))))
        if one.remedy is not None:
            more.append(say("report.remedy", remedy=one.remedy))
        yield _row(str(one.says), one.clause, *more)


def _steps(ruling: Ruling) -> Iterator[Row]:
    shown = open_steps(ruling.steps)
    for place, step in enumerate(ruling.steps):
        yield replace(_row(str(step.says), step.clause), folded=place not in shown, number=place + 1)


def _changes(changes: WhatWouldChange | None) -> tuple[Row, ...]:
    if changes is None:
        return (Row(say("report.no-changes")),)
    return tuple(map(Row, changes.sentences()))


def _readings(ruling: Ruling, precedents: Mapping[str, int]) -> Iterator[Row]:
    for used in ruling.readings:
        reading = readings()[used.name]
        number = precedents.get(used.name)
        text = say(
            "report.reading" if number is None else "report.reading-by-precedent",
            name=used.name,
            chosen=used.chosen,
            meaning=reading.options[used.chosen],
            reason=reading.reason,
            number=number,
        )
        others = tuple(_other(other, used, ruling) for other in used.others)
        yield _row(text, clause_of(used.clause_id), *others)


def _other(other: OtherOutcome, used: ReadingUsed, ruling: Ruling) -> str:
    meaning, outcome = readings()[used.name].options[other.option], outcome_shown(other, ruling)
    return say("report.reading-other", option=other.option, meaning=meaning, outcome=outcome)


def _odds(name: str, chances: tuple[tuple[Any, Fraction], ...]) -> Section:
    rows = [
        Row(cells=(value, percent(chance), str(chance)), bar=f"{float(chance) * 100:.2f}")
        for value, chance in odds_rows(name, chances)
    ]
    header = (say("odds.value"), say("odds.chance"), say("odds.exact"))
    return Section(say("report.odds", name=label_shown(name)), tuple(rows), header=header, bars=True)


def _rules(ruling: Ruling, rules: str | None) -> Iterator[Row]:
    if rules is not None:
        yield Row(say("report.own-rules", name=rules))
    for own in ruling.custom_rules:
        yield Row(own)


def _clauses(ruling: Ruling) -> Iterator[Row]:
    ids = [step.clause_id for step in ruling.steps] + [one.clause_id for one in ruling.violations]
    ids += [used.clause_id for used in ruling.readings]
    for clause in in_order(clause_of(id) for id in dict.fromkeys(ids)):
        note = (say("card.note", note=clause.note),) if clause.note else ()
        yield _row(f"{clause.title}. {clause.says}", clause, *note)
