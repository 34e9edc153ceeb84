"""What resource points buy (NY 8.2, 12.3, 15.1, 15.2, 18.2), and every reason for which they do not."""

from itertools import product

import pytest
from every_row import every_row
from hypothesis import HealthCheck, given, settings, strategies as st
from random_boards import REDUCED_CORPS, board_war, boards, differences
from war_table import choose, cited, clauses_against, options, permits, position_with, table

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import POWERS, REDUCED, USED, corps_number
from ninevears_kernel.nine_years.components.position import BothSides, Hand, Line, Shifts
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.engine import violations
from ninevears_kernel.nine_years.engine.notation import FLEETS, parsed
from ninevears_kernel.nine_years.rules.reinforcement.resource_points import resource_points
from ninevears_kernel.nine_years.rules.reinforcement.spending import fleets_stay_in_winter, limit

READINGS = {
    "fleet-upkeep": ("raised-anew", "upkeep"),
    "jacobite-in-france": ("line-asked", "no-line"),
    "british-at-amsterdam": ("line-asked", "control-alone"),
    "empire-capital": ("each", "one"),
    "jacobite-capital": ("london", "york"),
    "besieged-garrison": ("cut", "limited"),
}
readings = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(both) for name, both in READINGS.items()}
)


def control(side, *names):
    return [{"set": "control", "space": name, "side": side} for name in names]


def corps(power, space, count=1, **state):
    return {"add": "corps", "power": power, "space": space, "count": count, **state}


def purse(side, points, *changes, readings=None, **fields):
    """A war in which a side spends so many points."""
    position = position_with(*changes, resource_left=BothSides(**{side: points}), **fields)
    return table(position, ("spend", side), readings=readings)


def with_verb(engine, verb):
    return [text for text in options(engine) if text.split()[0] == verb]


def raised_in(engine, power):
    """The spaces where a corps of a power may be raised reduced."""
    return [
        SPACES[action[2]].name
        for action in engine.options
        if action[0] == "raise" and action[1] == power and action[3] == "reduced"
    ]


# ---- options and objections say the same


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=20)
@given(boards(), st.sampled_from(SIDES), readings)
def test_the_options_are_the_actions_against_which_nothing_stands(board, side, chosen):
    domain = [
        *(("restore", one, space) for one in REDUCED_CORPS for space in range(len(SPACES))),
        *(("raise", *rest) for rest in product(POWERS, range(len(SPACES)), ("full", "reduced"))),
        *(("line", space) for space in range(len(SPACES))),
        *(("fleet", name, number) for name in FLEETS for number in (-1, 0, 1, 2, 3, 99)),
        ("support",),
        ("done",),
    ]
    assert differences(board_war(board, chosen), "spend", [side], domain) == []


# ---- points


@pytest.mark.clause("NY 12.3.1.a")
def test_points_are_counted_with_events_and_concessions_which_serve_once():
    position = position_with(
        resource_change=Shifts(Bourbon=2), bourbon_hand=Hand(actions=(3,), points_conceded=3), year=1691
    )
    engine = table(position, ("resources", "Bourbon"), ("spend", "Bourbon"))
    assert (
        engine.board.resource_left.Bourbon == 3 + 2 + 2 - 3
    )  # base, Tournai and London, the event, a concession
    assert engine.board.resource_change == Shifts()
    assert engine.board.bourbon_hand == Hand(actions=(3,))


@pytest.mark.clause("NY 12.3.1.a")
@pytest.mark.clause("NY 6.4.1")
def test_more_points_conceded_than_there_are_leave_none():
    position = position_with(bourbon_hand=Hand(actions=(3,), points_conceded=99), year=1691)
    engine = table(position, ("resources", "Bourbon"), ("spend", "Bourbon"))
    assert engine.board.resource_left.Bourbon == 0


@pytest.mark.clause("NY 12.3.1.a")
def test_unspent_points_are_lost():
    engine = choose(purse("Bourbon", 3), "support", "done")
    assert engine.board.resource_left.Bourbon == 0
    assert "2 resource points that the Bourbon side did not spend are lost." in [
        str(s.says) for s in engine.context.steps
    ]


