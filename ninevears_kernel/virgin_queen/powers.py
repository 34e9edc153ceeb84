"""The powers, who plays them, and what their power cards say: VQ 3.1, 3.2 and 3.4."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from ..core.clauses import carries_out
from ..core.errors import BadInput, UnknownName
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .names import check_once
from .tables import data_table, figure, question

POWERS: Mapping[str, Mapping[str, str]] = {row["power"]: row for row in data_table("powers")}
MAJOR = tuple(name for name, row in POWERS.items() if row["kind"] == "major")  # VQ 3.4: the six power cards
MINOR = tuple(name for name, row in POWERS.items() if row["kind"] == "minor")  # VQ 3.2
SETTLED = tuple(name for name, row in POWERS.items() if row["status_settled"] == "yes")  # VQ 3.1

PowerName = Annotated[str, Meta(min_length=1, description=f"a power: {', '.join(POWERS)}")]
MajorName = Annotated[str, Meta(min_length=1, description=f"a major power: {', '.join(MAJOR)}")]
Number = Annotated[int, Meta(ge=0, le=99)]


def check_power(field: str, name: str, among: Iterable[str] = tuple(POWERS)) -> None:
    """Checks that a power is one of those that may stand in a field.

    Raises:
        UnknownName: it is not.

    >>> check_power("power", "Venise")
    Traceback (most recent call last):
    ...
    ninevears_kernel.core.errors.UnknownName: power: found 'Venise', expected one of these: Ottoman, \
