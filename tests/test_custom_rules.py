"""An umpire's own tables: read, checked, in force, and named by every ruling that used them."""

import json
import os
import shutil
import sys
import tomllib
from threading import Thread
from types import MappingProxyType

import pytest
from walks import walk

from ninevears_kernel import cli
from ninevears_kernel.core.dice import GivenDice
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.messages import Message
from ninevears_kernel.core.questions import Question, adjudicate
from ninevears_kernel.core.render import to_data, to_html, to_text
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.core.rulings import Answer
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.rule_tables import (
    PARTS,
    RuleTables,
    standard_data,
    standard_rule_tables,
)
from ninevears_kernel.nine_years.components.scenario import STANDARD
from ninevears_kernel.nine_years.components.tables import DATA
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.games.custom_rules import rule_tables_from_file
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import load_log, read_log
from ninevears_kernel.nine_years.games.log_text import save_log
from ninevears_kernel.nine_years.games.save import load_position, save_position
from ninevears_kernel.nine_years.rules.fleets import deploy_fleet
from ninevears_kernel.nine_years.rules.supply import Asked, line_of_communication
from ninevears_kernel.umpire.cases.cases import rule_case

HEAD = 'format = "ninevears-rules/1"\n'
LINE = {
    "format": "ninevears-case/1",
    "system": "NY",
    "question": "loc",
    "given": {"space": "Tournai", "side": "Bourbon", "purpose": "line"},
}


@pytest.fixture
def own(tmp_path):
    """Writes an umpire's file, and reads it."""

    def write(text: str = "", head: str = HEAD) -> RuleTables:
        path = tmp_path / "house.toml"
        path.write_text(head + text, encoding="utf-8")
        return rule_tables_from_file(path)

    return write


@pytest.fixture
def folder(tmp_path):
    """A copy of the standard scenario, to be changed."""
    return shutil.copytree(STANDARD, tmp_path / "my_1688")


# ---- numbers


@pytest.mark.clause("NY 4.1.1")
def test_one_line_of_a_section_leaves_the_others_as_they_are(own):
    rule_tables = own("[battle]\nsure_hit = 5\n[stacking]\nlimit = 10\n")
    assert (rule_tables.numbers.battle.sure_hit, rule_tables.numbers.stacking.limit) == (5, 10)
    assert rule_tables.numbers.battle.losses == standard_rule_tables().numbers.battle.losses
    assert rule_tables.numbers.siege == standard_rule_tables().numbers.siege
    assert rule_tables.own.keys() == {"battle", "stacking"}
    assert all(file.endswith("house.toml") for file in rule_tables.own.values())
    assert standard_rule_tables().numbers.battle.sure_hit == 6


def test_an_empty_file_is_the_standard_kit(own):
    rule_tables = own()
    assert rule_tables.numbers == standard_rule_tables().numbers
    assert rule_tables.own == {}
    assert (rule_tables.file, len(rule_tables.digest)) == ("house.toml", 16)
    assert (standard_rule_tables().file, standard_rule_tables().digest) == ("", "")


def test_the_whole_standard_file_can_be_an_own_one(own):
    rule_tables = own((DATA / "kit_rules.toml").read_text(encoding="utf-8"), head="")
    assert rule_tables.numbers == standard_rule_tables().numbers
    assert rule_tables.own.keys() == standard_data().keys() - {"format"}


