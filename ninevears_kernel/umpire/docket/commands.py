"""``ninevears docket``: the umpire's docket on the command line."""

from __future__ import annotations

import getpass
import json
import sys
from typing import Any

import click

from ...core.errors import BadInput
from ...core.messages import Message, say
from ...core.rulings import VERDICTS

# Nothing that needs a database is imported before a command runs: the command line starts without it.
DEFAULT_PLACE = "umpire-docket.sqlite"


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


place = click.option(
    "--docket",
    "place",
    default=DEFAULT_PLACE,
    show_default=True,
    metavar="FILE|URL",
    envvar="NINEVEARS_DOCKET",
    help="The docket: a file, or a database as SQLAlchemy names it.",
)
FACTS = """The FILE of --facts is a list; of each fact "status" (agreed, told, found or assumed) and "says"
are needed. `ninevears mail --find ... --facts-out` writes such a file.

\b
  [{"status": "agreed", "says": "The dice showed 3, 4."},
   {"status": "found", "says": "Strength: 2.", "for": "Bourbon",
    "why": "The counter lies so.",
    "other": {"by": "Owen", "said": "strength 1", "says": "Strength: 1.",
              "verdict": "illegal", "headline": "It cannot be deployed."}},
   {"status": "assumed", "says": "No event card was played."}]"""
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
by = click.option("--by", default=_user, show_default="your login", help="Who writes.")
most = click.option(
    "--most", type=click.IntRange(1, 1000), default=50, show_default=True, help="Lines at most."
)


@click.group()
def docket() -> None:
    """Keep cases, rulings and decisions."""


def _opened(place: str, create: bool = False) -> Any:
    from .docket import Docket

    return Docket.open(place, create=create)


def _print_record(opened: Any, record: Any, as_json: bool) -> None:
    """Prints a record of an opened docket, in words or as data."""
    from .records import record_data
    from .words import record_text

    if as_json:
        _printed(record_data(record))
    else:
        click.echo(record_text(opened, record))


def _printed(data: Any) -> None:
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


@docket.command("list")
@place
@most
@as_json
def list_entries(place: str, most: int, as_json: bool) -> None:
    """List what was written last, newest first."""
    from .words import lines_text

    opened = _opened(place)
    lines = opened.lines(most)
    if as_json:
        _printed([line._asdict() for line in lines])
    else:
        click.echo(lines_text(opened, lines))


@docket.command()
@place
@click.option("--clause", default="", help="A clause that the ruling cites, or one above it: NY 11.1.")
@click.option("--system", default="", help="NY, HIS, VQ or MP.")
@click.option("--question", default="", help="The question, as a case names it.")
@click.option("--verdict", type=click.Choice(["", *VERDICTS]), default="", help="What was ruled.")
@click.option("--words", default="", help="Words that must all occur, in any order.")
@click.option("--game", default="", help="The number of a game, or part of its name.")
@click.option("--since", default="", metavar="DATE", help="A day, month or year (UTC): 2026-11.")
@click.option("--until", default="", metavar="DATE", help="The same.")
@most
@as_json
def search(place: str, most: int, as_json: bool, **asked: str) -> None:
    """Find cases that fulfil all that is asked, newest first."""
    from ...core.clauses import registers
    from .records import record_data
    from .words import cases_text

    system = asked["system"].upper()
    if system and system not in registers():
        raise BadInput("system", asked["system"], Message.one_of(registers()))
    asked["system"] = system
    opened = _opened(place)
    found = opened.search(most=most, **asked)
    if as_json:
        _printed([record_data(case) for case in found])
    else:
        click.echo(cases_text(found))
    if asked["words"] and not opened.has_index:
        click.echo(say("docket.no-index"), err=True)


@docket.command()
@click.argument("number", type=int)
@place
@as_json
def show(number: int, place: str, as_json: bool) -> None:
    """Show the whole of an entry: a game, case, decision or precedent."""
    opened = _opened(place)
    _print_record(opened, opened.record(number), as_json)


