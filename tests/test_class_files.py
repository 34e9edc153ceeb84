"""Progress that is handed in: the button that saves it, and the teacher's page that takes it."""

import base64
import re
from html import unescape
from pathlib import Path

import pytest

from ninevears_kernel.core.messages import say
from ninevears_kernel.teaching.marking import reveal
from ninevears_kernel.teaching.progress import progress_in
from ninevears_kernel.teaching.sample_class import make_sample_class
from ninevears_kernel.widgets import ClassFiles, Home, Practice


@pytest.fixture(scope="module")
def a_class(tmp_path_factory):
    """Files of a class, each as it was handed in: with its name, and what it holds."""
    folder = tmp_path_factory.mktemp("class")
    make_sample_class(folder, students=4, tasks=4, chapter="siege")
    return [(file.name, file.read_bytes()) for file in sorted(folder.glob("*.jsonl"))]


def words(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", html))


def test_several_files_are_summed_up(a_class):
    page = ClassFiles()
    assert say("class.none-yet") in words(page.said.value)
    assert page.clear_button.disabled
    given = [{"name": name, "content": content} for name, content in a_class]
    page.open_button.value = tuple(given[:3])
    page.open_button.value = tuple(given[3:])
    assert len(page.summary.students) == 4
    assert say("class.students", count=4) in words(page.said.value)
    assert "<svg" in page.shown.value
    for name in ("clauses", "by_student"):
        table = getattr(page.summary, name)
        assert str(table.iloc[0, 0]) in words(page.shown.value)
    saved = dict(
        re.findall(r"download='([^']*)' href='data:text/csv;charset=utf-8;base64,([^']*)'", page.shown.value)
    )
    rows = base64.b64decode(saved["clauses.csv"]).decode().splitlines()
    assert len(rows) == len(page.summary.clauses) + 1
    page.clear()
    assert page.shown.value == ""
    assert page.summary.students == ()


def test_bad_files_are_told_and_the_others_count(a_class):
    (name, content), *_ = a_class
    page = ClassFiles()
    page.add([(name, content), (name, content), ("<b>letter", b"dear teacher"), ("photo.jsonl", b"\xff\xd8")])
    assert len(page.summary.students) == 1
    assert [one.file for one in page.summary.bad_files] == [f"{name} (2)", "<b>letter", "photo.jsonl"]
    told = words(page.said.value)
    assert say("class.copy", file=name) in told
    assert "dear teacher" in told
    assert "<b>letter" not in page.said.value


def test_files_of_the_same_name_are_told_apart(a_class):
    page = ClassFiles()
    page.add([("my-progress.jsonl", content) for _, content in a_class])
    assert len({one.file for one in page.summary.students}) == 4
    assert len(page.summary.students) == 4


def test_a_practice_gives_its_file_whole(tmp_path):
    practice = Practice("force-limit", file=tmp_path / "mine.jsonl", student="Anna Berg")
    assert practice.save_button.disabled
    practice.control.value = str(reveal(practice.task).answer)
    practice.mark()
    assert not practice.save_button.disabled
    found = practice.save_button.answer()
    assert found["name"] == "progress-Anna-Berg.jsonl"
    assert found["text"] == (tmp_path / "mine.jsonl").read_text()
    (tmp_path / "mine.jsonl").unlink()
    assert "file" in practice.save_button.answer()["says"]
    practice.close()
    unkept = Practice("force-limit", file=None)
    assert unkept.save_button.layout.display == "none"
    unkept.close()


def test_home_gives_the_file_that_it_read(tmp_path, a_class):
    assert "download=" not in Home(file=None)._repr_html_()
    file = tmp_path / "my-progress.jsonl"
    file.write_bytes(a_class[0][1])
    html = Home(file=file)._repr_html_()
    name, content = re.search(r"download='([^']*)' .*?base64,([^']*)'", html).groups()
    assert Path(name).suffix == ".jsonl"
    text = base64.b64decode(content).decode()
    assert text == file.read_text()
    count = len(progress_in(text).attempts)
    assert say("home.download", count=count) in words(html)
