"""The docket keeps faith: like cases, decisions against earlier ones, contrary precedents, appeals."""

import json
import sqlite3
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from docket_cases import GARRISON, RALLY
from every_row import every_row

from ninevears_kernel.cli import cli, main
from ninevears_kernel.core.errors import BadInput, DocketError
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.umpire.cases.samples import samples_of
from ninevears_kernel.umpire.docket import fulltext
from ninevears_kernel.umpire.docket.alike import difference, facts_given
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.letter import letter_of, to_html, to_json, to_markdown, to_text
from ninevears_kernel.umpire.docket.page import public_page
from ninevears_kernel.umpire.docket.records import Change, record_data
from ninevears_kernel.umpire.docket.words import cases_text, record_text
from ninevears_kernel.umpire.reports.reports import report

GIRONA = GARRISON | {"given": GARRISON["given"] | {"space": "Girona"}}
LIMITED, CUT = Change({"besieged-garrison": "limited"}), Change({"besieged-garrison": "cut"})
OLD = Path(__file__).with_name("docket_of_version_1.sql")


@pytest.fixture
def docket(docket_place, clock):
    return Docket.open(docket_place, clock=clock)


@pytest.fixture
def here(tmp_path, clock):
    """A docket in a file alone, where no database matters."""
    return Docket.open(tmp_path / "docket.sqlite", clock=clock)


# ---- like cases


def loc(**given):
    return {"given": GARRISON["given"] | given}


DIFFERENCES = [
    (GARRISON, GARRISON | {"title": "Another", "dice": [1], "claims": []}, ()),
    (GARRISON, loc(space="Girona"), ("space",)),
    (GARRISON, loc(changes=[]), ("changes: set besieged, space Barcelona",)),
    (GARRISON, loc(changes=[{"set": "besieged", "space": "Barcelona", "by": "Alliance"}]),
     ("changes: set besieged, space Barcelona",)),
    (GARRISON, loc(space="Mons", side="Bourbon", purpose="siege"), None),
    ({"given": {"position": {"year": 1690, "seed": 1}, "side": "Bourbon"}},
     {"given": {"position": {"year": 1690, "seed": 2}, "side": "Bourbon"}}, ()),
    ({"given": {"position": {"year": 1690}, "side": "Bourbon"}},
     {"given": {"position": {"year": 1691}, "side": "Bourbon"}}, ("position",)),
    ({"given": {"position": {"year": 1690}}}, {"given": {"position": {"year": 1691}}}, None),
    (RALLY, RALLY | {"given": {"rating": 4}}, None),
]  # fmt: skip


@every_row("row", DIFFERENCES)
def test_what_is_given_otherwise(row):
    ours, theirs, differs = row
    assert difference(ours, theirs) == differs
    names = differs and set(differs)
    assert (difference(theirs, ours) and set(difference(theirs, ours))) == (names or differs)


def test_dice_and_titles_are_no_facts():
    assert facts_given({"given": {"leaders": [2, 1]}, "dice": [6], "title": "x"}) == {
        "leaders.0": 2,
        "leaders.1": 1,
    }


def test_filing_a_case_like_an_earlier_one_says_so(docket):
    first = docket.add_case(GARRISON).number
    docket.add_case(RALLY)
    again = docket.add_case(GARRISON | {"title": "The same again"}).number
    near = docket.add_case(GIRONA).number
    assert docket.alike(first) == ()
    assert [(one.number, one.differs, one.decision) for one in docket.alike(again)] == [(first, (), None)]
    assert [(one.number, one.differs) for one in docket.alike(near)] == [
        (again, ("space",)),
        (first, ("space",)),
    ]
    assert docket.alike(GIRONA)[0].number == near, "a case that is not kept yet"
    words = record_text(docket, docket.case(near))
    assert f"Like case {first} (the same but for space (Girona here, Barcelona there))" in words
    assert "not decided yet" in words
    decided = docket.decide(first, by="Anna").number
    found = docket.alike(again)[0]
    assert (found.decision, found.verdict) == (decided, "no")
    docket.add_case(RALLY, corrects=first)
    assert first not in [one.number for one in docket.alike(again)], "a replaced case is no example"


