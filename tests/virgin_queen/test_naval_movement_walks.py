"""Random naval movements: nothing appears or vanishes but by a cited step, and no event crashes."""

import random
from collections import Counter

import msgspec
import pytest
import sea_cases as sea
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.dice import SeededDice
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.virgin_queen.naval_events import STAGE_OF
from ninevears_kernel.virgin_queen.naval_movement import PROCEDURE
from ninevears_kernel.virgin_queen.naval_units import kinds_of_fleet

FLEET_PLACES = ["Constantinople", "Aegean Sea", "Ionian Sea", "Corfu", "Messina", "Gulf of Tripoli"]
POWERS = ["Ottoman", "Spain", "Venice", "France"]
KINDS = ["galley", "corsair", "galleon", "race-built", "armada", "patrol"]


def ships_of_kinds(kinds):
    return st.builds(sea.galleys, st.integers(1, 3), st.integers(1, 4), st.sampled_from(kinds))


ships = ships_of_kinds(KINDS)


@st.composite
def cases(draw):
    forces = []
    for number in range(draw(st.integers(2, 8))):
        forces.append(
            sea.stack(
                power := draw(st.sampled_from(POWERS if number else ["Ottoman"])),
                draw(st.sampled_from(FLEET_PLACES)),
                *draw(st.lists(ships_of_kinds(kinds_of_fleet(power)), min_size=1, max_size=3)),
                leaders=[(f"Leader {number}", draw(st.integers(0, 4)))] if draw(st.booleans()) else [],
            )
        )
    wars = [["Ottoman", power] for power in POWERS[1:] if draw(st.integers(0, 5))]
    if draw(st.booleans()):
        wars.append(["Spain", "Venice"])
    expeditions = [
        {
            "power": "Ottoman",
            "captain": "Drake",
            "location": draw(st.sampled_from(["Canary Current", "Caribbean", "Pacific"])),
            "damaged": draw(st.booleans()),
            "colony": draw(st.booleans()),
            "treasures": draw(st.sampled_from([[], ["Silver"], ["Silver", "Gold"]])),
        }
    ]
    return sea.case(
        *forces,
        at_war=wars,
        expeditions=expeditions,
        passages=sea.PASSAGES,
        navigation_table=sea.TABLE,
        settlements=sea.SETTLEMENTS,
        benefits={"telescope": draw(st.sampled_from([[], ["Spain"]]))},
    )


def declared(draw_from: random.Random, position):
    """Several moves at once, put together of those that are expected."""
    choices = [e for e in PROCEDURE.expected(position).events if e.moves or e.voyages]
    draw_from.shuffle(choices)
    chosen, seen = [], set()
    for one in choices[:6]:
        origin = one.moves[0].origin if one.moves else one.voyages[0].captain
        if origin not in seen:
            seen.add(origin)
            chosen.append(one)
    return type(choices[0])(
        moves=tuple(m for one in chosen for m in one.moves),
        voyages=tuple(v for one in chosen for v in one.voyages),
    )


def inventory(position):
    """Everything there is: afloat, lost, on the turn track, removed, discarded, settled."""
    counted = Counter()
    for stack in position.stacks:
        for ship in stack.units:
            counted[stack.power, ship.kind, ship.number] += ship.count
        counted.update(leader.name for leader in stack.leaders)
    for loss in position.lost:
        for ship in loss.units:
            counted[loss.power, ship.kind, ship.number] += ship.count
    for expedition in position.expeditions:
        counted[expedition.captain] += 1
        counted.update(expedition.treasures)
        counted["colony"] += expedition.colony
    counted.update(position.turn_track + position.removed + position.discarded)
    counted["colony"] += len(position.colonies_lost) + sum(not area.empty for area in position.settlements)
    return counted


