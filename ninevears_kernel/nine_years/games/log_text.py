"""Writes the log of a war; `log` tells its form, and reads it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain
from pathlib import Path

from ...core.errors import BadInput, one_line
from ...core.messages import Message, say
from ...core.readings import readings, readings_in_force
from ...input_files import read_text
from ...output_files import write_whole
from ..components.position import MOST_SEED, Position
from ..engine.engine import Roll
from ..engine.notation import written
from .record import PASTS, REMARKS, Entry, Otherwise, Past, Played, SetRight, start_at_table, start_of
from .save import position_to_data
from .set_right import block_of

FORMS = {"ninevears-log/1": False, "ninevears-log/2": True}
"""The first lines of logs: whether every side that holds cards of a kind is asked alike (`asks_alike`)."""
FORMAT = "ninevears-log/2"
"""The form in which logs of new wars are written."""
ANY_FORMAT = "ninevears-log/"
"""How the logs of every form begin."""
FAIR = "fair"
"""What the line of the dice says when players rely on it that no roll is taken back."""
OTHERWISE = "otherwise"
"""What a line begins with that stands before the first choice of a branch."""
SHORT = ("scenario", "seed", "dice", "reading")
HEAD = (*SHORT, "position", "rules", *REMARKS)
"""The lines of the head by their names; those of `SHORT` may have a remark behind them."""
LONG = ("position", *REMARKS)
"""Those that may be long: a save, and free text."""

_OTHERWISE = re.compile(
    rf"{OTHERWISE}:\s*([1-9][0-9]{{0,3}})(?:\s+(card|piece|roll))?(?:\s+([1-9][0-9]{{0,18}}))?(?:\s+#.*)?"
)
_ROLL = re.compile(r"roll\s+([1-6])(?:\s+\((.*)|\s+#.*)?", re.IGNORECASE)
REMARK = re.compile(r"\s#.*")
"""A remark behind something else on a line."""


def write_log(game: Played) -> str:
    """A game as text, with its seed and all that its players hide from each other: the umpire's own log.

    What a player may be sent is `view.for_seat(game, seat).log`.

    >>> from ninevears_kernel.nine_years.games.game import Game
    >>> write_log(Game.new(seed=7)).splitlines()[:3]
    ['ninevears-log/2', 'scenario: 1688', 'seed: 7']
    """
    return log_of(game, head_of(game), lambda entry, number: written(entry.action, game.rule_tables), True)


def log_of(
    game: Played,
    head: Iterable[str],
    text_of: Callable[[Entry, int], str],
    seeds: bool = False,
    block: Callable[[SetRight], list[str]] = block_of,
) -> str:
    """A log of this head that tells the choice with each number so, and branches with their seeds or not, and
    what the umpire set right.
    """
    form = next(form for form, alike in FORMS.items() if alike == game.asks_alike)
    lines = [form, *head, *_roll_lines(game.rolls_before_first), *chain(*map(block, game.at_start))]
    heading = None
    for number, entry in enumerate(game.entries):
        if heading != (entry.year, entry.phase):
            heading = (entry.year, entry.phase)
            lines += ["", f"# {one_line(say('log.heading', year=entry.year, phase=entry.phase))}"]
        if entry.otherwise is not None:
            lines.append(otherwise_line(entry.otherwise, seeds))
        lines.append(f"{entry.side}: {text_of(entry, number)}")
        lines += [*_roll_lines(entry.rolls), *chain(*map(block, entry.then))]
    return "\n".join(lines) + "\n"


def check_whole(text: str, names: Collection[str]) -> None:
    r"""Refuses the log that a player has while the war lasts, in which seed and start are remarks alone.

    Args:
        text: the log.
        names: the lines that stand in its head.

    Raises:
        BadInput: it is such a log; says what can be done with it.

    >>> check_whole("ninevears-log/2\nscenario: 1688\nseed: 7", {"scenario", "seed"})
    """
    remarks = [line for line in text.split("\n") if line.startswith("# ")]
    seed = any(line.startswith("# seed:") for line in remarks) and not {"seed", "position"} & set(names)
    start = any(line.startswith("# position:") for line in remarks)
    if seed or (start and not {"scenario", "position"} & set(names)):
        raise BadInput("seed", Message("found.withheld"), Message("expected.umpires-log"))


def head_of(game: Played, seen: Position | None = None) -> Iterator[str]:
    """The lines of the head.

    Args:
        game: the game.
        seen: its start as the reader may know it; then the seed and this start are remarks, from which
            nothing is played.
    """
    seed = f"seed: {game.start.seed}"
    if game.dice == "seed" and seen is not None:
        seed = f"# {one_line(say('log.seed-withheld'))}"
    if game.dice == "seed" and game.start == start_of(game.rule_tables, game.start.seed):
        yield f"scenario: {game.start.scenario}"
        yield seed
    elif game.dice == "table" and game.start == start_at_table(game.rule_tables):
        yield f"scenario: {game.start.scenario}"
    elif seen is None:
        yield f"position: {json.dumps(position_to_data(game.start), ensure_ascii=False)}"
    else:
        yield f"# position: {json.dumps(position_to_data(seen), ensure_ascii=False)}"
        if game.dice == "seed":
            yield seed
    if game.dice == "table":
        yield f"dice: {game.dice}"
    elif game.fair:
        yield f"dice: {FAIR}"
    if game.rule_tables.file:
        yield f"rules: {game.rule_tables.file} {game.rule_tables.digest}"
    for name, option in sorted(readings_in_force(game.readings).items()):
        if option != readings()[name].of_logs:  # else a log that names none means the same
            yield f"reading: {name} = {option}"
    for name in REMARKS:
        if text := one_line(game.remarks.get(name, "")).strip():
            yield f"{name}: {text}"


def _roll_lines(rolls: tuple[Roll, ...]) -> list[str]:
    return [roll_line(face, str(says)) for face, says in rolls]


def otherwise_line(otherwise: Otherwise, seed: bool = False) -> str:
    """The line of a log before the first choice of a branch.

    Args:
        otherwise: the branch.
        seed: whether the seed of its own is told, if it has one.

    >>> otherwise_line(Otherwise(2, "roll"))
    'otherwise: 2 roll  # undone past a roll; from here on with dice of its own'
    """
    remark = one_line(say(f"log.otherwise-{otherwise.past or 'open'}"))
    parts = str(otherwise.number), otherwise.past, str(otherwise.seed) if seed and otherwise.seed else ""
    return f"{OTHERWISE}: {' '.join(filter(None, parts))}  # {remark}"


def read_otherwise(text: str) -> Otherwise | None:
    """The branch that a line tells, or None when it tells none.

    >>> read_otherwise("otherwise: 2 roll"), read_otherwise("otherwise: soon")
    (Otherwise(number=2, past='roll', seed=0), None)
    """
    found = _OTHERWISE.fullmatch(text)
    if found is None or (seed := int(found[3] or 0)) > MOST_SEED:
        return None
    past: Past = next((past for past in PASTS if past == found[2]), "")
    return Otherwise(int(found[1]), past, seed)


def read_roll(line: str) -> tuple[int, str] | None:
    """The face and the remark of a line that tells a die, or None when it tells none.

    >>> read_roll("  roll 4  (siege of Tournai)"), read_roll("roll 7")
    ((4, 'siege of Tournai'), None)
    """
    found = _ROLL.fullmatch(line.strip())
    if found is None:
        return None
    return int(found[1]), REMARK.sub("", found[2] or "").rstrip().removesuffix(")")


def roll_line(face: int, says: str) -> str:
    """A die as a line of a log.

    >>> roll_line(4, "siege of Tournai")
    '  roll 4  (siege of Tournai)'
    """
    return f"  roll {face}  ({one_line(says)})"


def save_log(game: Played, path: str | Path) -> None:
    """Writes the log of a game; the file is either the old one or the new one, whole.

    Raises:
        BadInput: it cannot be written; names the file.
    """
    write_whole(path, write_log(game))


def is_other_file(path: str | Path) -> bool:
    """Whether something is there that is no log of a war, and so must not be written over."""
    try:
        return os.path.lexists(path) and not read_text(path).startswith(ANY_FORMAT)
    except BadInput:
        return True
