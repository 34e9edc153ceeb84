"""What stands in the place of widgets on pages to read, and how these pages are put together."""

import json
import os
import re
import shutil
from pathlib import Path

import ipywidgets as W
import pytest

from ninevears_kernel import scenario_1688
from ninevears_kernel.core.clauses import registers
from ninevears_kernel.core.messages import say
from ninevears_kernel.site import reading
from ninevears_kernel.teaching.glossary import terms
from ninevears_kernel.teaching.lesson_helpers.places import notebooks_folder
from ninevears_kernel.widgets import (
    AfterGuess,
    Practice,
    Predict,
    ProgressMap,
    Recall,
    Uncover,
    WarMap,
    WarTable,
)
from ninevears_kernel.widgets.reading.stills import still

VIEW = "application/vnd.jupyter.widget-view+json"


def test_a_map_is_the_part_that_it_shows_in_the_colours_of_the_page():
    war_map = WarMap(scenario_1688(), view="low-countries", insets=())
    drawn = still(war_map)
    assert drawn.count("<svg") == 1
    assert "Tournai" in drawn
    assert "var(--nv-" in drawn  # light or dark as the page is
    assert len(drawn) < 0.4 * len(war_map.to_svg())


def test_two_maps_of_a_page_share_no_name():
    first, second = (set(re.findall(r"id=['\"]([^'\"]+)", still(WarMap(scenario_1688())))) for _ in range(2))
    assert first
    assert not first & second


def test_what_is_hidden_is_not_shown_and_controls_say_what_is_chosen():
    box = W.VBox(
        [
            W.HTML("secret", layout=W.Layout(display="none")),
            W.Dropdown(options=[("three", 3), ("four", 4)], value=4, description="Corps"),
            W.Checkbox(True, description="Card <Vauban>"),
            W.Button(description="Roll"),
        ]
    )
    shown = still(box)
    assert "secret" not in shown
    assert "Roll" not in shown
    assert "Corps <b>four</b>" in shown
    assert f"Card &lt;Vauban&gt; <b>{say('value.yes')}</b>" in shown


def test_what_is_uncovered_later_is_folded():
    shown = still(Uncover("Show the days", lambda: "37 days"))
    assert re.fullmatch(r"<details><summary>Show the days</summary>.*37 days.*</details>", shown, re.DOTALL)


def test_a_prediction_asks_and_its_answer_is_folded():
    predict = Predict("fleurus", file=None)
    shown = still(predict)
    asked, folded = shown.split("<details>", 1)
    assert str(predict.prediction.asked) in asked
    assert str(predict.card.told["says"]) in folded
    assert str(predict.card.told["says"]) not in asked


def test_a_prediction_of_a_page_is_kept_nowhere(tmp_path):
    file = tmp_path / "my-progress.jsonl"
    still(Predict("fleurus", file=file))
    assert not file.exists()


def test_what_waits_for_a_guess_is_folded():
    assert still(AfterGuess("fleurus", lambda: "17 of 18")).startswith("<details>")


def test_tasks_are_left_to_the_notebook_and_the_table_shows_its_map():
    assert say("still.tasks") in still(Recall("siege"))
    table = still(WarTable(seed=1690, keep=False))
    assert "<svg" in table
    assert say("still.table") in table


def test_what_a_page_cannot_do_is_told_in_a_sentence():
    told = still(ProgressMap(Practice("force-limit")))
    assert say("still.progress") in told
    assert "not begun" not in told


# ---- the pages


def test_a_notebook_is_run_and_has_stills_in_place_of_widgets(tmp_path):
    path = tmp_path / "06_siege.ipynb"
    shutil.copy(notebooks_folder() / "lessons" / path.name, path)
    book = reading.run(path)
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    shown = [output for cell in cells for output in cell["outputs"]]
    assert not any(VIEW in output.get("data", {}) for output in shown)
    assert sum("still-map" in str(output.get("data", {})) for output in shown) >= 2
    assert not any(output["output_type"] == "error" for output in shown)
    assert all("remove-input" in cell["metadata"]["tags"] for cell in cells)
    assert sorted(one.name for one in tmp_path.iterdir()) == [path.name]  # and leaves nothing behind


def not_run(path):
    """A notebook with its links, of which no cell was run."""
    book = json.loads(path.read_text("utf-8"))
    for cell in book["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = reading.linked("".join(cell["source"]))
    return book


def test_sphinx_is_given_every_notebook_clause_and_name(tmp_path, monkeypatch):
    """All that the manual is made of, with notebooks that nobody has run."""
    given = {}

    def looked_at(command, **_):
        source = command[-2]
        for path in (path for path in Path(source).rglob("*") if path.is_file()):
            text = "" if path.suffix == ".webp" else path.read_text("utf-8")
            given[path.relative_to(source).as_posix()] = text
        raise KeyboardInterrupt  # before Sphinx begins

    monkeypatch.setattr(reading, "can_be_read", lambda: True)
    monkeypatch.setattr(reading, "run", not_run)
    monkeypatch.setattr(reading.subprocess, "run", looked_at)
    with pytest.raises(KeyboardInterrupt):
        list(reading.reading_pages(notebooks_folder()))
    index = given["index.md"]
    listed = re.findall(r"^([\w/]+)$", index, re.MULTILINE)
    books = {name for name in given if name.endswith(".ipynb")}
    assert len(books) == len(list(notebooks_folder().rglob("*.ipynb"))) - len(reading.NOT_READ)
    assert {name.removesuffix(".ipynb") for name in books} <= set(listed)
    assert all(any(f"{name}.{kind}" in given for kind in ("ipynb", "md", "rst")) for name in listed)
    for register in registers().values():
        for clause in register.clauses:
            assert f"**{clause.system} {clause.number} {clause.title}.**" in given["rules.md"]
    assert len(terms()) > 50
    assert all(f"**{term.name}.** {term.says}" in given["rules.md"] for term in terms().values())
    assert dead_links(given) == []
    assert ".. autodata:: ninevears_kernel.play.match.PLAYERS" in given["api_play.rst"]
    assert ".. autofunction:: ninevears_kernel.umpire.rule_case" in given["api_umpire.rst"]
    assert "url(data:font/woff2" in given["_static/ninevears.css"]
    assert "http" not in re.sub("http://www.w3.org/2000/svg", "", given["_static/ninevears.css"])


def dead_links(given):
    """Links of notebooks and documents that lead to no page, picture or heading of those given."""
    dead = []
    for page, text in given.items():
        if page.endswith(".ipynb"):
            cells = json.loads(text)["cells"]
            text = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
        elif not page.endswith(".md"):
            continue
        slugs = {
            re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
            for line in text.splitlines()
            if line.startswith("#")
        }
        for target in re.findall(r"\]\(([^)\s]+)", text):
            if target.startswith("#"):
                found = target[1:] in slugs
            else:
                found = os.path.normpath(os.path.join(os.path.dirname(page), target)) in given
            if not found and not target.startswith("http"):
                dead.append((page, target))
    return dead


def test_without_sphinx_the_pages_to_read_are_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr(reading, "can_be_read", lambda: False)
    with pytest.raises(reading.BadInput, match=r"ninevears_kernel\[site\]"):
        next(reading.reading_pages(notebooks_folder()))
