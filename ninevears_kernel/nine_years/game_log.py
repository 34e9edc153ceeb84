"""The log of a war: text that a person can read, type and send, and that plays to the same position.

A head of named lines, then a line for each choice and, under it, a line for each die that it caused::

    ninevears-log/1
    scenario: 1688
    seed: 1690
    title: Our first war

    # 1688, campaign phase
    Bourbon: campaign Strasbourg
    Bourbon: whole
      roll 4  (what it was for)

Whatever follows a blank and ``#`` is a remark, but in title, players and date; so is what stands in brackets
behind a roll.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path, PureWindowsPath
from types import MappingProxyType

from msgspec import Struct

from ..core.errors import MISSING, BadEntry, BadInput, DiceMissing, UnknownName, one_line
from ..core.messages import Message, say
from ..core.readings import chosen_readings, readings
from ..core.rulings import Violation
from ..input_files import parse_data, read_text
from ..output_files import write_whole
from .choices import refusal, violations_of
from .game import REMARKS, Game, Roll, start_of
from .kit import Kit
from .notation import Action, parsed, written
from .own_rules import kit_in_force
from .position import MOST_SEED, Position
from .save import position_from_data, position_to_data
from .save_checks import check_war
from .sides import SIDES, Side
from .table_play import TableGame, start_at_table

FORMAT = "ninevears-log/1"
SHORT = ("scenario", "seed", "dice", "reading")
HEAD = (*SHORT, "position", "rules", *REMARKS)
"""The lines of the head by their names; those of `SHORT` may have a remark behind them."""
_ROLL = re.compile(r"roll\s+([1-6])(?:\s+\((.*?)\)?)?(?:\s+#.*)?", re.IGNORECASE)
_REMARK = re.compile(r"\s#.*")
_FOLDED: dict[str, Side] = {spelt: side for side in SIDES for spelt in (side, side.casefold())}


# ---- writing


def write_log(game: Game) -> str:
    """A game as text.

    >>> write_log(Game.new(seed=7)).splitlines()[:3]
    ['ninevears-log/1', 'scenario: 1688', 'seed: 7']
    """
    lines = [FORMAT, *_head_of(game), *_roll_lines(game.rolls_before_first)]
    heading = None
    for entry in game.entries:
        if heading != (entry.year, entry.phase):
            heading = (entry.year, entry.phase)
            lines += ["", f"# {one_line(say('log.heading', year=entry.year, phase=entry.phase))}"]
        lines.append(f"{entry.side}: {written(entry.action, game.kit)}")
        lines += _roll_lines(entry.rolls)
    return "\n".join(lines) + "\n"


def _head_of(game: Game) -> Iterator[str]:
    if game.dice == "seed" and game.start == start_of(game.kit, game.start.seed):
        yield f"scenario: {game.start.scenario}"
        yield f"seed: {game.start.seed}"
    elif game.dice == "table" and game.start == start_at_table(game.kit):
        yield f"scenario: {game.start.scenario}"
    else:
        yield f"position: {json.dumps(position_to_data(game.start), ensure_ascii=False)}"
    if isinstance(game, TableGame):
        yield f"dice: {game.dice}"
    if game.kit.file:
        yield f"rules: {game.kit.file} {game.kit.digest}"
    for name, option in sorted(game.readings.items()):
        if option != readings()[name].default:
            yield f"reading: {name} = {option}"
    for name in REMARKS:
        if text := one_line(game.remarks.get(name, "")).strip():
            yield f"{name}: {text}"


def _roll_lines(rolls: tuple[Roll, ...]) -> list[str]:
    return [roll_line(face, str(says)) for face, says in rolls]


def roll_line(face: int, says: str) -> str:
    """A die as a line of a log.

    >>> roll_line(4, "siege of Tournai")
    '  roll 4  (siege of Tournai)'
    """
    return f"  roll {face}  ({one_line(says)})"


def read_roll(line: str) -> tuple[int, str] | None:
    """The face and the remark of a line that tells a die, or None when it tells none.

    >>> read_roll("  roll 4  (siege of Tournai)"), read_roll("roll 7")
    ((4, 'siege of Tournai'), None)
    """
    found = _ROLL.fullmatch(line.strip())
    return (int(found[1]), found[2] or "") if found else None


def save_log(game: Game, path: str | Path) -> None:
    """Writes the log of a game; the file is either the old one or the new one, whole.

    Raises:
        BadInput: it cannot be written; names the file.
    """
    write_whole(path, write_log(game))


def is_other_file(path: str | Path) -> bool:
    """Whether something is there that is no log of a war, and so must not be written over."""
    try:
        return os.path.lexists(path) and not read_text(path).startswith(FORMAT)
    except BadInput:
        return True


# ---- reading


class Line(Struct, frozen=True, gc=False):
    """A line of a log that is neither empty nor a remark.

    Attributes:
        number: its place in the log, from 1.
        text: the whole of it.
        side: of a line that tells a choice whose it is; else None.
        choice: of such a line what was chosen, without a remark behind it.
    """

    number: int
    text: str
    side: Side | None = None
    choice: str = ""


def load_log(path: str | Path, *, rules: Kit | str | Path | None = None, recorded: bool = True) -> Game:
    """The game that a log file tells, every roll and every choice checked.

    Args:
        path: the file, or ``-`` for standard input.
        rules: the umpire's own tables by which it was played; by default, when the log names a file, that
            file in the folder of the log.
        recorded: whether the steps of the last choice are kept.

    Raises:
        BadInput: the file cannot be read, or its head is wrong.
        BadEntry: an entry does not fit.
    """
    return _last(replayed_file(path, rules=rules, recorded=recorded))


def game_from_log(text: str, *, rules: Kit | str | Path | None = None, recorded: bool = True) -> Game:
    """The game that the text of a log tells; see `load_log`."""
    return _last(replayed(text, rules=rules, recorded=recorded))


def _last(games: Iterator[Game]) -> Game:
    for game in games:
        last = game
    return last


def replayed_file(
    path: str | Path, *, rules: Kit | str | Path | None = None, recorded: bool = True
) -> Iterator[Game]:
    """The game of a log file, handed out at its start and after each entry."""
    file = "standard input" if str(path) == "-" else str(path)
    try:
        yield from replayed(read_text(path), rules=rules, recorded=recorded, folder=Path(path).parent)
    except (BadInput, BadEntry) as error:
        # An error in the umpire's own tables names their file itself.
        raise error if error.file else error.in_file(file) from None


def replayed(
    text: str,
    *,
    rules: Kit | str | Path | None = None,
    recorded: bool = True,
    folder: Path | None = None,
    in_force: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Game]:
    """The game of a log, handed out at its start and after each entry: one game, that goes on.

    Args:
        text: the log.
        rules: the umpire's own tables.
        recorded: whether the steps of the last choice are kept.
        folder: where to look for his file when `rules` is None.
        in_force: options of readings of which the log itself says nothing.
    """
    head, lines = _parted(text)
    game = _beginning(head, rules, folder, recorded and not any(line.side for line in lines), in_force)
    place = _check_rolls(lines, 0, game.rolls_before_first)
    yield game
    actions = _actions(lines, game.kit)
    count = len(lines)
    last = next((number for number in reversed(range(count)) if lines[number].side), 0)
    while place < count:
        game.recorded = recorded and place == last
        unread = _tell_dice(game, lines[place + 1 :]) if isinstance(game, TableGame) else None
        _choose(game, lines[place], *actions[place], unread)
        place += 1
        if (rolls := game.rolls) or (place < count and not lines[place].side):
            place = _check_rolls(lines, place, rolls)
        yield game
    game.recorded = recorded


def _actions(lines: list[Line], kit: Kit) -> list[tuple[Action | None, Action | None]]:
    """For each line the action that it tells, and the next one; None where none can be read."""
    told: list[tuple[Action | None, Action | None]] = []
    following = None
    for line in reversed(lines):
        try:
            action = _parsed(line.choice, kit) if line.side else None
        except BadInput:  # said when its turn comes
            action = None
        told.append((action, following))
        following = action or following
    return told[::-1]


_parsed = lru_cache(maxsize=1 << 12)(parsed)
"""The same, remembered: wars say the same things again and again."""


def _parted(text: str) -> tuple[list[Line], list[Line]]:
    """The lines of the head and those of the entries."""
    lines = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if (bare := line.strip()) and bare[0] != "#":
            lines.append(_line(number, bare))
    if not lines or lines[0].text != FORMAT:
        found = lines[0].text if lines else MISSING
        raise BadInput("line 1", found, Message("expected.exactly", value=FORMAT))
    first = next((place for place, line in enumerate(lines) if line.side or _is_roll(line)), len(lines))
    return lines[1:first], lines[first:]


def _line(number: int, text: str) -> Line:
    name, colon, rest = text.partition(":")
    if not colon:
        return Line(number, text)
    side = _FOLDED.get(name) or _FOLDED.get(name.strip().casefold())
    if side is None:
        return Line(number, text)
    return Line(number, text, side, (_REMARK.sub("", rest) if "#" in rest else rest).strip())


def _is_roll(line: Line) -> bool:
    return line.side is None and line.text[:5].casefold() == "roll "


def _beginning(
    head: list[Line],
    rules: Kit | str | Path | None,
    folder: Path | None,
    recorded: bool,
    in_force: Mapping[str, str],
) -> Game:
    """The game of which the head of a log speaks, at its start."""
    told: dict[str, Line] = {}
    chosen = dict(in_force)
    for line in head:
        name, colon, value = (part.strip() for part in line.text.partition(":"))
        if name in SHORT:
            value = _REMARK.sub("", value)
        field = f"line {line.number}"
        if not colon or name not in HEAD:
            raise UnknownName(field, name, Message("kind.log-line"), HEAD)
        if name == "reading":
            reading, _, option = (part.strip() for part in value.partition("="))
            try:
                chosen |= chosen_readings({reading: option})
            except BadInput as error:
                raise error.within(field) from None
        elif name in told:
            raise BadInput(field, name, Message("expected.once"))
        else:
            told[name] = Line(line.number, value)
    kit = _kit_of(told.get("rules"), rules, folder)
    game: Game
    if "dice" in told:
        game = TableGame(_start_at_table(told, kit), kit, chosen, recorded)
    else:
        game = Game(_start_of(told, kit), kit, chosen, recorded)
    game.remarks = {name: told[name].text for name in REMARKS if name in told}
    return game


def _kit_of(named: Line | None, rules: Kit | str | Path | None, folder: Path | None) -> Kit:
    name, _, digest = named.text.rpartition(" ") if named else ("", "", "")
    field = f"line {named.number}: rules" if named else "rules"
    if rules is None and named:
        rules = None if folder is None else _beside(folder, name)
        if rules is None:
            raise BadInput("rules", MISSING, Message("expected.rules-file", file=one_line(name)))
    kit = kit_in_force(rules)
    if kit.digest != digest:
        raise BadInput(
            field, kit.digest or MISSING, Message("expected.digest", file=one_line(name), digest=digest)
        )
    return kit


def _start_at_table(told: dict[str, Line], kit: Kit) -> Position:
    dice = told["dice"]
    if dice.text != TableGame.dice:
        expected = Message("expected.exactly", value=TableGame.dice)
        raise BadInput(f"line {dice.number}: dice", dice.text, expected)
    if "seed" in told:
        raise BadInput(f"line {told['seed'].number}", "seed", Message("expected.no-seed"))
    if "position" in told:
        return _start_of(told, kit)
    seed = {"seed": Line(dice.number, "0")}
    _start_of(told | seed, kit)  # the name of the scenario is checked
    return start_at_table(kit)


def _tell_dice(game: TableGame, lines: list[Line]) -> Line | None:
    """Tells the dice that stand under a choice; returns the line that ends them, if it tells no choice."""
    faces = []
    ends = None
    for line in lines:
        roll = read_roll(line.text)
        if line.side is not None or roll is None:
            ends = line if line.side is None else None
            break
        faces.append(roll[0])
    game.tell(faces)
    return ends


def _beside(folder: Path, name: str) -> Path | None:
    """The file of this name in the folder of a log, whatever folder a stranger's log names; None for none."""
    # Windows knows every system's way of writing a folder, and names of devices besides.
    last = PureWindowsPath(name).name
    if PureWindowsPath(last).is_reserved():
        return None
    try:
        return folder / last if (folder / last).is_file() else None
    except (OSError, ValueError):  # a name that is too long, or that holds a zero byte
        return None


