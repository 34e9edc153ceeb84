"""A guess before the verdict: what is asked, what is right, and that no page holds it before the guess."""

import ast
import json
import re
from contextlib import suppress
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from every_row import every_row

from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.teaching.lesson_helpers.positions import fleurus
from ninevears_kernel.teaching.lessons import course_progress, lessons
from ninevears_kernel.teaching.predictions import (
    FIGURES,
    Truth,
    described_truth,
    prediction,
    predictions,
    read_guess,
    seen,
    truth_of,
)
from ninevears_kernel.teaching.progress import ProgressFile, read_progress
from ninevears_kernel.teaching.progress_export import progress_data
from ninevears_kernel.widgets import AfterGuess, Predict
from ninevears_kernel.widgets.learn import predict
from ninevears_kernel.widgets.orders import magic
from ninevears_kernel.widgets.orders.games import asked as asked_of_orders, game_named, new_game
from ninevears_kernel.widgets.orders.page import Outcome, text_of
from ninevears_kernel.widgets.orders.run import lines_of, run
from ninevears_kernel.widgets.parts.cleanup import widgets_in

each = every_row("name", list(predictions()))


@cache
def truth(name: str) -> Truth:
    """What is right; a battle takes its second."""
    return truth_of(prediction(name))


def a_guess(name: str):
    """Any guess of a prediction."""
    asked = prediction(name)
    return {"choice": asked.choices[:1], "space": ("Paris",)}.get(asked.form, (asked.least,))[0]


@each
def test_the_truth_comes_with_the_clause_that_decides(name):
    """Right or wrong, the reader is told why: by the ruling's own steps, else by what the lesson says."""
    asked, known = prediction(name), truth(name)
    told = str(seen(asked, a_guess(name), known).says)
    why = str(asked.why or "")
    assert re.search(r"\(NY \d+|\(\d+\.\d+", f"{told} {why}"), told
    assert "Nothing forbids" not in told
    assert "; it is It" not in told


def test_the_question_of_the_map_comes_with_its_map():
    """Question and map together in one window of 900: what is asked about Duras is asked before the Rhine."""
    asked = Predict("duras-marches", then=lambda: "the reach", file=None)
    assert asked.war_map is not None
    assert asked.war_map in widgets_in(asked)
    assert int(predict.MAP_HEIGHT.removesuffix("px")) <= 400
    assert asked.map_box.layout.display is None
    state = json.dumps([part.get_state() for part in widgets_in(asked)], default=str)
    assert "reach" not in json.dumps(sorted(asked.war_map._overlays))
    assert "octagon" not in state
    asked.guess(3)
    assert asked.map_box.layout.display == "none"  # what follows shows the map with the reach
    for one in predictions().values():
        assert one.view or one.form != "space"
    # where nothing follows, the line is drawn on the map of the question
    cork = Predict("cork-supplied", file=None)
    assert cork.war_map.path == ()
    cork.guess("no")
    assert (cork.war_map.path[0], cork.war_map.path[-1]) == ("Cork", "Paris")
    assert cork.map_box.layout.display is None


def test_a_guess_about_a_siege_is_answered_with_the_sum():
    asked = prediction("four-at-tournai")
    told = str(seen(asked, "no", truth("four-at-tournai")).says)
    assert "2 for its walls + 2 for 1 full corps inside = 4. (NY 17.4)" in told
    assert "4 corps are assigned; at least 4 must be. (NY 17.5.1)" in told


@each
def test_it_is_asked_in_a_sentence_and_worked_out_within_its_bounds(name):
    asked, known = prediction(name), truth(name)
    assert str(asked.asked).endswith(("?", "place."))
    assert asked.lesson in {one.name for one in lessons()}
    assert bool(asked.figure) != bool(asked.question)
    match asked.form:
        case "percent":
            assert isinstance(known.right[0], Fraction)
            assert 0 <= known.right[0] <= 1
        case "number":
            assert asked.least <= known.right[0] <= asked.most
        case "choice":
            assert set(known.right) <= set(asked.choices)
        case "space":
            assert known.right
    right = read_guess(asked, known.right[0] if asked.form != "percent" else round(100 * known.right[0]))
    told = seen(asked, right, known)
    assert told.right
    assert not told.off
    assert str(described_truth(asked, known)) in str(told.says)


@each
def test_no_guess_is_made_before_the_reader_makes_one(name):
    """Nothing is chosen at the start, no slider set: where it begins might be the answer."""
    assert Predict(name, file=None).card.guess == ""


