"""A year's own choices: all are sifted, few are played on, and a mistake is only what is clear."""

from random import Random

import pytest

from ninevears_kernel.core.errors import BadInput, NinevearsError
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.choices import option_of
from ninevears_kernel.play import year_choices
from ninevears_kernel.play.closer_look import Look, one_more, proposed
from ninevears_kernel.play.coach import Coach
from ninevears_kernel.play.heuristic_player import heuristic_player
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.turning_points import Reviewing
from ninevears_kernel.play.year_choices import (
    PAIRS,
    SETTLED,
    SIFTED,
    SIFTING,
    YEARS_OF_PAIR,
    YearChoices,
    bar,
)
from ninevears_kernel.play.year_choices_page import choices_html, choices_text


def a_year(by_chance, seed=1001, side="Alliance"):
    """The first year of a person who chooses by chance so often, against the computer."""
    seats = {"bourbon": "sense", "alliance": "sense"} | {side.lower(): "person"}
    session, random = Session(seed=seed, **seats), Random(seed)
    while session.game.engine.board.year < 1689:
        if session.is_persons_turn:
            chance, engine = random.random() < by_chance, session.game.engine
            options = session.decision.options
            session.choose(random.choice(options) if chance else heuristic_player(engine, random))
        else:
            session.answer()
    return session


@pytest.fixture(scope="module")
def poor():
    return a_year(1.0)


@pytest.fixture
def as_they_are(monkeypatch):
    """Whole wars are not played: each pair brings what a choice is worth here, with a little chance."""
    worth, asked = {}, []

    def pair(game, look, years=2, series=""):
        asked.append((len(game), years, series))
        gain = worth.get(len(game), -0.05) + Random(f"{series}{asked}").gauss(0, 0.03)
        return look._replace(gains=(*look.gains, gain))

    monkeypatch.setattr(year_choices, "one_more", pair)
    return worth, asked


def whole(looked):
    left = [looked.left]
    while not looked.over:
        looked.go_on()
        left.append(looked.left)
    return left


def test_a_year_of_the_careful_player_has_no_choice_to_look_at():
    session = a_year(0.0)
    looked = YearChoices(session, 1688, ("Alliance",))
    assert (looked.count, looked.over, looked.left) == (0, True, 0)
    assert choices_text(looked, session) == say("choices.as-careful", year=1688)


def test_what_a_careful_player_clearly_likes_better_is_looked_at_and_nothing_else(poor):
    looked = YearChoices(poor, 1688, ("Alliance",))
    assert looked.count == len(looked.candidates) > SIFTING[0][1]
    for one in looked.candidates:
        moment = poor.moments[one.number]
        assert moment.decision in SETTLED
        assert moment.entry.side == one.look.side == "Alliance"
        assert one.look.other == proposed(looked.at(one.number), "Alliance") != moment.entry.action


def test_all_are_sifted_and_only_what_may_matter_is_played_on(poor, as_they_are):
    worth, asked = as_they_are
    looked = YearChoices(poor, 1688, ("Alliance",))
    bad, doubtful = looked.candidates[2], looked.candidates[-1]
    worth |= {bad.number: 0.2, doubtful.number: 0.012}
    sifted = {one.number for one in looked.candidates}
    left = whole(looked)
    assert left == sorted(left, reverse=True)  # it never takes longer than was said
    assert left[-1] == 0
    assert {number for number, _, series in asked if series == SIFTED} == sifted
    assert all(years == 1 for _, years, series in asked if series == SIFTED)
    assert {number for number, years, _ in asked if years == 2} <= {bad.number, doubtful.number}
    assert looked.done == sum(YEARS_OF_PAIR if years == 2 else 1 for _, years, _ in asked)
    first = looked.ranked[0]
    assert (first.number, first.look.verdict, len(first.look.gains)) == (bad.number, "mistake", PAIRS)
    told = choices_text(looked, poor)
    assert say("choices.mistakes", count=1, of=looked.count) in told
    assert told.count("A mistake: ") == 1
    other = str(option_of(first.look.other, poor.game.rule_tables).says).rstrip(".")
    assert told.count(f"A careful player: “{other}”") >= 1


def test_where_none_is_clear_it_says_so_and_shows_what_came_closest(poor, as_they_are):
    worth, _ = as_they_are
    looked = YearChoices(poor, 1688, ("Alliance",))
    count = looked.count
    worth |= {one.number: 0.006 for one in looked.candidates[:2]}
    whole(looked)
    html, mistakes = (
        choices_html(looked, poor),
        [one for one in looked.ranked if one.look.verdict == "mistake"],
    )
    assert not mistakes
    assert looked.ranked
    assert say("choices.no-mistake", count=count) in html
    assert say("choices.closest") in html
    assert html.count("<li>") == count  # each with a card, or in a line below them
    assert len(looked.others) == count - len(looked.ranked)
    assert say("choices.others", count=len(looked.others)) in html
    assert say("choices.others", count=len(looked.others)) in choices_text(looked, poor)


