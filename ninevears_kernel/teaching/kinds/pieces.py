"""Tasks on the map, the pieces and stacking (NY 2, 3, 4)."""

from __future__ import annotations

from random import Random
from typing import Any

from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import Ruling
from ...nine_years.components.map import game_map
from ...nine_years.components.position import Leader, Position
from ...nine_years.components.powers import capitals, powers, side_of
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.components.sides import SIDES, Side
from ...nine_years.rules.campaign.limits import ratings_counted, summed
from ..course import broken, course_case, found, ruled
from ..positions import cleared, control, corps, edited, somewhere, unrest
from ..reasons import cited, sentences
from ..solving import LEGAL_OR_NOT, by_difference, by_key, drawn, name_choices, ny_case, of_steps, reason
from ..task import Draft, Kind, Solution, Task
from .movement import POWER

NO_NAME = {"staff", "minor"}
LEADERS: dict[Side, tuple[str, ...]] = {
    "Bourbon": ("Boufflers", "Humieres", "Lorge", "Noailles", "Duras"),
    "Alliance": ("Waldeck", "Gastanaga", "Dutch minor leader 1", "Empire minor leader 1"),
}

# ---- the first step


def _steps_from(position: Position, side: Side, space: str, *more: str) -> dict[str, Any]:
    actions = (f"campaign {space}", "whole", "march", *more)
    return course_case(position.replace(actions_left=2), [f"action {side}"], actions, ("enter",))


def _first_step(random: Random, level: int) -> Draft:
    for _ in range(200):
        base = somewhere(random, level)
        side = random.choice(SIDES)
        space = random.choice(game_map().spaces)
        around = game_map().neighbours(space.name)
        if base.controller(space.name) is None or len(around) < 2 + min(level, 2):
            continue
        position = cleared(base, space.name)
        if position.controller(space.name) != side:
            position = edited(position, control(space.name, side))
        count = random.randint(1, 4)
        leader = random.choice(LEADERS[side])
        position = edited(
            position,
            corps(POWER[side], space.name, count),
            {"add": "leader", "name": leader, "space": space.name},
        )
        case = _steps_from(position, side, space.name)
        finding = found(case)
        ways = _ways(finding.answer if finding else {})
        if ways and len(ways) < len(around):
            values = {"side": side, "space": space.name, "leader": leader, "count": count}
            return Draft(case=case, asks=f"{side}, {space.name}", values=values, focus=(space.name, *around))
    raise RuntimeError("no space was found")


def _ways(answer: Any) -> frozenset[str]:
    return frozenset(text.removeprefix("to ") for text in answer.get("options", ()) if text.startswith("to "))


def _solve_first_step(task: Task) -> Solution:
    ruling = ruled(task.case)
    space = task.asks.split(", ")[1]
    right = _ways(ruling.answer)
    described: list[Message] = []
    clauses: dict[str, None] = {}
    for other in sorted(set(game_map().neighbours(space)) - right):
        for one in _refused_step(task, other).violations[:1]:
            described.append(cited(one.says, one.clause_id))
            clauses[one.clause_id] = None
    return Solution((right,), sentences(described), tuple(clauses), (ruling,))


def _refused_step(task: Task, to: str) -> Ruling:
    """The ruling on a first step to a space."""
    side, space = task.asks.split(", ")
    return ruled(
        _steps_from(
            task.case["given"]["position"], "Bourbon" if side == "Bourbon" else "Alliance", space, f"to {to}"
        )
    )


# ---- capitals as sources


