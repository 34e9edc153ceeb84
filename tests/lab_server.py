"""A JupyterLab that asks nothing of the internet, and a page that would tell if it did."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request, TimeoutError

LOCAL = {"127.0.0.1", "localhost"}
# ipyleaflet's bundle says the first each time, and it does no harm; nor does an answer of the kernel that
# comes when its widget is closed already, as when a cell is run again at once.
HARMLESS = (
    "of shared singleton module leaflet",
    "Could not process update msg for model id",
    # a map of ipyleaflet in a notebook that was closed, when the window changes its size
    ".update_bounds (",
    # a page that is still open when its server ends: after the tests, or because it is killed in one
    "net::ERR_CONNECTION_REFUSED",
    "net::ERR_CONNECTION_RESET",
    "net::ERR_SOCKET_NOT_CONNECTED",
)

# Without this a "Jupyter news?" toast covers a corner. All else is as a reader of notebooks has it: cells far
# from the window are not drawn, for one, so that what refers into them draws nothing.
SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
}
# What nbgrader brings along adds menus and buttons that a user of the kit does not see.
DISABLED = {"@jupyter/nbgrader": True, "@jupyter-notebook/lab-extension": True}
OPTIONS = (
    "--no-browser",
    "--ip=127.0.0.1",
    "--ServerApp.port_retries=0",
    "--IdentityProvider.token=",
    "--ServerApp.password=",
    "--ZMQChannelsWebsocketConnection.limit_rate=False",  # a test says more in a second than people do
    "--ServerApp.disable_check_xsrf=True",
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
    "--LabApp.expose_app_in_browser=True",
)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No name but this machine's leads anywhere. To route each request through the test instead would keep
    # nothing of the lab's scripts from one page to the next.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)

VIEWPORT = {"viewport": {"width": 1280, "height": 900}}

# Clicking the Run menu, or waiting for "idle" only, now and then runs nothing on a fresh kernel. A page asks
# its kernel for the widgets that are there: asked while cells run, it hears of some that are gone by then.
KNOWS_ITS_KERNEL = """async () => {
  const app = window.jupyterapp; await app.restored;
  const panel = app.shell.currentWidget; await panel.context.ready; await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
  const { rendermime } = panel.content;
  const renderer = rendermime.createRenderer('application/vnd.jupyter.widget-view+json');
  const widgets = await renderer._manager.promise;
  return widgets.restoredStatus && !widgets._kernelRestoreInProgress;
}"""
RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
PATIENCE = 60_000
"""Milliseconds."""


# What cells show grows for a moment after they are done: a click meanwhile may miss what moves away below it.
AT_REST = """async () => {
  const list = document.querySelector('.jp-WindowedPanel-outer') ?? document.querySelector('.jp-Notebook');
  const end = Date.now() + 20000;
  for (let same = 0, height = -1; same < 4 && Date.now() < end;) {
    await new Promise((later) => setTimeout(later, 50));
    same = list.scrollHeight === height ? same + 1 : 0;
    height = list.scrollHeight;
  }
}"""


# What a reader does who closes one notebook and opens the next: to load the Lab takes ten times as long.
CLOSE_ALL = """async () => {
  const open = () => [...window.jupyterapp.shell.widgets('main')].filter((one) => one.context);
  for (const one of open()) { one.context.model.dirty = false; one.close(); }
  while (open().length) await new Promise((later) => setTimeout(later, 20));
  return true;
}"""
OPEN_NEXT = """async (path) => {
  const app = window.jupyterapp;
  const panel = await app.commands.execute('docmanager:open', { path });
  await panel.context.ready;
  app.shell.activateById(panel.id);
  while (app.shell.currentWidget !== panel) await new Promise((later) => setTimeout(later, 20));
  return true;
}"""


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, and the folder that it serves."""

    url: str
    folder: Path


@dataclass
class Traffic:
    """What a page did that it should not: requests to other hosts, errors on the console."""

    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_it_answers(url: str, process: subprocess.Popen[bytes], log: Path, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"The server ended with {process.returncode}:\n{log.read_text()[-4000:]}")
        try:
            with urllib.request.urlopen(f"{url}/api/status", timeout=2):
                return
        except urllib.error.HTTPError:  # another server, which has no such address, but answers
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"The server did not answer within {seconds} s:\n{log.read_text()[-4000:]}")


