"""A session: a war goes on, back and anywhere; the hidden stays hidden, the refused is told."""

import itertools
import json
import random

import pytest
from hypothesis import given, settings, strategies as st
from walks import a_walk

from ninevears_kernel.core.errors import BadEntry, BadInput, Refused
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.nine_years.games.view import for_seat
from ninevears_kernel.nine_years.rules.sequence import PHASES
from ninevears_kernel.play import consequences
from ninevears_kernel.play.consequences import consequence
from ninevears_kernel.play.moments import data_table
from ninevears_kernel.play.openings import opened_text
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.timeline import timeline

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
            answered = brings.until is not None and brings.until.id == "consequence.no-other-card"
            assert answered or bool(brings.rolls) <= bool(session.game.rolls)
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


def test_what_is_quiet_can_be_taken_back_without_a_trace(war):
    """No die, no card, and the same side has a choice next."""
    session = hands_off()
    session.open(war.game)
    chance, quiet = random.Random(4), 0
    for place in chance.sample(range(len(war.moments)), 60):
        session.go_to(place)
        game, side = session.game, session.side
        option = chance.choice(game.decision.options)
        if not consequence(game, option, side).quiet:
            continue
        decks = game.position.action_deck, game.position.event_deck
        game.choose(option)
        assert (game.engine.side, game.rolls) == (side, ())
        assert (game.position.action_deck, game.position.event_deck) == decks
        assert len(game.decision.options) > 1
        game.undo(place)
        quiet += 1
    assert 5 < quiet < 55


def test_the_chances_of_a_card_are_told_before_it_is_answered(war):
    session = hands_off()
    session.open(war.game)
    places = [one.number for one in war.moments if one.decision in consequences.CARDS][:6]
    for place in places:
        session.go_to(place)
        for option in session.game.decision.options:
            brings = consequence(session.game, option, session.side)
            assert brings.rolls
            assert not brings.quiet
            assert brings.until.id in ("consequence.no-other-card", "consequence.too-many")
    assert places


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


@pytest.mark.clause("NY 4.4")
def test_nobody_is_told_why_the_other_may_not_play_a_card():
    """The answer would tell whether the card is in the hand."""
    game = a_walk(5, 120)
    seats = {game.engine.side: "sense", enemy(game.engine.side): "person"}
    session = Session(game, bourbon=seats["Bourbon"], alliance=seats["Alliance"])
    with pytest.raises(BadInput, match="your own decision"):
        session.why_not("play 3")
    session.show = "all"
    assert session.why_not("play 3") is not None


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("seats", [("person", "sense"), ("sense", "person"), ("person", "person")])
def test_what_is_seen_leaves_through_the_gate(seats):
    session = Session(a_walk(5, 120), bourbon=seats[0], alliance=seats[1])
    seen = for_seat(session.game, session.viewer)
    assert (session.seen.log, session.seen.save) == (seen.log, seen.save)
    assert session.seen.log != session.game.log
    session.show = "all"
    assert session.seen.log == session.game.log
