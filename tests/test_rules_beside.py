"""History beside the rules: every battle and siege on the map gets its nearest position and its odds."""

from fractions import Fraction
from functools import cache

import pytest

from ninevears_kernel import chronicle
from ninevears_kernel.chronicle.beside_many import chances
from ninevears_kernel.chronicle.forces_beside import MEN
from ninevears_kernel.chronicle.rules_beside import MOST_ROLLS, beside, events_beside
from ninevears_kernel.chronicle.tables import event_row
from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.nine_years.components.powers import side_of
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.widgets import RulesBeside

EVENTS = events_beside()
SIEGES = [event for event in EVENTS if event_row(event)["kind"] == "siege"]
BATTLES = [event for event in EVENTS if event_row(event)["kind"] == "battle"]


@cache
def found_beside(event):
    """What stands beside an event; made when a test asks, not when tests are collected."""
    return beside(event)


def left_out(event):
    return {message.id for message in found_beside(event).left_out}


def test_most_of_the_fighting_on_the_map_is_there():
    table = chronicle.events().query("kind in ('battle', 'siege') and space != '' and attacker != ''")
    assert len(EVENTS) >= 0.95 * len(table)
    assert len(SIEGES) >= 40
    assert len(BATTLES) >= 15


@pytest.mark.parametrize("event", EVENTS)
def test_the_ruling_is_one_on_its_own_case(event):
    found = found_beside(event)
    assert rule_case(found.case) == found.ruling
    assert found.ruling.verdict in ("legal", "result")
    assert found.likely == found.ruling.odds
    assert found.likely
    for odds in found.likely.values():
        assert sum(chance for _, chance in odds) == 1
    assert str(found.happened)
    assert all(str(message) for message in found.left_out)


@pytest.mark.parametrize("event", EVENTS)
def test_the_position_has_no_troops_but_those_of_the_event(event):
    row, position = event_row(event), found_beside(event).case["given"]["position"]
    told = set(f"{row['attacker_powers']};{row['defender_powers']}".split(";"))
    there = position.corps_in(row["space"])
    assert {corps.power for corps in there} <= told | {"France", "Dutch Republic"}
    sides = {side_of(position, corps.power) for corps in there}
    assert row["attacker"] in sides
    assert position.leaders_in(row["space"])
    assert Board(position).position() == position


@pytest.mark.parametrize("event", SIEGES)
def test_a_siege_can_only_go_on(event):
    found = found_beside(event)
    if found.too_few:
        assert found.chance is None
        return
    assert len(found.rolls) == MOST_ROLLS
    assert list(found.rolls) == sorted(found.rolls)
    assert 0 < found.rolls[-1] < 1
    assert found.rolls[0] == dict(found.likely["falls"]).get(True, 0)
    outcome = event_row(event)["outcome"]
    wanted = {"attacker": found.rolls[-1], "defender": 1 - found.rolls[-1]}.get(outcome)
    assert found.chance == wanted


@pytest.mark.parametrize("event", BATTLES)
def test_a_battle_has_the_chance_of_its_winner(event):
    found, row = found_beside(event), event_row(event)
    winners = dict(found.likely["winner"])
    if row["outcome"] not in ("attacker", "defender") or found.too_few:
        assert found.chance is None
        return
    other = "Alliance" if row["attacker"] == "Bourbon" else "Bourbon"
    assert found.chance == winners[row["attacker"] if row["outcome"] == "attacker" else other]


def test_namur_twice():
    """A greater garrison makes 1695 the harder siege, as it was."""
    first, second = found_beside("namur-1692"), found_beside("namur-1695")
    assert [siege.by for siege in first.case["given"]["position"].sieges] == ["Bourbon"]
    assert first.ruling.answer["needed"] < second.ruling.answer["needed"]
    assert first.rolls[2] > second.rolls[2]
    position = second.case["given"]["position"]
    assert {"William III", "Max Emanuel"} <= {leader.name for leader in position.leaders_in("Namur")}
    inside = [leader.name for leader in position.leaders_in("Namur") if leader.inside]
    assert inside == ["Boufflers"]
    assert sum(corps.inside for corps in position.corps_in("Namur")) == 2
    assert "beside.garrison-limit" in left_out("namur-1695")


def test_the_chances_of_a_siege_by_hand():
    """Trier: strength 1, no garrison known, one corps: a 5 or 6 takes it, a 3 or 4 leaves a marker."""
    found = found_beside("trier-1688")
    assert found.rolls[0] == Fraction(1, 3)
    # 1/3, else of 6 faces: 1, 2 leave all as it was; 3, 4 continue, where a 4 is enough: 3 of 6
    assert found.rolls[1] == Fraction(1, 3) + Fraction(1, 3) * Fraction(1, 3) + Fraction(1, 3) * Fraction(
        1, 2
    )


