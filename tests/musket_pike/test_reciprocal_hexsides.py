"""Reciprocal hexsides between two enemies: REC.1, REC.3, REC.4 and REC.5, and bad input."""

import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.musket_pike.reciprocal_hexsides import hexside_kinds
from ninevears_kernel.umpire.cases.cases import rule_case

REC_5 = (
    "hedge",
    "stream",
    "bridge",
    "berm",
    "elevated-road",
    "abatis",
    "entrenchment",
    "fortified-line",
    "redoubt",
)


def unit(name, hex, came, side=None):
    return {"name": name, "side": side or name[0], "hex": hex, "came": came}


def side(kind="hedge", between=("0304", "0305"), **more):
    return {"between": list(between), "kind": kind, **more}


ROYALIST, PARLIAMENT = unit("Rupert", "0304", 3), unit("Skippon", "0305", 5)


def ruled(hexsides, units=(ROYALIST, PARLIAMENT), unit="Rupert", other="Skippon", readings=None, **more):
    given_ = {"hexsides": hexsides, "units": list(units), "unit": unit, "other": other, **more}
    return rule_case(
        {
            "format": "ninevears-case/1", "system": "MP", "question": "hexside",
            "given": given_, "readings": readings or {},
        }
    )  # fmt: skip


@pytest.mark.clause("MP REC.5")
@pytest.mark.parametrize("kind", REC_5)
def test_every_kind_of_the_list_is_reciprocal(kind):
    assert ruled([side(kind)]).answer["reciprocal"] == (kind,)
    assert hexside_kinds()[kind].reciprocal


@pytest.mark.clause("MP REC.5")
def test_the_scenario_may_name_others_and_the_list_has_no_more():
    assert {kind for kind, row in hexside_kinds().items() if row.reciprocal} == set(REC_5)
    assert ruled([side("vineyard-wall", reciprocal=True)]).answer["reciprocal"] == ("vineyard-wall",)
    plain = ruled([side("vineyard-wall", reciprocal=False, close_combat=-1)]).answer
    assert plain["reciprocal"] == ()
    assert plain["protected"] is None
    assert plain["close_combat"] is None
    assert ruled([side("steep-slope", upper="0304")]).answer["reciprocal"] == ()


@pytest.mark.clause("MP REC.1")
def test_the_unit_that_came_first_is_protected_and_both_see():
    answer = ruled([side()]).answer
    assert (answer["protected"], answer["sees_across"]) == (("Rupert",), True)
    later = ruled([side()], [unit("Rupert", "0304", 6), PARLIAMENT]).answer
    assert (later["protected"], later["sees_across"]) == (("Skippon",), True)


@pytest.mark.clause("MP REC.1")
def test_only_in_fire_between_these_two():
    """A third unit came first of all, but it does not stand across the hexside from Rupert."""
    third = unit("Stapleton", "0404", 1, "S")
    between_two = ruled([side()], [ROYALIST, PARLIAMENT, third]).answer
    assert between_two["protected"] == ("Rupert",)
    with_third = ruled([side()], [ROYALIST, PARLIAMENT, third], other="Stapleton")
    assert with_third.answer["protected"] is None
    assert [s.clause_id for s in with_third.steps] == ["MP REC.1"]
    far = ruled([side()], [ROYALIST, unit("Skippon", "0307", 1)])
    assert far.answer["protected"] is None


@pytest.mark.clause("MP REC.1")
def test_units_that_came_together_are_a_reading():
    together = [ROYALIST, unit("Skippon", "0305", 3)]
    ruling = ruled([side()], together)
    assert ruling.answer["protected"] == ()
    (used,) = ruling.readings
    assert (used.name, used.others[0].answer["protected"]) == ("came-together", ("Rupert", "Skippon"))
    both = ruled([side()], together, readings={"came-together": "both"})
    assert both.answer["protected"] == ("Rupert", "Skippon")


