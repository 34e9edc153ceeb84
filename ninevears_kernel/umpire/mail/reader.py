"""Reads the lines of a letter, one after the other, into a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from ...core.errors import BadEntry, BadInput, DiceMissing
from ...core.messages import Message
from ...core.readings import readings_in_force
from ...input_bounds import BOUNDS
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.engine.notation import Action, written
from ...nine_years.games.game import Game
from ...nine_years.games.log import read_log
from ...nine_years.games.log_text import FORMAT
from ...nine_years.games.set_right import is_block
from ...nine_years.games.table_play import TableGame
from .choices import begins_with_a_verb, is_like_an_option, nearly_begins_with_a_verb, readings
from .lines import TOO_LONG, MailLine, mail_line, simplified, unquoted
from .problems import problem_at, why_not
from .reading import Change, MailReading, Problem, Stopped

MOST_WRAPS = 3
"""Into so many further lines a choice may be broken."""
MOST_GUESSES = 200
"""So many lines that look like a choice without a side are compared with the options; others are chatter."""
BETWEEN_REPORTS = 25
"""Lines between two calls of a progress callback."""
SKIP = "skip"
"""The answer that a line tells no new choice."""


class Reader:
    """Reads the lines of a letter one after the other."""

    def __init__(self, lines: list[MailLine], known: Game | None, answers: Mapping[int, str]) -> None:
        self.lines, self.known, self.answers = lines, known, answers
        self.game: Game | None = known.branch() if known is not None else None
        self.changes: list[Change] = []
        self.place = 0
        self.guesses = 0
        self.rolls_told = len(known.rolls) if known is not None else 0
        self.repeated: set[int] = set()
        self.after_repeat = False

    def result(self, problem: Problem | None) -> MailReading:
        """What was read until here."""
        before = len(self.known) if self.known is not None else 0
        game = self.game
        if game is not None and self.known is not None and len(game) < before and problem is None:
            game = self.known.branch()  # the letter says less than is known
        new = max(0, len(game) - before) if game is not None else 0
        return MailReading(game, new, tuple(sorted(self.changes, key=lambda change: change.line)), problem)

    # ---- the head

    def read(
        self,
        rules: RuleTables | str | Path | None,
        progress: Callable[[int, int], object] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        """Reads all lines; `Stopped` is raised where one cannot be read, or somebody wants to stop."""
        first = self._first_of_head()
        if first is None:
            if self.game is None:
                raise self._stopped(self.lines[0], Message("mail.no-head"))
            self._find_repeated()
        else:
            self._read_head(first, rules)
        while self.place < len(self.lines):
            line = self.lines[self.place]
            if stop is not None and stop():
                raise self._stopped(line, Message("mail.stopped"))
            if progress is not None and line.number % BETWEEN_REPORTS == 0:
                progress(line.number, len(self.lines))
            self.place += 1
            self._read_line(line)
        self._add_rolls()

    def _first_of_head(self) -> int | None:
        """The place of the first line of a head: its format, or else a scenario or a position."""
        for place, line in enumerate(self.lines):
            if line.side:
                return None
            if line.head and line.head[0] in ("format", "scenario", "position"):
                return place
        return None

    def _read_head(self, first: int, rules: RuleTables | str | Path | None) -> None:
        for line in self.lines[:first]:
            self._ignore(line, line.noise or "before")
        described: list[tuple[MailLine, str]] = []
        form, begun = FORMAT, False  # begun: whether the head has said where the war begins
        self.place = first
        while self.place < len(self.lines):
            line = self.lines[self.place]
            if line.side or line.faces:
                break
            if begun and line.choice and not line.noise and nearly_begins_with_a_verb(line.choice):
                break
            self.place += 1
            if line.head is None:
                self._ignore(line, line.noise or "in-head")
                continue
            name, value = line.head
            if name == "position":
                value = self._whole_position(value)
            if name == "format":
                form = value
            else:
                described.append((line, f"{name}: {value}"))
                begun = begun or name in ("seed", "dice", "position")
                if f"{name}: {value}" != line.text.strip():
                    self._read_as(line, f"{name}: {value}", line.cleaned or ("spelling",))
        text = "\n".join([form, *(line for _, line in described)]) + "\n"
        # What a letter to an open game does not say is as it is there.
        in_force = readings_in_force(self.known.readings) if self.known is not None else {}
        try:
            game = read_log(text, rules=rules, in_force=in_force)
        except (BadInput, BadEntry) as error:
            number = re.match(r"line (\d+)", getattr(error, "field", ""))
            place = int(number[1]) - 2 if number else -1
            line = described[place][0] if 0 <= place < len(described) else self.lines[first]
            raise self._stopped(line, error.message) from None
        if self.known is not None and (
            game.start != self.known.start
            or readings_in_force(game.readings) != in_force
            or game.dice != self.known.dice
            or game.asks_alike != self.known.asks_alike
        ):
            raise self._stopped(self.lines[first], Message("mail.other-game"))
        self.game, self.rolls_told = game, 0

    def _whole_position(self, value: str) -> str:
        """A position that was broken into several lines."""
        parts, still_open = [value], value.count("{") - value.count("}")
        while still_open > 0 and self.place < len(self.lines):
            line = self.lines[self.place]
            self._ignore(line, "joined")
            parts.append(unquoted(line.text))
            still_open += parts[-1].count("{") - parts[-1].count("}")
            self.place += 1
        return " ".join(parts)

    # ---- what was quoted from an older letter

    def _find_repeated(self) -> None:
        """Marks runs of quoted lines that tell what the game has already."""
        assert self.game is not None
        tables = self.game.rule_tables
        known = [(entry.side, simplified(written(entry.action, tables))) for entry in self.game.entries]
        run: list[MailLine] = []
        for line in [*self.lines, mail_line(0, "Bourbon: ")]:
            if line.quoted and line.side:
                run.append(line)
            elif run and line.side:
                described = [(one.side, simplified(one.choice)) for one in run]
                size = len(described)
                if any(known[at : at + size] == described for at in range(len(known) - size + 1)):
                    self.repeated |= {one.number for one in run}
                run = []

    # ---- the lines

    def _read_line(self, line: MailLine) -> None:
        if not line.bare:
            return
        if line.number in self.repeated and not self._asked_about_repeat(line):
            self._ignore(line, "repeat")
            self.after_repeat = True
        elif line.faces:
            self._read_roll(line)
        elif line.head is not None:
            self._ignore(line, "late-head")
        elif line.noise == TOO_LONG and line.side:
            raise self._stopped(line, Message("mail.long-choice", most=BOUNDS["line"]))
        elif line.noise:
            self._ignore(line, line.noise)
        elif is_block(line.bare) and not line.quoted:
            raise self._stopped(line, Message("mail.umpire"))
        else:
            self._read_choice(line)

    def _asked_about_repeat(self, line: MailLine) -> bool:
        """Whether a line that may repeat an older one is meant anew; asks when it could be."""
        if line.number in self.answers:
            return self.answers[line.number] != SKIP
        again = line.side == self._game().engine.side and readings(self._game(), line.choice)
        if again:
            texts = tuple(dict.fromkeys((*again.values(), SKIP)))
            raise self._stopped(line, Message("mail.repeat-or-new"), alternatives=texts)
        return False

    def _read_roll(self, line: MailLine) -> None:
        game = self._game()
        if self.after_repeat:
            self._ignore(line, "repeat")
            return
        self._skip_open_remark(line)
        self._skip_to_named(line)
        for face in line.faces:
            wanted = game.rolls[self.rolls_told : self.rolls_told + 1] if len(game) else ()
            if not wanted:
                raise self._stopped(line, Message("log.no-roll"))
            if wanted[0].face != face:
                says = Message("log.roll-wanted", face=wanted[0].face, says=wanted[0].says)
                raise self._stopped(line, says, text=str(face))
            self.rolls_told += 1
        if len(line.faces) > 1 or line.cleaned or not line.bare.casefold().startswith("roll "):
            described = ", ".join(f"roll {face}" for face in line.faces)
            self._read_as(line, described, line.cleaned or ("spelling",))

    def _skip_to_named(self, line: MailLine) -> None:
        """Adds dice that the letter leaves out before one that says what it was for."""
        game = self._game()
        if not len(game) or not (remark := simplified(line.bare.partition("(")[2])):
            return
        left = [simplified(str(roll.says)) for roll in game.rolls[self.rolls_told :]]
        if remark in left:
            self._add_rolls(self.rolls_told + left.index(remark))

    def _skip_open_remark(self, line: MailLine) -> None:
        """The rest of a remark in brackets that was broken into several lines does not count."""
        text = line.bare
        for _ in range(MOST_WRAPS):
            if text.count("(") <= text.count(")") or self.place >= len(self.lines):
                return
            following = self.lines[self.place]
            if following.side or following.faces or not following.bare:
                return
            text += following.bare
            self._ignore(following, "remark")
            self.place += 1

    def _read_choice(self, line: MailLine) -> None:
        """A line that tells a choice, or chatter."""
        game, engine = self._game(), self._game().engine
        if self.answers.get(line.number) == SKIP:
            self._ignore(line, "answer")
            return
        if line.number in self.answers:
            self._make(line, self._answered(line), 0, ("answer",))
            return
        if line.side is None and (engine.side is None or not nearly_begins_with_a_verb(line.choice)):
            self._ignore(line, "chatter")
            return
        if engine.side is None:
            raise self._stopped(line, Message("refused.over"))
        found: dict[Action, tuple[str, int]] = {}
        if line.side in (None, engine.side):
            alone = readings(game, line.choice)
            found = {action: (text, 0) for action, text in alone.items()}
            for count, joined in self._wrapped(line, bool(alone)).items():
                for action, text in readings(game, joined).items():
                    found.setdefault(action, (text, count))
        if line.side is None and found and not self._surely(line, found):
            found = {}
        if len(found) > 1:
            texts = tuple(dict.fromkeys(text for text, _ in found.values()))
            raise self._stopped(
                line, Message("mail.which", choices=Message.any_of(texts)), alternatives=texts
            )
        if found:
            ((action, (_, count)),) = found.items()
            self._make(line, action, count, ())
            return
        if line.side is None and not self._is_slip(line):
            self._ignore(line, "chatter")
            return
        raise Stopped(why_not(game, line))

    def _surely(self, line: MailLine, found: Mapping[Action, tuple[str, int]]) -> bool:
        """Whether a line without a side is a choice in the notation, and no sentence like one."""
        texts = {simplified(text) for text, _ in found.values()}
        return simplified(line.choice) in texts or any(count for _, count in found.values())

    def _is_slip(self, line: MailLine) -> bool:
        self.guesses += 1
        return self.guesses <= MOST_GUESSES and is_like_an_option(self._game(), line.choice)

    def _wrapped(self, line: MailLine, complete: bool) -> dict[int, str]:
        """The choice joined with one, two, ... of the lines behind it, which may be its rest."""
        texts: dict[int, str] = {}
        text = line.choice
        for count, following in enumerate(self.lines[self.place : self.place + MOST_WRAPS], 1):
            if following.starts or (complete and begins_with_a_verb(following.choice)):
                break
            text = f"{text} {following.bare}"
            texts[count] = text
        return texts

    def _make(self, line: MailLine, action: Action, count: int, how: tuple[str, ...]) -> None:
        """Makes a choice; the lines that are its rest, and missing dice, are reported."""
        game = self._game()
        self._add_rolls()
        side = game.engine.side
        for following in self.lines[self.place : self.place + count]:
            self._ignore(following, "joined")
        self.place += count
        text = f"{side}: {written(action, game.rule_tables)}"
        if isinstance(game, TableGame):
            game.tell(self._dice_below())
        try:
            game.carry_out(action)
        except DiceMissing as missing:
            raise self._stopped(line, Message("log.die-wanted", says=missing.wanted)) from None
        self.rolls_told, self.after_repeat = 0, False
        how = (*line.cleaned, *how)
        how += ("side",) if line.side is None else ()
        how += ("wrapped",) if count else ()
        if line.bare.partition(" #")[0].rstrip() != text and not how:
            how = ("spelling",)
        elif line.choice != written(action, game.rule_tables) and not count and "answer" not in how:
            how += ("spelling",)
        if how:
            self._read_as(line, text, tuple(dict.fromkeys(how)))
        if not count:
            self._skip_open_remark(line)
        self._compare(line, len(game) - 1)

    def _compare(self, line: MailLine, place: int) -> None:
        """A log that tells the whole war must tell what is known of it."""
        if self.known is None or place >= len(self.known):
            return
        known = self.known.entries[place]
        if self._game().entries[place] != known:
            self._game().undo()
            text = f"{known.side}: {written(known.action, self.known.rule_tables)}"
            raise self._stopped(line, Message("mail.differs", known=text))

    def _dice_below(self) -> list[int]:
        faces: list[int] = []
        for place in range(self.place, len(self.lines)):
            line = self.lines[place]
            if line.side or (line.choice and not line.noise and begins_with_a_verb(line.choice)):
                break
            faces += line.faces
        return faces

    def _add_rolls(self, to: int | None = None) -> None:
        """The dice of the last choice that the letter does not tell follow from the seed."""
        game = self.game
        if game is None or not len(game) or game.dice == "table":
            return
        to = len(game.rolls) if to is None else to
        for roll in game.rolls[self.rolls_told : to]:
            last = self.lines[min(self.place, len(self.lines)) - 1]
            says = Message("mail.roll-added", face=roll.face, says=roll.says)
            self.changes.append(Change(last.number, "", says, f"roll {roll.face}"))
        self.rolls_told = max(to, self.rolls_told)

    # ---- what is reported

    def _game(self) -> Game:
        assert self.game is not None
        return self.game

    def _answered(self, line: MailLine) -> Action:
        meant = readings(self._game(), self.answers[line.number])
        if len(meant) != 1:
            raise self._stopped(line, Message("mail.bad-answer", answer=self.answers[line.number]))
        return next(iter(meant))

    def _ignore(self, line: MailLine, why: str) -> None:
        if line.bare:
            says = Message(f"mail.noise-{why}", most=BOUNDS["line"])
            self.changes.append(Change(line.number, line.text, says))

    def _read_as(self, line: MailLine, text: str, how: tuple[str, ...]) -> None:
        says = Message("mail.read-as", text=text, how=[Message(f"mail.cleaned-{name}") for name in how])
        self.changes.append(Change(line.number, line.text, says, text))

    def _stopped(
        self, line: MailLine, says: Message, text: str = "", alternatives: tuple[str, ...] = ()
    ) -> Stopped:
        """A problem with a part of a line: a text in it, or else the whole choice."""
        return Stopped(problem_at(self.game, line, says, text=text, alternatives=alternatives))
