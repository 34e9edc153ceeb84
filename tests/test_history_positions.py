"""Wars from any January of history: the position is sound and is what history had, and a war plays on."""

import json
from random import Random

import pytest
from every_row import every_row
from invariants import broken, corps_by_power

from ninevears_kernel.chronicle import scenario_from_history as history
from ninevears_kernel.chronicle.armies_from_history import deployments, stations
from ninevears_kernel.chronicle.scenario_from_history import (
    januaries,
    position_from_history,
    simulate_from,
    victory_points,
)
from ninevears_kernel.chronicle.tables import by_id, held_on
from ninevears_kernel.cli import JANUARIES, main
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.map import ZONES, game_map
from ninevears_kernel.nine_years.components.powers import powers, side_of
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.scenario import leader_table
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.games.game import Game, engine_from
from ninevears_kernel.nine_years.games.save import position_from_data, position_to_data
from ninevears_kernel.nine_years.games.save_checks import check, check_war
from ninevears_kernel.nine_years.rules.stacking import overstacked_spaces
from ninevears_kernel.play.random_player import random_player
from ninevears_kernel.play.simulation import table

YEARS = range(history.FIRST, history.LAST + 1)
EACH_YEAR = pytest.mark.parametrize("year", YEARS)
NAMES = [space.name for space in game_map().spaces]


def leaders(year):
    return {leader.name: leader for leader in position_from_history(year).leaders}


# ---- sound


@EACH_YEAR
def test_the_position_passes_every_check(year):
    position = position_from_history(year, seed=7)
    check(position, standard_rule_tables())
    check_war(position, standard_rule_tables())
    board = Board(position)
    assert broken(board) == []
    assert not any(overstacked_spaces(board, side) for side in SIDES)
    assert board.position() == position


@EACH_YEAR
def test_it_can_be_saved(year):
    position = position_from_history(year)
    data = json.loads(json.dumps(position_to_data(position)))
    assert position_from_data(data) == position


@EACH_YEAR
def test_a_game_goes_on_from_the_event_phase(year):
    game = Game.from_position(position_from_history(year))
    assert (game.position.year, game.position.phase) == (year, "event")
    assert game.decision is not None
    while game.position.phase == "event":
        game.choose(game.decision.options[0])
    assert game.position.phase == "reinforcement"


@EACH_YEAR
def test_a_whole_random_war_plays_on(year):
    for seed in range(year, year + 3):
        engine, chance, choices = engine_from(position_from_history(year, seed)), Random(seed), 0
        while engine.options:
            engine.choose(random_player(engine, chance))
            choices += 1
            assert broken(engine.board) == [], (seed, choices)
            assert choices < 20_000
        assert engine.board.result is not None
        assert engine.board.year >= year


def test_the_same_seed_gives_the_same_position_another_seed_other_decks():
    first, again, other = (position_from_history(1693, seed) for seed in (5, 5, 6))
    assert first == again
    assert sorted(first.event_deck) == sorted(other.event_deck)
    assert (first.event_deck, first.action_deck) != (other.event_deck, other.action_deck)
    assert first.corps == other.corps


@pytest.mark.parametrize("year", [1688, 1698, 0, "1692", 1692.0, True, None])
def test_other_years_are_refused(year):
    with pytest.raises(BadInput, match="year"):
        position_from_history(year)


@pytest.mark.parametrize("seed", [-1, 1 << 63, "1", None, True])
def test_a_seed_is_a_number(seed):
    with pytest.raises(BadInput, match="seed"):
        position_from_history(1692, seed)


# ---- as history had it


@EACH_YEAR
def test_control_is_that_of_the_chronicle(year):
    position, held = position_from_history(year), held_on(f"{year}-01-01")
    for name in NAMES:
        if held[name].side in SIDES:
            assert position.controller(name) == held[name].side, name


def test_a_neutral_of_history_is_neutral_only_where_the_rules_have_neutrals():
    first = position_from_history(1689)
    assert held_on("1689-01-01")["Edinburgh"].side == "neutral"
    assert first.controller("Edinburgh") == "Alliance"
    assert position_from_history(1690).controller("Turin") is None
    assert position_from_history(1696).controller("Casale") is None


