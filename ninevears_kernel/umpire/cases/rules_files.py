"""An umpire's own tables as the docket keeps them: every file's text, so that a case can be ruled again."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

import msgspec

from ...core.errors import BadInput, UnknownName
from ...core.messages import Message
from ...input_files import convert, parse_data, read_text
from ...nine_years.components.rule_tables import (
    PARTS,
    RuleTables,
    Tables,
    standard_data,
    standard_rule_tables,
)
from ...nine_years.games.custom_rules import SCENARIO_TABLES, rule_tables_from_file
from ...nine_years.rules.events.vocabulary import words_of
from .outside_input import MOST_RULES, to_json

Numbers = Mapping[str, Mapping[str, Any]]
"""Lines of ``kit_rules.toml`` by section: ``{"stacking": {"limit": 10}}``."""
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]{0,99}(/[A-Za-z0-9_][A-Za-z0-9_. -]{0,99}){0,4}")


@dataclass(frozen=True, slots=True)
class RulesFile:
    """An umpire's own tables.

    Attributes:
        name: the name of the file.
        files: the text of that file and of those that it names, each by its place beside it.
    """

    name: str
    files: Mapping[str, str] = field(hash=False)

    @property
    def digest(self) -> str:
        """A sum over the text of the files, the same wherever they lie."""
        content = to_json([self.name, dict(self.files)], sort_keys=True)
        return sha256(content.encode("ascii")).hexdigest()

    @property
    def text(self) -> str:
        """The text of the file itself."""
        return self.files[self.name]

    @property
    def stated(self) -> dict[str, set[str]]:
        """The lines that the file states, by section."""
        data = tomllib.loads(self.text)
        return {name: set(lines) for name, lines in data.items() if isinstance(lines, dict)}


def rules_file(path: str | Path) -> RulesFile:
    """The umpire's tables in a file, with the files that it names, checked.

    Args:
        path: a TOML file as `rule_tables_from_file` reads it; the docket keeps only what lies beside it,
            plain text of at most 1,000,000 characters.

    Raises:
        BadInput: the tables are wrong, or name a file elsewhere; names the file and the field.
    """
    path = Path(path)
    try:
        text = read_text(path)
        data = parse_data(text, is_toml=True)
        files = {path.name: text}
        for _, place in _named_in(data):
            files[place] = read_text(path.parent / place)
        _check_sizes(files)
    except BadInput as error:
        raise error.in_file(str(path)) from None
    rule_tables_from_file(path)
    return RulesFile(path.name, files)


def rules_from_texts(texts: Mapping[str, str]) -> RulesFile:
    r"""The umpire's tables out of files that somebody gives by name, not by place, checked.

    Args:
        texts: the text of each file by its own name; tables of a scenario may be given so too. The rules file
            is the one that ends in ``.toml`` and is no scenario.

    Raises:
        BadInput: there is no rules file among them, one that it names is missing, or something is wrong.

    >>> rules_from_texts({"mine.toml": 'format = "ninevears-rules/1"\n[stacking]\nlimit = 10\n'}).name
    'mine.toml'
    """
    _check_sizes(texts)
    tops = [one for one in texts if one.endswith(".toml") and one != "scenario.toml"]
    if len(tops) != 1 or not _NAME.fullmatch(tops[0]):
        raise BadInput("rules", Message("list.one", item=sorted(texts)), Message("desk.expected-rules-file"))
    name = tops[0]
    try:
        data = parse_data(texts[name], is_toml=True)
        files = {name: texts[name]}
        for part, place in _named_in(data):
            own = place.rpartition("/")[2] if part == "scenario" else place
            if own not in texts:
                raise BadInput(part, own, Message("desk.expected-beside"))
            files[place] = texts[own]
    except BadInput as error:
        raise (error if error.file else error.in_file(name)) from None
    found = RulesFile(name, files)
    rule_tables_of(found)
    return found


def _named_in(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The files that a rules file names, each after the part of the tables that it holds."""
    for part in [one for one in PARTS if one in data]:
        name = data[part]
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise BadInput(part, name, Message("docket.expected-beside"))
        inside = [*(f"{name}/{table}.csv" for table in SCENARIO_TABLES), f"{name}/scenario.toml"]
        yield from ((part, place) for place in (inside if part == "scenario" else [name]))


def _check_sizes(files: Mapping[str, str]) -> None:
    count = sum(map(len, files.values()))
    if count > MOST_RULES:
        expected = Message("docket.expected-at-most", count=MOST_RULES)
        raise BadInput("file", Message("docket.characters", count=count), expected)


@lru_cache(maxsize=16)
def rule_tables_of(rules: RulesFile) -> RuleTables:
    """The kit that kept files make, with their names in the place of paths.

    Raises:
        BadInput: something in them is wrong.
    """
    with TemporaryDirectory(prefix="ninevears-") as name:
        folder = Path(name)
        for place, text in rules.files.items():
            # What is kept may have been changed by somebody: nothing is written outside this folder.
            if not _NAME.fullmatch(place):
                raise BadInput("rules", place, Message("docket.expected-beside"))
            target = folder / place
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode("utf-8"))
        try:
            rule_tables = rule_tables_from_file(folder / rules.name)
        except BadInput as error:
            raise (
                error.in_file(str(Path(error.file).relative_to(folder))) if error.file else error
            ) from None
    own = {part: str(Path(path).relative_to(folder)) for part, path in rule_tables.own.items()}
    rule_tables.own = MappingProxyType(own)
    return rule_tables


def checked_numbers(numbers: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Lines of the kit's tables, each with the value that it shall have, checked as an umpire's file is.

    Raises:
        BadInput: no such section or line, or no such value.

    >>> checked_numbers({"stacking": {"limit": 10}})
    {'stacking': {'limit': 10}}
    >>> checked_numbers({"stacking": {"limit": "ten"}})
    Traceback (most recent call last):
    ...
    ninevears_kernel.core.errors.BadInput: rules.stacking.limit: found 'ten', expected a whole number.
    """
    standard = {name: lines for name, lines in standard_data().items() if isinstance(lines, dict)}
    for section, lines in numbers.items():
        if section not in standard:
            raise UnknownName("rules", section, None, standard)
        if not isinstance(lines, Mapping):
            raise BadInput(f"rules.{section}", lines, Message("expected.object"))
    try:
        rule_tables_with(standard_rule_tables(), numbers, {})
    except BadInput as error:
        raise error.within("rules") from None
    return {section: dict(lines) for section, lines in numbers.items()}


def rule_tables_with(rule_tables: RuleTables, numbers: Numbers, sources: Mapping[str, str]) -> RuleTables:
    """A kit with some lines of its tables in other words.

    Args:
        rule_tables: the tables to begin with.
        numbers: the lines that are other.
        sources: for each section that they are of, what a ruling is to name as where they stand.

    Raises:
        BadInput: a line or a value is wrong.
    """
    if not numbers:
        return rule_tables
    data = msgspec.to_builtins(rule_tables.numbers)
    twin = copy(rule_tables)
    twin.numbers = convert(data | {name: data[name] | dict(lines) for name, lines in numbers.items()}, Tables)
    own = {name: sources.get(name, "") for name in numbers}
    for name in own.keys() & rule_tables.own.keys():
        own[name] = f"{rule_tables.own[name]}, {own[name]}"
    twin.own = MappingProxyType({**rule_tables.own, **own})
    twin.event_words = {}
    words_of(twin)
    return twin
