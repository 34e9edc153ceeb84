"""Naval movement of Virgin Queen, step by step (VQ 16.1.1 to 16.1.7), and as a question."""

import pytest
import sea_cases as sea
from sea_cases import NO_RESPONSE, WARS, case, declare, galleys, move, played, refused, ruled, stack, where

from ninevears_kernel.core.errors import BadInput, Refused
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.umpire.cases.cases import rule_case

TURKS = stack("Ottoman", "Aegean Sea", galleys(3), leaders=[("Piali", 1)])
SPAIN = stack("Spain", "Messina", galleys(2), leaders=[("Doria", 2)])
VENICE = stack("Venice", "Corfu", galleys(1))
TO_IONIAN = declare(move("Aegean Sea", "Ionian Sea"))


def decline(power):
    return {"do": "decline", "power": power}


def intercept(power, origin, to="Ionian Sea", **more):
    return {"do": "intercept", "power": power, "from": origin, "to": to, **more}


# ---- 16.1.1


@pytest.mark.clause("VQ 16.1.1")
def test_every_destination_is_adjacent_to_where_the_unit_is():
    start = case(TURKS)
    assert refused(start, do="declare", moves=[move("Aegean Sea", "Corfu")]) == ["VQ 16.1.1"]
    ruling = ruled(case(TURKS, events=[declare(move("Aegean Sea", "Corfu"))]))
    assert ruling.verdict == "illegal"
    assert "Constantinople or Ionian Sea" in str(ruling.violations[0].remedy)
    assert ruling.answer["done"] == 0


@pytest.mark.clause("VQ 16.1.1")
def test_only_own_units_that_are_there_move_and_each_once():
    start = case(TURKS, SPAIN)
    west = move("Aegean Sea", "Ionian Sea", units=[galleys(2)], leaders=[])
    north = move("Aegean Sea", "Constantinople", units=[galleys(2)], leaders=[])
    assert refused(start, do="declare", moves=[west, north]) == ["VQ 16.1.1"]
    assert refused(start, do="declare", moves=[move("Messina", "Ionian Sea")]) == ["VQ 16.1.1"]
    twice = [
        move("Aegean Sea", "Ionian Sea", units=[galleys(1)], leaders=["Piali"]),
        move("Aegean Sea", "Constantinople", units=[galleys(1)], leaders=["Piali"]),
    ]
    assert refused(start, do="declare", moves=twice) == ["VQ 16.1.1"]
    assert refused(start, do="declare", moves=[move("Aegean Sea", "Ionian Sea", leaders=["Doria"])]) == [
        "VQ 16.1.1"
    ]
    assert refused(start, do="declare") == ["VQ 16.1.1"], "nothing is moved"
    assert refused(start, do="declare", moves=[move("Aegean Sea", "Atlantis")]) == ["VQ 16.1.1"]
    assert refused(start, do="declare", voyages=[{"captain": "Drake", "to": "Pacific"}]) == ["VQ 16.1.1"]


@pytest.mark.clause("VQ 16.1.1", "VQ 16.1.2.a")
def test_a_stack_may_split_to_several_destinations():
    west = move("Aegean Sea", "Ionian Sea", units=[galleys(1)], leaders=["Piali"])
    north = move("Aegean Sea", "Constantinople", units=[galleys(1)], leaders=[])
    position = played(case(TURKS, events=[declare(west, north)]))
    assert where(position, "Ottoman") == {
        ("Aegean Sea", "normal"): 1,
        ("Ionian Sea", "vertical"): 1,
        ("Constantinople", "normal"): 1,
    }


# ---- 16.1.2.a


