"""What a case gives in words as people speak: forces, ships, units, and what is so or not.

A key has the catalogue's sentence ``given.`` of its question and name, or of its name alone; what is yes or
no, and a word of several, may have one of its own. What has none is told as its name and its value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...core.messages import Message, is_known, say
from ...core.render import label_shown, value_shown
from ...core.rulings import frozen

_WORD = re.compile(r"[a-z]+(-[a-z0-9]+)+")
"""A word of several for a kind of thing, such as light-infantry; a name has a capital letter."""


def given_words(question: str, name: str, value: Any) -> str:
    """A part of what a case gives, without the stop at its end.

    Args:
        question: the question.
        name: the key.
        value: what it gives.

    >>> given_words("naval-combat", "attacker", {"power": "Hapsburg", "squadrons": 3, "leaders": [2]})
    'Attacker: Hapsburg, 3 squadrons and a leader of battle rating 2'
    >>> given_words("interception", "ships", ["race-built", "race-built", "patrol"])
    'The interceptors are 2 race-built galleons and 1 patrol'
    >>> given_words("naval-combat", "place", "port"), given_words("force", "corps", 7)
    ('The combat is in a port', '7 corps are to go')
    >>> given_words("loc", "purpose", "restore")
    'purpose: restore'
    """
    made = _SHAPES.get(name)
    plain = _plain(value)
    shown: Any = (made(value) if made and _fits(name, value) else None) or value_shown(
        frozen(plain), name, question
    )
    if (id := _id(question, name, plain)) is None:
        return say("fact.key", name=label_shown(name, question), value=shown)
    count = value if isinstance(value, int) else len(value) if isinstance(value, list | tuple) else 1
    return say(id, value=shown, count=count)


def _id(question: str, name: str, value: Any) -> str | None:
    key = name.replace("_", "-")
    word = say("value.yes" if value else "value.no") if isinstance(value, bool) else value
    ends = [f"-{word}", ""] if isinstance(word, str) and re.fullmatch(r"[A-Za-z]+", word) else [""]
    ids = [f"given.{stem}{end}" for stem in (f"{question}-{key}", key) for end in ends]
    return next((id for id in ids if is_known(id)), None)


def _plain(value: Any) -> Any:
    """A value with its words of several taken apart."""
    if isinstance(value, str) and _WORD.fullmatch(value):
        return _spaced(value)
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def _spaced(word: str) -> str:
    """A word of several; the calibres of guns stay as they are, as in 12-24 pounder."""
    return re.sub(r"(?<=[a-z])-|-(?=[a-z])", " ", word)


def _all(parts: Iterable[Any]) -> str:
    return str(Message.all_of(list(parts)))


# ---- shapes


def _force(force: Mapping[str, Any]) -> str | None:
    """A side of a naval combat; None of one with more than a sentence holds."""
    if force.keys() - {"power", "squadrons", "corsairs", "units", "leaders", "extra_dice"}:
        return None
    parts = [say(f"his.{name}", count=force[name]) for name in ("squadrons", "corsairs") if force.get(name)]
    parts += [_of_number(one) for one in force.get("units", ())]
    ratings = force.get("leaders")
    if ratings:
        parts.append(say("given.leaders-of-force", count=len(ratings), ratings=_all(ratings)))
    if force.get("extra_dice"):
        parts.append(say("given.force-dice", count=force["extra_dice"]))
    return ", ".join(filter(None, [str(force.get("power", "")), _all(parts) if parts else ""]))


def _of_number(one: Mapping[str, Any]) -> str:
    ships = say(f"vq.ships-{one['kind']}", count=one.get("count", 1))
    return say("vq.ships", ships=ships, number=one["number"])


def _leaders(leaders: Sequence[Any]) -> str:
    return _all(say("given.leader-rated", **one) if isinstance(one, Mapping) else str(one) for one in leaders)


def _corps(corps: Any) -> str:
    """Corps by their number, or kinds of corps."""
    if isinstance(corps, int):
        return str(corps)
    rows = [corps] if isinstance(corps, Mapping) else corps
    return _all(
        say(
            "fact.corps-reduced" if one.get("reduced") else "fact.corps-count",
            count=one.get("count", 1),
            power=one.get("power"),
        )
        for one in rows
    )


def _ships(kinds: Sequence[str]) -> str:
    return _all(say(f"vq.ships-{kind}", count=count) for kind, count in Counter(kinds).items())


def _units(units: Sequence[Mapping[str, Any]]) -> str:
    return "; ".join(
        say("given.unit", name=one["name"], side=one["side"], hex=one["hex"], came=one["came"])
        for one in units
    )


def _hexsides(hexsides: Sequence[Mapping[str, Any]]) -> str:
    told = []
    for one in hexsides:
        more = {name: value for name, value in one.items() if name not in ("between", "kind")}
        id = "given.hexside-with" if more else "given.hexside"
        kind, between = _spaced(one["kind"]), _all(one["between"])
        told.append(say(id, kind=kind, between=between, more=value_shown(frozen(more))))
    return "; ".join(told)


def _events(events: Sequence[Mapping[str, Any]]) -> str:
    """What scored, by the side that scores it."""
    sides: dict[str, list[str]] = {}
    for one in events:
        rating = one.get("rating")
        what = say("given.scored" if rating is None else "given.scored-rated", count=one.get("count", 1),
                   what=_spaced(one["kind"]), rating=rating)  # fmt: skip
        sides.setdefault(one["side"], []).append(what)
    return ". ".join(say("given.scores", side=side, what=_all(what)) for side, what in sides.items())


def _modifiers(modifiers: Sequence[Mapping[str, Any]]) -> str:
    return _all(say("given.modifier", value=one["value"], why=one["why"]) for one in modifiers)


def _haven(haven: Mapping[str, Any]) -> str:
    return str(haven.get("name") or haven.get("kind"))


_SHAPES: Mapping[str, Callable[[Any], str | None]] = {
    "attacker": _force, "defender": _force, "ships": _ships, "units": _units, "hexsides": _hexsides,
    "events": _events, "modifiers": _modifiers, "to": _haven, "leaders": _leaders, "present": _leaders,
    "corps": _corps,
}  # fmt: skip
_NEEDED: Mapping[str, set[str]] = {
    "units": {"name", "side", "hex", "came"}, "hexsides": {"between", "kind"}, "events": {"side", "kind"},
    "modifiers": {"why", "value"},
}  # fmt: skip
"""What each row of a list has that is told so: other questions have lists of the same name."""


def _fits(name: str, value: Any) -> bool:
    """Whether a value has the shape that is told."""
    if name in ("attacker", "defender", "to"):
        return isinstance(value, Mapping)
    if name == "corps":
        return value not in (None, [], ())
    if not isinstance(value, list | tuple) or not value:
        return False
    if name in ("leaders", "present"):
        return all(not isinstance(one, Mapping) or one.keys() == {"name", "rating"} for one in value)
    if name == "ships":
        return not any(isinstance(one, Mapping) for one in value)
    return all(isinstance(one, Mapping) and one.keys() >= _NEEDED[name] for one in value)
