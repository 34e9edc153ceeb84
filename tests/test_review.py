"""The review of a war: each choice in its parts, which close the war's sum."""

import itertools
import re
from functools import cache
from html import escape
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from walks import a_walk

from ninevears_kernel import review
from ninevears_kernel.cli import cli
from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.errors import NinevearsError
from ninevears_kernel.core.messages import Message, say
from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.record import Otherwise
from ninevears_kernel.play.chance_steps import LEAST_STEP, step_told
from ninevears_kernel.play.coach import AT_ONCE, Coach
from ninevears_kernel.play.consequences import consequence
from ninevears_kernel.play.heuristic_player import heuristic_player
from ninevears_kernel.play.judge import chance, changes, of_year_left, sight
from ninevears_kernel.play.left_undone import fleet_left
from ninevears_kernel.play.random_player import random_player
from ninevears_kernel.play.review_map import swing_map
from ninevears_kernel.play.review_page import (
    passed_note,
    review_html,
    review_text,
    review_told,
    summed,
    sums_told,
    swing_head,
    swing_note,
)
from ninevears_kernel.play.review_picture import MARK, curve, marked
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import TableSeat
from ninevears_kernel.play.turning_points import (
    LEAST,
    LEAST_OF_A_YEAR,
    LEAST_PASSING,
    MOST_SWINGS,
    OF_A_YEAR,
    OWN,
    Reviewing,
)
from ninevears_kernel.play.turns import turns


@cache
def a_war():
    """Two years of a careful war."""
    game, random = Game.new(713813, recorded=False), Random(1)
    while game.engine.options and game.engine.board.year < 1690:
        game.carry_out(heuristic_player(game.engine, random))
    return game


@cache
def a_whole_war(seed=1697, bourbon=heuristic_player, alliance=heuristic_player):
    """A war of two computer players to its end, and its review; by itself the last of the golden wars."""
    game, random = Game.new(seed, recorded=False), Random(seed)
    while game.engine.options:
        game.carry_out((bourbon if game.engine.side == "Bourbon" else alliance)(game.engine, random))
    return game, review(game)


def a_war_that_ends_by_a_capital():
    return a_whole_war(1690, alliance=random_player)


def a_war_by_chance():
    return a_whole_war(1, random_player, random_player)


@pytest.mark.parametrize("seed", range(3))
def test_the_parts_add_up_to_the_war(seed):
    game = a_walk(seed, 300)
    found = list(turns(game))
    parts = sum(turn.choice + turn.dice + turn.cards + turn.clock for turn in found)
    begun = game.branch()
    begun.undo(0)
    assert len(found) == len(game)
    assert chance(begun.engine.board) + parts == pytest.approx(chance(game.engine.board), abs=1e-9)
    assert all(one.after == pytest.approx(two.before) for one, two in itertools.pairwise(found))


@pytest.mark.parametrize("seed", range(3))
def test_where_nothing_is_rolled_there_is_no_luck_of_dice(seed):
    game = a_walk(seed, 300)
    for turn, entry in zip(turns(game), game.entries, strict=True):
        assert turn.rolled == bool(entry.rolls), turn
        if not entry.rolls:
            assert turn.dice == 0


@pytest.mark.parametrize("exact", [False, True])
def test_what_is_tried_otherwise_is_judged_by_the_dice_of_its_own_way(exact):
    """A branch rolls anew: the roll of the first way would make a sea that was won look lost."""
    session = a_year_with("fleet Brest")
    deployed = session.game.branch()
    left = fleet_left(session, len(session.game.entries) - 1)
    deployed.undo(left.number)
    before = chance(deployed.engine.board, "Bourbon")
    for number in range(1, 9):
        way = deployed.branch()
        way.carry_out(("deploy", "Brest"), Otherwise(number, "roll"))
        turn = list(turns(way, exact=exact))[-1].for_side("Bourbon")
        won = way.engine.board.sea("Atlantic") == "Bourbon"
        assert turn.before == pytest.approx(before)
        assert turn.after == pytest.approx(chance(way.engine.board, "Bourbon"))
        if exact:
            assert (turn.dice > 0) == won
        else:
            assert turn.dice == 0
            assert (turn.choice > 0) == won


def test_the_end_of_a_year_is_nobodys_doing():
    game = a_walk(1, 300)
    years = [
        (one, two) for one, two in zip(game.entries, game.entries[1:], strict=False) if one.year != two.year
    ]
    assert years
    found = list(turns(game))
    for turn, (one, _) in zip([found[game.entries.index(one)] for one, _ in years], years, strict=True):
        assert turn.phase == one.phase
    # what the clock does is done where cards are dealt and played, in winter and at the ends of years
    passing, twin = set(), game.branch()
    twin.undo(0)
    for turn, entry in zip(found, game.entries, strict=True):
        left = of_year_left(twin.engine.board)
        twin.carry_out(entry.action, entry.otherwise, entry.then)
        now = twin.engine.board
        if entry.phase == "winter" or entry.phase != now.phase or of_year_left(now) != left:
            passing.add(turn.number)
    assert {turn.number for turn in found if abs(turn.clock) > 1e-12} <= passing
    assert any(turn.clock for turn in turns(a_war()))


def test_that_rounds_go_by_is_nobodys_doing():  # NY 8.5.c.2: London's points come nearer
    game, found = a_whole_war()
    played = [one for one in found.turns if game.entries[one.number].action[0] == "play"]
    assert len(played) > 50
    assert all(one.choice == pytest.approx(0, abs=1e-9) for one in played)
    assert any(abs(one.clock) > 0.002 for one in played)


