"""Tasks on King William's War, winter and the Glorious Revolution (NY 8.5, 10, 18, 19, 20)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ...core.messages import Message
from ...core.rulings import Ruling
from ...nine_years.components.map import BRITAIN, IRELAND, game_map
from ...nine_years.components.position import Position
from ...nine_years.components.sides import SIDES, enemy
from ..course import answered, course_case, ruled
from ..positions import cleared, control, corps, edited, near, played_still, somewhere
from ..reasons import cited, ny, sentences
from ..solving import (
    NOBODY,
    SIDE_CHOICES,
    YES_OR_NO,
    all_or,
    by_difference,
    by_key,
    by_odds,
    cell_of,
    drawn,
    of_steps,
    reason,
)
from ..task import Draft, Kind, Solution, Task
from .movement import POWER

# ---- King William's War


def _colonies(random: Random) -> tuple[Position, dict[str, Any]]:
    cell = random.randint(-2, 2)
    support = tuple(side for side in SIDES if random.random() < 0.45)
    strong = tuple(side for side in SIDES if random.random() < 0.35)
    position = played_still(random, 60).replace(
        kww_cell=cell,
        kww_support=support,
        done_this_turn=tuple(f"strengthened-{side}" for side in strong),
        kww_strengthened=strong,
        victory_points=random.randint(12, 30),
    )
    values = {
        "cell": cell_of(cell),
        "points": position.victory_points,
        "year": position.year,
        "support": all_or(support, "task.nobody"),
        "strong": all_or(strong, "task.nobody"),
    }
    return position, values


@drawn((-1, 0, 1), 60)
def _kww_points(random: Random, level: int) -> tuple[Draft, int]:
    position, values = _colonies(random)
    die = random.randint(1, 6)
    case = course_case(position, ["king-william-roll"], dice=[die])
    draft = Draft(case=case, asks="victory_points", values={**values, "die": die})
    return draft, answered(case)["victory_points"] - position.victory_points


@drawn(("1/6", "1/3", "1/2", "2/3", "5/6"), 60)
def _kww_odds(random: Random, level: int) -> tuple[Draft, str] | None:
    position, values = _colonies(random)
    cell = position.kww_cell + random.choice((-1, 0, 1))
    if not -2 <= cell <= 2:
        return None
    case = course_case(position, ["king-william-roll"])
    chances = dict(ruled(case).odds["kww_cell"])
    if not 0 < chances.get(cell, 0) < 1:
        return None
    values["to"] = cell_of(cell)
    return Draft(case=case, asks=f"kww_cell={cell}", values=values), str(chances[cell])


# ---- the seas, and winter


@drawn(("Bourbon", "Alliance", "nobody"))
def _winter_sea(random: Random, level: int) -> tuple[Draft, str]:
    position = somewhere(random, level)
    beachy = random.random() < 0.35
    position = edited(
        position,
        control("London", random.choice(SIDES)),
        {"set": "sea", "zone": "Atlantic", "side": random.choice((*SIDES, None))},
    )
    lasting = tuple(["Beachy Head"] * beachy + ["Guerre de Course"] * (random.random() < 0.3))
    position = position.replace(lasting_events=lasting, year=random.randint(1689, 1698))
    case = course_case(position, ["winter-seas"])
    values = {
        "year": position.year,
        "london": position.controller("London"),
        "atlantic": position.sea("Atlantic") or Message("task.nobody"),
        "events": all_or(lasting, "task.none-of-them"),
    }
    choices, focus = (*SIDE_CHOICES, NOBODY), near("London", 1)
    draft = Draft(case=case, asks="Atlantic", values=values, choices=choices, focus=focus)
    return draft, answered(case)["Atlantic"] or "nobody"


def _solve_sea(task: Task) -> Solution:
    ruling = ruled(task.case)
    owner = (ruling.answer or {})["Atlantic"] or "nobody"
    says = Message("task.atlantic-stays", side=Message("task.nobody") if owner == "nobody" else owner)
    described = of_steps(ruling, "NY 8.5.c.1")[:1]
    says = cited(described[0].says if described else says, "NY 8.5.c.1")
    return Solution((owner,), says, ("NY 8.5.c.1",), (ruling,))


@drawn((2, 3, 4), 80)
def _rest(random: Random, level: int) -> tuple[Draft, int] | None:
    position = somewhere(random, level)
    side = random.choice(SIDES)
    enemy_spaces = [s.name for s in game_map().spaces if position.controller(s.name) == enemy(side)]
    space = random.choice(enemy_spaces)
    around = near(space, 2)
    position = cleared(position, *around)
    for name in random.sample(around[1:], min(len(around) - 1, 1 + level)):
        if position.controller(name) is None:
            continue
        position = edited(position, control(name, side))
        if random.random() < 0.3 and position.controller(name) == side:
            position = edited(position, corps(POWER[side], name, 12))
    count = random.randint(2, 5)
    position = edited(position, corps(POWER[side], space, count))
    case = course_case(position, [f"rest {side}, {space}"])
    options = answered(case).get("options", ())
    if not options or len(options) > 6:
        return None
    values = {"side": side, "space": space, "count": count, "power": POWER[side], "year": position.year}
    return Draft(case=case, asks=f"{side}, {space}", values=values, focus=near(space, 3)), len(options)


def _solve_rest(task: Task) -> Solution:
    ruling = ruled(task.case)
    right = frozenset(text.removeprefix("rest ") for text in (ruling.answer or {})["options"])
    space = task.asks.partition(", ")[2]
    rooms = Message("task.nearest-rooms", space=space, spaces=Message.all_of(sorted(right)))
    described = [cited(rooms, "NY 19.a")]
    clauses = {"NY 19.a": None}
    for name in near(space, 1)[1:]:
        for one in _refused_rest(task, name).violations[:1] if name not in right else ():
            described.append(cited(one.says, one.clause_id))
            clauses[one.clause_id] = None
    return Solution((right,), sentences(described[:4]), tuple(clauses), (ruling,))


def _refused_rest(task: Task, to: str) -> Ruling:
    """The ruling on withdrawing to a space."""
    given = task.case["given"]
    return ruled(course_case(given["position"], given["items"], (f"rest {to}",)))


# ---- the Glorious Revolution


@drawn(("yes", "no"))
def _revolution(random: Random, level: int) -> tuple[Draft, str]:
    position = somewhere(random, level)
    position = edited(
        position,
        control("London", random.choice(SIDES)),
        {"set": "sea", "zone": "Atlantic", "side": random.choice((*SIDES, None))},
        {"set": "revolution", "done": random.random() < 0.25},
    )
    before, year = position.revolution, random.randint(1688, 1695)
    beachy = level > 1 and before and random.random() < 0.5
    position = position.replace(year=year, lasting_events=("Beachy Head",) if beachy else ())
    case = course_case(position, ["winter-seas", "revolution"], (), ("exile",))
    happens = "yes" if answered(case)["revolution"] and not before else "no"
    values = {
        "year": position.year,
        "london": position.controller("London"),
        "atlantic": position.sea("Atlantic") or Message("task.nobody"),
        "when": Message("task.after-revolution" if before else "task.before-revolution"),
        "events": all_or(position.lasting_events, "task.none-of-them"),
    }
    return Draft(case=case, values=values, choices=YES_OR_NO, focus=near("London", 1)), happens


def _solve_revolution(task: Task) -> Solution:
    position = task.position
    assert position is not None
    ruling = ruled(task.case)
    if (ruling.answer or {})["revolution"] and not position.revolution:
        says, clauses = reason(ruling, ("revolution.begins",))
        return Solution(("yes",), says, clauses, (ruling,))
    atlantic = (ruling.answer or {})["Atlantic"] or Message("task.nobody")
    before = "task.revolution-was" if position.revolution else "task.revolution-not"
    described = Message(before, london=position.controller("London"), atlantic=atlantic)
    return Solution(("no",), cited(described, "NY 20.2.5.2"), ("NY 20.2.5.2", "NY 8.5.d"), (ruling,))


@drawn(tuple(map(str, SIDES)))
def _britain(random: Random, level: int) -> tuple[Draft, str]:
    """Whose a space is after the Glorious Revolution."""
    position = somewhere(random, 1)
    spaces = [s.name for s in game_map().in_regions(IRELAND, *BRITAIN)]
    for name in random.sample(spaces, 4 * level):
        position = edited(position, control(name, random.choice(SIDES)))
    position = edited(
        position,
        control("London", "Bourbon"),
        {"set": "sea", "zone": "Atlantic", "side": "Alliance"},
        {"set": "revolution", "done": False},
    ).replace(year=1688)
    space = random.choice(spaces)
    case = course_case(position, ["revolution"], (), ("exile",))
    owner = _owner_after(case, space)
    values = {"space": space, "side": position.controller(space)}
    return Draft(case=case, asks=space, values=values, choices=SIDE_CHOICES, focus=near("London", 3)), owner


def _owner_after(case: Mapping[str, Any], space: str) -> str:
    return str(answered({**case, "given": {**case["given"], "watch": (space,)}})["control"][space])


def _solve_britain(task: Task) -> Solution:
    ruling = ruled(task.case)
    says, clauses = reason(ruling, ("revolution.begins",))
    owner = _owner_after(task.case, task.asks)
    goes = Message(f"task.britain-{game_map().by_name[task.asks].region}")
    described = Message("task.stays-or-joins", reason=sentences([says, goes]), space=task.asks, side=owner)
    return Solution((owner,), described, clauses, (ruling,))


KINDS = (
    Kind("atlantic-in-winter", 10, ny("8.5.c.1 10.1.b"), "choice", _winter_sea, _solve_sea),
    Kind(
        "points-from-the-colonies",
        18,
        ny("18.3 18.1 18.2"),
        "number",
        _kww_points,
        by_key("victory_points", "NY 18.2", "NY 18.3", "NY 18.1", last="task.points-stand"),
        levels=1,
    ),
    Kind(
        "odds-in-the-colonies",
        18,
        ny("18.3 18.2"),
        "fraction",
        _kww_odds,
        by_odds("NY 18.2", "NY 18.3"),
        levels=1,
    ),
    Kind(
        "winter-quarters",
        19,
        ny("19.a 4.1.1"),
        "spaces",
        _rest,
        _solve_rest,
        by_difference(_refused_rest, "task.rest-belongs", "NY 19.a", "task.rest-not-there"),
    ),
    Kind("revolution-now", 20, ny("20.2.5.2 8.5.d 8.5.c.1"), "choice", _revolution, _solve_revolution),
    Kind("britain-after-it", 20, ny("20.2.5.2 7.2.6.c"), "choice", _britain, _solve_britain),
)
"""The kinds of this part."""
