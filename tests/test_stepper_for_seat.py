"""The phase stepper sends a player nothing that what is hidden from them could change: state and files."""

import base64
import json
import re
from copy import copy
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st
from ipywidgets.embed import dependency_state
from other_secrets import exchanged
from test_for_seat import laid_face_down
from walks import a_walk

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.games.view import for_seat
from ninevears_kernel.widgets import PhaseStepper

ASKED = "play 3"


def with_other_secrets(session, seed):
    """The same session about a war with other secrets; its moments tell what was chosen there."""
    twin = copy(session)
    twin.game = exchanged(session.game, session.viewer or "Bourbon", seed)
    twin.moments = [
        replace(moment, entry=entry) for moment, entry in zip(session.moments, twin.game.entries, strict=True)
    ]
    return twin


def sent(stepper, session):
    """All that the browser is told, as bytes, when the stepper shows a session, and files and answers too."""
    stepper.session = stepper.table._session = session
    stepper._show()
    stepper.table.make_files()
    stepper.choices.why.value = ASKED
    stepper.choices.ask()
    state = dependency_state([stepper], drop_defaults=False)
    state["text"] = stepper.text
    state["map"] = stepper.war_map._atlas.shown
    return json.dumps(state, default=repr, sort_keys=True).encode()


@pytest.mark.clause("NY 4.4")
@given(
    st.tuples(st.integers(0, 20), st.integers(0, 250)),
    st.sampled_from([("person", "sense"), ("sense", "person"), ("person", "person")]),
    st.integers(0, 10**6),
)
@settings(max_examples=6)
def test_exchanging_what_is_hidden_changes_no_byte_of_the_screen(walked, seats, seed):
    game = a_walk(*walked)
    if game.engine.side is None:
        return
    stepper = PhaseStepper(game, *seats)
    stepper._sit_down()
    session = stepper.session
    real = sent(stepper, session)
    assert sent(stepper, with_other_secrets(session, seed)) == real


def test_whoever_sees_everything_sees_the_difference():
    """Or the test above would show nothing."""
    stepper = PhaseStepper(a_walk(5, 120), "person", "sense")
    session, twin = stepper.session, with_other_secrets(stepper.session, 1)
    session.show = twin.show = "all"
    told = sent(stepper, twin)
    assert stepper.table.links.value
    assert told != sent(stepper, session)


@pytest.mark.clause("NY 13.2.1.a")
def test_a_card_face_down_changes_no_byte_of_the_screen():
    game = laid_face_down()
    owner = game.entries[-1].side
    seats = {owner: "sense", enemy(owner): "person"}
    stepper = PhaseStepper(game, *(seats[side] for side in SIDES))
    session = stepper.session
    real = sent(stepper, session)
    assert len({sent(stepper, with_other_secrets(session, seed)) for seed in range(6)} | {real}) == 1


@pytest.mark.clause("NY 4.4")
def test_the_files_are_those_of_the_player():
    stepper = PhaseStepper(a_walk(5, 120), "person", "person")
    stepper._sit_down()
    viewer = stepper.session.viewer
    stepper.table.make_files()
    seen = for_seat(stepper.session.game, viewer)
    log, save = (
        base64.b64decode(found).decode() for found in re.findall("base64,([^']*)'", stepper.table.links.value)
    )
    assert log == seen.log
    assert json.loads(save) == json.loads(json.dumps(seen.save))
    stepper.eyes.value = "all"
    stepper.table.make_files()
    whole = base64.b64decode(re.findall("base64,([^']*)'", stepper.table.links.value)[0]).decode()
    assert whole == stepper.session.game.log


@pytest.mark.clause("NY 4.4")
def test_nobody_is_told_why_the_other_may_not_play_a_card():
    """The answer would tell whether the card is in the hand."""
    game = a_walk(5, 120)
    seats = {game.engine.side: "sense", enemy(game.engine.side): "person"}
    stepper = PhaseStepper(game, *(seats[side] for side in SIDES))
    with pytest.raises(BadInput, match="your own decision"):
        stepper.session.why_not(ASKED)
    stepper.session.show = "all"
    assert stepper.session.why_not(ASKED) is not None


def test_words_of_an_earlier_decision_are_left_out():
    """What one player typed or chose too late does not come to the other (the screen is handed over)."""
    stepper = PhaseStepper(a_walk(5, 120), "person", "person")
    stepper._sit_down()
    place, side = stepper.session.place, stepper.session.side
    late = {"key": "choose", "place": place, "option": stepper.choices.list.options[0]}
    stepper.timeline._on_message(stepper.timeline, late, None)
    assert stepper.session.place == place + 1
    while stepper.session.side == side:
        stepper.choices.choose()
    stepper.choices.search.value = "lay 3"  # arrives while the screen is covered
    assert stepper.choices.search.value == ""
    stepper._sit_down()
    now = stepper.session.place
    stepper.timeline._on_message(stepper.timeline, late | {"search": "lay 3"}, None)
    assert (stepper.session.place, stepper.choices.search.value) == (now, "")
