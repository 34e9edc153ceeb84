"""What is natural and not offered: told at each decision, by its kind, with the engine's own reasons."""

import json
from random import Random

import pytest
from other_secrets import _other_pieces, exchanged
from sizes import first, size
from test_resource_spending import corps
from walks import a_walk
from war_table import position_with

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.map_graph import bits
from ninevears_kernel.nine_years.components.map_masks import AROUND, NUMBER
from ninevears_kernel.nine_years.components.piece_numbers import INSIDE
from ninevears_kernel.nine_years.components.position import BothSides, Hand, Line, Siege
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES
from ninevears_kernel.nine_years.engine.choices import violations_of
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.engine.notation import parsed, verbs
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.play.natural_actions import (
    KINDS,
    MOST_REFUSED,
    NEVER_NEAR,
    SPENT,
    engine_at,
    natural,
    not_offered,
    not_offered_at,
    skipped,
    why_then,
)
from ninevears_kernel.play.option_groups import place_of
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import TableSeat

PLACES = 10
"""So many places are asked about at each decision; a choice of others at the next."""
EACH = 4
"""At one of so many decisions of a war."""


def seated(position, side="Alliance"):
    """A seat of a person at a position; the computer plays the other side."""
    return TableSeat(
        Session(position, **{one.lower(): "person" if one == side else "sense" for one in SIDES})
    )


def before_tournai(count, **fields):
    """William III and Waldeck are before Tournai with so many corps; its defence value is 7."""
    return position_with(
        {"remove": "corps", "power": "France", "space": "Tournai"},
        corps("Dutch Republic", "Tournai", count),
        {"add": "leader", "name": "William III", "space": "Tournai"},
        {"add": "leader", "name": "Waldeck", "space": "Tournai"},
        corps("France", "Tournai", 2, inside=True),
        corps("France", "Tournai", 1, inside=True, reduced=True),
        sieges=(Siege("Tournai", "Alliance"),),
        phase="campaign",
        active="Alliance",
        actions_left=2,
        agenda=("action Alliance",),
        **fields,
    )


def with_points(points, *changes, **fields):
    """The Alliance spends so many resource points."""
    return position_with(
        *changes,
        resource_left=BothSides(Alliance=points),
        phase="reinforcement",
        agenda=("spend Alliance",),
        **fields,
    )


def told(seat, text):
    """What a seat is told of an action that is refused."""
    return next((one for one in seat.state()["refused"] if one["text"] == text), None)


# ---- over whole wars


def decisions(seed):
    """A war by chance, stopped at some decisions."""
    game, chance = Game.new(seed), Random(seed)
    while game.engine.options:
        if not chance.randrange(EACH):
            yield game, chance
        game.carry_out(chance.choice(game.engine.options))


def glowing_or_neighbouring(game):
    """The places where something is offered, and those that are linked to a stack of one's own."""
    engine = game.engine
    places = {place_of(option, engine) for option in engine.options} - {None}
    for space in bits(engine.board.held[engine.side]):
        places.update(bits(AROUND[engine.side][space]))
    return sorted(places)


def cannot_be_named(game, verb, place):
    """Whether nobody stands there, and no card is held, with whom or which the verb could be said."""
    board, side = game.engine.board, game.engine.side
    kinds = verbs()[verb].kinds
    if "leader" in kinds:
        return not board.leaders_at(side, place)
    return "event" in kinds and not board.hand(side).events


@pytest.mark.parametrize("seed", range(first("natural"), first("natural") + size("natural")))
def test_every_verb_at_every_place_is_offered_or_has_its_true_reason(seed):
    asked = 0
    for game, chance in decisions(seed):
        engine = game.engine
        offered = {(option[0], place_of(option, engine)) for option in engine.options}
        anywhere = {
            option[0] for option in engine.options if {"space", "leader"}.isdisjoint(kinds_of(option))
        }
        places = glowing_or_neighbouring(game)
        for place in chance.sample(places, min(PLACES, len(places))):
            refused = not_offered_at(game, place)
            for one in refused:
                if one.kind != "passed over":
                    assert one.violations == game.verify(one.text) != (), one.text
            verbs_told = {one.text.split()[0] for one in refused if one.kind != "passed over"}
            for verb in DECISION_RULES[game.decision.name].verbs:
                asked += 1
                assert (
                    (verb, place) in offered
                    or verb in anywhere
                    or (verb, None) in offered
                    or verb in verbs_told
                    or cannot_be_named(game, verb, place)
                ), (game.decision.name, verb, place)
    assert asked > 100


