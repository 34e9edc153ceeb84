"""Where things lie on the umpire's desk: how the position begins, and the edits after that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from ...chronicle.armies_from_history import FIRST
from ...chronicle.scenario_from_history import LAST, position_from_history
from ...core.errors import BadEntry, NinevearsError
from ...core.messages import Message, say
from ...input_files import parse_data
from ...nine_years.components.changes import changed
from ...nine_years.components.position import Position
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...nine_years.games.game import Game
from ...nine_years.games.log import read_log
from ...nine_years.games.save import position_from_data, position_to_data
from ...play.moments import war_at
from ...umpire.cases.rules_files import RulesFile
from ...umpire.docket.records import StoredGame
from ...umpire.setting_right.opened import open_log
from ...umpire.setting_right.told import wrong
from ..map.map_panel import keyboard
from ..map.position_editor import PositionEditor
from ..parts.fields import Callbacks, labelled, start_button
from ..parts.schema_form import copied
from ..parts.theme import complaint
from .parts import MIDDLING, desk_field, row, status

if TYPE_CHECKING:
    from ...umpire.docket.docket import Docket

SITUATION = ("position", "scenario", "changes")
"""The keys of a case that say where things lie."""
MOST_GAMES = 200
HISTORY = "history"
"""Stands among the scenarios for the Januaries of history."""
SCENARIO = "scenario"
SOURCES = ("file", SCENARIO, HISTORY, "link")
"""What a position may begin from."""


class DeskPosition(W.VBox):
    """A position: the start of the scenario in a year, a save, a log after any choice, or a game of the
    docket; then edits.

    Args:
        docket: opens the docket, whose games may be looked at; None leaves them out.
        take_rules: puts the tables in force by which a game of the docket is played.
        files: what opens a file.
        open_link: opens a link to a moment.

    Attributes:
        editor: the map with its edits.
        game: the game of the log that was opened, up to its first wrong entry; or None.
        log_text: the text of that log, or "".
        log_name: what that log is called; one that was set right keeps its name.
        logs: the text of the log as it came, and as it was set right; nothing where it is as it should be.
        kept_logs: how many of them the docket has.
        game_number: the number of that game in the docket; None where it came from elsewhere.
        wrong: what is wrong with its first wrong entry; None where all is right.
        begins: in words, where the position comes from.
        on_change: calls back whenever another position stands here.
        on_game: calls back with the game whenever a log is opened.
    """

    def __init__(
        self,
        docket: Callable[[], Docket] | None = None,
        take_rules: Callable[[RulesFile | None], bool] | None = None,
        files: W.Widget | None = None,
        open_link: Callable[[str], object] | None = None,
        **more: Any,
    ) -> None:
        self._docket, self._take_rules, self._open_link = docket, take_rules, open_link
        self._laid: dict[str, Any] = {}
        self.on_change = Callbacks()
        self.on_game = Callbacks()
        self._name = ""
        self.rule_tables: RuleTables = standard_rule_tables()
        self.game: Game | None = None
        self.log_text = self.log_name = self.begins = ""
        self.logs: tuple[str, ...] = ()
        self.kept_logs = 0
        self.wrong: Message | None = None
        self.game_number: int | None = None
        self.editor = PositionEditor()
        settings = self.rule_tables.scenario.settings
        self.scenario = W.Dropdown(
            options=_scenarios(self.rule_tables), description=say("desk.source-scenario"),
            layout=W.Layout(display="none"),
        )  # fmt: skip
        self.year = labelled(
            W.Dropdown, "desk.start-year", "140px", label_width="50px", tooltip="desk.start-year-tooltip",
            options=_years(settings["name"], self.rule_tables),
        )  # fmt: skip
        self.begin_button = start_button(
            "desk.start-begin", "desk.start-begin-tooltip", lambda: self.begin(self.year.value)
        )
        self.after = desk_field(
            W.BoundedIntText, "desk.start-after", "260px", tooltip="desk.start-after-tooltip", min=0, max=0
        )
        self.waits = W.HTML()
        self.log_row = row([self.after, self.waits])
        self.games = desk_field(W.Dropdown, "desk.start-games", MIDDLING)
        self.look_button = start_button("desk.start-look", "desk.start-look-tooltip", self._look)
        self.game_button = start_button("desk.start-game", "desk.start-game-tooltip", self._open_game)
        self.game_row = row([self.look_button, self.games, self.game_button])
        self.says, self.error = W.HTML(), W.HTML()
        self.link = labelled(
            W.Text, "desk.start-link", "100%", label_width="0", hint="desk.start-link-hint",
            continuous_update=False,
        )  # fmt: skip
        self.source = W.ToggleButtons(
            options=[(say(f"desk.source-{name}"), name) for name in SOURCES], value=SCENARIO,
            style={"button_width": "auto"},
        )  # fmt: skip
        file_row = row([*[files] * (files is not None), self.game_row])
        january = row([self.scenario, self.year, self.begin_button])
        self._ways = {"file": file_row, SCENARIO: january, HISTORY: january, "link": self.link}
        begins = W.VBox([self.source, file_row, january, self.link])
        begins.add_class("ninevears-begins")
        heading = W.HTML(f"<h4>{escape(say('desk.start'))}</h4>")
        # the edits stand at the map; what its keys are comes after all that an umpire works with
        keys = W.HTML(f"<div class='map-keys'>{keyboard()}</div>")
        super().__init__([self.editor, self.error, self.log_row, heading, begins, keys], **more)
        self.add_class("ninevears-desk-position")
        self.source.observe(lambda _: self._source_chosen(), "value")
        self.link.observe(lambda change: self._link_given(change["new"]), "value")
        self._source_chosen()
        for part in (self.games, self.game_button):
            part.layout.display = "none"
        self.game_row.layout.display = None if docket else "none"
        self.scenario.observe(lambda _: self._scenario_chosen(), "value")
        self.after.observe(lambda _: self._go_to_choice(), "value")
        self.editor.on_change(self._tell_all)
        self._came("desk.start-from-scenario", year=settings["year"])

    # ---- what it says

    @property
    def position(self) -> Position:
        """The position after all edits."""
        return self.editor.position

    def given(self) -> dict[str, Any]:
        """The position as a case gives it; a case that was opened here comes back as it was."""
        found: dict[str, Any] = {}
        if self.editor.start is self._laid.get("start"):
            found |= {name: self._laid[name] for name in ("position", "scenario") if name in self._laid}
        elif self.editor.start is not self.rule_tables.scenario.start:
            found["position"] = position_to_data(self.editor.start)
        changes = self._laid.get("changes", ())
        if self.editor.changes != list(changes):
            changes = self.editor.changes
        if len(changes) or "changes" in self._laid:
            found["changes"] = copied(changes)
        return found

    def begin_afresh(self) -> None:
        """Takes position and edits away: the scenario begins as it is printed."""
        self.error.value = self.link.value = ""
        self.scenario.index = self.year.index = 0
        self.source.value = SCENARIO
        start = self.rule_tables.scenario.start
        self.begin_with_position(start, say("desk.start-from-scenario", year=start.year))

    def keep(self) -> None:
        """Makes the position as it stands the beginning of the next case: its edits are part of it."""
        self.error.value = ""
        self.begin_with_position(self.editor.position, say("desk.start-kept"))

    def begin_with_position(self, start: Position, says: str) -> None:
        """Begins with a position that came from elsewhere, such as a link.

        Args:
            start: the position.
            says: in words, where it comes from.
        """
        self._laid = {}
        self._forget_game()
        self.editor.clear_form()
        self.editor.begin(start)
        self.begins = says
        self._tell_all()

    # ---- how it begins

    def begin(self, year: int | None = None) -> None:
        """Begins with the scenario in a year, or with that January of history, as is chosen."""
        is_history = self.scenario.value == HISTORY
        start, changes = self.rule_tables.scenario.start, list[dict[str, Any]]()
        if is_history:
            start = position_from_history(FIRST if year is None else year)
        elif year not in (None, start.year):
            changes = [{"set": "year", "year": year}]
        self._laid = {}
        self._forget_game()
        self.error.value = ""
        if self.editor.begin(start, changes):
            came = "desk.start-from-history" if is_history else "desk.start-from-scenario"
            self._came(came, year=self.position.year)

    def lay(self, given: Mapping[str, Any], rule_tables: RuleTables | None = None) -> None:
        """Lays the situation of a case.

        Raises:
            BadInput: the position, or one of the changes, is wrong; nothing is laid then.
        """
        rule_tables = rule_tables or self.rule_tables
        position, changes = given.get("position"), given.get("changes", ())
        if position is None:
            start = rule_tables.scenario.start
        elif isinstance(position, Position):
            start = position
        else:
            start = position_from_data(position, "position", rule_tables)
        changed(start, changes, rule_tables=rule_tables)
        self.rule_tables = rule_tables
        self._forget_game()
        self.editor.begin(start, changes, rule_tables)
        laid = {name: given[name] for name in SITUATION if name in given}
        self._laid = {**laid, "changes": copied(laid["changes"])} if "changes" in laid else laid
        self._laid["start"] = start
        self.error.value = ""
        if position is None:
            self._came("desk.start-from-scenario", year=start.year)
        else:
            self._came("desk.start-from-case")

    def begin_with_data(self, name: str, data: Any) -> None:
        """Begins with a save.

        Raises:
            BadInput: it is none.
        """
        start = position_from_data(data, "file", self.rule_tables)
        self._forget_game()
        self._laid = {}
        self.editor.begin(start)
        self._came("desk.start-from-save", name=name)

    def begin_with_log(self, name: str, text: str) -> Game:
        """Begins with a log, after its last choice or before its first wrong entry; others can be chosen.

        Raises:
            BadInput: it is none.
            BadEntry: what is wrong with it stands before its first choice.
        """
        own = None if self.rule_tables is standard_rule_tables() else self.rule_tables
        try:
            game, found = read_log(text, rules=own, recorded=False), None
        except BadEntry:
            opened = open_log(text, rules=own)
            game, found = opened.game, wrong(opened)
        self._laid = {}
        self.game, self._name, self.log_name = game, name, name
        self.log_text, self.wrong, self.game_number = text, found, None
        self.logs, self.kept_logs = () if found is None else (text,), 0
        with self.after.hold_trait_notifications():
            self.after.max = max(len(game), self.after.value)
            self.after.value = len(game)
            self.after.max = len(game)
        self._go_to_choice()
        self.on_game.tell(game)
        return game

    def go_on_with(self, game: Game) -> None:
        """Begins with the log that was set right; the one that it was stays the log as it came."""
        self.set_right(game)
        name, number, kept, logs = self.log_name, self.game_number, self.kept_logs, self.logs
        self.begin_with_log(say("desk.set-right"), game.log)
        self.log_name, self.game_number, self.kept_logs, self.logs = name, number, kept, logs

    def set_right(self, game: Game) -> None:
        """Has the log that was set right beside the one that it was; the position stays as it lies."""
        logs = (self.logs or (self.log_text,))[: max(1, self.kept_logs)]
        # what the docket has stays there; a remedy that nobody has filed makes room for the next
        self.logs = logs if logs[-1] == game.log else (*logs, game.log)

    def use(self, rule_tables: RuleTables) -> bool:
        """Puts other tables in force: the position begins anew by them; False when it does not fit them."""
        start = self.editor.start
        if start is self.rule_tables.scenario.start:
            start = rule_tables.scenario.start
        before = self.editor.start
        if not self.editor.begin(start, self.editor.changes, rule_tables):
            return False
        if self._laid.get("start") is before:
            self._laid["start"] = start
        self.rule_tables = rule_tables
        settings = rule_tables.scenario.settings
        self.scenario.options = _scenarios(rule_tables)
        self.year.options = _years(settings["name"], rule_tables)
        return True

    # ---- within

    def _source_chosen(self) -> None:
        """Shows what belongs to the source, and nothing else."""
        chosen = self.source.value
        for part in self._ways.values():
            part.layout.display = None if part is self._ways[chosen] else "none"
        if chosen == HISTORY and HISTORY in [value for _, value in self.scenario.options]:
            self.scenario.value = HISTORY
        elif chosen == SCENARIO:
            self.scenario.index = 0

    def _link_given(self, text: str) -> None:
        if text.strip() and self._open_link is not None:
            self._open_link(text)

    def _scenario_chosen(self) -> None:
        if self.scenario.value is not None:
            self.year.options = _years(self.scenario.value, self.rule_tables)

    def _go_to_choice(self) -> None:
        if self.game is None:
            return
        twin = war_at(self.game, self.after.value)
        self.editor.begin(twin.position)
        decision = twin.decision
        waits = say("desk.start-over") if decision is None else str(decision.asks)
        whose = "" if decision is None else decision.side
        words = say("desk.start-waits", asks=waits, side=whose) if whose else waits
        self.waits.value = status(words)
        self.log_row.layout.display = None
        self._came("desk.start-from-log", name=self._name, count=self.after.value, most=len(self.game))

    def _forget_game(self) -> None:
        self.game, self._name, self.log_name = None, "", ""
        self.log_text, self.wrong, self.game_number = "", None, None
        self.logs, self.kept_logs = (), 0
        self.log_row.layout.display = "none"

    def _look(self) -> None:
        """Lists the games of the docket."""
        try:
            assert self._docket is not None
            games = self._docket().games()[:MOST_GAMES]
        except NinevearsError as error:
            self.error.value = complaint(error)
            return
        self.error.value = "" if games else status(say("desk.start-no-games"))
        self.games.options = [(f"{one.number}. {one.name}"[:110], one) for one in games]
        for part in (self.games, self.game_button):
            part.layout.display = None if games else "none"

    def _open_game(self) -> None:
        stored: StoredGame | None = self.games.value
        if stored is None:
            return
        if self._take_rules is not None and not self._take_rules(stored.rules):
            return
        try:
            if stored.form == "log":
                self.begin_with_log(stored.name, stored.text)
            else:
                self.begin_with_data(stored.name, parse_data(stored.text, is_toml=False))
            self.game_number, self.error.value = stored.game, ""
            self.kept_logs = 1  # as it came
        except NinevearsError as error:
            self.error.value = complaint(error)

    def _came(self, id: str, **values: Any) -> None:
        self.begins = say(id, **values)
        self._tell_all()

    def _tell_all(self) -> None:
        count = len(self.editor.changes)
        edits = say("desk.start-edits", count=count) if count else ""
        self.says.value = f"<p class='told' role='status'>{escape(self.begins)} {escape(edits)}</p>"
        self.on_change.tell()


def _scenarios(rule_tables: RuleTables) -> list[tuple[str, str]]:
    """What a position may begin with: the scenario, and by the kit's own tables history too."""
    settings = rule_tables.scenario.settings
    own = [(str(settings["title"]), settings["name"])]
    return own if rule_tables.own else [*own, (say("desk.start-history"), HISTORY)]


def _years(scenario: str, rule_tables: RuleTables) -> list[int]:
    settings = rule_tables.scenario.settings
    if scenario == HISTORY:
        return list(range(FIRST, LAST + 1))
    return list(range(settings["year"], settings["last_year"] + 1))
