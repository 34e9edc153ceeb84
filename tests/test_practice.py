"""Practice and the map of progress, without a browser: what a student sees, and what must not be seen yet."""

import re
from functools import cache
from html import unescape

import pytest

from ninevears_kernel.core.errors import BadInput, NinevearsError, UnknownName
from ninevears_kernel.core.messages import Message, say
from ninevears_kernel.teaching.chapters import chapter_named, chapters, kinds_of
from ninevears_kernel.teaching.marking import chapter_of, kinds, make, mark, reveal
from ninevears_kernel.teaching.progress import Progress, read_progress
from ninevears_kernel.teaching.task import Task
from ninevears_kernel.teaching.task_pictures import task_pictures
from ninevears_kernel.widgets import Practice, ProgressMap
from ninevears_kernel.widgets.learn.answer_control import AnswerControl
from ninevears_kernel.widgets.learn.progress_map import SIGNS, bar
from ninevears_kernel.widgets.parts.cleanup import widgets_in

FORMS = {
    form: [k.name for k in kinds().values() if k.form == form] for form in {k.form for k in kinds().values()}
}
ONE_OF_EACH = [names[0] for names in FORMS.values()]


def words(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", html))


def typed(answer) -> str:
    """An answer as the control takes it."""
    if isinstance(answer, frozenset):
        return ", ".join(sorted(answer)) or "none"
    return ", ".join(answer) if isinstance(answer, tuple) else str(answer)


@pytest.fixture(autouse=True, scope="module")
def _drawn_once():
    """Many of these tests begin with the same task of a kind: its pictures are drawn for the first only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ninevears_kernel.widgets.learn.task_board.task_pictures", cache(task_pictures))
        yield


def wrong(task: Task, number: int = 0) -> str:
    candidates = [*(choice.value for choice in task.choices)]
    candidates += [
        "1/2",
        "3/4",
        "997",
        "998",
        "1/997",
        "1/991",
        "Warsaw",
        "Paris",
        "Vienna",
        "Paris, Reims",
        "Madrid",
    ]
    found = []
    for text in candidates:
        try:
            if not mark(task, text).right:
                found.append(text)
        except BadInput:
            continue
        if len(found) > number:
            break
    return found[-1]


@pytest.fixture
def practice(tmp_path):
    made = Practice("force-limit", file=tmp_path / "mine.jsonl", student="Anna")
    yield made
    made.close()


def answer(practice, text):
    practice.control.value = text
    return practice.mark()


# ---- what is not given away


@pytest.mark.parametrize("kind", list(kinds()))
def test_nothing_is_solved_before_it_is_marked(kind, monkeypatch):
    """The answer cannot stand in the widget's state: nobody has worked it out."""

    def solved(task):
        raise AssertionError(f"{task.kind} was solved")

    monkeypatch.setattr("ninevears_kernel.teaching.marking.solution_of", solved)
    practice = Practice(kind, file=None, student="Anna")
    for _ in range(3):
        practice.hint()
    assert practice.task.kind == kind
    practice.control.value = wrong_form_free(practice.task)
    with pytest.raises(AssertionError, match="was solved"):
        practice.mark()
    practice.close()


def wrong_form_free(task: Task) -> str:
    """An answer that can be read, right or not."""
    return (
        task.choices[0].value if task.choices else {"number": "1", "fraction": "1/2"}.get(task.form, "Paris")
    )


@pytest.mark.parametrize("kind", sorted(ONE_OF_EACH))
def test_the_reason_is_in_no_trait_before_it_is_marked(kind):
    practice = Practice(kind, file=None, student="Anna")
    because = str(reveal(practice.task).because)

    def everything() -> str:
        return "\n".join(str(widget.get_state()) for widget in widgets_in(practice))

    assert because not in unescape(everything())
    answer(practice, typed(reveal(practice.task).answer))
    assert practice.marked.right
    assert because in unescape(everything())
    practice.close()


def test_the_answer_is_shown_after_two_attempts_only(practice):
    assert practice.show_button.disabled
    practice.show_me()
    assert practice.said.value == ""
    answer(practice, wrong(practice.task))
    practice.show_me()
    assert practice.show_button.disabled
    assert practice.cards.children == ()
    answer(practice, wrong(practice.task, 1))
    assert not practice.show_button.disabled
    practice.show_me()
    assert str(reveal(practice.task).says) in words(practice.said.value)
    assert practice.cards.children[0].ruling is not None
    assert practice.mark_button.disabled
    assert len(practice.progress.attempts) == 2


# ---- marking


@pytest.mark.parametrize("kind", list(kinds()))
def test_every_kind_can_be_answered_right_and_wrong(kind, tmp_path):
    practice = Practice(kind, file=tmp_path / "x.jsonl", student="Anna")
    assert not answer(practice, wrong(practice.task)).right
    assert say("widget.wrong") in words(practice.said.value)
    assert str(practice.marked.at_first) in words(practice.said.value)
    assert answer(practice, typed(reveal(practice.task).answer)).right
    assert say("widget.right") in words(practice.said.value)
    assert practice.control.field.disabled
    found = read_progress(tmp_path / "x.jsonl").attempts
    assert [(one.number, one.right) for one in found] == [(1, False), (2, True)]
    assert found[0].missed
    before = practice.task
    practice.next()
    assert practice.task != before
    assert practice.said.value == ""
    practice.close()


@pytest.mark.parametrize("kind", list(kinds()))
def test_from_the_second_wrong_answer_on_the_reason_is_told_and_the_nearest_case(kind):
    practice = Practice(kind, file=None, student="Anna")
    tried = {wrong(practice.task, number) for number in range(2)}
    for text in sorted(tried):
        answer(practice, text)
    if len(tried) == 2:  # of two choices only one is wrong
        assert str(practice.marked.says) in words(practice.said.value)
        if practice.marked.nearest:
            assert str(practice.marked.nearest.says) in words(practice.said.value)
    practice.close()


def test_an_empty_answer_and_one_that_cannot_be_read_are_no_attempts(practice):
    assert practice.mark() is None
    assert say("widget.choose-answer") in words(practice.said.value)
    for text in ("   ", "many", "<script>alert(1)</script>"):
        assert answer(practice, text) is None
        assert "<script" not in practice.said.value
    assert "alert" in practice.said.value
    assert practice.progress.attempts == ()


def test_the_same_answer_twice_is_one_attempt(practice):
    text = wrong(practice.task)
    answer(practice, text)
    practice.mark()
    assert len(practice.progress.attempts) == 1


def test_hints_are_opened_one_by_one_and_counted(practice):
    hints = [str(hint) for hint in practice.task.hints]
    practice.hint()
    assert hints[0] in words(practice.hints.value)
    assert hints[1] not in words(practice.hints.value)
    for _ in hints:
        practice.hint()
    assert practice.hint_button.disabled
    answer(practice, typed(reveal(practice.task).answer))
    (attempt,) = practice.progress.attempts
    assert attempt.hints == len(hints)
    assert not attempt.right_alone


def test_try_again_clears_the_answer(practice):
    assert practice.again_button.disabled
    answer(practice, wrong(practice.task))
    practice.try_again()
    assert practice.control.value == ""
    assert practice.said.value == ""
    assert practice.marked is None
    assert answer(practice, typed(reveal(practice.task).answer)).right
    assert practice.progress.attempts[-1].number == 2


def test_a_mark_belongs_to_its_answer(practice):
    answer(practice, wrong(practice.task))
    practice.control.value = "1"
    assert practice.said.value == ""


def test_what_cannot_be_kept_is_told_and_the_mark_stands(tmp_path):
    practice = Practice("force-limit", file=tmp_path / "no" / "folder.jsonl")
    marked = answer(practice, typed(reveal(practice.task).answer))
    assert marked.right
    assert "cannot be written" in practice.said.value
    assert "role='alert'" in practice.said.value
    practice.close()


# ---- which task comes


def test_tasks_follow_from_the_student_and_grow_harder(tmp_path):
    practice = Practice("force-limit", file=tmp_path / "a.jsonl", student="Anna")
    seeds, levels = [], []
    for _ in range(5):
        seeds.append(practice.task.seed)
        levels.append(practice.task.level)
        answer(practice, typed(reveal(practice.task).answer))
        practice.next()
    assert len(set(seeds)) == 5
    assert levels == [1, 1, 2, 2, 3]
    twin = Practice("force-limit", file=tmp_path / "b.jsonl", student="anna ")
    other = Practice("force-limit", file=tmp_path / "c.jsonl", student="Bert")
    assert twin.task.seed == seeds[0] != other.task.seed
    again = Practice("force-limit", file=tmp_path / "a.jsonl")
    assert again.task.seed == practice.task.seed
    for one in (practice, twin, other, again):
        one.close()


def test_where_there_is_one_chapter_or_one_kind_no_list_asks_for_it():
    def shown(*names):
        made = Practice(names or None, file=None)
        return [field.layout.display is None for field in (made.chapter, made.kind)]

    assert shown("rally") == [False, False]
    assert shown("rally", "transfer") == [False, True]
    assert shown("rally", "retreat") == [True, True]
    assert shown() == [True, True]


def test_a_task_that_was_passed_over_does_not_come_again_at_once(practice):
    first = practice.task
    practice.next()
    assert practice.task.seed != first.seed


def test_two_on_the_same_file_see_each_others_answers(tmp_path):
    one, other = (Practice("force-limit", file=tmp_path / "x.jsonl", student="Anna") for _ in range(2))
    answer(one, typed(reveal(one.task).answer))
    other.next()
    assert len(other.progress.attempts) == 1
    one.file.path.write_text("torn")
    other.next()
    assert "role='alert'" in other.prompt.value
    one.close()
    other.close()


def test_a_chapter_and_a_kind_can_be_chosen():
    practice = Practice(chapter="siege", file=None, student="Anna")
    assert chapter_of(practice.task) == 17
    practice.go_to(14)
    assert chapter_of(practice.task) == 14
    kind = kinds_of(14)[-1].name
    practice.kind.value = kind
    assert practice.task.kind == kind
    practice.chapter.value = 11
    assert chapter_of(practice.task) == 11
    assert practice.kind.value == ""
    practice.close()


@pytest.mark.parametrize(
    "wanted", [{"chapter": "sorcery"}, {"chapter": 99}, {"kinds": "no-such"}, {"kinds": []}]
)
def test_what_there_is_not_is_told(wanted):
    with pytest.raises(UnknownName):
        Practice(file=None, **wanted)


def test_a_chapter_without_the_wanted_kinds_is_told():
    with pytest.raises(UnknownName, match="chapter"):
        Practice("force-limit", chapter="siege", file=None, student="Anna")


def test_a_task_that_cannot_be_made_is_told(monkeypatch, practice):
    def fails(*_):
        raise NinevearsError(Message("verdict.legal"))

    monkeypatch.setattr("ninevears_kernel.teaching.drill.make", fails)
    practice.next()
    assert "role='alert'" in practice.prompt.value
    assert practice.mark() is None
    assert practice.mark_button.disabled


# ---- answers on the map


@pytest.mark.parametrize("form", sorted(FORMS.keys() & {"space", "spaces", "path"}))
def test_places_are_clicked_typed_and_taken_back(form):
    practice = Practice(FORMS[form][0], file=None, student="Anna")
    war_map, control = practice.board.map_box.children[0], practice.control
    war_map.selected = "Paris"
    assert "Paris" in control.value
    if form == "space":
        practice.close()
        return
    assert war_map.selected is None
    war_map.selected = "Reims"
    assert control.value == "Paris, Reims"
    control.place.value = "amiens"
    control.add_button.click()
    assert control.value == "Paris, Reims, Amiens"
    control.undo_button.click()
    assert control.value == "Paris, Reims"
    if form == "path":
        assert war_map.path == ("Paris", "Reims")
    else:
        assert war_map.marked == ("Paris", "Reims")
        war_map.selected = "Paris"
        assert control.value == "Reims"
    control.clear_button.click()
    assert control.value == ""
    control.value = "Paris, Nowhere"
    assert control.value == "Paris, Nowhere"
    practice.close()


def test_a_number_goes_up_and_down_by_buttons():
    asks = AnswerControl(make("force-limit", 3, 1))
    less, more = asks.inputs[1:]
    more.click()
    more.click()
    assert asks.value == "2"
    less.click()
    assert asks.value == "1"
    asks.value = "many"
    more.click()
    assert asks.value == "many"
    asks.settle()
    assert less.disabled
    assert more.disabled


def test_a_pair_is_shown_as_two_pictures_with_words():
    pairs = [name for name in kinds() if name.startswith("pair-")]
    assert pairs
    for name in pairs:
        practice = Practice(name, file=None, student="Anna")
        assert practice.board.pictures.value.count("<svg") == 2
        assert practice.board.pictures.value.count("<details>") == 2
        practice.close()


def test_a_position_can_be_opened_on_the_large_map():
    practice = Practice("pair-of-sieges", file=None, student="Anna")
    assert practice.board.map_box.children == ()
    first, second = practice.task.position, practice.task.other_position
    practice.board.large.index = 1
    (war_map,) = practice.board.map_box.children
    assert war_map.position == first
    practice.board.large.index = 2
    assert war_map.position == second
    war_map.selected = "Paris"
    assert practice.control.value is None
    practice.board.large.index = 0
    assert war_map.layout.display == "none"
    practice.board.large.index = 2
    practice.next()
    assert war_map.layout.display == "none"
    assert practice.board.large.index == 0
    practice.close()


def test_it_can_be_used_without_sight_or_mouse():
    for name in ONE_OF_EACH:
        practice = Practice(name, file=None, student="Anna")
        for widget in widgets_in(practice):
            if type(widget).__name__ in ("Button", "Dropdown"):
                assert widget.tooltip
            if type(widget).__name__ in ("Text", "Combobox", "ToggleButtons", "Dropdown", "Button"):
                assert widget.description
        pictures = practice.board.pictures.value
        assert pictures.count("<svg") == pictures.count("role='img' aria-label=")
        practice.close()


def test_closing_leaves_nothing_behind():
    practice = Practice("trace-the-line", file=None, student="Anna")
    inner = list(widgets_in(practice))
    practice.close()
    assert all(widget.comm is None for widget in inner)


# ---- the map of progress


def test_the_map_shows_each_chapter_in_words_and_signs(practice):
    shown = ProgressMap(practice)
    assert list(shown.buttons) == list(chapters())
    assert set(shown.states.values()) == {"new"}
    answer(practice, typed(reveal(practice.task).answer))
    chapter = chapter_of(practice.task)
    assert shown.states[chapter] == "learning"
    told = shown.rows[chapter].value
    assert say("progress.state-learning") in told
    assert SIGNS["learning"] in told
    assert "aria-label" in told


def test_a_click_practises_a_chapter():
    practice = Practice(file=None, student="Anna")
    shown, heard = ProgressMap(practice), []
    shown.on_choose(heard.append)
    shown.buttons[17].click()
    assert chapter_of(practice.task) == 17
    shown.buttons[17].click()
    assert chapter_of(practice.task) == 17
    assert heard == [17, 17]
    practice.close()


def test_a_map_of_a_file_or_of_a_strangers(tmp_path, practice):
    answer(practice, typed(reveal(practice.task).answer))
    shown = ProgressMap(practice.file.path)
    assert "Anna" in shown.head.value
    stranger = ProgressMap(Progress("<img src=x onerror=alert(1)>", "00c0ffee"))
    assert "<img" not in stranger.head.value
    with pytest.raises(BadInput):
        ProgressMap(tmp_path / "none.jsonl")


def test_bars_differ_by_more_than_colour():
    from ninevears_kernel.teaching.mastery import Mastery

    bars = [bar(Mastery(5, right)) for right in (0, 2, 3, 5)]
    assert len({re.sub(r"#[0-9a-f]{3,6}", "", one) for one in bars}) == 4


def test_chapters_are_found_by_name_and_number():
    assert chapter_named(" Siege ") == chapter_named("17") == chapter_named(17) == 17
    with pytest.raises(UnknownName, match="siege"):
        chapter_named("seige")