def kinds_of(option):
    return verbs()[option[0]].kinds


def test_what_is_natural_is_refused_now_with_the_reasons_of_the_engine():
    found = set()
    for game, _ in decisions(7):
        options = {option.text for option in game.decision.options}
        shown, whole = not_offered(game), natural(game)
        assert len(shown) <= MOST_REFUSED
        assert {one.text for one in shown} <= {one.text for one in whole}
        for one in whole:
            assert one.kind in KINDS
            found.add(one.kind)
            if one.kind != "passed over":
                assert one.text not in options
                assert one.violations == game.verify(one.text) != ()
    assert {"stack", "empty"} <= found


def test_what_was_passed_over_was_refused_at_that_moment():
    """The reasons are those that the engine gives on the board of that moment, which is not the one now."""
    game, chance, found = Game.new(3), Random(3), 0
    while game.engine.options and found < 40:
        game.carry_out(chance.choice(game.engine.options))
        for one in game.engine.passed:
            step = skipped(game, one)
            assert (step.did.action if step.did else None) == one.action
            then = Engine(one.board.copy(), game.engine.context, True)
            then.advance(step.decision.name if one.action is None else one.action[0])
            for refused in step.refused:
                found += 1
                action = parsed(refused.text, game.rule_tables)
                assert refused.violations == violations_of(engine_at(game, one), action) != ()
                why = why_then(game, [one], action)[1]
                assert why == refused.why
                assert [(v.clause_id, v.says) for v in why] == [
                    (v.clause_id, v.says) for v in refused.violations
                ]
                if then.board.agenda and then.board.agenda[-1] == one.item:
                    assert refused.violations == violations_of(then, action)
                assert SPENT.isdisjoint(each.says.id for each in refused.violations)
    assert found == 40 or found > 5


def test_the_nearest_to_being_legal_stands_first():
    """Of each sort the first: what a player could mend, by how much is against it, then what nobody could."""
    both = set()
    for game, _ in decisions(5):
        sorts, rows = set(), []
        for one in natural(game):
            sort = one.text.split()[0], one.violations[0].says.id
            if one.kind != "passed over" and sort not in sorts:
                never = any(each.says.id in NEVER_NEAR for each in one.violations)
                rows.append((never, len(one.violations)))
            sorts.add(sort)
        assert rows == sorted(rows)
        both |= {*rows}
    assert {(False, 1), (False, 2), (True, 1)} <= both


# ---- (d) a step that is passed over


@pytest.mark.clause("NY 17.5.1")
def test_a_siege_that_six_corps_cannot_lay_is_told_when_the_march_goes_on():
    seat = seated(before_tournai(6))
    seat.take({"choose": "campaign Tournai"})
    seat.take({"choose": "whole"})
    assert seat.session.game.decision.name == "march"
    siege = told(seat, "besiege")
    assert (siege["kind"], siege["place"]) == ("passed over", NUMBER["Tournai"])
    [why] = siege["why"]
    assert why["clause"] == "NY 17.5.1"
    assert "7" in why["says"]
    assert "1 more corps" in why["remedy"]
    [moment] = seat.state()["happened"]
    [step] = moment["skipped"]
    assert step["did"] == "March."
    assert step["clause"] == "NY 13.5.1.a"
    assert siege in step["refused"]


@pytest.mark.clause("NY 17.5.1")
def test_seven_corps_are_asked_whether_they_besiege():
    seat = seated(before_tournai(7))
    seat.take({"choose": "campaign Tournai"})
    seat.take({"choose": "whole"})
    assert {"march", "besiege"} <= {one["text"] for one in seat.state()["options"]}
    assert told(seat, "besiege") is None
    assert not any(moment["skipped"] for moment in seat.state()["happened"])


@pytest.mark.clause("NY 17.5.1")
def test_why_not_looks_at_the_moment_that_was_passed_over():
    seat = seated(before_tournai(6))
    seat.take({"choose": "campaign Tournai"})
    now = seat.take({"why": "besiege"})
    assert now["then"] == ""
    seat.take({"choose": "whole"})
    reply = seat.take({"why": "besiege"})
    assert [why["clause"] for why in reply["why"]] == ["NY 17.5.1"]
    assert "Tournai" in reply["then"]
    assert seat.take({"why": "to Paris"})["then"] == ""  # an action of the decision that waits


