"""Cases that are alike: the same question, and of what they give no more than two things different."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, func, select

from ...core.messages import Message, say
from ...core.render import label_shown, value_shown
from ...core.rulings import frozen
from ..cases.outside_input import to_json
from .tables import case_facts, cases, corrected

MOST_DIFFERENT = 2
MOST_LOOKED_AT = 20
"""So many cases that share the most are looked at closely."""
UNSEEN = ("seed", "drawn")
"""What of a save is no fact of the case."""
_NAMES = ("set", "add", "remove", "space", "zone", "power", "name", "fleet")
"""What of an edit says what it is about; the rest says what is so of it."""


@dataclass(frozen=True, slots=True)
class Alike:
    """A case of the docket that is like another one.

    Attributes:
        number: its number.
        differs: what it gives otherwise, by the names of a case's keys; empty for the same facts.
        says: the same in a few words.
        verdict: the verdict that stands in it.
        decision: the number of the decision on it; None while nobody has decided.
        ruled: the verdict that the kit gave it.
    """

    number: int
    differs: tuple[str, ...]
    says: str
    verdict: str
    decision: int | None
    ruled: str

    def is_contrary(self, verdict: str, ruled: str) -> bool:
        """Whether a decision on the other case departs from the one on this: the kit sees no difference
        between them, or there is none, and the umpire decides otherwise.

        Args:
            verdict: what would be decided on the other.
            ruled: what the kit says to the other.
        """
        same = not self.differs or ruled == self.ruled
        return self.decision is not None and same and verdict != self.verdict


def facts_given(data: Mapping[str, Any]) -> dict[str, Any]:
    """All that a case gives, each thing by its name; dice, titles and claims are none of it.

    >>> facts_given({"given": {"space": "Mons", "changes": [{"set": "year", "year": 1692}]}})
    {'space': 'Mons', 'changes: set year': {'year': 1692}}
    """
    found: dict[str, Any] = {}
    given = dict(data.get("given", {}))
    position = given.pop("position", None)
    changes = given.pop("changes", ())
    if isinstance(position, Mapping):
        position = {name: value for name, value in position.items() if name not in UNSEEN}
    if position is not None:
        found["position"] = position
    found |= dict(_leaves("", given))
    for edit in changes if isinstance(changes, list | tuple) else ():
        if isinstance(edit, Mapping):
            named = [f"{name} {edit[name]}" for name in _NAMES if name in edit]
            rest = {name: value for name, value in edit.items() if name not in _NAMES}
            found[f"changes: {', '.join(named)}"] = rest
    return found


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(f"{path}.{name}" if path else str(name), inner)
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from _leaves(f"{path}.{place}", inner)
    else:
        yield path, value


def digests_of(data: Mapping[str, Any]) -> list[str]:
    """A short digest of each thing that a case gives, and of its question."""
    about = [data.get("system"), data.get("question")]
    facts = [["", None], *map(list, facts_given(data).items())]
    return list(
        dict.fromkeys(
            sha256(to_json([*about, *fact], sort_keys=True).encode("ascii")).hexdigest()[:16]
            for fact in facts
        )
    )


def note_facts(connection: Connection, number: int, case: str) -> None:
    """Keeps the digests of a case, so that others like it are found."""
    try:
        digests = digests_of(json.loads(case))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return  # a case that somebody has damaged is like no other
    connection.execute(case_facts.insert(), [{"case": number, "fact": fact} for fact in digests])


def nearest(connection: Connection, data: Mapping[str, Any], below: int | None = None) -> list[int]:
    """The numbers of the cases that share the most with a case and are not replaced, the nearest first."""
    query = select(case_facts.c.case).where(
        case_facts.c.fact.in_(digests_of(data)), case_facts.c.case.not_in(corrected(cases))
    )
    if below is not None:
        query = query.where(case_facts.c.case < below)
    query = query.group_by(case_facts.c.case).order_by(func.count().desc(), case_facts.c.case.desc())
    return list(connection.scalars(query.limit(MOST_LOOKED_AT)))


def difference(data: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The names of what two cases give otherwise; None when they are not alike.

    >>> mons = {"given": {"space": "Mons", "side": "Bourbon", "corps": 4}}
    >>> difference(mons, {"given": mons["given"] | {"space": "Namur"}})
    ('space',)
    >>> difference(mons, {"given": {"space": "Namur", "side": "Alliance"}}) is None
    True
    """
    ours, theirs = facts_given(data), facts_given(other)
    names = list(dict.fromkeys([*ours, *theirs]))
    differs = tuple(name for name in names if name not in ours or ours[name] != theirs.get(name))
    if len(differs) > MOST_DIFFERENT or (differs and 2 * len(differs) > len(names)):
        return None
    return differs


def difference_words(data: Mapping[str, Any], other: Mapping[str, Any], differs: tuple[str, ...]) -> str:
    """What an earlier case gives otherwise, in a few words."""
    if not differs:
        return say("docket.alike-same")
    ours, theirs = facts_given(data), facts_given(other)
    parts = [
        Message("docket.alike-position")
        if name == "position"
        else Message(
            "docket.alike-differs",
            name=name.removeprefix("changes: ") if " " in name else label_shown(name.rpartition(".")[2]),
            value=_shown(ours, name),
            other=_shown(theirs, name),
        )
        for name in differs
    ]
    return say("docket.alike-but", parts=Message.all_of(parts))


def _shown(facts: Mapping[str, Any], name: str) -> str:
    if name not in facts:
        return say("docket.alike-nothing")
    return value_shown(frozen(facts[name]), name) if facts[name] not in ({}, None) else say("list.none")
