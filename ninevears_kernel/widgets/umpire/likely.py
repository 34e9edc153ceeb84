"""What is likely to be answered where a mail does not tell something, and who is asked for theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ...core.messages import say
from ...core.render import value_shown
from ...nine_years.components.powers import powers
from ...nine_years.components.scenario import leader_table
from ...nine_years.components.sides import SIDES
from ...umpire.cases.cases import given_schema, questions
from ...umpire.email.answers import answered
from ..parts.schema_form import Schema, resolved

Fact = dict[str, Any]
Answer = tuple[str, list[Fact]]
Asked = tuple[str | None, str | None]
MOST = 6
"""Answers that stand beside each other."""
EACH = frozenset(("dice", "squadrons", "units", "leaders", "concessions"))
"""Kinds of which each of two players tells their own."""
GARRISONS = (
    ("none", 0, False),
    ("garrison-reduced", 1, True),
    ("garrison-full", 1, False),
    ("garrison-two-full", 2, False),
)
FACES = range(1, 7)


def answers(kind: str, asked: Asked, facts: Sequence[Mapping[str, Any]]) -> list[Answer]:
    """The answers that are likely: in words, and the facts that each of them is.

    Args:
        kind: what is missing, as the reader of mails names it.
        asked: system and question.
        facts: what is taken of the mail.

    >>> [words for words, _ in answers("purpose", ("NY", "loc"), ())]
    ['line', 'reinforcement', 'restore', 'siege', 'victory']
    >>> answers("garrison", ("NY", "siege"), [{"kind": "place", "value": "Mons", "role": "space"}])[1]
    ('1 reduced', [{'space': 'Mons', 'kind': 'garrison', 'value': {'count': 1, 'reduced': True}}])
    """
    system, question = asked
    if kind == "garrison":
        return [
            (say(f"chip.{name}"), completed(kind, [{"kind": kind, "value": value}], facts))
            for name, count, reduced in GARRISONS
            for value in ({"count": count, "reduced": reduced},)
        ]
    if kind == "power":
        return _powers(system, facts)
    if kind == "dice" and system == "NY" and question == "siege":
        return [(str(face), [{"kind": "dice", "value": [face]}]) for face in FACES]
    if kind == "rating" and system == "NY":
        table = leader_table()
        rated = dict.fromkeys(table[name].rating[0] for name in _values("leader", facts) if name in table)
        return [(str(one), [{"kind": kind, "value": one}]) for one in rated]
    return [(value_shown(one), [{"kind": kind, "value": one}]) for one in _allowed(kind, asked)]


def parties(kind: str, asked: Asked, facts: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Of whom each is asked for theirs; nobody where one answer is enough.

    >>> parties("dice", ("NY", "battle"), ())
    ('Bourbon', 'Alliance')
    """
    system, question = asked
    if kind not in EACH or question in ("siege", "interception", "force", "formation", "deploy-fleet"):
        return ()
    if system == "NY":
        return SIDES
    named = _named_powers(facts)
    return named if len(named) == 2 else ()


def all_told(kind: str, asked: Asked, facts: Sequence[Mapping[str, Any]]) -> bool:
    """Whether each who would be asked has told theirs already."""
    kinds = ("squadrons", "corsairs") if kind == "squadrons" else (kind,)
    known = {one.get("whose") for one in facts if one.get("kind") in kinds}
    who = parties(kind, asked, facts)
    return bool(who) and known >= set(who)


def told(kind: str, whose: str, text: str, system: str | None) -> list[Fact]:
    """The facts of what one of several answers: a number, dice, ratings, or pieces by name.

    >>> told("squadrons", "Ottoman", "2 squadrons, 1 corsair", "HIS")[-1]
    {'kind': 'corsairs', 'value': 1, 'whose': 'Ottoman'}
    >>> told("dice", "Bourbon", "5 3", "NY")
    [{'kind': 'dice', 'value': [5, 3], 'whose': 'Bourbon'}]
    """
    if kind == "squadrons" and "," in text:  # a number before the corsairs: "2, 1 corsair"
        first, rest = text.split(",", 1)
        found = [one for part in (first, rest) for one in answered(kind, part, system)]
    else:
        found = answered({"units": "ships"}.get(kind, kind), text, system)
    detail = "side" if kind == "concessions" else "whose"
    for one in found:
        one[detail] = whose
        if one["kind"] == "ships":
            one["kind"] = "units"
        if one["kind"] == "leaders":
            one["value"] = _ratings(one["value"])
        if one["kind"] == "dice" and isinstance(one["value"], int):
            one["value"] = [one["value"]]
    return found


