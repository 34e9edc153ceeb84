"""What the judge says of positions that wars reach: who wins something is never told to lose by it."""

from collections import defaultdict
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from ninevears_kernel.core.dice import RolledDice
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map_graph import bits
from ninevears_kernel.nine_years.components.piece_numbers import corps_number
from ninevears_kernel.nine_years.components.sides import SIDES, Side, enemy
from ninevears_kernel.nine_years.engine.agenda import STEP_RULES, StepRule
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.games.game import new_engine
from ninevears_kernel.nine_years.rules import fleets
from ninevears_kernel.nine_years.rules.fleets import BASES, fleet_of, fleet_row
from ninevears_kernel.play.heuristic_player import heuristic_player
from ninevears_kernel.play.judge import EARLY, RAISED, Ready, chance, deployed, of_year_left
from ninevears_kernel.play.odds import takes_sea

SEEDS, EVERY = (1690, 1693, 1697), 25
WINS, FAILS = (6, 1), (1, 6)
"""The dice of a fleet's owner and of the other: each is enough at any strength (NY 13.5.6.a)."""
FAIR = 0.02
"""So far what a fleet's dice bring on the average may lie from the chance before: where both sides have a
fleet ready, to go first is a choice, and not the better one (NY 12.3.6.e).
"""
NOTHING = 1e-9


class Fought(NamedTuple):
    """A battle: the board when it begins, the board when it is decided, and who won."""

    before: Board
    after: Board
    winner: Side


@cache
def wars():
    """Boards of some wars, by why they were kept; the battles under ``battles``."""
    found, begun = defaultdict(list), []

    def battle(engine, *arguments):
        begun[:] = [engine.board.copy()]
        STEP_RULES["battle"].run(engine, *arguments)

    def fall_back(engine, loser, *arguments):
        if begun:  # an army also falls back before a battle that it avoids
            found["battles"].append(Fought(begun.pop(), engine.board.copy(), enemy(loser)))
        STEP_RULES["fall-back"].run(engine, loser, *arguments)

    class Watched(Engine):
        step_rules = STEP_RULES | {
            "battle": StepRule(STEP_RULES["battle"].kinds, battle),
            "fall-back": StepRule(STEP_RULES["fall-back"].kinds, fall_back),
        }

    for seed in SEEDS:
        engine = Watched(new_engine(seed).board, new_engine(seed).context, asks_alike=True)
        engine.advance()
        chances, number = Random(seed), 0
        while engine.options:
            if number % EVERY == 0:
                found["now and then"].append(engine.board.copy())
            if any(option[0] == "deploy" for option in engine.options):
                found["fleets"].append((engine.board.copy(), engine.side, engine.options))
            engine.choose(heuristic_player(engine, chances))
            number += 1
    return found


class Told(RolledDice):
    """Dice that fall as they are told."""

    def __init__(self, faces):
        super().__init__()
        self.faces = list(faces)

    def _next(self, number, sides, wanted):
        return [self.faces.pop(0) for _ in range(number)]


def after_fleet(board, side, name, faces):
    engine = Engine(board.copy(), RulingContext(Told(faces), recorded=False))
    fleets.begin(engine, side, name)
    return engine.board


def test_a_fleet_that_wins_wins_and_one_that_fails_does_not():  # NY 13.5.6.b
    """Whatever else lies ready: for both outcomes, and on the average nothing is gained by the dice."""
    looked_at = both = 0
    for board, side, options in wars()["fleets"]:
        left, before = of_year_left(board), chance(board, side)
        for verb, *rest in options:
            if verb != "deploy":
                continue
            name, zone = rest[0], fleet_row(rest[0])["zone"]
            won, lost = (chance(after_fleet(board, side, name, faces), side, left) for faces in (WINS, FAILS))
            assert lost < before < won, (board.year, name)
            likely = takes_sea(board, name, board.fleet(name).strength)
            assert likely * won + (1 - likely) * lost == pytest.approx(before, abs=FAIR)
            looked_at += 1
            both += board.fleet(fleet_of(enemy(side), zone)).place == "port"
    assert looked_at > 40
    assert both


def test_a_battle_that_is_won_is_no_loss_unless_it_cost_more_than_it_gained():  # NY 16.3.1
    def corps(board, side):
        return sum(len(board.stacks[side][space]) for space in bits(board.held[side]))

    for before, after, winner in wars()["battles"]:
        left, loser = of_year_left(before), enemy(winner)
        cost, gained = (corps(before, side) - corps(after, side) for side in (winner, loser))
        if cost <= gained:
            assert chance(after, winner, left) >= chance(before, winner) - NOTHING
    assert len(wars()["battles"]) > 20


@pytest.mark.parametrize("side", SIDES)
def test_a_point_a_corps_a_leader_more_never_hurt_in_a_war(side):
    draw = Random(1)
    number = corps_number("France" if side == "Bourbon" else "Dutch Republic")
    for board in wars()["now and then"]:
        before = chance(board, side)
        more = board.copy()
        more.score(side, 1)
        assert chance(more, side) >= before - NOTHING
        own = [at for at in bits(board.control.of(side)) if not board.held[enemy(side)] >> at & 1]
        held = list(bits(board.held[side]))
        for space in draw.sample(own, 3) + draw.sample(held, min(2, len(held))):
            more = board.copy()
            more.add(side, space, number)
            assert chance(more, side) >= before - NOTHING, (board.year, space)
        away = [one for one in board.rule_tables.leaders_of[side] if board.where[one] < 0]
        for leader in away[:1]:
            more = board.copy()
            more.add(side, draw.choice(own), leader)
            assert chance(more, side) >= before - NOTHING


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("zone", BASES)
def test_a_sea_that_is_given_never_hurts(side, zone):  # NY 10.1.b
    """But before a campaign, and where one's own fleet is ready: only a fleet that takes a zone brings a
    point (NY 13.5.6.b), and whoever is given the zone has lost the chance of it, or opened it to the enemy.
    """
    looked_at = 0
    for board in wars()["now and then"]:
        ready = board.fleet(fleet_of(side, zone)).place == "port"
        if board.sea(zone) == side or ready or board.phase in EARLY:
            continue
        engine = Engine(board.copy(), RulingContext(recorded=False))
        fleets.change_sea_control(engine, zone, side)
        looked_at += 1
        assert chance(engine.board, side) >= chance(board, side) - NOTHING, board.year
    assert looked_at


ZONES = [
    (holder, base, frozenset({Ready("Alliance", *ours), Ready("Bourbon", *theirs)}))
    for holder in (*SIDES, None)
    for base in (*SIDES, None)
    for ours in ((1,), (2,), (2, RAISED))
    for theirs in ((1,), (2,), (2, RAISED))
]


@pytest.mark.parametrize(("holder", "base", "ready"), ZONES)
def test_a_zone_is_the_same_seen_from_the_other_side(holder, base, ready):
    """No order of the fleets is in it: exchanged sides exchange all that comes of it."""

    def other(side):
        return side and enemy(side)

    one = deployed(holder, base, ready)
    turned = frozenset(fleet._replace(side=enemy(fleet.side)) for fleet in ready)
    two = deployed(other(holder), other(base), turned)
    assert two.points == pytest.approx(-one.points)
    for side in SIDES:
        assert two.controls[side] == pytest.approx(one.controls[enemy(side)])
    assert sum(one.controls.values()) <= 1 + NOTHING
