"""The table desk: people play with the printed game, and the kit keeps the position beside them."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as W

from ...core.clauses import clause
from ...core.errors import BadInput, NinevearsError, one_line
from ...core.messages import Message, say, shown
from ...input_files import parse_data
from ...nine_years.engine.choices import Option, option_of
from ...nine_years.games.log_text import is_other_file
from ...nine_years.games.record import Entry
from ...nine_years.games.save import position_from_data
from ...umpire.luck.table_mode import Ask, TableSession
from ...umpire.mail.choices import readings
from ...umpire.mail.lines import simplified
from ..map.war_map import WarMap
from ..parts import desk_parts as parts
from ..parts.fields import labelled, start_button
from ..parts.keyboard import KeyboardGuard
from ..parts.ruling_card import chip
from ..parts.tables import items
from ..parts.upload import FileButton
from .dice_tray import DiceTray

MOST_BUTTONS = 6
"""With more options than this there is a list to choose from."""
MANY = 12
"""With more than this they can be narrowed down to one verb."""
MOST_TOLD = 40
"""Choices of the log that are shown; the file has all of them."""
MOST_TYPED = 200
ALL = ""
_FILE_NAME = re.compile(r"\w[\w .-]{0,60}\.(?:log|txt)")
_FACES = re.compile(r"[1-6](?:[\s,;]*[1-6])*")


class TableDesk(W.VBox):
    """Keeps the position of a war that people play with real cards and dice.

    Args:
        session: the war; without it one from its start.
        folder: where the log is written when somebody asks for it.

    Attributes:
        session: the war as far as it is known.

    >>> desk = TableDesk()
    >>> desk.choose("first Bourbon")
    True
    >>> desk.session.next.side
    'Bourbon'
    """

    def __init__(self, session: TableSession | None = None, *, folder: str | Path = ".", **more: Any) -> None:
        self.session: TableSession = session or TableSession()
        self._folder = Path(folder)
        self._left: list[TableSession] = []
        self._dice_back: list[int] = []
        self._options: tuple[Option, ...] = ()
        self.now: W.HTML = W.HTML()
        # The same buttons all the time: a button that is pressed by keyboard keeps the focus.
        self.buttons: list[W.Button] = [W.Button(layout=W.Layout(width="auto")) for _ in range(MOST_BUTTONS)]
        for place, button in enumerate(self.buttons):
            button.on_click(lambda _, place=place: self.choose(self._options[place]))
        self.typed: W.Text = W.Text(style=parts.LABELS, layout=parts.WIDE | dict(flex="1 1 16em"))
        self.typed.on_msg(self._entered)
        self.verb: W.Dropdown = labelled(
            W.Dropdown, "table-desk.verb", W.Layout(width="auto", max_width="24em"), style=parts.LABELS,
            tooltip="table-desk.verb-tooltip",
        )  # fmt: skip
        self.list: W.Select = parts.desk_field(W.Select, "table-desk.options", rows=9)
        self.do_button: W.Button = start_button(
            "table-desk.do", "table-desk.do-tooltip", lambda: self.enter(), "primary"
        )
        self.tray: DiceTray = DiceTray(self.roll)
        self.error: W.HTML = W.HTML()
        self.undo_button: W.Button = start_button("desk.undo", "table-desk.undo-tooltip", self.undo)
        self.redo_button: W.Button = start_button("table-desk.redo", "table-desk.redo-tooltip", self.redo)
        self.caused: W.HTML = W.HTML()
        self.unknown: W.HTML = W.HTML()
        self.history: W.HTML = W.HTML()
        self.war_map: WarMap = WarMap(self.session.position, insets=(), height="520px")
        described = W.VBox([self.caused, self.history], layout=W.Layout(flex="1 1 320px", min_width="300px"))
        self.war_map.layout.flex, self.war_map.layout.min_width = "2 1 480px", "300px"
        inside = [
            W.HTML(parts.STYLE), self.now, parts.row(*self.buttons), self.verb, self.list,
            parts.row(self.typed, self.do_button), self.tray, self.error,
            parts.row(self.undo_button, self.redo_button),
            W.HBox([self.war_map, described], layout=W.Layout(flex_flow="row wrap")), self.unknown,
            self._keeping(),
        ]  # fmt: skip
        super().__init__([*inside, KeyboardGuard()], **more)
        self.add_class("ninevears-games")
        self.verb.observe(lambda _: self._narrow(), "value")
        self.typed.observe(lambda _: self._narrow(), "value")
        self._show()

    def _keeping(self) -> W.Accordion:
        """What is folded away: saving, and going on from a file."""
        self.saved: W.HTML = W.HTML()
        self.file: W.Text = labelled(
            W.Text, "table-desk.file", "320px", style=parts.LABELS, value="table.log"
        )
        self.write_button: W.Button = start_button("table-desk.write", "table-desk.write-tooltip", self.write)
        self.upload: FileButton = parts.upload(
            "table-desk.upload", "table-desk.upload-tooltip", ".log,.txt,.json", self.resume, self._complain
        )
        self.text: W.Textarea = parts.desk_field(
            W.Textarea, "table-desk.text",
            hint="table-desk.text-hint", rows=5,
        )  # fmt: skip
        self.resume_button: W.Button = start_button(
            "table-desk.resume", "table-desk.resume-tooltip", lambda: self.resume(self.text.value)
        )
        self.new_button: W.Button = start_button("table-desk.new", "table-desk.new-tooltip", self.begin)
        self.file_error: W.HTML = W.HTML()
        inside = [
            self.saved, parts.row(self.file, self.write_button), self.upload, self.text,
            parts.row(self.resume_button, self.new_button), self.file_error,
        ]  # fmt: skip
        folded = W.Accordion([W.VBox(inside)], titles=[say("table-desk.keeping")])
        folded.selected_index = None
        return folded

    # ---- what people tell it

    def choose(self, choice: Option | str) -> bool:
        """Tells a choice that was made at the table; whether the rules allow it."""
        words = str(choice.says) if isinstance(choice, Option) else one_line(choice)
        return self._report(lambda: self.session.choose(choice), words)

    def roll(self, faces: list[int]) -> bool:
        """Tells dice that were rolled; whether they are wanted."""
        return self._report(lambda: self.session.roll(*faces), "")

    def enter(self, text: str | None = None) -> bool:
        """Takes what was typed, dice or a choice; if nothing was, the choice in the list."""
        text = (self.typed.value if text is None else text).strip()[:MOST_TYPED]
        if self.session.next.kind == "dice":
            if not _FACES.fullmatch(text):
                self._complain(BadInput("dice", text, Message("stepper.expected-faces")))
                return False
            return self.roll([int(face) for face in re.findall("[1-6]", text)])
        found = list(readings(self.session.game, text)) if text else []
        if len(found) == 1:
            return self.choose(option_of(found[0], self.session.game.rule_tables))
        listed = [option for option in self._options if option.text == self.list.value]
        if listed and (not text or len(self.list.options) == 1 or found):
            return self.choose(listed[0])
        return self.choose(text)

    def undo(self) -> bool:
        """Takes the last die or choice back; before the first, goes back to the war that lay here before."""
        if not len(self.session.game) and self.session.waiting is None and self._left:
            self.session = self._left.pop()
            self._dice_back = []
            self._show()
            return True
        return self._tried(self._undone, "")

    def redo(self) -> bool:
        """Makes the choice again, or tells the die, that was taken back."""
        return self._tried(self._redone, "")

    def _undone(self) -> None:
        """Takes back a die alone where there is one: the choice that it was rolled for waits for it again."""
        session = self.session
        if session.waiting is not None:
            faces = session.next.rolled
            session.undo()
            self._dice_back = [*self._dice_back, faces[-1]] if faces else []
            return
        last = session.game.entries[-1] if len(session.game) else None
        faces = tuple(roll.face for roll in last.rolls) if last else ()
        session.undo()
        self._dice_back = []
        if last is not None and faces:
            session.choose(last.action)
            if faces[:-1]:
                session.roll(*faces[:-1])
            self._dice_back = [faces[-1]]

    def _redone(self) -> None:
        if self._dice_back:
            self.session.roll(self._dice_back[-1])
            self._dice_back.pop()
        else:
            self.session.redo()

    # ---- save and resume

    def write(self) -> bool:
        """Writes the log into a file of the desk's folder; whether that could be done."""
        name = self.file.value.strip()
        path = self._folder / name
        try:
            if not _FILE_NAME.fullmatch(name):
                raise BadInput("file", name, Message("table-desk.expected-file-name"))
            if path.is_symlink() or is_other_file(path):
                raise BadInput("file", name, Message("table-desk.expected-no-other-file"))
            self.session.save(path)
        except NinevearsError as error:
            self._complain(error)
            return False
        self.file_error.value = parts.status(say("table-desk.written", file=name))
        return True

    def resume(self, text: str) -> bool:
        """Goes on from a log, or from a save; the war that lay here can be had back."""
        try:
            if text.lstrip("\ufeff \n\r").startswith("{"):
                data = parse_data(text.lstrip("\ufeff"), is_toml=False)
                session = TableSession(position_from_data(data, "file"))
            else:
                session = TableSession.resume(text.lstrip("\ufeff \n\r"))
        except NinevearsError as error:
            self._complain(error)
            return False
        self._lay(session)
        return True

    def begin(self) -> None:
        """Begins a war from its start; the one that lay here can be had back."""
        self._lay(TableSession())

    # ---- within

    def _lay(self, session: TableSession) -> None:
        self._left.append(self.session)
        self._dice_back = []
        self.session = session
        self.text.value = self.file_error.value = ""
        self._show()

    def _entered(self, _widget: object, content: Any, _buffers: object) -> None:
        if isinstance(content, dict) and content.get("event") == "submit":
            self.enter()

    def _report(self, act: Callable[[], object], words: str) -> bool:
        """Does something new: what was taken back is past."""
        done = self._tried(act, words)
        if done:
            self._dice_back = []
            self._show_redo()
        return done

    def _show_redo(self) -> None:
        self.redo_button.disabled = not (self._dice_back or self.session.can_redo)

    def _tried(self, act: Callable[[], object], words: str) -> bool:
        try:
            act()
        except NinevearsError as error:
            self.error.value = parts.trouble(error, say("stepper.refused"), words)
            self._ask_dice(self.session.next)
            return False
        self.typed.value = ""
        self._show()
        return True

    def _complain(self, error: NinevearsError) -> None:
        """Says what is wrong where it was asked for."""
        words = parts.trouble(error, say("stepper.refused"))
        self.error.value = self.file_error.value = words

    def _show(self) -> None:
        ask = self.session.next
        self.error.value = ""
        self.now.value = _now(ask, self.session.waiting)
        self._options = ask.options
        self._show_options(ask)
        self._ask_dice(ask)
        self._show_redo()
        self.undo_button.disabled = not (self.session.can_undo or self._left)
        self.war_map.show_game(self.session.game)
        self.caused.value = _caused(self.session)
        self.unknown.value = _unknown(self.session)
        self.history.value = _log(self.session)
        link = parts.download("table.log", self.session.log, "table-desk.download")
        self.saved.value = parts.downloads(link)

    def _show_options(self, ask: Ask) -> None:
        few = len(self._options) <= MOST_BUTTONS
        for place, button in enumerate(self.buttons):
            used = few and place < len(self._options)
            button.layout.display = None if used else "none"
            option = self._options[place] if used else None
            button.description = _label(option) if option else ""
            button.tooltip = say("table-desk.option-tooltip", clause=option.clause_id) if option else ""
        verbs: dict[str, int] = {}
        for option in self._options:
            verbs[option.action[0]] = verbs.get(option.action[0], 0) + 1
        every = [(say("table-desk.every-verb", count=len(self._options)), ALL)]
        named = [(say("table-desk.one-verb", verb=verb, count=n), verb) for verb, n in verbs.items()]
        self.verb.options = every + named
        self.verb.index = 0
        self.verb.layout.display = None if len(self._options) > MANY and len(verbs) > 1 else "none"
        self.list.layout.display = "none" if few else None
        dice = ask.kind == "dice"
        self.typed.description = say("table-desk.type-dice" if dice else "table-desk.type")
        self.typed.placeholder = say("table-desk.type-dice-hint" if dice else "table-desk.type-hint")
        self.typed.disabled = self.do_button.disabled = ask.kind == "over"
        self._narrow()

    def _narrow(self) -> None:
        """Lists the options that have all the words typed."""
        words = simplified(self.typed.value[:MOST_TYPED]).split()
        labels = [(_label(option), option) for option in self._options]
        found = [
            (label, option.text)
            for label, option in labels
            if self.verb.value in (ALL, None, option.action[0])
            and all(word in simplified(label) for word in words)
        ]
        self.list.options = found
        self.list.value = found[0][1] if found else None

    def _ask_dice(self, ask: Ask) -> None:
        if ask.kind == "dice":
            self.tray.ask(str(ask.asks), ask.number, ask.rolled)
        else:
            self.tray.ask(say("table-desk.no-dice"), 0)


