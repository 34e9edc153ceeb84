"""Closes what a cell made when the cell is run again, so that a hundred runs cost no more than one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, Protocol
from weakref import ref

import ipywidgets as W
from IPython.core.getipython import get_ipython


class Closable(Protocol):
    """Anything with models in the browser."""

    def close(self) -> None:
        """Gives them up."""


class _Cells:
    """What was made in which cell of a notebook, and which cell runs now."""

    def __init__(self) -> None:
        self.shell: Any = None
        self.running: str | None = None
        self.made: dict[str, list[Callable[[], Closable | None]]] = {}
        self.old: list[Callable[[], Closable | None]] = []

    def begin(self, info: Any) -> None:
        self.running = getattr(info, "cell_id", None)
        self.old = self.made.pop(self.running, []) if self.running else []

    def end(self, _result: object) -> None:
        named = [value for name, value in self.shell.user_ns.items() if not name.startswith("_")]
        for made in (found for old in self.old if (found := old()) is not None):
            if any(_holds(value, made) for value in named):  # the reader kept it, under another name
                self.made.setdefault(str(self.running), []).append(ref(made))
            else:
                made.close()
                self._forget(made)
        self.running, self.old = None, []

    def _forget(self, made: object) -> None:
        """Takes what is closed out of IPython's history of outputs, which would keep each for ever."""
        outputs = self.shell.user_ns.get("_oh", {})
        for number in [number for number, value in outputs.items() if value is made]:
            del outputs[number]
            for names in (self.shell.user_ns, self.shell.user_ns_hidden):
                names.pop(f"_{number}", None)


_cells = _Cells()


def _holds(value: object, made: object) -> bool:
    """Whether a value is something that was made, or a widget that it is a part of."""
    return value is made or (isinstance(value, W.Widget) and any(part is made for part in widgets_in(value)))


def running_cell() -> tuple[str, int] | None:
    """The cell of the notebook that runs now and the number of the run; None where nobody can tell."""
    shell = get_ipython()
    if shell is None:
        return None
    _listen_to(shell)
    return (_cells.running, shell.execution_count) if _cells.running else None


def _listen_to(shell: Any) -> None:
    if _cells.shell is not shell:
        _cells.shell = shell
        shell.events.register("pre_run_cell", _cells.begin)
        shell.events.register("post_run_cell", _cells.end)
        # the cell that runs now began before anybody listened
        parent = getattr(shell, "parent_header", None) or {}
        _cells.running = (parent.get("metadata") or {}).get("cellId")


def made_in_this_cell(widget: Closable) -> None:
    """Remembers a widget, to close it when its cell is run again and no variable has it any more."""
    shell = get_ipython()
    if shell is None:
        return
    _listen_to(shell)
    if _cells.running:
        _cells.made.setdefault(_cells.running, []).append(ref(widget))


def widgets_in(widget: W.Widget, seen: set[str] | None = None) -> Iterator[W.Widget]:
    """A widget and all widgets that it is made of: children, layers, controls, layouts, styles."""
    seen = set() if seen is None else seen
    if widget.comm is None or widget.model_id in seen:  # closed, or met before
        return
    seen.add(widget.model_id)
    for name in widget.keys:
        value = getattr(widget, name, None)
        for part in value if isinstance(value, list | tuple) else (value,):
            if isinstance(part, W.Widget):
                yield from widgets_in(part, seen)
    yield widget


def close_all(widget: W.Widget) -> None:
    """Takes a widget away with all that it is made of."""
    for part in list(widgets_in(widget)):
        part.close()


DRAWN = 20.0
"""Seconds in which a page has drawn what it was sent, or has heard that something else stands there; also a
page that was only just opened, and asks the kernel for all widgets that there are."""


def close_later(widget: W.Widget) -> None:
    """Takes away what another widget has replaced. In a notebook it waits a little: a page that is still
    drawing it would find its model gone, and say so as an error.

    >>> old = W.Label("old")
    >>> close_later(old)
    >>> old.comm is None
    True
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # no notebook: nobody draws it
        close_all(widget)
    else:
        loop.call_later(DRAWN, close_all, widget)


class Composed(W.VBox):
    """A box that takes with it all that it is made of; work that one of its parts does is stopped."""

    def close(self) -> None:
        """Takes it away."""
        for part in list(widgets_in(self)):
            if part is not self:
                part.close()
        super().close()
