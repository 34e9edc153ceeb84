"""Reports of rulings: every form carries the case, and the case makes the same report again."""

import json
import re
import shutil
import tomllib
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings, strategies as st

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.umpire.cases.cases import case_from_data
from ninevears_kernel.umpire.cases.claims import claims_of, holds as holds_claim
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.reports import embedded_case as inside, pdf as report_pdf, reports
from ninevears_kernel.umpire.reports.embedded_case import embedded_in
from ninevears_kernel.umpire.reports.map import box_around

RULINGS = Path(__file__).parent / "rulings"
NAMUR = tomllib.loads((RULINGS / "nine_years/11.1.2_namur_no_supply.toml").read_text(encoding="utf-8"))[
    "case"
]
RALLY = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
EVIL = (
    "</script><script>alert(1)</script>```\n# *x* [a](http://e.vil) ${x} =1+1 --><img src=x onerror=alert(1)>"
)
TEXTS = {".md": reports.to_markdown, ".html": reports.to_html, ".json": reports.to_json}


@pytest.fixture(scope="module")
def namur():
    return reports.report(
        NAMUR | {"title": "Namur"},
        {
            "Bourbon": {"says": "I besiege it with four corps.", "verdict": "legal"},
            "Alliance": {"says": "He has no supply.", "verdict": "illegal", "answer": {"needed": 5}},
            "A friend": "Who knows?",
        },
        most_rulings=300,
        seconds=None,
    )


def test_a_report_says_all(namur):
    told = reports.to_markdown(namur)
    for part in (
        "**Not legal. Corps assigned to the siege of Namur: 4",
        "**Bourbon** does not hold",
        "**Alliance** holds",
        "**A friend** names neither a verdict nor a part of the answer",
        "NY 17.5.1 (printed text)",
        "Remedy: bring 1 more corps there, and assign them (one of several things",
        "## What would change it",
        "It is cut at Sedan.",
        "## The clauses cited",
        "ninevears\\_kernel ",
    ):
        assert part in told


@pytest.mark.parametrize("ending", TEXTS)
def test_the_case_inside_makes_the_same_report(namur, ending):
    told = TEXTS[ending](namur)
    assert case_from_data(embedded_in(told).case) == namur.case
    again = reports.report_again(told)
    assert TEXTS[ending](again) == told
    assert TEXTS[ending](reports.report_again(told.encode("utf-8"))) == told


def test_mail_may_change_the_ends_of_lines(namur):
    told = reports.to_markdown(namur).replace("\n", "\r\n")
    assert case_from_data(embedded_in(told).case) == namur.case


@pytest.mark.parametrize("name", sorted(samples()))
def test_every_sample_has_a_report(name):
    told = reports.report(samples()[name].case, search=False)
    for write in TEXTS.values():
        text = write(told)
        assert reports.report_again(text).ruling.verdict == told.ruling.verdict
    assert "://" not in reports.to_html(told).replace("http://www.w3.org/2000/svg", "")


class _Seen(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.attributes = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]


def seen_in(page):
    seen = _Seen()
    seen.feed(page)
    return seen


def test_what_people_write_stays_text():
    case = RALLY | {
        "title": EVIL[:150],
        "story": EVIL,
        "claims": [{"by": "<b>x</b>", "says": EVIL, "answer": {EVIL: EVIL}}],
    }
    told = reports.report(case, search=False)
    page = reports.to_html(told)
    plain = seen_in(
        reports.to_html(
            reports.report(RALLY | {"story": "x", "claims": [{"by": "x", "says": "x"}]}, search=False)
        )
    )
    seen = seen_in(page)
    assert sorted(set(seen.tags)) == sorted({*plain.tags, "em"})
    assert seen.tags.count("script") == 1
    assert not [one for one in seen.attributes if one[1].startswith("on") or one[1] in ("src", "href")]
    markdown = reports.to_markdown(told)
    assert markdown.count("```") == 2
    assert "<script" not in markdown.replace("\\<", "")
    for text in (page, markdown, reports.to_json(told)):
        assert case_from_data(embedded_in(text).case).story == EVIL


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=200), st.text(min_size=1, max_size=40), st.text(max_size=200))
def test_any_words_survive(story, by, says):
    told = reports.report(RALLY | {"story": story, "claims": [{"by": by, "says": says}]}, search=False)
    for write in TEXTS.values():
        text = write(told)
        try:
            raw = text.encode("utf-8")
        except UnicodeEncodeError:
            continue
        assert case_from_data(embedded_in(raw).case) == told.case


def test_a_page_is_whole_in_itself(namur):
    seen = seen_in(reports.to_html(namur))
    assert not [one for one in seen.attributes if one[1] in ("src", "href") and not one[2].startswith("#")]
    assert "link" not in seen.tags
    policy = next(
        value for tag, name, value in seen.attributes if name == "content" and "default-src" in value
    )
    assert "default-src 'none'" in policy
    assert seen.tags.count("h1") == 1
    assert ("html", "lang", "en") in seen.attributes
    assert "prefers-color-scheme: dark" in reports.to_html(namur)
    assert "@media print" in reports.to_html(namur)


def test_odds_have_a_chart():
    combat = samples()["his_open_sea"].data
    combat.pop("dice", None)
    page = reports.to_html(reports.report(combat, search=False))
    widths = re.findall(r'<rect width="([0-9.]+)" height="8"/>', page)
    assert widths
    assert all(0 <= float(width) <= 100 for width in widths)


