"""The widgets without a browser: what they hold, what a click does, what they say."""

import json
import re
from fractions import Fraction
from types import SimpleNamespace

import ipyleaflet as L
import pytest
from ipywidgets.widgets.widget import _instances

from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.core.messages import Message
from ninevears_kernel.core.rulings import Ruling, Step, frozen
from ninevears_kernel.nine_years.map import game_map
from ninevears_kernel.nine_years.scenario import scenario_1688
from ninevears_kernel.widgets import (
    AskLOC,
    ExerciseCard,
    RulingCard,
    WarMap,
    ask,
    map_colours,
    map_furniture,
    map_symbols,
)
from ninevears_kernel.widgets.sea_lanes import POINTS, sea_way
from ninevears_kernel.widgets.war_map import VIEWS, path_spots


@pytest.fixture
def war_map():
    return WarMap(scenario_1688())


def layers(war_map):
    return war_map._map.layers


def click(war_map, name):
    geo = war_map._spaces
    feature = next(f for f in geo.data["features"] if f["properties"]["name"] == name)
    message = {"event": "click", "feature": feature, "properties": feature["properties"], "id": feature["id"]}
    geo._handle_custom_msg({**message, "coordinates": [50, 3]}, [])


def taken(position, name, side="Alliance"):
    return position.replace(control=position.control.changed(game_map().space(name).index, side))


def fills(war_map):
    return {
        f["properties"]["name"]: f["properties"]["style"]["fillColor"]
        for f in war_map._spaces.data["features"]
    }


def ruling(verdict="yes", says=None, **more):
    says = says or Message("loc.supplied", space="Tournai", source="Paris")
    return Ruling("NY", "loc", verdict, says, None, **more)


# ---- the map holds what it should, and asks nothing of a network


def test_no_layer_is_a_tile_layer_and_none_has_an_address_outside(war_map):
    assert not any(isinstance(layer, L.TileLayer) for layer in layers(war_map))
    for layer in layers(war_map):
        state = json.dumps({k: v for k, v in layer.get_state().items() if isinstance(v, str | dict | list)})
        assert not re.search(r"https?://(?!www\.w3\.org/)", state)


def test_every_picture_is_a_data_address_laid_on_the_same_corners(war_map):
    pictures = [layer for layer in layers(war_map) if isinstance(layer, L.ImageOverlay)]
    assert len(pictures) == 2 + len(map_symbols.LEVELS)
    assert all(p.url.startswith("data:image/svg+xml,") and p.bounds == map_furniture.BOUNDS for p in pictures)


def test_pictures_let_the_mouse_through(war_map):
    assert all(pane["pointerEvents"] == "none" for pane in war_map._map.panes.values())


def test_about_thirty_widgets():
    before = len(_instances)
    kept = WarMap(scenario_1688())
    assert len(_instances) - before <= 33
    assert kept.selected is None


def test_there_is_no_style_callback(war_map):
    assert not any(getattr(layer, "style_callback", None) for layer in layers(war_map))


def test_all_spaces_are_there_with_a_style_of_their_own(war_map):
    features = war_map._spaces.data["features"]
    assert {f["properties"]["name"] for f in features} == {s.name for s in game_map().spaces}
    assert all(f["properties"]["style"]["smoothFactor"] == 0 for f in features)


def test_one_size_of_names_shows_at_each_zoom(war_map):
    for zoom, shown in ((4.75, 0), (6, 1), (6.75, 2), (8, 3)):
        war_map._map.zoom = zoom
        assert [picture.visible for picture in war_map._levels] == [n == shown for n in range(4)]


def test_the_nearest_names_are_all_printed():
    sites = [
        map_symbols.Site(s.name, s.lat, s.lon, s.fortress, bool(s.ports), False) for s in game_map().spaces
    ]
    svg = map_symbols.places(sites, map_symbols.LEVELS[-1])
    assert all(f">{space.name}</text>" in svg for space in game_map().spaces)


def test_printed_names_are_escaped():
    site = map_symbols.Site("<script>x</script>", 50, 3, 1, False, False)
    other = map_symbols.Site("Lille", 51, 4, 1, False, False)
    assert "<script>" not in map_symbols.places([site, other], map_symbols.LEVELS[-1])


