"""The cases that lessons let a reader change, by name: so that a cell of a lesson is one short line.

Each is a function that makes the case anew, with the facts that may be changed and the switches; what a
switch says stands in the catalogue as ``whatif.<trial>-<switch>``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..core.errors import looked_up
from ..core.messages import Message
from .trial import Trial
from .trials_of_campaign import OF_CAMPAIGN
from .trials_of_year import OF_YEAR

TRIALS: Mapping[str, Callable[[], Trial]] = {**OF_CAMPAIGN, **OF_YEAR}
"""The trials by name, in the order of the lessons."""


def trial(name: str) -> Trial:
    """The trial of this name, made anew.

    Raises:
        UnknownName: there is none.

    >>> trial("three-leaders").keys
    ('leaders', 'corps')
    """
    return looked_up("trial", name, Message("kind.trial"), TRIALS)()


def switch_words(name: str, switch: str) -> Message:
    """What a switch of a trial says.

    >>> str(switch_words("savoy-leaves", "1695"))
    'It is only 1695'
    """
    return Message(f"whatif.{name}-{switch}")
