"""Spaced recall and checks: what comes back when, over a month; a check counts first answers alone."""

import json
import re
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from every_row import every_row

from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.core.messages import Message, say
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.teaching.answers import read_answer
from ninevears_kernel.teaching.lessons import kinds_before, kinds_checked, lesson_named, lessons
from ninevears_kernel.teaching.marking import kinds, make, mark, reveal
from ninevears_kernel.teaching.progress import Attempt, Progress, ProgressFile, read_progress
from ninevears_kernel.teaching.recall import (
    DAYS,
    checked_kind,
    due_dates,
    fresh_task,
    most_needed,
    places_of,
    recalled,
)
from ninevears_kernel.widgets import Check, Practice, Recall
from ninevears_kernel.widgets.learn.quiz import FIRST, MISSED, SECOND
from ninevears_kernel.widgets.parts.cleanup import widgets_in

BEGIN = datetime(2026, 3, 1, 9, tzinfo=UTC)
QUICK = "rally"


def answered(progress: Progress, kind: str, at: datetime, right: bool, hints: int = 0) -> Progress:
    """The progress after one first answer of a kind."""
    return progress.with_entry(Attempt(at, kind, len(progress.attempts), 1, 1, right, hints=hints))


def test_every_kind_belongs_to_a_lesson():
    told = [kind for one in lessons() for kind in one.kinds]
    assert set(told) == set(kinds())
    assert lesson_named("Siege").number == 6
    assert kinds_before(lesson_named("map")) == ()
    assert kinds_checked(lesson_named("year-1690"))
    with pytest.raises(UnknownName, match="siege"):
        lesson_named("sieg")


def test_a_kind_moves_up_when_it_is_due_and_back_when_it_is_missed():
    progress, now = Progress("", "00c0ffee"), BEGIN
    for days in DAYS[1:]:
        progress = answered(progress, QUICK, now, True)
        assert due_dates(progress)[QUICK] == now + timedelta(days=days)
        early = answered(progress, QUICK, now + timedelta(hours=1), True)
        assert due_dates(early) == due_dates(progress)  # an answer before its day moves nothing
        now = due_dates(progress)[QUICK]
    assert due_dates(answered(progress, QUICK, now, False))[QUICK] == now
    assert due_dates(answered(progress, QUICK, now, True, hints=1))[QUICK] == now


def test_a_month_of_answers():
    """A learner opens a lesson a day: what is missed comes back, what is known comes ever more rarely."""
    siege, progress, chance = lesson_named("siege"), Progress("", "00c0ffee"), Random(7)
    among = kinds_before(siege)
    hard = set(chance.sample(among, 3))
    times = dict.fromkeys(among, 0)
    for day in range(31):
        now = BEGIN + timedelta(days=day)
        asked = recalled(progress, siege, now)
        assert len(set(asked)) == 3
        assert set(asked) <= set(among)
        due = due_dates(progress)
        late = [kind for kind in among if kind in due and due[kind] <= now]
        missed = [kind for kind in late if not progress.firsts(kind)[-1].right_alone]
        rest = [kind for kind in asked if kind not in missed]
        assert len(asked) - len(rest) == (2 if len(missed) > 2 else min(1, len(missed)))  # mixed in
        known = set(late) - set(missed)
        assert set(rest[: len(known)]) <= known  # what else is due comes before what is new
        for kind in asked:
            times[kind] += 1
            progress = answered(progress, kind, now + timedelta(minutes=1), kind not in hard)
    assert min(times[kind] for kind in hard) >= 2 * max(times[kind] for kind in among if kind not in hard)
    learned = {kind for kind in hard if kind in due_dates(progress)}
    assert learned == hard  # each was asked, and none was forgotten


def test_practice_begins_with_what_was_missed():
    progress = Progress("", "00c0ffee")
    progress = answered(progress, "siege-roll", BEGIN, False)
    progress = answered(progress, QUICK, BEGIN + timedelta(hours=1), True)
    names = list(kinds())
    assert most_needed(progress, names, now=BEGIN + timedelta(hours=2)) == "siege-roll"
    assert most_needed(progress, names, besides="siege-roll", now=BEGIN + timedelta(days=3)) == QUICK


def test_practice_without_arguments_is_what_i_need_most(tmp_path):
    file = ProgressFile(tmp_path / "mine.jsonl")
    task = make(QUICK, 1)
    wrong = next(one.value for one in task.choices if not mark(task, one.value).right)
    file.record(task, wrong, mark(task, wrong))
    assert Practice(file=file.path).task.kind == QUICK


STUDENTS = [f"{number:08x}" for number in range(1, 13)]


def asked_in_turn(lesson: str, student: str, purpose: str) -> list:
    """The tasks that a student's recall or check of a lesson asks, as the widgets draw them."""
    one, progress, asked, places = lesson_named(lesson), Progress("", student), [], []
    kinds_due = recalled(progress, one)
    for number in range(5 if purpose == "check" else len(kinds_due)):
        among = kinds_checked(one)
        kind = (
            checked_kind(progress, among, [t.kind for t in asked])
            if purpose == "check"
            else kinds_due[number]
        )
        asked.append(fresh_task(progress, kind, purpose, places))
        places += places_of(asked[-1])
    return asked


