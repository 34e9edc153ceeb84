"""Plain edits of a position near a question: around the spaces, pieces and powers that its ruling names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from ...core.messages import Message
from ...core.rulings import Ruling, frozen
from ...nine_years.components.map import ZONES, game_map
from ...nine_years.components.position import Corps, Position
from ...nine_years.components.powers import powers, side_of
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES, Side, enemy
from ...nine_years.engine.notation import FLEETS
from .case import SITUATION
from .edits import Edit, given_edit, position_edit, set_edit

Rung = tuple[Edit, ...]
"""Edits that belong together."""
Ladder = tuple[Rung, ...]
"""Edits of one kind, the smallest first."""
MOST_SPACES, MOST_FOCUS, MOST_LEADERS, MOST_CORPS, MOST_CARDS = 40, 4, 8, 6, 40
"""Spaces whose control is edited, those whose pieces are, leaders who are brought, corps that are added, and
events that are given to a hand.
"""
CARDS = (1, 2, 3)  # NY 5.1
YEARS, POINTS = (1688, 1699), (0, 40)


class Near(NamedTuple):
    """What is near a question.

    Attributes:
        position: the position of the case.
        rule_tables: the tables in force.
        spaces: the spaces that the ruling names, those of the question first.
        around: those that are linked with them.
        focus: the first of them, whose pieces are edited too.
        sides: whose pieces are edited, the asking side first.
        powers: the powers that are named.
    """

    position: Position
    rule_tables: RuleTables
    spaces: tuple[str, ...]
    around: tuple[str, ...]
    focus: tuple[str, ...]
    sides: tuple[Side, ...]
    powers: tuple[str, ...]


Kind = Callable[[Near], Iterator[Ladder]]


def near_question(
    position: Position, rule_tables: RuleTables, ruling: Ruling, given: Mapping[str, Any]
) -> Near:
    """What is near a question.

    Args:
        position: the position of the case.
        rule_tables: the tables in force.
        ruling: what was ruled: its facts, answer and steps name what is near.
        given: what the case gives, but for its position.
    """
    named = list(dict.fromkeys(names_near(ruling, given)))
    spaces = [name for name in named if name in game_map().by_name]
    around = [other for name in spaces for other in game_map().neighbours(name) if other not in spaces]
    wide = tuple(dict.fromkeys([*spaces, *around]))[:MOST_SPACES]
    near = min(len(spaces), MOST_SPACES)
    return Near(
        position,
        rule_tables,
        wide[:near],
        wide[near:],
        wide[: min(near, MOST_FOCUS)],
        sides_of(position, given),
        tuple(name for name in named if name in powers()),
    )


def position_ladders(near: Near) -> tuple[Ladder, ...]:
    """Ladders of edits, the nearest to the question first: of every kind that a position editor knows.

    Args:
        near: what is near the question.
    """
    found = [ladder for kind in LADDERS.values() for ladder in kind(near)]
    farther = near._replace(spaces=near.around, focus=())
    found += [ladder for kind in FARTHER for ladder in LADDERS[kind](farther)]
    return tuple(ladder for ladder in found if ladder)


def single(ladders: Iterable[tuple[Edit, ...]]) -> tuple[Ladder, ...]:
    """Ladders of single edits as ladders whose rungs may be several."""
    return tuple(tuple((edit,) for edit in ladder) for ladder in ladders)


def suggested(ruling: Ruling) -> tuple[Rung, ...]:
    """The sets of edits that a ruling itself proposes: what would restore a line."""
    side = _answer_side(ruling)
    answers = [ruling.answer or {}]
    answers += [line for line in answers[0].get("lines", ()) if isinstance(line, Mapping)]
    found: list[Rung] = []
    for answer in answers:
        for names in answer.get("restored_by", ()) or ():
            if isinstance(names, tuple) and side is not None:
                found.append(tuple(set_edit("control", space=name, side=side) for name in names))
        for zone in answer.get("restored_by_sea", ()) or ():
            if side is not None:
                found.append((set_edit("sea", zone=zone, side=side),))
    return tuple(found)


def _answer_side(ruling: Ruling) -> Side | None:
    """The side of which the sentences of a ruling speak first."""
    described = [ruling.says, *(step.says for step in ruling.steps), *(one.says for one in ruling.violations)]
    for says in described:
        if (side := says.values.get("side")) in SIDES:
            return side  # type: ignore[no-any-return]
    return None


# ---- what is near


def names_near(ruling: Ruling, given: Mapping[str, Any]) -> Iterator[str]:
    """Names that matter, those of what was asked and of what broke a clause first."""
    yield from _strings({name: value for name, value in given.items() if name not in SITUATION})
    for violation in ruling.violations:
        yield from _strings(violation.facts)
    yield from _strings(ruling.answer or {})
    for step in ruling.steps:
        yield from _strings(step.says)
    yield from _strings(ruling.says)


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield from _words(value)
        case Message():
            yield from _strings(value.values)
        case Mapping():
            for inner in value.values():
                yield from _strings(inner)
        case list() | tuple():
            for inner in value:
                yield from _strings(inner)


def _words(text: str) -> Iterator[str]:
    """A name as the map spells it, or the names in an action of the notation."""
    for part in (text, *text.split(","), text.partition(" ")[2]):
        part = part.strip()
        if part in powers():
            yield part
        elif space := game_map().named(part):
            yield space.name


def sides_of(position: Position, given: Mapping[str, Any]) -> tuple[Side, ...]:
    """Both sides, the asking one first.

    Args:
        position: the position of the case.
        given: what the case gives, but for its position.
    """
    asked = given.get("side")
    if asked not in SIDES and isinstance(given.get("power"), str) and given["power"] in powers():
        asked = side_of(position, given["power"])
    return (asked, enemy(asked)) if asked in SIDES else SIDES


# ---- the kinds of edits


def _controls(near: Near) -> Iterator[Ladder]:
    for space in near.spaces:
        now = near.position.controller(space)
        if now is None:
            for side in SIDES:
                yield ((set_edit("control", space=space, side=side),),)
        else:  # what neutrality does, the enemy's control mostly does too: it alone is listed
            yield tuple((set_edit("control", space=space, side=side),) for side in (enemy(now), None))


def _sieges(near: Near) -> Iterator[Ladder]:
    for space in near.spaces:
        strength, owner = game_map().by_name[space].fortress, near.position.controller(space)
        siege = next((one for one in near.position.sieges if one.space == space), None)
        if siege is not None:
            yield ((set_edit("besieged", space=space, by=None),),)
            lost, by, goes_on = siege.strength_lost, siege.by, siege.continuing
            other = {"space": space, "by": by, "strength_lost": lost, "continuing": not goes_on}
            yield ((set_edit("besieged", **other),),)
            same = {"space": space, "by": by, "strength_lost": lost, "continuing": goes_on}
            yield from _numbers("besieged", "strength_lost", lost, 0, strength - 1, **same)
        elif strength and owner is not None:
            by = enemy(owner)
            yield (
                (set_edit("besieged", space=space, by=by),),
                (set_edit("besieged", space=space, by=by, continuing=True),),
            )
            yield tuple(
                (set_edit("besieged", space=space, by=by, strength_lost=lost),) for lost in range(1, strength)
            )


def _fewer_corps(near: Near) -> Iterator[Ladder]:
    for space in near.focus:
        for corps in dict.fromkeys(near.position.corps_in(space)):
            most = min(MOST_CORPS, sum(one == corps for one in near.position.corps))
            yield tuple((corps_edit("remove", corps, count),) for count in range(1, most + 1))


def _more_corps(near: Near) -> Iterator[Ladder]:
    position = near.position
    for space in near.focus:
        there = list(dict.fromkeys(position.corps_in(space)))
        owner = position.controller(space) if game_map().by_name[space].fortress else None
        besieged = position.besieger(space) is not None
        for side in near.sides:
            if owner not in (None, side) and side != near.sides[0] and not there:
                continue  # it would be a siege, which is tried by itself
            own = [corps.power for corps in there if side_of(position, corps.power) == side]
            asked = [name for name in near.powers if side_of(position, name) == side]
            for power in dict.fromkeys(own or asked or [_first_power(side)]):
                corps = Corps(power, space, inside=besieged and side == owner)
                more = [(corps_edit("add", corps, count),) for count in range(1, MOST_CORPS + 1)]
                weaker = msgspec.structs.replace(corps, reduced=True)
                yield (*more, (corps_edit("add", weaker, 1),))


def _other_corps(near: Near) -> Iterator[Ladder]:
    """Corps that are there in another state: full or reduced, demoralised or not, inside or in the open."""
    for space in near.focus:
        fortress = game_map().by_name[space].fortress
        for corps in dict.fromkeys(near.position.corps_in(space)):
            own = near.position.controller(space) == side_of(near.position, corps.power)
            most = min(MOST_CORPS, sum(one == corps for one in near.position.corps))
            for state in ("reduced", "demoralised", "inside"):
                if state != "inside" or (fortress and own):
                    yield tuple(_turned(corps, state, count) for count in range(1, most + 1))


def _turned(corps: Corps, state: str, count: int) -> Rung:
    """So many corps in another state: two edits that belong together, in one sentence."""
    is_so = getattr(corps, state)
    other = msgspec.structs.replace(corps, used=False, **{state: not is_so})
    says = Message(
        f"edit.corps-{'not-' if is_so else ''}{state}", count=count, power=corps.power, space=corps.space
    )
    return tuple(
        Edit(corps_edit(verb, kind, count).data, says) for verb, kind in (("remove", corps), ("add", other))
    )


def _first_power(side: Side) -> str:
    return next(name for name, power in powers().items() if power.side == side)


def corps_edit(verb: str, corps: Corps, count: int) -> Edit:
    """So many corps of a kind more or fewer, in the state in which they are."""
    states = {name: True for name in ("reduced", "demoralised", "inside") if getattr(corps, name)}
    return position_edit(
        {verb: "corps", "power": corps.power, "space": corps.space, "count": count, **states}
    )


def reinforced(position: Position, given: Mapping[str, Any]) -> tuple[Ladder, ...]:
    """More corps in the space of a force, all of which go: each rung is two edits that belong together."""
    corps, space = given.get("corps"), given.get("origin", given.get("from", given.get("space")))
    if isinstance(corps, bool) or not isinstance(corps, int) or space not in game_map().by_name:
        return ()
    side = sides_of(position, given)[0]
    own = [one.power for one in position.corps_in(space) if side_of(position, one.power) == side]
    kind = Corps((*own, _first_power(side))[0], space)
    return (
        tuple(
            (corps_edit("add", kind, more), given_edit("corps", corps, corps + more))
            for more in range(1, MOST_CORPS + 1)
        ),
    )


def _leaders_gone(near: Near) -> Iterator[Ladder]:
    for space in near.focus:
        for leader in near.position.leaders_in(space):
            yield ((position_edit({"remove": "leader", "name": leader.name}),),)


def _leaders_brought(near: Near) -> Iterator[Ladder]:
    on_map = {one.name: game_map().by_name[one.space] for one in near.position.leaders if one.space}
    for space in near.focus[:1]:
        home = game_map().by_name[space]

        def away(name: str) -> tuple[float, str]:
            there = on_map[name]
            return (there.lat - home.lat) ** 2 + (there.lon - home.lon) ** 2, name  # noqa: B023

        for side in near.sides:
            own = [row.name for row in near.rule_tables.leaders if row.side == side and row.name in on_map]
            for name in sorted(own, key=away)[:MOST_LEADERS]:
                if on_map[name].name != space:
                    yield ((position_edit({"add": "leader", "name": name, "space": space}),),)


def _other_leaders(near: Near) -> Iterator[Ladder]:
    """Leaders who are there with the other side up, or demoralised or not."""
    for space in near.focus:
        for one in near.position.leaders_in(space):
            for state in ("named", "demoralised"):
                now = {"named": one.named, "demoralised": one.demoralised}
                data = {"add": "leader", "name": one.name, "space": space, **now, state: not now[state]}
                says = Message(f"edit.leader-{'not-' if now[state] else ''}{state}", name=one.name)
                yield ((Edit(frozen(data), says),),)


def _lines(near: Near) -> Iterator[Ladder]:
    level_of = {line.space: line.level for line in near.position.lines}
    for space in near.focus:
        yield from _numbers("line", "level", level_of.get(space, 0), 0, 3, space=space)


def _zones(near: Near) -> Iterator[Ladder]:
    for zone in ZONES:
        for side in (*SIDES, None):
            if side != near.position.sea(zone):
                yield ((set_edit("sea", zone=zone, side=side),),)


def _fleets(near: Near) -> Iterator[Ladder]:
    for fleet in FLEETS:
        now = near.position.fleet(fleet)
        for place, strength in (("pool", 0), ("port", 1), ("port", 2), ("box", 0), ("gone", 0)):
            if (place, strength) != (now.place, now.strength):
                yield ((set_edit("fleet", fleet=fleet, place=place, strength=strength),),)


def _hands(near: Near) -> Iterator[Ladder]:
    """A card more, and a card fewer: action cards by their numbers, and events that may be held."""
    held = [*near.position.bourbon_hand.events, *near.position.alliance_hand.events]
    events = [name for name, card in near.rule_tables.events.items() if card.hold][:MOST_CARDS]
    for side in near.sides:
        hand = near.position.hand(side)
        kinds: list[Any] = [("actions", hand.actions, CARDS), ("events", hand.events, events)]
        for name, cards, more in kinds:
            for card in dict.fromkeys(cards):
                left = list(cards)
                left.remove(card)
                yield ((set_edit("hand", side=side, **{name: left}),),)
            for card in more:
                if card not in held:
                    yield ((set_edit("hand", side=side, **{name: [*cards, card]}),),)


def _marker(what: str, field: str, attribute: str, least: int, most: int) -> Kind:
    def ladders(near: Near) -> Iterator[Ladder]:
        yield from _numbers(what, field, getattr(near.position, attribute), least, most)

    return ladders


def _bases(near: Near) -> Iterator[Ladder]:
    for side in SIDES:
        base = near.position.resource_base.of(side)
        yield from _numbers("resource-base", "points", base, 0, base + 6, side=side)


def _pools(near: Near) -> Iterator[Ladder]:
    pools = {pool.power: pool.corps for pool in near.position.pools}
    for power in near.powers:
        now = pools.get(power, 0)
        yield from _numbers("pool", "corps", now, 0, now + 3, power=power)


def _numbers(what: str, field: str, now: int, least: int, most: int, **others: Any) -> Iterator[Ladder]:
    """Another number in a field: up from what it is now, and down."""
    for numbers in (range(now + 1, most + 1), range(now - 1, least - 1, -1)):
        yield tuple((set_edit(what, **(others | {field: number})),) for number in numbers)


LADDERS: Mapping[tuple[str, str], Kind] = {
    ("set", "control"): _controls,
    ("set", "besieged"): _sieges,
    ("remove", "corps"): _fewer_corps,
    ("add", "corps"): _more_corps,
    ("remove", "leader"): _leaders_gone,
    ("add", "leader"): _leaders_brought,
    ("set", "line"): _lines,
    ("set", "sea"): _zones,
    ("set", "fleet"): _fleets,
    ("set", "year"): _marker("year", "year", "year", *YEARS),
    ("set", "revolution"): lambda near: iter(
        [((set_edit("revolution", done=not near.position.revolution),),)]
    ),
    ("set", "kww"): _marker("kww", "cell", "kww_cell", -2, 2),
    ("set", "victory-points"): _marker("victory-points", "points", "victory_points", *POINTS),
    ("set", "resource-base"): _bases,
    ("set", "pool"): _pools,
    ("set", "round"): lambda near: iter([((set_edit("round"),),)]),
    ("set", "hand"): _hands,
    ("turn", "corps"): _other_corps,
    ("turn", "leader"): _other_leaders,
}
"""Of every kind of edit that a position editor knows (`CHANGES`) the ladders near a question; what turns a
piece over is an edit that puts it there again.
"""
FARTHER = (("set", "control"), ("set", "besieged"))
"""The kinds that are tried around what is named too."""
