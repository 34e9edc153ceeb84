"""How cards and tables look on a page: paper, ink and letters, on light pages and on dark ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from ...core.errors import NinevearsError
from ...nine_years.atlas.palette import THEMES
from ...nine_years.atlas.picture import DARK
from ...typefaces import SANS, SERIF
from .front import front

PROGRAMMERS = "for-programmers"
"""The class of what the reader's page leaves out (``page/voila/templates``): orders as they are written."""
DAY, NIGHT = THEMES["light"], THEMES["dark"]
PAPER, INK = DAY["paper"], DAY["ink"]

COLOURS: Mapping[str, tuple[str, str]] = {
    "ink": (INK, NIGHT["ink"]),
    "paper": (PAPER, NIGHT["paper"]),
    "edge": ("#c9b98f", "#6b5a3f"),
    "heading": ("#6b2a12", "#eeb08c"),
    "rule": ("#d8c9a3", "#5a4a33"),
    "faint": ("#5d4d2a", "#c9b68f"),
    "inset": ("#fbf6e8", NIGHT["halo"]),
    "inset-edge": ("#e2d5b2", "#5a4a33"),
    "hint": ("#f1e6c9", "#3a2f22"),
    "chip": ("#fff9e8", "#3a2f22"),
    "chip-edge": ("#8b7346", "#b29e79"),
    "kit": ("#ece4f3", "#3d3149"),
    "cross": ("#e4eef0", "#23393f"),
    "good": ("#dcebd9", "#1d3422"),
    "good-edge": ("#2e6b34", "#7fd09a"),
    "good-ink": ("#17401c", "#cdeed3"),
    "bad": ("#f4d9d3", "#47211b"),
    "bad-edge": ("#9c2218", "#ff6f61"),
    "bad-ink": ("#5e0f09", "#ffd5cd"),
    "wrong-ink": ("#8c1a10", "#ffb9ae"),
    "open": ("#dbe4ef", "#1e2d40"),
    "open-edge": ("#2c5687", "#7ea6e6"),
    "open-ink": ("#14304f", "#cfe0f7"),
    "bar": ("#a08c5b", "#a08c5b"),
    "earth": ("#80560e", "#e0b15a"),
    "wall": ("#b9ae94", "#5a4f3c"),
    "outer-band": ("#e3d9ba", "#4a3d29"),
    "inner-band": ("#a9bdd8", "#2a4468"),
    "focus": ("#1d4e6b", "#8ec5e6"),
}
"""The colours of cards by name: on a light page, and on a dark one, to go with the map by candlelight."""


def paint(name: str) -> str:
    """A colour of cards as a value for a rule of style; by day where a page knows nothing of themes.

    >>> paint("paper")
    'var(--nv-card-paper, #f4ead0)'
    """
    return f"var(--nv-card-{name}, {COLOURS[name][0]})"


def style(name: str) -> str:
    """A file of ``front/`` as a style for a page.

    In the file ``paint(ink)`` stands for a colour of cards, DARK for a dark page, and INK, PAPER, SERIF
    and SANS for what they are here.
    """
    css = re.sub(r"paint\(([\w-]+)\)", lambda found: paint(found[1]), front(f"{name}.css"))
    dark = f":is({', '.join(DARK)})"
    for word, value in {"INK": INK, "PAPER": PAPER, "SERIF": SERIF, "SANS": SANS, "DARK": dark}.items():
        css = re.sub(rf"\b{word}\b", value, css)
    return f"<style>\n{css}</style>"


def scoped(part: str, name: str) -> str:
    """The style sheet of a part of a page, with the colours of the war table.

    Args:
        part: the class of the part.
        name: of the style sheet, without its ending.
    """
    dark = ",".join(f"{page} .{part}" for page in DARK)
    tokens = front("table_tokens.css").replace(".ninevears-table", f".{part}").replace("DARK", dark)
    return f"{tokens}\n{front(f'{name}.css')}".replace("SERIF", SERIF).replace("SANS", SANS)


def _declared(theme: int) -> str:
    return "; ".join(f"--nv-card-{name}: {pair[theme]}" for name, pair in COLOURS.items())


THEME = f"<style>:root {{ {_declared(0)}; }}\n{', '.join(DARK)} {{ {_declared(1)}; }}</style>"
"""The values of the colours for pages that are light or dark; what uses `paint` brings it along."""

COMPLAINT = (
    ".ninevears-complaint { color: #8c1a10; background: #fbeeea; padding: 2px 8px; display: inline-block; }"
)
"""How a sentence that says what is wrong looks where it stands beside a button."""


def complaint(error: NinevearsError) -> str:
    """What is wrong as one sentence, which a screen reader reads out at once."""
    return (
        f"<p role='alert' style='font:15px/1.5 {SERIF};color:#8c1a10;background:#fbeeea;margin:0;"
        f"padding:4px 10px'>⚠ {escape(str(error))}</p>"
    )


__all__ = [
    "COLOURS", "COMPLAINT", "INK", "PAPER", "SANS", "SERIF", "THEME", "complaint", "paint", "scoped", "style",
]  # fmt: skip
