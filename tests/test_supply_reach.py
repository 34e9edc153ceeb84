"""All spaces with a line of communication at once: the same as each one asked for by itself."""

from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from test_supply import positions
from war_table import position_with

from ninevears_kernel.core.readings import readings
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.powers import powers
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.rules.supply import OWN_CAPITAL, PURPOSES, Asked, has_line
from ninevears_kernel.nine_years.rules.supply_reach import linked_to, supplied

ON_LINES = (
    "barcelona",
    "irish-seas",
    "captured-capital",
    "jacobite-line",
    "jacobite-restoring",
    "port-capitals",
    "besieged-garrison",
    "red-links",
    "empire-capital",
    "jacobite-capital",
)
choices = st.fixed_dictionaries(
    {}, optional={n: st.sampled_from(sorted(readings()[n].options)) for n in ON_LINES}
)
askers = st.sampled_from(
    [
        (side, purpose, power)
        for side, purpose in product(SIDES, PURPOSES)
        for power in (None, *powers())
        if power or purpose not in OWN_CAPITAL
    ]
)


@pytest.mark.clause("NY 11.1.1")
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(positions(), askers, choices)
def test_the_mask_says_of_every_space_what_the_single_question_says(position, asker, chosen):
    side, purpose, power = asker
    one, all_at_once = (
        RulingContext(chosen=chosen, recorded=False),
        RulingContext(chosen=chosen, recorded=False),
    )
    mask = supplied(position, side, purpose, power, all_at_once)
    for space in SPACES:
        assert (mask >> space.index & 1) == has_line(
            position, Asked(space.name, side, purpose, power), one
        ), space
    assert one.consulted.keys() <= all_at_once.consulted.keys()
    assert supplied(Board(position), side, purpose, power, one) == mask


@pytest.mark.clause("NY 11.1.3.c")
@pytest.mark.parametrize(("sea", "has_a_line"), [("Alliance", True), ("Bourbon", False)])
def test_a_besieged_port_that_only_the_sea_joins_to_a_capital_has_a_line_where_the_sea_is_friendly(
    sea, has_a_line
):
    position = position_with(
        {"set": "control", "space": "Palma", "side": "Alliance"},
        {"set": "besieged", "space": "Palma", "by": "Bourbon"},
        *({"set": "sea", "zone": zone, "side": sea} for zone in ("Mediterranean", "Atlantic")),
    )
    mask = supplied(position, "Alliance", "line", None, RulingContext())
    assert bool(mask >> NUMBER["Palma"] & 1) == has_a_line
    assert has_line(position, Asked("Palma", "Alliance", "line")) == has_a_line


@pytest.mark.clause("NY 11.2.1")
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(positions())
def test_a_line_to_a_named_capital_is_the_line_of_the_power_that_has_it_alone(position):
    context = RulingContext(recorded=False, chosen={"besieged-garrison": "limited"})
    for side, power, capital in (("Bourbon", "France", "Paris"), ("Alliance", "Dutch Republic", "Amsterdam")):
        of_the_power = supplied(position, side, "reinforcement", power, context)
        assert linked_to(position, side, capital, context) == of_the_power


@pytest.mark.clause("NY 12.3.6.b", "NY 7.1.2")
def test_by_its_reading_barcelona_serves_spain_but_not_the_fleet_whose_line_must_run_to_madrid():
    cut_off = position_with(
        *({"set": "control", "space": name, "side": "Bourbon"} for name in ("Zaragoza", "Lleida", "Valencia"))
    )
    context = RulingContext(chosen={"barcelona": "spain"})
    assert supplied(cut_off, "Alliance", "reinforcement", "Spain", context) >> NUMBER["Barcelona"] & 1
    madrid_alone = supplied(cut_off, "Alliance", "reinforcement", "Spain", RulingContext())
    assert not madrid_alone >> NUMBER["Barcelona"] & 1
    assert not linked_to(cut_off, "Alliance", "Madrid", context) >> NUMBER["Barcelona"] & 1
    assert linked_to(scenario_1688(), "Alliance", "Madrid", context) >> NUMBER["Barcelona"] & 1
