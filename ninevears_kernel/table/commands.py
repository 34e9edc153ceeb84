"""``ninevears table``: a war over the network."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import click

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..output_files import write_whole
from ..page_server import long_enough

if TYPE_CHECKING:
    from .store import TableStore

_file = click.Path(dir_okay=False, exists=True)
WHO = "In a new game who plays this side: a person, or the computer, with sense, bold or by chance."
PLAYERS = ("person", "sense", "bold", "chance")
"""Who may play a side, by name in `play.seats`: named here too: the command line starts without it."""


@click.command("table")
@click.argument("place", metavar="FOLDER_OR_URL")
@click.option("--port", type=click.IntRange(0, 65535), default=8868, show_default=True)
@click.option(
    "--no-browser", is_flag=True, expose_value=False, help="As for the other commands; it never opens one."
)
@click.option("--lan", is_flag=True, help="Also for other machines of your local network, with a password.")
@click.option(
    "--password", metavar="WORDS", callback=long_enough, help="With --lan: one of your own for the class."
)
@click.option(
    "--host",
    "hosts",
    metavar="NAME",
    multiple=True,
    help="Another name by which it may be asked for, as behind a proxy. Can be given again.",
)
@click.option("--base", default="/", show_default=True, help="The path below which it lies, behind a proxy.")
@click.option(
    "--url",
    metavar="URL",
    help="The address at which a proxy offers it, such as https://wars.example/play/: links begin with it.",
)
@click.option("--cert", type=_file, help="A certificate, for https (PEM).")
@click.option("--key", type=_file, help="The key of the certificate.")
@click.option("--new", "names", metavar="NAME", multiple=True, help="Begin a game. Can be given again.")
@click.option(
    "--tables",
    "count",
    type=click.IntRange(1, 40),
    help="Begin so many games, called Table 1, Table 2 and so on, as for a class.",
)
@click.option(
    "--from",
    "begun",
    metavar="FILE_OR_YEAR",
    multiple=True,
    help="With --new or --tables: a war begun elsewhere, as a log, a save or its mails (each file given "
    "again); or the January of a year, 1689 to 1697, as history had it.",
)
@click.option("--bourbon", type=click.Choice(PLAYERS), default="person", help=WHO)
@click.option("--alliance", type=click.Choice(PLAYERS), default="person", help=WHO)
@click.option("--open", "opened", is_flag=True, help="In a new game: the class takes its seats (--lan).")
@click.option("--fair-dice", "fair", is_flag=True, help="In a new game: dice that both players can check.")
@click.option("--only-new", is_flag=True, help="Print the links of new games, and serve nothing.")
@click.option("--smtp", metavar="URL", help="Tell people who are away by mail, through smtp://HOST:PORT.")
@click.option("--mail-from", metavar="ADDRESS", help="With --smtp: the address that mails come from.")
@click.option(
    "--keep",
    "kept_days",
    type=click.IntRange(1, 3650),
    default=365,
    show_default=True,
    metavar="DAYS",
    help="Names and chat are taken away when nothing was done at a table for so long.",
)
@click.option(
    "--new-umpire-link", "anew", is_flag=True, help="Another link for the umpire; the old one dies."
)
@click.option("--export", "exported", metavar="NAME", help="Write all that is kept of NAME to NAME.json.")
@click.option("--erase", metavar="NAME", help="Take away the name, the chat and the links of NAME.")
def table_command(
    place: str,
    port: int,
    lan: bool,
    password: str | None,
    hosts: tuple[str, ...],
    base: str,
    url: str | None,
    cert: str | None,
    key: str | None,
    names: tuple[str, ...],
    count: int | None,
    begun: tuple[str, ...],
    bourbon: str,
    alliance: str,
    opened: bool,
    fair: bool,
    only_new: bool,
    smtp: str | None,
    mail_from: str | None,
    kept_days: int,
    anew: bool,
    exported: str | None,
    erase: str | None,
) -> None:
    """Serve wars for two players, an umpire and spectators, each in a browser of their own.

    The games are kept in FOLDER_OR_URL: in the docket of a folder, or in any database that SQLAlchemy names.
    Every choice is kept before anybody is told of it. The command prints the link of the umpire's page, from
    which games are begun and the links of the seats are given out: each is the key of one seat. It stays the
    same at each start.

    With --lan it prints an address, a password and a picture of both: a class comes in by them, and takes the
    seats of games that were made open. What is taken needs its own link.
    """
    if begun and not (names or count):
        raise BadInput("--from", begun[0], Message("tables.expected-new"))
    if key is not None and cert is None:
        raise BadInput("--key", key, Message("tables.key-without-cert"))
    if not re.fullmatch(r"/(?:[\w.~-]+/)*", base if base.endswith("/") else f"{base}/", re.ASCII):
        raise BadInput("--base", base, Message("tables.expected-base"))
    base = base if base.endswith("/") else f"{base}/"
    name = _named(url)
    # what needs a database is imported when the command runs
    from .store import TableStore

    if "://" not in place and not Path(place).suffix:
        Path(place).mkdir(parents=True, exist_ok=True)
    store = TableStore(place)
    if exported is not None or erase is not None:
        _of_a_person(store, exported, erase)
        return

    from .beginnings import is_year, new_game
    from .notices import post_of

    text = begun[0] if len(begun) == 1 and is_year(begun[0]) else [_text_of(one) for one in begun]
    names += tuple(say("tables.numbered", number=number) for number in range(1, (count or 0) + 1))
    post = post_of(smtp, mail_from or "") if smtp else None

    async def run() -> None:
        from ..page_server import class_password, lan_addresses, plainly, told_to_a_class
        from .server import Settings, links, serve
        from .umpires import umpires_link

        addresses = lan_addresses() if lan else []
        if lan and not addresses:
            raise click.ClickException(say("tables.no-lan"))
        wide = bool(lan or hosts)
        scheme = "https" if cert else "http"
        word = (password or class_password()) if lan else ""
        names_told = [*hosts, *addresses]
        asked_for = [*names_told, *([name] if name else [])]
        settings = Settings(
            port,
            "" if wide else "127.0.0.1",
            (*asked_for,),
            base,
            cert,
            key,
            password=word,
            kept_days=kept_days,
            post=post,
            proxied=url is not None and not wide,
        )
        used = port
        if not only_new:
            _, used, house = serve(store, settings)
        made = [  # where a port is taken, no games are left whose links nobody was told
            new_game(store, called, text, bourbon=bourbon, alliance=alliance, open=opened, fair=fair)
            for called in names
        ]
        where = [f"{scheme}://{one}:{used}{base}" for one in names_told or ["localhost"]]
        if url:
            where = [f"{url.rstrip('/')}/"]
        if not only_new and (url or wide):
            house.address = where[0]
        for address in where:
            for game in made:
                click.echo(say("tables.new-game", name=game["name"]))
                for seat, link in links(address, [*game["seats"].items()]):
                    click.echo(say("tables.link-of", seat=say(f"tables.seat-{seat}"), link=link))
        if only_new:
            return
        if lan:
            for address in where:
                click.echo(told_to_a_class(f"{address}enter", word, f"{address}class#{quote(plainly(word))}"))
        token, file = umpires_link(store, anew)
        for address in where:
            opens = say("tables.served", link=f"{address}#{token}")
            click.echo(opens if token else say("tables.link-before", address=address))
        if file is not None:
            click.echo(say("tables.link-kept", file=str(file)), err=True)
        if wide and not cert:
            click.echo(say("tables.not-secure"), err=True)
        await asyncio.Event().wait()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        click.echo()


def _text_of(file: str) -> str:
    """What a file holds.

    Raises:
        BadInput: it cannot be read; names the file.
    """
    from ..input_files import read_text

    try:
        return read_text(file)
    except BadInput as error:
        raise error.in_file(file) from None


def _named(url: str | None) -> str:
    """The name in the address at which others reach the server; "" without one."""
    if url is None:
        return ""
    try:
        asked = urlsplit(url)
        name = asked.hostname
    except ValueError:
        raise BadInput("--url", url, Message("tables.expected-url")) from None
    if asked.scheme not in ("http", "https") or not name or asked.query or asked.fragment:
        raise BadInput("--url", url, Message("tables.expected-url"))
    return name


def _of_a_person(store: TableStore, exported: str | None, erase: str | None) -> None:
    """Gives, or takes away, what is kept of a person."""
    from . import people

    for name in filter(None, (exported, erase)):
        if not people.kept_of(store, name):
            raise click.ClickException(say("tables.nobody-called", name=name))
    if exported is not None:
        kept = people.kept_of(store, exported)
        file = re.sub(r"[^\w-]+", "-", exported) + ".json"
        write_whole(file, json.dumps(kept, indent=2, ensure_ascii=False) + "\n")
        click.echo(say("tables.given", name=exported, count=len(kept), file=file))
    if erase is not None:
        click.echo(say("tables.erased", name=erase, count=people.erase(store, erase)))
