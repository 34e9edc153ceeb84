"""The log of a war: text that plays to the same position, and a bad entry that is told with its line."""

import json
import sys

import pytest
from hypothesis import given, settings, strategies as st
from walks import a_walk, walk

from ninevears_kernel import cli
from ninevears_kernel.core.errors import BadEntry, BadInput
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import load_log, read_log, replayed
from ninevears_kernel.nine_years.games.log_text import save_log
from ninevears_kernel.nine_years.games.save import position_to_data, save_position
from ninevears_kernel.nine_years.games.view import for_seat


@pytest.fixture(scope="module")
def game() -> Game:
    """A war after 60 choices, with rolls in it."""
    game = a_walk(11, 60)
    assert any(entry.rolls for entry in game.entries)
    return game


def changed(game: Game, number: int, line: str | None) -> str:
    """The log with another line in the place of one (counted from 1), or without it."""
    lines = game.log.split("\n")
    lines[number - 1 : number] = [] if line is None else [line]
    return "\n".join(lines)


def line_of(game: Game, wanted) -> tuple[int, str]:
    """The first line of the log of which something holds, with its number."""
    return next((number, line) for number, line in enumerate(game.log.split("\n"), 1) if wanted(line))


# ---- there and back


@given(st.integers(0, 30), st.integers(0, 120))
@settings(max_examples=25)
def test_a_log_plays_to_the_same_position(seed, choices):
    game = a_walk(seed, choices)
    again = read_log(game.log)
    assert json.dumps(position_to_data(again.position)) == json.dumps(position_to_data(game.position))
    assert again.log == game.log
    assert again.entries == game.entries
    assert again.steps == game.steps
    assert walk(again, 20).position == walk(game, 20).position


def test_a_whole_war():
    game = a_walk(4, 5000, recorded=False)
    assert game.result is not None
    again = read_log(game.log, recorded=False)
    assert (again.position, again.log, again.result) == (game.position, game.log, game.result)


def test_it_reads_like_this():
    game = Game.new(1688)
    game.remarks = {"title": "A short war", "players": "Anna (Bourbon), Ben (Alliance)", "date": "May 2025"}
    game.choose("first Alliance")
    assert game.log.startswith("""\
ninevears-log/2
scenario: 1688
seed: 1688
reading: barcelona = none
title: A short war
players: Anna (Bourbon), Ben (Alliance)
date: May 2025

# 1688, event phase
Bourbon: first Alliance
""")


def test_remarks_come_back():
    game = a_walk(1, 3)
    game.remarks = {"title": "a: b # c", "players": "", "date": "1\n2"}
    again = read_log(game.log)
    assert again.remarks == {"title": "a: b # c", "date": "1\\n2"}
    assert again.log == game.log


def test_it_may_be_typed_by_hand(game):
    typed = game.log.replace("Bourbon: ", "  BOURBON :  ").replace("\n", "   \r\n")
    typed = "\ufeff" + typed.replace("first ", "FIRST ", 1) + "\n# that is all\n\n"
    assert read_log(typed).position == game.position
    bare = "\n".join(
        line.partition("  (")[0].strip() for line in game.log.split("\n") if not line.startswith("#")
    )
    assert read_log(bare).log == game.log
    remarked = game.log.replace("\nBourbon: first Alliance\n", "\nBourbon: first Alliance  # why?\n")
    assert read_log(remarked).log == game.log


@pytest.mark.parametrize("blank", [" ", "\t"])
def test_what_follows_a_number_sign_is_a_remark_on_every_line_of_play_and_of_the_head(game, blank):
    lines = [
        line if not line or line.startswith(("ninevears", "#")) else f"{line}{blank}# so it was"
        for line in game.log.split("\n")
    ]
    assert read_log("\n".join(lines)).log == game.log


def test_a_lost_bracket_behind_a_roll_does_not_matter(game):
    assert read_log(game.log.replace(")\n", "\n")).log == game.log


def test_from_any_position(game):
    later = walk(Game.from_position(game.position), 30)
    again = read_log(later.log)
    assert "\nposition: {" in later.log
    assert (again.position, again.log) == (later.position, later.log)


def test_readings_stand_in_the_head():
    game = walk(Game.new(3, readings={"savoy-leaders": "pass", "red-links": "any"}), 30)
    assert "\nreading: red-links = any\nreading: savoy-leaders = pass\n" in game.log
    again = read_log(game.log)
    assert (again.readings, again.position) == (game.readings, game.position)
    assert again.log == game.log


