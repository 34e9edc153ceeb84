"""Edits of a case's situation, as data and in words: a plain edit of the position, or another number in
``given``.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from ...core.errors import MISSING, BadInput
from ...core.messages import Message, shown
from ...core.render import label_shown, value_shown
from ...core.rulings import frozen
from .case import Case


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of what a case says.

    Attributes:
        data: a plain edit as cases list them (``{"set": "control", ...}``), or ``{"given": PATH, "value":
            ...}``, which puts another value at a place of ``given``.
        says: the same in words.
    """

    data: Mapping[str, Any]
    says: Message


def position_edit(data: Mapping[str, Any]) -> Edit:
    """A plain edit of the position with its words.

    >>> str(position_edit({"set": "control", "space": "Mons", "side": None}).says)
    'Mons neutral'
    """
    return Edit(frozen(dict(data)), edit_words(data))


def set_edit(what: str, **fields: Any) -> Edit:
    """An edit that sets something of the position."""
    return position_edit({"set": what, **fields})


def given_edit(path: str, before: Any, after: Any) -> Edit:
    """Another value at a place of ``given``.

    >>> str(given_edit("attacker.leaders", [2], [2, 1]).says)
    'attacker leaders: also 1'
    """
    name = path_words(path)
    says = Message("edit.given", name=name, value=_describe(after), before=_describe(before))
    if isinstance(before, list | tuple) and isinstance(after, list):
        if after and after[:-1] == list(before):
            says = Message("edit.given-more", name=name, value=_describe(after[-1]))
        elif len(after) < len(before):
            gone = next(i for i, one in enumerate(before) if after[i : i + 1] != [one])
            says = Message("edit.given-fewer", name=name, value=_describe(before[gone]))
    return Edit(frozen({"given": path, "value": after}), says)


def edited(case: Case, edits: Sequence[Edit]) -> Case:
    """A case after some edits: one of its own, that can be ruled, stored and sent.

    >>> case = Case("ninevears-case/1", "NY", "rally", {"rating": 5})
    >>> edited(case, [given_edit("rating", 5, 4)]).given
    {'rating': 4}
    """
    given = copy.deepcopy(case.given)
    for edit in edits:
        data = thawed(edit.data)
        if "given" in data:
            _put(given, data["given"], data["value"])
        else:
            given["changes"] = [*given.get("changes", ()), data]
    return structs.replace(case, given=given)


def edit_of(case: Case, data: Mapping[str, Any]) -> Edit:
    """An edit of a case from its data, with its words.

    Raises:
        BadInput: it puts a value at a place that the case has not.

    >>> case = Case("ninevears-case/1", "NY", "rally", {"rating": 5})
    >>> str(edit_of(case, {"given": "rating", "value": 4}).says)
    'rating: 4 instead of 5'
    """
    if "given" not in data:
        return position_edit(data)
    value: Any = case.given
    try:
        for step in steps_of(str(data["given"])):
            value = value.get(step) if isinstance(value, Mapping) else value[step]
    except (LookupError, TypeError):
        raise BadInput(str(data["given"]), MISSING, Message("expected.a-value")) from None
    return given_edit(str(data["given"]), value, data.get("value"))


def thawed(value: Any) -> Any:
    """A frozen value as plain lists and dicts again.

    >>> thawed(frozen({"path": ["Mons"]}))
    {'path': ['Mons']}
    """
    match value:
        case Mapping():
            return {name: thawed(inner) for name, inner in value.items()}
        case list() | tuple():
            return [thawed(inner) for inner in value]
    return value


