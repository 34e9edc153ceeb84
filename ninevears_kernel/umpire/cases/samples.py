"""Worked cases that travel with the kit: for each question some to start from, and the case book of disputes.

A sample of ``samples/`` is a case. One of the case book (``tests/rulings/case_book/``, for it is a test too)
is a situation: the case, the clauses that it shows, and what the umpire must say.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from ...core.errors import looked_up
from ...core.messages import Message, say
from ...input_files import read_text
from .cases import Case, case_from_data

PACKAGE = Path(__file__).parents[2]
SAMPLES = PACKAGE / "samples"


class Sample(NamedTuple):
    """A worked case.

    Attributes:
        name: its file's, without the ending.
        case: the case.
        text: its text, with the comments that explain it.
        clauses: of a case of the book, the clauses that it shows.
        expected: of a case of the book, what the umpire must say: ``verdict``, ``answer``, ``readings``, ...
    """

    name: str
    case: Case
    text: str
    clauses: tuple[str, ...] = ()
    expected: Mapping[str, Any] = {}

    @property
    def data(self) -> dict[str, Any]:
        """The case as plain data of its own, to be changed."""
        return tomllib.loads(self.text)

    def _repr_html_(self) -> str:
        """It in a notebook: folded, for whoever wants to write a case by hand."""
        summary = escape(say("sample.as-file"))
        return f"<details><summary>{summary}</summary><pre>{escape(self.text)}</pre></details>"

    @property
    def in_case_book(self) -> bool:
        """Whether it is a dispute of the case book."""
        return bool(self.expected)


def case_book_folder() -> Path:
    """The folder of the case book: inside the installed package, or in a checkout.

    >>> case_book_folder().name
    'case_book'
    """
    installed = PACKAGE / "case_book"
    return installed if installed.exists() else PACKAGE.parent / "tests" / "rulings" / "case_book"


@cache
def samples() -> dict[str, Sample]:
    """Every sample by name, those to start from before the case book, each in the order of the names.

    >>> samples()["his_port"].case.given["place"]
    'port'
    >>> samples()["peace_on_a_nine"].expected["answer"]["ends"]
    False
    """
    found = {}
    for path in _files(SAMPLES):
        text = read_text(path)
        found[path.stem] = Sample(path.stem, case_from_data(tomllib.loads(text)), text)
    for path in _files(case_book_folder()):
        text = read_text(path)
        situation = tomllib.loads(text)
        text, clauses = case_text(text), tuple(situation["clauses"])
        case = case_from_data(tomllib.loads(text))
        found[path.stem] = Sample(path.stem, case, text, clauses, situation["expect"])
    return found


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*.toml"), key=lambda path: path.stem)


def case_text(situation: str) -> str:
    r"""The case of a situation as a text of its own, comments and all; its title is the situation's.

    >>> case_text('title = "He may not."\nclauses = []\n\n[case]\nsystem = "NY"\n\n[case.given]\nrating = 5\n'
    ...           '# two of four\n[expect]\nverdict = "no"\n').splitlines()
    ['title = "He may not."', 'system = "NY"', '', '[given]', 'rating = 5']
    """
    head, case = situation.split("\n[case]\n", 1)
    lines = case.split("\n[expect", 1)[0].rstrip().split("\n")
    while not lines[-1].strip() or lines[-1].startswith("#"):  # what is expected, and why
        lines.pop()
    lines = [re.sub(r"^(\[\[?)case\.", r"\1", line) for line in lines]
    title = next(line for line in head.split("\n") if line.startswith("title = "))
    return "\n".join([title, *lines]) + "\n"


def sample(name: str) -> Sample:
    """The sample with this name.

    Raises:
        UnknownName: there is none.
    """
    return looked_up("sample", name, Message("kind.sample"), samples())


def samples_of(system: str, question: str | None = None) -> tuple[Sample, ...]:
    """The samples of a question, or of a whole system.

    >>> [sample.name for sample in samples_of("HIS", "naval-combat")][:2]
    ['his_open_sea', 'his_port']
    >>> len(samples_of("NY")) >= 20
    True
    """
    return tuple(
        sample
        for sample in samples().values()
        if sample.case.system == system and question in (None, sample.case.question)
    )
