"""The key to the map: each sign drawn as the map draws it, with its words."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from ..components.map import game_map
from ..components.sides import Side
from . import markers, symbols
from .counters import counter
from .palette import swatch
from .pieces import Commander, Kind
from .scene import FleetSeen, Place, stack_of
from .words import legend

_PLACE = Place(
    game_map().space("Namur"), "Alliance", False, 3, 0, None, False, 0, None, False, (), ()
)  # the samples say nothing of any position
_CORPS = Kind("France", False, False, False, 3)
_LEADER = Commander("Luxembourg", "France", 4, 1)
_STACK = stack_of(("Namur", "Bourbon", False), (_LEADER,), (_CORPS,))


def _symbol(id: str, size: float = 11) -> str:
    return _framed(f"<use href='#nv-{id}'/>", size, size)


def _framed(drawing: str, across: float, down: float) -> str:
    """A drawing that reaches so far from its centre, twenty pixels high; the page has its definitions."""
    return (
        f"<svg viewBox='{-across} {-down} {2 * across} {2 * down}' width='{20 * across / down:.0f}' "
        f"height='20' aria-hidden='true' focusable='false'>{drawing}</svg>"
    )


def _way(kind: str) -> str:
    return (
        "<svg width='30' height='12' aria-hidden='true' focusable='false'><g class='links'>"
        f"<path class='{kind}' d='M1 6H29'/></g></svg>"
    )


def _stack(**more: object) -> str:
    return counter(replace(_STACK, **more))  # type: ignore[arg-type]


def _siege(continuing: bool) -> str:
    by: Side = "Bourbon"
    drawn = markers.siege_works(replace(_PLACE, besieger=by, continuing=continuing)).svg
    return _framed(f"{drawn}<use href='#nv-fort3'/>", 25, 25)


_FLEET = FleetSeen("Brest", "Bourbon", "Atlantic", "Brest", "box", 2)


def _pictures() -> dict[str, str]:
    """The picture of each sign of `words.LEGEND`."""
    line = markers.fortified_line(replace(_PLACE, line=2, line_side="Alliance"))
    reduced, weary = replace(_CORPS, reduced=True, count=2), replace(_CORPS, demoralised=True, count=2)
    one = replace(_CORPS, count=1)
    sides: tuple[Side | None, ...] = ("Bourbon", "Alliance", None)
    return {
        **{str(side): swatch(side) for side in sides},
        "taken": swatch("Bourbon", taken=True),
        "town": _symbol("town"),
        **{f"fortress-{strength}": _symbol(f"fort{strength}", 13) for strength in (1, 2, 3)},
        "weak": _framed(symbols.fortress(3, 1), 13, 13),
        "capital": _symbol("star", 7),
        "port": _symbol("anchor", 9),
        "rich": _symbol("coin", 7),
        "land": _way("road"),
        "pass": _way("pass"),
        "red": _way("red"),
        "line": _framed(line, 18, 10),
        "siege": _siege(False),
        "continuing": _siege(True),
        "stack": _stack(),
        "inside": _stack(inside=True),
        "reduced": _stack(full=1, reduced=2, kinds=(one, reduced)),
        "demoralised": _stack(demoralised=2, kinds=(weary, one)),
        "used": _stack(
            used=True, leaders=(replace(_LEADER, used=True),), kinds=(replace(_CORPS, used=True),)
        ),
        "covered": _stack(whole=False, full=None, reduced=None, demoralised=None, kinds=()),
        "fleet": _framed(f"<g class='afloat bourbon'>{markers.ship(_FLEET)}</g>", 16, 13),
        "box": _framed("<use href='#nv-flag-alliance'/>", 14, 12),
    }


@cache
def key() -> tuple[tuple[str, str], ...]:
    """A small picture, for a page that has the map's definitions, and the words of each sign.

    >>> [words for picture, words in key() if not picture.startswith("<svg")]
    []
    """
    pictures = _pictures()
    return tuple((pictures[id], words) for id, words in legend())
