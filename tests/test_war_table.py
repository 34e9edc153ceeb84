"""The war table: what a seat is sent, what it may ask, and that nothing of the enemy's is in either."""

import json
from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from other_secrets import with_other_secrets
from walks import a_walk

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.errors import Refused
from ninevears_kernel.core.readings import default_of
from ninevears_kernel.nine_years.atlas.wire import difference, packed
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.engine.notation import verbs
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.rules.victory import CLAUSES
from ninevears_kernel.play.option_groups import offered
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import FORMAT, TableSeat
from ninevears_kernel.widgets import WarTable

SEED = 1691


@pytest.fixture
def seat():
    return TableSeat(Session(seed=SEED))


@pytest.fixture
def buying():
    """The Bourbons have 5 resource points to spend, in 1689."""
    session = Session(seed=SEED)
    session.jump(year=1689, phase="reinforcement")
    while session.game.decision.name != "spend":
        session.choose(session.game.decision.options[0])
        session.answer()
    return TableSeat(session)


def moments(years=2, seed=SEED):
    """A war of chance against the computer: a seat before each choice of the person."""
    session = Session(seed=seed)
    seat, chance = TableSeat(session), Random(seed)
    while not session.over and session.here.year < 1688 + years:
        session.answer()
        if not session.decision:
            return
        yield seat
        seat.take({"choose": chance.choice(session.decision.options).text})


@cache
def states():
    """What the seat was sent before each choice of two years."""
    return [seat.state() for seat in moments()]


@cache
def other_states():
    """The same of a second war."""
    return [seat.state() for seat in moments(seed=SEED + 1)]


# ---- what is sent


def test_a_state_is_plain_data_of_this_version(seat):
    state = seat.state()
    assert state["format"] == FORMAT
    assert json.loads(json.dumps(state))["question"]["asks"] == state["question"]["asks"]


def test_every_option_stands_once_in_one_group(buying):
    state = buying.state()
    told = [one["text"] for one in state["options"]]
    assert told == [option.text for option in buying.session.decision.options]
    assert sorted(number for group in state["groups"] for number in group["options"]) == [*range(len(told))]


def test_the_places_that_face_the_enemy_are_told_in_their_group(buying):
    session, state = buying.session, buying.state()
    board = session.game.engine.board
    [places] = [group for group in state["groups"] if group["verb"] == "raise"]
    assert set(places["front"]) < set(places["options"])
    theirs = board.control.of("Alliance") | board.held["Alliance"]
    for number in places["options"]:
        place = state["options"][number]["place"]
        name = SPACES[place].name
        beside = [NUMBER[other] for other in game_map().neighbours(name)]
        faces = any(theirs >> one & 1 for one in (place, *beside))
        assert (number in places["front"]) == faces, name


@pytest.mark.clause("NY 13.5.1")
def test_a_campaign_names_who_may_lead_it():
    """Each leader who is named there may be led out, and nobody else."""
    named = 0
    for seat in moments(years=1):
        session = seat.session
        for option in seat.state()["options"]:
            if option["verb"] == "campaign":
                leaders = set(option["leader"].split(", "))
                plan = seat.take({"plan": {"space": option["place"]}})["plan"]
                assert leaders == {one["name"] for one in plan["leaders"] if one["goes"]}
                named += len(leaders)
        if session.game.decision.name == "action" and named > 20:
            return
    assert named > 20


def test_a_price_is_what_the_engine_takes(buying):
    left = buying.session.game.engine.board.resource_left.of("Bourbon")
    for one in buying.state()["options"]:
        if one["price"] is None:
            assert one["verb"] == "done"
            continue
        trial = TableSeat(Session(buying.session.game))
        trial.session.choose(one["text"])
        assert left - trial.session.game.engine.board.resource_left.of("Bourbon") == one["price"], one["text"]


def test_an_option_acts_where_its_notation_says(buying):
    for one in offered(buying.session.game):
        if "space" in verbs()[one.option.action[0]].kinds:
            assert one.place in one.option.action[1:]


