"""The faces of the pieces: a stack as a flag, a counter or a card, a corps, a leader.

A side is shown by colour, hatching and shape: the Bourbons blue with level lines, square, with a lily; the
Alliance gold with dots, its corners clipped, with a sheaf of arrows. A band on top has the power's colour.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from ...core.messages import say, shown
from ...typefaces import slug
from .palette import colours
from .placement import CARD, COUNTER, FLAG, painted, text_width
from .styles import style

if TYPE_CHECKING:
    from ..components.sides import Side
    from .pieces import Commander, Kind
    from .scene import Stack

POWERS = colours("powers")
"""The coats of the time."""
_COLOURS = colours("pieces") | {f"power-{slug(power)}": pair for power, pair in POWERS.items()}
VARIABLES = {
    theme: {name: pair[night] for name, pair in _COLOURS.items()}
    for night, theme in enumerate(("light", "dark"))
}
"""For each theme the variables of pieces and symbols, besides those of `palette.THEMES`."""

STYLE = style("cards") + "".join(
    f".nv .of-{slug(power)}{{fill:var(--nv-power-{slug(power)})}}" for power in POWERS
)


PIECE = 34.0
"""The size of a corps in an opened stack."""


def _outline(side: str, width: float, height: float) -> str:
    """The plate of a side: square for the Bourbons, with clipped corners for the Alliance."""
    x, y = width / 2, height / 2
    if side == "Bourbon":
        return f"M{-x:g}{-y:g}H{x:g}V{y:g}H{-x:g}z"
    c = 3.5 if width < 60 else 5
    return (
        f"M{c - x:g}{-y:g}H{x - c:g}L{x:g}{c - y:g}V{y - c:g}L{x - c:g} {y:g}H{c - x:g}L{-x:g} {y - c:g}"
        f"V{c - y:g}z"
    )


def _band(side: str, width: float, height: float, high: float) -> str:
    x, y = width / 2, height / 2
    if side == "Bourbon":
        return f"M{-x:g}{-y:g}H{x:g}v{high:g}H{-x:g}z"
    c = 3.5 if width < 60 else 5
    return f"M{c - x:g}{-y:g}H{x - c:g}L{x:g}{c - y:g}V{high - y:g}H{-x:g}V{c - y:g}z"


FLAGS = {"Bourbon": "M-8-6.5H8.5V5.5H-8z", "Alliance": "M-8-6.5H8.5L5.8-.5 8.5 5.5H-8z"}
LILY = (
    "M0-6.4C2.5-3.8 2.4-1.4.9 1.2H-.9C-2.4-1.4-2.5-3.8 0-6.4z"
    "M1.5 1.2C1.7-2 5.9-3.6 5.9-.4 5.9.9 4.2 1 4-.1 3-.5 2.6.4 2.6 1.2z"
    "M-1.5 1.2C-1.7-2-5.9-3.6-5.9-.4-5.9.9-4.2 1-4-.1-3-.5-2.6.4-2.6 1.2z"
    "M-3.4 1.6H3.4V2.9H-3.4zM-.8 3.3H.8L1.2 4.8 0 6.4-1.2 4.8z"
    "M1.6 3.3C1.8 4.6 2.6 5 3.4 4.4L3.2 3.3zM-1.6 3.3C-1.8 4.6-2.6 5-3.4 4.4L-3.2 3.3z"
)
ARROWS = (
    '<path class="shaft" d="M0 6.2V-4M3.6 5.8L-3.2-4M-3.6 5.8L3.2-4M-2.6.9H2.6M-2.6 2.3H2.6"/>'
    '<path class="head" d="M0-6.6L1.7-3H-1.7zM-5-6.2L-4.5-2.4-1.7-4.4zM5-6.2L4.5-2.4 1.7-4.4z"/>'
)


def _definitions() -> str:
    made = [
        '<pattern id="nv-azure" width="2.4" height="2.4" patternUnits="userSpaceOnUse">'
        '<path class="azure" d="M0 0H3V3H0z"/><path class="azure-line" d="M0 1.2H2.4"/></pattern>'
        '<pattern id="nv-or" width="4" height="4" patternUnits="userSpaceOnUse">'
        '<path class="or" d="M0 0H4V4H0z"/>'
        '<circle class="or-dot" cx="1" cy="1" r=".55"/>'
        '<circle class="or-dot" cx="3" cy="3" r=".55"/></pattern>'
        '<pattern id="nv-cover" width="3" height="3" patternUnits="userSpaceOnUse">'
        '<path class="strip" d="M-1-1H4V4H-1z"/><path class="cover-line" d="M0 3L3 0M0 0L3 3"/></pattern>'
        f'<path id="nv-lily" d="{LILY}"/><g id="nv-arrows">{ARROWS}</g>'
    ]
    for side, flag in FLAGS.items():
        kind = side.lower()
        made.append(
            f'<g id="nv-flag-{kind}"><path class="edge" d="{flag}"/>'
            f'<path class="staff" d="M-8-6.5V7"/><path class="plate {kind}" d="{flag}"/></g>'
        )
        for name, (width, height) in (
            ("counter", COUNTER),
            ("card", CARD),
            ("piece", (PIECE + 1, PIECE + 1)),
        ):
            plate = _outline(side, width - 1, height - 1)
            made.append(
                f'<g id="nv-{name}-{kind}"><path class="edge" d="{plate}"/>'
                f'<path class="plate {kind}" d="{plate}"/></g>'
            )
    return "".join(made)


DEFS = painted(_definitions(), STYLE)
EMBLEMS = {"Bourbon": "lily", "Alliance": "arrows"}


def emblem(side: str, x: float, y: float, scale: float = 1) -> str:
    """The lily or the sheaf of arrows round a point; its colour comes from what it stands in."""
    more = f" scale({scale:g})" if scale != 1 else ""
    return f'<use class="emblem" href="#nv-{EMBLEMS[side]}" transform="translate({x:g} {y:g}){more}"/>'


def _figure(kind: str, x: float, y: float, text: object) -> str:
    return f'<text class="figure{kind and " " + kind}" x="{x:g}" y="{y:g}">{escape(str(text))}</text>'


def _tally(stack: Stack, width: float, top: float, high: float) -> str:
    """A stroke for each corps: long for a full one, short for a reduced one; hidden where the fog lies."""
    inner = width - 5
    box = f"M{-inner / 2:g} {top:g}h{inner:g}v{high:g}h{-inner:g}z"
    if stack.full is None or stack.reduced is None:
        return f'<path class="cover" d="{box}"/>'
    step = min(high * 0.55, (inner - 3) / max(stack.corps, 1))
    left = -step * (stack.corps - 1) / 2
    tall, short = high - 1.6, 0.5 * (high - 1.6)
    foot = top + high - 0.8
    strokes = "".join(
        f"M{left + step * i:.4g} {foot:g}v{-(tall if i < stack.full else short):.3g}"
        for i in range(stack.corps)
    )
    return f'<path class="strip" d="{box}"/>' + (f'<path class="tally" d="{strokes}"/>' if strokes else "")


def _shaken(stack: Stack, x: float, y: float) -> str:
    """The torn white flag of demoralised corps, with a letter and their number."""
    leaders = sum(leader.demoralised for leader in stack.leaders)
    if not stack.demoralised and not leaders:
        return ""
    text = say("map.demoralised-letter") + (str(stack.demoralised) if (stack.demoralised or 0) > 1 else "")
    return _torn_flag(text, x, y)


def _torn_flag(text: str, x: float, y: float) -> str:
    return (
        f'<g transform="translate({x:g} {y:g})">'
        f'<path class="white" d="M0 4V-7H11.5L9.6-4.8 12-3 9.8-1.2 11.4 1H0"/>'
        f"{_figure('shaken', 5.2, -0.7, text)}</g>"
    )


def _flag(stack: Stack) -> str:
    kind = stack.side.lower()
    shaken = stack.demoralised or any(leader.demoralised for leader in stack.leaders)
    strength = _figure("", 1.4, 3.2, stack.corps) if stack.corps else emblem(stack.side, 1.2, -0.6, 0.8)
    pip = '<path class="white" d="M4-9.5H10L8.6-7.5 10-5H4z"/>' if shaken else ""
    return (
        f'<use href="#nv-flag-{kind}"/><path class="band of-{slug(stack.power)}" d="M-8-6.5h3.4v12h-3.4z"/>'
        f"{strength}{pip}"
    )


def _counter(stack: Stack) -> str:
    kind, side = stack.side.lower(), stack.side
    width, height = COUNTER[0] - 1, COUNTER[1] - 1
    ratings = ""
    if stack.command is not None:
        ratings = _figure("rating", 15.5, -1.4, stack.command) + _figure("rating", 15.5, 5.2, stack.battle)
    fold = f'<path class="fold" d="M{width / 2:g} 6V{height / 2:g}h-8z"/>' if stack.used else ""
    return (
        f'<use href="#nv-counter-{kind}"/>'
        f'<path class="band of-{slug(stack.power)}" d="{_band(side, width, height, 5)}"/>'
        f"{emblem(side, -13.5, -1.1, 0.95)}{_figure('mid', 2 if ratings else 6, 4.6, stack.corps)}{ratings}"
        f"{_tally(stack, width, 6.6, 6.4)}{fold}{_shaken(stack, 13, -12)}"
    )


def _ratings(command: int | None, battle: int | None, x: float, y: float) -> str:
    """A leader's command rating in a seal, and his battle rating in a lozenge."""
    if command is None:
        return ""
    return (
        f'<g transform="translate({x:g} {y:g})"><circle class="disc" r="7"/>'
        f"{_figure('seal', 0, 3.5, command)}"
        f'<path class="disc" d="M16-9L24.6 0 16 9 7.4 0z"/>{_figure("seal", 16, 3.5, battle)}</g>'
    )


