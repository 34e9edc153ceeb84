"""Why not? on the umpire's desk: what a player could do in one round to bring something about."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Protocol

import ipywidgets as W
import msgspec

from ...core.errors import NinevearsError
from ...core.messages import say, shown
from ...nine_years.components.position import MOST_ACTIONS
from ...nine_years.components.powers import powers
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES
from ...umpire.reports.shown_on_map import ways_on_map
from ...umpire.search.goals import CONDITIONS, condition_of
from ...umpire.search.plans import Plan, WhyNot
from ...umpire.search.why_not import CHANCES, why_not
from ..map.position_editor import PositionEditor
from ..parts.background_job import BackgroundJob, Progress, Stop
from ..parts.fields import start_button
from ..parts.schema_form import SchemaForm, space_names
from ..parts.theme import complaint
from .parts import MIDDLING, desk_field, row

FIRST = ("relieved", {"space": "Namur"})
"""What stands in the form to begin with: how could Namur be relieved?"""
LAID = "plan"


class Situated(Protocol):
    """A desk with a position on it."""

    editor: PositionEditor

    @property
    def rule_tables(self) -> RuleTables:
        """The tables in force."""

    @property
    def chosen_readings(self) -> Mapping[str, str]:
        """The readings in force that differ from the usual."""


class WhyNotPanel(W.VBox):
    """Asks for the shortest plan that makes a condition true, or for what stands in its way.

    Args:
        desk: whose position is looked at, and on whose map a plan is shown.

    Attributes:
        found: what the last search found, or None.
    """

    def __init__(self, desk: Situated, **more: Any) -> None:
        self._desk, self._map = desk, desk.editor.war_map
        self.found: WhyNot | None = None
        self._asked: tuple[Any, ...] = ()
        wider = W.Layout(width="440px", max_width="98%")
        self.side = desk_field(
            W.Dropdown, "desk.why-side", MIDDLING, options=[(shown(side), side) for side in SIDES]
        )
        self.kind = desk_field(
            W.Dropdown, "desk.why-condition", wider,
            options=[(say(f"condition.kind-{name}"), name) for name in CONDITIONS], value=FIRST[0],
        )  # fmt: skip
        self.chance = desk_field(
            W.Dropdown, "desk.why-chance", wider,
            options=[(say(f"desk.why-chance-{name}"), name) for name in CHANCES],
        )  # fmt: skip
        self.actions = desk_field(
            W.Dropdown, "desk.why-actions", MIDDLING, tooltip="desk.why-actions-tooltip",
            options=list(range(1, MOST_ACTIONS + 1)), value=MOST_ACTIONS,
        )  # fmt: skip
        self.form_box = W.VBox()
        self.error, self.says = W.HTML(), W.HTML()
        self.map_button = start_button("desk.why-map", "desk.why-map-tooltip", self.show_plan)
        self.map_button.layout.display = "none"
        self.work = BackgroundJob(
            "desk.why-search", "desk.why-search-tooltip", self._searched, self._done, "desk.why-tried"
        )
        intro = W.HTML(f"<p class='told'>{escape(say('desk.why-intro'))}</p>")
        parts = [
            intro, row([self.side, self.kind]), self.form_box, row([self.chance, self.actions]),
            self.work, self.error, self.says, self.map_button,
        ]  # fmt: skip
        super().__init__(parts, **more)
        self.add_class("ninevears-desk-why-not")
        self.kind.observe(lambda _: self._kind_chosen(), "value")
        self.clear()

    def clear(self) -> None:
        """Asks what it asked to begin with, and takes away what was found."""
        self.forget()
        self.side.index = self.chance.index = 0
        self.kind.value, self.actions.value = FIRST[0], MOST_ACTIONS
        self._kind_chosen()
        self.form.fill(FIRST[1])
        self.error.value = ""

    @property
    def condition(self) -> dict[str, Any]:
        """What is wished, as `umpire.search.goals` has it.

        Raises:
            BadInput: a field cannot be read.
        """
        return {"is": self.kind.value, **self.form.given()}

    def begin(self) -> None:
        """Begins the search, unless something in the form is wrong: then it says what."""
        self.work.begin()

    def forget(self) -> None:
        """Takes away what was found: the position is another one now."""
        self.work.stop()
        if self.found is not None:
            self._show(None)

    def show_plan(self) -> None:
        """Shows the plan on the map."""
        plan = self.found.plan if self.found else None
        if plan is not None:
            drawn = ways_on_map(plan.notation.splitlines())
            self._map.lay(LAID, drawn.marks, drawn.says)

    # ---- within

    def _kind_chosen(self) -> None:
        for old in self.form_box.children:
            old.close()
        suggested = {
            "space": space_names,
            "power": lambda: sorted(powers()),
            "leader": lambda: sorted(self._desk.rule_tables.leader_number),
        }
        schema = msgspec.json.schema(CONDITIONS[self.kind.value])
        self.form = SchemaForm(schema, suggested=suggested)
        self.form_box.children = (self.form,)

    def _searched(self, progress: Progress, stop: Stop) -> tuple[tuple[Any, ...], WhyNot] | None:
        try:
            goal = condition_of(self.condition, self._desk.rule_tables)
            self.error.value = ""
        except NinevearsError as error:
            self._show(None)
            self.error.value = complaint(error)
            return None
        self._show(None)
        position = self._desk.editor.position
        found = why_not(
            position, self.side.value, goal,
            chance=self.chance.value, actions=self.actions.value, readings=self._desk.chosen_readings,
            rules=self._desk.rule_tables, progress=progress, stop=stop,
        )  # fmt: skip
        return (position, self._desk.rule_tables, self._desk.chosen_readings), found

    def _done(self, done: tuple[tuple[Any, ...], WhyNot] | None) -> None:
        if done is None:
            return
        asked, found = done
        if asked == (self._desk.editor.position, self._desk.rule_tables, self._desk.chosen_readings):
            self._show(found)

    def _show(self, found: WhyNot | None) -> None:
        self.found = found
        self._map.lay(LAID, {})
        self.says.value = why_not_html(found) if found else ""
        has_ways = bool(found and found.plan and ways_on_map(found.plan.notation.splitlines()).marks)
        self.map_button.layout.display = None if has_ways else "none"


def why_not_html(found: WhyNot) -> str:
    """What a search has found as HTML: the plan, numbered, with its chance, or the blockers; all escaped."""
    parts = []
    if found.plan is not None:
        parts.append(_plan(found.plan))
    if found.obstacles:
        rows = "".join(
            f"<li><code>{escape('; '.join(one.actions[:3]))}</code> {escape(str(one.violation.says))} "
            f"<cite>{escape(one.violation.clause_id)}</cite>{_remedy(one.violation.tried)}</li>"
            for one in found.obstacles
        )
        heading = escape(say("desk.why-blockers"))
        parts.append(f"<b>{heading}</b><ul>{rows}</ul>")
    # the plan and the obstacles are above; the rest is as everywhere
    described = set(map(str, found.sentences()))
    described -= {str(one.sentence) for one in found.obstacles}
    if found.plan is not None:
        described -= {say("why.blocker", action=one.text, says=one.says) for one in found.plan.choices}
    first, *rest = [one for one in found.sentences() if one in described]
    words = "".join(f"<p>{escape(one)}</p>" for one in rest)
    return f"<div class='paper' role='status'><p><b>{escape(first)}</b></p>{''.join(parts)}{words}</div>"


def _plan(plan: Plan) -> str:
    rows = "".join(
        f"<li><code>{escape(one.text)}</code> {escape(str(one.says))} <cite>{escape(one.clause_id)}</cite>"
        f"{_sure(one.chance)}</li>"
        for one in plan.choices
    )
    return f"<ol>{rows}</ol>"


def _sure(chance: Any) -> str:
    """How sure it is by then; nothing while nothing is reached."""
    if not chance:
        return ""
    if chance == 1:
        words = say("desk.why-by-then-sure")
    else:
        words = say("desk.why-by-then", exact=chance, percent=f"{float(chance):.1%}")
    return f" <b>{escape(words)}</b>"


def _remedy(remedy: Any) -> str:
    if remedy is None:
        return ""
    words = escape(say("refused.remedy", remedy=remedy))
    return f" {words}"
