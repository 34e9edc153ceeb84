"""What has happened, as the war table tells it: what was done, and by whom, said to the one who plays."""

import re
from collections import Counter
from copy import copy
from functools import cache
from random import Random

from ninevears_kernel.core.messages import Message, say
from ninevears_kernel.core.rulings import Step
from ninevears_kernel.nine_years.games.last_action import last_action
from ninevears_kernel.play.before_dice import odds_before
from ninevears_kernel.play.happened import ALIKE, DID, TAKEN_ALONG, _done, _news, _said, _says, story_told
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
    assert sum(says.startswith("You ") for says in own) >= 15
    assert not [says for says in own if says.startswith("The Bourbons marched")]
    assert not [says for side, says in told if side == "Alliance" and says.startswith("You ")]


def test_the_log_of_a_year_is_there_till_something_is_done_in_the_next():
    session = Session(seed=4, bourbon="sense", alliance="sense")
    assert story_told(session) == []
    session.jump(year=1690)
    at_new_year = story_told(session)
    assert len(at_new_year) > 20
    session.choose(session.game.decision.options[0])
    assert 0 < len(story_told(session)) < 10
    session.back()
    assert story_told(session) == at_new_year


def test_a_leader_who_falls_in_battle_is_told_with_it():  # NY 16.3.2
    session = Session(seed=1, bourbon="sense", alliance="sense")
    told = "Eugene is out until the next Reinforcement phase."
    while not any(str(step.says) == told for moment in session.moments[-1:] for step in moment.steps):
        session.next()
    [line] = [says for _, says in story_told(session) if told in says]
    assert line.index("won the battle of Ostend") < line.index(told) < line.index("retreated from Ostend")


def test_a_card_that_is_played_in_a_siege_is_told_before_what_came_of_it():  # NY 17.2
    session = Session(seed=4, bourbon="sense", alliance="sense")
    while not any(moment.entry.action == ("event", "Sorties from Mainz") for moment in session.moments[-1:]):
        session.next()
    told = [says for _, says in story_told(session)][-1]
    assert told == "The Bourbons played Sorties from Mainz. The Alliance took Highlands."


def test_what_came_by_itself_is_told_in_order_its_cause_first():
    drawn = Step("NY 9.2.1", Message("events.played", side="Bourbon", event="La Hogue"))
    left = Step("NY 9.2.1", Message("events.marlborough-leaves", leader="Marlborough"))
    scored = Step("NY 9.2.1", Message("events.scored", side="Alliance", count=2, total=20))
    for steps in ((drawn, left, scored), (left, drawn, scored), (drawn, scored, left)):
        assert _news(steps) == tuple(step.says for step in steps)


def test_a_card_that_is_drawn_is_not_called_played():  # NY 9.2.1
    """Whoever draws it has no choice; whoever holds one plays it when they will."""
    session, told = Session(seed=4, bourbon="person", alliance="sense", show="all"), []
    for year in range(1689, 1694):
        session.jump(year=year, phase="reinforcement")
        told += [says for _, says in story_told(session)]
    assert sum(" drew " in says and "kept" not in says for says in told) > 5
    assert not [says for says in told if re.match(r"(You|The \w+) played (?!a card)", says)]


def test_two_who_play_are_called_by_their_sides():
    told = [says for _, says in lines(60, bourbon="person", alliance="person", show="all")]
    assert len([says for says in told if says.startswith(("The Bourbons ", "The Alliance "))]) >= 20
    assert not [says for says in told if "You " in says]


def test_what_a_side_did_is_told_with_its_name_or_below_it():
    """It asks for no value that the engine's sentence does not have, and does not name the side."""
    values = {
        name: Message("value.none")
        for name in (
            *("side", "space", "origin", "by", "phase", "power", "strength", "places", "event", "whom"),
            *("zone", "fleet", "port", "level", "corps", "other"),
        )
    }
    for id in (*DID, *(many for many, _ in ALIKE.values() if ".did-" in many)):
        for count in (1, 2):
            says = Message(id, count=count, **values | {"power": "France", "side": "Bourbon"})
            full, short = _said(says, "Bourbon", "Bourbon")
            assert full == f"You {short[0].lower()}{short[1:]}", id
            assert "Bourbon" not in short, id
            assert _said(says, "Bourbon", None)[0].startswith("The Bourbons "), id
            assert _said(says, "Alliance", None)[1].startswith("The Bourbons "), id