def walk(start, seed, readings=None, hearing_of=None):
    """Every position and event of a random naval movement, to its end."""
    chooser = random.Random(seed)
    position = start
    for _ in range(200):
        outlook = PROCEDURE.expected(position)
        if outlook.over:
            yield position, None, None
            return
        assert outlook.events, outlook
        event = chooser.choice(outlook.events)
        if position.stage == "declare":
            event = declared(chooser, position)
        elif position.stage == "respond" and chooser.random() < 0.8:
            event = outlook.events[0]
        context = RulingContext(SeededDice(chooser.randrange(10**6)), readings or {})
        after = PROCEDURE.carry_out(position, event, context)
        yield position, event, (after, context)
        position = after
    pytest.fail("a naval movement without end")


WHOLE = [{}, {"units-moving-out": "still-there", "interception-elsewhere": "whole-move"}]


@pytest.mark.clause("VQ 16.1.2.a", "VQ 16.1.7", "VQ 16.2.3")
@settings(max_examples=120)
@given(cases(), st.integers(0, 10**6), st.sampled_from(WHOLE))
def test_nothing_appears_or_vanishes_and_a_loss_is_told(start, seed, readings):
    start = start.start()
    everything = inventory(start)
    for _, _, happened in walk(start, seed, readings):
        if happened is None:
            continue
        after, context = happened
        assert inventory(after) == everything
        if len(after.lost) or after.turn_track or after.removed:
            everything = inventory(after)
        for step in context.steps:
            assert str(step.says)
            assert step.clause.system == "VQ"


@settings(max_examples=80)
@given(cases(), st.integers(0, 10**6))
def test_every_event_that_is_expected_may_happen_and_can_be_carried_out(start, seed):
    for position, _, _ in walk(start.start(), seed):
        outlook = PROCEDURE.expected(position)
        assert str(outlook.says)
        for event in outlook.events:
            assert list(PROCEDURE.objections(position, event)) == []
            PROCEDURE.carry_out(position, event, RulingContext(SeededDice(seed)))


names = st.sampled_from([*POWERS, *FLEET_PLACES, "Caribbean", "Drake", "Silver", "Leader 1", "Atlantis"])
values = {
    "moves": st.lists(st.fixed_dictionaries({"from": names, "to": names}), max_size=3),
    "voyages": st.lists(st.fixed_dictionaries({"captain": names, "to": names}), max_size=2),
    "undone": st.lists(st.fixed_dictionaries({"from": names, "to": names}), max_size=2),
    "units": st.lists(ships, max_size=2),
    "leaders": st.lists(names, max_size=2),
    "extra_dice": st.just({"attacker": 2}),
}
any_event = st.one_of(
    [
        st.fixed_dictionaries(
            {
                "do": st.just(kind.__struct_config__.tag),
                **{
                    name: values.get(name, names)
                    for name in kind.__struct_encode_fields__
                    if name not in ("units", "leaders") or kind.__struct_config__.tag == "lose"
                },
            },
            optional={"units": values["units"], "leaders": values["leaders"]}
            if kind.__struct_config__.tag == "intercept"
            else {},
        )
        for kind in STAGE_OF
    ]
)


@settings(max_examples=120)
@given(cases(), st.integers(0, 10**6), st.lists(any_event, min_size=5, max_size=12))
def test_no_event_crashes_whatever_it_names(start, seed, events):
    tried = [sea.event(**{("do" if k == "do" else k): v for k, v in each.items()}) for each in events]
    for position, _, _ in walk(start.start(), seed):
        for event in tried:
            found = list(PROCEDURE.objections(position, event))
            for violation in found:
                assert str(violation.says)
                assert violation.remedy is None or str(violation.remedy)
            if not found:
                PROCEDURE.carry_out(position, event, RulingContext(SeededDice(1)))


@settings(max_examples=60)
@given(cases(), st.integers(0, 10**6))
def test_positions_are_values_and_at_the_end_everything_lies_normal(start, seed):
    for position, event, happened in walk(start.start(), seed):
        assert hash(position) == hash(msgspec.structs.replace(position))
        if event is None:
            assert all(stack.aligned == "normal" for stack in position.stacks)
            assert all(stack.units or stack.leaders for stack in position.stacks)
        else:
            again = PROCEDURE.carry_out(position, event, RulingContext(SeededDice(seed), recorded=False))
            assert type(again) is type(happened[0])
