"""Rulers: who they are, what replaces or kills them, the cards that they keep and are dealt (VQ 3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..core.clauses import carries_out
from ..core.errors import MISSING, BadInput
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .names import spell
from .powers import MAJOR, MajorName, check_power
from .tables import data_table, figure, question

RULERS: Mapping[str, Mapping[str, str]] = {row["power"]: row for row in data_table("rulers")}
LAST: Mapping[str, str] = {row["last"]: power for power, row in RULERS.items() if row["last"]}
SULEIMAN, SELIM = "Suleiman", "Selim II"  # VQ 3.3.d
SULEIMANS_POWER = "Ottoman"
NAMED = (*LAST, SULEIMAN, SELIM)
"""The rulers whom the rules name."""

Name = Annotated[str, Meta(min_length=1)]
Number = Annotated[int, Meta(ge=0, le=30)]


def check_ruler(field: str, name: str, power: str) -> None:
    """Checks that a ruler whom the rules name, as they spell him, is asked for with his own power.

    Raises:
        BadInput: he rules another one.
    """
    of = SULEIMANS_POWER if name == SULEIMAN else LAST.get(name, power)
    if of != power:
        raise BadInput(field, name, Message("vq.expected-ruler-of", power=power, of=of))


class RulerCase(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruler, and what happens to him."""

    power: MajorName
    ruler: Annotated[
        Name, Meta(description="the ruler whose card lies on top; of the Protestants one of them")
    ]
    event: Annotated[
        Literal["mandatory-event", "marriage", "assassination"] | None,
        Meta(description="what is to replace or kill the ruler; leave out to ask who rules"),
    ] = None
    successor: Annotated[
        str | None, Meta(description="ruler whom the mandatory event brings; leave out without one")
    ] = None

    def __post_init__(self) -> None:
        check_power("power", self.power, MAJOR)
        spell(self, "ruler", NAMED)
        spell(self, "successor", NAMED)
        check_ruler("ruler", self.ruler, self.power)
        if self.event == "mandatory-event" and not self.successor:
            raise BadInput("successor", MISSING, Message("vq.expected-successor"))
        if self.successor is not None:
            if self.event != "mandatory-event" or self.successor == self.ruler:
                raise BadInput("successor", self.successor, Message("vq.expected-successor"))
            check_ruler("successor", self.successor, self.power)


@carries_out("VQ 3.3.a", "VQ 3.3.e")
def ruler(case: RulerCase, context: RulingContext) -> Answer:
    """What kind of ruler this is, whether this may happen to him, and who rules then."""
    row = RULERS[case.power]
    last = LAST.get(case.ruler) == case.power
    context.step("VQ 3.3.a", "vq.ruler-kind", power=case.power, kind=row["kind"], ruler=case.ruler)
    # VQ 3.3.e: Henry III and every Protestant ruler lead armies too; no other ruler does
    leads = row["commands"] == "yes" and (last or not row["last"])
    if leads:
        context.step("VQ 3.3.e", "vq.ruler-leads", ruler=case.ruler)
    replaceable = row["change"] == "yes" and not last
    answer: dict[str, Any] = {
        "kind": row["kind"],
        "replaceable": replaceable,
        "may_die_by": tuple(event for event in ("marriage", "assassination") if last and row[event] == "yes"),
        "army_leader": leads,
        "ruler": case.ruler,
        "attributes": None,
    }
    if case.event is None:
        return Answer(
            "result", Message(f"vq.ruler-result-{'last' if last else 'other'}", **_names(case)), answer
        )
    if case.event == "mandatory-event":
        replaced(case, last, replaceable, context)
        outcome = {"ruler": case.successor, "attributes": "card of the new ruler"}
    else:
        killed(case, context)
        outcome = {"ruler": None, "attributes": "section 23"}
    verdict = "illegal" if context.violations else "legal"
    if verdict == "legal":
        answer |= outcome
    says = Message(f"vq.ruler-{verdict}", event=_event_words(case.event), **_names(case))
    return Answer(verdict, says, answer)


def _event_words(event: str | None) -> Message:
    return Message(f"vq.event-{event}")


def _names(case: RulerCase) -> dict[str, str]:
    return {"ruler": case.ruler, "power": case.power}


