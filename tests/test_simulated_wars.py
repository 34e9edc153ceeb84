"""Simulated wars beside history: what is counted, what is kept in files, and what is told of it."""

import pytest
from click.testing import CliRunner

from ninevears_kernel.chronicle import simulated as wars
from ninevears_kernel.chronicle.simulated import (
    WAR_COLUMNS,
    beside_history,
    counted,
    endings,
    history,
    main,
    played,
    simulated_spaces,
    simulated_wars,
    write,
)
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.play.match import PLAYERS, play_war
from ninevears_kernel.play.simulation import SEED_STEP

FORTRESSES = sum(space.fortress > 0 for space in game_map().spaces)


@pytest.fixture(scope="module")
def two_wars():
    return played(2, seed=5)


@pytest.fixture
def folder(tmp_path, monkeypatch, two_wars):
    write(two_wars, tmp_path)
    monkeypatch.setattr(wars, "DATA", tmp_path)
    return tmp_path


def test_counting():
    start = scenario_1688().control
    found = counted(start)
    assert found["bourbon"] + found["alliance"] <= FORTRESSES
    assert (found["bourbon_gains"], found["alliance_gains"]) == (0, 0)
    namur, paris, reims = (game_map().by_name[name].index for name in ("Namur", "Paris", "Reims"))
    taken = counted(start.changed(namur, "Bourbon"))
    assert (taken["bourbon"], taken["alliance"]) == (found["bourbon"] + 1, found["alliance"] - 1)
    assert taken["bourbon_gains"] == 1
    assert counted(start.changed(paris, "Alliance"))["alliance_gains"] == 1
    assert counted(start.changed(paris, None))["bourbon"] == found["bourbon"] - 1
    assert counted(start.changed(reims, "Alliance")) == found  # no fortress


def test_a_war_has_a_row_for_each_of_its_years(two_wars):
    players = dict.fromkeys(("Bourbon", "Alliance"), PLAYERS["sensible"])
    for number in (0, 1):
        record = play_war(players, 5 + number * SEED_STEP)
        rows = [row for row in two_wars if row.war == number + 1]
        assert [row.year for row in rows] == list(range(1688, record.year + 1))
        assert tuple(row.points for row in rows) == record.victory_points
        assert [row.ended for row in rows] == [False] * (len(rows) - 1) + [True]


def test_the_number_of_jobs_changes_nothing(two_wars):
    done = []
    assert played(2, seed=5, jobs=2, done=lambda: done.append(1)) == two_wars
    assert len(done) == 2


def test_the_files_hold_what_was_played(folder, two_wars):
    found = simulated_wars()
    assert len(found) == len(two_wars)
    first = two_wars[0]
    assert found.loc[(1, 1688), "points"] == first.points
    assert found.loc[(1, 1688), "bourbon"] == first.bourbon
    assert found.ended.sum() == 2
    spaces = simulated_spaces()
    assert (spaces.bourbon + spaces.alliance <= spaces.wars).all()
    held = first.control.Bourbon >> game_map().by_name["Lille"].index & 1
    second = next(row for row in two_wars if row.war == 2)
    held += second.control.Bourbon >> game_map().by_name["Lille"].index & 1
    assert spaces.loc[(1688, "Lille"), "bourbon"] == held
    assert set(spaces.index.get_level_values("space")) == set(game_map().by_name)


def test_the_command_writes_both(tmp_path, folder):
    out = tmp_path / "out"
    out.mkdir()
    done = CliRunner().invoke(main, ["--wars", "2", "--seed", "5", "--folder", str(out)])
    assert done.exit_code == 0, done.output
    for name in (wars.WARS, wars.SPACES):
        assert (out / name).read_bytes() == (folder / name).read_bytes()


def test_without_files_it_is_told_how_to_make_them(tmp_path, monkeypatch):
    monkeypatch.setattr(wars, "DATA", tmp_path)
    with pytest.raises(BadInput, match=r"python -m ninevears_kernel\.chronicle\.simulated"):
        simulated_wars()


# ---- beside history


def test_history_is_counted_alike():
    found = history()
    assert list(found.index) == list(range(1688, 1697))
    assert set(WAR_COLUMNS) <= set(found.columns)
    assert found.loc[1692, "bourbon_gains"] == found.loc[1691, "bourbon_gains"] + 1  # Namur
    assert found.loc[1695, "bourbon_gains"] == found.loc[1694, "bourbon_gains"] - 1  # and back


@pytest.mark.parametrize("column", WAR_COLUMNS)
def test_bounds_and_history_by_year(folder, column):
    found = beside_history(column)
    bounds = found[["10%", "25%", "50%", "75%", "90%"]]
    assert (bounds.diff(axis=1).iloc[:, 1:] >= 0).all().all()
    assert found.loc[1692, "history"] == history().loc[1692, column]
    below = found["below"].dropna()
    assert below.between(0, 1).all()
    assert found["history"].notna().sum() == len(below) or len(found) < 9


def test_half_of_what_is_equal_lies_below(folder, monkeypatch):
    values = simulated_wars()["points"].xs(1688, level="year")
    real = history().loc[1688, "points"]
    wanted = (values < real).mean() + (values == real).mean() / 2
    assert beside_history("points").loc[1688, "below"] == wanted


def test_another_column_is_refused(folder):
    with pytest.raises(BadInput, match="column"):
        beside_history("glory")


def test_the_files_of_the_kit_are_whole():
    found, spaces = simulated_wars(), simulated_spaces()
    count = found.index.get_level_values("war").nunique()
    assert sum(endings().values()) == count
    assert found.ended.groupby("war").sum().eq(1).all()
    by_year = found.groupby("year").size()
    assert spaces.wars.groupby("year").first().equals(by_year.rename("wars"))
    held = spaces.loc[[(1688, space.name) for space in game_map().spaces if space.fortress]]
    assert held.bourbon.sum() == found.xs(1688, level="year").bourbon.sum()
