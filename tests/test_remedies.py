"""Remedies: each that a ruling shows turns its verdict when it is applied.

The case book, every situation and seeded random disputes are ruled; each set of edits that a remedy stands
for is made and ruled again, as whoever reads it would do at the desk.
"""

import tomllib
from pathlib import Path
from random import Random

import pytest
from campaign_table import leader, marching
from every_row import every_row
from msgspec import structs
from sizes import first, size
from walks import a_walk
from war_table import choose

from ninevears_kernel.core.errors import BadInput, Refused
from ninevears_kernel.core.messages import Message, is_known
from ninevears_kernel.core.render import to_data
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.position import Corps
from ninevears_kernel.nine_years.components.powers import powers
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.notation import FLEETS, written
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.nine_years.games.view import position_for
from ninevears_kernel.play.natural_actions import not_offered
from ninevears_kernel.play.session import Session
from ninevears_kernel.teaching.lesson_helpers.tables import case
from ninevears_kernel.umpire.cases import remedies
from ninevears_kernel.umpire.cases.cases import Case, case_from_data, rule_case
from ninevears_kernel.umpire.cases.cures import CURES
from ninevears_kernel.umpire.cases.edits import Edit, edit_words, edited
from ninevears_kernel.umpire.cases.remedies import parts_of
from ninevears_kernel.umpire.cases.samples import sample, samples

FOLDER = Path(__file__).parent / "rulings"
SITUATIONS = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.toml"))


def ruled_again(asked: Case, edits, rolled: bool) -> str:
    """The verdict on a case with some edits; before any roll, where none was made."""
    asked = edited(asked, [Edit(data, edit_words(data)) for data in edits])
    return rule_case(asked if rolled else structs.replace(asked, dice=None, seed=None)).verdict


def false_remedies(data) -> list[str]:
    """What a ruling tells to do that does not turn its verdict."""
    asked = data if isinstance(data, Case) else case_from_data(data)
    ruling = rule_case(asked)
    rolled = bool(ruling.dice)
    found = []
    together = []
    for one in ruling.violations:
        assert (one.remedy is None) == (not one.mends), "what is told can be made, and is made of something"
        if one.remedy is not None and one.remedy.id == "cure.one-of-several":
            together += [edit for edit in one.mends[0] if edit not in together]
        else:
            found += [
                f"{one.remedy}: {[dict(edit) for edit in edits]}"
                for edits in one.mends
                if ruled_again(asked, edits, rolled) == ruling.verdict
            ]
    if together and ruled_again(asked, together, rolled) == ruling.verdict:
        found.append(f"all of it together: {together}")
    return found


# ---- what is shown, does it


@every_row("name", SITUATIONS)
def test_each_remedy_of_a_situation_turns_its_verdict(name):
    assert not false_remedies(tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))["case"])


@every_row("name", sorted(samples()))
def test_each_remedy_of_a_sample_turns_its_verdict(name):
    assert not false_remedies(sample(name).case)


