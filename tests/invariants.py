"""What must hold on a board after every decision, whatever the players do."""

from collections import Counter

from ninevears_kernel.nine_years.agenda import DECISION_RULES, STEP_RULES
from ninevears_kernel.nine_years.board import Board
from ninevears_kernel.nine_years.land import FORTRESS, SPACES
from ninevears_kernel.nine_years.piece_numbers import ABSENT, INSIDE, SIDE_OF_CORPS, USED, WAITS, power_of
from ninevears_kernel.nine_years.sides import SIDES, enemy

ACTION_CARDS = {1: 8, 2: 16, 3: 8}


def corps_by_power(board: Board) -> Counter:
    """All corps of each power: on the map, in the pools, and waiting."""
    found = Counter()
    for stacks in board.stacks.values():
        for stack in stacks:
            found.update(power_of(corps) for corps in stack)
    for garrison in board.garrisons.values():
        found.update(power_of(corps) for corps in garrison)
    for heap in (board.pools, board.waiting):
        for pool in heap:
            found[pool.power] += pool.corps
    return +found


def broken(board: Board) -> list[str]:
    """Every invariant that a board breaks, in a few words; empty when all is well."""
    found: list[str] = []

    def must(holds: bool, *what: object) -> None:
        if not holds:
            found.append(" ".join(map(str, what)))

    must(not board.control.Bourbon & board.control.Alliance, "a space controlled by both sides")
    must(
        0 <= board.victory_points <= board.kit.tables.victory_points.highest,
        "victory points",
        board.victory_points,
    )
    must(-2 <= board.kww_cell <= 2, "the King William's War marker", board.kww_cell)
    busy = spaces_in_question(board)
    sieges = {siege.space: siege for siege in board.sieges}
    must(len(sieges) == len(board.sieges), "two sieges of one space")
    for number, space in enumerate(SPACES):
        owner = board.controller_of(number)
        there = {side: board.stacks[side][number] for side in SIDES}
        for side in SIDES:
            stack = there[side]
            must(bool(stack) == bool(board.held[side] >> number & 1), "held mask of", side, space.name)
            must(stack == tuple(sorted(stack)), "unsorted stack", space.name)
            must(
                all(SIDE_OF_CORPS[corps] == side for corps in stack), "corps of the wrong side in", space.name
            )
        if number in busy:
            continue
        must(not (there["Bourbon"] and there["Alliance"]), "both sides in the open in", space.name)  # NY 4.3
        if owner is None:
            must(not any(there.values()), "corps in neutral", space.name)  # NY 7.2.1.a, 7.2.2
        garrison = board.garrisons.get(number, ())
        siege = sieges.get(space.name)
        must(bool(siege) or not garrison, "a garrison without a siege in", space.name)
        if owner:
            hostile = there[enemy(owner)]
            if FORTRESS[number]:
                must(bool(hostile) == bool(siege), "siege and besiegers of", space.name)  # NY 17.1, 17.6
            else:
                must(not hostile, "enemy corps that did not take", space.name)  # NY 14.4
            must(
                all(SIDE_OF_CORPS[corps] == owner for corps in garrison), "a strange garrison in", space.name
            )
        if siege:
            must(siege.by != owner and owner is not None, "siege of an own fortress", space.name)
            must(0 <= siege.strength_lost < FORTRESS[number], "lost strength of", space.name)
        must(
            len(garrison) <= max(board.kit.tables.garrison.most, board.kit.tables.battle.into_fortress),
            "garrison of",
            space.name,
        )
    for line in board.lines:
        must(board.controller(line.space) is not None, "a line in neutral", line.space)
    for leader, (where, state) in enumerate(zip(board.where, board.state, strict=True)):
        name = board.kit.leaders[leader].name
        must(where in (WAITS, ABSENT) or 0 <= where < len(SPACES), "place of", name)
        if state & INSIDE:
            must(where >= 0 and SPACES[where].name in sieges, name, "inside without a siege")
        if where >= 0:
            side = board.kit.leaders[leader].side
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
