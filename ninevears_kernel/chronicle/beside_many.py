"""Several battles and sieges of the chronicle beside the rules, as tables: one event proves no model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..nine_years.components.changes import changed
from ..umpire.cases.cases import rule_case
from .rules_beside import MOST_ROLLS, beside, events_beside, falls_within, replace_position
from .tables import by_id, event_row

if TYPE_CHECKING:
    from pandas import DataFrame

Edits = Mapping[str, Any] | Sequence[Mapping[str, Any]]


def chances(events: Iterable[str]) -> DataFrame:
    """What the rules made of each event, and what it came to, a row for each.

    Args:
        events: ids of battles and sieges that can be set beside the rules.

    Columns:
        event (index), name, begin, kind, attacker: as in ``chronicle.events``; begin as it is written.
        outcome: attacker, defender, drawn or none.
        attacker_chance: the chance that the rules gave to the attacker: to win the battle, or to have taken
            the fortress after `MOST_ROLLS` siege rolls; missing where too few fought.
        chance: what they gave to what happened; missing where nobody won, and where too few fought.

    Raises:
        UnknownName: the chronicle has no such event.
        BadInput: it is no battle or siege on the map.

    >>> found = chances(["namur-1692"])
    >>> bool((found.chance == found.attacker_chance).all())
    True
    """
    from pandas import DataFrame

    rows = []
    for id in events:
        found, row = beside(id), event_row(id)
        attacks: Fraction | None
        if found.too_few:
            attacks = None
        elif found.rolls:
            attacks = found.rolls[-1]
        else:
            attacks = dict(found.likely.get("winner", ())).get(row["attacker"], Fraction(0))
        attacked, chance = (None if one is None else float(one) for one in (attacks, found.chance))
        kept = [row[name] for name in ("name", "begin", "kind", "attacker", "outcome")]
        rows.append([id, *kept, attacked, chance])
    columns = ["event", "name", "begin", "kind", "attacker", "outcome", "attacker_chance", "chance"]
    return DataFrame(rows, columns=columns).set_index("event").sort_values("begin", kind="stable")


def rolls_until_fallen(sieges: Iterable[str]) -> DataFrame:
    """The chance that a fortress has fallen by each siege roll: a row for each roll, a column for each siege.

    Args:
        sieges: ids of sieges that can be set beside the rules.

    Raises:
        UnknownName: the chronicle has no such event.
        BadInput: it is no siege on the map.

    >>> found = rolls_until_fallen(["namur-1692", "namur-1695"])
    >>> found.index.name, len(found) == MOST_ROLLS
    ('siege roll', True)
    """
    from pandas import DataFrame, RangeIndex

    columns = {}
    for id in sieges:
        found = beside(id)
        if not found.rolls:
            raise BadInput("siege", id, Message("expected.siege-of-chronicle"))
        columns[event_row(id)["name"]] = [float(chance) for chance in found.rolls]
    return DataFrame(columns, index=RangeIndex(1, MOST_ROLLS + 1, name=say("beside-many.roll")))


def rolls_if(siege: str, changes: Mapping[str, Edits]) -> DataFrame:
    """The chance that one fortress has fallen by each roll, as it was and with a fact changed.

    Args:
        siege: the id of a siege that can be set beside the rules.
        changes: edits of the position (`nine_years.components.changes`), by what they are called. Where
            the rules do not allow the siege any more, it has no chance.

    Raises:
        UnknownName: the chronicle has no such event.
        BadInput: it is no siege on the map, or an edit cannot be made.

    >>> inside = {"remove": "corps", "power": "Spain", "space": "Namur", "inside": True}
    >>> found = rolls_if("namur-1692", {"nobody inside": inside})
    >>> bool((found["nobody inside"] >= found[found.columns[0]]).all())
    True
    """
    from pandas import DataFrame

    table = rolls_until_fallen([siege])
    case = beside(siege).case
    columns = {say("beside-many.as-it-was"): table.iloc[:, 0]}
    for name, edits in changes.items():
        listed = [edits] if isinstance(edits, Mapping) else edits
        other = replace_position(case, changed(case["given"]["position"], [dict(edit) for edit in listed]))
        legal = rule_case(other).verdict != "illegal"
        columns[name] = [float(chance) for chance in falls_within(other)] if legal else [0.0] * MOST_ROLLS
    return DataFrame(columns, index=table.index)


def fought(kind: str = "battle", theatre: str = "") -> tuple[str, ...]:
    """The ids of the battles or sieges that can be set beside the rules, by date.

    Args:
        kind: battle or siege.
        theatre: of the chronicle; empty: all.

    >>> fought("siege", "ireland")[0], "namur-1692" in fought("siege", "low-countries")
    ('derry-1689', True)
    """
    found = [by_id("events")[id] for id in events_beside()]
    kept = [row for row in found if row["kind"] == kind and theatre in ("", row["theatre"])]
    return tuple(row["id"] for row in sorted(kept, key=lambda row: (row["begin"], row["id"])))
