"""The tables of the store of tables, beside the docket's own in one database."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from ..umpire.docket.tables import WHEN

MOST_NAME = 80
MOST_SAID = 500
MOST_ADDRESS = 254
"""Characters of an address for mail (RFC 5321, 4.5.3.1.3)."""

metadata = MetaData()
games = Table(
    "table_games",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("name", String(MOST_NAME), nullable=False),
    Column("made", String(WHEN), nullable=False),
)
seats = Table(
    "table_seats",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("game", Integer, ForeignKey("table_games.number"), index=True),
    Column("seat", String(10), nullable=False),
    Column("name", String(MOST_NAME), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("made", String(WHEN), nullable=False),
    Column("revoked", String(WHEN)),
)
"""Who may sit where: of the secret in a link its SHA-256 alone. Without a game: the umpire of all of them."""
entries = Table(
    "table_entries",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("game", Integer, ForeignKey("table_games.number"), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("by", String(10), nullable=False),
    Column("done", Text, nullable=False),
    Column("written", String(WHEN), nullable=False),
    UniqueConstraint("game", "revision"),
)
"""What was done, by which seat; `done` is JSON. It names no person."""
chat = Table(
    "table_chat",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("game", Integer, ForeignKey("table_games.number"), nullable=False),
    Column("seat", Integer, ForeignKey("table_seats.number"), nullable=False, index=True),
    Column("said", String(MOST_SAID), nullable=False),
    Column("written", String(WHEN), nullable=False),
)
Index("table_chat_of_game", chat.c.game, chat.c.number)
here = Table(
    "table_here",
    metadata,
    Column("process", String(32), nullable=False, index=True),
    Column("game", Integer, nullable=False),
    Column("seat", String(10), nullable=False),
    Column("sitting", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
"""Who sits at tables that a process serves, and when it last said so, in seconds."""
notices = Table(
    "table_notices",
    metadata,
    Column("seat", Integer, ForeignKey("table_seats.number"), primary_key=True, autoincrement=False),
    Column("address", String(MOST_ADDRESS), nullable=False),
    Column("feed", String(64), unique=True),
    Column("told", Integer, nullable=False),
)
"""Where a seat is told that it is its turn: an address, the digest of the secret of its feed; and of which
entry it was told last."""
shorts = Table(
    "table_shorts",
    metadata,
    Column("game", Integer, ForeignKey("table_games.number"), primary_key=True, autoincrement=False),
    Column("revision", Integer, nullable=False),
    Column("form", Integer, nullable=False),
    Column("told", Text, nullable=False),
)
"""Each game in short, as it was at a revision: what the list of games shows without opening it."""
desks = Table(
    "table_desks",
    metadata,
    Column("game", Integer, ForeignKey("table_games.number"), primary_key=True, autoincrement=False),
    Column("digest", String(64), primary_key=True),
)
"""What an umpire has taken from a table to the desk, a position or a log: by its digest."""
