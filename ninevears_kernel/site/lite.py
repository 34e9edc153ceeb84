"""The notebooks with their kernel in the browser: a JupyterLite site of an official Pyodide distribution.

JupyterLite and its Pyodide kernel build it (the extra ``lite``); here stands what they are told, and what is
taken away again: packages that no notebook loads. Nothing on the site asks for anything outside.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..output_files import make_folder

NEEDED = ("jupyterlite_core", "jupyterlite_pyodide_kernel", "pyodide_lock")
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
KIT = "ninevears-kernel"
OLDER = ("ssl", "sqlite3")
"""Parts of Python that older distributions keep apart, and that the kernel imports."""
OF_KERNEL = ("comm", "ipython", "jedi", "micropip", "packaging")
"""What the kernel loads by itself."""
LEFT_OUT = ("jupyterlab", "jupyterlab-widgets", "rapidfuzz", "widgetsnbextension")
"""What the kit asks for and no kernel in a browser needs, or has: there is no RapidFuzz for it."""
TEXT = {"name": "jsonl", "extensions": [".jsonl"], "mimeTypes": ["text/plain"], "fileFormat": "text"}
"""A file of progress is text: what JupyterLite knows no type of is kept with nothing in it."""
CONFIG, LOCK = "jupyter-lite.json", "pyodide-lock.json"
PYODIDE = Path("static", "pyodide")
"""Where a site has the distribution."""
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", LOCK)
"""The files of Pyodide itself."""


def page_config(distributed: Iterable[str]) -> dict[str, Any]:
    """What the page is told (``jupyter-lite.json``): no index outside, the kit before the first cell, text.

    Args:
        distributed: the names of the packages of the distribution.

    >>> page_config(["ssl"])["jupyter-config-data"]["litePluginSettings"][KERNEL]["disablePyPIFallback"]
    True
    """
    known = set(distributed)
    kernel = {
        # the builder writes it too, but not always last
        "pyodideUrl": f"./{(PYODIDE / 'pyodide.mjs').as_posix()}",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": [KIT, *(name for name in OLDER if name in known)]},
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": say("site.index-title"),
            "fileTypes": {TEXT["name"]: TEXT},
            "litePluginSettings": {KERNEL: kernel},
        },
    }


def write_lite(folder: str | Path, distribution: Path, wheel: Path, notebooks: Path) -> Iterator[Path]:
    """Writes the site; what else is in the folder stays.

    Args:
        folder: where to.
        distribution: Pyodide with its packages, as a folder or as the archive that is published.
        wheel: the kit's.
        notebooks: the folder of its notebooks.

    Returns:
        Each file of the folder, when all are written.

    Raises:
        BadInput: what builds it is not there, the distribution is none, or the builder says what is wrong.
    """
    if not all(map(find_spec, NEEDED)):
        raise BadInput("lite", "", Message("site.lite-extra"))
    output = make_folder(folder).resolve()
    with TemporaryDirectory() as name:
        source = Path(name).resolve()
        shutil.copytree(notebooks, source / "files", ignore=shutil.ignore_patterns(".*", "__pycache__"))
        packages = _unpacked(distribution, source / PYODIDE)
        (source / CONFIG).write_text(json.dumps(page_config(packages)), encoding="utf-8")
        _built([sys.executable, "-c", LIST, str(source / PYODIDE / LOCK), str(wheel.resolve()), *LEFT_OUT])
        slim(source / PYODIDE)
        command = [sys.executable, "-m", "jupyterlite_core", "build", "--no-sourcemaps"]
        _built([*command, "--lite-dir", str(source), "--output-dir", str(output)])
    if asked := asked_outside(output):
        raise BadInput("--pyodide", Message.all_of(asked[:5]), Message("site.lite-outside"))
    yield from sorted(path for path in output.rglob("*") if path.is_file())


LIST = """
import sys
from pathlib import Path
from pyodide_lock.uv_pip_compile import UvPipCompile

