"""That the question of a mail is found from ordinary ways of asking, and what is read of it in any shape."""

import re

import pytest

from ninevears_kernel.umpire.cases.cases import questions
from ninevears_kernel.umpire.email import read_email
from ninevears_kernel.umpire.email.asked import which_question

ASKED = """
NY loc: Is Namur in supply if Charleroi is Bourbon?
NY loc: Can the corps at Mainz still trace a line back to Vienna, or are they cut off?
NY resource-points: How much money do I get as the Alliance in spring 1692?
NY resource-points: I make it 11 RP, Bourbon, my friend gets 10 RP. Who is right?
NY resource-points: Guerre de Course was played in 1693: how many resource points has the Alliance now?
NY resource-points: Does Munich count for our income, and what do we get this spring as Bourbon?
NY peace-roll: We rolled a 5 for peace in 1697, does the war end?
NY force: May Luxembourg (CR 6) take seven corps with him?
NY force: Villars and Boufflers would like to bring ten corps along. Is that in order?
NY rally: How many corps does Boufflers with CR 4 rally?
NY rally: Two rallies in one round at Lille with different leaders, is that allowed?
NY deploy-fleet: Toulon fleet goes to sea, he has his Mediterranean fleet there. Who gets the Mediterranean?
NY siege: Does Mons fall? Luxembourg lies before it with 6 corps, die 5.
NY siege: Is the besieger of Turin allowed to roll with only 4 corps?
NY battle: Who won at Charleroi? Luxembourg fell on Waldeck with 8 French corps.
NY sea-move: Can I bring Marlborough and two British corps over to Cork by ship?
NY transfer: May one transfer move two pieces, a leader and a corps, in 1690?
NY transfer: Can I send Ginkel from London to Amsterdam with a transfer?
NY interception: May William intercept Luxembourg at Charleroi?
NY raise: May I put a new Dutch corps at Breda this spring?
NY raise: Can France raise a corps at Metz?
NY restore: Can my reduced Spanish corps at Milan be flipped back to full strength in spring?
NY build-line: May I dig a fortified line at Ghent?
NY build-fleet: Can I rebuild the Brest fleet in spring?
NY first-player: Both laid a 2. Who starts the campaign of 1691?
NY victory: Has the Alliance won automatically with Paris taken?
NY victory: End of 1698, the marker stands at 21. Which side has won?
NY action: May Waldeck march from Antwerp through Brussels to Namur and pick up a Spanish corps?
NY action: May I restore the reduced Spanish corps in Mons with a Replacement action in my round?
NY winter: In Winter Quarters, must my corps at Kaiserslautern go home?
NY winter: Four Spanish corps are at Girona without a line of communication. Any eliminated in winter?
NY winter: Too many corps winter at Mons: who is reduced?
NY revolution: Does the Glorious Revolution happen this winter?
NY savoy: Can Savoy be made neutral in 1696?
NY savoy: May Savoy join the Alliance now that Victor Amadeus is at Turin?
NY savoy: Turin fell. Is Savoy out of the war?
VQ interception: Virgin Queen: can my galleys at Malta try an interception in the Ionian Sea?
VQ avoidance: Virgin Queen: did my galleons slip away from the Spanish?
VQ naval-combat: Virgin Queen: what are the odds that my 3 galleons beat his 4 galleys?
VQ naval-combat: Virgin Queen: my English engaged the Spanish fleet at sea, who won?
VQ navigation: Virgin Queen: Drake's expedition enters the Pacific, rolled a 5, what becomes of him?
VQ power: Virgin Queen with four players: who controls the Empire?
VQ power: VQ: Is Portugal a minor power, and who plays it?
VQ power-card: VQ: how many cards and VP does England's power card give?
VQ formation: VQ: can Alva (10) and Parma (8) take all 20 units to Antwerp?
VQ land-unit: VQ: may the Ottomans raise mercenaries?
VQ land-unit: VQ: does cavalry fight in an assault?
VQ make-change: VQ: France has no small counters left, can she make change?
VQ leader: VQ: does the battle rating of Parma count in an assault?
VQ default-leader: VQ: does an unnamed default leader come when Don John dies?
VQ captain: VQ: may France take De Sores into service?
VQ ruler: VQ: can Elizabeth be killed by an assassination?
VQ ruler: VQ: who is the ruler of France after the mandatory event?
VQ ruler-cards: VQ: how many cards may Philip II hold over to next turn?
VQ naval-unit: VQ: can a galleon take part in piracy in the ocean, and how many hits does it take?
VQ play-card: VQ: may I play a mandatory event for its points?
VQ play-card: VQ: my card has two texts joined by OR, can I do both?
VQ home-cards: VQ: must I show my home card when my hand is shown?
VQ home-cards: VQ: he drew my home card at random, is that allowed?
VQ home-cards: Virgin Queen: which home cards go in Spring Deployment?
VQ naval-movement: VQ: how does a naval move go step by step?
MP victory-points: Musket & Pike, TACW: what's the final score? Royalists lost 3 cavalry units.
MP victory-points: Under the Lily Banners: I killed a wing commander rated 2, what do I get for him?
MP hexside: M&P: does the hedge protect my regiment in close combat?
MP hexside: M&P: is there momentum across a stream?
MP line-of-sight: M&P: can my dragoons see over the hedge to 2318?
MP line-of-sight: M&P: line of sight across a stream?
MP turn: M&P: which wing goes next after a failed continuation?
MP turn: M&P: may he preempt my left wing twice?
MP turn: M&P: my wing has been bypassed, when is it activated?
MP fire: M&P: my heavy infantry shot at his cavalry and rolled a 7, how many hits?
MP fire: M&P: may cavalry fire pistols into the flank?
"""
"""A way of asking in each line, behind the system and the question."""
ROWS = [re.fullmatch(r"(\w+) ([\w-]+): (.+)", line).groups() for line in ASKED.strip().splitlines()]


