"""A question of the umpire finds its words in the table of its system."""

import pytest
from msgspec import Struct

from ninevears_kernel.core.questions import questions_in
from ninevears_kernel.core.rulings import Answer

TABLE = """
[shared]
points = "the points, {most} at most"

[income]
asks = "What does a side earn?"
answer.points = "{points}"
"""


class Given(Struct):
    """Nothing."""


def income(tmp_path, table):
    folder = tmp_path / "my_game" / "data"
    folder.mkdir(parents=True)
    (folder / "questions.toml").write_text(table, encoding="utf-8")
    return questions_in(folder, "NY", most=40)("income", Given, lambda given, context: Answer({}), "points")


def test_a_question_says_what_it_asks_and_what_its_answer_means(tmp_path):
    question = income(tmp_path, TABLE)
    assert (question.name, question.about) == ("income", "What does a side earn?")
    assert question.answer == {"points": "the points, 40 at most"}


@pytest.mark.parametrize(
    ("table", "has"),
    [
        (TABLE.replace("[income]", "[outcome]"), "none"),
        (TABLE.replace("asks =", "ask ="), r"\['answer', 'ask'\]"),
        (TABLE.replace("answer.points", "points"), r"\['asks', 'points'\]"),
    ],
    ids=["no-section", "not-what-it-asks", "not-what-its-answer-means"],
)
def test_a_question_without_its_words_is_told_where_they_belong(tmp_path, table, has):
    says = rf"^my_game/data/questions\.toml: the question income needs a section \[income\] .* it has {has}$"
    with pytest.raises(ValueError, match=says):
        income(tmp_path, table)
