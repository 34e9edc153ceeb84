"""``ninevears review``: what a war turned on, as text or as a page."""

from __future__ import annotations

import sys

import click

from ..core.messages import say
from ..nine_years.components.sides import SIDES, Side


@click.command(name="review")
@click.argument("log", type=str)
@click.option("--side", type=click.Choice(SIDES), default="Alliance", show_default=True, help="Whose chance.")
@click.option("--html", metavar="FILE", help="Write it as a page with pictures.")
@click.option("--choices", "year", metavar="YEAR", type=int, help="Which choices of a year were poor.")
def review_command(log: str, side: Side, html: str | None, year: int | None) -> None:
    """Say what LOG turned on, the log of a war: chances, turning points, luck of the dice."""
    from ..output_files import check_writable, write_whole
    from ..typefaces import with_type
    from .review_page import review_html, review_text
    from .reviewed import look_at_year, review

    if html is not None:
        check_writable(html)
    with click.progressbar(length=1, label=say("review.label"), file=sys.stderr) as bar:

        def progress(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        if year is not None:
            told = look_at_year(log, year, side, progress=progress)
            bar.update((bar.length or 0) - bar.pos)
            click.echo(told)
            return
        found = review(log, progress=progress)
        bar.update((bar.length or 0) - bar.pos)
    if html is None:
        click.echo(review_text(found, side))
        return
    title = say("review.title", side=side)
    page = f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{title}</title>"
    page += "<meta name='viewport' content='width=device-width,initial-scale=1'>"
    page += "<style>body{margin:16px;background:#e6d8b6}</style>"
    page += f"<main>{review_html(found, side)}</main></html>"
    write_whole(html, with_type(page))
    click.echo(say("review.written", file=html), err=True)
