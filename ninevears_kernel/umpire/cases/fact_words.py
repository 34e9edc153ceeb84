"""Facts in words, whoever told them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from ...core.errors import BadInput
from ...core.messages import Message, say
from ...core.render import value_shown
from ...core.rulings import frozen
from ...nine_years.components.powers import power_named, powers
from ...nine_years.components.sides import COVERED, Seat
from .case import Case
from .edits import edit_words
from .facts_of_position import space_of
from .given_words import given_words
from .orders_told import orders_told
from .with_facts import PLACES, with_fact

NONE = {
    "leader": "fact.no-leader", "leaders": "fact.no-leader",
    "corsairs": "fact.no-corsair", "cards": "fact.no-card", "card": "fact.no-card",
}  # fmt: skip
"""Kinds of fact of which there may be none, and how that is said."""
NOBODY: tuple[Any, ...] = (None, 0, [], (), "none", "nobody")


def fact_words(fact: Mapping[str, Any], seat: Seat = "umpire", case: Case | None = None) -> str:
    """A fact in a sentence.

    Args:
        fact: the fact, with its kind, its value and details.
        seat: who reads it: cards in a hand that the seat may not see are not named.
        case: a case that has this fact, or another version of it; its keys have words of their own.

    >>> spanish = {"power": "Spain", "count": 1, "reduced": True, "space": "Mons"}
    >>> fact_words({"kind": "corps", "value": spanish})
    '1 reduced Spanish corps at Mons.'
    >>> fact_words({"kind": "control", "what": "Namur", "value": None})
    'Namur neutral.'
    """
    kind, value = str(fact.get("kind")).casefold().replace("_", "-"), fact.get("value")
    if kind == "dice":
        faces = value if isinstance(value, list | tuple) else [value]
        return say("fact.dice", count=len(faces), faces=", ".join(map(str, faces)))
    if kind in ("corps", "garrison"):
        return say("fact.sentence", says=capital(_corps_words(fact)))
    if kind in ("cards", "card", "event", "hand") and (whose := fact.get("whose")) in COVERED[seat]:
        count = len(value) if isinstance(value, list | tuple) else int(value not in (None, "none"))
        count = value if isinstance(value, int) and kind == "cards" else count
        return say("fact.sentence", says=capital(say("fact.hand-covered", side=whose, count=count)))
    words = orders_told(value) if kind == "action" and value else _words_of_change(fact)
    if words is None and case is not None:
        words = _words_of_key(fact, case)
    if words is None:
        whose = fact.get("of") or fact.get("whose") or fact.get("at")
        role = PLACES.get(str(fact.get("role") or ""), ("place",))[0] if kind == "place" else kind
        name = str(fact.get("what") or role).removeprefix("given.").replace(".", " ").replace("-", " ")
        words = f"{capital(name.replace('_', ' '))}: {value_shown(frozen(value))}"
        words = say("fact.of", says=words, whose=whose) if whose and str(whose) not in words else words
    return say("fact.sentence", says=capital(words))


def _words_of_key(fact: Mapping[str, Any], case: Case) -> str | None:
    """A fact in the words of the key of a case at which it stands; None of one that has several, or none."""
    powers = {
        name: {"power": one["power"]}
        for name, one in case.given.items()
        if isinstance(one, Mapping) and "power" in one
    }
    try:
        given = with_fact(structs.replace(case, given=powers, dice=None), fact).given
    except BadInput:
        return None
    told = [name for name, value in given.items() if value != powers.get(name)]
    return given_words(case.question, told[0], given[told[0]]) if len(told) == 1 else None


def _words_of_change(fact: Mapping[str, Any]) -> str | None:
    """A fact of a position in the words of the edits that make it so; None of another fact."""
    made = changes_said(fact)
    return str(Message.all_of([edit_words(one) for one in made])) if made else None


def changes_said(fact: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The edits of the start of 1688 that make a fact so; of corps, one that tells whose and where.

    Args:
        fact: the fact.

    >>> changes_said({"kind": "control", "what": "Namur", "value": "Bourbon"})
    [{'set': 'control', 'space': 'Namur', 'side': 'Bourbon'}]
    """
    kind, value = str(fact.get("kind")).casefold(), fact.get("value")
    try:
        if kind in ("corps", "garrison"):
            row = {**fact, **value} if isinstance(value, Mapping) else fact
            names = [power_named(row["power"]).name] if row.get("power") else list(powers())
            return [{"add": "corps", "power": name, "space": space_of(row)} for name in names]
        return list(with_fact(Case("ninevears-case/1", "NY", "victory", {}), fact).given.get("changes", ()))
    except (BadInput, TypeError):
        return []


