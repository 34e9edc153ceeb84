"""Everything that is known of a clause: its text, readings, code, tests, disputes, words and lessons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ..core.clauses import Clause, clause, in_order, registers
from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message
from ..core.readings import Reading, readings
from ..umpire.cases.cases import rule_case
from ..umpire.cases.coverage import coverage_data
from ..umpire.cases.samples import PACKAGE, Sample, samples
from .glossary import Term, terms_in, terms_of
from .lesson_helpers.places import NUMBER, LessonPlace, lesson_places

TESTS = PACKAGE.parent / "tests"
"""The folder of tests of a checkout; an installed package has none."""
HELP = "help.ipynb"
"""The notebook of the clause browser, which teaches no clause."""
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class ClauseHelp:
    """What is known of a clause.

    Attributes:
        clause: the clause.
        readings: the switches that concern it, its own first.
        above, below, beside: clauses that it is part of, its own parts, and those of the same paragraph.
        see: clauses that its text, its note or its readings name.
        seen_from: clauses that name it.
        code: the functions that carry it out.
        tests: the files of tests that show it; none in an installed package.
        cases: worked cases in whose ruling it plays a part, disputes of the case book first.
        terms: words of the glossary that are about it or occur in it, the former first.
        lessons: where the notebooks speak of it.
    """

    clause: Clause
    readings: tuple[Reading, ...]
    above: tuple[Clause, ...]
    below: tuple[Clause, ...]
    beside: tuple[Clause, ...]
    see: tuple[Clause, ...]
    seen_from: tuple[Clause, ...]
    code: tuple[str, ...]
    tests: tuple[str, ...]
    cases: tuple[Sample, ...]
    terms: tuple[Term, ...]
    lessons: tuple[LessonPlace, ...]


@cache
def clause_help(id: str) -> ClauseHelp:
    """Everything that is known of the clause of this id.

    Args:
        id: system and number; for Nine Years the number is enough.

    Raises:
        BadInput: no register has it; says what is near, or what stands under it.

    >>> known = clause_help("NY 13.5.4")
    >>> [reading.name for reading in known.readings]
    ['rally-count']
    """
    found = clause_named(id)
    texts = _texts(found)
    named = _named_in(found.system, " ".join(texts))
    covered = _coverage()[found.id]
    words = dict.fromkeys((*terms_of(found.id), *(t for text in texts[:2] for t in terms_in(text))))
    return ClauseHelp(
        clause=found,
        readings=tuple(readings_of(found)),
        above=_relatives(found, lambda own, other: own.startswith(f"{other}.")),
        below=_relatives(found, lambda own, other: other.startswith(f"{own}.")),
        beside=_relatives(found, lambda own, other: _paragraph(own) == _paragraph(other) is not None),
        see=tuple(one for one in named if one.id != found.id),
        seen_from=_seen_from().get(found.id, ()),
        code=tuple(covered["code"]),
        tests=tuple(covered["tests"]),
        cases=cases_of(found.id),
        terms=tuple(words),
        lessons=tuple(
            place
            for place in lesson_places(found.system)
            if place.notebook != HELP and place.speaks_of(found.number)
        ),
    )


def clause_named(id: str) -> Clause:
    """The clause that somebody means: spaces, brackets and small letters do not matter, and a bare number is
    one of Nine Years, or else of the one system that has it.

    Raises:
        UnknownName: there is none; says what is near.
        BadInput: it is no clause itself, but some stand under it; says which.

    >>> clause_named("(11.1.3.a)").id, clause_named("nc.8.b").id
    ('NY 11.1.3.a', 'HIS NC.8.b')
    >>> clause_named("NY 7.2")
    Traceback (most recent call last):
    ...
    ninevears_kernel.core.errors.BadInput: clause: found 'NY 7.2', expected one of the 12 clauses that stand \