def _label(option: Option) -> str:
    return f"{option.says}  ·  {option.text}"


def _now(ask: Ask, waiting: Option | None) -> str:
    """What comes next: whose it is, under which clause, and the question."""
    words = "" if waiting is None else escape(say("table-desk.waiting", choice=waiting.says))
    chosen = f"<div class='body'><p>{words}</p></div>" if words else ""
    cited = chip(clause(ask.clause_id)) if ask.clause_id else ""
    who = f"<span class='word'>{escape(shown(ask.says_who))}</span>" if ask.kind != "over" else ""
    return (
        f"<div class='ninevears-card' role='status' aria-live='polite'><div class='banner open'>{who}"
        f"<span>{escape(str(ask.asks))}{cited}</span></div>{chosen}</div>"
    )


def _caused(session: TableSession) -> str:
    """What the last choice caused, step by step."""
    if not session.steps or not len(session.game):
        return ""
    described = "".join(f"<li>{escape(str(step.says))}{chip(step.clause)}</li>" for step in session.steps)
    heading = escape(say("table-desk.caused"))
    return (
        f"<div class='ninevears-card'><div class='body'><h4>{heading}</h4>"
        f"<div class='scrolls' style='max-height:14em;overflow:auto' tabindex='0' role='region' "
        f"aria-label='{heading}'><ol>{described}</ol></div></div></div>"
    )


