"""What players claim: held against a ruling by what they name, on the desk and in the case book."""

import pytest

from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.umpire.cases.cases import Case, Claim, case_from_data, rule_case
from ninevears_kernel.umpire.cases.claims import holds, judged, mark_of, otherwise
from ninevears_kernel.umpire.cases.samples import sample, samples
from ninevears_kernel.umpire.reports.reports import report, report_data, to_markdown
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


# ---- what the umpire's map takes for granted

TO_MONS = [
    {"add": "corps", "power": "France", "space": "Mons", "count": 4},
    {"add": "leader", "name": "Luxembourg", "space": "Mons"},
]
FULL = Claim("Alliance", "The garrison of Mons is a full corps: five are needed.", verdict="illegal")


def siege_of_mons(**more):
    return Case("ninevears-case/1", "NY", "siege", {"side": "Bourbon", "space": "Mons", **more}, dice=[5])


def test_a_claim_is_not_wrong_because_of_what_the_map_assumes():
    """Nobody named the garrison: the scenario's is told as assumed, and the claim ruled as it is made."""
    case = siege_of_mons(changes=TO_MONS)
    ruling = rule_case(case)
    assert ruling.verdict == "legal"
    assert mark_of(FULL, ruling)[0] == "✗"
    sign, says = judged(FULL, ruling, case)
    assert (sign, says) == (
        "?",
        "is not settled. On the umpire's map: 1 reduced Spanish corps at Mons (assumed, as nobody said so); "
        "then: Mons holds out, with strength 2. If it is as claimed (1 Spanish corps in Mons full): "
        "Corps assigned to the siege of Mons: 4; its fortress defence value is 5, and at least as many are "
        "needed.",
    )
    _, edits, other = otherwise(FULL, ruling, case)
    assert edits
    assert holds(FULL, other)


def test_a_claim_against_what_the_case_says_does_not_hold():
    """What was named is found, not assumed: by a change of the case, or by a save that came with it."""
    spain = {"power": "Spain", "space": "Mons", "reduced": True, "inside": True}
    garrison = [{"remove": "corps", **spain}, {"add": "corps", **spain}]
    named = [*TO_MONS, *garrison, {"set": "control", "space": "Mons", "side": "Alliance"},
             {"set": "besieged", "space": "Mons", "by": "Bourbon"},
             {"set": "line", "space": "Mons", "level": 0}]  # fmt: skip
    case = siege_of_mons(changes=named)
    claim = Claim("Alliance", "The garrison of Mons is full.", answer={"defence_value": 5})
    assert judged(claim, rule_case(case), case) == ("✗", "does not hold")
    save = siege_of_mons(position=scenario_1688(), changes=TO_MONS)
    assert judged(FULL, rule_case(save), save) == ("✗", "does not hold")


def test_a_claim_that_fails_as_claimed_too_does_not_hold():
    case = siege_of_mons(changes=TO_MONS)
    claim = Claim("Alliance", "At Mons a seven is needed.", answer={"strength_left": 9})
    assert judged(claim, rule_case(case), case) == ("✗", "does not hold")


def test_the_place_that_a_claim_names_is_asked_for():
    lost = [{"set": "control", "space": name, "side": "Alliance"} for name in ("Sedan", "Luxembourg")]
    given = {"side": "Bourbon", "space": "Namur", "purpose": "siege",
             "changes": [*lost, {"set": "control", "space": "Namur", "side": "Bourbon"}]}  # fmt: skip
    case = case_from_data({"format": "ninevears-case/1", "system": "NY", "question": "loc", "given": given})
    ruling = rule_case(case)
    ours = Claim("Bourbon", "Charleroi is ours since round 2, so we are supplied.", verdict="yes")
    sign, says = judged(ours, ruling, case)
    assert sign == "?"
    assert "Charleroi under Alliance control (assumed" in says
    assert "(Charleroi under Bourbon control): Namur has a line of communication to Paris." in says
    assert judged(Claim("Bourbon", "We are supplied.", verdict="yes"), ruling, case)[0] == "✗"


def test_an_argument_about_the_rules_is_not_about_the_map():
    """The disputes of the case book are about what the rules say: who is wrong there is wrong."""
    failed = 0
    for name in DISPUTES:
        case = samples()[name].case
        ruling = rule_case(case, others=False)
        for claim in case.claims:
            if mark_of(claim, ruling)[0] == "✗":
                assert judged(claim, ruling, case) == ("✗", "does not hold"), claim.says
                failed += 1
    assert failed > 20


def test_report_and_desk_say_so(desk):
    case = siege_of_mons(changes=TO_MONS)
    data = {"format": case.format, "system": "NY", "question": "siege", "given": case.given, "dice": [5],
            "claims": [{"by": FULL.by, "says": FULL.says, "verdict": "illegal"}]}  # fmt: skip
    told = report(data, search=False)
    assert "assumed, as nobody said so" in to_markdown(told)
    assert report_data(told)["claims_judged"] == [{"by": "Alliance", "holds": None}]
    desk.open_case(case_from_data(data))
    desk.rule()
    assert "assumed, as nobody said so" in desk.outcome.judged.value
    assert "✗" not in desk.outcome.judged.value
