"""A wrong entry of a log that is found later: three remedies, and a log set right that is like any other."""

import json
import re
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from click.testing import CliRunner
from msgspec import structs
from other_secrets import exchanged
from sizes import first, size
from test_for_seat import PERSONS, received
from walks import a_walk, walk

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadEntry, BadInput, NinevearsError, Refused
from ninevears_kernel.core.messages import Message
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.engine.seeded_dice import WarDice, draw, shuffled
from ninevears_kernel.nine_years.games.game import BETWEEN_COPIES, Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.record import KeptDice, Otherwise, SetRight
from ninevears_kernel.nine_years.games.set_right import block_of, read_block
from ninevears_kernel.nine_years.games.table_play import TableGame
from ninevears_kernel.nine_years.games.view import for_seat
from ninevears_kernel.play.branches import kept_choice
from ninevears_kernel.play.saved_wars import session_of_text, war_text
from ninevears_kernel.play.session import Session
from ninevears_kernel.umpire.luck.fair_dice import check, commit, seed_of
from ninevears_kernel.umpire.luck.luck import luck_of
from ninevears_kernel.umpire.luck.luck_report import sentences
from ninevears_kernel.umpire.mail.mail import read_mail
from ninevears_kernel.umpire.setting_right.opened import open_log
from ninevears_kernel.umpire.setting_right.remedies import rewind, set_right, stand, substitute, substitutes
from ninevears_kernel.umpire.setting_right.replaying import RecordedDice
from ninevears_kernel.umpire.setting_right.told import ordered, what_now_data, what_now_text
from ninevears_kernel.widgets.umpire.what_now import WhatNow

KINDS = (
    "illegal",
    "another side",
    "unreadable",
    "a die",
    "a die too many",
    "a die too few",
    "a line",
    "named",
)


def choices_of(log: str) -> list[int]:
    """The places of the lines that tell choices."""
    return [place for place, line in enumerate(log.split("\n")) if line.startswith(SIDES)]


def broken(game: Game, kind: str, chance: Random) -> tuple[str, int, int | None]:
    """The log of a game with a wrong entry, the number of the choice, and what the umpire names."""
    lines = game.log.split("\n")
    places = choices_of(game.log)
    number = chance.randrange(len(places))
    at = places[number]
    side, _, text = lines[at].partition(": ")
    rolls = [place for place, line in enumerate(lines) if line.startswith("  roll")]
    if kind == "illegal":
        before = Game.new(game.start.seed, recorded=False)
        for entry in game.entries[:number]:
            before.carry_out(entry.action)
        wrong = (
            "campaign Lisbon",
            "pass",
            "done",
            "to Madrid",
            "with 9 France",
            "play 3",
            "besiege",
            "exile Dublin, no",
        )
        lines[at] = f"{side}: " + next(one for one in wrong if before.verify(one))
    elif kind == "another side":
        lines[at] = f"{enemy(side)}: {text}"
    elif kind == "unreadable":
        lines[at] = f"{side}: dance"
    elif kind == "a line":
        lines.insert(at, "and so it was")
    elif kind in ("a die", "a die too few") and rolls:
        place = chance.choice(rolls)
        number = max(count for count, one in enumerate(places) if one < place)
        face = int(lines[place].split()[1])
        lines[place] = lines[place].replace(f"roll {face}", f"roll {face % 6 + 1}")
        if kind == "a die too few":
            del lines[place]
    elif kind == "a die too many":
        end = next((one for one in places if one > at), len(lines) - 1)
        lines.insert(end, "  roll 1")
    return "\n".join(lines), number + 1, number + 1 if kind == "named" else None


def as_it_is(game: Game) -> None:
    """A log is one: it plays to the same position, byte for byte, and goes on."""
    log = game.log
    again = read_log(log)
    assert (again.position, again.log, again.entries) == (game.position, log, game.entries)
    other = game.branch()
    assert walk(again, 25).position == walk(other, 25).position
    assert read_log(again.log).position == again.position


def no_dice(game):
    return game.position.replace(seed=0, drawn=0)


# ---- the property


