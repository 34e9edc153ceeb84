"""Texts made to take long, for everything in the kit that reads what people wrote: each of any length."""

import copy
import csv
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from click.testing import CliRunner

from ninevears_kernel.chronicle.tables import COLUMNS, lines, lines_in
from ninevears_kernel.chronicle.validate.book import Book
from ninevears_kernel.chronicle.validate.cells import cell_problems
from ninevears_kernel.chronicle.validate.dates import date_problems
from ninevears_kernel.chronicle.validate.references import reference_problems
from ninevears_kernel.chronicle.validate.where import place_problems
from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import NinevearsError
from ninevears_kernel.input_bounds import BOUNDS
from ninevears_kernel.input_files import convert, parse_data
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.position import Position
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.engine.notation import parsed
from ninevears_kernel.nine_years.games import packing
from ninevears_kernel.nine_years.games.custom_rules import SCENARIO_TABLES, rule_tables_from_file
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.links import read_link
from ninevears_kernel.nine_years.games.log import load_log, read_log
from ninevears_kernel.nine_years.games.log_text import is_other_file, read_roll
from ninevears_kernel.nine_years.games.record import KeptDice, SetRight
from ninevears_kernel.nine_years.games.save import load_position, position_to_data
from ninevears_kernel.nine_years.games.sealed import FORMAT
from ninevears_kernel.nine_years.games.set_right import block_of
from ninevears_kernel.nine_years.games.table_play import TableGame
from ninevears_kernel.nine_years.games.view import for_seat
from ninevears_kernel.play.kept_file import KeptFile
from ninevears_kernel.play.linked import link_of_file, told_of
from ninevears_kernel.play.openings import opened, opened_text
from ninevears_kernel.play.saved_wars import session_of, session_of_text
from ninevears_kernel.table.bounds import Unfit, message_of
from ninevears_kernel.teaching.answers import FORMS, read_answer
from ninevears_kernel.teaching.carried_drill import CarriedDrill
from ninevears_kernel.teaching.class_summary import class_of, read_class
from ninevears_kernel.teaching.clause_help import numbers_in
from ninevears_kernel.teaching.help_text import help_text
from ninevears_kernel.teaching.progress import ProgressFile, read_progress
from ninevears_kernel.teaching.word_search import excerpt, marked
from ninevears_kernel.umpire.cases.cases import Case, position_of, rule_case
from ninevears_kernel.umpire.cases.claims import claims_of
from ninevears_kernel.umpire.cases.rules_files import rules_file, rules_from_texts
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.docket.archive import packed
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.precedents import (
    InForce,
    Judge,
    line_from_text,
    reading_from_text,
    states_itself,
)
from ninevears_kernel.umpire.docket.records import Change, StoredGame
from ninevears_kernel.umpire.email import read_email
from ninevears_kernel.umpire.email.answers import answered
from ninevears_kernel.umpire.luck.fair_dice import check, read_commitment, read_reveal, withheld
from ninevears_kernel.umpire.luck.table_mode import TableSession
from ninevears_kernel.umpire.mail import choices as mail_choices
from ninevears_kernel.umpire.mail.body import unwrapped
from ninevears_kernel.umpire.mail.lines import mail_line
from ninevears_kernel.umpire.mail.mail import read_mail
from ninevears_kernel.umpire.reports.embedded_case import embedded_in
from ninevears_kernel.umpire.search.goals import condition_of
from ninevears_kernel.umpire.setting_right.commands import log_set_right
from ninevears_kernel.umpire.setting_right.opened import open_log
from ninevears_kernel.umpire.setting_right.remedies import rewind, substitutes
from ninevears_kernel.virgin_queen import PROCEDURE, Event, NavalMovement
from ninevears_kernel.widgets.companions.procedure_stepper import ProcedureStepper
from ninevears_kernel.widgets.learn import try_controls
from ninevears_kernel.widgets.orders.run import lines_of, run
from ninevears_kernel.widgets.parts import schema_form
from ninevears_kernel.widgets.parts.desk_parts import text_of
from ninevears_kernel.widgets.umpire import claims, dice, fact_form
from ninevears_kernel.widgets.umpire.files import Openers, open_file

