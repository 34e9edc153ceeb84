"""What a clause opens: spaces, with the clause and what is said of them where something legal rests on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ..components.map_masks import SPACES
from ..engine.engine import Engine

NO_FACTS: Mapping[str, Any] = MappingProxyType({})


class Opening(NamedTuple):
    """Spaces that a clause opens; where several clauses open some, one is enough.

    Attributes:
        spaces: the mask of the spaces.
        clause_id: the clause that opens them.
        message: what is said when something legal rests on it.
        facts: what the message says besides the name of the space.
    """

    spaces: int
    clause_id: str
    message: str
    facts: Mapping[str, Any] = NO_FACTS


def opened(openings: Iterable[Opening]) -> int:
    """The mask of the spaces that any of some clauses opens.

    >>> opened([Opening(0b0010, "NY 7.2.6.c", "one"), Opening(0b1000, "NY 7.2.6.d", "another")])
    10
    """
    spaces = 0
    for one in openings:
        spaces |= one.spaces
    return spaces


def tell_opening(engine: Engine, openings: Iterable[Opening], space: int) -> None:
    """Tells the first clause that opens a space."""
    for one in openings:
        if one.spaces >> space & 1:
            engine.tell(one.clause_id, one.message, space=SPACES[space].name, **one.facts)
            return
