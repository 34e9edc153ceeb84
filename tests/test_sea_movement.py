"""Sea moves (NY 13.5.5, 14.5)."""

import pytest
from war_table import choose, cited, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.components.map_graph import bits
from ninevears_kernel.nine_years.components.map_masks import NUMBER, PORTS, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import corps_number
from ninevears_kernel.nine_years.components.position import Corps, Leader, SeaControl, Siege
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.rules.campaign.sea_movement import passage, sea_roll_modifier

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


def stack(engine, space, side="Alliance"):
    return engine.board.stacks[side][NUMBER[space]]


@pytest.mark.clause("NY 13.5.5")
@pytest.mark.clause("NY 14.5.2")
def test_from_london_to_cadiz():
    """E7: the Atlantic is Bourbon, the die 3: one corps is reduced, and the group arrives."""
    engine = choose(sail(dice=[3]), *GROUP, "to Cadiz")
    assert stack(engine, "Cadiz") == (
        corps_number("Dutch Republic", used=True),
        corps_number("Dutch Republic", reduced=True, used=True),
    )
    assert stack(engine, "London") == (corps_number("Dutch Republic"),)
    assert engine.board.position().leaders == (Leader(MINOR, "Dutch Republic", "Cadiz", used=True),)
    assert engine.board.actions_left == 1
    assert engine.faces[0][0] == 3


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
    engine = sail(dice=[face], corps=corps)
    before = engine.board.pool("Spain")
    choose(engine, "sail London", "with 1 Dutch Republic", "with 1 Spain reduced", "weigh", "to Cadiz")
    assert stack(engine, "Cadiz") == ()
    assert stack(engine, "London") == (corps_number("Dutch Republic", reduced=True, used=True),)
    assert engine.board.pool("Spain") == before + 1


@pytest.mark.clause("NY 14.5.2")
def test_the_owner_chooses_the_corps_that_is_reduced():
    corps = (Corps("Dutch Republic", "London"), Corps("Spain", "London", reduced=True))
    engine = choose(
        sail(dice=[3], corps=corps), "sail London", "with 1 Dutch Republic", "with 1 Spain reduced", "weigh",
        "to Cadiz",
    )  # fmt: skip
    assert engine.side == "Alliance"
    assert options(engine) == ["reduce Dutch Republic used", "reduce Spain reduced used"]
    assert clauses_against(engine, "reduce France") == ["NY 14.5.2"]
    choose(engine, "reduce Spain reduced used")
    assert stack(engine, "Cadiz") == (corps_number("Dutch Republic", used=True),)


@pytest.mark.clause("NY 14.5.2")
def test_the_roll():
    start = position_with()
    table_ = standard_rule_tables().numbers.sea_movement
    assert sea_roll_modifier(start, "Bourbon", ("Mediterranean",), table_) is None
    assert sea_roll_modifier(start, "Bourbon", ("Mediterranean", "Atlantic"), table_) == 0
    assert sea_roll_modifier(start, "Alliance", ("Mediterranean", "Atlantic"), table_) == -2
    assert sea_roll_modifier(start, "Alliance", ("Atlantic",), table_) == 0


@pytest.mark.clause("NY 14.5.2")
def test_in_a_sea_of_nobody_only_a_one_costs_a_corps():
    nobody = CADIZ[:1]
    assert len(stack(choose(sail(*nobody, dice=[2]), *GROUP, "to Cadiz"), "Cadiz")) == 2
    engine = choose(sail(*nobody, dice=[1]), *GROUP, "to Cadiz")
    assert corps_number("Dutch Republic", reduced=True, used=True) in stack(engine, "Cadiz")


@pytest.mark.clause("NY 14.5.2")
def test_nothing_is_rolled_in_friendly_zones():
    engine = choose(
        sail(CADIZ[0], {"set": "sea", "zone": "Atlantic", "side": "Alliance"}), *GROUP, "to Cadiz"
    )
    assert len(stack(engine, "Cadiz")) == 2


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
    engine = choose(sail(dice=[6]), *GROUP)
    assert "to Cherbourg" in options(engine)
    choose(engine, "to Cherbourg")
    assert engine.board.controller("Cherbourg") == "Alliance"
    alone = choose(sail(), "sail London", f"lead {MINOR}", "weigh")
    assert clauses_against(alone, "to Cherbourg") == ["NY 14.2"]


