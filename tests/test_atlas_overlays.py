"""What is laid over the map: every mark can be drawn, shows what the engine found, and is told in words."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st
from random_campaigns import random_campaign
from test_supply import positions
from walks import a_walk
from war_table import position_with

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.core.messages import shown
from ninevears_kernel.nine_years.atlas import overlay_words, overlays, picture
from ninevears_kernel.nine_years.atlas.links import links
from ninevears_kernel.nine_years.atlas.overlay_ways import road
from ninevears_kernel.nine_years.atlas.palette import THEMES
from ninevears_kernel.nine_years.atlas.sea_lanes import POINTS
from ninevears_kernel.nine_years.atlas.sheet import LEVELS, PANES, shape, size
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.map import ZONES, game_map
from ninevears_kernel.nine_years.components.map_masks import SPACES
from ninevears_kernel.nine_years.components.position import Corps
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.games.last_action import LastAction, Move, last_action
from ninevears_kernel.nine_years.queries.reach import reach
from ninevears_kernel.nine_years.queries.supply_overview import describe_line, overview

IDS = {space.name: space.id for space in game_map().spaces}
RULES = re.findall(r"([^{}]+)\{[^}]*\}", overlays.STYLE)
CLASSES = set(re.findall(r"\.([\w-]+)", " ".join(RULES)))
LOOKS_ONLY = {"points-3", "by-march", "by-avoid", "by-interception", "by-other"}
"""Classes that tell what something is and need no rule of their own."""


def check(marks):
    """Whether marks can be drawn: markup, panes, places, classes and what they use."""
    width, height = size()
    for key, mark in marks.items():
        assert mark.pane in PANES, key
        assert len(mark.at) in (0, len(LEVELS)), key
        assert not mark.at or any(mark.at), key
        for place in filter(None, mark.at):
            assert 0 <= place[0] <= width, key
            assert 0 <= place[1] <= height, key
            assert place[2] > 0, key
        for node in ElementTree.fromstring(f"<svg>{mark.svg}</svg>").iter():
            assert set(node.get("class", "").split()) <= CLASSES | LOOKS_ONLY, key
            if used := node.get("href"):
                assert f'id="{used[1:]}"' in overlays.DEFS, key
            if named := node.get("data-shape"):
                assert shape(named), key
            if "d" in node.attrib:
                assert re.fullmatch(r"[MLCQVHZlcqvhzm0-9 .\-]+", node.get("d")), key


def told_well(told):
    """Whether sentences can be said and cite clauses that are."""
    for one in told:
        assert one.says
        assert "{" not in one.says
        for clause_id in one.clauses:
            assert clause(clause_id)


# ---- all of them


def test_every_rule_of_style_is_for_the_map_alone_and_every_colour_is_in_both_themes():
    for rule in RULES:
        assert all(selector.strip().startswith(".nv ") for selector in rule.split(","))
    used = set(re.findall(r"var\(--nv-([\w-]+)\)", overlays.STYLE + overlays.DEFS))
    for theme in THEMES:
        assert used <= THEMES[theme].keys() | overlays.VARIABLES[theme].keys()
    ids = re.findall(r'id="([^"]*)"', overlays.DEFS)
    assert len(ids) == len(set(ids))
    assert all(id.startswith("nv-") for id in ids)


def test_a_picture_with_every_overlay_is_well_formed():
    from ninevears_kernel.nine_years.atlas.scene import scene_of

    start = scenario_1688()
    scene = scene_of(start)
    marks = {
        **overlays.reach(reach(start, "Bourbon", "Strasbourg"), scene),
        **overlays.supply(overview(start, "Alliance"), scene),
        **overlays.line(describe_line(start, "Dublin", "Bourbon")),
        **overlays.marked(["Mons"]),
    }
    svg = picture.to_svg(scene, overlays=marks, width=600)
    assert ElementTree.fromstring(svg) is not None
    assert "data-shape" not in svg
    assert "var(--" not in svg


# ---- lines


@pytest.mark.clause("NY 11.1.3.a")
def test_a_line_has_a_ring_heads_and_an_end_and_goes_by_sea_lanes():
    marks = overlays.path(("Palma", "Mediterranean", "Montpellier", "Lyon"))
    check(marks)
    assert {"path/line", "path/start", "path/end", "path/head/0", "path/head/1"} == set(marks)
    assert "missing" not in marks["path/line"].svg


def test_where_a_line_is_cut_there_is_a_cross_and_what_is_missing_is_dotted():
    marks = overlays.path(("Mons", "Namur", "Liege", "Maastricht", "Nijmegen"), cut=("Namur",))
    check(marks)
    assert "path/cut/Namur" in marks
    assert "missing" in marks["path/line"].svg
    assert {key for key in marks if "head" in key} == {"path/head/2", "path/head/3"}
    at_sea = overlays.path(("Dublin", "Atlantic", "London"), cut=("Atlantic",))
    check(at_sea)
    assert "path/cut/Atlantic" in at_sea


def test_names_that_the_map_does_not_have_are_refused():
    for wrong in (lambda: overlays.path(("Mons", "Atlantis")), lambda: overlays.marked(["Atlantis"])):
        with pytest.raises(UnknownName):
            wrong()
    assert overlays.path(()) == {}


def test_a_line_that_gets_nowhere_is_not_said_to_get_where_it_begins():
    barcelona_lost = {"set": "control", "space": "Barcelona", "side": "Bourbon"}
    told = describe_line(changed(scenario_1688(), [barcelona_lost]), "Girona", "Alliance")
    assert not told.supplied
    said = " ".join(map(str, overlay_words.line(told)))
    assert "No line leads out of Girona" in said
    assert "gets to Girona" not in said


@given(positions(), st.sampled_from(sorted(IDS)), st.sampled_from(SIDES))
def test_any_line_of_communication_is_drawn_and_told(position, space, side):
    told = describe_line(position, space, side)
    marks = overlays.line(told)
    check(marks)
    assert {key.removeprefix("path/cut/") for key in marks if key.startswith("path/cut/")} == set(
        told.cut or (() if told.path else (space,))
    )
    words = overlay_words.line(told)
    told_well(words)
    said = " ".join(map(str, words))
    for name in told.cut:
        assert shown(name) in said


def test_a_line_by_land_runs_along_the_roads_of_the_map():
    bows = re.findall(r"M(-?\d+) (-?\d+)q(-?\d+) (-?\d+) ", links())
    drawn_roads = {tuple(map(int, bow)) for bow in bows}
    for link in game_map().links:
        one = road(link.a, link.b)
        assert one == road(link.b, link.a)[::-1]
        (x, y), (bend_x, bend_y), _ = one
        assert (round(x), round(y), bend_x - round(x), bend_y - round(y)) in drawn_roads


def test_sea_lanes_lie_on_the_sheet():
    from ninevears_kernel.nine_years.atlas.sheet import BOUNDS

    (south, west), (north, east) = BOUNDS
    for zone in ZONES:
        for lat, lon in POINTS[zone].values():
            assert south < lat < north
            assert west < lon < east


# ---- the reach of a force


@pytest.mark.clause("NY 13.5.1.a")
@given(st.integers(0, 1 << 30))
def test_the_reach_of_any_force_is_drawn_told_and_in_a_table_alike(seed):
    campaign = random_campaign(seed)
    if campaign is None:
        return
    engine, side, space = campaign
    found = reach(engine.board.position(), side, SPACES[space].name)
    marks = overlays.reach(found)
    check(marks)
    assert {key for key in marks if key.count("/") == 1} == {
        *(f"reach/{IDS[name]}" for name in found.names),
        "reach/origin",
        *(["reach/legs"] if found.places else []),
    }
    words, table = overlay_words.reach(found), overlay_words.reach_table(found)
    told_well(words)
    assert [row["space"] for row in table] == list(found.names)
    if found.refused:
        return
    assert len(words) == 1 + len(found.places) + len(found.closed)
    for place, row, sentence in zip(found.places, table, words[1:], strict=False):
        assert sentence.says.startswith(shown(place.space))
        svg = marks[f"reach/{IDS[place.space]}/points"].svg
        assert f">{place.points}<" in svg
        assert ("nv-eye" in svg) == bool(place.interceptors) == bool(row["interceptors"])
        assert ("nv-sabres" in svg) == bool(place.meets)
        halts = place.stops is not None and place.stops.clause_id != "NY 13.5.1.a"
        assert ("nv-octagon" in svg) == halts
        if place.stops:
            assert place.stops.clause_id in sentence.clauses
        for one in place.interceptors:
            assert one.leader in sentence.says


def test_numbers_keep_clear_of_each_other_and_of_the_pieces():
    from ninevears_kernel.nine_years.atlas.overlay_places import HEIGHT, SCALE
    from ninevears_kernel.nine_years.atlas.scene import scene_of
    from ninevears_kernel.nine_years.atlas.sheet import unit

    start = scenario_1688()
    marks = overlays.reach(reach(start, "Bourbon", "Strasbourg"), scene_of(start))
    level = 6
    spots = [mark.at[level] for key, mark in marks.items() if key.endswith("/points") and mark.at[level]]
    assert len(spots) > 10
    least = HEIGHT * SCALE[level] * unit(level) * 0.8
    for place, (x, y, _) in enumerate(spots):
        for other_x, other_y, _ in spots[:place]:
            assert max(abs(x - other_x), abs(y - other_y)) > least


# ---- supply


@pytest.mark.clause("NY 11.1.1")
@given(positions(), st.sampled_from(SIDES))
def test_what_has_no_line_is_marked_and_told(position, side):
    seen = overview(position, side)
    marks = overlays.supply(seen)
    check(marks)
    tinted = {key for key in marks if key.count("/") == 1}
    assert tinted == {f"supply/{IDS[name]}" for name in seen.cut}
    words = overlay_words.supply(seen)
    told_well(words)
    for name in seen.cut:
        assert any(shown(name) in one.says for one in words)


def test_a_limited_line_has_a_sign_of_its_own():
    position = position_with(
        {"set": "besieged", "space": "Valenciennes", "by": "Alliance"},
        corps=(Corps("Dutch Republic", "Valenciennes"),),
    )
    marks = overlays.supply(overview(position, "Bourbon"))
    assert any("nv-limited" in mark.svg for mark in marks.values())


# ---- the last action


@given(st.integers(0, 40), st.integers(1, 300))
def test_whatever_was_done_last_can_be_drawn_and_told(seed, choices):
    last = last_action(a_walk(seed, choices, recorded=False))
    marks = overlays.arrow(last)
    check(marks)
    told_well(overlay_words.arrow(last))
    assert len([key for key in marks if key.count("/") == 1]) <= len(last.moves)


def test_an_arrow_has_the_look_of_its_side_and_kind():
    moves = (
        Move("Bourbon", "march", ("Strasbourg", "Metz"), "NY 14.1.1"),
        Move("Alliance", "sea", ("Amsterdam", "Atlantic", "London"), "NY 14.5.1"),
        Move("Alliance", "sea", ("Amsterdam", "Atlantic", "Amsterdam"), "NY 14.5.1"),
        Move("Alliance", "placement", ("Mons",), "NY 12.2.2"),
    )
    marks = overlays.arrow(LastAction("Bourbon", "march", moves, (), ()))
    check(marks)
    assert set(marks) == {"arrow/0", "arrow/0/head", "arrow/1", "arrow/1/head"}
    assert "swept Bourbon by-march" in marks["arrow/0"].svg
    assert "swept Alliance by-sea" in marks["arrow/1"].svg
    assert overlays.arrow(None) == {}
    assert overlay_words.arrow(None) == []
