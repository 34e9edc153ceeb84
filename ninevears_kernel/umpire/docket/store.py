"""Where the docket is kept: the database opened, read and written, and what goes wrong said in a sentence."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    NullPool,
    StaticPool,
    Table,
    create_engine,
    event,
    inspect,
    make_url,
    select,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, NoSuchModuleError, OperationalError

from ...core.errors import BadInput, DocketError, one_line
from ...core.messages import Message
from ...output_files import none_left_empty
from ..cases.outside_input import to_json
from . import fulltext
from .alike import note_facts
from .tables import BESIDE, FORMAT, KINDS, LATER, VERSION, about, case_facts, cases, entries, guards, metadata

DEFAULT = "umpire-docket.sqlite"
PATIENCE = 30.0
"""Seconds for which a writer waits for others before it says that the docket is busy."""
MAKING = 0x9_1688
"""PostgreSQL's number for the lock under which the tables are made."""
_SERIALIZATION, _DEADLOCK, _LOCK_TIMEOUT = "40001", "40P01", "55P03"
_LOCK = select(about.c.version).with_for_update()
_SNAPSHOTS = ("postgresql", "mysql", "mariadb")
"""Databases that show all of a transaction at one moment only when they are asked to."""
Result = TypeVar("Result")


class Entry(NamedTuple):
    """What every row of the docket has: its number, when it was written and by whom."""

    number: int
    written: str
    by: str


