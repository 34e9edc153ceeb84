"""Refusals in play: a remedy is told of them too only when it has been tried and turns the verdict."""

from __future__ import annotations

from dataclasses import replace

from ...core.messages import Message
from ...core.rulings import Ruling, Violation
from ...nine_years.components.sides import Seat
from ...nine_years.engine.choices import option_of, violations_of
from ...nine_years.engine.engine import Engine, once_a_decision
from ...nine_years.engine.notation import Action, written
from ...nine_years.games.view import position_for
from .case import FORMAT, Case
from .cures import items_of
from .edits import given_edit
from .remedies import with_checked_remedies

MOST_RULINGS = 60
"""So often the action is ruled again at most: a table waits for the answer."""
MOST_TRIED = 20
"""So many proposals are tried for a part of a remedy."""


@once_a_decision
def why_refused(engine: Engine, action: Action, seat: Seat = "umpire") -> tuple[Violation, ...]:
    """Every clause that an action violates now, each with the remedy that turns the verdict, if one does.

    Args:
        engine: the war, at the decision that waits.
        action: what is refused.
        seat: who is told; what the seat may not see is left out of the war on which remedies are tried.

    >>> from ...nine_years.games.game import Game
    >>> [str(one.remedy) for one in why_refused(Game.new(1).engine, ("campaign", 0))]
    ['choose one of these now: first']
    """
    return tried(engine, action, violations_of(engine, action), seat)


def tried(
    engine: Engine,
    action: Action,
    found: tuple[Violation, ...],
    seat: Seat = "umpire",
    most_rulings: int = MOST_RULINGS,
) -> tuple[Violation, ...]:
    """Clauses that an action violates, with what has been tried of their remedies.

    Args:
        engine: the war, at the decision that waits.
        action: what is refused.
        found: what stands against it.
        seat: who is told.
        most_rulings: so often the action is ruled again at most.
    """
    board = engine.board
    if engine.decision is None or board.agenda[-1][0] not in Engine.decision_rules:
        return tuple(_at_table(engine, one) for one in found)
    name, side, *_ = board.agenda[-1]
    option = option_of(action, engine.rule_tables, name)
    position = position_for(board.position(), seat, engine.rule_tables)  # NY 4.4
    given = {"position": position, "action": option.text}
    case = Case(FORMAT, "NY", "action", given, readings=dict(engine.context.chosen))
    answer = {"ruled": option.text, "place": 1, "decision": name, "side": side}
    ruling = Ruling("NY", "action", "illegal", option.says, answer, violations=found)
    return with_checked_remedies(case, ruling, engine.rule_tables, most_rulings, MOST_TRIED).violations


def _at_table(engine: Engine, one: Violation) -> Violation:
    """A violation at a step with real cards, which no case can ask of: told is what may be chosen instead."""
    remedy = one.remedy
    if remedy is None or remedy.id != "refused.now":
        return replace(one, remedy=None)
    wanted = items_of(remedy.values["verbs"])
    offered = {option[0]: option for option in reversed(engine.options) if option[0] in wanted}
    if not offered:
        return replace(one, remedy=None)
    edits = [given_edit("action", None, written(option, engine.rule_tables)) for option in offered.values()]
    now = Message("refused.now", verbs=Message.any_of([verb for verb in wanted if verb in offered]))
    return replace(one, remedy=now, mends=tuple((edit.data,) for edit in edits))
