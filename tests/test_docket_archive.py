"""Dockets that are given to others: archives, what is refused of them, and nothing taken in by halves."""

import io
import json
import os
import random
import zipfile
from datetime import UTC, datetime

import pytest
from docket_cases import GARRISON, RALLY
from every_row import every_row
from sizes import size

from ninevears_kernel.core.errors import BadInput, DocketError
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.umpire.docket import archive
from ninevears_kernel.umpire.docket.archive import ABOUT, ENTRIES, MEMBERS, RULES, packed
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.records import Change, record_data

HOUSE = 'format = "ninevears-rules/1"\n[stacking]\nlimit = 10\n'


def filled(docket, folder):
    """A docket with an entry of every kind."""
    (folder / "house.toml").write_text(HOUSE, encoding="utf-8")
    game = docket.add_game("Liège", Game.new(seed=3).log, by="Anna").number
    case = docket.add_case(GARRISON, game=game, claims={"Alliance": "Zürich – Намюр"}).number
    docket.decide(case, by="Anna", remedy="stand", facts=[{"status": "agreed", "says": "x"}])
    docket.adopt(docket.would_change(Change({"besieged-garrison": "limited"})), case, by="Anna", reason="x")
    appeal = docket.appeal(case, "Alliance", "Why?", by="Anna").number
    docket.hear(appeal, "allowed", by="Eva", reason="So", verdict="yes")
    docket.add_case(RALLY, rules=folder / "house.toml")
    return docket


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("source")
    docket = Docket.open("sqlite://", clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))
    return filled(docket, folder)


@pytest.fixture(scope="module")
def whole(source):
    return packed(source)


def members_of(whole):
    with zipfile.ZipFile(io.BytesIO(whole)) as found:
        return {name: found.read(name) for name in MEMBERS}


def made(members, **more):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", more.pop("packing", zipfile.ZIP_DEFLATED)) as found:
        for name, content in members.items():
            found.writestr(name, content)
    return file.getvalue()


def everything(docket):
    return [
        record_data(docket.record(line.number)) | {"kind": line.kind} for line in docket.lines()
    ]  # fmt: skip


def take_in(docket, content, folder):
    path = folder / "archive.zip"
    path.write_bytes(content)
    return docket.take_in(path)


def test_an_archive_makes_the_same_docket_again(source, whole, docket_place, tmp_path):
    docket = Docket.open(docket_place)
    assert take_in(docket, whole, tmp_path) == (8, 0)
    assert everything(docket) == everything(source)
    assert docket.broken() == ()
    assert packed(docket) == whole
    assert [case.number for case in docket.search(words="намюр zurich")] == [2]
    assert [case.number for case in docket.search(clause="NY 11")] == [2]
    assert [one.number for one in docket.alike(GARRISON)] == [2]
    assert docket.in_force() == source.in_force()
    assert docket.case(8).rules.text == HOUSE
    assert take_in(docket, whole, tmp_path) == (0, 8), "a second time nothing changes"
    assert packed(docket) == whole
    docket.decide(8, by="Ben")
    assert take_in(docket, whole, tmp_path) == (0, 8), "nor where the docket has gone on"
    longer = packed(docket)
    behind = Docket.open(tmp_path / "behind.sqlite")
    take_in(behind, whole, tmp_path)
    assert take_in(behind, longer, tmp_path) == (1, 8)
    assert packed(behind) == longer


def test_a_docket_of_its_own_is_not_mixed_with_another(whole, tmp_path):
    docket = Docket.open(tmp_path / "own.sqlite")
    docket.add_case(RALLY)
    with pytest.raises(DocketError, match="another entry 1 than the archive"):
        take_in(docket, whole, tmp_path)
    assert len(docket.lines()) == 1


def test_a_docket_that_was_tampered_with_is_not_exported(tmp_path):
    docket = filled(Docket.open(tmp_path / "docket.sqlite"), tmp_path)
    import sqlite3

    with sqlite3.connect(tmp_path / "docket.sqlite") as connection:
        connection.execute("DROP TRIGGER docket_decisions_no_update")
        connection.execute("UPDATE docket_decisions SET verdict = 'yes' WHERE number = 3")
    with pytest.raises(DocketError, match="Entry 3 is not as it was written"):
        packed(docket)


