"""Questions that can be put to the umpire, and the one way in which all of them are answered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .dice import Dice, GivenDice, NoDice, RollWanted, SeededDice, weights
from .errors import DiceLeftOver, DiceMissing
from .hearing import Hearing, OwnTables
from .messages import Message
from .readings import readings
from .rulings import Odds, OtherOutcome, ReadingUsed, Ruling, frozen


@dataclass(frozen=True, slots=True)
class Finding:
    """What a procedure found: the verdict, the sentence that says it, and the answer by name."""

    verdict: str
    says: Message
    answer: Mapping[str, Any]


UNTOLD = Message("verdict.odds")
"""Stands for the sentence of a finding on a branch of the odds, where nobody listens."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a rules system.

    Attributes:
        system: short name of the system.
        name: as it stands in a case.
        about: what it asks, in one sentence.
        given: the type that describes and validates a case's ``given``.
        answer: the names in the answer and what each means.
        procedure: from the validated ``given`` and a `Hearing` to a `Finding`.
        results: the names in the answer whose odds are told when dice decide them.
    """

    system: str
    name: str
    about: str
    given: type
    answer: Mapping[str, str]
    procedure: Callable[[Any, Hearing], Finding]
    results: tuple[str, ...] = ()


def adjudicate(
    question: Question,
    given: Any,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
    chosen: Mapping[str, str] | None = None,
    tables: OwnTables | None = None,
) -> Ruling:
    """The ruling on a question.

    Args:
        question: what is asked.
        given: the facts, already validated as `question.given`.
        dice: the faces that were rolled at the table, in the order in which the procedure asks.
        seed: rolls the dice itself, reproducibly, when `dice` is None.
        chosen: readings that differ from the default.
        tables: the tables in force, where the game has any.

    Returns:
        With dice or a seed, the answer and the odds that it had; without, when dice decide, the odds, and of
        the answer what is known before the first roll.

    Raises:
        DiceMissing, DiceLeftOver: the given dice are not those that the procedure needs.
    """
    chosen = dict(chosen or {})
    asked = _Asked(question, given, tables)
    ruling, consulted = _rule(asked, _source(dice, seed), chosen)
    if ruling.dice:
        ruling = replace(ruling, odds=_odds(asked, chosen)[0])
    used = tuple(reading for name in consulted if (reading := _reading_used(asked, ruling, chosen, name)))
    return replace(ruling, readings=used)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question with its facts and the tables in force."""

    question: Question
    given: Any
    tables: OwnTables | None


def _source(dice: Sequence[int] | None, seed: int | None) -> GivenDice | SeededDice | NoDice:
    if dice is not None:
        return GivenDice(dice)
    return NoDice() if seed is None else SeededDice(seed)


def _rule(
    asked: _Asked, dice: GivenDice | SeededDice | NoDice, chosen: Mapping[str, str]
) -> tuple[Ruling, list[str]]:
    hearing = Hearing(dice, chosen, tables=asked.tables)
    consulted = hearing.consulted
    own_rules: tuple[str, ...] = ()
    odds: Odds = frozen({})
    finding: Finding | None = None
    try:
        finding = asked.question.procedure(asked.given, hearing)
    except RollWanted:
        # Nobody rolled: what is known before the first roll stands, and the odds are the rest of the answer.
        odds, consulted, own_rules = _odds(asked, chosen)
    if finding and finding.verdict != "illegal" and isinstance(dice, GivenDice):
        dice.finish()  # dice rolled for what may not be done are no surplus
    told = finding or hearing.known
    ruling = Ruling(
        system=asked.question.system,
        question=asked.question.name,
        verdict=told.verdict if told else "result",
        says=told.says if told else Message("verdict.odds"),
        answer=frozen(told.answer) if told else None,
        steps=tuple(hearing.steps),
        violations=tuple(hearing.violations),
        dice=tuple(dice.faces),
        odds=odds,
        own_rules=own_rules or hearing.own_rules,
    )
    return ruling, list(consulted)


