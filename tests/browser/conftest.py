"""Fixtures of the browser tests: one JupyterLab for the session, a fresh context for each test."""

import shutil
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path

import drawing
import lab_server
import pytest
from map_page import Frames
from playwright.sync_api import Browser, Locator, Page, Playwright, expect, sync_playwright
from sizes import viewport

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
# Whether something comes is tested here; how soon, benchmarks tell. Others may have the machine for a while.
expect.set_options(timeout=20_000)
for does in ("click", "hover", "check"):
    setattr(Locator, does, drawing.patient(getattr(Locator, does)))


@pytest.fixture(scope="session")
def lab(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[lab_server.Lab]:
    """A JupyterLab on a copy of notebooks/; asks for the browser first, since without one it is of no use."""
    folder = tmp_path_factory.mktemp("lab")
    if NOTEBOOKS.is_dir():
        no_leftovers = shutil.ignore_patterns(".*", "__pycache__")
        shutil.copytree(NOTEBOOKS, folder, dirs_exist_ok=True, ignore=no_leftovers)
    with lab_server.running_lab(folder, tmp_path_factory.mktemp("jupyter")) as running:
        yield running


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser_of_all(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    """One Chromium for the session: a context in it is as empty as a new profile, and there at once."""
    with lab_server.running_browser(playwright, chromium) as running:
        RUNNING.append(running)
        yield running
        RUNNING.remove(running)


RUNNING: list[Browser] = []
"""The Chromium of this process, while it runs."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails tells of each page whether it draws at all: without that no click ever comes."""
    report = yield
    if report.failed and RUNNING:
        for context in RUNNING[0].contexts:
            report.sections += [(page.url, drawing.told(page)) for page in context.pages]
    return report


@pytest.fixture
def traffic() -> lab_server.Traffic:
    """What a page asked of other hosts and what errors it had; the errors are for the test to judge."""
    return lab_server.Traffic()


@pytest.fixture
def page(browser_of_all: Browser, traffic: lab_server.Traffic) -> Iterator[Page]:
    """A page that knows nothing. The test fails in the end when the page asked anything of the internet."""
    with lab_server.empty_context(browser_of_all, traffic) as context:
        yield context.new_page()
    assert not traffic.outside, f"the page asked other hosts: {traffic.outside}"


@pytest.fixture(scope="session")
def lab_page_of_all(browser_of_all: Browser) -> Iterator[Page]:
    """One page for the session in which the Lab stays open."""
    with lab_server.empty_context(browser_of_all, lab_server.Traffic()) as context:
        yield context.new_page()


@pytest.fixture
def lab_page(
    lab_page_of_all: Page, traffic: lab_server.Traffic, request: pytest.FixtureRequest
) -> Iterator[Page]:
    """The page of the Lab, for one test: its notebook is the only one that is open, at the usual size."""
    failed = request.session.testsfailed
    lab_page_of_all.set_viewport_size(lab_server.VIEWPORT["viewport"])
    drawing.wake(lab_page_of_all)
    with lab_server.watched(lab_page_of_all.context, traffic):
        yield lab_page_of_all
    if traffic.outside or request.session.testsfailed > failed:
        lab_page_of_all.goto("about:blank")  # the next test begins anew
    assert not traffic.outside, f"the page asked other hosts: {traffic.outside}"


@pytest.fixture(scope="module")
def shared_page(browser_of_all: Browser) -> Iterator[Page]:
    """One page for all tests of a module; in the end it must have had no errors and asked no other host."""
    traffic = lab_server.Traffic()
    with lab_server.empty_context(browser_of_all, traffic, viewport=viewport()) as context:
        yield context.new_page()
    assert traffic == lab_server.Traffic()


@pytest.fixture
def page_again(shared_page: Page, traffic: lab_server.Traffic) -> Iterator[Page]:
    """`shared_page` for one test, for pages that are opened at an address of their own.

    What such a page keeps, it keeps under its address (a port): the next one knows nothing of it. A new
    context would draw the first map anew, which takes longer than most tests of it.
    """
    with lab_server.watched(shared_page.context, traffic):
        yield shared_page
    shared_page.goto("about:blank")
    shared_page.mouse.move(0, 0)
    assert not traffic.outside, f"the page asked other hosts: {traffic.outside}"


@pytest.fixture(scope="module")
def frames() -> Frames:
    """What came over the web sockets of `shared_lab_page`."""
    return Frames()


@pytest.fixture(scope="module")
def shared_lab_page(lab_page_of_all: Page, frames: Frames, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page of the Lab for all tests of a module, which open notebooks in it; in the end as above."""
    page, traffic, failed = lab_page_of_all, lab_server.Traffic(), request.session.testsfailed
    page.set_viewport_size(viewport())
    drawing.wake(page)
    if "/lab" in page.url:  # what the notebook of another module leaves behind is none of this one's
        lab_server.close_notebooks(page)
        page.wait_for_timeout(500)
    with lab_server.watched(page.context, traffic), frames.listening(page):
        yield page
    if traffic != lab_server.Traffic() or request.session.testsfailed > failed:
        page.goto("about:blank")  # the next test begins anew
    assert traffic == lab_server.Traffic()


@pytest.fixture
def run_all_cells(lab_page: Page, lab: lab_server.Lab) -> Callable[[str], None]:
    """Opens a notebook of the lab in `lab_page` and runs all of it."""
    return partial(lab_server.run_all_cells, lab_page, lab)