@pytest.mark.parametrize(("system", "question", "text"), ROWS)
def test_a_question_is_found_from_an_ordinary_way_of_asking(system, question, text):
    read = read_email(text)
    assert (read["system"], read["question"]) == (system, question)


def test_nearly_every_question_is_asked_here():
    asked = {(system, question) for system, question, _ in ROWS}
    assert questions().keys() - asked == {("HIS", "naval-combat")}  # the only one of its game


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("Nine Years: may I raise or restore a French corps at Metz?", {"raise", "restore"}),
        ("Nine Years: was it a battle or a siege at Mons?", {"battle", "siege"}),
    ],
)
def test_of_two_near_questions_both_are_offered(text, choices):
    read = read_email(text)
    (asked,) = [one for one in read["missing"] if one["kind"] == "question"]
    assert choices <= {*asked["choices"]}
    assert all(f"“{questions()['NY', one].title}”" in asked["ask"] for one in asked["choices"])
    assert read["case"] is None


def test_where_nothing_is_near_it_is_asked_openly():
    assert which_question("NY", [])["ask"] == "What exactly shall I rule on, please?"
    read = read_email("Nine Years, 1692: hello, are you there?")
    assert [one["kind"] for one in read["missing"]] == ["question"]


def test_each_fact_that_is_missing_is_asked_for_by_itself():
    told = read_email("VQ: I'm Spain. Must I show my home card when my hand is shown?")
    assert {one["kind"]: one["value"] for one in told["facts"]} == {"power": "Spain", "act": "show-hand"}
    assert [one["kind"] for one in told["missing"]] == ["home_cards"]
    bare = read_email("VQ: may a home card be taken of me?")["missing"]
    assert [one["kind"] for one in bare] == ["power", "home_cards", "act"]
    assert all(one["ask"].count(".") == 1 for one in bare)


