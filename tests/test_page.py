"""The page of a notebook: for this machine alone, without the internet, and ended with its command."""

import copy
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import nbformat
import psutil
import pytest
from lab_server import _free_port, _wait_until_it_answers
from map_page import write_notebook
from nbformat.v4 import new_code_cell, new_notebook
from tornado.web import HTTPError

from ninevears_kernel.class_page import kept_apart
from ninevears_kernel.core.messages import say
from ninevears_kernel.page_server import MOST_WRONG, PAUSE, Tries, lan_addresses

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
OUTSIDE = re.compile(r"""(?:src|href)=["'](?:https?:)?//[^"']*""")
KERNEL = "/api/kernels/01234567-89ab-cdef-0123-456789abcdef"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="ends servers as other systems do")


@contextmanager
def served(folder, *options):
    """The command `ninevears page` on a folder of notebooks, in a process of its own; and its address."""
    write_notebook(folder, "one.ipynb", "1 + 1")
    url, log = f"http://127.0.0.1:{(port := _free_port())}", folder / "page.log"
    command = [sys.executable, "-m", "ninevears_kernel", "page", str(folder), f"--port={port}"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--no-browser", *options],
            env=os.environ | {"TMPDIR": str(folder)},  # what a killed server leaves is ours to throw away
            stdout=output,
            stderr=output,
        )
    try:
        _wait_until_it_answers(url, process, log, 90)
        yield process, url
    finally:
        process.kill()
        process.wait()


def status(url, host=None):
    """The number of an answer, and the page."""
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    write_notebook(folder, "index.ipynb", "2 + 2")
    with served(folder, "--host=umpire.example") as (_, url):
        yield url


def test_the_list_of_a_folder_asks_no_other_server(url):
    code, page = status(f"{url}/voila/tree")
    assert code == 200
    assert "one.ipynb" in page or "treepage.js" in page
    assert OUTSIDE.findall(page) == []
    assert OUTSIDE.findall(status(f"{url}/voila/render/none.ipynb")[1]) == []


@pytest.mark.parametrize("path", ["", "/voila/render/one.ipynb", "/voila/tree", KERNEL])
def test_a_strangers_name_for_this_machine_is_refused(url, path):
    assert status(url + path, "rebound.example")[0] == 403
    assert status(url + path, "192.168.1.7:8866")[0] == 403


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8866", "[::1]", "umpire.example"])
def test_this_machines_names_and_those_that_were_given_are_answered(url, host):
    assert status(f"{url}/voila/tree", host)[0] == 200