class Store:
    """A docket's database.

    Args:
        place: a file, or any URL of SQLAlchemy.
        create: whether a docket is made where there is none.
        clock: the time now; never earlier than what is written already.
        patience: for how many seconds a writer waits for others.

    Attributes:
        index: the kind of the full-text index, ``sqlite`` or ``postgresql``; empty where there is none.

    Raises:
        BadInput: the URL is none.
        DocketError: there is no docket, or it cannot be opened, or was made by a newer kit.
    """

    def __init__(
        self,
        place: str | Path,
        create: bool = True,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        patience: float = PATIENCE,
    ) -> None:
        self.url: URL = _url(place)
        shown = self.url.database if self._is_file else self.url.render_as_string(hide_password=True)
        self.name: str = one_line(str(shown))
        self.clock: Callable[[], datetime] = clock
        self._patience = patience
        self.index: str = ""
        self._engine = self._made_engine()
        if self._is_file and not str(self.url.database).startswith("file:"):  # SQLite's own kind of URL
            file = Path(str(self.url.database))
            if not create and not file.exists():
                raise self._error("docket.none-there")
            if not file.parent.is_dir():
                raise self._error("docket.no-folder")
        left = none_left_empty(Path(str(self.url.database))) if self._is_file else nullcontext()
        with self._reported(), left:
            if self._patiently(self._needs_tables, self._reading):
                if not create:
                    raise self._error("docket.none-there")
                self._patiently(self._create, self._writing)
            self._follow_up()

    @property
    def _is_sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    @property
    def _is_file(self) -> bool:
        return self._is_sqlite and self.url.database not in (None, "", ":memory:")

    def _made_engine(self) -> Engine:
        options: dict[str, Any] = {"pool_pre_ping": True}
        if self._is_sqlite:
            options = {"poolclass": NullPool if self._is_file else StaticPool}
            options["connect_args"] = {"timeout": min(self._patience, 2.0)}
            if not self._is_file:
                options["connect_args"]["check_same_thread"] = False
        try:
            engine = create_engine(self.url, **options)
        except NoSuchModuleError:
            raise BadInput("docket", self.name, Message("docket.expected-database")) from None
        except ImportError as error:
            raise self._error("docket.no-driver", driver=error.name or str(error)) from None
        except (ArgumentError, TypeError, ValueError) as error:
            raise BadInput("docket", self.name, Message("input.why", why=one_line(str(error)))) from None
        if self._is_sqlite:
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        return engine

    # ---- reading and writing

    def write_ahead(self) -> None:
        """Lets others read a file of SQLite while one writes, as long as this store is there."""
        if self._is_file:
            with self._reported():
                # held open: who closes the last connection folds the log into the file, at each choice
                self._held = self._engine.raw_connection()
                self._held.cursor().execute("PRAGMA journal_mode = WAL")

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """What `work` reads, all of it as it is at one moment."""
        with self._reported():
            return self._patiently(work, self._reading)

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """What `work` gives back, once all that it wrote is kept; or nothing of it is written.

        One writer at a time: who finds the docket taken waits, and tries again.

        Raises:
            DocketError: others kept it for too long, or the database failed.
        """

        def locked(connection: Connection) -> Result:
            connection.execute(_LOCK)  # SQLite has locked the whole file, by BEGIN IMMEDIATE
            return work(connection)

        with self._reported():
            return self._patiently(locked, self._writing)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._engine.connect() as connection:
            if connection.dialect.name in _SNAPSHOTS:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._engine.connect() as connection:
            connection = connection.execution_options(ninevears_writes=True)
            with connection.begin():
                yield connection

    def _patiently(
        self,
        work: Callable[[Connection], Result],
        transaction: Callable[[], AbstractContextManager[Connection]],
    ) -> Result:
        """Does `work` in a transaction, again and again while others hold what it needs."""
        until = time.monotonic() + self._patience
        pause = 0.005
        while True:
            try:
                with transaction() as connection:
                    result = work(connection)
                return result
            except DBAPIError as error:
                if not _is_taken(error) or time.monotonic() >= until:
                    raise
            time.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(pause * 2, 0.25)

    def append(
        self,
        connection: Connection,
        kind: str,
        by: str,
        values: Mapping[str, Any],
        root: str = "",
        beside: Mapping[str, Any] | None = None,
    ) -> Entry:
        """Writes a row and its entry.

        Args:
            connection: inside `write`.
            kind: one of `KINDS`.
            by: who writes it.
            values: the other columns.
            root: a column that holds the row's own number unless `values` has it.
            beside: the columns of what a decision, or a case, says besides.
        """
        last = connection.execute(
            select(entries.c.number, entries.c.written, entries.c.digest)
            .order_by(entries.c.number.desc())
            .limit(1)
        ).first()
        number, before, digest = (last.number + 1, last.written, last.digest) if last else (1, "", "")
        # Numbers and times run together, even where the clocks of two machines differ.
        written = max(as_time(self.clock()), before)
        row = {"number": number, **values}
        if root and row.get(root) is None:
            row[root] = number
        entry = {"number": number, "kind": kind, "written": written, "by": by}
        found = None if beside is None else {"number": number, **beside}
        self.put(connection, entry | {"digest": chained(digest, entry, row, found)}, row, found)
        self.follow(connection)
        return Entry(number, written, by)

    def put(
        self,
        connection: Connection,
        entry: Mapping[str, Any],
        row: Mapping[str, Any],
        beside: Mapping[str, Any] | None = None,
    ) -> None:
        """Writes an entry as it is; `follow` then takes it into the index."""
        connection.execute(entries.insert().values(**entry))
        connection.execute(KINDS[entry["kind"]].insert().values(**row))
        if beside is not None:
            connection.execute(BESIDE[entry["kind"]].insert().values(**beside))
        if entry["kind"] == "case":
            note_facts(connection, row["number"], row["case"])

    def follow(self, connection: Connection) -> None:
        """Takes what was written into the index."""
        if self.index:
            fulltext.catch_up(connection)

    # ---- opening

    def _needs_tables(self, connection: Connection) -> bool:
        """Whether the tables are still to be made."""
        names = inspect(connection).get_table_names()
        if about.name in names:
            found = {row.format: row.version for row in connection.execute(select(about))}
            if FORMAT not in found:
                raise self._error("docket.not-one")
            if (version := max(found.values())) > VERSION:
                raise self._error("docket.newer", version=version, known=VERSION)
            return False
        if self._is_sqlite and names:
            raise self._error("docket.not-one")
        return True

    def _create(self, connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MAKING})")
        if not self._needs_tables(connection):  # another was quicker
            return
        self._make(connection, FORMAT)
        if fulltext.is_usable(connection):
            fulltext.make(connection)

    def _follow_up(self) -> None:
        """Adds what a docket of an earlier version lacks, and the index where it is not up to date.

        Raises:
            DocketError: the docket is of an earlier version, and cannot be written.
        """

        def lacks(connection: Connection) -> tuple[bool, bool, bool]:
            known = inspect(connection).get_table_names()
            usable = fulltext.is_usable(connection)
            behind = fulltext.INDEX not in known or fulltext.is_behind(connection) if usable else False
            return any(table.name not in known for table in LATER), usable, behind

        old, usable, behind = self._patiently(lacks, self._reading)
        try:
            if old or behind:
                self._patiently(self._add_later, self._writing)
        except DBAPIError as error:
            if not _sqlite_name(error).startswith("SQLITE_READONLY"):
                raise
            if old:
                raise self._error("docket.old-and-read-only") from None
            usable = False
        self.index = self.url.get_backend_name() if usable else ""

    def _add_later(self, connection: Connection) -> None:
        """Makes the tables that a docket of an earlier version has not; not a row of it is changed."""
        connection.execute(_LOCK)  # whoever writes meanwhile brings the index up to date too
        known = inspect(connection).get_table_names()
        missing = [table for table in LATER if table.name not in known]
        if missing:
            self._make(connection, f"{FORMAT}/{VERSION}", missing)
        if case_facts in missing:
            for number, case in connection.execute(select(cases.c.number, cases.c.case)).all():
                note_facts(connection, number, case)
        if fulltext.is_usable(connection):
            fulltext.make(connection)

    def _make(self, connection: Connection, format: str, tables: Sequence[Table] = ()) -> None:
        """Makes some of the tables, or all, and notes when."""
        metadata.create_all(connection, tables=tables or None)
        for statement in guards(connection.dialect.name, tables):
            connection.exec_driver_sql(statement.replace("%", "%%"))
        created = as_time(self.clock())
        connection.execute(about.insert().values(format=format, version=VERSION, created=created))

    # ---- errors

    def _error(self, id: str, /, **values: Any) -> DocketError:
        return DocketError(Message(id, docket=self.name, **values))

    def _may_not_be_made(self, error: DBAPIError) -> bool:
        """Whether the file cannot be opened since its folder cannot be written."""
        folder = Path(str(self.url.database)).parent
        return _sqlite_name(error).startswith("SQLITE_CANTOPEN") and not os.access(folder, os.W_OK)

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Turns what the database says into sentences for people."""
        try:
            yield
        except ImportError as error:
            raise self._error("docket.no-driver", driver=error.name or str(error)) from None
        except DBAPIError as error:
            why = one_line(str(error.orig).strip().split("\n")[0])
            if _is_taken(error):
                raise self._error("docket.busy", seconds=round(self._patience)) from None
            if _sqlite_name(error) in ("SQLITE_NOTADB", "SQLITE_CORRUPT"):
                raise self._error("docket.not-one") from None
            if _sqlite_name(error).startswith("SQLITE_FULL"):
                raise self._error("docket.full") from None
            if _sqlite_name(error).startswith("SQLITE_READONLY") or self._may_not_be_made(error):
                raise self._error("docket.read-only") from None
            away = isinstance(error, OperationalError | InterfaceError) and not self._is_sqlite
            if away or _sqlite_name(error).startswith("SQLITE_CANTOPEN"):
                raise self._error("docket.unreachable", why=why) from None
            raise self._error("docket.failed", why=why) from None


def as_time(moment: datetime) -> str:
    """A time as the docket writes it, in universal time.

    >>> as_time(datetime(1692, 6, 30, 12, tzinfo=UTC))
    '1692-06-30T12:00:00.000000Z'
    """
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z".rjust(27, "0")


def _url(place: str | Path) -> URL:
    text = str(place)
    if "\0" in text or not text.strip() or len(text) > 2000:
        raise BadInput("docket", text, Message("docket.expected-place"))
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadInput("docket", _hidden(text), Message("docket.expected-place")) from None
    # The driver that the kit is tested with, whichever is SQLAlchemy's own choice.
    return url.set(drivername="postgresql+psycopg") if url.drivername in ("postgresql", "postgres") else url


def _hidden(text: str) -> str:
    """An address without what may be a password."""
    scheme, _, rest = text.partition("://")
    return f"{scheme}://…@{rest.rpartition('@')[2]}" if "@" in rest else text


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # we say ourselves where a transaction begins
    pragmas = ("foreign_keys = ON", "recursive_triggers = ON", "synchronous = EXTRA", "trusted_schema = OFF")
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("ninevears_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _sqlite_name(error: DBAPIError) -> str:
    return str(getattr(error.orig, "sqlite_errorname", ""))


def _is_taken(error: DBAPIError) -> bool:
    """Whether another holds what this one wants, so that it may try again: nothing was written."""
    if _sqlite_name(error).startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return True
    return getattr(error.orig, "sqlstate", None) in (_SERIALIZATION, _DEADLOCK, _LOCK_TIMEOUT)


def chained(
    before: str, entry: Mapping[str, Any], row: Mapping[str, Any], beside: Mapping[str, Any] | None = None
) -> str:
    """The digest of an entry: over the one before it, what it says of itself, its row, and what it says
    besides.

    >>> chained("", {"number": 1}, {"name": "a"}) == chained("", {"number": 1}, {"name": "b"})
    False
    """
    parts = [entry, row] if beside is None else [entry, row, beside]
    return sha256((before + to_json(parts, sort_keys=True)).encode("ascii")).hexdigest()


def broken_entries(connection: Connection) -> Iterator[tuple[int, str]]:
    """The entries that are not as they were written: number, and ``missing``, ``changed`` or ``gap``."""
    digest, wanted = "", 1
    for found in connection.execute(select(entries).order_by(entries.c.number)):
        entry = {name: getattr(found, name) for name in ("number", "kind", "written", "by")}
        if found.number != wanted:
            yield found.number, "gap"
        row, beside = row_of(connection, found.kind, found.number)
        if row is None:
            yield found.number, "missing"
        elif chained(digest, entry, row, beside) != found.digest:
            yield found.number, "changed"
        digest, wanted = found.digest, found.number + 1


def row_of(
    connection: Connection, kind: str, number: int
) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """The row of an entry, and what it says besides, as they stand in the tables."""

    def read(table: Table | None) -> dict[str, Any] | None:
        if table is None:
            return None
        found = connection.execute(select(table).where(table.c.number == number)).mappings().first()
        return None if found is None else dict(found)

    return read(KINDS.get(kind)), read(BESIDE.get(kind))
