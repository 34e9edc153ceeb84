"""The war table sends a seat nothing that what is hidden from it could change: no card, no name, no file."""

import json
import random

import pytest
from other_secrets import with_other_secrets
from sizes import first, size
from test_event_cards import draw
from test_for_seat import laid_face_down
from walks import a_walk
from war_table import position_with

from ninevears_kernel.core.errors import NinevearsError
from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.record import Entry
from ninevears_kernel.nine_years.games.view import for_seat
from ninevears_kernel.play.happened import _acts_at
from ninevears_kernel.play.kept_file import KeptFile
from ninevears_kernel.play.saved_wars import save_war
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import EMPTY_HANDED, TableSeat
from ninevears_kernel.widgets import WarTable

ASKED = "play 3"
POISON = "<script>alert('x')</script>\"=HYPERLINK(1)"


def sent(session):
    """All that a front is told: the state, and what it may ask for."""
    seat = TableSeat(session)
    told = [seat.state(), seat.take({"why": ASKED})]
    told += [seat.take({"preview": option["text"]}) for option in told[0]["options"][:3]]
    return json.dumps(told, sort_keys=True)


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("person", SIDES)
def test_no_state_tells_the_hand_of_the_machine(person):
    seats = {side.casefold(): "person" if side == person else "sense" for side in SIDES}
    session = Session(seed=1691, **seats)  # a war in which both machines hold events early
    looked = 0
    while looked < 5:
        if session.is_persons_turn:
            session.choose(session.machines_choice(for_all=True))
        else:
            session.next(pause=True)
        assert not session.over
        held = session.game.position.hand(enemy(person)).events
        own = session.game.position.hand(person).events
        if held and own and session.place % 7 == 0:
            told = sent(session)
            assert [name for name in held if json.dumps(name)[1:-1] in told] == []
            assert all(json.dumps(name)[1:-1] in told for name in own)
            looked += 1


@pytest.mark.clause("NY 4.4")
def test_whoever_sees_everything_sees_the_difference():
    """Or tests that exchange what is hidden would show nothing."""
    session = Session(a_walk(5, 120), bourbon="person", alliance="sense")
    twin = with_other_secrets(session, 1)
    assert sent(twin) == sent(session)
    session.show = twin.show = "all"
    assert sent(twin) != sent(session)


@pytest.mark.clause("NY 13.2.1.a")
def test_a_card_face_down_changes_no_byte_of_a_state():
    game = laid_face_down()
    owner = game.entries[-1].side
    seats = {owner: "sense", enemy(owner): "person"}
    session = Session(game, bourbon=seats["Bourbon"], alliance=seats["Alliance"])
    assert len({sent(with_other_secrets(session, seed)) for seed in range(6)} | {sent(session)}) == 1


@pytest.mark.clause("NY 4.4")
def test_nobody_chooses_for_the_computer_and_learns_its_cards():
    session = Session(seed=1690)
    session.jump(year=1688, phase="campaign")
    while session.side == "Bourbon" or session.game.decision.name != "card":
        session.choose(session.machines_choice(for_all=True))
    seat = TableSeat(session)
    place, legal = session.place, [one.text for one in session.game.decision.options]
    assert legal
    told = [seat.take({"choose": text}) for text in (*legal, ASKED, "play 1", "nonsense")]
    told.append(seat.take({"go": {"space": 1, "way": [1, 2]}}))
    assert {str(one) for one in told} == {str({"trouble": "It is the turn of the Alliance.", "why": []})}
    assert session.place == place
    session.seats["Bourbon"] = "sense"  # now nobody plays, and nothing is hidden from anybody
    assert seat.take({"choose": legal[0]}) == {}


@pytest.mark.clause("NY 4.4")
def test_what_befalls_a_covered_corps_is_not_told_beforehand():
    """Such an option once ended the preview with an error: the viewer's table has no such corps."""
    position = position_with(
        {"add": "leader", "name": "Waldeck", "space": "Cologne"},
        {"add": "corps", "power": "Austria", "space": "Cologne"},
    )
    drawn = draw(position, "Bourbon", "Devastation of the Palatinate").board.position()
    seat = TableSeat(Session(drawn, bourbon="person"))
    covered = seat.take({"preview": "choose Cologne"})["preview"]
    assert (covered["steps"], covered["outcomes"]) == ([], [])
    assert "covered" in covered["until"]
    assert seat.take({"preview": "choose Munster"})["preview"]["steps"]


