"""What the players say: a row for each claim, with the verdict that it comes to, and whose claim holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

import ipywidgets as W
import msgspec

from ..core.messages import say, shown
from ..core.render import label_shown
from ..core.rulings import Ruling
from ..umpire.cases import Case, Claim
from ..umpire.reports import MARKS, SIGNS, holds
from .ruling_card import ICONS
from .schema_form import copied
from .umpire_parts import WIDE, broad, button, closed, row

MOST_CLAIMS = 8
FEWEST_ROWS = 2
SHORT = {"description_width": "90px"}


class ClaimRow(W.VBox):
    """A claim: who says so, what, and the verdict that he expects.

    Args:
        by: who speaks here; he may be named otherwise.
        claim: a claim that was made already. It comes back as it was until somebody types.
    """

    def __init__(self, by: str = "", claim: Claim | None = None, **more: Any) -> None:
        verdicts = [(say("desk.claim-no-verdict"), "")]  # None would show nothing
        verdicts += [(say(f"report.verdict-{name}"), name) for name in ICONS]
        self.by = W.Text(
            value=claim.by if claim else by, description=say("desk.claim-by"),
            style=SHORT, layout=W.Layout(width="240px"),
        )  # fmt: skip
        self.verdict = W.Dropdown(
            options=verdicts, value=(claim.verdict if claim else None) or "",
            description=say("desk.claim-verdict"), tooltip=say("desk.claim-verdict-tooltip"),
            style=SHORT, layout=W.Layout(width="280px"),
        )  # fmt: skip
        self.says = W.Textarea(
            value=claim.says if claim else "", description=say("desk.claim-says"), rows=2, style=SHORT,
            layout=W.Layout(width="640px", max_width="98%"),
        )  # fmt: skip
        self._answer = copied(claim.answer) if claim else {}
        self._laid = (claim, self._state) if claim else None
        children: list[W.Widget] = [row([self.by, self.verdict]), self.says]
        if self._answer:
            parts = ", ".join(f"{label_shown(name)} {shown(value)}" for name, value in self._answer.items())
            words = escape(say("desk.claim-answer", answer=parts))
            children.append(W.HTML(f"<p class='told'>{words}</p>"))
        super().__init__(children, **more)
        self.add_class("ninevears-desk-claim")

    @property
    def _state(self) -> tuple[Any, ...]:
        return self.by.value, self.says.value, self.verdict.value

    @property
    def claim(self) -> dict[str, Any] | None:
        """The claim as a case lists it; None where nothing is said."""
        if self._laid is not None and self._laid[1] == self._state:
            return dict(msgspec.to_builtins(self._laid[0]))
        if not self.says.value.strip() and not self.verdict.value and not self._answer:
            return None
        return {
            "by": self.by.value,
            "says": self.says.value,
            "verdict": self.verdict.value or None,
            "answer": copied(self._answer),
        }


class ClaimsForm(W.VBox):
    """The claims of both players, and of others if there are any.

    >>> form = ClaimsForm(("Alliance", "Bourbon"))
    >>> form.rows[1].says.value = "He has no supply."
    >>> form.claims
    [{'by': 'Bourbon', 'says': 'He has no supply.', 'verdict': None, 'answer': {}}]
    """

    def __init__(self, players: Sequence[str] = (), **more: Any) -> None:
        self._players = tuple(players)
        self.list = W.VBox()
        self.more_button = button("desk.claim-more", "desk.claim-more-tooltip")
        super().__init__([self.list, self.more_button], **more)
        self.add_class("ninevears-desk-claims")
        self.more_button.on_click(lambda _: self.add())
        self.fill(())

    @property
    def rows(self) -> tuple[ClaimRow, ...]:
        """A row for each claim that was or may be made."""
        return tuple(self.list.children)

    @property
    def claims(self) -> list[dict[str, Any]]:
        """The claims as a case lists them."""
        return [claim for one in self.rows if (claim := one.claim) is not None]

    def add(self) -> None:
        """Adds a row, if a case can hold one more claim."""
        if len(self.rows) < MOST_CLAIMS:
            self._lay([*self.rows, ClaimRow()])

    def players(self, names: Sequence[str]) -> None:
        """Names those who speak, in rows that are still empty."""
        before, self._players = self._players, tuple(names)
        if before != self._players and not self.claims:
            self.fill(())

    def fill(self, claims: Iterable[Claim]) -> None:
        """Writes the claims of a case, with a row left for each player who says nothing."""
        rows = [ClaimRow(claim=claim) for claim in claims]
        silent = [name for name in self._players if name not in {one.by.value for one in rows}]
        rows += [ClaimRow(name) for name in silent[: max(0, FEWEST_ROWS - len(rows))]]
        rows += [ClaimRow() for _ in range(FEWEST_ROWS - len(rows))]
        self._lay(rows)

    def _lay(self, rows: Sequence[ClaimRow]) -> None:
        for old in self.rows:
            if old not in rows:
                closed(old)
        self.list.children = tuple(rows)
        self.more_button.disabled = len(rows) >= MOST_CLAIMS


class PlayersForm(W.VBox):
    """The dispute in a sentence, what happened, and what each player says."""

    def __init__(self, **more: Any) -> None:
        self.title = W.Text(description=say("desk.title-of-case"), style=WIDE, layout=broad())
        self.story = W.Textarea(
            description=say("desk.story"), placeholder=say("desk.story-hint"), rows=4, style=WIDE,
            layout=broad(),
        )  # fmt: skip
        self.claims = ClaimsForm()
        super().__init__([self.title, self.story, self.claims], **more)
        self.add_class("ninevears-desk-players")

    def given(self) -> dict[str, Any]:
        """The same as a case gives it."""
        return {"title": self.title.value, "story": self.story.value, "claims": self.claims.claims}

    def fill(self, case: Case) -> None:
        """Writes what a case gives."""
        self.title.value, self.story.value = case.title, case.story
        self.claims.fill(case.claims)


def whose_claim_holds(claims: Sequence[Claim], ruling: Ruling) -> str:
    """For each claim whether the ruling bears it out, as HTML, everything in it escaped; "" for no claims."""
    if not claims:
        return ""
    items = []
    for claim in claims:
        held = holds(claim, ruling)
        mark = f"<span class='holds'><span aria-hidden='true'>{SIGNS[held]}</span> {escape(say(MARKS[held]))}"
        by = escape(claim.by or say("desk.claim-nobody"))
        items.append(f"<li><b>{by}</b>: {escape(claim.says)} – {mark}</span></li>")
    heading = escape(say("desk.claims-judged"))
    return (
        f"<div class='paper ninevears-desk-judged' role='status'><b>{heading}</b>"
        f"<ul>{''.join(items)}</ul></div>"
    )
