"""Which system an email is about, and which question it asks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.messages import say
from ..cases.cases import questions
from .names import folded
from .vocabulary import table_of
from .words import Words

Patterns = Sequence[tuple[str, float]]
"""Words by which something is recognised, each with its weight."""
_CASE_MATTERS = re.compile(r"\\b(?:HIS|\(\?:TACW|M&P)")


def system_of(text: str, names: int) -> str | None:
    """The system that an email is about; None when nothing tells it.

    Args:
        text: the words of the email, and of its subject.
        names: how many names of *Nine Years* are in it.

    >>> system_of("Here I Stand: three squadrons attack", 0), system_of("hello", 0)
    ('HIS', None)
    """
    text = text[:60_000]
    points: dict[str, float] = {"NY": min(names, 4) * 2}
    for system, known in table_of("email_words").items():
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
    text = _NOBODY_DID.sub(" ", "".join(words.marked for words in passages)[:60_000])
    head = f" {folded(subject)} "
    points: dict[str, float] = {}
    known: Mapping[str, Patterns] = table_of("email_words")[system]["questions"]
    for name, patterns in known.items():
        for pattern, weight in patterns:
            if re.search(rf" (?:{pattern})(?= |[.,;:)])", text):
                points[name] = points.get(name, 0) + weight
            if weight >= 4 and system != "HIS" and re.search(rf" (?:{pattern})(?= |[.,;:)])", head):
                points[name] = points.get(name, 0) + weight * 0.75
    best = sorted(points, key=lambda one: -points[one])
    if not best or points[best[0]] < ENOUGH:
        return None, best[:MOST_CHOICES]
    first = best[0]
    near = [
        one
        for one in best[1:MOST_CHOICES]
        if points[first] - points[one] < 1 or _is_either(known[first], known[one], text)
    ]
    return first, near


_NOBODY_DID = re.compile(
    r" (?:nobody|no one|no N1|neither(?: [a-z]+)?|nor|without anybody)(?: [a-z]+){0,4}? (?:intercept|avoid|"
    r"slip|evad|withdr|besieg)[a-z]*(?: away)?(?= )"
)
"""What nobody did is not what is asked about."""


def _is_either(one: Patterns, other: Patterns, text: str) -> bool:
    """Whether a text asks "this or that" of two questions."""
    words = ["|".join(pattern for pattern, weight in many if weight >= ENOUGH) for many in (one, other)]
    return " or " in text and any(
        re.search(rf" (?:{first}) or (?:(?:it|a|an|the|to|was|is|may|i) )*(?:{second})(?= )", text)
        for first, second in (words, words[::-1])
    )


ENOUGH = 3
"""Points from which on a question is taken for the one that is asked."""
MOST_CHOICES = 3
"""Questions between which an umpire is asked to choose."""


def which_question(system: str, near: Sequence[str]) -> dict[str, Any]:
    """What is asked where none, or more than one, of the questions is plainly meant.

    Args:
        system: NY, HIS, VQ or MP.
        near: the questions that may be meant, the likeliest first.

    >>> which_question("NY", ["raise", "restore"])["ask"]
    'Is it about “Raise a corps in spring” or “Restore in spring”, please?'
    """
    titles = [f"“{questions()[system, one].title}”" for one in near]
    if len(titles) < 2:
        return {"kind": "question", "ask": say("ask.question"), "choices": list(near)}
    ask = say("ask.questions", first=", ".join(titles[:-1]), last=titles[-1])
    return {"kind": "question", "ask": ask, "choices": list(near)}