@every_row("lesson", [one.name for one in lessons()[1:]])
def test_a_check_asks_four_different_things_and_no_place_twice(lesson):
    for student in STUDENTS[:2]:
        asked = asked_in_turn(lesson, student, "check")
        assert len({task.kind for task in asked}) >= 4
        named = [place for task in asked for place in places_of(task)]
        assert len(named) == len(set(named)), named


@every_row("lesson", [one.name for one in lessons()[2:]])
def test_no_two_recalls_are_of_one_kind_or_place(lesson):
    for student in STUDENTS[:2]:
        asked = asked_in_turn(lesson, student, "recall")
        assert len({task.kind for task in asked}) == len(asked) == 3
        named = [place for task in asked for place in places_of(task)]
        assert len(named) == len(set(named)), named


def test_the_first_check_goes_over_the_whole_map():
    """Many students' checks of lesson 1: places all over Europe, both sides, other tasks for each."""
    checks = [asked_in_turn("map", student, "check") for student in STUDENTS]
    named = {place for asked in checks for task in asked for place in places_of(task)}
    regions = {game_map().by_name[place].region for place in named}
    assert len(named) >= 50
    assert len(regions) >= 10
    assert {task.kind for asked in checks for task in asked} >= set(kinds_checked(lesson_named("map"))[:5])
    rights = [str(reveal(task).answer) for asked in checks for task in asked if task.kind == "who-controls"]
    assert {"Bourbon", "Alliance"} <= set(rights)
    assert len({tuple(str(task.prompt) for task in asked) for asked in checks}) == len(checks)


def fifty() -> list:
    """Fifty tasks, as a student of five lessons gets them who comes back to each check ten times."""
    progress, found = Progress("", "00c0ffee"), []
    for number in range(50):
        lesson = lesson_named(("map", "cards", "actions", "events", "powers")[number % 5])
        kind = checked_kind(progress, kinds_checked(lesson), ())
        task = fresh_task(progress, kind, "check")
        found.append(task)
        answer = reveal(task).answer
        progress = progress.with_attempt(task, answer, mark(task, answer))
    return found


def test_no_two_of_fifty_tasks_are_equal_and_none_gives_itself_away():
    tasks = fifty()
    contents = [repr((str(one.prompt), one.case, one.other_case, one.asks)) for one in tasks]
    assert len(set(contents)) == 50
    for task in tasks:
        told = " ".join([str(task.title), str(task.prompt), str(task.how)])
        assert str(reveal(task).because) not in told
        if task.choices:
            assert len(task.choices) > 1
        else:
            assert read_answer(task.form, reveal(task).answer) not in (None, "")


def test_check_recall_and_practice_ask_other_tasks():
    progress = Progress("", "00c0ffee")
    seeds = {fresh_task(progress, QUICK, purpose).seed for purpose in ("check", "recall")}
    assert len({*seeds, progress.next_seed(QUICK)}) == 3


# ---- the widgets


def right_and_wrong(quiz) -> tuple[str, str]:
    task = quiz.task
    answer = reveal(task).answer
    typed = ", ".join(sorted(answer)) or "none" if isinstance(answer, frozenset) else str(answer)
    if isinstance(answer, tuple):
        typed = ", ".join(answer)
    others = [one.value for one in task.choices] or ["997", "1/997", "Warsaw", "Paris"]
    for other in others:
        try:
            if not mark(task, other).right:
                return typed, other
        except Exception:
            continue
    raise AssertionError(task)


def answer(quiz, right: bool) -> None:
    quiz.control.value = right_and_wrong(quiz)[0 if right else 1]
    assert quiz.mark().right == right


def test_a_check_is_passed_by_first_answers_alone(tmp_path):
    file = tmp_path / "mine.jsonl"
    check = Check("powers", file=file)
    for number in range(5):
        answer(check, right=number != 2)
        if number == 2:
            check.again()
            answer(check, right=True)
        check.next()
    assert check.results == [FIRST, FIRST, SECOND, FIRST, FIRST]
    found = read_progress(file)
    assert [(one.check, one.right, one.of, one.passed) for one in found.checks] == [("powers", 4, 5, True)]
    assert all(one.is_first for one in found.attempts)
    assert check.task is None
    assert say("quiz.passed", right=4, of=5) in check.head.value