def test_a_war_that_runs_out_is_won_by_nobodys_last_choice():  # NY 6.3
    game, found = a_whole_war()
    last = found.turns[-1]
    assert game.entries[-1].action[0] == "concede"
    assert (last.choice, last.dice) == pytest.approx((0, 0))
    assert last.clock > 0.1
    assert found.swings[0].number != last.number


def test_a_famous_victory_is_of_the_dice_that_won_it():  # NY 16.5
    """Its points come when the last loss is taken, which is no choice that could have prevented them."""
    swing = next(one for one in a_whole_war()[1].swings if one.space == "Lyon")
    assert swing.made_by == "dice"
    assert swing.clause_id == "NY 16.2.3"


def test_the_dice_of_a_choice_made_again_have_a_mean_of_nothing():
    """Over many seeds the luck of the same throw comes to nothing, since its mean is exact."""
    lucks = []
    for seed in range(60):
        game = a_walk(seed, 12)
        lucks += [turn.dice for turn in turns(game) if turn.rolled]
    assert len(lucks) > 40
    assert abs(sum(lucks) / len(lucks)) < 0.02


def test_each_die_and_each_year_of_a_review_closes_the_war():
    """From the first chance to the last, part by part, for a war to its end."""
    game = a_war()
    found = review(game)
    assert found.exact
    assert len(found.turns) == len(game)
    total = found.turns[0].before + sum(found.sums.values())
    assert total == pytest.approx(chance(game.engine.board), abs=1e-9)
    dice = sum(turn.for_side("Bourbon").dice for turn in found.turns)
    by_side = [sum(year[side] for year in found.luck.values()) for side in ("Bourbon", "Alliance")]
    assert dice == pytest.approx(by_side[0] - by_side[1])


def test_turning_points_are_the_greatest_changes_and_none_is_the_clocks():
    found = review(a_war())
    assert found.swings
    verbs = {swing.number: a_war().entries[swing.number].action[0] for swing in found.swings}
    changes = [
        abs(swing.change) for swing in found.swings if verbs[swing.number] != "deploy"
    ]  # less its price
    assert changes == sorted(changes, reverse=True)  # no capital fell
    assert len(changes) > 1
    for swing in found.swings:
        assert not swing.clock
        own = [turn for turn in found.turns if turn.action == swing.number]
        assert swing.change == pytest.approx(sum(turn.choice + turn.dice + turn.cards for turn in own))
        assert swing.says
        assert clause(swing.clause_id)
        assert swing.choice == pytest.approx(sum(turn.choice for turn in own))
        assert swing.dice == pytest.approx(sum(turn.dice for turn in own))
        assert swing.after == pytest.approx(own[-1].after - sum(turn.clock for turn in own))


def test_the_glorious_revolution_is_a_turning_point_though_nobody_does_it():  # NY 20.2.5.2
    _, found = a_whole_war()
    swing = next(one for one in found.swings if one.clause_id == "NY 20.2.5.2")
    assert (swing.year, swing.space, swing.made_by) == (1689, "London", "clock")
    assert swing.says == (say("revolution.begins", space="London"),)
    turn = found.turns[swing.number]
    assert swing.change == pytest.approx(turn.clock)
    assert swing.after == pytest.approx(turn.after)
    assert swing.seen.position.revolution
    assert say("review.foreseen") in review_text(found)
    assert len(found.swings) == MOST_SWINGS + 1


def test_the_greatest_moves_of_the_curve_by_itself_are_lettered_and_explained():
    """A curve that falls or climbs with no number at it would leave a reader to guess why."""
    for _, found in (a_whole_war(), a_war_that_ends_by_a_capital()):
        told = {turn.number for turn in found.turns if turn.number in [one.number for one in found.passings]}
        least = min(abs(found.turns[number].clock) for number in told)
        untold = [turn for turn in found.turns if abs(turn.clock) > least and turn.number not in told]
        assert not [turn for turn in untold if turn.number not in [one.number for one in found.swings]]
        text, page = review_text(found), review_html(found)
        for letter, one in zip("ab", found.passings, strict=True):
            assert one.change == one.clock == found.turns[one.number].clock
            assert one.says
            assert clause(one.clause_id)
            assert f"\n{letter}. {swing_head(one, 'Alliance')}" in text
            assert f">{letter}</text>" in page
            assert f"<i>{letter}</i>" in page
        for width in (900, 420):
            drawn = re.findall(rf'cx="([\d.]+)" cy="([\d.]+)" r="{MARK}"', curve(found, "Alliance", width))
            marks = [(float(x), float(y)) for x, y in drawn]
            assert len(marks) == len(found.swings) + len(found.passings)
            assert max(x for x, _ in marks) + MARK <= width  # whole also at the war's end
            assert all(
                max(abs(one[0] - two[0]), abs(one[1] - two[1])) >= 2 * MARK
                for one, two in itertools.combinations(marks, 2)
            )  # none hides another
            line = re.search(r'fill="none"[^>]* d="M([^"]*)"', curve(found, "Alliance", width))
            points = [tuple(map(float, point.split())) for point in line[1].split("L")]
            x, y = marks[0]  # others may be put aside where one stands already
            assert abs([down for across, down in points if across <= x + 0.1][-1] - y) < 2
    end = a_whole_war()[1].passings[-1]
    assert end.says == (say("victory.minor", side="Alliance", total=25),)  # NY 6.3
    assert end.after == 1


