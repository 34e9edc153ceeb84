"""Worked cases that travel with the kit: for each question some that people can start from."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import UnknownName
from ..core.messages import Message
from ..input_files import read_text
from .cases import Case, case_from_data

SAMPLES = Path(__file__).parent.parent / "samples"


class Sample(NamedTuple):
    """A worked case: its name, the case, and its text with the comments that explain it."""

    name: str
    case: Case
    text: str

    @property
    def data(self) -> dict[str, Any]:
        """The case as plain data of its own, to be changed."""
        return tomllib.loads(self.text)


@cache
def samples() -> dict[str, Sample]:
    """Every sample by name, which is its file's without the ending, in the order of the names.

    >>> samples()["his_port"].case.given["place"]
    'port'
    """
    found = {}
    for path in sorted(SAMPLES.glob("*/*.toml"), key=lambda path: path.stem):
        text = read_text(path)
        found[path.stem] = Sample(path.stem, case_from_data(tomllib.loads(text)), text)
    return found


def sample(name: str) -> Sample:
    """The sample of this name.

    Raises:
        UnknownName: there is none.
    """
    if name not in samples():
        raise UnknownName("sample", name, Message("kind.sample"), samples())
    return samples()[name]


def samples_of(system: str, question: str) -> tuple[Sample, ...]:
    """The samples of a question.

    >>> [sample.name for sample in samples_of("HIS", "naval-combat")][:2]
    ['his_open_sea', 'his_port']
    """
    return tuple(
        sample
        for sample in samples().values()
        if (sample.case.system, sample.case.question) == (system, question)
    )
