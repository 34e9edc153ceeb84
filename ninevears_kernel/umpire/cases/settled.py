"""What a mail leaves open, settled by the umpire: the case that comes of it, and the facts of the
decision.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from ...core.errors import BadInput
from ...core.messages import Message, say
from ...core.render import value_shown
from ...core.rulings import frozen
from ...input_files import parse_data
from .case import FORMAT, Case, Claim
from .facts import Told, facts_of
from .mail_sentence import sentence_at
from .outside_input import MOST_CLAIMS
from .rolls import rolls_of
from .versions import Dispute, fact_of, ruled_with_dice
from .with_facts import Fact, with_facts

NONE_OF_ALL = ("leaders", "cards", "extra_dice")
"""Kinds of fact that may say of nobody in particular that there were none."""


class Settled(NamedTuple):
    """A mail as the umpire has settled it.

    Attributes:
        case: the case, with the versions in it that were found, and what each player said as a claim.
        facts: the facts of its decision.
        open: what stays open, a sentence each.
    """

    case: Case
    facts: list[Told]
    open: list[str]


def settled(
    read: Mapping[str, Any],
    found: Sequence[str],
    why: Sequence[str] = (),
    against: Sequence[str] = (),
    told: Sequence[str] = (),
    aside: Sequence[str] = (),
) -> Settled:
    """The case of a mail, with what the umpire finds and tells.

    Args:
        read: the mail, as `email.reader.read_email` reads it.
        found: the versions found, each ``KIND=VALUE``, ``KIND=WHO`` or ``KIND=VALUE:WHO``.
        why: for each of these why, in the same order; fewer leave the last without.
        against: versions of what the mail was not read to dispute, each ``KIND=VALUE:WHO``; that of `found`
            stands against them.
        told: what the umpire has besides, each ``KEY=VALUE``, the key as a case names it.
        aside: words of the mail that change nothing: what of them is open is left.

    Raises:
        BadInput: something is not written so, or names no version; nobody can tell what is asked; or what
            the mail tells does not come to a case.

    >>> read = {"system": "NY", "question": "force", "facts": [], "missing": [], "unread": [], "from": [],
    ...         "disputed": [{"kind": "corps", "versions": [
    ...             {"by": "Bourbon", "value": 8}, {"by": "Alliance", "value": 9}]}]}
    >>> case, facts, still_open = settled(read, ["corps=Alliance"], ["So the log."], told=["leaders=[5, 3]"])
    >>> case.given, [(one["status"], one["for"]) for one in facts], still_open
    ({'corps': 9, 'leaders': [5, 3]}, [('found', 'Alliance'), ('found', None)], [])
    """
    if read.get("system") is None or read.get("question") is None:
        raise BadInput("mail", None, Message("settled.expected-question"))
    disputes = _disputes(read, found, against)
    chosen: list[Any] = [None] * len(disputes)
    for place, one in enumerate(found):
        kind, value = _halves("find", one)
        number = next(number for number, dispute in enumerate(disputes) if dispute["kind"] == kind)
        version = _version(disputes[number], value)
        chosen[number] = {"version": version, "why": why[place] if place < len(why) else None}
    own = [_own(one) for one in told]
    closed = {_stem(one["kind"].rpartition(".")[2]) for one in (*disputes, *own)}
    left = {" ".join(one.casefold().split()) for one in aside}
    said = [
        one for one in read["facts"] if one["sure"] and (_stem(one["kind"]) not in closed or _is_name(one))
    ]
    versions = [
        fact_of(dispute, dispute["versions"][one["version"]])
        for dispute, one in zip(disputes, chosen, strict=True)
        if one is not None
    ]
    rolled = [one for one in said if one["kind"] == "dice"]  # how many are due all else says
    plainly = [one for one in said if one["kind"] != "dice" and not is_none_of_all(one)]
    heard, astray = _with(Case(FORMAT, read["system"], read["question"]), plainly)
    case = with_facts(heard, versions)
    for fact in own:
        case = with_facts(case, [fact])
    case, astray = _with(case, [one for one in plainly if one["said"] in astray])  # whose side is told now
    case, more = _with(case, rolled)
    if rolled and "dice" not in closed and not _fit(case, rolled):
        case, more = structs.replace(case, dice=None), [*more, *(str(one["said"]) for one in rolled)]
    case, _, note = ruled_with_dice(case)
    if "dice" not in closed:
        heard = structs.replace(heard, dice=case.dice)
    rollers = {one.roller for one in rolls_of(case, case.dice)} if case.dice and note is None else set()
    if rollers and rollers >= {one.get("whose") for one in rolled}:
        closed.add("dice")  # they fit what the umpire tells, whatever was asked of them before
    facts = facts_of(
        case, disputes, chosen, said=said, heard=heard, teller=teller_of(read["facts"], read["from"] or [""])
    )
    doubts = read["unread"] or not all(one["sure"] for one in read["facts"])  # each is told by itself
    still_open = [
        *(
            one["ask"]
            for one in read["missing"]
            if _stem(one["kind"]) not in closed and not (one["kind"] == "facts" and doubts)
        ),
        *(dispute_words(one) for one, version in zip(disputes, chosen, strict=True) if version is None),
        *(
            _unsure(one["said"])
            for one in read["facts"]
            if not one["sure"] and _stem(one["kind"]) not in closed and not _is_aside(one["said"], left)
        ),
        *(
            _unsure(said)
            for said in (*astray, *more, *(one["said"] for one in read["unread"]))
            if not _is_aside(said, left)
        ),
    ]
    return Settled(_with_claims(case, disputes), facts, list(dict.fromkeys(still_open)))


def _is_aside(said: str, left: Collection[str]) -> bool:
    return " ".join(said.casefold().split()) in left


def _fit(case: Case, rolled: Sequence[Fact]) -> bool:
    """Whether each roller has so many dice as the case asks for: else one's would be taken for another's."""
    if not case.dice:
        return True
    if ruled_with_dice(case).note is not None:
        return False
    theirs = {one.roller: list(one.dice) for one in rolls_of(case, case.dice)}
    told = {one.get("whose"): one["value"] for one in rolled}
    return all(theirs[whose] == faces for whose, faces in told.items() if whose in theirs)


def teller_of(facts: Iterable[Fact], senders: Sequence[str]) -> str | None:
    """Who alone wrote of a case: the side that they play, or "" where it is not told; None where several did.

    Args:
        facts: what the mail tells.
        senders: who wrote it.

    >>> side = {"kind": "side", "value": "Alliance", "role": "writer"}
    >>> teller_of([side], ["Ruth"]), teller_of([], ["Ruth"]), teller_of([], ["Ruth", "Ben"])
    ('Alliance', '', None)
    """
    if len(senders) != 1:
        return None
    plays = (
        one["value"]
        for one in facts
        if one["kind"] in ("side", "power")
        and (one.get("role") == "writer" or (one.get("role") == "player" and one.get("whose") in senders))
    )
    return str(next(plays, ""))


def _disputes(read: Mapping[str, Any], found: Sequence[str], against: Sequence[str]) -> list[dict[str, Any]]:
    """What is disputed: what the mail was read to dispute, and what the umpire says is."""
    text = str(read.get("text") or "")
    disputes = [
        {**one, "versions": [{**version, **_in_full(text, version)} for version in one["versions"]]}
        for one in read["disputed"]
    ]
    for one in found:
        kind, value = _halves("find", one)
        if any(dispute["kind"] == kind for dispute in disputes):
            continue
        others = [other for each, other in (_halves("against", one) for one in against) if each == kind]
        if not others:
            known = Message.any_of([dispute["kind"] for dispute in disputes])
            raise BadInput("find", one, Message("settled.expected-dispute", known=known, kind=kind))
        disputes.append({"kind": kind, "versions": [_told_by(other) for other in (value, *others)]})
    return disputes


def _in_full(text: str, version: Mapping[str, Any]) -> dict[str, str]:
    """The whole sentence in which a version was told."""
    span = version.get("span")
    return {"said": sentence_at(text, span)} if text and span else {}


def _halves(option: str, one: str) -> tuple[str, str]:
    """Both halves of what is written as ``KIND=VALUE``."""
    kind, sign, value = (part.strip() for part in one.partition("="))
    if not (kind and sign and value):
        raise BadInput(option, one, Message("settled.expected-pair"))
    return kind.casefold().replace("_", "-"), value


def _told_by(value: str) -> dict[str, Any]:
    """A version of a fact: its value, and who told it."""
    said, sign, by = value.rpartition(":")
    if not sign or not said or not by:
        raise BadInput("against", value, Message("settled.expected-version"))
    return {"by": by.strip(), "value": _value(said)}


def _version(dispute: Dispute, wanted: str) -> int:
    """The number of the version that has a value, or that somebody told.

    Raises:
        BadInput: there is none such, or more than one.
    """
    fitting = [
        number
        for number, one in enumerate(dispute["versions"])
        if wanted.casefold() in {name.casefold() for name in _names(one)}
    ]
    if len(fitting) != 1:
        known = Message.any_of([_names(one)[2] for one in dispute["versions"]])
        raise BadInput("find", wanted, Message("settled.expected-known", kind=dispute["kind"], known=known))
    return fitting[0]


def _names(version: Mapping[str, Any]) -> tuple[str, str, str]:
    """By what a version may be named: its value, who told it, and both."""
    value = version["value"]
    shown = value if isinstance(value, str) else value_shown(frozen(value))
    by = str(version.get("by") or "")
    return shown, by, f"{shown}:{by}"


def _own(one: str) -> dict[str, Any]:
    """What the umpire tells, as a fact: the key of a case, or its dice."""
    key, sign, value = (part.strip() for part in one.partition("="))
    if not (key and sign and value):
        raise BadInput("tell", one, Message("settled.expected-key"))
    if key == "dice":
        return {"kind": "dice", "value": [_value(face) for face in re.findall(r"[^\s,\[\]]+", value)]}
    return {"kind": key.rpartition(".")[2], "what": f"given.{key}", "value": _value(value)}


def _value(text: str) -> Any:
    """A value as it is typed: a number, a list, yes or no as JSON writes them, or else a word."""
    try:
        found = parse_data(f'{{"value": {text}}}', is_toml=False)
    except BadInput:
        return text
    return found["value"] if found.keys() == {"value"} else text


def _is_name(fact: Fact) -> bool:
    """Whether a fact names a leader, which no rating that the umpire tells takes the place of."""
    return fact["kind"] == "leader" and isinstance(fact.get("value"), str)


def _stem(kind: str) -> str:
    """What kinds of facts have in common that go by the singular and the plural."""
    return kind.casefold().replace("_", "-").removesuffix("s")


def _with(case: Case, facts: Sequence[Fact]) -> tuple[Case, list[str]]:
    """A case with facts in it, and the words of those that have no place there."""
    try:
        return with_facts(case, facts), []
    except BadInput:
        astray = list[str]()
    for one in facts:
        try:
            case = with_facts(case, [one])
        except BadInput:
            astray.append(str(one["said"]))
    return case, astray


def _unsure(said: str) -> str:
    return say("settled.unsure", said=said)


def dispute_words(dispute: Dispute) -> str:
    """How the umpire finds for a version of what is disputed.

    Args:
        dispute: the versions of a fact.

    >>> dispute_words({"kind": "corps", "versions": [{"by": "Tom", "value": 3}, {"by": "Ann", "value": 4}]})
    'Who is right about corps? --find corps=… finds for one: 3:Tom or 4:Ann.'
    """
    versions = Message.any_of([_names(one)[2] for one in dispute["versions"]])
    return say("settled.open", kind=dispute["kind"], versions=versions)


def _with_claims(case: Case, disputes: Iterable[Dispute]) -> Case:
    """The case with the words of both players as claims."""
    said: dict[str, list[str]] = {}
    for one in (version for dispute in disputes for version in dispute["versions"]):
        if one.get("by") and one.get("said"):
            said.setdefault(str(one["by"]), []).append(str(one["said"]))
    claims = [Claim(by[:80], " ".join(dict.fromkeys(words))[:2000]) for by, words in said.items()]
    return structs.replace(case, claims=claims[:MOST_CLAIMS])


def is_none_of_all(fact: Fact) -> bool:
    """Whether a fact says of nobody in particular that there were none: that gives a case nothing.

    Args:
        fact: the fact.

    >>> is_none_of_all({"kind": "cards", "value": 0}), is_none_of_all({"kind": "corps", "value": 0})
    (True, False)
    """
    return fact.get("value") in ([], 0) and fact.get("kind") in NONE_OF_ALL and not fact.get("whose")