LOG = "ninevears-log/1\nscenario: 1688\nseed: 7\n"
TABLE_LOG = "ninevears-log/1\nscenario: 1688\ndice: table\n"
CASE = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
CHANGE = Change({"odd-hit": "parity"})
ACCENTS = "\u0327\u0301"
"""Signs that a computer puts in order when it compares texts."""


@cache
def _game() -> Game:
    return Game.new(7)


@cache
def _table_war() -> str:
    """The log of a war at a table, as far as it goes without a die."""
    game = TableGame.at_table()
    with suppress(NinevearsError):
        while game.decision is not None:
            game.choose(game.decision.options[-1])
    return game.log


@cache
def _folder() -> Path:
    return Path(mkdtemp(prefix="hostile-"))


def _file(name: str, text: str) -> Path:
    path = _folder() / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@cache
def _docket() -> Docket:
    docket = Docket.open("sqlite://")
    docket.add_case(CASE)
    return docket


def _ways(left: list[dict[str, Any]]) -> str:
    return SEALED + packing.packed({"log": LOG, "left": left, "used": 1000})


def _stored(text: str) -> StoredGame:
    return StoredGame(number=1, written="", by="", game=1, name="", form="log", text=text)


def _states(text: str) -> None:
    states_itself(_stored(text), CHANGE)


def _decision(n: int, edit: str = '{"set": "x"}') -> str:
    lines = tuple(["x: y"] * n)
    kept = tuple(KeptDice(place, "4") for place in range(n))
    return "\n".join(block_of(SetRight("stand", 1, "x", "", 7, "", 5, (edit,), kept, lines))) + "\n"


def _command(*arguments: str) -> None:
    CliRunner().invoke(cli, arguments)


_HEAD = {"format": "ninevears-progress/1", "made": "2026-01-01T00:00:00Z", "key": "a" * 16, "student": ""}
PROGRESS = json.dumps(_HEAD) + "\n"


def _progress(lines: str) -> None:
    path = _file("progress.jsonl", PROGRESS + lines)
    with suppress(NinevearsError):
        read_progress(path)
    ProgressFile(path)
    read_class([path])


def _case(**more: Any) -> None:
    rule_case(CASE | more)


def _orders(text: str) -> None:
    run(Game.new(7), lines_of(text))


def _save(**more: Any) -> None:
    data = position_to_data(scenario_1688())
    load_position(_file("save.json", json.dumps(data | more)))


def _corps(count: int) -> list[dict[str, Any]]:
    return [{"power": "France", "space": "Paris"}] * count


def _answers(text: str) -> None:
    for form in FORMS:
        with suppress(NinevearsError):
            read_answer(form, text)


def _row(table: str, cell: str) -> None:
    """A chronicle of one person, and of one row of a table with the same text in each cell."""
    folder = _file("chronicle/x", "").parent
    path = folder / f"{table}.csv"
    path.write_text(
        ",".join(COLUMNS[table]) + "\n" + ",".join([cell] * len(COLUMNS[table])), encoding="utf-8"
    )
    with suppress(csv.Error):  # the library refuses a very long cell
        tables = dict.fromkeys(COLUMNS, ()) | {"people": lines("people")[:1]}
        book = Book(tables | {table: lines_in(folder, table)})
        for check in (cell_problems, date_problems, place_problems, reference_problems):
            list(check(book))


def _rules(text: str) -> None:
    path = _file("own.toml", 'format = "ninevears-rules/1"\n' + text)
    for read in (rule_tables_from_file, rules_file):
        with suppress(NinevearsError):
            read(path)
    rules_from_texts({"own.toml": path.read_text(encoding="utf-8")})


def _cards(text: str) -> None:
    _file("events.csv", text)
    _rules('events = "events.csv"\n')


def _scenario(text: str) -> None:
    for name in ("scenario.toml", *(f"{table}.csv" for table in SCENARIO_TABLES)):
        _file(f"scenario/{name}", 'scenario = "x"\n' if name.endswith("toml") else text)
    _rules('scenario = "scenario"\n')


def _search(**asked: str) -> None:
    _docket().search(**asked)


def _decided(reason: str) -> None:
    try:
        _docket().decide(1, by="Anna", reason=reason)
    finally:
        _docket.cache_clear()


