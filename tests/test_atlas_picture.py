"""The map as one SVG picture: complete in itself, and showing what the words tell."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from random_boards import boards

from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.nine_years.atlas import overlays, symbols
from ninevears_kernel.nine_years.atlas.key import key
from ninevears_kernel.nine_years.atlas.picture import both_themes, colours, marks_of, styles, to_svg
from ninevears_kernel.nine_years.atlas.scene import scene_of
from ninevears_kernel.nine_years.atlas.sheet import LEVELS, PANES, VIEWS, level_at
from ninevears_kernel.nine_years.atlas.words import sentences
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.scenario import scenario_1688

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def scene():
    return scene_of(scenario_1688())


def tree(svg):
    return ElementTree.fromstring(svg)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_picture_needs_nothing_else(scene, view, theme):
    svg = to_svg(scene, view=view, theme=theme)
    tree(svg)  # well-formed
    assert "var(" not in svg
    assert "data-shape" not in svg
    assert not re.search(r"https?://(?!www\.w3\.org/)", svg)
    ids = set(re.findall(r"\bid=['\"]([^'\"]+)", svg))
    wanted = set(re.findall(r"href=['\"]#([^'\"]+)", svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert wanted <= ids


def test_a_picture_shows_all_spaces_as_they_are_held(scene):
    paths = [path for path in tree(to_svg(scene)).iter(f"{SVG}path") if "space " in path.get("class", "")]
    assert len(paths) == len(game_map().spaces)
    for path, place in zip(paths, scene.places, strict=True):
        assert (place.controller or "neutral").lower() in path.get("class").split()
        assert path.get("d").endswith("z")


def test_a_picture_carries_its_text_twin(scene):
    picture = tree(to_svg(scene))
    assert picture.get("role") == "img"
    assert picture.find(f"{SVG}title").text == "The map of the war in the year 1688"
    assert picture.find(f"{SVG}desc").text == " ".join(map(str, sentences(scene)))


@pytest.mark.parametrize("width", [99, 10_001, 0, -5])
def test_a_width_that_is_none_is_refused(scene, width):
    with pytest.raises(ValueError, match="width"):
        to_svg(scene, width=width)


def test_views_and_themes_that_are_none_are_refused(scene):
    with pytest.raises(UnknownName, match="rhine"):
        to_svg(scene, view="rhein")
    with pytest.raises(UnknownName, match="dark"):
        to_svg(scene, theme="darc")


def test_the_wider_the_more_is_named(scene):
    named = [
        len(re.findall("data-mark='name/", to_svg(scene, width=width))) for width in (400, 700, 1200, 6000)
    ]
    assert named == sorted(named)
    assert named[0] < named[-1] == len(game_map().spaces)


def test_levels_follow_the_zoom():
    assert [level_at(zoom) for zoom in LEVELS] == list(range(len(LEVELS)))
    assert level_at(LEVELS[3] - 0.01) == 2


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(boards(), st.sampled_from((None, "Bourbon", "Alliance")))
def test_what_is_drawn_is_what_is_seen(board, side):
    """Each stack, siege and fortified line of the scene has its mark at each level, and there is no other."""
    scene = scene_of(board.position(), side)
    marks = marks_of(scene)
    for level in range(len(LEVELS)):
        drawn = {}
        for name, mark in marks.items():
            if not mark.at or mark.at[level] is not None:
                kind, *rest = name.split("/")
                drawn.setdefault(kind, []).append(rest)
        stacks = {(stack.space, stack.side, stack.inside) for place in scene.places for stack in place.stacks}
        shown = {
            (space_named(rest[0]), rest[1], "inside" in rest)
            for rest in drawn.get("stack", [])
            if not any(part.startswith("tie") for part in rest)
        }
        assert shown == stacks
        besieged = {place.space.id for place in scene.places if place.besieger}
        assert {rest[0] for rest in drawn.get("siege", [])} == besieged
        assert {rest[0] for rest in drawn.get("line", [])} == {
            place.space.id for place in scene.places if place.line
        }
        assert {rest[0] for rest in drawn["symbol"]} == {space.id for space in game_map().spaces}
    assert {mark.pane for mark in marks.values()} <= set(PANES)


def space_named(id):
    return next(space.name for space in game_map().spaces if space.id == id)


def test_a_weakened_fortress_shows_what_is_left():
    assert symbols.fortress(3, 1) != symbols.fortress(3) != symbols.fortress(3, 2)


def test_overlays_are_drawn_over_the_map(scene):
    way = overlays.path(("Tournai", "Lille", "Amiens", "Paris"))
    assert "data-mark='path" in to_svg(scene, overlays=way)


def test_every_sign_of_the_key_is_drawn_with_what_the_page_has():
    for picture, words in key():
        assert words
        tree(f"<g xmlns='http://www.w3.org/2000/svg'>{picture}</g>")


def test_every_variable_of_the_styles_has_a_value_in_both_themes():
    used = set(re.findall(r"var\(--nv-([a-z0-9-]+)\)", styles()))
    assert used <= set(colours("light"))
    assert set(colours("light")) == set(colours("dark"))
    assert "--nv-paper:" in both_themes()


# ---- a position as a notebook shows it


def test_a_position_shows_its_map():
    position = scenario_1688()
    bundle = position._repr_mimebundle_()
    shown, drawn = (
        re.sub("nv-[0-9a-f]{10}", "nv", svg) for svg in (bundle["image/svg+xml"], position.to_svg(width=800))
    )
    assert shown == drawn  # but for names of their own
    assert bundle["text/plain"].startswith("1688, Event phase")


def test_a_side_sees_its_own_picture():
    position = scenario_1688()
    assert "Catinat" in position.to_svg(view="rhine")  # in the description
    assert "Catinat" not in position.to_svg("Alliance", view="rhine")
