"""The clause registers: what each rules system demands, by paragraph, and which code carries it out.

A clause is cited by system and number, ``NY 11.1.3.a``. `carries_out` puts the citation on a function, and
``ninevears clauses`` reads it back.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from .errors import looked_up
from .messages import Message

REGISTERS = Path(__file__).parent.parent / "registers"
BASES = ("text", "cross", "kit")
"""How a clause is founded: it stands in the source, follows from an example there, or is the kit's."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered demand of a rules system.

    Attributes:
        system: short name of the system, such as ``NY``.
        number: the printed paragraph, with a letter or number for the point inside it.
        title: a few words.
        says: what it demands, in our own words.
        basis: one of `BASES`.
        note: a doubt or conflict of the source and how the kit settles it, or None.
    """

    system: str
    number: str
    title: str
    says: str
    basis: str
    note: str | None = None

    @property
    def id(self) -> str:
        """System and number, as the clause is cited."""
        return f"{self.system} {self.number}"

    def __str__(self) -> str:
        return f"{self.id} ({self.title}): {self.says}"


@dataclass(frozen=True, slots=True)
class Register:
    """All clauses of one rules system, in the order of its paragraphs."""

    system: str
    name: str
    clauses: tuple[Clause, ...]


@lru_cache(maxsize=1)
def registers() -> dict[str, Register]:
    """The registers by short name, loaded once and validated.

    Raises:
        ValueError: a register breaks its own form; the message names file and clause.

    >>> sorted(registers())
    ['HIS', 'MP', 'NY', 'VQ']
    """
    loaded = [_load(path) for path in sorted(REGISTERS.glob("*.toml")) if path.stem != "readings"]
    return {register.system: register for register in loaded}


def _load(path: Path) -> Register:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if data.keys() != {"system", "short", "clause"}:
        raise ValueError(f"{path.name}: has {sorted(data)}, must have system, short and clause")
    system = data["short"]
    clauses: dict[str, Clause] = {}
    for entry in data["clause"]:
        place = f"{path.name}, clause {entry.get('id', len(clauses) + 1)}"
        if entry.keys() - {"note"} != {"id", "title", "says", "basis"}:
            raise ValueError(
                f"{place}: has {sorted(entry)}, must have id, title, says, basis and may have note"
            )
        if empty := [name for name, text in entry.items() if not isinstance(text, str) or not text.strip()]:
            raise ValueError(f"{place}: {', '.join(empty)} must be text")
        if entry["basis"] not in BASES:
            raise ValueError(f"{place}: basis is {entry['basis']!r}, must be one of {BASES}")
        if entry["id"] in clauses:
            raise ValueError(f"{place}: stands twice")
        clauses[entry["id"]] = Clause(
            system, entry["id"], entry["title"], entry["says"], entry["basis"], entry.get("note")
        )
    return Register(system, data["system"], tuple(clauses.values()))


@lru_cache(maxsize=1)
def _by_id() -> dict[str, Clause]:
    return {clause.id: clause for register in registers().values() for clause in register.clauses}


def clause(id: str) -> Clause:
    """The clause with this id.

    Args:
        id: system and number, as in ``NY 11.1.3.a``.

    Raises:
        UnknownName: no register has it.

    >>> clause("NY 11.1.3.a").title
    'LOC by sea'
    >>> print(clause("NY 3.2"))
    NY 3.2 (Corps): A corps belongs to one power and is at full strength or reduced. \
Corps and leaders may be demoralised.
    >>> clause("NY 11.1.3.z")
    Traceback (most recent call last):
    ...
    ninevears_kernel.core.errors.UnknownName: clause: found 'NY 11.1.3.z', expected a clause of the \
registers (did you mean NY 11.1.3.c or NY 11.1.3.b?).
    """
    return looked_up("clause", id, Message("kind.clause"), _by_id())


Function = TypeVar("Function", bound=Callable[..., Any])
_carried_out: dict[str, list[Callable[..., Any]]] = {}


def carries_out(*ids: str) -> Callable[[Function], Function]:
    """Says of a function which clauses it carries out, so that code and people can look it up.

    >>> @carries_out("NY 13.5.4")
    ... def rally_limit(rating):
    ...     return (rating + 1) // 2
    >>> rally_limit.carries_out
    ('NY 13.5.4',)
    """

    def mark(function: Function) -> Function:
        function.carries_out = ids  # type: ignore[attr-defined]
        for id in ids:
            _carried_out.setdefault(id, []).append(function)
        return function

    return mark


def implementations(id: str) -> tuple[str, ...]:
    """Where a clause is carried out, as ``package.module.function``, among the modules imported so far.

    >>> implementations("NY 0.0")
    ()
    """
    return tuple(f"{f.__module__}.{f.__qualname__}" for f in _carried_out.get(id, ()))


def sources(id: str) -> tuple[tuple[Path, int], ...]:
    """The files and lines at which those functions begin, as `implementations` names them.

    >>> sources("NY 0.0")
    ()
    """
    return tuple(_source(function) for function in _carried_out.get(id, ()))


def _source(function: Callable[..., Any]) -> tuple[Path, int]:
    code = inspect.unwrap(function)
    return Path(inspect.getfile(code)), inspect.getsourcelines(code)[1]


def natural_key(number: str) -> list[tuple[int, str]]:
    """Sorts clause numbers as people do: 2.10 after 2.9.

    >>> sorted(["13.1", "2.10", "2.9", "2.9.a"], key=natural_key)
    ['2.9', '2.9.a', '2.10', '13.1']
    """
    return [(int(part), "") if part.isdigit() else (-1, part) for part in number.split(".")]


def in_order(clauses: Iterable[Clause]) -> list[Clause]:
    """Clauses by system, then by number."""
    return sorted(clauses, key=lambda c: (c.system, natural_key(c.number)))
