"""Disputes over facts: every version ruled, side by side, and the facts that a decision on them lists."""

import tomllib
from html import escape
from pathlib import Path

import pytest

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.umpire.cases.cases import Case, case_from_data, rule_case
from ninevears_kernel.umpire.cases.facts import facts_of
from ninevears_kernel.umpire.cases.versions import rule_versions, with_version
from ninevears_kernel.umpire.reports.reports import report, to_json
from ninevears_kernel.widgets.umpire.version_cards import VersionCards

FOLDER = Path(__file__).parent / "disputes"
DISPUTES = sorted(path.stem for path in FOLDER.glob("*.toml"))


def dispute(name):
    """The case, what is disputed, and what is expected."""
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    assert data.keys() == {"title", "case", "disputed", "expect"}
    return case_from_data(data["case"]), data["disputed"], data["expect"]


@pytest.mark.parametrize("name", DISPUTES)
def test_every_version_is_ruled(name):
    case, disputed, expect = dispute(name)
    found = rule_versions(case, disputed)
    assert [one["ruling"].verdict for one in found] == expect["verdicts"]
    assert [one["headline"] for one in found] == expect["says"]
    assert [one["note"] or "" for one in found] == expect.get("notes", [""] * len(found))
    assert {one["same"] for one in found} == {expect["same"]}
    assert {one["says"] is not None for one in found} == {expect["same"]}
    for one in found:
        version = disputed[one["dispute"]]["versions"]
        assert {"by": one["by"], "value": one["value"], "said": one["said"]} in [
            {key: each.get(key) for key in ("by", "value", "said")} for each in version
        ]
        assert rule_case(one["case"]) == one["ruling"], "the case with a version can be ruled again"
        if one["chances"] is not None:
            assert one["ruling"].verdict not in ("illegal", "no")
            assert sum(chance for _, chance in one["chances"][1]) == 1


def test_17_4_each_version_says_what_decides_and_how_likely_it_was_before_the_roll():
    case, disputed, _ = dispute("mons_full_or_reduced")
    cards = VersionCards()
    rows = rule_versions(case, disputed)
    cards.show(rows, [None] * len(disputed))
    for row in rows:
        decide = [step for step in row["ruling"].steps if step.decides]
        assert escape(str(decide[0].says)) in cards.value
    assert cards.value.count("class='bar'") == sum(row["chances"] is not None for row in rows)


@pytest.mark.parametrize("name", DISPUTES)
def test_the_order_in_which_versions_are_put_in_does_not_matter(name):
    """A version sets what it speaks of: that of another before it leaves nothing behind."""
    case, disputed, _ = dispute(name)
    for one in disputed:
        for first in one["versions"]:
            for last in one["versions"]:
                try:
                    alone = rule_case(with_version(case, one, last))
                except BadInput:
                    continue
                after = rule_case(with_version(with_version(case, one, first), one, last))
                assert after == alone


@pytest.mark.parametrize("name", DISPUTES)
def test_the_facts_of_a_decision(name):
    case, disputed, expect = dispute(name)
    for number in range(len(disputed[0]["versions"])):
        found = [{"version": number, "why": "The log says so."}, *[0] * (len(disputed) - 1)]
        ruled = case
        for one, chosen in zip(disputed, [number, *found[1:]], strict=True):
            ruled = with_version(ruled, one, one["versions"][chosen])
        told = facts_of(ruled, disputed, found)
        assert all(one.keys() == {"status", "says", "for", "said", "why", "other"} for one in told)
        assert all(one["says"].endswith(".") and one["says"][0] == one["says"][0].upper() for one in told)
        chosen = [one for one in told if one["status"] == "found"]
        assert len(chosen) == len(disputed)
        assert (chosen[0]["for"], chosen[0]["why"]) == (
            disputed[0]["versions"][number]["by"],
            "The log says so.",
        )
        other = chosen[0]["other"]
        assert other["says"] != chosen[0]["says"]
        if len(disputed) == 1 and "notes" not in expect:
            assert (other["verdict"], other["headline"]) == (
                expect["verdicts"][1 - number],
                expect["says"][1 - number],
            )
        agreed = [one["says"] for one in told if one["status"] == "agreed"]
        assert not {one["says"] for one in chosen} & set(agreed), "what is disputed is not agreed"
        assert sum(one["status"] == "assumed" for one in told) <= 2


