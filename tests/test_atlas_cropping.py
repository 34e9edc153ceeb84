"""A part of the map as a picture: it is small, holds all that is near, and looks as it did."""

import re
from functools import cache
from itertools import pairwise
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import assume, given, settings, strategies as st

from ninevears_kernel.nine_years.atlas import overlays
from ninevears_kernel.nine_years.atlas.cropping import _segments as segments, part_of
from ninevears_kernel.nine_years.atlas.picture import to_svg
from ninevears_kernel.nine_years.atlas.scene import scene_of
from ninevears_kernel.nine_years.atlas.sheet import project
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.umpire.reports.map import box_around

HEAD = "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100' viewBox='0 0 1000 1000'>"
WINDOW = (400.0, 400.0, 200.0, 200.0)
NAMES = [space.name for space in game_map().spaces]


@cache
def whole() -> str:
    way = overlays.path(["Paris", "Sedan", "Namur"], ["Sedan"])
    return to_svg(scene_of(scenario_1688()), width=5000, overlays=way)


def pictured(svg: str):
    """A picture as a tree, its names without their namespace."""
    tree = fromstring(svg)
    for one in tree.iter():
        one.tag = one.tag.rpartition("}")[2]
    return tree


def ids(tree) -> set[str]:
    return {one.get("id") for one in tree.iter() if one.get("id")}


def needed(svg: str) -> set[str]:
    return set(re.findall(r"url\(#([\w-]+)\)", svg)) | set(re.findall(r'href="#([\w-]+)"', svg))


def anchors(tree) -> dict[str, tuple[float, float]]:
    """Where the marks of a picture stand."""
    found = {}
    for one in tree.iter("g"):
        at = re.match(r"translate\((\S+) (\S+)\)", one.get("transform", ""))
        if one.get("data-mark") and at:
            found[one.get("data-mark")] = float(at[1]), float(at[2])
    return found


def lies_in(point, box, more=0.0) -> bool:
    left, top, across, down = box
    return left - more <= point[0] <= left + across + more and top - more <= point[1] <= top + down + more


@settings(max_examples=12, deadline=None)
@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3))
def test_all_that_stands_in_the_part_is_kept_and_what_is_far_goes(names):
    box = box_around(names)
    svg = part_of(whole(), box, 900)
    before, after = anchors(pictured(whole())), anchors(pictured(svg))
    assert {key for key, at in before.items() if lies_in(at, box)} <= set(after)
    assert all(lies_in(at, box, box[2]) for at in after.values())
    assert after.items() <= before.items()


@pytest.mark.parametrize(
    ("names", "most"), [(["Namur", "Sedan", "Paris"], 75_000), (["Cork"], 65_000), (["Madrid"], 65_000)]
)
def test_it_is_small_and_whatever_it_refers_to_is_there(names, most):
    svg = part_of(whole(), box_around(names), 900)
    assert len(svg) < most < len(whole()) / 3
    tree = pictured(svg)
    assert needed(svg) <= ids(tree)
    assert tree.find("title").text == pictured(whole()).find("title").text
    assert tree.find("desc").text == pictured(whole()).find("desc").text


def test_the_ways_and_the_names_of_the_part_are_kept():
    svg = part_of(whole(), box_around(["Namur", "Sedan", "Paris"]), 900)
    assert "path0/cut/Sedan" in svg or "path/cut/Sedan" in svg
    assert {"Namur", "Sedan", "Paris"} <= {text.text for text in pictured(svg).iter("text")}
    assert "Madrid" not in {text.text for text in pictured(svg).iter("text")}
    assert pictured(svg).get("viewBox") == "{:.0f} {:.0f} {:.0f} {:.0f}".format(
        *box_around(["Namur", "Sedan", "Paris"])
    )


# ---- what is drawn and where


@pytest.mark.parametrize(
    "drawn",
    [
        "<path d='M450 450h9'/>",
        "<path d='M0 500L1000 500'/>",
        "<path d='M300 300A300 300 0 0 1 300 700'/>",
        "<path d='M0 0C0 0 200 200 300 300S300 0 0 0'/>",
        "<path d='M0 0H1000V1000H0z'/>",
        "<circle cx='500' cy='300' r='120'/>",
        "<g transform='translate(500 500) rotate(30) scale(2)'><path d='M0 0h1'/></g>",
        "<text x='300' y='500' font-size='20'>Nine letters</text>",
        "<defs><path id='a' d='M0 0h9'/></defs><use href='#a' x='500' y='500'/>",
        "<path id='a' d='M0 0h9'/><use href='#a' x='500' y='500'/>",
        "<path id='a' d='M500 500h9'/>",
        "<defs><g id='a'><path id='b' d='M0 0h9'/></g></defs><use href='#a' transform='translate(500 500)'/>",
    ],
)
def test_what_meets_the_part_is_kept(drawn):
    tree = pictured(part_of(f"{HEAD}{drawn}</svg>", WINDOW, 100))
    assert {one.tag for one in tree.iter()} == {one.tag for one in pictured(f"{HEAD}{drawn}</svg>").iter()}


