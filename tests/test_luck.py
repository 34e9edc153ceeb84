"""The luck report: each roll's exact chances come from the engine, and luck is told apart from choices."""

import xml.etree.ElementTree as ElementTree
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from walks import a_walk

from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.table_play import TableGame
from ninevears_kernel.play.match import PLAYERS
from ninevears_kernel.umpire.luck.luck import luck_of, tail
from ninevears_kernel.umpire.luck.luck_of_cards import dealt_chances
from ninevears_kernel.umpire.luck.luck_report import (
    chart,
    chart_words,
    luck_table,
    row_says,
    sentences,
    totals,
)
from ninevears_kernel.umpire.luck.roll_kinds import KINDS


def played(seed: int, player: str = "sensible") -> Game:
    game, chance = Game.new(seed, recorded=False), Random(seed)
    while game.decision is not None:
        game.choose(PLAYERS[player](game.engine, chance))
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    """A whole war between two sensible players, with nearly every kind of roll in it."""
    return played(1697)


@pytest.fixture(scope="module")
def report(game):
    return luck_of(game)


def test_every_die_stands_in_one_row(game, report):
    dice = [roll.face for entry in game.entries for roll in entry.rolls]
    assert [face for row in report.rows for face in row.faces] == dice
    assert {"battle", "commander", "siege", "interception", "avoidance", "fleet", "colonies", "peace"} <= {
        row.kind for row in report.rows
    }


def test_chances_are_exact_and_luck_has_mean_nought(report):
    for row in report.rows:
        assert sum(chance for _, chance in row.chances) == 1
        assert sum(luck * chance for luck, chance in row.lucks.items()) == 0
        assert sum(luck * luck * chance for luck, chance in row.lucks.items()) == row.variance
        assert row.rank in dict(row.chances)
        assert row.luck in row.lucks
        if row.kind not in ("fleet", "dealt", "drawn"):
            assert all(6 % chance.denominator == 0 for _, chance in row.chances)


def test_what_succeeds_counts_one_less_its_probability(report):
    rows = [row for row in report.rows if row.kind in ("interception", "avoidance", "commander")]
    assert rows
    for row in rows:
        probability = dict(row.chances).get(1, Fraction(0))
        assert row.luck == row.rank - probability
        if row.needed is not None:
            assert probability == Fraction(7 - row.needed, 6)
            assert (row.faces[0] >= row.needed) == bool(row.rank)


def test_the_needed_die_is_the_engines(game, report):
    """What the engine says in its steps when it tells the roll, and the report, are the same."""
    again = Game.new(1697)
    needed = {}
    for place, entry in enumerate(game.entries):
        again.choose(entry.action)
        for step in again.steps:
            if step.says.id in ("intercept.succeeded", "intercept.failed", "avoid.succeeded", "avoid.failed"):
                needed.setdefault(place, []).append(step.says.values["needed"])
    told = {row.entry: row for row in report.rows if row.kind in ("interception", "avoidance")}
    assert told.keys() == needed.keys()
    for place, row in told.items():
        if 1 <= needed[place][0] <= 6 and row.needed is not None:
            assert row.needed == max(1, needed[place][0])


def test_what_came_is_what_the_engine_did(game, report):
    again = Game.new(1697)
    hits, losses = Counter(), Counter()
    for place, entry in enumerate(game.entries):
        again.choose(entry.action)
        for step in again.steps:
            if step.says.id == "battle.hits":
                hits[place] += step.says.values["count"]
            if step.says.id == "siege.result":
                losses[place] += step.says.values["loss"]
    for kind, counted in (("battle", hits), ("siege", losses)):
        told = Counter()
        for row in report.rows:
            if row.kind == kind:
                told[row.entry] += row.came
        assert +told == +counted


def test_contests_of_fleets_leave_ties_out(report):
    rows = [row for row in report.rows if row.kind == "fleet"]
    assert rows
    for row in rows:
        assert len(row.faces) % 2 == 0
        lead = [own - other for own, other in product(range(1, 7), repeat=2)]
        possible = {
            Fraction(sum(one + more > 0 for one in lead), sum(one + more != 0 for one in lead))
            for more in range(-6, 7)
        }
        assert dict(row.chances).get(1, Fraction(0)) in possible
        assert row.luck_of("Bourbon") == -row.luck_of("Alliance")


def test_what_one_side_wins_the_other_loses_only_where_the_rule_says_so(report):
    for row in report.rows:
        both = {side: row.luck_of(side) for side in SIDES}
        if row.side is None:
            assert set(both.values()) == {0}
        elif row.against:
            assert row.kind in ("fleet", "colonies")
            assert sum(both.values()) == 0
        else:
            assert both == {**dict.fromkeys(SIDES, 0), row.side: row.luck}


