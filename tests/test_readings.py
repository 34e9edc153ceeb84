"""Readings are switches of clauses that exist, and code asks only for those."""

import ast

import pytest
from every_row import every_row
from parsed import nodes, parsed

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.core.readings import chosen_readings, readings
from ninevears_kernel.core.ruling_context import RulingContext


def asked_for() -> set[str]:
    """The names that code passes to `RulingContext.reading`."""
    calls = (
        node
        for path in parsed()
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reading"
    )
    return {call.args[0].value for call in calls if call.args and isinstance(call.args[0], ast.Constant)}


@every_row("name", readings())
def test_a_reading_bears_on_a_clause_and_has_a_choice(name):
    reading = readings()[name]
    assert reading.name == name
    assert clause(reading.clause_id)
    assert len(reading.options) >= 2
    assert reading.default == next(iter(reading.options))
    assert reading.reason
    assert all(reading.options.values())


def test_readings_asked_for_in_code_exist():
    assert {"odd-hit", "winner-corsair", "unit-kept"} <= asked_for()
    assert asked_for() <= readings().keys()


def test_a_hearing_follows_the_choice_else_the_default_and_remembers():
    context = RulingContext(chosen={"odd-hit": "parity"})
    assert context.reading("odd-hit") == "parity"
    assert context.reading("unit-kept") == "squadron"
    assert list(context.consulted) == ["odd-hit", "unit-kept"]


def test_choices_are_checked():
    with pytest.raises(UnknownName, match=r"^readings: found 'odd-hits', .* \(did you mean odd-hit\?\)\.$"):
        chosen_readings({"odd-hits": "parity"})
    with pytest.raises(
        BadInput, match=r"^readings.odd-hit: found 'even', .* one of these: remaining or parity\.$"
    ):
        chosen_readings({"odd-hit": "even"})
