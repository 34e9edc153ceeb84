"""The facts of a decision, as a seat may be told them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ...core.errors import BadInput
from ...core.render import plain
from ...nine_years.components.map import game_map
from ...nine_years.components.sides import COVERED, SIDES
from ...nine_years.games.view import table_for
from ...nine_years.queries.situation import Situation
from ..cases.cases import Case, position_of, question_of
from ..cases.facts import facts_of
from ..reports.reports import Report
from .reader import DocketReader
from .records import StoredCase

Facts = list[dict[str, Any]]
SET_RIGHT = re.compile(r"^umpire: ", re.MULTILINE)
"""A line of a log with which a block begins that sets it right."""


def facts_seen(facts: Sequence[Mapping[str, Any]], report: Report) -> tuple[Facts, bool]:
    """The facts of a decision that a seat may be told, and whether some are left out.

    Args:
        facts: those that the umpire kept; without any those of the case as the seat may know it.
        report: the case, its ruling and the seat.
    """
    if not facts:
        return of_the_ruling(report), False
    kept: Facts = [plain(fact) for fact in facts]
    if report.seat == "umpire":
        return kept, False
    told = [] if report.held else _told(kept, report)
    return told, len(told) < len(kept)


def claims_seen(report: Report) -> Facts:
    """What the players claim in their words; none that tells a seat what it may not see.

    Args:
        report: the case, its ruling and the seat.
    """
    claims: Facts = [{"by": one.by, "says": one.says} for one in report.case.claims if one.says]
    if report.seat == "umpire":
        return claims
    return [] if report.held else _told(claims, report)


def of_the_ruling(report: Report) -> Facts:
    """The facts that a ruling rests on, told from the case as the seat may know it."""
    try:
        return [dict(fact) for fact in facts_of(report.seen.case, rules=report.rule_tables, seat=report.seat)]
    except BadInput:
        return []


def _told(facts: Facts, report: Report) -> Facts:
    """The facts that tell nothing hidden: none names a card that the seat has not seen, or speaks of troops
    in a place where some are covered, unless the ruling looked at them.

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
        troops = _troops().search(text) is not None
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


def set_right_since(docket: DocketReader, stored: StoredCase, decision: int) -> int | None:
    """The number of the first state of a case's game in which its log was set right after a decision.

    Args:
        docket: the docket.
        stored: the case.
        decision: the number of the decision.
    """
    if stored.game is None:
        return None
    orders = {one.number: len(SET_RIGHT.findall(one.text)) for one in docket.games(stored.game)}
    before = max((count for number, count in orders.items() if number < decision), default=0)
    return next((number for number, count in orders.items() if number > decision and count > before), None)


def year_of(report: Report) -> int | None:
    """The year of the position that was ruled on; None where a case has none."""
    try:
        position = position_of(report.seen.case, report.rule_tables)
    except BadInput:
        return None
    return position.year if position else None
