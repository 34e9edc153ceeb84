"""What the command line asks of this room: `ninevears replay --what-now` and `--set-right`."""

from __future__ import annotations

from pathlib import Path

from ...core.errors import MISSING, BadInput
from ...core.messages import Message
from ...core.render import json_text
from ...input_files import read_data, read_text
from ...nine_years.games.record import REMEDIES, Remedy
from .opened import Opened, open_log
from .remedies import rewind, set_right, stand, substitute, substitutes
from .replaying import Later
from .told import what_now_data, what_now_text


def opened_file(log: str, at: int | None, rules: str | None) -> Opened:
    """The log of a file, opened up to its first wrong entry.

    Args:
        log: the file, or ``-`` for standard input.
        at: the number of the choice that the umpire calls wrong.
        rules: the umpire's own tables.

    Raises:
        BadInput: the file cannot be read, or nothing in it is wrong.
    """
    try:
        return open_log(read_text(log), at, rules=rules, folder=Path(log).parent)
    except BadInput as error:
        raise error if error.file or error.field == "at" else error.in_file(log) from None


def what_now(log: str, at: int | None, later: Later, rules: str | None, as_json: bool) -> str:
    """What is wrong with a log, and what can be done about it, as text.

    Args:
        log: the file, or ``-`` for standard input.
        at: the number of the choice that the umpire calls wrong.
        later: what is done where a later choice is no longer legal.
        rules: the umpire's own tables.
        as_json: whether as data.
    """
    opened = opened_file(log, at, rules)
    found = rewind(opened), substitutes(opened, later=later), stand(opened, later=later)
    return json_text(what_now_data(opened, *found, log)) if as_json else what_now_text(opened, *found)


def log_set_right(
    log: str,
    remedy: Remedy,
    given: str | None,
    reason: str | None,
    at: int | None,
    later: Later,
    rules: str | None,
) -> str:
    """A log with a remedy in it.

    Args:
        log: the file, or ``-`` for standard input.
        remedy: what is done.
        given: the choice that is put in the place of the wrong one, or the file of corrections.
        reason: why.
        at: the number of the choice that the umpire calls wrong.
        later: what is done where a later choice is no longer legal.
        rules: the umpire's own tables.

    Raises:
        BadInput: a choice or a reason is missing, or something in the files is wrong.
        Refused: the choice is not legal there.
    """
    if remedy not in REMEDIES:
        raise BadInput("remedy", remedy, Message.one_of(REMEDIES))
    if not (reason or "").strip():
        raise BadInput("reason", MISSING, Message("setright.expected-reason"))
    opened = opened_file(log, at, rules)
    if remedy == "rewind":
        worked = rewind(opened)
    elif remedy == "substitute":
        if given is None and opened.choice is not None:
            raise BadInput("choice", MISSING, Message("expected.a-value"))
        worked = substitute(opened, given, later=later)
    else:
        edits = [] if given is None else read_data(given)
        if not isinstance(edits, list):
            raise BadInput("edits", edits, Message("expected.list"), given)
        worked = stand(opened, edits, later=later)
    return set_right(opened, worked, reason or "").log
