"""The position of a case: a save, or the scenario with plain edits.

Every question that is asked of a position is given this.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..core.hearing import Hearing
from .board import Board
from .changes import changed
from .kit import Kit, standard_kit
from .position import Position
from .save import position_from_data


class Situation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """Where a question is asked: `position`, or `scenario` with `changes`."""

    position: Annotated[Any, Meta(description="a position as a save has it; in Python also a Position")] = (
        None
    )
    scenario: Annotated[Literal["1688"], Meta(description="where the changes begin")] = "1688"
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
        kit = _kit(hearing)
        if self.position is None:
            base = kit.scenario.start
            if hearing.tables is not None:
                hearing.table("scenario")  # a ruling names an umpire's own
        elif isinstance(self.position, Position):
            base = self.position
        else:
            base = position_from_data(self.position, "position", kit)
        return changed(base, self.changes, kit=kit)

    def board(self, hearing: Hearing) -> Board:
        """The position laid out on a board of its own, to be played on.

        Args:
            hearing: tells the tables in force, and is told which of an umpire's own are looked up.

        Raises:
            BadInput: as `resolved`.
        """
        kit = _kit(hearing)
        if kit not in self._boards:  # odds play the same position out over and over
            self._boards[kit] = Board(self.resolved(hearing), kit)
        elif self.position is None and hearing.tables is not None:
            hearing.table("scenario")
        board = self._boards[kit].copy()
        if kit.own:
            board.kit = kit.heard(hearing)
        return board

    @cached_property
    def _boards(self) -> dict[Kit, Board]:
        return {}


def _kit(hearing: Hearing) -> Kit:
    return hearing.tables if isinstance(hearing.tables, Kit) else standard_kit()
