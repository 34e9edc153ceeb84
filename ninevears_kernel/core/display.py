"""Which module shows a value, so that values need to know nothing of pictures and pages."""

from __future__ import annotations

from importlib import import_module
from typing import Any

SHOWN_BY = {
    "Ruling": "core.render",
    "Position": "nine_years.atlas.shown",
}
"""For each kind of value the module that shows it."""


def shown_by(value: object, how: str, /, *arguments: Any, **options: Any) -> Any:
    """A value shown in one of the ways of its module.

    The module is imported when a value is first shown: the one late import of the kit, so that a value does
    not depend on what draws it.

    Args:
        value: what is shown.
        how: the name of a function of the module, such as ``to_html``; it is given the value first.
        arguments: what it is given besides.
        options: the same by name.
    """
    package = __package__.rpartition(".")[0]
    module = import_module(f"{package}.{SHOWN_BY[type(value).__name__]}")
    return getattr(module, how)(value, *arguments, **options)
