"""Build the map of the kit: GeoJSON layers from a table of towns, a table of spaces and a coast.

A space is the land that lies nearest to its towns, so a border of 1688 is moved by adding or moving a town in
`towns.csv`, and nobody has to draw one. The steps, in order:

1. the coast, clipped to the frame, the Zuiderzee put back, and a footing of land under every seaside city;
2. a Voronoi cell for each town, joined into territories (spaces, and lands that are drawn but not played);
3. the shared borders, each roughened once: it reads as a border, and both neighbours have the same one;
4. one overlay of borders, coast, frame and sea lines: neighbours then share every vertex;
5. strays (pieces cut off from every town of their owner) to the neighbour with the longest border;
6. one simplification of land and sea together, back to degrees, rounded, oriented as RFC 7946 asks.

Nothing is left to chance and nothing is fetched: two builds give the same bytes. `SOURCE.md` says where the
inputs come from.

    python geodata/build.py [--out DIR]
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import zlib
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyproj
import shapely
from shapely.geometry.base import BaseGeometry

HERE = Path(__file__).resolve().parent

FRAME = (-10.9, 35.9, 18.4, 59.4)  # west, south, east, north
DIGITS = 3  # of a degree: about 100 m, half a pixel at zoom 8
METRES = "EPSG:3035"  # equal area, so that areas and lengths mean the same in Cadiz and in the Highlands

TOLERANCE = 1700.0  # metres: of the simplification
RIVER_TOLERANCE = 1200.0  # metres
SHORTEST_RIVER = 0.05  # degrees: a piece of a river that is shorter (or a mere point) is not drawn
ISLAND_SQUARE_KM = 35.0  # an island smaller than this, without a town, is left out
CITY_FOOTING = 3200.0  # metres of land under a city whose harbour the coast would put into the sea
STEP = 1500.0  # metres between the points of a roughened border
WIGGLE = 0.03  # its largest swing, as a share of its length
LARGEST_WIGGLE = 2500.0  # metres
OVERSHOOT = 3000.0  # metres that a border runs out to sea, so that it surely cuts the coast

# Outlines are written as "longitude,latitude" in degrees.
# The Zuiderzee was open sea until 1932; today's coast has a lake and the polders there. From Den Helder along
# the west coast, and back along the east coast; the last points lie in the Wadden Sea, outside today's dam.
ZUIDERZEE = """
    4.83,52.93 4.86,52.885 4.89,52.80 5.02,52.765 5.11,52.775 5.22,52.752 5.295,52.708 5.24,52.675
    5.12,52.635 5.06,52.632 5.045,52.57 5.065,52.52 5.075,52.49 5.04,52.455 5.075,52.42 5.0,52.385
    4.95,52.388 4.95,52.378 5.02,52.362 5.07,52.335 5.12,52.332 5.16,52.30 5.24,52.307 5.28,52.265
    5.375,52.258 5.46,52.25 5.53,52.29 5.61,52.352 5.72,52.41 5.83,52.455 5.85,52.51 5.84,52.57
    5.93,52.61 5.98,52.64 5.95,52.68 5.965,52.725 5.85,52.785 5.71,52.843 5.60,52.85 5.52,52.84
    5.42,52.85 5.36,52.885 5.40,52.945 5.41,52.97 5.395,53.055 5.40,53.10 5.36,53.13 5.2,53.1
    4.95,52.99
"""

# The sea lines. Each outline is drawn wide, over land and frame: only its cuts through water count.
# What lies in none of them is the Atlantic, with the North Sea, the Channel and the Irish Sea. The
# Mediterranean and the Adriatic part along the spine of Italy.
ITALIAN_SPINE = """
    9.0,45.2 10.6,44.3 12.4,43.2 13.9,42.0 15.6,41.0 16.9,40.7 18.2,40.2 19.5,39.95
"""
SEA_OUTLINES = {
    "Mediterranean": """
    19.5,35.0 -5.6,35.0 -5.6,36.6 -4.5,37.6 -2.0,38.6 -0.5,41.0 2.0,42.8 3.0,44.2 7.0,44.6
"""
    + ITALIAN_SPINE,
    "Adriatic": """
    19.5,44.0 15.0,46.0 13.0,46.6 11.5,45.8
