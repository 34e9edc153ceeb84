"""Makes tasks, and marks answers by ruling on their case.

>>> task = make("force-limit", seed=7)
>>> task == make("force-limit", seed=7), task.form
(True, 'number')
>>> mark(task, 99).right, mark(task, reveal(task).answer).right
(False, True)
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from ..core.clauses import clause
from ..core.errors import BadInput, looked_up
from ..core.messages import Message
from ..nine_years.components.position import MOST_SEED
from .answers import describe_answer, is_among, read_answer
from .kinds import KINDS
from .nearest import nearest_case
from .positions import Chance
from .reasons import sentences
from .task import Fault, Kind, Reveal, Solution, Task, TaskMark


@cache
def kinds() -> Mapping[str, Kind]:
    """Every kind by name, in the order of the chapters."""
    return {kind.name: kind for kind in KINDS}


def make(kind: str, seed: int, level: int = 1) -> Task:
    """The task of a kind for a seed and a level: the same seed and level give the same task on every machine.

    Raises:
        UnknownName: there is no such kind.
        BadInput: the seed or the level is out of range.
    """
    found = looked_up("kind", kind, Message("kind.task"), kinds())
    for name, value, least, most in (("seed", seed, 0, MOST_SEED), ("level", level, 1, found.levels)):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadInput(name, value, Message("expected.between", least=least, most=most))
    draft = found.draft(Chance(kind, seed, level), level)
    clauses = draft.clauses or found.clauses
    values = dict(draft.values)
    first = clause(clauses[0])
    hint = draft.narrow or Message(f"task.{kind}-hint", **values)
    hints = (hint, Message("task.hint-clause", clause=first.id, says=first.says))
    return Task(
        kind,
        seed,
        level,
        found.title,
        Message(draft.prompt or f"task.{kind}-prompt", **values),
        draft.form or found.form,
        draft.case,
        draft.other_case,
        draft.asks,
        draft.choices,
        hints,
        clauses,
        draft.focus,
    )


# A copy or a pickle of a task names its kind, seed and level, so that nothing in it tells the answer.
copyreg.pickle(Task, lambda task: (make, (task.kind, task.seed, task.level)))


def chapter_of(task: Task) -> int:
    """The chapter of the rules that a task teaches."""
    return kinds()[task.kind].chapter


def solution_of(task: Task) -> Solution:
    """What is right in a task, ruled now: nothing of it is kept."""
    return kinds()[task.kind].solve(task)


def mark(task: Task, answer: Any) -> TaskMark:
    """Marks an answer by ruling on the case.

    Args:
        task: the task.
        answer: as the form has it; text is read leniently.

    Raises:
        BadInput: it is no answer of this form.
    """
    given = read_answer(task.form, answer, tuple(choice.value for choice in task.choices))
    kind = kinds()[task.kind]
    solution = solution_of(task)
    ruling = solution.rulings[0]
    faults = kind.faults(task, solution, given) if kind.faults else ()
    right = not faults if kind.faults else is_among(task.form, given, solution.right)
    reason, missed = solution.says, solution.clauses or task.clauses
    if faults:
        reason = sentences([one.says for one in faults])
        missed = tuple(dict.fromkeys(clause for one in faults for clause in one.clauses))
    if right:
        return TaskMark(
            True, Message("task.right", reason=reason), ruling, None, solution.rulings,
            decided=solution.clauses,
        )  # fmt: skip
    words = describe(task, given)
    met = kind.meets(task, solution, given) if kind.meets else None
    measured = _measured(task, given, solution)
    parts = [one for one in (met, measured) if one is not None]
    at_first = _at_first(task, solution, given, faults)
    return TaskMark(
        False,
        Message("task.wrong", answer=words, reason=sentences([*parts, reason])),
        ruling,
        Message("task.wrong", answer=words, reason=sentences([met, at_first]) if met else at_first),
        solution.rulings,
        missed,
        solution.clauses,
        cache(partial(nearest_case, task, kind, solution, given)),
    )


def _measured(task: Task, given: Any, solution: Solution) -> Message | None:
    """By how much a number is wrong, or in which direction a chance is."""
    if len(solution.right) != 1 or task.form not in ("number", "fraction"):
        return None
    off = given - solution.right[0]
    direction = "high" if off > 0 else "low"
    if task.form == "number":
        return Message(f"task.too-{direction}-by", count=abs(off))
    return Message(f"task.too-{direction}")


def _at_first(task: Task, solution: Solution, given: Any, faults: tuple[Fault, ...]) -> Message:
    """What to think of again, without what is right: what was named too much, else the hints."""
    missing = {name for one in faults for name in one.missing}
    right = {name for one in solution.right for name in one} if task.form == "spaces" else set()
    secret = missing | (right - set(given) - {*task.focus[:1]} if right else set())
    described = [
        Message("task.not-there", spaces=Message.all_of(one.named))
        if any(name in str(one.says) for name in secret)
        else one.says
        for one in faults
        if not one.missing
    ]
    if missing:
        described.append(Message("task.more-belong", count=len(missing)))
    return sentences(described if any(not one.missing for one in faults) else [*described, *task.hints])


def reveal(task: Task) -> Reveal:
    """The right answer, with the reason and the rulings."""
    solution = solution_of(task)
    answer = solution.right[0]
    return Reveal(answer, describe(task, answer), solution.says, solution.rulings)


def describe(task: Task, answer: Any) -> Any:
    """An answer in words."""
    for choice in task.choices:
        if choice.value == answer:
            return choice.says
    return describe_answer(task.form, answer)
