"""The docket: what is kept, found and decided, the same in a file and in PostgreSQL."""

import ast
import json
from datetime import UTC, date, datetime, timedelta

import pytest
from docket_cases import GARRISON
from parsed import nodes, parsed
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.exc import DBAPIError
from walks import walk

from ninevears_kernel.core.errors import BadInput, DocketError
from ninevears_kernel.core.render import plain, to_data
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.records import Change, record_data
from ninevears_kernel.umpire.docket.tables import KINDS, VERSION, metadata

RALLY = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
GIRONA = {
    "format": "ninevears-case/1",
    "system": "NY",
    "question": "loc",
    "title": "Girona without Barcelona",
    "given": {
        "space": "Girona",
        "side": "Alliance",
        "purpose": "line",
        "changes": [{"set": "control", "space": "Barcelona", "side": "Bourbon"}],
    },
}
SHIPS = {
    "format": "ninevears-case/1",
    "system": "VQ",
    "question": "formation",
    "given": {"leaders": [3], "units": 2},
}


@pytest.fixture
def docket(docket_place, clock):
    return Docket.open(docket_place, clock=clock)


def test_a_case_is_kept_exactly_as_it_was_given(docket):
    title = 'Zażółć 🏰 \u2028 "quoted" \\ %_ \x00 <script>alert(1)</script> =SUM(A1)'
    odd = {"readings": {}, **GIRONA, "title": title}
    stored = docket.add_case(odd, by="Anna", claims={"Alliance": "It is not cut.", "Bourbon": "It is."})
    assert plain(stored.case) == odd
    assert list(stored.case) == list(odd)
    assert plain(stored.ruling) == json.loads(json.dumps(to_data(rule_case(odd))))
    assert dict(stored.claims) == {"Alliance": "It is not cut.", "Bourbon": "It is."}
    assert (stored.number, stored.by, stored.game, stored.corrects, stored.rules) == (
        1,
        "Anna",
        None,
        None,
        None,
    )
    assert stored.in_force["precedents"] == ()
    assert docket.case(1) == stored
    assert docket.record(1) == stored
    assert json.loads(json.dumps(record_data(stored)))["case"]["title"] == odd["title"]


def test_the_claims_may_stand_in_the_case(docket):
    claims = [{"by": "Ben", "says": "Cut!"}, {"by": "Ben", "says": "Quite."}, {"by": "Eva", "says": "No"}]
    stored = docket.add_case({**RALLY, "claims": claims, "story": "They met at Liège."})
    assert dict(stored.claims) == {"Ben": "Cut!\nQuite.", "Eva": "No"}
    assert docket.search(words="cut quite liege") == (stored,)


def test_a_position_may_be_a_value(docket):
    case = {**GIRONA, "given": {**GIRONA["given"], "position": scenario_1688()}}
    stored = docket.add_case(case)
    assert stored.case["given"]["position"]["year"] == 1688
    assert plain(stored.ruling) == json.loads(json.dumps(to_data(rule_case(plain(stored.case)))))


def test_the_ruling_that_was_seen_is_the_one_that_is_kept(docket):
    seen = docket.rule(GIRONA)
    assert docket.add_case(GIRONA, seen=seen).ruling["verdict"] == seen.verdict
    with pytest.raises(DocketError, match="rule again"):
        docket.add_case(RALLY, seen=seen)
    assert len(docket.lines()) == 1


BAD_CASES = [
    ({**RALLY, "format": "x"}, "format: found 'x'"),
    ({**RALLY, "given": {"rating": 0}}, "given.rating"),
    ({**RALLY, "question": "loc2"}, "question"),
    ({**RALLY, "readings": {"no-such": "x"}}, "readings: found 'no-such'"),
    ({**RALLY, "readings": ["x"]}, "readings: found"),
    ({**RALLY, "title": object()}, "case: found .*object has no place in JSON"),
    ({**RALLY, "title": float("nan")}, "case: found"),
    ({**RALLY, "title": "x" * 1_000_001}, r"case: found 1000\d+ characters, expected at most 1000000 char"),
    ([RALLY], "file: found"),
]


