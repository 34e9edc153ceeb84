"""What follows from a position when the engine goes on from it: a question of its own, for tasks alone.

The umpire's questions rule on one thing; this one runs items of the agenda, with choices made beforehand, and
tells what is on the table afterwards. It is ruled like any other, dice, odds and steps included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from ..core.dice import GivenDice, NoDice, RollWanted
from ..core.errors import BadInput
from ..core.messages import Message
from ..core.questions import Question, adjudicate
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer, Ruling, Violation, frozen
from ..input_files import convert
from ..nine_years.components.position import Position
from ..nine_years.components.rule_tables import standard_rule_tables
from ..nine_years.engine.agenda import read_item
from ..nine_years.engine.engine import Engine, legal_actions
from ..nine_years.engine.notation import parsed, written
from ..nine_years.queries.forces import Against, note
from ..nine_years.queries.pieces import refused
from ..nine_years.queries.situation import Situation
from ..umpire.cases.case import questions_of
from ..umpire.cases.cases import FORMAT, rule_case
from . import map_reading

COURSE, BATTLE = "course", "battle"
UNTOLD = Answer("result", Message("verdict.odds"), {})


class CourseGiven(Situation, frozen=True, kw_only=True):
    """A position, and what is done in it."""

    items: Annotated[tuple[str, ...], Meta(description="items of the agenda, in order")]
    actions: Annotated[tuple[str, ...], Meta(description="choices made, in the notation, in order")] = ()
    stop: Annotated[tuple[str, ...], Meta(description="names of items before which it ends")] = ()
    watch: Annotated[tuple[str, ...], Meta(description="spaces whose control afterwards is told")] = ()


def _course(given: CourseGiven, context: RulingContext) -> Answer:
    try:
        return _carried_out(given, context)
    except (ValueError, LookupError, AssertionError) as error:  # the items name pieces that are not there
        raise BadInput("items", given.items, Message("expected.can-go-on")) from error


def _carried_out(given: CourseGiven, context: RulingContext) -> Answer:
    engine = Engine(given.board(context), context)
    rule_tables, agenda = engine.rule_tables, engine.board.agenda
    agenda[:] = [read_item(text, rule_tables) for text in reversed(given.items)]
    actions = [parsed(text, rule_tables) for text in given.actions]
    options: list[str] = []
    while agenda and agenda[-1][0] not in given.stop:
        name, *arguments = agenda[-1]
        step = engine.step_rules.get(name)
        if step is not None:
            agenda.pop()
            step.run(engine, *arguments)
            continue
        rule = engine.decision_rules[name]
        if actions and actions[0][0] in rule.verbs:
            action = actions.pop(0)
            against: Against = {}
            note(against, rule.objections(engine, action, *arguments))
            if against:
                return refused(context, against, {"next": name})
            engine.take(action)
            continue
        legal = list(legal_actions(engine, rule, arguments))
        if len(legal) > 1:
            options = [written(action, rule_tables) for action in legal]
            break
        if legal:
            engine.take(legal[0])
        else:
            agenda.pop()
    says = context.steps[-1].says if context.steps else Message("task.course")
    control = {name: engine.board.controller(name) for name in given.watch}
    return Answer("result", says, {**_after(engine), "options": options, "control": control})


def _after(engine: Engine) -> dict[str, Any]:
    board = engine.board
    top = board.agenda[-1] if board.agenda else ("",)
    return {
        "next": top[0],
        "intercepted": top[0] == "entered" and bool(top[-1]),
        "victory_points": board.victory_points,
        "kww_cell": board.kww_cell,
        "Atlantic": board.seas.Atlantic,
        "Bourbon_cards": len(board.bourbon_hand.actions),
        "Alliance_cards": len(board.alliance_hand.actions),
        "revolution": board.revolution,
    }


TOLD = ("next", "intercepted", "kww_cell", "victory_points")
QUESTION = Question("NY", COURSE, "What follows?", CourseGiven, {}, _course, TOLD)
OWN: Mapping[str, Question] = {COURSE: QUESTION, map_reading.MAP: map_reading.QUESTION}
"""The questions that tasks alone ask; the umpire does not know them."""


def course_case(
    position: Position,
    items: Sequence[str],
    actions: Sequence[str] = (),
    stop: Sequence[str] = (),
    dice: Sequence[int] | None = None,
) -> dict[str, Any]:
    """A case of this question."""
    given = {"position": position, "items": tuple(items), "actions": tuple(actions), "stop": tuple(stop)}
    case: dict[str, Any] = {"format": FORMAT, "system": "NY", "question": COURSE, "given": given}
    return case | ({"dice": list(dice)} if dice is not None else {})


def ruled(case: Mapping[str, Any]) -> Ruling:
    """The ruling on a task's case, be it one of the umpire's or of this module.

    The odds of a battle, which nobody asks here, are left out: they take a thousand times as long.
    """
    if case["question"] == BATTLE:
        return _without_odds(case)
    own = OWN.get(case["question"])
    if own is None:
        return rule_case(dict(case))
    return adjudicate(own, convert(case["given"], own.given), case.get("dice"), tables=standard_rule_tables())


def _without_odds(case: Mapping[str, Any]) -> Ruling:
    question, context = _question(case), _context(case, recorded=True)
    finding = _finding(case, context)
    return Ruling(
        question.system,
        question.name,
        finding.verdict,
        finding.says,
        frozen(finding.answer),
        tuple(context.steps),
        tuple(context.violations),
        dice=tuple(case.get("dice") or ()),
    )


def _context(case: Mapping[str, Any], recorded: bool) -> RulingContext:
    dice = case.get("dice")
    faces = NoDice() if dice is None else GivenDice(dice)
    return RulingContext(faces, recorded=recorded, tables=standard_rule_tables())


def _finding(case: Mapping[str, Any], context: RulingContext) -> Answer:
    question = _question(case)
    try:
        return question.procedure(convert(case["given"], question.given), context)
    except RollWanted:
        return context.known or UNTOLD


def found(case: Mapping[str, Any]) -> Answer | None:
    """What a case comes to, without steps, odds and other readings: for those who try many cases.

    Returns:
        The finding; where dice are open what is known before them; None when the case cannot be ruled.

    >>> found({"format": FORMAT, "system": "NY", "question": "rally", "given": {"rating": 5}}).answer["limit"]
    3
    """
    try:
        return _finding(case, _context(case, recorded=False))
    except BadInput:
        return None


def answered(case: Mapping[str, Any]) -> dict[str, Any]:
    """What is answered on a case, as `found` has it; nothing when it cannot be ruled.

    >>> answered({"format": FORMAT, "system": "NY", "question": "rally", "given": {"rating": 5}})
    {'limit': 3}
    """
    finding = found(case)
    return dict(finding.answer) if finding else {}


def broken(case: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The clauses that a case breaks, as quickly as `found`; None where it asks for dice or is no case."""
    against = violated(case)
    return None if against is None else tuple(dict.fromkeys(one.clause_id for one in against))


def violated(case: Mapping[str, Any]) -> tuple[Violation, ...] | None:
    """What a case breaks, clause by clause, as `broken` has it."""
    question = _question(case)
    context = RulingContext(NoDice(), recorded=False, tables=standard_rule_tables())
    try:
        question.procedure(convert(case["given"], question.given), context)
    except (RollWanted, BadInput):
        return None
    return tuple(context.violations)


def given_type(case: Mapping[str, Any]) -> type:
    """The type that validates a case's ``given``."""
    return _question(case).given


def _question(case: Mapping[str, Any]) -> Question:
    return OWN.get(case["question"]) or questions_of(case["system"])[case["question"]]
