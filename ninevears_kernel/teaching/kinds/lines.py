"""Tasks on lines of communication (NY 11), and on those of the Jacobites (NY 7.2.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from itertools import pairwise
from operator import itemgetter, or_
from random import Random
from typing import Any

from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...nine_years.components.map import BRITAIN, IRELAND, ZONES, game_map
from ...nine_years.components.map_graph import network
from ...nine_years.components.position import Position
from ...nine_years.components.powers import powers, side_of
from ...nine_years.components.sides import SIDES, Side, enemy
from ...nine_years.rules.supply import Asked, red_links, ways
from ..course import answered, ruled
from ..positions import control, edited, near, played_still, seas_by_chance, somewhere, unrest
from ..reasons import cited, ny, sentences
from ..solving import YES_OR_NO, by_answer, by_key, by_pair, drawn, ny_case, pair_of, reason
from ..task import Choice, Draft, Fault, Kind, Solution, Task

PURPOSES = ("line", "siege", "reinforcement", "restore")
ZONE_PATHS = [(zone,) for zone in ZONES]
OWN = ("reinforcement", "restore")
LIMITS = tuple(Choice(name, Message(f"task.line-{name}")) for name in ("full", "limited", "none"))


def _asked(random: Random, level: int, trouble: int = 1) -> tuple[dict[str, Any], str] | None:
    """A line to ask about in an unquiet position, and the space from which it is traced."""
    position = somewhere(random, level)
    side = random.choice(SIDES)
    own = [
        name for name in powers() if side_of(position, name) == side and name not in ("Catalan", "Jacobite")
    ]
    power = random.choice(own)
    purpose = random.choice(PURPOSES[: 1 + level])
    spaces = [
        space.name
        for space in game_map().spaces
        if position.controller(space.name) == side and space.region not in (IRELAND, *BRITAIN)
    ]
    if purpose in OWN:
        spaces = [name for name in spaces if game_map().by_name[name].power == power] or spaces
    space = random.choice(spaces)
    around = [name for name in near(space, 2) if name != space]
    position = unrest(random, position, random.randint(trouble, 2 * trouble + 2 * level), around)
    if level > 1:
        position = seas_by_chance(random, position)
    given: dict[str, Any] = {"position": position, "space": space, "side": side, "purpose": purpose}
    return ny_case("loc", **given, power=power if purpose in OWN else None), space


def _values(case: dict[str, Any]) -> dict[str, Any]:
    given = case["given"]
    purpose = Message(f"task.for-{given['purpose']}", power=given.get("power"), side=given["side"])
    return {
        "space": given["space"],
        "side": given["side"],
        "purpose": purpose,
        "year": given["position"].year,
    }


@drawn(("yes", "no"))
def _yes_no(random: Random, level: int) -> tuple[Draft, str] | None:
    asked = _asked(random, level)
    if not asked:
        return None
    case, space = asked
    answer = answered(case)
    if not answer:
        return None
    path = answer["path"]
    if len(path) < 3 if path else len(answer["reached"]) < level:
        return None  # too plain
    draft = Draft(case=case, values=_values(case), choices=YES_OR_NO, focus=near(space, 2))
    return draft, "yes" if path else "no"


# ---- trace it


@drawn(lambda level: ("land", "land", "sea") if level > 1 else ("land",))
def _trace(random: Random, level: int) -> tuple[Draft, str] | None:
    asked = _asked(random, level)
    if not asked:
        return None
    case, space = asked
    path = answered(case).get("path")
    if not path or not 2 + level <= len(path) <= 9:
        return None
    draft = Draft(case=case, values=_values(case), focus=near(space, 3))
    return draft, "sea" if any(zone in path for zone in ZONES) else "land"


def _asked_of(task: Task) -> tuple[Position, Asked]:
    given = task.case["given"]
    return given["position"], Asked(given["space"], given["side"], given["purpose"], given.get("power"))


def _path_faults(task: Task, solution: Solution, path: tuple[str, ...]) -> tuple[Fault, ...]:
    """Why a path is no line, by the ways that the engine opens; nothing when it is one."""
    wrong = _against_path(task, path)
    return () if wrong is None else (Fault(cited(*wrong), (wrong[1],), named=path),)


def _against_path(task: Task, path: tuple[str, ...]) -> tuple[Message, str] | None:
    position, asked = _asked_of(task)
    if not path or path[0] != asked.space:
        return Message("task.path-begins", space=asked.space), "NY 11.1.1"
    context = RulingContext(recorded=False)
    net = network(red_links(asked, context))
    nodes = _nodes(path)
    for one, other in pairwise(nodes):
        if not net.neighbours[one] >> other & 1:
            return Message("task.path-gap", space=net.names[one], other=net.names[other]), "NY 11.1.1"
    open_ways = ways(position, asked, context, pass_sieges=True)
    by_sea = path[-2:-1] in ZONE_PATHS  # a besieged port may be reached by its harbour alone
    for way in open_ways:
        for ends in (nodes, nodes[:-1]) if by_sea else (nodes,):
            if all(way.allowed >> node & 1 for node in ends[1:]) and way.targets >> ends[-1] & 1:
                return None
    allowed = reduce(or_, (way.allowed for way in open_ways), 0)
    for node in nodes[1:]:
        if not allowed >> node & 1:
            return _closed(position, asked.side, node)
    return Message("task.path-ends", space=path[-1]), "NY 11.2.1"


def _nodes(path: tuple[str, ...]) -> list[int]:
    """The nodes of a path: between a port and a sea zone lies its harbour."""
    net = network(True)
    nodes: list[int] = []
    for place, name in enumerate(path):
        if name in ZONES:
            nodes.append(net.zones[name])
            continue
        index = game_map().by_name[name].index
        from_sea, to_sea = path[place - 1 : place] in ZONE_PATHS, path[place + 1 : place + 2] in ZONE_PATHS
        harbour = net.harbour.get(index, index)  # where it is no port the gap is named
        if from_sea and to_sea:
            nodes.append(harbour)
        else:
            nodes += [harbour] * from_sea + [index] + [harbour] * to_sea
    return [node for place, node in enumerate(nodes) if node not in nodes[place - 1 : place]]


def _closed(position: Position, side: Side, node: int) -> tuple[Message, str]:
    name = network(True).names[node]
    if name in ZONES:
        return Message("task.path-sea", zone=name, side=side), "NY 11.1.3.a"
    if position.controller(name) != side:
        return Message("task.path-not-friendly", space=name, side=side), "NY 11.1.1"
    return Message("task.path-port", space=name), "NY 11.1.3.a"


# ---- full, limited or none; what mends it; which of two


@drawn(("full", "limited", "limited", "none"))
def _limited(random: Random, level: int) -> tuple[Draft, str] | None:
    asked = _asked(random, level)
    if not asked:
        return None
    case, space = asked
    position, side = case["given"]["position"], case["given"]["side"]
    path = answered(case).get("path") or ()
    walls = [n for n in path[1:-1] if n not in ZONES and game_map().by_name[n].fortress]
    if walls:
        for name in random.sample(walls, min(len(walls), random.randint(0, 2))):
            position = edited(position, {"set": "besieged", "space": name, "by": enemy(side)})
        case["given"]["position"] = position
    kind = _how_much(answered(case))
    if kind == "full" and not position.sieges:
        return None
    return Draft(case=case, values=_values(case), choices=LIMITS, focus=near(space, 3)), kind


def _how_much(answer: Mapping[str, Any]) -> str:
    return "limited" if answer["limited"] else "full" if answer["supplied"] else "none"


@drawn(lambda level: (1,) if level == 1 else (1, 2, 2), 150)
def _mend(random: Random, level: int) -> tuple[Draft, int] | None:
    asked = _asked(random, level, 1 + 3 * (level > 1))
    sets = answered(asked[0]).get("restored_by") if asked else None
    if not asked or not sets or len(sets) > 6 or sets[0] == (asked[1],) or len(sets[0]) > 2:
        return None
    case, space = asked
    count = len(sets[0])
    return Draft(case=case, values={**_values(case), "count": count}, focus=near(space, 3)), count


def _solve_mend(task: Task) -> Solution:
    ruling = ruled(task.case)
    says, clauses = reason(ruling)
    sets = (ruling.answer or {})["restored_by"]
    described = Message(
        "task.mended-by", reason=says, sets=Message.any_of([Message.all_of(one) for one in sets])
    )
    return Solution(tuple(frozenset(one) for one in sets), described, clauses, (ruling,))


def _mend_faults(task: Task, solution: Solution, answer: frozenset[str]) -> tuple[Fault, ...]:
    """What is wrong with a set of spaces that should restore a line, measured by the set nearest to it."""
    if answer in solution.right:
        return ()
    right = min(solution.right, key=lambda one: (len(one ^ answer), sorted(one)))
    more, missing = tuple(sorted(answer - right)), tuple(sorted(right - answer))
    given = task.case["given"]
    position = edited(given["position"], *[control(name, given["side"]) for name in sorted(answer)])
    ruling = ruled({**task.case, "given": {**given, "position": position}})
    if ruling.verdict == "yes":
        more = more or tuple(sorted(answer))
        says = Message("task.mend-more-than-needed", spaces=Message.all_of(more), count=len(right))
        return (Fault(cited(says, "NY 11.1.2"), ("NY 11.1.2",), named=more),)
    described, clauses = reason(ruling)
    lacks = Message("task.mend-lacks", spaces=Message.all_of(missing))
    if not more:
        return (Fault(sentences([described, lacks]), clauses, missing),)
    even = Message("task.mend-with", spaces=Message.all_of(more), reason=described)
    return Fault(even, clauses, named=more), Fault(lacks, clauses, missing)


def _pair(random: Random, level: int) -> Draft:
    """A line that runs, and the same with one space lost; which comes first is chance."""
    for _ in range(300):
        asked = _asked(random, level)
        path = answered(asked[0]).get("path") if asked else None
        if not asked or not path or len(path) < 2 + level:
            continue
        case, space = asked
        given = case["given"]
        inner = [name for name in path[1:-1] if name not in ZONES]
        lost = random.choice([*inner, *inner, path[-1]])
        foe = enemy(given["side"])
        owner = random.choice((foe, None)) if lost != path[-1] else foe
        cut = {**case, "given": {**given, "position": edited(given["position"], control(lost, owner))}}
        if not answered(cut).get("path"):
            return pair_of(random, case, cut, _values(case), near(space, 3))
    raise RuntimeError("no pair was found")


# ---- Jacobites


@drawn(("yes", "no"))
def _jacobite(random: Random, level: int) -> tuple[Draft, str] | None:
    position = played_still(random, 60)
    position = edited(position, {"set": "revolution", "done": random.random() < 0.6})
    spaces = [s.name for s in game_map().in_regions(IRELAND, *BRITAIN)]
    for name in random.sample(spaces, 3 + level):
        position = edited(position, control(name, random.choice(SIDES)))
    position = seas_by_chance(random, position)
    ports = [name for name in ("Brest", "Rouen", "Nantes") if random.random() < 0.2 * level]
    for name in ports:
        position = edited(position, {"set": "besieged", "space": name, "by": "Alliance"})
    space = random.choice(spaces)
    purpose = random.choice(("restore", "reinforcement"))
    if position.controller(space) != "Bourbon":
        return None
    case = ny_case("loc", position=position, space=space, side="Bourbon", purpose=purpose, power="Jacobite")
    path = answered(case)["path"]
    if path and len(path) < 2:
        return None
    when = Message("task.after-revolution" if position.revolution else "task.before-revolution")
    values = {**_values(case), "when": when, "purpose": Message(f"task.jacobite-{purpose}")}
    draft = Draft(case=case, values=values, choices=YES_OR_NO, focus=near(space, 2))
    return draft, "yes" if path else "no"


LINE = ny("11.1.1 11.1.3.a 11.2.1")
LINE_STEPS = ny("11.1.1 11.1.3.a 11.1.4")
RUNS = ("loc.by-land", "loc.by-sea", "loc.passes-siege", "loc.hostile-zone", "loc.is-source")
KINDS = (
    Kind("jacobite-line", 7, ny("7.2.6.c 7.2.6.b 11.1.3.b"), "choice", _jacobite, by_key("supplied", *RUNS)),
    Kind("line-of-communication", 11, LINE, "choice", _yes_no, by_key("supplied", *RUNS)),
    Kind(
        "trace-the-line", 11, LINE, "path", _trace, by_answer(itemgetter("path"), *LINE_STEPS), _path_faults
    ),
    Kind(
        "full-or-limited",
        11,
        ny("11.1.4 11.1.1"),
        "choice",
        _limited,
        by_answer(_how_much, "NY 11.1.4", "loc.by-land", "loc.by-sea"),
    ),
    Kind("mend-the-line", 11, ny("11.1.1 11.1.2"), "spaces", _mend, _solve_mend, _mend_faults),
    Kind("pair-of-lines", 11, LINE, "choice", _pair, by_pair()),
)
"""The kinds of this part."""
