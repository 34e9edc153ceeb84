"""The tasks as a page: asked and marked by the engine beside it, which the page to play brings."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.messages import say
from ..teaching.task_pictures import picture_colours
from .war_page import engine_page

SHOWN = {
    **{name: f"site.drill-{name}" for name in ("no-script", "trust", "open", "open-tooltip", "damaged-file")},
    **{name: f"practice.{name}" for name in ("chapter", "chapter-tooltip", "kind", "kind-tooltip")},
    **{name: f"practice.{name}" for name in ("hints", "hint-tooltip", "next", "next-tooltip")},
    "loading": "site.play-loading",
    "no-server": "site.play-no-server",
    "home": "site.play-home",
    "mark": "widget.mark",
    "show": "practice.show-me",
    "show-tooltip": "practice.show-me-tooltip",
    "why": "site.drill-why",
    "download": "progress.download",
    "download-tooltip": "progress.download-tooltip",
}
"""The words that stand on the page, by the names that its template has for them."""
SAID = {
    **{name: f"site.drill-{name}" for name in ("damaged", "not-kept", "replace")},
    **{name: f"practice.{name}" for name in ("place", "add", "add-tooltip")},
    "answer": "widget.your-answer",
    "less": "predict.less",
    "more": "predict.more",
}
"""The words that its code says."""


def drill_page(files: Iterable[str]) -> str:
    """The page itself.

    Args:
        files: what a browser keeps of it, seen from it.

    >>> "engineBeside" in drill_page([])
    True
    """
    return engine_page(
        "drill",
        files,
        words={name: say(id) for name, id in SHOWN.items()},
        said={name: say(id) for name, id in SAID.items()},
        more_style=picture_colours(),
    )
