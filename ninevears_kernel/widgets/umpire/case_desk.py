"""The umpire's desk for any rules system: a sample case, its text to change, the ruling and its odds."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as W

from ...core.clauses import registers
from ...core.errors import BadInput, NinevearsError
from ...core.messages import Message, say
from ...core.rulings import Ruling
from ...input_files import parse_data
from ...umpire.cases.cases import FORMAT, case_from_data, questions, rule_case
from ...umpire.cases.rolls import rolls_of
from ...umpire.cases.samples import Sample, samples_of
from ..parts.fields import Quiet, button, labelled
from ..parts.lesson_look import lesson_style
from ..parts.odds_chart import OddsChart
from ..parts.question_keys import STYLE as KEYS_STYLE, keys_html
from ..parts.ruling_card import RulingCard
from ..parts.theme import SERIF, complaint

STYLE = f"""<style>
.ninevears-desk {{ max-width: 62em; }}
.ninevears-desk textarea {{ font: 13px/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace; }}
.ninevears-desk .about {{ font: 15px/1.5 {SERIF}; margin: 0 0 4px 88px; max-width: 50em; }}
</style>"""


class CaseDesk(W.VBox):
    """Puts cases of a rules system to the umpire.

    Args:
        system: short name of the system, such as ``HIS``.
        question: the question that it opens with; without it the first.

    Attributes:
        ruling: the last ruling, or None.

    Raises:
        BadInput: there is no such system or question.
    """

    def __init__(self, system: str, question: str | None = None, **more: Any) -> None:
        self._questions = {q.name: q for (of, _), q in questions().items() if of == system}
        if not self._questions:
            known = sorted({of for of, _ in questions()})
            raise BadInput("system", system, Message.one_of(known))
        if question is not None and question not in self._questions:
            raise BadInput("question", question, Message.one_of(self._questions))
        self.system = system
        self.ruling: Ruling | None = None
        self._texts: list[str] = []
        self._quiet = Quiet()
        wide = {"description_width": "80px"}
        full = W.Layout(width="auto", max_width="56em")
        self.question: W.Dropdown = labelled(
            W.Dropdown, "desk.question", W.Layout(width="auto", max_width="30em"), style=wide,
            options=[(one.heading, name) for name, one in self._questions.items()],
            value=question or next(iter(self._questions)),
        )  # fmt: skip
        self.about: W.HTML = W.HTML()
        self.sample: W.Dropdown = labelled(W.Dropdown, "desk.sample", full, style=wide)
        self.text: W.Textarea = labelled(W.Textarea, "desk.case", full, style=wide, continuous_update=False)
        self.help: W.HTML = W.HTML()
        self.rule_button: W.Button = button("desk.rule", "desk.rule-tooltip", self.rule, "primary")
        self.odds_button: W.Button = button("desk.odds", "desk.odds-tooltip", self.odds)
        self.roll_button: W.Button = button("desk.roll", "desk.roll-tooltip", self.roll)
        self.undo_button: W.Button = button("desk.undo", "desk.undo-tooltip", self.undo)
        self.reset_button: W.Button = button("desk.reset", "desk.reset-tooltip", self.reset)
        self.seed: W.BoundedIntText = labelled(
            W.BoundedIntText, "desk.seed", "130px", tooltip="desk.seed-tooltip", value=1, min=0, max=2**53
        )
        self.error: W.HTML = W.HTML()
        self.card: RulingCard = RulingCard(odds_open=False)
        self.chart: OddsChart = OddsChart()
        buttons = W.Box(
            [self.rule_button, self.odds_button, self.roll_button, self.seed, self.undo_button,
             self.reset_button],
            layout=W.Layout(display="flex", flex_flow="row wrap", align_items="center"),
        )  # fmt: skip
        heading = say("desk.title", system=registers()[system].name)
        title = W.HTML(f"{lesson_style()}{STYLE}{KEYS_STYLE}<h3 class='nl-title'>{escape(heading)}</h3>")
        parts = [title, self.question, self.about, self.sample, self.text, self.help, buttons]
        super().__init__([*parts, self.error, self.card, self.chart], **more)
        for name in ("ninevears-desk", "ninevears-lesson"):
            self.add_class(name)
        self.question.observe(lambda _: self._question_chosen(), "value")
        self.sample.observe(lambda _: self.reset(), "value")
        self.text.observe(self._typed, "value")
        self._question_chosen()

    def rule(self) -> Ruling | None:
        """Rules on the case as it stands; shows the ruling, or one sentence that says what is wrong."""
        return self._put()

    def odds(self) -> Ruling | None:
        """Tells the exact odds, whatever dice the case has."""
        return self._put(dice=None, seed=None)

    def roll(self) -> Ruling | None:
        """Rolls the dice from the seed and rules; the next roll is another, and can be had again."""
        ruling = self._put(dice=None, seed=self.seed.value)
        if ruling is not None:
            self.seed.value += 1
        return ruling

    def undo(self) -> None:
        """Brings the text back as it was before the last change."""
        if self._texts:
            self._write(self._texts.pop())
        self._show_undo()

    def reset(self) -> None:
        """Writes the chosen sample."""
        found = self._sample
        if found is not None and found.text != self.text.value:
            self._remember(self.text.value)
            self._write(found.text)
        self._show_undo()

    @property
    def _sample(self) -> Sample | None:
        return next((s for s in self._samples if s.name == self.sample.value), None)

    def _question_chosen(self) -> None:
        question = self._questions[self.question.value]
        self.about.value = f"<p class='about'>{escape(question.about)}</p>"
        self.help.value = keys_html(question)
        self._samples = samples_of(self.system, question.name)
        self.sample.options = [(s.case.title or s.name, s.name) for s in self._samples]
        if self._samples:
            self.sample.value = self._samples[0].name
            self.reset()
        else:
            head = f'format = "{FORMAT}"\nsystem = "{question.system}"\nquestion = "{question.name}"\n'
            self._write(f"{head}\n[given]\n")

    def _typed(self, change: Any) -> None:
        if not self._quiet:
            self._remember(change["old"])
            self._show_undo()

    def _remember(self, text: str) -> None:
        if text.strip():
            self._texts.append(text)

    def _write(self, text: str) -> None:
        with self._quiet:
            self.text.value = text
        self.text.rows = min(26, max(10, text.count("\n") + 1))
        self._show(None)
        self.error.value = ""

    def _show_undo(self) -> None:
        self.undo_button.disabled = not self._texts

    def _put(self, **instead: Any) -> Ruling | None:
        try:
            case = case_from_data(self._data(self.text.value) | instead)
            ruling = rule_case(case)
            self.card.rolls = rolls_of(case, ruling.dice)
            self.error.value = ""
        except NinevearsError as error:
            ruling = None
            self.error.value = complaint(error)
        self._show(ruling)
        return ruling

    @staticmethod
    def _data(text: str) -> dict[str, Any]:
        try:
            data = parse_data(text, is_toml=not text.lstrip().startswith("{"))
        except BadInput as error:
            raise BadInput("case", error.found, error.expected) from None
        if not isinstance(data, dict):
            raise BadInput("case", data, Message("expected.object"))
        return data

    def _show(self, ruling: Ruling | None) -> None:
        self.ruling = self.card.ruling = self.chart.ruling = ruling
