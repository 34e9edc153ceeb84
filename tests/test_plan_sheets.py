"""The lesson plans on paper: minutes, voices and keys of every plan, and what each of the sheets shows."""

import base64
import re
import sys
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from zlib import decompress

import pytest
from click.testing import CliRunner

from ninevears_kernel.chronicle import plan_sheets, tables
from ninevears_kernel.chronicle.plan_sheets import CORE, PLANS, SHEETS, in_grey, read_plan, sheet, voices
from ninevears_kernel.cli import cli
from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.core.messages import say
from ninevears_kernel.umpire.reports import pdf as report_pdf
from ninevears_kernel.widgets import PlanSheets
from ninevears_kernel.widgets.history import plan_sheets as desk_module

CLASSROOM = Path(__file__).parents[1] / "notebooks/classroom"
each = pytest.mark.parametrize("name", PLANS)
drawn = cache(sheet)  # a still takes half a second


def words(html):
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html.split("</style>", 1)[1])))


def spaced(text):
    return " ".join(text.split())


# ---- the plans as data


@each
def test_a_lesson_is_full_without_a_gap_and_so_is_its_short_version(name):
    plan = read_plan(name)
    core = [(task.begin, task.end) for task in plan.tasks if not task.extra]
    short = [task.ten for task in plan.tasks if task.ten]
    for spans, whole in ((core, CORE), (short, 10)):
        assert (spans[0][0], spans[-1][1]) == (0, whole)
        assert all(one[1] == other[0] for one, other in pairwise(spans))
        assert all(begin < end for begin, end in spans)
    extras = [task for task in plan.tasks if task.extra]
    assert extras
    assert plan.tasks[-len(extras) :] == extras
    assert not any(task.begin or task.end or task.ten for task in extras)


@each
def test_a_plan_asks_and_has_the_key(name):
    plan = read_plan(name)
    for task in plan.tasks:
        assert task.asks
        assert task.lines >= 1
        assert task.key.endswith((".", "}"))
    assert (CLASSROOM / f"{plan.notebook}.ipynb").is_file()
    assert set(plan.events) <= set(tables.by_id("events"))
    assert 3 <= len(plan.voices) <= 5
    assert set(plan.voices) <= set(voices())
    assert len(plan.clauses) <= 3
    assert all(clause(one).says for one in plan.clauses)


@pytest.mark.parametrize("name", sorted(voices()))
def test_a_voice_says_who_when_to_whom_and_where(name):
    voice = voices()[name]
    assert 100 <= len(voice.says.split()) <= 150
    assert all((voice.who, voice.date, voice.audience, voice.place))
    assert re.search(r"\b1[67]\d\d\b", voice.date)
    assert voice.source in tables.by_id("sources")
    assert tables.is_read(voice.source) or not re.search(r"\bpp?\. ", voice.place)
    assert any(name in read_plan(plan).voices for plan in PLANS)


def test_what_is_no_plan_is_answered_with_the_nearest():
    with pytest.raises(UnknownName, match="namur"):
        read_plan("namurr")


# ---- the teacher's sheet


@each
def test_the_teacher_s_sheet_has_every_key_and_the_timing(name):
    plan, text = read_plan(name), words(drawn(name, "teacher"))
    for task in plan.tasks:
        assert task.how in text
        if not task.key.startswith("{"):
            assert task.key in text
        if task.listen != "-":
            assert task.listen in text
    assert "{odds}" not in text
    assert "{wars}" not in text
    assert text.count("✓") == sum(task.ten is not None for task in plan.tasks)
    for name_of in plan.voices:
        voice = voices()[name_of]
        title = tables.by_id("sources")[voice.source]["title"]
        [told] = re.findall(re.escape(title) + r".{0,400}?" + re.escape(voice.place) + r"(.{0,50})", text)
        assert told.strip().startswith("(nobody here has read it") != tables.is_read(voice.source)


def test_keys_are_worked_out_from_the_tables():
    assert "1692: after roll 4 (52%). 1695: not within 6 rolls (45%)." in words(drawn("namur", "teacher"))
    assert "the end of 1690" in words(drawn("thousand", "teacher"))


# ---- the pupil's sheet


@pytest.mark.parametrize("name", ["namur", "ireland"])
def test_the_pupil_s_sheet_asks_and_keeps_the_key(name):
    plan, page = read_plan(name), drawn(name, "pupil")
    text = words(page)
    for task in plan.tasks:
        assert all(ask in text for ask in task.asks)
        assert task.key not in text
        assert task.how not in text
        assert task.listen == "-" or task.listen not in text
    assert page.count('<div class="line"') == sum(task.lines * len(task.asks) for task in plan.tasks)
    for name_of in plan.voices:
        assert spaced(voices()[name_of].says) in text
    assert "retold in our words" in text
    assert text.index(say("plan.sources")) < text.index(say("plan.voices"))  # which are the last page
    for one in plan.clauses:
        assert clause(one).says in text
    assert "52%" not in text  # the chances are guessed first
    assert page.count("<img") == len(plan.stills)
    assert all(len(alt) > 60 for alt in re.findall(r'<img[^>]*alt="([^"]*)"', page))


