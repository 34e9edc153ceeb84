"""Which clause is carried out where, and which tests show it."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any

from ... import here_i_stand, nine_years, umpire
from ...core.clauses import Clause, implementations, in_order, registers, sources
from ...core.errors import UnknownName
from ...core.messages import say
from .cases import given_schema, questions

_MARKED = re.compile(r"""pytest\.mark\.clause\((?P<ids>[^)]*)\)""")
_LISTED = re.compile(r"^clauses\s*=\s*\[(?P<ids>[^\]]*)\]", re.MULTILINE)
_NUMBER = re.compile(r"\d[\w.]*")
_ID = re.compile(r"""["']([A-Z]+ [^"']+)["']""")


def tested_ids(tests: Path) -> dict[str, list[str]]:
    """For each clause the test files that show it: by the mark ``clause`` or a situation's ``clauses``."""
    found: dict[str, list[str]] = {}
    for files, pattern in (("*.py", _MARKED), ("*.toml", _LISTED)):
        for path in sorted(tests.rglob(files)):
            for match in pattern.finditer(path.read_text(encoding="utf-8")):
                for id in _ID.findall(match["ids"]):
                    places = found.setdefault(id, [])
                    if (place := path.relative_to(tests).as_posix()) not in places:
                        places.append(place)
    return found


def coverage_data(system: str | None, tests: Path, sought: str = "") -> dict[str, Any]:
    """Clauses with code and tests, the questions with their keys, and the gaps.

    Args:
        system: one system's short name, or None for all.
        tests: the folder of tests; one that is not there shows nothing.
        sought: a clause, or words of its title, its text or the names of its code, all of which must be
            there. Then the clauses that fit are given alone, each with the ``places`` of its code (file and
            line), and no questions. Empty for every clause.

    Raises:
        UnknownName: no such system.
    """
    if system is not None and system not in registers():
        raise UnknownName("system", system, None, registers())
    _import_all()
    shown_by = tested_ids(tests)
    clauses: list[dict[str, Any]] = [
        {
            "clause": clause.id,
            "title": clause.title,
            "says": clause.says,
            "basis": clause.basis,
            "note": clause.note,
            "code": list(implementations(clause.id)),
            "tests": shown_by.get(clause.id, []),
        }
        for clause in _sought(system, sought)
    ]
    if sought:
        for entry in clauses:
            entry["places"] = [f"{_from_here(path)}:{line}" for path, line in sources(entry["clause"])]
    asked = [
        {
            "system": question.system,
            "question": question.name,
            "title": question.heading,
            "asks": question.about,
            "given": given_schema(question),
            "answer": dict(question.answer),
            "odds_of": list(question.results),
        }
        for question in questions().values()
        if not sought and system in (None, question.system)
    ]
    gaps = [entry["clause"] for entry in clauses if not entry["code"] and not entry["tests"]]
    return {"clauses": clauses, "questions": asked, "gaps": gaps}


def _sought(system: str | None, sought: str) -> list[Clause]:
    """The clauses of a number, with those below it, or else those that have all the words."""
    words = sought.lower().split()
    if words and words[0].upper() in registers() and system in (None, words[0].upper()):
        system, words = words[0].upper(), words[1:]
    among = [
        clause
        for name, register in registers().items()
        if system in (None, name)
        for clause in in_order(register.clauses)
    ]
    number = " ".join(words)
    numbered = [one for one in among if f"{one.number}.".lower().startswith(f"{number}.")]
    if numbered or _NUMBER.fullmatch(number):
        return numbered
    return [one for one in among if all(word in _text(one) for word in words)]


def _text(clause: Clause) -> str:
    return " ".join([clause.title, clause.says, *implementations(clause.id)]).lower()


def _from_here(path: Path) -> str:
    """A path as one types it in the present folder, where it lies below that."""
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def _import_all() -> None:
    for package in (nine_years, here_i_stand, umpire):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)


def coverage_text(data: dict[str, Any]) -> str:
    """The same as text, a few lines a clause."""
    lines = []
    for entry in data["clauses"]:
        basis = say(f"basis.{entry['basis']}")
        lines.append(say("coverage.line", clause=entry["clause"], basis=basis, title=entry["title"]))
        if "places" in entry:
            names = [code.rpartition(".")[2] for code in entry["code"]]
            found = zip(entry["places"], names, strict=True)
            lines += [say("coverage.place", place=place, function=name) for place, name in found]
        elif entry["code"]:
            lines.append(say("coverage.code", places=entry["code"]))
        if entry["tests"]:
            lines.append(say("coverage.tests", tests=entry["tests"]))
        if entry["clause"] in data["gaps"]:
            lines.append(say("coverage.gap"))
    if data["questions"]:
        lines.append(say("coverage.questions"))
    for asked in data["questions"]:
        name = f"{asked['system']} {asked['question']}"
        lines.append(say("coverage.question", name=name, title=asked["title"]))
    lines.append(say("coverage.sum", count=len(data["gaps"]), total=len(data["clauses"])))
    return "\n".join(lines)
