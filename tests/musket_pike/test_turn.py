"""The turn of *Musket & Pike*: each step, what it refuses, both sides of each reading, and walks."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.errors import BadInput, Refused
from ninevears_kernel.core.procedure import Stepped
from ninevears_kernel.core.questions import adjudicate
from ninevears_kernel.core.readings import readings
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.input_files import convert
from ninevears_kernel.musket_pike import turn_events as events
from ninevears_kernel.musket_pike.turn import PROCEDURE, QUESTIONS, Turn, expected, start
from ninevears_kernel.musket_pike.turn_objections import STEP_OF
from ninevears_kernel.musket_pike.turn_state import STEPS, Unit, Wing

(QUESTION,) = QUESTIONS
OWN_READINGS = ("first-pass", "preempting-wing", "preemption-attempts", "bypassed-row")

WINGS = (
    Wing("Horse", "King", "Charge", (Unit("Rupert", "cavalry"), Unit("Maurice", "cavalry", "broken"))),
    Wing("Foot", "King", "Make Ready", (Unit("Astley", "heavy-infantry"), Unit("Guns", "artillery"))),
    Wing("Left", "Parliament", "Receive Charge",
         (Unit("Skippon", "heavy-infantry"), Unit("Okey", "light-infantry"))),
    Wing("Right", "Parliament", "Charge", (Unit("Whalley", "cavalry"),)),
)  # fmt: skip

NEXT = {"do": "next-step"}
FINISH = {"do": "finish"}


def activate(wing):
    return {"do": "activate", "wing": wing}


def preempt(wing, success=True):
    return {"do": "preempt", "wing": wing, "success": success}


def to(step):
    return {"do": "next-step", "to": step}


def act(unit, action="move"):
    return {"do": "act", "unit": unit, "action": action}


def ruled(*happened, chosen=None, first="King", **more):
    case = {"wings": msgspec.to_builtins(WINGS), "first": first, "events": list(happened), **more}
    return adjudicate(QUESTION, convert(case, Turn), chosen=chosen)


def refused(*happened, **more):
    """The clauses and sentences that stand against the last event, which must be the first forbidden."""
    ruling = ruled(*happened, **more)
    assert ruling.verdict == "illegal"
    assert ruling.answer["stopped_at"] == len(happened)
    assert all(violation.remedy for violation in ruling.violations)
    return [(violation.clause_id, violation.says.id) for violation in ruling.violations]


def stands(*happened, **more):
    """Letter, active player and wing after events that may all happen."""
    ruling = ruled(*happened, **more)
    assert ruling.verdict == "legal", [str(violation.says) for violation in ruling.violations]
    return ruling.answer["letter"], ruling.answer["active"], ruling.answer["wing"]


def whole(wing):
    """A wing's single activation, from its choice to its end."""
    return [activate(wing), to("E"), FINISH]


ALL = [*whole("Horse"), *whole("Left"), *whole("Foot"), *whole("Right")]
ROUT = [{"do": "rout-move", "unit": "Maurice"}, NEXT]


# ---- SEQ.1 and SEQ.2


@pytest.mark.clause("MP SEQ.1")
def test_the_initiative_comes_first_and_says_who_begins():
    before = ruled(first=None)
    assert (before.answer["letter"], before.answer["active"]) == ("1", None)
    assert before.answer["events"] == ({"do": "initiative", "side": ("King", "Parliament")},)
    assert stands({"do": "initiative", "side": "Parliament"}, first=None) == ("2", "Parliament", None)
    assert refused(activate("Horse"), first=None) == [("MP SEQ.2", "mp.not-now")]
    assert refused({"do": "initiative", "side": "King"}) == [("MP SEQ.1", "mp.not-now")]


