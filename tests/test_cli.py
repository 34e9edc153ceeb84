"""The command line: rulings and odds for people and for programs, and one sentence for bad input."""

import json
import os
import re
import subprocess
import sys
import threading
import time
import tomllib
import webbrowser
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from jupyter_server.services.config.manager import ConfigManager

import ninevears_kernel
from ninevears_kernel import __version__, cli, input_files
from ninevears_kernel.core.clauses import implementations
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.umpire.reports.embedded_case import embedded_in_file

SITUATION = Path(__file__).parent / "rulings" / "his_naval_combat_tie.toml"
HIS = tomllib.loads(SITUATION.read_text(encoding="utf-8"))["case"]
RALLY = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
LINE = {
    "format": "ninevears-case/1",
    "system": "NY",
    "question": "loc",
    "given": {"space": "Tournai", "side": "Bourbon", "purpose": "line"},
}
PEACE = {
    "format": "ninevears-case/1",
    "system": "NY",
    "question": "peace-roll",
    "given": {"scenario": "1688", "changes": [{"set": "year", "year": 1697}]},
}
TOML = """format = "ninevears-case/1"
system = "NY"
question = "rally"
[given]
rating = 5
"""
KEYS = {
    "format", "system", "question", "verdict", "answer", "steps", "violations", "readings", "dice", "odds",
}  # fmt: skip


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs `ninevears` with arguments as its entry point does: exit code, stdout, stderr."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["ninevears", *map(str, arguments)])
        code = 0
        try:
            cli.main()
        except SystemExit as exit:
            code = exit.code or 0
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def case(tmp_path):
    """Writes a case to a file."""

    def write(data, name="case.json"):
        path = tmp_path / name
        text = data if isinstance(data, str) else json.dumps(data)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def with_given(case, **given):
    return case | {"given": case["given"] | given}


# ---- rulings


def test_a_field_that_was_left_out_is_told_with_what_belongs_there(run, tmp_path):
    for field, belongs in (
        ("purpose", "one of these: line, reinforcement, restore, siege or victory"),
        ("space", "text"),
    ):
        given = {key: value for key, value in LINE["given"].items() if key != field}
        (tmp_path / "case.json").write_text(json.dumps(LINE | {"given": given}))
        code, _, said = run("rule", tmp_path / "case.json")
        assert code == 2
        assert f"given.{field}: found nothing, expected {belongs}." in said


def test_a_ruling_from_json(run, case):
    code, out, err = run("rule", case(RALLY))
    assert (code, err) == (0, "")
    assert "NY 13.5.4" in out
    assert "3 corps" in out


def test_a_ruling_from_toml_is_the_same(run, case):
    assert run("rule", case(TOML, "case.toml")) == run("rule", case(RALLY))


@pytest.mark.parametrize("text", [json.dumps(RALLY), TOML, "\n  " + json.dumps(RALLY, indent=2)])
def test_a_ruling_from_standard_input(text):
    done = CliRunner().invoke(cli.cli, ["rule", "-", "--json"], input=text)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["answer"]["limit"] == 3


@pytest.mark.parametrize("data", [RALLY, LINE, HIS, PEACE])
def test_a_ruling_as_json_has_the_keys_of_its_form(run, case, data):
    code, out, err = run("rule", case(data), "--json")
    assert (code, err) == (0, "")
    ruling = json.loads(out)
    assert ruling.keys() >= (KEYS if data is not PEACE else KEYS - {"answer"})  # nobody rolled
    assert ruling["format"] == "ninevears-ruling/1"
    assert (ruling["system"], ruling["question"]) == (data["system"], data["question"])
    assert ruling["verdict"] in ("legal", "illegal", "yes", "no", "result")
    for step in ruling["steps"]:
        assert step.keys() >= {"clause", "basis", "says", "values"}
        assert step["basis"] in ("text", "cross", "kit")


def test_an_illegal_action_is_a_ruling_too(run, case):
    data = {**RALLY, "question": "force", "given": {"leaders": [4, 3], "corps": 9}}
    code, out, _ = run("rule", case(data), "--json")
    assert code == 0
    ruling = json.loads(out)
    assert ruling["verdict"] == "illegal"
    for violation in ruling["violations"]:
        assert violation.keys() >= {"clause", "says", "facts", "remedy"}


