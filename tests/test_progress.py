"""A student's progress in a file of their own, what follows from it, and a class of many files."""

import csv
import io
import json
import threading
from datetime import UTC, datetime
from types import MappingProxyType
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given, strategies as st

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput, NinevearsError
from ninevears_kernel.core.tables import csv_text, escape_formula
from ninevears_kernel.input_bounds import BOUNDS
from ninevears_kernel.teaching import class_summary, mastery, progress
from ninevears_kernel.teaching.class_summary import read_class, table_csv
from ninevears_kernel.teaching.marking import kinds, make, mark, reveal
from ninevears_kernel.teaching.mastery import by_chapter, by_kind, next_level, suggestion
from ninevears_kernel.teaching.progress import (
    FORMAT,
    LARGEST_SEED,
    Attempt,
    Progress,
    ProgressFile,
    attempt_at,
    drawn_seed,
    key_of,
    read_progress,
)
from ninevears_kernel.teaching.progress_export import export, to_csv, to_json, to_markdown
from ninevears_kernel.teaching.task import Kind, TaskMark

NOON = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)
KIND = next(iter(kinds()))


def attempt(
    kind="a", right=True, level=1, number=1, hints=0, clauses=("NY 17.1",), missed=None, answer="yes"
):
    if missed is None:
        missed = () if right else clauses
    return Attempt(NOON, kind, 7, level, answer, right, number, hints, tuple(clauses), tuple(missed))


def describe(*attempts):
    return Progress("", "00c0ffee", tuple(attempts))


def mark_of(task, answer):
    return mark(task, answer)


def wrong_answer(task):
    if task.choices:
        return next(c.value for c in task.choices if not mark(task, c.value).right)
    for candidate in (999, "1/997", "Paris", "Wien", ["Paris"], ["Paris", "Reims"]):
        try:
            if not mark(task, candidate).right:
                return candidate
        except BadInput:
            continue
    raise AssertionError(task)


@pytest.fixture
def file(tmp_path):
    return ProgressFile(tmp_path / "anna.jsonl", "Anna", clock=lambda: NOON)


@pytest.fixture
def three_kinds(monkeypatch):
    """A rules book of three kinds in two chapters."""

    def kind(name, chapter, levels):
        return Kind(name, chapter, ("NY 17.1",), "number", lambda *_: None, lambda *_: None, levels=levels)

    known = {one.name: one for one in (kind("a", 14, 3), kind("b", 14, 1), kind("c", 17, 2))}
    monkeypatch.setattr(mastery, "kinds", lambda: MappingProxyType(known))
    return known


# ---- the file