# ---- what is refused


def lines_with(whole, change):
    """The archive with its entries changed."""
    members = members_of(whole)
    lines = [json.loads(line) for line in members[ENTRIES].splitlines()]
    changed = change(lines)
    lines = lines if changed is None else changed
    members[ENTRIES] = "".join(json.dumps(line) + "\n" for line in lines).encode()
    return made(members)


def put(number, part, name, value):
    def change(lines):
        lines[number - 1][part][name] = value

    return change


TAMPERED = [
    (put(3, "row", "verdict", "yes"), "Entry 3 of the archive"),
    (put(3, "row", "verdict", "perhaps"), "Entry 3"),
    (put(3, "finding", "remedy", "adjust"), "Entry 3"),
    (put(2, "entry", "by", "Eva"), "Entry 2"),
    (put(2, "entry", "written", "2020-01-01T00:00:00.000000Z"), "Entry 2"),
    (put(2, "entry", "digest", "0" * 64), "Entry 2"),
    (put(2, "entry", "number", True), "Entry 2"),
    (put(2, "entry", "kind", "about"), "Entry 2"),
    (put(2, "row", "ruling", "{"), "Entry 2"),
    (put(2, "row", "more", 1), "Entry 2"),
    (put(2, "row", "corrects", 1 << 40), "Entry 2"),
    (lambda lines: lines[3:], "Entry 1"),
    (lambda lines: lines[:-1], "ends at entry 7 and should have 8"),
    (lambda lines: [], "ends at entry 0"),
    (lambda lines: lines[:2] + lines[3:], "Entry 3"),
    (lambda lines: [*lines, lines[-1]], "Entry 9"),
    (lambda lines: [{}], "Entry 1"),
]  # fmt: skip


@every_row("row", TAMPERED)
def test_an_archive_that_was_tampered_with_is_refused(row, whole, tmp_path_factory):
    change, why = row
    docket = Docket.open("sqlite://")
    with pytest.raises(DocketError, match=why):
        take_in(docket, lines_with(whole, change), tmp_path_factory.mktemp("tampered"))
    assert docket.lines() == ()
    assert docket.search(words="garrison") == ()


def test_entries_with_digests_of_their_own_must_still_fit_together(whole, tmp_path):
    """Whoever makes the whole chain anew makes another docket, whose entries must be such as dockets hold."""
    from ninevears_kernel.umpire.docket.store import chained

    def anew(change):
        def remade(lines):
            change(lines)
            digest = ""
            for line in lines:
                told = {name: line["entry"][name] for name in ("number", "kind", "written", "by")}
                digest = chained(digest, told, line["row"], line.get("finding"))
                line["entry"]["digest"] = digest

        return remade

    for change in (
        put(3, "row", "case", 8),
        put(3, "row", "case", 1),
        put(2, "row", "rules", "0" * 64),
        put(2, "row", "ruling", "[]"),
    ):
        docket = Docket.open("sqlite://")
        with pytest.raises(DocketError, match="Entry"):
            take_in(docket, lines_with(whole, anew(change)), tmp_path)
        assert docket.lines() == ()


def bomb():
    return made({ABOUT: b"{}", RULES: b"", ENTRIES: b"0" * 2_000_000})


HOSTILE = [
    (lambda m: b"hello", "damaged"),
    (lambda m: made({}), "not the archive of a docket"),
    (lambda m: made({"hello.txt": b"x"}), "holds hello.txt"),
    (lambda m: made(m | {"../../evil.py": b"x"}), r"holds \.\./\.\./evil.py"),
    (lambda m: made(m | {"/etc/passwd": b"x"}), "holds /etc/passwd"),
    (lambda m: made(m | {"folder/": b""}), "holds folder/"),
    (lambda m: made({name: m[name] for name in (ABOUT, RULES)}), "not the archive"),
    (lambda m: made(m | {ABOUT: b"[1]"}), "not the archive"),
    (lambda m: made(m | {ABOUT: b'{"format": "ninevears-docket-archive/9", "entries": 1}'}), "not the arch"),
    (lambda m: made(m | {ABOUT: b"[" * 100_000}), "not the archive"),
    (lambda m: made(m | {ENTRIES: b"[" * 100_000}), "not the archive"),
    (lambda m: made(m | {RULES: m[RULES].replace(b"10", b"11")}), "tables house.toml of the archive"),
    (lambda m: made(m | {RULES: b""}), "Entry 8"),
    (lambda m: made(m, packing=zipfile.ZIP_BZIP2), "packed in a way"),
]  # fmt: skip


