"""The map: its tables say what the game needs, and the built layers are one clean coverage of the frame."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from every_row import every_row

GEODATA = Path(__file__).parents[1] / "geodata"


def names(text: str) -> set[str]:
    """Return the names of a list that is separated by commas."""
    return {name.strip() for name in text.split(",")}


LAYERS = ("spaces", "lands", "seas", "rivers", "borders")
FRAME = (-10.9, 35.9, 18.4, 59.4)
BUILT_WITH_GEOS = (3, 14)  # another GEOS may round otherwise; the committed bytes are compared under this

POWERS = names("""
    France, Britain, Ireland, Dutch Republic, Spain, Austria, Empire, Savoy, Portugal, Genoa, Mantua
""")
REGIONS = names("""
    England, Scotland, Ireland, France, Low Countries, Germany, Italy, Savoy, Austria, Spain, Portugal
""")
REQUIRED_SPACES = names("""
    London, York, Edinburgh, Highlands, Dublin, Paris, Brest, Toulon, Tournai, Namur, Strasbourg,
    Antwerp, Amsterdam, Barcelona, Girona, Madrid, Cadiz, Gibraltar, Lisbon, Turin, Trent, Innsbruck,
    Munich, Vienna
""")
REQUIRED_PORTS = {
    "London": "Atlantic",
    "Brest": "Atlantic",
    "Cadiz": "Atlantic",
    "Seville": "Atlantic",
    "Lisbon": "Atlantic",
    "Amsterdam": "Atlantic",
    "Toulon": "Mediterranean",
    "Barcelona": "Mediterranean",
    "Malaga": "Mediterranean",
    "Gibraltar": "Atlantic Mediterranean",
}
HOMES = {
    "Edinburgh": ("Britain", "Scotland"),
    "Highlands": ("Britain", "Scotland"),
    "Namur": ("Spain", "Low Countries"),
    "Milan": ("Spain", "Italy"),
    "Alessandria": ("Spain", "Italy"),
    "Casale": ("France", "Italy"),
    "Pinerolo": ("France", "Italy"),
    "Trent": ("Austria", "Austria"),
    "Munich": ("Empire", "Germany"),
    "Ingolstadt": ("Empire", "Germany"),
    "Palma": ("Spain", "Spain"),
    "Strasbourg": ("France", "France"),
}


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of one of the tables."""
    with (GEODATA / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def layer(name: str, folder: Path = GEODATA) -> list[dict]:
    """Return the features of a built layer."""
    return json.loads((folder / f"{name}.geojson").read_text(encoding="utf-8"))["features"]


SPACES = {row["name"]: row for row in table("spaces.csv")}


# -------------------------------------------------------------------------------------- the table of spaces


def test_there_are_104_spaces_with_unique_ids_and_names() -> None:
    rows = table("spaces.csv")
    assert len(rows) == 104
    assert len({row["id"] for row in rows}) == len({row["name"] for row in rows}) == 104


def test_spaces_have_exactly_the_promised_columns() -> None:
    expected = ["id", "name", "local_name", "power", "region", "fortress", "ports", "rich", "lat", "lon"]
    assert list(table("spaces.csv")[0]) == expected


@every_row("row", SPACES.values(), ids=lambda row: row["id"])
def test_a_space_is_well_formed(row: dict[str, str]) -> None:
    assert row["name"].isascii()
    assert row["id"] == row["name"].lower().replace(" ", "-")
    assert row["local_name"].strip()
    assert row["power"] in POWERS
    assert row["region"] in REGIONS
    assert row["fortress"] in {"0", "1", "2", "3"}
    assert row["ports"] in {"", "Atlantic", "Mediterranean", "Atlantic Mediterranean"}
    assert row["rich"] in {"0", "1"}
    assert FRAME[0] < float(row["lon"]) < FRAME[2]
    assert FRAME[1] < float(row["lat"]) < FRAME[3]


def test_every_power_and_region_is_on_the_map() -> None:
    assert {row["power"] for row in SPACES.values()} == POWERS
    assert {row["region"] for row in SPACES.values()} == REGIONS


def test_the_spaces_that_the_rules_name_exist() -> None:
    assert set(SPACES) >= REQUIRED_SPACES


def test_ports_border_the_sea_zone_that_history_gives_them() -> None:
    assert {name: SPACES[name]["ports"] for name in REQUIRED_PORTS} == REQUIRED_PORTS


def test_antwerp_is_no_port_for_the_scheldt_was_closed() -> None:
    assert SPACES["Antwerp"]["ports"] == ""


def test_only_gibraltar_borders_both_zones() -> None:
    assert [name for name, row in SPACES.items() if " " in row["ports"]] == ["Gibraltar"]


def test_tournai_has_strength_2_and_is_rich_like_namur_and_no_other() -> None:
    assert SPACES["Tournai"]["fortress"] == "2"
    assert {name for name, row in SPACES.items() if row["rich"] == "1"} == {"Tournai", "Namur"}


@every_row(("name", "home"), HOMES.items())
def test_power_and_region_of_the_doubtful_spaces(name: str, home: tuple[str, str]) -> None:
    assert (SPACES[name]["power"], SPACES[name]["region"]) == home


# --------------------------------------------------------------------------------------- the table of towns


def test_every_space_has_towns_of_one_power_and_its_own_comes_first() -> None:
    towns = table("towns.csv")
    first: dict[str, dict[str, str]] = {}
    powers: dict[str, set[str]] = {}
    for town in towns:
        if town["kind"] == "S":
            first.setdefault(town["space"], town)
            powers.setdefault(town["space"], set()).add(town["power"])
    assert set(first) == set(SPACES)
    assert powers == {name: {row["power"]} for name, row in SPACES.items()}
    for name, town in first.items():
        assert (town["lat"], town["lon"]) == (SPACES[name]["lat"], SPACES[name]["lon"]), name


def test_no_two_towns_stand_on_one_spot() -> None:
    places = [(town["lat"], town["lon"]) for town in table("towns.csv")]
    assert len(set(places)) == len(places)


# ----------------------------------------------------------------------------------------- the built layers


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_has_unique_ids_and_rounded_coordinates_in_the_frame(name: str) -> None:
    features = layer(name)
    assert len({feature["id"] for feature in features}) == len(features)

    def points(value: list) -> list[list[float]]:
        return (
            [value]
            if isinstance(value[0], (int, float))
            else [point for part in value for point in points(part)]
        )

    for feature in features:
        for lon, lat in points(feature["geometry"]["coordinates"]):
            assert (lon, lat) == (round(lon, 3), round(lat, 3)), feature["id"]
            assert FRAME[0] <= lon <= FRAME[2], feature["id"]
            assert FRAME[1] <= lat <= FRAME[3], feature["id"]


def test_all_layers_together_are_small_enough_for_a_notebook() -> None:
    assert sum((GEODATA / f"{name}.geojson").stat().st_size for name in LAYERS) < 620_000


def test_the_layer_of_spaces_repeats_the_table() -> None:
    built = {feature["id"]: feature["properties"] for feature in layer("spaces")}
    keys = ("name", "power", "region")
    assert built == {row["id"]: {key: row[key] for key in keys} for row in SPACES.values()}


def test_two_sea_zones_are_played_and_the_other_waters_are_not() -> None:
    zones = {feature["properties"]["name"]: feature["properties"]["zone"] for feature in layer("seas")}
    assert zones == {
        "Atlantic": "Atlantic",
        "Mediterranean": "Mediterranean",
        "Adriatic": None,
        "Baltic": None,
    }


def test_the_great_rivers_of_the_war_are_drawn() -> None:
    names = {feature["properties"]["name"] for feature in layer("rivers")}
    assert names >= {"Rhine", "Meuse", "Moselle", "Scheldt", "Danube", "Po", "Main", "Shannon", "Ebro"}


@pytest.fixture(scope="module")
def shapes() -> dict[str, dict]:
    """Return the polygons of spaces, lands and seas by layer and name."""
    shapely = pytest.importorskip("shapely", minversion="2.1", reason="the map is checked with shapely")
    return {
        name: {f["properties"]["name"]: shapely.geometry.shape(f["geometry"]) for f in layer(name)}
        for name in ("spaces", "lands", "seas")
    }


def everything(shapes: dict[str, dict]) -> dict:
    """Return all polygons by name."""
    return {name: shape for group in shapes.values() for name, shape in group.items()}


def test_every_geometry_is_valid_and_not_empty(shapes: dict[str, dict]) -> None:
    broken = [name for name, shape in everything(shapes).items() if not shape.is_valid or shape.is_empty]
    assert broken == []


def test_neighbours_share_every_vertex(shapes: dict[str, dict]) -> None:
    import shapely

    assert shapely.coverage_is_valid(list(everything(shapes).values()))


def test_nothing_overlaps_and_nothing_is_missing_inside_the_frame(shapes: dict[str, dict]) -> None:
    import shapely

    whole = list(everything(shapes).values())
    union, frame = shapely.union_all(whole), shapely.box(*FRAME)
    assert sum(shape.area for shape in whole) == pytest.approx(union.area, abs=1e-9)
    assert shapely.symmetric_difference(union, frame).area == pytest.approx(0, abs=1e-9)


def test_rings_wind_as_rfc_7946_says(shapes: dict[str, dict]) -> None:
    import shapely

    for name, shape in everything(shapes).items():
        for polygon in shapely.get_parts(shape):
            assert polygon.exterior.is_ccw, name
            assert not any(hole.is_ccw for hole in polygon.interiors), name


def test_every_city_lies_inside_its_space_and_in_no_other(shapes: dict[str, dict]) -> None:
    import shapely

    for name, row in SPACES.items():
        city = shapely.Point(float(row["lon"]), float(row["lat"]))
        assert [space for space, shape in shapes["spaces"].items() if shape.contains(city)] == [name]


def test_towns_lie_in_the_space_that_they_shape(shapes: dict[str, dict]) -> None:
    """A rough border or a simple coast may pass a town by (Venice lies in a lagoon), but not by far."""
    import shapely

    owners = {**shapes["spaces"], **shapes["lands"]}
    frame = shapely.box(*FRAME)
    spots = [(town, shapely.Point(float(town["lon"]), float(town["lat"]))) for town in table("towns.csv")]
    gaps = {t["town"]: owners[t["space"]].distance(p) for t, p in spots if frame.contains(p)}
    assert {town for town, gap in gaps.items() if gap > 0.1} == set()
    assert sum(gap > 0 for gap in gaps.values()) < 0.05 * len(gaps)


def test_the_zuiderzee_is_sea_and_flevoland_is_not_there_yet(shapes: dict[str, dict]) -> None:
    import shapely

    for lon, lat in ((5.3, 52.55), (5.5, 52.45), (5.75, 52.71), (5.2, 52.85)):
        assert shapes["seas"]["Atlantic"].contains(shapely.Point(lon, lat))


def test_labels_lie_in_what_they_name(shapes: dict[str, dict]) -> None:
    import shapely

    for name in ("lands", "seas"):
        for feature in layer(name):
            title = feature["properties"]["name"]
            assert shapes[name][title].contains(shapely.Point(feature["properties"]["label"])), title


def test_ports_lie_near_the_zone_they_border(shapes: dict[str, dict]) -> None:
    """The city may stand up a river, as London does; its space must touch the water."""
    for name, row in SPACES.items():
        for zone in row["ports"].split():
            gap = shapes["spaces"][name].distance(shapes["seas"][zone])
            assert gap < (0.3 if name == "Gibraltar" else 1e-9), f"{name} does not touch the {zone}"


def test_borders_are_the_edges_between_what_they_say_they_part(shapes: dict[str, dict]) -> None:
    import shapely

    lines = {f["properties"]["kind"]: shapely.geometry.shape(f["geometry"]) for f in layer("borders")}
    assert set(lines) == {"coast", "power", "space"}
    land = shapely.union_all([*shapes["spaces"].values(), *shapes["lands"].values()])
    sea = shapely.union_all(list(shapes["seas"].values()))
    shore = shapely.intersection(land.boundary, sea.boundary)
    assert lines["coast"].length == pytest.approx(shore.length, rel=1e-6)
    by_power: dict[str, list] = {}
    for name, shape in shapes["spaces"].items():
        by_power.setdefault(SPACES[name]["power"], []).append(shape)
    realms = [shapely.union_all(group) for group in by_power.values()] + list(shapes["lands"].values())
    between = (sum(realm.length for realm in realms) - land.length) / 2
    assert lines["power"].length == pytest.approx(between, rel=1e-6)
    rims = sum(realm.length for realm in realms[: len(by_power)])
    inner = (sum(shape.length for shape in shapes["spaces"].values()) - rims) / 2
    assert lines["space"].length == pytest.approx(inner, rel=1e-6)


def test_another_build_gives_the_committed_bytes(tmp_path: Path) -> None:
    """The order of sets of strings is another one in every build, and must not matter."""
    shapely = pytest.importorskip("shapely", minversion="2.1")
    pytest.importorskip("pyproj")
    comparable = shapely.geos_version[:2] == BUILT_WITH_GEOS
    builds = {}
    for seed in ("1",) if comparable else ("1", "2"):  # else two builds of this machine are compared
        command = [sys.executable, str(GEODATA / "build.py"), "--out", str(tmp_path / seed)]
        builds[tmp_path / seed] = subprocess.Popen(
            command, cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": seed}
        )
    assert [build.wait(timeout=120) for build in builds.values()] == [0] * len(builds)
    first, other = [*builds, GEODATA][:2]
    for name in LAYERS:
        built, again = ((folder / f"{name}.geojson").read_bytes() for folder in (first, other))
        assert built == again, f"{name}.geojson is not what build.py makes: run `make geodata`"
