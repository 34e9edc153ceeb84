"""A test over a table tells every row that is at fault, and never passes over one."""

import pytest
from every_row import every_row


def test_all_faults_are_told_at_once_by_name():
    @every_row("number", range(6))
    def even(number):
        assert number % 2 == 0, f"{number} is odd"

    with pytest.raises(AssertionError) as told:
        even()
    assert str(told.value).startswith("3 of 6 rows are at fault:")
    assert [f"{number} is odd" in str(told.value) for number in range(6)] == [False, True] * 3


def test_a_row_that_fails_otherwise_or_is_skipped_is_at_fault_too():
    @every_row("a, b", [(1, 0), (1, 1), (2, 2)], ids=lambda value: f"<{value}>")
    def divided(a, b):
        assert a / b == 1
        if a == 2:
            pytest.skip("not this one")

    with pytest.raises(AssertionError) as told:
        divided()
    assert "2 of 3 rows" in str(told.value)
    assert "<1>, <0>" in str(told.value)
    assert "<2>, <2>" in str(told.value)


def test_a_table_without_rows_is_refused():
    with pytest.raises(AssertionError, match="tests nothing"):
        every_row("row", [])
    with pytest.raises(AssertionError, match="tests nothing"):
        every_row("row", lambda: [])(lambda row: None)()


def test_a_table_may_be_made_when_the_test_runs():
    made = []

    @every_row("row", lambda: made)
    def none(row):
        assert not row

    made += [0, 1]
    with pytest.raises(AssertionError, match="1 of 2 rows"):
        none()


SEEN = []


@every_row("row", ["a", "b"])
def test_fixtures_come_as_ever(row, request):
    assert request.node.name == "test_fixtures_come_as_ever"
    SEEN.append(row)


def test_every_row_was_looked_at():
    assert SEEN == ["a", "b"]
