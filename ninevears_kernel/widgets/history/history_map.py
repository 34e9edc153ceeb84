"""The map of the war as it shows a month of history: badges for pieces, a card beside it, words under it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...chronicle import event_marks
from ...chronicle.frames import Frame, scene_from
from ...chronicle.happenings import Happening, nearest_space
from ...chronicle.sentences import describe_line
from ...nine_years.atlas.picture import to_svg
from ...nine_years.atlas.scene import Scene
from ...nine_years.atlas.wire import State
from ...nine_years.components.position import Position
from ..map.war_map import WarMap
from . import chronicle_page as page


class HistoryMap(WarMap):
    """The map of the war with what the chronicle says of a month instead of a position of the game.

    Args:
        seen: the month.
        choose: is given the id of an event whose badge is opened.
    """

    def __init__(self, seen: Frame, choose: Callable[[str], object], **more: Any) -> None:
        self.seen, self.event, self._choose_event = seen, None, choose
        super().__init__(seen.position, insets=(), **more)

    event: Happening | None

    def show_month(self, seen: Frame, event: Happening | None, say_too: str = "") -> None:
        """Shows a month and the card of an event; only what differs is sent."""
        self.seen, self.event = seen, event
        self._overlays["history"] = {
            **seen.marks,
            **event_marks.ring(seen.marks, event.id if event else None),
        }
        self._said = say_too
        if seen.position == self.position:
            self._say_and_show()
        else:
            self.position = seen.position

    live = True
    """Whether the words beside the map read themselves out."""
    _said = ""

    def _seen(self, position: Position) -> Scene:
        return scene_from(position)

    def _repaint(self, change: Mapping[str, Any]) -> None:
        self.scene = self._seen(change["new"])
        self._say_and_show()

    def _say_and_show(self) -> None:
        said, self._said = self._said, ""
        self._show(**({"say": said} if said else {}))

    def _state(self) -> State:
        state = super()._state()
        here: dict[int, list[str]] = {}
        for one in self.seen.on_the_map:
            here.setdefault(nearest_space(one), []).append(describe_line(one))
        for index, described in here.items():
            state["words"][index] = " ".join([state["words"][index], *(f"{one}." for one in described)])
        return state

    @property
    def panel(self) -> str:
        """The month, the chosen space, and the card of the event, as HTML."""
        return page.panel(self.seen, self.event, self.selected, self.live)

    @property
    def twin(self) -> str:
        """The month in words, as HTML."""
        return page.twin(self.seen)

    def to_svg(self, view: str = "all", width: int = 1000, theme: str = "light") -> str:
        """What the map shows now, as a picture that needs no kernel."""
        return to_svg(
            self.scene, view=view, width=width, theme=theme, overlays=self._all_overlays(),
            title=self.seen.title, described=self.seen.sentences, alone=True,
        )  # fmt: skip

    def _open(self, key: object) -> Mapping[str, Any] | None:
        """A badge: its event's card stands beside the map."""
        id = str(key).rpartition("/")[2]
        if any(one.id == id for one in self.seen.events):
            self._choose_event(id)
        return None
