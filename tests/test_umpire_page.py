"""What docs/umpire.md shows umpires is what happens."""

import doctest
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from ninevears_kernel import widgets
from ninevears_kernel.cli import cli

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "umpire.md"
TEXT = PAGE.read_text(encoding="utf-8")
COMMANDS = sorted(set(re.findall(r"^(ninevears .*)$", TEXT, re.MULTILINE)))


def test_every_python_example_runs():
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted >= 30
    assert result.failed == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_these_words_and_options(command):
    words = command.partition(" > ")[0].split()[1:]
    names = words[: 2 if words[0] in ("docket", "dice") else 1]
    told = CliRunner().invoke(cli, [*names, "--help"])
    assert told.exit_code == 0
    for option in re.findall(r"--[a-z-]+", command):
        assert option in told.output


def test_every_link_leads_somewhere():
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        path, _, anchor = target.partition("#")
        assert not path or (PAGE.parent / path).exists(), target
        headings = [
            re.sub(r"[^\w -]", "", line[3:]).replace(" ", "-").casefold()
            for line in TEXT.splitlines()
            if line.startswith("## ")
        ]
        assert not anchor or anchor in headings, target


def test_every_desk_that_it_names_is_there():
    named = set(re.findall(r"`(\w+Desk)\b", TEXT))
    assert named == {"UmpireDesk", "TableDesk", "MailDesk", "LuckDesk", "FairDiceDesk"}
    assert named <= set(widgets.__all__)
