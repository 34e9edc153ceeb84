"""The lesson plans of the history classroom: their tables, their questions, their charts and their pages."""

import re
from datetime import date
from itertools import pairwise
from pathlib import Path

import nbformat
import pandas as pd
import pytest

from ninevears_kernel import chronicle
from ninevears_kernel.chronicle import lesson_plans, tables
from ninevears_kernel.chronicle.frames import frame
from ninevears_kernel.chronicle.lesson_plans import ChronicleQuestion
from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.core.messages import say
from ninevears_kernel.core.tables import read_table
from ninevears_kernel.widgets import ChronicleMap, ExerciseCard, Uncover, Vary, span_chart

FOLDER = Path(__file__).parents[1] / "notebooks" / "classroom"
PLANS = sorted(path for path in FOLDER.glob("0[2-6]_*.ipynb"))
each = pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)


def words(path):
    cells = nbformat.read(path, as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def code(path):
    return [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


# ---- the tables


def test_every_figure_cites_sources_that_the_chronicle_has():
    known = set(chronicle.sources().index)
    for table in ("finance", "siege_days", "siege_counts"):
        for row in read_table(tables.DATA / f"{table}.csv"):
            cited = [tables.citation(entry)[0] for entry in tables.parts(row["sources"])]
            assert cited, row
            assert set(cited) <= known, row


def test_ids_of_the_classroom_sources_are_in_no_other_file():
    ids = [line.row["id"] for line in tables.lines("sources")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", lesson_plans.series())
def test_figures_have_bounds_units_and_a_certainty(name):
    found = lesson_plans.finance(name)
    assert (found.low <= found.high).all()
    assert (found.low > 0).all()
    assert found.unit.str.len().gt(0).all()
    assert set(found.certainty) <= {"sure", "approximate", "disputed"}
    assert (
        found.index.map(lambda when: re.fullmatch(r"1[67]\d\d(-(0[1-9]|1[0-2]|1[67]\d\d))?", when))
        .notna()
        .all()
    )


def test_the_old_reckoning_adds_up():
    assert lesson_plans.figure("french-reckoning") == 600_000 * 15 / 20 * 365 / 1_000_000


def test_the_silver_ought_to_weigh_what_the_mint_made_of_its_tale():
    """62 shillings were struck from a pound of 12 ounces."""
    due = lesson_plans.figure("silver-told") * 20 / 62 * 12
    assert lesson_plans.figure("silver-due") == pytest.approx(due, abs=2)


def test_the_long_loans_of_1693_are_those_of_the_chronicle():
    loans = lesson_plans.finance("long-loans").high
    assert f"{loans['1693-02'] + loans['1693']:,} pounds" in chronicle.event("tontine-loan-1693").result


def test_births_and_deaths_fit_the_loss_of_people():
    births, deaths = (lesson_plans.figure(f"french-{name}") for name in ("births", "deaths"))
    before, after = (lesson_plans.figure("french-people", year) for year in ("1692", "1694"))
    assert deaths - births == pytest.approx(before - after, rel=0.001)


def test_the_book_s_siege_has_no_gap_and_no_day_twice():
    rule = lesson_plans.siege_days("rule")
    assert rule.first_day.iloc[0] == 1
    assert (rule.first_day.iloc[1:].to_numpy() == rule.last_day.iloc[:-1].to_numpy() + 1).all()


def test_the_days_of_namur_are_those_of_the_chronicle():
    days, event = lesson_plans.siege_days("namur-1692"), chronicle.event("namur-1692")
    assert days.begin.min() == event.begin
    assert days.end.max() == event.end
    assert (days.first_day <= days.last_day).all()
    assert set(days.part) == {"town", "castle"}


def test_the_counts_of_namur_lie_about_those_of_the_chronicle():
    counts, event = lesson_plans.siege_counts("namur-1692"), chronicle.event("namur-1692")
    assert counts.loc["garrison", "low"].min() == event.defender_strength_low
    assert counts.loc["all French", "high"].max() == event.attacker_strength_high


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lesson_plans.finance, "wheat-windso"),
        (lesson_plans.siege_days, "namur-169"),
        (lesson_plans.siege_counts, ""),
        (lesson_plans.references, "lynn-199"),
        (lambda name: lesson_plans.figure("guinea", name), "1695-6"),
    ],
)
def test_wrong_names_are_refused(call, name):
    with pytest.raises(UnknownName):
        call(name)