def _unknown(session: TableSession) -> str:
    described = items(map(str, session.unknown))
    summary = escape(say("table-desk.unknown"))
    return f"<details class='paper'><summary>{summary}</summary><ul>{described}</ul></details>"


def _log(session: TableSession) -> str:
    """The last choices, the newest first."""
    entries = session.game.entries
    if not entries:
        return ""
    rule_tables = session.game.rule_tables

    def describe(entry: Entry) -> str:
        option = option_of(entry.action, rule_tables)
        faces = [roll.face for roll in entry.rolls]
        rolled = f" {say('stepper.rolled', faces=shown(faces))}" if faces else ""
        head = say("log.heading", year=entry.year, phase=entry.phase)
        words = escape(f"{head} · {shown(entry.side)}: {option.says}{rolled}")
        return f"<li>{words} <code>{escape(option.text)}</code></li>"

    shown_last = entries[-MOST_TOLD:]
    lines = "".join(describe(entry) for entry in reversed(shown_last))
    heading = escape(say("stepper.log"))
    left = len(entries) - len(shown_last)
    earlier = escape(say("table-desk.earlier", count=left))
    more = f"<p>{earlier}</p>" if left else ""
    return (
        f"<div class='ninevears-card'><div class='body'><h4>{heading}</h4><div style='max-height:22em;"
        f"overflow:auto' tabindex='0' role='log' aria-label='{heading}'><ol reversed start='{len(entries)}'>"
        f"{lines}</ol>{more}</div></div></div>"
    )
