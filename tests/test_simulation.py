"""Whole wars by the hundred: the same whatever the number of jobs, kept when interrupted, counted."""

import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial

import pytest

from ninevears_kernel import cli
from ninevears_kernel.core.errors import WorkerDied
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.games.record import start_of
from ninevears_kernel.play import simulation
from ninevears_kernel.play.processes import shared
from ninevears_kernel.play.simulation import (
    SEED_STEP,
    records_data,
    simulate,
    simulation_text,
    summary,
    table,
)

CHANCE = {"bourbon": "random", "alliance": "random"}
COLUMNS = ["seed", "winner", "level", "how", "year", "choices", "battles", "sieges", "VP 1688"]


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs `ninevears simulate` with arguments: exit code, stdout, stderr."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["ninevears", "simulate", *map(str, arguments)])
        code = 0
        try:
            cli.main()
        except SystemExit as exit:
            code = exit.code or 0
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def own_file(tmp_path):
    """Writes an umpire's own rules."""

    def write(text):
        path = tmp_path / "own.toml"
        path.write_text('format = "ninevears-rules/1"\n' + text, encoding="utf-8")
        return path

    return write


# ---- the same wars


def test_the_number_of_jobs_changes_nothing():
    alone = simulate(6, seed=5, **CHANCE)
    assert simulate(6, seed=5, jobs=2, **CHANCE) == alone
    assert simulate(4, seed=5, **CHANCE) == alone[:4]


class Losing(ThreadPoolExecutor):
    """Workers of whom every third is lost with its work, and the last of whom takes no more."""

    def submit(self, work, number):
        if number == 5:
            raise BrokenExecutor
        if number % 3:
            return super().submit(work, number)
        future = Future()
        future.set_exception(BrokenExecutor())
        return future


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor, Losing])
def test_any_executor_gives_the_same_wars_and_what_a_lost_worker_had_is_played_again(pool):
    reports = []
    with pool(2) as executor:
        wars = simulate(6, seed=5, **CHANCE, executor=executor, done=lambda: reports.append(1))
        assert executor.submit(abs, -1).result() == 1  # it stays open
    assert wars == simulate(6, seed=5, **CHANCE)
    assert len(reports) == 6


def once_deadly(marks, number):
    """Work that ends its process, but only the first time."""
    mark = marks / str(number)
    if number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing kills like this here")
def test_what_a_killed_worker_of_ours_had_is_done_again(tmp_path):
    with ProcessPoolExecutor(2) as executor:
        found = dict(shared(partial(once_deadly, tmp_path), 5, 1, executor))
    assert found == {number: number * number for number in range(5)}


def test_another_seed_gives_other_wars():
    assert simulate(2, seed=5, **CHANCE) != simulate(2, seed=6, **CHANCE)
    assert not {war.seed for war in simulate(3, 5, **CHANCE)} & {war.seed for war in simulate(3, 6, **CHANCE)}


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_war_is_reported_when_it_is_done(jobs):
    reports = []
    simulate(5, jobs=jobs, **CHANCE, done=lambda: reports.append(1))
    assert len(reports) == 5


# ---- interrupted


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_done_when_the_user_interrupts_is_kept(jobs):
    done = []

    def interrupt():
        done.append(1)
        if len(done) == 3:
            raise KeyboardInterrupt

    wars = simulate(40, seed=5, jobs=jobs, **CHANCE, done=interrupt)
    assert len(wars) == 3
    every = simulate(40, seed=5, jobs=2, **CHANCE)
    assert set(wars) <= set(every)
    assert [war.seed for war in wars] == sorted(war.seed for war in wars)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals of threads")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_real_interrupt_keeps_what_is_done(jobs):
    """As from the keyboard: in the middle of a war, not where one has just ended."""
    done = []

    def report():
        done.append(1)
        if len(done) == 2:
            threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT)).start()

    wars = simulate(400, seed=5, jobs=jobs, **CHANCE, done=report)
    assert 2 <= len(wars) < 400


# ---- a process that dies

FATAL = 5 + 9 * SEED_STEP


def deadly(seed):
    """The start of a war; of one the process dies, as when the machine has no memory left."""
    if seed == FATAL:
        os.kill(os.getpid(), signal.SIGKILL)
    return start_of(standard_rule_tables(), seed)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing kills like this here")
def test_what_is_done_when_a_process_dies_is_kept():
    reports = []
    with pytest.raises(WorkerDied, match="memory") as told:
        simulate(12, seed=5, jobs=2, **CHANCE, start=deadly, done=lambda: reports.append(1))
    finished = list(told.value.finished)
    assert len(reports) == len(finished) >= 5
    assert finished == [war for war in simulate(12, seed=5, **CHANCE) if war in finished]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing kills like this here")
def test_the_command_prints_what_is_done_and_tells_that_a_process_died(run, monkeypatch):
    monkeypatch.setattr(simulation, "simulate", partial(simulate, start=deadly))
    code, out, err = run("--games", 12, "--seed", 5, "--jobs", 2, "--json", "--bourbon", "random",
                         "--alliance", "random")  # fmt: skip
    assert code == 1
    assert 5 <= len(json.loads(out)) < 12
    assert "ended before it was done" in err


