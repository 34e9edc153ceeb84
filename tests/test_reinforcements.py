"""Corps that arrive (NY 12.2, 20.3), and the worked example of the phase (E2) through the engine."""

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from random_boards import board_war, boards, differences
from war_table import choose, cited, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import (
    ABSENT,
    PLAIN,
    POWERS,
    REDUCED,
    SIDE_OF_CORPS,
    corps_number,
)
from ninevears_kernel.nine_years.components.position import Line, Waiting
from ninevears_kernel.nine_years.components.powers import powers
from ninevears_kernel.nine_years.rules.reinforcement.phase import change_waiting, waiting_of

BRITISH_HOMES = ("London", "York", "Portsmouth", "Plymouth", "Bristol", "Chester", "Edinburgh")


def control(side, *names):
    return [{"set": "control", "space": name, "side": side} for name in names]


REVOLUTION = [
    {"set": "revolution", "done": True},
    *control("Alliance", *BRITISH_HOMES),
    {"remove": "corps", "power": "Jacobite", "space": "London", "count": 2},
    {"remove": "corps", "power": "Jacobite", "space": "York", "reduced": True},
]


def arriving(side, year, *changes, readings=None, **fields):
    return table(position_with(*changes, year=year, **fields), ("arrivals", side), readings=readings)


def places(engine):
    return [SPACES[action[1]].name for action in engine.options if action[0] == "place"]


def at(engine, side, space, power):
    return engine.board.stacks[side][NUMBER[space]].count(corps_number(power))


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40)
@given(
    boards(),
    st.sampled_from(POWERS),
    st.fixed_dictionaries(
        {}, optional={"british-at-amsterdam": st.just("control-alone"), "empire-capital": st.just("one")}
    ),
)
def test_the_options_are_the_spaces_against_which_nothing_stands(board, power, chosen):
    side = powers()[power].side
    domain = [("place", space) for space in range(len(SPACES))]
    assert differences(board_war(board, chosen), "arrive", [side, power], domain) == []


# ---- E2, the worked example of NY 12.4


E2 = [
    *REVOLUTION,
    *control("Bourbon", "Namur", "Girona"),  # rich Namur; Girona for the Catalans
    {"remove": "corps", "power": "Spain", "space": "Namur"},
    {"remove": "corps", "power": "Spain", "space": "Girona", "reduced": True},
    {"add": "corps", "power": "France", "space": "Tournai", "count": 3},  # army C, with the corps there and
    {"add": "corps", "power": "France", "space": "Tournai", "reduced": True},  # a reduced one: five
]
SPENDING = (
    ("restore France reduced, Tournai", 4),
    ("restore Jacobite reduced, Dublin", 3),
    ("line Tournai", 2),
    ("raise Catalan, Girona, reduced", 1),
    ("support", 0),
)


@pytest.mark.clause(
    "NY 12.0", "NY 12.1", "NY 12.3.1.b", "NY 12.3.4", "NY 12.3.5", "NY 12.3.7", "NY 12.3.8", "NY 12.4.1",
    "NY 12.4.2", "NY 15.1", "NY 15.2", "NY 20.3", "NY 3.1", "NY 8.2",
)  # fmt: skip
@pytest.mark.parametrize("order", ["points-first", "arrivals-first"])
def test_worked_example_e2(order):
    engine = table(
        position_with(*E2, year=1690), ("reinforcement-phase",), readings={"reinforcement-order": order}
    )
    assert options(engine) == ["first Bourbon", "first Alliance"]
    assert engine.side == "Bourbon"  # the initiative
    choose(engine, "first Bourbon")
    board = engine.board
    catinat, luxembourg = (engine.rule_tables.leader_number[name] for name in ("Catinat", "Luxembourg"))
    assert board.rating(catinat) == board.rating(luxembourg) == (3, 1)

    arrivals = ["place Strasbourg", "place Paris"]
    if order == "arrivals-first":
        choose(engine, *arrivals)
    assert board.resource_left.Bourbon == 5
    for text, left in SPENDING:
        choose(engine, text)
        assert board.resource_left.Bourbon == left
    if order == "points-first":
        choose(engine, *arrivals)
    assert clauses_against(engine, "place Strasbourg") == ["NY 12.1"]  # both have arrived

    assert at(engine, "Bourbon", "Tournai", "France") == 5
    assert at(engine, "Bourbon", "Dublin", "Jacobite") == 1
    assert board.stacks["Bourbon"][NUMBER["Girona"]] == (corps_number("Catalan", reduced=True),)
    assert board.pool("Catalan") == 1
    assert board.lines == (Line("Tournai", 1),)
    assert board.kww_support == ("Bourbon",)
    assert at(engine, "Bourbon", "Strasbourg", "France") == 5 + 1
    assert at(engine, "Bourbon", "Paris", "France") == 2 + 1
    assert not (board.state[catinat] | board.state[luxembourg]) & PLAIN
    assert (board.rating(catinat), board.rating(luxembourg)) == ((5, 2), (6, 3))

    anywhere = {text.removeprefix("station ") for text in options(choose(engine, "reassign Catinat"))}
    bourbon = {space.name for space in SPACES if board.control.Bourbon >> space.index & 1}
    assert anywhere == bourbon - {"Strasbourg"}
    choose(engine, "station Dublin", "reassign Luxembourg", "station Girona", "done")
    assert (board.where[catinat], board.where[luxembourg]) == (NUMBER["Dublin"], NUMBER["Girona"])
    assert engine.side == "Alliance"  # now the other player's turn
    assert {"NY 12.3.1.a", "NY 12.3.4", "NY 12.3.5", "NY 15.2", "NY 18.2", "NY 12.2.3", "NY 12.4.1"} <= cited(
        engine
    )


