"""What a case gives, a sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.messages import say
from ...core.render import label_shown
from ...nine_years.components.map import game_map
from ...nine_years.components.powers import power_named
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import COVERED, Seat
from ...nine_years.queries.situation import Situation
from .asked import asked
from .assumptions import corps_words
from .case import SITUATION, Case, question_of
from .edits import edit_words
from .fact_words import capital
from .facts_of_position import bare_position
from .given_words import given_words
from .orders_told import ORDERS, orders_told
from .rolls import Rolled, rolls_of


def given_told(
    case: Case, heard: Case, seat: Seat, rules: RuleTables | None, ruled: Case | None = None
) -> tuple[list[str], list[str]]:
    """What a case gives, a sentence each: what the players told, and what the umpire alone put in.

    Args:
        case: the case.
        heard: the same by the words of the players alone.
        seat: who reads it.
        rules: the tables in force.
        ruled: the case with what is disputed in it, which tells whose dice they are.

    >>> heard = Case("ninevears-case/1", "NY", "force", {"leaders": [5]})
    >>> case = Case("ninevears-case/1", "NY", "force", {"leaders": [5], "corps": 4})
    >>> given_told(case, heard, "both", None)
    (['A leader of command rating 5 goes.'], ['4 corps are to go.'])
    """
    told, alone = list[str](), list[str]()
    in_the_question = asked(case).names
    for name, value in besides_position(case).items():
        if value is None or name in in_the_question:
            continue
        parts = _parts(value, heard.given.get(name))
        for sentences, part in zip((told, alone), parts, strict=True):
            if part is not None:
                sentences.append(_sentence(name, covered(name, part, seat), case.question, rules))
    if issubclass(question_of(case).given, Situation):
        said = set(_of_changes(heard, seat, rules))
        for says in _of_changes(case, seat, rules):
            (told if says in said else alone).append(says)
    if case.dice is not None:
        rolls = rolls_of(ruled or case, case.dice, rules) or (Rolled("", ()),)
        says = " ".join(_rolled(one, alone=len(rolls) == 1) for one in rolls)
        (told if case.dice == heard.dice else alone).append(says)
    return told, alone


def _parts(value: Any, before: Any) -> tuple[Any, Any]:
    """What of a value is as it was, and what is not; None for nothing."""
    if value == before:
        return value, None
    if not isinstance(value, Mapping) or not isinstance(before, Mapping):
        return None, value
    same = {name: one for name, one in value.items() if name in before and before[name] == one}
    return same or None, {name: one for name, one in value.items() if name not in same}


def _rolled(one: Rolled, alone: bool) -> str:
    """What somebody rolled; of one who rolls alone everybody knows whose dice they are."""
    faces = ", ".join(map(str, one.dice)) or say("fact.no-dice")
    if one.roller and not alone:
        told = say("fact.dice-of", roller=one.roller, faces=faces)
    else:
        told = say("fact.dice", count=len(one.dice), faces=faces)
    if not one.ignored:
        return told
    aside = say("fact.dice-ignored", count=len(one.ignored), faces=", ".join(map(str, one.ignored)))
    return f"{told} {aside}"


def besides_position(case: Case) -> dict[str, Any]:
    """What a case gives, but for the position of which it speaks.

    Args:
        case: the case.

    >>> besides_position(Case("ninevears-case/1", "NY", "loc", {"space": "Mons", "changes": []}))
    {'space': 'Mons'}
    """
    apart = SITUATION if issubclass(question_of(case).given, Situation) else ()
    return {name: value for name, value in case.given.items() if name not in apart}


def _sentence(name: str, value: Any, question: str, rules: RuleTables | None) -> str:
    if name in ORDERS and value and question == "action":
        told = f"{label_shown(name, question)}: {orders_told(value, rules)}"
    else:
        told = given_words(question, name, value)
    return say("fact.sentence", says=capital(told))


def _of_changes(case: Case, seat: Seat, rules: RuleTables | None) -> Iterator[str]:
    """What the changes of a position say: of corps, who stands there after all of them."""
    position = bare_position(case, rules)
    told: set[tuple[str, str]] = set()
    for change in case.given.get("changes", ()):
        if "corps" not in (change.get("add"), change.get("remove")):
            yield _of_change(change, seat)
            continue
        power, space = power_named(change["power"]).name, game_map().space(change["space"]).name
        if (power, space) not in told:
            told.add((power, space))
            yield say("fact.sentence", says=capital(str(corps_words(position, power, space))))


def _of_change(change: Mapping[str, Any], seat: Seat) -> str:
    """A change of the position; of a hand that the seat may not see, only how many cards there are."""
    if change.get("set") == "hand" and change.get("side") in COVERED[seat]:
        count = len(change.get("actions") or ()) + len(change.get("events") or ())
        return say("fact.sentence", says=capital(say("fact.hand-covered", side=change["side"], count=count)))
    return say("fact.sentence", says=capital(str(edit_words(change))))


def covered(name: str, value: Any, seat: Seat) -> Any:
    """What a case gives as a seat may read it: of a hand that it does not see, how many cards there are.

    Args:
        name: the key.
        value: what it gives.
        seat: who reads it.

    >>> covered("hands", {"Bourbon": [1, 3], "Alliance": 2}, "Alliance")
    {'Bourbon': 2, 'Alliance': 2}
    """
    if name != "hands" or not isinstance(value, Mapping):
        return value
    return {
        side: len(cards) if isinstance(cards, list | tuple) and side in COVERED[seat] else cards
        for side, cards in value.items()
    }