def disputes():
    """Orders that somebody might give in wars walked a while by chance; most are illegal."""
    spaces = [space.name for space in game_map().spaces]
    for seed in range(first("disputes"), first("disputes") + size("disputes")):
        chance = Random(seed)
        game = a_walk(seed % 7, 15 * (seed % 9), recorded=False)
        given = {"position": position_to_data(game.position)}
        some = lambda chance=chance: chance.choice(spaces)  # noqa: E731
        power, side, corps = chance.choice(list(powers())), chance.choice(SIDES), chance.randint(1, 6)
        where = [leader for leader in game.position.leaders if leader.space]
        who = chance.choice(where)
        kinds = list(game.position.corps)
        piece = chance.choice(kinds)
        asked = [
            case("raise", power=power, space=some(), strength=chance.choice(["full", "reduced"]), **given),
            case("restore", power=piece.power, space=piece.space, **given),
            case("build-line", side=side, space=some(), **given),
            case("build-fleet", fleet=chance.choice(FLEETS), strength=1, **given),
            case("deploy-fleet", fleet=chance.choice(FLEETS), **given),
            case("transfer", leader=who.name, to=some(), **given),
            case("transfer", corps={"power": piece.power}, to=some(), **given, **{"from": piece.space}),
            case("sea-move", side=side, corps=corps, to=some(), **given, **{"from": piece.space}),
            case("siege", side=side, space=some(), corps=corps, **given),
            case("loc", space=some(), side=powers()[power].side, purpose="restore", power=power, **given),
            case("action", side=side, action=f"campaign {some()}", **given),
            case("action", side=side, actions=["transfer", f"pick {who.name}", f"to {some()}"], **given),
            case("action", side=side, action=f"sail {some()}", **given),
        ]
        if game.decision is not None:
            mine = chance.choice(game.engine.options)
            other = a_walk(seed % 7 + 1, 15 * (seed % 9), recorded=False)
            theirs = chance.choice(other.engine.options) if other.engine.options else mine
            asked.append(case("action", action=written(theirs, game.rule_tables), **given))
        yield seed, chance.choice(asked)


def test_each_remedy_of_a_random_dispute_turns_its_verdict():
    told = 0
    for seed, data in disputes():
        try:
            ruling = rule_case(data)
        except BadInput:
            continue  # no question: a corps of another side, say
        told += any(one.remedy for one in ruling.violations)
        assert not false_remedies(data), (seed, data["question"])
    assert told > size("disputes") // 8


# ---- in play


def test_each_remedy_told_in_play_turns_the_refusal():
    """What the war table shows as refused, and what it answers to Why not?, as its player sees the table."""
    told = untold = 0
    for seed in range(size("natural")):
        session = Session(seed=seed + 40, bourbon="person", alliance="person", show="all")
        chance = Random(seed)
        for _ in range(30):
            if session.decision is None:
                break
            for one in not_offered(session.game):
                assert session.why_not(one.text) == one.why
                assert [(v.clause_id, v.says) for v in one.why] == [
                    (v.clause_id, v.says) for v in one.violations
                ]
                seen = position_for(session.game.position, session.side)
                asked = case_from_data(case("action", action=one.text, position=seen))
                for violation in one.why:
                    assert (violation.remedy is None) == (not violation.mends)
                    several = violation.tried and violation.tried.id == "cure.one-of-several"
                    for edits in () if several else violation.mends:
                        assert ruled_again(asked, edits, False) == "legal", (one.text, violation)
                told += sum(v.tried is not None for v in one.why)
                untold += sum(v.remedy is not None for v in one.violations)
            session.choose(chance.choice(session.decision.options))
    assert untold // 3 < told < untold


def test_what_nobody_has_tried_is_not_told():
    """The engine's own refusal holds proposals; its words tell clauses alone, a session the remedy too."""
    game = Game.new(1)
    with pytest.raises(Refused) as plain:
        game.choose("campaign Paris")
    with pytest.raises(Refused) as told:
        Session(Game.new(1)).choose("campaign Paris")
    assert "To fix this" not in str(plain.value)
    assert str(told.value) == f"{plain.value} To fix this: choose one of these now: first."
    assert plain.value.violations[0].remedy is not None
    assert plain.value.violations[0].tried is None


# ---- none without a situation in which it is told

SHOWN = tomllib.loads(Path(__file__).with_name("remedies_shown.toml").read_text(encoding="utf-8"))["shown"]


def remedies_in(message) -> set[str]:
    """The message ids of a remedy and of all that it is put together from."""
    inner = [value for value in message.values.values() if isinstance(value, Message)]
    return {message.id}.union(*map(remedies_in, inner))


@every_row("given", SHOWN, ids=lambda given: given["remedy"])
def test_a_remedy_is_told_in_its_situation(given):
    data = {name: value for name, value in given.items() if name != "remedy"}
    asked = case_from_data({"format": "ninevears-case/1", **data})
    told = [one.remedy for one in rule_case(asked).violations if one.remedy is not None]
    assert any(given["remedy"] in remedies_in(one) for one in told), told
    assert not false_remedies(asked)