def test_a_choice_sends_little():
    before, sent = None, []
    for seat in moments(years=1):
        after = seat.state()
        if before is not None:
            sent.append(len(packed(difference(before, after))))
        before = after
    assert len(sent) > 10
    assert sum(sent) < 400_000  # bytes of a year


# ---- what is not offered is told


def test_what_is_told_as_refused_is_refused():
    found = 0
    for seat in moments():
        game = seat.session.game
        options = {option.text for option in game.decision.options}
        for one in seat.state()["refused"]:
            if one["kind"] == "passed over":
                continue
            found += 1
            assert one["text"] not in options
            reasons = [str(each.says) for each in game.verify(one["text"])]
            assert [why["says"] for why in one["why"]] == reasons
    assert found > 100


def test_a_refusal_names_no_options_in_the_notation():
    """They stand beside it as buttons; who asks *why not* in the notation is told them."""
    examples = remedies = 0
    for seat in moments(years=1):
        for one in seat.state()["refused"]:
            remedies += sum(bool(why["remedy"]) for why in one["why"])
            assert [why["remedy"] for why in one["why"] if "“" in why["remedy"]] == []
            if one["kind"] != "passed over" and not examples:
                told = seat.take({"why": one["text"]})["why"]
                examples += any("such as “" in why["remedy"] for why in told)
    assert remedies > 20
    assert examples


def test_a_question_has_the_place_that_it_is_about():
    """The map rings Dunkirk where it asks to which port the troops there sail."""
    found = 0
    for state in states():
        question = state["question"]
        if question["name"] in ("sail-to", "embark", "force", "march"):
            found += 1
            assert f" {SPACES[question['place']].name}" in question["asks"]
        elif question["name"] in ("action", "spend", "order"):
            assert question["place"] is None
    assert found > 10


# ---- what may be asked


def test_undo_comes_back_to_the_last_choice_of_the_person(seat):
    before = json.dumps(seat.state())
    option = seat.session.decision.options[0].text
    assert seat.take({"choose": option}) == {}
    assert json.dumps(seat.state()) != before
    assert seat.take({"undo": True}) == {}
    assert seat.session.decision.options[0].text == option


def test_a_preview_has_the_exact_odds_of_the_engine():
    rolled = 0
    for seat in moments():
        for option in seat.state()["options"][:6]:
            brings = seat.take({"preview": option["text"]})["preview"]
            if brings["outcomes"]:
                rolled += 1
                assert sum(chance for chance, *_ in brings["outcomes"]) == pytest.approx(1, abs=0.01)
    assert rolled


def test_one_click_rolls_nothing_and_gives_nothing_up():
    """What is free may be chosen by one click: no die falls, actions and points are kept."""
    kinds = Counter()
    for seat in moments(years=1):
        option = Random(seat.session.place).choice(seat.state()["options"])
        told = seat.take({"preview": option["text"]})["preview"]
        trial = TableSeat(Session(seat.session.game))
        reply = trial.take({"freely": option["text"]})
        if not told["free"]:
            kinds["kept"] += 1
            assert reply["preview"]["text"] == option["text"]
            assert trial.session.place == seat.session.place
            continue
        kinds["quiet" if told["quiet"] else "gives the turn"] += 1
        made = trial.session.moments[seat.session.place]
        assert made.text == option["text"]
        assert not made.entry.rolls
        assert not option["loses"]
    assert min(kinds["kept"], kinds["quiet"], kinds["gives the turn"]) >= 2, kinds


def test_one_click_gives_the_turn_to_the_computer_alone():
    """Another person's answer, and fair dice, are not taken back as easily."""
    first = {"preview": "first Alliance"}
    assert TableSeat(Session(seed=SEED)).take(first)["preview"]["free"]
    assert not TableSeat(Session(seed=SEED, alliance="person")).take(first)["preview"]["free"]
    assert not TableSeat(Session(seed=SEED, fair=True)).take(first)["preview"]["free"]