@pytest.mark.parametrize(
    "drawn",
    [
        "<path d='M50 450h9'/>",
        "<path d='M0 0L1000 0'/>",
        "<path d='M0 0C500 0 500 0 900 0S300 300 0 0'/>",
        "<path d='M0 0Q50 0 50 50T99 99z'/>",
        "<circle cx='500' cy='100' r='120'/>",
        "<path id='a' d='M0 0h9'/><use href='#a' x='50' y='50'/>",
        "<g transform='translate(100 500) scale(2)'><g><path d='M0 0h1'/></g></g>",
        "<text x='100' y='500' font-size='10'>Nine</text>",
        "<defs><path id='a' d='M500 500h9'/></defs><use href='#a' x='500' y='500'/>",
        "<defs><g id='a'><use href='#b'/></g><path id='b' d='M0 0h9'/></defs><use href='#a'/>",
    ],
)
def test_what_lies_outside_goes_with_all_that_it_used(drawn):
    tree = pictured(part_of(f"{HEAD}{drawn}</svg>", WINDOW, 100))
    assert {one.tag for one in tree.iter()} <= {"svg", "defs"}


def test_rules_of_style_go_with_the_last_that_they_are_for():
    style = "<style>.nv .near{fill:url(#p)}\n.nv .far{fill:url(#q)}\n.far,.near{stroke:red}</style>"
    defs = "<defs><pattern id='p'/><pattern id='q'/></defs>"
    drawn = "<g class='nv'><path class='near' d='M500 500h1'/><path class='far' d='M9 9h1'/></g>"
    svg = part_of(f"{HEAD}{style}{defs}{drawn}</svg>", WINDOW, 100)
    assert re.findall(r"[^\n>]*\{[^}]*\}", svg) == [".nv .near{fill:url(#p)}", ".far,.near{stroke:red}"]
    assert ids(pictured(svg)) == {"p"}


# ---- shorter ways


def winding(point, rings) -> int:
    """How often closed rings go around a point."""
    x, y = point
    turns = 0
    for ring in rings:
        for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                turns += 1 if y1 > y0 else -1
    return turns


def rings_of(way: str) -> list[list]:
    rings = []
    for text, points in segments(way):
        if text[0] == "M":
            rings.append([])
        rings[-1].append(points[-1])
    return rings


corners = st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 1000)), min_size=2, max_size=30)
inside = st.tuples(st.integers(400, 600), st.integers(400, 600)).map(lambda at: (at[0] + 0.3, at[1] + 0.7))


@settings(max_examples=200)
@given(st.lists(corners, min_size=1, max_size=3), st.lists(inside, min_size=1, max_size=5))
def test_a_shorter_way_encloses_the_same_within_the_part(rings, points):
    way = "".join(
        f"M{x} {y}" + "".join(f"l{x1 - x0} {y1 - y0}" for (x0, y0), (x1, y1) in pairwise(r)) + "z"
        for r in rings
        for x, y in r[:1]
    )
    found = pictured(part_of(f"{HEAD}<path d='{way}'/></svg>", WINDOW, 100)).find("path")
    after = rings_of(found.get("d")) if found is not None else []
    assert [winding(at, after) for at in points] == [winding(at, rings) for at in points]
    assert sum(map(len, after)) <= sum(map(len, rings)) + len(rings)


@given(st.lists(inside | st.tuples(st.integers(0, 1000), st.integers(0, 1000)), min_size=2, max_size=30))
def test_points_in_the_part_stay_in_their_order(points):
    inner = [at for at in points if lies_in(at, WINDOW)]
    assume(inner)
    assume(all(a != b for a, b in pairwise(points)))
    way = "M" + "L".join(f"{x} {y}" for x, y in points)
    svg = pictured(part_of(f"{HEAD}<path d='{way}'/></svg>", WINDOW, 100))
    rings = rings_of(svg.find("path").get("d"))
    assert [at for ring in rings for at in ring if lies_in(at, WINDOW)] == inner


def test_a_smooth_curve_stays_as_it_is_when_what_came_before_it_goes():
    way = "M0 0L0 100C0 200 0 200 300 300S500 500 500 600"
    found = pictured(part_of(f"{HEAD}<path d='{way}'/></svg>", WINDOW, 100)).find("path")
    assert found.get("d") == "M300 300C600 400 500 500 500 600"


@pytest.mark.parametrize("name", ["Paris", "Cork", "Vienna", "Lisbon"])
def test_a_space_is_in_its_part(name):
    space = game_map().space(name)
    assert lies_in(project(space.lat, space.lon), box_around([name]))