def steps_of(path: str) -> list[str | int]:
    """The names and places on a path.

    >>> steps_of("events[2].count")
    ['events', 2, 'count']
    """
    return [int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", path)]


def _put(data: Any, path: str, value: Any) -> None:
    """Puts a value at a path of plain data.

    Raises:
        BadInput: there is no such place.
    """
    *way, last = steps_of(path)
    try:
        for step in way:
            data = data.setdefault(step, {}) if isinstance(data, dict) else data[step]
        data[last] = value
    except (LookupError, TypeError, AttributeError):
        raise BadInput(path, MISSING, Message("expected.a-value")) from None


def _describe(value: Any) -> str:
    return value_shown(frozen(value))


def path_words(path: str) -> str:
    """A place of ``given`` in words.

    >>> path_words("events[1].count")
    'events 2, count'
    """
    words = ""
    for step in steps_of(path):
        words += f" {step + 1}," if isinstance(step, int) else f" {shown(step.replace('_', ' '))}"
    return words.strip().rstrip(",")


# ---- the words of plain edits


def edit_words(data: Mapping[str, Any]) -> Message:
    """A plain edit of a position in words, as an item of a list.

    Args:
        data: the edit, as `nine_years.components.changes` takes it.

    >>> str(edit_words({"add": "corps", "power": "France", "space": "Mons", "count": 2}))
    '2 more French corps in Mons'
    """
    verb = next((verb for verb in ("set", "add", "remove") if verb in data), "")
    words = _WORDS.get((verb, str(data.get(verb))))
    return words(data) if words else Message("list.one", item=value_shown(frozen(dict(data))))


def _control(data: Mapping[str, Any]) -> Message:
    if data.get("side") is None:
        return Message("edit.neutral", space=data.get("space"))
    return Message("edit.control", space=data.get("space"), side=data["side"])


def _besieged(data: Mapping[str, Any]) -> Message:
    space, by = data.get("space"), data.get("by")
    if by is None:
        return Message("edit.no-siege", space=space)
    lost = data.get("strength_lost", 0)
    if lost:
        return Message("edit.siege-worn", space=space, side=by, lost=lost)
    name = "edit.siege-continuing" if data.get("continuing") else "edit.siege"
    return Message(name, space=space, side=by)


def _sea(data: Mapping[str, Any]) -> Message:
    if data.get("side") is None:
        return Message("edit.sea-nobody", zone=data.get("zone"))
    return Message("edit.sea", zone=data.get("zone"), side=data["side"])


def _corps(full: str, reduced: str) -> Callable[[Mapping[str, Any]], Message]:
    def words(data: Mapping[str, Any]) -> Message:
        return Message(
            reduced if data.get("reduced") else full,
            count=data.get("count", 1),
            power=data.get("power"),
            space=data.get("space"),
        )

    return words


def _simple(name: str, *fields: str) -> Callable[[Mapping[str, Any]], Message]:
    def words(data: Mapping[str, Any]) -> Message:
        return Message(name, **{field: data.get(field) for field in fields})

    return words


def _fleet(data: Mapping[str, Any]) -> Message:
    place = data.get("place")
    name = f"edit.fleet-{place}" if place in ("pool", "port", "box", "gone") else "edit.fleet-pool"
    return Message(name, fleet=data.get("fleet"), strength=data.get("strength", 0))


def _line(data: Mapping[str, Any]) -> Message:
    name = "edit.line" if data.get("level") else "edit.no-line"
    return Message(name, space=data.get("space"), level=data.get("level"))


def _hand(data: Mapping[str, Any]) -> Message:
    cards = [*(data.get("actions") or ()), *(data.get("events") or ())]
    name = "edit.hand" if cards else "edit.hand-empty"
    return Message(name, side=data.get("side"), cards=Message.all_of([str(card) for card in cards]))


def _revolution(data: Mapping[str, Any]) -> Message:
    return Message("edit.revolution" if data.get("done") else "edit.no-revolution")


def _leader_gone(data: Mapping[str, Any]) -> Message:
    return Message("edit.leader-waits" if data.get("waits") else "edit.remove-leader", name=data.get("name"))


def _field(data: Mapping[str, Any]) -> Message:
    return Message("edit.field", name=label_shown(str(data.get("name"))), value=_describe(data.get("value")))


_WORDS: Mapping[tuple[str, str], Callable[[Mapping[str, Any]], Message]] = {
    ("set", "control"): _control,
    ("set", "besieged"): _besieged,
    ("set", "sea"): _sea,
    ("set", "year"): _simple("edit.year", "year"),
    ("set", "revolution"): _revolution,
    ("set", "round"): _simple("edit.round"),
    ("set", "kww"): _simple("edit.kww", "cell"),
    ("set", "victory-points"): _simple("edit.victory-points", "points"),
    ("set", "resource-base"): _simple("edit.resource-base", "side", "points"),
    ("set", "fleet"): _fleet,
    ("set", "line"): _line,
    ("set", "pool"): _simple("edit.pool", "power", "corps"),
    ("set", "field"): _field,
    ("set", "hand"): _hand,
    ("add", "corps"): _corps("edit.add-corps", "edit.add-corps-reduced"),
    ("remove", "corps"): _corps("edit.remove-corps", "edit.remove-corps-reduced"),
    ("add", "leader"): _simple("edit.add-leader", "name", "space"),
    ("remove", "leader"): _leader_gone,
}