def test_deciding_otherwise_than_before_asks_for_a_reason(here):
    first = here.add_case(GARRISON).number
    here.decide(first, "override", by="Anna", reason="The sea is open", verdict="yes")
    again = here.add_case(GARRISON).number
    assert [one.number for one in here.contrary(again)] == [first]
    with pytest.raises(DocketError, match=rf"Case {first} is like this one \(the same facts\).*Yes.*reason"):
        here.decide(again, by="Ben")
    assert here.standing(again) is None
    assert here.contrary(again, "yes") == ()
    decided = here.decide(again, by="Ben", reason="The fleet has gone")
    assert decided.departs_from == (first,)
    assert f"differently from case {first}" in record_text(here, decided)
    # Other facts, other verdicts: the kit itself sees a difference here.
    free = here.add_case(loc(changes=[]) | {key: GARRISON[key] for key in ("format", "system", "question")})
    assert free.ruling["verdict"] == "yes"
    here.decide(free.number, by="Ben")
    assert here.broken() == ()


# ---- precedents


def test_a_reading_is_adopted_only_from_a_case_that_turns_on_it(here):
    case = here.add_case(RALLY).number
    here.decide(case, by="Anna")
    with pytest.raises(DocketError, match="does not turn on the reading besieged-garrison"):
        here.adopt(here.would_change(LIMITED), case, by="Anna", reason="x")
    turning = here.add_case(GARRISON).number
    here.decide(turning, by="Anna")
    assert here.adopt(here.would_change(LIMITED), turning, by="Anna", reason="x").change == LIMITED


def test_a_contrary_precedent_says_what_it_replaces(here):
    case = here.add_case(GARRISON).number
    here.decide(case, by="Anna")
    first = here.adopt(here.would_change(LIMITED), case, by="Anna", reason="x").number
    same = here.would_change(LIMITED)
    assert same.contrary == ()
    other = here.would_change(CUT)
    assert other.contrary == (first,)
    with pytest.raises(DocketError, match=rf"--corrects {first}"):
        here.adopt(other, case, by="Anna", reason="x")
    here.adopt(here.would_change(CUT, corrects=first), case, by="Anna", reason="x")
    assert here.in_force().readings == CUT.readings
    lines = Change(rules={"stacking": {"limit": 3}})
    stacked = here.adopt(here.would_change(lines), case, by="Anna", reason="x").number
    assert here.would_change(Change(rules={"stacking": {"limit": 4}})).contrary == (stacked,)
    assert here.would_change(Change(rules={"garrison": {"most": 1}})).contrary == ()


# ---- appeals


