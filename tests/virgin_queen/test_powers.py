"""Powers, power cards and kinds of land units: who plays them, what they count, whose they are."""

import msgspec
import pytest

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.questions import adjudicate
from ninevears_kernel.virgin_queen.land_units import QUESTIONS as LAND_QUESTIONS, LandUnit, kinds_of
from ninevears_kernel.virgin_queen.powers import MAJOR, MINOR, POWERS, QUESTIONS, PowerCard, PowerCase

POWER, CARD = QUESTIONS
(LAND,) = LAND_QUESTIONS


def power(**case):
    return adjudicate(POWER, msgspec.convert(case, PowerCase))


def card(**case):
    return adjudicate(CARD, msgspec.convert(case, PowerCard))


def land(**case):
    return adjudicate(LAND, msgspec.convert(case, LandUnit))


def broken(ruling):
    return [violation.clause_id for violation in ruling.violations]


@pytest.mark.clause("VQ 3.1")
@pytest.mark.parametrize("name", ["Ottoman", "Empire"])
@pytest.mark.parametrize("players", range(2, 6))
def test_whoever_wins_the_settlement_plays_the_power(name, players):
    before = power(power=name, players=players)
    assert (before.answer["controller"], before.answer["activated"]) == (None, False)
    assert before.steps[-1].clause_id == "VQ 3.1"
    after = power(power=name, players=players, settlement_winner="France")
    assert (after.answer["controller"], after.answer["activated"]) == ("France", True)
    again = power(power=name, players=players, settlement_winner="Spain")
    assert again.answer["controller"] == "Spain", "until it is settled again"


@pytest.mark.clause("VQ 3.1")
def test_nothing_is_settled_with_six_players_nor_for_another_power():
    assert broken(power(power="Ottoman", settlement_winner="France")) == ["VQ 3.1"]
    assert broken(power(power="England", players=4, settlement_winner="France")) == ["VQ 3.1"]
    assert power(power="Ottoman").answer["controller"] == "Ottoman"


@pytest.mark.clause("VQ 3.2")
def test_the_five_minor_powers_and_their_loyalty():
    assert MINOR == ("Ireland", "Papacy", "Portugal", "Scotland", "Venice")
    for name in MINOR:
        assert power(power=name).answer["controller"] is None
        assert power(power=name, loyal_to="Spain").answer["controller"] == "Spain"
        assert power(power=name, loyal_to="France").answer["controller"] == "France"
    assert power(power="Venice").steps[0].clause_id == "VQ 3.2"


@pytest.mark.clause("VQ 3.4")
def test_six_power_cards_and_the_parts_of_the_protestants():
    assert MAJOR == ("Ottoman", "Spain", "England", "France", "Empire", "Protestant")
    for name in ("Dutch", "Huguenot"):
        ruling = power(power=name)
        assert (ruling.answer["kind"], ruling.answer["controller"]) == ("part", "Protestant")


@pytest.mark.clause("VQ 3.4")
def test_a_power_card_counts_cards_and_points():
    ruling = card(power="France", cards=4, card_bonus=2, points=7, special_points=1, bonus_points=2)
    assert (ruling.verdict, ruling.answer["cards"], ruling.answer["points"]) == ("result", 6, 10)


@pytest.mark.clause("VQ 3.4")
def test_an_action_has_to_be_listed_and_paid():
    listed = {"power": "France", "actions": [{"name": "Move formation", "cost": 1}]}
    assert card(**listed, action="Move formation", command_points=1).verdict == "legal"
    dear = card(**listed, action="Move formation")
    assert (dear.verdict, broken(dear)) == ("illegal", ["VQ 3.4"])
    assert "1 CP" in str(dear.violations[0].remedy)
    other = card(**listed, action="Preach", command_points=9)
    assert "Move formation" in str(other.violations[0].remedy)


@pytest.mark.clause("VQ 5.5.b")
def test_who_has_which_land_units():
    for name, row in POWERS.items():
        second = "cavalry" if name == "Ottoman" else "mercenaries"
        assert kinds_of(name) == (("regulars",) if row["kind"] == "minor" else ("regulars", second))
        assert power(power=name).answer["land_units"] == kinds_of(name)


@pytest.mark.clause("VQ 5.5.b")
@pytest.mark.parametrize(
    ("kind", "occasion", "effect"),
    [
        ("cavalry", "interception", "better"), ("cavalry", "avoiding-battle", "better"),
        ("cavalry", "siege", "ineffective"), ("cavalry", "field-battle", "plain"),
        ("mercenaries", "raising", "cheaper"), ("mercenaries", "siege", "plain"),
        ("regulars", "interception", "plain"), ("regulars", "raising", "plain"),
    ],
)  # fmt: skip
def test_what_kinds_are_good_for(kind, occasion, effect):
    ruling = land(power="Ottoman" if kind == "cavalry" else "Spain", kind=kind, occasion=occasion)
    assert (ruling.verdict, ruling.answer["effect"]) == ("legal", effect)
    assert ruling.answer["side"] == ("front" if kind == "regulars" else "back")


@pytest.mark.clause("VQ 5.5.b")
def test_a_kind_that_a_power_does_not_have():
    for name, kind in (("Ottoman", "mercenaries"), ("Spain", "cavalry"), ("Venice", "mercenaries")):
        ruling = land(power=name, kind=kind)
        assert (ruling.verdict, broken(ruling)) == ("illegal", ["VQ 5.5.b"])


@pytest.mark.parametrize(
    ("ask", "case", "field"),
    [
        (power, {"power": "Hapsburg"}, "power"),
        (power, {"power": "Ottoman", "players": 4, "settlement_winner": "Ottoman"}, "settlement_winner"),
        (power, {"power": "Ottoman", "players": 4, "settlement_winner": "Venice"}, "settlement_winner"),
        (power, {"power": "Spain", "loyal_to": "France"}, "loyal_to"),
        (card, {"power": "Venice"}, "power"),
        (card, {"power": "Spain", "actions": [{"name": "A", "cost": 1}] * 2}, "actions[1].name"),
        (land, {"power": "Prussia", "kind": "regulars"}, "power"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(ask, case, field):
    with pytest.raises(BadInput) as error:
        ask(**case)
    assert error.value.field == field