@pytest.mark.parametrize("kind", KINDS)
def test_each_remedy_of_a_wrong_entry_anywhere_is_a_war_that_goes_on(kind):
    for seed in range(first("setright"), first("setright") + size("setright")):
        chance = Random(f"{kind}{seed}")
        game = a_walk(seed, chance.randrange(20, 400), recorded=False)
        log, number, at = broken(game, kind, chance)
        opened = open_log(log, at)
        assert opened.decision == number == len(opened.game) + 1, (seed, kind)
        back, stands = rewind(opened), stand(opened)
        found = substitutes(opened, later=chance.choice(("stop", "pass")), most=3)
        told = what_now_text(opened, back, found, stands)
        assert json.loads(json.dumps(what_now_data(opened, back, found, stands, "x")))["decision"] == number
        assert str(number) in told
        for worked in (back, stands, *found.found):
            righted = set_right(opened, worked, "So it is.")
            if not worked.past:
                assert no_dice(righted) == worked.position.replace(seed=0, drawn=0)
            as_it_is(righted)
            assert len(righted) == number - 1 + len(worked.course.made)
        before = a_walk(seed, 0, recorded=False)
        for entry in game.entries[: number - 1]:
            before.carry_out(entry.action)
        assert replace(back, course=None).position == before.position


def test_who_puts_back_what_stood_there_has_the_same_war():
    """Dice, shuffles and all: only the dice to come are others."""
    for seed in range(size("setright")):
        game = a_walk(seed, 500, recorded=False)
        log, number, _ = broken(game, "illegal", Random(seed))
        opened = open_log(log)
        worked = substitute(opened, game.entries[number - 1].action)
        assert worked.course.legal == len(game) - number
        told = [roll.face for entry in game.entries[number:] for roll in entry.rolls]
        righted = set_right(opened, worked, "A slip of the pen.")
        assert [roll.face for entry in righted.entries[number:] for roll in entry.rolls] == told
        assert no_dice(righted) == no_dice(game)


