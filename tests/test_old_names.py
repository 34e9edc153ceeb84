"""A bookmark of a lesson's old file leads on, in the lab that the kit opens."""

import json
from importlib import import_module
from types import SimpleNamespace

import pytest
from every_row import every_row
from tornado.testing import AsyncHTTPTestCase
from tornado.web import Application, RequestHandler

import ninevears_kernel
from ninevears_kernel.old_names import OldNames
from ninevears_kernel.teaching.lessons import lessons


@pytest.fixture
def names(tmp_path):
    (tmp_path / "lessons").mkdir()
    for one in lessons():
        (tmp_path / one.path).touch()
    return OldNames("/user/anna/", tmp_path)


@every_row("way", ["lab/tree", "lab/workspaces/auto-1/tree", "notebooks", "voila/render"])
def test_every_old_name_leads_to_a_lesson_that_is_there(names, way):
    moved = [(old, one) for one in lessons() for old in one.formerly]
    assert len(moved) >= 14
    for old, one in moved:
        assert names.onward(f"/user/anna/{way}/lessons/{old}") == f"/user/anna/{way}/{one.path}"
        assert names.onward(f"/user/anna/{way}/{one.path}") == ""


@every_row(
    "address",
    [
        "/user/anna/lab/tree/play/13_siege.ipynb",
        "/user/anna/api/contents/lessons/13_siege.ipynb",
        "/user/anna/lab/tree/../lessons/13_siege.ipynb",
        "/user/berta/lab/tree/lessons/13_siege.ipynb",
        "/user/anna/lab/tree/lessons/99_none.ipynb",
    ],
)
def test_what_is_no_old_lesson_stays(names, address):
    assert names.onward(address) == ""


def test_a_file_of_ones_own_that_is_called_so_is_opened(names, tmp_path):
    (tmp_path / "lessons" / "13_siege.ipynb").touch()
    assert names.onward("/user/anna/lab/tree/lessons/13_siege.ipynb") == ""


class TestTheServer(AsyncHTTPTestCase):
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path):
        (tmp_path / "lessons").mkdir()
        (tmp_path / "lessons" / "06_siege.ipynb").touch()
        self.root = tmp_path

    def get_app(self):
        """A server that has the addresses of the lab already when the kit's extension is loaded."""
        app = Application([("/.*", RequestHandler)])
        settings = ninevears_kernel.__path__[0] + "/page/lab/jupyter_server_config.d/ninevears.json"
        with open(settings, encoding="utf-8") as file:
            (name,) = json.load(file)["ServerApp"]["jpserver_extensions"]
        server = SimpleNamespace(base_url="/", root_dir=str(self.root), web_app=app)
        import_module(name)._load_jupyter_server_extension(server)
        return app

    def test_it_sends_the_browser_on(self):
        answer = self.fetch("/lab/tree/lessons/13_siege.ipynb?reset=1", follow_redirects=False)
        assert answer.code == 302
        assert answer.headers["Location"] == "/lab/tree/lessons/06_siege.ipynb?reset=1"
        assert self.fetch("/lab/tree/lessons/06_siege.ipynb").code == 405  # goes on to the lab
