"""Lines of communication: chapter 11 whole, for every purpose for which one is checked (NY 11.1.2)."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from msgspec import structs

from ...core.clauses import carries_out
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import Answer
from ..components.map import BRITAIN, IRELAND, ZONES, game_map
from ..components.map_graph import (
    MOST_SETS,
    bits,
    cheapest_takings,
    harbours,
    mask_of,
    mask_of_spaces,
    network,
    reached,
    shortest_path,
    zone_mask,
)
from ..components.position import OnTheMap, Position
from ..components.powers import (
    JOINS,
    PORT_CAPITALS,
    capitals,
    friendly_capitals,
    powers,
    savoy_is_neutral,
    side_of,
)
from ..components.rule_tables import rule_tables_at
from ..components.sides import Side, enemy
from .stacking import overstacked

Purpose = Literal["victory", "reinforcement", "restore", "line", "siege"]
PURPOSES: dict[str, str] = {
    "victory": "NY 6.2.A.1",
    "reinforcement": "NY 12.2.3",
    "restore": "NY 12.3.3",
    "line": "NY 15.2",
    "siege": "NY 17.1",
}
"""Each purpose of NY 11.1.2 and the clause that asks for the line."""
OWN_CAPITAL = ("reinforcement", "restore")  # NY 11.2.1
IN_FRIENDLY_SPACES_ALONE = ("victory", "reinforcement", "line")
"""Purposes whose own clauses hold in friendly spaces only; besiegers stand in enemy ones."""
HARBOURS = mask_of(network(True).harbour.values())
ATLANTIC, MEDITERRANEAN = (zone_mask((zone,)) for zone in ZONES)
EVERY_ZONE = ATLANTIC | MEDITERRANEAN
VICTORY_TARGETS: dict[Side, tuple[str, ...]] = {"Alliance": ("Amsterdam", "Vienna"), "Bourbon": ("Paris",)}


class Asked(NamedTuple):
    """What a line is asked for: from where, by whom, for what, for whose corps, and to which capital where a
    rule names one.
    """

    space: str
    side: Side
    purpose: Purpose
    power: str | None = None
    capital: str | None = None


class Way(NamedTuple):
    """Nodes that a line may use, and where it may end; one way for each set of sea zones a clause opens."""

    clause_id: str
    allowed: int
    targets: int


class LineFound(NamedTuple):
    """The result of a trace.

    Attributes:
        path: spaces and sea zones in order, or None when cut.
        limited: it passes a besieged friendly fortress (NY 11.1.4).
        reached: the spaces that can be reached from the start, when cut.
        restored_by: the smallest sets of spaces whose control would mend it, when cut.
        restored_by_sea: the sea zones whose control, one alone, would mend it, when cut.
    """

    path: tuple[str, ...] | None
    limited: bool
    reached: tuple[str, ...] = ()
    restored_by: tuple[tuple[str, ...], ...] = ()
    restored_by_sea: tuple[str, ...] = ()


@carries_out("NY 11.2.1", "NY 7.1.2")
def sources(
    position: OnTheMap, asked: Asked, context: RulingContext, captured: bool = False
) -> tuple[str, ...]:
    """The capitals that would serve as a source; with `captured`, those that the enemy holds instead."""
    if asked.purpose == "victory":
        names: tuple[str, ...] = VICTORY_TARGETS[asked.side]  # NY 6.2.A.1, 6.2.B.1
    elif asked.capital is not None:
        names = (asked.capital,)
    elif asked.purpose in OWN_CAPITAL:
        assert asked.power is not None
        names = (
            capitals(position, asked.power, context) if side_of(position, asked.power) == asked.side else ()
        )
    else:
        names = friendly_capitals(position, asked.side, context)
        if asked.power is not None and not captured and lost_its_capital(position, asked, context):
            # NY 7.1.2 read strictly: without its capital a power traces no line at all.
            names = names if context.reading("captured-capital") == "own-capital-only" else ()
    lost = position.control.of(enemy(asked.side)) & mask_of_spaces(names)
    if not lost:
        return () if captured else names
    return tuple(name for name in names if (position.controller(name) == enemy(asked.side)) == captured)


def lost_its_capital(position: OnTheMap, asked: Asked, context: RulingContext) -> bool:
    """Whether the enemy holds every capital of the power for which a line is asked."""
    assert asked.power is not None
    own = capitals(position, asked.power, context)
    return all(position.controller(name) == enemy(asked.side) for name in own)


@carries_out("NY 11.1.1", "NY 11.1.3.a", "NY 11.1.3.b", "NY 11.1.3.c", "NY 7.2.6.c", "NY 12.3.3", "NY 11.1.4")
def ways(position: OnTheMap, asked: Asked, context: RulingContext, pass_sieges: bool) -> list[Way]:
    """The ways in which a line may run, each with the clause that opens it.

    Args:
        position: the position.
        asked: the line that is asked for.
        context: for the readings.
        pass_sieges: whether it may pass friendly fortresses under siege.
    """
    start = game_map().by_name[asked.space].index
    begins = 1 << start
    port = network(True).harbour.get(start)
    if port is not None:
        begins |= 1 << port  # NY 11.1.3.c: a line may begin at a port under siege
    return open_ways(position, asked, sources(position, asked, context), begins, context, pass_sieges)


def open_ways(
    position: OnTheMap,
    asked: Asked,
    names: tuple[str, ...],
    begins: int,
    context: RulingContext,
    pass_sieges: bool,
) -> list[Way]:
    """The same, to other capitals or for all spaces of a land at once.

    Args:
        position: the position.
        asked: the line that is asked for; of its space only the land counts.
        names: the capitals where it may end.
        begins: mask of the nodes at which it may begin though they are besieged.
        context: for the readings.
        pass_sieges: whether it may pass friendly fortresses under siege.
    """
    side = asked.side
    friendly = position.control.of(side)
    besieged = _besieged(position, side)
    open_harbours = harbours(friendly & ~besieged) | begins & HARBOURS
    land = friendly if pass_sieges else friendly & ~besieged
    targets = mask_of_spaces(names) & (land | ~friendly | begins)
    if asked.purpose == "victory":
        return [Way("NY 11.1.1", land | targets, targets)]  # NY 6.2.A.1, 6.2.B.1: by land alone
    targets |= _besieged_port_capitals(names, besieged, context)
    land |= targets
    seas = position.seas
    friendly_zones = ATLANTIC * (seas.Atlantic == side) | MEDITERRANEAN * (seas.Mediterranean == side)
    found = [Way("NY 11.1.3.a", land | open_harbours | friendly_zones, targets)]
    if side == "Alliance" or friendly_zones == EVERY_ZONE:
        return found  # what follows opens the sea to Bourbon lines alone
    region = game_map().by_name[asked.space].region
    if position.revolution and region == IRELAND:
        for zones in _irish_seas(friendly_zones, context):
            found.append(Way("NY 11.1.3.b", land | open_harbours | zones, targets))
    if asked.power == "Jacobite":
        to_paris = targets & mask_of_spaces(("Paris",))
        if (
            position.revolution
            and region in BRITAIN
            and context.reading("jacobite-line") == "britain-and-ireland"
        ):
            # NY 7.2.6.c names the Atlantic; any other zone must be friendly, as for every line
            found.append(Way("NY 7.2.6.c", land | open_harbours | friendly_zones | ATLANTIC, to_paris))
        if asked.purpose == "restore" and context.reading("jacobite-restoring") == "anywhere":
            found.append(Way("NY 12.3.3", land | open_harbours | EVERY_ZONE, targets))
    return found


def _irish_seas(friendly_zones: int, context: RulingContext) -> tuple[int, ...]:
    """Masks of the sea zones of which a line from Ireland may cross each together (NY 11.1.3.b)."""
    if not friendly_zones and context.reading("irish-seas") == "one-zone":
        return ATLANTIC, MEDITERRANEAN
    return (EVERY_ZONE,)


def red_links(asked: Asked, context: RulingContext) -> bool:
    """Whether a line may use the red links."""
    return asked.side == "Alliance" or context.reading("red-links") == "any"  # NY 14.1.1


def _besieged(position: OnTheMap, side: Side) -> int:
    """The mask of a side's fortresses that the enemy besieges."""
    if not position.sieges:
        return 0
    by_name, other = game_map().by_name, enemy(side)
    return mask_of(by_name[siege.space].index for siege in position.sieges if siege.by == other)