def twice(decision: str, verb: str):
    """A war by chance in which something was done once of which there is more, and the same again."""
    for seed in range(20):
        game, chance = Game.new(seed, recorded=False), Random(seed)
        while game.engine.options:
            text = written(chance.choice(game.engine.options), game.rule_tables)
            at, before = game.engine.board.agenda[-1][0], game.position
            game.choose(text)
            done = [text]
            if (at, text.partition(" ")[0]) == (decision, verb):
                while game.engine.options and game.engine.board.agenda[-1][0] == "station":
                    done.append(written(game.engine.options[0], game.rule_tables))
                    game.choose(done[-1])
                if any(one[0] == verb for one in game.engine.options):
                    return case("action", actions=[*done, text], position=position_to_data(before))
    raise AssertionError(f"no war offers {verb} at {decision} and then again")


@pytest.mark.parametrize(
    ("decision", "verb", "remedy"),
    [("spend", "line", "remedy.spend-line-again"), ("leaders", "reassign", "remedy.leaders-again")],
)
def test_what_was_done_once_is_to_be_done_elsewhere(decision, verb, remedy):
    asked = twice(decision, verb)
    told = [one.remedy for one in rule_case(asked).violations if one.remedy is not None]
    assert any(remedy in remedies_in(one) for one in told), told
    assert not false_remedies(asked)


@pytest.mark.clause("NY 14.6.1")
def test_a_demoralised_leader_is_to_be_rallied():
    both = [leader("Boufflers", "Lille", demoralised=True), leader("Humieres", "Lille")]
    lille = [Corps("France", "Lille")] * 5
    engine = marching("Mons", ("William III",), 4, more=both, others=lille)
    choose(engine, "to Tournai")
    start = position_to_data(engine.board.position())
    asked = case("action", action="intercept Boufflers, 1", position=start)
    assert [str(one.remedy) for one in rule_case(asked).violations] == ["rally Boufflers first"]
    assert not false_remedies(asked)


# ---- what was false once

EMPTY = {"set": "pool", "power": "Empire", "corps": 0}


def instead(ruling) -> set[str]:
    """What the remedies of a ruling name in the place of what it was asked about."""
    edits = [edit for one in ruling.violations for edits in one.mends for edit in edits]
    return {edit["value"] for edit in edits if "given" in edit}


def told(name: str) -> list[str]:
    return [str(one.remedy) for one in rule_case(sample(name).case).violations if one.remedy is not None]


@pytest.mark.clause("NY 11.1.2", "NY 17.5.1")
def test_besiegers_who_are_needed_are_not_to_be_left_out():
    assert not any("leave these corps out" in remedy for remedy in told("namur_four_corps_and_no_line"))
    assert any("open a line" in remedy for remedy in told("namur_four_corps_and_no_line"))


@pytest.mark.clause("NY 17.5.1")
def test_corps_that_do_not_stand_there_cannot_be_assigned():
    assert told("namur_garrison_counts") == ["bring 1 more corps there, and assign them"]


@pytest.mark.clause("NY 7.2.1.a")
def test_nobody_is_sent_round_the_space_to_which_they_want_to_go():
    for name in ("catinat_visits_the_duke", "a_leader_crosses_neutral_savoy"):
        assert not any("round" in remedy for remedy in told(name))


@pytest.mark.clause("NY 13.5.2.b")
def test_nobody_is_told_to_land_in_a_town_inland():
    situation = tomllib.loads((FOLDER / "nine_years/13.5.2.b_enemy_space.toml").read_text(encoding="utf-8"))
    assert rule_case(situation["case"]).violations[0].remedy is None


