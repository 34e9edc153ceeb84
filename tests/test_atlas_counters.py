"""Counters and markers of the atlas: what each says, what the fog hides, and where they stand."""

import re
import time
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st
from random_boards import boards
from war_table import position_with

from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.atlas import cards, counters, markers, names, slots, symbols
from ninevears_kernel.nine_years.atlas.markers import wanted
from ninevears_kernel.nine_years.atlas.pieces import Commander, Kind
from ninevears_kernel.nine_years.atlas.placement import (
    CARD,
    COUNTER,
    EVERY_LEVEL,
    FLAG,
    inside_frame,
    overlap,
)
from ninevears_kernel.nine_years.atlas.scene import Stack, scene_of
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.position import Corps, Fleet, Line, SeaControl, Siege
from ninevears_kernel.nine_years.components.scenario import scenario_1688

START = scene_of(scenario_1688())
BOURBON = Stack("Mons", "Bourbon", False, None, None, None, "France", 3, 2, 1, 0, True, (), False)
LUXEMBOURG = Commander("Luxembourg", "France", 6, 3)
LED = replace(BOURBON, leader="Luxembourg", command=6, battle=3, leaders=(LUXEMBOURG,))
ALLIED = replace(BOURBON, side="Alliance", power="Spain")
COVERED = replace(LED, full=None, reduced=None, demoralised=None, whole=False)


def xml(markup):
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>')


def texts(markup):
    return [found.text for found in xml(markup).iter("{http://www.w3.org/2000/svg}text")]


def siege(**changes):
    position = position_with(sieges=(Siege("Namur", "Bourbon", **changes),))
    return markers.markers(scene_of(position))["siege/namur"].svg


# ---- what a counter says


@pytest.mark.parametrize("shape", [FLAG, COUNTER, CARD])
def test_every_shape_says_how_many_corps_there_are_and_whose(shape):
    for stack in (LED, ALLIED, COVERED):
        drawn = cards.picture(stack, shape)
        assert "3" in texts(drawn)
        assert f"of-{stack.power.lower()}" in drawn
        assert f"-{stack.side.lower()}" in drawn


def test_the_sides_differ_in_shape_hatching_and_sign_besides_colour():
    defined = {found.get("id"): ET.tostring(found) for found in xml(cards.DEFS)}
    for shape in ("flag", "counter", "card", "piece"):
        one, other = (
            re.findall(rb' d="([^"]+)"', defined[f"nv-{shape}-{side}"]) for side in ("bourbon", "alliance")
        )
        assert one != other
    assert {"nv-azure", "nv-or", "nv-lily", "nv-arrows"} <= set(defined)
    assert "#nv-lily" in cards.picture(LED, CARD)
    assert "#nv-arrows" in cards.picture(ALLIED, CARD)


def test_a_card_names_the_leader_and_his_ratings_or_else_the_power():
    assert texts(cards.picture(LED, CARD)) == ["Luxembourg", "3", "6", "3"]
    assert texts(cards.picture(ALLIED, CARD)) == ["Spain", "3"]


def strokes(stack, shape=CARD):
    [tally] = [found for found in xml(cards.picture(stack, shape)).iter() if found.get("class") == "tally"]
    return [float(high) for high in re.findall(r"v(-[\d.]+)", tally.get("d"))]


@pytest.mark.parametrize("shape", [COUNTER, CARD])
def test_each_corps_has_a_stroke_long_for_a_full_one_and_short_for_a_reduced_one(shape):
    found = strokes(replace(BOURBON, corps=5, full=3, reduced=2), shape)
    assert len(found) == 5
    assert len(set(found[:3])) == len(set(found[3:])) == 1
    assert abs(found[0]) > 1.5 * abs(found[-1])


@given(st.integers(1, 40))
def test_the_strokes_of_a_stack_of_any_size_stay_on_its_card(corps):
    for shape in (COUNTER, CARD):
        drawn = cards.picture(replace(BOURBON, corps=corps, full=corps, reduced=0), shape)
        places = [float(x) for x in re.findall(r"M(-?[\d.e-]+) [\d.]+v", drawn)]
        assert len(places) == corps
        assert max(map(abs, places)) < shape[0] / 2


@pytest.mark.parametrize("shape", [COUNTER, CARD])
def test_under_the_fog_a_counter_is_covered(shape):
    drawn = cards.picture(COVERED, shape)
    assert 'class="cover"' in drawn
    assert "tally" not in drawn
    assert 'class="cover"' not in cards.picture(LED, shape)


def test_what_the_fog_hides_changes_nothing_on_the_enemys_map():
    def drawn(*corps):
        start = scenario_1688()
        kept = tuple(one for one in start.corps if one.space != "Strasbourg")
        scene = scene_of(start.replace(corps=(*kept, *corps)), "Alliance")
        stack = scene.place("Strasbourg").stacks[0]
        return counters.stacks(scene)["stack/strasbourg/Bourbon/card"], counters.opened(stack)

    full, weak = Corps("France", "Strasbourg"), Corps("France", "Strasbourg", reduced=True, demoralised=True)
    assert drawn(full, full, full) == drawn(weak, full, weak)
    assert drawn(full, full, full) != drawn(full, full)