def test_a_line_with_its_path(run, case):
    answer = json.loads(run("rule", case(LINE), "--json")[1])["answer"]
    assert answer["path"] == ["Tournai", "Lille", "Amiens", "Paris"]
    assert (answer["supplied"], answer["limited"], answer["source"]) == (True, False, "Paris")


def test_the_case_of_the_design(run, case):
    answer = json.loads(run("rule", case(HIS), "--json")[1])["answer"]
    assert {"attacker_dice", "defender_dice", "attacker_hits", "defender_hits", "winner"} <= answer.keys()
    assert answer["attacker_dice"] + answer["defender_dice"] == len(HIS["dice"])


# ---- odds


def fractions_add_up(odds):
    from fractions import Fraction

    for chances in odds.values():
        assert sum(Fraction(chance["probability"]) for chance in chances) == 1
        assert all(chance.keys() == {"value", "probability", "decimal"} for chance in chances)
        assert all(str(Fraction(chance["probability"])) == chance["probability"] for chance in chances)


@pytest.mark.parametrize("data", [HIS, {k: v for k, v in HIS.items() if k != "dice"}, PEACE])
def test_odds_as_json_have_odds_and_no_answer(run, case, data):
    code, out, err = run("odds", case(data), "--json")
    assert (code, err) == (0, "")
    ruling = json.loads(out)
    assert "answer" not in ruling
    assert ruling["odds"]
    fractions_add_up(ruling["odds"])


def test_odds_of_the_case_of_the_design(run, case):
    odds = json.loads(run("odds", case(HIS), "--json")[1])["odds"]
    assert {"winner", "defender_left"} <= odds.keys()
    assert {chance["value"] for chance in odds["winner"]} <= {"attacker", "defender", None}


def test_odds_as_text(run, case):
    code, out, err = run("odds", case(HIS))
    assert (code, err) == (0, "")
    assert "%" in out or "/" in out


def test_odds_of_a_question_without_dice(run, case):
    code, out, err = run("odds", case(RALLY))
    assert (code, err) == (0, "")
    assert out.strip()
    code, out, _ = run("odds", case(RALLY), "--json")
    assert code == 0
    assert json.loads(out)["odds"] == {}


# ---- bad input: one sentence, exit code 2


def without(data, name):
    return {key: value for key, value in data.items() if key != name}


BAD = {
    "broken JSON": ('{"format": ', "file", "line 1"),
    "broken TOML": ("format = ", "file", "TOML"),
    "empty": ("", "format", "nothing"),
    "a list": ("[1, 2]", "file", "[1, 2]"),
    "no format": (without(RALLY, "format"), "format", "nothing"),
    "another format": ({**RALLY, "format": "ninevears-case/2"}, "format", "'ninevears-case/2'"),
    "unknown system": ({**RALLY, "system": "ZZ"}, "system", "'ZZ'"),
    "unknown question": ({**RALLY, "question": "raly"}, "question", "'raly'"),
    "no question": (without(RALLY, "question"), "question", "nothing"),
    "unknown key": ({**RALLY, "colour": 1}, "colour", "1"),
    "unknown field": (with_given(RALLY, ratng=5), "given.ratng", "5"),
    "missing field": ({**RALLY, "given": {}}, "given.rating", "nothing"),
    "wrong type": (with_given(RALLY, rating="five"), "given.rating", "'five'"),
    "out of range": (with_given(RALLY, rating=0), "given.rating", "0"),
    "given is a list": ({**RALLY, "given": [5]}, "given", "[5]"),
    "unknown space": (with_given(LINE, space="Tournay"), "given.space", "'Tournay'"),
    "unknown side": (with_given(LINE, side="France"), "given.side", "'France'"),
    "power wanted": (with_given(LINE, purpose="restore"), "given.power", "nothing"),
    "power of the enemy": (with_given(LINE, power="Spain"), "given.power", "'Spain'"),
    "bad change": (with_given(LINE, changes=[{"set": "year", "year": 1}]), "given.changes[0].year", "1"),
    "bad position": (with_given(LINE, position={"format": "x"}), "given.position.format", "'x'"),
    "scenario": (with_given(LINE, scenario="1701"), "given.scenario", "'1701'"),
    "unknown reading": ({**LINE, "readings": {"red-link": "any"}}, "readings", "'red-link'"),
    "unknown option": ({**LINE, "readings": {"red-links": "some"}}, "readings.red-links", "'some'"),
    "dice missing": ({**HIS, "dice": HIS["dice"][:-1]}, "dice", ""),
    "no dice at all": ({**HIS, "dice": []}, "dice", ""),
    "dice left over": ({**HIS, "dice": [*HIS["dice"], 1]}, "dice", ""),
    "dice nobody asked for": ({**RALLY, "dice": [1]}, "dice", ""),
    "die out of range": ({**HIS, "dice": [7, *HIS["dice"][1:]]}, "dice[0]", "7"),
    "die of 0": ({**HIS, "dice": [*HIS["dice"][:-1], 0]}, "dice[16]", "0"),
    "die in words": ({**HIS, "dice": ["six", *HIS["dice"][1:]]}, "dice[0]", "'six'"),
    "dice is a number": ({**HIS, "dice": 6}, "dice", "6"),
    "seed in words": ({**HIS, "dice": None, "seed": "luck"}, "seed", "'luck'"),
    "nested deeply": ("[" * 100_000, "file", ""),
    "NaN": ('{"format": NaN}', "file", ""),
    "zero bytes": ("\0\0\0", "file", ""),
}


