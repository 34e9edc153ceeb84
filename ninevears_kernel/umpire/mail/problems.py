"""Why a line cannot be read as a choice that can be made now: the part of it, the clauses, what is near."""

from __future__ import annotations

from difflib import get_close_matches

from ...core.errors import BadInput
from ...core.messages import Message
from ...core.rulings import Violation
from ...nine_years.engine.choices import refusal
from ...nine_years.engine.notation import parsed
from ...nine_years.games.game import Game
from ..cases.refused import why_refused
from .choices import option_texts
from .lines import MailLine
from .reading import Problem


def why_not(game: Game, line: MailLine) -> Problem:
    """Why a line tells no choice that can be made now.

    >>> from .lines import mail_line
    >>> why_not(Game.new(7), mail_line(1, "1. first Spain")).marked.splitlines()
    ['1. first Spain', '         ^^^^^']
    """
    engine = game.engine
    if line.side not in (None, engine.side):
        return problem_at(game, line, Message("log.other-side", side=engine.side))
    try:
        action = parsed(line.choice, game.rule_tables)
    except BadInput as error:
        found = error.found if isinstance(error.found, str) else ""
        return problem_at(game, line, error.message, text=found)
    violations = why_refused(engine, action, engine.side or "both")
    return problem_at(game, line, refusal(engine, action, violations).message, violations)


def problem_at(
    game: Game | None,
    line: MailLine,
    says: Message,
    violations: tuple[Violation, ...] = (),
    text: str = "",
    alternatives: tuple[str, ...] = (),
) -> Problem:
    """A problem with a part of a line.

    Args:
        game: the game as it is before the line; None when there is none yet.
        line: the line.
        says: what is wrong, or what is asked.
        violations: the clauses that the choice would violate.
        text: the part of the line that it is about; without it the whole choice.
        alternatives: the ways in which the line can be read, when there are several.
    """
    at = line.bare.find(text, line.start) if text else -1
    first, last = (at, at + len(text)) if at >= 0 else (line.start, len(line.bare))
    columns = line.columns
    start = columns[first] if first < len(columns) else 0
    end = columns[last - 1] + 1 if 0 < last <= len(columns) else len(line.text)
    options = option_texts(game) if game is not None and line.choice else []
    near = get_close_matches(line.choice, options, n=3, cutoff=0.5) if options else []
    return Problem(
        *(line.number, start, max(end, start), line.text, says, violations),
        *(tuple(near), len(options), alternatives),
    )