def _appealed(text: str) -> None:
    docket = Docket.open("sqlite://")
    docket.add_case(CASE)
    docket.decide(1, by="Anna", facts=[{"status": "agreed", "says": text}], remedy_says=text)
    docket.hear(docket.appeal(1, "Bourbon", text, by="Anna").number, "dismissed", by="Anna", reason=text)


def _archived(text: str) -> None:
    """A docket that is packed, with an umpire's own tables, and taken in by another."""
    docket = Docket.open("sqlite://")
    own = _file("house.toml", f'format = "ninevears-rules/1"\n[stacking]\nlimit = 10\n#{text}\n')
    docket.add_case(CASE | {"story": text}, rules=own)
    path = _folder() / "docket.zip"
    path.write_bytes(packed(docket))
    Docket.open("sqlite://").take_in(path)


def _typed(text: str) -> None:
    """What is typed into the fields of desks and forms."""
    fields = fact_form.FactForm({"kind": "dice", "value": [1]}, ("NY", "siege"), lambda *_: None)

    def written(text: str) -> None:
        answered("dice", text, "NY")

    for read in (dice._faces, claims._read, fields._read, written, try_controls._loaded):
        with suppress(NinevearsError, ValueError, RecursionError):
            read(text)
    free = schema_form._free({"type": "array", "items": {"type": "integer"}}, {})
    free.widget.value = text
    with suppress(NinevearsError, ValueError, RecursionError):
        assert free.value is not None


SEALED = f"{FORMAT}\n\n"


def _kept(text: str, lock: str = "{}") -> None:
    """A war that keeps itself in a file, and the lock beside it."""
    folder = _folder()
    (folder / "war.war").write_text(text)
    (folder / "war.lock").write_text(lock)
    file = KeptFile(folder)
    file.release()
    file.offer()
    file.go_on(file.text())
    assert not file.changed


def _file_told(name: str, text: str) -> None:
    file = _folder() / name
    file.write_text(text)
    for tell in (link_of_file, told_of, session_of):
        with suppress(NinevearsError):
            tell(str(file))


def _uploaded(name: str, text: str) -> None:
    openers = Openers(*([lambda *_: None] * len(Openers.__dataclass_fields__)))
    content = text.encode()
    text_of({"name": name, "content": content})
    open_file(name, content, openers)


