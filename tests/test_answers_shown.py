"""What a ruling answers, as people read it: names and words of the catalogue, not the keys of the data."""

import re

import pytest
from every_row import every_row

from ninevears_kernel.core.messages import is_known, say
from ninevears_kernel.core.render import label_shown, to_data, to_html, to_text, value_shown
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES
from ninevears_kernel.nine_years.rules import rulebook  # noqa: F401  registers every decision
from ninevears_kernel.nine_years.rules.campaign.siege import siege_modifiers
from ninevears_kernel.teaching.lesson_helpers.tables import case
from ninevears_kernel.umpire.cases.cases import questions, rule_case
from ninevears_kernel.umpire.cases.samples import sample, samples

SAIL = case("sea-move", side="Bourbon", corps=1, **{"from": "Brest", "to": "Dublin"})
WINTER = case("winter", until="seas")
CAMPAIGN = case("action", side="Alliance", action="campaign Amsterdam")


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        (SAIL, "what the dice bring: lost at sea on 1; arrives on 2, 3, 4, 5, 6"),
        (
            WINTER,
            "what becomes of the pieces: side Alliance, fate back to its pool, fleet Mediterranean, "
            "paragraph 12.3.6.c",
        ),
        (CAMPAIGN, "number of the order: 1"),
        (CAMPAIGN, "decided in: the choice of an action"),
    ],
)  # fmt: skip
def test_an_answer_is_told_in_words(asked, line):
    ruling = rule_case(asked)
    assert f"  {line}\n" in to_text(ruling)
    name, _, value = line.partition(": ")
    assert f"<b>{name}</b>: {value}" in to_html(ruling)


def test_a_ruling_is_printed_as_people_read_it():
    assert str(rule_case(SAIL)) == to_text(rule_case(SAIL)).rstrip()


def test_json_keeps_its_keys_and_words():
    assert to_data(rule_case(SAIL))["answer"]["needed"] == {"lost-at-sea": [1], "arrives": [2, 3, 4, 5, 6]}
    assert to_data(rule_case(WINTER))["answer"]["fates"][0]["fate"] == "to-pool"
    assert to_data(rule_case(CAMPAIGN))["answer"]["decision"] == "action"


def test_odds_are_told_in_the_same_words():
    assert "\n  arrives " in to_text(rule_case(SAIL))
    assert value_shown("one-reduced", "result") == "arrives, one corps reduced or lost"


@pytest.mark.parametrize("name", sorted(DECISION_RULES))
def test_every_decision_has_a_name_for_people(name):
    assert value_shown(name, "decision") != name


def test_every_modifier_of_a_siege_has_a_name_for_people():
    modifiers = siege_modifiers(standard_rule_tables().numbers.siege, True, 8, 4, True, True)
    told = value_shown(modifiers, "modifiers")
    assert not any(f"{name} " in told for name in ("twice 1", "limited -1"))
    assert "twice the corps that are needed 1" in told


def test_what_the_catalogue_does_not_name_is_told_by_its_key():
    assert label_shown("some_new_fact") == "some new fact"
    assert value_shown("some-new-word", "some_new_fact") == "some-new-word"
    assert value_shown({"some_new_fact": 2}, "another") == "some new fact 2"


# ---- where an answer has no value

ANSWERS = [
    (question, name, means)
    for (_, question), found in sorted(questions().items())
    for name, means in found.answer.items()
]
"""Every name in an answer of the four systems: its question, the name, and what is written about it."""


@every_row("row", ANSWERS)
def test_a_null_is_never_told_as_none(row):
    question, name, _ = row
    assert value_shown(None, name, question) != say("value.none")


@every_row("row", [row for row in ANSWERS if "null" in row[2]])
def test_a_null_that_means_something_is_told_in_words_of_its_own(row):
    """What is written about a name says what null means: that nothing was asked, or something of its own."""
    question, name, means = row
    key = name.replace("_", "-")
    not_asked = re.search(r"null when (no limit was asked|`around` is not given)", means)
    assert (is_known(f"null.{question}.{key}") or is_known(f"null.{key}")) != bool(not_asked)
    assert (value_shown(None, name, question) == "not asked") == bool(not_asked)


@every_row("name", sorted(samples()))
def test_no_ruling_tells_a_null_as_none(name):
    ruling = rule_case(sample(name).case)
    nulls = [key for key, value in (ruling.answer or {}).items() if value is None]
    for key in nulls:
        told = value_shown(None, key, ruling.question)
        assert f"  {label_shown(key, ruling.question)}: {told}\n" in to_text(ruling)


@pytest.mark.clause("VQ 16.1.4.c")
def test_limits_that_nobody_asked_about_are_not_asked():
    asked = {"format": "ninevears-case/1", "system": "VQ", "question": "avoidance"}
    ruling = rule_case({**asked, "given": {"rating": 2, "zone": "Atlantic", "ships": ["galleon"]}})
    assert ruling.answer["allowed"] is None
    assert "\n  allowed: not asked\n" in to_text(ruling)
    assert "\n  success: not rolled\n" in to_text(ruling)


@pytest.mark.clause("NY 13.5.6.a")
def test_a_fleet_in_its_pool_is_told_to_lie_there():
    refused = rule_case(case("deploy-fleet", fleet="Brest"))
    assert str(refused.says) == "The Brest fleet is not raised: it lies in its pool."
    taken = rule_case(case("deploy-fleet", fleet="Brest", strength=1))
    assert "lies in its pool; as the case gives it strength 1, it is taken to be raised" in to_text(taken)
    raised = {"set": "fleet", "fleet": "Brest", "place": "port", "strength": 1}
    assert "pool" not in to_text(rule_case(case("deploy-fleet", fleet="Brest", changes=[raised])))


@pytest.mark.clause("NY 6.4.2")
def test_before_the_peace_roll_its_modifier_and_the_die_are_told():
    ruling = rule_case(case("peace-roll", changes=[{"set": "year", "year": 1697}]))
    assert "ends" not in ruling.answer
    assert ruling.odds["ends"]
    assert str(ruling.says).endswith("the die must show 5 or more.")
    gone = [
        {"set": "control", "space": name, "side": "Alliance"} for name in ("London", "Dublin", "Edinburgh")
    ]
    never = rule_case(
        case(
            "peace-roll", changes=[{"set": "year", "year": 1696}, {"set": "revolution", "done": True}, *gone]
        )
    )
    assert "\n  needed: no die\n" in to_text(never)
