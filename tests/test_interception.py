"""Interception, avoiding battle and withdrawal into a fortress (NY 14.3, 14.6, 14.7, 17.3)."""

from fractions import Fraction

import pytest
from campaign_table import at, besieged, leader, marching, where
from every_row import every_row
from war_table import KIT, choose, cited, clauses_against, options, permits

from ninevears_kernel.core.errors import DiceMissing
from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import INSIDE, INTERCEPTED, USED, corps_number
from ninevears_kernel.nine_years.components.position import Corps, Line, Siege
from ninevears_kernel.nine_years.rules.campaign.interception import die_needed
from ninevears_kernel.umpire.cases.cases import rule_case


def state(engine, name) -> int:
    return engine.board.state[KIT.leader_number[name]]


def decision(engine) -> str:
    return engine.board.agenda[-1][0] if engine.options else ""


def into_tournai(*, more, others, dice=(), corps=4, readings=None, **fields):
    """An Alliance force of William III steps from Mons into the French fortress of Tournai."""
    engine = marching("Mons", ("William III",), corps, more=more, others=others, dice=dice, readings=readings,
                   **fields)  # fmt: skip
    return choose(engine, "to Tournai")


LILLE = [Corps("France", "Lille")] * 5


# ---- who may intercept


@pytest.mark.clause("NY 14.6.1")
def test_a_leader_with_corps_next_to_a_friendly_space_may_intercept():
    engine = into_tournai(more=[leader("Boufflers", "Lille")], others=LILLE)
    assert engine.side == "Bourbon"
    assert options(engine) == [*(f"intercept Boufflers, {number}" for number in range(1, 5)), "pass"]
    assert clauses_against(engine, "intercept Boufflers, 5") == ["NY 14.6.1"]
    assert clauses_against(engine, "intercept Boufflers, 0") == ["NY 14.6.1"]
    assert clauses_against(engine, "intercept Boufflers, 6") == ["NY 14.6.1"]
    assert "NY 14.6.1" in clauses_against(engine, "intercept William III, 1")
    choose(engine, "pass")
    assert decision(engine) == "march"


@pytest.mark.clause("NY 14.6.1")
def test_a_leader_in_london_intercepts_as_one_anywhere():
    taken = {"set": "control", "space": "York", "side": "Alliance"}
    london = {"more": [leader("Boufflers", "London")], "others": [Corps("France", "London")] * 5}
    engine = choose(marching("York", ("William III",), 4, taken, **london), "to Chester")
    assert options(engine) == [*(f"intercept Boufflers, {number}" for number in range(1, 5)), "pass"]
    assert clauses_against(engine, "intercept Boufflers, 5") == ["NY 14.6.1"]
    assert die_needed(engine, KIT.leader_number["Boufflers"], NUMBER["Chester"]) == 5


@pytest.mark.clause("NY 14.6.1")
@pytest.mark.parametrize(
    ("who", "others"),
    [
        (leader("Boufflers", "Lille", demoralised=True), LILLE),
        (leader("Boufflers", "Lille", intercepted=True), LILLE),
        (leader("Boufflers", "Lille"), ()),
        (leader("Boufflers", "Dunkirk"), [Corps("France", "Dunkirk")]),
    ],
    ids=["demoralised", "has tried", "no corps", "not adjacent"],
)
def test_who_may_not_intercept(who, others):
    engine = into_tournai(more=[who], others=others)
    assert decision(engine) == "march"


@pytest.mark.clause("NY 14.6.1")
def test_a_besieged_leader_does_not_intercept():
    besieged_lille = [Corps("France", "Lille", inside=True), Corps("Spain", "Lille")]
    engine = into_tournai(more=[leader("Boufflers", "Lille", inside=True)], others=besieged_lille,
                       sieges=(Siege("Lille", "Alliance"),))  # fmt: skip
    assert decision(engine) == "march"


