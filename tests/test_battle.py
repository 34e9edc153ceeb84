"""Battle: strength, rolls, hits, losses, commanders, victory (NY 16.1 to 16.3, 16.5)."""

import pytest
from campaign_table import at, leader, marching, where
from war_table import KIT, choose, cited, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.battle import committed, hits, strength
from ninevears_kernel.nine_years.land import NUMBER
from ninevears_kernel.nine_years.piece_numbers import ABSENT, DEMORALISED, WAITS, corps_number
from ninevears_kernel.nine_years.position import Corps, Hand, Line

FULL, REDUCED = {}, {"reduced": True}
SHAKEN = {"demoralised": True}


def battle(attackers, defenders, dice, *, by=("William III",), against=("Catinat",), origin="Mons",
           space="Tournai", side="Alliance", more=(), **fields):  # fmt: skip
    """A battle at a space, attacked from another: states of the corps of both sides, names of leaders."""
    powers = ("Dutch Republic", "France") if side == "Alliance" else ("France", "Dutch Republic")
    corps = [
        Corps(power, space, **state)
        for power, states in zip(powers, (attackers, defenders), strict=True)
        for state in states
    ]
    leaders = [leader(name, space) if isinstance(name, str) else name for name in (*by, *against, *more)]
    position = position_with(
        corps=tuple(sorted(corps)), leaders=tuple(sorted(leaders, key=lambda one: one.name)), **fields
    )
    return table(position, ("battle", side, NUMBER[origin], NUMBER[space]), dice=dice)


def says(war, name):
    """The values of the recorded steps of one message, in order."""
    return [dict(step.says.values) for step in war.hearing.steps if step.says.id == name]


def scored(war) -> list[int]:
    """The hits of the attacker and of the defender."""
    return [step["count"] for step in says(war, "battle.hits")]


def totals(war) -> list[int]:
    return [step["total"] for step in says(war, "battle.total")]


def winner(war) -> str:
    return says(war, "battle.won")[0]["side"]


# ---- the arithmetic


@pytest.mark.clause("NY 16.2.3")
@pytest.mark.parametrize("points", range(25))
@pytest.mark.parametrize(
    ("total", "percent"),
    [(-3, 5), (0, 5), (1, 5), (2, 10), (3, 15), (4, 20), (5, 25), (6, 30), (7, 35), (8, 40), (12, 40)],
)
def test_hits_by_strength_and_roll(points, total, percent):
    least = 1 if total >= 6 else 0
    assert hits(points, total, KIT.tables) == max(least, points * percent // 100)


@pytest.mark.clause("NY 16.2.1")
def test_strength_points():
    full, reduced = corps_number("France"), corps_number("France", reduced=True)
    assert strength([full, full, reduced], KIT.tables) == 5


@pytest.mark.clause("NY 16.2.1")
def test_the_strongest_corps_are_committed():
    full, reduced, shaken = (
        corps_number("France", *state) for state in ((False, False), (True, False), (False, True))
    )
    assert committed([reduced, shaken, full, full], [3], KIT.tables) == (full, full, shaken)
    assert committed([full] * 9, [], KIT.tables) == (full,) * 4
    assert committed([full] * 12, [3, 6, 4], KIT.tables) == (full,) * 10


# ---- rolls


@pytest.mark.clause("NY 16.1")
def test_the_active_force_attacks_even_against_an_interceptor():
    war = marching("Mons", ("William III",), 4, more=[leader("Boufflers", "Lille")],
                   others=[Corps("France", "Lille")] * 5, dice=[5, 1, 1])  # fmt: skip
    choose(war, "to Tournai", "intercept Boufflers, 2")
    assert says(war, "battle.joined") == [{"side": "Alliance", "space": "Tournai"}]
    assert winner(war) == "Bourbon"  # no hits on either side: a tie, and the interceptor defends


@pytest.mark.clause("NY 16.2.2")
@pytest.mark.clause("NY 16.2.1")
@pytest.mark.clause("NY 16.3.1")
@pytest.mark.clause("NY 16.3.3")
def test_a_battle_from_the_first_roll_to_the_retreat():
    """8 full corps under William (6, 1) and Waldeck (4, 0) against 5 under Catinat (5, 2).

    Strength 16 and 10; dice 4 and 3: totals 5 and 5, a quarter of each: 4 hits and 2.
    """
    war = battle([FULL] * 8, [FULL] * 5, [4, 3, 6, 6], by=("William III", "Waldeck"))
    assert [step["strength"] for step in says(war, "battle.commits")] == [16, 10]
    assert totals(war) == [5, 5]
    assert scored(war) == [4, 2]
    assert winner(war) == "Alliance"
    tournai = NUMBER["Tournai"]
    dutch, french = corps_number("Dutch Republic"), corps_number("France", demoralised=True)
    assert war.board.stacks["Alliance"][tournai] == (*(dutch,) * 6, *(dutch | 4,) * 2)
    assert war.board.stacks["Bourbon"][tournai] == (french, *(french | 4,) * 4)
    assert war.board.state[KIT.leader_number["Catinat"]] & DEMORALISED
    assert not war.board.state[KIT.leader_number["Waldeck"]] & DEMORALISED
    assert options(war) == ["retreat Lille", "retreat Valenciennes"]
    assert war.side == "Bourbon"


@pytest.mark.clause("NY 16.2.2")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, [1 + 1, 1 + 2]),
        ({"by": ("Waldeck",)}, [1, 3]),
        ({"by": ("Waldeck", "Marlborough")}, [1 + 2, 3]),
        ({"against": ()}, [2, 1]),
        ({"lines": (Line("Tournai", 2),)}, [2, 1 + 2 + 2]),
        ({"attackers": [SHAKEN, FULL]}, [1 + 1 - 1, 3]),
        ({"defenders": [FULL, SHAKEN]}, [2, 1 + 2 - 1]),
        ({"by": (leader("William III", "Tournai", demoralised=True),)}, [1 + 1 - 1, 3]),
        ({"attackers": [*[FULL] * 6, SHAKEN]}, [2, 3]),
    ],
    ids=["plain", "rating 0", "best", "no leader", "line", "shaken", "shaken defender", "leader", "reserve"],
)
def test_what_is_added_to_a_roll(fields, expected):
    fields = {"attackers": [FULL] * 2, "defenders": [FULL] * 2} | fields
    assert totals(battle(fields.pop("attackers"), fields.pop("defenders"), [1] * 6, **fields)) == expected


