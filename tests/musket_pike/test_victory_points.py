"""Victory points, row by row: the table, the notes, the six games, what scenarios change, and bad input."""

import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.musket_pike.points_table import games, points_by_event, side_of
from ninevears_kernel.umpire.cases.cases import given_schema, questions, rule_case


def ruled(events=(), game="TACW", readings=None, **scenario):
    given_ = {"game": game, "events": list(events), "scenario": scenario}
    return rule_case(
        {
            "format": "ninevears-case/1", "system": "MP", "question": "victory-points",
            "given": given_, "readings": readings or {},
        }
    )  # fmt: skip


def event(kind, side="Parliament", **more):
    return {"side": side, "kind": kind, **more}


def scored(kind, **more):
    """The points of one event."""
    return ruled([event(kind, **more)]).answer["points"]["Parliament"]


def cited(ruling):
    return [step.clause_id for step in ruling.steps]


# The figures of the source, written out a second time.
PRINTED = {
    "MP VP.2": {
        "cavalry-eliminated": 10,
        "cavalry-hit": 2,
        "double-heavy-infantry-eliminated": 10,
        "heavy-infantry-eliminated": 5,
        "heavy-infantry-hit": 1,
        "light-infantry-eliminated": 0,
    },
    "MP VP.3": {
        "double-12-24-pounder-captured": 30,
        "double-4-8-pounder-captured": 20,
        "double-3-pounder-captured": 10,
        "single-12-24-pounder-captured": 15,
        "single-4-8-pounder-captured": 10,
        "single-3-pounder-captured": 5,
        "double-12-24-pounder-eliminated": 10,
        "double-4-8-pounder-eliminated": 10,
        "double-3-pounder-eliminated": 5,
        "single-12-24-pounder-eliminated": 10,
        "single-4-8-pounder-eliminated": 10,
        "single-3-pounder-eliminated": 2,
        "wagons-captured": 10,
    },
    "MP VP.4": {
        "army-commander-eliminated": 20,
        "king-charles-eliminated": 50,
        "substitute-army-commander-eliminated": 0,
        "replacement-wing-commander-eliminated": 0,
    },
    "MP VP.5": {"left-map-in-pursuit": 0},
}


@pytest.mark.clause("MP VP.2", "MP VP.3", "MP VP.4", "MP VP.5")
@pytest.mark.parametrize(
    ("clause", "kind", "points"), [(c, kind, n) for c, rows in PRINTED.items() for kind, n in rows.items()]
)
def test_each_row_of_the_table_scores_what_is_printed(clause, kind, points):
    ruling = ruled([event(kind)])
    (row,) = ruling.answer["rows"]
    assert (row["points"], row["each"], row["clause"]) == (points, points, clause)
    assert ruling.answer["points"] == {"Parliament": points, "Royalist": 0}
    assert clause in cited(ruling)


def test_the_table_has_the_printed_rows_and_those_by_rating_and_no_more():
    by_rating = {"named-wing-commander-eliminated", "named-substitute-eliminated"}
    assert points_by_event().keys() == {kind for rows in PRINTED.values() for kind in rows} | by_rating


@pytest.mark.clause("MP VP.0")
def test_the_side_of_an_event_is_the_one_that_scores_and_both_sides_do():
    ruling = ruled([event("cavalry-eliminated"), event("cavalry-hit", "Royalist", count=3)])
    assert ruling.answer["points"] == {"Parliament": 10, "Royalist": 6}
    assert cited(ruling).count("MP VP.0") == 2


