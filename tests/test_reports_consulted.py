"""A report holds of a position just what its ruling consulted, as changes to the start of the war."""

import json
from collections import Counter
from random import Random

import pytest
from msgspec import structs
from sizes import size
from walks import a_walk
from war_table import position_with

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.differences import edits_between
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.umpire.cases.cases import case_from_data, position_of, rule_case
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.reports import reports
from ninevears_kernel.umpire.reports.embedded_case import embedded_in

CASE = {"format": "ninevears-case/1", "system": "NY"}
HIDDEN = ("bourbon_hand", "alliance_hand", "action_deck", "event_deck", "action_discards")
OPEN_TABLES = {"pools": "power", "fleets": "name", "lines": "space", "sieges": "space"}
"""Fields that are lists in no order that matters, and the key of their items."""


def with_a_save(case):
    """The same case, in which a save takes the place of scenario and changes."""
    given = {name: value for name, value in case.given.items() if name not in ("scenario", "changes")}
    return structs.replace(case, given=given | {"position": position_to_data(position_of(case))})


SAVES = {
    name: with_a_save(one.case)
    for name, one in samples().items()
    if one.case.system == "NY" and "changes" in one.case.given
}


def in_any_order(position):
    pools = tuple(pool for pool in position.pools if pool.corps)
    position = position.replace(pools=pools)
    sorted_fields = {
        field: tuple(sorted(getattr(position, field), key=lambda one, key=key: getattr(one, key)))
        for field, key in OPEN_TABLES.items()
    }
    without = scenario_1688()
    hidden = {field: getattr(without, field) for field in HIDDEN} | {"seed": 0, "drawn": 0, "agenda": ()}
    return position.replace(**sorted_fields, **hidden, result=None)


# ---- from one position to another


@pytest.mark.parametrize("seed", range(1, 5))
def test_the_edits_between_two_positions_lead_from_one_to_the_other(seed):
    start, end = scenario_1688(), a_walk(seed, 90 * seed, recorded=False).position
    assert in_any_order(changed(start, edits_between(start, end))) == in_any_order(end)
    assert in_any_order(changed(end, edits_between(end, start))) == in_any_order(start)
    assert edits_between(end, end) == []


def test_corps_that_stand_in_an_enemy_fortress_besiege_it_only_where_they_did():
    start = scenario_1688()
    for by in ("Alliance", None):
        end = position_with(
            {"add": "corps", "power": "Spain", "space": "Lille", "count": 2},
            {"set": "besieged", "space": "Lille", "by": by},
        )
        assert in_any_order(changed(start, edits_between(start, end))) == in_any_order(end)


@pytest.mark.parametrize(
    ("name", "value"),
    [("seed", 3), ("bourbon_hand", {}), ("agenda", []), ("active", "Nobody"), ("lasting_events", ["None"]),
     ("waiting", [{"power": "Dutch", "corps": 1}]), ("rich_markers", ["Atlantis"])],
)  # fmt: skip
def test_no_hidden_field_can_be_set_and_no_nonsense(name, value):
    with pytest.raises(BadInput):
        changed(scenario_1688(), [{"set": "field", "name": name, "value": value}])


# ---- the case book, as if each case came from a save


@pytest.mark.parametrize("name", Random(17).sample(sorted(SAVES), size("consulted")))
def test_a_report_on_a_save_is_made_again_from_the_changes_that_it_lists(name):
    case = SAVES[name]
    told = reports.report(case, search=False)
    made = reports.to_json(told)
    inside = embedded_in(made)
    assert inside.consulted
    assert "position" not in inside.case["given"]
    again = rule_case(case_from_data(inside.case))
    if not told.held:
        now = told.ruling
        assert (again.verdict, again.answer) == (now.verdict, now.answer)
        assert [one.clause_id for one in again.steps] == [one.clause_id for one in now.steps]
        assert again == now
        assert reports.to_json(reports.report_again(made)) == made
        assert len(inside.text()) * 2 < len(reports.embed(told.seen.case, None, 0, "all").text())
    listed = inside.case["given"]["changes"]
    assert Counter(map(str, listed)) <= Counter(
        map(str, edits_between(scenario_1688(), position_of(told.seen.case)))
    )


