"""What the map shows, in words, from a scene alone: of one space, of the whole, and what has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...core.clauses import carries_out
from ...core.messages import Message, language, say
from ..components.map import IRELAND, game_map
from ..components.position import Pool, Position, Waiting
from ..components.powers import powers
from ..components.sides import SIDES, Side
from ..rules.victory import level
from .phrases import OWNERS, corps_counted, describe_colonies, describe_fleet, force, side_words
from .scene import HandSeen, Place, Scene, Stack

LEGEND = (
    *("Bourbon", "Alliance", "None", "taken", "town", "fortress-1", "fortress-2", "fortress-3", "weak"),
    *("capital", "port", "rich", "land", "pass", "red", "line", "siege", "continuing", "stack", "inside"),
    *("reduced", "demoralised", "used", "covered", "fleet", "box"),
)
"""What the key explains."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and the clauses that it rests on."""

    says: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.says


def _describe(clauses: str, id: str, /, **values: object) -> Sentence:
    """A sentence with its clauses, which stand in one string: ``2.1 14.1.1``."""
    return Sentence(say(id, **values), tuple(f"NY {clause}" for clause in clauses.split()))


# ---- one space


def space_sentences(scene: Scene, name: str) -> list[Sentence]:
    """All that the map shows of a space, with the clauses that it rests on.

    Raises:
        UnknownName: the map has no such space.

    >>> from ..components.scenario import scenario_1688
    >>> from .scene import scene_of
    >>> told = space_sentences(scene_of(scenario_1688()), "Gibraltar")
    >>> [told[0].says, *told[3].clauses]
    ['Controlled by the Alliance.', 'NY 2.6']
    """
    place = scene.place(name)
    return [
        *_printed(place),
        *_works(place),
        _links(place),
        *(_describe_stack(stack) for stack in place.stacks),
        *_describe_fleets(scene, place),
        *([] if place.stacks else [_describe("", "map.no-pieces")]),
    ]


def _printed(place: Place) -> Iterator[Sentence]:
    space = place.space
    yield _describe("2.3", "map.held", side=side_words(place.controller))
    if place.taken:
        yield _describe("2.3", "map.changed-hands")
    power, region = space.power, space.region
    if space.power != space.region:
        yield _describe("12.2.3", "map.home", power=power, region=region)
    elif space.power == IRELAND:  # no power's home (7.2.6.c gives it to the Jacobites later)
        yield _describe("2.1", "map.lies", region=region)
    else:
        yield _describe("12.2.3", "map.home-alone", power=power)
    if space.local_name != space.name:
        yield Sentence(say("map.local", local=space.local_name))
    if place.capital_of:
        clauses = "2.2 2.4" if "Empire" in place.capital_of else "2.2"
        clauses += " 7.2.6.b 7.2.6.c" if "Jacobite" in place.capital_of else ""
        yield _describe(clauses, "map.capital", powers=Message.all_of(place.capital_of))
    yield _describe("2.1", f"map.fortress-{space.fortress}")
    if place.strength_lost:
        left = place.strength
        yield _describe("17.2", "map.weakened" if left else "map.weakened-none", count=left)
    if space.ports:
        yield _describe("2.6", "map.port", zones=Message.all_of(space.ports))
    if place.rich:
        yield _describe("2.8 12.3.1.b", "map.rich")


def _works(place: Place) -> Iterator[Sentence]:
    if place.besieger:
        yield _describe("17.1", "map.besieged", side=side_words(place.besieger))
    if place.continuing:
        yield _describe("17.5.2", "map.continuing")
    if place.line:
        yield _describe("15.1", f"map.line-{place.line_side}", level=place.line)


def _links(place: Place) -> Sentence:
    links = game_map().neighbours(place.space.name)
    named = [
        other if kind == "land" else Message(f"map.link-{kind}", space=other) for other, kind in links.items()
    ]
    if not named:
        return _describe("2.1", "map.no-links")
    clauses = "2.1 14.1.1" if "red" in links.values() else "2.1"
    return _describe(clauses, "map.links", spaces=Message.all_of(named))


@carries_out("NY 4.4")
def _describe_stack(stack: Stack) -> Sentence:
    where = _where(stack)
    clauses = " ".join(
        clause
        for clause, rests in (
            ("3.1", stack.leaders),
            ("3.2", stack.corps),
            ("17.3", stack.inside),
            ("4.4", not stack.whole),
        )
        if rests
    )
    id = f"map.stack-{where}-{stack.side}"
    return _describe(clauses, id, corps=corps_counted(stack.corps), pieces=Message.all_of(stack.pieces))


