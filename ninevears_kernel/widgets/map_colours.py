"""How a space is filled: a colour for who controls it, tinted by its home power, and an engraver's hatching.

The hatching is that of the heralds of the time: blue is drawn as level lines, gold as dots. So Bourbon and
Alliance can be told apart in black and white; a neutral space has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

SIDE_COLOURS: Mapping[str | None, str] = {"Bourbon": "#7c9ad2", "Alliance": "#e6ab55", None: "#cfc8ba"}
SIDE_KEYS: Mapping[str | None, str] = {"Bourbon": "b", "Alliance": "a", None: "n"}
HATCH_INK: Mapping[str | None, str] = {"Bourbon": "#274a8f", "Alliance": "#8a4a08", None: "#000"}

# what a power brings to the tint
POWER_COLOURS = {
    "France": "#8fabe0",
    "Britain": "#d9827e",
    "Ireland": "#b9d0b4",
    "Dutch Republic": "#e2822e",
    "Spain": "#f2da6e",
    "Empire": "#d8cda6",
    "Austria": "#fbf3d4",
    "Savoy": "#b48fc4",
    "Portugal": "#86b98a",
    "Genoa": "#d99f86",
    "Mantua": "#bfae7c",
}
# how strongly a power's own colour shows under each side: least where a side holds what is not its own
HOME_TINT: Mapping[str | None, float] = {"Bourbon": 0.36, "Alliance": 0.62, None: 0.5}
TAKEN_TINT = 0.16


def mixed(a: str, b: str, share: float) -> str:
    """Colour `a` with so large a share of `b`.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in pairs)


def colour(side: str | None, power: str, taken: bool) -> str:
    """The colour of a space of `power` that `side` controls; `taken` when it began the war under another."""
    return mixed(
        SIDE_COLOURS[side], POWER_COLOURS.get(power, "#cccccc"), TAKEN_TINT if taken else HOME_TINT[side]
    )


def _pattern_id(prefix: str, side: str | None, power: str, taken: bool) -> str:
    return f"{prefix}-{SIDE_KEYS[side]}{'t' if taken else ''}-{power.lower().replace(' ', '-')}"


def fill(prefix: str, side: str | None, power: str, taken: bool) -> str:
    """The fill of a space: a pattern of `patterns`, and the plain colour where that cannot be had."""
    return f"url(#{_pattern_id(prefix, side, power, taken)}) {colour(side, power, taken)}"


def style(prefix: str, side: str | None, power: str, taken: bool) -> dict[str, Any]:
    """The Leaflet style of a space. One that was taken has a bold broken edge."""
    edge = (
        {"color": "#4a1010", "weight": 2.2, "dashArray": "6 4", "opacity": 0.9}
        if taken
        else {"weight": 0, "color": "#4a3423"}
    )
    return {"fillColor": fill(prefix, side, power, taken), "fillOpacity": 1, "smoothFactor": 0, **edge}


def _hatching(side: str | None, strong: bool) -> str:
    ink, opacity = HATCH_INK[side], 0.4 if strong else 0.24
    match side:
        case "Bourbon":
            return f"<path d='M0 2.5H5' stroke='{ink}' stroke-width='.8' stroke-opacity='{opacity}'/>"
        case "Alliance":
            return (
                f"<g fill='{ink}' fill-opacity='{opacity + 0.1}'><circle cx='1.5' cy='1.5' r='.75'/>"
                "<circle cx='4.5' cy='4.5' r='.75'/></g>"
            )
    return ""


def patterns(prefix: str, powers: Iterable[str]) -> str:
    """All patterns as one invisible piece of HTML, to stand somewhere on the page with the map."""
    made = []
    for power in powers:
        for side in SIDE_COLOURS:
            for taken in (False, True):
                size = 5 if side == "Bourbon" else 6
                made.append(
                    f"<pattern id='{_pattern_id(prefix, side, power, taken)}' width='{size}' height='{size}' "
                    f"patternUnits='userSpaceOnUse'><rect width='{size}' height='{size}' "
                    f"fill='{colour(side, power, taken)}'/>{_hatching(side, taken)}</pattern>"
                )
    return (
        "<svg width='0' height='0' style='position:absolute' aria-hidden='true' focusable='false'>"
        f"<defs>{''.join(made)}</defs></svg>"
    )


def swatch(side: str | None) -> str:
    """A small sample of a side's fill for the legend."""
    size = 5 if side == "Bourbon" else 6
    key = f"ninevears-key-{SIDE_KEYS[side]}"
    return (
        "<svg width='30' height='16' aria-hidden='true'><defs>"
        f"<pattern id='{key}' width='{size}' height='{size}' patternUnits='userSpaceOnUse'>"
        f"<rect width='{size}' height='{size}' fill='{SIDE_COLOURS[side]}'/>{_hatching(side, True)}"
        "</pattern></defs>"
        f"<rect x='.5' y='.5' width='29' height='15' fill='url(#{key})' stroke='#4a3423'/></svg>"
    )
