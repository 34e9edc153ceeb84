"""A march that nobody ended is told with what stood against the next step."""

from functools import cache
from random import Random

import pytest

from ninevears_kernel.nine_years.components.map_masks import NUMBER, STEPS
from ninevears_kernel.nine_years.components.sides import enemy
from ninevears_kernel.nine_years.engine.notation import parsed
from ninevears_kernel.nine_years.rules.campaign.armies import Force
from ninevears_kernel.nine_years.rules.campaign.march import _may_go_on
from ninevears_kernel.play.march_ends import GOES_ON, march_ended
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import TableSeat

CHOICES = 450


@cache
def marches():
    """Steps of marches by chance: the session after each, its moment, and how many points were left."""
    found = []
    for seed in (1, 2):
        session, chance = Session(seed=seed, bourbon="person", alliance="person", show="all"), Random(seed)
        for _ in range(CHOICES):
            if not session.decision:
                break
            item = session.game.engine.board.agenda[-1]
            choice = chance.choice(session.decision.options).action
            session.choose(choice)
            if item[0] == "march" and choice[0] == "to":
                cost = next(step.cost for step in STEPS[item[1]][item[2]] if step.to == choice[1])
                moment = session.moments[-1]
                found.append((session, moment, item[5] - cost, march_ended(session, moment)))
    return found


@pytest.mark.clause("NY 14.2")
def test_a_force_that_a_fortress_keeps_is_told_why_and_what_would_take_it_on():
    told = 0
    for session, moment, left, ended in marches():
        agenda = session.moments[moment.number + 1 :][:1]
        met = "battle.joined" in {step.says.id for step in moment.steps}
        if ended is None:
            continue
        assert not agenda or agenda[0].decision not in GOES_ON
        assert not met
        [refused] = ended.refused
        [against] = refused.violations
        assert parsed(refused.text, session.game.rule_tables) == ("to", refused.place)
        twin = session.game.branch()
        twin.undo(moment.number + 1)
        side, space = moment.entry.side, moment.entry.action[1]
        assert refused.place in {step.to for step in STEPS[side][space]}
        if left:
            told += 1
            assert against.clause_id == "NY 14.2"
            board, missing = twin.engine.board, against.facts["count"]
            corps = board.stacks[side][space][0]
            force = Force(side, space, (), (), left)
            board.add(side, space, *[corps] * (missing - 1))
            assert not _may_go_on(board, force)
            board.add(side, space, corps)
            assert _may_go_on(board, force)
        else:
            assert twin.engine.board.held[enemy(side)] >> refused.place & 1
    assert told


def test_no_march_ends_before_its_points_without_a_word():
    ended_early = 0
    for session, moment, left, ended in marches():
        after = session.moments[moment.number + 1 :][:1]
        if not left or not after or moment.entry.rolls or after[0].decision in GOES_ON:
            continue
        if any(step.says.id == "battle.joined" for step in moment.steps):
            continue
        ended_early += 1
        assert ended is not None, f"{moment.text}, choice {moment.number}"
    assert ended_early


def test_the_seat_is_told_in_what_happened_and_in_what_is_refused():
    for session, moment, _, ended in marches():
        if ended is None:
            continue
        seat = TableSeat(Session(session.game.branch(), bourbon="person", alliance="person", show="all"))
        seat.session.go_to(moment.number + 1)
        state = seat.state()
        steps = [step for one in state["happened"] for step in one["skipped"]]
        assert ended.refused[0].text in {one["text"] for step in steps for one in step["refused"]}
        assert all(one["place"] is None or one["place"] < len(NUMBER) for one in state["refused"])
        return
    raise AssertionError("no march ended by itself")
