"""The phase stepper: a sitting goes on, back and anywhere; the hidden stays hidden, the refused is told."""

import base64
import itertools
import json
import random
import re

import ipywidgets as W
import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.errors import BadEntry, BadInput, NinevearsError, Refused
from ninevears_kernel.core.messages import say, shown_as
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.nine_years.rules.sequence import PHASES
from ninevears_kernel.play import consequences
from ninevears_kernel.play.consequences import consequence
from ninevears_kernel.play.moments import data_table
from ninevears_kernel.play.openings import opened_text
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.timeline import timeline
from ninevears_kernel.widgets import PhaseStepper

SEED = 1690


def hands_off(seed=SEED, player="sense", **more):
    return Session(seed=seed, bourbon=player, alliance=player, **more)


@pytest.fixture(scope="module")
def war():
    """A whole war, played hands off."""
    session = hands_off()
    session.play_on()
    return session


@pytest.fixture(scope="module")
def again(war):
    """The same war once more."""
    session = hands_off()
    session.open(war.game)
    return session


@pytest.fixture
def whole(war):
    """The same war, to go anywhere in it."""
    session = hands_off()
    session.open(war.game)
    return session


# ---- on, back, anywhere


def test_a_whole_war_hands_off_one_decision_at_a_time_is_the_war_played_on(war):
    session = hands_off()
    while session.next():
        pass
    assert session.over
    assert session.game.log == war.game.log
    assert session.game.position == war.game.position


def test_back_and_next_through_a_whole_war_meet_the_same_positions(whole):
    positions = {}
    random_places = random.Random(5)
    while whole.place:
        positions[whole.place] = whole.game.position
        for _ in range(random_places.randint(1, 40)):
            whole.back()
    for place in sorted(positions):
        whole.go_to(place)
        assert whole.game.position == positions[place]
    assert len(positions) > 20


@given(st.lists(st.one_of(st.just("next"), st.just("back"), st.integers(0, 1200)), max_size=12))
@settings(max_examples=12, deadline=None)
def test_wherever_one_goes_the_war_stays_the_same(war, again, moves):
    session = again
    for move in moves:
        if isinstance(move, int):
            session.jump(entry=min(move, len(war.moments)))
        else:
            getattr(session, move)()
    assert [moment.entry for moment in session.moments] == [moment.entry for moment in war.moments]
    place = session.place
    assert session.game.entries == war.game.entries[:place]
    replayed = read_log(session.game.log)
    assert replayed.position == session.game.position


@pytest.mark.parametrize("phase", PHASES)
def test_a_jump_goes_to_the_beginning_of_a_phase_or_to_the_first_choice_after_it(whole, phase):
    for year in (1688, 1692, 1690):
        assert whole.jump(year=year, phase=phase)
        wanted = year, PHASES.index(phase)
        assert whole.moments[whole.place].when >= wanted
        assert not whole.place or whole.moments[whole.place - 1].when < wanted


def test_a_jump_beyond_what_was_played_lets_the_machine_play_for_a_person_too():
    session = Session(seed=SEED, bourbon="person", alliance="person")
    assert session.jump(year=1690, phase="campaign")
    assert (session.here.year, session.here.phase) == (1690, "campaign")
    assert session.place == len(session.moments) > 50
    assert session.jump(year=1688)
    assert session.place == 0
    assert len(session.ahead) == len(session.moments)


def test_a_jump_that_the_war_does_not_reach_says_so(whole):
    last = whole.game.engine.board.year
    for year in [year for year in whole.years if year > last][:1]:
        assert not whole.jump(year=year)
    assert whole.jump(entry=len(whole.moments))
    assert not whole.jump(entry=len(whole.moments) + 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"year": 1687},
        {"year": 1799},
        {"year": "1690"},
        {"year": True},
        {"phase": "lunch"},
        {"phase": 3},
        {"entry": -1},
        {"entry": 10**9},
        {"entry": "3"},
        {"entry": False},
    ],
)
def test_a_jump_to_nowhere_is_refused_and_nothing_moves(wrong):
    session = hands_off()
    session.next()
    with pytest.raises(BadInput):
        session.jump(**wrong)
    assert session.place == 1


def test_a_jump_can_be_stopped_and_tells_how_far_it_is():
    session = hands_off()
    heard = []
    reached = session.jump(
        year=1695, progress=lambda count, year: heard.append((count, year)), stop=lambda: len(heard) == 3
    )
    assert not reached
    assert 20 <= session.place <= 30
    assert heard[0] == (1, 1688)


