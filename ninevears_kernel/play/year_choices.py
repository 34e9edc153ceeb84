"""A year's own choices looked at again: which of them was poor, though it changed little at once?

An attack that was bound to fail, or actions that were left unused, move no curve and so are no turning point.
Here every choice of a year that a careful player would have made otherwise is played on beside that: all a
few times to the New Year, which only chooses those that may matter, then these as `look_closer` does.

>>> from .session import Session
>>> session = Session(seed=1690, bourbon="person", alliance="sense")
>>> session.choose("first Bourbon")
>>> looked = YearChoices(session, 1688, ("Bourbon",))
>>> looked.over, looked.ranked
(True, [])
"""

from __future__ import annotations

from collections.abc import Collection
from math import inf
from statistics import NormalDist
from typing import NamedTuple

from ..nine_years.components.sides import Side
from ..nine_years.engine.notation import Action
from ..nine_years.games.game import Game
from ..nine_years.games.last_action import continues
from .closer_look import LEAST_PAIRS, SURE, YEARS, Look, one_more, proposed
from .evaluation import look_of
from .heuristic_player import value_of
from .moments import war_at
from .session import Session

SETTLED = frozenset(
    {
        *("strengthen", "event-choice", "spend", "first-round", "card", "action", "march", "meet"),
        *("siege-card", "battle-card", "transfer", "sail-to", "leave-savoy", "neutralise-savoy", "concede"),
    }
)
"""Decisions that are looked at: what is done, bought and played; not who comes along or where they wait."""
LEAST_LEAD = 0.25
"""In victory points, as a careful player counts: what it likes better by less it might as well not."""
SIFTING: tuple[tuple[int, int], ...] = ((2, 6), (8, 3))
"""Of each choice so many pairs are played to the New Year, and so many choices stay."""
WORTH = 0.015
"""What does better by less to the New Year, and clearly so, is not played on; nor is less called a mistake,
however clear: so far the judge itself strays.
"""
PAIRS, FIRST = 32, 12
"""So many pairs are played on of each that stays; from the first on what is not nearly clear is left."""
SIFTED = "sifted"
"""The fresh chance of the sifting is not that of the verdict, which would else be the luckiest of many."""
YEARS_OF_PAIR = 4
"""A pair of a closer look takes as long as so many to the New Year."""
ONE_IN = 20
"""In one of so many years without a mistake at most one may be found."""


class Candidate(NamedTuple):
    """A choice that a careful player would have made otherwise.

    Attributes:
        number: how many choices were made before it.
        about: what is the same of choices of which one is enough: an action, or what was not bought.
        sifted: both ways played to the New Year.
        look: both ways played on as in a closer look.
    """

    number: int
    about: object
    sifted: Look
    look: Look


