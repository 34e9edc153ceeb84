"""The Glorious Revolution: Britain changes sides (NY 20.2.5.2, 8.5.d)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map import BRITAIN
from ...components.map_graph import bits
from ...components.map_masks import NUMBER, SPACES, region
from ...components.piece_numbers import ABSENT, INSIDE, POWER_NUMBER, WAITS, corps_number
from ...components.sides import Side, enemy
from ...engine.agenda import decision, permission, step
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import Action
from ..control import settle
from ..reinforcement.placement import jacobites_abroad
from .withdrawal import move

JAMES = "James II"
HIGHLANDS = NUMBER["Highlands"]
JACOBITE = POWER_NUMBER["Jacobite"]


def _settings(engine: Engine) -> dict[str, Any]:
    settings: dict[str, Any] = engine.rule_tables.scenario.settings["revolution"]
    return settings


@carries_out("NY 8.5.d", "NY 20.2.5.2")
def against_revolution(engine: Engine) -> Iterator[Violation]:
    """What stands against the Glorious Revolution now.

    Under the reading ``revolution-once`` it may happen again when London was lost and the conditions return.
    """
    board, space = engine.board, _settings(engine)["space"]
    if board.controller(space) != "Bourbon":
        yield objection("NY 8.5.d", "revolution.not-bourbon", space=space)
    if board.seas.Atlantic != "Alliance":
        yield objection("NY 8.5.d", "revolution.sea", zone="Atlantic")
    if board.revolution and engine.reading("revolution-once") == "once":
        yield objection("NY 20.2.5.2", "revolution.over")


@carries_out("NY 8.5.d", "NY 20.2.5.2")
def tell_revolution(engine: Engine) -> None:
    """Tells what brings the Glorious Revolution about."""
    engine.decides("NY 8.5.d", "revolution.occasion", space=_settings(engine)["space"], zone="Atlantic")
    if engine.board.revolution:
        engine.decides("NY 20.2.5.2", "revolution.once-more")


@step("revolution")
@carries_out("NY 20.2.5.2", "NY 8.5.d", "NY 7.2.6.b")
def glorious_revolution(engine: Engine) -> None:
    """When London is Bourbon and the Atlantic Alliance, Britain joins the Alliance."""
    if next(against_revolution(engine), None) is not None:
        return
    board, settings = engine.board, _settings(engine)
    board.revolution = True
    engine.decides("NY 20.2.5.2", "revolution.begins", space=settings["space"])
    stays = {NUMBER[name] for name in settings["stays_bourbon"]}
    joining = [space for space in bits(region(*BRITAIN)) if space not in stays]
    for space in joining:
        _join_the_alliance(board, space)
    for space in joining:
        _leave_britain(engine, space, settings)
    _land(engine, settings)
    engine.then(("exile", "Bourbon"))


def _join_the_alliance(board: Board, space: int) -> None:
    """A space of Britain becomes Alliance, without victory points; a siege of it ends."""
    board.free_garrison(space)
    if board.controller_of(space) == "Bourbon":
        board.set_line(space, 0)  # NY 15.5
    board.set_control(space, "Alliance")


def _leave_britain(engine: Engine, space: int, settings: dict[str, Any]) -> None:
    """Bourbon pieces leave a space of Britain: for the Highlands from Scotland, for Dublin from England."""
    board = engine.board
    stack = board.stacks["Bourbon"][space]
    leaders = board.leaders_at("Bourbon", space)
    if not stack and not leaders:
        return
    wanted = [NUMBER[settings["jacobites_to"]]]
    if region("Scotland") >> space & 1:
        wanted.insert(0, HIGHLANDS)
    to = _asylum(board, wanted)
    if to != WAITS:
        move(engine, "Bourbon", space, to, stack)
        engine.tell("NY 20.2.5.2", "revolution.flight", origin=SPACES[space].name, space=SPACES[to].name)
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
def _land(engine: Engine, settings: dict[str, Any]) -> None:
    """British corps from the pool, and the leaders, stand in London."""
    board, power = engine.board, settings["power"]
    london = NUMBER[settings["space"]]
    count = min(settings["corps"], board.pool(power))
    board.change_pool(power, -count)
    board.add("Alliance", london, *[corps_number(power)] * count)
    engine.tell("NY 20.2.5.2", "revolution.corps", power=power, space=settings["space"], count=count)
    for name in settings["leaders"]:
        leader = engine.rule_tables.leader_number[name]
        board.where[leader] = london
        board.state[leader] &= ~INSIDE
        engine.tell("NY 20.2.5.2", "revolution.leader", leader=name, space=settings["space"])


# ---- b) the exile of James II


def _james(engine: Engine) -> int:
    """Where James II is."""
    return engine.board.where[engine.rule_tables.leader_number[JAMES]]


def _companions(engine: Engine, to: int) -> list[int]:
    """The Jacobite corps that can go with James II to a space: in the open with him, strongest first."""
    here = _james(engine)
    if here < 0 or here == to:
        return []
    return [corps for corps in engine.board.stacks["Bourbon"][here] if corps >> 3 == JACOBITE]


def _exiles(engine: Engine, side: Side) -> list[Action]:
    places = [NUMBER[name] for name in _settings(engine)["exile_choices"]]
    return [("exile", place, company) for place in places for company in (False, True)]


@carries_out("NY 20.2.5.2", "NY 7.2.6.d")
def _against_exile(engine: Engine, action: Action, side: Side) -> Iterator[Violation]:
    board, (_, to, company) = engine.board, action
    name = SPACES[to].name
    if _james(engine) == ABSENT:
        yield objection("NY 20.2.5.2", "revolution.no-james", leader=JAMES)
    choices = _settings(engine)["exile_choices"]
    if name not in choices:
        places = Message.any_of(choices)
        yield objection("NY 20.2.5.2", "revolution.no-exile-there", leader=JAMES, space=name, choices=places)
    if not board.control.of(side) >> to & 1:
        yield objection("NY 20.2.5.2", "revolution.exile-not-friendly", leader=JAMES, space=name, side=side)
    if board.held[enemy(side)] >> to & 1:
        yield objection("NY 4.3", "winter.enemy-there", space=name)
    if company and not _companions(engine, to):
        yield objection("NY 20.2.5.2", "revolution.no-companion", leader=JAMES, space=name)


@permission("exile", "exile")
@carries_out("NY 20.2.5.2", "NY 7.2.6.d")
def _may_go_into_exile(engine: Engine, action: Action, side: Side) -> None:
    _, to, company = action
    names = {"leader": JAMES, "space": SPACES[to].name}
    engine.tell("NY 20.2.5.2", "revolution.exile-open", side=side, **names)
    if company:
        another = jacobites_abroad(engine.board)
        message = "revolution.companion-though-another" if another else "revolution.companion"
        engine.tell("NY 20.2.5.2", message, **names)


@carries_out("NY 20.2.5.2")
def _go_into_exile(engine: Engine, action: Action, side: Side) -> None:
    board, (_, to, company) = engine.board, action
    james, here = engine.rule_tables.leader_number[JAMES], _james(engine)
    if company:
        going = _companions(engine, to)[: _settings(engine)["exile_corps"]]
        board.take(side, here, *going)
        board.add(side, to, *going)
    board.where[james] = to
    board.state[james] &= ~INSIDE
    message = "revolution.exile-in-company" if company else "revolution.exile"
    engine.tell("NY 20.2.5.2", message, leader=JAMES, space=SPACES[to].name)
    if here >= 0:
        settle(engine, here)


decision("exile", "side", "NY 20.2.5.2", "exile", _exiles, _go_into_exile, _against_exile)
