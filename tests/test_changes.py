"""Plain edits of a position: what each does, and what it says when it cannot be made."""

import pytest

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.changes import CHANGES, changed
from ninevears_kernel.nine_years.components.position import Corps, Fleet, Line, Siege, Waiting
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.save import position_from_data, position_to_data
from ninevears_kernel.umpire.cases.cases import rule_case


def after(*changes):
    return changed(scenario_1688(), changes)


def leader(position, name):
    return next((one for one in position.leaders if one.name == name), None)


DONE = [
    (
        {"set": "control", "space": "Tournai", "side": "Alliance"},
        lambda p: p.controller("Tournai") == "Alliance",
    ),
    ({"set": "control", "space": "tournai", "side": None}, lambda p: p.controller("Tournai") is None),
    (
        {"set": "besieged", "space": "Cork", "by": "Alliance"},
        lambda p: p.sieges == (Siege("Cork", "Alliance"),),
    ),
    ({"set": "besieged", "space": "Cork", "by": None}, lambda p: p.sieges == ()),
    ({"set": "sea", "zone": "Atlantic", "side": "Bourbon"}, lambda p: p.sea("Atlantic") == "Bourbon"),
    ({"set": "sea", "zone": "Mediterranean", "side": None}, lambda p: p.sea("Mediterranean") is None),
    ({"set": "year", "year": 1692}, lambda p: p.year == 1692),
    ({"set": "revolution", "done": True}, lambda p: p.revolution),
    ({"set": "kww", "cell": -1}, lambda p: p.kww_cell == -1),
    ({"set": "victory-points", "points": 24}, lambda p: p.victory_points == 24),
    ({"set": "resource-base", "side": "Bourbon", "points": 5}, lambda p: p.resource_base.Bourbon == 5),
    (
        {"set": "fleet", "fleet": "Brest", "place": "port", "strength": 2},
        lambda p: p.fleet("Brest") == Fleet("Brest", "port", 2),
    ),
    ({"set": "fleet", "fleet": "Toulon", "place": "gone"}, lambda p: p.fleet("Toulon").place == "gone"),
    ({"set": "line", "space": "Mons", "level": 2}, lambda p: p.lines == (Line("Mons", 2),)),
    ({"set": "line", "space": "Mons", "level": 0}, lambda p: p.lines == ()),
    (
        {"set": "pool", "power": "Dutch", "corps": 4},
        lambda p: [pool.corps for pool in p.pools if pool.power == "Dutch Republic"] == [4],
    ),
    (
        {"add": "corps", "power": "France", "space": "Nantes", "count": 3},
        lambda p: p.corps_in("Nantes") == (Corps("France", "Nantes"),) * 3,
    ),
    (
        {"add": "corps", "power": "jacobites", "space": "Cork", "reduced": True},
        lambda p: p.corps_in("Cork") == (Corps("Jacobite", "Cork", reduced=True),),
    ),
    (
        {"remove": "corps", "power": "France", "space": "Tournai"},
        lambda p: p.corps_in("Tournai") == (),
    ),
    (
        {"add": "leader", "name": "Eugene", "space": "Milan"},
        lambda p: leader(p, "Eugene").space == "Milan" and leader(p, "Eugene").power == "Austria",
    ),
    ({"add": "leader", "name": "Waldeck", "space": "Mons"}, lambda p: leader(p, "Waldeck").space == "Mons"),
    ({"set": "round"}, lambda p: not any(piece.used for piece in (*p.corps, *p.leaders))),
    ({"set": "field", "name": "savoy_left", "value": True}, lambda p: p.savoy_left),
    (
        {"set": "field", "name": "waiting", "value": [{"power": "France", "corps": 2}]},
        lambda p: p.waiting == (Waiting("France", 2),),
    ),
    (
        {"add": "leader", "name": "Waldeck", "space": "Mons", "used": True, "intercepted": True},
        lambda p: leader(p, "Waldeck").used and leader(p, "Waldeck").intercepted,
    ),
    (
        {"remove": "leader", "name": "Waldeck", "waits": True},
        lambda p: leader(p, "Waldeck") is not None and leader(p, "Waldeck").space is None,
    ),
    ({"remove": "leader", "name": "Waldeck"}, lambda p: leader(p, "Waldeck") is None),
    (
        {"set": "hand", "side": "Alliance", "actions": [1, 3], "events": ["Beachy Head"]},
        lambda p: (p.alliance_hand.actions, p.alliance_hand.events) == ((1, 3), ("Beachy Head",)),
    ),
]


@pytest.mark.parametrize(
    ("edit", "holds"), DONE, ids=lambda v: "-".join(map(str, v.values())) if isinstance(v, dict) else ""
)
def test_an_edit_does_what_it_says(edit, holds):
    position = after(edit)
    assert holds(position)
    assert position_from_data(position_to_data(position)) == position  # what an edit makes can be saved


