"""Naval units: the table of ten powers, the number on a counter, and the qualities of kinds."""

import msgspec
import pytest

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.questions import adjudicate
from ninevears_kernel.input_files import convert
from ninevears_kernel.virgin_queen.naval_forces import NavalCombat
from ninevears_kernel.virgin_queen.naval_units import (
    HINDERED,
    NAVAL_KINDS,
    NAVAL_POWERS,
    QUESTIONS,
    NavalUnit,
    kinds_of_counter,
)

(QUESTION,) = QUESTIONS


def ruled(power, **more):
    return adjudicate(QUESTION, msgspec.convert({"power": power, **more}, NavalUnit))


def broken(ruling):
    return [violation.clause_id for violation in ruling.violations]


@pytest.mark.clause("VQ 5.6.a")
def test_ten_powers_have_naval_units_and_four_have_two_sides():
    table = {
        "Ottoman": ("galley", "corsair"), "Spain": ("galley", "galleon"),
        "England": ("galleon", "race-built"), "France": ("galley", "galleon"), "Empire": ("galley",),
        "Dutch": ("galleon",), "Huguenot": ("galleon",), "Papacy": ("galley",),
        "Portugal": ("galleon",), "Venice": ("galley",),
    }  # fmt: skip
    assert {name: kinds_of_counter(name) for name in NAVAL_POWERS} == table
    for name, kinds in table.items():
        assert ruled(name, side="front").answer["kind"] == kinds[0]
        back = ruled(name, side="back")
        assert back.answer["kind"] == (kinds[1] if len(kinds) > 1 else None)
        assert broken(back) == ([] if len(kinds) > 1 else ["VQ 5.6.a"])
        for kind in ("galley", "corsair", "galleon", "race-built"):
            assert ruled(name, kind=kind).verdict == ("result" if kind in kinds else "illegal")
    for name in ("Ireland", "Scotland", "Protestant"):
        assert broken(ruled(name, side="front")) == ["VQ 5.6.a"]


@pytest.mark.clause("VQ 5.6.a")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_number_is_the_dice_and_the_hits(number):
    for hits in range(5):
        ruling = ruled("Venice", kind="galley", number=number, hits=hits)
        assert (ruling.answer["dice"], ruling.answer["hits_to_sink"]) == (number, number)
        assert ruling.answer["sunk"] == (hits >= number)


@pytest.mark.clause("VQ 5.6.b")
@pytest.mark.parametrize(
    ("power", "kind", "atlantic", "rolls"),
    [
        ("Ottoman", "galley", "weaker", "plain"), ("Ottoman", "corsair", "weaker", "plain"),
        ("Spain", "galleon", "equal", "suffers"), ("England", "race-built", "less damage", "suffers"),
        ("Spain", "armada", None, "suffers"), ("Spain", "patrol", None, "plain"),
    ],
)  # fmt: skip
def test_qualities_of_kinds(power, kind, atlantic, rolls):
    answer = ruled(power, kind=kind).answer
    assert (answer["atlantic_combat"], answer["mediterranean_rolls"]) == (atlantic, rolls)
    assert "here" not in answer
    combat = ruled(power, kind=kind, action="combat", zone="Atlantic")
    assert combat.answer["here"] == (atlantic or "plain")
    assert ruled(power, kind=kind, action="combat").answer["here"] == "plain"
    for action in ("interception", "avoidance"):
        assert ruled(power, kind=kind, action=action).answer["here"] == rolls
        assert ruled(power, kind=kind, action=action, zone="Atlantic").answer["here"] == "plain"


@pytest.mark.clause("VQ 5.6.b")
def test_who_suffers_in_the_mediterranean():
    assert {"galleon", "race-built", "armada"} == HINDERED


@pytest.mark.clause("VQ 5.6.b")
def test_corsairs_alone_start_piracy_without_war():
    pirates = {"power": "Ottoman", "action": "piracy"}
    assert ruled(**pirates, kind="corsair").verdict == "legal"
    assert broken(ruled(**pirates, kind="galley")) == ["VQ 5.6.b"]
    assert ruled(**pirates, kind="galley", at_war=True).verdict == "legal"
    assert broken(ruled(**pirates, kind="corsair", zone="ocean")) == ["VQ 5.6.b"], "in Europe alone"
    assert [kind for kind, row in NAVAL_KINDS.items() if row["piracy_without_war"] == "yes"] == ["corsair"]


@pytest.mark.clause("VQ 5.6.b")
def test_patrols_and_the_armada_are_spanish():
    for kind in ("patrol", "armada"):
        assert ruled("Spain", kind=kind).verdict == "result"
        assert broken(ruled("England", kind=kind)) == ["VQ 5.6.b"]
    assert ruled("Spain", kind="patrol", action="build", zone="ocean").verdict == "legal"
    assert broken(ruled("Spain", kind="patrol", action="build")) == ["VQ 5.6.b"]
    assert broken(ruled("Spain", kind="galleon", action="build", zone="ocean")) == ["VQ 5.6.b"]
    assert ruled("Spain", kind="patrol", action="guard", zone="ocean").verdict == "legal"
    assert broken(ruled("Spain", kind="galleon", action="guard", zone="ocean")) == ["VQ 5.6.b"]


@pytest.mark.clause("VQ 5.0")
def test_naval_counters_are_a_limit():
    build = {"power": "Venice", "kind": "galley", "action": "build", "supplied": 3}
    assert ruled(**build, in_use=2).verdict == "legal"
    assert broken(ruled(**build, in_use=3)) == ["VQ 5.0"]


@pytest.mark.parametrize(
    ("case", "field"),
    [
        ({"power": "Prussia", "kind": "galley"}, "power"),
        ({"power": "Venice"}, "kind"),
        ({"power": "Venice", "kind": "galley", "side": "front"}, "kind"),
        ({"power": "Venice", "kind": "galley", "supplied": 1, "in_use": 2}, "in_use"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(case, field):
    with pytest.raises(BadInput) as error:
        ruled(**case)
    assert error.value.field == field


@pytest.mark.clause("VQ 5.0", "VQ 5.6.b")
def test_special_units_have_a_limit_too_and_the_armada_is_one():
    build = {"kind": "armada", "action": "build"}
    assert ruled("Spain", **build).verdict == "legal"
    for counted in ({"supplied": 1, "in_use": 1}, {"in_use": 1}, {"supplied": 5, "in_use": 1}):
        assert broken(ruled("Spain", **build, **counted)) == ["VQ 5.0"]
    patrol = {"kind": "patrol", "action": "build", "zone": "ocean"}
    assert ruled("Spain", **patrol, supplied=3, in_use=2).verdict == "legal"
    assert broken(ruled("Spain", **patrol, supplied=3, in_use=3)) == ["VQ 5.0"]


@pytest.mark.clause("VQ 5.6.a", "VQ 5.6.b")
@pytest.mark.parametrize("kind", NAVAL_KINDS)
def test_a_fleet_has_no_unit_that_its_power_cannot_have(kind):
    for power in NAVAL_POWERS:
        other = "Spain" if power == "Venice" else "Venice"
        sides = {
            "attacker": {"power": power, "units": [{"kind": kind, "number": 2}]},
            "defender": {"power": other, "units": [{"kind": "galley", "number": 2}]},
        }
        if ruled(power, kind=kind).verdict == "result":
            assert convert(sides, NavalCombat).attacker.units[0].kind == kind
            continue
        with pytest.raises(BadInput) as error:
            convert(sides, NavalCombat)
        assert error.value.field == "attacker.units[0].kind"
