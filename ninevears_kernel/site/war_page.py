"""The page of the war: the sheet, the months and the code of the page in one file that asks for nothing."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from .. import __version__
from ..chronicle import event_marks
from ..chronicle.happenings import MONTHS
from ..core.messages import say
from ..nine_years.atlas.picture import both_themes
from ..nine_years.atlas.wire import drawing, packed, steps
from ..typefaces import SANS, SERIF, with_type
from .data_files import how_to_cite, listed_tables, register
from .war_data import HERE, war_data

FRONT = Path(__file__).parent / "front"
SHARED = Path(__file__).parents[1] / "widgets" / "front"
"""The front of the widgets. Its files are read as text, so that the page draws the map as the table does."""
CODE = (SHARED / "sheet.js", SHARED / "board.js", FRONT / "war.js")
FILTERS = ("theatre", "kind", "person", "certainty")
PACES = {"slow": 2400, "walking": 1200, "fast": 500}
"""Milliseconds that a month is shown, by the name of the pace."""
COLUMNS = ("space", "side", "since", "note")


def war_page() -> str:
    """The war on the map as one page, with its type, its drawing and all of its months inside."""
    data = war_data() | {"words": _words_of_code()}
    inside = {"drawing": packed(drawing()), "steps": steps(), "war": packed(data)}
    page = environment().get_template("war.html")
    return with_type(
        page.render(
            root="../",
            offline=say("site.offline"),
            title=say("site.title"),
            words=_words(),
            style=Markup(style_of("war.css")),
            filters=FILTERS,
            paces=[(say(f"months.pace-{name}"), pause) for name, pause in PACES.items()],
            years=list(dict.fromkeys(month[:4] for month in MONTHS)),
            key=[(Markup(drawn), described) for drawn, described in event_marks.key()],
            tables=listed_tables(),
            columns=len(register()),
            packed=[(name, b64encode(content).decode()) for name, content in inside.items()],
            code=Markup("".join(path.read_text(encoding="utf-8") for path in CODE)),
        )
    )


@cache
def environment() -> Environment:
    """The templates of the pages; a word that a template asks for and nobody gives is an error."""
    return Environment(
        loader=FileSystemLoader(FRONT), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )


def style_of(name: str) -> str:
    """A file of style with the colours of both themes and the kit's type."""
    style = (FRONT / name).read_text(encoding="utf-8")
    return both_themes(".nv") + "\n" + style.replace("SERIF", SERIF).replace("SANS", SANS)


def engine_page(
    name: str,
    files: Iterable[str],
    *,
    words: Mapping[str, str],
    said: Mapping[str, str],
    more_style: str = "",
) -> str:
    """A page with an engine beside it: to play, or of tasks.

    Args:
        name: of its template and its style.
        files: what a browser keeps of it, seen from it.
        words: that stand on the page.
        said: that its code says.
        more_style: what is added to its style.
    """
    told = {**said, "trouble": say("site.play-trouble", why=HERE)}
    return with_type(
        environment()
        .get_template(f"{name}.html")
        .render(
            root="../",
            offline=say("site.offline"),
            title=say(f"site.{name}-title"),
            files=Markup(json.dumps([*files])),
            words={**words, "made": say("site.made", version=__version__)},
            said=Markup(json.dumps(told).replace("<", "\\u003c")),
            style=Markup(f"{style_of(f'{name}.css')}\n{more_style}"),
        )
    )


def _words() -> dict[str, str]:
    """The words that stand on the page."""
    found = {
        name: say(f"site.{name}")
        for name in (
            *("lead", "certainty", "certainty-tooltip", "clear-tooltip", "map"),
            *("zoom-in", "zoom-out"),
            *("whole-map", "theme", "print", "print-tooltip", "no-script", "take", "take-about", "take-file"),
            *("filters", "take-table", "take-rows", "take-whole", "take-columns", "how-to-cite"),
        )
    }
    found |= {
        name: say(f"chronicle-map.{name}")
        for name in (
            *("theatre", "theatre-tooltip", "kind", "kind-tooltip", "clear", "here", "elsewhere", "key"),
            *("key-line", "words", "previous", "previous-tooltip", "next", "next-tooltip"),
        )
    }
    for name in ("play", "stop", "back", "on"):
        found |= {name: say(f"months.{name}"), f"{name}-tooltip": say(f"months.{name}-tooltip")}
    return found | {
        "month": say("months.month"),
        "pace": say("months.pace"),
        "panel": say("map.twin"),
        "person": say("chronicle-map.commander"),
        "person-tooltip": say("chronicle-map.commander-tooltip"),
        "copy": say("site.copy-link"),
        "copy-tooltip": say("site.copy-link-tooltip"),
        "cite": how_to_cite(),
        "home": say("site.play-home"),
        "made": say("site.made", version=__version__),
    }


def _words_of_code() -> dict[str, Any]:
    """The words that the code of the page says."""
    return {
        "title": say("site.title"),
        "choose": say("site.choose"),
        "nothing-here": say("site.nothing-here"),
        "copied": say("site.copied"),
        "copy-by-hand": say("site.copy-by-hand"),
        "not-here": say("site.not-here", what=HERE),
        "no-later": say("chronicle-map.no-later"),
        "no-earlier": say("chronicle-map.no-earlier"),
        "books-differ": say("chronicle-map.books-differ"),
        "sources": say("chronicle-map.sources"),
        "all-theatre": say("chronicle-map.all-theatres"),
        "all-kind": say("chronicle-map.all-kinds"),
        "all-person": say("chronicle-map.everybody"),
        "all-certainty": say("site.all-certainties"),
        "columns": [say(f"chronicle-map.column-{name}") for name in COLUMNS],
    }
