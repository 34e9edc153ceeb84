"""What could I do? Plans that can be typed and do what they say, none longer than need be."""

import random
from fractions import Fraction

import pytest

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.umpire.search.goals import CONDITIONS, condition_of
from ninevears_kernel.umpire.search.round_search import Round, key_of
from ninevears_kernel.umpire.search.why_not import why_not

START = scenario_1688()
BARE = START.replace(corps=(), leaders=())
KIT = standard_rule_tables()


def corps(power, space, count=1, **more):
    return {"add": "corps", "power": power, "space": space, "count": count, **more}


def leader(name, space):
    return {"add": "leader", "name": name, "space": space}


RELIEF = changed(
    BARE,
    [
        corps("Spain", "Namur"),
        corps("France", "Namur", 3),
        leader("Luxembourg", "Namur"),
        corps("Dutch Republic", "Brussels", 6),
        leader("William III", "Brussels"),
    ],
)


def test_relieve_namur():
    found = why_not(RELIEF, "Alliance", {"is": "relieved", "space": "Namur"}, seconds=None)
    assert found.plan.notation.splitlines() == ["campaign Brussels", "whole", "to Namur"]
    assert 0 < found.plan.chance < 1
    assert found.plan.choices[-1].chance == found.plan.chance
    assert any("battle roll" in str(roll) for roll in found.plan.rolls)
    assert any("stands and fights" in str(one) for one in found.plan.answered)
    told = " ".join(found.sentences())
    assert "William III" in told
    assert str(found.plan.chance) in told


def test_the_probability_is_that_of_the_battle():
    """The umpire's question about the same battle gives the same odds."""
    from ninevears_kernel.umpire.cases.cases import rule_case

    found = why_not(RELIEF, "Alliance", {"is": "enemy-gone", "space": "Namur"}, seconds=None)
    ruling = rule_case(
        {
            "format": "ninevears-case/1",
            "system": "NY",
            "question": "battle",
            "given": {"position": RELIEF, "side": "Alliance", "space": "Namur", "origin": "Brussels"},
        }
    )
    winner = dict(ruling.odds["winner"])
    assert found.plan.chance == winner["Alliance"]


def test_reach_a_place_for_certain():
    position = changed(BARE, [corps("France", "Paris", 2), leader("Luxembourg", "Paris")])
    wish = {"is": "corps-at", "space": "Dunkirk", "count": 2}
    found = why_not(position, "Bourbon", wish, chance="certain", seconds=None)
    assert (found.enough, found.plan.chance) == (True, 1)
    assert found.plan.notation.splitlines() == ["campaign Paris", "whole", "to Amiens", "to Dunkirk", "stop"]
    assert found.data()["plan"]["probability"] == "1"


def test_restore_a_line():
    cut = [{"set": "control", "space": name, "side": "Alliance"} for name in ("Reims", "Amiens")]
    position = changed(BARE, [*cut, corps("France", "Paris", 2), leader("Luxembourg", "Paris")])
    found = why_not(position, "Bourbon", {"is": "line", "space": "Lille"}, chance="certain", seconds=None)
    assert found.plan.notation.splitlines()[2] in ("to Reims", "to Amiens")
    assert found.plan.chance == 1


def test_a_plan_can_be_typed_into_a_game():
    board = Board(RELIEF)
    board.agenda[:] = [("round-end", "Alliance"), ("action", "Alliance")]
    board.phase, board.active, board.actions_left = "campaign", "Alliance", 1
    position = board.position()
    found = why_not(position, "Alliance", {"is": "relieved", "space": "Namur"}, seconds=None)
    assert found.assumed == 0
    outcomes = set()
    for seed in range(12):
        game = Game.from_position(position.replace(seed=seed))
        for line in found.plan.notation.splitlines():
            game.choose(line)
        while game.decision and game.decision.name not in ("action", "card", "order"):
            texts = [option.text for option in game.decision.options]
            game.choose(next((text for text in ("pass", "stand") if text in texts), texts[0]))
            if game.position.active != "Alliance":
                break
        outcomes.add(game.position.besieger("Namur") is None)
    assert True in outcomes


