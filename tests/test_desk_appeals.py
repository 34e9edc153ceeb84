"""The way back at the umpire's desk: a kept case opens with its letter, and appeals are entered."""

import pytest
from desk_cases import SIEGE

from ninevears_kernel.core.messages import say
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.widgets.umpire.umpire_desk import UmpireDesk


@pytest.fixture
def place(tmp_path):
    return str(tmp_path / "docket.sqlite")


@pytest.fixture
def docket(place):
    """A docket of last week: a decided case, and one that nobody has decided."""
    docket = Docket.open(place)
    docket.add_case(SIEGE, by="Anna", senders=["Tom", "Ben"])
    docket.add_case({**SIEGE, "title": "Namur again"}, by="Anna")
    docket.decide(1, by="Anna", remedy="take-back", answer_to_loser="A fortress counts its walls too.")
    return docket


@pytest.fixture
def desk(place, docket):
    desk = UmpireDesk(docket=place)
    desk.docket.by.value = "Clara"
    return desk


def opened(desk, number):
    desk.docket.words.value = ""
    desk.docket.words.value = "Namur"
    desk.docket.found.value = number
    desk.docket.open_button.click()
    return desk.decision


def alerts(widget):
    return widget.error.value if "role='alert'" in widget.error.value else ""


def test_a_decided_case_is_opened_with_its_ruling_and_its_letter(desk):
    decision = opened(desk, 1)
    assert desk.ruling.verdict == "illegal"
    assert "A fortress counts its walls too." in decision.letter.value
    assert decision.letter_box.layout.display is None
    assert decision.write_button.disabled
    assert "decision-3.md" in decision.exports.value
    assert "Like case" not in decision.like.value  # it is the first of its kind
    assert (
        "Case 1 lies on the desk as it is kept. The verdict that stands: Not legal, by decision 3."
        in desk.docket.said.value
    )


def test_a_case_that_nobody_decided_is_decided_and_not_filed_again(desk, docket):
    decision = opened(desk, 2)
    assert decision.letter_box.layout.display == "none"
    decision.remedy.value = "take-back"
    assert decision.write() == 2
    assert docket.standing(2).by == "Clara"


def test_what_is_asked_otherwise_is_another_case(desk, docket):
    decision = opened(desk, 1)
    desk.editor.make({"add": "corps", "power": "France", "space": "Namur", "count": 1})
    assert decision.letter_box.layout.display == "none"
    assert desk.docket.number is None


def test_a_case_that_is_ruled_otherwise_today_is_not_decided_unseen(desk, docket, monkeypatch):
    monkeypatch.setattr(type(desk), "ruling", property(lambda self: None))
    monkeypatch.setattr(desk, "rule", lambda: None)
    opened(desk, 2)
    assert desk.docket.number is None
    assert "today it is ruled otherwise" in desk.docket.said.value


def test_who_may_appeal_is_offered_by_name(desk):
    assert opened(desk, 1).appeals.party.options == ("Tom", "Ben", "Bourbon", "Alliance")


def test_an_appeal_is_entered_and_stands_in_the_letter(desk, docket):
    decision = opened(desk, 1)
    appeals = decision.appeals
    assert appeals.hearing.layout.display == "none"
    appeals.party.value, appeals.reason.value = "tom", "The walls were down."
    appeals.enter_button.click()
    (kept,) = docket.appeals(1)
    assert (kept.party, kept.reason, kept.by) == ("Tom", "The walls were down.", "Clara")
    assert "Tom appealed on" in decision.letter.value
    assert say("letter.appeal-open") in appeals.told.value
    assert appeals.hearing.layout.display is None
    assert appeals.party.value == ""


def test_an_appeal_that_is_dismissed_leaves_the_decision(desk, docket):
    decision = opened(desk, 1)
    docket.appeal(1, "Tom", "The walls were down.", by="Anna")
    decision.appeals.show()
    decision.appeals.outcome.value, decision.appeals.why.value = "dismissed", "They stood."
    assert decision.appeals.verdict.layout.display == "none"
    decision.appeals.hear_button.click()
    assert alerts(decision.appeals) == ""
    assert docket.standing(1).number == desk.docket.decision == 3
    assert "They stood." in decision.letter.value
    assert decision.appeals.hearing.layout.display == "none"


def test_an_appeal_that_is_allowed_puts_another_decision_in_force(desk, docket):
    decision = opened(desk, 1)
    docket.appeal(1, "Tom", "The walls were down.", by="Anna")
    decision.appeals.show()
    decision.appeals.outcome.value, decision.appeals.why.value = "allowed", "So they were."
    assert decision.appeals.verdict.value == "legal"  # another than stands
    decision.appeals.hear_button.click()
    stands = docket.standing(1)
    assert (stands.verdict, stands.kind, stands.by) == ("legal", "override", "Clara")
    assert desk.docket.decision == stands.number
    assert "Legal" in desk.outcome.decided.value
    assert f"decision-{stands.number}.md" in decision.exports.value


@pytest.mark.parametrize(
    ("party", "reason"), [("", "The walls were down."), ("Tom", " "), ("T" * 10_000, "The walls were down.")]
)
def test_an_appeal_without_a_party_or_a_reason_is_refused_with_a_sentence(desk, docket, party, reason):
    appeals = opened(desk, 1).appeals
    appeals.party.value, appeals.reason.value = party, reason
    appeals.enter_button.click()
    assert alerts(appeals)
    assert docket.appeals(1) == ()
    assert appeals.reason.value == reason  # nothing that was typed is lost


def test_nobody_appeals_twice_from_one_decision(desk, docket):
    appeals = opened(desk, 1).appeals
    for _ in range(2):
        appeals.party.value, appeals.reason.value = "Tom", "The walls were down."
        appeals.enter_button.click()
    assert "Tom has appealed already" in alerts(appeals)


def test_an_outcome_needs_a_choice_and_a_reason(desk, docket):
    decision = opened(desk, 1)
    docket.appeal(1, "Tom", "The walls were down.", by="Anna")
    decision.appeals.show()
    decision.appeals.hear_button.click()
    assert alerts(decision.appeals)
    decision.appeals.outcome.value = "allowed"
    decision.appeals.hear_button.click()
    assert alerts(decision.appeals)
    assert docket.appeals(1)[0].outcome is None
