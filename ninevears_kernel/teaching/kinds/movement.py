"""Tasks on movement, interception, avoiding battle and passing lines (NY 14, 15)."""

from __future__ import annotations

from random import Random
from typing import Any

from ...core.messages import Message
from ...core.rulings import Step
from ...nine_years.atlas.phrases import corps_counted
from ...nine_years.components.map import ZONES, game_map
from ...nine_years.components.map_masks import NUMBER, step_between
from ...nine_years.components.position import Corps, Leader, Position
from ...nine_years.components.powers import side_of
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.components.sides import SIDES, Side, enemy
from ..course import course_case, found, ruled
from ..positions import cleared, control, corps, edited, leader_row, near, seas_by_chance, somewhere
from ..reasons import ny
from ..solving import (
    NOTHING,
    balanced,
    by_faults,
    by_key,
    by_odds,
    chance_of,
    drawn,
    fault_choices,
    faults_of,
    ny_case,
    of_fault,
)
from ..task import Draft, Kind, Task

POWER: dict[Side, str] = {"Bourbon": "France", "Alliance": "Dutch Republic"}
COMMANDERS: dict[Side, tuple[str, ...]] = {
    "Bourbon": ("Luxembourg", "Catinat", "Boufflers", "Lorge", "Noailles", "Humieres", "Vendome"),
    "Alliance": (
        "William III",
        "Waldeck",
        "Marlborough",
        "Schomberg",
        "Max Emanuel",
        "Eugene",
        "Louis of Baden",
    ),
}


def rating(name: str) -> tuple[int, int]:
    """The command and the battle rating of a leader, his named side up."""
    return leader_row(name).rating


def with_rating(name: str) -> Message:
    """A leader with his battle rating."""
    return Message("task.leader-battle", leader=name, battle=rating(name)[1])


def put(position: Position, leader: str, space: str, side: Side, count: int, **states: bool) -> Position:
    """A position in which a leader stands in a space with so many corps, without what edits would change."""
    leaders = [one for one in position.leaders if one.name != leader]
    leaders.append(Leader(leader, leader_row(leader).power, space))
    pieces = (*position.corps, *[Corps(POWER[side], space, **states)] * count)
    return position.replace(
        leaders=tuple(sorted(leaders, key=lambda one: one.name)), corps=tuple(sorted(pieces))
    )


# ---- the cost of a transfer


@drawn((2, 3, 4, 5, 6), 60)
def _cost(random: Random, level: int) -> tuple[Draft, int] | None:
    position = somewhere(random, level)
    side = random.choice(SIDES)
    own = [
        one
        for one in position.leaders
        if one.space and not one.inside and side_of(position, one.power) == side
    ]
    if not own:
        return None
    chosen = random.choice(own)
    leader, space = chosen.name, chosen.space or ""
    around = near(space, 6)[1:]
    to = random.choice(around or (space,))
    case = ny_case("transfer", position=position, leader=leader, to=to)
    finding = found(case)
    if finding is None or finding.verdict != "legal":
        return None
    values = {"side": side, "space": space, "to": to, "leader": leader, "year": position.year}
    return Draft(case=case, values=values, focus=near(space, 4)), finding.answer["cost"]


# ---- what is wrong with this move?


FAULTS = {
    "march.no-link": "no-link",
    "march.red-link": "red-link",
    "march.too-far": "too-far",
    "march.red-link-cost": "too-far",
    "march.fortress": "fortress-behind",
    "march.leaders-alone": "leaders-alone",
    "march.neutral": "neutral",
}


def _march(random: Random, level: int) -> Draft:
    def candidate() -> tuple[Any, str] | None:
        position = somewhere(random, level)
        side = random.choice(SIDES)
        leaders = [
            one for one in position.leaders if one.space and not one.inside and one.name in COMMANDERS[side]
        ]
        if not leaders:
            return None
        leader = random.choice(leaders)
        space = leader.space
        assert space is not None
        here, route = space, []
        for _ in range(random.randint(1, 1 + level)):
            around = sorted(game_map().neighbours(here))
            if random.random() < 0.15:
                around = [name for name in near(here, 2)[1:] if name not in around]
            here = random.choice(around) if around else here
            route.append(here)
        gone = random.choice([(), ("with 1 " + POWER[side],), ("with 2 " + POWER[side],)])
        position = edited(position, corps(POWER[side], space, 2))
        steps = [f"to {name}" for name in route]
        actions = [f"campaign {space}", f"lead {leader.name}", *gone, "march", *steps]
        case = ny_case("action", position=position, side=side, actions=actions, actions_left=2)
        finding = found(case)
        if finding is None or finding.answer.get("place") not in (len(actions), None):
            return None  # it broke off before its last step
        if finding.answer.get("decision") != "march":
            return None  # the move was over before its last step
        wrong = faults_of(case, FAULTS) if finding.answer.get("place") == len(actions) else None
        if wrong is None:
            return None
        what = (side, leader.name, space, route, len(gone) and int(gone[0].split()[1]))
        return (case, what), wrong[0] if wrong else NOTHING

    answers = tuple(dict.fromkeys(FAULTS.values()))
    case, (side, leader, space, route, count) = balanced(random, (*answers, NOTHING), candidate, 80)
    wrong = faults_of(case, FAULTS) or ()  # of several faults one alone is among the choices
    choices = fault_choices(random, wrong[:1], [name for name in answers if name not in wrong])
    values = {
        "side": side,
        "leader": leader,
        "space": space,
        "count": corps_counted(count),
        "year": case["given"]["position"].year,
        "route": route,
    }
    return Draft(
        case=case, values=values, choices=choices, focus=tuple(dict.fromkeys([*near(space, 2), *route]))
    )