@pytest.mark.clause("MP SEQ.1")
def test_reading_first_pass():
    by_default = ruled({"do": "pass"})
    assert by_default.verdict == "legal"
    (used,) = by_default.readings
    assert (used.name, used.others[0].verdict) == ("first-pass", "illegal")
    assert refused({"do": "pass"}, chosen={"first-pass": "must-activate"}) == [
        ("MP SEQ.1", "mp.first-must-activate")
    ]
    assert stands(*whole("Horse"), {"do": "pass"}, chosen={"first-pass": "must-activate"})[0] == "2"


@pytest.mark.clause("MP SEQ.2")
def test_the_players_alternate():
    assert stands(*whole("Horse")) == ("2", "Parliament", None)
    assert refused(*whole("Horse"), activate("Foot")) == [("MP SEQ.2", "mp.not-the-active-player")]
    assert refused(activate("Left")) == [("MP SEQ.2", "mp.not-the-active-player")]
    assert refused({"do": "pass", "side": "Parliament"}) == [("MP SEQ.2", "mp.not-his-turn")]
    assert stands(*whole("Horse"), *whole("Left"))[1] == "King"


@pytest.mark.clause("MP SEQ.2")
def test_a_wing_is_activated_once_a_turn():
    assert refused(*whole("Horse"), *whole("Left"), activate("Horse")) == [("MP SEQ.2", "mp.wing-finished")]


@pytest.mark.clause("MP SEQ.2")
def test_both_pass_in_a_row_and_the_phase_is_over_but_one_pass_is_not_final():
    assert stands({"do": "pass"}, {"do": "pass"})[0] == "3"
    again = [{"do": "pass"}, *whole("Left"), activate("Horse")]
    assert stands(*again) == ("A", "King", "Horse")
    assert stands({"do": "pass"}, *whole("Left"), {"do": "pass"})[0] == "2", "a wing came between"


@pytest.mark.clause("MP SEQ.2")
def test_a_player_without_wings_left_can_only_pass():
    left = ruled(*whole("Horse"), *whole("Left"), *whole("Foot"), {"do": "pass"})
    assert left.answer["active"] == "King"
    assert left.answer["events"] == ({"do": "pass"},)
    assert "no wing left" in str(left.answer["may"])


@pytest.mark.clause("MP SEQ.2")
def test_the_order_of_the_wings_is_kept_where_it_is_given():
    wings = msgspec.to_builtins(WINGS)
    wings[0]["place"] = 2
    assert refused(activate("Horse"), wings=wings) == [("MP SEQ.2", "mp.order-of-wings")]
    assert ruled(wings=wings).answer["events"][0] == {"do": "activate", "wing": "Foot"}
    last = [*whole("Foot"), *whole("Left"), activate("Horse")]
    assert stands(*last, wings=wings) == ("A", "King", "Horse")
    preempted = [{"do": "pass"}, activate("Left"), preempt("Horse")]
    assert stands(*preempted, wings=wings)[2] == "Horse", "4.2 is about activation in turn, not preemption"


# ---- SEQ.A


@pytest.mark.clause("MP SEQ.A", "MP SEQ.F")
def test_the_bypassed_wing_comes_back_at_b_when_the_preempting_wing_has_finished():
    stopped = ruled(activate("Horse"), preempt("Right"))
    assert (stopped.answer["wing"], stopped.answer["active"]) == ("Right", "Parliament")
    assert stopped.answer["bypassed"] == ("Horse",)
    back = [activate("Horse"), preempt("Right"), to("E"), FINISH]
    assert stands(*back) == ("B", "King", "Horse")
    assert refused(*back, preempt("Left")) == [("MP SEQ.A", "mp.not-now")]
    assert stands(*back, to("E"), FINISH) == ("2", "Parliament", None), "the opponent of the wing that ended"


@pytest.mark.clause("MP SEQ.A", "MP SEQ.E")
def test_the_bypassed_wing_waits_for_the_continuations_of_the_preempting_wing():
    happened = [activate("Horse"), preempt("Right"), to("E"), {"do": "continue", "success": True}]
    assert stands(*happened) == ("A", "Parliament", "Right")
    assert stands(*happened, to("E"), FINISH) == ("B", "King", "Horse")


