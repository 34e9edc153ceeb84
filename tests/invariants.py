"""What must hold on a board after every decision, whatever the players do."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from ninevears_kernel.nine_years.components.map_graph import bits, mask_of, mask_of_spaces
from ninevears_kernel.nine_years.components.map_masks import FORTRESS, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import (
    ABSENT,
    INSIDE,
    POWER_NUMBER,
    POWERS,
    SIDE_OF_CORPS,
    USED,
    WAITS,
)
from ninevears_kernel.nine_years.components.position import Siege
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES, STEP_RULES
from ninevears_kernel.nine_years.engine.board import Board

ACTION_CARDS = [*8 * [1], *16 * [2], *8 * [3]]


def corps_by_power(board: Board) -> Counter:
    """How many corps there are of each power: on the map, in the pools, and waiting."""
    found = [0] * len(POWERS)
    stacks = [board.stacks[side][space] for side in SIDES for space in bits(board.held[side])]
    for stack in (*stacks, *board.garrisons.values()):
        for corps in stack:
            found[corps >> 3] += 1
    for heap in (*board.pools, *board.waiting):
        found[POWER_NUMBER[heap.power]] += heap.corps
    return Counter(dict(zip(POWERS, found, strict=True)))


@lru_cache(maxsize=1 << 14)
def good_stack(side: str, stack: tuple[int, ...]) -> bool:
    """Whether a stack is sorted and all of one side."""
    return stack == tuple(sorted(stack)) and all(SIDE_OF_CORPS[corps] == side for corps in stack)


def broken(board: Board) -> list[str]:
    """Every invariant that a board breaks, in a few words; empty when all is well."""
    return list(_faults(board))


def _faults(board: Board) -> Iterator[str]:
    if board.control.Bourbon & board.control.Alliance:
        yield "a space controlled by both sides"
    if not 0 <= board.victory_points <= board.rule_tables.numbers.victory_points.highest:
        yield f"victory points {board.victory_points}"
    if not -2 <= board.kww_cell <= 2:
        yield f"the King William's War marker {board.kww_cell}"
    busy = spaces_in_question(board)
    sieges = {siege.space: siege for siege in board.sieges}
    if len(sieges) != len(board.sieges):
        yield "two sieges of one space"
    for side in SIDES:
        if sum(1 << number for number, stack in enumerate(board.stacks[side]) if stack) != board.held[side]:
            yield f"held mask of {side}"
    besieged = mask_of_spaces(tuple(sieges))
    occupied = board.held["Bourbon"] | board.held["Alliance"] | besieged | mask_of(board.garrisons)
    most = max(board.rule_tables.numbers.garrison.most, board.rule_tables.numbers.battle.into_fortress)
    for number in bits(occupied):
        yield from _faults_of_space(
            number,
            board.stacks["Bourbon"][number],
            board.stacks["Alliance"][number],
            board.controller_of(number),
            sieges.get(SPACES[number].name),
            board.garrisons.get(number, ()),
            most,
            number in busy,
        )
    for line in board.lines:
        if board.controller(line.space) is None:
            yield f"a line in neutral {line.space}"
    for leader, (where, state) in enumerate(zip(board.where, board.state, strict=True)):
        if where == ABSENT:
            continue
        if where != WAITS and not 0 <= where < len(SPACES):
            yield f"place of {board.rule_tables.leaders[leader].name}"
        if state & INSIDE and not (where >= 0 and SPACES[where].name in sieges):
            yield f"{board.rule_tables.leaders[leader].name} inside without a siege"
        if where >= 0 and where not in busy:
            side = board.rule_tables.leaders[leader].side
            if board.controller_of(where) != side and not board.held[side] >> where & 1:
                yield f"{board.rule_tables.leaders[leader].name} alone in {SPACES[where].name}"
    cards = [*board.action_deck, *board.action_discards]
    events = [*board.event_deck, *board.lasting_events]
    for side in SIDES:
        cards += board.hand(side).actions
        events += board.hand(side).events
    if board.active is None and cards and sorted(cards) != ACTION_CARDS:
        yield f"action cards {sorted(cards)}"  # NY 5.1
    if len(events) != len(set(events)):
        yield "an event card twice"
    for fleet in board.fleets:
        if (fleet.place == "port") != (fleet.strength > 0):
            yield f"strength of fleet {fleet.name}"
    for pool in board.pools:
        if pool.corps < 0:
            yield f"pool of {pool.power}"


@lru_cache(maxsize=1 << 16)
def _faults_of_space(
    number: int,
    bourbon: tuple[int, ...],
    alliance: tuple[int, ...],
    owner: str | None,
    siege: Siege | None,
    garrison: tuple[int, ...],
    most: int,
    busy: bool,
) -> tuple[str, ...]:
    """What is wrong in a space with corps or a siege; ``busy``: an action there is not finished."""
    found = []
    if not (good_stack("Bourbon", bourbon) and good_stack("Alliance", alliance)):
        found.append("a stack")
    if not busy:
        hostile = alliance if owner == "Bourbon" else bourbon
        if bourbon and alliance:
            found.append("both sides in the open")  # NY 4.3
        if owner is None:
            if bourbon or alliance:
                found.append("corps in neutral")  # NY 7.2.1.a, 7.2.2
            if siege:
                found.append("siege of neutral")
        elif not FORTRESS[number] and hostile:
            found.append("enemy corps that did not take")  # NY 14.4
        elif FORTRESS[number] and bool(hostile) != bool(siege):
            found.append("siege and besiegers")  # NY 17.1, 17.6
        if owner and garrison:
            if siege is None:
                found.append("a garrison without a siege")
            if not good_stack(owner, garrison) or len(garrison) > most:
                found.append("the garrison")
        if owner and siege:
            if siege.by == owner:
                found.append("siege of an own fortress")
            if not 0 <= siege.strength_lost < FORTRESS[number]:
                found.append("lost strength")
    return tuple(f"{fault} in {SPACES[number].name}" for fault in found)


def spaces_in_question(board: Board) -> set[int]:
    """The spaces of an action that is not finished: there both sides may stand for a moment."""
    found = set()
    for name, *arguments in board.agenda:
        rule = STEP_RULES.get(name) or DECISION_RULES[name]
        found |= {value for kind, value in zip(rule.kinds, arguments, strict=True) if kind == "space"}
    return found


def used_pieces(board: Board) -> int:
    """How many pieces are marked as used."""
    stacks = [stack for stacks in board.stacks.values() for stack in stacks] + list(board.garrisons.values())
    return sum(corps & USED for stack in stacks for corps in stack) + sum(s & USED for s in board.state)
