"""Who sits at the table of the phase stepper, a new war, and the files that go in and out."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import BadInput
from ...core.messages import Message, say
from ...input_bounds import BOUNDS
from ...nine_years.components.position import MOST_SEED
from ...nine_years.components.sides import SIDES
from ...nine_years.games.game import Game
from ...play.openings import opened_text
from ...play.seats import SEATS
from ...play.session import Session
from ..parts.fields import button, labelled


class TableFold(W.Accordion):
    """A fold with the seats, a new war, a file to go on with, and files to keep.

    Args:
        session: who sits now.
        begin: called with a game to go on with.
        seated: called when somebody else plays a side.
        safely: runs something, and shows what is wrong with it.
    """

    def __init__(
        self,
        session: Session,
        seed: int,
        begin: Callable[[Game], object],
        seated: Callable[[], object],
        safely: Callable[[Callable[[], object]], object],
        **more: Any,
    ) -> None:
        self._session, self._begin, self._safely = session, begin, safely
        seats = [(say(f"sitting.seat-{seat}"), seat) for seat in SEATS]
        self.seats = {
            side: W.Dropdown(
                options=seats, value=session.seats[side], description=say("sitting.seat", side=side),
                tooltip=say("sitting.seat-tooltip"), style={"description_width": "86px"},
                layout=W.Layout(width="300px"),
            )
            for side in SIDES
        }  # fmt: skip
        self.seed = labelled(
            W.Text, "desk.seed", "220px", label_width="86px", tooltip="sitting.seed-tooltip", value=str(seed)
        )
        self.new_button = button("sitting.new", "sitting.new-tooltip", self.new)
        self.upload = W.FileUpload(
            description=say("desk.load"), tooltip=say("sitting.load-tooltip"), accept=".json,.txt,.log,.war",
            layout=W.Layout(width="auto"),
        )  # fmt: skip
        self.files_button = button("sitting.files", "sitting.files-tooltip", self.make_files)
        self.links = W.HTML()
        wrapped = W.Layout(flex_flow="row wrap", align_items="center")
        parts = [
            W.HBox([*self.seats.values()], layout=wrapped),
            W.HBox([self.seed, self.new_button], layout=wrapped),
            W.HBox([self.upload, self.files_button, self.links], layout=wrapped),
        ]
        super().__init__([W.VBox(parts)], titles=[say("sitting.table")], **more)
        self.selected_index = None
        self.add_class("table-fold")
        for side, field in self.seats.items():
            field.observe(lambda change, side=side: self._seat(side, change["new"], seated), "value")
        self.upload.observe(self._uploaded, "value")

    def new(self) -> None:
        """Begins a new war from the seed."""
        self._safely(lambda: self._begin(Game.new(self._seed())))

    def open_text(self, content: bytes, name: str) -> None:
        """Goes on with the log or the save that a file holds."""

        def opened() -> None:
            if len(content) > BOUNDS["file"]:
                raise BadInput("file", name, Message("expected.at-most-bytes", most=BOUNDS["file"]))
            try:
                text = content.decode("utf-8")
            except UnicodeDecodeError:
                raise BadInput("file", name, Message("expected.text-file")) from None
            self._begin(opened_text(text))

        self._safely(opened)

    def make_files(self) -> None:
        """Makes the log and a save of this place, to keep: what the viewer may see of both."""
        seen = self._session.seen
        save = json.dumps(seen.save, indent=1, ensure_ascii=False) + "\n"
        links = [
            _link("ninevears-war.log", "text/plain", seen.log, "sitting.log-file"),
            _link("ninevears-save.json", "application/json", save, "sitting.save-file"),
        ]
        side = self._session.viewer
        note = escape(say("sitting.files-note-side", side=side) if side else say("sitting.files-note"))
        self.links.value = f"<span class='exports'>{' '.join(links)} <i>{note}</i></span>"

    def forget_files(self) -> None:
        """Takes the links away: they tell of another place."""
        self.links.value = ""

    def _seed(self) -> int:
        text = self.seed.value.strip()
        if not (text.isascii() and text.isdigit() and len(text) < 20):
            raise BadInput("seed", text, Message("expected.seed", most=MOST_SEED))
        return int(text)

    def _seat(self, side: Any, seat: Any, seated: Callable[[], object]) -> None:
        self._session.seats[side] = seat
        seated()

    def _uploaded(self, change: Mapping[str, Any]) -> None:
        for file in change["new"]:
            self.open_text(bytes(file["content"]), str(file["name"]))
        if change["new"]:
            self.upload.value = ()  # the browser keeps no copy


def _link(name: str, kind: str, text: str, label: str) -> str:
    content = base64.b64encode(text.encode()).decode()
    return f"<a download='{name}' href='data:{kind};base64,{content}'>{escape(say(label))}</a>"
