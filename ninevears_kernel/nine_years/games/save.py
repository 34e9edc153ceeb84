"""Positions as JSON: readable, validated on the way in, written so that a crash leaves the old file whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from ...core.errors import MISSING, BadInput
from ...core.messages import Message
from ...input_files import convert, read_data
from ...output_files import write_whole
from ..components.map import game_map
from ..components.map_graph import bits
from ..components.position import FORMAT, Control, Position
from ..components.rule_tables import RuleTables, standard_rule_tables
from ..components.sides import SIDES
from .custom_rules import rule_tables_in_force
from .save_checks import check

_NAMES = [space.name for space in game_map().spaces]
_SIDES = frozenset(SIDES)
_BITS = {space.name: 1 << space.index for space in game_map().spaces}


def position_to_data(position: Position) -> dict[str, Any]:
    """A position as plain data, in the form of a save.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> data = position_to_data(scenario_1688())
    >>> data["format"], data["year"], position_from_data(data) == scenario_1688()
    ('ninevears-position/1', 1688, True)
    """
    data: dict[str, Any] = msgspec.to_builtins(position, enc_hook=_control_to_data)
    return {"format": FORMAT, **data}


def position_from_data(data: Any, field: str = "", rule_tables: RuleTables | None = None) -> Position:
    """The position of a save.

    Args:
        data: what `position_to_data` gave.
        field: where the data stand in a larger file, for errors.
        rule_tables: the tables in force, which name leaders and events; by default the standard ones.

    Raises:
        BadInput: names the field, what was found there and what was expected.
    """
    if not isinstance(data, Mapping):
        raise BadInput(field or "position", data, Message("expected.object"))
    if data.get("format", MISSING) != FORMAT:
        found = data.get("format", MISSING)
        raise BadInput("format", found, Message("expected.exactly", value=FORMAT)).within(field)
    bare = dict(data)
    del bare["format"]
    try:
        position: Position = convert(bare, Position, dec_hook=_control_from_data)
        check(position, rule_tables or standard_rule_tables())
    except BadInput as error:
        raise error.within(field) from None
    return position


def save_position(position: Position, path: str | Path) -> None:
    """Writes a save; the file is either the old one or the new one, whole.

    Raises:
        BadInput: it cannot be written; names the file.
    """
    write_whole(path, json.dumps(position_to_data(position), indent=1, ensure_ascii=False) + "\n")


def load_position(path: str | Path, rules: RuleTables | str | Path | None = None) -> Position:
    """Reads a save.

    Args:
        path: the file.
        rules: an umpire's own tables, when the war is played by them.

    Raises:
        BadInput: the file cannot be read, or something in it is wrong; names file and field.
    """
    rule_tables = rule_tables_in_force(rules)
    try:
        return position_from_data(read_data(path), rule_tables=rule_tables)
    except BadInput as error:
        raise error.in_file(str(path)) from None


def _control_to_data(value: Any) -> Any:
    if not isinstance(value, Control):
        raise NotImplementedError(type(value))
    return {"Bourbon": [*_names_in(value.Bourbon)], "Alliance": [*_names_in(value.Alliance)]}


@lru_cache(maxsize=1 << 10)
def _names_in(mask: int) -> tuple[str, ...]:
    """The names of the spaces of a mask; remembered like `bits`."""
    return tuple([_NAMES[space] for space in bits(mask)])


def _control_from_data(kind: type, data: Any) -> Any:
    if not isinstance(data, Mapping) or data.keys() != _SIDES:
        raise BadInput("control", data, Message("expected.control"))
    for side in SIDES:
        if not isinstance(data[side], list):
            raise BadInput(f"control.{side}", data[side], Message("expected.list"))
    try:
        bourbon, alliance = [sum(map(_BITS.__getitem__, data[side])) for side in SIDES]
    except (KeyError, TypeError):
        return _describe_control(data)  # something is wrong, or spelt in another way
    if (bourbon | alliance).bit_count() != len(data["Bourbon"]) + len(data["Alliance"]):
        return _describe_control(data)  # a space stands there twice
    return Control(bourbon, alliance)


def _describe_control(data: Mapping[str, list[Any]]) -> Control:
    """The same space by space, which takes longer and tells what is wrong."""
    masks, seen = dict.fromkeys(SIDES, 0), 0
    for side in SIDES:
        for place, name in enumerate(data[side]):
            bit = 1 << game_map().space(name, f"control.{side}[{place}]").index
            if bit & seen:
                raise BadInput(f"control.{side}[{place}]", name, Message("expected.once"))
            seen |= bit
            masks[side] |= bit
    return Control(masks["Bourbon"], masks["Alliance"])
