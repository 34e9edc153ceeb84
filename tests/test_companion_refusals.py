"""Why the procedures of the sister systems refuse an event at another moment (VQ 16.1, MP SEQ)."""

import tomllib
from collections import Counter
from pathlib import Path

import msgspec
import sea_cases as sea
from every_row import every_row

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.messages import Message
from ninevears_kernel.core.rulings import Ruling
from ninevears_kernel.musket_pike.turn import PROCEDURE as TURN_PROCEDURE
from ninevears_kernel.musket_pike.turn_events import Happening
from ninevears_kernel.musket_pike.turn_objections import STEP_OF, objections
from ninevears_kernel.musket_pike.turn_state import STEPS, TurnState, Unit, Wing
from ninevears_kernel.umpire.cases.edits import Edit
from ninevears_kernel.umpire.cases.events_again import BOUNDS, EventsAgain, tried_event
from ninevears_kernel.umpire.cases.remedies import checked
from ninevears_kernel.virgin_queen.naval_events import STAGE_OF, Event
from ninevears_kernel.virgin_queen.naval_movement import PROCEDURE
from ninevears_kernel.virgin_queen.naval_position import STAGES
from ninevears_kernel.widgets import ProcedureStepper


def read(name: str):
    path = Path(__file__).parent / "refusals" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


SEA, TURN = read("virgin_queen"), read("musket_pike")
FORCES = (
    sea.stack("Ottoman", "Aegean Sea", sea.galleys(3), leaders=[("Piali", 1)]),
    sea.stack("Spain", "Messina", sea.galleys(2), leaders=[("Doria", 2)]),
    sea.stack("Venice", "Ionian Sea", sea.galleys(2), sea.galleys(1, 4)),
)
WORLD = {
    "expeditions": [{"power": "Ottoman", "captain": "Drake", "location": "Caribbean"}],
    "passages": sea.PASSAGES,
    "navigation_table": sea.TABLE,
    "settlements": sea.SETTLEMENTS,
}


def tag_of(kind: type) -> str:
    return kind.__struct_config__.tag


def numbers(found) -> str:
    found = list(found)
    assert all(clause(one.clause_id) and str(one.says) for one in found)
    return " + ".join(one.clause_id.split()[1] for one in found)


def by_event(refused) -> dict[str, str]:
    """The clauses expected for each kind of event."""
    return {tag: clauses for clauses, listed in refused.items() for tag in listed.split()}


# ---- Virgin Queen


def test_every_stage_of_a_naval_movement_is_in_the_table():
    assert [given["name"] for given in SEA["stage"]] == list(STAGES)


@every_row("given", SEA["stage"], ids=lambda given: given["name"])
def test_every_event_at_another_stage_is_refused_by_what_forbids_it(given):
    position = sea.played(sea.case(*FORCES, events=given.get("events", []), **WORLD), given.get("dice", []))
    assert position.stage == given["name"]
    others = [tag_of(kind) for kind, stage in STAGE_OF.items() if stage != position.stage]
    expected = by_event(given["refused"])
    assert sorted(expected) == sorted(others)
    found = {
        tag: numbers(PROCEDURE.objections(position, sea.event(tag, **SEA["tried"][tag]))) for tag in others
    }
    assert found == expected


@every_row("given", SEA["situation"], ids=lambda given: given["title"])
def test_a_limit_is_cited_also_when_its_stage_is_over_or_to_come(given):
    position = sea.played(sea.case(*given["forces"], events=given["events"]), given.get("dice", []))
    found = PROCEDURE.objections(position, sea.event(**given["tried"]))
    assert [f"{one.clause_id.removeprefix('VQ ')} {one.says.id}" for one in found] == given["refused"]


# ---- Musket & Pike

WINGS = (
    Wing("Horse", "King", "Charge", (Unit("Rupert", "cavalry"), Unit("Bard", "heavy-infantry"))),
    Wing("Foot", "King", "Receive Charge", (Unit("Astley", "heavy-infantry"),)),
    Wing(
        "Left",
        "Parliament",
        "Charge",
        (
            Unit("Skippon", "heavy-infantry"),
            Unit("Gun", "artillery"),
            Unit("Fled", "heavy-infantry", "broken"),
        ),
    ),
)


