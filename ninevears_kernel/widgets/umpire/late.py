"""Parts of the umpire's office that a desk uses where they are installed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def late(module: str, name: str) -> Callable[..., Any] | None:
    """A function of `ninevears_kernel.umpire`, imported when it is wanted; None where there is none.

    >>> late("cases.cases", "rule_case").__name__, late("cases.nowhere", "rule_case")
    ('rule_case', None)
    """
    whole = f"{__package__.split('.')[0]}.umpire.{module}"
    try:
        return getattr(import_module(whole), name, None)
    except ModuleNotFoundError as error:
        if error.name is None or not whole.startswith(error.name):
            raise
        return None
