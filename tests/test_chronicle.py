"""The chronicle: its tables hold together, the validator finds each kind of fault, and the API gives them."""

import csv
import re
import shutil
import subprocess
import sys
from datetime import date

import pandas as pd
import pytest
from hypothesis import given, strategies as st
from shapely.geometry import Point, shape

from ninevears_kernel import chronicle
from ninevears_kernel.chronicle import calendars, tables
from ninevears_kernel.chronicle.happenings import happenings
from ninevears_kernel.chronicle.sentences import card_lines, describe_disagreements
from ninevears_kernel.chronicle.tables import COLUMNS, DATA
from ninevears_kernel.chronicle.validate import main, validate
from ninevears_kernel.chronicle.validate.cells import WORDS
from ninevears_kernel.chronicle.validate.where import distance_to, space_at
from ninevears_kernel.chronicle.wording import in_words
from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.components.map import GameMap, game_map
from ninevears_kernel.nine_years.components.scenario import leader_table

EVENTS = chronicle.events()


# ---- the real tables


def test_the_tables_have_no_fault():
    assert [str(problem) for problem in validate()] == []


def test_there_are_events_of_every_theatre_and_kind():
    assert len(EVENTS) >= 150
    assert set(EVENTS.theatre) == WORDS["events", "theatre"]
    assert set(EVENTS.kind) == WORDS["events", "kind"]
    assert set(EVENTS.certainty) == WORDS["events", "certainty"]


def test_every_year_of_the_war_has_events():
    years = EVENTS.begin.dt.year.value_counts()
    assert all(years[year] >= 8 for year in range(1688, 1698))


@pytest.mark.parametrize(
    ("event", "begin", "old_style", "space", "taken"),
    [
        ("fleurus-1690", "1690-07-01", "1690-06-21", "Charleroi", ""),
        ("boyne-1690", "1690-07-11", "1690-07-01", "Dublin", None),
        ("mons-1691", "1691-03-15", "1691-03-05", "Mons", "Mons"),
        ("steenkerque-1692", "1692-08-03", "1692-07-24", None, ""),
        ("neerwinden-1693", "1693-07-29", "1693-07-19", None, ""),
        ("marsaglia-1693", "1693-10-04", "1693-09-24", None, ""),
    ],
)
def test_well_known_days(event, begin, old_style, space, taken):
    row = chronicle.event(event)
    assert (row.begin, row.begin_old_style) == (pd.Timestamp(begin), old_style)
    assert space is None or row.space == space
    assert taken is None or row.taken == taken


@pytest.mark.parametrize(
    ("event", "begin", "old_style"),
    [
        ("prince-of-wales-1688", "1688-06-20", "1688-06-10"),
        ("invitation-1688", "1688-07-10", "1688-06-30"),
        ("dutch-war-1689", "1689-03-09", "1689-02-27"),
        ("emperor-declares-war-1689", "1689-04-03", "1689-03-24"),
        ("bill-of-rights-1689", "1689-12-26", "1689-12-16"),
        ("belgrade-1690", "1690-10-08", "1690-09-28"),
        ("mary-ii-death-1695", "1695-01-07", "1694-12-28"),
        ("frankfurt-association-1697", "1697-01-23", "1697-01-13"),
    ],
)
def test_days_that_were_missing_or_wrong(event, begin, old_style):
    row = chronicle.event(event)
    assert (row.begin, row.begin_old_style) == (pd.Timestamp(begin), old_style)


def test_what_is_known_to_the_month_is_no_day():
    assert EVENTS.begin_written["catalan-rising-1687"] == "1687-10"
    assert EVENTS.begin_written["naval-treaty-1689"] == "1689-05"
    assert EVENTS.begin_written["furnes-1692"] == "1692-12"
    assert EVENTS.end_written["furnes-1692"] == "1693-01-06"


def test_a_town_hangs_on_what_turned_it():
    """York, Plymouth and Bristol rose for William; Torbay alone took nothing."""
    found = {row["space"]: row for row in tables.rows("control") if row["event"] == "english-risings-1688"}
    assert set(found) == {"York", "Plymouth", "Bristol"}
    assert "torbay-1688" not in {row["event"] for row in tables.rows("control")}
    assert chronicle.control("1695-07-10").side["Casale"] == "Bourbon"
    assert chronicle.control("1695-07-11").side["Casale"] == "neutral"