def test_an_appeal_and_what_became_of_it(docket):
    case = docket.add_case(GARRISON).number
    with pytest.raises(DocketError, match="not decided"):
        docket.appeal(case, "Alliance", "The sea is ours", by="Anna")
    decided = docket.decide(case, by="Anna").number
    appeal = docket.appeal(case, "Alliance", "The sea is ours", by="Anna")
    assert (appeal.decision, appeal.party, appeal.outcome) == (decided, "Alliance", None)
    with pytest.raises(DocketError, match=f"appealed already, with {appeal.number}"):
        docket.appeal(case, " alliance", "Again", by="Anna")
    with pytest.raises(BadInput, match="verdict"):
        docket.hear(appeal.number, "allowed", by="Eva", reason="So it is")
    with pytest.raises(BadInput, match="verdict"):
        docket.hear(appeal.number, "dismissed", by="Eva", reason="So it is", verdict="yes")
    heard = docket.hear(appeal.number, "allowed", by="Eva", reason="So it is", verdict="yes")
    assert docket.standing(case).number == heard.decision != decided
    assert (docket.standing(case).kind, docket.case(case).stands) == ("override", "yes")
    assert docket.appeals(case)[0].outcome == heard == docket.record(heard.number)
    with pytest.raises(DocketError, match=f"heard already, by {heard.number}"):
        docket.hear(appeal.number, "dismissed", by="Eva", reason="x")
    second = docket.appeal(case, "Bourbon", "It was not", by="Anna")
    third = docket.appeal(case, "Alliance", "Still", by="Anna")
    kept = docket.hear(second.number, "dismissed", by="Eva", reason="No")
    assert (kept.decision, docket.case(case).stands) == (heard.decision, "yes")
    docket.decide(case, by="Anna", corrects=heard.decision)
    with pytest.raises(DocketError, match="no longer in force"):
        docket.hear(third.number, "dismissed", by="Eva", reason="x")
    assert (
        json.loads(json.dumps(record_data(docket.record(appeal.number))))["outcome"]["outcome"] == "allowed"
    )
    assert docket.search(words="still") == (docket.case(case),)
    assert docket.broken() == ()


def test_show_and_search_tell_the_verdict_that_stands(here):
    first = here.add_case(GARRISON).number
    assert "The verdict that stands: No, as ruled" in record_text(here, here.case(first))
    one = here.decide(first, by="Anna").number
    heard = here.hear(
        here.appeal(first, "Alliance", "x", by="Anna").number, "allowed", by="Eva", reason="y", verdict="yes"
    )
    said = record_text(here, here.case(first))
    assert f"The verdict that stands: Yes, by decision {heard.decision}." in said
    assert "Appeal 3 allowed" in said
    old = record_text(here, here.decision(one))
    assert "Its verdict was: No." in old
    assert "stands: Yes" in old
    assert [case.number for case in here.search(verdict="yes")] == [first]
    assert here.search(verdict="no") == ()
    last = here.add_case(GARRISON | {"readings": {"besieged-garrison": "cut"}}, corrects=first).number
    middle, last = last, here.add_case(GARRISON, corrects=last).number
    assert here.case(first).successor == here.case(middle).successor == (last, "no")
    assert f"no (in {last})" in cases_text(here.search())
    assert f"in case {last}, which took the place" in record_text(here, here.case(first))
    assert [case.number for case in here.search(verdict="no")] == [last]
    assert here.search(verdict="yes") == ()


# ---- what a decision says besides


FACTS = [
    {"status": "agreed", "says": "The die showed 5."},
    {
        "status": "found", "says": "The garrison is reduced.", "for": "Bourbon", "why": "The log says so.",
        "other": {"says": "it is full", "verdict": "illegal", "headline": "Five corps are needed."},
    },
]  # fmt: skip


def test_what_a_decision_says_besides_is_kept_in_the_chain(docket, docket_place):
    case = docket.add_case(GARRISON).number
    decided = docket.decide(
        case, by="Anna", facts=FACTS, answer_to_loser="A corps is a corps, but no harbour.",
        remedy="adjust", remedy_says="Put it back.", appeal_until=datetime(2026, 5, 1, 10, tzinfo=UTC),
    )  # fmt: skip
    assert [fact["status"] for fact in decided.facts] == ["agreed", "found"]
    assert decided.facts[1]["other"]["verdict"] == "illegal"
    assert (decided.remedy, decided.remedy_says) == ("adjust", "Put it back.")
    assert decided.appeal_ends == "2026-05-01T10:00:00.000000Z"
    assert docket.decision(decided.number) == decided == docket.standing(case)
    assert docket.search(words="harbour")[0].number == case
    plain = docket.decide(case, by="Ben", corrects=decided.number, facts=())
    assert (plain.facts, plain.remedy) == ((), "")
    assert plain.appeal_ends > plain.written
    assert docket.broken() == ()
    _behind_the_back(docket_place, "UPDATE docket_findings SET remedy = 'stand'")
    assert docket.broken() == ((decided.number, "changed"),)