@pytest.mark.clause("VQ 16.1.2.a")
def test_alignment_in_a_port_with_own_units_and_alone():
    other = stack("Ottoman", "Gulf of Tripoli", galleys(2))
    alone = played(case(TURKS, events=[TO_IONIAN]))
    assert where(alone, "Ottoman") == {("Ionian Sea", "vertical"): 3}
    own_there = played(case(TURKS, stack("Ottoman", "Ionian Sea", galleys(1)), events=[TO_IONIAN]))
    assert where(own_there, "Ottoman") == {("Ionian Sea", "normal"): 4}
    in_port = played(case(TURKS, events=[declare(move("Aegean Sea", "Constantinople"))]))
    assert where(in_port, "Ottoman") == {("Constantinople", "normal"): 3}
    both = declare(move("Aegean Sea", "Ionian Sea"), move("Gulf of Tripoli", "Ionian Sea"))
    assert where(played(case(TURKS, other, events=[both])), "Ottoman") == {("Ionian Sea", "vertical"): 5}
    vertical = stack("Ottoman", "Ionian Sea", galleys(1), aligned="vertical")
    assert where(played(case(TURKS, vertical, events=[TO_IONIAN])), "Ottoman") == {
        ("Ionian Sea", "vertical"): 4
    }


@pytest.mark.clause("VQ 16.1.2.a")
def test_reading_units_that_leave_in_the_same_move():
    leaving = stack("Ottoman", "Ionian Sea", galleys(1))
    moves = [move("Aegean Sea", "Ionian Sea"), move("Ionian Sea", "Gulf of Tripoli")]
    for order in (moves, moves[::-1]):
        given = case(TURKS, leaving, events=[declare(*order)])
        assert where(played(given), "Ottoman")["Ionian Sea", "vertical"] == 3
        still = played(given, readings={"units-moving-out": "still-there"})
        assert where(still, "Ottoman")["Ionian Sea", "normal"] == 3
    ruling = ruled(given)
    assert [used.name for used in ruling.readings] == ["units-moving-out"]


# ---- 16.1.3


@pytest.mark.clause("VQ 16.1.3")
def test_storms_undo_the_moves_that_the_umpire_names():
    west = move("Aegean Sea", "Ionian Sea", units=[galleys(2)])
    north = move("Aegean Sea", "Constantinople", units=[galleys(1)], leaders=[])
    storms = {"do": "storms", "power": "Spain", "undone": [{"from": "Aegean Sea", "to": "Ionian Sea"}]}
    position = played(case(TURKS, SPAIN, events=[declare(west, north), storms]))
    assert where(position, "Ottoman") == {("Aegean Sea", "normal"): 2, ("Constantinople", "normal"): 1}
    assert position.all_of("Ottoman", "Aegean Sea").rating == 1, "Piali is back too"
    start = case(TURKS, SPAIN, events=[declare(west, north)])
    assert refused(start, do="storms", power="Ottoman") == ["VQ 16.1.3"]
    undone = [{"from": "Aegean Sea", "to": "Corfu"}]
    assert refused(start, do="storms", power="Spain", undone=undone) == ["VQ 16.1.3"]
    assert played(start).stage == "respond"


@pytest.mark.clause("VQ 16.1.3", "VQ 16.1.2.a")
def test_units_that_arrived_where_a_storm_kept_others_align_with_them():
    leaving = stack("Ottoman", "Ionian Sea", galleys(1))
    both = declare(move("Aegean Sea", "Ionian Sea"), move("Ionian Sea", "Gulf of Tripoli"))
    storms = {"do": "storms", "power": "Spain", "undone": [{"from": "Ionian Sea", "to": "Gulf of Tripoli"}]}
    position = played(case(TURKS, leaving, SPAIN, events=[both, storms]))
    assert where(position, "Ottoman") == {("Ionian Sea", "normal"): 4}


# ---- 16.1.4


