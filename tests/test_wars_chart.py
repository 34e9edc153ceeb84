"""Simulated wars beside history: tables of one space and of one January, the chart, and the desk."""

import re

import pytest
from pandas import DataFrame

from ninevears_kernel.chronicle.scenario_from_history import LAST, simulate_from, victory_points
from ninevears_kernel.chronicle.simulated import WAR_COLUMNS, beside_history, endings, simulated_wars
from ninevears_kernel.chronicle.tables import held_on
from ninevears_kernel.chronicle.wars_beside import in_space, outside, points_from
from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.play.match import WarRecord
from ninevears_kernel.widgets import FromHistory, WarsBeside, endings_chart, wars_chart
from ninevears_kernel.widgets.history.from_history import MANY, SEED
from ninevears_kernel.widgets.history.wars_chart import describe_misses, describe_wars
from ninevears_kernel.widgets.parts.theme import COLOURS


def record(*points, year=1699):
    return WarRecord(1, "Bourbon", "minor", "peace", year, 1, 1, 1, points)


# ---- tables


def test_wars_from_a_january_begin_where_history_was():
    found = points_from([record(20, 21, 22, year=1695), record(24, year=1693), record(26, 27, year=1694)])
    start = victory_points(1693)
    assert (found.loc[1692, ["10%", "50%", "90%"]] == start).all()
    assert found.loc[1692, "history"] == start
    assert found.wars.to_dict() == dict.fromkeys(range(1688, 1692), 0) | {
        **{1692: 3, 1693: 3, 1694: 2, 1695: 1, 1696: 0}
    }
    assert found.loc[1693, "50%"] == 24
    assert found.loc[1694, "50%"] == 24
    assert found.loc[1688:1691, "50%"].isna().all()
    assert found["history"].notna().all()


def test_wars_of_two_januaries_are_no_table():
    with pytest.raises(BadInput, match="January"):
        points_from([record(20, year=1693), record(20, year=1694)])
    with pytest.raises(BadInput, match="January"):
        points_from([])


@pytest.mark.parametrize("space", ["Namur", "Dublin", "Barcelona"])
def test_a_space_in_the_wars_and_in_history(space):
    found = in_space(space)
    assert list(found.index) == list(range(1688, 1697))
    assert ((found.Bourbon + found.Alliance) <= 1 + 1e-9).all()
    assert (found.wars <= simulated_wars().index.get_level_values("war").nunique()).all()
    for year, held in found.history.items():
        assert held == held_on(f"{year}-12-31")[space].side


def test_a_space_that_is_none_is_refused():
    with pytest.raises(UnknownName, match="Namur"):
        in_space("Namurr")


def test_outside_is_beyond_the_outer_bounds():
    table = DataFrame(
        {"10%": [1, 1, 1, None], "90%": [3, 3, 3, None], "history": [1, 0, None, 9]}, index=range(1690, 1694)
    )
    assert outside(table) == (1691,)
    assert describe_misses(table).count("1691") == 1
    assert not re.search(r"\d{4}", describe_misses(table.loc[[1690]]))


# ---- the chart


@pytest.mark.parametrize("column", WAR_COLUMNS)
def test_the_chart_says_each_year(column):
    table = beside_history(column)
    chart = wars_chart(table, "A < title", "men & guns")
    assert chart.says.startswith("A < title: 1688: ")
    for year, told in zip(table.index, describe_wars(table), strict=True):
        assert told.startswith(f"{year}: ")
        assert told in chart.says
    assert "A &lt; title" in chart.svg
    assert "men &amp; guns" in chart.svg
    assert "<script" not in chart.svg
    assert "role='img'" in chart.svg


def test_a_chart_takes_the_colours_of_its_page():
    """What is ink or paper by day is another colour on a dark page."""
    html = wars_chart(beside_history("points"), "Points")._repr_html_()
    for name in ("ink", "paper", "edge", "outer-band", "inner-band", "open-edge"):
        day, night = COLOURS[name]
        assert html.count(day) == html.count(f"var(--nv-card-{name}, {day})") + html.count(f": {day};")
        assert f"--nv-card-{name}: {night}" in html


def test_the_chart_tells_without_colour():
    """The outer band is hatched, the middle is dashed, history has its marks, and all are named."""
    svg = wars_chart(beside_history("points"), "Points").svg
    assert "url(#" not in svg or "<pattern" in svg
    assert "stroke-dasharray" in svg
    for words in ("8 of 10 simulated wars", "half of the simulated wars", "the middle one", "history"):
        assert words in svg


def test_a_table_without_a_year_has_no_chart():
    with pytest.raises(BadInput):
        wars_chart(beside_history("points").loc[[]], "Points")


def test_years_without_wars_or_without_history():
    table = points_from(simulate_from(1697, 2, bourbon="random", alliance="random"))
    told = dict(zip(table.index, describe_wars(table), strict=True))
    assert told[1690] == f"1690: history {table.loc[1690, 'history']}"
    assert "history" not in told[1697]
    assert "8 of 10" in told[1697]
    assert "nan" not in wars_chart(table, "Points").svg.lower()


def test_how_the_wars_ended():
    says = endings_chart().says
    for year, count in endings().items():
        assert str(year) in says
        assert count > 0
    assert "1697 (history: peace)" in says or max(endings()) < 1697


# ---- the widgets


def test_each_column_can_be_chosen():
    desk = WarsBeside()
    for column in WAR_COLUMNS:
        desk.column.value = column
        assert desk.found.equals(beside_history(column))
        assert desk.text.splitlines()[1:-1] == describe_wars(beside_history(column))
        assert describe_misses(desk.found) in desk.words.value
        assert describe_wars(desk.found)[3] in desk.picture.value
    assert desk.column.tooltip


def test_another_column_is_refused():
    with pytest.raises(BadInput, match="column"):
        WarsBeside("glory")


def test_wars_are_played_on_from_a_january():
    desk = FromHistory(LAST, wars=2)
    assert desk.wars.options == tuple(sorted({2, *MANY}))
    desk.work.begin()
    assert desk.work.wait()
    assert desk.records == simulate_from(LAST, 2, SEED)
    assert "1697" in desk.picture.value
    assert "victory" in desk.words.value
    assert describe_wars(points_from(desk.records))[-1] in desk.picture.value
    desk.year.value = 1690
    assert desk.records == []
    assert desk.picture.value == ""
    assert desk.war_map.position is desk.position
    assert desk.position.year == 1690
    desk.close()


def test_the_wars_can_be_stopped():
    desk = FromHistory(LAST, wars=20)
    stops = iter([False, True])
    year, found = desk._play(lambda count, wanted: None, lambda: next(stops))
    assert (year, len(found)) == (LAST, 1)
    desk._played((1690, found))  # the reader has chosen another year meanwhile
    assert desk.records == []
    desk._played((LAST, []))
    assert desk.picture.value == ""
    desk.close()


def test_a_year_without_a_january_is_refused():
    with pytest.raises(BadInput, match="1697"):
        FromHistory(1688)
