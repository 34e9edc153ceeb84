"""Orders of the notation as people say them."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.errors import NinevearsError
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...nine_years.engine.choices import action_of, option_of

ORDERS = frozenset({"action", "actions", "order"})
"""Keys of a case and of an answer under which orders stand."""


def orders_told(orders: str | Iterable[str], rules: RuleTables | None = None) -> str:
    """Orders in sentences, without the full stop of the last; what cannot be read stays as it was written.

    Args:
        orders: one order in the notation, or several.
        rules: the tables in force.

    >>> orders_told(["campaign Grenoble", "march", "to Turin"])
    'Campaign from Grenoble. March. Go to Turin'
    >>> orders_told("fly to Turin")
    'fly to Turin'
    """
    tables = rules or standard_rule_tables()
    return ". ".join(_told(str(one), tables) for one in ([orders] if isinstance(orders, str) else orders))


def _told(order: str, rules: RuleTables) -> str:
    try:
        return str(option_of(action_of(order, rules), rules).says).rstrip(".")
    except NinevearsError:
        return order