@pytest.mark.clause("NY 12.3.1.a")
def test_who_has_no_points_left_is_not_asked():
    engine = purse("Bourbon", 0)
    assert engine.options == []
    assert engine.board.agenda == []


@pytest.mark.clause("NY 12.3.1.a")
def test_who_cannot_pay_is_told_what_he_has_and_what_would_do():
    engine = purse("Alliance", 1)
    [violation] = _violations(engine, "raise Spain, Madrid, full")
    assert str(violation.says) == "It costs 2, and the Alliance side has 1 resource point left."
    assert str(violation.remedy) == "raise it reduced, for 1"


def _violations(engine, text):
    return list(violations(engine, parsed(text, engine.rule_tables)))


def test_every_violated_clause_is_told():
    cut = purse(
        "Alliance",
        1,
        *control("Bourbon", "Madrid", "Barcelona"),
        {"set": "pool", "power": "Spain", "corps": 0},
    )
    assert clauses_against(cut, "raise Spain, Seville, full") == ["NY 12.3.1.a", "NY 12.3.2", "NY 7.1.2"]
    cut = purse("Alliance", 1, *control("Bourbon", "Brussels"), {"set": "pool", "power": "Spain", "corps": 0})
    assert clauses_against(cut, "raise Spain, Brussels, full") == ["NY 12.3.1.a", "NY 12.3.2", "NY 12.3.3"]
    everything = ["NY 12.3.1.a", "NY 12.3.2", "NY 12.3.4", "NY 12.3.3"]
    assert clauses_against(cut, "raise Spain, Vienna, full") == everything


# ---- restoring


@pytest.mark.clause("NY 12.3.5", "NY 3.2")
def test_a_reduced_corps_is_restored_for_a_point_and_stays_demoralised():
    engine = purse("Bourbon", 2, corps("France", "Ypres", reduced=True, demoralised=True))
    choose(engine, "restore France reduced demoralised, Ypres")
    assert engine.board.stacks["Bourbon"][NUMBER["Ypres"]] == (
        corps_number("France", demoralised=True),
        corps_number("France", reduced=True),
    )
    assert engine.board.resource_left.Bourbon == 1
    assert clauses_against(engine, "restore France demoralised, Ypres") == ["NY 12.3.5"]
    assert clauses_against(engine, "restore France, Ypres") == [
        "NY 12.3.5",
        "NY 12.3.5",
    ]  # not there, not reduced
    assert clauses_against(engine, "restore Spain reduced, Mons") == ["NY 7.1.1"]


@pytest.mark.clause("NY 12.3.5")
@pytest.mark.parametrize(
    ("power", "side", "space", "most"),
    [("France", "Bourbon", "Paris", 4), ("Spain", "Alliance", "Madrid", 2)],
)
def test_france_restores_four_corps_a_turn_and_others_two(power, side, space, most):
    engine = purse(side, 9, corps(power, space, 6, reduced=True))
    text = f"restore {power} reduced, {space}"
    choose(engine, *[text] * most)
    assert clauses_against(engine, text) == ["NY 12.3.5"]


@pytest.mark.clause("NY 12.3.5")
def test_a_corps_need_not_be_at_home_to_be_restored():
    engine = purse(
        "Bourbon",
        1,
        *control("Bourbon", "Namur"),
        {"remove": "corps", "power": "Spain", "space": "Namur"},
        corps("France", "Namur", reduced=True),
    )
    assert "restore France reduced, Namur" in options(engine)


@pytest.mark.clause("NY 12.3.3")
def test_a_corps_without_a_line_to_its_capital_is_not_restored():
    engine = purse(
        "Bourbon",
        1,
        *control("Bourbon", "Vienna"),
        {"remove": "corps", "power": "Austria", "space": "Vienna"},
        corps("France", "Vienna", reduced=True),
    )
    assert clauses_against(engine, "restore France reduced, Vienna") == ["NY 12.3.3"]


