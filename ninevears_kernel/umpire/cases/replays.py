"""What a log tells: how the war went, or the first entry that does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...core.errors import BadEntry, one_line
from ...core.messages import Message, say
from ...core.render import cited, violation_data
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.games.game import Game
from ...nine_years.games.log import replayed_file

FORMAT = "ninevears-replay/1"
MOST_OPTIONS = 12
"""Options of a decision that people are shown; JSON has them all."""


def replay_data(path: str | Path, rules: RuleTables | str | Path | None = None) -> dict[str, Any]:
    """What the log of a war tells, as plain data.

    Args:
        path: the log, or ``-`` for standard input.
        rules: an umpire's own tables.

    Returns:
        The remarks of its head, how many choices and dice it tells, the year and the victory points after
        each year, the result (None while the war goes on), the first bad entry (None when all are good),
        and what an umpire set right, where anything was.

    Raises:
        BadInput: the file cannot be read, or its head is wrong.
    """
    return described_by(replayed_file(path, rules=rules, recorded=False), str(path))


def described_by(games: Iterator[Game], file: str) -> dict[str, Any]:
    """The same of a game that is handed out after each entry, as `replayed` does.

    Args:
        games: the game, again and again.
        file: the name of the log.
    """
    game: Game | None = None
    points: dict[int, int] = {}
    bad: BadEntry | None = None
    year = 0
    try:
        for game in games:
            if game.engine.board.year != year:
                points |= {year: game.engine.board.victory_points} if year else {}
                year = game.engine.board.year
    except BadEntry as error:
        bad = error
    entries = game.entries if game else ()
    board = game.engine.board if game else None
    result = board.result if board else None
    if board:
        points[board.year] = board.victory_points
    settled = [*game.at_start, *(one for entry in entries for one in entry.then)] if game else []
    told = [{"decision": one.decision, "remedy": one.remedy, "reason": one.reason} for one in settled]
    return {
        "format": FORMAT,
        "file": file,
        **(game.remarks if game else {}),
        "choices": len(entries),
        "dice": sum(len(entry.rolls) for entry in entries),
        **({"set_right": told} if told else {}),
        "year": board.year if board else None,
        "victory_points": [{"year": year, "points": count} for year, count in points.items()],
        "result": None
        if result is None
        else {"winner": result.winner, "level": result.level, "how": result.how},
        "bad_entry": None if bad is None else _entry_data(bad),
    }


def _entry_data(bad: BadEntry) -> dict[str, Any]:
    return {
        "line": bad.line,
        "entry": bad.entry,
        "says": str(bad),
        "violations": [violation_data(violation) for violation in bad.violations],
        "options": list(bad.options),
    }


def replay_text(data: dict[str, Any]) -> str:
    """The same for people."""
    lines = [f"{name}: {one_line(data[name])}" for name in ("title", "players", "date") if name in data]
    if data["year"] is not None:
        lines.append(
            say("replay.choices", count=data["choices"], dice=Message("dice.count", count=data["dice"]))
        )
        lines += [say("replay.points", **row) for row in data["victory_points"]]
    for one in data.get("set_right", ()):
        reason = one_line(one["reason"])
        lines.append(say("setright.took-place", number=one["decision"], remedy=one["remedy"], reason=reason))
    if data["result"]:
        how = Message(f"result.{data['result']['how']}")
        lines.append(say("replay.result", **{**data["result"], "how": how}))
    elif data["bad_entry"] is None:
        lines.append(say("replay.goes-on", year=data["year"]))
    if bad := data["bad_entry"]:
        lines.append(bad["says"])
        for violation in bad["violations"]:
            lines.append(f"  {cited(violation['clause'], violation['basis'])}: {violation['says']}")
        if options := bad["options"]:
            more = len(options) - MOST_OPTIONS
            lines.append(say("replay.options"))
            lines += [f"  {option}" for option in options[:MOST_OPTIONS]]
            lines += [f"  {say('replay.more-options', count=more)}"] if more > 0 else []
    return "\n".join(lines) + "\n"