@pytest.mark.clause("NY 14.6.1")
def test_not_into_an_enemy_space_without_friendly_corps():
    """William comes into his own Brussels; the French at Mons may not intercept him there."""
    siege = Siege("Mons", "Bourbon")
    engine = marching("Antwerp", ("William III",), 4, more=[leader("Boufflers", "Mons")],
                   others=[Corps("France", "Mons")], sieges=(siege,))  # fmt: skip
    choose(engine, "to Brussels")
    assert decision(engine) == "march"


@pytest.mark.clause("NY 14.6.1")
def test_into_an_enemy_space_that_friendly_corps_besiege():
    """The same, but French corps besiege Brussels: their friends come to help them."""
    sieges = (Siege("Mons", "Bourbon"), Siege("Brussels", "Bourbon"))
    engine = marching("Antwerp", ("William III",), 4, more=[leader("Boufflers", "Mons")], sieges=sieges,
                   others=[Corps("France", "Mons"), Corps("France", "Brussels")])  # fmt: skip
    choose(engine, "to Brussels")
    assert options(engine) == ["intercept Boufflers, 1", "pass"]
    assert "intercept.to-own-corps" in permits(engine, "intercept Boufflers, 1")


@pytest.mark.clause("NY 14.6.1")
@every_row("beside", ["Bourbon", "Alliance"])
def test_that_the_space_is_their_own_lets_them_intercept_whoever_holds_others(beside):
    others = [space.name for space in SPACES if space.name not in ("Tournai", "Lille", "Mons")]
    held = [{"set": "control", "space": name, "side": beside} for name in others]
    engine = marching("Mons", ("William III",), 4, *held, more=[leader("Boufflers", "Lille")], others=LILLE)
    choose(engine, "to Tournai")
    assert "intercept.into-own-space" in permits(engine, "intercept Boufflers, 1")


@pytest.mark.clause("NY 14.6.1")
@pytest.mark.clause("NY 4.3")
def test_not_into_a_space_that_other_corps_of_the_moving_side_hold():
    engine = into_tournai(more=[leader("Boufflers", "Lille")], others=[*LILLE, Corps("Spain", "Tournai")],
                       sieges=(Siege("Tournai", "Alliance"),))  # fmt: skip
    assert decision(engine) == "march"
    assert at(engine, "Tournai") == 5


@pytest.mark.clause("NY 14.6.1")
def test_with_more_corps_another_leader_comes_along():
    more = [leader("Boufflers", "Lille"), leader("Humieres", "Lille")]
    engine = into_tournai(more=more, others=[Corps("France", "Lille")] * 9, dice=[6, 1, 1, 6])
    assert clauses_against(engine, "intercept Boufflers, 8") == []
    assert clauses_against(engine, "intercept Boufflers, 9") == ["NY 14.6.1"]
    choose(engine, "intercept Boufflers, 5")
    assert state(engine, "Humieres") & INTERCEPTED
    assert state(engine, "Boufflers") & INTERCEPTED


@pytest.mark.clause("NY 14.6.1")
def test_of_others_the_best_command_comes_along_first():
    """Luxembourg has 6, Humieres 4; with two leaders the better one is offered first."""
    more = [leader(name, "Lille") for name in ("Boufflers", "Humieres", "Luxembourg")]
    engine = into_tournai(more=more, others=[Corps("France", "Lille")] * 9, dice=[6, 1, 1, 6])
    choose(engine, "intercept Boufflers, 5")
    assert not state(engine, "Humieres") & INTERCEPTED
    assert state(engine, "Luxembourg") & INTERCEPTED
    two = into_tournai(more=more[1:], others=LILLE)
    assert options(two)[0] == "intercept Luxembourg, 1"


# ---- the roll


@pytest.mark.clause("NY 14.6.2")
@pytest.mark.parametrize(("name", "die", "succeeds"), [("Boufflers", 4, False), ("Boufflers", 5, True)])
def test_six_with_the_battle_rating(name, die, succeeds):
    """Boufflers has battle rating 1. Both sides then roll 1 and hit for 5 per cent: nothing."""
    engine = into_tournai(
        more=[leader(name, "Lille")], others=LILLE, dice=[die, *([1, 1] if succeeds else [])]
    )
    choose(engine, f"intercept {name}, 3")
    assert state(engine, name) & INTERCEPTED
    assert not state(engine, name) & USED
    if succeeds:  # a battle followed at once: a tie, the defender wins
        assert (at(engine, "Tournai", "Bourbon"), at(engine, "Lille", "Bourbon")) == (3, 2)
        assert where(engine, name) == "Tournai"
        assert {"NY 16.1", "NY 16.2.1"} <= cited(engine)
        assert at(engine, "Mons") == 4
    else:
        assert decision(engine) == "march"
        assert at(engine, "Lille", "Bourbon") == 5