def test_what_is_agreed_found_and_assumed_of_mons():
    case, disputed, _ = dispute("mons_full_or_reduced")
    told = facts_of(with_version(case, disputed[0], disputed[0]["versions"][0]), disputed, [0])
    assert [(one["status"], one["says"]) for one in told] == [
        ("agreed", "4 full French corps at Mons."),
        ("agreed", "Luxembourg in Mons."),
        ("agreed", "The die showed 5."),
        ("agreed", "All else is as at the start of 1688."),
        ("found", "Garrison of Mons: 1 reduced Spanish corps."),
        (
            "assumed",
            "Nobody said who holds Valenciennes, Amiens, Paris and London, or what stands there: "
            "it is taken as at the start of 1688.",
        ),
        (
            "assumed",
            "The ruling turns on this too, and nobody said otherwise: Mons besieged by the Bourbon "
            "side, Mons under Alliance control and no event card played.",
        ),
    ]


def test_an_open_dispute_is_no_fact():
    """What nobody has found yet is neither agreed nor found, whichever version the case holds."""
    case, disputed, _ = dispute("spanish_squadrons")
    told = facts_of(case, disputed)
    assert not [one for one in told if one["status"] == "found" or "quadrons: 2" in one["says"]]
    assert "Defender: Hapsburg." in [one["says"] for one in told]


def dealt(*events):
    """A case that gives the Bourbon side a hand, of which only one card is spoken of."""
    hand = {"set": "hand", "side": "Bourbon", "events": [*events, "Spades in Spring"], "actions": [2, 3]}
    given = {"side": "Bourbon", "action": "event Spades in Spring", "changes": [hand]}
    return Case("ninevears-case/1", "NY", "action", given)


@pytest.mark.parametrize("seat", ["both", "Alliance"])
def test_a_hand_in_a_case_stays_hidden(seat):
    """Other cards in a hand that a seat does not see change no byte of the report and the facts it gets."""
    one, other = dealt("Secret Subsidy"), dealt("Waldeck's Squares")
    pages = [to_json(report(case, search=False, seat=seat)) for case in (one, other)]
    assert pages[0] == pages[1]
    assert facts_of(one, seat=seat) == facts_of(other, seat=seat)
    assert "The Bourbon side holds 4 such cards." in [fact["says"] for fact in facts_of(one, seat=seat)]
    own = [fact["says"] for fact in facts_of(one, seat="Bourbon")]
    assert "These cards in the hand of the Bourbon side: 2, 3, Secret Subsidy and Spades in Spring." in own


def test_what_somebody_said_is_not_called_unnamed_where_the_map_has_it_so():
    given = {
        "space": "Namur",
        "side": "Bourbon",
        "changes": [
            {"add": "corps", "power": "France", "space": "Namur", "count": 3},
            {"add": "leader", "name": "Luxembourg", "space": "Namur"},
        ],
    }
    case = Case("ninevears-case/1", "NY", "siege", given, dice=[6])
    garrison = {"power": "Spain", "count": 1, "reduced": False, "space": "Namur", "inside": True}
    said = [{"kind": "corps", "value": garrison}]

    def told(status, **more):
        return " ".join(one["says"] for one in facts_of(case, **more) if one["status"] == status)

    corps = "1 full Spanish corps at Namur"
    assert corps in told("assumed")
    assert corps not in told("agreed")
    assert corps in told("agreed", said=said)
    assert corps not in told("assumed", said=said)
    without_space = {**garrison}
    del without_space["space"]
    assert corps in told("agreed", said=[{"kind": "garrison", "value": without_space}])


