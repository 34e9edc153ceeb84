"""Small changes of the numbers and switches in ``given``, found from the type that validates a question.

Each is a ladder: edits of one place in one direction, the smallest first, so that the first one that turns a
ruling is the smallest of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import NODEFAULT, UNSET, Struct, inspect, to_builtins

from .edits import Edit, given_edit
from .given_places import alternatives, bare, fits, places_of

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
MOST_NAMES = 6
"""Of the other names in a case so many are put in the place of one."""
Ladder = tuple[Edit, ...]


def number_ladders(given_type: type, given: Mapping[str, Any], *, wide: bool = False) -> tuple[Ladder, ...]:
    """The ladders of a question's ``given``.

    Args:
        given_type: the type that validates it.
        given: the data of a case, as they are in it.
        wide: whether every key is tried, those too that say what is asked and those that the case leaves
            out: a name by the others in the case, a long list of words by its neighbours.

    >>> from .case import questions
    >>> force = questions()["NY", "force"].given
    >>> [str(ladder[0].says) for ladder in number_ladders(force, {"leaders": [4], "corps": 5})][-2:]
    ['corps: 6 instead of 5', 'corps: 4 instead of 5']
    """
    walk = _Walk(wide, tuple(dict.fromkeys(_names(given_type, given))) if wide else ())
    return tuple(ladder for ladder in walk.of(inspect.type_info(given_type), given, "") if ladder)


def keys_untried(given_type: type, given: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys of a question's ``given`` of which not even the widest ladders try another value: mostly
    names, of which nobody can say what else might stand there.

    >>> from .case import questions
    >>> keys_untried(questions()["VQ", "power"].given, {"power": "Spain"})
    ('power',)
    """
    tried = {str(ladder[0].data["given"]) for ladder in number_ladders(given_type, given, wide=True)}
    left = [
        one.path
        for one in places_of(given_type, given)
        if not any(path.startswith(one.path) for path in tried)
    ]
    bare_paths = dict.fromkeys(re.sub(r"\[\d+\]", "", path) for path in left)
    return tuple(path for path in bare_paths if not any(path.startswith(f"{other}.") for other in bare_paths))


