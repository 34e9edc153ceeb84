"""Appeals from the decision on the umpire's desk: who appeals and why, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import say
from ...nine_years.components.sides import SIDES
from ...umpire.docket.records import ALLOWED, OUTCOMES, Appeal, instead_of
from ...umpire.docket.words import about, heard
from ..parts.fields import labelled, start_button
from ..parts.tables import items
from ..parts.theme import complaint
from .docket import DocketDesk


class AppealsPanel(W.VBox):
    """Enters appeals from the decision on the kept case, and what was decided on each.

    Args:
        docket: keeps the case.
        on_entry: called when something was entered, which the letter then tells.

    Attributes:
        party, reason: who appeals, and why.
        outcome: ``allowed`` or ``dismissed``, of the first appeal that is not decided yet.
        verdict: what is decided now that it is allowed.
        why: why it is allowed or dismissed.
    """

    def __init__(self, docket: DocketDesk, on_entry: Callable[[], object], **more: Any) -> None:
        self._docket, self._on_entry = docket, on_entry
        self._open: Appeal | None = None
        above: dict[str, Any] = {"layout": {"width": "100%"}, "style": {"description_width": "initial"}}
        self.told = W.HTML()
        self.party = labelled(
            W.Combobox, "desk.appeal-party", hint="desk.appeal-party-hint", ensure_option=False, **above
        )
        self.reason = labelled(W.Text, "desk.appeal-reason", **above)
        self.enter_button = start_button("desk.appeal-enter", "desk.appeal-enter-tooltip", self.enter)
        self.outcome = W.ToggleButtons(
            options=[(say(f"desk.appeal-{one}"), one) for one in OUTCOMES], value=None,
            style={"description_width": "initial", "button_width": "auto"},
        )  # fmt: skip
        self.verdict = labelled(W.Dropdown, "desk.appeal-verdict", **above)
        self.why = labelled(W.Text, "desk.docket-reason-field", **above)
        self.hear_button = start_button("desk.appeal-hear", "desk.appeal-hear-tooltip", self.hear)
        self.error = W.HTML()
        for one in (self.party, self.reason, self.outcome, self.verdict, self.why):
            one.add_class("label-above")
        self.hearing = W.VBox([self.outcome, self.verdict, self.why, self.hear_button])
        self.entering = W.VBox([self.party, self.reason, self.enter_button])
        super().__init__([self.told, self.hearing, self.entering, self.error], **more)
        self.outcome.observe(lambda _: self._outcome_chosen(), "value")
        self._outcome_chosen()

    def show(self) -> None:
        """Shows the appeals from the decisions on the kept case, as the docket has them."""
        number = self._docket.number
        if number is None:
            return
        stored, appeals = self._docket.docket.case(number), self._docket.docket.appeals(number)
        standing = stored.decision and stored.decision.number
        undecided = (one for one in appeals if one.outcome is None and one.decision == standing)
        self._open = next(undecided, None)
        lines = (f"{one.number}. {about(one)} {one.reason} {heard(one)}" for one in appeals)
        self.told.value = f"<ul>{items(lines)}</ul>" if appeals else ""
        self.party.options = tuple(dict.fromkeys((*stored.senders, *stored.claims, *SIDES)))
        self.party.value = self.reason.value = self.why.value = self.error.value = ""
        self.outcome.value = None
        self.hearing.layout.display = None if self._open else "none"
        if self._open:
            self.outcome.description = say("desk.appeal-outcome", number=self._open.number)
            ruled = stored.ruling["verdict"]
            others = dict.fromkeys((ruled, *instead_of(ruled)))
            named = [(say(f"card.verdict-{one}"), one) for one in others]
            self.verdict.options = named
            self.verdict.value = next((one for one in others if one != stored.verdict), ruled)

    def enter(self) -> None:
        """Enters the appeal of who is named."""
        docket, by = self._docket.docket, self._docket.by.value
        party, reason = self.party.value, self.reason.value
        self._entered(lambda number: docket.appeal(number, party, reason, by=by))

    def hear(self) -> None:
        """Enters what is decided on the first open appeal; one that is allowed puts a decision in force."""
        docket, by, appeal = self._docket.docket, self._docket.by.value, self._open
        outcome, why = self.outcome.value, self.why.value
        verdict = self.verdict.value if outcome == ALLOWED else ""
        if appeal is not None:
            number = appeal.number
            self._entered(lambda _: docket.hear(number, outcome, by=by, reason=why, verdict=verdict))

    def _entered(self, write: Callable[[int], object]) -> None:
        """Writes into the docket about the kept case, and shows what stands now; a sentence where that
        cannot be done.
        """
        number = self._docket.number
        if number is None:
            return
        try:
            write(number)
        except NinevearsError as error:
            self.error.value = complaint(error)
            return
        decided = self._docket.docket.standing(number)
        if decided is not None:
            self._docket.stands(decided)
        self.show()
        self._on_entry()

    def _outcome_chosen(self) -> None:
        self.verdict.layout.display = None if self.outcome.value == ALLOWED else "none"
