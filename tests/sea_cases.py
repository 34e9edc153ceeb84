"""A small sea for the tests of naval movement, and shorthands for events."""

import msgspec

from ninevears_kernel.core.dice import GivenDice
from ninevears_kernel.core.procedure import Stepped
from ninevears_kernel.core.questions import adjudicate
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.virgin_queen.naval_events import Event
from ninevears_kernel.virgin_queen.naval_movement import PROCEDURE, QUESTIONS, NavalMovement

(QUESTION,) = QUESTIONS

MAP = [
    {"name": "Constantinople", "kind": "port", "controller": "Ottoman", "neighbours": ["Aegean Sea"]},
    {"name": "Aegean Sea", "kind": "sea", "ocean": "Mediterranean", "neighbours": ["Ionian Sea"]},
    {
        "name": "Ionian Sea",
        "kind": "sea",
        "ocean": "Mediterranean",
        "neighbours": ["Corfu", "Messina", "Gulf of Tripoli"],
    },
    {"name": "Gulf of Tripoli", "kind": "sea", "ocean": "Mediterranean", "neighbours": ["Tripoli"]},
    {"name": "Corfu", "kind": "port", "controller": "Venice"},
    {"name": "Messina", "kind": "port", "controller": "Spain"},
    {"name": "Tripoli", "kind": "port", "controller": "Ottoman"},
    {"name": "Bay of Biscay", "kind": "sea", "ocean": "Atlantic", "neighbours": ["Bordeaux"]},
    {"name": "Bordeaux", "kind": "port", "controller": "France"},
    {"name": "Canary Current", "kind": "ocean", "neighbours": ["Caribbean"]},
    {"name": "Caribbean", "kind": "ocean", "neighbours": ["Pacific"]},
    {"name": "Pacific", "kind": "ocean"},
]
PASSAGES = [
    {"from": "Canary Current", "to": "Caribbean", "kind": "trade-wind"},
    {"from": "Caribbean", "to": "Pacific", "kind": "dangerous"},
]
TABLE = [
    {"to": 5, "result": "eliminated"},
    {"from": 6, "to": 8, "result": "damaged"},
    {"from": 9, "result": "passed"},
]
SETTLEMENTS = [
    {"name": "Roanoke", "zone": "Caribbean"},
    {"name": "Havana", "zone": "Caribbean", "grey": False},
    {"name": "Philippines", "zone": "Pacific"},
]
WARS = [["Ottoman", "Spain"], ["Ottoman", "Venice"]]
ORDER = ["Ottoman", "Spain", "Venice", "France"]


def galleys(count=1, number=2, kind="galley"):
    return {"kind": kind, "number": number, "count": count}


def stack(power, location, *units, leaders=(), **more):
    named = [{"name": name, "rating": rating} for name, rating in leaders]
    return {"power": power, "location": location, "units": list(units), "leaders": named, **more}


def case(*forces, events=(), **more) -> NavalMovement:
    data = {
        "map": MAP,
        "active": "Ottoman",
        "at_war": WARS,
        "impulse_order": ORDER,
        "forces": list(forces),
        "events": list(events),
        **more,
    }
    return msgspec.convert(data, NavalMovement)


def event(do, **fields) -> Event:
    return msgspec.convert({"do": do, **{name.rstrip("_"): value for name, value in fields.items()}}, Event)


def move(origin, to, **more):
    return {"from": origin, "to": to, **more}


def declare(*moves, **more):
    return {"do": "declare", "moves": list(moves), **more}


NO_RESPONSE = {"do": "no-response"}


def played(given: NavalMovement, dice=(), readings=None):
    """The position after a case's events, each of which must be allowed."""
    context = RulingContext(GivenDice(list(dice)), readings or {})
    position = given.start()
    for happened in given.events:
        found = list(PROCEDURE.objections(position, happened))
        assert not found, [str(violation.says) for violation in found]
        position = PROCEDURE.carry_out(position, happened, context)
    context.dice.finish()
    return position


def refused(given: NavalMovement, **fields):
    """The clauses that an event after those of a case violates."""
    return [v.clause_id for v in PROCEDURE.objections(played(given), event(**fields))]


def ruled(given: NavalMovement, dice=None, **more):
    return adjudicate(QUESTION, given, dice=dice, **more)


def stepped(given: NavalMovement, **more):
    return Stepped(PROCEDURE, given.start(), **more)


def where(position, power):
    """The stacks of a power: location, alignment, number of units."""
    return {
        (s.location, s.aligned): sum(ships.count for ships in s.units)
        for s in position.stacks
        if s.power == power
    }
