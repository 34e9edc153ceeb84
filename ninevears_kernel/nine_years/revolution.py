"""The Glorious Revolution: Britain changes sides (NY 20.2.5.2, 8.5.d)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..core.clauses import carries_out
from ..core.rulings import Violation
from .agenda import decision, objection, step
from .board import Board
from .holding import settle
from .land import NUMBER, SPACES, region
from .map import BRITAIN
from .notation import Action
from .piece_numbers import ABSENT, INSIDE, POWER_NUMBER, WAITS, corps_number
from .sides import Side, enemy
from .supply_network import bits
from .war import War
from .winter_withdrawal import move

JAMES = "James II"
HIGHLANDS = NUMBER["Highlands"]
JACOBITE = POWER_NUMBER["Jacobite"]


def _settings(war: War) -> dict[str, Any]:
    settings: dict[str, Any] = war.kit.scenario.settings["revolution"]
    return settings


@carries_out("NY 8.5.d", "NY 20.2.5.2")
def against_revolution(war: War) -> Iterator[Violation]:
    """What stands against the Glorious Revolution now.

    Under the reading ``revolution-once`` it may happen again when London was lost and the conditions return.
    """
    board, space = war.board, _settings(war)["space"]
    if board.controller(space) != "Bourbon":
        yield objection("NY 8.5.d", "revolution.not-bourbon", space=space)
    if board.seas.Atlantic != "Alliance":
        yield objection("NY 8.5.d", "revolution.sea", zone="Atlantic")
    if board.revolution and war.reading("revolution-once") == "once":
        yield objection("NY 20.2.5.2", "revolution.over")


@step("revolution")
@carries_out("NY 20.2.5.2", "NY 8.5.d", "NY 7.2.6.b")
def glorious_revolution(war: War) -> None:
    """When London is Bourbon and the Atlantic Alliance, Britain joins the Alliance."""
    if next(against_revolution(war), None) is not None:
        return
    board, settings = war.board, _settings(war)
    board.revolution = True
    war.tell("NY 20.2.5.2", "revolution.begins", space=settings["space"])
    stays = {NUMBER[name] for name in settings["stays_bourbon"]}
    joining = [space for space in bits(region(*BRITAIN)) if space not in stays]
    for space in joining:
        _join_the_alliance(board, space)
    for space in joining:
        _leave_britain(war, space, settings)
    _land(war, settings)
    war.then(("exile", "Bourbon"))


def _join_the_alliance(board: Board, space: int) -> None:
    """A space of Britain becomes Alliance, without victory points; a siege of it ends."""
    board.free_garrison(space)
    if board.controller_of(space) == "Bourbon":
        board.lines = tuple(line for line in board.lines if line.space != SPACES[space].name)  # NY 15.5
    board.set_control(space, "Alliance")


def _leave_britain(war: War, space: int, settings: dict[str, Any]) -> None:
    """Bourbon pieces leave a space of Britain: for the Highlands from Scotland, for Dublin from England."""
    board = war.board
    stack = board.stacks["Bourbon"][space]
    leaders = board.leaders_at("Bourbon", space)
    if not stack and not leaders:
        return
    wanted = [NUMBER[settings["jacobites_to"]]]
    if region("Scotland") >> space & 1:
        wanted.insert(0, HIGHLANDS)
    to = _asylum(board, wanted)
    if to != WAITS:
        move(war, "Bourbon", space, to, stack)
        war.tell("NY 20.2.5.2", "revolution.flight", origin=SPACES[space].name, space=SPACES[to].name)
        return
    board.put("Bourbon", space, ())
    board.to_pool(*stack)
    for leader in leaders:
        board.where[leader] = WAITS


def _asylum(board: Board, wanted: list[int]) -> int:
    """The first of these spaces that is Bourbon and free of enemies, else the nearest that is, or `WAITS`."""
    safe = board.control.Bourbon & ~board.held["Alliance"]
    for to in wanted:
        if safe >> to & 1:
            return to
    return board.nearest_refuge("Bourbon", wanted[-1])


@carries_out("NY 20.2.5.2")
def _land(war: War, settings: dict[str, Any]) -> None:
    """British corps from the pool, and the leaders, stand in London."""
    board, power = war.board, settings["power"]
    london = NUMBER[settings["space"]]
    count = min(settings["corps"], board.pool(power))
    board.change_pool(power, -count)
    board.add("Alliance", london, *[corps_number(power)] * count)
    war.tell("NY 20.2.5.2", "revolution.corps", power=power, space=settings["space"], count=count)
    for name in settings["leaders"]:
        leader = war.kit.leader_number[name]
        board.where[leader] = london
        board.state[leader] &= ~INSIDE
        war.tell("NY 20.2.5.2", "revolution.leader", leader=name, space=settings["space"])


# ---- b) the exile of James II


def _james(war: War) -> int:
    """Where James II is."""
    return war.board.where[war.kit.leader_number[JAMES]]


def _companions(war: War, to: int) -> list[int]:
    """The Jacobite corps that can go with James II to a space: in the open with him, strongest first."""
    here = _james(war)
    if here < 0 or here == to:
        return []
    return [corps for corps in war.board.stacks["Bourbon"][here] if corps >> 3 == JACOBITE]


def _exiles(war: War, side: Side) -> list[Action]:
    places = [NUMBER[name] for name in _settings(war)["exile_choices"]]
    return [("exile", place, company) for place in places for company in (False, True)]


@carries_out("NY 20.2.5.2", "NY 7.2.6.d")
def _against_exile(war: War, action: Action, side: Side) -> Iterator[Violation]:
    board, (_, to, company) = war.board, action
    name = SPACES[to].name
    if _james(war) == ABSENT:
        yield objection("NY 20.2.5.2", "revolution.no-james", leader=JAMES)
    choices = _settings(war)["exile_choices"]
    if name not in choices:
        yield objection("NY 20.2.5.2", "revolution.no-exile-there", leader=JAMES, space=name, choices=choices)
    if not board.control.of(side) >> to & 1:
        yield objection("NY 20.2.5.2", "revolution.exile-not-friendly", leader=JAMES, space=name, side=side)
    if board.held[enemy(side)] >> to & 1:
        yield objection("NY 4.3", "winter.enemy-there", space=name)
    if company and not _companions(war, to):
        yield objection("NY 20.2.5.2", "revolution.no-companion", leader=JAMES, space=name)


@carries_out("NY 20.2.5.2")
def _go_into_exile(war: War, action: Action, side: Side) -> None:
    board, (_, to, company) = war.board, action
    james, here = war.kit.leader_number[JAMES], _james(war)
    if company:
        going = _companions(war, to)[: _settings(war)["exile_corps"]]
        board.take(side, here, *going)
        board.add(side, to, *going)
    board.where[james] = to
    board.state[james] &= ~INSIDE
    war.tell("NY 20.2.5.2", "revolution.exile", leader=JAMES, space=SPACES[to].name, company=company)
    if here >= 0:
        settle(war, here)


decision("exile", "side", "NY 20.2.5.2", "exile", _exiles, _go_into_exile, _against_exile)
