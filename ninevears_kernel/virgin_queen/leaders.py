"""Army leaders, naval leaders and sea captains: what their ratings give, whom they serve, and what becomes of
them (VQ 5.1, 5.3, 5.4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from ..core.clauses import carries_out
from ..core.errors import MISSING, BadInput
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .names import spell
from .navigation import TREASURES_OF_WHICH_ONE_IS_LOST, after, tell_after
from .powers import POWERS, PowerName, check_power, major_power_of
from .tables import data_table, occasion_words, question

RATINGS: Mapping[tuple[str, str], Mapping[str, str]] = {
    (row["kind"], row["occasion"]): row for row in data_table("leader_ratings")
}
PIRATES: Mapping[str, str] = {row["leader"]: row["power"] for row in data_table("pirate_leaders")}
SHARED_CAPTAINS: Mapping[str, tuple[str, ...]] = {
    row["captain"]: tuple(row["powers"].split(";")) for row in data_table("captains")
}
CAPTAINS_IN_EUROPE = "England"  # VQ 5.4.a: English captains alone may serve as naval leaders
CLAUSES = {"army": "VQ 5.1.a", "naval": "VQ 5.3", "captain": "VQ 5.4.a"}

LeaderKind = Literal["army", "naval", "captain"]
Occasion = Literal[
    "interception", "avoiding-battle", "avoiding-combat", "assault", "field-battle", "formation",
    "naval-combat", "starting-piracy", "navigation-roll",
]  # fmt: skip
Rating = Annotated[int, Meta(ge=0, le=20)]
Name = Annotated[str, Meta(min_length=1)]


class Ratings(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers on a counter."""

    battle: Annotated[Rating | None, Meta(description="of an army leader or a naval leader")] = None
    command: Annotated[Rating | None, Meta(description="of an army leader")] = None
    piracy: Annotated[Rating | None, Meta(description="after the P")] = None
    navigation: Annotated[Rating | None, Meta(description="of a sea captain, after the N")] = None


class LeaderCase(Struct, frozen=True, forbid_unknown_fields=True):
    """A leader or captain, and the occasion on which his ratings may count."""

    kind: Annotated[LeaderKind, Meta(description="army leader, naval leader or sea captain")]
    name: Annotated[Name, Meta(description="his name, as it stands on the counter")]
    power: PowerName
    occasion: Annotated[Occasion, Meta(description="what he takes part in")]
    ratings: Annotated[Ratings, Meta(description="the numbers on his counter")] = field(
        default_factory=Ratings
    )
    in_europe: Annotated[bool, Meta(description="a captain serves on the map of Europe")] = False
    in_zone: Annotated[bool, Meta(description="he is in the zone where piracy is started")] = True

    def __post_init__(self) -> None:
        check_power("power", self.power)
        spell(self, "name", SHARED_CAPTAINS if self.kind == "captain" else PIRATES)


