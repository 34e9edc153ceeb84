"""The course: its order, the words that each lesson may use, what stands on a reader's page, and its home."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import msgspec
import nbformat
import pytest
from every_row import every_row

from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.core.messages import Message, say
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.input_files import convert
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.play.session import Session
from ninevears_kernel.teaching.course import found, given_type, ruled
from ninevears_kernel.teaching.exercises import asked_for, right_answers
from ninevears_kernel.teaching.glossary import term, terms
from ninevears_kernel.teaching.lesson_helpers import positions
from ninevears_kernel.teaching.lesson_helpers.map_tables import fortress_counts, places_table, seas_now
from ninevears_kernel.teaching.lessons import (
    Lesson,
    lesson_named,
    lessons,
    mark_of,
    next_lesson,
    present_path,
)
from ninevears_kernel.teaching.named_exercises import ROWS, exercise_named
from ninevears_kernel.teaching.predictions import prediction, predictions
from ninevears_kernel.teaching.progress import Attempt, CheckDone, Progress
from ninevears_kernel.teaching.trials import TRIALS, switch_words, trial
from ninevears_kernel.widgets import Home, try_it
from ninevears_kernel.widgets.learn.clause_page import beside
from ninevears_kernel.widgets.learn.home import DOORS, PICTURES
from ninevears_kernel.widgets.orders.page import Outcome, html_of
from ninevears_kernel.widgets.orders.run import lines_of, run
from ninevears_kernel.widgets.parts.theme import PROGRAMMERS
from ninevears_kernel.widgets.play.phase_cell import phase

FOLDER = Path(__file__).parents[1] / "notebooks"
MOST_LINES = 8
FOLD = re.compile(r"<details[^>]*>.*?</details>", re.DOTALL)
GLOSS = re.compile(r'\[[^\]]+\]\(\.\./help\.ipynb "([^"]+)"\)')
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+\.ipynb)[^)]*\)")
each = every_row("one", lessons(), ids=lambda one: one.name)


def cells_of(one: Lesson, kind: str) -> list[str]:
    notebook = nbformat.read(FOLDER / one.path, as_version=4)
    return [cell.source for cell in notebook.cells if cell.cell_type == kind]


def told(one: Lesson) -> list[str]:
    """The paragraphs of a lesson on the reader's page: no folds, neither its head nor what comes next."""
    text = "\n\n".join(FOLD.sub("", cell) for cell in cells_of(one, "markdown")[1:])
    return [part for part in re.split(r"\n\s*\n|\n(?=- |\d\. )", text) if not part.startswith("Next:")]


OF_PROGRAMS = re.compile(
    r"%orders|\b(?:next|last|the) cells?\b|\bseeds?\b|--\w+|`[a-z]+ [A-Z][^`]*`|\bnotation\b"
)
"""What a reader need not know: cells, seeds, commands, orders as they are written."""


@each
def test_the_readers_page_tells_nothing_of_programs(one):
    """What asks for a change of code stands in a fold, and that fold is left out of the page."""
    text = "\n".join(told(one))
    assert not OF_PROGRAMS.findall(text), OF_PROGRAMS.findall(text)
    for fold in FOLD.findall("\n\n".join(cells_of(one, "markdown"))):
        if OF_PROGRAMS.search(fold) or "```" in fold or "Tinker" in fold:
            assert fold.startswith('<details class="for-programmers">'), fold[:80]


@pytest.mark.parametrize("quiet", [False, True])
def test_orders_and_phases_tell_the_reader_no_notation(quiet):
    """Without what the page leaves out, a report of orders and a phase have their sentences alone."""
    template = files("ninevears_kernel") / "page" / "voila" / "templates" / "ninevears" / "page.css"
    assert re.search(rf"\.{PROGRAMMERS}[^}}]*display: none !important", template.read_text(encoding="utf-8"))
    game = Game.from_position(positions.relief_of_namur(seed=1690))
    orders = "campaign Brussels\nwhole\nto Namur\navoid Sedan"
    begun = Message("orders.begins-from", name="rescue", source="relief", count=0)
    done = html_of(Outcome(run(game, lines_of(orders)), (begun,)), quiet)
    refused = html_of(Outcome(run(game, lines_of("march nowhere")), (begun,)), quiet)
    shown_phase = phase(Session(seed=1690), map=False)
    for page in (done, refused, shown_phase.html):
        shown = read_by_the_reader(page)
        for order in ("avoid Sedan", "campaign Brussels", "march nowhere"):
            assert order not in shown
        assert "rescue" not in shown  # what the cell calls the game
        assert "after 0 choices" not in shown
        assert "%orders" not in shown
        assert "next cell" not in shown
    assert quiet or "after 0 choices" in done


