"""What learners answer: how each form of answer is read, and whether it is one of the right ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Literal

from ..core.errors import MISSING, BadInput
from ..core.messages import Message
from ..nine_years.components.map import ZONES, game_map

Form = Literal["choice", "number", "fraction", "space", "spaces", "path"]
FORMS: tuple[Form, ...] = ("choice", "number", "fraction", "space", "spaces", "path")
TOLERANCE = Fraction(1, 200)
"""A chance is right when it is at most half a per cent off."""
MOST_TEXT, MOST_NAMES = 2000, 120
BETWEEN = re.compile(r"[,;>→\n]|\band\b|\s-+\s")
NOTHING = {"", "none", "nowhere", "-"}


def read_answer(form: Form, answer: Any, choices: Sequence[str] = ()) -> Any:
    """An answer as the form has it: a choice, a whole number, a fraction, a name, a set or a row of names.

    Args:
        form: the form that is asked for.
        answer: what the learner gave; text is read leniently.
        choices: of a choice, what can be chosen.

    Raises:
        BadInput: it is no such answer; says what one looks like.

    >>> read_answer("fraction", "14 %"), read_answer("fraction", "5/36"), read_answer("number", " 7 ")
    (Fraction(7, 50), Fraction(5, 36), 7)
    >>> read_answer("path", "tournai > Lille, Amiens")
    ('Tournai', 'Lille', 'Amiens')
    """
    if isinstance(answer, str):
        if len(answer) > MOST_TEXT:
            raise BadInput("answer", answer, Message("expected.an-answer"))
        answer = answer.strip()
    if answer is None or (answer == "" and form != "spaces"):
        raise BadInput("answer", MISSING if answer is None else answer, Message("expected.an-answer"))
    match form:
        case "choice":
            return _choice(answer, choices)
        case "number":
            return _number(answer)
        case "fraction":
            return _fraction(answer)
        case "space":
            return game_map().space(str(answer), "answer").name
        case "spaces":
            return frozenset(game_map().space(name, "answer").name for name in _names(answer))
    return tuple(_space_or_zone(name) for name in _names(answer))


def _choice(answer: Any, choices: Sequence[str]) -> str:
    if isinstance(answer, bool):
        answer = "yes" if answer else "no"
    if answer not in choices:
        raise BadInput("answer", answer, Message.one_of(choices))
    return str(answer)


def _number(answer: Any) -> int:
    if isinstance(answer, int) and not isinstance(answer, bool):
        return answer
    if isinstance(answer, str) and re.fullmatch(r"[+-−]?\s*\d{1,6}", answer):
        return int(answer.replace("−", "-").replace(" ", ""))
    raise BadInput("answer", answer, Message("expected.task-number"))


def _fraction(answer: Any) -> Fraction:
    expected = Message("expected.task-chance")
    if isinstance(answer, bool) or not isinstance(answer, str | int | float | Fraction):
        raise BadInput("answer", answer, expected)
    if isinstance(answer, str):
        text = answer.replace("−", "-").replace(" ", "")
        percent, text = text.endswith("%"), text.rstrip("%").replace(",", ".")
        if not re.fullmatch(r"\d{1,9}/\d{1,9}|\d{0,6}\.?\d{1,12}|\d{1,6}\.", text):
            raise BadInput("answer", answer, expected)
        above, _, below = text.partition("/")
        if below and not int(below):
            raise BadInput("answer", answer, expected)
        found = Fraction(int(above), int(below)) if below else Fraction(text)
        found = found / 100 if percent else found
    else:
        try:
            found = Fraction(answer)
        except (ValueError, OverflowError):  # not a number, or no end to it
            raise BadInput("answer", answer, expected) from None
    if not 0 <= found <= 1:
        raise BadInput("answer", answer, expected)
    return found


def _names(answer: Any) -> tuple[str, ...]:
    if isinstance(answer, str):
        parts: Iterable[Any] = [] if answer.lower() in NOTHING else BETWEEN.split(answer)
    elif isinstance(answer, Iterable):
        parts = answer
    else:
        raise BadInput("answer", answer, Message("expected.task-names"))
    names = tuple(part.strip() if isinstance(part, str) else part for part in parts)
    if len(names) > MOST_NAMES or not all(isinstance(name, str) and name for name in names):
        raise BadInput("answer", answer, Message("expected.task-names"))
    return names


def _space_or_zone(name: str) -> str:
    zone = next((zone for zone in ZONES if name.lower().removesuffix(" sea") == zone.lower()), None)
    return zone or game_map().space(name, "answer").name


def is_among(form: Form, answer: Any, right: Iterable[Any]) -> bool:
    """Whether an answer that was read is one of the right ones; a chance may be half a per cent off.

    >>> is_among("fraction", Fraction("0.14"), [Fraction(5, 36)]), is_among("number", 3, [4])
    (True, False)
    """
    if form == "fraction":
        return any(abs(answer - Fraction(one)) <= TOLERANCE for one in right)
    return any(answer == one for one in right)


def describe_answer(form: Form, answer: Any) -> Any:
    """An answer in words: a chance with its per cent, names in order.

    >>> str(describe_answer("fraction", Fraction(5, 36)))
    '5/36 (13.9%)'
    """
    match form:
        case "fraction":
            return Message("task.chance", exact=Fraction(answer), percent=f"{float(answer):.1%}")
        case "spaces":
            return Message.all_of(sorted(answer))
        case "path":
            return Message("task.path", names=tuple(answer))
    return answer
