"""Leaders and captains: ratings, default leaders, service and damage."""

import msgspec
import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.questions import adjudicate
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.virgin_queen.leaders import QUESTIONS, CaptainCase, DefaultLeader, LeaderCase

LEADER, DEFAULT, CAPTAIN = QUESTIONS
ALL = {"battle": 1, "command": 8, "piracy": 2, "navigation": 3}


def leader(kind, occasion, name="X", power="Spain", ratings=ALL, **more):
    case = {"kind": kind, "name": name, "power": power, "occasion": occasion, "ratings": ratings, **more}
    return adjudicate(LEADER, msgspec.convert(case, LeaderCase))


def default(others=(), power="Empire", removed_by="untimely-death", turn=2):
    case = {"power": power, "leader": "Last", "removed_by": removed_by, "turn": turn, "others": list(others)}
    return adjudicate(DEFAULT, msgspec.convert(case, DefaultLeader))


def captain(name="Drake", power="England", owner="England", **more):
    case = {"name": name, "power": power, **({} if owner is None else {"owner": owner}), **more}
    return adjudicate(CAPTAIN, msgspec.convert(case, CaptainCase))


def gives(ruling):
    return ruling.answer["rating"], ruling.answer["gives"], ruling.answer["number"]


def broken(ruling):
    return [violation.clause_id for violation in ruling.violations]


@pytest.mark.clause("VQ 5.1.a")
@pytest.mark.parametrize(
    ("occasion", "what"),
    [
        ("interception", ("battle", "modifier", 1)),
        ("avoiding-battle", ("battle", "modifier", 1)),
        ("assault", ("battle", "dice", 1)),
        ("field-battle", ("battle", "dice", 1)),
        ("formation", ("command", "units", 8)),
    ],
)
def test_ratings_of_army_leaders(occasion, what):
    ruling = leader("army", occasion)
    assert (ruling.verdict, gives(ruling)) == ("yes", what)
    assert ruling.steps[-1].clause_id == "VQ 5.1.a"


@pytest.mark.clause("VQ 5.1.a", "VQ 5.3")
def test_no_rating_counts_where_a_leader_has_none_for_it():
    assert broken(leader("army", "naval-combat")) == ["VQ 5.1.a"]
    assert broken(leader("naval", "assault")) == ["VQ 5.3"]
    assert leader("naval", "formation").verdict == "no"


@pytest.mark.clause("VQ 5.3")
@pytest.mark.parametrize(
    ("occasion", "gives_what"),
    [("naval-combat", "dice"), ("interception", "modifier"), ("avoiding-combat", "modifier")],
)
def test_battle_ratings_of_naval_leaders(occasion, gives_what):
    assert gives(leader("naval", occasion)) == ("battle", gives_what, 1)


@pytest.mark.clause("VQ 5.3")
def test_dragut_and_uluch_ali_give_dice_where_the_ottomans_start_piracy():
    for name in ("Dragut", "Uluch Ali"):
        assert gives(leader("naval", "starting-piracy", name, "Ottoman")) == ("piracy", "dice", 2)
        assert broken(leader("naval", "starting-piracy", name, "Ottoman", in_zone=False)) == ["VQ 5.3"]
        assert broken(leader("naval", "starting-piracy", name, "Spain")) == ["VQ 5.3"]
    assert broken(leader("naval", "starting-piracy", "Doria")) == ["VQ 5.3"]


@pytest.mark.clause("VQ 5.4.a")
def test_ratings_of_captains_and_english_ones_in_europe():
    assert gives(leader("captain", "navigation-roll")) == ("navigation", "modifier", 3)
    assert gives(leader("captain", "starting-piracy")) == ("piracy", "dice", 2)
    assert broken(leader("captain", "naval-combat")) == ["VQ 5.4.a"]
    english = leader("captain", "naval-combat", "Drake", "England", in_europe=True)
    assert gives(english) == ("battle", "dice", 1)
    assert broken(leader("captain", "naval-combat", in_europe=True)) == ["VQ 5.4.a"]


# ---- default leaders


@pytest.mark.clause("VQ 5.1.b")
@pytest.mark.parametrize("cause", ["untimely-death", "assassination", "husband-murdered"])
def test_the_last_leader_is_turned_and_enters_next_turn(cause):
    ruling = default(removed_by=cause)
    assert ruling.verdict == "yes"
    assert dict(ruling.answer) == {"counter_turned": True, "enters": True, "turn": 3}
    assert default(removed_by="other").answer["counter_turned"] is False


