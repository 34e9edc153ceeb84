"""A log that is opened up to its first wrong entry.

>>> from ...nine_years.games.game import Game
>>> game = Game.new(1690)
>>> game.choose("first Alliance")
>>> opened = open_log(game.log.replace("first Alliance", "first Spain"))
>>> opened.decision, opened.fault, len(opened.game)
(1, 'choice', 0)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from secrets import randbelow
from types import MappingProxyType
from typing import Literal

from ...core.errors import BadEntry, BadInput
from ...core.messages import Message
from ...core.rulings import Violation
from ...input_bounds import check_log
from ...nine_years.components.position import MOST_SEED, Position
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import Side
from ...nine_years.engine.notation import Action, parsed
from ...nine_years.games.game import Game
from ...nine_years.games.log import Line, parted, replayed
from ...nine_years.games.log_text import read_roll
from ...nine_years.games.sealed import log_within
from ...nine_years.games.set_right import MOST_INSTEAD, field_of, is_block, tidy

Fault = Literal["choice", "dice", "line", "named"]
"""What is wrong: a choice that may not be made, its dice, a line that tells nothing, what an umpire names."""


@dataclass(frozen=True, slots=True)
class Written:
    """A choice as a log tells it.

    Attributes:
        line: its line in the log.
        side, text: whose it is, and what was chosen.
        action: the same as the engine takes it; None when it cannot be read.
        dice: the faces that the log tells under it, each with what it was for, "" where the log does not say.
    """

    line: int
    side: Side
    text: str
    action: Action | None
    dice: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A log up to its first wrong entry.

    Attributes:
        game: the war before that entry, which must not be played on.
        decision: the number of the choice in question, from 1.
        line, entry: the entry that is wrong: its line in the log, and what stands there.
        fault: what is wrong with it.
        says: the same in a sentence.
        violations: every clause that it violates.
        choice: the choice in question; None where the entry tells none.
        rest: the choices behind it.
        instead: all lines of the log from the entry on.
        cut: the line that ends `rest` before the log does: there something was tried otherwise, set right
            before, or cannot be read.
        seed: of fresh dice, where the war was over and players have been shown its seed; else 0.
        ends: the position at the end of the log; None where the engine does not play it so far.
    """

    game: Game
    decision: int
    line: int
    entry: str
    fault: Fault
    says: Message
    violations: tuple[Violation, ...]
    choice: Written | None
    rest: tuple[Written, ...]
    instead: tuple[str, ...]
    cut: int | None
    seed: int = 0
    ends: Position | None = None


def open_log(
    text: str,
    at: int | None = None,
    *,
    rules: RuleTables | str | Path | None = None,
    in_force: Mapping[str, str] = MappingProxyType({}),
    folder: Path | None = None,
) -> Opened:
    """Opens a log up to its first wrong entry, or up to a choice that the umpire names.

    Args:
        text: the log, or a war that is kept.
        at: the number of a choice, from 1, that the umpire calls wrong although the engine does not, as under
            another reading; by default the first that does not fit.
        rules: the umpire's own tables, where the war is played by them.
        in_force: options of readings of which the log itself says nothing.
        folder: where to look for the file of rules that the log names, when `rules` is None.

    Raises:
        BadInput: the log cannot be read, nothing in it is wrong, or there is no such choice before the first
            wrong entry.
        BadEntry: what is wrong stands before the first choice.
    """
    check_log(text)
    text = log_within(text)
    lines = parted(text)[2]
    game, bad = _played(text, rules, in_force, folder)
    if at is not None and (isinstance(at, bool) or not 1 <= at <= len(game) or (bad and len(game) < at)):
        raise BadInput("at", at, Message("expected.between", least=1, most=len(game)))
    if at is None and bad is None:
        raise BadInput("log", Message("setright.found-good"), Message("setright.expected-wrong"))
    if at is None:
        assert bad is not None
        return _at_bad(game, bad, lines)
    seed = 1 + randbelow(MOST_SEED) if game.result is not None else 0
    ends = game.position if bad is None else None
    game.undo(at - 1)
    first = [place for place, line in enumerate(lines) if line.side][at - 1]
    says = Message("setright.named", number=at)
    return _opened(game, "named", says, (), lines, first, lines[first], seed, ends)


def _played(
    text: str,
    rules: RuleTables | str | Path | None,
    in_force: Mapping[str, str],
    folder: Path | None,
) -> tuple[Game, BadEntry | None]:
    """The war as far as its log can be played, and what is wrong then."""
    game: Game | None = None
    try:
        for played in replayed(text, rules=rules, recorded=False, folder=folder, in_force=in_force):
            game = played
    except BadEntry as error:
        if game is None:
            raise
        return game, error
    assert game is not None
    return game, None


def _at_bad(game: Game, bad: BadEntry, lines: list[Line]) -> Opened:
    why, violations = bad.why.id, bad.violations
    fault: Fault = "dice"
    at = next((place for place, line in enumerate(lines) if line.number == bad.line), len(lines))
    if why in ("log.roll-wanted", "log.no-roll"):
        if not game.entries:
            raise bad
        game.undo()
        at, violations = max(place for place in range(at) if lines[place].side), ()
    elif why in ("log.die-wanted", "log.die-unread"):
        at, violations = max(place for place in range(at + 1) if lines[place].side), ()
    else:
        fault = "choice" if lines[at].side else "line"
    return _opened(game, fault, bad.why, violations, lines, at, Line(bad.line, bad.entry))


def _opened(
    game: Game,
    fault: Fault,
    says: Message,
    violations: tuple[Violation, ...],
    lines: list[Line],
    first: int,
    wrong: Line,
    seed: int = 0,
    ends: Position | None = None,
) -> Opened:
    """What is found, with the choices from a place on."""
    choice, place = None, first
    if lines[first].side:
        choice, place = _written(lines, first, game.rule_tables)
    else:
        place += 1
        while place < len(lines) and lines[place].side is None and field_of(lines[place].text):
            place += 1  # the rest of a block of which the first line is wrong
    rest: list[Written] = []
    while place < len(lines) and lines[place].side:
        one, place = _written(lines, place, game.rule_tables)
        rest.append(one)
    cut = lines[place].number if place < len(lines) else None
    instead = tuple(tidy(line.text, MOST_INSTEAD) for line in lines[first:])
    return Opened(
        *(game, len(game) + 1, wrong.number, wrong.text, fault, says, violations, choice, tuple(rest)),
        *(instead, cut, seed, ends),
    )


def _written(lines: list[Line], place: int, rule_tables: RuleTables) -> tuple[Written, int]:
    """The choice that stands at a place, and the place behind its dice."""
    line = lines[place]
    assert line.side is not None
    try:
        action = parsed(line.choice, rule_tables)
    except BadInput:
        action = None
    dice: list[tuple[int, str]] = []
    place += 1
    while place < len(lines) and lines[place].side is None and not is_block(lines[place].text):
        roll = read_roll(lines[place].text)
        if roll is None:
            break
        dice.append(roll)
        place += 1
    return Written(line.number, line.side, line.choice, action, tuple(dice)), place
