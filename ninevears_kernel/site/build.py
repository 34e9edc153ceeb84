"""Writes the site into a folder: plain files with links among themselves, for any web server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from markupsafe import Markup

from .. import __version__
from ..chronicle.frames import frame
from ..chronicle.plan_sheets import PLANS, read_plan, sheet
from ..core.messages import say
from ..nine_years.atlas.picture import OF_PAGE, to_svg
from ..output_files import make_folder, write_whole
from ..typefaces import with_type
from .data_files import data_files
from .play_page import DRILL, Runtime, play_files
from .war_page import environment, style_of, war_page

WAR, PAPER, PLAY, READ = "war", "paper", "play", "read"
INDEX = "index.html"
LESSON = "lesson"
"""What is asked of the page to play for lesson 0."""


Files = Iterator[tuple[str, str | bytes]]
"""Files by their path, and what they hold."""


def site_files(runtime: Runtime | None = None, reading: Files | None = None) -> Files:
    """Every file of the site by its path within it, and what it holds, one after the other.

    Args:
        runtime: what runs the rules in a browser; None: the site has no page to play.
        reading: the pages to read (`reading.reading_pages`); None: it has none.
    """
    version = sha256()
    for name, content in _pages(runtime, reading):
        version.update(name.encode() + (content.encode() if isinstance(content, str) else content))
        yield name, content
    # another site is another version of what browsers keep of it
    offline = environment().get_template("offline.js")
    yield "offline.js", offline.render(version=version.hexdigest()[:16])


def _pages(runtime: Runtime | None, reading: Files | None) -> Files:
    yield f"{WAR}/{INDEX}", war_page()
    for name, content in data_files().items():
        yield f"{WAR}/data/{name}", content
    yield f"{PAPER}/{INDEX}", paper_page()
    yield from ((f"{PAPER}/{name}.html", sheet(name, "pupil", "auto")) for name in PLANS)
    # the first page comes last: what it leads to is there
    if runtime is not None:
        yield from ((f"{PLAY}/{name}", content) for name, content in play_files(runtime))
    if reading is not None:
        yield from ((f"{READ}/{name}", content) for name, content in reading)
    yield INDEX, index_page(play=runtime is not None, read=reading is not None)


def index_page(play: bool = False, read: bool = False) -> str:
    """The first page: what the site holds.

    Args:
        play: whether it has a page to play.
        read: whether it has pages to read.

    >>> 'href="war/index.html"' in index_page()
    True
    """
    # with the name of its file, so that the link leads there from a folder too
    pages = [
        (f"{WAR}/{INDEX}", say("site.title"), [say("site.index-war")]),
        (f"{PAPER}/{INDEX}", say("site.paper-title"), [say("site.paper-about")]),
    ]
    if play:
        pages.append((f"{PLAY}/{INDEX}?{LESSON}", say("site.lesson-title"), [say("site.lesson-about")]))
        pages.append((f"{PLAY}/{INDEX}", say("site.play-title"), [say("site.play-about")]))
        pages.append((f"{PLAY}/{DRILL}", say("site.drill-title"), [say("site.drill-about")]))
    if read:
        pages.append((f"{READ}/{INDEX}", say("site.read-title"), [say("site.read-about")]))
    return _listed("", say("site.index-title"), say("site.index-lead"), pages, _picture())


def paper_page() -> str:
    """The page of the lesson plans to print: a pupil's sheet for each.

    >>> paper_page().count('href="') > len(PLANS)
    True
    """
    plans = [(name, read_plan(name)) for name in PLANS]
    pages = [(f"{name}.html", plan.title, [plan.question, plan.fits]) for name, plan in plans]
    return _listed("../", say("site.paper-title"), say("site.paper-lead"), pages)


def _picture() -> Markup:
    """The Low Countries in the month of Namur, for the first page: what the site is about, at a glance."""
    shown = frame("1692-06", theatres="low-countries")
    return Markup(to_svg(shown.scene, view=shown.view, width=1000, theme=OF_PAGE, overlays=shown.marks))


def _listed(
    root: str, title: str, lead: str, pages: list[tuple[str, str, list[str]]], picture: str = ""
) -> str:
    """A page that leads to others, each with its name and a word about it."""
    return with_type(
        environment()
        .get_template("index.html")
        .render(
            root=root,
            offline=say("site.offline"),
            title=title,
            lead=lead,
            style=Markup(style_of("index.css")),
            pages=pages,
            picture=picture,
            home=say("site.play-home") if root else "",
            made=say("site.made", version=__version__),
        )
    )


def write_site(
    folder: str | Path, runtime: Runtime | None = None, reading: Files | None = None
) -> Iterator[Path]:
    """Writes the site, file by file; what else is in the folder stays.

    Args:
        folder: where to; it is made where there is none.
        runtime: what runs the rules in a browser; None: the site has no page to play.
        reading: the pages to read; None: it has none.

    Returns:
        Each file when it is written.

    Raises:
        BadInput: a file cannot be written.
    """
    for name, content in site_files(runtime, reading):
        path = Path(folder, name)
        make_folder(path.parent)
        write_whole(path, content)
        yield path


def zip_site(folder: str | Path, files: Iterable[Path]) -> Path:
    """Puts files of a site into one archive beside its folder, as hosts of pages take it.

    Args:
        folder: the site's.
        files: what goes into it, each within the folder.

    Returns:
        The archive.

    Raises:
        BadInput: it cannot be written.
    """
    archive = Path(f"{Path(folder).resolve()}.zip")
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as made:
        for file in files:
            made.write(file, file.relative_to(folder))
    write_whole(archive, out.getvalue())
    return archive