def test_a_log_of_a_day_with_another_default_replays_as_it_was_played():
    """Since Barcelona is nobody's capital by default a log says so; one that says nothing is older."""
    now = walk(Game.new(3), 30)
    assert "\nreading: barcelona = none\n" in now.log
    assert read_log(now.log).engine.reading("barcelona") == "none"
    then = walk(Game.new(3, readings={"barcelona": "spain"}), 30)
    assert "reading:" not in then.log
    again = read_log(then.log)
    assert (again.readings, again.position, again.log) == ({"barcelona": "spain"}, then.position, then.log)
    [*_, in_force] = replayed(then.log, in_force={"barcelona": "none"})  # as a docket has ruled it
    assert in_force.engine.reading("barcelona") == "none"


def test_a_file_is_written_whole(game, tmp_path, monkeypatch):
    path = tmp_path / "war.log"
    save_log(game, path)
    before = path.read_bytes()
    assert load_log(path).log == game.log
    monkeypatch.setattr("os.replace", _fails)
    with pytest.raises(BadInput, match=r"war.log.*disk"):
        save_log(Game.new(2), path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["war.log"]


def _fails(*_):
    raise OSError("disk")


def test_it_is_handed_out_after_each_entry(game):
    lengths = [len(one) for one in replayed(game.log)]
    assert lengths == list(range(61))


# ---- bad entries


@pytest.mark.clause("NY 8.0")
def test_an_illegal_choice_is_told_with_line_clauses_and_options(game):
    number, line = line_of(game, lambda line: ": restore" in line or ": raise" in line)
    side = line.partition(":")[0]
    with pytest.raises(BadEntry) as bad:
        read_log(changed(game, number, f"{side}: raise Spain, Paris, full"))
    error = bad.value
    assert (error.line, error.entry) == (number, f"{side}: raise Spain, Paris, full")
    assert error.violations
    assert line.partition(": ")[2] in error.options
    assert str(error).startswith(f"line {number}: found '{side}: raise Spain, Paris, full'")
    assert all(violation.clause_id in str(error) for violation in error.violations)


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ("{side}: fly Paris", "expected a verb"),
        ("{side}: campaign Tournay", "did you mean Tournai"),
        ("{side}:", "expected a verb"),
        ("{enemy}: {text}", "It is the {side} side that chooses here"),
        ("{text}", "A choice by the {side} side is expected here"),
        ("seed: 7", "A choice by the {side} side is expected here"),
        ("roll 3", "No die is rolled here"),
        ("France: {text}", "A choice by the {side} side is expected here"),
    ],
)
def test_what_stands_in_the_place_of_a_choice(game, other, told):
    number, line = next(
        (number, line)
        for number, line in enumerate(game.log.split("\n"), 1)
        if ": restore" in line or ": raise" in line
    )
    side, _, text = line.partition(": ")
    values = {"side": side, "enemy": "Alliance" if side == "Bourbon" else "Bourbon", "text": text}
    with pytest.raises(BadEntry) as bad:
        read_log(changed(game, number, other.format(**values)))
    assert bad.value.line == number
    assert told.format(**values) in str(bad.value)


def test_a_wrong_a_missing_and_an_extra_roll(game):
    number, line = line_of(game, lambda line: line.startswith("  roll"))
    face = int(line.split()[1])
    for other in (f"  roll {face % 6 + 1}", None, "  roll 7", "  role 3"):
        with pytest.raises(BadEntry) as bad:
            read_log(changed(game, number, other))
        assert bad.value.line >= number
        assert f"a roll of {face} here" in str(bad.value)
    with pytest.raises(BadEntry, match="No die is rolled here"):
        read_log(changed(game, number, f"{line}\n{line}\n{line}\n{line}\n{line}\n{line}\n{line}"))
    with pytest.raises(BadEntry, match=f"a roll of {face} here"):
        read_log("\n".join(game.log.split("\n")[: number - 1]))


def test_nothing_follows_the_end():
    game = a_walk(4, 5000, recorded=False)
    with pytest.raises(BadEntry, match="The war is over"):
        read_log(game.log + "Bourbon: pass\n")


# ---- bad heads


