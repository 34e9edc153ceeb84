"""The lesson plans on paper without a terminal: choose a plan, press, save both sheets."""

from __future__ import annotations

import base64
from html import escape
from typing import Any

import ipywidgets as W

from ...chronicle.plan_sheets import PAPERS, PLANS, SHEETS, printed, read_plan
from ...core.messages import say
from ..parts.background_job import BackgroundJob, Progress, Stop
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.fields import labelled, toggles
from ..parts.lesson_look import lesson_style
from ..parts.links import Links

KINDS = {".pdf": "application/pdf", ".html": "text/html"}
LINK = "color:inherit;text-decoration:underline"
Files = list[tuple[str, bytes]]


class PlanSheets(Composed):
    """The sheets of a lesson plan, for pupils and teacher, to save and print.

    Args:
        plan: the name of the plan that is chosen first.

    Raises:
        UnknownName: there is no such plan; says the nearest.

    >>> desk = PlanSheets("namur")
    >>> desk.plan.label
    '7. How likely was Namur?'
    """

    def __init__(self, plan: str = PLANS[0], **more: Any) -> None:
        read_plan(plan)
        titles = [
            say("plan-sheets.numbered", number=number, title=read_plan(name).title)
            for number, name in enumerate(PLANS, 1)
        ]
        self.plan: W.Dropdown = labelled(
            W.Dropdown, "plan-sheets.plan", tooltip="plan-sheets.plan-tooltip",
            options=list(zip(titles, PLANS, strict=True)), value=plan,
        )  # fmt: skip
        papers = [(say(f"plan-sheets.paper-{paper}"), paper) for paper in PAPERS]
        self.paper: W.ToggleButtons = toggles("plan-sheets.paper", options=papers)
        self.work: BackgroundJob = BackgroundJob(
            "plan-sheets.make", "plan-sheets.make-tooltip", self._make, self._made, "plan-sheets.told"
        )
        self.work.stop_button.layout.display = "none"  # it takes seconds
        self.links: Links = Links()
        wrapped = W.Layout(flex_flow="row wrap", align_items="center", grid_gap="4px 20px")
        row = W.HBox([self.plan, self.paper, self.work], layout=wrapped)
        super().__init__([W.HTML(lesson_style()), row, self.links], **more)
        self.add_class("ninevears-lesson")
        for chosen in (self.plan, self.paper):
            chosen.observe(lambda _: self._changed(), "value")
        made_in_this_cell(self)

    def _changed(self) -> None:
        """What was made is no longer what is chosen."""
        self.links.value = ""

    def _make(self, progress: Progress, _stop: Stop) -> tuple[tuple[str, str], Files]:
        asked = self.plan.value, self.paper.value
        found = []
        for number, kind in enumerate(SHEETS):
            progress(number, len(SHEETS))
            found.append(printed(asked[0], kind, asked[1]))
        return asked, found

    def _made(self, result: tuple[tuple[str, str], Files]) -> None:
        asked, files = result
        if asked != (self.plan.value, self.paper.value):
            return
        links = [
            f"<p><a style='{LINK}' download='{escape(name)}' href='data:{_kind(name)};base64,"
            f"{base64.b64encode(content).decode()}'>{escape(say(f'plan-sheets.{kind}'))}</a></p>"
            for kind, (name, content) in zip(SHEETS, files, strict=True)
        ]
        as_pages = any(name.endswith(".html") for name, _ in files)
        told = f"<p>{escape(say('plan-sheets.as-pages'))}</p>" if as_pages else ""
        self.links.value = f"<div class='nl-why' role='status'>{told}{''.join(links)}</div>"


def _kind(name: str) -> str:
    return next(kind for ending, kind in KINDS.items() if name.endswith(ending))
