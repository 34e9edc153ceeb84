"""The map widget without a browser: what it sends, what the browser tells it, what it says in words."""

import json
import re
import zlib
from itertools import pairwise

import ipyleaflet as L
import pytest
from hypothesis import given, settings, strategies as st
from ipywidgets.widgets.widget import _instances
from msgspec import structs
from random_boards import boards

from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.nine_years.atlas.picture import marks_of
from ninevears_kernel.nine_years.atlas.scene import scene_of
from ninevears_kernel.nine_years.atlas.sheet import LEVELS, PANES, VIEWS, project, unit
from ninevears_kernel.nine_years.atlas.sheet_geometry import LONG_STEP, PER_DEGREE, geometry
from ninevears_kernel.nine_years.atlas.wire import UNSEEN, difference, state_of
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.widgets import WarMap
from ninevears_kernel.widgets.map.sheet import front, sheet
from ninevears_kernel.widgets.parts.cleanup import widgets_in


@pytest.fixture
def war_map():
    return WarMap(scenario_1688())


@pytest.fixture
def messages(war_map, monkeypatch):
    """What is sent to the browser from now on, unpacked; `bytes` of each beside it."""
    sent = []

    def send(content, buffers):
        assert content == {}
        sent.append((json.loads(zlib.decompress(buffers[0])), len(buffers[0])))

    monkeypatch.setattr(war_map._atlas, "send", send)
    return sent


def tells(war_map, **what):
    """What a browser tells the kernel."""
    war_map._atlas._handle_custom_msg(what, [])


def click(war_map, name):
    war_map._atlas.set_state({"selected": game_map().space(name).id})


def taken(position, name, side="Alliance"):
    return position.replace(control=position.control.changed(game_map().space(name).index, side))


def unpacked(state):
    return json.loads(zlib.decompress(state))


# ---- the map asks nothing of a network, and little of the page


def test_no_layer_is_a_tile_layer_and_none_has_an_address_outside(war_map):
    for leaflet in war_map.maps:
        assert not any(isinstance(layer, L.TileLayer) for layer in leaflet.layers)
    drawn = zlib.decompress(sheet()).decode() + zlib.decompress(front()).decode()
    assert not re.search(r"https?://(?!www\.w3\.org/)", drawn)


def test_spaces_are_geojson_on_every_map(war_map):
    for leaflet in war_map.maps:
        [layer] = leaflet.layers
        assert isinstance(layer, L.GeoJSON)
        names = {feature["properties"]["name"] for feature in layer.data["features"]}
        assert names == {space.name for space in game_map().spaces}


def test_few_widgets():
    before = len(_instances)
    kept = WarMap(scenario_1688(), insets=())
    assert len(_instances) - before <= 16
    assert kept.selected is None


def test_a_closed_map_leaves_no_widget_behind():
    before = set(_instances)
    WarMap(scenario_1688()).close()
    assert set(_instances) == before


def test_the_first_paint_is_small(war_map):
    state = war_map._atlas.get_state()
    sizes = {name: len(state[name]) for name in ("front", "sheet", "steps", "state")}
    assert sum(sizes.values()) < 82_000, sizes  # compressed; 0.45 of the GeoJSON as a page of its own


# ---- the shapes


def test_arcs_come_to_the_same_rings_as_the_geojson():
    shapes, arcs, place = geometry(), [], 0

    def step():
        nonlocal place
        place += 1
        first = shapes.steps[place - 1]
        if first != LONG_STEP:
            return first - 256 if first > 127 else first
        place += 2
        return int.from_bytes(shapes.steps[place - 2 : place], "little", signed=True)

    x = y = 0
    for right, up, count in shapes.starts:
        x, y = x + right, y + up
        arc = [(x, y)]
        for _ in range(count):
            x, y = x + step(), y + step()
            arc.append((x, y))
        arcs.append(arc)
    assert place == len(shapes.steps)

    def line(refs):
        parts = [arcs[ref] if ref >= 0 else arcs[~ref][::-1] for ref in refs]
        assert all(before[-1] == after[0] for before, after in pairwise(parts))
        return [point for number, part in enumerate(parts) for point in part[number > 0 :]]

    features = game_map().geojson("spaces")["features"]
    for feature, polygons in zip(features, shapes.spaces, strict=True):
        parts = feature["geometry"]["coordinates"]
        wanted = [parts] if feature["geometry"]["type"] == "Polygon" else parts
        for rings, ring_refs in zip(wanted, polygons, strict=True):
            for ring, refs in zip(rings, ring_refs, strict=True):
                got = line(refs)
                assert got[0] == got[-1]
                assert set(got) == {(round(x * PER_DEGREE), round(y * PER_DEGREE)) for x, y in ring}


