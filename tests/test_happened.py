"""What has happened, as the war table tells it: what was done, and by whom, said to the one who plays."""

from functools import cache
from random import Random

from ninevears_kernel.core.messages import Message, say
from ninevears_kernel.core.rulings import Step
from ninevears_kernel.nine_years.games.last_action import last_action
from ninevears_kernel.play.happened import TAKEN_ALONG, YOURS, _done, _says
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import TableSeat
from ninevears_kernel.teaching.philippsburg_lesson import WHOLE, philippsburg_1688


@cache
def lines(count, **seats) -> list[tuple[str | None, str]]:
    """Whose each line is and what it says, in a war whose persons choose at random."""
    session, chance, found = Session(seed=4, **seats), Random(4), []
    seat = TableSeat(session)
    for _ in range(count):
        state = seat.state()
        found += [(one["side"], one["says"]) for one in state["happened"]]
        if not state["options"]:
            break
        seat.take({"choose": chance.choice(state["options"])["text"]})
        session.answer()
    return found


def test_the_one_who_plays_is_you():
    told = lines(60, bourbon="person", alliance="sense")
    own = [says for side, says in told if side == "Bourbon"]
    assert sum(says.startswith(("You ", "Your ", "One of your ")) for says in own) >= 15
    assert not [says for says in own if says.startswith("The Bourbon side marches")]
    assert not [says for side, says in told if side == "Alliance" and "You " in says]


def test_two_who_play_are_called_by_their_sides():
    told = [says for _, says in lines(60, bourbon="person", alliance="person", show="all")]
    assert len(told) >= 20
    assert not [says for says in told if "You " in says]


def test_every_sentence_for_you_has_the_values_of_the_other():
    """What is said instead asks for no value that the sentence of the side does not have."""
    values = {
        name: Message("value.none")
        for name in ("side", "space", "origin", "by", "phase", "power", "strength", "places", "event", "whom")
    }
    for id, yours in YOURS.items():
        for count in (1, 2):
            assert "Bourbon" not in say(yours, count=count, **values | {"power": "France"}), id
        assert "You" in say(yours, count=1, **values | {"power": "France"}) or "your" in say(
            yours, count=1, **values | {"power": "France"}
        )


def test_what_was_chosen_is_told_as_done():
    for id, name in TAKEN_ALONG.items():
        chosen = Message(id, **{name: "2 French corps"})
        assert str(chosen).startswith("Take ")
        assert str(_done(chosen, "Bourbon")) == "The Bourbon side takes 2 French corps along."
    assert not [says for _, says in lines(60, bourbon="person", alliance="sense") if says.startswith("Take ")]


def test_a_siege_that_is_over_is_not_told_as_one_that_is_laid():
    seen = 0
    for seed in range(12):
        session = Session(philippsburg_1688(seed), bourbon="person", alliance="sense")
        for order in ("play 3", *WHOLE):
            session.choose(order)
        last, moments = last_action(session.game), session.moments
        says = _says(last, last.moves, [step for one in moments[-3:] for step in one.steps], moments[-3])
        told = " ".join(map(str, (*last.says, *says)))
        if session.game.position.controller("Philippsburg") == "Bourbon":
            seen += 1
            assert "takes Philippsburg" in told
            assert "under siege" not in told
    assert seen >= 3


def test_the_loss_of_a_siege_roll_is_said_in_a_sentence():
    session = Session(philippsburg_1688(1), bourbon="person", alliance="sense")
    for order in ("play 3", *WHOLE):
        session.choose(order)
    rolled: list[Step] = [
        step for one in session.moments for step in one.steps if step.says.id == "siege.result"
    ]
    loss = rolled[0].says.values["loss"]
    says = say("siege.loses" if loss else "siege.loses-nothing", count=loss, space="Philippsburg")
    assert str(rolled[0].says).endswith(f": {says}.")