@pytest.mark.parametrize(("case", "why"), BAD_CASES)
def test_a_bad_case_is_refused_and_nothing_is_kept(tmp_path, case, why):
    docket = Docket.open(tmp_path / "docket.sqlite")
    with pytest.raises(BadInput, match=why):
        docket.add_case(case)
    assert docket.lines() == ()


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"by": "a\x00"}, "by: .*without control characters"),
        ({"by": "x" * 201}, "by: found 201 characters"),
        ({"claims": {str(n): "x" for n in range(9)}}, "claims: found 9 claims"),
        ({"claims": {"Alliance": "x" * 10_001}}, "claims.Alliance: found 10001 characters"),
        ({"claims": {"Alliance": 3}}, "claims.Alliance: found 3"),
        ({"claims": {"": "x"}}, "claims: found ''"),
        ({"game": 0}, "game: found 0"),
        ({"game": "one"}, "game: found 'one'"),
        ({"corrects": 1 << 40}, "case: found"),
    ],
)
def test_what_belongs_to_a_case_is_checked(tmp_path, more, why):
    docket = Docket.open(tmp_path / "docket.sqlite")
    with pytest.raises(BadInput, match=why):
        docket.add_case(RALLY, **more)
    assert docket.lines() == ()


def test_decisions(docket):
    case = docket.add_case(GIRONA).number
    assert docket.standing(case) is None
    first = docket.decide(case, by="Anna")
    assert (first.number, first.kind, first.verdict, first.case) == (2, "follow", "no", 1)
    with pytest.raises(DocketError, match="decided already, by 2"):
        docket.decide(case, "override", by="Ben", reason="I see it otherwise")
    second = docket.decide(
        case, "override", by="Ben", reason="House rule", verdict="yes", corrects=first.number
    )
    assert docket.standing(case) == second
    assert [each.corrected_by for each in docket.decisions(case)] == [second.number, None]
    assert docket.decision(first.number).verdict == "no"
    with pytest.raises(DocketError, match="decided already, by 3"):
        docket.decide(case, by="Anna", corrects=first.number)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"kind": "overrule"}, "kind: found 'overrule'"),
        ({"kind": "override"}, "reason: found '', expected a few words"),
        ({"verdict": "yes"}, "kind: found 'follow', expected override"),
        ({"kind": "override", "reason": "x", "verdict": "perhaps"}, "verdict: found 'perhaps'"),
        ({"kind": "override", "reason": "x", "position": {"format": "x"}}, "position.format: found 'x'"),
        ({"by": ""}, "by: found ''"),
        ({"case": 9}, "There is no case 9"),
        ({"corrects": 9}, "9 is not a decision in force on case 1"),
    ],
)
def test_a_bad_decision_is_refused(tmp_path, arguments, why):
    docket = Docket.open(tmp_path / "docket.sqlite")
    docket.add_case(RALLY)
    with pytest.raises((BadInput, DocketError), match=why):
        docket.decide(**{"case": 1, "by": "Anna"} | arguments)
    assert len(docket.lines()) == 1


def test_what_follows_an_override_rests_on_it(docket):
    game = docket.add_game("Anna against Ben", Game.new(seed=3).log).number
    other = docket.add_game("Another", Game.new(seed=4).log).number
    early = docket.add_case(RALLY, game=game).number
    disputed = docket.add_case(GIRONA, game=game).number
    override = docket.decide(
        disputed, "override", by="Anna", reason="agreed", position=position_to_data(scenario_1688())
    )
    assert override.position["year"] == 1688
    later = docket.add_case(RALLY, game=game).number
    elsewhere = docket.add_case(RALLY, game=other).number
    state = docket.add_game("Anna against Ben", walk(Game.new(seed=3), 5).log, game=game)
    decided = docket.decide(later, by="Anna").number
    assert docket.case(early).rests_on == docket.case(disputed).rests_on == ()
    assert docket.case(later).rests_on == state.rests_on == (override.number,)
    assert docket.case(elsewhere).rests_on == docket.game(game).rests_on == ()
    assert docket.resting_on(override.number) == (later, state.number, decided)
    assert {case.number: case.rests_on for case in docket.search(game=game)}[later] == (override.number,)
    # What came while it stood rests on it for good; what comes after its correction does not.
    docket.decide(disputed, by="Ben", corrects=override.number)
    after = docket.add_case(RALLY, game=game)
    assert after.rests_on == ()
    assert docket.case(later).rests_on == (override.number,)
    assert docket.resting_on(override.number)[:3] == (later, state.number, decided)
    assert after.number not in docket.resting_on(override.number)
    assert docket.resting_on(decided) == ()


