"""The umpire's desk: the mail and its facts, the position, the ruling and the decision, beside each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace as structs_replace
from html import escape
from typing import Any

import ipywidgets as W
import msgspec
from msgspec.structs import replace

from ...core.clauses import registers
from ...core.errors import BadInput, NinevearsError
from ...core.messages import say
from ...core.rulings import Ruling
from ...input_files import convert
from ...nine_years.components.position import Position
from ...nine_years.components.powers import powers
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...nine_years.components.sides import SIDES
from ...nine_years.games.game import Game
from ...nine_years.games.links import read_link
from ...nine_years.games.save import position_to_data
from ...nine_years.queries.situation import Situation
from ...umpire.cases.cases import FORMAT, Case, Claim, case_from_data, given_schema, question_of, questions
from ...umpire.cases.rolls import by_roller, dice_due, settled_dice
from ...umpire.cases.rules_files import RulesFile, rule_tables_of
from ...umpire.reports.reports import Report
from ...umpire.reports.shown_on_map import shown_on_map, view_of
from ..parts.cleanup import Composed, close_all, made_in_this_cell
from ..parts.fields import start_button
from ..parts.keyboard import KeyboardGuard
from ..parts.question_keys import STYLE as KEYS_STYLE, keys_html
from ..parts.schema_form import SchemaForm, copied, space_names
from .claims import PlayersForm
from .decision import DecisionPanel
from .desk_keys import DeskKeys
from .dice import DiceForm
from .docket import DocketDesk
from .files import FilePanel, Openers
from .late import late
from .law import Law
from .mail_facts import fact_words, ruled_versions
from .mail_panel import MailPanel
from .orders import QUESTION as ORDERS, OrderPicker
from .outcome import DeskOutcome
from .parts import BROAD, MIDDLING, STYLE, column, complained, desk_field, fold, row, section, status
from .position import SITUATION, DeskPosition
from .rules import OwnRulesPanel, ReadingsPanel
from .samples import SamplePanel
from .strip import Strip
from .version_cards import VersionCards
from .why_not import WhyNotPanel

OF_THE_MAP = "NY"
"""The system whose cases lie on the map."""


class UmpireDesk(Composed):
    """Puts a dispute to the umpire, from the email to the report that both players get.

    Args:
        system: short name of the rules system, such as ``NY``.
        question: the question that it opens with.
        docket: where cases are kept: a file or a URL; None leaves the docket out.
        rules: an umpire's own tables: the path of the file; if they are wrong, the desk says so.

    Attributes:
        case: the case as it stands on the desk.
        ruling, report: the last ruling, and the report on it; None when there is none.
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
        question_name = question or ("siege" if system == OF_THE_MAP else None)
        if question_name is not None or system not in {of for of, _ in questions()}:
            question_of(Case(FORMAT, system, question_name or ""))
        self._seed, self._says = 1, ""
        self._quiet = self._settling = False
        self._ruled: Case | None = None
        self._built: dict[str, Any] = {}
        self._noted: tuple[str, ...] = ()
        self._make_parts(system)
        self.docket = DocketDesk(docket, self) if docket else None
        self.law = Law(self.readings, self.custom_rules, self.docket.in_force if self.docket else None)
        self.position = DeskPosition(
            (lambda: self.docket.docket) if self.docket else None,  # type: ignore[union-attr]
            self._rules_of_game,
            self.files,
            lambda text: self._tried(lambda: self._open_link(text)),
        )
        self.editor = self.position.editor
        self.why_not = WhyNotPanel(self)
        self.why_fold = fold(say("desk.why-open"), self.why_not)
        self.decision: DecisionPanel | None = None
        if self.docket is not None:
            self.decision = DecisionPanel(self.docket, self._facts, self._report_for, self._tell_step)
            self.outcome.under.children = (self.decision,)
        self.sections = self._make_sections()
        strip = Strip(self.keep_position, self.beginnings.begin_anew, self.beginnings.back_button)
        self.strip = strip
        columns = W.Box([self.sections[name] for name in ("mail", "place", "judged")])
        columns.add_class("ninevears-columns")
        super().__init__([W.HTML(STYLE + KEYS_STYLE), strip, columns, KeyboardGuard(), DeskKeys()], **more)
        self.add_class("ninevears-umpire")
        self._listen()
        self._system_chosen(question_name)
        self.error.value = self.law.look_up()
        if rules is not None and not self.custom_rules.load(rules):
            self.error.value += self.custom_rules.error.value
        made_in_this_cell(self)

    def _make_sections(self) -> dict[str, W.VBox]:
        """The three columns, and their parts by name."""
        law = fold(say("desk.law"), W.VBox([self.readings, self.custom_rules]))
        players = fold(say("desk.players"), self.players)
        case = section("case", "", [self.system, self.question, self.heading, self.beginnings])
        asked = section("asked", "", [self.form_box, self.orders_box, self.dice_form, self.key_words, law])
        for part in (case, asked):
            part.add_class("ninevears-asks")
        parts = {
            "case": case,
            "asked": asked,
            "players": section("players", "", [players]),
            "position": section("position", "", [self.position]),
            "why-not": section("why-not", "", [self.why_fold]),
            "no-map": section("no-map", "", [W.HTML(f"<p class='told'>{escape(say('desk.no-map'))}</p>")]),
            "ruling": section("ruling", "", [self.buttons, self.error, self.versions, self.outcome]),
            "docket": section(
                "docket", "", [fold(say("desk.docket-heading"), self.docket)] if self.docket else []
            ),
        }
        mail = [self.mail, parts["case"], parts["asked"], parts["players"]]
        place = [parts["position"], parts["no-map"], parts["why-not"]]
        return parts | {
            "mail": column("mail", "desk.mail", self.files, mail),
            "place": column("place", "desk.situation", self.position.says, place),
            "judged": column("judged", "desk.ruling-heading", self.at_once, [parts["ruling"], parts["docket"]]),
        }

    def _make_parts(self, system: str) -> None:
        self.system = desk_field(
            W.Dropdown, "desk.system", BROAD,
            options=[(registers()[name].name, name) for name in sorted({of for of, _ in questions()})],
            value=system,
        )  # fmt: skip
        self.question = desk_field(W.Dropdown, "desk.question", BROAD)
        self.heading = W.HTML()
        self.beginnings = SamplePanel(
            self._standing,
            lambda case: self._tried(lambda: self.open_case(case)),
            self._lay_again,
            self.clear,
        )
        self.sample = self.beginnings.sample
        self.files = FilePanel(Openers(self.open_case, self._open_log, self._open_save, self._open_mail))
        self.mail = MailPanel()
        self.versions, self.at_once = VersionCards(), W.HTML()
        self.form_box, self.orders_box, self.key_words = W.VBox(), W.VBox(), W.HTML()
        self.orders: OrderPicker | None = None
        self.form_box.add_class("ninevears-desk-asked")
        self.custom_rules = OwnRulesPanel(self._take_rules)
        self.readings = ReadingsPanel(system)
        self.players = PlayersForm()
        self.title, self.story, self.claims = self.players.title, self.players.story, self.players.claims
        self.dice_form = DiceForm()
        self.dice = self.dice_form.faces
        self.rule_button = start_button("desk.rule", "desk.rule-tooltip", self.rule, "primary")
        self.odds_button = start_button("desk.odds", "desk.odds-tooltip", lambda: self.rule(odds_only=True))
        self.roll_button = start_button("desk.roll", "desk.roll-tooltip", self.roll)
        self.buttons = row([self.rule_button, self.odds_button, self.roll_button])
        self.buttons.add_class("ninevears-desk-rule")
        self.rule_button.add_class("ninevears-rule")
        self.error = W.HTML()
        self.outcome = DeskOutcome()
        self.card, self.search, self.changes = self.outcome.card, self.outcome.search, self.outcome.changes
        self.exports = self.outcome.exports

    def _listen(self) -> None:
        self.system.observe(lambda _: self._system_chosen(), "value")
        self.question.observe(lambda _: self._question_chosen(), "value")
        self.dice.observe(lambda _: self._dice_typed(), "value")
        self.dice.on_msg(self._dice_entered)
        self.dice_form.seed.observe(lambda _: self._other_facts(), "value")
        self.dice_form.on_roll(self._rolled)
        self.mail.on_read(self._mail_read)
        self.mail.on_change(self._mail_changed)
        self.readings.on_change(self._other_facts)
        self.players.on_change(self._said)
        self.position.on_change(self._moved)
        self.position.on_game(self._game_opened)

    # ---- the case

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
        return self.ruling is not None and self.case == self._ruled

    @property
    def case(self) -> Case:
        """The case as it stands; one that was opened comes back as it was.

        Raises:
            BadInput: a field cannot be read.
        """
        given = self._given()
        dice, seed = self.dice_form.dice, self.dice_form.given_seed
        asked = {"format": FORMAT, "system": self.system.value, "question": self.question.value}
        data = {**asked, "given": given, "dice": dice, "seed": seed, "readings": self.readings.chosen}
        return case_from_data(data | self.players.given())

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
        self.versions.show((), ())
        self._show(None)

    def _lay(self, case: Case, rule_tables: RuleTables) -> None:
        """Lays a case on the desk, even one whose facts are not all there yet."""
        if issubclass(question_of(case).given, Situation):
            self.position.lay(case.given, rule_tables)
        self._quiet = True
        try:
            self._put(case)
        finally:
            self._quiet = False

    def _lay_again(self, case: Case) -> None:
        self._tried(lambda: self._lay(case, self.custom_rules.rule_tables))
        self._show(None)

    def _put(self, case: Case) -> None:
        """Fills the fields with a case that was checked."""
        self.system.value = case.system
        self.question.value = case.question
        skip = SITUATION if self._has_situation else ()
        self.form.fill({name: value for name, value in case.given.items() if name not in skip})
        self.readings.chosen = case.readings
        self.players.fill(case)
        self.dice_form.fill(case.dice, case.seed)
        self._ask_dice(filled=True)
        self._noted = ()
        if self.orders:
            self.orders.look()
        self.beginnings.show(case)
        self.error.value = ""

    def clear(self) -> None:
        """Takes everything off the desk for a fresh dispute: mail, facts, position, edits, dice, readings, what
        the players say, and what was written. The umpire's name and tables stay.
        """
        self._clear(self.position.begin_afresh)
        self._tell_step(say("desk.is-fresh"))

    def keep_position(self) -> None:
        """The same, but the position stays as it stands, and is where the next case begins."""
        self._clear(self.position.keep)
        self._tell_step(say("desk.is-kept"))

    def _clear(self, begin: Callable[[], object]) -> None:
        self._quiet = True
        try:
            begin()
            self.why_not.clear()
            self.mail.clear()
            self.versions.show((), ())
            self.form.fill({})
            self.readings.chosen = {}
            self.players.clear()
            self.dice_form.clear()
            self._built, self._noted = {}, ()
        finally:
            self._quiet = False
        self.error.value = ""
        self._show(None)
        if self.decision:
            self.decision.begin(clear=True)
        if self.orders:
            self.orders.look()

    def _standing(self) -> Case | None:
        """The case on the desk as far as it can be read; None when nobody has written anything."""
        try:
            case = self.case
        except BadInput:
            given = self.position.given() if self._has_situation else {}
            said = self.players.given()
            said["claims"] = [Claim(**claim) for claim in said["claims"]]
            readings = self.readings.chosen
            case = Case(FORMAT, self.system.value, self.question.value, given, readings=readings, **said)
        return case if case != Case(FORMAT, case.system, case.question) else None

    # ---- the ruling

    def rule(self, odds_only: bool = False) -> Ruling | None:
        """Rules on the case; shows the ruling, or one sentence that says what is wrong."""
        unread = self.law.look_up()
        if self.orders and (says := self.orders.unfinished()):
            self._show(None)
            self.error.value = status(says)
            return None
        try:
            self._settle_dice()
            case = self.case
            report = self.law.report(case, odds_only)
        except NinevearsError as error:
            self._show(None)
            self.error.value = complained(error)
            return None
        self.error.value = unread
        self._ruled = case
        self._show(report)
        self._ask_dice()
        return report.ruling

    def roll(self) -> Ruling | None:
        """Lets the desk roll: the dice come from a seed, so that the roll can be had again."""
        try:
            self.law.look_up()
            case = self.case
            faces = self.law.report(replace(case, dice=None, seed=self._seed)).ruling.dice
        except NinevearsError as error:
            self._show(None)
            self.error.value = complained(error)
            return None
        self._seed += 1
        self._quiet = True
        self.dice_form.fill(list(faces) or None, case.seed)
        self._quiet = False
        self._ask_dice(filled=True)
        return self.rule()

    # ---- dice by roller

    def _ask_dice(self, filled: bool = False) -> None:
        """Asks for the dice of whoever has to roll, if the case tells.

        Args:
            filled: whether the dice of the case go into the fields of their rollers.
        """
        try:
            case = self.case
            known = by_roller(case, self.rule_tables) if filled else self.dice_form.rolled
            self.dice_form.ask(dice_due(case, known, self.rule_tables), known if filled else None)
        except (NinevearsError, ValueError, TypeError):
            self.dice_form.ask(())

    def _rolled(self, entered: bool = False) -> None:
        """Somebody typed into a roller's field: when all are there, or on Enter, it is ruled."""
        if not self._quiet and (entered or self.dice_form.is_whole):
            self.rule()
        elif not self._quiet:
            self._other_facts()
            self._ask_dice()

    def _settle_dice(self) -> None:
        """Puts the dice of all rollers into the order of the case, by the convention of the house.

        Raises:
            BadInput: somebody has too many or too few.
        """
        form = self.dice_form
        if not form.is_typed:
            return
        rolled = form.rolled
        self._quiet = True
        try:
            form.faces.value = ""
            settled = None
            if rolled or form.chosen_convention == "roll-rest":
                settled = settled_dice(self.case, rolled, form.chosen_convention, self.rule_tables)
                form.faces.value = " ".join(map(str, settled.dice))
            notes = tuple(map(str, settled.notes)) if settled else ()
            # the case tells by which convention it was ruled
            lines = [line for line in self.story.value.splitlines() if line not in self._noted]
            self.story.value, self._noted = "\n".join([*lines, *notes]), notes
            form.is_typed = False
        finally:
            self._quiet = False

    # ---- the mail

    def _open_mail(self, name: str, text: str) -> None:
        self.mail.text.value = ""
        self.mail.text.value = text
        if not self.mail.facts.text:
            self.mail.read()

    def _mail_read(self) -> None:
        """Another mail was read: the case on the desk is that of the mail."""
        facts = self.mail.facts
        self._built = {}
        if facts.text or facts.facts:
            self._lay_mail()

    def _mail_changed(self) -> None:
        self._lay_mail()

    def _lay_mail(self) -> None:
        """Lays the case of the mail, what was changed by hand over it, and rules when nothing is open."""
        facts = self.mail.facts
        try:
            case = facts.case(self.rule_tables)
            if case is None:
                return
            if self._built and (case.system, case.question) == (self.system.value, self.question.value):
                case = replace(case, given=case.given | self._by_hand())
            words = {"title": self.title.value, "story": self.story.value}
            words["claims"] = [Claim(**claim) for claim in self.claims.claims]
            case = replace(case, **words, readings=self.readings.chosen)
            self._lay(case, self.custom_rules.rule_tables)
            self._built = dict(case.given)
            rows = ruled_versions(facts, self.rule_tables)
            self.versions.show(rows, facts.found)
            self.at_once.value = escape(say("desk.on-both")) if rows else ""
        except NinevearsError as error:
            self._show(None)
            self.error.value = complained(error)
            return
        self._show(None)
        if not facts.open:
            self.rule()

    def _by_hand(self) -> dict[str, Any]:
        """What somebody changed by hand since the mail was laid."""
        try:
            now = self.form.given() | (self.position.given() if self._has_situation else {})
        except BadInput:
            return {}
        return {name: value for name, value in now.items() if self._built.get(name) != value}

    def _facts(self) -> list[dict[str, Any]]:
        """The facts on which the decision rests, as a letter lists them."""
        facts, make = self.mail.facts, late("cases.facts", "facts_of")
        if make is not None and self._ruled is not None:
            found = [None if one is None else {"version": one, "why": None} for one in facts.found]
            return list(make(self._ruled, facts.disputed, found, rules=self.rule_tables))
        told = [one.fact for one in facts.facts if one.taken]
        return [
            {"status": "agreed", "says": ": ".join(reversed(fact_words(one))), "for": None, "why": None,
             "other": None}
            for one in told
        ]  # fmt: skip

    def _report_for(self, seat: str) -> str:
        """The report as a seat gets it."""
        report = self.report
        return "" if report is None else str(structs_replace(report, seat=seat)._repr_html_())

    def _tell_step(self, says: str | None = None) -> None:
        """Shows in the strip how far the case is."""
        if says is not None:
            self._says = says
        docket, standing = self.docket, self._standing()
        if docket is not None and docket.decision is not None:
            self.strip.show("decision", say("desk.is-decided", number=docket.number))
        elif self.ruling is not None:
            self.strip.show("ruling", self._says)
        else:
            begun = standing is not None or bool(self.mail.facts.text)
            self.strip.show("facts" if begun else "mail", self._says)

    def rule_by_precedents(self) -> None:
        """Rules again if what is in force now gives another ruling than the one that is shown."""
        self.law.look_up()
        if self.report is None or self._ruled is None:
            return
        odds_only = self.report.case.dice is None and self.report.case.seed is None
        try:
            changed = self.law.report(self._ruled, odds_only).ruling != self.ruling
        except NinevearsError:  # by what is in force now other dice are wanted
            changed = True
        if changed:
            self.rule(odds_only)

    def _show(self, report: Report | None) -> None:
        if report is None:
            self._ruled = None
        self.outcome.show(report)
        ruling = self.ruling
        self.readings.show(self.system.value, [used.name for used in ruling.readings] if ruling else ())
        if self._has_situation:
            drawn = shown_on_map(report.case, report.ruling, self.rule_tables) if report else None
            self.editor.war_map.show_ruling(ruling)
            self.editor.war_map.show_path(())  # it is laid with the rest
            self.editor.war_map.lay("case", drawn.marks if drawn else {}, drawn.says if drawn else ())
            if drawn and self.editor.war_map.view == "all":  # the reader has not gone elsewhere
                self.editor.war_map.go_to(view_of(drawn.names))
        if self.docket:
            self.docket.show()
        if self.decision:
            self.decision.begin()
            if report is not None:
                self.decision.tell_like(self.case_data)
        self._tell_step()

    # ---- what is chosen

    @property
    def _has_situation(self) -> bool:
        return issubclass(questions()[self.system.value, self.question.value].given, Situation)

    def _system_chosen(self, question: str | None = None) -> None:
        system = self.system.value
        names = [(q.heading, q.name) for (of, _), q in questions().items() if of == system]
        known = [name for _, name in names]
        chosen = question if question in known else known[0]
        self.claims.players(tuple(SIDES) if system == OF_THE_MAP else ())
        if not self._quiet:
            self.readings.chosen = {}
        self._settling = True
        self.question.options = names
        self.question.value = chosen
        self._settling = False
        self._question_chosen()

    def _question_chosen(self) -> None:
        if self.question.value is None or self._settling:
            return
        question = questions()[self.system.value, self.question.value]
        for old in self.form_box.children:
            old.close()
        skip = SITUATION if self._has_situation else ()
        self.form = SchemaForm(given_schema(question), skip=skip, suggested=_SUGGESTED)
        for field in self.form.fields.values():
            field.widget.observe(lambda _: self._other_facts(), "value")
        self.form_box.children = (self.form,)
        self._offer_orders(question.name)
        self.dice_form.ask(())
        self.heading.value = (
            f"<p class='question-heading'>{escape(question.heading)}<small>{escape(question.about)}</small></p>"
        )
        self.claims.ask(question.answer)
        self.key_words.value = keys_html(question)
        for name in ("position", "why-not", "no-map"):
            is_shown = self._has_situation == (name != "no-map")
            self.sections[name].layout.display = None if is_shown else "none"
        self.position.says.layout.display = None if self._has_situation else "none"
        self.sections["docket"].layout.display = None if self.docket else "none"
        self.beginnings.offer(self.system.value, question.name)
        self._show(None)

    def _offer_orders(self, question: str) -> None:
        """Offers the orders of a war, where one is asked about."""
        for old in self.orders_box.children:
            close_all(old)
        self.orders = None
        if self.system.value == OF_THE_MAP and question == ORDERS:
            self.orders = OrderPicker(self.form, self._given, lambda: self.rule_tables)
        self.orders_box.children = (self.orders,) if self.orders else ()

    def _given(self) -> dict[str, Any]:
        """What the case gives.

        Raises:
            BadInput: a field cannot be read.
        """
        given = self.form.given()
        return given | self.position.given() if self._has_situation else given

    def _dice_typed(self) -> None:
        """Somebody typed what was rolled: that is the last thing that a ruling waits for. Somebody who has
        taken the dice away wants the odds.
        """
        if not self._quiet and (self.dice.value.strip() or self.ruling or self.error.value):
            self.rule()

    def _dice_entered(self, _widget: object, content: Any, _buffers: object) -> None:
        """Enter without dice: the odds. With dice they are another value, and are ruled on as such."""
        if isinstance(content, dict) and content.get("event") == "submit" and not self.dice.value.strip():
            self.rule()

    def _other_facts(self) -> None:
        """Something else is asked: what was ruled is not about it."""
        if self._quiet:
            return
        if self.ruling is not None:
            self._show(None)
        self._ask_dice()
        if self.orders:
            self.orders.look()
        self._tell_step()

    def _said(self) -> None:
        """The players say something else; what was ruled still stands."""
        if self.ruling is None or self._ruled is None or self._quiet:
            return
        try:
            case = self.case
        except NinevearsError as error:
            self._show(None)
            self.error.value = complained(error)
            return
        words = {"title": case.title, "story": case.story, "claims": case.claims}
        self._ruled = replace(self._ruled, **words)
        self.outcome.tell_anew(case)

    def _moved(self) -> None:
        """Another position lies there: what was ruled on the last is not about it."""
        self.why_not.forget()
        self._other_facts()

    def _game_opened(self, game: Game) -> None:
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

    # ---- files

    def _open_log(self, name: str, text: str) -> None:
        game = self.position.begin_with_log(name, text)
        self._to_the_map()
        self._game_opened(game)

    def _open_link(self, text: str) -> None:
        """Opens a link to a moment: its position, its case, or the log that leads to it.

        Raises:
            BadInput: it is none, or holds what cannot be right.
        """
        link = read_link(text)
        if link.case is not None:
            self.open_case(link.case)
            return
        says = say(f"link.{link.kind}-for-{link.seat}", entry=link.entry)
        if link.seat == "umpire" and link.log:
            self._open_log(says, link.log)
        elif link.position is not None:
            self.position.begin_with_position(link.position, says)
            self._to_the_map()

    def _open_save(self, name: str, data: Any) -> None:
        self.position.begin_with_data(name, data)
        self._to_the_map()

    def _to_the_map(self) -> None:
        """Asks a question of a position, if the one on the desk is none."""
        if not self._has_situation:
            self.system.value = OF_THE_MAP
            self.question.value = "siege"

    def _tried(self, act: Callable[[], object]) -> None:
        """Does something, or says why it cannot be done."""
        try:
            act()
            self.error.value = ""
        except NinevearsError as error:
            self.error.value = complained(error)


_SUGGESTED = dict.fromkeys(("space", "to", "from", "origin"), space_names) | {
    "power": lambda: sorted(powers())
}
