"""Tasks on battles and sieges (NY 16, 17)."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import structs

from ...core.messages import Message
from ...core.rulings import Ruling
from ...nine_years.components.map import game_map
from ...nine_years.components.position import Corps, Position, Siege
from ...nine_years.components.powers import powers
from ...nine_years.components.sides import SIDES, enemy
from ..course import course_case, found, ruled
from ..positions import cleared, control, edited, near, somewhere
from ..reasons import cited, ny
from ..solving import (
    SIDE_CHOICES,
    all_or,
    balanced,
    by_difference,
    by_key,
    by_odds,
    by_pair,
    drawn,
    ny_case,
    pair_of,
)
from ..task import Draft, Kind, Solution, Task
from .movement import COMMANDERS, POWER, put, rating

SOME_REDUCED = ("task.corps", "task.corps-shaken")
ALL_FULL = ("task.corps-full", "task.corps-full-shaken")
"""The words for corps, in good heart and demoralised."""

# ---- battle


def _field(random: Random, level: int) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """A battle case without dice, and what the prompt names."""
    position = somewhere(random, level)
    side = random.choice(SIDES)
    foe = enemy(side)
    spaces = [s.name for s in game_map().spaces if position.controller(s.name) is not None]
    space = random.choice(spaces)
    around = [n for n, kind in game_map().neighbours(space).items() if kind != "red" and n in spaces]
    if not around:
        return None
    origin = random.choice(around)
    position = cleared(position, space, origin)
    position = edited(position, control(space, foe), control(origin, side))
    values: dict[str, Any] = {"side": side, "foe": foe, "space": space, "origin": origin}
    for role, one, place in (("attacker", side, origin), ("defender", foe, space)):
        led = role == "attacker" or random.random() < 0.85
        leaders = random.sample(COMMANDERS[one], random.randint(1, min(level + 1, 2)) if led else 0)
        full, reduced = random.randint(1, 3 + level), random.randint(0, 1 + level)
        for leader in leaders:
            position = put(position, leader, place, one, 0)
        shaken = level > 1 and random.random() < 0.3
        pieces = [Corps(POWER[one], place, demoralised=shaken)] * full
        pieces += [Corps(POWER[one], place, reduced=True)] * reduced
        position = position.replace(corps=tuple(sorted((*position.corps, *pieces))))
        words = [
            Message("task.leader-ratings", leader=n, command=rating(n)[0], battle=rating(n)[1])
            for n in leaders
        ]
        values[f"{role}_leaders"] = all_or(words, "task.no-leader")
        described = SOME_REDUCED if reduced else ALL_FULL
        values[f"{role}_corps"] = Message(described[shaken], full=full, reduced=reduced)
    line = random.randint(1, 2) if level > 2 and random.random() < 0.5 else 0
    if line:
        position = edited(position, {"set": "line", "space": space, "level": line})
    values["line"] = Message("task.line-there" if line else "task.no-line", level=line)
    return ny_case("battle", position=position, side=side, space=space, origin=origin), values


def _strength(random: Random, level: int) -> Draft:
    role = random.choice(("attacker", "defender"))

    def candidate() -> tuple[Draft, int] | None:
        field = _field(random, level)
        finding = found(field[0]) if field else None
        if not field or finding is None or f"{role}_strength" not in finding.answer:
            return None
        case, values = field
        whose = Message(f"task.the-{role}", side=values["side"] if role == "attacker" else values["foe"])
        draft = Draft(
            case=case,
            asks=f"{role}_strength",
            values={**values, "whose": whose},
            focus=near(values["space"], 1),
        )
        return draft, finding.answer[f"{role}_strength"]

    return balanced(random, range(4, 14), candidate, 30)


def _fought(
    random: Random, level: int, attacker: tuple[int, int] = (1, 6), defender: tuple[int, int] = (1, 6)
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]] | None:
    """A battle with its dice: the case, what the prompt names, and the answer."""
    field = _field(random, level)
    if not field:
        return None
    case, values = field
    dice = [random.randint(*attacker), random.randint(*defender)]
    for last in ([], [random.randint(2, 6)], [random.randint(2, 6), random.randint(2, 6)]):
        fought = {**case, "dice": [*dice, *last]}
        finding = found(fought)
        if finding is not None and finding.verdict == "result" and "winner" in finding.answer:
            return fought, {**values, "attacker_die": dice[0], "defender_die": dice[1]}, dict(finding.answer)
    return None


def _hits(random: Random, level: int) -> Draft:
    role = random.choice(("attacker", "defender"))

    def candidate() -> tuple[Draft, int] | None:
        fought = _fought(random, level)
        if not fought:
            return None
        case, values, answer = fought
        whose = Message(f"task.the-{role}", side=values["side"] if role == "attacker" else values["foe"])
        draft = Draft(
            case=case, asks=f"{role}_hits", values={**values, "whose": whose}, focus=near(values["space"], 1)
        )
        return draft, answer[f"{role}_hits"]

    return balanced(random, (0, 1, 2, 3, 4), candidate, 60)


@drawn(tuple(map(str, SIDES)))
def _winner(random: Random, level: int) -> tuple[Draft, str] | None:
    fought = _fought(random, level)
    if not fought or abs(fought[2]["attacker_hits"] - fought[2]["defender_hits"]) > 4 - level:
        return None
    case, values, answer = fought
    draft = Draft(
        case=case, asks="winner", values=values, choices=SIDE_CHOICES, focus=near(values["space"], 1)
    )
    return draft, answer["winner"]


@drawn((0, 1, 1, 2, 2, 3, 4), 50)
def _retreat(random: Random, level: int) -> tuple[Draft, int] | None:
    fought = _fought(random, level, (4, 6), (1, 3))
    if not fought or fought[2]["winner"] != fought[1]["side"]:
        return None
    case, values, answer = fought
    around = game_map().neighbours(values["space"])
    if len(answer["retreat_to"]) >= len(around) - 1 or answer["defender_losses"]["eliminated"] > 2:
        return None
    draft = Draft(case=case, asks="retreat_to", values=values, focus=near(values["space"], 1))
    return draft, min(len(answer["retreat_to"]), 4)


def _solve_retreat(task: Task) -> Solution:
    ruling = ruled(task.case)
    ways = frozenset((ruling.answer or {})["retreat_to"])
    space = task.case["given"]["space"]
    foe = enemy(task.case["given"]["side"])
    says = Message("task.retreat-ways", space=space, side=foe, spaces=Message.all_of(sorted(ways)))
    return Solution((ways,), cited(says, "NY 16.4"), ("NY 16.4",), (ruling,))


def _refused_retreat(task: Task, to: str) -> Ruling:
    """The ruling on a retreat to a space."""
    given = task.case["given"]
    item = f"retreat {enemy(given['side'])}, {given['space']}"
    return ruled(course_case(given["position"], [item], (f"retreat {to}",)))


# ---- siege


def _siege(random: Random, level: int) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """A siege case, and what the prompt names."""
    position = somewhere(random, level)
    side = random.choice(SIDES)
    foe = enemy(side)
    walls = [s for s in game_map().spaces if s.fortress and position.controller(s.name) is not None]
    space = random.choice(walls)
    around = [n for n in game_map().neighbours(space.name) if position.controller(n) is not None]
    if not around:
        return None
    name = space.name
    position = edited(cleared(position, name), control(name, foe), *[control(n, side) for n in around[:2]])
    lost = random.randint(0, space.fortress - 1) if random.random() < 0.5 else 0
    continuing = random.random() < 0.5
    garrison = random.choice((0, 0, 1, 1, 2))
    reduced = [random.random() < 0.4 for _ in range(garrison)]
    owner = space.power if space.power in powers() and powers()[space.power].side == foe else POWER[foe]
    inside = [Corps(owner, name, reduced=weak, inside=True) for weak in reduced]
    leader = random.choice(COMMANDERS[side])
    count = random.randint(3, 5 + 2 * level)
    position = put(position, leader, name, side, count)
    leaders = [leader]
    if count > rating(leader)[0]:
        other = random.choice([one for one in COMMANDERS[side] if one != leader])
        position, leaders = put(position, other, name, side, 0), [leader, other]
    shaken = level > 1 and random.random() < 0.25
    position = position.replace(
        corps=tuple(sorted((*position.corps, *inside))),
        sieges=(*position.sieges, Siege(name, side, continuing, lost)),
        leaders=tuple(
            structs.replace(one, demoralised=True) if shaken and one.name in leaders else one
            for one in position.leaders
        ),
    )
    values = {
        "side": side,
        "foe": foe,
        "space": name,
        "printed": space.fortress,
        "walls": Message("task.walls-lost", lost=lost) if lost else Message("task.walls-whole"),
        "marker": Message("task.continuing" if continuing else "task.no-marker"),
        "garrison": _garrison(reduced.count(False), reduced.count(True)),
        "leaders": Message.all_of(leaders),
        "count": count,
        "mood": Message("task.leaders-shaken" if shaken else "task.leaders-steady"),
    }
    return ny_case("siege", position=position, side=side, space=name, leaders=leaders, corps=count), values


def _garrison(full: int, reduced: int) -> Message:
    """Who stands in a besieged fortress."""
    if full and reduced:
        return Message("task.inside-both", full=full, reduced=reduced)
    if full or reduced:
        return Message("task.inside-full" if full else "task.inside-reduced", count=full or reduced)
    return Message("task.inside-nobody")


@drawn((1, 2, 3, 4, 5, 6, 7), 40)
def _needed(random: Random, level: int) -> tuple[Draft, int] | None:
    scene = _siege(random, level)
    finding = found(scene[0]) if scene else None
    if not scene or finding is None or "needed" not in finding.answer:
        return None
    case, values = scene
    draft = Draft(case=case, asks="needed", values=values, focus=near(values["space"], 1))
    return draft, finding.answer["needed"]


def _siege_odds(random: Random, level: int) -> Draft:
    key = random.choice(("falls", "continuing") if level > 1 else ("falls",))

    def candidate() -> tuple[Draft, int] | None:
        scene = _siege(random, level)
        finding = found(scene[0]) if scene else None
        if not scene or finding is None or finding.verdict != "legal":
            return None
        case, values = scene
        described = [found({**case, "dice": [die]}) for die in range(1, 7)]
        hits = sum(one is not None and bool(one.answer[key]) for one in described)
        if not 0 < hits < 6:
            return None
        values["asked"] = Message(f"task.siege-{key}", space=values["space"])
        draft = Draft(case=case, asks=f"{key}=yes", values=values, focus=near(values["space"], 1))
        return draft, hits

    return balanced(random, (1, 2, 3, 4), candidate, 50)


@drawn((0, 1, 2, 3), 60)
def _siege_roll(random: Random, level: int) -> tuple[Draft, int] | None:
    scene = _siege(random, level)
    if not scene:
        return None
    case, values = scene
    die = random.randint(1, 6)
    case = {**case, "dice": [die]}
    finding = found(case)
    if finding is None or finding.verdict != "legal":
        return None
    draft = Draft(
        case=case, asks="strength_left", values={**values, "die": die}, focus=near(values["space"], 1)
    )
    return draft, finding.answer["strength_left"]


def _siege_pair(random: Random, level: int) -> Draft:
    """A siege roll that may be made, and the same with one fact against it."""
    for _ in range(300):
        scene = _siege(random, level)
        finding = found(scene[0]) if scene else None
        if not scene or finding is None or finding.verdict != "legal":
            continue
        case, values = scene
        given, space = case["given"], values["space"]
        position: Position = given["position"]
        changes = []
        if finding.answer["needed"] == values["count"] or finding.answer["needed"] + 2 > values["count"]:
            inside = Corps(POWER[values["foe"]], space, inside=True)
            changes += [position.replace(corps=tuple(sorted((*position.corps, inside))))] * 2
        for line in finding.answer.get("lines") or (ruled(case).answer or {}).get("lines", ()):
            changes += [
                edited(position, control(name, values["foe"]))
                for name in (line["path"] or ())[1:-1]
                if name in game_map().by_name
            ]
        if not changes:
            continue
        other = {**case, "given": {**given, "position": random.choice(changes)}}
        verdict = found(other)
        if verdict is None or verdict.verdict != "illegal":
            continue
        told = {name: values[name] for name in ("side", "space", "count", "leaders")}
        return pair_of(random, case, other, told, near(space, 3))
    raise RuntimeError("no pair was found")


KINDS = (
    Kind("battle-strength", 16, ny("16.2.1 3.2"), "number", _strength, by_key("", "NY 16.2.1")),
    Kind(
        "battle-hits",
        16,
        ny("16.2.3 16.2.2 16.2.1"),
        "number",
        _hits,
        by_key("", "NY 16.2.1", "NY 16.2.2", "NY 16.2.3"),
    ),
    Kind(
        "battle-winner",
        16,
        ny("16.3.1 16.2.3"),
        "choice",
        _winner,
        by_key("winner", "NY 16.2.3", "NY 16.3.1"),
    ),
    Kind(
        "retreat",
        16,
        ny("16.4 16.3.1"),
        "spaces",
        _retreat,
        _solve_retreat,
        by_difference(_refused_retreat, "task.retreat-belongs", "NY 16.4", "task.retreat-nobody"),
    ),
    Kind(
        "corps-for-a-siege",
        17,
        ny("17.5.1 17.4"),
        "number",
        _needed,
        by_key("needed", "NY 17.4", "NY 17.5.1"),
    ),
    Kind(
        "siege-roll",
        17,
        ny("17.5.2 17.2"),
        "number",
        _siege_roll,
        by_key("strength_left", "NY 17.5.2", "NY 17.5.3"),
    ),
    Kind(
        "odds-of-a-siege",
        17,
        ny("17.5.2 17.5.3"),
        "fraction",
        _siege_odds,
        by_odds("NY 17.5.2", "NY 17.5.3", "NY 17.4"),
    ),
    Kind("pair-of-sieges", 17, ny("17.5.1 17.1"), "choice", _siege_pair, by_pair()),
)
"""The kinds of this part."""