def test_what_came_by_itself_is_explained_by_what_changed_on_the_table():
    for game, found in (a_whole_war(), a_war_that_ends_by_a_capital(), a_war_by_chance()):
        for one in found.passings:
            assert say("judge.by-nature") not in one.says[0]  # nobody sees it on the table
            if one.says[0].startswith(say("review.because", says="").rstrip(". ")):
                before, after = game.branch(), game.branch()
                before.undo(one.number)
                after.undo(one.end)
                made = changes(sight(before.engine.board), sight(after.engine.board))
                good = [part for part in made if (part.points > 0) == (one.change > 0)]
                good = [part for part in good if part.says.id != "judge.by-nature"]
                assert all(str(part.says) in one.says[0] for part in good[:3])
                assert one.clause_id == good[0].clause_id


def test_what_stood_on_the_table_before_says_in_what_it_differs():
    """“London held by the Bourbons” alone would not say whether it came or went."""
    told = []
    for game, _ in (a_whole_war(), a_war_by_chance()):
        for number in range(0, len(game) - 20, 20):
            before, after = game.branch(), game.branch()
            before.undo(number)
            after.undo(number + 20)
            told += changes(sight(before.engine.board), sight(after.engine.board))
    ids = {part.says.id for part in told}
    bare = {"judge.points-moved", "judge.due-moved", "judge.less-time", "judge.by-nature"}
    ways = {"judge.now", "judge.no-longer", "judge.more", "judge.less", "judge.before"}
    assert ids <= bare | ways
    assert ways <= ids


def test_each_year_has_the_chance_at_its_end_beside_that_at_its_beginning():
    for found in (a_whole_war()[1], review(a_war())):
        rows = re.findall(r"<tr><td>(\d+)</td><td>([^<]*)</td>", review_html(found))
        assert [int(year) for year, _ in rows] == sorted({turn.year for turn in found.turns})
        for (_, told), (_, following) in itertools.pairwise(rows):
            assert told.split(" → ")[1] == following.split(" → ")[0]
        assert rows[-1][1].endswith(say("review.percent", chance=found.turns[-1].after))


def test_a_year_says_when_it_has_no_more_moments():
    """Else a reader would look for the third one."""
    few = 0
    for seed in range(40, 52):
        session = Session(seed=seed, bourbon="sense", alliance="sense")
        session.jump(year=1689, phase="event")
        coach, told = Coach(session), {"done": 0, "of": 1}
        while told["done"] < told["of"]:
            told = coach.messages["review"]({"year": 1688})["review"]
            assert told["done"] == told["of"] or "1.5" not in told["html"]
        looking = Reviewing(session)
        looking.go_on()
        chosen = [one for one in looking.review(1688).swings if not one.clock]
        nothing = escape(say("review.no-more" if chosen else "review.none", points="1.5")) in told["html"]
        more = escape(say("review.more-steps")) in told["html"]
        assert nothing + more == (len(chosen) < OF_A_YEAR)
        shown = [*looking.review(1688).swings, *looking.review(1688).passings]
        told_of = {number for one in shown for number in range(one.number, one.end)}
        rest = [one for one in looking.turns if one.year == 1688 and one.number not in told_of]
        if nothing:  # then no step of the curve is as large
            assert max(abs(one.after - one.before) for one in rest) < 0.015
        few += nothing + more
    assert few


def test_what_is_bought_is_no_turning_point():  # NY 12.3.6
    """A fleet is paid for again in most years, and none of them turned the war."""
    game, found = a_whole_war()
    bought = {number for number, entry in enumerate(game.entries) if entry.action[0] == "fleet"}
    assert len(bought) > 2
    assert not {swing.number for swing in found.swings} & bought
    assert all(swing.phase != "reinforcement" for swing in found.swings)


@cache
def a_year_by_chance():
    """The first year of a person who plays the Bourbons by chance."""
    session, random = Session(seed=4242, bourbon="person", alliance="sense"), Random(7)
    while session.game.engine.board.year < 1689:
        if session.is_persons_turn:
            session.choose(random.choice(session.decision.options))
        else:
            session.answer()
    return session


def test_a_year_played_by_chance_has_moments_to_look_at_again():
    """What a beginner's year turned on is small beside a war, and still what they can learn from."""
    looking = Reviewing(a_year_by_chance())
    looking.go_on()
    found = looking.review(1688).swings
    revolution = found[0]
    assert revolution.clause_id == "NY 20.2.5.2"
    assert not looking.review(1688).passings
    assert len(found) > 2
    assert all(abs(one.change) >= LEAST_OF_A_YEAR for one in found)
    assert 1 <= [one.side for one in found[1:]].count("Bourbon") <= OWN
    assert revolution.clock > LEAST_PASSING  # the Brest fleet lay ready to take the Atlantic back
    assert swing_note(revolution, "Bourbon") == str(revolution.undone.says)
    assert min(abs(one.change) for one in found[1:]) < LEAST < max(abs(one.change) for one in found[1:])


def a_year_with(bought):
    """The first year of a person as the Bourbons, who buys this and does as little as may be."""
    session = Session(seed=1691, bourbon="person", alliance="sense")
    while session.game.engine.board.year < 1689:
        if not session.is_persons_turn:
            session.answer()
            continue
        options = session.decision.options
        liked = [one for one in options if one.text.startswith(bought)]
        calm = [one for one in options if one.action[0] in ("pass", "done", "end", "stand")]
        session.choose((liked or calm or list(options))[0])
    return session


