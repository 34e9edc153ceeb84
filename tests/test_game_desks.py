"""The desks for whole games without a browser: at the table, by mail, luck, and dice that can be trusted."""

import base64
import csv
import json
import re
from datetime import UTC, datetime
from io import StringIO
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.tables import csv_text
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.nine_years.games.table_play import TableGame
from ninevears_kernel.play.heuristic_player import heuristic_player
from ninevears_kernel.umpire.luck import fair_dice
from ninevears_kernel.umpire.luck.luck import luck_of
from ninevears_kernel.umpire.luck.luck_report import to_csv
from ninevears_kernel.umpire.luck.table_mode import TableSession
from ninevears_kernel.umpire.mail.reader import SKIP
from ninevears_kernel.widgets import FairDiceDesk, LuckDesk, MailDesk, TableDesk
from ninevears_kernel.widgets.parts.background_job import BackgroundJob

POISON = "<script>alert(1)</script><img src=x onerror=alert(2)>"
HEAD = "scenario: 1688\nseed: 7\n"
NOW = datetime(2026, 11, 21, tzinfo=UTC)


def html_in(widget) -> str:
    """Every piece of HTML that a desk shows, in the order in which it stands."""
    found = [widget.value] if type(widget).__name__ in ("HTML", "HTMLMath") else []
    return "".join([*found, *map(html_in, getattr(widget, "children", ()))])


def downloaded(markup: str, name: str) -> str:
    told = re.search(rf"<a download='{re.escape(name)}' href='data:[^,]*;base64,([^']*)'", markup)
    return base64.b64decode(told[1]).decode()


def file_of(text, name="war.log"):
    content = text if isinstance(text, bytes) else text.encode()
    return (
        {
            "name": name,
            "type": "",
            "size": len(content),
            "content": memoryview(content),
            "last_modified": NOW,
        },
    )


@pytest.fixture(scope="module")
def war():
    """A war between two sensible players, some years of it."""
    game, chance = Game.new(seed=1690, recorded=False), Random(1690)
    while game.result is None and len(game) < 500:
        game.carry_out(heuristic_player(game.engine, chance))
    game.remarks["title"] = f"={POISON}"
    return game


# ---- at the table


@pytest.fixture
def table(tmp_path):
    return TableDesk(folder=tmp_path)


def begun(desk):
    for choice in ("first Bourbon", "pass", "pass"):
        assert desk.choose(choice)
    return desk


def test_the_banner_says_whose_decision_is_next_and_under_which_clause(table):
    ask = table.session.next
    assert str(ask.asks) in table.now.value
    assert ask.clause_id in table.now.value
    assert "printed text" in table.now.value
    table.choose("first Alliance")
    assert "<span class='word'>Alliance</span>" in table.now.value


def test_few_options_are_buttons_and_a_button_chooses(table):
    shown = [button for button in table.buttons if button.layout.display is None]
    assert [button.description.split("  ·  ")[1] for button in shown] == ["first Bourbon", "first Alliance"]
    shown[1].click()
    assert table.session.next.side == "Alliance"


def test_many_options_are_found_by_words_by_verb_and_by_notation(table):
    begun(table).roll([4])
    assert table.list.layout.display is None
    every = len(table.list.options)
    assert every == len(table.session.next.options) > 12
    table.verb.value = "pass"
    assert [value for _, value in table.list.options] == ["pass"]
    table.verb.value = ""
    table.typed.value = "killie"
    assert [value for _, value in table.list.options] == ["event Killiecrankie"]
    assert table.enter()
    assert table.session.game.entries[-1].action == ("event", "Killiecrankie")
    assert table.typed.value == ""


