"""The mail desk: a log pasted from a letter, read line by line, mended in place, and kept as a clean log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import say
from ...nine_years.games.game import Game
from ...nine_years.games.log import read_log
from ...nine_years.games.view import for_seat
from ...umpire.mail.body import unwrapped
from ...umpire.mail.mail import read_mail
from ...umpire.mail.reader import SKIP
from ...umpire.mail.reading import MailReading, Problem
from ..map.war_map import WarMap
from ..parts import desk_parts as parts
from ..parts.background_job import BackgroundJob, Progress, Stop
from ..parts.fields import Quiet, labelled, start_button
from ..parts.keyboard import KeyboardGuard
from ..parts.upload import FileButton
from .mail_page import LONGEST, STYLE, lines, summary

MOST_AT_ONCE = 400
"""A longer letter is read beside the notebook when it is mended, with progress."""
MOST_FIXES = 5


class MailDesk(W.VBox):
    r"""Reads letters into a game.

    Args:
        game: the game so far, for letters that only add to it.
        letter: a letter that lies on the desk already.

    Attributes:
        game: the game so far, or None.
        reading: what came of the letter, or None when none is read.

    >>> desk = MailDesk(letter="scenario: 1688\nseed: 7\n1) Bourbon – FIRST bourbon")
    >>> desk.read().problem, len(desk.reading.game)
    (None, 1)
    """

    def __init__(self, game: Game | None = None, letter: str = "", **more: Any) -> None:
        self.game: Game | None = game
        self.reading: MailReading | None = None
        self._answers: dict[int, str] = {}
        self._past: list[tuple[str, dict[int, str]]] = []
        self._quiet = Quiet()
        self.war_map: WarMap | None = None
        self.known: W.HTML = W.HTML()
        self.open_game: FileButton = parts.upload(
            "mail-desk.open-game", "mail-desk.open-game-tooltip", ".log,.txt", self.keep_log, self._complain
        )
        self.letter: W.Textarea = parts.desk_field(
            W.Textarea, "mail-desk.letter",
            hint="mail-desk.letter-hint", value=letter, rows=12,
        )  # fmt: skip
        self.open_letter: FileButton = parts.upload(
            "mail-desk.open-letter", "mail-desk.open-letter-tooltip", ".eml,.txt,.log,.html,.md", self.lay,
            self._complain,
        )  # fmt: skip
        self.read_button: BackgroundJob = BackgroundJob(
            "mail-desk.read", "mail-desk.read-tooltip", self._work, self._done, "mail-desk.worked"
        )
        self.undo_button: W.Button = start_button("desk.undo", "mail-desk.undo-tooltip", self.undo)
        self.error: W.HTML = W.HTML()
        self.summary: W.HTML = W.HTML()
        self.before: W.HTML = W.HTML()
        self.behind: W.HTML = W.HTML()
        # The same buttons all the time: a button that is pressed by keyboard keeps the focus.
        self.fixes: list[W.Button] = [W.Button(layout=W.Layout(width="auto")) for _ in range(MOST_FIXES)]
        self._fixes: list[tuple[str, str]] = []
        for place, button in enumerate(self.fixes):
            button.on_click(lambda _, place=place: self.fix(*self._fixes[place]))
        self.options: W.Dropdown = parts.desk_field(W.Dropdown, "mail-desk.options")
        self.put_button: W.Button = start_button("mail-desk.put", "mail-desk.put-tooltip", self._put)
        self.line: W.Text = labelled(
            W.Text, "mail-desk.line", parts.WIDE | dict(flex="1 1 20em"), style=parts.LABELS
        )
        self.write_button: W.Button = start_button(
            "mail-desk.write", "mail-desk.write-tooltip", self._rewrite
        )
        self.leave_button: W.Button = start_button(
            "mail-desk.leave", "mail-desk.leave-tooltip", self.leave_out
        )
        self.mending: W.VBox = W.VBox(
            [
                parts.row(*self.fixes), parts.row(self.options, self.put_button),
                parts.row(self.line, self.write_button), self.leave_button,
            ]
        )  # fmt: skip
        self.exports: W.HTML = W.HTML()
        self.keep_button: W.Button = start_button(
            "mail-desk.keep", "mail-desk.keep-tooltip", self.keep, "primary"
        )
        self.map_box: W.VBox = W.VBox()
        described = [
            W.HTML(parts.STYLE + STYLE), self.known, self.open_game, self.letter,
            parts.row(self.open_letter, self.undo_button), self.read_button, self.error, self.summary,
            self.before, self.mending, self.behind, parts.row(self.exports, self.keep_button), self.map_box,
        ]  # fmt: skip
        super().__init__([*described, KeyboardGuard()], **more)
        self.add_class("ninevears-games")
        self.letter.observe(self._typed, "value")
        self._tell_known()
        self._show()

    # ---- the letter

    def read(self) -> MailReading | None:
        """Reads the letter as it stands; None, and a sentence on the desk, when it is none."""
        try:
            reading = self._work(lambda count, of: None, lambda: False)
        except NinevearsError as error:
            self._complain(error)
            return None
        self._done(reading)
        return reading

    def lay(self, letter: str) -> None:
        """Lays another letter on the desk, and reads it."""
        self._change(letter, {})
        self.read()

    def fix(self, kind: str, text: str) -> None:
        """Mends the line where reading stopped, and reads again.

        Args:
            kind: ``answer`` for one of the ways in which the line can be read; else the line is written anew.
            text: the answer, or the line.
        """
        problem = self.reading.problem if self.reading is not None else None
        if problem is None or self.reading is None:
            return
        if kind == "answer":
            self._change(self.letter.value, {**self._answers, problem.line: text})
        else:
            lines = list(self.reading.letter)
            lines[problem.line - 1] = " ".join(text.splitlines())
            answers = {line: answer for line, answer in self._answers.items() if line != problem.line}
            self._change("\n".join(lines), answers)
        if len(self.reading.letter) > MOST_AT_ONCE:
            self.read_button.begin()
        else:
            self.read()

    def leave_out(self) -> None:
        """Turns the line where reading stopped into a remark."""
        if self.reading is not None and self.reading.problem is not None:
            self.fix("line", f"# {self.reading.problem.text}")

    def undo(self) -> None:
        """Brings the letter back as it was before the last change."""
        if self._past:
            letter, self._answers = self._past.pop()
            self._write(letter)
            self.reading = None
            self._show()
            if not unwrapped(letter)[1]:  # the source of a mail stays as it was pasted
                self.read()

    # ---- the game so far

    def keep(self) -> None:
        """Takes what was read as the game so far; the next letter goes on from there."""
        if self.reading is None or self.reading.game is None:
            return
        self.game, self.reading = self.reading.game, None
        self._change("", {})
        self._past.clear()
        self._tell_known()
        self._show()

    def keep_log(self, log: str) -> None:
        """Takes a log as the game so far."""
        try:
            self.game = read_log(log)
        except NinevearsError as error:
            self._complain(error)
            return
        self.error.value = ""
        self._tell_known()
        self._show()

    # ---- within

    def _work(self, progress: Progress, stop: Stop) -> MailReading:
        return read_mail(self.letter.value, self.game, answers=self._answers, progress=progress, stop=stop)

    def _done(self, reading: MailReading) -> None:
        if reading.unwrapped:  # from here on the letter is what a person sees of it
            self._change("\n".join(reading.letter), self._answers)
        self.reading, self.error.value = reading, ""
        self._show()

    def _typed(self, change: Mapping[str, Any]) -> None:
        if not self._quiet:
            self._past.append((change["old"], self._answers))
            self._answers = {}
            self.undo_button.disabled = False

    def _change(self, letter: str, answers: dict[int, str]) -> None:
        self._past.append((self.letter.value, self._answers))
        self._answers = answers
        self._write(letter)

    def _write(self, letter: str) -> None:
        with self._quiet:
            self.letter.value = letter

    def _complain(self, error: NinevearsError) -> None:
        self.reading = None
        self._show()
        self.error.value = parts.trouble(error, say("stepper.refused"))

    def _tell_known(self) -> None:
        if self.game is None:
            words = say("mail-desk.no-game")
        else:
            words = say("mail-desk.game", count=len(self.game), year=self.game.position.year)
        self.known.value = parts.status(words)

    def _put(self) -> None:
        if self.options.value:
            self.fix("line", self.options.value)

    def _rewrite(self) -> None:
        self.fix("line", self.line.value)

    # ---- what it shows

    def _show(self) -> None:
        reading = self.reading
        problem = reading.problem if reading is not None else None
        self.undo_button.disabled = not self._past
        self.mending.layout.display = None if problem is not None else "none"
        game = reading.game if reading is not None else None
        self.keep_button.layout.display = None if game is not None else "none"
        self.summary.value = self.before.value = self.behind.value = self.exports.value = ""
        if reading is None:
            return
        self.summary.value = summary(reading)
        self.before.value, self.behind.value = lines(reading)
        if problem is not None:
            self._show_mending(problem, game)
        if game is not None:
            whole = parts.download("war.log", for_seat(game, "umpire").log, "table-desk.download")
            both = parts.download("players.log", for_seat(game, "both").log, "fair-desk.download-players")
            self.exports.value = parts.downloads(whole, both)
            self._show_map(game)

    def _show_mending(self, problem: Problem, game: Game | None) -> None:
        side = game.engine.side if game is not None else None
        if problem.alternatives:
            self._fixes = [("answer", text) for text in problem.alternatives]
        else:
            self._fixes = [("line", f"{side}: {text}") for text in problem.suggestions if side]
        self._fixes = self._fixes[:MOST_FIXES]
        for place, button in enumerate(self.fixes):
            used = place < len(self._fixes)
            button.layout.display = None if used else "none"
            if used:
                kind, text = self._fixes[place]
                words = say("mail-desk.skip") if (kind, text) == ("answer", SKIP) else text
                button.description = say("mail-desk.meant", text=words)
                button.tooltip = say("mail-desk.meant-tooltip", line=problem.line)
        decision = game.decision if game is not None and problem.options else None
        listed = [] if decision is None else [
            (f"{option.says}  ·  {option.text}", f"{side}: {option.text}") for option in decision.options
        ]  # fmt: skip
        self.options.options = [(say("mail-desk.choose", count=len(listed)), ""), *listed]
        self.options.index = 0
        shown = None if listed else "none"
        self.options.layout.display = self.put_button.layout.display = shown
        self.line.value = problem.text[:LONGEST]

    def _show_map(self, game: Game) -> None:
        if self.war_map is None:
            self.war_map = WarMap(game.position, insets=(), height="480px")
            self.map_box.children = (parts.heading("mail-desk.map"), self.war_map)
        self.war_map.show_game(game)