def test_the_map_shows_the_way_near_by(namur):
    assert namur.map is not None
    assert "path0/cut/Sedan" in namur.map.svg
    left, top, across, down = box_around(["Namur", "Paris"])
    assert across < box_around(["Gibraltar", "Dublin"])[2]
    assert across > 0 < down
    assert left >= 0 <= top
    assert reports.report(RALLY, search=False).map is None


def test_own_tables_travel_with_the_report(tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text('format = "ninevears-rules/1"\n[stacking]\nlimit = 5\n', encoding="utf-8")
    case = tomllib.loads((RULINGS / "nine_years/11.1.5_overstacked.toml").read_text(encoding="utf-8"))["case"]
    told = reports.report(case, rules=own, search=False)
    page = reports.to_html(told)
    own.unlink()
    again = reports.report_again(page)
    assert again.rules.files == told.rules.files
    assert reports.to_html(again) == page
    assert "mine.toml" in page
    assert str(tmp_path) not in page


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "nothing",
        "[]",
        "{}",
        '{"format": "ninevears-report/2"}',
        '{"format": "ninevears-report/1"}',
        '{"format": "ninevears-report/1", "kit": "1", "case": []}',
        '{"format": "ninevears-report/1", "kit": "1", "case": {"format": "ninevears-case/1"}}',
        '{"format": "ninevears-report/1", "kit": "1", "case": {}, "tried": -1}',
        "```json ninevears-report\n{\n```",
        '<script type="application/json" id="ninevears-report">[1</script>',
        b"%PDF-1.4\n%ninevears-report !!!\n%%EOF",
        b"%PDF-1.4\n%%EOF",
        b"\xff\xfe",
        "[" * 100_000,
    ],
)
def test_no_report(broken):
    with pytest.raises(BadInput):
        embedded_in(broken)


def test_sizes_are_bounded(monkeypatch):
    monkeypatch.setattr(inside, "MOST_REPORT", 100)
    with pytest.raises(BadInput, match="at most 100 characters"):
        embedded_in("x" * 101)


def test_rules_inside_a_report_stay_in_their_folder():
    told = json.loads(reports.to_json(reports.report(RALLY, search=False)))
    told["rules"] = {"name": "../../evil.toml", "files": {"../../evil.toml": 'format = "ninevears-rules/1"'}}
    with pytest.raises(BadInput):
        reports.report_again(json.dumps(told))


@pytest.mark.parametrize(
    ("claims", "field"),
    [
        ({"x": 3}, "claims.x"),
        ({"x": {"verdict": "maybe"}}, "claims.x.verdict"),
        ({"x": {"nonsense": 1}}, "claims.x.nonsense"),
        ({"x": "y" * 2001}, "claims.x.says"),
    ],
)
def test_bad_claims_name_their_field(claims, field):
    with pytest.raises(BadInput) as error:
        reports.report(RALLY, claims, search=False)
    assert error.value.field == field


def test_claims_are_held_against_the_ruling():
    ruling = reports.report(RALLY, search=False).ruling

    def holds(**claim):
        return holds_claim(claims_of({"x": claim})[0], ruling)

    assert holds(answer={"limit": 3}) is True
    assert holds(answer={"limit": 4}) is False
    assert holds(says="Three.") is None
    assert holds(verdict="result", answer={"limit": 3}) is True
    assert holds(answer={"nothing": 1}) is None


def test_without_a_converter_no_pdf(monkeypatch, tmp_path, namur):
    monkeypatch.setattr(report_pdf, "converter", lambda: None)
    with pytest.raises(report_pdf.NoConverter, match="Chromium"):
        reports.write_report(namur, tmp_path / "namur.pdf")
    assert not (tmp_path / "namur.pdf").exists()


def test_a_converter_that_fails(monkeypatch, namur):
    monkeypatch.setattr(report_pdf, "converter", lambda: shutil.which("false") or "false")
    with pytest.raises(report_pdf.NoConverter, match="made no PDF"):
        reports.to_pdf(namur)


@pytest.mark.skipif(report_pdf.converter() is None, reason="nothing here makes PDF")
def test_pdf_carries_the_case():
    told = reports.report(RALLY, search=False)
    pdf = reports.to_pdf(told)
    assert pdf.startswith(b"%PDF-")
    assert pdf.endswith(b"%%EOF\n")
    assert case_from_data(embedded_in(pdf).case) == told.case
    assert re.search(rb"startxref\n(\d+)\n%%EOF\n$", pdf)
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", pdf)[1])
    assert pdf[start : start + 4] == b"xref"


def test_command_line(tmp_path):
    case = tmp_path / "case.json"
    case.write_text(json.dumps(RALLY), encoding="utf-8")
    page, text = tmp_path / "r.html", tmp_path / "r.md"
    done = CliRunner().invoke(cli, ["rule", str(case), "--report", str(page), "--report", str(text)])
    assert done.exit_code == 0, done.output
    assert case_from_data(embedded_in(page.read_text(encoding="utf-8")).case) == case_from_data(RALLY)
    done = CliRunner().invoke(cli, ["rule", str(page), "--json"])
    assert json.loads(done.output)["answer"] == {"limit": 3}
    again = tmp_path / "again.md"
    done = CliRunner().invoke(cli, ["rule", str(text), "--report", str(again)])
    assert done.exit_code == 0
    assert isinstance(CliRunner().invoke(cli, ["rule", str(case), "--report", "x.doc"]).exception, BadInput)
    bad = CliRunner().invoke(cli, ["rule", str(tmp_path / "none.html")]).exception
    assert isinstance(bad, BadInput)
    assert "none.html" in str(bad)
