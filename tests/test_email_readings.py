"""Emails to the umpire, sentence by sentence: whose things are, who acts, and what is only claimed."""

import pytest
from every_row import every_row

from ninevears_kernel.umpire.email import read_email
from ninevears_kernel.umpire.email.answers import answered


def told(text, kind, system="NY", sure=True):
    """The facts of a kind, without where they stand."""
    return [
        {name: value for name, value in one.items() if name not in ("said", "span", "sure", "kind")}
        for one in read_email(text, system=system)["facts"]
        if one["kind"] == kind and one["sure"] == sure
    ]


def asked(text, system="NY"):
    return {one["kind"] for one in read_email(text, system=system)["missing"]}


# ---- the strength of a garrison, in two voices

QUOTED = (
    "\n\n> Sven wrote:\n> {}\n> You cannot roll.\n>\n"
    ">> Boufflers besieges Mons with 5 French corps. Rolled a 5.\n\nDirk"
)
STATES = {
    "pronouns": ("The Spanish in Mons were flipped, they are REDUCED.", "The corps in Mons is at full"),
    "a garrison": ("The garrison of Mons was reduced.", "No. The garrison is full."),
    "not": ("The Spanish corps in Mons is reduced.", "The corps in Mons was restored in spring. It's full."),
    "sides of a counter": (
        "The garrison is on its weak side.", "One Spanish corps inside Mons. It is at full strength."
    ),
}  # fmt: skip


@every_row("row", STATES)
def test_a_garrison_of_two_strengths_is_disputed(row):
    one, other = STATES[row]
    read = read_email(one + QUOTED.format(other), system="NY")
    (dispute,) = [one for one in read["disputed"] if one["kind"] in ("corps", "garrison")]
    told_of = [version["value"] for version in dispute["versions"]]
    states = {(value["reduced"] if isinstance(value, dict) else value == "reduced") for value in told_of}
    assert states == {True, False}
    assert {version["by"] for version in dispute["versions"]} == {"Dirk", "Sven"}
    assert read["case"] is None


@every_row(
    "text",
    {
        one: one
        for one in (
            "If the corps in Mons were reduced it would fall.",
            "The Spanish in Mons hold out. My five corps are full.",
            "The Spanish in Lille were flipped, they are reduced.",
            "The Spanish in Mons were flipped in 1689.",
        )
    },
)
def test_a_strength_of_others_or_of_another_year_is_no_dispute(text):
    read = read_email(text + QUOTED.format("The corps in Mons is at full strength."), system="NY")
    assert read["disputed"] == []


def test_so_many_of_them_does_is_no_count():
    text = (
        "Luxembourg besieges Namur. Inside are two Spanish corps. {} single corps in the town doesn't matter."
    )
    assert len([one for one in told(text.format("A"), "corps") if one["value"].get("inside")]) == 1
    assert told("He besieges Mons. That is a die, not a corps.", "corps") == []


# ---- places that changed hands

WENT = {
    "Namur fell to the French in the autumn.": [("Namur", "Bourbon")],
    "Namur fell to me in '89. I play the Bourbons.": [("Namur", "Bourbon")],
    "London went over to the Alliance.": [("London", "Alliance")],
    "Mons and Ath surrendered to the French.": [],
    "Mons and Namur have surrendered to the French.": [("Mons", "Bourbon"), ("Namur", "Bourbon")],
    "Charleroi was lost to the Bourbons.": [("Charleroi", "Bourbon")],
    "If Namur fell to the French I would lose.": [],
    "I am the Alliance. I lost Mons to him in 1691.": [("Mons", "Bourbon")],
    "I am the Alliance. London and all of Ireland are mine.": [
        *(("London", "Alliance"), ("Dublin", "Alliance"), ("Derry", "Alliance")),
        *(("Galway", "Alliance"), ("Cork", "Alliance")),
    ],
}


@every_row("text", WENT)
def test_places_that_went_over(text):
    facts = told(f"How many resource points does the Alliance get? {text}", "control")
    assert sorted((one["value"], one.get("side")) for one in facts) == sorted(WENT[text])


def test_that_a_besieged_fortress_fell_is_what_is_asked():
    text = "I am the Bourbons. Luxembourg besieges Namur and rolled a 6. I say Namur fell to me."
    assert told(text, "control") == []
    assert told(text, "control", sure=False) == [{"value": "Namur", "side": "Bourbon"}]


