"""The war table as a widget: one screen on which the map is the board."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as W
from IPython.core.getipython import get_ipython
from traitlets import Bytes

from ...core.messages import say
from ...nine_years.atlas.picture import DARK, both_themes
from ...nine_years.atlas.sheet import VIEWS
from ...nine_years.atlas.wire import difference, drawing, packed, steps
from ...nine_years.components.position import Position
from ...nine_years.components.sides import SIDES
from ...nine_years.games.game import Game
from ...play.kept_file import FOLDER, NAME, KeptFile
from ...play.saved_wars import session_of
from ...play.seats import SEATS
from ...play.table_guide import Guide
from ...play.table_seat import TableSeat
from ...typefaces import SANS, SERIF
from ..parts.cleanup import made_in_this_cell
from ..parts.front import FRONT, front

PARTS = (
    *("sheet", "board", "table_parts", "table_tabs", "table_plan", "table_column", "table_lines"),
    *("table_sight", "table_guide", "table_keys", "table"),
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


class WarTable(anywidget.AnyWidget):
    """The war on one screen: the map is the board, and what glows can be chosen.

    Args:
        source: a game, a position, or the path of a kept war, a log or a save; without it a new war.
        bourbon: who plays: ``person``, ``sense`` (computer, to win) or ``chance`` (random); by default
            whoever did when the war was kept, else a person.
        alliance: the same; else the computer, to win.
        seed: of a new war.
        keep: whether the war keeps itself in a file after each choice, so that it can be continued: in
            ``my-wars`` beside the notebook, or in the folder of this name. By default in a notebook, when no
            source is given.
        name: of that file; by default one for each pair of players, so that a war against the computer and
            one of two persons do not take each other's place.
        show: ``own``: what the player to choose may see; ``all``: everything. By default everything only when
            no person plays.
        guide: who says what to look at, such as ``PHILIPPSBURG`` of lesson 0; the war begins where it says.

    Attributes:
        session: the war, and who plays.
        seat: what is seen and may be done here, as plain data.

    >>> table = WarTable(seed=1690)
    >>> table.choose("first Bourbon")
    >>> table.session.place > 0
    True
    """

    _esm = (FRONT / "loader.js").read_text(encoding="utf-8")
    front = Bytes().tag(sync=True)
    sheet = Bytes().tag(sync=True)
    steps = Bytes().tag(sync=True)
    # never set: it is read when a page asks for the widget, so that one that is loaded later sees the present
    state = Bytes().tag(sync=True, to_json=lambda _value, table: packed(table.shown))

    def __init__(
        self,
        source: Game | Position | str | Path | None = None,
        bourbon: str | None = None,
        alliance: str | None = None,
        seed: int = 1688,
        show: str | None = None,
        keep: bool | str | Path | None = None,
        name: str | None = None,
        guide: Guide | None = None,
        **more: Any,
    ) -> None:
        if guide is not None:
            source = source or guide.begin()
        self.session = session_of(source, bourbon=bourbon, alliance=alliance, seed=seed, show=show)
        self.session.answer()
        if keep is None:
            keep = source is None and getattr(get_ipython(), "kernel", None) is not None
        named = "-".join([NAME, *filter(None, (bourbon, alliance))])
        file = KeptFile(FOLDER if keep is True else keep, name or named) if keep else None
        self.seat = TableSeat(self.session, file, guide)
        self.shown = self.seat.state()
        super().__init__(front=code(), sheet=sheet(), steps=steps(), **more)
        self.on_msg(self._heard)
        made_in_this_cell(self)

    def choose(self, text: str) -> None:
        """Makes a choice in the notation; the computer answers.

        Raises:
            Refused: the rules forbid it; tells every clause.
        """
        self.session.choose(text)
        self.session.answer()
        self.seat.keeping.keep()
        self._show()

    def close(self) -> None:
        """Gives up the view; another table may go on with the war that was kept."""
        seat = getattr(self, "seat", None)  # none when it could not be made
        if seat is not None and seat.keeping.file is not None:
            seat.keeping.file.release()
        super().close()

    def _heard(self, _widget: W.Widget, content: Mapping[str, Any], _buffers: object) -> None:
        self._show(reply=self.seat.take(content))

    def _show(self, **more: Any) -> None:
        state = self.seat.state()
        if change := difference(self.shown, state):
            self.shown, more["change"] = state, change
        if more:
            self.send({}, buffers=[packed(more)])


@cache
def code() -> bytes:
    """The front's own code, in the order in which it reads, without comments and indentation."""
    return zlib.compress(_COMMENT.sub("", "".join(front(f"{part}.js") for part in PARTS)).encode(), 9)


@cache
def sheet() -> bytes:
    """All that never changes: the drawing, the styles of the table, and its words."""
    dark = ",".join(f"{page} .ninevears-table" for page in DARK)
    words: dict[str, Any] = {
        name: say(f"wartable.{name}")
        for name in (
            *(
                "theatres",
                "nearer",
                "farther",
                "map",
                "board",
                "happened",
                "undo",
                "whyHint",
                "whyAsk",
                "next",
            ),
            *("track", "ifNow", "actions", "resources", "hand", "noCards", "theirs", "fix", "or", "find"),
            *("allowed", "nothing", "pay", "then", "roll", "until", "quiet", "replay", "pause"),
            *("back", "on", "years", "close", "keys", "readingsNote", "facing", "elsewhere", "since", "hint"),
            *("hintMouse", "again", "nothingNew", "besides", "before", "how", "dice", "free"),
        )
    }
    words["views"] = {name: say(f"wartable.view-{name}") for name in VIEWS}
    words["tabs"] = {
        name: say(f"wartable.tab-{name}") for name in ("decide", "log", "sequence", "why", "readings")
    }
    words["menu"] = {name: say(f"wartable.menu-{name}") for name in MENU_WORDS}
    words["menu"]["behind"] = say("wartable.menu-behind", count="{count}")
    words["menu"]["players"] = {seat: say(f"wartable.player-{seat}") for seat in SEATS}
    words["plan"] = {name: say(f"wartable.plan-{name}") for name in PLAN_WORDS}
    gaps = {
        name: f"{{{name}}}" for name in ("leaders", "space", "points", "count")
    }  # the front fills them in
    words["plan"]["asks"] = say("wartable.plan-asks", **gaps)
    words["plan"]["force"] = say("wartable.plan-force", **gaps)
    words["plan"]["spent"] = say("wartable.plan-spent", **gaps)
    words["loses"] = say("wartable.loses", **gaps)
    words["keyList"] = [[key, say(f"wartable.key-{name}")] for key, name in KEYS.items()]
    words["sides"] = {side: say(f"wartable.side-{side}") for side in SIDES}
    tokens = both_themes(".ninevears-table") + front("table_tokens.css").replace("DARK", dark)
    return packed(
        {
            **drawing(),
            "tableStyle": front("table.css").replace("SERIF", SERIF).replace("SANS", SANS),
            "tokens": tokens,
            "type": [SERIF, SANS],
            "words": words,
        }
    )