def test_against_the_machine_next_and_back_go_from_decision_to_decision_of_the_person():
    session = Session(seed=SEED, bourbon="person", alliance="sense")
    if not session.is_persons_turn:
        session.next()
    stops = []
    chance = random.Random(1)
    for _ in range(60):
        assert session.is_persons_turn
        assert not session.next()
        stops.append(session.place)
        session.choose(chance.choice(session.decision.options))
        session.answer()
    assert any(after - before > 1 for before, after in itertools.pairwise(stops))
    for place in reversed(stops):
        assert session.back()
        assert session.place == place
    for place in stops[1:]:
        assert session.next()
        assert session.place == place


def test_with_a_halt_at_each_decision_next_and_back_go_one_decision():
    session = Session(seed=SEED, bourbon="chance", alliance="person")
    session.jump(year=1689, phase="campaign")
    place = session.place
    assert session.back(pause=True)
    assert session.place == place - 1
    assert session.next(pause=True)
    assert session.place == place


def test_another_choice_forgets_what_was_ahead_and_the_same_keeps_it(whole):
    whole.jump(year=1690, phase="campaign")
    place, known = whole.place, len(whole.moments)
    chosen = whole.moments[place].entry.action
    whole.choose(chosen)
    assert (whole.place, len(whole.moments)) == (place + 1, known)
    whole.back()
    other = next(option for option in whole.decision.options if option.action != chosen)
    whole.choose(other)
    assert len(whole.moments) == whole.place == place + 1


def test_what_just_happened_is_what_the_last_move_caused(whole):
    whole.jump(year=1691, phase="campaign")
    [moment] = whole.happened
    assert moment.number == whole.place - 1
    twin = whole.game.branch()
    twin.undo(whole.place)
    assert moment.steps == twin.steps
    assert moment.entry.rolls == twin.rolls


def test_a_refused_choice_changes_nothing():
    session = Session(seed=SEED, bourbon="person", alliance="person")
    with pytest.raises(Refused) as refused:
        session.choose("campaign Paris")
    assert refused.value.violations == session.why_not("campaign Paris") != ()
    assert session.place == len(session.moments) == 0
    assert session.why_not(session.decision.options[0]) == ()


# ---- saves and logs


def test_it_goes_on_from_the_log_and_the_save_of_any_decision(war):
    for place in random.Random(7).sample(range(len(war.moments)), 3):
        war_there = hands_off()
        war_there.open(war.game)
        war_there.go_to(place)
        from_log = hands_off()
        from_log.open(opened_text(war_there.game.log))
        assert from_log.game.position == war_there.game.position
        assert [one.entry for one in from_log.moments] == [one.entry for one in war.moments[:place]]
        from_save = hands_off()
        from_save.open(opened_text(json.dumps(position_to_data(war_there.game.position))))
        assert from_save.decision == war_there.decision
        from_log.next()
        assert from_log.game.position == war_at(war, place + 1)


def war_at(war, place):
    game = war.game.branch()
    game.undo(place)
    return game.position


def test_what_a_file_says_wrong_is_told_and_the_war_stays(tmp_path):
    session = Session(seed=SEED)
    log = hands_off()
    log.jump(year=1689)
    broken = log.game.log.replace("Bourbon: ", "Bourbon: besiege everything, ", 1)
    for text in ("", "x", "{}", "[1]", broken, "ninevears-log/1\ndice: table\nscenario: 1688\n", "\0"):
        path = tmp_path / "war"
        path.write_text(text)
        with pytest.raises((BadInput, BadEntry)):
            session.open(path)
    with pytest.raises(BadInput, match="seed"):
        Session(seed=-1)
    with pytest.raises(BadInput, match="sense"):
        Session(bourbon="god")
    with pytest.raises(BadInput, match="own"):
        Session(show="nothing")
    assert session.place == 0


# ---- the rail


def test_every_decision_of_the_rules_has_a_step_and_every_step_a_name():
    rows = {row["decision"]: row["step"] for row in data_table("sitting_steps")}
    assert rows.keys() == {name for name in DECISION_RULES if name != "draw-event"}


