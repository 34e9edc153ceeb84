"""Cards: event or points, mandatory events, texts joined by OR, home cards."""

import msgspec
import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.questions import adjudicate
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.virgin_queen.cards import QUESTIONS, HomeCards, PlayCard

PLAY, HOME = QUESTIONS
WAR, ACTION = {"on": "war", "cost": 1}, {"on": "action", "cost": 1}


def play(kind="other", played_as=("event",), **more):
    return adjudicate(PLAY, msgspec.convert({"kind": kind, "played_as": played_as, **more}, PlayCard))


def home(act, power="Spain", home_cards=("first", "second"), others=("Storms",), **more):
    case = {"act": act, "power": power, "home_cards": home_cards, "others": others, **more}
    return adjudicate(HOME, msgspec.convert(case, HomeCards))


def broken(ruling):
    return [violation.clause_id for violation in ruling.violations]


@pytest.mark.clause("VQ 6.0")
@pytest.mark.parametrize("kind", ["home", "other"])
def test_a_card_is_an_event_or_points_for_actions_and_war(kind):
    event = play(kind)
    assert (event.verdict, event.answer["points"], event.answer["order"]) == ("legal", 0, ("event",))
    points = play(kind, ("points",), points=3, spending=[WAR, ACTION])
    assert (points.verdict, points.answer["points"], points.answer["left"]) == ("legal", 3, 1)
    assert broken(play(kind, ("event", "points"), points=3)) == ["VQ 6.0"]
    assert broken(play(kind, ("event",), points=3, spending=[ACTION])) == ["VQ 6.0"]


@pytest.mark.clause("VQ 6.0")
def test_a_mandatory_event_comes_first_and_gives_two_points_for_actions():
    for played_as in (("event",), ("event", "points")):
        ruling = play("mandatory", played_as, points=5, spending=[ACTION, ACTION])
        assert (ruling.verdict, ruling.answer["order"]) == ("legal", ("event", "points"))
        assert (ruling.answer["points"], ruling.answer["left"]) == (2, 0)
    assert broken(play("mandatory", ("points",))) == ["VQ 6.0"]
    assert broken(play("mandatory", ("points", "event"))) == ["VQ 6.0"]
    assert broken(play("mandatory", spending=[WAR])) == ["VQ 6.0"]
    assert broken(play("mandatory", spending=[ACTION] * 3)) == ["VQ 6.0"]


@pytest.mark.clause("VQ 6.0")
def test_of_two_texts_one_is_carried_out_and_its_conditions_alone_apply():
    assert play(texts=(True, False), carried_out=(1,)).answer["text"] == 1
    assert play(texts=(True, False), carried_out=(1,)).verdict == "legal", "the other's do not matter"
    refused = play(texts=(True, False), carried_out=(2,))
    assert broken(refused) == ["VQ 6.0"]
    assert "text 1" in str(refused.violations[0].remedy)
    assert broken(play(texts=(True, True), carried_out=(1, 2))) == ["VQ 6.0"]
    assert broken(play(texts=(True, True))) == ["VQ 6.0"]
    assert play("other", ("points",), texts=(True, True), points=2).verdict == "legal"
    assert broken(play(texts=(False,))) == ["VQ 6.0"]
    assert play("mandatory", texts=(False,)).verdict == "legal", "it happens"


@pytest.mark.clause("VQ 6.0")
@given(
    st.sampled_from(["mandatory", "home", "other"]),
    st.sampled_from([("event",), ("points",), ("event", "points"), ("points", "event")]),
    st.integers(0, 6),
    st.lists(st.sampled_from([WAR, ACTION]), max_size=7),
)
def test_no_more_points_are_spent_than_a_card_gives(kind, played_as, points, spending):
    ruling = play(kind, played_as, points=points, spending=spending)
    if ruling.verdict == "legal":
        assert len(spending) + ruling.answer["left"] == ruling.answer["points"]
        assert ruling.answer["points"] <= (2 if kind == "mandatory" else points)


