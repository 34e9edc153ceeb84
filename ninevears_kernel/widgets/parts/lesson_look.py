"""How what lessons ask and tell looks: the war table's colours, sides with patterns, one sentence first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape

from ...core.messages import say
from ...core.rulings import Ruling, Step, Violation, open_steps
from .ruling_card import STYLE, card_html
from .theme import scoped

SIDES = {"Bourbon": "bourbon", "Alliance": "alliance"}
"""The class of each side: its colour, and its lines or dots."""


@cache
def lesson_style() -> str:
    """The style that a widget of the lessons brings along."""
    return f"<style>{scoped('ninevears-lesson', 'lesson')}</style>"


def verdict_html(ruling: Ruling) -> str:
    """A ruling as one sentence with its paragraphs; the whole card is folded away under it."""
    clauses = ", ".join(dict.fromkeys(step.clause_id.removeprefix("NY ") for step in _deciding(ruling)))
    fold = escape(say("lesson.steps", count=len(ruling.steps) + len(ruling.violations)))
    return (
        f"<div class='nl-rul' role='status'><i></i><div><p>{escape(str(ruling.says))}"
        f"<sup class='p'>{escape(clauses)}</sup></p>"
        f"<details><summary>{fold}</summary>{STYLE}{card_html(ruling)}</details></div></div>"
    )


def _deciding(ruling: Ruling) -> Sequence[Step | Violation]:
    """What decides: the violations, or the steps that a card leaves open."""
    if ruling.violations:
        return ruling.violations
    shown = open_steps(ruling.steps)
    return [step for place, step in enumerate(ruling.steps) if place in shown]