# ---- by sea


@drawn(("0arrives", "0one-reduced", "-2arrives", "-2returns", "-2one-reduced", "0returns"), 60)
def _sea(random: Random, level: int) -> tuple[Draft, str] | None:
    position = somewhere(random, level)
    side = random.choice(SIDES)
    ports = [s.name for s in game_map().spaces if s.ports and position.controller(s.name) == side]
    origin, to = random.sample(ports, 2)
    position = seas_by_chance(random, position)
    number = random.choice((1, 2))
    position = edited(position, corps(POWER[side], origin, number))
    case = ny_case("sea-move", position=position, side=side, from_=origin, to=to, corps=number)
    finding = found(case)
    if finding is None or finding.verdict != "legal" or not finding.answer.get("path"):
        return None
    zones = [name for name in finding.answer["path"] if name in ZONES]
    if len(zones) < min(level, 2) and random.random() < 0.6:
        return None
    result = random.choice(("arrives", "one-reduced", "returns"))
    values = {
        "side": side,
        "space": origin,
        "to": to,
        "count": number,
        "result": Message(f"task.sea-{result}"),
        "seas": Message.all_of([whose(position, zone) for zone in ZONES]),
    }
    draft = Draft(case=case, asks=f"result={result}", values=values, focus=(origin, to))
    return draft, f"{finding.answer['modifier']}{result}"


def whose(position: Position, zone: str) -> Message:
    """A sea zone with the side that holds it."""
    return Message("task.sea-of", zone=zone, side=position.sea(zone) or Message("task.nobody"))


# ---- interception, avoiding battle, lines


def _three(random: Random, level: int) -> tuple[Position, Side, str, str, str] | None:
    """A calm place: whose space is entered, the space, where the mover comes from and where others stand."""
    position = somewhere(random, level)
    side = random.choice(SIDES)
    spaces = [s.name for s in game_map().spaces if position.controller(s.name) is not None]
    space = random.choice(spaces)
    foe = enemy(side)
    around = [
        name
        for name in game_map().neighbours(space)
        if name in spaces and step_between(foe, NUMBER[name], NUMBER[space])
    ]
    mine = [name for name in around if step_between(side, NUMBER[name], NUMBER[space])]
    if len(around) < 2 or not mine:
        return None
    base = random.choice(mine)
    origin = random.choice([name for name in around if name != base] or [""])
    if not origin:
        return None
    position = cleared(position, space, *game_map().neighbours(space))
    position = edited(position, control(space, side), control(base, side), control(origin, foe))
    return position, side, space, base, origin


@drawn(("1/6", "1/3", "1/2", "2/3"), 60)
def _intercept(random: Random, level: int) -> tuple[Draft, str] | None:
    place = _three(random, level)
    if place is None:
        return None
    position, side, space, base, origin = place
    leader, mover = random.choice(COMMANDERS[side]), random.choice(COMMANDERS[enemy(side)])
    line = random.choice((0, 1, 2)) if level > 1 else 0
    position = put(position, leader, base, side, random.randint(2, 4))
    count = random.randint(2, 5)
    position = put(position, mover, space, enemy(side), count, used=True)
    if line:
        position = edited(position, {"set": "line", "space": space, "level": line})
    number = random.randint(1, 2)
    aboard = "; ".join([f"{POWER[enemy(side)]} used"] * count)
    item = f"intercept {side}, {origin}, {space}, {mover}, {aboard}, 2"
    case = course_case(position, [item], (f"intercept {leader}, {number}",), ("entered",))
    chance = _chance(case, "intercepted=yes")
    if chance is None or not 0 < chance < 1:
        return None
    values = {
        "side": side,
        "foe": enemy(side),
        "leader": with_rating(leader),
        "space": space,
        "origin": origin,
        "base": base,
        "line": Message("task.line-there" if line else "task.no-line", level=line),
    }
    return Draft(case=case, asks="intercepted=yes", values=values, focus=near(space, 1)), str(chance)


