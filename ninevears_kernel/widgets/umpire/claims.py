"""What the players say: a row for each claim, with what it comes to, and whose claim holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as W
import msgspec

from ...core.messages import say, shown
from ...core.render import label_shown
from ...core.rulings import Ruling
from ...nine_years.components.rule_tables import RuleTables
from ...umpire.cases.cases import Case, Claim
from ...umpire.cases.claims import judged
from ..parts.cleanup import close_all
from ..parts.fields import Callbacks, labelled, start_button
from ..parts.ruling_card import ICONS
from ..parts.schema_form import copied
from .parts import BROAD, cut, desk_field, row

MOST_CLAIMS = 8
FEWEST_ROWS = 2
SHORT = "120px"
LONGEST_LABEL, LONGEST_VALUE = 90, 400
_TRUTHS = ("whether ", "true when ")
"""How the meaning of a part begins that is true or not."""


class ClaimRow(W.VBox):
    """A claim: who says so, what, and the verdict and part of the answer that it comes to.

    Args:
        by: who speaks here; may be named otherwise.
        claim: a claim that was made already. It comes back as it was until somebody types.
        parts: the parts of the answer that may be named, and what each means.
        callback: is called whenever something is typed.
    """

    def __init__(
        self,
        by: str = "",
        claim: Claim | None = None,
        parts: Mapping[str, str] | None = None,
        callback: Callable[[], object] = lambda: None,
        **more: Any,
    ) -> None:
        verdicts = [(say("desk.claim-no-verdict"), "")]  # None would show nothing
        verdicts += [(say(f"report.verdict-{name}"), name) for name in ICONS]
        self.by = labelled(
            W.Text, "desk.claim-by", "240px", label_width=SHORT, value=claim.by if claim else by
        )
        self.verdict = labelled(
            W.Dropdown, "desk.claim-verdict", "280px", label_width=SHORT,
            tooltip="desk.claim-verdict-tooltip", options=verdicts,
            value=(claim.verdict if claim else None) or "",
        )  # fmt: skip
        self.says = labelled(
            W.Textarea, "desk.claim-says", W.Layout(width="640px", max_width="98%"), label_width=SHORT,
            value=claim.says if claim else "", rows=2,
        )  # fmt: skip
        answer = copied(claim.answer) if claim else {}
        part = next(iter(answer), "")
        self._more = {name: value for name, value in answer.items() if name != part}
        self.part = labelled(
            W.Dropdown, "desk.claim-part", W.Layout(width="420px", max_width="98%"), label_width=SHORT,
            tooltip="desk.claim-part-tooltip", options=[(say("desk.claim-no-part"), "")],
        )  # fmt: skip
        self.value = labelled(
            W.Combobox, "desk.claim-value", "200px", label_width="20px", tooltip="desk.claim-value-tooltip",
            value=_typed(answer[part]) if part else "",
        )  # fmt: skip
        self.ask(parts or {}, part)
        self.part.observe(lambda _: self._part_chosen(), "value")
        self._part_chosen()
        self._laid = (claim, self._state) if claim else None
        children: list[W.Widget] = [row([self.by, self.verdict]), self.says, row([self.part, self.value])]
        if self._more:
            described = ", ".join(f"{label_shown(name)} {shown(value)}" for name, value in self._more.items())
            words = escape(say("desk.claim-answer", answer=described))
            children.append(W.HTML(f"<p class='told'>{words}</p>"))
        super().__init__(children, **more)
        self.add_class("ninevears-desk-claim")
        for field in (self.by, self.verdict, self.says, self.part, self.value):
            field.observe(lambda _: callback(), "value")

    def ask(self, parts: Mapping[str, str], part: str | None = None) -> None:
        """Offers the parts of another answer; a part that it does not have is dropped, unless it is given."""
        offered = [
            (cut(say("desk.claim-part-means", name=label_shown(n), means=m), LONGEST_LABEL), n)
            for n, m in parts.items()
        ]
        chosen = self.part.value if part is None else part
        if part and part not in parts:
            offered.append((label_shown(part), part))
        self._parts = dict(parts)
        self.part.options = [(say("desk.claim-no-part"), ""), *offered]
        self.part.value = chosen if chosen in {name for _, name in offered} else ""

    def _part_chosen(self) -> None:
        """Suggests what the part may be."""
        means = self._parts.get(self.part.value, "")
        truth = means.startswith(_TRUTHS)
        self.value.options = [say("value.yes"), say("value.no")] if truth else []
        self.value.disabled = not self.part.value

    @property
    def _state(self) -> tuple[Any, ...]:
        return self.by.value, self.says.value, self.verdict.value, self.part.value, self.value.value

    @property
    def _answer(self) -> dict[str, Any]:
        """The parts of the answer that the claim names."""
        text = self.value.value.strip()[:LONGEST_VALUE]
        named = {self.part.value: _read(text)} if self.part.value and text else {}
        return {**named, **copied(self._more)}

    @property
    def claim(self) -> dict[str, Any] | None:
        """The claim as a case lists it; None where nothing is said."""
        if self._laid is not None and self._laid[1] == self._state:
            return dict(msgspec.to_builtins(self._laid[0]))
        answer = self._answer
        if not self.says.value.strip() and not self.verdict.value and not answer:
            return None
        return {
            "by": self.by.value,
            "says": self.says.value,
            "verdict": self.verdict.value or None,
            "answer": answer,
        }


class ClaimsForm(W.VBox):
    """The claims of both players, and of others if there are any; `on_change` calls back whenever something
    is typed.

    >>> form = ClaimsForm(("Alliance", "Bourbon"))
    >>> form.rows[1].says.value = "They have no supply."
    >>> form.claims
    [{'by': 'Bourbon', 'says': 'They have no supply.', 'verdict': None, 'answer': {}}]
    """

    def __init__(self, players: Sequence[str] = (), **more: Any) -> None:
        self._players = tuple(players)
        self._parts: dict[str, str] = {}
        self.on_change = Callbacks()
        self.list = W.VBox()
        self.more_button = start_button("desk.claim-more", "desk.claim-more-tooltip", self.add)
        means = W.HTML(f"<p class='means'>{escape(say('desk.claims-mean'))}</p>")
        super().__init__([means, self.list, self.more_button], **more)
        self.add_class("ninevears-desk-claims")
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
            self._lay([*self.rows, self._row()])

    def ask(self, parts: Mapping[str, str]) -> None:
        """Offers the parts of an answer, each with what it means."""
        self._parts = dict(parts)
        for one in self.rows:
            one.ask(self._parts)

    def _row(self, by: str = "", claim: Claim | None = None) -> ClaimRow:
        return ClaimRow(by, claim, self._parts, self.on_change.tell)

    def players(self, names: Sequence[str]) -> None:
        """Names those who speak, in rows that are still empty."""
        before, self._players = self._players, tuple(names)
        if before != self._players and not self.claims:
            self.fill(())

    def fill(self, claims: Iterable[Claim]) -> None:
        """Writes the claims of a case, with a row left for each player who says nothing."""
        rows = [self._row(claim=claim) for claim in claims]
        silent = [name for name in self._players if name not in {one.by.value for one in rows}]
        rows += [self._row(name) for name in silent[: max(0, FEWEST_ROWS - len(rows))]]
        rows += [self._row() for _ in range(FEWEST_ROWS - len(rows))]
        self._lay(rows)

    def _lay(self, rows: Sequence[ClaimRow]) -> None:
        for old in self.rows:
            if old not in rows:
                close_all(old)
        self.list.children = tuple(rows)
        self.more_button.disabled = len(rows) >= MOST_CLAIMS


class PlayersForm(W.VBox):
    """The dispute in a sentence, what happened, and what each player says; `on_change` calls back whenever
    something is typed.
    """

    def __init__(self, **more: Any) -> None:
        self.title = desk_field(W.Text, "desk.title-of-case", BROAD)
        self.story = desk_field(W.Textarea, "desk.story", BROAD, hint="desk.story-hint", rows=4)
        self.claims = ClaimsForm()
        self.on_change = Callbacks()
        for field in (self.title, self.story):
            field.observe(lambda _: self.on_change.tell(), "value")
        self.claims.on_change(self.on_change.tell)
        super().__init__([self.title, self.story, self.claims], **more)
        self.add_class("ninevears-desk-players")

    def given(self) -> dict[str, Any]:
        """The same as a case gives it."""
        return {"title": self.title.value, "story": self.story.value, "claims": self.claims.claims}

    def said(self) -> dict[str, Any]:
        """The same as a `Case` holds it."""
        given = self.given()
        return given | {"claims": [Claim(**claim) for claim in given["claims"]]}

    def fill(self, case: Case) -> None:
        """Writes what a case gives."""
        self.title.value, self.story.value = case.title, case.story
        self.claims.fill(case.claims)

    def clear(self) -> None:
        """Takes all words away."""
        self.title.value = self.story.value = ""
        self.claims.fill(())


def whose_claim_holds(
    claims: Sequence[Claim], ruling: Ruling, case: Case | None = None, rules: RuleTables | None = None
) -> str:
    """For each claim whether the ruling bears it out, as HTML, everything in it escaped; "" for no claims."""
    if not claims:
        return ""
    items = []
    for claim in claims:
        sign, words = judged(claim, ruling, case, rules)
        mark = f"<span class='holds'><span aria-hidden='true'>{sign}</span> {escape(words)}"
        by = escape(claim.by or say("desk.claim-nobody"))
        items.append(f"<li><b>{by}</b>: {escape(claim.says)} – {mark}</span></li>")
    heading = escape(say("desk.claims-judged"))
    return (
        f"<div class='paper ninevears-desk-judged' role='status'><b>{heading}</b>"
        f"<ul>{''.join(items)}</ul></div>"
    )


def _typed(value: Any) -> str:
    """A value of an answer as somebody types it.

    >>> _typed(True), _typed(5), _typed("Bourbon"), _typed(["Lille"])
    ('yes', '5', 'Bourbon', '["Lille"]')
    """
    match value:
        case bool():
            return say("value.yes") if value else say("value.no")
        case str() if _read(value) == value:
            return value
    return json.dumps(value, ensure_ascii=False)


def _read(text: str) -> Any:
    """What somebody typed as a value of an answer.

    >>> _read("Yes"), _read("5"), _read("Bourbon"), _read('["Lille"]')
    (True, 5, 'Bourbon', ['Lille'])
    """
    truths = {say("value.yes"): True, say("value.no"): False}
    if text.casefold() in truths:
        return truths[text.casefold()]
    try:
        # no answer has a fraction, and what is no number at all no report could carry
        return json.loads(text, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        return text
