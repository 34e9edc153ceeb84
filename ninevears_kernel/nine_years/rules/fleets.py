"""Fleets: deploying one to contest its sea zone, and the control box (NY 10.1, 13.5.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from ...core.clauses import carries_out
from ...core.dice import Dice
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import Answer, Violation, objection
from ..components.position import Fleet, OnTheTable, Position
from ..components.rule_tables import rule_tables_at
from ..components.sides import Side, enemy
from ..components.tables import data_table
from ..engine.agenda import permission
from ..engine.engine import Engine
from ..engine.notation import FLEETS, Action

VICTORY_POINTS = 1  # NY 13.5.6.b
BASES = {"Atlantic": "London", "Mediterranean": "Gibraltar"}
"""For each zone the space that gives the player who does not deploy 1 more (NY 13.5.6.a)."""


@carries_out("NY 12.3.6.a", "NY 12.3.6.b")
@cache
def fleet_row(name: str) -> dict[str, str]:
    """The table row of a fleet: its side, zone and home port.

    >>> fleet_row("Toulon")["home_port"], fleet_row("Mediterranean")["side"]
    ('Toulon', 'Alliance')
    """
    return next(row for row in data_table("scenario_1688/fleets") if row["fleet"] == name)


@cache
def owner_of(fleet: str) -> Side:
    """The side of a fleet.

    >>> owner_of("Atlantic")
    'Alliance'
    """
    return "Bourbon" if fleet_row(fleet)["side"] == "Bourbon" else "Alliance"


def fleet_of(side: Side, zone: str) -> str:
    """The name of a side's fleet for a zone.

    >>> fleet_of("Bourbon", "Atlantic")
    'Brest'
    """
    return next(name for name in FLEETS if owner_of(name) == side and fleet_row(name)["zone"] == zone)


# ---- the deployment


@carries_out("NY 13.5.6.a", "NY 10.1.c", "NY 12.3.6.d")
def deployment_objections(position: OnTheTable, fleet: str, raised: bool) -> Iterator[Violation]:
    """What stands against the deployment of a fleet; `raised` when the case says that it is raised."""
    row = fleet_row(fleet)
    standing = position.fleet(fleet)
    if position.sea(row["zone"]) == owner_of(fleet):
        yield objection("NY 10.1.c", "fleet.in-box", fleet=fleet, zone=row["zone"], side=owner_of(fleet))
    if standing.place == "gone":
        yield objection("NY 12.3.6.d", "fleet.gone", fleet=fleet)
    elif not raised and not standing.strength:
        remedy = Message("fleet.raise-first", port=row["home_port"])
        lies = "fleet.in-pool" if standing.place == "pool" else "fleet.not-raised"
        yield objection("NY 13.5.6.a", lies, remedy, fleet=fleet)


@carries_out("NY 13.5.6.a")
def _roll(
    roll: Callable[..., int], fleet: str, strength: int, modifier: int, context: RulingContext
) -> tuple[int, int] | None:
    """One pair of dice: the totals of the owner and of the other player, or None on a tie."""
    side = owner_of(fleet)
    owner = roll("fleet.roll-owner", fleet=fleet, side=side) + strength
    other = roll("fleet.roll-other", side=enemy(side)) + modifier
    if owner == other:
        context.decides("NY 13.5.6.a", "fleet.tie", total=owner)
        return None
    context.decides("NY 13.5.6.a", "fleet.totals", side=side, owner=owner, enemy=enemy(side), other=other)
    return owner, other


def _other_modifier(position: OnTheTable, zone: str, other: Side, context: RulingContext) -> int:
    modifier = 0
    if position.sea(zone) == other:
        context.step("NY 13.5.6.a", "fleet.controls", side=other, zone=zone)
        modifier += 1
    if position.controller(BASES[zone]) == other:
        context.step("NY 13.5.6.a", "fleet.base", side=other, space=BASES[zone])
        modifier += 1
    return modifier


@carries_out("NY 13.5.6.a", "NY 13.5.6.b", "NY 10.1.b", "NY 10.1.c")
def deploy_fleet(position: Position, fleet: str, strength: int | None, context: RulingContext) -> Answer:
    """The ruling on the deployment of a raised fleet.

    Args:
        position: the position.
        fleet: one of the four fleets.
        strength: its strength, where the case says that it is raised with it; else as in the position.
        context: dice in pairs, the owner's first, as many pairs as ties ask for.
    """
    side, zone = owner_of(fleet), fleet_row(fleet)["zone"]
    controller = position.sea(zone)
    answer = {"controller": controller, "victory_points": position.victory_points}
    context.violations.extend(deployment_objections(position, fleet, strength is not None))
    if context.violations:
        return Answer("illegal", context.violations[0].says, answer | {"winner": None})
    standing = position.fleet(fleet)
    if strength is not None and standing.place == "pool":
        context.step("NY 13.5.6.a", "fleet.taken-as-raised", fleet=fleet, count=strength)
    strength = standing.strength if strength is None else strength
    _tell_raised(context, position, fleet, strength)
    modifier = _other_modifier(position, zone, enemy(side), context)
    context.step("NY 13.5.6.a", "fleet.strength", fleet=fleet, side=side, count=strength)
    contested = Message("fleet.contests", fleet=fleet, zone=zone, own=strength, other=modifier)
    context.known = Answer("result", contested, {"own_modifier": strength, "other_modifier": modifier})

    def contest(dice: Dice) -> tuple[int, int] | None:
        return _roll(
            lambda message, **values: dice.roll(wanted=Message(message, **values)),
            fleet,
            strength,
            modifier,
            context,
        )

    owner_total, other_total = context.dice.until(contest)
    winner = side if owner_total > other_total else enemy(side)
    answer = {"owner_total": owner_total, "other_total": other_total, "winner": winner}
    points = position.victory_points
    if winner == side:
        shift = VICTORY_POINTS if side == "Alliance" else -VICTORY_POINTS
        # NY 6.1.2: the ends of the track
        points = min(rule_tables_at(context).numbers.victory_points.highest, max(0, points + shift))
        context.step("NY 13.5.6.b", "fleet.wins", side=side, zone=zone)
        into_box = context.reading("fleet-after-deployment") == "box"
        context.step("NY 10.1.c", "fleet.to-box" if into_box else "fleet.to-pool", fleet=fleet, zone=zone)
    else:
        context.step("NY 13.5.6.b", "fleet.fails", fleet=fleet, zone=zone)
    answer |= {"controller": side if winner == side else controller, "victory_points": points}
    message = "fleet.won" if winner == side else "fleet.lost"
    return Answer("result", Message(message, fleet=fleet, zone=zone, side=side), answer)


# ---- as an action


def candidates(engine: Engine, side: Side) -> Iterator[Action]:
    """The raised fleets of a side."""
    for fleet in engine.board.fleets:
        if fleet.strength and owner_of(fleet.name) == side:
            yield "deploy", fleet.name


@carries_out("NY 13.5.6.a")
def against(engine: Engine, side: Side, fleet: str) -> Iterator[Violation]:
    """What stands against the deployment of a fleet by a side."""
    if owner_of(fleet) != side:
        yield objection("NY 13.5.6.a", "fleet.not-yours", fleet=fleet, side=side)
    yield from deployment_objections(engine.board, fleet, False)


@permission("action", "deploy")
def _may_deploy(engine: Engine, action: Action, side: Side) -> None:
    _tell_raised(engine.context, engine.board, action[1], engine.board.fleet(action[1]).strength)


@carries_out("NY 13.5.6.a", "NY 12.3.6.e")
def _tell_raised(context: RulingContext, position: OnTheTable, fleet: str, strength: int) -> None:
    """Tells what permits the deployment of a fleet: it is raised, and its zone is not its side's."""
    zone = fleet_row(fleet)["zone"]
    master = position.sea(zone)
    message = "fleet.contests-free-sea" if master is None else "fleet.contests-enemy-sea"
    context.step("NY 13.5.6.a", message, fleet=fleet, zone=zone, count=strength, side=master)


