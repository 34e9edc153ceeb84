"""What can happen in a naval movement, one small kind of event for each decision (VQ 16.1.1 to 16.2.K)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from .naval_forces import ExtraDice
from .naval_position import Move, Voyage
from .seas import Name, Ships


class Declare(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="declare"):
    """The active power declares all its moves (16.1.1); they are carried out at once (16.1.2)."""

    moves: tuple[Move, ...] = ()
    voyages: Annotated[tuple[Voyage, ...], Meta(description="expeditions that sail")] = ()


class Navigate(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="navigate"):
    """An expedition makes its navigation roll (16.1.2.b)."""

    captain: Name


class LoseTreasure(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lose-treasure"):
    """The owner chooses the treasure that a damaged expedition loses (16.1.2.b)."""

    captain: Name
    treasure: Name


class PlaceColony(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="place-colony"):
    """An expedition places its colony (16.1.2.c)."""

    captain: Name
    settlement: Name


class KeepColony(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="keep-colony"):
    """An expedition keeps its colony aboard (16.1.2.c)."""

    captain: Name


class Undone(Struct, frozen=True, forbid_unknown_fields=True):
    """A declared move that Storms undo: its units are where they were."""

    origin: Name = field(name="from")
    to: Name


class Storms(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="storms"):
    """Another power plays Storms (16.1.3); its effect is on the card, so the umpire says what it undoes."""

    power: Name
    undone: Annotated[tuple[Undone, ...], Meta(description="moves that the card undoes; none if none")] = ()


class NoResponse(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="no-response"):
    """Nobody plays a response, or a further one (16.1.3)."""


class Intercept(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="intercept"):
    """A power tries to intercept with units of one stack (16.1.4)."""

    power: Name
    origin: Name = field(name="from")
    to: Name
    units: Annotated[tuple[Ships, ...] | None, Meta(description="units that try; null: all there")] = None
    leaders: Annotated[tuple[Name, ...] | None, Meta(description="leaders with them; null: all there")] = None


class Decline(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="decline"):
    """A power makes no more attempts to intercept (16.1.4)."""

    power: Name


class Avoid(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="avoid"):
    """A power tries to avoid combat with all its units in a zone (16.1.5)."""

    power: Name
    zone: Name
    to: Name


class Stay(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="stay"):
    """A power does not try to avoid combat in a zone (16.1.5)."""

    power: Name
    zone: Name


class Fight(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="fight"):
    """The active power fights an enemy in a location (16.1.7)."""

    location: Name
    enemy: Name
    extra_dice: Annotated[ExtraDice, Meta(description="dice that cards give")] = field(
        default_factory=ExtraDice
    )


class Lose(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lose"):
    """A power chooses the units that it loses for the hits it took (16.2.K)."""

    power: Name
    units: tuple[Ships, ...] = ()


class Retreat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="retreat"):
    """A power retreats with all its units (16.2.K)."""

    power: Name
    to: Name


Event = (
    Declare
    | Navigate
    | LoseTreasure
    | PlaceColony
    | KeepColony
    | Storms
    | NoResponse
    | Intercept
    | Decline
    | Avoid
    | Stay
    | Fight
    | Lose
    | Retreat
)

STAGE_OF = {
    Declare: "declare",
    Navigate: "navigate",
    LoseTreasure: "navigate",
    PlaceColony: "navigate",
    KeepColony: "navigate",
    Storms: "respond",
    NoResponse: "respond",
    Intercept: "intercept",
    Decline: "intercept",
    Avoid: "avoid",
    Stay: "avoid",
    Fight: "fight",
    Lose: "losses",
    Retreat: "retreat",
}
"""The stage at which each kind of event may happen."""