@every_row("row", HOSTILE)
def test_a_hostile_file_is_refused(row, whole, tmp_path_factory):
    make, why = row
    docket, folder = Docket.open("sqlite://"), tmp_path_factory.mktemp("hostile")
    with pytest.raises(DocketError, match=why):
        take_in(docket, make(members_of(whole)), folder)
    assert docket.lines() == ()
    assert [path.name for path in folder.iterdir()] == ["archive.zip"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
def test_a_pipe_is_no_archive_and_nobody_waits_for_it(tmp_path):
    os.mkfifo(tmp_path / "archive.zip")
    with pytest.raises(DocketError, match="not the archive"):
        Docket.open("sqlite://").take_in(tmp_path / "archive.zip")


def test_bombs_are_refused_before_they_are_unpacked(whole, tmp_path, monkeypatch):
    docket = Docket.open("sqlite://")
    monkeypatch.setattr(archive, "MOST_UNPACKED", 1_000_000)
    with pytest.raises(DocketError, match="too large"):
        take_in(docket, bomb(), tmp_path)
    monkeypatch.setattr(archive, "MOST_UNPACKED", 10_000_000)
    monkeypatch.setattr(archive, "MOST_LINE", 1000)
    with pytest.raises(DocketError, match="too large"):
        take_in(docket, made(members_of(whole) | {ENTRIES: b"0" * 2000}), tmp_path)
    monkeypatch.setattr(archive, "MOST_FILE", 100)
    with pytest.raises(DocketError, match="too large"):
        take_in(docket, whole, tmp_path)
    with pytest.raises(BadInput, match="file: found"):
        docket.take_in(tmp_path / "none.zip")
    # A member that says that it is small, and is not, is no further read than it says.
    lying = bytearray(made({ABOUT: b"{}", RULES: b"", ENTRIES: b"0" * 2_000_000}))
    at = lying.rindex(b"PK\x01\x02")
    lying[at + 24 : at + 28] = (10).to_bytes(4, "little")
    monkeypatch.undo()
    with pytest.raises(DocketError):
        take_in(docket, bytes(lying), tmp_path)


def test_damaged_bytes_are_refused_in_a_sentence(whole, tmp_path):
    chance = random.Random(7)
    for _ in range(size("exchanges") * 5):
        damaged = bytearray(whole)
        for _ in range(chance.choice((1, 3, 40))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        content = bytes(damaged[: chance.choice((len(damaged), chance.randrange(len(damaged))))])
        docket = Docket.open("sqlite://")
        try:
            take_in(docket, content, tmp_path)
            assert packed(docket) == whole, "what was damaged is no part of what is read"
        except DocketError:
            assert docket.lines() == ()


def test_an_archive_carries_who_wrote_and_vouches_for_it(tmp_path):
    docket = Docket.open("sqlite://")
    docket.add_case(GARRISON, senders=["Wilhelmina Aarts"])
    whole = packed(docket)
    other = Docket.open("sqlite://")
    take_in(other, whole, tmp_path)
    assert other.case(1).senders == ("Wilhelmina Aarts",)
    assert [one.number for one in other.search(words="aarts")] == [1]
    changes = [
        put(1, "senders", "senders", '["Eva"]'),
        lambda lines: lines[0].pop("senders") and None,
        lambda lines: lines[0].update(finding=lines[0].pop("senders")),
        lambda lines: lines[0].update(senders=7),
    ]
    for change in changes:
        with pytest.raises(DocketError, match="Entry 1"):
            take_in(Docket.open("sqlite://"), lines_with(whole, change), tmp_path)
