"""The umpire's questions about the war: bad input, exact odds, own tables, saves, and what is documented."""

from fractions import Fraction

import pytest

from ninevears_kernel.core.dice import GivenDice
from ninevears_kernel.core.errors import BadInput, DiceMissing, UnknownName
from ninevears_kernel.core.render import to_data, to_text
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.input_files import convert
from ninevears_kernel.nine_years.games.custom_rules import rule_tables_from_file
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.teaching.lesson_helpers.positions import fleurus
from ninevears_kernel.umpire.cases.cases import given_schema, questions, rule_case

NAMES = (
    *("victory", "siege", "battle", "sea-move", "interception", "transfer", "raise", "restore"),
    *("build-line", "build-fleet", "first-player", "action", "winter", "revolution", "savoy"),
)


def case(question, dice=None, **given):
    """A case; a key that Python keeps for itself is written with a stroke behind it."""
    given = {key.rstrip("_"): value for key, value in given.items()}
    return {
        "format": "ninevears-case/1",
        "system": "NY",
        "question": question,
        "given": given,
        **({} if dice is None else {"dice": dice}),
    }


def corps(power, space, count=1, **more):
    return {"add": "corps", "power": power, "space": space, "count": count, **more}


def leader(name, space):
    return {"add": "leader", "name": name, "space": space}


BEFORE_TOURNAI = [
    corps("Dutch Republic", "Tournai", 8),
    corps("Dutch Republic", "Tournai", 3, reduced=True),
    leader("William III", "Tournai"),
    leader("Waldeck", "Tournai"),
]
SIEGE = {"side": "Alliance", "space": "Tournai", "corps": 4, "changes": BEFORE_TOURNAI}
AT_GHENT = [
    leader("Luxembourg", "Tournai"),
    corps("France", "Tournai", 7),
    corps("Dutch Republic", "Ghent", 5),
    leader("Waldeck", "Ghent"),
]
BATTLE = {"side": "Bourbon", "space": "Ghent", "origin": "Tournai", "changes": AT_GHENT}
AT_SEA = [corps("Spain", "Cadiz", 2), {"set": "sea", "zone": "Atlantic", "side": None}]
SAIL = {"side": "Alliance", "from": "Cadiz", "to": "Ostend", "corps": 2, "changes": AT_SEA}


# ---- bad input


@pytest.mark.parametrize(
    ("question", "given", "field"),
    [
        ("siege", SIEGE | {"space": "Tournay"}, "space"),
        ("siege", SIEGE | {"leaders": ["William III", "Wiliam"]}, "leaders[1]"),
        ("siege", SIEGE | {"corps": [{"power": "Dutch"}, {"power": "Holland"}]}, "corps[1].power"),
        ("siege", SIEGE | {"cards": ["No Such Card"]}, "cards[0]"),
        ("battle", BATTLE | {"space": "Gand?"}, "space"),
        ("battle", BATTLE | {"origin": "Tournay"}, "origin"),
        ("battle", BATTLE | {"leaders": ["Luxemburg"]}, "leaders[0]"),
        ("battle", BATTLE | {"corps": [{"power": "Frankreich"}]}, "corps[0].power"),
        ("battle", BATTLE | {"attacker_cards": ["?"]}, "attacker_cards[0]"),
        ("battle", BATTLE | {"defender_cards": ["?"]}, "defender_cards[0]"),
        ("sea-move", SAIL | {"from": "Kadiz"}, "from"),
        ("sea-move", SAIL | {"to": "Nowhere"}, "to"),
        ("sea-move", SAIL | {"leaders": ["Nelson"]}, "leaders[0]"),
        ("interception", {"leader": "Nelson", "space": "Ghent"}, "leader"),
        ("interception", {"leader": "Waldeck", "space": "Nowhere"}, "space"),
        ("transfer", {"leader": "Nelson", "to": "Paris"}, "leader"),
        ("transfer", {"leader": "Waldeck", "to": "Pari"}, "to"),
        ("transfer", {"corps": {"power": "Sweden"}, "from": "Paris", "to": "Lille"}, "corps.power"),
        ("transfer", {"corps": {"power": "France"}, "from": "Pari", "to": "Lille"}, "from"),
        ("raise", {"power": "Sweden", "space": "Paris"}, "power"),
        ("raise", {"power": "France", "space": "Pari"}, "space"),
        ("restore", {"power": "Sweden", "space": "Paris"}, "power"),
        ("restore", {"power": "France", "space": "Pari"}, "space"),
        ("build-line", {"side": "Bourbon", "space": "Pari"}, "space"),
        ("action", {"side": "Bourbon", "action": "jump Paris"}, "action"),
        ("action", {"side": "Bourbon", "action": "campaign Pari"}, "action"),
        ("action", {"side": "Bourbon", "actions": ["end", "lead Nelson"]}, "actions[1]"),
        ("victory", {"changes": [{"set": "control", "space": "Pari", "side": None}]}, "changes[0].space"),
    ],
)
def test_an_unknown_name_is_told_with_its_field(question, given, field):
    with pytest.raises(UnknownName) as caught:
        rule_case(case(question, **given))
    assert caught.value.field == f"given.{field}"


