"""Facts put into a case: for every kind of fact a ruling that turns on it, in every system."""

import pytest
from msgspec import structs
from walks import a_walk, walk

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.changes import CHANGES
from ninevears_kernel.nine_years.games.links import link_to
from ninevears_kernel.umpire.cases.cases import Case, position_of, rule_case
from ninevears_kernel.umpire.cases.facts_of_position import KINDS_OF_POSITION, bare_position
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.cases.with_facts import with_fact, with_facts
from ninevears_kernel.umpire.email.reader import read_email


def case(system, question, *, dice=None, **given):
    return Case("ninevears-case/1", system, question, given, dice)


def corps(power, count=1, reduced=False, **more):
    return {"power": power, "count": count, "reduced": reduced, **more}


LUXEMBOURG = {"kind": "leader", "value": "Luxembourg", "at": "Mons"}
FRENCH = {"kind": "corps", "value": corps("France", 4, space="Mons")}
MONS = with_facts(case("NY", "siege", side="Bourbon", space="Mons", dice=[5]), [LUXEMBOURG, FRENCH])
BATTLE = with_facts(
    case("NY", "battle", side="Bourbon", space="Ghent", origin="Tournai", dice=[5, 1]),
    [
        {"kind": "leader", "value": "Humieres", "at": "Tournai"},
        {"kind": "corps", "value": corps("France", 4, space="Tournai")},
    ],
)
LINE = case("NY", "loc", space="Mons", side="Bourbon", purpose="siege")
FLEET = case("NY", "deploy-fleet", fleet="Brest", strength=1, dice=[4, 2])
PEACE = case("NY", "peace-roll", changes=[{"set": "year", "year": 1697}])
VICTORY = case("NY", "victory")
FIRST = case("NY", "first-player", hands={"Bourbon": 4, "Alliance": 4}, laid={"Bourbon": 1, "Alliance": 2})
RAISE = case("NY", "raise", power="France", space="Paris", points=2)
MOVE = case("NY", "transfer", leader="Luxembourg", to="Lille")
EVENT = case("NY", "action", side="Bourbon", action="event Spades in Spring")
ROLLED = samples()["his_open_sea"].case
COMBAT = structs.replace(ROLLED, dice=None)
INTERCEPT = samples()["vq_interception"].case
SALVO = samples()["mp_fire_salvo"].case
FIRE = with_fact(SALVO, {"kind": "salvo", "value": False})
POINTS = samples()["mp_points_tacw"].case