@pytest.mark.clause("NY 14.6.2")
def test_a_line_helps_and_a_red_link_hinders():
    """Over a red link a battle rating of 0 needs a 7, which is not rolled; with a line it needs a 6."""
    others = [Corps("Spain", "Milan")] * 2
    edits = [{"set": "control", "space": "Innsbruck", "side": "Bourbon"}]
    for name, lines, legal in (("Gastanaga", (), False), ("Gastanaga", (Line("Trent", 1),), True)):
        engine = marching("Innsbruck", ("Luxembourg",), 4, *edits, side="Bourbon",
                          more=[leader(name, "Milan")],
                       others=others, lines=lines, dice=[6])  # fmt: skip
        choose(engine, "to Trent")
        assert (decision(engine) == "intercept") is legal
    engine = marching("Innsbruck", ("Luxembourg",), 4, *edits, side="Bourbon",
                          more=[leader("Eugene", "Milan")],
                   others=others, dice=[4])  # fmt: skip
    choose(engine, "to Trent", "intercept Eugene, 1")  # 4 + 2 - 1 is less than 6
    assert at(engine, "Milan") == 2


@pytest.mark.clause("NY 14.6.1")
def test_leaders_try_one_after_another_until_one_succeeds():
    more = [leader("Boufflers", "Lille"), leader("Luxembourg", "Valenciennes")]
    others = [*LILLE, Corps("France", "Valenciennes")]
    engine = into_tournai(more=more, others=others, dice=[1, 3, 1, 1])
    choose(engine, "intercept Boufflers, 2")
    assert options(engine) == ["intercept Luxembourg, 1", "pass"]
    assert clauses_against(engine, "intercept Boufflers, 2") == ["NY 14.6.1"]
    choose(engine, "intercept Luxembourg, 1")
    assert where(engine, "Luxembourg") in {"Tournai", "Lille", "Valenciennes"}
    assert decision(engine) != "intercept"


@pytest.mark.clause("NY 14.6.1")
def test_full_corps_come_first():
    others = [Corps("France", "Lille", reduced=True)] * 2 + [Corps("France", "Lille")] * 2
    engine = into_tournai(more=[leader("Boufflers", "Lille")], others=others, dice=[6, 1, 1])
    choose(engine, "intercept Boufflers, 2")
    assert engine.board.stacks["Bourbon"][NUMBER["Tournai"]] == (corps_number("France"),) * 2


@pytest.mark.clause("NY 14.7.1")
def test_interceptors_may_not_avoid_battle():
    engine = into_tournai(more=[leader("Boufflers", "Lille")], others=[*LILLE, Corps("France", "Tournai")],
                       dice=[6, 1, 1])  # fmt: skip
    choose(engine, "intercept Boufflers, 2")
    assert "NY 14.7.2" not in cited(engine)
    assert decision(engine) == ""  # the battle was fought without a question


# ---- avoiding battle


def upon_tournai(*, name="Catinat", dice=(), leaders=("William III",), state=None, **fields):
    """A French army of three stands at Tournai, and an Alliance force of eight enters upon it from Mons."""
    more = fields.pop("more", [leader(name, "Tournai")] if name else [])
    others = fields.pop("others", [Corps("France", "Tournai", **(state or {}))] * 3)
    engine = marching("Mons", leaders, 8, more=more, others=others, dice=dice, **fields)
    return choose(engine, "to Tournai")