def test_the_glorious_revolution_says_which_fleet_was_left_and_goes_back_to_that_choice():  # NY 8.5.d, 13.5.6
    """It comes by itself, and a player who had a fleet ready learns what they left undone."""
    for bought, says in (("fleet Brest", "review.not-sent-out"), ("support", "review.not-paid")):
        session = a_year_with(bought)
        looking = Reviewing(session)
        looking.go_on()
        told = looking.review(1688).swings
        [revolution] = [one for one in told if one.clause_id == "NY 20.2.5.2"]
        left = revolution.undone
        assert left.says.id == says
        assert swing_note(revolution, "Bourbon") == str(left.says)
        game = session.game.branch()
        game.undo(left.number)
        verb = "deploy Brest" if says == "review.not-sent-out" else "fleet Brest"
        [*offered] = [one for one in game.decision.options if one.text.startswith(verb)]
        assert offered
        assert left.action in [one.action for one in offered]
        assert 0 < left.says.values["chance"] < 1
        if says == "review.not-sent-out":
            outcomes = consequence(game, offered[0], "Bourbon").outcomes
            wins = [one for one in outcomes if "fleet.wins" in str(one)]
            assert float(sum(one.chance for one in wins)) == pytest.approx(left.says.values["chance"])
        asked = Coach(session).messages["review"]
        found = asked({"year": 1688})["review"]
        html = found["html"]
        assert f"data-does='otherwise' data-value='{left.number}'" in html
        assert f"data-closer='{left.number}'" in html
        [card] = [one for one in found["swings"] if one["looks"] == left.number]
        assert card["closer"]


def test_a_fleet_that_nobody_paid_for_is_not_nobodys_doing():  # NY 12.3.6, 13.5.6
    """As a campaign begins, the curve loses the hope of fleets that its side could have paid for."""
    for game, found in (a_war_that_ends_by_a_capital(), a_war_by_chance()):
        [unpaid] = [one for one in found.passings if one.undone]
        assert unpaid.phase == "campaign"
        assert unpaid.clock < 0
        side, number = unpaid.looks
        assert side == "Alliance"
        assert swing_note(unpaid, side) == str(unpaid.undone.says)
        before, after = game.branch(), game.branch()
        before.undo(number)
        after.undo(unpaid.end)
        assert unpaid.undone.action in before.engine.options
        named = {str(one[1]) for one in before.engine.options if one[0] == "fleet"}
        lying = {one.name for one in after.engine.board.fleets if one.place == "pool"}
        assert named <= lying
        assert all(name in str(unpaid.undone.says) for name in named)
        page = review_told(found, side)["html"]
        assert f"data-does='otherwise' data-value='{number}'" in page
    by_nature = [one for one in a_whole_war()[1].passings if not one.undone]
    assert {swing_note(one, "Alliance") for one in by_nature} == {say("review.by-itself")}


def test_what_was_left_undone_is_played_on_beside_what_was_chosen():
    session = a_year_with("fleet Brest")
    coach, found = Coach(session), {"done": 0, "of": 1}
    told = coach.messages["review"]({"year": 1688})["review"]
    while told["done"] < told["of"]:
        told = coach.messages["review"]({"year": 1688})["review"]
    left = fleet_left(session, len(session.game.entries) - 1)
    while found["done"] < found["of"]:
        found = coach.messages["closer"](left.number)["closer"]
    assert "Brest" in found["says"]


def test_a_choice_of_the_computer_has_no_other_way_to_try():
    """It would choose the same again, and a person could only press Go on."""
    session = a_year_by_chance()
    html = Coach(session).messages["review"]({"year": 1688})["review"]["html"]
    looking = Reviewing(session)
    looking.go_on()
    swings = [one for one in looking.review(1688).swings if not one.clock]
    assert {one.side for one in swings} == set(SIDES)
    for one in swings:
        there = f"data-does='otherwise' data-value='{one.number}'" in html
        assert there == (one.side == "Bourbon")


def two_years_of_a_person(seed):
    """Two years of a person as the Bourbons, who chooses by chance in three of ten cases."""
    session, random = Session(seed=seed, bourbon="person", alliance="sense"), Random(3)
    while session.game.engine.board.year < 1690:
        if session.is_persons_turn:
            by_chance = random.random() < 0.3
            options = session.decision.options
            session.choose(
                random.choice(options) if by_chance else heuristic_player(session.game.engine, random)
            )
        else:
            session.answer()
    return session


def test_what_a_person_answered_to_the_enemy_can_be_looked_at_and_made_otherwise():
    session = two_years_of_a_person(5)
    told = Coach(session).messages["review"]
    while (found := told({"year": 1689})["review"])["done"] < found["of"]:
        pass
    looking = Reviewing(session)
    looking.go_on()
    [swing] = [one for one in looking.review(1689).swings if one.space == "Trier" and one.side == "Alliance"]
    side, number = swing.looks
    assert side == "Bourbon"
    assert swing.number < number < swing.end
    assert session.moments[number].decision == "meet"
    assert f"data-closer='{number}'" in found["html"]
    assert f"data-does='otherwise' data-value='{number}'" in found["html"]
    assert [one["closer"] for one in found["swings"] if one["looks"] == number] == [True]


def test_what_was_no_mistake_says_on_which_dice_it_hung():
    """“You took Trier” hung on the roll of the siege, not on who was sent there."""
    coach = Coach(two_years_of_a_person(4711))
    while (found := coach.messages["review"]({"year": 1688})["review"])["done"] < found["of"]:
        pass
    [entry] = [one["looks"] for one in found["swings"] if "Trier" in one["head"]]
    says = coach.messages["closer"](entry)["closer"]["says"]
    assert coach._looks[entry][2].verdict == "same"
    assert says.endswith(say("closer.hung", rolls="the siege of Trier 5"))


