"""A war in the middle: a position with items on its agenda, given dice, readings, and a record of its
steps.
"""

from ninevears_kernel.core.dice import GivenDice
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.engine.agenda import tell_permission
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine, violations
from ninevears_kernel.nine_years.engine.notation import parsed, written
from ninevears_kernel.nine_years.rules import rulebook  # noqa: F401  every step and decision

KIT = standard_rule_tables()


def position_with(*changes, **fields):
    """The scenario of 1688 with plain edits and other values of fields."""
    return changed(scenario_1688(), changes).replace(**fields)


def table(position, *items, dice=(), readings=None) -> Engine:
    """A war that carries these items out, the first one next, up to the first decision."""
    engine = Engine(Board(position), RulingContext(GivenDice(dice), readings or {}))
    engine.then(*items)
    engine.advance()
    return engine


def options(engine) -> list[str]:
    """The options of the decision that waits, in the notation."""
    return [written(action, engine.rule_tables) for action in engine.options]


def choose(engine, *texts) -> Engine:
    """Makes choices written in the notation."""
    for text in texts:
        engine.choose(parsed(text, engine.rule_tables))
    return engine


def clauses_against(engine, text) -> list[str]:
    """The clauses that an action would violate now."""
    return [violation.clause_id for violation in violations(engine, parsed(text, engine.rule_tables))]


def permits(engine, text) -> set[str]:
    """What permits an action of the decision that waits: the ids of the sentences that are told of it."""
    name, *arguments = engine.board.agenda[-1]
    listener = Engine(engine.board.copy(), RulingContext(chosen=engine.context.chosen))
    tell_permission(listener, name, parsed(text, engine.rule_tables), *arguments)
    return {step.says.id for step in listener.context.steps}


def cited(engine) -> set[str]:
    """The clauses of the steps recorded so far."""
    return {step.clause_id for step in engine.context.steps}
