"""What each die of a war is rolled for: who wants it to be high, and how the engine says what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...core.messages import Message
from ...core.rulings import Step
from ...nine_years.components.map_masks import NUMBER
from ...nine_years.components.sides import SIDES, Side, enemy
from ...nine_years.engine.board import Board
from ...nine_years.rules.campaign.armies import line_level


class RollKind(NamedTuple):
    """A kind of roll.

    Attributes:
        name: ``battle``, ``siege`` and so on, as in the catalogue under ``luck.kind-``.
        clause_id: the clause under which it is rolled.
        wanted_by: from the board at the roll and what the roll is for to the side that gains by a good
            result; None when the rules do not say who gains.
        rank: from the steps that the engine recorded after the roll to the place of the result among all that
            could have come: the higher, the better for that side.
        score: the same in pieces of the game, such as hits.
        against: whether what one side gains the other loses, by the very words of the rule.
    """

    name: str
    clause_id: str
    wanted_by: Callable[[Board, Message], Side | None]
    rank: Callable[[Sequence[Step]], int]
    score: Callable[[int], int] = int
    against: bool = False


def _described_side(board: Board, wanted: Message) -> Side | None:
    side: Side = wanted.values["side"]
    return side


def _leaders_side(board: Board, wanted: Message) -> Side | None:
    name = wanted.values.get("leader", "Marlborough")
    return board.rule_tables.leaders[board.rule_tables.leader_number[name]].side


def _besieger(board: Board, wanted: Message) -> Side | None:
    siege = board.siege_of(NUMBER[wanted.values["space"]])
    return siege.by if siege else None


def _sailor(board: Board, wanted: Message) -> Side | None:
    return board.controller_of(NUMBER[wanted.values["origin"]])  # NY 14.5.1: one sails from a friendly port


def _marcher(board: Board, wanted: Message) -> Side | None:
    space = NUMBER[wanted.values["space"]]
    return next((enemy(side) for side in SIDES if line_level(board, side, space)), None)


def _nobody(board: Board, wanted: Message) -> Side | None:
    return None


def _alliance(board: Board, wanted: Message) -> Side | None:
    return "Alliance"


def _tells(*ids: str) -> Callable[[Sequence[Step]], int]:
    """1 when one of these steps was recorded."""
    return lambda steps: int(any(step.says.id in ids for step in steps))


def _hits(steps: Sequence[Step]) -> int:
    return next(int(step.says.values["count"]) for step in steps if step.says.id == "battle.hits")


def _siege(steps: Sequence[Step]) -> int:
    """-1 for nothing, 0 for a Continuing Siege marker alone, else the strength lost."""
    found = (int(step.says.values["loss"]) for step in steps if step.says.id == "siege.result")
    return next(found, -1)


_AT_SEA = {"sea.turns-back": 0, "sea.reduced": 1, "sea.lost": 1, "sea.arrives": 2}


def _voyage(steps: Sequence[Step]) -> int:
    """0 turned back, 1 arrived with a loss (which may still be chosen), 2 arrived whole."""
    return next((_AT_SEA[step.says.id] for step in steps if step.says.id in _AT_SEA), 1)


def _colonies(steps: Sequence[Step]) -> int:
    """Cells towards the Alliance."""
    moved = (step.says.values["side"] for step in steps if step.says.id == "kww.moved")
    side = next(moved, None)
    return 0 if side is None else 1 if side == "Alliance" else -1


KINDS: dict[str, RollKind] = {
    "battle.roll": RollKind("battle", "NY 16.2.3", _described_side, _hits),
    "battle.roll-commander": RollKind(
        "commander", "NY 16.3.2", _leaders_side, lambda steps: 1 - _tells("battle.commander-out")(steps)
    ),
    "intercept.roll": RollKind("interception", "NY 14.6.2", _leaders_side, _tells("intercept.succeeded")),
    "avoid.roll": RollKind("avoidance", "NY 14.7.2", _described_side, _tells("avoid.succeeded")),
    "march.roll-line": RollKind("line", "NY 15.4", _marcher, _tells("march.line-passed")),
    "siege.roll": RollKind("siege", "NY 17.5.2", _besieger, _siege, lambda rank: max(rank, 0)),
    "sea.roll": RollKind("sea", "NY 14.5.2", _sailor, _voyage, lambda rank: int(rank > 0)),
    "fleet.roll-owner": RollKind("fleet", "NY 13.5.6.a", _described_side, _tells("fleet.wins"), against=True),
    "fleet.roll-other": RollKind(
        "fleet", "NY 13.5.6.a", _described_side, _tells("fleet.fails"), against=True
    ),
    "kww.roll": RollKind("colonies", "NY 18.3", _alliance, _colonies, against=True),
    "events.marlborough-roll": RollKind(
        "favour", "NY 8.1", _leaders_side, lambda steps: 1 - _tells("events.marlborough-leaves")(steps)
    ),
    "peace.roll": RollKind("peace", "NY 6.4.2", _nobody, _tells("peace.ends")),
}
"""Every kind of roll by the message that says what a die is for; a test holds it to the engine."""
SETTLED = ("fleet.wins", "fleet.fails")
"""One of these is recorded when a contest of fleets is over; on a tie it is rolled again."""
