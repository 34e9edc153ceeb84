"""Widgets as they stand, as plain HTML: for pages to read, in which nothing answers.

Each kind of widget has a still of its own, found as `functools.singledispatch` finds it; boxes are made of
the stills of their parts, and what only asks to be pressed has none.

>>> import ipywidgets as W
>>> still(W.VBox([W.HTML("<b>Namur</b>"), W.Button(description="Besiege")]))
"<div class='still-column'><b>Namur</b></div>"
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from html import escape
from typing import Any

import comm
import ipywidgets as W
from IPython.core.getipython import get_ipython
from IPython.display import publish_display_data

from ...core.messages import say
from ...nine_years.atlas.cropping import part_of, with_spaces_joined
from ...nine_years.atlas.own_names import with_own_names
from ...nine_years.atlas.picture import OF_PAGE, box_of
from ..learn.practice import Practice
from ..learn.predict import GuessCard, Predict
from ..learn.progress_map import ProgressMap
from ..learn.quiz import Quiz
from ..map.war_map import WarMap
from ..parts.after_guess import AfterGuess
from ..parts.vary import Uncover
from ..play.war_table import WarTable

WIDTH = 900
"""Of a map, in pixels."""


@singledispatch
def still(_widget: object) -> str:
    """A widget as HTML, with what it shows now; "" for what has nothing to show."""
    return ""


@still.register
def _(widget: W.HTML) -> str:
    return str(widget.value)


@still.register
def _(box: W.Box) -> str:
    parts = "".join(map(still, _shown(box.children)))
    direction = "row" if isinstance(box, W.HBox) else "column"
    return f"<div class='still-{direction}'>{parts}</div>" if parts else ""


@still.register(W.Accordion)
@still.register(W.Tab)
def _(box: Any) -> str:
    folds = []
    for place, child in enumerate(box.children):
        if inside := still(child):
            folds.append(
                f"<details><summary>{escape(box.get_title(place) or '')}</summary>{inside}</details>"
            )
    return "".join(folds)


@still.register(W.Dropdown)
@still.register(W.Select)
@still.register(W.ToggleButtons)
@still.register(W.IntSlider)
@still.register(W.BoundedIntText)
@still.register(W.Checkbox)
def _(control: Any) -> str:
    chosen = getattr(control, "label", control.value)
    if isinstance(chosen, bool):
        chosen = say("value.yes" if chosen else "value.no")
    if not control.description or chosen in (None, ""):
        return ""
    return f"<p class='still-control'>{escape(control.description)} <b>{escape(str(chosen))}</b></p>"


@still.register
def _(war_map: WarMap) -> str:
    view = war_map.view or "all"
    box = box_of(view)
    whole = round(WIDTH * box_of("all")[2] / box[2])
    drawn = war_map.to_svg(width=min(10_000, whole), theme=OF_PAGE)
    svg = with_own_names(with_spaces_joined(part_of(drawn, box, WIDTH)), str(id(war_map)))
    return f"<figure class='still-map'>{svg}</figure>"


@still.register
def _(table: WarTable) -> str:
    seen = WarMap(table.session.game.position, table.session.viewer)
    told = escape(say("still.table"))
    return f"{still(seen)}<p class='still-control'>{told}</p>"


@still.register
def _(card: GuessCard) -> str:
    asked = card.asked
    choices = "".join(f"<li>{escape(str(words))}</li>" for _, words, _ in asked["choices"])
    listed = f"<ul>{choices}</ul>" if choices else ""
    return f"<div class='still-ask'><p>{escape(asked['asked'])}</p>{listed}</div>"


@still.register
def _(predict: Predict) -> str:
    asked = still(predict.card) + still(predict.map_box)
    predict.file = None  # nobody has guessed
    predict.show_me()
    told = f"<p>{escape(predict.card.told.get('says', ''))}</p>{still(predict.follows)}"
    return f"{asked}<details><summary>{escape(say('still.answer'))}</summary>{told}</details>"


@still.register
def _(waiting: AfterGuess) -> str:
    inside = "".join(map(still, _shown(waiting.children)))
    return f"<details><summary>{escape(say('still.after-guess'))}</summary>{inside}</details>"


@still.register
def _(covered: Uncover) -> str:
    covered.uncover()
    inside = "".join(map(still, covered.children[1:]))
    return f"<details><summary>{escape(covered.label)}</summary>{inside}</details>"


@still.register(Practice)
@still.register(Quiz)
def _(_tasks: object) -> str:
    return f"<p class='still-control'>{escape(say('still.tasks'))}</p>"


@still.register
def _(_progress: ProgressMap) -> str:
    return f"<p class='still-control'>{escape(say('still.progress'))}</p>"


def _shown(parts: Iterable[W.Widget]) -> list[W.Widget]:
    return [one for one in parts if getattr(getattr(one, "layout", None), "display", None) != "none"]


def show_stills() -> None:
    """From now on notebooks of this kernel show stills in the place of widgets, as they stand when shown."""
    shell: Any = get_ipython()
    # nobody is there whom a widget could tell of itself: hundreds of messages for a notebook of maps
    comm.create_comm = comm.DummyComm

    def shown(widget: W.Widget) -> None:
        if found := still(widget):
            publish_display_data({"text/html": f"<div class='nv still'>{found}</div>"})

    formatter = shell.display_formatter.ipython_display_formatter
    formatter.deferred_printers.clear()  # the way back to a widget that is gone (`parts.stale_widget`)
    formatter.for_type(W.Widget, shown)
