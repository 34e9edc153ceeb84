"""Exercises on paper, printed by a real Chromium."""

import re

import pytest

from ninevears_kernel.teaching.handout import make_handout, write_handout

pytestmark = pytest.mark.browser


def test_a_browser_makes_pdfs(chromium, tmp_path):
    files = write_handout(make_handout(1, chapter="siege"), tmp_path, pdf=True)
    assert [file.suffix for file in files] == [".html", ".html", ".pdf", ".pdf"]
    assert all(file.read_bytes().startswith(b"%PDF") for file in files[2:])


def test_six_tasks_take_two_pages(chromium, tmp_path):
    _, _, questions, _ = write_handout(make_handout(6, chapter="siege", seed=2), tmp_path, pdf=True)
    raw = questions.read_bytes()
    assert len(re.findall(rb"/Type ?/Page\b", raw)) == 2
    assert len(raw) < 5_000_000
