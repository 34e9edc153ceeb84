"""One ruling in four forms: text, Markdown, HTML and JSON."""

import copy
import dataclasses
import json
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from ninevears_kernel.core.errors import one_line
from ninevears_kernel.core.messages import Message
from ninevears_kernel.core.questions import Question, adjudicate
from ninevears_kernel.core.render import (
    document,
    odds_data,
    plain,
    to_data,
    to_html,
    to_json,
    to_text,
)
from ninevears_kernel.core.ruling_context import Consulted, RulingContext
from ninevears_kernel.core.rulings import Answer, OtherOutcome, ReadingUsed, Ruling, Step, Violation, frozen

EVIL = "<script>alert('|*_')</script> & $x$\n# next"


def a_ruling(name: str = "Tournai") -> Ruling:
    """A ruling with everything in it."""
    return Ruling(
        system="NY",
        question="action",
        verdict="illegal",
        says=Message("loc.supplied", space=name, source="Paris"),
        answer=frozen({"path": [name, "Paris"], "limited": False, "next_space": None, "left": {name: 2}}),
        steps=(Step("NY 13.5.4", Message("rally.limit", rating=5, limit=3)),),
        violations=(
            Violation(
                "NY 11.1.3.a",
                Message("loc.supplied", space=name, source="Paris"),
                frozen({"space": name}),
                Message("list.one", item=name),
            ),
        ),
        readings=(
            ReadingUsed(
                "odd-hit",
                "HIS NC.8.b",
                "remaining",
                (
                    OtherOutcome(
                        "parity", "legal", Message("verdict.legal"), frozen({"path": []}), frozen({})
                    ),
                ),
            ),
        ),
        dice=(3, 5),
        odds=frozen({"winner": [(name, Fraction(2, 6)), ("nobody", Fraction(4, 6))]}),
    )


def test_text_reads_as_a_letter():
    assert (
        to_text(a_ruling())
        == """\
Tournai has a line of communication to Paris.

Answer
  path: Tournai, Paris
  limited: no
  next space: not asked
  left: Tournai 2

What forbids it
  NY 11.1.3.a (printed text): Tournai has a line of communication to Paris. To fix this: Tournai.

Steps
  NY 13.5.4 (printed text): A leader of command rating 5 rallies up to 3 corps: half his rating, rounded up.

Readings that matter
  HIS NC.8.b (printed text): Reading odd-hit, option remaining: the odd hit costs the loser a squadron only \
if no corsair has absorbed it.
  With option parity (the loser pays a squadron whenever the total of hits taken is odd): Legal.

Dice
  3, 5

Odds: winner
  Result   Chance  Exactly
  Tournai  33.3%   1/3
  nobody   66.7%   2/3
"""
    )


def test_every_form_holds_every_sentence():
    ruling = a_ruling()
    sentences = [
        cell for block in document(ruling) for row in ((block.text,), *block.rows) for cell in row if cell
    ]
    assert len(sentences) > 25
    page = _Page(to_html(ruling)).text
    for sentence in sentences:
        assert sentence in to_text(ruling)
        assert sentence in page