@pytest.mark.parametrize("shape", [FLAG, COUNTER, CARD])
def test_demoralised_stacks_fly_a_white_flag(shape):
    assert 'class="white"' in cards.picture(replace(BOURBON, demoralised=2), shape)
    assert 'class="white"' not in cards.picture(BOURBON, shape)


def test_the_white_flag_says_how_many_are_demoralised():
    letter = say("map.demoralised-letter")
    assert letter + "2" in texts(cards.picture(replace(BOURBON, demoralised=2), CARD))
    assert letter in texts(cards.picture(replace(BOURBON, demoralised=1), CARD))
    beaten = replace(LED, leaders=(replace(LUXEMBOURG, demoralised=True),))
    assert letter in texts(cards.picture(beaten, COUNTER))


@pytest.mark.parametrize("shape", [COUNTER, CARD])
def test_a_stack_that_has_acted_has_a_folded_corner(shape):
    assert 'class="fold"' in cards.picture(replace(BOURBON, used=True), shape)
    assert 'class="fold"' not in cards.picture(BOURBON, shape)


@pytest.mark.parametrize("shape", [FLAG, COUNTER, CARD])
def test_a_garrison_under_siege_stands_on_a_wall_and_is_smaller(shape):
    assert 'class="wall"' in cards.picture(replace(ALLIED, inside=True), shape)
    assert 'class="wall"' not in cards.picture(ALLIED, shape)
    for level in EVERY_LEVEL:
        inside, outside = slots.footprint("garrison", level), slots.footprint("stack", level)
        assert inside[0] < 0.85 * outside[0]


def test_a_leader_alone_shows_no_naught_on_his_flag():
    alone = replace(LED, corps=0, full=0, reduced=0)
    assert texts(cards.picture(alone, FLAG)) == []


# ---- an opened stack


def test_an_opened_stack_is_a_picture_with_a_title_and_a_description_in_words():
    stack = START.place("Strasbourg").stacks[0]
    drawn = ET.fromstring(
        counters.opened(stack).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    )
    assert drawn.get("role") == "img"
    title, told = list(drawn)[:2]
    assert "Strasbourg" in title.text
    for piece in stack.pieces:
        assert str(piece) in told.text


def test_an_opened_stack_shows_each_piece():
    kinds = (
        Kind("France", False, False, False, 4),
        Kind("France", True, False, True, 2),
        Kind("Jacobite", False, True, False, 1),
    )
    stack = replace(LED, corps=7, full=5, reduced=2, demoralised=1, kinds=kinds, leaders=(LUXEMBOURG,) * 4)
    drawn = counters.opened(stack)
    assert drawn.count('#nv-piece-bourbon"') == 7
    assert drawn.count('#nv-card-bourbon"') == 4
    assert drawn.count('class="bare"') == drawn.count('class="fold"') == 2
    assert drawn.count('class="white"') == 1
    assert drawn.count("of-jacobite") == 1
    assert 'class="cover"' not in drawn


def test_corps_that_are_not_known_lie_covered_in_an_opened_stack():
    drawn = counters.opened(COVERED)
    assert drawn.count('class="cover"') == 3
    assert say("map.opened-covered", count=3) in drawn


@given(st.integers(1, 30), st.sampled_from(["France", "Jacobite"]))
def test_a_fan_of_any_size_stays_in_its_picture(count, power):
    stack = replace(BOURBON, corps=count, full=count, kinds=(Kind(power, False, False, False, count),))
    places = [float(x) for x in re.findall(r"translate\(([\d.-]+) [\d.]+\) rotate", counters.opened(stack))]
    assert len(places) == count
    assert min(places) >= cards.PIECE / 2
    assert max(places) <= counters.WIDTH - cards.PIECE / 2


def test_names_are_escaped():
    stack = replace(
        LED, leader="<b>&", leaders=(replace(LUXEMBOURG, name="<b>&"),), space="<i>", pieces=("<u>",)
    )
    for drawn in (counters.opened(stack), counters.counter(stack)):
        xml(drawn)
        assert not re.search("<[biu]>", drawn)


# ---- markers


