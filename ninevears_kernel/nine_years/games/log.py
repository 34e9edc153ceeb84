"""The log of a war: text that a person can read, type and send, and that plays to the same position.

A head of named lines, then a line for each choice and, under it, a line for each die that it caused::

    ninevears-log/2
    scenario: 1688
    seed: 1690
    title: Our first war

    # 1688, campaign phase
    Bourbon: campaign Strasbourg
    Bourbon: whole
      roll 4  (what it was for)

Where something else was tried than before, a line ``otherwise: 2 roll`` stands before the choice: from there
on dice and decks are those of branch 2, and a roll had been seen beyond (or a ``card``, a ``piece`` that lay
covered, or nothing). Where the seed of the war had been shown before, a seed of its own follows:
``otherwise: 2 roll 8314159``. What an umpire set right is told by a block, ``umpire: ...`` (`set_right`).

Whatever follows a blank and ``#`` is a remark, but in title, players and date; so is what stands in brackets
behind a roll.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from ...core.errors import MISSING, BadEntry, BadInput, DiceMissing, UnknownName, one_line
from ...core.messages import Message
from ...core.readings import chosen_readings, default_of, readings_of_logs
from ...core.rulings import Violation
from ...input_bounds import BOUNDS
from ...input_files import parse_data, read_text
from ..components.position import MOST_SEED, Position
from ..components.rule_tables import RuleTables
from ..components.sides import SIDES, Side
from ..engine.choices import refusal, violations_of
from ..engine.engine import Roll
from ..engine.notation import Action, parsed, written
from ..rules.events.choices import names_covered
from .custom_rules import file_beside, rule_tables_in_force
from .game import Game
from .log_text import (
    ANY_FORMAT,
    FAIR,
    FORMAT,
    FORMS,
    HEAD,
    LONG,
    OTHERWISE,
    REMARK,
    SHORT,
    check_whole,
    read_otherwise,
    read_roll,
)
from .record import REMARKS, Otherwise, start_at_table, start_of
from .save import position_from_data
from .save_checks import check_war
from .sealed import ANY_FORMAT as ANY_WAR, log_within
from .set_right import field_of, is_block, read_block
from .table_play import TableGame

_FOLDED: dict[str, Side] = {spelt: side for side in SIDES for spelt in (side, side.casefold())}


def is_played(text: str) -> bool:
    """Whether a text begins as a log or as a war that is kept.

    >>> is_played("ninevears-log/1"), is_played("ninevears-war/1"), is_played("{}")
    (True, True, False)
    """
    return text.lstrip("\ufeff \t\r\n").startswith((ANY_FORMAT, ANY_WAR))


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


def load_log(
    path: str | Path, *, rules: RuleTables | str | Path | None = None, recorded: bool = True
) -> Game:
    """The game recorded in a log file, with every roll and every choice checked.

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


def read_log(
    text: str,
    *,
    rules: RuleTables | str | Path | None = None,
    recorded: bool = True,
    in_force: Mapping[str, str] = MappingProxyType({}),
) -> Game:
    """The game recorded in the text of a log; see `load_log` and `replayed`.

    >>> game = Game.new()
    >>> read_log(game.log).position == game.position
    True
    """
    return _last(replayed(text, rules=rules, recorded=recorded, in_force=in_force))


def _last(games: Iterator[Game]) -> Game:
    for game in games:
        last = game
    return last