@carries_out("VQ 5.1.a", "VQ 5.3", "VQ 5.4.a")
def leader(case: LeaderCase, context: RulingContext) -> Answer:
    """Which rating of a leader counts on an occasion, and what it gives.

    Raises:
        BadInput: the case leaves out the rating that is asked for.
    """
    kind = case.kind
    if kind == "captain" and case.in_europe:
        _may_serve_in_europe(case.name, SHARED_CAPTAINS.get(case.name, (case.power,)), context)
        kind = "naval"  # VQ 5.4.a: he serves as a naval leader instead
    clause_id = CLAUSES[kind]
    row, occasion = RATINGS.get((kind, case.occasion)), occasion_words(case.occasion)
    if row is None:
        fits = Message.any_of([occasion_words(occasion) for of, occasion in RATINGS if of == kind])
        remedy = Message("vq.remedy-occasion", occasions=fits)
        context.violation(
            clause_id, "vq.leader-no-rating", remedy,
            name=case.name, kind=Message(f"vq.leader-kind-{kind}"), occasion=occasion,
        )  # fmt: skip
    elif case.occasion == "starting-piracy":
        _counts_in_piracy(case, context)
    answer: dict[str, Any] = {"rating": None, "gives": None, "number": None}
    if row is None or context.violations:
        return Answer("no", Message("vq.leader-no", name=case.name, occasion=occasion), answer)
    number: int | None = getattr(case.ratings, row["rating"])
    if number is None:
        raise BadInput(f"ratings.{row['rating']}", MISSING, Message("vq.expected-rating"))
    answer = {"rating": row["rating"], "gives": row["gives"], "number": number}
    context.step(
        clause_id, f"vq.leader-gives-{row['gives']}",
        name=case.name, rating=row["rating"], number=number, occasion=occasion,
    )  # fmt: skip
    what = Message(f"vq.gives-{row['gives']}", count=number)
    says = Message("vq.leader-yes", name=case.name, occasion=occasion, rating=row["rating"], what=what)
    return Answer("yes", says, answer)


def _may_serve_in_europe(name: str, owners: Sequence[str], context: RulingContext) -> None:
    if CAPTAINS_IN_EUROPE in owners:
        context.step("VQ 5.4.a", "vq.captain-in-europe", name=name)
    else:
        remedy = Message("vq.remedy-expedition")
        power = Message.any_of(owners)
        context.violation("VQ 5.4.a", "vq.captain-not-english", remedy, name=name, power=power)


def _counts_in_piracy(case: LeaderCase, context: RulingContext) -> None:
    if case.kind == "captain" and case.in_europe:
        # VQ 5.3 gives the rating to two Ottoman leaders by name; VQ 5.4.a prints one on every captain
        if not context.violations and context.reading("captain-piracy-in-europe") == "none":
            pirates = Message.all_of(PIRATES)
            remedy = Message("vq.remedy-expedition")
            context.violation("VQ 5.3", "vq.captain-no-pirate", remedy, name=case.name, pirates=pirates)
    elif case.kind == "naval" and PIRATES.get(case.name) != case.power:
        pirates = Message.any_of(PIRATES)
        remedy = Message("vq.remedy-pirate", pirates=pirates)
        context.violation("VQ 5.3", "vq.leader-no-pirate", remedy, name=case.name, pirates=pirates)
    if not case.in_zone:
        context.violation("VQ 5.3", "vq.leader-elsewhere", Message("vq.remedy-zone"), name=case.name)


class OtherLeader(Struct, frozen=True, forbid_unknown_fields=True):
    """Another army leader."""

    name: Annotated[Name, Meta(description="his name, unique in the case")]
    power: PowerName
    state: Annotated[
        Literal["in-play", "captured", "arriving"],
        Meta(description="captured counts as in play; arriving: enters on a later turn"),
    ] = "in-play"
    arrives: Annotated[
        Annotated[int, Meta(ge=1, le=20)] | None, Meta(description="turn on which an arriving one enters")
    ] = None

    def __post_init__(self) -> None:
        if (self.arrives is None) == (self.state == "arriving"):
            found = MISSING if self.arrives is None else self.arrives
            raise BadInput("arrives", found, Message("vq.expected-arrival"))


class DefaultLeader(Struct, frozen=True, forbid_unknown_fields=True):
    """An army leader who leaves play, and the others."""

    power: Annotated[Name, Meta(description="his power; Dutch or Huguenot for a Protestant one")]
    leader: Annotated[Name, Meta(description="who leaves play")]
    removed_by: Annotated[
        Literal["untimely-death", "assassination", "husband-murdered", "other"], Meta(description="by what")
    ]
    turn: Annotated[int, Meta(ge=1, le=20, description="the turn in which it happens")]
    others: Annotated[
        tuple[OtherLeader, ...], Meta(description="other army leaders in play, captured or yet to arrive")
    ] = ()

    def __post_init__(self) -> None:
        leading = tuple(name for name, row in POWERS.items() if name != "Protestant")
        check_power("power", self.power, leading)
        names = [self.leader, *(other.name for other in self.others)]
        for place, other in enumerate(self.others):
            check_power(f"others[{place}].power", other.power, leading)
            if other.name in names[: place + 1]:
                raise BadInput(f"others[{place}].name", other.name, Message("vq.expected-once"))
            if other.arrives is not None and other.arrives <= self.turn:
                expected = Message("vq.expected-later-turn", turn=self.turn)
                raise BadInput(f"others[{place}].arrives", other.arrives, expected)


