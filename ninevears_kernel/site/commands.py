"""``ninevears site``: the pages for a class as plain files."""

from __future__ import annotations

from pathlib import Path

import click

from ..core.messages import say


@click.command("site")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def site_command(folder: Path) -> None:
    """Write the site into FOLDER: the war on the map as a page that needs no kernel, and its data.

    Any web server can give it, at whatever address; the pages open from a folder or a stick as well.
    """
    from .build import write_site  # pandas and the map are imported when the command runs

    for file in write_site(folder):
        click.echo(say("site.written", file=file, size=-(-file.stat().st_size // 1000)))
    click.echo(say("site.serve", folder=folder))