def test_a_reading_list_links_and_escapes():
    html = lesson_plans.reading_list(*chronicle.sources().index)._repr_html_()
    assert html.count("<li>") == len(chronicle.sources())
    assert "<a href='https://opil.ouplaw.com/page/873'" in html
    assert set(re.findall(r"<(\w+)", html)) == {"ul", "li", "i", "a"}
    for link in re.findall(r"href='([^']*)'", html):
        assert re.match(r"https?://[\w.-]+", link), link


def test_a_reading_list_says_what_nobody_here_has_read():
    shown = lesson_plans.reading_list("duffy-1985", "stapleton-2007")
    unread, read = shown.says.splitlines()
    assert unread.endswith("(nobody here has read it: check before you quote)")
    assert "nobody here" not in read
    assert shown._repr_html_().count("nobody here has read it") == 1


def test_a_reader_s_changes_do_not_reach_the_tables():
    first = lesson_plans.finance("guinea")
    first["high"] = 0
    assert lesson_plans.finance("guinea").high.min() > 0


# ---- questions


QUESTION = ChronicleQuestion("Days", "How many?", ("3", "16"), 3, "Few.")


def test_a_question_is_marked_and_says_why():
    assert QUESTION.mark("3").right
    assert str(QUESTION.mark("3").says) == "Few."
    assert not QUESTION.mark("16").right
    assert str(QUESTION.mark("16").says) == "The answer is 3. Few."


@pytest.mark.parametrize("answer", ["4", "", None, 3])
def test_an_answer_that_is_none_is_refused(answer):
    with pytest.raises(BadInput):
        QUESTION.mark(answer)


def test_a_question_without_its_answer_is_refused():
    with pytest.raises(BadInput):
        ChronicleQuestion("Days", "How many?", ("3", "16"), 4, "Few.")


def test_the_card_marks_without_a_ruling():
    card = ExerciseCard(QUESTION)
    card.answer.value = "16"
    card.button.click()
    assert "The answer is 3." in card.verdict.value
    assert card._why.layout.display == "none"
    card.answer.value = "3"
    assert card.verdict.value == ""
    card.button.click()
    assert card.marked.right


# ---- charts


def test_a_chart_of_days_says_itself_and_is_a_picture():
    chart = span_chart(
        [("trenches", pd.Timestamp("1692-05-30"), pd.Timestamp("1692-06-04"), "town")] * 2,
        "Namur",
        points=True,
    )
    assert chart.says.count("trenches (town) 30 May 1692 to 4 June 1692") == 2
    html = chart._repr_html_()
    assert "role='img'" in html
    assert "Namur: trenches" in html


def test_a_day_that_is_not_known_is_not_made_up():
    chart = span_chart(
        [("Sligo", "1689-10", "1689-10"), ("Charlemont", "1690-04", "1690-05-24"), ("War", "1688", "1697")],
        "Ireland",
    )
    assert "Sligo some time in October 1689" in chart.says
    assert "Charlemont April 1690 to 24 May 1690" in chart.says
    assert "War 1688 to 1697" in chart.says
    html = chart._repr_html_()
    assert "1 Oct" not in html
    assert say("span-chart.day-unknown") in html
    assert say("span-chart.day-unknown") not in span_chart([("Cork", "1690-10-01", "1690-10-08")], "t").svg


def test_texts_of_a_chart_are_escaped():
    html = span_chart([("<b>x</b> & 'y'", 1, 2)], "<script>", "$x$")._repr_html_()
    assert "<script>" not in html
    assert "<b>" not in html


def test_groups_differ_by_more_than_colour():
    html = span_chart([("a", 1, 2, "x"), ("b", 1, 2, "y"), ("c", 1, 1, "z")], "t", points=True)._repr_html_()
    assert len(set(re.findall(r'<pattern id="(\w+)"', html))) >= 2


@pytest.mark.parametrize(
    "spans",
    [
        [],
        [("a", 1, 2)] * 41,
        [("a", 2, 1)],
        [("a", 1, pd.NA)],
        [("a", float("nan"), 2)],
        [("a", 1, float("inf"))],
        [("a", date(1692, 1, 1), pd.NaT)],
        [("a", None, date(1692, 1, 1))],
        [("a", 1, 2), ("b", date(1692, 1, 1), date(1692, 1, 2))],
        [("a", 1, 2), ("b", "1692-01", "1692-01")],
        [("a", "1692-02", "1692-01")],
        [("a", "January 1692", "1692-02")],
        [("a", 1, 2, str(group)) for group in range(4)],
    ],
)
def test_what_cannot_be_drawn_is_refused(spans):
    with pytest.raises(BadInput):
        span_chart(spans, "t")


