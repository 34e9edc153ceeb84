"""Lines of what was done: those that say the same of many places are told as one that names them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..core.messages import Message

Data = dict[str, Any]
ALIKE: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "spend.raised": ("happened.did-raise-many", ("side", "strength")),
    "spend.restored": ("happened.did-restore-many", ("side",)),
    "replace.restored": ("happened.did-replace-many", ()),
    "arrivals.placed": ("happened.did-place-many", ("side",)),
    "last.arrives": ("happened.did-leaders", ("side",)),
    "winter.rests": ("happened.did-quarters", ("side",)),
    "winter.reduced": ("happened.reduced", ("power",)),
    "winter.eliminated": ("happened.eliminated", ("power",)),
}
"""Sentences of which many are said as one with the places, and the values in which they must agree."""


class Line(NamedTuple):
    """What a line says, each sentence by itself, the line as a front shows it, and whether it came by itself
    with a later phase.
    """

    says: tuple[Message, ...]
    told: Data
    later: bool = False


def together(lines: Iterable[Line]) -> list[Line]:
    """Lines, those that say the same of many places as one: where the first of them stands."""
    found: list[Line] = []
    block: dict[tuple[object, ...], list[Line]] = {}
    for line in lines:
        sort = _sort(line)
        if sort is None:
            found += [_one(alike) for alike in block.values()]
            block = {}
            found.append(line)
        else:
            block.setdefault(sort, []).append(line)
    return [*found, *(_one(alike) for alike in block.values())]


def _sort(line: Line) -> tuple[object, ...] | None:
    """What lines must have in common to be told as one; None for a line that stays by itself."""
    if len(line.says) != 1 or line.says[0].id not in ALIKE:
        return None
    said = line.says[0]
    return (line.told["side"], said.id, *(str(said.values[name]) for name in ALIKE[said.id][1]))


def _one(lines: Sequence[Line]) -> Line:
    """Some lines that say the same of many places, as one."""
    if len(lines) == 1:
        return lines[0]
    first = lines[0].says[0]
    id, kept = ALIKE[first.id]
    where = Counter(_where(line.says[0]) for line in lines)
    places = Message.all_of(
        place if count == 1 else Message("happened.times", place=place, count=count)
        for place, count in where.items()
    )
    told = dict(lines[0].told)
    for name in ("places", "ways", "whose", "dice", "steps", "skipped"):
        told[name] = [one for line in lines for one in line.told[name]]
    told["text"] = " ".join(line.told["text"] for line in lines if line.told["text"])
    told["price"] = sum(line.told["price"] for line in lines)
    values = {name: first.values[name] for name in kept}
    return Line((Message(id, count=len(lines), places=places, **values),), told, lines[0].later)


def _where(says: Message) -> str | Message:
    """The place of a sentence, or whence and where to."""
    if says.id == "winter.rests":
        return Message("happened.way", **{name: says.values[name] for name in ("origin", "space")})
    return str(says.values["space"])
