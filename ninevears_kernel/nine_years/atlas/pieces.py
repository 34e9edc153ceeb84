"""Leaders and corps of a stack, and how they are put into words."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.messages import Message


@dataclass(frozen=True, slots=True)
class Commander:
    """A leader as he lies on the table.

    Attributes:
        name, power: who he is.
        command, battle: his ratings, of the side of the piece that lies up (NY 3.1).
        plain: whether his promotion is still to come.
        demoralised, used: his state.
    """

    name: str
    power: str
    command: int
    battle: int
    plain: bool = False
    demoralised: bool = False
    used: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """Corps of one power in one state."""

    power: str
    reduced: bool
    demoralised: bool
    used: bool
    count: int


def commander_shown(leader: Commander) -> Message:
    """A leader in words, with his ratings.

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

    >>> str(kind_shown(Kind("Spain", True, False, True, 2)))
    '2 corps of Spain (reduced, used)'
    """
    states = [
        Message(f"piece.{state}") for state in ("reduced", "demoralised", "used") if getattr(kind, state)
    ]
    if not states:
        return Message("map.corps", count=kind.count, power=kind.power)
    return Message("map.corps-state", count=kind.count, power=kind.power, states=states)
