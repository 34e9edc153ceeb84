"""The pages to read: every notebook run once, with stills in the place of widgets, and the manual, by Sphinx.

They need the extra ``site`` (`pip install ninevears_kernel[site]`) and some minutes: all notebooks run.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec, resolve_name
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from ..core.errors import BadInput
from ..core.lazy import offered
from ..core.messages import Message, say
from ..nine_years.atlas.picture import both_themes
from ..typefaces import SANS, SERIF, with_type
from ..umpire.cases.samples import case_book_folder

MANUAL = Path(__file__).parent / "manual"
PACKAGE = Path(__file__).parents[1]
NEEDED = ("sphinx", "furo", "myst_nb", "nbclient")
CHAPTERS = ("lessons", "classroom", "play", "umpire", "companions", "teachers")
"""Folders of notebooks, in the order of the manual."""
NOT_READ = ("index.ipynb", "help.ipynb")
"""Notebooks whose place another page takes."""
DOCUMENTS = ("umpire.md", "case_book.md", "site.md", "table.md")
"""Pages of ``docs``, where the kit is a checkout."""
LEADS = (
    (r"\[([^\]]*)\]\(\.\./CONTRIBUTING\.md[^)]*\)", r"\1"),
    (r"\]\(\.\./notebooks/", "]("),
    (r"\]\(\.\./tests/rulings/case_book/", "](cases/"),
    (r"\]\(((?:\.\./)?)help\.ipynb", r"](\1rules.md"),
    (r"\]\(((?:\.\./)?)index\.ipynb", r"](\1index.md"),
)
"""Links whose pages stand elsewhere here, and what takes their place."""
FACES = (
    *("", "nine_years", "umpire", "play", "teaching", "chronicle", "widgets"),
    *("here_i_stand", "virgin_queen", "musket_pike"),
)
FIRST = "from ninevears_kernel.widgets.reading.stills import show_stills\nshow_stills()"
SECONDS = 300
"""The most that a cell may take."""


def can_be_read() -> bool:
    """Whether all that makes the pages is there."""
    return all(find_spec(name) for name in NEEDED)


def reading_pages(
    notebooks: Path, told: Callable[[str], object] = lambda _: None
) -> Iterator[tuple[str, str | bytes]]:
    """Every file of the pages by its path among them, and what it holds.

    Args:
        notebooks: the folder of the kit's notebooks.
        told: called with the path of each notebook before it is run, for whoever waits.

    Raises:
        BadInput: something that makes the pages is not there, or Sphinx says that something is wrong.
    """
    if not can_be_read():
        raise BadInput("--read", "", Message("site.no-read"))
    with TemporaryDirectory() as name:
        source, made = Path(name, "source"), Path(name, "made")
        shutil.copytree(notebooks, source, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        for path in sorted(source.rglob("*.ipynb")):
            if path.name in NOT_READ:
                path.unlink()
            else:
                told(path.relative_to(source).as_posix())
                path.write_text(json.dumps(run(path)), encoding="utf-8")
        _manual(source)
        command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(source), str(made)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise BadInput("--read", str(notebooks), Message("site.sphinx", said=done.stderr.strip()[-500:]))
        for path in sorted(made.rglob("*")):
            inside = path.relative_to(made).as_posix()
            if path.is_file() and not inside.startswith((".doctrees", ".buildinfo", "_sources")):
                yield inside, path.read_bytes()


def run(path: Path) -> dict[str, Any]:
    """A notebook after all its cells have run, with stills, and without code where readers see none."""
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(path, as_version=4)
    book.cells.insert(0, nbformat.v4.new_code_cell(FIRST))
    NotebookClient(
        book,
        timeout=SECONDS,
        allow_errors=True,  # a cell may show what an error looks like: its output is a part of the page
        # else what a cell shows late, on a machine that is busy, is left out, and nobody hears of it
        iopub_timeout=SECONDS,
        raise_on_iopub_timeout=True,
        resources={"metadata": {"path": str(path.parent)}},
    ).execute(stderr=subprocess.DEVNULL)
    del book.cells[0]
    for cell in book.cells:
        if cell.cell_type != "code":
            cell.source = linked(cell.source)
            continue
        if cell.metadata.get("jupyter", {}).get("source_hidden"):
            cell.metadata["tags"] = [*cell.metadata.get("tags", ()), "remove-input"]
        cell.outputs = [one for one in cell.outputs if one.get("name") != "stderr"]
    book.metadata.pop("widgets", None)
    found: dict[str, Any] = json.loads(nbformat.writes(book))
    return found


# ---- around the notebooks


def linked(text: str) -> str:
    """Words of a notebook or a document with their links as they lead among the pages.

    >>> linked("[a line](../help.ipynb), [the end](#In-a-nutshell), [the house](../CONTRIBUTING.md#a-rule)")
    '[a line](../rules.md), [the end](#in-a-nutshell), the house'
    """
    # headings are called otherwise in the pages than in a notebook
    text = re.sub(r"\]\(#([\w-]+)\)", lambda found: found[0].lower(), text)
    for was, now in LEADS:
        text = re.sub(was, now, text)
    return text


def _manual(source: Path) -> None:
    """Writes what Sphinx needs besides the notebooks into their folder."""
    static = source / "_static"
    static.mkdir()
    shutil.copy(MANUAL / "conf.txt", source / "conf.py")
    shutil.copy(MANUAL / "ninevears.js", static)
    style = (MANUAL / "ninevears.css").read_text(encoding="utf-8")
    style = style.replace("SERIF", SERIF).replace("SANS", SANS)
    # faces are written into a page where its style names them
    faces = re.search("<style>(.*)</style>", with_type(f"<style>{style}</style>"), re.DOTALL)
    (static / "ninevears.css").write_text(f"{both_themes('.nv')}\n{faces[1] if faces else style}")
    docs = PACKAGE.parent / "docs"
    pages = [name for name in DOCUMENTS if (docs / name).exists()]
    for name in pages:
        (source / name).write_text(linked((docs / name).read_text("utf-8")), encoding="utf-8")
    if pages:
        shutil.copytree(docs / "pictures", source / "pictures")
        shutil.copytree(case_book_folder(), source / "cases")
    (source / "rules.md").write_text(_rules(), encoding="utf-8")
    (source / "aid.md").write_text(_aid(), encoding="utf-8")
    for face in FACES:
        (source / f"api_{face or 'kit'}.rst").write_text(_api(face), encoding="utf-8")
    trees = [(say(f"site.read-{name}"), sorted(_pages(source, name))) for name in CHAPTERS]
    trees.append((say("site.read-rules"), ["rules", "aid", *(Path(page).stem for page in pages)]))
    trees.append((say("site.read-api"), [f"api_{face or 'kit'}" for face in FACES]))
    told = [f"# {say('site.read-title')}", say("site.read-about")]
    told.append(f'<a href="../index.html">{say("site.play-home")}</a>')
    told += [
        "\n".join(["```{toctree}", f":caption: {caption}", ":maxdepth: 1", "", *names, "```"])
        for caption, names in trees
        if names
    ]
    (source / "index.md").write_text("\n\n".join(told) + "\n", encoding="utf-8")


def _pages(source: Path, folder: str) -> Iterator[str]:
    for path in (source / folder).glob("*.ipynb"):
        yield path.relative_to(source).with_suffix("").as_posix()


def _rules() -> str:
    """Every clause of the four systems, in our words, and the glossary."""
    from ..core.clauses import registers
    from ..teaching.glossary import terms

    lines = [f"# {say('site.read-clauses')}"]
    # the kit's own game first
    for register in sorted(registers().values(), key=lambda one: one.system != "NY"):
        lines += ["", f"## {register.name}", ""]
        for clause in register.clauses:
            lines += [f"**{clause.system} {clause.number} {clause.title}.** {clause.says}", ""]
    lines += ["", f"## {say('help.part-glossary')}", ""]
    for term in terms().values():
        lines += [f"**{term.name}.** {term.says}", ""]
    return "\n".join(lines)


def _aid() -> str:
    from ..teaching.player_aid import make_player_aid

    return make_player_aid().markdown()


def _api(face: str) -> str:
    """The names that a face offers, each with its docstring."""
    from importlib import import_module

    package = f"ninevears_kernel.{face}".rstrip(".")
    module = import_module(package)
    lines = [package, "=" * len(package), "", *(module.__doc__ or "").splitlines(), ""]
    for name in sorted(module.__all__, key=str.casefold):
        value = getattr(module, name)
        kind = "class" if isinstance(value, type) else "function" if callable(value) else "data"
        home = package
        if isinstance(value, ModuleType):
            lines += [f".. automodule:: {value.__name__}", ""]
            continue
        if kind == "data":  # what a constant is stands below it, where it is made
            home = resolve_name(offered(str(module.__file__)).get(name, "."), package).rstrip(".")
        lines.append(f".. auto{kind}:: {home}.{name}")
        lines += ["   :no-value:"] if kind == "data" else []
        lines += ["   :members:", ""] if kind == "class" and value.__module__.startswith(package) else [""]
    return "\n".join(lines)