@pytest.mark.clause("VQ 16.1.4.a")
def test_powers_intercept_in_impulse_order():
    start = case(TURKS, SPAIN, VENICE, events=[TO_IONIAN, NO_RESPONSE])
    assert played(start).stage == "intercept"
    step = sea.stepped(start)
    for happened in start.events:
        step.do(happened)
    venice = sea.event("intercept", **{"power": "Venice", "from": "Corfu", "to": "Ionian Sea"})
    assert [v.clause_id for v in step.verify(venice)] == ["VQ 16.1.4.a"]
    assert "let Spain decide first" in str(step.verify(venice)[0].remedy)
    step.do(sea.event("decline", power="Spain"))
    assert step.verify(venice) == ()


@pytest.mark.clause("VQ 16.1.4.b")
def test_once_one_power_succeeds_no_other_may_try_but_he_may_with_further_stacks():
    more = stack("Spain", "Gulf of Tripoli", galleys(1))
    events = [TO_IONIAN, NO_RESPONSE, intercept("Spain", "Messina")]
    given = case(TURKS, SPAIN, VENICE, more, events=events, allied=[["Spain", "Venice"]])
    success, failure = played(given, [6, 6]), played(given, [1, 1])
    tries = sea.event("intercept", **{"power": "Venice", "from": "Corfu", "to": "Ionian Sea"})
    found = [v.clause_id for v in sea.PROCEDURE.objections(success, tries)]
    assert found == ["VQ 16.1.4.a", "VQ 16.1.4.b"], "out of turn, and closed"
    further = sea.event("intercept", **{"power": "Spain", "from": "Gulf of Tripoli", "to": "Ionian Sea"})
    assert list(sea.PROCEDURE.objections(success, further)) == []
    again = sea.event("intercept", **{"power": "Spain", "from": "Messina", "to": "Ionian Sea"})
    assert [v.clause_id for v in sea.PROCEDURE.objections(failure, again)] == ["VQ 16.1.4.a"], (
        "each stack once"
    )


@pytest.mark.clause("VQ 16.1.4.b")
def test_not_from_where_the_active_power_now_has_units():
    moves = declare(move("Aegean Sea", "Ionian Sea", units=[galleys(2)]))
    raiders = stack("Ottoman", "Messina", galleys(1))
    start = case(TURKS, SPAIN, raiders, events=[moves, NO_RESPONSE])
    assert played(start).stage != "intercept", "nobody can"
    step = sea.PROCEDURE.objections(
        played(case(TURKS, SPAIN, VENICE, raiders, events=[moves, NO_RESPONSE])),
        sea.event("intercept", **{"power": "Spain", "from": "Messina", "to": "Ionian Sea"}),
    )
    assert [v.clause_id for v in step] == ["VQ 16.1.4.a", "VQ 16.1.4.b"]


@pytest.mark.clause("VQ 16.1.4.b")
def test_not_into_a_zone_with_normal_units_hostile_to_the_interceptor():
    venetians = stack("Venice", "Ionian Sea", galleys(1))
    at_war = [*WARS, ["Spain", "Venice"]]
    peace = case(TURKS, SPAIN, venetians, events=[TO_IONIAN, NO_RESPONSE])
    engine = case(TURKS, SPAIN, venetians, events=[TO_IONIAN, NO_RESPONSE], at_war=at_war)
    assert played(peace).stage == "intercept"
    assert played(engine).stage == "avoid"


@pytest.mark.clause("VQ 16.1.4.a")
def test_normal_stacks_are_not_intercepted_nor_in_ports():
    normal = case(TURKS, SPAIN, stack("Ottoman", "Ionian Sea", galleys(1)), events=[TO_IONIAN, NO_RESPONSE])
    assert played(normal).stage == "over"
    into_port = case(
        stack("Ottoman", "Ionian Sea", galleys(1)), stack("Spain", "Ionian Sea", galleys(1)),
        events=[declare(move("Ionian Sea", "Corfu")), NO_RESPONSE],
    )  # fmt: skip
    assert played(into_port).stage == "over"


