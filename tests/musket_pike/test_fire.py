"""Fire in *Musket & Pike*: the printed steps of each procedure, the columns, markers, odds and bad tables."""

from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.errors import BadInput, DiceLeftOver
from ninevears_kernel.core.questions import adjudicate
from ninevears_kernel.input_files import convert
from ninevears_kernel.musket_pike.fire import LIGHT_TABLE, QUESTIONS, Fire

(QUESTION,) = QUESTIONS


def column(letter):
    """Three results that no other column has."""
    return [
        {"to": 3, "result": f"{letter}1"},
        {"from": 4, "to": 8, "result": f"{letter}2"},
        {"from": 9, "result": f"{letter}3"},
    ]


TABLES = {
    "muskets": {"front": column("f"), "flank": column("k"), "salvo": column("s")},
    "late muskets": {"front": column("l")},
    LIGHT_TABLE: {"musketeers-and-dragoons": column("d"), "cavalry-pistol": column("p")},
}  # fmt: skip
HEAVY = {"firer": "heavy-infantry", "target": "Bard", "tables": TABLES, "table": "muskets", "aspect": "front"}
LIGHT = {"firer": "light-infantry", "target": "Bard", "tables": TABLES}
CAVALRY = {"firer": "cavalry", "target": "Bard", "tables": TABLES}


def ruled(case, *dice, **more):
    return adjudicate(QUESTION, convert({**case, **more}, Fire), dice=list(dice) or None)


def numbered(ruling, clause_id):
    """The printed numbers of the steps that cite a clause."""
    return [step.says.values["number"] for step in ruling.steps if step.clause_id == clause_id]


@pytest.mark.clause("MP FIRE.1")
def test_heavy_infantry_takes_seven_steps():
    ruling = ruled(HEAVY, 5, modifiers=[{"why": "hedge", "value": -2}])
    assert numbered(ruling, "MP FIRE.1") == [1, 2, 3, 4, 5, 5, 6, 7]
    assert ruling.answer == {
        "table": "muskets", "column": "front", "roll": 5, "modified": 3, "result": "f1", "marks": (),
    }  # fmt: skip
    assert {step.clause_id for step in ruling.steps} == {"MP FIRE.1"}


@pytest.mark.clause("MP FIRE.1")
@pytest.mark.parametrize(
    ("aspect", "salvo", "expected"),
    [
        ("front", False, "front"),
        ("flank", False, "flank"),
        ("front", True, "salvo"),
        ("flank", True, "salvo"),
    ],
)
def test_heavy_infantry_uses_front_flank_or_salvo(aspect, salvo, expected):
    answer = ruled(HEAVY, 9, aspect=aspect, salvo=salvo).answer
    assert answer["column"] == expected
    assert answer["result"] == {"front": "f3", "flank": "k3", "salvo": "s3"}[expected]
    assert answer["marks"] == (("salvo",) if salvo else ())


@pytest.mark.clause("MP FIRE.1")
def test_heavy_infantry_names_its_table_unless_there_is_only_one():
    assert ruled(HEAVY, 1, table="late muskets").answer["result"] == "l1"
    only = {name: TABLES[name] for name in ("muskets", LIGHT_TABLE)}
    assert ruled(HEAVY, 1, tables=only, table=None).answer["table"] == "muskets"
    with pytest.raises(BadInput, match=r"^table: .*muskets or late muskets"):
        ruled(HEAVY, 1, table=None)


@pytest.mark.clause("MP FIRE.2")
def test_light_infantry_takes_four_steps_and_has_its_column():
    ruling = ruled(LIGHT, 4)
    assert numbered(ruling, "MP FIRE.2") == [1, 2, 3, 4]
    assert (ruling.answer["table"], ruling.answer["column"]) == (LIGHT_TABLE, "musketeers-and-dragoons")
    assert (ruling.answer["result"], ruling.answer["marks"]) == ("d2", ())


@pytest.mark.clause("MP FIRE.3")
def test_cavalry_takes_five_steps_and_gets_a_pistol_marker():
    ruling = ruled(CAVALRY, 10)
    assert numbered(ruling, "MP FIRE.3") == [1, 2, 3, 4, 5]
    assert (ruling.answer["table"], ruling.answer["column"]) == (LIGHT_TABLE, "cavalry-pistol")
    assert (ruling.answer["result"], ruling.answer["marks"]) == ("p3", ("pistol",))


@pytest.mark.clause("MP FIRE.2", "MP FIRE.3", "MP SEQ.C")
@pytest.mark.parametrize("case", [LIGHT, CAVALRY])
def test_salvo_is_for_heavy_infantry(case):
    ruling = ruled(case, salvo=True)
    assert ruling.verdict == "illegal"
    assert [violation.clause_id for violation in ruling.violations] == ["MP SEQ.C"]
    assert not ruling.odds


@pytest.mark.clause("MP FIRE.1")
def test_without_dice_the_odds_are_exact_and_what_is_known_stands():
    ruling = ruled(HEAVY, modifiers=[{"why": "range", "value": 1}, {"why": "hedge", "value": -2}])
    assert dict(ruling.odds["result"]) == {"f1": Fraction(2, 5), "f2": Fraction(1, 2), "f3": Fraction(1, 10)}
    assert ruling.answer == {"table": "muskets", "column": "front", "marks": ()}


