"""The command line of the dice that can be trusted: ``ninevears dice commit`` and so on."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from ...core.errors import BadInput
from ...core.messages import Message, say
from ...nine_years.components.sides import SIDES, Side
from ...output_files import described_of, none_left_empty

MARKS = {True: "fair.mark-good", False: "fair.mark-bad", None: "fair.mark-unknown"}
SECRET_MODE = 0o600
"""Nobody but its owner reads the file of a secret."""


@click.group()
def dice() -> None:
    """Dice that can be trusted: commit before a war, reveal after it, check."""


@dice.command()
@click.argument("game", type=str)
@click.argument("secret", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--date", metavar="DATE", help="As in 1690-07-10; today (UTC) by default.")
@click.option("--no-words", is_flag=True, help="The players add no words.")
def commit(game: str, secret: Path, date: str | None, no_words: bool) -> None:
    """Draw a secret for GAME, write it to the new file SECRET, print the block to publish."""
    from .fair_dice import commit

    commitment, reveal = commit(game, date, with_words=not no_words)
    _write_secret(secret, reveal.text)
    click.echo(commitment.text, nl=False)
    click.echo(say("fair.keep-secret", file=str(secret)), err=True)


@dice.command()
@click.argument("commitment", type=str)
@click.option("--side", type=click.Choice(SIDES), required=True, help="Whose words they are.")
@click.option("--words", required=True, help="What the player says; anything on one line.")
def promise(commitment: str, side: Side, words: str) -> None:
    """For a player: print the promise of words to COMMITMENT, and the line to keep."""
    from .fair_dice import promise, read_commitment

    made = promise(read_commitment(_read(commitment)), side, words)
    click.echo(say("fair.promise", side=side, digest=made.digest))
    click.echo(say("fair.keep-line", line=made.line), err=True)


@dice.command()
@click.argument("commitment", type=str)
@click.option("--bourbon", required=True, help="What the Bourbon player promised: 64 digits.")
@click.option("--alliance", required=True, help="What the Alliance player promised.")
def promises(commitment: str, bourbon: str, alliance: str) -> None:
    """Print the block of COMMITMENT with both promises, to publish it before anybody shows words."""
    from .fair_dice import add_promises, read_commitment

    given = read_commitment(_read(commitment))
    click.echo(add_promises(given, {"Bourbon": bourbon, "Alliance": alliance}).text, nl=False)


@dice.command()
@click.argument("commitment", type=str)
@click.option("--bourbon", required=True, help="The line that the Bourbon player kept.")
@click.option("--alliance", required=True, help="The line that the Alliance player kept.")
def words(commitment: str, bourbon: str, alliance: str) -> None:
    """Print the block of COMMITMENT with the words of both players, to publish it again."""
    from .fair_dice import add_words, read_commitment

    given = read_commitment(_read(commitment))
    click.echo(add_words(given, {"Bourbon": bourbon, "Alliance": alliance}).text, nl=False)


@dice.command()
@click.argument("commitment", type=str)
@click.argument("secret", type=str)
@click.option("--seed", "seed_only", is_flag=True, help="Print the seed alone, to start the war with it.")
def reveal(commitment: str, secret: str, seed_only: bool) -> None:
    """Print the block of the file SECRET, for after the war; refuse when it is not that of COMMITMENT."""
    from .fair_dice import read_commitment, read_reveal, seed_of

    given, described = read_commitment(_read(commitment)), read_reveal(_read(secret))
    if described.digest != given.digest:
        raise BadInput("sha256", described.digest, Message("expected.exactly", value=given.digest))
    click.echo(seed_of(given, described) if seed_only else described.text.rstrip())


@dice.command()
@click.argument("commitment", type=str)
@click.argument("reveal", type=str)
@click.argument("log", type=str)
@click.option("--rules", metavar="FILE", help="Your own tables instead of the kit's (TOML).")
def check(commitment: str, reveal: str, log: str, rules: str | None) -> None:
    """Check the LOG of a war against COMMITMENT and REVEAL; exit 1 when anything is not as it should be."""
    from .fair_dice import check

    found = check(_read(commitment), _read(reveal), _read(log), rules=rules)
    for one in found.checks:
        click.echo(f"{say(MARKS[one.holds])} {one.says}")
    click.echo(str(found.says))
    sys.exit(0 if found.holds else 1)


def _write_secret(path: Path, text: str) -> None:
    """Writes a new file that nobody but its owner reads; an older secret is never written over."""
    if os.path.lexists(path):
        raise BadInput("secret", str(path), Message("fair.expected-new-file"))
    with described_of(path, "secret"), none_left_empty(path):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, SECRET_MODE)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


def _read(path: str) -> str:
    from ...input_files import read_text

    try:
        return read_text(path)
    except BadInput as error:
        raise error.in_file(path) from None