@pytest.mark.clause("NY 12.3.3")
def test_jacobites_are_restored_over_hostile_seas_but_not_raised():
    dublin = purse(
        "Bourbon", 2, *control("Alliance", "London", "Highlands", "Cork", "Edinburgh"),
        {"set": "sea", "zone": "Atlantic", "side": "Alliance"},
        {"set": "revolution", "done": True},
        {"set": "pool", "power": "Jacobite", "corps": 1},
        readings={"jacobite-line": "ireland-only"},
        year=1690,
    )  # fmt: skip
    assert "restore Jacobite reduced, Dublin" in options(dublin)
    engine = purse("Bourbon", 2, *control("Bourbon", "Ostend"),
        {"remove": "corps", "power": "Jacobite", "space": "Dublin", "reduced": True},
        corps("Jacobite", "Ostend", reduced=True),
        *control("Alliance", "London", "Highlands", "Dunkirk", "Ypres", "Lille"),
        {"set": "sea", "zone": "Atlantic", "side": "Alliance"},
        {"set": "revolution", "done": True})  # fmt: skip
    assert "restore Jacobite reduced, Ostend" in options(engine)


@pytest.mark.clause("NY 7.1.2")
def test_a_power_without_its_capital_restores_and_raises_nothing_but_fights_on():
    lost = [
        *control("Bourbon", "Madrid", "Barcelona"),
        {"remove": "corps", "power": "Spain", "space": "Barcelona"},
    ]
    engine = purse("Alliance", 2, *lost, {"set": "pool", "power": "Spain", "corps": 1})
    assert clauses_against(engine, "restore Spain reduced, Mons") == ["NY 7.1.2"]
    assert clauses_against(engine, "raise Spain, Seville, reduced") == ["NY 7.1.2"]
    assert any(corps_number("Spain", reduced=True) in stack for stack in engine.board.stacks["Alliance"])


@pytest.mark.clause("NY 17.3")
def test_a_besieged_corps_is_restored_only_where_the_reading_gives_it_a_line():
    siege = [
        {"remove": "corps", "power": "Spain", "space": "Mons", "reduced": True},
        corps("Spain", "Mons", reduced=True, inside=True),
        corps("France", "Mons", 5),
        {"set": "sea", "zone": "Atlantic", "side": "Alliance"},
    ]
    assert clauses_against(purse("Alliance", 2, *siege), "restore Spain reduced, Mons") == ["NY 17.3"]
    engine = purse("Alliance", 2, *siege, readings={"besieged-garrison": "limited"})
    choose(engine, "restore Spain reduced, Mons")
    assert engine.board.garrisons[NUMBER["Mons"]] == (corps_number("Spain"),)


@pytest.mark.clause("NY 9.2.3")
def test_the_battle_of_zenta_lets_austria_raise_and_restore_one_more():
    board = purse("Alliance", 9, lasting_events=("Battle of Zenta",)).board
    assert (limit(board, "raise", "Austria"), limit(board, "restore", "Austria")) == (2, 3)
    assert (limit(board, "raise", "Spain"), limit(board, "restore", "Spain")) == (1, 2)


# ---- raising


@pytest.mark.clause("NY 12.3.4", "NY 12.3.2", "NY 3.2")
def test_a_corps_comes_from_the_pool_full_for_two_points_or_reduced_for_one():
    engine = purse("Bourbon", 4)
    lying = engine.board.pool("France")
    choose(engine, "raise France, Paris, full", "raise France, Lille, reduced")
    assert engine.board.resource_left.Bourbon == 1
    assert engine.board.pool("France") == lying - 2
    assert corps_number("France", reduced=True) in engine.board.stacks["Bourbon"][NUMBER["Lille"]]
    assert engine.board.stacks["Bourbon"][NUMBER["Paris"]].count(corps_number("France")) == 3
    assert clauses_against(engine, "raise France, Paris, reduced") == ["NY 12.3.4"]  # two a turn


