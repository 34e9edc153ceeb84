"""Undo anywhere, and what was played besides: both ways are kept, and each has dice of its own."""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from walks import a_walk

from ninevears_kernel.core.errors import BadEntry, BadInput, NinevearsError
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.view import for_seat
from ninevears_kernel.play.saved_wars import session_of_text, war_text
from ninevears_kernel.play.session import Session
from ninevears_kernel.umpire.luck.fair_dice import check, commit, seed_of
from ninevears_kernel.umpire.luck.luck import luck_of

SEED = 1691


def at_a_roll(seed=SEED, **more):
    """A session of two persons before a choice that brings a roll, and the number of that choice."""
    session = Session(seed=seed, bourbon="person", alliance="person", show="all", **more)
    chance = Random(seed)
    while True:
        session.choose(chance.choice(session.game.engine.options))
        if session.moments[-1].told == "roll" and len(session.moments) > 30:
            break
    place = session.place - 1
    session.go_to(place)
    if len(session.decision.options) > 1:
        return session, place
    return at_a_roll(seed + 1, **more)


def another(session):
    """An option that was not chosen here in any way that is known."""
    ways = [session.moments, *(way.moments for way in session.ways.left)]
    tried = {moments[session.place].entry.action for moments in ways if len(moments) > session.place}
    return next(one for one in session.game.engine.options if one not in tried)


def on(session, choices=40):
    """Goes on by chance, always the same."""
    chance = Random(5)
    for _ in range(choices):
        if session.over:
            break
        session.choose(chance.choice(session.game.engine.options))
    return session


def faces(session, place=0):
    return [roll.face for moment in session.moments[place:] for roll in moment.entry.rolls]


# ---- both ways are kept


def test_another_choice_keeps_what_was_played_and_one_can_come_back():
    session, _ = at_a_roll()
    first = [one.entry for one in session.moments]
    session.choose(another(session))
    assert [(one.number, one.past, one.now) for one in session.branches] == [
        (1, "", False),
        (2, "roll", True),
    ]
    assert "another way" in str(session.branches[1].says)
    second = session.game.position
    session.switch(1)
    assert [one.entry for one in session.moments] == first
    session.switch(2)
    assert session.game.position == second


def test_the_same_choice_again_has_the_same_dice():
    session, place = at_a_roll()
    known = [one.entry for one in session.moments]
    session.choose(known[place].action)
    assert [one.entry for one in session.moments] == known
    assert len(session.branches) == 1


def test_whoever_tries_back_and_forth_never_rolls_again_for_the_same_choice():
    session, place = at_a_roll()
    [first], other = session.ahead[:1], another(session)
    session.choose(other)
    entry = session.moments[place].entry
    for action, wanted in [(first.entry.action, first.entry), (other, entry)] * 2:
        session.go_to(place)
        session.choose(action)
        assert session.moments[place].entry == wanted
    assert len(session.branches) == 2


def test_what_was_taken_back_before_anything_answered_leaves_no_trace():
    session = Session(seed=SEED, bourbon="person", alliance="person")
    while not (
        len(session.decision.options) > 2
        and session.decision.name == "spend"
        and any(one.action[0] == "restore" for one in session.decision.options)
    ):
        session.choose(session.decision.options[0])
    place, options = session.place, [one for one in session.decision.options if one.action[0] != "done"]
    session.choose(options[0])
    assert not session.moments[-1].told
    session.back()
    session.choose(options[1])
    assert len(session.branches) == 1
    assert session.moments[place].entry.otherwise is None


@pytest.mark.clause("NY 4.4")
def test_who_takes_back_what_brought_a_covered_piece_to_light_leaves_a_mark():
    session = Session(seed=SEED, bourbon="person", alliance="person")
    chance = Random(SEED)
    while not (session.moments and session.moments[-1].told == "piece" and session.decision.name == "force"):
        session.choose(chance.choice(session.decision.options))
    assert session.moments[-1].decision == "force"
    place = session.place - 1
    session.back()
    session.choose(another(session))
    assert [(one.number, one.past) for one in session.branches] == [(1, ""), (2, "piece")]
    [line] = [line for line in session.game.log.splitlines() if line.startswith("otherwise")]
    assert line.startswith("otherwise: 2 piece  # undone past a piece that lay covered")
    again = read_log(session.game.log)
    assert again.entries[place].otherwise == session.moments[place].entry.otherwise
    assert again.position == session.game.position
    assert session_of_text(war_text(session)).branches == session.branches