def test_exactly_the_dice_that_are_wanted_are_asked_for(table):
    begun(table)
    assert (table.tray.number, table.tray.told) == (1, [])
    assert "King William" in table.tray.asks
    asked = table.tray.asked
    table.tray._on_message(None, {"asked": asked - 1, "faces": [4]}, None)  # an answer to an older question
    table.tray._on_message(None, {"asked": asked, "faces": [4, 4]}, None)
    table.tray._on_message(None, {"asked": asked, "faces": [7]}, None)
    table.tray._on_message(None, ["asked"], None)
    assert table.session.next.kind == "dice"
    table.tray._on_message(None, {"asked": asked, "faces": [4]}, None)
    assert table.session.next.kind == "choice"
    assert table.tray.number == 0


@pytest.mark.parametrize("text", ["7", "", "four", "4 4", POISON, "4" * 300])
def test_dice_that_are_none_are_refused_in_a_sentence(table, text):
    begun(table)
    before = table.session.log
    assert not table.enter(text)
    assert "role='alert'" in table.error.value
    assert "<script" not in table.error.value
    assert table.session.log == before


def test_an_illegal_choice_is_refused_with_its_clause(table):
    begun(table).roll([4])
    before = table.session.position
    assert not table.enter("campaign Paris")
    assert "NY 8.0" in table.error.value
    assert "To fix this" in table.error.value
    assert not table.enter("campaign Atlantis")
    assert "Atlantis" in table.error.value
    assert not table.enter(POISON)
    assert "<script" not in html_in(table)
    assert table.session.position == before


def test_what_the_kit_cannot_know_is_told(table):
    for sentence in table.session.unknown:
        assert str(sentence) in table.unknown.value


def test_undo_and_redo(table):
    begun(table)
    assert table.redo_button.disabled
    table.undo_button.click()  # the choice that waits for its die
    assert table.session.next.kind == "choice"
    assert table.choose("pass")
    assert table.roll([3])
    log = table.session.log
    table.undo_button.click()
    assert not table.redo_button.disabled
    table.redo_button.click()
    assert table.session.log == log


def test_a_wrong_die_is_taken_back_alone(table):
    begun(table)
    before = table.session.log
    assert table.roll([3])
    rolled = table.session.log
    table.undo_button.click()
    assert table.session.log == before  # the choice waits for its die again
    assert table.session.next.number == 1
    table.redo_button.click()
    assert table.session.log == rolled
    table.undo_button.click()
    assert table.roll([5])
    assert table.redo_button.disabled
    assert "Dice: 5" in table.history.value
    table.undo_button.click()
    table.undo_button.click()
    assert table.session.next.kind == "choice"


def test_what_was_done_is_shown_on_the_map_and_in_the_log(table):
    begun(table).roll([5])
    assert table.war_map.position == table.session.game.position
    assert "Dice: 5" in table.history.value
    assert "NY 18.3" in table.caused.value


def test_the_session_is_downloaded_and_resumed_in_the_middle_of_a_choice(table, tmp_path):
    begun(table)
    log = downloaded(html_in(table), "table.log")
    assert log == table.session.log
    other = TableDesk(folder=tmp_path)
    other.upload.value = file_of(log)
    assert other.session.log == log
    assert other.session.next.kind == "dice"
    third = TableDesk(folder=tmp_path)
    third.text.value = log
    third.resume_button.click()
    assert third.session.log == log
    third.undo()  # the choice that waited
    while len(third.session.game):
        third.undo()
    assert third.undo()  # the war that lay there before
    assert third.session.log == TableSession().log


def test_it_goes_on_from_a_save(table):
    position = Game.new(seed=7).position
    table.upload.value = file_of(Game.new(seed=7).log.replace("ninevears-log/1", "no log"))
    assert "role='alert'" in table.file_error.value
    assert table.resume(json.dumps(position_to_data(position)))
    assert table.session.position.year == position.year


@pytest.mark.parametrize(
    "text",
    ["", POISON, "{", '{"format": 1}', "ninevears-log/1\nseed: 7\n", "[" * 5000, "x" * 2_100_000, "\0"],
)
def test_what_is_no_session_changes_nothing(table, text):
    before = table.session
    assert not table.resume(text)
    assert table.session is before
    assert "role='alert'" in table.file_error.value
    assert "<script" not in html_in(table)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"x" * (3 << 20)])
