"""Questions that can be put to the umpire, and the one way in which all of them are answered."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from .dice import Dice, GivenDice, NoDice, RollWanted, SeededDice, weights
from .errors import DiceLeftOver, DiceMissing
from .messages import Message, say
from .readings import readings
from .ruling_context import Consulted, RulingContext, TablesInForce
from .rulings import Answer, Odds, OtherOutcome, ReadingUsed, Ruling, frozen

UNTOLD = Message("verdict.odds")
"""Stands for the sentence of a finding on a branch of the odds, where nobody listens."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a rules system.

    Attributes:
        system: short name of the system.
        name: as it stands in a case.
        about: what it asks, in one sentence.
        title: what it is called where questions are chosen: the procedure, and the phase where it has one.
        clause: the paragraph of that, without the system's name.
        unlike: the question or paragraph that it is taken for most easily; may be empty.
        given: the type that describes and validates a case's ``given``.
        answer: the names in the answer and what each means.
        procedure: from the validated ``given`` and a `RulingContext` to a `Answer`.
        results: the names in the answer whose odds are given when dice decide them.
        forecast: from what is known before the first roll and the odds to the sentence that says what is
            likely; None where the sentence of what is known is enough.
    """

    system: str
    name: str
    about: str
    given: type
    answer: Mapping[str, str]
    procedure: Callable[[Any, RulingContext], Answer]
    results: tuple[str, ...] = ()
    forecast: Callable[[Answer, Odds], Message] | None = None
    title: str = ""
    clause: str = ""
    unlike: str = ""

    @property
    def heading(self) -> str:
        """The title with its paragraph, and what it must not be taken for.

        >>> from ..nine_years.queries.questions import QUESTIONS
        >>> next(one.heading for one in QUESTIONS if one.name == "restore")
        'Restore in spring, 12.3.5; not Replacement in a round, 13.5.3'
        """
        if not self.title:
            return self.about
        found = {"title": self.title, "clause": self.clause}
        return say("question.unlike", **found, unlike=self.unlike) if self.unlike else self.name_and_clause

    @property
    def name_and_clause(self) -> str:
        """The title with its paragraph."""
        return say("question.title", title=self.title, clause=self.clause) if self.title else self.about


def questions_in(folder: Path, system: str, **values: object) -> Callable[..., Question]:
    """What makes the questions of a system, whose words stand in its ``questions.toml``.

    Args:
        folder: where the table lies.
        system: short name of the system.
        values: what the words name in braces, besides the table's own section ``shared``.

    Returns:
        A function of the question's name, its type of ``given``, its procedure, and the names in its answer
        whose odds are told. It raises ``ValueError`` when the table has no section for the question.
    """
    path = folder / "questions.toml"

    @cache
    def words() -> dict[str, Any]:
        return tomllib.loads(path.read_text(encoding="utf-8"))

    def question(
        name: str,
        given: type,
        procedure: Callable[[Any, RulingContext], Answer],
        *results: str,
        forecast: Callable[[Answer, Odds], Message] | None = None,
    ) -> Question:
        """A question by its name in the table."""
        row, named = words().get(name, {}), {**words().get("shared", {}), **values}
        if row.keys() - {"unlike"} != {"title", "clause", "asks", "answer"}:
            raise ValueError(
                f"{'/'.join(path.parts[-3:])}: the question {name} needs a section [{name}] with its title, "
                f"the clause of that, what it asks (asks = ...) and a line for each name in its "
                f"answer (answer.NAME = ...); "
                f"it has {sorted(row) or 'none'}"
            )
        answer = {key: _filled(text, named) for key, text in row["answer"].items()}
        called = row["title"], row["clause"], row.get("unlike", "")
        return Question(system, name, row["asks"], given, answer, procedure, results, forecast, *called)

    return question


def _filled(text: str, named: Mapping[str, object]) -> str:
    for name, value in named.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def adjudicate(
    question: Question,
    given: Any,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
    chosen: Mapping[str, str] | None = None,
    tables: TablesInForce | None = None,
    *,
    others: bool = True,
    noted: Consulted | None = None,
) -> Ruling:
    """The ruling on a question.

    Args:
        question: what is asked.
        given: the facts, already validated as `question.given`.
        dice: the faces that were rolled at the table, in the order in which the procedure asks.
        seed: rolls the dice itself, reproducibly, when `dice` is None.
        chosen: readings that differ from the default.
        tables: the tables in force, where the game has any.
        others: whether the outcome under other readings is worked out, which takes most of the time.
        noted: where it is noted what the ruling asked for, other outcomes left aside.

    Returns:
        With dice or a seed, the answer and the odds that it had; without, when dice decide, the odds, and of
        the answer what is known before the first roll.

    Raises:
        DiceMissing, DiceLeftOver: the given dice are not those that the procedure needs.
    """
    chosen = dict(chosen or {})
    asked = _Asked(question, given, tables, noted)
    ruling, consulted = _rule(asked, dice_of(dice, seed), chosen)
    if ruling.dice:
        ruling = replace(ruling, odds=_odds(asked, chosen)[0])
    if not others:
        return ruling
    asked = replace(asked, noted=None)
    used = tuple(reading for name in consulted if (reading := _reading_used(asked, ruling, chosen, name)))
    return replace(ruling, readings=used)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question with its facts and the tables in force."""

    question: Question
    given: Any
    tables: TablesInForce | None
    noted: Consulted | None