def review_of(session, year=None):
    """The whole review that a coach tells of a session."""
    coach, told = Coach(session), {"done": 0, "of": 1}
    while told["done"] < told["of"]:
        told = coach.messages["review"]({"year": year})["review"]
    return told


def test_each_step_of_the_curve_that_can_be_seen_says_what_it_was():
    """Also to whoever goes by the keyboard; on a page on which nothing answers the pointer alone tells it."""
    session = two_years_of_a_person(5)
    found = review_of(session)
    wide = found["html"].partition("<div class='narrow'>")[0]  # the narrow curve has the same
    told = re.findall(r'class="step"[^>]*aria-label="([^"]*)"', wide)
    looking = Reviewing(session)
    looking.go_on()
    moved = [turn for turn in looking.turns if abs(turn.after - turn.before) >= LEAST_STEP]
    assert len(told) == len(moved) > 20
    for turn, says in zip(moved, told, strict=True):
        seen = turn.for_side("Bourbon")
        percents = [say("review.percent", chance=one) for one in (seen.before, seen.after)]
        assert says.startswith(f"{turn.year}, ")
        assert percents == re.findall(r"\d+%", says)[:2]
    assert any("The Alliance: Deploy the Atlantic fleet. Dice: " in says for says in told)
    assert wide.count('tabindex="0" aria-label="1688') == 1  # the arrow keys go on from there
    page = review_html(looking.review(), "Bourbon")
    assert len(re.findall('class="step"[^>]*><title>', page)) == len(moved)
    assert "tabindex" not in page


def test_a_step_of_the_curve_is_whose_action_it_was_and_not_whose_answer():
    """“The Alliance: Pass. Dice: the siege of Heidelberg 6” would give a siege to the other side."""
    answered = 0
    for seed in (3, 4):
        session = Session(seed=seed, bourbon="sense", alliance="sense", show="all")
        session.jump(year=1690, phase="event")
        looking = Reviewing(session)
        looking.go_on()
        for turn in looking.turns:
            begun = session.moments[turn.action]
            if turn.action == turn.number or not session.moments[turn.number].entry.rolls:
                continue
            says = step_told(session, turn._replace(clock=0.0, cards=0.0))
            who = str(Message(f"wartable.side-{begun.entry.side}"))
            assert says.startswith(f"{who}: {session.describe(begun)}")
            answered += begun.entry.side != session.moments[turn.number].entry.side
    assert answered > 5


def test_what_a_step_of_the_curve_was_tells_nothing_that_lies_covered():  # NY 4.4, 13.2.1.a
    covered = 0
    for seed in range(8):
        session = Session(seed=seed, bourbon="sense", alliance="person")
        while session.decision.name != "lay" or session.side != "Alliance":
            session.choose(session.machines_choice(for_all=True))
        looking = Reviewing(session)
        looking.go_on()
        for turn in looking.turns:
            moment = session.moments[turn.number]
            if session.is_covered(moment):
                covered += 1
                secret = say("last.secret", side=moment.entry.side)
                assert step_told(session, turn) in (secret, say("review.time-passes"))
                assert step_told(session, turn._replace(choice=1.0)) == secret
    assert covered


def test_a_card_says_where_the_table_finds_its_moment():
    session = two_years_of_a_person(5)
    html = review_of(session, 1688)["html"]
    looking = Reviewing(session)
    looking.go_on()
    for swing in looking.review(1688).swings:
        space = f" data-space='{NUMBER[swing.space]}'" if swing.space else f" data-box='{swing.box}'"
        assert re.search(rf"data-does='look' data-value='{swing.number}'[^>]*{space}>", html), swing


def test_a_card_without_a_place_is_named_by_its_roll():
    """“1688, Campaign” would not tell one fleet from the other, nor from the war in the colonies."""
    html = review_of(two_years_of_a_person(4711), 1688)["html"]
    heads = re.findall(r"<b>1688, ([^<]*)</b>", html)
    assert heads[:3] == ["the Atlantic fleet (Alliance)", "the Mediterranean fleet (Alliance)", "Trier"]


def test_a_year_of_another_war_is_not_asked_for_in_vain():
    assert review_of(a_year_by_chance(), 1695)["year"] is None


def test_while_a_war_goes_on_a_moment_hangs_on_the_clause_of_its_dice():  # NY 18.3
    """Who leaves the position in the colonies as it is chooses nothing of the campaign (NY 13.4.2)."""
    session, random = Session(seed=7, bourbon="sense", alliance="person"), Random(7)
    while session.game.engine.board.year < 1690:
        if session.is_persons_turn:
            session.choose(random.choice(session.decision.options))
        else:
            session.answer()
    looking = Reviewing(session)
    looking.go_on()
    assert not looking.exact
    found = [one for year in (1688, 1689) for one in looking.review(year).swings]
    passed = [one for one in found if session.moments[one.number].entry.action[0] == "pass"]
    assert passed
    assert {one.clause_id for one in passed} == {"NY 18.3"}


def test_a_fleet_that_is_paid_and_fails_is_no_turning_point():  # NY 13.5.6
    deployed = []
    for game, found in (a_whole_war(), a_war_that_ends_by_a_capital(), a_war_by_chance()):
        deployed += [swing for swing in found.swings if game.entries[swing.number].action[0] == "deploy"]
    assert all("took control" in " ".join(swing.says) for swing in deployed)
    assert len(deployed) > 1


