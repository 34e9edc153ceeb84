"""What players say is right, and whether a ruling bears it out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...core.errors import BadInput
from ...core.messages import Message, say
from ...core.render import plain
from ...core.rulings import Ruling
from ...input_files import convert
from ...nine_years.components.map import game_map
from ...nine_years.components.rule_tables import RuleTables
from .assumptions import SILENT, assumed_edits, is_assumed, named_in, state_words
from .cases import Case, Claim, rule_case
from .edits import Edit, edited
from .near_position import Rung, names_near
from .retrial import Retrial
from .versions import headline

ALIKE = {"yes": "legal", "no": "illegal"}
SIGNS = {True: "✓", False: "✗", None: "?"}
WHETHER = {sign: held for held, sign in SIGNS.items()}
"""For each sign whether a claim holds; None where that is not settled."""
MARKS = {True: "report.claim-holds", False: "report.claim-fails", None: "report.claim-open"}
MOST_TRIED = 200
"""Rulings that it may take to find what is assumed that makes a claim fail."""
NAMES_NOTHING = "report.claim-names-nothing"


def claims_of(claims: Mapping[str, str | Mapping[str, Any]]) -> list[Claim]:
    """What the players say, checked.

    Raises:
        BadInput: names the player and the field.
    """
    found = []
    for player, described in claims.items():
        data = {"says": described} if isinstance(described, str) else described
        if not isinstance(data, Mapping):
            raise BadInput(f"claims.{player}", data, Message("expected.object"))
        try:
            found.append(convert({"says": "", **data, "by": player}, Claim))
        except BadInput as error:
            raise error.within(f"claims.{player}") from None
    return found


def holds(claim: Claim, ruling: Ruling) -> bool | None:
    """Whether a ruling says what a claim says; None when the claim does not say what it comes to, or while
    the dice are open.
    """
    found: list[bool] = []
    if claim.verdict is not None:
        if ruling.verdict == "result" and claim.verdict != "result":
            return None
        found.append(ALIKE.get(claim.verdict, claim.verdict) == ALIKE.get(ruling.verdict, ruling.verdict))
    answer = plain(ruling.answer or {})
    for name, value in claim.answer.items():
        if name not in answer:
            return None if all(found) else False
        found.append(answer[name] == value)
    return all(found) if found else None


def mark_of(claim: Claim, ruling: Ruling) -> tuple[str, str]:
    """How a claim is marked beside a ruling: a sign, and the message id of the words.

    >>> from .cases import rule_case
    >>> ruling = rule_case({"format": "ninevears-case/1", "system": "NY", "question": "rally",
    ...                     "given": {"rating": 5}})
    >>> mark_of(Claim("Bourbon", "Three.", answer={"limit": 3}), ruling)
    ('✓', 'report.claim-holds')
    >>> mark_of(Claim("Bourbon", "Three."), ruling)
    ('?', 'report.claim-names-nothing')
    """
    if claim.verdict is None and not claim.answer:
        return SIGNS[None], NAMES_NOTHING
    held = holds(claim, ruling)
    return SIGNS[held], MARKS[held]


def judged(
    claim: Claim, ruling: Ruling, case: Case | None = None, rules: RuleTables | None = None
) -> tuple[str, str]:
    """How a claim is marked beside a ruling, in words: a sign, and what is said of it.

    A claim that fails because of what the umpire's map takes for granted is not wrong: what is assumed is
    told, and what is ruled if it is as the claim needs it.

    Args:
        claim: the claim.
        ruling: the ruling.
        case: the case that was ruled; None leaves out what may be assumed in it.
        rules: the tables in force.

    >>> from .cases import rule_case
    >>> case = Case("ninevears-case/1", "NY", "loc",
    ...     {"space": "Mons", "side": "Alliance", "purpose": "siege", "changes": [
    ...         {"set": "control", "space": "Brussels", "side": "Bourbon"}]})
    >>> judged(Claim("Alliance", "Mons is supplied.", verdict="yes"), rule_case(case), case)[0]
    '✓'
    """
    sign, mark = mark_of(claim, ruling)
    if case is None or sign != SIGNS[False]:
        return sign, say(mark)
    found = otherwise(claim, ruling, case, rules)
    if found is None:
        return sign, say(mark)
    now, edits, other = found
    edit = Message.all_of(list(dict.fromkeys(one.says for one in edits)))
    words = say("report.claim-assumed", now=now, says=ruling.says, edit=edit, other=headline(other))
    return SIGNS[None], words


def otherwise(
    claim: Claim, ruling: Ruling, case: Case, rules: RuleTables | None = None
) -> tuple[Message, tuple[Edit, ...], Ruling] | None:
    """What is assumed that makes a claim fail: what it says now, edits with which the claim holds, and the
    ruling with them; None where nothing is that the claim speaks of.

    Args:
        claim: a claim that fails.
        ruling: the ruling.
        case: the case that was ruled.
        rules: the tables in force.
    """
    if not is_assumed(case):
        return None
    again = Retrial(case, rules, ruling.dice)
    position = again.position
    assert position is not None
    spaces = tuple(name for name in named_in(claim.says) if name in game_map().by_name)
    given = {name: value for name, value in case.given.items() if name not in ("scenario", "changes")}
    asked = tuple(name for name in names_near(SILENT, given) if name in game_map().by_name)
    for rung in assumed_edits(case, position, spaces or asked[:1], rules):
        if again.rulings >= MOST_TRIED:
            break
        if not _speaks_of(claim.says, rung):
            continue
        found = again.finding(rung)
        if found is None or found[0] is None:
            continue
        if holds(claim, replace(ruling, verdict=found[0].verdict, answer=found[0].answer)):
            try:
                other = rule_case(edited(case, rung), rules=rules, others=False)
            except BadInput:
                continue
            if holds(claim, other):
                return state_words(position, rung[0].data), rung, other
    return None


def _speaks_of(words: str, rung: Rung) -> bool:
    """Whether a claim says that something is as some edits make it: it names what they are of, and has a word
    for how it is; what else a claim says is an argument about the rules.
    """
    edit, last = rung[0], rung[-1].data
    for name in ("zone", "fleet", "name"):
        if name in edit.data and edit.data[name] not in words:
            return False
    if "name" in edit.data:
        return True
    match next(edit.data[verb] for verb in ("set", "add", "remove") if verb in edit.data):
        case "corps" if len(rung) > 1:
            return _has(words, edit.says.id.removeprefix("edit.corps-"))
        case "corps":
            return "remove" in last and _has(words, "nobody")
        case "besieged":
            return _has(words, "besieged" if last.get("by") else "relieved")
        case "line":
            return _has(words, "dug")
        case "control" | "sea":
            named = last.get("zone", last.get("space")) in named_in(words)
            return named and _has(words, "control" if last.get("side") else "neutral")
    return False


def _has(words: str, how: str) -> bool:
    """Whether a text has one of the catalogue's words for how something is."""
    signs = say(f"claim.words-{how}").split(", ")
    return any(re.search(rf"\b{re.escape(sign)}\b", words, re.IGNORECASE) for sign in signs)