def test_a_slider_without_a_guess_says_so():
    assert Predict("eugene-to-milan", file=None).card.asked["words"]["unset"] == "no guess yet"


def test_every_lesson_with_a_check_but_none_twice_is_asked_something():
    assert {one.lesson for one in predictions().values()} <= {one.name for one in lessons()}
    assert set(FIGURES) == {one.figure for one in predictions().values() if one.figure}
    assert len({str(one.asked) for one in predictions().values()}) == len(predictions())


@pytest.mark.parametrize(
    ("name", "guess", "off"),
    [("fleurus", 60, 34), ("fleurus", 100, 6), ("tournai-digs", 6, 2), ("home-from-mons", "Paris", 2)],
)
def test_it_says_how_far_off_a_guess_is(name, guess, off):
    told = seen(prediction(name), guess, truth(name))
    assert told.off == off
    assert told.right == (off == 6)  # a chance within ten per cent is near
    assert str(off) in str(told.says)


@pytest.mark.parametrize(
    ("name", "guess"),
    [
        ("fleurus", 101),
        ("fleurus", "often"),
        ("tournai-digs", 0),
        ("la-hogue", "burnt"),
        ("home-from-mons", ""),
    ],
)
def test_what_is_no_guess_is_refused(name, guess):
    with pytest.raises(BadInput):
        read_guess(prediction(name), guess)


def test_there_is_none_of_another_name():
    with pytest.raises(UnknownName, match="fleurus"):
        prediction("fleuruss")


# ---- the widget


def page_of(widget) -> str:
    """All that a page gets of a widget: the state of each part, and its text twin."""
    states = [part.get_state() for part in widgets_in(widget)]
    return json.dumps(states, default=str) + repr(widget) + str(widget._repr_mimebundle_())


@pytest.mark.parametrize("name", ["fleurus", "four-at-tournai", "home-from-mons", "tournai-digs", "la-hogue"])
def test_nothing_is_ruled_before_the_guess(name, monkeypatch):
    asked, made = [], []
    monkeypatch.setattr(predict, "truth_of", lambda *given: asked.append(given) or Truth((a_guess(name),)))
    widget = Predict(name, then=lambda: made.append(True), file=None)
    assert not asked
    assert not made
    widget.guess(a_guess(name))
    assert asked
    assert made


@pytest.mark.parametrize("name", ["four-at-tournai", "home-from-mons", "tournai-digs"])
def test_the_page_is_the_same_whatever_is_right(name, monkeypatch):
    """Exchanges the truth and compares: what a page holds before the guess depends on it in no byte."""

    def page(right) -> str:
        monkeypatch.setattr(predict, "truth_of", lambda *_: Truth((right,)))
        widget = Predict(name, file=None)
        text = page_of(widget)
        widget.close()
        return re.sub(r"[0-9a-f]{32}|0x[0-9a-f]+", "", text)

    one, other = {"choice": ("yes", "no"), "space": ("Lille", "Tournai")}.get(prediction(name).form, (4, 7))
    assert page(one) == page(other)


def test_the_verdict_comes_with_the_guess_and_not_before():
    widget = Predict("fleurus", file=None)
    ruling = truth("fleurus").ruling
    before = page_of(widget)
    assert "94" not in re.sub(r"0x[0-9a-f]+|[0-9a-f]{32}", "", before.replace(predict.lesson_style(), ""))
    assert str(ruling.says) not in before
    assert widget.follows.children == ()
    widget.card._handle_custom_msg({"guess": "60"}, [])
    after = page_of(widget)
    assert widget.seen.off == 34
    assert "94%" in after
    assert str(ruling.says) in after
    assert widget.card.told["bar"]["side"] == "bourbon"
    assert widget.card.told["bar"]["other"] == "alliance"


def test_a_guess_counts_once_and_who_is_shown_has_not_guessed(tmp_path):
    file = tmp_path / "mine.jsonl"
    widget = Predict("fleurus", file=file)
    widget.guess(60)
    widget.guess(94)
    shown = Predict("tournai-digs", file=file)
    shown.show_me()
    assert shown.guess(4) is None
    Predict("tournai-digs", file=file).guess(4)
    first = read_progress(file).first_guesses()
    assert first["fleurus"].guess == 60
    assert first["fleurus"].off == 34
    assert not first["fleurus"].right
    assert first["tournai-digs"].guess is None
    assert not first["tournai-digs"].right


