"""What decides a ruling is shown at once: at most five steps, the others folded away but never left out."""

import re
from html import unescape

from hypothesis import given, strategies as st

from ninevears_kernel.core.messages import Message, say
from ninevears_kernel.core.rulings import MOST_OPEN, Step, open_steps
from ninevears_kernel.teaching.lesson_helpers.tables import case
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.umpire.cases.samples import sample
from ninevears_kernel.umpire.docket.letter_words import deciding
from ninevears_kernel.umpire.reports.reports import report, to_html
from ninevears_kernel.widgets.parts.ruling_card import card_html

TO_TOURNAI = [
    {"remove": "leader", "name": "Humieres"},
    {"add": "leader", "name": "Humieres", "space": "Tournai"},
    {"add": "corps", "power": "France", "space": "Tournai", "count": 3},
]
BATTLE = case("battle", side="Bourbon", space="Ghent", origin="Tournai", changes=TO_TOURNAI) | {
    "dice": [3, 3]
}
LINE = case("loc", side="Bourbon", space="Tournai", purpose="line")
FOLDED = re.compile(
    r"<details(?: class='more')?><summary>(?:\d+ more steps|One more step)</summary>.*?</ol>", re.S
)


@given(st.lists(st.booleans(), max_size=20))
def test_those_that_decide_come_first_and_five_are_open(decides):
    steps = [Step("NY 11.1.1", Message("list.none"), decides=one) for one in decides]
    shown = open_steps(steps)
    assert len(shown) == min(MOST_OPEN, len(steps))
    hidden = set(range(len(steps))) - shown
    assert not any(decides[place] for place in hidden) or all(decides[place] for place in shown)


def test_whether_it_decides_does_not_make_a_step_another():
    one, other = (Step("NY 11.1.1", Message("list.none"), decides=whether) for whether in (True, False))
    assert one == other
    assert hash(one) == hash(other)


def pages(asked):
    """The ruling on a case, and both pages that fold its steps."""
    ruling = rule_case(asked)
    return ruling, (card_html(ruling), to_html(report(asked, search=False)))


def test_a_battle_shows_its_rolls_its_hits_and_its_winner():
    ruling, both = pages(BATTLE)
    assert len(ruling.steps) > MOST_OPEN
    deciding = [str(step.says) for step in ruling.steps if step.decides]
    assert [step.says.id for step in ruling.steps if step.decides] == [
        *("battle.total", "battle.hits", "battle.total", "battle.hits", "battle.won"),
    ]
    for page in map(unescape, both):
        (fold,) = FOLDED.findall(page)
        others = [str(step.says) for step in ruling.steps if not step.decides]
        assert all(says in fold for says in others), "nothing is left out"
        assert not any(says in fold for says in deciding)
        places = [page.rindex(says) for says in deciding]  # the winner stands in the headline too
        assert places == sorted(places), "in the order of the reasoning"


def test_every_step_keeps_its_number():
    ruling, both = pages(BATTLE)
    for page in both:
        numbers = [int(found) for found in re.findall(r"<li value=['\"](\d+)['\"]>", page)]
        assert sorted(numbers) == list(range(1, len(ruling.steps) + 1))
        assert numbers != sorted(numbers), "the folded ones stand after the open ones"


def test_a_short_ruling_folds_nothing():
    ruling, both = pages(LINE)
    assert len(ruling.steps) <= MOST_OPEN
    assert not any(FOLDED.search(page) for page in both)


def test_the_fold_says_how_much_it_holds():
    ruling, both = pages(BATTLE)
    assert all(say("card.more-steps", count=len(ruling.steps) - MOST_OPEN) in page for page in both)


def test_where_dice_fell_they_decide_and_not_what_permits_the_roll():
    """Whose words are nearest to the outcome is no sign: both speak of units that are aligned vertically."""
    given = {"zone": "Atlantic", "rating": 2, "at_war": True, "vertical": True, "adjacent": True}
    hawkins = {"format": "ninevears-case/1", "system": "VQ", "question": "interception", "given": given}
    for dice in ([4, 3], [1, 1]):
        ruling = rule_case(hawkins | {"dice": dice})
        says, clauses, first = deciding(ruling, str(ruling.says), "")
        assert (first.id, clauses[0]) == ("VQ 16.1.4.c", "VQ 16.1.4.c")
        assert says[0].startswith(f"Dice {sum(dice)} + 2 =")
    ruling = rule_case(sample("vq_formation_vienna").case)
    says, clauses, _ = deciding(ruling, str(ruling.says), "")
    assert clauses[0] == "VQ 5.2.a", "the sum that comes to what is ruled, and not what a formation is"
    assert "8 + 6 = 14" in says[0]
    over = rule_case(sample("vq_naval_movement_lepanto").case)
    assert deciding(over, str(over.says), "")[2].id == "VQ 16.1.7", "dice of long ago do not"
