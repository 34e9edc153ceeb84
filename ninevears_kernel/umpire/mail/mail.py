"""Games by mail: a log pasted from a letter is read leniently, and nothing is done in silence.

Quoting marks, numbering, bullets, chatter, signatures, wrapped lines, typographic characters, missing or
oddly spelt sides and a missing head are coped with, and each is listed. What cannot be read is shown where it
stands, with the nearest legal choices; what came before it is kept. Between two legal readings nobody
guesses: both are handed back, and an answer goes in with the same letter.

>>> letter = '''Hi Ben, my turn:
... 1) Bourbon – FIRST bourbon
... 2) pass.
... Best, Anna'''
>>> reading = read_mail(letter, Game.new(seed=7))
>>> [entry.action for entry in reading.game.entries], reading.problem
([('first', 'Bourbon'), ('pass',)], None)
>>> for change in reading.changes[-2:]:
...     print(change.line, change.says)
3 Read as "Bourbon: pass" (without numbering, the side added, in the spelling of the notation).
4 Ignored: not a choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from ...core.errors import BadInput
from ...core.messages import Message
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.games.game import Game
from .body import unwrapped
from .lines import mail_line
from .reader import Reader
from .reading import MailReading, Stopped

MOST_LINES = 50_000
"""A longer letter is not read: no log of a war is nearly so long."""


def read_mail(
    text: str,
    game: Game | None = None,
    *,
    answers: Mapping[int, str] | None = None,
    rules: RuleTables | str | Path | None = None,
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> MailReading:
    """Reads a letter.

    Args:
        text: the letter, or the part of it that was pasted; a raw mail, HTML and quoted-printable too.
        game: the game so far, for a letter that only adds to it; it stays as it is.
        answers: for the number of a line that was asked about the alternative that is meant.
        rules: the umpire's own tables, where the log names some.
        progress: called with how many lines are read, and of how many.
        stop: says whether to stop; what is read till then is kept.

    Raises:
        BadInput: the letter is longer than any log, or a raw mail that cannot be read.
    """
    body, how = unwrapped(text.removeprefix("\ufeff"))
    physical = re.split("\r\n|\r|\n", body)
    if len(physical) > MOST_LINES:
        raise BadInput("mail", len(physical), Message("mail.at-most-lines", most=MOST_LINES))
    reader = Reader([mail_line(number, line) for number, line in enumerate(physical, 1)], game, answers or {})
    problem = None
    try:
        reader.read(rules, progress, stop)
    except Stopped as stopped:
        problem = stopped.problem
    return replace(reader.result(problem), letter=tuple(physical), unwrapped=how)
