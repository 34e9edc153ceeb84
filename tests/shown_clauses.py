"""A test that fails tells which clauses it shows, so that the broken rule is named with the failure."""

from collections.abc import Generator

import pytest

HEADING = "The clauses that this test shows"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Puts the clauses of a test's marks below its failure."""
    report = yield
    ids = dict.fromkeys(id for mark in item.iter_markers("clause") for id in mark.args)
    if report.failed and ids:
        report.sections.append((HEADING, "\n".join(map(_told, ids))))
    return report


def _told(id: str) -> str:
    from ninevears_kernel.core.clauses import clause  # not before it is known which code is tested
    from ninevears_kernel.core.errors import UnknownName

    try:
        return str(clause(id))
    except UnknownName as problem:  # told with the failure, and never in its place
        return str(problem)
