"""The ruling on a case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...core.errors import BadInput
from ...core.questions import adjudicate
from ...core.ruling_context import Consulted
from ...core.rulings import Ruling
from ...input_files import convert, read_data
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.games.custom_rules import rule_tables_in_force
from .case import FORMAT, Case, Claim, case_from_data, given_schema, position_of, question_of, questions

__all__ = [
    "FORMAT",
    "Case",
    "Claim",
    "case_from_data",
    "given_schema",
    "position_of",
    "question_of",
    "questions",
    "rule_case",
]


def rule_case(
    source: Case | dict[str, Any] | str | Path,
    *,
    odds_only: bool = False,
    rules: RuleTables | str | Path | None = None,
    others: bool = True,
    noted: Consulted | None = None,
) -> Ruling:
    """The ruling on a case.

    Args:
        source: a case, its data, or the file that holds it (``-`` for standard input).
        odds_only: leave the dice of the case aside.
        rules: an umpire's own tables, or the file that holds them.
        others: whether more is told than the verdict: the outcome under other readings, and remedies, which
            are tried.
        noted: where it is noted which readings and parts of the tables the ruling asked for.

    Returns:
        The ruling; its answer is None when only the odds can be given.

    Raises:
        BadInput: names the file and the field, what was found and what was expected.

    >>> rule_case({"format": "ninevears-case/1", "system": "NY", "question": "rally",
    ...            "given": {"rating": 5}}).answer["limit"]
    3
    """
    rule_tables = rule_tables_in_force(rules)
    file = str(source) if isinstance(source, str | Path) else None
    try:
        case = source if isinstance(source, Case) else case_from_data(read_data(file) if file else source)
        dice, seed = (None, None) if odds_only else (case.dice, case.seed)
        question = question_of(case)
        try:
            given: Any = convert(case.given, question.given)
            ruling = adjudicate(
                question, given, dice, seed, case.readings, rule_tables, others=others, noted=noted
            )
        except BadInput as error:
            # A question names its fields as seen from `given`; dice are beside it.
            raise error if error.field.startswith("dice") else error.within("given") from None
        if others and ruling.violations:  # what is allowed needs no remedies, and does not wait for them
            from .remedies import with_checked_remedies

            return with_checked_remedies(case, ruling, rule_tables)
        return ruling
    except BadInput as error:
        raise (error.in_file("standard input" if file == "-" else file) if file else error) from None
