"""What a class did not get: many files of progress together, as pandas tables, a chart and CSV.

Everything is read and worked out here; nothing leaves the computer.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.clauses import registers
from ..core.errors import BadInput, NinevearsError, one_line
from ..core.messages import Message, say, shown
from ..core.render import Block, text_table
from ..core.tables import csv_text
from ..input_bounds import check_size
from ..nine_years.atlas.own_names import with_own_names
from ..typefaces import SANS, chart_look
from .lessons import lessons
from .marking import kinds
from .mastery import by_kind, missed_of
from .predictions import predictions
from .progress import Guess, Progress, progress_in, read_progress

if TYPE_CHECKING:
    import pandas as pd

ENDING = ".jsonl"
MOST_FILES = 1000
MOST_BARS = 16
"""So many clauses the chart shows, those that most got wrong."""
MOST_ANSWERS = 3
"""So many wrong answers are listed for each kind of task."""
WIDTH = 900
"""Pixels that the chart is wide at most."""
WRONG, ASKED = "#a8401f", "#e9dcc0"


@dataclass(frozen=True, slots=True)
class Student:
    """One file of a class.

    Attributes:
        name: the student's name, or that of the file; no two are equal.
        file: where it was read.
        progress: what is in it.
    """

    name: str
    file: str
    progress: Progress


@dataclass(frozen=True, slots=True)
class BadFile:
    """A file that does not count, and why."""

    file: str
    why: str


@dataclass(frozen=True)
class ClassSummary:
    """A class.

    Attributes:
        students: everybody whose file could be read.
        bad_files: the files that do not count.
        warnings: sentences about lines that were skipped.
    """

    students: tuple[Student, ...]
    bad_files: tuple[BadFile, ...] = ()
    warnings: tuple[str, ...] = ()

    @cached_property
    def clauses(self) -> pd.DataFrame:
        """For each clause, those most often wrong first: its title, how many tasks were about it, how many of
        them were wrong first time, their share, how many students had it, and how many of these went wrong.
        """
        asked: Counter[str] = Counter()
        wrong: Counter[str] = Counter()
        had: dict[str, set[str]] = {}
        missed: dict[str, set[str]] = {}
        for student in self.students:
            for attempt in student.progress.firsts():
                for clause in dict.fromkeys([*attempt.clauses, *attempt.missed]):
                    asked[clause] += 1
                    had.setdefault(clause, set()).add(student.name)
                for clause in dict.fromkeys(missed_of(attempt)):
                    wrong[clause] += 1
                    missed.setdefault(clause, set()).add(student.name)
        rows = [
            (
                *(clause, _title(clause), count, wrong[clause], round(wrong[clause] / count, 3)),
                *(len(had[clause]), len(missed.get(clause, ()))),
            )
            for clause, count in asked.items()
        ]
        rows.sort(key=lambda row: (-row[4], -row[3], row[0]))
        heads = ("clause", "title", "asked", "wrong-at-first", "share", "students", "students-wrong")
        return _table(heads, rows)

    @cached_property
    def wrong_answers(self) -> pd.DataFrame:
        """For each kind of task the commonest wrong answers of first attempts."""
        given: dict[str, Counter[str]] = {}
        for student in self.students:
            for attempt in student.progress.firsts():
                if not attempt.right:
                    given.setdefault(attempt.kind, Counter())[_answer(attempt.answer)] += 1
        order, unknown = {name: place for place, name in enumerate(kinds())}, len(kinds())
        titles = {name: str(kind.title) for name, kind in kinds().items()}
        rows = [
            (kind, titles.get(kind, ""), answer, count, round(count / sum(answers.values()), 3))
            for kind, answers in sorted(given.items(), key=lambda one: (order.get(one[0], unknown), one[0]))
            for answer, count in sorted(answers.items(), key=lambda one: (-one[1], one[0]))[:MOST_ANSWERS]
        ]
        return _table(("kind", "task", "wrong-answer", "times", "share-of-wrong"), rows)

    @cached_property
    def by_student(self) -> pd.DataFrame:
        """For each student: tasks done, right first time, hints taken, kinds begun and sure of, the share of
        first guesses that were right or near, and checks passed.
        """
        rows = []
        for student in self.students:
            firsts = student.progress.firsts()
            states = [one.state for one in by_kind(student.progress).values()]
            right = sum(one.right_alone for one in firsts)
            share = round(right / len(firsts), 3) if firsts else None
            hints = sum(one.hints for one in firsts)
            begun = len(states) - states.count("new")
            told = (student.name, len(firsts), right, share, hints, begun, states.count("sure"))
            guesses = _made(student)
            near = round(sum(one.right for one in guesses) / len(guesses), 3) if guesses else None
            rows.append((*told, len(guesses), near, len(student.progress.passed())))
        heads = (
            *("student", "tasks", "right-at-first", "share", "hints", "kinds-begun", "kinds-sure"),
            *("guesses", "guesses-right", "checks-passed"),
        )
        return _table(heads, sorted(rows))

    @cached_property
    def guesses(self) -> pd.DataFrame:
        """For each prediction that somebody guessed, those most often wrong first: the question, how many
        guessed, how many were right or near, and their share; only first guesses count.
        """
        made = [one for student in self.students for one in _made(student)]
        order = {name: place for place, name in enumerate(predictions())}
        asked = Counter(one.prediction for one in made)
        right = Counter(one.prediction for one in made if one.right)
        rows = [
            (name, str(predictions()[name].asked), count, right[name], round(right[name] / count, 3))
            for name, count in asked.items()
            if name in order
        ]
        rows.sort(key=lambda row: (row[4], order[row[0]]))
        return _table(("prediction", "question", "guesses", "right", "guesses-right"), rows)

    @cached_property
    def checks(self) -> pd.DataFrame:
        """For each lesson, in a learner's order: how many students did its check, and how many passed it."""
        rows = []
        for lesson in lessons():
            did = [
                one for one in self.students if any(done.check == lesson.name for done in one.progress.checks)
            ]
            passed = sum(lesson.name in one.progress.passed() for one in did)
            if did:
                rows.append((lesson.number, lesson.name, len(did), passed))
        return _table(("lesson", "chapter", "students", "checks-passed"), rows)

    @cached_property
    def moments(self) -> pd.DataFrame:
        """For each clause, those of most students first: its title, how many turning points of the students'
        own wars hung on it, and of how many students.
        """
        times: Counter[str] = Counter()
        of: dict[str, set[str]] = {}
        for student in self.students:
            for clause in (clause for year in student.progress.moments for clause in year.clauses):
                times[clause] += 1
                of.setdefault(clause, set()).add(student.name)
        rows = [(clause, _title(clause), count, len(of[clause])) for clause, count in times.items()]
        rows.sort(key=lambda row: (-row[3], -row[2], row[0]))
        return _table(("clause", "title", "moments", "students"), rows)

    def chart(self) -> str:
        """The clauses that most got wrong first time, as an SVG picture with its words inside."""
        return chart_svg([tuple(row) for row in self.clauses.itertuples(index=False)][:MOST_BARS])

    def text(self) -> str:
        """The summary in words."""
        parts = [say("class.students", count=len(self.students))]
        parts += [say("class.skipped", file=one.file, why=one.why) for one in self.bad_files]
        parts += self.warnings
        for heading, table, most in (
            ("class.clauses", self.clauses, MOST_BARS),
            ("class.wrong-answers", self.wrong_answers, None),
            ("class.guesses", self.guesses, None),
            ("class.checks", self.checks, None),
            ("class.moments", self.moments, MOST_BARS),
            ("class.by-student", self.by_student, None),
        ):
            if len(table):
                rows = [list(table.columns), *table.head(most or len(table)).values.tolist()]
                cells = tuple(tuple(one_line(_cell(cell)) for cell in row) for row in rows)
                parts += ["", say(heading), text_table(Block("table", "", cells))]
        return "\n".join(one_line(line) for part in parts for line in part.split("\n"))


