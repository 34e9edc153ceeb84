"""By what the desk rules: the readings of doubtful clauses, and the umpire's own tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import BadInput, NinevearsError
from ...core.messages import Message, say
from ...core.readings import Reading, chosen_readings, readings
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...umpire.cases.outside_input import MOST_RULES
from ...umpire.cases.rules_files import RulesFile, rule_tables_of, rules_file, rules_from_texts
from ...umpire.docket.precedents import InForce
from ..parts.cleanup import close_all
from ..parts.fields import Callbacks, start_button
from ..parts.theme import complaint
from ..parts.upload import FileButton
from .parts import fold, row, status


class ReadingsPanel(W.VBox):
    """The readings that a case takes: those that differ in sight, all of them folded away.

    Attributes:
        chosen: the options of the case, as it gives them.
        on_change: calls back when somebody takes another option.
        force: what precedents have put in force; where the case says nothing, it is read so.

    >>> panel = ReadingsPanel("HIS")
    >>> panel.chosen = {"odd-hit": "parity"}
    >>> "odd-hit" in panel.differing.value
    True
    """

    def __init__(self, system: str, **more: Any) -> None:
        self.system = system
        self._chosen: dict[str, str] = {}
        self.force = InForce()
        self._named: tuple[str, ...] = ()
        self.on_change = Callbacks()
        self.fields: dict[str, W.Dropdown] = {}
        self.differing = W.HTML()
        self.usual_button = start_button(
            "desk.readings-usual", "desk.readings-usual-tooltip", lambda: self._put({})
        )
        self.list = W.VBox()
        self.fold = fold(say("desk.readings"), self.list)
        super().__init__([row([self.differing, self.usual_button]), self.fold], **more)
        self.add_class("ninevears-desk-readings")
        # the fields are made when somebody looks
        self.fold.observe(lambda _: self._laid_out(), "selected_index")
        self._tell()

    @property
    def chosen(self) -> dict[str, str]:
        """The options of the case."""
        return dict(self._chosen)

    @chosen.setter
    def chosen(self, chosen: Mapping[str, str]) -> None:
        self._chosen = chosen_readings(chosen)
        self._tell()
        self._laid_out()

    @property
    def options(self) -> dict[str, str]:
        """The options by which the case is ruled: its own, and else those of precedents."""
        return {**self.force.readings, **self._chosen}

    def follow(self, force: InForce) -> None:
        """Takes note of the precedents in force."""
        if force != self.force:
            self.force = force
            self._tell()
            self._laid_out(anew=True)

    def show(self, system: str, named: Iterable[str] = ()) -> None:
        """Shows the readings of a system, and others that a ruling names.

        Args:
            system: short name of the rules system.
            named: names of readings.
        """
        if (system, tuple(named)) != (self.system, self._named):
            self.system, self._named = system, tuple(named)
            self._tell()
            self._laid_out()

    @property
    def offered(self) -> list[Reading]:
        """The readings of the system, and those that the case or its ruling names besides."""
        others = {*self._chosen, *self._named}
        return [
            one
            for one in readings().values()
            if one.clause_id.split(" ", 1)[0] == self.system or one.name in others
        ]

    def _put(self, chosen: dict[str, str]) -> None:
        self.chosen = chosen
        self.on_change.tell()

    def _took(self, reading: Reading, option: str) -> None:
        if option != self._taken(reading):
            kept = {name: value for name, value in self._chosen.items() if name != reading.name}
            self._put(kept if option == self._ruling(reading) else {**kept, reading.name: option})

    def _ruling(self, reading: Reading) -> str:
        """How a case that says nothing is read: by the precedent in force, or as usual."""
        return self.force.readings.get(reading.name, reading.default)

    def _taken(self, reading: Reading) -> str:
        return self._chosen.get(reading.name, self._ruling(reading))

    def _tell(self) -> None:
        known, numbers = readings(), self.force.reading_precedents
        chosen = [(known[name], option) for name, option in self._chosen.items()]
        own = [one for one, option in chosen if not option == one.default == self._ruling(one)]
        adopted = [
            one for one in self.offered if one.name in self.force.readings and one.name not in self._chosen
        ]
        lines = [
            say("desk.reading-differs", name=one.name, option=self._chosen[one.name],
                meaning=one.options[self._chosen[one.name]])
            for one in own
        ]  # fmt: skip
        lines += [
            say("desk.reading-adopted", number=numbers[one.name], name=one.name, option=self._ruling(one),
                meaning=one.options[self._ruling(one)])
            for one in adopted
        ]  # fmt: skip
        lines = lines or [say("desk.readings-all-usual")]
        self.differing.value = "".join(f"<p class='told'>{escape(line)}</p>" for line in lines)
        self.usual_button.layout.display = None if own else "none"

    def _laid_out(self, anew: bool = False) -> None:
        if self.fold.selected_index is None:
            return
        names = [one.name for one in self.offered]
        if anew or names != list(self.fields):
            for old in self.list.children:
                close_all(old)
            self.fields = {}
            self.list.children = tuple(map(self._row, self.offered))
        for name, field in self.fields.items():
            field.value = self._taken(readings()[name])

    def _row(self, reading: Reading) -> W.Widget:
        field = W.Dropdown(
            options=[(self._label(reading, option), option) for option in reading.options],
            value=self._taken(reading),
            description=reading.name, tooltip=say("desk.reading-tooltip", clause=reading.clause_id),
            style={"description_width": "190px"}, layout=W.Layout(width="460px", max_width="98%"),
        )  # fmt: skip
        self.fields[reading.name] = field
        field.observe(lambda change: self._took(reading, change["new"]), "value")
        items = "".join(
            f"<li><b>{escape(option)}</b>: {escape(meaning)}</li>"
            for option, meaning in reading.options.items()
        )
        why = escape(say("desk.reading-why", reason=reading.reason, clause=reading.clause_id))
        return W.VBox([field, W.HTML(f"<div class='told'><ul>{items}</ul>{why}</div>")])

    def _label(self, reading: Reading, option: str) -> str:
        if option == self.force.readings.get(reading.name):
            return say("desk.reading-by-precedent", option=option)
        return say("desk.reading-default", option=option) if option == reading.default else option


class OwnRulesPanel(W.VBox):
    """The umpire's own tables, if there are any: loaded from files, shown by name, taken off again.

    Attributes:
        rules: the files; None for the kit's tables.
    """

    def __init__(self, take: Callable[[RulesFile | None], bool], **more: Any) -> None:
        self._take = take
        self.rules: RulesFile | None = None
        self.upload = FileButton("desk.rules-load", "desk.rules-load-tooltip", ".toml,.csv", multiple=True)
        self.off_button = start_button("desk.rules-off", "desk.rules-off-tooltip", lambda: self.load(None))
        self.says, self.error = W.HTML(), W.HTML()
        super().__init__([row([self.says, self.upload, self.off_button]), self.error], **more)
        self.add_class("ninevears-desk-rules")
        self.upload.observe(self._uploaded, "value")
        self._tell()

    @property
    def rule_tables(self) -> RuleTables:
        """The tables in force."""
        return rule_tables_of(self.rules) if self.rules else standard_rule_tables()

    def load(self, rules: RulesFile | str | None) -> bool:
        """Puts an umpire's tables in force: the files, or the path of the file; None: the kit's again."""
        try:
            found = rules_file(rules) if isinstance(rules, str) else rules
            if found is not None:
                rule_tables_of(found)
            if not self._take(found):
                return False
        except NinevearsError as error:
            self.error.value = complaint(error)
            return False
        self.lay(found)
        return True

    def lay(self, rules: RulesFile | None) -> None:
        """Shows tables that are in force already."""
        self.rules = rules
        self.error.value = ""
        self._tell()

    def _uploaded(self, change: Mapping[str, Any]) -> None:
        if change["new"]:
            self.load_files({str(file["name"]): bytes(file["content"]) for file in change["new"]})

    def load_files(self, files: Mapping[str, bytes]) -> bool:
        """Puts tables in force out of files that somebody gives by their names."""
        try:
            if sum(map(len, files.values())) > 4 * MOST_RULES:
                expected = Message("expected.at-most-bytes", most=4 * MOST_RULES)
                raise BadInput("rules", Message("list.one", item=sorted(files)), expected)
            texts = {name: content.decode("utf-8-sig") for name, content in files.items()}
            found = rules_from_texts(texts)
        except UnicodeDecodeError:
            error = BadInput("rules", Message("list.one", item=sorted(files)), Message("expected.text-file"))
            self.error.value = complaint(error)
            return False
        except NinevearsError as error:
            self.error.value = complaint(error)
            return False
        return self.load(found)

    def _tell(self) -> None:
        name = self.rules.name if self.rules else None
        words = say("desk.rules-in-force", name=name) if name else say("desk.rules-of-the-kit")
        self.says.value = status(words)
        self.off_button.layout.display = None if self.rules else "none"
