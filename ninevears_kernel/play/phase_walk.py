"""A war phase by phase: what happened in each, and how one goes on from one to the next.

A choice may carry a war through more than one phase: what follows the last choice of a campaign is often the
whole winter and the beginning of the next year. Here it is told where it belongs.

>>> session = Session(seed=1690, bourbon="sense", alliance="sense")
>>> walk = Walk(session)
>>> walk.phase().when, walk.phase().when, session.place
((1688, 'event'), (1688, 'reinforcement'), 17)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from ..core.errors import BadInput
from ..core.messages import Message
from ..core.rulings import Step
from ..nine_years.components.position import Phase
from ..nine_years.components.sides import Side
from ..nine_years.engine.engine import Roll
from ..nine_years.rules.sequence import PHASES
from .match import MOST_CHOICES
from .moments import Here, Moment
from .option_groups import by_kind
from .session import Session
from .timeline import CLAUSES, belongs

BEGINS: Mapping[str, Phase] = {
    "sequence.year": "event",  # NY 8.0
    "campaign.dealt": "campaign",  # NY 13.1
    "winter.begins": "winter",  # NY 8.5
}
"""The steps with which a phase begins, where no choice does."""
When = tuple[int, Phase]
ORDER: tuple[Phase, ...] = tuple(CLAUSES)


@dataclass(frozen=True, slots=True)
class Told:
    """What a choice brought in one phase.

    Attributes:
        side: whose choice it was; None for what was done before anybody chose, or in a later phase.
        says: what was chosen, as far as the viewer may know it; None as above.
        text: the same in the notation; "" where it is covered.
        steps: what followed in this phase, each with its clause.
        rolls: the dice of it.
        spaces: the spaces that the choice names, by their numbers.
        here: its place in the sequence of play.
    """

    side: Side | None
    says: Message | None
    text: str
    steps: tuple[Step, ...]
    rolls: tuple[Roll, ...]
    spaces: tuple[int, ...]
    here: Here


@dataclass(frozen=True, slots=True)
class Part:
    """What belongs together in a phase: a step of it, or an action round.

    Attributes:
        says: its name; None for what was done before anybody chose.
        side: whose it is, where it is one side's.
        told: what happened, in order.
    """

    says: Message | None
    side: Side | None
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class PhaseTold:
    """A phase of a war, as far as it was played.

    Attributes:
        year, phase: which.
        parts: what happened in it.
        over: whether it is over.
    """

    year: int
    phase: Phase
    parts: tuple[Part, ...]
    over: bool

    @property
    def when(self) -> When:
        """Year and phase."""
        return self.year, self.phase

    @property
    def clause_id(self) -> str:
        """The clause that says what is done in it."""
        return CLAUSES[self.phase]

    @property
    def told(self) -> tuple[Told, ...]:
        """All that happened in it."""
        return tuple(one for part in self.parts for one in part.told)


class Walk:
    """Goes through a war phase by phase.

    Args:
        session: the war, and who plays.

    Attributes:
        due: the phase that is shown next.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.due = when_of(session)
        self._place = session.place

    def phase(self, name: str | None = None, year: int | None = None) -> PhaseTold:
        """Plays the phase that is due, or the one that is named, to its end or until a person must choose.

        Args:
            name: ``event``, ``reinforcement``, ``campaign`` or ``winter``; what lies between is played, by
                the computer for both sides.
            year: of the named phase; by default this year.

        Returns:
            What happened in it.

        Raises:
            BadInput: there is no such phase or year, or the war ends before it.
        """
        session = self.session
        self.catch_up()
        begin = session.place
        if name is not None or year is not None:
            self._go_to(name or PHASES[0], self.due[0] if year is None else year)
        due = self.due
        self._play_through(due)
        is_behind = _after(when_of(session), due)
        if is_behind:
            self.due = following(due)
        self._place = session.place
        session.since = min(begin, session.place)
        return phase_told(session, *due, over=is_behind or session.over)

    def step(self) -> tuple[Told, ...]:
        """Makes one decision: again what was played, or the computer's; none where a person must choose."""
        begin = self.session.place
        self.session.next(pause=True)
        return self.since(begin)

    def choose(self, *orders: str) -> tuple[Told, ...]:
        """Makes choices, after each of which the computer answers.

        Args:
            orders: in the notation.

        Raises:
            BadInput: one is no choice at all.
            Refused: the rules forbid one; tells every clause. Those before it are made.
        """
        begin = self.session.place
        self.session.answer()  # the computer first, where it is its turn
        for order in orders:
            self.session.choose(order)
            self.session.answer()
        return self.since(begin)

    def go_to(self, place: int, due: When) -> None:
        """Goes back to where a phase was due."""
        self.session.go_to(place)
        self.due, self._place = due, place

    def since(self, begin: int) -> tuple[Told, ...]:
        """What happened after a decision; the phase that is due is the present one.

        Args:
            begin: how many decisions were made before it.
        """
        session = self.session
        session.since = begin
        self.due, self._place = when_of(session), session.place
        return tuple(
            _told(session, moment, moment.here, moment.steps)
            for moment in session.moments[begin : session.place]
        )

    def catch_up(self) -> None:
        """Goes on from where the war is, if somebody else moved it."""
        if self.session.place != self._place or _after(self.due, when_of(self.session)):
            self.due = when_of(self.session)

    def _go_to(self, name: str, year: int) -> None:
        session, place = self.session, self.session.place
        if not session.jump(year=year, phase=name):
            last = session.here.year
            session.go_to(place)
            raise BadInput("year", year, Message("phasecell.year-of-war", last=last))
        self.due = year, ORDER[PHASES.index(name)]

    def _play_through(self, due: When) -> None:
        """To the first decision after a phase: what is known of it again, then the computer."""
        session = self.session
        for _ in range(MOST_CHOICES):
            known = session.place < len(session.moments)
            if session.over or _after(when_of(session), due) or (session.is_persons_turn and not known):
                return
            session.next(pause=True)