# ---- the pages


def test_there_are_the_five_plans():
    assert len(PLANS) == 5


@each
def test_a_plan_has_all_its_parts(path):
    text = words(path)
    for part in ("What you'll do", "What you'll learn", "What you need", "45 minutes", "For the teacher"):
        assert part in text, part
    for heading in ("Sources to weigh", "The question", "Exercises", "Further reading"):
        assert re.search(rf"^## (\d\. )?{heading}", text, re.MULTILINE), heading
    assert re.search(r"^A good |^Good entries", text, re.MULTILINE), "criteria of the written exercise"
    assert any("ChronicleMap(" in cell for cell in code(path))
    assert sum("ExerciseCard(" in cell for cell in code(path)) >= 3


@each
def test_the_teacher_s_timetable_is_45_minutes_without_a_gap(path):
    spans = [(int(a), int(b)) for a, b in re.findall(r"^\| (\d\d?)–(\d\d?) \|", words(path), re.MULTILINE)]
    assert spans[0][0] == 0
    assert spans[-1][1] == 45
    assert all(one[1] == other[0] for one, other in pairwise(spans))


@each
def test_every_source_named_in_a_plan_is_in_the_chronicle(path):
    """A reader sees author and title, and comes to the list of works, which has the title and no key."""
    works = chronicle.sources()
    listed = {
        name
        for cell in code(path)
        if "reading_list(" in cell
        for name in re.findall(r'"([a-z]+[a-z0-9-]+)"', cell)
    }
    titles = [title.casefold().replace("’", "'") for title in works.loc[sorted(listed)].title]
    named = re.findall(r"\[[^\]]*\*([^*]+)\*\]\(#Further-reading\)", words(path))
    assert named
    assert [one for one in named if not any(one.casefold() in title for title in titles)] == []
    assert not set(re.findall(r"`([a-z0-9-]+)`", words(path))) & set(works.index)


@each
def test_cells_are_short(path):
    for cell in code(path):
        assert len(cell.splitlines()) <= 22, cell


CLASSROOM = pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
RAW = re.compile(
    r"(?<![\w/-])(begin_written|[a-z]+_(?:low|high)|chronicle\.\w+\(\)|`events`)|`points`|`below`"
)


@CLASSROOM
def test_a_pupil_sees_no_code_and_is_sent_to_none(path):
    """A reader moves a slider or presses a button; what is to be guessed waits behind it."""
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert cell.metadata.get("jupyter", {}).get("source_hidden"), cell.source
            assert "print(" not in cell.source, cell.source
            assert "plt." not in cell.source, cell.source
        else:
            assert not re.search(r"\b(the|next|this) cells?\b|\brun (it|the|again)\b", cell.source), (
                cell.source
            )
            assert not RAW.search(cell.source), cell.source


@CLASSROOM
def test_what_the_teacher_does_is_folded(path):
    text = words(path)
    assert "## For the teacher" not in text
    assert "One answer" not in text
    assert text.count('<details class="for-teachers">') == ("For the teacher" in text)


# ---- tables in words


def test_a_table_in_words_has_no_name_of_a_column():
    columns = [
        "name",
        "begin_written",
        "kind",
        "theatre",
        "certainty",
        "attacker_commanders",
        "attacker_losses_low",
    ]
    found = chronicle.in_words(chronicle.events().loc[["namur-1695"], [*columns, "attacker_losses_high"]])
    assert found.index.tolist() == ["Second siege of Namur"]
    assert not [head for head in found if "_" in head]
    [row] = found.to_dict("records")
    assert row["from"] == "2 July 1695"
    assert row["lost by the attackers"] == "12,000 to 18,000"
    assert row["led by"].startswith("William III")
    assert (row["kind"], row["where"]) == ("siege", "Low Countries")


def test_what_a_table_lacks_is_empty_and_the_table_is_left_alone():
    events = chronicle.events()
    told = chronicle.in_words(events)
    assert not told.isin(["<NA>", "nan", "NaT"]).any(axis=None)
    assert not told.map(lambda value: value is pd.NA or value is pd.NaT).any(axis=None)
    assert not [value for value in told["from"] if re.search(r"\d\d-\d\d", str(value))]
    assert "begin_written" in events


