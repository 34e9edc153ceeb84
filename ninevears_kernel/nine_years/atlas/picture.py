"""The map as one SVG picture, complete in itself: ground, spaces, lines and marks put together."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path

from ...core.errors import UnknownName
from ...core.messages import Message, say
from ...typefaces import picture_type
from . import cards, counters, links, markers, names, overlays, symbols
from .ground import ground
from .lines import lines
from .own_names import with_own_names
from .palette import THEMES, patterns, space_classes, stylesheet
from .relief import relief
from .scene import Scene
from .sheet import PANES, UNIT_ZOOM, VIEWS, Mark, level_at, project, shape, unit
from .words import sentences

_VARIABLE = re.compile(r"var\(--nv-([a-z0-9-]+)\)")
_SHAPED = re.compile(r"""data-shape=(['"])(.*?)\1""")


def box_of(view: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of a named part of the map, in units of the sheet.

    Raises:
        UnknownName: the map has no such view.
    """
    if view not in VIEWS:
        raise UnknownName("view", view, Message("kind.view"), VIEWS)
    (south, west), (north, east) = VIEWS[view]
    left, top = project(north, west)
    right, bottom = project(south, east)
    return left, top, right - left, bottom - top


def filled(svg: str) -> str:
    """A drawing with the shapes that it names put in.

    >>> filled('<path data-shape="space/paris"/>')[:9]
    '<path d="'
    """
    return _SHAPED.sub(lambda found: f'd="{shape(found[2])}"', svg)


def marks_of(scene: Scene) -> dict[str, Mark]:
    """All marks that show where things lie in a scene, by their keys: what changes with the position."""
    return {**symbols.symbols(scene), **markers.markers(scene), **counters.stacks(scene)}


def printed() -> dict[str, str]:
    """What is printed on the map in some of the panes: mountains and ways."""
    return {"relief": relief(), "links": links.links()}


def definitions() -> str:
    """What the drawing refers to, for the ``defs`` of a page or a picture: patterns and repeated pieces."""
    return patterns() + "".join(part.DEFS for part in (symbols, markers, cards, overlays))


def styles() -> str:
    """The rules of style of the whole drawing, without the values of the variables."""
    parts = (links, names, symbols, markers, cards, overlays)
    return "\n".join([stylesheet(), *(part.STYLE for part in parts)])


@cache
def colours(theme: str) -> Mapping[str, str]:
    """The value of every variable of the drawing in a theme, by its name without ``--nv-``.

    Raises:
        UnknownName: there is no such theme.

    >>> colours("light")["paper"] != colours("dark")["paper"]
    True
    """
    if theme not in THEMES:
        raise UnknownName("theme", theme, Message("kind.theme"), THEMES)
    found = dict(THEMES[theme])
    for part in (cards, overlays):
        found |= part.VARIABLES[theme]
    return found


DARK = ("[data-jp-theme-light='false']", ".theme-dark", ".vscode-dark", "html[theme=dark]")
"""What is around everything on a dark page: in JupyterLab, Voila, Visual Studio Code and Colab."""


def both_themes(where: str = ".nv") -> str:
    """The values of all variables as rules of style, for pages that are light or dark.

    Args:
        where: what carries them, as a selector.
    """
    dark = ",".join(f"{page} {where}" for page in DARK)
    return "".join(
        f"{selector}{{{';'.join(f'--nv-{name}:{value}' for name, value in colours(theme).items())}}}"
        for selector, theme in ((where, "light"), (dark, "dark"))
    )


OF_PAGE = "page"
"""The theme of a picture that takes the colours of the page in which it stands (`both_themes`)."""


def resolved(svg: str, theme: str = "light") -> str:
    """A drawing with the colours of a theme in the place of its variables; they stay where these are the
    page's.

    >>> resolved("<path fill='var(--nv-ink)'/>", "dark")
    "<path fill='#e8d9b4'/>"
    """
    if theme == OF_PAGE:
        return svg
    values = colours(theme)
    return _VARIABLE.sub(lambda found: values[found[1]], svg)


def to_svg(
    scene: Scene,
    *,
    view: str = "all",
    width: int = 1000,
    theme: str = "light",
    overlays: Mapping[str, Mark] | None = None,
    title: str = "",
    described: Iterable[str] | None = None,
    alone: bool = False,
) -> str:
    """The map of a scene as SVG text that needs nothing else but type, with its text twin inside.

    Args:
        scene: what is seen.
        view: a part of the map, one of `sheet.VIEWS`.
        width: of the picture in pixels, 100 to 10,000; the wider, the more is named.
        theme: ``light`` or ``dark``; `OF_PAGE` in a page that gives the colours.
        overlays: more marks, such as a line of communication (`overlays`).
        title: of the picture; by default that of a map of this year.
        described: the text twin; by default the sentences of the scene.
        alone: it carries its type, as a picture needs that does not stand in a page which has it.

    Raises:
        UnknownName: there is no such view, or no such theme.
        ValueError: the width is none.
    """
    if not 100 <= width <= 10_000:
        raise ValueError(f"width must be 100 to 10000 pixels, not {width}")
    left, top, across, down = box_of(view)
    zoom = UNIT_ZOOM + math.log2(width / across)
    level = level_at(zoom)
    painted = dict.fromkeys(PANES, "") | printed()
    for key, mark in {**names.names(), **marks_of(scene), **(overlays or {})}.items():
        painted[mark.pane] += _standing(key, mark, level)
    spaces = "".join(
        f'<path class="{space_classes(place)}" data-shape="space/{place.space.id}"/>'
        for place in scene.places
    )
    drawing = "".join(
        [
            f"<defs>{definitions()}</defs>{ground()}<g>{spaces}</g>",
            f"<g class='relief'>{painted.pop('relief')}</g>{lines()}",
            *(f"<g class='{pane}'>{svg}</g>" for pane, svg in painted.items()),
        ]
    )
    described = sentences(scene) if described is None else described
    title = title or say("map.picture-title", year=scene.year)
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' class='nv level-{level}' role='img' "
        f"width='{width}' height='{width * down / across:.0f}' "
        f"viewBox='{left:.0f} {top:.0f} {across:.0f} {down:.0f}'>"
        f"<title>{escape(title)}</title>"
        f"<desc>{escape(' '.join(map(str, described)))}</desc>"
    )
    scaled = drawing.replace("scale(10)'", f"scale({across / width:.2f})'")  # hatching as fine as on paper
    letters = picture_type() if alone else ""
    return with_own_names(resolved(filled(f"{head}<style>{letters}{styles()}</style>{scaled}</svg>"), theme))


def _standing(key: str, mark: Mark, level: int) -> str:
    if not mark.at:
        return f"<g data-mark='{escape(key)}'>{mark.svg}</g>"
    spot = mark.at[level]
    if spot is None:
        return ""
    x, y, scale = spot
    return (
        f"<g data-mark='{escape(key)}' transform='translate({x:g} {y:g}) scale({scale * unit(level):.4g})'>"
        f"{mark.svg}</g>"
    )


def main() -> None:
    """Draws the map of 1688 into a file, for whoever works on its look."""
    from ..components.scenario import scenario_1688
    from .scene import scene_of

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--view", default="all", choices=VIEWS)
    parser.add_argument("--width", default=1100, type=int)
    parser.add_argument("--side", choices=("Bourbon", "Alliance"))
    parser.add_argument("--dark", action="store_true")
    described = parser.parse_args()
    theme = "dark" if described.dark else "light"
    svg = to_svg(
        scene_of(scenario_1688(), described.side),
        view=described.view,
        width=described.width,
        theme=theme,
        alone=True,
    )
    described.file.write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
