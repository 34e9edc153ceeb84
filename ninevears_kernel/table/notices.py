"""How somebody who is away hears that it is their turn: by mail through a given server, or by a feed.

Both are off until somebody asks for them. What is sent names the game and nothing of the war.
"""

from __future__ import annotations

import os
import re
import secrets
import smtplib
import ssl
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import Connection, select, update

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..nine_years.components.sides import Side
from .store import TOKEN_BYTES, Sitting, TableStore, digest_of
from .tables import MOST_ADDRESS, notices, seats

AWAY_SECONDS = 600
"""Who was waited for so long, and is not at the table, is sent a mail; one for each turn."""
PATIENCE = 20
"""Seconds for which a mail server is waited for."""
PASSWORD = "NINEVEARS_SMTP_PASSWORD"
"""The variable of the environment that holds the password for the mail server."""
_ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]+@[^\s@<>,;:\"()\[\]\\]+")


class Post(NamedTuple):
    """A mail server.

    Attributes:
        host, port: where it is.
        secure: whether it speaks TLS from the first byte; else from when it offers to, which it must where
            there is a user.
        user: for whom mail is sent; "" where it asks nobody.
        sender: the address that mails come from.
    """

    host: str
    port: int
    secure: bool
    user: str
    sender: str


def post_of(url: str, sender: str) -> Post:
    """The mail server of an address.

    Args:
        url: as in ``smtp://mail.example:587`` or ``smtps://anna@mail.example``.
        sender: the address that mails come from.

    Raises:
        BadInput: it is none.

    >>> post_of("smtps://anna@mail.example", "war@mail.example").port
    465
    """
    try:
        asked = urlsplit(url)
        host, port = asked.hostname, asked.port
    except ValueError:  # half a bracket, or a port beyond all
        raise BadInput("--smtp", url, Message("tables.expected-smtp")) from None
    secure = asked.scheme == "smtps"
    if asked.scheme not in ("smtp", "smtps") or not host:
        raise BadInput("--smtp", url, Message("tables.expected-smtp"))
    return Post(host, port or (465 if secure else 587), secure, asked.username or "", address_of(sender))


def address_of(text: object) -> str:
    """An address for mail.

    Raises:
        BadInput: it is none.

    >>> address_of(" anna@example.org ")
    'anna@example.org'
    """
    found = text.strip() if isinstance(text, str) else ""
    if len(found) > MOST_ADDRESS or not found.isprintable() or not _ADDRESS.fullmatch(found):
        raise BadInput("mail", str(text)[:40], Message("tables.expected-address"))
    return found


def send(post: Post, to: str, game: str) -> None:
    """Sends a mail that it is somebody's turn; waits until the mail server has it.

    Args:
        post: the mail server.
        to: an address.
        game: what it is called.

    Raises:
        OSError: it was not taken.
    """
    letter = EmailMessage()
    letter["From"], letter["To"] = post.sender, to
    letter["Subject"] = say("tables.mail-subject", name=game)
    letter["Auto-Submitted"] = "auto-generated"  # RFC 3834, 5: no program answers it
    letter.set_content(say("tables.mail-text", name=game))
    secure = ssl.create_default_context()
    server: smtplib.SMTP
    if post.secure:
        server = smtplib.SMTP_SSL(post.host, post.port, timeout=PATIENCE, context=secure)
    else:
        server = smtplib.SMTP(post.host, post.port, timeout=PATIENCE)
    with server:
        server.ehlo_or_helo_if_needed()
        if not post.secure and (server.has_extn("starttls") or post.user):  # no password goes in the clear
            server.starttls(context=secure)
        if post.user:
            server.login(post.user, os.environ.get(PASSWORD, ""))
        server.send_message(letter)


# ---- who asked for it


def asked_for(store: TableStore, seat: int) -> tuple[str, bool]:
    """The address of a seat, "" without one, and whether it has a feed."""
    asked = select(notices).where(notices.c.seat == seat)
    row = store.read(lambda connection: connection.execute(asked).first())
    return ("", False) if row is None else (row.address, row.feed is not None)


def set_address(store: TableStore, seat: int, address: object) -> None:
    """Keeps the address of a seat; "" takes it away.

    Raises:
        BadInput: it is none.
    """
    _change(store, seat, {"address": "" if address == "" else address_of(address)})


