"""What strangers send is read in a time that grows with its length, whatever stands in it."""

import ast
import gc
import sys
import time
import tracemalloc
from pathlib import Path
from statistics import median

import pytest
from hostile_texts import HOSTILE, LOG, TABLE_LOG, read
from parsed import PACKAGE, parsed
from sizes import size

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.games import log
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import Line, _tell_dice, read_log
from ninevears_kernel.nine_years.games.log_text import read_roll
from ninevears_kernel.nine_years.games.table_play import TableGame
from ninevears_kernel.umpire.mail.body import unwrapped
from ninevears_kernel.umpire.mail.mail import read_mail

MEASURABLE = size("reading") / 100
"""Seconds: what is read in less is measured with a longer text."""
LATE = {"rolls in one passage of an email": 0.3, "rolls in many passages of an email": 0.3}
"""The same for what was in proportion while it was short."""
MOST = 1 << 16
"""Parts of a text: what is read at once even then, or refused, is not measured."""
MOST_TIMES = 3
"""A text of double the length takes twice as long; so many times as long is no longer in proportion."""


@pytest.fixture(autouse=True, scope="module")
def _undisturbed():
    """The garbage collector looks neither through what was there before, nor while something is measured."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


def _seconds(name, length):
    gc.collect()
    begun = time.process_time()
    read(name, length)
    return time.process_time() - begun


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_of_double_the_length_takes_no_more_than_three_times_as_long(name):
    read(name, 2)  # what is read once, such as the map, is read
    length = 64
    while (short := _seconds(name, length)) < max(MEASURABLE, LATE.get(name, 0)):
        if length >= MOST:
            return
        length *= 4
    pairs = [(short, _seconds(name, 2 * length))]
    while not _in_line(pairs) and len(pairs) < 30:
        pairs.append((_seconds(name, length), _seconds(name, 2 * length)))
    assert _in_line(pairs), f"{length} parts, and twice as many, in seconds: {pairs}"


def _in_line(pairs):
    # A core may be half as fast from one moment to the next, or fast for a moment alone.
    at_best = min(long for _, long in pairs) / min(short for short, _ in pairs)
    as_a_rule = median(long / short for short, long in pairs)
    return at_best < MOST_TIMES or (len(pairs) >= 5 and as_a_rule < MOST_TIMES)


# ---- no reader is forgotten

READS = {
    *("read_text", "read_data", "parse_data", "convert", "check_log", "check_size", "checked_text"),
    *("json.loads", "tomllib.loads", "msgspec.convert", "csv.reader", "message_from_bytes"),
}
"""What reads a text or data, as it is called."""


OWN, MADE, HANDED = "a table of the kit", "what the kit has made or read before", "hands it to a reader above"
OTHERS = "a file of Pyodide, for whoever builds the site"
OTHERWISE = {
    ("play/carried_table.py", "CarriedTable.take"): HANDED,
    ("site/play_page.py", "runtime_in"): OTHERS,
    ("site/lite.py", "_unpacked"): OTHERS,
    ("site/lite.py", "asked_outside"): MADE,
    ("site/lite.py", "slim"): OTHERS,
    ("widgets/learn/home.py", "Home.__init__"): HANDED,
    ("widgets/learn/practice.py", "Practice._saved"): MADE,
    ("site/reading.py", "run"): OWN,
    ("nine_years/atlas/wire.py", "drawing"): OWN,
    ("chronicle/plan_sheets.py", "read_plan"): OWN,
    ("chronicle/plan_sheets.py", "voices"): OWN,
    ("chronicle/scenario_from_history.py", "januaries"): OWN,
    ("core/clauses.py", "_load"): OWN,
    ("core/questions.py", "questions_in.words"): OWN,
    ("core/readings.py", "readings"): OWN,
    ("nine_years/components/event_cards.py", "load_event_cards"): OWN,
    ("nine_years/components/map.py", "GameMap.geojson"): OWN,
    ("nine_years/components/rule_tables.py", "standard_data"): OWN,
    ("nine_years/components/rule_tables.py", "standard_rule_tables"): OWN,
    ("teaching/glossary.py", "terms"): OWN,
    ("umpire/cases/samples.py", "Sample.data"): OWN,
    ("umpire/cases/samples.py", "samples"): OWN,
    ("nine_years/components/scenario.py", "read_scenario"): OWN,
    ("teaching/companion_exercises.py", "_table"): OWN,
    ("teaching/course.py", "_finding"): MADE,
    ("teaching/course.py", "ruled"): MADE,
    ("teaching/course.py", "violated"): MADE,
    ("teaching/lesson_helpers/places.py", "_places"): OWN,
    ("teaching/lessons.py", "lessons"): OWN,
    ("teaching/lesson_helpers/year_1690.py", "two_years"): OWN,
    ("teaching/philippsburg_lesson.py", "_opening"): OWN,
    ("teaching/predictions.py", "predictions"): OWN,
    ("teaching/progress.py", "ProgressFile._made"): MADE,
    ("teaching/progress.py", "attempt_at"): MADE,
    ("teaching/task.py", "_position"): MADE,
    ("teaching/throws.py", "throws_of"): MADE,
    ("table/commands.py", "_text_of"): HANDED,
    ("table/overview.py", "noted_in"): MADE,
    ("table/store.py", "TableStore.entries"): MADE,
    ("typefaces.py", "advances"): OWN,
    ("nine_years/components/changes.py", "SetField.made"): HANDED,
    ("umpire/cases/events_again.py", "EventsAgain.verdict"): MADE,
    ("umpire/cases/rolls.py", "_run"): HANDED,
    ("umpire/cases/rules_files.py", "RulesFile.stated"): MADE,
    ("umpire/cases/settled.py", "_value"): HANDED,
    ("umpire/docket/commands.py", "_facts"): HANDED,
    ("umpire/docket/commands.py", "add_game"): HANDED,
    ("umpire/docket/commands.py", "decide"): HANDED,
    ("umpire/docket/docket.py", "Docket.adopt"): HANDED,
    ("umpire/docket/letter.py", "_ruled_again"): MADE,
    ("umpire/docket/precedents.py", "Judge.rules_file"): MADE,
    ("umpire/luck/dice_commands.py", "_read"): HANDED,
    ("widgets/companions/hex_picture.py", "hex_picture"): HANDED,
    ("widgets/orders/games.py", "new_game"): HANDED,
    ("play/reviewed.py", "session_to_review"): HANDED,
    ("widgets/play/joined_table.py", "JoinedTable._run"): MADE,
    ("widgets/play/luck_desk.py", "LuckDesk._work"): HANDED,
    ("widgets/play/table_desk.py", "TableDesk.resume"): HANDED,
    ("widgets/umpire/case_desk.py", "CaseDesk._data"): HANDED,
    ("widgets/umpire/orders.py", "OrderPicker.look"): HANDED,
    ("widgets/umpire/position.py", "DeskPosition._open_game"): HANDED,
    ("widgets/umpire/umpire_desk.py", "UmpireDesk.open_case"): HANDED,
}
"""Readers without a hostile text of their own, and why."""


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _readers():
    """Every function of the kit that calls what reads a text: its file and its name."""
    for path, tree in parsed().items():
        waiting: list[tuple[str, ast.AST]] = [("", tree)]
        while waiting:
            name, node = waiting.pop()
            for inner in ast.iter_child_nodes(node):
                part = inner.name if isinstance(inner, DEFINITIONS) else ""
                waiting.append((".".join(filter(None, (name, part))), inner))
                if isinstance(inner, ast.Call) and ast.unparse(inner.func) in READS:
                    yield path.relative_to(PACKAGE).as_posix(), name


def test_everything_that_reads_is_given_a_hostile_text():
    """Whoever adds a reader adds a text that is hostile to it, or says here what it reads instead."""
    codes = set()
    sys.setprofile(lambda frame, event, _: codes.add(frame.f_code))
    try:
        for name in HOSTILE:
            read(name, 2)
    finally:
        sys.setprofile(None)
    ran = {
        (Path(code.co_filename).relative_to(PACKAGE).as_posix(), code.co_qualname.replace(".<locals>", ""))
        for code in codes
        if Path(code.co_filename).is_relative_to(PACKAGE)
    }
    readers = set(_readers())
    assert len(readers) > 50
    forgotten = sorted(readers - ran - OTHERWISE.keys())
    assert not forgotten, forgotten
    assert not [reader for reader in OTHERWISE if reader not in readers], "no reader any more"


def test_the_dice_of_a_table_are_read_without_a_copy_of_what_stands_below():
    game, lines = TableGame.at_table(), [Line(number, "x") for number in range(100_000)]
    tracemalloc.start()
    _tell_dice(game, lines, 1)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 10_000


class Uncut(list):
    """Lines of which nobody takes a part."""

    def __getitem__(self, place):
        assert not isinstance(place, slice), "the rest is copied"
        return super().__getitem__(place)


def test_a_log_of_a_table_is_replayed_without_a_copy_of_what_stands_below(monkeypatch):
    parted = log.parted
    monkeypatch.setattr(
        log,
        "parted",
        lambda text: tuple(Uncut(part) if isinstance(part, list) else part for part in parted(text)),
    )
    assert len(read_log(TABLE_LOG + "Bourbon: first Bourbon\n")) == 1


# ---- lines that are too long


@pytest.mark.parametrize("line", ["x" * 2001, "Bourbon: pass" + " x" * 1000, "reading: " + "x" * 2000])
def test_a_line_of_a_log_that_is_too_long_is_told(line):
    with pytest.raises(BadInput, match=r"line 4: found [\d,]+ characters, expected at most 2,?000"):
        read_log(f"{LOG}{line}\n")


def test_a_save_a_title_and_a_remark_may_be_long():
    long = "x" * 5000
    assert read_log(f"{LOG}title: {long}\n# {long}\n").remarks["title"] == long
    log = Game.from_position(Game.new(7).position).log
    assert max(map(len, log.split("\n"))) > 2000
    assert read_log(log).log == log


def test_a_long_line_of_a_letter_is_told():
    told = read_mail(f"{LOG}{'x' * 2001}\nBourbon: first Bourbon\n")
    assert told.problem is None
    assert len(told.game) == 1
    assert "longer than 2,000 characters" in str(told.changes[0].says).replace("2000", "2,000")
    stopped = read_mail(f"{LOG}Bourbon: first Bourbon {'x' * 2001}\n").problem
    assert stopped.line == 4
    assert "on a line of its own" in str(stopped.says)


def test_a_roll_in_a_log_is_read_with_its_remark():
    told = {
        "roll 4": (4, ""),
        "Roll 4  (siege of Tournai)  # lucky": (4, "siege of Tournai"),
        "roll 4 # (lucky)": (4, ""),
        "roll 4 (a (b) c": (4, "a (b) c"),
        "roll 4 ( # )": (4, ""),
        "roll 4 (a )# b": (4, "a )# b"),
    }
    assert {line: read_roll(line) for line in told} == told
    assert read_roll("roll 4#") is read_roll("roll 4x") is None


def test_a_letter_whose_long_lines_are_broken_is_quoted_printable():
    long = "a word " * 10
    assert unwrapped(f"{long}=\nmore\n")[1] == ("quoted-printable",)
    assert unwrapped(f"{long[:15]}=\nmore\n")[1] == ()
    assert unwrapped(f"{' ' * 50}a=\nmore\n")[1] == ()
