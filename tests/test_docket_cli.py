"""`ninevears docket`: cases kept, found, shown, decided and adopted on the command line."""

import json
import os
import signal
import sys

import docket_cases
import pytest
from click.testing import CliRunner

from ninevears_kernel import cli
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.umpire.docket.commands import DEFAULT_PLACE, Interrupt
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.store import DEFAULT

GARRISON = docket_cases.GARRISON | {"title": "A garrison \x1b[31m under siege"}


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs `ninevears docket` in an empty folder as its entry point does: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NINEVEARS_DOCKET", raising=False)
    (tmp_path / "case.json").write_text(json.dumps(GARRISON))

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["ninevears", "docket", *map(str, arguments)])
        code = 0
        try:
            cli.main()
        except SystemExit as exit:
            code = exit.code or 0
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_the_default_place_is_named_once():
    assert DEFAULT_PLACE == DEFAULT == "umpire-docket.sqlite"


def test_from_the_case_to_the_precedent(run, tmp_path):
    log = tmp_path / "war.txt"
    log.write_text(Game.new(seed=3).log)
    assert run("game", "Anna against Ben", log, "--by", "Anna") == (0, "Kept as number 1 of game 1.\n", "")
    code, out, err = run(
        "add", "case.json", "--by", "Anna", "--game", "1", "--claim", "Bourbon=It is cut = lost"
    )
    assert (code, err) == (0, "")
    assert "2: case" in out
    assert "In game 1: Anna against Ben" in out
    assert "Bourbon claims: It is cut = lost" in out
    assert "NY 17.3" in out
    assert "\x1b" not in out
    assert (tmp_path / DEFAULT).exists()

    save = tmp_path / "save.json"
    save.write_text(json.dumps(position_to_data(scenario_1688())))
    arguments = ("--override", "--reason", "The sea is open", "--verdict", "yes", "--position", save)
    code, out, _ = run("decide", "2", "--by", "Anna", *arguments)
    assert code == 0
    assert "Case 2: the ruling is overridden. The sea is open" in out
    assert "It sets the position." in out
    run("add", "case.json", "--game", "1")
    code, out, _ = run(
        "search", "--clause", "NY 17.3", "--words", "GARRISON", "--game", "anna", "--question", "loc"
    )
    assert [line.split()[0] for line in out.splitlines()] == ["No.", "4*", "2", "*", "(!)"]
    assert "\x1b" not in out
    assert "Rests on the override 3." in run("show", "4")[1]
    assert "These rest on it: 4." in run("show", "3")[1]

    code, out, err = run("adopt", "2", "--reading", "besieged-garrison=limited", "--dry-run")
    assert code == 0
    assert "3 cases and games judged again." in out
    assert "2 verdicts or results would change." in out
    code, out, err = run(
        "adopt", "2", "--reading", "besieged-garrison=limited", "--by", "Anna", "--reason", "agreed", "--yes"
    )
    assert (code, "5: precedent" in out) == (0, True)
    assert run("in-force") == (0, "besieged-garrison = limited\n", "")
    assert run("in-force", "--on", "2001-01-01")[1] == "Only the defaults are in force.\n"
    assert [line.split()[0] for line in run("list", "--most", "2")[1].splitlines()] == ["No.", "5", "4"]
    assert all("Written (UTC)" in run(command)[1].splitlines()[0] for command in ("list", "search"))
    assert "(UTC)" in run("show", "1")[1].splitlines()[0]
    assert run("verify") == (0, "Every entry is as it was written.\n", "")
    assert run("show", "1")[1].rstrip().endswith(log.read_text().rstrip())