def _besieged_port_capitals(names: tuple[str, ...], besieged: int, context: RulingContext) -> int:
    """The harbours of besieged capitals that can be reached by sea all the same (NY 11.1.3.c)."""
    if not besieged:
        return 0
    board, harbour = game_map(), network(True).harbour
    mask = 0
    for name in names:
        index = board.by_name[name].index
        if not besieged >> index & 1 or index not in harbour:
            continue
        if name in PORT_CAPITALS or context.reading("port-capitals") == "every-port":
            mask |= 1 << harbour[index]
    return mask


@carries_out("NY 17.3")
def garrison_is_cut(position: OnTheMap, asked: Asked, context: RulingContext) -> bool:
    """Whether the space lies under siege, so that from inside it no line runs for this purpose."""
    own_and_besieged = asked.purpose in OWN_CAPITAL and position.besieger(asked.space) == enemy(asked.side)
    return own_and_besieged and context.reading("besieged-garrison") == "cut"


def trace(position: Position, asked: Asked, context: RulingContext) -> tuple[LineFound, Way | None]:
    """The line of communication of a space: its path, or where it is cut.

    Args:
        position: the position.
        asked: from where, for whom, for what.
        context: for the readings; nothing is recorded here.

    Returns:
        The line found, and the way that it took (None when cut).

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> asked = Asked("Tournai", "Bourbon", "line")
    >>> trace(scenario_1688(), asked, RulingContext())[0].path
    ('Tournai', 'Lille', 'Amiens', 'Paris')
    """
    start = game_map().by_name[asked.space].index
    friendly = bool(position.control.of(asked.side) >> start & 1)
    red = red_links(asked, context)
    if garrison_is_cut(position, asked, context):
        return LineFound(None, False, (asked.space,)), None
    if friendly or asked.purpose not in IN_FRIENDLY_SPACES_ALONE:
        begins_besieged = bool(_besieged(position, asked.side) >> start & 1)
        for pass_sieges in (False, True):  # NY 11.1.4: an unlimited line is sought first
            found = [
                (len(path), path, way)
                for way in ways(position, asked, context, pass_sieges)
                if (path := shortest_path(red, start, way.allowed, way.targets))
            ]
            if found:
                _, path, way = min(found, key=lambda one: one[0])
                return LineFound(path, pass_sieges or begins_besieged), way
    return _cut(position, asked, context, red, friendly), None


