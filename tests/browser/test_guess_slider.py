"""The slider of a guess: the numbers over it are numbers that can be chosen, each over its place."""

from base64 import b64encode
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from ninevears_kernel.teaching.predictions import predictions
from ninevears_kernel.widgets.learn.predict import _asked
from ninevears_kernel.widgets.parts.front import front
from ninevears_kernel.widgets.parts.lesson_look import lesson_style

pytestmark = pytest.mark.browser

DRAW = """async ([code, all]) => {
  const { default: { render } } = await import(`data:text/javascript;base64,${code}`);
  return all.map((asked) => {
    const el = document.body.appendChild(document.createElement("div"));
    el.style.width = "340px";
    const state = { asked, told: {}, guess: String(asked.least) };
    render({ model: { get: (name) => state[name], set() {}, on() {}, off() {}, save_changes() {} }, el });
    const range = el.querySelector("input"), box = range.getBoundingClientRect(), thumb = 16;
    return [...el.querySelectorAll(".nl-tk span")].map((tick) => {
      const value = parseInt(tick.textContent), { left, right, width } = tick.getBoundingClientRect();
      range.value = value;
      const part = (value - asked.least) / (asked.most - asked.least);
      const place = box.left + thumb / 2 + (box.width - thumb) * part;
      return { value, chosen: Number(range.value), off: Math.abs((left + right) / 2 - place), left, right };
    });
  }); }"""


def test_each_tick_is_a_value_and_stands_over_it(page: Page):
    asked = [_asked(one) for one in predictions().values() if one.form in ("number", "percent")]
    page.set_content(f"<!doctype html>{lesson_style()}<body></body>")
    drawn = page.evaluate(DRAW, [b64encode(front("predict.js").encode()).decode(), asked])
    assert len(drawn) == len(asked) > 10
    for one, ticks in zip(asked, drawn, strict=True):
        values = [tick["value"] for tick in ticks]
        assert values[0] == one["least"], one["asked"]
        assert values[-1] == one["most"], one["asked"]
        gaps = {after - before for before, after in pairwise(values)}
        assert len(gaps) == 1, (one["asked"], values)
        if (one["most"] - one["least"]) // one["step"] <= 12:
            assert gaps == {one["step"]}, "few numbers are all there"
        for tick in ticks:
            assert tick["value"] == tick["chosen"], one["asked"]
            assert tick["off"] < 2, one["asked"]
        for before, after in pairwise(ticks):
            assert before["right"] < after["left"], (one["asked"], "numbers run together")
