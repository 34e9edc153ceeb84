"""Lines of sight and reaction lines through reciprocal hexsides: REC.2, and REC.1 where both see."""

import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.musket_pike.hexes import distance, hex_name, read_hex
from ninevears_kernel.umpire.cases.cases import rule_case


def unit(name, hex, came, side):
    return {"name": name, "side": side, "hex": hex, "came": came}


def side(one, other, kind="hedge", **more):
    return {"between": [one, other], "kind": kind, "blocks": kind != "steep-slope", **more}


FIRER = unit("Rupert", "0303", 5, "Royalist")


def enemy(hex="0304", came=1, name="Skippon"):
    return unit(name, hex, came, "Parliament")


def ruled(hexsides, to_hex, units=(), readings=None, tracer=FIRER, **more):
    given_ = {
        "hexsides": hexsides,
        "units": [tracer, *units],
        "unit": tracer["name"],
        "to_hex": to_hex,
        **more,
    }
    return rule_case(
        {
            "format": "ninevears-case/1", "system": "MP", "question": "line-of-sight",
            "given": given_, "readings": readings or {},
        }
    )  # fmt: skip


def sees(*arguments, **more):
    ruling = ruled(*arguments, **more)
    assert ruling.verdict == ("yes" if ruling.answer["visible"] else "no")
    assert bool(ruling.violations) == (not ruling.answer["visible"])
    assert (ruling.answer["blocked_at"] is None) == ruling.answer["visible"]
    return ruling.answer["visible"]


LINES = pytest.mark.parametrize("line", ["sight", "reaction"])
OWN, FAR = side("0303", "0304"), side("0304", "0305")
"""A hedge beside the firer, and one that he is not adjacent to; the line runs down column 3."""


@pytest.mark.clause("MP REC.2")
@LINES
def test_a_unit_that_has_the_protection_sees_through(line):
    assert sees([OWN], "0306", line=line), "nobody stands across"
    assert sees([OWN], "0306", [enemy(came=6)], line=line), "it came first"
    assert not sees([OWN], "0306", [enemy(came=4)], line=line), "the enemy came first"


@pytest.mark.clause("MP REC.2")
def test_a_friend_across_the_hexside_takes_nothing_away():
    assert sees([OWN], "0306", [unit("Maurice", "0304", 1, "Royalist")])


@pytest.mark.clause("MP REC.1", "MP REC.2")
@LINES
def test_both_see_each_other_through_it_whoever_came_first(line):
    ruling = ruled([OWN], "0304", [enemy(came=1)], line=line)
    assert ruling.verdict == "yes"
    assert "MP REC.1" in [step.clause_id for step in ruling.steps]
    assert sees([OWN], "0303", tracer=enemy(came=1), units=[FIRER], line=line)


@pytest.mark.clause("MP REC.2")
@LINES
def test_from_a_hex_not_adjacent_the_line_goes_directly_behind_it_and_no_further(line):
    assert sees([FAR], "0305", line=line)
    assert sees([FAR], "0305", [enemy("0305")], line=line)
    ruling = ruled([FAR], "0306", line=line)
    assert ruling.verdict == "no"
    assert ruling.answer["blocked_at"] == {"between": ("0304", "0305"), "kind": "hedge"}
    assert ruling.answer["sees_as_far_as"] == "0305"
    assert str(ruling.violations[0].remedy) == "trace no further than 0305"


@pytest.mark.clause("MP REC.2")
def test_every_hexside_that_blocks_is_told():
    ruling = ruled([OWN, FAR, side("0305", "0306", "stream")], "0307", [enemy(came=1)])
    assert [violation.facts["near"] for violation in ruling.violations] == ["0303", "0304", "0305"]
    assert ruling.answer["blocked_at"]["between"] == ("0303", "0304")
    assert ruling.answer["sees_as_far_as"] == "0304"


