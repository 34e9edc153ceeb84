"""Decisions as people see them: who chooses, under which clause, and each option with a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import BadInput, Refused
from ..core.messages import Message, is_known
from ..core.rulings import Violation
from .kit import Kit
from .land import SPACES
from .notation import Action, parsed, verbs, written
from .piece_numbers import corps_in_words
from .sides import Side
from .war import War, violations

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
        options: all that he may choose.
    """

    side: Side
    name: str
    clause_id: str
    asks: Message
    options: tuple[Option, ...]


def _some(count: int, corps: int) -> Message:
    return Message("piece.some", count=count, corps=corps_in_words(corps))


_SHOWN: dict[str, Callable[[Any, Kit], Any]] = {
    "space": lambda space, kit: SPACES[space].name,
    "leader": lambda leader, kit: kit.leaders[leader].name,
    "leaders": lambda leaders, kit: Message.all_of([kit.leaders[leader].name for leader in leaders]),
    "corps": lambda corps, kit: corps_in_words(corps),
    "many": lambda many, kit: Message.all_of([_some(count, corps) for corps, count in Counter(many).items()]),
    "some": lambda some, kit: _some(*some),
}
_COUNTS: dict[str, Callable[[Any], int]] = {"number": int, "some": lambda some: int(some[0])}


def _values(kinds: Sequence[str], arguments: Sequence[Any], kit: Kit) -> dict[str, Any]:
    """Arguments as values of a message, each named by its kind; a number also as ``count``."""
    values: dict[str, Any] = {}
    for kind, value in zip(kinds, arguments, strict=True):
        values[kind] = _SHOWN[kind](value, kit) if kind in _SHOWN else value
        if kind in _COUNTS:
            values["count"] = _COUNTS[kind](value)
    return values


def option_of(action: Action, kit: Kit, decision: str = "") -> Option:
    """An action as an option.

    Args:
        action: what would be chosen.
        kit: the tables in force.
        decision: the name of the decision, where it is known: what it means to pass depends on it.

    >>> from .kit import standard_kit
    >>> str(option_of(("pass",), standard_kit(), "siege-card").says)
    'Play no card.'
    """
    verb = verbs()[action[0]]
    id = f"option.{verb.name}"
    if verb.name == "pass" and is_known(f"option.pass-{decision}"):
        id = f"option.pass-{decision}"
    says = Message(id, **_values(verb.kinds, action[1:], kit))
    return Option(action, written(action, kit), says, verb.clause_id)


def decision_of(war: War) -> Decision | None:
    """The decision that waits, or None when the war is over."""
    waiting = war.decision
    if waiting is None:
        return None
    rule, arguments = waiting
    name = war.board.agenda[-1][0]
    shown = [place for place in range(len(arguments)) if place + 1 not in SECRET.get(name, ())]
    kinds, values = [rule.kinds[place] for place in shown], [arguments[place] for place in shown]
    asks = Message(f"decision.{name}", **_values(kinds, values, war.kit))
    options = tuple(option_of(action, war.kit, name) for action in war.options)
    return Decision(arguments[0], name, rule.clause_id, asks, options)


def action_of(choice: Option | Action | str, kit: Kit) -> Action:
    """The action that somebody means: an option, an action, or a text in the notation.

    Raises:
        BadInput: it means none.
    """
    if isinstance(choice, Option):
        return choice.action
    if isinstance(choice, str):
        return parsed(choice, kit)
    try:
        action = parsed(written(choice, kit), kit)
    except (BadInput, LookupError, TypeError, ValueError, AttributeError):
        action = ()  # it held something that is no argument of its verb
    if not isinstance(choice, tuple) or not action or action != choice:
        raise BadInput("action", choice, Message("kind.action"))
    return action


def violations_of(war: War, action: Action) -> tuple[Violation, ...]:
    """Every clause that an action violates now; empty for exactly the options."""
    return tuple(violations(war, action))


def refusal(war: War, action: Action, found: tuple[Violation, ...]) -> Refused:
    """The error that tells why an action is refused."""
    reasons = [Message("refused.reason", clause=one.clause_id, says=one.says) for one in found]
    reasons += [Message("refused.remedy", remedy=one.remedy) for one in found if one.remedy is not None]
    told = reasons.pop()
    while reasons:
        told = Message("list.sentences", first=reasons.pop(), rest=told)
    return Refused(Message("refused.action", action=written(action, war.kit), reasons=told), found)