def replayed_file(
    path: str | Path, *, rules: RuleTables | str | Path | None = None, recorded: bool = True
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
    rules: RuleTables | str | Path | None = None,
    recorded: bool = True,
    folder: Path | None = None,
    in_force: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Game]:
    """The game of a log, handed out at its start and after each entry: one game, that goes on.

    Args:
        text: the log, or a war that is kept.
        rules: the umpire's own tables.
        recorded: whether the steps of the last choice are kept.
        folder: where to look for the file when `rules` is None.
        in_force: options of readings of which the log itself says nothing.
    """
    form, head, lines = parted(log_within(text))
    told = recorded and not any(line.side for line in lines)
    game = _beginning(head, rules, folder, told, in_force, FORMS[form])
    place = _check_rolls(lines, 0, game.rolls_before_first)
    yield game
    actions = _actions(lines, game.rule_tables)
    count = len(lines)
    last = next((number for number in reversed(range(count)) if lines[number].side), 0)
    while place < count:
        if is_block(lines[place].text):
            place = _set_right(game, lines, place)
            yield game
            continue
        otherwise = None
        if _is_otherwise(lines[place]):
            otherwise = _otherwise(game, lines, place)
            place += 1
        game.recorded = recorded and place == last
        unread = _tell_dice(game, lines, place + 1) if isinstance(game, TableGame) else None
        _choose(game, lines[place], *actions[place], unread, otherwise)
        place += 1
        if (rolls := game.rolls) or (place < count and not lines[place].side):
            place = _check_rolls(lines, place, rolls)
        yield game
    game.recorded = recorded


def _actions(lines: list[Line], rule_tables: RuleTables) -> list[tuple[Action | None, Action | None]]:
    """For each line the action that it tells, and the next one; None where none can be read."""
    described: list[tuple[Action | None, Action | None]] = []
    following = None
    for line in reversed(lines):
        try:
            action = _parsed(line.choice, rule_tables) if line.side else None
        except BadInput:  # said when its turn comes
            action = None
        described.append((action, following))
        following = action or following
    return described[::-1]


_parsed = lru_cache(maxsize=1 << 12)(parsed)
"""The same, remembered: wars say the same things again and again."""


def parted(text: str) -> tuple[str, list[Line], list[Line]]:
    """The form of a log, the lines of its head and those of its entries.

    Raises:
        BadInput: it is no log, or a line is too long.
    """
    lines = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if (bare := line.strip()) and bare[0] != "#":
            lines.append(_line(number, bare))
    if not lines or lines[0].text not in FORMS:
        found = lines[0].text if lines else MISSING
        raise BadInput("line 1", found, Message("expected.exactly", value=FORMAT))
    first = next((place for place, line in enumerate(lines) if line.side or _is_played(line)), len(lines))
    check_whole(text, {line.text.partition(":")[0].strip() for line in lines[1:first]})
    return lines[0].text, lines[1:first], lines[first:]


def _line(number: int, text: str) -> Line:
    name, colon, rest = text.partition(":")
    if len(text) > BOUNDS["line"] and name.strip() not in LONG:
        found = Message("mail.characters", count=len(text))
        raise BadInput(f"line {number}", found, Message("mail.at-most", most=BOUNDS["line"]))
    if not colon:
        return Line(number, text)
    side = _FOLDED.get(name) or _FOLDED.get(name.strip().casefold())
    if side is None:
        return Line(number, text)
    return Line(number, text, side, (REMARK.sub("", rest) if "#" in rest else rest).strip())


def _is_played(line: Line) -> bool:
    return _is_roll(line) or _is_otherwise(line) or is_block(line.text)


def _is_otherwise(line: Line) -> bool:
    return line.side is None and line.text.startswith(f"{OTHERWISE}:")


def _otherwise(game: Game, lines: list[Line], place: int) -> Otherwise:
    """The branch that a line tells.

    Raises:
        BadEntry: it tells none, no choice follows, or the dice are those of a table.
    """
    line = lines[place]
    found = read_otherwise(line.text)
    if found is None or game.dice == "table":
        raise _bad(game, line, Message("log.otherwise-wanted" if found is None else "log.otherwise-table"))
    if place + 1 == len(lines) or not lines[place + 1].side:
        raise _bad(game, line, Message("log.choice-wanted", side=game.engine.side or ""))
    return found


def _set_right(game: Game, lines: list[Line], place: int) -> int:
    """Lets a decision of the umpire take effect that stands at a place; the place behind it.

    Raises:
        BadEntry: it cannot be read, somebody changed it, or it does not fit.
    """
    end = place + 1
    while end < len(lines) and lines[end].side is None and field_of(lines[end].text):
        end += 1
    one, fault = read_block([line.text for line in lines[place:end]])
    if one is None:
        raise _bad(game, lines[place + fault], Message("log.umpire-wanted"))
    try:
        game.set_right(one)
    except BadInput as error:
        raise _bad(game, lines[place], error.message) from None
    return end


