"""What players say is right, and whether a ruling bears it out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.errors import BadInput
from ...core.messages import Message
from ...core.render import plain
from ...core.rulings import Ruling
from ...input_files import convert
from .cases import Claim

ALIKE = {"yes": "legal", "no": "illegal"}
SIGNS = {True: "✓", False: "✗", None: "?"}
MARKS = {True: "report.claim-holds", False: "report.claim-fails", None: "report.claim-open"}
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