def test_a_change_of_which_the_ruling_knows_nothing_is_left_out():
    """Nothing of Spain, Portugal and the colonies stands in a report on Namur."""
    near = [
        {"add": "leader", "name": "Boufflers", "space": "Namur"},
        {"add": "corps", "power": "France", "space": "Namur", "count": 4},
    ]
    far = [
        {"add": "corps", "power": "Spain", "space": "Barcelona", "count": 3},
        {"set": "control", "space": "Lisbon", "side": "Alliance"},
        {"set": "kww", "cell": 1},
    ]
    given = {"side": "Bourbon", "space": "Namur", "position": position_to_data(position_with(*near, *far))}
    told = reports.report(CASE | {"question": "siege", "given": given}, search=False)
    text = embedded_in(reports.to_json(told)).text()
    assert "Boufflers" in text
    assert not [word for word in ("Barcelona", "Lisbon", "kww") if word in text]


def test_what_would_change_it_is_told_as_it_was_found_and_ruled_again():
    """The search went through a whole position, of which the report holds a part."""
    case = SAVES["namur_four_corps_and_no_line"]
    told = reports.report(case, most_rulings=60, seconds=None)
    made = reports.to_html(told)
    inside = embedded_in(made)
    assert inside.consulted
    assert len(inside.turns) == len(told.changes.turns) > 2
    again = reports.report_again(made)
    assert reports.to_html(again) == made
    assert again.changes == told.changes
    nothing = structs.replace(inside, turns=(({"given": "side", "value": "Bourbon"},),))
    lost = structs.replace(inside, turns=(({"given": "nowhere[3]", "value": 1},),))
    for wrong in (nothing, lost):
        with pytest.raises(BadInput):
            reports.report_again(wrong)


def test_what_rests_on_cards_keeps_the_save():
    """No changes say what is in a hand, so the covered save stands there as before."""
    position = a_walk(6, 300, recorded=False).position
    given = {"position": position_to_data(position)}
    told = reports.report(CASE | {"question": "first-player", "given": given}, search=False)
    inside = embedded_in(reports.to_json(told))
    again = reports.report_again(reports.to_json(told)) if not told.held else None
    assert inside.consulted or "position" in inside.case["given"]
    assert again is None or again.ruling == told.ruling


# ---- wars in the middle


def asked_of(position, chance):
    """Any question about a position."""
    side, space = chance.choice(SIDES), chance.choice(game_map().spaces).name
    fortress = chance.choice([one.name for one in game_map().spaces if one.fortress])
    purpose = chance.choice(["victory", "reinforcement", "restore", "line", "siege"])
    question, given = chance.choice(
        [
            ("loc", {"space": space, "side": side, "purpose": purpose}),
            ("siege", {"space": fortress, "side": side}),
            ("victory", {}),
            ("resource-points", {"side": side}),
            ("peace-roll", {"concessions": {"Bourbon": 1, "Alliance": 0}}),
            ("build-line", {"space": space, "side": side}),
            ("raise", {"power": chance.choice(["France", "Britain", "Austria"]), "space": space}),
            ("first-player", {}),
            ("savoy", {}),
            ("winter", {}),
            ("action", {"side": side, "action": f"campaign {space}"}),
        ]
    )
    return CASE | {"question": question, "given": given | {"position": position_to_data(position)}}


def test_a_report_on_a_war_in_the_middle_lists_what_it_consulted():
    chance, found = Random(1717), Counter()
    for number in range(size("consulted_wars")):
        position = a_walk(number % 9 + 1, chance.randrange(20, 700), recorded=False).position
        case = asked_of(position, chance)
        try:
            rule_case(case)
        except BadInput:
            continue
        told = reports.report(case, search=False, seat=chance.choice(["both", *SIDES]))
        inside = embedded_in(reports.to_json(told))
        found[inside.consulted] += 1
        if not told.held:
            assert reports.report_again(inside).ruling == told.ruling, json.dumps(inside.case)
            assert reports.to_json(reports.report_again(inside)) == reports.to_json(told)
    assert found[True] > 9 * found[False]
