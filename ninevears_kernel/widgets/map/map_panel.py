"""What stands beside and under the map as HTML: the chosen space, the key, the whole map in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ...core.messages import Message, say, shown
from ...core.rulings import Ruling
from ...nine_years.atlas.counters import counter
from ...nine_years.atlas.key import key
from ...nine_years.atlas.phrases import force
from ...nine_years.atlas.scene import Place, Scene
from ...nine_years.atlas.sheet import VIEWS
from ...nine_years.atlas.words import Sentence, sentences, space_sentences
from ...nine_years.components.sides import SIDES
from ..parts.ruling_card import ICONS
from ..parts.tables import cells, table

KEYS = {
    "↑ ↓ ← →": "map.press-walk",
    "Enter": "map.press-select",
    "Esc": "map.press-clear",
    "O": "map.press-open",
    "/": "map.press-search",
    "+ −": "map.press-zoom",
    "Shift ↑ ↓ ← →": "map.press-pan",
    "Home": "map.press-home",
    "?": "map.press-help",
}
"""What the keyboard does on a map, with the message that says so."""


def panel(
    scene: Scene,
    selected: str | None,
    way: Sequence[str] = (),
    marked: Sequence[str] = (),
    ruling: Ruling | None = None,
    described: Iterable[Sentence] = (),
) -> str:
    """All about the chosen space, then what is drawn over the map and why, as HTML that reads itself out."""
    parts = [f"<p class='year'>{escape(say('map.in-year', year=scene.year))}</p>"]
    if scene.side:
        whose = say("map.seen-by", side=scene.side)
        parts.append(f"<p><i>{escape(whose)}</i></p>")
    if selected is None:
        invitation = escape(say("map.nothing-selected"))
        parts.append(f"<p><i>{invitation}</i></p>")
    else:
        stacks = "".join(map(counter, scene.place(selected).stacks))
        head, *rest = space_sentences(scene, selected)
        parts.append(f"<h4>{escape(shown(scene.place(selected).space.name))}</h4>")
        parts.append(f"<p><b>{escape(head.says)}</b>{_cited(head)}</p>")
        parts.append(f"<p>{stacks}</p>" * bool(stacks))
        parts += [f"<p>{escape(one.says)}{_cited(one)}</p>" for one in rest]
    if way:
        words = " → ".join(map(shown, way))
        parts.append(f"<p class='way'>{escape(say('map.path-drawn', path=words))}</p>")
    if marked:
        words = say("map.marked", spaces=Message.all_of(list(marked)))
        parts.append(f"<p class='marked'>{escape(words)}</p>")
    if over := "".join(f"<p>{escape(one.says)}{_cited(one)}</p>" for one in described):
        shown_over = escape(say("map.drawn-over"), quote=True)
        parts.append(f"<div class='over' role='group' tabindex='0' aria-label='{shown_over}'>{over}</div>")
    if ruling is not None:
        parts.append(_ruling_words(ruling))
    label = escape(say("map.twin"), quote=True)
    return (
        f"<div class='ninevears-panel' role='region' aria-live='polite' aria-label='{label}'>"
        f"{''.join(parts)}</div>"
    )


def _cited(described: Sentence) -> str:
    return f" <cite>{escape(', '.join(described.clauses))}</cite>" if described.clauses else ""


def _ruling_words(ruling: Ruling) -> str:
    """A ruling in short: the verdict, and each reason with its clause."""
    broken = [(violation.clause_id, violation.says) for violation in ruling.violations]
    reasons = broken + [(step.clause_id, step.says) for step in ruling.steps]
    items = "".join(f"<li>{escape(str(says))} <cite>{escape(id)}</cite></li>" for id, says in reasons)
    verdict = escape(f"{ICONS[ruling.verdict]} {ruling.says}")
    return f"<div class='ruled'><b>{verdict}</b><ul>{items}</ul></div>"


def bar() -> str:
    """The row over the map: its named parts, the search, and the text twin."""
    views = "".join(_button(f"data-view='{view}'", say(f"view.{view}")) for view in VIEWS)
    words = _button("data-words aria-pressed='false'", say("map.in-words"), say("map.in-words-tooltip"))
    search, label = escape(say("map.search"), quote=True), escape(say("map.views"), quote=True)
    field = f"<input type='text' placeholder='{search}' autocomplete='off'>"
    return (
        f"<div class='bar' role='group' aria-label='{label}'>{views}"
        f"<label>{escape(say('map.space'))} {field}</label><datalist></datalist>{words}"
        "<span class='trouble' role='alert'></span></div>"
    )


def _button(attributes: str, name: str, tooltip: str = "") -> str:
    title = escape(tooltip or say("map.view-tooltip", view=name), quote=True)
    return f"<button type='button' {attributes} title='{title}'>{escape(name)}</button>"


def legend() -> str:
    """The key to the map and what the keyboard does, each folded, and the credit line."""
    items = "".join(f"<li>{picture}<span>{escape(words)}</span></li>" for picture, words in key())
    label = escape(say("map.legend"), quote=True)
    folded = f"<details class='key'><summary>{label}</summary><ul aria-label='{label}'>{items}</ul></details>"
    return f"<div class='ninevears-legend'>{folded}{keyboard()}</div>"


def keyboard() -> str:
    """What the keyboard does on the map, folded, and the credit line."""
    keys = "".join(f"<li><kbd>{name}</kbd><span>{escape(say(id))}</span></li>" for name, id in KEYS.items())
    key_label = escape(say("map.keyboard"), quote=True)
    return (
        f"<details class='keys'><summary>{key_label}</summary>"
        f"<ul aria-label='{key_label}'>{keys}</ul></details>"
        f"<p class='ninevears-credit'>{escape(say('map.credit'))}</p>"
    )


def twin(scene: Scene) -> str:
    """The whole map as sentences, then as a table, a row a space."""
    label = escape(say("map.in-words"), quote=True)
    described = "".join(f"<p>{escape(str(one))}</p>" for one in sentences(scene))
    return (
        f"<div class='ninevears-words' role='region' tabindex='0' aria-label='{label}'>{described}"
        f"{table(map(say, COLUMNS), map(_row, scene.places))}</div>"
    )


COLUMNS = ("map.space", "map.column-held", "map.column-fortress", "map.column-Bourbon", "map.column-Alliance")


def _row(place: Place) -> str:
    works = say("map.column-left", strength=place.fortress, left=place.strength)
    columns = (
        say(f"map.short-{place.controller}"),
        works if place.strength_lost else str(place.fortress or ""),
        *("; ".join(str(force(stack)) for stack in place.stacks if stack.side == side) for side in SIDES),
    )
    name = f"<th scope='row'>{escape(shown(place.space.name))}</th>"
    return f"<tr>{name}{cells(columns)}</tr>"
