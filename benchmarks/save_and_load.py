"""A save written and read again with every check, beside pydantic and bare msgspec on the same records."""

import json
from typing import Literal

import msgspec
import pydantic
from contest import medians, print_table

from ninevears_kernel.nine_years.game import Game
from ninevears_kernel.nine_years.save import position_from_data, position_to_data
from ninevears_kernel.nine_years.scenario import scenario_1688

SIDE = Literal["Bourbon", "Alliance"]
PIECES = {
    "Leader": {
        "name": str,
        "power": str,
        "space": str,
        "named": bool,
        "demoralised": bool,
        "inside": bool,
        "used": bool,
    },
    "Corps": {"power": str, "space": str, "reduced": bool, "demoralised": bool, "inside": bool, "used": bool},
    "Fleet": {"name": str, "place": str, "strength": int},
    "Pool": {"power": str, "corps": int},
}
DEFAULTS = {str: "", bool: False, int: 0}


def records(make):
    """The position as records of a library: pieces and what else has a type of its own."""
    leader, corps, fleet, pool = (make(name, fields) for name, fields in PIECES.items())
    return make(
        "Save",
        {
            "scenario": str,
            "year": int,
            "phase": str,
            "control": dict[SIDE, list[str]],
            "leaders": list[leader],
            "corps": list[corps],
            "fleets": list[fleet],
            "pools": list[pool],
            "victory_points": int,
            "action_deck": list[int],
            "event_deck": list[str],
            "agenda": list[str],
        },
    )


def pydantic_record(name, fields):
    return pydantic.create_model(
        name, **{key: (kind, DEFAULTS.get(kind, ...)) for key, kind in fields.items()}
    )


def msgspec_record(name, fields):
    given = [
        (key, kind, DEFAULTS[kind]) if kind in DEFAULTS else (key, kind, msgspec.field(default_factory=list))
        for key, kind in fields.items()
    ]
    return msgspec.defstruct(name, given, kw_only=True)


def compare(title, position):
    """Contenders on the save of one position."""
    data = json.loads(json.dumps(position_to_data(position)))
    with_pydantic, with_msgspec = records(pydantic_record), records(msgspec_record)

    found = medians(
        {
            "pydantic on named records": lambda: with_pydantic.model_validate(data).model_dump(),
            "msgspec, types alone": lambda: msgspec.to_builtins(msgspec.convert(data, with_msgspec)),
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