@pytest.mark.clause("VQ 16.1.4.a", "VQ 16.1.4.c")
def test_the_owner_chooses_the_units_and_their_leader_counts():
    part = intercept("Spain", "Messina", units=[galleys(1)], leaders=[])
    given = case(TURKS, SPAIN, events=[TO_IONIAN, NO_RESPONSE, part])
    assert where(played(given, [4, 4]), "Spain") == {("Messina", "normal"): 2}, (
        "8 is not enough without Doria"
    )
    assert where(played(given, [4, 5]), "Spain") == {("Messina", "normal"): 1, ("Ionian Sea", "normal"): 1}
    whole = case(TURKS, SPAIN, events=[TO_IONIAN, NO_RESPONSE, intercept("Spain", "Messina")])
    assert where(played(whole, [4, 3]), "Spain") == {("Ionian Sea", "normal"): 2}
    start = case(TURKS, SPAIN, events=[TO_IONIAN, NO_RESPONSE])
    too_many = sea.event(
        "intercept", **{"power": "Spain", "from": "Messina", "to": "Ionian Sea", "units": [galleys(3)]}
    )
    assert [v.clause_id for v in sea.PROCEDURE.objections(played(start), too_many)] == ["VQ 16.1.4.a"]


@pytest.mark.clause("VQ 16.1.4.c")
def test_galleons_and_telescope_in_the_procedure():
    galleons = stack("Spain", "Messina", galleys(1, 3, "galleon"))
    given = case(TURKS, galleons, events=[TO_IONIAN, NO_RESPONSE, intercept("Spain", "Messina")])
    assert played(given, [4, 5]).intercepted == ()
    seen = case(
        TURKS, galleons, events=[TO_IONIAN, NO_RESPONSE, intercept("Spain", "Messina")],
        benefits={"telescope": ["Spain"]},
    )  # fmt: skip
    assert played(seen, [4, 5]).intercepted != ()


@pytest.mark.clause("VQ 16.1.4.b")
def test_reading_a_success_against_another_stack():
    tripoli = stack("Ottoman", "Tripoli", galleys(1))
    france = stack("France", "Ionian Sea", galleys(1))
    # Two vertical stacks: in the Aegean Sea from Constantinople, in the Gulf of Tripoli from Tripoli.
    home = stack("Ottoman", "Constantinople", galleys(1))
    wars = [["Ottoman", "France"], ["Ottoman", "Spain"]]
    spain = stack("Spain", "Ionian Sea", galleys(2))
    events = [
        declare(move("Constantinople", "Aegean Sea"), move("Tripoli", "Gulf of Tripoli")),
        NO_RESPONSE,
        intercept("Spain", "Ionian Sea", "Aegean Sea", units=[galleys(1)]),
    ]
    given = case(home, tripoli, spain, france, events=events, at_war=wars)
    step = played(given, [6, 6])
    assert step.stage == "intercept"
    french = sea.event("intercept", **{"power": "France", "from": "Ionian Sea", "to": "Gulf of Tripoli"})
    after = sea.PROCEDURE.carry_out(step, sea.event("decline", power="Spain"), RulingContext())
    assert list(sea.PROCEDURE.objections(after, french)) == []
    strict = played(given, [6, 6], readings={"interception-elsewhere": "whole-move"})
    after = sea.PROCEDURE.carry_out(strict, sea.event("decline", power="Spain"), RulingContext())
    assert after.stage != "intercept"
    assert ruled(given, dice=[6, 6]).readings == (), "so far it makes no difference"
    longer = case(home, tripoli, spain, france, at_war=wars, events=[*events, decline("Spain")])
    (reading,) = ruled(longer, dice=[6, 6]).readings
    assert reading.name == "interception-elsewhere"


# ---- 16.1.5, 16.1.6


ENEMY_THERE = stack("Venice", "Ionian Sea", galleys(2))
ENTERED = [TO_IONIAN, NO_RESPONSE]


def avoiding(to, power="Venice"):
    return {"do": "avoid", "power": power, "zone": "Ionian Sea", "to": to}


