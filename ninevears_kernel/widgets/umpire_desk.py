"""The umpire's desk: the question, the position, what the players say, the ruling, and the docket."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets as W
import msgspec

from ..core.clauses import registers
from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message, say, shown
from ..core.rulings import Ruling
from ..input_files import parse_data
from ..nine_years.game import Game
from ..nine_years.map import game_map
from ..nine_years.position import Position
from ..nine_years.powers import powers
from ..nine_years.save import position_from_data, position_to_data
from ..nine_years.scenario import scenario_1688
from ..nine_years.sides import SIDES
from ..umpire.cases import FORMAT, Case, case_from_data, given_schema, question_of, questions, rule_case
from ..umpire.reports import Report, to_html, to_json, to_markdown, to_pdf
from ..umpire.samples import samples_of
from ..umpire.what_would_change import WhatWouldChange, what_would_change
from .case_desk import complaint
from .docket_desk import DocketDesk
from .long_work import LongWork, Progress, Stop
from .position_editor import PositionEditor
from .ruling_card import RulingCard
from .schema_form import LABEL_WIDTH, SchemaForm

SITUATION = ("position", "scenario", "changes")
"""The keys of a case that say where things lie: the editor asks for them."""
LARGEST_FILE = 4_000_000
"""Bytes of a save or a log that somebody gives."""
EXPORTS = {
    "html": ("text/html", lambda told: to_html(told).encode()),
    "md": ("text/markdown", lambda told: to_markdown(told).encode()),
    "json": ("application/json", lambda told: to_json(told).encode()),
    "pdf": ("application/pdf", to_pdf),
}
STYLE = """<style>
.ninevears-umpire h3 { font-size: 16px; margin: 14px 0 4px; border-bottom: 1px solid #8b7346; }
.ninevears-umpire .means { color: var(--jp-ui-font-color2, #555); font-size: 13px; }
.ninevears-complaint { color: #8c1a10; background: #fbeeea; padding: 2px 8px; display: inline-block; }
.ninevears-umpire .exports a { margin-right: 14px; }
</style>"""


class UmpireDesk(W.VBox):
    """Puts a dispute to the umpire, from the email to the report that both players get.

    Args:
        system: short name of the rules system, such as ``NY``.
        question: the question that it opens with.
        docket: where cases are kept: a file or a URL; None leaves the docket out.

    Attributes:
        case: the case as it stands on the desk.
        ruling, report: the last ruling, and the report on it; None when there is none.
    """

    def __init__(
        self,
        system: str = "NY",
        question: str = "siege",
        docket: str | None = "umpire-docket.sqlite",
        **more: Any,
    ) -> None:
        self.ruling: Ruling | None = None
        self.report: Report | None = None
        self._seed = 1
        wide = {"description_width": LABEL_WIDTH}
        broad, narrow = W.Layout(width="560px"), W.Layout(width="340px")
        self.system = W.Dropdown(
            options=[(registers()[name].name, name) for name in sorted({of for of, _ in questions()})],
            value=system, description=say("desk.system"), style=wide, layout=narrow,
        )  # fmt: skip
        self.question = W.Dropdown(description=say("desk.question"), style=wide, layout=broad)
        self.sample = W.Dropdown(description=say("desk.sample"), style=wide, layout=broad)
        self.upload = W.FileUpload(
            description=say("desk.load"), tooltip=say("desk.load-tooltip"),
            accept=".json,.txt,.toml,.log,.md", layout=W.Layout(width="auto", align_self="flex-start"),
        )  # fmt: skip
        self.editor = PositionEditor()
        self.situation = W.VBox([_heading("desk.situation"), self.upload, self.editor])
        self.form_box = W.VBox()
        self.title = W.Text(description=say("desk.title-of-case"), style=wide, layout=broad)
        self.claims = {
            side: W.Text(description=say("desk.claim", side=side), style=wide, layout=broad) for side in SIDES
        }
        self.dice = W.Text(
            description=say("desk.dice"), placeholder=say("desk.dice-hint"), style=wide, layout=broad,
            continuous_update=False,
        )  # fmt: skip
        self.rule_button = _button("desk.rule", "desk.rule-tooltip", "primary")
        self.odds_button = _button("desk.odds", "desk.odds-tooltip")
        self.roll_button = _button("desk.roll", "desk.roll-tooltip")
        self.error = W.HTML()
        self.card = RulingCard(odds_open=False)
        self.changes = W.HTML()
        self.search = LongWork("desk.search", "desk.search-tooltip", self._searched, self._found)
        self.exports = W.HTML()
        self.pdf_button = _button("desk.pdf", "desk.pdf-tooltip")
        self.outcome = W.VBox([self.card, self.search, self.changes, W.HBox([self.exports, self.pdf_button])])
        self.outcome.layout.display = "none"
        self.docket = DocketDesk(docket, self) if docket else None
        parts = [
            W.HTML(STYLE), self.system, self.question, self.sample, self.situation,
            _heading("desk.asked"), self.form_box, _heading("desk.players"), self.title,
            *self.claims.values(), _heading("desk.dice-heading"), self.dice,
            W.HBox([self.rule_button, self.odds_button, self.roll_button]), self.error, self.outcome,
        ]  # fmt: skip
        super().__init__([*parts, *([self.docket] if self.docket else [])], **more)
        self.add_class("ninevears-umpire")
        self.system.observe(lambda _: self._system_chosen(), "value")
        self.question.observe(lambda _: self._question_chosen(), "value")
        self.sample.observe(self._sample_chosen, "value")
        self.upload.observe(self._uploaded, "value")
        self.rule_button.on_click(lambda _: self.rule())
        self.odds_button.on_click(lambda _: self.rule(odds_only=True))
        self.roll_button.on_click(lambda _: self.roll())
        self.pdf_button.on_click(lambda _: self._print())
        self._system_chosen(question)

    # ---- the case

    @property
    def case(self) -> Case:
        """The case as it stands.

        Raises:
            BadInput: a field cannot be read.
        """
        data: dict[str, Any] = {
            "format": FORMAT, "system": self.system.value, "question": self.question.value,
            "given": self.form.given(), "title": self.title.value,
        }  # fmt: skip
        if self._has_situation:
            if self.editor.start is not scenario_1688():
                data["given"]["position"] = position_to_data(self.editor.start)
            if self.editor.changes:
                data["given"]["changes"] = self.editor.changes
        if self.dice.value.strip():
            data["dice"] = _faces(self.dice.value)
        data["claims"] = [
            {"by": side, "says": field.value} for side, field in self.claims.items() if field.value.strip()
        ]
        return case_from_data(data)

    @property
    def case_data(self) -> dict[str, Any]:
        """The same as plain data, as the docket keeps it.

        Raises:
            BadInput: a field cannot be read.
        """
        return dict(msgspec.to_builtins(self.case))

    def open_case(self, case: Case | Mapping[str, Any]) -> None:
        """Lays a case on the desk, from a sample, a file or the docket.

        Raises:
            BadInput: the case, or the situation that it gives, is wrong.
        """
        case = case if isinstance(case, Case) else case_from_data(dict(case))
        self.system.value = case.system
        self.question.value = case.question
        given = dict(case.given)
        if self._has_situation:
            position, changes = given.pop("position", None), given.pop("changes", ())
            given.pop("scenario", None)
            start = position if isinstance(position, Position) else None
            if start is None:
                start = scenario_1688() if position is None else position_from_data(position, "position")
            self.editor.begin(start, changes)
        self.form.fill(given)
        self.title.value = case.title
        said = {claim.by: claim.says for claim in case.claims}
        for side, field in self.claims.items():
            field.value = said.get(side, "")
        self.dice.value = " ".join(map(str, case.dice or ()))
        self._show(None)

    # ---- the ruling

    def rule(self, odds_only: bool = False) -> Ruling | None:
        """Rules on the case; shows the ruling, or one sentence that says what is wrong."""
        try:
            case = self.case
            ruling = rule_case(case, odds_only=odds_only)
        except NinevearsError as error:
            self.error.value = complaint(error)
            self._show(None)
            return None
        self.error.value = ""
        self._show(Report(case, ruling))
        return ruling

    def roll(self) -> Ruling | None:
        """Lets the desk roll: the dice come from a seed, so that the roll can be had again."""
        try:
            case = self.case
            faces = rule_case(msgspec.structs.replace(case, dice=None, seed=self._seed)).dice
        except NinevearsError as error:
            self.error.value = complaint(error)
            return None
        self._seed += 1
        self.dice.value = " ".join(str(face) for face in faces)
        return self.rule()

    def _show(self, report: Report | None) -> None:
        self.report = report
        self.ruling = self.card.ruling = report.ruling if report else None
        self.outcome.layout.display = None if report else "none"
        self.changes.value = ""
        if self._has_situation:
            self.editor.war_map.show_ruling(self.ruling)
        self._export()
        if self.docket:
            self.docket.show()

    def _searched(self, progress: Progress, stop: Stop) -> WhatWouldChange | None:
        return what_would_change(self.report.case, progress=progress, stop=stop) if self.report else None

    def _found(self, found: WhatWouldChange | None) -> None:
        if found is None or self.report is None:
            return
        self.report = replace(self.report, changes=found)
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in found.sentences())
        heading = escape(say("desk.would-change"))
        self.changes.value = f"<b>{heading}</b><ul>{items}</ul>"
        self._export()

    def _export(self) -> None:
        self.pdf_button.layout.display = None if self.report else "none"
        if self.report is None:
            self.exports.value = ""
            return
        links = "".join(_link(self.report, ending) for ending in ("html", "md", "json"))
        self.exports.value = f"<span class='exports'>{escape(say('desk.exports'))} {links}</span>"

    def _print(self) -> None:
        if self.report is None:
            return
        try:
            self.exports.value += _link(self.report, "pdf")
        except NinevearsError as error:
            self.error.value = complaint(error)

    # ---- what is chosen

    @property
    def _has_situation(self) -> bool:
        return "changes" in self._properties

    def _system_chosen(self, question: str | None = None) -> None:
        names = [(q.about, q.name) for (of, _), q in questions().items() if of == self.system.value]
        known = [name for _, name in names]
        chosen = question if question in known else known[0]
        self.question.options = names
        self.question.value = chosen
        self._question_chosen()

    def _question_chosen(self) -> None:
        if self.question.value is None:
            return
        question = questions()[self.system.value, self.question.value]
        schema = given_schema(question)
        root = schema.get("$defs", {}).get(str(schema.get("$ref", "")).rsplit("/", 1)[-1], schema)
        self._properties = root.get("properties", {})
        self.form = SchemaForm(schema, skip=SITUATION if self._has_situation else (), suggested=_SUGGESTED)
        self.form_box.children = (self.form,)
        self.situation.layout.display = None if self._has_situation else "none"
        self._samples = samples_of(self.system.value, question.name)
        options = [(say("desk.no-sample"), "")]
        self.sample.options = options + [(s.case.title or s.name, s.name) for s in self._samples]
        self.sample.index = 0
        self._show(None)

    def _sample_chosen(self, change: Mapping[str, Any]) -> None:
        found = next((sample for sample in self._samples if sample.name == change["new"]), None)
        if found is not None:
            self._open_safely(found.data)

    def _uploaded(self, change: Mapping[str, Any]) -> None:
        for file in change["new"]:
            self._open_file(str(file["name"]), bytes(file["content"]))

    def _open_file(self, name: str, content: bytes) -> None:
        """A save, a log or a case that somebody gave."""
        try:
            if len(content) > LARGEST_FILE:
                raise BadInput("file", name, Message("expected.at-most-bytes", most=LARGEST_FILE))
            text = content.decode("utf-8", errors="strict")
            if text.lstrip("\ufeff").startswith("ninevears-log"):
                self.editor.begin(Game.from_log(text).position)
                return
            data = parse_data(text, is_toml=name.endswith(".toml"))
            if isinstance(data, dict) and data.get("format") == FORMAT:
                self.open_case(data)
            else:
                self.editor.begin(position_from_data(data, "file"))
        except UnicodeDecodeError:
            self.error.value = complaint(BadInput("file", name, Message("expected.text-file")))
        except NinevearsError as error:
            self.error.value = complaint(error)

    def _open_safely(self, data: Mapping[str, Any]) -> None:
        try:
            self.open_case(data)
            self.error.value = ""
        except NinevearsError as error:
            self.error.value = complaint(error)


_SUGGESTED = {
    "space": lambda: sorted(shown(space.name) for space in game_map().spaces),
    "to": lambda: sorted(shown(space.name) for space in game_map().spaces),
    "power": lambda: sorted(powers()),
}


def _faces(text: str) -> list[Any]:
    """Typed dice: numbers apart by blanks or commas, or a list as JSON for dice with other faces."""
    text = text.strip()
    if text.startswith("["):
        try:
            found = json.loads(text)
        except ValueError:
            raise BadInput("dice", text[:80], Message("desk.expected-list")) from None
        return list(found) if isinstance(found, list) else [found]
    return [int(part) if part.lstrip("-").isdecimal() else part for part in text.replace(",", " ").split()]


def _link(report: Report, ending: str) -> str:
    """A link that saves the report; the browser has all of it already."""
    kind, write = EXPORTS[ending]
    content = base64.b64encode(write(report)).decode()
    name = f"ruling-{question_of(report.case).name}.{ending}"
    label = escape(say(f"desk.export-{ending}"))
    return f"<a download='{name}' href='data:{kind};base64,{content}'>{label}</a>"


def _button(label: str, tooltip: str, style: str = "") -> W.Button:
    return W.Button(
        description=say(label), tooltip=say(tooltip), button_style=style,
        layout=W.Layout(width="auto", align_self="flex-start"),
    )  # fmt: skip


def _heading(id: str) -> W.HTML:
    words = escape(say(id))
    return W.HTML(f"<h3>{words}</h3>")