@pytest.mark.clause("MP SEQ.A")
def test_who_may_preempt():
    assert refused(activate("Horse"), preempt("Foot")) == [("MP SEQ.A", "mp.preempt-own-player")]
    done = [*whole("Horse"), *whole("Left"), activate("Foot")]
    assert refused(*done, preempt("Left")) == [("MP SEQ.A", "mp.wing-finished")]
    assert refused(activate("Horse"), NEXT, preempt("Left")) == [("MP SEQ.A", "mp.not-now")]
    assert refused(*done, preempt("Horse")) == [
        ("MP SEQ.A", "mp.preempt-own-player"),
        ("MP SEQ.A", "mp.wing-finished"),
    ], "every violated demand is told"


@pytest.mark.clause("MP SEQ.A", "MP SEQ.E")
def test_a_bypassed_wing_cannot_preempt_the_wing_that_stopped_it():
    happened = [activate("Horse"), preempt("Right")]
    assert refused(*happened, preempt("Horse")) == [("MP SEQ.A", "mp.preempt-bypassed")]
    on = [*happened, to("E"), {"do": "continue", "success": True}]
    assert refused(*on, preempt("Horse")) == [("MP SEQ.A", "mp.preempt-bypassed")]
    assert stands(*on, preempt("Foot"))[2] == "Foot", "a continuation returns to A"


@pytest.mark.clause("MP SEQ.A")
def test_reading_preempting_wing():
    again = [activate("Horse"), preempt("Right"), preempt("Foot")]
    both = ruled(*again)
    assert both.answer["bypassed"] == ("Horse", "Right")
    assert [used.name for used in both.readings] == ["preempting-wing"]
    chosen = {"preempting-wing": "spared"}
    assert refused(*again, chosen=chosen) == [("MP SEQ.A", "mp.not-now")]
    assert stands(*again[:2], chosen=chosen) == ("B", "Parliament", "Right")
    on = [*again[:2], to("E"), {"do": "continue", "success": True}]
    assert stands(*on, chosen=chosen)[0] == "A"


@pytest.mark.clause("MP SEQ.A", "MP SEQ.F")
def test_wings_bypassed_one_over_the_other_come_back_last_first():
    happened = [activate("Horse"), preempt("Right"), preempt("Foot"), to("E"), FINISH]
    assert stands(*happened) == ("B", "Parliament", "Right")
    assert stands(*happened, to("E"), FINISH) == ("B", "King", "Horse")
    assert stands(*happened, to("E"), FINISH, to("E"), FINISH) == ("2", "Parliament", None)


@pytest.mark.clause("MP SEQ.A")
def test_reading_preemption_attempts():
    tries = [activate("Horse"), preempt("Left", False), preempt("Right", False)]
    assert refused(*tries) == [("MP SEQ.A", "mp.preempt-once")]
    used = {used.name: used.others[0].verdict for used in ruled(*tries).readings}
    assert used["preemption-attempts"] == "legal"
    chosen = {"preemption-attempts": "one-a-wing"}
    assert stands(*tries, chosen=chosen)[0] == "A"
    assert refused(*tries, preempt("Left"), chosen=chosen) == [("MP SEQ.A", "mp.preempt-tried")]
    assert stands(*tries[:2], NEXT) == ("B", "King", "Horse"), "a failed attempt changes nothing"


# ---- SEQ.B, SEQ.C, SEQ.D


@pytest.mark.clause("MP SEQ.B")
def test_orders_are_tried_for_in_b_once():
    happened = [activate("Horse"), NEXT, {"do": "change-orders", "orders": "Make Ready", "success": False}]
    assert stands(*happened)[0] == "B"
    again = {"do": "change-orders", "orders": "Receive Charge"}
    assert refused(*happened, again) == [("MP SEQ.B", "mp.orders-once")]
    assert refused(activate("Horse"), again) == [("MP SEQ.B", "mp.not-now")]
    same = {"do": "change-orders", "orders": "Charge"}
    assert refused(activate("Horse"), NEXT, same) == [("MP SEQ.B", "mp.orders-same")]


