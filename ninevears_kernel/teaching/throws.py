"""All 36 throws of a battle: who wins with each die of the attacker and each of the defender."""

from __future__ import annotations

from itertools import product
from typing import Any

from ..core.dice import GivenDice
from ..core.ruling_context import RulingContext
from ..input_files import convert
from ..nine_years.components.rule_tables import standard_rule_tables
from ..nine_years.components.sides import Side
from ..umpire.cases.cases import Case, question_of

FACES = range(1, 7)
FATES = (3, 3, 3, 3)
"""The dice of commanders, which come after those of the battle and do not decide it (NY 16.4)."""


def throws_of(case: Case) -> tuple[Side, ...]:
    """Who wins a battle, by the die of the attacker and then of the defender (NY 16.2.2).

    Args:
        case: a case that asks about a battle.

    Returns:
        The winner of each of the 36 throws: six for a 1 of the attacker, six for a 2, and so on. Nothing
        where nobody rolls.

    >>> from ..umpire.cases.cases import case_from_data
    >>> from .trials import trial
    >>> won = throws_of(case_from_data(trial("fleurus").case))
    >>> len(won), won.count("Bourbon")
    (36, 34)
    """
    question = question_of(case)
    given: Any = convert(case.given, question.given)
    won: list[Side] = []
    for faces in product(FACES, repeat=2):
        dice = GivenDice((*faces, *FATES))
        found = question.procedure(given, RulingContext(dice, case.readings, tables=standard_rule_tables()))
        if len(dice.faces) < len(faces):
            return ()
        won.append(found.answer["winner"])
    return tuple(won)
