"""Rally: a leader takes demoralisation from himself and from corps with him (NY 13.5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.clauses import carries_out
from ..core.rulings import Violation
from .agenda import decision, objection
from .campaign_limits import rally_limit
from .land import SPACES
from .notation import Action
from .piece_numbers import DEMORALISED, INSIDE, SHAKEN, USED, corps_in_words
from .sides import Side
from .war import War


def _corps_with(war: War, side: Side, leader: int) -> tuple[int, ...]:
    """The corps that stand with a leader on the map: in the open, or besieged like him."""
    board = war.board
    space = board.where[leader]
    return board.garrisons.get(space, ()) if board.state[leader] & INSIDE else board.stacks[side][space]


def candidates(war: War, side: Side) -> Iterator[Action]:
    """The leaders with whom somebody could be rallied."""
    board = war.board
    where, state, shaken = board.where, board.state, board.shaken[side]
    for leader in war.kit.leaders_of[side]:
        if where[leader] >= 0 and not state[leader] & USED:
            inside = state[leader] & INSIDE and not SHAKEN.isdisjoint(_corps_with(war, side, leader))
            if inside or state[leader] & DEMORALISED or shaken >> where[leader] & 1:
                yield "rally", leader


def _marker(space: int) -> str:
    return f"rally {SPACES[space].name}"


@carries_out("NY 13.5.4", "NY 13.5", "NY 13.4.3", "NY 4.2", "NY 17.3")
def against(war: War, side: Side, leader: int) -> Iterator[Violation]:
    """What stands against the rally of a leader."""
    board = war.board
    space, state = board.where[leader], board.state[leader]
    if space < 0 or war.kit.leaders[leader].side != side:
        yield objection("NY 13.5.4", "rally.not-yours", leader=war.kit.leaders[leader].name, side=side)
        return
    if state & USED:
        yield objection("NY 13.4.3", "rally.leader-used", leader=war.kit.leaders[leader].name)
    if board.once_a_round:
        if war.reading("rally-count") == "one-a-round":
            if any(marker.startswith("rally") for marker in board.once_a_round):
                yield objection("NY 13.5.4", "rally.once-a-round", side=side)
        elif _marker(space) in board.once_a_round:
            yield objection("NY 13.5.4", "rally.once-a-space", space=SPACES[space].name)
    if not state & DEMORALISED and SHAKEN.isdisjoint(_corps_with(war, side, leader)):
        yield objection(
            "NY 13.5.4",
            "rally.nobody",
            leader=war.kit.leaders[leader].name,
            space=SPACES[space].name,
        )


@carries_out("NY 13.5.4", "NY 13.4.3")
def begin(war: War, side: Side, leader: int) -> None:
    """The leader takes heart again himself; then his corps are chosen."""
    board = war.board
    heartened = bool(board.state[leader] & DEMORALISED)
    board.state[leader] = board.state[leader] & ~DEMORALISED | USED
    board.once_a_round = (*board.once_a_round, _marker(board.where[leader]))
    limit = rally_limit(board.rating(leader)[0])
    war.tell("NY 13.5.4", "rally.leader", leader=war.kit.leaders[leader].name, count=limit)
    war.then(("rally-corps", side, leader, limit, heartened))


def _corps_candidates(war: War, side: Side, leader: int, left: int, content: bool) -> Iterator[Action]:
    if left:
        for corps in dict.fromkeys(_corps_with(war, side, leader)):
            if corps in SHAKEN:
                yield "rally-corps", corps
    if content:
        yield ("done",)


def _against_corps(
    war: War, action: Action, side: Side, leader: int, left: int, content: bool
) -> Iterator[Violation]:
    name = war.kit.leaders[leader].name
    if action[0] == "done":
        if not content:
            yield objection("NY 13.5.4", "rally.one-at-least", leader=name)
        return
    corps = action[1]
    if left <= 0:
        yield objection("NY 13.5.4", "rally.enough", leader=name)
    if corps not in _corps_with(war, side, leader):
        yield objection("NY 13.5.4", "rally.not-with-him", leader=name, corps=corps_in_words(corps))
    if corps & USED:
        yield objection("NY 13.4.3", "rally.corps-used", corps=corps_in_words(corps))
    if not corps & DEMORALISED:
        yield objection("NY 13.5.4", "rally.in-good-heart", corps=corps_in_words(corps))


@carries_out("NY 13.5.4", "NY 4.2", "NY 13.4.3")
def _rally_corps(war: War, action: Action, side: Side, leader: int, left: int, content: bool) -> None:
    if action[0] == "done":
        return
    board = war.board
    corps = action[1]
    rallied = corps & ~DEMORALISED | USED
    space = board.where[leader]
    if board.state[leader] & INSIDE:
        garrison = list(board.garrisons[space])
        garrison[garrison.index(corps)] = rallied
        board.put_inside(space, garrison)
    else:
        board.take(side, space, corps)
        board.add(side, space, rallied)
    war.tell("NY 13.5.4", "rally.corps", corps=corps_in_words(rallied & ~USED), space=SPACES[space].name)
    war.then(("rally-corps", side, leader, left - 1, True))


decision(
    "rally-corps",
    "side leader number flag",
    "NY 13.5.4",
    "rally-corps done",
    _corps_candidates,
    _rally_corps,
    _against_corps,
)
