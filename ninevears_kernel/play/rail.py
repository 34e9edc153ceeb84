"""The sequence of play as a rail: years, their phases, the steps of each, and the decisions that were made.

>>> from .sitting import Sitting
>>> sitting = Sitting(seed=1690, bourbon="sense", alliance="sense")
>>> [str(phase.says) for phase in rail(sitting)[0].phases]
['Event phase', 'Reinforcement phase', 'Campaign phase', 'Winter Quarters']
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from ..core.messages import Message
from ..nine_years.position import Phase
from ..nine_years.sequence import PHASES
from ..nine_years.sides import Side
from .moments import Here, Moment
from .sitting import Sitting

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


class OnRail(NamedTuple):
    """A decision on the rail.

    Attributes:
        number: how many decisions were made before it.
        state: whether it lies behind us.
        side: whose it is.
        clause_id: the clause that asks for it.
        says: what was chosen; at the place where we are, what must be chosen.
    """

    number: int
    state: State
    side: Side
    clause_id: str
    says: Message


class StepOnRail(NamedTuple):
    """A step of a phase: decisions that belong together, such as a round.

    Attributes:
        first: the number of its first decision.
        state: whether it lies behind us.
        side: whose it is, where it is one side's.
        clause_id: the clause that asks for its first decision.
        says: its name.
        decisions: its decisions.
    """

    first: int
    state: State
    side: Side | None
    clause_id: str
    says: Message
    decisions: tuple[OnRail, ...]


class PhaseOnRail(NamedTuple):
    """A phase of a year."""

    phase: Phase
    state: State
    clause_id: str
    says: Message
    steps: tuple[StepOnRail, ...]


class YearOnRail(NamedTuple):
    """A year of the war."""

    year: int
    state: State
    phases: tuple[PhaseOnRail, ...]


Placed = tuple[Here, OnRail]


def rail(sitting: Sitting) -> tuple[YearOnRail, ...]:
    """The whole sequence of play of a war, what is played of it, and where we are."""
    placed: dict[tuple[int, Phase], list[Placed]] = {}
    for here, on_rail in _decisions(sitting):
        placed.setdefault((here.year, here.phase), []).append((here, on_rail))
    now = sitting.here
    last = _when(sitting.moments[-1].here) if sitting.moments else (0, 0)
    years = []
    for year in sitting.years:
        phases = tuple(
            PhaseOnRail(
                phase,
                _state((year, place), _when(now), last),
                CLAUSES[phase],
                Message(f"map.phase-{phase}"),
                _steps(placed.get((year, phase), ())),
            )
            for place, phase in enumerate(CLAUSES)
        )
        years.append(YearOnRail(year, _of([phase.state for phase in phases]), phases))
    return tuple(years)


def _when(here: Here) -> tuple[int, int]:
    return here.year, PHASES.index(here.phase)


def _state(when: tuple[int, int], now: tuple[int, int], last: tuple[int, int]) -> State:
    if when == now:
        return "now"
    return "done" if when < now else "ahead" if when <= last else "unplayed"


def _of(states: Sequence[State]) -> State:
    """The state of a whole by those of its parts, in order."""
    return "now" if "now" in states else states[0]


def _decisions(sitting: Sitting) -> list[Placed]:
    found = []
    for moment in sitting.moments:
        state: State = "done" if moment.number < sitting.place else "ahead"
        if moment.number == sitting.place:
            state = "now"
        found.append((moment.here, _decision(sitting, moment, state)))
    decision = sitting.decision
    if decision is not None and sitting.place == len(sitting.moments):
        here = sitting.here
        on_rail = OnRail(sitting.place, "now", decision.side, decision.clause_id, decision.asks)
        found.append((here, on_rail))
    return found


def _decision(sitting: Sitting, moment: Moment, state: State) -> OnRail:
    here = moment.here
    return OnRail(moment.number, state, moment.entry.side, here.clause_id, sitting.told(moment))


def _steps(placed: Sequence[Placed]) -> tuple[StepOnRail, ...]:
    """The steps of a phase; a phase whose decisions were all made for want of a choice has none."""
    steps = []
    rounds: list[int] = []
    for key, group in groupby(placed, key=lambda one: _group(one[0])):
        step, round_, side = key
        decisions = tuple(on_rail for _, on_rail in group)
        if step == "round" and round_ not in rounds:
            rounds.append(round_)
        whose = side if len({one.side for one in decisions}) == 1 or step == "round" else None
        says = (
            Message("sitting.step-round", count=len(rounds), side=side)
            if step == "round"
            else Message(f"sitting.step-{step}")
        )
        steps.append(
            StepOnRail(
                decisions[0].number,
                _of([one.state for one in decisions]),
                whose,
                decisions[0].clause_id,
                says,
                decisions,
            )
        )
    return tuple(steps)


def _group(here: Here) -> tuple[str, int, Side | None]:
    """What decisions of one step have in common; in a step of both players the side does not matter."""
    return here.step, here.round, None if here.step in OF_BOTH else here.side