def completed(kind: str, found: list[Fact], facts: Sequence[Mapping[str, Any]]) -> list[Fact]:
    """An answer with what is told beside it: of a garrison its fortress, of corps the power of their leader.

    >>> luxembourg = {"kind": "leader", "value": "Luxembourg", "at": "Mons"}
    >>> completed("corps", [{"kind": "corps", "value": 4}], [luxembourg])
    [{'kind': 'corps', 'value': {'count': 4, 'reduced': False, 'power': 'France'}}]
    """
    if kind == "garrison":
        spaces = _values("place", facts)
        space = {"space": spaces[0]} if spaces else {}
        return [space | _counted(one) for one in found]
    if kind == "corps":
        table = leader_table()
        whose = {table[name].power for name in _values("leader", facts) if name in table}
        power = {"power": whose.pop()} if len(whose) == 1 else {}
        return [_counted(one, power) for one in found]
    return found


def _counted(fact: Fact, power: Mapping[str, str] = MappingProxyType({})) -> Fact:
    """Corps of which the number alone is told; such are full."""
    count = fact["value"]
    return {**fact, "value": {"count": count, "reduced": False, **power}} if type(count) is int else fact


def _ratings(value: Any) -> list[int]:
    """Ratings as a list; whoever writes that there was no leader has none."""
    found = value if isinstance(value, list) else [value]
    return [one for one in found if type(one) is int]


def _values(kind: str, facts: Iterable[Mapping[str, Any]]) -> list[str]:
    return [str(one["value"]) for one in facts if one.get("kind") == kind and one.get("value") is not None]


def _named_powers(facts: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The powers that are told of, those first that attack."""
    roles = sorted(
        (one for one in facts if one.get("kind") == "power"), key=lambda one: one.get("role") == "defender"
    )
    named = [str(one["value"]) for one in roles]
    named += [str(one["whose"]) for one in facts if one.get("whose")]
    known = dict.fromkeys(name for name in named if name not in ("attacker", "defender", "the opponent"))
    return tuple(known)


def _powers(system: str | None, facts: Sequence[Mapping[str, Any]]) -> list[Answer]:
    """In the war the powers of the side that is told of, else who attacks whom."""
    if system == "NY":
        table = leader_table()
        sides = set(_values("side", facts))
        sides |= {table[name].side for name in _values("leader", facts) if name in table}
        led = dict.fromkeys(table[name].power for name in _values("leader", facts) if name in table)
        mine = [name for name, one in powers().items() if len(sides) != 1 or one.side in sides]
        first = [*led, *(name for name in mine if name not in led)]
        return [(name, [{"kind": "power", "value": name}]) for name in first[:MOST]]
    named = _named_powers(facts)
    if len(named) != 2:
        return []
    return [
        (
            say("chip.attacks", attacker=one, defender=other),
            [
                {"kind": "power", "value": one, "role": "attacker"},
                {"kind": "power", "value": other, "role": "defender"},
            ],
        )
        for one, other in (named, named[::-1])
    ]


def _allowed(kind: str, asked: Asked) -> list[Any]:
    """The values that a question allows for a kind, where these are few."""
    found = given_as(kind, asked)
    for one in found.get("anyOf", (found,)):
        if "enum" in one:
            return list(one["enum"])[:MOST]
        if one.get("type") == "boolean":
            return [True, False]
        low, high = one.get("minimum"), one.get("maximum")
        if one.get("type") == "integer" and high is not None and high - low < 2 * MOST:
            return list(range(low, high + 1))
    return []


def given_as(kind: str, asked: Asked) -> Schema:
    """What a question says that it is given under a name; nothing where it is given no such thing.

    Args:
        kind: the name.
        asked: the system and the question.
    """
    schema = schema_of(asked)
    return resolved(schema, schema.get("$defs", {})).get("properties", {}).get(kind, {})


def schema_of(asked: Asked) -> Schema:
    """The schema of what a question is given; empty where there is no such question."""
    question = questions().get((asked[0] or "", asked[1] or ""))
    return given_schema(question) if question is not None else {}
