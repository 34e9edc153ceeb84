"""How each kind of hexside is drawn: by its own shape, so that nothing hangs on a colour."""

from __future__ import annotations

SIDE = 44
"""Length of a hexside in the picture. A mark runs from 0 to here, upper side (of a slope) to the left."""

GREEN, BLUE, BROWN, DARK = "#3f6b2e", "#2c5687", "#6b4a1f", "#3a2a1a"


def _path(d: str, colour: str, width: float = 2.5, more: str = "") -> str:
    return f"<path d='{d}' fill='none' stroke='{colour}' stroke-width='{width}'{more}/>"


def _repeat(shape: str, count: int, begin: float = 0) -> str:
    """A shape of path data set evenly along the hexside; ``{x}`` stands for the place."""
    return "".join(shape.replace("{x}", f"{begin + SIDE / count * n:.1f}") for n in range(count))


_MARKS = {
    "hedge": _path(f"M0 0H{SIDE}", GREEN, 2)
    + _path(_repeat("M{x} 0h0.1", 6, 3.6), GREEN, 8, " stroke-linecap='round'"),
    "stream": _path("M0 0" + _repeat("q2.75 -6 5.5 0t5.5 0", 4), BLUE, 3),
    "bridge": _path("M0 0" + _repeat("q2.75 -5 5.5 0t5.5 0", 4), BLUE, 1.5)
    + f"<rect x='{SIDE / 2 - 8}' y='-9' width='16' height='18' fill='#fbf6e8'/>"
    + _path(f"M{SIDE / 2 - 8} -12l-4 -3m4 3v24l-4 3M{SIDE / 2 + 8} -12l4 -3m-4 3v24l4 3", DARK, 2),
    "berm": _path(f"M0 0H{SIDE}", BROWN, 3) + _path(_repeat("M{x} -6v12", 7, 3), BROWN, 1.5),
    "elevated-road": _path(f"M0 -3H{SIDE}M0 3H{SIDE}", BROWN, 2)
    + _path(_repeat("M{x} -3v-5M{x} 3v5", 5, 4), BROWN, 1.2),
    "abatis": _path(_repeat("M{x} -6l8 12m0 -12l-8 12", 4, 1.5), GREEN, 2),
    "entrenchment": _path("M0 4" + _repeat("v-8h5.5v8h5.5", 4), BROWN, 2.5),
    "fortified-line": _path(f"M0 0H{SIDE}", DARK, 3)
    + f"<path d='{_repeat('M{x} 0l5 -8l5 8z', 4, 0.5)}' fill='{DARK}'/>",
    "redoubt": _path(f"M0 0H{SIDE}", DARK, 4)
    + f"<rect x='{SIDE / 2 - 7}' y='-7' width='14' height='14' fill='#fbf6e8' stroke='{DARK}' "
    "stroke-width='3'/>",
    "steep-slope": _path(f"M0 0H{SIDE}", BROWN, 1.2)
    + _path(_repeat("M{x} 0l2 11l2 -11", 7, 1.2), BROWN, 1.2),
}


def mark(kind: str) -> str:
    """The mark of a kind of hexside as SVG, from the origin along a hexside; other kinds are dashed.

    >>> mark("hedge") != mark("berm") != mark("palisade")
    True
    """
    return _MARKS.get(kind, _path(f"M0 0H{SIDE}", DARK, 4, " stroke-dasharray='7 4'"))
