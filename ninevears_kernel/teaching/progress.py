"""What a student has answered: a file of their own, a line for each attempt, only ever added to.

The file is text, ``my-progress.jsonl`` by default: a line of JSON that says what it is and whose, then a
line for each attempt. A line is written whole and at once, and what is in the file is never changed. A
line that was torn, as when the power failed, is left where it is and skipped.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..input_bounds import BOUNDS
from ..input_files import convert, parse_data, read_text
from ..output_files import described_of, none_left_empty

if TYPE_CHECKING:
    from .task import Task, TaskMark

FORMAT: Literal["ninevears-progress/1"] = "ninevears-progress/1"
DEFAULT_FILE = "my-progress.jsonl"
LARGEST_SEED = 2**31 - 1

ShortText = Annotated[str, Meta(max_length=200)]
ClauseId = Annotated[str, Meta(pattern=r"^[A-Z]{2,4} [0-9A-Za-z.\-]{1,20}$")]
ClauseIds = Annotated[tuple[ClauseId, ...], Meta(max_length=40)]
Time = Annotated[datetime, Meta(tz=True)]
Whole = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Answer = Whole | ShortText | Annotated[tuple[ShortText, ...], Meta(max_length=100)]


class Attempt(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of a student to one task, as it was marked.

    Attributes:
        at: when.
        kind, seed, level: which task; they make it again.
        answer: what was answered.
        right: whether it was right.
        number: the how-manieth attempt at this task, from 1.
        hints: how many hints were open.
        clauses: what the task was about, and what decided it.
        missed: the clauses that the answer got wrong.
    """

    at: Time
    kind: Annotated[str, Meta(min_length=1, max_length=80)]
    seed: Annotated[int, Meta(ge=0, le=2**53)]
    level: Annotated[int, Meta(ge=1, le=9)]
    answer: Answer
    right: bool
    number: Annotated[int, Meta(ge=1, le=99)] = 1
    hints: Annotated[int, Meta(ge=0, le=20)] = 0
    clauses: ClauseIds = ()
    missed: ClauseIds = ()

    @property
    def is_first(self) -> bool:
        """Whether it was the first attempt at its task."""
        return self.number == 1

    @property
    def right_alone(self) -> bool:
        """Whether it was right at once and without a hint."""
        return self.right and self.is_first and self.hints == 0


class Guess(Struct, frozen=True, forbid_unknown_fields=True):
    """What a student foresaw, before the engine said it.

    Attributes:
        at: when.
        prediction: its name.
        guess: what was guessed; None when the student asked to be shown.
        right: whether it was right, or near.
        off: how far off it was.
    """

    at: Time
    prediction: Annotated[str, Meta(min_length=1, max_length=80)]
    guess: Whole | ShortText | None
    right: bool
    off: Annotated[int, Meta(ge=0, le=10**9)] = 0


class CheckDone(Struct, frozen=True, forbid_unknown_fields=True):
    """The check at the end of a lesson, done to its end.

    Attributes:
        at: when.
        check: the lesson.
        right: how many were right first time and without a hint.
        of: how many were asked.
        passed: whether that was enough.
    """

    at: Time
    check: Annotated[str, Meta(min_length=1, max_length=80)]
    right: Annotated[int, Meta(ge=0, le=99)]
    of: Annotated[int, Meta(ge=1, le=99)]
    passed: bool


class Moments(Struct, frozen=True, forbid_unknown_fields=True):
    """The turning points of a year of one's own war, looked at again.

    Attributes:
        at: when.
        moments: the year.
        clauses: what they hung on, the greatest first.
    """

    at: Time
    moments: Annotated[int, Meta(ge=1688, le=1699)]
    clauses: ClauseIds


