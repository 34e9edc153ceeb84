"""Naval combat of *Here I Stand*, whole: clauses NC.1 to NC.10 as one procedure that reads dice."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, field

from ..core.clauses import carries_out
from ..core.dice import Pool
from ..core.errors import BadInput
from ..core.messages import Message
from ..core.questions import UNTOLD, Question, hashable
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer

HIT = 5  # NC.5
DICE_A_SQUADRON, DICE_A_CORSAIR, DICE_IN_PORT = 2, 1, 1  # NC.1, NC.2
HITS_A_SQUADRON = 2  # NC.8.a

MOST, MOST_LEADERS = 30, 12
"""More of anything than the game has; the exact odds of so much take a few seconds."""
Units = Annotated[int, Meta(ge=0, le=MOST, description=f"number of units, 0 to {MOST}")]


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of the combat."""

    power: Annotated[str, Meta(min_length=1, description="name of the power; Ottoman corsairs absorb hits")]
    squadrons: Units = 0
    corsairs: Units = 0
    leaders: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=9)], ...],
        Meta(max_length=MOST_LEADERS, description="battle ratings of its naval leaders"),
    ] = ()
    extra_dice: Annotated[
        int, Meta(ge=0, le=MOST, description="dice from the combat cards that it declared before the roll")
    ] = 0