@carries_out("VQ 5.1.b")
def default_leader(case: DefaultLeader, context: RulingContext) -> Answer:
    """Whether and when the unnamed leader on the back of a counter enters play."""
    own = [other for other in case.others if other.power == case.power]
    apart = [other.name for other in case.others if {other.power, case.power} == {"Dutch", "Huguenot"}]
    if apart:
        context.step("VQ 5.1.b", "vq.default-apart", names=Message.all_of(apart))
    in_play = [other.name for other in own if other.state != "arriving"]
    coming = [other.name for other in own if other.arrives == case.turn + 1]
    later = [other.name for other in own if other.arrives is not None]
    turned = case.removed_by != "other" and not in_play
    enters = turned and not coming
    answer = {"counter_turned": turned, "enters": enters, "turn": case.turn + 1 if enters else None}
    if case.removed_by == "other":
        context.step("VQ 5.1.b", "vq.default-other-cause", name=case.leader)
    elif in_play:  # VQ 5.1.b: captured leaders are in play
        context.step("VQ 5.1.b", "vq.default-in-play", power=case.power, names=Message.all_of(in_play))
    else:
        context.step(
            "VQ 5.1.b", "vq.default-turned",
            name=case.leader, power=case.power, cause=Message(f"vq.removed-by-{case.removed_by}"),
        )  # fmt: skip
        if later:
            context.step("VQ 5.1.b", "vq.default-later", names=Message.all_of(later))
        if coming:
            context.step("VQ 5.1.b", "vq.default-coming", names=Message.all_of(coming), turn=case.turn + 1)
    message = "vq.default-yes" if enters else "vq.default-no"
    says = Message(message, power=case.power, turn=case.turn + 1)
    return Answer("yes" if enters else "no", says, answer)


class CaptainCase(Struct, frozen=True, forbid_unknown_fields=True):
    """A sea captain, who wants to use him, and what has happened to him."""

    name: Annotated[Name, Meta(description="his name, such as Drake or De Sores")]
    power: Annotated[Name, Meta(description="major power that takes him into service, or has him there")]
    owner: Annotated[
        str | None, Meta(description="power of his counter; leave out for De Sores and le Clerc")
    ] = None
    service: Annotated[
        Literal["expedition", "naval-leader"],
        Meta(description="an expedition on the world map, or a naval leader in Europe"),
    ] = "expedition"
    engaged_by: Annotated[
        str | None,
        Meta(description="power whose expedition he is on, not yet back in Europe; leave out if on none"),
    ] = None
    side: Annotated[Literal["full", "damaged"], Meta(description="side of his counter that lies up")] = "full"
    loss: Annotated[
        Literal["navigation-roll", "starting-piracy"] | None,
        Meta(description="he takes a loss in this; leave out to ask whether he may be taken into service"),
    ] = None

    def __post_init__(self) -> None:
        check_power("power", self.power)
        spell(self, "name", SHARED_CAPTAINS)
        if self.engaged_by is not None:
            check_power("engaged_by", self.engaged_by)
        if self.name in SHARED_CAPTAINS:
            if self.owner is not None:
                raise BadInput("owner", self.owner, Message("vq.expected-no-owner"))
        else:
            if self.owner is None:
                known = {"options": Message.any_of(POWERS), "captains": Message.all_of(SHARED_CAPTAINS)}
                raise BadInput("owner", MISSING, Message("vq.expected-owner", **known))
            check_power("owner", self.owner)

    @property
    def owners(self) -> tuple[str, ...]:
        """The powers that he may serve."""
        return SHARED_CAPTAINS.get(self.name) or (major_power_of(self.owner or ""),)


