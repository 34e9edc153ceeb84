"""Deploying a fleet to contest its sea zone (NY 13.5.6)."""

from __future__ import annotations

from ..core.clauses import carries_out
from ..core.dice import Dice
from ..core.hearing import Hearing
from ..core.messages import Message
from ..core.questions import Finding
from .position import Position
from .sides import Side, enemy
from .tables import data_table

VICTORY_POINTS = 1  # NY 13.5.6.b
BASES = {"Atlantic": "London", "Mediterranean": "Gibraltar"}
"""For each zone the space that gives the player who does not deploy 1 more (NY 13.5.6.a)."""


@carries_out("NY 12.3.6.a", "NY 12.3.6.b")
def fleet_row(name: str) -> dict[str, str]:
    """The table row of a fleet: its side, zone and home port.

    >>> fleet_row("Toulon")["home_port"], fleet_row("Mediterranean")["side"]
    ('Toulon', 'Alliance')
    """
    return next(row for row in data_table("scenario_1688/fleets") if row["fleet"] == name)


@carries_out("NY 13.5.6.a", "NY 13.5.6.b", "NY 10.1.b", "NY 10.1.c")
def deploy_fleet(position: Position, fleet: str, strength: int | None, hearing: Hearing) -> Finding:
    """The ruling on the deployment of a raised fleet.

    Args:
        position: the position.
        fleet: one of the four fleets.
        strength: its strength, where the case says that it is raised with it; else as in the position.
        hearing: dice in pairs, the owner's first, as many pairs as ties ask for.
    """
    row = fleet_row(fleet)
    side: Side = "Bourbon" if row["side"] == "Bourbon" else "Alliance"
    zone, other = row["zone"], enemy(side)
    controller = position.sea(zone)
    answer = {"controller": controller, "victory_points": position.victory_points}
    if controller == side:
        hearing.violation("NY 10.1.c", "fleet.in-box", None, fleet=fleet, zone=zone, side=side)
    standing = position.fleet(fleet)
    if standing.place == "gone":
        hearing.violation("NY 12.3.6.d", "fleet.gone", None, fleet=fleet)
    elif strength is None and not standing.strength:
        remedy = Message("fleet.raise-first", port=row["home_port"])
        hearing.violation("NY 13.5.6.a", "fleet.not-raised", remedy, fleet=fleet)
    if hearing.violations:
        return Finding("illegal", hearing.violations[0].says, answer | {"winner": None})
    strength = standing.strength if strength is None else strength
    modifier = _other_modifier(position, zone, other, hearing)
    hearing.step("NY 13.5.6.a", "fleet.strength", fleet=fleet, side=side, count=strength)

    def contest(dice: Dice) -> tuple[int, int] | None:
        owner = dice.roll(wanted=Message("fleet.roll-owner", fleet=fleet, side=side)) + strength
        opponent = dice.roll(wanted=Message("fleet.roll-other", side=other)) + modifier
        if owner == opponent:
            hearing.step("NY 13.5.6.a", "fleet.tie", total=owner)
            return None
        return owner, opponent

    owner_total, other_total = hearing.dice.until(contest)
    winner = side if owner_total > other_total else other
    hearing.step("NY 13.5.6.a", "fleet.totals", side=side, owner=owner_total, enemy=other, other=other_total)
    answer = {"owner_total": owner_total, "other_total": other_total, "winner": winner}
    if winner == side:
        shift = VICTORY_POINTS if side == "Alliance" else -VICTORY_POINTS
        points = min(40, max(0, position.victory_points + shift))  # NY 6.1.2: the track ends at 0 and 40
        hearing.step("NY 13.5.6.b", "fleet.takes", side=side, zone=zone, fleet=fleet)
    else:
        points = position.victory_points
        hearing.step("NY 13.5.6.b", "fleet.fails", fleet=fleet, zone=zone)
    answer |= {"controller": side if winner == side else controller, "victory_points": points}
    message = "fleet.won" if winner == side else "fleet.lost"
    return Finding("result", Message(message, fleet=fleet, zone=zone, side=side), answer)


def _other_modifier(position: Position, zone: str, other: Side, hearing: Hearing) -> int:
    modifier = 0
    if position.sea(zone) == other:
        hearing.step("NY 13.5.6.a", "fleet.controls", side=other, zone=zone)
        modifier += 1
    if position.controller(BASES[zone]) == other:
        hearing.step("NY 13.5.6.a", "fleet.base", side=other, space=BASES[zone])
        modifier += 1
    return modifier