@contextmanager
def running_lab(folder: Path, home: Path, seconds: float = 60) -> Iterator[Lab]:
    """JupyterLab of this environment on `folder`; what it writes of its own goes to `home`."""
    config = home / "config"
    (config / "labconfig").mkdir(parents=True)
    (config / "labconfig" / "default_setting_overrides.json").write_text(json.dumps(SETTINGS))
    (config / "labconfig" / "page_config.json").write_text(json.dumps({"disabledExtensions": DISABLED}))
    environment = os.environ | {
        "JUPYTER_CONFIG_DIR": str(config),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "IPYTHONDIR": str(home / "ipython"),
    }
    port = _free_port()
    root = ["--allow-root"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    log = home / "lab.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *OPTIONS, *root, f"--port={port}"],
            cwd=folder,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_until_it_answers(url, process, log, seconds)
            yield Lab(url, folder)
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def running_page(notebook: Path, home: Path, *options: str, seconds: float = 60) -> Iterator[str]:
    """A notebook as a Voila page, by the kit's own command with more options; gives its address."""
    home.mkdir(parents=True, exist_ok=True)
    port, log = _free_port(), home / "page.log"
    environment = os.environ | {
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "IPYTHONDIR": str(home / "ipython"),
    }
    command = [
        sys.executable,
        "-m",
        "ninevears_kernel",
        "page",
        str(notebook),
        f"--port={port}",
        "--no-browser",
        *options,
    ]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, env=environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_until_it_answers(url, process, log, seconds)
            yield url
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@contextmanager
def running_browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    """A Chromium without a window, for many contexts (`empty_context`)."""
    browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=list(FLAGS))
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def empty_context(browser: Browser, traffic: Traffic, **options: Any) -> Iterator[BrowserContext]:
    """A context that knows nothing and cannot leave this machine; `traffic` records what it tried."""
    with _kept_inside(browser.new_context(**(VIEWPORT | options)), traffic) as context:
        yield context


@contextmanager
def fresh_context(
    playwright: Playwright, chromium: str, profile: Path, traffic: Traffic, **options: Any
) -> Iterator[BrowserContext]:
    """A browser with an empty profile that cannot leave this machine; `traffic` records what it tried."""
    context = playwright.chromium.launch_persistent_context(
        str(profile), executable_path=chromium, headless=True, args=list(FLAGS), **(VIEWPORT | options)
    )
    with _kept_inside(context, traffic):
        yield context


@contextmanager
def watched(context: BrowserContext, traffic: Traffic) -> Iterator[None]:
    """Notes in `traffic` what the pages of a context ask of other hosts and what errors they have."""

    def note_request(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.hostname not in LOCAL:
            traffic.outside.append(request.url)

    def note_error(text: str) -> None:
        if not any(words in text for words in HARMLESS):
            traffic.errors.append(text)

    listeners: dict[str, Callable[[Any], None]] = {
        "request": note_request,
        "console": lambda said: note_error(said.text) if said.type == "error" else None,
        "weberror": lambda problem: note_error(problem.error.stack or problem.error.message),
    }
    for event, listener in listeners.items():
        context.on(event, listener)
    try:
        yield
    finally:
        for event, listener in listeners.items():
            context.remove_listener(event, listener)


@contextmanager
def _kept_inside(context: BrowserContext, traffic: Traffic) -> Iterator[BrowserContext]:
    try:
        with watched(context, traffic):
            yield context
    finally:
        context.close()


def close_notebooks(page: Page) -> None:
    """Closes what is open in the page of a lab."""
    page.wait_for_function("async () => { await window.jupyterapp.restored; return true; }", timeout=PATIENCE)
    page.wait_for_function(CLOSE_ALL, timeout=PATIENCE)


def open_notebook(page: Page, lab: Lab, notebook: str) -> None:
    """Opens a notebook, given by its path inside the lab's folder, and waits until its cells are drawn.

    A page that has this lab already closes what is open there; the kernels of what was closed live on, as
    they do when a page is left.
    """
    if page.url.startswith(f"{lab.url}/lab"):
        close_notebooks(page)
        page.wait_for_function(OPEN_NEXT, arg=notebook, timeout=PATIENCE)
    else:
        page.goto(f"{lab.url}/lab/tree/{quote(notebook)}?reset")
    page.wait_for_selector(".jp-Notebook .jp-Cell")


def run_all_cells(page: Page, lab: Lab, notebook: str) -> None:
    """Opens a notebook and runs it; back when every cell is done and nothing grows any more.

    A cell that fails is an AssertionError.
    """
    open_notebook(page, lab, notebook)
    try:
        page.wait_for_function(KNOWS_ITS_KERNEL, timeout=PATIENCE)
    except TimeoutError:
        # On a busy machine the Lab may never hear of a new kernel: a reader then loads the page again.
        page.goto("about:blank")
        open_notebook(page, lab, notebook)
        page.wait_for_function(KNOWS_ITS_KERNEL, timeout=PATIENCE)
    all_well = page.evaluate(RUN_ALL)
    page.evaluate(AT_REST)
    assert all_well, f"{notebook}: a cell failed: " + " | ".join(
        page.locator(".jp-OutputArea-output[data-mime-type*=stderr]").all_inner_texts()
    )
