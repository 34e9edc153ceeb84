"""Reads JSON and TOML that people wrote, and says in one sentence what is wrong with it."""

from __future__ import annotations

import json
import os
import re
import select
import stat
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .core.errors import MISSING, MOST_SEEN, BadInput
from .core.messages import Message
from .input_bounds import BOUNDS, check_data, check_keys, check_size

Value = TypeVar("Value")
_READABLE = Message("expected.readable-file")
SILENCE = 60.0
"""Seconds for which a pipe may say nothing before it is given up."""


def read_data(path: str | Path) -> Any:
    """The data in a JSON or TOML file, recognised by its ending and then by its first character.

    Args:
        path: a file, or ``-`` for standard input.

    Raises:
        BadInput: the file is not there, is not text, or breaks the grammar; says in which line.
    """
    name = str(path)
    text = read_text(path)
    start = text.lstrip()
    is_json = start.startswith(("{", "[1", "[{")) or (name.endswith(".json") and start)
    return parse_data(text, is_toml=name.endswith(".toml") or not is_json)


_DEVICES = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"} | {
    f"{port}{number}" for port in ("COM", "LPT") for number in "123456789¹²³"
}


def is_device_name(name: str) -> bool:
    """Whether Windows takes a name of a file for a device, whatever stands after its first dot or colon.

    >>> is_device_name("con.csv"), is_device_name("contract.csv")
    (True, False)
    """
    return re.split("[.:]", name, maxsplit=1)[0].rstrip(" ").upper() in _DEVICES


def read_text(path: str | Path) -> str:
    """The text in a file, or of standard input for ``-``; no more of it is read than the bound of `BOUNDS`.

    Raises:
        BadInput: the file is not there, is too large, or is not text.
    """
    try:
        return read_raw(path).decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("file", Message("input.not-text"), Message("expected.utf-8")) from None


def read_raw(path: str | Path) -> bytes:
    """What is in a file, or comes by standard input for ``-``, for a reader that finds out how it is coded.

    Raises:
        BadInput: the file is not there, or is too large.
    """
    most = BOUNDS["file"] + 1
    try:
        raw = _standard_input(most) if str(path) == "-" else read_bytes(path, most)
    except (OSError, ValueError) as error:  # a name that holds a zero byte is a ValueError
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput("file", Message("input.unreadable", why=why), _READABLE) from None
    check_size(raw)
    return raw


def read_bytes(path: str | Path, most: int) -> bytes:
    """What is in a file, or comes out of a named pipe; no more than `most` bytes.

    Raises:
        BadInput: the pipe says nothing.
    """
    if not _is_pipe(os.stat(path).st_mode):
        with Path(path).open("rb") as file:
            return file.read(most)
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # else it waits for a writer, who may never come
    try:
        return _piped(handle, most)
    finally:
        os.close(handle)


def _standard_input(most: int) -> bytes:
    if sys.stdin is None:
        raise BadInput("file", Message("input.closed"), _READABLE)
    try:
        handle = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):  # it is no real one
        return sys.stdin.buffer.read(most)
    return _piped(handle, most) if _is_pipe(os.fstat(handle).st_mode) else sys.stdin.buffer.read(most)


def _is_pipe(mode: int) -> bool:
    return stat.S_ISFIFO(mode) and os.name == "posix"  # elsewhere nobody can wait for one


def _piped(handle: int, most: int) -> bytes:
    """What comes out of a pipe, as long as something comes.

    Raises:
        BadInput: nothing did for `SILENCE` seconds.
    """
    parts: list[bytes] = []
    left = most
    while left:
        if not select.select([handle], [], [], SILENCE)[0]:
            raise BadInput("file", Message("input.silent", seconds=round(SILENCE)), _READABLE)
        part = os.read(handle, min(left, 1 << 16))
        if not part:
            break
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def parse_data(text: str, is_toml: bool) -> Any:
    """The data in JSON or TOML text, within the bounds of `BOUNDS`.

    Args:
        text: what a person wrote.
        is_toml: how it is read.

    Raises:
        BadInput: it breaks the grammar or a bound; names the field or the line.

    >>> parse_data('{"year": 1688}', is_toml=False)
    {'year': 1688}
    """
    check_size(text)
    data = _parsed(text, is_toml)
    check_data(data)
    return data