def test_pictures_are_drawn_in_mercator():
    (south, west), (north, east) = map_furniture.BOUNDS
    assert map_furniture.project(north, west) == pytest.approx((0, 0))
    width, height = map_furniture.project(south, east)
    x, y = map_furniture.project(50.0, (west + east) / 2)
    assert x == pytest.approx(width / 2)
    assert y > height * (north - 50) / (north - south) * 1.02  # north is stretched


# ---- choosing a space


def test_a_click_chooses_and_the_list_follows(war_map):
    heard = []
    war_map.on_select(heard.append)
    click(war_map, "Tournai")
    assert war_map.selected == war_map._list.value == "Tournai"
    assert heard == ["Tournai"]
    assert "Fortress of strength 2" in war_map._text.value
    assert "Lille" in war_map._text.value


def test_the_list_chooses_and_the_map_follows(war_map):
    war_map._list.value = "Turin"
    assert war_map.selected == "Turin"
    assert "neutral" in war_map._text.value
    outline = war_map._drawn.data["features"][-1]
    turin = next(f for f in war_map._spaces.data["features"] if f["properties"]["name"] == "Turin")
    assert outline["geometry"] == turin["geometry"]
    war_map._list.value = ""
    assert war_map.selected is None
    assert war_map._drawn.data["features"] == []


def test_a_program_may_choose_by_another_spelling(war_map):
    war_map.selected = "liège"
    assert war_map.selected == war_map._list.value == "Liege"


def test_passes_red_links_capitals_and_pieces_are_said(war_map):
    war_map.selected = "Trent"
    assert "red link" in war_map._text.value
    assert "mountain pass" in war_map._text.value
    war_map.selected = "Paris"
    assert "Capital" in war_map._text.value
    assert "Luxembourg" in war_map._text.value  # the marshal
    war_map.selected = "Palma"
    assert "No link by land" in war_map._text.value


def test_the_text_reads_itself_out(war_map):
    assert "aria-live='polite'" in war_map._text.value


# ---- another position


def test_another_position_recolours_what_changed_and_shares_the_rest(war_map):
    before = {f["properties"]["name"]: f for f in war_map._spaces.data["features"]}
    war_map.position = taken(war_map.position, "Tournai")
    after = {f["properties"]["name"]: f for f in war_map._spaces.data["features"]}
    changed = {name for name in after if after[name] is not before[name]}
    assert changed == {"Tournai"}
    assert after["Tournai"]["geometry"] is before["Tournai"]["geometry"]
    assert after["Tournai"]["properties"]["style"]["dashArray"]  # not by colour alone
    assert war_map._spaces.data["features"][-1]["id"] == "tournai"  # over its neighbours' edges
    war_map.position = scenario_1688()
    assert fills(war_map)["Tournai"] == before["Tournai"]["properties"]["style"]["fillColor"]


def test_every_side_has_its_own_pattern_and_plain_colour(war_map):
    colours = fills(war_map)
    patterns = map_colours.patterns(war_map._prefix, {s.power for s in game_map().spaces})
    assert all(
        re.search(rf"id='{re.escape(f.split('#')[1].split(')')[0])}'", patterns) for f in colours.values()
    )
    assert (
        len({colours["Lille"], colours["Amsterdam"], colours["Madrid"], colours["Turin"], colours["London"]})
        == 5
    )


def test_the_text_says_who_holds_a_space_now(war_map):
    war_map.selected = "Tournai"
    assert "Controlled by the Bourbons" in war_map._text.value
    war_map.position = taken(war_map.position, "Tournai")
    assert "Controlled by the Alliance" in war_map._text.value


# ---- lines and marks


def test_a_line_goes_through_its_spaces_in_order(war_map):
    war_map.show_path(["Tournai", "Lille", "Amiens", "Paris"])
    line = next(f for f in war_map._drawn.data["features"] if f["geometry"]["type"] == "LineString")
    expected = [[s.lon, s.lat] for s in map(game_map().space, ("Tournai", "Lille", "Amiens", "Paris"))]
    assert line["geometry"]["coordinates"] == expected
    assert "Tournai → Lille → Amiens → Paris" in war_map._text.value


