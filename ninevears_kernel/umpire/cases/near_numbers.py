"""Small changes of the numbers and switches in ``given``, found from the type that validates a question.

Each is a ladder: edits of one place in one direction, the smallest first, so that the first one that turns a
ruling is the smallest of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import NODEFAULT, inspect

from .edits import Edit, given_edit

RUNGS = 8
"""A number is moved by at most so much."""
MOST_CHOICES = 8
"""A list of more words than this is no switch."""
SUBJECT = frozenset(
    {
        *("changes", "position", "scenario", "side", "purpose", "power", "fleet", "game", "name", "powers"),
        *("card", "counter", "from", "to", "kind"),
    }
)
"""Names of fields that say what is asked: with another value it is another question."""
Ladder = tuple[Edit, ...]


def number_ladders(given_type: type, given: Mapping[str, Any]) -> tuple[Ladder, ...]:
    """The ladders of a question's ``given``.

    Args:
        given_type: the type that validates it.
        given: the data of a case, as they are in it.

    >>> from .case import questions
    >>> force = questions()["NY", "force"].given
    >>> [str(ladder[0].says) for ladder in number_ladders(force, {"leaders": [4], "corps": 5})][-2:]
    ['corps: 6 instead of 5', 'corps: 4 instead of 5']
    """
    return tuple(ladder for ladder in _walk(inspect.type_info(given_type), given, "") if ladder)


def _bare(kind: Any) -> Any:
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _walk(kind: Any, value: Any, path: str) -> Iterator[Ladder]:
    kind = _bare(kind)
    if isinstance(kind, inspect.UnionType):
        fitting = next((one for one in map(_bare, kind.types) if _fits(one, value)), None)
        if fitting is not None:
            yield from _walk(fitting, value, path)
    elif isinstance(kind, inspect.StructType):
        yield from _fields(kind, value, path)
    elif isinstance(kind, inspect.IntType) and _fits(kind, value):
        yield from _steps(kind, value, path)
    elif isinstance(kind, inspect.BoolType) and _fits(kind, value):
        yield (given_edit(path, value, not value),)
    elif isinstance(kind, inspect.LiteralType) and len(kind.values) <= MOST_CHOICES:
        for other in kind.values:
            if other != value:
                yield (given_edit(path, value, other),)
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType) and isinstance(value, list | tuple):
        yield from _lists(_bare(kind.item_type), list(value), path)
    elif isinstance(kind, inspect.DictType) and isinstance(value, Mapping):
        for name, inner in value.items():
            if name.isidentifier():
                yield from _walk(kind.value_type, inner, f"{path}.{name}")


def _fits(kind: Any, value: Any) -> bool:
    match kind:
        case inspect.StructType():
            return isinstance(value, Mapping) and (kind.tag is None or value.get(kind.tag_field) == kind.tag)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.VarTupleType() | inspect.ListType():
            return isinstance(value, list | tuple)
        case inspect.LiteralType():
            return value in kind.values
    return False


def _fields(kind: inspect.StructType, value: Any, path: str) -> Iterator[Ladder]:
    if not isinstance(value, Mapping):
        return
    for field in kind.fields:
        if field.encode_name in SUBJECT:
            continue
        inner = value.get(field.encode_name, NODEFAULT)
        if inner is NODEFAULT:
            if field.default is NODEFAULT and not callable(field.default_factory):
                continue
            inner = field.default if field.default is not NODEFAULT else {}
        yield from _walk(field.type, inner, f"{path}.{field.encode_name}".lstrip("."))


def _steps(kind: inspect.IntType, value: int, path: str) -> Iterator[Ladder]:
    least = 0 if kind.ge is None and value >= 0 else kind.ge
    for step in (1, -1):
        numbers = [value + step * by for by in range(1, RUNGS + 1)]
        yield tuple(
            given_edit(path, value, number)
            for number in numbers
            if (least is None or number >= least) and (kind.le is None or number <= kind.le)
        )


def _lists(item: Any, value: list[Any], path: str) -> Iterator[Ladder]:
    """One entry more, one entry fewer, and other entries."""
    for entries in _entries(item):
        yield tuple(given_edit(path, value, [*value, more]) for more in entries)
    for place in range(len(value)):
        if value[place] not in value[:place]:
            yield (given_edit(path, value, value[:place] + value[place + 1 :]),)
    for place, inner in enumerate(value):
        yield from _walk(item, inner, f"{path}[{place}]")


def _entries(item: Any) -> Iterator[tuple[Any, ...]]:
    """What one more entry of a list may be: numbers from the least on, each word for itself."""
    kinds = [_bare(one) for one in item.types] if isinstance(item, inspect.UnionType) else [item]
    for kind in kinds:
        if isinstance(kind, inspect.IntType):
            least = kind.ge or 0
            yield tuple(range(least, (least + RUNGS if kind.le is None else min(kind.le, least + RUNGS)) + 1))
        elif isinstance(kind, inspect.LiteralType) and len(kind.values) <= MOST_CHOICES:
            yield from ((value,) for value in kind.values)
