"""How the chance went through an action: what was chosen, how its dice fell, what cards brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core.messages import Message, say
from ..nine_years.engine.engine import Roll
from .moments import Moment
from .session import Session
from .turns import Turn

BATTLE = "battle.roll"
LEAST_STEP = 0.005
"""What changes the chance by less is no step: its figure would stand there twice."""


class ChanceStep(NamedTuple):
    """What was chosen, how dice fell or what cards brought, and the chance of the Alliance after it."""

    chance: float
    says: str


def chance_steps(session: Session, group: Sequence[Turn]) -> tuple[ChanceStep, ...]:
    """The steps of an action, from the chance before it: with all dice at their odds, then as they fell.

    What came by itself is left out. There are none where a single choice made all of it.

    Args:
        session: the war, and who looks.
        group: the choices of the action, in order.
    """
    chance = group[0].before
    steps = [ChanceStep(chance, say("review.before-it"))]
    for turn in group:
        moment = session.moments[turn.number]
        for part, told in _parts(session, turn, moment):
            chance += part
            if abs(chance - steps[-1].chance) >= LEAST_STEP:
                steps.append(ChanceStep(chance, told))
    steps[-1] = steps[-1]._replace(chance=chance)  # with the little that came after it
    rolled = any(abs(turn.dice) >= LEAST_STEP for turn in group)
    return tuple(steps) if len(steps) > (1 if rolled else 2) else ()


def step_told(session: Session, turn: Turn) -> str:
    """What a step of the curve was: what was chosen and how its dice fell, or what a card or time brought.

    Args:
        session: the war, and who looks.
        turn: the choice that made it.
    """
    moment, begun = (session.moments[number] for number in (turn.number, turn.action))
    (choice, chosen), (dice, _), (cards, played) = _parts(session, turn, moment)
    made = max((abs(choice) + abs(dice), 0), (abs(cards), 1), (abs(turn.clock), 2))[1]
    if not session.is_covered(moment):
        answers = abs(choice) > abs(dice) or not moment.entry.rolls
        told = [begun, moment] if begun is not moment and answers else [begun]
        chosen = " ".join(_by(session, one) for one in told if not session.is_covered(one))
        if moment.entry.rolls:
            rolls = Message.all_of(map(roll_told, hung_on(moment.entry.rolls)))
            chosen = f"{chosen} {say('review.dice', rolls=rolls)}"
    time = say("review.time-passes")
    return (chosen, played, time if session.is_covered(moment) else f"{chosen} {time}")[made]


def _by(session: Session, moment: Moment) -> str:
    """Who chose, and what."""
    who = Message(f"wartable.side-{moment.entry.side}")
    return say("review.step-by", who=who, says=str(session.describe(moment)))


def hung_on(rolls: Sequence[Roll]) -> list[Roll]:
    """The dice that decide of those of a choice: of a battle its rolls alone, which weigh more than what
    brought it about, or what became of its leaders.

    Args:
        rolls: the dice.
    """
    return [roll for roll in rolls if roll.says.id == BATTLE] or [*rolls]


def roll_told(roll: Roll) -> Message:
    """What was rolled for, and the face."""
    return Message("review.rolled", what=roll.says, face=roll.face)


def _parts(session: Session, turn: Turn, moment: Moment) -> Iterator[tuple[float, str]]:
    """What each part of a choice did to the chance, and in which words it is told."""
    yield turn.choice, str(session.describe(moment))
    yield turn.dice, say("review.dice", rolls=Message.all_of(map(roll_told, moment.entry.rolls)))
    yield turn.cards, " ".join(str(one.says) for one in moment.steps if one.says.id == "events.played")
