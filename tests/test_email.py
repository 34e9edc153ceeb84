"""Emails to the umpire: what is recognised, asked and left alone.

Each email in `tests/emails/` has its expectation beside it: the facts that must be recognised, what must be
asked, what is disputed, what must be left alone, and whether a case comes of it. The world of an email is
closed: a fact that is told as sure and stands neither under `facts` nor under `also` counts as wrongly taken.
The counts stand in `tests/emails/README.md`, which this test holds to the truth.
"""

import json
import re
import sys
import tomllib
from collections import Counter
from email.message import EmailMessage
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from every_row import every_row
from hypothesis import HealthCheck, example, given, settings, strategies as st

from ninevears_kernel import umpire
from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.links import link_to
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.umpire.cases.case import Case
from ninevears_kernel.umpire.cases.cases import questions, rule_case
from ninevears_kernel.umpire.cases.with_facts import with_fact
from ninevears_kernel.umpire.email import read_email
from ninevears_kernel.umpire.email.cutting import MOST_PASSAGE
from ninevears_kernel.umpire.email.letter import read_letter
from ninevears_kernel.umpire.email.names import (
    elsewhere,
    lexicon,
    near,
    nearest_space,
    spellings,
)

EMAILS = Path(__file__).parent / "emails"
FILES = sorted(path for path in EMAILS.iterdir() if path.suffix in (".eml", ".txt"))
SPELLINGS = Path(umpire.__file__).parent / "data" / "spellings.toml"
COUNTED = ("recognised", "missed", "wrongly taken", "assumed", "asked", "not asked")


@cache
def looked_at(path):
    """An email read, and its expectation."""
    expected = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    return read_email(path.read_bytes()), expected


def is_told(expected, fact):
    """Whether a fact is the expected one: what the expectation leaves out does not matter."""
    for key, value in expected.items():
        found = fact.get(key)
        if isinstance(value, dict):
            if not isinstance(found, dict) or any(found.get(name) != one for name, one in value.items()):
                return False
        elif found != value:
            return False
    return True


def counts(path):
    """How an email was read: a number for each word of `COUNTED`, and what was at fault."""
    read, expected = looked_at(path)
    told = Counter(dict.fromkeys(COUNTED, 0))
    faults = []
    sure = [fact for fact in read["facts"] if fact["sure"]]
    for fact in expected["facts"]:
        found = any(is_told(fact, one) for one in sure)
        told["recognised" if found else "missed"] += 1
        faults += [] if found else [f"missed {fact}"]
    for name in ("system", "question"):
        right = read[name] == expected[name]
        told["recognised" if right else "missed"] += 1
        faults += [] if right else [f"{name} {read[name]}"]
        told["wrongly taken"] += not right and read[name] is not None and name == "system"
    allowed = [*expected["facts"], *expected.get("also", [])]
    for fact in sure:
        if not any(is_told(one, fact) for one in allowed) or any(
            is_told(one, fact) for one in expected.get("leave", [])
        ):
            told["wrongly taken"] += 1
            faults.append(f"wrongly taken { ({key: fact[key] for key in fact if key != 'span'}) }")
    asked = {one["kind"] for one in read["missing"]}
    for kind in expected.get("missing", ()):
        told["asked" if kind in asked else "not asked"] += 1
        faults += [] if kind in asked else [f"not asked {kind}"]
    for dispute in expected.get("disputed", []):
        right = any(_is_dispute(dispute, one) for one in read["disputed"])
        told["recognised" if right else "missed"] += 1
        faults += [] if right else [f"dispute missed {dispute}"]
    surplus = len(read["disputed"]) - len(expected.get("disputed", []))
    told["wrongly taken"] += max(0, surplus)
    faults += [f"disputes {read['disputed']}"] if surplus > 0 else []
    wanted = "given" in expected
    if read["case"] and not wanted and not expected.get("doubtful_case"):
        told["assumed"] += 1
        faults.append("a case was made")
    if read["case"] and wanted:
        given = read["case"]["given"]
        wrong = {key: given.get(key) for key, value in expected["given"].items() if given.get(key) != value}
        told["assumed"] += bool(wrong)
        faults += [f"given {wrong}"] if wrong else []
    if wanted:
        told["recognised" if read["case"] else "missed"] += 1
        faults += [] if read["case"] else [f"no case: {[one['kind'] for one in read['missing']]}"]
    return told, faults


def _is_dispute(expected, found):
    if expected["kind"] != found["kind"]:
        return False
    versions = list(found["versions"])
    values = [version["value"] for version in versions]
    by = expected.get("by")
    if by and sorted(by) != sorted(version["by"] for version in versions):
        return False
    return all(
        any(is_told({"value": value}, {"value": one}) for one in values) for value in expected["values"]
    )


# ---- the forty emails


@cache
def totals():
    """The counts of all emails, and the faults by email."""
    total, faults = Counter(), {}
    for path in FILES:
        told, wrong = counts(path)
        total += told
        if wrong:
            faults[path.name] = wrong
    return total, faults


