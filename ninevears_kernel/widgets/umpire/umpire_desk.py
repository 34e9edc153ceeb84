"""The umpire's desk: the mail and its facts, the position, the ruling and the decision, beside each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import ipywidgets as W
import msgspec
from msgspec.structs import replace

from ...core.errors import BadInput, NinevearsError
from ...core.messages import say
from ...core.questions import Question
from ...core.rulings import Ruling
from ...input_files import convert
from ...nine_years.components.position import Position
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...nine_years.components.sides import SIDES
from ...nine_years.games.game import Game
from ...nine_years.games.save import position_to_data
from ...nine_years.queries.situation import Situation
from ...umpire.cases.cases import FORMAT, Case, case_from_data, question_of, questions
from ...umpire.cases.rules_files import RulesFile, rule_tables_of
from ...umpire.reports.reports import Report
from ..map.position_editor import PositionEditor
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.fields import Quiet, start_button
from ..parts.keyboard import KeyboardGuard
from ..parts.question_keys import STYLE as KEYS_STYLE
from ..parts.ruling_card import RulingCard
from ..parts.schema_form import SchemaForm, copied
from .asked import FIRST, OF_THE_MAP, AskedPanel
from .claims import ClaimsForm, PlayersForm
from .decision import DecisionPanel
from .desk_keys import DeskKeys
from .dice import DiceForm
from .docket import DocketDesk
from .files import FilePanel, Openers
from .law import Law
from .layout import columns_of, draw, offer_dice, sections_of
from .mail_panel import MailPanel
from .mailed_case import MailedCase
from .opening import open_link, open_log, open_mail, open_save
from .outcome import DeskOutcome
from .parts import STYLE, complained, fold, row, status
from .position import DeskPosition
from .righting import Righting
from .rolling import Rolling
from .rules import OwnRulesPanel, ReadingsPanel
from .samples import SamplePanel, standing
from .strip import Strip
from .why_not import WhyNotPanel


class UmpireDesk(Composed):
    """Puts a dispute to the umpire, from the email to the report that both players get.

    Args:
        system: short name of the rules system, such as ``NY``.
        question: the question that it opens with.
        docket: where cases are kept: a file or a URL; None leaves the docket out.
        rules: an umpire's own tables: the path of the file; if they are wrong, the desk says so.

    Attributes:
        case: the case as it stands on the desk.
        ruling, report, ruled: the last ruling, the report on it, and its case; None when there is none.
        rules: the umpire's own tables that are in force, or None.

    Raises:
        BadInput: there is no such system or question.
    """

    def __init__(
        self,
        system: str = "NY",
        question: str | None = None,
        docket: str | None = "umpire-docket.sqlite",
        rules: str | RulesFile | None = None,
        **more: Any,
    ) -> None:
        question_name = question or (FIRST if system == OF_THE_MAP else None)
        if question_name is not None or system not in {of for of, _ in questions()}:
            question_of(Case(FORMAT, system, question_name or ""))
        self._seed, self._says, self._system, self._quiet = 1, "", system, Quiet()
        self.ruled: Case | None = None
        self._make_parts(system)
        self.docket: DocketDesk | None = DocketDesk(docket, self) if docket else None
        self.law: Law = Law(self.readings, self.custom_rules, self.docket.in_force if self.docket else None)
        self.position: DeskPosition = DeskPosition(
            (lambda: self.docket.docket) if self.docket else None,  # type: ignore[union-attr]
            self._rules_of_game, self.files, lambda text: self._tried(lambda: open_link(self, text)),
        )  # fmt: skip
        self.editor: PositionEditor = self.position.editor
        self.righting: Righting = Righting(self.position, self.docket.keep_set_right if self.docket else None)
        self.why_not: WhyNotPanel = WhyNotPanel(self)
        self.why_fold: W.Accordion = fold(say("desk.why-open"), self.why_not)
        self.decision: DecisionPanel | None = DecisionPanel(self.docket, self) if self.docket else None
        self.outcome.under.children = (self.decision,) if self.decision else ()
        self.sections: dict[str, W.VBox] = sections_of(self)
        self.strip: Strip = Strip(self.keep_position, self.beginnings.begin_anew, self.beginnings.back_button)
        parts = [W.HTML(STYLE + KEYS_STYLE), self.strip, columns_of(self.sections)]
        super().__init__([*parts, KeyboardGuard(), DeskKeys()], **more)
        self.add_class("ninevears-umpire")
        self._listen()
        self.asked.offer(question_name)
        self.error.value = self.law.look_up()
        if rules is not None and not self.custom_rules.load(rules):
            self.error.value += self.custom_rules.error.value
        made_in_this_cell(self)

    def _make_parts(self, system: str) -> None:
        self.asked: AskedPanel = AskedPanel(system, self.given, lambda: self.rule_tables)
        self.system: W.Dropdown = self.asked.system
        self.question: W.Dropdown = self.asked.question
        self.beginnings: SamplePanel = SamplePanel(
            partial(standing, self), lambda case: self._tried(lambda: self.open_case(case)),
            self._lay_again, self.clear,
        )  # fmt: skip
        self.sample: W.Dropdown = self.beginnings.sample
        openers = (partial(one, self) for one in (open_log, open_save, open_mail))
        self.files: FilePanel = FilePanel(Openers(self.open_case, *openers))
        self.mail: MailPanel = MailPanel()
        self.dice_form: DiceForm = DiceForm()
        self.dice: W.Text = self.dice_form.faces
        self.rolling: Rolling = Rolling(self)
        self.mailed: MailedCase = MailedCase(self)
        self.custom_rules: OwnRulesPanel = OwnRulesPanel(self._take_rules)
        self.readings: ReadingsPanel = ReadingsPanel(system)
        self.players: PlayersForm = PlayersForm()
        self.title: W.Text = self.players.title
        self.story: W.Textarea = self.players.story
        self.claims: ClaimsForm = self.players.claims
        self.rule_button: W.Button = start_button("desk.rule", "desk.rule-tooltip", self.rule, "primary")
        self.odds_button: W.Button = start_button("desk.odds", "desk.odds-tooltip", partial(self.rule, True))
        self.roll_button: W.Button = start_button("desk.roll", "desk.roll-tooltip", self.roll)
        self.buttons: W.Box = row([self.rule_button, self.odds_button, self.roll_button])
        self.buttons.add_class("ninevears-desk-rule")
        self.rule_button.add_class("ninevears-rule")
        self.error: W.HTML = W.HTML()
        self.outcome: DeskOutcome = DeskOutcome()
        self.card: RulingCard = self.outcome.card

    def _listen(self) -> None:
        self.asked.on_question(self._question_chosen)
        self.asked.on_change(self.facts_changed)
        self.dice.observe(lambda _: self._dice_typed(), "value")
        self.dice_form.on_enter(self.rule)
        self.dice_form.seed.observe(lambda _: self.facts_changed(), "value")
        self.readings.on_change(self.facts_changed)
        self.players.on_change(self._said)
        self.position.on_change(self._moved)
        self.position.on_game(self.take_readings)

    # ---- the case

    @property
    def form(self) -> SchemaForm:
        """The facts of the question."""
        return self.asked.form

    @property
    def rule_tables(self) -> RuleTables:
        """The tables in force: the umpire's own or the kit's, with the lines that precedents have changed."""
        return self.law.rule_tables

    @property
    def rules(self) -> RulesFile | None:
        """The umpire's own tables that are in force, or None."""
        return self.custom_rules.rules

    @property
    def chosen_readings(self) -> dict[str, str]:
        """The readings by which the desk rules: those of the case, and else those of precedents."""
        return self.readings.options

    @property
    def ruling(self) -> Ruling | None:
        """The last ruling, if it still is about what lies on the desk."""
        return self.outcome.ruling

    @property
    def report(self) -> Report | None:
        """The report on it. Its case names the readings of precedents, so that it is ruled so by anybody."""
        return self.outcome.report

    @property
    def is_ruled(self) -> bool:
        """Whether the last ruling is on the case as it stands.

        Raises:
            BadInput: a field cannot be read.
        """
        return self.ruling is not None and self.case == self.ruled

    @property
    def case(self) -> Case:
        """The case as it stands; one that was opened comes back as it was.

        Raises:
            BadInput: a field cannot be read.
        """
        given = self.given()
        dice, seed = self.dice_form.dice, self.dice_form.given_seed
        asked = {"format": FORMAT, "system": self.system.value, "question": self.question.value}
        data = {**asked, "given": given, "dice": dice, "seed": seed, "readings": self.readings.chosen}
        aside = {"ignored": self.rolling.ignored} if self.rolling.ignored else {}
        return case_from_data(data | aside | self.players.given())

    @property
    def case_data(self) -> dict[str, Any]:
        """The same as plain data, as the docket keeps it.

        Raises:
            BadInput: a field cannot be read.
        """
        case = self.case
        position = case.given.get("position")
        if isinstance(position, Position):
            case = replace(case, given={**case.given, "position": position_to_data(position)})
        return dict(msgspec.to_builtins(case))

    def open_case(self, case: Case | Mapping[str, Any], rules: RulesFile | None = None) -> None:
        """Lays a case on the desk, from a sample, a file or the docket.

        Args:
            case: the case, or its data.
            rules: the umpire's own tables that came with it; without them those in force stay.

        Raises:
            BadInput: the case, or the situation that it gives, is wrong; the desk stays as it was.
        """
        case = case if isinstance(case, Case) else case_from_data(copied(case))
        self.law.look_up()
        question = question_of(case)
        try:
            convert(case.given, question.given)
            self._lay(case, rule_tables_of(rules) if rules else self.custom_rules.rule_tables)
        except BadInput as error:
            raise error.within("given") from None
        if rules is not None:
            self.custom_rules.lay(rules)
        self.mail.clear()
        self.mailed.forget()
        self.forget_words()
        self._show(None)

    def _lay(self, case: Case, rule_tables: RuleTables) -> None:
        """Lays a case on the desk, even one whose facts are not all there yet."""
        if issubclass(question_of(case).given, Situation):
            self.position.lay(case.given, rule_tables)
        with self._quiet:
            self._put(case)

    def _lay_again(self, case: Case) -> None:
        self._tried(lambda: self._lay(case, self.custom_rules.rule_tables))
        self._show(None)

    def _put(self, case: Case) -> None:
        """Fills the fields with a case that was checked."""
        self.system.value = case.system
        self.question.value = case.question
        self.asked.fill(case.given)
        self.readings.chosen = case.readings
        self.players.fill(case)
        self.dice_form.fill(case.dice, case.seed)
        self.rolling.ask(filled=True)
        self.rolling.forget()
        self.rolling.ignored = dict(case.ignored or {})
        self.asked.look()
        offer_dice(self, question_of(case))
        self.beginnings.show(case)
        self.error.value = ""

    def clear(self) -> None:
        """Takes everything off the desk for a fresh dispute: mail, facts, position, edits, dice, readings,
        what the players say, and what was written. The umpire's name and tables stay.
        """
        self._clear(self.position.begin_afresh)
        self.tell_step(say("desk.is-fresh"))

    def keep_position(self) -> None:
        """The same, but the position stays as it stands, and is where the next case begins."""
        self._clear(self.position.keep)
        self.tell_step(say("desk.is-kept"))

    def _clear(self, begin: Callable[[], object]) -> None:
        with self._quiet:
            begin()
            self.why_not.clear()
            self.mail.clear()
            self.form.fill({})
            self.readings.chosen = {}
            self.players.clear()
            self.dice_form.clear()
            self.mailed.forget()
            self.rolling.forget()
        self.error.value = ""
        self.forget_words()
        self._show(None)
        self.asked.look()

    def forget_words(self) -> None:
        """Takes away what the umpire wrote or chose for the last dispute; their name stays."""
        self.dice_form.forget_convention()
        if self.docket:
            self.docket.clear()
        if self.decision:
            self.decision.begin(clear=True)

    # ---- the ruling

    def rule(self, odds_only: bool = False) -> Ruling | None:
        """Rules on the case; shows the ruling, or one sentence that says what is wrong."""
        unread = self.law.look_up()
        if self.asked.orders and (says := self.asked.orders.unfinished()):
            self._show(None)
            self.error.value = status(says)
            return None
        try:
            self.rolling.settle()
            case = self.case
            self.mailed.compare(case)
            report = self.law.report(case, odds_only)
        except NinevearsError as error:
            self._show(None)
            self.error.value = complained(error)
            return None
        self.error.value = unread
        self.ruled = case
        self._show(report)
        self.rolling.ask()
        return report.ruling

    def roll(self) -> Ruling | None:
        """Lets the desk roll: the dice come from a seed, so that the roll can be had again."""
        self.rolling.retract()
        try:
            self.law.look_up()
            case = self.case
            faces = self.law.report(replace(case, dice=None, seed=self._seed)).ruling.dice
        except NinevearsError as error:
            self._show(None)
            self.error.value = complained(error)
            return None
        self._seed += 1
        with self._quiet:
            self.dice_form.fill(list(faces) or None, case.seed)
        self.rolling.ask(filled=True)
        return self.rule()

    def rule_mailed(self, case: Case | None, is_open: bool) -> None:
        """Lays the case of a mail, and rules on it when nothing in it is open."""
        if case is not None:
            self.rolling.retract()
            case = replace(case, **self.players.said(), readings=self.readings.chosen)
            self._lay(case, self.custom_rules.rule_tables)
            self.rolling.put(self.mail.facts.rolled)
        self._show(None)
        if case is not None and not is_open:
            self.rule()

    def tell_step(self, says: str | None = None) -> None:
        """Shows in the strip how far the case is."""
        self._says = self._says if says is None else says
        if self.docket is not None and self.docket.decision is not None:
            self.strip.show("decision", say("desk.is-decided", number=self.docket.number))
            return
        begun = standing(self) is not None or bool(self.mail.facts.text)
        self.strip.show("ruling" if self.ruling else "facts" if begun else "mail", self._says)

    def rule_by_precedents(self) -> None:
        """Rules again if what is in force now gives another ruling than the one that is shown."""
        self.law.look_up()
        if self.report is None or self.ruled is None:
            return
        odds_only = self.report.case.dice is None and self.report.case.seed is None
        try:
            changed = self.law.report(self.ruled, odds_only).ruling != self.ruling
        except NinevearsError:  # by what is in force now other dice are wanted
            changed = True
        if changed:
            self.rule(odds_only)

    def _show(self, report: Report | None) -> None:
        if report is None:
            self.ruled = None
        self.outcome.show(report)
        ruling = self.ruling
        self.readings.show(self.system.value, [used.name for used in ruling.readings] if ruling else ())
        if self.asked.has_situation:
            draw(self.editor.war_map, report, self.rule_tables)
        if self.docket:
            self.docket.show()
        if self.decision:
            self.decision.begin()
            if report is not None:
                self.decision.tell_like(self.case_data)
        self.tell_step()

    # ---- what is asked

    def _question_chosen(self, question: Question) -> None:
        system, has_situation = question.system, self.asked.has_situation
        self.claims.players(tuple(SIDES) if system == OF_THE_MAP else ())
        if system != self._system and not self._quiet:
            self.readings.chosen = {}
        is_other, self._system = system != self._system, system
        facts = self.mail.facts
        asked_anew = (facts.system, facts.question) != (system, question.name)
        if facts.text and asked_anew and not self._quiet and not self.mailed.is_changed:
            self.mail.read_as(system, None if is_other else question.name)
            return
        self.dice_form.ask(())
        offer_dice(self, question)
        self.claims.ask(question.answer)
        for name in ("position", "why-not", "no-map"):
            is_shown = has_situation == (name != "no-map")
            self.sections[name].layout.display = None if is_shown else "none"
        self.position.says.layout.display = None if has_situation else "none"
        self.sections["docket"].layout.display = None if self.docket else "none"
        self.beginnings.offer(system, question.name)
        self._show(None)

    def given(self) -> dict[str, Any]:
        """What the case gives.

        Raises:
            BadInput: a field cannot be read.
        """
        given = self.form.given()
        return given | self.position.given() if self.asked.has_situation else given

    def _dice_typed(self) -> None:
        """Somebody typed what was rolled: that is the last thing that a ruling waits for. Somebody who has
        taken the dice away wants the odds.
        """
        is_quiet = self._quiet or self.rolling.quiet
        if not is_quiet:
            self.rolling.retract()
        if not is_quiet and (self.dice.value.strip() or self.ruling or self.error.value):
            self.rule()

    def facts_changed(self) -> None:
        """Something else is asked: what was ruled is not about it."""
        if self._quiet or self.rolling.quiet:
            return
        if self.ruling is not None:
            self._show(None)
        self.rolling.ask()
        self.asked.look()
        self.tell_step()

    def _said(self) -> None:
        """The players say something else; what was ruled still stands."""
        if self.ruling is None or self.ruled is None or self._quiet or self.rolling.quiet:
            return
        try:
            case = self.case
        except NinevearsError as error:
            self._show(None)
            self.error.value = complained(error)
            return
        words = {"title": case.title, "story": case.story, "claims": case.claims}
        self.ruled = replace(self.ruled, **words)
        self.outcome.tell_anew(case)

    def _moved(self) -> None:
        """Another position lies there: what was ruled on the last is not about it."""
        self.why_not.forget()
        self.facts_changed()

    def take_readings(self, game: Game) -> None:
        """Rules by the readings of a game that was opened."""
        if game.readings:
            self._tried(lambda: setattr(self.readings, "chosen", game.readings))

    # ---- own tables

    def _take_rules(self, rules: RulesFile | None) -> bool:
        """Puts tables in force, if the position fits them."""
        if not self.position.use(rule_tables_of(rules) if rules else standard_rule_tables()):
            self.custom_rules.error.value = self.editor.error.value
            return False
        self._show(None)
        return True

    def _rules_of_game(self, rules: RulesFile | None) -> bool:
        return rules == self.rules or self.custom_rules.load(rules)

    def _tried(self, act: Callable[[], object]) -> None:
        """Does something, or says why it cannot be done."""
        try:
            act()
            self.error.value = ""
        except NinevearsError as error:
            self.error.value = complained(error)
