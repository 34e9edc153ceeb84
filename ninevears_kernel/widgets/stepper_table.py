"""Who sits at the table of the phase stepper, a new war, and the files that go in and out."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets as W

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..input_bounds import BOUNDS
from ..nine_years.game import Game
from ..nine_years.position import MOST_SEED
from ..nine_years.save import position_to_data
from ..nine_years.sides import SIDES
from ..play.openings import opened_text
from ..play.seats import SEATS
from ..play.sitting import Sitting


class TableFold(W.Accordion):
    """A fold with the seats, a new war, a file to go on with, and files to keep.

    Args:
        sitting: who sits now.
        begin: is given a game to go on with.
        seated: called when somebody else plays a side.
        files: is given the HTML of links when files were made.
        safely: runs something, and shows what is wrong with it.
    """

    def __init__(
        self,
        sitting: Sitting,
        seed: int,
        begin: Callable[[Game], object],
        seated: Callable[[], object],
        safely: Callable[[Callable[[], object]], object],
        **more: Any,
    ) -> None:
        self._sitting, self._begin, self._safely = sitting, begin, safely
        seats = [(say(f"sitting.seat-{seat}"), seat) for seat in SEATS]
        self.seats = {
            side: W.Dropdown(
                options=seats, value=sitting.seats[side], description=say("sitting.seat", side=side),
                tooltip=say("sitting.seat-tooltip"), style={"description_width": "86px"},
                layout=W.Layout(width="300px"),
            )
            for side in SIDES
        }  # fmt: skip
        self.seed = W.Text(
            value=str(seed), description=say("desk.seed"), tooltip=say("sitting.seed-tooltip"),
            style={"description_width": "86px"}, layout=W.Layout(width="220px"),
        )  # fmt: skip
        self.new_button = _button("sitting.new", "sitting.new-tooltip", self.new)
        self.upload = W.FileUpload(
            description=say("desk.load"), tooltip=say("sitting.load-tooltip"), accept=".json,.txt,.log",
            layout=W.Layout(width="auto"),
        )  # fmt: skip
        self.files_button = _button("sitting.files", "sitting.files-tooltip", self.make_files)
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
        """Makes the log and a save of this place, to keep; both hold everything, hidden cards too."""
        game = self._sitting.game
        save = json.dumps(position_to_data(game.position), indent=1, ensure_ascii=False) + "\n"
        links = [
            _link("ninevears-war.log", "text/plain", game.log, "sitting.log-file"),
            _link("ninevears-save.json", "application/json", save, "sitting.save-file"),
        ]
        note = escape(say("sitting.files-note"))
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
        self._sitting.seats[side] = seat
        seated()

    def _uploaded(self, change: Mapping[str, Any]) -> None:
        for file in change["new"]:
            self.open_text(bytes(file["content"]), str(file["name"]))
        if change["new"]:
            self.upload.value = ()  # the browser keeps no copy


def _button(label: str, tooltip: str, act: Callable[[], object]) -> W.Button:
    button = W.Button(description=say(label), tooltip=say(tooltip), layout=W.Layout(width="auto"))
    button.on_click(lambda _: act())
    return button


def _link(name: str, kind: str, text: str, label: str) -> str:
    content = base64.b64encode(text.encode()).decode()
    return f"<a download='{name}' href='data:{kind};base64,{content}'>{escape(say(label))}</a>"