def _cut(position: Position, asked: Asked, context: RulingContext, red: bool, friendly: bool) -> LineFound:
    """Where a line is cut, and the smallest sets of spaces whose control would mend it."""
    board = game_map()
    start = board.by_name[asked.space].index
    must_be_taken = not friendly and asked.purpose in IN_FRIENDLY_SPACES_ALONE
    takeable = mask_of(
        space.index
        for space in board.spaces
        if position.controller(space.name) != asked.side and not out_of_the_war(position, space.power)
    )
    captured = mask_of_spaces(sources(position, asked, context, captured=True))
    region: set[int] = set()
    takings: dict[frozenset[int], None] = {}
    if captured >> start & 1:
        takings[frozenset({start})] = None  # a besieged enemy-held capital is a source once it falls
        captured &= ~(1 << start)
    for way in ways(position, asked, context, pass_sieges=True):
        region |= set(bits(reached(red, 1 << start, way.allowed)))
        if must_be_taken and not takeable >> start & 1:
            continue
        only_paris = mask_of_spaces(("Paris",)) if way.clause_id == "NY 7.2.6.c" else captured
        targets = way.targets | captured & only_paris
        takings |= dict.fromkeys(
            cheapest_takings(red, start, int(must_be_taken), way.allowed, takeable, targets)
        )
    smallest = min(map(len, takings), default=0)
    sets = sorted(
        tuple(sorted(board.spaces[i].name for i in taken)) for taken in takings if len(taken) == smallest
    )
    names = (board.spaces[i].name for i in sorted(region) if i < len(board.spaces))
    at_sea = tuple(
        zone
        for zone in ZONES
        if position.sea(zone) != asked.side
        and has_line(
            position.replace(seas=structs.replace(position.seas, **{zone: asked.side})), asked, context
        )
    )
    return LineFound(None, False, () if must_be_taken else tuple(names), tuple(sets[:MOST_SETS]), at_sea)


