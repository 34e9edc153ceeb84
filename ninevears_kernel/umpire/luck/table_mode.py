"""Table mode: people play with the printed game, and the kit keeps the position beside them.

>>> table = TableSession()
>>> str(table.next.asks)
'Who goes first in the event phase?'
>>> table.choose("first Bourbon").says_who
'Bourbon'
>>> ask = table.choose("pass") and table.choose("pass")
>>> ask.kind, ask.number, str(ask.asks)
('dice', 1, "Roll 1 die for King William's War.")
>>> table.roll(4).kind
'choice'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from msgspec import structs

from ...core.errors import MISSING, BadEntry, BadInput, Refused
from ...core.messages import Message, say
from ...core.rulings import Step
from ...input_bounds import check_log
from ...nine_years.components.position import Position
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES, Side
from ...nine_years.engine.choices import Option, action_of, option_of, refusal
from ...nine_years.engine.notation import Action, written
from ...nine_years.games.log import read_log
from ...nine_years.games.log_text import read_roll, roll_line
from ...nine_years.games.table_play import TableGame, unseen_actions, unseen_events
from ...output_files import write_whole
from ..cases.refused import why_refused
from .roll_kinds import KINDS


@dataclass(frozen=True, slots=True)
class Ask:
    """What the table must do next.

    Attributes:
        kind: ``choice``, ``dice`` or ``over``.
        side: whose choice it is, or who gains by a good roll; None when the rules do not say, and when the
            war is over.
        clause_id: the clause that asks; empty when the war is over.
        asks: the question, or which dice to roll and for what.
        options: of a choice all that may be chosen.
        number, sides: of dice how many, and of how many sides.
        rolled: the dice given already for the choice that waits for more.
    """

    kind: Literal["choice", "dice", "over"]
    side: Side | None
    clause_id: str
    asks: Message
    options: tuple[Option, ...] = ()
    number: int = 0
    sides: int = 0
    rolled: tuple[int, ...] = ()

    @property
    def says_who(self) -> str:
        """Whose turn it is, in words."""
        return say("table.either") if self.side is None else self.side


class TableSession:
    """A war at a table: choices, dice and cards as they are announced, undo, save and resume.

    Attributes:
        game: the game, as far as it is decided; a choice that waits for dice is not yet in it.
    """

    def __init__(
        self,
        position: Position | None = None,
        *,
        rules: RuleTables | str | Path | None = None,
        readings: Mapping[str, str] | None = None,
    ) -> None:
        """Begins a war, or goes on from a position.

        Raises:
            BadInput: a file or a reading is not what it should be, or nothing is to be done in the position.
        """
        self.game: TableGame = TableGame.at_table(position, rules=rules, readings=readings)
        self._waiting: Action | None = None
        self._faces: list[int] = []
        self._next: Ask | None = None

    # ---- what it shows

    @property
    def next(self) -> Ask:
        """What the table must do next."""
        if self._next is None:
            self._next = self._asked()
        return self._next

    @property
    def waiting(self) -> Option | None:
        """The choice that waits for its dice, or None."""
        return None if self._waiting is None else option_of(self._waiting, self.game.rule_tables)

    @property
    def can_undo(self) -> bool:
        """Whether a die or a choice is left to take back."""
        return self._waiting is not None or len(self.game) > 0

    @property
    def can_redo(self) -> bool:
        """Whether a choice was taken back that can be made again now."""
        return self._waiting is None and self.game.can_redo

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the last choice caused, step by step, each with its clause."""
        return self.game.steps

    @property
    def position(self) -> Position:
        """What lies on the table: hands and decks, which the kit does not know, are left out."""
        position = self.game.position
        hands = {
            f"{side.casefold()}_hand": structs.replace(position.hand(side), actions=(), events=())
            for side in SIDES
        }
        return position.replace(**hands, action_deck=(), action_discards=(), event_deck=())

    @property
    def unknown(self) -> tuple[Message, ...]:
        """What the kit cannot know, and what it knows of it."""
        board = self.game.engine.board
        described = [
            Message(
                "table.unknown-hand",
                side=side,
                actions=Message("table.action-cards", count=len(board.hand(side).actions)),
                events=Message("table.event-cards", count=len(board.hand(side).events)),
            )
            for side in SIDES
        ]
        left = unseen_actions(board)
        described.append(
            Message(
                "table.unknown-deck", count=len(board.action_deck), **{f"of_{n}": left[n] for n in (1, 2, 3)}
            )
        )
        described.append(
            Message("table.unknown-events", count=len(board.event_deck), unseen=len(unseen_events(board)))
        )
        return tuple(described)

    # ---- what people tell it

    def choose(self, choice: Option | Action | str) -> Ask:
        """A choice that was made at the table; an action or event card is announced by playing it.

        Returns:
            What comes next: dice, if the choice needs some, before it is carried out.

        Raises:
            BadInput: it is no choice at all, or dice are still missing for the last one.
            Refused: the rules forbid it; tells every clause.
        """
        self._check_no_dice_missing()
        action = action_of(choice, self.game.rule_tables)
        if not self.game.engine.is_legal(action):
            found = why_refused(self.game.engine, action)
            raise refusal(self.game.engine, action, found)
        missing, _ = self.game.missing(action)
        if missing is None:
            self.game.choose(action)
        else:
            self._waiting, self._faces = action, []
        return self._again()

    def roll(self, *faces: int) -> Ask:
        """Dice that were rolled, in the order in which they are asked for; several at once if one likes.

        Raises:
            BadInput: no dice are wanted, or a die has no such face.
            DiceLeftOver: more dice were given than are wanted.

        Whatever is raised, none of these dice counts.
        """
        if self._waiting is None:
            raise BadInput("dice", list(faces), Message("table.no-dice"))
        described = [*self._faces, *faces]
        missing, _ = self.game.missing(self._waiting, described)
        if missing is None:
            self.game.choose(self._waiting, described)
            self._waiting, self._faces = None, []
        else:
            self._faces = described
        return self._again()

    def undo(self) -> Ask:
        """Takes back the last die, or the last choice with its dice.

        Raises:
            BadInput: nothing is left to take back.
        """
        if self._faces:
            self._faces.pop()
        elif self._waiting is not None:
            self._waiting = None
        else:
            self.game.undo()
        return self._again()

    def redo(self) -> Ask:
        """Makes the last choice again that was taken back, with its dice.

        Raises:
            BadInput: none was, or dice are still missing for another.
        """
        self._check_no_dice_missing()
        self.game.redo()
        return self._again()

    # ---- save and resume

    @property
    def log(self) -> str:
        """The session as text: the log of the war, and the choice that waits for dice, if any, at its end."""
        log = self.game.log
        if self._waiting is None:
            return log
        lines = [f"{self.game.engine.side}: {written(self._waiting, self.game.rule_tables)}"]
        lines += [roll_line(face, say("table.told")) for face in self._faces]
        return log + "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> None:
        """Writes the session; the file is either the old one or the new one, whole.

        Raises:
            BadInput: it cannot be written; names the file.
        """
        write_whole(path, self.log)

    @classmethod
    def resume(cls, log: str, *, rules: RuleTables | str | Path | None = None) -> TableSession:
        """The session that a text tells, even when its last choice still waits for dice.

        Raises:
            BadInput: it is no log of a war with real dice.
            BadEntry: an entry does not fit.
        """
        check_log(log)
        lines = log.rstrip().split("\n")
        last = len(lines)
        while last and (read_roll(lines[last - 1]) or not _bare(lines[last - 1])):
            last -= 1
        faces = [roll[0] for line in lines[last:] if (roll := read_roll(line))]
        session = cls.__new__(cls)
        session._waiting, session._faces, session._next = None, [], None
        try:
            session.game = _table_game(log, rules)
        except BadEntry as error:
            if error.line != last or error.violations:
                raise
            session.game = _table_game("\n".join(lines[: last - 1]) + "\n", rules)
            side, _, choice = _bare(lines[last - 1]).partition(":")
            if side.strip().casefold() != str(session.game.engine.side).casefold():
                raise
            try:
                session.choose(choice.strip())
                if faces:
                    session.roll(*faces)
            except (BadInput, Refused):
                raise error from None
        return session

    # ---- within

    def _check_no_dice_missing(self) -> None:
        if self._waiting is not None:
            found = written(self._waiting, self.game.rule_tables)
            raise BadInput("choice", found, Message("table.dice-first"))

    def _again(self) -> Ask:
        self._next = None
        return self.next

    def _asked(self) -> Ask:
        if self._waiting is not None:
            return self._dice(self._waiting, self._faces)
        decision = self.game.decision
        if decision is None:
            return Ask("over", None, "", Message("refused.over"))
        return Ask("choice", decision.side, decision.clause_id, decision.asks, decision.options)

    def _dice(self, action: Action, faces: Sequence[int]) -> Ask:
        missing, engine = self.game.missing(action, faces)
        assert missing is not None
        kind = KINDS[missing.wanted.id]
        asks = Message("table.roll", count=missing.number, wanted=missing.wanted)
        gains = None if kind.against else kind.wanted_by(engine.board, missing.wanted)
        side = missing.wanted.values.get("side", gains)
        return Ask("dice", side, kind.clause_id, asks, (), missing.number, missing.sides, tuple(faces))


def _bare(line: str) -> str:
    """A line without a remark; empty when it is nothing else."""
    text = line.strip()
    return "" if text.startswith("#") else text.partition(" #")[0].strip()


def _table_game(log: str, rules: RuleTables | str | Path | None) -> TableGame:
    game = read_log(log, rules=rules)
    if not isinstance(game, TableGame):
        raise BadInput("dice", MISSING, Message("expected.exactly", value=TableGame.dice))
    return game