def test_peace_counts_for_nobody(report):
    rows = [row for row in report.rows if row.kind == "peace"]
    assert rows
    assert {row.side for row in rows} == {None}
    assert any("rules do not say who gains" in str(said) for said in sentences(report))


def test_the_percentile_is_exact():
    report = luck_of(a_walk(11, 60, recorded=False))
    for side in SIDES:
        rows = [
            row
            for row in report.rows
            if row.measure == "dice" and (row.side == side or (row.side and row.against))
        ]
        rows = rows[:7]
        total = sum((row.luck_of(side) for row in rows), Fraction(0))
        below = same = Fraction(0)
        for values in product(*(row.lucks.items() for row in rows)):
            chance = Fraction(1)
            for _, one in values:
                chance *= one
            came = sum(
                luck * (1 if row.side == side else -1) for row, (luck, _) in zip(rows, values, strict=True)
            )
            below += chance * (came < total)
            same += chance * (came == total)
        signed = [
            {luck * (1 if row.side == side else -1): chance for luck, chance in row.lucks.items()}
            for row in rows
        ]
        assert tail(signed, total) == (below, same)


def test_over_many_throws_luck_goes_nowhere():
    """The mean of luck over many wars is near 0, and its spread is what the report says."""
    sums = []
    for seed in range(60):
        found = luck_of(a_walk(seed, 300, recorded=False)).of("Alliance")
        if found.deviation:
            sums.append(float(found.luck) / found.deviation)
    mean = sum(sums) / len(sums)
    spread = (sum(one * one for one in sums) / len(sums)) ** 0.5
    assert abs(mean) < 0.45
    assert 0.7 < spread < 1.3


@given(st.tuples(*[st.integers(0, 4)] * 3), st.integers(0, 5))
@settings(max_examples=40)
def test_the_chances_of_a_deal(counts, size):
    from itertools import combinations

    unseen = dict(zip((1, 2, 3), counts, strict=True))
    cards = [number for number, count in unseen.items() for _ in range(count)]
    if size > len(cards):
        return
    ways = Counter(map(sum, combinations(cards, size)))
    whole = sum(ways.values())
    assert dict(dealt_chances(unseen, size)) == {
        total: Fraction(count, whole) for total, count in ways.items()
    }


def test_cards_are_dealt_and_drawn_every_year(game, report):
    years = game.position.year - 1688 + 1
    rows = Counter((row.kind, row.side) for row in report.rows if not row.faces)
    assert all(rows["dealt", side] == years and rows["drawn", side] <= years for side in SIDES)
    assert report.unmeasured == 0
    assert {len(dict(row.chances)) for row in report.rows if row.kind == "drawn"} <= {1, 2, 3}


def test_at_a_table_cards_are_not_measured():
    game = TableGame.at_table()
    for choice in ("first Bourbon", "pass"):
        game.choose(choice)
    game.choose("pass", [4])
    game.choose(next(option for option in game.decision.options if option.text.startswith("event")))
    report = luck_of(game)
    assert [row.kind for row in report.rows] == ["colonies"]
    assert report.unmeasured == 1
    assert "not measured" in str(sentences(report)[-1])


def test_every_kind_of_roll_in_the_engine_is_known():
    import re
    from pathlib import Path

    import ninevears_kernel.nine_years

    folder = Path(ninevears_kernel.nine_years.__file__).parent
    rolled = set()
    for path in folder.rglob("*.py"):
        rolled |= set(re.findall(r'(?:war\.roll|\broll)\(\s*"([a-z.-]+)"', path.read_text()))
    assert rolled <= KINDS.keys()
    assert KINDS.keys() - rolled <= {"peace.roll"}


# ---- for people


def test_sentences_and_totals(report):
    said = [str(message) for message in sentences(report)]
    assert "successes" in said[0]
    assert any("sieges" in line or "siege rolls" in line for line in said)
    for total in totals(report):
        rows = [row for row in report.rows if (row.side, row.kind) == (total.side, total.kind)]
        assert total.rows == len(rows)
        assert total.came == sum(row.came for row in rows)
    assert all(str(row_says(row)) for row in report.rows)


def test_the_table(report):
    rows = luck_table(report)
    assert len(rows) == len(report.rows)
    assert rows["probability"].between(0, 1).all()
    dice = rows[rows["measure"] == "dice"]
    assert dice["luck"].between(-1, 1).all()
    assert luck_table(luck_of(Game.new(7))).empty


def test_the_chart_has_a_title_a_description_and_no_foreign_markup(report):
    title = '<script>alert(1)</script> & $x$ "quoted"'
    svg = chart(report, title)
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert title in root[0].text
    assert root[0].tag.endswith("title")
    heading, words = chart_words(report, title)
    assert (root[0].text, root[1].text) == (heading, words)
    assert "<script" not in svg
    assert all(str(year) in words for year in range(1688, 1697))
    assert chart(report, title) == svg
    assert "<svg" in chart(luck_of(Game.new(7)))