def test_a_save_assumes_nothing_of_the_map():
    from ninevears_kernel.nine_years.components.scenario import scenario_1688

    given = {"space": "Mons", "side": "Bourbon", "purpose": "siege", "position": scenario_1688()}
    told = facts_of(Case("ninevears-case/1", "NY", "loc", given))
    assert not [one for one in told if one["status"] == "assumed"]
    assert "All else is as in the position kept with the case." in [one["says"] for one in told]


def test_a_version_that_cannot_be_ruled_says_why():
    case, disputed, _ = dispute("whose_atlantic")
    wrong = {**disputed[0], "versions": [{"by": "A", "value": "Bourbon"}, {"by": "B", "value": "Sweden"}]}
    good, bad = rule_versions(case, wrong)
    assert good["ruling"].verdict == "legal"
    assert bad["ruling"] is None
    assert "found 'Sweden'" in bad["headline"]
    assert not good["same"]


def test_a_version_that_is_no_version():
    case, disputed, _ = dispute("how_many_cards")
    with pytest.raises(BadInput, match=r"found\.version"):
        facts_of(case, disputed, [2])


def test_facts_are_told_as_people_speak():
    """Not as keys of a file, in any of the four systems; leaders by name where somebody told it."""

    def told(system, question, given, said=(), **more):
        return [one["says"] for one in facts_of(Case("ninevears-case/1", system, question, given), said=said)]

    fight = {"place": "sea", "attacker": {"power": "Hapsburg", "squadrons": 3, "leaders": [2]}}
    fight["defender"] = {"power": "France", "squadrons": 2, "leaders": []}
    doria = [{"kind": "leader", "value": "Andrea Doria", "whose": "Hapsburg"}]
    assert told("HIS", "naval-combat", fight, doria)[:4] == [
        "The combat is at sea.",
        "Attacker: Hapsburg, 3 squadrons and a leader of battle rating 2.",
        "Defender: France, 2 squadrons.",
        "The leader of Hapsburg is Andrea Doria.",
    ]
    hawkins = {"zone": "Atlantic", "ships": ["race-built", "race-built", "patrol"], "rating": 2}
    assert told("VQ", "interception", hawkins | {"at_war": True, "telescope": False})[:5] == [
        "It is in Atlantic waters.",
        "The interceptors are 2 race-built galleons and 1 patrol.",
        "The battle rating of a leader among them is 2.",
        "The powers are at war.",
        "They have no Telescope.",
    ]
    events = [{"side": "Swedish", "kind": "cavalry-eliminated", "count": 4}]
    assert "The Swedish side scores for 4 × cavalry eliminated." in told(
        "MP", "victory-points", {"game": "SFO", "events": events}
    )
    both = [{"kind": "leader", "value": name} for name in ("Luxembourg", "Boufflers")]
    assert told("NY", "force", {"leaders": [5, 3], "corps": 7}, both) == [
        "Leaders of command ratings 5 and 3 go.",
        "7 corps are to go.",
        "The leaders are Luxembourg and Boufflers.",
    ]
    place = {"kind": "place", "versions": [{"value": "sea"}, {"value": "port"}]}
    found = facts_of(Case("ninevears-case/1", "HIS", "naval-combat", fight), [place], [0])[-1]
    assert (found["says"], found["other"]["says"]) == ("The combat is at sea.", "The combat is in a port.")


def test_dice_belong_to_somebody_whatever_is_disputed():
    fight = {
        "attacker": {"power": "Ottoman", "squadrons": 1},
        "defender": {"power": "Venice", "squadrons": 1},
    }
    case = Case("ninevears-case/1", "HIS", "naval-combat", fight | {"place": "port"}, dice=[5, 1, 6, 2, 2])
    place = {"kind": "place", "versions": [{"value": "port"}, {"value": "sea"}]}
    told = [one["says"] for one in facts_of(case, [place], [0])]
    assert "Ottoman rolled 5, 1. Venice rolled 6, 2, 2." in told