def test_some_of_them_reduced_is_not_all_of_them_full():
    text = "Ginkel besieges Galway. Two Jacobite corps are inside. I say one is reduced since Aughrim."
    assert [one for one in told(text, "corps") if one["value"].get("inside")] == []
    assert "garrison" in asked(text)


def test_whose_a_place_is_stays_doubtful_where_nobody_says_who_writes():
    text = "Namur fell to me. How many resource points do the Bourbons have?\n\nInes"
    assert told(text, "control") == []
    assert told(text, "control", sure=False) == [{"value": "Namur", "side": "Bourbon"}]
    text = "London went over to William. How many resource points do the Bourbons have?"
    assert told(text, "control", sure=False) == [{"value": "London", "side": "Alliance"}]  # one of several


# ---- marches and interceptions

INTERCEPTION = (
    "I marched Boufflers and 4 French corps from Lille through Tournai to Ghent. Waldeck comes over from "
    "Antwerp with his five Dutch corps to intercept. He rolled a 4. Ghent is empty."
)


def test_an_interception_is_a_question_of_its_own():
    read = read_email(INTERCEPTION)
    assert read["question"] == "interception"
    assert {one["kind"] for one in read["missing"]} == {"position"}
    leaders = told(INTERCEPTION, "leader")
    assert {"value": "Boufflers", "at": "Lille"} in leaders
    assert {"value": "Waldeck", "at": "Antwerp"} in leaders
    assert {"value": "Waldeck", "role": "interceptor"} in leaders
    assert told(INTERCEPTION, "number") == [{"value": 5, "what": "corps", "of": "Waldeck"}]
    assert told(INTERCEPTION, "garrison") == [{"value": "none", "space": "Ghent"}]


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Boufflers intercepted Waldeck at Namur, who had marched from Liege.", {"Boufflers"}),
        (
            "I march Waldeck from Mons to Charleroi, he wants to intercept with Boufflers from Namur.",
            {"Boufflers"},
        ),
        ("Waldeck marches to Namur. Interception by Humieres!", {"Humieres"}),
        ("Was the interception in order? Waldeck and Boufflers were there.", set()),
    ],
)
def test_who_intercepts(text, who):
    found = {one["value"] for one in told(text, "leader") if one.get("role") == "interceptor"}
    assert found == who
    assert ("interceptor" in asked(text)) == (not who)


def test_who_is_met_at_a_place_did_not_stand_there():
    text = "Boufflers intercepted Waldeck at Namur with 3 corps. Waldeck had marched from Liege."
    assert {one["value"]: one.get("at") for one in told(text, "leader") if "role" not in one} == {
        "Boufflers": None,
        "Waldeck": "Liege",
    }
    assert all("space" not in one["value"] for one in told(text, "corps"))


# ---- who writes, and who acts


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("Luxembourg besieges Mons. I have the Alliance.", []),
        (
            "He has Luxembourg outside Mons with 5 French corps and wants to roll for the siege.\n\n"
            "Bo (I have the Alliance)", [],
        ),
        ("I am the Alliance. I besiege Mons with Waldeck.", ["Alliance"]),
        ("I'm the Bourbons. How many resource points do I get?", ["Bourbon"]),
        ("I'm the Bourbons. How many resource points does he get?", []),
    ],
)  # fmt: skip
def test_the_side_of_the_writer_is_not_always_that_of_the_question(text, sides):
    assert [one["value"] for one in told(text, "side") if one.get("role") != "writer"] == sides


def test_the_case_is_of_the_side_that_is_asked_about():
    text = "1688 start. I'm the Alliance. How many resource points do {} get?"
    assert read_email(text.format("I"))["case"]["given"]["side"] == "Alliance"
    assert read_email(text.format("the Bourbons"))["case"]["given"]["side"] == "Bourbon"


def test_admirals_lead_the_units_of_their_power():
    text = (
        "Here I Stand, at sea. The Turk came at my Venetians: Barbarossa (battle rating 2), three "
        "squadrons, two "
        "corsairs. I had four squadrons. He threw 5 6 1, I threw 6 5 5."
    )
    assert told(text, "squadrons", "HIS") == [
        {"value": 3, "whose": "Ottoman"},
        {"value": 4, "whose": "Venice"},
    ]
    assert told(text, "corsairs", "HIS") == [{"value": 2, "whose": "Ottoman"}]
    assert told(text, "leaders", "HIS") == [{"value": [2], "whose": "Ottoman"}]
    assert [one["whose"] for one in told(text, "dice", "HIS")] == ["Ottoman", "Venice"]
    assert [one["value"] for one in told(text, "power", "HIS")] == ["Ottoman", "Venice"]


