"""A war in the middle: a position with items on its agenda, given dice, readings, and a record of its
steps.
"""

from ninevears_kernel.core.dice import GivenDice
from ninevears_kernel.core.hearing import Hearing
from ninevears_kernel.nine_years import rulebook  # noqa: F401  every step and decision
from ninevears_kernel.nine_years.board import Board
from ninevears_kernel.nine_years.changes import changed
from ninevears_kernel.nine_years.kit import standard_kit
from ninevears_kernel.nine_years.notation import parsed, written
from ninevears_kernel.nine_years.scenario import scenario_1688
from ninevears_kernel.nine_years.war import War, violations

KIT = standard_kit()


def position_with(*changes, **fields):
    """The scenario of 1688 with plain edits and other values of fields."""
    return changed(scenario_1688(), changes).replace(**fields)


def table(position, *items, dice=(), readings=None) -> War:
    """A war that carries these items out, the first one next, up to the first decision."""
    war = War(Board(position), Hearing(GivenDice(dice), readings or {}))
    war.then(*items)
    war.advance()
    return war


def options(war) -> list[str]:
    """The options of the decision that waits, in the notation."""
    return [written(action, war.kit) for action in war.options]


def choose(war, *texts) -> War:
    """Makes choices written in the notation."""
    for text in texts:
        war.choose(parsed(text, war.kit))
    return war


def clauses_against(war, text) -> list[str]:
    """The clauses that an action would violate now."""
    return [violation.clause_id for violation in violations(war, parsed(text, war.kit))]


def cited(war) -> set[str]:
    """The clauses of the steps recorded so far."""
    return {step.clause_id for step in war.hearing.steps}
