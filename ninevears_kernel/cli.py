"""The command line: the same engine without a notebook."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, get_args

import click

from . import __version__
from .core.errors import BadInput, DocketError, NinevearsError, WorkerDied, one_line
from .core.messages import Message, say
from .nine_years.components.sides import SEATS, Seat
from .page_server import (
    IDLE_SECONDS,
    answer_to_own_addresses,
    class_password,
    lan_addresses,
    long_enough,
    open_with_the_index,
    page_arguments,
    page_environment,
    told_to_a_class,
)
from .play.link_commands import link_command, open_command
from .play.review_commands import review_command
from .site.commands import lite_command, site_command
from .table.commands import table_command
from .teaching.commands import assignment_command, class_command, handout_command, pupil_command
from .umpire.docket.commands import docket
from .umpire.email.commands import mail_command
from .umpire.luck.dice_commands import dice

PLAYERS = ("sensible", "bold", "random")
"""Who can play, by name in `play.match`: named here too, so that the command line starts without it."""
JANUARIES = (1689, 1697)
"""The years with which `simulate --from` can begin, named here for the same reason."""
PAPERS = ("A4", "letter")
"""Papers of the player aid and of lesson plans, named here for the same reason."""
Remedy = Literal["rewind", "substitute", "stand"]
REMEDIES: tuple[Remedy, ...] = get_args(Remedy)
"""What can be done about a bad entry, named here for the same reason."""
Later = Literal["stop", "pass"]
LATERS: tuple[Later, ...] = get_args(Later)
"""What is done where a later choice is no longer legal, named here for the same reason."""
BAD_INPUT = 2
"""Exit code for input, or a docket, that cannot be used."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """Teaches, judges and explores Nine Years: The War of the Grand Alliance 1688-1697."""


def _with_plans(command: click.Command) -> click.Command:
    """The handout command with the lesson plans: teaching knows no chronicle, the chronicle no exercises."""
    tasks = command.callback
    assert tasks is not None

    def callback(plan: str | None, paper: str, **asked: Any) -> None:
        if plan is None:
            tasks(**asked)
            return
        from .chronicle.plan_sheets import write_sheets

        def making(file: Path) -> None:
            click.echo(say("class.making", file=file), err=True)

        for file in write_sheets(plan, asked["out"], paper, making):
            click.echo(say("class.written", file=file))

    told = "Instead of tasks: a lesson plan of the war as PDF, for pupils and teacher, such as namur; or all."
    options = [
        click.Option(["--plan"], metavar="NAME", help=told),
        click.Option(
            ["--paper"], type=click.Choice(PAPERS), default=PAPERS[0], show_default=True, help="Of a plan."
        ),
    ]
    params = [*options, *command.params]
    return click.Command(command.name, params=params, callback=callback, help=command.help)


cli.add_command(assignment_command)
cli.add_command(class_command)
cli.add_command(pupil_command)
cli.add_command(_with_plans(handout_command))
cli.add_command(link_command)
cli.add_command(open_command)
cli.add_command(review_command)
cli.add_command(dice)
cli.add_command(docket)
cli.add_command(mail_command)
cli.add_command(site_command)
cli.add_command(lite_command)
cli.add_command(table_command)
custom_rules = click.option("--rules", metavar="FILE", help="Your own tables instead of the kit's (TOML).")


@cli.command()
@click.argument("case", type=str)
@click.option("--json", "as_json", is_flag=True, help="Print the ruling as JSON.")
@click.option(
    "--report",
    "files",
    metavar="FILE",
    multiple=True,
    help="Write a full report too: .html, .md, .json or .pdf. Can be given again.",
)
@click.option(
    "--for",
    "seat",
    type=click.Choice(SEATS),
    default="both",
    show_default=True,
    help="Whom the reports are for: they hold no more than that player, both, or the umpire may see.",
)
@custom_rules
def rule(case: str, as_json: bool, files: tuple[str, ...], seat: Seat, rules: str | None) -> None:
    """Rule on CASE, a JSON or TOML file (- for standard input), or a report with a case inside."""
    from .core.render import to_json, to_text
    from .umpire.reports.commands import ruled

    ruling = ruled(case, files, rules, seat)
    click.echo(to_json(ruling) if as_json else to_text(ruling).rstrip())


@cli.command()
@click.argument("case", type=str)
@click.option("--json", "as_json", is_flag=True, help="Print the odds as JSON.")
@custom_rules
def odds(case: str, as_json: bool, rules: str | None) -> None:
    """Print the exact odds of CASE, whatever dice it gives."""
    from .core.render import json_text, to_data, to_text
    from .umpire.cases.cases import rule_case

    ruling = rule_case(case, odds_only=True, rules=rules)
    if as_json:
        data = to_data(ruling, with_answer=not ruling.odds)
        click.echo(json_text(data))
    else:
        click.echo(to_text(ruling).rstrip() if ruling.odds else say("odds.none"))


@cli.command()
@click.argument("log", type=str)
@click.argument("given", type=str, required=False, metavar="[CHOICE|EDITS]")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("--what-now", is_flag=True, help="Print what can be done about the first bad entry.")
@click.option(
    "--set-right",
    type=click.Choice(REMEDIES),
    help="Print the log with the umpire's decision in it: back to before the bad entry, CHOICE in its place, "
    "or let it stand with the corrections of the file EDITS (a list of edits).",
)
@click.option("--reason", metavar="TEXT", help="Why; both players read it.")
@click.option("--at", type=click.IntRange(1), metavar="N", help="The bad entry is choice N, although legal.")
@click.option(
    "--later",
    type=click.Choice(LATERS),
    default=LATERS[0],
    show_default=True,
    help="Where a later choice is no longer legal: stop there, or leave it out and pass.",
)
@custom_rules
def replay(
    log: str,
    given: str | None,
    as_json: bool,
    what_now: bool,
    set_right: Remedy | None,
    reason: str | None,
    at: int | None,
    later: Later,
    rules: str | None,
) -> None:
    """Check LOG, the log of a war (- for standard input); exit 1 when an entry is bad, and say which."""
    from .core.render import json_text
    from .umpire.cases.replays import replay_data, replay_text
    from .umpire.setting_right import commands

    if set_right is not None:
        click.echo(commands.log_set_right(log, set_right, given, reason, at, later, rules), nl=False)
        return
    if what_now:
        click.echo(commands.what_now(log, at, later, rules, as_json).rstrip())
        return
    data = replay_data(log, rules)
    click.echo(json_text(data) if as_json else replay_text(data).rstrip())
    sys.exit(1 if data["bad_entry"] else 0)


@cli.command()
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="How many wars.")
@click.option("--seed", type=click.IntRange(0), default=1688, show_default=True, help="Same seed, same wars.")
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to share the work."
)
@click.option("--scheduler", metavar="ADDRESS", help="Workers of this Dask scheduler share it instead.")
@click.option("--bourbon", type=click.Choice(PLAYERS), default="sensible", show_default=True)
@click.option("--alliance", type=click.Choice(PLAYERS), default="sensible", show_default=True)
@click.option(
    "--from",
    "from_year",
    type=click.IntRange(*JANUARIES),
    metavar="YEAR",
    help=f"Begin in January of YEAR as history had it: {JANUARIES[0]} to {JANUARIES[1]}.",
)
@click.option("--json", "as_json", is_flag=True, help="Print every war as JSON.")
@custom_rules
def simulate(
    games: int,
    seed: int,
    jobs: int,
    scheduler: str | None,
    bourbon: str,
    alliance: str,
    from_year: int | None,
    as_json: bool,
    rules: str | None,
) -> None:
    """Play whole wars between two computer players; Ctrl-C keeps those that are done."""
    from .play.simulation import records_data, simulate, simulation_text
    from .play.workers import workers_at

    lost = None
    with (
        workers_at(scheduler) if scheduler is not None else nullcontext() as executor,
        click.progressbar(length=games, label=say("simulate.label"), file=sys.stderr) as bar,
    ):

        def done() -> None:
            bar.update(1)

        try:
            if from_year is None:
                wars = simulate(games, seed, jobs, bourbon, alliance, rules, done=done, executor=executor)
            else:
                from .chronicle.scenario_from_history import simulate_from

                if rules is not None:  # the Januaries are put together from the kit's own scenario
                    raise BadInput("--from", from_year, Message("expected.no-own-rules"))
                wars = simulate_from(from_year, games, seed, jobs, bourbon, alliance, done, executor)
        except WorkerDied as error:
            wars, lost = list(error.finished), error
    if as_json:
        click.echo(json.dumps(records_data(wars), indent=2))
    else:
        click.echo(simulation_text(wars, games))
    if lost is not None:
        raise lost


@cli.command()
@click.argument("words", nargs=-1)
@click.option("--system", help="One system only: NY, HIS, VQ or MP.")
@click.option("--json", "as_json", is_flag=True, help="Print clauses and questions as JSON.")
@click.option(
    "--tests",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("tests"),
    help="The folder of tests to look for clauses in.",
)
def clauses(words: tuple[str, ...], system: str | None, as_json: bool, tests: Path) -> None:
    """List the clauses, where each is carried out and which tests show it; exit 1 when one has neither.

    WORDS name some of them: a number such as 14.6, or words of a clause or of the code that carries it out,
    such as avoidance. Then file and line of the code are told too.
    """
    from .core.render import json_text
    from .umpire.cases.coverage import coverage_data, coverage_text

    sought = " ".join(words)
    data = coverage_data(system, tests, sought)
    if sought and not data["clauses"]:
        click.echo(say("help.nothing", words=one_line(sought)), err=True)
        sys.exit(1)
    click.echo(json_text(data) if as_json else coverage_text(data))
    if not tests.is_dir():
        click.echo(say("coverage.no-tests", folder=str(tests)), err=True)
    sys.exit(1 if data["gaps"] else 0)


@cli.command(name="help")
@click.argument("words", nargs=-1, required=True)
def help_about(words: tuple[str, ...]) -> None:
    """Say what a clause or a word means: WORDS are a number such as 11.1.1, or what to look for."""
    from .teaching.help_text import help_text

    sought = " ".join(words)
    text = help_text(sought)
    click.echo(text or say("help.nothing", words=one_line(sought)), err=not text)
    sys.exit(0 if text else 1)


@cli.command()
@custom_rules
@click.option("--out", metavar="FILE", help="Write it to FILE: .html, .md or .pdf.")
@click.option("--paper", type=click.Choice(PAPERS), default=PAPERS[0], show_default=True)
def aid(rules: str | None, out: str | None, paper: str) -> None:
    """Make the player aid, one page to print; without --out as Markdown on the screen."""
    from .teaching.player_aid import make_player_aid

    made = make_player_aid(rules)
    if out is None:
        click.echo(made.markdown().rstrip())
        return
    made.write(out, paper)
    click.echo(say("aid.written", file=out), err=True)


@cli.command()
@click.option("--no-browser", is_flag=True, help="Print the address and open nothing.")
@click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path), help="Where to keep your notebooks."
)
def lab(no_browser: bool, folder: Path | None) -> None:
    """Open JupyterLab on the index notebook."""
    import subprocess

    notebooks = notebook_folder(folder)
    arguments = [sys.executable, "-m", "jupyter", "lab", f"--ServerApp.root_dir={notebooks}"]
    arguments += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    arguments += page_arguments(notebooks) if find_spec("voila") else []
    arguments += ["--LabApp.extension_manager=readonly", "--LabApp.default_url=/lab/tree/index.ipynb"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--allow-root")
    if no_browser or not _has_browser():
        arguments.append("--no-browser")
        click.echo(say("lab.no-browser"), err=True)
    # with settings of the kit: nothing asks for news over the home page
    settings = str(Path(__file__).parent / "page" / "lab")
    config = os.pathsep.join(filter(None, [settings, os.environ.get("JUPYTER_CONFIG_PATH")]))
    sys.exit(
        subprocess.call(arguments, env=os.environ | {"JUPYTER_CONFIG_PATH": config, **page_environment()})
    )


def _present_notebook(_context: click.Context, _parameter: click.Parameter, notebook: Path) -> Path:
    """The notebook that is asked for; a lesson may be named as in an older edition."""
    from .teaching.lessons import present_path

    if not notebook.exists():
        notebook = Path(present_path(notebook.as_posix()))
    if not notebook.exists():
        raise click.BadParameter(say("page.no-notebook", file=notebook))
    return notebook


@cli.command()
@click.argument("notebook", type=click.Path(path_type=Path), callback=_present_notebook)
@click.option("--port", type=click.IntRange(1, 65535), default=8866, show_default=True)
@click.option("--dark", is_flag=True, help="A dark page, whatever the browser prefers.")
@click.option("--no-browser", is_flag=True, help="Print the address and open nothing.")
@click.option(
    "--host",
    "hosts",
    metavar="NAME",
    multiple=True,
    help="Another name by which the page may be asked for, as behind a proxy. Can be given again.",
)
@click.option(
    "--lan",
    is_flag=True,
    help="Also for other machines of your local network: prints an address and a password for them.",
)
@click.option("--password", metavar="WORDS", callback=long_enough, help="With --lan: one of your own.")
def page(
    notebook: Path,
    port: int,
    dark: bool,
    no_browser: bool,
    hosts: tuple[str, ...],
    lan: bool,
    password: str | None,
) -> None:
    """Show NOTEBOOK, or all in a folder, as a web page without code.

    A folder opens with its index.ipynb, where there is one. The page is light or dark as the browser prefers.

    The page is for this machine: it answers to localhost and to the names that --host adds, and to no other,
    so that no page of a stranger can reach it through your browser. With --lan it answers to the addresses of
    this machine in the local network too, and everybody needs the password: a class types address and
    password, or points a telephone at the picture of both. What anybody does is kept apart from all others,
    and gone when the command ends.
    """
    if find_spec("voila") is None:
        raise click.ClickException(say("page.no-voila", python=sys.executable))
    arguments = [str(notebook), f"--port={port}", *page_arguments(notebook)]
    arguments += [f"--MappingKernelManager.cull_idle_timeout={IDLE_SECONDS}", "--theme=dark"][: 1 + dark]
    arguments += ["--no-browser"] * (no_browser or lan or not _has_browser())
    names: dict[str, Any] = {"allow_remote_access": False, "local_hostnames": ["localhost", *hosts]}
    kept = None
    if lan:
        from socket import gethostname
        from tempfile import TemporaryDirectory

        from .class_page import kept_apart

        addresses = lan_addresses()
        if not addresses:
            raise click.ClickException(say("page.no-lan"))
        password = password or class_password()
        arguments += ["--Voila.ip=0.0.0.0", f"--Voila.token={password}"]
        arguments += ["--Voila.identity_provider_class=ninevears_kernel.class_page.ClassIdentity"]
        kept = TemporaryDirectory(prefix="ninevears-page-")
        names["local_hostnames"] += [*addresses, gethostname()]
        names["allow_unauthenticated_access"] = False
        answer_to_own_addresses(frozenset(names["local_hostnames"]))
        for address in addresses:
            click.echo(told_to_a_class(f"http://{address}:{port}/", password))
    os.environ.update(page_environment())
    if (notebook / "index.ipynb").is_file():
        open_with_the_index()
    import warnings

    from voila.app import Voila

    # Voila takes what its templates need in a form that traitlets would rather have otherwise
    warnings.filterwarnings("ignore", "--resources", DeprecationWarning)
    # In this process, so that whoever ends it ends the server. Voila itself answers to every name: one of a
    # stranger that leads here (DNS rebinding) would make this page a part of the stranger's.
    if kept is not None:
        config = Voila.instance(tornado_settings=names).config  # the same server that is launched below
        config.VoilaConfiguration.prelaunch_hook = kept_apart(Path(kept.name))
    Voila.launch_instance(arguments, tornado_settings=names)
    if kept is not None:
        kept.cleanup()


def _has_browser() -> bool:
    import webbrowser

    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def notebook_folder(folder: Path | None) -> Path:
    """The folder that JupyterLab opens: the checkout's, or a copy of the installed notebooks.

    Args:
        folder: where the reader wants the copy; by default ``ninevears-notebooks`` in the present folder,
            unless there is a ``notebooks`` folder with an index here already.
    """
    here = Path("notebooks")
    if folder is None and (here / "index.ipynb").exists():
        return here.resolve()
    target = folder or Path("ninevears-notebooks")
    if not (target / "index.ipynb").exists():
        import shutil

        package = Path(__file__).parent
        installed = package / "notebooks"
        source = installed if installed.exists() else package.parent / "notebooks"  # a checkout's
        leftovers = shutil.ignore_patterns(".*", "__pycache__")
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=leftovers)
    return target.resolve()


PLAIN = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})
"""Signs that have a plain one in their place where an encoding lacks them."""


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """What stands for signs that the encoding of a terminal, or of a file written to, does not have."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end].translate(PLAIN)
    return "".join(sign if sign.isascii() else "?" for sign in lacking), error.end


def main() -> None:
    """The entry point: what cannot be read, used or written is one sentence on stderr and exit code 2."""
    codecs.register_error("plainly", _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plainly")
    try:
        cli(standalone_mode=True)
    except NinevearsError as error:
        click.echo(str(error), err=True)
        sys.exit(BAD_INPUT if isinstance(error, BadInput | DocketError) else 1)
    except OSError as error:
        why = error.strerror or str(error)
        click.echo(say("cli.unwritable", why=why, file=error.filename or "output"), err=True)
        sys.exit(BAD_INPUT)
