"""binder/ asks for what pyproject.toml asks for, and for what Binder's own image has in an older form."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

ROOT = Path(__file__).parents[1]
BINDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def requirement_lines() -> list[str]:
    lines = (BINDER / "requirements.txt").read_text().splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


LOCKED = dict(re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / "requirements.lock").read_text(), re.M))
IN_THE_IMAGE = {"notebook"}
"""What repo2docker has installed before, and what the lock's JupyterLab needs anew."""


def test_binder_installs_this_package_under_the_lock_and_what_its_image_has_anew():
    # "." brings exactly project.dependencies; any other package named here would be a second list.
    pins = [f"{name}=={LOCKED[name]}" for name in IN_THE_IMAGE]
    assert sorted(requirement_lines()) == sorted(["-c ../requirements.lock", ".", *pins])


def test_the_constraints_are_the_lock():
    [constraints] = [line.removeprefix("-c ") for line in requirement_lines() if line.startswith("-c ")]
    assert (BINDER / constraints).resolve() == ROOT / "requirements.lock"


@pytest.mark.parametrize("wanted", PROJECT["dependencies"])
def test_every_dependency_is_pinned_for_binder(wanted: str):
    requirement = Requirement(wanted)
    pins = re.findall(
        rf"^{re.escape(requirement.name)}==(\S+)", (ROOT / "requirements.lock").read_text(), re.M
    )
    assert pins, f"{requirement.name} is not in requirements.lock: run `make lock`"
    assert all(requirement.specifier.contains(pin) for pin in pins), f"{pins}: run `make lock`"


def test_binders_python_is_one_that_the_project_runs_on():
    [version] = re.findall(r"^python-(\d+\.\d+)$", (BINDER / "runtime.txt").read_text().strip())
    assert Version(version) in SpecifierSet(PROJECT["requires-python"])


def test_nothing_else_is_read_instead():
    # repo2docker passes over requirements.txt when one of these is there, and refuses two folders.
    others = {"environment.yml", "Pipfile", "Dockerfile", "pixi.toml", "default.nix"}
    assert not others & {path.name for path in BINDER.iterdir()}
    assert not (ROOT / ".binder").exists()
