"""What each cell of orders added to which game, so that a cell that is run again takes its own back first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from weakref import ref

from ...nine_years.games.game import Game
from ...nine_years.games.record import Entry


@dataclass(frozen=True, slots=True)
class Ran:
    """A cell that was run.

    Attributes:
        cell: which cell.
        turn: in which run of a cell of the notebook.
        text: its orders as they stood there.
        game: the game, as long as anybody has it.
        begin: how many choices the game had before.
        entries: all choices of the game when the cell was done.
        options: what stood behind the name of the magic, when the cell made the game; else None.
    """

    cell: str
    turn: int
    text: str
    game: Callable[[], Game | None]
    begin: int
    entries: tuple[Entry, ...]
    options: str | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was taken back before a cell was run again.

    Attributes:
        own: how many choices of this cell.
        later: how many that were made after them.
    """

    own: int
    later: int


class Memory:
    """What the cells of a notebook added to its games.

    >>> memory, game = Memory(), Game.new(7)
    >>> game.choose("first Bourbon")
    >>> memory.remember("cell-1", 1, "first Bourbon", game, 0)
    >>> memory.take_back("cell-1", 2, game), len(game)
    (TakenBack(own=1, later=0), 0)
    """

    def __init__(self) -> None:
        self._ran: list[Ran] = []

    def remember(
        self, cell: str, turn: int, text: str, game: Game, begin: int, options: str | None = None
    ) -> None:
        """Remembers a cell that was run; one that added nothing and made no game is forgotten."""
        if len(game) > begin or options is not None:
            self._ran.append(Ran(cell, turn, text, ref(game), begin, game.entries, options))

    def standing(self, game: Game) -> list[Ran]:
        """The cells whose choices stand in a game, in the order in which they were made."""
        self._ran = [ran for ran in self._ran if ran.game() is not None]
        entries = game.entries
        return [ran for ran in self._ran if ran.game() is game and entries[: len(ran.entries)] == ran.entries]

    def of(self, cell: str, turn: int, game: Game) -> Ran | None:
        """What an earlier run of a cell added to a game; None when nothing of it stands there any more."""
        return next((ran for ran in self.standing(game) if ran.cell == cell and ran.turn != turn), None)

    def take_back(self, cell: str, turn: int, game: Game) -> TakenBack | None:
        """Takes back what a cell added when it ran before, and all that came after; None for nothing."""
        ran = self.of(cell, turn, game)
        if ran is None:
            return None
        taken = TakenBack(len(ran.entries) - ran.begin, len(game) - len(ran.entries))
        game.undo(to=ran.begin)
        self._ran.remove(ran)
        self.forget(game)
        return taken if taken.own or taken.later else None

    def forget(self, game: Game) -> None:
        """Forgets the cells whose choices no longer stand in a game."""
        standing = self.standing(game)
        self._ran = [ran for ran in self._ran if ran.game() is not game or ran in standing]
