"""The force of a Campaign action: who is picked, how many may go, and what it does (NY 13.5.1, 14.1.2)."""

import pytest
from war_table import choose, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.land import NUMBER
from ninevears_kernel.nine_years.piece_numbers import USED, corps_number
from ninevears_kernel.nine_years.position import Corps, Leader, Siege

ANTWERP = (
    Leader("Dutch minor leader 1", "Dutch Republic", "Antwerp"),
    Leader("Marlborough", "Britain", "Antwerp"),
    Leader("William III", "Dutch Republic", "Antwerp"),
)
TWELVE = (Corps("Dutch Republic", "Antwerp"),) * 12


def force(space="Antwerp", side="Alliance", readings=None, **fields):
    """A war in which a side forms a force; no other pieces are on the map."""
    fields = {"leaders": ANTWERP, "corps": TWELVE} | fields
    return table(position_with(**fields), ("force", side, NUMBER[space], (), ()), readings=readings)


def army_c():
    """Leaders and corps besiege Tournai: 4 full corps and a reduced one."""
    return force(
        "Tournai",
        leaders=(Leader("William III", "Dutch Republic", "Tournai"),),
        corps=(*(Corps("Dutch Republic", "Tournai"),) * 4, Corps("Dutch Republic", "Tournai", reduced=True)),
        sieges=(Siege("Tournai", "Alliance"),),
    )


@pytest.mark.clause("NY 13.5.1.a")
@pytest.mark.parametrize(
    ("leaders", "limit"),
    [
        (("William III", "Marlborough", "Dutch minor leader 1"), 10),
        (("William III", "Marlborough"), 10),
        (("William III", "Dutch minor leader 1"), 9),
        (("Marlborough", "Dutch minor leader 1"), 7),
        (("William III",), 6),
    ],
)
def test_two_leaders_count(leaders, limit):
    """E4: 10 corps go from Antwerp, the eleventh does not."""
    war = choose(force(), *(f"lead {leader}" for leader in leaders))
    assert f"with {limit} Dutch Republic" in options(war)
    assert clauses_against(war, f"with {limit} Dutch Republic") == []
    assert clauses_against(war, f"with {limit + 1} Dutch Republic") == ["NY 13.5.1.a"]


@pytest.mark.clause("NY 13.5.1.a")
def test_a_refusal_tells_the_smallest_remedy():
    war = choose(force(), "lead William III", "lead Marlborough")
    refused = next(
        war.decision[0].objections(war, ("with", (12, corps_number("Dutch Republic"))), *war.decision[1])
    )
    assert (refused.facts["limit"], str(refused.remedy)) == (10, "leave 2 corps behind")


@pytest.mark.parametrize(("reading", "limit"), [("two-leaders", 10), ("every-leader", 12)])
def test_the_reading_of_the_limit(reading, limit):
    war = choose(force(readings={"force-limit": reading}), "whole")
    assert len(marching(war)) == limit


def marching(war):
    """The corps of the force that marches or is being formed."""
    return war.board.agenda[-1][4]


@pytest.mark.clause("NY 3.1")
@pytest.mark.parametrize(("named", "limit"), [(False, 3), (True, 5)])
def test_a_leader_commands_by_the_side_that_lies_up(named, limit):
    """Catinat has 3 on his plain side and 5 after his promotion."""
    war = force("Paris", "Bourbon", leaders=(Leader("Catinat", "France", "Paris", named),),
                corps=(Corps("France", "Paris"),) * 8)  # fmt: skip
    choose(war, "whole")
    assert len(marching(war)) == limit


@pytest.mark.clause("NY 13.5.1.b")
def test_not_every_piece_need_be_picked():
    war = choose(force(), "lead Marlborough", "with 2 Dutch Republic", "march")
    board = war.board
    assert sum(bool(corps & USED) for corps in board.stacks["Alliance"][NUMBER["Antwerp"]]) == 2
    used = [row.name for row, state in zip(war.kit.leaders, board.state, strict=True) if state & USED]
    assert used == ["Marlborough"]


@pytest.mark.clause("NY 14.1.2")
def test_corps_need_a_leader():
    war = force()
    assert clauses_against(war, "with 1 Dutch Republic") == ["NY 14.1.2"]
    assert clauses_against(war, "march") == ["NY 14.1.2"]
    assert not [text for text in options(war) if text.startswith(("with", "march"))]


@pytest.mark.clause("NY 13.4.3")
def test_who_has_acted_is_not_picked():
    war = force(
        leaders=(
            Leader("Marlborough", "Britain", "Antwerp", used=True),
            Leader("William III", "Dutch Republic", "Antwerp"),
        ),
        corps=(
            *(Corps("Dutch Republic", "Antwerp"),) * 2,
            *(Corps("Dutch Republic", "Antwerp", used=True),) * 2,
        ),
    )
    assert clauses_against(war, "lead Marlborough") == ["NY 13.4.3"]
    choose(war, "lead William III")
    assert clauses_against(war, "with 1 Dutch Republic used") == ["NY 13.4.3"]
    assert clauses_against(war, "with 3 Dutch Republic") == ["NY 13.5.1.b"]