@pytest.mark.clause("VQ 5.1.b")
def test_a_captive_is_in_play_and_one_who_comes_later_is_not():
    captive = default([{"name": "A", "power": "Empire", "state": "captured"}])
    assert (captive.verdict, captive.answer["counter_turned"]) == ("no", False)
    later = default([{"name": "A", "power": "Empire", "state": "arriving", "arrives": 4}])
    assert (later.verdict, later.answer["turn"]) == ("yes", 3)
    arriving = default([{"name": "A", "power": "Empire", "state": "arriving", "arrives": 3}])
    assert (arriving.verdict, arriving.answer["counter_turned"]) == ("no", True)
    assert arriving.answer["turn"] is None


@pytest.mark.clause("VQ 5.1.b")
def test_dutch_leaders_are_not_huguenot_ones():
    dutch = [{"name": "William", "power": "Dutch"}]
    assert default(dutch, power="Huguenot").verdict == "yes"
    assert default(dutch, power="Dutch").verdict == "no"


@pytest.mark.clause("VQ 5.1.b")
@given(
    st.lists(st.sampled_from(["in-play", "captured", 3, 4, 5]), max_size=4),
    st.sampled_from(["untimely-death", "assassination", "husband-murdered", "other"]),
)
def test_default_leaders_come_only_for_a_power_without_leaders(states, cause):
    others = [
        {"name": f"L{place}", "power": "Empire"}
        | ({"state": "arriving", "arrives": state} if isinstance(state, int) else {"state": state})
        for place, state in enumerate(states)
    ]
    ruling = default(others, removed_by=cause)
    alone = not {"in-play", "captured"} & set(states)
    assert ruling.answer["counter_turned"] == (alone and cause != "other")
    assert ruling.answer["enters"] == (alone and cause != "other" and 3 not in states)


# ---- captains


@pytest.mark.clause("VQ 5.4.a")
@pytest.mark.parametrize("name", ["De Sores", "le Clerc"])
def test_two_captains_serve_whoever_launches_first_until_they_return(name):
    assert captain(name, "France", None).answer["available_to"] == ("France", "Protestant")
    assert captain(name, "France", None).verdict == captain(name, "Protestant", None).verdict == "legal"
    assert captain(name, "Huguenot", None).verdict == "legal", "a part of the Protestants"
    taken = captain(name, "France", None, engaged_by="Protestant")
    assert (taken.verdict, taken.answer["available_to"]) == ("illegal", ("Protestant",))
    assert captain(name, "Spain", None).verdict == "illegal"


@pytest.mark.clause("VQ 5.4.a")
def test_captains_serve_their_own_power_and_english_ones_in_europe_too():
    assert captain().verdict == "legal"
    assert broken(captain(power="Spain")) == ["VQ 5.4.a"]
    assert captain(service="naval-leader").verdict == "legal"
    assert broken(captain("Aviles", "Spain", "Spain", service="naval-leader")) == ["VQ 5.4.a"]
    assert broken(captain("De Sores", "France", None, service="naval-leader")) == ["VQ 5.4.a"]
    assert broken(captain(engaged_by="England")) == ["VQ 5.4.a"], "he is out already"


@pytest.mark.clause("VQ 5.4.b")
@pytest.mark.parametrize("loss", ["navigation-roll", "starting-piracy"])
@pytest.mark.parametrize("side", ["full", "damaged"])
def test_a_loss_turns_a_captain_and_his_bonus_holds_on_both_sides(loss, side):
    ruling = captain(engaged_by="England", loss=loss, side=side)
    assert (ruling.verdict, ruling.answer["side"], ruling.answer["special_bonus"]) == (
        "result",
        "damaged",
        True,
    )
    assert captain(side=side).answer == {"available_to": ("England",), "side": side, "special_bonus": True}
    told = [step.says.id for step in ruling.steps]
    again = "vq.navigation-turn-track" if loss == "navigation-roll" else "vq.captain-damaged-again"
    assert ("vq.captain-turned" in told, again in told) == (side == "full", side == "damaged")


