"""A question of the umpire finds its words in the table of its system."""

import re

import pytest
from every_row import every_row
from msgspec import Struct

from ninevears_kernel.core.clauses import registers
from ninevears_kernel.core.questions import questions_in
from ninevears_kernel.core.rulings import Answer
from ninevears_kernel.umpire.cases.case_book import case_book_page
from ninevears_kernel.umpire.cases.cases import questions
from ninevears_kernel.umpire.cases.coverage import coverage_data, coverage_text
from ninevears_kernel.widgets.umpire.umpire_desk import UmpireDesk

TABLE = """
[shared]
points = "the points, {most} at most"

[income]
title = "Income in spring"
clause = "12.3.1.a"
unlike = "Peace roll in winter, 6.4"
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
    assert question.heading == "Income in spring, 12.3.1.a; not Peace roll in winter, 6.4"


@pytest.mark.parametrize(
    ("table", "has"),
    [
        (TABLE.replace("[income]", "[outcome]"), "none"),
        (TABLE.replace("asks =", "ask ="), r"\['answer', 'ask', 'clause', 'title', 'unlike'\]"),
        (TABLE.replace("answer.points", "points"), r"\['asks', 'clause', 'points', 'title', 'unlike'\]"),
    ],
    ids=["no-section", "not-what-it-asks", "not-what-its-answer-means"],
)
def test_a_question_without_its_words_is_told_where_they_belong(tmp_path, table, has):
    says = rf"^my_game/data/questions\.toml: the question income needs a section \[income\] .* it has {has}$"
    with pytest.raises(ValueError, match=says):
        income(tmp_path, table)


NUMBER = re.compile(r", ([0-9A-Z][0-9A-Za-z.]*)$")


@every_row("question", sorted(questions().values(), key=lambda one: (one.system, one.name)))
def test_every_question_is_titled_by_a_paragraph_that_stands_in_its_register(question):
    numbers = {clause.number for clause in registers()[question.system].clauses}
    named = [question.clause, *NUMBER.findall(question.unlike)]
    assert question.title
    assert all(any(f"{known}.".startswith(f"{name}.") for known in numbers) for name in named), named
    assert not question.unlike or NUMBER.search(question.unlike)
    assert question.title not in question.unlike


def test_the_desk_the_case_book_and_the_list_of_clauses_say_the_same_title(tmp_path):
    title = "Restore in spring, 12.3.5; not Replacement in a round, 13.5.3"
    assert questions()["NY", "restore"].heading == title
    assert title in case_book_page()
    assert f"NY restore: {title}" in coverage_text(coverage_data("NY", tmp_path))
    desk = UmpireDesk(docket=None)
    assert (title, "restore") in desk.question.options
