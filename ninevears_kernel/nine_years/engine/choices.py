"""Decisions as people see them: who chooses, under which clause, and each option with a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...core.errors import BadInput, Refused
from ...core.messages import Message, is_known
from ...core.rulings import Violation
from ..components.map_masks import SPACES
from ..components.piece_numbers import corps_in_words
from ..components.rule_tables import RuleTables
from ..components.sides import Side
from .agenda import DESCRIPTIONS
from .engine import Engine, violations
from .notation import Action, parsed, verbs, written

SECRET = {"lay": (2,)}
"""Items of the agenda that hold what another player laid face down, and the places where (NY 13.2.1.a)."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a player may choose.

    Attributes:
        action: as the engine takes it.
        text: in the notation.
        says: in a sentence.
        clause_id: the clause that it acts under.
    """

    action: Action
    text: str
    says: Message
    clause_id: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody must choose now.

    Attributes:
        side: whose decision it is.
        name: its name in the agenda.
        clause_id: the clause that asks for it.
        asks: the question, in a sentence.
        options: all that this side may choose.
    """

    side: Side
    name: str
    clause_id: str
    asks: Message
    options: tuple[Option, ...]


def _some(count: int, corps: int) -> Message:
    return Message("piece.some", count=count, corps=corps_in_words(corps))


_SHOWN: dict[str, Callable[[Any, RuleTables], Any]] = {
    "space": lambda space, rule_tables: SPACES[space].name,
    "leader": lambda leader, rule_tables: rule_tables.leaders[leader].name,
    "leaders": lambda leaders, rule_tables: Message.all_of(
        [rule_tables.leaders[leader].name for leader in leaders]
    ),
    "corps": lambda corps, rule_tables: corps_in_words(corps),
    "many": lambda many, rule_tables: Message.all_of(
        [_some(count, corps) for corps, count in Counter(many).items()]
    ),
    "some": lambda some, rule_tables: _some(*some),
}
_COUNTS: dict[str, Callable[[Any], int]] = {"number": int, "some": lambda some: int(some[0])}


def _values(kinds: Sequence[str], arguments: Sequence[Any], rule_tables: RuleTables) -> dict[str, Any]:
    """Arguments as values of a message, each named by its kind; a number also as ``count``."""
    values: dict[str, Any] = {}
    for kind, value in zip(kinds, arguments, strict=True):
        values[kind] = _SHOWN[kind](value, rule_tables) if kind in _SHOWN else value
        if kind in _COUNTS:
            values["count"] = _COUNTS[kind](value)
    return values


def option_of(action: Action, rule_tables: RuleTables, decision: str = "") -> Option:
    """An action as an option.

    Args:
        action: what would be chosen.
        rule_tables: the tables in force.
        decision: the name of the decision, where it is known: what it means to pass depends on it.

    >>> from ..components.rule_tables import standard_rule_tables
    >>> str(option_of(("pass",), standard_rule_tables(), "siege-card").says)
    'Play no card.'
    """
    verb = verbs()[action[0]]
    id = f"option.{verb.name}"
    if verb.name == "pass" and is_known(f"option.pass-{decision}"):
        id = f"option.pass-{decision}"
    values = _values(verb.kinds, action[1:], rule_tables)
    if verb.kinds[-1:] == ("flag",):
        id = f"{id}-{'yes' if action[-1] else 'no'}"
    says = Message(id, **values)
    return Option(action, written(action, rule_tables), says, verb.clause_id)


def decision_of(engine: Engine) -> Decision | None:
    """The decision that waits, or None when the war is over."""
    waiting = engine.decision
    if waiting is None:
        return None
    rule, arguments = waiting
    name = engine.board.agenda[-1][0]
    shown = [place for place in range(len(arguments)) if place + 1 not in SECRET.get(name, ())]
    kinds, values = [rule.kinds[place] for place in shown], [arguments[place] for place in shown]
    asks = Message(f"decision.{name}", **_values(kinds, values, engine.rule_tables))
    options = tuple(
        _described(option_of(action, engine.rule_tables, name), engine, arguments)
        for action in engine.options
    )
    return Decision(arguments[0], name, rule.clause_id, asks, options)


def _described(option: Option, engine: Engine, arguments: Sequence[Any]) -> Option:
    """The option with a sentence that tells what it would do now, where its arguments do not."""
    describe = DESCRIPTIONS.get(option.action[0])
    return option if describe is None else replace(option, says=describe(engine, *arguments))


def action_of(choice: Option | Action | str, rule_tables: RuleTables) -> Action:
    """The action that somebody means: an option, an action, or a text in the notation.

    Raises:
        BadInput: it means none.
    """
    if isinstance(choice, Option):
        return choice.action
    if isinstance(choice, str):
        return parsed(choice, rule_tables)
    try:
        action = parsed(written(choice, rule_tables), rule_tables)
    except (BadInput, LookupError, TypeError, ValueError, AttributeError):
        action = ()  # it held something that is no argument of its verb
    if not isinstance(choice, tuple) or not action or action != choice:
        raise BadInput("action", choice, Message("kind.action"))
    return action


def violations_of(engine: Engine, action: Action) -> tuple[Violation, ...]:
    """Every clause that an action violates now; empty for exactly the options."""
    return tuple(violations(engine, action))


def refusal(engine: Engine, action: Action, found: tuple[Violation, ...]) -> Refused:
    """The error that tells why an action is refused, with the remedies that have been tried.

    Args:
        engine: the war.
        action: what is refused.
        found: what stands against it.
    """
    reasons = [Message("refused.reason", clause=one.clause_id, says=one.says) for one in found]
    reasons += [Message("refused.remedy", remedy=one.tried) for one in found if one.tried is not None]
    described = reasons.pop()
    while reasons:
        described = Message("list.sentences", first=reasons.pop(), rest=described)
    return Refused(
        Message("refused.action", action=written(action, engine.rule_tables), reasons=described), found
    )
