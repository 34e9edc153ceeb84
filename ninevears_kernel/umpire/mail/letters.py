r"""A war by mail out of its letters, one after the other.

>>> first = "scenario: 1688\nseed: 7\n1) Bourbon – FIRST bourbon"
>>> [len(read_letters([first])), len(read_letters([first, "My turn:\nBourbon: pass"]))]
[1, 2]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.utils import parsedate_to_datetime

from ...core.errors import MISSING, BadInput, NinevearsError
from ...core.messages import Message
from ...nine_years.games.game import Game
from .body import unwrapped
from .mail import read_mail
from .reading import MailReading, Problem

MOST_LETTERS = 500
MOST_OFFERED = 5
"""Of the choices that a line may have meant so many are named."""
_IN_A_BOX = re.compile(r"^(?=From [^\n]{0,100}\d\d:\d\d[^\n]{0,100}\n[!-9;-~]{1,76}:)", re.MULTILINE)
"""Where a mail begins in a box of mails (RFC 4155)."""
_QUOTED = re.compile(r"[> ]*")
_DATE = re.compile(r"^date:[ \t]*(\S[^\n]{0,100})$", re.MULTILINE | re.IGNORECASE)


def read_letters(letters: Sequence[str]) -> Game:
    """The war that letters tell.

    Args:
        letters: their texts, as `read_mail` takes them; or boxes of mails, as mail programs keep them. Mails
            go by their dates where all have one, else as they are given.

    Raises:
        BadInput: they tell no war, or are too many or too long.
        NinevearsError: a line cannot be read; says which, and what it may have meant.
    """
    boxes = [_IN_A_BOX.split(letter.removeprefix("\ufeff")) for letter in letters]
    mails = [mail for box in boxes for mail in box if mail.strip()]
    if len(mails) > MOST_LETTERS:
        raise BadInput("letters", len(mails), Message("expected.whole-at-most", most=MOST_LETTERS))
    game: Game | None = None
    for number, mail in enumerate(_by_date(mails), 1):
        reading = read_mail(mail, game)
        if game is None and _has_no_head(reading):
            reading = read_mail(_oldest_first(mail))
        if reading.problem is not None and not _has_no_head(reading):
            raise _stopped(reading.problem, number)
        game = reading.game or game
    if game is None:
        raise BadInput("letters", MISSING, Message("mail.expected-war"))
    return game


def _by_date(mails: list[str]) -> list[str]:
    """Mails in the order in which they were sent; as they are where one does not say when."""
    try:
        heads = [mail.replace("\r\n", "\n").partition("\n\n")[0] for mail in mails]
        sent = [parsedate_to_datetime(_DATE.findall(head)[0]).timestamp() for head in heads]
    except (IndexError, TypeError, ValueError, OverflowError):
        return mails
    return [mails[place] for place in sorted(range(len(mails)), key=sent.__getitem__)]


def _has_no_head(reading: MailReading) -> bool:
    """Whether nothing in a letter begins a war, as in one that is about something else."""
    return reading.problem is not None and reading.problem.says.id == "mail.no-head"


def _oldest_first(mail: str) -> str:
    """A mail below whose text the older ones are quoted, each deeper than the one that answers it."""
    lines = unwrapped(mail)[0].split("\n")
    deep = [len(re.sub(r"[^>]", "", _QUOTED.match(line)[0])) for line in lines]  # type: ignore[index]
    return "\n".join(lines[place] for place in sorted(range(len(lines)), key=lambda place: -deep[place]))


def _stopped(problem: Problem, number: int) -> NinevearsError:
    """Where a letter cannot be read, and what the line may have meant."""
    offered = (problem.alternatives or problem.suggestions)[:MOST_OFFERED]
    return NinevearsError(
        Message(
            "mail.stopped-at",
            letter=number,
            line=problem.line,
            text=problem.text.strip(),
            says=problem.says,
            offered=[Message("mail.offered", choices=Message.any_of(offered))] if offered else [],
        )
    )