@pytest.mark.parametrize(
    ("number", "line", "told"),
    [
        (1, "ninevears-log/3", "line 1: found 'ninevears-log/3'"),
        (1, None, "line 1: found 'scenario: 1688'"),
        (2, None, "scenario: found nothing"),
        (2, "scenario: 1701", "line 2: scenario: found '1701'"),
        (3, None, "seed: found nothing"),
        (3, "seed: luck", "line 3: seed: found 'luck'"),
        (3, "seed: -1", "line 3: seed: found '-1'"),
        (3, "seed: 99999999999999999999", "line 3: seed: found"),
        (3, "seed: 11\nseed: 11", "line 4: found 'seed'"),
        (3, "sead: 11", "line 3: found 'sead', expected a line of the head"),
        (3, "seed: 11\nwhat is this", "line 4: found 'what is this'"),
        (3, "seed: 11\nreading: red = any", "line 4.readings: found 'red'"),
        (3, "seed: 11\nreading: red-links = some", "line 4.readings.red-links: found 'some'"),
        (3, "seed: 11\nposition: {}", "line 2: found 'scenario'"),
        (3, "seed: 11\nrules: mine.toml 12", "rules: found nothing, expected .* mine.toml"),
    ],
)
def test_a_bad_head_is_told_with_its_line(game, number, line, told):
    with pytest.raises(BadInput, match=told):
        read_log(changed(game, number, line))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("{", "line 2: position: found"),
        ("[]", "line 2: position: found"),
        ("{}", "line 2: position.format: found nothing"),
        ("[" * 10_000, "line 2: position: found"),
    ],
)
def test_a_bad_position_in_the_head(value, told):
    with pytest.raises(BadInput, match=told):
        read_log(f"ninevears-log/1\nposition: {value}\n")


# ---- the command line


@pytest.fixture
def run(monkeypatch, capsys):
    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["ninevears", *map(str, arguments)])
        with pytest.raises(SystemExit) as exit:
            cli.main()
        return exit.value.code or 0, *capsys.readouterr()

    return run


def test_replay_of_a_whole_war(run, tmp_path):
    game = a_walk(4, 5000, recorded=False)
    game.remarks["title"] = "A war by chance"
    save_log(game, tmp_path / "war.log")
    code, out, err = run("replay", tmp_path / "war.log")
    assert (code, err) == (0, "")
    assert out.startswith("title: A war by chance\n")
    assert "1688: " in out
    assert f"The {game.result.winner} side wins" in out
    code, out, _ = run("replay", tmp_path / "war.log", "--json")
    data = json.loads(out)
    assert (code, data["bad_entry"], data["choices"]) == (0, None, len(game))
    assert data["result"] == {
        "winner": game.result.winner,
        "level": game.result.level,
        "how": game.result.how,
    }
    assert [row["year"] for row in data["victory_points"]] == list(range(1688, game.position.year + 1))
    assert data["victory_points"][-1]["points"] == game.position.victory_points


def test_replay_of_a_war_that_goes_on(run, game, tmp_path):
    save_log(game, tmp_path / "war.log")
    code, out, err = run("replay", tmp_path / "war.log")
    assert (code, err) == (0, "")
    assert f"The war goes on in {game.position.year}" in out


def test_replay_of_a_bad_entry_is_exit_1(run, game, tmp_path):
    number, line = line_of(game, lambda line: ": restore" in line or ": raise" in line)
    side = line.partition(":")[0]
    path = tmp_path / "war.log"
    path.write_text(changed(game, number, f"{side}: raise Spain, Paris, full"), encoding="utf-8")
    code, out, _ = run("replay", path)
    assert code == 1
    assert f"{path}: line {number}: " in out
    assert "NY " in out
    assert "The options were:" in out
    code, out, _ = run("replay", path, "--json")
    bad = json.loads(out)["bad_entry"]
    assert (code, bad["line"]) == (1, number)
    assert bad["violations"][0].keys() == {"clause", "basis", "says", "facts", "remedy"}
    assert line.partition(": ")[2] in bad["options"]


def test_what_is_no_log_is_exit_2(run, game, tmp_path):
    assert run("replay", tmp_path / "nowhere.log")[0] == 2
    assert run("replay", tmp_path)[0] == 2
    (tmp_path / "bytes.log").write_bytes(bytes(range(256)))
    assert run("replay", tmp_path / "bytes.log")[0] == 2
    save_position(game.position, tmp_path / "war.json")
    code, out, err = run("replay", tmp_path / "war.json")
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1
    assert "line 1: found '{'" in err


def test_replay_of_standard_input(game):
    from click.testing import CliRunner

    done = CliRunner().invoke(cli.cli, ["replay", "-"], input=game.log)
    assert (done.exit_code, done.exception is None or isinstance(done.exception, SystemExit)) == (0, True)


@pytest.mark.parametrize("begins_from", ["scenario", "position"])
@pytest.mark.parametrize("seat", ["Bourbon", "Alliance", "both"])
def test_a_players_own_log_says_what_it_is(begins_from, seat):
    """It holds no seed, and so it cannot be played again: that is told, and what can be done with it."""
    war = a_walk(7, 12)
    if begins_from == "position":
        war = Game.from_position(war.position)
        war.choose(war.decision.options[0])
    own = for_seat(war, seat).log
    with pytest.raises(BadInput, match="a player's own, without seed and hidden cards"):
        read_log(own)
    assert read_log(for_seat(war, "umpire").log).position == war.position