def test_a_choice_of_which_nothing_is_worth_a_look_ends_early(poor, as_they_are):
    looked = YearChoices(poor, 1688, ("Alliance",))
    whole(looked)
    assert not looked.ranked
    assert say("choices.none-close") in choices_text(looked, poor)


def test_of_an_action_and_of_what_was_not_bought_one_choice_is_enough(poor, as_they_are):
    worth, _ = as_they_are
    looked = YearChoices(poor, 1688, ("Alliance",))
    worth |= {one.number: 0.2 for one in looked.candidates}
    whole(looked)
    assert len({one.about for one in looked.candidates}) == len(looked.candidates) == SIFTING[-1][1]


def test_the_bar_is_higher_the_more_is_looked_at_and_the_less_is_played():
    # Student's t, one in twenty for all together: 1.696, 2.236, 2.998 in the tables
    for tests, pairs, table in ((1, 32, 1.696), (3, 32, 2.227), (2, 8, 2.365)):
        assert bar(tests, pairs) == pytest.approx(table, abs=0.02)
    look = Look("Bourbon", ("end",), ("pass",), (0.1, 0.3, -0.1, 0.2, 0.0, 0.25, 0.1, 0.1))
    assert look.verdict == "mistake"
    assert look._replace(sure=4.0).verdict == "close"


def test_where_no_choice_is_worse_one_year_in_twenty_at_most_has_a_mistake():
    random, found, years = Random(7), 0, 2000
    for _ in range(years):
        looks = [
            Look("Bourbon", ("end",), ("pass",), tuple(random.gauss(0, 0.1) for _ in range(PAIRS)))
            for _ in range(SIFTING[-1][1])
        ]
        found += any(one._replace(sure=bar(len(looks))).verdict == "mistake" for one in looks)
    assert found / years < 0.06


def test_the_chance_that_sifts_is_not_that_of_the_verdict(poor):
    looked = YearChoices(poor, 1688, ("Alliance",))
    acted = next(one for one in looked.candidates if poor.moments[one.number].decision == "action")
    game = looked.at(acted.number)
    sifted, played = (one_more(game, acted.look, 1, series).gains for series in (SIFTED, ""))
    assert sifted != played


# ---- what a front asks


def reviewed(coach, year=1688):
    while (told := coach.messages["review"]({"year": year})["review"])["done"] < told["of"]:
        pass
    return told


def test_the_coach_looks_piece_by_piece_and_offers_it_in_a_year_alone(poor, as_they_are):
    worth, _ = as_they_are
    coach = Coach(poor)
    assert reviewed(coach, None)["choices"] == ""
    told = reviewed(coach)
    assert told["choices"] == say("choices.yours", year=1688)
    assert "data-choices='1688'" in told["html"]
    numbers = [one.number for one in YearChoices(poor, 1688, ("Alliance",)).candidates]
    worth |= {numbers[1]: 0.2}
    pieces = [coach.messages["choices"](1688)["choices"]]
    while not pieces[-1]["over"]:
        assert pieces[-1]["done"] < pieces[-1]["of"]
        pieces.append(coach.messages["choices"](1688)["choices"])
    assert all(one["says"] for one in pieces)
    assert pieces[-1]["done"] == pieces[-1]["of"]
    html = pieces[-1]["html"]
    assert f"data-does='look' data-value='{numbers[1]}'" in html
    assert f"data-does='otherwise' data-value='{numbers[1]}'" in html
    assert say("choices.stopped") in pieces[0]["html"]
    assert say("choices.stopped") not in html
    assert reviewed(coach)["looked"] == [1688]
    # a closer look at the same choice has the same verdict, and plays nothing more
    says = coach.messages["closer"](numbers[1])["closer"]
    assert says["done"] == says["of"]
    assert says["says"].startswith("A mistake")


@pytest.mark.parametrize("year", [None, True, "1688", 1699])
def test_a_year_that_was_not_played_has_no_choices(poor, year):
    coach = Coach(poor)
    reviewed(coach)
    with pytest.raises(BadInput):
        coach.messages["choices"](year)


def test_while_the_war_goes_on_only_ones_own_choices_are_looked_at(poor):  # NY 4.4
    looking = Reviewing(poor)
    assert not looking.exact
    assert YearChoices(looking.session, 1688, SIDES).count > 0
    assert {one.look.side for one in YearChoices(looking.session, 1688, SIDES).candidates} == {"Alliance"}
    assert YearChoices(looking.session, 1688, ("Bourbon",)).count == 0


def test_between_two_people_nothing_is_looked_at_till_the_war_is_over():  # NY 4.4
    session = Session(seed=1690, bourbon="person", alliance="person")
    session.choose("first Bourbon")
    with pytest.raises(NinevearsError):
        Coach(session).messages["choices"](1688)