TURNS = {
    "place, where it is asked": (LINE, {"kind": "place", "value": "Milan", "role": "space"}),
    "place, where it goes": (MOVE, {"kind": "place", "value": "Vienna", "role": "target"}),
    "place, where it comes from": (
        case("NY", "transfer", corps={"power": "France"}, to="Strasbourg", **{"from": "Metz"}),
        {"kind": "place", "value": "Lille", "role": "source"},
    ),
    "control": (LINE, {"kind": "control", "value": "Paris", "side": "Alliance"}),
    "control of nobody": (
        case("NY", "loc", space="Girona", side="Alliance", purpose="line"),
        {"kind": "control", "value": "Girona", "side": None},
    ),
    "control, the side as value": (LINE, {"kind": "control", "what": "Paris", "value": "Alliance"}),
    "leader at a place": (MONS, {"kind": "leader", "value": "Luxembourg", "at": "Paris"}),
    "leader nowhere": (MONS, {"kind": "leader", "value": "Luxembourg", "at": None}),
    "no leader": (MONS, {"kind": "leader", "value": "none", "space": "Mons"}),
    "leader who goes": (MOVE, {"kind": "leader", "value": "Waldeck"}),
    "leader by his rating": (case("NY", "rally", rating=5), {"kind": "leader", "value": "Humieres"}),
    "power": (RAISE, {"kind": "power", "value": "Catalan"}),
    "side": (case("NY", "resource-points", side="Bourbon"), {"kind": "side", "value": "Alliance"}),
    "purpose": (
        case("NY", "loc", space="Girona", side="Alliance", purpose="line", power="Britain"),
        {"kind": "purpose", "value": "restore"},
    ),
    "corps": (MONS, {"kind": "corps", "value": corps("France", 3, space="Mons")}),
    "corps reduced": (BATTLE, {"kind": "corps", "value": corps("France", 4, True, space="Tournai")}),
    "corps as a number asked": (
        case("NY", "force", leaders=[5], corps=5), {"kind": "corps", "value": {"count": 6}}
    ),
    "corps that goes": (
        case("NY", "transfer", corps={"power": "France"}, to="Strasbourg", **{"from": "Metz"}),
        {"kind": "corps", "value": corps("France", reduced=True)},
    ),
    "garrison": (MONS, {"kind": "garrison", "value": corps("Spain"), "space": "Mons"}),
    "garrison in a word": (MONS, {"kind": "garrison", "value": "full", "space": "Mons"}),
    "no garrison": (MONS, {"kind": "garrison", "value": "none", "space": "Mons"}),
    "siege that goes on": (MONS, {"kind": "siege", "value": "continuing", "space": "Mons"}),
    "siege, walls lost": (MONS, {"kind": "siege", "value": 2, "space": "Mons"}),
    "no siege": (MONS, {"kind": "siege", "value": "none", "space": "Mons"}),
    "line": (BATTLE, {"kind": "line", "value": 3, "space": "Ghent"}),
    "sea control": (
        case("NY", "loc", space="Cork", side="Bourbon", purpose="line"),
        {"kind": "sea-control", "value": "Bourbon", "zone": "Atlantic"},
    ),
    "fleet": (FLEET, {"kind": "fleet", "value": "Toulon"}),
    "fleet in a place": (FLEET, {"kind": "fleet", "value": "Brest", "place": "gone"}),
    "strength": (FLEET, {"kind": "strength", "value": 2}),
    "strength in a word": (RAISE, {"kind": "strength", "value": "reduced"}),
    "dice": (FLEET, {"kind": "dice", "value": [1, 5]}),
    "dice of one": (FLEET, {"kind": "dice", "value": 6, "whose": "Alliance"}),
    "year": (PEACE, {"kind": "year", "value": 1690}),
    "year that is asked": (
        case("NY", "first-player", year=1690, hands={"Bourbon": 4, "Alliance": 4}),
        {"kind": "year", "value": 1695},
    ),
    "revolution": (
        case("NY", "loc", space="London", side="Alliance", purpose="line"),
        {"kind": "revolution", "value": True},
    ),
    "kww": (PEACE, {"kind": "kww", "value": -2}),
    "victory-points": (VICTORY, {"kind": "victory-points", "value": 35}),
    "resource-base": (
        case("NY", "resource-points", side="Bourbon"),
        {"kind": "resource-base", "value": 2, "whose": "Bourbon"},
    ),
    "pool": (RAISE, {"kind": "pool", "value": 0, "power": "France"}),
    "number": (RAISE, {"kind": "number", "what": "resource points", "value": 1}),
    "number of one side": (PEACE, {"kind": "number", "what": "concessions", "whose": "Bourbon", "value": 1}),
    "cards": (FIRST, {"kind": "cards", "value": 3, "whose": "Bourbon"}),
    "card laid": (FIRST, {"kind": "card", "value": 3, "whose": "Bourbon"}),
    "event held": (EVENT, {"kind": "event", "value": "Spades in Spring", "whose": "Bourbon"}),
    "event played": (
        BATTLE, {"kind": "event", "value": "Flank March at Fleurus", "whose": "Bourbon"}
    ),
    "action": (EVENT, {"kind": "action", "value": "end"}),
    "phase": (case("NY", "winter"), {"kind": "phase", "value": "markers"}),
    "position": (
        case("NY", "loc", space="Mons", side="Bourbon", purpose="siege", changes=[
            {"set": "control", "space": "Paris", "side": "Alliance"}]),
        {"kind": "position", "value": a_walk(7, 60).position},
    ),
    "squadrons": (COMBAT, {"kind": "squadrons", "value": 1, "of": "Ottoman"}),
    "corsairs": (COMBAT, {"kind": "corsairs", "value": 0, "whose": "attacker"}),
    "extra dice": (COMBAT, {"kind": "number", "what": "extra dice", "value": 3, "of": "defender"}),
    "place of a combat": (COMBAT, {"kind": "place", "value": "port"}),
    "leaders of a combat": (COMBAT, {"kind": "leaders", "value": [], "of": "attacker"}),
    "dice of the defender": (
        ROLLED, {"kind": "dice", "value": [6, 6, 6, 6, 6, 6, 6], "whose": "Hapsburg"}
    ),
    "zone": (samples()["vq_interception_galleon"].case, {"kind": "zone", "value": "Atlantic"}),
    "ships": (INTERCEPT, {"kind": "ships", "value": ["galleon"]}),
    "at war": (INTERCEPT, {"kind": "at-war", "value": False}),
    "telescope": (INTERCEPT, {"kind": "telescope", "value": True}),
    "rating": (INTERCEPT, {"kind": "number", "what": "rating", "value": 4}),
    "ruler": (
        case("VQ", "ruler", power="France", ruler="Charles IX"), {"kind": "ruler", "value": "Henry III"}
    ),
    "hits": (samples()["vq_naval_unit"].case, {"kind": "hits", "value": 1}),
    "game": (case("MP", "victory-points", game="TACW"), {"kind": "game", "value": "SFO"}),
    "a key inside a list": (
        POINTS, {"kind": "number", "what": "count", "of": "cavalry-eliminated", "value": 1}
    ),
    "a key by its path": (POINTS, {"kind": "number", "what": "given.events[0].count", "value": 1}),
    "aspect": (FIRE, {"kind": "aspect", "value": "flank"}),
    "salvo": (SALVO, {"kind": "salvo", "value": False}),
}  # fmt: skip


