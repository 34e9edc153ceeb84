"""The questions of the game that an umpire can be asked, with what each is given and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ...core.errors import MISSING, BadInput
from ...core.messages import Message
from ...core.questions import Question
from ...core.ruling_context import RulingContext
from ...core.rulings import Answer, Odds
from ..components.map import game_map
from ..components.position import BothSides
from ..components.powers import power_named, powers
from ..components.sides import Side
from ..rules.campaign.limits import campaign_force, rally
from ..rules.chain_stops import tell_stop
from ..rules.fleets import deploy_fleet
from ..rules.reinforcement.resource_points import resource_points
from ..rules.supply import OWN_CAPITAL, Asked, Purpose, line_of_communication
from ..rules.winter.peace import peace_roll
from . import (
    choices as choice_questions,
    movement as movement_questions,
    war as war_questions,
    winter as winter_questions,
)
from .situation import Situation, question

CommandRating = Annotated[int, Meta(ge=1, le=9, description="a leader's command rating")]


class LineGiven(Situation, frozen=True, kw_only=True):
    """A line of communication."""

    space: Annotated[str, Meta(description="the space from which the line is traced")]
    side: Annotated[Side, Meta(description="whose line it is")]
    purpose: Annotated[Purpose, Meta(description="what the line is needed for")]
    power: Annotated[
        str | None, Meta(description="whose corps it is for; needed to reinforce and to restore")
    ] = None


def _line(given: LineGiven, context: RulingContext) -> Answer:
    position = given.resolved(context)
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
    asked = Asked(space, given.side, given.purpose, power)
    finding = line_of_communication(position, asked, context)
    tell_stop(position, asked, context)
    return finding


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


def _fleet_forecast(known: Answer, odds: Odds) -> Message:
    """What each side adds, and who is likely to win."""
    winner, chance = odds["winner"][0]
    likely = "fleet.even" if 2 * chance == 1 else "battle.forecast"
    return Message(likely, says=known.says, side=winner, chance=chance)


QUESTIONS: tuple[Question, ...] = (
    question("loc", LineGiven, _line),
    question(
        "resource-points",
        SideGiven,
        lambda given, context: resource_points(given.resolved(context), given.side, context),
    ),
    question(
        "peace-roll",
        PeaceGiven,
        lambda given, context: peace_roll(
            given.resolved(context), BothSides(given.concessions.Bourbon, given.concessions.Alliance), context
        ),
        "ends",
    ),
    question("force", ForceGiven, lambda given, context: campaign_force(given.leaders, given.corps, context)),
    question("rally", RallyGiven, lambda given, context: rally(given.rating, context)),
    question(
        "deploy-fleet",
        FleetGiven,
        lambda given, context: deploy_fleet(
            given.resolved(context), given.fleet, None if given.strength is UNSET else given.strength, context
        ),
        *("winner", "controller", "victory_points"),
        forecast=_fleet_forecast,
    ),
    *war_questions.QUESTIONS,
    *movement_questions.QUESTIONS,
    *choice_questions.QUESTIONS,
    *winter_questions.QUESTIONS,
)
"""Every question of the game that can be asked now."""
