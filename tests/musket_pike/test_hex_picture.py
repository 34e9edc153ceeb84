"""The hex picture: what it draws, its words, and the line where the umpire cuts it."""

import re
import xml.etree.ElementTree as ET

import pytest

from ninevears_kernel.musket_pike.reciprocal_hexsides import HexField, Hexside, Unit, hexside_kinds
from ninevears_kernel.umpire.cases.cases import case_from_data, rule_case
from ninevears_kernel.widgets import hex_picture
from ninevears_kernel.widgets.companions.hexside_marks import mark

SVG = "{http://www.w3.org/2000/svg}"


def case(question="line-of-sight", **given):
    units = [
        {"name": "Rupert", "side": "Royalist", "hex": "0303", "came": 5},
        {"name": "Skippon", "side": "Parliament", "hex": "0304", "came": 1},
    ]
    hexsides = [{"between": ["0303", "0304"], "kind": "hedge", "blocks": True}]
    facts = {"hexsides": hexsides, "units": units, "unit": "Rupert", **given}
    return {"format": "ninevears-case/1", "system": "MP", "question": question, "given": facts}


BLOCKED, FREE = case(to_hex="0306"), case(to_hex="0403")
ACROSS = case("hexside", other="Skippon")


def drawing(source):
    return ET.fromstring(hex_picture(source).svg)


def test_it_has_a_title_and_the_whole_in_words():
    picture = hex_picture(BLOCKED)
    root = ET.fromstring(picture.svg)
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.find(f"{SVG}title").text == picture.title
    assert picture.title == str(rule_case(BLOCKED).says)
    words = root.find(f"{SVG}desc").text
    assert "On the hexside between 0303 and 0304: hedge." in words
    assert "In 0304: Skippon (Parliament)" in words
    assert all(line in words for line in picture.text)
    assert all(str(violation.says) in words for violation in rule_case(BLOCKED).violations)


def test_the_line_is_whole_or_cut_where_the_ruling_says():
    def lines(source):
        return list(drawing(source).iter(f"{SVG}line"))

    (whole,) = lines(FREE)
    rest, seen = lines(BLOCKED)
    assert rest.get("stroke-dasharray")
    assert not whole.get("stroke-dasharray")
    assert not seen.get("stroke-dasharray")
    assert (seen.get("x2"), seen.get("y2")) == (rest.get("x1"), rest.get("y1"))
    (y1, y2), end = (float(seen.get(k)) for k in ("y1", "y2")), float(rest.get("y2"))
    assert (y2 - y1) / (end - y1) == pytest.approx(1 / 6, abs=0.01), "half a hex of three"


def test_a_shield_stands_for_the_unit_that_is_protected():
    assert "The hexside protects Skippon" in hex_picture(ACROSS).svg
    assert "The hexside protects Rupert" not in hex_picture(ACROSS).svg
    assert not list(drawing(ACROSS).iter(f"{SVG}line"))


def test_each_kind_of_hexside_has_a_shape_of_its_own():
    shapes = {re.sub(r"#[0-9a-f]{6}", "", mark(kind)) for kind in [*hexside_kinds(), "palisade"]}
    assert len(shapes) == len(hexside_kinds()) + 1, "without its colours too"


def test_sides_differ_by_their_frames():
    plain = re.sub(r"#[0-9a-f]{6}", "", hex_picture(ACROSS).svg)
    counters = re.findall(r"<rect x='-27'.*?(?=<text)", plain)
    assert len(set(counters)) == 2


def test_every_kind_that_is_drawn_is_in_the_legend():
    texts = [text.text for text in drawing(BLOCKED).iter(f"{SVG}text")]
    assert {"hedge", "0303", "0304", "Rupert", "Parliament"} <= set(texts)


@pytest.mark.parametrize("upper", ["0303", "0304"])
def test_a_slope_falls_to_its_lower_side(upper):
    field = HexField(hexsides=(Hexside(("0303", "0304"), "steep-slope", upper=upper),))
    turn = float(re.search(r"rotate\((-?[\d.]+)\)'><title>", hex_picture(field).svg)[1])
    assert turn % 360 == (0 if upper == "0303" else 180)


def test_a_field_alone_is_drawn_too_and_an_empty_one():
    picture = hex_picture(HexField(units=(Unit("A", "Royalist", "0101", 1),)))
    assert picture.title == "A piece of the map."
    assert ET.fromstring(hex_picture(HexField()).svg) is not None


def test_a_case_may_be_a_case_its_data_or_a_file(tmp_path):
    import json

    path = tmp_path / "case.json"
    path.write_text(json.dumps(BLOCKED))
    pictures = {hex_picture(source) for source in (BLOCKED, case_from_data(BLOCKED), path, str(path))}
    assert len(pictures) == 1


def test_a_question_without_hexes_has_no_picture():
    score = {
        "format": "ninevears-case/1",
        "system": "MP",
        "question": "victory-points",
        "given": {"game": "SFO"},
    }
    with pytest.raises(TypeError, match="no hexes"):
        hex_picture(score)


def test_names_are_escaped_and_the_notebook_gets_figure_and_words():
    field = HexField(units=(Unit("<b>&\x01\n", "</svg>", "0101", 1),))
    picture = hex_picture(field)
    assert ET.fromstring(picture.svg) is not None
    html = picture._repr_html_()
    assert "<b>&" not in html
    assert html.startswith("<figure class='ninevears-hexes'")
    assert "<summary>The picture as text</summary>" in html
    assert picture._repr_svg_() == picture.svg
    assert "http" not in picture.svg.replace("http://www.w3.org/2000/svg", "")
