"""An order that is not finished is neither legal nor not: the umpire asks what comes next."""

import pytest
from walks import a_walk

from ninevears_kernel.core.errors import MOST_CONTINUATIONS, BadInput, Incomplete
from ninevears_kernel.nine_years.engine.notation import written
from ninevears_kernel.umpire.cases.cases import rule_case


def asked(order, **given):
    key = "action" if isinstance(order, str) else "actions"
    given = given if "position" in given else {"side": "Bourbon", **given}
    return rule_case(
        {
            "format": "ninevears-case/1",
            "system": "NY",
            "question": "action",
            "given": {key: order, **given},
        },
        others=False,
    )


def test_a_verb_alone_wants_its_place():
    with pytest.raises(Incomplete) as told:
        asked("campaign")
    assert str(told.value) == (
        "given.action: the order 'campaign' is not complete: what comes next? campaign London, "
        "campaign Dublin, campaign Lille, campaign Metz, campaign Strasbourg, campaign Landau, "
        "campaign Paris or 3 more."
    )
    for option in told.value.options:
        assert asked(option).verdict == "legal"


@pytest.mark.parametrize("seed", range(4))
def test_every_beginning_of_a_legal_order_wants_the_rest(seed):
    """At any decision: each legal order cut off after a word is not complete, and its own rest is offered."""
    game = a_walk(seed, 35 + 25 * seed)
    options = [written(option, game.rule_tables) for option in game.engine.options]
    for option in options[:: max(1, len(options) // 4)]:
        words = option.split()
        for count in range(1, len(words)):
            text = " ".join(words[:count])
            if text in options:
                continue
            with pytest.raises(Incomplete) as told:
                asked(text, position=game.position)
            assert option in told.value.options
            assert sum(number for _, number in told.value.groups) == len(told.value.options)
            assert len(told.value.message.values["options"].values.get("first", ())) < MOST_CONTINUATIONS


def test_continuations_are_grouped_by_what_comes_next():
    game = next(
        one
        for one in (a_walk(3, length) for length in range(5, 60))
        if sum(option[0] == "raise" for option in one.engine.options) > 3
    )
    with pytest.raises(Incomplete) as told:
        asked("raise", position=game.position)
    assert len(told.value.groups) < len(told.value.options)
    assert all(order.startswith("raise ") for order, _ in told.value.groups)


def test_what_is_finished_is_ruled():
    assert asked("campaign Paris").verdict == "legal"
    assert asked("campaign Brussels").verdict == "illegal"
    assert asked(["campaign Paris", "lead Luxembourg"]).verdict == "legal"


def test_the_order_in_a_row_that_is_not_finished_is_named():
    with pytest.raises(Incomplete, match=r"given\.actions\[1\]: the order 'lead' is not complete"):
        asked(["campaign Paris", "lead"])


@pytest.mark.parametrize("order", ["jump Paris", "campaign Pari", "campaign Nowhere", "end x", "rally"])
def test_what_begins_no_legal_order_is_told_as_before(order):
    with pytest.raises(BadInput) as told:
        asked(order)
    assert not isinstance(told.value, Incomplete)