@carries_out("NY 7.2.1.a", "NY 7.2.2")
def out_of_the_war(position: OnTheMap, power: str) -> bool:
    """Whether the spaces of a power are neutral and closed."""
    return (power not in powers() and power != "Ireland") or (power == "Savoy" and savoy_is_neutral(position))


def has_line(position: OnTheMap, asked: Asked, context: RulingContext | None = None) -> bool:
    """Whether a space has a line of communication: the fast answer, without path or reasons.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> has_line(scenario_1688(), Asked("Girona", "Alliance", "line"))
    True
    """
    context = context or RulingContext(recorded=False)
    start = game_map().by_name[asked.space].index
    friendly = position.control.of(asked.side) >> start & 1
    if (not friendly and asked.purpose in IN_FRIENDLY_SPACES_ALONE) or garrison_is_cut(
        position, asked, context
    ):
        return False
    return _reaches(position, asked, context, pass_sieges=True)


def _reaches(position: OnTheMap, asked: Asked, context: RulingContext, pass_sieges: bool) -> bool:
    red, start = red_links(asked, context), 1 << game_map().by_name[asked.space].index
    for _, allowed, targets in ways(position, asked, context, pass_sieges):
        if reached(red, start, allowed, targets) & targets:
            return True
    return False


@carries_out("NY 11.1.4")
def line_is_limited(position: OnTheMap, asked: Asked, context: RulingContext) -> bool:
    """Whether every line of a space that has one passes a friendly fortress under siege, or begins in one.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> line_is_limited(scenario_1688(), Asked("Girona", "Alliance", "line"), RulingContext())
    False
    """
    besieged = _besieged(position, asked.side)
    if not besieged:
        return False
    start = game_map().by_name[asked.space].index
    return bool(besieged >> start & 1) or not _reaches(position, asked, context, pass_sieges=False)


@carries_out("NY 11.1.2", "NY 11.1.5")
def line_of_communication(position: Position, asked: Asked, context: RulingContext) -> Answer:
    """The ruling on a line of communication, with its path or its cut.

    Args:
        position: the position.
        asked: from where, for whom, for what.
        context: the record to write.

    Returns:
        Verdict ``yes`` or ``no``; the answer has supplied, limited, path, source, reached, restored_by.
    """
    context.step(
        "NY 11.1.2", f"loc.asked-{asked.purpose}", space=asked.space, side=asked.side, power=asked.power
    )
    context.step(_asked_by(asked), f"loc.purpose-{asked.purpose}", side=asked.side)
    names = sources(position, asked, context)
    _step_of_sources(position, asked, names, context)
    line, way = trace(position, asked, context)
    answer: dict[str, Any] = {
        "supplied": line.path is not None,
        "limited": line.limited,
        "path": line.path,
        "source": line.path[-1] if line.path else None,
    }
    if line.path is not None and way is not None:
        tell_path(position, asked, line, way, context)
        message = Message(
            "loc.limited" if line.limited else "loc.supplied", space=asked.space, source=line.path[-1]
        )
        return Answer("yes", message, answer)
    _violations_of_cut(position, asked, line, names, context)
    answer |= {
        "reached": line.reached,
        "restored_by": line.restored_by,
        "restored_by_sea": line.restored_by_sea,
    }
    return Answer("no", Message("loc.cut", space=asked.space, side=asked.side), answer)


def _asked_by(asked: Asked) -> str:
    bourbon_victory = asked.purpose == "victory" and asked.side == "Bourbon"
    return "NY 6.2.B.1" if bourbon_victory else PURPOSES[asked.purpose]