@pytest.mark.clause("MP VP.1")
@pytest.mark.parametrize(
    ("game", "first", "other"),
    [
        ("TACW", "Parliament", "Royalist"),
        ("SFO", "Swedish", "non-Swedish"),
        ("GAG", "Swedish", "non-Swedish"),
        ("NGBG", "Swedish", "non-Swedish"),
        ("ULB", "French", "non-French"),
        ("SiA", "Catholic", "Protestant"),
    ],
)
def test_the_margin_is_the_first_side_minus_the_other_in_each_game(game, first, other):
    hit, cavalry = event("cavalry-hit", first), event("cavalry-eliminated", other)
    assert games()[game].sides == (first, other)
    lost = ruled([hit, cavalry], game).answer
    assert (lost["margin"], lost["winner"]) == (-8, other)
    assert list(lost["points"]) == [first, other]
    won = ruled([{**hit, "count": 9}, cavalry], game).answer
    assert (won["margin"], won["winner"]) == (8, first)
    even = ruled([{**hit, "count": 5}, cavalry], game).answer
    assert (even["margin"], even["winner"]) == (0, "draw")


@pytest.mark.clause("MP VP.1")
def test_a_scenario_may_ask_for_a_margin_that_wins():
    assert ruled([event("cavalry-eliminated")], win_by=11).answer["winner"] == "draw"
    assert ruled([event("cavalry-eliminated")], win_by=10).answer["winner"] == "Parliament"
    assert ruled([event("cavalry-eliminated", "Royalist")], win_by=11).answer["winner"] == "draw"


@pytest.mark.clause("MP VP.3")
@pytest.mark.parametrize("kind", ["single-12-24-pounder-eliminated", "single-4-8-pounder-eliminated"])
def test_the_doubtful_row_is_a_reading_shown_both_ways(kind):
    printed = ruled([event(kind, count=2)])
    (used,) = printed.readings
    assert (used.name, used.chosen, printed.answer["margin"]) == ("single-gun-eliminated", "printed", 20)
    assert used.others[0].answer["margin"] == 10
    pattern = ruled([event(kind, count=2)], readings={"single-gun-eliminated": "pattern"})
    assert pattern.answer["margin"] == 10
    assert not ruled([event(kind)], points={kind: 7}).readings, "the scenario's points are not in doubt"
    assert not ruled([event("double-4-8-pounder-eliminated")]).readings


@pytest.mark.clause("MP VP.4")
@pytest.mark.parametrize("kind", ["named-wing-commander-eliminated", "named-substitute-eliminated"])
@pytest.mark.parametrize("rating", [-3, 3])
def test_a_commander_with_a_name_scores_five_times_his_rating_taken_as_positive(kind, rating):
    assert scored(kind, rating=rating) == 15
    assert scored(kind, rating=rating, count=2) == 30
    assert scored(kind, rating=0) == 0


@pytest.mark.clause("MP VP.4")
def test_only_the_first_army_commander_counts_for_a_side():
    for events in ([event("army-commander-eliminated", count=3)], [event("army-commander-eliminated")] * 3):
        ruling = ruled(events)
        assert ruling.answer["margin"] == 20
        assert ruling.verdict == "result"
        assert sum(row["count"] for row in ruling.answer["rows"]) == 1
    both = [event("army-commander-eliminated"), event("army-commander-eliminated", "Royalist")]
    assert ruled(both).answer["points"] == {"Parliament": 20, "Royalist": 20}


@pytest.mark.clause("MP VP.4")
def test_king_charles_is_in_tacw_alone_and_has_a_row_of_his_own():
    ruling = ruled([event("king-charles-eliminated"), event("army-commander-eliminated")])
    assert ruling.answer["points"]["Parliament"] == 70
    elsewhere = ruled([event("king-charles-eliminated", "Swedish"), event("cavalry-hit", "Swedish")], "SFO")
    assert elsewhere.verdict == "illegal"
    assert [v.clause_id for v in elsewhere.violations] == ["MP VP.4"]
    assert elsewhere.violations[0].remedy
    assert elsewhere.answer["points"]["Swedish"] == 2, "the rest of the sheet is scored"


@pytest.mark.clause("MP VP.0")
def test_his_own_side_does_not_score_the_king():
    ruling = ruled([event("king-charles-eliminated", "Royalist")])
    assert ruling.verdict == "illegal"
    assert [v.clause_id for v in ruling.violations] == ["MP VP.0"]
    assert ruling.answer["points"] == {"Parliament": 0, "Royalist": 0}


