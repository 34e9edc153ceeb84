"""The odds before dice that have fallen are those that were told before, and what came is marked."""

from functools import cache
from random import Random

from ninevears_kernel.play.before_dice import SUMS
from ninevears_kernel.play.outcomes import results, spoken
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import TableSeat

CHOICES = 90


def rolls(seed):
    """Of a war by chance: what was told before each choice of one's own that led to dice, what they
    decided, and what was told after."""
    session, chance = Session(seed=seed), Random(5)
    seat = TableSeat(session)
    session.answer()
    for _ in range(CHOICES):
        if session.decision is None or not session.decision.options:
            return
        text = chance.choice(session.decision.options).text
        place = session.place
        before = seat.take({"preview": text})["preview"]
        seat.take({"choose": text})
        for line in seat.state()["happened"]:
            if line["number"] == place and line["dice"] and before["outcomes"]:
                steps = [step for one in session.happened if one.number >= place for step in one.steps]
                decided = " ".join(str(spoken(one)) for one in results(steps))
                yield before, decided, seat.take({"odds": place})["odds"]


@cache
def known():
    """Those of two wars."""
    return [one for seed in (1691, 1692) for one in rolls(seed)]


def test_the_odds_are_those_that_were_told_before_the_choice():
    told = [(before["outcomes"], after) for before, _, after in known() if after is not None]
    assert len(told) > 5
    # where the die fell after a later choice of the same action, that one is told
    same = [after["outcomes"] == outcomes for outcomes, after in told]
    assert sum(same) > 0.7 * len(told)


def test_what_came_is_marked_among_them():
    marked, missing = 0, 0
    for _, decided, after in known():
        if after is None or after["came"] is None:
            missing += 1
            continue
        marked += 1
        _, says, *_ = after["outcomes"][after["came"]]
        assert says.split(". ")[0].rstrip(".") in decided
        others = [one for n, (_, one, *_) in enumerate(after["outcomes"]) if n != after["came"]]
        assert not any(one.rstrip(".") in decided for one in others if one not in says)
    assert marked > max(5, missing)


def test_a_siege_roll_tells_its_sum():
    assert "siege.result" in SUMS
    session = Session(seed=1691, bourbon="sense")
    session.play_on()
    roll = next(one for one in session.moments if one.text == "besiege" and one.entry.side == "Bourbon")
    session.jump(entry=roll.number)
    seat = TableSeat(session)
    seat.take({"seats": {"Bourbon": "person"}})
    seat.take({"sit": True})
    before = seat.take({"preview": "besiege"})["preview"]
    seat.take({"choose": "besiege"})
    while session.decision.name == "siege-card":
        seat.take({"choose": "pass"})
    odds = seat.take({"odds": roll.number})["odds"]
    assert odds["outcomes"] == before["outcomes"]
    (die,) = [face for line in seat.state()["happened"] for face, _ in line["dice"]]
    assert odds["sums"][0].startswith(f"Die {die} ")
    assert odds["outcomes"][odds["came"]][1].startswith("The siege of Trier goes on")


def test_what_is_no_line_has_no_odds():
    seat = TableSeat(Session(seed=1691))
    assert seat.take({"odds": 0}) == {"odds": None}
    assert seat.take({"odds": "0"}) == {"odds": None}
