"""An exercise is a case with a question to the learner; the engine rules on the case and marks the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..core.errors import BadInput
from ..core.messages import Message
from ..core.rulings import Ruling, Step, Violation
from ..nine_years.components.map import game_map
from ..umpire.cases.cases import rule_case
from .reasons import cited, sentences

YES, NO = "yes", "no"
LIKELIEST = "likeliest "


@dataclass(frozen=True, slots=True)
class Marked:
    """A learner's answer, marked.

    Attributes:
        right: whether it is right.
        says: the sentence that says so, with the reason, which may tell what is right.
        ruling: the ruling behind it.
        at_first: what is said after a first wrong answer: what to look at, not what is right.
    """

    right: bool
    says: Message
    ruling: Ruling
    at_first: Message | None = None


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question to a learner.

    Attributes:
        title: a few words.
        prompt: what is asked, in plain words.
        case: the case whose ruling holds the right answer.
        key: the name in the ruling's answer that is asked for, with dots for what lies inside it; or
            ``verdict``; or ``likeliest`` and the name of a result whose odds are asked for.
        choices: what can be answered; None for any space of the map.
        because: the clause whose violation or last step tells a wrong answer why, or the message id of a
            single step; else the verdict does.
        told: clauses, or message ids, whose steps are told after it, such as the terms of a sum.
        why: what is said last, where the ruling says too little.

    >>> tournai = Exercise("Tournai", "Is it supplied?", {
    ...     "format": "ninevears-case/1", "system": "NY", "question": "loc",
    ...     "given": {"space": "Tournai", "side": "Bourbon", "purpose": "line"}}, "supplied")
    >>> tournai.mark("yes").right, tournai.mark("no").right
    (True, False)
    """

    title: str | Message
    prompt: str | Message
    case: Mapping[str, Any]
    key: str
    choices: tuple[str, ...] | None = (YES, NO)
    because: str | None = None
    told: tuple[str, ...] = ()
    why: Message | None = None

    def mark(self, answer: str | None) -> Marked:
        """Marks an answer by ruling on the case.

        Args:
            answer: one of the choices, or the name of a space where there are none.

        Raises:
            BadInput: nothing was answered, or no such choice or space exists.
        """
        if not answer:
            raise BadInput("answer", answer, Message("expected.an-answer"))
        if self.choices is None:
            answer = game_map().space(answer, "answer").name
        elif answer not in self.choices:
            raise BadInput("answer", answer, Message.one_of(self.choices))
        ruling = rule_case(dict(self.case))
        terms = [step for step in ruling.steps if self.told and {step.says.id, step.clause_id} & {*self.told}]
        parts = [self._reason(ruling), *(cited(step.says, step.clause_id) for step in terms)]
        reason = sentences(list(dict.fromkeys(parts)) + ([self.why] if self.why else []))
        if answer in right_answers(asked_for(ruling, self.key)):
            return Marked(True, reason, ruling)
        at_first = Message("exercise.wrong", answer=answer, says=_to_think_of(self._decides(ruling)))
        return Marked(False, Message("exercise.wrong", answer=answer, says=reason), ruling, at_first)

    def _reason(self, ruling: Ruling) -> Message:
        """Why the right answer is right, with the paragraph that decides."""
        if self.key.startswith(LIKELIEST):
            value, chance = asked_for(ruling, self.key), ruling.odds[self.key.removeprefix(LIKELIEST)][0][1]
            percent = f"{float(chance):.1%}"
            return Message("exercise.likeliest", value=value, percent=percent, exact=chance)
        decides = self._decides(ruling)
        if decides is None:
            return ruling.says
        if self.because is None:
            return Message("exercise.verdict", says=ruling.says, clause=decides.clause_id)
        return Message(
            "exercise.reason", says=decides.says, clause=decides.clause_id, rule=decides.clause.says
        )

    def _decides(self, ruling: Ruling) -> Step | Violation | None:
        """The violation or step that decides: that of `because`, else the first violated, else the last."""
        described: list[Step | Violation] = [*ruling.violations, *reversed(ruling.steps)]
        named = (one for one in described if self.because in (one.clause_id, one.says.id))
        return next(named, described[0] if described else None)


def _to_think_of(decides: Step | Violation | None) -> Message:
    """What to look at before one tries again: the paragraph that decides."""
    if decides is None:
        return Message("exercise.think-again")
    return Message("exercise.look-at", clause=decides.clause_id, rule=decides.clause.says)


def asked_for(ruling: Ruling, key: str) -> Any:
    """What of a ruling is asked for: a name in its answer, ``verdict``, or the likeliest of a result."""
    if key == "verdict":
        return ruling.verdict
    if key.startswith(LIKELIEST):
        return ruling.odds[key.removeprefix(LIKELIEST)][0][0]
    value: Any = ruling.answer
    for name in key.split("."):
        value = None if value is None else value[name]
    return value


def right_answers(value: Any) -> tuple[str, ...]:
    """What counts as right: a truth as yes or no, a single name, any set of one, else the value itself."""
    match value:
        case bool():
            return (YES if value else NO,)
        case (str(name),):
            return (name,)
        case tuple():
            return tuple(names[0] for names in value if isinstance(names, tuple) and len(names) == 1)
    return (str(value),)