def test_nobody_leads_in_two_places_at_once():
    """Of those who fought on the same days at places far apart one is told wrongly."""
    led = chronicle.commanders().groupby("event").person.agg(set)
    assert led["schenectady-1690"] == {"sainte-helene", "mantet"}
    assert "feuquieres" in led["swabian-contributions-1688"]
    assert "vendome" not in led["valenza-1696"]  # he commanded in Catalonia that year
    assert "ginkel" not in led["cork-1690"]


def test_a_boy_is_as_old_as_his_birthday_makes_him():
    """Charles XII was fourteen when his father died."""
    died = EVENTS.begin["charles-xi-death-1697"]
    assert (died - pd.Timestamp(chronicle.people().born["charles-xii"])).days // 365.25 == 14
    assert "fourteen" in EVENTS.sentence["charles-xi-death-1697"]


def test_no_event_rests_on_smollett_or_on_web_pages_alone():
    kinds = chronicle.sources().kind
    weak = {
        event
        for event, cited in chronicle.citations().groupby("event").source
        if set(cited) <= set(kinds.index[kinds == "reference"]) | {"smollett-history"}
    }
    lives = {"dnb", "dcb", "britannica-1911"}  # biographical dictionaries are scholarship
    cited = chronicle.citations().groupby("event").source.agg(set)
    assert {event for event in weak if not cited[event] & lives} == set()


def test_what_nobody_here_has_read_says_so_on_every_card():
    from ninevears_kernel.chronicle.happenings import happening
    from ninevears_kernel.chronicle.sentences import card_text, describe_sources

    unread = {row["id"] for row in tables.rows("sources") if not tables.is_read(row["id"])}
    assert {"lynn-1999", "duffy-1985", "kamen-1977"} <= unread
    assert not {"stapleton-2007", "eb1911-ryswick", "smollett-history"} & unread
    lines = describe_sources(happening("catalan-rising-1687"))
    assert [("nobody here has read" in line) for line in lines] == [False, True, True]
    both = describe_sources(happening("boufflers-arrest-1695"))
    assert "nobody here" not in " ".join(both)
    assert "nobody here has read" in card_text(happening("namur-1695"))


@pytest.mark.parametrize(
    ("person", "born"),
    [("charles-xi", "1655-12-04"), ("grafton", "1663-10-08"), ("william-iii", "1650-11-14")],
)
def test_lives_are_told_in_the_new_style_also_where_the_old_one_was_in_use(person, born):
    assert chronicle.people().born[person] == born


def test_who_is_counted_in_a_sentence_is_among_the_people():
    made = chronicle.commanders().query("event == 'marshals-1693' and person != 'louis-xiv'").person
    assert len(made) == 7
    assert (chronicle.people()["rank"][made].str.contains("marshal")).all()


def test_nobody_leads_where_he_was_not():
    led = chronicle.commanders().groupby("event").person.agg(list)
    assert "cherbourg-1692" in led.index  # by those who attacked, for Tourville was at La Hougue
    assert "tourville" not in led["cherbourg-1692"]
    assert "boisseleau" not in led["lauzun-lands-1690"]


@pytest.mark.parametrize(
    ("when", "space", "side"),
    [
        ("1688-06-01", "Namur", "Alliance"),
        ("1692-06-29", "Namur", "Alliance"),
        ("1692-07-01", "Namur", "Bourbon"),
        ("1695-09-04", "Namur", "Bourbon"),
        ("1695-09-06", "Namur", "Alliance"),
        ("1689-07-01", "Mainz", "Bourbon"),
        ("1689-10-01", "Mainz", "Alliance"),
        ("1690-01-01", "Turin", "neutral"),
        ("1691-01-01", "Turin", "Alliance"),
        ("1691-05-01", "Nice", "Bourbon"),
        ("1697-01-01", "Turin", "neutral"),
        ("1690-06-01", "Dublin", "Bourbon"),
        ("1690-08-01", "Dublin", "Alliance"),
        ("1697-09-01", "Barcelona", "Bourbon"),
        ("1697-12-31", "Barcelona", "Alliance"),
        ("1697-12-31", "Strasbourg", "Bourbon"),
    ],
)
def test_who_held_what(when, space, side):
    assert chronicle.control(when).side[space] == side


@pytest.mark.parametrize("when", ["1692-07-01", date(1692, 7, 1), pd.Timestamp(1692, 7, 1, 18)])
def test_a_day_may_be_text_a_date_or_a_timestamp(when):
    found = chronicle.control(when)
    assert set(found.index) == set(game_map().by_name)
    assert (found.since <= pd.Timestamp(1692, 7, 1)).all()


