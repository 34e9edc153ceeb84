"""The position: the start of 1688, values that cannot change, saves that come back or say why not."""

import copy
import json
import os
import pickle

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.position import FORMAT, Control, Corps, Position, Siege
from ninevears_kernel.nine_years.components.powers import powers, side_of
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.scenario import leader_table, scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.components.tables import data_table
from ninevears_kernel.nine_years.games.save import (
    load_position,
    position_from_data,
    position_to_data,
    save_position,
)
from ninevears_kernel.nine_years.rules.stacking import overstacked

LIMIT = standard_rule_tables().numbers.stacking.limit


@pytest.fixture
def start() -> Position:
    return scenario_1688()


@pytest.fixture
def data(start):
    return as_read(start)


# ---- the start of 1688


@pytest.mark.clause("NY 20.1", "NY 6.1.2")
def test_it_begins_in_1688_with_22_victory_points(start):
    assert (start.year, start.victory_points, start.revolution, start.savoy_left) == (1688, 22, False, False)


@pytest.mark.clause("NY 20.2.a", "NY 10.1.a")
def test_seas_at_start(start):
    assert start.sea("Atlantic") is None
    assert start.sea("Mediterranean") == "Bourbon"


@pytest.mark.clause("NY 20.2.a", "NY 12.3.6.a")
def test_fleets_at_start(start):
    assert (start.fleet("Toulon").place, start.fleet("Toulon").strength) == ("box", 0)
    assert (start.fleet("Mediterranean").place, start.fleet("Mediterranean").strength) == ("port", 1)
    assert {start.fleet(name).place for name in ("Brest", "Atlantic")} == {"pool"}
    assert len(start.fleets) == 4


@pytest.mark.clause("NY 20.2.a", "NY 2.8")
def test_munich_and_london_are_rich(start):
    assert set(start.rich_markers) == {"Munich", "London"}


@pytest.mark.clause("NY 20.2.a", "NY 7.2.1.a", "NY 7.2.2")
def test_savoy_and_portugal_are_neutral(start):
    outside = [space.name for space in game_map().spaces if space.power in ("Savoy", "Portugal")]
    assert len(outside) >= 6
    assert {start.controller(name) for name in outside} == {None}
    assert side_of(start, "Savoy") is None


@pytest.mark.clause("NY 20.2.a", "NY 12.3.1.a")
def test_resource_points_at_start(start):
    assert (start.resource_base.Bourbon, start.resource_base.Alliance) == (3, 6)


@pytest.mark.clause("NY 20.2.a", "NY 7.2.6.a")
def test_four_jacobite_corps(start):
    assert sum(corps.power == "Jacobite" for corps in start.corps) == 4
    assert all(pool.power != "Jacobite" for pool in start.pools)


@pytest.mark.clause("NY 20.2.a", "NY 12.3.2")
def test_some_corps_lie_in_the_pools(start):
    assert sum(pool.corps for pool in start.pools) > 0
    assert {pool.power for pool in start.pools} <= powers().keys()
    assert next(pool.corps for pool in start.pools if pool.power == "Britain") >= 3  # for the Revolution


@pytest.mark.clause("NY 4.1.1", "NY 20.2")
def test_no_space_is_overstacked_at_start(start):
    for space in game_map().spaces:
        assert len(start.corps_in(space.name)) <= LIMIT
        assert not any(overstacked(start, space.name, side) for side in SIDES)


@pytest.mark.clause("NY 4.1.1", "NY 4.1.2")
def test_overstacked_is_more_than_the_limit_of_one_side(start):
    bare = start.replace(corps=(Corps("France", "Paris"),) * LIMIT)
    assert not overstacked(bare, "Paris", "Bourbon")
    over = bare.replace(corps=(*bare.corps, Corps("Jacobite", "Paris")))
    assert overstacked(over, "Paris", "Bourbon")
    mixed = bare.replace(corps=(*bare.corps, Corps("Spain", "Paris")))
    assert not overstacked(mixed, "Paris", "Bourbon")


