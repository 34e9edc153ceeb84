"""Legal options are exactly the actions without violations, at decisions met in random wars (design 4.3)."""

from itertools import islice, product
from random import Random

import pytest

from ninevears_kernel.nine_years.agenda import OUT_OF_TURN
from ninevears_kernel.nine_years.game import new_war
from ninevears_kernel.nine_years.land import SPACES
from ninevears_kernel.nine_years.notation import KINDS, parsed, verbs, written
from ninevears_kernel.nine_years.piece_numbers import POWERS, USED
from ninevears_kernel.nine_years.transfer import ONCE
from ninevears_kernel.nine_years.war import violations
from ninevears_kernel.play.random_player import random_player

WALKS = 24
SAMPLE = 250
"""Of larger domains so many actions are tried at each decision."""
SOMETIMES = 0.12
"""At such a part of the decisions the whole is checked."""


def domain(kind: str, war) -> list:
    """Every value of a kind that could be typed, or those of them that may matter."""
    corps = [power << 3 | flags for power in range(len(POWERS)) for flags in range(8)]
    known = {
        "space": range(len(SPACES)),
        "leader": range(len(war.kit.leaders)),
        "corps": corps,
        "some": [(number, one) for number in (-1, 0, 1, 2, 3, 5, 12) for one in corps if not one & USED],
        "number": range(-1, 14),
        "flag": (False, True),
        "side": ("Bourbon", "Alliance"),
        "power": POWERS,
        "fleet": ("Brest", "Toulon", "Atlantic", "Mediterranean"),
        "strength": ("full", "reduced"),
        "concession": ("none", "card", "points", "both"),
        "event": list(war.kit.events),
    }
    return list(known[kind])


def actions_of(verb: str, war, chance: Random) -> list:
    """All actions of a verb, or a sample of them where they are many."""
    kinds = verbs()[verb].kinds
    values = [domain(kind, war) for kind in kinds]
    total = 1
    for each in values:
        total *= len(each)
    if total <= 2 * SAMPLE:
        return [(verb, *arguments) for arguments in product(*values)]
    return [(verb, *(chance.choice(each) for each in values)) for _ in range(SAMPLE)]


@pytest.mark.parametrize("seed", range(WALKS))
def test_options_are_the_actions_without_violations(seed):
    war, chance, player = new_war(seed), Random(seed), Random(seed)
    while war.options:
        if chance.random() < SOMETIMES:
            rule, _ = war.decision
            offered = set(war.options)
            assert len(offered) == len(war.options), f"an option twice: {war.options}"
            listed = [action[0] for action in war.options]
            assert listed == sorted(listed, key=listed.index), "options of a verb stand together"
            for verb in rule.verbs:
                for action in actions_of(verb, war, chance):
                    legal = next(violations(war, action), None) is None
                    assert legal == (action in offered), (war.board.agenda[-1], action, legal)
            for action in offered:
                assert next(violations(war, action), None) is None
                assert parsed(written(action, war.kit), war.kit) == action
            for verb in islice(verbs(), seed % 7, None, 7):
                if verb not in rule.verbs:
                    action = actions_of(verb, war, chance)[0]
                    # One more piece after the transfer of the round is over its limit.
                    over = verb in OUT_OF_TURN and ONCE in war.board.once_a_round
                    late = over and war.board.agenda[-1][0] == "action"
                    clause_id = "NY 13.5.2.a" if late else rule.clause_id
                    assert [v.clause_id for v in violations(war, action)] == [clause_id]
        war.choose(random_player(war, player))


def test_every_kind_of_the_notation_is_known():
    assert all(kind in KINDS for verb in verbs().values() for kind in verb.kinds)


@pytest.mark.parametrize("seed", range(WALKS))
def test_what_is_always_an_option_is_one_whenever_there_is_any(seed):
    war, player = new_war(seed), Random(seed)
    while war.options:
        rule, _ = war.decision
        assert not rule.always or any((verb,) in war.options for verb in rule.always)
        war.choose(random_player(war, player))


@pytest.mark.parametrize("ahead", [1, 2, 3])
@pytest.mark.parametrize("seed", range(0, WALKS, 4))
def test_what_is_expected_changes_neither_decisions_nor_options(seed, ahead):
    war, player, played = new_war(seed), Random(seed), []
    while war.options:
        played.append((list(war.board.agenda), war.options, random_player(war, player)))
        war.choose(played[-1][2])
    again = new_war(seed)
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
    assert again.board.position() == war.board.position()