@pytest.mark.clause("NY 16.2.2")
def test_the_attacker_suffers_from_a_red_link():
    control = position_with({"set": "control", "space": "Trent", "side": "Bourbon"}).control
    war = battle([FULL] * 2, [FULL] * 2, [3, 3], by=("Waldeck",), against=(), origin="Milan", space="Trent",
                 control=control)  # fmt: skip
    assert totals(war) == [2, 3]


@pytest.mark.clause("NY 9.2.1")
def test_battle_cards_are_played_before_the_rolls():
    card = next(name for name, one in KIT.events.items() if one.hold == "battle")
    hand = Hand(events=(card,))
    for side, expected in (("alliance_hand", [1 + 1 + 1, 3]), ("bourbon_hand", [2, 3 + 1])):
        war = battle([FULL] * 2, [FULL] * 2, [1] * 4, **{side: hand})
        assert options(war) == [f"event {card}", "pass"]
        other = next(name for name, one in KIT.events.items() if one.hold == "siege")
        assert clauses_against(war, f"event {other}") == ["NY 9.2.1"]
        choose(war, f"event {card}")
        assert totals(war) == expected
        assert not getattr(war.board, side).events


@pytest.mark.clause("NY 9.2.1")
def test_a_battle_card_may_be_kept():
    card = next(name for name, one in KIT.events.items() if one.hold == "battle")
    war = battle([FULL] * 2, [FULL] * 2, [1] * 4, alliance_hand=Hand(events=(card,)))
    choose(war, "pass")
    assert totals(war) == [2, 3]
    assert war.board.alliance_hand.events == (card,)


# ---- winners and losses


@pytest.mark.clause("NY 16.3.1")
def test_a_tie_goes_to_the_defender():
    war = battle([FULL] * 2, [FULL] * 2, [1, 1])
    assert scored(war) == [0, 0]
    assert winner(war) == "Bourbon"
    assert at(war, "Mons") == 2


@pytest.mark.clause("NY 16.3.1")
def test_who_has_no_corps_left_loses_to_one_who_has():
    """One hit each: a tie, but it eliminates the defender's only corps, and a reduced one at that."""
    war = battle([FULL] * 2, [REDUCED], [5, 6, 6, 6])
    assert scored(war) == [1, 1]
    assert winner(war) == "Alliance"
    assert at(war, "Tournai", "Bourbon") == 0


@pytest.mark.clause("NY 16.3.1")
def test_full_corps_are_reduced_before_any_is_eliminated():
    war = battle([FULL] * 6, [FULL, SHAKEN, REDUCED], [4, 1, 6])
    assert scored(war) == [3, 0]
    assert options(war) == ["lose France", "lose France demoralised"]
    assert clauses_against(war, "lose France reduced") == ["NY 16.3.1"]
    assert clauses_against(war, "lose Spain") == ["NY 16.3.1"]
    pool = war.board.pool("France")
    choose(war, "lose France demoralised")
    # the second hit can only fall on the full corps; of the third the owner chooses
    assert options(war) == ["lose France reduced", "lose France reduced demoralised"]
    choose(war, "lose France reduced")
    assert war.board.pool("France") == pool + 1
    assert at(war, "Tournai", "Bourbon") == 2


