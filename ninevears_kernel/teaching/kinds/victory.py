"""Tasks on fleets, Savoy, peace and victory (NY 6, 7.2.1, 10, 13.5.6)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ...core.messages import Message
from ...nine_years.components.map import game_map
from ...nine_years.components.position import Position, Siege
from ...nine_years.components.sides import SIDES, Side, enemy
from ...nine_years.engine.notation import FLEETS
from ...nine_years.rules.fleets import BASES, fleet_row, owner_of
from ..course import answered, course_case, found, ruled
from ..positions import cleared, control, edited, near, somewhere
from ..reasons import cited, ny, sentences
from ..solving import NOBODY, SIDE_CHOICES, by_answer, by_key, by_odds, cell_of, drawn, ny_case, of_steps
from ..task import Choice, Draft, Kind, Solution, Task
from .combat import put
from .movement import COMMANDERS

WINNERS = (*SIDE_CHOICES, NOBODY)
FORTRESSES = ("Turin", "Nice", "Chambery")
"""Those of Savoy."""


def _winner(answer: Mapping[str, Any]) -> str:
    return answer["automatic"] or "nobody"


def _holder(answer: Mapping[str, Any]) -> str:
    return answer["controller"] or "nobody"


# ---- peace


def _late(random: Random, level: int) -> Position:
    position = somewhere(random, level)
    for name in ("London", "Dublin", "Edinburgh"):
        position = edited(position, control(name, random.choice(SIDES)))
    for power, most in (("Spain", 4), ("Empire", 3)):
        names = [s.name for s in game_map().spaces if s.power == power and s.fortress]
        for name in random.sample(names, random.randint(0, most)):
            position = edited(position, control(name, "Bourbon"))
    return position.replace(year=random.randint(1696, 1699), kww_cell=random.randint(-2, 2))


@drawn(range(0, 9), 40)
def _peace(random: Random, level: int) -> tuple[Draft, int]:
    case, values = _peace_case(random, level)
    return Draft(case=case, values=values), _answer(case)["modifier"]


def _answer(case: dict[str, Any]) -> dict[str, Any]:
    """What is known of a case; of a peace roll its modifier too, which its ruling tells with a die."""
    finding = found(case if case["question"] != "peace-roll" else {**case, "dice": case.get("dice") or [1]})
    return dict(finding.answer) if finding else {}


def _peace_case(random: Random, level: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A case of the peace roll, and what the prompt names."""
    position = _late(random, level)
    made = {side: random.randint(0, 2) if level > 1 else 0 for side in SIDES}
    savoy = all(position.controller(name) is None for name in FORTRESSES)
    values = {
        "year": position.year,
        "cell": cell_of(position.kww_cell),
        "savoy": Message("task.savoy-neutral" if savoy else "task.savoy-at-war"),
        "bourbon": Message("task.concessions", count=made["Bourbon"]),
        "alliance": Message("task.concessions", count=made["Alliance"]),
    }
    return ny_case("peace-roll", position=position, concessions=made), values


def _solve_peace(task: Task) -> Solution:
    ruling = ruled({**task.case, "dice": [1]})
    says = [cited(step.says, step.clause_id) for step in of_steps(ruling, "NY 6.4.M", "NY 6.4.1")]
    described = sentences([Message("task.sum-of", count=(ruling.answer or {})["modifier"]), *says])
    return Solution(((ruling.answer or {})["modifier"],), described, ("NY 6.4.M", "NY 6.4.1"), (ruling,))


@drawn(("2", "3", "4", "5", "6", "None"), 60)
def _peace_odds(random: Random, level: int) -> tuple[Draft, str] | None:
    case, values = _peace_case(random, level)
    return Draft(case=case, asks="ends=yes", values=values), str(_answer(case)["needed"])


# ---- victory


