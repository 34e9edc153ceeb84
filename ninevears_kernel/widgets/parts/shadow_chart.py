"""Odds as bars with the bars before the last change as a shadow; sides keep their colour and pattern.

Where no dice are left the figures of the ruling stand in their place, with what they were before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as W
from traitlets import Any as AnyTrait

from ...core.messages import say, shown
from ...core.render import label_shown, odds_rows
from ...core.rulings import Ruling
from .fields import labelled
from .lesson_look import SIDES

MOST_ROWS, MOST_FIGURES = 5, 7
"""So many bars and figures are shown; the least likely values are summed up in the last bar."""
NO_FIGURES = {"place"}
"""Numbers of an answer that count nothing: which of several orders broke off."""


class ShadowChart(W.VBox):
    """The odds of a ruling, and behind them those of the ruling before.

    Attributes:
        ruling: what the umpire says; set it to show another, with the one before as its shadow.
        throws: who wins with each of 36 throws, the attacker's 1 first; set it before the ruling.
        before: the ruling before the last change; None where there was none.
    """

    ruling = AnyTrait()

    def __init__(self, **more: Any) -> None:
        self.before: Ruling | None = None
        self.throws: Sequence[str] = ()
        self._throws_before: Sequence[str] = ()
        self._throws_now: Sequence[str] = ()
        self.result = labelled(W.Dropdown, "chart.choose", W.Layout(width="auto", max_width="300px"))
        self.bars = W.HTML()
        super().__init__([self.result, self.bars], **more)
        self.observe(self._changed, "ruling")
        self.result.observe(lambda _: self._draw(), "value")
        self._fill()

    def begin(self) -> None:
        """Forgets what was before."""
        self.before = None
        self._throws_before = ()
        self._draw()

    @property
    def change(self) -> str:
        """A sentence about how the first bar changed; "" when it did not."""
        now, then = self._rows(self.ruling), dict(self._rows(self.before))
        if not now or now[0][0] not in then:
            return ""
        label, chance = now[0]
        was = then[label]
        if was == chance:
            return ""
        return say(
            "try.up" if chance > was else "try.down", value=label, now=_percent(chance), then=_percent(was)
        )

    def _changed(self, change: Any) -> None:
        if change.old is not None and change.new is not None:
            self.before = change.old
        self._throws_before, self._throws_now = self._throws_now, self.throws
        self._fill()

    def _fill(self) -> None:
        names = [] if self.ruling is None else list(self.ruling.odds)
        before = self.result.value
        options = [(label_shown(name), name) for name in names]
        if tuple(options) != tuple(self.result.options):
            self.result.options = options
        if names:
            told = [name for name in names if len(self.ruling.odds[name]) > 1]  # what is sure draws no bar
            self.result.value = before if before in names else next(iter([*told, *names]))
        self.result.layout.display = None if len(names) > 1 else "none"
        self._draw()

    def _rows(self, ruling: Ruling | None) -> list[tuple[str, Fraction]]:
        """Values and chances of the result that is shown, numbers in order, else the likeliest first."""
        name = self.result.value
        if ruling is None or name not in ruling.odds:
            return []
        chances = list(ruling.odds[name])
        numbers = all(type(value) is int for value, _ in chances)
        chances.sort(key=lambda pair: pair[0] if numbers else (pair[0] not in SIDES, -pair[1]))
        if not numbers and all(value in SIDES for value, _ in chances):
            chances.sort(key=lambda pair: list(SIDES).index(pair[0]))  # a side keeps its place
        return odds_rows(name, chances, MOST_ROWS)

    def _draw(self) -> None:
        now, then = self._rows(self.ruling), dict(self._rows(self.before))
        gone = [(label, Fraction(0)) for label in then if label not in dict(now)]
        if now:
            bars = "".join(
                _bar(label, chance, then.get(label)) for label, chance in [*now, *gone][: MOST_ROWS + 2]
            )
            grid = ""
            if self.result.value == "winner":
                grid = _grid(self._throws_before, self._throws_now, self.ruling.dice)
            self.bars.value = f"<div class='nl-odds'><div>{bars}</div>{grid}</div>"
        else:
            self.bars.value = _figures(self.ruling, self.before)


def _bar(label: str, chance: Fraction, before: Fraction | None) -> str:
    side = next((look for name, look in SIDES.items() if name.casefold() in label.casefold()), "plain")
    ghost = (
        "" if before is None or before == chance else f"<i class='gh' style='width:{float(before):.1%}'></i>"
    )
    told = say("chart.row", value=label, percent=_percent(chance), exact=chance)
    return (
        f"<div class='nl-br' role='img' aria-label='{escape(told, quote=True)}'><span>{escape(label)}</span>"
        f"<div class='tr'><i class='f nl-{side}' style='width:{float(chance):.1%}'></i>{ghost}</div>"
        f"<b>{_percent(chance)}</b></div>"
    )


def _grid(before: Sequence[str], throws: Sequence[str], dice: Sequence[int]) -> str:
    """All 36 throws, each in the colour of its winner; what was turned and what fell have a rim."""
    if not throws:
        return ""
    fell = (dice[0] - 1) * 6 + dice[1] - 1 if len(dice) > 1 else -1
    cells = "".join(
        f"<i class='nl-{SIDES[side]}{' turned' * (bool(before) and before[place] != side)}"
        f"{' fell' * (place == fell)}'></i>"
        for place, side in enumerate(throws)
    )
    told = say("try.throws-won", side=shown(next(iter(SIDES))), count=throws.count(next(iter(SIDES))))
    return (
        f"<figure class='nl-36'><div role='img' aria-label='{escape(told, quote=True)}'>{cells}</div>"
        f"<figcaption>{escape(say('try.throws'))}</figcaption></figure>"
    )


def _percent(chance: Fraction) -> str:
    return say("chart.hardly") if 0 < chance < Fraction(1, 200) else f"{float(chance):.0%}"


def _figures(ruling: Ruling | None, before: Ruling | None) -> str:
    """The numbers of a ruling, each with what it was."""
    now, then = _numbers(ruling), _numbers(before)
    rows = ""
    for name, value in list(now.items())[:MOST_FIGURES]:
        was = str(then[name]) if name in then and then[name] != value else ""
        rows += (
            f"<tr><td>{escape(label_shown(name))}</td><td class='was'>{escape(was)}</td>"
            f"<td><b>{escape(str(value))}</b></td></tr>"
        )
    return f"<table class='nl-fig'>{rows}</table>" if rows else ""


def _numbers(ruling: Ruling | None) -> Mapping[str, int]:
    answer = ruling.answer if ruling is not None and ruling.answer else {}
    return {name: value for name, value in answer.items() if type(value) is int and name not in NO_FIGURES}