def test_likely_and_certain_ask_for_more():
    wish = {"is": "relieved", "space": "Namur"}
    possible = why_not(RELIEF, "Alliance", wish, seconds=None)
    sure = why_not(RELIEF, "Alliance", wish, chance="certain", actions=1, seconds=None)
    assert not sure.enough
    assert sure.plan is not None
    assert sure.plan.chance >= possible.plan.chance
    assert "less than you asked for" in " ".join(sure.sentences())
    half = why_not(RELIEF, "Alliance", wish, chance=possible.plan.chance, seconds=None)
    assert half.enough


def test_what_stands_in_the_way():
    position = changed(RELIEF, [{"remove": "leader", "name": "William III"}])
    found = why_not(position, "Alliance", {"is": "relieved", "space": "Namur"}, seconds=None)
    assert (found.plan, found.ended) == (None, "all")
    clauses = {obstacle.violation.clause_id for obstacle in found.obstacles}
    assert "NY 14.1.2" in clauses
    obstacle = next(one for one in found.obstacles if "campaign Brussels" in one.actions)
    assert obstacle.violation.facts["space"] == "Brussels"
    assert str(obstacle.violation.tried).startswith("bring a leader to Brussels, such as William III")
    assert "campaign Brussels" in " ".join(found.sentences())
    assert found.data()["blockers"][0]["clause"]


def test_how_far_a_march_gets():
    position = changed(
        BARE,
        [
            corps("France", "Paris", 4),
            leader("Luxembourg", "Paris"),
            corps("Spain", "Brussels"),
            corps("Spain", "Ghent"),
        ],
    )
    found = why_not(position, "Bourbon", {"is": "corps-at", "space": "Antwerp"}, seconds=None)
    assert found.plan is None
    assert found.obstacles[0].actions[0].startswith("campaign Paris; to ")
    assert "The march ends in" in str(found.obstacles[0].sentence)


def test_already_so():
    found = why_not(START, "Alliance", {"is": "relieved", "space": "Namur"})
    assert found.already
    assert found.plan is None
    assert found.sentences() == ["That is the case already: Namur is free of any siege."]


def test_a_fleet_that_ties_rolls_again():
    found = why_not(START, "Alliance", {"is": "sea", "zone": "Mediterranean"}, seconds=None)
    from ninevears_kernel.umpire.cases.cases import rule_case

    ruling = rule_case(
        {
            "format": "ninevears-case/1",
            "system": "NY",
            "question": "deploy-fleet",
            "given": {"fleet": "Mediterranean"},
        }
    )
    controller = dict(ruling.odds["controller"])
    assert found.plan.notation == "deploy Mediterranean"
    assert found.plan.chance == controller["Alliance"]


# ---- shortness, against a plain search


def shortest(position, side, wish, actions, most):
    """The fewest choices with which some roll of the dice brings it about; None when more than `most`."""
    played = Round(position, side, KIT, {}, actions)
    condition = condition_of(wish, KIT)
    edge, seen = [played.start], {key_of(played.start.board)}
    for depth in range(1, most + 1):
        following = []
        for engine in edge:
            for action in list(engine.options):
                for key, (_, after) in played.outcomes(engine, action).items():
                    if played.is_settled(after) and condition.met(after.board, side, after.context):
                        return depth
                    if after.decision is not None and key not in seen:
                        seen.add(key)
                        following.append(after)
        edge = following
    return None


PLACES = ("Brussels", "Namur", "Charleroi", "Mons", "Tournai", "Lille", "Sedan", "Liege", "Antwerp")
FRENCH, ALLIED = ("Luxembourg", "Boufflers"), ("William III", "Waldeck")


def small_board(chance):
    edits = [corps("France", chance.choice(PLACES[3:7]), chance.randint(1, 2)) for _ in range(2)]
    edits += [
        leader(name, edits[place]["space"]) for place, name in enumerate(FRENCH[: chance.randint(1, 2)])
    ]
    edits += [corps("Dutch Republic", chance.choice(PLACES[:3]), 1)]
    return changed(BARE, edits)


