"""Faces of packages: names that are imported when they are first used, so that a face is free (PEP 562)."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any


@cache
def offered(file: str) -> dict[str, str]:
    """The names that a package offers, each with its module, seen from the package.

    They stand in one place, among the imports under ``if TYPE_CHECKING:`` in the package's own file, as
    ``from .module import name as name``: type checkers read them there, and so does this, when a name is
    first asked for. They are found by pattern, since whoever imports the kit should not wait for `ast`.

    Args:
        file: the package's ``__file__``.
    """
    with open(file, encoding="utf-8") as source:
        imports = re.findall(r"^ +from (\.[\w.]*) import (\([^)]*\)|.*)", source.read(), re.M)
    return {name: module for module, names in imports for name in re.findall(r"\b(\w+) as \1\b", names)}


def face(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """What a package needs to offer names of its modules: ``__getattr__`` (for ``__all__`` too), ``__dir__``.

    Args:
        package: the package's ``__name__``.
        file: its ``__file__``.

    >>> import ninevears_kernel
    >>> get, _ = face("ninevears_kernel", ninevears_kernel.__file__)
    >>> "clause" in get("__all__"), get("clause")("NY 17.4").system
    (True, 'NY')
    >>> get("clauze")
    Traceback (most recent call last):
    ...
    AttributeError: module 'ninevears_kernel' has no attribute 'clauze'; did you mean 'clause'?
    """

    def get(name: str) -> Any:
        where = offered(file)
        if name == "__all__":
            return sorted(where)
        if name not in where:
            from difflib import get_close_matches

            near = get_close_matches(name, where, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise AttributeError(f"module {package!r} has no attribute {name!r}{hint}")
        module = import_module(where[name], package)
        if not hasattr(module, name):  # a module that is offered itself
            import_module(f"{where[name]}.{name}", package)
        value = getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *offered(file)})

    return get, listed
