"""The sequence of play as a timeline in the browser: where we are, and a button for every place to go to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import anywidget
import ipywidgets as W
from traitlets import Dict, Int, List

from ...core.messages import say
from ...play.session import Session
from ...play.timeline import CLAUSES, OnTimeline, timeline
from ..parts.front import front
from ..parts.theme import style

STYLE = style("stepper_timeline")
LONGEST_SENT = 1_000
STATES = ("done", "now", "ahead", "unplayed")


class PhaseTimeline(anywidget.AnyWidget):
    """The rail; what is pressed goes to `asked` and `pressed`.

    Args:
        asked: called with the place to go to, as named arguments of `Session.jump`.
        pressed: given ``next``, ``back`` or ``choose``, when their keys are pressed in the stepper, and of
            ``choose`` the words that stand in the search, if that had the focus. A choice that was meant for
            an earlier decision is left out.
    """

    _esm = front("phase_timeline.js")
    words = Dict().tag(sync=True)
    phases: List[Any] = List().tag(sync=True)
    years: List[Any] = List().tag(sync=True)
    steps: List[Any] = List().tag(sync=True)
    place = Int(0).tag(sync=True)

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
        self.on_msg(self._on_message)

    def show(self, session: Session) -> None:
        """Shows where a session is; what has not changed is not sent."""
        years = timeline(session)
        present = next((one for one in years if one.state == "now"), None)
        with self.hold_sync():
            self.place = session.place
            self.years = [[one.place, one.state, [phase.state for phase in one.parts]] for one in years]
            self.steps = [[_step(step) for step in phase.parts] for phase in present.parts] if present else []

    def _on_message(self, _widget: W.Widget, content: Mapping[str, Any], _buffers: object) -> None:
        jump = content.get("jump")
        if isinstance(jump, Mapping):
            self._asked(**{name: jump[name] for name in ("year", "phase", "entry") if name in jump})
        if content.get("key") == "choose" and content.get("place", self.place) != self.place:
            return
        if content.get("key") in ("next", "back", "choose"):
            self._pressed(str(content["key"]), _text(content.get("search")), _text(content.get("option")))


def _text(sent: object) -> str | None:
    return sent[:LONGEST_SENT] if isinstance(sent, str) else None


def _step(step: OnTimeline) -> dict[str, Any]:
    """A step as the browser gets it; the decisions of the present one alone."""
    decisions = step.parts if step.state == "now" else ()
    return {
        "first": step.place,
        "state": step.state,
        "says": str(step.says),
        "clause": step.clause_id,
        "decisions": [
            {
                "number": one.place,
                "state": one.state,
                "says": f"{one.side}: {one.says}",
                "clause": one.clause_id,
            }
            for one in decisions
        ],
    }
