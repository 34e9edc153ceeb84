"""Precedents: what is in force on a day, and what a change alters, known before it is adopted."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from docket_cases import GARRISON, RALLY
from sizes import size
from walks import walk

from ninevears_kernel.core.errors import BadInput, DocketError
from ninevears_kernel.core.readings import readings
from ninevears_kernel.core.ruling_context import Consulted
from ninevears_kernel.nine_years.games.custom_rules import rule_tables_from_file
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.docket import docket as docket_module
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.precedents import InForce, Judge, line_from_text, reading_from_text
from ninevears_kernel.umpire.docket.records import Change, Changed, StoredCase, record_data

RAISED = {
    "format": "ninevears-case/1",
    "system": "NY",
    "question": "raise",
    "given": {
        "power": "Catalan",
        "space": "Girona",
        "strength": "reduced",
        "points": 2,
        "changes": [
            {"remove": "corps", "power": "Spain", "space": "Girona", "count": 1, "reduced": True},
            {"set": "control", "space": "Girona", "side": "Bourbon"},
            {"add": "corps", "power": "France", "space": "Girona", "count": 1},
        ],
    },
}
"""A corps that joins another, so that stacking is looked up."""
LIMITED = Change({"besieged-garrison": "limited"})
CUT = Change({"besieged-garrison": "cut"})
FEW = Change(rules={"stacking": {"limit": 3}})
HOUSE = 'format = "ninevears-rules/1"\n[stacking]\nlimit = 10\n'


@pytest.fixture
def docket(docket_place, clock):
    """A docket with a decided case, whose number is 1."""
    docket = Docket.open(docket_place, clock=clock)
    docket.add_case(GARRISON, by="Anna")
    docket.decide(1, "override", by="Anna", reason="The sea is open", verdict="yes")
    return docket


def adopted(docket, change, **more):
    return docket.adopt(docket.would_change(change, **more), 1, by="Anna", reason="agreed")


def test_every_verdict_that_would_change_is_listed(docket):
    docket.add_case(RALLY)
    docket.add_case({**GARRISON, "title": "Again"})
    steps = []
    preview = docket.would_change(LIMITED, progress=lambda done, total: steps.append((done, total)))
    assert steps == [(1, 3), (2, 3), (3, 3)]
    assert (preview.complete, preview.looked_at, preview.left_alone) == (True, 3, ())
    assert [(each.number, each.kind, each.title) for each in preview.changed] == [
        (1, "case", "A garrison under siege"),
        (4, "case", "Again"),
    ]
    first = preview.changed[0]
    assert (first.on_record, first.before["verdict"], first.after["verdict"]) == ("no", "no", "yes")
    assert {"verdict", "says", "answer"} <= set(first.differs)
    assert docket.precedents() == (), "looking adopts nothing"


def test_a_precedent_is_in_force_from_its_day(docket, clock):
    clock.now = datetime(2026, 4, 1, tzinfo=UTC)
    precedent = adopted(docket, LIMITED)
    assert [each.number for each in precedent.changed] == [1]
    assert (precedent.by, precedent.reason, precedent.case, precedent.change) == (
        "Anna",
        "agreed",
        1,
        LIMITED,
    )
    assert docket.precedent(precedent.number) == precedent
    assert json.loads(json.dumps(record_data(precedent)))["change"]["readings"] == dict(LIMITED.readings)
    assert docket.in_force(date(2026, 3, 31)) == InForce()
    assert docket.in_force(date(2026, 4, 1)).readings == docket.in_force().readings == LIMITED.readings
    assert docket.in_force(clock.now - timedelta(hours=1)) == InForce()
    assert docket.rule(GARRISON).verdict == "yes"
    later = docket.add_case(GARRISON)
    assert (later.ruling["verdict"], later.in_force["precedents"]) == ("yes", (precedent.number,))
    assert docket.case(1).ruling["verdict"] == "no", "what is written stays"
    # What a case says itself goes before any precedent.
    assert docket.rule({**GARRISON, "readings": {"besieged-garrison": "cut"}}).verdict == "no"


def test_a_precedent_is_taken_back_by_another(docket, clock):
    first = adopted(docket, LIMITED)
    clock.now = datetime(2026, 6, 1, tzinfo=UTC)
    taken = docket.would_change(Change(), corrects=first.number)
    assert [(each.before["verdict"], each.after["verdict"]) for each in taken.changed] == [("yes", "no")]
    docket.adopt(taken, 1, by="Ben", reason="It was a mistake")
    assert docket.in_force().readings == {}
    assert docket.in_force(date(2026, 5, 1)).readings == LIMITED.readings
    assert docket.precedent(first.number).corrected_by is not None
    assert docket.rule(GARRISON).verdict == "no"
    with pytest.raises(DocketError, match="not a precedent in force"):
        docket.would_change(Change(), corrects=first.number)


def test_the_later_precedent_stands(docket):
    adopted(docket, LIMITED)
    with pytest.raises(DocketError, match="Precedent 3 is in force and says otherwise"):
        adopted(docket, CUT)
    second = adopted(docket, CUT, corrects=3)
    assert [each.after["verdict"] for each in second.changed] == ["no"]
    assert docket.in_force().readings == CUT.readings
    third = adopted(docket, LIMITED, corrects=second.number)
    assert docket.in_force().data["precedents"] == [third.number]


def test_what_says_it_itself_is_left_alone(docket):
    stated = docket.add_case({**GARRISON, "readings": {"besieged-garrison": "cut"}}).number
    game = docket.add_game("G", Game.new(seed=3, readings={"besieged-garrison": "limited"}).log).number
    preview = docket.would_change(LIMITED)
    assert preview.left_alone == (stated, game)
    assert [each.number for each in preview.changed] == [1]


def test_what_was_corrected_is_not_judged_again(docket):
    docket.add_case(RALLY, corrects=1)
    preview = docket.would_change(LIMITED)
    assert (preview.changed, preview.looked_at) == ((), 1)


# ---- what is judged again


@pytest.fixture
def judged(monkeypatch):
    """The numbers of the records that are judged, each time."""
    numbers = []
    outcome = Judge.outcome

    def noted(judge, record, stop=None):
        numbers.append(record.number)
        return outcome(judge, record, stop)

    monkeypatch.setattr(Judge, "outcome", noted)
    return numbers


def test_only_rulings_that_rest_on_what_changes_are_judged_again(docket, judged):
    rally = docket.add_case(RALLY).number
    raised = docket.add_case(RAISED).number
    garrison = docket.add_case({**GARRISON, "title": "Again"}).number
    consulted = {number: docket.case(number).in_force["consulted"] for number in (rally, raised, garrison)}
    assert "besieged-garrison" in consulted[garrison]["readings"]
    assert "stacking" in consulted[raised]["tables"]
    assert not consulted[rally]["tables"]
    preview = docket.would_change(LIMITED)
    assert judged == [1, 1, garrison, garrison]
    assert (preview.looked_at, preview.judged) == (4, 2)
    judged.clear()
    preview = docket.would_change(FEW)
    assert judged == [raised, raised]
    assert (preview.looked_at, preview.judged) == (4, 1)


def test_a_ruling_by_an_earlier_reading_is_judged_again(docket, judged):
    """It was ruled when another reading was in force: what it asks for by today's nobody has noted."""
    adopted(docket, LIMITED)
    judged.clear()
    assert docket.would_change(Change({"odd-hit": "parity"})).judged == 1
    assert judged == [1, 1]
    later = docket.add_case(GARRISON).number
    judged.clear()
    docket.would_change(Change({"odd-hit": "parity"}))
    assert later not in judged


