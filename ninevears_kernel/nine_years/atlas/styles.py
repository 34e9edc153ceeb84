"""The rules of style of the map: a file of ``data/map_style/`` for each part of the drawing."""

from __future__ import annotations

from ...typefaces import SERIF
from ..components.tables import DATA


def style(part: str) -> str:
    """The rules of style of a part of the drawing, each beginning with ``.nv``.

    >>> style("lines").split("{")[0]
    '.nv .lines path'
    """
    return (DATA / "map_style" / f"{part}.css").read_text(encoding="utf-8").replace("SERIF", SERIF)