def test_emails_are_read_as_people_read_them():
    total, faults = totals()
    assert len(FILES) >= 40
    assert not faults
    assert total["wrongly taken"] == total["assumed"] == total["missed"] == total["not asked"] == 0
    assert total["recognised"] > 300
    assert total["asked"] > 20


def test_the_emails_are_of_all_systems_and_of_many_questions():
    asked = Counter(looked_at(path)[1]["system"] for path in FILES)
    assert asked["NY"] >= 20
    assert asked["HIS"] >= 7
    assert asked["VQ"] >= 7
    assert asked["MP"] >= 6
    assert (
        len({looked_at(path)[1]["question"] for path in FILES if looked_at(path)[1]["system"] == "NY"}) >= 10
    )


def test_the_table_tells_the_counts():
    text = (EMAILS / "README.md").read_text(encoding="utf-8")
    for system in ("NY", "HIS", "VQ", "MP", "all"):
        told = sum(
            (counts(path)[0] for path in FILES if system in ("all", looked_at(path)[1]["system"])), Counter()
        )
        row = next(line for line in text.splitlines() if line.startswith(f"| {system} "))
        assert [int(cell) for cell in row.split("|")[3:-1]] == [told[name] for name in COUNTED], system


def test_a_case_that_is_made_can_be_ruled_and_a_span_shows_the_words():
    made = 0
    for path in FILES:
        read, _ = looked_at(path)
        if read["case"]:
            made += 1
            assert rule_case(read["case"], others=False).verdict
            assert not read["missing"]
            assert not read["disputed"]
        for fact in read["facts"]:
            start, end = fact["span"]
            assert 0 <= start < end <= len(read["text"])
            assert fact["said"].split()[0].rstrip(":") in read["text"][start:end]  # of a table "dice | 5"
    assert made >= 12


SUPPOSED = {
    "NY": (
        "And what if Villeroy were there too?",
        "Suppose Namur were mine.",
        "Once I take Ghent, is it so?",
    ),
    "HIS": ("Had I brought 2 corsairs, would I win?", "Suppose it happened in port."),
    "VQ": ("And what if I had 2 galleons more?", "If Drake with rating 3 had led them?"),
    "MP": ("And what if he had lost 2 more cavalry units?", "Suppose I captured his wagons too."),
}


def test_what_is_supposed_beside_a_complete_letter_is_not_passed_over():
    faults = []
    for path in FILES:
        read, expected = looked_at(path)
        if read["case"] and path.suffix == ".txt":
            text = path.read_text(encoding="utf-8").rstrip()
            told = {words: read_email(f"{text}\n\n{words}") for words in SUPPOSED[expected["system"]]}
            faults += [(path.name, words) for words, one in told.items() if one["case"]]
    assert not faults


def denials(fact):
    """What somebody might say below a letter against a fact of it."""
    value, whose = fact["value"], fact.get("whose")
    match fact["kind"]:
        case "leader" if value != "Leicester":  # of whom the game of ships knows nothing
            return [f"{value} was not there.", f"Sorry, {value} is no longer with them."]
        case "corps":
            more = value["count"] + 20
            return [f"My opponent counts {more} corps.", f"I did not have {value['count']} corps."]
        case "squadrons":
            return [f"He says that {whose} had {value + 1} squadrons.", f"{whose} had not {value} squadrons."]
        case "control":
            return [f"{value} isn't mine any more."]
        case "dice":
            return ["That was not the roll, he says.", "The dice are disputed."]
        case "rating":
            return [f"The rating is not {value}."]
        case "telescope":
            return ["He says there was a telescope after all."]
        case "events":
            return ["He says that he lost none.", "That is not what happened."]
    return []


def test_what_is_denied_below_a_complete_letter_leaves_no_case():
    faults = []
    for path in FILES:
        read, _ = looked_at(path)
        if read["case"] and path.suffix == ".txt":
            text = path.read_text(encoding="utf-8").rstrip()
            said = dict.fromkeys(words for fact in read["facts"] if fact["sure"] for words in denials(fact))
            faults += [(path.name, words) for words in said if read_email(f"{text}\n\n{words}")["case"]]
    assert not faults


def below(name, words):
    """Whether a letter of this folder still gives a case with these words below it."""
    text = (EMAILS / f"{name}.txt").read_text(encoding="utf-8").rstrip()
    return bool(read_email(f"{text}\n\n{words}\n")["case"])


def test_the_table_tells_how_many_afterthoughts_stop_a_case():
    lines = (EMAILS / "README.md").read_text(encoding="utf-8").splitlines()
    letters = tomllib.loads((EMAILS / "afterthoughts.toml").read_text(encoding="utf-8"))
    for kind, stops in (("doubt", True), ("idle", False)):
        added = [(name, words) for name, lists in letters.items() for words in lists[kind]]
        well = sum(below(name, words) != stops for name, words in added)
        [row] = [line for line in lines if line.startswith(f"| `{kind}` ")]
        assert row.split("|")[-2].strip() == f"{well} of {len(added)}"


