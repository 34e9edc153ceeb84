"""Battle: strength, rolls, hits, losses, commanders, victory (NY 16.1 to 16.3, 16.5)."""

from itertools import product

import pytest
from campaign_table import at, leader, marching, where
from every_row import every_row
from war_table import KIT, choose, cited, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.piece_numbers import ABSENT, DEMORALISED, WAITS, corps_number
from ninevears_kernel.nine_years.components.position import Corps, Hand, Line, Result
from ninevears_kernel.nine_years.rules.campaign.battle import committed, hits, strength

FULL, REDUCED = {}, {"reduced": True}
SHAKEN = {"demoralised": True}


def battle(attackers, defenders, dice, *changes, by=("William III",), against=("Catinat",), origin="Mons",
           space="Tournai", side="Alliance", more=(), readings=None, **fields):  # fmt: skip
    """A battle at a space, attacked from another: states of the corps of both sides, names of leaders."""
    powers = ("Dutch Republic", "France") if side == "Alliance" else ("France", "Dutch Republic")
    corps = [
        Corps(power, space, **state)
        for power, states in zip(powers, (attackers, defenders), strict=True)
        for state in states
    ]
    leaders = [leader(name, space) if isinstance(name, str) else name for name in (*by, *against, *more)]
    ordered = tuple(sorted(leaders, key=lambda one: one.name))
    position = position_with(*changes, corps=tuple(sorted(corps)), leaders=ordered, **fields)
    item = "battle", side, NUMBER[origin], NUMBER[space]
    return table(position, item, dice=dice, readings=readings)


def says(engine, name):
    """The values of the recorded steps of one message, in order."""
    return [dict(step.says.values) for step in engine.context.steps if step.says.id == name]


def scored(engine) -> list[int]:
    """The hits of the attacker and of the defender."""
    return [step["count"] for step in says(engine, "battle.hits")]


def totals(engine) -> list[int]:
    return [step["total"] for step in says(engine, "battle.total")]


def winner(engine) -> str:
    return says(engine, "battle.won")[0]["side"]


# ---- the arithmetic

PERCENT = [(-3, 5), (0, 5), (1, 5), (2, 10), (3, 15), (4, 20), (5, 25), (6, 30), (7, 35), (8, 40), (12, 40)]
"""The table by hand: the total of the die, and how many in a hundred strength points hit."""


