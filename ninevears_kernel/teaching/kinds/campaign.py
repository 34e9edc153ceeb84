"""Tasks on action cards, initiative and the seven actions (NY 13)."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import structs

from ...core.messages import Message
from ...nine_years.components.map import game_map
from ...nine_years.components.position import Position
from ...nine_years.components.powers import side_of
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.components.sides import SIDES, Side
from ...nine_years.engine.choices import option_of
from ...nine_years.engine.notation import parsed
from ..course import found
from ..positions import (
    corps,
    edited,
    held,
    leader_row,
    leaders_of,
    near,
    played_still,
    somewhere,
    with_a_name,
)
from ..reasons import ny
from ..solving import (
    LEGAL_OR_NOT,
    NOTHING,
    balanced,
    by_answer,
    by_faults,
    by_key,
    drawn,
    fault_choices,
    faults_of,
    ny_case,
    of_fault,
)
from ..task import Choice, Draft, Kind

FLEETS: dict[Side, tuple[str, str]] = {
    "Bourbon": ("Brest", "Toulon"),
    "Alliance": ("Atlantic", "Mediterranean"),
}


def _force_limit(random: Random, level: int) -> Draft:
    side = random.choice(SIDES)
    chosen = random.sample(with_a_name(side), 2 + level)
    leaders = [Message("task.leader", leader=row.name, command=row.rating[0]) for row in chosen]
    case = ny_case("force", leaders=[row.rating[0] for row in chosen], corps=0)
    return Draft(case=case, values={"leaders": Message.all_of(leaders), "side": side})


# ---- who moves first


FIRST = (
    Choice("Bourbon", Message("task.goes-first", side="Bourbon")),
    Choice("Alliance", Message("task.goes-first", side="Alliance")),
    Choice("Bourbon chooses", Message("task.chooses-first", side="Bourbon")),
    Choice("Alliance chooses", Message("task.chooses-first", side="Alliance")),
)


@drawn([choice.value for choice in FIRST])
def _first_player(random: Random, level: int) -> tuple[Draft, str] | None:
    year = random.randint(1689, 1699)
    hands = {side: sorted(random.choice((1, 2, 2, 3)) for _ in range(5)) for side in SIDES}
    for side in SIDES:
        if random.random() < 0.3:
            hands[side].pop()
    laid = {side: random.choice(hands[side]) for side in SIDES}
    case = ny_case("first-player", hands=hands, laid=laid, year=year)
    finding = found(case)
    if finding is None:
        return None
    values: dict[str, Any] = {"year": year}
    for side in SIDES:
        values[f"{side.lower()}_hand"] = Message.all_of(hands[side])
        values[f"{side.lower()}_card"] = laid[side]
    return Draft(case=case, values=values, choices=FIRST), _who(finding.answer)


def _who(answer: Any) -> str:
    return answer["first"] or f"{answer['chooser']} chooses"


# ---- rally


@drawn(("legal", "illegal"))
def _rally(random: Random, level: int) -> tuple[Any, str] | None:
    position = somewhere(random, level)
    side = random.choice(SIDES)
    places = [space for space in held(position, side) if leaders_of(position, side, space)]
    if not places:
        return None
    space = random.choice(places)
    leader = random.choice(leaders_of(position, side, space))
    power = random.choice([one.power for one in position.corps_in(space) if not one.inside])
    shaken, number = random.randint(1, 4), random.randint(1, 4)
    position = edited(position, corps(power, space, shaken, demoralised=True))
    own = random.random() < 0.5
    edit = {"add": "leader", "name": leader, "space": space, "demoralised": own}
    edit["named"] = next(one.named for one in position.leaders if one.name == leader)
    position = edited(position, edit)
    if level > 1 and random.random() < 0.2:
        position = position.replace(once_a_round=("rally Madrid",))
    actions = (f"rally {leader}", *[f"rally-corps {power} demoralised"] * number)
    case = ny_case("action", position=position, side=side, actions=actions, actions_left=2)
    finding = found(case)
    if finding is None or (number > shaken and random.random() < 0.8):
        return None
    values = {
        "side": side,
        "leader": leader,
        "space": space,
        "power": power,
        "count": number,
        "shaken": shaken,
        "himself": Message("task.leader-shaken" if own else "task.leader-steady"),
        "before": Message("task.rallied-before" if position.once_a_round else "task.not-rallied"),
        "rating": _rating(position, leader),
    }
    return Draft(case=case, values=values, choices=LEGAL_OR_NOT, focus=near(space, 1)), finding.verdict


def _rating(position: Position, leader: str) -> int:
    row = leader_row(leader)
    named = next(one.named for one in position.leaders if one.name == leader)
    return (row.rating if named or row.plain is None else row.plain)[0]


# ---- once a round


@drawn(("legal", "illegal"))
def _once(random: Random, level: int) -> tuple[Draft, str] | None:
    """One more action in a round in which something was done."""
    position = played_still(random)
    side = random.choice(SIDES)
    spaces = held(position, side)
    if not spaces:
        return None
    space = random.choice(spaces)
    power = random.choice([one.power for one in position.corps_in(space) if not one.inside])
    position = edited(position, corps(power, space, 1, reduced=True))
    with_leader = [name for name in spaces if leaders_of(position, side, name)]
    if not with_leader:
        return None
    camp = random.choice(with_leader)
    leader = random.choice(leaders_of(position, side, camp))
    done = random.sample(("transfer", "replace", "rally", "campaign"), level)
    action = random.choice(("transfer", f"replace {power} reduced, {space}", f"campaign {camp}"))
    actions = [action, f"lead {leader}"] if action.startswith("campaign") else [action]
    position = position.replace(
        once_a_round=tuple(f"rally {camp}" if one == "rally" else one for one in done if one != "campaign"),
        leaders=tuple(
            structs.replace(one, used=True) if one.name == leader and "campaign" in done else one
            for one in position.leaders
        ),
    )
    case = ny_case("action", position=position, side=side, actions=actions, actions_left=1)
    finding = found(case)
    if finding is None:
        return None
    words = [Message(f"task.done-{one}", leader=leader, space=camp) for one in done]
    rule_tables = standard_rule_tables()
    next_one = (
        Message("task.next-campaign", leader=leader, space=camp)
        if len(actions) > 1
        else option_of(parsed(action, rule_tables), rule_tables).says
    )
    values = {"side": side, "done": Message.all_of(words), "action": next_one, "year": position.year}
    draft = Draft(
        case=case, values=values, choices=LEGAL_OR_NOT, focus=near(camp if len(actions) > 1 else space, 1)
    )
    return draft, finding.verdict


# ---- transfer


@drawn(("legal", "illegal"))
def _transfer(random: Random, level: int) -> tuple[Draft, str] | None:
    position = somewhere(random, level)
    side = random.choice(SIDES)
    spaces = held(position, side)
    if not spaces:
        return None
    space = random.choice(spaces)
    leaders = leaders_of(position, side, space)
    to = random.choice(near(space, 4 + level)[1:] or (space,))
    values: dict[str, Any] = {"side": side, "space": space, "to": to, "year": position.year}
    if leaders and random.random() < 0.5:
        leader = random.choice(leaders)
        case, values["piece"] = ny_case("transfer", position=position, leader=leader, to=to), leader
    else:
        here = [one for one in position.corps_in(space) if not one.inside]
        one = random.choice([one for one in here if side_of(position, one.power) == side])
        piece = {"power": one.power, "reduced": one.reduced, "demoralised": one.demoralised}
        case = ny_case("transfer", position=position, corps=piece, from_=space, to=to)
        values["piece"] = Message("task.one-corps", power=one.power)
    finding = found(case)
    if finding is None or (finding.verdict == "legal" and finding.answer["cost"] < 1 + level):
        return None
    draft = Draft(case=case, values=values, choices=LEGAL_OR_NOT, focus=near(space, 4))
    return draft, finding.verdict


# ---- what is wrong with this action?


FAULTS = {
    "action.no-leader": "no-leader",
    "action.besieged": "besieged",
    "replace.besieged": "besieged",
    "sea.besieged": "besieged",
    "replace.once": "once-a-round",
    "transfer.once": "once-a-round",
    "rally.once-a-round": "once-a-round",
    "replace.not-reduced": "not-reduced",
    "replace.overstacked": "overstacked",
    "replace.no-line": "no-line",
    "rally.nobody": "in-good-heart",
    "sea.no-port": "no-port",
    "fleet.in-box": "fleet-in-box",
    "fleet.gone": "fleet-gone",
    "fleet.in-pool": "fleet-not-raised",
    "fleet.not-raised": "fleet-not-raised",
}
MAY_BE: dict[str, tuple[str, ...]] = {
    "campaign": ("no-leader", "besieged", "once-a-round", "overstacked", "no-line"),
    "replace": ("not-reduced", "besieged", "once-a-round", "overstacked", "no-line"),
    "rally": ("in-good-heart", "besieged", "once-a-round", "overstacked", "no-line"),
    "sail": ("no-port", "besieged", "once-a-round", "no-leader", "no-line"),
    "deploy": ("fleet-in-box", "fleet-gone", "fleet-not-raised", "once-a-round"),
    "transfer": ("once-a-round", "no-leader", "overstacked", "no-line"),
}
"""What may be said against each kind of action, rightly or by one who has not understood it."""


def _wrong_action(random: Random, level: int) -> Draft:
    def candidate() -> tuple[Any, str] | None:
        position = played_still(random)
        side = random.choice(SIDES)
        if random.random() < 0.3:
            position = position.replace(once_a_round=(random.choice(("replace", "transfer", "rally Paris")),))
        action = _any_action(random, position, side)
        case = ny_case("action", position=position, side=side, action=action, actions_left=2)
        wrong = faults_of(case, FAULTS)
        if wrong is None or len(wrong) > 1:
            return None
        return (case, action), wrong[0] if wrong else NOTHING

    answers = tuple(dict.fromkeys(FAULTS.values()))
    case, action = balanced(random, (*answers, NOTHING, NOTHING), candidate, 100)
    given, rule_tables = case["given"], standard_rule_tables()
    position = given["position"]
    choices = fault_choices(random, faults_of(case, FAULTS) or (), MAY_BE[action.partition(" ")[0]])
    done = (
        Message(f"task.done-{position.once_a_round[0].split()[0]}", leader=None, space=None)
        if position.once_a_round
        else Message("task.nobody-acted")
    )
    says = option_of(parsed(action, rule_tables), rule_tables).says
    values = {"side": given["side"], "action": says, "year": position.year, "done": done}
    named = [word.strip() for word in action.partition(" ")[2].split(",")]
    focus = [name for name in named if name in game_map().by_name]
    return Draft(case=case, values=values, choices=choices, focus=near(focus[0], 2) if focus else ())


def _any_action(random: Random, position: Position, side: Side) -> str:
    verb = random.choice(("campaign", "replace", "rally", "sail", "deploy", "transfer"))
    own = held(position, side)
    leaders = [one.name for one in position.leaders if one.space and side_of(position, one.power) == side]
    if verb == "deploy":
        return f"deploy {random.choice(FLEETS[side])}"
    if verb == "transfer" or not own or not leaders:
        return "transfer"
    if verb == "rally":
        return f"rally {random.choice(leaders)}"
    if verb == "replace":
        mine = [one for one in position.corps if side_of(position, one.power) == side]
        weak = [one for one in mine if one.reduced]
        one = random.choice(weak if weak and random.random() < 0.7 else mine)
        states = " reduced" * one.reduced + " demoralised" * one.demoralised
        return f"replace {one.power}{states}, {one.space}"
    space = random.choice(own)
    return f"{verb} {space}"


KINDS = (
    Kind("force-limit", 13, ny("13.5.1.a"), "number", _force_limit, by_key("limit", "NY 13.5.1.a")),
    Kind(
        "who-moves-first",
        13,
        ny("13.2.1.a 13.2.1.b 13.2.1.c"),
        "choice",
        _first_player,
        by_answer(_who, "NY 13.2.1.a", "NY 13.2.1.b", "NY 13.2.1.c"),
    ),
    Kind("rally", 13, ny("13.5.4 13.4.3"), "choice", _rally, by_key("verdict", "NY 13.5.4")),
    Kind(
        "once-a-round",
        13,
        ny("13.5 13.4.3"),
        "choice",
        _once,
        by_key("verdict", allowed=Message("task.not-done-yet")),
    ),
    Kind(
        "transfer", 13, ny("13.5.2.a 13.5.2.b 14.1.1"), "choice", _transfer, by_key("verdict", "NY 13.5.2.a")
    ),
    Kind("what-is-wrong", 13, ny("13.5 13.4.3"), "choice", _wrong_action, by_faults(FAULTS), meets=of_fault),
)
"""The kinds of this part."""