@drawn(("Paris", "London", "Amsterdam", "Madrid", "Vienna", "Turin", "Cologne"), 12)
def _capital(random: Random, level: int) -> tuple[Draft, str] | None:
    """One capital that serves the corps of a power among others that do not."""
    position = unrest(random, somewhere(random, level), 3 * level)
    if level > 1 and random.random() < 0.6:
        taken = random.choice(["Amsterdam", "Madrid", "Vienna", "Paris", "London"])
        position = edited(position, control(taken, random.choice(SIDES)))
    power = random.choice([name for name in powers() if side_of(position, name) is not None])
    side = side_of(position, power)
    assert side is not None
    context = RulingContext(recorded=False)
    own = [name for name in capitals(position, power, context) if position.controller(name) == side]
    all_capitals = sorted({name for other in powers() for name in capitals(position, other, context)})
    others = [name for name in all_capitals if name not in capitals(position, power, context)]
    lost = [name for name in capitals(position, power, context) if name not in own]
    if not own or len(others) + len(lost) < 3:
        return None
    right = random.choice(own)
    wrong = [*random.sample(lost, min(1, len(lost)))]
    wrong += random.sample(others, 3 - len(wrong))
    case = ny_case("loc", position=position, space=right, side=side, purpose="restore", power=power)
    return (
        Draft(
            case=case,
            asks="source",
            values={"power": power, "side": side, "year": position.year},
            choices=name_choices(random, (right, *wrong)),
        ),
        right,
    )


def _solve_capital(task: Task) -> Solution:
    position = task.position
    assert position is not None
    given = task.case["given"]
    context = RulingContext(recorded=False)
    own = capitals(position, given["power"], context)
    right = [
        c.value for c in task.choices if c.value in own and position.controller(c.value) == given["side"]
    ]
    ruling = ruled(task.case)
    described = [cited(step.says, step.clause_id) for step in ruling.steps if step.clause_id == "NY 11.2.1"]
    return Solution(tuple(right), sentences(described), ("NY 11.2.1", "NY 2.2"), (ruling,))


def _of_capital(task: Task, solution: Solution, answer: str) -> Message:
    """Whose capital the one is that was named, or who holds it."""
    assert task.position is not None
    power, context = task.case["given"]["power"], RulingContext(recorded=False)
    owners = [name for name in powers() if answer in capitals(task.position, name, context)]
    if power in owners:
        return Message("task.capital-lost", space=answer, power=power, side=task.position.controller(answer))
    return Message("task.capital-of-others", space=answer, powers=Message.all_of(owners), power=power)


# ---- leaders and their sides


def _army(random: Random, level: int) -> Draft:
    side = random.choice(SIDES)
    base = somewhere(random, level)
    own = [
        row
        for row in standard_rule_tables().leaders
        if row.side == side and NO_NAME.isdisjoint(row.name.split())
    ]
    turned = [row for row in own if row.plain]
    chosen = random.sample([row for row in own if not row.plain], level + (not turned))
    chosen += random.sample(turned, min(1, len(turned)))
    space = random.choice([s.name for s in game_map().spaces if base.controller(s.name) == side])
    position = cleared(base, space)
    leaders = [one for one in position.leaders if one.name not in {row.name for row in chosen}]
    described = []
    spent = random.randrange(level + 1) if level > 1 else -1
    for place, row in enumerate(chosen):
        named, used = not row.plain or random.random() < 0.5, place == spent
        leaders.append(Leader(row.name, row.power, space, named=named, used=used))
        words = Message("task.leader", leader=row.name, command=row.rating[0])
        if row.plain:
            words = Message(
                "task.leader-named" if named else "task.leader-plain",
                leader=row.name,
                command=row.rating[0],
                plain=row.plain[0],
            )
        described.append(Message("task.leader-used", leader=words) if used else words)
    position = position.replace(leaders=tuple(sorted(leaders, key=lambda one: one.name)))
    position = edited(position, corps(POWER[side], space, 12))
    case = course_case(
        position.replace(actions_left=2),
        [f"action {side}"],
        (f"campaign {space}", "whole", "march"),
        ("march",),
    )
    values = {"side": side, "space": space, "leaders": Message.all_of(described)}
    return Draft(case=case, values=values, focus=(space,))