@pytest.mark.clause("VQ 6.0")
def test_the_deck_is_told():
    step = play().steps[0].says
    assert [step.values[name] for name in ("cards", "kinds", "treasures")] == [112, 5, 30]


@pytest.mark.clause("VQ 6.0.home")
def test_all_home_cards_but_one_are_discarded_in_spring():
    assert home("spring-deployment").answer["discards"] == 1
    assert home("spring-deployment", home_cards=("only",)).answer["discards"] == 0
    assert home("spring-deployment", discards=["second"]).verdict == "legal"
    assert broken(home("spring-deployment", discards=[])) == ["VQ 6.0.home"]
    assert broken(home("spring-deployment", discards=["first", "second"])) == ["VQ 6.0.home"]


@pytest.mark.clause("VQ 6.0.home", "VQ 3.3.d")
def test_the_ottomans_under_suleiman_keep_both():
    under = home("spring-deployment", "Ottoman", ruler="Suleiman")
    assert under.answer["discards"] == 0
    assert under.steps[0].clause_id == "VQ 3.3.d"
    assert home("spring-deployment", "Ottoman", ruler="Selim II").answer["discards"] == 1


@pytest.mark.clause("VQ 6.0.home")
@pytest.mark.parametrize("act", ["random-draw", "pick"])
def test_home_cards_are_neither_drawn_nor_picked(act):
    assert home(act, card="Storms").verdict == "legal"
    refused = home(act, card="first")
    assert (broken(refused), refused.answer["may_be_taken"]) == (["VQ 6.0.home"], ("Storms",))
    assert "Storms" in str(refused.violations[0].remedy)


@pytest.mark.clause("VQ 6.0.home")
def test_a_shown_hand_shows_them_and_a_used_one_lies_on_the_power_card_until_the_deal():
    assert set(home("show-hand").answer["shown"]) == {"Storms", "first", "second"}
    assert home("use", card="first").answer["on_power_card"] == ("first",)
    assert home("deal", home_cards=("second",), used=["first"]).answer["back_in_hand"] == ("first",)
    assert play("home").answer["goes_to"] == "power card"
    assert play("other").answer["goes_to"] is None


@pytest.mark.parametrize(
    ("ask", "field"),
    [
        (lambda: play(played_as=("event", "event")), "played_as[1]"),
        (lambda: play(texts=(True,), carried_out=(2,)), "carried_out[0]"),
        (lambda: play(texts=(True, True), carried_out=(1, 1)), "carried_out[1]"),
        (lambda: play(played_as=("points",), carried_out=(1,)), "carried_out"),
        (lambda: home("use"), "card"),
        (lambda: home("use", card="Storms"), "card"),
        (lambda: home("pick"), "card"),
        (lambda: home("pick", card="Unknown"), "card"),
        (lambda: home("show-hand", "Venice"), "power"),
        (lambda: home("show-hand", ruler="Suleiman"), "ruler"),
        (lambda: home("show-hand", others=("first",)), "home_cards"),
        (lambda: home("spring-deployment", discards=["Storms"]), "discards[0]"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(ask, field):
    with pytest.raises(BadInput) as error:
        ask()
    assert error.value.field == field


@pytest.mark.clause("VQ 6.0.home", "VQ 3.3.d")
def test_what_has_to_be_discarded_is_told_in_whole_numbers_of_cards():
    def describe(power, discards, **more):
        case = {"power": power, "home_cards": ["one", "two"], "act": "spring-deployment", **more}
        ruling = rule_case(
            {
                "format": "ninevears-case/1", "system": "VQ", "question": "home-cards",
                "given": {**case, "discards": discards},
            }
        )  # fmt: skip
        return " ".join(str(found.says) for found in (*ruling.steps, *ruling.violations))

    spain = describe("Spain", [])
    assert "secretly discards 1 home card: all but one go" in spain
    assert "has to discard 1 home card, and 0 are named" in spain
    ottoman = describe("Ottoman", ["one"], ruler="suleiman")
    assert "The Ottoman side has no home card to discard." in ottoman
    assert "all but one" not in ottoman
