"""Naval combat: dice, hits, winner, losses and retreat (VQ 16.2 to 16.2.K)."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, NamedTuple

from ..core.clauses import carries_out
from ..core.dice import Pool
from ..core.messages import Message
from ..core.questions import UNTOLD, hashable
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .naval_forces import (
    SIDES,
    Force,
    NavalCombat,
    described_ships,
    retreat_objections,
    ship_words,
    worth,
)
from .naval_units import NAVAL_KINDS, kinds
from .seas import Ships
from .ships_lost import Group, fewest_hits_sunk, in_order, most_hits_sunk
from .tables import question

HIT = 5  # VQ 16.2.K
OTHERWISE_IN_THE_ATLANTIC = frozenset(
    kind for kind, row in NAVAL_KINDS.items() if row["atlantic"] in ("weaker", "less damage")
)
"""Kinds that fight otherwise in Atlantic waters (VQ 5.6.b)."""


class DiceOf(NamedTuple):
    """Where the dice of a side come from."""

    units: int
    leader: int
    extra: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.units + self.leader + self.extra


@carries_out("VQ 16.2.1", "VQ 16.2.2", "VQ 5.3")
def dice_of(combat: NavalCombat, side: str, leaders: str = "best") -> DiceOf:
    """The dice that a side rolls.

    Args:
        combat: the combat.
        side: attacker or defender.
        leaders: the option of the reading ``naval-leader-dice``.

    >>> galleys = Force("Venice", (Ships("galley", 2, 3),), leaders=(1,))
    >>> dice_of(NavalCombat(galleys, Force("Ottoman", (Ships("corsair", 1),))), "attacker")
    DiceOf(units=6, leader=1, extra=0)
    """
    force = combat.force(side)
    units = sum(ships.count * worth(ships, combat.zone, combat.atlantic).dice for ships in force.units)
    leader = sum(force.leaders) if leaders == "all" else max(force.leaders, default=0)  # VQ 5.3
    by_side = combat.extra_dice
    extra = force.extra_dice + (by_side.attacker if side == "attacker" else by_side.defender)
    return DiceOf(units, leader, extra)


def _tell_dice(combat: NavalCombat, side: str, leaders: str, context: RulingContext) -> None:
    force, dice = combat.force(side), dice_of(combat, side, leaders)
    context.step(
        "VQ 16.2.1" if side == "attacker" else "VQ 16.2.2",
        f"vq.combat-dice-{side}",
        power=force.power, count=dice.total, **dice._asdict(),
    )  # fmt: skip
    _tell_the_atlantic(combat, force, context)


def _tell_the_atlantic(combat: NavalCombat, force: Force, context: RulingContext) -> None:
    """Says of each kind that fares otherwise in the Atlantic which figures count (VQ 5.6.b)."""
    if combat.zone != "Atlantic":
        return
    known = {figures.kind for figures in combat.atlantic}
    for kind in dict.fromkeys(ships.kind for ships in force.units):
        if kind in known:
            values = {
                worth(ships, combat.zone, combat.atlantic) for ships in force.units if ships.kind == kind
            }
            for dice, hits in sorted(values):
                context.step("VQ 5.6.b", "vq.combat-atlantic", kinds=kinds(kind), dice=dice, hits=hits)
        elif kind in OTHERWISE_IN_THE_ATLANTIC:
            context.step("VQ 5.6.b", "vq.combat-atlantic-unknown", kinds=kinds(kind))


@carries_out("VQ 16.2.3", "VQ 16.2.K")
def ships_left(
    combat: NavalCombat, side: str, hits: int, dearest: bool = False
) -> tuple[tuple[Ships, ...], tuple[Ships, ...]]:
    """What a side has left after so many hits, and what it lost.

    Args:
        combat: the combat.
        side: attacker or defender.
        hits: the hits that the side took.
        dearest: the losses are the dearest that the hits can sink, not the cheapest.
    """
    force = combat.force(side)
    groups = tuple(Group(worth(s, combat.zone, combat.atlantic).hits, s.count) for s in force.units)
    if force.loses_first:
        rank = {kind: place for place, kind in reversed(list(enumerate(force.loses_first)))}
        order = sorted(range(len(groups)), key=lambda i: rank.get(force.units[i].kind, len(rank)))
        lost = in_order(groups, order, hits)
    else:
        lost = (most_hits_sunk if dearest else fewest_hits_sunk)(groups, hits)
    pairs = list(zip(force.units, lost, strict=True))
    left = tuple(Ships(s.kind, s.number, s.count - gone) for s, gone in pairs if s.count > gone)
    return left, tuple(Ships(s.kind, s.number, gone) for s, gone in pairs if gone)


def retreat_options(combat: NavalCombat, side: str) -> tuple[str, ...]:
    """The names of the locations around to which a side may retreat."""
    power = combat.force(side).power
    return tuple(
        to.name for to in combat.around or () if not any(retreat_objections(combat.place, power, to))
    )


class Losses(NamedTuple):
    """What hits leave of a side, and what they sink."""

    left: tuple[Ships, ...]
    gone: tuple[Ships, ...]


class Strength(NamedTuple):
    """Both sides before the dice fall.

    Attributes:
        pools: the dice of the attacker and of the defender.
        losses: for each side what 0, 1, 2, ... hits do to it.
    """

    pools: tuple[Pool, Pool]
    losses: tuple[list[Losses], list[Losses]]


class Prepared:
    """What a combat rests on before the dice fall, found once for all branches of its odds.

    Attributes:
        leaders_are_open: it matters whether one leader counts or all.
        losses_are_open: it matters by which reading an owner who said nothing chooses the losses.
    """

    def __init__(self, combat: NavalCombat) -> None:
        self.combat = combat
        forces = [combat.force(side) for side in SIDES]
        self.leaders_are_open = any(sum(map(bool, force.leaders)) > 1 for force in forces)
        self.losses_are_open = any(
            not force.loses_first
            and len({worth(s, combat.zone, combat.atlantic).hits for s in force.units}) > 1
            for force in forces
        )
        self._strengths: dict[tuple[str, str], Strength] = {}

    def strength(self, leaders: str, losses: str) -> Strength:
        """Both sides under the readings of leaders and of losses."""
        if (leaders, losses) not in self._strengths:
            self._strengths[leaders, losses] = self._found(leaders, losses == "dearest")
        return self._strengths[leaders, losses]

    def _found(self, leaders: str, dearest: bool) -> Strength:
        numbers = [dice_of(self.combat, side, leaders).total for side in SIDES]
        own, other = (
            Pool(number, HIT, Message("vq.roll-combat", power=self.combat.force(side).power))
            for side, number in zip(SIDES, numbers, strict=True)
        )
        attacker, defender = (
            [Losses(*ships_left(self.combat, side, hits, dearest)) for hits in range(taken + 1)]
            for side, taken in zip(SIDES, reversed(numbers), strict=True)
        )
        return Strength((own, other), (attacker, defender))


_prepared = lru_cache(maxsize=64)(Prepared)
_options = lru_cache(maxsize=64)(retreat_options)


@lru_cache(maxsize=4096)
def _counted(ships: tuple[Ships, ...]) -> Hashable:
    return hashable(described_ships(ships))


@carries_out("VQ 16.2.1", "VQ 16.2.2", "VQ 16.2.3", "VQ 16.2.K")
def roll_for_hits(combat: NavalCombat, context: RulingContext) -> tuple[int, int]:
    """The hits that attacker and defender score, recorded with their dice and the winner."""
    return _rolled(combat, "cheapest", context)[1]  # whatever is lost, the dice are the same


def _rolled(combat: NavalCombat, losses: str, context: RulingContext) -> tuple[Strength, tuple[int, int]]:
    """Both sides' strength, and the hits that they score, recorded with their dice and the winner."""
    prepared = _prepared(combat)
    leaders = context.reading("naval-leader-dice") if prepared.leaders_are_open else "best"
    strength = prepared.strength(leaders, losses)
    if context.recorded:
        for side in SIDES:
            _tell_dice(combat, side, leaders, context)
    hits = context.dice.exchange(*strength.pools)
    if context.recorded:
        _tell_hits(combat, strength.pools, hits, context)
        _tell_winner(combat, winner_of(hits), hits, context)
    return strength, hits


