"""Old style and new style: the same day in the Julian and in the Gregorian calendar.

England, Ireland, Scotland and the Protestant princes of Germany counted days in the old style, ten days
behind the new one until 28 February 1700. Years begin on 1 January in both here, whatever a clerk of
Whitehall wrote. A date is text, ``1690-07-11``, ``1690-07`` or ``1690``, because the old style has days that
Python's dates lack.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date

from ..core.errors import BadInput
from ..core.messages import Message

_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
PRECISIONS = ("year", "month", "day")


def precision(text: str) -> str | None:
    """How precise a written date is: ``year``, ``month`` or ``day``; None when it is no date.

    >>> precision("1690-07-11"), precision("1690-07"), precision("1690"), precision("July 1690")
    ('day', 'month', 'year', None)
    """
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    parts = [int(part) for part in found.groups() if part]
    if len(parts) > 1 and not 1 <= parts[1] <= 12:
        return None
    if len(parts) == 3 and not 1 <= parts[2] <= _days(parts[0], parts[1], julian=True):
        return None
    return PRECISIONS[len(parts) - 1]


def span(text: str) -> tuple[date, date]:
    """The first and the last day that a written date, new style, may mean.

    Raises:
        BadInput: it is no date of the new style.

    >>> span("1693-02")[1].isoformat()
    '1693-02-28'
    """
    try:
        match precision(text):
            case "day":
                day = date.fromisoformat(text)
                return day, day
            case "month":
                year, month = map(int, text.split("-"))
                return date(year, month, 1), date(year, month, monthrange(year, month)[1])
            case "year":
                return date(int(text), 1, 1), date(int(text), 12, 31)
    except ValueError:
        pass
    raise BadInput("date", text, Message("expected.chronicle-date"))


def old_style(text: str) -> str:
    """The day in the Julian calendar that a day of the Gregorian one is.

    Raises:
        BadInput: it is no whole day.

    >>> old_style("1690-07-11"), old_style("1692-03-10"), old_style("1700-03-11")
    ('1690-07-01', '1692-02-29', '1700-02-29')
    """
    first, last = span(text)
    if first != last:
        raise BadInput("date", text, Message("expected.chronicle-date"))
    # The number of days from 1 January of the year 1, Gregorian, and then back, Julian.
    days = first.toordinal() + 1
    fours, rest = divmod(days, 1461)
    year = 4 * fours + 1
    for length in (365, 365, 365, 366):
        if rest < length:
            break
        rest -= length
        year += 1
    month = 1
    while rest >= (length := _days(year, month, julian=True)):
        rest -= length
        month += 1
    return f"{year:04}-{month:02}-{rest + 1:02}"


def _days(year: int, month: int, *, julian: bool) -> int:
    """How many days a month has."""
    if julian and month == 2:
        return 28 + (year % 4 == 0)
    return monthrange(year, month)[1]