def test_a_file_that_is_no_text_is_refused(table, content):
    table.upload.value = file_of(content)
    assert "role='alert'" in table.file_error.value


def test_it_is_written_beside_the_notebook_and_nowhere_else(table, tmp_path):
    begun(table)
    table.write_button.click()
    assert (tmp_path / "table.log").read_text() == table.session.log
    table.roll([2])
    assert table.write()
    assert (tmp_path / "table.log").read_text() == table.session.log
    (tmp_path / "mine.txt").write_text("my diary")
    (tmp_path / "way.log").symlink_to(tmp_path / "elsewhere.log")
    for name in (
        "../x.log",
        "/tmp/x.log",
        "a/b.log",
        "",
        ".hidden.log",
        "x.py",
        "mine.txt",
        "way.log",
        "a\0.log",
    ):
        table.file.value = name
        assert not table.write(), name
    assert (tmp_path / "mine.txt").read_text() == "my diary"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.txt", "table.log", "way.log"]


@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 999))
def test_any_war_at_the_table_can_be_told_to_the_desk(seed):
    desk, chance = TableDesk(), Random(seed)
    for _ in range(20):
        ask = desk.session.next
        if ask.kind == "dice":
            assert desk.enter(" ".join(str(chance.randint(1, 6)) for _ in range(ask.number)))
        else:
            assert desk.enter(chance.choice(ask.options).text)
    assert TableSession.resume(desk.session.log).position == desk.session.position


# ---- by mail


def test_a_letter_is_shown_line_by_line_and_mended_in_place():
    desk = MailDesk(
        letter=f"Hi,\n> {HEAD.replace(chr(10), chr(10) + '> ')}\n1) Bourbon – first bourbon\n2) pas\nBye"
    )
    reading = desk.read()
    problem = reading.problem
    assert problem is not None
    assert f"<mark>{problem.text[problem.start : problem.end]}</mark>" in desk.before.value
    for words in ("ignored", "read with a change", "to correct"):
        assert words in desk.before.value
    assert "Bye" in desk.behind.value
    shown = [button for button in desk.fixes if button.layout.display is None]
    assert shown[0].description == "Meant: Bourbon: pass"
    shown[0].click()
    assert desk.reading.problem is None
    assert [entry.action for entry in desk.reading.game.entries] == [("first", "Bourbon"), ("pass",)]
    assert desk.mending.layout.display == "none"
    desk.undo()
    assert desk.reading.problem == problem


def test_a_line_is_written_anew_chosen_from_all_or_left_out():
    letter = HEAD + "Bourbon: first Bourbon\nBourbon: xyzzy\nAlliance: pass\n"
    desk = MailDesk(letter=letter)
    assert desk.read().problem.line == 4
    assert len(desk.options.options) == desk.reading.problem.options + 1
    desk.options.value = "Bourbon: pass"
    desk.put_button.click()
    assert "not read" not in desk.summary.value
    assert desk.letter.value.splitlines()[3] == "Bourbon: pass"
    desk.undo()
    desk.line.value = "Bourbon: pass"
    desk.write_button.click()
    assert desk.letter.value.splitlines()[3] == "Bourbon: pass"
    desk.undo()
    desk.leave_button.click()
    assert desk.letter.value.splitlines()[3] == "# Bourbon: xyzzy"


def test_what_is_quoted_from_the_game_so_far_is_not_read_again():
    game = Game.new(seed=7)
    for choice in ("first Bourbon", "pass", "pass"):
        game.choose(choice)
    desk = MailDesk(game, "> Bourbon: first Bourbon\n> Bourbon: pass\nthat was it")
    assert desk.read().new == 0
    desk.letter.value = f"> {game.engine.side}: {game.decision.options[0].text}"
    assert desk.read().new == 1