def _start_of(told: dict[str, Line], kit: Kit) -> Position:
    if "position" in told:
        for name in ("scenario", "seed"):
            if name in told:
                raise BadInput(f"line {told[name].number}", name, Message("expected.position-alone"))
        field = f"line {told['position'].number}: position"
        try:
            data = parse_data(told["position"].text, is_toml=False)
        except BadInput as error:
            raise (
                error.within(field) if error.field != "file" else BadInput(field, error.found, error.expected)
            ) from None
        position = position_from_data(data, field, kit)
        if not position.agenda:
            raise BadInput(f"{field}.agenda", (), Message("expected.agenda"))
        try:
            check_war(position, kit)
        except BadInput as error:
            raise error.within(field) from None
        return position
    for name in ("scenario", "seed"):
        if name not in told:
            raise BadInput(name, MISSING, Message("expected.a-value"))
    scenario, seed = told["scenario"], told["seed"]
    if scenario.text != kit.scenario.start.scenario:
        expected = Message("expected.exactly", value=kit.scenario.start.scenario)
        raise BadInput(f"line {scenario.number}: scenario", scenario.text, expected)
    if not re.fullmatch("[0-9]{1,19}", seed.text) or int(seed.text) > MOST_SEED:
        raise BadInput(f"line {seed.number}: seed", seed.text, Message("expected.seed", most=MOST_SEED))
    return start_of(kit, int(seed.text))