def test_a_war_to_its_end_is_opened_in_time_and_goes_to_its_end_again():
    game = a_walk(4, 5000, recorded=False)
    log, _, _ = broken(game, "illegal", Random(5))
    opened = open_log(log)
    tried = []
    found = substitutes(opened, progress=lambda count, of: tried.append((count, of)))
    assert tried == [(count, len(found.found)) for count in range(len(found.found))]
    assert len(substitutes(opened, stop=lambda: len(tried) > 0).found) == 0
    righted = set_right(opened, found.found[0], "So it is.")
    walk(righted, 5000)
    assert read_log(righted.log, recorded=False).result == righted.result
    # once the seed has been shown the dice to come are from another that nobody can work out
    over = open_log(game.log, len(game) // 2)
    anew = set_right(over, rewind(over), "All over again.")
    assert anew.entries[-1].then[0].seed == over.seed > 0
    as_it_is(anew)


# ---- the remedies


@pytest.fixture(scope="module")
def war() -> Game:
    return a_walk(11, 160, recorded=False)


@pytest.fixture
def slip(war) -> str:
    """The log of a war in which a march goes wrong, with rolls behind it."""
    number = next(place for place, entry in enumerate(war.entries) if entry.action[0] == "campaign")
    lines = war.log.split("\n")
    at = choices_of(war.log)[number]
    side = lines[at].partition(":")[0]
    lines[at] = f"{side}: campaign Lisbon"
    return "\n".join(lines)


@pytest.mark.clause("NY 14.1.2", "NY 7.2.2")
def test_an_illegal_entry_is_told_with_its_clauses_and_the_position_before_it(war, slip):
    opened = open_log(slip)
    assert {one.clause_id for one in opened.violations} >= {"NY 14.1.2", "NY 7.2.2"}
    assert opened.entry.endswith("campaign Lisbon")
    assert len(opened.rest) == len(war) - opened.decision
    assert opened.game.engine.side == opened.choice.side


def test_after_a_rewind_the_dice_and_cards_to_come_are_others(slip):
    opened = open_log(slip)
    back = set_right(opened, rewind(opened), "Back.")
    assert rewind(opened).past == "roll"
    assert back.engine.board.seed != opened.game.engine.board.seed
    for deck in ("action_deck", "event_deck"):
        was, now = getattr(opened.game.engine.board, deck), getattr(back.engine.board, deck)
        assert sorted(was) == sorted(now)
        assert was != now
    # but not where nobody had seen anything: then it is as if it had never been
    last = open_log("\n".join(slip.split("\n")[: opened.line]))
    assert rewind(last).past == ""
    assert set_right(last, rewind(last), "Back.").position == last.game.position


def test_the_choice_that_keeps_most_is_told_first_of_all(war, slip):
    opened = open_log(slip)
    found = substitutes(opened)
    assert found.legal == len(opened.game.engine.options) == len(found.found)
    assert found.found[0].verb == "campaign"  # natural: what does the same
    right = war.log.split("\n")[opened.line - 1].partition(": ")[2]
    assert f"stays with: {right}." in what_now_text(opened, rewind(opened), found, stand(opened))


def test_where_a_later_choice_is_no_longer_legal_the_war_stops_or_goes_on_without_it(slip):
    opened = open_log(slip)
    worked = substitute(opened, "end")
    course = worked.course
    assert course.stopped is opened.rest[course.legal]
    assert course.says is not None
    further = substitute(opened, "end", later="pass").course
    assert further.legal > course.legal
    assert further.left_out
    for one in (worked, substitute(opened, "end", later="pass")):
        as_it_is(set_right(opened, one, "So it is."))
    with pytest.raises(BadInput, match="later"):
        substitute(opened, "end", later="dance")


def test_an_illegal_choice_that_stands_is_carried_out_and_corrected(slip):
    opened = open_log(slip)
    edits = [{"set": "control", "space": "Tournai", "side": "Alliance"}]
    worked = stand(opened, edits)
    assert worked.choice == "campaign Lisbon"
    righted = set_right(opened, worked, "Both had agreed.")
    assert righted.entries[opened.decision - 1].action == opened.choice.action
    assert worked.position.controller("Tournai") == "Alliance"
    as_it_is(righted)
    with pytest.raises(BadInput, match="edits"):
        stand(opened, [{"set": "control", "space": "Atlantis", "side": None}])
    with pytest.raises(BadInput, match="edits"):
        stand(opened, [{"set": "year", "year": 1690}] * 61)


def test_what_cannot_be_carried_out_stands_by_its_corrections_alone(war, slip):
    opened = open_log(slip.replace("campaign Lisbon", "dance"))
    worked = stand(opened, [{"set": "victory-points", "points": 12}])
    assert (worked.choice, worked.position.victory_points) == ("", 12)
    as_it_is(set_right(opened, worked, "They danced."))


def test_a_die_that_was_misread_may_stand():
    for seed in range(8):
        game = a_walk(seed, 120, recorded=False)
        chance = Random(seed)
        log, number, _ = broken(game, "a die", chance)
        opened = open_log(log)
        righted = set_right(opened, stand(opened), "It was read so.")
        told = [face for face, _ in opened.choice.dice]
        faces = [roll.face for roll in righted.entries[number - 1].rolls]
        assert faces[: len(told)] == told[: len(faces)]
        as_it_is(righted)
        right = set_right(opened, substitutes(opened, most=1).found[0], "It was read wrong.")
        assert right.entries[number - 1].action == game.entries[number - 1].action


def test_a_reason_is_wanted_and_the_choice_must_be_legal(slip):
    opened = open_log(slip)
    with pytest.raises(BadInput, match="reason"):
        set_right(opened, rewind(opened), "  \n ")
    with pytest.raises(Refused, match=r"NY 14\.1\.2"):
        substitute(opened, "campaign Lisbon")
    with pytest.raises(BadInput, match="every entry fits"):
        open_log(a_walk(1, 20).log)
    for at in (0, 21, True):
        with pytest.raises(BadInput, match="at"):
            open_log(a_walk(1, 20).log, at)
    righted = set_right(opened, rewind(opened), "one\ntwo  three" + "x" * 2000)
    [one] = righted.entries[-1].then
    assert one.reason.startswith("one two threexxx")
    as_it_is(righted)


def test_only_what_was_seen_changes_what_is_to_come(war):
    number = next(
        place
        for place in range(1, len(war) - 1)
        if not any(entry.rolls for entry in war.entries[place - 1 : place + 2])
    )
    start = Game.new(war.start.seed, recorded=False)
    for entry in war.entries[: number + 1]:
        start.carry_out(entry.action)
    assert rewind(open_log(start.log, number)).past == "card"  # a choice was seen behind it, and its cards
    assert rewind(open_log(start.log, number + 1)).past == ""
    assert rewind(open_log(war.log, number)).past == "roll"


def test_a_choice_that_nobody_is_asked_any_more_stays_if_it_is_the_one():
    for seed in range(12, 60):
        war = a_walk(seed, 220, recorded=False)
        asked = [place for place, entry in enumerate(war.entries, 1) if entry.action[0] == "with"]
        for number in asked:
            opened = open_log(war.log, number)
            for worked in substitutes(opened, most=2).found:
                if worked.course.legal > len(worked.course.made) - 1:
                    as_it_is(set_right(opened, worked, "So it is."))
                    return
    raise AssertionError("no such war")


def test_dice_are_those_of_the_log_up_to_the_first_other_roll():
    names = [str(Message("dice.any")), "another roll", "a third"]
    dice = RecordedDice(7, 100, (5, 40))
    dice.tell([(3, names[0]), (4, names[1]), (6, names[0])])
    assert dice.roll(wanted=Message("dice.any")) == 3
    assert dice.roll(wanted=Message("dice.any")) == draw(7, 100, 6)  # the log had another roll here
    assert dice.roll(wanted=Message("dice.any")) == draw(7, 101, 6)  # from there on none is the same
    expected = WarDice(5, 43)  # as the log would have shuffled behind its three dice
    assert shuffled("ABCDEFGH", dice) == shuffled("ABCDEFGH", expected)
    assert dice.taken(3, 9) == KeptDice(9, "3", 5, 43)
    dice.tell([])
    assert shuffled("ABCDEFGH", dice) == shuffled("ABCDEFGH", expected)
    assert dice.taken(0, 10) == KeptDice(10, "", 5, 43 + 7)
    dice.tell([(2, "")])
    assert dice.roll(wanted=Message("dice.any")) == 2  # where the log does not say what for, it is the same
    assert dice.taken(1, 11) == KeptDice(11, "2")


# ---- the log


def test_whoever_changes_a_line_of_the_block_is_found_out(slip):
    opened = open_log(slip)
    righted = set_right(opened, substitutes(opened).found[0], "So it is.")
    lines = righted.log.split("\n")
    begin = next(place for place, line in enumerate(lines) if line.startswith("umpire:"))
    end = next(place for place, line in enumerate(lines) if line.startswith("  check:"))
    changes = {
        place: re.sub(r"\w(?=\W*$)", "9", lines[place], count=1) for place in range(begin + 1, end + 1)
    }
    changes[begin] = lines[begin].replace("substitute", "rewind")
    for place, line in changes.items():
        tampered = [*lines[:place], line, *lines[place + 1 :]]
        with pytest.raises(BadEntry):
            read_log("\n".join(tampered))
        with pytest.raises(BadEntry):
            read_log("\n".join(lines[:place] + lines[place + 1 :]))


def test_no_other_choice_stands_and_no_other_die_is_kept(war, slip):
    opened = open_log(slip)
    log = set_right(opened, stand(opened), "It stands.").log
    standing = f"{opened.choice.side}: campaign Lisbon"
    assert log.count(f"\n{standing}\n") == 1
    with pytest.raises(BadEntry, match=r"NY"):
        read_log(log.replace(f"\n{standing}\n", f"\n{opened.choice.side}: campaign Madrid\n"))
    named = open_log(war.log, opened.decision)
    log = set_right(named, stand(named), "It stands.").log
    rolls = [found.end() for found in re.finditer(r"\n  roll ", log) if found.start() > log.index("umpire:")]
    assert len(rolls) == sum(len(one.dice) for one in named.rest) > 2
    for roll in rolls:
        with pytest.raises(BadEntry):
            read_log(log[:roll] + str(int(log[roll]) % 6 + 1) + log[roll + 1 :])


def test_a_decision_may_stand_before_the_first_choice_and_after_another():
    log = a_walk(2, 30).log
    side = log.split("\n")[choices_of(log)[0]].partition(":")[0]
    opened = open_log(log, 1)
    righted = set_right(opened, rewind(opened), "From the beginning.")
    assert len(righted) == 0
    assert [one.remedy for one in righted.at_start] == ["rewind"]
    as_it_is(righted)
    assert righted.engine.side == side
    again = open_log(walk(righted, 10).log, 1)
    assert len(again.game.at_start) == 1
    twice = set_right(again, substitutes(again).found[0], "Once more.")
    assert len(twice.at_start) == 2
    as_it_is(twice)
    later = open_log(walk(twice, 30).log, 8)
    as_it_is(set_right(later, rewind(later), "And once more."))


def test_a_log_with_a_decision_can_be_opened_again_and_what_was_replaced_is_told(slip):
    opened = open_log(slip)
    righted = walk(set_right(opened, rewind(opened), "Back."), 20)
    [one] = righted.entries[opened.decision - 2].then
    assert one.instead[0].endswith("campaign Lisbon")
    assert len([line for line in one.instead if line.startswith(SIDES)]) == len(opened.rest) + 1
    second = open_log(righted.log, 5)
    assert second.cut is not None  # what was set right before is not made again
    third = set_right(second, substitutes(second, most=1).found[0], "Earlier still.")
    assert "instead: umpire: rewind" in third.log
    as_it_is(third)


@pytest.mark.parametrize(
    "one",
    [
        SetRight("rewind", 3, "Why."),
        SetRight("substitute", 3, "Why: so # it is", "pass", 7, "card", 5),
        SetRight(
            "stand",
            9,
            "x",
            "",
            1,
            "roll",
            0,
            ('{"a": 1}',),
            (KeptDice(0, "16"), KeptDice(4, "", 7, 0)),
            ("a", "b: c"),
        ),
    ],
)
def test_a_block_comes_back(one):
    assert read_block([line.strip() for line in block_of(one)]) == (one, 0)


# ---- what else knows of it


def test_undo_and_redo_go_over_it(slip):
    opened = open_log(slip)
    for worked in (rewind(opened), substitutes(opened).found[0], stand(opened)):
        game = walk(set_right(opened, worked, "So it is."), 70)
        length, position, log = len(game), game.position, game.log
        for to in (opened.decision, opened.decision - 1, opened.decision - 2, 0):
            game.undo(to)
            assert read_log(game.log).position == game.position
            game.redo(length - to)
            assert (game.position, game.log) == (position, log)
        game.undo(opened.decision - 2)
        game.choose(game.engine.options[0])
        assert read_log(game.log).position == game.position


def test_it_stands_where_a_copy_of_the_board_is_kept(war):
    for number in (BETWEEN_COPIES, BETWEEN_COPIES + 1, BETWEEN_COPIES + 2):
        opened = open_log(war.log, number)
        game = set_right(opened, stand(opened), "So it is.")
        seeds = {game.engine.board.seed, opened.game.engine.board.seed}
        assert len(seeds) == 2
        for to in (BETWEEN_COPIES + 10, number - 1):
            game.undo(to)
            assert game.engine.board.seed not in (war.start.seed, opened.game.engine.board.seed)
            assert read_log(game.log).position == game.position


def test_who_chooses_the_same_again_has_the_decision_again(war, slip):
    opened = open_log(slip)
    game = walk(set_right(opened, rewind(opened), "Back."), 5)
    log, last = game.log, [entry.action for entry in game.entries[opened.decision - 2 :]]
    game.undo(opened.decision - 2)
    for action in last:
        game.choose(action)
    assert game.log == log


def test_nobody_takes_back_a_decision_without_a_trace(war):
    """Not even where nothing was answered: the umpire has looked at it."""
    for number in range(20, len(war)):
        opened = open_log(war.log, number)
        game = set_right(opened, rewind(opened), "Back.")
        session = Session(game, bourbon="person", alliance="person", show="all")
        if session.moments[-1].told == "" and len(game.branch().engine.options) > 1:
            session.back(pause=True)
            others = [one for one in session.game.engine.options if one != session.moments[-1].entry.action]
            if others:
                break
    assert len(session.branches) == 1
    session.choose(others[0])
    assert len(session.branches) == 2
    session.switch(1)
    session.go_to(len(session.moments))
    assert session.game.log == game.log


def test_what_is_kept_of_a_choice_holds_the_decision_behind_it(war):
    one = SetRight("rewind", 2, "Back.")
    entry = structs.replace(war.entries[0], then=(one,), otherwise=Otherwise(2, "roll"))
    moment = replace(Session(a_walk(1, 3)).moments[0], entry=entry)
    assert (kept_choice(moment).then, kept_choice(moment).branch) == ((one,), 2)


def test_a_session_and_a_war_that_is_kept_know_it(slip):
    opened = open_log(slip)
    righted = walk(set_right(opened, stand(opened), "So it is."), 30)
    session = Session(righted, bourbon="person", alliance="person", show="all")
    assert session.game.log == righted.log
    place = opened.decision - 1
    session.go_to(place - 1)
    session.choose(session.moments[place - 1].entry.action)  # the same again comes to the same war
    session.go_to(len(session.moments))
    assert session.game.log == righted.log
    session.go_to(place - 1)
    other = next(one for one in session.game.engine.options if one != session.moments[place - 1].entry.action)
    session.choose(other)
    assert len(session.branches) == 2  # nobody takes back a decision of the umpire without a trace
    assert "umpire:" not in session.game.log
    again = session_of_text(war_text(session))
    again.switch(1)
    again.go_to(len(again.moments))
    assert again.game.log == righted.log
    assert session_of_text(war_text(Session(righted))).game.log == righted.log
    start = open_log(righted.log, 1)
    begun = Session(walk(set_right(start, rewind(start), "Anew."), 5), bourbon="person", alliance="person")
    assert session_of_text(war_text(begun)).game.log == begun.game.log


def test_luck_and_fair_dice_know_it():
    commitment, reveal = commit("A war", "2026-11-21", with_words=False)
    game = a_walk(seed_of(commitment, reveal), 200, recorded=False)
    log, _, _ = broken(game, "illegal", Random(2))
    opened = open_log(log)
    righted = set_right(opened, substitutes(opened).found[0], "So it is.")
    found = check(commitment, reveal, righted.log)
    assert found.holds
    assert found.checks[-1].name == "umpire"
    assert check(commitment, reveal, game.log).checks[-1].name == "rolls"
    report = luck_of(righted)
    assert report.settled == 1
    rolled = [face for row in report.rows for face in row.faces]
    assert rolled == [roll.face for entry in righted.entries for roll in entry.rolls]
    assert "set the war right once" in " ".join(map(str, sentences(report)))
    named = open_log(game.log, 40)
    righted = set_right(named, stand(named), "So it is.")
    rolled = [face for row in luck_of(righted).rows for face in row.faces]
    assert rolled == [roll.face for entry in righted.entries for roll in entry.rolls]
    assert rolled == [roll.face for entry in game.entries for roll in entry.rolls]


def test_at_a_table_the_dice_of_the_log_are_kept_and_others_are_asked_for():
    game, chance = TableGame.at_table(recorded=False), Random(4)
    while len(game) < 120:
        action = chance.choice(game.engine.options)
        faces: list[int] = []
        while (missing := game.missing(action, faces)[0]) is not None:
            faces += [chance.randint(1, 6) for _ in range(missing.number)]
        game.choose(action, faces)
    asked, stayed = 0, 0
    for number in (2, 13, 54, 55):
        opened = open_log(game.log, number)
        assert stand(opened).course.legal == len(game) - number
        found = substitutes(opened, most=6)
        for worked in (rewind(opened), stand(opened), *found.found):
            says = worked.trouble or worked.course.says
            asked += says is not None and says.id == "setright.die-wanted"
            stayed += worked.remedy == "substitute" and worked.course.legal > 0
            if worked.trouble is None:
                righted = set_right(opened, worked, "So it is.")
                again = read_log(righted.log)
                assert (again.position, again.log) == (righted.position, righted.log)
            else:
                with pytest.raises(BadInput, match="die must be rolled"):
                    set_right(opened, worked, "So it is.")
    assert asked
    assert stayed


def test_a_letter_says_that_it_cannot_tell_it(slip):
    opened = open_log(slip)
    log = set_right(opened, rewind(opened), "Back.").log
    assert read_mail(log).problem is not None
    assert "umpire" in str(read_mail(log).problem.says)


# ---- secrets


@pytest.mark.clause("NY 4.4")
def test_a_seat_gets_no_more_of_it_than_it_may_see(war, slip):
    opened = open_log(slip)
    space = next(one.space for one in opened.game.position.corps if one.power == "France" and not one.inside)
    edits = [
        {"add": "corps", "power": "France", "space": space},
        {"set": "victory-points", "points": 17},
        {"remove": "corps", "power": "france", "space": space},
    ]
    game = walk(set_right(opened, stand(opened, edits), "It stands."), 10)
    [one] = game.entries[opened.decision - 2].then
    hidden = structs.replace(
        one,
        edits=(
            one.edits[0].replace("France", "Jacobite"),
            one.edits[1],
            one.edits[2].replace("france", "Jacobite"),
        ),
        kept=(KeptDice(0, "555", 8_314_159, 3),),
        instead=("Bourbon: lay 3",),
        choice="pass",
        seed=271_828,
        past="card",
    )
    for seat in PERSONS:
        if seat != "Bourbon":
            twin, place = exchanged(game, seat, 5), opened.decision - 2
            twin._entries[place] = structs.replace(twin._entries[place], then=(hidden,))
            real, other = received(game, seat), received(twin, seat)
            assert [name for name in real if real[name] != other[name]] == []
        log = for_seat(game, seat).log
        assert "umpire: stand" in log
        assert "It stands." in log
        assert '"points": 17' in log
        assert not re.search(r"(?m)^  (kept|seed|instead|choice|past|check):", log)
        assert ('"France"' in log) == (seat == "Bourbon")
        with pytest.raises(BadInput):
            read_log(log)
    assert for_seat(game, "umpire").log == game.log
    shown = Session(game, bourbon="person", alliance="sense")
    assert not any("kept:" in line or "Jacobite" in line for line in shown.log_lines())
    assert any(line.startswith("umpire: stand") for line in shown.log_lines())


# ---- what strangers write


def test_a_stranger_cannot_break_it(slip):
    opened = open_log(slip)
    log = set_right(opened, rewind(opened), "Back.").log
    head = log[: log.index("umpire:")]
    number = opened.decision
    blocks = [
        SetRight("stand", number, "x", "campaign Lisbon", edits=("garbage",)),
        SetRight("stand", number, "x", "", edits=('{"set": "dance"}', "[1]", "1")),
        SetRight("stand", number, "x", "", edits=('{"add": "corps", "power": 7, "space": "Mons"}',)),
        SetRight("stand", number, "x", "", edits=('{"add": "leader", "name": "Nobody", "space": "Mons"}',)),
        SetRight("rewind", number + 1, "x"),
        SetRight("substitute", number, "x", "dance", 10**6, "roll", 0, (), (KeptDice(0, "6" * 1000),)),
        SetRight("stand", number, "x\x1b[31m", ""),
        SetRight(
            "stand", number, "x", "dance", edits=('{"add": "leader", "name": "Nobody", "space": "Mons"}',)
        ),
    ]
    for one in blocks:
        text = head + "\n".join(block_of(one)) + "\n"
        for more in ("", f"{opened.choice.side}: campaign Lisbon\n", "umpire: dance\n", "  reason: x\n"):
            with suppress(NinevearsError):
                game = read_log(text + more)
                for seat in (*PERSONS, "umpire"):
                    assert for_seat(game, seat).log
            with suppress(NinevearsError):
                found = open_log(text + more + "Bourbon: dance\n")
                set_right(found, stand(found), "x")
    for text in ("", "umpire: rewind 1", "ninevears-log/2\numpire: rewind 1\n", "\x00" * 50, "{}"):
        with pytest.raises(NinevearsError):
            open_log(text)


# ---- the command line


def run(*arguments, code=0):
    found = CliRunner().invoke(cli, ["replay", *map(str, arguments)])
    error = found.exception
    if isinstance(error, NinevearsError):
        return str(error)
    assert found.exit_code == code, found.output
    return found.stdout


def test_the_command_line_tells_the_remedies_and_writes_the_log(slip, tmp_path):
    path, new, edits = tmp_path / "war.log", tmp_path / "new.log", tmp_path / "edits.json"
    path.write_text(slip, encoding="utf-8")
    opened = open_log(slip)
    told = run(path, "--what-now")
    assert "campaign Lisbon.\n  NY 14.1.2" in told
    assert "2. Put another choice in its place" in told
    data = json.loads(run(path, "--what-now", "--json"))
    assert (data["decision"], data["later"]) == (opened.decision, len(opened.rest))
    choice = data["most_stays"][0]
    edits.write_text('[{"set": "victory-points", "points": 12}]')
    for given in (("rewind",), ("substitute", choice), ("stand", edits), ("stand",)):
        new.write_text(run(path, "--set-right", *given, "--reason", "So it is."), encoding="utf-8")
        told = run(new)
        assert f"Choice {opened.decision} was set right by the umpire ({given[0]}): So it is." in told
        assert json.loads(run(new, "--json"))["set_right"][0]["remedy"] == given[0]
    assert "both players may read" in run(path, "--set-right", "rewind")
    assert "choice" in run(path, "--set-right", "substitute", "--reason", "x")
    assert "not allowed" in run(path, "--set-right", "substitute", "campaign Lisbon", "--reason", "x")
    named = json.loads(run(new, "--what-now", "--at", 3, "--later", "pass", "--json"))
    assert (named["decision"], named["fault"]) == (3, "named")
    assert "at: found 9999" in run(new, "--what-now", "--at", 9999)
    run(path, code=1)


def test_the_face_of_the_umpire_offers_it_all(slip):
    from ninevears_kernel import umpire

    opened = umpire.open_log(slip)
    for worked in (umpire.rewind(opened), umpire.substitutes(opened).found[0], umpire.stand(opened)):
        righted = umpire.set_right(opened, worked, "A slip of the pen.")
        assert f"umpire: {worked.remedy}" in righted.log
        assert read_log(righted.log).position == righted.position


def test_what_is_ordered_tells_no_card_that_lies_face_down():
    game = a_walk(3, 40, recorded=False)
    number, laid = next((n, one) for n, one in enumerate(game.entries, 1) if one.action[0] == "lay")
    opened = open_log(game.log, number)
    for worked in (rewind(opened), *substitutes(opened).found, stand(opened)):
        told = ordered(opened, worked, "He had none.")
        assert f"“{laid.side}: a card is laid face down”" in told
        assert "lay" not in told.replace("laid", "").replace("played", "").replace("player", "")
        assert told.endswith("Why: He had none.")


# ---- the desk


def test_the_panel_tells_the_remedies_and_gives_the_log(slip):
    opened = open_log(slip)
    panel, heard = WhatNow(slip), []
    panel.on_set_right(heard.append)
    assert panel.do("rewind") is None  # nothing is opened yet
    assert panel.look()
    assert "campaign Lisbon" in panel.told.value
    war_map = panel.map_box.children[0]
    assert war_map.position == opened.game.position
    panel.shown.value = "behind"
    assert war_map.position == stand(replace(opened, rest=(), cut=None)).position
    panel.shown.value = "remedy"
    assert war_map.position == panel.chosen("substitute").position
    stays = {panel.others.found[at].course.legal for _, at in panel.choice.options}
    assert panel.chosen("substitute").course.legal == max(stays)
    assert panel.do("rewind") is None
    assert "both players may read" in panel.result.value
    panel.reason.value = "So <b>it</b> is."
    for remedy in ("rewind", "substitute", "stand"):
        game = panel.do(remedy)
        assert read_log(game.log).position == game.position
        assert heard[-1] is game
        assert "download=" in panel.result.value
    panel.correct()
    assert panel.editor.make({"set": "victory-points", "points": 12})
    assert panel.do("stand").entries[opened.decision - 2].then[0].edits == (
        '{"points": 12, "set": "victory-points"}',
    )
    assert panel.look()
    assert panel.reason.value == "So <b>it</b> is.", "it is the same choice"
    panel.at.value = 3
    assert panel.look()
    assert panel.opened.decision == 3
    assert panel.reason.value == "", "the reason was that of another choice"
    panel.lay("nonsense")
    assert not panel.look()
    assert "nonsense" in panel.error.value
    assert panel.do("rewind") is None
    assert "<script" not in WhatNow("ninevears-log/2\nscenario: <script>").error.value


def test_the_panel_looks_beside_the_notebook_and_can_be_stopped(slip):
    panel = WhatNow(slip)
    panel.job.begin()
    panel.job.stop()
    assert panel.job.wait()
    assert panel.opened is not None
    assert panel.do("substitute") is None or len(panel.others.found)