def _is_roll(line: Line) -> bool:
    return line.side is None and line.text[:5].casefold() == "roll "


def _beginning(
    head: list[Line],
    rules: RuleTables | str | Path | None,
    folder: Path | None,
    recorded: bool,
    in_force: Mapping[str, str],
    asks_alike: bool,
) -> Game:
    """The game of which the head of a log speaks, at its start."""
    described: dict[str, Line] = {}
    chosen = {**readings_of_logs(), **in_force}
    for line in head:
        name, colon, value = (part.strip() for part in line.text.partition(":"))
        if name in SHORT:
            value = REMARK.sub("", value)
        field = f"line {line.number}"
        if not colon or name not in HEAD:
            raise UnknownName(field, name, Message("kind.log-line"), HEAD)
        if name == "reading":
            reading, _, option = (part.strip() for part in value.partition("="))
            try:
                chosen |= chosen_readings({reading: option})
            except BadInput as error:
                raise error.within(field) from None
        elif name in described:
            raise BadInput(field, name, Message("expected.once"))
        else:
            described[name] = Line(line.number, value)
    chosen = {name: option for name, option in chosen.items() if option != default_of(name)}
    rule_tables = _rule_tables_of(described.get("rules"), rules, folder)
    game: Game
    fair = described.get("dice", Line(0, "")).text == FAIR
    if "dice" in described and not fair:
        game = TableGame(_start_at_table(described, rule_tables), rule_tables, chosen, recorded, asks_alike)
    else:
        game = Game(_start_of(described, rule_tables), rule_tables, chosen, recorded, asks_alike)
    game.fair = fair
    game.remarks = {name: described[name].text for name in REMARKS if name in described}
    return game


def _rule_tables_of(
    named: Line | None, rules: RuleTables | str | Path | None, folder: Path | None
) -> RuleTables:
    name, _, digest = named.text.rpartition(" ") if named else ("", "", "")
    field = f"line {named.number}: rules" if named else "rules"
    if rules is None and named:
        rules = None if folder is None else file_beside(folder, name)
        if rules is None:
            raise BadInput("rules", MISSING, Message("expected.rules-file", file=one_line(name)))
    rule_tables = rule_tables_in_force(rules)
    if rule_tables.digest != digest:
        raise BadInput(
            field,
            rule_tables.digest or MISSING,
            Message("expected.digest", file=one_line(name), digest=digest),
        )
    return rule_tables


def _start_at_table(described: dict[str, Line], rule_tables: RuleTables) -> Position:
    dice = described["dice"]
    if dice.text != TableGame.dice:
        expected = Message("expected.exactly", value=TableGame.dice)
        raise BadInput(f"line {dice.number}: dice", dice.text, expected)
    if "seed" in described:
        raise BadInput(f"line {described['seed'].number}", "seed", Message("expected.no-seed"))
    if "position" in described:
        return _start_of(described, rule_tables)
    seed = {"seed": Line(dice.number, "0")}
    _start_of(described | seed, rule_tables)  # the name of the scenario is checked
    return start_at_table(rule_tables)


def _tell_dice(game: TableGame, lines: list[Line], place: int) -> Line | None:
    """Tells the dice that stand from a place on, under a choice; returns the line that ends them, if it tells
    no choice.
    """
    faces = []
    ends = None
    for number in range(place, len(lines)):  # no copy of the rest, which would be made at each choice
        line = lines[number]
        roll = read_roll(line.text)
        if line.side is not None or roll is None:
            ends = line if line.side is None else None
            break
        faces.append(roll[0])
    game.tell(faces)
    return ends