# ---- what each part does


def sure(text, kind, **more):
    """The values of a kind that an email tells for sure."""
    return [one["value"] for one in read_email(text, **more)["facts"] if one["kind"] == kind and one["sure"]]


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("I besiege Mons and rolled a six", [[6]]),
        ("I besiege Mons. The dice: 5-3", [[5, 3]]),
        ("I besiege Mons, 4d6: 1, 2, 3, 3", [[1, 2, 3, 3]]),
        ("I besiege Mons. I rolled 4 and 2", [[4, 2]]),
        ("I besiege Mons. If I had rolled a 6 it would fall", []),
        ("I besiege Mons. I need to roll a 5", []),
        ("I besiege Mons in round 3, my 3rd action, on 5 March", []),
        ("I besiege Mons. I did not roll a 5", []),
        ("I besiege Mons. I rolled a 4, not a 5", [[4]]),
        ("I besiege Mons. I rolled a 4, no wait, a 5", [[5]]),
        ("I besiege Mons and rolled 3 hits", []),
        ("I besiege Mons and rolled two 3s", []),
        ("I besiege Mons. The dice said 5 or 6", []),
        ("I besiege Mons. Call me: 555-1234 or +49 170 555 12 34", []),
        ("I besiege Mons. I rolled an 8", []),
        ("I besiege Mons. I rolled a 3. May I roll again?", [[3]]),
        ("I besiege Mons. I rolled a 5 on 3 May. Does it fall?", [[5]]),
    ],
)
def test_dice_are_told_from_other_numbers(text, faces):
    assert sure(text, "dice", system="NY") == faces


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("with 5 French corps, not 4 French corps", [5]),
        ("not with 4 French corps but with 5 French corps", [5]),
        ("with 5 French corps, no wait, 4 French corps", [4]),
        ("with 3 full and 1 reduced French corps", [3, 1]),
        ("with 6 French corps, two of them reduced", [4, 2]),
        ("with 4 French and 2 Catalan corps", [4, 2]),
        ("with 5 French corps. Jan says a corps is a corps", [5]),
        ("with perhaps 5 French corps", []),
        ("with 4 or 5 French corps", []),
        ("and needs at least 4 French corps", []),
        ("and if he had had 6 French corps it would fall", []),
        ("for example with 6 French corps", []),
    ],
)
def test_corps_are_counted_as_they_are_told(text, counts):
    told = [one["count"] for one in sure(f"He besieges Mons {text}", "corps", system="NY")]
    assert sorted(told) == sorted(counts)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("He besieges Luik", ["Liege"]),
        ("He besieges Mailand", ["Milan"]),
        ("Он besieged Намюром", ["Namur"]),
        ("He besieges Philipsburg", ["Philippsburg"]),
        ("He besieges Philippsborg", ["Philippsburg"]),
        ("A nice move. He besieges Nice", ["Nice"]),
        ("My brother lives in Cork. He besieges Mons", ["Mons"]),
        ("Marshal Luxembourg besieges Mons", ["Mons"]),
        ("He besieges Luxembourg with Boufflers", ["Luxembourg"]),
        ("The Treaty of Turin. He besieges Mons", ["Mons"]),
        ("He besieges Mons.\n\nRegards,\nJan\nPrinsengracht 1, Amsterdam", ["Mons"]),
    ],
)
def test_places_are_found_in_any_spelling_and_not_where_people_live(text, places):
    assert sure(text, "place", system="NY") == places


def test_a_name_that_comes_near_to_two_is_offered_and_stops_the_case():
    told = "1688 start. Can {} trace a line of communication for the Alliance, for victory?"
    assert read_email(told.format("Lille"))["case"]
    read = read_email(told.format("Lilla"))
    assert [(one["said"], one["near"]) for one in read["unread"]] == [("Lilla", ["Lille", "Liege"])]
    assert not read["case"]
    assert near("bouflers", "NY").taken
    assert not near("mannz", "NY") or not near("mannz", "NY").taken


def test_who_says_what_in_a_thread():
    read = read_email(
        "No. 4 corps, I counted them.\n\nOn 3 May 2026 at 10:00, Ben (Bourbon) <b@x.de> wrote:\n"
        "> Luxembourg besieges Mons with 5 French corps.\n"
        "> On 2 May 2026 at 9:00, Anna (Alliance) <a@x.de> wrote:\n>> I rolled a 4 and you rolled a 3.\n\n"
        "You rolled a 3, Ben.\n\nAnna"
    )
    whose = {one.get("whose"): one["value"] for one in read["facts"] if one["kind"] == "dice"}
    assert whose == {"Alliance": [4], "Bourbon": [3]}


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("HIS. At sea. France attacks. France says he had 4 squadrons, I say 3. I am Hapsburg.", {4, 3}),
        (
            "> We fought at sea. France (me) attacked with 4 squadrons, Hapsburg had 2 squadrons.\n\nNo, 3.",
            {2, 3},
        ),
    ],
)
def test_a_number_contradicted_in_short_is_disputed(text, by):
    read = read_email(text, system="HIS")
    assert [{one["value"] for one in dispute["versions"]} for dispute in read["disputed"]] == [by]
    assert read["case"] is None