@pytest.mark.clause("NY 12.3.4")
def test_other_powers_raise_one_corps_a_turn():
    engine = choose(purse("Alliance", 4), "raise Spain, Madrid, reduced")
    assert clauses_against(engine, "raise Spain, Seville, reduced") == ["NY 12.3.4"]


@pytest.mark.clause("NY 12.3.2")
def test_an_eliminated_corps_goes_to_the_pool_and_can_be_raised_again():
    engine = purse("Bourbon", 2)
    assert clauses_against(engine, "raise Jacobite, London, reduced") == ["NY 12.3.2"]
    engine.board.take("Bourbon", NUMBER["York"], corps_number("Jacobite", reduced=True))
    engine.board.to_pool(corps_number("Jacobite", reduced=True))
    engine.advance()
    choose(engine, "raise Jacobite, York, full")
    assert engine.board.pool("Jacobite") == 0


@pytest.mark.clause("NY 12.3.4")
def test_a_corps_is_raised_at_home_among_friends():
    engine = purse("Bourbon", 2, *control("Bourbon", "Namur"), corps("Spain", "Strasbourg", 3, inside=False))
    assert clauses_against(engine, "raise France, Namur, full") == ["NY 12.3.4", "NY 4.3"]
    assert "NY 4.3" in clauses_against(engine, "raise France, Strasbourg, full")
    assert "raise France, Casale, full" not in options(engine)  # no line out of Italy past neutral Savoy
    assert clauses_against(engine, "raise France, Casale, full") == ["NY 12.3.3"]


@pytest.mark.clause("NY 4.1.3")
def test_no_corps_is_put_down_beyond_the_stacking_limit():
    full = purse("Bourbon", 2, corps("France", "Paris", 10))
    assert clauses_against(full, "raise France, Paris, reduced") == ["NY 4.1.3"]
    assert "raise France, Paris, reduced" in options(purse("Bourbon", 2, corps("France", "Paris", 9)))


@pytest.mark.clause("NY 7.2.1.a")
def test_a_power_that_has_not_joined_raises_nothing():
    engine = purse("Alliance", 2)
    assert clauses_against(engine, "raise Savoy, Turin, reduced") == ["NY 7.2.1.b", "NY 12.3.3"]
    assert clauses_against(engine, "raise Britain, London, reduced")[0] == "NY 20.2.5.2"
    assert clauses_against(engine, "raise France, Paris, reduced") == ["NY 7.1.1"]


@pytest.mark.clause("NY 7.2.3")
def test_catalan_corps_rise_in_bourbon_spain_with_a_line_to_paris():
    start = [{"remove": "corps", "power": "Spain", "space": "Girona", "reduced": True}]
    engine = purse("Bourbon", 2, *start, *control("Bourbon", "Girona", "Badajoz"))
    assert raised_in(engine, "Catalan") == ["Girona"]
    assert clauses_against(engine, "raise Catalan, Badajoz, reduced") == ["NY 12.3.3"]  # cut off from Paris
    assert clauses_against(engine, "raise Catalan, Perpignan, reduced") == ["NY 7.2.3"]


@pytest.mark.clause("NY 7.2.4", "NY 2.4")
def test_the_empire_rises_in_every_space_of_its_own_with_a_line_to_one_of_its_capitals():
    ulm_cut_off = purse(
        "Alliance",
        2,
        *control("Bourbon", "Nuremberg", "Hanover", "Munster"),
        {"remove": "corps", "power": "Empire", "space": "Nuremberg"},
    )
    assert "Ulm" in raised_in(ulm_cut_off, "Empire")  # by Frankfurt
    assert set(raised_in(purse("Alliance", 2), "Empire")) > {"Munich", "Liege", "Hanover", "Frankfurt"}


@pytest.mark.clause("NY 7.2.5", "NY 2.4")
def test_hired_corps_rise_in_their_four_capitals_alone():
    engine = purse("Alliance", 2)
    assert set(raised_in(engine, "Subsidy")) == {"Hanover", "Munster", "Frankfurt", "Nuremberg"}
    assert clauses_against(engine, "raise Subsidy, Munich, reduced") == ["NY 7.2.5"]


