"""What the umpire writes for something that an email did not tell: the answer to one question, in short."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .letter import Passage, words_in
from .names import LEADER, PLACE, POWER, SIDE, ZONE
from .reader import read_email
from .words import Words

Fact = dict[str, Any]
KINDS: Mapping[str, tuple[str, ...]] = {
    "garrison": ("corps",),
    "corps": ("corps",),
    "squadrons": ("squadrons", "corsairs"),
    "leader": ("leader",),
    "ships": ("ships",),
    "year": ("year",),
}
"""The kinds of facts that answer a question, where an email may tell them in the same words."""
ROLES = {"place": "space", "origin": "origin", "target": "target"}
NAMES = {"power": POWER, "side": SIDE, "interceptor": LEADER, "zone": ZONE, **dict.fromkeys(ROLES, PLACE)}
"""The kinds that are answered by a name."""
WRITTEN = words_in("dice rating leaders purpose strength telescope number hand units") | {*KINDS, *NAMES}
"""The kinds for which an answer can be written."""


def answered(kind: str, text: str, system: str | None) -> list[Fact]:
    """The facts that an answer tells.

    Args:
        kind: the kind of what was asked, as `missing` has it.
        text: the answer: a number, a name, or a few words.
        system: the system of the case.

    >>> answered("garrison", "1 reduced Spanish", "NY")[0]["value"]
    {'power': 'Spain', 'count': 1, 'reduced': True}
    >>> answered("garrison", "reduced", "NY"), answered("place", "Luik", "NY")
    ([{'kind': 'garrison', 'value': 'reduced'}], [{'kind': 'place', 'value': 'Liege', 'role': 'space'}])
    >>> answered("units", "Swedish cavalry in 0505 since impulse 2", "MP")[0]["value"]
    {'name': 'Swedish cavalry', 'side': 'Swedish', 'hex': '0505', 'came': 2}
    """
    text = text.strip()
    if (kind, system) == ("units", "MP"):
        told = read_email(text[:300], system=system, question="hexside")["facts"]
        if units := [_plain(one) for one in told if one["kind"] == kind]:
            return units
    if kind in KINDS and not re.fullmatch(r"[\w-]+", text):
        if kind in ("garrison", "corps") and "corps" not in text.casefold():
            text += " corps"
        told = read_email(text[:300], system=system)["facts"]
        found = [_plain(one) for one in told if one["kind"] in KINDS[kind]]
        if found:
            return [{**one, "kind": "garrison"} for one in found] if kind == "garrison" else found
    if kind in NAMES and system is not None:
        words = Words(Passage(text, tuple(range(len(text))), ""), system)
        names = [one.value for one in words.names if one.letter == NAMES[kind]]
        if names:
            return _named(kind, names, system)
    value = _value(text)
    value = [value] if kind == "dice" and isinstance(value, int) else value
    return [{"kind": "leader" if kind == "interceptor" else kind, "value": value}]


def _plain(fact: Fact) -> Fact:
    return {name: value for name, value in fact.items() if name not in ("said", "span", "sure")}


def _named(kind: str, names: list[str], system: str) -> list[Fact]:
    """Facts of names; of two powers the first attacks."""
    if kind in ROLES:
        return [{"kind": "place", "value": names[0], "role": ROLES[kind]}]
    if kind == "interceptor":
        return [{"kind": "leader", "value": names[0], "role": "interceptor"}]
    if kind == "power" and len(names) == 2 and system != "NY":
        roles = ("attacker", "defender")
        return [{"kind": kind, "value": name, "role": role} for name, role in zip(names, roles, strict=True)]
    return [{"kind": kind, "value": names[0]}]


def _value(text: str) -> Any:
    """A value in short: a number, several, or a word."""
    parts = text.replace(",", " ").split()
    if parts and all(part.isdecimal() and len(part) < 9 for part in parts):
        return [int(part) for part in parts] if len(parts) > 1 else int(parts[0])
    if text.casefold() in ("yes", "no"):
        return text.casefold() == "yes"
    return text
