"""A failure names the clauses of its test."""

import os
import subprocess
import sys
from pathlib import Path

from shown_clauses import HEADING

from ninevears_kernel.core.clauses import clause

TESTS = """
import pytest

@pytest.mark.clause("NY 16.4")
@pytest.mark.parametrize("key", [pytest.param(30, marks=pytest.mark.clause("NY 16.44"))])
def test_a_retreat(key):
    {}[key]

@pytest.mark.clause("NY 17.6")
def test_a_relief():
    pass

def test_without_a_clause():
    {}[30]
"""


def test_a_failure_names_the_clauses_of_its_test(tmp_path):
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "shown_clauses", "-p", "no:cacheprovider"]
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    ran = subprocess.run(
        [*command, "-W", "ignore", "--rootdir", tmp_path, tmp_path],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "2 failed, 1 passed" in ran.stdout
    assert ran.stdout.count(HEADING) == 1
    assert f"NY 16.4 (Retreat): {clause('NY 16.4').says}" in ran.stdout
    assert "found 'NY 16.44', expected a clause" in ran.stdout
    assert "NY 17.6" not in ran.stdout