@pytest.mark.clause("MP REC.5")
def test_what_is_not_reciprocal_blocks_as_the_table_says():
    wall = side("0304", "0305", "wall", reciprocal=False)
    ruling = ruled([wall], "0305")
    assert [v.clause_id for v in ruling.violations] == ["MP REC.5"]
    assert ruling.answer["sees_as_far_as"] == "0304"
    assert sees([{**wall, "reciprocal": True}], "0305")
    assert not sees([side("0303", "0304", "wall", reciprocal=False)], "0304")
    assert ruled([side("0303", "0304", "wall", reciprocal=False)], "0306").answer["sees_as_far_as"] == "0303"


def test_what_the_table_does_not_let_block_does_not():
    ruling = ruled([{**FAR, "blocks": False}], "0307")
    assert ruling.verdict == "yes"
    assert len(ruling.steps) == 1


SLOPE = side("0303", "0304", "steep-slope", upper="0303")


@pytest.mark.clause("MP REC.2")
@pytest.mark.parametrize("kind", ["hedge", "berm"])
def test_from_the_upper_side_of_a_steep_slope_neither_hedge_nor_berm_blocks(kind):
    far, near = side("0304", "0305", kind), side("0303", "0304", kind)
    assert sees([SLOPE, far], "0307")
    assert sees([SLOPE, near, far], "0307", [enemy(came=1)])
    assert not sees([{**SLOPE, "upper": "0304"}, far], "0307"), "the lower side"
    assert not sees([SLOPE, far, side("0305", "0306", "abatis")], "0307"), "only these two"


@pytest.mark.clause("MP REC.2")
@pytest.mark.parametrize("kind", ["stream", "bridge", "elevated-road", "abatis", "entrenchment", "redoubt"])
def test_the_steep_slope_helps_against_nothing_else(kind):
    assert not sees([SLOPE, side("0304", "0305", kind)], "0307")


@pytest.mark.clause("MP REC.2")
def test_a_steep_slope_that_the_line_does_not_go_down_is_a_reading():
    beside = {**SLOPE, "between": ["0303", "0403"]}
    ruling = ruled([beside, FAR], "0307")
    (used,) = ruling.readings
    assert (ruling.verdict, used.name, used.others[0].verdict) == ("no", "upper-side", "yes")
    assert sees([beside, FAR], "0307", readings={"upper-side": "any-slope"})


@pytest.mark.clause("MP REC.2")
def test_the_exception_of_the_slope_is_for_line_of_sight_and_the_reaction_line_a_reading():
    ruling = ruled([SLOPE, FAR], "0307", line="reaction")
    (used,) = ruling.readings
    assert (ruling.verdict, used.name, used.others[0].verdict) == ("no", "slope-and-reaction", "yes")
    assert sees([SLOPE, FAR], "0307", line="reaction", readings={"slope-and-reaction": "both"})
    assert not ruled([SLOPE, FAR], "0307").readings


ALONG = unit("Rupert", "0102", 5, "Royalist")
"""The line from 0102 to 0502 runs exactly along the hexsides 0201-0202 and 0401-0402."""


@pytest.mark.clause("MP REC.2")
def test_a_line_along_a_hexside_has_two_ways_and_which_counts_is_a_reading():
    one, other = side("0202", "0302"), side("0201", "0302", "stream")
    half = ruled([one], "0502", tracer=ALONG)
    (used,) = half.readings
    assert (half.verdict, used.name, used.others[0].verdict) == ("yes", "line-along-hexside", "no")
    strict = ruled([one], "0502", tracer=ALONG, readings={"line-along-hexside": "either-side"})
    assert strict.answer["blocked_at"] == {"between": ("0202", "0302"), "kind": "hedge"}
    assert strict.answer["sees_as_far_as"] == "0302"
    both = ruled([one, other], "0502", tracer=ALONG)
    assert (both.verdict, both.readings) == ("no", ())
    assert sees([one, side("0401", "0502", "stream")], "0702", tracer=ALONG), "each hexside for itself"
    assert sees([side("0201", "0202")], "0502", tracer=ALONG), "what lies under the line is not crossed"


