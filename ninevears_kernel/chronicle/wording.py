"""The chronicle's tables as people read them: heads in words, dates as they are written, people by name."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

from ..core.messages import say
from .calendars import precision
from .happenings import names_of
from .sentences import FIELDS, as_people_write, describe_day, describe_written, name_of_power
from .tables import by_id, citation, parts

if TYPE_CHECKING:
    from pandas import DataFrame

HEADS = (
    *("begin", "begin-written", "end-written", "begin-old-style", "name", "sentence", "result"),
    *("outcome", "sources"),
    *("kind", "theatre", "certainty", "attacker", "chance", "attacker-chance", "taken"),
    *("attacker-powers", "defender-powers", "attacker-commanders", "defender-commanders"),
    *("attacker-strength", "defender-strength", "attacker-losses", "defender-losses"),
    *("field", "first-value", "first-source", "second-value", "second-source", "chosen", "why"),
    *("number", "unit", "when", "figure"),
    *("born", "note", "until", "side", "points", "bourbon", "alliance", "bourbon-gains", "alliance-gains"),
)
"""Columns whose heads have words of their own."""
OF_PEOPLE = ("attacker_commanders", "defender_commanders")
OF_CODES = {"kind": "kind", "theatre": "theatre", "side": "side", "attacker": "side"}
OF_CHANCES = ("chance", "attacker_chance")
OF_BOOKS = ("first_value", "second_value", "chosen")


def in_words(table: DataFrame) -> DataFrame:
    """A table of the chronicle, or rows and columns of one, as people read it.

    Heads are words; a low and a high column become one range; dates stand as people write them; events stand
    by their names, people too.

    Args:
        table: of `chronicle`, or made of its columns. It is not changed.

    >>> from ninevears_kernel import chronicle
    >>> found = in_words(chronicle.events().loc[["namur-1695"], ["begin_written", "attacker_losses_low",
    ...                                                         "attacker_losses_high", "name"]])
    >>> found.columns.tolist(), found.index.tolist()
    (['from', 'lost by the attackers'], ['Second siege of Namur'])
    >>> found.iloc[0].tolist()
    ['2 July 1695', '12,000 to 18,000']
    """
    found = table.copy()
    for low in [name for name in found if str(name) == "low" or str(name).endswith("_low")]:
        stem = low.removesuffix("low").removesuffix("_") or "number"
        if (high := low.removesuffix("low") + "high") in found:
            found[low] = [_range(pair) for pair in zip(found[low], found[high], strict=True)]
            found = found.drop(columns=high).rename(columns={low: stem})
    for name in list(found):
        found[name] = [_told(str(name), value) for value in found[name]]
    if found.index.name == "series":
        found.index = [say(f"series.{name}") for name in found.index]
    if "name" in found and not set(found.index) - {*by_id("events"), *by_id("people")}:
        found = found.set_index("name")
    return found.rename(columns=_head).rename_axis(index=None)


def _head(name: Hashable) -> str:
    """What stands over a column."""
    known = str(name).replace("_", "-")
    if precision(str(name)) == "day":
        return describe_written(str(name))
    return say(f"column.{known}") if known in HEADS else str(name).replace("_", " ")


def _range(ends: Iterable[Any]) -> str:
    """A low and a high number as one, "" where neither is known."""
    low, high = (
        [f"{value:,.10g}"] if value == value and value is not None else [] for value in map(_number, ends)
    )
    both = list(dict.fromkeys([*low, *high]))
    return say("frame.number-range", low=both[0], high=both[1]) if both[1:] else "".join(both)


def _number(value: Any) -> float | None:
    """A number, None where a table has none."""
    from pandas import isna

    return None if isna(value) else float(value)


def _told(column: str, value: Any) -> Any:
    """A value of a column in words."""
    if hasattr(value, "to_pydatetime"):
        return "" if value != value else describe_day(value.date())
    if not isinstance(value, str):
        return _plain(column, value)
    if column == "field":
        name = value.removesuffix("_low").removesuffix("_high").replace("_", "-")
        return say(f"frame.field-{name}") if name in FIELDS else name.replace("-", " ")
    if column in OF_PEOPLE:
        return ", ".join(names_of(parts(value)))
    if column in OF_CODES and value:
        return say(f"frame.{OF_CODES[column]}-{value}")
    if column in OF_BOOKS:
        return as_people_write(value)
    if column == "certainty":
        return say(f"column.{value}")
    if precision(value) in ("day", "month"):
        return describe_written(value)
    if column.endswith(("sources", "_source")):
        return "; ".join(map(_title, parts(value)))
    if column == "power" or column.endswith("_powers"):
        return ", ".join(map(name_of_power, parts(value)))
    return value


def _title(entry: str) -> str:
    """A work by its title, as a source cites it."""
    source = citation(entry)[0]
    return by_id("sources")[source]["title"] if source in by_id("sources") else source


def _plain(column: str, value: Any) -> Any:
    """A value that is no text: a chance in percent, nothing for what is missing."""
    from pandas import isna

    if isna(value):
        return ""
    return f"{value:.0%}" if column in OF_CHANCES else value