@pytest.mark.clause("NY 20.2")
def test_every_piece_stands_in_a_space_of_its_side(start):
    for piece in (*start.corps, *start.leaders):
        assert start.controller(piece.space) == side_of(start, piece.power), piece


@pytest.mark.clause("NY 20.2")
def test_leaders_at_start_are_those_of_1688(start):
    expected = {row["name"] for row in data_table("scenario_1688/leaders") if row["space"]}
    assert {leader.name for leader in start.leaders} == expected
    assert all(leader.power == leader_table()[leader.name].power for leader in start.leaders)
    rows = [leader_table()[leader.name] for leader in start.leaders]
    assert all(1 <= rating[0] <= 9 for row in rows for rating in (row.rating, row.plain) if rating)


@pytest.mark.clause("NY 2.3")
def test_each_space_has_one_controller_or_none(start):
    assert not start.control.Bourbon & start.control.Alliance
    for space in game_map().spaces:
        side = start.controller(space.name)
        assert [bool(start.control.of(one) >> space.index & 1) for one in SIDES] == [
            one == side for one in SIDES
        ]


def test_nothing_is_besieged_and_no_line_stands_at_start(start):
    assert (start.sieges, start.lines, start.waiting) == ((), (), ())


# ---- values


def test_positions_compare_and_hash_by_value(start, data):
    again = position_from_data(data)
    assert again is not start
    assert again == start
    assert hash(again) == hash(start)
    assert len({again, start, start.replace(year=1689)}) == 2
    assert start.replace(year=1689) != start
    assert copy.deepcopy(start) == start
    assert copy.copy(start) == start


def test_control_compares_and_hashes_by_value():
    assert Control(1, 2) == Control(1, 2) != Control(2, 1)
    assert hash(Control(1, 2)) == hash(Control(1, 2))
    assert eval(repr(Control(5, 10)), {"Control": Control}) == Control(5, 10)


def test_a_position_can_go_to_another_process(start):
    assert pickle.loads(pickle.dumps(start)) == start


@pytest.mark.parametrize("field", Position.__struct_fields__)
def test_no_field_can_be_set(start, field):
    with pytest.raises(AttributeError):
        setattr(start, field, getattr(start, field))


@pytest.mark.parametrize("name", ["corps", "leaders", "fleets", "pools"])
def test_no_piece_can_be_changed(start, name):
    piece = getattr(start, name)[0]
    for field in piece.__struct_fields__:
        with pytest.raises(AttributeError):
            setattr(piece, field, None)


def test_control_cannot_be_changed(start):
    with pytest.raises(AttributeError):
        start.control.Bourbon = 0


def test_every_part_of_a_position_is_frozen(start):
    def look(value):
        if isinstance(value, tuple):
            for inner in value:
                look(inner)
        elif isinstance(value, msgspec.Struct):
            assert value.__struct_config__.frozen, type(value)
            for field in value.__struct_fields__:
                look(getattr(value, field))
        else:
            assert isinstance(value, str | int | bool | None | Control), value

    look(start)


def test_replace_leaves_the_old_position_and_shares_the_rest(start):
    before = position_to_data(start)
    after = start.replace(year=1690)
    assert after.corps is start.corps
    assert position_to_data(start) == before


# ---- saves


def test_a_save_comes_back_from_its_file(start, tmp_path):
    path = tmp_path / "start.json"
    save_position(start, path)
    assert load_position(path) == start
    assert [file.name for file in tmp_path.iterdir()] == ["start.json"]
    save_position(start.replace(year=1695), path)
    assert load_position(str(path)).year == 1695
    assert [file.name for file in tmp_path.iterdir()] == ["start.json"]