def _parsed(text: str, is_toml: bool) -> Any:
    try:
        if is_toml:
            check_keys(text)
            return tomllib.loads(text)
        return _json(text)
    except RecursionError:
        expected = Message("expected.depth", count=BOUNDS["depth"])
        raise BadInput("file", Message("input.too-deep"), expected) from None
    except ValueError as error:
        if is_toml:
            _check_no_json(text)
        form = "TOML" if is_toml else "JSON"
        raise BadInput(
            "file", Message("input.broken", why=str(error)), Message("expected.form", form=form)
        ) from None


def _check_no_json(text: str) -> None:
    """Tells JSON that is no object, such as ``[]``, by its name, where it would be called broken TOML."""
    with suppress(ValueError, RecursionError):
        if not isinstance(data := _json(text), dict):
            raise BadInput("file", data, Message("expected.json-object")) from None


def _json(text: str) -> Any:
    return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_once)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, in which no name may stand twice: readers would differ in which they take."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise BadInput(twice, Message("found.twice"), Message("expected.once"))
    return found


def convert(data: Any, kind: type[Value], dec_hook: Callable[[type, Any], Any] | None = None) -> Value:
    """Plain data as a value of `kind`, validated.

    Raises:
        BadInput: names the field as a path, what was found there and what was expected.

    >>> class Turn(msgspec.Struct):
    ...     year: int
    >>> convert({"year": "1690"}, Turn)
    Traceback (most recent call last):
    ...
    ninevears_kernel.core.errors.BadInput: year: found '1690', expected a whole number.
    """
    try:
        return msgspec.convert(data, kind, dec_hook=dec_hook)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, BadInput):
            raise error.__cause__ from None
        raise _describe(str(error), data, kind) from None
    except UnicodeEncodeError:
        check_data(data)  # names the field
        raise
    except (AttributeError, TypeError) as error:
        trace = error.__traceback__
        if trace is None or trace.tb_next is None:  # of msgspec itself, and so of the data
            check_data(data)
        raise


