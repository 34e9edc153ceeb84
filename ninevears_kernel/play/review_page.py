"""A review in words, as a page, and as plain data for the war table."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from ..core.messages import Message, say
from ..nine_years.atlas.picture import both_themes
from ..nine_years.components.sides import SIDES, Side, enemy
from ..typefaces import SANS, SERIF
from .judge import weights
from .review_picture import curve, in_points, luck
from .turning_points import PARTS, Review, Swing

Data = dict[str, Any]
PAGE_WIDTH = 760
STYLE = (
    both_themes(":is(.nv-review,.nv-swing)")
    + f":is(.nv-review,.nv-swing){{font:16px/1.45 {SANS};color:var(--nv-ink);background:var(--nv-paper);"
    "max-width:820px;margin:0 auto;box-sizing:border-box}.nv-swing{padding:8px 18px}.nv-review{"
    "padding:14px 18px;border:1px solid var(--nv-paper-edge)}"
    f".nv-review h2,.nv-review h3{{font-family:{SERIF};font-weight:600;margin:14px 0 4px;line-height:1.2}}"
    ".nv-review h2{font-size:25px;margin-top:0}.nv-review h3{font-size:19px}"
    "@media(max-width:600px){.nv-review .wide{display:none}}@media(min-width:601px){.nv-review .narrow{"
    "display:none}}.nv-review p{margin:4px 0}:is(.nv-review .soft,.nv-swing .soft,.nv-swing.soft){"
    "color:var(--nv-faded);font-size:14px}"
    ".nv-review ol{margin:4px 0;padding-left:22px}.nv-review li{margin:0 0 9px}"
    ".nv-review b,.nv-review td{font-variant-numeric:tabular-nums}"
    ".nv-review table{border-collapse:collapse}.nv-review td,.nv-review th{padding:1px 14px 1px 0;"
    "text-align:right;font-weight:400}.nv-review summary{cursor:pointer}"
)


def swing_head(swing: Swing, side: Side) -> str:
    """When it was, where, and what it did to the chance of a side, in a line.

    Args:
        swing: the turning point.
        side: whose chance.
    """
    before, after = _of(swing.before, side), _of(swing.after, side)
    where = Message("review.at", space=swing.space) if swing.space else ""
    return say("review.swing", year=swing.year, where=where, before=before, after=after)


def swing_note(swing: Swing, side: Side) -> str:
    """Whether the choice, the dice or the cards made it.

    Args:
        swing: the turning point.
        side: whose chance.
    """
    if swing.dice is None:
        return ""
    sign = 1 if side == "Alliance" else -1
    made = (swing.choice, swing.dice, swing.cards)
    parts = {name: in_points(sign * one) for name, one in zip(PARTS, made, strict=False)}
    return say(f"review.by-{swing.made_by}", **parts)


def _of(chance: float, side: Side) -> float:
    return chance if side == "Alliance" else 1 - chance


def summed(found: Review, side: Side) -> str:
    """The war as a sum in a sentence: from the first chance to the last, and what each part did."""
    if not found.turns:
        return ""
    first, last = found.turns[0].for_side(side).before, found.turns[-1].for_side(side).after
    sign = 1 if side == "Alliance" else -1
    sums = {name: in_points(sign * value) for name, value in found.sums.items()}
    id = "review.sum" if found.exact else "review.sum-played"
    return say(id, side=side, begin=first, end=last, **{name: sums[name] for name in PARTS})


def _rows(found: Review, side: Side) -> Iterator[tuple[str, ...]]:
    """Year, chance at its beginning, and the luck of both."""
    sums = found.luck
    for year, chance in found.at_new_year(side).items():
        lucky = (in_points(sums[year][one]) for one in (side, enemy(side)))
        yield str(year), say("review.percent", chance=chance), *(lucky if found.exact else ())


def _heads(found: Review, side: Side) -> tuple[str, ...]:
    heads = say("review.year"), say("review.chance-of", side=side)
    both = (say("review.luck-of", side=one) for one in (side, enemy(side)))
    return (*heads, *(both if found.exact else ()))


def _error() -> str:
    return f"{100 * weights().error:.0f}"


def error_told() -> str:
    """What the chance means, and how sure it is, under its curve."""
    return f"{say('review.error', error=_error())} {say('review.band')}"


def review_text(found: Review, side: Side = "Alliance") -> str:
    """A review as text: the chance at each New Year with the luck of both sides, then the turning points.

    Args:
        found: the review.
        side: whose chance.
    """
    rows = [_heads(found, side), *_rows(found, side)]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, wide, strict=True)) for row in rows]
    lines += ["", summed(found, side), say("review.error", error=_error()), ""]
    if found.swings:
        lines.append(say("review.turning-points"))
    for place, swing in enumerate(found.swings, 1):
        small = say("review.small") if swing.is_small else ""
        lines.append(f"{place}. {swing_head(swing, side)}{small} [{swing.clause_id}]")
        lines += [f"   {sentence}" for sentence in (*swing.says, swing_note(swing, side)) if sentence]
        lines.append(f"   {say('review.choice-number', number=swing.number + 1)}")
    return "\n".join(lines)


def review_html(found: Review, side: Side = "Alliance", listed: bool = True) -> str:
    """The same as a part of a page, with pictures.

    Args:
        found: the review.
        side: whose chance.
        listed: whether its turning points are told, too.
    """
    swings = "".join(
        f"<li{' class=soft' * swing.is_small}>{swing_html(swing, side)}</li>"
        for swing in found.swings[: None if listed else 0]
    )
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in _rows(found, side)
    )
    heads = "".join(f"<th scope='col'>{escape(head)}</th>" for head in _heads(found, side))
    lucky = _both_widths(luck(found, side, PAGE_WIDTH, 120), luck(found, side))
    lucky = f"<h3>{escape(say('review.luck'))}</h3>{lucky}" if found.exact and found.turns else ""
    points = f"<h3>{escape(say('review.turning-points'))}</h3><ol>{swings}</ol>" if swings else ""
    return (
        f"<style>{STYLE}</style><section class='nv-review'><h2>{escape(say('review.title', side=side))}</h2>"
        f"{_both_widths(curve(found, side, PAGE_WIDTH, 300), curve(found, side))}"
        f"<p class='soft'>{escape(error_told())}</p>"
        f"<p>{escape(summed(found, side))}</p>{points}{lucky}"
        f"<details><summary>{escape(say('review.as-table'))}</summary><table><tr>{heads}</tr>{rows}</table>"
        "</details></section>"
    )


def swing_html(swing: Swing, side: Side) -> str:
    """A turning point as a part of a page.

    Args:
        swing: the turning point.
        side: whose chance.
    """
    return (
        f"<b>{escape(swing_head(swing, side))}</b> <span class='soft'>{escape(swing.clause_id)}</span><br>"
        f"{escape(' '.join(swing.says))} <span class='soft'>{escape(swing_note(swing, side))}</span>"
    )


def _both_widths(wide: str, narrow: str) -> str:
    """A picture for a page and for a phone, of which the page shows one."""
    return f"<div class='wide'>{wide}</div><div class='narrow'>{narrow}</div>"


def review_told(found: Review, side: Side) -> Data:
    """A review as the war table shows it in its column.

    Args:
        found: the review.
        side: whose chance.
    """
    return {
        "title": say("review.title", side=side),
        "curve": curve(found, side),
        "luck": luck(found, side),
        "sum": summed(found, side),
        "error": error_told(),
        "heads": list(_heads(found, side)),
        "rows": [list(row) for row in _rows(found, side)],
        "swings": [swing_told(swing, side) for swing in found.swings],
    }


def swing_told(swing: Swing, side: Side) -> Data:
    """A turning point as the war table shows it."""
    return {
        "entry": swing.number,
        "head": swing_head(swing, side),
        "says": list(swing.says),
        "note": swing_note(swing, side),
        "clause": swing.clause_id,
        "small": swing.is_small,
        "side": swing.side if swing.side in SIDES else None,
    }
