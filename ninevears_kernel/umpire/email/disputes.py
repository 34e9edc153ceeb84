"""Facts of one kind about one thing: told twice, mended by their teller, or told differently by two."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .doubts import sentences
from .found import Fact
from .letter import words_in
from .speech import Speech

SINGLE = words_in(
    "year zone rating squadrons corsairs dice corps siege line control sea-control leaders units telescope "
    "laid hands concessions number revolution fleet game events navigation hand administrative_rating "
    "card_bonus ruler keeps ships turn events garrison strength aspect salvo firer target unit colony "
    "dangerous position"
)
"""Kinds of which there is one value for one thing."""


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same."""
    return json.dumps(one, sort_keys=True, default=str) == json.dumps(other, sort_keys=True, default=str)


def mended(facts: list[Fact], speeches: Sequence[Speech]) -> list[Fact]:
    """The facts without those of which their teller says further down what they were: "four, not five".

    Args:
        facts: all that was found.
        speeches: the passages of the letter.
    """
    gone = set[int]()
    anew: list[Fact] = []
    for speech, words in ((speech, speech.words) for speech in speeches):
        for found in IT_WAS.finditer(words.marked):  # of whatever was told with that number
            wrong, by = int(found["old"][1:]), speech.by(found.start())
            said, span = words.said(found.start("new"), found.end("new"))
            meant = [one for one in facts if one.value == wrong and one.by == by and one.span[0] < span[0]]
            if meant and len({key_of(one) for one in meant}) == 1:
                gone |= {id(one) for one in meant}
                anew.append(replace(meant[0], value=int(found["new"][1:]), said=said, span=span))
        for start, end in sentences(words.marked):
            back = {int(number) for number in _TAKEN_BACK.findall(words.marked, start - 1, end + 1)}
            first, last = words.said(start, end)[1] if back else (0, 0)
            for new in (one for one in facts if back and first <= one.span[0] < last):
                for old in facts:
                    if old.span[0] >= first or counted(old) not in back or counted(new) in back:
                        continue
                    if old.by == new.by and (key_of(old) == key_of(new) or _of_one_kind(old, new)):
                        gone.add(id(old))
                        if isinstance(new.value, dict):  # where they stand was told before
                            new.value = {**old.value, **new.value}
    return [*(one for one in facts if id(one) not in gone), *anew]


def _of_one_kind(old: Fact, new: Fact) -> bool:
    """Whether two facts tell of the same corps, where the second does not say again where they stand."""
    if old.kind != new.kind or not (isinstance(old.value, dict) and isinstance(new.value, dict)):
        return False
    return "space" not in new.value and all(
        old.value.get(name) == new.value.get(name) for name in ("power", "reduced", "inside")
    )


def counted(fact: Fact) -> int | None:
    """The number that a fact tells; None where it tells none, or several."""
    value = fact.value.get("count") if isinstance(fact.value, dict) else fact.value
    return value if isinstance(value, int) and not isinstance(value, bool) else None


IT_WAS = re.compile(
    r" (?:it|that|this) (?:was|is|should be|should have been|stood|stands)(?: (?:on|at|a|an|only|really|"
    r"actually))* (?P<new>N\d+)(?: ,)? (?:and )?not (?:on |at |a |an )?(?P<old>M\d+)(?= )"
)
"""A number told anew without what it counts: "it was on 25, not 24"."""
_TAKEN_BACK = re.compile(r" M(\d+)(?= )")
"""A number that its teller takes back or denies (`corrections.py`)."""


def key_of(fact: Fact) -> tuple[str, str]:
    """What a fact is about, within its kind."""
    return fact.kind, fact.about


def agreed(facts: list[Fact]) -> tuple[list[Fact], list[dict[str, Any]], list[tuple[str, str]]]:
    """Facts that stand, those that are disputed, and the things of which one person tells two values.

    Args:
        facts: all that was found, in the order of the letter.

    Returns:
        The facts that stand; disputes as ``ninevears mail --json`` tells them; kinds and things told twice.
    """
    by_thing: dict[tuple[str, str], list[Fact]] = {}
    for fact in facts:
        by_thing.setdefault(key_of(fact), []).append(fact)
    stand: list[Fact] = []
    disputed: list[dict[str, Any]] = []
    twice: list[tuple[str, str]] = []
    for thing, told in by_thing.items():
        told = _once(told)
        if (thing[0] not in SINGLE and thing != ("place", "where")) or len(told) == 1:
            stand += told
            continue
        doubtful = [fact for fact in told if not fact.sure]
        told = [fact for fact in told if fact.sure] or told
        values = _values(told)
        if len(values) == 1:
            (value,) = values
            others = [one for one in doubtful if one.by != value.by or thing[0] == "control"]
            if not all(_alike(one, value) for one in others):
                value.sure = False  # somebody else may say otherwise
            stand.append(value)
            continue
        last = list({fact.by: fact for fact in told}.values())
        if len(last) > 1 and len(_values(last)) == 1:
            stand.append(last[-1])  # who said something else has come round
        elif len(last) > 1:
            disputed.append(_dispute(thing, told))
        else:
            twice.append(thing)
            for fact in told:
                fact.sure = False
            stand += told
    order = {id(fact): number for number, fact in enumerate(facts)}
    stand.sort(key=lambda fact: order.get(id(fact), 0))
    return stand, disputed, twice


def _key(fact: Fact) -> str:
    return json.dumps([fact.value, sorted(fact.details.items(), key=str)], sort_keys=True, default=str)


def _once(told: list[Fact]) -> list[Fact]:
    """The same said twice by the same is said once; a surer word stands for a doubtful one."""
    kept: dict[tuple[str, str], Fact] = {}
    for fact in told:
        before = kept.get((_key(fact), fact.by))
        if before is None or (fact.sure and not before.sure):
            kept[_key(fact), fact.by] = fact
    return list(kept.values())


def _alike(one: Fact, other: Fact) -> bool:
    """Whether two say the same: the same value, and no detail that both tell is different."""
    shared = one.details.keys() & other.details.keys()
    return same(one.value, other.value) and all(same(one.details[key], other.details[key]) for key in shared)


def _values(told: list[Fact]) -> list[Fact]:
    """The different things that are told, each once, and there with the most details."""
    found: list[Fact] = []
    for fact in sorted(told, key=lambda fact: -len(fact.details)):
        if not any(_alike(fact, other) for other in found):
            found.append(fact)
    return found


def _dispute(thing: tuple[str, str], told: list[Fact]) -> dict[str, Any]:
    """A dispute: the last word of each who says something else."""
    versions = [
        {
            "by": by or "the writer",
            "value": fact.details.get("side") if fact.value is None else fact.value,
            "said": fact.said,
            "span": list(fact.span),
            **{name: value for name, value in fact.details.items() if value is not None},
        }
        for by, fact in {fact.by: fact for fact in told}.items()
    ]
    what = " ".join(thing[1].replace(":", " ").split()) or thing[0]
    return {"kind": thing[0], "what": what, "versions": versions}
