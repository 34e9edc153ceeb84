"""Docstrings: they say what a function takes, and which errors of the kit it raises."""

import ast
import re

from every_row import every_row
from parsed import PACKAGE, nodes, parsed

from ninevears_kernel.core import errors

MODULES = sorted(PACKAGE.rglob("*.py"))
KIT = {name for name, kind in vars(errors).items() if isinstance(kind, type)} | {"NoConverter"}


def is_public(name: str) -> bool:
    return not name.startswith("_")


def functions(body, inside=None):
    """The public functions and methods of a module, each with the class that it makes."""
    for node in body:
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            yield from functions(node.body, node)
        elif isinstance(node, ast.FunctionDef) and (is_public(node.name) or node.name == "__init__"):
            yield node, inside if node.name == "__init__" else None


def is_command(node: ast.FunctionDef) -> bool:
    """Whether its docstring is what ``--help`` prints."""
    return any("command" in ast.unparse(one) for one in node.decorator_list)


def raised(node: ast.AST):
    """The names of what a function raises in its own body, but for what it catches itself."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(child, ast.Raise) and child.exc is not None:
            yield ast.unparse(child.exc).split("(")[0].split(".")[0]
        if isinstance(child, ast.Try):
            caught = " ".join(ast.unparse(one.type) for one in child.handlers if one.type is not None)
            within = (name for one in child.body for name in raised(ast.Module([one], [])))
            yield from (name for name in within if not {name, "NinevearsError"} & set(caught.split()))
            child = ast.Module([*child.handlers, *child.orelse, *child.finalbody], [])
        yield from raised(child)


@every_row("path", MODULES, ids=lambda path: path.stem)
def test_a_public_function_tells_what_it_raises(path):
    for node, made in functions(parsed()[path].body):
        told = f"{ast.get_docstring(node)} {ast.get_docstring(made) if made else ''}"
        if KIT & set(raised(node)) and not is_command(node):
            assert "Raises:" in told, f"{path.name}, line {node.lineno}: {node.name}"


def listed(docstring: str | None, section: str) -> set[str]:
    """The names that a section of a docstring explains."""
    [lines] = re.findall(rf"^{section}:\n((?:    .*\n|\n)*)", f"{docstring or ''}\n", re.MULTILINE) or [""]
    heads = re.findall(r"^    (\w+(?:, \w+)*)(?: \([^)]*\))?:", lines, re.MULTILINE)
    return {name for head in heads for name in head.split(", ")}


def words_of(node: ast.ClassDef) -> set[str]:
    """The names that stand anywhere in a class."""
    names = (vars(one).get(key) for one in ast.walk(node) for key in ("id", "attr", "arg", "name"))
    return {name for name in names if isinstance(name, str)}


@every_row("path", MODULES, ids=lambda path: path.stem)
def test_a_docstring_explains_names_that_are_there(path):
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef):
            there = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
            assert listed(ast.get_docstring(node), "Args") <= there, f"{path.name}: {node.name}"
        elif isinstance(node, ast.ClassDef):
            said = ast.get_docstring(node)
            assert listed(said, "Args") | listed(said, "Attributes") <= words_of(node), (
                f"{path.name}: {node.name}"
            )
