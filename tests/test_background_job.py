"""Work beside the notebook: in a thread, or, with Python in a browser, on the event loop."""

import asyncio
import sys
import threading
from types import SimpleNamespace

import pytest

from ninevears_kernel.widgets.parts.background_job import BackgroundJob


def job_of(work):
    found = []
    job = BackgroundJob("desk.search", "desk.search-tooltip", work, found.append)
    return job, found


def counting(progress, stop):
    for number in range(100):
        if stop():
            return number
        progress(number, 0)
    return 100


@pytest.fixture
def in_browser(monkeypatch):
    """No threads; `put_aside` is done each time that the work lets others have their turn."""
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(threading.Thread, "start", lambda _: pytest.fail("there are no threads here"))
    browser = SimpleNamespace(can=True, put_aside=lambda: None)

    def run_sync(awaited):
        awaited.close()
        browser.put_aside()

    ffi = SimpleNamespace(can_run_sync=lambda: browser.can, run_sync=run_sync)
    monkeypatch.setitem(sys.modules, "pyodide", SimpleNamespace(ffi=ffi))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    return browser


async def begun(job):
    job.begin()
    said = job.words.value
    await asyncio.sleep(0.01)
    return said


def test_work_in_a_thread_gives_its_result():
    job, found = job_of(counting)
    job.begin()
    assert job.wait()
    assert found == [100]
    assert (job.begin_button.disabled, job.stop_button.disabled) == (False, True)


@pytest.mark.parametrize("can_put_aside", [True, False])
def test_without_threads_it_says_so_before_it_begins_and_gives_the_result(in_browser, can_put_aside):
    in_browser.can = can_put_aside
    job, found = job_of(counting)
    assert "Working" in asyncio.run(begun(job))
    assert found == [100]
    assert (job.begin_button.disabled, job.stop_button.disabled) == (False, True)


def test_without_threads_it_can_be_stopped_and_keeps_what_it_has(in_browser):
    turns = iter(range(1000))
    job, found = job_of(counting)
    in_browser.put_aside = lambda: job.stop() if next(turns) == 20 else None
    asyncio.run(begun(job))
    assert found == [10]  # each of ten steps has asked and reported; the eleventh asked


def test_without_threads_an_error_is_told(in_browser):
    job, found = job_of(lambda progress, stop: 1 / 0)
    asyncio.run(begun(job))
    assert "role='alert'" in job.words.value
    assert found == []
