"""What a table tells of the rules: our place in the sequence of play, a clause, the readings in force."""

from __future__ import annotations

from typing import Any

from ..core.clauses import clause
from ..core.readings import readings, readings_in_force
from .session import Session
from .timeline import OnTimeline, timeline

Data = dict[str, Any]


def sequence_told(session: Session) -> Data:
    """The sequence of play: the years of the war, and the phases of this year with their steps.

    >>> told = sequence_told(Session(seed=1690))
    >>> told["here"], [phase["says"] for phase in told["phases"]][:2]
    ({'year': 1688, 'phase': 'event'}, ['Event phase', 'Reinforcement phase'])
    """
    here = session.here
    year = next(one for one in timeline(session, here.year) if one.place == here.year)
    return {
        "years": [*session.years],
        "here": {"year": here.year, "phase": here.phase},
        "place": session.place,
        "known": len(session.moments),
        "phases": [_part(phase) | {"steps": [_part(step) for step in phase.parts]} for phase in year.parts],
    }


def _part(part: OnTimeline) -> Data:
    return {
        "place": part.place,
        "state": part.state,
        "says": str(part.says),
        "clause": part.clause_id,
        "side": part.side,
    }


def clause_told(id: str) -> Data:
    """A clause in our words, by its id.

    Raises:
        UnknownName: no register has it.

    >>> clause_told("NY 17.5.1")["title"]
    'Siege: corps needed'
    """
    found = clause(id)
    return {"clause": found.id, "title": found.title, "says": found.says, "note": found.note or ""}


def readings_told(session: Session) -> list[Data]:
    """Where the rules can be read in two ways: how this war reads them.

    >>> told = {one["name"]: one for one in readings_told(Session(seed=1690))}
    >>> told["barcelona"]["clause"], [option["chosen"] for option in told["barcelona"]["options"]]
    ('NY 2.2', [True, False])
    """
    chosen = readings_in_force(session.game.readings)
    return [
        {
            "name": one.name,
            "title": clause(one.clause_id).title,
            "clause": one.clause_id,
            "reason": one.reason,
            "options": [
                {"name": name, "says": says, "chosen": name == chosen[one.name]}
                for name, says in one.options.items()
            ],
        }
        for one in readings().values()
        if one.clause_id.startswith("NY ")
    ]
