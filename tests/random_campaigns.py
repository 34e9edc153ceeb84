"""Random boards in the middle of a campaign, and every action that a verb of a campaign can say."""

from random import Random

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map_masks import CAPITALS, FORTRESS, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import (
    ABSENT,
    DEMORALISED,
    INSIDE,
    INTERCEPTED,
    POWERS,
    REDUCED,
    SIDE_OF_CORPS,
    USED,
)
from ninevears_kernel.nine_years.components.position import Line, Siege
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.engine.notation import verbs
from ninevears_kernel.nine_years.engine.seeded_dice import WarDice

OF_SIDE = {side: [n << 3 for n in range(len(POWERS)) if SIDE_OF_CORPS[n << 3] == side] for side in SIDES}


def _stack(random: Random, side: str, most: int) -> list[int]:
    flags = (0, 0, 0, 0, REDUCED, REDUCED, DEMORALISED, USED, REDUCED | DEMORALISED)
    powers = random.sample(OF_SIDE[side], 2)
    return [random.choice(powers) | random.choice(flags) for _ in range(random.randint(1, most))]


def random_board(seed: int) -> Board:
    """A board with random control, stacks, sieges, lines and leaders, on which nothing contradicts NY 4.3."""
    random = Random(seed)
    board = Board(scenario_1688().replace(seed=seed))
    board.phase = "campaign"
    for side in SIDES:
        for space in range(len(SPACES)):
            board.put(side, space, ())
    board.where = [ABSENT] * len(board.where)
    for space in range(len(SPACES)):
        owner = board.controller_of(space)
        if owner is None:
            continue
        if random.random() < 0.25 and not CAPITALS >> space & 1:
            board.set_control(space, enemy(owner))
            owner = enemy(owner)
        lot = random.random()
        if lot < 0.35:
            board.put(owner, space, _stack(random, owner, random.choice((2, 5, 12))))
        elif lot < 0.5 and FORTRESS[space]:
            board.put(enemy(owner), space, _stack(random, enemy(owner), 6))
            lost = random.randrange(FORTRESS[space])
            board.set_siege(space, Siege(SPACES[space].name, enemy(owner), random.random() < 0.5, lost))
            if random.random() < 0.5:
                board.put_inside(space, _stack(random, owner, 2))
        if random.random() < 0.15:
            board.lines = (*board.lines, Line(SPACES[space].name, random.randint(1, 3)))
    for leader, row in enumerate(board.rule_tables.leaders):
        if row.arrives != "staff" or random.random() < 0.2:
            _place(board, random, leader, row.side)
    return board


def _place(board: Board, random: Random, leader: int, side: str) -> None:
    open_to_him = board.held[side] | board.control.of(side)
    spaces = [space for space in range(len(SPACES)) if open_to_him >> space & 1]
    with_corps = [space for space in spaces if board.held[side] >> space & 1]
    space = random.choice(with_corps if random.random() < 0.8 and with_corps else spaces)
    board.where[leader] = space
    state = sum(flag for flag in (DEMORALISED, INTERCEPTED, USED) if random.random() < 0.12)
    board.state[leader] = state | INSIDE * bool(board.held[enemy(side)] >> space & 1)


def random_campaign(seed: int) -> tuple[Engine, str, int] | None:
    """A war at the beginning of a Campaign action, and whose it is; None when nobody can act."""
    board = random_board(seed)
    random = Random(~seed)
    side = random.choice(SIDES)
    spaces = [
        board.where[leader]
        for leader in board.rule_tables.leaders_of[side]
        if board.where[leader] >= 0 and not board.state[leader] & (USED | INSIDE)
    ]
    if not spaces:
        return None
    engine = Engine(board, RulingContext(WarDice(seed), recorded=False))
    return engine, side, random.choice(spaces)


def domain(engine: Engine, verb: str) -> list[tuple]:
    """Every action of a verb that can be written, or enough of them."""
    values = {
        "leader": range(len(engine.rule_tables.leaders)),
        "space": range(len(SPACES)),
        "number": (-1, *range(15), 99),
        "corps": range(len(POWERS) * 8),
        "event": engine.rule_tables.events,
    }
    match verbs()[verb].kinds:
        case ():
            return [(verb,)]
        case ("some",):
            return [(verb, (n, corps)) for n in (-1, *range(14), 99) for corps in values["corps"]]
        case ("leader", "number"):
            return [(verb, leader, n) for leader in values["leader"] for n in values["number"]]
        case (kind,):
            return [(verb, value) for value in values[kind]]
    raise AssertionError(verb)