def one_sentence(code, out, err, path, field, found):
    assert code == 2
    assert out == ""
    assert err.endswith("\n")
    assert len(err.strip().splitlines()) == 1
    assert "Traceback" not in err
    assert str(path) in err
    assert f"{field}: found " in err
    assert found in err
    assert "expected" in err


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_sentence(run, case, name):
    data, field, found = BAD[name]
    path = case(data, "case.toml" if name == "broken TOML" else "case.json")
    one_sentence(*run("rule", path), path, field, found)


def test_bad_input_is_one_sentence_for_odds_too(run, case):
    path = case(with_given(LINE, space="Tournay"))
    one_sentence(*run("odds", path, "--json"), path, "given.space", "'Tournay'")


def test_a_misspelt_space_is_answered_with_the_nearest(run, case):
    assert "did you mean Tournai" in run("rule", case(with_given(LINE, space="Tournay")))[2]


def test_a_file_that_is_not_there(run, tmp_path):
    path = tmp_path / "nowhere.json"
    one_sentence(*run("rule", path), path, "file", "No such file")


def test_a_folder(run, tmp_path):
    one_sentence(*run("rule", tmp_path), tmp_path, "file", "irectory")


def test_a_binary_file(run, tmp_path):
    path = tmp_path / "case.json"
    path.write_bytes(bytes(range(256)))
    one_sentence(*run("rule", path), path, "file", "")


def test_broken_standard_input_is_named():
    command = [sys.executable, "-m", "ninevears_kernel", "rule", "-"]
    done = subprocess.run(
        command, input="{", capture_output=True, text=True, cwd=Path(cli.__file__).parents[1], check=False
    )
    one_sentence(done.returncode, done.stdout, done.stderr, "standard input", "file", "")