def test_games(docket):
    war = walk(Game.new(seed=3), 10)
    first = docket.add_game("Namur", war.log, by="Anna")
    assert (first.game, first.form, first.text) == (first.number, "log", war.log)
    save = docket.add_game("Namur, 1692", json.dumps(position_to_data(war.position)), game=first.number)
    assert (save.form, save.game) == ("save", first.number)
    damaged = war.log.replace("roll ", "roll 7", 1) if "roll " in war.log else war.log + "Bourbon: fly\n"
    disputed = docket.add_game("By mail", damaged)
    assert [game.number for game in docket.games()] == [save.number, disputed.number]
    assert [game.number for game in docket.games(first.number)] == [first.number, save.number]
    with pytest.raises(DocketError, match="name the game by its first"):
        docket.add_case(RALLY, game=save.number)
    mended = docket.add_game("By mail", war.log, game=disputed.number, corrects=disputed.number)
    assert docket.game(disputed.number).corrected_by == mended.number
    with pytest.raises(DocketError, match=f"already been corrected, by {mended.number}"):
        docket.add_game("By mail", war.log, game=disputed.number, corrects=disputed.number)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "game: found ''"),
        ("hello", "line 1: found 'hello'"),
        ("ninevears-log/1\nscenario: 1688\n", "seed"),
        ("{}", "format"),
        ('{"format": ', "file: found"),
        ("ninevears-log/1\nscenario: 1688\nseed: 1\nrules: house.toml abc\n", "rules: found nothing"),
        ("x" * 4_000_001, "game: found 4000001 characters"),
    ],
)
def test_a_bad_game_is_refused(tmp_path, text, why):
    docket = Docket.open(tmp_path / "docket.sqlite")
    with pytest.raises(BadInput, match=why):
        docket.add_game("Game", text)
    assert docket.lines() == ()


# ---- search


@pytest.fixture(scope="module")
def filled(new_docket_place, new_clock):
    """A docket with some cases, in which is only read."""
    clock = new_clock()
    docket = Docket.open(new_docket_place(), clock=clock)
    game = docket.add_game("Zürich 100%_sure", Game.new(seed=3).log).number
    docket.add_case(GIRONA, game=game, claims={"Alliance": "C'est à Liège, 100%_sure"})
    clock.now = datetime(2026, 4, 2, 23, 59, tzinfo=UTC)
    docket.add_case(RALLY, claims={"Bourbon": "100 sure"})
    clock.now = datetime(2026, 5, 1, tzinfo=UTC)
    docket.add_case(SHIPS)
    docket.decide(2, "override", by="Anna", reason="Die Straße ist frei")
    return docket


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, [4, 3, 2]),
        ({"clause": "NY 11.1"}, [2]),
        ({"clause": "ny 11.1.1"}, [2]),
        ({"clause": "NY 1"}, []),
        ({"clause": "NY 13.5.4"}, [3]),
        ({"clause": "NY 11.1%"}, []),
        ({"question": "rally"}, [3]),
        ({"system": "vq"}, [4]),
        ({"verdict": "no"}, [2]),
        ({"words": "GIRONA barcelona"}, [2]),
        ({"words": "girona rally"}, []),
        ({"words": "liege"}, [2]),
        ({"words": "100%"}, [2]),
        ({"words": "l_ege"}, []),
        ({"words": "strasse"}, [2]),
        ({"words": "up to 3 corps"}, [3]),
        ({"game": 1}, [2]),
        ({"game": "1"}, [2]),
        ({"game": "zurich"}, [2]),
        ({"game": "100%_"}, [2]),
        ({"game": "z%h"}, []),
        ({"since": "2026-04"}, [4, 3]),
        ({"until": "2026-04-02"}, [3, 2]),
        ({"since": "2026-04-02", "until": "2026-04-02"}, [3]),
        ({"until": "2026-04"}, [3, 2]),
        ({"until": "2026-04-30"}, [3, 2]),
        ({"until": "2026-12"}, [4, 3, 2]),
        ({"until": "2026-12-31"}, [4, 3, 2]),
        ({"until": "2026"}, [4, 3, 2]),
        ({"until": "9999-12-31"}, [4, 3, 2]),
        ({"until": "2025"}, []),
        ({"words": "girona", "clause": "NY 11.1", "game": "zur", "until": "2026-03", "question": "loc"}, [2]),
        ({"words": "girona", "until": "2026-02"}, []),
        ({"most": 1}, [4]),
        ({"most": 1, "below": 4}, [3]),
    ],
)
def test_search(filled, asked, found):
    assert [case.number for case in filled.search(**asked)] == found


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"since": "yesterday"}, "since: found 'yesterday', expected a day"),
        ({"until": "2026-02-30"}, "until: found '2026-02-30', expected a day"),
        ({"until": "2026-00"}, "until: found '2026-00', expected a day"),
        ({"words": "x" * 201}, "words: found 201 characters"),
        ({"words": "a\x00"}, "words"),
        ({"game": "99999999999"}, "game: found 99999999999"),
        ({"below": 0}, "below"),
    ],
)
def test_a_bad_search_is_refused(tmp_path, asked, why):
    with pytest.raises(BadInput, match=why):
        Docket.open(tmp_path / "docket.sqlite").search(**asked)