@pytest.mark.clause("MP SEQ.B", "MP SEQ.C")
def test_the_new_orders_limit_the_actions():
    limits = {"Charge": ["move", "move-and-pistol"], "Make Ready": ["rally"]}
    horse = [activate("Horse"), to("B")]
    assert refused(*horse, to("C"), act("Rupert", "rally"), order_limits=limits) == [
        ("MP SEQ.C", "mp.orders-forbid")
    ]
    changed = [*horse, {"do": "change-orders", "orders": "Make Ready"}, NEXT]
    assert stands(*changed, act("Rupert", "rally"), order_limits=limits)[0] == "C"
    listed = ruled(*changed, order_limits=limits).answer["events"]
    assert listed[0] == {"do": "act", "unit": ("Rupert", "Maurice"), "action": "rally"}


@pytest.mark.clause("MP SEQ.C")
def test_each_unit_takes_one_action_and_only_one():
    c = [activate("Horse"), to("C")]
    assert refused(*c, act("Rupert"), act("Rupert", "pistol")) == [("MP SEQ.C", "mp.acted")]
    assert stands(*c, act("Rupert"), act("Maurice", "rally"))[0] == "C"
    again = [*c, act("Rupert"), to("E"), {"do": "continue", "success": True}, to("C"), act("Rupert")]
    assert stands(*again)[0] == "C", "a continuation is another activation"


@pytest.mark.clause("MP SEQ.C")
def test_only_units_of_the_active_wing_act_and_only_in_c():
    assert refused(activate("Horse"), to("C"), act("Astley")) == [("MP SEQ.C", "mp.not-of-this-wing")]
    assert refused(activate("Horse"), to("B"), act("Rupert")) == [("MP SEQ.C", "mp.not-now")]
    assert refused(activate("Horse"), to("D"), act("Rupert")) == [("MP SEQ.C", "mp.not-now")]
    gone = {"do": "morale", "unit": "Rupert", "becomes": "eliminated"}
    assert refused(activate("Horse"), to("C"), gone, act("Rupert")) == [("MP SEQ.C", "mp.eliminated")]


@pytest.mark.clause("MP SEQ.C")
@pytest.mark.parametrize(
    ("action", "open_to"),
    [
        ("move", {"Rupert", "Astley", "Guns", "Okey"}),
        ("pistol", {"Rupert"}),
        ("move-and-pistol", {"Rupert"}),
        ("infantry-fire", {"Astley", "Okey"}),
        ("salvo", {"Astley"}),
        ("rally", {"Rupert", "Astley", "Guns", "Okey"}),
        ("reform", {"Rupert", "Astley", "Guns", "Okey"}),
    ],
)
def test_which_kind_may_take_which_action(action, open_to):
    for wing, unit in (("Horse", "Rupert"), ("Foot", "Astley"), ("Foot", "Guns"), ("Left", "Okey")):
        happened = [activate(wing), to("C"), act(unit, action)]
        first = "Parliament" if wing == "Left" else "King"
        if unit in open_to:
            assert stands(*happened, first=first)[0] == "C"
        else:
            assert refused(*happened, first=first) == [("MP SEQ.C", "mp.wrong-kind")]


