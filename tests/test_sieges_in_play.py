"""Wars of bold players, who besiege whenever they can: the decisions of sieges and winters hold in them."""

from random import Random

import pytest
from invariants import broken
from whole_domain import options_agree

from ninevears_kernel.nine_years.components.sides import enemy
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.games.game import new_engine

DECISIONS = {
    "siege-card", "garrison-loss", "rest", "overstack", "neutralise-savoy", "leave-savoy", "exile", "concede",
}  # fmt: skip
"""The decisions of sieges and winters."""
MOSTLY = 0.85


def bold_player(engine, chance: Random):
    """Besieges where he can, else marches his largest armies into enemy spaces; the rest is chance."""
    verbs: dict[str, list] = {}
    for action in engine.options:
        verbs.setdefault(action[0], []).append(action)
    if "besiege" in verbs:
        return verbs["besiege"][0]
    if chance.random() < MOSTLY:
        if "whole" in verbs:
            return ("whole",)
        if "campaign" in verbs:
            stacks, sieges = engine.board.stacks[engine.side], engine.board.siege_of
            by_size = sorted(verbs["campaign"], key=lambda action: -len(stacks[action[1]]))
            own = [one for one in by_size if (siege := sieges(one[1])) and siege.by == engine.side]
            return chance.choice(own or by_size[:3])
        if "to" in verbs:
            hostile = [one for one in verbs["to"] if engine.board.controller_of(one[1]) == enemy(engine.side)]
            if hostile:
                return chance.choice(hostile)
    return chance.choice(verbs[chance.choice(list(verbs))])


@pytest.mark.clause("NY 17.1", "NY 17.5.2", "NY 17.6", "NY 19.a", "NY 7.2.1.d")
@pytest.mark.parametrize("seed", range(12))
def test_options_and_boards_hold_in_sieges_and_winters(seed):
    engine, chance = new_engine(seed), Random(seed)
    while engine.options:
        if engine.board.agenda[-1][0] in DECISIONS:
            position = engine.board.position()
            assert options_agree(engine), engine.board.agenda[-1]
            assert Board(position).position() == position
            assert not broken(engine.board)
        engine.choose(bold_player(engine, chance))
    assert engine.board.result is not None