def _ratings_ready(task: Task) -> list[int]:
    """The command ratings of the leaders of the task who have not acted, from the side that lies up."""
    assert task.position is not None
    rows = {row.name: row for row in standard_rule_tables().leaders}
    here = [one for one in task.position.leaders_in(task.focus[0]) if not one.used]
    return [((None if one.named else rows[one.name].plain) or rows[one.name].rating)[0] for one in here]


def _solve_army(task: Task) -> Solution:
    ruling = ruled(task.case)
    if ruling.violations:
        says, clauses = reason(ruling)
        return Solution((0,), says, clauses, (ruling,))
    formed = of_steps(ruling, "force.formed")[0]
    limit = formed.says.values["limit"]
    counted = ratings_counted(_ratings_ready(task), RulingContext(recorded=False))
    sums = Message("force.limit", sum=summed(counted))
    return Solution(
        (limit,),
        sentences([cited(formed.says, formed.clause_id), cited(sums, formed.clause_id)]),
        ("NY 13.5.1.a", "NY 3.1"),
        (ruling,),
    )


# ---- crowded spaces


@drawn(("legal", "illegal"))
def _crowded(random: Random, level: int) -> tuple[Draft, str] | None:
    position = somewhere(random, level)
    side = random.choice(SIDES)
    power = POWER[side]
    own = [s.name for s in game_map().spaces if s.power == power and position.controller(s.name) == side]
    if not own:
        return None
    space = random.choice(own)
    count = random.randint(11, 13)
    position = edited(
        cleared(position, space),
        corps(power, space, count - 1),
        corps(power, space, 1, reduced=True, demoralised=True),
    )
    what = random.choice(("raise", "replace", "rally", "restore", "line"))
    values = {"space": space, "count": count, "side": side, "power": power}
    if what == "raise":
        position = edited(position, {"set": "pool", "power": power, "corps": 2})
        case = ny_case("raise", position=position, power=power, space=space, points=4)
    elif what == "restore":
        case = ny_case("restore", position=position, power=power, space=space, points=4)
    elif what == "line":
        case = ny_case("build-line", position=position, side=side, space=space, points=4)
    else:
        leader = random.choice(LEADERS[side])
        position = edited(position, {"add": "leader", "name": leader, "space": space})
        action = f"rally {leader}" if what == "rally" else f"replace {power} reduced demoralised, {space}"
        case = ny_case("action", position=position, side=side, action=action)
        values["leader"] = leader
    against = broken(case)
    if against is None or not set(against) <= set(STACKING):
        return None
    draft = Draft(
        case=case,
        prompt=f"task.crowded-space-{what}-prompt",
        values=values,
        choices=LEGAL_OR_NOT,
        focus=(space,),
    )
    return draft, "illegal" if against else "legal"


STACKING = ("NY 4.1.1", "NY 4.1.3", "NY 12.2.3", "NY 13.5.3")


KINDS = (
    Kind(
        "first-step",
        2,
        ("NY 2.1", "NY 14.1.1", "NY 7.2.1.a", "NY 7.2.2"),
        "spaces",
        _first_step,
        _solve_first_step,
        by_difference(_refused_step, "task.first-step-belongs", "NY 14.1.1", "task.first-step-stays"),
    ),
    Kind(
        "capital-that-serves",
        2,
        ("NY 2.2", "NY 2.4", "NY 11.2.1"),
        "choice",
        _capital,
        _solve_capital,
        meets=_of_capital,
        turns=False,
    ),
    Kind(
        "leaders-of-an-army",
        3,
        ("NY 3.1", "NY 12.4.1", "NY 13.4.3", "NY 13.5.1.a"),
        "number",
        _army,
        _solve_army,
    ),
    Kind(
        "crowded-space",
        4,
        ("NY 4.1.3", "NY 4.1.1"),
        "choice",
        _crowded,
        by_key("verdict", "NY 4.1.1", "NY 4.1.3", allowed=Message("task.crowd-allows")),
    ),
)
"""The kinds of this part."""
