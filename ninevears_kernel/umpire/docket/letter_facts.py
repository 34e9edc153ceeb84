"""The facts of a decision, as a seat may be told them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ...core.messages import Message, say
from ...core.render import label_shown, plain, value_shown
from ...core.rulings import frozen
from ...nine_years.components.map import game_map
from ...nine_years.components.position import Position
from ...nine_years.components.sides import COVERED, SIDES
from ...nine_years.games.view import table_for
from ...nine_years.queries.situation import Situation
from ..cases.cases import Case, position_of, question_of
from ..cases.edits import position_edit
from ..reports.reports import Report

Facts = list[dict[str, Any]]


def facts_seen(facts: Sequence[Mapping[str, Any]], report: Report) -> tuple[Facts, bool]:
    """The facts of a decision that a seat may be told, and whether some are left out.

    Args:
        facts: those that the umpire kept; without any they are made of what the case gives.
        report: the case, its ruling and the seat.
    """
    if not facts:
        return list(facts_of_case(report.seen.case)), False
    kept: Facts = [plain(fact) for fact in facts]
    if report.seat == "umpire":
        return kept, False
    told = [] if report.held else _told(kept, report)
    return told, len(told) < len(kept)


def _told(facts: Facts, report: Report) -> Facts:
    """The facts that tell nothing hidden: none names a card that the seat has not seen, and what the umpire
    found or assumed speaks of no troops in a place where some are covered, unless the ruling looked at them.

    Which cards and places these are anybody at the seat can see, whatever is hidden there (NY 4.4).
    """
    position = position_of(report.case, report.rule_tables) if _has_save(report.case) else None
    if position is None:
        return facts
    own = [side for side in SIDES if side not in COVERED[report.seat]]
    cards = {*position.event_deck}.union(*(position.hand(side).events for side in SIDES))
    cards -= {name for side in own for name in position.hand(side).events}
    covered = {
        space
        for (space, _, _), stack in table_for(position, report.seat, report.rule_tables).stacks.items()
        if not stack.whole and (stack.corps > 1 or stack.leader) and space not in report.seen.known
    }

    def tells(fact: Mapping[str, Any]) -> bool:
        text = " ".join(_texts(fact))
        named = any(re.search(rf"\b{re.escape(str(name))}\b", text, re.IGNORECASE) for name in cards)
        troops = fact["status"] != "agreed" and _troops().search(text) is not None
        return named or (troops and any(space in text for space in covered))

    return [fact for fact in facts if not tells(fact)]


@cache
def _troops() -> re.Pattern[str]:
    from ...nine_years.components.rule_tables import standard_rule_tables

    names = [re.escape(leader.name) for leader in standard_rule_tables().leaders]
    places = {re.escape(space.name) for space in game_map().spaces}
    words = ["corps", "leader", "garrison", "reduced", *(name for name in names if name not in places)]
    return re.compile(rf"\b({'|'.join(words)})", re.IGNORECASE)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)


def _has_save(case: Case) -> bool:
    return issubclass(question_of(case).given, Situation) and case.given.get("position") is not None


def facts_of_case(case: Case) -> Iterator[dict[str, Any]]:
    """The facts that a case gives itself: what it says is agreed, what it leaves open is assumed.

    >>> from ..cases.case import Case
    >>> rally = Case("ninevears-case/1", "NY", "rally", {"rating": 5})
    >>> [(fact["status"], fact["says"]) for fact in facts_of_case(rally)]
    [('agreed', 'Rating: 5.')]
    """
    given = dict(case.given)
    position, changes = given.pop("position", None), given.pop("changes", [])
    parts = [
        say("letter.fact-part", name=label_shown(name), value=value_shown(frozen(value), name))
        for name, value in given.items()
        if value is not None and name != "scenario"
    ]
    if parts:
        yield _fact("agreed", " ".join(map(_sentence, parts)))
    if changes:
        words = [position_edit(edit).says for edit in changes]
        yield _fact("agreed", _sentence(str(Message.all_of(words))))
    if case.dice:
        dice = Message.all_of(case.dice)
        yield _fact("agreed", say("letter.fact-dice", count=len(case.dice), dice=dice))
    if issubclass(question_of(case).given, Situation):
        saved = isinstance(position, Mapping | Position)
        yield _fact("assumed", say("letter.fact-saved" if saved else "letter.fact-scenario"))


def _fact(status: str, says: str) -> dict[str, Any]:
    return {"status": status, "says": says, "for": None, "why": None, "other": None}


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