@pytest.mark.clause("NY 2.4")
def test_reading_empire_capital():
    lost = [*control("Bourbon", "Frankfurt"), {"remove": "corps", "power": "Empire", "space": "Frankfurt"}]
    each, one = (
        purse("Alliance", 2, *lost, readings={"empire-capital": option}) for option in ("each", "one")
    )
    assert "raise Empire, Hanover, reduced" in options(each)
    assert clauses_against(one, "raise Empire, Hanover, reduced") == ["NY 7.1.2"]
    assert raised_in(purse("Alliance", 2, readings={"empire-capital": "one"}), "Subsidy") == ["Frankfurt"]


# ---- Jacobites and British


POOL = {"set": "pool", "power": "Jacobite", "corps": 1}
REVOLUTION = [
    {"set": "revolution", "done": True},
    *control("Alliance", "London", "York", "Portsmouth", "Plymouth", "Bristol", "Chester", "Edinburgh"),
    {"remove": "corps", "power": "Jacobite", "space": "London", "count": 2},
    {"remove": "corps", "power": "Jacobite", "space": "York", "reduced": True},
]


@pytest.mark.clause("NY 12.3.5", "NY 9.2.3")
def test_what_lets_a_corps_be_restored_is_told():
    reduced = [corps("France", space, reduced=True) for space in ("Metz", "Philippsburg")]
    engine = purse("Bourbon", 9, *control("Bourbon", "Philippsburg"), *reduced)
    home, abroad = (f"restore France reduced, {space}" for space in ("Metz", "Philippsburg"))
    assert "spend.restored-abroad" not in permits(engine, home)
    assert "spend.restored-abroad" in permits(engine, abroad)
    choose(engine, home)
    once_more = permits(engine, abroad)
    assert "spend.restore-once-more" in once_more
    assert "spend.limit-raised" not in once_more, "no lasting event raises it"


@pytest.mark.clause("NY 7.2.6.b")
def test_before_the_revolution_jacobites_rise_in_london_and_york():
    engine = purse("Bourbon", 2, POOL)
    assert set(raised_in(engine, "Jacobite")) == {"London", "York"}
    assert clauses_against(engine, "raise Jacobite, Dublin, full")[0] == "NY 7.2.6.b"


@pytest.mark.clause("NY 7.2.6.b")
def test_reading_jacobite_capital():
    lost = [
        POOL,
        *control("Alliance", "London"),
        {"remove": "corps", "power": "Jacobite", "space": "London", "count": 2},
    ]
    london, york = (
        purse("Bourbon", 2, *lost, readings={"jacobite-capital": option}) for option in ("london", "york")
    )
    assert clauses_against(london, "raise Jacobite, York, full") == ["NY 7.1.2"]
    assert raised_in(york, "Jacobite") == ["York"]


@pytest.mark.clause("NY 7.2.6.c")
def test_after_it_they_rise_anywhere_in_britain_and_ireland_whatever_the_sea():
    engine = purse("Bourbon", 2, POOL, *REVOLUTION, {"set": "sea", "zone": "Atlantic", "side": "Alliance"})
    assert set(raised_in(engine, "Jacobite")) == {"Dublin", "Cork", "Galway", "Derry", "Highlands"}
    assert clauses_against(engine, "raise Jacobite, Brest, full") == ["NY 7.2.6.d"]
    assert "NY 7.2.6.d" in clauses_against(engine, "raise Jacobite, Casale, full"), "the last of France"
    assert "NY 7.2.6.c" in clauses_against(engine, "raise Jacobite, Liege, full"), "next to it in number"


