"""Handouts: tasks on one sheet, answers on another; sets of tasks; a class to try the summary with."""

import re
from html import unescape

import pytest
from click.testing import CliRunner

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput, NinevearsError, UnknownName
from ninevears_kernel.nine_years.atlas.palette import THEMES
from ninevears_kernel.teaching.class_summary import read_class
from ninevears_kernel.teaching.handout import make_handout, write_handout
from ninevears_kernel.teaching.marking import chapter_of, kinds, reveal
from ninevears_kernel.teaching.sample_class import NAMES, make_sample_class
from ninevears_kernel.teaching.task_pictures import (
    picture_colours,
    positions_of,
    task_pictures,
    view_of,
    words_of,
)
from ninevears_kernel.teaching.task_set import make_task_set
from ninevears_kernel.umpire.reports import pdf as report_pdf


def words(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html.split("</style>", 1)[1])))


# ---- sets


def test_a_set_has_no_two_equal_tasks_and_grows_harder():
    found = make_task_set(12, chapter="siege", seed=3)
    assert len({(one.kind, str(one.prompt), str(one.case)) for one in found}) == 12
    assert {chapter_of(one) for one in found} == {17}
    assert len({one.kind for one in found}) == len([k for k in kinds().values() if k.chapter == 17])
    assert found[0].level == 1
    assert max(one.level for one in found[-3:]) > 1
    assert found == make_task_set(12, chapter=17, seed=3)
    assert found != make_task_set(12, chapter=17, seed=4)


def test_a_set_of_one_level_and_of_some_kinds():
    found = make_task_set(3, only=["force-limit"], level=2)
    assert [(one.kind, one.level) for one in found] == [("force-limit", 2)] * 3
    assert {one.level for one in make_task_set(3, only=["force-limit"], level=9)} == {3}


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"count": 0}, BadInput),
        ({"count": 41}, BadInput),
        ({"level": 0}, BadInput),
        ({"chapter": "sorcery"}, UnknownName),
        ({"only": ["sorcery"]}, UnknownName),
        ({"only": []}, BadInput),
        ({"only": ["force-limit"], "chapter": "siege"}, BadInput),
    ],
)
def test_what_cannot_be_made_is_told(wanted, error):
    with pytest.raises(error):
        make_task_set(**wanted)


# ---- pictures


def test_a_picture_comes_with_its_words():
    (task,) = make_task_set(1, only=["pair-of-sieges"])
    html = task_pictures(task)
    assert html.count("<div role='img' aria-label=") == html.count("<svg") == 2
    assert "var(--nv-" in html  # it is drawn in the theme of the page
    colours = picture_colours()
    assert all(f"--nv-{name}:{value}" in colours for theme in THEMES for name, value in THEMES[theme].items())
    for position in positions_of(task):
        told = words_of(position, task.focus)
        assert any(task.focus[0] in sentence for sentence in told)
        assert all(sentence in unescape(html) for sentence in told[:3])


def test_a_task_without_a_position_has_no_picture():
    (task,) = make_task_set(1, only=["force-limit"])
    assert task_pictures(task) == ""


def test_the_part_of_the_map_is_the_smallest_that_shows_all():
    assert view_of(["Namur"]) == "low-countries"
    assert view_of(["Dublin", "Cork"]) == "ireland"
    assert view_of(["Dublin", "Turin"]) == "all"
    assert view_of(["Atlantic"]) == "all"


def test_a_prompt_counts_nothing_where_nothing_is():
    for task in (*make_task_set(24, chapter="siege", seed=5), *make_task_set(12, chapter="battle", seed=5)):
        assert not re.search(r"\b0 (full|reduced)|lowered by 0", str(task.prompt)), task.prompt


def test_a_chapter_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(UnknownName, match="17 siege, 18 king-william"):
        make_task_set(1, chapter="nonsense")


# ---- the sheets


@pytest.fixture(scope="module")
def made():
    return make_handout(6, chapter="siege", seed=2)