@pytest.mark.parametrize("arguments", [["rule"], ["rule", "a", "b"], ["umpire"], ["rule", "a", "--xml"]])
def test_a_wrong_command_is_exit_2(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "Usage" in err


@pytest.mark.parametrize(
    "arguments", [["--help"], ["rule", "-h"], ["odds", "-h"], ["clauses", "-h"], ["lab", "-h"]]
)
def test_help(run, arguments):
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert "Usage" in out


def test_version(run):
    assert __version__ in run("--version")[1]


# ---- clauses

TESTS = Path(__file__).parent


def test_clauses_of_one_system(run):
    code, out, _ = run("clauses", "--system", "HIS", "--tests", TESTS)
    assert code == 0
    assert "HIS NC.8.b" in out
    assert "NY 11.1.1" not in out


def test_clauses_of_the_game_are_listed(run):
    _, out, _ = run("clauses", "--system", "NY", "--tests", TESTS)
    assert "NY 11.1.1" in out
    assert "nine_years" in out


def test_gaps_are_exit_1(run, tmp_path):
    code, out, _ = run("clauses", "--json", "--tests", tmp_path)
    data = json.loads(out)
    assert code == (1 if data["gaps"] else 0)
    known = {entry["clause"]: entry for entry in data["clauses"]}
    assert all(not known[id]["code"] and not known[id]["tests"] for id in data["gaps"])


def test_a_system_with_gaps_is_exit_1(run):
    _, out, _ = run("clauses", "--json", "--tests", TESTS)
    systems = {id.split()[0] for id in json.loads(out)["gaps"]}
    for system in ("NY", "HIS", "VQ", "MP"):
        assert run("clauses", "--system", system, "--tests", TESTS)[0] == (1 if system in systems else 0)


def test_clauses_as_json_document_the_questions(run):
    _, out, _ = run("clauses", "--json", "--tests", TESTS)
    asked = {(entry["system"], entry["question"]): entry for entry in json.loads(out)["questions"]}
    line = asked["NY", "loc"]
    assert {"supplied", "limited", "path", "source", "restored_by"} <= line["answer"].keys()
    text = json.dumps(line["given"])
    assert all(f'"{name}"' in text for name in ("space", "side", "purpose", "power", "changes", "position"))
    assert "winner" in asked["HIS", "naval-combat"]["odds_of"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["14.6"], ["NY 14.6.1", "NY 14.6.2"]),
        (["14.6.2"], ["NY 14.6.2"]),
        (["NY", "14.6.2"], ["NY 14.6.2"]),
        (["ny 14.6.2"], ["NY 14.6.2"]),
        (["1"], []),  # neither 14 nor 17
        (["--system", "HIS", "nc.8"], ["HIS NC.8.a", "HIS NC.8.b", "HIS NC.8.c"]),
        (["interception", "ROLL", "--system", "NY"], ["NY 14.6.2"]),
        (["campaign.avoidance._slips_away"], ["NY 14.4", "NY 14.7.2", "NY 17.1"]),
    ],
    ids=" ".join,
)
def test_clauses_are_found_by_number_by_words_and_by_their_code(run, words, found):
    code, out, _ = run("clauses", *words, "--json", "--tests", TESTS)
    data = json.loads(out) if out else {"clauses": []}
    assert [entry["clause"] for entry in data["clauses"]] == found
    assert code == (0 if found else 1)


def test_a_clause_that_is_sought_tells_file_and_line_of_its_code(run, monkeypatch):
    monkeypatch.chdir(Path(ninevears_kernel.__file__).parents[1])
    _, out, _ = run("clauses", "NY 14.7.2", "--tests", TESTS)
    places = re.findall(r"carried out in (\S+):(\d+) \((\w+)\)$", out, re.MULTILINE)
    assert len(places) == len(implementations("NY 14.7.2"))
    for file, line, function in places:
        source = Path(file).read_text(encoding="utf-8").splitlines()
        begins = "\n".join(source[int(line) - 1 : int(line) + 5])
        assert begins.startswith("@")
        assert f"def {function}(" in begins
    assert "test_interception.py" in out


def test_words_that_no_clause_has_are_told(run):
    code, out, err = run("clauses", "blunderbuss")
    assert (code, out) == (1, "")
    assert "blunderbuss" in err


def test_without_words_the_list_is_that_of_every_clause_and_question(run):
    _, out, _ = run("clauses", "--json", "--system", "HIS", "--tests", TESTS)
    data = json.loads(out)
    assert "places" not in data["clauses"][0]
    assert data["questions"]


def test_an_unknown_system_is_exit_2(run):
    code, out, err = run("clauses", "--system", "XX")
    assert (code, out) == (2, "")
    assert err.startswith("system: found 'XX', expected")


# ---- lab


def test_nothing_of_jupyters_own_covers_the_page(run, tmp_path, monkeypatch):
    """The settings that JupyterLab finds where `ninevears lab` tells it to look, as its server reads them."""
    started = {}
    monkeypatch.setattr(subprocess, "call", lambda arguments, env: started.update(env, given=arguments) or 0)
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "none"))
    run("lab", "--no-browser", "--folder", tmp_path / "notebooks")
    assert "--LabApp.news_url=None" in started["given"]
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", started["JUPYTER_CONFIG_PATH"])
    found = ConfigManager(config_dir_name="labconfig").get("default_setting_overrides")
    assert found == {
        "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}
    }
    root = Path(__file__).parents[1]
    [copied] = re.findall(r"^cp (\S+)", (root / "binder" / "postBuild").read_text(encoding="utf-8"), re.M)
    assert json.loads((root / copied).read_text(encoding="utf-8")) == found


