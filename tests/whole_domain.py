"""Holds the options of a decision against its objections, over every action that could be typed."""

from itertools import product

from ninevears_kernel.nine_years.components.map_masks import SPACES
from ninevears_kernel.nine_years.components.piece_numbers import POWERS
from ninevears_kernel.nine_years.engine.engine import Engine, violations
from ninevears_kernel.nine_years.engine.notation import verbs


def every_action(engine: Engine) -> list:
    """Every action of the verbs of the decision that waits."""
    domain = {
        "space": range(len(SPACES)),
        "corps": range(len(POWERS) * 8),
        "flag": (False, True),
        "concession": ("none", "card", "points", "both"),
        "event": engine.rule_tables.events,
    }
    rule, _ = engine.decision
    return [
        (verb, *values)
        for verb in rule.verbs
        for values in product(*(domain[kind] for kind in verbs()[verb].kinds))
    ]


def legal_by_objections(engine: Engine) -> set:
    """The actions to which there is no objection; each sentence of an objection can be said."""
    legal = set()
    for action in every_action(engine):
        found = list(violations(engine, action))
        assert all(str(one.says) for one in found)
        if not found:
            legal.add(action)
    return legal


def options_agree(engine: Engine) -> bool:
    """Whether the options are exactly the actions without objections."""
    return legal_by_objections(engine) == set(engine.options)
