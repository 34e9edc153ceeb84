"""The menu of a round: one action after the other until those of the card are spent (NY 13.4, 13.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..core.clauses import carries_out
from ..core.rulings import Violation
from . import fleets, rally, replacement, sea_movement, transfer
from .agenda import Entry, decision, listed, objection, out_of_turn
from .armies import spaces_of_free_leaders
from .event_effects import play
from .held_events import held
from .land import AROUND, NUMBER, SPACES
from .notation import Action
from .piece_numbers import INSIDE
from .sides import Side
from .supply_network import bits, mask_of
from .war import War

FREE = ("event", "end")
"""What costs no action."""


def _campaigns(war: War, side: Side) -> Iterator[Action]:
    for space in bits(spaces_of_free_leaders(war, side) & _with_a_way_out(war, side)):
        yield "campaign", space


def _with_a_way_out(war: War, side: Side) -> int:
    """The mask of the spaces that a force could leave, or besiege: neutral spaces are closed (NY 7.2.1.a,
    7.2.2).
    """
    board = war.board
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
def _against_campaign(war: War, side: Side, space: int) -> Iterator[Violation]:
    if not spaces_of_free_leaders(war, side) >> space & 1:
        yield _why_no_leader(war, side, space)
    if not _with_a_way_out(war, side) >> space & 1:
        yield objection("NY 14.1.1", "action.no-way-out", space=SPACES[space].name, side=side)


def _why_no_leader(war: War, side: Side, space: int) -> Violation:
    name = SPACES[space].name
    there = [war.board.state[leader] for leader in war.board.leaders_at(side, space)]
    if not there:
        return objection("NY 14.1.2", "action.no-leader", space=name, side=side)
    if all(state & INSIDE for state in there):
        return objection("NY 17.3", "action.besieged", space=name, side=side)
    return objection("NY 13.4.3", "action.leaders-used", space=name, side=side)


def _events(war: War, side: Side) -> Iterator[Action]:
    for name in held(war.board, side, "round"):
        yield "event", name


@carries_out("NY 9.2.1")
def _against_event(war: War, side: Side, name: str) -> Iterator[Violation]:
    if name not in held(war.board, side, "round"):
        yield objection("NY 9.2.1", "action.no-such-event", event=name, side=side)


MENU: dict[str, Entry] = {
    "campaign": Entry(
        _campaigns,
        _against_campaign,
        lambda war, side, space: war.then(("force", side, space, (), ())),
        certain=True,
    ),
    "transfer": Entry(transfer.candidates, transfer.against, transfer.begin, certain=True),
    "replace": Entry(replacement.candidates, replacement.against, replacement.begin, certain=True),
    "rally": Entry(rally.candidates, rally.against, rally.begin),
    "sail": Entry(sea_movement.candidates, sea_movement.against, sea_movement.begin, certain=True),
    "deploy": Entry(fleets.candidates, fleets.against, fleets.begin),
    "event": Entry(_events, _against_event, play, certain=True),
    "end": Entry(
        lambda war, side: iter((("end",),)),
        lambda war, side: iter(()),
        lambda war, side: war.tell("NY 13.3", "action.ended", side=side, count=war.board.actions_left),
        certain=True,
    ),
}
"""The kinds of action by their verbs, in the order of NY 13.5."""


def _candidates(war: War, side: Side) -> Iterator[Action]:
    return listed(MENU, war, side) if war.board.actions_left else iter(())


@carries_out("NY 13.4.1")
def _objections(war: War, action: Action, side: Side) -> Iterator[Violation]:
    if not war.board.actions_left:
        yield objection("NY 13.4.1", "action.none-left", side=side)
    yield from MENU[action[0]].against(war, side, *action[1:])


@carries_out("NY 13.4.2", "NY 13.4.1", "NY 13.3")
def _take(war: War, action: Action, side: Side) -> None:
    verb: str = action[0]
    arguments: tuple[Any, ...] = action[1:]
    if verb == "end":
        MENU[verb].begin(war, side)
        war.board.actions_left = 0  # NY 13.3: a card may be played to do nothing
        return
    if verb not in FREE:
        war.board.actions_left -= 1
    war.then(("action", side))  # NY 13.4.2: what the action puts before this is finished first
    MENU[verb].begin(war, side, *arguments)


@out_of_turn(*MENU)
@carries_out("NY 13.4.1")
def _against_one_more(war: War) -> Iterator[Violation]:
    """What stands against an action in a round whose card is spent, when nothing comes after it."""
    board = war.board
    if not board.agenda and board.active and board.result is None:
        yield objection("NY 13.4.1", "action.none-left", side=board.active)


decision(
    "action",
    "side",
    "NY 13.4.2",
    " ".join(MENU),
    _candidates,
    _take,
    _objections,
    certain=" ".join(MENU),
    always="end",
)
