"""Sieges: what a siege needs, its roll, and the fall of a fortress (NY 17, 12.3.6.d)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map_masks import NUMBER, SPACES
from ...components.piece_numbers import DEMORALISED, POWERS, REDUCED, power_of
from ...components.position import Fleet
from ...components.rule_tables import SiegeRules
from ...components.sides import Side, enemy
from ...engine.agenda import decision, step
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import FLEETS, Action
from ..chain_stops import where_it_stops
from ..control import displace_leaders, take_control
from ..events.effects import play, roll_bonus
from ..events.held import against_card, held
from ..fleets import fleet_row, owner_of
from ..lines_now import tell_line
from ..supply import Asked, has_line, line_is_limited
from .armies import commander
from .destinations import what_closes

HOME_PORTS = {NUMBER[fleet_row(name)["home_port"]]: name for name in FLEETS}
"""The fleet whose home each of these ports is (NY 12.3.6.a)."""

Numbers = tuple[int, ...]


@carries_out("NY 17.4")
def defence_value(board: Board, space: int) -> int:
    """The fortress defence value: its strength now and its garrison.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> defence_value(Board(scenario_1688()), NUMBER["Tournai"])
    2
    """
    rules = board.rule_tables.numbers.garrison
    garrison = board.garrisons.get(space, ())
    return board.strength(space) + sum(rules.reduced if corps & REDUCED else rules.full for corps in garrison)


@carries_out("NY 17.1", "NY 17.4", "NY 17.5.1", "NY 13.5.1.a", "NY 11.1.2", "NY 7.2.1.a", "NY 7.2.2")
def siege_objections(
    engine: Engine, side: Side, space: int, leaders: Numbers, corps: Numbers
) -> Iterator[Violation]:
    """Every clause that forbids a force to roll for a siege.

    Every corps assigned needs a line of its own, since Jacobites have lines that others have not (7.2.6.c).
    """
    board = engine.board
    if not leaders:
        yield objection(
            "NY 13.5.1.a", "siege.no-leader", Message("siege.take-leader"), space=SPACES[space].name
        )
    siege = board.siege_of(space)
    if board.controller_of(space) is None:
        power = SPACES[space].power
        yield objection(what_closes(power), "siege.neutral", space=SPACES[space].name, power=power)
        return
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
        if not has_line(board, asked, engine.context):
            stop = where_it_stops(board, asked, engine.context)
            yield objection(
                "NY 11.1.2",
                "siege.no-line",
                Message("siege.open-line"),
                space=asked.space,
                power=asked.power,
                stop=stop,
            )


@carries_out("NY 17.4", "NY 17.5.1", "NY 11.1.2")
def tell_siege(engine: Engine, side: Side, space: int, leaders: Numbers, corps: Numbers) -> None:
    """Tells what permits a siege roll: the corps against the defence value, and the line of each power."""
    tell_defence(engine, space, len(corps))
    for asked in lines_needed(side, space, corps):
        tell_line(engine, asked, "NY 17.1")


@carries_out("NY 17.4", "NY 17.5.1")
def tell_defence(engine: Engine, space: int, assigned: int) -> None:
    """Tells the fortress defence value as a sum, and how many corps are assigned."""
    board, name, rules = engine.board, SPACES[space].name, engine.rule_tables.numbers.garrison
    strength, defence = board.strength(space), defence_value(board, space)
    garrison = board.garrisons.get(space, ())
    reduced = sum(bool(one & REDUCED) for one in garrison)
    kinds = {"full": (len(garrison) - reduced, rules.full), "reduced": (reduced, rules.reduced)}
    parts = [
        Message(f"siege.inside-{kind}", count=count, value=count * each, full=rules.full)
        for kind, (count, each) in kinds.items()
        if count
    ]
    inside = Message("siege.inside-both", first=parts[0], second=parts[1]) if len(parts) > 1 else parts[:1]
    id = "siege.defence" if parts else "siege.defence-alone"
    engine.decides("NY 17.4", id, space=name, strength=strength, defence=defence, parts=inside)
    engine.decides("NY 17.5.1", "siege.assigned", count=assigned, defence=defence)


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

    >>> from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
    >>> siege_modifiers(standard_rule_tables().numbers.siege, True, 8, 4, False, True)
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

    >>> from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
    >>> [siege_result(standard_rule_tables().numbers.siege, total) for total in range(2, 8)]
    [None, 0, 0, 1, 1, 2]
    """
    return max((row.strength for row in rules.results if total >= row.at_least), default=None)


@step("siege", "side space leaders many")
def begin_siege(engine: Engine, side: Side, space: int, leaders: Numbers, corps: Numbers) -> None:
    """A force conducts a siege: cards first, then the roll."""
    engine.tell("NY 17.1", "siege.begins", side=side, space=SPACES[space].name, count=len(corps))
    engine.then(("siege-cards", side, space, leaders, corps, 0))


@step("siege-cards", "side space leaders many number")
@carries_out("NY 9.2.1")
def ask_for_cards(
    engine: Engine, side: Side, space: int, leaders: Numbers, corps: Numbers, modifier: int
) -> None:
    """Asks a side for a siege card if it holds one, or any event card where all are asked alike, the besieger
    first; then comes the roll.
    """
    siege = engine.board.siege_of(space)
    assert siege is not None
    for one in dict.fromkeys((side, enemy(siege.by))):
        if engine.asks_for("events", one) or held(engine.board, one, "siege"):
            engine.then(("siege-card", one, space, leaders, corps, modifier))
            return
    engine.then(("siege-roll", siege.by, space, leaders, corps, modifier))


def _cards(engine: Engine, side: Side, *_: object) -> list[Action]:
    return [*(("event", name) for name in held(engine.board, side, "siege")), ("pass",)]


def _card_objections(engine: Engine, action: Action, side: Side, *_: object) -> Iterator[Violation]:
    if action[0] == "event" and action[1] not in held(engine.board, side, "siege"):
        yield from against_card(engine.board, side, action[1], "siege")


def _play_card(
    engine: Engine, action: Action, side: Side, space: int, leaders: Numbers, corps: Numbers, modifier: int
) -> None:
    siege = engine.board.siege_of(space)
    assert siege is not None
    if action[0] == "pass":
        besieged = enemy(siege.by)
        name = "siege-roll" if side == besieged else "siege-cards"
        engine.then((name, siege.by if side == besieged else besieged, space, leaders, corps, modifier))
        return
    modifier += roll_bonus(engine, action[1])
    engine.then(("siege-cards", side, space, leaders, corps, modifier))
    play(engine, side, action[1])


decision(
    "siege-card",
    "side space leaders many number",
    "NY 9.2.1",
    "event pass",
    _cards,
    _play_card,
    _card_objections,
    hand="events",
)


@carries_out("NY 17.5.2", "NY 17.5.3")
def roll_modifiers(
    engine: Engine, side: Side, space: int, leaders: Numbers, corps: Numbers, cards: int
) -> dict[str, int]:
    """The modifiers of the roll that this force would make now; event cards add `cards`."""
    board = engine.board
    siege = board.siege_of(space)
    leader = commander(board, leaders)
    modifiers = siege_modifiers(
        engine.rule_tables.numbers.siege,
        siege is not None and siege.continuing,
        len(corps),
        defence_value(board, space),
        leader is not None and bool(board.state[leader] & DEMORALISED),
        any(line_is_limited(board, asked, engine.context) for asked in lines_needed(side, space, corps)),
    )
    return {**modifiers, "cards": cards} if cards else modifiers


@step("siege-roll", "side space leaders many number")
@carries_out("NY 17.5.2", "NY 17.5.3", "NY 11.1.4")
def roll_siege(engine: Engine, side: Side, space: int, leaders: Numbers, corps: Numbers, cards: int) -> None:
    """The siege roll and what it does to the fortress."""
    board, name = engine.board, SPACES[space].name
    siege = board.siege_of(space)
    assert siege is not None
    lose_fleet(engine, side, space)
    modifiers = roll_modifiers(engine, side, space, leaders, corps, cards)
    for modifier, value in modifiers.items():
        engine.tell(
            "NY 17.5.3" if modifier == "limited" else "NY 17.5.2", f"siege.{modifier}", modifier=value
        )
    die = engine.roll("siege.roll", space=name)
    added = sum(modifiers.values())
    total = die + added
    loss = siege_result(engine.rule_tables.numbers.siege, total)
    if loss is None:
        engine.decides("NY 17.5.2", "siege.nothing", die=die, modifier=added, total=total, space=name)
        return
    board.set_siege(space, structs.replace(siege, continuing=True))
    result = Message("siege.loses" if loss else "siege.loses-nothing", count=loss, space=name)
    facts = {"die": die, "modifier": added, "total": total, "space": name, "loss": loss}
    engine.decides("NY 17.5.2", "siege.result", **facts, result=result)
    if loss:
        engine.then(("siege-fall", side, space, loss))


@carries_out("NY 12.3.6.d")
def lose_fleet(engine: Engine, side: Side, space: int) -> None:
    """A siege roll against the home port of an enemy fleet: the fleet leaves the game.

    Under the reading ``fleet-under-siege`` one in the control box stays until control changes (10.1.c).
    """
    name = HOME_PORTS.get(space)
    if name is None or owner_of(name) == side:
        return
    fleet = engine.board.fleet(name)
    if fleet.place == "gone":
        return
    if fleet.place == "box" and engine.reading("fleet-under-siege") == "on-change":
        return
    engine.board.set_fleet(Fleet(fleet.name, "gone"))
    engine.tell("NY 12.3.6.d", "siege.fleet-lost", fleet=name, space=SPACES[space].name)


# ---- the fall


@step("siege-fall", "side space number")
@carries_out("NY 17.2", "NY 17.5.2")
def weaken(engine: Engine, side: Side, space: int, count: int) -> None:
    """Lowers the strength of a fortress, or its garrison first, and takes it at 0."""
    board = engine.board
    rest = [("siege-fall", side, space, count - 1)] if count > 1 else []
    if any(not corps & REDUCED for corps in board.garrisons.get(space, ())):
        engine.then(("garrison-loss", enemy(side), space), *rest)
        return
    siege = board.siege_of(space)
    assert siege is not None
    board.set_siege(space, structs.replace(siege, strength_lost=siege.strength_lost + 1))
    engine.tell("NY 17.2", "siege.weakened", space=SPACES[space].name, strength=board.strength(space))
    if board.strength(space):
        engine.then(*rest)
    else:
        take_fortress(engine, side, space)


def _full_garrison(engine: Engine, side: Side, space: int) -> list[Action]:
    garrison = engine.board.garrisons.get(space, ())
    return [("reduce", corps) for corps in dict.fromkeys(garrison) if not corps & REDUCED]


def _garrison_objections(engine: Engine, action: Action, side: Side, space: int) -> Iterator[Violation]:
    corps = action[1]
    if corps not in engine.board.garrisons.get(space, ()):
        yield objection("NY 17.5.2", "siege.not-in-garrison", power=power_of(corps), space=SPACES[space].name)
    if corps & REDUCED:
        yield objection("NY 17.5.2", "siege.full-first", power=power_of(corps), space=SPACES[space].name)


def _reduce_garrison(engine: Engine, action: Action, side: Side, space: int) -> None:
    corps = action[1]
    engine.board.turn(side, space, corps, corps | REDUCED, inside=True)
    engine.tell("NY 17.5.2", "siege.garrison-reduced", power=power_of(corps), space=SPACES[space].name)


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
def take_fortress(engine: Engine, side: Side, space: int) -> None:
    """A fortress falls: its garrison is eliminated, its leaders escape, control changes."""
    board, owner = engine.board, enemy(side)
    garrison = board.garrisons.get(space, ())
    if garrison:
        board.put_inside(space, ())
        board.to_pool(*garrison)
        engine.tell("NY 17.5.2", "siege.garrison-lost", space=SPACES[space].name, count=len(garrison))
    take_control(engine, side, space)  # NY 17.6: the siege is over, and nobody is inside any more
    displace_leaders(engine, owner, space)
