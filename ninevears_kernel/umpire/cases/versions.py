"""What is disputed, ruled on every version: side by side, and what difference it makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import structs

from ...core.errors import BadInput, DiceLeftOver, DiceMissing
from ...core.messages import say
from ...core.render import label_shown, value_shown
from ...core.rulings import Ruling
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.queries.situation import Situation
from .case import Case, question_of
from .cases import rule_case
from .facts_of_position import bare_position
from .with_facts import Fact, with_facts

Dispute = Mapping[str, Any]
"""A disputed fact: its `kind`, its details, and `versions`, each with `by`, `value` and `said`."""


def fact_of(dispute: Dispute, version: Mapping[str, Any]) -> Fact:
    """The fact that a version of a dispute says.

    >>> fact_of({"kind": "year", "versions": []}, {"by": "Bourbon", "value": 1692, "said": "in 1692"})
    {'kind': 'year', 'value': 1692}
    """
    details = {name: value for name, value in dispute.items() if name != "versions"}
    own = {name: value for name, value in version.items() if name not in ("by", "said")}
    return {**details, **own}


def with_version(
    case: Case, dispute: Dispute, version: Mapping[str, Any], rules: RuleTables | None = None
) -> Case:
    """A case in which a disputed fact is as one version says, whatever the others say.

    Args:
        case: the case; it stays as it is.
        dispute: the disputed fact.
        version: one of its versions.
        rules: the tables in force.

    Raises:
        BadInput: the version cannot be put into the case.
    """
    others = [one.get("value") for one in dispute.get("versions", ()) if one is not version]
    return with_facts(case, [fact_of(dispute, version)], rules, others)


def rule_versions(
    case: Case, disputed: Dispute | Sequence[Dispute], rules: RuleTables | None = None
) -> list[dict[str, Any]]:
    """The rulings on every version of what is disputed, one dispute at a time.

    Args:
        case: the case, with all that is not disputed in it.
        disputed: a disputed fact, or several; while one is ruled, each other is as the case says, or as
            its first version says where the case says neither.
        rules: the tables in force.

    Returns:
        For each version of each dispute: ``dispute`` (its number, from 0), ``by``, ``value`` and ``said``;
        ``case``, with this version in it; ``ruling``, and its sentence as ``headline``; ``note``: what of
        the dice does not fit this version, or None; ``chances``: of what the dice decide first, as
        `chances_before` tells them; ``same``: whether verdict and answer are those of every
        other version; ``says``: that it makes no difference, or None. Where a version cannot be ruled,
        ``ruling`` is None and ``headline`` tells why.

    >>> case = Case("ninevears-case/1", "NY", "force", {"leaders": [5], "corps": 5})
    >>> found = rule_versions(case, {"kind": "corps", "versions": [
    ...     {"by": "Bourbon", "value": 5, "said": "five"}, {"by": "Alliance", "value": 6, "said": "six"}]})
    >>> [(one["by"], one["ruling"].verdict, one["same"]) for one in found]
    [('Bourbon', 'legal', False), ('Alliance', 'illegal', False)]
    """
    disputes = [disputed] if isinstance(disputed, Mapping) else list(disputed)
    found: list[dict[str, Any]] = []
    for number, dispute in enumerate(disputes):
        rest = [one for place, one in enumerate(disputes) if place != number]
        rows = []
        for version in dispute["versions"]:
            row = _ruled(case, dispute, version, rest, rules)
            said = {name: version.get(name) for name in ("by", "value", "said")}
            rows.append({"dispute": number, **said, **row})
        found += _compared(rows)
    return found


def _ruled(
    case: Case,
    dispute: Dispute,
    version: Mapping[str, Any],
    rest: Iterable[Dispute],
    rules: RuleTables | None,
) -> dict[str, Any]:
    """A case with a version in it, ruled."""
    filled = case
    try:
        for other in rest:
            if not is_settled(case, other, rules):
                filled = with_version(filled, other, other["versions"][0], rules)
        filled = with_version(filled, dispute, version, rules)
        filled, ruling, note = ruled_with_dice(filled, rules)
    except BadInput as error:
        return {"case": filled, "ruling": None, "headline": str(error), "note": None, "chances": None}
    chances = chances_before(filled, ruling, rules)
    return {"case": filled, "ruling": ruling, "headline": headline(ruling), "note": note, "chances": chances}


def chances_before(
    case: Case, ruling: Ruling, rules: RuleTables | None = None
) -> tuple[str, tuple[tuple[str, Fraction], ...]] | None:
    """What the dice decide first, and how likely each way was before they fell; None where nothing is open.

    Args:
        case: the case.
        ruling: the ruling on it.
        rules: the tables in force.

    >>> case = Case("ninevears-case/1", "HIS", "naval-combat", {"place": "sea", "attacker": {
    ...     "power": "Ottoman", "squadrons": 2}, "defender": {"power": "Hapsburg", "squadrons": 2}})
    >>> name, ways = chances_before(case, rule_case(case))
    >>> name, [value for value, _ in ways], sum(chance for _, chance in ways)
    ('winner', ['defender', 'attacker'], Fraction(1, 1))
    """
    if ruling.verdict in ("illegal", "no"):
        return None
    odds = rule_case(structs.replace(case, dice=None), rules=rules).odds if ruling.dice else ruling.odds
    for name, chances in odds.items():
        if len(chances) > 1:
            return label_shown(name), tuple((value_shown(value, name), chance) for value, chance in chances)
    return None


def is_settled(case: Case, dispute: Dispute, rules: RuleTables | None = None) -> bool:
    """Whether a case says already what one of the versions says.

    Args:
        case: the case.
        dispute: the disputed fact.
        rules: the tables in force.

    Raises:
        BadInput: a version cannot be put into the case.

    >>> case = Case("ninevears-case/1", "NY", "rally", {"rating": 5})
    >>> is_settled(case, {"kind": "rating", "versions": [{"value": 5}, {"value": 4}]})
    True
    """
    about_position = issubclass(question_of(case).given, Situation)

    def facts(one: Case) -> Any:
        plain = {name: value for name, value in one.given.items() if name not in ("scenario", "changes")}
        return plain, one.dice, bare_position(one, rules) if about_position else None

    now = facts(case)
    return any(facts(with_version(case, dispute, one, rules)) == now for one in dispute["versions"])


class Ruled(NamedTuple):
    """A case as it could be ruled, the ruling, and what of its dice did not fit."""

    case: Case
    ruling: Ruling
    note: str | None


def ruled_with_dice(case: Case, rules: RuleTables | None = None) -> Ruled:
    """The ruling on a case whose dice were perhaps rolled for another version: of too many the first are
    taken, and with too few only the odds are told.

    Args:
        case: the case.
        rules: the tables in force.

    Raises:
        BadInput: it cannot be ruled.

    >>> case = Case("ninevears-case/1", "NY", "rally", {"rating": 5}, dice=[6])
    >>> ruled_with_dice(case).note
    '1 more die was rolled than this version asks for; it is left out.'
    """
    try:
        return Ruled(case, rule_case(case, rules=rules), None)
    except DiceLeftOver as error:
        dice = list(case.dice or ())
        fewer = structs.replace(case, dice=dice[: error.used] or None)
        note = say("fact.dice-over", count=len(dice) - error.used)
        return Ruled(fewer, rule_case(fewer, rules=rules), note)
    except DiceMissing as error:
        without = structs.replace(case, dice=None)
        note = say("fact.dice-short", count=error.number, wanted=error.wanted)
        return Ruled(without, rule_case(without, rules=rules), note)


def headline(ruling: Ruling) -> str:
    """A ruling in a sentence; where it only says that the dice decide, what is likeliest.

    >>> combat = Case("ninevears-case/1", "HIS", "naval-combat", {"place": "sea", "attacker": {
    ...     "power": "Ottoman", "squadrons": 3}, "defender": {"power": "Hapsburg", "squadrons": 2}})
    >>> headline(rule_case(combat))
    'The likeliest winner is attacker, 54.1%.'
    """
    if ruling.verdict != "result" or ruling.says.id != "verdict.odds" or not ruling.odds:
        return str(ruling.says)
    name, chances = next(iter(ruling.odds.items()))
    value, chance = chances[0]
    return say(
        "fact.likeliest", name=label_shown(name), value=value_shown(value), chance=f"{float(chance):.1%}"
    )


def parting(ruling: Ruling, other: Ruling) -> list[str] | None:
    """The first step of a ruling that another one lacks, as its clause and its sentence; None where both
    come to the same.

    Args:
        ruling: the ruling.
        other: that on another version of the case.

    >>> limits = [rule_case(Case("ninevears-case/1", "NY", "rally", {"rating": cr})) for cr in (5, 4)]
    >>> parting(*limits)
    ['NY 13.5.4', 'A leader of command rating 5 rallies up to 3 corps: half his rating, rounded up.']
    """
    if (ruling.verdict, ruling.answer) == (other.verdict, other.answer):
        return None
    told = {(step.clause_id, str(step.says)) for step in other.steps}
    steps = ((step.clause_id, str(step.says)) for step in ruling.steps)
    first = next((step for step in steps if step not in told), None)
    return list(first) if first else None


def _compared(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows, each told whether all come to the same."""
    rulings: list[Ruling | None] = [row["ruling"] for row in rows]
    same = bool(rulings) and None not in rulings and len({comes_to(one) for one in rulings if one}) == 1
    says = say("fact.no-difference") if same and len(rows) > 1 else None
    return [{**row, "same": same, "says": says} for row in rows]


def comes_to(ruling: Ruling) -> str:
    """What a ruling comes to: its verdict and answer, and where the dice are open, the odds.

    Args:
        ruling: the ruling.

    >>> limits = [rule_case(Case("ninevears-case/1", "NY", "rally", {"rating": cr})) for cr in (5, 6)]
    >>> comes_to(limits[0]) == comes_to(limits[1])
    True
    """
    return repr(
        (ruling.verdict, ruling.answer, ruling.odds if ruling.answer is None or not ruling.dice else ())
    )