def _start_of(described: dict[str, Line], rule_tables: RuleTables) -> Position:
    if "position" in described:
        for name in ("scenario", "seed"):
            if name in described:
                raise BadInput(f"line {described[name].number}", name, Message("expected.position-alone"))
        field = f"line {described['position'].number}: position"
        try:
            data = parse_data(described["position"].text, is_toml=False)
        except BadInput as error:
            raise (
                error.within(field) if error.field != "file" else BadInput(field, error.found, error.expected)
            ) from None
        position = position_from_data(data, field, rule_tables)
        if not position.agenda:
            raise BadInput(f"{field}.agenda", (), Message("expected.agenda"))
        try:
            check_war(position, rule_tables)
        except BadInput as error:
            raise error.within(field) from None
        return position
    for name in ("scenario", "seed"):
        if name not in described:
            raise BadInput(name, MISSING, Message("expected.a-value"))
    scenario, seed = described["scenario"], described["seed"]
    if scenario.text != rule_tables.scenario.start.scenario:
        expected = Message("expected.exactly", value=rule_tables.scenario.start.scenario)
        raise BadInput(f"line {scenario.number}: scenario", scenario.text, expected)
    if not re.fullmatch("[0-9]{1,19}", seed.text) or int(seed.text) > MOST_SEED:
        raise BadInput(f"line {seed.number}: seed", seed.text, Message("expected.seed", most=MOST_SEED))
    return start_of(rule_tables, int(seed.text))


def _choose(
    game: Game,
    line: Line,
    action: Action | None,
    following: Action | None,
    unread: Line | None,
    otherwise: Otherwise | None,
) -> None:
    """Makes the choice that a line tells.

    Args:
        game: the game.
        line: the line.
        action: the choice; None when the line tells none that can be read.
        following: what is chosen next, when that can be read.
        unread: at a table, what stands under its dice and tells neither a die nor a choice.
        otherwise: the branch that begins with it.

    Raises:
        BadEntry: it tells none, or one that cannot be made here.
    """
    engine = game.engine
    if (
        action is None
        or line.side != engine.side
        or not (engine.is_legal(action) or names_covered(engine, action) or game.stands(action))
    ):
        raise _why_not(game, line)
    engine.expected = following
    stands = game.stands(action)
    try:
        game.carry_out(action, otherwise)
    except DiceMissing as missing:
        wanted = Message("log.die-unread" if unread else "log.die-wanted", says=missing.wanted)
        at = unread or line
        raise BadEntry(at.number, at.text, wanted) from None
    except BadInput as error:
        raise _bad(game, line, error.message) if stands else error from None


def _why_not(game: Game, line: Line) -> BadEntry:
    """Why no choice is made by a line."""
    engine = game.engine
    side = engine.side
    if side is None:
        return _bad(game, line, Message("refused.over"))
    if line.side is None:
        return _bad(game, line, Message("log.choice-wanted", side=side))
    if line.side != side:
        return _bad(game, line, Message("log.other-side", side=side))
    try:
        action = parsed(line.choice, game.rule_tables)
    except BadInput as error:
        return _bad(game, line, error.message)
    found = violations_of(engine, action)
    return _bad(game, line, refusal(engine, action, found).message, found)


def _bad(game: Game, line: Line, why: Message, found: tuple[Violation, ...] = ()) -> BadEntry:
    options = tuple(written(action, game.rule_tables) for action in game.engine.options)
    return BadEntry(line.number, line.text, why, found, options)


def _check_rolls(lines: list[Line], place: int, rolls: tuple[Roll, ...]) -> int:
    """Checks that the lines from a place on tell these dice; the place behind them.

    Raises:
        BadEntry: they tell others, or too few or too many.
    """
    for roll in rolls:
        if place == len(lines):
            raise BadEntry(lines[-1].number + 1 if lines else 1, "", _wanted(roll))
        described = read_roll(lines[place].text)
        if described is None or described[0] != roll.face:
            raise BadEntry(lines[place].number, lines[place].text, _wanted(roll))
        place += 1
    if place < len(lines) and _is_roll(lines[place]):
        raise BadEntry(lines[place].number, lines[place].text, Message("log.no-roll"))
    return place


def _wanted(roll: Roll) -> Message:
    return Message("log.roll-wanted", face=roll.face, says=roll.says)