def test_an_answer_goes_in_with_the_letter():
    game = Game.new(seed=7)
    game.choose("first Bourbon")
    game.choose("pass")
    game.choose("pass")
    while game.engine.side != "Bourbon" or ("pass",) not in game.engine.options:
        game.choose(game.decision.options[0])
    desk = MailDesk(game, "> Bourbon: pass\n")
    problem = desk.read().problem
    assert problem.alternatives == ("pass", SKIP)
    descriptions = [button.description for button in desk.fixes if button.layout.display is None]
    assert descriptions == ["Meant: pass", "Meant: nothing new"]
    desk.fixes[1].click()
    assert desk.reading.problem is None
    assert desk.reading.new == 0
    desk.undo()
    desk.fixes[0].click()
    assert desk.reading.new == 1


def test_the_clean_log_is_downloaded_kept_and_added_to():
    desk = MailDesk(letter=HEAD + "Bourbon: first Bourbon\n")
    desk.read()
    assert downloaded(desk.exports.value, "war.log") == desk.reading.log
    assert desk.war_map.position == desk.reading.game.position
    desk.keep_button.click()
    assert desk.letter.value == ""
    assert len(desk.game) == 1
    desk.letter.value = "Bourbon: pass"
    assert desk.read().new == 1
    other = MailDesk()
    other.open_game.value = file_of(desk.reading.log)
    assert len(other.game) == 2
    other.open_game.value = file_of(POISON)
    assert "role='alert'" in other.error.value
    assert len(other.game) == 2


RAW = (
    "From: Anna <anna@example.org>\nSubject: my turn\nMIME-Version: 1.0\n"
    'Content-Type: text/html; charset="utf-8"\nContent-Transfer-Encoding: quoted-printable\n\n'
    "<div>scenario: 1688</div><div>seed: 7</div>=\n<p>Bourbon: <b>first=20Bourbon</b></p><div>bye</div>"
)


def test_the_source_of_a_mail_becomes_the_letter_that_a_person_sees():
    desk = MailDesk()
    desk.open_letter.value = file_of(RAW, "turn.eml")
    assert desk.reading.new == 1
    assert desk.letter.value.splitlines() == ["scenario: 1688", "seed: 7", "Bourbon: first Bourbon", "bye"]
    assert "quoted-printable" in desk.summary.value
    desk.undo()
    assert desk.letter.value == RAW


def test_a_long_letter_is_read_beside_the_notebook_and_can_be_stopped(war):
    desk = MailDesk(letter=war.log)
    desk.read_button.begin()
    assert desk.read_button.wait()
    assert desk.reading.problem is None
    assert len(desk.reading.game) == len(war)
    assert len(desk.before.value) < 200_000
    desk = MailDesk(letter=war.log)
    stopped = desk._work(lambda count, of: None, lambda: True)
    desk._done(stopped)
    assert "Stopped here" in desk.before.value


def test_a_poisoned_letter_is_shown_as_text():
    for text in (
        POISON,
        HEAD + f"title: {POISON}\nBourbon: {POISON}\n",
        HEAD + f"Bourbon: campaign {POISON}\nBourbon: campaign =cmd()\n",
        f"scenario: {POISON}\n",
    ):
        desk = MailDesk(letter=text)
        desk.read()
        assert "<script" not in html_in(desk)
        assert "<img" not in html_in(desk)
        desk.keep()
        assert "<script" not in html_in(desk)


@pytest.mark.parametrize("letter", ["x" * 2_000_001, "\n" * 60_000])
def test_a_letter_that_is_longer_than_any_log_is_refused(letter):
    desk = MailDesk(letter=letter)
    assert desk.read() is None
    assert "role='alert'" in desk.error.value


@settings(max_examples=12, deadline=None)
@given(letter=st.text(max_size=200))
def test_whatever_is_pasted_the_desk_says_something(letter):
    desk = MailDesk(letter=HEAD + letter)
    assert desk.read() is not None
    assert desk.summary.value


# ---- luck


def test_the_table_has_every_roll_with_its_chance(war):
    desk = LuckDesk(war.log)
    report = desk.count()
    assert report == luck_of(read_log(war.log))
    assert len(desk.rows) == len(report.rows) > 20
    assert str(len(report.rows)) in desk.table.value
    assert "<svg" in desk.chart.value
    assert "%" in desk.table.value


