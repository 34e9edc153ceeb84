"""A clock of days for slow games: how long a turn may take. It rings for people, and does nothing by itself.

>>> Clock().at("1690-07-10T12:00:00.000000Z", "Bourbon").told() is None
True
>>> clock = Clock(2).at("1690-07-10T12:00:00.000000Z", "Bourbon")
>>> clock.at("1690-07-11T12:00:00.000000Z", "Bourbon").told()
{'days': 2, 'until': '1690-07-12T12:00:00.000000Z', 'late': True}
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from ..core.errors import BadInput
from ..core.messages import Message
from ..umpire.docket.store import as_time

MOST_DAYS = 90


class Clock(NamedTuple):
    """How long each turn may take, and since when this one does.

    Attributes:
        days: None where there is all the time in the world.
        since: when it began, as the store writes it.
        waits: who is waited for, and whatever else begins a turn anew.
    """

    days: int | None = None
    since: str = ""
    waits: object = None

    def at(self, written: str, waits: object) -> Clock:
        """The clock after an entry.

        Args:
            written: when that was written.
            waits: who is waited for now.
        """
        return self if waits == self.waits else self._replace(since=written, waits=waits)

    def told(self) -> dict[str, Any] | None:
        """Until when the turn lasts, and whether it is late; None without a clock."""
        if self.days is None:
            return None
        until = datetime.fromisoformat(self.since) + timedelta(days=self.days)
        return {"days": self.days, "until": as_time(until), "late": datetime.now(UTC) > until}


def waited(since: str) -> float:
    """For how many seconds somebody has been waited for.

    Args:
        since: since when, as the store writes it; "" for not at all.

    >>> waited("")
    0.0
    """
    return (datetime.now(UTC) - datetime.fromisoformat(since)).total_seconds() if since else 0.0


def checked_days(days: object) -> int | None:
    """The days of a clock; None for no clock.

    Raises:
        BadInput: they are no whole number, or too many.
    """
    if days is False:
        return None
    if isinstance(days, bool) or not isinstance(days, int) or not 0 < days <= MOST_DAYS:
        raise BadInput("clock", str(days)[:40], Message("expected.between", least=1, most=MOST_DAYS))
    return days