def winner_of(hits: tuple[int, int]) -> str:
    """The side with more hits; a tie is the defender's (VQ 16.2.3, 16.2.K).

    >>> winner_of((3, 2)), winner_of((2, 2))
    ('attacker', 'defender')
    """
    return "attacker" if hits[0] > hits[1] else "defender"


@carries_out("VQ 16.2", "VQ 16.2.3", "VQ 16.2.K")
def naval_combat(combat: NavalCombat, context: RulingContext) -> Answer:
    """The whole combat: dice, hits, winner, losses, retreat."""
    losses_by = context.reading("naval-losses") if _prepared(combat).losses_are_open else "cheapest"
    strength, hits = _rolled(combat, losses_by, context)
    winner = winner_of(hits)
    taken = strength.losses[0][hits[1]], strength.losses[1][hits[0]]
    left = [losses.left for losses in taken]
    goes = 0 if combat.place == "port" or winner == "defender" else 1  # VQ 16.2.K, as in HIS NC.9
    afloat = bool(left[goes])
    options = _options(combat, SIDES[goes]) if afloat and combat.around is not None else None
    if options == ():
        left[goes] = ()
    describe = described_ships if context.recorded else _counted
    answer: dict[str, Any] = {
        "attacker_dice": strength.pools[0].number,
        "defender_dice": strength.pools[1].number,
        "attacker_hits": hits[0],
        "defender_hits": hits[1],
        "winner": winner,
        "retreats": SIDES[goes] if afloat else None,
        "retreat_options": options,
        "attacker_left": describe(left[0]),
        "defender_left": describe(left[1]),
        "attacker_turn_track": () if left[0] else combat.attacker.leaders,
        "defender_turn_track": () if left[1] else combat.defender.leaders,
    }
    if not context.recorded:
        return Answer("result", UNTOLD, answer)
    for side, losses, count in zip(SIDES, taken, reversed(hits), strict=True):
        context.step(
            "VQ 16.2.K", "vq.combat-losses",
            power=combat.force(side).power, count=count,
            gone=ship_words(losses.gone), left=ship_words(losses.left),
        )  # fmt: skip
    _tell_retreat(combat, SIDES[goes], afloat, options, context)
    for side in SIDES:
        if lost_leaders := answer[f"{side}_turn_track"]:
            power = combat.force(side).power
            context.step("VQ 16.2.K", "vq.combat-leaders", power=power, count=len(lost_leaders))
    says = Message(
        "vq.combat-result" if hits[0] != hits[1] else "vq.combat-result-tie",
        power=combat.force(winner).power, side=winner, hits=max(hits), against=min(hits),
        attacker=ship_words(left[0]), defender=ship_words(left[1]),
    )  # fmt: skip
    return Answer("result", says, answer)


