"""The umpire's questions about sea moves and transfers (NY 13.5.2, 13.5.5, 14.5): each runs the decisions and
steps of the war itself.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from ..core.dice import GivenDice
from ..core.errors import MISSING, BadInput
from ..core.hearing import Hearing
from ..core.messages import Message
from ..core.questions import Finding, Question
from .action_menu import MENU
from .agenda import DECISION_RULES, Item
from .land import PORTS, SPACES
from .piece_numbers import SIDE_OF_CORPS, corps_number
from .powers import power_named
from .question_pieces import (
    Against,
    CorpsAsked,
    carry_out,
    facts,
    form,
    losses,
    named,
    note,
    refused,
    war_of,
)
from .sea_movement import passage, sea_roll_modifier
from .sides import Side
from .situation import Situation
from .transfer import CORPS_POINTS, LEADER_POINTS, way
from .war import War

# ---- sea movement


class SeaGiven(Situation, frozen=True, kw_only=True):
    """A sea move; without dice the answer holds what is known before the roll."""

    side: Annotated[Side, Meta(description="who sails")]
    origin: Annotated[str, Meta(description="the port from which the group sails")] = field(name="from")
    to: Annotated[str, Meta(description="the port where it is to land")]
    leaders: Annotated[tuple[str, ...], Meta(description="the leaders aboard")] = ()
    corps: Annotated[CorpsAsked, Meta(description="the corps aboard: a number, or a list of kinds")] = 0


def _sea_move(given: SeaGiven, hearing: Hearing) -> Finding:
    war = war_of(given, hearing)
    board, side = war.board, given.side
    origin = named("space", given.origin, "from", war.kit)
    to = named("space", given.to, "to", war.kit)
    against: Against = {}
    note(against, MENU["sail"].against(war, side, origin))
    leaders, corps = form(war, "embark", side, origin, given.leaders, given.corps, against)
    sail = DECISION_RULES["sail-to"]
    note(against, DECISION_RULES["embark"].objections(war, ("weigh",), side, origin, leaders, corps))
    note(against, sail.objections(war, ("to", to), side, origin, leaders, corps))
    known: dict[str, Any] = {}
    if PORTS >> origin & PORTS >> to & 1:
        zones = passage(board, side, origin, to)
        modifier = sea_roll_modifier(board, side, zones, war.kit.tables.sea_movement)
        known = {"path": [SPACES[origin].name, *zones, SPACES[to].name], "modifier": modifier}
    if against:
        return refused(hearing, against, known)
    known = {"legal": True, **known, "needed": {}}
    for die in range(1, 7) if known["modifier"] is not None and hearing.recorded else ():
        twin = War(
            board.copy(), Hearing(GivenDice([die]), hearing.chosen, recorded=False, tables=hearing.tables)
        )
        result = _sailed(twin, ("sail-to", side, origin, to, leaders, corps))["result"]
        known["needed"].setdefault(result, []).append(die)
    names = {"origin": SPACES[origin].name, "space": SPACES[to].name}
    hearing.known = Finding("legal", Message("sea.allowed", **names), known)
    answer = known | _sailed(war, ("sail-to", side, origin, to, leaders, corps))
    return Finding("legal", Message(f"sea.{answer['result']}", **names), answer)


def _sailed(war: War, item: Item) -> dict[str, Any]:
    """What becomes of a group that sails: the item of the agenda with the port to which it goes."""
    name, side, origin, to, leaders, corps = item
    board = war.board
    stacks = board.stacks[side]
    aboard, there = stacks[origin], stacks[to]
    DECISION_RULES[name].take(war, ("to", to), side, origin, leaders, corps)
    carry_out(war, "sea-loss")
    lost = losses(aboard + there, stacks[origin] + stacks[to])
    arrived = [board.where[leader] == to for leader in leaders] + [len(stacks[to]) > len(there)]
    if any(arrived):
        result = "one-reduced" if any(lost.values()) else "arrives"
    else:
        result = "returns" if leaders or lost["eliminated"] < len(corps) else "lost-at-sea"
    return {"result": result, **lost, "victory_points": board.victory_points}


# ---- transfer


class OneCorps(Struct, frozen=True, forbid_unknown_fields=True):
    """A corps that is transferred."""

    power: Annotated[str, Meta(description="whose corps")]
    reduced: Annotated[bool, Meta(description="whether it is reduced")] = False
    demoralised: Annotated[bool, Meta(description="whether it is demoralised")] = False


class TransferGiven(Situation, frozen=True, kw_only=True):
    """One piece of a transfer: a leader, or a corps."""

    leader: Annotated[str | None, Meta(description="the leader who goes; or else")] = None
    corps: Annotated[OneCorps | None, Meta(description="the corps that goes")] = None
    origin: Annotated[str | None, Meta(description="where it stands; for a corps")] = field(
        name="from", default=None
    )
    to: Annotated[str, Meta(description="the space where its move ends")]


def _transfer(given: TransferGiven, hearing: Hearing) -> Finding:
    war = war_of(given, hearing)
    to = named("space", given.to, "to", war.kit)
    side, pick, move = _piece(war, given)
    origin = war.board.where[pick[1]] if pick[0] == "pick" else pick[2]
    against: Against = {}
    note(against, MENU["transfer"].against(war, side))
    note(against, DECISION_RULES["transfer"].objections(war, pick, side, 0))
    points = LEADER_POINTS if pick[0] == "pick" else CORPS_POINTS
    known: dict[str, Any] = {"movement_points": points}
    if origin >= 0:
        note(against, DECISION_RULES[move[0]].objections(war, ("to", to), *move[1:]))
    if against:
        return refused(hearing, against, known)
    cost, path = way(war, side, origin, points, pick[0] == "pick", to)
    DECISION_RULES[move[0]].take(war, ("to", to), *move[1:])
    names = [SPACES[space].name for space in path]
    hearing.step("NY 13.5.2.a", "transfer.path", spaces=Message.all_of(names), cost=cost, count=points)
    says = Message("transfer.allowed", origin=names[0], space=names[-1], count=cost)
    return Finding("legal", says, {"legal": True, **known, "cost": cost, "path": names})


def _piece(war: War, given: TransferGiven) -> tuple[Side, tuple[Any, ...], Item]:
    """Whose piece goes, how it is picked, and the decision where it goes to."""
    if (given.leader is None) == (given.corps is None):
        found = MISSING if given.leader is None else given.leader
        raise BadInput("leader", found, Message("expected.leader-or-corps"))
    origin = None if given.origin is None else named("space", given.origin, "from", war.kit)
    if given.corps is not None:
        power = power_named(given.corps.power, "corps.power").name
        corps = corps_number(power, given.corps.reduced, given.corps.demoralised)
        if origin is None:
            raise BadInput("from", MISSING, Message("kind.space"))
        side = SIDE_OF_CORPS[corps]
        return side, ("pick-corps", corps, origin), ("transfer-corps", side, corps, origin, 0)
    leader = named("leader", given.leader or "", "leader", war.kit)
    where = war.board.where[leader]
    if origin is not None and where >= 0 and where != origin:
        raise BadInput("from", given.origin, Message("expected.exactly", value=SPACES[where].name))
    side = war.kit.leaders[leader].side
    return side, ("pick", leader), ("transfer-leader", side, leader, 0)


# ---- both

QUESTIONS = (
    Question(
        "NY", "sea-move", "May a group sail, and does it arrive?", SeaGiven,
        facts(
            path="port, sea zones, port",
            modifier="what is added to the roll; null when none is needed",
            needed="for each result (arrives, one-reduced, returns, lost-at-sea) the dice that bring it",
            result="arrives; one-reduced: it arrives, one corps reduced or lost; returns: to its port, every "
            "corps reduced or lost; lost-at-sea: nobody is left",
            reduced="how many corps are reduced",
            eliminated="how many that were reduced already are lost",
            victory_points="the victory points afterwards",
        ),
        _sea_move, ("result",),
    ),
    Question(
        "NY", "transfer", "May a leader or a corps go there in a transfer?", TransferGiven,
        facts(
            movement_points="the movement points that the piece has",
            cost="those that the cheapest way takes",
            path="the spaces of that way, in order",
        ),
        _transfer,
    ),
)  # fmt: skip
"""The questions about sea moves and transfers."""
