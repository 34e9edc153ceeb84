"""An umpire's own tables: numbers, event cards and scenario from files, checked before anybody plays by
them (the kit's clauses; NY 20.1 to 20.3 for the scenario).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import blake2b
from pathlib import Path, PureWindowsPath
from types import MappingProxyType
from typing import Any

from ...core.errors import MISSING, BadInput, UnknownName
from ...core.messages import Message
from ...core.tables import read_table
from ...input_bounds import BOUNDS
from ...input_files import convert, is_device_name, parse_data, read_bytes, read_text
from ..components.event_cards import load_event_cards
from ..components.map import game_map
from ..components.powers import power_named
from ..components.rule_tables import FORMAT, PARTS, RuleTables, Tables, standard_data, standard_rule_tables
from ..components.scenario import STANDARD, Scenario, read_scenario
from ..components.sides import SIDES
from ..components.tables import DATA
from ..engine.notation import FLEETS, NOTHING
from ..rules import rulebook  # noqa: F401  gives the event cards their words
from ..rules.events.vocabulary import words_of
from .save_checks import check

SCENARIO_TABLES = ("leaders", "corps", "pools", "schedule", "fleets")
FIRST_YEAR, LAST_YEAR = 1688, 1699  # NY 20.1, 6.4
Check = Callable[[str], None]
"""Raises BadInput, its field empty, when a cell is not what it should be."""


def rule_tables_in_force(rules: RuleTables | str | Path | None) -> RuleTables:
    """The tables that somebody means: some at hand, those of a file, or the standard ones.

    >>> rule_tables_in_force(None) is standard_rule_tables()
    True
    """
    if rules is None:
        return standard_rule_tables()
    return rules if isinstance(rules, RuleTables) else rule_tables_from_file(rules)


def rule_tables_from_file(path: str | Path) -> RuleTables:
    """The tables of the package with an umpire's file laid over them.

    Args:
        path: a TOML file: ``format = "ninevears-rules/1"``, then any section of ``kit_rules.toml`` or any
            line of one; ``events = "FILE.csv"`` and ``scenario = "FOLDER"`` replace the event cards and the
            scenario, seen from the file.

    Raises:
        BadInput: names the file and the field, what was found there and what was expected.
    """
    path = Path(path)
    sources: list[Path] = []
    try:
        text = read_text(path)
        data = parse_data(text, is_toml=True)
        if data.get("format", MISSING) != FORMAT:
            found = data.get("format", MISSING)
            raise BadInput("format", found, Message("expected.exactly", value=FORMAT))
        others = {part: _beside(path, part, data.pop(part)) for part in PARTS if part in data}
        tables = convert(_laid_over(standard_data(), data), Tables)
    except BadInput as error:
        raise error.in_file(str(path)) from None
    own = {section: str(path) for section in data if section != "format"}
    own |= {part: str(file) for part, file in others.items()}
    scenario, events = standard_rule_tables().scenario, standard_rule_tables().events
    if folder := others.get("scenario"):
        scenario = own_scenario(folder)
        sources = [folder / "scenario.toml", *(folder / f"{name}.csv" for name in SCENARIO_TABLES)]
    file = others.get("events")
    try:
        if file:
            _rows(file, DATA / "events.csv")
            sources.append(file)
            events = load_event_cards.__wrapped__(file)  # as it is now
            for number, name in enumerate(events, 2):
                _in(f"row {number}.name", _name, name)
        digest = _digest(text, sources)
        rule_tables = RuleTables(tables, scenario, events, MappingProxyType(own), path.name, digest)
        words_of(rule_tables)
        return rule_tables
    except BadInput as error:
        # Events that do not fit the scenario are reported as a fault of whichever file is the umpire's.
        raise error.in_file(str(file or path)) from None


def _beside(path: Path, part: str, name: Any) -> Path:
    """A file or folder that an umpire's file names: one that lies with it, whoever wrote the file."""
    if not isinstance(name, str) or not name.strip():
        raise BadInput(part, name, Message("expected.file-name"))
    windows = PureWindowsPath(name)  # knows what every system would take for a way out
    if windows.anchor or ".." in windows.parts or is_device_name(windows.name) or not name.isprintable():
        raise BadInput(part, name, Message("expected.file-beside"))
    found = path.parent / name
    if not found.resolve().is_relative_to(path.parent.resolve()):  # a link out of the folder
        raise BadInput(part, name, Message("expected.file-beside"))
    return found


