"""A save written and read again with every check, beside pydantic and bare msgspec on the same records.

The peers have every field of a position with its type and bounds, and control as a dict of lists of names, as
it stands in a save. They know no names of the map and no rules: those checks are ours alone.
"""

import json
import types
import typing
from typing import Annotated, Literal

import msgspec
import pydantic
from contest import medians, print_table

from ninevears_kernel.nine_years.components.position import Control, Position
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.save import position_from_data, position_to_data

CONTROL = dict[Literal["Bourbon", "Alliance"], list[str]]


def with_pydantic(kind):
    """A type of ours as one that pydantic validates: structs as models, bounds as those of its fields."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Control:
        return CONTROL
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = {
            field.name: (
                with_pydantic(field.type),
                ... if field.required else pydantic.Field(default_of(field)),
            )
            for field in msgspec.structs.fields(kind)
        }
        return pydantic.create_model(kind.__name__, __config__={"extra": "forbid"}, **fields)
    if origin is Annotated:
        bounds = arguments[1]
        return Annotated[arguments[0], pydantic.Field(ge=bounds.ge, le=bounds.le)]
    if origin is tuple:
        return tuple[with_pydantic(arguments[0]), ...]
    if origin in (typing.Union, types.UnionType):
        return typing.Union[tuple(map(with_pydantic, arguments))]  # noqa: UP007  put together at run time
    return kind


def default_of(field):
    """The default of a field, as plain data."""
    return msgspec.to_builtins(field.default)


def with_msgspec():
    """A position without checks of its own: msgspec's types alone."""
    fields = [
        (
            field.name,
            CONTROL if field.type is Control else field.type,
            *([] if field.required else [field.default]),
        )
        for field in msgspec.structs.fields(Position)
    ]
    return msgspec.defstruct("Save", fields, kw_only=True, forbid_unknown_fields=True)


def compare(title, position):
    """Contenders on the save of one position."""
    data = json.loads(json.dumps(position_to_data(position)))
    bare = {name: value for name, value in data.items() if name != "format"}
    model, struct = with_pydantic(Position), with_msgspec()

    found = medians(
        {
            "pydantic on named records": lambda: model.model_validate(bare).model_dump(),
            "msgspec, types alone": lambda: msgspec.to_builtins(msgspec.convert(bare, struct)),
            "a save of ours, every check": lambda: position_to_data(position_from_data(data)),
        },
        repeat=40,
    )
    print_table(title, found, "pydantic on named records")


def main():
    compare("Save and load with validation, a position", scenario_1688())
    print()
    compare("The same of a war in play, with its hands, decks and agenda", Game.new(1690).position)


if __name__ == "__main__":
    main()