def test_a_month_is_its_first_day():
    assert chronicle.control("1692-07").equals(chronicle.control("1692-07-01"))


@pytest.mark.parametrize("when", ["July 1692", "1692-13-01", 1692, None, ""])
def test_what_is_no_day_is_refused(when):
    with pytest.raises(BadInput, match="date"):
        chronicle.control(when)


# ---- the tables as pandas has them


def test_columns_are_those_of_the_files_and_the_documented_ones():
    more = {"begin_written", "end_written"}
    assert set(EVENTS.columns) == set(COLUMNS["events"]) - {"id"} | more
    assert all(column in chronicle.events.__doc__ for column in set(EVENTS.columns) - set(tables.NUMBERS))
    for name in ("people", "states", "sources", "disagreements"):
        table = getattr(chronicle, name)
        assert all(column in table.__doc__ for column in table().columns), name
    assert all(column in chronicle.control.__doc__ for column in chronicle.control("1690").columns)


@pytest.mark.parametrize("name", ["events", "people", "states", "sources", "disagreements"])
def test_a_table_is_a_new_one_at_each_call(name):
    table = getattr(chronicle, name)
    first, again = table(), table()
    first[:] = first.iloc[::-1].to_numpy()
    assert table().equals(again)


def test_events_come_in_the_order_of_days():
    assert EVENTS.begin.is_monotonic_increasing
    assert EVENTS.index.is_unique


def test_kinds_of_columns():
    assert all(str(EVENTS[column].dtype) == "Int64" for column in tables.NUMBERS)
    assert str(EVENTS.begin.dtype).startswith("datetime64")
    assert str(EVENTS.latitude.dtype) == "Float64"
    assert str(chronicle.sources().year.dtype) == "Int64"


def test_what_is_known_to_the_month_begins_and_ends_with_it():
    row = EVENTS.query("date_precision == 'month'").iloc[0]
    assert row.begin.day == 1
    assert row.end.is_month_end


def test_tables_join_by_ids():
    people, sources = chronicle.people(), chronicle.sources()
    assert set(chronicle.commanders().person) <= set(people.index)
    assert set(chronicle.commanders().event) <= set(EVENTS.index)
    assert set(chronicle.citations().source) <= set(sources.index)
    assert set(chronicle.citations().event) == set(EVENTS.index)
    led = chronicle.commanders().join(people, on="person").query("leader == 'Luxembourg'")
    assert {"fleurus-1690", "neerwinden-1693"} <= set(led.event)
    assert set(chronicle.powers_at().role) == {"attacker", "defender"}


def test_every_counter_with_a_name_stands_for_somebody():
    told = chronicle.people().query("leader != ''")
    assert told.leader.is_unique
    assert {"William III", "Luxembourg", "Eugene"} <= set(told.leader)
    for _, row in told.iterrows():
        assert leader_table()[row.leader].side == row.side


def test_an_unknown_event_is_answered_with_the_nearest():
    with pytest.raises(UnknownName, match="fleurus-1690"):
        chronicle.event("fleurus-1691")


# ---- calendars


@given(st.dates(date(1582, 10, 15), date(2100, 1, 1)))
def test_there_and_back(day):
    year, month, number = map(int, calendars.old_style(day.isoformat()).split("-"))
    before = (year - 1) * 365 + (year - 1) // 4  # days of the years before this one: each fourth is longer
    february = 28 + (year % 4 == 0)
    months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    assert date.fromordinal(before + sum(months[: month - 1]) + number - 2) == day


@given(st.dates(date(1600, 3, 11), date(1700, 3, 10)))
def test_ten_days_in_this_century(day):
    old = calendars.old_style(day.isoformat())
    if old[5:] != "02-29":
        assert (day - date.fromisoformat(old)).days == 10


def test_the_old_style_has_a_day_more_in_1700():
    assert calendars.old_style("1700-03-10") == "1700-02-28"
    assert calendars.old_style("1700-03-11") == "1700-02-29"
    assert calendars.old_style("1700-03-12") == "1700-03-01"


@pytest.mark.parametrize(
    "text", ["", "1690-7-1", "1690-00", "1690-02-30", "1690/07/01", " 1690", "1690-07-11T"]
)
def test_what_is_no_date(text):
    with pytest.raises(BadInput):
        calendars.span(text)
    with pytest.raises(BadInput):
        calendars.old_style(text)


# ---- the geometry