def test_going_off_by_hand_has_dice_of_its_own_and_leaves_nothing_when_nothing_was_chosen():
    session, place = at_a_roll()
    chosen = session.ahead[0].entry
    assert session.branch() == session.branch() == 2
    session.switch(1)
    assert [one.number for one in session.branches] == [1]
    session.go_to(place)
    assert session.branch() == 3
    session.choose(chosen.action)
    assert session.moments[place].entry.otherwise.number == 3
    session.switch(1)
    assert session.moments[place].entry == chosen
    with pytest.raises(BadInput, match="branch"):
        session.switch(9)


def test_a_branch_rolls_dice_of_its_own():
    for seed in range(4):
        session, place = at_a_roll(seed)
        chosen = session.ahead[0].entry.action
        rolled = []
        for branch in (True, True, False):
            if branch:
                session.branch()
            session.choose(chosen)
            rolled.append(faces(on(session, 200), place))
            session.switch(1)
            session.go_to(place)
        least = min(len(one) for one in rolled)
        assert least > 5
        assert len({tuple(one[:least]) for one in rolled}) == 3


def test_nothing_of_the_cards_to_come_is_known_by_looking_ahead():
    """The deck of a branch is as good as any other: its order is another, its cards are the same."""
    game, others = a_walk(3, 60), set()
    for number in range(2, 8):
        session = Session(game, bourbon="person", alliance="person")
        session.ways.used = number - 1
        session.branch()
        session.choose(session.game.engine.options[0])
        others.add(session.game.engine.board.event_deck)
        twin = game.branch()
        twin.choose(game.engine.options[0])
        assert sorted(session.game.engine.board.event_deck) == sorted(twin.engine.board.event_deck)
    assert len(others) > 3


def test_back_beyond_the_beginning_of_a_branch_uses_no_dice_that_were_seen():
    """Way 2 goes off after way 1 was seen; taken back further, its dice are still not those of way 1."""
    session = Session(seed=SEED, bourbon="person", alliance="person")
    while session.decision.name != "spend":
        session.choose(session.decision.options[0])
    place = session.place
    options = [one.action for one in session.decision.options if one.action[0] != "done"]
    session.choose(options[0])
    on(session, 60)
    session.go_to(place + 1)
    session.branch()
    second = next(one for one in session.game.engine.options if one != ("done",))
    session.choose(second)
    session.go_to(place)
    session.choose(options[1])
    assert session.moments[place].entry.otherwise.number == 2


def test_a_branch_that_the_computer_begins_has_dice_of_its_own():
    session = Session(seed=SEED, bourbon="sense", alliance="sense")
    session.jump(year=1689)
    place = session.place
    session.branch()
    assert session.next()
    assert session.moments[place].entry.otherwise.number == 2
    session.jump(year=1690)
    after = faces(session, place)
    session.switch(1)
    session.jump(year=1690)
    assert faces(session, place) != after


class Watched(Session):
    """A session that notes each draw of a seed that was seen, and what had been chosen when it was made."""

    def take_up(self, action, otherwise=None, then=()):
        place, first = self.place, self.game.engine.board.drawn
        super().take_up(action, otherwise, then)
        board = self.game.engine.board
        path = tuple(entry.action for entry in self.game.entries)
        for number in range(first, board.drawn) if self.moments[place].told else ():
            assert self.__dict__.setdefault("drawn", {}).setdefault((board.seed, number), path) == path


