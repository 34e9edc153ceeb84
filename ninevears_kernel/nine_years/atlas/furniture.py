"""What an atlas plate carries besides the map: cartouche, scale bar, compass rose and frame of degrees."""

from __future__ import annotations

import math
from html import escape
from itertools import pairwise

from ...core.messages import say
from .sheet import EAST, NORTH, SOUTH, UNIT_ZOOM, WEST, project
from .styles import style

COMPASS = (46.9, -8.15)
"""Where the compass rose stands: latitude, longitude."""
COMPASS_RADIUS = 500
CARTOUCHE = (58.2, 1.9)
"""Where the middle of the title stands: latitude, longitude."""
CARTOUCHE_SIZE = 0.92
SCALE_LATITUDE = 50
"""Where the scale bar is true: a Mercator map stretches towards the pole."""
EQUATOR = 40_075.017
"""Round the earth, in kilometres."""
LEAGUE = 111.2 / 25
"""Kilometres to a common French league, 25 to the degree."""
BAND, NUMBERS, RIM = 44, 104, 186
"""From the edge of the map outwards: how wide the band of degrees is, where its numbers and the rim are."""

STYLE = style("furniture")

_LILY = (
    "M0-190C46-130 52-80 26-36 70-96 128-96 134-50 138-10 96 8 76-14 84-40 60-44 36-6L30 20H-30L-36-6"
    "C-60-44-84-40-76-14-96 8-138-10-134-50-128-96-70-96-26-36-52-80-46-130 0-190z"
)


def compass_at() -> tuple[float, float]:
    """Where the middle of the compass rose is, in units."""
    return project(*COMPASS)


def compass() -> str:
    """The compass rose, in units: four winds over four over eight, and a lily to the north."""
    x, y = compass_at()
    turns = [
        f"<use href='#nv-wind' transform='rotate({turn + 22.5})scale(.5 .6)'/>" for turn in range(0, 360, 45)
    ]
    turns += [f"<use href='#nv-wind' transform='rotate({turn})scale(.8)'/>" for turn in (45, 135, 225, 315)]
    turns += [f"<use href='#nv-wind' transform='rotate({turn})'/>" for turn in (0, 90, 180, 270)]
    return (
        "<defs><g id='nv-wind'><path fill='var(--nv-sea-ink)' d='M0-460L74-74 0 0z'/>"
        "<path fill='var(--nv-halo)' d='M0-460L-74-74 0 0z'/></g></defs>"
        f"<g class='compass' transform='translate({x:.0f} {y:.0f})'>"
        "<circle r='300'/><circle r='285' stroke-width='3'/><circle r='190' stroke-width='3'/>"
        f"{''.join(turns)}<circle r='40' class='light'/><circle r='14' class='dark'/>"
        f"<path class='dark' transform='translate(0 -480)' d='{_LILY}'/>"
        "</g>"
    )


def unit_kilometres(latitude: float) -> float:
    """Kilometres to a unit of the sheet at a latitude.

    >>> round(unit_kilometres(0) / unit_kilometres(60), 3)
    2.0
    """
    return EQUATOR / float(256 * 2**UNIT_ZOOM) * math.cos(math.radians(latitude))


# the rows of the scale: its steps, kilometres to a step of one, how far down it lies, its numbers, its words
_SCALES = (
    ("map.scale-kilometres", (0, 50, 100, 150, 200), 1.0, 0, -34, -118),
    ("map.scale-leagues", (0, 10, 20, 30, 40), LEAGUE, 40, 152, 240),
)


def _scale() -> str:
    """A bar of kilometres over one of leagues, around (0, 0); every other step is filled."""
    kilometre = 1 / unit_kilometres(SCALE_LATITUDE) / CARTOUCHE_SIZE
    bars, words = [], []
    for label, steps, length, top, numbers, title in _SCALES:
        marks = [round(kilometre * (step * length - 100)) for step in steps]
        ends = list(pairwise(marks))
        filled = "".join(f"M{start} {top}H{end}v36H{start}z" for start, end in ends[::2])
        empty = "".join(f"M{start} {top}H{end}v36H{start}z" for start, end in ends[1::2])
        bars.append(f"<path d='{filled}'/><path class='fine' d='{empty}{filled}'/>")
        words += [
            f"<text x='{mark}' y='{numbers}'>{step}</text>" for mark, step in zip(marks, steps, strict=True)
        ]
        described = escape(say(label, latitude=SCALE_LATITUDE))
        words.append(f"<text y='{title}' font-style='italic'>{described}</text>")
    return "".join(bars + words)


_BANDS = (
    # volutes beside the panel, above and below, and the strap between them
    "M990-240C1080-330 1230-310 1235-190 1238-105 1150-70 1110-115 1082-150 1110-195 1146-180"
    "M990 280C1080 370 1230 350 1235 230 1238 145 1150 110 1110 155 1082 190 1110 235 1146 220"
    # crest: two scrolls that spread from the shell
    "M110-385C210-560 480-580 560-450 600-375 530-318 476-350 440-375 455-425 495-420"
    "M600-372C660-440 780-450 840-372"
)
_PETAL = "M0 0C-62-84-54-196 0-236 54-196 62-84 0 0z"