def test_everything_shown_needs_no_handing_over():
    table = WarTable(seed=1690, bourbon="person", alliance="person", show="all")
    chance = random.Random(2)
    sides = set()
    for _ in range(30):
        state = table.seat.state()
        assert not state["question"]["curtain"]
        assert state["question"]["mine"]
        sides.add(state["question"]["side"])
        table.choose(chance.choice(state["options"])["text"])
    assert sides == {*SIDES}


def test_remarks_of_a_log_are_not_sent(tmp_path):
    game = Game.new(1690)
    game.remarks = {"title": POISON, "players": POISON}
    path = tmp_path / "war.log"
    path.write_text(game.log)
    table = WarTable(path)
    assert "alert" not in json.dumps(table.seat.state())
    assert table.session.game.remarks == game.remarks


def test_errors_of_a_source_reach_the_caller(tmp_path):
    with pytest.raises(NinevearsError):
        WarTable(tmp_path / "nothing.log")
    path = tmp_path / "war.log"
    path.write_text(Game.new(1690).log + f"Bourbon: {POISON}\n")
    with pytest.raises(NinevearsError):
        WarTable(path)


# ---- every message, over whole wars


TYPED = (
    *("campaign Paris", "whole", "choose Cologne", "to Namur", "pick Waldeck", "pick Luxembourg"),
    *("weaken Austria, Cologne", "restore France, Metz"),
)
"""Asked about at every decision, at the right moment and at the wrong one."""


def replies(session, chance):
    """All that a front can be told about a war without moving it, by what it asks."""
    seat = TableSeat(session)
    seat.take({"sit": True})
    state = seat.state()
    told = {"state": state}
    texts = [option["text"] for option in state["options"]]
    picked = chance.sample(texts, min(3, len(texts)))
    seen = for_seat(session.game, session.viewer or "umpire")
    stand = sorted({leader.space for leader in seen.position.leaders if leader.space})
    spaces = [NUMBER[space] for space in chance.sample(stand, min(3, len(stand)))]
    asked = [
        *({"preview": text} for text in picked),
        *({"why": text} for text in (*TYPED, *picked)),
        *({"at": space} for space in spaces),
        *({"plan": {"space": space}} for space in spaces),
        *({one: True} for one in ("log", "story", "link", "picture", "readings", "here")),
        *({"clause": id} for id in ("NY 4.4", "NY 1.0", "nothing")),
    ]
    told |= {json.dumps(message): seat.take(message) for message in asked}
    told["keeping"] = seat.keeping.state()
    told["lines"] = session.log_lines()
    told["save for a seat"] = seen.save
    return {name: json.dumps(one, sort_keys=True, default=str) for name, one in told.items()}


@pytest.mark.clause("NY 4.4", "NY 13.2.1.a")
def test_over_a_war_no_reply_to_any_message_tells_what_is_hidden():
    """Hands, decks, seed, covered corps and leaders, and cards face down are exchanged."""
    persons = [("person", "sense"), ("sense", "person"), ("person", "person")]
    for seed in range(first("tables"), first("tables") + size("tables")):
        chance = random.Random(seed)
        war = a_walk(seed, chance.randrange(20, 260))
        session = Session(war, bourbon="sense", alliance="sense", show="own")
        session.since = max(0, session.place - 20)
        # at the gate one seat of each war, in turn
        asked = persons if size("tables") > 12 else persons[seed % 3 :][:1]
        for seats in asked if not session.over else ():
            session.seats = dict(zip(SIDES, seats, strict=True))
            twin = with_other_secrets(session, seed + 1)
            real, other = replies(session, random.Random(seed)), replies(twin, random.Random(seed))
            assert [name for name in real if real[name] != other[name]] == [], (seed, seats)