def test_positions_lie_where_shapely_finds_them():
    shapes = {
        feature["properties"]["name"]: shape(feature["geometry"])
        for feature in GameMap.geojson("spaces")["features"]
    }
    known = EVENTS.dropna(subset=["longitude", "latitude"])
    for longitude, latitude in known[["longitude", "latitude"]].itertuples(index=False):
        point = Point(longitude, latitude)
        inside = [name for name, land in shapes.items() if land.contains(point)]
        assert space_at((longitude, latitude)) in (inside or [None])


def test_the_distance_to_a_space():
    assert distance_to("Paris", (2.35, 48.85)) == 0
    assert 1.0 < distance_to("Corunna", (-11.0, 43.37)) < 1.5
    assert distance_to("nowhere", (0, 0)) == float("inf")


# ---- the validator finds each kind of fault


@pytest.fixture
def changed(tmp_path):
    """Copies the tables, puts another value into a row and returns the faults found then."""

    def change(table, row, column, value):
        folder = tmp_path / "data"
        shutil.copytree(DATA, folder)
        for path in sorted([*folder.glob(f"{table}.csv"), *folder.glob(f"{table}_*.csv")]):
            with path.open(encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))
            head = rows[0]
            at = next((n for n, cells in enumerate(rows[1:], 1) if row in (cells[0], n + 1)), None)
            if at is None:
                continue
            if column is None:
                rows[at:at] = value
            else:
                rows[at][head.index(column)] = value
            with path.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows(rows)
            return validate(folder)
        raise AssertionError(f"no row {row} in {table}")

    return change