Entry = Attempt | Guess | CheckDone | Moments
Made = TypeVar("Made", Attempt, Guess, CheckDone, Moments)
BY_KEY: dict[str, type[Entry]] = {"prediction": Guess, "check": CheckDone, "moments": Moments}
"""What a line of the file is, by a key that it has; with none of them it is an attempt."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file of progress.

    Attributes:
        format: `FORMAT`.
        made: when the file was begun.
        key: what the student's tasks are drawn from; holds no name.
        student: the student's name, or "" when none was given.
    """

    format: Literal["ninevears-progress/1"]
    made: Time
    key: Annotated[str, Meta(pattern=r"^[0-9a-f]{8,64}$")]
    student: Annotated[str, Meta(max_length=80)] = ""


@dataclass(frozen=True)
class Progress:
    """What is in a file of progress.

    Attributes:
        student: whose it is; may be "".
        key: what the tasks are drawn from.
        attempts: all attempts in the order in which they were made.
        broken: numbers of the lines that could not be read, and were skipped.
        guesses: what was foreseen, in the order in which it was guessed.
        checks: the checks that were done to their end, in their order.
        moments: the years of wars that were looked at again, in their order.
    """

    student: str
    key: str
    attempts: tuple[Attempt, ...] = ()
    broken: tuple[int, ...] = ()
    guesses: tuple[Guess, ...] = ()
    checks: tuple[CheckDone, ...] = ()
    moments: tuple[Moments, ...] = ()

    @property
    def warning(self) -> str:
        """A sentence about the lines that were skipped; "" when there are none."""
        lines = Message.all_of([str(line) for line in self.broken[:5]])
        return say("progress.broken-lines", count=len(self.broken), lines=lines) if self.broken else ""

    def firsts(self, kind: str | None = None) -> tuple[Attempt, ...]:
        """The first attempts at tasks, of one kind or of all."""
        return tuple(one for one in self.attempts if one.is_first and kind in (None, one.kind))

    def with_attempt(
        self, task: Task, answer: Any, mark: TaskMark, number: int = 1, hints: int = 0
    ) -> Progress:
        """The same with one attempt more, made now; as `ProgressFile.record`, but nothing is written."""
        return self.with_entry(attempt_at(datetime.now(UTC), task, answer, mark, number, hints))

    def first_guesses(self) -> dict[str, Guess]:
        """Of each prediction what was guessed first; who has been shown it can foresee it no more."""
        found: dict[str, Guess] = {}
        for one in self.guesses:
            found.setdefault(one.prediction, one)
        return found

    def passed(self) -> dict[str, datetime]:
        """The lessons whose check was passed, with when it was passed first."""
        found: dict[str, datetime] = {}
        for one in self.checks:
            if one.passed:
                found.setdefault(one.check, one.at)
        return found

    def with_entry(self, entry: Entry) -> Progress:
        """The same with one thing more."""
        match entry:
            case Guess():
                return replace(self, guesses=(*self.guesses, entry))
            case CheckDone():
                return replace(self, checks=(*self.checks, entry))
            case Moments():
                return replace(self, moments=(*self.moments, entry))
        return replace(self, attempts=(*self.attempts, entry))

    def next_seed(self, kind: str, skipped: int = 0) -> int:
        """The seed of the student's next task of a kind: it follows from key and number of attempts.

        Args:
            kind: the kind.
            skipped: how many more were seen and not answered.

        >>> Progress("", "00c0ffee").next_seed("force-limit") == Progress("", "00c0ffee").next_seed("odds")
        False
        """
        return drawn_seed(self.key, kind, len(self.firsts(kind)) + skipped)


