"""A notebook kit that teaches, judges and explores *Nine Years: The War of the Grand Alliance 1688-1697*.

The engine needs no notebook: ``ninevears_kernel.umpire.rule_case`` answers a case, and the widgets in
``ninevears_kernel.widgets`` show what it says. ``%load_ext ninevears_kernel`` lets a cell of a notebook take
orders.
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"


def load_ipython_extension(ipython: Any) -> None:
    """Gives a notebook the magic ``%%orders``; called by ``%load_ext ninevears_kernel``."""
    from .widgets import orders

    orders.load(ipython)


def unload_ipython_extension(ipython: Any) -> None:
    """Takes it away again; called by ``%unload_ext ninevears_kernel``."""
    from .widgets import orders

    orders.unload(ipython)
