"""The pictures of a review as SVG: the curve of a side's chance, and the luck of both by year.

Sides are told apart by patterns too: the Bourbons have level lines, the Alliance dots. Colours are variables
of the map's themes (`atlas.picture.both_themes`), which whoever shows a picture gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from operator import attrgetter
from string import ascii_lowercase

from ..core.messages import Message, say
from ..nine_years.components.sides import SIDES, Side, enemy
from ..nine_years.rules.king_william import LAST_CELL
from ..nine_years.rules.victory import ALLIANCE_POINTS, BOURBON_POINTS
from ..typefaces import SANS, SERIF
from .judge import EVEN, weights
from .review_data import Review, Seen, Swing
from .turns import Turn

LEFT, RIGHT, TOP, FOOT = 34, 6, 8, 18
"""The margins in pixels: of the numbers, at the right, at the top, of the years."""
STEP = 0.004
"""What changes the curve by less is not drawn."""
FILL = {side: f"var(--nv-counter-{side.lower()})" for side in SIDES}
LINES = {side: f"var(--nv-counter-{side.lower()}-line)" for side in SIDES}
"""Ground and pattern of each side, as on its counters."""
MOST_NARROW = 500
"""On a picture that is no wider nobody could point at a step; where a front answers, buttons lead along."""
MARK = 9
"""The radius of the number of a turning point."""


def curve(
    found: Review,
    side: Side,
    width: int = 420,
    height: int = 190,
    year: int | None = None,
    live: bool = False,
) -> str:
    """The chance of a side at every choice, with what a judgement strays, and the turning points.

    Args:
        found: the review.
        side: whose chance; what lies below the curve is this side's.
        width: in pixels.
        height: the same.
        year: which is pointed out.
        live: whether a front answers: then a number opens its card, and one walks along the steps.

    >>> from .review_data import Review
    >>> curve(Review((), (), True), "Alliance")
    ''
    """
    if not found.turns:
        return ""
    field = _Field(found.turns, width, height)
    line = field.line(found.turns, side)
    foot = [(line[0][0], 0.0), (line[-1][0], 0.0)]
    low, high = ([(x, min(1.0, max(0.0, y + by))) for x, y in line] for by in _band())
    parts = [
        field.patterns(),
        f'<rect x="{LEFT}" y="{TOP}" width="{field.across}" height="{field.down}" '
        f'fill="url(#{field.name}-{enemy(side)})"/>',
        f'<path fill="url(#{field.name}-{side})" d="{field.area(line, foot)}"/>',
        f'<path fill="var(--nv-paper)" fill-opacity=".45" d="{field.area(high, low)}"/>',
        *field.grid(),
        *(field.band(year) if year else ()),
        *field.sides(side),
        f'<path fill="none" stroke="var(--nv-ink)" stroke-width="1.8" stroke-linejoin="round" '
        f'd="{field.way(line)}"/>',
        *(field.steps(found, side, live) if live or width > MOST_NARROW else ()),
        *(field.mark(place, swing, side, live) for place, swing in marked(found)),
    ]
    years = [
        Message("review.in-year", year=year, chance=one) for year, (one, _) in found.by_year(side).items()
    ]
    told = say("review.curve-says", side=side, years=Message.all_of(years))
    return _svg(width, height, told, parts, "group" if live else "img")


def swing_head(swing: Swing, side: Side) -> str:
    """When a turning point was, where, and what it did to the chance of a side, in a line.

    Args:
        swing: the turning point.
        side: whose chance.
    """
    before, after = (one if side == "Alliance" else 1 - one for one in (swing.before, swing.after))
    where = Message("review.at", space=swing.space) if swing.space else ""
    return say("review.swing", year=swing.year, where=where, before=before, after=after)


def marked(found: Review) -> list[tuple[str, Swing]]:
    """What the curve points out: turning points by number in the order of time, as the curve runs, and what
    came by itself by letter.

    Args:
        found: the review.
    """
    numbered = [
        (str(place), swing) for place, swing in enumerate(sorted(found.swings, key=attrgetter("number")), 1)
    ]
    return [*numbered, *zip(ascii_lowercase, found.passings, strict=False)]


def luck(found: Review, side: Side, width: int = 420, height: int = 96) -> str:
    """What the dice of each side's own actions did to its chance, year by year.

    Args:
        found: the review.
        side: who stands first.
        width: in pixels.
        height: the same.
    """
    sums = found.luck
    if not found.exact or not sums:
        return ""
    most = max(0.1, *(abs(one) for year in sums.values() for one in year.values()))
    field = _Field(found.turns, width, height)
    zero, scale = TOP + field.down / 2, field.down / 2 / most
    bar = min(14.0, field.across / field.years / 3)
    parts = [field.patterns()]
    for sign, y in ((1, TOP), (-1, TOP + field.down)):
        parts.append(_text(LEFT - 4, y + 4, in_points(sign * most), "end"))
    for year, of_year in sums.items():
        middle = field.x(year + 0.5)
        for place, one in enumerate((side, enemy(side))):
            tall = abs(of_year[one]) * scale
            top = zero - tall if of_year[one] > 0 else zero
            x = middle + (place - 1) * (bar + 1)
            parts.append(
                f'<rect x="{x:.1f}" y="{top:.1f}" width="{bar:.1f}" height="{tall:.1f}" '
                f'fill="url(#{field.name}-{one})" stroke="var(--nv-ink)" stroke-width=".6"/>'
            )
    parts.append(
        f'<path stroke="var(--nv-faded)" d="M{LEFT} {zero}H{LEFT + field.across}" stroke-dasharray="3 3"/>'
    )
    parts += field.names()
    years = [
        Message("review.luck-of-year", year=year, one=in_points(one[side]), other=in_points(one[enemy(side)]))
        for year, one in sums.items()
    ]
    told = say("review.luck-says", side=side, other=enemy(side), years=Message.all_of(years))
    return _svg(width, height, told, parts)


def tracks(seen: Seen) -> str:
    """The victory points and King William's War, where they stood before a turning point and stand after it.

    Args:
        seen: what the picture shows.
    """
    now, (points, cell) = seen.position, seen.was
    even = _on_track(EVEN, BOURBON_POINTS, ALLIANCE_POINTS)
    bands: dict[Side, tuple[float, float]] = {"Bourbon": (TRACK[0], even), "Alliance": (even, TRACK[1])}
    parts = [_text(TRACK[0], 22, say("review.track-points"), "start", bold=True)]
    for side, (x, end) in bands.items():
        parts.append(f'<rect x="{x:.1f}" y="34" width="{end - x:.1f}" height="18" fill="{FILL[side]}"/>')
    parts += [
        _text(_on_track(mark, BOURBON_POINTS, ALLIANCE_POINTS), 66, str(mark), "middle") for mark in MARKS
    ]
    parts += _moved(points, now.victory_points, (BOURBON_POINTS, ALLIANCE_POINTS), 43)
    told = say("review.tracks-say", was=points, now=now.victory_points, cell=cell, moved=now.kww_cell)
    if cell == now.kww_cell:  # a sea was won or lost: the war in the colonies has nothing to do with it
        return _svg(400, 78, told, parts)
    parts.append(_text(TRACK[0], 96, say("review.track-kww"), "start", bold=True))
    for one in range(-LAST_CELL, LAST_CELL + 1):
        x = _on_track(one, -LAST_CELL, LAST_CELL)
        fill = FILL["Alliance"] if one > 0 else FILL["Bourbon"] if one else "var(--nv-halo)"
        parts.append(f'<circle cx="{x:.1f}" cy="117" r="13" fill="{fill}" stroke="var(--nv-ink)"/>')
        parts.append(_text(x, 145, str(abs(one)), "middle"))
    parts += _moved(cell, now.kww_cell, (-LAST_CELL, LAST_CELL), 117)
    return _svg(400, 150, told, parts)


TRACK = (26, 374)
"""Where a track begins and ends in its picture."""
MARKS = (BOURBON_POINTS, 20, 25, 30, ALLIANCE_POINTS)
"""The victory points with which a result begins (NY 6.2, 6.3)."""


def _on_track(place: float, first: float, last: float) -> float:
    return TRACK[0] + (place - first) / (last - first) * (TRACK[1] - TRACK[0])


def _moved(was: int, now: int, ends: tuple[int, int], y: float) -> Iterable[str]:
    """A marker on its track, and the ghost of where it stood."""
    if was != now:
        yield (
            f'<circle cx="{_on_track(was, *ends):.1f}" cy="{y}" r="9" fill="var(--nv-halo)" '
            f'fill-opacity=".6" stroke="var(--nv-ink)" stroke-dasharray="3 2"/>'
        )
    x = _on_track(now, *ends)
    yield f'<circle cx="{x:.1f}" cy="{y}" r="9" fill="var(--nv-ink)"/>'
    yield _text(x, y + 4, str(abs(now)), "middle", bold=True, fill="var(--nv-paper)")


def _band() -> tuple[float, float]:
    return -weights().error, weights().error


def in_points(change: float) -> str:
    """A change of a chance in points of a hundred, with its sign.

    >>> in_points(0.064), in_points(-0.064), in_points(-0.001)
    ('+6', '−6', '0')
    """
    points = round(100 * change)
    return f"{points:+d}".replace("-", "−") if points else "0"


class _Field:
    """Where the years and the chances lie in a picture."""

    def __init__(self, turns: Sequence[Turn], width: int, height: int) -> None:
        self.first, self.years = turns[0].year, turns[-1].year - turns[0].year + 1
        self.across, self.down = width - LEFT - RIGHT, height - TOP - FOOT
        counts: dict[int, int] = {}
        for turn in turns:
            counts[turn.year] = counts.get(turn.year, 0) + 1
        place = 0
        self.when: list[float] = []
        for turn in turns:
            place = place + 1 if self.when and int(self.when[-1]) == turn.year else 0
            self.when.append(turn.year + place / counts[turn.year])
        self.turns = turns
        self.marks: list[tuple[float, float]] = []
        self.name = f"nvr-{width}-{height}"  # patterns of pictures on one page must not be mistaken

    def patterns(self) -> str:
        """The colours of both sides with their patterns."""
        inside = {
            "Bourbon": f'<path stroke="{LINES["Bourbon"]}" d="M0 3H6"/>',
            "Alliance": f'<circle cx="3" cy="3" r="1" fill="{LINES["Alliance"]}"/>',
        }
        drawn = (
            f'<pattern id="{self.name}-{side}" width="6" height="6" patternUnits="userSpaceOnUse">'
            f'<rect width="6" height="6" fill="{FILL[side]}"/>{inside[side]}</pattern>'
            for side in SIDES
        )
        return f"<defs>{''.join(drawn)}</defs>"

    def x(self, when: float) -> float:
        return LEFT + (when - self.first) / self.years * self.across

    def y(self, chance: float) -> float:
        return TOP + (1 - chance) * self.down

    def line(self, turns: Sequence[Turn], side: Side) -> list[tuple[float, float]]:
        """The curve: when and how likely, without what nobody would see."""
        found = [(self.when[0], turns[0].for_side(side).before)]
        for when, turn in zip(self.when, turns, strict=True):
            before, after = found[-1][1], turn.for_side(side).after
            if abs(after - before) >= STEP:
                found += [(when, before), (when, after)]
        return [*found, (turns[-1].year + 1.0, turns[-1].for_side(side).after)]

    def way(self, line: Iterable[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{self.x(when):.1f} {self.y(chance):.1f}" for when, chance in line)

    def area(self, line: Sequence[tuple[float, float]], back: Sequence[tuple[float, float]]) -> str:
        return f"{self.way(line)}L{self.way(back[::-1])[1:]}Z"

    def grid(self) -> Iterable[str]:
        for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = self.y(chance)
            dashed = "" if chance == 0.5 else ' stroke-opacity=".3"'
            yield (
                f'<path stroke="var(--nv-ink)" stroke-width=".7" stroke-dasharray="3 3"{dashed} '
                f'd="M{LEFT} {y:.1f}H{LEFT + self.across}"/>'
            )
            yield _text(LEFT - 4, y + 4, f"{chance:.0%}"[:-1], "end")
        yield from self.names()

    def band(self, year: int) -> Iterable[str]:
        """A year pointed out."""
        x = self.x(year)
        yield (
            f'<rect x="{x:.1f}" y="{TOP}" width="{self.x(year + 1) - x:.1f}" height="{self.down}" '
            'fill="none" stroke="var(--accent,var(--nv-ink))" stroke-width="2.5"/>'
        )

    def sides(self, side: Side) -> Iterable[str]:
        """Whose chance lies below the curve, and whose above it."""
        right, foot = LEFT + self.across - 8, TOP + self.down - 9
        for one, x, y, anchor in ((side, right, foot, "end"), (enemy(side), LEFT + 8, TOP + 19, "start")):
            words = say("review.of-side", side=one)
            yield (
                f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="var(--nv-ink)" '
                f'stroke="var(--nv-halo)" stroke-width="3.5" paint-order="stroke" '
                f'style="font:600 15px {SERIF}">{escape(words)}</text>'
            )

    def names(self) -> Iterable[str]:
        """The years below, as many as there is room for."""
        every = 1 if self.across / self.years > 30 else 2
        for year in range(self.first, self.first + self.years, every):
            yield _text(self.x(year + 0.5), TOP + self.down + 13, str(year), "middle")

    def steps(self, found: Review, side: Side, live: bool) -> Iterable[str]:
        """What each step of the curve was: the strip nearest to it says it."""
        first = self.turns[0].number
        at = [self.x(self.when[turn.number - first]) for turn, _ in found.steps]
        ends = [LEFT, *((one + two) / 2 for one, two in pairwise(at)), LEFT + self.across]
        for (turn, says), x, end in zip(found.steps, ends, ends[1:], strict=False):
            seen, phase = turn.for_side(side), say(f"wartable.phase-{turn.phase}")
            told = say(
                "review.step", year=turn.year, phase=phase, before=seen.before, after=seen.after, says=says
            )
            told = escape(told, quote=True)
            state = f'role="img" tabindex="{0 if x == LEFT else -1}" aria-label="{told}"/>'
            yield (
                f'<rect class="step" x="{x:.1f}" y="{TOP}" width="{end - x:.1f}" height="{self.down}" '
                f'fill-opacity="0" {state if live else f"><title>{told}</title></rect>"}'
            )

    def mark(self, place: str, swing: Swing, side: Side, live: bool = False) -> str:
        """The number of a turning point, where the curve is when it is over; off it where another stands
        already.
        """
        last = swing.end - 1 - self.turns[0].number
        x = min(self.x(self.when[last]), LEFT + self.across + RIGHT - MARK - 1)
        after = self.turns[last].for_side(side).after
        y = min(max(self.y(after), TOP + MARK), TOP + self.down - MARK)
        aside = 2 * MARK + 1.0 if y < TOP + self.down / 2 else -2 * MARK - 1.0
        while any(abs(x - one) < 2 * MARK > abs(y - other) for one, other in self.marks):
            y += aside
        self.marks.append((x, y))
        drawn = (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{MARK}" fill="var(--nv-halo)" stroke="var(--nv-ink)" '
            f'stroke-width="1.4"/>{_text(x, y + 4, place, "middle", bold=True)}'
        )
        if not live:
            return drawn
        told = escape(say("review.mark", place=place, head=swing_head(swing, side)), quote=True)
        does = f'data-does="card" data-value="{place}" data-key="card-{place}"'
        return f'<g role="button" tabindex="0" aria-label="{told}" {does}>{drawn}</g>'


def _text(
    x: float, y: float, words: str, anchor: str, bold: bool = False, fill: str = "var(--nv-ink)"
) -> str:
    weight = "700" if bold else "400"
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}" '
        f'style="font:{weight} 12px {SANS}">{escape(words)}</text>'
    )


def _svg(width: int, height: int, told: str, parts: Iterable[str], role: str = "img") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="{role}" '
        f'aria-label="{escape(told, quote=True)}" style="width:100%;height:auto;display:block">'
        f"{''.join(parts)}</svg>"
    )
