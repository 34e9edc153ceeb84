"""What a ruling answers, as people read it: names and words of the catalogue, not the keys of the data."""

import pytest

from ninevears_kernel.core.render import label_shown, to_data, to_html, to_markdown, to_text, value_shown
from ninevears_kernel.nine_years import rulebook  # noqa: F401  registers every decision
from ninevears_kernel.nine_years.agenda import DECISION_RULES
from ninevears_kernel.nine_years.kit import standard_kit
from ninevears_kernel.nine_years.siege import siege_modifiers
from ninevears_kernel.teaching.lesson_tables import case
from ninevears_kernel.umpire.cases import rule_case

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
    assert name in to_markdown(ruling)


def test_json_keeps_its_keys_and_words():
    assert to_data(rule_case(SAIL))["answer"]["needed"] == {"lost-at-sea": [1], "arrives": [2, 3, 4, 5, 6]}
    assert to_data(rule_case(WINTER))["answer"]["fates"][0]["fate"] == "to-pool"
    assert to_data(rule_case(CAMPAIGN))["answer"]["decision"] == "action"


def test_odds_are_told_in_the_same_words():
    assert "\n  arrives " in to_text(rule_case(SAIL))
    assert value_shown("one-reduced", "result") == "arrives, one corps reduced or lost"


@pytest.mark.parametrize("name", list(DECISION_RULES))
def test_every_decision_has_a_name_for_people(name):
    assert value_shown(name, "decision") != name


def test_every_modifier_of_a_siege_has_a_name_for_people():
    modifiers = siege_modifiers(standard_kit().tables.siege, True, 8, 4, True, True)
    told = value_shown(modifiers, "modifiers")
    assert not any(f"{name} " in told for name in ("twice 1", "limited -1"))
    assert "twice the corps that are needed 1" in told


def test_what_the_catalogue_does_not_name_is_told_by_its_key():
    assert label_shown("some_new_fact") == "some new fact"
    assert value_shown("some-new-word", "some_new_fact") == "some-new-word"
    assert value_shown({"some_new_fact": 2}, "another") == "some new fact 2"
