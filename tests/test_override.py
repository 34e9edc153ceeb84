"""A decision of the umpire that departs from the ruling stands: on the desk, in the report, in the docket."""

import json

import pytest
from click.testing import CliRunner
from desk_cases import links_of

from ninevears_kernel.cli import cli
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.reports.reports import report_again, to_html, to_json, to_markdown
from ninevears_kernel.widgets.umpire.umpire_desk import UmpireDesk

FORCE = {
    "format": "ninevears-case/1",
    "system": "NY",
    "question": "force",
    "given": {"leaders": [6, 4, 3], "corps": 3},
    "claims": [
        {"by": "Bourbon", "says": "I may.", "verdict": "legal"},
        {"by": "Alliance", "says": "Never.", "verdict": "illegal"},
    ],
}
REASON = "We agreed on smaller forces before the war."


@pytest.fixture
def place(tmp_path):
    return str(tmp_path / "docket.sqlite")


@pytest.fixture
def desk(place):
    desk = UmpireDesk(docket=place)
    desk.open_case(FORCE)
    assert desk.rule().verdict == "legal"
    docket = desk.docket
    docket.by.value = "Anna"
    docket.keep()
    docket.decide("override", reason=REASON, verdict="illegal")
    return desk


@pytest.fixture
def docket(place):
    docket = Docket.open(place)
    for _ in range(2):
        docket.add_case(FORCE, by="Anna")
    docket.decide(2, "override", by="Anna", reason=REASON, verdict="illegal")
    return docket


def test_the_report_gives_the_decision_as_the_verdict_and_tells_the_ruling(desk):
    told = links_of(desk)["md"]
    head, _, rest = told.partition("## What the umpire departed from")
    assert "**Not legal. The umpire Anna departs from the ruling of the kit: We agreed" in head
    assert "The kit rules: Legal." in rest
    assert "**Bourbon** does not hold" in head
    assert "**Alliance** holds" in head
    page = links_of(desk)["html"]
    assert '<p class="banner bad"><strong>Not legal</strong>' in page
    data = json.loads(links_of(desk)["json"])
    assert (data["verdict"], data["ruling"]["verdict"]) == ("illegal", "legal")
    assert data["decision"] == {"verdict": "illegal", "reason": REASON, "by": "Anna"}


def test_a_report_with_a_decision_is_made_again_from_itself(desk):
    report = desk.report
    for write in (to_html, to_json, to_markdown):
        assert write(report_again(write(report))) == write(report)


def test_the_desk_shows_the_decision(desk):
    assert "Not legal." in desk.outcome.decided.value
    assert REASON in desk.outcome.decided.value
    bourbon, alliance = desk.outcome.judged.value.split("<li>")[1:]
    assert "does not hold" in bourbon
    assert "does not hold" not in alliance
    desk.rule()
    assert desk.outcome.decided.value == ""


def test_a_case_that_is_overridden_is_found_by_what_was_decided(docket):
    assert [case.number for case in docket.search(verdict="illegal")] == [2]
    assert [case.number for case in docket.search(verdict="legal")] == [1]
    decision = docket.standing(2)
    docket.decide(2, by="Anna", corrects=decision.number)
    assert docket.search(verdict="illegal") == ()
    assert docket.case(2).verdict == "legal"


def test_the_command_line_shows_the_decision_first(docket, place):
    def describe(*words):
        result = CliRunner().invoke(cli, ["docket", *words, "--docket", place], catch_exceptions=False)
        assert result.exit_code == 0
        return result.output

    shown = describe("show", "2")
    decided = shown.index(f"Decision: Not legal. Anna overrides the ruling: {REASON}")
    departed = shown.index("The ruling of the kit, from which the umpire departed:")
    assert decided < departed
    found = {line.split()[0]: line for line in describe("search").splitlines()}
    assert "illegal (!)" in found["2"]
    assert "(!)" not in found["1"]
    assert json.loads(describe("search", "--verdict", "illegal", "--json"))[0]["decision"]["reason"] == REASON
    assert "The verdict that stands: Not legal." in describe("show", "3")


def test_the_search_of_the_desk_names_the_decision(desk):
    desk.docket.search()
    assert desk.docket.found.options[0][0].startswith("1. (decided: Not legal)")
