"""Naval combat of *Here I Stand*, whole: clauses NC.1 to NC.10 as one procedure that reads dice."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, field

from ..core.clauses import carries_out
from ..core.dice import Pool
from ..core.errors import BadInput
from ..core.hearing import Hearing
from ..core.messages import Message
from ..core.questions import Finding, Question, hashable

HIT = 5  # NC.5
DICE_A_SQUADRON, DICE_A_CORSAIR, DICE_IN_PORT = 2, 1, 1  # NC.1, NC.2
HITS_A_SQUADRON = 2  # NC.8.a

Units = Annotated[int, Meta(ge=0, le=99, description="number of units, 0 to 99")]


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of the combat."""

    power: Annotated[str, Meta(min_length=1, description="name of the power; Ottoman corsairs absorb hits")]
    squadrons: Units = 0
    corsairs: Units = 0
    leaders: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=9)], ...], Meta(description="battle ratings of its naval leaders")
    ] = ()
    extra_dice: Annotated[int, Meta(ge=0, le=99, description="dice from combat and response cards")] = 0


class ExtraDice(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice that cards give, by side (NC.3, NC.4, NC.6)."""

    attacker: Annotated[int, Meta(ge=0, le=99, description="dice that cards give the attacker")] = 0
    defender: Annotated[int, Meta(ge=0, le=99, description="dice that cards give the defender")] = 0


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
    attacker: Force
    defender: Force
    extra_dice: ExtraDice = field(default_factory=ExtraDice)
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
                raise BadInput(name, Message("his.no-units"), Message("his.expected-units"))


SIDES = ("attacker", "defender")


class Fleet(NamedTuple):
    """Naval units left: squadrons and corsairs."""

    squadrons: int
    corsairs: int

    @property
    def wiped_out(self) -> bool:
        """Nothing is left."""
        return self == NOTHING


NOTHING = Fleet(0, 0)
UNTOLD = Message("verdict.odds")
"""Stands for the sentence where nobody listens."""


@carries_out("HIS NC.1", "HIS NC.2", "HIS NC.3", "HIS NC.4", "HIS NC.6")
def combat_dice(combat: NavalCombat, side: str, hearing: Hearing) -> int:
    """The number of dice that a side rolls.

    >>> three = Force("Hapsburg", squadrons=3, leaders=(1,))
    >>> combat_dice(NavalCombat("port", three, three), "defender", Hearing())
    8
    """
    force = combat.force(side)
    leader = max(force.leaders, default=0)  # NC.1: the best leader alone
    port = DICE_IN_PORT if side == "defender" and combat.place == "port" else 0  # NC.2
    by_side = combat.extra_dice
    extra = force.extra_dice + (by_side.attacker if side == "attacker" else by_side.defender)
    number = DICE_A_SQUADRON * force.squadrons + DICE_A_CORSAIR * force.corsairs + leader + port
    if hearing.recorded:
        hearing.step(
            "HIS NC.1" if side == "attacker" else "HIS NC.2",
            f"his.dice-{side}",
            power=force.power,
            count=number,
            squadrons=force.squadrons,
            corsairs=force.corsairs,
            leader=leader,
            port=port,
        )
        if extra:
            # NC.3, NC.4, NC.6: how many dice a card gives is printed on the card, and so an input.
            hearing.step("HIS NC.6", "his.dice-extra", power=force.power, count=extra)
    return number + extra


@carries_out("HIS NC.8.a", "HIS NC.8.b")
def losses(force: Force, hits: int, lost_the_combat: bool, hearing: Hearing) -> Fleet:
    """What is left of a side that took so many hits, before NC.8.c.

    >>> losses(Force("Ottoman", squadrons=3, corsairs=2), 3, True, Hearing())
    Fleet(squadrons=2, corsairs=1)
    """
    squadrons = max(0, force.squadrons - hits // HITS_A_SQUADRON)  # NC.8.a
    unabsorbed = hits - HITS_A_SQUADRON * (force.squadrons - squadrons)
    corsairs = force.corsairs
    odd = hits % HITS_A_SQUADRON
    falling = unabsorbed  # NC.8.a: left-over hits fall on the corsairs
    if odd and corsairs and not lost_the_combat and hearing.reading("winner-corsair") == "ignored":
        falling -= odd  # NC.8.b: the winner's unpaired hit is ignored
    if corsairs and falling:
        taken = min(corsairs, falling)
        corsairs -= taken
        unabsorbed -= taken
    # NC.8.b: an odd hit costs the loser a squadron. The reading matters only where a corsair took that hit.
    if lost_the_combat and squadrons and odd and (unabsorbed or hearing.reading("odd-hit") == "parity"):
        squadrons -= 1
    return Fleet(squadrons, corsairs)


@carries_out("HIS NC.8.c")
def unit_kept(force: Force, hearing: Hearing) -> Fleet:
    """The one unit that a wiped-out side keeps.

    >>> unit_kept(Force("Ottoman", corsairs=4), Hearing())
    Fleet(squadrons=0, corsairs=1)
    """
    if force.squadrons and force.corsairs:
        return Fleet(1, 0) if hearing.reading("unit-kept") == "squadron" else Fleet(0, 1)
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


@carries_out("HIS NC.5", "HIS NC.7", "HIS NC.9.c", "HIS NC.10")
def naval_combat(combat: NavalCombat, hearing: Hearing) -> Finding:
    """The whole combat: dice, hits, winner, losses, retreat, and what goes to the turn track."""
    if not hearing.recorded:
        return Finding("result", UNTOLD, _for_the_odds(combat, hearing))
    forces = {side: combat.force(side) for side in SIDES}
    dice = {side: combat_dice(combat, side, hearing) for side in SIDES}
    hits = _hits(forces, dice, hearing)
    # NC.7: a tie is the defender's
    winner, loser = SIDES if hits["attacker"] > hits["defender"] else SIDES[::-1]
    taken = {"attacker": hits["defender"], "defender": hits["attacker"]}
    left = {side: losses(forces[side], taken[side], side == loser, hearing) for side in SIDES}
    hearing.step(
        "HIS NC.7", "his.winner" if hits["attacker"] != hits["defender"] else "his.winner-tie",
        side=winner, power=forces[winner].power, hits=hits[winner], against=hits[loser],
    )  # fmt: skip
    for side in SIDES:
        _step_of_losses(forces[side], left[side], taken[side], side == loser, hearing)
    if left["attacker"] == left["defender"] == NOTHING:
        keeper = "attacker" if dice["attacker"] > dice["defender"] else "defender"  # NC.8.c
        left[keeper] = unit_kept(forces[keeper], hearing)
        hearing.step(
            "HIS NC.8.c",
            "his.unit-kept",
            power=forces[keeper].power,
            dice=dice,
            kept=_fleet_words(left[keeper]),
        )
    answer: dict[str, Any] = {
        "attacker_dice": dice["attacker"],
        "defender_dice": dice["defender"],
        "attacker_hits": hits["attacker"],
        "defender_hits": hits["defender"],
        "winner": winner,
    }
    answer |= _retreat(combat, loser, left, hearing)
    answer |= {f"{side}_left": left[side]._asdict() for side in SIDES}
    answer["turn_track"] = {side: _turn_track(forces[side], left[side], hearing) for side in SIDES}
    says = Message(
        "his.result",
        winner=winner,
        power=forces[winner].power,
        hits=hits[winner],
        against=hits[loser],
        attacker=_fleet_words(left["attacker"]),
        defender=_fleet_words(left["defender"]),
    )
    return Finding("result", says, answer)


def _hits(forces: dict[str, Force], dice: dict[str, int], hearing: Hearing) -> dict[str, int]:
    own, other = (_pool(forces[side], dice[side]) for side in SIDES)
    hits = dict(zip(SIDES, hearing.dice.exchange(own, other), strict=True))
    faces = hearing.dice.last
    rolled = {"attacker": faces[: own.number], "defender": faces[own.number :]}
    for side in SIDES:
        hearing.step("HIS NC.5", "his.hits", power=forces[side].power, faces=rolled[side], count=hits[side])
    return hits


def _pool(force: Force, number: int) -> Pool:
    return Pool(number, HIT, Message("his.roll", power=force.power))  # NC.5


def _step_of_losses(force: Force, left: Fleet, hits: int, lost: bool, hearing: Hearing) -> None:
    message = Message("his.loser") if lost else Message("his.winner-side")
    gone = Fleet(force.squadrons - left.squadrons, force.corsairs - left.corsairs)
    odd = lost and gone.squadrons > hits // HITS_A_SQUADRON
    hearing.step(
        "HIS NC.8.b" if odd else "HIS NC.8.a",
        "his.losses-odd" if odd else "his.losses",
        power=force.power, side=message, count=hits, gone=_fleet_words(gone), left=_fleet_words(left),
    )  # fmt: skip


def _retreat(combat: NavalCombat, loser: str, left: dict[str, Fleet], hearing: Hearing) -> dict[str, Any]:
    in_port = combat.place == "port"
    side = "attacker" if in_port else loser  # NC.9.a, NC.9.b
    clause_id = "HIS NC.9.a" if in_port else "HIS NC.9.b"
    if left[side].wiped_out:
        return {"retreats": None, "retreat_options": None}
    power = combat.force(side).power
    hearing.step(clause_id, "his.retreat-port" if in_port else "his.retreat-sea", power=power)
    if combat.around is None:
        return {"retreats": side, "retreat_options": None}
    options = retreat_options(combat, side)
    if options:
        hearing.step(clause_id, "his.retreat-to", power=power, options=Message.any_of(options))
    else:
        left[side] = Fleet(0, 0)
        hearing.step("HIS NC.9.c", "his.retreat-none", power=power)
    return {"retreats": side, "retreat_options": options}


def _turn_track(force: Force, left: Fleet, hearing: Hearing) -> dict[str, Any]:
    # NC.10: a side that keeps one unit by NC.8.c does not count as wiped out.
    leaders = force.leaders if left.wiped_out else ()
    gone = Fleet(force.squadrons - left.squadrons, force.corsairs - left.corsairs)
    if leaders or gone != NOTHING:
        message = "his.turn-track-leaders" if leaders else "his.turn-track"
        hearing.step("HIS NC.10", message, power=force.power, units=_fleet_words(gone), count=len(leaders))
    return {**gone._asdict(), "leaders": leaders}


class _Prepared:
    """What a combat asks for on each of some thousand branches of its odds, found once.

    Attributes:
        pools: the dice of both sides.
        forces: attacker and defender.
        keeper: the side that keeps a unit when both are wiped out (NC.8.c).
        can_retreat: for each side whether a place is open to it, where the places around are given.
    """

    def __init__(self, combat: NavalCombat) -> None:
        self.forces = {side: combat.force(side) for side in SIDES}
        dice = {side: combat_dice(combat, side, Hearing(recorded=False)) for side in SIDES}
        self.pools = tuple(_pool(self.forces[side], dice[side]) for side in SIDES)
        self.keeper = "attacker" if dice["attacker"] > dice["defender"] else "defender"
        around = combat.around is not None
        self.can_retreat = {side: not around or bool(retreat_options(combat, side)) for side in SIDES}
        self._tables: dict[Any, dict[str, list[tuple[Fleet, tuple[str, ...]]]]] = {}

    def tables(self, chosen: Mapping[str, str]) -> dict[str, list[tuple[Fleet, tuple[str, ...]]]]:
        """For each side, as loser and as winner, what is left after 0, 1, 2, ... hits before NC.8.c, and the
        readings that this rests on.
        """
        key = chosen.get("odd-hit"), chosen.get("winner-corsair")
        if key not in self._tables:
            most = {"attacker": self.pools[1].number, "defender": self.pools[0].number}
            self._tables[key] = {
                f"{side} {'loses' if lost else 'wins'}": [
                    _after(self.forces[side], hits, lost, chosen) for hits in range(most[side] + 1)
                ]
                for side in SIDES
                for lost in (True, False)
            }
        return self._tables[key]


def _after(force: Force, hits: int, lost: bool, chosen: Mapping[str, str]) -> tuple[Fleet, tuple[str, ...]]:
    hearing = Hearing(chosen=chosen, recorded=False)
    return losses(force, hits, lost, hearing), tuple(hearing.consulted)


_prepared = lru_cache(maxsize=64)(_Prepared)


def _for_the_odds(combat: NavalCombat, hearing: Hearing) -> dict[str, Any]:
    """The results whose odds are told, and no words: the same clauses as `naval_combat`."""
    prepared = _prepared(combat)
    own, other = hearing.dice.exchange(*prepared.pools)
    won = own > other  # NC.7: a tie is the defender's
    tables = prepared.tables(hearing.chosen)
    attacker, asked = tables["attacker wins" if won else "attacker loses"][other]
    defender, also = tables["defender loses" if won else "defender wins"][own]
    for name in (*asked, *also):
        hearing.consulted[name] = None
    if attacker == defender == NOTHING:
        kept = unit_kept(prepared.forces[prepared.keeper], hearing)  # NC.8.c
        attacker, defender = (kept, NOTHING) if prepared.keeper == "attacker" else (NOTHING, kept)
    side = "defender" if won and combat.place == "sea" else "attacker"  # NC.9.a, NC.9.b
    afloat = (attacker if side == "attacker" else defender) != NOTHING
    if not prepared.can_retreat[side]:  # NC.9.c
        attacker, defender = (NOTHING, defender) if side == "attacker" else (attacker, NOTHING)
    return {
        "winner": "attacker" if won else "defender",
        "attacker_hits": own,
        "defender_hits": other,
        "retreats": side if afloat else None,
        "attacker_left": _countable(attacker),
        "defender_left": _countable(defender),
    }


@lru_cache(maxsize=1024)
def _countable(fleet: Fleet) -> Hashable:
    return hashable(fleet._asdict())


@lru_cache(maxsize=1024)
def _fleet_words(fleet: Fleet) -> Message:
    kinds = {"squadrons": fleet.squadrons, "corsairs": fleet.corsairs}
    words = [Message(f"his.{kind}", count=number) for kind, number in kinds.items() if number]
    return Message.all_of(words) if words else Message("his.nothing")


QUESTIONS = (
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
    ),
)
