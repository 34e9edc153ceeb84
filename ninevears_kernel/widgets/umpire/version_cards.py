"""The rulings on both versions of what is disputed, beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as W

from ...core.messages import say
from ...core.rulings import Ruling, Step, Violation
from ..parts.ruling_card import ICONS
from .mail_facts import fact_words, versions_words

GOOD = ("legal", "yes", "result")
MOST_STEPS = 3
MOST_WAYS = 5
"""Ways that the dice may fall, as parts of the bar; what is left over is the last part."""


class VersionCards(W.HTML):
    """Each version of what is disputed with its verdict; that for which the umpire found says so.

    >>> cards = VersionCards()
    >>> cards.show([{"dispute": 0, "by": "Bourbon", "value": 4, "said": "", "ruling": None,
    ...              "headline": "no corps", "same": False}], [None])
    >>> "no corps" in cards.value
    True
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.add_class("ninevears-versions")

    def show(self, rows: Sequence[dict[str, Any]], found: Sequence[int | None]) -> None:
        """Shows the rows of `rule_versions`; none: nothing.

        Args:
            rows: a row for each version.
            found: for each dispute the number of the version that was found, or None.
        """
        parts, chosen = [], list[tuple[str, dict[str, Any]]]()
        for number in dict.fromkeys(row.get("dispute", 0) for row in rows):
            versions = [row for row in rows if row.get("dispute", 0) == number]
            for place, (row, value) in enumerate(zip(versions, versions_words(versions), strict=True)):
                if value.isdecimal() and row.get("kind"):
                    value = fact_words(row)[0]  # a number says of what it is
                label = say("desk.version", value=value, by=row.get("by") or say("chip.somebody"))
                if found[number] == place:
                    chosen.append((label, row))
                else:
                    parts.append(_card([label], row))
            if versions[0]["same"]:
                parts.append(f"<p class='same'>{escape(say('desk.versions-same'))}</p>")
        if chosen:  # of several disputes what is found is one case, ruled once
            parts.append(_card([label for label, _ in chosen], chosen[0][1], is_found=True))
        self.value = f"<div role='status'>{''.join(parts)}</div>" if parts else ""


def _card(labels: Sequence[str], row: dict[str, Any], is_found: bool = False) -> str:
    ruling = row["ruling"]
    verdict = ruling.verdict if ruling is not None else "open"
    kind = "good" if verdict in GOOD else "bad" if ruling is not None else "open"
    mark = f"<em>{escape(say('desk.version-found'))}</em>" if is_found else ""
    head = "".join(f"<h4>{escape(label)}{mark}</h4>" for label in labels)
    sign = ICONS[verdict] if ruling is not None else "⚠"
    word = f"{escape(say(f'card.verdict-{verdict}'))}: " if ruling is not None and verdict != "result" else ""
    headline = escape(str(row.get("headline") or ""))
    return (
        f"<section class='{kind}{' found' if is_found else ''}'>{head}"
        f"<p><span aria-hidden='true'>{sign}</span> {word}{headline}</p>"
        f"{_reasons(ruling)}{_bar(row.get('chances'))}</section>"
    )


def _reasons(ruling: Ruling | None) -> str:
    """The first steps that decide, each with its paragraph."""
    if ruling is None:
        return ""
    decide: list[Step | Violation] = list(ruling.violations[1:])  # the first one is the headline
    decide += [step for step in ruling.steps if step.decides]
    told = "".join(
        f"<li>{escape(str(one.says))} <sup>{escape(one.clause.number)}</sup></li>"
        for one in decide[:MOST_STEPS]
    )
    return f"<ol>{told}</ol>" if told else ""


def _bar(chances: tuple[str, tuple[tuple[str, Fraction], ...]] | None) -> str:
    """The ways in which the dice may fall as parts of a bar, each as wide as it is likely."""
    if chances is None:
        return ""
    name, ways = chances
    parts = list(ways[:MOST_WAYS])
    if left := ways[MOST_WAYS:]:
        parts.append((say("odds.others", count=len(left)), sum((chance for _, chance in left), Fraction(0))))
    told = "".join(
        f"<span style='flex-grow:{float(chance):.4f}'>{escape(value)} <b>{float(chance):.0%}</b></span>"
        for value, chance in parts
    )
    return f"<p class='odds'>{escape(say('ruling.odds', name=name))}</p><div class='bar'>{told}</div>"