@given(
    st.tuples(st.integers(0, 20), st.integers(20, 150)),
    st.sampled_from([("person", "person"), ("person", "chance"), ("chance", "person")]),
    st.lists(st.tuples(st.sampled_from("cccccggbsn"), st.integers(0, 10**6)), min_size=8, max_size=25),
)
@settings(max_examples=12, deadline=None)
def test_however_one_goes_back_and_forth_no_draw_is_seen_on_two_ways(walked, seats, moves):
    game = a_walk(*walked)
    session = Watched(game, bourbon=seats[0], alliance=seats[1])
    base = len(game)
    for move, number in moves:
        session.answer()
        if session.over:
            break
        if move == "c":
            options = session.game.engine.options
            session.choose(options[number % len(options)])
        elif move == "g":
            session.go_to(base + number % (len(session.moments) - base + 1))
        elif move == "b":
            session.branch()
        elif move == "s":
            session.switch(session.branches[number % len(session.branches)].number)
        else:
            session.next()
    kept = war_text(session)
    for number in [branch.number for branch in session.branches if branch.known > base]:
        if number in [branch.number for branch in session.branches]:  # else nothing was chosen in it
            session.switch(number)
        session.go_to(len(session.moments))
        assert read_log(session.game.log).position == session.game.position
    again = session_of_text(kept)
    assert war_text(again) == kept


# ---- it is told, and it replays


def test_the_luck_of_a_war_with_branches_is_that_of_its_own_cards():
    for seed in range(3):
        session, _ = at_a_roll(seed)
        session.branch()
        on(session, 150)
        assert luck_of(session.game).rows  # played again by other cards, some choice could not be made


@pytest.mark.parametrize("seed", [2, 7])
def test_a_log_with_branches_plays_to_the_same_position(seed):
    session, place = at_a_roll(seed)
    session.choose(another(session))
    on(session, 20)
    session.go_to(place + 10)
    session.branch()
    on(session, 20)
    game = session.game
    text = game.log
    assert text.count("otherwise: ") == 2
    assert "undone past a roll" in text
    again = read_log(text)
    assert again.log == text
    assert again.position == game.position
    assert [one.entry for one in Session(again).moments] == [one.entry for one in session.moments]
    again.undo(place)
    assert again.position != game.position
    again.redo(len(game) - place)
    assert again.position == game.position
    assert len(luck_of(game).rows) == len(luck_of(read_log(text)).rows) > 0
    # a save of the position goes on with the dice of the branch
    there = Game.from_position(game.position)
    chosen = game.engine.options[0]
    game.choose(chosen)
    there.choose(chosen)
    assert there.position == game.position


def test_what_is_undone_is_told_to_everybody_and_tells_no_seed():
    session, _ = at_a_roll()
    session.choose(another(session))
    told = for_seat(session.game, "both").log
    assert "otherwise: 2 roll" in told
    assert str(session.game.start.seed) not in told.split("seed: withheld")[0]
    assert any(line.startswith("otherwise: 2 roll") for line in session.log_lines())


@pytest.mark.parametrize(
    "line", ["otherwise: 0", "otherwise: two", "otherwise:", "otherwise: 2 rolls", "otherwise: 99999"]
)
def test_a_wrong_line_of_a_branch_is_told(line):
    text = Game.new(7).log
    with pytest.raises(BadEntry, match="branch"):
        read_log(f"{text}{line}\nBourbon: first Bourbon\n")


def test_a_branch_wants_a_choice_and_no_real_dice():
    text = Game.new(7).log
    with pytest.raises(BadEntry):
        read_log(f"{text}otherwise: 2\n")
    assert len(read_log(f"{text}otherwise: 2\n{Game.new(7).decision.side}: first Bourbon\n")) == 1
    with pytest.raises(BadEntry, match="table"):
        read_log("ninevears-log/2\nscenario: 1688\ndice: table\notherwise: 2\nBourbon: first Bourbon\n")


# ---- after the end


def ended(seed=SEED):
    """A session of two persons that was played to its end."""
    session = Session(seed=seed, bourbon="person", alliance="person")
    chance = Random(seed)
    while not session.over:
        session.choose(chance.choice(session.game.engine.options))
    return session


@pytest.fixture(scope="module")
def whole_war():
    return war_text(ended())