def test_equal_positions_make_equal_files(start, data, tmp_path):
    save_position(start, tmp_path / "a.json")
    save_position(position_from_data(data), tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_a_save_is_plain_text_that_can_be_read(start, tmp_path):
    save_position(start, tmp_path / "start.json")
    text = (tmp_path / "start.json").read_text(encoding="utf-8")
    assert text.endswith("}\n")
    assert json.loads(text)["control"]["Bourbon"][0] == "London"


def broken(data, path, value):
    """The save with one leaf replaced."""
    *way, last = path
    inner = data
    for step in way:
        inner = inner[step]
    inner[last] = value
    return data


BROKEN = [
    (["format"], "ninevears-position/2", "format", "'ninevears-position/2'"),
    (["format"], None, "format", "None"),
    (["year"], 1700, "year", "1700"),
    (["year"], "1690", "year", "'1690'"),
    (["victory_points"], 41, "victory_points", "41"),
    (["kww_cell"], -3, "kww_cell", "-3"),
    (["phase"], "summer", "phase", "'summer'"),
    (["seas", "Atlantic"], "Pirates", "seas.Atlantic", "'Pirates'"),
    (["seas", "Baltic"], "Alliance", "seas.Baltic", "'Alliance'"),
    (["control"], [], "control", "[]"),
    (["control", "Bourbon"], "Paris", "control.Bourbon", "'Paris'"),
    (["control", "Bourbon", 0], "Lodnon", "control.Bourbon[0]", "'Lodnon'"),
    (["control", "Bourbon", 0], 7, "control.Bourbon[0]", "7"),
    (["control", "Alliance", 0], "Paris", "control.Alliance[0]", "'Paris'"),
    (["corps", 3, "space"], "Tournay", "corps[3].space", "'Tournay'"),
    (["corps", 3, "space"], None, "corps[3].space", "None"),
    (["corps", 0, "power"], "Prussia", "corps[0].power", "'Prussia'"),
    (["corps", 0, "reduced"], "no", "corps[0].reduced", "'no'"),
    (["corps", 0, "colour"], "blue", "corps[0].colour", "'blue'"),
    (["corps", 0], "France", "corps[0]", "'France'"),
    (["leaders", 2, "space"], "Atlantis", "leaders[2].space", "'Atlantis'"),
    (["leaders", 0, "name"], 5, "leaders[0].name", "5"),
    (["leaders", 0, "name"], "Napoleon", "leaders[0].name", "'Napoleon'"),
    (["leaders", 1, "power"], "Bavaria", "leaders[1].power", "'Bavaria'"),
    (["leaders", 1, "power"], "Spain", "leaders[1].power", "'Spain'"),
    (["fleets", 0, "name"], "Cadiz", "fleets[0].name", "'Cadiz'"),
    (["fleets", 1, "name"], "Brest", "fleets[1].name", "'Brest'"),
    (["fleets", 0, "strength"], 2, "fleets[0].strength", "2"),
    (["pools", 0, "corps"], -1, "pools[0].corps", "-1"),
    (["pools", 1, "power"], "France", "pools[1].power", "'France'"),
    (["sieges"], [{"space": "Paris", "by": "Bourbon"}], "sieges[0].by", "'Bourbon'"),
    (["sieges"], [{"space": "Madrid", "by": "Alliance"}], "sieges[0].space", "'Madrid'"),
    (["lines"], [{"space": "Mons", "level": 4}], "lines[0].level", "4"),
    (["lines"], [{"space": "Mons"}], "lines[0].level", "nothing"),
    (["rich_markers", 0], "Muenchhausen", "rich_markers[0]", "'Muenchhausen'"),
    (["resource_base", "Bourbon"], 1.5, "resource_base.Bourbon", "1.5"),
    (["revolution"], 1, "revolution", "1"),
    (["weather"], "rain", "weather", "'rain'"),
    (["active"], "France", "active", "'France'"),
    (["action_deck"], [4], "action_deck[0]", "4"),
]


@pytest.mark.parametrize(("path", "value", "field", "found"), BROKEN, ids=lambda v: str(v)[:40])
def test_a_broken_save_names_the_field_and_what_stands_there(data, tmp_path, path, value, field, found):
    if field == "sieges[0].space":
        value = [{"space": unfortified(), "by": "Alliance"}]
        found = repr(unfortified())
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(broken(data, path, value)), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load_position(file)
    assert caught.value.field == field
    sentence = str(caught.value)
    assert f"{field}: found {found}, expected " in sentence
    assert str(file) in sentence
    assert "\n" not in sentence


def unfortified():
    return next(space.name for space in game_map().spaces if not space.fortress)


def test_a_field_that_is_not_there_is_named(data):
    del data["year"]
    with pytest.raises(BadInput, match=r"^year: found nothing, expected"):
        position_from_data(data)
    with pytest.raises(BadInput, match=r"^format: found nothing, expected"):
        position_from_data({})


def test_a_broken_save_inside_a_case_says_where(data):
    with pytest.raises(BadInput, match=r"^given\.position\.year: found 3"):
        position_from_data(broken(data, ["year"], 3), "given.position")


@pytest.mark.parametrize(
    "format", ["ninevears-position/0", "ninevears-case/1", "", 1, ["ninevears-position/1"]]
)
def test_another_format_is_refused_before_anything_else(format):
    with pytest.raises(BadInput) as caught:
        position_from_data({"format": format, "nonsense": True})
    assert caught.value.field == "format"
    assert FORMAT in str(caught.value)


@pytest.mark.parametrize("whole", [None, 3, "save", [1], True])
def test_what_is_no_object_is_refused(whole):
    with pytest.raises(BadInput, match=r"^position: found .* expected"):
        position_from_data(whole)


def test_a_siege_by_the_controller_is_refused(start):
    with pytest.raises(BadInput):
        position_from_data(position_to_data(start.replace(sieges=(Siege("Paris", "Bourbon"),))))


def as_read(position):
    return json.loads(json.dumps(position_to_data(position)))


START = as_read(scenario_1688())
FULL = as_read(
    scenario_1688().replace(
        sieges=(Siege("Mons", "Bourbon", True, 1),), action_deck=(1, 2, 3), event_deck=("Scotland Rises",)
    )
)


def leaves(data, path=()):
    if isinstance(data, dict | list):
        for step in data if isinstance(data, dict) else range(len(data)):
            yield (*path, step)
            yield from leaves(data[step], (*path, step))


LEAVES = [(source, path) for source in (START, FULL) for path in leaves(source)]
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["Paris", "London", "Mons", "France", "Bourbon", "Alliance", "paris", "Liège"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=300)
@given(where=st.sampled_from(LEAVES), value=json_values, delete=st.booleans())
def test_a_mutated_save_is_a_position_or_bad_input(where, value, delete):
    source, (*way, last) = where
    data = copy.deepcopy(source)
    inner = data
    for step in way:
        inner = inner[step]
    if delete:
        del inner[last]
    else:
        inner[last] = value
    try:
        position = position_from_data(data)
    except BadInput as error:
        sentence = str(error)
    else:
        sentence = ""
    if sentence:
        assert "expected" in sentence
        assert "\n" not in sentence
        return
    hash(position)
    assert position_from_data(position_to_data(position)) == position
    for corps in position.corps:
        assert corps.power in powers()
        assert corps.space in game_map().by_name


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", "\x00", '{"format": NaN}', "[" * 100_000])
def test_a_broken_file_is_bad_input(tmp_path, text):
    path = tmp_path / "save.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load_position(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there_is_bad_input(tmp_path):
    with pytest.raises(BadInput, match="nowhere"):
        load_position(tmp_path / "nowhere.json")


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_crash_while_saving_leaves_the_old_file(start, tmp_path, monkeypatch, step):
    path = tmp_path / "save.json"
    save_position(start, path)
    before = path.read_bytes()

    def crash(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, crash)
    with pytest.raises(BadInput, match=r"save.json: file: .*No space"):
        save_position(start.replace(year=1699), path)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_while_saving_leaves_the_old_file(start, tmp_path, monkeypatch):
    path = tmp_path / "save.json"
    save_position(start, path)

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save_position(start.replace(year=1699), path)
    assert list(tmp_path.iterdir()) == [path]
    assert load_position(path) == start
