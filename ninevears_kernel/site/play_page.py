"""The war table as a page: its own front, and the engine in Pyodide beside it, in the browser that plays.

What runs Python there are two official files: ``pyodide`` from npm, whose version is pinned, and the wheel of
msgspec for it from PyPI.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from markupsafe import Markup

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..nine_years.atlas.wire import packed, steps
from ..nine_years.components.tables import geodata
from ..play.table_front import front_code, front_sheet
from .drill_page import drill_page
from .war_page import FRONT, engine_page, environment

VERSION = "314.0.7"
"""Of Pyodide: the wheel is built for it, and the page is tried with it."""
LIBRARY = "python_stdlib.zip"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY)
WHEEL = re.compile(r"msgspec-[\w.]+-cp314-cp314-pyemscripten_2026_0_wasm32\.whl")
PACKAGE = Path(__file__).parents[1]
ENGINE = (
    *("core", "nine_years", "play", "registers"),
    *(f"umpire/{room}" for room in ("cases", "data", "luck", "search")),
    "teaching/kinds",
)
"""Parts of the kit that a table and the tasks need; beside them the modules at the top, but `LEFT_OUT`."""
LESSON = ("teaching/__init__.py", "teaching/philippsburg_lesson.py", "teaching/data/philippsburg.toml")
"""Lesson 0, with its guide."""
TASKS = (
    *(
        f"teaching/{name}.py"
        for name in (
            *("answers", "carried_drill", "chapters", "course", "difference", "drill", "exercises"),
            *("lessons", "map_reading", "marking", "mastery", "nearest", "positions"),
            *("progress", "reasons", "recall", "solving", "task", "task_pictures"),
        )
    ),
    "teaching/data/lessons.toml",
    *(f"umpire/reports/{name}.py" for name in ("__init__", "map", "shown_on_map")),
)
"""What the tasks need besides."""
LEFT_OUT = ("cli.py", "__main__.py", "old_names.py")
NOT_NEEDED = (
    *("_pyrepl", "ctypes", "doctest", "email", "ftplib", "http", "imaplib", "mailbox", "multiprocessing"),
    *("optparse", "pdb", "pickletools", "poplib", "profile", "pstats", "pydoc", "smtplib", "turtle"),
    *("unittest", "wsgiref", "xmlrpc"),
)
"""Parts of Python's own library that no game asks for, a quarter of it: nobody waits for them."""
LAYERS = (
    *("spaces.csv", "links.csv", "mountains.csv"),
    *(f"{name}.geojson" for name in ("borders", "lands", "rivers", "seas", "spaces")),
)
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive of the engine: the same tree gives the same bytes."""
MOST_SECONDS = 300


class Runtime(NamedTuple):
    """What runs Python in a browser.

    Attributes:
        files: those of Pyodide by name.
        info: what its list of packages says of itself.
        wheel: msgspec's.
    """

    files: dict[str, bytes]
    info: object
    wheel: bytes


def runtime_in(folder: Path) -> Runtime:
    """Pyodide and msgspec's wheel from a folder: as ``npm pack`` and ``pip download`` leave them.

    Raises:
        BadInput: they are not all there, or Pyodide is of another version.
    """
    files = {path.name: path.read_bytes() for path in folder.rglob("*") if path.name in (*RUNTIME, *_TOLD)}
    for archive in sorted(folder.glob("pyodide-*.tgz")):
        with tarfile.open(archive) as opened:
            for member in opened:
                name = Path(member.name).name
                if name in (*RUNTIME, *_TOLD) and (found := opened.extractfile(member)):
                    files[name] = found.read()
    wheels = [path for path in folder.rglob("*.whl") if WHEEL.fullmatch(path.name)]
    missing = [name for name in (*RUNTIME, *_TOLD) if name not in files]
    if missing or not wheels:
        raise BadInput("--pyodide", str(folder), Message("site.expected-pyodide", version=VERSION))
    version = json.loads(files["package.json"])["version"]
    if version != VERSION:
        raise BadInput("--pyodide", version, Message("site.expected-pyodide", version=VERSION))
    info = json.loads(files["pyodide-lock.json"])["info"]
    return Runtime({name: files[name] for name in RUNTIME}, info, sorted(wheels)[-1].read_bytes())


_TOLD = ("package.json", "pyodide-lock.json")


def fetch_runtime(folder: Path) -> Runtime | None:
    """The same from npm and PyPI, by their own programs; None where one of them is not there or fails.

    Args:
        folder: where the files are put.
    """
    npm = shutil.which("npm")
    if npm is None:
        return None
    asked = "--no-deps --only-binary=:all: --python-version 3.14 --implementation cp --abi cp314"
    asked += " --platform pyemscripten_2026_0_wasm32 msgspec"
    for command in (
        [npm, "pack", f"pyodide@{VERSION}"],
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", *asked.split()],
    ):
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=MOST_SECONDS)
        except (OSError, subprocess.SubprocessError):
            return None
    return runtime_in(folder)


def play_files(runtime: Runtime) -> Iterator[tuple[str, str | bytes]]:
    """The files of the page by name, and what they hold."""
    library, *archives = compiled(runtime)
    kit = bundle(archives)
    version = sha256(kit)
    for name, content in runtime.files.items():
        content = library if name == LIBRARY else content
        version.update(content)
        yield f"pyodide/{name}", content
    # no other package is ever asked for
    yield "pyodide/pyodide-lock.json", json.dumps({"info": runtime.info, "packages": {}})
    yield "engine.bin", kit
    yield "sheet.bin", packed(front_sheet())
    yield "steps.bin", steps()
    yield "front.js", front_code()
    worker = environment().get_template("play_worker.js")
    onward = Markup(json.dumps(say("site.play-onward")))
    yield "worker.js", worker.render(version=version.hexdigest()[:16], onward=onward)
    yield "index.html", play_page()
    yield DRILL, drill_page(["../index.html", *FILES])


DRILL = "drill.html"
"""The page of tasks: it has its engine from the page to play."""
FILES = (
    *("index.html", DRILL, "front.js", "worker.js", "sheet.bin", "steps.bin", "engine.bin"),
    *(f"pyodide/{name}" for name in (*RUNTIME, "pyodide-lock.json")),
)
"""What the page needs, seen from it."""


def compiled(runtime: Runtime) -> tuple[bytes, bytes, bytes]:
    """Python's own library, msgspec and the engine as archives, compiled by the Python that runs them;
    as they are without node.

    Compiled, a page starts in half the time: Pyodide ships its library as source.
    """
    archives = without(runtime.files[LIBRARY], NOT_NEEDED), runtime.wheel, engine()
    node = shutil.which("node")
    if node is None:
        return archives
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in runtime.files.items():
            (folder / file).write_bytes(content)
        (folder / "pyodide-lock.json").write_text(json.dumps({"info": runtime.info, "packages": {}}))
        made = [folder / f"{place}.zip" for place in range(len(archives))]
        for path, content in zip(made, archives, strict=True):
            path.write_bytes(content)
        try:
            subprocess.run(
                [node, FRONT / "compile.mjs", folder, *made],
                check=True, capture_output=True, timeout=MOST_SECONDS,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            return archives
        library, wheel, kit = (path.read_bytes() for path in made)
        return library, wheel, kit


def without(archive: bytes, left_out: Iterable[str]) -> bytes:
    """An archive of Python modules without some of them.

    >>> out = BytesIO()
    >>> with zipfile.ZipFile(out, "w") as made:
    ...     made.writestr("pdb.py", "")
    ...     made.writestr("xml/dom.py", "")
    ...     made.writestr("xmlish.py", "")
    >>> zipfile.ZipFile(BytesIO(without(out.getvalue(), ["pdb", "xml"]))).namelist()
    ['xmlish.py']
    """
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(archive)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            if re.split(r"[./]", info.filename)[0] not in left_out:
                new.writestr(info, old.read(info))
    return out.getvalue()


def bundle(archives: Iterable[bytes]) -> bytes:
    """What archives hold, packed whole, as the worker unpacks it: names and sizes come before the rest."""
    found: list[tuple[str, bytes]] = []
    for archive in archives:
        with zipfile.ZipFile(BytesIO(archive)) as opened:
            names = (name for name in opened.namelist() if not name.endswith("/"))
            # Pyodide would look up a package that says what it is, and then no longer give away its memory
            found += [(name, opened.read(name)) for name in names if ".dist-info/" not in name]
    listed = json.dumps([(name, len(content)) for name, content in found], separators=(",", ":")).encode()
    parts = (len(listed).to_bytes(4, "little"), listed, *(content for _, content in found))
    return zlib.compress(b"".join(parts), 9)


def play_page() -> str:
    """The page itself.

    >>> "openTable" in play_page()
    True
    """
    names = ("loading", "home", "trust", "earlier", "no-script", "no-server")
    said = {name: say(f"site.play-{name}") for name in ("loading", "damaged", "not-kept")}
    return engine_page(
        "play",
        ["../index.html", *FILES],
        words={name: say(f"site.play-{name}") for name in names},
        said=said | {"lesson-title": say("site.lesson-title")},
    )


def engine() -> bytes:
    """The engine and its tables as an archive; the same tree gives the same bytes."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(_engine_files()):
            info = zipfile.ZipInfo(f"{PACKAGE.name}/{name}", LONG_AGO)
            archive.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _engine_files() -> Iterator[tuple[str, Path]]:
    for path in PACKAGE.glob("*.py"):
        if path.name not in LEFT_OUT:
            yield path.name, path
    for name in ("umpire/__init__.py", *LESSON, *TASKS):
        yield name, PACKAGE / name
    parts = (path for part in ENGINE for path in (PACKAGE / part).rglob("*"))
    found = [path for path in parts if path.is_file() and path.suffix != ".pyc"]
    found += (PACKAGE / "locale").rglob("*.mo")
    found += [*(PACKAGE / "fonts").glob("*-map.woff2"), PACKAGE / "fonts" / "advances.json"]
    for path in found:
        yield path.relative_to(PACKAGE).as_posix(), path
    for name in LAYERS:
        yield f"geodata/{name}", geodata(name)
