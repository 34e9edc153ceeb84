"""The gate elsewhere: the public workflow, the hooks of git, and make ask for the same things."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_gate_runs_on_every_python_that_the_kit_names():
    named = {line.rsplit(" ", 1)[1] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)}
    assert set(WORKFLOW["jobs"]["gate"]["strategy"]["matrix"]["python"]) == named
    assert min(named) == PROJECT["requires-python"].removeprefix(">=")


def test_the_engine_is_tried_on_windows_and_macos():
    systems = WORKFLOW["jobs"]["engine"]["strategy"]["matrix"]["system"]
    assert {name.split("-")[0] for name in systems} == {"windows", "macos"}


@pytest.mark.parametrize("job", ["gate", "engine"])
def test_a_job_is_well_formed(job):
    found = WORKFLOW["jobs"][job]
    assert found["runs-on"]
    assert found["timeout-minutes"] <= 60
    matrix = found["strategy"]["matrix"]
    for step in found["steps"]:
        assert ("uses" in step) != ("run" in step)
        assert re.fullmatch(r"[\w/-]+@v\d+", step.get("uses", "a/b@v1"))
        for name in re.findall(r"\$\{\{ matrix\.(\w+) \}\}", str(step)):
            assert name in matrix
    assert found["steps"][0]["uses"].startswith("actions/checkout@")


def test_what_it_asks_of_make_is_there():
    goals = {
        goal
        for job in WORKFLOW["jobs"].values()
        for step in job["steps"]
        for goal in re.findall(r"\bmake (\w+)", step.get("run", ""))
    }
    assert goals == {"test"}
    assert set(re.findall(r"^(\w+):.*##", MAKEFILE, re.M)) >= goals


def test_git_lints_as_make_does():
    [own] = HOOKS["repos"]
    assert own["repo"] == "local", "the tools are those of the environment: nothing is fetched"
    entries = {hook["id"]: hook["entry"] for hook in own["hooks"]}
    assert all(hook["language"] == "system" for hook in own["hooks"])
    assert entries.keys() == {"ruff-format", "ruff-check", "mypy"}
    for entry in entries.values():
        words = entry.removeprefix(".venv/bin/").split(" --")[0]
        assert f"$(BIN)/{words}" in MAKEFILE


def test_every_goal_of_make_is_told_and_is_no_file():
    told = set(re.findall(r"^(\w+):.*## \S", MAKEFILE, re.M))
    phony = set(re.search(r"^\.PHONY: ((?:.*\\\n)*.*)", MAKEFILE, re.M)[1].replace("\\\n", " ").split())
    assert told <= phony
    assert phony - told == {"lint", "this-python"}


def recipe(goal: str) -> str:
    return re.search(rf"^{re.escape(goal)}:.*\n((?:\t.*\n)+)", MAKEFILE, re.M)[1]


def test_a_peer_without_a_wheel_gets_the_builder_that_it_asks_for():
    assert ".[bench]" in recipe("$(VENV)/.bench")
    assert "--no-build-isolation" not in recipe("$(VENV)/.bench")


def test_the_gate_tests_the_wheel_and_the_quick_ways_the_tree():
    assert set(re.findall(r"\$\((TREE|GATE)\)", recipe("test") + recipe("proof"))) == {"GATE"}
    assert set(re.findall(r"\$\((TREE|GATE)\)", recipe("check") + recipe("quick"))) == {"TREE"}


def test_everything_that_make_leaves_is_taken_away_and_kept_out_of_git():
    gone = recipe("clean")
    for name in (".venv-*", ".proof", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", "$(MO)"):
        assert name in gone
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {".venv*/", ".proof/", "*.mo"} <= set(ignored)