def read_by_the_reader(page: str) -> str:
    """The words of a page that its reader sees: without styles and what is for programmers."""
    bare = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    bare = re.sub(rf"<(\w+) class='[^']*{PROGRAMMERS}'.*?</\1>", "", bare, flags=re.DOTALL)
    return re.sub(r"<[^>]+>", " ", bare)


# ---- the order


def test_the_register_is_the_folder_in_its_order():
    files = sorted(path.name for path in (FOLDER / "lessons").glob("*.ipynb"))
    assert [one.file for one in lessons()] == files
    assert all(one.file.startswith(f"{one.number:02}_") for one in lessons())
    assert all(two.number == one.number + 1 for one, two in pairwise(lessons()))


@each
def test_a_lesson_is_headed_by_its_number_and_says_its_minutes(one):
    head = cells_of(one, "markdown")[0]
    assert head.startswith(f"# Lesson {one.number}: ")
    assert f"about {one.minutes} minutes" in head
    assert str(one.title)
    assert str(one.about)
    assert (PICTURES / f"{one.name}.jpg").stat().st_size < 40_000


@each
def test_links_between_lessons_have_the_number_of_the_file_and_lead_on(one):
    for part in told(one):
        for words, file in LINK.findall(part):
            if (number := re.search(r"[Ll]esson (\d+)", words)) and "/" not in file:
                assert lesson_named(file).number == int(number[1]), words
            if re.search(r"\bnext lesson", words):
                assert lesson_named(file).number == one.number + 1, words
            if "/" not in file:
                backward = re.search(r"\b(you know|you met|remember|as you saw|you watched)\b", part, re.I)
                assert not backward or lesson_named(file).number < one.number, part
    last = cells_of(one, "markdown")[-1]
    if one is not lessons()[-1]:
        assert f"]({lessons()[lessons().index(one) + 1].file})" in last.split("Next:")[1]


@each
def test_what_a_lesson_needs_comes_before_it(one):
    needs = cells_of(one, "markdown")[0].split("**What you need:**")[1]
    assert all(lesson_named(file).number < one.number for _, file in LINK.findall(needs) if "/" not in file)


@each
def test_a_lesson_practises_the_kinds_that_make_its_mark(one):
    practised = set()
    for cell in cells_of(one, "code"):
        for asked in re.findall(r"Practice\((.*?)\)", cell, re.DOTALL):
            practised |= set(re.findall(r'"([a-z-]+)"', asked))
    assert practised == set(one.kinds)


# ---- old names


OLD = {
    "02_powers_and_leaders": 12, "03_a_year_at_a_glance": 2, "04_events": 11, "05_naval_matters": 9,
    "06_lines_of_communication": 7, "07_reinforcements": 8, "08_action_cards_and_initiative": 2,
    "09_the_seven_actions": 3, "10_movement_and_interception": 4, "11_fortified_lines": 10, "12_battle": 5,
    "13_siege": 6, "14_king_william_and_the_revolution": 13, "15_winter_peace_and_victory": 14,
    "16_the_year_1690": 15,
}  # fmt: skip
"""The lessons of the first edition that had another number."""


def test_every_lesson_of_the_first_edition_leads_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lessons").mkdir()
    shown = Home(file=None)._repr_html_()
    for old, number in OLD.items():
        path = present_path(f"lessons/{old}.ipynb")
        assert path == lesson_named(number).path == lesson_named(f"{old}.ipynb").path
        (tmp_path / path).touch()
        assert beside(f"lessons/{old}.ipynb") == path
        assert f"<li>{old}: <a href='{path}'>" in shown
    with pytest.raises(UnknownName):
        lesson_named("17_nothing.ipynb")


# ---- words


PLAIN = {"line", "lines", "level", "colonies", "winter", "relief", "rich"}
"""Other forms of words that say something else as well: a line of communication, a sigh of relief."""


