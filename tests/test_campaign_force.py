"""The force of a Campaign action: who is picked, how many may go, and what it does (NY 13.5.1, 14.1.2)."""

import pytest
from war_table import choose, clauses_against, options, permits, position_with, table

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.piece_numbers import USED, corps_number
from ninevears_kernel.nine_years.components.position import Corps, Leader, Siege
from ninevears_kernel.nine_years.rules.campaign.limits import campaign_force

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
    engine = choose(force(), *(f"lead {leader}" for leader in leaders))
    assert f"with {limit} Dutch Republic" in options(engine)
    assert clauses_against(engine, f"with {limit} Dutch Republic") == []
    assert clauses_against(engine, f"with {limit + 1} Dutch Republic") == ["NY 13.5.1.a"]


@pytest.mark.clause("NY 4.2")
def test_corps_of_a_power_that_no_leader_is_of_come_along():
    engine = force(corps=(Corps("Dutch Republic", "Antwerp"), Corps("Spain", "Antwerp")))
    choose(engine, "lead William III", "lead Marlborough")
    assert "force.of-another-power" in permits(engine, "with 1 Spain")
    assert "force.of-another-power" not in permits(engine, "with 1 Dutch Republic")


@pytest.mark.clause("NY 13.5.1.a")
def test_a_refusal_tells_the_smallest_remedy():
    engine = choose(force(), "lead William III", "lead Marlborough")
    refused = next(
        engine.decision[0].objections(
            engine, ("with", (12, corps_number("Dutch Republic"))), *engine.decision[1]
        )
    )
    assert (refused.facts["limit"], str(refused.remedy)) == (10, "leave 2 corps behind")


@pytest.mark.parametrize(("reading", "limit"), [("two-leaders", 10), ("every-leader", 12)])
def test_the_reading_of_the_limit(reading, limit):
    engine = choose(force(readings={"force-limit": reading}), "whole")
    assert len(marching(engine)) == limit


def marching(engine):
    """The corps of the force that marches or is being formed."""
    return engine.board.agenda[-1][4]


@pytest.mark.clause("NY 3.1")
@pytest.mark.parametrize(("named", "limit"), [(False, 3), (True, 5)])
def test_a_leader_commands_by_the_side_that_lies_up(named, limit):
    """Catinat has 3 on his plain side and 5 after his promotion."""
    engine = force("Paris", "Bourbon", leaders=(Leader("Catinat", "France", "Paris", named),),
                corps=(Corps("France", "Paris"),) * 8)  # fmt: skip
    choose(engine, "whole")
    assert len(marching(engine)) == limit


@pytest.mark.clause("NY 13.5.1.b")
def test_not_every_piece_need_be_picked():
    engine = choose(force(), "lead Marlborough", "with 2 Dutch Republic", "march")
    board = engine.board
    assert sum(bool(corps & USED) for corps in board.stacks["Alliance"][NUMBER["Antwerp"]]) == 2
    used = [
        row.name for row, state in zip(engine.rule_tables.leaders, board.state, strict=True) if state & USED
    ]
    assert used == ["Marlborough"]


@pytest.mark.clause("NY 14.1.2")
def test_corps_need_a_leader():
    engine = force()
    assert clauses_against(engine, "with 1 Dutch Republic") == ["NY 14.1.2"]
    assert clauses_against(engine, "march") == ["NY 14.1.2"]
    assert not [text for text in options(engine) if text.startswith(("with", "march"))]


@pytest.mark.clause("NY 13.4.3")
def test_who_has_acted_is_not_picked():
    engine = force(
        leaders=(
            Leader("Marlborough", "Britain", "Antwerp", used=True),
            Leader("William III", "Dutch Republic", "Antwerp"),
        ),
        corps=(
            *(Corps("Dutch Republic", "Antwerp"),) * 2,
            *(Corps("Dutch Republic", "Antwerp", used=True),) * 2,
        ),
    )
    assert clauses_against(engine, "lead Marlborough") == ["NY 13.4.3"]
    choose(engine, "lead William III")
    assert clauses_against(engine, "with 1 Dutch Republic used") == ["NY 13.4.3"]
    assert clauses_against(engine, "with 3 Dutch Republic") == ["NY 13.4.3"]


@pytest.mark.clause("NY 17.3")
def test_a_besieged_leader_leads_no_force():
    engine = force(
        "Namur",
        leaders=(
            Leader("Gastanaga", "Spain", "Namur", inside=True),
            Leader("William III", "Dutch Republic", "Namur", inside=True),
        ),
        corps=(Corps("Spain", "Namur", inside=True), Corps("France", "Namur")),
        sieges=(Siege("Namur", "Bourbon"),),
    )
    assert not engine.options  # nobody can be picked: the decision is passed over


