"""Cases: a question with its facts, as JSON, TOML or plain data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from ...core.errors import MISSING, BadInput, UnknownName, looked_up
from ...core.messages import Message
from ...core.questions import Question
from ...core.readings import chosen_readings
from ...core.ruling_context import RulingContext
from ...input_bounds import check_data, check_entries
from ...input_files import convert
from ...nine_years.components.position import Position
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.games.custom_rules import rule_tables_in_force
from ...nine_years.queries.situation import Situation

FORMAT = "ninevears-case/1"
SYSTEMS = ("NY", "HIS", "VQ", "MP")
"""The systems that a case may be of."""
SITUATION = ("position", "scenario", "changes")
"""What of ``given`` tells where a question is asked, and names more than what it asks."""


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody at the table says is right; the ruling does not rest on it."""

    by: Annotated[str, Meta(max_length=80, description="who says so")]
    says: Annotated[str, Meta(max_length=2000, description="what this player says, in their own words")]
    verdict: Annotated[
        Literal["legal", "illegal", "yes", "no", "result"] | None,
        Meta(description="the verdict that this comes to, so that a report can tell whether it holds"),
    ] = None
    answer: Annotated[dict[str, Any], Meta(description="parts of the answer that it comes to")] = field(
        default_factory=dict
    )


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """A question put to the umpire."""

    format: str
    system: str
    question: str
    given: dict[str, Any] = field(default_factory=dict)
    dice: Annotated[list[Any] | None, Meta(description="the faces rolled, in the order asked for")] = None
    ignored: Annotated[
        dict[str, list[int]] | UnsetType,
        Meta(description="dice that were rolled and are not counted, by who rolled them"),
    ] = UNSET
    seed: Annotated[int | None, Meta(description="rolls the dice itself, reproducibly")] = None
    readings: dict[str, str] = field(default_factory=dict)
    title: Annotated[str, Meta(max_length=200, description="the dispute in a sentence")] = ""
    story: Annotated[str, Meta(max_length=4000, description="what happened at the table")] = ""
    claims: Annotated[list[Claim], Meta(max_length=8, description="what each player says is right")] = field(
        default_factory=list
    )


@cache
def questions_of(system: str) -> dict[str, Question]:
    """The questions of a system by name; a system is loaded when one of its cases is first ruled."""
    match system:
        case "NY":
            from ...nine_years.queries.questions import QUESTIONS
        case "HIS":
            from ...here_i_stand import QUESTIONS
        case "VQ":
            from ...virgin_queen import QUESTIONS
        case _:
            from ...musket_pike import QUESTIONS
    return {question.name: question for question in QUESTIONS}


@cache
def questions() -> dict[tuple[str, str], Question]:
    """Every question by system and name.

    >>> sorted(name for system, name in questions() if system == "HIS")
    ['naval-combat']
    """
    return {(system, name): one for system in SYSTEMS for name, one in questions_of(system).items()}


def case_from_data(data: Any) -> Case:
    """A case, validated except for what its question is given.

    Raises:
        BadInput: names the field, what was found and what was expected.
    """
    if not isinstance(data, dict):
        raise BadInput("file", data, Message("expected.object"))
    if data.get("format") != FORMAT:
        raise BadInput("format", data.get("format", MISSING), Message("expected.exactly", value=FORMAT))
    check_data({name: value for name, value in data.items() if name != "given"})
    if isinstance(data.get("given"), dict):
        _check_given(data["given"])
    case = convert(data, Case)
    question_of(case)
    chosen_readings(case.readings)
    return case


def _check_given(given: Mapping[str, Any]) -> None:
    """Holds what a case gives to the bounds; a save in it has longer lists than anything else."""
    given = {name: value for name, value in given.items() if not isinstance(value, Position)}
    try:
        check_data(given)
        check_entries({name: value for name, value in given.items() if name != "position"})
    except BadInput as error:
        raise error.within("given") from None


def question_of(case: Case) -> Question:
    """The question that a case asks.

    Raises:
        UnknownName: no such system, or no such question in it.
    """
    if case.system not in SYSTEMS:
        raise UnknownName("system", case.system, None, sorted(SYSTEMS))
    return looked_up("question", case.question, None, questions_of(case.system))


def position_of(case: Case, rules: RuleTables | str | Path | None = None) -> Position | None:
    """The position of which a case speaks, with its changes made; None when its question asks for none.

    Raises:
        BadInput: the position, or a change of it, is wrong.

    >>> tournai = {"set": "control", "space": "Tournai", "side": "Alliance"}
    >>> case = case_from_data({"format": FORMAT, "system": "NY", "question": "loc", "given": {
    ...     "space": "Tournai", "side": "Alliance", "purpose": "line", "changes": [tournai]}})
    >>> position_of(case).controller("Tournai")
    'Alliance'
    """
    question = question_of(case)
    if not issubclass(question.given, Situation):
        return None
    given = convert(case.given, question.given)
    return given.resolved(
        RulingContext(chosen=case.readings, recorded=False, tables=rule_tables_in_force(rules))
    )


def given_schema(question: Question) -> dict[str, Any]:
    """The JSON schema of what a question is given."""
    return msgspec.json.schema(question.given)
