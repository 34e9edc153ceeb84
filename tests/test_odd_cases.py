"""Cases of the sister systems that nobody can rule on: one sentence that names the field, and exit code 2."""

import copy
import json
import re
import sys

import msgspec
import pytest

from ninevears_kernel.cli import main
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.input_files import convert, parse_data, read_data
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.umpire.cases.samples import sample

GONE = object()

ODD = [
    # wrong types
    ("vq_formation_vienna", "given.leaders", "Schwendi", "a list"),
    ("vq_naval_combat", "dice", "6 6", "a list"),
    ("vq_naval_combat", "seed", "x", "a whole number"),
    ("vq_naval_movement", "given.events", {"do": "x"}, "a list"),
    ("vq_naval_movement", "given.forces.0.units.0.count", 1.5, "a whole number"),
    ("vq_naval_movement", "given.at_war.0", ["Spain"], "a list of 2 entries"),
    ("vq_power_card", "given.actions", "none", "a list"),
    ("mp_points_tacw", "given.game", 7, "text"),
    ("mp_turn", "given.events.0", "initiative", "an object"),
    ("mp_fire_pistols", "given", [], "an object"),
    # numbers too small and too great
    ("vq_formation_vienna", "given.units.regulars", -3, "at least 0"),
    ("vq_make_change", "given.changes.0.number", -(10**12), "at least -300"),
    ("vq_naval_combat", "given.attacker.units.0.count", 10**30, "at most 99"),
    ("vq_interception", "given.rating", 99, "at most 9"),
    ("vq_default_leader", "given.turn", 0, "at least 1"),
    ("mp_points_tacw", "given.events.0.count", -1, "at least 0"),
    ("mp_points_tacw", "given.events.0.count", 10**20, "at most 999"),
    ("mp_fire_salvo", "given.modifiers.0.value", 10**9, "at most 20"),
    ("mp_turn", "given.turn", 0, "at least 1"),
    # empty lists and texts
    ("vq_naval_combat", "given.attacker.units", [], "at least one naval unit"),
    ("vq_naval_movement", "given.map", [], "a list with at least 1 entry"),
    ("vq_naval_movement", "given.active", "", "a text that is not empty"),
    ("vq_navigation", "given.table", [], "exactly one row"),
    ("vq_play_card", "given.played_as", [], "a list with at least 1 entry"),
    ("mp_turn", "given.wings", [], "no wings, expected wings of two sides"),
    ("mp_fire_salvo", "given.tables.example.salvo", [], "rows"),
    # names that nothing bears
    ("vq_make_change", "given.power", "Atlantis", "Venice"),
    ("vq_naval_movement", "given.forces.0.location", "Messin", "did you mean Messina?"),
    ("vq_naval_movement", "given.events.0.moves.0.to", "Ionian See", "did you mean Ionian Sea?"),
    ("vq_naval_movement_lepanto", "given.events.2.power", "Turks", "a power of the case"),
    ("vq_naval_movement_lepanto", "given.events.3.enemy", "Ottomann", "did you mean Ottoman?"),
    ("vq_naval_movement", "given.events.0.moves.0.leaders", ["Drake"], "a naval leader of the case"),
    ("mp_turn", "given.events.1.wing", "Birom", "a wing of the case"),
    ("mp_sight_beyond", "given.unit", "Nobody", "a unit of this case"),
    ("mp_sight_beyond", "given.to_hex", "0099", "a hex"),
    ("mp_points_tacw", "given.events.0.kind", "cavalry-elliminated", "did you mean cavalry-eliminated"),
    # dice
    ("vq_naval_combat", "dice", [6], "10 more (6 sides) for the combat roll of Spain"),
    ("vq_naval_combat", "dice", [6] * 500, "22 dice"),
    ("vq_navigation", "dice", [1, 0], "1 to 6"),
    ("mp_fire_salvo", "dice", [11], "1 to 10"),
    ("mp_fire_salvo", "dice", [3, 3], "1 die, as the procedure asks for no more"),
    ("mp_turn", "dice", [3], "0 dice"),
    # tags and keys
    ("vq_naval_movement", "given.events.0.do", "decalre", "declare, navigate"),
    ("vq_naval_movement", "given.events.0.do", GONE, "one of these: "),
    ("vq_naval_combat", "given.attacker.units.0.kind", "raft", "galley, patrol or race-built."),
    ("vq_leader_dragut", "given.ratings.piracy", GONE, "nothing, expected the rating on the counter"),
    ("vq_play_card", "given.played_as", ["event", "event"], "'event', expected each name once"),
    ("mp_turn", "given.events.0.do", "start", "initiative, activate"),
    ("mp_fire_salvo", "given.aspect", GONE, "front or flank"),
    ("mp_fire_dragoons", "given.aspect", "front", "only heavy infantry"),
    ("mp_fire_pistols", "question", "fires", "did you mean fire?"),
    ("mp_turn", "readings", {"first-pass": "x"}, "may-pass or must-activate"),
    # a field that another object has
    ("his_port", "given.power", "A", "expected no such field"),
    ("his_port", "given.attacker.units", 2, "expected no such field"),
    ("vq_naval_combat", "given.attacker.units.0.power", "Spain", "expected no such field"),
    ("vq_naval_movement", "given.events.0.undone", [], "expected no such field"),
    ("mp_turn", "given.wings.0.do", "x", "expected no such field"),
    ("mp_turn", "given.events.0.wing", "x", "expected no such field"),
    ("mp_turn", "given.events.0.sde", "x", "expected the field side, or nothing"),
    ("vq_naval_movement", "given.events.0.moves.0.form", "x", "expected the field from, or nothing"),
    # powers that the game does not have
    ("vq_naval_movement", "given.at_war.0.0", "Otoman", "did you mean Ottoman?"),
    ("vq_naval_movement", "given.active", "Spian", "did you mean Spain?"),
    ("vq_naval_movement", "given.benefits", {"telescope": ["Spian"]}, "did you mean Spain?"),
    ("vq_naval_movement", "given.allied", [["Spain", "Venise"]], "did you mean Venice?"),
    ("vq_naval_movement", "given.forces.0.power", "Spian", "did you mean Spain?"),
    ("vq_naval_combat", "given.attacker.power", "Turks", "Venice"),
    ("vq_interception", "given.succeeded", "Fance", "did you mean France?"),
    # sides that cannot be
    ("his_port", "given.defender.power", "France", "a power other than the attacker"),
    ("his_port", "given.defender.power", "france ", "a power other than the attacker"),
]
DEEPER = {
    "given.benefits": "given.benefits.telescope[0]",
    "given.allied": "given.allied[0][1]",
}
"""Where the fault lies inside what a case of `ODD` changes."""


