"""The colours of the atlas in two themes, and the fill of a space: tinted by its power, hatched by its side.

The hatching is that of the heralds of the time: blue is drawn as level lines, gold as dots. So Bourbon and
Alliance can be told apart in black and white; a neutral space has none. A space that was taken is barred
aslant in ink besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ...typefaces import SERIF, slug
from ..components.tables import data_table

if TYPE_CHECKING:
    from .scene import Place


def colours(of: str) -> dict[str, tuple[str, str]]:
    """The colours of the ``sheet``, the ``pieces`` or the ``powers``, from ``data/colours.csv``: each by day
    and by candle.

    >>> colours("powers")["France"]
    ('#f1ecdd', '#efe6cf')
    """
    return {row["name"]: (row["light"], row["dark"]) for row in data_table("colours") if row["of"] == of}


_INKS = colours("sheet")

_BASE: Mapping[str, str] = {"bourbon": "#8faadd", "alliance": "#edbe62", "neutral": "#d3cec4"}

_OWN = {row["power"]: (row["side"], row["tint"]) for row in data_table("power_tints")}
"""For each power the side under which it is painted in its own tint, and that tint by day."""

_FOREIGN, _TAKEN = 0.16, 0.1
"""How much of its own tint a space shows under another side, and when it was taken."""

_SPARE = {row["power"]: row["under_alliance"] for row in data_table("power_tints") if row["under_alliance"]}
"""What a power brings to the tint under the Alliance where its own would turn the gold grey."""


def mixed(a: str, b: str, share: float) -> str:
    """Colour `a` with so large a share of `b`.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in pairs)


def _by_candle(colour: str) -> str:
    """A tint of the day map as it is on dark vellum: deeper, fuller, warmer, with larger steps."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    light = 0.3 * red + 0.6 * green + 0.1 * blue
    depth = 0.48 * (light / 0.8) ** 1.2
    red, green, blue = (
        max(0.0, min(1.0, depth * (light + 1.45 * (part - light)))) for part in (red, green, blue)
    )
    # gold would go olive in the dark
    green *= 0.94 if red > blue else 1
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


def tint(side: str, power: str, taken: bool) -> str:
    """The colour by day of a space of `power` held by `side` (in small letters, ``neutral`` for nobody).

    >>> tint("alliance", "Spain", False), tint("alliance", "Spain", True) != tint("alliance", "Empire", True)
    ('#f5dd88', True)
    """
    home, own = _OWN[power]
    if home == side and not taken:
        return own
    if side == "alliance" and power in _SPARE:
        return mixed(_BASE[side], _SPARE[power], _TAKEN if taken else 0.7)
    return mixed(_BASE[side], own, _TAKEN if taken else _FOREIGN)


SIDES = ("bourbon", "alliance", "neutral")


def fills() -> dict[str, str]:
    """The name of each fill, such as ``alliance-spain`` or ``bourbon-spain-taken``, and its colour by day."""
    return {
        f"{side}-{slug(power)}{'-taken' if taken else ''}": tint(side, power, taken)
        for side in SIDES
        for power in _OWN
        for taken in (False, True)
    }


def _shore(theme: int) -> dict[str, str]:
    """The steps of the sea's shading and of the lines along the shore, from the shore (1) outwards (4)."""
    inks = {name: pair[theme] for name, pair in _INKS.items()}
    return {f"sea-{step}": mixed(inks["sea-near"], inks["sea"], (step - 1) / 4) for step in range(1, 5)} | {
        f"water-{step}": mixed(inks["water"], inks["sea"], (step - 1) / 5) for step in range(1, 5)
    }


THEMES: Mapping[str, Mapping[str, str]] = {
    "light": {name: day for name, (day, _) in _INKS.items()} | _shore(0) | fills(),
    "dark": {name: night for name, (_, night) in _INKS.items()}
    | _shore(1)
    | {name: _by_candle(colour) for name, colour in fills().items()},
}
"""For each theme the value of every variable; in the stylesheet its name has ``--nv-`` before it."""


def space_classes(place: Place) -> str:
    """The classes of a space's path, such as ``space bourbon power-france taken``."""
    side = slug(place.controller or "neutral")
    return f"space {side} power-{slug(place.space.power)}{' taken' if place.taken else ''}"


HATCH = 12
"""Side of a tile of the hatching, in pixels at the scale it was made for."""