@pytest.mark.parametrize("name", TURNS)
def test_a_ruling_turns_on_it(name):
    before, fact = TURNS[name]
    after = with_fact(before, fact)
    rulings = []
    for one in (before, after):
        try:
            ruling = rule_case(one, others=False)
            rulings.append((ruling.verdict, ruling.answer, ruling.odds))
        except BadInput as error:
            rulings.append(str(error))
    assert rulings[0] != rulings[1]
    assert not isinstance(rulings[1], str), rulings[1]
    assert with_fact(after, fact) == after, "said twice it is so once"


def test_every_kind_of_a_position_is_tried():
    kinds = {fact["kind"] for _, fact in TURNS.values()}
    assert kinds & KINDS_OF_POSITION >= KINDS_OF_POSITION - {"sea", "besieged", "hand"}


def test_every_edit_of_a_position_can_be_said_as_a_fact():
    """A kind of edit that no fact could make would have to be clicked together after each mail."""
    assert {what for _, what in CHANGES} - KINDS_OF_POSITION == {"round", "field"}  # a field is of a save


def test_corps_of_one_power_in_a_space_go_together():
    mixed = with_facts(LINE, [
        {"kind": "corps", "value": corps("France", 3, space="Mons")},
        {"kind": "corps", "value": corps("France", 2, True, space="Mons")},
        {"kind": "garrison", "value": corps("Spain", 2), "space": "Mons"},
    ])  # fmt: skip
    there = [(one.power, one.reduced, one.inside) for one in position_of(mixed).corps_in("Mons")]
    assert sorted(there) == [
        *[("France", False, False)] * 3, *[("France", True, False)] * 2, *[("Spain", False, True)] * 2
    ]  # fmt: skip


