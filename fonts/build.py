"""Cuts the kit's type from its npm packages: makes what `ninevears_kernel/fonts/` holds, byte for byte.

    python fonts/build.py

Needs npm, fonttools and brotli. `ninevears_kernel/fonts/SOURCE.md` says what comes from where.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont

sys.path.insert(0, str(Path(__file__).parents[1]))  # what is written is the tree, not an installed package
from ninevears_kernel.typefaces import (
    CHARTS,
    FACES,
    FOLDER,
    LATIN,
    MAP_SIGNS,
    PICTURE_FACES,
    WEB,
    Face,
    rules,
)

PACKAGES = {
    "EB Garamond": "@fontsource/eb-garamond@5.3.0",
    "Alegreya Sans": "@fontsource/alegreya-sans@5.3.0",
}
LARGER = {"EB Garamond": 1.1, "Alegreya Sans": 1.0}
"""By how much a face is enlarged on its em: Garamond is small, and a size is to look as in other faces."""
FEATURES = ["kern", "liga", "locl", "mark", "ccmp", "lnum", "tnum"]


def fetched(package: str, home: Path) -> Path:
    """The folder of an npm package, as it was published."""
    folder = home / package.replace("/", "-")
    folder.mkdir()
    subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def cut(source: Path, signs: set[int], larger: float, features: list[str]) -> TTFont:
    """A font with these signs alone, enlarged."""
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options()
    options.layout_features, options.hinting, options.name_IDs = (
        features,
        False,
        [0, 1, 2, 3, 4, 5, 6, 13, 14],
    )
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=signs)
    cutter.subset(font)
    font["head"].unitsPerEm = round(font["head"].unitsPerEm / larger)
    return font


def source_of(face: Face, packages: dict[str, Path]) -> Path:
    """The file of a package that a face is cut from."""
    name = face.family.lower().replace(" ", "-")
    style = "italic" if face.italic else "normal"
    return packages[face.family] / "files" / f"{name}-{face.script}-{face.weight}-{style}.woff2"


def save_web(font: TTFont, path: Path) -> None:
    """Writes a font as woff2."""
    font.flavor = "woff2"
    font.save(path)


def save_chart_face(family: str, weight: int, packages: dict[str, Path], home: Path) -> None:
    """Writes both scripts of a face as one TTF for matplotlib, which knows no woff2 nor several files."""
    parts = []
    for face in FACES:
        if (face.family, face.weight, face.italic) == (family, weight, False):
            part = home / f"{family}-{weight}-{face.script}.ttf"
            # what both scripts have, such as the space, is taken from the first
            known = {code for other in parts for code in TTFont(other).getBestCmap()}
            font = cut(source_of(face, packages), face.signs - known, LARGER[family], [])
            for table in ("GSUB", "GPOS", "GDEF"):  # matplotlib reads none of them
                if table in font:
                    del font[table]
            font.flavor = None
            font.save(part)
            parts.append(part)
    merged = Merger().merge([str(part) for part in parts])
    head, names = merged["head"], merged["name"]
    merged.recalcTimestamp, head.created, head.modified = False, font["head"].created, font["head"].modified
    names.names = [one for one in names.names if one.nameID in (0, 13, 14)]
    style = "Bold" if weight > 500 else "Regular"
    merged["OS/2"].usWeightClass = (
        700 if weight > 500 else 400
    )  # charts ask for bold, and are told if it is less
    told = {1: family, 2: style, 4: f"{family} {style}", 6: f"{family.replace(' ', '')}-{style}"}
    for number, text in told.items():
        names.setName(text, number, 3, 1, 0x409)
    merged.save(FOLDER / CHARTS[family, weight])


def advances(packages: dict[str, Path]) -> dict[str, dict[str, int]]:
    """How wide each sign is in the faces that the map prints names in, in thousandths of the size."""
    found: dict[str, dict[str, int]] = {}
    for name, weight, italic in (("name", 400, True), ("capital", 600, False)):
        found[name] = {}
        for face in FACES:
            if (face.family, face.weight, face.italic) == ("EB Garamond", weight, italic):
                font = TTFont(WEB / face.file)
                widths, em = font["hmtx"], font["head"].unitsPerEm
                for code, glyph in sorted(font.getBestCmap().items()):
                    found[name].setdefault(chr(code), round(1000 * widths[glyph][0] / em))
    return found


def main() -> None:
    """Writes all files anew."""
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        packages = {family: fetched(name, home) for family, name in PACKAGES.items()}
        WEB.mkdir(parents=True, exist_ok=True)
        for face in FACES:
            font = cut(source_of(face, packages), face.signs, LARGER[face.family], FEATURES)
            save_web(font, WEB / face.file)
        for face in PICTURE_FACES:
            font = cut(source_of(face, packages), set(map(ord, MAP_SIGNS)), LARGER[face.family], ["kern"])
            save_web(font, FOLDER / face.file.replace(LATIN, "map"))
        for family, weight in CHARTS:
            save_chart_face(family, weight, packages, home)
        for family, package in packages.items():
            text = (package / "LICENSE").read_text(encoding="utf-8")
            (WEB / f"OFL-{family.replace(' ', '-')}.txt").write_text(text, encoding="utf-8")
        table = json.dumps(advances(packages), ensure_ascii=False, indent=0, separators=(",", ":"))
        (FOLDER / "advances.json").write_text(table + "\n", encoding="utf-8")
        (WEB / "type.css").write_text(rules(lambda face: face.file), encoding="utf-8")


if __name__ == "__main__":
    main()
