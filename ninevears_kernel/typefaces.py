"""The kit's type: its families, the files that it brings along, and how pages, pictures and charts get them.

Names of families stand here alone. A page of a notebook gets the files once, from an extension of JupyterLab
that is no more than the folder `WEB`, or from the kernel (`widgets.parts.page_type`). What stands for itself
(a report, a picture of the map) carries them inside.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import ascii_letters, digits
from typing import Any

SERIF = "EB Garamond,serif"
SANS = "Alegreya Sans,sans-serif"
WIDE_SERIF = "DejaVu Serif"
"""What measures charts whose words stay text: it comes with matplotlib, and is wider than the kit's type and
than whatever a page without that shows in its place.
"""
FOLDER = Path(__file__).with_name("fonts")
WEB = FOLDER / "web" / "static"
LATIN, CYRILLIC = "latin", "cyrillic"
Ranges = tuple[tuple[int, int], ...]
RANGES: Mapping[str, Ranges] = {
    LATIN: (
        (0x20, 0x7E),
        (0xA0, 0xFF),
        (0x152, 0x153),
        (0x2013, 0x2014),
        (0x2018, 0x201A),
        (0x201C, 0x201E),
        (0x2022, 0x2022),
        (0x2026, 0x2026),
        (0x2032, 0x2033),
        (0x20AC, 0x20AC),
        (0x2191, 0x2191),
        (0x2193, 0x2193),
        (0x2212, 0x2212),
    ),
    CYRILLIC: ((0x301, 0x301), (0x400, 0x45F), (0x490, 0x491), (0x4B0, 0x4B1), (0x2116, 0x2116)),
}
"""For each script the signs that its files hold, first and last of each run."""
SYMBOLS = "←→†≤■▶○●◔◕☐⚀⚁⚂⚃⚄⚅⚠✎✓✗"
"""Signs that the kit shows and its type lacks: the machine's own are used."""
MAP_SIGNS = ascii_letters + digits + " !&'()*+,-./:;?°·×−–’…ÉÖÜàáâäçèéêëíîïñóôöùúûüß"
"""What pictures of the map may have in words: they carry a smaller cut."""


def slug(name: str) -> str:
    """A name as part of a class, of an id or of the name of a file.

    >>> slug("EB Garamond")
    'eb-garamond'
    """
    return name.lower().replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Face:
    """A file of the type: one family, weight and style for one script."""

    family: str
    weight: int
    italic: bool
    script: str

    @property
    def file(self) -> str:
        """Its name in the folder `WEB`."""
        return f"{slug(self.family)}-{self.weight}{'-italic' * self.italic}-{self.script}.woff2"

    @property
    def signs(self) -> set[int]:
        """The signs of its script."""
        return {code for first, last in RANGES[self.script] for code in range(first, last + 1)}

    @property
    def weights(self) -> str:
        """What is asked for and gets it, so that a browser thickens no letter by itself."""
        return "100 500" if self.weight < 600 else "501 900"


STYLES = (
    ("EB Garamond", 400, False),
    ("EB Garamond", 400, True),
    ("EB Garamond", 600, False),
    ("Alegreya Sans", 400, False),
    ("Alegreya Sans", 700, False),
)
FACES = tuple(Face(*style, script) for script in RANGES for style in STYLES)
PICTURE_FACES = tuple(face for face in FACES if face.script == LATIN and face.family in SERIF)
CHARTS: Mapping[tuple[str, int], str] = {
    (family, weight): f"{slug(family)}-{weight}.ttf" for family, weight, italic in STYLES if not italic
}
"""The files for matplotlib, by family and weight."""


def rules(address: Callable[[Face], str], faces: Iterable[Face] = FACES) -> str:
    """The rules of style that name faces, a line each.

    Args:
        address: where the file of a face is.
        faces: which.

    >>> rules(lambda face: face.file, FACES[:1])[:40]
    "@font-face{font-family:'EB Garamond';fon"
    """
    return "".join(
        f"@font-face{{font-family:'{face.family}';font-style:{'italic' if face.italic else 'normal'};"
        f"font-weight:{face.weights};src:url({address(face)}) format('woff2');"
        f"unicode-range:{ranges(face.script)}}}\n"
        for face in faces
    )


def ranges(script: str) -> str:
    """The signs of a script as rules of style say them.

    >>> ranges("cyrillic")
    'U+301,U+400-45F,U+490-491,U+4B0-4B1,U+2116'
    """
    runs = (f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in RANGES[script])
    return ",".join(runs)


@cache
def address_within(path: Path) -> str:
    """The address of a file that holds the file itself."""
    return f"data:font/woff2;base64,{b64encode(path.read_bytes()).decode()}"


def with_type(page: str) -> str:
    """A page that stands for itself, with the faces that it names in its first style element.

    Faces of another script come along only where the page has letters of it.

    >>> page = f"<style>p{{font-family:{SERIF}}}</style><p>Namur</p>"
    >>> with_type(page).count("@font-face"), with_type(page + "Намюр").count("@font-face")
    (3, 6)
    """
    signs = set(map(ord, page))
    needed = (face for face in FACES if face.family in page and (face.script == LATIN or signs & face.signs))
    faces = rules(lambda face: address_within(WEB / face.file), needed)
    return page.replace("<style>", f"<style>\n{faces}", 1)


@cache
def picture_type() -> str:
    """The faces of the map, cut to its signs, as rules of style for a picture that stands for itself."""
    return rules(lambda face: address_within(FOLDER / face.file.replace(LATIN, "map")), PICTURE_FACES)


@cache
def advances() -> Mapping[str, Mapping[str, int]]:
    """How wide each sign is in the faces of names (``name``) and of capitals (``capital``), in thousandths of
    the size.
    """
    found: dict[str, dict[str, int]] = json.loads((FOLDER / "advances.json").read_text(encoding="utf-8"))
    return found


def chart_look(family: str) -> dict[Any, Any]:
    """The settings with which matplotlib draws words as shapes, in the kit's type.

    Args:
        family: `SERIF` or `SANS`.
    """
    _known_to_matplotlib()
    name = family.split(",")[0]
    return {"font.family": [name, "DejaVu Sans" if family == SANS else WIDE_SERIF]}


@cache
def _known_to_matplotlib() -> None:
    # Matplotlib takes its time to import.
    from matplotlib.font_manager import fontManager

    for file in CHARTS.values():
        fontManager.addfont(FOLDER / file)
