"""Notebooks run from top to bottom: every output has a height, and something in it that is seen."""

from pathlib import Path
from random import Random

import pytest
from lab_server import Lab, run_all_cells
from playwright.sync_api import Page
from sizes import size

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("[!.]*.ipynb"))
SAMPLE = Random(1688).sample(NOTEBOOKS, min(size("notebooks"), len(NOTEBOOKS)))
# Of each code cell in turn: an output that after 10 s has no height, or nothing in it that is seen.
UNSEEN = """async () => {
  const book = window.jupyterapp.shell.currentWidget.content;
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const drawn = 'svg, img, canvas, input, button, select, textarea, table';
  const large = (one) => {
    const box = one.getBoundingClientRect();
    return box.height >= 8 && box.width >= 8 && one.checkVisibility();
  };
  const roots = (one) =>
    [one, ...[...one.querySelectorAll('*')].map((part) => part.shadowRoot).filter(Boolean)];
  const seen = (output) =>
    large(output) &&
    (output.innerText.trim() ||
      roots(output).some((root) => [...root.querySelectorAll(drawn)].some(large)));
  const found = [];
  let count = 0;
  for (const [place, cell] of book.widgets.entries()) {
    if (cell.model.type !== 'code' || !cell.model.outputs.length) continue;
    // The way back to a widget is out of sight as long as its kernel lives.
    const isWayBack = (output) => output.querySelector('.ninevears-way-back') && !output.checkVisibility();
    const outputs = () =>
      [...cell.node.querySelectorAll('.jp-OutputArea-output')].filter((output) => !isWayBack(output));
    const blank = () => outputs().filter((output) => !seen(output));
    const end = performance.now() + 10000;
    do { await book.scrollToItem(place, 'start'); await pause(100); }
    while ((!outputs().length || blank().length) && performance.now() < end);
    count += outputs().length;
    if (!outputs().length) found.push(`${place}: nothing`);
    found.push(...blank().map((output) => `${place}: ${output.outerHTML.slice(0, 200)}`));
  }
  return [count, found]; }"""


@pytest.mark.parametrize("notebook", SAMPLE)
def test_every_output_has_a_height_and_an_inside(lab_page: Page, lab: Lab, notebook: str):
    run_all_cells(lab_page, lab, notebook)
    count, unseen = lab_page.evaluate(UNSEEN)
    assert count
    assert unseen == []