# ---- the order


@pytest.mark.clause("NY 8.2", "NY 12.1")
def test_the_initiative_player_says_who_does_all_three_steps_first():
    engine = table(position_with(year=1694), ("reinforcement-phase",))
    assert engine.board.phase == "reinforcement"
    assert engine.side == "Alliance"
    choose(engine, "first Bourbon")
    assert [item[:2] for item in reversed(engine.board.agenda)] == [
        ("spend", "Bourbon"), ("arrivals", "Bourbon"), ("leaders-turn", "Bourbon"),
        ("resources", "Alliance"), ("spend", "Alliance"), ("arrivals", "Alliance"),
        ("leaders-turn", "Alliance"),
    ]  # fmt: skip


@pytest.mark.clause("NY 12.1")
def test_reading_reinforcement_order():
    for option, first, then in (
        ("arrivals-first", "arrive", "spend"),
        ("points-first", "spend", "arrivals"),
    ):
        engine = table(
            position_with(year=1691),
            ("reinforcement-turns", "Alliance"),
            readings={"reinforcement-order": option},
        )
        items = [item[0] for item in reversed(engine.board.agenda)]
        assert items[0] == first
        assert items.index(then) < items.index("leaders-turn")


# ---- what arrives


@pytest.mark.clause("NY 12.2.1", "NY 20.3", "NY 12.0")
def test_corps_of_the_schedule_arrive_in_their_year_at_full_strength_and_for_nothing():
    engine = arriving("Alliance", 1696)  # one Subsidy corps
    assert set(places(engine)) == {"Hanover", "Munster", "Frankfurt", "Nuremberg"}
    pool = engine.board.pools
    choose(engine, "place Hanover")
    assert engine.board.stacks["Alliance"][NUMBER["Hanover"]].count(corps_number("Subsidy")) == 2
    assert (engine.board.pools, engine.board.waiting, engine.options) == (pool, (), [])
    assert arriving("Alliance", 1688).options == []


@pytest.mark.clause("NY 12.2.3")
def test_a_corps_arrives_at_home_with_a_line_to_its_own_capital_and_room():
    engine = arriving("Bourbon", 1695, {"add": "corps", "power": "France", "space": "Lille", "count": 9})
    assert clauses_against(engine, "place Lille") == ["NY 4.1.3"]
    assert clauses_against(engine, "place Casale") == ["NY 12.2.3"]
    assert clauses_against(engine, "place Edinburgh") == ["NY 12.2.3", "NY 12.2.3"]
    assert clauses_against(engine, "place Madrid") == ["NY 12.2.3", "NY 12.2.3"]
    assert "Metz" in places(engine)


@pytest.mark.clause("NY 4.3")
def test_no_corps_arrives_among_enemy_troops():
    engine = arriving(
        "Bourbon",
        1695,
        {"add": "corps", "power": "Spain", "space": "Lille"},
        readings={"besieged-garrison": "limited"},
    )
    assert clauses_against(engine, "place Lille") == ["NY 4.3"]


@pytest.mark.clause("NY 7.1.2", "NY 12.2.4")
def test_without_its_capital_a_power_receives_nothing_and_its_corps_wait():
    lost = [*control("Bourbon", "Vienna"), {"remove": "corps", "power": "Austria", "space": "Vienna"}]
    engine = arriving("Alliance", 1699, *lost)
    assert engine.options == []
    assert engine.board.waiting == (Waiting("Austria", 1),)
    assert "NY 12.2.4" in cited(engine)
    engine.board.set_control(NUMBER["Vienna"], "Alliance")
    engine.board.year = 1698  # a year that brings Austria nothing new
    engine.then(("arrivals", "Alliance"))
    engine.advance()
    choose(engine, "place Groningen", "place Innsbruck")
    assert engine.board.waiting == ()