@pytest.mark.clause("MP SEQ.C", "MP SEQ.4", "MP FIRE.3")
def test_salvo_and_pistol_fire_leave_markers_and_the_removal_takes_the_salvo_markers():
    happened = [
        *(activate("Foot"), to("C"), act("Astley", "salvo"), {"do": "artillery-fired", "unit": "Guns"}),
        *(to("E"), FINISH, activate("Right"), to("C"), act("Whalley", "pistol"), to("E"), FINISH),
    ]
    assert ruled(*happened).answer["markers"] == {
        "salvo": ("Astley",),
        "pistol": ("Whalley",),
        "fired_artillery": ("Guns",),
        "finished": ("Foot", "Right"),
    }
    ended = [*happened, {"do": "pass"}, {"do": "pass"}, *ROUT, {"do": "remove-markers"}]
    assert ruled(*ended).answer["markers"] == {
        "salvo": (),
        "pistol": ("Whalley",),
        "fired_artillery": (),
        "finished": (),
    }


@pytest.mark.clause("MP SEQ.D")
def test_close_combat_is_for_units_of_the_active_wing_against_enemies():
    d = [activate("Horse"), to("D")]
    attack = {"do": "close-combat", "attacker": "Rupert", "defender": "Whalley"}
    assert stands(*d, attack, attack)[0] == "D", "momentum is the table's: a second attack is not refused"
    assert refused(*d, attack | {"defender": "Astley"}) == [("MP SEQ.D", "mp.own-side")]
    assert refused(*d, attack | {"attacker": "Astley"}) == [("MP SEQ.D", "mp.not-of-this-wing")]
    assert refused(activate("Horse"), to("C"), attack) == [("MP SEQ.D", "mp.not-now")]


# ---- SEQ.E, SEQ.F


@pytest.mark.clause("MP SEQ.E", "MP SEQ.F")
def test_three_activations_in_a_row_and_never_a_fourth():
    go_on = {"do": "continue", "success": True}
    third = [activate("Horse"), to("E"), go_on, to("E"), go_on, to("E")]
    ruling = ruled(*third)
    assert (ruling.answer["letter"], ruling.answer["row"]) == ("F", 3)
    assert ruling.answer["events"] == ({"do": "finish"},)
    assert refused(*third, go_on) == [("MP SEQ.E", "mp.never-a-fourth")]
    assert stands(*third, FINISH) == ("2", "Parliament", None)


@pytest.mark.clause("MP SEQ.E", "MP SEQ.F")
def test_a_continuation_returns_to_a_and_a_failure_ends_the_activation():
    e = [activate("Horse"), to("E")]
    assert stands(*e, {"do": "continue", "success": True}) == ("A", "King", "Horse")
    failed = ruled(*e, {"do": "continue", "success": False})
    assert (failed.answer["letter"], failed.answer["active"]) == ("2", "Parliament")
    assert failed.answer["markers"]["finished"] == ("Horse",)
    assert refused(activate("Horse"), to("D"), FINISH) == [("MP SEQ.F", "mp.not-now")]


@pytest.mark.clause("MP SEQ.E", "MP SEQ.F")
def test_reading_bypassed_row():
    go_on = {"do": "continue", "success": True}
    happened = [activate("Horse"), to("E"), go_on, preempt("Right"), to("E"), FINISH]
    by_default = ruled(*happened)
    assert (by_default.answer["letter"], by_default.answer["row"]) == ("B", 2)
    other = {used.name: used.others for used in by_default.readings}["bypassed-row"][0]
    assert other.answer["row"] == 1
    third = [*happened, to("E"), go_on, to("E")]
    assert refused(*third, go_on) == [("MP SEQ.E", "mp.never-a-fourth")]
    assert stands(*third, go_on, chosen={"bypassed-row": "starts-anew"})[0] == "A"


@pytest.mark.clause("MP SEQ.F")
def test_when_every_commander_shows_f_the_rout_phase_follows():
    ruling = ruled(*ALL)
    assert (ruling.answer["letter"], ruling.answer["active"]) == ("3", None)
    assert "F.c" in str(ruling.steps[-1].says)
    assert "F.b" in " ".join(str(step.says) for step in ruling.steps)


# ---- SEQ.3, SEQ.4