@docket.command()
@click.argument("case", type=str)
@place
@by
@click.option("--game", type=int, help="The number of the game in which it came up.")
@click.option("--claim", "claims", multiple=True, metavar="PLAYER=CLAIM", help="What a player claims.")
@click.option("--from", "senders", multiple=True, metavar="NAME", help="Who wrote to you about it.")
@click.option("--corrects", type=int, metavar="NUMBER", help="The case that this takes the place of.")
@click.option("--rules", metavar="FILE", help="Your own tables instead of the kit's (TOML).")
@as_json
def add(case: str, place: str, claims: tuple[str, ...], as_json: bool, **asked: Any) -> None:
    """Rule on CASE, a JSON or TOML file (- for standard input), and keep both."""
    opened = _opened(place, create=True)
    claimed = {}
    for claim in claims:
        player, sign, text = claim.partition("=")
        if not sign:
            raise BadInput("claim", claim, Message("docket.expected-claim"))
        if player.strip() in claimed:
            raise BadInput("claim", claim, Message("docket.expected-one-claim", by=player.strip()))
        claimed[player.strip()] = text.strip()
    stored = opened.add_case(case, claims=claimed, **asked)
    if as_json and (like := opened.alike(stored.number)):  # in words it is told with the case
        from .words import alike_text

        click.echo(alike_text(like), err=True)
    _print_record(opened, stored, as_json)


@docket.command("game")
@click.argument("name")
@click.argument("log", type=str)
@place
@by
@click.option("--of", "game", type=int, metavar="NUMBER", help="The game whose later state this is.")
@click.option("--corrects", type=int, metavar="NUMBER", help="The record that this takes the place of.")
@click.option("--rules", metavar="FILE", help="The tables by which it is played (TOML).")
def add_game(
    name: str, log: str, place: str, by: str, game: int | None, corrects: int | None, rules: str | None
) -> None:
    """Keep LOG, the log or save of the game called NAME (- for standard input)."""
    from ...input_files import read_text

    opened = _opened(place, create=True)
    stored = opened.add_game(name, read_text(log), by=by, rules=rules, game=game, corrects=corrects)
    click.echo(say("docket.game-kept", number=stored.number, game=stored.game))


