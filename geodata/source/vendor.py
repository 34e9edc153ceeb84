"""Make the vendored inputs of the map: the coast and the rivers of Natural Earth, clipped to the frame.

This is run by hand, when the inputs change; `build.py` reads only what it leaves behind. `SOURCE.md` has the
commands that fetch the two originals. It needs numpy, shapely and, to read the rivers, `pyshp`.

    python geodata/source/vendor.py package/land-10m.json ne_10m_rivers_lake_centerlines
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import shapefile
import shapely

# The frame of the map is 10.9 W to 18.4 E, 35.9 N to 59.4 N; the margin keeps its edge clear of cut shapes.
CLIP = (-11.4, 35.4, 18.9, 59.9)
DIGITS = 4
SMALLEST_ISLAND_DEGREES = 0.002

# Natural Earth's table lost the accents of some names, and calls one river by several. English names win.
RIVER_NAMES = {
    "Donau (Danube)": "Danube",
    "Rhein": "Rhine",
    "Rhin (Rhein)": "Rhine",
    "Tajo": "Tagus",
    "Tejo (Tagus)": "Tagus",
    "Tevere (Tiber)": "Tiber",
    "Maas": "Meuse",
    "Schelde (Steldt)": "Scheldt",
    "Mosel": "Moselle",
    "Rhne": "Rhone",
    "Sane": "Saone",
    "Mio": "Minho",
    "Duero": "Douro",
    "Vitava": "Vltava",
    "Drau": "Drava",
    "Mur": "Mura",
    "Gta lv": "Göta älv",
    "Klarlven": "Klarälven",
    "Motala strm": "Motala ström",
    "Zncara": "Záncara",
    "Vorma": "Vorma",
    "Sio": "Sió",
}
LATER_CANALS = {"Caledonian Canal", "Ferenc Csatorna"}


def land_polygons(path: Path) -> list[shapely.Geometry]:
    """Decode the TopoJSON land and return its clipped polygons, largest first.

    `make_valid` can answer with a GeometryCollection; only its polygons are kept, for a collection has no
    boundary, and the coast would silently be lost.
    """
    topology = json.loads(path.read_text(encoding="utf-8"))
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + shift for arc in topology["arcs"]]

    def ring(indices: list[int]) -> np.ndarray:
        parts = [arcs[index] if index >= 0 else arcs[~index][::-1] for index in indices]
        return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])

    polygons: list[shapely.Geometry] = []
    for item in topology["objects"]["land"]["geometries"]:
        groups = item["arcs"] if item["type"] == "MultiPolygon" else [item["arcs"]]
        for group in groups:
            rings = [points for points in map(ring, group) if len(points) > 3]
            outer = shapely.Polygon(rings[0], rings[1:]) if rings else shapely.Polygon()
            if not outer.is_empty and shapely.box(*CLIP).intersects(shapely.box(*outer.bounds)):
                clipped = shapely.intersection(shapely.make_valid(outer), shapely.box(*CLIP))
                polygons += only_polygons(shapely.make_valid(shapely.set_precision(clipped, 10**-DIGITS)))
    return sorted(
        (p for p in polygons if p.area > SMALLEST_ISLAND_DEGREES), key=lambda p: (-p.area, p.bounds)
    )


def only_polygons(shape: shapely.Geometry) -> list[shapely.Geometry]:
    """Return the polygons of a shape and drop its points and lines."""
    return [
        part for part in shapely.get_parts(shapely.get_parts(shape)).tolist() if part.geom_type == "Polygon"
    ]


def river_lines(path: Path) -> list[tuple[str, shapely.Geometry]]:
    """Return the named rivers inside the clip, in the order of the original table."""
    reader = shapefile.Reader(str(path), encoding="latin-1")
    rivers = []
    for record in reader.iterShapeRecords():
        line = shapely.intersection(
            shapely.geometry.shape(record.shape.__geo_interface__), shapely.box(*CLIP)
        )
        name = (record.record["name"] or "").strip()
        if name == "Drau" and record.shape.bbox[0] < 5:  # the table names the Garonne after the Drava
            name = "Garonne"
        if not line.is_empty and name not in LATER_CANALS:
            rivers.append((RIVER_NAMES.get(name, name), shapely.set_precision(line, 10**-DIGITS)))
    return rivers


def write(path: Path, features: list[tuple[dict[str, str], shapely.Geometry]]) -> None:
    """Write features as compact GeoJSON, one a line, so that a change shows as a small diff."""
    lines = []
    for properties, shape in features:
        geometry = json.loads(shapely.to_geojson(shape), parse_float=lambda text: round(float(text), DIGITS))
        feature = {"type": "Feature", "properties": properties, "geometry": geometry}
        lines.append(json.dumps(feature, ensure_ascii=False, separators=(",", ":")))
    text = '{"type":"FeatureCollection","features":[\n' + ",\n".join(lines) + "\n]}\n"
    path.write_text(text, encoding="utf-8")


def main(land: str, rivers: str) -> None:
    """Write `land.geojson` and `rivers.geojson` beside this script."""
    here = Path(__file__).parent
    write(here / "land.geojson", [({}, polygon) for polygon in land_polygons(Path(land))])
    write(here / "rivers.geojson", [({"name": name}, line) for name, line in river_lines(Path(rivers))])


if __name__ == "__main__":
    main(*sys.argv[1:])
