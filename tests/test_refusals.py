"""Why an action is refused that belongs to another moment: the prohibition, not the decision that waits."""

import tomllib
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from random import Random

import pytest
from every_row import every_row
from war_table import KIT, position_with

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.dice import GivenDice
from ninevears_kernel.core.messages import Message
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.piece_numbers import INSIDE, USED
from ninevears_kernel.nine_years.components.position import Result
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.agenda import read_item
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine, violations
from ninevears_kernel.nine_years.engine.notation import parsed, verbs, written
from ninevears_kernel.nine_years.games.game import Game, new_engine
from ninevears_kernel.nine_years.games.table_play import TableWar
from ninevears_kernel.nine_years.rules.occasions import VERBS_OF, phases_for
from ninevears_kernel.nine_years.rules.refusals import REFUSALS, WAITING, told_by
from ninevears_kernel.play.random_player import random_player
from ninevears_kernel.umpire.cases.cases import rule_case

FOLDER = Path(__file__).parent / "refusals"
MOMENTS = tomllib.loads((FOLDER / "moments.toml").read_text(encoding="utf-8"))
SITUATIONS = tomllib.loads((FOLDER / "situations.toml").read_text(encoding="utf-8"))["situation"]
WAITS = {row["says"]: row for row in tomllib.loads((FOLDER / "waiting.toml").read_text("utf-8"))["waiting"]}
TRIED = MOMENTS["tried"]
NOBODYS = {"side": None}
NOTHING = "-"


def engine_at(given) -> Engine:
    """A war in which the decision of a moment or a situation waits; without one, nothing does."""
    fields = {name: given[name] for name in ("phase", "active") if name in given} | given.get("fields", {})
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    edits = [
        change | NOBODYS if change.get("side") == "nobody" else change for change in given.get("changes", ())
    ]
    name, *_ = given.get("agenda", NOTHING).split()
    at_table = name not in {*Engine.decision_rules, NOTHING}  # with real cards alone
    board = Board(position_with(*edits, **fields))
    engine = (TableWar if at_table else Engine)(board, RulingContext(GivenDice(given.get("dice", ()))))
    for space in map(NUMBER.__getitem__, given.get("acted", ())):
        for side in SIDES:
            board.put(side, space, [corps | USED for corps in board.stacks[side][space]])
            for leader in board.leaders_at(side, space):
                board.state[leader] |= USED
    for leader in given.get("inside", ()):
        board.state[KIT.leader_number[leader]] |= INSIDE
    if name != NOTHING:
        item = (name, "Alliance") if at_table else read_item(given["agenda"], KIT)
        engine.then(item)
        engine.advance(engine.decision_rules[name].verbs[0])
        assert engine.board.agenda[-1] == item
    for text in given.get("choices", ()):
        engine.choose(parsed(text, KIT))
    return engine


@cache
def at(name: str) -> Engine:
    """The war of a moment, which no refusal changes."""
    return engine_at(next(given for given in MOMENTS["moment"] if given["name"] == name))


def numbers(found) -> str:
    return " + ".join(one.clause_id.removeprefix("NY ") for one in found)


def tried(verb: str):
    return parsed(TRIED.get(verb, verb), KIT)


def cells():
    """Every decision with every verb that it does not take, and the clauses expected."""
    for given in MOMENTS["moment"]:
        for expected, listed in given["refused"].items():
            for verb in listed.split():
                yield given["name"], verb, expected


CELLS = [*cells()]


# ---- every decision and every verb


def test_every_kind_of_decision_is_in_the_table():
    """A new decision cannot be forgotten; that nothing waits is one more."""
    listed = {given["agenda"].split()[0] for given in MOMENTS["moment"] if "agenda" in given}
    assert listed == set(TableWar.decision_rules)
    assert any("agenda" not in given for given in MOMENTS["moment"])


@every_row("given", MOMENTS["moment"], ids=lambda given: given["name"])
def test_every_verb_of_the_notation_is_tried_at_every_decision(given):
    engine = at(given["name"])
    own = engine.decision[0].verbs if engine.decision else ()
    listed = [verb for row in given["refused"].values() for verb in row.split()]
    assert sorted(listed) == sorted(set(verbs()) - set(own))


def test_every_verb_belongs_to_a_phase_or_to_its_decision():
    placed = {verb for listed in VERBS_OF.values() for verb in listed.split()}
    assert placed | {"pass", "done"} == set(verbs())
    assert not any(phases_for(verb) for verb in ("pass", "done"))


@every_row("name, verb, expected", CELLS)
def test_the_refusal_cites_what_forbids_it(name, verb, expected):
    engine = at(name)
    before = engine.board.position()
    assert numbers(violations(engine, tried(verb))) == expected
    assert engine.board.position() == before