def test_the_rail_has_every_decision_once_and_one_place_where_we_are(whole):
    for place in (0, 1, 17, len(whole.moments) // 2, len(whole.moments)):
        whole.go_to(place)
        years = timeline(whole)
        phases = [phase for year in years for phase in year.parts]
        decisions = [one for phase in phases for step in phase.parts for one in step.parts]
        assert [one.place for one in decisions] == list(range(len(whole.moments)))
        assert [one.place for one in decisions if one.state == "now"] == ([] if whole.over else [place])
        [now] = [phase for phase in phases if phase.state == "now"]
        assert now.place == whole.here.phase
        assert all(one.state == "done" for one in decisions[:place])
        states = [year.state for year in years]
        assert sorted(states, key=["done", "now", "ahead", "unplayed"].index) == states


def test_a_round_of_the_rail_is_one_card_of_one_side(whole):
    phases = [phase for year in timeline(whole) for phase in year.parts if phase.place == "campaign"]
    for phase in phases:
        rounds = [step for step in phase.parts if step.says.id == "sitting.step-round"]
        assert [step.says.values["count"] for step in rounds] == sorted(
            {step.says.values["count"] for step in rounds}
        )


# ---- what a choice would bring


@pytest.mark.parametrize("seed", [3, 4])
def test_what_is_told_beforehand_is_what_happens(seed):
    """The certain steps follow; and dice are told of wherever some are rolled at once."""
    session = hands_off(seed, "chance" if seed % 2 else "sense")
    chance = random.Random(seed)
    checked = rolled = 0
    while session.place < 400 and not session.over:
        decision = session.decision
        action = session.machines_choice()
        option = next(one for one in decision.options if one.action == action)
        if chance.random() < 0.3:
            brings = consequence(session.game, option)
            assert consequence(session.game, option) == brings
            session.next()
            steps = session.game.steps
            assert steps[: len(brings.steps)] == brings.steps
            assert bool(brings.rolls) <= bool(session.game.rolls)
            if brings.outcomes:
                assert sum(one.chance for one in brings.outcomes) + brings.others == 1
                rolled += 1
            if brings.until is not None and session.decision and not brings.rolls:
                told = brings.until.id
                assert told.startswith("consequence.") or brings.until == session.decision.asks
            checked += 1
        else:
            session.next()
    assert checked > 40
    assert rolled > 3


def test_what_is_told_beforehand_does_not_depend_on_dice_decks_or_the_other_hand(war):
    """The same table with another seed, other decks and another enemy hand: the same is told."""
    session = hands_off()
    session.open(war.game)
    chance = random.Random(2)
    for place in chance.sample(range(len(war.moments)), 25):
        session.go_to(place)
        side = session.side
        position = session.game.position
        twin = Game.from_position(shuffled(position, side, chance), recorded=False)
        assert session.game.decision.asks == twin.decision.asks
        option = chance.choice(session.game.decision.options)
        assert consequence(session.game, option, side) == consequence(twin, option, side)


def shuffled(position, side, chance):
    """Another position that looks the same to a side."""
    name = f"{enemy(side).casefold()}_hand"
    hand = getattr(position, name)
    cards = [*hand.actions, *position.action_deck]
    laid = [item for item in position.agenda if item.startswith(("lay ", "first-round "))]
    if not laid:
        chance.shuffle(cards)
    count = len(hand.actions)
    actions, deck = tuple(sorted(cards[:count])), tuple(cards[count:])
    events = [*hand.events, *position.event_deck]
    chance.shuffle(events)
    held = tuple([name for name in events if standard_rule_tables().events[name].hold][: len(hand.events)])
    events = [name for name in events if name not in held]
    other = type(hand)(actions, held, hand.cards_conceded, hand.points_conceded)
    return position.replace(
        seed=chance.randrange(1 << 40), action_deck=deck, event_deck=tuple(events), **{name: other}
    )


def test_too_many_outcomes_are_said_to_be_too_many(monkeypatch, war):
    session = hands_off()
    session.open(war.game)
    place = next(one.number for one in war.moments if len(one.entry.rolls) > 2 and one.decision == "march")
    session.go_to(place)
    option = next(o for o in session.decision.options if o.action == war.moments[place].entry.action)
    monkeypatch.setattr(consequences, "MOST_BRANCHES", 3)
    brings = consequence(session.game, option)
    assert brings.rolls
    assert brings.outcomes == ()
    assert "too many" in str(brings.until)


# ---- what a player may see


def test_a_card_that_lies_face_down_is_covered_until_both_lie_open():
    session = Session(seed=SEED, bourbon="person", alliance="person")
    place = find(session, lambda: session.game.engine.board.agenda[-1][0] == "lay")
    first = session.side
    session.choose(session.decision.options[-1])
    moment = session.moments[place]
    assert session.viewer == enemy(first)
    assert session.is_covered(moment)
    assert session.log_lines()[-1] == f"{first}: lay ?"
    assert moment.says != session.describe(moment)
    session.choose(session.decision.options[0])
    assert not session.is_covered(moment)
    assert any(line == f"{first}: {moment.text}" for line in session.log_lines())


def find(session, wanted):
    """Plays on until something is the case."""
    while not wanted():
        session.choose(session.machines_choice(for_all=True))
    return session.place


def test_against_the_machine_its_options_and_questions_stay_hidden():
    session = Session(seed=SEED, bourbon="person", alliance="sense")
    find(session, lambda: session.game.engine.board.agenda[-1][:2] == ("card", "Alliance"))
    assert session.viewer == "Bourbon"
    assert session.decision.options == ()
    assert session.decision.asks.id == "sitting.decides"
    assert session.hands.keys() == {"Bourbon"}
    session.show = "all"
    assert session.decision.options
    assert session.hands.keys() == {*SIDES}


# ---- the widget


def stepper_of(**more):
    return PhaseStepper(**{"seed": SEED, **more})


def widgets_under(widget, seen=None):
    seen = {} if seen is None else seen
    if widget.model_id in seen:
        return seen
    seen[widget.model_id] = widget
    for name in widget.keys:
        value = getattr(widget, name, None)
        for part in value if isinstance(value, list | tuple) else (value,):
            if isinstance(part, W.Widget):
                widgets_under(part, seen)
    return seen


def sent_by(stepper):
    """Everything that the page is told: all traits of all widgets, as text, and the state of the map."""
    parts = [
        f"{key}={value!r}"
        for widget in widgets_under(stepper).values()
        for key, value in widget.get_state().items()
        if not isinstance(value, bytes | memoryview)
    ]
    return "\n".join([*parts, json.dumps(stepper.war_map._atlas.shown)])


def hidden_names(stepper):
    """The events that the enemy of the viewer holds."""
    session = stepper.session
    position = session.game.position
    hand = position.alliance_hand if session.viewer == "Bourbon" else position.bourbon_hand
    return hand.events


@pytest.mark.parametrize("person", SIDES)
def test_no_message_to_the_page_tells_the_hand_of_the_machine(person):
    seats = {side.casefold(): "person" if side == person else "sense" for side in SIDES}
    stepper = stepper_of(**seats, seed=1691)  # a war in which both machines hold events early
    session = stepper.session
    looked = 0
    while looked < 5:
        if session.is_persons_turn:
            session.choose(session.machines_choice(for_all=True))
        else:
            session.next(pause=True)
        held = hidden_names(stepper)
        assert not session.over
        if held and session.place % 7 == 0:
            stepper._show()
            assert session.viewer == person
            told = sent_by(stepper)
            for name in held:
                assert name not in told
            assert not re.search(rf"{enemy(person)}, action cards", told)
            assert re.search(rf"{person}, action cards", told)
            looked += 1


def test_two_persons_hand_the_screen_over():
    stepper = stepper_of(alliance="person")
    session = stepper.session
    for _ in range(30):
        covered = stepper._closed.layout.display is None
        told = sent_by(stepper)
        if covered:
            assert stepper._open.layout.display == "none"
            assert "action cards:" not in told
            assert stepper.choices.list.options == ()
            assert stepper.history.value == ""
            assert stepper.here_button.description.count(shown_as("player", session.side)) == 1
            stepper.here_button.click()
            told = sent_by(stepper)
        assert stepper._closed.layout.display == "none"
        assert f"{session.side}, action cards" in told
        assert f"{enemy(session.side)}, action cards" not in told
        for name in hidden_names(stepper):
            assert name not in told
        stepper.choose(random.Random(session.place).choice(session.decision.options).text)
    assert {moment.entry.side for moment in session.moments} == {*SIDES}


def test_everything_shown_needs_no_handing_over():
    stepper = stepper_of(alliance="person", show="all")
    for _ in range(10):
        assert stepper._closed.layout.display == "none"
        stepper.choices.choose()
    assert sent_by(stepper).count("action cards:") >= 2


def test_choosing_lets_the_machine_answer_and_the_map_follows():
    stepper = stepper_of()
    if not stepper.session.is_persons_turn:
        stepper.next()
    for _ in range(25):
        assert stepper.session.is_persons_turn
        stepper.choices.choose()
        assert stepper.war_map.position == stepper.session.game.position
        assert stepper.error.value == ""
    place = stepper.session.place
    stepper.back()
    assert stepper.session.place < place
    assert stepper.war_map.position == stepper.session.game.position
    stepper.next()
    assert stepper.session.place == place


def test_next_at_a_persons_decision_says_that_he_must_choose():
    stepper = stepper_of(bourbon="person", alliance="person")
    stepper.here_button.click()
    stepper.next_button.click()
    assert "choose" in stepper.error.value
    assert stepper.session.place == 0


def test_the_options_can_be_searched_and_each_tells_what_it_brings():
    stepper = stepper_of(bourbon="sense", alliance="sense")
    stepper.session.jump(year=1688, phase="campaign")
    find(stepper.session, lambda: len(stepper.session.game.engine.options) > 12)
    stepper._show()
    choices = stepper.choices
    assert len(choices.list.options) == len(stepper.session.decision.options)
    before = choices.brings.value
    choices.list.index = 5
    assert choices.options[5].text in choices.brings.value
    assert choices.brings.value != before
    text = choices.options[-1].text
    choices.search.value = text.upper()
    assert [option.text for option in choices.options][-1] == text
    choices.search.value = "zzz"
    assert choices.options == ()
    assert choices.choose_button.disabled
    choices.choose()
    choices.search.value = ""
    choices.select(text)
    place = stepper.session.place
    choices.choose_button.click()
    assert stepper.session.moments[place].text == text


def test_the_list_marks_what_was_chosen_or_what_the_machine_would_choose():
    stepper = stepper_of(bourbon="sense", alliance="sense")
    for _ in range(12):
        marked = stepper.choices.selected
        assert marked.action == stepper.session.machines_choice()
        stepper.next()
        assert stepper.session.moments[-1].text == marked.text
    stepper.back()
    other = next(o for o in stepper.session.decision.options if o.action != stepper.choices.selected.action)
    stepper.choose(other.text)
    stepper.back()
    assert stepper.choices.selected == other
    assert other.text in stepper.choices.count.value
    stepper = stepper_of(bourbon="person", alliance="sense")
    assert stepper.choices.list.index == 0


def test_why_not_names_every_clause():
    stepper = stepper_of(bourbon="person", alliance="person", show="all")
    for text, wanted in (("campaign Namur", "NY "), ("fly to the moon", "fly"), ("<b>x</b>", "&lt;b&gt;")):
        stepper.choices.why.value = text
        assert "role='alert'" in stepper.choices.answer.value
        assert wanted in stepper.choices.answer.value
        assert "<b>x" not in stepper.choices.answer.value
    stepper.choices.why.value = stepper.session.decision.options[0].text
    assert "good" in stepper.choices.answer.value
    stepper.choose("campaign Namur")
    assert "NY " in stepper.error.value
    assert stepper.session.place == 0


def test_what_is_no_order_is_told_in_a_persons_words():
    choices = PhaseStepper().choices
    choices.why.value = "blah"
    assert say("sitting.no-such-verb", word="blah", verbs="“first”") in choices.answer.value
    choices.why.value = "campain Namur"
    assert "“campaign”" in choices.answer.value


def test_the_rail_of_the_page_goes_anywhere():
    stepper = stepper_of(bourbon="sense", alliance="sense")
    stepper.timeline._on_message(stepper.timeline, {"jump": {"year": 1689, "phase": "campaign"}}, None)
    assert stepper.play.wait()
    assert stepper.session.here[:2] == (1689, "campaign")
    place = stepper.session.place
    stepper.timeline._on_message(stepper.timeline, {"jump": {"entry": 5}}, None)
    assert stepper.session.place == 5
    stepper.timeline._on_message(stepper.timeline, {"key": "next"}, None)
    assert stepper.session.place == 6
    stepper.timeline._on_message(stepper.timeline, {"jump": {"entry": place}}, None)
    states = {number: state for number, state, _ in stepper.timeline.years}
    assert states[1689] == "now"
    for wrong in ({"jump": {"year": "<b>"}}, {"jump": {"entry": -5}}, {"jump": 3}, {"key": "__class__"}, {}):
        stepper.timeline._on_message(stepper.timeline, wrong, None)
        stepper.play.wait()
        assert stepper.session.place == place
        assert "<b>" not in stepper.error.value


def test_a_whole_war_plays_on_and_can_be_stopped():
    stepper = stepper_of(bourbon="sense", alliance="sense")
    step = stepper.session._forward

    def forward(for_all=False):
        if stepper.session.place == 30:
            assert stepper._busy
            stepper.next()
            assert "stop it first" in stepper.error.value
            stepper.play.stop_button.click()
        return step(for_all)

    stepper.session._forward = forward
    stepper.play.begin_button.click()
    assert stepper.play.wait()
    assert stepper.session.place == 31
    assert not stepper._busy
    del stepper.session._forward
    stepper.play.begin_button.click()
    assert stepper.play.wait()
    assert stepper.session.over
    assert "war is over" in stepper.now.value
    assert stepper.choices.layout.display == "none"
    stepper.next()
    assert stepper.session.over


def test_files_go_out_on_demand_and_come_in_again():
    stepper = stepper_of(bourbon="sense", alliance="sense")
    stepper.jump(year=1689)
    assert stepper.play.wait()
    assert "download=" not in sent_by(stepper)
    stepper.table.files_button.click()
    contents = re.findall(r"base64,([A-Za-z0-9+/=]+)", stepper.table.links.value)
    position, place = stepper.session.game.position, stepper.session.place
    for content, known in zip(contents, (place, 0), strict=True):
        other = stepper_of(seed=3)
        file = {"name": "war.log", "type": "", "size": 1, "content": base64.b64decode(content)}
        other.table._uploaded({"new": (file,)})
        assert other.error.value == ""
        assert other.session.game.position == position
        assert other.session.place == known
    stepper.next()
    assert "download=" not in stepper.table.links.value


POISON = "<script>alert('x')</script>\"=HYPERLINK(1)"


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}", POISON.encode(), b"x" * (3 << 20)])
def test_a_bad_file_is_a_complaint_and_nothing_in_it_is_markup(content):
    stepper = stepper_of()
    log = stepper.session.game.log
    stepper.table.open_text(content, POISON)
    assert "role='alert'" in stepper.error.value
    assert "<script" not in sent_by(stepper)
    assert stepper.session.game.log == log


