"""The sequence of play as a timeline: years, their phases, the steps of each, and the decisions made.

>>> from .session import Session
>>> session = Session(seed=1690, bourbon="sense", alliance="sense")
>>> [str(phase.says) for phase in timeline(session)[0].parts]
['Event phase', 'Reinforcement phase', 'Campaign phase', 'Winter Quarters']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from ..core.messages import Message
from ..nine_years.components.position import Phase
from ..nine_years.components.sides import Side
from ..nine_years.rules.sequence import PHASES
from .moments import Here
from .session import Session

State = Literal["done", "now", "ahead", "unplayed"]
"""Behind us; where we are; played, but beyond this place; not yet played."""
CLAUSES: dict[Phase, str] = {
    "event": "NY 8.1",
    "reinforcement": "NY 8.2",
    "campaign": "NY 8.3",
    "winter": "NY 8.5",
}


OF_BOTH = ("first-round", "peace")
"""Steps in which both players decide by turns."""


class OnTimeline(NamedTuple):
    """A part of the timeline: a year, a phase of it, a step of that (such as a round), or a decision.

    Attributes:
        place: what it is gone to by: the year, the phase, or how many decisions were made before it.
        state: whether it lies behind us.
        says: its name; of a decision what was chosen, or where we are what must be chosen.
        clause_id: the clause that asks for it, or for its first decision; "" for a year.
        side: whose it is, where it is one side's.
        parts: what it is made of; a decision has none.
    """

    place: int | Phase
    state: State
    says: str | Message
    clause_id: str = ""
    side: Side | None = None
    parts: tuple[OnTimeline, ...] = ()


Placed = tuple[Here, OnTimeline]


def timeline(session: Session, only: int | None = None) -> tuple[OnTimeline, ...]:
    """The whole sequence of play of a war, what is played of it, and where we are.

    Args:
        session: the war.
        only: the year whose decisions are told; by default those of all years.
    """
    placed: dict[tuple[int, Phase], list[Placed]] = {}
    for here, decision in _decisions(session, only):
        placed.setdefault((here.year, here.phase), []).append((here, decision))
    now = session.here
    last = _when(session.moments[-1].here) if session.moments else (0, 0)
    years = []
    for year in session.years:
        phases = tuple(
            OnTimeline(
                phase,
                _state((year, place), _when(now), last),
                Message(f"map.phase-{phase}"),
                clause_id,
                parts=_steps(placed.get((year, phase), ())),
            )
            for place, (phase, clause_id) in enumerate(CLAUSES.items())
        )
        years.append(OnTimeline(year, _of(phases), str(year), parts=phases))
    return tuple(years)


def _when(here: Here) -> tuple[int, int]:
    return here.year, PHASES.index(here.phase)


def _state(when: tuple[int, int], now: tuple[int, int], last: tuple[int, int]) -> State:
    if when == now:
        return "now"
    return "done" if when < now else "ahead" if when <= last else "unplayed"


def _of(parts: Sequence[OnTimeline]) -> State:
    """The state of a whole by those of its parts, in order."""
    return "now" if any(one.state == "now" for one in parts) else parts[0].state


def _decisions(session: Session, only: int | None) -> Iterator[Placed]:
    now = session.place
    for moment in session.moments:
        if only not in (None, moment.here.year):
            continue
        here, number = moment.here, moment.number
        state: State = "now" if number == now else "done" if number < now else "ahead"
        says = session.describe(moment)
        yield here, OnTimeline(number, state, says, here.clause_id, moment.entry.side)
    if (decision := session.decision) and now == len(session.moments):
        yield session.here, OnTimeline(now, "now", decision.asks, decision.clause_id, decision.side)


def _steps(placed: Sequence[Placed]) -> tuple[OnTimeline, ...]:
    """The steps of a phase; a phase whose decisions were all made for want of a choice has none."""
    steps = []
    rounds: list[int] = []
    for (step, round_, side), group in groupby(placed, key=lambda one: belongs(one[0])):
        decisions = tuple(decision for _, decision in group)
        first, says = decisions[0], Message(f"sitting.step-{step}")
        if step == "round":
            if round_ not in rounds:
                rounds.append(round_)
            says = Message("sitting.step-round", count=len(rounds), side=side)
        elif len({one.side for one in decisions}) > 1:
            side = None
        steps.append(OnTimeline(first.place, _of(decisions), says, first.clause_id, side, decisions))
    return tuple(steps)


def belongs(here: Here) -> tuple[str, int, Side | None]:
    """What decisions of one step have in common; in a step of both players the side does not matter."""
    return here.step, here.round, None if here.step in OF_BOTH else here.side
