"""Tasks whose screen lies elsewhere: what it is told, what is kept, and what it is not told too early."""

import json
from zlib import decompress

import pytest

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.messages import say
from ninevears_kernel.teaching.carried_drill import CarriedDrill
from ninevears_kernel.teaching.marking import kinds, make, reveal
from ninevears_kernel.teaching.progress import progress_in

FORMS = {kind.form: kind.name for kind in kinds().values()}
"""A kind of each form."""


def read(packed):
    return json.loads(decompress(packed))


def told(drill, **message):
    """All that the screen knows after a message."""
    drill.take(json.dumps(message))
    return read(drill.state())


def typed(answer) -> str:
    if isinstance(answer, frozenset):
        return ", ".join(sorted(answer)) or "none"
    return ", ".join(answer) if isinstance(answer, tuple) else str(answer)


def asked_by(drill):
    """What is asked, made anew from the same kind, seed and level."""
    task = drill._drill.task
    return make(task.kind, task.seed, task.level)


@pytest.mark.parametrize("kind", sorted(FORMS.values()))
def test_a_task_of_each_form_is_asked_marked_and_kept(kind):
    drill = CarriedDrill()
    shown = told(drill, kind=kind)
    task = asked_by(drill)
    assert (shown["task"]["title"], shown["task"]["prompt"]) == (str(task.title), str(task.prompt))
    assert [value for value, _ in shown["task"]["choices"]] == [one.value for one in task.choices]
    found = reveal(task)
    assert str(found.because) not in json.dumps(shown, ensure_ascii=False)
    assert not shown["can"]["show"]
    shown = told(drill, answer=typed(found.answer))
    assert shown["said"]["tone"] == "right"
    assert str(found.because) in " ".join(shown["said"]["says"])
    assert shown["settled"]
    assert shown["rulings"]
    (attempt,) = progress_in(drill.kept()).attempts
    assert (attempt.kind, attempt.seed, attempt.right) == (kind, task.seed, True)
    again = CarriedDrill(drill.kept())
    assert told(again, kind=kind)["task"] == told(drill, next=True)["task"]


def test_only_what_changed_is_sent():
    drill = CarriedDrill()
    told(drill, kind="force-limit")
    assert read(drill.take('{"hint": true}')).keys() == {"hints", "hint"}
    wrong = read(drill.take('{"answer": "998"}'))
    assert wrong["said"]["word"] == say("widget.wrong")
    assert "pictures" not in wrong
    assert "names" not in wrong
    assert read(drill.take('{"again": true}')) == {"said": None}


def test_after_two_attempts_the_answer_can_be_shown_and_before_it_cannot():
    drill = CarriedDrill()
    told(drill, kind="force-limit")
    assert told(drill, show=True)["said"] is None
    told(drill, answer="998")
    assert told(drill, answer="999")["can"]["show"]
    shown = told(drill, show=True)
    assert str(reveal(asked_by(drill)).says) in shown["said"]["word"]
    assert not shown["can"]["mark"]


def test_what_is_no_answer_and_what_is_no_message_change_nothing():
    drill = CarriedDrill()
    told(drill, kind="force-limit")
    for answer in ("", "many", "<b>"):
        assert told(drill, answer=answer)["said"]["tone"] == "plain"
    assert drill.kept() == ""
    before = told(drill, again=True)
    for message in ({"kind": "no-such"}, {"chapter": 99}, {"dance": True}, {"chapter": "17"}):
        assert told(drill, **message) == before


def test_a_chapter_is_practised():
    drill = CarriedDrill()
    shown = told(drill, chapter=17)
    assert kinds()[drill._drill.task.kind].chapter == 17
    assert {name for name, _ in shown["kinds"]} == {
        "", *(one.name for one in kinds().values() if one.chapter == 17)
    }  # fmt: skip


def test_what_is_no_progress_is_told():
    with pytest.raises(BadInput, match="dear teacher"):
        CarriedDrill("dear teacher")