def test_numbers_against_each_other_are_offered_as_doubtful():
    text = "Here I Stand, at sea: the French went for my Hapsburg fleet, 2 squadrons against 3."
    assert told(text, "squadrons", "HIS") == []
    assert told(text, "squadrons", "HIS", sure=False) == [
        {"value": 2, "whose": "France"},
        {"value": 3, "whose": "Hapsburg"},
    ]


NAVAL = (
    "Here I Stand, open sea. Ottoman 3 squadrons and 1 corsair attack Venice 4 squadrons. {} "
    "Ottoman rolled 5 6 1 2 2 4 6. Venice rolled 6 5 5 1 3 2 4 6."
)
NONE = (
    *("No leaders and no cards on either side.", "Neither side had a leader or a card."),
    *("Leaders: none. Cards: none.",),
    *("There were neither leaders nor cards.", "Nobody had a leader and no combat cards were used."),
)  # fmt: skip
SOME = (
    *(
        "Venice had a leader.",
        "No card was played, and an admiral helped.",
        "Barbarossa played a combat card.",
    ),
    *("There were no cards and a leader of Venice.", "No leaders, but a card was played."),
)


@every_row("text", {text: text for text in NONE})
def test_that_there_were_no_leaders_and_cards_is_not_asked_again(text):
    assert read_email(NAVAL.format(text))["case"]


@every_row("text", {text: text for text in SOME})
def test_a_leader_or_a_card_is_asked_about(text):
    assert "leaders" in asked(NAVAL.format(text), "HIS")


def test_dice_that_do_not_fit_are_asked_for_where_all_else_is_told():
    text = NAVAL.format("No leaders and no cards on either side.").replace("2 4 6.", "2 4 6 6.", 1)
    (missing,) = read_email(text)["missing"]
    assert missing["kind"] == "dice"
    assert "7 dice and the defender 8" in missing["ask"]


@pytest.mark.parametrize(
    ("text", "ships", "moving"),
    [
        ("I'm Spain and sailed three galleys. The French had two galleons and went for an interception.",
         [["galleon"] * 2], [["galley"] * 3]),
        ("England sails two galleys. I (Spain) intercept with one galleon.", [["galleon"]], [["galley"] * 2]),
        ("My two galleys were intercepted by France with three galleons. I am Spain.",
         [["galleon"] * 3], [["galley"] * 2]),
        ("Spain intercepts with two galleys and a galleon.", [["galley", "galley", "galleon"]], []),
    ],
)  # fmt: skip
def test_of_two_fleets_only_that_which_rolls_is_asked_about(text, ships, moving):
    facts = told(f"Virgin Queen. {text} Mediterranean. No telescope, no leader.", "ships", "VQ")
    assert [one["value"] for one in facts if "role" not in one] == ships
    assert [one["value"] for one in facts if one.get("role") == "moving"] == moving


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("Neither of us has the telescope.", [False]),
        ("I have the telescope.", [True]),
        ("I haven't got the telescope.", [False]),
        ("England has the telescope.", []),
    ],
)
def test_whose_telescope_it_is(text, has):
    text = f"VQ. I am Spain and intercept with two galleons, Atlantic, England sails three galleys. {text}"
    assert [one["value"] for one in told(text, "telescope", "VQ") if one.get("role") != "moving"] == has


# ---- what an email begins with, years, and what happened since


def test_the_first_line_is_no_signature_and_names_between_angles_speak():
    read = read_email("Virgin Queen\n\nMay the French galley intercept?\n\nPhil")
    assert read["system"] == "VQ"
    lines = "Here I Stand\n<Gio> I rolled 6 5 and lost\n<Sel> I rolled 2 2"
    assert [one["whose"] for one in told(lines, "dice", "HIS")] == ["Gio", "Sel"]


