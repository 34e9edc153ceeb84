"""The forces of a battle or siege of the chronicle as corps and leaders of the game, in its space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.messages import Message
from ..nine_years.components.position import Corps, Leader, Position
from ..nine_years.components.powers import powers, side_of
from ..nine_years.components.rule_tables import standard_rule_tables
from ..nine_years.components.scenario import leader_table
from ..nine_years.components.sides import Side, enemy
from .calendars import span
from .tables import by_id, parts

MEN = 6000
"""Men of a full corps; a reduced one has half as many."""
FEWEST = MEN // 2
"""Men of the smallest corps: of fewer the odds of the rules say nothing."""
ATTACKER, DEFENDER = "attacker", "defender"


@dataclass
class Scene:
    """A position on its way to a case, and what had to be left out."""

    position: Position
    row: Mapping[str, str]
    attacker: Side
    space: str
    left_out: list[Message] = field(default_factory=list)

    def side(self, role: str) -> Side:
        """The side of the attacker or of the defender."""
        return self.attacker if role == ATTACKER else enemy(self.attacker)

    def say(self, message: str, **values: Any) -> None:
        """Adds to what is left out."""
        self.left_out.append(Message(message, **values))


def clear(scene: Scene, *spaces: str) -> None:
    """Takes all troops and leaders from these spaces, and from everywhere those whom the event names."""
    named = {name for role in (ATTACKER, DEFENDER) for name in named_counters(scene, role)}
    position = scene.position
    scene.position = position.replace(
        corps=tuple(one for one in position.corps if one.space not in spaces),
        leaders=tuple(one for one in position.leaders if one.space not in spaces and one.name not in named),
        sieges=(),
    )


def named_counters(scene: Scene, role: str) -> tuple[str, ...]:
    """The counters of the commanders whom the event names for a side."""
    people = by_id("people")
    counters = (people[person]["leader"] for person in parts(scene.row[f"{role}_commanders"]))
    side = scene.side(role)
    return tuple(name for name in counters if name and side_of_leader(scene.position, name) == side)


def side_of_leader(position: Position, name: str) -> Side | None:
    """The side for which a leader fights in a position; None while his power is out of the war.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> side_of_leader(scenario_1688(), "Luxembourg"), side_of_leader(scenario_1688(), "Marlborough")
    ('Bourbon', None)
    """
    return side_of(position, leader_table()[name].power)


def _powers(scene: Scene, role: str) -> tuple[str, ...]:
    """Whose corps they are: the powers of the event that have corps and fight for this side."""
    side = scene.side(role)
    described = [name for name in parts(scene.row[f"{role}_powers"]) if name in powers()]
    fit = tuple(name for name in described if side_of(scene.position, name) == side)
    return fit or (("France",) if side == "Bourbon" else ("Dutch Republic",))


def men_of(scene: Scene, role: str) -> int | None:
    """The middle of the range of a side's strength; None when it is not known."""
    low, high = (scene.row[f"{role}_strength_{end}"] for end in ("low", "high"))
    return (int(low) + int(high)) // 2 if low and high else None


def corps_worth(scene: Scene, role: str, halves: int, inside: bool = False) -> tuple[Corps, ...]:
    """Corps worth so many half corps in the space, shared out among the powers of a side."""
    names = _powers(scene, role)
    kinds = [False] * (halves // 2) + [True] * (halves % 2)
    return tuple(
        Corps(names[place % len(names)], scene.space, reduced, inside=inside)
        for place, reduced in enumerate(kinds)
    )


def halves_of(men: int) -> int:
    """How many half corps so many men are, one at least."""
    return max(1, round(2 * men / MEN))


def size_of(halves: int) -> Message:
    """So many half corps in words: full corps, and a reduced one for the half that is over.

    >>> str(size_of(5)), str(size_of(1)), str(size_of(0))
    ('2 corps and a reduced one', 'a reduced corps', 'no corps at all')
    """
    full, half = divmod(halves, 2)
    if not full:
        return Message("beside.size-reduced" if half else "beside.size-none")
    return Message("beside.size-and-reduced" if half else "beside.size-full", count=full)


def leaders_for(scene: Scene, role: str, corps: int) -> tuple[Leader, ...]:
    """The commanders of a side, with minor leaders beside them until they can take so many corps."""
    position, side = scene.position, scene.side(role)
    names = list(named_counters(scene, role))
    if not names or _command(scene, names) < corps:
        minor = [
            row.name
            for row in leader_table().values()
            if "minor leader" in row.name and side_of(position, row.power) == side
        ]
        own = _powers(scene, role)
        minor.sort(key=lambda name: leader_table()[name].power not in own)
        wanted = minor[: (2 - len(names)) if len(names) < 2 else 0]
        if not names:
            wanted = wanted[: 1 if _command(scene, wanted[:1]) >= corps else 2]
            scene.say("beside.minor-leader", side=side, leaders=wanted)
        elif wanted:
            scene.say("beside.more-leaders", leaders=wanted, count=corps)
        names += wanted
    taken = set(names)
    scene.position = position.replace(leaders=tuple(one for one in position.leaders if one.name not in taken))
    return tuple(
        Leader(name, leader_table()[name].power, scene.space, named=is_promoted(scene, name))
        for name in names
    )


def _command(scene: Scene, names: Sequence[str]) -> int:
    """How many corps these leaders can take, by their two best ratings (NY 13.5.1.a)."""
    ratings = (
        (row.plain if row.plain and not is_promoted(scene, name) else row.rating)[0]
        for name, row in ((name, leader_table()[name]) for name in names)
    )
    return sum(sorted(ratings, reverse=True)[:2])


def is_promoted(scene: Scene, name: str) -> bool:
    """Whether a leader's named side lies up in the year of the event (NY 3.1)."""
    year = span(scene.row["begin"])[0].year
    due = [
        row.year
        for row in standard_rule_tables().scenario.schedule
        if row.kind == "promotion" and row.leader == name
    ]
    return not due or min(due) <= year


def put(scene: Scene, corps: Sequence[Corps], leaders: Sequence[Leader]) -> None:
    """Puts corps and leaders into the position."""
    position = scene.position
    scene.position = position.replace(
        corps=tuple(sorted((*position.corps, *corps))),
        leaders=tuple(sorted((*position.leaders, *leaders), key=lambda one: one.name)),
    )
