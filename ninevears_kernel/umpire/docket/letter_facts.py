"""The facts of a decision, as a seat may be told them, with what both sides say side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...core.errors import BadInput
from ...core.messages import say
from ...core.render import plain
from ...nine_years.components.map import game_map
from ...nine_years.components.sides import COVERED, SIDES
from ...nine_years.games.view import table_for
from ...nine_years.queries.situation import Situation
from ..cases.cases import Case, position_of, question_of
from ..cases.facts import facts_of
from ..reports.reports import Report
from ..reports.seen import texts_in
from .letter_words import cut_short
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
        text = " ".join(texts_in(fact))
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


def _has_save(case: Case) -> bool:
    return issubclass(question_of(case).given, Situation) and case.given.get("position") is not None


def with_sides(
    facts: Sequence[Mapping[str, Any]], claims: Sequence[Mapping[str, Any]], verdict: str, headline: str
) -> tuple[Facts, Facts]:
    """The facts, each with both its versions where there are two, and the claims that belong to none.

    Args:
        facts: the facts of a decision.
        claims: what each player says, with ``by`` and ``says``.
        verdict: what is ruled on the version that was found.
        headline: the same in a sentence.

    >>> other = {"says": "6 corps.", "verdict": "illegal", "headline": "They are too many.", "by": "Ben"}
    >>> fact = {"status": "found", "says": "5 corps.", "for": "Anna", "other": other}
    >>> said = [{"by": "Anna", "says": "I led five."}, {"by": "Carl", "says": "Never."}]
    >>> (told,), rest = with_sides([fact], said, "legal", "They may go.")
    >>> [(one["by"], one["said"], one["verdict"]) for one in told["sides"]], [one["by"] for one in rest]
    ([('Anna', 'I led five.', 'legal'), ('Ben', None, 'illegal')], ['Carl'])
    """
    rest = {str(one["by"]).casefold(): one for one in claims}
    told = Facts()
    for fact in facts:
        other = fact.get("other")
        if not other:
            told.append({**fact, "sides": [], "same": False})
            continue
        same = other.get("same")
        if same is None:  # an older decision, or one in the umpire's own words
            same = (other["verdict"], other["headline"]) == (verdict, headline)
        found = {"by": fact.get("for"), "said": fact.get("said"), "says": fact["says"]}
        found |= {"verdict": verdict, "headline": headline}
        sides = [{**one, "said": _said(one, rest)} for one in (found, other)]
        told.append({**fact, "sides": sides, "same": same})
    return told, [{**one, "says": cut_short(one["says"])} for one in rest.values()]


def _said(side: Mapping[str, Any], claims: dict[str, Mapping[str, Any]]) -> str | None:
    """The words in which a version was told: its own, or what they claim who told it."""
    by = str(side.get("by") or "").casefold()
    claim = claims.pop(by, None)
    words = side.get("said") or (claim and claim["says"])
    return cut_short(words) if words else None


def version_words(side: Mapping[str, Any]) -> str:
    """A version of a fact, and who told it.

    Args:
        side: the version.

    >>> version_words({"by": "Alliance", "says": "6 corps."}), version_words({"says": "6 corps."})
    ('6 corps, as the Alliance told it', '6 corps')
    """
    says = str(side["says"]).rstrip(".")
    return say("letter.version-of", says=says, side=side["by"]) if side.get("by") else says


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