def test_lists_are_replaced_whole(own):
    rule_tables = own("[[siege.results]]\nat_least = 1\nstrength = 3\n")
    assert [(row.at_least, row.strength) for row in rule_tables.numbers.siege.results] == [(1, 3)]
    assert rule_tables.numbers.siege.continuing == standard_rule_tables().numbers.siege.continuing


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[batle]\nsure_hit = 5", "batle: found .* expected the field battle"),
        ("[battle]\nsure_hits = 5", "battle.sure_hits: found 5, expected the field sure_hit"),
        ("[battle]\nsure_hit = 'six'", "battle.sure_hit: found 'six', expected a whole number"),
        ("[battle]\nsure_hit = 99", "battle.sure_hit: found 99"),
        ("[battle]\nlosses = []", "battle.losses: found"),
        ("[battle]\nlosses = [5, 500]", r"battle.losses\[1\]: found 500"),
        ("battle = 5", "battle: found 5"),
        ("stacking = []", "stacking: found"),
        ("[victory_points]\nhighest = 4", "victory_points.highest: found 4"),
        ("[[siege.results]]\nat_least = 1", r"siege.results\[0\].strength: found nothing"),
        ("events = 7", "events: found 7, expected the name of a file"),
        ("scenario = ''", "scenario: found '', expected the name of a file"),
        ("events = 'nowhere.csv'", "nowhere.csv: file: found"),
        ("scenario = 'nowhere'", "nowhere.*: file: found"),
        ('events = "a\\u0000b"', "events: found"),
        ("[battle", "file: found .* TOML"),
    ],
)
def test_a_bad_file_names_its_field(own, text, told):
    with pytest.raises(BadInput, match=told):
        own(text)


@pytest.mark.parametrize("head", ["", 'format = "ninevears-rules/2"\n', "format = 1\n"])
def test_the_format_is_asked_for(own, head):
    with pytest.raises(BadInput, match=r"house\.toml: format: found"):
        own("", head)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadInput, match=r"nowhere\.toml: file: found"):
        rule_tables_from_file(tmp_path / "nowhere.toml")
    with pytest.raises(BadInput, match="file: found"):
        Game.new(rules=tmp_path)


# ---- events


def events_with(tmp_path, change):
    text = (DATA / "events.csv").read_text(encoding="utf-8")
    (tmp_path / "mine.csv").write_text(change(text), encoding="utf-8")


@pytest.mark.clause("NY 5.2.2")
def test_own_events(own, tmp_path):
    lines = (DATA / "events.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    events_with(tmp_path, lambda text: "".join(lines).replace("Beachy Head,1688", "Bevesier,1688"))
    rule_tables = own('events = "mine.csv"')
    assert "Bevesier" in rule_tables.events
    assert "Beachy Head" not in rule_tables.events
    assert rule_tables.own == {"events": str(tmp_path / "mine.csv")}
    events_with(tmp_path, lambda text: text.replace("Beachy Head,1688", "Another,1688"))
    assert "Another" in own('events = "mine.csv"').events, "a file is read as it is now"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace("name,joins", "nam,joins", 1), "row 1: found 'nam'.*did you mean name"),
        (lambda text: text.replace(",source", "", 1), "row 1.source: found nothing"),
        (lambda text: text.replace("1688", "1690", 1), "row 2.joins: found '1690'"),
        (lambda text: text + "x\n", "row .*: found 1 cell, expected"),
        (lambda text: text + text.splitlines()[1] + "\n", "row .*name: found"),
        (lambda text: "", "row 1"),
        (lambda text: text.replace("Beachy Head,", "Beachy #1,", 1), "row 2.name: found 'Beachy #1'"),
    ],
)
def test_bad_events_name_row_and_column(own, tmp_path, change, told):
    events_with(tmp_path, change)
    with pytest.raises(BadInput, match=f"mine.csv: {told}"):
        own('events = "mine.csv"')


# ---- scenario


@pytest.mark.clause("NY 20.2", "NY 20.3")
def test_an_own_scenario(own, folder):
    path = folder / "scenario.toml"
    text = path.read_text(encoding="utf-8").replace("victory_points = 22", "victory_points = 19")
    path.write_text(text, encoding="utf-8")
    leaders = folder / "leaders.csv"
    leaders.write_text(
        leaders.read_text(encoding="utf-8").replace("Duras,", "Marshal Duras,"), encoding="utf-8"
    )
    schedule = folder / "schedule.csv"
    schedule.write_text(
        schedule.read_text(encoding="utf-8").replace(",Duras,", ",Marshal Duras,"), encoding="utf-8"
    )
    rule_tables = own('scenario = "my_1688"')
    game = Game.new(3, rules=rule_tables)
    assert game.position.victory_points == 19
    assert any(leader.name == "Marshal Duras" for leader in game.position.leaders)
    walk(game, 40)
    with pytest.raises(BadInput, match="Marshal Duras"):
        Game.from_position(game.position)
    assert Game.from_position(game.position, rules=rule_tables).decision == game.decision