def _plate(side: str, power: str, name: str, down: int) -> str:
    """A card of a side with the band of its power, and a name across it."""
    wide = min(text_width(name, capital=True) * 10.5, 70)
    return (
        f'<use href="#nv-card-{side.lower()}"/>'
        f'<path class="band of-{slug(power)}" d="{_band(side, CARD[0] - 1, CARD[1] - 1, 7)}"/>'
        f'<text class="figure leader" y="{down}" textLength="{wide:.0f}" lengthAdjust="spacingAndGlyphs">'
        f"{escape(name)}</text>"
    )


def _folded(used: bool) -> str:
    """The folded corner of a card that has acted."""
    width, height = CARD[0] - 1, CARD[1] - 1
    return f'<path class="fold" d="M{width / 2:g} 11V{height / 2:g}h-12.5z"/>' if used else ""


def _card(stack: Stack) -> str:
    ratings = _ratings(stack.command, stack.battle, 14, 4.5)
    left, middle = (-28, -8) if ratings else (-17, 5)
    return (
        f"{_plate(stack.side, stack.power, shown(stack.leader or stack.power), -6)}"
        f"{emblem(stack.side, left, 5)}{_figure('big', middle, 11, stack.corps)}{ratings}"
        f"{_tally(stack, CARD[0] - 1, 14, 7.6)}{_folded(stack.used)}{_shaken(stack, 27, -19)}"
    )