@pytest.mark.parametrize("written", [{"kit": "0.0.1"}, {"consulted": None}])
def test_a_ruling_of_another_kit_is_judged_again(docket, judged, monkeypatch, written):
    row = docket_module.to_json

    def older(data, *more):
        if isinstance(data, dict) and "consulted" in data:
            data = {name: value for name, value in (data | written).items() if value is not None}
        return row(data, *more)

    monkeypatch.setattr(docket_module, "to_json", older)
    rally = docket.add_case(RALLY).number
    docket.would_change(LIMITED)
    assert rally in judged


def test_a_ruling_that_states_a_reading_itself_does_not_rest_on_what_is_in_force(docket, judged):
    stated = docket.add_case({**GARRISON, "readings": {"besieged-garrison": "cut"}}).number
    assert docket.would_change(LIMITED).left_alone == (stated,)
    assert stated not in judged


OTHER_LINES = {
    "stacking": {"limit": 3},
    "garrison": {"most": 0},
    "avoidance": {"needed": 2},
    "battle": {"sure_hit": 2},
    "king_william": {"cost": 0},
    "sea_movement": {"arrives": 2},
    "staff_officers": {"most": 0},
    "fortified_lines": {"highest": 1, "passed_above": 0},
}


@pytest.mark.parametrize("place", range(size("rulings")))
def test_what_a_ruling_did_not_ask_for_changes_nothing_of_it(place):
    name = sorted(samples())[place * len(samples()) // size("rulings")]
    data, noted = samples()[name].data, Consulted()
    Judge(InForce()).rule(data, noted=noted)
    record = StoredCase(number=1, written="", by="", game=None, case=data, ruling={}, in_force={})
    said = Judge(InForce()).outcome(record)
    others = [
        InForce(readings={name: option})
        for name in readings().keys() - noted.readings - data.get("readings", {}).keys()
        for option in list(readings()[name].options)[1:]
    ]
    if data["system"] == "NY":
        unread = OTHER_LINES.keys() - noted.tables
        others += [InForce(rules={section: OTHER_LINES[section]}) for section in unread]
    assert len(others) > 30
    for force in others:
        assert Judge(force).outcome(record) == said, force.data


def test_the_search_can_be_stopped(docket):
    for _ in range(3):
        docket.add_case(GARRISON)
    seen = []
    preview = docket.would_change(
        LIMITED, progress=lambda done, total: seen.append(done), stop=lambda: len(seen) >= 2
    )
    assert (preview.complete, preview.looked_at, len(preview.changed)) == (False, 2, 2)
    with pytest.raises(DocketError, match="was stopped"):
        docket.adopt(preview, 1, by="Anna", reason="x")


def test_a_long_game_can_be_stopped_inside(docket):
    docket.add_game("G", walk(Game.new(seed=3), 60).log)
    asked = []
    preview = docket.would_change(LIMITED, stop=lambda: bool(asked.append(1)) or len(asked) > 20)
    assert (preview.complete, preview.looked_at, len(asked)) == (False, 1, 21)


@pytest.mark.parametrize("grown", ["case", "game", "precedent"])
def test_what_was_looked_at_must_be_all_there_is(docket, grown):
    preview = docket.would_change(LIMITED)
    match grown:
        case "case":
            docket.add_case(GARRISON)
        case "game":
            docket.add_game("G", Game.new(seed=3).log)
        case _:
            adopted(docket, CUT)
    with pytest.raises(DocketError, match="look again"):
        docket.adopt(preview, 1, by="Anna", reason="x")
    docket.decide(1, by="Ben", corrects=2)
    again = docket.would_change(LIMITED, corrects=max(docket.in_force().precedents, default=None))
    assert docket.adopt(again, 1, by="Anna", reason="x").change == LIMITED


def test_only_a_decided_case_is_adopted_and_with_a_reason(docket):
    undecided = docket.add_case(RALLY).number
    preview = docket.would_change(LIMITED)
    with pytest.raises(DocketError, match=f"Case {undecided} is not decided"):
        docket.adopt(preview, undecided, by="Anna", reason="x")
    with pytest.raises(DocketError, match="There is no case 99"):
        docket.adopt(preview, 99, by="Anna", reason="x")
    with pytest.raises(BadInput, match="reason"):
        docket.adopt(preview, 1, by="Anna", reason=" ")
    with pytest.raises(BadInput, match="by: found ''"):
        docket.adopt(preview, 1, by="", reason="x")
    assert docket.precedents() == ()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (Change(), "change: found none"),
        (Change({"besieged-garisson": "cut"}), "readings: .*did you mean besieged-garrison"),
        (Change({"besieged-garrison": "free"}), "readings.besieged-garrison: found 'free'"),
        (Change(rules={"staking": {"limit": 3}}), "rules: found 'staking'"),
        (Change(rules={"stacking": {"limits": 3}}), "rules.stacking.limits"),
        (Change(rules={"stacking": {"limit": 0}}), "rules.stacking.limit: found 0"),
        (Change(rules={"stacking": 3}), "rules.stacking: found 3"),
        (Change(rules={"events": {"x": 1}}), "rules: found 'events'"),
    ],
)
def test_a_bad_change_is_refused(tmp_path, change, why):
    with pytest.raises(BadInput, match=why):
        Docket.open(tmp_path / "docket.sqlite").would_change(change)