def test_the_standard_scenario_passes_as_an_own_one(own, folder):
    assert own('scenario = "my_1688"').scenario.start == standard_rule_tables().scenario.start


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("leaders.csv", "Duras,France,", "Duras,Frence,", "row 2.power: found 'Frence'.*mean France"),
        ("leaders.csv", ",4,0,Strasbourg", ",40,0,Strasbourg", "row 2.command: found '40', .* from 1 to 9"),
        ("leaders.csv", ",4,0,Strasbourg", ",four,0,Strasbourg", "row 2.command: found 'four'"),
        ("leaders.csv", ",4,0,Strasbourg", ",4,0,Strasburg", "row 2.space: found 'Strasburg', .* Strasbourg"),
        ("leaders.csv", "Catinat,France,3,1", "Catinat,France,3,", "row 3.plain_battle: found ''"),
        ("leaders.csv", "Catinat,France", "Duras,France", "row 3.name: found 'Duras'"),
        ("leaders.csv", "Duras,France", "Du;ras,France", "row 2.name: found 'Du;ras', expected a name"),
        ("leaders.csv", "name,power", "leader,power", "row 1: found 'leader'"),
        ("corps.csv", "France,Strasbourg,5", "France,Strasbourg,-5", "row 2.full: found '-5'"),
        ("corps.csv", "France,Strasbourg,5", "France,Strassburg,5", "row 2.space: found 'Strassburg'"),
        ("pools.csv", "Catalan,2", "France,2", "row 3.power: found 'France'"),
        ("schedule.csv", "1689,Bourbon,corps", "1789,Bourbon,corps", "row 2.year: found '1789'"),
        ("schedule.csv", "1689,Bourbon,corps", "1689,Bourbons,corps", "row 2.side: found 'Bourbons'"),
        ("schedule.csv", "1689,Bourbon,corps", "1689,Bourbon,crops", "row 2.kind: found 'crops'"),
        ("schedule.csv", ",Sarsfield,", ",Sarsfeld,", "row .*what: found 'Sarsfeld', .* Sarsfield"),
        ("fleets.csv", "Brest,Bourbon", "Bresst,Bourbon", "row 2.fleet: found 'Bresst'"),
        ("scenario.toml", "year = 1688 ", "year = 1588 ", "year: found '1588'"),
        ("scenario.toml", "year = 1688 ", "yeer = 1688 ", "file: found 'yeer'.*did you mean year"),
        ("scenario.toml", "year = 1688 ", "", "year: found nothing"),
        ("scenario.toml", "victory_points = 22", "victory_points = 220", "victory_points: found '220'"),
        ("scenario.toml", '["Munich",', '["Minich",', r"rich_markers\[0\]: found 'Minich', .* Munich"),
        ("scenario.toml", '"William III"', '"William IV"', r"revolution.leaders\[0\]: found 'William IV'"),
        ("scenario.toml", "first_year = 3", 'first_year = "3"', "hand_size.first_year: found '3'"),
        ("scenario.toml", "[sea_control]", "[sea_controll]", "file: found 'sea_controll'"),
    ],
)  # fmt: skip
def test_a_bad_scenario_names_file_row_and_column(own, folder, file, old, new, told):
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput, match=f"{file}: {told}"):
        own('scenario = "my_1688"')


@pytest.mark.parametrize("file", sorted(path.name for path in STANDARD.iterdir()))
def test_a_scenario_is_complete(own, folder, file):
    (folder / file).unlink()
    with pytest.raises(BadInput, match=f"{file}: file: found"):
        own('scenario = "my_1688"')


# ---- rulings