def set_feed(store: TableStore, seat: int, wanted: bool) -> str:
    """A feed for a seat, in the place of one that it had; its secret, "" when none is wanted."""
    secret = secrets.token_urlsafe(TOKEN_BYTES) if wanted else ""
    _change(store, seat, {"feed": digest_of(secret) if wanted else None})
    return secret


def _change(store: TableStore, seat: int, values: Mapping[str, Any]) -> None:
    def change(connection: Connection) -> None:
        if not connection.execute(update(notices).where(notices.c.seat == seat).values(**values)).rowcount:
            row = {"seat": seat, "address": "", "feed": None, "told": 0, **values}
            connection.execute(notices.insert().values(**row))

    store.write(change)


def games_to_tell(store: TableStore) -> list[int]:
    """The games at which somebody gave an address, in play here or not."""
    asked = (
        select(seats.c.game)
        .join(notices, notices.c.seat == seats.c.number)
        .where(notices.c.address != "", seats.c.revoked.is_(None))
        .distinct()
    )
    return store.read(lambda connection: [row.game for row in connection.execute(asked)])


def to_tell(store: TableStore, game: int, side: Side, revision: int) -> list[tuple[int, str]]:
    """The seats and addresses of a side that were not told of this turn; from now on they were.

    Args:
        store: the tables.
        game: which.
        side: whose turn it is.
        revision: of the game.
    """
    here = seats.c.game == game, seats.c.seat == side, seats.c.revoked.is_(None)
    asked = (
        select(notices.c.seat, notices.c.address)
        .join(seats, notices.c.seat == seats.c.number)
        .where(*here, notices.c.address != "", notices.c.told < revision)
    )

    def note(connection: Connection) -> list[tuple[int, str]]:
        found = connection.execute(asked).all()
        numbers = [row.seat for row in found]
        connection.execute(update(notices).where(notices.c.seat.in_(numbers)).values(told=revision))
        return [(row.seat, row.address) for row in found]

    if not store.read(lambda connection: connection.execute(asked).first()):
        return []
    return store.write(note)


def was_not_told(store: TableStore, seat: int, error: Exception) -> None:
    """Notes that a mail did not leave, so that it is tried again; not where the server refuses it for good.

    Args:
        store: the tables.
        seat: whom it was for.
        error: what went wrong.
    """
    refused = error.recipients.values() if isinstance(error, smtplib.SMTPRecipientsRefused) else ()
    if not any(code >= 500 for code, _ in refused):
        statement = update(notices).where(notices.c.seat == seat).values(told=0)
        store.write(lambda connection: connection.execute(statement))


def of_feed(store: TableStore, secret: str) -> Sitting | None:
    """Whose feed it is; None for nobody's."""
    asked = (
        select(seats)
        .join(notices, notices.c.seat == seats.c.number)
        .where(notices.c.feed == digest_of(secret), seats.c.revoked.is_(None))
    )
    row = store.read(lambda connection: connection.execute(asked).first())
    return None if row is None else Sitting(row.number, row.game, row.seat, row.name, row.digest)


def feed_of(sitting: Sitting, name: str, waits: Sequence[str], since: str, revision: int) -> str:
    """A feed (Atom, RFC 4287) that says whose turn it is.

    Args:
        sitting: whose feed it is.
        name: of the game.
        waits: whose turn it is.
        since: since when, as the store writes it.
        revision: of the game.

    >>> sitting = Sitting(1, 2, "Bourbon", "", "")
    >>> "Your turn" in feed_of(sitting, "Ours", ["Bourbon"], "1690-07-10T12:00:00Z", 3)
    True
    """
    about = f"urn:ninevears:{sitting.digest[:16]}"
    told = say("tables.feed-yours" if sitting.seat in waits else "tables.feed-theirs", name=name)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<title>{escape(name)}</title><id>{about}</id><updated>{since}</updated>"
        f"<author><name>Nine Years</name></author><entry><title>{escape(told)}</title>"
        f"<id>{about}:{revision}</id><updated>{since}</updated><content>{escape(told)}</content></entry></feed>\n"
    )