def test_the_replies_are_not_empty():
    """Or the test above would show nothing."""
    session = Session(a_walk(3, 200), bourbon="person", alliance="person")
    told = replies(session, random.Random(3))
    assert len(told) > 20
    answered = [name for name in told if name.startswith(('{"preview', '{"log', '{"at', '{"picture'))]
    assert len(answered) > 6
    assert not any("trouble" in told[name] for name in answered)
    session.show = "all"
    other = replies(with_other_secrets(session, 1), random.Random(3))
    assert {"state", "lines"} & {name for name in told if told[name] != other[name]}


@pytest.mark.clause("NY 4.4")
def test_where_a_leader_of_the_enemy_stands_now_is_not_told_with_what_he_did():
    """He may lie covered by now; one's own is shown."""
    session = Session(a_walk(5, 120), bourbon="person", alliance="sense")
    board, rules = session.game.engine.board, session.game.rule_tables
    for side in SIDES:
        for leader in rules.leaders_of[side]:
            for verb in ("rally", "lead"):
                place = _acts_at(session, Entry(1688, "campaign", side, (verb, leader), ()))
                stands = board.where[leader] if side == "Bourbon" and board.where[leader] >= 0 else None
                assert place == stands
    named = Entry(1688, "campaign", "Alliance", ("campaign", NUMBER["Namur"]), ())
    assert _acts_at(session, named) == NUMBER["Namur"]


# ---- who plays whom


def between_two(seed=1691):
    """A seat at which two persons share the screen, in the middle of a war, and the one who sits there."""
    session = Session(a_walk(seed, 90), bourbon="person", alliance="person")
    seat = TableSeat(session)
    seat.take({"sit": True})
    return seat, session.viewer


def hands_told(seat):
    """The cards that a front is told, of the hand and of the enemy's."""
    state = seat.state()
    return state["strip"]["hand"], state["options"], state["question"]["curtain"]


@pytest.mark.clause("NY 4.4")
def test_nobody_gives_away_the_side_of_another_person():
    """Or its hand would come on the screen, of which they hold the other end."""
    seat, side = between_two()
    before = seat.state()
    for seats in (
        {enemy(side): "sense"},
        {side: "sense", enemy(side): "chance"},
        {enemy(side): "chance"},
    ):
        reply = seat.take({"seats": seats})
        assert "Somebody else" in reply["trouble"]
        assert seat.state() == before


@pytest.mark.clause("NY 4.4")
def test_who_gives_their_own_side_away_does_not_see_the_other():
    seat, side = between_two()
    assert seat.take({"seats": {side: "sense"}}) == {}
    assert seat.session.viewer == enemy(side)
    assert hands_told(seat) == (EMPTY_HANDED["hand"], [], True)
    assert "Hand over the screen" in seat.take({"log": True})["trouble"]
    assert seat.take({"sit": True}) == {}
    assert hands_told(seat)[2] is False
    assert seat.state()["question"]["mine"]


@pytest.mark.clause("NY 4.4")
def test_sides_are_swapped_with_the_computer_behind_a_curtain():
    seat = TableSeat(Session(a_walk(1691, 90), bourbon="person", alliance="sense"))
    seat.state()
    assert seat.take({"seats": {"Bourbon": "sense", "Alliance": "person"}}) == {}
    assert hands_told(seat) == (EMPTY_HANDED["hand"], [], True)
    seat.take({"sit": True})
    assert hands_told(seat)[2] is False


def test_before_the_first_choice_anybody_may_play_anything():
    seat = TableSeat(Session(seed=1690, bourbon="person", alliance="person"))
    assert seat.take({"seats": {"Bourbon": "sense", "Alliance": "person"}}) == {}
    assert seat.session.viewer == "Alliance"
    assert not seat.state()["question"]["curtain"]


@pytest.mark.clause("NY 4.4")
def test_whoever_opens_a_war_of_two_persons_sits_down_first(tmp_path):
    seat, side = between_two()
    save_war(seat.session, tmp_path / "war.war")
    opened = TableSeat(Session(seed=7, bourbon="person", alliance="person"), KeptFile(tmp_path))
    opened.state()
    assert opened.take({"continue": True}) == {}
    assert opened.session.viewer == side
    assert hands_told(opened) == (EMPTY_HANDED["hand"], [], True)
