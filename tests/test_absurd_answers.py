"""Wrong and absurd answers: whatever a learner writes, a task marks it or says what an answer looks like."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.render import to_text
from ninevears_kernel.nine_years.components.map import ZONES, game_map
from ninevears_kernel.teaching.course import ruled
from ninevears_kernel.teaching.marking import kinds, make, mark
from ninevears_kernel.teaching.task import Task

KINDS = list(kinds())
NAMES = [space.name for space in game_map().spaces]
PLACES = st.sampled_from([*NAMES, *ZONES])
OF_A_FORM = {
    "number": st.integers(-9, 30) | st.sampled_from(["997", "-3", "0", 10**6]),
    "fraction": st.fractions(0, 1) | st.sampled_from(["0", "1", "99%", "1/1000000000", 0.5]),
    "space": st.sampled_from(NAMES),
    "spaces": st.lists(st.sampled_from(NAMES), max_size=6),
    "path": st.lists(PLACES, max_size=8),
}
ANYTHING = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.fractions()
    | st.text(max_size=40)
    | st.binary(max_size=4)
    | st.lists(st.text(max_size=8) | st.none() | PLACES, max_size=5)
    | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)
)


@cache
def made(kind: str, seed: int, level: int) -> Task:
    return make(kind, seed, level)


def check(task: Task, answer) -> None:
    """It is marked, and what the marked holds can be said and ruled; or refused in a sentence."""
    try:
        marked = mark(task, answer)
    except BadInput as error:
        refused = error
    else:
        refused = None
    if refused is not None:
        assert refused.field == "answer"
        assert str(refused)
        return
    assert str(marked.says)
    if marked.right:
        assert marked.nearest is None
        assert marked.missed == ()
        return
    assert marked.missed
    if marked.nearest is not None:
        assert str(marked.nearest.says)
        assert to_text(ruled(marked.nearest.case))


@st.composite
def tasks(draw, kind: str) -> Task:
    return made(kind, draw(st.integers(0, 9)), draw(st.integers(1, kinds()[kind].levels)))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=4)
@given(st.data())
def test_a_wrong_answer_of_the_form_is_marked(kind, data):
    task = data.draw(tasks(kind))
    choices = [choice.value for choice in task.choices]
    check(task, data.draw(st.sampled_from(choices) if choices else OF_A_FORM[task.form]))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=6)
@given(st.data())
def test_an_absurd_answer_is_marked_or_refused(kind, data):
    check(data.draw(tasks(kind)), data.draw(ANYTHING))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kinds()[kind].form in ("number", "fraction")])
def test_the_search_for_the_nearest_case_goes_to_its_end(kind, seed):
    """No case near makes this answer right, so that each of them is ruled on."""
    task = made(kind, seed, seed % kinds()[kind].levels + 1)
    check(task, "997" if task.form == "number" else Fraction(1, 997))


def test_corps_of_the_enemy_at_the_origin_of_an_attack():
    """They take the space when the attacker leaves, and the battle goes on."""
    task = make("battle-hits", 2, 3)
    case = {**task.case, "given": {**task.case["given"]}}
    case["given"]["changes"] = [{"add": "corps", "power": "France", "space": "Seville", "count": 1}]
    ruling = ruled(case)
    assert ruling.answer["attacker_hits"] == ruled(task.case).answer["attacker_hits"]
    assert not mark(task, "997").right
