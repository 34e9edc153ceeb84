"""What is wrong with a case is told in one sentence, in a cell of a notebook too, without a traceback."""

import io
import subprocess
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout

import pytest
from IPython.core.interactiveshell import InteractiveShell

from ninevears_kernel.core.errors import (
    BadEntry,
    BadInput,
    DiceLeftOver,
    DiceMissing,
    NinevearsError,
    Refused,
    UnknownName,
)
from ninevears_kernel.core.messages import Message

SENTENCE = Message("dice.any")
FLEET = """
from ninevears_kernel.teaching.lesson_helpers.tables import case
from ninevears_kernel.umpire.cases.cases import rule_case
rule_case(dict(case("deploy-fleet", fleet="Mediterranean"), dice={dice}))
"""
OF_EACH_KIND = (
    NinevearsError(SENTENCE),
    BadInput("rating", 0, SENTENCE),
    UnknownName("space", "Tournay", "a space", ["Tournai"]),
    DiceMissing(1, SENTENCE, 1, 6),
    DiceLeftOver(4, 2),
    Refused(SENTENCE, ()),
    BadEntry(3, "campaign", SENTENCE),
)


def told_in_a_cell(code: str) -> str:
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        InteractiveShell().run_cell(code)
    return told.getvalue().strip()


@pytest.mark.parametrize("error", OF_EACH_KIND, ids=lambda error: type(error).__name__)
def test_a_cell_shows_the_sentence_of_an_error_alone(error):
    assert error._render_traceback_() == [str(error)]


@pytest.mark.parametrize(
    ("dice", "means"), [([6, 1, 2, 5], "4 dice"), ([3, 3], "2 dice"), ([6, 9], "dice[1]: found 9")]
)
def test_dice_of_a_lesson_that_do_not_fit_are_told_in_one_line(dice, means):
    told = told_in_a_cell(FLEET.format(dice=dice))
    assert len(told.splitlines()) == 1
    assert means in told
    assert "Traceback" not in told


def test_a_programmer_still_finds_where_it_arose():
    told_in_a_cell(FLEET.format(dice=[3, 3]))
    assert "dice.py" in "".join(traceback.format_exception(sys.last_value))


def test_plain_python_shows_its_traceback():
    done = subprocess.run([sys.executable, "-c", FLEET.format(dice=[3, 3])], capture_output=True, text=True)
    assert "Traceback" in done.stderr
    assert "DiceMissing" in done.stderr