def _behind_the_back(place, statement):
    from test_docket import engine_of, text

    engine = engine_of(place)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET session_replication_role = replica"))
        else:
            for name in list(
                connection.execute(text("SELECT name FROM sqlite_master WHERE type='trigger'")).scalars()
            ):
                connection.execute(text(f"DROP TRIGGER {name}"))
        connection.execute(text(statement))
    engine.dispose()


BAD = [
    ({"facts": [{"status": "sure", "says": "x"}]}, r"facts\[0\].status: found 'sure'"),
    ({"facts": [{"status": "agreed"}]}, r"facts\[0\].says"),
    ({"facts": [{"status": "agreed", "says": "x\0"}]}, r"facts\[0\].says.*control"),
    ({"facts": [{"status": "agreed", "says": "x"}] * 51}, "facts: found 51 facts"),
    ({"remedy": "replay"}, "remedy: found 'replay'"),
    ({"appeal_until": "tomorrow"}, "appeal_until: found 'tomorrow'"),
    ({"answer_to_loser": "x" * 10_001}, "answer_to_loser: found 10001 characters"),
]


@every_row("row", BAD)
def test_a_bad_finding_is_refused(row):
    arguments, why = row
    docket = Docket.open("sqlite://")
    docket.add_case(RALLY)
    with pytest.raises(BadInput, match=why):
        docket.decide(1, by="Anna", **arguments)
    assert len(docket.lines()) == 1


# ---- dockets of before


@pytest.fixture
def old(tmp_path):
    """A docket that version 1 has made: a game, cases, an override, a precedent, a correction."""
    path = tmp_path / "old.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(OLD.read_text(encoding="utf-8"))
    connection.close()
    return path


def test_a_docket_of_before_opens_and_goes_on(old, clock):
    docket = Docket.open(old, clock=clock)
    assert docket.broken() == ()
    assert [line.kind for line in docket.lines()] == [
        "decision", "decision", "case", "precedent", "decision", "case", "game",
    ]  # fmt: skip
    assert (docket.case(2).stands, docket.case(5).stands) == ("yes", "illegal")
    assert [case.number for case in docket.search(words="feeds open")] == [2]
    assert [one.number for one in docket.alike(GARRISON)] == [2]
    assert docket.in_force().readings == LIMITED.readings
    assert docket.appeal(2, "Bourbon", "It was not", by="Anna").decision == 3
    assert docket.decide(5, by="Anna", corrects=7, remedy="stand").remedy == "stand"
    again = Docket.open(old, clock=clock)
    assert again.broken() == ()
    assert again.case(5).decision.remedy == "stand"
    with sqlite3.connect(old) as connection, pytest.raises(sqlite3.IntegrityError, match="only grows"):
        connection.execute("UPDATE docket_appeals SET party = 'x'")


def test_nothing_that_was_written_is_rewritten_when_it_is_opened(old):
    def dump():
        with sqlite3.connect(old) as connection:
            return [line for line in connection.iterdump() if line.startswith("INSERT")]

    before = dump()
    Docket.open(old)
    assert set(before) <= set(dump())


def test_a_docket_of_before_that_cannot_be_written_says_what_to_do(old):
    with pytest.raises(DocketError, match="earlier kit and cannot be written to: copy it"):
        Docket.open(f"sqlite:///file:{old}?mode=ro&uri=true")


def test_what_an_earlier_kit_adds_is_found(old):
    Docket.open(old)
    with sqlite3.connect(old) as connection:  # as a kit writes that knows no index
        connection.execute("DROP TABLE docket_index")
    assert [case.number for case in Docket.open(old).search(words="garrison")] == [2]


# ---- words


@pytest.fixture
def told(docket):
    docket.add_case(GARRISON, claims={"Alliance": "Лиёж, Straße 11.2: 100% sure"})
    docket.add_case(RALLY, claims={"Bourbon": "100 sure, I'd say so"})
    return docket


