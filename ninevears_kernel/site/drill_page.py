"""The tasks as a page: asked and marked by the engine beside it, which the page to play brings."""

from __future__ import annotations

import json
from collections.abc import Iterable

from markupsafe import Markup

from .. import __version__
from ..core.messages import say
from ..teaching.task_pictures import picture_colours
from ..typefaces import with_type
from .war_page import HERE, environment, style_of

SHOWN = {
    **{name: f"site.drill-{name}" for name in ("no-script", "trust", "open", "open-tooltip", "damaged-file")},
    **{name: f"practice.{name}" for name in ("chapter", "chapter-tooltip", "kind", "kind-tooltip")},
    **{name: f"practice.{name}" for name in ("hints", "hint-tooltip", "next", "next-tooltip")},
    "loading": "site.play-loading",
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
    said = {name: say(id) for name, id in SAID.items()} | {"trouble": say("site.play-trouble", why=HERE)}
    return with_type(
        environment()
        .get_template("drill.html")
        .render(
            root="../",
            offline=say("site.offline"),
            title=say("site.drill-title"),
            files=Markup(json.dumps(list(files))),
            words={name: say(id) for name, id in SHOWN.items()}
            | {"made": say("site.made", version=__version__)},
            said=Markup(json.dumps(said).replace("<", "\\u003c")),
            style=Markup(f"{style_of('drill.css')}\n{picture_colours()}"),
        )
    )
