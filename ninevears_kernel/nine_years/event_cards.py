"""The event cards (NY 5.2.2, 9): the kit's own deck, from history, as a table."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from ..core.clauses import carries_out
from ..input_files import convert
from .sides import Side
from .tables import read_table


class EventCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card.

    Attributes:
        name: its name, as the notation has it.
        joins: the year in which it joins the deck: 1688 or 1693 (NY 5.2.2).
        side: whom it serves; None when that depends.
        hold: when its holder may play it, or empty when it is played as it is drawn (NY 9.2.1): ``round``
            before an action of his round, ``battle`` before the battle rolls, ``siege`` before a siege roll.
        lasting: whether it stays in view on the map (NY 9.2.3).
        condition: what must hold for it to be playable, in the words of `event_conditions`; empty for always.
        effect: what it does, in the words of `event_effects`.
        says: what it does, in a sentence.
        history: what happened, in a sentence.
        source: where that can be looked up.
    """

    name: str
    joins: Literal[1688, 1693]
    side: Side | None
    hold: Literal["", "round", "battle", "siege"]
    lasting: bool
    condition: str
    effect: str
    says: str
    history: str
    source: str


@carries_out("NY 5.2.2", "NY 9.1")
@cache
def load_event_cards(path: Path) -> dict[str, EventCard]:
    """The cards of a table by name, in its order.

    Raises:
        BadInput: names the row and the column.
    """
    cards = [
        convert(
            {
                **row,
                "joins": int(row["joins"]),
                "side": row["side"] or None,
                "lasting": row["lasting"] == "yes",
            },
            EventCard,
        )
        for row in read_table(path)
    ]
    return {card.name: card for card in cards}