def test_fleurus():
    found = found_beside("fleurus-1690")
    position = found.case["given"]["position"]
    corps = position.corps_in("Charleroi")
    row = event_row("fleurus-1690")
    french = sum(0.5 if one.reduced else 1 for one in corps if one.power == "France")
    men = (int(row["attacker_strength_low"]) + int(row["attacker_strength_high"])) / 2
    assert abs(french - men / MEN) <= 0.25
    luxembourg = next(one for one in position.leaders if one.name == "Luxembourg")
    assert (luxembourg.space, luxembourg.named) == ("Charleroi", True)
    assert found.chance > Fraction(1, 2)


def test_what_is_not_known_is_told():
    blank = [event for event in SIEGES if not event_row(event)["defender_strength_low"]]
    assert blank
    assert all("beside.no-garrison" in left_out(event) for event in blank)
    small = [event for event in SIEGES if event_row(event)["space"] not in event_row(event)["place"]]
    assert small
    assert all(("beside.stands-for" in left_out(event)) == (event in small) for event in SIEGES)
    assert "beside.limit" in left_out("namur-1692")
    assert "beside.more-needed" in left_out("cavour-1690")
    assert "beside.too-small" in left_out("cromdale-1690")
    assert "beside.minor-leader" in left_out("edinburgh-castle-1689")
    opened = [event for event in SIEGES if "beside.line-opened" in left_out(event)]
    assert len(opened) < len(SIEGES) / 4


@pytest.mark.parametrize(
    ("event", "origin", "told"),
    [
        ("ter-1694", "Perpignan", "beside.from-own"),  # over the pass, and not from Spanish Barcelona
        ("camaret-1694", "Plymouth", "beside.from-over-sea"),  # and not from French Cherbourg
        ("marsaglia-1693", "Pinerolo", "beside.from-own"),  # nearer to the field than Casale
        ("boyne-1690", "Derry", "beside.from-own"),
        ("killiecrankie-1689", "Edinburgh", "beside.from-others"),
    ],
)
def test_attackers_come_from_the_nearest_space_of_theirs(event, origin, told):
    found = found_beside(event)
    assert found.case["given"]["origin"] == origin
    [message] = [one for one in found.left_out if one.id.startswith("beside.from-")]
    assert message.id == told
    assert origin in str(message)


@pytest.mark.parametrize("event", BATTLES)
def test_nobody_comes_from_the_enemy_who_has_a_space_of_their_own(event):
    found = found_beside(event)
    position, origin = found.case["given"]["position"], found.case["given"]["origin"]
    theirs = position.controller(origin) == event_row(event)["attacker"]
    assert theirs == ("beside.from-others" not in left_out(event))


@pytest.mark.parametrize("event", EVENTS)
def test_half_a_corps_is_called_a_reduced_one(event):
    """What is told of the men is what stands on the map."""
    found = found_beside(event)
    told = {one.id: str(one) for one in found.left_out}
    there = found.case["given"]["position"].corps_in(event_row(event)["space"])
    reduced = sum(one.reduced for one in there)
    if "beside.limit" not in told and "beside.no-strength" not in told:
        said = [str(one) for one in found.left_out if one.id in ("beside.garrison", "beside.army")]
        assert sum("reduced" in one for one in said) == reduced
    garrison = [one for one in there if one.inside]
    if garrison and all(one.reduced for one in garrison):
        assert told["beside.garrison"].endswith("count as a reduced corps.")


def test_of_a_handful_of_men_no_percentage_is_given():
    few = [event for event in EVENTS if found_beside(event).too_few]
    assert {"cromdale-1690", "sant-esteve-1695", "camaret-1694", "cavan-1690"} <= set(few)
    assert not {"fleurus-1690", "namur-1692", "trier-1688", "philippsburg-1688"} & set(few)
    for event in few:
        assert found_beside(event).chance is None
        assert "beside.too-small" in left_out(event)
    table = chances(["cromdale-1690", "fleurus-1690"])
    assert table.chance.notna().tolist() == table.attacker_chance.notna().tolist() == [False, True]
    shown = RulesBeside("cromdale-1690")
    assert "%" not in shown.text
    assert "%" not in shown.beside.value + shown.picture.value + shown.more.value
    shown.show("fleurus-1690")
    assert "%" in shown.picture.value + shown.beside.value


def test_control_is_that_of_the_eve():
    assert found_beside("namur-1692").case["given"]["position"].controller("Mons") == "Bourbon"
    assert found_beside("mons-1691").case["given"]["position"].controller("Namur") == "Alliance"
    assert found_beside("ath-1697").case["given"]["position"].controller("Mons") == "Alliance"
    assert "beside.given-to" in left_out("ath-1697")


def test_what_cannot_be_set_beside_the_rules_is_refused():
    with pytest.raises(UnknownName, match="namur-1692"):
        beside("namur-1693")
    naval = chronicle.events().query("kind == 'naval'").index[0]
    with pytest.raises(BadInput, match="battle or siege"):
        beside(naval)
    colonies = chronicle.events().query("kind == 'siege' and theatre == 'colonies' and space == ''").index[0]
    with pytest.raises(BadInput, match="battle or siege"):
        beside(colonies)


def test_numbers_of_men_are_written_as_people_write_them():
    said = " ".join(map(str, beside("namur-1692").left_out))
    assert "About 7,500 men inside" in said
    assert "About 120,000 men of the Bourbon side" in said