def test_trying_all_answers_passes_nothing(tmp_path):
    """Whoever tries each choice in turn has one answer for a task, and the next task has other numbers."""
    file = tmp_path / "mine.jsonl"
    check = Check("powers", file=file)
    for _ in range(5):
        task = check.task
        answer(check, right=False)
        check.control.value = str(reveal(task).answer)
        assert check.mark() is None  # there is one answer for each task
        check.again()
        assert (check.task.seed, check.task.case) != (task.seed, task.case)
        answer(check, right=True)
        check.again()
        assert check.marked is not None  # and one task more
        check.next()
    assert check.results == [SECOND] * 5
    assert not read_progress(file).checks[0].passed
    before = {one.seed for one in read_progress(file).attempts}
    assert Check("powers", file=file).task.seed not in before


@pytest.mark.parametrize("quiz", [Check, Recall])
def test_what_one_window_told_passes_nothing_in_another(quiz, tmp_path):
    """Two windows show the same tasks: who reads in one what is right is asked another in the other."""
    file = tmp_path / "mine.jsonl"
    one, other = (quiz("siege", file=file, student="Anna") for _ in range(2))
    task = one.task
    assert (other.task.kind, other.task.seed) == (task.kind, task.seed)
    answer(one, right=False)
    other.control.value = str(reveal(task).answer)
    assert other.mark() is None
    assert other.results == []
    assert say("quiz.told-elsewhere") in other.said.value
    assert other.task.kind == task.kind
    assert (other.task.seed, other.task.case) != (task.seed, task.case)
    answer(other, right=True)  # that one counts
    assert other.results == [FIRST]


def test_a_miss_stays_a_miss():
    check = Check("powers", file=None)
    answer(check, right=False)
    check.again()
    answer(check, right=False)
    assert check.results == [MISSED]
    check.next()
    assert say("quiz.question", number=2, of=5) in check.prompt.value


def test_an_empty_answer_and_one_that_cannot_be_read_are_none():
    check = Check("siege", file=None)
    assert check.mark() is None
    check.control.value = "a few"
    assert check.mark() is None
    assert check.results == []
    assert check.marked is None


@pytest.mark.parametrize("lesson", ["actions", "supply"])
def test_nothing_is_solved_before_it_is_marked(lesson, monkeypatch):
    from ninevears_kernel.teaching import marking

    solved = []
    monkeypatch.setattr(marking, "solution_of", lambda task: solved.append(task) or 1 / 0)
    for quiz in (Recall(lesson, file=None), Check(lesson, file=None)):
        state = json.dumps([part.get_state() for part in widgets_in(quiz)], default=str)
        assert not solved
        assert not re.search(rf"\b{quiz.task.seed}\b", state)


def test_a_recall_brings_back_what_was_missed(tmp_path):
    file = ProgressFile(tmp_path / "mine.jsonl", clock=lambda: BEGIN)
    task = make("crowded-space", 5)
    wrong = next(one.value for one in task.choices if not mark(task, one.value).right)
    file.record(task, wrong, mark(task, wrong))
    recall = Recall("movement", file=file.path)
    assert recall.task.kind != "crowded-space"  # it is mixed in, and comes second
    answer(recall, right=True)
    recall.next()
    assert recall.task.kind == "crowded-space"
    assert isinstance(recall.task.prompt, Message)


def test_who_misses_the_same_two_each_time_is_asked_about_the_rest_too():
    lesson, progress, asked = lesson_named("siege"), Progress("", "00c0ffee"), []
    bad = ("who-controls", "transfer")
    for day in range(10):
        now = BEGIN + timedelta(days=day)
        asked.append(recalled(progress, lesson, now))
        for kind in asked[-1] if day else (*bad, *asked[-1]):
            progress = answered(progress, kind, now + timedelta(minutes=1), kind not in bad)
    for kinds_asked in asked[1:]:
        assert len(set(bad) & set(kinds_asked)) == 1
        assert kinds_asked[0] not in bad
    assert {kind for kinds_asked in asked[1:] for kind in kinds_asked} >= set(bad)
    assert len({kind for kinds_asked in asked for kind in kinds_asked}) >= 10


def test_a_check_that_was_not_passed_asks_other_questions_at_a_press(tmp_path):
    file = tmp_path / "mine.jsonl"
    check = Check("powers", file=file)
    asked = []
    for _ in range(5):
        assert check.anew_button.layout.display == "none"
        asked.append((check.task.kind, check.task.seed))
        answer(check, right=False)
        check.next()
    assert check.anew_button.layout.display is None
    assert say("quiz.not-passed", right=0, of=5, enough=4) in check.head.value
    check.anew_button.click()
    assert check.results == []
    assert say("quiz.question", number=1, of=5) in check.prompt.value
    for _ in range(5):
        asked.append((check.task.kind, check.task.seed))
        answer(check, right=True)
        check.next()
    assert len(set(asked)) == 10
    assert [one.passed for one in read_progress(file).checks] == [False, True]
    assert check.anew_button.layout.display == "none"  # it is passed
    check.anew()
    assert check.results == [FIRST] * 5


def test_a_check_is_not_begun_anew_before_its_end():
    check = Check("powers", file=None)
    answer(check, right=False)
    check.anew()
    assert check.results == [MISSED]