@drawn(("Bourbon", "Alliance", "nobody", "nobody"))
def _victory(random: Random, level: int) -> tuple[Draft, str]:
    position = somewhere(random, level)
    taken = random.sample(("Paris", "Amsterdam", "Vienna"), random.randint(0, 1 + (level > 2)))
    foe: dict[str, Side] = {"Paris": "Alliance", "Amsterdam": "Bourbon", "Vienna": "Bourbon"}
    for name in taken:
        position = edited(cleared(position, name), control(name, foe[name]))
        for other in random.sample(near(name, 3)[1:], min(14, len(near(name, 3)) - 1)):
            if position.controller(other) is not None and random.random() < 0.75:
                position = edited(position, control(other, foe[name]))
    near_the_end = random.random() < 0.5
    ends = (0, 1, 2, 12, 22, 25, 30, 33, 34, 34, 35, 36)
    points = random.choice(ends) if near_the_end else random.randint(3, 34)
    position = position.replace(victory_points=points)
    case = ny_case("victory", position=position)
    values = {"points": points, "year": position.year}
    focus = near(taken[0], 4) if taken else ()
    return Draft(case=case, values=values, choices=WINNERS, focus=focus), _winner(_answer(case))


@drawn((-2, -1, 0, 1, 2), 80)
def _points(random: Random, level: int) -> tuple[Draft, int] | None:
    """The victory points after a fortress has fallen, or not."""
    position = somewhere(random, level)
    side = random.choice(SIDES)
    kinds = [s for s in game_map().spaces if s.fortress and position.controller(s.name) is not None]
    names = ("Paris", "London", "Amsterdam", "Vienna", "Turin", "Frankfurt", "Cologne", "Munich")
    capitals = [s for s in kinds if s.name in names]
    space = random.choice(capitals if random.random() < 0.5 else kinds)
    around = [n for n in game_map().neighbours(space.name) if position.controller(n) is not None]
    owners = [control(space.name, enemy(side)), *(control(n, side) for n in around[:2])]
    position = edited(cleared(position, space.name), *owners)
    leader = random.choice(COMMANDERS[side])
    position = put(position, leader, space.name, side, 4)
    lost = max(0, space.fortress - random.randint(1, 2))
    position = position.replace(
        sieges=(*position.sieges, Siege(space.name, side, True, lost)),
        victory_points=random.randint(3, 37),
    )
    case = ny_case(
        "siege", dice=[random.randint(2, 6)], position=position, side=side, space=space.name, corps=3
    )
    finding = found(case)
    if finding is None or finding.verdict != "legal":
        return None
    values = {
        "side": side,
        "space": space.name,
        "points": position.victory_points,
        "die": case["dice"][0],
        "strength": space.fortress - lost,
        "count": 3,
        "leader": leader,
        "owner": enemy(side),
    }
    change = finding.answer["victory_points"] - position.victory_points
    return Draft(case=case, asks="victory_points", values=values, focus=near(space.name, 1)), change


# ---- fleets


def _at_sea(random: Random, level: int) -> tuple[Position, str, dict[str, Any]]:
    position = somewhere(random, level)
    fleet = random.choice(sorted(FLEETS))
    side, zone = owner_of(fleet), fleet_row(fleet)["zone"]
    base = BASES[zone]
    strength = random.randint(1, 2)
    position = edited(
        position,
        {"set": "sea", "zone": zone, "side": random.choice((enemy(side), None))},
        {"set": "fleet", "fleet": fleet, "place": "port", "strength": strength},
        control(base, random.choice(SIDES)),
    )
    other = "Gibraltar" if base == "London" else "London"
    position = edited(position, control(other, random.choice(SIDES)))
    values = {
        "fleet": fleet,
        "side": side,
        "foe": enemy(side),
        "zone": zone,
        "strength": strength,
        "holder": position.sea(zone) or Message("task.nobody"),
        "london": position.controller("London"),
        "gibraltar": position.controller("Gibraltar"),
        "points": position.victory_points,
    }
    return position, fleet, values


def _fleet_odds(random: Random, level: int) -> Draft:
    position, fleet, values = _at_sea(random, level)
    case = ny_case("deploy-fleet", position=position, fleet=fleet)
    return Draft(case=case, asks=f"winner={values['side']}", values=values, focus=("London", "Gibraltar"))