def test_nothing_is_written_before_the_first_attempt(tmp_path):
    ProgressFile(tmp_path / "my.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_what_is_recorded_is_read_again(file):
    task = make(KIND, 7)
    right, wrong = reveal(task).answer, wrong_answer(task)
    file.record(task, wrong, mark(task, wrong))
    file.record(task, right, mark(task, right), number=2, hints=1)
    again = read_progress(file.path)
    assert again == file.progress
    assert again.student == "Anna"
    assert [one.right for one in again.attempts] == [False, True]
    assert again.attempts[0].missed
    assert again.attempts[1].missed == ()
    assert again.attempts[1].hints == 1
    assert (again.attempts[0].kind, again.attempts[0].seed) == (KIND, 7)
    assert again.attempts[0].at == NOON


def test_the_file_has_a_header_and_a_line_of_ascii_for_each_attempt(tmp_path):
    file = ProgressFile(tmp_path / "x.jsonl", "Zoë \u202e")
    task = make(KIND, 7)
    file.record(task, reveal(task).answer, mark(task, reveal(task).answer))
    raw = file.path.read_bytes()
    assert raw.isascii()
    header, line, rest = raw.split(b"\n")
    assert rest == b""
    assert json.loads(header)["format"] == FORMAT
    assert json.loads(line)["kind"] == KIND


@pytest.mark.parametrize("kind", list(kinds()))
def test_an_answer_of_every_kind_can_be_recorded(kind, file):
    task = make(kind, 3)
    answer = reveal(task).answer
    file.record(task, answer, mark(task, answer))
    assert read_progress(file.path).attempts[-1].right


def test_what_stands_in_the_file_is_only_added_to(file):
    task = make(KIND, 7)
    answer = reveal(task).answer
    file.record(task, answer, mark(task, answer))
    before = file.path.read_bytes()
    ProgressFile(file.path, "Anna").record(task, answer, mark(task, answer))
    assert file.path.read_bytes().startswith(before)


@given(cut=st.integers(min_value=1, max_value=400))
def test_a_torn_last_line_costs_no_other(tmp_path_factory, cut):
    path = tmp_path_factory.mktemp("torn") / "x.jsonl"
    file = ProgressFile(path, "Anna", clock=lambda: NOON)
    task = make(KIND, 7)
    answer = reveal(task).answer
    marked = mark(task, answer)
    for _ in range(2):
        file.record(task, answer, marked)
    raw = path.read_bytes()
    whole = raw.rstrip(b"\n").rfind(b"\n") + 1
    torn = min(len(raw) - 1, whole + cut)
    path.write_bytes(raw[:torn])
    found = ProgressFile(path, "Anna")
    complete = torn >= len(raw) - 1  # only the line's end is missing
    assert len(found.progress.attempts) == (2 if complete else 1)
    assert found.progress.broken == (() if complete else (3,))
    assert bool(found.progress.warning) == (not complete)
    found.record(task, answer, marked)
    again = read_progress(path)
    assert len(again.attempts) == (3 if complete else 2)
    assert path.read_bytes().startswith(raw[:torn])


@pytest.mark.parametrize("length", range(0, 150, 7))
def test_a_file_whose_first_line_was_torn_is_begun_again(tmp_path, length):
    path = tmp_path / "x.jsonl"
    first = ProgressFile(path, "Anna", clock=lambda: NOON)
    task = make(KIND, 7)
    answer = reveal(task).answer
    first.record(task, answer, mark(task, answer))
    raw = path.read_bytes()
    path.write_bytes(raw[: min(length, raw.index(b"\n") - 1)])
    file = ProgressFile(path, "Anna", clock=lambda: NOON)
    file.record(task, answer, mark(task, answer))
    assert len(read_progress(path).attempts) == 1
    assert read_progress(path).student == "Anna"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "hello",
        "{}",
        '{"format": "ninevears-case/1"}',
        "[1, 2]\n",
        '{"format": "ninevears-progress/2", "made": "2026-01-01T00:00:00Z", "key": "00c0ffee"}\n',
        '{"format": "ninevears-progress/1", "made": "yesterday", "key": "00c0ffee"}\n',
        '{"format": "ninevears-progress/1", "made": "2026-01-01T00:00:00Z", "key": "../../x"}\n',
        "\x00" * 100,
    ],
)
def test_what_is_no_file_of_progress_is_refused(tmp_path, content):
    path = tmp_path / "x.jsonl"
    path.write_text(content)
    with pytest.raises(BadInput):
        read_progress(path)
    if content:
        with pytest.raises(BadInput):
            ProgressFile(path)
        assert path.read_text() == content