def _step_of_sources(
    position: Position, asked: Asked, names: tuple[str, ...], context: RulingContext
) -> None:
    kind = "own" if asked.purpose in OWN_CAPITAL else "victory" if asked.purpose == "victory" else "any"
    message = f"loc.sources-{kind}"
    if names:
        capitals_named = Message.any_of(names) if kind == "victory" else Message.all_of(names)
        context.step("NY 11.2.1", message, side=asked.side, power=asked.power, sources=capitals_named)
    else:
        context.step("NY 11.2.1", "loc.sources-none", side=asked.side, power=asked.power)
    tell_lost_capital(position, asked, names, context)


@carries_out("NY 7.1.2")
def tell_lost_capital(
    position: Position, asked: Asked, names: tuple[str, ...], context: RulingContext
) -> None:
    """Tells that a power without its capital is supplied by another, where these capitals serve it."""
    if not names or asked.power is None or asked.capital is not None or asked.purpose in OWN_CAPITAL:
        return
    if lost_its_capital(position, asked, context):
        context.decides("NY 7.1.2", "line.capital-lost", power=asked.power)


def tell_path(position: Position, asked: Asked, line: LineFound, way: Way, context: RulingContext) -> None:
    """Tells the path of a line that is there, and each clause that opens a part of it."""
    assert line.path is not None
    path, zones = line.path, network(True).zones
    if position.controller(asked.space) != asked.side:
        context.step("NY 11.1.1", "loc.begins-outside", space=asked.space, side=asked.side)
    if len(path) == 1:
        context.step("NY 11.1.1", "loc.is-source", space=asked.space)
        return
    by_sea = [zone for zone in path if zone in zones]
    context.decides(
        "NY 11.1.1" if not by_sea else "NY 11.1.3.a", "loc.by-sea" if by_sea else "loc.by-land", path=path
    )
    hostile = [zone for zone in by_sea if position.sea(zone) != asked.side]
    for zone in by_sea:
        if zone not in hostile:
            context.step("NY 11.1.3.a", "loc.friendly-zone", zone=zone, side=asked.side)
    if hostile:
        context.decides(way.clause_id, "loc.hostile-zone", zones=Message.all_of(hostile), space=asked.space)
    if by_sea and path[1] in zones and position.besieger(asked.space) == asked.side:
        context.decides("NY 11.1.3.c", "loc.besiegers-by-sea", space=asked.space)
    if by_sea and path[-2] in zones and position.besieger(path[-1]) == enemy(asked.side):
        context.decides("NY 11.1.3.c", "loc.port-capital", source=path[-1])
    if line.limited:
        under_siege = [n for n in path if n not in zones and position.besieger(n) == enemy(asked.side)]
        context.decides("NY 11.1.4", "loc.passes-siege", fortresses=Message.all_of(under_siege))
    for name in path[1:]:
        if name not in zones and overstacked(
            position, name, asked.side, rule_tables_at(context).numbers.stacking.limit
        ):
            context.step("NY 11.1.5", "loc.overstacked", space=name)


def _violations_of_cut(
    position: Position, asked: Asked, line: LineFound, names: tuple[str, ...], context: RulingContext
) -> None:
    enough = [*map(Message.all_of, line.restored_by), *line.restored_by_sea]
    remedy = Message("loc.remedy", sets=Message.any_of(enough)) if enough else None
    controller = position.controller(asked.space)
    if controller != asked.side and asked.purpose in IN_FRIENDLY_SPACES_ALONE:
        context.violation(
            "NY 11.1.1", "loc.not-friendly", remedy, space=asked.space, side=asked.side, controller=controller
        )
    elif asked.power and side_of(position, asked.power) is None:
        context.violation(JOINS[powers()[asked.power].joins], "placing.not-joined", None, power=asked.power)
    elif not names:
        clause_id = "NY 7.1.2" if asked.power else "NY 11.2.1"
        context.violation(clause_id, "loc.no-source", remedy, side=asked.side, power=asked.power)
    elif garrison_is_cut(position, asked, context):
        lifted = Message("loc.remedy-siege", space=asked.space)
        context.violation("NY 17.3", "loc.garrison", lifted, space=asked.space)
    else:
        context.violation(
            "NY 11.1.1",
            "loc.cut-off",
            remedy,
            space=asked.space,
            count=len(line.reached),
            reached=line.reached,
        )
