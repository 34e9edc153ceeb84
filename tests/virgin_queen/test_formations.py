"""Formations: the worked example E11 in all its branches, and what the size rests on."""

import msgspec
import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.core.errors import BadInput, NinevearsError
from ninevears_kernel.core.questions import adjudicate
from ninevears_kernel.input_files import convert
from ninevears_kernel.virgin_queen.formations import QUESTIONS, Formation, formation_limit, must_go

(QUESTION,) = QUESTIONS
SCHWENDI, ZRINYI = {"name": "Schwendi", "rating": 8}, {"name": "Zrinyi", "rating": 6}
VIENNA = {"regulars": 6, "mercenaries": 8}


def ruled(chosen=None, **case):
    return adjudicate(QUESTION, msgspec.convert(case, Formation), chosen=chosen)


def broken(ruling):
    return [violation.clause_id for violation in ruling.violations]


@pytest.mark.clause("VQ 5.2", "VQ 5.2.a")
@pytest.mark.parametrize(
    ("leaders", "limit"), [([], 4), ([SCHWENDI], 8), ([ZRINYI], 6), ([SCHWENDI, ZRINYI], 14)]
)
def test_e11_who_goes_decides_how_many_go_from_vienna_to_pressburg(leaders, limit):
    for units in range(15):
        ruling = ruled(leaders=leaders, units=units, present=[SCHWENDI, ZRINYI], powers=["Empire"])
        assert ruling.answer["limit"] == limit
        assert ruling.verdict == ("legal" if units <= limit else "illegal")
        assert broken(ruling) == ([] if units <= limit else ["VQ 5.2.a"])


@pytest.mark.clause("VQ 5.2.a")
def test_e11_all_14_go_only_with_both():
    for leaders in ([], [SCHWENDI], [ZRINYI]):
        ruling = ruled(leaders=leaders, units=VIENNA, present=[SCHWENDI, ZRINYI])
        assert ruling.verdict == "illegal"
        assert ruling.answer["must_go"] == (("Schwendi", "Zrinyi"),)
        assert "Schwendi and Zrinyi" in str(ruling.violations[0].remedy)
    assert ruled(leaders=[SCHWENDI, ZRINYI], units=VIENNA).verdict == "legal"
    fifteen = ruled(leaders=[SCHWENDI, ZRINYI], units=15)
    assert (fifteen.verdict, fifteen.answer["must_go"]) == ("illegal", ())
    assert "1 unit" in str(fifteen.violations[0].remedy)


@pytest.mark.clause("VQ 5.2.a")
def test_ratings_and_names_may_stand_in_one_list_and_the_two_highest_count():
    ruling = ruled(leaders=[5, SCHWENDI, 6], units=14)
    assert (ruling.answer["limit"], ruling.answer["counted"]) == (14, (8, 6))
    assert ruling.answer["must_go"] == (("Schwendi", 6),)


@pytest.mark.clause("VQ 5.1.a", "VQ 5.2.a")
@given(st.lists(st.integers(1, 20), max_size=6), st.integers(0, 50))
def test_a_set_of_leaders_that_must_go_is_enough_and_no_smaller_one_is(ratings, units):
    sets = must_go(tuple(ratings), units)
    best = max([4, *(a + b for i, a in enumerate(ratings) for b in ratings[:i]), *ratings])
    assert bool(sets) == (units <= best)
    for leaders in sets:
        assert formation_limit(leaders) >= units
        assert len(leaders) == len(sets[0]) <= 2
        if leaders:
            assert formation_limit(()) < units
        if len(leaders) == 2:
            assert max(ratings) < units


@pytest.mark.clause("VQ 5.2")
def test_a_formation_stands_in_one_space():
    assert broken(ruled(units=2, spaces=["Vienna", "Pressburg"])) == ["VQ 5.2"]
    assert broken(ruled(units=2, spaces=["Vienna", "Vienna"])) == []


@pytest.mark.clause("VQ 5.2.b")
def test_two_major_powers_and_their_active_allies():
    assert ruled(units=4, powers=["Spain", "Empire"]).verdict == "legal"
    assert broken(ruled(units=4, powers=["Spain", "Empire", "France"])) == ["VQ 5.2.b"]
    venice = {"units": 4, "minor": ["Venice"]}
    assert ruled(**venice, powers=["Spain"], active_allies={"Venice": "Spain"}).verdict == "legal"
    assert broken(ruled(**venice, powers=["Spain"], active_allies={"Venice": "Ottoman"})) == ["VQ 5.2.b"]
    assert broken(ruled(**venice, powers=["Spain"])) == ["VQ 5.2.b"]
    assert ruled(**venice).verdict == "legal", "a minor power by itself"
    assert broken(ruled(units=4, minor=["Venice", "Papacy"])) == ["VQ 5.2.b", "VQ 5.2.b"]


@pytest.mark.clause("VQ 5.2.b")
def test_reading_dutch_and_huguenots():
    case = {"units": 4, "powers": ["Dutch", "Huguenot", "England"]}
    ruling = ruled(**case)
    assert ruling.verdict == "legal"
    assert [(used.name, used.others[0].verdict) for used in ruling.readings] == [
        ("dutch-and-huguenots", "illegal")
    ]
    assert broken(ruled(chosen={"dutch-and-huguenots": "two-powers"}, **case)) == ["VQ 5.2.b"]


@pytest.mark.parametrize(
    ("case", "field"),
    [
        ({"leaders": [0]}, "leaders[0]"),
        ({"leaders": [{"name": "X"}]}, "leaders[0]"),
        ({"leaders": [SCHWENDI], "present": [ZRINYI]}, "leaders[0]"),
        ({"leaders": [8, 8], "present": [8]}, "leaders[1]"),
        ({"units": -1}, "units"),
        ({"units": {"knights": 1}}, "units"),
        ({"units": {"cavalry": 1}, "powers": ["Spain"]}, "units.cavalry"),
        ({"units": {"mercenaries": 1}, "powers": ["Ottoman"]}, "units.mercenaries"),
        ({"powers": ["Venice"]}, "powers[0]"),
        ({"minor": ["Spain"]}, "minor[0]"),
        ({"active_allies": {"Venice": "Papacy"}}, "active_allies.Venice"),
        ({"active_allies": {"Spain": "France"}}, "active_allies"),
        ({"purpose": "siege"}, "purpose"),
        ({"size": 3}, "size"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(case, field):
    with pytest.raises(BadInput) as error:
        convert(case, Formation)
    assert error.value.field.startswith(field)
    assert isinstance(error.value, NinevearsError)


@pytest.mark.clause("VQ 5.2", "VQ 5.2.a", "VQ 5.2.b")
def test_the_headline_gives_every_reason_and_no_other():
    powers = ruled(leaders=[8], units=3, powers=["Spain", "England", "France"])
    assert str(powers.says) == (
        "They may not act as one formation: Spain, England and France are more than two major powers."
    )
    size = ruled(leaders=[8], units=9)
    assert str(size.says).endswith("formation: 9 units are more than the 8 that these leaders allow.")
    both = ruled(units=9, spaces=["Lyon", "Paris"], powers=["France"], minor=["Venice"])
    for part in ("not in one space", "more than the 4", "Venice is not in active alliance"):
        assert part in str(both.says)
    (reading,) = ruled(units=3, powers=["Dutch", "Huguenot", "England"]).readings
    assert "are more than two major powers" in str(reading.others[0].says)