def with_change(name, path, value):
    data = copy.deepcopy(sample(name).data)
    place = data
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return {key: inner for key, inner in data.items() if inner is not None}


@pytest.mark.parametrize(("name", "path", "value", "expected"), ODD)
def test_an_odd_case_ends_in_one_sentence_that_names_the_field(
    name, path, value, expected, tmp_path, monkeypatch, capsys
):
    file = tmp_path / "case.json"
    file.write_text(json.dumps(with_change(name, path, value)), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["ninevears", "rule", str(file)])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert said.count("\n") == 1
    field = re.sub(r"\.(\d+)", r"[\1]", DEEPER.get(path, path))
    assert f"case.json: {field}" in said
    assert expected in said


def ruled_on(system, question, given):
    return rule_case({"format": "ninevears-case/1", "system": system, "question": question, "given": given})


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({None: 1}, "given.None"),
        ({"order_limits": {1: ["move"]}}, "given.order_limits.1"),
        ({"scenario": {"points": {1: 2}}}, "given.scenario.points.1"),
        ({"events": [{b"do": "pass"}]}, "given.events[0].b'do'"),
    ],
)
@pytest.mark.parametrize("question", ["turn", "victory-points"])
def test_a_key_that_is_no_text_is_named(given, field, question):
    with pytest.raises(BadInput, match="expected text as the name of each field") as error:
        ruled_on("MP", question, given)
    assert error.value.field == field


@pytest.mark.parametrize(
    "odd", [range(3), b"x", bytearray(b"x"), {1}, frozenset(), memoryview(b"x"), object()]
)
def test_what_no_file_can_hold_is_no_case_and_no_part_of_one(odd):
    for ask, field in (
        (lambda: rule_case(odd), "file"),
        (lambda: ruled_on("MP", "turn", odd), "given"),
        (lambda: ruled_on("MP", "turn", {"wings": odd}), "given.wings"),
        (lambda: ruled_on("HIS", "naval-combat", {"place": "sea", "attacker": odd}), "given.attacker"),
        (lambda: ruled_on("VQ", "captain", {"name": odd, "power": "France"}), "given.name"),
    ):
        with pytest.raises(BadInput) as error:
            ask()
        assert error.value.field == field


def test_a_mistake_of_the_program_stays_what_it_is():
    class Broken(msgspec.Struct):
        number: int

        def __post_init__(self):
            self.nothing_of_this_name  # noqa: B018

    with pytest.raises(AttributeError):
        convert({"number": 1}, Broken)


@pytest.mark.parametrize("text", ["[]", "null", "3", "[[]]", '"text"'])
@pytest.mark.parametrize("ending", ["json", "toml", "txt"])
def test_json_that_is_no_object_is_not_called_bad_toml(text, ending, tmp_path):
    file = tmp_path / f"case.{ending}"
    file.write_text(text, encoding="utf-8")
    if ending == "json":
        assert read_data(file) == json.loads(text)
    with pytest.raises(BadInput, match="expected an object"):
        rule_case(file)
    with pytest.raises(BadInput, match="expected an object with named fields, in JSON or TOML"):
        parse_data(text, is_toml=True)


def test_a_file_that_ends_in_json_is_never_read_as_toml(tmp_path):
    file = tmp_path / "case.json"
    file.write_text('["a"]', encoding="utf-8")
    assert read_data(file) == ["a"]
    file.write_text("[1, 2", encoding="utf-8")
    with pytest.raises(BadInput, match="a file in JSON"):
        read_data(file)
    assert parse_data('["a"]', is_toml=True) == {"a": {}}, "a table of that name"


@pytest.mark.parametrize(("deep", "is_toml"), [('{"a":' * 100_000, False), ("x = " + "[" * 3000, True)])
def test_what_is_very_deep_is_told_in_a_plain_sentence(deep, is_toml):
    with pytest.raises(BadInput) as error:
        parse_data(deep, is_toml)
    expected = "no more than 40 lists and objects inside one another"
    assert str(error.value) == f"file: found something deeper, expected {expected}."
