"""The position of a case: a save, or the scenario with plain edits.

Every question that is asked of a position is given this.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ...core.questions import questions_in
from ...core.ruling_context import RulingContext
from ..components.changes import changed
from ..components.map_graph import MOST_SETS
from ..components.position import Position
from ..components.rule_tables import RuleTables, standard_rule_tables
from ..components.tables import DATA
from ..engine.board import Board
from ..games.save import position_from_data

question = questions_in(DATA, "NY", most_sets=MOST_SETS)
"""Makes a question of the game by its name in ``data/questions.toml``."""


class Situation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """Where a question is asked: `position`, or `scenario` with `changes`."""

    position: Annotated[Any, Meta(description="a position as a save has it; in Python also a Position")] = (
        None
    )
    scenario: Annotated[Literal["1688"], Meta(description="where the changes begin")] = "1688"
    changes: Annotated[
        tuple[Any, ...], Meta(description="plain edits made in order, such as {set: control, space, side}")
    ] = ()

    def resolved(self, context: RulingContext) -> Position:
        """The position itself.

        Args:
            context: tells the scenario in force.

        Raises:
            BadInput: the save or one of the edits is wrong; names the field.
        """
        rule_tables = _rule_tables(context)
        if self.position is None and context.tables is not None:
            context.table("scenario")  # a ruling names an umpire's own
        if rule_tables not in self._positions:  # odds and readings ask for the same position over and over
            self._positions[rule_tables] = changed(
                self._base(rule_tables), self.changes, rule_tables=rule_tables
            )
        return self._positions[rule_tables]

    def _base(self, rule_tables: RuleTables) -> Position:
        if self.position is None:
            return rule_tables.scenario.start
        if isinstance(self.position, Position):
            return self.position
        return position_from_data(self.position, "position", rule_tables)

    def board(self, context: RulingContext) -> Board:
        """The position laid out on a board of its own, to be played on.

        Args:
            context: tells the tables in force, and is told which of an umpire's own are looked up.

        Raises:
            BadInput: as `resolved`.
        """
        rule_tables = _rule_tables(context)
        board = _laid_out(self.resolved(context), rule_tables).copy()
        if rule_tables.own or context.noted is not None:
            board.rule_tables = rule_tables.for_case(context)
        return board

    @cached_property
    def _positions(self) -> dict[RuleTables, Position]:
        return {}


@lru_cache(maxsize=64)  # remedies and odds ask many questions of one position, each in a case of its own
def _laid_out(position: Position, rule_tables: RuleTables) -> Board:
    return Board(position, rule_tables)


def _rule_tables(context: RulingContext) -> RuleTables:
    return context.tables if isinstance(context.tables, RuleTables) else standard_rule_tables()
