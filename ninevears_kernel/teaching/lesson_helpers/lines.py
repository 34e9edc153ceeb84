"""Lines of communication as a lesson asks for them: a case, and the ruling on it."""

from __future__ import annotations

from typing import Any

from ...core.rulings import Ruling
from ...umpire.cases.cases import rule_case
from .tables import case


def line_case(space: str, side: str, purpose: str, *changes: Any, **more: Any) -> dict[str, Any]:
    """The case that asks for the line of communication of a space (NY 11.1.1).

    Args:
        space: where it begins.
        side: whose it is.
        purpose: what it is for, such as ``line``, ``siege`` or ``restore``.
        changes: edits of the position of 1688.
        more: other keys of ``given``, such as the power of the corps.

    >>> line_case("Tournai", "Bourbon", "line")["given"]["space"]
    'Tournai'
    """
    return case("loc", space=space, side=side, purpose=purpose, changes=list(changes), **more)


def line_ruling(space: str, side: str, purpose: str, *changes: Any, **more: Any) -> Ruling:
    """The ruling on such a case.

    >>> line_ruling("Tournai", "Bourbon", "line").answer["supplied"]
    True
    """
    return rule_case(line_case(space, side, purpose, *changes, **more))
