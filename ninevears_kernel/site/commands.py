"""``ninevears site`` and ``ninevears lite``: pages for a class as plain files."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ..core.messages import say
from ..teaching.lesson_helpers.places import notebooks_folder

_folder = click.Path(file_okay=False, path_type=Path)


@click.command("site")
@click.argument("folder", type=_folder)
@click.option("--play/--no-play", default=True, help="With the page to play, or without.")
@click.option(
    "--pyodide",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="The folder with Pyodide and msgspec's wheel for it; without it npm and pip fetch them.",
)
@click.option(
    "--read/--no-read", default=None, help="With the pages to read; by default if they can be made."
)
@click.option("--zip", "zipped", is_flag=True, help="Write FOLDER.zip too, to hand in where a site is kept.")
def site_command(folder: Path, play: bool, pyodide: Path | None, read: bool | None, zipped: bool) -> None:
    """Write the site into FOLDER: the war on the map, its data, the game in a browser, lessons to read.

    Any web server can give it, at whatever address. The map opens from a folder or a stick as well; to play
    asks for a server, such as Python's own. The pages to read need the extra "site", and take some minutes:
    every notebook is run.
    """

    def told(file: Path) -> None:
        click.echo(say("site.written", file=file, size=-(-file.stat().st_size // 1000)))

    # pandas and the map are imported when the command runs
    from .build import write_site, zip_site
    from .play_page import VERSION, fetch_runtime, runtime_in
    from .reading import can_be_read, reading_pages

    runtime = None
    if play and pyodide is not None:
        runtime = runtime_in(pyodide)
    elif play:
        with TemporaryDirectory() as fetched:
            runtime = fetch_runtime(Path(fetched))
        if runtime is None:
            click.echo(say("site.no-play", version=VERSION), err=True)
    if read is None and not can_be_read():
        click.echo(say("site.no-read"), err=True)
        read = False
    reading = None
    if read is not False:

        def run(notebook: str) -> None:
            click.echo(say("site.reading", notebook=notebook), err=True)

        reading = reading_pages(notebooks_folder(), run)
    written = []
    for file in write_site(folder, runtime, reading):
        written.append(file)
        told(file)
    if zipped:
        told(zip_site(folder, written))
    click.echo(say("site.serve", folder=folder))


_file = click.Path(dir_okay=False, exists=True, path_type=Path)


@click.command("lite")
@click.argument("folder", type=_folder)
@click.option(
    "--pyodide",
    type=click.Path(exists=True, path_type=Path),
    required=True,
    help="Pyodide with its packages: the archive that is published (pyodide-….tar.bz2), or its folder.",
)
@click.option("--wheel", type=_file, required=True, help="The kit's own (pip wheel --no-deps .).")
def lite_command(folder: Path, pyodide: Path, wheel: Path) -> None:
    """Write a JupyterLite site into FOLDER: every notebook with its kernel, in the browser alone.

    It needs the extra "lite", and what is not in the distribution from PyPI while it is built; the pages
    themselves ask for nothing outside. Any web server can give them.
    """
    from .lite import write_lite

    files = list(write_lite(folder, pyodide, wheel, notebooks_folder()))
    size = -(-sum(file.stat().st_size for file in files) // 1_000_000)
    click.echo(say("site.lite-done", count=len(files), size=size, folder=folder))
