"""What is kept of one pupil is found, given in one file, and erased; nothing of anybody else."""

import zipfile

import pytest
from click.testing import CliRunner

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.teaching.progress import ProgressFile
from ninevears_kernel.teaching.pupil_files import pupil_files


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
    assert names(school, pupil_files(school, "anna")) == hers


def test_a_war_in_a_shared_folder_is_nobodys(school):
    assert names(school, pupil_files(school, "Ben")) == ["shared/ben.jsonl"]


@pytest.mark.parametrize(
    ("where", "who"), [("anna", "Zoe"), ("nowhere", "Anna"), ("anna/anna.jsonl", "Anna")]
)
def test_nobody_and_nowhere_are_told(school, where, who):
    with pytest.raises(BadInput):
        pupil_files(school / where, who)


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
    assert "shared/anna.jsonl" not in names(school, pupil_files(school, "Anna"))