def forms_of(name: str) -> re.Pattern[str]:
    """How a word is met in a text: in any case, but a short form as it is written."""
    forms = [form for form in term(name).forms if form.casefold() not in PLAIN]
    words = [re.escape(form) if form.isupper() else f"(?i:{re.escape(form)})" for form in forms]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])")


def gloss(name: str) -> str:
    """The first sentence of a word's entry: what a link to it says."""
    return re.split(r"(?<=[.!?]) ", term(name).says)[0]


def unexplained(one: Lesson, later: str, by: Lesson) -> str:
    """The paragraph in which a lesson first uses a word of a later one, and explains nothing."""
    for part in told(one):
        glossed = gloss(later) in GLOSS.findall(part)
        rest = GLOSS.sub("", part)
        linked = any(lesson_named(file) is by for _, file in LINK.findall(part) if "/" not in file)
        if glossed or (linked and forms_of(later).search(part)):
            return ""  # explained here; from here on the lesson may use it
        if forms_of(later).search(rest):
            return part
    return ""


@each
def test_no_word_is_used_before_it_is_taught(one):
    early = {
        (word, found)
        for by in lessons()[lessons().index(one) + 1 :]
        for word in by.teaches
        if (found := unexplained(one, word, by))
    }
    assert not early


def test_each_word_is_taught_once_and_used_where_it_is_taught():
    taught = [word for one in lessons() for word in one.teaches]
    assert len(taught) == len(set(taught)) > 50
    for one in lessons():
        for word in one.teaches:
            assert forms_of(word).search("\n".join(cells_of(one, "markdown"))), (one.name, word)


def test_a_gloss_is_a_sentence_of_the_glossary():
    glosses = {gloss(name) for name in terms()}
    used = [found for one in lessons() for part in told(one) for found in GLOSS.findall(part)]
    assert set(used) <= glosses
    assert used


# ---- the reader's page


@each
def test_no_code_is_open_and_every_cell_is_short(one):
    for cell in nbformat.read(FOLDER / one.path, as_version=4).cells:
        if cell.cell_type == "code":
            assert cell.metadata.get("jupyter", {}).get("source_hidden"), cell.source
            imports = cell.source.startswith(("from ", "import "))
            assert imports or len(cell.source.splitlines()) <= MOST_LINES, cell.source
            assert not re.search(r"^\s*(def|class) ", cell.source, re.M), cell.source
            assert "Exercise(" not in cell.source


@each
def test_the_text_sends_nobody_into_the_code(one):
    """What asks for a change of code stands in a fold, for those who tinker."""
    for part in told(one):
        assert not re.search(
            r"run (it|both|the cell|one of|and run)|the (next |last )?cell\b|`seed|`%", part
        ), part


def test_lesson_1_has_nothing_for_programmers_but_in_a_fold():
    one = lesson_named("map")
    open_text = "\n".join(told(one))
    assert not re.search(r"pandas|NaN|networkx|\bTrue\b|\bFalse\b|```", open_text)
    assert "pandas" not in "\n".join(cells_of(one, "code"))
    [fold] = [cell for cell in cells_of(one, "markdown") if "For programmers" in cell]
    blocks = re.findall(r"```python\n(.*?)```", fold, re.DOTALL)
    assert len(blocks) > 1
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)


def test_tables_of_the_map_say_nobody_and_never_nan():
    start = scenario_1688()
    told = places_table(start, "Paris", "Turin", "Namur").to_html()
    told += fortress_counts(start).to_html() + seas_now({"now": start}).to_html()
    assert not re.search(r"\bnan\b|None|True|False|\.0\b", told, re.I)
    assert told.count("nobody") >= 3


# ---- guesses, recall and checks


GUESS = re.compile(r'\bPredict\(\s*"([^"]+)"')


def test_each_prediction_is_asked_once_and_in_its_lesson():
    asked = {one.name: sorted(GUESS.findall("\n".join(cells_of(one, "code")))) for one in lessons()}
    register = {one.name: [] for one in lessons()}
    for name, row in predictions().items():
        register[row.lesson].append(name)
    assert asked == {lesson: sorted(names) for lesson, names in register.items()}


@each
def test_what_waits_for_a_guess_stands_below_it(one):
    text = "\n".join(cells_of(one, "code"))
    for waits in re.finditer(r'\bAfterGuess\(\s*"([^"]+)"', text):
        assert waits[1] in GUESS.findall(text[: waits.start()])


