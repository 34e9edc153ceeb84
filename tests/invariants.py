"""What must hold on a board after every decision, whatever the players do."""

from collections import Counter
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
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES, STEP_RULES
from ninevears_kernel.nine_years.engine.board import Board

ACTION_CARDS = {1: 8, 2: 16, 3: 8}


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
    found: list[str] = []

    def must(holds: bool, *what: object) -> None:
        if not holds:
            found.append(" ".join(map(str, what)))

    must(not board.control.Bourbon & board.control.Alliance, "a space controlled by both sides")
    must(
        0 <= board.victory_points <= board.rule_tables.numbers.victory_points.highest,
        "victory points",
        board.victory_points,
    )
    must(-2 <= board.kww_cell <= 2, "the King William's War marker", board.kww_cell)
    busy = spaces_in_question(board)
    sieges = {siege.space: siege for siege in board.sieges}
    must(len(sieges) == len(board.sieges), "two sieges of one space")
    for side in SIDES:
        holds = sum(1 << number for number, stack in enumerate(board.stacks[side]) if stack)
        must(holds == board.held[side], "held mask of", side)
    besieged = mask_of_spaces(tuple(sieges))
    occupied = board.held["Bourbon"] | board.held["Alliance"] | besieged | mask_of(board.garrisons)
    most = max(board.rule_tables.numbers.garrison.most, board.rule_tables.numbers.battle.into_fortress)
    for number in bits(occupied):
        bourbon, alliance = board.stacks["Bourbon"][number], board.stacks["Alliance"][number]
        name = SPACES[number].name
        must(good_stack("Bourbon", bourbon) and good_stack("Alliance", alliance), "a stack in", name)
        if number in busy:
            continue
        must(not (bourbon and alliance), "both sides in the open in", name)  # NY 4.3
        owner, siege = board.controller_of(number), sieges.get(name)
        if owner is None:
            must(not bourbon and not alliance, "corps in neutral", name)  # NY 7.2.1.a, 7.2.2
            must(siege is None, "siege of neutral", name)
            continue
        hostile = alliance if owner == "Bourbon" else bourbon
        if not FORTRESS[number]:
            must(not hostile, "enemy corps that did not take", name)  # NY 14.4
        else:
            must(bool(hostile) == bool(siege), "siege and besiegers of", name)  # NY 17.1, 17.6
        garrison = board.garrisons.get(number, ())
        if garrison:
            must(siege is not None, "a garrison without a siege in", name)
            must(good_stack(owner, garrison) and len(garrison) <= most, "the garrison of", name)
        if siege:
            must(siege.by != owner, "siege of an own fortress", name)
            must(0 <= siege.strength_lost < FORTRESS[number], "lost strength of", name)
    for line in board.lines:
        must(board.controller(line.space) is not None, "a line in neutral", line.space)
    for leader, (where, state) in enumerate(zip(board.where, board.state, strict=True)):
        if where == ABSENT:
            continue
        name = board.rule_tables.leaders[leader].name
        must(where in (WAITS, ABSENT) or 0 <= where < len(SPACES), "place of", name)
        if state & INSIDE:
            must(where >= 0 and SPACES[where].name in sieges, name, "inside without a siege")
        if where >= 0 and where not in busy:
            side = board.rule_tables.leaders[leader].side
            at_home = board.controller_of(where) == side or board.held[side] >> where & 1
            must(bool(at_home), name, "alone in", SPACES[where].name)
    cards = Counter(board.action_deck) + Counter(board.action_discards)
    for side in SIDES:
        cards += Counter(board.hand(side).actions)
    if board.active is None and cards:
        must(cards == ACTION_CARDS, "action cards", dict(cards))  # NY 5.1
    events = [*board.event_deck, *board.lasting_events]
    for side in SIDES:
        events += board.hand(side).events
    must(len(events) == len(set(events)), "an event card twice")
    for fleet in board.fleets:
        must((fleet.place == "port") == (fleet.strength > 0), "strength of fleet", fleet.name)
    for power, corps in Counter({pool.power: pool.corps for pool in board.pools}).items():
        must(corps >= 0, "pool of", power)
    return found


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
