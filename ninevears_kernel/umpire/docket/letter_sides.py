"""What both sides say, side by side: versions of a fact, with what follows from each, and claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.messages import say
from .letter_words import cut_short

Facts = list[dict[str, Any]]


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
