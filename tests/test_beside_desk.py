"""Battles and sieges beside the rules as a widget, and many of them as tables and charts."""

import pytest

from ninevears_kernel import chronicle
from ninevears_kernel.chronicle.beside_many import chances, fought, rolls_if, rolls_until_fallen
from ninevears_kernel.chronicle.rules_beside import MOST_ROLLS, beside, events_beside, falls_within
from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.widgets import RulesBeside, many_chart
from ninevears_kernel.widgets.history.rules_beside import (
    _percent,
    beside_chart,
    beside_html,
    describe_verdict,
)


@pytest.fixture(scope="module")
def desk():
    return RulesBeside("namur-1692")


# ---- many


def test_what_was_fought_is_what_can_be_set_beside_the_rules():
    both = {*fought("battle"), *fought("siege")}
    assert both == set(events_beside())
    dates = [chronicle.event(id).begin_written for id in fought("siege")]
    assert dates == sorted(dates)
    assert set(fought("battle", "savoy")) < set(fought("battle"))


def test_chances_are_those_of_each_event():
    ids = ["namur-1692", "steenkerque-1692", "speyer-1692"]
    found = chances(ids)
    assert set(found.index) == set(ids)
    assert found.chance["namur-1692"] == pytest.approx(float(beside("namur-1692").chance))
    battle = dict(beside("steenkerque-1692").likely["winner"])
    assert found.attacker_chance["steenkerque-1692"] == pytest.approx(float(battle["Alliance"]))
    assert found.chance["steenkerque-1692"] == pytest.approx(float(battle["Bourbon"]))
    assert found.chance.isna()["speyer-1692"]  # nobody won


def test_rolls_of_several_sieges():
    found = rolls_until_fallen(["namur-1692", "namur-1695"])
    assert list(found.columns) == ["First siege of Namur", "Second siege of Namur"]
    assert list(found.index) == list(range(1, MOST_ROLLS + 1))
    assert (found.diff().dropna() >= 0).all().all()
    with pytest.raises(BadInput, match="siege"):
        rolls_until_fallen(["fleurus-1690"])
    with pytest.raises(UnknownName, match="namur"):
        rolls_until_fallen(["namur-1700"])


def test_a_fact_changed():
    inside = {"remove": "corps", "power": "France", "space": "Namur", "inside": True}
    lost = [{"set": "control", "space": name, "side": "Bourbon"} for name in ("Liege", "Brussels")]
    found = rolls_if("namur-1695", {"one": inside, "none": [inside, inside], "no road": lost})
    before = found.iloc[:, 0]
    assert before.tolist() == pytest.approx(rolls_until_fallen(["namur-1695"]).iloc[:, 0].tolist())
    assert found["one"].iloc[-1] > before.iloc[-1]
    assert found["none"].iloc[-1] > found["one"].iloc[-1]
    assert (found["no road"] == 0).all()  # no line of communication: no siege roll (NY 11.1.2)
    with pytest.raises(BadInput):
        rolls_if("namur-1695", {"nonsense": {"remove": "corps", "power": "Savoy", "space": "Namur"}})


def test_the_chances_go_with_the_case():
    for id in ("namur-1692", "trier-1688", "barcelona-1697"):
        assert falls_within(beside(id).case) == beside(id).rolls


def test_the_chart_of_many_leaves_out_what_nobody_won():
    says = many_chart(["steenkerque-1692", "speyer-1692"], "Winners").says
    assert says.startswith("Winners: Battle of Steenkerque, 1692 ")
    assert "Speyer" not in says
    with pytest.raises(BadInput):
        many_chart(["speyer-1692"], "Winners")


# ---- the widget


@pytest.mark.parametrize("id", ["namur-1695", "fleurus-1690", "speyer-1692", "trier-1688", "derry-1689"])
def test_an_event_is_shown(desk, id):
    desk.show(id)
    one, found = chronicle.event(id), beside(id)
    assert desk.found == found
    assert desk.event.value == id
    assert one["name"] in desk.beside.value or "&#x27;" in desk.beside.value
    assert describe_verdict(found) in desk.text
    assert desk.war_map.position is found.case["given"]["position"]
    assert desk.war_map.selected == one["space"]
    for message in found.left_out:
        assert str(message) in desk.text
    assert beside_chart(found).says in desk.text
    lines = (found.ruling.answer or {}).get("lines") or [{}]
    assert desk.war_map.path == tuple(lines[0].get("path", ()))


def test_the_list_follows_the_kind(desk):
    desk.show("namur-1692")
    desk.kind.value = "battle"
    assert {id for _, id in desk.event.options} == set(fought("battle"))
    assert chronicle.event(desk.found.event).kind == "battle"
    desk.event.value = "fleurus-1690"
    assert desk.found.event == "fleurus-1690"
    desk.kind.value = "siege"
    desk.kind.value = ""
    assert {id for _, id in desk.event.options} == set(events_beside())
    desk.kind.value = "battle"
    desk.show("namur-1695")  # a program may show what the list does not have
    assert desk.event.value == "namur-1695"
    assert desk.found.event == "namur-1695"
    desk.kind.value = ""


def test_each_event_of_the_list_has_its_own_name():
    options = [name for name, _ in RulesBeside("fleurus-1690").event.options]
    assert len(set(options)) == len(options)


def test_only_sieges():
    shown = RulesBeside("namur-1692", kinds=["siege"])
    assert [value for _, value in shown.kind.options] == ["siege"]
    assert "fleurus-1690" not in [id for _, id in shown.event.options]
    shown.close()


def test_what_cannot_be_shown_is_refused(desk):
    before = desk.found
    with pytest.raises(UnknownName):
        desk.show("namur-1700")
    with pytest.raises(BadInput, match="battle or siege"):
        desk.show("la-hougue-1692")
    assert desk.found is before
    with pytest.raises(BadInput, match="kinds"):
        RulesBeside("namur-1692", kinds=["treaty"])


def test_what_is_told_of_the_chance():
    assert "85%" in describe_verdict(beside("namur-1692")) or beside("namur-1692").chance != 0.85
    assert "Nobody won" in describe_verdict(beside("speyer-1692"))
    assert [_percent(chance) for chance in (0, 1, 0.5)] == ["0%", "100%", "50%"]
    assert [_percent(chance) for chance in (0.0001, 0.003, 0.9999)] == ["0.1%", "0.3%", "99.9%"]  # not sure


def test_everything_from_the_tables_is_escaped(monkeypatch):
    from ninevears_kernel.chronicle import happenings

    one = happenings.happening("namur-1692")
    row = {**one.row, "sentence": "<script>alert(1)</script>", "result": "<img src=x>"}
    monkeypatch.setitem(happenings._all(), "namur-1692", happenings._happening(row))
    shown = beside_html(beside("namur-1692"))
    assert "<script>" not in shown
    assert "<img" not in shown
    assert "&lt;script&gt;" in shown


def test_it_works_by_keyboard_and_has_names(desk):
    for control in (desk.kind, desk.event):
        assert control.description
        assert control.tooltip
    assert "role='region'" in desk.beside.value
    assert "role='img'" in desk.picture.value
    assert "scope='row'" in desk.beside.value
