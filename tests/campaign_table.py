"""A force on the march, alone on the map but for those pieces that a test names."""

from war_table import KIT, position_with, table

from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import corps_number
from ninevears_kernel.nine_years.components.position import Corps, Leader

WHOSE = {"Alliance": "Dutch Republic", "Bourbon": "France"}


def leader(name, space, **state):
    """A leader in a space."""
    return Leader(name, KIT.leaders[KIT.leader_number[name]].power, space, **state)


def marching(
    space,
    leaders,
    corps,
    *changes,
    side="Alliance",
    points=3,
    others=(),
    more=(),
    dice=(),
    readings=None,
    **fields,
):
    """A war in which a force is about to march.

    Args:
        space: where it stands.
        leaders: names of its leaders.
        corps: how many full Dutch or French corps it has, or their codes' states as a list of dicts.
        changes: plain edits of the map.
        side: whose it is.
        points: its movement points.
        others: other corps on the map.
        more: other leaders on the map.
        dice: the dice to come.
        readings: readings that differ from the default.
        fields: other fields of the position.
    """
    states = [{}] * corps if isinstance(corps, int) else corps
    power = WHOSE[side]
    own = [Corps(power, space, used=True, **state) for state in states]
    position = position_with(
        *changes,
        corps=tuple(sorted((*own, *others))),
        leaders=tuple(
            sorted((*(leader(name, space, used=True) for name in leaders), *more), key=lambda one: one.name)
        ),
        **fields,
    )
    force = tuple(sorted(corps_number(power, used=True, **state) for state in states))
    numbers = tuple(KIT.leader_number[name] for name in leaders)
    item = ("march", side, NUMBER[space], numbers, force, points)
    return table(position, item, dice=dice, readings=readings)


def at(engine, space, side="Alliance") -> int:
    """How many corps of a side stand in the open in a space."""
    return len(engine.board.stacks[side][NUMBER[space]])


def where(engine, name) -> str | None:
    """Where a leader is; None when nowhere on the map."""
    space = engine.board.where[KIT.leader_number[name]]
    return SPACES[space].name if space >= 0 else None


def owner(engine, space):
    """Who controls a space."""
    return engine.board.controller_of(NUMBER[space])


def besieged(engine, space) -> bool:
    """Whether a space is besieged."""
    return engine.board.siege_of(NUMBER[space]) is not None