def test_the_year_is_that_which_is_told_as_the_present_one():
    assert [
        one["value"] for one in told("I restored both in 1690. It is 1692. He besieges Mons.", "year")
    ] == [1692]
    text = "We began from the 1688 setup but a lot has happened. He besieges Mons."
    assert told(text, "position") == []


def test_what_a_roll_puts_there_was_not_there_before():
    text = "Boufflers besieges Mons and rolled a 5. That puts a Continuing Siege on it."
    assert told(text, "siege") == []
    assert told("Boufflers besieges Mons. A Continuing Siege marker lies there.", "siege") != []


# ---- what the umpire writes for what an email does not tell

ANSWERS = {
    ("garrison", "1 reduced Spanish", "NY"): [
        {"kind": "garrison", "value": {"power": "Spain", "count": 1, "reduced": True}}
    ],
    ("garrison", "full", "NY"): [{"kind": "garrison", "value": "full"}],
    ("garrison", "2", "NY"): [{"kind": "garrison", "value": 2}],
    ("place", "Luik", "NY"): [{"kind": "place", "value": "Liege", "role": "space"}],
    ("interceptor", "Waldeck", "NY"): [{"kind": "leader", "value": "Waldeck", "role": "interceptor"}],
    ("power", "Ottoman, Venice", "HIS"): [
        {"kind": "power", "value": "Ottoman", "role": "attacker"},
        {"kind": "power", "value": "Venice", "role": "defender"},
    ],
    ("dice", "5 3", "NY"): [{"kind": "dice", "value": [5, 3]}],
    ("dice", "5", "NY"): [{"kind": "dice", "value": [5]}],
    ("telescope", "no", "VQ"): [{"kind": "telescope", "value": False}],
    ("leader", "nonsense", "NY"): [{"kind": "leader", "value": "nonsense"}],
}  # fmt: skip


@every_row("row", ANSWERS)
def test_an_answer_in_short(row):
    assert answered(*row) == ANSWERS[row]


# ---- sides, sieges, and letters in other tongues


def test_a_side_that_a_question_is_not_given_stands_beside_it():
    (side,) = told("I'm the Bourbon. Peace roll, winter 1694. I conceded one card. Die was 4.", "side")
    assert side == {"value": "Bourbon", "role": "writer"}
    (side,) = told("I'm the Bourbon. Is Mons in supply for victory?", "side")
    assert side.get("role") is None


def test_whoever_is_told_with_corps_lies_before_the_fortress():
    text = "Siege of Namur, 1695. {} Inside Boufflers and 1 French corps. Rolled 2."
    besieger, shut_in = told(text.format("William III and 7 Dutch corps."), "leader")
    assert besieger == {"value": "William III", "at": "Namur"}
    assert shut_in == {"value": "Boufflers"}


@every_row(
    "text",
    (
        "Siege of Mons: Luxembourg with 7 French corps. Inside 2 Spanish corps (one reduced). Die 4.",
        "Le siège de Mons: Luxembourg avec 7 corps français, dedans 2 corps espagnols (un réduit). Dé: 4.",
        "Asedio de Mons: Luxembourg con 7 cuerpos franceses, dentro 2 cuerpos españoles (un reducido).",
    ),
)
def test_one_of_two_corps_is_reduced_in_any_tongue(text):
    inside = [one["value"]["reduced"] for one in told(text, "corps") if one["value"].get("inside")]
    assert sorted(inside) == [False, True]


# ---- a case waits until all that a letter says is accounted for

LINE = "1688 start. Can Lille trace a line of communication for the Bourbons, for victory?"
COMBAT = "Here I Stand, at sea: Ottoman 2 squadrons attack Venice 1 squadron. No leaders, no cards."
FORCE = "Nine Years. Can 8 corps march with Eugene (CR 5) and Starhemberg (CR 3)?"
WAITS = {
    f"{LINE} Villeroy stands there.": "",
    f"{LINE} I counted 5 of them.": "5",
    "1688 start, I think. Can Lille trace a line of communication for the Bourbons, for victory?": "1688",
    f"{COMBAT} Or was it 2?": "2",
    f"{COMBAT} Sofia remembers 4 there.": "4",
    f"{FORCE} Hugo counts 9 corps.": "9",
    "Nine Years. Can 8 or 9 corps march with Eugene (CR 5) and Starhemberg (CR 3)?": "8",
    "Nine Years. Can 8 corps march with Eugene (CR 5) and Starhemberg (CR 3?)?": "3",
    "Nine Years. Did 8 corps march? Eugene has CR 5 and Starhemberg CR 3, force?": "8",
    "VQ: may leaders rated 8 and 6 take 14 units in a formation, and how many may one rated 4 take?": "",
    f"{LINE} And may Villeroy with CR 4 rally three corps?": "",
    f"{LINE} Ireland is mine.": "",
    f"{LINE} The Atlantic has gone over.": "",
    f"{LINE} The corps in Lille were lost.": "",
    LINE.replace("1688 start.", "As set up, except that Flanders is gone."): "",
    LINE.replace("1688 start.", "As set up, except that there are 3 French corps at Mons."): "",
}


