"""What is filed in the docket: a case, a game and an umpire's own tables, checked and taken apart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import structs
from sqlalchemy import Connection, select

from ...core.errors import BadEntry, BadInput
from ...core.messages import Message, say
from ...core.render import plain
from ...input_files import parse_data, read_data
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.games.log import replayed
from ...nine_years.games.save import position_from_data
from ..cases.cases import Case, case_from_data
from ..cases.outside_input import MOST_CASE, MOST_NAME, checked_text, kept_json, to_json, words_of
from ..cases.rules_files import RulesFile, rules_file
from .findings import MOST_FACTS, checked_facts
from .precedents import InForce, Judge
from .records import StoredCase
from .tables import rules

MOST_SENDERS = 20
Rules = RulesFile | str | Path | None
"""An umpire's own tables, or the file that holds them."""


def custom_rules(given: Rules) -> RulesFile | None:
    """The umpire's own tables that somebody means."""
    return given if given is None or isinstance(given, RulesFile) else rules_file(given)


def keep_rules(connection: Connection, own: RulesFile | None) -> str | None:
    """The digest of the umpire's tables, which are written unless the docket has them."""
    if own is None:
        return None
    if connection.scalar(select(rules.c.digest).where(rules.c.digest == own.digest)) is None:
        row = {"digest": own.digest, "name": own.name, "files": to_json(dict(own.files))}
        connection.execute(rules.insert().values(**row))
    return own.digest


def case_data(source: Case | Mapping[str, Any] | str | Path) -> dict[str, Any]:
    """A case as plain data, exactly as it was given.

    Raises:
        BadInput: it cannot be read, is too large, or is not what JSON can hold.
    """
    file = str(source) if isinstance(source, str | Path) else None
    try:
        data = read_data(file) if file is not None else source
        if not isinstance(data, Case | Mapping):
            raise BadInput("file", data, Message("expected.object"))
        return dict(json.loads(kept_json("case", data, MOST_CASE)))
    except BadInput as error:
        raise (error if file is None else error.in_file("standard input" if file == "-" else file)) from None


def claims_in(data: Mapping[str, Any]) -> dict[str, str]:
    """What a case that was ruled on says itself that players claim."""
    claims: dict[str, str] = {}
    for claim in data.get("claims", ()):
        before = claims.get(claim["by"])
        claims[claim["by"]] = claim["says"] if before is None else f"{before}\n{claim['says']}"
    return claims


def checked_game(text: str, rule_tables: RuleTables) -> str:
    """Whether a text is a log or a save, its head or the whole of it checked."""
    if text.removeprefix("\ufeff").lstrip().startswith("{"):
        position_from_data(parse_data(text, is_toml=False), rule_tables=rule_tables)
        return "save"
    with suppress(BadEntry):  # what is disputed may be just this
        next(replayed(text, rules=rule_tables, recorded=False))
    return "log"


def checked_senders(senders: Sequence[str]) -> list[str]:
    """The names of those who wrote to the umpire, each once.

    Raises:
        BadInput: one is too long, or there are more than anybody gets letters from.
    """
    if len(senders) > MOST_SENDERS:
        raise BadInput("senders", len(senders), Message("expected.between", least=0, most=MOST_SENDERS))
    named = (" ".join(checked_text("senders", name, MOST_NAME).split()) for name in senders)
    return list(dict.fromkeys(filter(None, named)))


def case_row(
    data: Mapping[str, Any], said: Mapping[str, Any], claims: Mapping[str, str], senders: Sequence[str] = ()
) -> dict[str, Any]:
    """The columns of a case that follow from itself, its ruling, what players claim and who wrote of it."""
    return {
        "system": said["system"],
        "question": said["question"],
        "verdict": said["verdict"],
        "case": to_json(data),
        "ruling": to_json(said),
        "claims": to_json(claims),
        "words": words_of(*_said_by(data, said), *claims, *claims.values(), *senders),
    }


def facts_as_ruled(stored: StoredCase, force: InForce) -> list[dict[str, Any]]:
    """The facts that the ruling on a stored case rests on; none where this kit cannot tell them.

    Args:
        stored: the case.
        force: what was in force when it was ruled.
    """
    from ..cases.facts import facts_of  # the search for what is assumed is long to import

    case = case_from_data(plain(stored.case))
    case = structs.replace(case, readings={**force.readings, **case.readings})
    try:
        teller = "" if len(stored.senders) == 1 else None  # no letter has the names of those who wrote
        told = facts_of(case, rules=Judge(force).rule_tables(stored.rules), teller=teller)
        more = len(told) - MOST_FACTS
        if more > 0:
            last = say("fact.sentence", says=say("fact.more-things", count=more + 1))
            told[MOST_FACTS - 1 :] = [{**told[0], "says": last}]
        return checked_facts(told)
    except BadInput:
        return []


def cited_by(said: Mapping[str, Any]) -> list[str]:
    """The clauses that a ruling cites, once each."""
    parts = ("steps", "violations", "readings")
    return list(dict.fromkeys(each["clause"] for part in parts for each in said[part]))


def _said_by(data: Mapping[str, Any], said: Mapping[str, Any]) -> Iterator[str]:
    """Every sentence of a case and its ruling."""
    yield from (str(data.get("title", "")), str(data.get("story", "")))
    yield from (said["question"].replace("-", " "), said["says"])
    for part in ("steps", "violations"):
        for each in said[part]:
            yield f"{each['clause']} {each['says']}"
            yield each.get("remedy") or ""
    for each in said["readings"]:
        yield f"{each['name']} {each['chosen']} {each['means']}"
