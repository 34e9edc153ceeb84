"""A player who chooses by chance: first what kind of thing to do, then which."""

from __future__ import annotations

from random import Random

from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import Action


def random_player(engine: Engine, random: Random) -> Action:
    """One of the options: each verb on offer is as likely as the next, and within it each option.

    Choosing among all options alike would play whatever has most of them, and hardly ever finish anything.

    Args:
        engine: a war in which a decision waits.
        random: where chance comes from.
    """
    options = engine.options
    if len(options) == 1:
        return options[0]
    if options[0][0] == options[-1][0]:  # options of a verb are together
        return options[int(random.random() * len(options))]
    ends = [*{action[0]: place for place, action in enumerate(options, 1)}.values()]
    chosen = int(random.random() * len(ends))
    begin = ends[chosen - 1] if chosen else 0
    return options[begin + int(random.random() * (ends[chosen] - begin))]