def read_class(
    where: str | Path | Iterable[str | Path],
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> ClassSummary:
    """Reads the files of a class.

    Args:
        where: a folder, in which every file that ends in ``.jsonl`` counts, also deeper inside; or files.
        progress: called with how many files were read, and how many students were found.
        stop: is asked before each file whether to stop.

    Raises:
        BadInput: there is no such folder, it holds no such file, or far too many.
    """
    if isinstance(where, str | Path):
        folder = Path(where)
        files = _files_in(folder)
        names = {file: file.relative_to(folder).as_posix() for file in files}
    else:
        files = [Path(file) for file in where]
        names = {file: str(file) for file in files}
    return _summed(((names[file], partial(_read, file)) for file in files), progress, stop)


def class_of(files: Iterable[tuple[str, bytes]]) -> ClassSummary:
    """The class whose files were handed in.

    Args:
        files: each by its name, which may come more than once, and what it holds.

    >>> [one.file for one in class_of([("letter.txt", b"dear teacher"), ("photo.png", bytes(3))]).bad_files]
    ['letter.txt', 'photo.png']
    """
    times: Counter[str] = Counter()
    named = []
    for name, content in files:
        times[name] += 1
        # every file is called the same where nobody has said whose it is
        called = name if times[name] == 1 else f"{name} ({times[name]})"
        named.append((called, partial(_given, content)))
    return _summed(named)


def _summed(
    named: Iterable[tuple[str, Callable[[], Progress]]],
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> ClassSummary:
    """The class of files, each with what reads it."""
    found: list[tuple[str, Progress]] = []
    bad: list[BadFile] = []
    warnings: list[str] = []
    first_with: dict[Any, str] = {}
    for number, (name, reads) in enumerate(named, 1):
        if stop is not None and stop():
            break
        name = one_line(name)
        try:
            read = reads()
        except BadInput as error:
            error.file = None
            bad.append(BadFile(name, str(BadInput(error.field, error.found, error.expected))))
            continue
        except NinevearsError as error:
            bad.append(BadFile(name, str(error)))
            continue
        if read.attempts and (twin := first_with.setdefault(read.attempts, name)) != name:
            bad.append(BadFile(name, say("class.copy", file=twin)))
            continue
        if read.broken:
            warnings.append(say("class.warning", file=name, why=read.warning))
        found.append((name, read))
        if progress is not None:
            progress(number, len(found))
    return ClassSummary(tuple(_students(found)), tuple(bad), tuple(warnings))


def _read(file: Path) -> Progress:
    if file.is_symlink():
        raise NinevearsError(Message("class.link"))
    return read_progress(file)


def _given(content: bytes) -> Progress:
    check_size(content)
    try:
        return progress_in(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadInput("file", Message("input.not-text"), Message("expected.utf-8")) from None


def _files_in(folder: Path) -> list[Path]:
    try:
        files = [file for file in folder.rglob(f"*{ENDING}") if file.is_file()] if folder.is_dir() else None
    except (OSError, ValueError):
        files = None
    if files is None:
        raise BadInput("folder", str(folder), Message("expected.folder"))
    files = [
        file for file in files if not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]
    if not files:
        raise BadInput("folder", str(folder), Message("expected.progress-files", ending=ENDING))
    if len(files) > MOST_FILES:
        found = Message("found.entries", count=len(files))
        raise BadInput("folder", found, Message("expected.entries-at-most", count=MOST_FILES))
    return sorted(files)


def _students(found: Sequence[tuple[str, Progress]]) -> Iterable[Student]:
    """The students with names that tell them apart."""
    times = Counter(progress.student.casefold() for _, progress in found)
    for file, progress in found:
        name = one_line(progress.student)
        if not name:
            name = file
        elif times[progress.student.casefold()] > 1:
            name = f"{name} ({file})"
        yield Student(name, file, progress)


def _made(student: Student) -> list[Guess]:
    """The first guesses of a student; who was shown first has made none."""
    return [one for one in student.progress.first_guesses().values() if one.guess is not None]


def _title(clause: str) -> str:
    """The title of a clause; "" for one that no register has."""
    system, _, number = clause.partition(" ")
    register = registers().get(system)
    found = (one.title for one in (register.clauses if register else ()) if one.number == number)
    return next(found, "")


def _answer(answer: Any) -> str:
    if isinstance(answer, tuple):
        return " → ".join(map(shown, answer))
    return shown(answer)


def _table(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(list(rows), columns=[say(f"class.column-{head}") for head in heads])


def _cell(value: Any) -> str:
    return "" if value is None or value != value else str(value)


def table_csv(table: pd.DataFrame) -> str:
    """One of the tables as CSV, in which no cell is a formula."""
    return csv_text(list(table.columns), table.values.tolist())


def chart_svg(rows: Sequence[tuple[Any, ...]]) -> str:
    """Rows of `ClassSummary.clauses` as bars: the tasks about a clause, and hatched how many were wrong."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    described = [say("class.bar", clause=row[0], title=row[1], wrong=row[3], asked=row[2]) for row in rows]
    look: Any = {
        "svg.fonttype": "path",
        "svg.hashsalt": "ninevears",
        **chart_look(SANS),
        "font.size": 11,
    }
    with matplotlib.rc_context(look):
        figure = Figure(figsize=(9, 1.5 + 0.42 * max(1, len(rows))), facecolor="#fbf6e8")
        axes = figure.add_axes((0.44, 0.9 / figure.get_figheight(), 0.44, 1 - 1.5 / figure.get_figheight()))
        axes.set_facecolor("#fbf6e8")
        places = range(len(rows))
        axes.barh(
            places, [row[2] for row in rows], color=ASKED, edgecolor="#6b5a3a", label=say("class.asked")
        )
        axes.barh(
            places, [row[3] for row in rows], color=WRONG, edgecolor="white", hatch="///",
            label=say("class.wrong"), height=0.5,
        )  # fmt: skip
        for place, row in enumerate(rows):
            axes.annotate(
                say("class.of", wrong=row[3], asked=row[2]), (row[2], place), xytext=(6, 0),
                textcoords="offset points", va="center",
            )  # fmt: skip
        labels = [f"{_short(row[1])}  {row[0]}" for row in rows]
        axes.set_yticks(list(places), labels)
        axes.invert_yaxis()
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlim(0, max([row[2] for row in rows], default=1) * 1.02)
        axes.set_xlabel(say("class.axis"))
        axes.spines[["top", "right"]].set_visible(False)
        figure.suptitle(say("class.chart-title"), x=0.02, ha="left", fontweight="bold")
        if rows:
            figure.legend(loc="upper right", ncols=2, frameon=False, bbox_to_anchor=(0.99, 0.995))
        else:
            axes.set_visible(False)
            figure.text(0.02, 0.4, say("class.nothing"))
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    words = escape(" ".join(described or [say("class.nothing")]))
    head, rest = svg.split(">", 1)
    wide = re.sub(r'(width|height)="[^"]*"', lambda found: 'width="100%"' * (found[1] == "width"), head)
    title = escape(say("class.chart-title"))
    wide += f' role="img" style="max-width:{WIDTH}px"'
    return with_own_names(f"{wide}><title>{title}</title><desc>{words}</desc>{rest}")


def _short(title: str, most: int = 38) -> str:
    return title if len(title) <= most else title[: most - 1] + "…"
