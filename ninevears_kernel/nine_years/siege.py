"""Sieges: what a siege needs, its roll, and the fall of a fortress (NY 17, 12.3.6.d)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.rulings import Violation
from .agenda import decision, objection, step
from .armies import commander
from .board import Board
from .event_effects import play, roll_bonus
from .fleets import fleet_row, owner_of
from .held_events import held
from .holding import displace_leaders, take_control
from .kit import SiegeRules
from .land import NUMBER, SPACES
from .notation import FLEETS, Action
from .piece_numbers import DEMORALISED, INSIDE, POWERS, REDUCED, power_of
from .position import Fleet
from .sides import Side, enemy
from .supply import Asked, has_line, line_is_limited
from .war import War

HOME_PORTS = {NUMBER[fleet_row(name)["home_port"]]: name for name in FLEETS}
"""The fleet whose home each of these ports is (NY 12.3.6.a)."""

Numbers = tuple[int, ...]


@carries_out("NY 17.4")
def defence_value(board: Board, space: int) -> int:
    """The fortress defence value: its strength now and its garrison.

    >>> from ninevears_kernel.nine_years.scenario import scenario_1688
    >>> defence_value(Board(scenario_1688()), NUMBER["Tournai"])
    2
    """
    rules = board.kit.tables.garrison
    garrison = board.garrisons.get(space, ())
    return board.strength(space) + sum(rules.reduced if corps & REDUCED else rules.full for corps in garrison)


@carries_out("NY 17.1", "NY 17.4", "NY 17.5.1", "NY 13.5.1.a", "NY 11.1.2")
def siege_objections(
    war: War, side: Side, space: int, leaders: Numbers, corps: Numbers
) -> Iterator[Violation]:
    """Every clause that forbids a force to roll for a siege.

    Every corps assigned needs a line of its own, since Jacobites have lines that others have not (7.2.6.c).
    """
    board = war.board
    if not leaders:
        yield objection(
            "NY 13.5.1.a", "siege.no-leader", Message("siege.take-leader"), space=SPACES[space].name
        )
    siege = board.siege_of(space)
    if siege is None or siege.by != side:
        yield objection("NY 17.1", "siege.none-here", space=SPACES[space].name, side=side)
        return
    defence = defence_value(board, space)
    if len(corps) < defence:
        yield objection(
            "NY 17.5.1",
            "siege.too-few",
            Message("siege.assign-more", count=defence - len(corps)),
            space=SPACES[space].name,
            corps=len(corps),
            defence=defence,
        )
    for asked in lines_needed(side, space, corps):
        if not has_line(board, asked, war.hearing):
            yield objection(
                "NY 11.1.2", "siege.no-line", Message("siege.open-line"), space=asked.space, power=asked.power
            )


def lines_needed(side: Side, space: int, corps: Numbers) -> list[Asked]:
    """The lines that besiegers need, one for each power among them."""
    powers = dict.fromkeys(one >> 3 for one in corps)
    return [Asked(SPACES[space].name, side, "siege", POWERS[power]) for power in powers]


# ---- the roll


@carries_out("NY 17.5.2", "NY 17.5.3")
def siege_modifiers(
    rules: SiegeRules, continuing: bool, corps: int, defence: int, demoralised: bool, limited: bool
) -> dict[str, int]:
    """Each modifier of the siege roll that applies, by a stable name.

    >>> from ninevears_kernel.nine_years.kit import standard_kit
    >>> siege_modifiers(standard_kit().tables.siege, True, 8, 4, False, True)
    {'continuing': 1, 'twice': 1, 'limited': -1}
    """
    found = {
        "continuing": rules.continuing * continuing,
        "twice": rules.twice * (corps >= 2 * defence),
        "demoralised": rules.demoralised * demoralised,
        "limited": rules.limited * limited,
    }
    return {name: value for name, value in found.items() if value}


@carries_out("NY 17.5.2")
def siege_result(rules: SiegeRules, total: int) -> int | None:
    """By how much a roll lowers the strength; None when it does not even get a Continuing Siege marker.

    >>> from ninevears_kernel.nine_years.kit import standard_kit
    >>> [siege_result(standard_kit().tables.siege, total) for total in range(2, 8)]
    [None, 0, 0, 1, 1, 2]
    """
    return max((row.strength for row in rules.results if total >= row.at_least), default=None)


@step("siege", "side space leaders many")
def begin_siege(war: War, side: Side, space: int, leaders: Numbers, corps: Numbers) -> None:
    """A force conducts a siege: cards first, then the roll."""
    war.tell("NY 17.1", "siege.begins", side=side, space=SPACES[space].name, count=len(corps))
    war.then(("siege-cards", side, space, leaders, corps, 0))


@step("siege-cards", "side space leaders many number")
@carries_out("NY 9.2.1")
def ask_for_cards(war: War, side: Side, space: int, leaders: Numbers, corps: Numbers, modifier: int) -> None:
    """Asks a side for a siege card if it holds one, the besieger first; then comes the roll."""
    siege = war.board.siege_of(space)
    assert siege is not None
    for one in dict.fromkeys((side, enemy(siege.by))):
        if held(war.board, one, "siege"):
            war.then(("siege-card", one, space, leaders, corps, modifier))
            return
    war.then(("siege-roll", siege.by, space, leaders, corps, modifier))


def _cards(war: War, side: Side, *_: object) -> list[Action]:
    return [*(("event", name) for name in held(war.board, side, "siege")), ("pass",)]


def _card_objections(war: War, action: Action, side: Side, *_: object) -> Iterator[Violation]:
    if action[0] == "event" and action[1] not in held(war.board, side, "siege"):
        yield objection("NY 9.2.1", "siege.no-such-card", side=side, event=action[1])


def _play_card(
    war: War, action: Action, side: Side, space: int, leaders: Numbers, corps: Numbers, modifier: int
) -> None:
    siege = war.board.siege_of(space)
    assert siege is not None
    if action[0] == "pass":
        besieged = enemy(siege.by)
        name = "siege-roll" if side == besieged else "siege-cards"
        war.then((name, siege.by if side == besieged else besieged, space, leaders, corps, modifier))
        return
    modifier += roll_bonus(war, action[1])
    war.then(("siege-cards", side, space, leaders, corps, modifier))
    play(war, side, action[1])


decision(
    "siege-card",
    "side space leaders many number",
    "NY 9.2.1",
    "event pass",
    _cards,
    _play_card,
    _card_objections,
)


@carries_out("NY 17.5.2", "NY 17.5.3")
def roll_modifiers(
    war: War, side: Side, space: int, leaders: Numbers, corps: Numbers, cards: int
) -> dict[str, int]:
    """The modifiers of the roll that this force would make now; event cards add `cards`."""
    board = war.board
    siege = board.siege_of(space)
    leader = commander(board, leaders)
    modifiers = siege_modifiers(
        war.kit.tables.siege,
        siege is not None and siege.continuing,
        len(corps),
        defence_value(board, space),
        leader is not None and bool(board.state[leader] & DEMORALISED),
        any(line_is_limited(board, asked, war.hearing) for asked in lines_needed(side, space, corps)),
    )
    return {**modifiers, "cards": cards} if cards else modifiers


@step("siege-roll", "side space leaders many number")
@carries_out("NY 17.5.2", "NY 17.5.3", "NY 11.1.4")
def roll_siege(war: War, side: Side, space: int, leaders: Numbers, corps: Numbers, cards: int) -> None:
    """The siege roll and what it does to the fortress."""
    board, name = war.board, SPACES[space].name
    siege = board.siege_of(space)
    assert siege is not None
    lose_fleet(war, side, space)
    modifiers = roll_modifiers(war, side, space, leaders, corps, cards)
    for modifier, value in modifiers.items():
        war.tell("NY 17.5.3" if modifier == "limited" else "NY 17.5.2", f"siege.{modifier}", modifier=value)
    die = war.roll("siege.roll", space=name)
    total = die + sum(modifiers.values())
    loss = siege_result(war.kit.tables.siege, total)
    if loss is None:
        war.tell("NY 17.5.2", "siege.nothing", die=die, total=total, space=name)
        return
    board.set_siege(space, structs.replace(siege, continuing=True))
    war.tell("NY 17.5.2", "siege.result", die=die, total=total, space=name, loss=loss)
    if loss:
        war.then(("siege-fall", side, space, loss))


@carries_out("NY 12.3.6.d")
def lose_fleet(war: War, side: Side, space: int) -> None:
    """A siege roll against the home port of an enemy fleet: the fleet leaves the game.

    Under the reading ``fleet-under-siege`` one in the control box stays until control changes (10.1.c).
    """
    name = HOME_PORTS.get(space)
    if name is None or owner_of(name) == side:
        return
    fleet = war.board.fleet(name)
    if fleet.place == "gone":
        return
    if fleet.place == "box" and war.reading("fleet-under-siege") == "on-change":
        return
    war.board.set_fleet(Fleet(fleet.name, "gone"))
    war.tell("NY 12.3.6.d", "siege.fleet-lost", fleet=name, space=SPACES[space].name)


# ---- the fall


@step("siege-fall", "side space number")
@carries_out("NY 17.2", "NY 17.5.2")
def weaken(war: War, side: Side, space: int, count: int) -> None:
    """Lowers the strength of a fortress, or its garrison first, and takes it at 0."""
    board = war.board
    rest = [("siege-fall", side, space, count - 1)] if count > 1 else []
    if any(not corps & REDUCED for corps in board.garrisons.get(space, ())):
        war.then(("garrison-loss", enemy(side), space), *rest)
        return
    siege = board.siege_of(space)
    assert siege is not None
    board.set_siege(space, structs.replace(siege, strength_lost=siege.strength_lost + 1))
    war.tell("NY 17.2", "siege.weakened", space=SPACES[space].name, strength=board.strength(space))
    if board.strength(space):
        war.then(*rest)
    else:
        take_fortress(war, side, space)


def _full_garrison(war: War, side: Side, space: int) -> list[Action]:
    garrison = war.board.garrisons.get(space, ())
    return [("reduce", corps) for corps in dict.fromkeys(garrison) if not corps & REDUCED]


def _garrison_objections(war: War, action: Action, side: Side, space: int) -> Iterator[Violation]:
    corps = action[1]
    if corps not in war.board.garrisons.get(space, ()):
        yield objection("NY 17.5.2", "siege.not-in-garrison", power=power_of(corps), space=SPACES[space].name)
    if corps & REDUCED:
        yield objection("NY 17.5.2", "siege.full-first", power=power_of(corps), space=SPACES[space].name)


def _reduce_garrison(war: War, action: Action, side: Side, space: int) -> None:
    garrison = list(war.board.garrisons[space])
    garrison.remove(action[1])
    war.board.put_inside(space, (*garrison, action[1] | REDUCED))
    war.tell("NY 17.5.2", "siege.garrison-reduced", power=power_of(action[1]), space=SPACES[space].name)


decision(
    "garrison-loss",
    "side space",
    "NY 17.5.2",
    "reduce",
    _full_garrison,
    _reduce_garrison,
    _garrison_objections,
)


@carries_out("NY 17.5.2")
def take_fortress(war: War, side: Side, space: int) -> None:
    """A fortress falls: its garrison is eliminated, its leaders escape, control changes."""
    board, owner = war.board, enemy(side)
    garrison = board.garrisons.get(space, ())
    if garrison:
        board.put_inside(space, ())
        board.to_pool(*garrison)
        war.tell("NY 17.5.2", "siege.garrison-lost", space=SPACES[space].name, count=len(garrison))
    for leader in board.leaders_at(owner, space):
        board.state[leader] &= ~INSIDE
    take_control(war, side, space)
    displace_leaders(war, owner, space)