@docket.command(epilog=FACTS)
@click.argument("case", type=int)
@place
@by
@click.option("--override", is_flag=True, help="Do not follow the ruling; needs a reason.")
@click.option("--reason", default="", help="Why.")
@click.option(
    "--verdict",
    default="",
    callback=lambda _context, _option, value: _verdict(value),
    metavar="VERDICT",
    help=f"What an override decides instead: {', '.join(VERDICTS)}.",
)
@click.option("--position", metavar="FILE", help="The position that an override sets, a save.")
@click.option("--corrects", type=int, metavar="NUMBER", help="The decision that this takes the place of.")
@click.option(
    "--facts", metavar="FILE", help="The facts that it rests on, as JSON (see below); else the ruling's."
)
@click.option("--answer", "answer_to_loser", default="", help="A sentence that meets the words of who lost.")
@click.option(
    "--remedy", type=click.Choice(["", "stand", "adjust", "take-back"]), default="", help="What now?"
)
@click.option("--remedy-says", default="", help="The same in your own words.")
@click.option(
    "--appeal-until", default="", metavar="TIME", help="UTC, such as 2026-11-24T11:42; else 48 hours."
)
@as_json
def decide(
    case: int,
    place: str,
    override: bool,
    position: str | None,
    facts: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Decide the case of this number: follow its ruling, or override it."""
    from ...input_files import read_data
    from .records import FOLLOW, OVERRIDE

    opened = _opened(place)
    kind, save = OVERRIDE if override else FOLLOW, None if position is None else read_data(position)
    decision = opened.decide(case, kind, position=save, facts=_facts(facts), **asked)
    _print_record(opened, decision, as_json)


def _verdict(said: str) -> str:
    """A verdict by its own word, or as a letter names it."""
    named = {say(f"report.verdict-{one}").casefold(): one for one in VERDICTS}
    return named.get(said.strip().casefold(), said)


def _facts(file: str | None) -> Any:
    """The facts in a file: a list, or an object with the list as its ``facts``; None without a file."""
    if file is None:
        return None
    from ...input_files import parse_data, read_text

    text = read_text(file)
    wrapped = f'{{"facts": {text}}}' if text.lstrip().startswith("[") else text
    data = parse_data(wrapped, is_toml=False)
    found = data.get("facts") if isinstance(data, dict) else None
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise BadInput("facts", found, Message("docket.expected-facts")).in_file(file)
    return found


@docket.command()
@click.argument("case", type=int)
@click.argument("party")
@place
@by
@click.option("--reason", required=True, help="Why, as they say it.")
@as_json
def appeal(case: int, party: str, place: str, by: str, reason: str, as_json: bool) -> None:
    """Keep the appeal of PARTY from the decision on CASE (its number, or that of the decision)."""
    from .records import Decided

    opened = _opened(place)
    record = opened.record(case)
    case = record.case if isinstance(record, Decided) else case
    _print_record(opened, opened.appeal(case, party, reason, by=by), as_json)


@docket.command()
@click.argument("appeal", type=int)
@click.argument("outcome", type=click.Choice(["allowed", "dismissed"]))
@place
@by
@click.option("--reason", required=True, help="Why.")
@click.option("--verdict", type=click.Choice(["", *VERDICTS]), default="", help="What is decided now.")
@as_json
def hear(appeal: int, outcome: str, place: str, by: str, reason: str, verdict: str, as_json: bool) -> None:
    """Keep what became of an APPEAL; one that is allowed needs the new --verdict."""
    opened = _opened(place)
    _print_record(opened, opened.hear(appeal, outcome, by=by, reason=reason, verdict=verdict), as_json)


@docket.command()
@click.argument("number", type=int)
@place
@click.option(
    "--for",
    "seat",
    type=click.Choice(["both", "Bourbon", "Alliance", "umpire"]),
    default="both",
    show_default=True,
    help="Whom it is for: it holds no more than that player, both, or the umpire may see.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "html", "pdf", "json"]),
    help="Its form; by default what the ending of --out says, or text.",
)
@click.option("--out", metavar="FILE", help="Write it there: .html, .pdf, .md, .txt or .json.")
def letter(number: int, place: str, seat: str, form: str | None, out: str | None) -> None:
    """Print the decision of this number, or on the case of this number, as a letter."""
    from ...output_files import check_writable, write_whole
    from .letter import WRITERS, form_of, letter_of

    form = form or (form_of(out) if out else "text")
    if out:
        check_writable(out, "out")
    made = WRITERS[form](letter_of(_opened(place), number, seat, search=form != "text"))  # type: ignore[arg-type]
    if out:
        write_whole(out, made, "out")
        click.echo(say("letter.written", file=out), err=True)
    else:
        click.echo(made, nl=False)


@docket.command()
@click.argument("target", type=str)
@place
def export(target: str, place: str) -> None:
    """Write the public page of decisions and readings in force, or an archive of the whole docket.

    TARGET is a folder, which gets the page under the day's name; a file that ends in .html, which is the
    page; or one that ends in .zip, which is the archive. Anybody may read the page. The archive holds what
    you know, hands and seeds too: give it to umpires alone.
    """
    from pathlib import Path

    from ...output_files import make_folder, write_whole

    opened = _opened(place)
    if target.lower().endswith(".zip"):
        from .archive import packed

        write_whole(target, packed(opened), "target")
        click.echo(say("archive.written", file=target))
        return
    from .page import public_page

    file = Path(target)
    if file.suffix.lower() not in (".html", ".htm"):
        file = make_folder(target, "target") / f"decisions-{opened.now[:10]}.html"
    write_whole(file, public_page(opened), "target")
    click.echo(say("public.written", file=str(file)))


@docket.command("import")
@click.argument("archive", type=str)
@place
def import_archive(archive: str, place: str) -> None:
    """Take in ARCHIVE, which another docket has exported, once its chain of entries is verified.

    The docket is made where there is none; one that holds the beginning of the archive gets the rest of it.
    """
    opened = _opened(place, create=True)
    added, known = opened.take_in(archive)
    click.echo(say("archive.taken-in", count=added, known=known))


@docket.command()
@click.argument("case", type=int)
@place
@by
@click.option("--reading", "readings", multiple=True, metavar="NAME=OPTION", help="A reading to adopt.")
@click.option("--rule", "lines", multiple=True, metavar="SECTION.LINE=VALUE", help="A line of the tables.")
@click.option("--corrects", type=int, metavar="NUMBER", help="The precedent whose place it takes.")
@click.option("--reason", default="", help="Why.")
@click.option("--yes", is_flag=True, help="Adopt it without asking, whatever changes.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and adopt nothing.")
@as_json
def adopt(
    case: int,
    place: str,
    by: str,
    readings: tuple[str, ...],
    lines: tuple[str, ...],
    corrects: int | None,
    reason: str,
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Adopt the decided case of this number as a precedent, once you have seen every verdict it changes.

    Ctrl-C stops the search; then nothing is adopted. A precedent that names another with --corrects, and no
    reading or line, takes that one back.
    """
    from .records import record_data
    from .words import preview_text, record_text

    opened = _opened(place)
    preview = _preview(opened, readings, lines, corrects)
    asked = not (yes or dry_run or as_json)
    if not as_json:
        click.echo(preview_text(preview))
    if asked and preview.complete:
        yes = click.confirm(say("docket.adopt-now"), err=True)
    if yes and not dry_run:
        precedent = opened.adopt(preview, case, by=by, reason=reason)
        if as_json:
            _printed(record_data(precedent))
        else:
            click.echo("\n" + record_text(opened, precedent))
    elif as_json:
        _printed({"complete": preview.complete, "changed": [record_data(each) for each in preview.changed]})
    if not preview.complete:
        sys.exit(1)


def _preview(opened: Any, readings: tuple[str, ...], lines: tuple[str, ...], corrects: int | None) -> Any:
    """What the change would do; Ctrl-C ends the search, not the program."""
    from .precedents import line_from_text, reading_from_text
    from .records import Change

    options: dict[str, str] = {}
    rules: dict[str, dict[str, Any]] = {}
    for reading in readings:
        options |= reading_from_text(reading)
    for line in lines:
        for section, described in line_from_text(line).items():
            rules[section] = rules.get(section, {}) | described
    with (
        click.progressbar(length=1, label=say("docket.looking"), file=sys.stderr) as bar,
        Interrupt() as stop,
    ):

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        return opened.would_change(
            Change(options, rules), corrects=corrects, progress=progress, stop=stop.wanted
        )


class Interrupt:
    """Ctrl-C as a question that can be asked, while it is entered."""

    def __enter__(self) -> Interrupt:
        import signal

        self._pressed = False
        self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def _press(self, *_: object) -> None:
        self._pressed = True

    def wanted(self) -> bool:
        """Whether it was pressed."""
        return self._pressed

    def __exit__(self, *_: object) -> None:
        import signal

        signal.signal(signal.SIGINT, self._before)


@docket.command("in-force")
@place
@click.option("--on", metavar="DAY", help="On an earlier day: 2026-11-21.")
@as_json
def in_force(place: str, on: str | None, as_json: bool) -> None:
    """Show which readings and lines of the tables precedents have put in force."""
    from datetime import date

    from .words import in_force_text

    try:
        day = None if on is None else date.fromisoformat(on)
    except ValueError:
        raise BadInput("on", on, Message("docket.expected-date")) from None
    force = _opened(place).in_force(day)
    if as_json:
        _printed(force.data)
    else:
        click.echo(in_force_text(force))


@docket.command()
@place
def verify(place: str) -> None:
    """Check that every entry is as it was written; exit 1 when one is not."""
    broken = _opened(place).broken()
    for number, how in broken:
        click.echo(say(f"docket.broken-{how}", number=number))
    if not broken:
        click.echo(say("docket.whole"))
    sys.exit(1 if broken else 0)
