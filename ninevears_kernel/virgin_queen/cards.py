"""Cards: an event or command points, mandatory events, texts joined by OR, and home cards (VQ 6.0)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..core.clauses import carries_out
from ..core.errors import BadInput
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .names import check_once, spell
from .powers import MAJOR, MajorName, check_power
from .rulers import NAMED, SULEIMAN, SULEIMANS_POWER, check_ruler
from .tables import figure, question

AFTER_MANDATORY = figure("points-after-mandatory-event")
KEPT = figure("home-cards-kept")

Name = Annotated[str, Meta(min_length=1)]
Number = Annotated[int, Meta(ge=0, le=99)]


class Spending(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that command points are spent on."""

    on: Annotated[Literal["action", "war"], Meta(description="an action (11), or a declaration of war (9.4)")]
    cost: Annotated[int, Meta(ge=0, le=20, description="command points")]
    name: Annotated[str, Meta(description="what the action is called; it may be left out")] = ""


class PlayCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card, and how it is played."""

    kind: Annotated[
        Literal["mandatory", "home", "other"],
        Meta(description="a mandatory event, a home card, or a card of another kind"),
    ]
    played_as: Annotated[
        tuple[Literal["event", "points"], ...],
        Meta(min_length=1, max_length=2, description="what it is played for, in this order"),
    ]
    points: Annotated[
        Number, Meta(description="command points printed on it; of a mandatory event none count")
    ] = 0
    texts: Annotated[
        tuple[bool, ...],
        Meta(
            min_length=1,
            max_length=2,
            description="texts joined by OR: for each, whether its conditions hold",
        ),
    ] = (True,)
    carried_out: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=2)], ...],
        Meta(description="which of the texts the player carries out, from 1; by default a single one"),
    ] = ()
    spending: Annotated[tuple[Spending, ...], Meta(description="what the points are spent on")] = ()

    def __post_init__(self) -> None:
        check_once("played_as[{}]", self.played_as, "vq.expected-once")
        for place, text in enumerate(self.carried_out):
            if text > len(self.texts):
                raise BadInput(
                    f"carried_out[{place}]", text, Message("expected.at-most", most=len(self.texts))
                )
            if text in self.carried_out[:place]:
                raise BadInput(f"carried_out[{place}]", text, Message("vq.expected-once"))
        if self.carried_out and "event" not in self.played_as:
            raise BadInput("carried_out", self.carried_out, Message("vq.expected-no-text"))


@carries_out("VQ 6.0")
def play_card(case: PlayCard, context: RulingContext) -> Answer:
    """Whether a card may be played so, and the command points that it gives."""
    context.step(
        "VQ 6.0", "vq.card-deck",
        cards=figure("deck-cards"), kinds=figure("deck-kinds"), treasures=figure("treasures"),
    )  # fmt: skip
    mandatory = case.kind == "mandatory"
    if mandatory:
        # VQ 6.0: the event happens first, and then gives points for actions only
        context.step("VQ 6.0", "vq.card-mandatory", count=AFTER_MANDATORY)
        if case.played_as[0] != "event":
            context.violation("VQ 6.0", "vq.card-mandatory-event", Message("vq.remedy-event-first"))
        order: tuple[str, ...] = ("event", "points")
    else:
        context.step("VQ 6.0", "vq.card-either")
        if len(case.played_as) > 1:
            context.violation("VQ 6.0", "vq.card-both", Message("vq.remedy-either"))
        order = case.played_as[:1]
    text = _text(case, context) if "event" in order else None
    points = AFTER_MANDATORY if mandatory else case.points if "points" in order else 0
    spent = _spend(case, points, mandatory, context)
    goes_to = "power card" if case.kind == "home" else None  # VQ 6.0.home
    if goes_to:
        context.step("VQ 6.0.home", "vq.home-lies")
    given = {"order": order, "text": text, "points": points}
    answer = {**given, "left": max(0, points - spent), "goes_to": goes_to}
    if context.violations:
        return Answer("illegal", Message("vq.play-illegal", count=points), answer)
    message = "vq.play-mandatory" if mandatory else f"vq.play-{order[0]}"
    return Answer("legal", Message(message, count=points), answer)


def _text(case: PlayCard, context: RulingContext) -> int | None:
    """The text that is carried out, whose conditions and effects alone apply."""
    chosen = case.carried_out
    if len(case.texts) == 1:
        chosen = (1,)
    elif len(chosen) != 1:
        facts = {"count": len(chosen)}
        context.violation("VQ 6.0", "vq.card-one-text", Message("vq.remedy-one-text"), **facts)
        return None
    else:
        context.step("VQ 6.0", "vq.card-text", text=chosen[0])
    if not case.texts[chosen[0] - 1] and case.kind != "mandatory":
        others = [number for number, holds in enumerate(case.texts, 1) if holds]
        remedy = Message("vq.remedy-other-text", text=others[0]) if others else None
        context.violation("VQ 6.0", "vq.card-conditions", remedy, text=chosen[0])
    return chosen[0]


def _spend(case: PlayCard, points: int, mandatory: bool, context: RulingContext) -> int:
    spent = sum(each.cost for each in case.spending)
    if spent > points:
        remedy = Message("vq.remedy-spend-less", count=spent - points)
        context.violation("VQ 6.0", "vq.card-points-short", remedy, spent=spent, count=points)
    elif points:
        context.step("VQ 6.0", "vq.card-spent", spent=spent, count=points)
    if mandatory and any(each.on == "war" for each in case.spending):
        context.violation("VQ 6.0", "vq.card-no-war", Message("vq.remedy-actions"))
    return spent


class HomeCards(Struct, frozen=True, forbid_unknown_fields=True):
    """A power's hand, and what is to happen to it."""

    power: MajorName
    home_cards: Annotated[tuple[Name, ...], Meta(max_length=2, description="home cards in its hand, by name")]
    act: Annotated[
        Literal["spring-deployment", "random-draw", "pick", "show-hand", "use", "deal"],
        Meta(description="discarding in Spring Deployment; others draw from or pick of the hand; showing it; "
             "using a home card; dealing cards at the start of a turn"),
    ]  # fmt: skip
    ruler: Annotated[Name | None, Meta(description="its ruler, where he matters: Suleiman")] = None
    others: Annotated[tuple[Name, ...], Meta(description="the other cards in its hand, by name")] = ()
    card: Annotated[str | None, Meta(description="the card that is drawn, picked or used")] = None
    discards: Annotated[
        tuple[Name, ...] | None, Meta(description="home cards that it discards in Spring Deployment")
    ] = None
    used: Annotated[
        tuple[Name, ...], Meta(max_length=2, description="home cards used in the turn that ends")
    ] = ()

    def __post_init__(self) -> None:
        check_power("power", self.power, MAJOR)
        if self.ruler is not None:
            spell(self, "ruler", NAMED)
            check_ruler("ruler", self.ruler, self.power)
        check_once("home_cards", (*self.home_cards, *self.others, *self.used), "vq.expected-once")
        hand = (*self.home_cards, *self.others)
        if self.act in ("use", "pick") and self.card is None:
            raise BadInput("card", self.card, Message.one_of(hand))
        options = self.home_cards if self.act == "use" else hand
        if self.card is not None and self.card not in options:
            raise BadInput("card", self.card, Message.one_of(options))
        for place, name in enumerate(self.discards or ()):
            if name not in self.home_cards:
                raise BadInput(f"discards[{place}]", name, Message.one_of(self.home_cards))


