"""What a case to try is, and the edits that its switches make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..nine_years.components.sides import Side
from .lesson_helpers import positions as at
from .positions import Edit

Edits = Edit | Sequence[Edit]


@dataclass(frozen=True, slots=True)
class Trial:
    """A case to try.

    Attributes:
        case: the case with which it begins.
        keys: the facts that can be changed, by their names in ``given``.
        switches: what can be turned on and off, by its name: the edits that it makes.
        chart: whether the odds are drawn too.
        roll: whether dice may be rolled.
        orders: where the fact to change is an order, those to choose from, in the notation.
    """

    case: Mapping[str, Any]
    keys: tuple[str, ...] = ()
    switches: Mapping[str, Edits] | None = None
    chart: bool = False
    roll: bool = False
    orders: tuple[str, ...] = ()


def leader_at(name: str, space: str, **more: Any) -> Edit:
    """The edit that adds a leader.

    >>> leader_at("Waldeck", "Ghent")["name"]
    'Waldeck'
    """
    return {"add": "leader", "name": name, "space": space, **more}


def line_of(space: str, level: int) -> Edit:
    """The edit that gives a space a fortified line.

    >>> line_of("Tournai", 2)["level"]
    2
    """
    return {"set": "line", "space": space, "level": level}


def held_by(side: Side, *spaces: str) -> dict[str, Edits]:
    """A switch for each of some spaces, named by it: the side holds it.

    >>> list(held_by("Bourbon", "Ghent", "Mons"))
    ['ghent', 'mons']
    """
    return {space.casefold().replace(" ", "-"): at.taken(side, space) for space in spaces}