@pytest.mark.clause("MP FIRE.1")
def test_the_die_is_an_input():
    assert dict(ruled(LIGHT, sides=6).odds["result"]) == {"d1": Fraction(1, 2), "d2": Fraction(1, 2)}
    nought = ruled(LIGHT, 10, zero=True)
    assert (nought.answer["roll"], nought.answer["modified"]) == (0, 0)
    assert dict(nought.odds["result"])["d1"] == Fraction(2, 5)
    with pytest.raises(BadInput, match="dice"):
        ruled(LIGHT, 11)
    with pytest.raises(DiceLeftOver):
        ruled(LIGHT, 3, 3)


def row(result="x", **ends):
    return {"result": result, **ends}


@pytest.mark.parametrize(
    ("rows", "field"),
    [
        ([], ""),
        ([row(to=3), row(**{"from": 5})], "[1].from"),
        ([row(to=3), row(**{"from": 3})], "[1]"),
        ([row(), row(**{"from": 3})], "[1]"),
        ([row(to=3), row(to=5), row(**{"from": 6})], "[1]"),
        ([row(**{"from": 6}), row(**{"from": 2}, to=5), row(to=0)], "[1].from"),
        ([row(**{"from": 5}), row(to=3), row(**{"from": 4})], "[0]"),
        ([row(**{"from": 5}, to=4)], "[0].to"),
        ([row(**{"from": 2}, to=12)], ""),
        ([row(to=9)], ""),
        ([{"to": 9}], "[0].result"),
        ([row(result="")], "[0].result"),
        ([row(to="many")], "[0].to"),
    ],
)
def test_a_column_with_gaps_overlaps_or_too_short_is_refused(rows, field):
    tables = {LIGHT_TABLE: {"cavalry-pistol": rows}}
    with pytest.raises(BadInput) as caught:
        ruled(CAVALRY, tables=tables)
    expected = f"tables.{LIGHT_TABLE}.cavalry-pistol{field}"
    assert caught.value.field in (expected, f"tables[...][...]{field}")
    assert str(caught.value)


@pytest.mark.parametrize(
    ("case", "change", "field"),
    [
        (HEAVY, {"aspect": None}, "aspect"),
        (HEAVY, {"table": "musket"}, "table"),
        (HEAVY, {"table": "late muskets", "salvo": True}, "tables.late muskets.salvo"),
        (HEAVY, {"table": None, "tables": {}}, "table"),
        (CAVALRY, {"aspect": "front"}, "aspect"),
        (LIGHT, {"table": "muskets"}, "table"),
        (LIGHT, {"tables": {}}, f"tables.{LIGHT_TABLE}"),
        (LIGHT, {"tables": {LIGHT_TABLE: {}}}, f"tables.{LIGHT_TABLE}.musketeers-and-dragoons"),
        (LIGHT, {"firer": "artillery"}, "firer"),
        (LIGHT, {"target": ""}, "target"),
        (LIGHT, {"sides": 1}, "sides"),
        (LIGHT, {"modifiers": [{"why": "hedge"}]}, "modifiers[0].value"),
    ],
)
def test_wrong_input_names_its_field(case, change, field):
    with pytest.raises(BadInput) as caught:
        ruled(case, **change)
    assert caught.value.field == field
    assert str(caught.value)


def test_a_closed_table_must_reach_as_far_as_the_modifiers_do():
    closed = {LIGHT_TABLE: {"cavalry-pistol": [row(**{"from": 1}, to=10)]}}
    assert ruled(CAVALRY, 10, tables=closed).answer["result"] == "x"
    with pytest.raises(BadInput, match="expected rows for every modified roll from 2 to 11"):
        ruled(CAVALRY, 10, tables=closed, modifiers=[{"why": "close", "value": 1}])


@settings(max_examples=60)
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=6),
    st.integers(-8, 8),
    st.sampled_from([6, 10, 20]),
    st.randoms(use_true_random=False),
)
def test_every_roll_has_one_result_and_the_odds_add_up(widths, modifier, sides, order):
    rows, lowest = [row("first", to=0)], 1
    for at, width in enumerate(widths):
        rows.append(row(f"r{at}", **{"from": lowest}, to=lowest + width - 1))
        lowest += width
    rows.append(row("last", **{"from": lowest}))
    order.shuffle(rows)
    case = {**CAVALRY, "tables": {LIGHT_TABLE: {"cavalry-pistol": rows}}, "sides": sides,
            "modifiers": [{"why": "all", "value": modifier}]}  # fmt: skip
    odds = dict(ruled(case).odds["result"])
    assert sum(odds.values()) == 1
    counted: dict[str, int] = {}
    for face in range(1, sides + 1):
        answer = ruled(case, face).answer
        assert answer["modified"] == face + modifier
        counted[answer["result"]] = counted.get(answer["result"], 0) + 1
    assert odds == {result: Fraction(number, sides) for result, number in counted.items()}