def test_it_is_filtered_and_sorted(war):
    desk = LuckDesk(war)
    desk.count()
    desk.side.value = "Alliance"
    assert {row.side for row in desk.rows} == {"Alliance"}
    desk.kind.value = "siege"
    assert {(row.side, row.kind) for row in desk.rows} == {("Alliance", "siege")}
    desk.kind.value, desk.side.value = "", "nobody"
    assert {row.side for row in desk.rows} <= {None}
    desk.side.value = ""
    for order, key in (("luckiest", lambda row: -row.luck), ("unluckiest", lambda row: row.luck)):
        desk.sort.value = order
        assert desk.rows == sorted(desk.report.rows, key=key)
    desk.sort.value = "rarest"
    chances = [dict(row.chances)[row.rank] for row in desk.rows]
    assert chances == sorted(chances)


def test_the_csv_has_no_formula_and_numbers_stay_numbers(war):
    desk = LuckDesk(war)
    desk.count()
    rows = list(csv.DictReader(StringIO(downloaded(desk.exports.value, "luck.csv"))))
    assert len(rows) == len(desk.report.rows)
    assert [float(row["luck"]) for row in rows] == [float(row.luck) for row in desk.report.rows]
    assert to_csv(desk.report) == downloaded(desk.exports.value, "luck.csv")


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1"])
def test_a_text_in_a_csv_is_no_formula(cell):
    text = csv_text(["a", "b"], [(cell, -1)]).split("\n", 1)[1]
    ((told, number),) = list(csv.reader(StringIO(text, newline="")))
    assert told.startswith("'")
    assert told[1:] == cell.replace("\r", " ").replace("\n", " ")
    assert number == "-1"


def test_the_title_of_a_log_is_shown_as_text(war):
    desk = LuckDesk(war)
    desk.count()
    assert "alert(1)" in desk.chart.value
    assert "<script" not in html_in(desk)
    assert "<img" not in html_in(desk)


def test_it_can_be_stopped_and_says_how_far_it_came(war):
    desk = LuckDesk(war)
    asked = iter([False] * 40)
    desk._found(desk._work(lambda count, of: None, lambda: next(asked, True)))
    assert f"of {len(war)}" in desk.told.value
    assert isinstance(desk.count_button, BackgroundJob)
    desk.count_button.begin()
    assert desk.count_button.wait()
    assert f"of {len(war)}" not in desk.told.value


@pytest.mark.parametrize(
    "log", ["", POISON, "ninevears-log/1\n", HEAD + f"Bourbon: {POISON}", "x" * 2_100_000]
)
def test_what_is_no_log_is_said_in_a_sentence(log):
    desk = LuckDesk(log)
    assert desk.count() is None
    assert "role='alert'" in desk.error.value
    assert "<script" not in html_in(desk)
    assert desk.found.layout.display == "none"


def test_another_log_takes_the_old_report_away(war):
    desk = LuckDesk(war)
    desk.count()
    desk.upload.value = file_of(TableGame.at_table().log)
    assert desk.report is None
    assert desk.count().rows == ()


# ---- dice that can be trusted


def add_words(desk, *said):
    """Both players promise words to a desk, and then show them."""
    try:
        published = fair_dice.read_commitment(desk.commitment.value)
        kept = [fair_dice.promise(published, *one) for one in zip(("Bourbon", "Alliance"), said, strict=True)]
    except BadInput:
        return desk.add_promises("", "")
    desk.add_promises(*(one.digest for one in kept))
    return desk.add_words(*(one.line for one in kept))


@pytest.fixture
def fair():
    desk = FairDiceDesk("Our war", "2026-11-21")
    assert desk.commit()
    return desk