@cache
def _lists() -> tuple[tuple[str, tuple[str | int, ...], Any], ...]:
    """Every list in the sample of a sister system: the sample, the way to the list, and its first entry."""

    def lists(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
        if isinstance(data, list) and data:
            yield path, data[0]
        inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        for name, value in inner:
            yield from lists(value, (*path, name))

    return tuple(
        (name, ("given", *path), one)
        for name, sample in samples().items()
        if sample.data["system"] != "NY"
        for path, one in lists(sample.data["given"])
    )


def _sister_lists(count: int) -> None:
    """Every list in every sample of a sister system, as long as this or as may be."""
    for name, path, one in _lists():
        data = copy.deepcopy(samples()[name].data)
        holder = data
        for step in path:
            holder = holder[step]
        holder[:] = [copy.deepcopy(one) for _ in range(min(count, BOUNDS["entries"]))]
        with suppress(NinevearsError):
            rule_case(data)


def _stepped(text: str) -> None:
    movement = convert(samples()["vq_naval_movement"].data["given"], NavalMovement)
    stepper = ProcedureStepper(PROCEDURE, movement.start(), kinds=Event)
    stepper.dice.value = stepper.typed.value = text
    stepper.do_typed()
    with suppress(NinevearsError):
        stepper._faces()


def _multipart(count: int) -> str:
    head = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n"
    return head + "--x\nContent-Type: text/plain\n\npass\n" * count


def _report(text: str) -> None:
    embedded_in(f'<script type="application/json" id="ninevears-report">{text}</script>')
    embedded_in(text)


# For each of them what is read, and of how many of its parts it is made.
HOSTILE: dict[str, Callable[[int], object]] = {
    # letters
    "a choice and spaces": lambda n: mail_choices.readings(_game(), "pass" + " " * n + "x"),
    "a choice and full stops": lambda n: mail_choices.readings(_game(), "pass" + "." * n + "x"),
    "a choice and accents": lambda n: mail_choices.readings(_game(), "pass" + ACCENTS * n),
    "a roll and spaces in a letter": lambda n: mail_line(1, "roll" + " " * n + "x"),
    "a die and spaces in a letter": lambda n: mail_line(1, "roll 1" + " " * n + "x"),
    "dice far apart in a letter": lambda n: mail_line(1, "roll 1" + "    1" * n + " x"),
    "a head and spaces in a letter": lambda n: mail_line(1, "ninevears log" + " " * n + "x"),
    "dashes in a letter": lambda n: mail_line(1, "-" * n + "x" + " " * n + "x"),
    "emphasis in a letter": lambda n: mail_line(1, "*" * n + "x"),
    "quoting in a letter": lambda n: mail_line(1, "> " * n + "x"),
    "a long word that is coded": lambda n: unwrapped("a" * n + "=41"),
    "signs of equality": lambda n: unwrapped("= " * n + "=41"),
    "open tags in a letter": lambda n: unwrapped("<p>" + "<a " * n),
    "open remarks in a letter": lambda n: unwrapped("<p>" + "<!" * n),
    "lists in a letter": lambda n: unwrapped("<ul>" + "<li>x" * n),
    "numbers of signs in a letter": lambda n: unwrapped("<p>" + "&#1" * n),
    "the head of a mail": lambda n: unwrapped("Content-Type: text/plain" + ';"' * n + "\n\npass"),
    "names in the head of a mail": lambda n: unwrapped("Content-Type: text/plain" + "; a=b" * n + "\n\npass"),
    "parts of a mail": lambda n: unwrapped(_multipart(n)),
    "an open position in a letter": lambda n: read_mail("position: {" + "\nx" * n),
    "lines under a choice at a table": lambda n: read_mail(_table_war() + "x\n" * n),
    "dice at a table": lambda n: read_mail(TABLE_LOG + "Bourbon: first Bourbon\n" + "roll 1\n" * n),
    "heads in a letter to an open game": lambda n: read_mail(LOG + "seed: \n" * n, _game()),
    "quoted choices in a letter": lambda n: read_mail("> Bourbon: pass\n" * n, _game()),
    "claims in an email": lambda n: read_email("HIS. He says I had 4 squadrons, I say 3, " * n),
    "corps in an email": lambda n: read_email("He besieges Mons with 5 French corps, rolled a 4\n" * n),
    "one long line of an email": lambda n: read_email("Luxembourg is at Mons and I rolled 5 and 4 and " * n),
    "names and nothing else in an email": lambda n: read_email(
        "Lille Namurr Bouflers Xanten " * n, system="NY"
    ),
    "numbers in an email": lambda n: read_email("I rolled " + "5 " * n, system="NY"),
    "quotations in an email": lambda n: read_email("On 3 May 2026, Ben wrote:\n> I rolled a 5\nno, 4\n" * n),
    "quoting marks in an email": lambda n: read_email(("> " * 40 + "I besiege Mons\n") * n),
    "brackets in an email": lambda n: read_email("VQ: 3 galleys (" + "(2 " * n),
    "scores in an email": lambda n: read_email("TACW: Parliament eliminated 4 cavalry and 2 wagons, " * n),
    "corrections in an email": lambda n: read_email("I rolled 5 and 3 - no sorry, " * n, system="NY"),
    "rolls against each other in an email": lambda n: read_email(
        "he rolled 4, then 5 vs 2 " * n, system="NY"
    ),
    "words of a roll in an email": lambda n: read_email("roll: " * n + "Namur", system="NY"),
    "rolls in one passage of an email": lambda n: read_email("he says I rolled 5, " * n, system="NY"),
    "rolls in many passages of an email": lambda n: read_email("I rolled 5.\n\n" * n, system="NY"),
    "denials in an email": lambda n: read_email("He says 5 corps.\n\nNo, 4.\n\n" * n, system="NY"),
    "links in an email": lambda n: read_email("ninevears:1:position:\n> " + "AAAA\n> " * n, system="NY"),
    "a log in an email": lambda n: read_email("ninevears-log/2\n" + "Bourbon: pass\n" * n, system="NY"),
    "saves in an email": lambda n: read_email('{"format": "ninevears-position/1", ' * n, system="NY"),
    "chats in an email": lambda n: read_email("[11/02/2026, 21:03] Tom: rolled a 3\n" * n, system="NY"),
    "several languages in an email": lambda n: read_email("und mit Korps, не в корпус " * n, system="NY"),
    "parts of an email": lambda n: read_email(_multipart(n)),
    "an email as bytes": lambda n: read_email(b"\xff" * n + b" besieges Mons " * n, system="NY"),
    "chatter in a letter": lambda n: read_mail(LOG + "pas\n" * n),
    "brackets in a letter": lambda n: read_mail(LOG + "Bourbon: first Bourbon (\n" + "(\n" * n),
    "orders": lambda n: run(Game.new(7), lines_of("# pass\n" * n)),
    "dice under an order": lambda n: run(TableGame.at_table(), lines_of("first Bourbon\n" + "roll 1\n" * n)),
    "spaces in an order": lambda n: run(Game.new(7), lines_of("first" + " " * n + "Spain")),
    # logs
    "a roll and spaces in a log": lambda n: read_roll("roll 3 (" + " " * n + "x"),
    "dice in a log": lambda n: read_log(LOG + "Bourbon: first Bourbon\n" + "roll 1\n" * n),
    "dice in a log of a table": lambda n: read_log(TABLE_LOG + "Bourbon: first Bourbon\n" + "roll 1\n" * n),
    "heads of a log": lambda n: read_log(LOG + "reading: odd-hit = parity\n" * n),
    "a remark in a log": lambda n: read_log(LOG + "#" + " #" * n),
    "a title in a log": lambda n: read_log(LOG + "title: " + " #" * n),
    "the seed of a log": lambda n: read_log("ninevears-log/1\nscenario: 1688\nseed: " + "1" * n),
    "a choice in a log": lambda n: read_log(LOG + "Bourbon: " + "pass, " * n),
    "a position in a log": lambda n: read_log('ninevears-log/1\nposition: {"a": [' + "1, " * n + "1]}\n"),
    "a decision of the umpire in a log": lambda n: read_log(LOG + _decision(n)),
    "decisions of the umpire in a log": lambda n: read_log(LOG + "".join(_decision(2) for _ in range(n))),
    "a decision of the umpire as a seat sees it": lambda n: (
        for_seat(read_log(LOG + _decision(n, '{"set": "year", "year": 1690}')), "both").log
    ),
    "a wrong log": lambda n: substitutes(open_log(LOG + "Bourbon: pass\n" * n), most=1),
    "a wrong log and its lines": lambda n: rewind(open_log(LOG + "x\n" * n)),
    "a wrong log in a file": lambda n: _command("replay", str(_file("x.log", LOG + "x\n" * n)), "--what-now"),
    "corrections in a file": lambda n: log_set_right(
        *(str(_file("x.log", LOG + "x\n")), "stand", str(_file("x.json", json.dumps([{"set": "x"}] * n)))),
        *("x", None, "stop", None),
    ),
    "a log in a file": lambda n: load_log(_file("war.txt", LOG + "x: y\n" * n)),
    "another file": lambda n: is_other_file(_file("war.txt", "x" * n)),
    "what is opened": lambda n: (opened(_file("war.txt", LOG + "\n" * n)), opened_text("{" + " " * n)),
    "blank lines before a precedent": lambda n: _states("\n" * n),
    "spaces before a precedent": lambda n: _states("reading" + " " * n),
    "blank lines in a log of a war": lambda n: withheld("\n" * n),
    "seeds in a log of a war": lambda n: withheld("seed\n" * n),
    "a log with dice that wait": lambda n: TableSession.resume(_table_war() + "roll 1\n" * n),
    # notation
    "a list of places": lambda n: parsed("force Paris" + ", Lille" * n, standard_rule_tables()),
    "a name with accents": lambda n: game_map().space("Paris" + ACCENTS * n),
    "numbers of clauses": lambda n: list(numbers_in("NY", "11." * n)),
    # saves
    "corps in a save": lambda n: _save(corps=_corps(n)),
    "names in a save": lambda n: _save(**{f"name {number}": 1 for number in range(n)}),
    "spaces in a save": lambda n: load_position(_file("save.json", "{" + " " * n)),
    "numbers in a save": lambda n: _save(action_deck=[1] * n),
    "events in a save": lambda n: _save(event_deck=["x"] * n),
    # cases, and what else is data
    "brackets": lambda n: parse_data("[" * n, is_toml=False),
    "objects": lambda n: parse_data('{"a":' * n, is_toml=False),
    "a list of numbers": lambda n: parse_data("a = [" + "1, " * n + "]", is_toml=True),
    "a key of many parts": lambda n: parse_data("a" + ".a" * n + " = 1", is_toml=True),
    "a key of many parts in a table": lambda n: parse_data("x = {a" + ".a" * n + " = 1}", is_toml=True),
    "a line of spaces": lambda n: parse_data("x = 1\n" + " " * n + "y", is_toml=True),
    "many tables": lambda n: parse_data("".join(f"[a{number}]\n" for number in range(n)), is_toml=True),
    "the same table": lambda n: parse_data("[[a]]\n" * n, is_toml=True),
    "quotes": lambda n: parse_data("a = '" + '"' * n + "'", is_toml=True),
    "the name of a field": lambda n: convert({" - at `" * n: 1}, Position),
    "many fields": lambda n: convert({f"x{number}": 1 for number in range(n)}, Position),
    "the title of a case": lambda n: _case(title="x" * n),
    "the name of a space in a case": lambda n: _case(given={"rating": 5, "space": ACCENTS * n}),
    "the space of a case": lambda n: rule_case(
        CASE | {"question": "loc", "given": {"space": ACCENTS * n, "side": "Bourbon", "purpose": "line"}}
    ),
    "readings of a case": lambda n: _case(readings={f"x{number}": "y" for number in range(n)}),
    "dice of a case": lambda n: _case(dice=[1] * n),
    "changes of a case": lambda n: rule_case(
        CASE
        | {
            "question": "victory",
            "given": {"scenario": "1688", "changes": [{"set": "year", "year": 1690}] * n},
        }
    ),
    "lists of the sister systems": _sister_lists,
    "claims": lambda n: claims_of({"Bourbon": "x" * n}),
    "the position of a case": lambda n: position_of(
        convert(CASE | {"question": "victory", "given": {"scenario": "x" * n}}, Case)
    ),
    "the space of a condition": lambda n: condition_of(
        {"is": "controlled", "space": "Paris" + ACCENTS * n}, standard_rule_tables()
    ),
    "a condition": lambda n: condition_of({"kind": "x" * n}, standard_rule_tables()),
    "a report": lambda n: _report("[" * n),
    "fences in a report": lambda n: _report("\n```json ninevears-report\n" * n),
    # rules files
    "a line of rules": lambda n: _rules("[stacking]\nlimit = " + "1" * n),
    "many lines of rules": lambda n: _rules("[x]\n" + "".join(f"a{number} = 1\n" for number in range(n))),
    "quotes in a table of cards": lambda n: _cards('"' * n),
    "rows in a table of cards": lambda n: _cards("name\n" + "x\n" * n),
    "rows of a scenario": lambda n: _scenario("name\n" + "x\n" * n),
    # progress
    "lines of progress": lambda n: _progress("{}\n" * n),
    "an open line of progress": lambda n: _progress("{" * n),
    "files of a class": lambda n: class_of([("one.jsonl", (PROGRESS + "{}\n" * n).encode())]),
    "a drill that goes on": lambda n: CarriedDrill(PROGRESS + "{}\n" * n).kept(),
    "an answer to a drill": lambda n: CarriedDrill().take(json.dumps({"answer": "x " * n})),
    # the docket
    "words in the docket": lambda n: _search(words="a " * n),
    "accents in the docket": lambda n: _search(words=ACCENTS * n),
    "a clause in the docket": lambda n: _search(clause="NY" + " " * n),
    "a date in the docket": lambda n: _search(since="1" * n),
    "a game in the docket": lambda n: _search(game="1" * n),
    "a reason in the docket": lambda n: _decided("x" + ACCENTS * n),
    "a log in the docket": lambda n: _docket().add_game("war", LOG + "x: y\n" * n),
    "a case in the docket": lambda n: _docket().add_case(CASE | {"story": ACCENTS * n}),
    "an appeal in the docket": lambda n: _appealed("x" + ACCENTS * n),
    "a docket in an archive": lambda n: _archived("x" + ACCENTS * n),
    "a claim in the docket": lambda n: _docket().add_case(CASE, claims={"Bourbon": "x" + ACCENTS * n}),
    "a log that is judged": lambda n: Judge(InForce()).outcome(_stored(LOG + "x: y\n" * n)),
    "a line as text": lambda n: line_from_text("a.b=" + "[" * n),
    "a reading as text": lambda n: reading_from_text("=" * n),
    # fair dice
    "a commitment": lambda n: read_commitment("ninevears-dice/1\n" + "game:\n" * n),
    "a reveal": lambda n: read_reveal("> " * n),
    "words with accents": lambda n: read_commitment(
        f"ninevears-commitment/1\ngame: {ACCENTS * n}\ndate: 2026-01-01\nwords: no\nsha256: {'0' * 64}"
    ),
    "a war by fair dice": lambda n: check("x", "y", LOG + "x\n" * n),
    # the chronicle
    "a cell of an event": lambda n: _row("events", "a-" * n),
    "a number of an event": lambda n: _row("events", "1" * n),
    "a person": lambda n: _row("people", "a." * n),
    "a source": lambda n: _row("sources", "(" * n),
    # what is typed
    "answers": lambda n: _answers("5" * n),
    "names as an answer": lambda n: _answers("Paris, " * n),
    "blanks as an answer": lambda n: _answers("Paris " + " " * n + "- "),
    "words that are looked for": lambda n: (
        marked("a'" * n, frozenset("b")),
        excerpt("a " * n, frozenset("b")),
    ),
    "a search on the command line": lambda n: help_text("siege " + "a" * n),
    "words on the command line": lambda n: _command("help", *["a"] * n),
    "a case on the command line": lambda n: _command("rule", "x" * n),
    "a claim on the command line": lambda n: _command("docket", "add", "x", "--claim", "=" * n),
    "numbers in a field": lambda n: _typed("1, " * n),
    "brackets in a field": lambda n: _typed("[" * n),
    "dots in a field": lambda n: _typed("{" + "a." * n),
    "an uploaded case": lambda n: _uploaded("case.toml", "a = [" + "1, " * n),
    "an uploaded log": lambda n: _uploaded("war.txt", LOG + "x\n" * n),
    "a message at a table": lambda n: message_of('{"take": [' + "1, " * n + "1]}"),
    "a deep message at a table": lambda n: message_of('{"a": ' * n),
    "a link of letters": lambda n: read_link("ninevears:1:position:" + "A" * n),
    "a link of lines": lambda n: read_link("ninevears:1:entry:" + "\n> " * n + "AAAA"),
    "a link that unpacks": lambda n: read_link(f"ninevears:1:case:{packing.packed(['a' * n])}"),
    "a sealed war": lambda n: session_of_text(SEALED + "A" * n),
    "a sealed war of lines": lambda n: session_of_text(SEALED + "A\n" * n),
    "choices of a way": lambda n: session_of_text(_ways([{"number": 2, "choices": [["pass"]] * n}])),
    "ways of a war": lambda n: session_of_text(_ways([{"number": k + 2} for k in range(n)])),
    "ways that go off one another": lambda n: session_of_text(
        _ways([{"number": k + 2, "of": k, "alike": k, "choices": [["pass"]]} for k in range(n)])
    ),
    "a kept war": lambda n: _kept(SEALED + "A" * n),
    "a kept war with a lock": lambda n: _kept(LOG + "x\n" * n, "[" * n),
    "a file to link": lambda n: _file_told("case.toml", "a = [" + "1, " * n),
    "a log to link": lambda n: _file_told("war.log", LOG + "x\n" * n),
    "an event of a procedure": lambda n: _stepped("1 " * n),
    "an event of a procedure as data": lambda n: _stepped("{" + '"a": {' * n),
}


def read(name: str, length: int) -> None:
    """Reads a hostile text; that it is told as wrong is no matter."""
    with suppress(NinevearsError, Unfit):
        HOSTILE[name](length)