@EACH_YEAR
def test_who_has_joined_and_left(year):
    position = position_from_history(year)
    assert position.revolution
    assert position.savoy_left == (year == 1697)
    in_war = {power for power in powers() if side_of(position, power) is not None}
    assert ("Savoy" in in_war) == (1691 <= year <= 1696)
    assert {corps.power for corps in position.corps} <= in_war


@EACH_YEAR
def test_corps_are_those_of_the_scenario_and_its_schedule(year):
    """Nothing is lost: on the map or in the pools are the corps of the start and all that came since."""
    scenario = standard_rule_tables().scenario
    wanted = corps_by_power(Board(scenario.start))
    for row in scenario.schedule:
        if row.kind == "corps" and row.year < year:
            wanted[row.power] += row.number
    position = position_from_history(year)
    found = corps_by_power(Board(position))
    if position.savoy_left:
        wanted["Savoy"] = 0
    assert found == wanted


def test_corps_fill_up_in_three_years():
    weak = [sum(corps.reduced for corps in position_from_history(year).corps) for year in range(1689, 1694)]
    assert weak == sorted(weak, reverse=True)
    assert weak[0] > 20
    assert weak[3:] == [0, 0]


@pytest.mark.parametrize(
    ("year", "there", "gone"),
    [
        (1689, {"Waldeck", "William III", "Duras", "James II"}, {"Schomberg", "Eugene", "Victor Amadeus"}),
        (1690, {"Charles of Lorraine", "Schomberg"}, {"Eugene", "Claverhouse"}),
        (1691, {"Eugene", "Victor Amadeus", "Luxembourg"}, {"Schomberg", "Charles of Lorraine"}),
        (1692, {"Sarsfield", "Medina Sidonia"}, {"Saint-Ruth", "Tyrconnell", "John George III"}),
        (1695, {"Villeroy", "Louis of Baden", "Holstein-Plon"}, {"Luxembourg", "Waldeck", "Humieres"}),
        (1697, {"Choiseul", "Vendome", "Hesse-Darmstadt"}, {"Victor Amadeus", "Lorge", "Noailles"}),
    ],
)
def test_leaders_who_were_there_and_who_were_not(year, there, gone):
    assert there <= set(leaders(year))
    assert not gone & set(leaders(year))


@EACH_YEAR
def test_every_leader_stands_among_friends(year):
    position = position_from_history(year)
    for leader in position.leaders:
        assert leader.space is not None, leader
        assert position.controller(leader.space) == side_of(position, leader.power), leader


def test_promotions_take_place_in_their_year():
    assert not leaders(1690)["Catinat"].named
    assert leaders(1691)["Catinat"].named
    assert not leaders(1695)["Vendome"].named
    assert leaders(1696)["Vendome"].named


@pytest.mark.parametrize(
    ("year", "atlantic", "mediterranean"),
    [(1690, "Alliance", "Bourbon"), (1691, "Bourbon", "Bourbon"), (1693, "Alliance", "Bourbon"),
     (1695, "Alliance", "Alliance"), (1697, "Alliance", "Bourbon")],
)  # fmt: skip
def test_who_ruled_the_seas(year, atlantic, mediterranean):
    position = position_from_history(year)
    assert (position.seas.Atlantic, position.seas.Mediterranean) == (atlantic, mediterranean)
    in_box = {fleet.name for fleet in position.fleets if fleet.place == "box"}
    brest, toulon = atlantic == "Bourbon", mediterranean == "Bourbon"
    assert in_box == {"Brest" if brest else "Atlantic", "Toulon" if toulon else "Mediterranean"}


def test_victory_points_follow_the_captures():
    # 22; the Atlantic to the Alliance; Philippsburg and Trier to the Bourbons, others there and back
    assert victory_points(1690) == 22 + 1 - 2
    assert victory_points(1693) - victory_points(1692) == 1 - 1  # the Atlantic, Namur
    assert victory_points(1694) - victory_points(1693) == -1  # Charleroi; Heidelberg was left again
    assert victory_points(1695) - victory_points(1694) == -1 + 1  # Girona, the Mediterranean
    assert all(10 <= victory_points(year) <= 30 for year in YEARS)


