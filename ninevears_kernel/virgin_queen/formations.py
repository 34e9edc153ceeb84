"""Formations: how many units a group of a space may have, whose, and with which leaders (VQ 5.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from ..core.clauses import carries_out
from ..core.errors import BadInput
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .powers import MAJOR, MINOR, POWERS, check_power, major_power_of
from .tables import figure, occasion_words, question

WITHOUT_LEADER = figure("formation-without-leader")
LEADERS_COUNTED = figure("formation-leaders-counted")
MOST_MAJOR_POWERS = figure("formation-major-powers")

Rating = Annotated[int, Meta(ge=1, le=20, description="command rating")]
Number = Annotated[int, Meta(ge=0, le=200)]


class Leader(Struct, frozen=True, forbid_unknown_fields=True):
    """An army leader by name, with his command rating."""

    name: Annotated[str, Meta(min_length=1, description="his name, unique in the case")]
    rating: Rating


class LandUnits(Struct, frozen=True, forbid_unknown_fields=True):
    """Land units by kind."""

    regulars: Annotated[Number, Meta(description="how many regulars")] = 0
    mercenaries: Annotated[Number, Meta(description="how many mercenaries")] = 0
    cavalry: Annotated[Number, Meta(description="how much cavalry, of the Ottomans alone")] = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.regulars + self.mercenaries + self.cavalry


Leaders = tuple[Leader | Rating, ...]


class Formation(Struct, frozen=True, forbid_unknown_fields=True):
    """The leaders and units that are to act as one."""

    leaders: Annotated[
        Leaders, Meta(max_length=12, description="leaders in it: command ratings, or names with ratings")
    ] = ()
    units: Annotated[
        LandUnits | Number, Meta(description="land units in it: a number, or numbers by kind")
    ] = 0
    present: Annotated[
        Leaders | None,
        Meta(description="all army leaders of the space, those of the formation among them; else just those"),
    ] = None
    purpose: Annotated[
        Literal["movement", "field-battle", "interception", "assault"], Meta(description="what it acts in")
    ] = "movement"
    spaces: Annotated[
        tuple[str, ...], Meta(description="spaces where its members stand, when that is in doubt")
    ] = ()
    powers: Annotated[
        tuple[str, ...], Meta(description="major powers with units in it; Dutch and Huguenot may be named")
    ] = ()
    minor: Annotated[tuple[str, ...], Meta(description="minor powers with units in it")] = ()
    active_allies: Annotated[
        dict[str, str], Meta(description="for a minor power the major power it is actively allied with")
    ] = field(default_factory=dict)

    def __post_init__(self) -> None:
        majors = tuple(name for name in POWERS if name not in MINOR)
        for place, name in enumerate(self.powers):
            check_power(f"powers[{place}]", name, majors)
        for place, name in enumerate(self.minor):
            check_power(f"minor[{place}]", name, MINOR)
        for name, ally in self.active_allies.items():
            check_power("active_allies", name, MINOR)
            check_power(f"active_allies.{name}", ally, MAJOR)
        rest = list(self.all_present)
        for place, leader in enumerate(self.leaders):
            if leader not in rest:
                raise BadInput(f"leaders[{place}]", named(leader), Message("vq.expected-present"))
            rest.remove(leader)
        if isinstance(self.units, LandUnits) and self.powers and not self.minor:
            _check_kinds(self.units, self.powers)

    @property
    def total(self) -> int:
        """The land units of the formation."""
        return self.units.total if isinstance(self.units, LandUnits) else self.units

    @property
    def all_present(self) -> Leaders:
        """Every leader of the space that is known of."""
        return self.leaders if self.present is None else self.present


def _check_kinds(units: LandUnits, powers: Sequence[str]) -> None:
    for kind in ("mercenaries", "cavalry"):  # VQ 5.5.b
        found = getattr(units, kind)
        if found and all(POWERS[power]["soldiers"] != kind for power in powers):
            raise BadInput(f"units.{kind}", found, Message("vq.expected-none-of-kind", powers=powers))


def command_rating(leader: Leader | int) -> int:
    """The command rating of a leader, however he is written.

    >>> command_rating(Leader("Schwendi", 8)), command_rating(6)
    (8, 6)
    """
    return leader.rating if isinstance(leader, Leader) else leader


def named(leader: Leader | int) -> str | int:
    """A leader as a case names one: by name, or else by command rating.

    >>> named(Leader("Schwendi", 8)), named(6)
    ('Schwendi', 6)
    """
    return leader.name if isinstance(leader, Leader) else leader


@carries_out("VQ 5.1.a", "VQ 5.2.a")
def formation_limit(ratings: Sequence[int]) -> int:
    """How many land units a formation with leaders of these command ratings may have.

    >>> [formation_limit(ratings) for ratings in ((), (8,), (8, 6), (8, 6, 7))]
    [4, 8, 14, 15]
    """
    # VQ 5.2.a: leaders themselves do not count; of two or more the two highest ratings do
    return sum(sorted(ratings, reverse=True)[:LEADERS_COUNTED]) if ratings else WITHOUT_LEADER


def choices(present: Leaders) -> Iterator[tuple[Leaders, int]]:
    """Each set of leaders that counts, with the size of the formation that it allows, smallest sets first."""
    for number in range(min(LEADERS_COUNTED, len(present)) + 1):
        for leaders in combinations(present, number):
            yield leaders, formation_limit([command_rating(leader) for leader in leaders])


@carries_out("VQ 5.2.a")
def must_go(present: Leaders, units: int) -> tuple[Leaders, ...]:
    """The smallest sets of leaders with which so many units may go; none when no set will do.

    >>> must_go((8, 6), 14), must_go((8, 6), 6), must_go((8, 6), 15)
    (((8, 6),), ((8,), (6,)), ())
    """
    enough = [leaders for leaders, limit in choices(present) if limit >= units]
    fewest = len(enough[0]) if enough else 0
    return tuple(dict.fromkeys(leaders for leaders in enough if len(leaders) == fewest))


@carries_out("VQ 5.2")
def formation(case: Formation, context: RulingContext) -> Answer:
    """Whether these leaders and units may act as one formation, and which leaders have to go along."""
    ratings = sorted(map(command_rating, case.leaders), reverse=True)
    counted, limit = ratings[:LEADERS_COUNTED], formation_limit(ratings)
    if len(set(case.spaces)) > 1:
        remedy = Message("vq.remedy-one-space")
        context.violation("VQ 5.2", "vq.formation-spaces", remedy, spaces=Message.all_of(case.spaces))
    purpose = occasion_words(case.purpose)
    context.step("VQ 5.2", "vq.formation-of", count=case.total, leaders=len(ratings), purpose=purpose)
    _size(case, counted, limit, context)
    if case.powers or case.minor:
        members(case, context)
    needed = must_go(case.all_present, case.total)
    if needed:
        words = Message.any_of([_words(leaders) for leaders in needed])
        context.step("VQ 5.2.a", "vq.formation-must-go", count=case.total, leaders=words)
    else:
        context.step("VQ 5.2.a", "vq.formation-none-enough", count=case.total)
    answer = {
        "limit": limit,
        "counted": tuple(counted),
        "units": case.total,
        "must_go": tuple(tuple(map(named, leaders)) for leaders in needed),
        "choices": tuple(
            {"leaders": tuple(map(named, leaders)), "limit": most}
            for leaders, most in choices(case.all_present)
        ),
    }
    if not context.violations:
        return Answer("legal", Message("vq.formation-legal", count=case.total, limit=limit), answer)
    why = [_why(broken.says) for broken in context.violations]
    return Answer("illegal", Message("vq.formation-illegal", why=Message.all_of(why)), answer)


def _why(says: Message) -> Message:
    """What a violation says, as part of the sentence on the whole."""
    return Message(f"vq.formation-why-{says.id.removeprefix('vq.formation-')}", **says.values)


def _words(leaders: Leaders) -> Message:
    if not leaders:
        return Message("vq.no-leader")
    described = [
        leader.name if isinstance(leader, Leader) else Message("vq.leader-of-rating", rating=leader)
        for leader in leaders
    ]
    return Message.all_of(described)


def _size(case: Formation, counted: list[int], limit: int, context: RulingContext) -> None:
    if not counted:
        context.step("VQ 5.2.a", "vq.formation-no-leader", limit=limit)
    elif len(counted) == 1:
        context.step("VQ 5.2.a", "vq.formation-one-leader", limit=limit)
    else:
        context.step("VQ 5.2.a", "vq.formation-two-leaders", one=counted[0], two=counted[1], limit=limit)
    if case.total > limit:  # VQ 5.2.a
        remedy = Message("vq.remedy-leave-units", count=case.total - limit)
        if needed := must_go(case.all_present, case.total):
            words = Message.any_of([_words(leaders) for leaders in needed])
            remedy = Message("vq.remedy-take-leaders", leaders=words, units=remedy)
        context.violation("VQ 5.2.a", "vq.formation-too-many", remedy, count=case.total, limit=limit)


@carries_out("VQ 5.2.b")
def members(case: Formation, context: RulingContext) -> None:
    """Records whether the powers of a formation may be in one."""
    apart = {"Dutch", "Huguenot"} <= set(case.powers) and (
        context.reading("dutch-and-huguenots") == "two-powers"
    )
    majors = tuple(dict.fromkeys(case.powers if apart else map(major_power_of, case.powers)))
    if len(majors) > MOST_MAJOR_POWERS:
        remedy = Message("vq.remedy-leave-powers", count=len(majors) - MOST_MAJOR_POWERS)
        context.violation("VQ 5.2.b", "vq.formation-powers", remedy, powers=Message.all_of(majors))
    elif majors:
        context.step("VQ 5.2.b", "vq.formation-major", powers=Message.all_of(majors), count=len(majors))
    sides = {major_power_of(power) for power in case.powers}
    for name in dict.fromkeys(case.minor):
        ally = case.active_allies.get(name)
        if not case.powers and len(set(case.minor)) == 1:
            continue  # a minor power by itself needs nobody's alliance
        if ally in sides:
            context.step("VQ 5.2.b", "vq.formation-minor", minor=name, ally=ally)
        else:
            remedy = Message("vq.remedy-leave-minor", minor=name)
            context.violation("VQ 5.2.b", "vq.formation-not-allied", remedy, minor=name, ally=ally)


QUESTIONS = (question("formation", Formation, formation),)