Spain, England, France, Empire, Protestant, Dutch, Huguenot, Ireland, Papacy, Portugal, Scotland or \
Venice (did you mean Venice?).
    """
    if name not in (among := tuple(among)):
        raise UnknownName(field, name, None, among)


def major_power_of(power: str) -> str:
    """The major power of a Dutch or Huguenot unit is the Protestants; any other power stands for itself.

    >>> major_power_of("Dutch"), major_power_of("Spain")
    ('Protestant', 'Spain')
    """
    return POWERS[power]["part_of"] or power


class PowerCase(Struct, frozen=True, forbid_unknown_fields=True):
    """A power, the number of players, and what the play has settled about it."""

    power: PowerName
    players: Annotated[int, Meta(ge=2, le=6, description="number of players")] = 6
    settlement_winner: Annotated[
        str | None,
        Meta(
            description="major power that last won the settlement of its diplomatic status (Ottoman, Empire)"
        ),
    ] = None
    loyal_to: Annotated[
        str | None,
        Meta(description="major power to which a minor power is loyal at present; leave out if to none"),
    ] = None

    def __post_init__(self) -> None:
        check_power("power", self.power)
        for field in ("settlement_winner", "loyal_to"):
            if (name := getattr(self, field)) is not None:
                check_power(field, name, (one for one in MAJOR if one != self.power))
        if self.loyal_to is not None and self.power not in MINOR:
            raise BadInput("loyal_to", self.loyal_to, Message("vq.expected-null-unless-minor"))


@carries_out("VQ 3.1", "VQ 3.2")
def power(case: PowerCase, context: RulingContext) -> Answer:
    """What a power is, and who plays it."""
    row = POWERS[case.power]
    soldiers = tuple(kind for kind in ("regulars", row["soldiers"]) if kind)
    naval = tuple(kind for kind in (row["front"], row["back"]) if kind)
    controller: str | None = case.power
    activated = False
    if row["kind"] == "minor":
        controller = case.loyal_to  # VQ 3.2: the loyalty may change
        loyal = controller or Message("vq.nobody")
        context.step("VQ 3.2", "vq.power-minor", power=case.power, powers=MINOR, loyal=loyal)
    elif row["kind"] == "part":
        controller = row["part_of"]
        context.step("VQ 3.4", "vq.power-part", power=case.power, whole=controller)
    elif case.settlement_winner is not None and _may_be_activated(case, context):
        # VQ 3.1: whoever wins the settlement controls the power until its status is settled again
        controller, activated = case.settlement_winner, True
        context.step("VQ 3.1", "vq.power-activated", power=case.power, winner=controller)
    else:
        context.step("VQ 3.4", "vq.power-major", power=case.power, number=figure("power-cards"))
        if case.power in SETTLED and case.players < figure("players-without-settlement"):
            context.step("VQ 3.1", "vq.power-unsettled", power=case.power, players=case.players)
            controller = case.settlement_winner
    answer = {
        "kind": row["kind"],
        "controller": controller,
        "activated": activated,
        "land_units": soldiers,
        "naval_units": naval,
    }
    if context.violations:
        return Answer("illegal", Message("vq.power-not-activated", power=case.power), answer)
    says = "vq.power-result" if controller else "vq.power-nobody"
    return Answer("result", Message(says, power=case.power, controller=controller), answer)


def _may_be_activated(case: PowerCase, context: RulingContext) -> bool:
    if case.power not in SETTLED:
        context.violation(
            "VQ 3.1", "vq.power-not-settled", Message("vq.remedy-no-settlement"),
            power=case.power, settled=Message.all_of(SETTLED),
        )  # fmt: skip
    if case.players >= figure("players-without-settlement"):
        remedy = Message("vq.remedy-no-settlement")
        context.violation("VQ 3.1", "vq.power-six-players", remedy, power=case.power, players=case.players)
    return not context.violations


class CardAction(Struct, frozen=True, forbid_unknown_fields=True):
    """An action of the list on a power card."""

    name: Annotated[str, Meta(min_length=1, description="the action, as the card names it")]
    cost: Annotated[int, Meta(ge=0, le=9, description="command points, as the power card prints them")]


class PowerCard(Struct, frozen=True, forbid_unknown_fields=True):
    """What a power card and its tracks show at present."""

    power: MajorName
    cards: Annotated[Number, Meta(description="cards as the power card counts them")] = 0
    card_bonus: Annotated[Number, Meta(description="card bonus of the ruler on top (3.3.d)")] = 0
    points: Annotated[Number, Meta(description="base victory points as the power card counts them")] = 0
    special_points: Annotated[Number, Meta(description="special victory points")] = 0
    bonus_points: Annotated[Number, Meta(description="markers in the box of bonus victory points (25)")] = 0
    actions: Annotated[tuple[CardAction, ...], Meta(description="actions listed on the card")] = ()
    action: Annotated[
        str | None,
        Meta(description="action that the power wants to take; leave out to ask for cards and points alone"),
    ] = None
    command_points: Annotated[Number, Meta(description="command points it has for it")] = 0

    def __post_init__(self) -> None:
        check_power("power", self.power, MAJOR)
        check_once("actions[{}].name", [each.name for each in self.actions], "vq.expected-once")


@carries_out("VQ 3.4")
def power_card(card: PowerCard, context: RulingContext) -> Answer:
    """Cards dealt, victory points, and whether an action of the list may be taken."""
    cards = card.cards + card.card_bonus  # VQ 3.4: counted before card bonuses
    total = card.points + card.special_points + card.bonus_points  # VQ 3.4: base before special and bonus
    context.step(
        "VQ 3.4", "vq.card-cards", power=card.power, base=card.cards, bonus=card.card_bonus, cards=cards
    )
    context.step(
        "VQ 3.4", "vq.card-points",
        power=card.power, base=card.points, special=card.special_points, bonus=card.bonus_points,
        points=total,
    )  # fmt: skip
    cost = {each.name: each.cost for each in card.actions}.get(card.action or "")
    answer = {"cards": cards, "points": total, "cost": cost}
    if card.action is None:
        says = Message("vq.card-result", power=card.power, cards=cards, points=total)
        return Answer("result", says, answer)
    if cost is None:
        remedy = Message("vq.remedy-listed-action", actions=Message.any_of([a.name for a in card.actions]))
        context.violation("VQ 3.4", "vq.card-not-listed", remedy, power=card.power, action=card.action)
    elif cost > card.command_points:
        remedy = Message("vq.remedy-more-points", count=cost - card.command_points)
        context.violation(
            "VQ 3.4", "vq.card-too-dear", remedy, action=card.action, cost=cost, has=card.command_points
        )
    else:
        context.step("VQ 3.4", "vq.card-action", power=card.power, action=card.action, cost=cost)
    verdict = "illegal" if context.violations else "legal"
    says = Message(f"vq.card-{verdict}", power=card.power, action=card.action)
    return Answer(verdict, says, answer)


QUESTIONS = (
    question("power", PowerCase, power),
    question("power-card", PowerCard, power_card),
)