@pytest.mark.parametrize("name", lesson_plans.series())
def test_figures_have_a_name_for_people(name):
    found = chronicle.in_words(lesson_plans.figures(name))
    assert set(found.index).isdisjoint({name})
    assert found.columns.tolist() == ["when", "how much", "how sure", "where it stands", "a word about it"]


# ---- what a reader varies


def test_a_control_fits_what_can_be_chosen_and_is_followed():
    shown = Vary(lambda *all: " ".join(map(str, all)), ("Men", range(0, 11, 5), 5), ("Year", [1, 2], 1),
                 ("Town", dict.fromkeys("abcdef", "x") | {"g": "y"}, "y"))  # fmt: skip
    assert [type(one).__name__ for one in shown.controls] == ["IntSlider", "ToggleButtons", "Dropdown"]
    assert (shown.controls[0].min, shown.controls[0].max, shown.controls[0].step) == (0, 10, 5)
    assert shown.text == "5 1 y"
    shown.controls[1].value = 2
    assert shown.text == "5 2 y"
    assert shown.shown.children[0].value == "<p class='nl-why' role='status'>5 2 y</p>"


def test_what_was_shown_before_is_closed():
    shown = Vary(lambda month: ChronicleMap(month), ("Month", ["1690-07", "1692-06"], "1690-07"))
    [before] = shown.shown.children
    shown.controls[0].value = "1692-06"
    assert before.comm is None
    assert shown.shown.children[0].month == "1692-06"


def test_words_are_escaped_and_several_things_stand_under_each_other():
    shown = Vary(
        lambda bold: (f"<b>\n{bold}", lesson_plans.reading_list("lynn-1999")), ("x", [True, False], True)
    )
    [box] = shown.shown.children
    assert "&lt;b&gt;<br>True" in box.children[0].value
    assert "<ul" in box.children[1].value


def test_what_is_covered_is_not_made_before_it_is_asked_for():
    made = []
    covered = Uncover("Show", lambda: made.append(1) or "37 days")
    assert not made
    covered.button.click()
    covered.uncover()
    assert made == [1]
    assert covered.button not in covered.children


# ---- what single plans say


def plan(number):
    [path] = FOLDER.glob(f"{number:02}_*.ipynb")
    return path


def test_the_months_of_an_event_are_known_as_far_as_the_table_has_them():
    found = chronicle.states().set_index("state")
    assert found.from_written["Catalans in revolt"] == "1687-10"
    assert found.to_written["France"] == ""
    assert found.from_written["Brandenburg"] == "1688-09"


def test_what_was_got_back_at_ryswick_was_given_by_somebody():
    cells = [row.split("|") for row in words(plan(6)).splitlines() if row.startswith("| **")]
    terms = {row[1].strip(" *"): (row[2], row[3]) for row in cells if len(row) == 6}
    got = terms["France"][0]
    for name, giver in (("Acadia", "England"), ("Pondicherry", "Dutch Republic")):
        assert name in got
        assert name in terms[giver][1]
    assert "Hispaniola" not in got  # no clause of the treaty names it
    assert "of which the treaty has no word" in terms["Spain"][1]


def test_the_map_of_ryswick_begins_before_anything_goes_back():
    [month] = re.findall(r'ChronicleMap\("([\d-]+)"', "\n".join(code(plan(6))))
    held = {name: one.side for name, one in frame(month).held.items()}
    assert {held[name] for name in ("Barcelona", "Luxembourg", "Philippsburg", "Mons")} == {"Bourbon"}


def test_derry_is_an_island_as_long_as_plan_4_says():
    assert "from December 1688 to July 1690" in words(plan(4))
    for day in pd.date_range("1688-12-31", "1690-07-01", freq="MS"):
        side = chronicle.control(day).side
        assert side["Derry"] == "Alliance"
        assert set(side[["Dublin", "Cork", "Galway"]]) == {"Bourbon"}
    assert chronicle.control("1690-07-31").side["Dublin"] == "Alliance"


def test_points_stand_beside_what_they_mean():
    cells = code(plan(8))
    [levels] = [place for place, cell in enumerate(cells) if cell.startswith("levels_table(")]
    [played] = [place for place, cell in enumerate(cells) if "simulate_from(1696" in cell]
    assert levels < played