def _die_needed(task: Task, step: Step) -> Message | None:
    """The die that is needed, as a sum, in place of one roll."""
    needed, numbers = step.says.values.get("needed"), standard_rule_tables().numbers
    if needed is None:
        return None
    if step.says.id.startswith("avoid."):
        base = numbers.avoidance.needed
        return Message("avoid.needs", base=base, modifier=needed - base, needed=needed)
    base = numbers.interception.needed
    sums = {"base": base, "modifier": needed - base, "needed": needed}
    return Message("intercept.needs", leader=step.says.values["leader"], **sums)


def _line_to_beat(task: Task, step: Step) -> Message | None:
    """What the die and the commander must beat, in place of one roll."""
    if "beat" not in step.says.values:
        return None
    level, beat = step.says.values["level"], step.says.values["beat"]
    return Message("task.line-to-beat", level=level, beat=beat, base=beat - level)


def _chance(case: dict[str, Any], asks: str) -> Any:
    ruling = ruled(case)
    return None if ruling.violations or not ruling.odds else chance_of(ruling, asks)


@drawn(("1/6", "1/3", "1/2", "2/3", "5/6"), 60)
def _avoid(random: Random, level: int) -> tuple[Draft, str] | None:
    place = _three(random, level)
    if place is None:
        return None
    position, side, space, base, origin = place
    leaders = random.sample(COMMANDERS[side], 1 + (level > 1))
    hunters = random.sample(COMMANDERS[enemy(side)], 1 + (level > 2))
    for leader in leaders:
        position = put(position, leader, space, side, 1)
    for hunter in hunters:
        position = put(position, hunter, space, enemy(side), 3, used=True)
    case = course_case(position, [f"meet {side}, {origin}, {space}, yes"], (f"avoid {base}",), ("battle",))
    chance = _chance(case, "next=")
    if chance is None or not 0 < chance <= 1:
        return None
    values = {
        "side": side,
        "foe": enemy(side),
        "space": space,
        "base": base,
        "origin": origin,
        "leaders": Message.all_of([with_rating(name) for name in leaders]),
        "hunters": Message.all_of([with_rating(name) for name in hunters]),
    }
    return Draft(case=case, asks="next=", values=values, focus=near(space, 1)), str(chance)


@drawn(("1/6", "1/3", "1/2", "2/3", "5/6"), 60)
def _pass_line(random: Random, level: int) -> tuple[Draft, str] | None:
    place = _three(random, level)
    if place is None:
        return None
    position, side, space, _, origin = place
    line = random.randint(1, 3)
    leaders = random.sample(COMMANDERS[enemy(side)], level)
    for leader in leaders:
        position = put(position, leader, origin, enemy(side), 2, used=True)
    position = edited(position, {"set": "line", "space": space, "level": line})
    aboard = "; ".join([f"{POWER[enemy(side)]} used"] * (2 * level))
    item = f"enter {enemy(side)}, {origin}, {space}, {'; '.join(leaders)}, {aboard}, 3"
    case = course_case(position, [item], (), ("intercept", "entered"))
    chance = _chance(case, "next=intercept")
    if chance is None or not 0 < chance < 1:
        return None
    values = {
        "side": side,
        "foe": enemy(side),
        "space": space,
        "origin": origin,
        "level": line,
        "leaders": Message.all_of([with_rating(name) for name in leaders]),
    }
    return Draft(case=case, asks="next=intercept", values=values, focus=near(space, 1)), str(chance)


KINDS = (
    Kind(
        "cost-of-a-way", 14, ny("14.1.1 13.5.2.a 13.5.2.b"), "number", _cost, by_key("cost", "transfer.path")
    ),
    Kind(
        "what-is-wrong-with-this-move",
        14,
        ny("14.1.1 14.2 13.5.1.a"),
        "choice",
        _march,
        by_faults(FAULTS),
        meets=of_fault,
    ),
    Kind(
        "odds-at-sea", 14, ny("14.5.2 14.5.1"), "fraction", _sea, by_odds("NY 14.5.2", "NY 14.5.1"), levels=2
    ),
    Kind(
        "odds-of-interception",
        14,
        ny("14.6.2 14.6.1"),
        "fraction",
        _intercept,
        by_odds("NY 14.6.2", retold=_die_needed),
    ),
    Kind(
        "odds-of-avoiding-battle",
        14,
        ny("14.7.2 14.7.1"),
        "fraction",
        _avoid,
        by_odds("NY 14.7.2", retold=_die_needed),
    ),
    Kind(
        "pass-the-line",
        15,
        ny("15.4 16.2.2"),
        "fraction",
        _pass_line,
        by_odds("NY 15.4", retold=_line_to_beat),
    ),
)
"""The kinds of this part."""