@pytest.mark.clause("MP VP.5")
def test_what_left_the_map_in_pursuit_scores_nothing_and_the_clause_is_cited():
    ruling = ruled([event("left-map-in-pursuit", count=4)])
    assert ruling.answer["margin"] == 0
    assert ruling.answer["rows"][0]["clause"] == "MP VP.5"


@pytest.mark.clause("MP VP.5")
def test_the_table_replaces_the_one_in_tacw():
    assert ruled().steps[0].says.id == "mp.table-replaced"
    assert "mp.table-replaced" not in [step.says.id for step in ruled(game="ULB").steps]


@pytest.mark.clause("MP VP.5")
def test_a_scenario_replaces_points_of_rows():
    ruling = ruled([event("cavalry-eliminated", count=2)], points={"cavalry-eliminated": 7})
    assert ruling.answer["margin"] == 14
    assert ruling.answer["rows"][0]["clause"] == "MP VP.5"
    wing = event("named-wing-commander-eliminated", rating=2)
    assert ruled([wing], points={wing["kind"]: 3}).answer["margin"] == 6


@pytest.mark.clause("MP VP.5")
def test_a_scenario_adds_rows_of_its_own():
    rows = [
        {"kind": "bridge-burnt", "points": 15, "description": "bridge over the Cherwell burnt"},
        {"kind": "town-held", "points": 4, "side": "royalists", "most": 2},
    ]
    ruling = ruled([event("bridge-burnt"), event("town-held", "Royalist", count=3)], rows=rows)
    assert ruling.answer["points"] == {"Parliament": 15, "Royalist": 8}
    wrong = ruled([event("town-held")], rows=rows)
    assert wrong.verdict == "illegal"
    assert [v.clause_id for v in wrong.violations] == ["MP VP.5"]


@pytest.mark.clause("MP VP.5")
@pytest.mark.parametrize(
    ("hex", "side"),
    [
        ({}, None),
        ({"passed": ["French", "non-French", "French"]}, "French"),
        ({"passed": ["French"], "troops": "non-French"}, "French"),
        ({"at_start": "non-French"}, "non-French"),
        ({"at_start": "non-French", "passed": ["French"]}, "French"),
        ({"passed": ["French"], "must_stay": True}, None),
        ({"passed": ["French"], "must_stay": True, "troops": "french"}, "French"),
        ({"passed": ["French", "non-French"], "must_stay": True, "troops": "French"}, None),
    ],
)
def test_who_last_passed_through_controls_a_hex_without_staying_unless_the_scenario_says_so(hex, side):
    ruling = ruled(game="ULB", hexes=[{"hex": "0304", "points": 10, **hex}])
    assert ruling.answer["hexes"] == {"0304": side}
    assert ruling.answer["points"] == {s: 10 * (s == side) for s in ("French", "non-French")}
    assert cited(ruling)[0] == "MP VP.5"


@pytest.mark.parametrize(
    ("game", "spelled", "side"),
    [
        ("TACW", "PARLIAMENT", "Parliament"),
        ("TACW", "Royalists", "Royalist"),
        ("SFO", "non swedish", "non-Swedish"),
        ("GAG", "Swedes", "Swedish"),
        ("ULB", "Non-French", "non-French"),
        ("SiA", "protestants", "Protestant"),
    ],
)
def test_sides_are_understood_however_they_are_spelled(game, spelled, side):
    assert side_of(games()[game], spelled) == side