QUESTION = Question(
    "NY", "limit", "How many?", dict, {"limit": "how many", "ends": "whether"},
    lambda given, context: Answer(
        "result",
        Message("verdict.legal"),
        {
            "limit": context.table("stacking").limit,
            "ends": given["dice"] and context.dice.roll(wanted=Message("dice.any"))
            >= (context.table("battle").sure_hit if given["dice"] else 0),
        },
    ),
    ("ends",),
)  # fmt: skip


def test_a_ruling_names_the_own_tables_that_it_used_and_no_others(own):
    rule_tables = own("[stacking]\nlimit = 10\n[avoidance]\nneeded = 3\n")
    ruling = adjudicate(QUESTION, {"dice": False}, tables=rule_tables)
    assert ruling.answer["limit"] == 10
    assert ruling.custom_rules == (f"stacking: {rule_tables.own['stacking']}",)
    assert adjudicate(QUESTION, {"dice": False}, tables=standard_rule_tables()).custom_rules == ()


def test_odds_and_dice_name_the_tables_of_every_branch(own):
    rule_tables = own("[battle]\nsure_hit = 5\n")
    used = (f"battle: {rule_tables.own['battle']}",)
    odds = adjudicate(QUESTION, {"dice": True}, tables=rule_tables)
    assert odds.custom_rules == used
    assert {str(chance) for _, chance in odds.odds["ends"]} == {"1/3", "2/3"}
    rolled = adjudicate(QUESTION, {"dice": True}, dice=[5], tables=rule_tables)
    assert (rolled.custom_rules, rolled.answer["ends"]) == (used, True)


def test_each_form_of_a_ruling_says_so():
    rule_tables = RuleTables(
        standard_rule_tables().numbers, standard_rule_tables().scenario, standard_rule_tables().events,
        MappingProxyType({"stacking": "my_<b>house</b>\n.toml"}),
    )  # fmt: skip
    ruling = adjudicate(QUESTION, {"dice": False}, tables=rule_tables)
    assert to_data(ruling)["rules"] == ["stacking: my_<b>house</b>\n.toml"]
    assert "Custom rule tables\n  stacking: my_<b>house</b>\\n.toml" in to_text(ruling)
    assert "stacking: my_&lt;b&gt;house&lt;/b&gt;" in to_html(ruling)
    assert "<b>house" not in to_html(ruling)


def test_a_hearing_without_tables_has_none():
    with pytest.raises(ValueError, match="stacking"):
        RulingContext().table("stacking")
    assert RulingContext().custom_rules == ()


@pytest.mark.parametrize("part", [*PARTS, *(name for name in standard_data() if name != "format")])
def test_each_part_can_be_looked_up(part):
    context = RulingContext(tables=standard_rule_tables())
    assert context.table(part) is standard_rule_tables().part(part)
    assert list(context.looked_up) == [part]


def test_a_war_of_a_case_names_the_tables_that_its_chapters_read(own):
    rule_tables = own("[victory_points]\nfortress = 3\n[battle]\nsure_hit = 5\n")
    context = RulingContext(tables=rule_tables)
    board = Board(rule_tables.scenario.start, rule_tables.for_case(context))
    assert board.capture_points(NUMBER["Mons"], RulingContext()) == 3
    assert context.custom_rules == (f"victory_points: {rule_tables.own['victory_points']}",)


def test_a_case_with_an_own_scenario(own, folder, tmp_path):
    own('scenario = "my_1688"')
    path = tmp_path / "house.toml"
    assert rule_case(LINE, rules=path).custom_rules == (f"scenario: {folder}",)
    assert rule_case(LINE).custom_rules == ()
    rally = {**LINE, "question": "rally", "given": {"rating": 5}}
    assert rule_case(rally, rules=path).custom_rules == ()


# ---- saves, logs and the command line


@pytest.fixture
def run(monkeypatch, capsys):
    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["ninevears", *map(str, arguments)])
        try:
            cli.main()
            code = 0
        except SystemExit as exit:
            code = exit.code or 0
        return code, *capsys.readouterr()

    return run


