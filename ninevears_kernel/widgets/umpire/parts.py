"""What the parts of the umpire's desk share: how its sections, fields and buttons look."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import BadInput, NinevearsError
from ...core.messages import say
from ..parts.fields import labelled
from ..parts.schema_form import LABEL_WIDTH
from ..parts.theme import COMPLAINT, INK, PAPER, complaint

STYLE = f"""<style>
.ninevears-umpire {{ max-width: 1500px; }}
.ninevears-umpire h3 {{ font-size: 17px; line-height: 1.35; margin: 18px 0 6px; padding: 2px 0 2px 8px;
  border-left: 5px solid #8b7346; border-bottom: 1px solid #8b7346;
  color: var(--jp-ui-font-color1, {INK}); }}
.ninevears-umpire .jupyter-widget-Collapse-header {{ color: var(--jp-ui-font-color1, {INK}); }}
.ninevears-umpire .told {{ color: var(--jp-ui-font-color1, {INK}); font-size: 13px; line-height: 1.45;
  overflow-wrap: break-word; max-width: 60em; margin: 2px 0; }}
.ninevears-umpire .means {{ color: var(--jp-ui-font-color2, #555); font-size: 13px; line-height: 1.4; }}
.ninevears-umpire .told ul {{ margin: 2px 0; padding-left: 1.8em; }}
.ninevears-umpire .paper {{ color: {INK}; background: {PAPER}; border: 1px solid #c9b98f;
  padding: 8px 14px; max-width: 60em; box-sizing: border-box; line-height: 1.45; font-size: 14px;
  overflow-wrap: break-word; }}
.ninevears-umpire .paper :is(ul, ol) {{ margin: 4px 0; padding-left: 1.8em; }}
.ninevears-umpire .paper p {{ margin: 4px 0; }}
.ninevears-umpire .paper code {{ background: #fff9e8; color: {INK}; border: 1px solid #d8c9a3;
  padding: 0 5px; }}
.ninevears-umpire .holds {{ font-weight: 700; }}
{COMPLAINT}
.ninevears-umpire .exports a {{ margin-right: 14px; text-decoration: underline;
  color: var(--jp-content-link-color, #1d4e6b); }}
</style>"""

_DIE = re.compile(r"dice\[(\d+)\]")
_EDIT = re.compile(r"(?:given\.)?changes\[(\d+)\]\.?(.*)")

BROAD, MIDDLING = ({"width": width, "max_width": "98%"} for width in ("640px", "340px"))
"""How a field for a sentence lies, and one for a name."""
desk_field = partial(labelled, label_width=LABEL_WIDTH)
"""A field of the desk, with its label."""


def row(children: Iterable[W.Widget], **more: Any) -> W.Box:
    """Widgets beside each other, under each other where there is no room."""
    layout = W.Layout(display="flex", flex_flow="row wrap", align_items="center", grid_gap="2px 10px")
    return W.Box(list(children), layout=layout, **more)


def section(name: str, title: str, children: Iterable[W.Widget]) -> W.VBox:
    """A section of the desk under its heading, with a class of its own."""
    found = W.VBox([W.HTML(f"<h3>{escape(say(title))}</h3>"), *children])
    found.add_class(f"ninevears-desk-section-{name}")
    return found


def renumber(sections: Iterable[W.VBox]) -> None:
    """Numbers the headings of the sections that are in sight."""
    number = 0
    for one in sections:
        if one.layout.display != "none":
            number += 1
            head = one.children[0]
            words = re.sub("^<h3>([0-9]+[.] )?", "", head.value)
            head.value = f"<h3>{number}. {words}"


def status(words: str) -> str:
    """A sentence that a screen reader reads out when it has time."""
    return f"<p class='told' role='status'>{escape(words)}</p>" if words else ""


def complained(error: NinevearsError) -> str:
    """What is wrong, for somebody who sees dice and edits, not the lists of a file: they count from 1.

    >>> from ...core.messages import Message
    >>> "die 1: found 9" in complained(BadInput("dice[0]", 9, Message("expected.face", sides=6)))
    True
    """
    if isinstance(error, BadInput):
        field = error.field
        if found := _DIE.fullmatch(field):
            field = say("desk.field-die", number=int(found[1]) + 1)
        elif found := _EDIT.fullmatch(field):
            field = say("desk.field-edit", number=int(found[1]) + 1) + (f", {found[2]}" if found[2] else "")
        if field != error.field:
            error = BadInput(field, error.found, error.expected, error.file)
    return complaint(error)


def cut(text: str, most: int = 110) -> str:
    """A text as a list can show it."""
    return text if len(text) <= most else text[: most - 1] + "…"


def fold(title: str, child: W.Widget) -> W.Accordion:
    """A part that is folded away under its title."""
    found = W.Accordion([child], selected_index=None)
    found.set_title(0, title)
    return found
