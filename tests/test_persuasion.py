"""What decides is said so that the loser can count it again: sums, where a chain stops, what is likely."""

import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.core.messages import say
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.map_graph import mask_of_spaces
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.rules.chain_stops import where_it_stops
from ninevears_kernel.nine_years.rules.supply import Asked, line_of_communication
from ninevears_kernel.teaching.lesson_helpers.tables import case
from ninevears_kernel.umpire.cases.cases import rule_case

BOUFFLERS_AT_MONS = [
    {"remove": "leader", "name": "Boufflers"},
    {"add": "leader", "name": "Boufflers", "space": "Mons"},
    {"add": "corps", "power": "France", "space": "Mons", "count": 6},
]
BESIEGED = [{"set": "besieged", "space": "Mons", "by": "Bourbon"}]
EMPTY = [{"remove": "corps", "power": "Spain", "space": "Mons", "reduced": True}]
TO_TOURNAI = [
    {"remove": "leader", "name": "Humieres"},
    {"add": "leader", "name": "Humieres", "space": "Tournai"},
    {"add": "corps", "power": "France", "space": "Tournai", "count": 3},
]


def siege(*changes, **markers):
    """The siege of Mons by Boufflers."""
    changes = [*BOUFFLERS_AT_MONS, *changes, {**BESIEGED[0], **markers}]
    return rule_case(case("siege", side="Bourbon", space="Mons", changes=changes))


def told(ruling):
    return [str(step.says) for step in ruling.steps]


# ---- sums


@pytest.mark.clause("NY 17.4")
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (EMPTY, "The fortress defence value of Mons is 3, for its walls alone: no corps stands inside."),
        (
            [],
            "The fortress defence value of Mons: 3 for its walls + 1 for 1 reduced corps inside "
            "(a full one would count 2) = 4.",
        ),
        (
            [{"add": "corps", "power": "Spain", "space": "Mons"}],
            "The fortress defence value of Mons: 3 for its walls + 2 for 1 full corps inside "
            "+ 1 for 1 reduced corps inside (a full one would count 2) = 6.",
        ),
    ],
)  # fmt: skip
def test_a_fortress_is_counted_as_a_sum(changes, sentence):
    assert sentence in told(siege(*changes))


@pytest.mark.clause("NY 13.5.1.a")
@pytest.mark.parametrize(
    ("leaders", "corps", "sentence"),
    [
        ([6, 4, 3], 11, "11 corps are too many: these leaders command 6 + 4 = 10."),
        ([3], 4, "4 corps are too many: these leaders command 3."),
    ],
)
def test_a_force_is_counted_as_a_sum(leaders, corps, sentence):
    assert str(rule_case(case("force", leaders=leaders, corps=corps)).says) == sentence


@pytest.mark.clause("NY 16.2.3")
@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ([3, 3], "1 hit: 15% of strength 8 on a total of 3, rounded down."),
        ([3, 6, 4], "1 hit: 30% of strength 1 on a total of 6, but at least 1."),
    ],
)  # fmt: skip
def test_hits_are_told_with_their_share(dice, sentence):
    battle = case("battle", side="Bourbon", space="Ghent", origin="Tournai", changes=TO_TOURNAI)
    assert any(says.endswith(sentence) for says in told(rule_case(battle | {"dice": dice})))


@pytest.mark.clause("NY 13.5.2.a")
def test_a_transfer_that_goes_too_far_says_how_far():
    ruling = rule_case(case("transfer", corps={"power": "France"}, **{"from": "Lille"}, to="Strasbourg"))
    needed, count = (ruling.violations[0].facts[name] for name in ("needed", "count"))
    assert (needed, count) == (6, 4)
    assert "it takes 6 movement points, and the piece has 4" in str(ruling.says)


# ---- where a chain stops


AROUND_LLEIDA = ("Zaragoza", "Valencia", "Girona")
STOPS = [
    ([], ("Casale", "Bourbon", "line", None), "neutral", "Casale", "Turin"),
    (
        [{"set": "control", "space": "Barcelona", "side": "Bourbon"}],
        ("Girona", "Alliance", "line", None),
        *("enemy", "Girona", "Barcelona"),
    ),
    ([], ("Cork", "Bourbon", "restore", "France"), "sea", "Cork", "Atlantic"),
    (
        [
            {"set": "revolution", "done": True},
            {"set": "control", "space": "London", "side": "Alliance"},
            {"set": "besieged", "space": "London", "by": "Bourbon"},
            {"set": "sea", "zone": "Atlantic", "side": "Alliance"},
        ],
        ("Amsterdam", "Alliance", "reinforcement", "Britain"),
        *("port", "Atlantic", "London"),
    ),
    (
        [
            {"set": "revolution", "done": True},
            {"set": "control", "space": "London", "side": "Alliance"},
            {"set": "sea", "zone": "Atlantic", "side": "Alliance"},
            {"set": "sea", "zone": "Mediterranean", "side": "Alliance"},
            {"set": "besieged", "space": "Barcelona", "by": "Bourbon"},
            *({"set": "control", "space": name, "side": "Bourbon"} for name in AROUND_LLEIDA),
        ],
        ("Lleida", "Alliance", "reinforcement", "Britain"),
        *("besieged", "Barcelona", "Mediterranean"),
    ),
]  # fmt: skip