def test_remarks_and_texts_in_a_log_are_no_markup():
    game = Game.new(SEED)
    game.remarks = {"title": POISON, "players": POISON}
    stepper = stepper_of()
    stepper.table.open_text(game.log.encode(), POISON)
    assert stepper.error.value == ""
    stepper.table.open_text((game.log + f"Bourbon: {POISON}\n").encode(), POISON)
    assert "<script" not in sent_by(stepper)
    assert "script" in stepper.error.value


def test_a_new_war_and_other_players_at_the_table():
    stepper = stepper_of()
    stepper.table.seed.value = "7"
    stepper.table.new_button.click()
    assert stepper.session.game.start.seed == 7
    for wrong in ("", "-1", "x", "9" * 30, "٣"):
        stepper.table.seed.value = wrong
        stepper.table.new_button.click()
        assert "role='alert'" in stepper.error.value
        assert stepper.session.game.start.seed == 7
    stepper.table.seats["Bourbon"].value = "chance"
    assert stepper.session.hands_off
    stepper.next()
    assert stepper.session.place == 1


def test_everything_has_a_name_and_closing_takes_everything_away():
    stepper = stepper_of(bourbon="sense", alliance="sense")
    before = widgets_under(stepper)
    for widget in before.values():
        if isinstance(widget, W.Button | W.FileUpload):
            assert widget.tooltip
            assert widget.description
        if isinstance(widget, W.Text | W.Dropdown | W.Select | W.Checkbox):
            assert widget.description
    assert "first Bourbon" in stepper.text
    stepper.close()
    assert all(
        widget.comm is None for widget in before.values() if not isinstance(widget, W.Layout | W.Style)
    )


def test_errors_of_a_source_reach_the_caller(tmp_path):
    with pytest.raises(NinevearsError):
        PhaseStepper(tmp_path / "nothing.log")


def test_what_is_chosen_travels_with_the_key_that_chooses_it():
    """The list tells of its choice later than a key does, while the kernel is busy."""
    stepper = PhaseStepper(bourbon="person", alliance="sense", seed=1690)
    first, second = stepper.choices.list.options
    assert stepper.choices.list.index == 0
    stepper._pressed("choose", None, second.replace(" ", "\xa0"))
    assert stepper.session.moments[0].text == stepper_text(second)
    assert stepper_text(second) != stepper_text(first)


def test_a_choice_that_is_no_longer_there_is_not_made():
    stepper = PhaseStepper(bourbon="person", alliance="sense", seed=1690)
    for label in ("", "Go to Namur  [to Namur]", "<script>"):
        stepper._pressed("choose", None, label)
    assert stepper.session.place == 0


def stepper_text(label):
    return label.partition("[")[2].rstrip("]")
