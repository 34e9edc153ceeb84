"""Lines of communication of a whole side, and of one space: how far it gets and where it is cut (NY 11).

Every answer comes from `supply`: what is looked for is which change of the position makes it say yes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from msgspec import structs

from ...core.errors import MISSING, BadInput
from ...core.messages import Message
from ...core.readings import chosen_readings
from ...core.ruling_context import RulingContext
from ...core.rulings import Answer, Step, Violation
from ..components.map import ZONES, game_map
from ..components.map_graph import bits, network, reached
from ..components.position import Position, Siege
from ..components.powers import side_of
from ..components.sides import Side, enemy
from ..rules.supply import (
    OWN_CAPITAL,
    Asked,
    Purpose,
    has_line,
    line_is_limited,
    line_of_communication,
    open_ways,
    red_links,
    sources,
    trace,
)
from ..rules.supply_reach import supplied

Kind = Literal["space", "stack", "garrison"]
Why = Literal["enemy", "neutral", "sea", "siege"]


class Holding(NamedTuple):
    """Something of a side that may have a line of communication.

    Attributes:
        space: where it is.
        kind: a friendly ``space`` without troops, a ``stack`` in the open, or a besieged ``garrison``.
        fortress: its printed strength, 0 for none.
        supplied: whether it has a line.
        limited: whether its line is limited (NY 11.1.4).
    """

    space: str
    kind: Kind
    fortress: int
    supplied: bool
    limited: bool


@dataclass(frozen=True, slots=True)
class Overview:
    """What of a side has a line of communication for a purpose.

    Attributes:
        side: whose lines.
        purpose: what for.
        power: for whose corps, where it matters.
        holdings: its friendly spaces, and the spaces where its pieces stand, in order of the map.
    """

    side: Side
    purpose: Purpose
    power: str | None
    holdings: tuple[Holding, ...]

    @property
    def supplied(self) -> tuple[str, ...]:
        """The spaces with a line."""
        return tuple(dict.fromkeys(one.space for one in self.holdings if one.supplied))

    @property
    def limited(self) -> tuple[str, ...]:
        """Those of them whose line is limited."""
        return tuple(dict.fromkeys(one.space for one in self.holdings if one.limited))

    @property
    def cut(self) -> tuple[str, ...]:
        """The spaces without one."""
        return tuple(dict.fromkeys(one.space for one in self.holdings if not one.supplied))


class Block(NamedTuple):
    """What keeps a line from going on.

    Attributes:
        name: the space or sea zone.
        why: it is the ``enemy``'s, ``neutral``, a ``sea`` that is not friendly, or a friendly port under
            ``siege``.
        clause_id: the clause by which it blocks.
        says: the same in a sentence.
    """

    name: str
    why: Why
    clause_id: str
    says: Message


@dataclass(frozen=True, slots=True)
class LineReport:
    """The line of communication of a space, or where it is cut.

    Attributes:
        asked: from where, for whom, for what.
        says: the answer in a sentence.
        supplied: whether there is a line.
        limited: whether it is limited.
        path: the spaces and sea zones of the line; when cut, of the way that the smallest repair would open,
            and empty when nothing would.
        cut: those on this path at which it is cut, in order.
        near: spaces that can be reached from the start, when cut.
        far: spaces that can be reached from the capitals that would serve, when cut.
        blocks: what lies between, each with its reason.
        restored_by: the smallest sets of spaces whose control would mend it.
        restored_by_sea: the sea zones of which one, under control, would mend it.
        restored_by_relief: the fortresses of which one, freed of its siege, would mend it.
        steps: the reasoning.
        violations: the clauses that stand against it.
    """

    asked: Asked
    says: Message
    supplied: bool
    limited: bool
    path: tuple[str, ...]
    cut: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    restored_by: tuple[tuple[str, ...], ...] = ()
    restored_by_sea: tuple[str, ...] = ()
    restored_by_relief: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    violations: tuple[Violation, ...] = ()


def overview(
    position: Position,
    side: Side,
    purpose: Purpose = "siege",
    power: str | None = None,
    *,
    readings: Mapping[str, str] | None = None,
) -> Overview:
    """Which spaces and troops of a side have a line of communication.

    Args:
        position: the position; what one side may see of it is enough, since lines depend on nothing hidden.
        side: whose lines.
        purpose: what for; by default a siege, for which any friendly capital serves and troops in enemy
            spaces have lines too.
        power: for whose corps; needed to reinforce and to restore.
        readings: options of readings that differ from the default.

    Raises:
        BadInput: no power, where one is needed.

    >>> from ..components.scenario import scenario_1688
    >>> overview(scenario_1688(), "Bourbon").cut
    ('Dublin', 'Derry', 'Galway', 'Cork', 'Casale')
    """
    _check(purpose, power)
    context = RulingContext(chosen=chosen_readings(readings or {}), recorded=False)
    mask = supplied(position, side, purpose, power, context)
    found = []
    for space in game_map().spaces:
        for kind in _kinds(position, side, space.name):
            has = bool(mask >> space.index & 1)
            limited = has and line_is_limited(position, Asked(space.name, side, purpose, power), context)
            found.append(Holding(space.name, kind, space.fortress, has, limited))
    return Overview(side, purpose, power, tuple(found))


def _kinds(position: Position, side: Side, space: str) -> Iterator[Kind]:
    """What a side has in a space: troops in the open, a garrison, or else the space itself."""
    pieces = [(one.power, one.inside) for one in position.corps_in(space)]
    pieces += [(one.power, one.inside) for one in position.leaders_in(space)]
    inside = {within for power, within in pieces if side_of(position, power) == side}
    if False in inside:
        yield "stack"
    if True in inside:
        yield "garrison"
    elif not inside and position.controller(space) == side:
        yield "space"


def describe_line(
    position: Position,
    space: str,
    side: Side,
    purpose: Purpose = "siege",
    power: str | None = None,
    *,
    readings: Mapping[str, str] | None = None,
) -> LineReport:
    """The line of communication of a space, or how far it gets from each end and what would mend it.

    Args:
        position: the position; what one side may see of it is enough.
        space: where it begins, by any of its names.
        side: whose line.
        purpose: what for.
        power: for whose corps; needed to reinforce and to restore.
        readings: options of readings that differ from the default.

    Raises:
        UnknownName: there is no such space.
        BadInput: no power, where one is needed.

    >>> from ..components.scenario import scenario_1688
    >>> describe_line(scenario_1688(), "Tournai", "Bourbon").path
    ('Tournai', 'Lille', 'Amiens', 'Paris')
    """
    _check(purpose, power)
    asked = Asked(game_map().space(space).name, side, purpose, power)
    context = RulingContext(chosen=chosen_readings(readings or {}))
    finding = line_of_communication(position, asked, context)
    if finding.verdict == "yes":
        return LineReport(
            asked,
            finding.says,
            True,
            finding.answer["limited"],
            tuple(finding.answer["path"]),
            steps=tuple(context.steps),
        )
    return _cut(position, asked, finding, context)


def _check(purpose: Purpose, power: str | None) -> None:
    if power is None and purpose in OWN_CAPITAL:
        raise BadInput("power", MISSING, Message("expected.power-for", purpose=purpose))


def _cut(position: Position, asked: Asked, finding: Answer, context: RulingContext) -> LineReport:
    answer, quiet = finding.answer, RulingContext(chosen=context.chosen, recorded=False)
    sets: tuple[tuple[str, ...], ...] = answer["restored_by"]
    seas: tuple[str, ...] = answer["restored_by_sea"]
    relief = tuple(
        siege.space
        for siege in position.sieges
        if siege.by == enemy(asked.side) and has_line(_relieved(position, siege), asked, quiet)
    )
    path, cut = _as_it_would_be(position, asked, sets, seas, relief, quiet)
    near, far = set(answer["reached"]), _from_the_sources(position, asked, quiet)
    blocking = dict.fromkeys([*cut, *(name for names in sets for name in names), *seas, *relief])
    return LineReport(
        asked,
        finding.says,
        False,
        False,
        path,
        cut,
        tuple(answer["reached"]),
        tuple(space.name for space in game_map().spaces if space.name in far - near),
        tuple(_block(position, asked, name) for name in blocking),
        sets,
        seas,
        relief,
        tuple(context.steps),
        tuple(context.violations),
    )


def _relieved(position: Position, siege: Siege) -> Position:
    return position.replace(sieges=tuple(one for one in position.sieges if one != siege))


def _as_it_would_be(
    position: Position,
    asked: Asked,
    sets: tuple[tuple[str, ...], ...],
    seas: tuple[str, ...],
    relief: tuple[str, ...],
    context: RulingContext,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The shortest path that a smallest repair would open, and where on it the line is cut now."""
    repaired: list[tuple[Position, tuple[str, ...]]] = []
    for names in sets:
        control = position.control
        for name in names:
            control = control.changed(game_map().by_name[name].index, asked.side)
        kept = tuple(siege for siege in position.sieges if siege.space not in names)
        repaired.append((position.replace(control=control, sieges=kept), names))
    for zone in seas:
        repaired.append(
            (position.replace(seas=structs.replace(position.seas, **{zone: asked.side})), (zone,))
        )
    for siege in position.sieges:
        if siege.space in relief:
            repaired.append((_relieved(position, siege), (siege.space,)))
    best: tuple[tuple[int, int], tuple[str, ...], tuple[str, ...]] | None = None
    for mended, names in repaired:
        path = trace(mended, asked, context)[0].path
        if path is not None and (best is None or (len(names), len(path)) < best[0]):
            best = (len(names), len(path)), path, tuple(name for name in path if name in names)
    return ((), ()) if best is None else best[1:]


def _from_the_sources(position: Position, asked: Asked, context: RulingContext) -> set[str]:
    """The spaces that lines to the capitals that would serve can come from."""
    red = red_links(asked, context)
    names = sources(position, asked, context)
    found = 0
    for way in open_ways(position, asked, names, 0, context, pass_sieges=True):
        found |= reached(red, way.targets, way.allowed)
    spaces = game_map().spaces
    return {spaces[node].name for node in bits(found & network(red).spaces)}


def _block(position: Position, asked: Asked, name: str) -> Block:
    side = asked.side
    if name in ZONES:
        master = position.sea(name)
        id = "supply.block-sea" if master else "supply.block-sea-nobody"
        return Block(name, "sea", "NY 11.1.3.a", Message(id, zone=name, side=master or side))
    owner = position.controller(name)
    if owner == side and name == asked.space:
        return Block(name, "siege", "NY 17.3", Message("loc.garrison", space=name))
    if owner == side:
        return Block(name, "siege", "NY 11.1.3.a", Message("supply.block-siege", space=name))
    if owner is None:
        return Block(name, "neutral", "NY 11.1.1", Message("supply.block-neutral", space=name))
    return Block(name, "enemy", "NY 11.1.1", Message("supply.block-enemy", space=name, side=owner))
