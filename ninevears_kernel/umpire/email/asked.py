"""Which system an email is about, and which question it asks."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from .names import folded
from .words import Words

_DATA = Path(__file__).parents[1] / "data" / "email_words.toml"
_CASE_MATTERS = re.compile(r"\\b(?:HIS|\(\?:TACW|M&P)")


@cache
def _words() -> Mapping[str, Any]:
    """The words of systems and questions, each pattern with its weight."""
    with _DATA.open("rb") as file:
        return tomllib.load(file)


def system_of(text: str, names: int) -> str | None:
    """The system that an email is about; None when nothing tells it.

    Args:
        text: the words of the email, and of its subject.
        names: how many names of *Nine Years* are in it.

    >>> system_of("Here I Stand: three squadrons attack", 0), system_of("hello", 0)
    ('HIS', None)
    """
    text = text[:60_000]
    points = {"NY": min(names, 4) * 2} | {}
    for system, known in _words().items():
        for pattern, weight in known["system"]:
            flags = 0 if _CASE_MATTERS.search(pattern) else re.IGNORECASE
            if re.search(pattern, text, flags):
                points[system] = points.get(system, 0) + weight
    best = sorted(points, key=lambda one: -points[one])
    if points[best[0]] < 3 or (len(best) > 1 and points[best[0]] - points[best[1]] < 1):
        return None
    return best[0]


def question_of(system: str, passages: list[Words], subject: str) -> tuple[str | None, list[str]]:
    """The question that an email asks, and those that it might ask as well.

    Args:
        system: NY, HIS, VQ or MP.
        passages: what was written; what was written last counts no more than the rest.
        subject: the line of the head.
    """
    text = "".join(words.marked for words in passages)[:60_000]
    head = f" {folded(subject)} "
    points: dict[str, float] = {}
    for name, patterns in _words()[system]["questions"].items():
        for pattern, weight in patterns:
            if re.search(rf" (?:{pattern})(?= |[.,;:)])", text):
                points[name] = points.get(name, 0) + weight
            if weight >= 4 and system != "HIS" and re.search(rf" (?:{pattern})(?= |[.,;:)])", head):
                points[name] = points.get(name, 0) + weight * 0.75
    best = sorted(points, key=lambda one: -points[one])
    if not best or points[best[0]] < 3:
        return None, best[:3]
    near = [one for one in best[1:4] if points[best[0]] - points[one] < 1]
    return best[0], near