@pytest.mark.clause("NY 17.3")
def test_a_besieged_leader_leads_no_force():
    war = force(
        "Namur",
        leaders=(
            Leader("Gastanaga", "Spain", "Namur", inside=True),
            Leader("William III", "Dutch Republic", "Namur", inside=True),
        ),
        corps=(Corps("Spain", "Namur", inside=True), Corps("France", "Namur")),
        sieges=(Siege("Namur", "Bourbon"),),
    )
    assert not war.options  # nobody can be picked: the decision is passed over


def test_nobody_is_picked_twice_or_from_elsewhere():
    war = force(leaders=(*ANTWERP, Leader("Waldeck", "Dutch Republic", "Nijmegen")))
    choose(war, "lead Marlborough")
    assert clauses_against(war, "lead Marlborough") == ["NY 13.5.1.a"]
    assert clauses_against(war, "lead Waldeck") == ["NY 14.1.3"]
    assert clauses_against(war, "lead Catinat") == ["NY 13.5.1.a"]
    assert clauses_against(war, "whole") == ["NY 13.5.1.b"]


def test_the_whole_takes_the_best_corps_that_the_leaders_command():
    war = force(
        leaders=(Leader("Dutch minor leader 1", "Dutch Republic", "Antwerp"),),
        corps=(
            Corps("Dutch Republic", "Antwerp", reduced=True),
            Corps("Dutch Republic", "Antwerp", demoralised=True),
            Corps("Dutch Republic", "Antwerp", used=True),
            Corps("Spain", "Antwerp"),
            Corps("Spain", "Antwerp"),
        ),
    )
    choose(war, "whole")
    assert marching(war) == tuple(
        sorted(
            corps_number(power, demoralised=shaken, used=True)
            for power, shaken in (("Spain", False), ("Spain", False), ("Dutch Republic", True))
        )
    )


@pytest.mark.clause("NY 4.2")
def test_a_leader_commands_corps_of_any_friendly_power():
    war = force(corps=(Corps("Spain", "Antwerp"), Corps("Subsidy", "Antwerp")))
    choose(war, "lead Marlborough", "with 1 Spain", "with 1 Subsidy")
    assert len(marching(war)) == 2


@pytest.mark.clause("NY 17.1")
@pytest.mark.clause("NY 17.5.1")
def test_a_siege_needs_besiegers_and_enough_of_them():
    assert "NY 17.1" in clauses_against(choose(force(), "lead William III"), "besiege")
    war = choose(army_c(), "lead William III")
    assert "NY 17.5.1" in clauses_against(war, "besiege")
    choose(war, "with 2 Dutch Republic")
    assert "besiege" in options(war)


@pytest.mark.clause("NY 13.5.1.b")
@pytest.mark.clause("NY 13.5.1.a")
def test_part_of_an_army_besieges_and_another_corps_is_restored():
    """E5: one action, part of the corps conduct a siege; another action there, a Replacement."""
    position = army_c().board.position()
    position = position.replace(active="Alliance", actions_left=2, agenda=())
    war = table(position, ("action", "Alliance"), dice=[1])
    choose(war, "campaign Tournai", "lead William III", "with 4 Dutch Republic", "besiege")
    assert clauses_against(war, "replace Dutch Republic reduced, Tournai") == []
    choose(war, "replace Dutch Republic reduced, Tournai")
    full = (corps_number("Dutch Republic", used=True),) * 5
    assert war.board.stacks["Alliance"][NUMBER["Tournai"]] == full


@pytest.mark.clause("NY 13.5.1.a")
def test_a_force_marches_or_besieges_not_both():
    war = choose(army_c(), "whole", "march")
    assert war.decision[0].verbs == ("to", "drop", "leave", "stop")
    position = army_c().board.position().replace(agenda=())
    war = table(position, ("force", "Alliance", NUMBER["Tournai"], (), ()), dice=[1])
    choose(war, "whole", "besiege")
    assert not war.options  # the roll is made, and the action is over


@pytest.mark.clause("NY 14.1.3.a")
def test_the_engine_knows_pieces_and_no_armies():
    """Whoever stands in the space may join before the march begins, whatever marker stands there."""
    war = force(corps=(*TWELVE[:3], Corps("Spain", "Antwerp"), Corps("Subsidy", "Antwerp")))
    choose(war, "lead William III", "lead Marlborough")
    for kind in ("3 Dutch Republic", "1 Spain", "1 Subsidy"):
        assert f"with {kind}" in options(war)
    fields = type(war.board.position()).__struct_fields__
    assert not [field for field in fields if "arm" in field]