def test_one_click_marches_where_the_answer_is_taken_back():
    def freely(**more):
        session = Session(seed=SEED, **more)
        session.jump(year=1689, phase="campaign")
        seat = TableSeat(session)
        while session.decision.name != "action":
            seat.take({"choose": session.decision.options[-1].text})
            seat.take({"sit": True})
        chosen = next(one for one in seat.state()["options"] if one["verb"] == "campaign")
        return seat.take({"plan": {"space": chosen["place"]}})["plan"]["freely"]

    assert freely()
    assert not freely(alliance="person")


def test_points_that_are_left_are_not_given_up_by_one_click(buying):
    done = next(one for one in buying.state()["options"] if one["verb"] == "done")
    assert done["loses"] == 5
    assert not buying.take({"preview": "done"})["preview"]["free"]
    buying.take({"freely": "done"})
    assert buying.state()["question"]["name"] == "spend"


def test_what_only_asks_leaves_the_state_as_it_is(seat, monkeypatch):
    """The state is made again when something was done, by whomever; not when a front asks."""
    made = []
    monkeypatch.setattr(TableSeat, "_war", lambda seat, was=TableSeat._war: made.append(seat) or was(seat))
    before = seat.state()
    seat.take({"preview": "first Bourbon"})
    seat.take({"clause": "NY 8.1"})
    assert (seat.state(), len(made)) == (before, 1)
    seat.session.choose("first Bourbon")
    assert seat.state()["strip"]["places"] == 1
    seat.take({"undo": True})
    assert (seat.state()["options"], len(made)) == (before["options"], 3)
    seat.take({"new": {"seed": SEED + 1}})
    assert (seat.state()["strip"]["places"], len(made)) == (0, 4)


@pytest.mark.parametrize(
    "message",
    [
        {"choose": "campaign Paris"},
        {"freely": "campaign Paris"},
        {"choose": "fly London"},
        {"choose": 7},
        {"choose": "x" * 3000},
        {"why": ""},
        {"jump": {"year": 1900}},
        {"jump": []},
        {"jump": {"phase": "summer"}},
        {"format": "disk"},
        {},
        None,
        5,
        "undo",
        ["undo"],
    ],
)
def test_a_wrong_message_is_told_and_changes_nothing(seat, message):
    before = json.dumps(seat.state())
    assert seat.take(message)["trouble"]
    assert json.dumps(seat.state()) == before


def test_what_is_no_action_is_said_so_with_examples(buying):
    reply = buying.take({"why": "I want to take Paris"})
    assert reply["trouble"].startswith('"I want to take Paris" is not an action')
    assert "besiege" in reply["trouble"]


def test_the_other_side_goes_by_its_name():
    seat = TableSeat(Session(seed=1691))
    assert [one["says"] for one in seat.state()["options"]] == ["You go first", "The Alliance goes first"]


def test_why_not_gives_every_clause_with_its_remedy(buying):
    [why] = buying.take({"why": "line Ypres"})["why"]
    assert why["clause"] == "NY 15.2"
    assert "5" in why["says"]


def test_a_step_that_leaves_one_thing_is_done_and_told():
    for seat in moments():
        assert len(seat.session.decision.options) > 1 or seat.session.place == 0


def test_a_march_is_told_as_one_action_with_its_way():
    told = [
        one for seat in moments() for one in seat.state()["happened"] if one["text"].startswith("campaign ")
    ]
    marched = [one for one in told if one["ways"]]
    assert marched
    for one in marched:
        assert all(len(way) > 1 for way in one["ways"])
        assert one["place"] in {space for way in one["ways"] for space in way}
    # nothing is told twice, and every die of the dice that fell is there
    for seat in moments(years=1):
        happened = seat.state()["happened"]
        chosen = [one["number"] for one in happened if one["text"]]  # the rest came by itself
        assert chosen == sorted({*chosen})
        fell = [roll.face for moment in seat.session.happened for roll in moment.entry.rolls]
        assert [face for one in happened for face, _ in one["dice"]] == fell