@pytest.mark.parametrize(
    "more",
    [
        "Venice also had Barbarossa.",
        "There was a leader on one side.",
        "A combat card was played.",
        "The Papacy had one squadron.",
        "They rolled 6 6 6 in the end.",
        "Or was it 3 squadrons?",
        "I say 3.",
    ],
)
def test_what_might_change_a_naval_combat_is_asked_about(more):
    told = "Here I Stand, at sea: Ottoman 2 squadrons attack Venice 1 squadron."
    assert read_email(told)["case"]
    assert not read_email(f"{told} {more}")["case"]


def test_who_is_attacked_is_not_the_attacker():
    given = read_email("HIS, at sea: 3 Venetian squadrons are attacked by 4 Ottoman squadrons.")["case"][
        "given"
    ]
    assert (given["attacker"]["power"], given["attacker"]["squadrons"]) == ("Ottoman", 4)


def test_a_loss_scores_for_the_other_side():
    told = read_email("Musket & Pike, TACW: Parliament lost 4 cavalry units. Victory points?")["case"][
        "given"
    ]
    assert told["events"] == [{"side": "Royalist", "kind": "cavalry-eliminated", "count": 4}]


def test_what_is_told_of_the_position_and_not_used_stops_the_case():
    told = "1688 start. Can Casale trace a line of communication to Paris for the Bourbons, for victory?"
    assert read_email(told)["case"]
    for more in (
        "There are 3 Dutch corps at Trier.",
        "Mons is under siege, 5 French corps.",
    ):
        assert not read_email(f"{told} {more}")["case"], more


def test_a_number_that_somebody_else_claims_is_the_other_version():
    read = read_email("In the siege of Namur the garrison was 2 French corps, not 3 as Jan claims. 1695")
    (dispute,) = read["disputed"]
    assert {one["by"]: one["value"]["count"] for one in dispute["versions"]} == {"the writer": 2, "Jan": 3}


def test_a_dispute_told_like_a_play():
    read = read_email(
        "Anna: I besieged Mons with 6 French corps and Boufflers.\nBen: You had 5.\nAnna: No, 6!\n1691."
    )
    assert [{one["value"]["count"] for one in dispute["versions"]} for dispute in read["disputed"]] == [
        {5, 6}
    ]


def test_what_is_only_supposed_makes_no_case():
    start = "In the 1688 starting position, does the Glorious Revolution happen"
    assert read_email(f"{start}?")["case"]
    assert not read_email(f"{start} if the Alliance gets control of the Atlantic?")["case"]


def test_a_year_later_than_the_start_is_not_the_start():
    question = "Can Tournai trace a line of communication for the Bourbons, for victory?"
    assert read_email(f"1688 start. {question}")["case"]
    assert not read_email(f"1688 start, but now it is 1691. {question}")["case"]
    assert not read_email(question)["case"]


def test_an_unread_row_of_dice_stops_the_case():
    told = "HIS, open sea: 1 Ottoman squadron attacks 1 French squadron."
    assert read_email(told)["case"]
    assert not read_email(f"{told} We rolled some dice: well 9 9 9.")["case"]


def test_spellings_are_of_names_of_the_game():
    tables = spellings()
    places = {space.name for space in game_map().spaces}
    assert set(tables["places"]) == places
    assert set(tables["leaders"]) | set(tables["leaders_in_short"]) <= set(
        standard_rule_tables().leader_number
    )
    for name in places:
        for one in tables["places"][name]:
            found = read_email(f"He besieges {one} now", system="NY")["facts"]
            assert [fact["value"] for fact in found if fact["kind"] == "place"] == [name], one


def test_every_question_of_the_registers_has_its_words():
    words = tomllib.loads((SPELLINGS.parent / "email_words.toml").read_text(encoding="utf-8"))
    assert {(system, name) for system, known in words.items() for name in known["questions"]} == set(
        questions()
    )


# ---- people who agree, who contradict each other, who mend what they said

SIEGE = "On 2 Nov Karl wrote:\n> I besiege Mons in 1691 with 5 French corps under Luxembourg. {}\n\n"


def versions(text, kind):
    """The values of the disputes of a kind, by who says so."""
    disputes = [one for one in read_email(text, system="NY")["disputed"] if one["kind"] == kind]
    return [{one["by"]: one["value"] for one in dispute["versions"]} for dispute in disputes]


