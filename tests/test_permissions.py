"""What permits is cited: every situation of ``permissions.toml`` is ruled with the clauses on which it rests,
and the other way without them.
"""

import tomllib
from collections import Counter
from pathlib import Path
from random import Random

from every_row import every_row
from test_situations import check_sentences

from ninevears_kernel.core.clauses import registers
from ninevears_kernel.core.messages import Message
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.core.rulings import Ruling
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES, PERMISSIONS, tell_permission
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.umpire.cases.cases import rule_case

FILE = tomllib.loads(Path(__file__).with_name("permissions.toml").read_text(encoding="utf-8"))
SITUATIONS = FILE["situation"]
GRANTED, REFUSED = {"legal", "yes"}, {"illegal", "no"}


def titled(situation):
    return situation["title"]


def nothing_for_empty(change):
    """TOML has no null: an empty side is nobody's."""
    return {name: None if value == "" else value for name, value in change.items()}


def ruled(situation, without=()):
    """The ruling on a situation, with what takes the permission away put over it."""
    over = dict(without)
    changes = [*situation.get("changes", []), *over.get("changes", [])]
    given = {
        **situation.get("given", {}),
        **over.get("given", {}),
        "changes": list(map(nothing_for_empty, changes)),
    }
    fields = {**situation.get("position", {}), **over.get("position", {})}
    if fields:
        start = changed(scenario_1688(), given.pop("changes"))
        given["position"] = position_to_data(start) | fields
    case = {"format": "ninevears-case/1", "system": "NY", "question": situation["question"], "given": given}
    return rule_case(case | {"readings": {**situation.get("readings", {}), **over.get("readings", {})}})


def cites(ruling):
    return {step.clause_id for step in ruling.steps}


@every_row("situation", SITUATIONS, ids=titled)
def test_what_permits_is_cited(situation):
    ruling = ruled(situation)
    check_sentences(ruling)
    assert ruling.verdict in GRANTED, ruling.says
    assert set(situation["cites"]) <= cites(ruling), cites(ruling)


@every_row("situation", SITUATIONS, ids=titled)
def test_without_it_the_verdict_is_no(situation):
    ruling = ruled(situation, situation["without"])
    assert ruling.verdict in REFUSED, ruling.says
    assert {one.clause_id for one in ruling.violations} == set(situation["without"]["forbids"]), (
        ruling.violations
    )


def test_every_clause_permits_something_here_or_has_a_reason_why_not():
    permits = {id.removeprefix("NY ") for situation in SITUATIONS for id in situation["cites"]}
    idle = [id for group in FILE["permits_nothing"] for id in group["clauses"]]
    assert all(group["why"] for group in FILE["permits_nothing"])
    assert len(idle) == len(set(idle))
    assert not permits & set(idle)
    assert permits | set(idle) == {one.number for one in registers()["NY"].clauses}


# ---- on any position


def test_what_permits_belongs_to_a_decision_and_one_of_its_verbs():
    assert len(PERMISSIONS) > 20
    for name, verb in PERMISSIONS:
        assert verb in DECISION_RULES[name].verbs


@every_row("seed", range(1, 7))
def test_every_legal_action_of_a_war_can_be_permitted(seed):
    """Whatever is an option is told without an error, and the telling changes nothing on the board."""
    random, told = Random(seed), Counter()
    game = Game.new(seed, recorded=False)
    for _ in range(500):
        engine = game.engine
        if not engine.options:
            break
        name, *arguments = engine.board.agenda[-1]
        before = engine.board.position()
        for action in random.sample(engine.options, min(4, len(engine.options))):
            listener = Engine(engine.board.copy(), RulingContext())
            tell_permission(listener, name, action, *arguments)
            told[name, action[0]] += bool(listener.context.steps)
            assert all(step.decides for step in listener.context.steps)
            check_sentences(
                Ruling("NY", "action", "legal", Message("verdict.legal"), None, tuple(listener.context.steps))
            )
            assert listener.board.position() == before
        game.choose(random.choice(engine.options))
    assert told["spend", "raise"] or told["march", "to"]
    assert all(key in PERMISSIONS for key, count in told.items() if count)


def test_nobody_listens_in_play():
    """Where nothing is recorded nothing is told, whatever the decision: play is not slower for it."""
    engine = Engine(Board(scenario_1688()), RulingContext(recorded=False))
    tell_permission(engine, "spend", ("raise", "no such power", -1, "full"), "Bourbon")
    assert engine.context.steps == []