def test_neighbours_share_their_border():
    owners = {}
    for index, polygons in enumerate(geometry().spaces):
        for refs in (refs for rings in polygons for refs in rings):
            for ref in refs:
                owners.setdefault(ref if ref >= 0 else ~ref, set()).add(index)
    assert sum(len(spaces) == 2 for spaces in owners.values()) >= 180
    assert max(map(len, owners.values())) == 2


# ---- what is sent


def test_one_space_that_changes_hands_is_a_short_message(war_map, messages):
    war_map.position = taken(war_map.position, "Tournai")
    [(told, size)] = messages
    index = str(game_map().space("Tournai").index)
    assert list(told["change"]["spaces"]) == [index]
    assert told["change"]["spaces"][index] == "alliance power-france taken"
    assert "Tournai" in told["say"]
    assert size < 1200
    war_map.position = scenario_1688()
    assert messages[1][0]["change"]["spaces"][index] == "bourbon power-france"


def test_a_moved_stack_is_a_short_message(war_map, messages):
    [mover] = war_map.position.corps_in("Sedan")
    moved = tuple(
        structs.replace(corps, space="Reims") if corps is mover else corps for corps in war_map.position.corps
    )
    war_map.position = war_map.position.replace(corps=moved)
    [(told, size)] = messages
    places = {key.split("/")[1] for key in told["change"]["marks"] if key.startswith("stack/")}
    assert {"sedan", "reims"} <= places
    assert size < 1600


def test_the_same_position_again_sends_nothing(war_map, messages):
    war_map.position = scenario_1688().replace(seed=7)
    assert messages == []


def test_a_page_that_listens_late_gets_all_again(war_map, messages):
    war_map.position = taken(war_map.position, "Tournai")
    tells(war_map, ready=0)
    assert messages[-1][0]["state"] == json.loads(json.dumps(war_map._atlas.shown))
    tells(war_map, ready=war_map._atlas.shown["revision"])
    assert len(messages) == 2


def test_a_page_that_is_loaded_later_sees_the_present(war_map):
    war_map.position = taken(war_map.position, "Tournai")
    state = unpacked(war_map._atlas.get_state()["state"])
    assert state["spaces"][game_map().space("Tournai").index] == "alliance power-france taken"


@settings(max_examples=25, deadline=None)
@given(boards(), boards(), st.sampled_from((None, "Bourbon", "Alliance")))
def test_differences_come_to_the_new_state(first, second, side):
    before, after = (
        json.loads(json.dumps(state_of(scene_of(board.position(), side), panel="", twin="")))
        for board in (first, second)
    )
    change = json.loads(json.dumps(difference(before, after)))
    for part in ("spaces", "words"):
        for index, value in change.get(part, {}).items():
            before[part][int(index)] = value
    for key, mark in change.get("marks", {}).items():
        if mark is None:
            del before["marks"][key]
        else:
            before["marks"][key] = mark
    assert before == after


def test_marks_stand_where_they_are_drawn(war_map):
    """A mark, sent as tenths of a pixel from its city, is where it was, back in units, for all eyes."""
    spots = [project(space.lat, space.lon) for space in game_map().spaces]
    for key, mark in marks_of(war_map.scene).items():
        pane, _, *placed = war_map._atlas.shown["marks"][key]
        assert pane in PANES
        if len(placed) < 2:
            continue
        levels, (x, y) = placed[0], spots[placed[1]]
        for level, (sent, at) in enumerate(zip(levels, mark.at, strict=True)):
            if at is None:
                assert sent == 0
            else:
                assert abs(x + sent[0] / 10 * unit(level) - at[0]) <= UNSEEN * unit(level)
                assert abs(y + sent[1] / 10 * unit(level) - at[1]) <= UNSEEN * unit(level)
        assert len(levels) == len(LEVELS)