@pytest.mark.clause("NY 17.5.1")
def test_what_was_passed_over_goes_with_undo_and_comes_again():
    seat = seated(before_tournai(6))
    seat.take({"choose": "campaign Tournai"})
    before = json.dumps(seat.state())
    seat.take({"choose": "whole"})
    after = seat.state()["refused"]
    seat.take({"undo": True})
    assert seat.state()["refused"] == json.loads(before)["refused"]
    assert "passed over" not in {one["kind"] for one in seat.state()["refused"]}
    assert seat.take({"why": "besiege"})["then"] == ""
    seat.take({"choose": "whole"})
    assert seat.state()["refused"] == after


@pytest.mark.clause("NY 9.2.1")
def test_a_card_that_cannot_be_played_in_a_siege_is_told_as_the_roll_comes():
    """The side that holds a card is asked although it has one answer; the seat gives it, and tells."""
    position = before_tournai(7)
    card = next(name for name, one in Game.new().rule_tables.events.items() if one.hold == "round")
    deck = tuple(name for name in position.event_deck if name != card)
    seat = seated(position.replace(alliance_hand=Hand(events=(card,)), event_deck=deck))
    for choice in ("campaign Tournai", "whole", "besiege"):
        seat.take({"choose": choice})
    steps = [step for moment in seat.state()["happened"] for step in moment["skipped"]]
    [refused] = [one for step in steps for one in step["refused"] if one["text"].startswith("event")]
    assert card in refused["text"]
    assert [why["clause"] for why in refused["why"]] == ["NY 9.2.1"]


# ---- (a) what was legal at the last decision of this kind


@pytest.mark.clause("NY 15.2")
def test_what_was_legal_before_the_last_purchase_is_told():
    five = corps("Dutch Republic", "Amsterdam", 5)
    seat = seated(with_points(4, five))
    assert "line Amsterdam" in {one["text"] for one in seat.state()["options"]}
    assert told(seat, "line Amsterdam") is None
    seat.take({"choose": "line Amsterdam"})
    line = told(seat, "line Amsterdam")
    assert line["kind"] == "before"
    assert [why["clause"] for why in line["why"]] == ["NY 15.2"]
    seat.take({"undo": True})
    assert "before" not in {one["kind"] for one in seat.state()["refused"]}


def test_what_was_legal_is_forgotten_where_another_war_was_played_since():
    seat = seated(with_points(4, corps("Dutch Republic", "Amsterdam", 5)))
    seat.take({"choose": "line Amsterdam"})
    assert told(seat, "line Amsterdam")["kind"] == "before"
    seat.session.back()
    seat.session.choose("support")  # not by this seat: what was legal at its last choice is not of this war
    assert "before" not in {one["kind"] for one in seat.state()["refused"]}


# ---- (b) what one's own stacks could do but for one missing thing


@pytest.mark.clause("NY 15.2")
def test_a_stack_of_four_corps_lacks_one_for_a_line():
    game = Game.from_position(
        with_points(
            4,
            corps("Dutch Republic", "Nijmegen", 1),
        )
    )
    there = len(game.engine.board.stacks["Alliance"][NUMBER["Nijmegen"]])
    assert 1 < there < 5
    lines = [one for one in natural(game) if one.text.startswith("line")]
    assert {one.kind for one in lines} == {"stack"}
    nijmegen = next(one for one in lines if one.text == "line Nijmegen")
    assert [one.clause_id for one in nijmegen.violations] == ["NY 15.2"]
    assert str(5 - there) in str(nijmegen.violations[0].remedy)
    counts = [one.violations[0].facts["count"] for one in lines if "count" in one.violations[0].facts]
    assert counts == sorted(counts, reverse=True)  # the one that lacks least stands first


@pytest.mark.clause("NY 15.1")
def test_a_line_of_the_highest_level_is_told_where_the_stack_stands():
    position = with_points(4, corps("Dutch Republic", "Amsterdam", 5), lines=(Line("Amsterdam", 3),))
    game = Game.from_position(position)
    [line] = [one for one in natural(game) if one.text == "line Amsterdam"]
    assert (line.kind, line.place) == ("stack", NUMBER["Amsterdam"])
    assert [one.clause_id for one in line.violations] == ["NY 15.1"]


@pytest.mark.clause("NY 13.4.3")
def test_a_leader_who_has_acted_is_told_in_the_second_action():
    seat = seated(before_tournai(7))
    for choice in ("campaign Tournai", "whole", "march", "stop"):
        seat.take({"choose": choice})
    assert seat.session.game.decision.name == "action"
    [tournai] = [
        one for one in natural(seat.session.game) if one.text == "campaign Tournai" and one.kind == "stack"
    ]
    assert [one.clause_id for one in tournai.violations] == ["NY 13.4.3"]
    assert told(seat, "campaign Tournai")["kind"] == "before"


