"""What a game is made of: its start, its choices and the dice that followed."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Protocol, get_args

from msgspec import Meta, Struct

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


Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Seed = Annotated[int, Meta(ge=0, le=MOST_SEED)]
Remedy = Literal["rewind", "substitute", "stand"]
"""What an umpire does about a wrong choice: goes back before it, puts another in its place, lets it stand."""
REMEDIES: tuple[Remedy, ...] = get_args(Remedy)


class KeptDice(Struct, frozen=True, gc=False):
    """What an umpire keeps of the dice of a choice that is made again.

    Attributes:
        place: how many choices were made since the umpire's decision.
        faces: the faces that are kept, as ``"416"``; later ones come from the seed in force.
        seed, number: where cards are shuffled with the choice, the seed and the draw by which; else -1.
    """

    place: Count
    faces: Annotated[str, Meta(pattern="^[1-6]*$", max_length=1_000)] = ""
    seed: Seed = 0
    number: Annotated[int, Meta(ge=-1, le=10**12)] = -1


class SetRight(Struct, frozen=True, gc=False):
    """An umpire's decision about a wrong entry of the log: it stands before the choice with its number.

    Attributes:
        remedy: what is done.
        decision: the number of the choice that was wrong, from 1.
        reason: why, in the umpire's words; both players read it.
        choice: what is put in its place, or stands, in the notation; "" when nothing does.
        carried: so many choices that follow were made before.
        past: what players had seen beyond those: then the cards to come lie in another order from there on.
        seed: from which fresh dice come, once that of the war has been shown; 0: from one that follows.
        edits: corrections of the position, each as JSON: after the choice, or at once where there is none.
        kept: the dice that are kept.
        instead: the lines of the log in whose place the decision stands.
    """

    remedy: Remedy
    decision: Count
    reason: Annotated[str, Meta(max_length=2_000)]
    choice: Annotated[str, Meta(max_length=2_000)] = ""
    carried: Count = 0
    past: Past = ""
    seed: Seed = 0
    edits: tuple[str, ...] = ()
    kept: tuple[KeptDice, ...] = ()
    instead: tuple[str, ...] = ()

    @property
    def forces(self) -> bool:
        """Whether a choice stands that the rules forbid."""
        return self.remedy == "stand" and bool(self.choice)


Decided = tuple[SetRight, ...]
"""What an umpire decided between two choices."""


class Entry(Struct, frozen=True, gc=False):
    """A choice that was made, when, and the dice that followed.

    Attributes:
        year, phase, side, action: when, by whom, what.
        rolls: the dice that followed.
        otherwise: with the first choice of a branch, which; else None.
        then: what an umpire decided after it, before the next choice.
    """

    year: int
    phase: Phase
    side: Side
    action: Action
    rolls: tuple[Roll, ...]
    otherwise: Otherwise | None = None
    then: Decided = ()


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
    at_start: Decided

    @property
    def dice(self) -> Literal["seed", "table"]:
        """Where dice and cards come from."""

    @property
    def rolls_before_first(self) -> tuple[Roll, ...]:
        """The dice rolled before the first choice."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every choice made so far."""