# ---- games


def test_games_are_played_again(docket):
    war = walk(Game.new(seed=3), 200)
    game = docket.add_game("Anna against Ben", war.log).number
    same = docket.would_change(Change(rules={"victory_points": {"famous_victory": 9}}))
    few = docket.would_change(FEW)
    [changed] = [each for each in few.changed if each.kind == "game"]
    assert (changed.number, changed.title, changed.on_record) == (game, "Anna against Ben", None)
    assert changed.before["bad_entry"] is None
    assert changed.after["bad_entry"]["line"] > 1
    assert any(violation["clause"] for violation in changed.after["bad_entry"]["violations"])
    assert same.complete
    # Only the last state of a game counts; a save is checked by the tables.
    docket.add_game("Anna against Ben", war.log, game=game)
    docket.add_game("Save", json.dumps(_save(war)))
    again = docket.would_change(FEW)
    assert again.looked_at == few.looked_at + 1
    assert [each.number for each in again.changed if each.title == "Anna against Ben"] != [game]


def _save(war):
    from ninevears_kernel.nine_years.games.save import position_to_data

    return position_to_data(war.position)


def test_rules_in_force_go_into_new_rulings_by_the_name_of_their_precedent(docket):
    number = adopted(docket, Change(rules={"stacking": {"limit": 11}})).number
    adopted(docket, Change(rules={"sea_movement": {"arrives": 3}}))
    force = docket.in_force()
    assert force.rules == {"stacking": {"limit": 11}, "sea_movement": {"arrives": 3}}
    stored = docket.add_case(RAISED)
    assert stored.ruling["rules"] == (f"stacking: precedent {number}",)