class _Walk:
    """A walk through a type and what is given of it."""

    def __init__(self, wide: bool, names: tuple[str, ...]) -> None:
        self.wide, self.names = wide, names
        self.left_out = frozenset() if wide else SUBJECT

    def of(self, kind: Any, value: Any, path: str) -> Iterator[Ladder]:
        """The ladders of a value of a kind."""
        kind = bare(kind)
        if isinstance(kind, inspect.UnionType):
            fitting = next((one for one in map(bare, kind.types) if fits(one, value)), None)
            if fitting is not None:
                yield from self.of(fitting, value, path)
            elif value is None and self.wide:
                for one in map(bare, kind.types):
                    yield from self._instead_of_none(one, path)
        elif isinstance(kind, inspect.StructType):
            yield from self._fields(kind, value, path)
        elif isinstance(kind, inspect.IntType) and fits(kind, value):
            yield from _steps(kind, value, path)
        elif isinstance(kind, inspect.BoolType) and fits(kind, value):
            yield (given_edit(path, value, not value),)
        elif isinstance(kind, inspect.LiteralType):
            for other in self._other_words(kind, value):
                yield (given_edit(path, value, other),)
        elif isinstance(kind, inspect.VarTupleType | inspect.ListType) and isinstance(value, list | tuple):
            yield from self._lists(bare(kind.item_type), list(value), path)
        elif isinstance(kind, inspect.DictType) and isinstance(value, Mapping):
            for name, inner in value.items():
                if name.isidentifier():
                    yield from self.of(kind.value_type, inner, f"{path}.{name}")
            for name in value if self.wide else ():
                yield (given_edit(path, value, {n: inner for n, inner in value.items() if n != name}),)
        elif isinstance(kind, inspect.StrType) and self.wide and isinstance(value, str):
            for other in [name for name in self.names if name != value][:MOST_NAMES]:
                yield (given_edit(path, value, other),)

    def _other_words(self, kind: inspect.LiteralType, value: Any) -> list[Any]:
        words = [*kind.values]
        if len(words) <= MOST_CHOICES:
            return [word for word in words if word != value]
        if not self.wide or value not in words:
            return []
        at = words.index(value)
        return [*words[at + 1 : at + 2], *words[max(0, at - 1) : at]]

    def _instead_of_none(self, kind: Any, path: str) -> Iterator[Ladder]:
        match kind:
            case inspect.IntType():
                yield tuple(given_edit(path, None, number) for number in _from_least(kind))
            case inspect.BoolType():
                yield from ((given_edit(path, None, value),) for value in (True, False))
            case inspect.LiteralType():
                yield from ((given_edit(path, None, word),) for word in kind.values[:MOST_CHOICES])
            case inspect.StrType():
                yield from ((given_edit(path, None, name),) for name in self.names[:MOST_NAMES])

    def _fields(self, kind: inspect.StructType, value: Any, path: str) -> Iterator[Ladder]:
        if not isinstance(value, Mapping):
            return
        for field in kind.fields:
            if field.encode_name in self.left_out:
                continue
            inner = value.get(field.encode_name, NODEFAULT)
            if inner is NODEFAULT:
                if field.default is NODEFAULT and not callable(field.default_factory):
                    continue
                inner = field.default if field.default is not NODEFAULT else {}
                inner = None if inner is UNSET else inner
            if self.wide and isinstance(inner, Struct):
                inner = to_builtins(inner)
            yield from self.of(field.type, inner, f"{path}.{field.encode_name}".lstrip("."))

    def _lists(self, item: Any, value: list[Any], path: str) -> Iterator[Ladder]:
        """One entry more, one entry fewer, and other entries."""
        for entries in self._entries(item, value):
            yield tuple(given_edit(path, value, [*value, more]) for more in entries)
        for place in range(len(value)):
            if value[place] not in value[:place]:
                yield (given_edit(path, value, value[:place] + value[place + 1 :]),)
        for place, inner in enumerate(value):
            yield from self.of(item, inner, f"{path}[{place}]")

    def _entries(self, item: Any, value: list[Any]) -> Iterator[tuple[Any, ...]]:
        """What one more entry of a list may be: numbers from the least on, each word for itself, and of
        tables the last once more.
        """
        for kind in alternatives(item):
            if isinstance(kind, inspect.IntType):
                yield tuple(_from_least(kind))
            elif isinstance(kind, inspect.LiteralType) and len(kind.values) <= MOST_CHOICES:
                yield from ((word,) for word in kind.values)
            elif self.wide and isinstance(kind, inspect.StrType):
                yield from ((name,) for name in [one for one in self.names if one not in value][:MOST_NAMES])
        if self.wide and value and isinstance(value[-1], Mapping):
            yield (value[-1],)


def _from_least(kind: inspect.IntType) -> range:
    """The first numbers that may stand somewhere."""
    least = kind.ge or 0
    most = least + RUNGS if kind.le is None else min(kind.le, least + RUNGS)
    return range(least, most + 1)


def _steps(kind: inspect.IntType, value: int, path: str) -> Iterator[Ladder]:
    least = 0 if kind.ge is None and value >= 0 else kind.ge
    for step in (1, -1):
        numbers = [value + step * by for by in range(1, RUNGS + 1)]
        yield tuple(
            given_edit(path, value, number)
            for number in numbers
            if (least is None or number >= least) and (kind.le is None or number <= kind.le)
        )


def _names(given_type: type, given: Mapping[str, Any]) -> Iterator[str]:
    """The names that a case gives where any name may stand."""
    for place in places_of(given_type, given):
        for kind in alternatives(place.kind):
            if isinstance(kind, inspect.StrType) and isinstance(place.value, str):
                yield place.value
            elif isinstance(kind, inspect.VarTupleType | inspect.ListType) and isinstance(place.value, list):
                free = any(isinstance(one, inspect.StrType) for one in alternatives(kind.item_type))
                yield from (one for one in place.value if free and isinstance(one, str))