def test_event_cards_of_the_past_are_out_and_later_ones_in():
    decks = {year: set(position_from_history(year).event_deck) for year in YEARS}
    assert "Scotland Rises" in decks[1689]
    assert not {"Scotland Rises", "Relief of Derry"} & decks[1690]
    assert "La Hogue" in decks[1692]
    assert "La Hogue" not in decks[1693]
    assert "Bank of England" not in decks[1693]  # it joins in the Event phase of that year
    assert "Bank of England" in decks[1694]
    assert "Vauban in the Trenches" in decks[1697]  # what a hand holds belongs to no year
    for year in YEARS:
        lasting = set(position_from_history(year).lasting_events)
        assert not lasting & decks[year]
        assert len(decks[year]) >= 2 * (1700 - year) or year <= 1693


def test_lasting_cards_are_in_force():
    assert position_from_history(1691).lasting_events == ("Beachy Head",)
    base = standard_rule_tables().scenario.start.resource_base
    assert position_from_history(1691).resource_base == base
    assert position_from_history(1692).resource_base.Bourbon == base.Bourbon - 1
    assert position_from_history(1694).resource_base.Alliance == base.Alliance - 1


# ---- the tables


@every_row("row", [*deployments(), *stations()], ids=lambda row: f"{row.who}-{row.space}-{row.first}")
def test_a_row_of_the_armies_names_what_there_is(row):
    assert row.who in powers() or row.who in leader_table()
    assert row.space in game_map().by_name
    assert history.FIRST <= row.first <= row.last <= history.LAST
    assert row.weight > 0
    assert row.because.endswith(".")
    assert row.source in by_id("sources")


def test_a_leader_has_one_station_a_year():
    told = [(row.who, year) for row in stations() for year in range(row.first, row.last + 1)]
    assert len(told) == len(set(told))


def test_every_january_has_its_seas_and_colonies():
    for year in YEARS:
        force = {
            what: [row for row in rows if row["from"] <= year <= row["to"]]
            for what, rows in januaries().items()
        }
        assert sorted(row["zone"] for row in force["seas"]) == sorted(ZONES)
        assert len(force["colonies"]) == 1
        assert {row["card"] for row in force["lasting"]} <= set(standard_rule_tables().events)


# ---- simulation


def test_simulated_from_a_january():
    records = simulate_from(1692, 3, bourbon="random", alliance="random")
    assert [record.first_year for record in records] == [1692] * 3
    assert simulate_from(1692, 3, jobs=2, bourbon="random", alliance="random") == records
    columns = [name for name in table(records).columns if name.startswith("VP")]
    assert columns[0] == "VP 1692"


def test_no_war_starts_from_another_year():
    with pytest.raises(BadInput, match="year"):
        simulate_from(1700, 1)


def run(monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["ninevears", "simulate", *arguments])
    try:
        main()
    except SystemExit as exit:
        return exit.code or 0
    return 0


def test_the_command_begins_in_a_year(monkeypatch, capsys):
    arguments = ("--from", "1696", "--games", "1", "--bourbon", "random", "--alliance", "random")
    assert run(monkeypatch, *arguments) == 0
    out = capsys.readouterr().out
    assert "VP 1696" in out
    assert "VP 1695" not in out


@pytest.mark.parametrize("year", ["1688", "1698", "soon"])
def test_the_command_knows_its_years(monkeypatch, capsys, year):
    assert run(monkeypatch, "--from", year) == 2
    assert "--from" in capsys.readouterr().err


def test_the_command_takes_no_rules_file_beside_it(monkeypatch, capsys, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('format = "ninevears-rules/1"\n', encoding="utf-8")
    assert run(monkeypatch, "--from", "1692", "--rules", str(own)) == 2
    assert "--from" in capsys.readouterr().err


def test_the_command_names_the_years_that_there_are():
    assert JANUARIES == (history.FIRST, history.LAST)