@each
def test_what_is_said_after_a_guess_is_not_in_the_text(one):
    text = "\n".join(cells_of(one, "markdown"))
    for name in GUESS.findall("\n".join(cells_of(one, "code"))):
        why = prediction(name).why
        first = re.split(r"(?<=[.:]) ", str(why))[0] if why else ""
        assert not why or first not in text, name


@each
def test_a_lesson_opens_with_what_is_due_and_ends_with_its_check(one):
    cells = nbformat.read(FOLDER / one.path, as_version=4).cells
    text = [cell.source for cell in cells]
    assert [cell for cell in text if "Recall(" in cell] == (
        [f'Recall("{one.name}")'] if one.number > 1 else []
    )
    assert [cell for cell in text if "Check(" in cell] == ([f'Check("{one.name}")'] if one.number else [])
    if one.number > 1:
        place = text.index(f'Recall("{one.name}")')
        assert all(cell.cell_type == "code" for cell in cells[1 : place + 1])
    if one.number:
        assert text[-2] == f'Check("{one.name}")'
        assert text[-1].startswith("## What you learned")


# ---- what has a name


def named(call: str) -> set[str]:
    text = "\n".join(cell for one in lessons() for cell in cells_of(one, "code"))
    return set(re.findall(rf'\b{call}\(\s*"([^"]+)"', text))


def test_every_name_in_the_registers_is_used_by_a_lesson_and_the_other_way_round():
    assert named("exercise") == set(ROWS)
    assert named("try_it") == set(TRIALS)


@every_row("name", list(ROWS))
def test_an_exercise_has_its_words_and_one_right_answer(name):
    made = exercise_named(name)
    assert str(made.prompt).endswith(("?", "."))
    ruling = ruled(made.case)
    assert ruling.steps or ruling.violations
    right = set(right_answers(asked_for(ruling, made.key)))
    if made.choices is None:
        assert right <= set(game_map().by_name)
        assert right
    else:
        assert len(right & set(made.choices)) == 1 < len(made.choices)


@every_row("name", list(TRIALS))
def test_a_case_to_try_is_ruled_and_each_of_its_switches_does_something(name):
    made = trial(name)
    case = dict(made.case)
    assert found(case) is not None
    assert set(made.keys) <= {field.name for field in msgspec.structs.fields(given_type(case))} | {"from"}
    for switch, edits in (made.switches or {}).items():
        assert str(switch_words(name, switch))
        more = [edits] if isinstance(edits, Mapping) else list(edits)
        changes = [*case["given"].get("changes", ()), *more]
        turned = case | {"given": case["given"] | {"changes": changes}}
        assert found(turned) is not None, switch
        assert position_of(turned) != position_of(case), switch


def position_of(case):
    return convert(case["given"], given_type(case)).resolved(RulingContext(recorded=False))


def test_a_switch_on_the_page_rules_anew():
    shown = try_it("savoy-leaves")
    before = shown.ruling.verdict
    shown.switches[str(switch_words("savoy-leaves", "1695"))].value = True
    assert (before, shown.ruling.verdict) == ("legal", "illegal")


# ---- home