@pytest.mark.clause("NY 16.2.3")
@every_row("points, column", product(range(25), PERCENT))
def test_hits_by_strength_and_roll(points, column):
    total, percent = column
    least = 1 if total >= 6 else 0
    assert hits(points, total, KIT.numbers) == max(least, points * percent // 100)


@pytest.mark.clause("NY 16.2.1")
def test_strength_points():
    full, reduced = corps_number("France"), corps_number("France", reduced=True)
    assert strength([full, full, reduced], KIT.numbers) == 5


@pytest.mark.clause("NY 16.2.1")
def test_the_strongest_corps_are_committed():
    full, reduced, shaken = (
        corps_number("France", *state) for state in ((False, False), (True, False), (False, True))
    )
    assert committed([reduced, shaken, full, full], [3], KIT.numbers) == (full, full, shaken)
    assert committed([full] * 9, [], KIT.numbers) == (full,) * 4
    assert committed([full] * 12, [3, 6, 4], KIT.numbers) == (full,) * 10


# ---- rolls


@pytest.mark.clause("NY 16.1")
def test_the_active_force_attacks_even_against_an_interceptor():
    engine = marching("Mons", ("William III",), 4, more=[leader("Boufflers", "Lille")],
                   others=[Corps("France", "Lille")] * 5, dice=[5, 1, 1])  # fmt: skip
    choose(engine, "to Tournai", "intercept Boufflers, 2")
    assert says(engine, "battle.joined") == [{"side": "Alliance", "space": "Tournai"}]
    assert winner(engine) == "Bourbon"  # no hits on either side: a tie, and the interceptor defends


@pytest.mark.clause("NY 16.2.2")
@pytest.mark.clause("NY 16.2.1")
@pytest.mark.clause("NY 16.3.1")
@pytest.mark.clause("NY 16.3.3")
def test_a_battle_from_the_first_roll_to_the_retreat():
    """8 full corps under William (6, 1) and Waldeck (4, 0) against 5 under Catinat (5, 2).

    Strength 16 and 10; dice 4 and 3: totals 5 and 5, a quarter of each: 4 hits and 2.
    """
    engine = battle([FULL] * 8, [FULL] * 5, [4, 3, 6, 6], by=("William III", "Waldeck"))
    assert [step["strength"] for step in says(engine, "battle.commits")] == [16, 10]
    assert totals(engine) == [5, 5]
    assert scored(engine) == [4, 2]
    assert winner(engine) == "Alliance"
    tournai = NUMBER["Tournai"]
    dutch, french = corps_number("Dutch Republic"), corps_number("France", demoralised=True)
    assert engine.board.stacks["Alliance"][tournai] == (*(dutch,) * 6, *(dutch | 4,) * 2)
    assert engine.board.stacks["Bourbon"][tournai] == (french, *(french | 4,) * 4)
    assert engine.board.state[KIT.leader_number["Catinat"]] & DEMORALISED
    assert not engine.board.state[KIT.leader_number["Waldeck"]] & DEMORALISED
    assert options(engine) == ["retreat Lille", "retreat Valenciennes"]
    assert engine.side == "Bourbon"


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
    engine = battle([FULL] * 2, [FULL] * 2, [3, 3], by=("Waldeck",), against=(), origin="Milan",
                    space="Trent",
                 control=control)  # fmt: skip
    assert totals(engine) == [2, 3]


@pytest.mark.clause("NY 9.2.1")
def test_battle_cards_are_played_before_the_rolls():
    card = next(name for name, one in KIT.events.items() if one.hold == "battle")
    hand = Hand(events=(card,))
    for side, expected in (("alliance_hand", [1 + 1 + 1, 3]), ("bourbon_hand", [2, 3 + 1])):
        engine = battle([FULL] * 2, [FULL] * 2, [1] * 4, **{side: hand})
        assert options(engine) == [f"event {card}", "pass"]
        other = next(name for name, one in KIT.events.items() if one.hold == "siege")
        assert clauses_against(engine, f"event {other}") == ["NY 9.2.1"]
        choose(engine, f"event {card}")
        assert totals(engine) == expected
        assert not getattr(engine.board, side).events


@pytest.mark.clause("NY 9.2.1")
def test_a_battle_card_may_be_kept():
    card = next(name for name, one in KIT.events.items() if one.hold == "battle")
    engine = battle([FULL] * 2, [FULL] * 2, [1] * 4, alliance_hand=Hand(events=(card,)))
    choose(engine, "pass")
    assert totals(engine) == [2, 3]
    assert engine.board.alliance_hand.events == (card,)


# ---- winners and losses


@pytest.mark.clause("NY 16.3.1")
def test_a_tie_goes_to_the_defender():
    engine = battle([FULL] * 2, [FULL] * 2, [1, 1])
    assert scored(engine) == [0, 0]
    assert winner(engine) == "Bourbon"
    assert at(engine, "Mons") == 2


@pytest.mark.clause("NY 16.3.1")
def test_who_has_no_corps_left_loses_to_one_who_has():
    """One hit each: a tie, but it eliminates the defender's only corps, and a reduced one at that."""
    engine = battle([FULL] * 2, [REDUCED], [5, 6, 6, 6])
    assert scored(engine) == [1, 1]
    assert winner(engine) == "Alliance"
    assert at(engine, "Tournai", "Bourbon") == 0


@pytest.mark.clause("NY 16.3.1")
def test_full_corps_are_reduced_before_any_is_eliminated():
    engine = battle([FULL] * 6, [FULL, SHAKEN, REDUCED], [4, 1, 6])
    assert scored(engine) == [3, 0]
    assert options(engine) == ["lose France", "lose France demoralised"]
    assert clauses_against(engine, "lose France reduced") == ["NY 16.3.1"]
    assert clauses_against(engine, "lose Spain") == ["NY 16.3.1"]
    pool = engine.board.pool("France")
    choose(engine, "lose France demoralised")
    # the second hit can only fall on the full corps; of the third the owner chooses
    assert options(engine) == ["lose France reduced", "lose France reduced demoralised"]
    choose(engine, "lose France reduced")
    assert engine.board.pool("France") == pool + 1
    assert at(engine, "Tournai", "Bourbon") == 2


@pytest.mark.clause("NY 16.3.2")
def test_a_commander_may_fall_and_a_staff_officer_takes_over():
    """3 hits on Catinat's force and a 1 for him; without hits nobody rolls for William."""
    engine = battle([FULL] * 6, [FULL] * 3, [4, 1, 1])
    assert scored(engine) == [3, 0]
    catinat = KIT.leader_number["Catinat"]
    assert engine.board.where[catinat] == WAITS
    assert where(engine, "Bourbon staff officer 1") == "Tournai"
    assert engine.board.state[KIT.leader_number["Bourbon staff officer 1"]] & DEMORALISED
    assert len(engine.context.dice.faces) == 3
    assert engine.board.rating(KIT.leader_number["Bourbon staff officer 1"]) == (3, 0)


@pytest.mark.clause("NY 16.3.2")
def test_no_staff_officer_where_another_leader_remains():
    engine = battle([FULL] * 6, [FULL] * 3, [4, 1, 1], against=("Catinat", "Humieres"))
    assert where(engine, "Bourbon staff officer 1") is None


@pytest.mark.clause("NY 16.3.2")
def test_a_commander_survives_anything_but_a_one():
    engine = battle([FULL] * 6, [FULL] * 3, [4, 1, 2])
    assert where(engine, "Catinat") == "Tournai"


@pytest.mark.clause("NY 16.3.2")
def test_no_more_staff_officers_than_the_pool_has():
    officers = [f"Bourbon staff officer {number}" for number in range(1, 5)]
    elsewhere = [leader(name, "Paris") for name in officers]
    engine = battle([FULL] * 6, [FULL] * 3, [4, 1, 1], more=elsewhere)
    assert [where(engine, name) for name in officers] == ["Paris"] * 4


@pytest.mark.clause("NY 16.3.2")
@pytest.mark.clause("NY 12.4.2")
def test_a_fallen_staff_officer_goes_back_to_the_pool():
    engine = battle([FULL] * 6, [FULL] * 3, [4, 1, 1], against=("Bourbon staff officer 1",))
    assert engine.board.where[KIT.leader_number["Bourbon staff officer 1"]] == ABSENT
    assert where(engine, "Bourbon staff officer 2") == "Tournai"


@pytest.mark.clause("NY 16.3.3")
@pytest.mark.clause("NY 16.4")
def test_a_beaten_attacker_is_demoralised_where_he_came_from():
    engine = battle([FULL] * 2, [FULL] * 6, [1, 3, 6], by=("Waldeck",))
    dutch = corps_number("Dutch Republic", reduced=True, demoralised=True)
    assert engine.board.stacks["Alliance"][NUMBER["Mons"]] == (dutch, dutch)
    assert where(engine, "Waldeck") == "Mons"
    assert not engine.board.stacks["Bourbon"][NUMBER["Tournai"]][0] & DEMORALISED


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
    engine = battle([FULL] * 8, [FULL] * defenders, [*dice, 6], by=("William III", "Waldeck"), against=())
    assert (engine.board.famous_victories == ("Alliance",)) is famous
    assert engine.board.victory_points == 22 + famous


@pytest.mark.clause("NY 16.5")
def test_one_famous_victory_a_side_a_turn():
    for earlier, points in ((("Alliance",), 22), (("Bourbon",), 23)):
        engine = battle([FULL] * 8, [FULL] * 4, [5, 1, 6], by=("William III", "Waldeck"), against=(),
                     famous_victories=earlier)  # fmt: skip
        assert engine.board.victory_points == points
        assert set(engine.board.famous_victories) == {*earlier, "Alliance"}


@pytest.mark.clause("NY 16.5")
@pytest.mark.clause("NY 6.2.A.2")
def test_the_point_of_a_famous_victory_may_win_the_war_at_once():
    nearly = {"set": "victory-points", "points": 34}
    engine = battle([FULL] * 8, [FULL] * 4, [5, 1, 6], nearly, by=("William III", "Waldeck"), against=(),
                 readings={"automatic-victory": "at-once"})  # fmt: skip
    choose(engine, "retreat Lille")  # the battle is fought to its end
    assert engine.board.result == Result("Alliance", "automatic", "points")


@pytest.mark.clause("NY 16.5")
@pytest.mark.clause("NY 6.1.2")
def test_a_defender_may_win_one_too():
    engine = battle([FULL] * 4, [FULL] * 8, [1, 4, 6], by=("Waldeck",), against=("Luxembourg", "Catinat"))
    assert scored(engine)[1] >= 3
    assert engine.board.victory_points == 21
    assert {"NY 16.5"} <= cited(engine)
