"""What a ruling that rests on a hand tells whoever may not see it: the verdict, and nothing more."""

from collections import Counter, defaultdict
from random import Random

import pytest
from war_table import KIT, position_with

from ninevears_kernel.nine_years.components.position import Hand
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.nine_years.rules.campaign.rounds import action_cards
from ninevears_kernel.umpire.cases.cases import case_from_data, rule_case
from ninevears_kernel.umpire.reports import reports
from ninevears_kernel.umpire.reports.seen import seen_by

CASE = {"format": "ninevears-case/1", "system": "NY", "question": "action"}
HOLDING = sorted(name for name, card in KIT.events.items() if card.hold)
MOMENTS = {"action": "campaign", "card": "campaign", "strengthen": "event", "lay": "campaign"}
"""Decisions at which a card is tried, and their phases."""
OF_ENEMY = (1, 2, 3)


def position(side, moment, own, others, chance):
    """A war in 1693 in which a side and its enemy hold these cards, and all others lie in the deck."""
    rest = [name for name in KIT.events if name not in (*own, *others)]
    chance.shuffle(rest)
    actions = Counter(action_cards()) - Counter(OF_ENEMY)
    dealt = [*actions.elements()]
    chance.shuffle(dealt)
    hands = {side: Hand(tuple(sorted(dealt[:2])), own), enemy(side): Hand(OF_ENEMY, others)}
    return position_with(
        {"set": "year", "year": 1693},
        bourbon_hand=hands["Bourbon"],
        alliance_hand=hands["Alliance"],
        event_deck=tuple(rest),
        action_deck=tuple(dealt[2:]),
        phase=MOMENTS[moment],
        active=side,
        actions_left=2,
        agenda=(f"{moment} {side}" + ",0" * (moment == "lay"),),
        seed=chance.randrange(10**9),
    )


def told(seat, action, held):
    """The verdict on an action; and what a seat is told: the case, the ruling, whether a part is held."""
    case = case_from_data(CASE | {"given": {"action": action, "position": position_to_data(held)}})
    ruling = rule_case(case)
    seen = seen_by(seat, case, ruling, KIT)
    return ruling.verdict, (seen.case, seen.ruling, seen.held)


def hands(card, others, chance):
    """Hands of two: without the card and, where it can be held, with it."""
    rest = [name for name in HOLDING if name not in (card, *others)]
    found = [tuple(chance.sample(rest, 2)) for _ in range(2)]
    return found + [(card, chance.choice(rest))] * (card in HOLDING)


def other_than(seat_tells):
    """Where hands are ruled alike and told differently, what the first two are."""
    for verdict, tellings in seat_tells.items():
        for one in tellings[1:]:
            if one != tellings[0]:
                return verdict, tellings[0][1:], one[1:]
    return None


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("side", SIDES)
def test_of_an_event_card_the_enemy_learns_the_verdict_and_no_more(side):
    """All cards, with them in the hand and without, at several decisions."""
    chance, wrong, ruled = Random(side), {}, Counter()
    for number, card in enumerate(sorted(KIT.events)):
        others = tuple(chance.sample([name for name in HOLDING if name != card], 2))
        moment, seat = [*MOMENTS][number % len(MOMENTS)], ("both", enemy(side))[number // 3 % 2]
        tellings = defaultdict(list)
        for own in hands(card, others, chance):
            verdict, seen = told(seat, f"event {card}", position(side, moment, own, others, chance))
            tellings[verdict].append(seen)
            ruled[verdict, card in own, seen[2]] += 1
        if found := other_than(tellings):
            wrong[card, moment, seat] = found
    assert not wrong
    assert ruled["legal", True, True]  # it turns on the hand: that is told
    assert not ruled["legal", True, False]
    assert ruled["illegal", False, False]
    assert ruled["illegal", True, True]
    assert ruled["illegal", False, True]


@pytest.mark.clause("NY 4.4", "NY 13.2.1.a")
@pytest.mark.parametrize("seat", ["both", "Alliance"])
def test_of_an_action_card_the_enemy_learns_the_verdict_and_no_more(seat):
    chance, others = Random(seat), (HOLDING[0], HOLDING[5])
    for moment, verb in (("lay", "lay"), ("card", "play")):
        for card in (1, 2, 3):
            tellings = defaultdict(list)
            for _ in range(3):
                held = position("Bourbon", moment, (HOLDING[2],), others, chance)
                verdict, seen = told(seat, f"{verb} {card}", held)
                tellings[verdict].append(seen)
            assert not other_than(tellings), (moment, card)


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("name", ["Spades in Spring", "Bayonets at Marsaglia"])
def test_every_form_of_a_report_is_the_same_whatever_other_cards_are_held(name):
    """A claim about the answer is judged by what the seat may read, and no search looks into the hand."""
    chance, others = Random(name), (HOLDING[2], HOLDING[3])
    claims = {"Alliance": {"says": "They do not have it.", "verdict": "illegal"}}
    made = defaultdict(set)
    for own in hands(name, others, chance):
        held = position("Bourbon", "action", own, others, chance)
        given = {"action": f"event {name}", "position": position_to_data(held)}
        report = reports.report(CASE | {"given": given}, claims, most_rulings=5, seconds=None)
        texts = reports.to_html(report), reports.to_markdown(report), reports.to_json(report)
        made[report.ruling.verdict].add(texts)
        assert report.held or reports.to_json(reports.report_again(texts[2])) == texts[2]
    assert [len(one) for one in made.values()] == [1] * len(made)