@pytest.mark.clause("NY 7.2.6.d", "NY 12.2.6")
def test_one_jacobite_corps_rises_in_france_with_james_unless_another_is_abroad():
    james = {"add": "leader", "name": "James II", "space": "Brest"}
    engine = purse("Bourbon", 2, POOL, *REVOLUTION, james)
    assert "Brest" in raised_in(engine, "Jacobite")
    assert "Paris" not in raised_in(engine, "Jacobite")
    abroad = purse("Bourbon", 2, POOL, *REVOLUTION, james, corps("Jacobite", "Lille"))
    assert clauses_against(abroad, "raise Jacobite, Brest, full") == ["NY 7.2.6.d"]
    inside = purse(
        "Bourbon",
        2,
        POOL,
        *REVOLUTION,
        james,
        corps("Jacobite", "Lille", inside=True),
        corps("Spain", "Lille"),
    )
    assert clauses_against(inside, "raise Jacobite, Brest, full") == ["NY 7.2.6.d"]
    before = purse("Bourbon", 2, POOL, james)
    assert clauses_against(before, "raise Jacobite, Brest, full")[0] == "NY 7.2.6.b"


@pytest.mark.clause("NY 7.2.6.d")
@every_row("space", [space for space in SPACES if space.fortress and space.name != "Brest"])
def test_a_jacobite_garrison_is_abroad_outside_britain_and_ireland(space):
    garrison = [
        *control("Bourbon", space.name),
        corps("Jacobite", space.name, inside=True),
        corps("Spain", space.name),
    ]
    james = {"add": "leader", "name": "James II", "space": "Brest"}
    engine = purse("Bourbon", 2, POOL, *REVOLUTION, james, *garrison)
    abroad = space.region not in ("England", "Scotland", "Ireland")
    assert ("NY 7.2.6.d" in clauses_against(engine, "raise Jacobite, Brest, full")) == abroad


@pytest.mark.clause("NY 7.2.6.d")
def test_reading_jacobite_in_france():
    cut_off = [POOL, *REVOLUTION, {"add": "leader", "name": "James II", "space": "Casale"}]
    asked, free = (
        purse("Bourbon", 2, *cut_off, readings={"jacobite-in-france": option})
        for option in ("line-asked", "no-line")
    )
    assert clauses_against(asked, "raise Jacobite, Casale, full") == ["NY 12.3.3"]
    assert "Casale" in raised_in(free, "Jacobite")


@pytest.mark.clause("NY 7.2.6.a")
def test_four_jacobite_corps_are_there_at_start_and_none_in_the_pool():
    position = position_with()
    assert sum(one.power == "Jacobite" for one in position.corps) == 4
    assert clauses_against(purse("Bourbon", 2), "raise Jacobite, London, full") == ["NY 12.3.2"]


BRITISH = [*REVOLUTION, {"set": "sea", "zone": "Atlantic", "side": "Alliance"}]


@pytest.mark.clause("NY 12.2.5")
def test_one_british_corps_a_turn_rises_at_amsterdam():
    engine = purse("Alliance", 4, *BRITISH)
    choose(engine, "raise Britain, Amsterdam, reduced")
    engine.board.done_this_turn = tuple(
        mark for mark in engine.board.done_this_turn if mark != "raise Britain"
    )
    assert clauses_against(engine, "raise Britain, Amsterdam, reduced") == ["NY 12.2.5"]
    assert clauses_against(engine, "raise Dutch Republic, London, reduced") == ["NY 12.3.4"]
    taken = purse("Alliance", 4, *BRITISH, *control("Bourbon", "Amsterdam"))
    assert "NY 12.3.3" in clauses_against(taken, "raise Britain, Amsterdam, reduced")


@pytest.mark.clause("NY 12.2.5")
def test_reading_british_at_amsterdam():
    hostile_sea = [*REVOLUTION, {"set": "sea", "zone": "Atlantic", "side": "Bourbon"}]
    asked, alone = (
        purse("Alliance", 2, *hostile_sea, readings={"british-at-amsterdam": option})
        for option in ("line-asked", "control-alone")
    )
    assert clauses_against(asked, "raise Britain, Amsterdam, reduced") == ["NY 12.3.3"]
    assert "Amsterdam" in raised_in(alone, "Britain")