def test_a_guess_that_cannot_be_read_is_told_and_does_not_open():
    widget = Predict("home-from-mons", file=None)
    widget.card._handle_custom_msg({"guess": "Atlantis"}, [])
    assert "Atlantis" in widget.card.told["problem"]
    assert widget.truth is None
    for nonsense in (None, [], {"guess": {"a": 1}}, {"show": 0}, "show"):
        widget.card._handle_custom_msg(nonsense, [])
    assert widget.truth is None


def test_a_place_is_tapped_on_the_map():
    widget = Predict("home-from-mons", file=None)
    widget.war_map.selected = "Tournai"
    assert widget.card.guess == "Tournai"
    assert widget.guess(widget.card.guess).right


def test_what_follows_opens_with_the_guess_and_goes_with_it():
    made = []
    widget = Predict(
        "four-at-tournai", then=lambda: made.append(Predict("fleurus", file=None)) or made[0], file=None
    )
    widget.show_me()
    assert made[0] in widget.follows.children
    before = len(list(widgets_in(widget)))
    assert before > 10
    widget.close()
    assert made[0].comm is None


def test_what_follows_may_be_several_things():
    widget = Predict("four-at-tournai", then=lambda: ("the chart", "the table"), file=None)
    assert "the chart" not in page_of(widget)
    widget.guess("yes")
    page = page_of(widget)
    assert page.index("the chart") < page.index("the table")


def test_a_later_cell_waits_for_the_guess_and_asks_again_when_the_guess_is_run_again():
    made = []
    asks = Predict("tournai-digs", file=None)
    later = AfterGuess("tournai-digs", lambda: made.append(True) or "so it is")
    other = AfterGuess("fleurus", lambda: 1 / 0)
    assert not made
    assert say("predict.seal") in page_of(later)
    asks.guess(4)
    assert made == [True]
    assert "so it is" in page_of(later)
    assert say("predict.seal") in page_of(other)
    AfterGuess("tournai-digs", lambda: made.append(True))
    assert made == [True, True]
    Predict("tournai-digs", file=None)
    again = AfterGuess("tournai-digs", lambda: 1 / 0)
    for one in (other, again):
        one.close()


NOTEBOOKS = Path(__file__).parents[1] / "notebooks" / "lessons"


def code_cells(lesson):
    """The code of a lesson, cell by cell."""
    (file,) = NOTEBOOKS.glob(f"{lesson}*.ipynb")
    return [
        "".join(c["source"]) for c in json.loads(file.read_text("utf-8"))["cells"] if c["cell_type"] == "code"
    ]


def prepare(cell, variables):
    """What a cell imports and assigns, without what it shows."""
    kept = (ast.Import, ast.ImportFrom, ast.Assign, ast.FunctionDef)
    for line in ast.parse(re.sub(r"^%.*$", "", cell, flags=re.MULTILINE)).body:
        if isinstance(line, kept) and "widgets" not in ast.unparse(line):
            with suppress(NameError):  # made of a widget
                exec(compile(ast.Module([line], []), "cell", "exec"), variables)


REFUSED = ("%%orders digging --from spring",)
"""Orders of which a lesson says that they go too far; others are carried out, or are said to be a check."""


def names_of(asked):
    """What a guess is about: the names in its case, else the places in its question."""
    given = [one for one in asked.given.values() if isinstance(one, str)]
    return given or [one.name for one in game_map().spaces if one.name in str(asked.asked)]


def answers_told(cells):
    """The lines of orders' reports that tell what an earlier guess of the same lesson asks.

    Either the game begins where the guess is asked of it, or a line cites what the truth rests on and names
    the same side or place; but how one roll falls does not tell a chance.
    """
    variables, open_guesses, begun = {}, {}, {}
    for cell in cells:
        if not cell.startswith("%%orders"):
            for name in re.findall(r"(?<!\w)Predict\(\s*\"([\w-]+)\"", cell):
                begun[name] = {one.id for one in ast.walk(ast.parse(cell)) if isinstance(one, ast.Name)}
                ruling = None if prediction(name).form == "percent" else truth(name).ruling
                open_guesses[name] = () if ruling is None else ruling.steps
            prepare(cell, variables)
            continue
        head, _, text = cell.partition("\n")
        wanted = asked_of_orders(head.removeprefix("%%orders").strip())
        game = game_named(wanted.name, variables)
        game = new_game(wanted, variables) if game is None else game
        variables[wanted.name] = game
        done = run(game.branch() if wanted.check else game, lines_of(text))
        assert done.problem is None or wanted.check or head.partition(" --after")[0] in REFUSED, head
        if wanted.quiet and done.problem is None:
            continue
        for name, steps in open_guesses.items():
            if name == wanted.after:
                continue
            if wanted.source in begun[name]:
                yield name, head
            cited = {step.clause_id for step in steps}
            named = names_of(prediction(name))
            for line in text_of(Outcome(done)).split("\n"):
                clauses = set(re.findall(r"NY [\w.]+", line))
                if clauses & cited and named and all(one in line for one in named):
                    yield name, line.strip()


