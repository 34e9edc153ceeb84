"""Positions as JSON: readable, validated on the way in, written so that a crash leaves the old file whole."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..core.errors import MISSING, BadInput, UnknownName
from ..core.messages import Message
from ..input_files import convert, read_data
from .map import game_map
from .position import FORMAT, Control, Position
from .powers import power_named
from .scenario import leader_table
from .sides import SIDES


def position_to_data(position: Position) -> dict[str, Any]:
    """A position as plain data, in the form of a save.

    >>> from ninevears_kernel.nine_years.scenario import scenario_1688
    >>> data = position_to_data(scenario_1688())
    >>> data["format"], data["year"], position_from_data(data) == scenario_1688()
    ('ninevears-position/1', 1688, True)
    """
    data: dict[str, Any] = msgspec.to_builtins(position, enc_hook=_control_to_data)
    return {"format": FORMAT, **data}


def position_from_data(data: Any, field: str = "") -> Position:
    """The position of a save.

    Args:
        data: what `position_to_data` gave.
        field: where the data stand in a larger file, for errors.

    Raises:
        BadInput: names the field, what was found there and what was expected.
    """
    if not isinstance(data, Mapping):
        raise BadInput(field or "position", data, Message("expected.object"))
    if data.get("format", MISSING) != FORMAT:
        found = data.get("format", MISSING)
        raise BadInput("format", found, Message("expected.exactly", value=FORMAT)).within(field)
    bare = {name: value for name, value in data.items() if name != "format"}
    try:
        position: Position = convert(bare, Position, dec_hook=_control_from_data)
        check(position)
    except BadInput as error:
        raise error.within(field) from None
    return position


def save_position(position: Position, path: str | Path) -> None:
    """Writes a save; the file is either the old one or the new one, whole."""
    path = Path(path)
    text = json.dumps(position_to_data(position), indent=1, ensure_ascii=False) + "\n"
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def load_position(path: str | Path) -> Position:
    """Reads a save.

    Raises:
        BadInput: the file cannot be read, or something in it is wrong; names file and field.
    """
    try:
        return position_from_data(read_data(path))
    except BadInput as error:
        raise error.in_file(str(path)) from None


def check(position: Position) -> None:
    """Checks what types alone cannot: that names exist, and that no piece stands twice.

    Raises:
        BadInput: names the field.
    """
    spaces = game_map()
    for name in ("corps", "leaders", "sieges", "lines"):
        for place, piece in enumerate(getattr(position, name)):
            field = f"{name}[{place}]"
            if piece.space is not None and piece.space not in spaces.by_name:
                spaces.space(
                    piece.space, f"{field}.space"
                )  # raises, with the nearest names, unless spelt otherwise
                raise BadInput(f"{field}.space", piece.space, Message("expected.map-spelling"))
    for name in ("corps", "leaders", "pools", "waiting"):
        for place, piece in enumerate(getattr(position, name)):
            field = f"{name}[{place}].power"
            if power_named(piece.power, field).name != piece.power:
                raise BadInput(field, piece.power, Message("expected.map-spelling"))
    for place, leader in enumerate(position.leaders):
        if leader.name not in leader_table():
            raise UnknownName(f"leaders[{place}].name", leader.name, Message("kind.leader"), leader_table())
        power = leader_table()[leader.name].power
        if leader.power != power:
            raise BadInput(f"leaders[{place}].power", leader.power, Message("expected.exactly", value=power))
    _once(position.leaders, "leaders", "name")
    _once(position.fleets, "fleets", "name")
    _once(position.pools, "pools", "power")
    _once(position.sieges, "sieges", "space")
    _once(position.lines, "lines", "space")
    for place, siege in enumerate(position.sieges):
        if not spaces.by_name[siege.space].fortress:
            raise BadInput(f"sieges[{place}].space", siege.space, Message("expected.fortified"))
        if position.controller(siege.space) == siege.by:
            raise BadInput(f"sieges[{place}].by", siege.by, Message("expected.not-own-fortress"))
    for place, fleet in enumerate(position.fleets):
        if (fleet.place == "port") != (fleet.strength > 0):
            raise BadInput(f"fleets[{place}].strength", fleet.strength, Message("expected.fleet-strength"))
    for place, name in enumerate(position.rich_markers):
        if spaces.space(name, f"rich_markers[{place}]").name != name:
            raise BadInput(f"rich_markers[{place}]", name, Message("expected.map-spelling"))


def _once(pieces: Iterable[Any], field: str, key: str) -> None:
    seen = set()
    for place, piece in enumerate(pieces):
        name = getattr(piece, key)
        if name in seen:
            raise BadInput(f"{field}[{place}].{key}", name, Message("expected.once"))
        seen.add(name)


def _control_to_data(value: Any) -> Any:
    if not isinstance(value, Control):
        raise NotImplementedError(type(value))
    return {side: [s.name for s in game_map().spaces if value.of(side) >> s.index & 1] for side in SIDES}


def _control_from_data(kind: type, data: Any) -> Any:
    if not isinstance(data, Mapping) or set(data) != set(SIDES):
        raise BadInput("control", data, Message("expected.control"))
    masks = dict.fromkeys(SIDES, 0)
    for side in SIDES:
        if not isinstance(data[side], list):
            raise BadInput(f"control.{side}", data[side], Message("expected.list"))
        for place, name in enumerate(data[side]):
            bit = 1 << game_map().space(name, f"control.{side}[{place}]").index
            if bit & (masks["Bourbon"] | masks["Alliance"]):
                raise BadInput(f"control.{side}[{place}]", name, Message("expected.once"))
            masks[side] |= bit
    return Control(masks["Bourbon"], masks["Alliance"])