# ---- lines and support


@pytest.mark.clause("NY 15.1", "NY 15.2", "NY 12.3.7")
def test_a_line_is_built_a_level_a_turn_up_to_the_third():
    engine = choose(purse("Bourbon", 3, corps("France", "Tournai", 4)), "line Tournai")
    assert engine.board.lines == (Line("Tournai", 1),)
    assert engine.board.resource_left.Bourbon == 2
    assert clauses_against(engine, "line Tournai") == ["NY 15.2"]
    engine.board.done_this_turn = ()
    engine.advance()
    choose(engine, "line Tournai")
    assert engine.board.lines == (Line("Tournai", 2),)
    third = purse(
        "Bourbon", 3, corps("France", "Tournai", 4), {"set": "line", "space": "Tournai", "level": 3}
    )
    assert clauses_against(third, "line Tournai") == ["NY 15.1"]


@pytest.mark.clause("NY 15.2")
def test_a_line_needs_five_corps_in_a_friendly_space_with_a_line_of_communication():
    engine = purse("Bourbon", 1, corps("France", "Tournai", 3))
    [violation] = _violations(engine, "line Tournai")
    assert (violation.clause_id, str(violation.remedy)) == ("NY 15.2", "1 more corps")
    cut_off = purse("Bourbon", 1, corps("France", "Casale", 4))
    assert [str(v.says) for v in _violations(cut_off, "line Casale")] == [
        "No line of communication runs from Casale to a friendly capital: "
        "the chain stops at Casale, as Turin is neutral."
    ]
    besiegers = purse("Bourbon", 1, corps("France", "Mons", 5))
    assert clauses_against(besiegers, "line Mons") == ["NY 15.2", "NY 15.2"]  # the enemy's, so no line either


@pytest.mark.clause("NY 12.3.5")
def test_a_corps_in_an_enemy_space_without_a_line_is_told_whose_the_space_is():
    engine = purse("Bourbon", 2, corps("France", "Madrid", reduced=True))
    [violation] = _violations(engine, "restore France reduced, Madrid")
    assert (violation.says.id, violation.says.values["side"]) == ("placing.enemy-space", "Alliance")


@pytest.mark.clause("NY 18.2", "NY 12.3.8")
def test_colonial_support_is_sent_once():
    engine = choose(purse("Alliance", 3), "support")
    assert engine.board.kww_support == ("Alliance",)
    assert engine.board.resource_left.Alliance == 2
    assert clauses_against(engine, "support") == ["NY 18.2"]


@pytest.mark.clause("NY 12.3.1.a", "NY 6.4.1")
@pytest.mark.parametrize("conceded", [0, 2])
def test_a_side_that_owes_more_than_it_has_gets_nothing(conceded):
    poor = position_with(
        resource_base=BothSides(),
        resource_change=Shifts(Alliance=-1),
        alliance_hand=Hand(points_conceded=conceded),
    )
    assert resource_points(poor, "Alliance", RulingContext()).answer["points"] == 0


# ---- fleets


@pytest.mark.clause("NY 12.3.6.a", "NY 12.3.6.b")
def test_a_fleet_is_raised_in_its_home_port_for_its_strength():
    engine = choose(purse("Bourbon", 3), "fleet Brest, 2")
    assert (engine.board.fleet("Brest").place, engine.board.fleet("Brest").strength) == ("port", 2)
    assert engine.board.resource_left.Bourbon == 1
    assert clauses_against(engine, "fleet Brest, 1") == ["NY 12.3.6.a"]
    assert clauses_against(engine, "fleet Brest, 3") == ["NY 12.3.6.a", "NY 12.3.6.a"]
    assert clauses_against(engine, "fleet Toulon, 2") == ["NY 12.3.1.a", "NY 10.1.c"]  # in the control box
    assert clauses_against(engine, "fleet Atlantic, 1") == ["NY 12.3.6.a"]


