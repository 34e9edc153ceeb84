"""The package's modules as syntax trees, parsed once for all tests of a process that read code."""

import ast
import gc
from functools import cache
from pathlib import Path

import ninevears_kernel

PACKAGE = Path(ninevears_kernel.__file__).parent


@cache
def parsed() -> dict[Path, ast.Module]:
    """Every module of the package by its path, in their order. Nobody may change the trees."""
    found = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
    gc.freeze()  # or a test that is timed might pay for a look through so many nodes
    return found


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module, as `ast.walk` gives them."""
    return tuple(ast.walk(parsed()[path]))
