"""What a front of the war table is given once: its code, its styles, its words and the drawing of the map.

Nothing here knows of widgets or of pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..core.messages import Message, say
from ..nine_years.atlas.picture import DARK, both_themes
from ..nine_years.atlas.sheet import VIEWS
from ..nine_years.atlas.wire import drawing
from ..nine_years.components.sides import SIDES
from ..typefaces import SANS, SERIF
from .review_page import LOOK
from .seats import SEATS

PARTS = (
    *("sheet", "board", "table_parts", "table_tabs", "table_plan", "table_review", "table_column"),
    *("table_lines", "table_sight", "table_guide", "table_keys", "table", "table_carrier"),
)
PLAN_WORDS = (
    *("siege", "enemy", "own", "who", "cost", "ends", "stop", "further", "stepwise", "other"),
    *("weakened", "holds", "mark", "asks", "force", "spent"),
)
MENU_WORDS = (
    *("title", "save", "log", "picture", "link", "copy", "copied", "seats", "branches", "branch"),
    *("branchNote", "whatIf", "backToFirst", "present", "open", "openHint", "file", "new", "year", "begin"),
    *("leaves", "earlier", "expert", "behind"),
)
TABS = ("decide", "log", "sequence", "review", "why", "readings")
COACH_WORDS = (
    *("hint", "orElse", "lookAt", "risk", "closer", "closerMeans", "choicesMean", "goOn", "stop", "growing"),
    *("moments", "again"),
)
KEYS = {
    "1–9": "pick",
    "Enter": "choose",
    "Esc": "let-go",
    "U": "undo",
    "/": "find",
    "↑ ↓ ← →": "walk",
    "[ ]": "theatre",
    "F": "fly",
    "+ −": "zoom",
    "Space": "replay",
    "D L S W R": "tabs",
    "M": "menu",
    "?": "keys",
}
"""The keys of the table and what each does, by the name of its message."""
FRONT = Path(__file__).parents[1] / "widgets" / "front"
"""Where the files of the front lie."""
GAPS = {name: f"{{{name}}}" for name in ("leaders", "space", "points", "count", "year")}
"""What the front fills in by itself."""
_COMMENT = re.compile(r"^\s+(//.*\n)?|^//.*\n", re.MULTILINE)


def _text_of(name: str) -> str:
    return (FRONT / name).read_text(encoding="utf-8")


def front_code() -> str:
    """The front's own code, in the order in which it reads, without comments and indentation."""
    return _COMMENT.sub("", "".join(_text_of(f"{part}.js") for part in PARTS))


WORDS = """
    theatres nearer farther map board happened undo whyHint whyAsk next track ifNow actions
    resources hand noCards theirs fix or find allowed nothing pay then sure roll until replay pause back
    on years close keys readingsNote facing elsewhere hint hintMouse again inPool besides before how
    dice free once twice byKeys goes inNotation inWords more loses paused
"""
"""The names of the words of the table, in the catalogue under ``wartable.``."""


def _words(names: Iterable[str], kind: str = "") -> dict[str, Any]:
    return {name: say(f"wartable.{kind}{name}", **GAPS) for name in names}


def front_sheet() -> dict[str, Any]:
    """All that never changes: the drawing, the styles of the table, and its words."""
    words = _words(WORDS.split())
    words |= {"views": _words(VIEWS, "view-"), "tabs": _words(TABS, "tab-"), "sides": _words(SIDES, "side-")}
    words["menu"] = _words(MENU_WORDS, "menu-") | {"players": _words(SEATS, "player-")}
    words |= {"coach": _words(COACH_WORDS, "coach-"), "plan": _words(PLAN_WORDS, "plan-")}
    words["waits"] = {side: say("wartable.waits", side=Message(f"map.side-{side}")) for side in SIDES}
    words["keyList"] = [[key, say(f"wartable.key-{name}")] for key, name in KEYS.items()]
    dark = ",".join(f"{page} .ninevears-table" for page in DARK)
    return {
        **drawing(),
        "tableStyle": _text_of("table.css").replace("SERIF", SERIF).replace("SANS", SANS) + LOOK,
        "tokens": both_themes(".ninevears-table") + _text_of("table_tokens.css").replace("DARK", dark),
        "type": [SERIF, SANS],
        "words": words,
    }