@pytest.mark.clause("NY 16.3.2")
def test_a_commander_may_fall_and_a_staff_officer_takes_over():
    """3 hits on Catinat's force and a 1 for him; without hits nobody rolls for William."""
    war = battle([FULL] * 6, [FULL] * 3, [4, 1, 1])
    assert scored(war) == [3, 0]
    catinat = KIT.leader_number["Catinat"]
    assert war.board.where[catinat] == WAITS
    assert where(war, "Bourbon staff officer 1") == "Tournai"
    assert war.board.state[KIT.leader_number["Bourbon staff officer 1"]] & DEMORALISED
    assert len(war.hearing.dice.faces) == 3
    assert war.board.rating(KIT.leader_number["Bourbon staff officer 1"]) == (3, 0)


@pytest.mark.clause("NY 16.3.2")
def test_no_staff_officer_where_another_leader_remains():
    war = battle([FULL] * 6, [FULL] * 3, [4, 1, 1], against=("Catinat", "Humieres"))
    assert where(war, "Bourbon staff officer 1") is None


@pytest.mark.clause("NY 16.3.2")
def test_a_commander_survives_anything_but_a_one():
    war = battle([FULL] * 6, [FULL] * 3, [4, 1, 2])
    assert where(war, "Catinat") == "Tournai"


@pytest.mark.clause("NY 16.3.2")
def test_no_more_staff_officers_than_the_pool_has():
    officers = [f"Bourbon staff officer {number}" for number in range(1, 5)]
    elsewhere = [leader(name, "Paris") for name in officers]
    war = battle([FULL] * 6, [FULL] * 3, [4, 1, 1], more=elsewhere)
    assert [where(war, name) for name in officers] == ["Paris"] * 4


@pytest.mark.clause("NY 16.3.2")
@pytest.mark.clause("NY 12.4.2")
def test_a_fallen_staff_officer_goes_back_to_the_pool():
    war = battle([FULL] * 6, [FULL] * 3, [4, 1, 1], against=("Bourbon staff officer 1",))
    assert war.board.where[KIT.leader_number["Bourbon staff officer 1"]] == ABSENT
    assert where(war, "Bourbon staff officer 2") == "Tournai"


@pytest.mark.clause("NY 16.3.3")
@pytest.mark.clause("NY 16.4")
def test_a_beaten_attacker_is_demoralised_where_he_came_from():
    war = battle([FULL] * 2, [FULL] * 6, [1, 3, 6], by=("Waldeck",))
    dutch = corps_number("Dutch Republic", reduced=True, demoralised=True)
    assert war.board.stacks["Alliance"][NUMBER["Mons"]] == (dutch, dutch)
    assert where(war, "Waldeck") == "Mons"
    assert not war.board.stacks["Bourbon"][NUMBER["Tournai"]][0] & DEMORALISED


# ---- famous victories


@pytest.mark.clause("NY 16.5")
@pytest.mark.parametrize(
    ("defenders", "dice", "famous"),
    [
        (4, [5, 1], True),  # 4 hits more, strength 8
        (3, [5, 1], False),  # strength 6
        (4, [1, 1], False),  # 1 hit more
    ],
)
def test_three_hits_more_against_eight_points(defenders, dice, famous):
    war = battle([FULL] * 8, [FULL] * defenders, [*dice, 6], by=("William III", "Waldeck"), against=())
    assert (war.board.famous_victories == ("Alliance",)) is famous
    assert war.board.victory_points == 22 + famous


@pytest.mark.clause("NY 16.5")
def test_one_famous_victory_a_side_a_turn():
    for earlier, points in ((("Alliance",), 22), (("Bourbon",), 23)):
        war = battle([FULL] * 8, [FULL] * 4, [5, 1, 6], by=("William III", "Waldeck"), against=(),
                     famous_victories=earlier)  # fmt: skip
        assert war.board.victory_points == points
        assert set(war.board.famous_victories) == {*earlier, "Alliance"}


@pytest.mark.clause("NY 16.5")
@pytest.mark.clause("NY 6.1.2")
def test_a_defender_may_win_one_too():
    war = battle([FULL] * 4, [FULL] * 8, [1, 4, 6], by=("Waldeck",), against=("Luxembourg", "Catinat"))
    assert scored(war)[1] >= 3
    assert war.board.victory_points == 21
    assert {"NY 16.5"} <= cited(war)