@pytest.mark.parametrize(
    "lesson", [one.name[:2] for one in NOTEBOOKS.glob("*.ipynb") if "%%orders" in one.read_text("utf-8")]
)
def test_no_report_of_orders_tells_what_an_earlier_guess_asks(lesson):
    cells = code_cells(lesson)
    assert [*answers_told(cells)] == []
    opened = [re.sub(" --after [\\w-]+", "", cell) for cell in cells]
    assert bool([*answers_told(opened)]) == (opened != cells), "without --after they would tell"


CHANCES = {"options_table", "battle_chances", "chances_chart"}
"""What tells the chances of a war in play."""


@pytest.mark.parametrize(
    "lesson", [one.name[:2] for one in NOTEBOOKS.glob("*.ipynb") if "game=war" in one.read_text("utf-8")]
)
def test_what_orders_would_bring_is_shown_after_the_guess(lesson):
    """Where a guess is asked of the reader's war, what each order would bring comes with the guess alone."""
    python = [re.sub(r"^%.*$", "", cell, flags=re.M) for cell in code_cells(lesson) if cell[:2] != "%%"]
    shown = [line.value for cell in python for line in ast.parse(cell).body if isinstance(line, ast.Expr)]
    named = {ast.unparse(one.func) for one in shown if isinstance(one, ast.Call)}
    assert named
    assert not named & CHANCES


def test_orders_are_carried_out_before_the_guess_and_shown_after_it(monkeypatch):
    shown, variables = [], {}
    monkeypatch.setattr(magic, "display", shown.append)
    guess = Predict("past-namur", file=None)
    magic.Orders(SimpleNamespace(user_ns=variables)).magic("war --seed 7 --after past-namur", "first Bourbon")
    assert len(variables["war"]) == 1
    assert say("predict.seal") in page_of(shown[0])
    assert "first Bourbon" not in page_of(shown[0])
    guess.guess("yes")
    assert "first Bourbon" in page_of(shown[0])


def test_a_war_is_asked_as_it_stood_when_the_cell_ran():
    war = Game.from_position(fleurus())
    for order in ("campaign Valenciennes", "whole", "to Charleroi"):
        war.choose(order)
    asks = Predict("waldeck-stands", game=war, file=None)
    war.choose("stand")  # as when all cells are run
    assert asks.guess(94).off == 0


# ---- the file


def test_old_files_are_read_and_new_lines_beside_them(tmp_path):
    file = tmp_path / "old.jsonl"
    file.write_text(
        '{"format": "ninevears-progress/1", "made": "2026-01-05T10:00:00Z", "key": "00c0ffee"}\n'
        '{"at": "2026-01-05T10:01:00Z", "kind": "force-limit", "seed": 7, "level": 1, "answer": 5, '
        '"right": true}\n'
    )
    kept = ProgressFile(file, clock=lambda: datetime(2026, 1, 6, 9, tzinfo=UTC))
    kept.record_guess("fleurus", 60, False, 34)
    kept.record_guess("home-from-mons", "Tournai", True, 0)
    kept.record_check("siege", 4, 5, True)
    found = read_progress(file)
    assert found == kept.progress
    assert not found.broken
    assert [one.kind for one in found.attempts] == ["force-limit"]
    assert found.passed() == {"siege": datetime(2026, 1, 6, 9, tzinfo=UTC)}
    assert [len(progress_data(found)[name]) for name in ("attempts", "guesses", "checks")] == [1, 2, 1]


def test_the_home_page_learns_what_is_done(tmp_path):
    file = tmp_path / "mine.jsonl"
    assert [one.passed for one in course_progress(file)] == [False] * len(lessons())
    kept = ProgressFile(file)
    kept.record_check("map", 3, 5, False)
    kept.record_check("map", 4, 5, True)
    kept.record_guess("fleurus", 90, True, 4)
    kept.record_guess("fleurus-famous", None, False, 0)
    rows = {one.name: one for one in course_progress(file)}
    assert rows["map"].passed
    assert not rows["map"].next
    assert rows["cards"].next
    assert (rows["battle"].guesses, rows["battle"].right) == (1, 1)