@every_row("text", WAITS)
def test_a_case_waits_for_what_nobody_took(text):
    read = read_email(text)
    assert read["case"] is None
    doubtful = [one["said"] for one in (*read["facts"], *read["unread"]) if not one.get("sure")]
    assert any(WAITS[text] in said for said in doubtful) or not WAITS[text]
    assert read["missing"] or read["disputed"]


@every_row(
    ("told", "changes"),
    (
        ("As printed", None),
        (
            "Everything as in the printed set-up, except that Tournai is Alliance",
            [{"set": "control", "space": "Tournai", "side": "Alliance"}],
        ),
        (
            "All is as set up except that there are 4 full French corps at Paris",
            [{"add": "corps", "power": "France", "space": "Paris", "count": 2, "reduced": False}],
        ),
        (
            "All as set up, except that there are 2 more French corps at Paris",
            [{"add": "corps", "power": "France", "space": "Paris", "count": 2, "reduced": False}],
        ),
        (
            "All as set up, except that 1 French corps at Paris is gone",
            [{"remove": "corps", "power": "France", "space": "Paris", "count": 1, "reduced": False}],
        ),
    ),
)
def test_a_position_is_told_by_what_differs_from_the_set_up(told, changes):
    text = f"{told}. Can Lille trace a line of communication for the Bourbons, for victory?"
    assert read_email(text)["case"]["given"].get("changes") == changes


def test_who_sails_to_others_attacks_them_and_a_list_below_a_side_is_its_own():
    read = read_email(
        "HIS. My 2 French squadrons sailed into the Ionian Sea to 1 Genoese squadron. No leaders, no cards."
    )
    assert read["case"]["given"]["attacker"] == {"power": "France", "squadrons": 2}
    text = "Battle at Mons, 1691.\n\nBOURBON (attacker)\n  rolled 5\n\nALLIANCE (defender)\n  rolled 3"
    whose = {one["whose"]: one["value"] for one in read_email(text)["facts"] if one["kind"] == "dice"}
    assert whose == {"Bourbon": [5], "Alliance": [3]}


AT_CORFU = (
    "HIS. The Ottomans attacked the Venetians. Ottoman: four squadrons with Barbarossa (battle rating 2). "
    "Venice: three squadrons without a leader. No cards. He rolled 6 6 2 1 3 4 5 5 1 2, I rolled "
    "4 5 6 1 2 3 5. The fight was in the port of Corfu. Who wins?"
)
TWO_LEAD = (
    "Nine Years: two leaders go on campaign, with command ratings 5 and 3. I take eight corps along. "
    "Is it allowed?"
)
HAWKINS = (
    "VQ: an interception in the Atlantic by Hawkins, rating 2, with two race-built galleons and one patrol "
    "squadron. We are at war. Nobody has the telescope. I rolled a 4 and a 3."
)


@every_row(
    ("letter", "words"),
    (
        (AT_CORFU, "Emre insists on the Ionian Sea."),
        (AT_CORFU, "Emre disagrees."),
        (AT_CORFU, "Emre's view: it was out on the Ionian Sea."),
        (TWO_LEAD, "Klaus says the second one is only a 2."),
        (TWO_LEAD, "Klaus counts nine."),
        (HAWKINS, "His ships do not lie vertical where they are going."),
        (HAWKINS, "I am not next to that zone."),
    ),
)
def test_who_sees_it_otherwise_below_a_complete_letter_leaves_no_case(letter, words):
    assert read_email(letter)["case"]
    assert read_email(f"{letter}\n\n{words}")["case"] is None


