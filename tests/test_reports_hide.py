"""What a report for both players may not hold: hands, decks, the seed, a card laid face down."""

import json
import random
from dataclasses import replace
from functools import cache

import other_secrets
import pytest
from click.testing import CliRunner
from msgspec import structs
from sizes import size
from walks import a_walk
from war_table import position_with

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.position import Corps, Hand
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.sides import enemy
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.log_text import write_log
from ninevears_kernel.nine_years.games.save import position_from_data, position_to_data
from ninevears_kernel.nine_years.games.save_checks import check_war
from ninevears_kernel.nine_years.games.view import for_seat, position_for
from ninevears_kernel.umpire.cases.cases import case_from_data, position_of, rule_case
from ninevears_kernel.umpire.cases.samples import sample
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.records import record_data
from ninevears_kernel.umpire.luck import fair_dice
from ninevears_kernel.umpire.reports import pdf as report_pdf, reports
from ninevears_kernel.umpire.reports.embedded_case import embedded_in

CASE = {"format": "ninevears-case/1", "system": "NY"}
FORMS = {
    "html": reports.to_html,
    "md": reports.to_markdown,
    "json": reports.to_json,
    "pdf": reports.to_pdf,
}


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch):
    """A PDF is the page and the comments that a browser is given; what it draws of them is no matter here."""
    monkeypatch.setattr(
        report_pdf, "converted", lambda page, comments: b"%PDF-1.4\n" + page.encode() + comments
    )


@cache
def in_the_middle(seed=5, choices=120):
    """A position of a war in which both hold cards of both kinds, and its seed is to be drawn from."""
    position = a_walk(seed, choices).position.replace(seed=8_314_159_265, drawn=7)
    hold = [name for name in position.event_deck if standard_rule_tables().events[name].hold][:2]
    actions = position.action_deck + position.bourbon_hand.actions + position.alliance_hand.actions
    return position.replace(
        bourbon_hand=Hand((*actions[:3],), (hold[0],)),
        alliance_hand=Hand((*actions[3:7],), (hold[1],)),
        action_deck=actions[7:],
        event_deck=tuple(name for name in position.event_deck if name not in hold),
    )


def exchanged(position, seed):
    """The same to both players: hands, decks and seed are others."""
    chance = random.Random(seed)
    hands = position.bourbon_hand, position.alliance_hand
    actions = list(position.action_deck + hands[0].actions + hands[1].actions)
    events = list(position.event_deck + hands[0].events + hands[1].events)
    chance.shuffle(actions)
    chance.shuffle(events)
    dealt = []
    for hand in hands:
        held = tuple(events.pop() for _ in hand.events)
        dealt.append(Hand(tuple(actions.pop() for _ in hand.actions), held))
    return position.replace(
        bourbon_hand=dealt[0],
        alliance_hand=dealt[1],
        action_deck=tuple(actions),
        event_deck=tuple(events),
        seed=chance.randrange(10**12),
        drawn=chance.randrange(100),
    )


def line(position):
    return {
        "question": "loc",
        "given": {"position": position, "space": "Mons", "side": "Bourbon", "purpose": "line"},
    }


def siege(position):
    return {"question": "siege", "given": {"position": position, "side": "Bourbon", "space": "Namur"}}


def victory(position):
    return {"question": "victory", "given": {"position": position}}


def first(position):
    return {"question": "first-player", "given": {"position": position}}


def round_of(position):
    return {
        "question": "action",
        "given": {"position": position, "side": "Alliance", "action": "campaign Mons"},
    }


QUESTIONS = (line, siege, victory, first, round_of)


@cache
def describe(question, position):
    """The report, of which every form is made."""
    given = position_to_data(position)
    return reports.report(CASE | question(given), search=question is line, most_rulings=5, seconds=None)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_exchanging_what_is_hidden_changes_no_byte_of_a_report(question, form):
    position = in_the_middle()
    report = describe(question, position)
    assert not report.held
    for seed in range(size("exchanges")):
        other = describe(question, exchanged(position, seed))
        assert FORMS[form](other) == FORMS[form](report)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_report_without_what_is_hidden_is_made_again_from_itself(question, form):
    report = describe(question, in_the_middle())
    made = FORMS[form](report)
    again = reports.report_again(made)
    assert again.ruling == report.ruling
    assert FORMS[form](again) == made


@pytest.mark.parametrize("form", FORMS)
def test_no_hand_no_order_of_a_deck_and_no_seed_stand_in_a_report(form):
    position = in_the_middle()
    made = FORMS[form](describe(line, position))
    case = position_of(case_from_data(embedded_in(made).case))
    assert case.seed == case.drawn == 0
    assert (case.event_deck, case.action_deck) != (position.event_deck, position.action_deck)
    assert case.bourbon_hand == case.alliance_hand == Hand()
    assert "8314159265" not in (made if isinstance(made, str) else made.decode("latin-1"))