"""
    + ITALIAN_SPINE,
    "Baltic": """
    10.35,57.55 10.62,57.745 11.9,57.72 13.0,58.2 13.3,60.0 19.5,60.0 19.5,53.9 16.0,53.6 14.2,53.3
    11.0,53.4 10.1,54.0 9.5,54.4 9.2,55.0 9.2,56.3 9.9,57.0 9.95,57.2
""",
}
OPEN_SEA = "Atlantic"
PLAYED_SEAS = ("Atlantic", "Mediterranean")

to_metres = pyproj.Transformer.from_crs("EPSG:4326", METRES, always_xy=True)
to_degrees = pyproj.Transformer.from_crs(METRES, "EPSG:4326", always_xy=True)


@dataclass(frozen=True)
class Town:
    """A town and the space or land that held it in 1688."""

    owner: str
    x: float
    y: float


def read_table(name: str) -> list[dict[str, str]]:
    """Return the rows of one of the tables beside this file."""
    with (HERE / name).open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def read_features(name: str) -> list[tuple[dict, BaseGeometry]]:
    """Return the properties and shapes of a vendored layer, in metres."""
    collection = json.loads((HERE / "source" / name).read_text(encoding="utf-8"))
    return [
        (feature["properties"], project(shapely.geometry.shape(feature["geometry"]), to_metres))
        for feature in collection["features"]
    ]


def project(shape: BaseGeometry, transformer: pyproj.Transformer) -> BaseGeometry:
    """Return a shape in the other coordinates."""
    return shapely.transform(
        shape, lambda points: np.column_stack(transformer.transform(points[:, 0], points[:, 1]))
    )


def outline(degrees: str) -> BaseGeometry:
    """Return a polygon in metres, from its corners in degrees ("longitude,latitude", separated by space).

    The sides are straight in degrees, as they are on a web map, so they are cut up before they are projected.
    """
    corners = [tuple(map(float, corner.split(","))) for corner in degrees.split()]
    return project(shapely.segmentize(shapely.Polygon(corners), 0.1), to_metres)


def polygons_of(shape: BaseGeometry) -> list[BaseGeometry]:
    """Return the polygons of any shape, without the points and lines that an overlay may leave."""
    parts = shapely.get_parts(shapely.get_parts(shape)).tolist()
    return [part for part in parts if part.geom_type == "Polygon" and part.area > 0]


def read_towns() -> list[Town]:
    """Return the towns, in the order of the table."""
    rows = read_table("towns.csv")
    xs, ys = to_metres.transform([float(row["lon"]) for row in rows], [float(row["lat"]) for row in rows])
    return [Town(row["space"], x, y) for row, x, y in zip(rows, xs, ys, strict=True)]


def read_cities() -> dict[str, BaseGeometry]:
    """Return the city of each space, as a point in metres."""
    rows = read_table("spaces.csv")
    return {
        row["name"]: project(shapely.Point(float(row["lon"]), float(row["lat"])), to_metres) for row in rows
    }


def coast(frame: BaseGeometry, towns: list[Town], cities: dict[str, BaseGeometry]) -> BaseGeometry:
    """Return the land inside the frame, as it was in 1688.

    Coast and Zuiderzee are generalised and would leave some ports in the water, so every city by the
    sea gets a footing. Islands stay if they are large enough to be seen or have a town.
    """
    land = shapely.union_all([polygon for _, polygon in read_features("land.geojson")])
    land = shapely.difference(land, outline(ZUIDERZEE))
    by_the_water = [city for city in cities.values() if not land.contains(city.buffer(1500))]
    footings = [city.buffer(CITY_FOOTING, quad_segs=3) for city in by_the_water]
    land = shapely.intersection(shapely.union_all([land, *footings]), frame)
    points = shapely.points([(town.x, town.y) for town in towns])
    parts = np.array(polygons_of(land))
    inhabited = set(shapely.STRtree(points).query(parts, predicate="intersects")[0].tolist())
    kept = [
        part for index, part in enumerate(parts) if part.area >= ISLAND_SQUARE_KM * 1e6 or index in inhabited
    ]
    return shapely.union_all(kept)


def territories(towns: list[Town], land: BaseGeometry) -> dict[str, BaseGeometry]:
    """Return, for each owner, the ground that lies nearest to one of its towns."""
    points = shapely.MultiPoint([(town.x, town.y) for town in towns])
    cells = shapely.get_parts(
        shapely.voronoi_polygons(points, extend_to=shapely.box(*land.buffer(200_000).bounds), ordered=True)
    )
    by_owner: dict[str, list[BaseGeometry]] = defaultdict(list)
    for town, cell in zip(towns, cells, strict=True):
        by_owner[town.owner].append(cell)
    return {owner: shapely.coverage_union_all(parts) for owner, parts in by_owner.items()}


def roughen(line: BaseGeometry) -> BaseGeometry:
    """Return a border with its corners worn off and a slight swing, the same on every build.

    The two ends stay, so the borders that meet there still do. The swing is a few sines whose heights come
    from the end points: it depends on where the border is, not on the order in which borders are met.
    """
    count = max(2, round(line.length / STEP))
    points = shapely.get_coordinates(
        shapely.line_interpolate_point(line, np.linspace(0, 1, count + 1), normalized=True)
    )
    for _ in range(4):
        points[1:-1] = (points[:-2] + 2 * points[1:-1] + points[2:]) / 4
    if line.length > 4 * STEP and not line.is_closed:
        ends = sorted(tuple(round(value) for value in end) for end in (points[0], points[-1]))
        random = np.random.default_rng(zlib.crc32(repr(ends).encode()))
        along = np.linspace(0, 1, count + 1)
        swing = sum(
            random.uniform(-1, 1) / wave * np.sin(math.pi * wave * along) for wave in (2, 3, 5, 8, 13)
        ) * min(WIGGLE * line.length, LARGEST_WIGGLE)
        along_x, along_y = np.gradient(points, axis=0).T
        across = np.column_stack([-along_y, along_x]) / np.maximum(np.hypot(along_x, along_y), 1e-9)[:, None]
        points = points + across * swing[:, None]
    return shapely.LineString(points)


def border_lines(grounds: dict[str, BaseGeometry], land: BaseGeometry) -> list[BaseGeometry]:
    """Return the roughened borders between territories, cut off a little way out to sea."""
    edges = shapely.union_all([ground.boundary for ground in grounds.values()])
    merged = shapely.get_parts(shapely.normalize(shapely.line_merge(edges)))
    near = land.buffer(OVERSHOOT, quad_segs=2)
    shapely.prepare(near)
    return [roughen(line).intersection(near) for line in merged if near.intersects(line)]


def faces_of(lines: list[BaseGeometry], grid_size: float) -> np.ndarray:
    """Return the faces that the lines cut out of the plane; neighbouring faces share their vertices."""
    noded = shapely.union_all(lines, grid_size=grid_size)
    return shapely.get_parts(shapely.normalize(shapely.polygonize(shapely.get_parts(noded))))


def assign(faces: np.ndarray, owners: dict[str, BaseGeometry]) -> dict[str, list[BaseGeometry]]:
    """Give each face to the owner that covers most of it; a face that none covers belongs to nobody."""
    names, grounds = list(owners), list(owners.values())
    shapely.prepare(grounds)
    tree = shapely.STRtree(grounds)
    share: dict[int, dict[int, float]] = defaultdict(dict)
    for face, ground in zip(*tree.query(faces, predicate="intersects").tolist(), strict=True):
        whole = grounds[ground].contains(faces[face])
        share[face][ground] = (
            faces[face].area if whole else shapely.intersection(faces[face], grounds[ground]).area
        )
    result: dict[str, list[BaseGeometry]] = {name: [] for name in names}
    for face, areas in share.items():
        best = max(areas, key=lambda ground: (areas[ground], -ground))
        if areas[best] > faces[face].area * 1e-6:
            result[names[best]].append(faces[face])
    return result


def give_strays(pieces: dict[str, list[BaseGeometry]], towns: list[Town]) -> dict[str, list[BaseGeometry]]:
    """Give each piece without a town of its owner's to the land neighbour with the longest common border.

    Islands have no land neighbour and stay as they are.
    """
    unions = {owner: shapely.coverage_union_all(faces) for owner, faces in pieces.items()}
    parts = [(owner, part) for owner, union in unions.items() for part in polygons_of(union)]
    shapes = np.array([part for _, part in parts])
    tree = shapely.STRtree(shapes)
    at_home = set()
    points = [shapely.Point(town.x, town.y) for town in towns]
    for town, part in zip(*tree.query(points, "within").tolist(), strict=True):
        if towns[town].owner == parts[part][0]:
            at_home.add(part)
    result: dict[str, list[BaseGeometry]] = defaultdict(list)
    for index, (owner, part) in enumerate(parts):
        lengths: dict[str, float] = defaultdict(float)
        if index not in at_home:
            for other in sorted(tree.query(part, "intersects").tolist()):
                if other != index and other in at_home:
                    lengths[parts[other][0]] += shapely.intersection(
                        part.boundary, shapes[other].boundary
                    ).length
        longest = max(lengths, key=lambda name: (lengths[name], name), default=owner)
        result[longest if lengths.get(longest, 0) > 0 else owner].append(part)
    return dict(result)


def sea_grounds(frame: BaseGeometry) -> dict[str, BaseGeometry]:
    """Return the whole ground of each sea, under the land too."""
    seas = {name: shapely.intersection(outline(points), frame) for name, points in SEA_OUTLINES.items()}
    return {OPEN_SEA: shapely.difference(frame, shapely.union_all(list(seas.values()))), **seas}


def build_coverage(towns: list[Town]) -> tuple[dict[str, BaseGeometry], dict[str, BaseGeometry]]:
    """Return the territories and the seas, in degrees: one coverage of the frame, with shared vertices."""
    west, south, east, north = FRAME
    frame = outline(f"{west},{south} {east},{south} {east},{north} {west},{north}")
    land = coast(frame, towns, read_cities())
    grounds, seas = territories(towns, land), sea_grounds(frame)

    sea_lines = [ground.boundary for ground in seas.values()]
    faces = faces_of([*border_lines(grounds, land), land.boundary, frame.boundary, *sea_lines], grid_size=1.0)
    shapely.prepare(land)
    on_land = shapely.contains(land, shapely.point_on_surface(faces))
    pieces = give_strays(assign(faces[on_land], grounds), towns)
    wet = assign(faces[~on_land], seas)

    names = [*pieces, *wet]
    joined = [shapely.coverage_union_all(parts) for parts in (*pieces.values(), *wet.values())]
    simple = [project(shape, to_degrees) for shape in shapely.coverage_simplify(joined, TOLERANCE)]
    # Rounding point by point can pinch a ring or fold a border over; a snapped overlay of all borders cannot.
    rounded = faces_of([shape.boundary for shape in simple], grid_size=10.0**-DIGITS)
    final = assign(
        rounded, {name: shapely.make_valid(shape) for name, shape in zip(names, simple, strict=True)}
    )
    whole = {name: shapely.coverage_union_all(parts) for name, parts in final.items()}
    return {name: whole[name] for name in pieces}, {name: whole[name] for name in wet}


def label_point(shape: BaseGeometry) -> list[float]:
    """Return where to write the name: the middle of the largest circle that fits into the shape."""
    largest = max(polygons_of(project(shape, to_metres)), key=lambda polygon: polygon.area)
    centre = shapely.get_point(shapely.maximum_inscribed_circle(largest, tolerance=2000), 0)
    return [round(value, 2) for value in shapely.get_coordinates(project(centre, to_degrees))[0].tolist()]


def border_kinds(whole: dict[str, BaseGeometry], side_of: Callable[[str], str]) -> dict[str, BaseGeometry]:
    """Sort the edges of the coverage into coast, borders of powers and borders of spaces.

    Every inner edge belongs to two shapes and so turns up twice; an edge of the frame, once: it is left out.
    """
    owners: dict[tuple, list[str]] = defaultdict(list)
    for name, shape in whole.items():
        for ring in shapely.get_parts(shapely.get_rings(polygons_of(shape))):
            points = [tuple(point) for point in np.round(shapely.get_coordinates(ring), DIGITS).tolist()]
            for start, end in pairwise(points):
                owners[min(start, end), max(start, end)].append(side_of(name))
    edges: dict[str, list[tuple]] = {"coast": [], "power": [], "space": []}
    for edge, sides in sorted(owners.items()):
        if len(sides) == 2 and sides != ["sea", "sea"]:
            kind = "coast" if "sea" in sides else "space" if sides[0] == sides[1] else "power"
            edges[kind].append(edge)
    lines = {kind: shapely.line_merge(shapely.multilinestrings(found)) for kind, found in edges.items()}
    return {kind: shapely.normalize(line) for kind, line in lines.items()}


def river_shapes(land: BaseGeometry, played: BaseGeometry) -> dict[str, BaseGeometry]:
    """Return the rivers that touch a played space, by name, simplified, and cut off at the sea."""
    by_name: dict[str, list[BaseGeometry]] = defaultdict(list)
    for properties, line in read_features("rivers.geojson"):
        by_name[properties["name"]].append(line)
    shapely.prepare(played)
    rivers = {}
    for name, lines in sorted(by_name.items()):
        merged = shapely.line_merge(shapely.union_all(lines))
        simple = project(shapely.simplify(merged, RIVER_TOLERANCE), to_degrees)
        cut = shapely.set_precision(shapely.intersection(simple, land), 10.0**-DIGITS)
        parts = [part for part in shapely.get_parts(cut).tolist() if part.length > SHORTEST_RIVER]
        if parts and any(played.intersects(part) for part in parts):
            rivers[name] = shapely.normalize(shapely.line_merge(shapely.MultiLineString(parts)))
    return rivers


def slug(name: str) -> str:
    """Return a name as an id."""
    return name.lower().replace(" ", "-")


def feature(identity: str, properties: dict, shape: BaseGeometry) -> dict:
    """Return a GeoJSON feature: outer rings counter-clockwise, holes clockwise (RFC 7946, 3.1.6)."""
    oriented = shapely.orient_polygons(shapely.normalize(shape), exterior_cw=False)
    geometry = json.loads(shapely.to_geojson(oriented), parse_float=lambda text: round(float(text), DIGITS))
    return {"type": "Feature", "id": identity, "properties": properties, "geometry": geometry}


def write_layer(path: Path, features: list[dict]) -> None:
    """Write a layer, one feature a line, so that a small change of the map is a small diff."""
    lines = [json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in features]
    text = '{"type":"FeatureCollection","features":[\n' + ",\n".join(lines) + "\n]}\n"
    path.write_bytes(text.encode("utf-8"))


def build(out: Path) -> None:
    """Build all layers into a folder."""
    towns = read_towns()
    spaces = read_table("spaces.csv")
    lands, seas = build_coverage(towns)
    played = {row["name"]: row for row in spaces}

    def side_of(name: str) -> str:
        return "sea" if name in seas else played[name]["power"] if name in played else f"land {name}"

    out.mkdir(parents=True, exist_ok=True)
    write_layer(
        out / "spaces.geojson",
        [
            feature(row["id"], {"name": name, "power": row["power"], "region": row["region"]}, lands[name])
            for name, row in played.items()
        ],
    )
    write_layer(
        out / "lands.geojson",
        [
            feature(slug(name), {"name": name, "label": label_point(shape)}, shape)
            for name, shape in sorted(lands.items())
            if name not in played
        ],
    )
    write_layer(
        out / "seas.geojson",
        [
            feature(
                slug(name),
                {"name": name, "zone": name if name in PLAYED_SEAS else None, "label": label_point(shape)},
                shape,
            )
            for name, shape in sorted(seas.items())
        ],
    )
    ground = shapely.coverage_union_all(list(lands.values()))
    played_ground = shapely.coverage_union_all([lands[name] for name in played])
    write_layer(
        out / "rivers.geojson",
        [
            feature(slug(name), {"name": name}, shape)
            for name, shape in river_shapes(ground, played_ground).items()
        ],
    )
    kinds = border_kinds({**lands, **seas}, side_of)
    write_layer(
        out / "borders.geojson", [feature(kind, {"kind": kind}, shape) for kind, shape in kinds.items()]
    )


def main() -> None:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(description="Build the GeoJSON layers of the map.")
    parser.add_argument(
        "--out", type=Path, default=HERE, help="folder for the layers (default: beside this file)"
    )
    build(parser.parse_args().out)


if __name__ == "__main__":
    main()