def test_two_who_say_the_same_do_not_contradict_each_other():
    agreed = SIEGE.format("I rolled a 3.") + "You rolled a 3. I play the Alliance."
    assert versions(agreed, "dice") == []
    assert sure(agreed, "dice", system="NY") == [[3]]
    told = SIEGE.format("I rolled a 3.") + "You rolled a 2. I play the Alliance."
    assert versions(told, "dice") == [{"Alliance": [2], "Bourbon": [3]}]


def test_a_garrison_that_one_calls_reduced_and_the_other_full_is_disputed():
    told = SIEGE.format("The garrison is reduced since the last battle.")
    (dispute,) = versions(
        told + "Mons has 1 Spanish corps inside, full strength. I play the Alliance.", "corps"
    )
    assert {by: one["reduced"] for by, one in dispute.items()} == {"Alliance": False, "Bourbon": True}
    same = told + "Mons has 1 reduced Spanish corps inside. I play the Alliance."
    assert versions(same, "corps") == []
    alone = read_email("I besiege Mons with 5 French corps. The garrison is reduced.", system="NY")
    assert "garrison" in {one["kind"] for one in alone["missing"]}


def test_what_each_conceded_is_told_of_both():
    quoted_below = "\n\nOn 2 Nov Karl wrote:\n> I made no concession."
    told = f"Winter of 1696, peace roll. We each made 1 concession.{quoted_below}"
    assert versions(told, "concessions") == [{"the writer": 1, "Karl": 0}]
    both = read_email("Peace roll. Both sides made 1 concession. 1688 start.", system="NY")
    assert [(one["whose"], one["value"]) for one in both["facts"] if one["kind"] == "concessions"] == [
        ("Bourbon", 1),
        ("Alliance", 1),
    ]


@pytest.mark.parametrize(
    ("text", "told", "doubtful"),
    [
        ("I rolled 5 and 3 - no sorry, 5 and 4.", [[5, 4]], []),
        ("I rolled 5 and 3 - no sorry, 4.", [], [[5]]),
        ("I rolled 4 and he rolled 4, then 5 vs 2.", [[4], [4]], [[5], [2]]),
        ("Ich habe 5 und 3 gewürfelt und er hat 2 und 1 gewürfelt.", [[5, 3], [2, 1]], []),
        ("На кубике выпало 4.", [[4]], []),
        ("My opponent rolled 5, 2 then.", [], [[5, 2]]),
        ("Die 6 +1 for the engineers = 7.", [], [[6]]),
    ],
)
def test_rolls_that_are_mended_or_rolled_against_each_other(text, told, doubtful):
    read = read_email(f"Battle of Mons 1691. {text}", system="NY")
    rolls = [one for one in read["facts"] if one["kind"] == "dice"]
    assert [one["value"] for one in rolls if one["sure"]] == told
    assert [one["value"] for one in rolls if not one["sure"]] == doubtful


@pytest.mark.parametrize(
    ("text", "leaders", "places"),
    [
        ("Luxembourg with 6 French corps attacks Mons.", ["Luxembourg"], ["Mons"]),
        ("He besieges Luxembourg with 6 French corps.", [], ["Luxembourg"]),
        ("Kann Luxembourg mit 7 Korps nach Namur?", ["Luxembourg"], ["Namur"]),
        ("5 corps besiege Mons, led by the brilliant Luxembourg.", ["Luxembourg"], ["Mons"]),
        ("Luxembourg (Mons) attacked Brussels.", ["Luxembourg"], ["Mons", "Brussels"]),
        ("He besieges Mons. See you in Luxembourg at the con on 5.12.", [], ["Mons"]),
        ("He besieges Mons. Greetings from Cork, I took the train to Dublin.", [], ["Mons"]),
        ("Landen again! He besieges Mons.", [], ["Mons"]),
    ],
)
def test_a_name_is_a_leader_a_place_or_nothing_at_all(text, leaders, places):
    assert sure(text, "leader", system="NY") == leaders
    assert sure(text, "place", system="NY") == places


def test_who_sits_before_a_fortress_is_at_it():
    read = read_email("Boufflers sat down in front of Luik with 4 French corps. Does it fall?", system="NY")
    (leader,) = (one for one in read["facts"] if one["kind"] == "leader")
    assert leader["at"] == "Liege"
    assert "leader" not in {one["kind"] for one in read["missing"]}


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Would Philippsburg have fallen?", "siege"),
        ("Can the Alliance place its fleet in the Med?", "deploy-fleet"),
        ("Can I march from Mons to Namur and then besiege it at once?", "action"),
        ("Boufflers belagert Mons mit 5 Korps.", "siege"),
        ("Можно ли восстановить усечённый корпус в Намюр?", "restore"),
        ("May I restore a corps at Namur? The line of communication runs by Charleroi.", "restore"),
        ("Is there a line of communication from Paris to Namur for restoring a corps?", "loc"),
    ],
)
def test_questions_are_known_by_many_words(text, question):
    assert read_email(text, system="NY")["question"] == question


