"""``ninevears link`` and ``ninevears open``: a moment of a war as a string, and what such a string tells."""

from __future__ import annotations

import click

from ..core.errors import one_line
from ..nine_years.components.sides import SEATS, Seat


@click.command(name="link")
@click.argument("file", type=str)
@click.option(
    "--entry", type=click.IntRange(0), metavar="N", help="After N choices, with the log of that year."
)
@click.option(
    "--for",
    "seat",
    type=click.Choice(SEATS),
    default="both",
    show_default=True,
    help="Whom it is for: it holds no more than that player, both, or the umpire may see.",
)
def link_command(file: str, entry: int | None, seat: Seat) -> None:
    """Print a link to FILE, a log, a war that was kept, a save or a case (- for standard input)."""
    from .linked import link_of_file

    click.echo(link_of_file(file, seat, entry))


@click.command(name="open")
@click.argument("what", metavar="LINK_OR_FILE", type=str)
def open_command(what: str) -> None:
    """Say what a link or a file holds: a log, a war that was kept, a save, a case (- for standard input)."""
    from .linked import told_of

    # others wrote what it holds: nothing of it steers the terminal
    click.echo("\n".join(map(one_line, told_of(what).rstrip().split("\n"))))
