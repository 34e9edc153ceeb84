"""A player who chooses by chance: first what kind of thing to do, then which."""

from __future__ import annotations

from operator import itemgetter
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
    verbs = list(dict.fromkeys(map(itemgetter(0), options)))
    if len(verbs) == 1:
        return options[int(random.random() * len(options))]
    verb = verbs[int(random.random() * len(verbs))]
    among = [action for action in options if action[0] == verb]
    return among[int(random.random() * len(among))]
