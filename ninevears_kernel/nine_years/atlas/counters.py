"""The stacks on the map, a flag with a number from afar and nearer a card, and a stack opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from ...core.messages import Message, language, say, shown
from . import cards
from .cards import PIECE
from .markers import stack_key, wanted
from .pieces import kind_shown
from .placement import (
    CARD,
    COUNTER,
    EVERY_LEVEL,
    FLAG,
    KINDS,
    SHAPES,
    SYMBOL,
    Box,
    at_level,
    spots,
    text_width,
)
from .sheet import Mark
from .slots import arranged

if TYPE_CHECKING:
    from ..components.sides import Side
    from .pieces import Kind
    from .scene import Scene, Stack

KEYS = {FLAG: "flag", COUNTER: "", CARD: "card"}
"""What is added to the key of a stack's mark for each shape."""


def _ties(key: str, index: int, stack: Stack, boxes: Sequence[Box]) -> Iterator[tuple[str, Mark]]:
    """A line from a space to its stack at the levels where that stands further off."""
    for level, box in enumerate(boxes):
        x, y = spots(level)[index]
        gap = max(box[0] - x, x - box[2], box[1] - y, y - box[3]) - SYMBOL[level]
        if gap > 4.5:
            across, down = (box[0] + box[2]) / 2 - x, (box[1] + box[3]) / 2 - y
            svg = f'<path class="tie {stack.side.lower()}" d="M0 0L{across:.0f} {down:.0f}"/>'
            spot = at_level(level, x, y, 1)
            yield (
                f"{key}/tie{level}",
                Mark("links", svg, tuple(spot if other == level else None for other in EVERY_LEVEL)),
            )


def stacks(scene: Scene) -> dict[str, Mark]:
    """The stacks of a scene as marks, by ``stack/<id>/<side>`` and ``stack/<id>/<side>/inside``.

    A stack has three of them for the three shapes in which it is drawn: ``/flag`` and ``/card`` are added to
    the keys of the far and the near ones.
    """
    found: dict[str, Mark] = {}
    boxes = arranged(wanted(scene))
    for place in scene.places:
        for stack in place.stacks:
            key = stack_key(place, stack)
            found.update(_marks(key, place.space.index, stack, boxes[key], language()))
    return found


@lru_cache(maxsize=1 << 12)
def _marks(
    key: str, index: int, stack: Stack, boxes: tuple[Box, ...], _: str
) -> tuple[tuple[str, Mark], ...]:
    """The marks of a stack, remembered: from one choice to the next most stacks stay as they are."""
    scales = KINDS["garrison" if stack.inside else "stack"].scales
    found = [*_ties(key, index, stack, boxes)]
    for shape, name in KEYS.items():
        spots = tuple(
            at_level(level, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, scales[level])
            if SHAPES[level] == shape
            else None
            for level, box in zip(EVERY_LEVEL, boxes, strict=True)
        )
        svg = (
            f'<g class="stack {stack.side.lower()}" data-stack="{index}/{stack.side}">'
            f"{cards.picture(stack, shape)}</g>"
        )
        found.append((f"{key}/{name}" if name else key, Mark("stacks", svg, spots)))
    return tuple(found)


def counter(stack: Stack) -> str:
    """A small picture of a stack, for a panel that stands on the map's page and so has its `DEFS`."""
    width, height = CARD[0] + 2, CARD[1] + 12
    return (
        f'<svg class="counter {stack.side.lower()}" '
        f'viewBox="{-width / 2:g} {-height / 2:g} {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" aria-hidden="true" focusable="false">'
        f"{cards.picture(stack, CARD)}</svg>"
    )


WIDTH, MARGIN, CAPTION, STEP, FAN = 264.0, 14.0, 15.0, 25.0, 236.0
"""The width of an opened stack, what lies between its rows and under them, how far one corps lies from the
next, and how wide a fan may be.
"""


def opened(stack: Stack) -> str:
    """What a stack holds as far as it is known, spread out: leaders as cards, corps as fans, with captions.

    Args:
        stack: what is seen of it.

    Returns:
        SVG with a role, a title and a description in words, to stand on the map's page.
    """
    body, y = "", 4.0
    for start in range(0, len(stack.leaders), 3):
        row = stack.leaders[start : start + 3]
        for place, leader in enumerate(row):
            x = WIDTH / 2 + 86 * (place - (len(row) - 1) / 2)
            body += f'<g transform="translate({x:g} {y + 24:g})">{cards.leader_card(leader, stack.side)}</g>'
        y += 56
    for kind in stack.kinds:
        body += _fan(kind, stack.side, y) + _caption(str(kind_shown(kind)), y + PIECE + MARGIN + 8)
        y += PIECE + MARGIN + CAPTION
    hidden = stack.corps - sum(kind.count for kind in stack.kinds)
    if hidden > 0:
        body += _fan_of([cards.covered_piece(stack.side)] * hidden, y)
        body += _caption(say("map.opened-covered", count=hidden), y + PIECE + MARGIN + 8)
        y += PIECE + MARGIN + CAPTION
    title = say("map.opened-title", side=Message(f"map.side-{stack.side}"), space=stack.space)
    described = "; ".join(shown(piece) for piece in stack.pieces)
    return (
        f'<svg class="opened {stack.side.lower()}" role="img" viewBox="0 0 {WIDTH:g} {y + 2:g}" '
        f'width="{WIDTH:g}" height="{y + 2:g}"><title>{escape(title)}</title><desc>{escape(described)}</desc>'
        f"{body}</svg>"
    )


def _fan(kind: Kind, side: Side, y: float) -> str:
    return _fan_of([cards.piece(kind, side)] * kind.count, y)


def _fan_of(pieces: list[str], y: float) -> str:
    """Pieces spread like a hand of cards, the middle of the hand in the middle of the picture."""
    step = min(STEP, FAN / max(len(pieces), 1))
    drawn = []
    for number, piece in enumerate(pieces):
        off = number - (len(pieces) - 1) / 2
        turn = off * min(5.0, 24 / len(pieces))
        lift = 0.35 * turn * turn / 5
        x = WIDTH / 2 + step * off
        drawn.append(
            f'<g transform="translate({x:.1f} {y + PIECE / 2 + 5 + lift:.1f}) rotate({turn:.1f})">{piece}</g>'
        )
    return "".join(drawn)


def _caption(text: str, y: float) -> str:
    long = text_width(text) * 11 > WIDTH - 8
    fit = f' textLength="{WIDTH - 8:g}" lengthAdjust="spacingAndGlyphs"' if long else ""
    return f'<text class="caption" x="{WIDTH / 2:g}" y="{y:g}"{fit}>{escape(text)}</text>'
