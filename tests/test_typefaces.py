"""The kit's type: it is named first wherever letters are drawn, has their signs, and brings its licences."""

import json
import re
import shutil
import subprocess
from base64 import b64decode
from functools import cache
from pathlib import Path

import matplotlib
import pytest
from fontTools.ttLib import TTFont
from matplotlib.font_manager import FontProperties, findfont

import ninevears_kernel
from ninevears_kernel.nine_years.atlas.picture import styles, to_svg
from ninevears_kernel.nine_years.atlas.placement import text_width
from ninevears_kernel.nine_years.atlas.scene import scene_of
from ninevears_kernel.nine_years.atlas.sheet import VIEWS
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.teaching.handout import make_handout
from ninevears_kernel.teaching.player_aid import make_player_aid
from ninevears_kernel.teaching.task_pictures import picture_url
from ninevears_kernel.typefaces import (
    CHARTS,
    FACES,
    FOLDER,
    LATIN,
    MAP_SIGNS,
    PICTURE_FACES,
    RANGES,
    SANS,
    SERIF,
    SYMBOLS,
    WEB,
    WIDE_SERIF,
    advances,
    chart_look,
    picture_type,
    rules,
    with_type,
)
from ninevears_kernel.umpire.cases.samples import sample
from ninevears_kernel.umpire.reports.pdf import converter
from ninevears_kernel.umpire.reports.reports import report, to_html, to_pdf
from ninevears_kernel.widgets.parts.page_type import PageType

PACKAGE = Path(ninevears_kernel.__file__).parent
FAMILIES = {family for family, *_ in CHARTS}
SOURCES = [path for kind in ("py", "css", "html", "js", "j2") for path in PACKAGE.rglob(f"*.{kind}")]
# What a rule of style, an attribute or matplotlib names as its face.
NAMED = re.compile(
    r"""font-family\s*[:=]\s*["']?(?P<family>[^;}"'<]+)|\bfont:\s*[^;}]*?\d(?:px|rem|em|pt)(?:/[\d.]+)?\s+(?P<short>[^;}<]+)"""
)
OWN = ("{SERIF", "SERIF", "{SANS", "SANS", "{{ type.S", "{face.family", "{WIDE_SERIF")
CODE = ("ui-monospace", "{MONOSPACE", "monospace")
PAGE = ("inherit", "var(--jp")


@cache
def font(path: Path) -> TTFont:
    # of a woff2 only its length is known here: that is unpacked by a library that the kit does not need
    return TTFont(path)


def test_every_rule_of_style_names_the_kits_families_alone():
    found = [
        (path.relative_to(PACKAGE).as_posix(), (one["family"] or one["short"]).strip())
        for path in SOURCES
        for one in NAMED.finditer(path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 60
    first = (*OWN, *CODE, *PAGE, *FAMILIES)
    assert not [(where, family) for where, family in found if not family.startswith(first)]
    assert SERIF.split(",")[0] in FAMILIES
    assert SANS.split(",")[0] in FAMILIES


def test_no_other_family_is_named_anywhere():
    foreign = re.compile("Palatino|Georgia|Liberation|Times New|Book Antiqua|Nimbus")
    assert not [path.name for path in SOURCES if foreign.search(path.read_text(encoding="utf-8"))]


def test_every_face_is_there_and_small():
    assert {path.name for path in WEB.glob("*.woff2")} == {face.file for face in FACES}
    sizes = {
        script: sum((WEB / f.file).stat().st_size for f in FACES if f.script == script) for script in RANGES
    }
    assert sizes[LATIN] < 92_000
    assert sizes["cyrillic"] < 60_000


def test_the_style_sheet_of_the_extension_names_every_face():
    assert (WEB / "type.css").read_text(encoding="utf-8") == rules(lambda face: face.file)
    told = json.loads((WEB.parent / "package.json").read_text(encoding="utf-8"))
    assert (WEB.parent / told["jupyterlab"]["_build"]["load"]).is_file()


def test_each_family_comes_with_its_licence():
    for family in FAMILIES:
        text = (WEB / f"OFL-{family.replace(' ', '-')}.txt").read_text(encoding="utf-8")
        assert "SIL Open Font License" in text
        assert family in text
        assert family in (FOLDER / "SOURCE.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", CHARTS.values())
def test_a_face_has_the_signs_that_its_scripts_promise(file):
    held = set(font(FOLDER / file).getBestCmap())
    for script, runs in RANGES.items():
        promised = {code for first, last in runs for code in range(first, last + 1)}
        missing = {chr(code) for code in promised - held}
        assert len(missing) <= (0 if script == LATIN else 4), missing


def test_every_sign_of_the_catalogue_the_notebooks_and_the_tables_is_in_the_type_or_a_symbol():
    held = {chr(code) for code in font(FOLDER / CHARTS["EB Garamond", 400]).getBestCmap()} | set(SYMBOLS)
    roots = (PACKAGE, PACKAGE.parent / "notebooks", PACKAGE.parent / "geodata")
    kinds = {".po", ".ipynb", ".csv", ".toml", ".html"}
    texts = {
        path: path.read_text(encoding="utf-8")
        for root in roots
        for path in root.rglob("*")
        if path.suffix in kinds
    }
    assert any(path.suffix == ".po" for path in texts)
    # the gazetteer is a source of the map, and no page shows it
    told = {
        path.name: set(text) - held - set("\n\r\t")
        for path, text in texts.items()
        if path.name != "towns.csv"
    }
    assert not {name: missing for name, missing in told.items() if missing}
    assert not set(SYMBOLS) & {chr(code) for code in font(FOLDER / CHARTS["EB Garamond", 400]).getBestCmap()}


@pytest.mark.parametrize("view", VIEWS)
def test_every_sign_on_the_map_is_in_the_cut_that_pictures_carry(view):
    svg = to_svg(scene_of(scenario_1688()), view=view, width=4000)
    words = "".join(re.findall(r"<text\b.*?</text>", svg, re.DOTALL))
    assert set(re.sub(r"<[^>]*>|\s|&amp;", "", words)) <= set(MAP_SIGNS)


def test_a_picture_of_the_map_carries_its_type_and_stays_the_same():
    svg = scenario_1688().to_svg()
    assert (
        svg.count("@font-face") == len(PICTURE_FACES) == picture_type().count("url(data:font/woff2;base64,")
    )
    assert svg == scenario_1688().to_svg()
    shown = picture_url(scenario_1688(), ["Namur"], 400).partition(",")[2]
    assert b64decode(shown).count(b"@font-face") == len(PICTURE_FACES)
    assert len(picture_type()) < 50_000


def test_a_picture_inside_a_page_with_the_type_carries_none():
    position = {"scenario": "1688"}
    case = {"format": "ninevears-case/1", "system": "NY", "question": "loc",
            "given": {**position, "space": "Tournai", "side": "Bourbon", "purpose": "line"}}  # fmt: skip
    page = to_html(report(case, search=False))
    assert "<svg" in page
    assert page.count("@font-face") == sum(face.script == LATIN for face in FACES)


@pytest.mark.parametrize("made", [
    lambda: to_html(report(sample("his_two_squadrons").case, search=False)),
    lambda: make_handout(1).questions(),
    lambda: make_player_aid().html(),
], ids=["report", "handout", "player aid"])  # fmt: skip
def test_a_page_that_stands_for_itself_carries_its_type_and_may_show_it(made):
    page = made()
    assert "font-src data:" in page
    assert "url(data:font/woff2;base64," in page
    assert page.count("url(") == page.count("url(data:")


@pytest.mark.skipif(
    not (shutil.which("pdffonts") and converter()), reason="no pdffonts, or no converter to PDF"
)
def test_a_report_as_pdf_embeds_the_type(tmp_path):
    file = tmp_path / "report.pdf"
    file.write_bytes(to_pdf(report(sample("his_two_squadrons").case, search=False)))
    listed = subprocess.run(["pdffonts", file], capture_output=True, text=True, check=True).stdout
    assert "EBGaramond-Regular" in listed
    assert "EBGaramond-SemiBold" in listed


def test_a_page_with_letters_of_another_script_carries_that_too():
    page = f"<style>p{{font-family:{SANS}}}</style><p>"
    assert with_type(page + "Mons").count("@font-face") == 2
    assert with_type(page + "Монс").count("@font-face") == 4


def test_names_are_measured_with_the_type_itself():
    capitals = font(FOLDER / CHARTS["EB Garamond", 600])
    widths, em, glyphs = capitals["hmtx"], capitals["head"].unitsPerEm, capitals.getBestCmap()
    for name in ("Amsterdam", "Besançon", "Намюр"):
        measured = sum(widths[glyphs[ord(letter)]][0] for letter in name) / em
        assert text_width(name, capital=True) == pytest.approx(measured, rel=0.01)
    assert advances().keys() == {"name", "capital"}


def test_names_on_the_map_are_of_the_faces_that_they_are_measured_in():
    sheet = styles()
    assert f".nv .name{{font:italic 10px {SERIF}" in sheet
    assert ".nv .name.capital{font-style:normal;font-weight:600}" in sheet


@pytest.mark.parametrize(
    ("family", "weight"), [(SERIF, "normal"), (SERIF, "bold"), (SANS, "normal"), (SANS, "bold")]
)
def test_matplotlib_draws_in_the_type_and_has_nothing_to_remark(family, weight, caplog):
    with matplotlib.rc_context(chart_look(family)):
        path = findfont(FontProperties(weight=weight), fallback_to_default=False)
    assert Path(path).parent == FOLDER
    assert not caplog.records


def test_a_chart_whose_words_stay_text_is_measured_with_a_wider_face():
    from matplotlib.textpath import TextToPath

    def wide(family):
        return TextToPath().get_text_width_height_descent(
            "defender 70.4% 19/27", FontProperties(family=family), False
        )[0]

    chart_look(SERIF)
    assert wide(WIDE_SERIF) > wide(SERIF.split(",")[0])


def test_a_page_that_lacks_the_type_gets_each_file_once_it_asks():
    sent = []
    widget = PageType()
    widget.send = lambda content, buffers: sent.append(buffers)
    assert sent == []
    widget._handle_custom_msg({"wanted": True}, [])
    assert [len(one) for one in sent[0]] == [(WEB / face.file).stat().st_size for face in FACES]
    assert [face["family"] for face in widget.faces] == [face.family for face in FACES]
    widget.close()


def test_each_symbol_is_used():
    text = "".join(path.read_text(encoding="utf-8") for path in [*SOURCES, *PACKAGE.rglob("*.po")]
                   if path.name != "typefaces.py")  # fmt: skip
    assert not {sign for sign in SYMBOLS if sign not in text}