def test_corps_that_come_to_a_siege_leave_its_markers():
    worn = with_facts(MONS, [{"kind": "siege", "value": 1, "space": "Mons"}])
    more = with_fact(worn, {"kind": "corps", "value": corps("France", 6, space="Mons")})
    siege = next(one for one in bare_position(more).sieges if one.space == "Mons")
    assert siege.strength_lost == 1
    assert len(bare_position(more).corps_in("Mons")) == 7


def test_pieces_of_a_force_stand_where_the_question_has_them():
    """A mail says "Luxembourg besieges Mons with 4 corps", not where each of them stands."""
    told = with_facts(case("NY", "siege", dice=[5]), [
        {"kind": "dice", "value": [5]},
        {"kind": "leader", "value": "Luxembourg"},
        {"kind": "corps", "value": corps("France", 4)},
        {"kind": "garrison", "value": corps("Spain", 1, True)},
        {"kind": "place", "value": "Mons", "role": "space"},
    ])  # fmt: skip
    assert told.given["side"] == "Bourbon"
    assert rule_case(told).says == rule_case(MONS).says
    battle = with_facts(case("NY", "battle", side="Bourbon"), [
        {"kind": "corps", "value": corps("Dutch Republic", 2)},
        {"kind": "corps", "value": corps("France", 3)},
        {"kind": "place", "value": "Ghent", "role": "space"},
        {"kind": "place", "value": "Tournai", "role": "source"},
    ])  # fmt: skip
    there = {(one.power, one.space) for one in position_of(battle).corps}
    assert {("Dutch Republic", "Ghent"), ("France", "Tournai")} <= there
    save = case("NY", "siege", side="Bourbon", space="Mons", position=position_of(MONS))
    assert with_fact(save, {"kind": "corps", "value": corps("France", 3)}).given["corps"] == [
        {"power": "France", "count": 3}
    ]


def test_those_in_the_port_are_aboard():
    sail = with_facts(case("NY", "sea-move", side="Bourbon"), [
        {"kind": "place", "value": "London", "role": "origin"},
        {"kind": "place", "value": "Cork", "role": "target"},
        {"kind": "corps", "value": corps("Jacobite", 2, space="London")},
        {"kind": "leader", "value": "James II", "at": "London"},
        {"kind": "sea-control", "value": None, "zone": "Atlantic"},
    ])  # fmt: skip
    assert sail.given["leaders"] == ["James II"]
    assert sail.given["corps"] == [{"power": "Jacobite", "count": 2}]
    assert rule_case(sail).verdict == "legal"


def test_a_fleet_comes_with_its_strength():
    build = with_fact(case("NY", "build-fleet"), {"kind": "fleet", "value": "Brest", "strength": 2})
    assert build.given == {"fleet": "Brest", "strength": 2}


@pytest.mark.parametrize("seed", range(3))
def test_a_save_takes_facts_as_the_start_does(seed):
    position = a_walk(seed, 80).position
    asked = case("NY", "victory", position=position)
    now = with_fact(asked, {"kind": "corps", "value": corps("France", 5, space="Toulon")})
    there = [one for one in position_of(now).corps_in("Toulon") if one.power == "France"]
    assert [one.reduced for one in there] == [False] * 5
    others = [one for one in position.corps if (one.power, one.space) != ("France", "Toulon")]
    assert sorted(others) == sorted(
        one for one in position_of(now).corps if (one.power, one.space) != ("France", "Toulon")
    )


