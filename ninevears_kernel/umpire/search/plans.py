"""What a search for a plan has found, as values, sentences and data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from ...core.messages import Message
from ...nine_years.components.sides import Side
from .goals import Condition, condition_data
from .obstacles import Obstacle

Ended = Literal["all", "found", "states", "seconds", "choices", "stopped"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice of a plan.

    Attributes:
        text: in the notation, so that it can be typed.
        says: in a sentence.
        clause_id: the clause that it acts under.
        chance: the probability that the condition is met after it.
    """

    text: str
    says: Message
    clause_id: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Plan:
    """A sequence of choices that brings a condition about.

    Attributes:
        choices: what the player chooses, in order.
        chance: with what probability it succeeds; the choices are the same whatever the dice say.
        rolls: what dice are rolled for on the way.
        answered: what was taken for granted of decisions that are not the player's to plan.
    """

    choices: tuple[Chosen, ...]
    chance: Fraction
    rolls: tuple[Message, ...]
    answered: tuple[Message, ...]

    @property
    def notation(self) -> str:
        """The choices as a player types them, one on a line."""
        return "\n".join(choice.text for choice in self.choices)


@dataclass(frozen=True, slots=True)
class WhyNot:
    """What a search has found.

    Attributes:
        side: whose goal it is.
        condition: the goal.
        plan: the shortest plan that is sure enough; when there is none, the surest that was found, or None.
        enough: whether the plan is as sure as was asked for.
        already: whether the condition is met without doing anything.
        obstacles: when there is no plan, the clauses that stand in its way.
        states: how many positions were looked at.
        ended: why the search ended.
        assumed: for how many actions a round was taken for granted; 0 when the position has one open.
    """

    side: Side
    condition: Condition
    plan: Plan | None
    enough: bool
    already: bool
    obstacles: tuple[Obstacle, ...]
    states: int
    ended: Ended
    assumed: int

    def sentences(self) -> list[str]:
        """The same as sentences."""
        return [str(says) for says in self._says()]

    def _says(self) -> Iterator[Message]:
        names = {"side": self.side, "condition": self.condition.says}
        if self.already:
            yield Message("why.already", **names)
            return
        if self.plan is None:
            yield Message("why.none" if self.ended == "all" else "why.none-found", **names)
        else:
            yield Message("why.plan", count=len(self.plan.choices), **names)
            for choice in self.plan.choices:
                yield Message("why.blocker", action=choice.text, says=choice.says)
            chance = {"exact": self.plan.chance, "percent": f"{float(self.plan.chance):.1%}"}
            if not self.enough:
                yield Message("why.below", condition=self.condition.says, **chance)
            else:
                yield Message("why.certain" if self.plan.chance == 1 else "why.chance", **chance)
            if self.plan.rolls:
                yield Message("why.rolls", rolls=Message("list.one", item=[*self.plan.rolls]))
            yield from self.plan.answered
        for obstacle in self.obstacles:
            yield obstacle.sentence
        if self.assumed:
            yield Message("why.assumed", side=self.side, count=self.assumed)
        yield Message(f"why.ended-{self.ended}", count=self.states)

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        plan = self.plan
        return {
            "side": self.side,
            "condition": condition_data(self.condition),
            "already": self.already,
            "enough": self.enough,
            "plan": None
            if plan is None
            else {
                "choices": [
                    {
                        "choice": one.text,
                        "says": str(one.says),
                        "clause": one.clause_id,
                        "chance": str(one.chance),
                    }
                    for one in plan.choices
                ],
                "probability": str(plan.chance),
                "decimal": float(plan.chance),
                "rolls": [str(roll) for roll in plan.rolls],
                "answered": [str(one) for one in plan.answered],
            },
            "blockers": [obstacle.data() for obstacle in self.obstacles],
            "states": self.states,
            "ended": self.ended,
            "assumed_actions": self.assumed,
        }