class _Page(HTMLParser):
    """The tags and the text of a piece of HTML; fails on a tag that is not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_html_escapes_names():
    page = _Page(to_html(a_ruling(EVIL)))
    assert "script" not in page.tags
    assert one_line(EVIL) in page.text
    assert page.tags == _Page(to_html(a_ruling())).tags, "a name changes no tag"
    assert to_html(a_ruling()) == a_ruling()._repr_html_()
    assert to_html(a_ruling()).startswith('<div class="ninevears-ruling" role="region" aria-label="Ruling">')


def test_a_long_list_of_alike_things_is_a_table():
    rows = ({"space": "Namur", "corps": 3, "side": "Bourbon"}, {"space": "Mons", "corps": 1, "side": "<b>|"})
    ruling = Ruling(
        "NY", "x", "result", Message("verdict.legal"), frozen({"points": 4, "forces": list(rows)})
    )
    assert "  points: 4\n  forces:\n    space  corps  side\n    Namur  3      Bourbon" in to_text(ruling)
    assert "<td>&lt;b&gt;|</td>" in to_html(ruling)
    short = dataclasses.replace(ruling, answer=frozen({"forces": list(rows[:1])}))
    assert "forces: space Namur, corps 3, side Bourbon" in to_text(short)


def test_json_has_the_keys_of_the_format():
    data = json.loads(to_json(a_ruling()))
    assert data == to_data(a_ruling())
    assert list(data) == [
        *("format", "system", "question", "verdict", "says", "answer"),
        *("steps", "violations", "readings", "rules", "dice", "odds"),
    ]
    assert data["format"] == "ninevears-ruling/1"
    assert data["answer"] == {
        "path": ["Tournai", "Paris"],
        "limited": False,
        "next_space": None,
        "left": {"Tournai": 2},
    }
    assert data["steps"] == [
        {
            "clause": "NY 13.5.4",
            "basis": "text",
            "says": "A leader of command rating 5 rallies up to 3 corps: half his rating, rounded up.",
            "values": {"rating": 5, "limit": 3},
        }
    ]
    (violation,) = data["violations"]
    assert {"clause", "says", "facts", "remedy"} <= violation.keys()
    assert violation["facts"] == {"space": "Tournai"}
    (reading,) = data["readings"]
    assert (reading["name"], reading["chosen"], reading["others"][0]["option"]) == (
        "odd-hit",
        "remaining",
        "parity",
    )
    assert data["dice"] == [3, 5]


def test_names_stand_in_json_as_they_are():
    assert json.loads(to_json(a_ruling(EVIL)))["answer"]["path"][0] == EVIL
    assert "Liège" in to_json(a_ruling("Liège"))


def test_odds_alone_have_no_answer():
    ruling = dataclasses.replace(a_ruling(), answer=None)
    assert "answer" not in to_data(ruling)
    assert "answer" not in to_data(a_ruling(), with_answer=False)


def test_probabilities_are_in_lowest_terms():
    odds = odds_data({"hits": ((0, Fraction(4, 9)), (2, Fraction(3, 27)), (True, Fraction(3, 3)))})
    assert [row["probability"] for row in odds["hits"]] == ["4/9", "1/9", "1"]
    assert odds["hits"][0] == {"value": 0, "probability": "4/9", "decimal": 4 / 9}


def test_a_long_distribution_is_cut_for_people_and_whole_in_json():
    odds = frozen({"points": [(n, Fraction(1, 20)) for n in range(20)]})
    ruling = dataclasses.replace(a_ruling(), odds=odds)
    assert "8 other results  40.0%   2/5" in to_text(ruling)
    assert len(to_data(ruling)["odds"]["points"]) == 20


def test_rulings_are_frozen_values_that_compare():
    assert a_ruling() == a_ruling()
    assert a_ruling() != a_ruling("Lille")
    with pytest.raises(dataclasses.FrozenInstanceError):
        a_ruling().verdict = "legal"
    with pytest.raises(TypeError):
        a_ruling().answer["path"] = ()
    with pytest.raises(TypeError):
        a_ruling().violations[0].facts["space"] = "Lille"
    with pytest.raises(TypeError):
        hash(a_ruling())
    assert hash(a_ruling().steps[0]) == hash(a_ruling().steps[0])
    assert Ruling("NY", "q", "yes", Message("verdict.legal"), None).odds == {}


def test_plain_values_are_those_of_json():
    value = frozen({"a": [Fraction(1, 3), {"b": (Message("verdict.legal"),)}], "c": frozenset({1})})
    assert plain(value) == {"a": ["1/3", {"b": ["Legal."]}], "c": [1]}
    assert plain(copy.copy(None)) is None


def test_a_step_and_a_violation_know_their_clause():
    assert a_ruling().steps[0].clause.title
    assert a_ruling().violations[0].clause.id == "NY 11.1.3.a"


# ---- how a question is ruled


def coin(given, context):
    """Two results that are equally likely, and a second roll under one option of a reading."""
    context.step("HIS NC.5", "verdict.legal")
    high = context.dice.roll(wanted=Message("dice.any")) > 3
    if context.reading("odd-hit") == "parity":
        high = context.dice.roll(wanted=Message("dice.any")) == 6
    return Answer("yes" if high else "no", Message("verdict.legal"), {"high": high, "of": {"kinds": [high]}})


COIN = Question("HIS", "coin", "Does it fall high?", dict, {"high": "", "of": ""}, coin, ("high", "of"))


def test_a_ruling_without_dice_gives_odds_and_the_steps_before_the_roll():
    ruling = adjudicate(COIN, {})
    assert (ruling.verdict, ruling.answer, ruling.dice) == ("result", None, ())
    assert ruling.odds["high"] == ((False, Fraction(1, 2)), (True, Fraction(1, 2)))
    assert ruling.odds["of"][0] == ({"kinds": (False,)}, Fraction(1, 2))
    assert len(ruling.steps) == 1
    (other,) = ruling.readings[0].others
    assert dict(other.odds["high"]) == {True: Fraction(1, 6), False: Fraction(5, 6)}
    assert "high: no 83.3%, yes 16.7%" in to_text(ruling)


def test_an_option_under_which_other_dice_are_rolled_gives_its_odds():
    ruling = adjudicate(COIN, {}, dice=[5])
    assert (ruling.verdict, ruling.answer["high"]) == ("yes", True)
    (other,) = ruling.readings[0].others
    assert other.answer is None
    assert dict(other.odds["high"])[True] == Fraction(1, 6)


def test_a_seed_rules_the_same_again_and_its_dice_can_be_given():
    ruling = adjudicate(COIN, {}, seed=7, chosen={"odd-hit": "parity"})
    assert len(ruling.dice) == 2
    assert ruling == adjudicate(COIN, {}, seed=7, chosen={"odd-hit": "parity"})
    assert ruling == adjudicate(COIN, {}, dice=ruling.dice, chosen={"odd-hit": "parity"})


def test_odds_are_worked_out_once_for_each_case_and_what_they_asked_for_is_noted_each_time():
    thrown = []

    def counted(given, context):
        thrown.append(given)
        return coin(given, context)

    question = dataclasses.replace(COIN, procedure=counted)
    rulings, noted, costs = [], [Consulted(), Consulted()], []
    for one in noted:
        before = len(thrown)
        rulings.append(adjudicate(question, {"of": "gold"}, others=False, noted=one))
        costs.append(len(thrown) - before)
    assert rulings[0] == rulings[1]
    assert costs == [1 + 6, 1]
    assert [one.readings for one in noted] == [{"odd-hit"}] * 2
    for given, chosen in (({"of": "lead"}, {}), ({"of": "gold"}, {"odd-hit": "parity"})):
        before = len(thrown)
        adjudicate(question, given, chosen=chosen, others=False, noted=Consulted())
        assert len(thrown) - before > 6, "another case has odds of its own"


def test_a_reading_that_changes_nothing_is_not_told():
    def same(given, context):
        context.reading("odd-hit")
        return Answer("yes", Message("verdict.legal"), {})

    assert adjudicate(dataclasses.replace(COIN, procedure=same, results=()), {}).readings == ()


def test_violations_are_recorded_in_an_unrecorded_hearing_too():
    context = RulingContext(recorded=False)
    context.step("NY 13.5.4", "rally.limit", rating=5, limit=3)
    context.violation("NY 13.5.4", "rally.limit", None, rating=5, limit=3)
    assert context.steps == []
    assert context.violations[0].facts == {"rating": 5, "limit": 3}