def test_what_was_done_alike_in_many_places_is_one_line_with_all_of_them():
    together = 0
    for state in [*states(), *other_states()]:
        said = Counter()
        for one in state["happened"]:
            assert one["place"] == next(iter(one["places"]), None)
            if len(one["places"]) > 1:
                together += 1
                assert f" {len(one['places'])} " in f" {one['says']}"
                assert {SPACES[place].name for place in one["places"]} <= {
                    name for name in NUMBER if name in one["says"]
                }
            said[one["number"], one["says"]] += 1
        assert {*said.values()} <= {1}, said
    assert together > 3


@pytest.mark.clause("NY 13.3")
def test_the_last_card_that_plays_itself_is_told():
    session = Session(seed=SEED)
    seat, chance = TableSeat(session), Random(SEED)
    session.answer()
    passed = []
    while not passed:
        before = session.place
        seat.take({"choose": chance.choice(session.decision.options).text})
        made = session.moments[before + 1 : session.place]
        passed = [one for one in made if (one.decision, one.entry.side) == ("card", "Bourbon")]
    says = [one["says"] for one in seat.state()["happened"] if one["number"] == passed[0].number]
    assert len(says) == 1
    assert says[0].startswith("You played a card")


def test_each_way_of_a_line_has_the_side_that_went_it():
    sides = Counter()
    for state in states():
        for one in state["happened"]:
            assert len(one["whose"]) == len(one["ways"])
            sides[len({*one["whose"]})] += 1
    assert min(sides[1], sides[2]) > 0, sides  # one marches, another meets or escapes them


def test_what_a_winter_brings_by_itself_is_told_where_it_happens():
    news = {}
    for state in states():
        for one in state["happened"]:
            if not one["text"] and "face down" not in one["says"]:
                news[one["says"]] = one
    london = [one for says, one in news.items() if says.startswith("London is Bourbon")]
    assert {one["place"] for one in london} == {NUMBER["London"]}


def test_fleets_and_colonies_have_a_mark_on_the_map():
    boxes = {}
    for state in states():
        for one in [*state["options"], *state["happened"]]:
            if one["box"]:
                assert one["box"] in state["marks"]
                boxes.setdefault(one.get("verb", "told"), one["place"])
    assert {"fleet", "strengthen", "support", "told"} <= {*boxes}
    assert boxes["fleet"] in (NUMBER["Brest"], NUMBER["Toulon"])


def test_who_only_lets_it_be_is_not_told():
    for seat in moments(years=1):
        for one in seat.state()["happened"]:
            assert one["text"] not in ("done", "pass") or one["dice"] or one["ways"] or one["skipped"]


@pytest.mark.clause("NY 6.3")
@pytest.mark.clause("NY 6.2.B.2")
def test_the_end_of_a_war_says_who_won_by_how_much_and_by_which_clause():
    found = {}
    for seed in range(6):
        game = Game.new(seed, recorded=False)
        chance = Random(seed)
        while game.engine.options:
            game.carry_out(chance.choice(game.engine.options))
        question = TableSeat(Session(game)).state()["question"]
        assert (question["over"], question["winner"]) == (True, game.result.winner)
        assert f"at {game.engine.board.victory_points} points" in question["asks"]
        found[game.result.how] = question["clause"], question["asks"]
    assert {clause for clause, _ in found.values()} <= {"NY 6.3", *CLAUSES.values()}
    assert len(found) > 1
    assert all((clause == "NY 6.3") == (how in ("peace", "last-year")) for how, (clause, _) in found.items())