def test_cards_that_were_laid_are_told_of_both():
    laid = Message("campaign.revealed", side="Alliance", count=3, enemy="Bourbon", other=2)
    assert _said(laid, "Alliance", "Bourbon") == ("The Alliance laid a 3, you a 2.", "Laid a 3, you a 2.")
    assert _said(laid, "Alliance", None)[0] == "The Alliance laid a 3, the Bourbons a 2."


def test_a_leader_who_was_sent_is_named():
    told = [says for _, says in lines(60, bourbon="person", alliance="sense")]
    sent = [says for says in told if says.startswith("You sent ") and " from " in says]
    assert sent
    assert not [says for says in sent if says.startswith("You sent a leader")]


def test_a_side_that_dice_decide_about_goes_by_its_name():
    caught = Message("outcome.is-caught", side="Alliance", space="Ghent")
    assert (
        _said(caught, "Bourbon", "Bourbon")[1] == "The Alliance does not get away from Ghent and must fight."
    )


def test_points_that_come_in_are_no_price():
    seat = TableSeat(session := Session(seed=1691, bourbon="person", alliance="sense"))
    session.jump(year=1689, phase="reinforcement")
    while session.game.decision.name != "spend":
        seat.take({"choose": session.game.decision.options[0].text})
        session.answer()
    assert seat.state()["happened"]
    assert [one["price"] for one in seat.state()["happened"]] == [0] * len(seat.state()["happened"])
    assert "spent" not in seat.state()["news"]["says"]


def test_a_round_of_purchases_is_headed_by_what_was_spent():
    """Each purchase tells its price, the heading their sum; what was chosen before is not repeated."""
    session = Session(seed=1691, bourbon="person", alliance="sense")
    seat = TableSeat(session)
    session.answer()
    chance = Random(5)
    while not (news := seat.state()["news"])["says"].startswith("The Alliance spent"):
        seat.take({"choose": chance.choice(seat.state()["options"])["text"]})
    happened = seat.state()["happened"]
    spent = sum(one["price"] for one in happened)
    assert news == {
        "side": "Alliance",
        "says": f"The Alliance spent {spent} points",
    }
    assert not [one for one in happened if one["side"] == "Bourbon"]
    bought = [one for one in happened if one["price"]]
    assert all(one["paid"].startswith(f"{one['price']} point") for one in bought)
    left = [step.says for one in session.moments for step in one.steps if step.says.id == "spend.left"]
    had = [step.says for one in session.moments for step in one.steps if step.says.id == "resources.result"]
    points = next(one.values["count"] for one in reversed(had) if one.values["side"] == "Alliance")
    unspent = [one.values["count"] for one in left if one.values["side"] == "Alliance"][-1]
    assert spent == points - unspent


def test_what_was_chosen_is_told_as_done():
    for id, name in TAKEN_ALONG.items():
        chosen = Message(id, **{name: "2 French corps"})
        assert str(chosen).startswith("Take ")
        assert str(_done(chosen, "Bourbon")) == "took 2 French corps along."
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


def test_the_sums_of_a_roll_are_those_of_its_own_action():
    """What the enemy rolls in answer stands in its own line, not below the own die."""
    session, seen = Session(seed=1691, bourbon="sense"), Counter[int]()
    session.play_on()
    rolled = [one.number for one in session.moments if one.text == "besiege" and one.entry.rolls]
    for number in rolled[:40]:
        then = copy(session)
        then.game = session.game.branch()
        then.game.undo(min(number + 12, session.place))  # others have gone on by then
        then.show, then.since = "all", number
        told = odds_before(then, number)
        if told:
            seen[len(told["sums"])] += 1
            assert "nothing happens" not in " ".join(told["sums"])  # its heading says so
    assert seen[1] >= 10
    assert {*seen} <= {0, 1}