# ---- nothing is rewritten


def engine_of(place):
    return create_engine(
        place.replace("postgresql:", "postgresql+psycopg:") if "://" in place else f"sqlite:///{place}"
    )


def test_no_row_can_be_changed_or_taken_away(docket_place, docket, own_rules_file):
    docket.add_game("Game", Game.new(seed=3).log)
    docket.add_case(GARRISON, rules=own_rules_file, senders=["Ben"])
    docket.decide(2, by="Anna", remedy="stand")
    docket.adopt(docket.would_change(Change({"besieged-garrison": "limited"})), 2, by="Anna", reason="x")
    docket.hear(docket.appeal(2, "Bourbon", "x", by="Anna").number, "dismissed", by="Anna", reason="x")
    engine = engine_of(docket_place)
    for table in metadata.sorted_tables:
        column = table.columns.keys()[-1]
        statements = [f'UPDATE {table.name} SET "{column}" = "{column}"', f"DELETE FROM {table.name}"]
        if engine.dialect.name == "postgresql":
            statements.append(f"TRUNCATE {table.name} CASCADE")
        else:
            statements.append(f"INSERT OR REPLACE INTO {table.name} SELECT * FROM {table.name}")
        for statement in statements:
            with engine.connect() as connection:
                assert connection.execute(text(f"SELECT count(*) FROM {table.name}")).scalar() > 0
                with pytest.raises(DBAPIError, match="only grows"):
                    connection.execute(text(statement))
    engine.dispose()
    assert docket.broken() == ()