def test_a_pupil_reads_no_word_of_the_game_without_what_it_means():
    text = words(drawn("namur", "pupil"))
    assert "Empire and hired troops" in text
    assert "Subsidy" not in text
    for name in PLANS:
        plan = read_plan(name)
        assert bool(plan.terms) == bool(plan.clauses)
    assert read_plan("namur").terms in text


def test_the_numbers_stand_before_the_task_that_draws_them():
    text = words(drawn("thousand", "pupil"))
    assert text.index(say("plan.wars")) < text.index(say("plan.tasks"))


def test_a_still_is_black_and_white_and_tells_the_sides_apart():
    still = plan_sheets._drawn(read_plan("ireland").stills[0])
    svg = base64.b64decode(still["url"].split(",")[1]).decode()
    for colour in re.findall(r"#([0-9a-f]{6})\b", svg):
        assert len({colour[:2], colour[2:4], colour[4:]}) == 1
    assert not re.search(r"#[0-9a-fA-F]{3}\b", svg.split("@font-face")[0].replace("#fff", ""))
    fills = dict(re.findall(r"\.space\.(\w+)\{fill:([^!]+)!important", svg))
    assert len(set(fills.values())) == len(fills) == 3
    [striped] = re.findall(r"url\(#(\S+)\)", fills["neutral"])
    assert f"<pattern id='{striped}'" in svg
    assert still["events"]


@pytest.mark.parametrize("paper", [*plan_sheets.PAPERS, "auto"])
def test_a_sheet_says_its_paper_and_asks_for_nothing_outside(paper):
    page = sheet("causes", "teacher", paper)
    assert f"@page {{ size: {paper};" in page
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert not re.search(r"(src|href)=[\"']?https?:", page)


@pytest.mark.parametrize(
    ("colour", "grey"), [("#000", "#000000"), ("#ffffff", "#ffffff"), ("#0000ff", "#4d4d4d")]
)
def test_a_colour_becomes_the_grey_that_is_as_light(colour, grey):
    assert in_grey(f"fill:{colour}") == f"fill:{grey}"


# ---- the files


def test_the_command_writes_both_sheets(tmp_path, monkeypatch):
    monkeypatch.setattr(report_pdf, "converter", lambda: "a browser")
    monkeypatch.setattr(report_pdf, "converted", lambda page, comments: page.encode()[:80])
    done = CliRunner().invoke(
        cli, ["handout", "--plan", "ireland", "--paper", "letter", "--out", str(tmp_path)]
    )
    assert done.exit_code == 0, done.output
    assert {file.name for file in tmp_path.iterdir()} == {"ireland-pupil.pdf", "ireland-teacher.pdf"}


