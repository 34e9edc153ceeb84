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
from ...nine_years.components.sides import SIDES, Side
from ...nine_years.rules.campaign.limits import ratings_counted, summed
from ..course import broken, course_case, found, ruled
from ..positions import cleared, control, corps, edited, leader_row, somewhere, unrest, with_a_name
from ..reasons import cited, ny, sentences
from ..solving import LEGAL_OR_NOT, by_difference, by_key, drawn, name_choices, ny_case, of_steps, reason
from ..task import Draft, Kind, Solution, Task
from .movement import POWER

LEADERS: dict[Side, tuple[str, ...]] = {
    "Bourbon": ("Boufflers", "Humieres", "Lorge", "Noailles", "Duras"),
    "Alliance": ("Waldeck", "Gastanaga", "Dutch minor leader 1", "Empire minor leader 1"),
}

# ---- the first step


def _steps_from(position: Position, side: str, space: str, *more: str) -> dict[str, Any]:
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
        led = {"add": "leader", "name": leader, "space": space.name}
        position = edited(position, corps(POWER[side], space.name, count), led)
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
    return ruled(_steps_from(task.case["given"]["position"], side, space, f"to {to}"))


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
    of_power = {name: capitals(position, name, RulingContext(recorded=False)) for name in powers()}
    own = [name for name in of_power[power] if position.controller(name) == side]
    others = sorted({name for names in of_power.values() for name in names}.difference(of_power[power]))
    lost = [name for name in of_power[power] if name not in own]
    if not own or len(others) + len(lost) < 3:
        return None
    right = random.choice(own)
    wrong = random.sample(lost, min(1, len(lost)))
    wrong += random.sample(others, 3 - len(wrong))
    case = ny_case("loc", position=position, space=right, side=side, purpose="restore", power=power)
    values = {"power": power, "side": side, "year": position.year}
    choices = name_choices(random, (right, *wrong))
    return Draft(case=case, asks="source", values=values, choices=choices), right


def _solve_capital(task: Task) -> Solution:
    position = task.position
    assert position is not None
    given = task.case["given"]
    serve = capitals(position, given["power"], RulingContext(recorded=False))
    own = [name for name in serve if position.controller(name) == given["side"]]
    right = tuple(choice.value for choice in task.choices if choice.value in own)
    ruling = ruled(task.case)
    described = [cited(step.says, step.clause_id) for step in of_steps(ruling, "NY 11.2.1")]
    return Solution(right, sentences(described), ("NY 11.2.1", "NY 2.2"), (ruling,))


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
    own = with_a_name(side)
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
    actions = (f"campaign {space}", "whole", "march")
    case = course_case(position.replace(actions_left=2), [f"action {side}"], actions, ("march",))
    values = {"side": side, "space": space, "leaders": Message.all_of(described)}
    return Draft(case=case, values=values, focus=(space,))


def _ratings_ready(task: Task) -> list[int]:
    """The command ratings of the leaders of the task who have not acted, from the side that lies up."""
    assert task.position is not None
    ready = [(one, leader_row(one.name)) for one in task.position.leaders_in(task.focus[0]) if not one.used]
    return [((None if one.named else row.plain) or row.rating)[0] for one, row in ready]


def _solve_army(task: Task) -> Solution:
    ruling = ruled(task.case)
    if ruling.violations:
        says, clauses = reason(ruling)
        return Solution((0,), says, clauses, (ruling,))
    formed = of_steps(ruling, "force.formed")[0]
    limit = formed.says.values["limit"]
    counted = ratings_counted(_ratings_ready(task), RulingContext(recorded=False))
    parts = (formed.says, Message("force.limit", sum=summed(counted)))
    says = sentences([cited(one, formed.clause_id) for one in parts])
    return Solution((limit,), says, ("NY 13.5.1.a", "NY 3.1"), (ruling,))


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
    prompt = f"task.crowded-space-{what}-prompt"
    draft = Draft(case=case, prompt=prompt, values=values, choices=LEGAL_OR_NOT, focus=(space,))
    return draft, "illegal" if against else "legal"


STACKING = ("NY 4.1.1", "NY 4.1.3", "NY 12.2.3", "NY 13.5.3")


KINDS = (
    Kind(
        "first-step",
        2,
        ny("2.1 14.1.1 7.2.1.a 7.2.2"),
        "spaces",
        _first_step,
        _solve_first_step,
        by_difference(_refused_step, "task.first-step-belongs", "NY 14.1.1", "task.first-step-stays"),
    ),
    Kind(
        "capital-that-serves",
        2,
        ny("2.2 2.4 11.2.1"),
        "choice",
        _capital,
        _solve_capital,
        meets=_of_capital,
        turns=False,
    ),
    Kind("leaders-of-an-army", 3, ny("3.1 12.4.1 13.4.3 13.5.1.a"), "number", _army, _solve_army),
    Kind(
        "crowded-space",
        4,
        ny("4.1.3 4.1.1"),
        "choice",
        _crowded,
        by_key("verdict", "NY 4.1.1", "NY 4.1.3", allowed=Message("task.crowd-allows")),
    ),
)
"""The kinds of this part."""