_CORPS = {"reduced": "fact.corps-reduced", "full": "fact.corps-full", "unsaid": "fact.corps-count"}
_ANY_CORPS = {"reduced": "fact.any-reduced-corps", "full": "fact.any-full-corps", "unsaid": "fact.any-corps"}


def _corps_words(fact: Mapping[str, Any]) -> str:
    value = fact.get("value")
    row = {**fact, **value} if isinstance(value, Mapping) else {**fact, "count": value}
    space = row.get("space") or row.get("at") or row.get("of")
    count: Any = row.get("count", 1)
    reduced = row.get("reduced")
    if count in ("full", "reduced"):
        count, reduced = 1, count == "reduced"
    if count in (None, 0, "none"):
        return say("fact.no-corps-at", space=space) if space else say("fact.no-corps")
    names = _CORPS if row.get("power") else _ANY_CORPS
    name = names["reduced" if reduced else "full" if reduced is False else "unsaid"]
    words = say(name, count=count, power=row.get("power"))
    if not space and (what := str(fact.get("what") or "")) and not what.startswith("given."):
        return say("fact.what", what=what, says=words)
    return say("fact.corps-at", corps=words, space=space) if space else words


def capital(text: str) -> str:
    """A text with a capital letter at its beginning.

    Args:
        text: the text.

    >>> capital("no siege of Mons")
    'No siege of Mons'
    """
    return text[:1].upper() + text[1:]


def leaders_named(facts: Iterable[Mapping[str, Any]], sentences: Iterable[str]) -> list[str]:
    """The leaders of whom a case keeps the ratings alone, by name.

    Args:
        facts: what is told.
        sentences: what is said already; who is named there is not named again.

    >>> told = [{"kind": "leader", "value": "Luxembourg"}, {"kind": "leader", "value": "Boufflers"}]
    >>> leaders_named(told, ["Leaders of command ratings 6 and 4 go."])
    ['The leaders are Luxembourg and Boufflers.']
    """
    said, named = " ".join(sentences), dict[str, list[str]]()
    for fact in facts:
        name = fact.get("value")
        if fact["kind"] == "leader" and isinstance(name, str) and name not in NOBODY and name not in said:
            named.setdefault(str(fact.get("whose") or ""), []).append(name)
    told = []
    for whose, names in named.items():
        values = {"count": len(names), "names": Message.all_of(list(dict.fromkeys(names))), "whose": whose}
        words = say("fact.leaders-named-of" if whose else "fact.leaders-named", **values)
        told.append(say("fact.sentence", says=words))
    return told


def none_told(facts: Iterable[Mapping[str, Any]]) -> list[str]:
    """What players tell that there was none of, of which a case keeps nothing, a sentence each.

    Args:
        facts: what they tell.

    >>> none_told([{"kind": "leaders", "value": [], "whose": "Ottoman"}])
    ['No leader of the Ottoman side.']
    """
    told = list[str]()
    for fact in facts:
        if not _is_none(fact):
            continue
        words, where = say(NONE[fact["kind"]]), fact.get("at") or fact.get("space")
        if where:
            words = say("fact.none-at", what=words, space=where)
        elif fact.get("whose"):
            words = say("fact.none-of", what=words, whose=fact["whose"])
        told.append(say("fact.sentence", says=capital(words)))
    return list(dict.fromkeys(told))


def is_none_told(path: str, given: Mapping[str, Any], facts: Iterable[Mapping[str, Any]]) -> bool:
    """Whether somebody tells that there is nothing at a key of a case.

    Args:
        path: the key.
        given: what the case gives.
        facts: what is told.

    >>> nobody = [{"kind": "leaders", "value": [], "whose": "Ottoman"}]
    >>> is_none_told("attacker.leaders", {"attacker": {"power": "Ottoman"}}, nobody)
    True
    >>> is_none_told("attacker.leaders", {"attacker": {"power": "Venice"}}, nobody)
    False
    """
    first, _, name = path.rpartition(".")
    beside = given.get(first)
    whose = beside.get("power") if isinstance(beside, Mapping) else None
    return any(
        _is_none(fact) and name.rstrip("s") == fact["kind"].rstrip("s") and fact.get("whose") in (None, whose)
        for fact in facts
    )


def _is_none(fact: Mapping[str, Any]) -> bool:
    return fact.get("kind") in NONE and fact.get("value") in NOBODY
