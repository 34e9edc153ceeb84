"""What a front of the war table is given once: its code, its styles, its words and the drawing of the map.

Whoever carries a table says where the files of the front lie; nothing here knows of widgets or of pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
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
    *("weakened", "holds", "mark"),
)
MENU_WORDS = (
    *("title", "save", "log", "picture", "link", "copy", "copied", "seats", "branches", "branch"),
    *("branchNote", "whatIf", "backToFirst", "present", "open", "openHint", "file", "new", "year", "begin"),
    *("leaves", "earlier", "expert"),
)
TABS = ("decide", "log", "sequence", "review", "why", "readings")
COACH_WORDS = (
    "hint",
    "orElse",
    "lookAt",
    "risk",
    "closer",
    "closerMeans",
    "choicesMean",
    "goOn",
    "stop",
    "growing",
    "moments",
    "again",
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
_COMMENT = re.compile(r"^\s+(//.*\n)?|^//.*\n", re.MULTILINE)


def front_code(text_of: Callable[[str], str]) -> str:
    """The front's own code, in the order in which it reads, without comments and indentation.

    Args:
        text_of: gives the text of a file of the front.
    """
    return _COMMENT.sub("", "".join(text_of(f"{part}.js") for part in PARTS))


WORDS = """
    theatres nearer farther map board happened undo whyHint whyAsk next track ifNow actions
    resources hand noCards theirs fix or find allowed nothing pay then sure roll until replay pause back
    on years close keys readingsNote facing elsewhere hint hintMouse again inPool besides before how
    dice free once twice byKeys goes inNotation inWords
"""
"""The names of the words of the table, in the catalogue under ``wartable.``."""


def front_sheet(text_of: Callable[[str], str]) -> dict[str, Any]:
    """All that never changes: the drawing, the styles of the table, and its words.

    Args:
        text_of: gives the text of a file of the front.
    """
    dark = ",".join(f"{page} .ninevears-table" for page in DARK)
    words: dict[str, Any] = {name: say(f"wartable.{name}") for name in WORDS.split()}
    words["views"] = {name: say(f"wartable.view-{name}") for name in VIEWS}
    words["tabs"] = {name: say(f"wartable.tab-{name}") for name in TABS}
    words["menu"] = {name: say(f"wartable.menu-{name}") for name in MENU_WORDS}
    words["menu"]["behind"] = say("wartable.menu-behind", count="{count}")
    words["menu"]["players"] = {seat: say(f"wartable.player-{seat}") for seat in SEATS}
    words["coach"] = {name: say(f"wartable.coach-{name}", year="{year}") for name in COACH_WORDS}
    words["plan"] = {name: say(f"wartable.plan-{name}") for name in PLAN_WORDS}
    gaps = {
        name: f"{{{name}}}" for name in ("leaders", "space", "points", "count")
    }  # the front fills them in
    words["plan"]["asks"] = say("wartable.plan-asks", **gaps)
    words["plan"]["force"] = say("wartable.plan-force", **gaps)
    words["plan"]["spent"] = say("wartable.plan-spent", **gaps)
    words["more"] = say("wartable.more", **gaps)
    words["loses"] = say("wartable.loses", **gaps)
    words["paused"] = say("wartable.paused")
    words["waits"] = {side: say("wartable.waits", side=Message(f"map.side-{side}")) for side in SIDES}
    words["keyList"] = [[key, say(f"wartable.key-{name}")] for key, name in KEYS.items()]
    words["sides"] = {side: say(f"wartable.side-{side}") for side in SIDES}
    tokens = both_themes(".ninevears-table") + text_of("table_tokens.css").replace("DARK", dark)
    return {
        **drawing(),
        "tableStyle": text_of("table.css").replace("SERIF", SERIF).replace("SANS", SANS) + LOOK,
        "tokens": tokens,
        "type": [SERIF, SANS],
        "words": words,
    }
