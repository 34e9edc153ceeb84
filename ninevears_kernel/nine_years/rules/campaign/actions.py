"""The menu of a round: one action after the other until those of the card are spent (NY 13.4, 13.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ....core.clauses import carries_out
from ....core.rulings import Violation, objection
from ...components.map_graph import bits, mask_of
from ...components.map_masks import AROUND, NUMBER, SPACES
from ...components.piece_numbers import INSIDE
from ...components.sides import Side
from ...engine.agenda import decision
from ...engine.engine import Engine
from ...engine.menu import Entry, listed
from ...engine.notation import Action
from .. import fleets
from ..events.effects import play
from ..events.held import against_card, held
from . import rally, replacement, sea_movement, transfer
from .armies import spaces_of_free_leaders
from .destinations import neutral_ground, what_closes

FREE = ("event", "end")
"""What costs no action."""


def _campaigns(engine: Engine, side: Side) -> Iterator[Action]:
    for space in bits(spaces_of_free_leaders(engine, side) & _with_a_way_out(engine, side)):
        yield "campaign", space


def _with_a_way_out(engine: Engine, side: Side) -> int:
    """The mask of the spaces that a force could leave, or besiege: neutral spaces are closed (NY 7.2.1.a,
    7.2.2).
    """
    board = engine.board
    spaces = _beside(side, board.control.Bourbon | board.control.Alliance)
    for siege in board.sieges:
        if siege.by == side:
            spaces |= 1 << NUMBER[siege.space]
    return spaces


@lru_cache(maxsize=1 << 10)
def _beside(side: Side, spaces: int) -> int:
    """The mask of the spaces from which a step leads to one of these."""
    return mask_of(space for space, around in enumerate(AROUND[side]) if around & spaces)


@carries_out("NY 13.5.1.a", "NY 13.4.3", "NY 14.1.2", "NY 17.3")
def _against_campaign(engine: Engine, side: Side, space: int) -> Iterator[Violation]:
    if not spaces_of_free_leaders(engine, side) >> space & 1:
        yield _why_no_leader(engine, side, space)
    if not _with_a_way_out(engine, side) >> space & 1:
        yield from _why_no_way_out(engine, side, space)


@carries_out("NY 14.1.1", "NY 7.2.1.a", "NY 7.2.2")
def _why_no_way_out(engine: Engine, side: Side, space: int) -> Iterator[Violation]:
    """What closes the ways out of a space: neutral ground, or there is none."""
    name, around = SPACES[space].name, AROUND[side][space]
    for power, ground in neutral_ground(engine.board).items():
        if around & ground:
            yield objection(what_closes(power), "action.neutral-around", space=name, power=power)
    if not around:
        yield objection("NY 14.1.1", "action.no-way-out", space=name, side=side)


def _why_no_leader(engine: Engine, side: Side, space: int) -> Violation:
    name = SPACES[space].name
    there = [engine.board.state[leader] for leader in engine.board.leaders_at(side, space)]
    if not there:
        return objection("NY 14.1.2", "action.no-leader", space=name, side=side)
    if all(state & INSIDE for state in there):
        return objection("NY 17.3", "action.besieged", space=name, side=side)
    return objection("NY 13.4.3", "action.leaders-used", space=name, side=side)


def _events(engine: Engine, side: Side) -> Iterator[Action]:
    for name in held(engine.board, side, "round"):
        yield "event", name


@carries_out("NY 9.2.1")
def _against_event(engine: Engine, side: Side, name: str) -> Iterator[Violation]:
    if name not in held(engine.board, side, "round"):
        yield from against_card(engine.board, side, name, "round")


MENU: dict[str, Entry] = {
    "campaign": Entry(
        _campaigns,
        _against_campaign,
        lambda engine, side, space: engine.then(("force", side, space, (), ())),
        prechecked=True,
    ),
    "transfer": Entry(transfer.candidates, transfer.against, transfer.begin, prechecked=True),
    "replace": Entry(replacement.candidates, replacement.against, replacement.begin, prechecked=True),
    "rally": Entry(rally.candidates, rally.against, rally.begin),
    "sail": Entry(sea_movement.candidates, sea_movement.against, sea_movement.begin, prechecked=True),
    "deploy": Entry(fleets.candidates, fleets.against, fleets.begin),
    "event": Entry(_events, _against_event, play, prechecked=True),
    "end": Entry(
        lambda engine, side: iter((("end",),)),
        lambda engine, side: iter(()),
        lambda engine, side: engine.tell(
            "NY 13.3", "action.ended", side=side, count=engine.board.actions_left
        ),
        prechecked=True,
    ),
}
"""The kinds of action by their verbs, in the order of NY 13.5."""


def _candidates(engine: Engine, side: Side) -> Iterator[Action]:
    return listed(MENU, engine, side) if engine.board.actions_left else iter(())


@carries_out("NY 13.4.1")
def _objections(engine: Engine, action: Action, side: Side) -> Iterator[Violation]:
    if not engine.board.actions_left:
        yield objection("NY 13.4.1", "action.none-left", side=side)
    yield from MENU[action[0]].against(engine, side, *action[1:])


@carries_out("NY 13.4.2", "NY 13.4.1", "NY 13.3")
def _take(engine: Engine, action: Action, side: Side) -> None:
    verb: str = action[0]
    arguments: tuple[Any, ...] = action[1:]
    if verb == "end":
        MENU[verb].begin(engine, side)
        engine.board.actions_left = 0  # NY 13.3: a card may be played to do nothing
        return
    if verb not in FREE:
        engine.board.actions_left -= 1
    engine.then(("action", side))  # NY 13.4.2: what the action puts before this is finished first
    MENU[verb].begin(engine, side, *arguments)


decision(
    "action",
    "side",
    "NY 13.4.2",
    " ".join(MENU),
    _candidates,
    _take,
    _objections,
    prechecked=" ".join(MENU),
    unconditional="end",
    hand="events",
)