def test_a_siege_is_a_ring_in_the_besiegers_manner_with_trenches_when_it_goes_on_and_its_shots():
    assert 'class="siege bourbon"' in siege()
    assert 'data-stack="' in siege()
    assert "#nv-saps" in siege(continuing=True)
    assert "#nv-saps" not in siege()
    assert [siege(strength_lost=lost).count('class="shot"') for lost in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_fortified_line_has_a_row_for_each_level_and_its_number(level):
    found = markers.markers(scene_of(position_with(lines=(Line("Tournai", level),))))["line/tournai"].svg
    rows = re.search(r'class="redan work" d="([^"]+)"', found)[1]
    assert rows.count("M") == level
    assert texts(found) == [str(level)]
    assert "bourbon" in found


def test_the_lines_of_the_sides_differ_in_their_trace():
    position = position_with(lines=(Line("Tournai", 1), Line("Ghent", 1)))
    found = markers.markers(scene_of(position))
    one, other = (re.search(r' d="([^"]+)"', found[f"line/{name}"].svg)[1] for name in ("tournai", "ghent"))
    assert one != other


def test_fleets_in_port_and_the_flags_and_fleets_of_the_seas_are_shown():
    position = position_with(
        fleets=(Fleet("Brest", "port", 2), Fleet("Toulon", "box", 1), Fleet("Mediterranean", "pool", 0)),
        seas=SeaControl(None, "Bourbon"),
    )
    found = markers.markers(scene_of(position))
    assert {key for key in found if key.startswith("fleet/")} == {"fleet/Brest"}
    assert texts(found["fleet/Brest"].svg) == ["2"]
    assert "bourbon" in found["sea/Mediterranean"].svg
    assert texts(found["sea/Mediterranean"].svg) == ["1"]
    assert "nobody" in found["sea/Atlantic"].svg
    assert texts(found["sea/Atlantic"].svg) == []


# ---- where they stand


def drawn_at(found, level):
    return {key for key, mark in found.items() if mark.at[level] is not None}


def keys(scene):
    return {one.key for one in wanted(scene)}


@settings(max_examples=25)
@given(boards(), st.sampled_from([None, "Bourbon", "Alliance"]))
def test_any_table_is_drawn_each_stack_once_at_each_level(board, side):
    scene = scene_of(board.position(), side)
    found = counters.stacks(scene)
    stacks = {key for key in keys(scene) if key.startswith("stack/")}
    assert len(stacks) == len(scene.stacks)
    for level in EVERY_LEVEL:
        shown = [re.sub("/(flag|card)$", "", key) for key in drawn_at(found, level) if "/tie" not in key]
        assert sorted(shown) == sorted(stacks)
    for key, mark in (*found.items(), *markers.markers(scene).items()):
        outer = xml(mark.svg)[0]
        if key.startswith(("stack/", "siege/")) and "/tie" not in key:
            index, whose = outer.get("data-stack").split("/")
            assert game_map().spaces[int(index)].id == key.split("/")[1]
            assert whose in ("Bourbon", "Alliance")
    for stack in scene.stacks:
        xml(counters.opened(stack) + counters.counter(stack))


def test_counters_cover_no_symbol_and_no_other_counter_from_the_middle_levels_on_and_hardly_a_name():
    boxes = slots.arranged(wanted(START))
    for level in EVERY_LEVEL:
        mine = {key: found[level] for key, found in boxes.items()}
        named = [box for _, box in names.boxes(level)]
        over_names = sum(any(overlap(box, name) > 1 for name in named) for box in mine.values())
        assert over_names <= (8 if level < 4 else 2), level
        for key, box in mine.items():
            assert inside_frame(box, level)
            if level >= 4:
                assert not any(overlap(box, sign) > 1 for _, sign in symbols.boxes(level)), (level, key)
                assert not any(overlap(box, other) > 1 for one, other in mine.items() if one != key), (
                    level,
                    key,
                )


def test_no_stack_stands_on_its_own_symbol_at_any_level():
    boxes = slots.arranged(wanted(START))
    for one in wanted(START):
        for level in EVERY_LEVEL:
            own = [box for space, box in symbols.boxes(level) if space == one.space]
            assert not any(overlap(boxes[one.key][level], box) > 1 for box in own), (one.key, level)


@settings(max_examples=40)
@given(st.data())
def test_a_stack_that_moves_leaves_nearly_all_others_where_they_are(data):
    before = wanted(START)
    moved = data.draw(st.sampled_from([one for one in before if one.kind == "stack"]))
    to = data.draw(st.sampled_from(game_map().spaces))
    stays = [one for one in before if one != moved]
    after = sorted((*stays, moved._replace(key="moved", space=to.index)), key=lambda one: one.space)
    old, new = slots.arranged(before), slots.arranged(tuple(after))
    shifted = [one.key for one in stays if old[one.key] != new[one.key]]
    assert len(shifted) <= 8
    assert sum(old[one.key][level] != new[one.key][level] for one in stays for level in EVERY_LEVEL) <= 14


@pytest.mark.parametrize("empty", [False, True])
def test_a_full_position_is_placed_in_forty_milliseconds(empty):
    best = 1.0
    for _ in range(5):
        slots.arranged.cache_clear()
        if empty:
            cards.picture.cache_clear()
        begun = time.process_time()
        counters.stacks(START)
        markers.markers(START)
        best = min(best, time.process_time() - begun)
    assert best < 0.04, f"{best * 1000:.0f} ms"