WORDS = [
    ("garr", [1]), ("arrison", []), ("STRASSE лиеж", [1]), ("100%", [1]), ("100", [2, 1]), ("11.2", [1]),
    ("i'd", [2]), ('"', []), ("* OR", []), ("NEAR(", []), ("-say", []), ("rally sure", [2]),
]  # fmt: skip


def test_words_are_found_where_a_word_begins_so(told):
    assert told.has_index
    for words, numbers in WORDS:
        assert [case.number for case in told.search(words=words)] == numbers, words


@pytest.mark.parametrize("index", [True, False])
def test_people_are_found_by_their_names(index, monkeypatch):
    if not index:
        monkeypatch.setattr(fulltext, "is_usable", lambda connection: False)
    docket = Docket.open("sqlite://")
    game = docket.add_game("Berta against Çelik", Game.new(seed=3).log).game
    by_umpire = docket.add_case(GARRISON, by="Zoë Müller").number
    by_decision = docket.add_case(RALLY).number
    in_game = docket.add_case(GARRISON, game=game).number
    by_claim = docket.add_case(RALLY, claims={"Dörte": "No."}).number
    found_for = docket.add_case(RALLY).number
    fact = {"status": "found", "says": "Five.", "for": "Eugenie", "why": "The log says so."}
    docket.decide(found_for, by="x", facts=[fact], reason="y")
    docket.decide(by_decision, by="Frieda", reason="y")
    for words, numbers in {
        "muller": [by_umpire], "zoe": [by_umpire], "frieda": [by_decision], "berta celik": [in_game],
        "dorte": [by_claim], "eugenie": [found_for], "zoe garrison": [by_umpire], "zoe rally": [],
    }.items():  # fmt: skip
        assert [case.number for case in docket.search(words=words)] == numbers, words


def test_without_the_index_every_row_is_looked_through(tmp_path, monkeypatch):
    place = tmp_path / "docket.sqlite"
    monkeypatch.setattr(fulltext, "is_usable", lambda connection: False)
    docket = Docket.open(place)
    docket.add_case(GARRISON)
    assert not docket.has_index
    assert [case.number for case in docket.search(words="arris")] == [1]
    done = CliRunner().invoke(cli, ["docket", "search", "--words", "garrison", "--docket", str(place)])
    assert "no full-text index" in done.stderr
    monkeypatch.undo()
    found = Docket.open(place)
    assert found.has_index
    assert [case.number for case in found.search(words="garrison")] == [1]
    assert found.search(words="arris") == ()


# ---- on the command line


def test_appeals_on_the_command_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NINEVEARS_DOCKET", raising=False)
    Path("case.json").write_text(json.dumps(GARRISON), encoding="utf-8")
    Path("facts.json").write_text(json.dumps(FACTS), encoding="utf-8")

    def run(*words, code=0):
        monkeypatch.setattr(sys, "argv", ["ninevears", "docket", *words])
        found = 0
        try:
            main()
        except SystemExit as exit:
            found = exit.code or 0
        out, err = capsys.readouterr()
        assert found == code, err
        return out + err

    run("add", "case.json", "--by", "Anna")
    assert "Like case 1 (the same facts)" in run("add", "case.json", "--by", "Anna")
    run("decide", "1", "--by", "Anna", "--facts", "facts.json", "--remedy", "stand")
    assert "appeals from decision 3" in run("appeal", "3", "Alliance", "--reason", "Why?", "--by", "Anna")
    run("hear", "4", "allowed", "--reason", "So", "--verdict", "yes", "--by", "Eva")
    assert "Give a reason" in run("decide", "2", "--by", "Anna", code=2)
    assert "stands: Yes" in run("show", "1")
    assert "case.json" in run("decide", "2", "--by", "Anna", "--facts", "case.json", code=2)
    Path("facts.json").write_text("[1]", encoding="utf-8")
    assert "a list of facts" in run("decide", "2", "--by", "Anna", "--facts", "facts.json", code=2)


