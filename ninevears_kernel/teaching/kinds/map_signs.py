"""Tasks on what the map shows: who holds what, walls, ports, links, seas and signs (NY 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ...core.messages import Message
from ...nine_years.components.map import ZONES, game_map
from ...nine_years.components.position import Position
from ...nine_years.components.sides import SIDES
from ..course import answered, ruled
from ..map_reading import HELD, LINK, MAP, MARKS, PASS, SEA, WALLS
from ..positions import edited, near, seas_by_chance, somewhere, unrest
from ..reasons import cited, ny, sentences
from ..solving import NOBODY, SIDE_CHOICES, aimed, drawn, name_choices, ny_case, of_space
from ..task import Choice, Draft, Kind, Solution, Task

PORT = "port"
OFFERED = 4
"""So many spaces are offered, of which one is right."""
AROUND = 3
"""They lie within so many links of the right one, so that one picture shows them."""
MOST_TRIES = 200
NEUTRAL = Choice("neutral", Message("task.neutral"))
LOST = 0.6
"""How often a fortress that is asked about has lost some of its strength, from level 2 on."""


def _read(position: Position, asks: str, *spaces: str, **more: Any) -> dict[str, Any]:
    return ny_case(MAP, position=position, asks=asks, spaces=tuple(spaces), **more)


# ---- one space


@drawn(("Bourbon", "Alliance", "neutral"))
def _held(random: Random, level: int) -> tuple[Draft, str]:
    position = unrest(random, somewhere(random, level), 6 * level)
    space = random.choice(game_map().spaces).name
    case = _read(position, HELD, space)
    values = {"space": space, "year": position.year}
    draft = Draft(case=case, values=values, choices=(*SIDE_CHOICES, NEUTRAL), focus=near(space, 2))
    return draft, answered(case)["found"]


@drawn((0, 1, 2, 3))
def _walls(random: Random, level: int) -> tuple[Draft, int]:
    position, space = somewhere(random, level), random.choice(game_map().spaces)
    owner = position.controller(space.name)
    if level > 1 and space.fortress > 1 and owner is not None and random.random() < LOST:
        by = next(side for side in SIDES if side != owner)
        lost = random.randint(1, space.fortress - 1)
        siege = {"set": "besieged", "space": space.name, "by": by, "strength_lost": lost}
        position = edited(position, siege)
    case = _read(position, WALLS, space.name)
    values = {"space": space.name, "year": position.year}
    return Draft(case=case, values=values, focus=near(space.name, 1)), answered(case)["found"]


@drawn(("Bourbon", "Alliance", "nobody"))
def _sea(random: Random, level: int) -> tuple[Draft, str]:
    position = seas_by_chance(random, somewhere(random, level))
    zone = random.choice(ZONES)
    case = _read(position, SEA, zone=zone)
    values = {"zone": zone, "year": position.year}
    return Draft(case=case, values=values, choices=(*SIDE_CHOICES, NOBODY)), answered(case)["found"]


# ---- one of four


def _offered(
    random: Random, position: Position, asks: str, among: Sequence[str], **more: Any
) -> tuple[dict[str, Any], tuple[str, ...]] | None:
    """The case in which one of four spaces is right, and these; None where there are not so many."""
    names = sorted(set(among))
    right = answered(_read(position, asks, *names, **more))["found"]
    wrong = [name for name in names if name not in right]
    if not right or len(wrong) < OFFERED - 1:
        return None
    chosen = (random.choice(right), *random.sample(wrong, OFFERED - 1))
    return _read(position, asks, *chosen, **more), chosen


def _one_of_four(
    ask: Callable[[Random, Position, str, int], tuple[str, dict[str, Any], Sequence[str]] | None],
) -> Callable[[Random, int], Draft]:
    """A task with four spaces, drawn around a space of the map."""

    def draft(random: Random, level: int) -> Draft:
        for _ in range(MOST_TRIES):
            position, space = somewhere(random, level), random.choice(game_map().spaces).name
            asked = ask(random, position, space, level)
            offered = asked and _offered(random, position, asked[0], asked[2], **asked[1])
            if asked and offered:
                case, chosen = offered
                what = Message(f"task.map-{asked[0]}-asked", **asked[1])
                values = {"what": what, "year": position.year}
                choices = name_choices(random, chosen)
                focus = tuple(filter(None, (asked[1].get("origin"), *chosen)))
                return Draft(case=case, asks=asked[0], values=values, choices=choices, focus=focus)
        raise RuntimeError("no spaces were found")

    return draft


def _ports(
    random: Random, position: Position, space: str, level: int
) -> tuple[str, dict[str, Any], Sequence[str]] | None:
    ports = game_map().by_name[space].ports
    return (PORT, {"zone": ports[0]}, near(space, AROUND)) if len(ports) == 1 else None


def _links(
    random: Random, position: Position, space: str, level: int
) -> tuple[str, dict[str, Any], Sequence[str]] | None:
    asks = aimed(random, (LINK, PASS)) if level > 1 else LINK
    return asks, {"origin": space}, near(space, 2)[1:]


def _marks(
    random: Random, position: Position, space: str, level: int
) -> tuple[str, dict[str, Any], Sequence[str]] | None:
    return aimed(random, MARKS), {}, near(space, AROUND)


def _solve(task: Task) -> Solution:
    """What is read off the map; of four spaces the reason is that of the right one."""
    ruling = ruled(task.case)
    found = (ruling.answer or {})["found"]
    several = isinstance(found, tuple)
    steps = [one for one in ruling.steps if not several or one.says.values["space"] in found]
    says = sentences([cited(one.says, one.clause_id) for one in steps])
    clauses = tuple(dict.fromkeys(one.clause_id for one in steps))
    return Solution(found if several else (found,), says, clauses, (ruling,))


KINDS = (
    Kind("who-controls", 2, ny("2.3"), "choice", _held, _solve, turns=False),
    Kind("strength-of-walls", 2, ny("2.1 17.2"), "number", _walls, _solve, turns=False),
    Kind("whose-sea", 2, ny("2.5"), "choice", _sea, _solve, turns=False),
    Kind("port-on-a-sea", 2, ny("2.6"), "choice", _one_of_four(_ports), _solve, meets=of_space, turns=False),
    Kind("linked-spaces", 2, ny("2.1"), "choice", _one_of_four(_links), _solve, meets=of_space, turns=False),
    Kind(
        "sign-of-a-space",
        2,
        ny("2.1 2.2 2.8"),
        "choice",
        _one_of_four(_marks),
        _solve,
        meets=of_space,
        turns=False,
    ),
)
"""The kinds of this part."""
