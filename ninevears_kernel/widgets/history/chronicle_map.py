"""The map through time: the war of 1688-1697 month by month, with its events, campaigns and sources."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from html import escape
from typing import Any

import ipywidgets as W

from ...chronicle.frames import Frame, frame
from ...chronicle.happenings import (
    KINDS,
    MONTHS,
    THEATRES,
    Happening,
    chosen,
    commanders,
    counts,
    happening,
    happenings,
    month_of,
    short_name,
)
from ...chronicle.sentences import card_text, describe_line, describe_month, when
from ...core.messages import say
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.fields import Quiet, button, labelled
from . import chronicle_page as page
from .history_map import HistoryMap
from .month_bar import STYLE as MONTHS_STYLE, MonthBar

ROWS = 3
"""Rows of the lists of events."""
HEIGHT = "clamp(380px, 100vh - 350px, 620px)"
"""Of the map: on the laptops of schools the months over it and the map itself are in one window."""


class ChronicleMap(Composed):
    """The war on the map through time: a slider and a play button over its months, its events as badges with
    cards, filters, campaigns as lines; and all of it in words.

    Args:
        start: the month that is shown first, ``1688-01`` to ``1697-12``.
        theatres: the theatres whose events are shown first; None: all.
        kinds: the kinds of event that are shown first; None: all.
        commander: the id of a commander whose events are shown first; None: everybody's.
        event: the id of an event whose card is open first; then its month is shown.
        view: the part of the map that is shown first; by default that of the theatre.
        height: of the map, in CSS.

    Attributes:
        frame: what is shown (`chronicle.frames.Frame`).
        event: the event whose card is open, or None.

    Raises:
        BadInput: there is no such month.
        UnknownName: there is no such theatre, kind, person, event or view.

    >>> shown = ChronicleMap("1690-07", theatres=["low-countries"])
    >>> shown.next_event()
    >>> shown.event.id, shown.month, shown.theatre.label
    ('fleurus-1690', '1690-07', 'Low Countries')
    """

    def __init__(
        self,
        start: str = "1688-09",
        theatres: Collection[str] | str | None = None,
        kinds: Collection[str] | str | None = None,
        commander: str | None = None,
        event: str | None = None,
        view: str | None = None,
        height: str = HEIGHT,
        **more: Any,
    ) -> None:
        asked = chosen(theatres, kinds, commander)
        self.event: Happening | None = happening(event) if event is not None else None
        month = self.event.month if self.event else month_of(start)[0]
        month_of(month)  # an event before the war has none
        self._quiet = Quiet()
        self.frame: Frame = frame(month, asked.theatres, asked.kinds, commander)
        years = list(dict.fromkeys(int(one[:4]) for one in MONTHS))
        self.months: MonthBar = MonthBar([describe_month(one) for one in MONTHS], years, MONTHS.index(month))
        self.theatre: W.Dropdown = _list("theatre", *_options("theatre", asked.theatres))
        self.kind: W.Dropdown = _list("kind", *_options("kind", asked.kinds))
        self.commander: W.Dropdown = _list("commander", _commander_options(commander), commander or "")
        self.previous_button: W.Button = _button("previous", self.previous_event)
        self.next_button: W.Button = _button("next", self.next_event)
        self.clear_button: W.Button = _button("clear", self.show_all)
        self.here: W.Select = _event_list("here")
        self.elsewhere: W.Select = _event_list("elsewhere")
        self.note: W.HTML = W.HTML()
        self.war_map: HistoryMap = HistoryMap(
            self.frame, self.open_event, view=view or self.frame.view, height=height
        )
        wrapped = W.Layout(flex_flow="row wrap", align_items="center")
        chosen_by = W.HBox([self.theatre, self.kind, self.commander, self.clear_button], layout=wrapped)
        steps = W.HBox([self.previous_button, self.next_button, self.note], layout=wrapped)
        filters = W.HBox([chosen_by, steps], layout=wrapped)
        lists = W.HBox([self.here, self.elsewhere], layout=W.Layout(flex_flow="row wrap"))
        narrow = {"filters": filters, "chosen-by": chosen_by, "event-lists": lists, "event-map": self.war_map}
        for name, box in narrow.items():
            box.add_class(name)
        style = W.HTML(MONTHS_STYLE + page.STYLE)
        parts = [style, self.months, filters, lists, self.war_map, W.HTML(page.key())]
        super().__init__(parts, **more)
        self.add_class("ninevears-chronicle")
        self.months.counts = counts(asked)
        self.months.observe(lambda _: self._month_changed(), "value")
        self.months.observe(lambda _: self._show(), "playing")
        for one in (self.theatre, self.kind, self.commander):
            one.observe(self._filter_changed, "value")
        for one in (self.here, self.elsewhere):
            one.observe(self._listed_chosen, "value")
        self._show()
        made_in_this_cell(self)

    def close(self) -> None:
        """Takes it away, with all that it is made of; the play stops."""
        if hasattr(self, "months"):  # else it was never whole
            self.months.playing = False
        super().close()

    # ---- what a program does with it

    @property
    def month(self) -> str:
        """The month that is shown, such as ``1690-07``."""
        return MONTHS[self.months.value]

    @month.setter
    def month(self, month: str) -> None:
        self.months.value = MONTHS.index(month_of(month)[0])

    def play(self) -> None:
        """Goes on month by month, while a page shows it."""
        self.months.playing = True

    def stop(self) -> None:
        """Stays where it is."""
        self.months.playing = False

    def show(
        self,
        theatre: Collection[str] | str | None = None,
        kind: Collection[str] | str | None = None,
        commander: str | None = None,
    ) -> None:
        """Shows the events of theatres, of kinds and of a commander; None: all.

        Raises:
            UnknownName: there is no such theatre, kind or person.
        """
        asked = chosen(theatre, kind, commander)
        with self._quiet:
            if commander is not None and commander not in [id for _, id in self.commander.options]:
                self.commander.options = _commander_options(commander)
            for box, name, names in (
                (self.theatre, "theatre", asked.theatres),
                (self.kind, "kind", asked.kinds),
            ):
                options, value = _options(name, names)
                if value not in [key for _, key in box.options]:
                    box.options = options
                box.value = value
            self.commander.value = commander or ""
        self._filters_show()

    def show_all(self) -> None:
        """Takes all filters away."""
        self.show()

    def open_event(self, id: str) -> None:
        """Opens the card of an event, and shows its month if it was not under way in this one.

        Raises:
            UnknownName: the chronicle has no such event.
            BadInput: it was before 1688.
        """
        one = happening(id)
        now = one.begin <= month_of(self.month)[1] and one.end >= month_of(f"{self.month}-01")[1]
        self._go(self.month if now else month_of(one.month)[0], one)

    def next_event(self) -> None:
        """Opens the next event of those that are chosen: after the open one, else after those before."""
        self._step(1)

    def previous_event(self) -> None:
        """Opens the event before."""
        self._step(-1)

    @property
    def text(self) -> str:
        """What is shown, and the open card, as plain text."""
        return "\n".join([*self.frame.sentences, *([card_text(self.event)] if self.event else [])])

    def to_svg(self, view: str = "all", width: int = 1000, theme: str = "light") -> str:
        """The map as it is, as a picture that needs no kernel (`Frame.to_svg`)."""
        return self.war_map.to_svg(view, width, theme)

    # ---- what is pressed

    def _step(self, by: int) -> None:
        listed = happenings(self.frame.choice)
        place: int | None
        if self.event in listed:
            place = listed.index(self.event) + by
        else:
            begin = month_of(f"{self.month}-01")[1]
            later = [n for n, one in enumerate(listed) if one.begin >= begin]
            earlier = [n for n, one in enumerate(listed) if one.begin < begin]
            place = (later[0] if later else None) if by > 0 else (earlier[-1] if earlier else None)
        if place is None or not 0 <= place < len(listed):
            self._tell("chronicle-map.no-later" if by > 0 else "chronicle-map.no-earlier")
            return
        one = listed[place]
        self._go(max(one.month, MONTHS[0]), one)

    def _go(self, month: str, one: Happening | None) -> None:
        """Shows a month and an event at once."""
        self.event = one
        with self._quiet:
            self.months.value = MONTHS.index(month)
        self._show()

    def _tell(self, id: str) -> None:
        self.note.value = f"<span role='status'>{escape(say(id))}</span>"

    def _month_changed(self) -> None:
        if not self._quiet:
            self.event = None
            self._show()

    def _filter_changed(self, _change: object) -> None:
        if not self._quiet:
            self._filters_show()

    def _filters_show(self) -> None:
        before = self.frame.view
        self._show()
        self.months.counts = counts(self.frame.choice)
        if self.frame.view != before:  # else the reader's own place on the map stays
            self.war_map.go_to(self.frame.view)

    def _listed_chosen(self, change: Mapping[str, Any]) -> None:
        if not self._quiet and change["new"] is not None:
            self.open_event(change["new"])

    # ---- what is shown

    def _show(self) -> None:
        before = self.frame
        self.frame = frame(
            self.month, self.theatre.value.split(), self.kind.value.split(), self.commander.value or None
        )
        if self.event is not None and self.event not in self.frame.events:
            self.event = None
        self.note.value = ""
        heard = ""
        if self.event is not None:
            heard = say("chronicle-map.chosen", event=self.event.name, month=when(self.event))
        elif before.month != self.frame.month and not self.months.playing:
            heard = self.frame.described_in_short[0]
        self._lists_show()
        self.war_map.live = not self.months.playing  # nobody can listen to a month a second
        self.war_map.show_month(self.frame, self.event, heard)
        self.months.shown = self.months.value

    def _lists_show(self) -> None:
        here, elsewhere = self.frame.on_the_map, self.frame.elsewhere
        numbered = [
            (say("chronicle-map.numbered", number=number, event=describe_line(one)), one.id)
            for number, one in enumerate(here, 1)
        ]
        with self._quiet:
            for box, options in (
                (self.here, numbered),
                (self.elsewhere, [_option(one) for one in elsewhere]),
            ):
                id = self.event.id if self.event and self.event.id in [one for _, one in options] else None
                if list(box.options) != options:
                    box.options = options
                if box.value != id:
                    box.value = id


def _option(one: Happening) -> tuple[str, str]:
    return describe_line(one), one.id


def _options(name: str, names: Collection[str]) -> tuple[list[tuple[str, str]], str]:
    """What the list of theatres or of kinds offers, and which of it stands for these names: all, each one,
    and several at once when several are asked for.
    """
    known = {"theatre": THEATRES, "kind": KINDS}[name]
    labels = {one: say(f"frame.{name}-{one}") for one in known}
    found = [(say(f"chronicle-map.all-{name}s"), ""), *((label, one) for one, label in labels.items())]
    wanted = [one for one in known if one in names]
    if len(wanted) > 1:
        found.insert(1, (" + ".join(labels[one] for one in wanted), " ".join(wanted)))
    return found, " ".join(wanted)


def _commander_options(wanted: str | None) -> list[tuple[str, str]]:
    """Everybody, then whoever led, by name with the number of events; and whoever is wanted besides."""
    found = [
        (say("chronicle-map.commander-count", name=short_name(person), count=count), person)
        for person, count in commanders().items()
    ]
    if wanted is not None and wanted not in commanders():
        found.append((short_name(wanted), wanted))
    return [(say("chronicle-map.everybody"), ""), *found]


def _list(name: str, options: list[tuple[str, str]], value: str = "") -> W.Dropdown:
    found = labelled(
        W.Dropdown, f"chronicle-map.{name}", W.Layout(width="auto", max_width="20em"),
        tooltip=f"chronicle-map.{name}-tooltip", options=options, value=value,
    )  # fmt: skip
    found.add_class(f"by-{name}")
    return found


def _event_list(name: str) -> W.Select:
    found = labelled(
        W.Select, f"chronicle-map.{name}", W.Layout(flex="1 1 320px", width="auto", min_width="280px"),
        tooltip=f"chronicle-map.{name}-tooltip", options=[], rows=ROWS,
    )  # fmt: skip
    found.add_class(f"events-{name}")
    return found


def _button(name: str, act: Callable[[], object]) -> W.Button:
    return button(f"chronicle-map.{name}", f"chronicle-map.{name}-tooltip", act)
