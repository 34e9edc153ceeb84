"""What a decision says besides its verdict: the facts found, an answer to who lost, the remedy, the time for
an appeal. All of it is optional, and is kept as it was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field, to_builtins

from ...core.errors import BadInput
from ...core.messages import Message, say
from ...input_files import convert
from ..cases.outside_input import MOST_TEXT, checked_text, one_of, to_json

STAND, ADJUST, TAKE_BACK = "stand", "adjust", "take-back"
REMEDIES = (STAND, ADJUST, TAKE_BACK)
"""Let it stand; adjust the position; take it back."""
HOURS = 48
"""So long after a decision an appeal may be made, unless it says otherwise."""
MOST_FACTS = 50


class OtherVersion(Struct, frozen=True, forbid_unknown_fields=True):
    """What would be so on the version of a fact that the umpire did not find."""

    says: Annotated[str, Meta(max_length=MOST_TEXT)]
    verdict: Annotated[str, Meta(max_length=20)]
    headline: Annotated[str, Meta(max_length=MOST_TEXT)]
    parts: tuple[str, str] | None = None
    """The clause and the sentence of the step in which the ruling first differs from that on this version."""
    by: Annotated[str, Meta(max_length=200)] | None = None
    said: Annotated[str, Meta(max_length=MOST_TEXT)] | None = None
    """Who told this version, and in which words."""
    same: bool | None = None
    """Whether it comes to the same as what was found; None where nobody has looked."""


class Fact(Struct, frozen=True, forbid_unknown_fields=True, rename={"for_": "for"}):
    """A fact that a decision rests on.

    Attributes:
        status: whether the players agree on it, one alone told it, the umpire found it, or assumed it.
        says: the fact in a sentence.
        for_: the side whose version was found, or that alone told it; None where there is none.
        said: in which words it was told.
        why: why it was found.
        other: what would be so on the other version.
    """

    status: Literal["agreed", "told", "found", "assumed"]
    says: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]
    for_: Annotated[str, Meta(max_length=200)] | None = field(default=None)
    said: Annotated[str, Meta(max_length=MOST_TEXT)] | None = None
    why: Annotated[str, Meta(max_length=MOST_TEXT)] | None = None
    other: OtherVersion | None = None


def checked_facts(facts: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The facts of a decision, checked.

    Raises:
        BadInput: there are too many, or one is not what it should be; names the field.

    >>> checked_facts([{"status": "agreed", "says": "The die showed 5."}])[0]["for"] is None
    True
    """
    if len(facts) > MOST_FACTS:
        expected = Message("expected.entries-at-most", count=MOST_FACTS)
        raise BadInput("facts", Message("docket.facts", count=len(facts)), expected)
    found = []
    for place, fact in enumerate(facts):
        try:
            one: dict[str, Any] = to_builtins(convert(dict(fact), Fact))
        except BadInput as error:
            raise error.within(f"facts[{place}]") from None
        for name, value in one.items():
            if isinstance(value, str):
                checked_text(f"facts[{place}].{name}", value)
        found.append(one)
    return found


def checked_finding(
    facts: Sequence[Mapping[str, Any]],
    answer_to_loser: str,
    remedy: str,
    remedy_says: str,
    appeal_until: datetime | str | None,
) -> dict[str, Any] | None:
    """The columns of what a decision says besides; None where it says nothing.

    Raises:
        BadInput: something of it is wrong; names the field.
    """
    if remedy:
        one_of("remedy", remedy, REMEDIES)
    row = {
        "facts": to_json(checked_facts(facts)),
        "answer": checked_text("answer_to_loser", answer_to_loser),
        "remedy": remedy,
        "remedy_says": checked_text("remedy_says", remedy_says),
        "appeal_until": _moment(appeal_until),
        "departs_from": "[]",
    }
    return row if facts or any((answer_to_loser, remedy, remedy_says, appeal_until)) else None


def check_remedy(remedy: str, verdict: str, why: str) -> None:
    """Looks whether a remedy goes with a verdict: what was right is not taken back without a word.

    Args:
        remedy: one of `REMEDIES`, or none.
        verdict: what is decided.
        why: the reason of the decision and of the remedy.

    Raises:
        BadInput: it does not.

    >>> check_remedy("take-back", "illegal", ""), check_remedy("take-back", "legal", "Both asked for it.")
    (None, None)
    """
    if remedy == TAKE_BACK and verdict in ("legal", "yes") and not why.strip():
        named = say(f"report.verdict-{verdict}")
        raise BadInput("remedy", remedy, Message("docket.expected-stand", verdict=named))


EMPTY = {
    "facts": "[]", "answer": "", "remedy": "", "remedy_says": "", "appeal_until": "", "departs_from": "[]",
}  # fmt: skip
"""The columns of a decision that says nothing besides."""


def _moment(given: datetime | str | None) -> str:
    """A moment in universal time as the docket writes it; one without a zone is in universal time."""
    if not given:
        return ""
    try:
        found = given if isinstance(given, datetime) else datetime.fromisoformat(given)
        if found.tzinfo is None:
            found = found.replace(tzinfo=UTC)
        return f"{found.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z"
    except (ValueError, TypeError, OverflowError):
        raise BadInput("appeal_until", given, Message("docket.expected-moment")) from None


def appeal_ends(appeal_until: str, written: str) -> str:
    """Until when an appeal may be made, in universal time.

    >>> appeal_ends("", "2026-11-22T11:42:00.000000Z")
    '2026-11-24T11:42:00.000000Z'
    """
    if appeal_until:
        return appeal_until
    try:
        return _moment(datetime.fromisoformat(written) + timedelta(hours=HOURS))
    except (ValueError, OverflowError, BadInput):  # the last days of the calendar
        return written


def words_found(facts: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the umpire found, for whom and why, as it is searched: the other facts say what the case does.

    >>> words_found([{"status": "found", "says": "Six corps.", "for": "Anna", "why": None}])
    ['Six corps.', 'Anna']
    """
    found = [fact for fact in facts if fact.get("status") == "found"]
    return [str(fact[name]) for fact in found for name in ("says", "for", "why") if fact.get(name)]