def test_every_kind_of_edit_is_tried():
    tried = {(verb, edit[verb]) for edit, _ in DONE for verb in ("set", "add", "remove") if verb in edit}
    assert tried == CHANGES.keys()


CORPS = {"add": "corps", "power": "France", "space": "Paris"}
BAD = [
    ({"set": "control", "space": "Tournay", "side": "Alliance"}, "space", "'Tournay'"),
    ({"set": "control", "space": "Tournai", "side": "France"}, "side", "'France'"),
    ({"set": "control", "space": "Tournai"}, "side", "nothing"),
    ({"set": "control", "space": 5, "side": None}, "space", "5"),
    ({"set": "control", "space": "Mons", "side": None, "by": 1}, "by", "1"),
    ({"set": "besieged", "space": "Corck", "by": "Alliance"}, "space", "'Corck'"),
    ({"set": "besieged", "space": "Cork", "by": "Bourbon"}, "by", "'Bourbon'"),
    ({"set": "besieged", "space": "Cork", "by": "nobody"}, "by", "'nobody'"),
    ({"set": "besieged", "space": "Cork", "side": "Alliance"}, "side", "'Alliance'"),
    ({"set": "sea", "zone": "Baltic", "side": "Bourbon"}, "zone", "'Baltic'"),
    ({"set": "sea", "zone": "Atlantic", "side": "both"}, "side", "'both'"),
    ({"set": "hand", "side": "Bourbon", "actions": [4]}, "actions[0]", "4"),
    ({"set": "hand", "side": "Bourbon", "events": ["Beachy Heath"]}, "events", "'Beachy Heath'"),
    ({"set": "year", "year": 1687}, "year", "1687"),
    ({"set": "year", "year": 1700}, "year", "1700"),
    ({"set": "year", "year": "1690"}, "year", "'1690'"),
    ({"set": "year", "year": True}, "year", "True"),
    ({"set": "revolution", "done": "yes"}, "done", "'yes'"),
    ({"set": "revolution"}, "done", "nothing"),
    ({"set": "kww", "cell": 3}, "cell", "3"),
    ({"set": "victory-points", "points": -1}, "points", "-1"),
    ({"set": "victory-points", "points": 41}, "points", "41"),
    ({"set": "resource-base", "side": "Savoy", "points": 1}, "side", "'Savoy'"),
    ({"set": "resource-base", "side": "Bourbon", "points": -2}, "points", "-2"),
    ({"set": "fleet", "fleet": "Cadiz", "place": "pool"}, "fleet", "'Cadiz'"),
    ({"set": "fleet", "fleet": "Brest", "place": "sea"}, "place", "'sea'"),
    ({"set": "fleet", "fleet": "Brest", "place": "port"}, "strength", "0"),
    ({"set": "fleet", "fleet": "Brest", "place": "box", "strength": 1}, "strength", "1"),
    ({"set": "fleet", "fleet": "Brest", "place": "port", "strength": 3}, "strength", "3"),
    ({"set": "line", "space": "Monz", "level": 1}, "space", "'Monz'"),
    ({"set": "line", "space": "Mons", "level": 4}, "level", "4"),
    ({"set": "pool", "power": "Prussia", "corps": 1}, "power", "'Prussia'"),
    ({"set": "pool", "power": "France", "corps": 100}, "corps", "100"),
    (CORPS | {"count": 0}, "count", "0"),
    (CORPS | {"count": 41}, "count", "41"),
    (CORPS | {"power": "Frence"}, "power", "'Frence'"),
    (CORPS | {"space": "Pariss"}, "space", "'Pariss'"),
    (CORPS | {"reduced": 1}, "reduced", "1"),
    (CORPS | {"strength": 1}, "strength", "1"),
    ({"remove": "corps", "power": "France", "space": "Paris", "count": 3}, "count", "3"),
    ({"remove": "corps", "power": "Spain", "space": "Paris"}, "count", "1"),
    ({"add": "leader", "name": "Marlborrough", "space": "Mons"}, "name", "'Marlborrough'"),
    ({"add": "leader", "name": "Eugene", "space": "Nowhere"}, "space", "'Nowhere'"),
    ({"add": "leader", "name": "Eugene"}, "space", "nothing"),
    ({"remove": "leader", "name": "Napoleon"}, "name", "'Napoleon'"),
    ({"remove": "leader", "name": "Waldeck", "space": "Paris"}, "space", "'Paris'"),
    ({"remove": "leader", "name": "Eugene"}, "name", "'Eugene'"),
    ({"set": "weather", "to": "rain"}, "set", "'weather'"),
    ({"add": "fleet"}, "add", "'fleet'"),
    ({"set": ["control"]}, "set", "['control']"),
    ({"set": None}, "set", "None"),
    ({}, "", "{}"),
    ({"add": "corps", "remove": "corps"}, "", "{'add': 'corps', 'remove': 'corps'}"),
    ("set", "", "'set'"),
    (None, "", "None"),
]


