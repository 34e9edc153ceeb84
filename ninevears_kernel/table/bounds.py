"""What may come in over the network: how large, how deep, and how much of it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from ..core.errors import BadInput
from ..core.messages import Message

MOST_MESSAGE = 64 * 1024
"""Characters of a message."""
MOST_BROUGHT = 200_000
"""The same of the umpire of all tables, who may bring a war along: the log of a long one has 100,000."""
MOST_DEEP = 12
MESSAGES = 80.0, 20.0
"""So many messages may come at once, and so many a second from then on."""
WORK = 6.0, 0.5
"""The same for the seconds of work that they cost."""


class Unfit(Exception):
    """A message that no page of ours sends: the connection is closed."""


def message_of(text: str | bytes, most: int = MOST_MESSAGE) -> dict[str, Any]:
    """What came in, as data.

    Args:
        text: what came.
        most: so many characters at most.

    Raises:
        Unfit: it is too large, too deep, or no object of JSON.

    >>> message_of('{"say": "Hello"}')
    {'say': 'Hello'}
    """
    if isinstance(text, bytes) or len(text) > most:
        raise Unfit
    try:
        found = json.loads(text, parse_constant=_no_number)
        json.dumps(found, ensure_ascii=False).encode()  # half a sign could not be sent on
    except (ValueError, RecursionError):
        raise Unfit from None
    if not isinstance(found, dict) or _depth(found) > MOST_DEEP:
        raise Unfit
    return found


def _no_number(_: str) -> float:
    raise ValueError


def _depth(value: Any) -> int:
    """How deep lists and objects lie in one another."""
    deep, level = 0, [value]
    while level:
        holders = [one for one in level if isinstance(one, dict | list)]
        level = [one for some in holders for one in (some.values() if isinstance(some, dict) else some)]
        deep += 1
    return deep


def text_in(value: Any) -> str:
    """A text that came in.

    Raises:
        BadInput: it is none.
    """
    if not isinstance(value, str):
        raise BadInput("text", str(value)[:40], Message("expected.text"))
    return value


class Bucket:
    """A bound on how much may come in: so much at once, and so much a second.

    Args:
        most: at once.
        a_second: from then on.
        clock: the time, in seconds.
    """

    def __init__(self, most: float, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.a_second, self._clock = most, a_second, clock
        self.left, self._at = most, clock()

    def take(self, amount: float) -> bool:
        """Takes some out; whether anything was left before."""
        now = self._clock()
        self.left = min(self.most, self.left + (now - self._at) * self.a_second)
        self._at = now
        if self.left <= 0:
            return False
        self.left -= amount
        return True
