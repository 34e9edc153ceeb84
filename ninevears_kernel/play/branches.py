"""What was played besides: a war that is taken back and tried otherwise keeps both ways.

The ways of a war are a tree. A way that goes off another has dice and decks of its own from there on
(`games.game.begin_otherwise`), so that what was seen by looking ahead tells nothing of what is to come; who
chooses again what was chosen there before comes back to that way, with its dice. What was taken back before
chance or the other side answered, and before a covered piece came to light, leaves no trace.

>>> from .session import Session
>>> session = Session(seed=1690, bourbon="person", alliance="person")
>>> session.choose("first Bourbon")
>>> session.back()
True
>>> session.branch()
2
>>> [str(one.says) for one in session.branches]
['1688: the war as it was first played', '1688 event phase, another way']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message
from ..nine_years.engine.notation import Action
from ..nine_years.games.record import MOST_BRANCHES, PASTS, Otherwise, Past
from .moments import Here, Moment

FIRST = 1
"""The number of the way that was played first."""


class Branch(NamedTuple):
    """A way of the war, as people are told of it.

    Attributes:
        number: by which one comes back to it.
        says: where it goes off.
        past: what had been seen there: a ``roll``, a ``card``, a ``piece`` that lay covered, or nothing.
        place: how many decisions were made when one was last in it.
        known: how many of it are known.
        now: whether it is the one that is played.
    """

    number: int
    says: Message
    past: Past
    place: int
    known: int
    now: bool


@dataclass(frozen=True)
class Way:
    """A way of the war.

    Attributes:
        number: 1 for what was played first.
        fork: the number of decisions after which it goes off; None for what was played first.
        past: what had been seen when it went off.
        where: year and phase of that.
        place: where one was in it.
        moments: all its decisions that are known, from the beginning of the war.
    """

    number: int = FIRST
    fork: int | None = None
    past: Past = ""
    where: tuple[int, str] = (0, "")
    place: int = 0
    moments: list[Moment] = field(default_factory=list)


def told(moments: Sequence[Moment]) -> Past:
    """What some decisions told: ``roll`` before ``card`` before ``piece`` before nothing.

    >>> told([])
    ''
    """
    return max((moment.told for moment in moments), key=PASTS.index, default="")


class Branches:
    """The ways of a war: the one that is played, and those that were left.

    Args:
        used: the highest number of a branch that the log of the war knows.

    Attributes:
        way: the one that is played; its decisions are those of the session.
        left: the others, in the order of their numbers.
    """

    def __init__(self, used: int = FIRST) -> None:
        self.way = Way()
        self.left: list[Way] = []
        self.used = used

    def otherwise(self, place: int) -> Otherwise | None:
        """What the next choice begins, at a place where nothing is known beyond.

        Args:
            place: how many decisions were made before it.
        """
        return Otherwise(self.way.number, self.way.past) if place == self.way.fork else None

    def before_choice(
        self, moments: list[Moment], here: Here, place: int, action: Action, fair: bool
    ) -> tuple[list[Moment], Otherwise | None]:
        """Settles to which way a choice belongs.

        Args:
            moments: what is known of the way that is played.
            here: where the choice is made.
            place: how many decisions were made before it.
            action: what is chosen.
            fair: whether what chance has told may not be taken back.

        Returns:
            What is known of the way to which it belongs, and the branch that begins with it.

        Raises:
            NinevearsError: it may not be taken back.
            BadInput: there are too many branches.
        """
        ahead = moments[place:]
        if ahead and ahead[0].entry.action == action:
            return moments, ahead[0].entry.otherwise
        if ahead and (known := self._known(moments[:place], action)) is not None:
            self._leave(moments, place)
            self._enter(known)
            return known.moments, known.moments[place].entry.otherwise
        if ahead and (told(ahead) or any(one.entry.side != ahead[0].entry.side for one in ahead)):
            moments = self.go_off(moments, here, place, fair)
        elif self.way.fork is not None and place < self.way.fork:
            self.way = replace(self.way, fork=place, where=here[:2])
        return moments, self.otherwise(place)

    def go_off(self, moments: list[Moment], here: Here, place: int, fair: bool) -> list[Moment]:
        """Goes off the way that is played: what is known of the new one.

        Raises:
            NinevearsError: what chance has told may not be taken back.
            BadInput: there are too many branches.
        """
        past = told(moments[place:])
        if fair and past:
            raise NinevearsError(Message("wartable.fair-dice"))
        if self.used >= MOST_BRANCHES:
            raise BadInput("branch", self.used + 1, Message("mail.at-most", most=MOST_BRANCHES))
        self._leave(moments, place)
        self.used += 1
        self.way = Way(self.used, place, past, here[:2])
        return moments[:place]

    def is_begun(self, moments: Sequence[Moment]) -> bool:
        """Whether anything was chosen in the way that is played since it went off."""
        return self.way.fork is None or len(moments) > self.way.fork

    def switch(self, number: int, moments: list[Moment], place: int) -> Way:
        """Leaves the way that is played for another.

        Raises:
            BadInput: there is none of this number.
        """
        for way in self.left:
            if way.number == number:
                self._leave(moments, place)
                self._enter(way)
                return way
        known = Message.any_of([str(way.number) for way in self.left])
        raise BadInput("branch", number, Message("expected.one-of", options=known))

    def told_of(self, moments: list[Moment], place: int) -> list[Branch]:
        """All ways, as people are told of them, in the order of their numbers.

        Args:
            moments: what is known of the one that is played.
            place: how many decisions were made in it.
        """
        now = replace(self.way, place=place, moments=moments)
        ways = sorted([*self.left, now], key=lambda way: way.number)
        first_year = ways[0].moments[0].here.year if ways[0].moments else now.where[0]
        described: list[Branch] = []
        for way in ways:
            if way.fork is None:
                says = Message("wartable.branch-first", year=first_year)
            else:
                values = {"year": way.where[0], "phase": way.where[1], "count": way.number}
                twice = any(one.where == way.where and one is not way for one in ways if one.fork is not None)
                says = Message("wartable.branch-numbered" if twice else "wartable.branch", **values)
            known = len(way.moments)
            described.append(Branch(way.number, says, way.past, way.place, known, way is now))
        return described

    # ---- within

    def _leave(self, moments: list[Moment], place: int) -> None:
        """Keeps the way that was played, unless nothing was chosen in it."""
        if self.is_begun(moments):
            self.left.append(replace(self.way, place=place, moments=moments))
            self.left.sort(key=lambda way: way.number)

    def _enter(self, way: Way) -> None:
        self.left.remove(way)
        self.way = way

    def _known(self, before: list[Moment], action: Action) -> Way | None:
        """The way that begins like this one and goes on so."""
        place = len(before)
        entries = [moment.entry for moment in before]
        for way in self.left:
            if (
                len(way.moments) > place
                and way.moments[place].entry.action == action
                and [moment.entry for moment in way.moments[:place]] == entries
            ):
                return way
        return None
