"""A scene as pandas tables: a row a space, a row a stack, a row a fleet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..components.sides import SIDES
from .scene import Place, Scene, Stack

if TYPE_CHECKING:
    import pandas

COUNTS = ("corps", "full", "reduced", "demoralised")
"""Columns of a stack that are numbers, missing where the fog hides them."""


def spaces_table(scene: Scene) -> pandas.DataFrame:
    """A row for each space, in the order of the map; its index is the name of the space.

    ======================================== ================================================================
    column                                   what it says
    ======================================== ================================================================
    local_name, power, region                what is printed: the name there, whose home it is, where it lies
    controller                               Bourbon or Alliance; missing when neutral
    taken                                    whether somebody else controlled it at the start
    fortress, strength                       the printed strength, 0 for an open town, and what is left of it
    besieger, continuing                     who besieges it, and whether the siege continues
    line, line_side                          the level of a fortified line, 0 without one, and whose it is
    ports                                    the sea zones that it borders as a port, separated by commas
    rich                                     whether it counts as rich
    capital_of                               the powers whose capital it is, separated by commas
    bourbon_top, alliance_top                in the open: the leader on top, else the power of the top corps
    bourbon_corps, alliance_corps            in the open: the number of corps
    ..._full, ..._reduced, ..._demoralised   how many of them are so; missing when that is covered
    ..._covered                              whether only the top piece is seen
    bourbon_inside, alliance_inside          the number of corps inside the besieged fortress
    ======================================== ================================================================

    >>> from ..components.scenario import scenario_1688
    >>> from .scene import scene_of
    >>> spaces = spaces_table(scene_of(scenario_1688()))
    >>> spaces.loc["Strasbourg", "bourbon_top"], int(spaces.loc["Strasbourg", "bourbon_corps"])
    ('Duras', 5)
    """
    import pandas

    frame = pandas.DataFrame([_row(place) for place in scene.places]).set_index("space")
    counts = [f"{side.lower()}_{count}" for side in SIDES for count in COUNTS]
    return frame.astype(dict.fromkeys(counts, "Int64"))


def _row(place: Place) -> dict[str, Any]:
    space = place.space
    printed = ("local_name", "power", "region")
    works = ("controller", "taken", "fortress", "strength", "besieger", "continuing", "line", "line_side")
    row: dict[str, Any] = {
        "space": space.name,
        **{name: getattr(space, name) for name in printed},
        **{name: getattr(place, name) for name in works},
        "ports": ", ".join(space.ports),
        "rich": place.rich,
        "capital_of": ", ".join(place.capital_of),
    }
    for side in SIDES:
        stacks = {stack.inside: stack for stack in place.stacks if stack.side == side}
        stack, name = stacks.get(False), side.lower()
        row[f"{name}_top"] = (stack.leader or stack.power) if stack else None
        row |= {f"{name}_{count}": getattr(stack, count) if stack else 0 for count in COUNTS}
        row[f"{name}_covered"] = bool(stack and not stack.whole)
        row[f"{name}_inside"] = stacks[True].corps if True in stacks else 0
    return row


def stacks_table(scene: Scene) -> pandas.DataFrame:
    """A row for each stack: the columns are the attributes of `scene.Stack`, its leaders and pieces in words.

    >>> from ..components.scenario import scenario_1688
    >>> from .scene import scene_of
    >>> stacks = stacks_table(scene_of(scenario_1688(), "Alliance"))
    >>> stacks.loc[stacks.space == "Strasbourg", ["leader", "corps", "full", "whole"]].to_numpy().tolist()
    [['Duras', 5, <NA>, False]]
    """
    import pandas

    columns = [name for name in Stack.__slots__ if name != "kinds"]
    rows = [{name: getattr(stack, name) for name in columns} | _in_words(stack) for stack in scene.stacks]
    numbers = ("command", "battle", *COUNTS)
    return pandas.DataFrame(rows, columns=columns).astype(dict.fromkeys(numbers, "Int64"))


def _in_words(stack: Stack) -> dict[str, str]:
    return {
        "leaders": ", ".join(leader.name for leader in stack.leaders),
        "pieces": "; ".join(map(str, stack.pieces)),
    }


def seas_table(scene: Scene) -> pandas.DataFrame:
    """A row for each fleet, with its sea zone and who controls that.

    Columns: ``zone``; ``controller``, missing for nobody; ``fleet``; ``side``; ``port``, its home; ``place``,
    one of pool, port, box and gone; ``strength``, 0 unless it lies in port.

    >>> from ..components.scenario import scenario_1688
    >>> from .scene import scene_of
    >>> seas_table(scene_of(scenario_1688())).fleet.to_list()
    ['Brest', 'Atlantic', 'Toulon', 'Mediterranean']
    """
    import pandas

    rows = [
        {"zone": zone.name, "controller": zone.controller, "fleet": fleet.name}
        | {name: getattr(fleet, name) for name in ("side", "port", "place", "strength")}
        for zone in scene.seas.values()
        for fleet in zone.fleets
    ]
    return pandas.DataFrame(rows)