WALL = {
    FLAG: "M-9 5.5H9.5V8.5H6.5V7H4V8.5H1.5V7H-1V8.5H-3.5V7H-6V8.5H-9z",
    COUNTER: "M-21.5 13.5H21.5V17.5H17V15.5H11V17.5H5V15.5H-5V17.5H-11V15.5H-17V17.5H-21.5z",
    CARD: "M-40 23.5H40V28.5H33V26H24V28.5H14V26H-14V28.5H-24V26H-33V28.5H-40z",
}
_DRAWN = {FLAG: _flag, COUNTER: _counter, CARD: _card}


@lru_cache(maxsize=1 << 10)
def picture(stack: Stack, shape: tuple[float, float]) -> str:
    """A stack in one of its three shapes, round its middle."""
    wall = f'<path class="wall" d="{WALL[shape]}"/>' if stack.inside else ""
    return _DRAWN[shape](stack) + wall


def leader_card(leader: Commander, side: Side) -> str:
    """A leader with his ratings, of the size of a card."""
    shaken = _torn_flag(say("map.demoralised-letter"), 27, -19) if leader.demoralised else ""
    return (
        f"{_plate(side, leader.power, shown(leader.name), -5)}{emblem(side, -24, 8, 1.1)}"
        f"{_ratings(leader.command, leader.battle, 4, 9)}{_folded(leader.used)}{shaken}"
    )


def piece(kind: Kind, side: Side) -> str:
    """A corps: a full one with its whole field hatched, a reduced one with half of it bare."""
    half = PIECE / 2
    bare = (
        f'<path class="bare" d="M{-half:g} {half:g}V{half - 8:g}L{half:g} {4 - half:g}V{half:g}z"/>'
        if kind.reduced
        else ""
    )
    strokes = "M-4 13.5v-7M0 13.5v-7M4 13.5v-7" if not kind.reduced else "M0 13.5v-4"
    fold = f'<path class="fold" d="M{half:g} {half - 8:g}V{half:g}h-8z"/>' if kind.used else ""
    shaken = _torn_flag(say("map.demoralised-letter"), 6, -13) if kind.demoralised else ""
    return (
        f'<use href="#nv-piece-{side.lower()}"/>{bare}'
        f'<path class="band of-{slug(kind.power)}" d="{_band(side, PIECE, PIECE, 7)}"/>'
        f'{emblem(side, 0, -1.5, 1.05)}<path class="tally" d="{strokes}"/>{fold}{shaken}'
    )


def covered_piece(side: Side) -> str:
    """A corps of which no more is known than that it is there."""
    return f'<use href="#nv-piece-{side.lower()}"/><path class="cover" d="M-12-12H12V12H-12z"/>'
