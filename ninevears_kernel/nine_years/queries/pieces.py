"""What the questions of the war share: pieces by name, a group formed of them, and items of the agenda
carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.errors import BadInput
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import Answer
from ..components.piece_numbers import REDUCED
from ..components.sides import Side
from ..engine.agenda import DECISION_RULES, STEP_RULES
from ..engine.engine import Engine, legal_actions
from ..engine.notation import Action
from ..rules import rulebook  # noqa: F401  registers every step and decision
from ..rules.events.effects import roll_bonus
from .forces import Against, named


def refused(context: RulingContext, against: Against, answer: dict[str, Any]) -> Answer:
    """The finding that something may not be done."""
    context.violations.extend(against.values())
    return Answer("illegal", context.violations[0].says, {"legal": False, **answer})


def cards_bonus(engine: Engine, names: tuple[str, ...], field: str, hold: str) -> int:
    """What event cards add to a roll.

    Raises:
        BadInput: there is no such card, or it is played on another occasion.
    """
    bonus = 0
    for place, text in enumerate(names):
        here = f"{field}[{place}]"
        name = named("event", text, here, engine.rule_tables)
        if engine.rule_tables.events[name].hold != hold:
            fitting = [card.name for card in engine.rule_tables.events.values() if card.hold == hold]
            raise BadInput(here, text, Message.one_of(fitting))
        bonus += roll_bonus(engine, name)
        own_events(engine)
    return bonus


def own_events(engine: Engine) -> None:
    """Notes in the context that the event cards were looked up."""
    if engine.context.tables is not None:
        engine.context.table("events")


def carry_out(engine: Engine, *names: str) -> list[tuple[Side, list[Action]]]:
    """Carries out what comes next on the agenda as long as it bears one of these names.

    Returns:
        The choices that were left to somebody, each with its options; the first of them was taken.
    """
    choices: list[tuple[Side, list[Action]]] = []
    agenda = engine.board.agenda
    while agenda and agenda[-1][0] in names:
        name, *arguments = agenda.pop()
        if name in STEP_RULES:
            STEP_RULES[name].run(engine, *arguments)
            continue
        rule = DECISION_RULES[name]
        options = list(legal_actions(engine, rule, arguments))
        if len(options) > 1:
            choices.append((arguments[0], options))
        if options:
            rule.take(engine, options[0], *arguments)
    return choices


def losses(before: Sequence[int], after: Sequence[int]) -> dict[str, int]:
    """How many corps of a stack were reduced, and how many eliminated.

    >>> from ninevears_kernel.nine_years.components.piece_numbers import corps_number
    >>> losses([corps_number("Spain")] * 2, [corps_number("Spain", reduced=True)])
    {'reduced': 2, 'eliminated': 1}
    """
    full = [sum(not one & REDUCED for one in stack) for stack in (before, after)]
    return {"reduced": full[0] - full[1], "eliminated": len(before) - len(after)}