def test_an_own_file_goes_before_precedents(docket, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text(HOUSE)
    case = docket.add_case(RAISED, rules=house)
    assert case.ruling["rules"] == ("stacking: house.toml",)
    war = walk(Game.new(seed=3, rules=house), 40)
    assert f"rules: house.toml {rule_tables_from_file(house).digest}" in war.log
    game = docket.add_game("By house rules", war.log, rules=house).number
    preview = docket.would_change(FEW)
    assert preview.left_alone == (case.number, game)
    assert game not in [each.number for each in preview.changed]
    # Other lines reach it, though its log names the file as it is.
    other = docket.would_change(Change(rules={"victory_points": {"highest": 40}}))
    assert not [each for each in other.changed if "error" in each.differs]
    with pytest.raises(BadInput, match="rules"):
        docket.add_game("Without its rules", war.log)


# ---- as people type them


@pytest.mark.parametrize("text", ["", "odd-hit", "odd-hit:parity"])
def test_a_reading_as_text(text):
    with pytest.raises(BadInput, match="NAME=OPTION"):
        reading_from_text(text)


@pytest.mark.parametrize(
    "text", ["", "stacking.limit", "limit=3", "stacking.limit=three", "a.b=" + "[" * 9999]
)
def test_a_line_as_text(text):
    with pytest.raises(BadInput, match=r"SECTION\.LINE=VALUE"):
        line_from_text(text)
    assert line_from_text("battle.losses=[1, 2]") == {"battle": {"losses": [1, 2]}}


def test_a_change_that_was_listed_is_kept_as_it_was(docket):
    changed = adopted(docket, LIMITED).changed
    assert all(isinstance(each, Changed) for each in changed)
    assert changed == docket.precedents()[0].changed
