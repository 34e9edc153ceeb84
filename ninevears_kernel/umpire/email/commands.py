"""What ``ninevears mail`` does: reads an email to the umpire, and tells what it says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import click

from ...core.errors import BadInput
from ...core.messages import Message, say

LONGEST = 80
"""Signs of a value that are shown."""
IN_A_LIST = re.compile(r"\[\]|=")
"""In the path of a key: it belongs to an item of a list, which is told whole."""

FROM_MAIL_TO_LETTER = """From a dispute to a letter: find for a version of it, file the case that comes
of it, and decide it.

\b
  ninevears mail toulon.txt --find strength=2 --why "The counter lies so." \\
      --tell dice=3,4 --case-out case.json --facts-out facts.json
  ninevears docket add case.json
  ninevears docket decide 1 --facts facts.json
  ninevears docket letter 2 --out letter.html"""


@click.command("mail", epilog=FROM_MAIL_TO_LETTER)
@click.argument("file", type=str)
@click.option("--json", "as_json", is_flag=True, help="Print what was read as JSON.")
@click.option("--system", type=click.Choice(["NY", "HIS", "VQ", "MP"]), help="The system, where you know it.")
@click.option(
    "--find",
    "found",
    multiple=True,
    metavar="KIND=VERSION",
    help="The version of what is disputed "
    "for which you find: by its value, by who told it, or by both: place=port:Karin.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="KIND=VALUE:WHO",
    help="The other version, where the mail was not read to dispute it.",
)
@click.option("--why", multiple=True, metavar="TEXT", help="Why you find so; one for each --find, in order.")
@click.option(
    "--tell",
    "told",
    multiple=True,
    metavar="KEY=VALUE",
    help="What you know besides, as a key of the case: zone=Atlantic, attacker.leaders=[2], dice=3,4.",
)
@click.option(
    "--aside",
    multiple=True,
    metavar="WORDS",
    help="Words of the mail that change nothing, as it asks about them.",
)
@click.option("--as-it-stands", is_flag=True, help="Leave what is still open as it is.")
@click.option("--case-out", metavar="FILE", help="Write the case there, for `docket add`.")
@click.option("--facts-out", metavar="FILE", help="Write its facts there, for `docket decide --facts`.")
def mail_command(
    file: str,
    as_json: bool,
    system: str | None,
    as_it_stands: bool,
    case_out: str | None,
    facts_out: str | None,
    **finding: tuple[str, ...],
) -> None:
    """Read an email to the umpire, FILE (- for standard input): its facts, and what has to be asked."""
    from ...core.render import json_text
    from ...input_files import read_raw
    from .reader import read_email

    read = read_email(read_raw(file), system=system)
    if case_out or facts_out or any(finding.values()):
        _settle(read, case_out, facts_out, as_it_stands, **finding)
    elif as_json:
        click.echo(json_text({name: value for name, value in read.items() if name != "text"}))
    else:
        click.echo("\n".join(_lines(read)))


def _settle(
    read: dict[str, Any], case_out: str | None, facts_out: str | None, as_it_stands: bool, **finding: Any
) -> None:
    """Writes the case that the umpire makes of a mail, and the facts of its decision.

    Raises:
        BadInput: something is still open, and is not to be left so.
    """
    from msgspec import to_builtins

    from ...core.render import json_text
    from ...output_files import check_writable, write_whole
    from ..cases.settled import settled

    case, facts, still_open = settled(read, **finding)
    if still_open:
        click.echo("\n".join(say("email.missing", ask=one) for one in still_open), err=True)
    if still_open and not as_it_stands:
        raise BadInput(
            "mail", Message("settled.points", count=len(still_open)), Message("settled.still-open")
        )
    given = {name: one for name, one in to_builtins(case).items() if one not in (None, "", [], {})}
    given["claims"] = [{"by": one.by, "says": one.says} for one in case.claims]
    made = ((case_out, "case-out", given), (facts_out, "facts-out", facts))
    for path, option, _ in made:
        if path:
            check_writable(path, option)
    for path, option, data in made:
        if path:
            write_whole(path, json_text(data) + "\n", option)
            click.echo(say("letter.written", file=path), err=True)
        else:
            click.echo(json_text(data))


def _lines(read: dict[str, Any]) -> list[str]:
    """What was read as lines for people."""
    from ..cases.settled import dispute_words
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
        lines.append(f"  {dispute_words(one)}")
    lines += [say("email.missing", ask=one["ask"]) for one in read["missing"]]
    lines += [say("email.unread", said=one["said"]) for one in read["unread"]]
    lines += [f"{one['said']}: {elsewhere_words(one)}" for one in read["elsewhere"]]
    if read["case"]:
        return [*lines, say("email.case-made")]
    return [*lines, say("email.no-case"), *_keys_to_tell(read["system"], read["question"])]


def _keys_to_tell(system: str | None, question: str | None) -> list[str]:
    """The keys that a case of a question takes, for whoever tells what the mail leaves open."""
    from ..cases.cases import questions
    from ..cases.given_keys import given_keys

    asked = questions().get((system or "", question or ""))
    if asked is None:
        return []
    keys = [one.path for one in given_keys(asked) if not IN_A_LIST.search(one.path)]
    return [say("email.keys-to-tell", keys=", ".join([*keys, "dice"]))]


def _words(fact: Mapping[str, Any]) -> str:
    """A fact in a sentence; of a save, a link or a log that the mail carries, what it is."""
    from ..cases.fact_words import fact_words

    value = fact.get("value")
    if isinstance(value, Mapping) and "format" in value:
        value = value["format"]
    if isinstance(value, str) and len(value) > LONGEST:
        value = f"{value[:LONGEST].splitlines()[0]}…"
    return fact_words({**fact, "value": value})