def test_nobody_is_picked_twice_or_from_elsewhere():
    engine = force(leaders=(*ANTWERP, Leader("Waldeck", "Dutch Republic", "Nijmegen")))
    choose(engine, "lead Marlborough")
    assert clauses_against(engine, "lead Marlborough") == ["NY 13.5.1.a"]
    assert clauses_against(engine, "lead Waldeck") == ["NY 14.1.3"]
    assert clauses_against(engine, "lead Catinat") == ["NY 13.5.1.a"]
    assert clauses_against(engine, "whole") == ["NY 13.5.1.b"]


def test_the_whole_takes_the_best_corps_that_the_leaders_command():
    engine = force(
        leaders=(Leader("Dutch minor leader 1", "Dutch Republic", "Antwerp"),),
        corps=(
            Corps("Dutch Republic", "Antwerp", reduced=True),
            Corps("Dutch Republic", "Antwerp", demoralised=True),
            Corps("Dutch Republic", "Antwerp", used=True),
            Corps("Spain", "Antwerp"),
            Corps("Spain", "Antwerp"),
        ),
    )
    choose(engine, "whole")
    assert marching(engine) == tuple(
        sorted(
            corps_number(power, demoralised=shaken, used=True)
            for power, shaken in (("Spain", False), ("Spain", False), ("Dutch Republic", True))
        )
    )


@pytest.mark.clause("NY 4.2")
def test_a_leader_commands_corps_of_any_friendly_power():
    engine = force(corps=(Corps("Spain", "Antwerp"), Corps("Subsidy", "Antwerp")))
    choose(engine, "lead Marlborough", "with 1 Spain", "with 1 Subsidy")
    assert len(marching(engine)) == 2


@pytest.mark.clause("NY 17.1")
@pytest.mark.clause("NY 17.5.1")
def test_a_siege_needs_besiegers_and_enough_of_them():
    assert "NY 17.1" in clauses_against(choose(force(), "lead William III"), "besiege")
    engine = choose(army_c(), "lead William III")
    assert "NY 17.5.1" in clauses_against(engine, "besiege")
    choose(engine, "with 2 Dutch Republic")
    assert "besiege" in options(engine)


@pytest.mark.clause("NY 13.5.1.b")
@pytest.mark.clause("NY 13.5.1.a")
def test_part_of_an_army_besieges_and_another_corps_is_restored():
    """E5: one action, part of the corps conduct a siege; another action there, a Replacement."""
    position = army_c().board.position()
    position = position.replace(active="Alliance", actions_left=2, agenda=())
    engine = table(position, ("action", "Alliance"), dice=[1])
    choose(engine, "campaign Tournai", "lead William III", "with 4 Dutch Republic", "besiege")
    assert clauses_against(engine, "replace Dutch Republic reduced, Tournai") == []
    choose(engine, "replace Dutch Republic reduced, Tournai")
    full = (corps_number("Dutch Republic", used=True),) * 5
    assert engine.board.stacks["Alliance"][NUMBER["Tournai"]] == full


@pytest.mark.clause("NY 13.5.1.a")
def test_a_force_marches_or_besieges_not_both():
    engine = choose(army_c(), "whole", "march")
    assert engine.decision[0].verbs == ("to", "drop", "leave", "stop")
    position = army_c().board.position().replace(agenda=())
    engine = table(position, ("force", "Alliance", NUMBER["Tournai"], (), ()), dice=[1])
    choose(engine, "whole", "besiege")
    assert not engine.options  # the roll is made, and the action is over


@pytest.mark.clause("NY 14.1.3.a")
def test_the_engine_knows_pieces_and_no_armies():
    """Whoever stands in the space may join before the march begins, whatever marker stands there."""
    engine = force(corps=(*TWELVE[:3], Corps("Spain", "Antwerp"), Corps("Subsidy", "Antwerp")))
    choose(engine, "lead William III", "lead Marlborough")
    for kind in ("3 Dutch Republic", "1 Spain", "1 Subsidy"):
        assert f"with {kind}" in options(engine)
    fields = type(engine.board.position()).__struct_fields__
    assert not [field for field in fields if "arm" in field]


# ---- the ruling


@pytest.mark.clause("NY 13.5.1.a")
@pytest.mark.parametrize(
    ("chosen", "told", "ratings", "limit"),
    [
        ({}, "force.limit", [6, 4], 10),
        ({"force-limit": "every-leader"}, "force.every-limit", [3, 6, 4], 13),
    ],
)
def test_the_ruling_names_the_ratings_that_count(chosen, told, ratings, limit):
    context = RulingContext(chosen=chosen)
    finding = campaign_force([3, 6, 4], 10, context)
    assert (finding.verdict, finding.answer["limit"]) == ("legal", limit)
    assert [(s.says.id, list(s.says.values["ratings"])) for s in context.steps] == [(told, ratings)]