def test_a_line_by_sea_goes_through_water(war_map):
    spots = path_spots(["Dublin", "Atlantic", "Brest", "Nantes"])
    dublin, brest = (game_map().space(name) for name in ("Dublin", "Brest"))
    at_sea = spots[1:-2]
    assert spots[0] == (dublin.lat, dublin.lon)
    assert spots[-2] == (brest.lat, brest.lon)
    assert at_sea
    assert set(at_sea) <= set(POINTS["Atlantic"].values())
    war_map.show_path(["Dublin", "Atlantic", "Brest", "Nantes"])
    assert "Dublin → Atlantic → Brest" in war_map._text.value


@pytest.mark.parametrize("zone", ["Atlantic", "Mediterranean"])
def test_there_is_a_way_by_sea_between_any_two_ports(zone):
    ports = [(s.lat, s.lon) for s in game_map().spaces if zone in s.ports]
    assert all(sea_way(zone, a, b) for a in ports for b in ports if a != b)


def test_a_line_that_begins_or_ends_at_sea_is_drawn_as_far_as_it_can_be(war_map):
    war_map.show_path(["Atlantic", "Brest"])
    war_map.show_path(["Brest", "Atlantic"])
    war_map.show_path(["Atlantic"])
    war_map.show_path([])
    assert war_map._drawn.data["features"] == []


def test_marks_are_drawn_said_and_cleared(war_map):
    war_map.show_spaces(["Lille", "mons"])
    assert war_map.marked == ("Lille", "Mons")
    assert len(war_map._drawn.data["features"]) == 2
    assert "Marked on the map: Lille and Mons." in war_map._text.value
    war_map.clear_path()
    assert war_map._drawn.data["features"] == []


def test_an_unknown_name_is_refused_and_nothing_is_drawn(war_map):
    with pytest.raises(UnknownName, match="Lille"):
        war_map.show_path(["Lile"])
    assert war_map.path == ()


# ---- views


def test_views_move_the_map_and_a_button_can_be_pressed_again(war_map):
    for view, (centre, zoom) in VIEWS.items():
        war_map.go_to(view.removeprefix("view."))
        assert (war_map._map.center, war_map._map.zoom) == (list(centre), zoom)
        assert war_map._views.value == view
    war_map._sent_at = 0.0  # long ago
    war_map._map.zoom = 8.25
    assert war_map._views.value is None


def test_a_map_dragged_out_of_sight_comes_back(war_map):
    war_map._map.center = [10.0, 100.0]
    (south, west), (north, east) = map_furniture.BOUNDS
    lat, lon = war_map._map.center
    assert south < lat < north
    assert west < lon < east


# ---- the ruling card


def test_the_verdict_is_said_in_a_word_and_a_sign():
    value = RulingCard(ruling("no")).value
    assert "✗" in value
    assert re.search(r"</span> No</span>", value)


def test_names_are_escaped():
    says = Message("loc.supplied", space="<script>alert(1)</script>", source="Paris")
    card = RulingCard(ruling(says=says, steps=(Step("NY 11.1.1", says),)))
    assert "<script" not in card.value
    assert card.value.count("&lt;script&gt;") == 2


def test_a_step_shows_its_clause_with_basis_and_text():
    step = Step("NY 11.1.1", Message("loc.supplied", space="Tournai", source="Paris"))
    value = RulingCard(ruling(steps=(step,))).value
    assert "NY 11.1.1" in value
    assert "<details>" in value
    assert "printed text" in value
    assert step.clause.title in value


def test_odds_have_bars():
    odds = frozen({"ends": ((False, Fraction(5, 6)), (True, Fraction(1, 6)))})
    value = RulingCard(ruling("result", odds=odds)).value
    assert "83.3%" in value
    assert "5/6" in value
    assert "width:183px" in value


def test_a_card_without_a_ruling_is_empty():
    card = RulingCard()
    assert card.value == ""
    card.ruling = ruling()
    assert card.value


# ---- asking for a line of communication


@pytest.fixture
def ruled(monkeypatch):
    """Cases that were put to the umpire; `answer` is what he says."""
    seen = SimpleNamespace(
        cases=[], answer={"supplied": True, "path": ("Tournai", "Lille"), "source": "Lille"}
    )

    def rule(case):
        seen.cases.append(case["given"])
        says = Message("loc.supplied", space="Tournai", source="Paris")
        return Ruling("NY", "loc", "yes", says, frozen(seen.answer))

    monkeypatch.setattr(ask, "rule_case", rule)
    return seen