def _laid_over(standard: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The standard numbers with an umpire's in their place, line by line."""
    return {**standard} | {
        name: {**standard[name], **value}
        if isinstance(value, dict) and isinstance(standard.get(name), dict)
        else value
        for name, value in own.items()
    }


def _digest(text: str, files: Iterable[Path]) -> str:
    """A sum over a text, which a pipe says but once, and the files that it names."""
    digest = blake2b(digest_size=8)
    for content in (text.encode(), *(read_bytes(file, BOUNDS["file"]) for file in files)):
        digest.update(b"%d:" % len(content) + content)
    return digest.hexdigest()


# ---- a table: its columns, and what stands in them


def _rows(path: Path, like: Path) -> list[dict[str, str]]:
    """The rows of a table that has the columns of another.

    Raises:
        BadInput: the file cannot be read, or has other columns, or a row is too long or too short.
    """
    columns = list(read_table(like)[0])
    try:
        found = list(csv.reader(io.StringIO(read_text(path)), strict=True))
    except csv.Error as error:
        raise BadInput(
            "file", Message("input.broken", why=str(error)), Message("expected.form", form="CSV")
        ) from None
    header = found[0] if found else []
    for name in header:
        if name not in columns:
            raise UnknownName("row 1", name, Message("kind.column"), columns)
    for name in columns:
        if header.count(name) != 1:
            raise BadInput(f"row 1.{name}", MISSING if name not in header else name, Message("expected.once"))
    for number, row in enumerate(found[1:], 2):
        if len(row) != len(header):
            expected = Message("expected.cells", count=len(header))
            raise BadInput(f"row {number}", Message("found.cells", count=len(row)), expected)
    return [dict(zip(header, row, strict=True)) for row in found[1:]]


def _in(field: str, allowed: Check, text: str) -> None:
    try:
        allowed(text)
    except BadInput as error:
        raise error.within(field) from None


def _number(least: int, most: int) -> Check:
    def check(text: str) -> None:
        if not (text.isascii() and text.isdigit() and len(text) <= 4 and least <= int(text) <= most):
            raise BadInput("", text, Message("expected.between", least=least, most=most))

    return check


def _or(*words: str, otherwise: Check | None = None) -> Check:
    """One of some words, or what another check allows."""

    def check(text: str) -> None:
        if text in words:
            return
        if otherwise is None or (words and not text):
            raise BadInput("", text, Message.one_of(map(repr, words)))
        otherwise(text)

    return check


def _name(text: str) -> None:
    # Names stand in the notation, which parts them at these, and says "-" for none.
    if (
        not text.strip()
        or text != text.strip()
        or text == NOTHING
        or not text.isprintable()
        or set(text) & set(",;#")
    ):
        raise BadInput("", text, Message("expected.plain-name"))


def _space(text: str) -> None:
    if game_map().space(text, "").name != text:
        raise BadInput("", text, Message("expected.map-spelling"))


def _power(text: str) -> None:
    if power_named(text, "").name != text:
        raise BadInput("", text, Message("expected.map-spelling"))


_SIDE = _or(*SIDES)
_COUNT = _number(0, 40)
_RATING = _number(0, 9)
_YEAR = _number(FIRST_YEAR, LAST_YEAR)
_OCCASIONS = ("revolution", "savoy", "event", "staff")
CELLS: dict[str, dict[str, Check]] = {
    "leaders": {
        "name": _name,
        "power": _power,
        "plain_command": _or("", otherwise=_number(1, 9)),
        "plain_battle": _or("", otherwise=_RATING),
        "command": _number(1, 9),
        "battle": _RATING,
        "space": _or("", otherwise=_space),
        "arrives": _or(*_OCCASIONS, otherwise=_YEAR),
        "promoted": _or("", otherwise=_YEAR),
    },
    "corps": {"power": _power, "space": _space, "full": _COUNT, "reduced": _COUNT},
    "pools": {"power": _power, "corps": _COUNT},
    "schedule": {
        "year": _YEAR,
        "side": _SIDE,
        "kind": _or("corps", "leader", "promotion", "leaves"),
        "power": _power,
        "count": _COUNT,
    },
    "fleets": {
        "fleet": _or(*FLEETS),
        "side": _SIDE,
        "zone": _or("Atlantic", "Mediterranean"),
        "home_port": _space,
        "line_to": _space,
        "place": _or("pool", "port", "box", "gone"),
        "strength": _number(0, 2),
    },
}
"""What each column of a scenario's tables may hold; columns that are not named hold anything."""
ONCE = {"leaders": "name", "pools": "power", "fleets": "fleet"}
"""Columns in which nothing stands twice."""


def own_scenario(folder: Path) -> Scenario:
    """An umpire's scenario, checked.

    Raises:
        BadInput: names the file, the row and the column.
    """
    tables: dict[str, list[dict[str, str]]] = {}
    for name in SCENARIO_TABLES:
        path = folder / f"{name}.csv"
        try:
            tables[name] = _rows(path, STANDARD / f"{name}.csv")
            _check_cells(name, tables[name])
            if name == "fleets" and len(tables[name]) != len(FLEETS):
                raise BadInput(
                    "file", Message("found.rows", count=len(tables[name])), Message("expected.fleets")
                )
            if name == "schedule":
                _check_schedule(tables[name], {row["name"]: row["power"] for row in tables["leaders"]})
        except BadInput as error:
            raise error.in_file(str(path)) from None
    path = folder / "scenario.toml"
    try:
        settings = parse_data(read_text(path), is_toml=True)
        standard = standard_rule_tables().scenario.settings
        _same_shape(standard, settings, "")
        _check_settings(settings, {row["name"] for row in tables["leaders"]})
    except BadInput as error:
        raise error.in_file(str(path)) from None
    scenario = read_scenario(folder)
    try:
        check(scenario.start, RuleTables(standard_rule_tables().numbers, scenario, {}))
    except BadInput as error:
        raise error.in_file(str(folder)) from None
    return scenario


def _check_cells(table: str, rows: list[dict[str, str]]) -> None:
    seen = set()
    for number, row in enumerate(rows, 2):
        for column, allowed in CELLS[table].items():
            _in(f"row {number}.{column}", allowed, row[column])
        if once := ONCE.get(table):
            if row[once].casefold() in seen:
                raise BadInput(f"row {number}.{once}", row[once], Message("expected.once"))
            seen.add(row[once].casefold())
        if table == "leaders" and bool(row["plain_command"]) != bool(row["plain_battle"]):
            raise BadInput(
                f"row {number}.plain_battle", row["plain_battle"], Message("expected.both-or-none")
            )


def _check_schedule(rows: list[dict[str, str]], power_of_leader: Mapping[str, str]) -> None:
    for number, row in enumerate(rows, 2):
        if row["kind"] == "corps":
            continue
        field = f"row {number}.what"
        if row["what"] not in power_of_leader:
            raise UnknownName(field, row["what"], Message("kind.leader"), power_of_leader)
        if row["power"] != power_of_leader[row["what"]]:
            expected = Message("expected.exactly", value=power_of_leader[row["what"]])
            raise BadInput(f"row {number}.power", row["power"], expected)


# ---- scenario.toml


def _same_shape(standard: Any, own: Any, field: str) -> None:
    """Checks that an umpire's settings have the names and the kinds of value of the standard ones."""
    if isinstance(standard, dict):
        if not isinstance(own, dict):
            raise BadInput(field or "file", own, Message("expected.object"))
        for name in own:
            if name not in standard:
                raise UnknownName(field or "file", name, Message("kind.setting"), standard)
        for name, value in standard.items():
            if name not in own:
                raise BadInput(_under(field, name), MISSING, Message("expected.a-value"))
            _same_shape(value, own[name], _under(field, name))
    elif isinstance(standard, list):
        if not isinstance(own, list):
            raise BadInput(field, own, Message("expected.list"))
        for place, value in enumerate(own):
            _same_shape(standard[0] if standard else "", value, f"{field}[{place}]")
    elif type(own) is not type(standard):
        kind = {int: "kind.int", str: "kind.str", bool: "kind.bool"}[type(standard)]
        raise BadInput(field, own, Message("expected.kind", kind=Message(kind)))
    elif isinstance(own, int) and not isinstance(own, bool) and not -9 <= own <= LAST_YEAR:
        raise BadInput(field, own, Message("expected.between", least=-9, most=LAST_YEAR))


def _under(field: str, name: str) -> str:
    return f"{field}.{name}" if field else name


def _check_settings(settings: Mapping[str, Any], leaders: Collection[str]) -> None:
    def each(field: str, allowed: Check) -> None:
        value: Any = settings
        for name in field.split("."):
            value = value[name]
        for place, one in enumerate(value if isinstance(value, list) else [value]):
            _in(f"{field}[{place}]" if isinstance(value, list) else field, allowed, str(one))

    def leader(text: str) -> None:
        if text not in leaders:
            raise UnknownName("", text, Message("kind.leader"), leaders)

    owners = {space.power for space in game_map().spaces}

    def owner(text: str) -> None:
        if text not in owners:
            raise UnknownName("", text, Message("kind.power"), owners)

    for field, allowed in {
        "format": _or("ninevears-scenario/1"),
        "name": _name,
        "year": _YEAR,
        "last_year": _YEAR,
        "victory_points": _number(0, 40),
        "kww_cell": _or("-2", "-1", "0", "1", "2"),
        "rich_markers": _space,
        "resource_points.Bourbon": _COUNT,
        "resource_points.Alliance": _COUNT,
        "sea_control.Atlantic": _or("", *SIDES),
        "sea_control.Mediterranean": _or("", *SIDES),
        "hand_size.first_year": _number(0, 9),
        "hand_size.later_years": _number(0, 9),
        "map_control.Bourbon": owner,
        "map_control.Alliance": owner,
        "map_control.neutral": owner,
        "revolution.space": _space,
        "revolution.power": _power,
        "revolution.corps": _COUNT,
        "revolution.leaders": leader,
        "revolution.jacobites_to": _space,
        "revolution.stays_bourbon": _space,
        "revolution.exile_choices": _space,
        "revolution.exile_corps": _COUNT,
    }.items():
        each(field, allowed)


def file_beside(folder: Path, name: str) -> Path | None:
    """The file of this name in the folder of a log, whatever folder a stranger's log names; None for none.

    Args:
        folder: of the log.
        name: of the file, as the log has it.
    """
    # Windows knows every system's way of writing a folder, and names of devices besides.
    last = PureWindowsPath(name).name
    if is_device_name(last):
        return None
    try:
        return folder / last if (folder / last).is_file() else None
    except (OSError, ValueError):  # a name that is too long, or that holds a zero byte
        return None