def _choose(
    game: Game, line: Line, action: Action | None, following: Action | None, unread: Line | None
) -> None:
    """Makes the choice that a line tells.

    Args:
        game: the game.
        line: the line.
        action: the choice; None when the line tells none that can be read.
        following: what is chosen next, when that can be read.
        unread: at a table, what stands under its dice and tells neither a die nor a choice.

    Raises:
        BadEntry: it tells none, or one that cannot be made here.
    """
    war = game.war
    if action is None or line.side != war.side or not war.is_legal(action):
        raise _why_not(game, line)
    war.expected = following
    try:
        game.carry_out(action)
    except DiceMissing as missing:
        wanted = Message("log.die-unread" if unread else "log.die-wanted", says=missing.wanted)
        at = unread or line
        raise BadEntry(at.number, at.text, wanted) from None


def _why_not(game: Game, line: Line) -> BadEntry:
    """Why no choice is made by a line."""
    war = game.war
    side = war.side
    if side is None:
        return _bad(game, line, Message("refused.over"))
    if line.side is None:
        return _bad(game, line, Message("log.choice-wanted", side=side))
    if line.side != side:
        return _bad(game, line, Message("log.other-side", side=side))
    try:
        action = parsed(line.choice, game.kit)
    except BadInput as error:
        return _bad(game, line, error.message)
    found = violations_of(war, action)
    return _bad(game, line, refusal(war, action, found).message, found)


def _bad(game: Game, line: Line, why: Message, found: tuple[Violation, ...] = ()) -> BadEntry:
    options = tuple(written(action, game.kit) for action in game.war.options)
    return BadEntry(line.number, line.text, why, found, options)


def _check_rolls(lines: list[Line], place: int, rolls: tuple[Roll, ...]) -> int:
    """Checks that the lines from a place on tell these dice; the place behind them.

    Raises:
        BadEntry: they tell others, or too few or too many.
    """
    for roll in rolls:
        if place == len(lines):
            raise BadEntry(lines[-1].number + 1 if lines else 1, "", _wanted(roll))
        told = read_roll(lines[place].text)
        if told is None or told[0] != roll.face:
            raise BadEntry(lines[place].number, lines[place].text, _wanted(roll))
        place += 1
    if place < len(lines) and _is_roll(lines[place]):
        raise BadEntry(lines[place].number, lines[place].text, Message("log.no-roll"))
    return place


def _wanted(roll: Roll) -> Message:
    return Message("log.roll-wanted", face=roll.face, says=roll.says)
