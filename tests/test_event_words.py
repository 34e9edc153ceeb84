"""Events of stepped procedures read as sentences, each of them and wherever they stand."""

import re

import msgspec
import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.core.messages import is_known
from ninevears_kernel.core.procedure import Stepped
from ninevears_kernel.input_files import convert
from ninevears_kernel.musket_pike import turn, turn_events
from ninevears_kernel.umpire.cases.event_words import event_words, in_words
from ninevears_kernel.umpire.cases.samples import sample, samples_of
from ninevears_kernel.virgin_queen import naval_events, naval_movement
from ninevears_kernel.virgin_queen.naval_position import Move, Voyage
from ninevears_kernel.virgin_queen.seas import Ships

PROCEDURES = {
    "vq": (naval_movement.PROCEDURE, naval_events.Event),
    "mp": (turn.PROCEDURE, turn_events.Happening),
}
KINDS = [(topic, kind) for topic, (_, union) in PROCEDURES.items() for kind in union.__args__]


def starts():
    for found in samples_of("VQ", "naval-movement"):
        given = convert(found.data["given"], naval_movement.NavalMovement)
        yield "vq", given.start(), given.events
    for found in samples_of("MP", "turn"):
        given = convert(found.data["given"], turn.Turn)
        yield "mp", turn.start(given), given.events


def is_sentence(words: str) -> bool:
    return bool(re.fullmatch(r"[A-Z].*[.]", words)) and not re.search(
        r"\b(do|None|kind|count)\b|[{}=]", words
    )


@pytest.mark.parametrize(("topic", "kind"), KINDS, ids=lambda value: getattr(value, "__name__", value))
@given(data=st.data())
def test_every_event_is_a_sentence_of_its_own_system(topic, kind, data):
    event = data.draw(st.builds(kind) if not msgspec.structs.fields(kind) else events_of(kind))
    assert is_known(f"happens.{topic}-{kind.__struct_config__.tag}")
    assert PROCEDURES[topic][0].topic == topic
    assert is_sentence(event_words(event, topic)), event_words(event, topic)


def events_of(kind):
    names = st.sampled_from(["Balfour", "Ionian Sea", "Doria"])
    ships = st.lists(st.builds(Ships, st.just("galley"), st.integers(1, 4), st.integers(1, 3)), max_size=2)
    of_type = {
        "units": ships.map(tuple) | st.none() if kind is naval_events.Intercept else ships.map(tuple),
        "leaders": st.lists(names, max_size=2).map(tuple) | st.none(),
        "moves": st.lists(st.builds(Move, names, names), max_size=2).map(tuple),
        "voyages": st.lists(st.builds(Voyage, names, names), max_size=2).map(tuple),
        "undone": st.lists(st.builds(naval_events.Undone, names, names), max_size=2).map(tuple),
        "extra_dice": st.builds(naval_events.ExtraDice, st.integers(0, 3), st.integers(0, 3)),
        "success": st.booleans(),
        "ends": st.booleans(),
        "action": st.sampled_from(turn.events.Action.__args__),
        "becomes": st.sampled_from(["ok", "shaken", "broken", "eliminated"]),
        "result": st.sampled_from(["", "a replacement takes over"]),
    }
    if kind is turn_events.NextStep:
        of_type["to"] = st.sampled_from(["B", "C", "D", "E", "4", None])
    if kind is turn_events.Pass:
        of_type["side"] = names | st.none()
    fields = {f.name: of_type.get(f.name, names) for f in msgspec.structs.fields(kind)}
    return st.builds(kind, **fields)


@pytest.mark.parametrize(("topic", "start", "events"), list(starts()))
def test_what_may_happen_in_the_worked_cases_is_told_in_different_sentences(topic, start, events):
    stepped = Stepped(PROCEDURES[topic][0], start, seed=1)
    for event in (*events, None):
        words = [event_words(each, topic) for each in stepped.expected.events]
        assert all(map(is_sentence, words)), words
        assert len(words) == len(set(words))
        if event is None or stepped.verify(event):
            break
        stepped.do(event)


def test_the_same_tag_in_two_systems_does_not_collide():
    tags = [{kind.__struct_config__.tag for kind in union.__args__} for _, union in PROCEDURES.values()]
    for tag in tags[0] & tags[1]:
        assert is_known(f"happens.vq-{tag}")
        assert is_known(f"happens.mp-{tag}")
    assert event_words(turn_events.Pass(), "vq") == "Pass"


def test_examples_of_sentences():
    assert event_words(turn_events.Preempt("Balfour", True), "mp") == "Preempt with Balfour: it succeeds."
    assert (
        event_words(turn_events.Act("Bard", "move-and-pistol"), "mp") == "Bard acts: move and fire pistols."
    )
    assert event_words(naval_events.Decline("Spain"), "vq") == "Spain declines to intercept."
    attempt = naval_events.Intercept("Spain", "Messina", "Ionian Sea", (Ships("galley", 2, 2),), ("Doria",))
    assert (
        event_words(attempt, "vq")
        == "Spain tries to intercept from Messina into Ionian Sea with 2 galleys of 2 and Doria."
    )


def test_how_a_naval_movement_stands_is_told_in_words():
    given = convert(sample("vq_naval_movement").data["given"], naval_movement.NavalMovement)
    assert "galleys of 2" in in_words(given.start().stacks)
    assert "kind" not in in_words(given.start().stacks)


def test_how_a_turn_stands_is_told_in_words():
    start = turn.start(convert(sample("mp_turn").data["given"], turn.Turn))
    told = in_words(start.wings)
    assert "Byron of the Royalist side, orders Make Ready: Gerard (heavy infantry, in good order)" in told
    assert "kind" not in told