@carries_out("VQ 5.4.a", "VQ 5.4.b")
def captain(case: CaptainCase, context: RulingContext) -> Answer:
    """Whether a power may take a captain into service, or what a loss does to him."""
    free_to = case.owners if case.engaged_by is None else (major_power_of(case.engaged_by),)
    side = "damaged" if case.loss else case.side
    answer: dict[str, Any] = {"available_to": free_to, "side": side, "special_bonus": True}
    context.step("VQ 5.4.b", "vq.captain-bonus", name=case.name)
    _service(case, context)
    if case.loss:
        answer |= _after_a_loss(case, context)
        if not context.violations:
            message = "vq.captain-over" if answer["captain"] == "turn-track" else "vq.captain-loss"
            return Answer("result", Message(message, name=case.name, side=side), answer)
    verdict = "illegal" if context.violations else "legal"
    service = Message(f"vq.service-{case.service}")
    says = Message(f"vq.captain-{verdict}", name=case.name, power=case.power, service=service)
    return Answer(verdict, says, answer)


@carries_out("VQ 5.4.b", "VQ 16.1.2.b")
def _after_a_loss(case: CaptainCase, context: RulingContext) -> dict[str, Any]:
    """What a loss makes of the captain, and of what is aboard; of piracy nothing but 5.4.b is said."""
    assert case.loss is not None
    damaged, loss = case.side == "damaged", occasion_words(case.loss)
    if not damaged:
        context.step("VQ 5.4.b", "vq.captain-turned", name=case.name, loss=loss)
    if case.loss != "navigation-roll":
        if damaged:
            context.step("VQ 5.4.b", "vq.captain-damaged-again", name=case.name, loss=loss)
        return {"captain": None, "colony_lost": None, "treasures_lost": None}
    found = after("damaged", damaged, TREASURES_OF_WHICH_ONE_IS_LOST)
    if damaged:
        tell_after(found, damaged, case.name, context)
        context.step("VQ 16.1.2.b", "vq.captain-colony-lost", name=case.name)
    else:
        context.step("VQ 16.1.2.b", "vq.captain-two-treasures", count=TREASURES_OF_WHICH_ONE_IS_LOST)
    return {
        "captain": found.captain,
        "colony_lost": found.colony_lost,
        "treasures_lost": found.treasures_lost,
    }


def _service(case: CaptainCase, context: RulingContext) -> None:
    power, by = major_power_of(case.power), case.engaged_by
    owners = Message.any_of(case.owners)
    if power not in case.owners:
        facts = {"name": case.name, "power": case.power, "owners": owners}
        remedy = Message("vq.remedy-owner", owners=owners)
        context.violation("VQ 5.4.a", "vq.captain-not-yours", remedy, **facts)
    else:
        context.step("VQ 5.4.a", "vq.captain-open-to", name=case.name, owners=owners)
    engaged = by is not None and major_power_of(by) != power
    if engaged or (by is not None and not case.loss):
        says = "vq.captain-engaged" if engaged else "vq.captain-out"
        context.violation("VQ 5.4.a", says, Message("vq.remedy-return"), name=case.name, by=by)
    if case.service == "naval-leader":
        # De Sores and le Clerc are of the power that has them, and never of another than their two
        _may_serve_in_europe(case.name, (power,) if power in case.owners else case.owners, context)


QUESTIONS = (
    question("leader", LeaderCase, leader),
    question("default-leader", DefaultLeader, default_leader),
    question("captain", CaptainCase, captain),
)