@every_row(
    "text",
    (
        f"{LINE} A turn takes us 3 hours, and this is game 12.",
        f"{LINE} He says no, see rule 11.1.1, the one on page 14.",
        f"{LINE} If I had rolled a 6 I would have won last year.",
        f"{COMBAT} If I roll a 6 I win, right?",
        f"{FORCE} I say the force is 8, he says 7.",
        "VQ: may leaders rated 8 and 6 take 14 units in one formation, 8 regulars and 6 mercenaries?",
    ),
)
def test_what_counts_nothing_of_the_war_holds_up_no_case(text):
    assert read_email(text)["case"]


def test_what_somebody_else_is_said_to_claim_is_not_sure():
    text = "Siege of Mons by Boufflers with 5 French corps, start of 1688. {}"
    assert told(text.format("Jan says the garrison is 2 Spanish corps."), "garrison") == []
    claim = text.format("Jan says there are 2 Spanish corps inside.")
    assert [one for one in told(claim, "corps") if one["value"].get("inside")] == []
    behind = text.format("The die was 1, says Jan. I saw 4.")
    assert told(behind, "dice") == []
    assert read_email(behind)["case"] is None


# ---- what mails of the desk left open


@every_row(
    ("one", "other"),
    (
        ("one reduced Imperial corps", "it is a full one"),
        ("one reduced Imperial corps", "it's full"),
        ("one full Imperial corps", "it was a reduced one"),
    ),
)
def test_a_garrison_of_a_full_one_and_a_reduced_one_is_disputed(one, other):
    read = read_email(f"Siege of Namur, 1690. I say the garrison is {one}, Klaus says {other}.\n\nAnna")
    (dispute,) = read["disputed"]
    versions = {told["by"]: told["value"] for told in dispute["versions"]}
    assert {told["power"] for told in versions.values()} == {"Empire"}
    assert (versions["Anna"]["reduced"], versions["Klaus"]["reduced"]) == ("reduced" in one, "full" in one)
    assert read["case"] is None


def test_corps_of_an_untold_number_are_offered_and_asked_for():
    siege = "Siege of Namur, 1690, by Luxembourg with 5 French corps. It is against my reduced corps {}."
    one = {"count": 1, "reduced": True, "space": "Namur"}
    assert one in [fact["value"] for fact in told(siege.format("at Namur"), "corps", sure=False)]
    assert "garrison" in asked(siege.format("at Namur"))
    dutch = told(siege.format("at Namur, a Dutch corps"), "corps")
    (inside,) = [fact["value"] for fact in dutch if fact["value"].get("power") == "Dutch Republic"]
    assert inside.items() >= one.items()


def test_a_march_of_too_many_corps_may_be_about_the_size_of_the_force():
    text = "Nine Years. Three leaders rated 5, 4 and 3 march with 12 corps as one force. Is that legal?"
    (ask,) = [one for one in read_email(text)["missing"] if one["kind"] == "question"]
    assert ask["choices"] == ["force", "action"]
    assert told(text, "leaders") == [{"value": [5, 4, 3]}]


@every_row(
    ("squadrons", "whose", "number"),
    (
        ("The Hapsburg squadrons (2 of them)", "Hapsburg", 2),
        ("The Hapsburg squadrons (3)", "Hapsburg", 3),
        ("3 Hapsburg squadrons", "Hapsburg", 3),
    ),
)
def test_a_number_in_brackets_counts_the_squadrons_before_it(squadrons, whose, number):
    text = f"{squadrons} in Barcelona are attacked by the Ottoman fleet of 4 squadrons. How many dice?"
    of = {one["whose"]: one["value"] for one in told(text, "squadrons", "HIS")}
    assert of == {whose: number, "Ottoman": 4}


def test_a_list_before_a_semicolon_is_of_the_one_whom_the_next_part_does_not_tell():
    text = "Ottoman attacks Spain at sea, 3 galleys and 1 corsair; {}."
    for next_part, attacker in (("Spain has 4 galleys", "Ottoman"), ("the Ottoman has 4 galleys", "Spain")):
        units = told(f"Naval combat. {text.format(next_part)}", "units", "VQ")
        of = {one["value"]["kind"]: one["whose"] for one in units if one["value"]["count"] != 4}
        assert of == {"galley": attacker, "corsair": attacker}
    nobody = told(f"Naval combat. {text.format('dice are not rolled yet')}", "units", "VQ", sure=False)
    assert {one["value"]["kind"] for one in nobody} >= {"galley"}


