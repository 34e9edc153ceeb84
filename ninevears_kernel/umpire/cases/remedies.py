"""Remedies that do what they say: each is tried on the case before it is told, and left out when it fails.

Which sentence is tried in which way stands in ``umpire/data/remedies.csv``: for each remedy its parts, the
things between which it leaves the choice, each with the cure of `cures` that carries it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, reduce
from itertools import islice, product
from pathlib import Path
from typing import Any, NamedTuple

from ...core.messages import Message
from ...core.rulings import Ruling, Violation
from ...core.tables import tables_in
from ...nine_years.components.rule_tables import RuleTables
from . import cures_of_given, cures_of_position  # noqa: F401  every word of the table
from .case import Case
from .cures import CURES, Asked, Proposal
from .edits import Edit
from .retrial import Retrial

MOST_TRIED, MOST_RULINGS, MOST_NAMED, MOST_TOGETHER = 60, 240, 3, 24
"""Proposals that are tried for a part of a remedy, rulings for a case, examples that are named, and how many
choices of a part for each violation are tried together.
"""
Edits = tuple[Edit, ...]
data_table = tables_in(Path(__file__).parents[1] / "data")


class Part(NamedTuple):
    """One of the things between which a remedy leaves the choice.

    Attributes:
        says: the message id; empty for the remedy's own.
        cure: the word of `CURES` that carries it out, and its arguments.
        names: the value of the message that lists what serves, so that only what does is listed.
    """

    says: str
    cure: str
    names: str


@cache
def parts_of() -> Mapping[str, tuple[Part, ...]]:
    """The parts of every remedy that can be tried, by its message id.

    >>> [part.cure for part in parts_of()["remedy.sea-no-port"]]
    ['other space']
    """
    found: dict[str, tuple[Part, ...]] = {}
    for row in data_table("remedies"):
        part = Part(row["says"], row["cure"], row["names"])
        found[row["remedy"]] = (*found.get(row["remedy"], ()), part)
    return found


def with_checked_remedies(
    case: Case,
    ruling: Ruling,
    rule_tables: RuleTables | None,
    most_rulings: int | None = None,
    most_tried: int | None = None,
) -> Ruling:
    """A ruling whose remedies have been tried: those that turn its verdict, alone or all of them together.

    Args:
        case: the case that was ruled.
        ruling: the ruling on it.
        rule_tables: the tables in force.
        most_rulings: how many rulings it may take; `MOST_RULINGS` if not said.
        most_tried: how many proposals are tried for a part of a remedy; `MOST_TRIED` if not said.
    """
    if not any(one.remedy for one in ruling.violations):
        return ruling
    bounds = Bounds(most_rulings or MOST_RULINGS, most_tried or MOST_TRIED)
    return checked(Retrial(case, rule_tables, ruling.dice), ruling, bounds)


def checked(again: Retrial, ruling: Ruling, bounds: Bounds) -> Ruling:
    """A ruling whose remedies have been tried.

    Args:
        again: what rules again.
        ruling: the ruling.
        bounds: how much is tried.
    """
    tried = [_tried(again, ruling, one, bounds) for one in ruling.violations]
    if len(tried) > 1 and any(one.needs for one in tried):
        tried = _together(again, ruling, tried)
    return replace(ruling, violations=tuple(one.violation for one in tried))


class Bounds(NamedTuple):
    """How much is tried: rulings for a case, proposals for a part of a remedy."""

    rulings: int
    tried: int


class Need(NamedTuple):
    """Edits that mend a clause, though others stay violated, and the same in words."""

    edits: Edits
    says: Message


class _Tried(NamedTuple):
    """A violation with the remedy that turns the verdict, if one does; else what mends this clause."""

    violation: Violation
    needs: tuple[Need, ...] = ()


def _tried(again: Retrial, ruling: Ruling, violation: Violation, bounds: Bounds) -> _Tried:
    remedy = violation.remedy
    bare = replace(violation, remedy=None)
    if remedy is None:
        return _Tried(bare)
    asked = Asked(again, ruling, violation, remedy)
    says: list[Message] = []
    mends: list[Edits] = []
    needs: list[Need] = []
    told_already: set[str] = set()
    for part in parts_of().get(remedy.id, ()):
        if part.says in told_already:
            continue  # another way to do what was told
        turning: list[Proposal] = []
        mending: Proposal | None = None
        for proposal, turns, mended in _outcomes(asked, part, bounds):
            if turns:
                turning.append(proposal)
                if len(turning) == MOST_NAMED and not part.names:
                    break
            elif mended and mending is None:
                mending = proposal
        if turning:
            told_already.add(part.says)
            says.append(_said(remedy, part, turning))
            mends += [proposal.edits for proposal in turning]
        elif mending is not None:
            needs.append(Need(mending.edits, _said(remedy, part, [mending])))
    if not says:
        return _Tried(bare, tuple(needs))
    told = reduce(lambda first, last: Message("cure.or", first=first, last=last), says)
    return _Tried(replace(violation, remedy=told, mends=tuple(map(_data, mends))))


def _outcomes(asked: Asked, part: Part, bounds: Bounds) -> Iterator[tuple[Proposal, bool, bool]]:
    """Each proposal with whether it turns the verdict, and whether it mends this clause at least."""
    word, *arguments = part.cure.split()
    for proposal in islice(CURES[word](asked, *arguments), bounds.tried):
        if asked.again.rulings >= bounds.rulings:
            return
        outcome = asked.again.verdict(proposal.edits)
        if outcome is None:
            continue
        verdict, violations = outcome
        left = set(map(_kind, violations))
        mended = _kind(asked.violation) not in left and left <= set(map(_kind, asked.ruling.violations))
        yield proposal, verdict != asked.ruling.verdict, mended


def _kind(violation: Violation) -> tuple[str, str]:
    return violation.clause_id, violation.says.id


def _said(remedy: Message, part: Part, turning: list[Proposal]) -> Message:
    """A part of a remedy in words, with what serves where that is a matter of choice."""
    labels = list(dict.fromkeys(one.label for one in turning if one.label is not None))
    values = dict(remedy.values)
    if part.names:
        values[part.names] = Message.any_of(labels)
    says = Message(part.says or remedy.id, **values)
    more = [one for one in labels if one not in remedy.values.values()]  # what it names is no example of it
    if more and not part.names:
        return Message("cure.such-as", remedy=says, options=Message.any_of(more))
    return says


def _together(again: Retrial, ruling: Ruling, tried: list[_Tried]) -> list[_Tried]:
    """What mends one clause each, where all of it turns the verdict: told as one of several things."""
    for needs in islice(product(*(one.needs or (None,) for one in tried)), MOST_TOGETHER):
        made: list[Edit] = []
        for need in needs:
            made += [edit for edit in need.edits if edit not in made] if need is not None else []
        outcome = again.verdict(made)
        if outcome is not None and outcome[0] != ruling.verdict:
            return [
                one if need is None else _Tried(_one_of_several(one.violation, need))
                for one, need in zip(tried, needs, strict=True)
            ]
    return tried


def _one_of_several(violation: Violation, need: Need) -> Violation:
    remedy = Message("cure.one-of-several", remedy=need.says)
    return replace(violation, remedy=remedy, mends=(_data(need.edits),))


def _data(edits: Edits) -> tuple[Mapping[str, Any], ...]:
    return tuple(edit.data for edit in edits)
