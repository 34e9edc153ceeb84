"""Every action that a decision's verbs can say: all spaces, leaders, corps, and more numbers than can be."""

from itertools import product

from ninevears_kernel.nine_years.components.map_masks import SPACES
from ninevears_kernel.nine_years.components.piece_numbers import POWERS
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.notation import FLEETS, verbs

CORPS = range(len(POWERS) << 3)
VALUES = {
    "space": range(len(SPACES)),
    "corps": CORPS,
    "some": [*product(range(-1, 14), CORPS)],
    "number": range(-1, 14),
    "flag": (False, True),
    "side": SIDES,
    "power": POWERS,
    "fleet": FLEETS,
    "strength": ("full", "reduced"),
    "concession": ("none", "card", "points", "both"),
}


def every_action(verb: str, rule_tables) -> list[tuple]:
    """All actions of a verb that a person could type, numbers from -1 to 13."""
    values = VALUES | {"leader": range(len(rule_tables.leaders)), "event": [*rule_tables.events]}
    return [(verb, *arguments) for arguments in product(*(values[kind] for kind in verbs()[verb].kinds))]


def differences(engine) -> list[str]:
    """Where options and actions without objections are not the same at the decision that waits."""
    rule, arguments = engine.decision
    offered = engine.options
    found = [f"twice: {action}" for action in offered if offered.count(action) > 1]
    free = {
        action
        for verb in rule.verbs
        for action in every_action(verb, engine.rule_tables)
        if next(rule.objections(engine, action, *arguments), None) is None
    }
    return found + [
        f"{action} of {engine.board.agenda[-1]}" for action in sorted(free ^ set(offered), key=str)
    ]