def test_json(run):
    assert json.loads(run("add", "case.json", "--json")[1])["ruling"]["verdict"] == "no"
    assert json.loads(run("decide", "1", "--by", "Anna", "--json")[1])["kind"] == "follow"
    assert [case["number"] for case in json.loads(run("search", "--json")[1])] == [1]
    assert [line["kind"] for line in json.loads(run("list", "--json")[1])] == ["decision", "case"]
    assert json.loads(run("show", "1", "--json")[1])["case"] == GARRISON
    arguments = (
        "adopt",
        "1",
        "--reading",
        "besieged-garrison=limited",
        "--by",
        "Anna",
        "--reason",
        "x",
        "--json",
    )
    looked = json.loads(run(*arguments)[1])
    assert looked["complete"]
    assert [each["number"] for each in looked["changed"]] == [1]
    assert json.loads(run(*arguments, "--yes")[1])["change"]["readings"] == {"besieged-garrison": "limited"}
    assert json.loads(run("in-force", "--json")[1])["precedents"] == [3]


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("list",), 2, "There is no docket at umpire-docket.sqlite."),
        (("show", "1"), 2, "There is no docket"),
        (("list", "--docket", "foo://bar"), 2, "docket: found 'foo://bar'"),
        (("list", "--docket", "case.json"), 2, "case.json is not a docket"),
        (("add", "case.json", "--docket", "no/docket.sqlite"), 2, "no such folder"),
        (("add", "none.json"), 2, "none.json: file: found"),
        (("add", "case.json", "--claim", "It is cut"), 2, "claim: found 'It is cut', expected PLAYER=CLAIM"),
        (("add", "case.json", "--game", "7"), 2, "There is no game 7"),
        (("game", "G", "case.json"), 2, "format: found 'ninevears-case/1'"),
    ],
)
def test_errors_are_one_sentence(run, arguments, code, why):
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert why in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("show", "9"), "There is no entry 9"),
        (("decide", "1", "--override"), "reason: found ''"),
        (("adopt", "1", "--yes"), "change: found none"),
        (("adopt", "1", "--reading", "odd-hit", "--yes"), "expected NAME=OPTION"),
        (("adopt", "1", "--rule", "stacking.limit", "--yes"), "expected SECTION.LINE=VALUE"),
        (
            ("adopt", "1", "--reading", "odd-hit=parity", "--reason", "x", "--yes"),
            "Case 1 is not decided yet",
        ),
        (("search", "--since", "soon"), "since: found 'soon'"),
        (("in-force", "--on", "soon"), "on: found 'soon'"),
    ],
)
def test_errors_of_a_docket_with_a_case(run, arguments, why):
    run("add", "case.json")
    code, _, err = run(*arguments)
    assert code == 2
    assert why in err
    assert run("list")[1].count("\n") == 2


def test_the_place_may_stand_in_the_environment(run, monkeypatch):
    monkeypatch.setenv("NINEVEARS_DOCKET", "other.sqlite")
    run("add", "case.json")
    assert Docket.open("other.sqlite", create=False).case(1).title == GARRISON["title"]


def test_adopting_asks_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    docket = Docket.open()
    docket.add_case(GARRISON)
    docket.decide(1, by="Anna")
    arguments = [
        "docket",
        "adopt",
        "1",
        "--reading",
        "besieged-garrison=limited",
        "--reason",
        "x",
        "--by",
        "Anna",
    ]
    assert CliRunner().invoke(cli.cli, arguments, input="n\n").exit_code == 0
    assert docket.precedents() == ()
    assert CliRunner().invoke(cli.cli, arguments, input="y\n").exit_code == 0
    assert [each.case for each in docket.precedents()] == [1]


def test_ctrl_c_stops_the_search_and_adopts_nothing(run, monkeypatch):
    run("add", "case.json")
    run("decide", "1", "--by", "Anna")
    wanted = Interrupt.wanted

    def press(self):
        os.kill(os.getpid(), signal.SIGINT)
        return wanted(self)

    monkeypatch.setattr(Interrupt, "wanted", press)
    before = signal.getsignal(signal.SIGINT)
    code, out, _ = run("adopt", "1", "--reading", "besieged-garrison=limited", "--reason", "x", "--by", "A")
    assert (code, "The search was stopped; there may be more." in out) == (1, True)
    assert signal.getsignal(signal.SIGINT) is before
    assert Docket.open().precedents() == ()


def test_an_entry_that_was_changed_is_told(run, tmp_path):
    import sqlite3

    run("add", "case.json")
    with sqlite3.connect(tmp_path / DEFAULT) as connection:
        connection.execute("DROP TRIGGER docket_cases_no_update")
        connection.execute("UPDATE docket_cases SET verdict = 'yes'")
    assert run("verify") == (1, "Entry 1 was changed after it was written.\n", "")


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--system", "XX", "system: found 'XX', expected one of these: HIS, MP, NY or VQ."),
        ("--verdict", "foo", "'foo' is not one of"),
        ("--since", "yesterday", "yesterday"),
    ],
)
def test_what_no_case_can_be_is_not_searched_for(run, option, value, told):
    run("add", "case.json")
    code, _, err = run("search", option, value)
    assert code == 2
    assert told in err
    assert run("search", "--system", "ny", "--verdict", "illegal")[0] == 0