@carries_out("VQ 3.3.a")
def replaced(case: RulerCase, last: bool, replaceable: bool, context: RulingContext) -> None:
    """Records whether a mandatory event may bring a new ruler."""
    if last:
        context.violation("VQ 3.3.a", "vq.ruler-last", None, **_names(case))
    elif not replaceable:
        powers = Message.all_of([power for power, row in RULERS.items() if row["change"] == "yes"])
        context.violation("VQ 3.3.a", "vq.ruler-never-replaced", None, power=case.power, powers=powers)
    else:
        context.step("VQ 3.3.a", "vq.ruler-covered", successor=case.successor, **_names(case))


@carries_out("VQ 3.3.b")
def killed(case: RulerCase, context: RulingContext) -> None:
    """Records whether a marriage or an assassination may kill a ruler."""
    fitting = [name for name, power in LAST.items() if RULERS[power][case.event or ""] == "yes"]
    if case.ruler in fitting:
        context.step("VQ 3.3.b", "vq.ruler-killed", event=_event_words(case.event), **_names(case))
        return
    rulers = Message.all_of(fitting)
    event = _event_words(case.event)
    context.violation("VQ 3.3.b", "vq.ruler-safe", None, event=event, rulers=rulers, ruler=case.ruler)


class RulerCards(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruler's attributes, and the cards of his power."""

    power: MajorName
    ruler: Annotated[Name, Meta(description="the ruler whose card lies on top")]
    administrative_rating: Annotated[Number, Meta(description="as his card prints it")] = 0
    card_bonus: Annotated[Number, Meta(description="as his card prints it; Suleiman's is no number")] = 0
    base_cards: Annotated[Number, Meta(description="cards as the power card counts them (3.4)")] = 0
    hand: Annotated[Number, Meta(description="cards held at the end of the turn")] = 0
    keeps: Annotated[
        Number | None, Meta(description="how many of them he wants to keep; leave out to ask how many he may")
    ] = None
    turn: Annotated[int, Meta(ge=1, le=20, description="the turn whose cards are dealt")] = 1
    selim_in_deck: Annotated[bool, Meta(description="the card Selim II is still in the deck")] = True

    def __post_init__(self) -> None:
        check_power("power", self.power, MAJOR)
        spell(self, "ruler", NAMED)
        check_ruler("ruler", self.ruler, self.power)
        if self.keeps is not None and self.keeps > self.hand:
            raise BadInput("keeps", self.keeps, Message("expected.at-most", most=self.hand))
        if self.ruler == SULEIMAN and self.card_bonus:
            raise BadInput("card_bonus", self.card_bonus, Message("vq.expected-suleiman"))


@carries_out("VQ 3.3.c", "VQ 3.3.d")
def ruler_cards(case: RulerCards, context: RulingContext) -> Answer:
    """The cards that a ruler may keep from one turn to the next, and those that his power is dealt."""
    may_keep = min(case.administrative_rating, case.hand)  # VQ 3.3.c
    context.step(
        "VQ 3.3.c", "vq.ruler-keeps", ruler=case.ruler, rating=case.administrative_rating, may=may_keep
    )
    receives: tuple[str, ...] = ()
    if case.ruler == SULEIMAN:  # VQ 3.3.d: both home cards, and Selim II at the start of turn 2
        context.step("VQ 3.3.d", "vq.suleiman-home-cards", number=figure("suleiman-home-cards"))
        if case.turn == figure("selim-turn") and case.selim_in_deck:
            receives = (SELIM,)
            context.step("VQ 3.3.d", "vq.suleiman-selim", card=SELIM, turn=case.turn)
    else:
        context.step("VQ 3.3.d", "vq.ruler-bonus", ruler=case.ruler, bonus=case.card_bonus)
    dealt = case.base_cards + case.card_bonus
    if case.keeps is not None and case.keeps > may_keep:
        remedy = Message("vq.remedy-discard", count=case.keeps - may_keep)
        context.violation("VQ 3.3.c", "vq.ruler-keeps-too-many", remedy, keeps=case.keeps, may=may_keep)
    answer = {
        "may_keep": may_keep,
        "dealt": dealt,
        "receives": receives,
        "home_cards_kept": figure("suleiman-home-cards" if case.ruler == SULEIMAN else "home-cards-kept"),
    }
    if case.keeps is None:
        return Answer(
            "result", Message("vq.ruler-cards", power=case.power, count=may_keep, dealt=dealt), answer
        )
    verdict = "illegal" if context.violations else "legal"
    return Answer(verdict, Message(f"vq.ruler-cards-{verdict}", power=case.power, count=case.keeps), answer)


QUESTIONS = (
    question("ruler", RulerCase, ruler),
    question("ruler-cards", RulerCards, ruler_cards),
)