def dice_of(dice: Sequence[int] | None, seed: int | None = None) -> GivenDice | SeededDice | NoDice:
    """The dice of a case: those that were rolled, those of a seed, or none."""
    if dice is not None:
        return GivenDice(dice)
    return NoDice() if seed is None else SeededDice(seed)


def _rule(
    asked: _Asked, dice: GivenDice | SeededDice | NoDice, chosen: Mapping[str, str]
) -> tuple[Ruling, list[str]]:
    context = RulingContext(dice, chosen, tables=asked.tables, noted=asked.noted)
    consulted = context.consulted
    custom_rules: tuple[str, ...] = ()
    odds: Odds = frozen({})
    finding: Answer | None = None
    try:
        finding = asked.question.procedure(asked.given, context)
    except RollWanted:
        # Nobody rolled: what is known before the first roll stands, and the odds are the rest of the answer.
        odds, consulted, custom_rules = _odds(asked, chosen)
    context.note()
    if finding and finding.verdict != "illegal" and isinstance(dice, GivenDice):
        dice.finish()  # dice rolled for what may not be done are no surplus
    described = finding or context.known
    if finding is None and described is not None and asked.question.forecast is not None:
        described = replace(described, says=asked.question.forecast(described, odds))
    ruling = Ruling(
        system=asked.question.system,
        question=asked.question.name,
        verdict=described.verdict if described else "result",
        says=described.says if described else Message("verdict.odds"),
        answer=frozen(described.answer) if described else None,
        steps=tuple(context.steps),
        violations=tuple(context.violations),
        dice=tuple(dice.faces),
        odds=odds,
        custom_rules=custom_rules or context.custom_rules,
    )
    return ruling, list(consulted)


def _odds(asked: _Asked, chosen: Mapping[str, str]) -> tuple[Odds, dict[str, None], tuple[str, ...]]:
    """Exact odds of each result, and the readings and own tables asked for on any branch."""
    told_apart = (
        *(id(asked.question), id(asked.tables), asked.noted is None),
        *(repr(asked.given), *sorted(chosen.items())),
    )
    odds, context = _odds_of(_OddsAsked(told_apart, asked, chosen))
    if asked.noted is not None:
        context.note_for(asked.noted)
    return odds, context.consulted, context.custom_rules


@dataclass(frozen=True, slots=True)
class _OddsAsked:
    """Whose odds are asked; the rest is kept with them, so that nothing else takes an id of theirs."""

    told_apart: tuple[Hashable, ...]
    asked: _Asked = field(compare=False)
    chosen: Mapping[str, str] = field(compare=False)


@lru_cache(maxsize=128)
def _odds_of(one: _OddsAsked) -> tuple[Odds, RulingContext]:
    """The odds, and what they asked for; remembered, for a desk rules the same case again and again."""
    asked = one.asked
    results, procedure = asked.question.results, asked.question.procedure
    # One context for all branches: what any of them asks for is remembered, and what it forbids is not.
    context = RulingContext(chosen=one.chosen, recorded=False, tables=asked.tables, noted=asked.noted)

    def outcome(dice: Dice) -> Hashable:
        context.dice = dice
        context.violations.clear()
        answer = procedure(asked.given, context).answer
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
            for value, weight in sorted(marginal.items(), key=lambda one: (-one[1], str(one[0])))
        )
    return frozen(odds), context


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
            other = _rule(asked, dice_of(ruling.dice or None), {**chosen, name: option})[0]
        except (DiceMissing, DiceLeftOver):
            # Under this option the players would have rolled other dice: the odds are all that can be given.
            other = _rule(asked, NoDice(), {**chosen, name: option})[0]
        if _result(other) != _result(ruling):
            others.append(OtherOutcome(option, other.verdict, other.says, other.answer, other.odds))
    return ReadingUsed(name, reading.clause_id, current, tuple(others)) if others else None


def _result(ruling: Ruling) -> tuple[Any, ...]:
    return ruling.verdict, ruling.answer, None if ruling.dice else ruling.odds