def test_of_a_year_a_fleet_that_failed_is_a_moment():
    """Else the greatest step of the curve may have no name."""
    looking = Reviewing(Session(a_whole_war()[0]))
    looking.go_on()
    entries = looking.session.game.entries
    failed = [
        swing
        for year in (1688, 1689, 1690)
        for swing in looking.review(year).swings
        if entries[swing.number].action[0] == "deploy" and "took control" not in " ".join(swing.says)
    ]
    assert failed
    assert all(swing.made_by == "dice" for swing in failed)


@pytest.mark.parametrize("seed", [3, 4, 6])
def test_while_a_war_goes_on_its_greatest_step_has_a_card(seed):
    """Also where it is a fleet that failed: a large step of the curve without a number asks what it was."""
    game, random = Game.new(seed, recorded=False), Random(seed)
    while game.engine.board.year < 1689:
        game.carry_out(heuristic_player(game.engine, random))
    found = review(game)
    acted = [turn for turn in found.turns if turn.phase != "reinforcement"]
    steps = {
        number: abs(sum(turn.choice + turn.dice + turn.cards for turn in action))
        for number, action in itertools.groupby(acted, key=lambda turn: turn.action)
    }
    assert max(steps, key=steps.get) == found.swings[0].number


def test_a_capital_that_falls_is_a_turning_point_however_little_it_changed():  # NY 6.2.B.1
    game, found = a_war_that_ends_by_a_capital()
    assert game.result.how == "capital"
    swing = found.swings[0]
    assert swing.space == "Amsterdam"
    assert swing.clause_id == "NY 17.1"  # the siege, not the action in which it was carried on
    assert swing.is_small
    assert swing.says[-1] == say("review.capital")


def test_the_coachs_page_tells_the_golden_wars_as_they_are_reviewed():
    page = (Path(__file__).parents[1] / "docs" / "coach.md").read_text(encoding="utf-8")
    table = page.partition("| war | turning point | is it one? |")[2].partition("\n\n")[0]
    told = sorted(re.findall(r"(\d+) → (\d+)", table))
    wars = (a_war_by_chance(), a_war_that_ends_by_a_capital(), a_whole_war())
    found = [one for _, review in wars for one in (*review.swings, *review.passings)]
    chances = [f"{one.before:.0%} {one.after:.0%}".replace("%", "").split() for one in found]
    assert told == sorted(map(tuple, chances))


def test_a_mere_move_of_ones_own_troops_turned_nothing():
    """Two corps sail from Amsterdam to Barcelona, which leaves Amsterdam open, and nobody comes."""
    game, found = a_war_by_chance()
    voyage = [turn for turn in found.turns if turn.action == 276]
    assert game.entries[276].action[0] == "sail"
    weight = abs(sum(turn.choice + turn.dice + turn.cards for turn in voyage))
    assert weight > min(abs(swing.change) for swing in found.swings if not swing.clock)
    assert 276 not in {swing.number for swing in found.swings}
    # of a year it is a moment to look at again: that is where one learns what is left open
    looking = Reviewing(Session(game, bourbon="sense", alliance="sense"))
    looking.go_on()
    assert 276 in {swing.number for swing in looking.review(voyage[0].year).swings}


def test_a_turning_point_says_nothing_of_the_winter_that_followed():
    """The last action of a year is not where London pays, nor what it did."""
    game, _ = a_whole_war()
    looking = Reviewing(Session(game, bourbon="sense", alliance="sense"))
    looking.go_on()
    acted = {turn.action: turn.number for turn in looking.turns if turn.phase == "campaign"}
    ended = 0
    for first, last in acted.items():
        came = [str(step.says) for step in looking.session.moments[last].steps]
        paid = [says for says in came if says.startswith("London is Bourbon")]  # NY 8.5.c.2
        if paid:
            swing = looking._swing([turn for turn in looking.turns if turn.action == first])
            assert not [one for one in paid if one in " ".join(swing.says)], swing.says
            ended += 1
    assert ended > 1


def test_a_turning_point_has_the_map_of_its_place():
    swing = next(one for one in a_whole_war()[1].swings if one.space == "Lyon")
    picture = swing_map(swing.seen)
    assert swing.seen.names[0] == "Lyon"
    assert "Chambery" in picture
    assert "arrowhead" in picture
    assert "Edinburgh" not in picture
    far = swing_map(swing.seen._replace(names=("Lyon", "Vienna", "Cork")))
    assert "Chambery" in far
    assert "Vienna" not in far


def test_what_has_no_place_shows_how_the_tracks_moved():  # NY 6.1, 18.1
    swing = next(one for one in a_whole_war()[1].swings if not one.space)
    position, (points, cell) = swing.seen.position, swing.seen.was
    assert position.victory_points != points
    picture = swing_map(swing.seen)
    told = {"was": points, "now": position.victory_points, "cell": cell, "moved": position.kww_cell}
    assert escape(say("review.tracks-say", **told)) in picture
    assert (escape(say("review.track-kww")) in picture) == (cell != position.kww_cell)
    still = swing.seen._replace(was=(points, position.kww_cell))
    assert escape(say("review.track-kww")) not in swing_map(still)
    towards = "Alliance" if points < position.victory_points else "Bourbon"
    assert say("review.marker", was=points, now=position.victory_points, side=towards) in swing.says