@pytest.mark.clause("MP SEQ.3")
def test_every_broken_unit_makes_its_rout_move_once():
    assert refused(*ALL, NEXT) == [("MP SEQ.3", "mp.still-to-rout")]
    assert refused(*ALL, {"do": "rout-move", "unit": "Rupert"}) == [("MP SEQ.3", "mp.not-broken")]
    assert refused(*ALL, ROUT[0], ROUT[0]) == [("MP SEQ.3", "mp.routed-already")]
    assert stands(*ALL, *ROUT)[0] == "4"
    rallied = {"do": "morale", "unit": "Maurice", "becomes": "ok"}
    assert stands(*ALL[:1], rallied, *ALL[1:], NEXT)[0] == "4", "a rallied unit makes none"
    broken = {"do": "morale", "unit": "Skippon", "becomes": "broken"}
    assert refused(*ALL, *ROUT[:1], broken, NEXT) == [("MP SEQ.3", "mp.still-to-rout")]


@pytest.mark.clause("MP SEQ.4")
def test_the_marker_removal_phase_in_its_order():
    check = {"do": "check-withdrawal", "ends": False}
    remove = {"do": "remove-markers"}
    replace = {"do": "replace-leader", "leader": "Ireton", "result": "a replacement"}
    four = [ALL[0], {"do": "leader-lost", "leader": "Ireton"}, *ALL[1:], *ROUT]
    assert refused(*four, check, last_turn=2) == [
        ("MP SEQ.4", "mp.markers-first"),
        ("MP SEQ.4", "mp.leaders-first"),
    ]
    assert refused(*four, remove, check, last_turn=2) == [("MP SEQ.4", "mp.leaders-first")]
    assert refused(*four, remove, replace, {"do": "next-turn"}, last_turn=2) == [
        ("MP SEQ.4", "mp.withdrawal-first")
    ]
    assert refused(*four, remove, replace, replace) == [("MP SEQ.4", "mp.leader-replaced")]
    assert refused(*four, remove, replace | {"leader": "Rupert"}) == [("MP SEQ.4", "mp.leader-not-lost")]
    new = ruled(*four, remove, replace, check, {"do": "next-turn"}, last_turn=2)
    assert (new.answer["turn"], new.answer["letter"], new.answer["over"]) == (2, "1", False)
    assert new.answer["markers"]["finished"] == (), "every wing may be activated again"


@pytest.mark.clause("MP SEQ.4")
def test_the_scenario_ends_by_withdrawal_or_after_the_last_turn():
    four = [*ALL, *ROUT, {"do": "remove-markers"}]
    ends = {"do": "check-withdrawal", "ends": True}
    assert ruled(*four, ends, last_turn=5).answer["over"]
    last = ruled(*four, ends | {"ends": False})
    assert last.answer["over"]
    assert last.answer["events"] == ()
    assert (
        ruled(*four, ends | {"ends": False}, {"do": "next-turn"}).violations[0].says.id == "mp.scenario-over"
    )


@pytest.mark.clause("MP SEQ.4")
def test_artillery_fires_once_until_it_is_turned_up():
    fired = {"do": "artillery-fired", "unit": "Guns"}
    assert refused(activate("Horse"), fired, fired) == [("MP SEQ.4", "mp.fired-already")]
    assert refused(fired | {"unit": "Rupert"}) == [("MP SEQ.4", "mp.not-artillery")]
    assert refused(*ALL, fired) == [("MP SEQ.3", "mp.not-in-this-step")]


@pytest.mark.clause("MP SEQ.A")
def test_going_on_to_a_later_step_and_never_back():
    assert stands(activate("Horse"), to("D"))[0] == "D"
    assert refused(activate("Horse"), to("D"), to("C")) == [("MP SEQ.D", "mp.not-forward")]
    assert refused(activate("Horse"), to("4")) == [("MP SEQ.A", "mp.not-forward")]
    assert refused(NEXT) == [("MP SEQ.2", "mp.not-in-this-step")]