def drawn_seed(key: str, kind: str, count: int) -> int:
    """A seed that is the same on every machine for the same student, kind and count."""
    digest = sha256(f"{key}/{kind}/{count}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % (LARGEST_SEED + 1)


def file_name(student: str) -> str:
    """What a file of progress is called when it is handed in.

    >>> file_name("Anna van der Meer"), file_name(" ../")
    ('progress-Anna-van-der-Meer.jsonl', 'my-progress.jsonl')
    """
    named = "-".join(re.findall(r"\w+", student))
    return f"progress-{named}.jsonl" if named else DEFAULT_FILE


def key_of(student: str) -> str:
    """What a student's tasks are drawn from: a hash of the name, so that the same name has the same tasks;
    without a name a new one each time.

    >>> key_of("Anna") == key_of(" anna "), key_of("Anna") == key_of("Bert"), key_of("") == key_of("")
    (True, False, False)
    """
    named = " ".join(student.split()).casefold()
    return sha256(f"ninevears/{named}".encode()).hexdigest()[:16] if named else secrets.token_hex(8)


def attempt_at(
    at: datetime, task: Task, answer: Any, mark: TaskMark, number: int = 1, hints: int = 0
) -> Attempt:
    """An attempt as it is recorded.

    Args:
        at: when.
        task: what was asked.
        answer: what was answered, in any form that a task takes.
        mark: how it was marked.
        number: the how-manieth attempt at this task.
        hints: how many hints were open.

    Raises:
        BadInput: something is out of bounds.
    """
    if isinstance(answer, set | frozenset):
        answer = sorted(answer)
    elif isinstance(answer, tuple):
        answer = list(answer)
    elif isinstance(answer, bool) or not isinstance(answer, int | list):
        answer = str(answer)
    data = {
        **{"at": at, "kind": task.kind, "seed": task.seed, "level": task.level, "answer": answer},
        **{"right": mark.right, "number": number, "hints": hints},
        **{"clauses": list(dict.fromkeys([*task.clauses, *mark.decided])), "missed": list(mark.missed)},
    }
    return convert(msgspec.to_builtins(data), Attempt)


def read_progress(path: str | Path) -> Progress:
    """What is in a file of progress, whoever wrote it.

    A line that cannot be read is skipped and listed in `Progress.broken`.

    Raises:
        BadInput: there is no such file, it is too large, or it is no file of progress.
    """
    text = read_text(path)
    try:
        return progress_in(text)
    except BadInput as error:
        raise error.in_file(str(path)) from None


def progress_in(text: str) -> Progress:
    """The progress in the text of a file, as somebody hands it in.

    Raises:
        BadInput: it is none.

    >>> progress_in("dear teacher")
    Traceback (most recent call last):
        ...
    ninevears_kernel.core.errors.BadInput: line 1: found 'dear teacher', expected ...
    """
    found = _parsed(text)
    if found is None:
        line = text.split("\n", 1)[0]
        raise BadInput("line 1", line, Message("expected.progress-file", format=FORMAT))
    return found


def _parsed(text: str) -> Progress | None:
    """The progress in a text; None when no line says that it is one."""
    header: Header | None = None
    entries: list[Entry] = []
    broken: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = parse_data(line, is_toml=False)
            if isinstance(data, dict) and "format" in data:
                # two notebooks that began the file at the same time each wrote a header: the first counts
                header = header or convert(data, Header)
            else:
                keys = [key for key in BY_KEY if key in data] if isinstance(data, dict) else []
                entries.append(convert(data, BY_KEY[keys[0]] if keys else Attempt))
        except BadInput:
            broken.append(number)
    if header is None:
        return None

    def of(kind: type[Made]) -> tuple[Made, ...]:
        return tuple(one for one in entries if isinstance(one, kind))

    made = of(Guess), of(CheckDone), of(Moments)
    return Progress(header.student, header.key, of(Attempt), tuple(broken), *made)


class ProgressFile:
    """A file of progress to write to. It is made when the first attempt is recorded.

    Args:
        path: the file; by default ``my-progress.jsonl`` in the folder of the notebook.
        student: the student's name, if it is to be in the file.
        clock: tells the time.

    Attributes:
        progress: what is in it.

    Raises:
        BadInput: the file is another student's, or no file of progress.
    """

    def __init__(
        self,
        path: str | Path = DEFAULT_FILE,
        student: str = "",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.path, self._clock = Path(path), clock
        student = " ".join(student.split())
        fresh = Header(FORMAT, self._now(), key_of(student), student)
        self._header = convert(msgspec.to_builtins(fresh), Header)  # a name may be too long
        self.progress = Progress(student, fresh.key)
        self._begun = False
        if self.path.exists():
            found = self._read()
            if found is not None:
                theirs = found.student.casefold()
                if student and theirs and theirs != student.casefold():
                    expected = Message("expected.own-progress", student=found.student)
                    raise BadInput("student", student, expected).in_file(str(self.path))
                self._take(found)

    def record(self, task: Task, answer: Any, mark: TaskMark, number: int = 1, hints: int = 0) -> Attempt:
        """Writes an attempt into the file; when this returns it is on the disk.

        Args:
            task: what was asked.
            answer: what was answered.
            mark: how it was marked.
            number: the how-manieth attempt at this task, from 1.
            hints: how many hints were open.

        Raises:
            BadInput: something is out of bounds, or the file is full or cannot be written.
        """
        attempt = attempt_at(self._now(), task, answer, mark, number, hints)
        self._keep(attempt)
        return attempt

    def record_guess(self, prediction: str, guess: Any, right: bool, off: int) -> Guess:
        """Writes down what was foreseen; `guess` is None when the student asked to be shown.

        Raises:
            BadInput: something is out of bounds, or the file is full or cannot be written.
        """
        return self._made(Guess, prediction=prediction, guess=guess, right=right, off=off)

    def record_check(self, lesson: str, right: int, of: int, passed: bool) -> CheckDone:
        """Writes down a check that was done to its end.

        Raises:
            BadInput: something is out of bounds, or the file is full or cannot be written.
        """
        return self._made(CheckDone, check=lesson, right=right, of=of, passed=passed)

    def record_moments(self, year: int, clauses: Sequence[str]) -> Moments:
        """Writes down what the turning points of a year of one's own war hung on.

        Raises:
            BadInput: something is out of bounds, or the file is full or cannot be written.
        """
        return self._made(Moments, moments=year, clauses=list(clauses))

    def _made(self, kind: type[Made], **told: Any) -> Made:
        """Writes down an entry that is checked as one that is read."""
        made = convert(msgspec.to_builtins({"at": self._now(), **told}), kind)
        self._keep(made)
        return made

    def _keep(self, entry: Entry) -> None:
        described = self.progress
        begun = self._begun and self.path.exists()  # else somebody took the file away
        new = [entry] if begun else [self._header, entry]
        self._append("".join(map(_line, new)).encode("ascii"))
        self._begun = True
        self.progress = described.with_entry(entry)

    def reload(self) -> Progress:
        """Reads the file again, where another notebook may have written.

        Raises:
            BadInput: it can be read no more.
        """
        if self.path.exists() and (found := self._read()) is not None:
            self._take(found)
        return self.progress

    def _take(self, found: Progress) -> None:
        self.progress, self._begun = found, True
        self._header = Header(FORMAT, self._now(), found.key, found.student)

    def _now(self) -> datetime:
        return self._clock().astimezone(UTC).replace(microsecond=0)

    def _read(self) -> Progress | None:
        """What is in the file; None when its making was torn before the first line was whole.

        Raises:
            BadInput: it is no file of progress: nothing is ever written into a stranger's.
        """
        text = read_text(self.path)
        torn = _line(self._header)[: len('{"format": "') + len(FORMAT)]
        begun = text[: len(torn)]
        if "\n" not in text and begun == torn[: len(begun)]:
            try:
                return read_progress(self.path)
            except BadInput:
                return None
        return read_progress(self.path)

    def _append(self, raw: bytes) -> None:
        left = none_left_empty(self.path)
        with described_of(self.path), left, self.path.open("ab+", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            if size:
                file.seek(size - 1)
                if file.read(1) != b"\n":
                    raw = b"\n" + raw  # a torn line stays a line of its own
            if size + len(raw) > BOUNDS["file"]:
                raise BadInput(
                    "file",
                    Message("input.too-large", count=BOUNDS["file"]),
                    Message("expected.new-progress-file"),
                ).in_file(str(self.path))
            file.write(raw)
            os.fsync(file.fileno())


def _line(value: Struct) -> str:
    """A value as one line of ASCII, so that no torn line can break the letters of another."""
    return json.dumps(msgspec.to_builtins(value)) + "\n"