# ---- (c) kinds that are empty now


@pytest.mark.clause("NY 13.5.4")
def test_a_kind_of_action_that_is_empty_is_told_once():
    game = Game.from_position(before_tournai(6))
    assert not any(option[0] == "rally" for option in game.engine.options)
    [rally] = [one for one in natural(game) if one.text.startswith("rally")]
    assert rally.kind == "empty"
    assert [one.clause_id for one in rally.violations] == ["NY 13.5.4"]


# ---- at a place


@pytest.mark.clause("NY 12.3.4")
def test_a_place_tells_each_verb_that_is_not_offered_there():
    game = Game.from_position(with_points(4))
    paris = {one.text.split()[0]: one for one in not_offered_at(game, NUMBER["Paris"])}
    assert {"raise", "restore", "line"} <= set(paris)
    assert all(one.place in (NUMBER["Paris"], None) for one in paris.values())


def test_no_war_no_refusal():
    """A war that is over asks nothing, and tells nothing."""
    game = Game.new(1).branch()
    game.engine.board.agenda.clear()
    game.engine.advance()
    assert natural(game) == not_offered_at(game, 0) == ()


# ---- secrets (NY 4.4)


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("walked", [(3, 60), (5, 120), (9, 200), (11, 333), (12, 420), (14, 77)])
def test_what_is_refused_tells_nothing_that_is_hidden(walked):
    game = a_walk(*walked)
    twin = exchanged(game, game.engine.side, walked[0])
    assert game.engine.board.seed != twin.engine.board.seed
    assert _told(natural(game, passed=())) == _told(natural(twin, passed=()))
    for place in range(0, len(NUMBER), 3):
        refused = not_offered_at(game, place, passed=())
        assert _told(refused) == _told(not_offered_at(twin, place, passed=()))


@pytest.mark.clause("NY 4.4")
def test_what_was_passed_over_tells_nothing_that_was_hidden():
    game, chance, found = Game.new(4), Random(4), 0
    while game.engine.options and found < 30:
        game.carry_out(chance.choice(game.engine.options))
        for one in game.engine.passed:
            board = one.board.copy()
            _other_pieces(board, one.item[1], chance)
            refused = _told(skipped(game, one).refused)
            assert _told(skipped(game, one._replace(board=board)).refused) == refused
            found += bool(refused)
    assert found > 5


def _told(found):
    return [(one.text, one.kind, str(one.says), [str(each.says) for each in one.violations]) for one in found]


@pytest.mark.clause("NY 4.4")
def test_nobody_is_told_what_the_enemy_was_not_asked():
    """Of the enemy's decisions that pass by nothing reaches the seat, nor does an answer to why not."""
    others = 0
    for seed in range(2):
        session = Session(seed=seed, bourbon="person", alliance="person")
        chance = Random(seed)
        for _ in range(250):
            viewer = session.viewer
            seat = TableSeat(session)
            for moment in session.happened:
                steps = [one for one in moment.passed if one.item[1] != viewer]
                others += len(steps)
                mine = [one for one in moment.passed if one.item[1] == viewer]
                told_of = [skipped(session.game, one) for one in mine]
                shown = seat._told_of_skipped(moment)
                assert [step["asks"] for step in shown] == [
                    str(one.decision.asks) for one in told_of if one.refused
                ]
            session.choose(chance.choice(session.decision.options))
            if session.over:
                break
    assert others


@pytest.mark.clause("NY 4.4")
def test_why_not_is_not_answered_of_the_enemys_decision():
    session = Session(seed=1690)
    seat = TableSeat(session)
    session.show = "own"
    while session.is_persons_turn:
        session.choose(session.decision.options[0])
    assert session.side is not None
    with pytest.raises(BadInput):
        session.why_not("play 3")
    assert seat.take({"why": "play 3"})["trouble"]


@pytest.mark.clause("NY 17.3")
def test_a_leader_inside_a_fortress_is_told():
    position = position_with(
        {"add": "leader", "name": "Waldeck", "space": "Namur"},
        phase="campaign",
        active="Alliance",
        actions_left=2,
        agenda=("action Alliance",),
    )
    game = Game.from_position(position)
    leader = game.rule_tables.leader_number["Waldeck"]
    game.engine.board.state[leader] |= INSIDE
    game.engine.advance()
    [campaign] = [one for one in natural(game) if one.text == "campaign Namur"]
    assert [one.clause_id for one in campaign.violations] == ["NY 17.3"]