def test_what_came_by_itself_and_moved_no_marker_has_no_picture():
    _, found = a_whole_war()
    bare = [one for one in (*found.swings, *found.passings) if one.seen.empty]
    assert bare
    assert {swing_map(one.seen) for one in bare} == {""}
    assert review_html(found).count("class='map") == len(found.swings) + len(found.passings) - len(bare)


def test_a_turning_point_tells_the_chance_before_it_at_the_odds_and_as_the_dice_fell():
    """Its first step has the chance before it, each die that counted two more, the last what came of it."""
    game, found = a_whole_war()
    assert any(one.steps for one in found.swings)
    for swing in found.swings:
        if not swing.steps:
            assert all(abs(turn.dice) < LEAST_STEP for turn in found.turns[swing.number : swing.end])
            continue
        chances = [one.chance for one in swing.steps]
        assert chances[0] == swing.before
        assert chances[-1] == pytest.approx(swing.after)
        assert all(abs(now - was) >= LEAST_STEP for was, now in itertools.pairwise(chances[:-1]))
        for turn in found.turns[swing.number : swing.end]:
            if abs(turn.dice) < LEAST_STEP:
                continue
            says = say("review.dice", rolls=Message.all_of(rolls_of(game, turn.number)))
            at = next(number for number, one in enumerate(swing.steps) if one.says == says)
            assert abs(chances[at] - chances[at - 1] - turn.dice) < 2 * LEAST_STEP


def rolls_of(game, number):
    rolls = game.entries[number].rolls
    return [Message("review.rolled", what=one.says, face=one.face) for one in rolls]


def test_what_choice_and_dice_did_alike_is_mostly_neither():
    swing = next(one for one in a_whole_war()[1].swings if one.space == "Highlands")
    assert round(100 * swing.choice) == round(100 * swing.dice) == 5
    parts = [say("review.did-choice", points="+5"), say("review.did-dice", points="+5")]
    told = [say("review.by-several", parts=Message.all_of(some)) for some in (parts, parts[::-1])]
    assert swing_note(swing, "Alliance") in told


def test_what_two_points_did_is_told_beside_them():
    """The Highlands pay two points: without them a reader would not know why they turn so much."""
    swing = next(one for one in a_whole_war()[1].swings if one.space == "Highlands")
    assert swing.says[-1] == say("review.marker", was=15, now=17, side="Alliance")


def test_whoever_adds_the_parts_as_they_are_told_comes_to_the_chance_at_the_end():
    for found in (a_whole_war()[1], a_war_that_ends_by_a_capital()[1], a_war_by_chance()[1]):
        for side in SIDES:
            for count in range(1, len(found.turns), 7):
                some = found._replace(turns=found.turns[:count])
                said = summed(some, side)
                begin, end = (round(float(one)) for one in re.findall(r"[\d.]+(?=%)", said))
                parts = [int(one.replace("−", "-")) for one in re.findall(r" ([+−]?\d+)[,.](?!\d)", said)]
                assert len(parts) == 4
                assert begin + sum(parts) == end, said


def test_the_sum_beside_a_year_is_that_of_the_year():
    found = a_whole_war()[1]
    news = {year: before for year, (before, _) in found.by_year("Alliance").items()}
    for year, following in itertools.pairwise(sorted(news)):
        of_year = summed(found, "Alliance", year)
        assert say("review.percent", chance=news[year]) in of_year
        assert say("review.percent", chance=news[following]) in of_year
        page = review_told(found, "Alliance", year)["html"]
        assert escape(of_year) in page
        assert escape(summed(found, "Alliance")) not in page
    assert escape(summed(found, "Alliance")) in review_told(found, "Alliance")["html"]


def test_the_sums_of_the_years_as_they_are_told_come_to_that_of_the_war():
    for found in (a_whole_war()[1], a_war_by_chance()[1]):
        for side in SIDES:
            years = found.by_year(side)
            of_years = [sums_told(found, side, year) for year in years]
            for part, whole in sums_told(found, side).items():
                assert sum(round(100 * one[part]) for one in of_years) == round(100 * whole)
                assert abs(whole - sum(getattr(one.for_side(side), part) for one in found.turns)) <= 0.01
            for told, (before, after) in zip(of_years, years.values(), strict=True):
                moved = round(100 * round(after, 2)) - round(100 * round(before, 2))
                assert sum(round(100 * one) for one in told.values()) == moved


def test_a_card_says_where_the_curve_stands_when_time_passed_with_it():
    """51 → 56 % on the card and 57 on the curve are one figure told twice."""
    for found in (a_whole_war()[1], a_war_by_chance()[1]):
        for swing in found.swings:
            last = found.turns[swing.end - 1]
            card, curve_ = (say("review.percent", chance=one) for one in (swing.after, last.after))
            note = passed_note(swing, "Alliance")
            assert bool(note) == (card != curve_)
            after = last.after + 0.02
            note = passed_note(swing._replace(passed=swing.passed + 0.02), "Alliance")
            assert note == say("review.passed", chance=after)


def test_cards_stand_in_the_order_of_time_as_the_curve_runs_and_the_greatest_is_open():
    found = a_whole_war()[1]
    numbered = [swing.number for place, swing in marked(found) if place.isdigit()]
    assert numbered == sorted(numbered)
    html = review_html(found)
    greatest = next(place for place, swing in marked(found) if swing == found.swings[0])
    assert re.findall(r"data-card='(\w+)' class='[^']*' open", html) == [greatest]