@pytest.mark.parametrize("form", FORMS)
def test_the_seed_of_a_case_goes_and_the_dice_that_fell_stay(form):
    combat = {
        "format": "ninevears-case/1",
        "system": "HIS",
        "question": "naval-combat",
        "given": {
            "place": "sea",
            "attacker": {"power": "Ottoman", "squadrons": 3, "corsairs": 2, "leaders": [2]},
            "defender": {"power": "Hapsburg", "squadrons": 3, "leaders": [1]},
        },
    }
    report = reports.report(combat | {"seed": 987_654_321}, search=False)
    made = FORMS[form](report)
    embedded = embedded_in(made)
    assert "seed" not in embedded.case
    assert embedded.case["dice"] == list(report.ruling.dice) != []
    assert "987654321" not in (made if isinstance(made, str) else made.decode("latin-1"))
    assert reports.report_again(made).ruling == report.ruling


@pytest.mark.parametrize("seat", ["both", "Bourbon", "Alliance"])
@pytest.mark.parametrize("question", [line, victory, first])
def test_other_covered_pieces_and_cards_change_no_byte_either(question, seat):
    """Not only cards: also the corps and leaders under the top piece of a stack."""
    game = a_walk(5, 120, recorded=False)
    report = describe(question, game.position)
    for seed in range(size("exchanges")):
        other = describe(question, other_secrets.exchanged(game, seat, seed).position)
        made = [replace(one, seat=seat) for one in (report, other)]
        assert not made[0].held
        for write in (reports.to_html, reports.to_json):
            assert write(made[0]) == write(made[1])


@pytest.mark.clause("NY 4.4", "NY 7.2.1.d")
def test_a_ruling_that_turns_on_covered_stacks_is_told_as_far_as_it_holds_for_all():
    """When Savoy leaves, each corps in its home has a fate of its own: of whose they are the enemy sees none,
    not even where all are as the top piece has it.
    """
    asked = sample("the_duke_changes_sides").case
    start = position_of(asked)
    theirs = start.replace(corps=tuple(one for one in start.corps if one.space != "Turin"))
    alike = theirs.replace(corps=(*theirs.corps, *[Corps("Savoy", "Turin")] * len(start.corps_in("Turin"))))
    made, whole = set(), set()
    for position in (start, alike, *(other_secrets.pieces_exchanged(start, "Bourbon", n) for n in range(3))):
        given = dict(asked.given) | {"changes": [], "position": position_to_data(position)}
        told = reports.report(structs.replace(asked, given=given), search=False, seat="Bourbon")
        assert told.held
        made.add(reports.to_json(told) + reports.to_html(told))
        whole.add(str(told.ruling.answer))
    assert len(made) == 1
    assert len(whole) > 2


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("seat", ["both", "Bourbon", "Alliance"])
def test_what_is_sent_of_a_case_in_the_docket_tells_nothing_hidden(tmp_path, seat):
    """The same bytes for a seat from two dockets whose cases differ in what it may not see."""
    game = a_walk(5, 120, recorded=False)
    twin = other_secrets.exchanged(game, seat, 3)
    sent = []
    for name, one in (("ours", game), ("other", twin)):
        docket = Docket.open(f"sqlite:///{tmp_path / name}.db")
        case = CASE | victory(position_to_data(one.position))
        number = docket.add_case(case, claims={"Bourbon": "We win."}).number
        stored = json.loads(json.dumps(record_data(docket.case(number))))
        made = reports.report(stored["case"], stored["claims"], search=False, seconds=None, seat=seat)
        sent.append([FORMS[form](made) for form in ("html", "md", "json", "pdf")])
    assert sent[0] == sent[1]
    assert game.position != twin.position


@pytest.mark.clause("NY 4.4")
def test_a_log_that_is_mailed_under_fair_dice_tells_nothing_hidden():
    game = a_walk(5, 120, recorded=False)
    log = fair_dice.withheld(game.log)
    assert log == for_seat(game, "both").log == for_seat(other_secrets.exchanged(game, "both", 3), "both").log
    assert "\nseed: " not in log


def test_a_side_gets_its_own_cards_and_no_others():
    position = in_the_middle()
    report = describe(first, position)
    for seat in ("Bourbon", "Alliance"):
        mine = replace(report, seat=seat)
        assert embedded_in(reports.to_json(mine)).seat == seat
        seen = position_from_data(mine.seen.case.given["position"])
        assert seen == position_for(position, seat)
        assert seen.hand(seat) == position.hand(seat)
        assert seen.hand(enemy(seat)).actions != position.hand(enemy(seat)).actions
        assert "alone" in reports.to_markdown(mine)
        assert reports.to_json(reports.report_again(reports.to_json(mine))) == reports.to_json(mine)
    whole = replace(report, seat="umpire")
    inside = embedded_in(reports.to_json(whole))
    assert position_from_data(inside.case["given"]["position"]) == position
    assert "Do not send it" in reports.to_markdown(whole)
    assert reports.report_again(reports.to_html(whole)).ruling == report.ruling


