"""What players claim: held against a ruling by what they name, on the desk and in the case book."""

import pytest

from ninevears_kernel.umpire.cases.cases import Claim, rule_case
from ninevears_kernel.umpire.cases.claims import holds, mark_of
from ninevears_kernel.umpire.cases.samples import sample, samples
from ninevears_kernel.widgets.umpire.umpire_desk import UmpireDesk

DISPUTES = sorted(name for name, one in samples().items() if one.case.claims)


@pytest.fixture(scope="module")
def desk():
    return UmpireDesk(docket=None)


@pytest.mark.parametrize("name", DISPUTES)
def test_what_a_claim_of_the_case_book_names_is_settled_by_the_ruling(name):
    case = samples()[name].case
    ruling = rule_case(case)
    for claim in case.claims:
        if claim.verdict or claim.answer:
            assert holds(claim, ruling) is not None, claim.says


def test_the_first_dispute_of_the_notebook_says_whose_claim_holds(desk):
    desk.open_case(sample("namur_four_corps_and_no_line").case)
    desk.rule()
    judged = desk.outcome.judged.value
    assert judged.index("✗") < judged.index("✓")
    assert "?" not in judged


def test_a_claim_that_names_nothing_is_told_apart_from_open_dice():
    siege = sample("mons_a_seven_before_a_reduced_garrison").data
    open_dice = rule_case(siege, odds_only=True)
    assert mark_of(Claim("A", "It falls."), open_dice) == ("?", "report.claim-names-nothing")
    assert mark_of(Claim("A", "It falls.", answer={"falls": True}), open_dice) == ("?", "report.claim-open")


@pytest.mark.parametrize(
    ("part", "typed", "value", "sign"),
    [
        ("falls", "Yes", True, "✗"),
        ("falls", "no", False, "✓"),
        ("strength_left", "1", 1, "✓"),
        ("strength_left", "2", 2, "✗"),
        ("modifiers", '{"twice": 1, "continuing": 1}', {"twice": 1, "continuing": 1}, "✓"),
        ("falls", "<script>", "<script>", "✗"),
        ("strength_left", "NaN", "NaN", "✗"),
        ("strength_left", "1e999", "1e999", "✗"),
    ],
)
def test_a_claim_about_the_outcome_is_judged_by_the_answer(desk, part, typed, value, sign):
    desk.open_case(sample("mons_a_seven_before_a_reduced_garrison").case)
    row = desk.claims.rows[0]
    row.says.value, row.verdict.value = "So it ends.", ""
    row.part.value, row.value.value = part, typed
    assert desk.case.claims[0].answer == {part: value}
    desk.rule()
    assert sign in desk.outcome.judged.value.partition("</li>")[0]
    assert "<script>" not in desk.outcome.judged.value


def test_the_parts_of_the_answer_follow_the_question(desk):
    desk.open_case(sample("mons_a_seven_before_a_reduced_garrison").case)
    row = desk.claims.rows[0]
    row.part.value = "falls"
    assert list(row.value.options) == ["yes", "no"]
    desk.question.value = "loc"
    row = desk.claims.rows[0]
    assert row.part.value == ""
    assert {name for _, name in row.part.options} == {
        "", *("supplied", "limited", "path", "source", "reached", "restored_by", "restored_by_sea")
    }  # fmt: skip