def _tell_hits(
    combat: NavalCombat, pools: tuple[Pool, Pool], hits: tuple[int, int], context: RulingContext
) -> None:
    faces = context.dice.last
    rolled = faces[: pools[0].number], faces[pools[0].number :]
    for side, own, count in zip(SIDES, rolled, hits, strict=True):
        power = combat.force(side).power
        context.step("VQ 16.2.K", "vq.combat-hits", power=power, faces=own, count=count, least=HIT)


def _tell_winner(combat: NavalCombat, winner: str, hits: tuple[int, int], context: RulingContext) -> None:
    tie = hits[0] == hits[1]
    context.step(
        "VQ 16.2.K" if tie else "VQ 16.2.3",
        "vq.combat-winner-tie" if tie else "vq.combat-winner",
        side=winner, power=combat.force(winner).power, hits=max(hits), against=min(hits),
    )  # fmt: skip


def _tell_retreat(
    combat: NavalCombat, side: str, afloat: bool, options: tuple[str, ...] | None, context: RulingContext
) -> None:
    """Says who retreats and whereto; a side with nowhere to go loses what it has left."""
    power = combat.force(side).power
    if not afloat:
        context.step("VQ 16.2.K", "vq.retreat-none-left", power=power)
        return
    context.step(
        "VQ 16.2.K", "vq.retreat-from-port" if combat.place == "port" else "vq.retreat-at-sea", power=power
    )
    if options:
        context.step("VQ 16.2.K", "vq.retreat-to", power=power, options=Message.any_of(options))
    elif options == ():
        context.step("VQ 16.2.K", "vq.retreat-nowhere", power=power)


QUESTIONS = (
    question(
        "naval-combat",
        NavalCombat,
        naval_combat,
        "winner",
        "attacker_hits",
        "defender_hits",
        "attacker_left",
        "defender_left",
        "retreats",
    ),
)