BAD = [
    (LINE, {"kind": "telescope", "value": True}, "something that the question loc is given"),
    (LINE, {"kind": "control", "value": "Alliance"}, "the space where it is so"),
    (LINE, {"kind": "control", "value": "Tournay", "side": "Alliance"}, "did you mean Tournai"),
    (LINE, {"kind": "garrison", "value": "full", "space": "Nantes"}, "whose corps they are, at Nantes"),
    (LINE, {"kind": "corps", "value": "many", "space": "Mons"}, "a number"),
    (LINE, {"kind": "corps", "value": corps("France", 41, space="Mons")}, "41"),
    (LINE, {"kind": "leader", "value": "Nelson", "at": "Mons"}, "a leader of the game"),
    (LINE, {"kind": "sea-control", "value": "Bourbon"}, "Atlantic"),
    (LINE, {"kind": "position", "value": "January 1690"}, "1688"),
    (LINE, {"value": 5}, "kind"),
    (COMBAT, {"kind": "squadrons", "value": 4}, "attacker.squadrons or defender.squadrons"),
    (FLEET, {"kind": "dice", "value": "two"}, "a list of faces"),
]


@pytest.mark.parametrize(("asked", "fact", "words"), BAD)
def test_what_cannot_be_put_in_is_told(asked, fact, words):
    with pytest.raises(BadInput, match=words):
        with_fact(asked, fact)


def test_a_case_stays_as_it_is():
    before = dict(MONS.given), list(MONS.given["changes"])
    with_fact(MONS, {"kind": "control", "value": "Paris", "side": None})
    assert (dict(MONS.given), list(MONS.given["changes"])) == before


def test_a_moment_says_itself_whose_choice_waits():
    """A side beside it would begin a round of that side, in which the choice that waits is none."""
    war = a_walk(1690, 20)
    while war.decision.name != "card":
        walk(war, 1)
    order = war.decision.options[0].text
    facts = [
        {"kind": "position", "value": link_to(war, seat="umpire")},
        {"kind": "side", "value": war.decision.side},
        {"kind": "action", "value": order},
    ]
    ruled = with_facts(case("NY", "action"), facts)
    assert "side" not in ruled.given
    assert rule_case(ruled).verdict == "legal"
    letter = f'Nine Years. I am the {war.decision.side} and my order is "{order}". Is it legal?'
    case_of_letter = read_email(f"{letter}\n\n{link_to(war, seat='umpire')}\n")["case"]
    assert rule_case(case_of_letter).verdict == "legal"


def test_a_leader_of_whom_nobody_says_where_he_stands_stays_there():
    named = with_fact(LINE, {"kind": "leader", "value": "Luxembourg"})
    assert named == LINE
    gone = with_fact(LINE, {"kind": "leader", "value": "Luxembourg", "at": None})
    assert {"remove": "leader", "name": "Luxembourg"} in gone.given["changes"]


def test_a_state_in_a_word_is_that_of_all_who_stand_there():
    two = with_fact(LINE, {"kind": "corps", "value": corps("Spain", 2, space="Mons")})
    reduced = with_fact(two, {"kind": "garrison", "value": "reduced", "space": "Mons"})
    there = [one for one in position_of(reduced).corps if (one.power, one.space) == ("Spain", "Mons")]
    assert [one.reduced for one in there] == [True, True]


def test_what_is_told_beside_the_question_sets_nothing():
    writer = {"kind": "side", "value": "Alliance", "role": "writer"}
    assert with_fact(case("NY", "resource-points"), writer).given == {}
    ships = {"kind": "ships", "value": ["galley"], "whose": "Spain", "role": "moving"}
    assert with_fact(INTERCEPT, ships) == INTERCEPT
    asked = case("NY", "interception", leader="Waldeck")
    places = [
        {"kind": "place", "value": "Lille", "role": "origin"},
        {"kind": "place", "value": "Ghent", "role": "target"},
        {"kind": "place", "value": "Tournai"},
    ]
    assert with_facts(asked, places).given == {"leader": "Waldeck", "space": "Ghent"}


def test_the_year_that_it_is_already_changes_nothing():
    case = Case("ninevears-case/1", "NY", "loc", {})
    year = {"kind": "year", "value": 1688}
    assert not with_fact(case, year).given.get("changes")
    later = with_fact(case, {**year, "value": 1690})
    assert later.given["changes"] == [{"set": "year", "year": 1690}]
    assert bare_position(with_fact(later, year)).year == 1688