def test_the_path_names_its_hexes():
    assert ruled([], "0502", tracer=ALONG).answer["path"] == (
        ("0102",), ("0201", "0202"), ("0302",), ("0401", "0402"), ("0502",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("more", "field", "says"),
    [
        (dict(to_hex="0303"), "to_hex", "a hex other than"),
        (dict(to_hex="33"), "to_hex", "as 0304"),
        (dict(to_hex="0305", line="fire"), "line", "reaction or sight"),
        (dict(to_hex="0305", tracer={**FIRER, "hex": "1"}), "units[0].hex", "as 0304"),
    ],
)
def test_bad_input_names_its_field(more, field, says):
    with pytest.raises(BadInput) as error:
        ruled([], **more)
    assert error.value.field == f"given.{field}"
    assert says in str(error.value)


def test_the_unit_must_be_there():
    case = {"unit": "Ruprecht", "to_hex": "0304", "units": [FIRER]}
    with pytest.raises(BadInput, match="did you mean Rupert"):
        rule_case({"format": "ninevears-case/1", "system": "MP", "question": "line-of-sight", "given": case})


HEXES = [f"{column:02}{row:02}" for column in range(1, 7) for row in range(1, 6)]


@st.composite
def fields(draw):
    """Hedges and streams anywhere, and two enemies."""
    pairs = [
        (a, b)
        for a in HEXES
        for b in HEXES
        if a < b and distance(*(read_hex(x, "even") for x in (a, b))) == 1
    ]
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=25, unique=True))
    hexsides = [side(a, b, draw(st.sampled_from(["hedge", "stream", "berm"]))) for a, b in chosen]
    one, other = draw(st.lists(st.sampled_from(HEXES), min_size=2, max_size=2, unique=True))
    came = draw(st.permutations([1, 2]))
    return hexsides, unit("Rupert", one, came[0], "Royalist"), enemy(other, came[1])


@settings(max_examples=60)
@given(fields(), st.sampled_from(["both-sides", "either-side"]))
@pytest.mark.clause("MP REC.2")
def test_what_blocks_a_line_lies_on_it_and_without_it_the_line_is_free(field, reading):
    hexsides, one, other = field
    more = {"units": [other], "tracer": one, "readings": {"line-along-hexside": reading}}
    ruling = ruled(hexsides, other["hex"], **more)
    on_it = {name for stretch in ruling.answer["path"] for name in stretch}
    for violation in ruling.violations:
        assert {violation.facts["near"], violation.facts["far"]} <= on_it
    told = [{violation.facts["near"], violation.facts["far"]} for violation in ruling.violations]
    left = [hexside for hexside in hexsides if set(hexside["between"]) not in told]
    assert sees(left, other["hex"], **more)
    assert ruling.answer["sees_as_far_as"] in on_it
    if ruling.answer["visible"]:  # more ways count when one free hand is enough
        assert sees(hexsides, other["hex"], **{**more, "readings": {}})


@settings(max_examples=40)
@given(fields())
@pytest.mark.clause("MP REC.1")
def test_neighbours_always_see_each_other(field):
    hexsides, one, _ = field
    for hex in read_hex(one["hex"], "even").neighbours:
        name = hex_name(hex, "even")
        if name in HEXES:
            assert sees(hexsides, name, [enemy(name, came=0)], tracer=one)


@pytest.mark.clause("MP REC.2")
@pytest.mark.parametrize(("lower", "start", "end"), [("even", "0101", "0501"), ("odd", "0199", "0599")])
def test_a_hex_off_the_map_gives_no_free_hand(lower, start, end):
    """Along the edge of the map the line has a hex on one hand alone, and no reading is asked for."""
    tracer = unit("Rupert", start, 5, "Royalist")
    column, row = int(start[:2]), start[2:]
    free = ruled([], end, tracer=tracer, lower=lower)
    assert free.answer["path"] == tuple((f"{column + step:02}{row}",) for step in range(5))
    hedge = side(f"{column + 1:02}{row}", f"{column + 2:02}{row}")
    ruling = ruled([hedge], end, tracer=tracer, lower=lower)
    assert (ruling.verdict, ruling.readings) == ("no", ())
    assert ruling.answer["blocked_at"]["between"] == tuple(hedge["between"])
