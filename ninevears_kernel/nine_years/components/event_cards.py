"""The event cards (NY 5.2.2, 9): the kit's own deck, from history, as a table."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ...core.clauses import carries_out
from ...core.errors import BadInput
from ...core.messages import Message
from ...core.tables import read_table
from ...input_files import convert
from .sides import Side

Text = Annotated[str, Meta(min_length=1)]
JOINS = {"1688": 1688, "1693": 1693}
LASTING = {"yes": True, "": False}


class EventCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card.

    Attributes:
        name: its name, as the notation has it.
        joins: the year in which it joins the deck: 1688 or 1693 (NY 5.2.2).
        side: whom it serves; None when that depends.
        hold: when its holder may play it, or empty when it is played as it is drawn (NY 9.2.1): ``round``
            before an own action, ``battle`` before the battle rolls, ``siege`` before a siege roll.
        lasting: whether it stays in view on the map (NY 9.2.3).
        condition: what must hold for it to be playable, in the words of `event_conditions`; empty for always.
        effect: what it does, in the words of `event_effects`.
        says: what it does, in a sentence.
        history: what happened, in a sentence.
        source: where that can be looked up.
    """

    name: Annotated[str, Meta(pattern=r"^[^,;]+$")]  # the notation parts names at these
    joins: Literal[1688, 1693]
    side: Side | None
    hold: Literal["", "round", "battle", "siege"]
    lasting: bool
    condition: str
    effect: Text
    says: Text
    history: Text
    source: Text


@carries_out("NY 5.2.2", "NY 9.1")
@cache
def load_event_cards(path: Path) -> dict[str, EventCard]:
    """The cards of a table by name, in its order.

    What their conditions and effects say is read by `event_words.words_of`.

    Raises:
        BadInput: names the row and the column.
    """
    cards: dict[str, EventCard] = {}
    for number, row in enumerate(read_table(path), 2):  # as a spreadsheet counts, the heading being row 1
        try:
            card = convert(_as_data(row), EventCard)
            if card.name in cards:
                raise BadInput("name", card.name, Message("expected.once"))
        except BadInput as error:
            raise error.within(f"row {number}") from None
        cards[card.name] = card
    return cards


def _as_data(row: dict[str, str]) -> dict[str, Any]:
    """A row of text as plain data."""
    return {
        **{str(column): text for column, text in row.items()},
        "joins": _one_of(row, "joins", JOINS),
        "side": row.get("side") or None,
        "lasting": _one_of(row, "lasting", LASTING),
    }


def _one_of(row: dict[str, str], column: str, known: dict[str, Any]) -> Any:
    text = row.get(column)
    if text not in known:
        raise BadInput(column, text, Message.one_of([repr(option) for option in known]))
    return known[text]