def _where(stack: Stack) -> str:
    return ("inside" if stack.inside else "open") + ("" if stack.whole else "-covered")


def _describe_fleets(scene: Scene, place: Place) -> Iterator[Sentence]:
    for fleet in scene.fleets:
        if fleet.place == "port" and fleet.port == place.space.name:
            yield Sentence(describe_fleet(fleet), ("NY 12.3.6.b",))


def sentence(scene: Scene, name: str) -> str:
    """One line on a space: for a tooltip, and for a screen reader.

    Raises:
        UnknownName: the map has no such space.

    >>> from ..components.scenario import scenario_1688
    >>> from .scene import scene_of
    >>> sentence(scene_of(scenario_1688()), "philippsburg")
    'Philippsburg: Alliance, fortress 3; 1 Alliance corps (reduced).'
    """
    return _line_on(scene.place(name), language())


@lru_cache(maxsize=1 << 13)
def _line_on(place: Place, _: str) -> str:
    """The line on a space, remembered: from one choice to the next most places stay as they are."""
    facts = ", ".join(map(str, _facts(place)))
    return say(
        "map.sentence", space=place.space.name, facts="; ".join([facts, *map(str, map(force, place.stacks))])
    )


def _facts(place: Place) -> Iterator[Message]:
    yield Message(f"map.short-{place.controller}")
    if place.taken:
        yield Message("map.short-taken")
    if place.capital_of:
        yield Message("map.short-capital", powers=Message.all_of(place.capital_of))
    if place.strength_lost:
        yield Message("map.short-weakened", strength=place.fortress, left=place.strength)
    else:
        yield Message("map.short-fortress" if place.fortress else "map.short-town", strength=place.fortress)
    if place.space.ports:
        yield Message("map.short-port")
    if place.rich:
        yield Message("map.short-rich")
    if place.line:
        yield Message("map.short-line", level=place.line)
    if place.besieger:
        yield Message("map.short-besieged", side=side_words(place.besieger))
    if place.continuing:
        yield Message("map.short-continuing")


# ---- the whole position


def sentences(scene: Scene) -> list[str]:
    """The whole position in words: the moment, the seas, then each side's spaces, works and pieces.

    >>> from ..components.scenario import scenario_1688
    >>> from .scene import scene_of
    >>> for told in sentences(scene_of(scenario_1688()))[:3]: print(told)
    1688, Event phase: everything is visible.
    Victory points 22: if the war ended now, a minor victory for the Bourbons.
    King William's War: the marker is in the middle.
    """
    return [
        *_moment(scene),
        *_seas(scene),
        *(say(f"map.hand-{hand.side}", **_cards(hand)) for hand in scene.hands),
        *(described for owner in OWNERS for described in _held(scene, owner)),
        *(described for side in SIDES for described in _army(scene, side)),
    ]


def _moment(scene: Scene) -> Iterator[str]:
    position, points = scene.position, scene.victory_points
    yield say(f"map.opening-{scene.side}", year=scene.year, phase=Message(f"map.phase-{scene.phase}"))
    winner, how_well = level(points)
    if result := position.result:
        yield say(f"map.won-{result.level}", side=side_words(result.winner))
    yield say(f"map.standing-{how_well}", points=points, side=side_words(winner))
    if position.active:
        yield say(f"map.acts-{position.active}", count=position.actions_left)
    yield describe_colonies(position)
    if position.kww_support:
        yield say("map.kww-support", sides=Message.all_of(map(side_words, position.kww_support)))
    if position.revolution:
        yield say("map.revolution")
    if position.savoy_left:
        yield say("map.savoy-left")
    if position.lasting_events:
        yield say("map.lasting", events=Message.all_of(position.lasting_events))
    if position.famous_victories:
        yield say("map.famous", sides=Message.all_of(map(side_words, position.famous_victories)))


def _seas(scene: Scene) -> Iterator[str]:
    for zone in scene.seas.values():
        yield say(f"map.sea-{zone.controller}", zone=zone.name)
        yield from map(describe_fleet, zone.fleets)


def _cards(hand: HandSeen) -> dict[str, Message]:
    return {
        "actions": Message("map.action-cards", count=hand.actions),
        "events": Message("map.event-cards", count=hand.events),
    }