@pytest.mark.parametrize(
    ("case", "field", "says"),
    [
        (dict(events=[event("cavalry-hit", "Swedish")]), "events[0].side", "Parliament or Royalist"),
        (dict(events=[event("cavalry-hit", "Parlament")]), "events[0].side", "did you mean Parliament?"),
        (dict(events=[event("cavalry-hits")]), "events[0].kind", "did you mean cavalry-hit?"),
        (dict(events=[event("cavalry-hit", count=-1)]), "events[0].count", "at least 0"),
        (dict(events=[event("cavalry-hit", count=1000)]), "events[0].count", "at most 999"),
        (dict(events=[event("cavalry-hit", count=1.5)]), "events[0].count", "a whole number"),
        (dict(events=[event("cavalry-hit", rating=2)]), "events[0].rating", "no rating"),
        (dict(events=[event("named-wing-commander-eliminated")]), "events[0].rating", "the rating of"),
        (dict(events=[event("cavalry-hit", worth=2)]), "events[0].worth", "no such field"),
        (dict(game="MPBS"), "game", "TACW, SFO, GAG, NGBG, ULB or SiA"),
        (dict(points={"cavalry": 2}), "scenario.points", "a row of the table"),
        (dict(points={"cavalry-hit": -2}), "scenario.points", "at least 0"),
        (dict(rows=[{"kind": "cavalry-hit", "points": 2}]), "scenario.rows[0].kind", "a name of its own"),
        (dict(rows=[{"kind": "a", "points": 2}] * 2), "scenario.rows[1].kind", "a name of its own"),
        (dict(rows=[{"kind": "Bridge!", "points": 2}]), "scenario.rows[0].kind", "as bridge-burnt"),
        (dict(rows=[{"kind": "a", "points": 2, "side": "x"}]), "scenario.rows[0].side", "Royalist"),
        (dict(hexes=[{"hex": "34", "points": 2}]), "scenario.hexes[0].hex", "as 0304"),
        (dict(hexes=[{"hex": "0304", "points": 2}] * 2), "scenario.hexes[1].hex", "only once"),
        (dict(hexes=[{"hex": "0304", "points": 2, "passed": ["x"]}]), "hexes[0].passed[0]", "Royalist"),
        (dict(hexes=[{"hex": "0304", "points": 2, "troops": "x"}]), "hexes[0].troops", "Royalist"),
        (dict(hexes=[{"hex": "0304", "points": 2, "at_start": "x"}]), "hexes[0].at_start", "Royalist"),
        (dict(win_by=0), "scenario.win_by", "at least 1"),
    ],
)
def test_bad_input_names_its_field_and_what_was_expected(case, field, says):
    with pytest.raises(BadInput) as error:
        ruled(**case)
    assert field in error.value.field
    assert error.value.field.startswith("given.")
    assert says in str(error.value)


def test_the_kinds_are_listed_with_points_and_clauses_in_the_schema():
    schema = given_schema(questions()["MP", "victory-points"])
    kind = schema["$defs"]["Event"]["properties"]["kind"]
    listed = kind["anyOf"][0]
    assert listed["enum"] == list(points_by_event())
    assert [(one["const"], one["points"]) for one in listed["oneOf"]] == [
        (row.kind, row.points) for row in points_by_event().values()
    ]


KINDS = sorted(kind for kind, row in points_by_event().items() if row.per == "one" and row.most is None)
EVENTS = st.lists(
    st.builds(
        dict,
        side=st.sampled_from(["Parliament", "Royalist"]),
        kind=st.sampled_from(KINDS),
        count=st.integers(0, 99),
    ),
    max_size=12,
)


@pytest.mark.clause("MP VP.0", "MP VP.1")
@given(EVENTS, st.randoms(use_true_random=False))
def test_the_score_is_the_sum_of_its_rows_in_any_order(events, random):
    ruling = ruled(events)
    answer = ruling.answer
    for side in ("Parliament", "Royalist"):
        assert answer["points"][side] == sum(r["points"] for r in answer["rows"] if r["side"] == side)
    assert all(row["points"] == row["count"] * row["each"] for row in answer["rows"])
    assert answer["margin"] == answer["points"]["Parliament"] - answer["points"]["Royalist"]
    assert len(answer["rows"]) == len(events)
    mixed = random.sample(events, len(events))
    assert ruled(mixed).answer["points"] == answer["points"]


@given(EVENTS)
def test_sides_changed_about_change_the_sign_of_the_margin(events):
    swapped = [{**e, "side": "Royalist" if e["side"] == "Parliament" else "Parliament"} for e in events]
    assert ruled(swapped).answer["margin"] == -ruled(events).answer["margin"]