IRELAND = [CADIZ[0], {"set": "sea", "zone": "Atlantic", "side": "Alliance"}]
"""London and the sea are the Alliance's, Ireland the Bourbons', and nobody guards it but its garrisons."""


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 17.1")
def test_a_group_with_corps_lands_before_an_enemy_fortress_and_besieges_it():
    engine = choose(sail(*IRELAND), *GROUP, "to Cork")
    assert len(stack(engine, "Cork")) == 2
    assert engine.board.controller("Cork") == "Bourbon"
    assert engine.board.besieger("Cork") == "Alliance"
    assert {"NY 14.5.1", "NY 17.1"} <= cited(engine)
    assert "NY 13.4.3" in clauses_against(engine, "campaign Cork")  # they have acted this round


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 11.1.3.c")
@pytest.mark.clause("NY 17.5.2")
def test_in_later_rounds_who_landed_may_take_the_fortress():
    a_round = (("round-end", "Alliance"), ("force", "Alliance", NUMBER["Cork"], (), ()))
    engine = choose(sail(*IRELAND, items=a_round * 2, dice=[6, 6]), *GROUP, "to Cork", "end")
    before = engine.board.victory_points
    choose(engine, "whole", "besiege")
    assert engine.board.strength(NUMBER["Cork"]) == 1
    choose(engine, "whole", "besiege")
    assert engine.board.controller("Cork") == "Alliance"
    assert engine.board.victory_points == before + 1


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 11.1.3.c")
def test_who_landed_besieges_nothing_without_the_sea():
    a_round = (("round-end", "Alliance"), ("force", "Alliance", NUMBER["Cork"], (), ()))
    engine = choose(sail(*CADIZ[:1], items=a_round, dice=[6]), *GROUP, "to Cork", "end", f"lead {MINOR}")
    choose(engine, "with 1 Dutch Republic")
    assert clauses_against(engine, "besiege") == ["NY 17.5.1", "NY 11.1.2"]


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
    engine = choose(sail(*IRELAND, corps=corps, sieges=(Siege("Cork", "Alliance"),)), *GROUP, "to Cork")
    assert len(stack(engine, "Cork")) == 3
    assert len(engine.board.garrisons[NUMBER["Cork"]]) == 1


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 14.3")
def test_nobody_lands_before_a_fortress_where_enemy_corps_stand_but_leaders_give_way():
    lord = Leader("Tyrconnell", "Jacobite", "Dublin")
    minor = Leader(MINOR, "Dutch Republic", "London")
    guarded = (*LONDON, Corps("Jacobite", "Dublin", reduced=True))
    engine = choose(sail(*IRELAND, corps=guarded, leaders=(minor, lord)), *GROUP)
    assert clauses_against(engine, "to Dublin") == ["NY 14.5.1"]
    assert clauses_against(engine, "to Galway") == []
    engine = choose(sail(*IRELAND, leaders=(minor, lord)), *GROUP, "to Dublin")
    assert engine.board.besieger("Dublin") == "Alliance"
    assert not engine.board.leaders_at("Bourbon", NUMBER["Dublin"])


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 19.a")
def test_who_landed_and_took_nothing_goes_home_by_sea_in_winter():
    engine = choose(sail(*IRELAND, items=(("winter-withdrawal",),)), *GROUP, "to Cork", "end")
    choose(engine, "rest London")
    assert stack(engine, "Cork") == ()
    assert len(stack(engine, "London")) == 3
    assert engine.board.besieger("Cork") is None


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 14.2")
def test_a_group_that_loses_its_only_corps_does_not_land_in_an_enemy_port():
    engine = sail(dice=[3], corps=(Corps("Dutch Republic", "London", reduced=True),))
    choose(engine, "sail London", f"lead {MINOR}", "with 1 Dutch Republic reduced", "to Cherbourg")
    assert engine.board.controller("Cherbourg") == "Bourbon"
    assert engine.board.leaders_at("Alliance", NUMBER["London"])
    assert "NY 14.2" in cited(engine)


@pytest.mark.clause("NY 14.5.1")
@pytest.mark.clause("NY 4.3")
@pytest.mark.clause("NY 7.2.1.a")
def test_where_no_group_may_land():
    corps = (*LONDON, Corps("France", "Ostend"), Corps("France", "Cherbourg"))
    engine = choose(sail(corps=corps, sieges=(Siege("Ostend", "Bourbon"),)), *GROUP)
    assert clauses_against(engine, "to London") == ["NY 14.5.1"]
    assert clauses_against(engine, "to Ostend") == ["NY 14.5.1"]  # under siege
    assert clauses_against(engine, "to Cherbourg") == ["NY 14.5.1"]  # enemy corps
    assert clauses_against(engine, "to Nice") == ["NY 7.2.1.a"]
    assert clauses_against(engine, "to Brussels") == ["NY 14.5.1"]  # no port


