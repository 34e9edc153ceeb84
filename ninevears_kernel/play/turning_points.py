"""What a war turned on: the actions that changed the chances most, in words, and the luck of each side.

>>> from ..nine_years.games.game import Game
>>> game = Game.new(1690)
>>> game.choose("first Alliance")
>>> looking = Reviewing(Session(game, bourbon="sense", alliance="sense"))
>>> looking.go_on()
>>> len(looking.turns), looking.review().swings
(1, ())
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from itertools import groupby, islice
from operator import attrgetter
from typing import NamedTuple

from ..nine_years.components.map_masks import SPACES
from ..nine_years.components.position import Phase
from ..nine_years.components.sides import SIDES, Side
from ..nine_years.games.last_action import actions_since
from ..umpire.luck.roll_kinds import KINDS
from .happened import happened_told
from .judge import weights
from .session import Session
from .turns import Turn, turns

MOST_SWINGS, OF_A_YEAR = 5, 3
LEAST = 0.02
"""What changed the chances by less is no turning point."""
BATTLE = "battle.roll"
MOST_SAID = 3
"""So many sentences tell a turning point."""


class Swing(NamedTuple):
    """An action that changed the chances much, by what was chosen, how its dice fell, or what cards brought.

    Attributes:
        number: the choice before which the table stands when one looks at it.
        end: how many choices were made when it was over.
        year, phase, side: when, and who acted.
        says: what was done and what came of it, in sentences.
        clause_id: the clause that it hung on: of the die that mattered most, or of the decision.
        space: where; "" for nowhere on the map.
        before, after: the chance of the Alliance before it, and after it, without what the clock did.
        choice, dice, cards: what each of them did to it; `dice` is None where it is not told apart from the
            choice.
    """

    number: int
    end: int
    year: int
    phase: Phase
    side: Side
    says: tuple[str, ...]
    clause_id: str
    space: str
    before: float
    choice: float
    dice: float | None
    cards: float

    @property
    def after(self) -> float:
        """The chance of the Alliance after it."""
        return self.before + self.change

    @property
    def change(self) -> float:
        """How much it changed the chance of the Alliance."""
        return self.choice + (self.dice or 0.0) + self.cards

    @property
    def made_by(self) -> str:
        """What made most of it: the ``choice``, the ``dice`` or the ``cards``."""
        made = {"choice": abs(self.choice), "dice": abs(self.dice or 0.0), "cards": abs(self.cards)}
        return max(made, key=lambda one: made[one])

    @property
    def is_small(self) -> bool:
        """Whether it lies within what a single judgement may stray."""
        return abs(self.change) < weights().error


class Review(NamedTuple):
    """What a war turned on.

    Attributes:
        turns: every choice, with how it changed the chances.
        swings: the turning points, the greatest first.
        exact: whether choices and dice are told apart: not while a player may not know what lies covered.
    """

    turns: tuple[Turn, ...]
    swings: tuple[Swing, ...]
    exact: bool

    @property
    def luck(self) -> dict[int, dict[Side, float]]:
        """For each year what the dice of each side's own actions did to its chance."""
        sums: dict[int, dict[Side, float]] = {}
        for turn in self.turns:
            of_year = sums.setdefault(turn.year, dict.fromkeys(SIDES, 0.0))
            of_year[turn.side] += turn.for_side(turn.side).dice
        return sums

    @property
    def sums(self) -> dict[str, float]:
        """What choices, dice, cards and the clock did to the chance of the Alliance; from the first chance
        they lead to the last.
        """
        return {name: sum(getattr(turn, name) for turn in self.turns) for name in PARTS}

    def at_new_year(self, side: Side) -> dict[int, float]:
        """The chance of a side at the first choice of each year."""
        found: dict[int, float] = {}
        for turn in self.turns:
            found.setdefault(turn.year, turn.for_side(side).before)
        return found


PARTS = ("choice", "dice", "cards", "clock")
"""The parts of a change, by the names that `Turn` gives them."""