@pytest.mark.clause("VQ 16.1.5.a", "VQ 16.1.5.b")
def test_enemies_in_the_zone_avoid_all_together():
    given = case(TURKS, ENEMY_THERE, events=[*ENTERED, avoiding("Corfu")])
    away = played(given, [6, 3])
    assert where(away, "Venice") == {("Corfu", "normal"): 2}
    assert away.stage == "over"
    failed = played(given, [4, 4])
    assert where(failed, "Venice") == {("Ionian Sea", "normal"): 2}
    assert failed.stage == "fight"
    stayed = played(
        case(TURKS, ENEMY_THERE, events=[*ENTERED, {"do": "stay", "power": "Venice", "zone": "Ionian Sea"}])
    )
    assert stayed.stage == "fight"


@pytest.mark.clause("VQ 16.1.5.b")
def test_whereto_they_may_go():
    spain = stack("Spain", "Gulf of Tripoli", galleys(1))
    start = case(TURKS, ENEMY_THERE, events=ENTERED)
    assert refused(start, **avoiding("Corfu")) == []
    assert refused(start, **avoiding("Messina")) == ["VQ 16.1.5.b"], "a Spanish port"
    assert refused(start, **avoiding("Gulf of Tripoli")) == []
    assert refused(start, **avoiding("Tripoli")) == ["VQ 16.1.5.b", "VQ 16.1.5.b"], (
        "not adjacent, not its own"
    )
    assert refused(start, **avoiding("Atlantis")) == ["VQ 16.1.5.b"]
    wars = [*WARS, ["Spain", "Venice"]]
    hostile = case(TURKS, ENEMY_THERE, spain, events=[*ENTERED], at_war=wars)
    assert refused(hostile, **avoiding("Gulf of Tripoli")) == ["VQ 16.1.5.b"]


@pytest.mark.clause("VQ 16.1.5.a")
def test_no_avoiding_after_an_interception_or_from_units_that_were_there():
    intercepted = case(TURKS, ENEMY_THERE, SPAIN, events=[*ENTERED, intercept("Spain", "Messina")])
    assert played(intercepted, [6, 6]).stage == "fight"
    assert played(intercepted, [1, 1]).stage == "avoid", "an attempt that fails is no interception"
    own = stack("Ottoman", "Ionian Sea", galleys(1))
    assert played(case(TURKS, ENEMY_THERE, own, events=ENTERED)).stage == "fight"
    port = case(
        stack("Ottoman", "Ionian Sea", galleys(1)),
        VENICE,
        events=[declare(move("Ionian Sea", "Corfu")), NO_RESPONSE],
    )
    assert played(port).stage == "fight", "not from a port"


@pytest.mark.clause("VQ 16.1.5.a")
def test_powers_avoid_in_impulse_order():
    spain = stack("Spain", "Ionian Sea", galleys(1))
    start = case(TURKS, ENEMY_THERE, spain, events=ENTERED)
    assert refused(start, **avoiding("Corfu")) == ["VQ 16.1.5.a"]
    assert refused(start, **avoiding("Messina", "Spain")) == []


@pytest.mark.clause("VQ 16.1.6")
def test_after_all_attempts_everything_is_turned():
    given = case(TURKS, SPAIN, events=[*ENTERED, intercept("Spain", "Messina")])
    position = played(given, [6, 6])
    assert {stack.aligned for stack in position.stacks} == {"normal"}
    assert "VQ 16.1.6" in [step.clause_id for step in ruled(given, dice=[6, 6]).steps]


# ---- 16.1.7


def fight(enemy, location="Ionian Sea"):
    return {"do": "fight", "location": location, "enemy": enemy}


STAY = [{"do": "stay", "power": power, "zone": "Ionian Sea"} for power in ("Spain", "Venice")]
TWO = (stack("Spain", "Ionian Sea", galleys(1)), ENEMY_THERE)
WON, LOST = [5, 5, 1, 1, 1, 1, 1], [1] * 7