@carries_out("VQ 6.0.home", "VQ 3.3.d")
def cards_to_discard(case: HomeCards) -> int:
    """How many home cards a power discards in Spring Deployment.

    >>> cards_to_discard(HomeCards("Spain", ("one", "two"), "spring-deployment"))
    1
    >>> cards_to_discard(HomeCards("Ottoman", ("one", "two"), "spring-deployment", "Suleiman"))
    0
    """
    if case.power == SULEIMANS_POWER and case.ruler == SULEIMAN:
        return 0
    return max(0, len(case.home_cards) - KEPT)


@carries_out("VQ 6.0.home")
def home_cards(case: HomeCards, context: RulingContext) -> Answer:
    """What may be done with a power's home cards."""
    answer: dict[str, Any] = {}  # only what is asked for
    match case.act:
        case "spring-deployment":
            answer["discards"] = _spring(case, context)
        case "random-draw" | "pick":
            answer["may_be_taken"] = case.others
            _taken(case, context)
        case "show-hand":
            answer["shown"] = (*case.others, *case.home_cards)
            context.step("VQ 6.0.home", "vq.home-shown", cards=Message.all_of(case.home_cards))
        case "use":
            answer["on_power_card"] = (*case.used, case.card)
            context.step("VQ 6.0.home", "vq.home-lies")
        case "deal":
            answer["back_in_hand"] = case.used
            context.step("VQ 6.0.home", "vq.home-dealt", cards=Message.all_of(case.used))
    verdict = "illegal" if context.violations else "legal"
    return Answer(verdict, Message(f"vq.home-{case.act}-{verdict}", power=case.power, card=case.card), answer)


def _spring(case: HomeCards, context: RulingContext) -> int:
    must = cards_to_discard(case)
    if not must and len(case.home_cards) > KEPT:
        context.step("VQ 3.3.d", "vq.suleiman-home-cards", number=len(case.home_cards))
    message = "vq.home-discards" if must else "vq.home-discards-none"
    context.step("VQ 6.0.home", message, power=case.power, count=must)
    if case.discards is not None and len(set(case.discards)) != must:
        facts = {"power": case.power, "count": must, "number": len(set(case.discards))}
        if must:
            wrong, remedy = "vq.home-wrong-discard", Message("vq.remedy-home-discard", count=must)
        else:
            wrong, remedy = "vq.home-wrong-discard-none", Message("vq.remedy-home-discard-none")
        context.violation("VQ 6.0.home", wrong, remedy, **facts)
    return must


def _taken(case: HomeCards, context: RulingContext) -> None:
    # VQ 6.0.home: neither at random nor picked, by an event, an agreement, espionage or piracy
    context.step("VQ 6.0.home", "vq.home-never-taken")
    if case.card in case.home_cards:
        remedy = Message("vq.remedy-other-card", cards=Message.any_of(case.others)) if case.others else None
        context.violation("VQ 6.0.home", "vq.home-taken", remedy, card=case.card, power=case.power)


QUESTIONS = (
    question("play-card", PlayCard, play_card),
    question("home-cards", HomeCards, home_cards),
)
