"""What README.md shows is what happens."""

import doctest
import json
import re
from pathlib import Path

from ninevears_kernel.umpire.cases import rule_case

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_runs():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 4
    assert result.failed == 0


def test_the_case_can_be_ruled_on():
    case = json.loads(re.search(r"```json\n(.*?)```", README, re.DOTALL)[1])
    assert rule_case(case).verdict == "yes"


def test_every_link_leads_somewhere():
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []
