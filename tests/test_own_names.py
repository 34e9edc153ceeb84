"""Pictures beside each other in a page share no name, so that none lends its patterns or style to another."""

import json
import re
import zlib
from collections import Counter
from fractions import Fraction

import pytest

from ninevears_kernel.chronicle.frames import frame
from ninevears_kernel.chronicle.timeline import timeline_chart
from ninevears_kernel.nine_years.atlas.picture import to_svg
from ninevears_kernel.nine_years.atlas.scene import scene_of
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.teaching.class_summary import chart_svg
from ninevears_kernel.teaching.mastery import Mastery
from ninevears_kernel.umpire.luck.luck_report import LuckReport, chart
from ninevears_kernel.umpire.reports.map import box_around, cropped
from ninevears_kernel.widgets import ChronicleMap, WarMap, endings_chart
from ninevears_kernel.widgets.learn.progress_map import bar
from ninevears_kernel.widgets.map.sheet import sheet
from ninevears_kernel.widgets.parts.odds_chart import chances_chart

START = scenario_1688()
OTHER = changed(START, [{"set": "control", "space": "Tournai", "side": "Alliance"}])


def ids(page):
    return re.findall(r"""(?<![\w-])id=["']([^"']*)""", page)


def references(page):
    return set(re.findall(r"""(?:href=["']#|url\(#)([\w-]+)""", page))


def crop(*names):
    return cropped(START, standard_rule_tables(), {}, box_around(names), 500, "light")


def live():
    """What a live map lays into the page: one sheet serves all of them."""
    content = json.loads(zlib.decompress(sheet()))
    return "".join(
        [content["defs"], content["ground"], content["lines"], f"<style>{content['style']}</style>"]
    )


PICTURES = {
    "live": live,
    "still": START.to_svg,
    "dark": lambda: START.to_svg(theme="dark"),
    "part": lambda: START.to_svg(view="low-countries"),
    "other position": OTHER.to_svg,
    "output": lambda: START._repr_mimebundle_()["image/svg+xml"],
    "output again": lambda: START._repr_mimebundle_()["image/svg+xml"],
    "war map": lambda: WarMap(OTHER).to_svg("italy"),
    "chronicle map": lambda: ChronicleMap("1690-07").to_svg(),
    "crop": lambda: crop("Namur", "Mons"),
    "other crop": lambda: crop("Turin"),
    "month": lambda: frame("1692-06")._repr_html_(),
    "month again": lambda: frame("1692-06")._repr_html_(),
    "timeline": lambda: timeline_chart(["ireland"])._repr_mimebundle_()["text/html"],
    "timeline again": lambda: timeline_chart(["ireland"])._repr_mimebundle_()["text/html"],
    "odds": lambda: chances_chart({"a": Fraction(1, 2)}, "x").svg,
    "endings": lambda: endings_chart().svg,
    "class": lambda: chart_svg([("NY 1", "a", 3, 1)]),
    "luck": lambda: chart(LuckReport((), 0)),
    **{f"bar {right}": lambda right=right: bar(Mastery(5, right)) for right in (0, 2, 3, 5)},
    "bar again": lambda: bar(Mastery(5, 2)),
}


@pytest.fixture(scope="module")
def pictures():
    return {name: draw() for name, draw in PICTURES.items()}


def test_pictures_in_a_page_share_no_id(pictures):
    count = Counter(id for picture in pictures.values() for id in ids(picture))
    assert {id for id, times in count.items() if times > 1} == set()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_refers_to_itself_alone(pictures, name):
    assert references(pictures[name]) <= set(ids(pictures[name]))


@pytest.mark.parametrize("name", [name for name in PICTURES if name != "live"])
def test_the_style_of_a_picture_reaches_no_other(pictures, name):
    own = re.search(r"class=['\"](nv-[0-9a-f]+) ", pictures[name])
    for style in re.findall("<style[^>]*>(.*?)</style>", pictures[name], re.DOTALL):
        style = re.sub(r"@font-face\{[^}]*\}", "", style)  # type is the same for all, whoever brings it
        rules = re.sub(r"\{[^}]*\}", ",", style).split(",")
        assert own
        assert all(one.strip().startswith(f".{own[1]} ") for one in rules if one.strip())


def test_equal_positions_make_equal_pictures():
    assert START.to_svg() == scenario_1688().to_svg()
    assert to_svg(scene_of(OTHER), title="a") != to_svg(scene_of(OTHER), title="b")
