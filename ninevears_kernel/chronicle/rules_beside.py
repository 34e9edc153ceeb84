"""A battle or siege of the chronicle beside the rules: the nearest position, its odds, what happened.

The position is that of the January before (`scenario_from_history`), with the control of the day before it
began. In the space where it happened all troops are taken away, and those of the chronicle are put there: a
corps for every 6,000 men, a reduced one for about 3,000. Whatever the rules cannot express is told
(`Beside.left_out`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec.structs import replace

from ..core.errors import BadInput
from ..core.messages import Message
from ..core.rulings import Odds, Ruling
from ..nine_years.components.changes import changed
from ..nine_years.components.map import game_map
from ..nine_years.components.position import Corps, Leader, Position, Siege
from ..nine_years.components.rule_tables import standard_rule_tables
from ..nine_years.components.scenario import leader_table
from ..nine_years.components.sides import Side, enemy
from ..umpire.cases.cases import FORMAT, rule_case
from ..umpire.cases.edits import edit_words
from ..umpire.cases.near_position import suggested
from .calendars import span
from .forces_beside import (
    ATTACKER,
    DEFENDER,
    FEWEST,
    MEN,
    Scene,
    clear,
    corps_worth,
    halves_of,
    is_promoted,
    leaders_for,
    men_of,
    named_counters,
    put,
    size_of,
)
from .scenario_from_history import FIRST, control_on, position_from_history
from .tables import event_row, rows

MOST_ROLLS = 6
"""The odds of so many siege rolls are given in advance: two cards of three actions."""
UNKNOWN = 2
"""Corps of a side of which no strength is known."""


@dataclass(frozen=True)
class Beside:
    """An event beside the rules.

    Attributes:
        event: its id in the chronicle.
        case: the question put to the umpire, with the position in it.
        ruling: the umpire's ruling on it.
        likely: the exact odds of each result: of a battle, or of one siege roll.
        rolls: for a siege the chance that the fortress has fallen after 1, 2 and more rolls; empty for a
            battle.
        happened: what happened, in a sentence.
        chance: what the odds gave to it: to the winner of a battle, or to the fall of the fortress within
            `MOST_ROLLS` rolls, or to its holding out so long; None where nobody won, and where too few
            fought.
        too_few: whether fewer than `FEWEST` men came on a side: then the odds say nothing of them.
        left_out: what the position says otherwise than history, and what no position can say.
    """

    event: str
    case: dict[str, Any]
    ruling: Ruling
    likely: Odds
    rolls: tuple[Fraction, ...]
    happened: Message
    chance: Fraction | None
    left_out: tuple[Message, ...]
    too_few: bool = False


def events_beside() -> tuple[str, ...]:
    """The ids of all events that can be set beside the rules, in the order of the tables.

    >>> "namur-1692" in events_beside(), "la-hougue-1692" in events_beside()
    (True, False)
    """
    return tuple(row["id"] for row in rows("events") if _can_be(row))


def _can_be(row: Mapping[str, str]) -> bool:
    """Whether an event is a battle or siege with an attacker, in a space where the rules have one."""
    if row["kind"] not in ("battle", "siege") or not row["attacker"] or not row["space"]:
        return False
    return row["kind"] == "battle" or game_map().by_name[row["space"]].fortress > 0


@cache
def beside(event: str) -> Beside:
    """A battle or siege of the chronicle beside the rules.

    Args:
        event: its id, such as ``namur-1692``.

    Raises:
        UnknownName: the chronicle has no such event; says the nearest.
        BadInput: it is no battle or siege on the map.

    >>> found = beside("namur-1692")
    >>> found.ruling.verdict, found.rolls[0] <= found.rolls[-1]
    ('legal', True)
    """
    row = event_row(event)
    if not _can_be(row):
        raise BadInput("event", event, Message("expected.event-on-map"))
    attacker: Side = "Bourbon" if row["attacker"] == "Bourbon" else "Alliance"
    scene = Scene(_before(row), row, attacker, row["space"])
    return _siege(scene) if row["kind"] == "siege" else _battle(scene)


def _before(row: Mapping[str, str]) -> Position:
    """The position of the January before an event, with the control of the day before it began."""
    begin = span(row["begin"])[0]
    eve = (begin - timedelta(days=1)).isoformat()
    at_start = begin.year < FIRST
    position = standard_rule_tables().scenario.start if at_start else position_from_history(begin.year)
    return position.replace(control=control_on(eve, position.revolution), agenda=())


# ---- a siege


def _siege(scene: Scene) -> Beside:
    space, defender = game_map().by_name[scene.space], enemy(scene.attacker)
    if space.name not in scene.row["place"]:
        scene.say("beside.stands-for", place=scene.row["place"], space=space.name)
    if scene.position.controller(space.name) != defender:
        scene.say("beside.given-to", space=space.name, side=defender)
    control = scene.position.control.changed(space.index, defender)
    scene.position = scene.position.replace(control=control, lines=())
    clear(scene, space.name)
    tables = standard_rule_tables().numbers
    garrison = _garrison(scene)
    defence = space.fortress + sum(
        tables.garrison.reduced if one.reduced else tables.garrison.full for one in garrison
    )
    corps = _besiegers(scene, defence)
    leaders = leaders_for(scene, ATTACKER, len(corps))
    inside = [
        Leader(name, leader_table()[name].power, space.name, named=is_promoted(scene, name), inside=True)
        for name in named_counters(scene, DEFENDER)
    ]
    put(scene, (*corps, *garrison), (*leaders, *inside))
    scene.position = scene.position.replace(sieges=(Siege(space.name, scene.attacker),))
    case, ruling = _with_a_line(scene)
    scene.say("beside.no-days")
    rolls = falls_within(case) if ruling.verdict == "legal" else ()
    outcome = scene.row["outcome"]
    fell = outcome == ATTACKER
    message = "beside.fell" if fell else "beside.held"
    happened = Message(message, place=scene.row["place"], result=scene.row["result"])
    chance = None
    men = men_of(scene, ATTACKER)
    too_few = men is not None and men < FEWEST  # a garrison may be small: the walls stand for it
    if too_few:
        scene.say("beside.too-small", side=scene.attacker, men=f"{men:,}")
    if rolls and outcome in (ATTACKER, DEFENDER) and not too_few:
        chance = rolls[-1] if fell else 1 - rolls[-1]
    return Beside(
        scene.row["id"], case, ruling, ruling.odds, rolls, happened, chance, tuple(scene.left_out), too_few
    )


def _garrison(scene: Scene) -> tuple[Corps, ...]:
    most = 2 * standard_rule_tables().numbers.garrison.most
    men = men_of(scene, DEFENDER)
    if men is None:
        scene.say("beside.no-garrison")
        return ()
    halves = round(2 * men / MEN)
    corps = corps_worth(scene, DEFENDER, min(halves, most), inside=True)
    scene.say("beside.garrison", men=f"{men:,}", size=size_of(min(halves, most)))
    if halves > most:
        scene.say("beside.garrison-limit", count=standard_rule_tables().numbers.garrison.most)
    return corps


def _besiegers(scene: Scene, defence: int) -> tuple[Corps, ...]:
    """The besieging corps, full ones: as many as men came, as the rules ask for, and as a space holds."""
    men, limit = men_of(scene, ATTACKER), standard_rule_tables().numbers.stacking.limit
    if men is None:
        scene.say("beside.fewest", count=defence)
        return corps_worth(scene, ATTACKER, 2 * defence)
    count = max(1, round(men / MEN))
    scene.say("beside.army", side=scene.attacker, men=f"{men:,}", size=size_of(2 * count))
    if count < defence:
        scene.say("beside.more-needed", count=defence)
        count = defence
    if count > limit:
        scene.say("beside.limit", count=limit)
        count = limit
    return corps_worth(scene, ATTACKER, 2 * count)


def _case(scene: Scene, question: str, **more: Any) -> dict[str, Any]:
    given = {"position": scene.position, "side": scene.attacker, "space": scene.space, **more}
    named = {"format": FORMAT, "system": "NY", "question": question, "title": scene.row["name"]}
    return {**named, "given": given}


def _with_a_line(scene: Scene) -> tuple[dict[str, Any], Ruling]:
    """The case and its ruling; where only a line is missing, with the nearest edits that open one."""
    case = _case(scene, "siege")
    ruling = rule_case(case)
    if ruling.verdict != "illegal":
        return case, ruling
    for ladder in suggested(ruling):
        edits = [dict(edit.data) for edit in ladder]
        position = changed(scene.position, edits)
        other = replace_position(case, position)
        if (mended := rule_case(other)).verdict != "illegal":
            scene.position = position
            scene.say("beside.line-opened", edits=[edit_words(edit) for edit in edits])
            return other, mended
    return case, ruling


def replace_position(case: Mapping[str, Any], position: Position) -> dict[str, Any]:
    """The same case in another position."""
    return {**case, "given": {**case["given"], "position": position}}


def falls_within(case: Mapping[str, Any]) -> tuple[Fraction, ...]:
    """The chance that the fortress has fallen after 1, 2 and more rolls of a siege that goes on unhindered.

    Each face of each roll is ruled on; the chances follow from the rulings.

    Args:
        case: a legal siege with its position, as in `Beside.case`.

    >>> falls_within(beside("namur-1692").case) == beside("namur-1692").rolls
    True
    """
    states: dict[Position, Fraction] = {case["given"]["position"]: Fraction(1)}
    fallen, found = Fraction(0), []
    ruled: dict[Position, list[Position | None]] = {}
    for _ in range(MOST_ROLLS):
        after: dict[Position, Fraction] = {}
        for position, chance in states.items():
            if position not in ruled:
                ruled[position] = list(_after_a_roll(case, position))
            for then in ruled[position]:
                part = chance / len(ruled[position])
                if then is None:
                    fallen += part
                else:
                    after[then] = after.get(then, Fraction(0)) + part
        states = after
        found.append(fallen)
    return tuple(found)


def _after_a_roll(case: Mapping[str, Any], position: Position) -> Iterator[Position | None]:
    """The position after each face of a siege roll; None where the fortress has fallen."""
    space = game_map().by_name[case["given"]["space"]]
    (siege,) = [one for one in position.sieges if one.space == space.name]
    others = tuple(one for one in position.sieges if one.space != space.name)
    for face in range(1, 7):
        answer = rule_case({**replace_position(case, position), "dice": [face]}).answer
        assert answer is not None
        if answer["falls"]:
            yield None
            continue
        lost = space.fortress - answer["strength_left"]
        changed_siege = replace(siege, continuing=answer["continuing"], strength_lost=lost)
        corps = _reduced(position.corps, space.name, answer["garrison_reduced"])
        yield position.replace(sieges=(*others, changed_siege), corps=corps)


def _reduced(corps: tuple[Corps, ...], space: str, count: int) -> tuple[Corps, ...]:
    """The same corps with so many of the full ones inside a fortress reduced."""
    found = []
    for one in corps:
        if count and one.inside and one.space == space and not one.reduced:
            found.append(replace(one, reduced=True))
            count -= 1
        else:
            found.append(one)
    return tuple(sorted(found))


# ---- a battle


def _battle(scene: Scene) -> Beside:
    origin = _origin(scene)
    clear(scene, scene.space, origin)
    halves = _strengths(scene)
    for role in (ATTACKER, DEFENDER):
        corps = corps_worth(scene, role, halves[role])
        put(scene, corps, leaders_for(scene, role, len(corps)))
    case = _case(scene, "battle", origin=origin)
    ruling = rule_case(case)
    scene.say("beside.no-ground")
    outcome = scene.row["outcome"]
    winner = scene.side(outcome) if outcome in (ATTACKER, DEFENDER) else None
    told = {"place": scene.row["place"], "result": scene.row["result"]}
    happened = Message("beside.won", side=winner, **told) if winner else Message("beside.drawn", **told)
    known = [men for role in (ATTACKER, DEFENDER) if (men := men_of(scene, role)) is not None]
    too_few = any(men < FEWEST for men in known)
    chance = None if too_few else dict(ruling.odds.get("winner", ())).get(winner)
    return Beside(
        scene.row["id"], case, ruling, ruling.odds, (), happened, chance, tuple(scene.left_out), too_few
    )


def _origin(scene: Scene) -> str:
    """Where the attackers come from, which is told: the nearest space that fits best.

    A space of theirs that a land link or a pass joins to the field goes before one across a sea, and both
    before a space that is not theirs; of several alike the one whose city lies nearest to the field.
    """
    spaces, row = game_map().by_name, scene.row
    # NY 14.1.1: a red link is open to the Alliance alone.
    ways = ("land", "pass", "red") if scene.attacker == "Alliance" else ("land", "pass")
    linked = game_map().neighbours(scene.space, ways)
    ports = set(spaces[scene.space].ports)
    own = [name for name in spaces if scene.position.controller(name) == scene.attacker]
    across = [name for name in own if name != scene.space and ports & set(spaces[name].ports)]
    field = float(row["latitude"]), float(row["longitude"])
    for message, names in (
        ("beside.from-own", [name for name in own if name in linked]),
        ("beside.from-over-sea", across),
        ("beside.from-others", list(linked)),
    ):
        if names:
            found = min(names, key=lambda name: _far(field, (spaces[name].lat, spaces[name].lon)))
            scene.say(message, origin=found, side=scene.attacker)
            return found
    raise AssertionError(scene.space)  # every space has a neighbour


def _far(one: tuple[float, float], other: tuple[float, float]) -> float:
    """How far two places lie apart, in degrees of latitude."""
    wide = math.cos(math.radians((one[0] + other[0]) / 2))
    return math.hypot(one[0] - other[0], wide * (one[1] - other[1]))


def _strengths(scene: Scene) -> dict[str, int]:
    """The strength of both sides in half corps; one of which nothing is known is as strong as the other."""
    men = {role: men_of(scene, role) for role in (ATTACKER, DEFENDER)}
    limit = standard_rule_tables().numbers.stacking.limit
    found = {}
    for role, number in men.items():
        side, other = scene.side(role), men[DEFENDER if role == ATTACKER else ATTACKER]
        if number is None:
            found[role] = halves_of(other) if other is not None else 2 * UNKNOWN
            scene.say("beside.no-strength", side=side, size=size_of(found[role]))
        else:
            found[role] = halves_of(number)
            scene.say("beside.army", side=side, men=f"{number:,}", size=size_of(found[role]))
            if number < FEWEST:
                scene.say("beside.too-small", side=side, men=f"{number:,}")
        if found[role] > 2 * limit:
            found[role] = 2 * limit
            scene.say("beside.limit", count=limit)
    return found
