"""What a mail leaves open, settled by the umpire: what was told is never dropped, nor given to another."""

from ninevears_kernel.umpire.cases.settled import settled
from ninevears_kernel.umpire.email import read_email

IONIAN = """Here I Stand, a fight in the Ionian Sea.

I play Venice and Dirk plays the Ottomans. He sailed into the Ionian Sea with his fleet and Barbarossa (battle
rating 2), and I was already there with no leader. Nobody played a card. He rolled 6 6 5 4 3 2 2 1 1 1 1 and I
rolled 6 5 5 3 3 2 2 1 1 1.

Giulia"""
FORCES = ["attacker.power=Ottoman", "attacker.squadrons=3", "defender.power=Venice", "defender.squadrons=5"]


def test_a_rating_has_its_place_when_the_umpire_tells_whose_fleet_it_is():  # HIS NC.1
    case, _, _ = settled(read_email(IONIAN), [], told=[*FORCES, "attacker.corsairs=3"])
    assert case.given["attacker"] == {"power": "Ottoman", "squadrons": 3, "corsairs": 3, "leaders": [2]}
    assert case.dice == [6, 6, 5, 4, 3, 2, 2, 1, 1, 1, 1, 6, 5, 5, 3, 3, 2, 2, 1, 1, 1]


def test_dice_that_do_not_fit_the_forces_are_asked_about_and_not_given_to_the_other():  # HIS NC.1, NC.2
    case, _, still_open = settled(read_email(IONIAN), [], told=[*FORCES, "attacker.corsairs=4"])
    assert case.dice is None
    assert sum("1 1 1" in one for one in still_open) == 2


def test_what_one_player_wrote_is_agreed_by_nobody():
    read = read_email(IONIAN.removesuffix("Giulia"))
    assert read["from"] == []
    _, facts, _ = settled(read, [], told=[*FORCES, "attacker.corsairs=3"])
    assert "agreed" not in {one["status"] for one in facts}


def test_words_that_change_nothing_are_set_aside():
    read = read_email(f"{IONIAN}\n\nPS: Eight of us were there, and it rained.")
    told = [*FORCES, "attacker.corsairs=3"]
    _, _, still_open = settled(read, [], told=told)
    words = [one["said"] for one in read["unread"]]
    assert words
    assert len(still_open) == len(words)
    assert settled(read, [], told=told, aside=words).open == []


def test_a_version_that_the_umpire_puts_beside_another_is_open_no_more():
    fleet = IONIAN.replace("his fleet", "3 squadrons, 3 corsairs").replace(
        "no leader", "5 squadrons and no leader"
    )
    read = read_email(f"{fleet}\n\nDirk however insists that he had 4 corsairs in the stack. I saw three.")
    assert read["disputed"] == []
    found = {"found": ["attacker.corsairs=3:Giulia"], "against": ["attacker.corsairs=4:Dirk"]}
    case, _, still_open = settled(read, **found, told=FORCES)
    assert case.given["attacker"]["corsairs"] == 3
    assert not [one for one in still_open if "corsairs" in one]