@carries_out("NY 13.5.6.a", "NY 13.5.6.b", "NY 12.3.6.e")
def begin(engine: Engine, side: Side, fleet: str) -> None:
    """Rolls for the zone, again on a tie; the winner has it."""
    board = engine.board
    zone, other = fleet_row(fleet)["zone"], enemy(side)
    strength = board.fleet(fleet).strength
    modifier = _other_modifier(board, zone, other, engine.context)
    engine.tell("NY 13.5.6.a", "fleet.strength", fleet=fleet, side=side, count=strength)
    totals = engine.roll_until(lambda roll: _roll(roll, fleet, strength, modifier, engine.context))
    if totals[0] < totals[1]:
        engine.tell("NY 13.5.6.b", "fleet.fails", fleet=fleet, zone=zone)
        board.set_fleet(Fleet(fleet))  # type: ignore[arg-type]
        return
    engine.tell("NY 13.5.6.b", "fleet.wins", side=side, zone=zone)
    change_sea_control(engine, zone, side)
    if engine.reading("fleet-after-deployment") == "pool":
        board.set_fleet(Fleet(fleet))  # type: ignore[arg-type]
        engine.tell("NY 13.5.6.b", "fleet.to-pool", fleet=fleet)
    board.score(side, VICTORY_POINTS)
    engine.then(("victory-at-once",))


# ---- the control box


@carries_out("NY 10.1.c", "NY 10.1.b")
def change_sea_control(engine: Engine, zone: str, side: Side | None) -> None:
    """Gives a sea zone to a side, or to nobody, and moves the fleets in and out of its control box.

    The fleet in the box returns to its pool, or leaves the game when its home port is besieged; the new
    controller's fleet takes the box, from its port or from the pool.
    """
    board = engine.board
    old = board.sea(zone)
    if old == side:
        return
    board.set_sea(zone, side)
    if side is None:
        engine.tell("NY 10.1.c", "fleet.nobodys", zone=zone)
    else:
        engine.tell("NY 10.1.c", "fleet.control", zone=zone, side=side)
    if old is not None:
        name = fleet_of(old, zone)
        if board.fleet(name).place == "box":
            besieged = board.besieger(fleet_row(name)["home_port"]) is not None
            board.set_fleet(Fleet(name, "gone" if besieged else "pool"))  # type: ignore[arg-type]
            engine.tell("NY 10.1.c", "fleet.leaves" if besieged else "fleet.to-pool", fleet=name)
    if side is not None:
        name = fleet_of(side, zone)
        if board.fleet(name).place != "gone":
            board.set_fleet(Fleet(name, "box"))  # type: ignore[arg-type]
            engine.tell("NY 10.1.c", "fleet.to-box", fleet=name, zone=zone)
