"""Where pieces may go: each condition stands once, as the mask of the spaces that meet it and what is said
against the others. Which clause closes which neutral ground, and what a red link closes, stands here too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ....core.clauses import carries_out
from ....core.rulings import Violation, objection
from ...components.map_graph import bits
from ...components.map_masks import AROUND, SPACES, home
from ...components.powers import NEUTRAL_THROUGHOUT, SAVOY
from ...components.sides import Side, enemy
from ...engine.board import Board
from ...engine.engine import Engine, once_a_decision

EVERYWHERE = (1 << len(SPACES)) - 1
NO_FACTS: Mapping[str, Any] = MappingProxyType({})


CLOSED_BY = {SAVOY: "NY 7.2.1.a", NEUTRAL_THROUGHOUT: "NY 7.2.2"}
"""The powers whose neutral spaces a clause of their own closes."""
OUT_OF_THE_WAR = "NY 20.2"
"""The clause that leaves any other power's neutral spaces out of the war."""


class Condition(NamedTuple):
    """What a space must be for pieces to go there.

    Attributes:
        spaces: the mask of the spaces that are so.
        clause_id: the clause that asks for it.
        message: what is said of a space that is not.
        facts: what the message says besides the name of the space.
    """

    spaces: int
    clause_id: str
    message: str
    facts: Mapping[str, Any] = NO_FACTS


def meeting(conditions: Iterable[Condition]) -> int:
    """The mask of the spaces that meet all of some conditions.

    >>> meeting([Condition(0b0110, "NY 16.4", "one"), Condition(0b1100, "NY 16.4", "another")])
    4
    """
    spaces = -1
    for one in conditions:
        spaces &= one.spaces
    return spaces


def against(conditions: Iterable[Condition], to: int) -> Iterator[Violation]:
    """An objection for each of the conditions that a space does not meet."""
    for one in conditions:
        if not one.spaces >> to & 1:
            yield objection(one.clause_id, one.message, space=SPACES[to].name, **one.facts)


# ---- neutral ground


def neutral(board: Board) -> int:
    """The mask of the spaces that neither side controls (NY 2.3)."""
    return EVERYWHERE & ~(board.control.Bourbon | board.control.Alliance)


def neutral_ground(board: Board) -> dict[str, int]:
    """For each power of whose home some spaces are neutral their mask, those first that a clause names."""
    powers = dict.fromkeys([*CLOSED_BY, *(SPACES[space].power for space in bits(neutral(board)))])
    ground = {power: neutral(board) & home(power) for power in powers}
    return {power: spaces for power, spaces in ground.items() if spaces}


@carries_out("NY 7.2.1.a", "NY 7.2.2", "NY 20.2")
def what_closes(power: str) -> str:
    """The clause that closes the neutral spaces of a power to everybody.

    >>> [what_closes(power) for power in ("Savoy", "Portugal", "Genoa")]
    ['NY 7.2.1.a', 'NY 7.2.2', 'NY 20.2']
    """
    return CLOSED_BY.get(power, OUT_OF_THE_WAR)


@carries_out("NY 7.2.1.a")
@once_a_decision
def open_to_leaders(engine: Engine) -> int:
    """The mask of the neutral spaces that leaders without corps may enter, by land and by sea alike.

    >>> from ...components.scenario import scenario_1688
    >>> open_to_leaders(Engine(Board(scenario_1688())))
    0
    """
    savoy = neutral(engine.board) & home(SAVOY)
    return savoy if savoy and engine.reading("savoy-leaders") == "pass" else 0


def not_neutral(board: Board, message: str, let_in: int = 0) -> tuple[Condition, ...]:
    """That a space is not neutral, a condition for each clause that closes neutral spaces.

    Args:
        board: the board.
        message: what is said of a space that is.
        let_in: the mask of those that are open all the same.
    """
    closed = neutral(board) & ~let_in
    others = closed
    found = []
    for power, clause_id in CLOSED_BY.items():
        found.append(Condition(~(closed & home(power)), clause_id, message, {"power": power}))
        others &= ~home(power)
    return (*found, Condition(~others, OUT_OF_THE_WAR, message))


# ---- links


@carries_out("NY 14.1.1")
def behind_red_links(side: Side, space: int) -> int:
    """The mask of the spaces one step away over a red link that is closed to a side."""
    return AROUND[enemy(side)][space] & ~AROUND[side][space]


@carries_out("NY 14.1.1")
def one_step_away(side: Side, space: int, clause_id: str, message: str) -> tuple[Condition, ...]:
    """That a space is one step away over a link that is open to a side."""
    red = behind_red_links(side, space)
    return (
        Condition(AROUND[side][space] | red, clause_id, message),
        Condition(~red, "NY 14.1.1", "march.red-link", {"side": side}),
    )
