"""What waits for a guess: a sentence stands in its place until the reader has foreseen."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any
from weakref import WeakSet

import ipywidgets as W

from ...core.messages import say
from ...teaching.predictions import prediction
from .cleanup import Composed, made_in_this_cell
from .lesson_look import lesson_style


class AfterGuess(Composed):
    """What a later cell shows and would give away a guess that is still to be made: one sentence until then.

    Args:
        name: which prediction must have been guessed.
        then: makes what is shown, when it has.

    Raises:
        UnknownName: there is no such prediction.

    >>> later = AfterGuess("fleurus", lambda: "17 of 18")
    >>> has_been_guessed("fleurus")
    >>> later.children[1].value
    '<pre>17 of 18</pre>'
    """

    def __init__(self, name: str, then: Callable[[], Any], **more: Any) -> None:
        self._name, self._then, self._is_open = prediction(name).name, then, False
        self._look = W.HTML(lesson_style())
        sealed = W.HTML(f"<p class='nl-wait'>{escape(say('predict.seal'))}</p>")
        super().__init__([self._look, sealed], **more)
        self.add_class("ninevears-lesson")
        _waiting.add(self)
        if name in guessed:
            self.open_after(name)
        made_in_this_cell(self)

    def open_after(self, name: str) -> None:
        """Shows what it holds, if this is the prediction that it waits for."""
        if name == self._name and not self._is_open and self.comm is not None:
            self._is_open = True
            self.children: tuple[W.Widget, ...] = (self._look, as_widget(self._then()))


_waiting: WeakSet[AfterGuess] = WeakSet()
guessed: set[str] = set()
"""The predictions that were guessed in this kernel, and what waits for others."""


def has_been_guessed(name: str) -> None:
    """Opens all that waits for a guess."""
    guessed.add(name)
    for one in list(_waiting):
        one.open_after(name)


def as_widget(made: Any) -> W.Widget:
    """Whatever a cell could show, as a widget; a tuple's parts one below the other."""
    if isinstance(made, tuple):
        return W.VBox([as_widget(one) for one in made])
    if isinstance(made, W.Widget):
        return made
    shows = getattr(made, "_repr_html_", None)
    return W.HTML(f"<pre>{escape(str(made))}</pre>" if shows is None else shows())