def test_dice_after_the_end_follow_from_nothing_that_was_shown(whole_war):
    """The log of an ended war tells its seed: branches of it used to follow from that."""
    told = []
    for _ in range(2):
        session = session_of_text(whole_war)
        assert f"\nseed: {SEED}\n" in session.seen.log
        place = len(session.moments) // 3
        session.go_to(place)
        assert f"seed: {SEED}" not in session.seen.log
        session.branch()
        while len(faces(session, place)) < 12 and not session.over:  # its dice are nobody's: few may fall
            on(session, 240)
        [line] = [line for line in session.game.log.splitlines() if line.startswith("otherwise")]
        seed = line.split("  #")[0].split()[-1]
        assert len(seed) > 12
        assert seed not in session.seen.log + "".join(session.log_lines())
        assert read_log(session.game.log).position == session.game.position
        told.append((faces(session, place), session.game.engine.board.event_deck))
        again = session_of_text(war_text(session))
        assert war_text(again) == war_text(session)
        on(again, 30)
        assert faces(again) == faces(on(session, 30))  # no other seed than when it went off
    assert len(told[0][0]) >= 12
    assert told[0] != told[1]


def test_a_way_that_waits_gets_other_dice_when_another_has_shown_the_seed():
    session = Session(seed=SEED, bourbon="person", alliance="person")
    on(session, 60)
    session.go_to(30)
    session.branch()
    on(session, 30)
    session.switch(1)
    chance = Random(1)
    while not session.over:
        session.choose(chance.choice(session.game.engine.options))
    session.switch(2)
    place = session.place
    on(session, 10)
    otherwise = session.moments[place].entry.otherwise
    assert (otherwise.number, otherwise.seed > 0) == (session.ways.used, True)
    assert [moment.entry.otherwise for moment in session.moments[place + 1 :]] == [None] * 9
    session.switch(2)
    assert len(session.moments) == place


def test_the_same_choices_again_after_the_end_are_the_same_war(whole_war):
    session = session_of_text(whole_war)
    entries = [moment.entry for moment in session.moments]
    session.go_to(40)
    for entry in entries[40:80]:
        session.choose(entry.action)
    assert [moment.entry for moment in session.moments] == entries
    assert len(session.branches) == 1


def test_a_computer_that_goes_on_after_the_end_has_other_dice_too(whole_war):
    session = session_of_text(whole_war, alliance="sense")
    session.go_to(30)
    session.branch()
    session.choose(session.machines_choice(for_all=True))
    session.answer()
    assert session.moments[30].entry.otherwise.seed


# ---- fair dice


def test_under_fair_dice_there_is_no_undo_past_a_roll():
    session, place = at_a_roll(fair=True)
    known = len(session.moments)
    for forbidden in (lambda: session.choose(another(session)), session.branch):
        with pytest.raises(NinevearsError, match=r"(?i)fair dice"):
            forbidden()
    session.next()
    with pytest.raises(NinevearsError, match=r"(?i)fair dice"):
        session.back()
    assert (session.place, len(session.moments)) == (place + 1, known)
    assert len(session.branches) == 1


def test_the_check_of_fair_dice_finds_what_was_tried_otherwise():
    commitment, reveal = commit("A war", "2026-11-21", with_words=False)
    session = Session(seed=seed_of(commitment, reveal), bourbon="person", alliance="person")
    on(session, 10)
    assert check(commitment, reveal, session.game.log).holds
    session.branch()
    on(session, 10)
    found = check(commitment, reveal, session.game.log)
    assert found.failed == ("rolls",)


def test_a_war_of_fair_dice_says_so_in_its_log_and_its_sessions_know():
    game = Game.new(7)
    game.fair = True
    on(played := Session(game, bourbon="person", alliance="person"), 8)
    assert "\ndice: fair\n" in played.game.log
    assert "\ndice: fair\n" in for_seat(played.game, "both").log
    again = read_log(played.game.log)
    assert (again.fair, again.position) == (True, played.game.position)
    assert Session(again).fair
    assert not Session(read_log(Game.new(7).log)).fair
    with pytest.raises(BadInput, match="dice"):
        read_log(played.game.log.replace("dice: fair", "dice: loaded"))
