"""Exercises on the sister systems, each a worked case of the kit with something changed and a thing asked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ..core.errors import looked_up
from ..core.messages import Message
from ..umpire.cases.samples import sample
from .exercises import NO, YES, Exercise

TABLE = Path(__file__).parent / "data" / "companions.toml"


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """An exercise in the table; its title and prompt are in the catalogue under its name.

    Attributes:
        sample: the worked case that it starts from.
        key: what is asked for, as `Exercise` has it.
        given: keys of the case's ``given`` that are other than in the sample.
        choices: what can be answered.
        because: the clause whose step is the reason, or the message id of the step; else the verdict is.
        dice: the faces rolled; an empty list leaves the dice to chance, nothing keeps the sample's.
    """

    sample: str
    key: str
    given: dict[str, Any] = {}
    choices: tuple[str, ...] = (YES, NO)
    because: str | None = None
    dice: list[int] | None = None


@cache
def _table() -> Mapping[str, Row]:
    data = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return {name: msgspec.convert(row, Row) for name, row in data.items()}


def exercise_names() -> tuple[str, ...]:
    """The names of the exercises, in the order of the table."""
    return tuple(_table())


def companion_exercise(name: str) -> Exercise:
    """The exercise with this name.

    Raises:
        UnknownName: there is none.

    >>> tie = companion_exercise("his-tie")
    >>> tie.mark("defender").right, tie.mark("attacker").right
    (True, False)
    """
    row = looked_up("exercise", name, Message("kind.exercise"), _table())
    case = sample(row.sample).case
    data = {
        "format": case.format,
        "system": case.system,
        "question": case.question,
        "given": {**case.given, **row.given},
        "readings": case.readings,
        "dice": (case.dice if row.dice is None else row.dice) or None,
        "seed": None,
    }
    title, prompt = Message(f"exercise.{name}-title"), Message(f"exercise.{name}-prompt")
    return Exercise(title, prompt, data, row.key, row.choices, row.because)