def _held(scene: Scene, owner: Side | None) -> Iterator[str]:
    """What a side controls, region by region, and what is built and besieged there; None: what is neutral."""
    held = [place for place in scene.places if place.controller == owner]
    if held:
        yield say(f"map.controls-{owner}", count=len(held), regions="; ".join(_regions(scene, owner)))
    for id, places in (
        (f"map.capitals-{owner}", [place for place in held if place.capital_of]),
        (f"map.taken-{owner}", [place for place in held if place.taken]),
    ):
        if places:
            yield say(id, spaces=Message.all_of(place.space.name for place in places))
    if lines := [place for place in held if place.line]:
        named = [Message("map.line-level", space=place.space.name, level=place.line) for place in lines]
        yield say(f"map.lines-{owner}", lines=Message.all_of(named))
    for place in scene.places:
        if owner and place.besieger == owner:
            id = f"map.siege-continuing-{owner}" if place.continuing else f"map.siege-{owner}"
            yield say(id, space=place.space.name, strength=place.fortress, left=place.strength)


def _regions(scene: Scene, owner: Side | None) -> Iterator[str]:
    """The spaces of an owner, region by region, a region that the owner has (nearly) all of by its name."""
    whole, rest = [], []
    for region in dict.fromkeys(place.space.region for place in scene.places):
        here = [place for place in scene.places if place.space.region == region]
        held = [place.space.name for place in here if place.controller == owner]
        others = [place.space.name for place in here if place.controller != owner]
        if not others:
            whole.append(region)
        elif len(others) * 3 <= len(held):
            rest.append(say("map.region-but", region=region, spaces=Message.all_of(others)))
        elif held:
            rest.append(say("map.region-some", region=region, spaces=Message.all_of(held)))
    if whole:
        yield say("map.region-all", regions=Message.all_of(whole))
    yield from rest


def _army(scene: Scene, side: Side) -> Iterator[str]:
    stacks = [stack for stack in scene.stacks if stack.side == side]
    total = corps_counted(sum(stack.corps for stack in stacks))
    yield say(f"map.army-{side}", corps=total, count=len(stacks))
    for stack in stacks:
        yield say(
            f"map.at-{_where(stack)}",
            space=stack.space,
            corps=corps_counted(stack.corps),
            pieces=Message.all_of(stack.pieces),
        )
    position = scene.position
    for id, pieces in (
        (f"map.waiting-{side}", _waiting(position, side)),
        (
            f"map.pool-{side}",
            [_corps_of(pool) for pool in position.pools if _whose(pool.power, side) and pool.corps],
        ),
    ):
        if pieces:
            yield say(id, pieces=Message.all_of(pieces))
    if points := position.resource_left.of(side):
        yield say(f"map.resources-{side}", count=points)


def _waiting(position: Position, side: Side) -> list[Message | str]:
    """The pieces of a side that wait off the map (NY 12.2.4, 16.3.2)."""
    leaders = [
        leader.name for leader in position.leaders if leader.space is None and _whose(leader.power, side)
    ]
    return [*leaders, *(_corps_of(corps) for corps in position.waiting if _whose(corps.power, side))]


def _corps_of(pile: Pool | Waiting) -> Message:
    return Message("map.corps", count=pile.corps, power=pile.power)


def _whose(power: str, side: Side) -> bool:
    return powers()[power].side == side


def position_summary(position: Position) -> str:
    """A position in one line.

    >>> from ..components.scenario import scenario_1688
    >>> position_summary(scenario_1688())[:42]
    '1688, Event phase; victory points 22; 46 s'
    """
    control = position.control
    held = {side: control.of(side).bit_count() for side in SIDES}
    return say(
        "map.summary",
        year=position.year,
        phase=Message(f"map.phase-{position.phase}"),
        points=position.victory_points,
        neutral=len(game_map().spaces) - sum(held.values()),
        corps=corps_counted(len(position.corps)),
        sieges=Message("map.count-sieges", count=len(position.sieges)),
        **held,
    )


# ---- the key


def legend() -> list[tuple[str, str]]:
    """The key to the map: what is explained (one of `LEGEND`), and its words.

    >>> legend()[5]
    ('fortress-1', 'Fortress, strength 1')
    """
    return [(id, _key(id)) for id in LEGEND]


def _key(id: str) -> str:
    kind, _, strength = id.partition("-")
    return say("map.key-fortress", strength=strength) if kind == "fortress" else say(f"map.key-{id}")
