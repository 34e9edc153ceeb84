"""What the parts of the umpire's desk share: how its sections, fields and buttons look."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import BadInput, NinevearsError
from ...core.messages import Message, say
from ...core.render import label_shown
from ...nine_years.components.sides import SIDES, Seat
from ..parts.fields import labelled
from ..parts.schema_form import LABEL_WIDTH
from ..parts.theme import COMPLAINT, complaint, scoped

STYLE = f"<style>\n{scoped('ninevears-umpire', 'desk_look')}\n{COMPLAINT}</style>"
"""How the umpire's desk looks, by day and by candlelight."""

_PART = re.compile(r"(?P<name>[^.\[]+)(?:\[(?P<place>\d+)\])?\.?")
"""A part of the path to a field: its name, and where in a list."""


def seats_of(system: str) -> list[tuple[str, Seat]]:
    """For whom a letter or a report can be: where nothing is hidden, as in the sister systems, for both.

    >>> seats_of("HIS")
    [('both players', 'both')]
    """
    seats: tuple[Seat, ...] = ("both", *SIDES, "umpire") if system == "NY" else ("both",)
    return [(say(f"desk.seat-{seat}"), seat) for seat in seats]


BROAD, MIDDLING = ({"width": width, "max_width": "100%"} for width in ("100%", "340px"))
"""How a field for a sentence lies, and one for a name."""
desk_field = partial(labelled, label_width=LABEL_WIDTH)
"""A field of the desk, with its label."""


def row(children: Iterable[W.Widget], **more: Any) -> W.Box:
    """Widgets beside each other, under each other where there is no room."""
    layout = W.Layout(display="flex", flex_flow="row wrap", align_items="center", grid_gap="2px 10px")
    return W.Box(list(children), layout=layout, **more)


def section(name: str, children: Iterable[W.Widget]) -> W.VBox:
    """A part of a column, with a class of its own."""
    found = W.VBox(list(children))
    found.add_class(f"ninevears-desk-section-{name}")
    return found


def column(name: str, title: str, beside: W.Widget, children: Iterable[W.Widget]) -> W.VBox:
    """A column of the desk: its heading, what stands beside that, and its parts."""
    head = W.HBox([W.HTML(f"<h3>{escape(say(title))}</h3>"), beside])
    head.add_class("ninevears-head")
    found = W.VBox([head, *children])
    found.add_class(f"ninevears-column-{name}")
    return found


def status(words: str) -> str:
    """A sentence that a screen reader reads out when it has time."""
    return f"<p class='told' role='status'>{escape(words)}</p>" if words else ""


def complained(error: NinevearsError) -> str:
    """What is wrong, for somebody who sees dice, edits and rows, not the lists of a file: they count from 1.

    >>> from ...core.messages import Message
    >>> face = Message("expected.face", sides=6)
    >>> for field in ("dice[0]", "given.changes[1].count", "given.events[6].side"):
    ...     print(complained(BadInput(field, 9, face)).partition("⚠ ")[2].partition(": found 9")[0])
    die 1
    edit 2, count
    events, row 7, side
    """
    if isinstance(error, BadInput):
        if error.field == "dice" and isinstance(error.found, Message):  # somebody's, who is named
            words = Message("desk.dice-wrong", found=error.found, due=error.expected)
            return complaint(NinevearsError(words))
        field = ", ".join(map(_part_words, _PART.finditer(error.field.removeprefix("given."))))
        error = BadInput(field or error.field, error.found, error.expected, error.file)
    return complaint(error)


def _part_words(part: re.Match[str]) -> str:
    name, place = part["name"], part["place"]
    id = {"dice": "desk.field-die", "changes": "desk.field-edit"}.get(name, "desk.field-row")
    return label_shown(name) if place is None else say(id, number=int(place) + 1, list=label_shown(name))


def cut(text: str, most: int = 110) -> str:
    """A text as a list can show it."""
    return text if len(text) <= most else text[: most - 1] + "…"


def fold(title: str, child: W.Widget) -> W.Accordion:
    """A part that is folded away under its title."""
    found = W.Accordion([child], selected_index=None)
    found.set_title(0, title)
    return found