@pytest.mark.clause("NY 14.7.1")
@pytest.mark.clause("NY 14.3")
def test_a_force_may_avoid_battle():
    engine = upon_tournai()
    assert options(engine) == ["avoid Lille", "avoid Valenciennes", "withdraw 1", "withdraw 2", "stand"]
    assert clauses_against(engine, "avoid Mons") == ["NY 14.7.1"] * 2  # the enemy's, and where he came from
    assert clauses_against(engine, "avoid Ghent") == ["NY 14.7.1"]
    assert clauses_against(engine, "avoid Paris") == ["NY 14.7.1"]


@pytest.mark.clause("NY 14.7.1")
@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ({"name": None}, 1),
        ({"more": [leader("Catinat", "Tournai", demoralised=True)]}, 1),
        ({"state": {"demoralised": True}}, 1),
        ({"others": [Corps("France", "Tournai", demoralised=True), *[Corps("France", "Tournai")] * 2]}, 1),
    ],
    ids=["no leader", "demoralised leader", "demoralised corps", "one demoralised corps of three"],
)
def test_who_may_not_avoid_battle(fields, count):
    engine = upon_tournai(**fields)
    assert clauses_against(engine, "avoid Lille") == ["NY 14.7.1"] * count
    assert not [text for text in options(engine) if text.startswith("avoid")]


@pytest.mark.clause("NY 14.7.1")
def test_not_to_a_space_with_enemy_troops():
    engine = upon_tournai(others=[*[Corps("France", "Tournai")] * 3, Corps("Spain", "Lille")],
                       sieges=(Siege("Lille", "Alliance"),))  # fmt: skip
    assert clauses_against(engine, "avoid Lille") == ["NY 14.7.1"]


@pytest.mark.clause("NY 14.7.2")
@pytest.mark.parametrize(("die", "gets_away"), [(3, True), (2, False)])
def test_four_with_both_battle_ratings(die, gets_away):
    """Catinat has 2 and William 1: a 3 is needed."""
    engine = upon_tournai(dice=[die, 1, 1, 1, 6, 6][: 1 if gets_away else None])
    choose(engine, "avoid Lille")
    assert "NY 14.7.2" in cited(engine)
    if gets_away:
        assert (at(engine, "Lille", "Bourbon"), where(engine, "Catinat")) == (3, "Lille")
        assert besieged(engine, "Tournai")
        assert not engine.options  # NY 14.3: the march is over
    else:
        assert "NY 16.1" in cited(engine)


@pytest.mark.clause("NY 14.7.2")
def test_a_hopeless_roll_is_not_made():
    """Humieres has 0, Luxembourg 3: a 7 would be needed."""
    engine = marching("Valenciennes", ("Luxembourg",), 8, side="Bourbon", more=[leader("Waldeck", "Mons")],
                   others=[Corps("Dutch Republic", "Mons")] * 3)  # fmt: skip
    choose(engine, "to Mons")
    assert clauses_against(engine, "avoid Brussels") == ["NY 14.7.2"]


@pytest.mark.clause("NY 14.7.2")
def test_a_roll_that_needs_a_six_may_be_made():
    """Schomberg has 1, Luxembourg 3."""
    engine = marching("Valenciennes", ("Luxembourg",), 8, side="Bourbon", more=[leader("Schomberg", "Mons")],
                   others=[Corps("Dutch Republic", "Mons")] * 3)  # fmt: skip
    choose(engine, "to Mons")
    assert "avoid Brussels" in options(engine)


# ---- withdrawal


@pytest.mark.clause("NY 17.3")
@pytest.mark.clause("NY 14.3")
def test_corps_withdraw_and_the_rest_is_asked_again():
    engine = choose(upon_tournai(dice=[6]), "withdraw 2")
    assert options(engine) == ["avoid Lille", "avoid Valenciennes", "stand"]
    assert "NY 14.3" in clauses_against(engine, "withdraw 1")
    choose(engine, "avoid Lille")
    assert len(engine.board.garrisons[NUMBER["Tournai"]]) == 2
    assert where(engine, "Catinat") == "Lille"
    assert besieged(engine, "Tournai")


@pytest.mark.clause("NY 17.3")
def test_who_is_inside_already_leaves_room_for_fewer():
    inside = Corps("France", "Tournai", inside=True)
    engine = upon_tournai(others=[*[Corps("France", "Tournai")] * 3, inside])
    assert options(engine) == ["avoid Lille", "avoid Valenciennes", "withdraw 1", "stand"]


