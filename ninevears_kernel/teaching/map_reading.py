"""What the map shows of some places, ruled like anything else: a question of its own, for tasks alone."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ..core.messages import Message
from ..core.questions import Question
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from ..nine_years.atlas.scene import Place, Scene, scene_of
from ..nine_years.components.map import game_map
from ..nine_years.queries.situation import Situation

MAP = "map"
CAPITAL, RICH, STRONG, OPEN = "capital", "rich", "strong", "open"
MARKS = (CAPITAL, RICH, STRONG, OPEN)
"""What the map marks a space with: a star, a coin, the largest work, the dot of an open town."""
HELD, WALLS, SEA, LINK, PASS = "held", "walls", "sea", "link", "pass"
"""What else may be asked of a space, or of a sea zone."""
STRONGEST = 3


class MapGiven(Situation, frozen=True, kw_only=True):
    """A position, and what is to be read off it."""

    asks: Annotated[str, Meta(description="what is read: one of MARKS, held, walls, link, pass, sea, a zone")]
    spaces: Annotated[tuple[str, ...], Meta(description="the spaces that are looked at")] = ()
    origin: Annotated[str, Meta(description="of links: the space that they lead from")] = ""
    zone: Annotated[str, Meta(description="of ports and seas: which sea zone")] = ""


def _read(given: MapGiven, context: RulingContext) -> Answer:
    scene = scene_of(given.resolved(context))
    places = [scene.place(name) for name in given.spaces]
    match given.asks:
        case "held":
            found: object = _held(places[0], context)
        case "walls":
            found = _walls(places[0], context)
        case "sea":
            found = _sea(scene, given.zone, context)
        case "port":
            found = [one.space.name for one in places if _is_port(one, given.zone, context)]
        case "link" | "pass":
            found = [one.space.name for one in places if _is_linked(one, given, context)]
        case _:
            found = [one.space.name for one in places if _is_marked(one, given.asks, context)]
    says = context.steps[-1].says if len(context.steps) == 1 else Message("task.map-reading")
    return Answer("result", says, {"found": found})


def _held(place: Place, context: RulingContext) -> str:
    context.step("NY 2.3", f"task.map-held-{place.controller}", space=place.space.name)
    if place.taken:
        context.step("NY 2.3", "task.map-held-since")
    return place.controller or "neutral"


def _walls(place: Place, context: RulingContext) -> int:
    name = "task.map-walls" if place.fortress else "task.map-open"
    context.step("NY 2.1", name, space=place.space.name, strength=place.fortress)
    if place.strength_lost:
        left = {"strength": place.fortress, "lost": place.strength_lost, "left": place.strength}
        context.step("NY 17.2", "task.map-walls-lost", **left)
    return place.strength


def _sea(scene: Scene, zone: str, context: RulingContext) -> str:
    side = scene.seas[zone].controller
    context.step("NY 2.5", f"task.map-sea-{side}", zone=zone)
    return side or "nobody"


def _is_port(place: Place, zone: str, context: RulingContext) -> bool:
    ports = place.space.ports
    name = "task.map-port" if ports else "task.map-no-port"
    context.step("NY 2.6", name, space=place.space.name, zones=Message.all_of(ports))
    return zone in ports


def _is_linked(place: Place, given: MapGiven, context: RulingContext) -> bool:
    name = place.space.name
    kind = game_map().neighbours(given.origin).get(name)
    over = sorted(set(game_map().neighbours(name)) & set(game_map().neighbours(given.origin)))
    says = f"task.map-link-{kind}" if kind else "task.map-link-over" if over else "task.map-link-far"
    context.step("NY 2.1", says, space=name, origin=given.origin, over=Message.any_of(over) if over else "")
    return kind is not None if given.asks == LINK else kind == "pass"


def _is_marked(place: Place, mark: str, context: RulingContext) -> bool:
    is_so = {
        CAPITAL: bool(place.capital_of),
        RICH: place.rich,
        STRONG: place.fortress == STRONGEST,
        OPEN: not place.fortress,
    }[mark]
    clause = {CAPITAL: "NY 2.2", RICH: "NY 2.8"}.get(mark, "NY 2.1")
    if mark in (STRONG, OPEN):
        says = "task.map-walls" if place.fortress else "task.map-open"
    else:
        says = f"task.map-{mark}" if is_so else f"task.map-no-{mark}"
    of = Message.all_of(place.capital_of) if place.capital_of else ""
    context.step(clause, says, space=place.space.name, strength=place.fortress, powers=of)
    return is_so


QUESTION = Question("NY", MAP, "What does the map show?", MapGiven, {}, _read, ("found",))