@pytest.mark.clause("NY 13.5.5")
def test_two_corps_at_most_and_at_least_one_piece():
    engine = choose(sail(), "sail London")
    assert options(engine) == [f"lead {MINOR}", "with 1 Dutch Republic", "with 2 Dutch Republic"]
    assert clauses_against(engine, "weigh") == ["NY 13.5.5"]
    assert clauses_against(engine, "with 3 Dutch Republic") == ["NY 13.5.5"]
    assert clauses_against(engine, "with 0 Dutch Republic") == ["NY 13.5.5"]
    assert clauses_against(engine, "with 1 Spain") == ["NY 13.5.5"]
    assert clauses_against(engine, "lead William III") == ["NY 13.5.5"]
    choose(engine, "with 1 Dutch Republic", f"lead {MINOR}")
    assert clauses_against(engine, "with 2 Dutch Republic") == ["NY 13.5.5"]
    assert clauses_against(engine, f"lead {MINOR}") == ["NY 13.5.5"]


@pytest.mark.clause("NY 13.4.3")
@pytest.mark.clause("NY 17.3")
def test_pieces_that_acted_or_are_besieged_stay():
    leaders = (
        Leader(MINOR, "Dutch Republic", "London", used=True),
        Leader("Ginkel", "Dutch Republic", "London", inside=True),
    )
    corps = (*LONDON[:2], Corps("Dutch Republic", "London", used=True))
    engine = choose(sail(corps=corps, leaders=leaders), "sail London")
    assert clauses_against(engine, f"lead {MINOR}") == ["NY 13.4.3"]
    assert clauses_against(engine, "lead Ginkel") == ["NY 17.3"]
    assert clauses_against(engine, "with 1 Dutch Republic used") == ["NY 13.4.3"]
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
    engine = sail(corps=corps, sieges=(Siege("Ostend", "Bourbon"), Siege("Brest", "Alliance")))
    assert [text for text in options(engine) if text.startswith("sail")] == ["sail London"]
    assert clauses_against(engine, "sail Brussels") == ["NY 14.5.1"]
    assert clauses_against(engine, "sail Brest") == ["NY 14.5.1"]
    assert "NY 17.3" in clauses_against(engine, "sail Ostend")


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
    engine = sail(*everything, *CADIZ)
    assert "sail London" in options(engine)
    assert clauses_against(engine, "sail London") == []
    choose(engine, "sail London", f"lead {MINOR}")
    assert clauses_against(engine, "weigh") == ["NY 14.2"]
    alone = sail(*everything, *CADIZ, corps=(Corps("Dutch Republic", "London", used=True),))
    assert "sail London" not in options(alone)
    assert clauses_against(alone, "sail London") == ["NY 14.5.1"]
    shut = (
        *LONDON,
        *(Corps("France", space.name) for space in SPACES if space.ports and space.name != "London"),
    )
    assert clauses_against(sail(*everything, *CADIZ, corps=shut), "sail London") == ["NY 14.5.1"]


@pytest.mark.clause("NY 14.5.1")
def test_nobody_sails_where_every_other_port_is_held():
    ports = [SPACES[n].name for n in bits(PORTS) if SPACES[n].name != "London"]
    held = tuple(Corps("France", name) for name in ports)
    lost = [{"set": "control", "space": name, "side": "Bourbon"} for name in ports]
    london = {"set": "control", "space": "London", "side": "Alliance"}
    engine = sail(london, *lost, corps=tuple(sorted((*LONDON, *held))))
    assert "sail London" not in options(engine)
    assert clauses_against(engine, "sail London") == ["NY 14.5.1"]


@pytest.mark.clause("NY 7.2.1.a")
@pytest.mark.parametrize(("reading", "open_to_him"), [("troops", False), ("pass", True)])
def test_leaders_alone_land_in_neutral_savoy_by_the_same_reading_as_by_land(reading, open_to_him):
    position = position_with(
        corps=(Corps("France", "Toulon"),),
        leaders=(Leader("Catinat", "France", "Toulon"),),
        active="Bourbon",
        actions_left=2,
    )
    war = [table(position, ("action", "Bourbon"), readings={"savoy-leaders": reading}) for _ in range(2)]
    alone = choose(war[0], "sail Toulon", "lead Catinat", "weigh")
    assert ("to Nice" in options(alone)) == open_to_him
    assert clauses_against(alone, "to Nice") == ([] if open_to_him else ["NY 7.2.1.a"])
    assert clauses_against(alone, "to Genoa") == ["NY 20.2"]  # the reading is of Savoy alone
    with_a_corps = choose(war[1], "sail Toulon", "lead Catinat", "with 1 France")
    assert clauses_against(with_a_corps, "to Nice") == ["NY 7.2.1.a"]
    if open_to_him:
        assert choose(alone, "to Nice").board.leaders_at("Bourbon", NUMBER["Nice"])
