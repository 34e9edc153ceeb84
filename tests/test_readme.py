"""What README.md shows is what happens."""

import doctest
import json
import re
import shlex
from pathlib import Path

from click.exceptions import Exit

from ninevears_kernel.cli import cli
from ninevears_kernel.umpire.cases.cases import rule_case

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_runs():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 4
    assert result.failed == 0


def test_the_case_can_be_ruled_on():
    case = json.loads(re.search(r"```json\n(.*?)```", README, re.DOTALL)[1])
    assert rule_case(case).verdict == "yes"


def test_every_line_of_the_command_line_is_understood(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("notebook.ipynb").touch()
    lines = re.findall(r"^\$ ninevears +([a-z]+) *([^#\n]*)", README, re.MULTILINE)
    assert len(lines) > 10
    for name, arguments in lines:
        try:
            cli.commands[name].make_context(name, shlex.split(arguments))
        except Exit:  # it was asked for --help
            assert "--help" in arguments


def test_every_link_leads_somewhere():
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []
