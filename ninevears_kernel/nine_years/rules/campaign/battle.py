"""Battle: committed corps, rolls and hits, losses, and what defeat and victory bring (NY 15.3, 16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map_masks import SPACES, step_between
from ...components.piece_numbers import ABSENT, DEMORALISED, PLAIN, REDUCED, USED, WAITS, corps_in_words
from ...components.rule_tables import Tables
from ...components.sides import Side, enemy
from ...engine.agenda import decision, step
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import Action
from ..events.effects import play, roll_bonus
from ..events.held import against_card, held
from .armies import battle_rating, commander, free_leaders, line_level, strongest_first
from .limits import force_limit


class Army(NamedTuple):
    """One side of a battle.

    Attributes:
        corps: those it commits.
        strength: their strength points.
        modifiers: what it adds to its roll, each by its name.
        commander: the leader whose battle rating is among them; None where there is none.
    """

    corps: tuple[int, ...]
    strength: int
    modifiers: dict[str, int]
    commander: int | None

    @property
    def modifier(self) -> int:
        """The sum of what it adds to its roll."""
        return sum(self.modifiers.values())


# ---- the arithmetic


@carries_out("NY 16.2.1")
def committed(corps: Iterable[int], commands: Sequence[int], tables: Tables) -> tuple[int, ...]:
    """The corps that fight: the strongest, as many as the two best of these command ratings allow.

    >>> from ...components.rule_tables import standard_rule_tables
    >>> [len(committed([0] * 12, commands, standard_rule_tables().numbers)) for commands in ([6, 4, 3], [])]
    [10, 4]
    """
    limit = force_limit(commands) if commands else tables.battle.without_leader
    return tuple(strongest_first(corps)[:limit])


@carries_out("NY 16.2.1")
def strength(corps: Iterable[int], tables: Tables) -> int:
    """The strength points of committed corps."""
    return sum(tables.battle.reduced if one & REDUCED else tables.battle.full for one in corps)


@carries_out("NY 16.2.3")
def factor(total: int, tables: Tables) -> int:
    """How many hits in a hundred strength points a modified roll scores.

    >>> from ...components.rule_tables import standard_rule_tables
    >>> [factor(total, standard_rule_tables().numbers) for total in (-1, 1, 4, 9)]
    [5, 5, 20, 40]
    """
    factors = tables.battle.losses
    return factors[min(max(total, 1), len(factors)) - 1]


@carries_out("NY 16.2.3")
def hits(points: int, total: int, tables: Tables) -> int:
    """The hits that so many strength points score with a modified roll.

    >>> from ...components.rule_tables import standard_rule_tables
    >>> [hits(20, total, standard_rule_tables().numbers) for total in (0, 1, 2, 6, 8, 9)]
    [1, 1, 2, 6, 8, 8]
    """
    scored = points * factor(total, tables) // 100
    return max(scored, 1) if total >= tables.battle.sure_hit else scored


def army(engine: Engine, side: Side, origin: int, space: int, attacks: bool, bonus: int) -> Army:
    """What a side brings to a battle: the attacker comes from `origin`, cards add `bonus`."""
    board, tables = engine.board, engine.rule_tables.numbers
    leaders = free_leaders(board, side, space)
    commands = [board.rating(leader)[0] for leader in leaders]
    corps = committed(board.stacks[side][space], commands, tables)
    leader = commander(board, leaders)
    modifiers = _modifiers(engine, side, origin, space, attacks, corps, leader)
    if bonus:
        modifiers["cards"] = bonus  # NY 9.2.1
    return Army(corps, strength(corps, tables), modifiers, leader)


@carries_out("NY 16.2.2", "NY 15.3", "NY 15.6")
def _modifiers(
    engine: Engine,
    side: Side,
    origin: int,
    space: int,
    attacks: bool,
    corps: tuple[int, ...],
    leader: int | None,
) -> dict[str, int]:
    board, table = engine.board, engine.rule_tables.numbers.battle
    modifiers = {} if leader is None else {"rating": battle_rating(board, leader)}
    shaken = any(one & DEMORALISED for one in corps)
    if shaken or (leader is not None and board.state[leader] & DEMORALISED):
        modifiers["demoralised"] = table.demoralised
    if not attacks:
        if level := line_level(board, side, space):
            modifiers["line"] = level  # NY 15.3
        return modifiers
    over = step_between(side, origin, space)
    if over is not None and over.red:
        modifiers["red-link"] = table.red_link
    return modifiers


# ---- the battle


@step("battle", "side space space")
@carries_out("NY 16.1")
def battle(engine: Engine, side: Side, origin: int, space: int) -> None:
    """A battle: the side that came from `origin` attacks whatever enemy corps stand in the open."""
    engine.tell("NY 16.1", "battle.joined", side=side, space=SPACES[space].name)
    engine.then(("battle-cards", side, True, origin, space, 0, 0))


@step("battle-cards", "side flag space space number number")
@carries_out("NY 9.2.1")
def ask_for_cards(engine: Engine, attacker: Side, attacks: bool, *arguments: int) -> None:
    """Asks whoever holds a battle card, or any event card where all are asked alike, the attacker first
    unless already asked; then come the rolls.
    """
    for whether in (True, False) if attacks else (False,):
        side = attacker if whether else enemy(attacker)
        if engine.asks_for("events", side) or held(engine.board, side, "battle"):
            engine.then(("battle-card", side, whether, *arguments))
            return
    engine.then(("battle-rolls", attacker, *arguments))


def _cards(engine: Engine, side: Side, *_: object) -> list[Action]:
    return [*(("event", name) for name in held(engine.board, side, "battle")), ("pass",)]


@carries_out("NY 9.2.1")
def _against_card(engine: Engine, action: Action, side: Side, *_: object) -> Iterator[Violation]:
    if action[0] == "event" and action[1] not in held(engine.board, side, "battle"):
        yield from against_card(engine.board, side, action[1], "battle")


@carries_out("NY 9.2.1")
def _play_card(engine: Engine, action: Action, side: Side, attacks: bool, *arguments: int) -> None:
    origin, space, attack, defence = arguments
    attacker = side if attacks else enemy(side)
    if action[0] == "pass":
        asked_next = ("battle-cards", attacker, False) if attacks else ("battle-rolls", attacker)
        engine.then((*asked_next, *arguments))
        return
    bonus = roll_bonus(engine, action[1])
    engine.tell("NY 9.2.1", "battle.card", side=side, event=action[1], bonus=bonus)
    sums = (attack + bonus, defence) if attacks else (attack, defence + bonus)
    engine.then(("battle-cards", attacker, attacks, origin, space, *sums))
    play(engine, side, action[1])


decision(
    "battle-card",
    "side flag space space number number",
    "NY 9.2.1",
    "event pass",
    _cards,
    _play_card,
    _against_card,
    hand="events",
)


@step("battle-rolls", "side space space number number")
@carries_out("NY 16.2.1", "NY 16.2.2", "NY 16.2.3", "NY 15.3")
def battle_rolls(engine: Engine, side: Side, origin: int, space: int, attack: int, defence: int) -> None:
    """Both sides roll, the attacker first; each then loses corps to the other's hits.

    What both bring is recorded before anybody rolls.
    """
    other = enemy(side)
    if level := line_level(engine.board, other, space):
        engine.tell("NY 15.3", "battle.line", side=other, space=SPACES[space].name, level=level)
    attackers = army(engine, side, origin, space, True, attack)
    defenders = army(engine, other, origin, space, False, defence)
    _tell_army(engine, side, attackers)
    _tell_army(engine, other, defenders)
    scored = _fire(engine, side, space, attackers)
    taken = _fire(engine, other, space, defenders)
    engine.then(
        *((("losses", side, space, taken),) if taken else ()),
        *((("losses", other, space, scored),) if scored else ()),
        ("battle-result", side, origin, space, scored, taken, attackers.strength, defenders.strength),
    )


@carries_out("NY 16.2.1", "NY 16.2.2")
def _tell_army(engine: Engine, side: Side, brought: Army) -> None:
    if not engine.context.recorded:
        return
    engine.tell("NY 16.2.1", "battle.commits", side=side, count=len(brought.corps), strength=brought.strength)
    leader = None if brought.commander is None else engine.rule_tables.leaders[brought.commander].name
    parts = [
        Message(f"battle.adds-{name}", leader=leader, modifier=value)
        for name, value in brought.modifiers.items()
    ]
    id = ("battle.adds-nothing", "battle.adds-one", "battle.adds")[min(len(parts), 2)]
    engine.tell("NY 16.2.2", id, side=side, modifier=brought.modifier, parts=Message.all_of(parts))


def _fire(engine: Engine, side: Side, space: int, firing: Army) -> int:
    die = engine.roll("battle.roll", side=side, space=SPACES[space].name)
    total = die + firing.modifier
    engine.decides("NY 16.2.2", "battle.total", side=side, die=die, modifier=firing.modifier, total=total)
    tables = engine.rule_tables.numbers
    scored = hits(firing.strength, total, tables)
    percent = factor(total, tables)
    id = "battle.factor-sure" if scored > firing.strength * percent // 100 else "battle.factor"
    rule = Message(id, total=total, strength=firing.strength, factor=percent)
    engine.decides("NY 16.2.3", "battle.hits", side=side, count=scored, rule=rule)
    return scored


# ---- losses


def _losses(engine: Engine, side: Side, space: int, number: int) -> Iterator[Action]:
    for kind in dict.fromkeys(one & ~USED for one in engine.board.stacks[side][space]):
        yield "lose", kind


@carries_out("NY 16.3.1")
def _against_loss(engine: Engine, action: Action, side: Side, space: int, number: int) -> Iterator[Violation]:
    kind, stack = action[1], engine.board.stacks[side][space]
    if kind & USED or (kind not in stack and kind | USED not in stack):
        yield objection(
            "NY 16.3.1", "battle.no-such-corps", corps=corps_in_words(kind), space=SPACES[space].name
        )
    if kind & REDUCED and not all(one & REDUCED for one in stack):
        yield objection(
            "NY 16.3.1", "battle.full-first", corps=corps_in_words(kind), space=SPACES[space].name
        )


@carries_out("NY 16.3.1", "NY 12.3.2")
def _lose(engine: Engine, action: Action, side: Side, space: int, number: int) -> None:
    board, kind = engine.board, action[1]
    corps = kind if kind in board.stacks[side][space] else kind | USED
    message = "battle.reduced" if board.weaken(side, space, corps) else "battle.eliminated"
    engine.tell("NY 16.3.1", message, corps=corps_in_words(corps & ~USED), side=side)
    if number > 1:
        engine.then(("losses", side, space, number - 1))


decision("losses", "side space number", "NY 16.3.1", "lose", _losses, _lose, _against_loss)


# ---- victory and defeat


@step("battle-result", "side space space number number number number")
@carries_out("NY 16.3.1", "NY 16.3.3", "NY 16.5")
def battle_result(
    engine: Engine, side: Side, origin: int, space: int, scored: int, taken: int, attack: int, defence: int
) -> None:
    """Commanders may fall, one side wins, the other is demoralised and retreats.

    Args:
        engine: the war.
        side: the attacker.
        origin: where the attacker came from.
        space: where the battle was.
        scored: the hits on the defender.
        taken: the hits on the attacker.
        attack: the strength points that the attacker had committed.
        defence: those of the defender.
    """
    board, other = engine.board, enemy(side)
    for one, suffered in ((side, taken), (other, scored)):
        if suffered:
            _commander_fate(engine, one, space)
    left, left_to_other = board.stacks[side][space], board.stacks[other][space]
    won = scored > taken if bool(left) == bool(left_to_other) else bool(left)
    winner, loser = (side, other) if won else (other, side)
    engine.decides("NY 16.3.1", "battle.won", side=winner, space=SPACES[space].name)
    _demoralise(board, loser, space)
    engine.tell("NY 16.3.3", "battle.demoralised", side=loser, space=SPACES[space].name)
    margin, beaten = (scored - taken, defence) if won else (taken - scored, attack)
    _famous_victory(engine, winner, margin, beaten)
    engine.then(("fall-back", loser, origin, space, loser == side))


@carries_out("NY 16.3.2")
def _commander_fate(engine: Engine, side: Side, space: int) -> None:
    """The commander of a side that took hits may fall; a staff officer takes over corps without leaders."""
    board = engine.board
    leaders = free_leaders(board, side, space)
    leader = commander(board, leaders)
    if leader is None:
        return
    name = engine.name_of(leader)
    if engine.roll("battle.roll-commander", leader=name) > engine.rule_tables.numbers.battle.commander_out:
        return
    staff = engine.rule_tables.leaders[leader].arrives == "staff"
    board.where[leader] = ABSENT if staff else WAITS  # NY 12.4.2: staff officers go back to the pool
    board.state[leader] &= PLAIN
    engine.tell("NY 16.3.2", "battle.commander-out", leader=name)
    if len(leaders) == 1 and board.stacks[side][space]:
        _send_staff_officer(engine, side, space, leader)


@carries_out("NY 16.3.2")
def _send_staff_officer(engine: Engine, side: Side, space: int, fallen: int) -> None:
    board = engine.board
    officers = [
        one
        for one in engine.rule_tables.leaders_of[side]
        if engine.rule_tables.leaders[one].arrives == "staff"
    ]
    in_pool = [one for one in officers if board.where[one] == ABSENT]
    ready = [one for one in in_pool if one != fallen]
    if ready and len(officers) - len(in_pool) < engine.rule_tables.numbers.staff_officers.most:
        officer = ready[0]
        board.where[officer], board.state[officer] = space, 0
        engine.tell(
            "NY 16.3.2",
            "battle.staff-officer",
            leader=engine.name_of(officer),
            space=SPACES[space].name,
        )


@carries_out("NY 16.3.3")
def _demoralise(board: Board, side: Side, space: int) -> None:
    board.put(side, space, [one | DEMORALISED for one in board.stacks[side][space]])
    for leader in free_leaders(board, side, space):
        board.state[leader] |= DEMORALISED


@carries_out("NY 16.5", "NY 6.1.2")
def _famous_victory(engine: Engine, winner: Side, margin: int, beaten: int) -> None:
    table, board = engine.rule_tables.numbers.famous_victory, engine.board
    if margin < table.hits_more or beaten < table.strength or winner in board.famous_victories:
        return
    board.famous_victories = (*board.famous_victories, winner)
    points = engine.rule_tables.numbers.victory_points.famous_victory
    board.score(winner, points)
    engine.tell("NY 16.5", "battle.famous", side=winner, count=points, total=board.victory_points)
    engine.then(("victory-at-once",))