@pytest.mark.clause("NY 12.2.4", "NY 7.2.1.a")
def test_corps_of_a_power_that_has_not_joined_wait():
    engine = arriving("Alliance", 1690)
    assert {action[0] for action in engine.options} == {"place"}
    while engine.options:
        engine.choose(engine.options[0])
    due = sum(
        row.number
        for row in engine.rule_tables.scenario.schedule
        if (row.year, row.kind, row.power) == (1690, "corps", "Savoy")
    )
    assert due
    assert engine.board.waiting == (Waiting("Savoy", due),)
    joined = arriving(
        "Alliance", 1698, *control("Alliance", "Turin", "Nice", "Chambery"), waiting=(Waiting("Savoy", 2),)
    )
    choose(joined, "place Amsterdam")
    assert set(places(joined)) == {"Turin", "Nice", "Chambery"}
    choose(joined, "place Turin", "place Turin")
    assert at(joined, "Alliance", "Turin", "Savoy") == 2


def test_every_corps_of_the_schedule_is_of_a_known_power_and_waits_for_its_side():
    engine = table(position_with(), ("arrivals", "Bourbon"))
    change_waiting(engine.board, "Austria", 2)
    engine.then(("arrivals", "Bourbon"))
    engine.advance()
    assert engine.options == []
    assert waiting_of(engine.board, "Austria") == 2
    assert SIDE_OF_CORPS[corps_number("Austria")] == "Alliance"


@pytest.mark.clause("NY 12.2.5")
def test_one_british_corps_a_turn_arrives_at_amsterdam_and_then_none_is_raised_there():
    friendly_sea = {"set": "sea", "zone": "Atlantic", "side": "Alliance"}
    engine = arriving("Alliance", 1698, *REVOLUTION, friendly_sea, waiting=(Waiting("Britain", 2),))
    choose(engine, "place Breda")  # the Dutch corps of that year
    assert "Amsterdam" in places(engine)
    choose(engine, "place Amsterdam")
    assert clauses_against(engine, "place Amsterdam") == ["NY 12.2.5"]
    choose(engine, "place London")
    again = table(
        engine.board.position().replace(resource_left=type(engine.board.resource_left)(Alliance=2)),
        ("spend", "Alliance"),
    )
    assert clauses_against(again, "raise Britain, Amsterdam, full") == ["NY 12.2.5"]


@pytest.mark.clause("NY 12.2.5")
def test_a_corps_raised_at_amsterdam_keeps_an_arriving_one_out():
    engine = arriving("Alliance", 1698, *REVOLUTION, {"set": "sea", "zone": "Atlantic", "side": "Alliance"},
                   waiting=(Waiting("Britain", 1),), done_this_turn=("corps at Amsterdam",))  # fmt: skip
    choose(engine, "place Breda")
    assert "Amsterdam" not in places(engine)


@pytest.mark.clause("NY 12.2.5")
def test_reading_british_at_amsterdam_for_an_arriving_corps():
    hostile = [*REVOLUTION, {"set": "sea", "zone": "Atlantic", "side": "Bourbon"}]
    asked, alone = (
        choose(
            arriving(
                "Alliance",
                1698,
                *hostile,
                waiting=(Waiting("Britain", 1),),
                readings={"british-at-amsterdam": option},
            ),
            "place Breda",
        )
        for option in ("line-asked", "control-alone")
    )
    assert clauses_against(asked, "place Amsterdam") == ["NY 12.2.3"]
    assert "Amsterdam" in places(alone)


@pytest.mark.clause("NY 12.2.3", "NY 7.2.6.c")
def test_jacobites_arrive_in_ireland_the_highlands_and_with_james_in_france():
    james = {"add": "leader", "name": "James II", "space": "Brest"}
    engine = arriving("Bourbon", 1688, *REVOLUTION, james, waiting=(Waiting("Jacobite", 1),))
    assert set(places(engine)) == {"Dublin", "Derry", "Galway", "Cork", "Highlands", "Brest"}
    assert clauses_against(engine, "place Paris") == ["NY 7.2.6.d"]
    before = arriving("Bourbon", 1688, waiting=(Waiting("Jacobite", 1),))
    assert places(before) == ["London", "York"]


@pytest.mark.clause("NY 7.2.6.a")
def test_the_schedule_never_brings_the_fifth_jacobite_corps():
    schedule = table(position_with()).rule_tables.scenario.schedule
    assert not [row for row in schedule if row.kind == "corps" and row.power == "Jacobite"]


@pytest.mark.clause("NY 20.3")
def test_leaders_who_are_due_leave_the_game_wherever_they_are():
    engine = arriving("Bourbon", 1691)
    duras = engine.rule_tables.leader_number["Duras"]
    assert engine.board.where[duras] == ABSENT
    assert "Duras leaves the game." in [str(step.says) for step in engine.context.steps]
    assert not engine.board.state[duras] & REDUCED
