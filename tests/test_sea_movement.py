"""Sea moves (NY 13.5.5, 14.5)."""

import pytest
from war_table import choose, cited, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.kit import standard_kit
from ninevears_kernel.nine_years.land import NUMBER, SPACES
from ninevears_kernel.nine_years.piece_numbers import corps_number
from ninevears_kernel.nine_years.position import Corps, Leader, SeaControl, Siege
from ninevears_kernel.nine_years.sea_movement import passage, sea_roll_modifier

CADIZ = [
    {"set": "control", "space": "London", "side": "Alliance"},
    {"set": "sea", "zone": "Atlantic", "side": "Bourbon"},
]
LONDON = (Corps("Dutch Republic", "London"),) * 3
MINOR = "Dutch minor leader 1"


def sail(*changes, side="Alliance", dice=(), actions=2, corps=LONDON, leaders=None, items=(), **fields):
    if leaders is None:
        leaders = (Leader(MINOR, "Dutch Republic", "London"),)
    fields = {
        "corps": corps,
        "leaders": leaders,
        "fleets": (),
        "active": side,
        "actions_left": actions,
    } | fields
    return table(position_with(*(changes or CADIZ), **fields), ("action", side), *items, dice=dice)


GROUP = ("sail London", f"lead {MINOR}", "with 2 Dutch Republic")
"""After this the group is full, and weighs anchor."""


def stack(war, space, side="Alliance"):
    return war.board.stacks[side][NUMBER[space]]


@pytest.mark.clause("NY 13.5.5")
@pytest.mark.clause("NY 14.5.2")
def test_from_london_to_cadiz():
    """E7: the Atlantic is Bourbon, the die 3: one corps is reduced, and the group arrives."""
    war = choose(sail(dice=[3]), *GROUP, "to Cadiz")
    assert stack(war, "Cadiz") == (
        corps_number("Dutch Republic", used=True),
        corps_number("Dutch Republic", reduced=True, used=True),
    )
    assert stack(war, "London") == (corps_number("Dutch Republic"),)
    assert war.board.position().leaders == (Leader(MINOR, "Dutch Republic", "Cadiz", used=True),)
    assert war.board.actions_left == 1
    assert war.faces[0][0] == 3


@pytest.mark.clause("NY 14.5.2")
@pytest.mark.parametrize(("face", "full", "reduced"), [(4, 2, 0), (6, 2, 0), (3, 1, 1)])
def test_the_group_arrives_on_one_or_more(face, full, reduced):
    arrived = stack(choose(sail(dice=[face]), *GROUP, "to Cadiz"), "Cadiz")
    assert sum(not corps & 4 for corps in arrived) == full
    assert sum(bool(corps & 4) for corps in arrived) == reduced


@pytest.mark.clause("NY 14.5.2")
@pytest.mark.parametrize("face", [1, 2])
def test_on_nothing_every_corps_is_reduced_and_the_group_returns(face):
    corps = (Corps("Dutch Republic", "London"), Corps("Spain", "London", reduced=True))
    war = sail(dice=[face], corps=corps)
    before = war.board.pool("Spain")
    choose(war, "sail London", "with 1 Dutch Republic", "with 1 Spain reduced", "weigh", "to Cadiz")
    assert stack(war, "Cadiz") == ()
    assert stack(war, "London") == (corps_number("Dutch Republic", reduced=True, used=True),)
    assert war.board.pool("Spain") == before + 1


@pytest.mark.clause("NY 14.5.2")
def test_the_owner_chooses_the_corps_that_is_reduced():
    corps = (Corps("Dutch Republic", "London"), Corps("Spain", "London", reduced=True))
    war = choose(
        sail(dice=[3], corps=corps), "sail London", "with 1 Dutch Republic", "with 1 Spain reduced", "weigh",
        "to Cadiz",
    )  # fmt: skip
    assert war.side == "Alliance"
    assert options(war) == ["reduce Dutch Republic used", "reduce Spain reduced used"]
    assert clauses_against(war, "reduce France") == ["NY 14.5.2"]
    choose(war, "reduce Spain reduced used")
    assert stack(war, "Cadiz") == (corps_number("Dutch Republic", used=True),)