MONS, FLEURUS = "mons-1691", "fleurus-1690"
FAULTS = [
    ("events", FLEURUS, "begin", "1690-07-02", "chronicle.ends-early", "end"),
    ("events", FLEURUS, "begin", "1690-06-31", "chronicle.no-date", "begin"),
    ("events", FLEURUS, "begin", "", "chronicle.no-date", "begin"),
    ("events", FLEURUS, "begin_old_style", "1690-06-22", "chronicle.styles", "begin_old_style"),
    ("events", FLEURUS, "end_old_style", "", "chronicle.styles", "end_old_style"),
    ("events", FLEURUS, "date_precision", "month", "chronicle.precision", "date_precision"),
    ("events", FLEURUS, "date_precision", "hour", "chronicle.not-a-word", "date_precision"),
    ("events", FLEURUS, "kind", "skirmish", "chronicle.not-a-word", "kind"),
    ("events", FLEURUS, "theatre", "flanders", "chronicle.not-a-word", "theatre"),
    ("events", FLEURUS, "certainty", "", "chronicle.not-a-word", "certainty"),
    ("events", FLEURUS, "outcome", "France", "chronicle.not-a-word", "outcome"),
    ("events", FLEURUS, "attacker", "France", "chronicle.not-a-word", "attacker"),
    ("events", FLEURUS, "attacker", "", "chronicle.no-attacker", "attacker"),
    ("events", FLEURUS, "zone", "Channel", "chronicle.not-a-word", "zone"),
    ("events", FLEURUS, "space", "Fleurus", "chronicle.not-a-word", "space"),
    ("events", FLEURUS, "space", "Paris", "chronicle.other-space", "space"),
    ("events", FLEURUS, "space", "", "chronicle.other-space", "space"),
    ("events", FLEURUS, "latitude", "95", "chronicle.no-degrees", "latitude"),
    ("events", FLEURUS, "longitude", "4,5", "chronicle.no-degrees", "longitude"),
    ("events", FLEURUS, "longitude", "-40", "chronicle.far-from-space", "space"),
    ("events", FLEURUS, "attacker_commanders", "nobody", "chronicle.unknown", "attacker_commanders"),
    (
        "events",
        FLEURUS,
        "attacker_commanders",
        "luxembourg;luxembourg",
        "chronicle.twice",
        "attacker_commanders",
    ),
    ("events", FLEURUS, "defender_powers", "Atlantis", "chronicle.unknown", "defender_powers"),
    (
        "events",
        FLEURUS,
        "attacker_strength_low",
        "99999999",
        "chronicle.low-above-high",
        "attacker_strength_high",
    ),
    ("events", FLEURUS, "attacker_strength_high", "", "chronicle.one-end", "attacker_strength_high"),
    ("events", FLEURUS, "defender_losses_low", "many", "chronicle.not-a-number", "defender_losses_low"),
    ("events", FLEURUS, "sources", "nobody-1700", "chronicle.unknown", "sources"),
    ("events", FLEURUS, "sources", "", "chronicle.empty", "sources"),
    ("events", FLEURUS, "sources", "lynn-1999:pp. 3-4", "chronicle.page-not-seen", "sources"),
    ("events", FLEURUS, "sentence", "", "chronicle.empty", "sentence"),
    ("events", FLEURUS, "sentence", "A battle", "chronicle.no-sentence", "sentence"),
    ("events", FLEURUS, "sentence", "A battle. ", "chronicle.blank-around", "sentence"),
    ("events", FLEURUS, "id", "Fleurus 1690", "chronicle.not-an-id", "id"),
    ("events", FLEURUS, "id", "fleurus-1691", "chronicle.id-without-year", "id"),
    ("events", FLEURUS, "id", MONS, "chronicle.twice", "id"),
    ("events", FLEURUS, "taken", "Charleroi", "chronicle.not-in-control", "taken"),
    ("events", FLEURUS, "taken", "Fleurus", "chronicle.unknown", "taken"),
    (
        "events",
        "great-elector-death-1688",
        "certainty",
        "disputed",
        "chronicle.nothing-disputed",
        "certainty",
    ),
    ("events", "namur-1692", "certainty", "sure", "chronicle.yet-disputed", "certainty"),
    ("events", MONS, "taken", "", "chronicle.not-taken", "event"),
    ("events", MONS, "attacker", "Alliance", "chronicle.other-side", "side"),
    ("events", "vaudois-return-1689", "attacker_powers", "Savoy", "chronicle.both-sides", "defender_powers"),
    (
        "events",
        "vaudois-return-1689",
        "attacker_powers",
        "Savoy",
        "chronicle.neutral-attacks",
        "attacker_powers",
    ),
    ("events", FLEURUS, "attacker_powers", "Spain", "chronicle.on-the-other-side", "attacker_powers"),
    ("events", FLEURUS, "defender_powers", "France", "chronicle.on-the-other-side", "defender_powers"),
    (
        "events",
        FLEURUS,
        "attacker_commanders",
        "eugene;vendome;roeux",
        "chronicle.not-in-his-time",
        "attacker_commanders",
    ),
    ("people", "larray", "from", "1690", "chronicle.not-in-his-time", "defender_commanders"),
    ("people", "luxembourg", "to", "1689", "chronicle.not-in-his-time", "attacker_commanders"),
    ("people", "john-george-iii", "died", "1691-09-12", "chronicle.other-death", "begin"),
    ("events", FLEURUS, "sentence", "Luxemburg wins.", "chronicle.spelt", "sentence"),
    ("people", "luxembourg", "leader", "Waldeck", "chronicle.twice", "leader"),
    ("people", "luxembourg", "leader", "", "chronicle.counter-without-person", "leader"),
    ("people", "luxembourg", "leader", "Turenne", "chronicle.not-a-word", "leader"),
    ("people", "luxembourg", "died", "1600", "chronicle.ends-early", "died"),
    ("people", "luxembourg", "from", "1697", "chronicle.after-death", "from"),
    ("people", "luxembourg", "born", "long ago", "chronicle.no-date", "born"),
    ("people", "luxembourg", "served", "Atlantis", "chronicle.unknown", "served"),
    ("people", "luxembourg", "side", "France", "chronicle.not-a-word", "side"),
    ("states", 2, "event", "nothing-1700", "chronicle.unknown", "event"),
    ("states", 2, "power", "Atlantis", "chronicle.not-a-word", "power"),
    ("states", 2, "to", "1600", "chronicle.ends-early", "to"),
    ("sources", "lynn-1999", "year", "MCM", "chronicle.not-a-number", "year"),
    ("sources", "lynn-1999", "where", "", "chronicle.empty", "where"),
    ("sources", "lynn-1999", "where", "https://nowhere", "chronicle.no-link", "where"),
    ("sources", "lynn-1999", "kind", "film", "chronicle.not-a-word", "kind"),
    ("control", 2, "space", "Atlantis", "chronicle.not-a-word", "space"),
    ("control", 2, "side", "France", "chronicle.not-a-word", "side"),
    ("control", 2, "from", "1688-07-01", "chronicle.first-row", "from"),
    ("control", "Paris", "space", "London", "chronicle.space-left-out", "space"),
    ("control", 3, "from", "1698-01-01", "chronicle.outside", "from"),
    ("control", 3, "from", "some day", "chronicle.no-date", "from"),
    ("control", 3, "from", "1690-01-01", "chronicle.other-day", "from"),
    ("control", 3, "event", "", "chronicle.change-without-event", "event"),
    ("control", 3, "event", "nothing-1700", "chronicle.unknown", "event"),
    ("disagreements", 2, "event", "nothing-1700", "chronicle.unknown", "event"),
    ("disagreements", 2, "field", "weather", "chronicle.unknown", "field"),
    ("disagreements", 2, "first_source", "nobody-1700", "chronicle.unknown", "first_source"),
    ("disagreements", 2, "why", "", "chronicle.empty", "why"),
]