def test_a_binary_file_and_one_that_is_not_there_are_refused(tmp_path):
    (tmp_path / "x.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match=r"x\.jsonl|UTF-8|text"):
        read_progress(tmp_path / "x.jsonl")
    with pytest.raises(BadInput):
        read_progress(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    "field",
    [
        {"kind": 3},
        {"kind": ""},
        {"kind": "x" * 100},
        {"seed": -1},
        {"seed": 1e400},
        {"level": 0},
        {"right": "yes"},
        {"number": 0},
        {"hints": 10**9},
        {"answer": "x" * 1000},
        {"answer": {"a": 1}},
        {"answer": [["x"]]},
        {"clauses": ["<script>"]},
        {"missed": ["NY 1"] * 100},
        {"at": "2026-11-21T12:00:00"},
        {"more": 1},
    ],
)
def test_a_line_with_a_bad_field_is_skipped_and_told(file, field):
    task = make(KIND, 7)
    answer = reveal(task).answer
    file.record(task, answer, mark(task, answer))
    data = json.loads(file.path.read_text().splitlines()[1]) | field
    with file.path.open("a") as out:
        out.write(json.dumps(data) + "\n")
    file.record(task, answer, mark(task, answer))
    found = read_progress(file.path)
    assert len(found.attempts) == 2
    assert found.broken == (3,)
    assert "3" in found.warning


def test_a_file_too_large_is_refused_and_never_made(file, monkeypatch):
    task = make(KIND, 7)
    answer, marked = reveal(task).answer, mark(task, reveal(task).answer)
    file.record(task, answer, marked)
    with file.path.open("ab") as out:
        out.write(b"\n" * (BOUNDS["file"] - file.path.stat().st_size - 10))
    size = file.path.stat().st_size
    with pytest.raises(BadInput, match="new file"):
        file.record(task, answer, marked)
    assert file.path.stat().st_size == size
    assert len(file.progress.attempts) == 1
    with file.path.open("ab") as out:
        out.write(b"\n" * 100)
    with pytest.raises(BadInput):
        read_progress(file.path)


def test_a_file_that_cannot_be_written_is_told(tmp_path):
    file = ProgressFile(tmp_path / "no" / "folder.jsonl")
    task = make(KIND, 7)
    with pytest.raises(NinevearsError, match="cannot be written"):
        file.record(task, reveal(task).answer, mark(task, reveal(task).answer))
    assert file.progress.attempts == ()


def test_nobody_writes_into_anothers_file(file):
    task = make(KIND, 7)
    file.record(task, reveal(task).answer, mark(task, reveal(task).answer))
    with pytest.raises(BadInput, match="Anna"):
        ProgressFile(file.path, "Bert")
    assert ProgressFile(file.path, " anna ").progress.student == "Anna"
    assert ProgressFile(file.path).progress.student == "Anna"


def test_a_name_too_long_is_refused(tmp_path):
    with pytest.raises(BadInput, match="student"):
        ProgressFile(tmp_path / "x.jsonl", "x" * 81)


def test_writers_at_the_same_time_lose_nothing(tmp_path):
    path = tmp_path / "x.jsonl"
    task = make(KIND, 7)
    answer, marked = reveal(task).answer, mark(task, reveal(task).answer)

    def write():
        file = ProgressFile(path, "Anna")
        for _ in range(10):
            file.record(task, answer, marked)

    threads = [threading.Thread(target=write) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = read_progress(path)
    assert len(found.attempts) == 50
    assert found.broken == ()
    assert ProgressFile(path).reload() == found


def test_a_file_that_was_taken_away_is_begun_again_as_the_same(file):
    task = make(KIND, 7)
    answer, marked = reveal(task).answer, mark(task, reveal(task).answer)
    file.record(task, answer, marked)
    again = ProgressFile(file.path)
    file.path.unlink()
    assert len(again.reload().attempts) == 1
    again.record(task, answer, marked)
    found = read_progress(file.path)
    assert (found.student, found.key, len(found.attempts)) == ("Anna", file.progress.key, 1)


# ---- seeds


def test_the_same_student_has_the_same_tasks_and_another_has_others(tmp_path):
    anna, again, bert = (ProgressFile(tmp_path / name, who) for name, who in ["aA", "ba", "cB"])
    seeds = [one.progress.next_seed(KIND) for one in (anna, again, bert)]
    assert seeds[0] == seeds[1] != seeds[2]
    task = make(KIND, seeds[0])
    anna.record(task, reveal(task).answer, mark(task, reveal(task).answer))
    assert anna.progress.next_seed(KIND) != seeds[0]


def test_a_second_attempt_draws_no_new_task():
    once, twice = describe(attempt()), describe(attempt(right=False), attempt(number=2))
    assert once.next_seed("a") == twice.next_seed("a")


@given(st.text(max_size=20), st.integers(0, 10**6))
def test_seeds_are_in_range_and_hold_no_name(student, count):
    key = key_of(student)
    assert set(key) <= set("0123456789abcdef")
    assert len(key) == 16
    assert 0 <= drawn_seed(key, "a", count) <= LARGEST_SEED


# ---- mastery


def test_only_the_last_five_first_attempts_without_hints_count(three_kinds):
    rights = [attempt(right=False)] * 3 + [attempt()] * 3 + [attempt(hints=1)] + [attempt(right=False)]
    rights += [attempt(number=2)] * 5
    found = by_kind(describe(*rights))
    assert (found["a"].asked, found["a"].right, found["a"].state) == (8, 3, "nearly")
    assert found["b"].state == "new"


def test_a_chapter_is_its_kinds_together(three_kinds):
    found = by_chapter(describe(*[attempt()] * 5))
    assert (found[14].right, found[14].of, found[14].state) == (5, 10, "learning")
    assert found[17].state == "new"
    full = describe(*[attempt()] * 5, *[attempt("b")] * 5)
    assert by_chapter(full)[14].state == "sure"


@pytest.mark.parametrize(
    ("answers", "level"),
    [
        ([], 1),
        ([(1, True)], 1),
        ([(1, True), (1, True)], 2),
        ([(1, True), (1, False), (1, True)], 1),
        ([(1, True), (1, True), (2, True)], 2),
        ([(1, True), (1, True), (2, True), (2, True)], 3),
        ([(3, True), (3, True)], 3),
        ([(3, False), (3, False)], 2),
        ([(2, True), (2, False), (2, False)], 1),
        ([(1, False), (1, False)], 1),
        ([(2, True), (2, None), (2, True)], 2),
    ],
)
def test_difficulty_follows_the_last_answers(three_kinds, answers, level):
    made = [attempt(level=of, right=right is not False, hints=right is None) for of, right in answers]
    assert next_level(describe(*made), "a") == level


def test_a_level_of_a_stranger_stays_in_range(three_kinds):
    assert next_level(describe(attempt(level=9)), "b") == 1
    assert next_level(describe(attempt("gone", level=9)), "gone") == 1


def test_new_kinds_come_in_the_order_of_the_rules_then_those_not_had_for_longest(three_kinds):
    assert suggestion(describe()) == "a"
    assert suggestion(describe(attempt("a"))) == "b"
    begun = [attempt("a"), attempt("b"), attempt("c")]
    assert suggestion(describe(*begun)) == "a"
    assert suggestion(describe(*begun, attempt("a"))) == "b"
    assert suggestion(describe(*begun), besides="a") == "b"
    assert suggestion(describe(), among=["c"]) == "c"
    assert suggestion(describe(), besides="a") == "b"
    sure = [attempt(kind) for kind in "abc" for _ in range(4)]
    assert suggestion(describe(*sure)) == "a"
    assert suggestion(describe(*sure[:4], *[attempt("b"), attempt("c")])) == "b"


# ---- exports


def test_exports_say_the_same(file, tmp_path):
    task = make(KIND, 7)
    wrong = wrong_answer(task)
    file.record(task, wrong, mark(task, wrong))
    assert json.loads(to_json(file.progress))["attempts"][0]["kind"] == KIND
    rows = list(csv.DictReader(io.StringIO(to_csv(file.progress))))
    assert rows[0]["kind"] == KIND
    assert rows[0]["right"] == "False"
    words = to_markdown(file.progress)
    assert "Anna" in words
    assert str(task.title) in words
    for ending in (".json", ".csv", ".md"):
        assert export(file.progress, tmp_path / f"out{ending}").read_text()
    with pytest.raises(BadInput):
        export(file.progress, tmp_path / "out.exe")
    with pytest.raises(NinevearsError):
        export(file.progress, tmp_path / "none" / "out.csv")


FORMULAS = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "=cmd|' /C calc'!A0",
    "＝1+1",
    "\x00=1",
]


@pytest.mark.parametrize("formula", FORMULAS)
def test_no_cell_is_a_formula(formula):
    (row,) = csv.reader(io.StringIO(csv_text([formula], []), newline=""))
    assert row[0][0] == "'"


@given(st.text())
def test_harmless_text_stays_as_it_is_and_the_rest_keeps_its_words(text):
    assert escape_formula(text) in (text, "'" + text)
    assert escape_formula(escape_formula(text)) == escape_formula(text)


# ---- a class


@pytest.fixture
def a_class(tmp_path):
    """Three students, one of them without a name, and files that do not count."""
    task = make(KIND, 7)
    right, wrong = reveal(task).answer, wrong_answer(task)
    for name, file, answers in [
        ("Anna", "one/anna.jsonl", [right, right]),
        ("Bert", "bert.jsonl", [wrong, right]),
        ("", "nobody.jsonl", [wrong, wrong, wrong]),
    ]:
        path = tmp_path / file
        path.parent.mkdir(exist_ok=True)
        kept = ProgressFile(path, name)
        for answer in answers:
            kept.record(task, answer, mark(task, answer))
    (tmp_path / "broken.jsonl").write_text("<script>alert(1)</script>")
    (tmp_path / "copy.jsonl").write_bytes((tmp_path / "bert.jsonl").read_bytes())
    (tmp_path / ".ipynb_checkpoints").mkdir()
    (tmp_path / ".ipynb_checkpoints" / "bert.jsonl").write_bytes((tmp_path / "bert.jsonl").read_bytes())
    (tmp_path / "link.jsonl").symlink_to("/etc/passwd")
    return tmp_path


def test_the_clauses_that_most_got_wrong_come_first(a_class):
    found = read_class(a_class)
    assert sorted(student.name for student in found.students) == ["Anna", "Bert", "nobody.jsonl"]
    clause = make(KIND, 7).clauses[0]
    table = found.clauses.set_index("clause")
    assert table.loc[clause, "tasks"] == 7
    assert table.loc[clause, "students"] == 3
    worst = found.clauses.iloc[0]
    assert worst["wrong first time"] == 4
    assert worst["share"] == round(4 / 7, 3)
    assert worst["students wrong first time"] == 2
    assert worst["what it is about"]


def test_a_class_sees_on_which_clauses_the_moments_of_its_wars_hang(a_class):
    for file, year, clauses in (
        ("one/anna.jsonl", 1688, ["NY 16.2.3", "NY 17.5.2"]),
        ("one/anna.jsonl", 1689, ["NY 16.2.3"]),
        ("bert.jsonl", 1688, ["NY 17.5.2"]),
    ):
        assert ProgressFile(a_class / file).record_moments(year, clauses).moments == year
    (a_class / "copy.jsonl").unlink()
    found = read_class(a_class)
    rows = [tuple(row) for row in found.moments.itertuples(index=False)]
    assert [(clause, times, of) for clause, _, times, of in rows] == [
        ("NY 17.5.2", 2, 2),
        ("NY 16.2.3", 2, 1),
    ]
    assert all(title for _, title, *_ in rows)
    assert "NY 16.2.3" in found.text()
    with pytest.raises(BadInput):
        ProgressFile(a_class / "bert.jsonl").record_moments(1700, ["NY 17.5.2"])


def test_common_wrong_answers_and_students_are_told(a_class):
    found = read_class(a_class)
    answers = found.wrong_answers
    assert answers.iloc[0]["kind"] == KIND
    assert answers.iloc[0]["times"] == 4
    students = found.by_student.set_index("student")
    assert students.loc["Anna", "right first time"] == 2
    assert students.loc["Bert", "right first time"] == 1


def test_bad_files_are_listed_and_cost_nothing(a_class):
    bad = {one.file: one.why for one in read_class(a_class).bad_files}
    assert bad.keys() == {"broken.jsonl", "copy.jsonl", "link.jsonl"}
    assert "same attempts" in bad["copy.jsonl"]
    assert "root" not in bad["link.jsonl"]


def test_a_file_with_a_torn_line_counts_and_is_told(a_class):
    with (a_class / "bert.jsonl").open("a") as file:
        file.write('{"at": "20')
    found = read_class(a_class)
    assert any("bert.jsonl" in warning for warning in found.warnings)


def test_two_of_the_same_name_are_told_apart(tmp_path):
    for name in ("x", "y"):
        task = make(KIND, ord(name))
        kept = ProgressFile(tmp_path / f"{name}.jsonl", "Anna")
        kept.record(task, reveal(task).answer, mark(task, reveal(task).answer))
    assert {one.name for one in read_class(tmp_path).students} == {"Anna (x.jsonl)", "Anna (y.jsonl)"}


def test_a_folder_without_files_or_none_at_all_is_refused(tmp_path, monkeypatch):
    for where in (tmp_path, tmp_path / "none", "\x00"):
        with pytest.raises(BadInput, match="folder"):
            read_class(where)
    monkeypatch.setattr(class_summary, "MOST_FILES", 1)
    (tmp_path / "a.jsonl").touch()
    (tmp_path / "b.jsonl").touch()
    with pytest.raises(BadInput):
        read_class(tmp_path)


def test_reading_tells_how_far_it_is_and_can_be_stopped(a_class):
    described_of = []
    read_class(a_class, progress=lambda count, found: described_of.append((count, found)))
    assert described_of[-1][1] == 3
    assert read_class(a_class, stop=lambda: True).students == ()


def test_the_chart_is_a_picture_with_words(a_class):
    found = read_class(a_class)
    root = ElementTree.fromstring(found.chart())
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert make(KIND, 7).clauses[0] in root.find(f"{space}desc").text
    assert found.chart() == found.chart()
    empty = class_summary.ClassSummary(())
    assert "Nobody" in ElementTree.fromstring(empty.chart()).find(f"{space}desc").text
    assert len(empty.clauses) == len(empty.wrong_answers) == len(empty.by_student) == 0
    assert empty.text()


def test_a_name_is_no_formula_and_nothing_that_a_terminal_obeys(tmp_path):
    name = "=cmd|' /C calc'!A0 \x1b[2J"
    kept = ProgressFile(tmp_path / "x.jsonl", name)
    task = make(KIND, 7)
    kept.record(task, reveal(task).answer, mark(task, reveal(task).answer))
    found = read_class(tmp_path)
    rows = list(csv.reader(io.StringIO(table_csv(found.by_student))))
    assert rows[1][0].startswith("'=")
    assert "\x1b" not in found.text()
    assert "\x1b" not in table_csv(found.by_student)


def test_the_command_tells_and_writes(a_class, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    options = ["--csv", str(out / "c.csv"), "--chart", str(out / "c.svg")]
    options += ["--answers", str(out / "a.csv"), "--students", str(out / "s.csv")]
    done = CliRunner().invoke(cli, ["class", str(a_class), *options], catch_exceptions=False)
    assert done.exit_code == 0
    assert make(KIND, 7).clauses[0] in done.output
    assert "broken.jsonl" in done.output
    rows = list(csv.DictReader((out / "c.csv").open()))
    assert rows[0]["wrong first time"] == "4"
    assert (out / "c.svg").read_text().startswith("<svg")
    assert "Anna" in (out / "s.csv").read_text()
    assert (out / "a.csv").read_text()


def test_an_attempt_holds_what_the_mark_says():
    task = make(KIND, 7)
    wrong = wrong_answer(task)
    marked = mark(task, wrong)
    assert isinstance(marked, TaskMark)
    found = attempt_at(NOON, task, wrong, marked, 2, 3)
    assert (found.number, found.hints, found.missed) == (2, 3, marked.missed)
    assert not found.is_first
    with pytest.raises(BadInput):
        attempt_at(NOON, task, "x" * 1000, marked)
    assert progress.DEFAULT_FILE == "my-progress.jsonl"
