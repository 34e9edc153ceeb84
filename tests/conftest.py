"""What every test shares: how hard hypothesis tries, and where the browser is."""

import itertools
import os
import shutil
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, settings
from postgres_cluster import IN_ENGLISH, NONE_HERE, cluster, server_programs

# In CI the same examples each time, so that a red run can be repeated; at home new ones.
settings.register_profile(
    "ci", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("dev", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))

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


@pytest.fixture(params=["sqlite", "postgres", "language"])
def docket_place(request, tmp_path):
    """Where a test may keep a docket: a file, and again two databases of PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "docket.sqlite")
    return request.getfixturevalue("postgres")(request.param)


class Clock:
    """A clock that a test sets."""

    def __init__(self):
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self):
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock for a docket; it goes a second further each time that it is asked."""
    return Clock()