# ---- what lets a case through, and what must stop it

PLAIN = {
    "HIS. At sea. Me: 3 squadrons, Andrea Doria (2). Him: 4 squadrons, 2 corsairs. No cards. I'm the "
    "Hapsburgs and was "
    "attacked by the Turk.": {
        "attacker": {"power": "Ottoman", "squadrons": 4, "corsairs": 2},
        "defender": {"power": "Hapsburg", "squadrons": 3, "leaders": [2]},
    },
    "HIS: Ottomans (2 squadrons, led by Dragut [1]) attacked the Venetian fleet (3 squadrons, no "
    "leader) at sea. No cards.": {"attacker": {"power": "Ottoman", "squadrons": 2, "leaders": [1]}},
    "M&P NGBG: we (Swedes) took out 4 enemy cavalry units, they took out 3 of ours. Points?": {
        "events": [
            {"side": "Swedish", "kind": "cavalry-eliminated", "count": 4},
            {"side": "non-Swedish", "kind": "cavalry-eliminated", "count": 3},
        ]
    },
    "Nine Years. Luxembourg (6), Boufflers (4) and Villeroy (4) want to campaign with 14 corps. Too many?": {
        "leaders": [6, 4, 4],
        "corps": 14,
    },
    "1688 start. Boufflers and 2 full French corps march from Landau to Trier and lay siege to it. "
    "Inside is one reduced "
    "Imperial corps. Die 5.": {"space": "Trier", "leaders": ["Boufflers"]},
    "1688 start. I am France and would like to build a fortified line at Tournai with 2 resource "
    "points. May I?": {"side": "Bourbon"},
    "1688 start. May I, the Alliance, transfer a corps from Amsterdam to Breda? It is a Dutch corps.": {
        "corps": {"power": "Dutch Republic", "reduced": False}
    },
    "1688 setup. Can I restore the reduced corps at Sedan with 1 RP? It's French.": {"power": "France"},
    "Peace roll, winter 1694, all as in the 1688 start but 20 victory points. No concessions from "
    "either side. Die 5.": {"concessions": {"Bourbon": 0, "Alliance": 0}},
    "Who's first player 1692: I'm the Alliance and hold 1, 3, 3; the Bourbon holds 1, 1, 2, 2.": {
        "hands": {"Alliance": [1, 3, 3], "Bourbon": [1, 1, 2, 2]}
    },
    "VQ formation: the Ottomans have one leader with command 7, and 4 regulars plus 3 cavalry. Can they "
    "all move?": {
        "leaders": [7],
        "units": 7,
    },
    "HIS. Genoa (2 squadrons under Andrea Doria, battle rating 2) was attacked in its own port by "
    "France (4 squadrons, no "
    "leader). No cards.": {
        "place": "port",
        "attacker": {"power": "France", "squadrons": 4},
        "defender": {"power": "Genoa", "squadrons": 2, "leaders": [2]},
    },
    "1688 start. Humieres (CR 4) transfers from Lille to Dunkirk. Legal? He's Bourbon.": {"to": "Dunkirk"},
}


@every_row("text", {text: text for text in PLAIN})
def test_a_letter_that_tells_everything_gives_a_case(text):
    given = (read_email(text)["case"] or {"given": {}})["given"]
    assert {key: given.get(key) for key in PLAIN[text]} == PLAIN[text]


