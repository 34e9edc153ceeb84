"""A docket as one file that another docket takes in: every entry with its digest, so that the chain can be
verified; and taking it in, from anybody.

The file is a zip of three members: ``docket.json`` (what it is), ``rules.jsonl`` (the umpires' own tables)
and ``entries.jsonl`` (the entries in order, one to a line). It holds what the umpire knows, hands and seeds
too.

What comes from strangers is bounded: a file of 200,000,000 bytes, 1,000,000,000 once it is unpacked, a line
of 40,000,000; it is read as a stream, and a member of another name, path or kind of packing is refused.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Integer, select

from ...core.errors import BadInput, DocketError
from ...core.messages import Message
from ...core.rulings import VERDICTS
from ..cases.outside_input import MOST_NUMBER, checked_text, to_json
from ..cases.rules_files import RulesFile
from .filing import cited_by
from .reader import DocketReader
from .store import Store, chained, row_of
from .tables import BESIDE, KINDS, WHEN, case_clauses, entries, rules

FORMAT = "ninevears-docket-archive/1"
ABOUT, RULES, ENTRIES = "docket.json", "rules.jsonl", "entries.jsonl"
MEMBERS = (ABOUT, RULES, ENTRIES)
DAMAGED = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, UnicodeDecodeError,
)  # fmt: skip
"""What reading damaged bytes raises: a place before the beginning is an OSError, a lock a RuntimeError."""
MOST_FILE, MOST_UNPACKED, MOST_LINE, MOST_ABOUT = 200_000_000, 1_000_000_000, 40_000_000, 10_000
SAID = {"decision": "finding", "case": "senders"}
"""Under which word a line has what its entry says besides."""
OF_JSON = ("case", "ruling", "in_force", "claims", "change", "changed", "facts", "departs_from", "senders")
"""Columns of text that hold JSON."""
_WRITTEN_ONCE = (1980, 1, 1, 0, 0, 0)


# ---- writing


def packed(docket: DocketReader) -> bytes:
    """A docket as an archive; the same docket gives the same bytes.

    Raises:
        DocketError: an entry of it is not as it was written.
    """
    if broken := docket.broken():
        raise DocketError(Message("archive.broken", number=broken[0][0]))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        docket._store.read(lambda connection: _pack(connection, made))
    return file.getvalue()


def _pack(connection: Connection, made: zipfile.ZipFile) -> None:
    found = connection.execute(select(entries).order_by(entries.c.number)).mappings().all()
    last = found[-1] if found else {"number": 0, "digest": "", "written": ""}
    about = {"format": FORMAT, "entries": len(found), "last": last["digest"], "written": last["written"]}
    own = [dict(one) for one in connection.execute(select(rules).order_by(rules.c.digest)).mappings()]
    with made.open(_member(ABOUT), "w") as member:
        member.write(to_json(about).encode("ascii"))
    with made.open(_member(RULES), "w") as member:
        for one in own:
            member.write(to_json(one).encode("ascii") + b"\n")
    with made.open(_member(ENTRIES), "w", force_zip64=True) as member:
        for entry in found:
            row, beside = row_of(connection, entry["kind"], entry["number"])
            line = {"entry": dict(entry), "row": row} | ({SAID[entry["kind"]]: beside} if beside else {})
            member.write(to_json(line).encode("ascii") + b"\n")


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _WRITTEN_ONCE)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


# ---- taking in


def taken_in(store: Store, file: str | Path) -> tuple[int, int]:
    """Takes an archive into a docket: all of it, or nothing.

    A docket that is empty, or that holds the beginning of the archive, gets the entries that it lacks, with
    their numbers, times and digests; one that has all of them stays as it is.

    Args:
        store: the docket's database.
        file: the archive.

    Returns:
        How many entries were added, and how many the docket had already.

    Raises:
        BadInput: the file cannot be read.
        DocketError: it is no archive, was tampered with, or does not go on from what the docket holds.
    """
    with closing(_opened(file)) as archive:
        about = _about(archive)

        def write(connection: Connection) -> tuple[int, int]:
            return _take_in(store, connection, archive, about)

        try:
            return store.write(write)
        except DAMAGED as error:
            raise DocketError(Message("archive.damaged", why=str(error))) from None


def _opened(file: str | Path) -> zipfile.ZipFile:
    try:
        if Path(file).is_fifo():  # nobody can go back and forth in a pipe, and it waits for a writer
            raise DocketError(Message("archive.not-one"))
        if Path(file).stat().st_size > MOST_FILE:
            raise DocketError(Message("archive.too-large"))
        archive = zipfile.ZipFile(file)
    except (OSError, ValueError) as error:
        why = Message("input.unreadable", why=getattr(error, "strerror", None) or str(error))
        raise BadInput("file", why, Message("expected.readable-file")).in_file(str(file)) from None
    except (zipfile.BadZipFile, NotImplementedError) as error:
        raise DocketError(Message("archive.damaged", why=str(error))) from None
    infos = archive.infolist()
    names = [info.filename for info in infos]
    for info in infos:
        if info.filename not in MEMBERS:  # a path of any kind, too: nothing is ever unpacked into a folder
            archive.close()
            raise DocketError(Message("archive.strange-member", name=info.filename[:100]))
        plain = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) and not info.flag_bits & 1
        if not plain or sum(one.file_size for one in infos) > MOST_UNPACKED:
            archive.close()
            raise DocketError(Message("archive.too-large" if plain else "archive.strange-packing"))
    if sorted(names) != sorted(MEMBERS):
        archive.close()
        raise DocketError(Message("archive.not-one"))
    return archive


def _about(archive: zipfile.ZipFile) -> dict[str, Any]:
    try:
        with archive.open(ABOUT) as member:
            about = _json(member.read(MOST_ABOUT + 1))
    except DAMAGED as error:
        raise DocketError(Message("archive.damaged", why=str(error))) from None
    if about.get("format") != FORMAT or not isinstance(about.get("entries"), int):
        raise DocketError(Message("archive.not-one"))
    return about


def _lines(archive: zipfile.ZipFile, name: str) -> Iterator[dict[str, Any]]:
    """The lines of a member, none of them read further than the bound, nor all of them together."""
    left = MOST_UNPACKED
    with archive.open(name) as member:
        while line := member.readline(MOST_LINE + 1):
            left -= len(line)
            if len(line) > MOST_LINE or left < 0:
                raise DocketError(Message("archive.too-large"))
            yield _json(line)


def _json(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise DocketError(Message("archive.not-one"))
    return found


def _take_in(
    store: Store, connection: Connection, archive: zipfile.ZipFile, about: Mapping[str, Any]
) -> tuple[int, int]:
    kept_already = connection.execute(select(entries.c.number, entries.c.digest))
    known = {row.number: row.digest for row in kept_already}
    own = {row["digest"]: row for row in map(_checked_rules, _lines(archive, RULES))}
    kept = set(connection.scalars(select(rules.c.digest)))
    digest, number = "", 0
    for line in _lines(archive, ENTRIES):
        entry, row, beside = _checked_line(line, number + 1)
        number = entry["number"]
        made = chained(
            digest, {name: entry[name] for name in ("number", "kind", "written", "by")}, row, beside
        )
        if made != entry["digest"]:
            raise DocketError(Message("archive.tampered", number=number))
        digest = made
        if number in known:
            if known[number] != digest:
                raise DocketError(Message("archive.other-docket", number=number))
            continue
        used = row.get("rules")
        if used is not None and used not in kept:
            if used not in own:
                raise DocketError(Message("archive.tampered", number=number))
            connection.execute(rules.insert().values(**own[used]))
            kept.add(used)
        _check_references(connection, entry["kind"], row, number)
        store.put(connection, entry, row, beside)
        if entry["kind"] == "case":
            _note_clauses(connection, row, number)
    if number != about["entries"] or digest != about.get("last"):
        raise DocketError(Message("archive.cut-off", found=number, said=about["entries"]))
    store.follow(connection)
    return number - len(known.keys() & set(range(1, number + 1))), min(len(known), number)


def _checked_line(
    line: Mapping[str, Any], wanted: int
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any] | None]:
    """An entry with its row, each with just the columns of its table and values that can stand there."""
    entry, row = line.get("entry"), line.get("row")
    bad = DocketError(Message("archive.tampered", number=wanted))
    if not isinstance(entry, dict) or not isinstance(row, dict) or entry.get("number") != wanted:
        raise bad
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in KINDS or row.get("number") != wanted:
        raise bad
    parts: list[tuple[Any, dict[str, Any]]] = [(entries, entry), (KINDS[kind], row)]
    beside = line.get(SAID.get(kind, ""))
    if line.keys() - {"entry", "row", SAID.get(kind, "")}:
        raise bad
    if beside is not None:
        if not isinstance(beside, dict) or beside.get("number") != wanted:
            raise bad
        parts.append((BESIDE[kind], beside))
    for table, values in parts:
        if set(values) != set(table.c.keys()):
            raise bad
        for column in table.c:
            if not _fits(column, values[column.name]):
                raise bad
    if len(entry["written"]) != WHEN or row.get("verdict", "legal") not in VERDICTS:
        raise bad
    return entry, row, beside


def _fits(column: Any, value: Any) -> bool:
    if value is None:
        return bool(column.nullable)
    if isinstance(column.type, Integer):
        return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_NUMBER
    if not isinstance(value, str) or len(value) > (column.type.length or MOST_LINE):
        return False
    try:
        checked_text(column.name, value, MOST_LINE)
        if column.name in OF_JSON:
            json.loads(value)
    except (BadInput, ValueError, RecursionError):
        return False
    return True


def _check_references(connection: Connection, kind: str, row: Mapping[str, Any], number: int) -> None:
    """An entry speaks of earlier ones of the right kind alone; not every database would say so itself."""
    for column in KINDS[kind].c:
        for key in column.foreign_keys:
            target, value = key.column.table, row[column.name]
            if target.name == rules.name or column.name == "number" or value is None:
                continue
            there = connection.scalar(select(target.c.number).where(target.c.number == value))
            if there is None:
                raise DocketError(Message("archive.tampered", number=number))


def _checked_rules(row: dict[str, Any]) -> dict[str, Any]:
    """An umpire's own tables, whose digest must be theirs."""
    try:
        files = json.loads(row["files"])
        whole = RulesFile(row["name"], files).digest == row["digest"]
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        whole = False
    if not whole or set(row) != set(rules.c.keys()):
        raise DocketError(Message("archive.tampered-rules", name=str(row.get("name", ""))[:100]))
    return row


def _note_clauses(connection: Connection, row: Mapping[str, Any], number: int) -> None:
    """Keeps which clauses a ruling cites, as when a case is filed."""
    try:
        cited = [{"case": number, "clause": str(clause)} for clause in cited_by(json.loads(row["ruling"]))]
    except (KeyError, TypeError):
        raise DocketError(Message("archive.tampered", number=number)) from None
    if cited:
        connection.execute(case_clauses.insert(), cited)