@pytest.mark.parametrize(("table", "row", "column", "value", "message", "found_in"), FAULTS)
def test_a_fault_is_found(changed, table, row, column, value, message, found_in):
    found = changed(table, row, column, value)
    assert (message, found_in) in {(problem.says.id, problem.column) for problem in found}
    assert all(str(problem) for problem in found)


def test_a_disagreement_needs_two_opinions(changed):
    first = tables.rows("disagreements")[0]["first_value"]
    path = sorted(DATA.glob("disagreements*.csv"))[0].stem
    found = changed(path, 2, "second_value", first)
    assert [problem.says.id for problem in found] == ["chronicle.no-disagreement"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["Mons", "Bourbon", "1691-04-10", MONS, "", "lynn-1999"]], "chronicle.no-change"),
        ([["Mons", "neutral", "1691-03-20", MONS, "", "lynn-1999"]], "chronicle.out-of-order"),
    ],
)
def test_rows_of_control_follow_each_other(changed, rows, message):
    last = max(n for n, row in enumerate(tables.rows("control"), 2) if row["event"] == MONS)
    found = changed("control", last + 1, None, rows)
    assert message in {problem.says.id for problem in found}


def test_a_row_with_too_few_or_too_many_cells_is_told_alone(changed):
    found = changed("states", 2, None, [["too", "few"]])
    assert {problem.says.id for problem in found} == {"chronicle.columns"}


def test_a_battle_without_a_position_is_told(tmp_path):
    shutil.copytree(DATA, tmp_path / "data")
    for path in (tmp_path / "data").glob("events_*.csv"):
        rows = list(csv.DictReader(path.open(encoding="utf-8", newline="")))
        for row in rows:
            if row["id"] == FLEURUS:
                row |= {"latitude": "", "longitude": "", "space": ""}
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS["events"])
            writer.writeheader()
            writer.writerows(rows)
    found = validate(tmp_path / "data")
    assert [(problem.id, problem.says.id) for problem in found] == [(FLEURUS, "chronicle.no-position")]


def test_an_empty_folder_lacks_every_table(tmp_path, capsys):
    assert {problem.says.id for problem in validate(tmp_path)} == {"chronicle.no-rows"}
    assert main(tmp_path) == 1
    assert "6 faults" in capsys.readouterr().out


def test_the_command_says_what_it_looked_at():
    command = [sys.executable, "-W", "error", "-m", "ninevears_kernel.chronicle.validate"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 faults" in done.stdout


def test_a_card_puts_nobody_on_a_side_where_they_were_not():
    """The Turks at Belgrade were no Bourbons, and a treaty has no attacker."""
    cards = {one.id: {line.label: line.says for line in card_lines(one)} for one in happenings()}
    for battle in ("belgrade-1688", "slankamen-1691", "zenta-1697"):
        assert cards[battle][say("frame.defended")].startswith("Ottoman Empire")
    spain = cards["spain-joins-1690"]
    assert spain[say("frame.acted")].startswith("Alliance side; Spain")
    assert {say("frame.attacked"), say("frame.against")}.isdisjoint(spain)
    assert cards["fleurus-1690"][say("frame.defended")].startswith("Alliance side; Dutch Republic")
    assert not [card for card in cards.values() if card.get(say("frame.defended")) == "Bourbon side"]


def test_a_table_of_what_the_books_differ_on_is_written_as_people_write():
    told = in_words(chronicle.disagreements().query("event == 'fleurus-1690'"))
    assert "30,000 to 45,000" in set(told["the chronicle has"])


def test_what_the_books_differ_on_is_written_as_people_write():
    """No 1692-05-25, and no 800-2500."""
    told = [line for one in happenings() for line in describe_disagreements(one)]
    chosen = [line.split("Chosen here: ")[1].split(". ")[0] for line in told]
    assert len(chosen) > 60
    assert not [line for line in chosen if re.search(r"\d-\d|\d{5}", line)]
    assert "25 May 1692" in chosen
    assert "800 to 2,500" in chosen