@pytest.mark.clause("MP REC.3")
def test_close_combat_across_it_goes_on_with_momentum_unless_the_scenario_says_otherwise():
    answer = ruled([side()]).answer
    assert (answer["stops_momentum"], answer["crossing_loses_momentum"]) == (False, True)
    stopped = ruled([side(stops_momentum=True)])
    assert stopped.answer["stops_momentum"] is True
    assert "mp.momentum-stops" in [s.says.id for s in stopped.steps]


@pytest.mark.clause("MP REC.4")
@pytest.mark.parametrize("came", [1, 3, 9])
def test_a_close_combat_modifier_is_for_both_whoever_came_first(came):
    ruling = ruled(
        [side(close_combat=-1), side("stream", close_combat=-2)], [ROYALIST, unit("Skippon", "0305", came)]
    )
    assert ruling.answer["close_combat"] == {"Rupert": -3, "Skippon": -3}


@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(REC_5))
@pytest.mark.clause("MP REC.1")
def test_asked_from_either_side_the_answer_is_the_same(one, two, kind):
    units = [unit("Rupert", "0304", one), unit("Skippon", "0305", two)]
    first = ruled([side(kind)], units).answer
    second = ruled([side(kind, ("0305", "0304"))], units, unit="Skippon", other="Rupert").answer
    assert set(first["protected"]) == set(second["protected"])
    assert len(first["protected"]) == (one != two)


@pytest.mark.parametrize(
    ("case", "field", "says"),
    [
        (
            dict(hexsides=[side(between=("0304", "0306"))]),
            "hexsides[0].between",
            "two hexes beside each other",
        ),
        (
            dict(hexsides=[side(between=("0304", "0304"))]),
            "hexsides[0].between",
            "two hexes beside each other",
        ),
        (dict(hexsides=[side(between=("0304", "0204"))], lower="odd"), "", ""),
        (dict(hexsides=[side(between=("0304", "0203"))], lower="odd"), "hexsides[0].between", "odd columns"),
        (dict(hexsides=[side(between=("304", "0305"))]), "hexsides[0].between[0]", "as 0304"),
        (dict(hexsides=[side(between=("0304", "0300"))]), "hexsides[0].between[1]", "as 0304"),
        (dict(hexsides=[side("hegde")]), "hexsides[0].kind", "did you mean hedge?"),
        (dict(hexsides=[side(reciprocal=False)]), "hexsides[0].reciprocal", "hedge is reciprocal"),
        (dict(hexsides=[side(), side(between=("0305", "0304"))]), "hexsides[1]", "one entry for each kind"),
        (dict(hexsides=[side(close_combat=-10)]), "hexsides[0].close_combat", "at least -9"),
        (dict(hexsides=[side("steep-slope")]), "hexsides[0].upper", "0304 or 0305"),
        (dict(hexsides=[side("steep-slope", upper="0303")]), "hexsides[0].upper", "0304 or 0305"),
        (dict(hexsides=[side(upper="0304")]), "hexsides[0].upper", "only a steep slope"),
        (dict(hexsides=[], units=[ROYALIST]), "other", "a unit of this case"),
        (
            dict(hexsides=[], units=[ROYALIST, {**PARLIAMENT, "side": "R"}]),
            "other",
            "a unit that does not belong to R",
        ),
        (dict(hexsides=[], units=[ROYALIST, ROYALIST, PARLIAMENT]), "units[1].name", "only once"),
        (dict(hexsides=[], units=[ROYALIST, {**PARLIAMENT, "hex": "0304"}]), "units[1].hex", "another side"),
        (dict(hexsides=[], units=[ROYALIST, {**PARLIAMENT, "hex": "x"}]), "units[1].hex", "as 0304"),
        (dict(hexsides=[], units=[ROYALIST, {**PARLIAMENT, "came": -1}]), "units[1].came", "at least 0"),
    ],
)
def test_bad_input_names_its_field(case, field, says):
    if not field:
        ruled(**case)
        return
    with pytest.raises(BadInput) as error:
        ruled(**case)
    assert error.value.field == f"given.{field}"
    assert says in str(error.value)
