"""The guided year 1690 and the lessons on winter: suggested orders fit, and figures are the engine's."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest

from ninevears_kernel.core.errors import BadInput, Refused
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.rules.winter.peace import LAST_YEAR
from ninevears_kernel.teaching.lesson_helpers.places import notebooks_folder
from ninevears_kernel.teaching.lesson_helpers.winter import (
    atlantic_table,
    colonies,
    colonies_over_years,
    levels_table,
    peace_table,
    winter_of_1688,
)
from ninevears_kernel.teaching.lesson_helpers.year_1690 import (
    after_the_revolution,
    battle_chances,
    january_1690,
    options_table,
    two_years,
)
from ninevears_kernel.teaching.predictions import prediction, truth_of
from ninevears_kernel.widgets.orders.run import lines_of, run


def _suggested() -> list[tuple[str, str]]:
    """The cells of orders of the guided year: what stands behind the magic's name, and the lines."""
    text = (notebooks_folder() / "lessons" / "15_the_year_1690.ipynb").read_text(encoding="utf-8")
    cells = ["".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    return [
        (head, lines)
        for head, _, lines in (cell.partition("\n") for cell in cells)
        if head.startswith("%%orders war")
    ]


@pytest.fixture(scope="module")
def year() -> tuple[Game, Game]:
    """The year at its end, and as William stands before Dublin and has not chosen yet."""
    game = Game.from_position(january_1690())
    before_dublin = game
    for head, lines in _suggested():
        if "Alliance: to Galway" in lines:
            before_dublin = game.branch()
        done = run(game, lines_of(lines, first=2))
        assert done.problem is None, (head, lines, done.problem)
    return game, before_dublin


def test_the_suggested_orders_make_a_year(year):
    game, _ = year
    assert len(_suggested()) >= 15
    assert (game.position.year, game.position.phase) == (1691, "event")
    assert {entry.action[0] for entry in game.entries} >= {"campaign", "transfer", "rally", "sail", "deploy"}


def test_the_year_comes_near_to_history(year):
    game, _ = year
    after = game.position
    assert after.controller("Charleroi") == "Bourbon"
    assert after.controller("Turin") == after.controller("Derry") == "Alliance"
    assert after.controller("Dublin") == "Bourbon"
    assert after.sea("Atlantic") == "Alliance"


def test_william_cannot_besiege_dublin_across_a_french_sea(year):
    """What is guessed is what the engine does with the orders, and the sea alone makes the difference."""
    _, before = year
    orders = ("play 2", "campaign Dublin", "lead William III", "with 4 Britain", "besiege")
    tried = run(before.branch(), lines_of("\n".join(f"Alliance: {one}" for one in orders)))
    assert tried.problem is not None
    assert "NY 11.1.2" in {one.clause_id for one in tried.problem.violations}
    assert truth_of(prediction("bread-at-dublin"), before).right == ("no",)
    assert truth_of(prediction("bread-with-the-sea"), before).right == ("yes",)


def test_the_reader_decides_and_then_history_is_told():
    """Whatever the reader guessed about an order, the report of it waits for the guess."""
    text = (notebooks_folder() / "lessons" / "15_the_year_1690.ipynb").read_text(encoding="utf-8")
    cells = ["".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    asked = ""
    waits = []
    for cell in cells:
        if found := re.search(r'Predict\(\s*"([\w-]+)"', cell):
            asked = found[1]
        if cell.startswith("%%orders") and asked:
            head = cell.partition("\n")[0]
            if not asked.startswith("bread"):  # no order comes of it
                assert head.endswith(f" --after {asked}"), head
                waits.append(asked)
            asked = ""
    assert len(waits) == 7, waits


def test_january_1690_is_a_position_that_can_be_played():
    game = Game.from_position(january_1690())
    assert game.decision is not None
    assert game.decision.name == "order"
    assert game.position.controller("Turin") == "Alliance"
    assert not set(two_years().past_events) & set(january_1690().event_deck)
    assert january_1690(7).event_deck[:2] == two_years().top_events
    assert january_1690(7).action_deck != january_1690().action_deck


def test_the_events_that_are_named_exist():
    from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables

    assert {*two_years().past_events, *two_years().top_events} <= set(standard_rule_tables().events)


def test_the_revolution_brings_no_points_and_the_winter_before_it_two():
    assert after_the_revolution().victory_points == scenario_1688().victory_points
    winter = Game.from_position(winter_of_1688())
    assert winter.decision is not None
    assert winter.decision.name == "exile"
    winter.choose("exile Dublin, no")
    assert winter.position.victory_points == scenario_1688().victory_points - 2
    assert winter.position.year == 1689


def test_support_and_strength_count_on_the_colonies_roll():
    plain, both = (dict(one.odds["kww_cell"]) for one in (colonies(), colonies(["Alliance"], ["Alliance"])))
    assert plain == {cell: Fraction(1, 3) for cell in (-1, 0, 1)}
    assert both[1] == Fraction(2, 3)
    assert -1 not in both
    assert dict(colonies(["Alliance", "Bourbon"]).odds["kww_cell"]) == plain
    assert 3 not in dict(colonies(["Alliance"], cell=2).odds["kww_cell"])
    assert colonies(cell=-1, die=1).answer["kww_cell"] == -2


@pytest.mark.parametrize("support", [[], ["Alliance"], ["Bourbon"]])
def test_the_colonies_over_years_add_up(support):
    chances = colonies_over_years(range(1688, 1692), support)
    assert all(abs(total - 1) < 1e-9 for total in chances.sum(axis=1))
    mean = sum(chance * cell for chance, cell in zip(chances.loc[1691], range(-2, 3), strict=True))
    assert (mean > 0.5, mean < -0.5) == ("Alliance" in support, "Bourbon" in support)


def test_peace_is_likelier_every_year_and_concessions_put_it_off():
    table = peace_table(scenario_1688())
    assert table.index[-1] == LAST_YEAR
    assert table["peace by then"].is_monotonic_increasing
    later = peace_table(scenario_1688(), {"Alliance": 2})
    assert (later["modifier"] == table["modifier"] - 2).all()
    assert later["peace by then"].iloc[-1] < table["peace by then"].iloc[-1]
    assert table["peace by then"].iloc[1] == 1 - Fraction(5, 6) * Fraction(2, 3)


def test_levels_and_seas():
    levels = levels_table(40)
    assert levels["from"].tolist() == [0, 20, 25, 30]
    assert levels["to"].iloc[-1] == 40
    assert atlantic_table(scenario_1688())["Beachy Head was played"].unique().tolist() == ["Bourbon"]


def test_options_are_told_and_nothing_is_done():
    game = Game.from_position(january_1690())
    shown = options_table(game).data
    assert shown["order"].tolist() == ["first Bourbon", "first Alliance"]
    assert len(game) == 0


def test_the_stronger_army_with_the_better_leader_is_likelier_to_win():
    game = Game.from_position(january_1690())
    for _, lines in _suggested():
        done = run(game, lines_of(lines, first=2))
        assert done.problem is None
        if game.decision is not None and game.decision.name == "meet":
            break
    before = len(game)
    chances = battle_chances(game)
    assert sum(chances.values()) == 1
    assert chances["Bourbon"] > Fraction(3, 4)
    assert len(game) == before


def test_without_a_battle_there_are_no_chances():
    with pytest.raises((BadInput, Refused)):
        battle_chances(Game.from_position(january_1690()))
