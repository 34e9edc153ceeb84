"""A card with one exercise: what is told at a first try, at a second one, and when the answer is right."""

import pytest

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.teaching.exercises import Exercise
from ninevears_kernel.teaching.lesson_helpers.positions import fleurus, steenkerque
from ninevears_kernel.teaching.lesson_helpers.tables import case
from ninevears_kernel.widgets import ExerciseCard

MONS = case("battle", position=steenkerque(), side="Alliance", space="Mons", origin="Brussels")
TIE = Exercise(
    "A tie",
    "William III rolls a 6, Luxembourg a 4. Who wins?",
    {**MONS, "dice": [6, 4, 3, 3]},
    "winner",
    choices=("Bourbon", "Alliance"),
    because="NY 16.3.1",
)
STRENGTH = Exercise(
    "Fleurus",
    "How many strength points does Waldeck commit?",
    case("battle", position=fleurus(), side="Bourbon", space="Charleroi", origin="Valenciennes"),
    "defender_strength",
    choices=("8", "10", "12"),
    because="NY 16.2.1",
)


def answered(card, answer):
    card.answer.value = answer
    card.button.click()
    return card.verdict.value


def test_a_first_wrong_answer_is_told_the_paragraph_and_not_the_answer():
    card = ExerciseCard(STRENGTH)
    told = answered(card, "12")
    assert "Not quite.</b> " in told
    assert ".." not in told
    assert "NY 16.2.1" in told
    assert "strength 8" not in told
    assert card.card.ruling is None
    assert card._why.layout.display == "none"


def test_a_second_wrong_answer_is_told_what_is_right_with_the_ruling():
    card = ExerciseCard(STRENGTH)
    answered(card, "12")
    told = answered(card, "10")
    assert "The Alliance side commits 4 corps: strength 8." in told
    assert card.card.ruling is not None
    assert card._why.layout.display is None


def test_the_same_answer_again_is_no_second_try():
    card = ExerciseCard(STRENGTH)
    answered(card, "12")
    card.button.click()
    assert "strength 8" not in card.verdict.value


@pytest.mark.parametrize("tries", [["Bourbon"], ["Alliance", "Bourbon"]])
def test_a_right_answer_is_told_why(tries):
    card = ExerciseCard(TIE)
    told = [answered(card, answer) for answer in tries][-1]
    assert told.count("Right") == 1
    assert "a tie goes to the defender" in told
    assert "NY 16.3.1" in told
    assert card.card.ruling is not None


def test_an_exercise_without_a_reason_of_its_own_cites_what_decides():
    exercise = Exercise(
        "Antwerp", "May all go?", case("force", leaders=[6, 4, 3], corps=12), "verdict", ("legal", "illegal")
    )
    wrong, right = exercise.mark("legal"), exercise.mark("illegal")
    assert "(NY 13.5.1.a)" in str(wrong.says)
    assert str(right.says) in str(wrong.says)
    assert clause("NY 13.5.1.a").says in str(wrong.at_first)
    assert right.at_first is None
