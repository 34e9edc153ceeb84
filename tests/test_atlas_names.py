"""Names and symbols of the atlas: nothing covers anything at any zoom, by the estimate of their size."""

import re
from itertools import combinations

import pytest
from war_table import position_with

from ninevears_kernel.nine_years.atlas import cards, markers, names, symbols
from ninevears_kernel.nine_years.atlas.picture import colours, styles
from ninevears_kernel.nine_years.atlas.placement import (
    EVERY_LEVEL,
    SYMBOL,
    inside_frame,
    overlap,
    painted,
    spots,
    text_width,
)
from ninevears_kernel.nine_years.atlas.scene import scene_of
from ninevears_kernel.nine_years.atlas.sheet import unit
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.position import Siege
from ninevears_kernel.nine_years.components.powers import capitals_on_map
from ninevears_kernel.nine_years.components.scenario import scenario_1688

FEWEST_NAMES = (55, 75, 88, 98, 104, 104, 104, 104)
"""For each level how many names are printed at the least."""


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_no_name_covers_another_or_a_symbol_or_the_frame(level):
    boxes = dict(names.boxes(level))
    for (a, one), (b, other) in combinations(boxes.items(), 2):
        assert not overlap(one, other), (a, b)
    for name, box in boxes.items():
        assert inside_frame(box, level), name
        for space, symbol in symbols.boxes(level):
            assert not overlap(box, symbol), (name, space)


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_nearly_all_names_are_printed_from_the_middle_levels_on_and_capitals_always(level):
    printed = {
        space.name for space in game_map().spaces if names.names()[f"name/{space.id}"].at[level] is not None
    }
    assert len(printed) >= FEWEST_NAMES[level]
    assert set(capitals_on_map()) | {"London"} <= printed


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_symbols_stand_apart_and_near_their_cities(level):
    places = spots(level)
    for (ax, ay), (bx, by) in combinations(places, 2):
        assert (ax - bx) ** 2 + (ay - by) ** 2 >= (1.8 * SYMBOL[level]) ** 2
    for (x, y), (cx, cy) in zip(
        places, ((px * unit(7) / unit(level), py * unit(7) / unit(level)) for px, py in spots(7)), strict=True
    ):
        assert abs(x - cx) + abs(y - cy) <= 2.5 * SYMBOL[level]


def test_a_mark_has_a_place_or_none_for_each_level():
    for mark in (*names.names().values(), *symbols.symbols(scene_of(scenario_1688())).values()):
        assert len(mark.at) == len(EVERY_LEVEL)


def test_a_symbol_is_drawn_once_at_each_level():
    found = symbols.symbols(scene_of(scenario_1688()))
    for space in game_map().spaces:
        near, far = found[f"symbol/{space.id}"].at, found[f"symbol/{space.id}/small"].at
        assert [(a is None) != (b is None) for a, b in zip(near, far, strict=True)] == [True] * 8


@pytest.mark.parametrize("strength", [1, 2, 3])
def test_a_weakened_fortress_is_drawn_with_a_breach_and_what_is_left_of_its_strength(strength):
    name = {1: "Brussels", 2: "Ghent", 3: "Mons"}[strength]
    whole = symbols.symbols(scene_of(scenario_1688()))[f"symbol/{name.lower()}"].svg
    drawn = set()
    for lost in range(1, strength + 1):
        weak = symbols.symbols(scene_of(position_with(sieges=(Siege(name, "Bourbon", strength_lost=lost),))))[
            f"symbol/{name.lower()}"
        ].svg
        assert f">{strength - lost}</text>" in weak
        assert 'class="gone"' in weak
        drawn.add(weak)
    assert 'class="gone"' not in whole
    assert len(drawn | {whole}) == strength + 1


def test_fortresses_of_each_strength_towns_capitals_ports_and_rich_spaces_have_their_signs():
    found = symbols.symbols(scene_of(scenario_1688()))

    def signs(name):
        return set(re.findall(r'href="#nv-([a-z0-9]+)"', found[f"symbol/{name}"].svg))

    assert signs("reims") == {"town"}
    assert signs("paris") == {"fort1", "star"}
    assert signs("ghent") == {"fort2"}
    assert signs("lille") == {"fort3"}
    assert signs("amsterdam") == {"fort2", "star", "anchor"}
    assert signs("namur") == {"fort3", "coin"}


def test_the_sheets_rules_begin_with_nv_and_use_only_variables_that_there_are():
    for part in (names, symbols, markers, cards):
        for selectors in re.findall(r"([^{}]+)\{[^}]*\}", part.STYLE):
            assert all(one.strip().startswith(".nv ") for one in selectors.split(",")), selectors
    used = set(re.findall(r"var\(--nv-([a-z-]+)\)", styles()))
    for theme in ("light", "dark"):
        assert used <= set(colours(theme))
    assert set(cards.VARIABLES["light"]) == set(cards.VARIABLES["dark"])


def test_what_is_drawn_through_use_carries_its_own_paint():
    for part in (symbols, markers, cards):
        assert "class=" not in part.DEFS
        assert "var(--nv-" in part.DEFS
    assert painted('<g class="x"/>', ".nv .y{fill:red}") == "<g />"


def test_wider_words_are_reckoned_wider():
    assert text_width("") == 0
    assert text_width("Lille") < text_width("Valenciennes")
    assert text_width("Besançon") == text_width("Besancon")
    assert text_width("Ш") > text_width("a")
