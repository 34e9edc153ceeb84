"""Writes docs/api.md: what each part of the kit offers, from first sentences of docstrings (`make api`)."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType

PAGE = Path(__file__).with_name("api.md")
PARTS = (
    *("", "nine_years", "umpire", "play", "teaching", "chronicle", "widgets"),
    *("here_i_stand", "virgin_queen", "musket_pike"),
)
HEAD = """# What can be imported

Made by `make api` from the docstrings: change those, not this page. Each name leads to where it is written.
"""


def first_sentence(text: str) -> str:
    """The first sentence of a docstring, in one line."""
    return " ".join(text.split("\n\n")[0].split())


def said_of_constant(module: ModuleType, name: str) -> str:
    """The docstring below a constant, or below the type that it is."""
    body = ast.parse(inspect.getsource(module)).body
    for node, below in zip(body, [*body[1:], ast.Pass()], strict=True):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if name in [getattr(target, "id", None) for target in targets] and isinstance(below, ast.Expr):
            return ast.literal_eval(below.value)
    return ""


def home_of(face: ModuleType, name: str) -> ModuleType:
    """The module that a face has a name from."""
    for node in ast.walk(ast.parse(inspect.getsource(face))):
        if isinstance(node, ast.ImportFrom) and name in [alias.asname or alias.name for alias in node.names]:
            return import_module("." * node.level + (node.module or ""), face.__name__)
    return face


def row(face: ModuleType, name: str) -> str:
    """A line of the table of a part."""
    value, home = inspect.unwrap(getattr(face, name)), home_of(face, name)
    constant = said_of_constant(home, name)
    said = first_sentence(constant or inspect.getdoc(value) or "").replace("|", r"\|")
    package = Path(inspect.getfile(import_module("ninevears_kernel"))).parent
    path = Path(inspect.getfile(home if constant else value)).relative_to(package).as_posix()
    return f"| [`{name}`](../ninevears_kernel/{path}) | {said} |"


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for part in PARTS:
        face = import_module(f"ninevears_kernel.{part}".rstrip("."))
        rows = [row(face, name) for name in sorted(face.__all__, key=str.casefold)]
        said = first_sentence(inspect.getdoc(face) or "")
        parts.append("\n".join([f"## `{face.__name__}`", "", said, "", "| | |", "|---|---|", *rows, ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
