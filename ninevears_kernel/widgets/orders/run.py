"""Carries out the lines of a cell in a game, one after the other, up to the first that cannot be done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...core.errors import BadInput, DiceMissing
from ...core.messages import Message
from ...core.rulings import Step
from ...nine_years.components.map_masks import SPACES
from ...nine_years.components.sides import Side
from ...nine_years.engine.choices import Decision, option_of
from ...nine_years.engine.engine import Roll
from ...nine_years.engine.notation import Action
from ...nine_years.games.game import Game
from ...nine_years.games.table_play import TableGame
from ...play.option_groups import by_kind
from ...umpire.mail.choices import readings
from ...umpire.mail.lines import MailLine, mail_line
from ...umpire.mail.problems import problem_at, why_not
from ...umpire.mail.reading import Problem

MOST_CHARACTERS, MOST_LINES = 200_000, 5_000
"""A longer cell is not read: whole wars are shorter."""
UNREAD = ("remark", "separator")
"""Lines that stand between orders and say nothing to the game."""


@dataclass(frozen=True, slots=True)
class Carried:
    """An order that was carried out.

    Attributes:
        number: its line in the cell.
        text: as it stood there.
        side: whose order.
        order: in the spelling of the notation.
        says: in a sentence.
        steps: what it caused, each with its clause.
        rolls: the dice that it caused.
        place: how many choices the game had after it.
        spaces: the spaces that it names.
    """

    number: int
    text: str
    side: Side
    order: str
    says: Message
    steps: tuple[Step, ...]
    rolls: tuple[Roll, ...]
    place: int
    spaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """What became of the lines of a cell.

    Attributes:
        begin: how many choices the game had before the first.
        carried: the orders that were carried out.
        problem: the first line that cannot be done, and why; None when all was done.
        left: the lines behind it, with their numbers: they were not carried out.
        decision: what is to be decided next; None when the war is over.
    """

    begin: int
    carried: tuple[Carried, ...]
    problem: Problem | None
    left: tuple[tuple[int, str], ...]
    decision: Decision | None


class _Stop(Exception):
    """No further line is carried out."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def lines_of(text: str, first: int = 1) -> list[MailLine]:
    """The lines of a cell, read as leniently as those of a letter.

    Args:
        text: the cell without its first line.
        first: the number of the first of them.

    Raises:
        BadInput: the cell is longer than any war.
    """
    if len(text) > MOST_CHARACTERS:
        found = Message("mail.characters", count=len(text))
        raise BadInput("orders", found, Message("mail.at-most", most=MOST_CHARACTERS))
    physical = re.split("\r\n|\r|\n", text)
    if len(physical) > MOST_LINES:
        raise BadInput("orders", len(physical), Message("mail.at-most-lines", most=MOST_LINES))
    return [_without_remark(mail_line(number, line)) for number, line in enumerate(physical, first)]


def _without_remark(line: MailLine) -> MailLine:
    """The line without what stands behind a number sign."""
    at = line.bare.find(" #", line.start)
    if at < 0 or not line.choice or line.noise:
        return line
    bare = line.bare[:at].rstrip()
    return replace(line, bare=bare, columns=line.columns[: len(bare)], choice=bare[line.start :])


def run(game: Game, lines: Sequence[MailLine]) -> Run:
    r"""Carries out lines in a game; it keeps all that comes before the first that cannot be done.

    >>> game = Game.new(7)
    >>> done = run(game, lines_of("1. FIRST Bourbon\nfirst Spain\npass"))
    >>> [carried.order for carried in done.carried], done.problem.line, done.left, len(game)
    (['first Bourbon'], 2, ((3, 'pass'),), 1)
    """
    begin, carried = len(game), list[Carried]()
    problem, left = None, list[tuple[int, str]]()
    recorded, game.recorded = game.recorded, True
    undescribed = list(game.rolls) if len(game) else []
    try:
        for place, line in enumerate(lines):
            if line.faces:
                undescribed = _compared(game, line, undescribed)
            elif line.bare and line.noise not in UNREAD:
                carried.append(_carried(game, line, lines, place + 1))
                undescribed = list(game.rolls)
    except _Stop as stop:
        problem = stop.problem
        left = [
            (line.number, line.text)
            for line in lines
            if line.number > problem.line and line.bare and line.noise not in UNREAD
        ]
    finally:
        game.recorded = recorded
    return Run(begin, tuple(carried), problem, tuple(left), game.decision)


def _carried(game: Game, line: MailLine, lines: Sequence[MailLine], below: int) -> Carried:
    """Carries out an order, its dice from line `below` on; `_Stop`, the game as it was, if it cannot be."""
    side = game.engine.side
    if line.head is not None:
        raise _Stop(problem_at(game, line, Message("orders.head", name=line.head[0])))
    if side is None:
        raise _Stop(problem_at(game, line, Message("refused.over")))
    found = readings(game, line.choice) if line.side in (None, side) else {}
    if len(found) > 1:
        texts = tuple(found.values())
        says = Message("mail.which", choices=Message.any_of(texts))
        raise _Stop(problem_at(game, line, says, alternatives=texts))
    if not found:
        raise _Stop(why_not(game, line))
    ((action, order),) = found.items()
    option = option_of(action, game.rule_tables)
    try:
        if isinstance(game, TableGame):
            game.tell(_faces_from(lines, below))
        game.carry_out(action)
    except DiceMissing as missing:
        raise _Stop(problem_at(game, line, Message("log.die-wanted", says=missing.wanted))) from None
    except BadInput as error:  # a save that somebody changed cannot go on here
        raise _Stop(problem_at(game, line, error.message)) from None
    except KeyboardInterrupt:
        raise _Stop(problem_at(game, line, Message("orders.interrupted"))) from None
    return Carried(
        *(line.number, line.text, side, order, option.says, game.steps, game.rolls, len(game)),
        spaces=_spaces_of(action),
    )


def _spaces_of(action: Action) -> tuple[str, ...]:
    """The spaces that an action names."""
    space = by_kind(action).get("space")
    return () if space is None else (SPACES[space].name,)


def _faces_from(lines: Sequence[MailLine], first: int) -> list[int]:
    """The dice that are given under an order, from a line on."""
    faces: list[int] = []
    for place in range(first, len(lines)):
        line = lines[place]
        if line.bare and not line.faces and line.noise not in UNREAD:
            break
        faces += line.faces
    return faces


def _compared(game: Game, line: MailLine, undescribed: list[Roll]) -> list[Roll]:
    """The dice that are still untold after a line that tells some; they must be those that fell."""
    for face in line.faces:
        if not undescribed:
            raise _Stop(problem_at(game, line, Message("log.no-roll")))
        roll, *undescribed = undescribed
        if roll.face != face:
            says = Message("log.roll-wanted", face=roll.face, says=roll.says)
            raise _Stop(problem_at(game, line, says, text=str(face)))
    return undescribed
