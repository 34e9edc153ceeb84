"""A menu: the verbs of a decision that are listed from a table, each with its candidates and objections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from ...core.rulings import Violation
from ..components.sides import Side
from .engine import Engine
from .notation import Action


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a menu: a verb's candidates, what stands against one of them, and what it does.

    Attributes:
        prechecked: as in `DecisionRule`, for all that this line lists.
    """

    candidates: Callable[[Engine, Side], Iterable[Action]]
    against: Callable[..., Iterator[Violation]]
    begin: Callable[..., None]
    prechecked: bool = False


def listed(menu: Mapping[str, Entry], engine: Engine, side: Side) -> Iterator[Action]:
    """All that may be chosen from a menu."""
    return chain.from_iterable(_listed(entry, engine, side) for entry in menu.values())


def _listed(entry: Entry, engine: Engine, side: Side) -> Iterable[Action]:
    found = entry.candidates(engine, side)
    if entry.prechecked:
        return found
    return (action for action in found if next(entry.against(engine, side, *action[1:]), None) is None)