_LINES = f"<path d='M0 1.5H{HATCH}M0 4.5H{HATCH}M0 7.5H{HATCH}M0 10.5H{HATCH}'/>"
_DOTS = "".join(
    f"<circle cx='{x}' cy='{y}' r='.75'/>"
    for y in (1.5, 4.5, 7.5, 10.5)
    for x in ((1.5, 7.5) if y in (1.5, 7.5) else (4.5, 10.5))
)
_BARS = "<path d='M-1 7L7-1M5 13L13 5'/>"
_MARKS = {"bourbon": _LINES, "alliance": _DOTS} | {f"bars-{side}": _BARS for side in SIDES}
# as attributes: rules of a stylesheet do not reach all that `use` repeats
_INK = {
    "bourbon": "stroke='var(--nv-bourbon-hatch)' stroke-width='.7' stroke-opacity='.3'",
    "alliance": "fill='var(--nv-alliance-hatch)' fill-opacity='.36'",
    "bars-bourbon": "stroke='var(--nv-bourbon-hatch)' stroke-width='1.1' stroke-opacity='.75'",
    "bars-alliance": "stroke='var(--nv-alliance-hatch)' stroke-width='1.1' stroke-opacity='.75'",
    "bars-neutral": "stroke='var(--nv-neutral)' stroke-width='1.1' stroke-opacity='.75'",
}


def patterns(scale: float = 10) -> str:
    """The patterns of all fills, to stand in the ``defs`` of a drawing in units.

    All take their size from the pattern ``nv-hatch``: set its ``patternTransform`` to ``scale(units to a
    pixel)`` and every hatching is as fine as on paper, at any zoom.

    Args:
        scale: units to a pixel.
    """
    made = [
        f"<pattern id='nv-hatch' width='{HATCH}' height='{HATCH}' patternUnits='userSpaceOnUse' "
        f"patternTransform='scale({scale:g})'/>",
        *(f"<g id='nv-{side}' {_INK[side]}>{mark}</g>" for side, mark in _MARKS.items()),
    ]
    for name in fills():
        side, *_, last = name.split("-")
        taken = last == "taken"
        if side == "neutral" and not taken:
            continue
        marks = (side,) * (side != "neutral") + (f"bars-{side}",) * taken
        uses = "".join(f"<use href='#nv-{mark}'/>" for mark in marks)
        made.append(
            f"<pattern id='nv-{name}' href='#nv-hatch'>"
            f"<path d='M0 0h{HATCH}v{HATCH}H0z' fill='var(--nv-{name})'/>{uses}</pattern>"
        )
    return "".join(made)


def swatch(side: str | None, taken: bool = False) -> str:
    """A small sample of a side's fill for the legend, complete in itself; it takes the theme of its page.

    It has no pattern of its own: of several keys in a page the first would serve all, and it may be hidden.
    """
    key = slug(side or "neutral")
    colour = {"bourbon": "bourbon-france", "alliance": "alliance-spain", "neutral": "neutral-mantua"}[key]
    tiles = [(x, y) for x in range(0, 30, HATCH) for y in range(0, 16, HATCH)]
    marks = "".join(
        f"<g {_INK[mark]}>{_tiled(_MARKS[mark], tiles)}</g>"
        for mark in (key,) * (side is not None) + (f"bars-{key}",) * taken
    )
    return (
        "<svg class='swatch' width='30' height='16' overflow='hidden' aria-hidden='true' focusable='false'>"
        f"<path d='M0 0H30V16H0z' fill='var(--nv-{colour}{'-taken' if taken else ''})'/>{marks}"
        "<rect x='.5' y='.5' width='29' height='15' fill='none' stroke='var(--nv-ink)'/></svg>"
    )


def _tiled(mark: str, tiles: Iterable[tuple[int, int]]) -> str:
    return "".join(f"<g transform='translate({x} {y})'>{mark}</g>" for x, y in tiles)


_RULES = """
.nv text,.nv .frame{font-family:SERIF;text-anchor:middle}
.nv .space{stroke:none;fill-rule:evenodd}
"""


def stylesheet() -> str:
    """The rules for spaces, ground and lines; every one begins with ``.nv``."""
    from . import furniture, ground, lines, relief

    rules = [_RULES.replace("SERIF", SERIF)]
    for power in _OWN:
        for side in SIDES:
            for taken in (False, True):
                name = f"{side}-{slug(power)}{'-taken' if taken else ''}"
                plain = side == "neutral" and not taken
                fill = f"var(--nv-{name})" if plain else f"url(#nv-{name})"
                rules.append(f".nv .{side}.power-{slug(power)}{'.taken' if taken else ''}{{fill:{fill}}}")
    rules += [ground.STYLE, lines.STYLE, relief.STYLE, furniture.STYLE]
    return "\n".join(line for rule in rules for line in rule.strip().splitlines())
