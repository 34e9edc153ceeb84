"""Which clause is carried out where, and which tests show it."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import here_i_stand, nine_years, umpire
from ..core.clauses import implementations, in_order, registers
from ..core.errors import UnknownName
from ..core.messages import Message, say
from .cases import given_schema, questions

_MARKED = re.compile(r"""pytest\.mark\.clause\((?P<ids>[^)]*)\)""")
_LISTED = re.compile(r"^clauses\s*=\s*\[(?P<ids>[^\]]*)\]", re.MULTILINE)
_ID = re.compile(r"""["']([A-Z]+ [^"']+)["']""")


def tested_ids(tests: Path) -> dict[str, list[str]]:
    """For each clause the test files that show it: by the mark ``clause`` or a situation's ``clauses``."""
    found: dict[str, list[str]] = {}
    for path, pattern in _test_files(tests):
        for match in pattern.finditer(path.read_text(encoding="utf-8")):
            for id in _ID.findall(match["ids"]):
                places = found.setdefault(id, [])
                if (place := path.relative_to(tests).as_posix()) not in places:
                    places.append(place)
    return found


def _test_files(tests: Path) -> Iterator[tuple[Path, re.Pattern[str]]]:
    for path in sorted(tests.rglob("*.py")):
        yield path, _MARKED
    for path in sorted(tests.rglob("*.toml")):
        yield path, _LISTED


def coverage_data(system: str | None, tests: Path) -> dict[str, Any]:
    """Clauses with code and tests, the questions with their keys, and the gaps.

    Args:
        system: one system's short name, or None for all.
        tests: the folder of tests; one that is not there shows nothing.

    Raises:
        UnknownName: no such system.
    """
    if system is not None and system not in registers():
        raise UnknownName(
            "system", system, Message("expected.one-of", options=Message.any_of(registers())), registers()
        )
    _import_all()
    shown_by = tested_ids(tests)
    clauses = [
        {
            "clause": clause.id,
            "title": clause.title,
            "says": clause.says,
            "basis": clause.basis,
            "note": clause.note,
            "code": list(implementations(clause.id)),
            "tests": shown_by.get(clause.id, []),
        }
        for register in registers().values()
        if system in (None, register.system)
        for clause in in_order(register.clauses)
    ]
    asked = [
        {
            "system": question.system,
            "question": question.name,
            "asks": question.about,
            "given": given_schema(question),
            "answer": dict(question.answer),
            "odds_of": list(question.results),
        }
        for question in questions().values()
        if system in (None, question.system)
    ]
    gaps = [entry["clause"] for entry in clauses if not entry["code"] and not entry["tests"]]
    return {"clauses": clauses, "questions": asked, "gaps": gaps}


def _import_all() -> None:
    for package in (nine_years, here_i_stand, umpire):
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{package.__name__}.{module.name}")


def coverage_text(data: dict[str, Any]) -> str:
    """The same as text, a few lines a clause."""
    lines = []
    for entry in data["clauses"]:
        basis = say(f"basis.{entry['basis']}")
        lines.append(say("coverage.line", clause=entry["clause"], basis=basis, title=entry["title"]))
        if entry["code"]:
            lines.append(say("coverage.code", places=entry["code"]))
        if entry["tests"]:
            lines.append(say("coverage.tests", tests=entry["tests"]))
        if entry["clause"] in data["gaps"]:
            lines.append(say("coverage.gap"))
    asked = [f"{question['system']} {question['question']}" for question in data["questions"]]
    if asked:
        lines.append(say("coverage.questions", questions=asked))
    lines.append(say("coverage.sum", count=len(data["gaps"]), total=len(data["clauses"])))
    return "\n".join(lines)
