"""A war in cells of a notebook: each shows a phase, a decision or what came of a choice; the next goes on.

What a cell shows is HTML and text that need no kernel: it stands in a saved notebook and in one that is
printed. Run a cell again, and the war goes back to where the cell found it: nothing is played twice. Two
persons who hide their cards from each other play at the war table: what a cell has shown stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from IPython.core.getipython import get_ipython

from ...core.errors import BadInput, Refused
from ...core.messages import Message
from ...play.moments import Moment
from ...play.phase_walk import PhaseTold, Told, Walk, When
from ...play.session import Session
from ..parts.cleanup import running_cell
from .phase_page import PhaseCell, page_of

Made = TypeVar("Made")
NAME = "war"
"""What the variable with the war is called where nobody knows its name."""


def phase(war: Session, name: str | None = None, *, year: int | None = None, map: bool = True) -> PhaseCell:
    """Plays the next phase of a war and shows it: what happened, why, and what may be chosen.

    The computer plays its sides; where a person must choose, the cell ends, and `choose` goes on. In a
    notebook a cell that is run again shows the same phase: the war first goes back to where the cell found
    it, and the cells below go on from there.

    Args:
        war: the war, and who plays it.
        name: ``event``, ``reinforcement``, ``campaign`` or ``winter``: this one and not the next. What lies
            between is played by the computer for both sides.
        year: of this phase, 1688 to 1699; by default this year.
        map: whether there is a map of where it happened.

    Raises:
        BadInput: there is no such phase or year, or the war ends before it.

    >>> war = Session(seed=1690, bourbon="sense", alliance="sense")
    >>> print(phase(war).text.splitlines()[0])
    1688, Event phase
    >>> print(phase(war, "campaign", year=1690).text.splitlines()[0])
    1690, Campaign phase
    """

    def played(walk: Walk) -> PhaseTold:
        return walk.phase(name, year)

    told = _from_where_the_cell_began(war, played)
    return page_of(war, told.when, told.parts, over=told.over, name=_named(war), with_map=map)


def step(war: Session, *, map: bool = True) -> PhaseCell:
    """Makes one decision of a war and shows what came of it; where a person must choose, the options.

    Args:
        war: the war, and who plays it.
        map: whether there is a map of where it happened.

    >>> war = Session(seed=1690, bourbon="sense", alliance="sense")
    >>> "goes first in the event phase" in step(war).text
    True
    """
    return _shown(war, lambda walk: walk.step(), map)


def choose(war: Session, *orders: str, map: bool = True) -> PhaseCell:
    """Makes choices for whoever must choose; the computer answers, and the cell shows what came of it.

    What the rules forbid is not done, and the cell says why.

    Args:
        war: the war, and who plays it.
        orders: in the notation, such as ``"raise France, Ypres, full"``, one after the other.
        map: whether there is a map of where it happened.

    Raises:
        BadInput: one is no order at all.

    >>> war = Session(seed=1690)
    >>> "goes first in the event phase" in choose(war, "first Bourbon").text
    True
    >>> "This is not allowed" in choose(war, "campaign Paris").text
    True
    """
    return _shown(war, lambda walk: walk.choose(*orders), map)


def _shown(war: Session, act: Callable[[Walk], tuple[Told, ...]], with_map: bool) -> PhaseCell:
    begin, problem = 0, None

    def acted(walk: Walk) -> tuple[Told, ...]:
        nonlocal begin, problem
        begin = walk.session.place
        try:
            return act(walk)
        except Refused as error:
            problem = error
            return walk.since(begin)

    told = _from_where_the_cell_began(war, acted)
    here = told[0].here if told else war.here
    when = here.year, here.phase
    return page_of(war, when, told, name=_named(war), with_map=with_map, problem=problem)


# ---- cells that are run again


class _Begun(NamedTuple):
    """Where a cell found a war when it was run.

    Attributes:
        cell: which cell.
        turn: in which run of a cell of the notebook.
        place: how many decisions were made.
        known: all decisions that were known, those ahead too.
        due: the phase that was due.
    """

    cell: str
    turn: int
    place: int
    known: tuple[Moment, ...]
    due: When


class _Walked:
    """A walk, and where each cell found it."""

    def __init__(self, war: Session) -> None:
        self.walk, self.begun = Walk(war), dict[str, _Begun]()


_walked: WeakKeyDictionary[Session, _Walked] = WeakKeyDictionary()


def _from_where_the_cell_began(war: Session, act: Callable[[Walk], Made]) -> Made:
    """Does something to a war; what the cell did to it in an earlier run is taken back first."""
    if not isinstance(war, Session):
        raise BadInput("war", type(war).__name__, Message("phasecell.session"))
    if war not in _walked:
        _walked[war] = _Walked(war)
    walked = _walked[war]
    walk, running = walked.walk, running_cell()
    if running is not None:
        cell, turn = running
        before = walked.begun.get(cell)
        if before is not None and before.turn != turn and _stands(war, before):
            walk.go_to(before.place, before.due)
            war.moments = [*before.known]  # what came later is not known yet
        if before is None or before.turn != turn:
            walk.catch_up()
            walked.begun[cell] = _Begun(cell, turn, war.place, (*war.moments,), walk.due)
    return act(walk)


def _stands(war: Session, begun: _Begun) -> bool:
    """Whether what was played when a cell began is what is played still."""
    return war.moments[: begun.place] == [*begun.known[: begun.place]]


def _named(war: Session) -> str:
    """The variable that holds a war, for the next cell."""
    shell = get_ipython()
    variables: Iterable[tuple[str, object]] = shell.user_ns.items() if shell is not None else ()
    return next((name for name, value in [*variables] if value is war and not name.startswith("_")), NAME)