# ---- input


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"wings": msgspec.to_builtins(WINGS[:2])}, "wings"),
        ({"wings": []}, "wings"),
        ({"wings": msgspec.to_builtins((*WINGS, WINGS[0]))}, "wings[4].name"),
        ({"wings": msgspec.to_builtins((*WINGS, Wing("X", "King", "Rally", (Unit("Rupert", "cavalry"),))))},
         "wings[4].units[0].name"),
        ({"wings": [msgspec.to_builtins(wing) | {"finished": True} for wing in WINGS]}, "wings"),
        ({"last_turn": 1, "turn": 2}, "last_turn"),
        ({"last_turn": 0}, "last_turn"),
        ({"first": "Kings"}, "first"),
        ({"events": [{"do": "activate", "wing": "Hors"}]}, "events[0].wing"),
        ({"events": [NEXT, act("Ruppert")]}, "events[1].unit"),
        ({"events": [{"do": "close-combat", "attacker": "Rupert", "defender": "x"}]}, "events[0].defender"),
        ({"events": [{"do": "initiative", "side": "x"}]}, "events[0].side"),
        ({"events": [act("Rupert", "charge")]}, "events[0].action"),
        ({"events": [{"do": "dance"}]}, "events[0].do"),
        ({"order_limits": {"Charge": ["run"]}}, "order_limits[...][0]"),
    ],
)  # fmt: skip
def test_wrong_input_names_its_field(change, field):
    case = {"wings": msgspec.to_builtins(WINGS), "events": []} | change
    with pytest.raises(BadInput) as caught:
        convert(case, Turn)
    assert caught.value.field == field
    assert str(caught.value)


# ---- stepping, and walks over whatever may happen

CHOICES = st.fixed_dictionaries(
    {name: st.sampled_from(list(readings()[name].options)) for name in OWN_READINGS}
)
NAMES = st.sampled_from(["Horse", "Foot", "Left", "Right", "Rupert", "Guns", "Skippon", "King", "nobody"])
ANY_EVENT = st.one_of(
    st.builds(events.Initiative, NAMES),
    st.builds(events.Activate, NAMES),
    st.builds(events.Pass, st.none() | NAMES),
    st.builds(events.Preempt, NAMES, st.booleans()),
    st.builds(events.ChangeOrders, st.sampled_from(["Charge", "Rally"]), st.booleans()),
    st.builds(events.Act, NAMES, st.sampled_from(["move", "salvo", "pistol", "infantry-fire"])),
    st.builds(events.CloseCombat, NAMES, NAMES),
    st.builds(events.Continue, st.booleans()),
    st.builds(events.Finish),
    st.builds(events.NextStep, st.sampled_from([None, "B", "C", "D", "E", "4"])),
    st.builds(events.RoutMove, NAMES),
    st.builds(events.RemoveMarkers),
    st.builds(events.ReplaceLeader, NAMES),
    st.builds(events.CheckWithdrawal, st.booleans()),
    st.builds(events.NextTurn),
    st.builds(events.MoraleReport, NAMES, st.sampled_from(["ok", "shaken", "broken", "eliminated"])),
    st.builds(events.LeaderLost, NAMES),
    st.builds(events.ArtilleryFired, NAMES),
)
REPORTS = (events.MoraleReport, events.LeaderLost, events.ArtilleryFired)
MOST_EVENTS = 1000


def stepped(chosen=None, last_turn=2):
    return Stepped(PROCEDURE, start(Turn(WINGS, last_turn=last_turn)), readings=chosen)


def unlisted_but_open(event, state):
    """What may happen though it is not listed: it cannot be, or is another form of what is."""
    match event:
        case events.NextStep():
            return state.step in "ABCD" or not state.still_to_rout()
        case events.Pass(side=side):
            return side is not None
        case events.ChangeOrders() | events.CloseCombat():
            return True  # orders that nobody has yet; a second attack by momentum
    return isinstance(event, REPORTS)