@pytest.mark.clause("NY 2.4", "NY 12.3.3")
def test_of_home_spaces_only_those_are_named_that_serve():
    lost = {"set": "control", "space": "Hanover", "side": "Bourbon"}
    asked = case("raise", power="Subsidy", space="Cologne", points=6, changes=[lost])
    remedy = str(rule_case(asked).violations[0].remedy)
    assert remedy.startswith("choose one of its home spaces: ")
    assert "Frankfurt" in remedy
    assert "Hanover" not in remedy


@pytest.mark.clause("NY 7.1.2", "NY 4.3")
def test_a_remedy_behind_which_another_violation_waits_is_not_told():
    """York: were Britain in the war and London taken back, York would still be the enemy's."""
    assert told("york_raises_no_british_corps") == []


@pytest.mark.clause("NY 12.3.6.a")
def test_of_another_fleet_a_leader_or_power_none_of_the_enemy_is_named():
    """Who may not raise one fleet is not told to raise the enemy's."""
    asked = [
        case("build-fleet", fleet="Mediterranean", strength=2, points=2),
        case("transfer", leader="Eugene", to="Vienna"),
        case("raise", power="Empire", space="Nuremberg", points=2, changes=[EMPTY]),
    ]
    named = {named for one in asked for named in instead(rule_case(one))}
    assert named >= {"Atlantic", "Subsidy", "Empire minor leader 1"}
    theirs = {row.name for row in standard_rule_tables().leaders if row.side == "Bourbon"}
    theirs |= {"Brest", "Toulon"} | {name for name, power in powers().items() if power.side == "Bourbon"}
    assert not named & theirs


@pytest.mark.clause("NY 13.2.1.a")
def test_of_the_hand_another_card_is_named_and_no_other_hand():
    """Who has laid a card that they have not is told a card of their hand, not to have another hand."""
    hands = {"Bourbon": [1, 1], "Alliance": [2, 2]}
    asked = case("first-player", hands=hands, laid={"Bourbon": 3, "Alliance": 2})
    [violation] = rule_case(asked).violations
    assert str(violation.remedy) == "choose a card of the hand, such as 1"
    assert [[edit["given"] for edit in edits] for edits in violation.mends] == [["laid.Bourbon"]]
    assert not false_remedies(asked)


@pytest.mark.clause("NY 14.1.2", "NY 14.2")
def test_no_leader_is_brought_where_leaders_alone_could_not_stand():
    """Paris is the enemy's, so that William cannot be brought there to march out; to Milan he can be."""
    william = case("action", side="Alliance", action="campaign Paris")
    assert rule_case(william).violations[0].remedy is None
    milan = rule_case(case("action", side="Alliance", action="campaign Milan")).violations[0].remedy
    assert str(milan).startswith("bring a leader to Milan, such as ")


@pytest.mark.clause("NY 14.1.3")
def test_who_is_to_be_brought_is_named_once():
    actions = ["campaign Strasbourg", "lead French minor leader 1"]
    ruling = rule_case(case("action", side="Bourbon", actions=actions))
    assert str(ruling.violations[0].remedy) == "bring French minor leader 1 to Strasbourg first"


@pytest.mark.clause("VQ 16.1.5.b")
def test_a_power_is_no_example_of_a_port():
    asked = sample("vq_avoidance").case
    port = {"kind": "port", "name": "Coron", "controller": "Ottoman"}
    ruling = rule_case(structs.replace(asked, given={**asked.given, "to": port}))
    assert [str(one.remedy) for one in ruling.violations] == ["name a port that Venice controls"]


SHORT_OF_MONS = [
    {"add": "corps", "power": "France", "space": "Mons", "count": 3},
    {"remove": "leader", "name": "Humieres"},
    {"add": "leader", "name": "Humieres", "space": "Mons"},
]
"""Four are needed before Mons; three are there, under a leader who commands four."""


