"""A closer look at a choice: it and another are both played on, with fresh dice and cards, and compared.

What looks better by the judge alone is a proposal and no verdict. Here two careful players play both choices
on for two years, many times, each pair with the same fresh chance; only a difference that is clear of its
error is called a mistake. The board is what the side that chose could see: covered pieces are what a careful
general takes them for, and unseen cards are dealt anew (NY 4.4).
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from random import Random
from typing import Literal, NamedTuple

from msgspec import structs

from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..nine_years.components.sides import Side, enemy
from ..nine_years.engine.board import Board
from ..nine_years.engine.choices import SECRET, option_of
from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import Action
from ..nine_years.engine.seeded_dice import WarDice
from ..nine_years.games.fog import hidden_board
from ..nine_years.games.game import Game
from .heuristic_player import heuristic_player
from .judge import chance

PAIRS, YEARS = 16, 2
SURE = 2.0
"""So many standard errors clear of nothing a difference must be at least."""
LEAST_PAIRS = 6
"""With fewer pairs nothing is said to be sure."""
LAID = "first-round"
"""The decision at which both have laid the same card: the enemy's is known (NY 13.2.1.c)."""
MUCH_LUCK = 0.05
"""What the dice did is worth saying from here on."""
Verdict = Literal["same", "mistake", "better", "close", "dice"]
"""The computer would have chosen the same; the choice was a mistake; it was better than the computer's; too
close to tell; too close to tell, and the dice that fell did more.
"""


class Look(NamedTuple):
    """A choice beside another.

    Attributes:
        side: who chose.
        chose, other: what was chosen, and what the computer would have chosen, or was left undone.
        gains: for each pair that was played on, how much better the other did for the side.
        luck: what the dice that fell did to the side's chance.
        sure: how many standard errors clear of nothing the difference must be: more where it was chosen from
            many that were looked at.
    """

    side: Side
    chose: Action
    other: Action
    gains: tuple[float, ...] = ()
    luck: float = 0.0
    sure: float = SURE

    @property
    def gain(self) -> float:
        """How much better the other is for the side, on the average."""
        return sum(self.gains) / len(self.gains) if self.gains else 0.0

    @property
    def error(self) -> float:
        """The standard error of `gain`."""
        count = len(self.gains)
        if count < 2:
            return 1.0
        return sqrt(sum((one - self.gain) ** 2 for one in self.gains) / (count - 1) / count)

    @property
    def verdict(self) -> Verdict:
        """What can be said of the choice."""
        if self.chose == self.other:
            return "dice" if abs(self.luck) >= MUCH_LUCK else "same"
        sure = len(self.gains) >= LEAST_PAIRS and abs(self.gain) > self.sure * self.error
        if sure:
            return "mistake" if self.gain > 0 else "better"
        return "dice" if abs(self.luck) > abs(self.gain) + self.error else "close"


def proposed(game: Game, side: Side) -> Action | None:
    """What the computer would choose where a side must, from what the side may see; None where it cannot be
    played on: something lies face down, or the side has no choice.

    Args:
        game: the war, at the decision.
        side: who must choose.
    """
    engine = game.engine
    board = engine.board
    if engine.side != side or len(engine.options) < 2 or any(item[0] in SECRET for item in board.agenda):
        return None
    return heuristic_player(engine, Random(0))


