"""What stands in a notebook in the place of a widget whose kernel has ended: how to bring it back."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import ipywidgets as W
from IPython.core.getipython import get_ipython
from IPython.display import publish_display_data

from ...core.messages import say

# Only where a model is not found does JupyterLab give the output itself this class.
_GONE = ".jp-OutputArea-child > .jp-OutputArea-output.jupyter-widgets"
# The output of the sentence itself, not one that holds a page of outputs, such as that of `interact`.
_OUTPUT = ".jp-OutputArea-child:has(> .jp-OutputArea-output > .ninevears-way-back)"
_STYLE = (
    ".ninevears-way-back{display:none;margin:0}"
    f"{_OUTPUT}:not(:has(+ {_GONE})){{display:none}}"
    f"{_OUTPUT}:has(+ {_GONE}) .ninevears-way-back{{display:block}}"
    f"{_OUTPUT} + {_GONE}{{display:none}}"
)


def rerun_hint() -> str:
    """The sentence as HTML, which a page shows only where the widget after it is gone.

    >>> "run this cell" in rerun_hint()
    True
    """
    return f"<style>{_STYLE}</style><p class='ninevears-way-back'>{escape(say('widget.way-back'))}</p>"


def show_with_rerun_hint(package: str, offers: Mapping[str, str]) -> None:
    """Notebooks show the widgets that a package offers with the way back; elsewhere nothing is done.

    Args:
        package: the package's ``__name__``.
        offers: names with their modules, seen from the package (`lazy.offered`); none is imported for this.
    """
    shell: Any = get_ipython()
    if shell is None:
        return

    def shown(widget: Any) -> None:
        if not isinstance(widget, W.Widget):
            raise NotImplementedError  # so IPython shows it as it would any other: it needs no kernel
        data, more = _bundle(shell, widget)
        publish_display_data({"text/html": rerun_hint()})
        publish_display_data(data, more)

    for name, module in offers.items():
        shell.display_formatter.ipython_display_formatter.for_type_by_name(package + module, name, shown)


def _bundle(shell: Any, widget: W.Widget) -> tuple[dict[str, Any], dict[str, Any]]:
    """A widget as a page gets it, and what is said of that."""
    found = shell.display_formatter.mimebundle_formatter(widget)
    return found if isinstance(found, tuple) else (found or {}, {})
