"""Readings: where a clause can be read in two ways, a switch with a name, a default and the reason for it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from .clauses import REGISTERS
from .errors import BadInput, UnknownName
from .messages import Message


@dataclass(frozen=True, slots=True)
class Reading:
    """A switch between interpretations of a clause.

    Attributes:
        name: stable name of the switch.
        clause_id: the clause it bears on.
        options: each option's name and what it means; the first is the default.
        reason: why the default is the default.
        of_logs: the option of a log that names none: the default of its day, when that was another.
    """

    name: str
    clause_id: str
    options: Mapping[str, str]
    reason: str
    of_logs: str

    @property
    def default(self) -> str:
        """The option taken unless an umpire says otherwise."""
        return next(iter(self.options))


@lru_cache(maxsize=1)
def readings() -> dict[str, Reading]:
    """All readings by name, from ``registers/readings.toml``.

    >>> readings()["odd-hit"].default
    'remaining'
    """
    data = tomllib.loads((REGISTERS / "readings.toml").read_text(encoding="utf-8"))
    return {
        name: Reading(
            name,
            entry["clause"],
            options := entry["options"],
            entry["reason"],
            entry.get("log", next(iter(options))),
        )
        for name, entry in data.items()
    }


@lru_cache(maxsize=1)
def readings_of_logs() -> Mapping[str, str]:
    """The options of a log that names none, where the default has become another since.

    >>> dict(readings_of_logs())
    {'barcelona': 'spain'}
    """
    return MappingProxyType(
        {name: one.of_logs for name, one in readings().items() if one.of_logs != one.default}
    )


def readings_in_force(chosen: Mapping[str, str]) -> dict[str, str]:
    """The option of every reading where some are chosen.

    >>> readings_in_force({"odd-hit": "parity"})["odd-hit"], readings_in_force({})["odd-hit"]
    ('parity', 'remaining')
    """
    return {name: chosen.get(name, one.default) for name, one in readings().items()}


@lru_cache(maxsize=256)
def default_of(name: str) -> str:
    """The default option of a reading; asked for once on each of the many branches of some odds.

    >>> default_of("odd-hit")
    'remaining'
    """
    return readings()[name].default


def chosen_readings(choices: Mapping[str, str]) -> dict[str, str]:
    """An umpire's choices, checked.

    Args:
        choices: reading to option.

    Returns:
        The same as a new dict.

    Raises:
        UnknownName: no such reading, or no such option.

    >>> chosen_readings({"odd-hit": "parity"})
    {'odd-hit': 'parity'}
    """
    for name, option in choices.items():
        if name not in readings():
            raise UnknownName("readings", name, Message("kind.reading"), readings())
        if option not in readings()[name].options:
            options = readings()[name].options
            raise BadInput(f"readings.{name}", option, Message.one_of(options))
    return dict(choices)