# ---- choosing a space


def test_a_click_chooses(war_map):
    heard = []
    war_map.on_select(heard.append)
    click(war_map, "Tournai")
    assert war_map.selected == "Tournai"
    assert heard == ["Tournai"]
    assert "Fortress of strength 2" in war_map.panel
    assert "Lille" in war_map.panel


def test_a_program_may_choose_by_another_spelling_and_the_browser_is_told(war_map):
    war_map.selected = "liège"
    assert war_map.selected == "Liege"
    assert war_map._atlas.selected == "liege"
    war_map.selected = None
    assert war_map._atlas.selected == ""


def test_a_program_that_chooses_what_there_is_not_is_told(war_map):
    with pytest.raises(UnknownName, match="Lille"):
        war_map.selected = "Lile"


def test_the_search_finds_by_any_name(war_map, messages):
    tells(war_map, find="köln")
    assert war_map.selected == "Cologne"
    assert {"selected": "cologne"} in [told for told, _ in messages]


@pytest.mark.parametrize("typed", ["Lile", "", "x" * 100_000, "<b>", 7, None, {"a": 1}])
def test_a_search_that_finds_nothing_says_so_and_changes_nothing(war_map, messages, typed):
    war_map.selected = "Mons"
    messages.clear()
    tells(war_map, find=typed)
    assert war_map.selected == "Mons"
    [(told, _)] = messages
    assert len(told["trouble"]) < 400


def test_a_wrong_name_suggests_the_nearest(war_map, messages):
    tells(war_map, find="Lile")
    assert "Lille" in messages[-1][0]["trouble"]
    for typed in ("Wein", "wein"):
        tells(war_map, find=typed)
        assert "Wien" in messages[-1][0]["trouble"]


def test_passes_red_links_capitals_and_pieces_are_said(war_map):
    war_map.selected = "Trent"
    assert "red link" in war_map.panel
    assert "mountain pass" in war_map.panel
    war_map.selected = "Paris"
    assert "Capital" in war_map.panel
    assert "Luxembourg" in war_map.panel  # the marshal
    war_map.selected = "Palma"
    assert "No link by land" in war_map.panel


def test_the_panel_reads_itself_out_and_cites(war_map):
    war_map.selected = "Namur"
    assert "aria-live='polite'" in war_map.panel
    assert "<cite>NY 2.3</cite>" in war_map.panel


# ---- stacks


def test_a_stack_is_opened_by_its_key(war_map, messages):
    tells(war_map, open=f"{game_map().space('Strasbourg').index}/Bourbon")
    opened = messages[-1][0]["opened"]
    assert "Duras" in opened["markup"]
    assert opened["words"].startswith("Strasbourg")


@pytest.mark.parametrize("key", ["", "x", "999/Bourbon", "0/Nobody", "-1/Bourbon", "²/Bourbon", None, ["0"]])
def test_a_stack_that_is_not_there_is_not_opened(war_map, messages, key):
    tells(war_map, open=key)
    assert messages == []


def test_the_enemys_stacks_stay_covered():
    covered = WarMap(scenario_1688(), side="Alliance")
    tells(covered, open=f"{game_map().space('Strasbourg').index}/Bourbon")
    everything = json.dumps(covered._atlas.shown) + covered.panel + covered.twin
    assert "Duras" in everything  # on top
    assert "Catinat" not in everything  # under him
    assert "Catinat" in json.dumps(WarMap(scenario_1688())._atlas.shown) + WarMap(scenario_1688()).twin


# ---- overlays


def overlay(war_map, name):
    return {key for key in war_map._atlas.shown["marks"] if key.startswith(f"{name}/") or key == name}


