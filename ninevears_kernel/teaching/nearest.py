"""The nearest case for which a wrong answer would be right, found by plain edits and ruled again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..core.errors import BadInput
from ..core.messages import Message
from ..core.rulings import Ruling
from ..nine_years.components.position import Position
from ..nine_years.components.rule_tables import standard_rule_tables
from ..umpire.cases.cases import Case
from ..umpire.cases.edits import Edit, edited
from ..umpire.cases.near_numbers import number_ladders
from ..umpire.cases.near_position import near_question, position_ladders, single, suggested
from .answers import is_among
from .course import given_type
from .task import Kind, Nearest, Solution, Task

MOST_RULINGS = 40
MOST_RUNGS = 2
"""Of edits of one kind, such as one corps more and two corps more, so many are tried."""
FORMS = ("choice", "number", "fraction")
VERDICTS = ("legal", "illegal", "yes", "no")
OF_THE_QUESTION = ("actions", "items", "stop", "watch", "strength", "actions_left")
"""Names in ``given`` that say what is asked: with other values it is another question."""


def nearest_case(task: Task, kind: Kind, solution: Solution, answer: Any) -> Nearest | None:
    """The nearest case for which this answer would be right, or None where none was found near.

    Args:
        task: the task.
        kind: its kind.
        solution: what is right in its own case.
        answer: the wrong answer, as it was read.
    """
    if task.other_case is not None:
        return Nearest(Message("task.nearest-pair"), task.other_case)
    if task.form not in FORMS or not kind.turns:
        return None
    solve = kind.solve
    for tried, edits in enumerate(_edits(task, solution.rulings[0])):
        if tried >= MOST_RULINGS:
            break
        case = _changed(task.case, edits)
        try:
            right, _, _, rulings = solve(replace(task, case=case))
        except (BadInput, LookupError, StopIteration, TypeError):
            continue  # with this edit the question is another
        if rulings[0].verdict == "illegal" and not (task.choices and answer in VERDICTS):
            continue  # what is asked is not done at all
        if is_among(task.form, answer, right):
            says = Message("task.nearest", edits=Message.all_of([edit.says for edit in edits]))
            return Nearest(says, case)
    return None


def _edits(task: Task, ruling: Ruling) -> Iterator[tuple[Edit, ...]]:
    """Sets of edits, the nearest first."""
    plain = {name: value for name, value in task.case["given"].items() if name != "position"}
    position = task.position
    if position is not None:
        yield from suggested(ruling)
    numbers = {name: value for name, value in plain.items() if name not in OF_THE_QUESTION}
    ladders = single(number_ladders(given_type(task.case), numbers))
    if position is not None:
        ladders += position_ladders(near_question(position, standard_rule_tables(), ruling, plain))
    for ladder in ladders:
        for edits in ladder[:MOST_RUNGS]:
            if edits[0].data.get("set") != "victory-points" or task.asks != "victory_points":
                yield edits


def _changed(case: Mapping[str, Any], edits: tuple[Edit, ...]) -> dict[str, Any]:
    given = dict(case["given"])
    position: Position | None = given.pop("position", None)
    bare = Case(case["format"], case["system"], case["question"], given)
    given = dict(edited(bare, edits).given)
    if position is not None:
        given["position"] = position
    return {**case, "given": given}