@pytest.mark.clause("NY 17.3")
@pytest.mark.clause("NY 4.3")
def test_leaders_go_in_with_the_last_corps():
    engine = upon_tournai(others=[Corps("France", "Tournai"), Corps("France", "Tournai", reduced=True)])
    assert clauses_against(engine, "withdraw 3") == ["NY 17.3", "NY 17.3"]
    choose(engine, "withdraw 2")
    assert state(engine, "Catinat") & INSIDE
    assert besieged(engine, "Tournai")
    assert "NY 16.1" not in cited(engine)


@pytest.mark.clause("NY 14.3")
def test_full_corps_withdraw_first():
    reduced = [Corps("France", "Tournai", reduced=True)]
    engine = choose(upon_tournai(others=[*reduced, Corps("France", "Tournai")]), "withdraw 1")
    assert engine.board.garrisons[NUMBER["Tournai"]] == (corps_number("France"),)


@pytest.mark.clause("NY 17.3")
def test_besiegers_have_no_fortress_to_withdraw_into():
    mons = {"set": "control", "space": "Mons", "side": "Bourbon"}
    engine = marching("Antwerp", ("William III",), 8, mons, others=[Corps("France", "Brussels")] * 2,
                   more=[leader("Catinat", "Brussels")], sieges=(Siege("Brussels", "Bourbon"),))  # fmt: skip
    choose(engine, "to Brussels")
    assert options(engine) == ["avoid Mons", "stand"]
    assert clauses_against(engine, "withdraw 1") == ["NY 17.3"]


# ---- as the umpire is asked about it


def asked(engine_or_changes, dice=None, **given):
    """The ruling on an interception, in a position or after changes of the start."""
    where = engine_or_changes if isinstance(engine_or_changes, dict) else {"position": engine_or_changes}
    data = {"format": "ninevears-case/1", "system": "NY", "question": "interception", "given": where | given}
    return rule_case(data | ({} if dice is None else {"dice": dice}))


@pytest.mark.clause("NY 14.6.2")
@every_row("face", range(1, 7))
def test_the_umpire_rules_on_an_interception_as_the_war_does(face):
    engine = into_tournai(more=[leader("Boufflers", "Lille")], others=LILLE, dice=[face])
    waiting = engine.board.position()
    ruling = asked(waiting, [face], leader="Boufflers", space="Tournai", corps=3)
    assert ruling.verdict == "result"
    assert ruling.answer["success"] == (face >= ruling.answer["needed"])
    try:
        choose(engine, "intercept Boufflers, 3")
    except DiceMissing:  # he stands there, and the battle rolls
        assert ruling.answer["success"]
    else:
        assert where(engine, "Boufflers") == "Lille"
        assert not ruling.answer["success"]


@pytest.mark.clause("NY 14.6.1")
def test_the_odds_of_an_interception_and_what_forbids_it():
    position = into_tournai(more=[leader("Boufflers", "Lille")], others=LILLE).board.position()
    ruling = asked(position, leader="Boufflers", space="Tournai")
    assert (ruling.verdict, ruling.answer["corps"]) == ("legal", 4)
    chance = dict(ruling.odds["success"])[True]
    assert chance == Fraction(7 - ruling.answer["needed"], 6)
    too_many = asked(position, [6], leader="Boufflers", space="Tournai", corps=5)
    assert (too_many.verdict, too_many.violations[0].clause_id) == ("illegal", "NY 14.6.1")
    far = asked(position, leader="Boufflers", space="Ghent")
    assert far.verdict == "illegal"
    held = asked({"changes": [
        {"add": "leader", "name": "Boufflers", "space": "Lille"},
        {"add": "corps", "power": "France", "space": "Lille", "count": 3},
        {"add": "corps", "power": "Dutch Republic", "space": "Tournai", "count": 1},
    ]}, leader="Boufflers", space="Tournai")  # fmt: skip
    assert "NY 14.6.1" in [one.clause_id for one in held.violations]
