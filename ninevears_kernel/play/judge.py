"""The judge of positions: how likely each side is to win if two careful players went on.

It counts what a player counts, each thing in victory points: the marker, what the rules already make due, and
what lies on the table, which matters the more years are left. It sees only what both players see (NY 4.4), so
that every seat gets the same answer. Its weights were fitted to wars between two computer players
(``benchmarks/judge.py``) and stand in ``data/judge.json`` with what they were fitted to and how well they do.

>>> from ..nine_years.components.scenario import scenario_1688
>>> board = Board(scenario_1688())
>>> 0.3 < chance(board) < 0.7
True
>>> round(chance(board) + chance(board, "Bourbon"), 9)
1.0
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from math import exp, log, sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..nine_years.components.map_graph import bits
from ..nine_years.components.map_masks import FORTIFIED, NUMBER, SPACES
from ..nine_years.components.piece_numbers import SIDE_OF_CORPS
from ..nine_years.components.position import Fleet, Phase, Siege
from ..nine_years.components.sides import SIDES, Side, enemy
from ..nine_years.engine.board import Board
from ..nine_years.rules.fleets import BASES, fleet_row, owner_of
from ..nine_years.rules.reinforcement.resource_points import resource_points
from ..nine_years.rules.supply import Asked, has_line
from ..nine_years.rules.victory import ALLIANCE_POINTS, BOURBON_POINTS
from ..nine_years.rules.winter.peace import LAST_YEAR
from ..nine_years.rules.winter.phase import LONDON_POINTS, atlantic_in_winter
from . import odds
from .evaluation import HEARTS, Evaluation

SIGN: Final[Mapping[Side | None, int]] = {"Alliance": 1, "Bourbon": -1, None: 0}
"""What is good for the Alliance counts up."""
LOST_WITH_IT: Final[Mapping[Side, str]] = {"Bourbon": "NY 6.2.A.1", "Alliance": "NY 6.2.B.1"}
"""By which clause a side loses the war with a place that may not fall."""
EVEN = 24.5
"""Between the last point of the marker with which the Bourbons win and the first with which the Alliance does
(NY 6.3).
"""
EARLY: Final[tuple[Phase, ...]] = ("event", "reinforcement")
"""The phases before the end of which a fleet may be raised (NY 12.3.6.a)."""
FULL_FLEET, RAISED = 2, 0.55
"""The strength of a fleet that is paid in full, and how often one that may yet be raised this year is."""
KEPT, A_YEAR, IN_WINTER = 0.85, 0.3, 0.99
"""How likely what would win the war in winter is kept till then: at the end of the year, how much less a
whole year before (in 52 wars in which Paris was besieged .78, and early in a year .59), and in winter.
"""
CARDS_OF_YEAR = 10
"""About how many action cards both play in a year."""
ROLLS_AHEAD = 3
"""So many siege rolls a siege is given before the cards of a year are dealt, and at most."""


class Counted(NamedTuple):
    """A thing that counts.

    Attributes:
        feature: its kind, which has a weight.
        value: how much of it there is, what is good for the Alliance up.
        clause_id: the paragraph that makes it count.
        says: what it is, in words.
    """

    feature: str
    value: float
    clause_id: str
    says: Message


class Sight(NamedTuple):
    """What a position holds, as the judge counts it.

    Attributes:
        marker: the victory points.
        due: what the rules bring this winter, as things stand, the more the nearer it is.
        years_left: to the last winter, the present year by the cards that are left.
        counted: what lies on the table.
        fleets: the points that fleets may be hoped to win this year.
        ends: how likely the war ends this winter by what is held or besieged now, if the Alliance wins by it;
            less than nothing if the Bourbons do (NY 6.2).
    """

    marker: int
    due: float
    years_left: float
    counted: tuple[Counted, ...]
    fleets: float = 0.0
    ends: float = 0.0


class Weights(msgspec.Struct, frozen=True):
    """What the judge was fitted to.

    Attributes:
        date, wars, seeds: when, to how many wars, from which seeds.
        point, late: what a victory point weighs, and how much more the nearer the end is.
        drift: what the Alliance may hope for without anything, at even chances.
        by_year: how that changes with the years left.
        first_year: the same, in the first year.
        first_spring: the same, before its campaign.
        features: what each kind of thing is worth, in the scale of `drift`.
        error: about how far a single position is judged wrongly.
        score: how well it does on wars that it was not fitted to, by the years in question.
    """

    date: str
    wars: int
    seeds: str
    point: float
    late: float
    drift: float
    by_year: float
    first_year: float
    first_spring: float
    features: dict[str, float]
    error: float
    score: dict[str, dict[str, Any]]


@cache
def weights() -> Weights:
    """The weights in use."""
    text = (Path(__file__).parent / "data" / "judge.json").read_bytes()
    return msgspec.json.decode(text, type=Weights)


# ---- what is counted


def sight(board: Board, left: float | None = None) -> Sight:
    """What a position holds, as the judge counts it: public things alone.

    Args:
        board: the whole board, or what a side may see of it.
        left: how much of the year is taken to be to come; by default what its cards leave (`of_year_left`).
    """
    left = of_year_left(board) if left is None else left
    years = LAST_YEAR - board.year + left
    lost = board.controller("London") == "Bourbon"  # NY 8.5.c.2
    if board.phase == "winter":
        lost = lost and ("winter-london",) in board.agenda  # not scored yet
    due = -LONDON_POINTS * (1 - left) * (1 - _revolution_comes(board)) if lost else 0.0
    counted = tuple(one for one in _counted(board, years) if one.value)
    kept = IN_WINTER if board.phase == "winter" else KEPT - A_YEAR * left
    ends = max((_wins_now(board, side) * SIGN[side] * kept for side in SIDES), key=abs)
    fleets = sum(_zone(board, zone).points for zone in BASES)
    return Sight(board.victory_points, due, years, counted, fleets, ends)


def of_year_left(board: Board) -> float:
    """How much of the year is to come, by the cards that are left: 1 until they are dealt, 0 in winter."""
    if board.phase != "campaign":
        return float(board.phase != "winter" or ("year",) in board.agenda)
    cards = len(board.bourbon_hand.actions) + len(board.alliance_hand.actions)
    return min(1.0, (cards + (board.active is not None) / 2) / CARDS_OF_YEAR)


class Deployed(NamedTuple):
    """What comes of a sea zone this year, as its fleets stand: so that to pay for one as in every year, and
    to send it out, gains nothing, but to win does.

    Attributes:
        controls: for each side how likely it holds the zone in the end.
        points: the victory points that its fleets may be hoped to win (NY 13.5.6.b).
    """

    controls: Mapping[Side, float]
    points: float


class Ready(NamedTuple):
    """A fleet that may be sent out this year: whose, how strong, and how likely it is there to be sent."""

    side: Side
    strength: int
    likely: float = 1.0


@lru_cache(maxsize=1 << 10)
def deployed(holder: Side | None, base: Side | None, ready: frozenset[Ready]) -> Deployed:
    """What comes of a sea zone if all that can still be sent out is: which goes first nobody knows, since
    both are free to wait, and who takes the zone may lose it to the other (NY 12.3.6.e).

    Args:
        holder: who holds it.
        base: who has the space that counts against the enemy's fleet.
        ready: the fleets.

    >>> deployed("Bourbon", None, frozenset({Ready("Alliance", 1)})).points
    0.5
    >>> round(deployed(None, None, frozenset({Ready("Alliance", 2), Ready("Bourbon", 2)})).points, 9)
    0.0
    """
    ways = [_sent_out(holder, base, first, ready - {first}) for first in ready if first.side != holder]
    if not ways:
        return Deployed({side: float(side == holder) for side in SIDES}, 0.0)
    controls = {side: sum(way.controls[side] for way in ways) / len(ways) for side in SIDES}
    return Deployed(controls, sum(way.points for way in ways) / len(ways))


def _sent_out(holder: Side | None, base: Side | None, first: Ready, rest: frozenset[Ready]) -> Deployed:
    """The same when a fleet goes first."""
    against = (holder is not None) + (base == enemy(first.side))  # NY 13.5.6.a
    wins = first.likely * odds.fleet(first.strength, against)
    won, lost = deployed(first.side, base, rest), deployed(holder, base, rest)
    return Deployed(
        {side: wins * won.controls[side] + (1 - wins) * lost.controls[side] for side in SIDES},
        wins * (SIGN[first.side] + won.points) + (1 - wins) * lost.points,
    )


def _zone(board: Board, zone: str) -> Deployed:
    here = [_ready(board, one) for one in board.fleets if fleet_row(one.name)["zone"] == zone]
    ready = frozenset(one for one in here if one is not None)
    return deployed(board.sea(zone), board.controller(BASES[zone]), ready)


def _ready(board: Board, fleet: Fleet) -> Ready | None:
    """A fleet as it may yet be sent out this year; None where it lies in its box, is gone or is too late."""
    side = owner_of(fleet.name)
    if fleet.place == "port":  # until winter takes it away (NY 12.3.6.c)
        return Ready(side, fleet.strength)
    return Ready(side, FULL_FLEET, RAISED) if fleet.place == "pool" and board.phase in EARLY else None


def _revolution_comes(board: Board) -> float:
    """How likely Britain joins the Alliance this winter as things stand (NY 8.5.d)."""
    if board.controller("London") != "Bourbon" or board.revolution:
        return 0.0
    if atlantic_in_winter(board) != board.sea("Atlantic"):  # Beachy Head
        return 0.0
    return _zone(board, "Atlantic").controls["Alliance"]


def _wins_now(board: Board, side: Side) -> float:
    """How likely a side comes this year to hold what wins the war in winter: a capital that is joined to its
    own land, or all points (NY 6.2).
    """
    points = board.victory_points
    if points >= ALLIANCE_POINTS if side == "Alliance" else points <= BOURBON_POINTS:
        return 1.0
    likely = 0.0
    for capital in HEARTS[enemy(side)]:
        name = SPACES[capital].name
        siege = board.siege_of(capital)
        if board.controller(name) == side and has_line(board, Asked(name, side, "victory"), _CONTEXT):
            likely = 1.0
        elif siege is not None and siege.by == side:
            likely = max(likely, _falls(board, siege))
    return likely


def _counted(board: Board, years: float) -> Iterator[Counted]:
    yield from _britain(board, years)
    yield from _sieges(board)
    for side in SIDES:
        yield from _of_side(board, side)
    yield from _seas(board)
    savoy = board.controller("Turin")
    yield Counted("savoy", SIGN[savoy], "NY 7.2.1.b", Message("judge.savoy", side=savoy))
    yield Counted("savoy-left", -float(board.savoy_left), "NY 7.2.1.c", Message("judge.savoy-left"))


def _britain(board: Board, years: float) -> Iterator[Counted]:
    london, dublin = board.controller("London"), board.controller("Dublin")
    yield Counted("london", SIGN[london], "NY 8.5.c.2", Message("judge.held", space="London", side=london))
    if london == "Bourbon":
        says = Message("judge.london-winters", count=LONDON_POINTS)
        yield Counted("london-winters", -years, "NY 8.5.c.2", says)
    yield Counted("dublin", SIGN[dublin], "NY 12.3.1.c", Message("judge.held", space="Dublin", side=dublin))
    comes = _revolution_comes(board)
    yield Counted("revolution-due", comes, "NY 8.5.d", Message("judge.revolution-due"))
    yield Counted("revolution", float(board.revolution), "NY 20.2.5.2", Message("judge.revolution"))


def _sieges(board: Board) -> Iterator[Counted]:
    """How likely each siege takes its fortress this year, as far as both see it: those inside are taken for
    full corps.
    """
    for siege in board.sieges:
        likely = _falls(board, siege)
        says = Message("judge.siege", space=siege.space, side=siege.by)
        yield Counted(f"siege-{siege.by}", SIGN[siege.by] * likely, "NY 17.5.2", says)


def _falls(board: Board, siege: Siege) -> float:
    tables, space = board.rule_tables.numbers, NUMBER[siege.space]
    inside, strength = len(board.garrisons.get(space, ())), board.strength(space)
    needed, corps = strength + inside * tables.garrison.full, len(board.stacks[siege.by][space])
    if corps < needed or board.phase == "winter":  # NY 17.5.1
        return 0.0
    rolls = ROLLS_AHEAD
    if board.phase == "campaign":
        rolls = min(rolls, len(board.hand(siege.by).actions) + (board.active == siege.by))
    more = tables.siege.twice * (corps >= 2 * needed)
    return odds.siege(tables.siege, strength + inside, more, siege.continuing, rolls)


def _of_side(board: Board, side: Side) -> Iterator[Counted]:
    """What a side has at home and in the field, and what the enemy near it could take."""
    sign, look = SIGN[side], Evaluation(board, side, _CONTEXT)
    points = resource_points(board, side, _CONTEXT).answer or {}
    says = Message("judge.resources", side=side, count=points["points"])
    yield Counted(f"resources-{side}", sign * points["points"], "NY 12.3.1.a", says)
    corps = sum(len(board.stacks[side][space]) for space in bits(board.held[side])) + sum(
        SIDE_OF_CORPS[one] == side for inside in board.garrisons.values() for one in inside
    )
    yield Counted(f"corps-{side}", sign * corps, "NY 12.3.4", Message("judge.corps", side=side, count=corps))
    stacks = board.stacks[side]
    for space in bits(look.own & FORTIFIED & ~look.besieged & ~board.held[enemy(side)]):
        if lost := look.exposed(space, len(stacks[space])):
            kind = "heart" if space in HEARTS[side] else "danger"
            says = Message(f"judge.{kind}", space=SPACES[space].name, side=side)
            clause = LOST_WITH_IT[side] if kind == "heart" else "NY 17.5.1"
            yield Counted(f"{kind}-{side}", -sign * lost, clause, says)


def _seas(board: Board) -> Iterator[Counted]:
    for zone in BASES:
        controls = _zone(board, zone).controls
        side = max(SIDES, key=lambda one: controls[one])
        says = Message("judge.sea", zone=zone, side=side)
        yield Counted(f"sea-{zone}", controls["Alliance"] - controls["Bourbon"], "NY 10.1.a", says)
    for fleet in board.fleets:
        if fleet.place == "gone":
            says = Message("judge.fleet-gone", fleet=fleet.name)
            yield Counted(f"gone-{fleet.name}", -SIGN[owner_of(fleet.name)], "NY 12.3.6.d", says)


_CONTEXT = RulingContext(recorded=False)


# ---- what it is worth


def chance(board: Board, side: Side = "Alliance", left: float | None = None) -> float:
    """How likely a side wins, if two careful players went on; 1 or 0 when the war is over.

    Args:
        board: the whole board, or what a side may see of it.
        side: the side.
        left: how much of the year is taken to be to come, as in `sight`.
    """
    if board.result is not None:
        return float(board.result.winner == side)
    likely = chance_of(sight(board, left))
    return likely if side == "Alliance" else 1 - likely


def chance_of(seen: Sight) -> float:
    """How likely the Alliance wins a war that goes on."""
    if not seen.ends:
        return 1 / (1 + exp(-_weighed(seen) / _spread(seen.years_left)))
    likely = chance_of(seen._replace(ends=0.0))
    return likely + (1 - likely) * seen.ends if seen.ends > 0 else likely * (1 + seen.ends)


def _weighed(seen: Sight) -> float:
    points = seen.marker + seen.due + seen.fleets - EVEN
    return points * _point(seen.years_left) + _ahead(seen) * _ripe(seen.years_left)


def _ahead(seen: Sight) -> float:
    fitted = weights()
    of_first = seen.years_left - (LAST_YEAR - 1688)
    start = fitted.first_year * (of_first > 0) + fitted.first_spring * (of_first >= 1)
    found = fitted.drift + fitted.by_year * seen.years_left + start
    return found + sum(fitted.features.get(one.feature, 0.0) * one.value for one in seen.counted)


def _point(years: float) -> float:
    """What a victory point weighs: more at the end than its spread alone would make it."""
    return weights().point + weights().late / _spread(years)


def _ripe(years: float) -> float:
    """How much what lies on the table counts beside the marker: nothing when no year is left."""
    return years / (years + 4)


def _spread(years: float) -> float:
    """How far the marker may yet go, as a square root of the years left."""
    return sqrt(0.3 + years)


class Part(NamedTuple):
    """What a thing adds to a side's hope.

    Attributes:
        points: in victory points of now, what is good for the Alliance up.
        clause_id: the paragraph.
        says: what it is, in words.
    """

    points: float
    clause_id: str
    says: Message


def parts(seen: Sight) -> list[Part]:
    """Of what the judgement of a position is made, the weightiest first; they add up to `balance`.

    >>> from ..nine_years.components.scenario import scenario_1688
    >>> seen = sight(Board(scenario_1688()))
    >>> abs(sum(one.points for one in parts(seen)) - balance(seen)) < 1e-9
    True
    """
    fitted, ripe = weights(), _ripe(seen.years_left) / _point(seen.years_left)
    bare = _ahead(seen._replace(counted=())) * ripe
    found = [Part(seen.marker - EVEN, "NY 6.3", Message("judge.marker", count=seen.marker))]
    found.append(Part(seen.due, "NY 8.5.c.2", Message("judge.due", count=LONDON_POINTS)))
    found.append(Part(seen.fleets, "NY 13.5.6.b", Message("judge.fleets")))
    found.append(Part(bare, "NY 20.2", Message("judge.by-nature")))
    side, paragraph = ("Alliance", "NY 6.2.A.1") if seen.ends > 0 else ("Bourbon", "NY 6.2.B.1")
    found.append(Part(_by_its_end(seen), paragraph, Message("judge.ends", side=side)))
    found += [
        Part(fitted.features.get(one.feature, 0.0) * one.value * ripe, one.clause_id, one.says)
        for one in seen.counted
    ]
    together: dict[tuple[str, Message], float] = {}
    for part in found:
        key = part.clause_id, part.says
        together[key] = together.get(key, 0.0) + part.points
    told = [Part(points, *key) for key, points in together.items() if points]
    return sorted(told, key=lambda part: -abs(part.points))


def changes(before: Sight, after: Sight) -> list[Part]:
    """What made the difference between two positions, the weightiest first, in victory points of the later.

    What is due is taken for the marker, which it moves; that the same lead is worth more, the less time is
    left, is a part of its own.

    >>> from ..nine_years.components.scenario import scenario_1688
    >>> seen = sight(Board(scenario_1688()))
    >>> later = seen._replace(marker=seen.marker + 2)
    >>> [(part.clause_id, part.points) for part in changes(seen, later)]
    [('NY 6.3', 2.0)]
    """
    found: dict[tuple[str, ...], Part] = {}
    stood: dict[tuple[str, ...], Part] = {}
    for sign, seen in ((-1, before), (1, after)):
        for part in parts(seen):
            says, given = part.says, part.says.values
            named = (str(given[name]) for name in sorted(given) if name != "count")
            key: tuple[str, ...] = (says.id, *named)
            if says.id in MARKER:
                moved = before.marker != after.marker
                key, says = MARKER, Message("judge.points-moved" if moved else "judge.due-moved")
            if kept := found.get(key):
                says = says if key == MARKER else _weighs(stood[key], part)
                found[key] = Part(kept.points + sign * part.points, part.clause_id, says)
            else:
                stood[key] = part
                says = says if key == MARKER else Message(CAME[sign], says=says)
                found[key] = Part(sign * part.points, part.clause_id, says)
    grown = _point(after.years_left) / _spread(after.years_left)
    grown -= _point(before.years_left) / _spread(before.years_left)
    lead = balance(before) * grown * _spread(after.years_left) / _point(after.years_left)
    found["time",] = Part(lead, "NY 6.3", Message("judge.less-time"))
    told = [part for part in found.values() if abs(part.points) > LEAST_PART]
    return sorted(told, key=lambda part: -abs(part.points))


def _weighs(before: Part, after: Part) -> Message:
    """What stands there as before, and in what it differs: else nobody knows whether it came."""
    was, says = before.says.values.get("count"), after.says
    if says.id == "judge.by-nature":
        return says
    if was != says.values.get("count"):
        return Message("judge.before", says=says, was=was)
    return Message("judge.more" if abs(after.points) > abs(before.points) else "judge.less", says=says)


MARKER, LEAST_PART = ("judge.marker", "judge.due"), 0.05
CAME = {-1: "judge.no-longer", 1: "judge.now"}


def balance(seen: Sight) -> float:
    """By how many victory points of now the Alliance is ahead, with all that counts."""
    return _weighed(seen) / _point(seen.years_left) + _by_its_end(seen)


def _by_its_end(seen: Sight) -> float:
    """What it adds, in victory points of now, that the war may end this winter."""
    if not seen.ends:
        return 0.0
    likely, years = chance_of(seen), seen.years_left
    return (log(likely / (1 - likely)) * _spread(years) - _weighed(seen)) / _point(years)