@pytest.mark.clause("VQ 16.1.7", "VQ 16.2")
def test_several_enemies_one_after_the_other_in_the_active_powers_order():
    start = case(TURKS, *TWO, events=[*ENTERED, *STAY], allied=[["Spain", "Venice"]])
    assert refused(start, **fight("Spain")) == refused(start, **fight("Venice")) == []
    events = [*ENTERED, *STAY, fight("Spain")]
    won = played(case(TURKS, *TWO, events=events), [*WON, 1, 1])
    assert where(won, "Spain") == {}, "2 hits sink it; the Venetians did not help"
    assert (won.stage, won.contested) == ("fight", "Ionian Sea")
    again = [v.clause_id for v in sea.PROCEDURE.objections(won, sea.event(**fight("Spain")))]
    assert again == ["VQ 16.1.7"]
    alone = [
        step
        for step in ruled(
            case(TURKS, *TWO, events=events, allied=[["Spain", "Venice"]]), dice=[*WON, 1, 1]
        ).steps
        if "do not combine" in str(step.says)
    ]
    assert [step.clause_id for step in alone] == ["VQ 16.1.7"]


@pytest.mark.clause("VQ 16.1.7", "VQ 16.2.3")
def test_he_stops_when_he_loses_and_retreats():
    events = [*ENTERED, *STAY, fight("Venice")]
    lost = played(case(TURKS, *TWO, events=events), [*LOST, 1, 1, 1, 1])
    assert lost.stage == "retreat"
    assert lost.combat.retreats == "Ottoman"
    events.append({"do": "retreat", "power": "Ottoman", "to": "Aegean Sea"})
    back = played(case(TURKS, *TWO, events=events), [*LOST, 1, 1, 1, 1])
    assert where(back, "Ottoman") == {("Aegean Sea", "normal"): 3}
    assert back.stage == "over", "the Spaniards are not fought"


@pytest.mark.clause("VQ 16.1.7")
def test_combats_in_one_place_are_fought_out_before_another():
    tripoli = stack("Ottoman", "Tripoli", galleys(1))
    spain = stack("Spain", "Gulf of Tripoli", galleys(1))
    both = declare(move("Aegean Sea", "Ionian Sea"), move("Tripoli", "Gulf of Tripoli"))
    stays = [
        {"do": "stay", "power": "Spain", "zone": "Gulf of Tripoli"},
        {"do": "stay", "power": "Spain", "zone": "Ionian Sea"},
        {"do": "stay", "power": "Venice", "zone": "Ionian Sea"},
    ]
    forces = (TURKS, tripoli, *TWO, spain)
    # Spain may intercept from neither zone: the active power is in both.
    start = case(*forces, events=[both, NO_RESPONSE, *stays])
    assert refused(start, **fight("Spain")) == refused(start, **fight("Spain", "Gulf of Tripoli")) == []
    assert refused(start, **fight("Venice", "Gulf of Tripoli")) == ["VQ 16.2"]
    assert refused(start, **fight("France")) == ["VQ 16.1.7", "VQ 16.2"]
    begun = played(case(*forces, events=[both, NO_RESPONSE, *stays, fight("Spain")]), [*WON, 1, 1])
    elsewhere = sea.event(**fight("Spain", "Gulf of Tripoli"))
    assert [v.clause_id for v in sea.PROCEDURE.objections(begun, elsewhere)] == ["VQ 16.1.7"]


@pytest.mark.clause("VQ 16.1.4.c", "VQ 16.2.2")
def test_interceptors_and_the_units_there_fight_as_one_force():
    there = stack("Spain", "Ionian Sea", galleys(1))
    events = [*ENTERED, intercept("Spain", "Messina"), fight("Spain")]
    ruling = ruled(case(TURKS, SPAIN, there, events=events), dice=[6, 6, *LOST, *[5] * 8])
    dice = next(step for step in ruling.steps if step.clause_id == "VQ 16.2.2")
    assert dice.says.values["count"] == 3 * 2 + 2, "three galleys and Doria"