@pytest.mark.parametrize("seed", range(10))
def test_no_plan_is_longer_than_need_be(seed):
    chance = random.Random(seed)
    position = small_board(chance)
    wish = chance.choice(
        [
            {"is": "controlled", "space": chance.choice(PLACES[:5])},
            {"is": "corps-at", "space": chance.choice(PLACES), "count": chance.randint(1, 2)},
            {"is": "besieged", "space": chance.choice(("Namur", "Mons", "Charleroi"))},
            {"is": "enemy-gone", "space": chance.choice(PLACES[:3])},
            {"is": "line", "space": chance.choice(PLACES[:4])},
        ]
    )
    if condition_of(wish, KIT).met(
        Board(position), "Bourbon", Round(position, "Bourbon", KIT, {}).start.context
    ):
        assert why_not(position, "Bourbon", wish).already
        return
    most = 5
    found = why_not(position, "Bourbon", wish, actions=2, most_choices=most, seconds=None)
    expected = shortest(position, "Bourbon", wish, 2, most)
    assert (len(found.plan.choices) if found.plan else None) == expected, wish


# ---- what is told at once, and never too much


def boards(chance):
    """A small board, at times with a siege of Mons under way."""
    position = small_board(chance)
    if chance.random() < 0.5:
        return position
    siege = [corps("France", "Mons", chance.randint(2, 4)), leader("Catinat", "Mons")]
    return changed(position, siege)


def wishes(chance):
    return chance.choice(
        [
            {"is": "controlled", "space": chance.choice(PLACES[:5])},
            {"is": "strength", "space": chance.choice(("Mons", "Namur")), "at_most": 1},
            {"is": "corps-at", "space": chance.choice(PLACES), "count": chance.randint(2, 4)},
            {"is": "besieged", "space": chance.choice(("Namur", "Mons", "Charleroi"))},
            {"is": "enemy-gone", "space": chance.choice(PLACES[:3])},
            {"is": "points", "points": chance.choice((20, 21))},
            {"is": "sea", "zone": "Atlantic"},
        ]
    )


@pytest.mark.parametrize("chance", ["possible", "certain"])
@pytest.mark.parametrize("seed", range(16))
def test_what_is_told_to_be_out_of_reach_is(seed, chance, monkeypatch):
    """The same plans are found when nothing is told beforehand."""
    random_ = random.Random(seed)
    position, wish = boards(random_), wishes(random_)
    given = {"chance": chance, "actions": random_.randint(1, 2), "most_choices": 4, "seconds": None}
    quick = why_not(position, "Bourbon", wish, **given)
    kind = type(condition_of(wish, KIT))
    monkeypatch.setattr(kind, "fewest", lambda *_: 0)
    monkeypatch.setattr(kind, "may_fail", lambda *_: False)
    slow = why_not(position, "Bourbon", wish, **given)
    assert (quick.enough, quick.already) == (slow.enough, slow.already), wish
    if quick.enough:
        assert len(quick.plan.choices) == len(slow.plan.choices), wish
    assert (quick.plan is None) == (slow.plan is None), wish
    assert quick.states <= slow.states


@pytest.mark.clause("NY 13.4.3", "NY 17.5.1")
def test_nobody_besieges_on_the_day_he_comes():
    found = why_not(START, "Bourbon", {"is": "controlled", "space": "Namur"}, seconds=None)
    assert (found.plan, found.ended, found.states) == (None, "all", 0)
    assert found.obstacles
    before = changed(BARE, [corps("France", "Mons", 4), leader("Luxembourg", "Mons")])
    assert why_not(before, "Bourbon", {"is": "strength", "space": "Mons", "at_most": 2}, seconds=None).plan


@pytest.mark.clause("NY 16.2.3")
def test_no_battle_is_certain_that_the_worst_dice_lose():
    wish = {"is": "relieved", "space": "Namur"}
    found = why_not(RELIEF, "Alliance", wish, chance="certain", seconds=None)
    assert (found.enough, found.ended) == (False, "all")
    assert found.states < 100
    assert found.plan.chance == why_not(RELIEF, "Alliance", wish, seconds=None).plan.chance
    weak = changed(
        BARE,
        [
            corps("France", "Ghent", 1, reduced=True),
            corps("Dutch Republic", "Brussels", 8),
            leader("William III", "Brussels"),
            leader("Waldeck", "Brussels"),
        ],
    )
    sure = why_not(weak, "Alliance", {"is": "enemy-gone", "space": "Ghent"}, chance="certain", seconds=None)
    assert (sure.enough, sure.plan.chance) == (True, 1)


