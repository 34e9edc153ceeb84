"""Files that people asked for: whole or untouched, and what cannot be written is told with its own name."""

import errno
import os
import stat

import pytest
from click.testing import CliRunner

from ninevears_kernel import output_files
from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.game import Game
from ninevears_kernel.nine_years.game_log import save_log
from ninevears_kernel.nine_years.save import save_position
from ninevears_kernel.nine_years.scenario import scenario_1688
from ninevears_kernel.output_files import check_writable, make_folder, write_whole
from ninevears_kernel.teaching.class_summary import read_class
from ninevears_kernel.teaching.handout import handout, write_handout
from ninevears_kernel.teaching.player_aid import player_aid
from ninevears_kernel.teaching.progress import ProgressFile
from ninevears_kernel.teaching.progress_export import export
from ninevears_kernel.teaching.sample_class import sample_class
from ninevears_kernel.umpire import report_commands, reports
from ninevears_kernel.umpire.table_mode import TableSession

RALLY = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
WRITERS = {
    "log": ("x.log", lambda path: save_log(Game.new(seed=1), path)),
    "save": ("x.json", lambda path: save_position(scenario_1688(), path)),
    "table": ("x.log", lambda path: TableSession().save(path)),
    "report": ("x.md", lambda path: reports.write_report(reports.report(RALLY, search=False), path)),
    "aid": ("x.md", lambda path: player_aid().write(path)),
    "progress": ("x.csv", lambda path: export(ProgressFile(path.parent / "none.jsonl").progress, path)),
    "handout": ("handout.html", lambda path: write_handout(handout(1, kinds=["force-limit"]), path.parent)),
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
    sample_class(tmp_path / "class", students=1, tasks=1)
    assert read_class(tmp_path / "class").students
    done = CliRunner().invoke(
        cli, ["class", str(tmp_path / "class"), "--csv", str(tmp_path / "no" / "x.csv")]
    )
    assert isinstance(done.exception, BadInput)
    assert "cannot be written" in str(done.exception)
