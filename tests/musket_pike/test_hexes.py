"""Hexes and the straight lines on them: against other code, and by what turning leaves alone."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.musket_pike.hexes import (
    Hex,
    distance,
    hex_name,
    read_hex,
    side_between,
    straight_line,
    ways,
)

NAMES = st.builds("{:02}{:02}".format, st.integers(1, 30), st.integers(1, 30))
LOWER = st.sampled_from(["even", "odd"])


@st.composite
def hexes(draw, most=12):
    across = draw(st.integers(-most, most))
    return Hex(across, 2 * draw(st.integers(-most, most)) + across % 2)


def mirrored(hex):
    return Hex(hex.across, -hex.down)


def turned(hex):
    """A sixth of a turn about the hex at the origin."""
    return Hex((hex.across - hex.down) // 2, (3 * hex.across + hex.down) // 2)


def shape(line, image=lambda hex: hex):
    return [(frozenset(map(image, s.hexes)), s.enter, s.leave) for s in line]


@given(NAMES, LOWER)
def test_a_number_is_read_and_written_back(name, lower):
    assert hex_name(read_hex(name, lower), lower) == name


@pytest.mark.parametrize(
    ("lower", "beside"),
    [
        ("even", {"0303", "0305", "0203", "0204", "0403", "0404"}),
        ("odd", {"0303", "0305", "0204", "0205", "0404", "0405"}),
    ],
)
def test_the_six_neighbours_of_0304(lower, beside):
    hex = read_hex("0304", lower)
    assert {hex_name(other, lower) for other in hex.neighbours} == beside
    assert all(len(side_between(hex, other)) == 2 for other in hex.neighbours)


@given(hexes(), hexes())
def test_hexes_share_a_side_when_they_are_one_apart(one, other):
    assert bool(side_between(one, other)) == (distance(one, other) == 1)
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, other) == distance(other, one) == distance(turned(one), turned(other))


@given(hexes(), hexes())
def test_a_line_is_whole_and_goes_from_neighbour_to_neighbour(start, end):
    line = straight_line(start, end)
    assert (line[0].hexes, line[-1].hexes) == ((start,), (end,))
    assert (line[0].enter, line[-1].leave) == (0, 1)
    for here, there in pairwise(line):
        assert here.leave == there.enter
        assert all(distance(a, b) == 1 for a in here.hexes for b in there.hexes)
    assert all(len(s.hexes) == 1 or distance(*s.hexes) == 1 for s in line)
    assert len(line) >= distance(start, end) - sum(len(s.hexes) == 2 for s in line) + 1


@given(hexes(), hexes())
def test_the_line_back_is_the_same_line(start, end):
    back = [
        (hexes_, 1 - leave, 1 - enter) for hexes_, enter, leave in reversed(shape(straight_line(end, start)))
    ]
    assert shape(straight_line(start, end)) == back


@given(hexes(), hexes(), hexes())
def test_turning_mirroring_and_moving_leave_a_line_alone(start, end, by):
    line = straight_line(start, end)

    def moved(hex):
        return Hex(hex.across + by.across, hex.down + by.down)

    for image in (turned, mirrored, moved):
        assert shape(straight_line(image(start), image(end))) == shape(line, image)


@given(hexes(8), hexes(8))
def test_crossings_are_the_hexsides_whose_ends_lie_on_either_hand(start, end):
    """The oracle knows nothing of hexes being left and entered: it looks at each hexside's ends alone."""
    (ax, ay), (bx, by) = start.centre, end.centre

    def hand(point):
        return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)

    near = {hex for s in straight_line(start, end) for hex in s.hexes}
    near |= {hex for inner in near for hex in inner.neighbours}
    properly = set()
    for hex in near:
        for other in hex.neighbours:
            (p, q) = side_between(hex, other)
            if hand(p) * hand(q) < 0:
                place = Fraction(hand(p), hand(p) - hand(q))
                x, y = (u + place * (v - u) for u, v in zip(p, q, strict=True))
                along = (x - ax) * (bx - ax) + (y - ay) * (by - ay)
                if 0 < along < (bx - ax) ** 2 + (by - ay) ** 2:
                    properly.add(frozenset((hex, other)))
    crossed = [
        {frozenset((c.near, c.far)) for way in step for c in way} for step in ways(straight_line(start, end))
    ]
    flat = set().union(*crossed)
    assert properly <= flat
    for pair in flat - properly:  # through a corner: an end of the hexside lies on the line
        assert any(hand(point) == 0 for point in side_between(*pair))


def test_a_line_exactly_along_a_hexside_touches_both_hexes():
    line = straight_line(read_hex("0102", "even"), read_hex("0502", "even"))
    names = [{hex_name(hex, "even") for hex in s.hexes} for s in line]
    assert names == [{"0102"}, {"0201", "0202"}, {"0302"}, {"0401", "0402"}, {"0502"}]
    assert [s.enter for s in line] == [0, Fraction(1, 6), Fraction(1, 3), Fraction(2, 3), Fraction(5, 6)]
    assert [len(step) for step in ways(line)] == [2, 2]


def test_a_line_through_a_corner_leaves_the_third_hex_aside():
    line = straight_line(Hex(0, 0), Hex(5, 3))  # through the corner that Hex(1, 1), (2, 0) and (2, 2) share
    at_corner = [s.hexes for s in line if s.enter == Fraction(1, 3) or s.leave == Fraction(1, 3)]
    assert at_corner == [(Hex(1, 1),), (Hex(2, 2),)]
    assert all((Hex(2, 0),) != s.hexes for s in line)


@pytest.mark.parametrize("step", Hex(0, 0).neighbours)
def test_down_a_row_every_hexside_is_crossed_in_its_middle(step):
    line = straight_line(Hex(0, 0), Hex(4 * step.across, 4 * step.down))
    assert [s.hexes for s in line] == [(Hex(n * step.across, n * step.down),) for n in range(5)]
    assert [s.leave for s in line] == [Fraction(2 * n + 1, 8) for n in range(4)] + [1]
