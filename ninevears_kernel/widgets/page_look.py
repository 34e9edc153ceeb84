"""How cards and tables look on a page: paper, ink and letters, by day."""

from __future__ import annotations

from ..nine_years.atlas.palette import SERIF, THEMES

PAPER, INK = THEMES["light"]["paper"], THEMES["light"]["ink"]

__all__ = ["INK", "PAPER", "SERIF"]
