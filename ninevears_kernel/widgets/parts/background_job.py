"""Work that takes a while: a button to begin it, how far it has come, and a button to stop it."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import say
from ...play.processes import ALONE
from .fields import button

Progress = Callable[[int, int], None]
Stop = Callable[[], bool]


class BackgroundJob(W.HBox):
    """Runs a function beside the notebook, so that it stays alive meanwhile.

    Python in a browser has no threads: there the function runs on the event loop, and whatever else waits has
    its turn each time that it reports or asks whether to stop, where the browser can put a call aside.

    Args:
        label, tooltip: message ids of the button that begins.
        work: is given a progress callback and a stop callback; its result goes to `done`.
        done: what to do with the result.
        described: message id of the progress, with ``count`` and ``found``.
    """

    def __init__(
        self,
        label: str,
        tooltip: str,
        work: Callable[[Progress, Stop], Any],
        done: Callable[[Any], object],
        described: str = "desk.tried",
        **more: Any,
    ) -> None:
        self._work, self._done, self._describe = work, done, described
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.begin_button = button(label, tooltip, self.begin)
        self.stop_button = button("desk.stop", "desk.stop-tooltip", self.stop)
        self.stop_button.disabled = True
        self.words = W.HTML()
        super().__init__([self.begin_button, self.stop_button, self.words], **more)

    def begin(self) -> None:
        """Begins, unless it runs already."""
        if not self.stop_button.disabled:
            return
        self._stop.clear()
        self.begin_button.disabled, self.stop_button.disabled = True, False
        self.words.value = escape(say("desk.working"))
        if sys.platform in ALONE:
            asyncio.get_running_loop().call_soon(self._run)  # what has been said is shown first
            return
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Asks the work to stop; what it has found till then is kept."""
        self._stop.set()

    def close(self) -> None:
        """Takes it away; the work stops."""
        self.stop()
        super().close()

    def wait(self, seconds: float = 60) -> bool:
        """Waits until it is done; whether it is."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self._thread is None or not self._thread.is_alive()

    def _run(self) -> None:
        try:
            result = self._work(self._progress, self._stopped)
            self.words.value = ""
            self._done(result)
        except Exception as error:  # nobody sees what a thread raises
            words = escape(
                str(error) if isinstance(error, NinevearsError) else say("desk.broke", why=repr(error))
            )
            self.words.value = f"<span role='alert' class='ninevears-complaint'>⚠ {words}</span>"
        finally:
            self.begin_button.disabled, self.stop_button.disabled = False, True

    def _progress(self, count: int, found: int) -> None:
        self.words.value = escape(say(self._describe, count=count, found=found))
        give_way()

    def _stopped(self) -> bool:
        give_way()
        return self._stop.is_set()


def give_way() -> None:
    """Lets whatever waits on the event loop have its turn, where a call can be put aside (Pyodide, JSPI)."""
    if sys.platform not in ALONE:
        return
    from pyodide.ffi import can_run_sync, run_sync

    if can_run_sync():
        run_sync(asyncio.sleep(0))