@pytest.mark.clause("NY 14.5.2")
def test_the_roll():
    start = position_with()
    table_ = standard_kit().tables.sea_movement
    assert sea_roll_modifier(start, "Bourbon", ("Mediterranean",), table_) is None
    assert sea_roll_modifier(start, "Bourbon", ("Mediterranean", "Atlantic"), table_) == 0
    assert sea_roll_modifier(start, "Alliance", ("Mediterranean", "Atlantic"), table_) == -2
    assert sea_roll_modifier(start, "Alliance", ("Atlantic",), table_) == 0


@pytest.mark.clause("NY 14.5.2")
def test_in_a_sea_of_nobody_only_a_one_costs_a_corps():
    nobody = CADIZ[:1]
    assert len(stack(choose(sail(*nobody, dice=[2]), *GROUP, "to Cadiz"), "Cadiz")) == 2
    war = choose(sail(*nobody, dice=[1]), *GROUP, "to Cadiz")
    assert corps_number("Dutch Republic", reduced=True, used=True) in stack(war, "Cadiz")


@pytest.mark.clause("NY 14.5.2")
def test_nothing_is_rolled_in_friendly_zones():
    war = choose(sail(CADIZ[0], {"set": "sea", "zone": "Atlantic", "side": "Alliance"}), *GROUP, "to Cadiz")
    assert len(stack(war, "Cadiz")) == 2


@pytest.mark.clause("NY 14.5.2")
def test_leaders_alone_lose_nothing_and_may_be_turned_back():
    commands = ("sail London", f"lead {MINOR}", "weigh", "to Cadiz")
    there = choose(sail(dice=[3]), *commands)
    back = choose(sail(dice=[2]), *commands)
    assert [there.board.leaders_at("Alliance", NUMBER[name]) != [] for name in ("London", "Cadiz")] == [
        False,
        True,
    ]
    assert [back.board.leaders_at("Alliance", NUMBER[name]) != [] for name in ("London", "Cadiz")] == [
        True,
        False,
    ]


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 2.6")
def test_a_group_passes_as_few_enemy_zones_as_it_can():
    position = position_with().replace(seas=SeaControl("Alliance", "Bourbon"))
    london, cadiz, gibraltar, genoa, malaga = (
        NUMBER[name] for name in ("London", "Cadiz", "Gibraltar", "Barcelona", "Malaga")
    )
    assert passage(position, "Alliance", london, cadiz) == ("Atlantic",)
    assert passage(position, "Alliance", london, gibraltar) == ("Atlantic",)  # it borders both
    assert passage(position, "Alliance", london, malaga) == ("Atlantic", "Mediterranean")
    assert passage(position, "Bourbon", gibraltar, genoa) == ("Mediterranean",)
    assert passage(position, "Bourbon", gibraltar, london) == ("Atlantic",)


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 14.4")
def test_an_enemy_unfortified_port_is_taken_by_corps_but_not_by_leaders():
    war = choose(sail(dice=[6]), *GROUP)
    assert "to Cherbourg" in options(war)
    choose(war, "to Cherbourg")
    assert war.board.controller("Cherbourg") == "Alliance"
    alone = choose(sail(), "sail London", f"lead {MINOR}", "weigh")
    assert clauses_against(alone, "to Cherbourg") == ["NY 14.2"]