def test_without_a_converter_there_are_pages_and_a_word_about_it(tmp_path, monkeypatch):
    monkeypatch.setattr(report_pdf, "converter", lambda: None)
    with pytest.raises(report_pdf.NoConverter, match=r"ireland-pupil\.html"):
        plan_sheets.write_sheets("ireland", tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {"ireland-pupil.html", "ireland-teacher.html"}


def test_a_converter_that_fails_leaves_pages_too(tmp_path, monkeypatch):
    monkeypatch.setattr(report_pdf, "converter", lambda: "false")
    with pytest.raises(report_pdf.NoConverter, match=r"ninevears_kernel\[pdf\]"):
        plan_sheets.write_sheets("causes", tmp_path)
    assert (tmp_path / "causes-teacher.html").read_text().startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("ending", ["pdf", "html"])
def test_all_plans_are_made_at_once(tmp_path, monkeypatch, ending):
    """Also where no PDF can be made: that is said when all pages are there."""
    monkeypatch.setattr(
        plan_sheets, "printed", lambda name, kind, paper: (f"{name}-{kind}.{ending}", b"a sheet")
    )
    done = CliRunner().invoke(cli, ["handout", "--plan", "all", "--out", str(tmp_path)])
    assert (done.exit_code == 0) == (ending == "pdf"), done.output
    assert {file.name for file in tmp_path.iterdir()} == {f"{n}-{k}.{ending}" for n in PLANS for k in SHEETS}


# ---- who makes the PDF


@pytest.mark.parametrize(
    ("browser", "library", "found"),
    [
        ("/opt/chrome", True, "/opt/chrome"),
        ("/opt/chrome", False, "/opt/chrome"),
        (None, True, "weasyprint"),
        (None, False, None),
    ],
)
def test_a_browser_makes_it_else_the_library(monkeypatch, browser, library, found):
    monkeypatch.setattr(report_pdf.shutil, "which", lambda name: browser if name == "google-chrome" else None)
    monkeypatch.setattr(report_pdf, "find_spec", lambda name: object() if library else None)
    assert report_pdf.converter() == found


def test_the_library_is_asked_for_tags(monkeypatch):
    asked = []

    class HTML:
        def __init__(self, filename):
            self.page = Path(filename).read_text(encoding="utf-8")

        def write_pdf(self, target, **options):
            asked.append(options)
            Path(target).write_bytes(b"%PDF-1.7 " + self.page.encode())

    monkeypatch.setattr(report_pdf, "converter", lambda: "weasyprint")
    monkeypatch.setitem(sys.modules, "weasyprint", SimpleNamespace(HTML=HTML))
    assert report_pdf.converted("<h1>Ath</h1>", b"") == b"%PDF-1.7 <h1>Ath</h1>"
    assert asked == [{"pdf_variant": "pdf/ua-1"}]


def test_a_library_that_does_not_start_is_told(monkeypatch):
    monkeypatch.setattr(report_pdf, "converter", lambda: "weasyprint")
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(report_pdf.NoConverter, match="weasyprint made no PDF"):
        report_pdf.converted("<h1>Ath</h1>", b"")


def test_the_library_makes_tagged_sheets(monkeypatch):
    pytest.importorskip("weasyprint", reason="the extra pdf is not installed", exc_type=ImportError)
    monkeypatch.setattr(report_pdf, "converter", lambda: "weasyprint")
    made = report_pdf.converted(drawn("causes", "teacher"), b"")
    assert made.startswith(b"%PDF-")
    packed = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", made, re.DOTALL)
    objects = b"".join(decompress(one) for one in packed if one[:1] == b"x")
    assert b"/StructTreeRoot" in made + objects
    assert b"/Lang" in made + objects


def test_pictures_are_told_to_the_library_in_words_that_it_has():
    svg = '<svg><text style="fill:red;font:bold 11px EB Garamond,serif">1</text></svg>'
    held = base64.b64encode(svg.encode()).decode()
    page = report_pdf.for_weasyprint(f"<img src='data:image/svg+xml;base64,{held}' alt='One'>")
    [picture] = re.findall(r"base64,([^']+)", page)
    told = base64.b64decode(picture).decode()
    assert "font:" not in told
    assert "font-weight:bold;" in told
    assert "font-size:11px;font-family:EB Garamond,serif" in told
    assert "text{stroke:none!important}" in told
    assert page.endswith("' alt='One'>")


def test_the_library_draws_every_still(caplog, monkeypatch):
    pytest.importorskip("weasyprint", reason="the extra pdf is not installed", exc_type=ImportError)
    monkeypatch.setattr(report_pdf, "converter", lambda: "weasyprint")
    with caplog.at_level("ERROR", logger="weasyprint"):
        assert report_pdf.converted(drawn("ireland", "pupil"), b"").startswith(b"%PDF-")
    assert len(caplog.records) == 0  # a picture that fails is left out, and only the log says so


# ---- without a terminal


def test_a_teacher_presses_and_saves_both_sheets(monkeypatch):
    monkeypatch.setattr(desk_module, "printed", lambda name, kind, paper: (f"{name}-{kind}.pdf", b"%PDF"))
    desk = PlanSheets("ireland")
    desk.work.begin()
    assert desk.work.wait()
    for kind in SHEETS:
        assert f"download='ireland-{kind}.pdf' href='data:application/pdf;base64," in desk.links.value
    assert say("plan-sheets.as-pages") not in desk.links.value
    desk.paper.value = "letter"
    assert desk.links.value == ""  # what was made is on other paper


def test_without_a_converter_a_teacher_gets_pages_and_a_word(monkeypatch):
    monkeypatch.setattr(report_pdf, "converter", lambda: None)
    desk = PlanSheets("causes")
    desk.work.begin()
    assert desk.work.wait()
    assert "download='causes-teacher.html' href='data:text/html;base64," in desk.links.value
    assert say("plan-sheets.as-pages") in desk.links.value


def test_tasks_are_still_made_without_a_plan(tmp_path):
    done = CliRunner().invoke(cli, ["handout", "--count", "1", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert {file.name for file in tmp_path.iterdir()} == {"handout.html", "answers.html"}