@pytest.mark.clause("NY 11.1.1")
@pytest.mark.parametrize(
    ("changes", "asked", "kind", "last", "blocked"), STOPS, ids=lambda value: str(value)[:12]
)
def test_a_chain_says_where_it_stops(changes, asked, kind, last, blocked):
    position = changed(scenario_1688(), changes)
    stop = where_it_stops(position, Asked(*asked), RulingContext())
    assert (stop.id, stop.values["last"], stop.values.get("next")) == (f"line.stops-{kind}", last, blocked)
    context = RulingContext()
    assert line_of_communication(position, Asked(*asked), context).verdict == "no"


@given(
    st.sets(st.sampled_from([space.name for space in game_map().spaces]), max_size=40),
    st.sampled_from([space.name for space in game_map().spaces]),
    st.sampled_from(["Bourbon", "Alliance"]),
)
def test_a_chain_stops_where_it_comes_to_and_before_what_it_does_not(taken, space, side):
    start = scenario_1688()
    control = start.control
    for name in taken:
        control = control.changed(game_map().by_name[name].index, side)
    position, asked = start.replace(control=control, sieges=()), Asked(space, side, "line")
    context = RulingContext()
    answer = line_of_communication(position, asked, context).answer
    if answer["supplied"] or context.violations[0].says.id != "loc.cut-off":
        return
    stop = where_it_stops(position, asked, context)
    reached = mask_of_spaces(answer["reached"])
    if stop.id == "line.stops-there":
        return
    last, blocked = stop.values["last"], stop.values["next"]
    zones = ("Atlantic", "Mediterranean")
    assert last in zones or reached >> game_map().by_name[last].index & 1
    assert blocked in zones or not reached >> game_map().by_name[blocked].index & 1
    if stop.id in ("line.stops-enemy", "line.stops-neutral"):
        assert position.controller(blocked) != side
    if stop.id == "line.stops-sea":
        assert position.sea(blocked) != side


def test_only_a_chain_that_was_cut_is_told_to_stop():
    garrison = case("loc", space="Mons", side="Alliance", purpose="restore", power="Spain", changes=BESIEGED)
    assert "line.stopped" not in [step.says.id for step in rule_case(garrison).steps]
    cut = case("loc", space="Casale", side="Bourbon", purpose="line")
    assert rule_case(cut).steps[-1].says.id == "line.stopped"


# ---- what is likely


@pytest.mark.clause("NY 17.5.2")
@pytest.mark.parametrize(
    ("ruling", "likely"),
    [
        (lambda: siege(), "siege.cannot-fall"),
        (lambda: siege(*EMPTY, strength_lost=2, continuing=True), "siege.likely-falls"),
        (lambda: siege(*EMPTY, strength_lost=2), "siege.likely-holds"),
    ],
)
def test_a_siege_before_the_roll_says_what_is_likely(ruling, likely):
    found = ruling()
    falls = dict(found.odds["falls"]).get(True, 0)
    assert found.says.values["likely"].id == likely
    assert found.says.values["likely"].values["chance"] == falls
    assert (2 * falls > 1) == (likely == "siege.likely-falls")


@pytest.mark.clause("NY 16.3.1")
def test_a_battle_before_the_rolls_says_who_is_likely_to_win():
    ruling = rule_case(case("battle", side="Bourbon", space="Ghent", origin="Tournai", changes=TO_TOURNAI))
    winner, chance = ruling.odds["winner"][0]
    assert (ruling.says.values["side"], ruling.says.values["chance"]) == (winner, chance)
    assert str(ruling.says).endswith(say("battle.forecast", says="", side=winner, chance=chance).strip())


@pytest.mark.clause("NY 13.5.6.a")
@pytest.mark.parametrize(
    ("fleet", "sea", "ends"),
    [
        ("Brest", None, "The Bourbon side is likely to win: its chance is 81%."),
        ("Atlantic", "Bourbon", "Both sides are equally likely to win."),
    ],
)
def test_a_fleet_before_the_roll_says_who_is_likely_to_win(fleet, sea, ends):
    port = {"set": "fleet", "fleet": fleet, "place": "port", "strength": 2}
    ruling = rule_case(
        case("deploy-fleet", fleet=fleet, changes=[port, {"set": "sea", "zone": "Atlantic", "side": sea}])
    )
    added = tuple(ruling.answer[name] for name in ("own_modifier", "other_modifier"))
    assert added == ((2, 0) if sea is None else (2, 2))
    assert "it adds {} to its die, the other side {}".format(*added) in str(ruling.says)
    assert str(ruling.says).endswith(ends)


def test_with_dice_the_headline_says_what_came():
    battle = case("battle", side="Bourbon", space="Ghent", origin="Tournai", changes=TO_TOURNAI) | {
        "dice": [3, 3]
    }
    assert rule_case(battle).says.id == "battle.won"
