"""Matches between computer players go on where they were stopped, and say how sure they are."""

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import pytest
from test_players import hand_out_anew, twin, walked

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def matches(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import matches

    return matches


def told(file):
    """The records of a file but for the time they took."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    return sorted(({**row, "seconds": None} for row in rows), key=lambda row: row["number"])


def test_a_match_that_was_stopped_goes_on_as_if_it_had_not_been(matches, tmp_path):
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    play = partial(matches.war, "random", "random", 5)
    rows = matches.played(play, 4, whole)
    kept = whole.read_text().splitlines(keepends=True)
    stopped.write_text(kept[2] + kept[0] + kept[1][:30])  # out of order, and killed while it wrote
    with ThreadPoolExecutor(2) as executor:
        again = matches.played(play, 4, stopped, executor=executor)
    assert [row["won"] for row in again.values()] == [row["won"] for row in rows.values()]
    assert told(whole) == sorted(
        ({**row, "seconds": None} for row in again.values()), key=lambda row: row["number"]
    )
    assert [row["side"] for row in rows.values()] == ["Bourbon", "Alliance"] * 2
    assert matches.lines(stopped) == again
    assert len(kept) == 4


def test_a_match_says_how_far_its_share_may_stray(matches):
    low, high = matches.interval(200, 400)
    assert (round(low, 3), round(high, 3)) == (0.451, 0.549)
    rows = [
        {"players": ["a", "b"], "won": n < 3, "side": "Bourbon", "ahead": 1.0, "seconds": [0.0, 0.0]}
        for n in range(4)
    ]
    assert matches.telling(rows).startswith("a - b: 3/4 = 75% (30% to 95%); Bourbon 3/4, Alliance 0/0; +1.0")


def test_a_file_of_another_match_is_refused(matches, tmp_path, monkeypatch):
    file = tmp_path / "match.jsonl"
    matches.played(partial(matches.war, "random", "random", 5), 1, file)
    monkeypatch.setattr("sys.argv", ["matches.py", "play", "random", "random", "1", str(file), "--seed", "6"])
    with pytest.raises(SystemExit, match="another match"):
        matches.main()


@pytest.mark.parametrize("seed", range(4))
def test_no_contender_sees_what_is_hidden(matches, seed):  # NY 4.4
    war = walked(seed, 60 + 90 * seed)
    other = twin(war)
    hand_out_anew(other, Random(seed))
    for name, player in matches.contenders.CONTENDERS.items():
        chosen = player(war, Random(1))
        assert chosen in war.options, name
        if other.options == war.options:
            assert player(other, Random(1)) == chosen, name


def test_a_contender_leaves_the_sensible_player_as_it_was(matches):
    war = walked(2, 120)
    before = matches.player("sensible")(war, Random(1))
    for player in matches.contenders.CONTENDERS.values():
        player(war, Random(1))
    assert matches.player("sensible")(war, Random(1)) == before
    assert matches.contenders.objectives.WATCH == 0.15