@pytest.mark.parametrize(
    ("system", "told", "more"),
    [
        ("NY", "Can 8 corps march with Eugene (CR 5)?", " And together with Villars?"),
        ("NY", "Can 8 corps march with two leaders with CR 5 and 4?", " Or with three leaders?"),
        (
            "NY",
            "1688 start. Does the Glorious Revolution happen?",
            " William lands at Plymouth with 4 corps.",
        ),
        ("MP", "TACW: Parliament eliminated 4 cavalry units. Score?", " Prince Rupert got captured."),
        ("MP", "TACW: Parliament eliminated 4 cavalry units. Score?", " They killed 2 units."),
        (
            "VQ",
            "Interception in the Atlantic with 2 galleons, no telescope. I rolled 5 and 6.",
            " England has 3 galleons.",
        ),
    ],
)
def test_what_is_told_and_not_understood_stops_the_case(system, told, more):
    assert read_email(told, system=system)["case"]
    assert not read_email(told + more, system=system)["case"]


def test_a_case_is_not_made_without_what_decides_it():
    told = "Interception in the Atlantic with 2 galleons, {}I rolled 5 and 6."
    assert read_email(told.format("no telescope. "), system="VQ")["case"]
    read = read_email(told.format(""), system="VQ")
    assert not read["case"]
    assert "telescope" in {one["kind"] for one in read["missing"]}


def test_a_name_that_somebody_denies_is_doubtful():
    denied = "> He besieges Mons with 5 French corps under Villeroy.\n\nBoufflers, not Villeroy!"
    assert sure(denied, "leader", system="NY") == ["Boufflers"]
    assert sure("He besieges Mons, not Namur.", "place", system="NY")[0] == "Mons"


# ---- positions that a letter brings along

ASKED = "Can Lille trace a line of communication for the Bourbons, for victory?"


def quoted(text):
    """A link as a mail program breaks and quotes it."""
    return "\n".join(f"> {text[at : at + 70]}" for at in range(0, len(text), 70))


@pytest.mark.parametrize("written", ["link", "quoted link", "log", "save"])
def test_a_position_is_read_wherever_it_stands(written):
    game = Game.new(seed=1690)
    save = position_to_data(game.position)
    forms = {"link": link_to(game), "quoted link": quoted(link_to(game)), "log": game.log}
    brought = forms.get(written) or json.dumps(save, indent=1)
    read = read_email(f"{ASKED}\n\n{brought}\nThanks,\nEva", system="NY")
    assert read["case"]["given"].pop("position")["year"] == 1688
    assert read["case"]["given"] == {"space": "Lille", "side": "Bourbon", "purpose": "victory"}
    assert not read_email(ASKED, system="NY")["case"]


def test_a_save_is_read_that_a_mail_carries_as_a_file():
    mail = EmailMessage()
    mail["Subject"] = "Lille"
    mail.set_content(ASKED)
    save = json.dumps(position_to_data(Game.new(seed=1690).position)).encode()
    assert not read_email(mail.as_bytes(), system="NY")["case"]
    mail.add_attachment(save, maintype="application", subtype="json", filename="war.json")
    assert read_email(mail.as_bytes(), system="NY")["case"]["given"]["position"]["year"] == 1688


def test_what_is_not_so_in_the_position_makes_no_case():
    brought = link_to(Game.new(seed=1690))
    assert read_email(f"{ASKED}\n{brought}", system="NY")["case"]
    for more in ("It is 1693.", "The Alliance controls Tournai.", "There are 9 Dutch corps at Namur."):
        read = read_email(f"{ASKED} {more}\n{brought}", system="NY")
        assert not read["case"], more
        assert "position" in {one["kind"] for one in read["missing"]}, more
    for broken in (brought[:-30], f"{brought}\n\nor rather\n\n{brought}"):
        read = read_email(f"{ASKED}\n{broken}\n", system="NY")
        assert not read["case"]
        assert read["missing"]


def test_a_link_that_a_letter_brings_can_be_put_into_a_case():
    case = Case("ninevears-case/1", "NY", "loc", {"space": "Mons", "side": "Bourbon", "purpose": "siege"})
    game = Game.new(seed=1690)
    for value in (link_to(game), game.log):
        assert with_fact(case, {"kind": "position", "value": value}).given["position"]["year"] == 1688


# ---- any text at all

NAMES = sorted({" ".join(words) for words in lexicon("NY")})[::7]
PHRASES = """besieges;5 corps;rolled a 4;I;he says;no,;1688 start;is;mine;1692;not;.;Bourbon;Alliance;> ;?;
the garrison is reduced;we each made 1 concession;5 vs 2;no sorry, 4;sat down in front of;units;killed;
peace;rated 3;belagert;Korps;und;mit;interception;galleys;telescope;
with;garrison;3 squadrons;attack;at sea;Ottoman;France;HIS;Virgin Queen;formation;14 units;or;cavalry units;
leaders with command ratings 8 and 6;eliminated;TACW;Musket & Pike;victory points;Parliament;if;wrote:;can;
, for victory;trace a line of communication;raise a;full strength;strength 2;fleet;build;CR 4;force of;deploy;
transfer;from;to"""
WORDS = [*NAMES, *PHRASES.replace("\n", "").split(";"), "\n"]


