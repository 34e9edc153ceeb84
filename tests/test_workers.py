"""The workers of a Dask scheduler: the same wars, whoever plays them, and whoever is lost meanwhile."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from pathlib import Path

import pytest

from ninevears_kernel.core.errors import BadInput, NinevearsError
from ninevears_kernel.play import workers
from ninevears_kernel.play.simulation import records_data, simulate
from ninevears_kernel.play.workers import kit, with_kit, workers_at

pytest.importorskip("distributed")
CHANCE = {"bourbon": "random", "alliance": "random"}
SECONDS = 60
TEST_DASK = {"DASK_DISTRIBUTED__SCHEDULER__DASHBOARD__ENABLED": "false"}


@contextmanager
def running(module, *arguments):
    """A program of Dask in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{module}", *arguments],
        env={**os.environ, **TEST_DASK},
        cwd=Path(__file__).parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def worker(address, *arguments):
    return running("dask_worker", address, "--nthreads=1", "--no-nanny", "--no-dashboard", *arguments)


@pytest.fixture(scope="module")
def scheduler():
    """The address of a real one, without workers."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with running("dask_scheduler", "--host=127.0.0.1", f"--port={port}", "--no-dashboard"):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            with socket.socket() as tried:
                if not tried.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.1)
        yield f"tcp://127.0.0.1:{port}"


def test_a_scheduler_plays_the_same_wars_by_own_tables_though_a_worker_is_killed(
    scheduler, tmp_path, monkeypatch
):
    """Two workers in processes of their own, in another folder, without the umpire's file; one is killed."""
    monkeypatch.setattr(workers, "SECONDS", 60)  # they are only just being started
    monkeypatch.chdir(tmp_path)
    path = Path("own.toml")
    path.write_text('format = "ninevears-rules/1"\n[king_william]\nbourbon = 0\nalliance = 1\n')
    alone = simulate(12, seed=5, rules=str(path), **CHANCE)
    assert simulate(12, seed=5, rules=str(path), jobs=2, **CHANCE) == alone
    assert simulate(12, seed=5, **CHANCE) != alone
    folder = f"--local-directory={tmp_path}"
    with worker(scheduler, folder) as first, worker(scheduler, folder):
        done = []

        def report():
            done.append(1)
            if len(done) == 3:
                os.kill(first.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

        with workers_at(scheduler) as executor:
            elsewhere = simulate(12, seed=5, rules=str(path), executor=executor, done=report, **CHANCE)
            assert executor.submit(os.getpid).result() != os.getpid()
    assert elsewhere == alone
    assert len(done) == 12


def test_a_cluster_of_this_machine_plays_the_same_wars(monkeypatch, capsys, tmp_path):
    """By the command, at a scheduler whose workers are threads of this process."""
    from distributed import LocalCluster

    from ninevears_kernel import cli

    where = {"protocol": "tcp", "dashboard_address": ":0", "local_directory": tmp_path}
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=False, **where) as cluster:
        arguments = ["--games", "3", "--seed", "5", "--json", "--scheduler", cluster.scheduler_address]
        arguments += ["--bourbon", "random", "--alliance", "random"]
        monkeypatch.setattr(sys, "argv", ["ninevears", "simulate", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
    assert not ended.value.code
    wars = records_data(simulate(3, seed=5, **CHANCE))
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(wars))


def test_a_scheduler_without_workers_and_one_that_is_none_say_so(scheduler, monkeypatch):
    monkeypatch.setattr(workers, "SECONDS", 0.5)
    with pytest.raises(NinevearsError, match="has no workers"), workers_at(scheduler):
        pass
    for address in ("tcp://127.0.0.1:9", "nowhere", "ftp://127.0.0.1"):
        with pytest.raises(BadInput, match="scheduler"), workers_at(address):
            pass


def test_another_kit_plays_nothing():
    with pytest.raises(NinevearsError, match="a different version of the kit"):
        with_kit(kit() + "1", abs, -3)


def test_the_kit_is_known_by_what_decides_a_war(monkeypatch, tmp_path):
    known = kit()
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "dice.py").write_text("FACES = 7")
    monkeypatch.setattr(workers, "PACKAGE", tmp_path)
    assert kit.__wrapped__() != known


class Fatal(Executor):
    """Tells of each piece of work that it ended several workers."""

    def submit(self, work, /, *given, **named):
        future = Future()
        future.set_exception(KeyError())
        return future


def test_work_that_ended_several_workers_counts_as_lost():
    """So that it is tried once more, in a process of one's own (`processes.shared`)."""
    with pytest.raises(BrokenExecutor):
        workers._Workers(Fatal(), KeyError).submit(abs, 1).result()
    wars = simulate(2, seed=5, executor=workers._Workers(Fatal(), KeyError), **CHANCE)
    assert wars == simulate(2, seed=5, **CHANCE)