class ExtraDice(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice that response cards give, by side (NC.6)."""

    attacker: Annotated[
        int, Meta(ge=0, le=MOST, description="dice that response cards give the attacker")
    ] = 0
    defender: Annotated[
        int, Meta(ge=0, le=MOST, description="dice that response cards give the defender")
    ] = 0


class Neighbour(Struct, frozen=True, forbid_unknown_fields=True):
    """A port or sea zone next to the place of the combat."""

    name: Annotated[str, Meta(min_length=1, description="its name")]
    kind: Annotated[Literal["port", "sea"], Meta(description="a port, or a sea zone")]
    controller: Annotated[str | None, Meta(description="power that controls the port, if any does")] = None
    units: Annotated[
        tuple[str, ...], Meta(description="powers with naval units there; any but one's own is an enemy")
    ] = ()


class NavalCombat(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case gives: the place and both sides, and the places around where the retreat matters."""

    place: Annotated[Literal["sea", "port"], Meta(description="where the combat takes place")]
    attacker: Annotated[Force, Meta(description="the side that attacks")]
    defender: Annotated[Force, Meta(description="the side that is attacked")]
    extra_dice: Annotated[ExtraDice, Meta(description="dice that response cards give, by side")] = field(
        default_factory=ExtraDice
    )
    around: Annotated[
        tuple[Neighbour, ...] | None, Meta(description="the places next to it, when the retreat is asked for")
    ] = None

    def force(self, side: str) -> Force:
        """The attacker or the defender."""
        return self.attacker if side == "attacker" else self.defender

    def __post_init__(self) -> None:
        for name in SIDES:
            force = self.force(name)
            if not force.squadrons + force.corsairs:
                raise BadInput(name, Message("his.no-units"), Message("his.expected-units", side=name))
        one, other = (self.force(name).power for name in SIDES)
        if one.strip().casefold() == other.strip().casefold():
            raise BadInput("defender.power", other, Message("his.expected-other-power"))


SIDES = ("attacker", "defender")


class Fleet(NamedTuple):
    """Naval units left: squadrons and corsairs."""

    squadrons: int
    corsairs: int


NOTHING = Fleet(0, 0)


@carries_out("HIS NC.1", "HIS NC.2", "HIS NC.3", "HIS NC.4", "HIS NC.6")
def combat_dice(combat: NavalCombat, side: str, context: RulingContext) -> int:
    """The number of dice that a side rolls.

    >>> three, one = Force("Hapsburg", squadrons=3, leaders=(1,)), Force("France", squadrons=1)
    >>> combat_dice(NavalCombat("port", one, three), "defender", RulingContext())
    8
    """
    force = combat.force(side)
    leader = max(force.leaders, default=0)  # NC.1: the best leader alone
    port = DICE_IN_PORT if side == "defender" and combat.place == "port" else 0  # NC.2
    number = DICE_A_SQUADRON * force.squadrons + DICE_A_CORSAIR * force.corsairs + leader + port
    if context.recorded:
        context.step(
            "HIS NC.1" if side == "attacker" else "HIS NC.2",
            f"his.dice-{side}",
            power=force.power,
            count=number,
            squadrons=force.squadrons,
            corsairs=force.corsairs,
            leader=leader,
            port=port,
        )
    # NC.3, NC.4, NC.6: how many dice a card gives is printed on the card, and so an input.
    return number + force.extra_dice + responses_for(combat, side)


def responses_for(combat: NavalCombat, side: str) -> int:
    """The dice that response cards give a side (NC.6)."""
    return combat.extra_dice.attacker if side == "attacker" else combat.extra_dice.defender


@carries_out("HIS NC.3", "HIS NC.4", "HIS NC.6")
def tell_cards(combat: NavalCombat, context: RulingContext) -> None:
    """Records the dice from cards: those that the attacker and the defender declared, then the responses."""
    declared = zip(SIDES, ("HIS NC.3", "HIS NC.4"), strict=True)
    found = [
        *((clause_id, "declared", side, combat.force(side).extra_dice) for side, clause_id in declared),
        *(("HIS NC.6", "extra", side, responses_for(combat, side)) for side in SIDES),
    ]
    for clause_id, how, side, count in found:
        if count:
            context.step(clause_id, f"his.dice-{how}", power=combat.force(side).power, count=count)


@carries_out("HIS NC.8.a", "HIS NC.8.b")
def losses(force: Force, hits: int, lost_the_combat: bool, context: RulingContext) -> Fleet:
    """What is left of a side that took so many hits, before NC.8.c.

    >>> losses(Force("Ottoman", squadrons=3, corsairs=2), 3, True, RulingContext())
    Fleet(squadrons=2, corsairs=1)
    """
    squadrons = max(0, force.squadrons - hits // HITS_A_SQUADRON)  # NC.8.a
    unabsorbed = hits - HITS_A_SQUADRON * (force.squadrons - squadrons)
    corsairs = force.corsairs
    odd = hits % HITS_A_SQUADRON
    falling = unabsorbed  # NC.8.a: left-over hits fall on the corsairs
    if odd and corsairs and not lost_the_combat and context.reading("winner-corsair") == "ignored":
        falling -= odd  # NC.8.b: the winner's unpaired hit is ignored
    if corsairs and falling:
        taken = min(corsairs, falling)
        corsairs -= taken
        unabsorbed -= taken
    # NC.8.b: an odd hit costs the loser a squadron. The reading matters only where a corsair took that hit.
    if lost_the_combat and squadrons and odd and (unabsorbed or context.reading("odd-hit") == "parity"):
        squadrons -= 1
    return Fleet(squadrons, corsairs)


@carries_out("HIS NC.8.c")
def unit_kept(force: Force, context: RulingContext) -> Fleet:
    """The one unit that a wiped-out side keeps.

    >>> unit_kept(Force("Ottoman", corsairs=4), RulingContext())
    Fleet(squadrons=0, corsairs=1)
    """
    if force.squadrons and force.corsairs:
        return Fleet(1, 0) if context.reading("unit-kept") == "squadron" else Fleet(0, 1)
    return Fleet(1, 0) if force.squadrons else Fleet(0, 1)


@carries_out("HIS NC.9.a", "HIS NC.9.b")
def retreat_options(combat: NavalCombat, side: str) -> tuple[str, ...]:
    """The names of the places around to which a side may retreat."""
    power = combat.force(side).power

    def is_open(place: Neighbour) -> bool:
        if set(place.units) - {power}:
            return False
        if place.kind == "sea":
            return True
        return combat.place == "sea" and place.controller == power  # NC.9.a: from a port only to sea

    return tuple(place.name for place in combat.around or () if is_open(place))


class Outcome(NamedTuple):
    """What a combat comes to; each pair is of the attacker and the defender.

    Attributes:
        hits: the hits that each scored.
        winner, loser: the names of the sides.
        after_hits: what the hits leave of each.
        left: the same after NC.8.c and a retreat that nowhere is open to.
        keeper: the side that keeps a unit by NC.8.c; None when it does not come to that.
        retreating: the side that retreats; None when nothing of it is left.
        options: the places open to it; None when the places around are not given.
    """

    hits: tuple[int, int]
    winner: str
    loser: str
    after_hits: tuple[Fleet, Fleet]
    left: tuple[Fleet, Fleet]
    keeper: str | None
    retreating: str | None
    options: tuple[str, ...] | None


@carries_out("HIS NC.7", "HIS NC.8.c", "HIS NC.9.a", "HIS NC.9.b", "HIS NC.9.c")
def outcome(
    combat: NavalCombat, dice: tuple[int, int], hits: tuple[int, int], context: RulingContext
) -> Outcome:
    """Who wins, what is left of both sides, and who retreats.

    Args:
        combat: the combat.
        dice: how many dice attacker and defender rolled.
        hits: the hits that they scored.
        context: for the readings; nothing is recorded here.

    >>> attacker, defender = Force("Hapsburg", squadrons=3), Force("France", squadrons=3)
    >>> outcome(NavalCombat("sea", attacker, defender), (6, 6), (3, 2), RulingContext()).left
    (Fleet(squadrons=2, corsairs=0), Fleet(squadrons=1, corsairs=0))
    """
    won = hits[0] > hits[1]  # NC.7: a tie is the defender's
    winner, loser = SIDES if won else SIDES[::-1]
    after_hits = (
        losses(combat.attacker, hits[1], not won, context),
        losses(combat.defender, hits[0], won, context),
    )
    attacker, defender = after_hits
    keeper = None
    if attacker == defender == NOTHING:
        keeper = "attacker" if dice[0] > dice[1] else "defender"  # NC.8.c
        kept = unit_kept(combat.force(keeper), context)
        attacker, defender = (kept, NOTHING) if keeper == "attacker" else (NOTHING, kept)
    goes = "attacker" if combat.place == "port" else loser  # NC.9.a, NC.9.b
    retreating = goes if (attacker if goes == "attacker" else defender) != NOTHING else None
    options = retreat_options(combat, retreating) if retreating and combat.around is not None else None
    if options == ():  # NC.9.c
        attacker, defender = (NOTHING, defender) if retreating == "attacker" else (attacker, NOTHING)
    return Outcome(hits, winner, loser, after_hits, (attacker, defender), keeper, retreating, options)


@lru_cache(maxsize=64)
def _pools(combat: NavalCombat) -> tuple[Pool, Pool]:
    """The dice of attacker and defender, found once for all branches of the odds."""
    unheard = RulingContext(recorded=False)
    own, other = (
        Pool(combat_dice(combat, side, unheard), HIT, Message("his.roll", power=combat.force(side).power))
        for side in SIDES
    )
    return own, other


@carries_out("HIS NC.5", "HIS NC.10")
def naval_combat(combat: NavalCombat, context: RulingContext) -> Answer:
    """The whole combat: dice, hits, winner, losses, retreat, and what goes to the turn track."""
    own, other = _pools(combat)
    dice = own.number, other.number
    if context.recorded:
        for side in SIDES:
            combat_dice(combat, side, context)
        tell_cards(combat, context)
    found = outcome(combat, dice, context.dice.exchange(own, other), context)
    attacker, defender = found.left
    describe = Fleet._asdict if context.recorded else _counted
    answer: dict[str, Any] = {
        "attacker_dice": dice[0],
        "defender_dice": dice[1],
        "attacker_hits": found.hits[0],
        "defender_hits": found.hits[1],
        "winner": found.winner,
        "retreats": found.retreating,
        "retreat_options": found.options,
        "attacker_left": describe(attacker),
        "defender_left": describe(defender),
    }
    if not context.recorded:
        return Answer("result", UNTOLD, answer)
    answer["turn_track"] = {
        side: _turn_track(combat.force(side), left) for side, left in zip(SIDES, found.left, strict=True)
    }
    _tell(combat, dice, found, context)
    says = Message(
        "his.result" if found.hits[0] != found.hits[1] else "his.result-tie",
        winner=found.winner,
        power=combat.force(found.winner).power,
        hits=max(found.hits),
        against=min(found.hits),
        attacker=_fleet_words(attacker),
        defender=_fleet_words(defender),
    )
    return Answer("result", says, answer)


@lru_cache(maxsize=4096)
def _counted(fleet: Fleet) -> Hashable:
    return hashable(fleet._asdict())


def _turn_track(force: Force, left: Fleet) -> dict[str, Any]:
    # NC.10: a side that keeps one unit by NC.8.c does not count as wiped out.
    return {
        "squadrons": force.squadrons - left.squadrons,
        "corsairs": force.corsairs - left.corsairs,
        "leaders": force.leaders if left == NOTHING else (),
    }


# ---- and in words


def _tell(combat: NavalCombat, dice: tuple[int, int], found: Outcome, context: RulingContext) -> None:
    """Records the steps of a combat that is decided."""
    faces = context.dice.last
    forces = combat.attacker, combat.defender
    for force, rolled, count in zip(forces, (faces[: dice[0]], faces[dice[0] :]), found.hits, strict=True):
        context.step("HIS NC.5", "his.hits", power=force.power, faces=rolled, count=count)
    context.decides(
        "HIS NC.7",
        "his.winner" if found.hits[0] != found.hits[1] else "his.winner-tie",
        side=found.winner,
        power=combat.force(found.winner).power,
        hits=max(found.hits),
        against=min(found.hits),
    )
    for side, force, left, taken in zip(SIDES, forces, found.after_hits, reversed(found.hits), strict=True):
        _tell_losses(force, left, taken, side == found.loser, context)
    if found.keeper:
        context.step(
            "HIS NC.8.c",
            "his.unit-kept",
            power=combat.force(found.keeper).power,
            dice=dict(zip(SIDES, dice, strict=True)),
            kept=_fleet_words(unit_kept(combat.force(found.keeper), context)),
        )
    if found.retreating:
        _tell_retreat(combat, found.retreating, found.options, context)
    for force, left in zip(forces, found.left, strict=True):
        track = _turn_track(force, left)
        leaders = len(track["leaders"])
        if leaders or left != Fleet(force.squadrons, force.corsairs):
            message = "his.turn-track-leaders" if leaders else "his.turn-track"
            gone = _fleet_words(Fleet(track["squadrons"], track["corsairs"]))
            context.step("HIS NC.10", message, power=force.power, units=gone, count=leaders)


def _tell_losses(force: Force, left: Fleet, hits: int, lost: bool, context: RulingContext) -> None:
    message = Message("his.loser") if lost else Message("his.winner-side")
    gone = Fleet(force.squadrons - left.squadrons, force.corsairs - left.corsairs)
    odd = lost and gone.squadrons > hits // HITS_A_SQUADRON
    context.step(
        "HIS NC.8.b" if odd else "HIS NC.8.a",
        "his.losses-odd" if odd else "his.losses",
        power=force.power, side=message, count=hits, gone=_fleet_words(gone), left=_fleet_words(left),
    )  # fmt: skip


def _tell_retreat(
    combat: NavalCombat, side: str, options: tuple[str, ...] | None, context: RulingContext
) -> None:
    power = combat.force(side).power
    in_port = combat.place == "port"
    clause_id = "HIS NC.9.a" if in_port else "HIS NC.9.b"
    context.step(clause_id, "his.retreat-port" if in_port else "his.retreat-sea", power=power)
    if options:
        context.step(clause_id, "his.retreat-to", power=power, options=Message.any_of(options))
    elif options == ():
        context.step("HIS NC.9.c", "his.retreat-none", power=power)


@lru_cache(maxsize=1024)
def _fleet_words(fleet: Fleet) -> Message:
    kinds = {"squadrons": fleet.squadrons, "corsairs": fleet.corsairs}
    words = [Message(f"his.{kind}", count=number) for kind, number in kinds.items() if number]
    return Message.all_of(words) if words else Message("his.nothing")


QUESTIONS: tuple[Question, ...] = (
    Question(
        system="HIS",
        name="naval-combat",
        about="How does a naval combat end?",
        given=NavalCombat,
        answer={
            "attacker_dice": "dice that the attacker rolled",
            "defender_dice": "dice that the defender rolled",
            "attacker_hits": "hits scored by the attacker",
            "defender_hits": "hits scored by the defender",
            "winner": "attacker or defender",
            "retreats": "attacker, defender, or null when nothing is left to retreat",
            "retreat_options": "places to which the retreating side may go; null when `around` is not given",
            "attacker_left": "squadrons and corsairs that the attacker has left",
            "defender_left": "squadrons and corsairs that the defender has left",
            "turn_track": "for each side the units and leaders (ratings) that go to the turn track",
        },
        procedure=naval_combat,
        results=("winner", "attacker_hits", "defender_hits", "attacker_left", "defender_left", "retreats"),
        title="Naval combat",
        clause="NC.1",
    ),
)
"""The questions that an umpire can be asked: naval combat."""