def test_two_claims_of_one_player_are_told(run):
    code, _, err = run("add", "case.json", "--claim", "Bourbon=x", "--claim", "Bourbon = y")
    assert code == 2
    assert "expected one claim of Bourbon" in err


def test_what_is_legal_is_not_taken_back_without_a_word(run, tmp_path):
    given = {"leaders": [5, 3], "corps": 7}
    force = {"format": "ninevears-case/1", "system": "NY", "question": "force", "given": given}
    (tmp_path / "force.json").write_text(json.dumps(force))
    run("add", "force.json")
    back = ("decide", "1", "--by", "Anna", "--remedy", "take-back")
    code, out, err = run(*back)
    assert (code, out) == (2, "")
    assert "remedy: found 'take-back', expected stand, or no remedy, since what was played is right" in err
    code, out, _ = run(*back, "--remedy-says", "Both asked for it.")
    assert code == 0
    overridden = ("--override", "--reason", "The third leader had moved.", "--verdict", "illegal")
    assert run(*back, "--corrects", "2", *overridden)[0] == 0


TOULON = """Subject: Nine Years - Toulon fleet

Karin here, I have the Bourbons. In the second round I put the Toulon fleet out. I rolled a 3, Owen
rolled a 4. We cannot agree about the counter. I say my fleet has strength 2. Owen says it is only
strength 1, because it was flipped last winter. All else is as in the 1688 setup.
Who gets the sea zone?
"""


def test_from_a_mail_with_a_dispute_to_a_letter(run, tmp_path):
    """The umpire finds for a version; the case, and for whom and why, go into the docket as they are."""
    (tmp_path / "toulon.txt").write_text(TOULON)

    def mail(*options):
        done = CliRunner().invoke(cli.cli, ["mail", "toulon.txt", *options])
        return done.exit_code, done.output, str(done.exception or "")

    find = ("--find", "strength=2", "--why", "The counter lies so.")
    out = ("--case-out", "found.json", "--facts-out", "facts.json")
    _, told, error = mail(*find, *out)
    assert "To be asked: Who rolled which dice" in told
    assert "found 1 open point" in error
    assert not (tmp_path / "found.json").exists(), "nothing is written before all is answered"
    assert mail(*find, *out, "--tell", "dice=3,4")[0] == 0
    for version in ("strength=Bourbon", "strength=2:bourbon"):
        assert '"strength": 2' in mail("--find", version, "--as-it-stands")[1]
    for wrong, why in (
        (("--find", "strength=3"), "expected one version of strength: 2:Bourbon or 1:Owen"),
        (("--find", "place=sea"), "--against place=VALUE:WHO"),
        (("--find", "place=sea", "--against", "place=port"), "expected VALUE:WHO"),
        (("--find", "strength"), "expected KIND=VALUE"),
        (("--tell", "dice"), "expected KEY=VALUE"),
    ):
        assert why in mail(*wrong)[2], wrong
    assert run("add", "found.json", "--from", "Karin")[0] == 0
    assert run("decide", "1", "--by", "Anna", "--facts", "facts.json")[0] == 0
    letter = run("letter", "2")[1]
    assert "- found: The fleet has strength 2. As the Bourbons had it. The counter lies so." in letter
    typed = tmp_path / "typed.json"
    typed.write_text('[{"status": "found", "says": "Strength: 2.", "wy": "So."}]')
    assert "facts[0].wy" in run("decide", "1", "--by", "Anna", "--corrects", "2", "--facts", typed)[2]


def test_a_dispute_that_no_mail_was_read_to_have_is_told_by_both_versions(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corfu.txt").write_text(
        "Here I Stand. The Ottomans attacked my Venetian fleet in the port of Corfu. He had four squadrons "
        "with Barbarossa, "
        "I had three squadrons and no leader. No cards. Who won?\nDario"
    )
    options = ("--find", "place=port:Venice", "--against", "place=sea:Ottoman", "--why", "So the log.")
    options += ("--tell", "attacker.leaders=[2]")
    done = CliRunner().invoke(
        cli.cli, ["mail", "corfu.txt", *options, "--facts-out", "f.json", "--as-it-stands"]
    )
    assert done.exit_code == 0, done.output
    facts = json.loads((tmp_path / "f.json").read_text())
    found, rating = (one for one in facts if one["status"] == "found")
    assert rating["says"] == "Attacker: a leader of battle rating 2."
    assert "The leader of the Ottoman side is Barbarossa." in [one["says"] for one in facts]
    assert (found["for"], found["why"], found["other"]["by"]) == ("Venice", "So the log.", "Ottoman")