def test_of_a_combat_that_was_fought_no_odds_are_given():
    told = "Here I Stand, at sea: 4 Ottoman squadrons attack 2 Hapsburg squadrons. No leaders, no cards."
    assert read_email(told)["case"]
    read = read_email(f"{told} The Ottoman scored 3 hits.")
    assert read["case"] is None
    assert [one["kind"] for one in read["missing"]] == ["dice"]


def test_losses_stand_below_the_side_that_suffered_them():
    read = read_email(
        "Musket & Pike, TACW, victory points please.\n\nRoyalist losses:\n- 3 cavalry units eliminated\n"
        "- 2 hits on heavy infantry\n\nParliament losses:\n- 1 double heavy infantry eliminated\n"
        "There were no hits on cavalry."
    )
    scored = {
        (one["value"]["side"], one["value"]["kind"], one["value"]["count"]) for one in read["facts"][1:]
    }
    assert scored == {
        ("Parliament", "cavalry-eliminated", 3),
        ("Parliament", "heavy-infantry-hit", 2),
        ("Royalist", "double-heavy-infantry-eliminated", 1),
    }
    assert len(read["case"]["given"]["events"]) == 3


def test_the_line_above_a_mail_tells_its_place():
    text = "Subject: Siege of Mons\n\nLuxembourg has 6 French corps. Supply is from Valenciennes. Die: 4."
    places = {one["value"]: one.get("role") for one in read_email(text)["facts"] if one["kind"] == "place"}
    assert "Mons" not in places  # a subject alone tells no fact
    text = text.replace("Luxembourg has", "Mons is strong. Luxembourg has")
    places = {one["value"]: one.get("role") for one in read_email(text)["facts"] if one["kind"] == "place"}
    assert places["Mons"] == "space"


def test_a_short_line_is_in_the_language_of_the_rest():
    read = read_email(
        "Here I Stand. Ich spiele die Habsburger, er die Osmanen. Ich habe mit 3 Geschwadern auf See "
        "angegriffen, er hat 2 osmanische Geschwader.\n\nMeine Würfe (6): 6, 6, 5, 1, 2, 3\n\n"
        "Seine Würfe (4): 5, 1, 2, 3"
    )
    rolls = {one["whose"]: one["value"] for one in read["facts"] if one["kind"] == "dice"}
    assert rolls == {"Hapsburg": [6, 6, 5, 1, 2, 3], "Ottoman": [5, 1, 2, 3]}


def test_dice_in_one_word_are_not_passed_over():
    told = (
        "HIS at sea, Ottomans 4 squadrons v Venice 3 squadrons, no leaders, no cards. I (Ottoman) attacked."
    )
    assert read_email(told)["case"]
    read = read_email(f"{told} 66512343 v 551243.")
    assert read["case"] is None
    assert [one["said"] for one in read["unread"]] == ["66512343", "551243"]


def test_i_within_quotation_marks_is_whoever_is_quoted():
    read = read_email(
        "Subject: fleet\n\nNine Years. Klaus plays the Bourbons, I have the Alliance. "
        'Klaus wrote this morning: "I rolled a 4." I deployed the Atlantic fleet.'
    )
    assert [one["whose"] for one in read["facts"] if one["kind"] == "dice"] == ["Bourbon"]


def test_a_roll_before_a_question_mark_is_no_fact():
    told = "HIS at sea, Ottomans 3 squadrons attack the Papacy (me), 2 squadrons. No leaders, no cards. {}"
    read = read_email(told.format("They rolled 9 dice, I rolled 6? How many should we throw?"))
    assert [one["sure"] for one in read["facts"] if one["kind"] == "dice"] in ([], [False])


def test_where_a_retreat_of_no_battle_may_lead_is_no_battle():
    read = read_email("NY. Could the Bourbons retreat to Mons if they had lost the battle at Namur?")
    assert read["question"] is None
    assert "question" in {one["kind"] for one in read["missing"]}