def test_a_question_is_one_short_sentence():
    """As far as the longest names of the map allow."""
    asked = {}
    for seed in range(4):
        game, chance = Game.new(seed, recorded=False), Random(seed)
        while game.engine.options:
            if not chance.randrange(6):
                asked.setdefault(game.decision.name, str(game.decision.asks))
            game.carry_out(chance.choice(game.engine.options))
    assert len(asked) > 20
    assert {name: asks for name, asks in asked.items() if len(asks) > 70} == {}
    assert all(asks[-1] in ".?" for asks in asked.values())


@pytest.mark.clause("NY 6.2.A.2")
def test_the_track_ends_where_a_side_wins_at_once(seat):
    strip = seat.state()["strip"]
    assert (strip["bands"][0]["from"], strip["highest"]) == (0, 35)


def test_the_sequence_is_walked_one_decision_at_a_time(buying):
    place = buying.session.place
    assert buying.take({"step": -1}) == {}
    assert buying.session.place == place - 1
    assert buying.take({"step": 1}) == {}
    told = buying.state()["sequence"]
    assert told["place"] == place
    assert [phase["state"] for phase in told["phases"]] == ["done", "now", "unplayed", "unplayed"]
    steps = [step for phase in told["phases"] for step in phase["steps"]]
    assert [step["place"] for step in steps] == sorted(step["place"] for step in steps)


def test_a_clause_and_the_readings_are_told(seat):
    rule = seat.take({"clause": "NY 17.5.1"})["rule"]
    assert rule["says"] == clause("NY 17.5.1").says
    assert seat.take({"clause": "NY 99"})["trouble"]
    told = seat.take({"readings": True})["readings"]
    for one in told:
        assert [option["name"] for option in one["options"] if option["chosen"]] == [default_of(one["name"])]


def test_a_card_of_the_hand_is_named_by_the_option_that_plays_it():
    found = 0
    for seat in moments(years=1):
        state = seat.state()
        cards = [str(card) for card in state["strip"]["hand"]["actions"]]
        cards += [event["name"] for event in state["strip"]["hand"]["events"]]
        for option in state["options"]:
            if option["card"] is not None:
                found += 1
                assert option["card"] in cards
    assert found


# ---- secrets (NY 4.4)


@pytest.mark.clause("NY 4.4")
@given(
    st.tuples(st.integers(0, 20), st.integers(0, 250)),
    st.sampled_from([("person", "sense"), ("sense", "person")]),
    st.integers(0, 10**6),
)
@settings(max_examples=8, deadline=None)
def test_exchanging_what_is_hidden_changes_no_byte_of_a_state(walked, seats, seed):
    game = a_walk(*walked)
    if game.engine.side is None:
        return
    session = Session(game, bourbon=seats[0], alliance=seats[1])
    told = [json.dumps(TableSeat(one).state()) for one in (session, with_other_secrets(session, seed))]
    assert told[0] == told[1]


def test_a_shared_screen_shows_nothing_until_the_next_player_sits_down():
    session = Session(seed=SEED, bourbon="person", alliance="person")
    seat = TableSeat(session)
    curtains = 0
    for _ in range(60):
        state = seat.state()
        if state["question"]["curtain"]:
            curtains += 1
            hidden = [
                state["options"],
                state["log"],
                state["happened"],
                state["strip"]["hand"],
                state["marks"],
            ]
            assert hidden == [[], [], [], {"actions": [], "events": []}, {}]
            assert seat.take({"choose": session.decision.options[0].text})["trouble"]
            assert seat.take({"here": True}) == {}
            seat.take({"sit": True})
        assert seat.state()["options"]
        seat.take({"choose": session.decision.options[0].text})
    assert curtains > 5


# ---- the widget


def test_the_widget_sends_the_difference_alone():
    table = WarTable(seed=SEED)
    sent = []
    table.send = lambda content, buffers=(): sent.append(buffers[0])
    table._heard(table, {"preview": table.session.decision.options[0].text}, ())
    table._heard(table, {"choose": table.session.decision.options[0].text}, ())
    assert len(sent) == 2
    assert len(sent[1]) < 20_000
    with pytest.raises(Refused):
        table.choose("campaign Paris")
