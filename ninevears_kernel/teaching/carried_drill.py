"""Tasks whose screen lies elsewhere: messages come as JSON, bytes go back, on whatever wire.

As `play.carried_table` does it for the game; what a student has done is a file of progress, as everywhere.

>>> drill = CarriedDrill()
>>> len(drill.take('{"hint": true}')) > 10, drill.kept()
(True, '')
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..core.errors import NinevearsError
from ..core.messages import say, shown
from ..core.render import to_html
from ..core.rulings import Ruling
from ..input_files import read_text
from ..nine_years.atlas.wire import packed
from ..nine_years.components.map import ZONES, game_map
from .chapters import chapter_title
from .drill import ALL, BEST, SHOWN_AFTER, Drill
from .marking import kinds
from .progress import DEFAULT_FILE, ProgressFile
from .task_pictures import centre_of, spots, task_pictures

NAMED = ("space", "spaces", "path")
"""The forms that are answered with places of the map, so that all of it is shown."""
RIGHT, WRONG, PLAIN = ("right", "✓"), ("wrong", "✗"), ("plain", "→")
"""What is said: its tone, and a sign for those who see no colours."""


class CarriedDrill:
    """A student's tasks, and what the screen knows of them.

    Args:
        text: a file of progress that was kept; "" for a student who begins.

    Raises:
        BadInput: it is no file of progress.
    """

    def __init__(self, text: str = "") -> None:
        self._folder = TemporaryDirectory()
        path = Path(self._folder.name, DEFAULT_FILE)
        if text:
            path.write_text(text, encoding="utf-8")
        self._file = ProgressFile(path)
        self._drill = Drill(self._file)
        self._said: dict[str, Any] | None = None
        self._rulings: tuple[Ruling, ...] = ()
        self._number, self._pictures = 0, ""
        self._shown: dict[str, Any] = {}
        self._go_on()

    def state(self) -> bytes:
        """All that is seen, for a screen that begins."""
        self._shown = self._state()
        return packed(self._shown)

    def take(self, message: str) -> bytes:
        """What the screen is told of a message: all that has changed.

        Args:
            message: as JSON: ``{"answer": text}``, ``{"chapter": number}``, ``{"kind": name}``, or one of
                ``hint``, ``again``, ``show`` and ``next`` with any value.
        """
        match json.loads(message):
            case {"answer": answer}:
                self._mark(str(answer))
            case {"hint": _}:
                self._drill.hint()
            case {"again": _}:
                self._drill.try_again()
                self._said = None
            case {"show": _}:
                if found := self._drill.show():
                    answer = say("practice.shown", answer=found.says)
                    self._say(PLAIN, answer, str(found.because))
                    self._rulings = found.rulings
            case {"chapter": int(chapter)} if chapter in (ALL, *self._drill.chapters()):
                self._drill.chapter, self._drill.kind = chapter, BEST
                self._go_on()
            case {"kind": str(kind)} if kind in (BEST, *self._drill.kinds_of(self._drill.chapter)):
                self._drill.kind = kind
                self._go_on()
            case {"next": _}:
                self._go_on()
        before, self._shown = self._shown, self._state()
        return packed({key: value for key, value in self._shown.items() if before.get(key) != value})

    def kept(self) -> str:
        """The file of progress, so that it goes on later; "" before the first answer."""
        return read_text(self._file.path) if self._file.path.exists() else ""

    # ---- within

    def _mark(self, answer: str) -> None:
        if not answer.strip():
            self._say(PLAIN, say("widget.choose-answer"))
            return
        try:
            marked = self._drill.mark(answer)
            if marked is None:
                return
            tone, word = (RIGHT, "widget.right") if marked.right else (WRONG, "widget.wrong")
            self._say(tone, say(word), *self._drill.says())
            self._rulings = self._drill.rulings if marked.right else ()
            self._drill.keep()
        except NinevearsError as error:
            self._say(PLAIN, f"⚠ {error}")

    def _say(self, tone: tuple[str, str], word: str, *sentences: str) -> None:
        self._said = {"tone": tone[0], "sign": tone[1], "word": word, "says": sentences}

    def _go_on(self) -> None:
        self._said, self._rulings = None, ()
        self._number += 1
        try:
            self._drill.next()
        except NinevearsError as error:
            self._say(PLAIN, f"⚠ {error}")
        task = self._drill.task
        self._pictures = task_pictures(task, whole=task.form in NAMED) if task else ""

    def _state(self) -> dict[str, Any]:
        drill, task = self._drill, self._drill.task
        hints = len(task.hints) if task else 0
        return {
            "number": self._number,
            "task": self._task(),
            "pictures": self._pictures,
            "names": [*(one.name for one in game_map().spaces), *map(shown, ZONES)],
            "spots": {name: (round(x, 1), round(y, 1)) for name, (x, y) in spots().items()},
            "chapters": [
                (ALL, say("practice.all-chapters")),
                *((one, chapter_title(one)) for one in drill.chapters()),
            ],
            "chapter": drill.chapter,
            "kinds": [
                (BEST, say("practice.best-kind")),
                *((one, str(kinds()[one].title)) for one in drill.kinds_of(drill.chapter)),
            ],
            "kind": drill.kind,
            "hints": drill.open_hints,
            "hint": say("practice.hint-of", count=drill.hints, hints=hints),
            "said": self._said,
            "rulings": [to_html(ruling) for ruling in self._rulings],
            "settled": drill.settled,
            "can": {
                "mark": task is not None and not drill.settled,
                "hint": not drill.settled and drill.hints < hints,
                "show": not drill.settled and drill.attempts >= SHOWN_AFTER,
            },
            "answers": len(drill.progress.attempts),
            "so-far": drill.so_far(),
        }

    def _task(self) -> dict[str, Any] | None:
        """The task without its answer, which nobody has worked out yet."""
        task = self._drill.task
        if task is None:
            return None
        level = say("practice.level", level=task.level, levels=kinds()[task.kind].levels)
        told = say(f"practice.placeholder-{task.form}") if task.form != "choice" else ""
        return {
            "title": str(task.title),
            "prompt": str(task.prompt),
            "how": f"{task.how} {level}",
            "form": task.form,
            "choices": [(one.value, shown(one.says)) for one in task.choices],
            "placeholder": told,
            "centre": centre_of(task.focus) if task.form in NAMED else None,
            "whole": task.form in NAMED,
        }
