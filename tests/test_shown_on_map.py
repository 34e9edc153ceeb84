"""What moves in a winter, a revolution or a change of sides is drawn on the map of its ruling."""

import pytest

from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.reports.shown_on_map import shown_on_map

DRAWN = {
    "the_siege_of_mons_in_winter": [("Mons", "Valenciennes")],
    "one_jacobite_goes_to_paris": [("London", "Dublin"), ("York", "Dublin"), ("Dublin", "Paris")],
    "the_duke_changes_sides": [("Nice", "Milan"), ("Chambery", "Lyon")],
    "fourteen_corps_at_dijon": [],
    "savoy_in_1689": [],
    "winter_quarters_at_ghent": [],
}
"""Cases of the book, and the ways on their maps."""
POINTED_OUT = {
    "fourteen_corps_at_dijon": {"Dijon"},
    "the_duke_changes_sides": {"Turin"},
    "savoy_in_1689": {"Turin", "Nice", "Chambery"},
    "winter_quarters_at_ghent": {"Mons", "Ghent"},
}


def drawn_of(name):
    case = samples()[name].case
    ruling = rule_case(case)
    return ruling, shown_on_map(case, ruling, standard_rule_tables())


@pytest.mark.parametrize("name", DRAWN)
def test_the_ways_of_what_moves_are_drawn_and_told(name):
    _, drawn = drawn_of(name)
    told = [str(one.says) for one in drawn.says]
    ways = [f"Line drawn on the map: {', '.join(way)}." for way in DRAWN[name]]
    assert [one for one in told if one.startswith("Line drawn")] == ways
    assert {key.partition("/")[0] for key in drawn.marks if key.startswith("path")} == {
        f"path{number}" for number in range(len(ways))
    }
    assert {space for way in DRAWN[name] for space in way} | POINTED_OUT.get(name, set()) <= set(drawn.names)
    assert {f"marked/{space.lower()}" for space in POINTED_OUT.get(name, ())} <= set(drawn.marks)


@pytest.mark.parametrize("name", samples())
def test_every_space_that_the_fates_name_is_shown(name):
    ruling, drawn = drawn_of(name)
    rows = (ruling.answer or {}).get("fates") or ()
    if rows:
        named = {row["space"] for row in rows if row.get("space")} | {
            to for r in rows for to in r.get("to", ())
        }
        assert named <= set(drawn.names)