@pytest.mark.parametrize(
    ("ask", "field"),
    [
        (lambda: leader("army", "assault", power="Turkey"), "power"),
        (lambda: leader("army", "assault", ratings={}), "ratings.battle"),
        (lambda: default(power="Protestant"), "power"),
        (lambda: default([{"name": "Last", "power": "Empire"}]), "others[0].name"),
        (lambda: default([{"name": "A", "power": "Protestant"}]), "others[0].power"),
        (
            lambda: default([{"name": "A", "power": "Empire", "state": "arriving", "arrives": 2}]),
            "others[0].arrives",
        ),
        (lambda: captain(owner=None), "owner"),
        (lambda: captain(owner="Nobody"), "owner"),
        (lambda: captain("De Sores", "France", "France"), "owner"),
        (lambda: captain(power="Nobody"), "power"),
        (lambda: captain(engaged_by="Nobody"), "engaged_by"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(ask, field):
    with pytest.raises(BadInput) as error:
        ask()
    assert error.value.field == field


@pytest.mark.parametrize("other", [{"state": "arriving"}, {"arrives": 4}])
def test_only_one_who_arrives_has_a_turn(other):
    with pytest.raises(BadInput, match="a turn for a leader who is arriving"):
        default([{"name": "A", "power": "Empire", **other}])


# ---- what a loss at sea ends, and who is English


@pytest.mark.clause("VQ 5.4.b", "VQ 16.1.2.b")
def test_a_second_loss_in_a_navigation_roll_ends_the_voyage_as_the_roll_itself_tells():
    ruling = captain(engaged_by="England", loss="navigation-roll", side="damaged")
    lost = ruling.answer["captain"], ruling.answer["colony_lost"], ruling.answer["treasures_lost"]
    assert lost == ("turn-track", True, "all")
    assert "VQ 16.1.2.b" in [step.clause_id for step in ruling.steps]
    assert "enters next turn from the turn track" in str(ruling.says)
    given = {"dangerous": True, "damaged": True, "colony": True, "treasures": ["Silver"]}
    rolled = rule_case(
        {
            "format": "ninevears-case/1", "system": "VQ", "question": "navigation", "dice": [1, 1],
            "given": {**given, "table": [{"result": "damaged"}]},
        }
    ).answer  # fmt: skip
    assert (rolled["captain"], rolled["colony"], rolled["treasures"]["left"]) == ("turn-track", "lost", ())


@pytest.mark.clause("VQ 5.4.b", "VQ 16.1.2.b")
def test_a_first_loss_takes_one_of_two_treasures_and_of_piracy_no_more_is_told():
    first = captain(engaged_by="England", loss="navigation-roll").answer
    assert (first["captain"], first["colony_lost"], first["treasures_lost"]) == ("sails-on", False, "one")
    for side in ("full", "damaged"):
        piracy = captain(engaged_by="England", loss="starting-piracy", side=side).answer
        assert piracy["captain"] is piracy["colony_lost"] is piracy["treasures_lost"] is None
    assert "captain" not in captain().answer, "nobody asked"


@pytest.mark.clause("VQ 5.4.a")
@pytest.mark.parametrize("name", ["De Sores", "le Clerc"])
@pytest.mark.parametrize("power", ["England", "France", "Protestant", "Spain"])
def test_nobody_calls_a_captain_of_two_powers_english(name, power):
    ruling = captain(name, power, None, service="naval-leader")
    assert ruling.verdict == "illegal"
    assert "vq.captain-in-europe" not in [step.says.id for step in ruling.steps]
    asked = leader("captain", "naval-combat", name, power, in_europe=True)
    assert broken(asked) == ["VQ 5.4.a"]


@pytest.mark.clause("VQ 5.3", "VQ 5.4.a")
def test_reading_the_piracy_rating_of_an_english_captain_in_europe():
    case = {"kind": "captain", "name": "Drake", "power": "England", "occasion": "starting-piracy"}
    given = {**case, "ratings": ALL, "in_europe": True}
    asked = {"format": "ninevears-case/1", "system": "VQ", "question": "leader", "given": given}
    ruling = rule_case(asked)
    assert (ruling.verdict, broken(ruling)) == ("no", ["VQ 5.3"])
    (used,) = ruling.readings
    assert (used.name, used.others[0].verdict) == ("captain-piracy-in-europe", "yes")
    other = rule_case({**asked, "readings": {"captain-piracy-in-europe": "his-own"}})
    assert (other.verdict, gives(other)) == ("yes", ("piracy", "dice", 2))
    assert leader("naval", "starting-piracy", "Drake", "England").verdict == ruling.verdict


# ---- names however they are written


@pytest.mark.parametrize("name", ["de Sores", "DE SORES", "Le Clerc", "Leclerc", " le  clerc"])
def test_captains_of_two_powers_are_known_however_they_are_written(name):
    ruling = captain(name, "France", None)
    assert (ruling.verdict, ruling.answer["available_to"]) == ("legal", ("France", "Protestant"))


@pytest.mark.parametrize("name", ["Uluch ali", "uluch Ali", "Occhiali", "dragut"])
def test_pirates_are_known_however_they_are_written(name):
    assert gives(leader("naval", "starting-piracy", name, "Ottoman")) == ("piracy", "dice", 2)


def test_a_captain_without_a_power_is_told_who_alone_needs_none():
    with pytest.raises(BadInput, match="only De Sores and le Clerc need none"):
        captain("De Sors", "France", None)