class Reviewing:
    """A review under way, for those who show it as it grows.

    Args:
        session: the war, and who looks; all that is known of this way of it is looked at.
        progress: called with how many choices are looked at, and of how many.
        stop: says whether to stop.

    Attributes:
        session: the same at its end; the one that was given stays as it is.
        turns: what was found.
    """

    def __init__(
        self,
        session: Session,
        *,
        progress: Callable[[int, int], object] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.session = Session.__new__(Session)  # of its own also where several seats share one war
        self.session.__dict__.update(session.__dict__)
        self.session.game = game = session.game.branch()
        self.session.moments, self.session.ways = session.moments, session.ways
        game.recorded = False
        for moment in session.ahead:
            game.carry_out(moment.entry.action, moment.entry.otherwise, moment.entry.then)
        self.exact = self.session.viewer is None  # NY 4.4: odds tell what lies covered
        self.turns: list[Turn] = []
        self._coming = turns(game, exact=self.exact, progress=progress, stop=stop)

    @property
    def of(self) -> int:
        """Of how many choices."""
        return self.session.place

    @property
    def over(self) -> bool:
        """Whether all were looked at."""
        return len(self.turns) == self.of

    def go_on(self, most: int | None = None) -> None:
        """Looks at more choices.

        Args:
            most: at so many; by default at all.
        """
        self.turns += islice(self._coming, most)

    def review(self, year: int | None = None) -> Review:
        """What was found till now.

        Args:
            year: the turning points are those of this year.
        """
        among = self.turns if year is None else [turn for turn in self.turns if turn.year == year]
        swings = tuple(self._swing(group) for group in greatest(among, OF_A_YEAR if year else MOST_SWINGS))
        return Review(tuple(self.turns), swings, self.exact)

    def sketch(self) -> Review:
        """The same without its turning points, while it grows."""
        return Review(tuple(self.turns), (), self.exact)

    def luck_of(self, number: int, side: Side) -> float:
        """What the dice of an action did to the chance of a side.

        Args:
            number: the choice that began it.
            side: the side.
        """
        return sum(turn.for_side(side).dice for turn in self.turns if turn.action == number)

    def _swing(self, group: Sequence[Turn]) -> Swing:
        session, first, end = self.session, group[0], group[-1].number + 1
        then = copy(session)
        then.game = session.game.branch()
        then.game.undo(end)
        then.show = "all" if self.exact else session.show
        then.since = first.number
        lines = happened_told(then, lambda _: [])
        fought = [at for _, action in actions_since(then.game, first.number) for _, at in action.happened]
        places = [SPACES[line["place"]].name for line in lines if line["place"] is not None]
        says = [line["says"] for line in lines] or [str(then.describe(session.moments[first.number]))]
        choice, dice, cards = (sum(getattr(turn, name) for turn in group) for name in PARTS[:3])
        return Swing(
            first.number,
            end,
            *(first.year, first.phase, first.side),
            tuple(says[:MOST_SAID]),
            self._clause(group, abs(dice) > abs(choice)),
            ["", *places, *fought][-1],
            first.before,
            *(choice, dice if self.exact else None, cards),
        )

    def _clause(self, group: Sequence[Turn], by_dice: bool) -> str:
        """The clause of the die that mattered most, or of the decision with which it began."""
        if by_dice:
            turn = max(group, key=lambda one: abs(one.dice))
            rolled = [roll.says.id for roll in self.session.moments[turn.number].entry.rolls]
            for id in sorted(rolled, key=BATTLE.__ne__):  # it weighs more than what brought it about
                if id in KINDS:
                    return KINDS[id].clause_id
        return self.session.moments[group[0].number].here.clause_id


def greatest(found: Iterable[Turn], most: int) -> list[list[Turn]]:
    """The actions that changed the chances most, the greatest first; that a year ends is nobody's doing.

    Args:
        found: choices in order.
        most: how many actions.
    """
    told: list[tuple[float, list[Turn]]] = []
    for _, group in groupby(found, key=attrgetter("action")):
        action = list(group)
        change = abs(sum(turn.choice + turn.dice + turn.cards for turn in action))
        if change >= LEAST:
            told.append((change, action))
    told.sort(key=lambda one: -one[0])
    return [action for _, action in told[:most]]
