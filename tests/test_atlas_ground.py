"""The sheet under the spaces: everything on it is where it should be, true to scale, and small."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
import shapely
from shapely.geometry import LineString, Point, box, shape
from shapely.ops import unary_union

from ninevears_kernel.core.tables import read_table
from ninevears_kernel.nine_years.atlas import furniture, ground, lines, palette, relief, sheet
from ninevears_kernel.nine_years.atlas.sheet import project
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.tables import geodata

DRAWN = {"ground": ground.ground, "lines": lines.lines, "relief": relief.relief}
MOST = {"ground": 11_000, "lines": 2_600, "relief": 10_000}


@cache
def _units(layer: str) -> dict[str, Any]:
    """The shapes of a layer in units of the sheet, by id."""
    return {
        feature["id"]: shapely.make_valid(
            shapely.transform(
                shape(feature["geometry"]), lambda spots: [project(lat, lon) for lon, lat in spots]
            )
        )
        for feature in game_map().geojson(layer)["features"]
    }


@cache
def _land() -> Any:
    return unary_union([*_units("spaces").values(), *_units("lands").values()])


def _picture() -> ElementTree.Element:
    parts = "".join(draw() for draw in DRAWN.values())
    return ElementTree.fromstring(f"<svg><defs>{palette.patterns()}</defs>{parts}</svg>")


@pytest.mark.parametrize("part", DRAWN)
def test_parts_of_the_sheet_are_small(part: str) -> None:
    assert len(DRAWN[part]()) < MOST[part]


def test_shapes_come_from_the_map_alone() -> None:
    named = {found.attrib["data-shape"] for found in _picture().iter() if "data-shape" in found.attrib}
    assert named == {"coast", "lands", "rivers", "border-space", "border-power"}
    assert all(sheet.shape(name) for name in named)


def test_ids_can_be_made_unique_and_nothing_refers_to_what_is_not_there() -> None:
    drawn = _picture()
    ids = [found.attrib["id"] for found in drawn.iter() if "id" in found.attrib]
    assert len(ids) == len(set(ids))
    assert all(id.startswith("nv-") for id in ids)
    written = ElementTree.tostring(drawn, encoding="unicode") + palette.stylesheet()
    assert set(re.findall(r"""(?:href="|url\()#([^")]+)""", written)) <= set(ids)


def test_what_is_repeated_carries_its_own_looks() -> None:
    # a browser does not apply `.nv .thing` to what `use` repeats
    drawn = _picture()
    by_id = {found.attrib["id"]: found for found in drawn.iter() if "id" in found.attrib}
    for use in drawn.iter("use"):
        assert not [part for part in by_id[use.attrib["href"][1:]].iter() if "class" in part.attrib], (
            use.attrib
        )


def test_mountains_stand_on_land() -> None:
    shore = _land().buffer(12)
    assert not [hill for hill in relief.hills() if not shore.contains(Point(hill.x, hill.y))]


def test_mountains_stand_clear_of_cities_and_of_each_other() -> None:
    hills = relief.hills()
    assert len(hills) > 300
    for space in game_map().spaces:
        x, y = project(space.lat, space.lon)
        assert min(math.hypot(hill.x - x, hill.y - y) for hill in hills) > 100, space.name
    for place, hill in enumerate(hills):
        for other in hills[place + 1 :]:
            assert math.hypot(hill.x - other.x, hill.y - other.y) > 25, (hill, other)


def test_every_range_of_the_table_is_drawn_as_far_as_there_is_room() -> None:
    rows = read_table(geodata("mountains.csv"))
    assert len({row["name"] for row in rows}) == len(rows)
    bare = []
    for row in rows:
        assert int(row["size"]) in relief.HILLS, row
        ridge = [project(*map(float, point.split())) for point in row["ridge"].split(";")]
        crest = LineString(ridge) if len(ridge) > 1 else Point(ridge[0])
        if not any(crest.distance(Point(hill.x, hill.y)) < 220 for hill in relief.hills()):
            bare.append(row["name"])
    assert not bare


@pytest.mark.parametrize("name", ground.SEA_NAMES, ids=lambda name: name[0])
def test_names_of_seas_keep_to_the_water(name: Any) -> None:
    _, letters, _, *points = name
    (ax, ay), (bx, by), (cx, cy) = (project(lat, lon) for lon, lat in points)
    steps = [step / 40 for step in range(41)]
    curve = LineString(
        [
            (
                (1 - t) ** 2 * ax + 2 * t * (1 - t) * bx + t * t * cx,
                (1 - t) ** 2 * ay + 2 * t * (1 - t) * by + t * t * cy,
            )
            for t in steps
        ]
    )
    # letters stand on the curve
    assert _land().distance(curve) > 10
    assert _land().distance(curve.parallel_offset(0.7 * letters, "left")) > 10


@pytest.mark.parametrize("land", ground.LAND_NAMES)
def test_names_of_lands_stand_on_their_lands(land: str) -> None:
    letters, space, turn, right, down = ground.LAND_NAMES[land]
    [feature] = [f for f in game_map().geojson("lands")["features"] if f["id"] == land]
    lon, lat = feature["properties"]["label"]
    x, y = project(lat, lon)
    words = feature["properties"]["name"].split(" ")
    home = _units("lands")[land]
    for row, word in enumerate(words):
        half = (0.68 * letters * len(word) + space * (len(word) - 1)) / 2
        text = box(-half, 1.2 * letters * row - 0.7 * letters, half, 1.2 * letters * row)
        stands = shapely.affinity.translate(
            shapely.affinity.rotate(text, turn, origin=(0, 0)), x + right, y + down
        )
        assert stands.intersection(home).area > 0.9 * stands.area, word


def test_every_land_that_is_drawn_is_named() -> None:
    assert set(ground.LAND_NAMES) == set(_units("lands"))


@pytest.mark.parametrize(
    ("middle", "left", "top", "right", "bottom"),
    [
        (furniture.CARTOUCHE, -1250, -640, 1250, 1040),
        (furniture.COMPASS, -500, -700, 500, 500),
    ],
    ids=["cartouche", "compass"],
)
def test_furniture_stands_at_sea(
    middle: tuple[float, float], left: float, top: float, right: float, bottom: float
) -> None:
    x, y = project(*middle)
    size = furniture.CARTOUCHE_SIZE if middle == furniture.CARTOUCHE else 1
    stands = box(x + size * left, y + size * top, x + size * right, y + size * bottom)
    assert not stands.intersects(_land())


def test_the_scale_is_true_where_it_says() -> None:
    # a degree of longitude on a sphere, as the projection has it
    degree = furniture.EQUATOR / 360 * math.cos(math.radians(furniture.SCALE_LATITUDE))
    (west, _), (east, _) = (project(furniture.SCALE_LATITUDE, lon) for lon in (0, 1))
    written = [
        (int(x), int(step))
        for x, step in re.findall(r"<text x='(-?\d+)' y='-?\d+'>(\d+)</text>", furniture.cartouche())
    ]
    kilometres, leagues = written[:5], written[5:]
    for marks, length in ((kilometres, 1), (leagues, 111.2 / 25)):
        (start, zero), (end, last) = marks[0], marks[-1]
        assert zero == 0
        drawn = (end - start) * furniture.CARTOUCHE_SIZE / (east - west) * degree
        assert drawn == pytest.approx(last * length, rel=0.005)


def test_degrees_are_numbered_where_they_are() -> None:
    numbers = re.findall(r"<text x='(-?\d+)' y='(-?\d+)'>(\d+)°( [WE])?</text>", furniture.frame())
    across = [
        (int(x), int(lon) * (-1 if way == " W" else 1)) for x, _, lon, way in numbers if way or lon == "0"
    ]
    down = [(int(y), int(lat)) for _, y, lat, way in numbers if not way and lat != "0"]
    assert len(across) == 15
    assert len(down) == 12
    for x, lon in across:
        assert x == pytest.approx(project(50, lon)[0], abs=1)
    for y, lat in down:
        assert y == pytest.approx(project(lat, 0)[1] + 25, abs=1)


def test_degrees_are_filled_and_empty_in_turn() -> None:
    frame = furniture.frame()
    top = re.search(r"stroke-dasharray='([\d.]+)' stroke-dashoffset='([\d.]+)' d='M(\d+)", frame)
    degree, offset, left = (float(part) for part in top.groups())
    for lon in range(-10, 18):
        middle = project(sheet.NORTH, lon + 0.5)[0] - left + offset
        assert (int(middle / degree) % 2 == 0) == (lon % 2 == 0), lon
    filled = [(float(low), float(high)) for low, high in re.findall(r"M\d+ (\d+)V(\d+)", frame)]
    for lat in range(36, 59):
        middle = project(lat + 0.5, 0)[1]
        assert any(high <= middle <= low for low, high in filled) == (lat % 2 == 0), lat