# petals of the shell: turned by, scaled; and leaves about the panels: right, down, turned by, scaled
_SHELL = (
    *((-84, "scale(.7)"), (84, "scale(.7)"), (-56, ""), (56, ""), (-28, ""), (28, ""), (0, "scale(1.15)")),
)
_LEAVES = (
    *((1000, 20, 55, 0.62), (1000, 20, 125, 0.62), (1000, 20, 90, 0.8)),
    *((-1000, 20, -55, 0.62), (-1000, 20, -125, 0.62), (-1000, 20, -90, 0.8)),
    *((0, 902, 125, 0.55), (0, 902, 235, 0.55), (0, 902, 180, 0.7)),
)


def _panel(half: int, top: int, bottom: int, notch: int) -> str:
    """A box with its corners cut out round."""
    arc = f"a{notch} {notch} 0 0 0"
    return (
        f"M{notch - half} {top}H{half - notch}{arc} {notch} {notch}V{bottom - notch}{arc}-{notch} {notch}"
        f"H{notch - half}{arc}-{notch}-{notch}V{top + notch}{arc} {notch}-{notch}z"
    )


def cartouche() -> str:
    """The title in its frame of scrolls, with the scale hung below it, in units."""
    x, y = project(*CARTOUCHE)
    title, subtitle, years = (escape(say(id)) for id in ("map.title", "map.subtitle", "map.years"))
    halves = "".join(
        f"<use href='#nv-bands' class='{layer}'{mirror}/>"
        for mirror in ("", " transform='scale(-1 1)'")
        for layer in ("band", "strap")
    )
    petals = "".join(
        f"<use href='#nv-petal' transform='translate(0 -376)rotate({turn}){more}'/>" for turn, more in _SHELL
    ) + "".join(
        f"<use href='#nv-petal' transform='translate({across} {down})rotate({turn})scale({large})'/>"
        for across, down, turn, large in _LEAVES
    )
    studs = "".join(f"<circle cx='{cx}' cy='{cy}' r='30'/>" for cx in (-1000, 1000) for cy in (-360, 400))
    return (
        f"<g class='cartouche' transform='translate({x:.0f} {y:.0f})scale({CARTOUCHE_SIZE})'>"
        f"<defs><path id='nv-bands' d='{_BANDS}'/><path id='nv-petal' d='{_PETAL}'/></defs>"
        f"<path class='panel' d='{_panel(780, 360, 905, 60)}'/>"
        f"<path class='rule' d='{_panel(748, 360, 873, 60)}'/>"
        f"{halves}<g class='shell'>{petals}</g>"
        f"<path class='panel' d='{_panel(1000, -360, 400, 80)}'/>"
        f"<path class='rule' d='{_panel(964, -324, 364, 80)}M-700 176H-80M80 176H700'/>"
        f"<path class='title' d='M0 146l44 30-44 30-44-30z'/><g class='shell'>{studs}</g>"
        f"<text class='title' y='-110' font-size='236' letter-spacing='26'>{title.upper()}</text>"
        f"<text y='82' font-size='146' font-style='italic'>{subtitle}</text>"
        f"<text y='316' font-size='124' letter-spacing='14'>{years}</text>"
        f"<g transform='translate(0 608)' font-size='76'>{_scale()}</g></g>"
    )


def frame() -> str:
    """The neat line, the degrees in turn filled and empty, their numbers, and the rim, in units."""
    left, top = (round(v) for v in project(NORTH, WEST))
    right, bottom = (round(v) for v in project(SOUTH, EAST))
    degree = 256 * 2**UNIT_ZOOM / 360
    first = 2 * math.floor(WEST / 2)
    half = BAND / 2
    parallels = []
    for north in range(2 * math.floor(SOUTH / 2), math.ceil(NORTH), 2):
        high, low = (min(max(project(lat, WEST)[1], top), bottom) for lat in (north + 1, north))
        if low > high:
            parallels.append(
                f"M{left - half:.0f} {low:.0f}V{high:.0f}M{right + half:.0f} {low:.0f}V{high:.0f}"
            )
    rims = "".join(
        f"<path stroke-width='{stroke}' d='M{left - out} {top - out}"
        f"H{right + out}V{bottom + out}H{left - out}z'/>"
        for out, stroke in ((0, 7), (BAND, 7), (RIM, 22), (RIM - 22, 5))
    )
    across = "".join(
        f"<text x='{project(SOUTH, lon)[0]:.0f}' y='{top - NUMBERS + 25}'>{escape(_longitude(lon))}</text>"
        for lon in range(math.ceil(WEST), math.floor(EAST) + 1, 2)
    )
    down = "".join(
        f"<text x='{left - NUMBERS}' y='{project(lat, WEST)[1] + 25:.0f}'>{lat}°</text>"
        for lat in range(math.ceil(SOUTH), math.floor(NORTH) + 1, 2)
    )
    style = "fill='var(--nv-ink)' stroke='none' font-size='72'"
    return (
        f"<g class='frame'>{rims}"
        f"<path stroke-width='{BAND - 14}' stroke-dasharray='{degree:.2f}' "
        f"stroke-dashoffset='{(WEST - first) * degree:.1f}' "
        f"d='M{left} {top - half:.0f}H{right}M{left} {bottom + half:.0f}H{right}'/>"
        f"<path stroke-width='{BAND - 14}' d='{''.join(parallels)}'/>"
        f"<g id='nv-across' {style}>{across}</g><use href='#nv-across' y='{bottom - top + 2 * NUMBERS:.0f}'/>"
        f"<g id='nv-down' {style}>{down}</g><use href='#nv-down' x='{right - left + 2 * NUMBERS:.0f}'/></g>"
    )


def _longitude(lon: int) -> str:
    if lon == 0:
        return "0°"
    return say("map.degrees-west" if lon < 0 else "map.degrees-east", degrees=abs(lon))