@pytest.fixture
def own_rules_file(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('format = "ninevears-rules/1"\n[stacking]\nlimit = 10\n', encoding="utf-8")
    return path


def test_no_code_changes_or_takes_away_a_row():
    modules = [path for path in parsed() if "sqlalchemy" in path.read_text(encoding="utf-8")]
    assert {"docket.py", "store.py", "filing.py"} <= {path.name for path in modules}
    for path in modules:
        if path.parent.name == "table":
            continue  # of a table over the network names and what was said can be erased; its entries cannot
        called = {node.func for node in nodes(path) if isinstance(node, ast.Call)}
        names = {getattr(call, "attr", getattr(call, "id", None)) for call in called}
        assert not names & {"update", "delete", "upsert", "on_conflict_do_update", "merge"}, path.name
        texts = [node.value for node in nodes(path) if isinstance(node, ast.Constant)]
        statements = [
            text for text in texts if isinstance(text, str) and text.lstrip()[:7].upper() in CHANGING
        ]
        assert not statements, path.name


CHANGING = ("UPDATE ", "DELETE ", "REPLACE", "TRUNCAT", "DROP TA")


def test_what_is_changed_behind_its_back_is_found(docket_place, docket):
    for _ in range(3):
        docket.add_case(RALLY)
    assert docket.broken() == ()
    engine = engine_of(docket_place)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET session_replication_role = replica"))
        else:
            names = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'"))
            for name in list(names.scalars()):
                connection.execute(text(f"DROP TRIGGER {name}"))
        connection.execute(text("UPDATE docket_cases SET verdict = 'legal' WHERE number = 2"))
        connection.execute(text("UPDATE docket_cases SET ruling = '{' WHERE number = 1"))
    engine.dispose()
    assert docket.broken() == ((1, "changed"), (2, "changed"))
    with pytest.raises(DocketError, match="Entry 1 cannot be read"):
        docket.case(1)


def test_numbers_and_times_run_together(docket, clock):
    docket.add_case(RALLY)
    clock.now -= timedelta(days=1)
    docket.add_case(RALLY)
    first, second = docket.case(1), docket.case(2)
    assert second.written == first.written
    assert [line.number for line in docket.lines()] == [2, 1]
    assert [(line.kind, line.number) for line in docket.lines(1, below=2)] == [("case", 1)]


def test_every_kind_has_its_table():
    assert set(KINDS) == {"game", "case", "decision", "precedent", "appeal", "outcome"}
    assert all("words" in table.c and "corrects" in table.c for table in KINDS.values())


# ---- an umpire's own tables


def test_a_case_is_kept_with_the_tables_by_which_it_was_ruled(docket, tmp_path, own_rules_file):
    stored = docket.add_case(GIRONA, rules=own_rules_file)
    digest, content = stored.rules.digest, own_rules_file.read_text()
    assert stored.rules.text == content
    own_rules_file.write_text(content.replace("10", "11"))
    assert docket.add_case(GIRONA, rules=own_rules_file).rules.digest != digest
    assert docket.case(stored.number).rules.text == content
    again = docket.add_case(GIRONA, rules=stored.rules)
    assert again.rules == stored.rules


def test_tables_elsewhere_are_not_kept(tmp_path):
    docket = Docket.open(tmp_path / "docket.sqlite")
    for name in ("../events.csv", "/etc/passwd", "a/../../b", "", 3, ".hidden"):
        path = tmp_path / "house.toml"
        path.write_text(f'format = "ninevears-rules/1"\nevents = {json.dumps(name)}\n')
        with pytest.raises(BadInput, match=r"house.toml: events: found"):
            docket.add_case(RALLY, rules=path)
    path.write_text('format = "ninevears-rules/1"\n' + "#" * 1_000_000)
    with pytest.raises(BadInput, match="expected at most 1000000 characters"):
        docket.add_case(RALLY, rules=path)


# ---- opening


def test_nothing_is_made_where_only_reading_is_wanted(tmp_path):
    with pytest.raises(DocketError, match=r"There is no docket at .*docket\.sqlite"):
        Docket.open(tmp_path / "docket.sqlite", create=False)
    assert list(tmp_path.iterdir()) == []


def test_places_that_are_no_docket(tmp_path, monkeypatch):
    (tmp_path / "text.sqlite").write_text("hello" * 1000)
    other = create_engine(f"sqlite:///{tmp_path}/other.sqlite")
    with other.begin() as connection:
        connection.execute(text("CREATE TABLE games (number INTEGER)"))
    for name in ("text.sqlite", "other.sqlite"):
        with pytest.raises(DocketError, match="is not a docket"):
            Docket.open(tmp_path / name)
    assert inspect(other).get_table_names() == ["games"]
    with pytest.raises(DocketError, match="no such folder"):
        Docket.open(tmp_path / "no" / "docket.sqlite")
    with pytest.raises(DocketError, match="cannot be reached"):
        Docket.open(tmp_path)
    for place in ("", "a\x00b", "x" * 3000, "sqlite://u:secret@[::1", "://"):
        with pytest.raises(BadInput, match="docket: found"):
            Docket.open(place)
    with pytest.raises(BadInput, match="a database that SQLAlchemy knows"):
        Docket.open("foo://bar")
    with pytest.raises(DocketError, match="needs a driver") as error:
        Docket.open("mysql+aiomysql://umpire:secret@localhost/x")
    assert "secret" not in str(error.value)
    with pytest.raises(DocketError, match="cannot be reached") as error:
        Docket.open("postgresql://umpire:secret@127.0.0.1:1/x")
    assert "secret" not in str(error.value)


def test_a_docket_of_a_newer_kit(docket_place, monkeypatch):
    monkeypatch.setattr("ninevears_kernel.umpire.docket.store.VERSION", VERSION + 1)
    Docket.open(docket_place)
    monkeypatch.undo()
    with pytest.raises(
        DocketError, match=rf"newer kit \(form {VERSION + 1}; this one reads up to {VERSION}\)"
    ):
        Docket.open(docket_place)


def test_a_docket_that_others_keep_is_busy(tmp_path):
    docket = Docket.open(tmp_path / "docket.sqlite", patience=0.2)
    docket.add_case(RALLY)
    engine = engine_of(str(tmp_path / "docket.sqlite"))
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN EXCLUSIVE")
        with pytest.raises(DocketError, match="is busy"):
            docket.add_case(RALLY)
    engine.dispose()
    assert docket.add_case(RALLY).number == 2


def test_a_docket_that_cannot_be_written(tmp_path):
    Docket.open(tmp_path / "docket.sqlite").add_case(RALLY)
    docket = Docket.open(f"sqlite:///file:{tmp_path}/docket.sqlite?mode=ro&uri=true")
    assert docket.case(1).number == 1
    with pytest.raises(DocketError, match="read-only"):
        docket.add_case(RALLY)


def test_an_empty_docket(docket):
    assert docket.lines() == docket.games() == docket.search() == docket.precedents() == docket.broken() == ()
    for what in (docket.case, docket.game, docket.decision, docket.precedent, docket.record):
        with pytest.raises(DocketError, match="There is no"):
            what(1)
        with pytest.raises(BadInput):
            what(0)
    assert docket.in_force(date(2026, 1, 1)).readings == {}