TRAPS = (
    "VQ: I intercept with 3 galleys in the Med, rating 2, no telescope. My opponent says the galleys "
    "are only two.",
    "VQ: I intercept with 3 galleys and some corsairs in the Med, rating 2, no telescope.",
    "1688 start but we already swapped a few towns. How many RPs for the Alliance?",
    "TACW: I killed 3 cavalry of his, he some of mine. Who won? I'm Parliament.",
    "M&P TACW: Parliament eliminated two heavy infantry. Some cavalry has 2 hits.",
    "Force: William III (CR 6), Waldeck (CR 4) with ten corps plus two reduced ones, legal?",
    "Force: William III (CR 6), Waldeck (CR 4) with ten corps. Waldeck is demoralised. Legal?",
    "1688 start. The Alliance sails a corps from Amsterdam to London: 2 Dutch corps, one of them is "
    "perhaps reduced. Die 6.",
    "VQ avoidance: England, 3 galleons, Atlantic, Drake rating 3 who may be on an expedition. No telescope.",
    "1688 start. Duras besieges Philippsburg with four French corps from Strasbourg. No garrison. Die 2.",
    "1688 start. Humieres takes 3 French corps from Lille to Mons and besieges it. Inside is one "
    "reduced Spanish corps. Die 5.",
    "M&P TACW. My opponent killed 3 of my cavalry and I captured his wagons, or he mine, I don't "
    "recall. I'm Parliament.",
    "TACW. Royalist eliminated: 4 cavalry. Parliament eliminated: 3 cavalry.",
    "HIS at sea. Ottoman attacks Venice. Ottoman: 3 squadrons. Venice: 2 squadrons and a galley. No "
    "cards, no leaders.",
    "HIS at sea: France 2 squadrons attacks England 1 squadron. No leaders, no cards. France rolled 6 5 "
    "4 3. England rolled 6 6 but one die "
    "fell off the table and was rolled again, a 1.",
    "VQ formation: leaders 8 and 6 take 14 units, of which 3 are Ottoman.",
    "TACW: Parliament eliminated 3 cavalry. Royalists eliminated 4 cavalry, one of which came back as a "
    "reinforcement.",
    "GAG: Sweden eliminated 3 cavalry units and a gun. Imperials eliminated 2 cavalry units.",
    "1688 start. Humieres (2 full French corps from Lille) besieges Mons (one reduced Spanish corps). "
    "Die 5. Event card Sappers played.",
    "Force: Catinat CR 5 has been wounded, so we count him one lower. With Luxembourg CR 6 beside him, "
    "may they lead 9 corps? I am Bourbon.",
    "Force: Luxembourg CR 6 and Catinat CR 5, and by our house rule each counts 1 more. 12 corps, legal?",
    "1688 start. Deploy Mediterranean fleet, strength 1: Alliance rolled 4, Bourbon rolled 2. The "
    "Bourbons claim +1 for Gibraltar, which "
    "they took.",
)


@every_row("text", {text: text for text in TRAPS})
def test_what_nobody_told_plainly_stops_a_case(text):
    assert read_email(text)["case"] is None


def test_the_side_before_a_march_is_whose_march_it_is():
    text = (
        "1688 start. Alliance: William III marched from Maastricht to Liege. Was it legal?\n\nBen (Bourbon)"
    )
    assert [one["value"] for one in told(text, "side") if "role" not in one] == ["Alliance"]
    assert told("1688 start. Bourbon corps in Casale; can they trace a line of communication?", "side") == [
        {"value": "Bourbon"}
    ]
    text = "May I restore the corps in Mons with a Replacement action? I have 2 actions left."
    assert told(text, "actions_left") == [{"value": 2}]


# ---- the start told in everyday words

NOT_AS_AT_THE_START = """
The map is from the 1688 scenario, but two years have gone by. How many RP do the Bourbons get?
We began with the 1688 set-up. It's 1691. How many RP do the Bourbons get?
Position is the 1688 scenario. Change: Mons and others are Bourbon. How many RP do the Bourbons get?
1688 set-up except that I (Bourbon) want to take Trier. How many resource points do I have?
We are at the 1688 set-up. The French took Trier and lost Mainz. How many RP do the Bourbons get?
It's the 1688 set-up. How many resource points do I (Bourbon) get if I took Trier?
1688 set-up. In Mons the Spanish corps was reduced and then restored. I have 4 points left: may I restore it?
Position: 1688 scenario. Humières besieges Namur, 5 French corps. Inside it there's nobody, he says. Roll 4.
1688 set-up. James II with 2 French corps sails from Brest to Cork. Must he roll?
"""


@every_row("text", NOT_AS_AT_THE_START.strip().splitlines())
def test_what_differs_from_the_start_in_a_way_that_nobody_told_gives_no_case(text):
    read = read_email(text, system="NY")
    assert read["case"] is None
    assert read["missing"]


def test_points_that_are_left_are_to_be_spent_not_to_be_won():
    ask = " 1688 set-up. May I raise a full French corps in Lille?"
    numbers = {
        left: told(f"{left}{ask}", "number") for left in ("3 points left.", "3 points left to victory.")
    }
    assert [one["value"] for one in numbers["3 points left."]] == [3]
    assert numbers["3 points left to victory."] == []
