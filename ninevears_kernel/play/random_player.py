"""A player who chooses by chance: first what kind of thing to do, then which."""

from __future__ import annotations

from random import Random

from ..nine_years.notation import Action
from ..nine_years.war import War


def random_player(war: War, random: Random) -> Action:
    """One of the options: each verb on offer is as likely as the next, and within it each option.

    Choosing among all options alike would play whatever has most of them, and hardly ever finish anything.

    Args:
        war: a war in which a decision waits.
        random: where chance comes from.
    """
    options = war.options
    if options[0][0] == options[-1][0]:  # options of a verb stand together
        return options[int(random.random() * len(options))]
    ends = [*{action[0]: place for place, action in enumerate(options, 1)}.values()]
    chosen = int(random.random() * len(ends))
    begin = ends[chosen - 1] if chosen else 0
    return options[begin + int(random.random() * (ends[chosen] - begin))]
