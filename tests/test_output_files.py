"""Files that people asked for: whole or untouched, and what cannot be written is told with its own name."""

import errno
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from ninevears_kernel import output_files
from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput, DocketError
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log_text import save_log
from ninevears_kernel.nine_years.games.save import save_position
from ninevears_kernel.output_files import check_writable, make_folder, write_whole
from ninevears_kernel.teaching.class_summary import read_class
from ninevears_kernel.teaching.handout import make_handout, write_handout
from ninevears_kernel.teaching.player_aid import make_player_aid
from ninevears_kernel.teaching.progress import ProgressFile
from ninevears_kernel.teaching.progress_export import export
from ninevears_kernel.teaching.sample_class import make_sample_class
from ninevears_kernel.umpire.docket import store
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.luck.dice_commands import _write_secret
from ninevears_kernel.umpire.luck.table_mode import TableSession
from ninevears_kernel.umpire.reports import commands as report_commands, reports

RALLY = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
WRITERS = {
    "log": ("x.log", lambda path: save_log(Game.new(seed=1), path)),
    "save": ("x.json", lambda path: save_position(scenario_1688(), path)),
    "table": ("x.log", lambda path: TableSession().save(path)),
    "report": ("x.md", lambda path: reports.write_report(reports.report(RALLY, search=False), path)),
    "aid": ("x.md", lambda path: make_player_aid().write(path)),
    "progress": ("x.csv", lambda path: export(ProgressFile(path.parent / "none.jsonl").progress, path)),
    "handout": (
        "handout.html",
        lambda path: write_handout(make_handout(1, kinds=["force-limit"]), path.parent),
    ),
}


@pytest.fixture
def full_disk(monkeypatch):
    """A disk on which nothing can be kept."""

    def fail(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(output_files.os, "fsync", fail)


@pytest.mark.parametrize(("name", "write"), WRITERS.values(), ids=WRITERS)
def test_a_full_disk_leaves_the_old_file_and_is_told(tmp_path, name, write, full_disk):
    path = tmp_path / name
    path.write_text("ninevears-log/1\nthe old one")
    with pytest.raises(BadInput, match=r"cannot be written \(No space left") as told:
        write(path)
    assert str(told.value).startswith(f"{path}: ")
    assert path.read_text() == "ninevears-log/1\nthe old one"
    assert [one.name for one in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "room on the disk"),
        (errno.EROFS, "a disk that can be written to"),
        (errno.EACCES, "a folder that exists and that you may write to"),
    ],
)
def test_the_remedy_fits_what_is_wrong(tmp_path, monkeypatch, number, remedy):
    def fail(handle):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(output_files.os, "fsync", fail)
    with pytest.raises(BadInput, match=remedy):
        write_whole(tmp_path / "x.md", "x")
    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, signal, sys
from ninevears_kernel import output_files
output_files.os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
output_files.write_whole(sys.argv[1], "the new one")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing kills like this here")
def test_what_a_killed_writer_left_is_taken_away_by_a_later_one(tmp_path):
    path = tmp_path / "x[1].log"
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    [left] = tmp_path.iterdir()
    other = tmp_path / f"{path.name}.mine.new"
    other.write_text("somebody's own")
    write_whole(path, "now")
    assert left.exists(), "it may be written still, by another machine"
    old = time.time() - output_files.FORGOTTEN - 1
    for one in (left, other):
        os.utime(one, (old, old))
    write_whole(path, "now")
    assert sorted(one.name for one in tmp_path.iterdir()) == [path.name, other.name]
    assert path.read_text() == "now"


