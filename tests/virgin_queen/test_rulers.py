"""Rulers: who replaces or kills them, and the cards they keep and are dealt."""

import msgspec
import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.questions import adjudicate
from ninevears_kernel.virgin_queen.rulers import QUESTIONS, RulerCards, RulerCase

RULER, CARDS = QUESTIONS
LAST = {"Spain": "Philip II", "England": "Elizabeth I", "France": "Henry III", "Empire": "Rudolf II"}
MANDATORY = {"event": "mandatory-event", "successor": "Somebody"}


def ruler(power, name, **more):
    return adjudicate(RULER, msgspec.convert({"power": power, "ruler": name, **more}, RulerCase))


def cards(power, name, **more):
    return adjudicate(CARDS, msgspec.convert({"power": power, "ruler": name, **more}, RulerCards))


def broken(ruling):
    return [violation.clause_id for violation in ruling.violations]


@pytest.mark.clause("VQ 3.3.a")
def test_kinds_of_rulers():
    kinds = {power: ruler(power, "Anybody").answer["kind"] for power in (*LAST, "Ottoman", "Protestant")}
    assert kinds == dict.fromkeys(LAST, "monarch") | {"Ottoman": "sultan", "Protestant": "army leaders"}


@pytest.mark.clause("VQ 3.3.a")
def test_mandatory_events_replace_rulers_of_three_powers_but_never_the_last():
    for power in ("Ottoman", "France", "Empire"):
        ruling = ruler(power, "An earlier one", **MANDATORY)
        assert (ruling.verdict, ruling.answer["ruler"]) == ("legal", "Somebody")
        assert ruling.answer["attributes"] == "card of the new ruler"
    for power in ("Spain", "England", "Protestant"):
        assert broken(ruler(power, "Anybody", **MANDATORY)) == ["VQ 3.3.a"]
    for power, name in LAST.items():
        ruling = ruler(power, name, **MANDATORY)
        assert (broken(ruling), ruling.answer["ruler"]) == (["VQ 3.3.a"], name)


@pytest.mark.clause("VQ 3.3.b")
def test_four_may_die_by_a_marriage_and_two_by_an_assassination():
    for power, name in LAST.items():
        married = ruler(power, name, event="marriage")
        assert (married.verdict, married.answer["attributes"]) == ("legal", "section 23")
        killed = ruler(power, name, event="assassination")
        assert killed.verdict == ("legal" if name in ("Elizabeth I", "Henry III") else "illegal")
    for event in ("marriage", "assassination"):
        assert broken(ruler("Ottoman", "Suleiman", event=event)) == ["VQ 3.3.b"]
        assert broken(ruler("France", "Charles IX", event=event)) == ["VQ 3.3.b"]


@pytest.mark.clause("VQ 3.3.e")
def test_henry_iii_and_protestants_lead_armies_too():
    leads = {name for power, name in LAST.items() if ruler(power, name).answer["army_leader"]}
    assert leads == {"Henry III"}
    assert ruler("Protestant", "Coligny").answer["army_leader"]
    assert not ruler("France", "An earlier one").answer["army_leader"]
    assert not ruler("Ottoman", "Suleiman").answer["army_leader"]


@pytest.mark.clause("VQ 3.3.c")
@given(st.integers(0, 6), st.integers(0, 8), st.integers(0, 8))
def test_no_more_cards_are_kept_than_the_administrative_rating(rating, hand, keeps):
    keeps = min(keeps, hand)
    ruling = cards("Spain", "Philip II", administrative_rating=rating, hand=hand, keeps=keeps)
    assert ruling.answer["may_keep"] == min(rating, hand)
    assert ruling.verdict == ("legal" if keeps <= rating else "illegal")
    assert broken(ruling) == ([] if keeps <= rating else ["VQ 3.3.c"])


@pytest.mark.clause("VQ 3.3.d")
def test_the_card_bonus_and_suleimans():
    ruling = cards("France", "Henry III", card_bonus=2, base_cards=3)
    assert (ruling.answer["dealt"], ruling.answer["home_cards_kept"]) == (5, 1)
    first = cards("Ottoman", "Suleiman", base_cards=3)
    assert (first.answer["dealt"], first.answer["home_cards_kept"], first.answer["receives"]) == (3, 2, ())
    assert cards("Ottoman", "Suleiman", turn=2).answer["receives"] == ("Selim II",)
    assert cards("Ottoman", "Suleiman", turn=2, selim_in_deck=False).answer["receives"] == ()
    assert cards("Ottoman", "Suleiman", turn=3).answer["receives"] == ()
    assert cards("Ottoman", "Selim II", turn=2).answer["receives"] == ()


@pytest.mark.parametrize(
    ("ask", "field"),
    [
        (lambda: ruler("Venice", "A doge"), "power"),
        (lambda: ruler("Spain", "Henry III"), "ruler"),
        (lambda: ruler("Spain", "Suleiman"), "ruler"),
        (lambda: ruler("France", "X", event="mandatory-event"), "successor"),
        (lambda: ruler("France", "X", event="mandatory-event", successor="X"), "successor"),
        (lambda: ruler("France", "X", event="mandatory-event", successor="Philip II"), "successor"),
        (lambda: ruler("France", "X", successor="Henry III"), "successor"),
        (lambda: cards("Spain", "Philip II", hand=2, keeps=3), "keeps"),
        (lambda: cards("Ottoman", "Suleiman", card_bonus=1), "card_bonus"),
        (lambda: cards("Spain", "Suleiman"), "ruler"),
        (lambda: cards("Scotland", "Mary"), "power"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(ask, field):
    with pytest.raises(BadInput) as error:
        ask()
    assert error.value.field == field


@pytest.mark.parametrize(
    ("power", "name", "known"),
    [
        ("France", "henry III", "Henry III"),
        ("France", "Henri III", "Henry III"),
        ("Empire", "Rudolph II", "Rudolf II"),
        ("England", "ELIZABETH", "Elizabeth I"),
    ],
)
def test_last_rulers_are_known_however_they_are_written(power, name, known):
    assert ruler(power, name) == ruler(power, known)
    assert ruler(power, name, event="marriage").verdict == "legal"
    brought = ruler(power, "An earlier one", event="mandatory-event", successor=name)
    assert brought.answer["ruler"] == (known if power != "England" else "An earlier one")
    with pytest.raises(BadInput):
        ruler("Ottoman", name)


@pytest.mark.clause("VQ 3.3.d")
@pytest.mark.parametrize("name", ["suleiman", "Süleyman", "Suleiman I"])
def test_suleiman_is_known_however_he_is_written(name):
    assert cards("Ottoman", name, turn=2).answer == cards("Ottoman", "Suleiman", turn=2).answer


def test_one_card_is_one_card():
    assert str(cards("Spain", "Philip II", hand=3, administrative_rating=1, keeps=1).says) == (
        "Spain may keep 1 card."
    )
