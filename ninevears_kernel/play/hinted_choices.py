"""What follows from choices that roll no dice by themselves, for a hint: colonial support, the order of play,
the card that is laid, a leader's place, a force and its way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from ..core.messages import Message
from ..nine_years.components.map_masks import SPACES
from ..nine_years.engine.notation import Action
from ..nine_years.rules.campaign.rounds import action_cards
from ..nine_years.rules.king_william import LAST_CELL
from .evaluation import Evaluation
from .judge import SIGN
from .objectives import army_of, best_aim, plan
from .odds import FACES

Rest = tuple[Any, ...]


def what_follows(look: Evaluation, action: Action) -> list[Message]:
    """What follows from a choice at the decision that waits, as far as its side knows; nothing where there is
    nothing to say.

    Args:
        look: what the side sees.
        action: the choice.
    """
    name, _, *rest = look.board.agenda[-1]
    tells = TELLS.get((name, action[0]))
    return list(tells(look, action, tuple(rest))) if tells else []


def _support(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """How the next roll for the colonies goes with it and without (NY 18.2, 18.3)."""
    board = look.board
    if board.kww_cell == SIGN[look.side] * LAST_CELL:
        yield Message("hint.colonies-won")
    before = sum(SIGN[side] for side in board.kww_support)
    for id, more in (("hint.support", SIGN[look.side]), ("hint.no-support", 0)):
        table = board.rule_tables.numbers.king_william
        totals = [face + table.support * (before + more) for face in FACES]
        moves = {
            "Bourbon": sum(total <= table.bourbon for total in totals),
            "Alliance": sum(total >= table.alliance for total in totals),
        }
        mine, theirs = (Fraction(moves[side], len(totals)) for side in (look.side, look.other))
        yield Message(id, mine=mine, theirs=theirs)


def _order(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    yield Message("hint.goes-first" if action[1] == look.side else "hint.goes-second")


def _first_round(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    yield Message("hint.first-round" if action[1] == look.side else "hint.last-round")


def _lay(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """How likely the enemy holds a higher card (NY 13.2.1.a)."""
    board, card = look.board, action[1]
    held = board.hand(look.side).actions
    left = list(action_cards())
    for number in (*held, *board.action_discards):
        left.remove(number)
    higher, cards = sum(number > card for number in left), len(held)  # both hold as many, or none is laid
    none = Fraction(comb(len(left) - higher, cards), comb(len(left), cards))
    yield Message("hint.lay", chance=1 - none)


def _card(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    held = look.board.hand(look.side).actions
    yield Message("hint.card", count=len(held) - 1, actions=sum(held) - action[1])


def _station(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """How many corps can march with a leader that cannot without (NY 13.5.1.a)."""
    board, leader, space = look.board, rest[0], action[1]
    corps = len(board.stacks[look.side][space])
    others = [one for one in board.leaders_at(look.side, space) if one != leader]
    led, more = (min(corps, look.command(them)) for them in (others, [*others, leader]))
    name = board.rule_tables.leaders[leader].name
    yield Message("hint.station", leader=name, count=corps, led=led, more=more)


def _force(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """What the army that forms is for."""
    at = plan(look, rest[0]).objective.space
    if at != rest[0]:
        yield Message("hint.for", space=SPACES[at].name)


def _step(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    space, leaders, corps, *_ = rest
    army = army_of(look, list(leaders), corps)
    at = best_aim(look, space, army, look.rounds_left(), may_rest=False).space
    if at not in (space, action[1]):
        yield Message("hint.towards", space=SPACES[at].name)


TELLS: Mapping[tuple[str, str], Callable[[Evaluation, Action, Rest], Iterator[Message]]] = {
    ("spend", "support"): _support,
    ("order", "first"): _order,
    ("first-round", "first"): _first_round,
    ("lay", "lay"): _lay,
    ("card", "play"): _card,
    ("station", "station"): _station,
    ("force", "whole"): _force,
    ("force", "lead"): _force,
    ("force", "with"): _force,
    ("march", "to"): _step,
}
"""For a verb at a decision what tells of it."""
