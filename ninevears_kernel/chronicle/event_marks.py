"""The marks of the chronicle on the sheet of the map: events as badges, campaigns as lines.

Nothing here needs a rule of style of its own: the marks bring their colours along, so that the map of the
game is sent nothing for them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import pairwise

from ..core.messages import say
from ..nine_years.atlas import names, overlay_ways as ways, overlays, symbols
from ..nine_years.atlas.overlay_places import on_spot
from ..nine_years.atlas.placement import EVERY_LEVEL, Box, Room, at_level, centred, inside_frame
from ..nine_years.atlas.sheet import Mark, project, unit
from ..nine_years.components.sides import Side
from ..typefaces import SERIF
from .happenings import KINDS, OF_ARMS, ROLES, Choice, Happening, happenings, nearest_space, side_of
from .sentences import describe_line

SCALES = (0.8, 0.84, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4)
"""For each level of detail how large a badge is drawn."""
WIDTH = 30.0
"""Of a badge, in pixels at scale 1."""
DIRECTIONS, OUT = 12, (0.0, 0.5, 0.8, 1.15, 1.6, 2.2, 3.0, 4.0)
"""How many ways, and how many widths, a badge may be from its place."""
SYMBOLS, NAMES, OTHERS, FURTHER, OUTSIDE = 2.2, 1.0, 20.0, 420.0, 1e6
"""What it costs to cover a square pixel of something, to stand a width away, and to leave the sheet."""

_INK = "fill:none;stroke:var(--nv-ink);stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round"
_FULL = "fill:var(--nv-ink);stroke:none"
_STROKES: Mapping[str, str] = {
    "battle": "M-7 6Q2 3 6-7M7 6Q-2 3-6-7M-7.5 2L-3.5 6.5M7.5 2L3.5 6.5",
    "siege": "M-7.5 7V-6H-4.5V-3H-1.5V-6H1.5V-3H4.5V-6H7.5V7zM-2 7V3A2 2 0 0 1 2 3V7",
    "naval": "M-8 3H8L5.5 7.5H-5.5zM0 3V-8.5M1-7.5Q7-4.5 6.5 .5H1zM-1-5Q-6-3-6 .5H-1z",
    "campaign": "M-5 8.5V-8M-5-7.5L7-4-5-.5M-8 8.5H-2",
    "raid": "M0 8C-6 8-7 2-3.5-1.5-3.5 1-2 1.5-1.5 0-2.5-4 0-7 2.5-8.5 2-5 7-2 6 3.5 5.4 6.5 3 8 0 8z",
    "treaty": "M-6-8H4.5V8H-6zM-3.5-4.5H2M-3.5-1.5H2M-3.5 1.5H0M5.5 7A2.6 2.6 0 1 1 5.4 7",
    "politics": "M-7.5 6.5V-5L-3.8-.5 0-7 3.8-.5 7.5-5V6.5zM-7.5 3.5H7.5",
    "finance": "M-7-3.5A7 3 0 1 1 7-3.5 7 3 0 1 1-7-3.5M-7-3.5V4A7 3 0 0 0 7 4V-3.5M-7 .2A7 3 0 0 0 7 .2",
}
"""What stands for each kind: sabres, a wall, a ship, a flag, a flame, a sealed paper, a crown, coins."""


def sign(kind: str) -> str:
    """The sign of a kind of event, as markup in pixels round its middle."""
    return f'<path style="{_INK}" d="{_STROKES[kind]}"/>'


def badge(kind: str, side: Side | None, disputed: bool = False, number: int | None = None) -> str:
    """An event as a badge: a disc with the sign of its kind; its rim says who attacked.

    Args:
        kind: of the event.
        side: thick for the Bourbons, double for the Alliance, thin where nobody attacked.
        disputed: whether the books differ: then the rim is broken.
        number: of the event in its list.

    >>> "var(--nv-bourbon)" in badge("siege", "Bourbon")
    True
    """
    colour = {"Bourbon": "bourbon", "Alliance": "alliance"}.get(side or "", "ink")
    wide = 3 if side else 1.2
    broken = ";stroke-dasharray:5 2.6" if disputed else ""
    disc = (
        f'<circle r="13.5" style="fill:var(--nv-halo);stroke:var(--nv-halo);stroke-width:4"/>'
        f'<circle r="13" style="fill:var(--nv-halo);stroke:var(--nv-{colour});stroke-width:{wide}{broken}"/>'
    )
    if side == "Alliance":
        disc += '<circle r="13" style="fill:none;stroke:var(--nv-halo);stroke-width:1"/>'
    tag = ""
    if number is not None:
        tag = (
            '<circle cx="11" cy="-10" r="7" '
            'style="fill:var(--nv-ink);stroke:var(--nv-halo);stroke-width:1.2"/>'
            f'<text x="11" y="-6.2" style="font:bold 10.5px {SERIF};fill:var(--nv-paper);text-anchor:middle">'
            f"{number}</text>"
        )
    return f"{disc}<g transform='scale(.95)'>{sign(kind)}</g>{tag}"


def picture(kind: str = "", side: Side | None = None, disputed: bool = False) -> str:
    """A badge as a small picture of its own, for a key."""
    drawn = badge(kind or "campaign", side, disputed)
    if not kind:  # the rim alone
        drawn = drawn.partition("<g")[0]
    return (
        "<svg class='sign' width='26' height='26' viewBox='-17 -17 34 34' aria-hidden='true' "
        f"focusable='false'>{drawn}</svg>"
    )


def key() -> list[tuple[str, str]]:
    """What the badges mean: each as a picture, and in words.

    >>> [words for _, words in key()][:2]
    ['battle', 'siege']
    """
    return [
        *((picture(kind), say(f"frame.kind-{kind}")) for kind in KINDS),
        (picture("", "Bourbon"), say("chronicle-map.key-Bourbon")),
        (picture("", "Alliance"), say("chronicle-map.key-Alliance")),
        (picture(""), say("chronicle-map.key-nobody")),
        (picture("", None, disputed=True), say("chronicle-map.key-disputed")),
    ]


# ---- where badges stand


@lru_cache(maxsize=8)
def _printed(level: int, what: str) -> Room:
    return Room(box for _, box in (symbols.boxes(level) if what == "symbols" else names.boxes(level)))


@lru_cache(maxsize=1 << 12)
def _stands(level: int, latitude: float, longitude: float) -> tuple[tuple[float, Box], ...]:
    """Where a badge may stand at a level, and what of the printed map each place costs; the least first."""
    x, y = (value / unit(level) for value in project(latitude, longitude))
    width = WIDTH * SCALES[level]
    found = []
    for out in OUT:
        for number in range(DIRECTIONS if out else 1):
            turn = math.tau * number / DIRECTIONS
            box = centred(x + math.sin(turn) * out * width, y - math.cos(turn) * out * width, width, width)
            cost = SYMBOLS * _printed(level, "symbols").covered(box)
            cost += NAMES * _printed(level, "names").covered(box) + FURTHER * out
            found.append((cost if inside_frame(box, level) else cost + OUTSIDE, box))
    return tuple(sorted(found))


def events(shown: Iterable[Happening]) -> dict[str, Mark]:
    """Events as badges with their numbers, each at its place or, where that is taken, beside it.

    Args:
        shown: those on the map, in the order of their numbers.

    >>> from .happenings import happening
    >>> marks = events([happening("fleurus-1690")])
    >>> marks["event/fleurus-1690"].pane
    'stacks'
    """
    shown = list(shown)
    spots: dict[str, list[tuple[float, float, float] | None]] = {one.id: [] for one in shown}
    found: dict[str, Mark] = {}
    for level in EVERY_LEVEL:
        taken = Room()
        for one in shown:
            stands = taken.best(_stands(level, one.latitude, one.longitude), OTHERS)
            x, y = (stands[0] + stands[2]) / 2, (stands[1] + stands[3]) / 2
            spots[one.id].append(at_level(level, x, y, SCALES[level]))
            found |= _lead(one, level, x, y)
    for number, one in enumerate(shown, 1):
        drawn = badge(one.kind, one.side, one.row["certainty"] == "disputed", number)
        key = escape(f"{nearest_space(one)}/event/{one.id}", quote=True)
        svg = f'<g data-stack="{key}"><title>{escape(describe_line(one))}</title>{drawn}</g>'
        found[f"event/{one.id}"] = Mark("stacks", svg, tuple(spots[one.id]))
    return found


def _lead(one: Happening, level: int, x: float, y: float) -> dict[str, Mark]:
    """A hair line from a badge that had to stand further off to its place, with a dot there."""
    there = [value / unit(level) for value in project(one.latitude, one.longitude)]
    right, down = there[0] - x, there[1] - y
    if math.hypot(right, down) < WIDTH * SCALES[level] * 0.6:
        return {}
    at = tuple(at_level(level, x, y, 1) if n == level else None for n in EVERY_LEVEL)
    svg = (
        f'<path style="fill:none;stroke:var(--nv-halo);stroke-width:3.4" d="M0 0L{right:.0f} {down:.0f}"/>'
        f'<path class="lead" d="M0 0L{right:.0f} {down:.0f}"/>'
        f'<circle cx="{right:.0f}" cy="{down:.0f}" r="2.6" style="{_FULL}"/>'
    )
    return {f"event/{one.id}/lead/{level}": Mark("symbols", svg, at)}


def ring(marks: Mapping[str, Mark], id: str | None) -> dict[str, Mark]:
    """A ring round the badge of the event that is chosen; none when the map does not show it."""
    mark = marks.get(f"event/{id}")
    if mark is None:
        return {}
    svg = '<circle class="ring-under" r="18"/><circle class="ring" r="18"/>'
    return {"event/chosen": Mark("symbols", svg, mark.at)}


# ---- campaigns


@dataclass(frozen=True, slots=True)
class Campaign:
    """Where a commander was in a year, event by event.

    Attributes:
        person: their id.
        year: of the campaign.
        side: on which they were; None where that is not known.
        stops: their events of arms on the map, in the order of their days.
        done: how many of them had begun.
    """

    person: str
    year: int
    side: Side | None
    stops: tuple[Happening, ...]
    done: int


def campaigns(month: str, choice: Choice, shown: Sequence[Happening], whole: bool) -> tuple[Campaign, ...]:
    """The campaigns of a year: of the commander who is chosen, else of those who act in the events shown.

    Args:
        month: up to which it is shown.
        choice: whose events: its commander, and its theatres and kinds.
        shown: the events of the month.
        whole: also what comes later in the year; else only what has begun.

    >>> [one.person for one in campaigns("1691-07", Choice(commander="luxembourg"), (), whole=True)]
    ['luxembourg']
    """
    year = int(month[:4])
    of_year = [
        one
        for one in happenings(Choice(choice.theatres, choice.kinds or OF_ARMS, choice.commander))
        if one.begin.year == year and one.is_on_the_map and one.kind in OF_ARMS
    ]
    people = [choice.commander] if choice.commander else _first(shown)
    found = []
    for person in people:
        stops = [one for one in of_year if person in one.people and (whole or one.month <= month)]
        if len(stops) > 1:
            done = sum(one.month <= month for one in stops)
            found.append(Campaign(person, year, side_of(person, stops[0]), tuple(stops), done))
    return tuple(found)


def _first(shown: Iterable[Happening]) -> list[str]:
    """The first commander of each side in events of arms, each once."""
    of_arms = [one for one in shown if one.kind in OF_ARMS and one.is_on_the_map]
    return list(
        dict.fromkeys(person for one in of_arms for role in ROLES for person in one.commanders(role)[:1])
    )


def paths(shown: Iterable[Campaign]) -> dict[str, Mark]:
    """Campaigns as lines with arrow heads, whole as far as they have come, broken further on.

    >>> [found] = campaigns("1690-12", Choice(commander="william-iii"), (), whole=True)
    >>> "path/william-iii/0" in paths([found])
    True
    """
    found: dict[str, Mark] = {}
    for campaign in shown:
        number = 0
        for place, (a, b) in enumerate(pairwise(campaign.stops), 1):
            bends = _leg(a, b, campaign.side)
            if not bends:
                continue
            how = "by-march" if place < campaign.done else "by-retreat"
            data = ways.drawn(bends)
            core = f'<path class="core" d="{data}"/>' if place < campaign.done else ""
            core = core.replace("<path", '<path style="fill:none"', 1)
            key = f"path/{campaign.person}/{number}"
            look = f"route swept {campaign.side or 'nobody'} {how}"
            svg = f'<path class="under" d="{data}"/><path class="way" d="{data}"/>{core}'
            found[key] = Mark("path", f'<g class="{look}">{svg}</g>')
            if head := overlays.head_on(bends):
                turned = head.svg.replace('"arrowhead"', f'"arrowhead {campaign.side or ""}"')
                found[f"{key}/head"] = Mark("path", turned, head.at)
            number += 1
        if number:
            start = campaign.stops[0]
            ring_at = '<circle r="5" style="fill:var(--nv-halo);stroke:var(--nv-ink);stroke-width:2"/>'
            found[f"path/{campaign.person}/start"] = on_spot(*_spot(start), ring_at, "path")
    return found


def _spot(one: Happening) -> tuple[float, float]:
    return project(one.latitude, one.longitude)


def _leg(a: Happening, b: Happening, side: Side | None) -> list[ways.Bend]:
    """The way from one event to the next: through the sea when both were at sea; none on the spot. The two
    sides bend to different hands, so that whoever meets the enemy twice does not lie under him.
    """
    start, end = _spot(a), _spot(b)
    if math.dist(start, end) < unit(EVERY_LEVEL[-1]) * 6:
        return []
    zones = tuple(filter(None, (a.row["zone"], b.row["zone"])))
    if len(zones) == 2 and "naval" in (a.kind, b.kind) and math.dist(start, end) > 60:
        return ways.by_sea((a.latitude, a.longitude), tuple(dict.fromkeys(zones)), (b.latitude, b.longitude))
    return [ways.bow(end, start)[::-1] if side == "Alliance" else ways.bow(start, end)]