def test_a_review_of_nothing_says_what_to_do():
    session = Session(seed=1690, bourbon="person", alliance="sense")
    html = Coach(session).messages["review"]({"year": None})["review"]["html"]
    assert escape(say("review.empty")) in html
    assert "<h3>" not in html
    assert review_text(review(Game.new(1690))) == say("review.empty")


def test_a_review_of_a_what_if_says_so():
    session = a_year_with("fleet Brest")
    asked = Coach(session).messages["review"]
    assert "what-if" not in asked({})["review"]["html"]
    session.jump(entry=5)
    session.branch()
    session.choose(session.decision.options[-1])
    now = next(one for one in session.branches if one.now)
    assert escape(say("review.what-if", says=str(now.says))) in asked({})["review"]["html"]


def test_each_part_of_the_sum_says_what_it_means():
    page, text = review_html(a_whole_war()[1]), review_text(a_whole_war()[1])
    for part in ("choice", "dice", "cards", "clock"):
        assert escape(say(f"review.means-{part}")) in page
        assert say(f"review.means-{part}") in text


def test_between_two_people_nothing_is_told_till_the_war_is_over():  # NY 4.4
    session = Session(seed=1690, bourbon="person", alliance="person")
    session.choose("first Bourbon")
    with pytest.raises(NinevearsError):
        review(session)


def test_the_texts_of_a_review_tell_the_same_for_either_side():
    found = review(a_war())
    for side in SIDES:
        text, page = review_text(found, side), review_html(found, side)
        first = say("review.percent", chance=found.turns[0].for_side(side).before)
        assert first in text
        assert first in page
        assert "aria-label" in page
        for swing in found.swings:
            head = swing_head(swing, side)
            assert head in text
            chances = escape(head.rpartition(": ")[2])
            assert chances in page
            assert swing.clause_id in page
            assert all(escape(sentence) in page for sentence in swing.says)
        assert page.count("class='nv-review'") == 1
        assert page.count("<details name='swing'") == len(found.swings) + len(found.passings)
        assert "data-does" not in page  # nothing to press where nothing answers


def test_while_a_war_goes_on_its_review_tells_nothing_of_what_lies_covered():  # NY 4.4
    for seed in range(2):
        session = Session(seed=seed, bourbon="person", alliance="chance")
        for choices in range(60):
            if session.over:
                break
            session.choose(session.game.engine.options[choices % len(session.game.engine.options)])
            session.answer()
        looking = Reviewing(session)
        looking.go_on()
        assert not looking.exact
        assert looking.over
        # each chance is of what both see (test_judge.py); the odds of a choice would know what lies covered
        assert all(turn.dice == 0 for turn in looking.turns)
        found = looking.review()
        assert all(swing.dice is None for swing in found.swings)
        assert any(found.sums.values())
        told = Coach(session).messages["review"](None)["review"]
        assert say("review.luck") not in told["html"]
        assert say("review.part-played") in told["html"]
        assert told["html"].count("<th ") == 2
        assert escape(say("review.luck-later")) in told["html"]  # why there is no luck of the dice yet


def test_the_table_gives_a_review_in_pieces_and_opens_a_turning_point_in_a_branch():
    seat = TableSeat(Session(a_war(), bourbon="sense", alliance="sense"))
    asked, review = 0, {"done": 0, "of": 1}
    while review["done"] < review["of"]:
        review, asked = seat.take({"review": {}})["review"], asked + 1
        assert review["html"].count("<svg") >= 2
        assert ("<progress>" in review["html"]) == (review["done"] < review["of"])
        assert (review["swings"] == []) == (review["done"] < review["of"])
    assert asked == -(-len(seat.session.game) // AT_ONCE)
    assert review["swings"]
    year = review["years"][0]
    of_year = seat.take({"review": {"year": year}})["review"]["swings"]
    assert of_year
    assert all(one["head"].startswith(str(year)) for one in of_year)
    told = seat.take({"review": {}})["review"]
    assert told["clauses"][0] in told["html"]
    placed = [one["entry"] for one in told["swings"] if f"data-map='{one['entry']}'" in told["html"]]
    assert seat.take({"scene": placed[0]})["scene"]["svg"].startswith("<svg")
    assert seat.take({"scene": -1})["scene"]["svg"] == ""
    entry = review["swings"][0]["entry"]
    for does in ("look", "otherwise"):
        assert f"data-does='{does}' data-value='{entry}'" in told["html"]
    seat.take({"jump": {"entry": entry}})
    assert seat.session.place == entry
    seat.take({"branch": True})
    assert len(seat.session.branches) == 2
    assert "trouble" in seat.take({"review": {"year": "x"}})


def test_the_command_reviews_a_log(tmp_path):
    log = tmp_path / "war.log"
    log.write_text(a_walk(3, 60).log)
    run = CliRunner().invoke(cli, ["review", str(log)])
    assert run.exit_code == 0
    assert say("review.turning-points") in run.output
    page = tmp_path / "war.html"
    run = CliRunner().invoke(cli, ["review", str(log), "--html", str(page), "--side", "Bourbon"])
    assert run.exit_code == 0
    assert "<svg" in page.read_text()
    game = a_walk(5, 12)  # one choice that is looked at: each takes seconds
    log.write_text(game.log)
    year, asked = game.entries[0].year, ["review", str(log), "--side", "Bourbon", "--choices"]
    run = CliRunner().invoke(cli, [*asked, str(year)])
    assert run.exit_code == 0
    told = say("choices.bar", most=20), say("choices.as-careful", year=year)
    assert any(one in run.output for one in told)
    assert CliRunner().invoke(cli, [*asked, "1750"]).exit_code != 0
