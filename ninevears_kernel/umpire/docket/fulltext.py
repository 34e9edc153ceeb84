"""The database's own full-text index over what cases, decisions, precedents and appeals say: FTS5 in SQLite,
``tsvector`` in PostgreSQL. It is made of the tables, and can be made of them again; no entry rests on it.

A word that is sought is found where a word begins so, as `folded` writes it. Where there is no such index,
every row is looked through (`is_usable`).
"""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    bindparam,
    cast,
    column,
    func,
    inspect,
    select,
    table,
    text,
    true,
    union_all,
)
from sqlalchemy.dialects.postgresql import TSQUERY

from .tables import appeals, cases, decisions, outcomes, precedents

INDEX = "docket_index"
SAYING = (cases, decisions, precedents, appeals, outcomes)
"""The tables whose words are in the index."""
MOST_SIGNS, MOST_WORDS = 60, 10_000
"""The longest word and the most different words of an entry that PostgreSQL's index takes."""
_WORD = re.compile(r"[^\W_]+")


def is_usable(connection: Connection) -> bool:
    """Whether this database can have the index: SQLite may have been built without FTS5."""
    match connection.dialect.name:
        case "sqlite":
            asked = "SELECT count(*) FROM pragma_module_list WHERE name = 'fts5'"
            return bool(connection.exec_driver_sql(asked).scalar())
        case "postgresql":
            return True
    return False


def is_behind(connection: Connection) -> bool:
    """Whether the index, which is there, lacks an entry."""
    written = union_all(*(select(func.max(one.c.number).label("number")) for one in SAYING)).subquery()
    return int(connection.scalar(select(func.max(written.c.number))) or 0) > _last(connection)


def make(connection: Connection) -> None:
    """Makes the index where there is none, and brings it up to the last entry."""
    if INDEX not in inspect(connection).get_table_names():
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(
                f"CREATE VIRTUAL TABLE {INDEX} USING fts5"
                "(words, content='', prefix='2 3', tokenize='unicode61 remove_diacritics 0')"
            )
        else:
            connection.exec_driver_sql(
                f"CREATE TABLE {INDEX} (number INTEGER PRIMARY KEY, words tsvector NOT NULL)"
            )
            connection.exec_driver_sql(f"CREATE INDEX {INDEX}_words ON {INDEX} USING GIN (words)")
    catch_up(connection)


def catch_up(connection: Connection) -> None:
    """Takes every entry into the index that came after the last one there, whoever wrote it."""
    last = _last(connection)
    parts = [select(one.c.number, one.c.words).where(one.c.number > last) for one in SAYING]
    rows = connection.execute(union_all(*parts).order_by("number")).all()
    if not rows:
        return
    if connection.dialect.name == "sqlite":
        put = text(f"INSERT INTO {INDEX} (rowid, words) VALUES (:number, :words)")
        connection.execute(put, [{"number": row.number, "words": row.words} for row in rows])
    else:
        put = text(f"INSERT INTO {INDEX} VALUES (:number, array_to_tsvector(CAST(:words AS text[])))")
        connection.execute(put, [{"number": row.number, "words": words_in(row.words)} for row in rows])


def _last(connection: Connection) -> int:
    key = "rowid" if connection.dialect.name == "sqlite" else "number"
    found = connection.exec_driver_sql(f"SELECT {key} FROM {INDEX} ORDER BY {key} DESC LIMIT 1")
    return int(found.scalar() or 0)


def words_in(text: str) -> list[str]:
    """The different words of a text, as the index has them.

    >>> words_in("100%_sure, said liege")
    ['100', 'sure', 'said', 'liege']
    """
    found = dict.fromkeys(word[:MOST_SIGNS] for word in _WORD.findall(text))
    return list(found)[:MOST_WORDS]


def says(within: Table, word: str, dialect: str) -> ColumnElement[bool]:
    """Whether a row says a word.

    Args:
        within: one of `SAYING`.
        word: one word, folded.
        dialect: of the index, ``sqlite`` or ``postgresql``; empty where there is none.
    """
    literally = within.c.words.contains(word, autoescape=True)
    parts = words_in(word)
    if not dialect or not parts:
        return literally
    found = within.c.number.in_(_matching(parts, dialect))
    # What is no plain word, such as 100% or 11.1, is looked at again: the index has its parts alone.
    return and_(found, true() if parts == [word] else literally)


def _matching(parts: list[str], dialect: str) -> Select[Any]:
    if dialect == "sqlite":
        index = table(INDEX, column("rowid"), column(INDEX))
        asked = " ".join(f'"{part}"*' for part in parts)
        return select(index.c.rowid).where(index.c[INDEX].op("MATCH")(asked))
    index = table(INDEX, column("number"), column("words"))
    asked = " & ".join(f"'{part}':*" for part in parts)
    return select(index.c.number).where(index.c.words.op("@@")(cast(bindparam(None, asked), TSQUERY)))