class YearChoices:
    """The choices of a year that a careful player would have made otherwise, looked at piece by piece.

    What is called a mistake is one by the test of `Look.verdict`, with a bar that holds for all that are
    played on together (Bonferroni, by Student's t): where no choice of a year was a mistake, one is found in
    a twentieth of such years at most. The pairs of the sifting count for nothing in it.

    Args:
        session: the war, at its end; of one that goes on only choices of its viewer are looked at (NY 4.4).
        year: which year.
        sides: whose choices.

    Attributes:
        year: the year.
        candidates: what is still looked at: first all, then those that may matter.
        count: how many choices a careful player would have made otherwise.
        done: how much was played, in years of both ways.
    """

    def __init__(self, session: Session, year: int, sides: Collection[Side]) -> None:
        self.year, self.done, self._stage, self._tests = year, 0, 0, 1
        self._game = session.game
        self.candidates: list[Candidate] = []
        self._dropped: list[Candidate] = []
        began = 0
        for moment in session.moments[: session.place]:
            if not continues((moment.decision,), session.moments[began].entry):
                began = moment.number
            side = moment.entry.side
            own = side in sides and session.viewer in (None, side)
            if moment.here.year == year and own and moment.decision in SETTLED:
                self._weigh(moment.number, began, side, moment.entry.action)
        self.count = len(self.candidates)
        self._advance()

    def _weigh(self, number: int, began: int, side: Side, chose: Action) -> None:
        """Takes a choice up where a careful player clearly likes another better."""
        game = self.at(number)
        other = proposed(game, side)
        if other is not None and other != chose and _lead(game, side, chose, other) >= LEAST_LEAD:
            look = Look(side, chose, other)
            bought = game.engine.board.phase == "reinforcement"
            self.candidates.append(Candidate(number, (side, other[0]) if bought else began, look, look))

    def at(self, number: int) -> Game:
        """The war before a choice."""
        return war_at(self._game, number)

    @property
    def over(self) -> bool:
        """Whether all that may matter was played on."""
        return self._stage > len(SIFTING)

    @property
    def sifts(self) -> bool:
        """Whether it is still to be seen which choices may matter."""
        return self._stage < len(SIFTING)

    @property
    def settled(self) -> int:
        """How many of the candidates need no more pairs at this stage."""
        return sum(not self._waits(one) for one in self.candidates)

    @property
    def left(self) -> int:
        """How much is still to be played at most, as `done` counts it."""
        count, most = len(self.candidates), 0
        for stage, (pairs, stay) in enumerate(SIFTING):
            if stage >= self._stage and count > stay:
                now = stage == self._stage
                begun = sum(len(one.sifted.gains) for one in self.candidates) if now else 0
                most += count * (pairs - (0 if now else SIFTING[stage - 1][0])) - begun
                count = stay
        if self.sifts:
            return most + count * PAIRS * YEARS_OF_PAIR
        waits = (PAIRS - len(one.look.gains) for one in self.candidates if _may_be(one))
        return most + sum(waits) * YEARS_OF_PAIR

    def go_on(self) -> None:
        """Plays one more pair; one choice after the other, then that which may matter most first."""
        if self.over:
            return
        one = next(one for one in self.candidates if self._waits(one))
        game, sifts = self.at(one.number), self.sifts
        if sifts:
            more = one._replace(sifted=one_more(game, one.sifted, YEARS - 1, SIFTED))
        else:
            look = one_more(game, one.look)
            sure = max(SURE, bar(self._tests, len(look.gains))) if abs(look.gain) >= WORTH else inf
            more = one._replace(look=look._replace(sure=sure))
        self.candidates[self.candidates.index(one)] = more
        self.done += 1 if sifts else YEARS_OF_PAIR
        self._advance()

    def _waits(self, one: Candidate) -> bool:
        if not self.sifts:
            return _may_be(one)
        pairs, stay = SIFTING[self._stage]
        return len(self.candidates) > stay and len(one.sifted.gains) < pairs

    def _advance(self) -> None:
        """Goes on to the next stage when nothing more is to be played of this one."""
        while not self.over and not any(map(self._waits, self.candidates)):
            if self.sifts:
                self._sift(SIFTING[self._stage][1])
            self._stage += 1
        self._tests = max(1, len(self.candidates))

    def _sift(self, stay: int) -> None:
        """Keeps what may matter most; of an action one choice, since the others follow from it, and of
        purchases one for each thing that was not bought.
        """
        if len(self.candidates) <= stay:
            return
        found: dict[object, Candidate] = {}
        for one in sorted(self.candidates, key=lambda one: -one.sifted.gain):
            if one.sifted.gain + 2 * one.sifted.error > WORTH:
                found.setdefault(one.about if self._stage else one.number, one)
        stays = [*found.values()][:stay]
        self._dropped += [one for one in self.candidates if one not in stays]
        self.candidates = stays

    @property
    def ranked(self) -> list[Candidate]:
        """What is told: mistakes first, then what came closest to one, the greatest first."""
        told = [one for one in self.candidates if len(one.look.gains) >= LEAST_PAIRS and one.look.gain > 0]
        return sorted(told, key=lambda one: (one.look.verdict != "mistake", -one.look.gain))

    @property
    def others(self) -> list[Candidate]:
        """What else a careful player would have made otherwise, in order: it made no clear difference."""
        ranked = self.ranked
        rest = [*self._dropped, *(one for one in self.candidates if one not in ranked)]
        return sorted(rest, key=lambda one: one.number) if self.over else []


def _may_be(one: Candidate) -> bool:
    """Whether more pairs may still show a mistake: it must be clearer the more were played."""
    pairs = len(one.look.gains)
    clear = 0.5 + (pairs - FIRST) / 16
    return pairs < PAIRS and (pairs < FIRST or one.look.gain > clear * one.look.error)


def _lead(game: Game, side: Side, chose: Action, other: Action) -> float:
    """By how many victory points a careful player likes another choice better."""
    name, _, *rest = game.engine.board.agenda[-1]
    look = look_of(game.engine, side)
    mine, theirs = (value_of(look, name, one, tuple(rest)) for one in (chose, other))
    return theirs - mine


def bar(tests: int, pairs: int = PAIRS) -> float:
    """So many standard errors clear of nothing one of several differences must be.

    Args:
        tests: how many differences are looked at together.
        pairs: the pairs of each, of which there must be a few.

    Returns:
        The quantile of Student's t, to the second order in the degrees of freedom.

    >>> [round(bar(tests), 2) for tests in (1, 4)]
    [1.7, 2.36]
    """
    z = NormalDist().inv_cdf(1 - 1 / ONE_IN / max(1, tests))
    free = max(1, pairs - 1)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / free + second / free**2