@pytest.mark.clause("NY 13.5.2.a", "NY 13.5.1.a")
def test_so_many_corps_come_by_several_ways():
    wish = {"is": "corps-at", "space": "Antwerp", "count": 4}
    found = why_not(START, "Alliance", wish, chance="certain", seconds=None)
    assert found.enough
    assert found.states < 1000


@pytest.mark.clause("NY 13.5.6.b")
def test_a_fleet_that_wins_is_worth_a_point():
    found = why_not(START, "Alliance", {"is": "points", "points": 23}, seconds=None)
    assert found.plan.notation == "deploy Mediterranean"


# ---- bounds and bad input


def test_bounds_progress_and_stop():
    wish = {"is": "points", "points": 21}
    seen = []
    found = why_not(
        START, "Bourbon", wish, most_states=120, seconds=None, progress=lambda *now: seen.append(now)
    )
    assert found.ended == "states"
    assert seen[0][0] == 1
    assert why_not(START, "Bourbon", wish, seconds=0.0).ended == "seconds"
    assert why_not(START, "Bourbon", wish, stop=lambda: True).ended == "stopped"
    relief = {"is": "relieved", "space": "Namur"}
    assert why_not(RELIEF, "Alliance", relief, most_choices=2, seconds=None).ended == "choices"
    assert why_not(START, "Bourbon", wish, most_choices=1).plan is None


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"is": "rich", "space": "Namur"}, "is"),
        ({"is": "relieved", "space": "Nowhere"}, "condition.space"),
        ({"is": "leader-at", "space": "Namur", "leader": "Nobody"}, "condition.leader"),
        ({"is": "strength", "space": "Reims", "at_most": 1}, "condition.space"),
        ({"is": "line", "space": "Paris", "purpose": "restore"}, "condition.power"),
        ({"is": "points", "points": 41}, "points"),
        ({"is": "relieved"}, "space"),
        ([], "file"),
        ("relieved", "file"),
    ],
)
def test_bad_conditions_name_their_field(wish, field):
    with pytest.raises(BadInput) as error:
        why_not(START, "Bourbon", wish)
    assert error.value.field == field


@pytest.mark.parametrize("chance", ["perhaps", 0, 2, -1, None, "1/0", float("nan")])
def test_bad_chances(chance):
    with pytest.raises(BadInput):
        why_not(START, "Bourbon", {"is": "relieved", "space": "Namur"}, chance=chance)


def test_every_condition_has_words():
    examples = {
        "line": {"space": "Mons"},
        "relieved": {"space": "Mons"},
        "controlled": {"space": "Mons"},
        "besieged": {"space": "Mons"},
        "corps-at": {"space": "Mons", "count": 2},
        "leader-at": {"space": "Mons", "leader": "Luxembourg"},
        "enemy-gone": {"space": "Mons"},
        "strength": {"space": "Mons", "at_most": 1},
        "rallied": {"space": "Mons"},
        "sea": {"zone": "Atlantic"},
        "points": {"points": 20},
    }
    assert examples.keys() == CONDITIONS.keys()
    for name, fields in examples.items():
        condition = condition_of({"is": name, **fields}, KIT)
        assert str(condition.says)
        board = Board(START)
        context = Round(START, "Bourbon", KIT, {}).start.context
        assert condition.met(board, "Bourbon", context) in (True, False)


def test_outcomes_add_up():
    played = Round(RELIEF, "Alliance", KIT, {}, 1)
    engine = played.start
    for text in ("campaign Brussels", "whole", "to Namur"):
        from ninevears_kernel.nine_years.engine.notation import parsed

        found = played.outcomes(engine, parsed(text, KIT))
        assert sum((chance for chance, _ in found.values()), Fraction(0)) == 1
        engine = next(iter(found.values()))[1]