def ruled(text, **more):
    """Reads a text: a case that comes of it must be one that can be ruled."""
    try:
        read = read_email(text, **more)
    except BadInput:
        return
    json.dumps(read)
    # whoever gets no case is told what to ask, or what is disputed
    assert read["case"] or read["missing"] or read["disputed"]
    assert not (read["case"] and (read["missing"] or read["disputed"]))
    assert list(read)[:6] == ["system", "question", "facts", "missing", "disputed", "case"]
    if read["case"]:
        rule_case(read["case"], others=False)


@example(b"\xb2\xc6", None)
@example("²Æ rolled ²", "NY")
@given(st.text(max_size=300) | st.binary(max_size=200), st.sampled_from([None, "NY", "HIS", "VQ", "MP"]))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_text_is_read(text, system):
    ruled(text, system=system)


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=25),
    st.sampled_from([None, "NY", "HIS", "VQ", "MP"]),
)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_words_of_the_game_are_read(words, system):
    ruled(" ".join(words), system=system)


# ---- the command line


def test_the_command_line_reads_an_email():
    path = EMAILS / "ny_rally_catinat.txt"
    done = CliRunner().invoke(cli, ["mail", str(path), "--json"])
    assert done.exit_code == 0
    assert json.loads(done.output)["case"]["given"] == {"rating": 5}
    assert "text" not in json.loads(done.output)
    said = CliRunner().invoke(cli, ["mail", "-"], input=path.read_bytes())
    assert said.exit_code == 0
    assert re.search(r"- Rating: 5\.", said.output)
    asked = CliRunner().invoke(cli, ["mail", str(EMAILS / "ny_villeroy_before_brussels.txt")])
    assert "How many corps were inside Brussels" in asked.output
    brought = CliRunner().invoke(cli, ["mail", str(EMAILS / "ny_link_loc.txt")])
    assert max(map(len, brought.output.splitlines())) < 200
    missing = CliRunner().invoke(cli, ["mail", "no-such-file"])
    assert isinstance(missing.exception, BadInput)


if __name__ == "__main__":  # the counts of a folder of emails
    total = Counter()
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else EMAILS
    for path in sorted(path for path in where.iterdir() if path.suffix in (".eml", ".txt")):
        told, faults = counts(path)
        total += told
        if faults:
            print(path.name, *faults, sep="\n    ")
    print(dict(total))


def test_a_passage_longer_than_anybody_writes_is_cut_and_nothing_of_it_is_lost():
    """Behind a sentence, else behind a word, else anywhere; each part is told where it stands."""
    for unit in ("I rolled 5. ", "rolls and ", "x"):
        text = (unit * 9000)[:9000].rstrip()
        passages = read_letter(text).passages
        assert len(passages) > 2
        assert all(len(one.text) <= MOST_PASSAGE for one in passages)
        assert "".join(one.text for one in passages) == text
        assert [place for one in passages for place in one.places] == [*range(len(text))]
        assert all(one.text.endswith((".", " ")) for one in passages[:-1]) or unit == "x"
    [whole] = read_letter("I rolled 5. " * 300).passages
    assert len(whole.text) < MOST_PASSAGE


# ---- places that the map lacks


ELSEWHERE = [
    ("Boufflers besieges Ath with 4 French corps in 1697, rolled a 5.", [("Ath", "")]),
    ("I march from Kehl to Freiburg im Breisgau and besiege Namur.",
     [("Kehl", "Strasbourg"), ("Freiburg", "Breisach")]),
    ("Who holds Fort Knokke, Hoei and La Seu d'Urgell?", [("Knokke", ""), ("Huy", ""), ("Urgell", "")]),
    ("Mannheim and Mannheim's walls", [("Mannheim", "Heidelberg")]),
    ("my bath and a knock, dinant in small letters", []),
    ("I live in Freiburg. Luxembourg besieges Namur with 5 corps.", []),
    ("From: Kehl <k@example.org>\n\nKehl here, Luxembourg besieges Namur.", []),
]  # fmt: skip


@every_row("row", ELSEWHERE)
def test_a_place_that_the_map_lacks_is_told_and_is_no_fact(row):
    text, places = row
    read = read_email(text, system="NY")
    assert [(one["place"], one["near"]) for one in read["elsewhere"]] == places
    for one in read["elsewhere"]:
        start, end = one["span"]
        assert read["text"][start:end] == one["said"]
        told = [fact["value"] for fact in read["facts"] if fact["kind"] in ("place", "control")]
        assert one["place"] not in told
        assert one["near"] not in told
    assert read_email(text, system="HIS")["elsewhere"] == []