def when_of(session: Session) -> When:
    """Year and phase in which a session is.

    >>> when_of(Session(seed=1690))
    (1688, 'event')
    """
    return session.here.year, session.here.phase


def following(when: When) -> When:
    """The phase after one.

    >>> following((1688, "event")), following((1688, "winter"))
    ((1688, 'reinforcement'), (1689, 'event'))
    """
    place = ORDER.index(when[1]) + 1
    return (when[0], ORDER[place]) if place < len(ORDER) else (when[0] + 1, ORDER[0])


def phase_told(session: Session, year: int, phase: Phase, over: bool) -> PhaseTold:
    """What happened in a phase of what a session has played, as far as its viewer may know it."""
    told = [one for when, one in _everything(session) if when == (year, phase)]
    parts: list[Part] = []
    rounds: dict[int, int] = {}
    for key, group in groupby(told, key=_belongs):
        members = tuple(group)
        if key is None:
            parts.append(Part(None, None, members))
            continue
        step, number, side = key
        says = Message(f"sitting.step-{step}")
        if step == "round":
            rounds.setdefault(number, len(rounds) + 1)
            says = Message("sitting.step-round", count=rounds[number], side=side)
        parts.append(Part(says, side, members))
    return PhaseTold(year, phase, tuple(parts), over)


def _belongs(one: Told) -> tuple[str, int, Side | None] | None:
    """What the choices of a step or round have in common; None for what nobody chose."""
    return None if one.says is None else belongs(one.here)


def _everything(session: Session) -> Iterator[tuple[When, Told]]:
    """All that happened up to where a session is, each with the phase in which it happened."""
    first = session.moments[0].here if session.moments else session.here
    rolls = session.game.rolls_before_first
    for when, steps in cut((first.year, first.phase), session.before):
        yield when, Told(None, None, "", steps, rolls, (), first)
        rolls = ()
    for moment in session.moments[: session.place]:
        yield from _of_moment(session, moment)


def _of_moment(session: Session, moment: Moment) -> Iterator[tuple[When, Told]]:
    here = moment.here
    pieces = [*cut((here.year, here.phase), moment.steps)] or [((here.year, here.phase), ())]
    if pieces[0][0] != (here.year, here.phase):
        pieces.insert(0, ((here.year, here.phase), ()))
    for number, (when, steps) in enumerate(pieces):
        told = _told(session, moment, here, steps)
        if number:  # the dice fell before that phase: what it rolls for, it asks about first
            told = replace(told, side=None, says=None, text="", rolls=(), spaces=())
        yield when, told


def _told(session: Session, moment: Moment, here: Here, steps: tuple[Step, ...]) -> Told:
    """A choice as far as the viewer may know it."""
    covered = session.is_covered(moment)  # NY 13.2.1.a
    return Told(
        moment.entry.side,
        session.describe(moment),
        "" if covered else moment.text,
        () if covered else steps,
        () if covered else moment.entry.rolls,
        () if covered else _spaces(moment),
        here,
    )


def _spaces(moment: Moment) -> tuple[int, ...]:
    space = by_kind(moment.entry.action).get("space")
    return () if space is None else (space,)


def cut(when: When, steps: Iterable[Step]) -> list[tuple[When, tuple[Step, ...]]]:
    """Steps by the phase in which each was taken.

    Args:
        when: the phase in which the first was.
        steps: the steps, in order.
    """
    cut: list[tuple[When, list[Step]]] = []
    for step in steps:
        begins = BEGINS.get(step.says.id)
        if begins is not None:
            when = int(step.says.values.get("year", when[0])), begins
        if not cut or cut[-1][0] != when:
            cut.append((when, []))
        cut[-1][1].append(step)
    return [(when, tuple(found)) for when, found in cut]


def _after(one: When, other: When) -> bool:
    return (one[0], PHASES.index(one[1])) > (other[0], PHASES.index(other[1]))
