"""Replacement (NY 13.5.3)."""

import pytest
from war_table import choose, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.piece_numbers import corps_number
from ninevears_kernel.nine_years.components.position import Corps, Leader, Siege


def menu(*changes, side="Bourbon", actions=3, **fields):
    fields = {"corps": (), "leaders": (), "fleets": (), "active": side, "actions_left": actions} | fields
    return table(position_with(*changes, **fields), ("action", side))


def stack(engine, space, side="Bourbon"):
    return engine.board.stacks[side][NUMBER[space]]


@pytest.mark.clause("NY 13.5.3")
@pytest.mark.clause("NY 3.2")
def test_a_reduced_corps_is_restored_and_rallied():
    engine = menu(corps=(Corps("France", "Paris", reduced=True, demoralised=True),))
    choose(engine, "replace France reduced demoralised, Paris")
    assert stack(engine, "Paris") == (corps_number("France", used=True),)


@pytest.mark.clause("NY 13.4.3")
def test_a_restored_corps_does_nothing_else_in_the_round():
    """E3: no siege for a corps that was restored."""
    engine = menu(
        corps=(Corps("France", "Mons", reduced=True),),
        leaders=(Leader("Humieres", "France", "Mons"),),
        sieges=(Siege("Mons", "Bourbon"),),
    )
    choose(engine, "replace France reduced, Mons", "campaign Mons")
    offered = " ".join(options(engine)) if engine.options else ""
    assert "with" not in offered
    assert "besiege" not in offered


@pytest.mark.clause("NY 13.5.1.b")
def test_a_corps_that_took_no_part_in_an_action_may_be_restored():
    """E5, E7: the army of Tournai, 3 of 11 corps reduced; 4 have besieged, one of the others is restored."""
    army = (
        *(Corps("Dutch Republic", "Tournai"),) * 4,
        *(Corps("Dutch Republic", "Tournai", used=True),) * 4,
        *(Corps("Dutch Republic", "Tournai", reduced=True),) * 3,
    )
    engine = menu(side="Alliance", corps=army, sieges=(Siege("Tournai", "Alliance"),))
    choose(engine, "replace Dutch Republic reduced, Tournai")
    reduced = [corps for corps in stack(engine, "Tournai", "Alliance") if corps & 4]
    assert len(reduced) == 2
    assert clauses_against(engine, "replace Dutch Republic reduced, Tournai") == ["NY 13.5"]


@pytest.mark.clause("NY 4.1.3")
@pytest.mark.clause("NY 13.5.3")
@pytest.mark.parametrize(("others", "legal"), [(11, True), (12, False)])
def test_not_in_an_overstacked_space(others, legal):
    engine = menu(corps=(*(Corps("France", "Paris"),) * others, Corps("France", "Paris", reduced=True)))
    assert clauses_against(engine, "replace France reduced, Paris") == ([] if legal else ["NY 4.1.3"])


@pytest.mark.clause("NY 13.5.3")
@pytest.mark.clause("NY 11.1.2")
def test_a_line_to_the_capital_of_its_own_power_is_needed():
    cut = {"set": "control", "space": "Paris", "side": "Alliance"}
    corps = (Corps("France", "Metz", reduced=True), Corps("Jacobite", "London", reduced=True))
    engine = menu(cut, corps=corps)
    assert clauses_against(engine, "replace France reduced, Metz") == ["NY 13.5.3"]
    assert clauses_against(engine, "replace Jacobite reduced, London") == []


@pytest.mark.clause("NY 13.5.3")
@pytest.mark.clause("NY 13.4.3")
def test_every_objection():
    engine = menu(
        corps=(
            Corps("France", "Paris"),
            Corps("France", "Metz", reduced=True, used=True),
            Corps("France", "Lille", reduced=True, inside=True),
            Corps("Spain", "Lille"),
            Corps("Spain", "Namur", reduced=True),
            Corps("France", "Sedan", reduced=True),
        ),
        sieges=(Siege("Lille", "Alliance"),),
    )
    assert "replace France reduced, Sedan" in options(engine)
    assert clauses_against(engine, "replace France, Paris") == ["NY 13.5.3"]
    assert clauses_against(engine, "replace France reduced used, Metz") == ["NY 13.4.3"]
    assert clauses_against(engine, "replace France reduced, Lille") == ["NY 13.5.3"]
    assert clauses_against(engine, "replace Spain reduced, Namur") == ["NY 13.5.3"]
    assert clauses_against(engine, "replace France reduced, Dijon") == ["NY 13.5.3"]
