"""Refusals of a procedure that is stepped by hand: remedies are told when its state has borne them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import defstruct, to_builtins

from ...core.dice import SeededDice
from ...core.errors import BadInput
from ...core.messages import Message
from ...core.procedure import Procedure, run
from ...core.questions import Question
from ...core.ruling_context import RulingContext
from ...core.rulings import Answer, Ruling, Violation
from ...input_files import convert
from .case import FORMAT, Case
from .cures import leaves_of
from .edits import Edit, edited
from .remedies import Bounds, checked
from .retrial import Retrial

BOUNDS = Bounds(rulings=60, tried=20)
"""So much is tried at most: somebody waits for the answer."""


class EventsAgain(Retrial):
    """Events that are tried again and again from the state now; none of them stays.

    Args:
        procedure: the rules.
        state: the state now.
        event: what is refused.
        kinds: the type of the events.
    """

    def __init__(self, procedure: Procedure[Any, Any], state: Any, event: Any, kinds: Any) -> None:
        given = defstruct(
            "EventsGiven", [("events", tuple[kinds, ...]), ("known", tuple[dict[str, str], ...], ())]
        )
        self.procedure, self.state = procedure, state
        self.question = Question(
            "", "events", "", given, {}, lambda *_: Answer("result", Message("list.none"), {})
        )
        self.case = Case(FORMAT, "", "events", {"events": [to_builtins(event)], "known": _known(state)})
        self.rule_tables, self.dice, self.position, self.rulings = None, (), None, 0

    def verdict(self, edits: Sequence[Edit]) -> tuple[str, tuple[Violation, ...]] | None:
        """Whether all events may happen with some edits, and what is violated then.

        Returns:
            None when the edits make no events.
        """
        self.rulings += 1
        try:
            given: Any = convert(edited(self.case, edits).given, self.question.given)
            ran = run(self.procedure, self.state, given.events, RulingContext(SeededDice(1)))
        except BadInput:
            return None
        return "illegal" if ran.violations else "legal", ran.violations


def _known(state: Any) -> list[dict[str, str]]:
    """The names and sides in a state, which may stand in the place of one that is refused."""
    found = [
        {path.rpartition(".")[2]: value}
        for path, value in leaves_of(to_builtins(state, enc_hook=str), "")
        if path.rpartition(".")[2] in ("name", "side") and isinstance(value, str)
    ]
    return [one for place, one in enumerate(found) if one not in found[:place]]


def tried_event(
    procedure: Procedure[Any, Any], state: Any, event: Any, kinds: Any, found: tuple[Violation, ...]
) -> tuple[Violation, ...]:
    """Clauses that an event violates, each with the remedy that lets it happen, if one does.

    Args:
        procedure: the rules.
        state: the state now.
        event: what is refused.
        kinds: the type of the events.
        found: what stands against it.
    """
    again = EventsAgain(procedure, state, event, kinds)
    ruling = Ruling("", "", "illegal", found[0].says, {"stopped_at": 1}, violations=found)
    return checked(again, ruling, BOUNDS).violations