def test_a_click_on_the_map_asks_and_draws(war_map, ruled):
    desk = AskLOC(war_map=war_map)
    click(war_map, "Tournai")
    assert desk.space.value == "Tournai"
    assert [given["space"] for given in ruled.cases] == ["Tournai"]
    assert war_map.path == ("Tournai", "Lille")
    assert desk.card.value


def test_what_would_restore_the_line_is_marked(war_map, ruled):
    desk = AskLOC(war_map=war_map)
    ruled.answer = {"supplied": False, "path": (), "restored_by": (("Lille", "Mons"), ("Lille", "Ghent"))}
    desk.space.value = "Tournai"
    assert len(ruled.cases) == 1
    assert war_map.selected == "Tournai"
    assert war_map.path == ()
    assert war_map.marked == ("Lille", "Mons", "Ghent")


def test_choosing_only_fills_the_form_when_that_is_wanted(war_map, ruled):
    desk = AskLOC(war_map=war_map)
    desk.at_once.value = False
    click(war_map, "Tournai")
    assert desk.space.value == "Tournai"
    assert ruled.cases == []
    desk.button.click()
    assert len(ruled.cases) == 1


def test_whose_corps_is_asked_only_where_it_matters(ruled):
    desk = AskLOC(scenario_1688())
    assert desk.power.layout.display == "none"
    desk.purpose.value = "restore"
    assert desk.power.layout.display is None
    desk.side.value = "Alliance"
    assert "Savoy" in [value for _, value in desk.power.options]
    desk.power.value = "Savoy"
    desk.space.value = "Turin"
    assert ruled.cases[-1]["power"] == "Savoy"


def test_a_wrong_name_gives_one_sentence_and_takes_the_old_ruling_away(war_map, ruled):
    desk = AskLOC(war_map=war_map)
    desk.space.value = "Tournai"
    desk.space.value = "<b>Tournay"
    assert desk.ruling is None
    assert desk.card.value == ""
    assert "role='alert'" in desk.error.value
    assert "&lt;b&gt;Tournay" in desk.error.value
    assert "did you mean Tournai" in desk.error.value
    assert war_map.path == ()


def test_the_real_umpire_answers(war_map):
    desk = AskLOC(war_map=war_map)
    click(war_map, "Tournai")
    assert desk.ruling.verdict == "yes"
    assert war_map.path[0] == "Tournai"
    assert war_map.path[-1] == "Paris"


def test_a_form_without_a_space_asks_for_one():
    desk = AskLOC(scenario_1688())
    desk.button.click()
    assert "Choose a space" in desk.error.value


def test_controls_have_labels():
    desk = AskLOC(war_map=WarMap(scenario_1688()))
    controls = (
        desk.space,
        desk.side,
        desk.purpose,
        desk.power,
        desk.at_once,
        desk.war_map._list,
        desk.war_map._views,
    )
    assert all(control.description for control in controls)
    assert desk.button.tooltip


# ---- exercises


def exercise(choices, right="Lille"):
    def mark(answer):
        says = Message("loc.supplied", space=answer, source="Paris")
        return SimpleNamespace(right=answer == right, says=says, ruling=ruling())

    return SimpleNamespace(
        title="A <b>line</b>", prompt="Where to?", choices=choices, case={}, key="x", mark=mark
    )


@pytest.mark.parametrize("choices", [("Lille", "Mons"), None])
def test_an_exercise_is_marked_in_words(choices):
    card = ExerciseCard(exercise(choices))
    card.button.click()
    assert "Choose an answer" in card.verdict.value
    card.answer.value = "Lille"
    card.button.click()
    assert "Right" in card.verdict.value
    assert card.marked.right
    assert card._why.layout.display is None
    card.answer.value = "Mons"
    assert card.verdict.value == ""
    card.button.click()
    assert "Not right" in card.verdict.value


def test_an_exercise_is_escaped():
    assert "A &lt;b&gt;line" in ExerciseCard(exercise(("a", "b"))).children[0].value


def test_a_ruling_is_told_beside_the_map_with_its_clauses(war_map):
    desk = AskLOC(war_map=war_map)
    war_map.selected = "Tournai"
    assert war_map.path == ("Tournai", "Lille", "Amiens", "Paris")
    words = war_map._text.value
    assert "Tournai has a line of communication to Paris." in words
    assert "NY 11.1.1" in words
    assert desk.ruling is war_map.ruling
    war_map.clear_path()
    assert "NY 11.1.1" not in war_map._text.value
