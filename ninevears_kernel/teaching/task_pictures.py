"""The positions of a task as pictures in a page, with what they show in words."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape

from ..core.messages import say
from ..nine_years.atlas.cropping import with_spaces_joined
from ..nine_years.atlas.own_names import with_own_names
from ..nine_years.atlas.picture import OF_PAGE, both_themes
from ..nine_years.atlas.scene import scene_of
from ..nine_years.atlas.sheet import VIEWS, project
from ..nine_years.atlas.words import sentences, space_sentences
from ..nine_years.components.map import game_map
from ..nine_years.components.position import Position
from ..nine_years.components.rule_tables import standard_rule_tables
from ..umpire.reports.map import box_around, cropped
from .marking import chapter_of
from .task import Task

WIDE, NARROW, WHOLE = 480, 320, 1800
"""Pixels across of a picture that stands alone, of one of two, and of the whole map: drawn as large as
they are shown, so that names can be read."""
MOST_FOCUS = 10
"""So many spaces in focus a picture is drawn around: more would make it too small to read."""
MOST_SEEN = 0.6
"""The share of the spaces in focus that a part of the map must show."""
NO_MAP = (5, 8, 18)
"""Chapters whose tasks need no map where they name no space: cards, the year, colonies."""
OF_CARDS = ("who-moves-first",)
"""Kinds of other chapters that need none either."""


def positions_of(task: Task) -> tuple[Position, ...]:
    """What lies on the table in a task: two positions where it compares two, none where it needs none."""
    if not task.focus and (chapter_of(task) in NO_MAP or task.kind in OF_CARDS):
        return ()
    return tuple(one for one in (task.position, task.other_position) if one is not None)


def task_pictures(task: Task, *, whole: bool = False) -> str:
    """The positions of a task as pictures beside each other, each with its words under it, as HTML.

    They take the colours of the page, light or dark, from `picture_colours`.

    Args:
        task: the task.
        whole: the whole map, not the part of it that is in focus.
    """
    positions = positions_of(task)
    parts = []
    for number, position in enumerate(positions):
        name = picture_name(number, len(positions))
        head = f"<figcaption><b>{escape(name)}</b></figcaption>" if len(positions) > 1 else ""
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in words_of(position, task.focus))
        summary = escape(say("practice.in-words", name=name))
        near, wide = ((), WHOLE) if whole else (task.focus, WIDE if len(positions) == 1 else NARROW)
        drawn = _drawn(position, near, wide, OF_PAGE)
        sheet = "" if _known(near) else " class='sheet'"
        parts.append(
            f"<figure{sheet}>{head}<div role='img' aria-label='{escape(name, quote=True)}'>{drawn}</div>"
            f"<details><summary>{summary}</summary><ul>{items}</ul></details></figure>"
        )
    return f"<div class='ninevears-task-maps'>{''.join(parts)}</div>" if parts else ""


def centre_of(focus: Sequence[str]) -> tuple[float, float] | None:
    """Where the first space in focus stands on the picture of the whole map; None for none.

    >>> centre_of([]) is None
    True
    """
    names = _known(focus)
    return spots()[names[0]] if names else None


@cache
def spots() -> Mapping[str, tuple[float, float]]:
    """Where each space stands on the picture of the whole map, in its units right and down.

    >>> spots()["Paris"] == centre_of(["Paris"])
    True
    """
    return {space.name: project(space.lat, space.lon) for space in game_map().spaces}


@cache
def picture_colours() -> str:
    """The colours of the pictures of a page, by day and by candlelight, as rules of style."""
    return both_themes(".ninevears-task-maps")


def picture_name(number: int, count: int) -> str:
    """What a picture of several is called; a single one is the map."""
    if count == 1:
        return say("practice.map")
    return say("practice.second-position" if number else "practice.first-position")


def picture_url(position: Position, focus: Sequence[str], width: int, style: str = "") -> str:
    """A picture of a position as an address that holds it, so that its style stays its own.

    Args:
        position: the position.
        focus: the spaces that it is drawn around; the whole map for none.
        width: of the picture, in pixels.
        style: rules of a style sheet over those of the map.
    """
    svg = _drawn(position, focus, width, "light", alone=True)
    if style:
        svg = with_own_names(svg.replace("</svg>", f"<style>{style}</style></svg>"))
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def _drawn(position: Position, focus: Sequence[str], width: int, theme: str, *, alone: bool = False) -> str:
    names = _known(focus)[:MOST_FOCUS]
    box = box_around(names) if names else ()
    return with_spaces_joined(cropped(position, standard_rule_tables(), {}, box, width, theme, alone=alone))


def words_of(position: Position, focus: Sequence[str] = ()) -> list[str]:
    """What a picture shows, in sentences: first the spaces in focus, then the whole map."""
    scene = scene_of(position)
    near = [one.says for name in _known(focus)[:MOST_FOCUS] for one in space_sentences(scene, name)]
    return list(dict.fromkeys([*near, *map(str, sentences(scene))]))


def view_of(focus: Sequence[str]) -> str:
    """The smallest named part of the map that shows the first of these spaces, and most of the others.

    >>> view_of(["Namur", "Mons"]), view_of(["Namur", "Turin"]), view_of([])
    ('low-countries', 'all', 'all')
    """
    spaces = [game_map().by_name[name] for name in _known(focus)]

    def shows(view: str) -> bool:
        (south, west), (north, east) = VIEWS[view]
        seen = [south <= one.lat <= north and west <= one.lon <= east for one in spaces]
        return seen[0] and sum(seen) >= MOST_SEEN * len(seen)

    def area(view: str) -> float:
        (south, west), (north, east) = VIEWS[view]
        return (north - south) * (east - west)

    return min(filter(shows, VIEWS), key=area, default="all") if spaces else "all"


def _known(focus: Sequence[str]) -> list[str]:
    return [name for name in focus if name in game_map().by_name]