@drawn(("Bourbon", "Alliance", "nobody"))
def _fleet_result(random: Random, level: int) -> tuple[Draft, str] | None:
    position, fleet, values = _at_sea(random, level)
    dice = [random.randint(1, 6) for _ in range(2)]
    case = ny_case("deploy-fleet", dice=dice, position=position, fleet=fleet)
    finding = found(case)
    if finding is None or abs(finding.answer["owner_total"] - finding.answer["other_total"]) > 4 - level:
        return None
    values |= {"owner_die": dice[0], "other_die": dice[1]}
    draft = Draft(case=case, asks="controller", values=values, choices=WINNERS, focus=("London", "Gibraltar"))
    return draft, _holder(finding.answer)


# ---- Savoy


WHO = (*WINNERS[:2], Choice("both", Message("task.either-side")), NOBODY)


@drawn([choice.value for choice in WHO])
def _savoy(random: Random, level: int) -> tuple[Draft, str]:
    position = somewhere(random, level)
    owners: list[Side | None] = [random.choice(SIDES) for _ in FORTRESSES]
    if random.random() < 0.15:
        owners = [None] * 3
    position = cleared(position, *FORTRESSES)
    position = edited(position, *[control(n, owner) for n, owner in zip(FORTRESSES, owners, strict=True)])
    position = position.replace(year=random.randint(1692, 1699), savoy_left=False)
    case = course_case(position, ["winter-savoy"])
    values = {"year": position.year}
    return Draft(case=case, values=values, choices=WHO, focus=near("Turin", 2)), _may_leave(case)


def _may_leave(case: dict[str, Any]) -> str:
    position = case["given"]["position"]
    if answered(case).get("next") != "neutralise-savoy":
        return "nobody"
    may = []
    for side in SIDES:
        answer = found(course_case(position, [f"neutralise-savoy {side}"], ["neutralise"]))
        if answer is not None and answer.verdict != "illegal":
            may.append(side)
    return "both" if len(may) == 2 else may[0] if may else "nobody"


def _solve_savoy(task: Task) -> Solution:
    ruling = ruled(task.case)
    position = task.position
    assert position is not None
    owners = [
        Message("task.held-by", space=n, side=position.controller(n) or Message("task.nobody"))
        for n in FORTRESSES
    ]
    says = cited(Message("task.savoy-exit", year=position.year, owners=Message.all_of(owners)), "NY 7.2.1.c")
    return Solution((_may_leave(dict(task.case)),), says, ("NY 7.2.1.c",), (ruling,))


KINDS = (
    Kind("score-the-peace-roll", 6, ny("6.4.M 6.4.1"), "number", _peace, _solve_peace, levels=2),
    Kind(
        "odds-of-peace",
        6,
        ny("6.4.2 6.4.M"),
        "fraction",
        _peace_odds,
        by_odds("NY 6.4.M", "NY 6.4.1", "NY 6.4.2"),
        levels=2,
    ),
    Kind(
        "automatic-victory",
        6,
        ny("6.2.A.1 6.2.B.1 6.2.A.2 6.2.B.2"),
        "choice",
        _victory,
        by_answer(_winner, "NY 6.2.A.1", "NY 6.2.A.2", "NY 6.2.B.1", "NY 6.2.B.2", "loc.cut"),
    ),
    Kind(
        "victory-points",
        6,
        ny("6.1.2 17.5.2"),
        "number",
        _points,
        by_key("victory_points", "NY 17.5.2", "NY 6.1.2", last="task.points-stand"),
    ),
    Kind("who-frees-savoy", 7, ny("7.2.1.c 7.2.1.a"), "choice", _savoy, _solve_savoy),
    Kind("odds-of-a-fleet", 10, ny("13.5.6.a 10.1.b"), "fraction", _fleet_odds, by_odds("NY 13.5.6.a")),
    Kind(
        "fleet-and-its-zone",
        10,
        ny("13.5.6.b 13.5.6.a 10.1.c"),
        "choice",
        _fleet_result,
        by_answer(_holder, "NY 13.5.6.a", "NY 13.5.6.b"),
    ),
)
"""The kinds of this part."""