@every_row("name, verb, expected", CELLS)
def test_a_refusal_can_be_said_and_names_what_may_be_chosen(name, verb, expected):
    engine = at(name)
    found = [*violations(engine, tried(verb))]
    for one in found:
        assert clause(one.clause_id)
        assert str(one.says).endswith(".")
        assert "None" not in str(one.says)
    remedies = [str(one.remedy) for one in found if one.remedy is not None]
    assert len(remedies) == len(set(remedies)), "a remedy is told once"
    assert remedies or engine.decision is None, "something says what may be chosen"
    if engine.decision is not None and found[-1].says.id.startswith("refused."):
        assert f"choose one of these now: {Message.any_of(engine.decision[0].verbs)}" in remedies


def test_where_the_waiting_clause_is_cited_alone_it_is_the_reason():
    """Each pair of decision and verb whose refusal cites no more has its sentence in waiting.toml."""
    pairs, clauses = Counter(), defaultdict(set)
    for name, verb, _ in CELLS:
        engine = at(name)
        found = [*violations(engine, tried(verb))]
        if engine.decision is not None and [one.clause_id for one in found] == [engine.decision[0].clause_id]:
            pairs[found[0].says.id] += 1
            clauses[found[0].says.id].add(found[0].clause_id.removeprefix("NY "))
    assert pairs == {says: row["pairs"] for says, row in WAITS.items()}
    assert clauses == {says: set(row["clauses"].split()) for says, row in WAITS.items()}
    assert all(row["why"] for row in WAITS.values())


def test_every_row_of_the_table_is_needed():
    """A row that is never the first to fit says nothing."""
    wars = [(at(name), tried(verb)) for name, verb, _ in CELLS]
    wars += [(engine_at(given), parsed(given["tried"], KIT)) for given in SITUATIONS]
    first = {
        next((place for place, row in enumerate(REFUSALS) if told_by(row, engine, action)), None)
        for engine, action in wars
    }
    idle = [REFUSALS[place] for place in range(len(REFUSALS)) if place not in first]
    assert idle == []


def test_rows_name_decisions_verbs_and_clauses_that_there_are():
    for row in REFUSALS:
        assert row.at <= {*TableWar.decision_rules, "*", "-"}, row
        assert row.verbs <= {*verbs(), "*"}, row
        assert row.reasons or row.rule is not None, row
        assert all(clause_id == WAITING or clause(clause_id) for clause_id, _ in row.reasons), row


@pytest.mark.parametrize("seed", range(4))
def test_in_a_war_nothing_is_refused_without_a_reason(seed):
    engine, player, chance = new_engine(seed), Random(seed), Random(seed)
    while engine.options:
        rule, _ = engine.decision
        verb = chance.choice([*verbs()])
        if verb not in rule.verbs:
            found = [*violations(engine, tried(verb))]
            assert found, (engine.board.agenda[-1], verb)
            assert all(str(one.says) for one in found)
        engine.choose(random_player(engine, player))


# ---- where the reason depends on the situation


@every_row("given", SITUATIONS, ids=lambda given: given["title"])
def test_the_reason_of_a_situation(given):
    engine = engine_at(given)
    found = [*violations(engine, parsed(given["tried"], KIT))]
    assert numbers(found) == given["clauses"]
    if "says" in given:
        assert found[0].says.id == given["says"]
    if "remedy" in given:
        assert str(found[0].remedy) == given["remedy"]


def test_after_the_war_nothing_is_allowed():
    engine = engine_at({"phase": "winter", "fields": {"result": Result("Alliance", "major", "peace")}})
    assert [(one.clause_id, one.says.id) for one in violations(engine, tried("campaign"))] == [
        ("NY 8.0", "refused.over")
    ]


# ---- as players and umpires meet it


@pytest.mark.clause("NY 13.5.1.a", "NY 13.4.3")
def test_a_case_in_which_a_force_marches_and_then_besieges():
    changes = [
        {"add": "leader", "name": "William III", "space": "Mons"},
        {"add": "corps", "power": "Dutch Republic", "space": "Mons", "count": 5},
    ]
    actions = [
        "campaign Mons",
        "lead William III",
        "with 5 Dutch Republic",
        "march",
        "to Valenciennes",
        "besiege",
    ]
    for left in (1, 2):
        given = {"side": "Alliance", "actions_left": left, "actions": actions, "changes": changes}
        ruling = rule_case(
            {"format": "ninevears-case/1", "system": "NY", "question": "action", "given": given}
        )
        assert (ruling.verdict, ruling.answer["place"]) == ("illegal", 6)
        assert ruling.violations[0].clause_id == "NY 13.5.1.a"


def test_a_game_tells_the_same():
    game = Game.new(1)
    found = game.verify("campaign Paris")
    assert [(one.clause_id, one.says.id) for one in found] == [("NY 8.0", "refused.another-phase")]
    assert written(parsed("campaign Paris", KIT), KIT) == "campaign Paris"
    assert str(found[0].says) == '"campaign" belongs to the Campaign phase; this is the Event phase.'
    assert str(found[0].remedy) == "choose one of these now: first"
