"""Holds the options of a decision against its objections, over every action that could be typed."""

from itertools import product

from ninevears_kernel.nine_years.land import SPACES
from ninevears_kernel.nine_years.notation import verbs
from ninevears_kernel.nine_years.piece_numbers import POWERS
from ninevears_kernel.nine_years.war import War, violations


def every_action(war: War) -> list:
    """Every action of the verbs of the decision that waits."""
    domain = {
        "space": range(len(SPACES)),
        "corps": range(len(POWERS) * 8),
        "flag": (False, True),
        "concession": ("none", "card", "points", "both"),
        "event": war.kit.events,
    }
    rule, _ = war.decision
    return [
        (verb, *values)
        for verb in rule.verbs
        for values in product(*(domain[kind] for kind in verbs()[verb].kinds))
    ]


def legal_by_objections(war: War) -> set:
    """The actions to which there is no objection; each sentence of an objection can be said."""
    legal = set()
    for action in every_action(war):
        found = list(violations(war, action))
        assert all(str(one.says) for one in found)
        if not found:
            legal.add(action)
    return legal


def options_agree(war: War) -> bool:
    """Whether the options are exactly the actions without objections."""
    return legal_by_objections(war) == set(war.options)