class FullDisk:
    """A file on a disk without room."""

    def __init__(self, file):
        self.file = file

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def __getattr__(self, name):
        return getattr(self.file, name)

    def write(self, content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _begin_progress(folder):
    ProgressFile(folder / "mine.jsonl", student="Anna")._append(b"{}\n")


def _begin_secret(folder):
    _write_secret(folder / "secret.txt", "00")


@pytest.mark.parametrize("begin", [_begin_progress, _begin_secret])
def test_a_file_that_cannot_be_begun_is_not_left_empty(tmp_path, monkeypatch, begin):
    path_open, handle_open = Path.open, os.fdopen
    monkeypatch.setattr(Path, "open", lambda *these, **those: FullDisk(path_open(*these, **those)))
    monkeypatch.setattr(os, "fdopen", lambda *these, **those: FullDisk(handle_open(*these, **those)))
    with pytest.raises(BadInput, match="room on the disk"):
        begin(tmp_path)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    begin(tmp_path)
    [path] = tmp_path.iterdir()
    assert path.stat().st_size


def test_a_docket_on_a_full_disk_is_told_and_not_left_empty(tmp_path, monkeypatch):
    prepare = store._prepare_sqlite

    def small(connection, record):
        prepare(connection, record)
        connection.execute("PRAGMA max_page_count = 2")

    monkeypatch.setattr(store, "_prepare_sqlite", small)
    with pytest.raises(DocketError, match=r"the disk is full\. Nothing was written"):
        Docket.open(tmp_path / "docket.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_a_docket_in_a_folder_that_cannot_be_written_is_told(tmp_path, monkeypatch):
    class Refused(sqlite3.OperationalError):
        sqlite_errorname = "SQLITE_CANTOPEN"

    def fail(*these, **those):
        raise Refused("unable to open database file")

    monkeypatch.setattr(store.os, "access", lambda path, mode: False)
    monkeypatch.setattr(store, "_prepare_sqlite", fail)
    with pytest.raises(DocketError, match="is read-only"):
        Docket.open(tmp_path / "docket.sqlite")


@pytest.mark.parametrize(("name", "write"), WRITERS.values(), ids=WRITERS)
def test_what_is_written_is_there_in_the_place_of_the_old(tmp_path, name, write):
    path = tmp_path / name
    path.write_text("the old one")
    write(path)
    assert "the old one" not in path.read_text()


@pytest.mark.parametrize(
    ("name", "write"), [WRITERS[one] for one in ("log", "save", "table", "report", "aid")]
)
def test_a_folder_that_is_not_there_is_told(tmp_path, name, write):
    path = tmp_path / "nowhere" / name
    with pytest.raises(BadInput, match=r"cannot be written \(No such file") as told:
        write(path)
    assert str(told.value).startswith(f"{path}: ")


def test_what_is_no_file_is_told(tmp_path):
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / ("x" * 300), f"{tmp_path}/a\0b"):
        with pytest.raises(BadInput, match="cannot be written"):
            write_whole(path, "")
        with pytest.raises(BadInput, match="cannot be written"):
            check_writable(path)
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot be written"):
        make_folder(tmp_path / "file")


def test_a_link_stays_a_link_and_a_file_keeps_its_mode(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_device_is_written_to_and_left(tmp_path):
    write_whole("/dev/null", "x")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "x")
    assert os.read(reader, 9) == b"x"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_looking_whether_a_file_can_be_written_changes_nothing(tmp_path):
    path = tmp_path / "file"
    check_writable(path)
    assert not list(tmp_path.iterdir())
    path.write_text("old")
    check_writable(path)
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_report_that_cannot_be_written_is_told_before_the_search(tmp_path, monkeypatch):
    case = tmp_path / "case.toml"
    case.write_text('format = "ninevears-case/1"\nsystem = "NY"\nquestion = "rally"\n[given]\nrating = 5\n')
    monkeypatch.setattr(reports, "report", lambda *_, **__: pytest.fail("it searched"))
    with pytest.raises(BadInput, match="report: found a file that cannot be written"):
        report_commands.ruled(str(case), [str(tmp_path / "nowhere" / "x.html")], None)


def test_a_table_of_a_class_that_cannot_be_written_is_told(tmp_path):
    make_sample_class(tmp_path / "class", students=1, tasks=1)
    assert read_class(tmp_path / "class").students
    done = CliRunner().invoke(
        cli, ["class", str(tmp_path / "class"), "--csv", str(tmp_path / "no" / "x.csv")]
    )
    assert isinstance(done.exception, BadInput)
    assert "cannot be written" in str(done.exception)
