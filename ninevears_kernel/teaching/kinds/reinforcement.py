"""Tasks on what resource points buy, where corps come in (NY 12), and lines that are built (NY 15.2)."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import structs

from ...core.messages import Message
from ...nine_years.components.map import IRELAND, ZONES, game_map
from ...nine_years.components.position import BothSides, Position, Shifts
from ...nine_years.components.powers import powers, side_of
from ...nine_years.components.sides import SIDES, Side, enemy
from ...nine_years.engine.notation import FLEETS
from ...nine_years.rules.fleets import fleet_row
from ..course import answered, course_case, found, ruled
from ..positions import cleared, control, corps, edited, near, seas_by_chance, somewhere, unrest
from ..reasons import cited, ny, sentences
from ..solving import (
    LEGAL_OR_NOT,
    all_or,
    by_key,
    by_pair,
    drawn,
    name_choices,
    ny_case,
    pair_of,
    reason,
)
from ..task import Draft, Kind, Solution, Task
from .movement import POWER, whose

RICH = ("Tournai", "Namur", "Munich", "London")


def _powers_of(position: Position, side: Side) -> list[str]:
    return [name for name in powers() if side_of(position, name) == side]


# ---- resource points


@drawn(range(2, 10), 60)
def _points(random: Random, level: int) -> tuple[Draft, int]:
    position = somewhere(random, level)
    side = random.choice(SIDES)
    for name in RICH:
        position = edited(position, control(name, random.choice(SIDES)))
    for space in game_map().in_regions(IRELAND):
        owner: Side = "Bourbon" if random.random() < 0.1 * level else "Alliance"
        position = edited(position, control(space.name, owner if side == "Alliance" else "Bourbon"))
    conceded = 2 if level > 1 and random.random() < 0.4 else 0
    change = random.choice((-2, -1, 1, 2)) if level > 2 else 0
    hand = {"bourbon_hand" if side == "Bourbon" else "alliance_hand": _conceding(position, side, conceded)}
    shifts = Shifts(**{side: change})
    position = position.replace(**hand, resource_change=shifts, resource_base=BothSides(3, 6))
    case = ny_case("resource-points", position=position, side=side)
    described = [Message("task.points-change", count=change)] * bool(change)
    described += [Message("task.points-conceded")] * bool(conceded)
    more = all_or(described, "task.nothing-else")
    plain = None if described else Message("task.resource-points-hint-plain", side=side)
    draft = Draft(case=case, values={"side": side, "year": position.year, "more": more}, narrow=plain)
    return draft, answered(case)["points"]


def _verdict(case: dict[str, Any]) -> str:
    finding = found(case)
    return finding.verdict if finding else "error"


def _conceding(position: Position, side: Side, points: int) -> Any:
    return structs.replace(position.hand(side), points_conceded=points)


# ---- restored, raised, built


def _scene(random: Random, level: int, question: str) -> tuple[dict[str, Any], str] | None:
    """A position in which somebody wants to spend points in a space, and the space."""
    position = somewhere(random, level)
    side = random.choice(SIDES)
    power = random.choice(_powers_of(position, side))
    if question == "raise":
        spaces = [space.name for space in game_map().spaces if space.power == power or random.random() < 0.05]
        spaces = [name for name in spaces if position.controller(name) is not None]
    else:
        spaces = sorted({one.space for one in position.corps if side_of(position, one.power) == side})
    if not spaces:
        return None
    space = random.choice(spaces)
    around = [name for name in near(space, 1 + level // 2) if name != space]
    position = unrest(random, position, random.randint(0, 1 + level), around)
    points = random.randint(1, 6)
    given: dict[str, Any] = {"position": position, "space": space, "points": points}
    if question == "raise":
        in_pool = next((pool.corps for pool in position.pools if pool.power == power), 0)
        if not in_pool and random.random() < 0.9:
            position = edited(position, {"set": "pool", "power": power, "corps": 1})
        given |= {"position": position, "power": power, "strength": random.choice(("full", "reduced"))}
        given["points"] = random.choice((1, 2, 3, 5))
    elif question == "restore":
        own = [one for one in position.corps if one.space == space and side_of(position, one.power) == side]
        power = random.choice([one.power for one in own])
        if not any(one.reduced for one in own):
            position = edited(position, corps(power, space, 1, reduced=True))
        else:
            power = random.choice([one.power for one in own if one.reduced])
        if (
            random.random() < 0.1 * level
            and position.controller(space) == side
            and game_map().by_name[space].fortress
        ):
            position = edited(position, {"set": "besieged", "space": space, "by": enemy(side)})
        given |= {"position": position, "power": power}
    else:
        count = sum(one.space == space for one in position.corps)
        wanted = random.choice((3, 4, 5, 5, 6, 7))
        if wanted > count:
            position = edited(position, corps(_own_power(position, side, space), space, wanted - count))
        if random.random() < 0.35:
            position = edited(position, {"set": "line", "space": space, "level": random.choice((1, 2, 3, 3))})
        given |= {"position": position, "side": side}
    return ny_case(question, **given), space


def _own_power(position: Position, side: Side, space: str) -> str:
    own = [one.power for one in position.corps_in(space) if side_of(position, one.power) == side]
    return own[0] if own else POWER[side]


def _spends(question: str) -> Any:
    @drawn(("legal", "illegal"))
    def drafted(random: Random, level: int) -> tuple[Draft, str] | None:
        scene = _scene(random, level, question)
        if scene is None:
            return None
        case, space = scene
        draft = Draft(case=case, values=_describe(case), choices=LEGAL_OR_NOT, focus=near(space, 2))
        return draft, _verdict(case)

    return drafted


def _describe(case: dict[str, Any]) -> dict[str, Any]:
    given = case["given"]
    position = given["position"]
    values = {name: given.get(name) for name in ("space", "power", "side", "points", "strength")}
    values["count"] = values.pop("points")
    level = next((line.level for line in position.lines if line.space == given.get("space")), 0)
    there = sum(one.space == given.get("space") for one in position.corps)
    return {**values, "year": position.year, "level": level, "there": there}


def _restore_pair(random: Random, level: int) -> Draft:
    """A corps that can be restored, and the same with one fact changed."""
    for _ in range(300):
        scene = _scene(random, level, "restore")
        if scene is None or _verdict(scene[0]) != "legal":
            continue
        case, space = scene
        given = case["given"]
        position, power = given["position"], given["power"]
        side = side_of(position, power)
        foe: Side = "Alliance" if side == "Bourbon" else "Bourbon"
        asked = ny_case("loc", position=position, space=space, side=side, purpose="restore", power=power)
        path = [name for name in answered(asked)["path"] if name not in ZONES]
        if len(path) < 2:
            continue
        edits = [control(name, foe) for name in path[1:]]
        if game_map().by_name[space].fortress and position.controller(space) == side:
            edits.append({"set": "besieged", "space": space, "by": foe})
        edit = random.choice(edits)
        other = {**case, "given": {**given, "position": edited(position, edit)}}
        if _verdict(other) != "illegal":
            continue
        focus = tuple(dict.fromkeys([*near(space, 2), *path]))
        return pair_of(random, case, other, _describe(case), focus)
    raise RuntimeError("no pair was found")


# ---- where a corps may arrive


def _arrival(random: Random, level: int) -> Draft:
    for _ in range(200):
        position = somewhere(random, level)
        side = random.choice(SIDES)
        power = random.choice(_powers_of(position, side))
        homes = [s.name for s in game_map().spaces if s.power == power]
        if len(homes) >= 2:
            position = unrest(random, position, 1 + level, homes)
        for name in random.sample(homes, min(1, len(homes))):
            if position.controller(name) == side:
                position = edited(cleared(position, name), corps(power, name, 12))
        position = position.replace(waiting=())
        case = course_case(position, [f"arrive {side}, {power}"])
        may = _places(answered(case))
        wrong = [n for n in homes if n not in may]
        wrong += [
            s.name
            for s in game_map().spaces
            if position.controller(s.name) == side and s.power != power and s.name not in may
        ]
        if len(may) < 2 or len(wrong) < 3:
            continue
        right = random.choice(sorted(may))
        at_home = [name for name in wrong if name in homes]
        others = random.sample(at_home, min(len(at_home), 2))
        others += random.sample([name for name in wrong if name not in others], 3 - len(others))
        values = {"side": side, "power": power, "year": position.year}
        return Draft(
            case=case,
            asks=f"{side}, {power}",
            values=values,
            choices=name_choices(random, (right, *others)),
            focus=(right, *others),
        )
    raise RuntimeError("nobody arrives")


def _places(answer: Any) -> frozenset[str]:
    return frozenset(text.removeprefix("place ") for text in (answer or {}).get("options", ()))


def _solve_arrival(task: Task) -> Solution:
    ruling = ruled(task.case)
    may = _places(ruling.answer or {})
    right = tuple(choice.value for choice in task.choices if choice.value in may)
    given = task.case["given"]
    described: list[Message] = []
    clauses: dict[str, None] = {}
    for choice in task.choices:
        if choice.value not in may:
            refused = ruled(course_case(given["position"], given["items"], (f"place {choice.value}",)))
            _, found = reason(refused)
            described.append(cited(refused.violations[0].says, found[0]))
            clauses |= dict.fromkeys(found)
    return Solution(right, sentences(described), tuple(clauses), (ruling,))


# ---- fleets


@drawn(("legal", "illegal"))
def _fleet(random: Random, level: int) -> tuple[Draft, str]:
    position = somewhere(random, level)
    fleet = random.choice(FLEETS)
    home = fleet_row(fleet)["home_port"]
    position = seas_by_chance(random, position)
    place = random.choice(("pool", "pool", "pool", "port", "gone"))
    position = edited(
        position, {"set": "fleet", "fleet": fleet, "place": place, "strength": int(place == "port")}
    )
    position = unrest(random, position, level, [name for name in near(home, 2) if name != home])
    if random.random() < 0.15:
        foe: Side = "Alliance" if position.controller(home) == "Bourbon" else "Bourbon"
        position = edited(position, {"set": "besieged", "space": home, "by": foe})
    strength = random.choice((1, 2))
    case = ny_case(
        "build-fleet", position=position, fleet=fleet, strength=strength, points=random.choice((1, 2, 3))
    )
    values = {
        "fleet": fleet,
        "strength": strength,
        "count": case["given"]["points"],
        "where": Message(f"task.fleet-{place}"),
        "seas": Message.all_of([whose(position, zone) for zone in ZONES]),
        "home": home,
    }
    return Draft(case=case, values=values, choices=LEGAL_OR_NOT, focus=near(home, 2)), _verdict(case)


KINDS = (
    Kind(
        "resource-points",
        12,
        ny("12.3.1.b 12.3.1.c 12.3.1.a 2.8"),
        "number",
        _points,
        by_key("points", "NY 12.3.1.a", "NY 12.3.1.b", "NY 12.3.1.c", "NY 6.4.1", last="task.points-in-all"),
    ),
    Kind("place-a-corps", 12, ny("12.2.3 4.1.3 12.2.5"), "choice", _arrival, _solve_arrival),
    Kind(
        "restore-here",
        12,
        ny("12.3.3 12.3.5"),
        "choice",
        _spends("restore"),
        by_key("verdict", "NY 11.1.1", "NY 12.3.5"),
    ),
    Kind(
        "raise-here",
        12,
        ny("12.3.4 12.3.3"),
        "choice",
        _spends("raise"),
        by_key("verdict", "NY 11.1.1", "NY 12.3.4"),
    ),
    Kind("pair-of-restorings", 12, ny("12.3.3 17.3"), "choice", _restore_pair, by_pair(), levels=2),
    Kind("raise-a-fleet", 12, ny("12.3.6.a 12.3.6.b"), "choice", _fleet, by_key("verdict", "NY 12.3.6.a")),
    Kind("build-a-line", 15, ny("15.2 15.1"), "choice", _spends("build-line"), by_key("verdict", "NY 15.2")),
)
"""The kinds of this part."""
