"""What ``ninevears mail`` does: reads an email to the umpire, and tells what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from ...core.messages import say

LONGEST = 80
"""Signs of a value that are shown."""


@click.command("mail")
@click.argument("file", type=str)
@click.option("--json", "as_json", is_flag=True, help="Print what was read as JSON.")
@click.option("--system", type=click.Choice(["NY", "HIS", "VQ", "MP"]), help="The system, where you know it.")
def mail_command(file: str, as_json: bool, system: str | None) -> None:
    """Read an email to the umpire, FILE (- for standard input): its facts, and what has to be asked."""
    from ...core.render import json_text
    from ...input_files import read_raw
    from .reader import read_email

    read = read_email(read_raw(file), system=system)
    if as_json:
        click.echo(json_text({name: value for name, value in read.items() if name != "text"}))
    else:
        click.echo("\n".join(_lines(read)))


def _lines(read: dict[str, Any]) -> list[str]:
    """What was read as lines for people."""
    from ..cases.versions import fact_of
    from .reader import elsewhere_words

    question = read["question"] or say("email.no-question")
    lines = [say("email.about", system=read["system"] or say("email.no-system"), question=question)]
    for fact in read["facts"]:
        name = "email.fact" if fact["sure"] else "email.fact-doubtful"
        lines.append(say(name, says=_words(fact), said=fact["said"]))
    for one in read["disputed"]:
        lines.append(say("email.disputed", what=one["what"]))
        lines += [
            say("email.version", by=version["by"], says=_words(fact_of(one, version)), said=version["said"])
            for version in one["versions"]
        ]
    lines += [say("email.missing", ask=one["ask"]) for one in read["missing"]]
    lines += [say("email.unread", said=one["said"]) for one in read["unread"]]
    lines += [f"{one['said']}: {elsewhere_words(one)}" for one in read["elsewhere"]]
    return [*lines, say("email.case-made" if read["case"] else "email.no-case")]


def _words(fact: Mapping[str, Any]) -> str:
    """A fact in a sentence; of a save, a link or a log that the mail carries, what it is."""
    from ..cases.fact_words import fact_words

    value = fact.get("value")
    if isinstance(value, Mapping) and "format" in value:
        value = value["format"]
    if isinstance(value, str) and len(value) > LONGEST:
        value = f"{value[:LONGEST].splitlines()[0]}…"
    return fact_words({**fact, "value": value})
