"""What ``ninevears mail`` does: reads an email to the umpire, and tells what it says."""

from __future__ import annotations

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
    from .reader import elsewhere_words

    question = read["question"] or say("email.no-question")
    lines = [say("email.about", system=read["system"] or say("email.no-system"), question=question)]
    for fact in read["facts"]:
        name = "email.fact" if fact["sure"] else "email.fact-doubtful"
        details = {
            key: one for key, one in fact.items() if key not in ("kind", "value", "said", "sure", "span")
        }
        value = _shown(fact["value"]) + "".join(f", {key} {_shown(one)}" for key, one in details.items())
        lines.append(say(name, kind=fact["kind"], value=value, said=fact["said"]))
    for one in read["disputed"]:
        lines.append(say("email.disputed", what=one["what"]))
        lines += [
            say("email.version", by=version["by"], value=_shown(version["value"]), said=version["said"])
            for version in one["versions"]
        ]
    lines += [say("email.missing", ask=one["ask"]) for one in read["missing"]]
    lines += [say("email.unread", said=one["said"]) for one in read["unread"]]
    lines += [f"{one['said']}: {elsewhere_words(one)}" for one in read["elsewhere"]]
    return [*lines, say("email.case-made" if read["case"] else "email.no-case")]


def _shown(value: Any) -> str:
    if isinstance(value, dict) and "format" in value:
        return str(value["format"])  # a save
    if isinstance(value, str) and len(value) > LONGEST:
        return f"{value[:LONGEST].splitlines()[0]}…"  # a link or a log
    if isinstance(value, dict):
        return " ".join(f"{key} {_shown(one)}" for key, one in value.items())
    if isinstance(value, list):
        return " ".join(map(_shown, value))
    return str(value)