# ---- who wrote


WRITERS = ("Wilhelmina Aarts", "Ødegård, Bjørn")


def test_who_wrote_is_kept_and_found(docket):
    number = docket.add_case(GARRISON, by="Zoe", senders=[*WRITERS, "  Wilhelmina   Aarts ", ""]).number
    docket.add_case(RALLY)
    assert docket.case(number).senders == WRITERS
    for words in ("wilhelmina", "aarts ødegard", "BJØRN"):
        assert [one.number for one in docket.search(words=words)] == [number], words
    assert "Letters from: Wilhelmina Aarts and Ødegård, Bjørn" in record_text(docket, docket.case(number))
    assert record_data(docket.case(number))["senders"] == list(WRITERS)
    assert docket.broken() == ()


def test_who_wrote_cannot_be_changed_behind_the_back(docket, docket_place):
    number = docket.add_case(GARRISON, senders=WRITERS).number
    _behind_the_back(docket_place, "UPDATE docket_senders SET senders = '[]'")
    assert docket.broken() == ((number, "changed"),)


def test_no_letter_and_no_public_page_says_who_wrote(here):
    number = here.add_case(GARRISON, senders=WRITERS).number
    here.decide(number, by="Zoe")
    made = [public_page(here)]
    for seat in ("both", "Bourbon", "Alliance", "umpire"):
        letter = letter_of(here, number, seat, search=False)
        made += [to_html(letter), to_json(letter), to_markdown(letter), to_text(letter)]
    assert not [text for text in made if "Wilhelmina" in text or "degård" in text or "deg\\u00e5rd" in text]


def test_a_docket_of_the_version_before_is_told_who_writes_from_now_on(here, clock):
    here.add_case(GARRISON, by="Zoe")
    with sqlite3.connect(here.name) as connection:
        connection.execute("DROP TABLE docket_senders")
    grown = Docket.open(here.name, clock=clock)
    assert grown.case(1).senders == ()
    number = grown.add_case(RALLY, senders=WRITERS).number
    assert [one.number for one in grown.search(words="bjørn")] == [number]
    assert [one.number for one in grown.alike(GARRISON)] == [1]
    assert grown.broken() == ()


def test_senders_that_cannot_be_are_refused(here):
    for senders in (["x" * 300], ["a\0b"], [f"Player {number}" for number in range(21)]):
        with pytest.raises(BadInput, match="senders"):
            here.add_case(GARRISON, senders=senders)


def test_the_command_line_keeps_who_wrote(tmp_path):
    case, docket = tmp_path / "case.json", str(tmp_path / "docket.sqlite")
    case.write_text(json.dumps(RALLY))
    asked = ["docket", "add", str(case), "--docket", docket, "--from", WRITERS[0], "--from", WRITERS[1]]
    done = CliRunner().invoke(cli, asked, catch_exceptions=False)
    assert "Letters from: Wilhelmina Aarts and" in done.output
    found = CliRunner().invoke(cli, ["docket", "search", "--docket", docket, "--words", "aarts"])
    assert "rally" in found.output


# ---- a side that a system has not


@every_row("row", [("HIS", "Bourbon"), ("HIS", "Alliance")])
def test_a_sister_system_has_no_letter_for_one_side(row):
    system, seat = row
    docket = Docket.open("sqlite://")
    case = samples_of(system)[0].case
    number = docket.add_case(case).number
    docket.decide(number, by="Zoe")
    with pytest.raises(BadInput, match="no such side"):
        letter_of(docket, number, seat, search=False)
    with pytest.raises(BadInput, match="no such side"):
        report(case, search=False, seat=seat)
    assert letter_of(docket, number, search=False).data["for"] == "both"
    assert letter_of(docket, number, "umpire", search=False).data["for"] == "umpire"