@pytest.mark.clause("NY 12.3.6.a")
def test_no_fleet_is_raised_for_a_zone_that_is_its_own():
    engine = purse("Bourbon", 3, {"set": "sea", "zone": "Atlantic", "side": "Bourbon"})
    assert clauses_against(engine, "fleet Brest, 1") == ["NY 12.3.6.a"]
    enemy = purse("Bourbon", 3, {"set": "sea", "zone": "Atlantic", "side": "Alliance"})
    assert "fleet Brest, 1" in options(enemy)


@pytest.mark.clause("NY 12.3.6.b")
def test_the_home_port_needs_a_line_to_the_named_capital():
    lost = purse(
        "Bourbon",
        3,
        *control("Alliance", "Brest"),
        {"remove": "corps", "power": "France", "space": "Brest", "reduced": True},
    )
    assert clauses_against(lost, "fleet Brest, 1") == ["NY 12.3.6.b"]
    no_madrid = purse(
        "Alliance",
        3,
        *control("Bourbon", "Madrid"),
        {"set": "fleet", "fleet": "Mediterranean", "place": "pool"},
    )
    assert clauses_against(no_madrid, "fleet Mediterranean, 1") == ["NY 12.3.6.b"]
    assert "fleet Atlantic, 1" in options(no_madrid)


@pytest.mark.clause("NY 12.3.6.b")
@pytest.mark.parametrize("holder", ["Bourbon", None])
def test_a_fleet_whose_port_is_the_capital_asks_for_that_port_alone(holder):
    engine = purse("Alliance", 3, *control(holder, "Amsterdam"))
    (found,) = violations(engine, parsed("fleet Atlantic, 1", engine.rule_tables))
    assert found.clause_id == "NY 12.3.6.b"
    assert (
        str(found.says)
        == "The Atlantic fleet is raised in Amsterdam, which the Alliance side does not control."
    )
    assert str(found.remedy) == "take Amsterdam back"
    besieged = purse("Alliance", 3, {"set": "besieged", "space": "Amsterdam", "by": "Bourbon"})
    assert "fleet Atlantic, 1" in options(besieged)


@pytest.mark.clause("NY 12.3.6.d")
def test_a_fleet_that_has_left_the_game_is_not_raised():
    gone = purse("Bourbon", 3, {"set": "fleet", "fleet": "Brest", "place": "gone"})
    assert clauses_against(gone, "fleet Brest, 1") == ["NY 12.3.6.d"]


@pytest.mark.clause("NY 8.2")
def test_reading_fleet_upkeep():
    anew = purse("Alliance", 3)
    assert clauses_against(anew, "fleet Mediterranean, 1") == ["NY 12.3.6.a"]
    choose(anew, "done")
    assert anew.board.fleet("Mediterranean").place == "port"
    assert not fleets_stay_in_winter(anew)

    upkeep = {"fleet-upkeep": "upkeep"}
    paid = choose(purse("Alliance", 3, readings=upkeep), "fleet Mediterranean, 1")
    assert fleets_stay_in_winter(paid)
    assert paid.board.resource_left.Alliance == 2
    assert clauses_against(paid, "fleet Mediterranean, 1") == ["NY 12.3.6.a"]
    assert choose(paid, "done").board.fleet("Mediterranean").place == "port"

    unpaid = purse("Alliance", 3, readings=upkeep)
    assert clauses_against(unpaid, "fleet Mediterranean, 2") == ["NY 8.2"]
    choose(unpaid, "done")
    assert (unpaid.board.fleet("Mediterranean").place, unpaid.board.fleet("Mediterranean").strength) == (
        "pool",
        0,
    )
    new = choose(purse("Alliance", 3, readings=upkeep), "fleet Atlantic, 1", "done")
    assert new.board.fleet("Atlantic").place == "port"  # paid for as it was raised


def test_pieces_used_flags_play_no_part():
    engine = purse("Bourbon", 1)
    assert not any(action[1] & USED for action in engine.options if action[0] == "restore")
    assert all(action[1] & REDUCED for action in engine.options if action[0] == "restore")
    assert cited(engine) == set()