@pytest.mark.clause("NY 17.5.1")
@every_row(
    "question, given",
    [
        ("siege", {"space": "Mons"}),
        ("siege", {"space": "Mons", "corps": 3}),
        ("siege", {"space": "Mons", "corps": [{"power": "France", "count": 3}]}),
        ("action", {"actions": ["campaign Mons", "lead Humieres", "with 3 France", "besiege"]}),
    ],
)
def test_corps_that_are_short_are_to_be_brought_however_the_force_is_given(question, given):
    asked = case(question, side="Bourbon", changes=SHORT_OF_MONS, **given)
    assert [str(one.remedy) for one in rule_case(asked).violations] == [
        "bring 1 more corps there, and assign them"
    ]
    assert not false_remedies(asked)


@pytest.mark.clause("NY 17.3", "NY 17.6")
@every_row("besieged", [True, False])
def test_who_would_sail_out_of_a_besieged_port_is_told_to_lift_the_siege(besieged):
    changes = [
        {"add": "corps", "power": "Spain", "space": "Ostend"},
        {"add": "corps", "power": "France", "space": "Ostend", "count": 3},
        *[{"set": "besieged", "space": "Ostend", "by": "Bourbon"}] * besieged,
    ]
    asked = case("action", side="Alliance", action="sail Ostend", changes=changes)
    [violation] = rule_case(asked).violations
    assert (violation.clause_id, str(violation.remedy)) == ("NY 17.3", "lift the siege of Ostend")
    assert not false_remedies(asked)


@pytest.mark.clause("VQ 5.2.b")
def test_what_does_it_only_together_is_told_so():
    path = FOLDER / "virgin_queen" / "5.2.b_three_major_powers.toml"
    ruling = rule_case(tomllib.loads(path.read_text(encoding="utf-8"))["case"])
    assert [one.remedy.id for one in ruling.violations] == ["cure.one-of-several"] * 3


@pytest.mark.clause("NY 17.5.1", "NY 11.1.2")
def test_of_several_things_those_are_told_that_go_together():
    """Too few corps, and no line for them: to leave the corps out would mend one clause and not the other."""
    path = FOLDER / "nine_years" / "11.1.2_namur_no_supply.toml"
    ruling = rule_case(tomllib.loads(path.read_text(encoding="utf-8"))["case"])
    few, cut = (str(one.remedy) for one in ruling.violations)
    assert few.startswith("bring 1 more corps there, and assign them")
    assert cut.startswith("open a line for them")


# ---- the form, and what it costs


@pytest.mark.clause("NY 13.5.1.a")
def test_a_remedy_is_told_as_data_too():
    ruling = rule_case(case("force", leaders=[6, 4], corps=12))
    [violation] = to_data(ruling)["violations"]
    assert violation["remedy"] == "leave 2 corps behind"
    assert violation["mends"] == [[{"given": "corps", "value": 10}]]


def test_every_row_of_the_table_can_be_carried_out_and_said():
    for remedy, parts in parts_of().items():
        assert is_known(remedy)
        for part in parts:
            assert part.cure.split()[0] in CURES
            assert not part.says or is_known(part.says)
    assert {part.cure.split()[0] for parts in parts_of().values() for part in parts} == CURES.keys()


def test_remedies_are_tried_within_bounds(monkeypatch):
    asked = sample("winter_quarters_at_ghent").case
    counted = []
    tried = remedies.Retrial.verdict
    monkeypatch.setattr(
        remedies.Retrial, "verdict", lambda self, edits: counted.append(edits) or tried(self, edits)
    )
    rule_case(asked)
    assert 0 < len(counted) <= remedies.MOST_RULINGS + remedies.MOST_TOGETHER
    monkeypatch.setattr(remedies, "MOST_RULINGS", 5)
    counted.clear()
    rule_case(asked)
    assert len(counted) <= 5 + remedies.MOST_TOGETHER


def test_a_war_tries_no_remedy(monkeypatch):
    def never(*_):
        raise AssertionError("a remedy was tried")

    monkeypatch.setattr(remedies.Retrial, "__init__", never)
    game = a_walk(3, 40, recorded=False)
    assert game.verify("campaign Paris") or game.engine.options
    rule_case(case("force", leaders=[6], corps=3))  # nor does a ruling against which nothing stands