def test_places_that_the_map_lacks_are_no_names_of_the_game():
    assert not {words for words in elsewhere() if words in lexicon("NY")}
    spaces = {space.name for space in game_map().spaces}
    assert not set(elsewhere().values()) & spaces
    nearest = {place: nearest_space(place) for place in elsewhere().values()}
    assert {space for space in nearest.values() if space} <= spaces
    assert set(spellings()["nearest"]) <= nearest.keys()


# ---- what somebody answers in a number


AT_SEA = (
    "Here I Stand, open sea. France attacks England. France 2 squadrons, no leader. England 2 squadrons, no "
    "leader. No cards. France rolled 5 1 2 3{}. England rolled 6 6 1 1.{} Who won?"
)
ANSWERED = [
    "Nine Years, 1688, all else as in the 1688 set-up. I am the Alliance and deploy the Atlantic fleet. I "
    "say the fleet has strength 2, Claire says 1. I rolled 5, she rolled 3. Who has the Atlantic?",
    "Sweden Fights On, points. I (Swedish) eliminated 4 cavalry, Jo says 3. The Imperials eliminated 2 "
    "Swedish cavalry. Who won?",
    AT_SEA.format(", Paul says 5 1 2 2", ""),
    AT_SEA.format("", " Paul saw 5 1 2 4."),
    AT_SEA.format(" (Paul has it as 5 1 2 4)", ""),
]


@every_row("text", ANSWERED)
def test_a_number_or_dice_that_somebody_sees_otherwise_stop_a_case(text):
    assert read_email(text)["case"] is None


def test_without_the_answer_there_is_a_case():
    assert read_email(AT_SEA.format("", ""))["case"]


# ---- what is only somebody's word, and whom nobody counted


CAVALRY = "This Accursed Civil War. Parliament destroyed 3 cavalry{}. Royalists destroyed 2 cavalry. Who won?"
FLEETS = (
    "Here I Stand, {}. France 2 squadrons, England 2 squadrons, no leaders, no cards. France rolled 5 5 1 2, "
    "England rolled 6 1 2 3."
)
HEARSAY = [
    FLEETS.format("open sea. France says England came at them; England says France did"),
    FLEETS.format("open sea. England attacked, or so they said"),
    CAVALRY.format(" and Rupert"),
    CAVALRY.format(", plus I got Goring, who had one of their wings"),
    CAVALRY.format(", with three hits on Royalist horse and seven on Royalist foot"),
    "Sweden Fights On. What I (Swedish) got off him: 3 cavalry, 2 heavy infantry shaken. What he got off me: "
    "1 cavalry. Score?",
    "Virgin Queen. Spain, galleys only, tries to intercept England in the Mediterranean. Santa Cruz, battle "
    "rating 2, and a galleon. No telescope. Rolled 3 and 4.",
    "Nine Years, winter 1699 over, marker on 24. Nobody has won automatically. Namur fell last turn and we "
    "forgot a point. Who won?",
]


@every_row("text", HEARSAY)
def test_a_word_that_stands_against_another_and_a_person_among_losses_stop_a_case(text):
    assert read_email(text)["case"] is None


@every_row("text", [FLEETS.format("open sea. England attacked"), CAVALRY.format("")])
def test_without_them_there_is_a_case(text):
    assert read_email(text)["case"]


WHO_CAME = {  # who attacks where no sentence says it in a word
    "The English sailed away from the French, but the French came after them.": "France",
    "England was struck by France.": "France",
    "The French came back to port last turn. This turn England attacked.": "England",
    "France was there, waiting.": "England",
    "I am France. He came at me.": "England",
    "England could have attacked but waited. France came on.": "France",
    "The English were attacked.": "France",
    "France moved into the Channel, then England moved into the Channel.": None,
    "The French went to Brest after the fight. England lay in the Channel before.": None,
    "France tried to sail past, England intercepted.": None,
}


@every_row("row", WHO_CAME.items())
def test_who_attacks_at_sea_is_told_by_who_came_and_who_lay_there(row):
    story, attacks = row
    case = read_email(FLEETS.format("open sea").replace("sea. ", f"sea. {story} ", 1))["case"]
    assert (case and case["given"]["attacker"]["power"]) == attacks


def test_who_holds_a_place_is_not_told_by_what_somebody_says():
    facts = read_email("Nine Years. Cork, he says, is Bourbon. Is Dublin in supply for the Bourbons?")[
        "facts"
    ]
    assert not [one for one in facts if one["kind"] == "control" and one["sure"]]


# ---- who wrote


WROTE = [
    ("From: Ben Carter <ben@example.org>\nSubject: Mons\n\nI rolled a 5.", ["Ben Carter"]),
    ("I rolled a 5.\n\nOn 3 May 2026 at 10:12, Anna Bauer wrote:\n> I had 4 corps.", ["Anna Bauer"]),
    ("He rolled a 5, I say.", []),
]


@every_row("row", WROTE)
def test_who_wrote_is_told(row):
    text, names = row
    assert read_email(text)["from"] == names