@pytest.mark.parametrize("old", ["13_siege.ipynb", "06_siege.ipynb"])
def test_a_lesson_opens_as_a_page_under_its_old_name_too(run, tmp_path, monkeypatch, old):
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "06_siege.ipynb").write_text("{}", encoding="utf-8")
    shown = []
    app = SimpleNamespace(Voila=SimpleNamespace(launch_instance=lambda given, **_: shown.append(given[0])))
    monkeypatch.setitem(sys.modules, "voila.app", app)
    code, _, err = run("page", tmp_path / "lessons" / old)
    assert (code, shown) == (0, [str(tmp_path / "lessons" / "06_siege.ipynb")]), err
    assert run("page", tmp_path / "lessons" / "99_nothing.ipynb")[0] == 2


@pytest.fixture
def called(monkeypatch, tmp_path):
    """What `ninevears lab` would start, and a folder with an index to start it in."""
    calls = []
    monkeypatch.setattr(subprocess, "call", lambda arguments, env: calls.append(arguments) or 0)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "index.ipynb").write_text("{}", encoding="utf-8")
    return calls


def test_lab_opens_the_index(run, called, tmp_path, monkeypatch):
    monkeypatch.setattr(webbrowser, "get", lambda: object())
    code, _, err = run("lab")
    [arguments] = called
    assert (code, err) == (0, "")
    assert arguments[:4] == [sys.executable, "-m", "jupyter", "lab"]
    assert f"--ServerApp.root_dir={(tmp_path / 'notebooks').resolve()}" in arguments
    assert "--LabApp.default_url=/lab/tree/index.ipynb" in arguments
    assert "--no-browser" not in arguments


def test_lab_without_a_browser_says_where_to_look(run, called, monkeypatch):
    def none():
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    _, _, err = run("lab")
    assert "--no-browser" in called[0]
    assert "address" in err


def test_lab_can_be_told_to_open_nothing(run, called, monkeypatch):
    monkeypatch.setattr(webbrowser, "get", lambda: object())
    run("lab", "--no-browser")
    assert "--no-browser" in called[0]


def test_lab_hands_on_the_exit_code(run, called, monkeypatch):
    monkeypatch.setattr(subprocess, "call", lambda arguments, env: 3)
    assert run("lab", "--no-browser")[0] == 3


def test_lab_keeps_what_the_reader_has(run, called, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "index.ipynb").write_text("my own", encoding="utf-8")
    run("lab", "--no-browser", "--folder", mine)
    assert f"--ServerApp.root_dir={mine.resolve()}" in called[0]
    assert (mine / "index.ipynb").read_text(encoding="utf-8") == "my own"


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "cp437"])
def test_signs_that_an_encoding_lacks_have_others_in_their_place(encoding):
    told = subprocess.run(
        [sys.executable, "-m", "ninevears_kernel", "aid"],
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    ).stdout.decode(encoding)
    assert "**-1** across a red link" in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_in_a_sentence():
    with open("/dev/full", "w") as full:
        told = subprocess.run(
            [sys.executable, "-m", "ninevears_kernel", "aid"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (told.returncode, told.stderr.count("\n")) == (2, 1)
    assert "No space left on device" in told.stderr


# ---- nothing to read from


def _ruled(path, **more):
    command = [sys.executable, "-m", "ninevears_kernel", "rule", str(path)]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=60, check=False, **more)


@pytest.mark.skipif(os.name != "posix", reason="closes a standard input as other systems do")
def test_a_closed_standard_input_is_told_in_a_sentence():
    told = _ruled("-", preexec_fn=lambda: os.close(0))
    assert (told.returncode, told.stderr.count("\n")) == (2, 1)
    assert "standard input, which is closed" in told.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
@pytest.mark.parametrize("writer", [False, True])
def test_a_silent_pipe_is_told_and_not_waited_for_for_ever(tmp_path, monkeypatch, writer):
    monkeypatch.setattr(input_files, "SILENCE", 0.1)
    pipe = tmp_path / "case.json"
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR) if writer else None
    begun = time.monotonic()
    with pytest.raises(BadInput, match="a pipe that has said nothing"):
        input_files.read_text(pipe)
    with pytest.raises(BadInput, match="a pipe that has said nothing"):
        embedded_in_file(pipe)
    assert time.monotonic() - begun < 5
    if held is not None:
        os.close(held)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
def test_a_pipe_that_speaks_late_is_read(tmp_path):
    pipe = tmp_path / "case.json"
    os.mkfifo(pipe)

    def speak():
        with pipe.open("w") as file:
            for part in json.dumps(RALLY).partition(","):
                time.sleep(0.1)
                file.write(part)
                file.flush()

    threading.Thread(target=speak).start()
    assert input_files.read_data(pipe) == RALLY
