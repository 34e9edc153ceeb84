"""What is kept of one pupil is found, given in one file, and erased; nothing of anybody else."""

import sqlite3
import zipfile

import pytest
from click.testing import CliRunner

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.teaching.progress import ProgressFile
from ninevears_kernel.teaching.pupil_files import kept_of


@pytest.fixture
def school(tmp_path):
    """Anna has a folder of her own; Ben and Cem share one, with a war that nobody's name is on."""
    for name in ("anna/anna.jsonl", "anna/home/my-progress.jsonl", "shared/ben.jsonl", "shared/cem.jsonl"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        student = "Anna" if "anna" in name else file.stem.title()
        ProgressFile(file, student=student).record_check("siege", 4, 5, True)
    for home in ("anna", "shared"):
        (tmp_path / home / "my-wars").mkdir()
        (tmp_path / home / "my-wars" / "war.war").write_text("a war")
    (tmp_path / "broken.jsonl").write_text("no progress\n")
    return tmp_path


def names(folder, files):
    return [file.relative_to(folder).as_posix() for file in files]


def everything(folder):
    return sorted(names(folder, (file for file in folder.rglob("*") if file.is_file())))


def test_all_of_a_pupil_is_found_with_their_wars(school):
    hers = ["anna/anna.jsonl", "anna/home/my-progress.jsonl", "anna/my-wars/war.war"]
    assert names(school, kept_of(school, "anna").files) == hers


def test_a_war_in_a_shared_folder_is_nobodys(school):
    assert names(school, kept_of(school, "Ben").files) == ["shared/ben.jsonl"]


@pytest.mark.parametrize(
    ("where", "who"),
    [
        *[("anna", "Zoe"), ("nowhere", "Anna"), ("anna/anna.jsonl", "Anna")],
        *[
            (".", "Ann"),
            (".", "nna"),
            (".", "Anna Maria"),
            (".", ""),
            (".", " \t"),
            (".", "*"),
            (".", "../anna"),
        ],
    ],
)
def test_nobody_and_nowhere_are_told(school, where, who):
    with pytest.raises(BadInput):
        kept_of(school / where, who)


def test_the_command_gives_and_erases(school, tmp_path_factory):
    before = everything(school)
    archive = tmp_path_factory.mktemp("given") / "anna.zip"
    asked = ["pupil", str(school), "ANNA", "--export", str(archive), "--erase"]
    refused = CliRunner().invoke(cli, asked, input="n\n")
    assert refused.exit_code == 1
    assert everything(school) == before
    done = CliRunner().invoke(cli, asked, input="y\n")
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(archive) as given:
        assert {*given.namelist()} == {*before} - {*everything(school)}
        assert len(given.namelist()) == 3
        assert given.read("anna/my-wars/war.war") == b"a war"
    assert CliRunner().invoke(cli, [*asked, "--yes"]).exit_code != 0  # nothing of her is left


def test_a_link_leads_to_nobodys_file(school):
    (school / "shared" / "anna.jsonl").symlink_to(school / "anna" / "anna.jsonl")
    assert "shared/anna.jsonl" not in names(school, kept_of(school, "Anna").files)


def test_wars_lie_where_a_pupil_plays_and_not_where_others_do(school):
    """At home wars lie beside other notebooks than progress does; a teacher's lie above all."""
    play = school / "anna" / "nine-years" / "play" / "my-wars"
    play.mkdir(parents=True)
    (play / "war.war").write_text("hers")
    (school / "my-wars").mkdir()
    (school / "my-wars" / "war.war").write_text("the teacher's")
    collected = school / "collected"
    (collected / "my-wars").mkdir(parents=True)
    (collected / "my-wars" / "war.war").write_text("the teacher's")
    ProgressFile(collected / "dora.jsonl", student="Dora").record_check("siege", 4, 5, True)
    hers = names(school, kept_of(school, "Anna").files)
    assert "anna/nine-years/play/my-wars/war.war" in hers
    assert "my-wars/war.war" not in hers
    assert names(school, kept_of(school, "Dora").files) == ["collected/dora.jsonl"]


def test_a_name_is_the_same_however_its_letters_are_stored(school):
    file = school / "zoe.jsonl"
    ProgressFile(file, student="Zoë Ångström").record_check("siege", 4, 5, True)
    for name in ("Zoe\u0308 A\u030angstro\u0308m", "ZOË  ÅNGSTRÖM"):
        assert kept_of(school, name).files == (file,)
    with pytest.raises(BadInput):
        kept_of(school, "Zoe Angstrom")


def test_files_without_a_name_belong_to_nobody(school):
    (school / "nameless").mkdir()
    ProgressFile(school / "nameless" / "my-progress.jsonl").record_check("siege", 4, 5, True)
    with pytest.raises(BadInput, match="a name"):
        kept_of(school, "")


def test_what_nobody_can_read_is_told(school):
    assert names(school, kept_of(school, "Ben").unread) == ["broken.jsonl"]
    done = CliRunner().invoke(cli, ["pupil", str(school), "Ben"])
    assert "broken.jsonl" in done.stderr


def test_no_link_of_a_pupil_gives_them_the_file_of_another(school):
    (school / "secret.txt").write_text("not hers")
    (school / "anna" / "my-wars" / "b.war").symlink_to(school / "secret.txt")
    (school / "anna" / "home" / "my-wars").symlink_to(school / "shared" / "my-wars")
    files = kept_of(school, "Anna").files
    assert not [file for file in files if file.is_symlink() or "home/my-wars" in file.as_posix()]


def test_what_is_given_is_not_put_into_itself(school):
    before = (school / "shared" / "ben.jsonl").read_bytes()
    asked = [
        "pupil",
        str(school),
        "Ben",
        "--export",
        str(school / "shared" / "ben.jsonl"),
        "--erase",
        "--yes",
    ]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code != 0
    assert (school / "shared" / "ben.jsonl").read_bytes() == before


NBGRADERS = (
    *(f"course/{step}/anna/siege/siege.ipynb" for step in ("submitted", "autograded", "feedback")),
    "exchange/nine-years/inbound/anna+siege+2026-11-23 18:00:00 UTC+key/siege.ipynb",
)
OTHERS = (
    *("course/source/siege/siege.ipynb", "course/submitted/annabel/siege/siege.ipynb"),
    *("course/submitted/ben/anna/siege.ipynb", "exchange/nine-years/outbound/siege/siege.ipynb"),
    "exchange/nine-years/inbound/annabel+anna+2026-11-23 18:00:00 UTC+key/siege.ipynb",
)


def test_what_nbgrader_keeps_is_found_given_and_erased(tmp_path):
    for name in (*NBGRADERS, *OTHERS):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    with sqlite3.connect(tmp_path / "course" / "gradebook.db") as book:
        book.execute("CREATE TABLE student (id TEXT)")
        book.execute("INSERT INTO student VALUES ('anna')")
    book.close()
    kept = kept_of(tmp_path, "anna")
    assert names(tmp_path, kept.files) == sorted(NBGRADERS)
    assert names(tmp_path, kept.gradebooks) == ["course/gradebook.db"]
    done = CliRunner().invoke(cli, ["pupil", str(tmp_path), "Anna", "--erase", "--yes"])
    assert "nbgrader db student remove" in done.stderr
    assert everything(tmp_path) == sorted(["course/gradebook.db", *OTHERS])
    assert not (tmp_path / "course" / "submitted" / "anna").exists()
