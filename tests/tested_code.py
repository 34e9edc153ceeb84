"""Which code is tested: the tree that is being written, or the wheel that a user would install.

NINEVEARS_TESTED says which; without it, the tree. `make check` and `make quick` test the tree, `make test`
the wheel.
"""

from __future__ import annotations

import os
from pathlib import Path

import ninevears_kernel

ROOT = Path(__file__).resolve().parents[1]
TREE = ROOT / "ninevears_kernel"


def asked_for() -> str:
    """``tree`` or ``wheel``."""
    return os.environ.get("NINEVEARS_TESTED", "tree")


def fault(package: Path | None = None) -> str:
    """Why the package that is imported is not the one to test; empty when all is well."""
    package = package or Path(ninevears_kernel.__file__).resolve().parent
    match asked_for():
        case "tree" if package != TREE:
            return (
                f"These tests are for {TREE}, but Python imports {package}. "
                "Run them by `make check T=...`, or link the tree: pip install --no-deps --editable ."
            )
        case "wheel" if package.is_relative_to(ROOT) and package == TREE:
            return f"These tests are for the wheel, but Python imports the tree, {package}. Run `make test`."
        case "wheel" if old := differences(package):
            return "The wheel is not made of this tree; build it again. It differs in " + ", ".join(old[:5])
        case "tree" | "wheel":
            return ""
        case other:
            return f"NINEVEARS_TESTED is {other!r}: say tree or wheel."


def differences(package: Path) -> list[str]:
    """The modules and front-end files that are not the same in an installed package as in the tree."""

    def files(folder: Path) -> dict[str, bytes]:
        kinds = {".py", ".toml", ".csv", ".po", ".js", ".css", ".html"}
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for part in sorted(folder.iterdir())
            if part.name not in {"geodata", "notebooks", "case_book"}  # they lie elsewhere in the tree
            for path in (part.rglob("*") if part.is_dir() else [part])
            if path.suffix in kinds and not any(name.startswith(".") for name in path.parts[-3:])
        }

    there, here = files(package), files(TREE)
    return sorted(name for name in there.keys() | here.keys() if there.get(name) != here.get(name))


def compile_catalogues() -> None:
    """Makes the catalogues of the tree anew that are older than their source."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in TREE.glob("locale/*/LC_MESSAGES/*.po"):
        made = source.with_suffix(".mo")
        if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
            new = made.with_suffix(f".{os.getpid()}.tmp")  # other processes may read the old one now
            with source.open("rb") as po, new.open("wb") as mo:
                write_mo(mo, read_po(po, locale=source.parts[-3]))
            new.replace(made)
