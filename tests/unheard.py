"""Widgets in a process without a kernel: nobody hears what they send, and so they gather nothing to send.

Half of the time of a desk's tests went into the states of its widgets, on their way to nowhere. What a page
gets is tested where a kernel sends it: in the notebooks that are run, and in the browser.
"""

import comm
import ipywidgets


class Unheard(comm.DummyComm):
    """The end of a line at which nobody listens."""

    kernel = None  # a widget sends its changes only where this is something


def opened(widget: ipywidgets.Widget) -> None:
    """Opens a widget, as `Widget.open` does, without its state."""
    if widget.comm is None:
        widget.comm = Unheard(target_name="jupyter.widget", comm_id=widget._model_id)


ipywidgets.Widget.open = opened
