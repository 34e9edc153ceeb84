"""A ruling as a card: the verdict on a banner, then each step with its clause, which opens to its text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as W
from traitlets import Any as AnyTrait

from ...core.clauses import Clause, clause
from ...core.messages import Message, say, shown
from ...core.readings import readings
from ...core.render import Block, document, label_shown, outcome_shown
from ...core.rulings import ReadingUsed, Ruling, Step, open_steps
from ...umpire.cases.rolls import Rolled
from .tables import cells, table
from .theme import SANS, SERIF, THEME, paint

ICONS = {"legal": "✓", "yes": "✓", "illegal": "✗", "no": "✗", "result": "⚄"}

STYLE = f"""{THEME}<style>
.ninevears-card {{ font: 15px/1.5 {SERIF}; color: {paint("ink")}; background: {paint("paper")};
  border: 1px solid {paint("edge")}; max-width: 60em; overflow-wrap: break-word; box-sizing: border-box; }}
.ninevears-card .banner {{ display: flex; gap: 12px; align-items: baseline; padding: 10px 16px;
  border-left: 8px solid; }}
.ninevears-card .banner .word {{ font-weight: 700; white-space: nowrap; font-size: 17px; }}
.ninevears-card .good {{ background: {paint("good")}; border-color: {paint("good-edge")};
  color: {paint("good-ink")}; }}
.ninevears-card .bad {{ background: {paint("bad")}; border-color: {paint("bad-edge")};
  color: {paint("bad-ink")}; }}
.ninevears-card .open {{ background: {paint("open")}; border-color: {paint("open-edge")};
  color: {paint("open-ink")}; }}
.ninevears-card .body {{ padding: 4px 16px 12px; }}
.ninevears-card h4 {{ font: 600 15px/1.3 {SERIF}; margin: 12px 0 4px; padding-bottom: 2px;
  border-bottom: 1px solid {paint("rule")}; color: {paint("heading")}; }}
.ninevears-card ol, .ninevears-card ul {{ margin: 0; padding-left: 1.6em; }}
.ninevears-card li {{ margin: 3px 0; }}
.ninevears-card details {{ margin-top: 1px; font-size: 13px; }}
.ninevears-card details p {{ margin: 4px 0 6px; padding: 6px 10px; background: {paint("inset")};
  border: 1px solid {paint("inset-edge")}; }}
.ninevears-card summary {{ cursor: pointer; width: fit-content; }}
.ninevears-card summary:focus-visible {{ outline: 2px solid {paint("focus")}; }}
.ninevears-card .chip {{ display: inline-block; padding: 0 7px; border: 1px solid {paint("chip-edge")};
  border-radius: 9px; background: {paint("chip")};
  font-family: {SANS}; font-variant-numeric: lining-nums; font-weight: 600; color: {paint("ink")}; }}
.ninevears-card .chip small {{ font-weight: 400; font-style: italic; }}
.ninevears-card .kit {{ border-style: dashed; background: {paint("kit")}; }}
.ninevears-card .cross {{ border-style: dotted; background: {paint("cross")}; }}
.ninevears-card .kit-note {{ font-size: 13px; font-style: italic; margin: 8px 0 0; }}
.ninevears-card table {{ border-collapse: collapse; font-size: 14px; }}
.ninevears-card th, .ninevears-card td {{ text-align: left; padding: 2px 12px 2px 0; }}
.ninevears-card .rows {{ overflow-x: auto; margin: 4px 0 2px 1.6em; }}
.ninevears-card .rows tr > * {{ border-bottom: 1px solid {paint("inset-edge")}; vertical-align: top; }}
.ninevears-card.ninevears-card .readings td {{ white-space: normal; max-width: 26em; }}
.ninevears-card caption {{ text-align: left; font-weight: 600; padding: 0; }}
.ninevears-card td.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
.ninevears-card .more {{ margin-top: 4px; font-size: inherit; }}
.ninevears-card .odds {{ margin-top: 10px; font-size: inherit; }}
.ninevears-card .odds summary {{ font-weight: 600; color: {paint("heading")}; }}
.ninevears-card .bar {{ display: inline-block; height: 11px; background: {paint("bar")};
  border: 1px solid {paint("open-edge")}; }}
