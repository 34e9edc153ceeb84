"""A war in cells of a notebook: what a cell tells is what was played; run again it plays nothing twice."""

import html
import json
import re
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st
from IPython.core.interactiveshell import InteractiveShell
from other_secrets import with_other_secrets
from test_for_seat import laid_face_down
from test_strangers import POISON
from traitlets.config import Config
from walks import a_walk

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.rules.sequence import PHASES
from ninevears_kernel.play.phase_walk import Walk
from ninevears_kernel.play.session import Session
from ninevears_kernel.widgets import choose, phase, step

SEED = 1690


def hands_off(seed=SEED):
    return Session(seed=seed, bourbon="sense", alliance="sense")


@pytest.fixture(scope="module")
def three_years():
    """The phases of the first years, and the session that was walked through."""
    session = hands_off()
    walk = Walk(session)
    return [walk.phase() for _ in range(12)], session


# ---- what is told


def test_every_choice_step_and_die_is_told_once_in_its_phase(three_years):
    phases, session = three_years
    assert [one.when for one in phases] == [(year, name) for year in (1688, 1689, 1690) for name in PHASES]
    assert all(one.over for one in phases)
    told = [one for part in phases for one in part.told]
    moments = session.moments[: session.place]
    assert [one.text for one in told if one.says] == [moment.text for moment in moments]
    steps = [step for moment in moments for step in moment.steps]
    # what follows the last choice may belong to the phase that is next
    assert [step for one in told for step in one.steps] == [*session.before, *steps][: len(session.before + tuple(steps))][
        : sum(len(one.steps) for one in told)
    ]
    left = len(session.before) + len(steps) - sum(len(one.steps) for one in told)
    assert left == sum(
        1 for step in moments[-1].steps if moments[-1].steps.index(step) >= len(moments[-1].steps) - left
    )
    rolls = Counter(roll for one in told for roll in one.rolls)
    assert rolls <= Counter(roll for moment in moments for roll in moment.entry.rolls)
    assert rolls.total() > 20