@pytest.mark.clause("VQ 16.1.7", "VQ 16.2.K")
def test_in_a_port_the_attacker_leaves_after_the_last_enemy_even_when_he_wins():
    turks = stack("Ottoman", "Ionian Sea", galleys(4))
    spain = stack("Spain", "Corfu", galleys(1))
    events = [declare(move("Ionian Sea", "Corfu")), NO_RESPONSE, fight("Spain", "Corfu")]
    one_hit = [5, *[1] * 7, 1, 1]
    first = played(case(turks, VENICE, spain, events=events), one_hit)
    assert first.stage == "fight"
    assert where(first, "Spain") == {("Corfu", "normal"): 1}, "a beaten defender stays in the port"
    events.append(fight("Venice", "Corfu"))
    second = played(case(turks, VENICE, spain, events=events), [*one_hit, *one_hit])
    assert (second.stage, second.combat.retreats) == ("retreat", "Ottoman")
    outlook = sea.PROCEDURE.expected(second)
    assert [event.to for event in outlook.events] == ["Ionian Sea"]


@pytest.mark.clause("VQ 16.2.K")
def test_the_owner_chooses_his_losses_and_leaders_of_a_force_that_is_gone_leave():
    mixed = stack("Venice", "Ionian Sea", galleys(1, 3), galleys(2, 1), leaders=[("Venier", 1)])
    events = [*ENTERED, {"do": "stay", "power": "Venice", "zone": "Ionian Sea"}, fight("Venice")]
    given = case(TURKS, mixed, events=events)
    position = played(given, [5, 5, 5, 1, 1, 1, 1, *[1] * 6])
    assert position.stage == "losses"
    options = {tuple((s.number, s.count) for s in e.units) for e in sea.PROCEDURE.expected(position).events}
    assert options == {((3, 1),), ((1, 2),)}
    wrong = sea.event("lose", power="Venice", units=[galleys(1, 1)])
    assert [v.clause_id for v in sea.PROCEDURE.objections(position, wrong)] == ["VQ 16.2.K"]
    assert [v.clause_id for v in sea.PROCEDURE.objections(position, sea.event("lose", power="Spain"))] == [
        "VQ 16.2.K"
    ]
    gone = played(given, [5, 5, 5, 5, 5, 1, 1, *[1] * 6])
    assert where(gone, "Venice") == {}
    assert gone.turn_track == ("Venier",)
    assert gone.stage == "over"


@pytest.mark.clause("VQ 16.2.K")
def test_a_retreat_that_has_nowhere_to_go():
    small = [
        {"name": "Pool", "kind": "sea", "ocean": "Mediterranean", "neighbours": ["Harbour"]},
        {"name": "Harbour", "kind": "port", "controller": "Ottoman"},
    ]
    turks, venice = (
        stack("Ottoman", "Harbour", galleys(2)),
        stack("Venice", "Pool", galleys(2), leaders=[("Venier", 1)]),
    )
    events = [declare(move("Harbour", "Pool")), NO_RESPONSE]
    # No haven: nobody can try to avoid, and staying is all that is left.
    events += [{"do": "stay", "power": "Venice", "zone": "Pool"}, fight("Venice", "Pool")]
    position = played(case(turks, venice, events=events, map=small), [5, 1, 1, 1, 1, 1, 1, 1, 1])
    assert position.lost[-1].power == "Venice"
    assert (where(position, "Venice"), position.turn_track) == ({}, ("Venier",))
    assert ruled(case(turks, venice, events=events, map=small), dice=[5, *[1] * 8]).verdict == "result"


@pytest.mark.clause("VQ 16.2")
def test_no_combat_where_nobody_moved_in():
    together = stack("Ottoman", "Corfu", galleys(1))
    elsewhere = declare(move("Aegean Sea", "Constantinople"))
    assert played(case(TURKS, together, VENICE, events=[elsewhere, NO_RESPONSE])).stage == "over"