IRELAND = [CADIZ[0], {"set": "sea", "zone": "Atlantic", "side": "Alliance"}]
"""London and the sea are the Alliance's, Ireland the Bourbons', and nobody guards it but its garrisons."""


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 17.1")
def test_a_group_with_corps_lands_before_an_enemy_fortress_and_besieges_it():
    war = choose(sail(*IRELAND), *GROUP, "to Cork")
    assert len(stack(war, "Cork")) == 2
    assert war.board.controller("Cork") == "Bourbon"
    assert war.board.besieger("Cork") == "Alliance"
    assert {"NY 14.5.1", "NY 17.1"} <= cited(war)
    assert "NY 13.4.3" in clauses_against(war, "campaign Cork")  # they have acted this round


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 11.1.3.c")
@pytest.mark.clause("NY 17.5.2")
def test_in_later_rounds_who_landed_may_take_the_fortress():
    a_round = (("round-end", "Alliance"), ("force", "Alliance", NUMBER["Cork"], (), ()))
    war = choose(sail(*IRELAND, items=a_round * 2, dice=[6, 6]), *GROUP, "to Cork", "end")
    before = war.board.victory_points
    choose(war, "whole", "besiege")
    assert war.board.strength(NUMBER["Cork"]) == 1
    choose(war, "whole", "besiege")
    assert war.board.controller("Cork") == "Alliance"
    assert war.board.victory_points == before + 1


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 11.1.3.c")
def test_who_landed_besieges_nothing_without_the_sea():
    a_round = (("round-end", "Alliance"), ("force", "Alliance", NUMBER["Cork"], (), ()))
    war = choose(sail(*CADIZ[:1], items=a_round, dice=[6]), *GROUP, "to Cork", "end", f"lead {MINOR}")
    choose(war, "with 1 Dutch Republic")
    assert clauses_against(war, "besiege") == ["NY 17.5.1", "NY 11.1.2"]


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 14.2")
def test_leaders_alone_land_before_an_enemy_fortress_only_where_their_corps_besiege_it():
    alone = ("sail London", f"lead {MINOR}", "weigh")
    assert clauses_against(choose(sail(*IRELAND), *alone), "to Cork") == ["NY 14.2"]
    besieged = {"corps": (*LONDON, Corps("Spain", "Cork")), "sieges": (Siege("Cork", "Alliance"),)}
    joined = choose(sail(*IRELAND, **besieged), *alone, "to Cork")
    assert joined.board.leaders_at("Alliance", NUMBER["Cork"])


@pytest.mark.clause("NY 14.5.1")
def test_corps_join_besiegers_by_sea_though_a_garrison_is_inside():
    corps = (*LONDON, Corps("Spain", "Cork"), Corps("Jacobite", "Cork", inside=True))
    war = choose(sail(*IRELAND, corps=corps, sieges=(Siege("Cork", "Alliance"),)), *GROUP, "to Cork")
    assert len(stack(war, "Cork")) == 3
    assert len(war.board.garrisons[NUMBER["Cork"]]) == 1


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 14.3")
def test_nobody_lands_before_a_fortress_where_enemy_corps_stand_but_leaders_give_way():
    lord = Leader("Tyrconnell", "Jacobite", "Dublin")
    minor = Leader(MINOR, "Dutch Republic", "London")
    guarded = (*LONDON, Corps("Jacobite", "Dublin", reduced=True))
    war = choose(sail(*IRELAND, corps=guarded, leaders=(minor, lord)), *GROUP)
    assert clauses_against(war, "to Dublin") == ["NY 14.5.1"]
    assert clauses_against(war, "to Galway") == []
    war = choose(sail(*IRELAND, leaders=(minor, lord)), *GROUP, "to Dublin")
    assert war.board.besieger("Dublin") == "Alliance"
    assert not war.board.leaders_at("Bourbon", NUMBER["Dublin"])


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 19.a")
def test_who_landed_and_took_nothing_goes_home_by_sea_in_winter():
    war = choose(sail(*IRELAND, items=(("winter-withdrawal",),)), *GROUP, "to Cork", "end")
    choose(war, "rest London")
    assert stack(war, "Cork") == ()
    assert len(stack(war, "London")) == 3
    assert war.board.besieger("Cork") is None


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 14.2")
def test_a_group_that_loses_its_only_corps_does_not_land_in_an_enemy_port():
    war = sail(dice=[3], corps=(Corps("Dutch Republic", "London", reduced=True),))
    choose(war, "sail London", f"lead {MINOR}", "with 1 Dutch Republic reduced", "to Cherbourg")
    assert war.board.controller("Cherbourg") == "Bourbon"
    assert war.board.leaders_at("Alliance", NUMBER["London"])
    assert "NY 14.2" in cited(war)


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 4.3")
@pytest.mark.clause("NY 7.2.1.a")
def test_where_no_group_may_land():
    corps = (*LONDON, Corps("France", "Ostend"), Corps("France", "Cherbourg"))
    war = choose(sail(corps=corps, sieges=(Siege("Ostend", "Bourbon"),)), *GROUP)
    assert clauses_against(war, "to London") == ["NY 14.5.1"]
    assert clauses_against(war, "to Ostend") == ["NY 14.5.1"]  # under siege
    assert clauses_against(war, "to Cherbourg") == ["NY 14.5.1"]  # enemy corps
    assert clauses_against(war, "to Nice") == ["NY 7.2.1.a"]
    assert clauses_against(war, "to Brussels") == ["NY 14.5.1"]  # no port