_AT = " - at `"
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<name>.*)`")
_INVALID = re.compile(r"Invalid (enum )?value ")  # of a field, or of the tag that tells objects apart
_RANGE = re.compile(r"Expected `int` (?P<bound>[<>]=) (?P<number>-?\d+)$")
_LENGTH = re.compile(r"Expected `(?P<of>array|str)` of length (?P<limit>[<>]= )?(?P<number>\d+)")
_EXPECTED = re.compile(r"Expected `(?P<kinds>[^`]*)`(?:, got `[^`]*`)?$")
_JSON_KINDS = {
    "integer": "int",
    "string": "str",
    "boolean": "bool",
    "null": "null",
    "array": "array",
    "object": "object",
}
_KINDS = set(_JSON_KINDS.values())


def _describe(sentence: str, data: Any, kind: type) -> BadInput:
    """Msgspec's sentence as our own: the same place, with what stands there and what should."""
    what, at, path = sentence.partition(_AT)
    if not at or not path.endswith("`"):
        what, path = sentence, ""
    path = path.removesuffix("`").removeprefix("$").lstrip(".")
    if unknown := _UNKNOWN.match(what):
        name, fields = unknown["name"], _fields_at(data, kind, path)
        near = get_close_matches(name[:MOST_SEEN], fields, n=1)
        expected = Message("expected.field-near", near=near[0]) if near else Message("expected.no-such-field")
        return BadInput(".".join(filter(None, (path, name))), _at(data, path, name), expected)
    if missing := _MISSING.match(what):
        field = ".".join(filter(None, (path, missing["name"])))
        return BadInput(field, MISSING, _what_belongs(field, kind))
    return BadInput(path or "file", _at(data, path), _expected(what, path, kind))


def _expected(what: str, path: str, kind: type) -> Message:
    if _INVALID.match(what):
        options = [option for schema in _schemas_at(kind, path) for option in _options(schema)]
        return Message.one_of(dict.fromkeys(options))
    if bound := _RANGE.match(what):
        name = "expected.at-least" if bound["bound"] == ">=" else "expected.whole-at-most"
        return Message(name, least=int(bound["number"]), most=int(bound["number"]))
    if length := _LENGTH.match(what):
        number, limit = int(length["number"]), length["limit"]
        if length["of"] == "str":
            if limit == "<= ":
                return Message("expected.text-at-most", count=number)
            return Message("expected.text") if number == 1 and limit else Message("input.why", why=what)
        names = {
            ">= ": "expected.entries-at-least",
            "<= ": "expected.entries-at-most",
            None: "expected.entries",
        }
        return Message(names[limit], count=number)
    match = _EXPECTED.match(what)
    kinds = match["kinds"].split(" | ") if match else []
    if kinds and set(kinds) <= _KINDS:
        return Message("expected.kind", kind=Message.any_of([Message(f"kind.{name}") for name in kinds]))
    return Message("input.why", why=what)


def _what_belongs(path: str, kind: type) -> Message:
    """What is to stand in a field that was left out: one of its words, or a value of its kinds."""
    schemas = _schemas_at(kind, path)
    if options := [option for schema in schemas for option in _options(schema)]:
        return Message.one_of(dict.fromkeys(options))
    kinds = [_JSON_KINDS[schema["type"]] for schema in schemas if schema.get("type") in _JSON_KINDS]
    if not kinds:
        return Message("expected.a-value")
    return Message("expected.kind", kind=Message.any_of([Message(f"kind.{name}") for name in kinds]))


def _steps(path: str) -> list[str]:
    """The steps of a path; msgspec writes ``[...]`` for any name of an object whose names are free."""
    return re.findall(r"\[\.\.\.\]|[^.\[\]]+", path)


def _at(data: Any, path: str, *more: str) -> Any:
    for step in [*_steps(path), *more]:
        try:
            data = data[int(step)] if isinstance(data, list | tuple) else data[step]
        except (KeyError, IndexError, ValueError, TypeError):
            return MISSING
    return data


@cache
def _schema(kind: Any) -> dict[str, Any]:
    return msgspec.json.schema(kind, schema_hook=lambda _: {"type": "object"})


def _fields_at(data: Any, kind: Any, path: str) -> list[str]:
    """The names of the fields that the object at a path may have; of several kinds, those of its tag."""
    value = _at(data, path)
    objects = [schema["properties"] for schema in _schemas_at(kind, path) if "properties" in schema]
    fitting = [fields for fields in objects if not _tagged_otherwise(fields, value)]
    return list(dict.fromkeys(name for fields in fitting or objects for name in fields))


def _tagged_otherwise(fields: dict[str, Any], value: Any) -> bool:
    """Whether a field that can be one word alone, as the tag of a kind of object, is another one."""
    if not isinstance(value, dict):
        return False
    return any(
        len(options) == 1 and name in value and value[name] != options[0]
        for name, schema in fields.items()
        if (options := schema.get("enum", []))
    )


def _schemas_at(kind: Any, path: str) -> list[dict[str, Any]]:
    """The schemas of what may stand at a path, one for each kind of object that may be on the way."""
    root = _schema(kind)
    known = root.get("$defs", {})
    found = _alternatives(root, known)
    for step in _steps(path):
        found = [
            inner
            for schema in found
            for part in _inside(schema, step)
            for inner in _alternatives(part, known)
        ]
    return found


def _alternatives(schema: dict[str, Any], known: dict[str, Any]) -> list[dict[str, Any]]:
    """A schema without references; several where any of them will do."""
    if "$ref" in schema:
        return _alternatives(known[schema["$ref"].rsplit("/", 1)[-1]], known)
    return [inner for part in schema.get("anyOf", ()) for inner in _alternatives(part, known)] or [schema]


def _inside(schema: dict[str, Any], step: str) -> list[dict[str, Any]]:
    """What may stand in a place of a list, or under a name of an object."""
    if step.isdigit() and "prefixItems" in schema:
        return list(schema["prefixItems"][int(step) : int(step) + 1])
    if step.isdigit() and schema.get("type") == "array":
        return [schema["items"]] if isinstance(schema.get("items"), dict) else []
    named = schema.get("properties", {}).get(step, schema.get("additionalProperties"))
    return [named] if isinstance(named, dict) else []


def _options(schema: Any) -> list[Any]:
    """Every value that a schema lists, at whatever depth."""
    if not isinstance(schema, dict):
        return []
    inner = [*schema.get("anyOf", ()), schema.get("items")]
    return [*schema.get("enum", ()), *(option for part in inner for option in _options(part))]
