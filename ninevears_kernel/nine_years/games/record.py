"""What a game is made of: its start, its choices and the dice that followed."""

from __future__ import annotations

from typing import Any, Literal, Protocol, get_args

from msgspec import Struct

from ...core.errors import BadInput
from ...core.messages import Message
from ..components.position import MOST_SEED, Phase, Position
from ..components.rule_tables import RuleTables
from ..components.sides import Side
from ..engine.engine import Roll
from ..engine.notation import Action
from ..engine.seeded_dice import WarDice, shuffled
from ..rules.campaign.rounds import action_cards
from ..rules.events.phase import starting_deck

Past = Literal["", "piece", "card", "roll"]
"""What had been seen before something else was tried: nothing, a piece that lay covered, a card, a die."""
PASTS: tuple[Past, ...] = get_args(Past)
"""All of them, the least first."""
MOST_BRANCHES = 1_000
"""The highest number of a branch."""
MOST_KNOWN = 400_000
"""Decisions that all other ways of a war may hold together, what they share counted in each."""
REMARKS = ("title", "players", "date")
"""What people may write at the head of a log."""


class Otherwise(Struct, frozen=True, gc=False):
    """That something else is tried here than before, with dice and decks of its own from here on.

    Attributes:
        number: of the branch, counted in the whole war.
        past: what had been seen beyond this place: a ``roll``, a ``card``, a ``piece`` that lay covered, or
            nothing (``""``).
        seed: from which those dice come, once that of the war has been shown: else whoever knows that seed
            would know them. 0: they come from the seed of the war.
    """

    number: int
    past: Past = ""
    seed: int = 0


class Entry(Struct, frozen=True, gc=False):
    """A choice that was made, when, and the dice that followed.

    Attributes:
        year, phase, side, action: when, by whom, what.
        rolls: the dice that followed.
        otherwise: with the first choice of a branch, which; else None.
    """

    year: int
    phase: Phase
    side: Side
    action: Action
    rolls: tuple[Roll, ...]
    otherwise: Otherwise | None = None


def check_seed(seed: Any) -> None:
    """Refuses what cannot be the seed of a war.

    Raises:
        BadInput: it is no whole number, or out of bounds.
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise BadInput("seed", seed, Message("expected.seed", most=MOST_SEED))


def start_of(rule_tables: RuleTables, seed: int) -> Position:
    """The start of a war: the scenario, its decks shuffled from the seed, and the first year to be played."""
    dice = WarDice(seed)
    return rule_tables.scenario.start.replace(
        seed=seed,
        action_deck=shuffled(action_cards(), dice),
        event_deck=shuffled(starting_deck(rule_tables), dice),
        drawn=dice.drawn,
        agenda=("year",),
    )


def start_at_table(rule_tables: RuleTables) -> Position:
    """The start of a war at a table: nobody knows how the decks lie, so they are in order of their tables."""
    return rule_tables.scenario.start.replace(
        seed=0, drawn=0, action_deck=action_cards(), event_deck=starting_deck(rule_tables), agenda=("year",)
    )


class Played(Protocol):
    """A game as its log tells it."""

    start: Position
    rule_tables: RuleTables
    readings: dict[str, str]
    remarks: dict[str, str]
    asks_alike: bool
    fair: bool

    @property
    def dice(self) -> Literal["seed", "table"]:
        """Where dice and cards come from."""

    @property
    def rolls_before_first(self) -> tuple[Roll, ...]:
        """The dice rolled before the first choice."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every choice made so far."""