@pytest.mark.clause("NY 13.5.5")
def test_two_corps_at_most_and_at_least_one_piece():
    war = choose(sail(), "sail London")
    assert options(war) == [f"lead {MINOR}", "with 1 Dutch Republic", "with 2 Dutch Republic"]
    assert clauses_against(war, "weigh") == ["NY 13.5.5"]
    assert clauses_against(war, "with 3 Dutch Republic") == ["NY 13.5.5"]
    assert clauses_against(war, "with 0 Dutch Republic") == ["NY 13.5.5"]
    assert clauses_against(war, "with 1 Spain") == ["NY 13.5.5"]
    assert clauses_against(war, "lead William III") == ["NY 13.5.5"]
    choose(war, "with 1 Dutch Republic", f"lead {MINOR}")
    assert clauses_against(war, "with 2 Dutch Republic") == ["NY 13.5.5"]
    assert clauses_against(war, f"lead {MINOR}") == ["NY 13.5.5"]


@pytest.mark.clause("NY 13.4.3")
@pytest.mark.clause("NY 17.3")
def test_pieces_that_acted_or_are_besieged_stay():
    leaders = (
        Leader(MINOR, "Dutch Republic", "London", used=True),
        Leader("Ginkel", "Dutch Republic", "London", inside=True),
    )
    corps = (*LONDON[:2], Corps("Dutch Republic", "London", used=True))
    war = choose(sail(corps=corps, leaders=leaders), "sail London")
    assert clauses_against(war, f"lead {MINOR}") == ["NY 13.4.3"]
    assert clauses_against(war, "lead Ginkel") == ["NY 17.3"]
    assert clauses_against(war, "with 1 Dutch Republic used") == ["NY 13.4.3"]
    spent = sail(corps=(Corps("Dutch Republic", "London", used=True), Corps("Spain", "Madrid")), leaders=())
    assert clauses_against(spent, "sail London") == ["NY 13.4.3"]


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 17.3")
def test_from_which_ports_a_group_sails():
    corps = (
        *LONDON,
        Corps("Dutch Republic", "Brussels"),
        Corps("Dutch Republic", "Brest"),
        Corps("Spain", "Ostend", inside=True),
        Corps("France", "Ostend"),
    )
    war = sail(corps=corps, sieges=(Siege("Ostend", "Bourbon"), Siege("Brest", "Alliance")))
    assert [text for text in options(war) if text.startswith("sail")] == ["sail London"]
    assert clauses_against(war, "sail Brussels") == ["NY 14.5.1"]
    assert clauses_against(war, "sail Brest") == ["NY 14.5.1"]
    assert "NY 17.3" in clauses_against(war, "sail Ostend")


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 14.2")
def test_with_no_port_open_nobody_sails():
    """A map on which London is the only port of the Alliance, and the others stand open to corps alone."""
    own = position_with().control.Alliance
    everything = [
        {"set": "control", "space": space.name, "side": "Bourbon"}
        for space in SPACES
        if space.ports and own >> space.index & 1
    ]
    war = choose(sail(*everything, *CADIZ), "sail London", f"lead {MINOR}")
    assert clauses_against(war, "weigh") == ["NY 14.2"]
    shut = (
        *LONDON,
        *(Corps("France", space.name) for space in SPACES if space.ports and space.name != "London"),
    )
    assert clauses_against(sail(*everything, *CADIZ, corps=shut), "sail London") == ["NY 14.5.1"]
