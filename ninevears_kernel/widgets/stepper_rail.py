"""The sequence of play as a rail in the browser: where we are, and a button for every place to go to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as W
from traitlets import Dict, List

from ..core.messages import say
from ..play.rail import CLAUSES, StepOnRail, rail
from ..play.sitting import Sitting

FRONT = Path(__file__).with_name("front") / "phase_rail.js"
STYLE = """<style>
.ninevears-rail { max-height: min(620px, 80vh); overflow: auto; position: relative; padding: 2px;
  font-size: 13px; line-height: 1.35; color: var(--jp-ui-font-color1, #1c1c1c);
  border: 1px solid var(--jp-border-color1, #b9b9b9); }
.ninevears-rail-fold > summary { cursor: pointer; padding: 4px; font-weight: 600; width: fit-content;
  color: var(--jp-ui-font-color1, #1c1c1c); }
.ninevears-phases:not(.narrow) .ninevears-rail-fold > summary { display: none; }
.ninevears-rail ol { list-style: none; margin: 0; padding: 0; }
.ninevears-rail ol.phases, .ninevears-rail ol.steps, .ninevears-rail ol.decisions { padding-left: 12px; }
.ninevears-rail summary { cursor: pointer; padding: 3px 4px; font-weight: 600; }
.ninevears-rail button { display: flex; flex-wrap: wrap; gap: 0 5px; align-items: baseline;
  width: 100%; text-align: left;
  padding: 3px 4px; border: 0; border-left: 3px solid transparent; background: none; color: inherit;
  font: inherit; cursor: pointer; overflow-wrap: anywhere; }
.ninevears-rail button .says { flex: 1 1 8em; }
.ninevears-rail button .clause { white-space: nowrap; margin-left: auto;
  color: var(--jp-ui-font-color2, #555); }
.ninevears-rail button:hover { background: var(--jp-layout-color2, #eee); }
.ninevears-rail button:focus-visible, .ninevears-rail summary:focus-visible,
.ninevears-rail-fold > summary:focus-visible {
  outline: 2px solid var(--jp-brand-color1, #1d4e6b); outline-offset: -2px; }
.ninevears-rail button.now { font-weight: 600; }
.ninevears-rail button.unplayed { font-style: italic; }
.ninevears-rail button[aria-current] { border-left-color: currentColor; text-decoration: underline; }
.ninevears-rail .sign { flex: none; display: inline-block; width: 1.1em; }
.ninevears-rail .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
</style>"""
LONGEST_SENT = 1_000
STATES = ("done", "now", "ahead", "unplayed")


class PhaseRail(anywidget.AnyWidget):
    """The rail; what is pressed goes to `asked` and `pressed`.

    Args:
        asked: told the place to go to, as named arguments of `Sitting.jump`.
        pressed: told ``next``, ``back`` or ``choose``, when their keys are pressed in the stepper, and of
            ``choose`` the words that stand in the search, if that had the focus.
    """

    # the text: a path would be watched for as long as the widget is there
    _esm = FRONT.read_text(encoding="utf-8")
    words = Dict().tag(sync=True)
    phases: List[Any] = List().tag(sync=True)
    years: List[Any] = List().tag(sync=True)
    steps: List[Any] = List().tag(sync=True)

    def __init__(
        self,
        asked: Callable[..., object],
        pressed: Callable[[str, str | None, str | None], object],
        **more: Any,
    ) -> None:
        self._asked, self._pressed = asked, pressed
        words = {state: say(f"sitting.state-{state}") for state in STATES}
        phases = [
            {"phase": phase, "says": say(f"map.phase-{phase}"), "clause": clause}
            for phase, clause in CLAUSES.items()
        ]
        super().__init__(words={**words, "label": say("sitting.rail")}, phases=phases, **more)
        self.on_msg(self._heard)

    def show(self, sitting: Sitting) -> None:
        """Shows where a sitting is; what has not changed is not sent."""
        years = rail(sitting)
        present = next((one for one in years if one.state == "now"), None)
        with self.hold_sync():
            self.years = [[one.year, one.state, [phase.state for phase in one.phases]] for one in years]
            self.steps = (
                [[_step(step) for step in phase.steps] for phase in present.phases] if present else []
            )

    def _heard(self, _widget: W.Widget, content: Mapping[str, Any], _buffers: object) -> None:
        jump = content.get("jump")
        if isinstance(jump, Mapping):
            self._asked(**{name: jump[name] for name in ("year", "phase", "entry") if name in jump})
        if content.get("key") in ("next", "back", "choose"):
            self._pressed(str(content["key"]), _text(content.get("search")), _text(content.get("option")))


def _text(sent: object) -> str | None:
    return sent[:LONGEST_SENT] if isinstance(sent, str) else None


def _step(step: StepOnRail) -> dict[str, Any]:
    """A step as the browser gets it; the decisions of the present one alone."""
    decisions = step.decisions if step.state == "now" else ()
    return {
        "first": step.first,
        "state": step.state,
        "says": str(step.says),
        "clause": step.clause_id,
        "decisions": [
            {
                "number": one.number,
                "state": one.state,
                "says": f"{one.side}: {one.says}",
                "clause": one.clause_id,
            }
            for one in decisions
        ],
    }