@settings(max_examples=60)
@given(st.data(), CHOICES)
def test_a_walk_over_what_may_happen_ends_and_keeps_the_order(data, chosen):
    walk = stepped(chosen)
    acted: Counter = Counter()
    activations: list[str] = []
    turned = 0
    for _ in range(MOST_EVENTS):
        state, coming = walk.state, walk.expected
        assert coming.clause_id == f"MP SEQ.{state.step}"
        assert str(coming.says)
        if coming.over:
            break
        assert coming.events
        assert len(set(coming.events)) == len(coming.events)
        for event in coming.events:
            assert not walk.verify(event)
            PROCEDURE.carry_out(state, event, RulingContext(chosen=chosen))
        stray = data.draw(ANY_EVENT)
        found = walk.verify(stray)
        assert bool(found) != (stray in coming.events or unlisted_but_open_now(walk, stray, found))
        assert all(violation.clause and str(violation.says) for violation in found)
        # a bias towards going on, or the walk would be mostly actions
        event = data.draw(st.sampled_from([*coming.events, coming.events[-1]]))
        before = state
        walk.do(event)
        after = walk.state
        assert {w.name: [u.name for u in w.units] for w in after.wings} == {
            w.name: [u.name for u in w.units] for w in WINGS
        }, "nothing is created or lost"
        assert after.row <= 3
        if isinstance(event, events.Act):
            acted[event.unit] += 1
            assert acted[event.unit] == 1, "one action in an activation"
            assert before.wing_named(before.wing).name == before.unit_named(event.unit)[0].name
        if (after.wing, after.row, after.bypassed, after.turn) != (
            before.wing, before.row, before.bypassed, before.turn
        ):  # fmt: skip
            acted.clear()
        if before.step != "2" and after.step == "2" and before.step != "1":
            assert after.active == after.other(before.wing_named(before.wing).side), "the players alternate"
        if isinstance(event, events.Activate):
            activations.append(event.wing)
        if after.turn != before.turn:
            turned += 1
            assert max(Counter(activations).values(), default=0) <= 1, "a wing is activated once a turn"
            activations.clear()
    else:
        pytest.fail("the walk does not end")
    assert walk.state.over
    assert turned <= 1


def unlisted_but_open_now(walk, event, found):
    return not found and unlisted_but_open(event, walk.state)


@settings(max_examples=150)
@given(st.lists(ANY_EVENT, max_size=40), CHOICES)
def test_no_event_however_foolish_makes_it_crash(foolish, chosen):
    walk = stepped(chosen)
    for event in foolish:
        before = walk.state
        if found := walk.verify(event):
            assert all(violation.clause_id.startswith("MP SEQ.") for violation in found)
            with pytest.raises(Refused):
                walk.do(event)
            assert walk.state is before
        else:
            walk.do(event)
        assert expected(walk.state).says
        assert set(walk.state.acted) <= {unit.name for _, unit in walk.state.all_units()}


def test_stepping_can_be_undone():
    walk = stepped()
    walk.do(events.Initiative("King"))
    walk.do(events.Activate("Horse"))
    walk.undo()
    assert walk.state.step == "2"
    with pytest.raises(Refused, match="alternate"):
        walk.do(events.Activate("Left"))


def test_every_event_has_its_steps():
    assert all(set(steps) <= set(STEPS) for steps in STEP_OF.values())
    assert set(STEP_OF) == set(events.Happening.__args__)


@pytest.mark.parametrize("becomes", ["ok", "shaken", "eliminated"])
def test_an_eliminated_unit_does_not_come_back(becomes):
    step = Stepped(PROCEDURE, start(convert({"wings": msgspec.to_builtins(WINGS)}, Turn)))
    step.do(events.Initiative("King"))
    step.do(events.MoraleReport("Rupert", "eliminated"))
    with pytest.raises(Refused) as refused:
        step.do(events.MoraleReport("Rupert", becomes))
    assert [violation.says.id for violation in refused.value.violations] == ["mp.eliminated"]