under it, such as NY 7.2.1.a, NY 7.2.1.b, NY 7.2.1.c.
    """
    wanted = " ".join(str(id)[:80].strip(" ()[]§.,;:").split()).casefold()
    if found := spellings().get(wanted):
        return found
    under = clauses_under(wanted)
    if under:
        shown = [one.id for one in under[:MOST_NAMED]]
        raise BadInput("clause", id, Message("expected.clause-under", count=len(under), under=shown))
    return clause(wanted.upper() if " " in wanted else f"NY {wanted}")


@cache
def spellings() -> Mapping[str, Clause]:
    """Every way in which a clause may be named, in small letters; Nine Years has the first word."""
    found: dict[str, Clause] = {}
    for one in every_clause():
        found[one.id.casefold()] = one
        found.setdefault(one.number.casefold(), one)
    return found


def clauses_under(id: str) -> tuple[Clause, ...]:
    """The clauses under a paragraph that is no clause itself, in order.

    >>> [one.number for one in clauses_under("NY 12.2")][:2]
    ['12.2.1', '12.2.2']
    """
    begins = f"{id.casefold().strip()}."
    system = "" if " " in begins else "ny "
    found = {one.id: one for name, one in spellings().items() if name.startswith(system + begins)}
    return tuple(in_order(found.values()))


def readings_of(one: Clause) -> Iterator[Reading]:
    """The readings that concern a clause: those that stand on it, then those that name it."""
    own = [reading for reading in readings().values() if reading.clause_id == one.id]
    yield from own
    for reading in readings().values():
        if reading not in own and one in _named_by_reading(reading.name):
            yield reading


@cache
def _named_by_reading(name: str) -> tuple[Clause, ...]:
    reading = readings()[name]
    text = " ".join((reading.reason, *reading.options.values()))
    return _named_in(clause(reading.clause_id).system, text)


def numbers_in(system: str, text: str) -> Iterator[tuple[int, int, Clause]]:
    """Where a text of a system names a clause: the beginning, the end, and the clause, or the first of those
    that stand under the number.

    >>> [(one.id, start) for start, end, one in numbers_in("NY", "See 11.1.4, and 17.")]
    [('NY 11.1.4', 4)]
    """
    for match in NUMBER.finditer(text):
        found = spellings().get(f"{system} {match[0]}".casefold())
        if found is None:
            found = next(iter(clauses_under(f"{system} {match[0]}")), None)
        if found is not None:
            yield match.start(), match.end(), found


def _named_in(system: str, text: str) -> tuple[Clause, ...]:
    return tuple(in_order({one.id: one for _, _, one in numbers_in(system, text)}.values()))


def _texts(one: Clause) -> tuple[str, ...]:
    """The title and text of a clause, its note, and what its own readings say."""
    own = [reading for reading in readings().values() if reading.clause_id == one.id]
    return (
        f"{one.title}. {one.says}",
        one.note or "",
        *(text for reading in own for text in (reading.reason, *reading.options.values())),
    )


@cache
def _seen_from() -> Mapping[str, tuple[Clause, ...]]:
    found: dict[str, list[Clause]] = {}
    for one in every_clause():
        for named in _named_in(one.system, " ".join(_texts(one))):
            if named.id != one.id:
                found.setdefault(named.id, []).append(one)
    return {id: tuple(in_order(ones)) for id, ones in found.items()}


def every_clause() -> Iterator[Clause]:
    """The clauses of all registers, Nine Years first."""
    for register in sorted(registers().values(), key=lambda register: register.system != "NY"):
        yield from register.clauses


def _relatives(one: Clause, related: Callable[[str, str], bool]) -> tuple[Clause, ...]:
    others = registers()[one.system].clauses
    return tuple(in_order(o for o in others if o.id != one.id and related(one.number, o.number)))


def _paragraph(number: str) -> str | None:
    """What a number shares with the others of its paragraph, None when it stands alone."""
    stem = number.rpartition(".")[0]
    return stem if "." in stem else None


def has_tests() -> bool:
    """Whether the tests are here to be named."""
    return TESTS.is_dir()


@cache
def _coverage() -> Mapping[str, Mapping[str, list[str]]]:
    return {entry["clause"]: entry for entry in coverage_data(None, TESTS)["clauses"]}


def cases_of(id: str) -> tuple[Sample, ...]:
    """The worked cases in whose ruling a clause plays a part, disputes of the case book first.

    >>> [sample.name for sample in cases_of("NY 6.4.2")][0]
    'peace_on_a_nine'
    """
    return _cases_by_clause().get(id, ())


@cache
def _cases_by_clause() -> Mapping[str, tuple[Sample, ...]]:
    found: dict[str, list[Sample]] = {}
    for sample in sorted(samples().values(), key=lambda sample: not sample.in_case_book):
        for id in sample.clauses if sample.in_case_book else _cited_in(sample):
            found.setdefault(id, []).append(sample)
    return {id: tuple(ones) for id, ones in found.items()}


def _cited_in(sample: Sample) -> frozenset[str]:
    """The clauses that the umpire cites for a case."""
    try:
        ruling = rule_case(sample.case)
    except NinevearsError:  # a sample may show what cannot be ruled on
        return frozenset()
    cited = [step.clause_id for step in ruling.steps]
    return frozenset([*cited, *(violation.clause_id for violation in ruling.violations)])