class Links(HTMLParser):
    """The links of a page, and how often each class occurs."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.classes: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.links += [found["href"]] if tag == "a" else []
        self.classes += (found.get("class") or "").split()


def attempt(kind: str, right: bool) -> Attempt:
    return Attempt(datetime(2026, 1, 1, tzinfo=UTC), kind, 1, 1, "x", right)


def answered(*kinds_and_marks: tuple[str, bool]) -> Progress:
    return replace(Progress("", "00c0ffee"), attempts=tuple(attempt(*one) for one in kinds_and_marks))


def test_every_link_of_the_home_page_leads_somewhere():
    page = Links(Home(file=None)._repr_html_())
    inside = [link for link in page.links if not link.startswith("/")]
    assert {one.path for one in lessons()} < set(inside)
    assert {path for door in DOORS.values() for path in door} < set(inside)
    assert all((FOLDER / link).is_file() for link in inside)


def test_a_lesson_is_read_and_tinkered_with_one_click_from_home(monkeypatch):
    monkeypatch.delenv("VOILA_REQUEST_URL", raising=False)
    monkeypatch.setattr("ninevears_kernel.widgets.learn.home.find_spec", lambda name: object())
    page = Links(Home(file=None)._repr_html_())
    for one in lessons():
        assert one.path in page.links
        assert f"/voila/render/{one.path}" in page.links
    monkeypatch.setenv("VOILA_REQUEST_URL", "http://localhost:8866/")
    assert not any("voila" in link for link in Links(Home(file=None)._repr_html_()).links)


def test_the_cards_stand_in_the_learners_order_or_in_that_of_the_rules(monkeypatch):
    monkeypatch.setenv("VOILA_REQUEST_URL", "http://localhost:8866/")
    shown = Home(file=None)._repr_html_()
    cards = re.findall(r"--rules:(\d+)'><img [^>]*>.*?<i>(\d+)</i> <a href='([^']+)'", shown)
    assert [int(number) for _, number, _ in cards] == [one.number for one in lessons()]
    by_rules = [Path(path).stem for _, _, path in sorted(cards, key=lambda card: int(card[0]))]
    assert by_rules[:4] == [
        "00_philippsburg", "01_the_map", "12_powers_and_leaders", "02_cards_rounds_and_a_year",
    ]  # fmt: skip
    assert shown.count("<h1>") == 1  # of the page; in the lab the notebook has its own
    monkeypatch.delenv("VOILA_REQUEST_URL")
    assert "<h1>" not in Home(file=None)._repr_html_()


def test_the_mark_of_a_lesson_is_its_last_five_tasks():
    siege, kinds = lesson_named("siege"), lesson_named("siege").kinds
    some = answered((kinds[0], True), (kinds[1], False), ("retreat", True))
    assert (mark_of(siege, some).right, mark_of(siege, some).asked) == (1, 2)
    sure = answered(*[(kinds[0], False)] * 3, *[(kind, True) for kind in kinds])
    assert mark_of(siege, sure).state == "sure"
    assert next_lesson(sure) is next_lesson(some) is lessons()[0]  # practice is no check


def test_a_check_that_is_passed_leads_on():
    at = datetime(2026, 1, 1, tzinfo=UTC)
    missed = answered().with_entry(CheckDone(at, "siege", 3, 5, False))
    assert next_lesson(missed) is lessons()[0]
    siege = missed.with_entry(CheckDone(at, "siege", 4, 5, True))
    assert next_lesson(siege) is lesson_named("map")  # what was passed over, but not the beginning
    assert next_lesson(siege.with_entry(CheckDone(at, "map", 4, 5, True))) is lesson_named("cards")
    done = answered()
    for before, after in pairwise(lessons()):
        done = done.with_entry(CheckDone(at, before.name, 1, 1, True))
        assert next_lesson(done) is after
    assert next_lesson(done.with_entry(CheckDone(at, lessons()[-1].name, 4, 5, True))) is lessons()[-1]


def test_home_shows_what_is_done_and_what_is_next(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert Links(Home()._repr_html_()).classes.count("right") == 0
    from ninevears_kernel.teaching import make, mark, reveal
    from ninevears_kernel.teaching.progress import ProgressFile

    (tmp_path / "lessons").mkdir()
    file = ProgressFile(tmp_path / "lessons" / "my-progress.jsonl")
    for seed in range(4):
        task = make("first-step", seed, 1)
        answer = reveal(task).answer
        file.record(task, answer, mark(task, answer))
    assert Links(Home()._repr_html_()).classes.count("passed") == 0
    file.record_check("map", 4, 5, True)
    home = Home()
    page = Links(home._repr_html_())
    assert page.classes.count("right") == 4
    assert page.classes.count("passed") == 1
    assert page.classes.count("here") == 1
    assert next_lesson(home.progress) is lesson_named("cards")
    assert f"1 of {len(lessons())} lessons done" in home._repr_html_()
    assert say("home.played") not in home._repr_html_()
    file.record_check("philippsburg", 1, 1, True)
    assert f"2 of {len(lessons())} lessons done" in Home()._repr_html_()
    assert Home()._repr_html_().count(say("home.played")) == 1


def test_a_file_that_is_no_progress_is_told_and_the_page_is_there(tmp_path):
    other = tmp_path / "other.jsonl"
    other.write_text("<script>alert(1)</script>", encoding="utf-8")
    shown = Home(file=other)._repr_html_()
    assert "role='alert'" in shown
    assert "<script" not in shown
    assert lessons()[0].path in shown