@pytest.mark.parametrize("reduced", [1, 2])
def test_a_report_encloses_the_stacks_that_the_ruling_looked_at_and_no_other(reduced):
    """A battle rests on the corps that fight it, not on those of Toulon; reports on it tell no more."""

    def position(of_toulon):
        kinds = {"power": "France", "space": "Tournai"}, {"power": "France", "space": "Toulon"}
        return position_with(
            {"add": "leader", "name": "Luxembourg", "space": "Tournai", "named": True},
            {"add": "corps", **kinds[0], "count": 4},
            {"add": "corps", **kinds[0], "count": reduced, "reduced": True},
            {"add": "leader", "name": "Waldeck", "space": "Ghent"},
            {"add": "corps", "power": "Dutch Republic", "space": "Ghent", "count": 3},
            {"add": "corps", **kinds[1], "count": of_toulon, "reduced": True},
            {"add": "corps", **kinds[1], "count": 5 - of_toulon},
        )

    def battle(of_toulon):
        data = position_to_data(position(of_toulon))
        given = {"position": data, "side": "Bourbon", "space": "Ghent", "origin": "Tournai"}
        return reports.report(CASE | {"question": "battle", "given": given}, search=False)

    first, second = battle(1), battle(3)
    for form, write in FORMS.items():
        assert write(first) == write(second), form
    assert reports.report_again(first.embedded).ruling == first.ruling
    assert not first.held
    seen = position_of(case_from_data(embedded_in(reports.to_json(first)).case))
    whole = position(1)
    assert seen.corps_in("Tournai") == whole.corps_in("Tournai")
    assert seen.corps_in("Toulon") != whole.corps_in("Toulon")
    assert first.ruling.verdict != "illegal"


def test_a_case_from_a_log_that_begins_at_a_save_hides_as_much():
    game = read_log(write_log(Game.from_position(in_the_middle())))
    for seed in range(2):
        other = describe(line, exchanged(game.position, seed))
        assert reports.to_json(other) == reports.to_json(describe(line, game.position))


def test_a_card_laid_face_down_is_not_told():
    laid = [
        in_the_middle().replace(agenda=(f"lay Alliance,{card}",), phase="campaign", active="Alliance")
        for card in (1, 2, 3)
    ]
    assert len({reports.to_json(describe(line, position)) for position in laid}) == 1


def test_hands_that_a_case_names_are_told_by_their_numbers_of_cards():
    given = {"hands": {"Bourbon": [1, 3], "Alliance": [2, 2]}, "laid": {"Bourbon": 3, "Alliance": 2}}
    report = reports.report(CASE | {"question": "first-player", "given": given}, search=False)
    assert report.seen.case.given["hands"] == {"Bourbon": 2, "Alliance": 2}
    assert not report.held
    assert reports.report_again(reports.to_html(report)).ruling == report.ruling


def test_where_a_ruling_rests_on_a_hand_the_report_says_that_the_umpire_holds_it():
    given = {"hands": {"Bourbon": [1, 1], "Alliance": [2, 2]}, "laid": {"Bourbon": 3, "Alliance": 2}}
    report = reports.report(CASE | {"question": "first-player", "given": given}, search=False)
    assert report.ruling.verdict == "illegal"
    assert report.held
    for form, write in FORMS.items():
        made = write(report)
        assert embedded_in(made).held
        if form in ("html", "md"):
            assert "The umpire holds them" in made
        if form in ("html", "md"):
            assert "hidden" in made
        assert json.dumps([1, 1]) not in (made if isinstance(made, str) else made.decode("latin-1"))
        with pytest.raises(BadInput, match="the umpire's own case"):
            reports.report_again(made)


@pytest.mark.parametrize("seed", range(12))
def test_a_position_for_both_is_a_save_that_goes_on(seed):
    position = a_walk(seed, 40 * seed).position
    seen = position_for(position, "both")
    assert position_from_data(position_to_data(seen)) == seen == position_for(seen, "both")
    if seen.result is None:
        check_war(seen, standard_rule_tables())
    assert position_for(exchanged(position, seed), "both") == seen


def test_a_report_as_it_was_made_before_still_loads():
    report = describe(line, in_the_middle())
    data = json.loads(reports.to_json(report))
    later = ("held", "decision", "verdict", "consulted", "turns", "singly")
    old = {name: value for name, value in data.items() if name not in later}
    for name in ("scenario", "changes"):
        del old["case"]["given"][name]
    old["case"]["given"]["position"] = position_to_data(in_the_middle())
    assert reports.report_again(json.dumps(old)).ruling == report.ruling


@pytest.mark.parametrize("seat", ["both", "Bourbon", "Alliance", "umpire"])
def test_a_report_of_the_command_line_is_for_whom_it_says(tmp_path, seat):
    position = in_the_middle()
    case, made = tmp_path / "case.json", tmp_path / "report.json"
    case.write_text(json.dumps(CASE | line(position_to_data(position))), encoding="utf-8")
    done = CliRunner().invoke(cli, ["rule", str(case), "--report", str(made), "--for", seat])
    assert done.exit_code == 0, done.output
    inside = embedded_in(made.read_text(encoding="utf-8"))
    assert inside.seat == seat
    assert inside.consulted == (seat != "umpire")
    if seat == "umpire":
        assert position_from_data(inside.case["given"]["position"]) == position
    assert reports.report_again(inside).ruling == rule_case(case)
