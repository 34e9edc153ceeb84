"""The questions of the game that an umpire can be asked, with what each is given and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ..core.errors import MISSING, BadInput
from ..core.hearing import Hearing
from ..core.messages import Message
from ..core.questions import Finding, Question
from . import choice_questions, movement_questions, war_questions, winter_questions
from .campaign_limits import campaign_force, rally
from .fleets import deploy_fleet
from .map import game_map
from .peace import peace_roll
from .position import BothSides
from .powers import power_named, powers
from .resource_points import resource_points
from .sides import Side
from .situation import Situation
from .supply import OWN_CAPITAL, Asked, Purpose, answer_keys, line_of_communication

CommandRating = Annotated[int, Meta(ge=1, le=9, description="a leader's command rating")]


class LineGiven(Situation, frozen=True, kw_only=True):
    """A line of communication."""

    space: Annotated[str, Meta(description="the space from which the line is traced")]
    side: Annotated[Side, Meta(description="whose line it is")]
    purpose: Annotated[Purpose, Meta(description="what the line is needed for")]
    power: Annotated[
        str | None, Meta(description="whose corps it is for; needed to reinforce and to restore")
    ] = None


def _line(given: LineGiven, hearing: Hearing) -> Finding:
    position = given.resolved(hearing)
    space = game_map().space(given.space).name
    power = None
    if given.power is not None:
        found = power_named(given.power)
        if found.side != given.side:
            own = [name for name in powers() if powers()[name].side == given.side]
            expected = Message("expected.power-of-side", side=given.side, powers=Message.any_of(own))
            raise BadInput("power", given.power, expected)
        power = found.name
    elif given.purpose in OWN_CAPITAL:
        raise BadInput("power", MISSING, Message("expected.power-for", purpose=given.purpose))
    return line_of_communication(position, Asked(space, given.side, given.purpose, power), hearing)


class SideGiven(Situation, frozen=True, kw_only=True):
    """A side."""

    side: Annotated[Side, Meta(description="whose resource points are counted")]


class Concessions(Struct, frozen=True, forbid_unknown_fields=True):
    """How many concessions each player made: an action card, 2 resource points, or both (NY 6.4.1)."""

    Bourbon: Annotated[int, Meta(ge=0, le=2, description="concessions of the Bourbon player")] = 0
    Alliance: Annotated[int, Meta(ge=0, le=2, description="concessions of the Alliance player")] = 0


class PeaceGiven(Situation, frozen=True, kw_only=True):
    """The peace roll."""

    concessions: Annotated[Concessions, Meta(description="how many each player made")] = Concessions()


class ForceGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """A force for a Campaign action."""

    leaders: Annotated[tuple[CommandRating, ...], Meta(description="command ratings of its leaders")]
    corps: Annotated[int, Meta(ge=0, le=99, description="how many corps are to go")]


class RallyGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """A leader who rallies."""

    rating: CommandRating


class FleetGiven(Situation, frozen=True, kw_only=True):
    """A fleet that is to be deployed."""

    fleet: Annotated[Literal["Brest", "Toulon", "Atlantic", "Mediterranean"], Meta(description="the fleet")]
    strength: (
        Annotated[int, Meta(ge=1, le=2, description="its strength; else as in the position")] | UnsetType
    ) = UNSET


QUESTIONS = (
    Question(
        "NY", "loc", "Does a space have a line of communication?", LineGiven, answer_keys(), _line,
    ),
    Question(
        "NY", "resource-points", "How many resource points does a side have?", SideGiven,
        {"points": "the resource points", "sources": "each source of them, with its points"},
        lambda given, hearing: resource_points(given.resolved(hearing), given.side, hearing),
    ),
    Question(
        "NY", "peace-roll", "Does the peace roll end the war?", PeaceGiven,
        {
            "modifier": "the sum of the modifiers",
            "modifiers": "each modifier that is not 0",
            "needed": "the lowest die that ends the game; null when none does",
            "ends": "whether the game ends",
        },
        lambda given, hearing: peace_roll(
            given.resolved(hearing), BothSides(given.concessions.Bourbon, given.concessions.Alliance), hearing
        ),
        ("ends",),
    ),
    Question(
        "NY", "force", "May a force of this size go on campaign?", ForceGiven,
        {"limit": "the most corps that may go"},
        lambda given, hearing: campaign_force(given.leaders, given.corps, hearing),
    ),
    Question(
        "NY", "rally", "How many corps may a leader rally?", RallyGiven,
        {"limit": "the most corps that he rallies in one action"},
        lambda given, hearing: rally(given.rating, hearing),
    ),
    Question(
        "NY", "deploy-fleet", "Does a fleet win its sea zone?", FleetGiven,
        {
            "owner_total": "the deploying player's die and modifiers, in the roll that settled it",
            "other_total": "the other player's",
            "winner": "the side that won",
            "controller": "the side that controls the zone afterwards; null for nobody",
            "victory_points": "the victory points afterwards",
        },
        lambda given, hearing: deploy_fleet(
            given.resolved(hearing), given.fleet, None if given.strength is UNSET else given.strength, hearing
        ),
        ("winner", "controller", "victory_points"),
    ),
    *war_questions.QUESTIONS,
    *movement_questions.QUESTIONS,
    *choice_questions.QUESTIONS,
    *winter_questions.QUESTIONS,
)  # fmt: skip
"""Every question of the game that can be asked now."""
