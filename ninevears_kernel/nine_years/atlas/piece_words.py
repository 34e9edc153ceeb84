"""Leaders and corps of a stack in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.messages import Message

if TYPE_CHECKING:
    from .scene import Commander, Kind


def commander_shown(leader: Commander) -> Message:
    """A leader in words, with his ratings.

    >>> from .scene import Commander
    >>> str(commander_shown(Commander("Boufflers", "France", 4, 1, demoralised=True)))
    'Boufflers (command 4, battle 1, demoralised)'
    """
    states = [Message(f"piece.{state}") for state in ("demoralised", "used") if getattr(leader, state)]
    states = [Message("map.unpromoted")] * leader.plain + states
    return Message(
        "map.commander-state" if states else "map.commander",
        leader=leader.name,
        command=leader.command,
        battle=leader.battle,
        **({"states": states} if states else {}),
    )


def kind_shown(kind: Kind) -> Message:
    """Corps of one kind in words.

    >>> from .scene import Kind
    >>> str(kind_shown(Kind("Spain", True, False, True, 2)))
    '2 corps of Spain (reduced, used)'
    """
    states = [
        Message(f"piece.{state}") for state in ("reduced", "demoralised", "used") if getattr(kind, state)
    ]
    if not states:
        return Message("map.corps", count=kind.count, power=kind.power)
    return Message("map.corps-state", count=kind.count, power=kind.power, states=states)