</style>"""


def card_html(
    ruling: Ruling, odds_open: bool = True, rolls: Sequence[Rolled] = (), folded: bool = False
) -> str:
    """The card as HTML, everything from outside escaped; where the dice have fallen the odds are folded.

    Args:
        ruling: what the umpire says.
        odds_open: whether the odds are open while dice are.
        rolls: the dice by who rolled them; without them they stand in one row.
        folded: whether all but the verdict is folded away.
    """
    tone = {"✓": "good", "✗": "bad"}.get(ICONS[ruling.verdict], "open")
    banner = (
        f"<div class='banner {tone}'><span class='word'>"
        f"<span aria-hidden='true'>{ICONS[ruling.verdict]}</span> "
        f"{escape(say(f'card.verdict-{ruling.verdict}'))}</span><span>{escape(str(ruling.says))}</span></div>"
    )
    odds = {say("ruling.odds", name=label_shown(name)) for name in ruling.odds}
    parts, heading = [], ""
    for block in document(ruling):
        match block.kind:
            case "heading":
                heading = block.text
                if heading not in odds:
                    parts.append(f"<h4>{escape(heading)}</h4>")
            case "items" if heading == say("ruling.readings"):
                parts += [_reading(used, ruling) for used in ruling.readings]
            case "items" if heading == say("ruling.violations"):
                told = (_entry(v.clause, with_remedy(v.says, v.remedy)) for v in ruling.violations)
                parts.append(f"<ol>{''.join(told)}</ol>")
            case "items" if heading == say("ruling.steps"):
                parts.append(_steps(ruling.steps))
            case "items" if heading == say("ruling.dice") and rolls:
                parts.append(_items(Block("items", rows=tuple(map(_rolled, rolls)))))
            case "items":
                parts.append(_items(block))
            case "list":
                parts.append(_list(block))
            case "table":
                parts.append(_odds(heading, block, is_open=odds_open and not ruling.dice))
    label = escape(say("ruling.label"), quote=True)
    body = with_kit_note("".join(parts))
    if folded:
        count = escape(say("lesson.steps", count=len(ruling.steps) + len(ruling.violations)))
        body = f"<details class='more'><summary>{count}</summary>{body}</details>"
    return (
        f"<div class='ninevears-card' role='region' aria-live='polite' aria-label='{label}'>{banner}"
        f"<div class='body'>{body}</div></div>"
    )


def with_remedy(says: Message, remedy: Message | None) -> str:
    """What is broken, and what would mend it."""
    return str(says) if remedy is None else f"{says} {say('ruling.remedy', remedy=remedy)}"


def chip(clause: Clause) -> str:
    """A clause as a chip with its id and basis, that opens to title and text."""
    full = say(f"basis.{clause.basis}")
    tooltip = say("card.clause-tooltip", title=clause.title, basis=full, says=clause.says)
    note = "" if clause.note is None else escape(say("card.note", note=clause.note))
    return (
        f"<details><summary title='{escape(tooltip, quote=True)}'><span class='chip {clause.basis}'>"
        f"{escape(clause.id)}{mark_of(clause)}</span></summary>"
        f"<p><b>{escape(clause.title)}.</b> {escape(clause.says)} <i>{note}</i></p></details>"
    )


def mark_of(clause: Clause) -> str:
    """What stands beside the number of a clause that is not printed so; beside a printed one nothing does."""
    return "" if clause.basis == "text" else f" <small>{escape(say(f'card.basis-{clause.basis}'))}</small>"


def with_kit_note(body: str) -> str:
    """What is told, and under it what a kit rule is, if its chips name any: once, and not at each of them."""
    note = escape(say("card.kit-note"))
    return f"{body}<p class='kit-note'>{note}</p>" if re.search("class='(chip )?kit'", body) else body


def _entry(clause: Clause, text: str, number: int | None = None) -> str:
    numbered = "" if number is None else f" value='{number}'"
    return f"<li{numbered}>{escape(text)}{chip(clause)}</li>"


def _steps(steps: Sequence[Step]) -> str:
    """The steps that decide; the others, which keep their numbers, are folded away."""
    shown = open_steps(steps)
    told, folded = "", ""
    for place, step in enumerate(steps):
        entry = _entry(step.clause, str(step.says), place + 1)
        if place in shown:
            told += entry
        else:
            folded += entry
    if not folded:
        return f"<ol>{told}</ol>"
    more = escape(say("card.more-steps", count=len(steps) - len(shown)))
    return f"<ol>{told}</ol><details class='more'><summary>{more}</summary><ol>{folded}</ol></details>"


def _reading(used: ReadingUsed, ruling: Ruling) -> str:
    """A reading that matters as a table: each option, what it means, and the ruling under it."""
    meanings = readings()[used.name].options
    taken = f"<b>✓ {escape(used.chosen)}</b> {escape(say('card.reading-taken'))}"
    rows = [(taken, meanings[used.chosen], str(ruling.says))]
    rows += [
        (escape(other.option), meanings[other.option], outcome_shown(other, ruling)) for other in used.others
    ]
    heads = (say("card.reading-option"), say("card.reading-means"), say("card.reading-then"))
    body = (f"<tr><td>{option}</td>{cells(told)}</tr>" for option, *told in rows)
    shown = table(heads, body, used.name, " class='readings'")
    return f"<div class='rows'>{shown}{chip(clause(used.clause_id))}</div>"


def _rolled(one: Rolled) -> tuple[str, str]:
    """What somebody rolled, and what of it is not counted."""
    aside = say("report.dice-ignored", dice=shown(one.ignored)) if one.ignored else ""
    return shown(one.roller), "; ".join(filter(None, (shown(one.dice) if one.dice else "", aside)))


def _items(block: Block) -> str:
    rows = (f"<b>{escape(name)}:</b> {escape(text)}" if name else escape(text) for name, text in block.rows)
    return f"<ul>{''.join(f'<li>{row}</li>' for row in rows)}</ul>"


def _list(block: Block) -> str:
    """A list of the answer as a table under its name."""
    head, *rows = block.rows
    return f"<div class='rows'>{table(head, (f'<tr>{cells(row)}</tr>' for row in rows), block.text)}</div>"


def _odds(heading: str, block: Block, is_open: bool) -> str:
    """The odds as a table; folded away where the dice have fallen."""
    head, *rows = block.rows
    top = "".join(f"<th scope='col'>{escape(cell)}</th>" for cell in head) + "<td></td>"
    body = "".join(
        f"<tr><td>{escape(value)}</td><td class='number'>{escape(percent)}</td>"
        f"<td class='number'>{escape(exact)}</td><td aria-hidden='true'>"
        f"<span class='bar' style='width:{float(Fraction(exact)) * 220:.0f}px'></span></td></tr>"
        for value, percent, exact in rows
    )
    table = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    opened = " open" if is_open else ""
    return f"<details class='odds'{opened}><summary>{escape(heading)}</summary>{table}</details>"


class RulingCard(W.HTML):
    """A ruling to read. Set `ruling` to show another; None shows nothing.

    Args:
        ruling: what the umpire says.
        odds_open: False folds the odds away, where a chart shows them.
        folded: True folds everything away but the verdict.

    Attributes:
        rolls: the dice by who rolled them, set before the ruling; forgotten with it.
    """

    ruling: AnyTrait = AnyTrait()

    def __init__(
        self, ruling: Ruling | None = None, odds_open: bool = True, folded: bool = False, **more: Any
    ) -> None:
        self._odds_open, self._folded = odds_open, folded
        self.rolls: Sequence[Rolled] = ()
        super().__init__(**more)
        self.observe(self._show, "ruling")
        self.ruling = ruling

    def _show(self, _: object) -> None:
        rolls, self.rolls = self.rolls, ()
        self.value: str = (
            ""
            if self.ruling is None
            else STYLE + card_html(self.ruling, self._odds_open, rolls, self._folded)
        )