def broken(number):
    raise ValueError(number)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_the_work_is_an_error(jobs):
    with pytest.raises(ValueError, match=r"^[012]$"):
        list(shared(broken, 3, jobs))


def test_in_a_browser_one_process_does_it_all_and_says_so(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.warns(UserWarning, match="one process"):
        wars = simulate(2, seed=5, jobs=2, **CHANCE)
    assert wars == simulate(2, seed=5, **CHANCE)


def test_what_plays_wars_is_imported_where_there_are_no_processes():
    code = "import sys; sys.modules['multiprocessing'] = None; import ninevears_kernel.chronicle.simulated"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_text_says_that_wars_are_missing():
    wars = simulate(2, seed=5, **CHANCE)
    assert "2 wars of 9" in simulation_text(wars, 9)
    assert "Interrupted" not in simulation_text(wars, 2)
    assert simulation_text([], 9)


# ---- tables


def test_the_table_has_a_row_for_each_war_and_a_column_for_each_year():
    wars = simulate(4, seed=5, **CHANCE)
    frame = table(wars)
    assert frame.columns[: len(COLUMNS)].tolist() == COLUMNS
    assert frame.index.tolist() == [1, 2, 3, 4]
    assert frame.index.name == "war"
    for number, war in enumerate(wars, 1):
        row = frame.loc[number]
        assert (row.seed, row.winner, row.year) == (war.seed, war.winner, war.year)
        played = [int(row[f"VP {year}"]) for year in range(1688, war.year + 1)]
        assert played == list(war.victory_points)
        later = [f"VP {year}" for year in range(war.year + 1, 1700) if f"VP {year}" in frame]
        assert row[later].isna().all()


def test_the_summary_counts_every_war_once():
    wars = simulate(6, seed=5, **CHANCE)
    ends = summary(wars)
    assert ends.columns.tolist() == ["winner", "level", "wars", "share"]
    assert ends["wars"].sum() == 6
    assert ends["share"].sum() == pytest.approx(1)
    for row in ends.itertuples():
        assert row.wars == sum((war.winner, war.level) == (row.winner, row.level) for war in wars)


# ---- from the command line


def test_the_command_prints_rows_and_shares(run):
    code, out, _ = run("--games", 3, "--seed", 5, "--bourbon", "random", "--alliance", "random")
    assert code == 0
    assert out == simulation_text(simulate(3, seed=5, **CHANCE), 3) + "\n"


def test_the_command_prints_json(run):
    code, out, _ = run("--games", 2, "--seed", 5, "--jobs", 2, "--bourbon", "random", "--json",
                       "--alliance", "random")  # fmt: skip
    assert code == 0
    assert json.loads(out) == json.loads(json.dumps(records_data(simulate(2, seed=5, **CHANCE))))


@pytest.mark.parametrize(
    "arguments",
    [
        ("--games", 0), ("--games", "many"), ("--seed", -1), ("--jobs", 0), ("--bourbon", "clever"),
        ("--rules", "nowhere.toml"), ("--colour",),
    ],
)  # fmt: skip
def test_bad_arguments_exit_2_with_a_line(run, arguments):
    code, out, err = run(*arguments)
    assert code == 2
    assert not out
    assert err.strip()
    assert "Traceback" not in err


# ---- an umpire's own rules


@pytest.mark.parametrize("jobs", [1, 2])
def test_own_rules_are_in_force_in_every_war(run, own_file, jobs):
    """When the colonies always go to the Alliance, the marker moves elsewise."""
    path = own_file("[king_william]\nbourbon = 0\nalliance = 1\n")
    own = simulate(4, seed=5, jobs=jobs, **CHANCE, rules=str(path))
    assert own == simulate(4, seed=5, **CHANCE, rules=str(path))
    assert own != simulate(4, seed=5, **CHANCE)


def test_own_rules_on_the_command_line(run, own_file):
    path = own_file("[king_william]\nbourbon = 0\nalliance = 1\n")
    code, out, _ = run("--games", 2, "--seed", 5, "--rules", path, "--bourbon", "random", "--json",
                       "--alliance", "random")  # fmt: skip
    assert code == 0
    assert [war["seed"] for war in json.loads(out)] == [war.seed for war in simulate(2, 5, **CHANCE)]
    assert json.loads(out) != json.loads(json.dumps(records_data(simulate(2, 5, **CHANCE))))


def test_own_rules_that_are_wrong_are_refused(run, own_file):
    code, out, err = run("--games", 1, "--rules", own_file("[victory_points]\nfortress = -1\n"))
    assert code == 2
    assert "fortress" in err
    assert not out


def test_readings_are_in_force():
    sudden = simulate(6, seed=5, **CHANCE, readings={"automatic-victory": "at-once"})
    assert sudden != simulate(6, seed=5, **CHANCE)