def test_from_the_commitment_to_the_check(fair):
    assert fair_dice.read_commitment(fair.commitment.value).digest
    assert downloaded(fair.publish_link.value, "commitment.txt") == fair.commitment.value
    assert downloaded(fair.secret_link.value, "secret.txt") == fair.secret.value
    assert not fair.begin()  # without words
    assert add_words(fair, "rain", "sun")
    assert fair.begin()
    assert downloaded(fair.begun.value, "umpire.log") == fair.game.log
    assert str(fair.game.start.seed) not in downloaded(fair.begun.value, "players.log")
    while len(fair.game) < 8:
        fair.game.choose(fair.game.decision.options[-1])
    fair.upload.value = file_of(fair.game.log)
    fair.check_button.click()
    assert fair.found.holds
    assert fair.checked.value.count("✓") == 1 + len(fair.found.checks)
    fair.lay_log(fair.game.log.replace("seed: ", "seed: 1"))
    found = fair.check()
    assert not found.holds
    assert "✗" in fair.checked.value
    for one in found.checks:
        assert f"{one.says}".split("<")[0][:20] in fair.checked.value


def test_the_secret_is_kept_apart_from_what_is_published(fair):
    secret = fair_dice.read_reveal(fair.secret.value).secret
    assert secret not in fair.commitment.value
    assert secret not in downloaded(fair.publish_link.value, "commitment.txt")
    add_words(fair, "rain", "sun")
    assert secret not in fair.commitment.value


def test_a_secret_is_never_overwritten_and_words_never_changed(fair):
    before = fair.secret.value
    assert not fair.commit()
    assert fair.secret.value == before
    assert "role='alert'" in fair.errors["commit"].value
    assert add_words(fair, "rain", "sun")
    published = fair.commitment.value
    assert not add_words(fair, "snow", "sun")
    assert fair.commitment.value == published
    assert "role='alert'" in fair.errors["words"].value


def test_words_that_were_not_promised_are_not_taken(fair):
    assert not fair.add_words("rain", "sun")  # nobody has promised anything
    published = fair_dice.read_commitment(fair.commitment.value)
    rain, sun = (
        fair_dice.promise(published, "Bourbon", "rain"),
        fair_dice.promise(published, "Alliance", "sun"),
    )
    assert fair.add_promises(rain.digest, sun.digest)
    assert not fair.add_promises(sun.digest, rain.digest)
    snow = fair_dice.promise(published, "Alliance", "snow")
    assert not fair.add_words(rain.line, snow.line)
    assert "role='alert'" in fair.errors["words"].value
    assert fair.add_words(rain.line, sun.line)
    assert fair.begin()


def test_what_is_wrong_stands_at_its_step(fair):
    assert not add_words(fair, "", "sun")
    assert "role='alert'" in fair.errors["words"].value
    other = FairDiceDesk("Our war", "2026-11-21")
    other.commit()
    add_words(fair, "rain", "sun")
    fair.secret.value = other.secret.value
    assert not fair.begin()
    assert fair.game is None
    assert "role='alert'" in fair.errors["begin"].value
    for text in ("", POISON, "ninevears-commitment/1\ngame: x", "x" * 5000):
        fair.commitment.value = text
        assert fair.check() is None
        assert "role='alert'" in fair.errors["check"].value
        assert "<script" not in html_in(fair)


@pytest.mark.parametrize(
    ("name", "date"), [("", "2026-11-21"), ("x", "21.11.2026"), ("x" * 500, "2026-11-21")]
)
def test_a_commitment_needs_a_name_and_a_day(name, date):
    desk = FairDiceDesk(name, date)
    assert not desk.commit()
    assert desk.commitment.value == desk.secret.value == ""


def test_poisoned_names_and_words_are_shown_as_text():
    desk = FairDiceDesk(POISON, "2026-11-21")
    assert desk.commit()
    assert add_words(desk, POISON, "=cmd()")
    assert desk.begin()
    desk.lay_log(desk.game.log)
    assert desk.check().holds
    assert "alert(1)" in desk.checked.value
    assert "<script" not in html_in(desk)
    desk.lay_log(f"ninevears-log/1\nscenario: {POISON}\n")
    assert not desk.check().holds
    assert "<script" not in html_in(desk)
