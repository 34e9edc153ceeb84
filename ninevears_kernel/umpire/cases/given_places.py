"""Every place of a case's ``given``: what may stand there, and what stands there now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import NODEFAULT, UNSET, Struct, inspect, to_builtins


class Place(NamedTuple):
    """A place of ``given``.

    Attributes:
        path: where it is, such as ``attacker.leaders`` or ``events[2].count``.
        kind: what may stand there, as `msgspec.inspect` tells it.
        value: what stands there, or what is taken where a case says nothing.
        stated: whether the case itself says it.
    """

    path: str
    kind: Any
    value: Any
    stated: bool

    @property
    def name(self) -> str:
        """The last name on its path, without its number in a list."""
        return self.path.rpartition(".")[2].partition("[")[0]


def places_of(given_type: type, given: Mapping[str, Any]) -> tuple[Place, ...]:
    """The places of a question's ``given``, each before those inside it.

    Args:
        given_type: the type that validates it.
        given: the data of a case, as they are in it.

    >>> from .case import questions
    >>> [(one.path, one.stated) for one in places_of(questions()["NY", "force"].given, {"corps": 5})]
    [('leaders', False), ('corps', True)]
    """
    return tuple(_fields(bare(inspect.type_info(given_type)), given, ""))


def bare(kind: Any) -> Any:
    """A kind without what is said about it."""
    return bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def alternatives(kind: Any) -> list[Any]:
    """The kinds of which one may stand somewhere, without that of nothing."""
    kind = bare(kind)
    kinds = [bare(one) for one in kind.types] if isinstance(kind, inspect.UnionType) else [kind]
    return [one for one in kinds if not isinstance(one, inspect.NoneType)]


def fits(kind: Any, value: Any) -> bool:
    """Whether a plain value is of a kind, as far as its outside shows."""
    match kind:
        case inspect.StructType():
            return isinstance(value, Mapping) and (kind.tag is None or value.get(kind.tag_field) == kind.tag)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.VarTupleType() | inspect.ListType() | inspect.TupleType():
            return isinstance(value, list | tuple)
        case inspect.DictType():
            return isinstance(value, Mapping)
        case inspect.LiteralType():
            return value in kind.values
    return False


def _fields(kind: Any, value: Mapping[str, Any], path: str) -> Iterator[Place]:
    for field in kind.fields:
        stated = field.encode_name in value
        inner = value.get(field.encode_name, field.default)
        if inner is NODEFAULT or inner is UNSET:
            inner = {} if callable(field.default_factory) else None
        inner = to_builtins(inner) if isinstance(inner, Struct) and not stated else inner
        here = f"{path}.{field.encode_name}".lstrip(".")
        yield Place(here, bare(field.type), inner, stated)
        yield from _inside(field.type, inner, here, stated)


def _inside(kind: Any, value: Any, path: str, stated: bool) -> Iterator[Place]:
    kinds = alternatives(kind)
    fitting = next((one for one in kinds if fits(one, value)), None)
    if fitting is None and value is None:  # what is not there may be put there, one thing at a time
        fitting, value = next((one for one in kinds if isinstance(one, inspect.StructType)), None), {}
    match fitting:
        case inspect.StructType() if isinstance(value, Mapping):
            yield from _fields(fitting, value, path)
        case inspect.VarTupleType() | inspect.ListType():
            for number, inner in enumerate(value):
                yield from _inside(fitting.item_type, inner, f"{path}[{number}]", stated)
        case inspect.DictType():
            for name, inner in value.items():
                if isinstance(name, str) and name.isidentifier():
                    yield Place(f"{path}.{name}", bare(fitting.value_type), inner, stated)
                    yield from _inside(fitting.value_type, inner, f"{path}.{name}", stated)
