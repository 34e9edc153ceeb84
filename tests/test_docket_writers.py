"""Many writers at once, and writers that are killed: nothing that they reported as written is lost."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sizes import SAMPLE, size

from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.tables import cases, decisions, entries

SCRIPT = Path(__file__).parent / "docket_writers.py"
KILLS, WRITERS = size("kills"), size("writers")
PLACES = ["sqlite", "postgres", *["language"] * (SAMPLE["kills"] < KILLS)]
"""How a database sorts texts matters to no writer: that one is left to `make proof`."""
pytestmark = pytest.mark.parametrize("new_docket_place", PLACES, indirect=True)
STEPS = 70
"""Statements: half of them do not make the tables of a docket, all are enough for some cases."""
EACH = 1 if SAMPLE["kills"] < KILLS else 3
"""`make proof` kills behind every statement, the gate behind each third."""
RALLY = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}


def run(mode, place, folder, *counts):
    """What the writers reported, as (kind, number, who, turn)."""
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-P", SCRIPT, mode, place, folder, *map(str, counts)],
        capture_output=True, text=True, timeout=300,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = []
    for file in folder.iterdir():
        # The last line of one that was killed may be cut off; then it was never reported.
        for line in file.read_text().splitlines(keepends=True):
            if line.endswith("\n"):
                kind, number, who, turn = line.split()
                told.append((kind, int(number), who, int(turn)))
    return told


def check(place, told):
    """Checks that the docket has all that was told and nothing by halves; how many entries it has."""
    docket = Docket.open(place)
    assert docket.broken() == ()

    def read(connection):
        kinds = dict(
            connection.execute(entries.select().with_only_columns(entries.c.number, entries.c.kind)).all()
        )
        titles = dict(
            connection.execute(cases.select().with_only_columns(cases.c.number, cases.c.words)).all()
        )
        reasons = {row.number: row.reason for row in connection.execute(decisions.select())}
        return kinds, titles, reasons

    kinds, titles, reasons = docket._store.read(read)
    assert sorted(kinds) == list(range(1, len(kinds) + 1))
    assert titles.keys() == {number for number, kind in kinds.items() if kind == "case"}
    assert reasons.keys() == {number for number, kind in kinds.items() if kind == "decision"}
    for kind, number, who, turn in told:
        assert kinds[number] == kind
        if kind == "case":
            assert f"{who} {turn}\n" in titles[number]
        else:
            assert reasons[number] == f"{who} {turn}"
    assert len({number for _, number, _, _ in told}) == len(told)
    return len(kinds)


def test_many_writers_at_once_lose_nothing(docket_place, tmp_path):
    told = run("together", docket_place, tmp_path / "told", WRITERS)
    assert len(told) == WRITERS * 10 * 2
    assert check(docket_place, told) == len(told)


def test_killed_again_and_again_while_writing_it_loses_and_breaks_nothing(docket_place, tmp_path):
    told = run("killed", docket_place, tmp_path / "told", KILLS)
    kept = check(docket_place, told)
    assert len({who for _, _, who, _ in told}) >= KILLS * 0.9, "they were killed before they had written"
    assert kept <= len(told) + KILLS, "at most one case or decision of each was kept and not reported"
    if "://" not in docket_place:
        with sqlite3.connect(docket_place) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert Docket.open(docket_place).lines(1)[0].number == kept


def test_killed_behind_every_statement_it_loses_and_breaks_nothing(docket_place, tmp_path):
    assert run("stepped", docket_place, tmp_path / "made", STEPS // 2, EACH) == [], (
        "they were still making the tables"
    )
    Docket.open(docket_place)
    told = run("stepped", docket_place, tmp_path / "told", STEPS, EACH)
    kept = check(docket_place, told)
    assert kept >= STEPS // EACH, "the statements that are counted do not reach what is written"
    assert len(told) <= kept <= len(told) + STEPS
    Docket.open(docket_place).add_case(RALLY)
    assert check(docket_place, told) == kept + 1


@pytest.mark.parametrize("half", ["entry", "row"])
def test_a_write_that_fails_half_way_leaves_nothing(docket_place, half, monkeypatch):
    docket = Docket.open(docket_place)
    append = docket._store.append

    def failing(connection, *arguments, **more):
        append(connection, *arguments, **more)
        raise RuntimeError(half)

    monkeypatch.setattr(docket._store, "append", failing)
    with pytest.raises(RuntimeError):
        docket.add_case(RALLY)
    monkeypatch.undo()
    assert docket.lines() == ()
    assert docket.add_case(RALLY).number == 1
