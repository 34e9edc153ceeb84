"""What was played besides: a war that is taken back and tried otherwise keeps both ways.

The ways of a war are a tree. A way that goes off another has dice and decks of its own from there on
(`games.set_right.begin_otherwise`), so that what was seen by looking ahead tells nothing of what is to come;
who chooses again what was chosen there before comes back to that way, with its dice. What was taken back
before chance or the other side answered, and before a covered piece came to light, leaves no trace.

At the end of a war everything is shown, its seed too. Whoever goes back from there, or goes on with a way of
the same seed, knew the dice to come: such a way gets a seed of its own that nobody can work out.

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

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from secrets import randbelow
from typing import NamedTuple

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message
from ..nine_years.components.position import MOST_SEED
from ..nine_years.engine.notation import Action, written
from ..nine_years.engine.seeded_dice import other_seed
from ..nine_years.games.game import Game
from ..nine_years.games.record import MOST_BRANCHES, MOST_KNOWN, PASTS, Otherwise, Past
from ..nine_years.games.sealed import KeptChoice
from .moments import Here, Moment

FIRST = 1
"""The number of the way that was played first."""
MOST_APART = 40_000
"""Decisions that all ways of a war may hold together when another goes off, what they share counted once: a
file holds three times as many.
"""


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


class Kept:
    """The decisions of a way as a file tells them, played again only when somebody asks for them.

    Args:
        shared: the decisions that it shares with a way that is known.
        choices: those beyond.
        play: plays those again, and gives all.
    """

    def __init__(
        self,
        shared: list[Moment],
        choices: tuple[KeptChoice, ...],
        play: Callable[[list[Moment], tuple[KeptChoice, ...]], list[Moment]],
    ) -> None:
        self.shared: list[Moment] = shared
        self.choices: tuple[KeptChoice, ...] = choices
        self._play = play

    @cached_property
    def moments(self) -> list[Moment]:
        """All of them.

        Raises:
            BadInput: one of them does not fit.
        """
        return self._play(self.shared, self.choices)


@dataclass(frozen=True)
class Way:
    """A way of the war.

    Attributes:
        number: 1 for what was played first.
        fork: the number of decisions after which it goes off; None for what was played first.
        past: what had been seen when it went off.
        where: year and phase of that.
        place: where one was in it.
        played: all its decisions that are known, from the beginning of the war.
        kept: the same, where they were read and not played again yet.
        seed: of its dice, where that of the war had been shown when it went off.
    """

    number: int = FIRST
    fork: int | None = None
    past: Past = ""
    where: tuple[int, str] = (0, "")
    place: int = 0
    played: list[Moment] = field(default_factory=list)
    kept: Kept | None = None
    seed: int = 0

    def __len__(self) -> int:
        """How many decisions are known."""
        return len(self.played) if self.kept is None else len(self.kept.shared) + len(self.kept.choices)

    @property
    def moments(self) -> list[Moment]:
        """All its decisions that are known.

        Raises:
            BadInput: they were read, and one of them does not fit.
        """
        return self.played if self.kept is None else self.kept.moments

    @cached_property
    def line(self) -> tuple[KeptChoice, ...]:
        """The same as a file tells them; none of them is played for that."""
        beyond = () if self.kept is None else self.kept.choices
        shared = self.played if self.kept is None else self.kept.shared
        return (*map(kept_choice, shared), *beyond)


def kept_choice(moment: Moment) -> KeptChoice:
    """A decision as a file tells it."""
    faces = "".join(str(roll.face) for roll in moment.entry.rolls)
    begins = moment.entry.otherwise
    if begins is None:
        return KeptChoice(moment.text, faces, then=moment.entry.then)
    return KeptChoice(moment.text, faces, begins.number, begins.past, begins.seed, moment.entry.then)


def alike(moments: Sequence[Moment], others: Sequence[Moment]) -> int:
    """How many decisions two ways have in common from the beginning."""
    pairs = zip(moments, others, strict=False)
    same = (at for at, (one, other) in enumerate(pairs) if one is not other and one.entry != other.entry)
    return next(same, min(len(moments), len(others)))


def seeds_of(game: Game) -> tuple[int, ...]:
    """The seeds from which the dice of a war come, the one in force last: its own, and those of branches that
    do not follow from it.
    """
    seeds = [one.seed for one in game.at_start]
    for entry in game.entries:
        seeds += [one.seed for one in (entry.otherwise, *entry.then) if one is not None]
    return game.start.seed, *filter(None, seeds)


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
        shown: the seeds that players may know, as since a way that comes from them has ended.
        secret: from which the seeds of ways that go off such a one follow, where several programs carry out
            the same war; 0: each is drawn, and nobody can work it out.
    """

    def __init__(self, used: int = FIRST) -> None:
        self.way: Way = Way()
        self.left: list[Way] = []
        self.used: int = used
        self.shown: set[int] = set()
        self.secret: int = 0

    def must_go_off(self, game: Game) -> bool:
        """Whether the dice to come are known to players, so that who goes on needs others.

        Args:
            game: the war, as far as it was played.
        """
        if not self.shown or (self.way.seed and len(game) == self.way.fork):
            return False
        return seeds_of(game)[-1] in self.shown

    def otherwise(self, place: int) -> Otherwise | None:
        """What the next choice begins, at a place where nothing is known beyond.

        Args:
            place: how many decisions were made before it.
        """
        way = self.way
        return Otherwise(way.number, way.past, way.seed) if place == way.fork else None

    def before_choice(
        self, moments: list[Moment], here: Here, game: Game, action: Action
    ) -> tuple[list[Moment], Otherwise | None]:
        """Settles to which way a choice belongs.

        Args:
            moments: what is known of the way that is played.
            here: where the choice is made.
            game: the war up to there.
            action: what is chosen.

        Returns:
            What is known of the way to which it belongs, and the branch that begins with it.

        Raises:
            NinevearsError: it may not be taken back.
            BadInput: there are too many branches.
        """
        place = len(game)
        ahead = moments[place:]
        if ahead and ahead[0].entry.action == action:
            return moments, ahead[0].entry.otherwise
        text = written(action, game.rule_tables)
        if ahead and (known := self._known(moments[:place], text)) is not None:
            entered = known.moments
            self._leave(moments, place)
            self._enter(known)
            return entered, entered[place].entry.otherwise
        answered = ahead and (
            told(ahead) or any(one.entry.side != ahead[0].entry.side or one.entry.then for one in ahead)
        )
        if answered or self.must_go_off(game):
            moments = self.go_off(moments, here, game)
        elif self.way.fork is not None and place < self.way.fork:
            self.way = replace(self.way, fork=place, where=here[:2])
        return moments, self.otherwise(place)

    def go_off(self, moments: list[Moment], here: Here, game: Game) -> list[Moment]:
        """Goes off the way that is played: what is known of the new one.

        Args:
            moments: what is known of the way that is played.
            here: where it is left.
            game: the war up to there.

        Raises:
            NinevearsError: what chance has told may not be taken back.
            BadInput: there are too many branches, or they hold too much.
        """
        place = len(game)
        past = told(moments[place:])
        if game.fair and past:
            raise NinevearsError(Message("wartable.fair-dice"))
        self._check_room(len(moments))
        goes_off = self.must_go_off(game)
        self._leave(moments, place)
        self.used += 1
        seed = self._fresh_seed(place) if goes_off else 0
        self.way = Way(self.used, place, past, here[:2], seed=seed)
        return moments[:place]

    def _fresh_seed(self, place: int) -> int:
        """A seed for the way that goes off now."""
        if self.secret:
            return max(1, other_seed(self.secret, place, self.used))
        return 1 + randbelow(MOST_SEED)

    def _check_room(self, played: int) -> None:
        """Refuses another branch that no file could hold.

        Raises:
            BadInput: there are too many branches, or they hold too much.
        """
        known = played + sum(map(len, self.left))
        apart = played + sum(len(way) - (way.fork or 0) for way in self.left)
        for count, most in (
            (self.used + 1, MOST_BRANCHES),
            (known, MOST_KNOWN // 2),  # one more war has room
            (apart, MOST_APART),
        ):
            if count > most:
                raise BadInput("branch", count, Message("expected.whole-at-most", most=most))

    def is_begun(self, moments: Sequence[Moment]) -> bool:
        """Whether anything was chosen in the way that is played since it went off."""
        return self.way.fork is None or len(moments) > self.way.fork

    def switch(self, number: int, moments: list[Moment], place: int) -> Way:
        """Leaves the way that is played for another.

        Raises:
            BadInput: there is none of this number, or it was read and does not fit.
        """
        for way in self.left:
            if way.number == number:
                entered = replace(way, played=way.moments, kept=None)
                self._leave(moments, place)
                self._enter(way)
                return entered
        raise BadInput("branch", number, Message.one_of([str(way.number) for way in self.left]))

    def told_of(self, moments: list[Moment], place: int) -> list[Branch]:
        """All ways, as people are told of them, in the order of their numbers.

        Args:
            moments: what is known of the one that is played.
            place: how many decisions were made in it.
        """
        now = replace(self.way, place=place, played=moments, kept=None)
        ways = sorted([*self.left, now], key=lambda way: way.number)
        first_year = moments[0].here.year if moments else now.where[0]
        described: list[Branch] = []
        for way in ways:
            if way.fork is None:
                says = Message("wartable.branch-first", year=first_year)
            else:
                values = {"year": way.where[0], "phase": way.where[1], "count": way.number}
                twice = any(one.where == way.where and one is not way for one in ways if one.fork is not None)
                says = Message("wartable.branch-numbered" if twice else "wartable.branch", **values)
            described.append(Branch(way.number, says, way.past, way.place, len(way), way is now))
        return described

    # ---- within

    def _leave(self, moments: list[Moment], place: int) -> None:
        """Keeps the way that was played, unless nothing was chosen in it."""
        if self.is_begun(moments):
            self.left.append(replace(self.way, place=place, played=moments, kept=None))
            self.left.sort(key=lambda way: way.number)

    def _enter(self, way: Way) -> None:
        self.left.remove(way)
        self.way = way

    def _known(self, before: list[Moment], text: str) -> Way | None:
        """The way that begins like this one and goes on so."""
        return next((way for way in self.left if _begins(way, before, text)), None)


def _begins(way: Way, before: list[Moment], text: str) -> bool:
    """Whether a way begins with some decisions and then this choice; none of it is played for that."""
    place = len(before)
    shared = way.played if way.kept is None else way.kept.shared
    beyond = () if way.kept is None else way.kept.choices
    if len(way) <= place:
        return False
    there = shared[place] if place < len(shared) else beyond[place - len(shared)]
    rest = zip(before[len(shared) :], beyond, strict=False)
    return (
        there.text == text
        and alike(shared, before) == min(place, len(shared))
        and all(kept_choice(moment) == choice for moment, choice in rest)
    )
