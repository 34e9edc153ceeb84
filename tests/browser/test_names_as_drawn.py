"""Names of the atlas as a browser draws them: no two touch at any zoom, whatever the face."""

from itertools import combinations

import pytest
from playwright.sync_api import Page

from ninevears_kernel.nine_years.atlas import names, symbols
from ninevears_kernel.nine_years.atlas.picture import resolved
from ninevears_kernel.nine_years.atlas.placement import EVERY_LEVEL, overlap
from ninevears_kernel.nine_years.atlas.sheet import unit
from ninevears_kernel.typefaces import SERIF, with_type

pytestmark = pytest.mark.browser

DRAWN = """() => [...document.querySelectorAll('text.name')].map(text => {
  const style = getComputedStyle(text), pen = document.createElement('canvas').getContext('2d');
  pen.font = `${style.fontStyle} ${style.fontWeight} 100px ${style.fontFamily}`;
  const ink = pen.measureText(text.textContent), box = text.getBBox(), across = text.getCTM();
  return {word: text.textContent, natural: ink.width / 100, width: box.width,
          left: across.e + across.a * box.x, right: across.e + across.a * (box.x + box.width),
          top: across.f - across.a * ink.actualBoundingBoxAscent / 10,
          bottom: across.f + across.a * ink.actualBoundingBoxDescent / 10}
})"""


def _sheet(level, family):
    """The names of a level in pixels, in any face."""
    drawn = "".join(
        f'<g transform="translate({at[0] / unit(level)} {at[1] / unit(level)}) scale({at[2]})">{mark.svg}</g>'
        for mark in names.names().values()
        if (at := mark.at[level])
    )
    rules = resolved(names.STYLE + ".nv text{text-anchor:middle}").replace(SERIF, family)
    return with_type(f'<style>{rules}</style><svg class="nv" width="6600" height="6600">{drawn}</svg>')


@pytest.mark.parametrize("family", [SERIF, "Liberation Serif", "DejaVu Serif"])
def test_no_two_names_touch(page: Page, family: str):
    for level in EVERY_LEVEL:
        page.set_content(_sheet(level, family))
        page.evaluate("() => document.fonts.ready")
        found = page.evaluate(DRAWN)
        assert len(found) == sum(mark.at[level] is not None for mark in names.names().values())
        boxes = [(one["left"], one["top"], one["right"], one["bottom"]) for one in found]
        signs = [box for _, box in symbols.boxes(level)]
        for one, box in zip(found, boxes, strict=True):
            if family == SERIF:  # but for kerning, as it would be printed without being made to fit
                assert one["natural"] * 10 == pytest.approx(one["width"], rel=0.12), one
            assert not any(overlap(box, sign) > 0.5 for sign in signs), (level, one["word"])
        for (one, a), (other, b) in combinations(zip(found, boxes, strict=True), 2):
            assert not overlap(a, b), (level, one["word"], other["word"])
