"""The position of a case: a save, or the scenario with plain edits .

Every question that is asked of a position is given this.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..core.hearing import Hearing
from .changes import changed
from .kit import Kit, standard_kit
from .position import Position
from .save import position_from_data


class Situation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a question is asked: `position`, or `scenario` with `changes`."""

    position: Annotated[Any, Meta(description="a position as a save has it; in Python also a Position")] = (
        None
    )
    scenario: Literal["1688"] = "1688"
    changes: Annotated[
        tuple[Any, ...], Meta(description="plain edits made in order, such as {set: control, space, side}")
    ] = ()

    def resolved(self, hearing: Hearing) -> Position:
        """The position itself.

        Args:
            hearing: tells the scenario in force.

        Raises:
            BadInput: the save or one of the edits is wrong; names the field.
        """
        kit = hearing.tables if isinstance(hearing.tables, Kit) else standard_kit()
        if self.position is None:
            base = kit.scenario.start
            if hearing.tables is not None:
                hearing.table("scenario")  # a ruling names an umpire's own
        elif isinstance(self.position, Position):
            base = self.position
        else:
            base = position_from_data(self.position, "position", kit)
        return changed(base, self.changes, kit=kit)