lock, wheel, *excludes = sys.argv[1:]
UvPipCompile(Path(lock), wheel_dir=Path(lock).parent, wheels=[Path(wheel)], excludes=excludes).update()
"""
"""Puts the kit and what it needs besides the distribution into its list of packages, and beside them."""


def _built(command: Sequence[str]) -> None:
    """Runs a part of the building.

    Raises:
        BadInput: it says that something is wrong.
    """
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        said = f"{done.stdout}\n{done.stderr}".strip()[-800:]
        raise BadInput("--pyodide", command[-1], Message("site.lite-failed", said=said))


def _unpacked(distribution: Path, folder: Path) -> Mapping[str, Any]:
    """Puts a distribution into a folder; its packages by name.

    Raises:
        BadInput: it is none.
    """
    expected = Message("site.lite-expected")
    try:
        if distribution.is_dir():
            shutil.copytree(distribution, folder)
        else:
            with tarfile.open(distribution) as archive:
                archive.extractall(folder, filter="data")
    except (OSError, tarfile.TarError):
        raise BadInput("--pyodide", str(distribution), expected) from None
    found = next(iter(sorted(folder.rglob(LOCK), key=lambda path: len(path.parts))), None)
    if found is None or not found.with_name("pyodide.mjs").exists():
        raise BadInput("--pyodide", str(distribution), expected)
    if found.parent != folder:  # an archive has a folder of its own inside
        inside = folder.with_name("inside")
        found.parent.rename(inside)
        shutil.rmtree(folder)
        inside.rename(folder)
    packages: Mapping[str, Any] = json.loads((folder / LOCK).read_text(encoding="utf-8"))["packages"]
    return packages


# ---- what is taken away, and what would ask for something outside


def slim(pyodide: Path) -> None:
    """Takes away the packages of a distribution that no notebook loads, and their names from its list.

    Args:
        pyodide: its folder.
    """
    path = pyodide / LOCK
    lock = json.loads(path.read_text(encoding="utf-8"))
    kept = needed(lock["packages"], (KIT, *OLDER, *OF_KERNEL))
    lock["packages"] = {name: one for name, one in lock["packages"].items() if name in kept}
    path.write_text(json.dumps(lock), encoding="utf-8")
    files = {*CORE, *(one["file_name"] for one in lock["packages"].values())}
    for file in pyodide.rglob("*"):
        if file.is_file() and file.name not in files:
            file.unlink()


def needed(packages: Mapping[str, Any], wanted: Iterable[str]) -> set[str]:
    """The packages of a list that some of them need, themselves among them.

    >>> sorted(needed({"a": {"depends": ["b_B"]}, "b-b": {"depends": []}, "c": {"depends": []}}, ["a"]))
    ['a', 'b-b']
    """
    found: set[str] = set()
    left = list(wanted)
    while left:
        # a dependency may be written otherwise than its package, as Pyodide's own lists have it
        name = re.sub("[-_.]+", "-", left.pop()).lower()
        if name in packages and name not in found:
            found.add(name)
            left += packages[name]["depends"]
    return found


def asked_outside(site: Path) -> list[str]:
    """What a site would ask of another address, or ask for in vain: none, if it is whole."""
    config = json.loads((site / CONFIG).read_text(encoding="utf-8"))["jupyter-config-data"]
    settings = config["litePluginSettings"][KERNEL]
    address = settings.get("pyodideUrl", "https:")
    if not (site / address).is_file():
        return [address]
    options, pyodide = settings.get("loadPyodideOptions", {}), (site / address).parent
    packages = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))["packages"]
    return [
        *(one["file_name"] for one in packages.values() if not (pyodide / one["file_name"]).is_file()),
        *(name for name in options.get("packages", ()) if name not in packages),
        *([] if settings.get("disablePyPIFallback") else ["https://pypi.org"]),
    ]