def test_a_war_by_own_tables_is_logged_with_their_sum(own, tmp_path, run):
    rule_tables = own("[stacking]\nlimit = 10\n")
    game = walk(Game.new(3, rules=tmp_path / "house.toml"), 40)
    assert game.engine.rule_tables.numbers.stacking.limit == 10
    log = tmp_path / "war.log"
    save_log(game, log)
    assert f"\nrules: house.toml {rule_tables.digest}\n" in game.log
    assert load_log(log).position == game.position
    assert read_log(game.log, rules=rule_tables).position == game.position
    assert run("replay", log)[0] == run("replay", log, "--rules", tmp_path / "house.toml")[0] == 0
    with pytest.raises(BadInput, match=r"house\.toml"):
        read_log(game.log)
    own("[stacking]\nlimit = 11\n")
    with pytest.raises(
        BadInput, match=f"expected the tables house.toml with the checksum {rule_tables.digest}"
    ):
        load_log(log)
    assert run("replay", log)[0] == 2
    with pytest.raises(BadInput, match="rules: found"):
        read_log(walk(Game.new(3), 5).log, rules=rule_tables)
    save_position(game.position, tmp_path / "war.json")
    assert load_position(tmp_path / "war.json", rules=rule_tables) == game.position


def test_rules_on_the_command_line(own, folder, tmp_path, run):
    own('scenario = "my_1688"')
    (tmp_path / "case.json").write_text(json.dumps(LINE), encoding="utf-8")
    for command in ("rule", "odds"):
        code, out, err = run(command, tmp_path / "case.json", "--json", "--rules", tmp_path / "house.toml")
        assert (code, err) == (0, "")
        assert json.loads(out)["rules"] == [f"scenario: {folder}"]
    (tmp_path / "bad.toml").write_text(HEAD + "[batle]\n", encoding="utf-8")
    code, out, err = run("rule", tmp_path / "case.json", "--rules", tmp_path / "bad.toml")
    assert (code, out) == (2, "")
    assert err.startswith(f"{tmp_path / 'bad.toml'}: batle: found")


def test_the_standard_file_is_as_its_type_says():
    with (DATA / "kit_rules.toml").open("rb") as file:
        assert tomllib.load(file) == standard_data()


@pytest.mark.clause("NY 13.5.6.b", "NY 6.1.2")
def test_the_track_ends_where_own_tables_say_for_a_fleet_too(own):
    rule_tables = own("[victory_points]\nhighest = 36\n")
    position = rule_tables.scenario.start.replace(victory_points=36)
    context = RulingContext(GivenDice([6, 1]), tables=rule_tables)
    assert deploy_fleet(position, "Mediterranean", None, context).answer["victory_points"] == 36
    assert context.custom_rules


@pytest.mark.clause("NY 11.1.5", "NY 4.1.1")
def test_a_line_tells_what_is_overstacked_by_own_tables(own):
    crowd = {"add": "corps", "power": "France", "space": "Metz", "count": 8}
    position = changed(standard_rule_tables().scenario.start, [crowd])
    kits = (standard_rule_tables(), own("[stacking]\nlimit = 6\n"))
    contexts = [RulingContext(tables=rule_tables) for rule_tables in kits]
    for context in contexts:
        line_of_communication(position, Asked("Landau", "Bourbon", "line"), context)
    told = [[step.clause_id for step in context.steps] for context in contexts]
    assert ["NY 11.1.5" in clauses for clauses in told] == [False, True]
    assert [bool(context.custom_rules) for context in contexts] == [False, True]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
def test_tables_may_come_out_of_a_pipe(tmp_path):
    """It says what it has to say once; who opened it again would wait for ever."""
    text = 'format = "ninevears-rules/1"\n[battle]\nwithout_leader = 3\n'
    file, pipe, found = tmp_path / "file.toml", tmp_path / "pipe.toml", []
    file.write_text(text)
    os.mkfifo(pipe)
    Thread(target=pipe.write_text, args=(text,), daemon=True).start()
    reader = Thread(target=lambda: found.append(rule_tables_from_file(pipe)), daemon=True)
    reader.start()
    reader.join(20)
    assert [one.digest for one in found] == [rule_tables_from_file(file).digest]