def test_a_line_is_drawn_and_said(war_map):
    war_map.show_path(["Tournai", "Lille", "Amiens", "Paris"])
    assert overlay(war_map, "path")
    assert "Tournai → Lille → Amiens → Paris" in war_map.panel
    war_map.show_path([])
    assert not overlay(war_map, "path")


def test_a_line_by_sea_is_drawn_as_far_as_it_can_be(war_map):
    for way in (
        ["Dublin", "Atlantic", "Brest", "Nantes"],
        ["Atlantic", "Brest"],
        ["Brest", "Atlantic"],
        ["Atlantic"],
    ):
        war_map.show_path(way)
        assert war_map.path == tuple(way)


def test_marks_are_drawn_said_and_cleared(war_map):
    war_map.show_spaces(["Lille", "mons"])
    assert war_map.marked == ("Lille", "Mons")
    assert "Marked on the map: Lille and Mons." in war_map.panel
    marks = set(war_map._atlas.shown["marks"])
    war_map.clear()
    assert len(marks - set(war_map._atlas.shown["marks"])) >= 2
    assert war_map.marked == ()


def test_an_unknown_name_is_refused_and_nothing_is_drawn(war_map):
    with pytest.raises(UnknownName, match="Lille"):
        war_map.show_path(["Lile"])
    assert war_map.path == ()
    assert not overlay(war_map, "path")


def test_reach_supply_and_line_are_drawn_and_told_with_their_clauses(war_map):
    found = war_map.show_reach("Strasbourg", "Bourbon")
    assert found.at("Philippsburg").points == 1
    assert "Philippsburg" in war_map.panel
    assert "NY 14.3" in war_map.panel
    war_map.show_supply("Bourbon")
    assert "Casale" in war_map.panel
    told = war_map.show_line("Tournai", "Bourbon")
    assert war_map.path == told.path == ("Tournai", "Lille", "Amiens", "Paris")
    before = set(war_map._atlas.shown["marks"])
    war_map.clear()
    assert len(before - set(war_map._atlas.shown["marks"])) > 40
    assert "NY 14.3" not in war_map.panel


def test_a_game_is_shown_with_what_was_last_done(war_map):
    game = Game.new(seed=1690)
    while game.decision is not None and not any(word in game.log for word in ("march ", "stop")):
        game.choose(game.decision.options[-1])
    war_map.show_game(game)
    assert war_map.position == game.position


# ---- views, words, pictures


def test_views_are_told_to_the_browser(war_map, messages):
    for view in VIEWS:
        war_map.go_to(view)
    assert [told["view"] for told, _ in messages] == list(VIEWS)
    assert war_map._atlas.views[0] == list(VIEWS)[-1]  # where a page that draws the map later begins
    with pytest.raises(UnknownName, match="rhine"):
        war_map.go_to("rhein")
    with pytest.raises(UnknownName):
        WarMap(scenario_1688(), view="moon")
    with pytest.raises(UnknownName):
        WarMap(scenario_1688(), insets=("moon",))


def test_the_whole_map_in_words_is_sent_only_when_it_is_wanted(war_map, messages):
    assert war_map._atlas.shown["twin"] == ""
    tells(war_map, words=True)
    told = messages[-1][0]["change"]["twin"]
    assert all(space.name in told for space in game_map().spaces)
    war_map.position = taken(war_map.position, "Tournai")
    assert messages[-1][0]["change"]["twin"] != told
    tells(war_map, words=False)
    assert messages[-1][0]["change"]["twin"] == ""


def test_the_picture_of_the_map_has_its_overlays(war_map):
    plain = war_map.to_svg(view="low-countries")
    war_map.show_path(["Tournai", "Lille", "Amiens", "Paris"])
    drawn = war_map.to_svg(view="low-countries")
    assert "data-mark='path" in drawn
    assert "data-mark='path" not in plain


def test_all_that_a_map_is_made_of_is_found(war_map):
    found = set(widgets_in(war_map))
    assert {war_map, war_map._atlas, war_map._territories, *war_map.maps} <= found
    assert all(leaflet.layout in found for leaflet in war_map.maps)
