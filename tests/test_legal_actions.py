"""Legal options are exactly the actions without violations, at decisions met in random wars (design 4.3)."""

from itertools import islice, product
from random import Random

import pytest

from ninevears_kernel.nine_years.components.map_masks import SPACES
from ninevears_kernel.nine_years.components.piece_numbers import POWERS, USED
from ninevears_kernel.nine_years.engine.engine import violations
from ninevears_kernel.nine_years.engine.notation import KINDS, parsed, verbs, written
from ninevears_kernel.nine_years.games.game import new_engine
from ninevears_kernel.play.random_player import random_player

WALKS = 24
SAMPLE = 250
"""Of larger domains so many actions are tried at each decision."""
SOMETIMES = 0.12
"""At such a part of the decisions the whole is checked."""


def domain(kind: str, engine) -> list:
    """Every value of a kind that could be typed, or those of them that may matter."""
    corps = [power << 3 | flags for power in range(len(POWERS)) for flags in range(8)]
    known = {
        "space": range(len(SPACES)),
        "leader": range(len(engine.rule_tables.leaders)),
        "corps": corps,
        "some": [(number, one) for number in (-1, 0, 1, 2, 3, 5, 12) for one in corps if not one & USED],
        "number": range(-1, 14),
        "flag": (False, True),
        "side": ("Bourbon", "Alliance"),
        "power": POWERS,
        "fleet": ("Brest", "Toulon", "Atlantic", "Mediterranean"),
        "strength": ("full", "reduced"),
        "concession": ("none", "card", "points", "both"),
        "event": list(engine.rule_tables.events),
    }
    return list(known[kind])


def actions_of(verb: str, engine, chance: Random) -> list:
    """All actions of a verb, or a sample of them where they are many."""
    kinds = verbs()[verb].kinds
    values = [domain(kind, engine) for kind in kinds]
    total = 1
    for each in values:
        total *= len(each)
    if total <= 2 * SAMPLE:
        return [(verb, *arguments) for arguments in product(*values)]
    return [(verb, *(chance.choice(each) for each in values)) for _ in range(SAMPLE)]


@pytest.mark.parametrize("seed", range(WALKS))
def test_options_are_the_actions_without_violations(seed):
    engine, chance, player = new_engine(seed), Random(seed), Random(seed)
    while engine.options:
        if chance.random() < SOMETIMES:
            rule, _ = engine.decision
            offered = set(engine.options)
            assert len(offered) == len(engine.options), f"an option twice: {engine.options}"
            listed = [action[0] for action in engine.options]
            assert listed == sorted(listed, key=listed.index), "options of a verb stand together"
            for verb in rule.verbs:
                for action in actions_of(verb, engine, chance):
                    legal = next(violations(engine, action), None) is None
                    assert legal == (action in offered), (engine.board.agenda[-1], action, legal)
            for action in offered:
                assert next(violations(engine, action), None) is None
                assert parsed(written(action, engine.rule_tables), engine.rule_tables) == action
            for verb in islice(verbs(), seed % 7, None, 7):
                if verb not in rule.verbs:
                    action = actions_of(verb, engine, chance)[0]
                    assert [*violations(engine, action)], (engine.board.agenda[-1], action)
        engine.choose(random_player(engine, player))


def test_every_kind_of_the_notation_is_known():
    assert all(kind in KINDS for verb in verbs().values() for kind in verb.kinds)


@pytest.mark.parametrize("seed", range(WALKS))
def test_what_is_always_an_option_is_one_whenever_there_is_any(seed):
    engine, player = new_engine(seed), Random(seed)
    while engine.options:
        rule, _ = engine.decision
        assert not rule.unconditional or any((verb,) in engine.options for verb in rule.unconditional)
        engine.choose(random_player(engine, player))


@pytest.mark.parametrize("ahead", [1, 2, 3])
@pytest.mark.parametrize("seed", range(0, WALKS, 4))
def test_what_is_expected_changes_neither_decisions_nor_options(seed, ahead):
    engine, player, played = new_engine(seed), Random(seed), []
    while engine.options:
        played.append((list(engine.board.agenda), engine.options, random_player(engine, player)))
        engine.choose(played[-1][2])
    again = new_engine(seed)
    for place, (agenda, options, action) in enumerate(played):
        assert again.board.agenda == agenda
        assert again.is_legal(action)
        if place % 3 == 0:
            assert again.options == options
        assert again.is_legal(action)
        if place + ahead < len(played):
            again.expected = played[place + ahead][2]  # what comes next, or only later, if at all
        again.choose(action)
    assert not again.options
    assert again.board.position() == engine.board.position()