@pytest.mark.parametrize(
    ("question", "given", "field"),
    [
        ("siege", SIEGE | {"corps": -1}, "corps"),
        ("siege", SIEGE | {"corps": "four"}, "corps"),
        ("siege", SIEGE | {"side": "Dutch"}, "side"),
        ("siege", SIEGE | {"army": 4}, "army"),
        ("siege", {"side": "Alliance"}, "space"),
        ("battle", {"side": "Alliance", "space": "Ghent"}, "origin"),
        ("sea-move", {"side": "Alliance", "to": "Ghent"}, "from"),
        ("transfer", {"to": "Paris"}, "leader"),
        ("transfer", {"leader": "Waldeck", "corps": {"power": "France"}, "to": "Paris"}, "leader"),
        ("transfer", {"corps": {"power": "France"}, "to": "Paris"}, "from"),
        ("transfer", {"leader": "Waldeck", "from": "Paris", "to": "Paris"}, "from"),
        ("raise", {"power": "France", "space": "Paris", "strength": "half"}, "strength"),
        ("raise", {"power": "France", "space": "Paris", "points": -1}, "points"),
        ("build-fleet", {"fleet": "Baltic", "strength": 1}, "fleet"),
        ("build-fleet", {"fleet": "Brest"}, "strength"),
        ("first-player", {"hands": {"Bourbon": 4}}, "hands.Alliance"),
        ("first-player", {"laid": {"Bourbon": 4, "Alliance": 1}}, "laid.Bourbon"),
        ("first-player", {"year": 1600}, "year"),
        ("action", {"side": "Bourbon"}, "action"),
        ("action", {"action": "end", "actions": ["end"], "side": "Bourbon"}, "action"),
        ("action", {"action": "end"}, "side"),
        ("action", {"action": "end", "side": "Bourbon", "actions_left": 4}, "actions_left"),
        ("siege", SIEGE | {"changes": [{"set": "besieged", "space": "Mons", "by": "Bourbon",
                                        "strength_lost": 3}]}, "changes[0].strength_lost"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told_with_its_field(question, given, field):
    with pytest.raises(BadInput) as caught:
        rule_case(case(question, **given))
    assert caught.value.field == f"given.{field}"


def test_a_card_of_another_occasion_is_no_siege_card():
    battle_cards = [card for card in Game.new().rule_tables.events.values() if card.hold == "battle"]
    with pytest.raises(BadInput) as caught:
        rule_case(case("siege", **SIEGE, cards=[battle_cards[0].name]))
    assert caught.value.field == "given.cards[0]"


# ---- odds


@pytest.mark.clause("NY 17.5.2")
def test_the_odds_of_a_siege_by_hand():
    """3 or more lays the marker, 5 or more reduces the garrison: nothing is added to the die."""
    odds = rule_case(case("siege", **SIEGE)).odds
    assert dict(odds["continuing"]) == {True: Fraction(4, 6), False: Fraction(2, 6)}
    assert dict(odds["garrison_reduced"]) == {1: Fraction(2, 6), 0: Fraction(4, 6)}
    assert dict(odds["falls"]) == {False: Fraction(1)}


@pytest.mark.clause("NY 16.2.3", "NY 16.3.2")
def test_the_odds_of_a_battle_are_those_of_all_its_dice():
    """Every pair of dice is ruled as if it had been rolled; the commanders' dice change no winner."""
    expected = {}
    for attacker in range(1, 7):
        for defender in range(1, 7):
            answer = _fought([attacker, defender])
            key = answer["winner"], answer["attacker_hits"], answer["defender_hits"]
            expected[key] = expected.get(key, 0) + Fraction(1, 36)
    odds = rule_case(case("battle", **BATTLE)).odds
    for place, name in enumerate(("winner", "attacker_hits", "defender_hits")):
        marginal = {}
        for key, chance in expected.items():
            marginal[key[place]] = marginal.get(key[place], 0) + chance
        assert dict(odds[name]) == marginal


def _fought(dice):
    """The answer with these dice, and a 6 for every commander whose fate is rolled."""
    question = questions()["NY", "battle"]
    given = convert(BATTLE, question.given)
    for commanders in range(3):
        try:
            return question.procedure(given, RulingContext(GivenDice([*dice, *[6] * commanders]))).answer
        except DiceMissing:
            continue


@pytest.mark.clause("NY 16.3.2")
def test_the_order_of_the_dice_of_a_battle():
    """Attacker, defender, then the commander of the attacker and of the defender."""
    assert rule_case(case("battle", [6, 5, 1, 6], **BATTLE)).answer["commanders_out"] == ("Luxembourg",)
    assert rule_case(case("battle", [6, 5, 6, 1], **BATTLE)).answer["commanders_out"] == ("Waldeck",)


@pytest.mark.clause("NY 14.5.2")
def test_the_odds_of_a_sea_move_by_hand():
    ruling = rule_case(case("sea-move", **SAIL))
    assert dict(ruling.odds["result"]) == {"arrives": Fraction(5, 6), "one-reduced": Fraction(1, 6)}
    assert ruling.answer["needed"] == {"one-reduced": (1,), "arrives": (2, 3, 4, 5, 6)}
    assert ruling.verdict == "legal"


@pytest.mark.clause("NY 14.5.2")
def test_a_group_that_does_not_arrive_comes_back_reduced():
    enemy_sea = [*AT_SEA, {"set": "sea", "zone": "Atlantic", "side": "Bourbon"}]
    answer = rule_case(case("sea-move", [2], **SAIL | {"changes": enemy_sea})).answer
    assert (answer["result"], answer["reduced"], answer["eliminated"]) == ("returns", 2, 0)


@pytest.mark.parametrize(
    ("die", "leaders", "result"),
    [
        (1, [], "lost-at-sea"),
        (2, [], "lost-at-sea"),
        (3, [], "lost-at-sea"),
        (4, [], "arrives"),
        (2, ["William III"], "returns"),
        (3, ["William III"], "one-reduced"),
    ],
)
def test_of_a_group_that_loses_its_only_corps_nobody_comes_back(die, leaders, result):
    """NY 14.5.2"""
    reduced = {"power": "Dutch Republic", "reduced": True}
    given = {
        "side": "Alliance",
        "from": "Groningen",
        "to": "Amsterdam",
        "leaders": leaders,
        "corps": [reduced],
        "changes": [
            {"set": "sea", "zone": "Atlantic", "side": "Bourbon"},
            {"add": "corps", "space": "Groningen", **reduced},
            {"add": "leader", "name": "William III", "space": "Groningen"},
        ],
    }
    ruling = rule_case(case("sea-move", [die], **given))
    assert ruling.answer["result"] == result
    says = [str(step.says) for step in ruling.steps]
    assert any("arrives" in one for one in says) == (result in ("arrives", "one-reduced"))
    assert any("returns" in one for one in says) == (result == "returns")


def test_a_siege_without_dice_is_legal_and_says_what_is_known():
    data = to_data(rule_case(case("siege", **SIEGE)))
    assert (data["verdict"], data["dice"]) == ("legal", [])
    assert data["answer"]["defence_value"] == 4
    assert "falls" not in data["answer"]
    assert set(data["odds"]) == {"falls", "strength_left", "garrison_reduced", "continuing"}


def test_a_seed_rules_the_same_battle_again():
    seeded = {**case("battle", **BATTLE), "seed": 7}
    assert rule_case(seeded) == rule_case(seeded)
    assert rule_case({**seeded, "dice": list(rule_case(seeded).dice)}).answer == rule_case(seeded).answer


# ---- an umpire's own tables


def test_own_tables_are_in_force_and_named(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(
        'format = "ninevears-rules/1"\n[garrison]\nfull = 3\n[battle]\nwithout_leader = 5\n', encoding="utf-8"
    )
    rule_tables = rule_tables_from_file(path)
    ruling = rule_case(case("siege", **SIEGE), rules=rule_tables)
    assert (ruling.verdict, ruling.answer["defence_value"]) == ("illegal", 5)
    assert ruling.custom_rules == (f"garrison: {path}",)
    battle = rule_case(case("battle", [6, 5, 6, 6], **BATTLE), rules=rule_tables)
    assert battle.custom_rules == (f"battle: {path}",)
    assert rule_case(case("transfer", leader="Waldeck", to="Amsterdam"), rules=rule_tables).custom_rules == ()


# ---- saves


@pytest.mark.parametrize("moves", [0, 25, 60])
def test_an_action_is_ruled_at_the_decision_of_a_save(moves):
    game = Game.new(seed=1690)
    for number in range(moves):
        options = game.decision.options
        game.choose(options[number * 7 % len(options)])
    save = position_to_data(game.position)
    for option in game.decision.options[:5]:
        ruling = rule_case(case("action", position=save, action=option.text))
        assert (ruling.verdict, ruling.answer["side"]) == ("legal", game.decision.side)
        assert ruling.answer["decision"] == game.decision.name
    refused = next(
        text
        for text in ("march", "weigh", "neutralise")
        if text not in [o.text for o in game.decision.options]
    )
    ruling = rule_case(case("action", position=save, action=refused))
    assert ruling.verdict == "illegal"
    assert [v.clause_id for v in ruling.violations] == [v.clause_id for v in game.verify(refused)]


def test_a_ruling_leaves_the_position_as_it_was():
    position = Game.new(seed=3).position
    before = position_to_data(position)
    rule_case(case("victory", position=position))
    rule_case(case("battle", [6, 5, 6, 6], **BATTLE, position=position))
    assert position_to_data(position) == before


@pytest.mark.clause("NY 17.3")
def test_whoever_holds_a_fortress_is_shut_in_by_a_siege():
    besieged = rule_case(case("siege", **SIEGE))
    assert besieged.answer["defence_value"] == 4  # the French corps of Tournai is its garrison
    lifted = [*BEFORE_TOURNAI, {"set": "besieged", "space": "Tournai", "by": None}]
    ruling = rule_case(case("siege", **SIEGE | {"changes": lifted}))
    assert (ruling.answer["defence_value"], [v.clause_id for v in ruling.violations]) == (
        2,
        ["NY 17.1"],
    )


# ---- documentation


def _properties(schema):
    for definition in schema["$defs"].values():
        yield from definition.get("properties", {}).items()


@pytest.mark.parametrize("name", NAMES)
def test_every_key_is_told(name):
    question = questions()["NY", name]
    assert all(question.answer.values())
    assert set(question.results) <= set(question.answer)
    own = dict(_properties(given_schema(question)))
    undescribed = [key for key, schema in own.items() if "description" not in str(schema)]
    assert undescribed == []


@pytest.mark.parametrize(
    "asked",
    [
        case("siege", [6], **SIEGE),
        case("battle", [6, 5, 6, 6], **BATTLE),
        case("sea-move", [3], **SAIL),
        case("transfer", leader="Waldeck", to="Amsterdam"),
        case("raise", power="France", space="Paris"),
        case("restore", power="France", space="Landau"),
        case("build-line", side="Bourbon", space="Strasbourg"),
        case("build-fleet", fleet="Atlantic", strength=1),
        case("first-player", hands={"Bourbon": 3, "Alliance": 4}),
        case("victory"),
        case("action", side="Bourbon", action="campaign Strasbourg"),
    ],
    ids=lambda asked: asked["question"],
)
def test_an_answer_holds_the_names_that_are_told(asked):
    ruling = rule_case(asked)
    assert ruling.verdict in ("legal", "result", "no")
    assert set(ruling.answer) == set(questions()["NY", asked["question"]].answer)
    assert str(ruling.says) in to_text(ruling)


FLEURUS = {
    "format": "ninevears-case/1", "system": "NY", "question": "battle",
    "given": {"side": "Bourbon", "space": "Charleroi", "origin": "Valenciennes", "position": fleurus()},
}  # fmt: skip


@pytest.mark.clause("NY 16.2.1", "NY 16.2.2")
def test_what_both_sides_bring_is_told_before_anybody_rolls():
    """Six full corps under Luxembourg (6, 3) against four of Waldeck's six (4, 0), who is dug in."""
    line = {"set": "line", "space": "Charleroi", "level": 2}
    given = FLEURUS["given"] | {"changes": [line], "defender_cards": []}
    ruling = rule_case(FLEURUS | {"given": given})
    assert ruling.dice == ()
    told = [str(step.says) for step in ruling.steps if step.clause_id.startswith("NY 16.2")]
    assert told == [
        "The Bourbon side commits 6 corps: strength 12.",
        "The Bourbon side adds to its roll: 3 for the battle rating of Luxembourg.",
        "The Alliance side commits 4 corps: strength 8.",
        "The Alliance side adds 2 to its roll: "
        "0 for the battle rating of Waldeck and 2 for its fortified line.",
    ]
    assert ruling.answer["attacker_strength"] == 12
    assert ruling.answer["defender_strength"] == 8
    assert ruling.answer["attacker_modifier"] == 3
    assert ruling.answer["defender_modifier"] == 2


@pytest.mark.clause("NY 16.2.2")
def test_with_dice_the_same_steps_come_first():
    rolled, open_ = rule_case(FLEURUS | {"dice": [5, 2, 4]}), rule_case(FLEURUS)
    assert rolled.steps[: len(open_.steps)] == open_.steps
    assert len(open_.steps) == 4


@pytest.mark.clause("NY 14.1.1", "NY 14.5.1", "NY 13.5.2.a")
@pytest.mark.parametrize(
    ("side", "actions", "clause_id"),
    [
        ("Alliance", ("campaign Brussels", "lead Gastanaga", "march", "to Antwerp"), "NY 14.1.1"),
        ("Alliance", ("transfer", "pick Gastanaga", "to Antwerp"), "NY 13.5.2.a"),
        ("Alliance", ("sail Amsterdam", "with 1 Dutch Republic", "weigh", "to Middelburg"), "NY 14.5.1"),
    ],
)
def test_who_goes_to_a_space_is_told_by_which_rule(side, actions, clause_id):
    """By land, in a transfer and by sea it is the same word."""
    ruling = rule_case(case("action", side=side, actions=list(actions)))
    assert (ruling.verdict, ruling.steps[-1].clause_id) == ("legal", clause_id)
