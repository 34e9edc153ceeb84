"""Tests over a table: one test looks at every row, and tells all rows that are at fault at once."""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest


def every_row(
    names: str | Sequence[str],
    rows: Iterable[Any] | Callable[[], Iterable[Any]],
    ids: Callable[[Any], Any] = repr,
) -> Callable[..., Any]:
    """Makes one test of a function that looks at one row; otherwise like ``pytest.mark.parametrize``.

    Args:
        names: the arguments that a row gives, one or several.
        rows: the table, or what makes it when the test runs, where that takes long (every process collects
            every test); a row of several arguments is a tuple.
        ids: what a row at fault is called.
    """
    arguments = [name.strip() for name in (names.split(",") if isinstance(names, str) else names)]

    def laid_out(made: Iterable[Any]) -> list[tuple[Any, ...]]:
        table = [row if len(arguments) > 1 else (row,) for row in made]
        assert table, "a table without rows tests nothing"
        return table

    known = None if callable(rows) else laid_out(rows)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def whole(**fixtures: Any) -> None:
            __tracebackhide__ = True
            faults: list[str] = []
            first: BaseException | None = None
            table = known or laid_out(rows())
            for row in table:
                try:
                    test(**dict(zip(arguments, row, strict=True)), **fixtures)
                except (Exception, pytest.fail.Exception, pytest.skip.Exception) as fault:
                    line = traceback.extract_tb(fault.__traceback__)[-1].lineno
                    faults.append(f"{', '.join(str(ids(one)) for one in row)} (line {line}): {fault}")
                    first = first or fault
            if faults:
                told = f"{len(faults)} of {len(table)} rows are at fault:\n" + "\n".join(faults)
                raise AssertionError(told) from first

        del whole.__wrapped__  # pytest would look for its arguments there
        asked = inspect.signature(test)
        kept = [one for name, one in asked.parameters.items() if name not in arguments]
        whole.__signature__ = asked.replace(parameters=kept)  # what is left are fixtures
        return whole

    return decorate