def test_questions_hold_no_answer_and_answers_hold_all(made):
    asked, answered = words(made.questions()), words(made.answers())
    for task in made.tasks:
        revealed = reveal(task)
        prompt = re.sub(r"\s+", " ", str(task.prompt))
        because = re.sub(r"\s+", " ", str(revealed.because))
        assert prompt in asked
        assert prompt in answered
        assert because not in asked
        assert because in answered
        assert str(revealed.says) in answered
        assert task.clauses[0] in answered
        assert str(task.seed) in answered
        assert str(task.seed) not in asked


def test_each_position_is_drawn_with_words_for_whoever_cannot_see_it(made):
    page = made.questions()
    assert page.count("<img") == sum(len(positions_of(task)) for task in made.tasks)
    assert all(len(alt) > 40 for alt in re.findall(r'alt="([^"]*)"', page))
    assert "<img" not in made.answers()


def test_a_sheet_needs_nothing_from_outside_and_is_the_same_again(made):
    for page in (made.questions(), made.answers()):
        assert "<script" not in page
        assert not re.search(r"""(src|href)=["'](?!data:)""", page)
        assert "default-src 'none'" in page
    again = make_handout(6, chapter="siege", seed=2)
    assert (again.questions(), again.answers()) == (made.questions(), made.answers())


def test_a_title_is_a_text_whatever_stands_in_it():
    page = make_handout(1, kinds=["force-limit"], title="<script>alert(1)</script> {{ 7*7 }}").questions()
    assert "<script" not in page
    assert "{{ 7*7 }}" in page


def test_the_number_of_a_chapter_is_told_as_one(made):
    assert made.title == "Nine Years, chapter 17: Sieges"
    assert make_handout(1, kinds=["force-limit"]).title == "Nine Years: tasks for the class"


def test_choices_are_boxes_and_other_answers_a_line():
    page = make_handout(1, kinds=["restore-here"]).questions()
    assert 'class="choices"' in page
    assert 'class="blank"' in make_handout(1, kinds=["force-limit"]).questions()


def test_both_sheets_are_written(made, tmp_path):
    files = write_handout(made, tmp_path / "new" / "folder")
    assert [file.name for file in files] == ["handout.html", "answers.html"]
    (tmp_path / "file").touch()
    with pytest.raises(NinevearsError, match="cannot be written"):
        write_handout(made, tmp_path / "file")


def test_without_a_converter_the_pages_are_there_and_a_sentence_says_what_to_do(made, tmp_path, monkeypatch):
    monkeypatch.setattr(report_pdf, "converter", lambda: None)
    with pytest.raises(NinevearsError, match="print"):
        write_handout(made, tmp_path, pdf=True)
    assert (tmp_path / "handout.html").exists()


def test_the_command(tmp_path):
    out = tmp_path / "out"
    arguments = ["handout", "--chapter", "siege", "--count", "2", "--seed", "1", "--out", str(out)]
    done = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    assert "handout.html" in done.output
    assert "Making" in done.stderr
    assert (out / "answers.html").exists()
    failed = CliRunner().invoke(cli, ["handout", "--chapter", "seige", "--out", str(out)])
    assert isinstance(failed.exception, UnknownName)


# ---- a class to try it with


def test_a_sample_class_can_be_summed_up(tmp_path):
    files = make_sample_class(tmp_path, students=3, tasks=5, chapter="siege")
    assert len(files) == 3
    found = read_class(tmp_path)
    assert len(found.students) == 3
    assert not found.bad_files
    assert not found.warnings
    assert all(len(one.progress.firsts()) >= 3 for one in found.students)
    assert found.clauses["wrong first time"].sum() > 0
    before = [file.read_bytes() for file in files]
    make_sample_class(tmp_path, students=3, tasks=5, chapter="siege")
    assert [file.read_bytes() for file in files] == before


def test_a_sample_class_can_be_as_large_as_a_class(tmp_path):
    assert len(NAMES) == len(set(NAMES)) >= 30
    assert len(make_sample_class(tmp_path, students=30, tasks=1, chapter="siege")) == 30


def test_a_sample_class_of_too_many_is_refused(tmp_path):
    for wanted in ({"students": 0}, {"students": 99}, {"tasks": 0}, {"chapter": "sorcery"}):
        with pytest.raises(BadInput):
            make_sample_class(tmp_path, **wanted)