# ---- the question


def test_events_before_a_refused_one_stand():
    ruling = ruled(case(TURKS, SPAIN, events=[TO_IONIAN, NO_RESPONSE, fight("Spain")]))
    assert (ruling.verdict, ruling.answer["done"], ruling.answer["step"]) == ("illegal", 2, "16.1.4.a")
    assert [v.clause_id for v in ruling.violations] == ["VQ 16.1.4.a"]


def test_without_dice_the_odds_of_the_first_roll_are_told():
    given = case(TURKS, SPAIN, events=[TO_IONIAN, NO_RESPONSE, intercept("Spain", "Messina"), fight("Spain")])
    ruling = ruled(given)
    assert {value: str(chance) for value, chance in ruling.odds["first_roll"]} == {
        "succeeds": "7/12",
        "fails": "5/12",
    }
    assert ruling.answer["done"] == 2
    whole = ruled(given, dice=[6, 6, *WON, 1, 1, 1, 1, 1, 1])
    assert whole.answer["rolls"][1]["outcome"] == "attacker"
    assert set(whole.answer) == set(sea.QUESTION.answer)


def test_stepped_with_undo_and_refusals():
    step = sea.stepped(case(TURKS, SPAIN), seed=3)
    step.do(step.expected.events[0])
    with pytest.raises(Refused, match="it is not the time for"):
        step.do(sea.event("decline", power="Spain"))
    step.undo()
    assert step.expected.clause_id == "VQ 16.1.1"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"forces": [stack("Spain", "Atlantis", galleys(1))]}, r"forces\[0\]\.location: found 'Atlantis'"),
        ({"forces": [stack("Spain", "Messina")]}, r"forces\[0\]: found no ships"),
        ({"forces": [stack("Spain", "Messina", galleys(1), aligned="vertical")]}, r"forces\[0\]\.aligned"),
        (
            {"forces": [stack("Spain", "Messina", galleys(60)), stack("Spain", "Corfu", galleys(60))]},
            "120 units",
        ),
        ({"impulse_order": []}, r"impulse_order: .*missing: Spain and Venice"),
        ({"impulse_order": ["Spain", "Spain"]}, r"impulse_order\[1\]"),
        ({"allied": [["Spain", "Ottoman"]]}, r"allied\[0\]"),
        ({"at_war": [["Spain", "Spain"]]}, r"at_war\[0\]"),
        (
            {"map": [{"name": "X", "kind": "sea"}]},
            r"ocean: found nothing, expected Mediterranean or Atlantic",
        ),
        (
            {"map": [{"name": "X", "kind": "port", "neighbours": ["Y"]}], "forces": []},
            r"map\[0\]\.neighbours\[0\]",
        ),
        ({"map": [{"name": "X", "kind": "port"}] * 2, "forces": []}, r"map\[1\]\.name"),
        ({"events": [{"do": "fly"}]}, "fly"),
        (
            {
                "expeditions": [{"power": "Ottoman", "captain": "D", "location": "Pacific"}],
                "passages": sea.PASSAGES,
            },
            "navigation_table",
        ),
    ],
)
def test_bad_facts_are_named(more, message):
    given = {
        "map": sea.MAP, "active": "Ottoman", "at_war": WARS, "impulse_order": sea.ORDER,
        "forces": [TURKS, SPAIN, VENICE], **more,
    }  # fmt: skip
    with pytest.raises(BadInput, match=message):
        rule_case(
            {"format": "ninevears-case/1", "system": "VQ", "question": "naval-movement", "given": given}
        )


@pytest.mark.clause("VQ 5.6.a")
def test_a_stack_has_no_unit_that_its_power_cannot_have():
    with pytest.raises(BadInput, match="a kind of naval unit that Venice has: galleys") as error:
        sea.case(sea.stack("Venice", "Corfu", sea.galleys(kind="armada")))
    assert error.value.field == "forces[0].units[0].kind"