class _Stays(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def first_status(url, host=None, cookie=None):
    """The number of the first answer, without following it anywhere; its heading, and the page."""
    headers = {name: value for name, value in (("Host", host), ("Cookie", cookie)) if value}
    opener = urllib.request.build_opener(_Stays)
    try:
        with opener.open(urllib.request.Request(url, headers=headers), timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def test_a_folder_opens_with_its_index_and_lists_the_rest_elsewhere(url):
    code, headers, _ = first_status(url)
    assert (code, headers["Location"]) == (302, "/voila/render/index.ipynb")
    page = status(url)[1]
    bar = page[page.index("<nav") : page.index("</nav>")]
    assert "/voila/render/index.ipynb" in bar
    assert "/voila/tree" in bar
    assert say("page.theme") in bar
    for words in ("lost", "ended", "again"):  # what is said when nothing is worked out any more
        assert say(f"page.{words}") in page
    kernel = re.search(r'"kernelId": "([^"]+)"', page)[1]
    assert status(f"{url}/api/kernels/{kernel}")[0] == 200  # by which the page finds out
    assert status(f"{url}{KERNEL}")[0] == 404


@pytest.mark.skipif(not lan_addresses(), reason="this machine is in no local network")
def test_the_local_network_gets_a_page_by_its_link_alone(tmp_path):
    with served(tmp_path, "--lan") as (_, url):
        log = (tmp_path / "page.log").read_text(encoding="utf-8")
        links = [
            f"{address}?token={password}"
            for address, password in re.findall(
                r"(http://[\d.]+:\d+/)\nPassword: +([a-z]+(?:-[a-z]+){3})\n", log
            )
        ]
        assert "▀" in log  # the picture to point at
        assert [link.split(":")[1].removeprefix("//") for link in links] == lan_addresses()
        address, _, token = links[0].partition("/?token=")
        own = address.removeprefix("http://")
        code, headers, page = first_status(links[0])
        assert (code, "one.ipynb" in page or "treepage.js" in page) == (200, True)
        cookie = headers["Set-Cookie"].partition(";")[0]
        assert first_status(address + "/voila/render/one.ipynb", cookie=cookie)[0] == 200
        assert len(list(tmp_path.glob("ninevears-page-*/*"))) == 1  # where this browser's files go
        for path in ("", "/voila/render/one.ipynb", "/voila/tree", KERNEL):
            for base in (url, address):
                assert first_status(base + path)[0] in (302, 403), path  # to the login, or nowhere
                assert first_status(f"{base}{path}?token={token[:-1]}")[0] in (302, 403), path
            for stranger in ("rebound.example", "192.168.77.7:8866"):
                assert first_status(f"{url}{path}?token={token}", stranger)[0] == 403, path
            assert first_status(f"{url}{path}?token={token}", own)[0] != 403, path
        _comes_in_by_the_login_page(url, token)


def _comes_in_by_the_login_page(url, password):
    """Somebody types the password, as people do, or another one, and again and again."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def asked(address, form=None):
        try:
            with browser.open(address, form, timeout=30) as answer:
                return answer.status, answer.url, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.url, error.read().decode()

    def given(text):
        page = asked(f"{url}/login")[2]
        assert OUTSIDE.findall(page) == []
        xsrf = re.search(r'name="_xsrf" value="([^"]+)"', page)[1]
        form = urllib.parse.urlencode({"password": text, "_xsrf": xsrf}).encode()
        return asked(f"{url}/login?next=%2Fvoila%2Ftree", form)

    code, _, page = given("Paris <b>")
    assert code == 401
    assert say("page.login-wrong") in page
    assert "Paris &lt;b&gt;" in page  # to be mended, not typed anew
    code, where, _ = given(f"  {password.replace('-', '  ').title()} ")
    assert (code, where) == (200, f"{url}/voila/tree")
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    for number in range(MOST_WRONG):
        code = first_status(f"{url}/voila/tree?token=wrong-{number}")[0]
        assert code == 302
    code, _, page = given(password)  # neither the form nor a link can be tried without end
    assert code == 429
    assert "seconds, then try again" in page
    assert first_status(f"{url}/voila/tree?token={password}")[0] == 302


def test_wrong_tries_are_counted_by_address_and_forgotten_in_time():
    now = [100.0]
    tries = Tries(clock=lambda: now[0])
    for _ in range(MOST_WRONG - 1):
        tries.wrong("10.0.0.7")
    assert tries.left("10.0.0.7") == 0
    tries.wrong("10.0.0.7")
    assert (tries.left("10.0.0.7"), tries.left("10.0.0.8")) == (PAUSE, 0)
    now[0] += PAUSE
    assert tries.left("10.0.0.7") == 0
    tries.wrong("10.0.0.7")  # one more, and the pause begins again
    assert tries.left("10.0.0.7") == PAUSE
    now[0] += PAUSE
    tries.right("10.0.0.7")
    tries.wrong("10.0.0.7")
    assert tries.left("10.0.0.7") == 0


def visitor(name="anna", address="10.0.0.7", path="/voila/render/index.ipynb"):
    """Whoever opens a page of a class, as Voila tells of them."""
    request = SimpleNamespace(remote_ip=address, path=path)
    return SimpleNamespace(current_user=SimpleNamespace(username=name), request=request)


def test_pupils_do_not_write_into_each_others_files(tmp_path):
    def where(name):
        notebook = new_notebook(cells=[new_code_cell("1 + 1")])
        handler = visitor(name)
        first, *rest = kept_apart(tmp_path)(handler, notebook, cwd="").cells
        assert [cell.source for cell in rest] == ["1 + 1"]
        done = subprocess.run(
            [sys.executable, "-c", f"{first.source}\nopen('my-progress.jsonl', 'a').write('x')"], check=True
        )
        assert done.returncode == 0

    for name in ("anna", "../ben", "anna"):
        where(name)
    written = sorted(file.read_text() for file in tmp_path.rglob("my-progress.jsonl"))
    assert written == ["x", "xx"]


@pytest.mark.parametrize(
    "path", ["teachers/01_guide.ipynb", "teachers%2F01_guide.ipynb", "lessons/../teachers/02.ipynb"]
)
def test_pages_with_keys_are_for_the_teachers_machine_alone(tmp_path, path):
    with pytest.raises(HTTPError) as error:
        kept_apart(tmp_path)(visitor(path=f"/voila/render/{path}"), new_notebook(), cwd="")
    assert (error.value.status_code, error.value.reason) == (403, say("page.of-the-teacher"))
    at_home = visitor(address="127.0.0.1", path=f"/voila/render/{path}")
    assert kept_apart(tmp_path)(at_home, new_notebook(), cwd="").cells


def test_a_pupils_page_leaves_out_what_is_for_the_teacher(tmp_path):
    """Also where somebody writes a plan of their own: the cells are known by the class of their fold."""
    plan = nbformat.read(NOTEBOOKS / "classroom" / "03_a_siege_in_detail.ipynb", as_version=4)
    count = len(plan.cells)
    assert (
        len(kept_apart(tmp_path)(visitor(address="127.0.0.1"), copy.deepcopy(plan), cwd="").cells)
        == count + 1
    )
    shown = kept_apart(tmp_path)(visitor(), plan, cwd="").cells
    assert len(shown) == count
    assert not any("For the teacher" in cell.source for cell in shown)


def test_a_machine_without_room_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("ninevears_kernel.class_page.LEAST_MEMORY", 1 << 60)
    with pytest.raises(HTTPError) as error:
        kept_apart(tmp_path)(SimpleNamespace(), new_notebook(), cwd="")
    assert error.value.status_code == 503
    assert error.value.reason == say("page.full")


@pytest.mark.parametrize("how", ["SIGTERM", "SIGKILL"])
def test_whoever_ends_the_command_ends_the_server(tmp_path, how):
    """And its kernels; what somebody did on a page is gone too, unless nothing could be done any more."""
    lan = ["--lan", "--password=namur-namur"] if lan_addresses() else []
    with served(tmp_path, *lan) as (process, url):
        code, _, _ = first_status(f"{url}/voila/render/one.ipynb?token=namur-namur")
        kernels = psutil.Process(process.pid).children(recursive=True)
        assert (code, len(kernels)) == (200, 1)
        left = "voila_*", *(["ninevears-page-*"] if lan else [])
        assert all(map(list, map(tmp_path.glob, left)))
        process.send_signal(getattr(signal, how))
        process.wait(30)
        assert psutil.wait_procs(kernels, timeout=20)[1] == []
        with pytest.raises(OSError, match="refused"):
            urllib.request.urlopen(url, timeout=2).close()
        if how == "SIGTERM":
            assert not any(map(list, map(tmp_path.glob, left)))
