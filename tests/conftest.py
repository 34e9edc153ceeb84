"""What every test shares: which code is tested, what is slow, how hard hypothesis tries, the browser."""

import gc
import itertools
import os
import shutil
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import tested_code
import unheard  # noqa: F401  widgets send nothing
from hypothesis import HealthCheck, settings
from postgres_cluster import IN_ENGLISH, NONE_HERE, cluster, server_programs
from shown_clauses import pytest_runtest_makereport  # noqa: F401  a failure names the clauses of its test

# In CI the same examples each time, so that a red run can be repeated; at home new ones.
settings.register_profile(
    "ci", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("dev", deadline=None)
settings.register_profile(
    "proof", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))

SLOW = [
    line
    for line in Path(__file__).with_name("slow_tests.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
"""Files of tests, and single tests, that `make quick` leaves out; the longest first."""


def pytest_configure(config: pytest.Config) -> None:
    """Refuses to test other code than was asked for."""
    if fault := tested_code.fault():
        raise pytest.UsageError(fault)
    if tested_code.asked_for() == "tree":
        tested_code.compile_catalogues()
    if hasattr(config, "workerinput"):  # a process of several
        config.pluginmanager.import_plugin("collect_in_turn")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what is slow, and puts it first, so that no process is left with it alone in the end."""

    def place(item: pytest.Item) -> int:
        path = item.nodeid.removeprefix("tests/")
        names = (path, path.split("[")[0], path.split("::")[0])
        return next((SLOW.index(name) for name in names if name in SLOW), len(SLOW))

    by_file: dict[str, int] = {}
    for item in items:
        if (found := place(item)) < len(SLOW):
            item.add_marker(pytest.mark.slow)
        file = item.nodeid.split("::")[0]
        by_file[file] = min(found, by_file.get(file, found))
    files = {file: (found, file) for file, found in by_file.items()}
    items.sort(key=lambda item: files[item.nodeid.split("::")[0]])


def pytest_collection_finish() -> None:
    """Spares the collector the thousands of tests, which stay to the end (5 % of the time of them all)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


BROWSERS = ("chromium", "chromium-browser", "google-chrome")
NO_BROWSER = (
    "There is no Chromium here: install it (apt-get install chromium) or set NINEVEARS_CHROMIUM to its path."
)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium. Without one a test fails in CI and is skipped on a person's machine."""
    if named := os.environ.get("NINEVEARS_CHROMIUM"):
        if found := shutil.which(named):
            return found
        pytest.fail(f"NINEVEARS_CHROMIUM is {named!r}, which is no program that can be run.")
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    if os.environ.get("CI"):
        pytest.fail(NO_BROWSER)
    pytest.skip(NO_BROWSER)


@pytest.fixture(scope="session")
def postgres():
    """Makes schemas in a PostgreSQL of the tests' own: each call gives a URL that leads into a new one.

    The database named ``postgres`` compares texts byte by byte, that named ``language`` as English does.
    Without a PostgreSQL a test fails in CI and is skipped on a person's machine.
    """
    import psycopg

    programs = server_programs()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail(NONE_HERE)
        pytest.skip(NONE_HERE)
    count = itertools.count()
    with cluster(programs) as folder:
        with psycopg.connect(f"host={folder} user=umpire dbname=postgres", autocommit=True) as server:
            sorts_in_english = server.info.server_version >= 150000
            if sorts_in_english:
                server.execute(IN_ENGLISH)

        def new(database: str = "postgres") -> str:
            if database == "language" and not sorts_in_english:
                pytest.skip("This PostgreSQL is older than 15: it sorts in one way only.")
            name = f"docket_{next(count)}"
            with psycopg.connect(f"host={folder} user=umpire dbname={database}", autocommit=True) as server:
                server.execute(f"CREATE SCHEMA {name}")
            return f"postgresql://umpire@/{database}?host={folder}&options=-csearch_path%3D{name}"

        yield new


@pytest.fixture(scope="module", params=["sqlite", "postgres", "language"])
def new_docket_place(request, tmp_path_factory):
    """Makes places for dockets: in files, and again in two databases of PostgreSQL."""
    if request.param == "sqlite":
        return lambda: str(tmp_path_factory.mktemp("docket") / "docket.sqlite")
    return partial(request.getfixturevalue("postgres"), request.param)


@pytest.fixture
def docket_place(new_docket_place):
    """Where a test may keep a docket."""
    return new_docket_place()


class Clock:
    """A clock for a docket, which a test sets; it goes a second further each time that it is asked."""

    def __init__(self):
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self):
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture(scope="session")
def new_clock() -> type[Clock]:
    return Clock


@pytest.fixture
def clock(new_clock: type[Clock]) -> Clock:
    return new_clock()
