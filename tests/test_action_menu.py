"""The menu of a round (NY 13.4, 13.5)."""

import pytest
from war_table import choose, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.components.position import Corps, Hand, Leader
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.rules.events.held import held
from ninevears_kernel.umpire.cases.cases import rule_case

ARMY = (
    Corps("France", "Paris"),
    Corps("France", "Paris", reduced=True),
    Corps("France", "Lille", reduced=True),
)
LEADERS = (Leader("Humieres", "France", "Paris"), Leader("Boufflers", "France", "Lille", demoralised=True))


def menu(side="Bourbon", actions=3, readings=None, dice=(), changes=(), **fields):
    fields = {"corps": ARMY, "leaders": LEADERS, "active": side, "actions_left": actions} | fields
    return table(position_with(*changes, **fields), ("action", side), readings=readings, dice=dice)


@pytest.mark.clause("NY 13.5")
def test_all_kinds_of_action_are_in_the_menu():
    engine = menu(
        "Alliance",
        corps=(Corps("Spain", "Barcelona", reduced=True),),
        leaders=(Leader("Villahermosa", "Spain", "Barcelona", demoralised=True),),
    )
    assert options(engine) == [
        "campaign Barcelona",
        "transfer",
        "replace Spain reduced, Barcelona",
        "rally Villahermosa",
        "sail Barcelona",
        "deploy Mediterranean",
        "end",
    ]


@pytest.mark.clause("NY 13.5")
def test_transfer_replacement_and_rally_are_once_a_round_the_others_are_not():
    engine = menu(once_a_round=("transfer", "replace", "rally Paris"))
    assert options(engine) == ["campaign Lille", "campaign Paris", "end"]
    assert clauses_against(engine, "transfer") == ["NY 13.5"]
    assert clauses_against(engine, "replace France reduced, Paris") == ["NY 13.5"]
    assert clauses_against(engine, "rally Boufflers") == ["NY 13.5.4"]


@pytest.mark.clause("NY 13.4.1")
@pytest.mark.clause("NY 13.4.2")
def test_each_action_costs_one_and_the_menu_comes_again_when_it_is_finished():
    engine = menu(actions=2)
    choose(engine, "replace France reduced, Paris")
    assert engine.board.actions_left == 1
    choose(engine, "transfer")
    assert engine.board.agenda[-1][0] == "transfer"  # finished before the next begins
    assert ("action", "Bourbon") in engine.board.agenda
    choose(engine, "pick Humieres", "to Rouen", "done")
    assert not engine.board.agenda
    assert engine.board.actions_left == 0


@pytest.mark.clause("NY 13.4.1")
def test_without_actions_there_is_no_menu():
    assert not menu(actions=0).options


@pytest.mark.clause("NY 13.4.1")
def test_without_actions_everything_is_refused():
    engine = menu()
    engine.board.actions_left = 0
    for text in ("end", "campaign Paris", "transfer"):
        assert clauses_against(engine, text) == ["NY 13.4.1"]


@pytest.mark.clause("NY 13.3")
def test_a_round_may_be_ended_with_actions_left():
    engine = choose(menu(), "end")
    assert not engine.board.agenda
    assert engine.board.actions_left == 0


@pytest.mark.clause("NY 13.4.3")
@pytest.mark.clause("NY 14.1.2")
@pytest.mark.clause("NY 17.3")
def test_a_campaign_needs_a_leader_who_is_free():
    engine = menu(
        changes=[{"set": "besieged", "space": "Cork", "by": "Alliance"}],
        corps=(),
        leaders=(
            Leader("Humieres", "France", "Paris", used=True),
            Leader("Boufflers", "France", "Lille"),
            Leader("Tyrconnell", "Jacobite", "Cork", inside=True),
        ),
    )
    assert "campaign Lille" in options(engine)
    assert clauses_against(engine, "campaign Paris") == ["NY 13.4.3"]
    assert clauses_against(engine, "campaign Cork") == ["NY 17.3"]
    assert clauses_against(engine, "campaign Metz") == ["NY 14.1.2"]


@pytest.mark.clause("NY 14.1.1")
def test_a_campaign_that_can_go_nowhere_is_not_offered():
    engine = menu(
        "Alliance",
        corps=(Corps("Spain", "Palma", reduced=True),),
        leaders=(Leader("Villahermosa", "Spain", "Palma"),),
    )
    assert "sail Palma" in options(engine)
    assert clauses_against(engine, "campaign Palma") == ["NY 14.1.1"]


@pytest.mark.clause("NY 13.5.1.a")
def test_a_campaign_goes_on_to_choose_its_force():
    engine = choose(menu(), "campaign Paris")
    assert engine.board.agenda[-1][0] == "force"
    assert engine.board.actions_left == 2


@pytest.mark.clause("NY 9.2.1")
def test_a_held_event_of_the_round_costs_no_action():
    names = [name for name, card in Board(position_with()).rule_tables.events.items() if card.hold == "round"]
    position = position_with(
        bourbon_hand=Hand(events=tuple(names)), corps=ARMY, leaders=LEADERS, active="Bourbon", actions_left=1
    )
    playable = held(Board(position), "Bourbon", "round")
    assert playable
    engine = table(position, ("action", "Bourbon"))
    assert [text for text in options(engine) if text.startswith("event")] == [f"event {n}" for n in playable]
    before = engine.board.actions_left
    choose(engine, f"event {playable[0]}")
    assert engine.board.actions_left >= before
    assert playable[0] not in engine.board.bourbon_hand.events
    assert clauses_against(menu(), f"event {playable[0]}") == ["NY 9.2.1"]


@pytest.mark.clause("NY 13.4.1")
@pytest.mark.parametrize("first", ["replace France reduced, Paris", "end"])
def test_an_action_beyond_those_of_the_card_is_refused_as_such(first):
    reduced = {"add": "corps", "power": "France", "space": "Paris", "reduced": True}
    given = {"side": "Bourbon", "actions_left": 1, "actions": [first, "campaign Lille"], "changes": [reduced]}
    ruling = rule_case({"format": "ninevears-case/1", "system": "NY", "question": "action", "given": given})
    assert ruling.verdict == "illegal"
    assert [one.clause_id for one in ruling.violations] == ["NY 13.4.1"]
    assert str(ruling.violations[0].remedy) == "wait for the next round"