def look_closer(
    game: Game,
    chose: Action,
    *,
    beside: Action | None = None,
    luck: float = 0.0,
    pairs: int = PAIRS,
    years: int = YEARS,
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Look | None:
    """A choice beside another, both played on with fresh chance.

    Args:
        game: the war, at the decision; it stays as it is.
        chose: what was chosen there.
        beside: the other; by default what the computer would have chosen.
        luck: what the dice did to the chance of the side that chose.
        pairs: how often both are played on.
        years: for how many years; then the judge says how likely the side wins.
        progress: called with how many pairs are played, and of how many.
        stop: says whether to stop; what was played till then counts.

    Returns:
        None where nothing can be compared (`proposed`).

    >>> from ..nine_years.games.game import Game
    >>> look_closer(Game.new(1690), ("first", "Bourbon")).verdict
    'same'
    """
    side = game.engine.side
    other = proposed(game, side) if side else None
    if side is None or other is None:
        return None
    look = Look(side, chose, beside or other, luck=luck)
    other = look.other
    for number in range(pairs if chose != other else 0):
        if stop is not None and stop():
            break
        look = one_more(game, look, years)
        if progress is not None:
            progress(number + 1, pairs)
    return look


def one_more(game: Game, look: Look, years: int = YEARS, series: str = "") -> Look:
    """The same with one more pair played on.

    Args:
        game: the war, at the decision.
        look: what was found till now.
        years: for how many years.
        series: of the fresh chance: another has other dice and cards.
    """
    number = len(look.gains)
    seed = Random(f"{series}{len(game)}:{number}").randrange(1 << 40)
    board = dealt_anew(game.engine.board, look.side, seed)
    chose, other = (_played_on(game, board, look.side, one, seed, years) for one in (look.chose, look.other))
    return look._replace(gains=(*look.gains, other - chose))


def dealt_anew(board: Board, side: Side, seed: int) -> Board:
    """A board as a side sees it, with the cards that it has not seen dealt anew.

    Args:
        board: the board.
        side: who looks.
        seed: of the chance that deals, and of all dice to come.
    """
    seen, foe, deal = hidden_board(board, side), enemy(side), Random(seed)
    seen.seed, seen.drawn = seed, 0
    hand = board.hand(foe)
    actions, events = list(seen.action_deck), list(seen.event_deck)
    laid = [item[2] for item in seen.agenda if item[0] == LAID]
    for card in laid:
        actions.remove(card)
    for deck in (actions, events):
        deal.shuffle(deck)
    held = len(hand.actions) - len(laid), len(hand.events)
    theirs = tuple(sorted([*laid, *actions[: held[0]]]))
    seen.set_hand(foe, structs.replace(seen.hand(foe), actions=theirs, events=tuple(events[: held[1]])))
    seen.action_deck, seen.event_deck = tuple(actions[held[0] :]), tuple(events[held[1] :])
    return seen


def _played_on(game: Game, board: Board, side: Side, action: Action, seed: int, years: int) -> float:
    """The chance of a side after a choice and so many years of careful play."""
    context = RulingContext(WarDice(seed), game.readings, False, game.rule_tables)
    engine = Engine(board.copy(), context, game.asks_alike)
    engine.advance()
    engine.choose(action)
    random, until = Random(seed), board.year + years
    while engine.options and engine.board.year < until:
        engine.choose(heuristic_player(engine, random))
    return chance(engine.board, side)


def margin(look: Look) -> int:
    """By how many percentage points a difference must be clear of nothing to be told as sure.

    >>> margin(Look("Bourbon", ("pass",), ("end",), (0.1, 0.2) * 8))
    3
    """
    sure = look.sure if look.sure < inf else SURE
    return max(1, round(100 * sure * look.error))


def better(look: Look, game: Game) -> str | None:
    """The choice beside a mistake, as a log writes it; None where nothing was one.

    Args:
        look: the choice beside the other.
        game: the war before it.
    """
    return option_of(look.other, game.rule_tables).text if look.verdict == "mistake" else None


def told(look: Look, game: Game) -> Message:
    """What was found, in a sentence.

    Args:
        look: the choice beside the other.
        game: the war.
    """
    other = str(option_of(look.other, game.rule_tables).says).rstrip(".")
    gain, error = round(100 * look.gain), margin(look)
    verdict = "close-worse" if look.verdict == "close" and look.gain < 0 else look.verdict
    return Message(f"closer.{verdict}", other=other, gain=abs(gain), error=error)