@pytest.mark.parametrize(("edit", "field", "found"), BAD, ids=str)
def test_a_bad_edit_names_its_field(edit, field, found):
    start = scenario_1688()
    before = position_to_data(start)
    good = {"set": "year", "year": 1690}
    case = {
        "format": "ninevears-case/1",
        "system": "NY",
        "question": "resource-points",
        "given": {"side": "Alliance", "changes": [good, edit]},
    }
    with pytest.raises(BadInput) as caught:
        rule_case(case)
    assert caught.value.field == ".".join(filter(None, ("given.changes[1]", field)))
    assert f": found {found}, expected " in str(caught.value)
    with pytest.raises(BadInput) as caught:
        changed(start, [good, edit])
    assert caught.value.field.startswith("changes[1]")
    assert position_to_data(start) == before


@pytest.mark.parametrize(
    ("edit", "near"),
    [
        ({"set": "control", "space": "Tournay", "side": None}, "Tournai"),
        (CORPS | {"power": "Frence"}, "France"),
        ({"add": "leader", "name": "Marlborrough", "space": "Mons"}, "Marlborough"),
        (CORPS | {"cuont": 2}, "count"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest(edit, near):
    with pytest.raises(BadInput, match=rf"expected .*\b{near}\b"):
        after(edit)


@pytest.mark.parametrize("place", ["Paris", "Lille", "Dublin"])
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("kind", [{}, {"reduced": True}, {"demoralised": True, "inside": True}])
def test_add_and_remove_are_inverse(place, count, kind):
    corps = {"power": "France", "space": place, "count": count, **kind}
    assert after({"add": "corps", **corps}, {"remove": "corps", **corps}) == scenario_1688()


def test_adding_and_removing_a_leader_are_inverse():
    name = {"name": "Eugene", "space": "Milan"}
    assert after({"add": "leader", **name}, {"remove": "leader", **name}) == scenario_1688()


def test_a_leader_stands_in_one_space_only():
    position = after(*({"add": "leader", "name": "Eugene", "space": space} for space in ("Milan", "Vienna")))
    assert [one.space for one in position.leaders if one.name == "Eugene"] == ["Vienna"]


@pytest.mark.parametrize("edit", [edit for edit, _ in DONE if "set" in edit], ids=str)
def test_setting_twice_is_setting_once(edit):
    assert after(edit, edit) == after(edit)


@pytest.mark.clause("NY 17.1")
def test_corps_in_an_enemy_fortress_besiege_it():
    position = after({"add": "corps", "power": "France", "space": "Mons"})
    assert position.besieger("Mons") == "Bourbon"
    again = changed(position, [{"add": "corps", "power": "France", "space": "Mons"}])
    assert again.sieges == position.sieges


@pytest.mark.clause("NY 17.1")
def test_a_garrison_inside_besieges_nothing():
    position = after({"add": "corps", "power": "Spain", "space": "Mons", "inside": True})
    assert position.besieger("Mons") is None


def test_a_fortress_that_is_taken_is_no_longer_besieged_by_the_taker():
    siege = {"set": "besieged", "space": "Mons", "by": "Bourbon"}
    assert after(siege, {"set": "control", "space": "Mons", "side": "Bourbon"}).sieges == ()
    assert after(siege, {"set": "control", "space": "Mons", "side": "Alliance"}).besieger("Mons") == "Bourbon"


def test_later_edits_see_the_earlier_ones():
    position = after(
        {"set": "control", "space": "Mons", "side": "Bourbon"},
        {"set": "besieged", "space": "Mons", "by": "Alliance"},
    )
    assert position.besieger("Mons") == "Alliance"


def test_a_hand_is_dealt_from_the_decks():
    """What a side gets leaves the deck, what it had goes back, and there are as many cards as before."""
    start = Game.new(3).position
    hand = {"set": "hand", "side": "Bourbon", "actions": [1, 1, 2], "events": ["Beachy Head"]}
    position = changed(start, [hand])
    assert position.bourbon_hand.actions == (1, 1, 2)
    every = [*position.action_deck, *position.bourbon_hand.actions, *position.alliance_hand.actions]
    before = [*start.action_deck, *start.bourbon_hand.actions, *start.alliance_hand.actions]
    assert sorted(every) == sorted(before)
    assert "Beachy Head" not in position.event_deck
    assert position_from_data(position_to_data(position)) == position
    taken = changed(position, [{"set": "hand", "side": "Alliance", "events": ["Beachy Head"]}])
    assert taken.bourbon_hand.events == ()
    with pytest.raises(BadInput, match="action cards that are not in the other hand"):
        changed(start, [{"set": "hand", "side": "Bourbon", "actions": [3] * 30}])