def turn_at(step: str) -> TurnState:
    """A turn at a step; in the activation phase the King's Horse acts."""
    chosen = step in "ABCDEF"
    return TurnState(
        WINGS,
        3,
        step=step,
        active="King" if step in "2ABCDEF" else None,
        wing="Horse" if chosen else None,
        row=int(chosen),
        may_preempt=step == "A",
        lost_leaders=("Waller",),
    )


def test_every_step_of_a_turn_is_in_the_table():
    assert [*TURN["step"]] == [*STEPS]
    assert [*TURN["tried"]] == [tag_of(kind) for kind in STEP_OF]


@every_row("step, refused", TURN["step"].items())
def test_every_event_at_another_step_is_refused_by_the_step_it_belongs_to(step, refused):
    found = {}
    for tag, fields in TURN["tried"].items():
        event = msgspec.convert({"do": tag, **fields}, Happening)
        if clauses := numbers(objections(turn_at(step), event)):
            found[tag] = clauses
    assert found == by_event(refused)


def test_what_forbids_an_event_is_told_before_its_place_in_the_turn():
    event = msgspec.convert({"do": "act", "unit": "Skippon", "action": "pistol"}, Happening)
    found = [(one.clause_id, one.says.id) for one in objections(turn_at("B"), event)]
    assert found == [
        ("MP SEQ.C", "mp.not-of-this-wing"),
        ("MP SEQ.C", "mp.wrong-kind"),
        ("MP SEQ.C", "mp.not-now"),
    ]


# ---- remedies


def refused():
    """Every refusal above: the procedure, its state, the event and the type of the events."""
    for step in TURN["step"]:
        for tag, given in TURN["tried"].items():
            yield TURN_PROCEDURE, turn_at(step), msgspec.convert({"do": tag} | given, Happening), Happening
    for given in SEA["stage"]:
        events, dice = given.get("events", []), given.get("dice", [])
        position = sea.played(sea.case(*FORCES, events=events, **WORLD), dice)
        for tag, said in SEA["tried"].items():
            yield PROCEDURE, position, sea.event(tag, **said), Event


def test_a_stepper_tells_only_remedies_with_which_the_event_may_happen():
    """Each is applied again to the state; some that the rules name do not serve there, and are left out."""
    told, untold = Counter(), Counter()
    for procedure, state, event, kinds in refused():
        found = tuple(procedure.objections(state, event))
        if not found:
            continue
        again = EventsAgain(procedure, state, event, kinds)
        for before, now in zip(found, tried_event(procedure, state, event, kinds, found), strict=True):
            (untold if now.remedy is None and before.remedy is not None else told)[type(event)] += 1
            assert now.remedy is None or now.mends
            if now.remedy is not None and now.remedy.id != "cure.one-of-several":
                for edits in now.mends:
                    made = [Edit(edit, Message("list.none")) for edit in edits]
                    assert again.verdict(made)[0] == "legal", (event, str(now.remedy))
    assert told.total() > 60
    assert untold.total() > 20


def test_what_is_tried_is_bounded():
    """So that an answer takes about a twentieth of a second at the most."""
    procedure, state, event, kinds = next(refused())
    found = tuple(procedure.objections(turn_at("C"), event))
    again = EventsAgain(procedure, state, event, kinds)
    checked(again, Ruling("", "", "illegal", found[0].says, {"stopped_at": 1}, violations=found), BOUNDS)
    assert again.rulings <= BOUNDS.rulings == 60


def test_the_stepper_shows_what_was_tried():
    stepper = ProcedureStepper(TURN_PROCEDURE, turn_at("1"), kinds=Happening)
    stepper.do(msgspec.convert({"do": "act"} | TURN["tried"]["act"], Happening))
    assert "bring the turn to step C" not in stepper.error.value  # phase 1 and a wing's choice come before
    stepper = ProcedureStepper(TURN_PROCEDURE, turn_at("A"), kinds=Happening)
    stepper.do(msgspec.convert({"do": "act"} | TURN["tried"]["act"], Happening))
    assert "bring the turn to step C" in stepper.error.value
