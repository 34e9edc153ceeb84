"""Assignments: a notebook that the real nbgrader releases, and whose answers it has the engine mark."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput, NinevearsError
from ninevears_kernel.teaching import assignment
from ninevears_kernel.teaching.assignment import (
    ask,
    check,
    check_form,
    check_guess,
    make_assignment,
    write_assignment,
)
from ninevears_kernel.teaching.class_summary import read_class
from ninevears_kernel.teaching.marking import kinds, mark, reveal
from ninevears_kernel.teaching.predictions import Truth, prediction, seen
from ninevears_kernel.teaching.progress import ProgressFile
from ninevears_kernel.teaching.task_set import make_task_set

COUNT = 4
POINTS = 2


def tasks():
    return make_task_set(COUNT, seed=5)


def answer_as_text(task) -> str:
    """A right answer as a student types it."""
    answer = reveal(task).answer
    if isinstance(answer, frozenset):
        return ", ".join(sorted(answer)) or "none"
    return ", ".join(answer) if isinstance(answer, tuple) else str(answer)


def wrong_text(task) -> str:
    for text in [*(choice.value for choice in task.choices), "998", "1/997", "Paris", "Warsaw", "Turin"]:
        try:
            if not mark(task, text).right:
                return text
        except BadInput:
            continue
    raise AssertionError(task)


# ---- guesses and checks


def run(notebook, **given) -> None:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and not cell["metadata"]["nbgrader"]["solution"]:
            exec(cell["source"], given)


def test_guesses_score_right_or_wrong_and_checks_must_be_passed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    notebook = make_assignment((), points=POINTS, guesses=["tournai-digs"], checks=["siege"])
    nbformat.validate(nbformat.from_dict(notebook))
    graded = [one for cell in notebook["cells"] if (one := cell["metadata"]["nbgrader"])["grade"]]
    assert [one["points"] for one in graded] == [POINTS] * 2
    with pytest.raises(AssertionError, match="guess"):
        run(notebook, guess_tournai_digs="")
    with pytest.raises(AssertionError, match=r"my-progress|file"):
        run(notebook, guess_tournai_digs=7)
    kept = ProgressFile("my-progress.jsonl")
    kept.record_check("siege", 3, 5, False)
    with pytest.raises(AssertionError, match="siege"):
        run(notebook, guess_tournai_digs=7)
    kept.record_check("siege", 4, 5, True)
    run(notebook, guess_tournai_digs=7)
    assert check_guess("tournai-digs", "7") != check_guess("tournai-digs", "4")


def test_the_source_tells_no_truth_of_a_guess(monkeypatch):
    truth = str(seen(prediction("fleurus"), 60, Truth((Fraction(17, 18),))).says)
    monkeypatch.setattr(assignment, "truth_of", lambda *_: 1 / 0)
    text = json.dumps(make_assignment((), guesses=["tournai-digs", "fleurus"]))
    assert "guess_fleurus" in text
    assert truth not in text


def test_a_class_is_summed_up_with_guesses_and_checks(tmp_path):
    for student, guess, right in (("Anna", 90, 4), ("Bert", 20, 3)):
        kept = ProgressFile(tmp_path / f"{student}.jsonl", student)
        found = seen(prediction("fleurus"), guess, Truth((Fraction(17, 18),)))
        kept.record_guess("fleurus", guess, found.right, found.off)
        kept.record_guess("fleurus", 94, True, 0)  # only the first counts
        kept.record_guess("tournai-digs", None, False, 0)  # and who was shown has not guessed
        kept.record_check("siege", right, 5, right >= 4)
    found = read_class(tmp_path)
    told = found.by_student.values.tolist()
    assert [row[-3:] for row in told] == [[1, 1.0, 1], [1, 0.0, 0]]
    assert found.guesses.values.tolist()[0][0::2] == ["fleurus", 2, 0.5]
    assert found.checks.values.tolist() == [[6, "siege", 2, 1]]
    assert "How often does Luxembourg win this battle?" in found.text()


# ---- the notebook


def test_it_is_a_valid_notebook_with_nbgraders_metadata():
    notebook = make_assignment(tasks(), points=POINTS)
    nbformat.validate(nbformat.from_dict(notebook))
    told = [cell["metadata"]["nbgrader"] for cell in notebook["cells"]]
    assert {one["schema_version"] for one in told} == {3}
    assert len({one["grade_id"] for one in told}) == len(told)
    graded = [one for one in told if one["grade"]]
    assert [one["points"] for one in graded] == [POINTS] * COUNT
    assert all(one["locked"] for one in graded)
    answers = [one for one in told if one["solution"]]
    assert len(answers) == COUNT
    assert not any(one["locked"] or one["grade"] for one in answers)


@pytest.mark.parametrize("kind", list(kinds()))
def test_no_answer_stands_in_the_source(kind):
    """The source is the same for every answer: it names the task and nothing else."""
    (task,) = make_task_set(1, only=[kind], seed=3)
    text = json.dumps(make_assignment([task]))
    revealed = reveal(task)
    assert str(revealed.because) not in text
    named = f'\\"{task.kind}\\", {task.seed}, {task.level}'
    assert named in text
    rest = text.replace(named, "")
    blank = json.dumps(make_assignment([make_task_set(1, only=["force-limit"], seed=99)[0]]))
    other = make_task_set(1, only=["force-limit"], seed=99)[0]
    assert rest == blank.replace(f'\\"{other.kind}\\", {other.seed}, {other.level}', "")


def test_a_cell_shows_what_is_asked_and_no_answer():
    for task in tasks():
        shown = ask(task.kind, task.seed, task.level)
        html, text = shown._repr_html_(), repr(shown)
        assert str(reveal(task).because) not in html + text
        assert str(task.title) in text
        assert html.startswith("<p><b>")


def test_the_tests_mark():
    task = tasks()[0]
    named = task.kind, task.seed, task.level
    check(*named, answer_as_text(task))
    with pytest.raises(AssertionError, match=task.clauses[0].split()[0]):
        check(*named, wrong_text(task))
    for empty in ("", None, {"a": 1}, "x" * 5000, object()):
        with pytest.raises(AssertionError):
            check_form(*named, empty)
    check_form(*named, wrong_text(task))


def test_it_is_written_where_nbgrader_looks(tmp_path):
    (tmp_path / "nbgrader_config.py").write_text("# mine")
    (file,) = write_assignment(make_assignment(tasks()), tmp_path, "ps1")
    assert file == tmp_path / "source" / "ps1" / "ps1.ipynb"
    assert (tmp_path / "nbgrader_config.py").read_text() == "# mine"
    with pytest.raises(NinevearsError, match="left unchanged"):
        write_assignment(make_assignment(tasks()), tmp_path, "ps1")
    for name in ("", "../ps1", "a/b", "a b", ".", "x" * 61, "C:x"):
        with pytest.raises(BadInput, match="name"):
            write_assignment(make_assignment(tasks()), tmp_path, name)
    with pytest.raises(BadInput, match="points"):
        make_assignment(tasks(), points=0)


# ---- the real nbgrader


def nbgrader(course: Path, *arguments: str) -> None:
    home = course / "home"
    home.mkdir(exist_ok=True)
    env = os.environ | {"HOME": str(home), "JUPYTER_CONFIG_DIR": str(home), "JUPYTER_DATA_DIR": str(home)}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}"  # it calls alembic
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(
        command, cwd=course, env=env, capture_output=True, text=True, timeout=180, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A course in which two students have handed in: the scores by student and cell, and the release."""
    course = tmp_path_factory.mktemp("course")
    arguments = ["assignment", "ps1", "--count", COUNT, "--seed", 5, "--points", POINTS, "--course", course]
    done = CliRunner().invoke(cli, list(map(str, arguments)), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    nbgrader(course, "generate_assignment", "ps1", "--create")
    released = course / "release" / "ps1" / "ps1.ipynb"
    asked = tasks()
    handed_in = {
        "anna": [*map(answer_as_text, asked)],
        "bert": [wrong_text(asked[0]), None, "not an answer", answer_as_text(asked[3])],
    }
    for student, answers in handed_in.items():
        notebook = nbformat.read(released, as_version=4)
        for number, answer in enumerate(answers, 1):
            (cell,) = [one for one in notebook.cells if one.source.startswith(f'answer_{number} = ""')]
            if answer is not None:
                cell.source = cell.source.replace('""', json.dumps(answer), 1)
        if student == "bert":  # a test that was written over counts for nothing
            test = next(one for one in notebook.cells if one.metadata.nbgrader.grade)
            test.source = "pass"
        target = course / "submitted" / student / "ps1" / "ps1.ipynb"
        target.parent.mkdir(parents=True)
        nbformat.write(notebook, target)
    nbgrader(course, "autograde", "ps1", "--create")
    return course, nbformat.read(released, as_version=4)


def scores(course: Path) -> dict[str, list[float]]:
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as book:
        return {
            found.student.id: [
                grade.score
                for notebook in found.notebooks
                for grade in sorted(notebook.grades, key=lambda one: one.name)
            ]
            for found in book.assignment_submissions("ps1")
        }


def test_right_answers_score_and_wrong_ones_do_not(graded):
    course, _ = graded
    assert scores(course) == {"anna": [POINTS] * COUNT, "bert": [0, 0, 0, POINTS]}


def test_what_is_released_does_not_mark(graded):
    _, released = graded
    text = "\n".join(cell.source for cell in released.cells)
    assert "HIDDEN" not in text
    assert "check(" not in text
    assert "check_form(" in text
    assert "NotImplementedError" not in text
    assert text.count("quotation marks, then run") == COUNT


def test_a_wrong_answer_is_told_why(graded):
    course, _ = graded
    notebook = nbformat.read(course / "autograded" / "bert" / "ps1" / "ps1.ipynb", as_version=4)
    tests = [cell for cell in notebook.cells if cell.metadata.nbgrader.grade]
    (error,) = [output for output in tests[0].outputs if output.output_type == "error"]
    assert error.evalue == str(mark(tasks()[0], wrong_text(tasks()[0])).says)