def _odds(asked: _Asked, chosen: Mapping[str, str]) -> tuple[Odds, dict[str, None], tuple[str, ...]]:
    """Exact odds of each result, and the readings and own tables asked for on any branch."""
    results, procedure = asked.question.results, asked.question.procedure
    # One hearing for all branches: what any of them asks for is remembered, and what it forbids is not.
    hearing = Hearing(chosen=chosen, recorded=False, tables=asked.tables)

    def outcome(dice: Dice) -> Hashable:
        hearing.dice = dice
        hearing.violations.clear()
        answer = procedure(asked.given, hearing).answer
        values = [answer.get(name) for name in results]  # a branch may be refused before it comes to them
        return tuple([v if type(v) in _COUNTED_AS_THEY_ARE else hashable(v) for v in values])

    joint = weights(outcome)
    total = sum(joint.values())
    odds: dict[str, Any] = {}
    for place, name in enumerate(results):
        marginal: dict[Hashable, int] = {}
        for values, weight in joint.items():
            value = values[place]  # type: ignore[index]
            marginal[value] = marginal.get(value, 0) + weight
        odds[name] = tuple(
            (_plain(value), Fraction(weight, total))
            for value, weight in sorted(marginal.items(), key=_likeliest_first)
        )
    return frozen(odds), hearing.consulted, hearing.own_rules


def _likeliest_first(value_and_weight: tuple[Hashable, int]) -> tuple[int, str]:
    value, weight = value_and_weight
    return -weight, str(value)


def hashable(value: Any) -> Hashable:
    """A value of an answer as one that can be counted; `hashable` again leaves it as it is.

    A procedure whose odds have a great many branches may make its values so beforehand, once for all.

    >>> hashable({"galley": 2}) == hashable(hashable({"galley": 2}))
    True
    """
    kind = type(value)
    if kind in _COUNTED_AS_THEY_ARE:
        return value  # type: ignore[no-any-return]
    if kind is dict or isinstance(value, Mapping):
        return _Items(
            [
                (name, inner if type(inner) in _COUNTED_AS_THEY_ARE else hashable(inner))
                for name, inner in value.items()
            ]
        )
    if isinstance(value, list | tuple):
        return _Values(map(hashable, value))
    return value  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    match value:
        case _Items():
            return {name: _plain(inner) for name, inner in value}
        case tuple():
            return tuple(map(_plain, value))
    return value


class _Items(tuple[Any, ...]):
    """A mapping's items as a value that can be counted."""


class _Values(tuple[Any, ...]):
    """A list's values as a value that can be counted."""


_COUNTED_AS_THEY_ARE = frozenset({str, int, bool, type(None), _Items, _Values})


def _reading_used(asked: _Asked, ruling: Ruling, chosen: Mapping[str, str], name: str) -> ReadingUsed | None:
    """The reading with its other outcomes, or None when every option gives the same ruling."""
    reading = readings()[name]
    current = chosen.get(name, reading.default)
    others = []
    for option in reading.options:
        if option == current:
            continue
        try:
            other = _rule(asked, _same_dice(ruling), {**chosen, name: option})[0]
        except (DiceMissing, DiceLeftOver):
            # Under this option the players would have rolled other dice: the odds are all that can be told.
            other = _rule(asked, NoDice(), {**chosen, name: option})[0]
        if _result(other) != _result(ruling):
            others.append(OtherOutcome(option, other.verdict, other.says, other.answer, other.odds))
    return ReadingUsed(name, reading.clause_id, current, tuple(others)) if others else None


def _result(ruling: Ruling) -> tuple[Any, ...]:
    return ruling.verdict, ruling.answer, None if ruling.dice else ruling.odds


def _same_dice(ruling: Ruling) -> GivenDice | NoDice:
    return GivenDice(ruling.dice) if ruling.dice else NoDice()
