"""The letter of a decision: what it says, in every form, and what no seat is told that may not know it."""

import json
import random
import re
from datetime import UTC, datetime
from pathlib import Path

import other_secrets
import pytest
from click.testing import CliRunner
from sizes import size
from test_reports_hide import exchanged, in_the_middle, line, siege, victory
from walks import a_walk

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput, DocketError
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.games.fog import view
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.links import read_link
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.umpire.cases.asked import asked as asked_of
from ninevears_kernel.umpire.cases.cases import case_from_data, rule_case
from ninevears_kernel.umpire.cases.facts import facts_of
from ninevears_kernel.umpire.cases.samples import sample, samples
from ninevears_kernel.umpire.docket import letter as letters
from ninevears_kernel.umpire.docket.archive import packed
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.letter import letter_of
from ninevears_kernel.umpire.docket.letter_words import deciding
from ninevears_kernel.umpire.docket.page import public_page
from ninevears_kernel.umpire.docket.records import Change
from ninevears_kernel.umpire.reports import pdf as report_pdf, reports
from ninevears_kernel.umpire.setting_right.opened import open_log
from ninevears_kernel.umpire.setting_right.remedies import rewind, set_right

CASE = {"format": "ninevears-case/1", "system": "NY"}
NAMUR, DUBLIN = "namur_four_corps_and_no_line", "dublin_besiegers_and_a_friendly_sea"
FORMS = tuple(letters.WRITERS)
SEATS = ("both", "Bourbon", "Alliance")


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch):
    """A PDF is the page and the comments that a browser is given; what it draws of them is no matter here."""
    monkeypatch.setattr(
        report_pdf, "converted", lambda page, comments: b"%PDF-1.4\n" + page.encode() + comments
    )


@pytest.fixture
def docket():
    return Docket.open("sqlite://", clock=lambda: datetime(2026, 11, 22, 11, 42, tzinfo=UTC))


def written(docket, case, seat="both", **decided):
    """The letter of a case that is filed and decided."""
    number = docket.add_case(case).number
    decided = docket.decide(number, decided.pop("kind", "follow"), by="Anna", **decided)
    return letter_of(docket, decided.number, seat, search=False)


def bytes_of(letter, form):
    made = letters.WRITERS[form](letter)
    return made if isinstance(made, bytes) else made.encode()


# ---- what it says


OF_A_LAYOUT = {
    "letter.question", "letter.rules", "letter.position",  # headings
    "letter.fact-other", "letter.fact-as-found",  # two columns in HTML
    "letter.no-result", "letter.not-counted",  # dice are drawn in HTML, told by `result` elsewhere
    "letter.result.rolls", "letter.result.dice", "letter.result.says", "letter.result.chance",
    "letter.case",  # at the foot of the page
}  # fmt: skip
"""What one form of a letter has and another not, since it is laid out in another way."""


def test_a_sentence_in_one_form_of_a_letter_is_in_every_form():
    said = {}
    for form in ("txt", "md", "html"):
        template = Path(letters.__file__).with_name("templates").joinpath(f"letter.{form}").read_text("utf-8")
        said[form] = set(re.findall(r"\b(?:letter|fact)\.[a-z][a-z-]*(?:\.[a-z]+)*", template)) - OF_A_LAYOUT
    assert said["txt"] == said["md"] == said["html"]
    assert len(said["txt"]) > 40


def test_a_letter_says_what_was_decided_and_why(docket):
    facts = [
        {"status": "agreed", "says": "Four corps stand before Namur."},
        {
            "status": "found", "says": "Sedan is the Alliance's.", "for": "Alliance",
            "why": "The log has it.",
            "other": {"says": "it is French", "verdict": "legal", "headline": "They may besiege it."},
        },
    ]  # fmt: skip
    letter = written(
        docket, sample(NAMUR).data, facts=facts, remedy="take-back", remedy_says="Go on with 58."
    )
    data = letter.data
    assert (data["number"], data["case"], data["umpire"], data["verdict"]) == (2, 1, "Anna", "illegal")
    assert data["title"].startswith("They say they can besiege Namur")
    assert data["question"] == "May the Bourbons besiege Namur, and what does the roll do?"
    assert data["decides"]["loser"] == {
        "by": "Bourbon",
        "says": "Strength 3 and nobody inside: four corps are enough.",
    }
    assert data["decides"]["clauses"][0] == "NY 11.1.2"
    assert data["appeal"]["until"] == "2026-11-24T11:42:00.000000Z"
    text = letters.to_text(letter)
    for part in (
        "No. 2", "22 November 2026, 11:42 UTC", "NOT LEGAL. The French corps", "But: 4 corps are assigned",
        "found: Sedan is the Alliance's. As the Alliance had it. The log has it.",
        "On the other version (it is French): Legal. They may besiege it.",
        "It is taken back. Go on with 58.", "until 24 November 2026, 11:42 UTC",
        "Both players get this same page",
    ):  # fmt: skip
        assert part in text, part
    html, markdown = letters.to_html(letter), letters.to_markdown(letter)
    assert html.count("<svg") >= 2, "a map, and the seal"
    assert "<script src" not in html
    assert "All 6 steps" in html
    assert "All 6 steps" in markdown
    assert reports.report_again(html).ruling == reports.report_again(markdown).ruling == letter.ruling
    assert json.loads(letters.to_json(letter)) == data


PORT = {
    "format": "ninevears-case/1", "system": "HIS", "question": "naval-combat",
    "given": {
        "place": "port",
        "attacker": {"power": "Ottoman", "squadrons": 4, "leaders": [2]},
        "defender": {"power": "Venice", "squadrons": 3},
    },
    "dice": [6, 6, 2, 3, 1, 4, 5, 2, 1, 3, 5, 6, 1, 2, 2, 4, 5],
    "title": "HIS, Venice vs. the Sultan",
}  # fmt: skip
PLACE = {
    "kind": "place",
    "versions": [{"by": "Venice", "value": "port"}, {"by": "Ottoman", "value": "sea", "said": "At sea."}],
}


def test_what_both_say_stands_side_by_side_with_what_each_would_give(docket):
    """The claims too, be they about a disputed fact or not: nobody's word is missing on the first page."""
    claims = [{"by": "Venice", "says": "It was in Corfu."}, {"by": "Genoa", "says": "I was not there."}]
    case = PORT | {"claims": claims}
    facts = facts_of(case_from_data(case), [PLACE], [{"version": 0, "why": "So the log."}])
    letter = written(docket, case, facts=facts)
    (fact,) = [one for one in letter.data["facts"] if one["status"] == "found"]
    assert [(one["by"], one["said"]) for one in fact["sides"]] == [
        ("Venice", "It was in Corfu."),
        ("Ottoman", "At sea."),
    ]
    assert [one["headline"].partition(",")[0] for one in fact["sides"]] == [
        "Hits are equal",
        "The attacker",
    ]
    assert not fact["same"]
    assert letter.data["claims"] == [{"by": "Genoa", "says": "I was not there."}]
    for form in FORMS:
        page = bytes_of(letter, form).decode().partition('<div class="more">')[0]
        for words in ("It was in Corfu", "At sea.", "I was not there", "wins, 3 to 2 in hits"):
            assert words in page, (form, words)
    year = {"kind": "year", "versions": [{"by": "Bourbon", "value": 1690}, {"by": "Alliance", "value": 1691}]}
    case = sample(NAMUR).data | {"claims": []}
    letter = written(docket, case, facts=facts_of(case_from_data(case), [year], [0]))
    (fact,) = [one for one in letter.data["facts"] if one["sides"]]
    assert fact["same"]
    assert "On the other version" in letters.to_text(letter)
    assert "It makes no difference" in letters.to_text(letter)


def test_what_one_player_alone_wrote_is_not_agreed(docket):
    """It is told, by whom; agreed is what both told, or what the umpire marks so."""
    force = {**CASE, "question": "force", "given": {"leaders": [5, 3], "corps": 7}}
    for senders, statuses in ((["Marie"], {"told"}), (["Marie", "Klaus"], {"agreed"}), ([], {"agreed"})):
        number = docket.add_case(force, senders=senders).number
        letter = letter_of(docket, docket.decide(number, by="Anna").number, search=False)
        assert {one["status"] for one in letter.data["facts"]} == statuses
        for form in FORMS:
            page = bytes_of(letter, form).decode()
            assert ("As one player alone told it" in page) == (statuses == {"told"} and form != "json"), form
            assert "Marie" not in page, "no letter names who wrote"
    facts = [
        {"status": "agreed", "says": "7 corps."},
        {"status": "told", "says": "Three.", "for": "Alliance"},
    ]
    number = docket.add_case(force, senders=["Marie"]).number
    text = letters.to_text(letter_of(docket, docket.decide(number, by="A", facts=facts).number, search=False))
    assert "- agreed: 7 corps." in text
    assert "- told: Three. As the Alliance alone told it." in text


def test_the_question_is_the_one_that_was_ruled_and_not_the_subject_of_a_mail(docket):
    letter = written(docket, PORT)
    assert letter.data["title"] == "HIS, Venice vs. the Sultan"
    assert letter.data["question"] == (
        "A naval combat in a port, the Ottoman side against Venice: who wins, and what does each side lose?"
    )
    for form in FORMS:
        assert "who wins, and what does each side lose?" in bytes_of(letter, form).decode(), form
    force = {**CASE, "question": "force", "given": {"leaders": [5, 3], "corps": 7}}
    asked = written(docket, force).data["question"]
    assert asked == "May 7 corps go on campaign under leaders of command ratings 5 and 3?"
    for name, found in samples().items():
        said = asked_of(found.case).says
        assert said.endswith(("?", ".")), name
        assert "{" not in said, name


def test_an_override_says_so_at_the_top_with_its_reason(docket):
    letter = written(
        docket, sample(DUBLIN).data, kind="override", verdict="illegal", reason="The fleet had not arrived."
    )
    assert letters.to_text(letter).index("NOT LEGAL. The umpire overrides the kit's ruling. The fleet") < 500
    assert letter.data["decides"]["says"].startswith("The kit rules: Legal. Dublin falls")
    assert letter.data["result"]["items"] == []
    assert letter.map is not None
    assert not letter.map.says  # what the kit found is not drawn beside another decision
    follow = written(docket, sample("barcelona_garrison_under_siege").data)
    assert follow.map is not None
    assert follow.map.says
    assert "overrides" not in letters.to_text(follow)


def test_a_letter_says_why_a_case_is_decided_otherwise_than_one_like_it(docket):
    force = {**CASE, "question": "force", "given": {"leaders": [5, 4, 2], "corps": 10}}
    written(docket, force, kind="override", verdict="legal", reason="So we have always played.")
    why = "Only two of them count."
    letter = written(docket, force, reason=why, remedy="take-back")
    assert letter.data["notes"] == [f"Decided differently from case 1, which is like it. {why}"]
    assert all(why in bytes_of(letter, form).decode() for form in FORMS if form != "pdf")
    override = written(docket, force, kind="override", verdict="legal", reason=why)
    assert why not in str(override.data["notes"])  # it is the headline there
    assert override.data["headline"] == why


def test_an_answer_to_the_loser_stands_in_the_place_of_the_kits(docket):
    letter = written(docket, sample(NAMUR).data, answer_to_loser="A corps is a corps; bread is bread.")
    assert letter.data["decides"]["says"] == "A corps is a corps; bread is bread."
    assert letter.data["decides"]["loser"] is None


def test_the_paragraph_that_the_answer_names_is_quoted(docket):  # MP VP.5
    left = {"side": "Swedish", "kind": "left-map-in-pursuit", "count": 1}
    fell = {"side": "Swedish", "kind": "cavalry-eliminated", "count": 3}
    case = {"format": "ninevears-case/1", "system": "MP", "question": "victory-points",
            "given": {"game": "SFO", "events": [fell, left]}}  # fmt: skip
    plain = written(docket, case).data["decides"]
    assert not plain["paragraph"].startswith("MP VP.5")
    named = written(docket, case, answer_to_loser="It left in pursuit (VP.5).", reason="x").data["decides"]
    assert named["paragraph"].startswith("MP VP.5")
    assert named["clauses"][0] == "MP VP.5"
    own = written(docket, case, answer_to_loser="Units in pursuit are not eliminated.", reason="x")
    assert own.data["decides"]["says"].startswith("Units in pursuit")


def test_an_answer_in_the_umpires_own_words_keeps_the_sum_that_decides(docket):
    sums = sample("mons_a_seven_before_a_reduced_garrison").data
    letter = written(docket, sums, answer_to_loser="A corps is not a corps.")
    assert letter.data["decides"]["says"] == (
        "A corps is not a corps. The fortress defence value of Mons: 3 for its walls + "
        "1 for 1 reduced corps inside (a full one would count 2) = 4."
    )
    letter = written(docket, sums, answer_to_loser="Mons defends with 3 + 1 = 4.")
    assert letter.data["decides"]["says"] == "Mons defends with 3 + 1 = 4."


def test_a_decision_without_facts_rests_on_those_of_the_ruling(docket):
    letter = written(docket, sample(NAMUR).data)
    kept = [(one["status"], one["says"]) for one in letter.decision.facts]
    assert ("agreed", "4 corps are assigned to the siege.") in kept
    assert letter.data["question"].endswith("May the Bourbons besiege Namur, and what does the roll do?")
    assert not any("Side:" in says or "Space:" in says for _, says in kept), "the question names them"
    assert {status for status, _ in kept} == {"agreed", "assumed"}
    assert kept == [(one["status"], one["says"]) for one in letter.data["facts"]]
    text = letters.to_text(letter)
    assert text.count("- agreed:") == text.count("- assumed:") == 1, "a paragraph of each kind"
    first = docket.decide(docket.add_case(sample(DUBLIN).data).number, by="Anna", facts=())
    assert first.facts == ()
    assert letter_of(docket, first.number, search=False).data["facts"], "older decisions have none"
    spaces = [space.name for space in game_map().spaces][:60]
    many = [{"set": "control", "space": name, "side": None} for name in spaces]
    long = sample(NAMUR).data | {"given": {"space": "Namur", "side": "Bourbon", "changes": many}}
    decided = docket.decide(docket.add_case(long).number, by="Anna")
    assert len(decided.facts) == 50
    assert decided.facts[-1]["says"].endswith("more things.")


@pytest.mark.parametrize("seat", [*SEATS, "umpire"])
def test_a_letter_carries_a_link_that_gives_its_case_again(docket, seat):
    # a sister system knows neither Bourbon nor Alliance
    for name in (NAMUR, *(["his_open_sea"] if seat not in SIDES else [])):
        letter = written(docket, sample(name).data, seat)
        link = letter.data["link"]
        found = read_link(link)
        assert (found.kind, found.seat) == ("case", seat)
        assert rule_case(case_from_data(found.case)).verdict == letter.data["ruled"]
        for form in ("text", "markdown", "html"):
            made = bytes_of(letter, form).decode()
            assert link in "".join(made.split()), form
    case = CASE | siege(position_to_data(in_the_middle()))
    letter = written(docket, case, seat)
    found = read_link(letter.data["link"])
    assert rule_case(case_from_data(found.case)) == letter.report.seen.made


def test_the_sentence_that_decides_meets_the_words_of_who_lost(docket):
    """Of what turned the ruling that is told which the loser spoke about, and the paragraph of the end."""
    hits = written(docket, sample("four_hits_each_behind_the_lines").data).data["decides"]
    assert hits["loser"]["says"].startswith("My 16 points against their 14")
    assert "of strength 16" in hits["says"]
    assert "of strength 14" in hits["says"]
    assert hits["clauses"][0] == "NY 16.3.1"
    assert hits["paragraph"].startswith("NY 16.3.1")
    savoy = written(docket, sample("the_duke_changes_sides").data).data["decides"]
    assert "at least one fortress in Savoy: Chambery" in savoy["says"]
    assert savoy["paragraph"].startswith("NY 7.2.1.c")
    for name, found in samples().items():
        ruling = reports.rule_case(found.case)
        for claimed in ("", str(ruling.says), "May four corps do so?"):
            says, clauses, quoted = deciding(ruling, str(ruling.says), claimed)
            assert says or len(ruling.steps) < 2 or (ruling.violations and quoted), name
            assert (quoted.id if quoted else None) == (clauses[0] if clauses else None), name


def test_long_facts_are_cut_on_the_first_page_and_stand_whole_behind_it(docket):
    facts = [
        {"status": "agreed", "says": f"Fact {number} is so, as both players wrote."} for number in range(30)
    ]
    letter = written(docket, sample(NAMUR).data, facts=facts)
    first, _, rest = letters.to_html(letter).partition('<div class="more">')
    assert "Fact 3 is so" in first
    assert "Fact 29" not in first
    assert "under “All facts”" in first
    assert "<summary>All facts</summary>" in rest
    assert "Fact 29 is so" in rest
    assert "Fact 29 is so" in letters.to_text(letter)
    assert "All facts" not in letters.to_html(written(docket, sample(DUBLIN).data))


def test_the_dice_and_their_chance_are_the_result(docket):
    data = written(docket, sample(DUBLIN).data).data["result"]
    assert data["dice"] == [4]
    assert [one["says"] for one in data["says"]][:2] == [
        "Die 4 + 1 = 5: the walls and the garrison of Dublin lose 1 strength point.",
        "The strength of Dublin falls to 0.",
    ]
    assert data["says"][0]["clause"] == "NY 17.5.2"
    assert data["chance"] == "Before the roll the chance of this was 50%."
    points = written(docket, CASE | {"question": "resource-points", "given": {"side": "Bourbon"}})
    assert points.data["result"]["says"] == [], "nothing was rolled"


def test_the_result_says_everything_once(docket):
    """No number that stands above again, no die told twice, who won by name, and nothing of what would change
    a result, which has no verdict to change.
    """
    force = {**CASE, "question": "force", "given": {"leaders": [5, 3], "corps": 7}}
    for text in (
        letters.to_text(written(docket, force)),
        letters.to_markdown(written(docket, force, reason="-")),
    ):
        assert "limit: 8" not in text
        assert "No roll, loss or gain follows" in text
    letter = written(docket, PORT)
    text, markdown = letters.to_text(letter), letters.to_markdown(letter)
    assert text.partition("\nResult\n")[2].count("6, 6, 2, 3, 1, 4, 5, 2, 1, 3") == 1
    result = text.partition("\nResult\n")[2].partition("\n\n")[0]
    assert (
        "Venice puts 1 squadron on the turn track. Before the roll Venice had a chance of 40% to win."
        in result
    )
    assert letter.data["decides"]["says"] not in result
    assert "(winner: defender)" not in markdown
    assert "What would change it" not in markdown
    with_search = letter_of(docket, letter.number)
    assert with_search.report.changes is None
    assert "What would change it" not in letters.to_html(with_search)
    assert "What would change it" in letters.to_html(letter_of(docket, 2))


def test_a_line_is_told_with_whose_it_is_and_where_it_goes(docket):
    letter = written(docket, sample("cork_across_an_enemy_sea").data)
    told = "The line of the Bourbons goes from Cork to Paris, by way of the Atlantic and Rouen."
    assert [one["says"] for one in letter.data["result"]["says"]] == [told]
    for form in FORMS:
        made = bytes_of(letter, form).decode()
        assert told in made
        assert "has a line: " not in made.partition("All ")[0]
    assert "No roll" not in letters.to_text(letter)


def test_a_verdict_that_turns_on_a_reading_says_so_on_the_first_page(docket):
    """Whoever reads the rule otherwise is told that it can be, why it is not, and what it would come to."""
    letter = written(docket, sample("antwerp_three_ratings").data)
    assert letter.data["decides"]["says"].startswith("Two leaders count, the best: 6 + 4 = 10 corps")
    (told,) = letter.data["decides"]["readings"]
    assert told == (
        "It is read so: a force has no more corps than its two best command ratings add up to. The rule says "
        "two in capitals; only the 13 of its example is the sum of all three leaders there. On the other "
        "reading (the command ratings of all its leaders count): Legal. 13 corps may go: these leaders "
        "command 13."
    )
    for form in FORMS:
        assert (
            "It is read so: a force" in bytes_of(letter, form).decode().partition("Readings that matter")[0]
        )
    every = {**sample("antwerp_three_ratings").data, "readings": {"force-limit": "every-leader"}}
    (told,) = written(docket, every, reason="So we play.").data["decides"]["readings"]
    assert "This reading holds in this game. On the other reading (a force has" in told
    override = written(docket, every, kind="override", verdict="illegal", reason="Never.")
    assert override.data["decides"]["readings"] == []
    assert written(docket, sample(NAMUR).data).data["decides"]["readings"] == []


def test_orders_are_told_in_words(docket):
    letter = written(docket, sample("a_leader_crosses_neutral_savoy").data)
    (orders,) = (one["says"] for one in letter.data["facts"] if "Grenoble. " in one["says"])
    assert orders == (
        "Actions: Campaign from Grenoble. Take French minor leader 2 along. March. Go to Pinerolo. "
        "Go to Turin."
    )
    untitled = {**sample("a_leader_crosses_neutral_savoy").data, "title": ""}
    assert (
        written(docket, untitled)
        .data["question"]
        .startswith("May the Bourbons do this? Campaign from Grenoble. ")
    )
    legal = letters.to_text(written(docket, sample("humieres_intercepts_at_tournai").data))
    assert "Intercept with Humieres and 3 corps." in legal
    assert "intercept Humieres, 3" not in legal


def test_what_the_loser_claims_is_met_by_the_step_that_speaks_of_it(docket):
    decides = written(docket, sample("a_famous_victory_at_ghent").data).data["decides"]
    assert decides["loser"]["says"].endswith("That is no famous victory.")
    assert decides["says"].startswith("A famous victory: 1 victory point")
    assert decides["clauses"][0] == "NY 16.5"


def test_the_map_of_a_letter_is_close_by_what_is_decided(docket):
    """A line that is there is drawn only where it was asked for; a way by sea shows no whole Europe."""
    siege = written(docket, sample(DUBLIN).data)
    assert siege.data["map"] == ["Marked on the map: Dublin."]
    assert "Vienna" not in siege.map.svg
    assert "Vienna" not in written(docket, sample("two_corps_to_cork").data).map.svg


def test_the_dice_stand_by_who_rolled_them_and_an_ignored_one_is_marked(docket):
    fleet = {
        "format": "ninevears-case/1",
        "system": "NY",
        "question": "deploy-fleet",
        "given": {"fleet": "Brest", "strength": 2},
        "dice": [5, 2],
        "ignored": {"Bourbon": [3]},
    }
    letter = written(docket, fleet)
    assert letter.data["result"]["rolls"] == [
        {"by": "Bourbon", "dice": [5], "ignored": [3]},
        {"by": "Alliance", "dice": [2], "ignored": []},
    ]
    text = letters.to_text(letter)
    assert "Bourbon rolled 5. Not counted, by the house rule: 3. Alliance rolled 2." in text
    page = letters.to_html(letter)
    (mine, others) = re.findall(r'<div class="dice" role="img".*?</div>', page, re.S)
    assert "<b>Bourbon</b>" in mine
    assert re.search(r'class="ignored">.*not counted</span>', mine, re.S)
    assert "<b>Alliance</b>" in others
    assert "ignored" not in others
    assert "5, 2" not in text
    assert letter.ruling == rule_case(case_from_data({**fleet, "dice": [5, 2]}))


def test_the_paragraph_of_a_naval_combat_is_the_one_that_says_who_wins(docket):
    for name in ("his_open_sea", "a_winner_loses_his_corsair", "nowhere_to_retreat"):
        data = written(docket, sample(name).data).data
        assert data["decides"]["clauses"][0] == "HIS NC.7", name
        assert data["decides"]["paragraph"].startswith("HIS NC.7 (printed text): More hits wins")


@pytest.mark.parametrize("name", ["vq_naval_combat", "mp_artillery_fire", "his_naval_combat"])
def test_sister_systems_have_letters_without_a_map(docket, name):
    found = samples().get(name) or next(
        one for one in samples().values() if one.case.system == name[: name.index("_")].upper()
    )
    letter = written(docket, found.data)
    assert letter.report.map is None
    html = letters.to_html(letter)
    assert "<figure>" not in html
    assert str(letter.ruling.says) in letters.to_text(letter)
    assert letter.data["facts"][0]["status"] == "agreed"


def test_the_decision_of_then_and_the_one_of_now(docket):
    number = docket.add_case(sample(NAMUR).data).number
    with pytest.raises(DocketError, match="not decided"):
        letter_of(docket, number)
    first = docket.decide(number, by="Anna").number
    appeal = docket.appeal(number, "Bourbon", "I had a card for it", by="Anna")
    heard = docket.hear(appeal.number, "allowed", by="Eva", reason="So be it.", verdict="legal")
    assert letter_of(docket, number, search=False).decision.number == heard.decision
    old = letter_of(docket, first, search=False)
    text = letters.to_text(old)
    assert f"No longer in force: decision {heard.decision} took its place (Legal)." in text
    assert "Bourbon appealed on 22 November 2026, 11:42 UTC. Allowed: So be it." in " ".join(text.split())
    assert "a card for it" not in text, "what a side wrote to the umpire is not told to the other"
    assert "a card for it" in letters.to_text(letter_of(docket, first, "umpire", search=False))
    with pytest.raises(DocketError, match="neither a case nor a decision"):
        letter_of(docket, appeal.number)
    with pytest.raises(BadInput, match="seat"):
        letter_of(docket, first, "France")


def test_a_letter_is_made_by_what_was_in_force_when_the_case_was_ruled(docket):
    garrison = sample("barcelona_garrison_under_siege").data | {"question": "loc"}
    garrison["given"] = garrison["given"] | {"purpose": "reinforcement"}
    first = written(docket, garrison)
    limited = docket.would_change(Change({"besieged-garrison": "limited"}))
    docket.adopt(limited, first.stored.number, by="Anna", reason="x")
    later = written(docket, garrison, reason="By the precedent.")
    again = letter_of(docket, first.decision.number, search=False)
    assert letters.to_html(again) == letters.to_html(first)
    assert (first.data["verdict"], later.data["verdict"]) == ("no", "yes")
    assert "By precedent 3: besieged-garrison." in later.data["rules"]


def test_where_this_kit_rules_otherwise_the_decision_stands_as_it_was_taken(docket, monkeypatch):
    letter = written(docket, sample(NAMUR).data)
    other = reports.rule_case(sample(DUBLIN).case)
    monkeypatch.setattr(letters, "rule_case", lambda case, rules: other)
    again = letter_of(docket, letter.decision.number, search=False)
    assert again.data["verdict"] == "illegal"
    assert again.data["headline"] == "The decision stands as it was taken."
    assert "rules otherwise" in again.data["notes"][0]


def test_a_letter_says_that_its_log_was_set_right_since(docket):
    game = Game.new(seed=7)
    for _ in range(6):
        game.choose(game.decision.options[0])
    first = docket.add_game("Anna against Ben", game.log, by="Anna")
    number = docket.add_case(sample(NAMUR).data, game=first.number).number
    decided = docket.decide(number, by="Anna").number
    assert letter_of(docket, decided, search=False).data["notes"] == []
    docket.add_game("Anna against Ben", game.log, by="Anna", game=first.number)
    opened = open_log(game.log, at=3)
    righted = set_right(opened, rewind(opened), "It was not his turn.").log
    later = docket.add_game("Anna against Ben", righted, by="Anna", game=first.number).number
    told = f"The log of the game was set right after this decision: entry {later} of the docket has it."
    assert letter_of(docket, decided, search=False).data["notes"] == [told]


def test_a_sister_system_has_nothing_that_is_sealed_away(docket):
    assert "Sealed" not in letters.to_text(written(docket, PORT))
    assert "Both players get this same page." in letters.to_text(written(docket, PORT))


# ---- what it may not tell


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize(
    ("question", "seat"),
    [(line, "both"), (siege, "both"), (victory, "both"), (victory, "Bourbon"), (victory, "Alliance")],
)
def test_exchanging_what_is_hidden_changes_no_byte_of_a_letter(question, seat):
    game = a_walk(5, 120, recorded=False)
    if seat == "both":
        position = in_the_middle()
        twins = [exchanged(position, seed) for seed in range(max(1, size("exchanges") // 4))]
    else:
        position = game.position
        twins = [other_secrets.exchanged(game, seat, seed).position for seed in range(1)]
    assert position not in twins

    def sent(position):
        docket = Docket.open("sqlite://", clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))
        letter = written(docket, CASE | question(position_to_data(position)), seat)
        forms = [form for form in FORMS if form != "pdf" or question is line]  # a page and comments, here
        return [bytes_of(letter, form) for form in forms] + [public_page(docket)]

    ours = sent(position)
    assert all(sent(twin) == ours for twin in twins)
    assert not any(b"8314159265" in part for part in ours[:-1])


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("seat", SEATS)
def test_what_another_umpire_takes_in_tells_a_seat_nothing_hidden_either(seat, tmp_path):
    """The archive is the umpire's, and holds hands and seeds; what is sent of what it holds does not."""
    game = a_walk(5, 120, recorded=False)
    twin = exchanged(game.position, 1) if seat == "both" else other_secrets.exchanged(game, seat, 1).position

    def sent(position, seed):
        docket = Docket.open("sqlite://", clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))
        case = CASE | victory(position_to_data(position)) | {"seed": seed}
        docket.decide(docket.add_case(case).number, by="Anna")
        zipped = packed(docket)
        (tmp_path / "docket.zip").write_bytes(zipped)
        other = Docket.open("sqlite://", clock=lambda: datetime(2026, 3, 2, tzinfo=UTC))
        other.take_in(tmp_path / "docket.zip")
        letter = letter_of(other, 2, seat, search=False)
        return zipped, [bytes_of(letter, form) for form in FORMS] + [public_page(other)]

    (ours, letters_of_ours), (theirs, letters_of_twin) = sent(game.position, 271828), sent(twin, 314159)
    assert ours != theirs, "the archive is whole"
    assert letters_of_ours == letters_of_twin


@pytest.mark.clause("NY 4.4")
def test_a_letter_on_paper_is_two_pages_and_tells_nothing_hidden(monkeypatch):
    """The first page is the letter, all else stands on the second."""
    monkeypatch.undo()
    if report_pdf.converter() is None:
        pytest.skip("nothing here makes a PDF")
    position = in_the_middle()

    def printed(position, seed):
        docket = Docket.open("sqlite://", clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))
        letter = written(docket, CASE | line(position_to_data(position)) | {"seed": seed})
        return letters.to_pdf(letter)

    ours, theirs = printed(position, 271828), printed(exchanged(position, 1), 314159)
    assert len(re.findall(rb"/Type\s*/Page\b", ours)) == 2
    assert ours == theirs


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("seat", ["Bourbon", "Alliance"])
def test_a_change_that_joins_a_covered_stack_tells_nothing_of_the_rest_of_it(seat):
    """The facts that the docket keeps unasked count all that stand there after the change."""
    game = a_walk(5, 120, recorded=False)
    stacks = [one for one in view(game.position, seat).stacks if not one.whole and one.corps > 1]
    twins = [other_secrets.exchanged(game, seat, seed).position for seed in range(5 * size("exchanges"))]

    def powers(position, space):
        return sorted((corps.power, corps.reduced) for corps in position.corps_in(space))

    space = next(
        one.space
        for one in stacks
        if any(powers(twin, one.space) != powers(game.position, one.space) for twin in twins)
    )
    twin = next(one for one in twins if powers(one, space) != powers(game.position, space))
    power = powers(game.position, space)[0][0]

    def sent(position):
        docket = Docket.open("sqlite://", clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))
        case = CASE | victory(position_to_data(position))
        case["given"] |= {"changes": [{"add": "corps", "power": power, "space": space, "count": 1}]}
        letter = written(docket, case, seat)
        kept = [fact["says"] for fact in letter.decision.facts if space in fact["says"]]
        return kept, [bytes_of(letter, form) for form in FORMS if form != "pdf"]

    (ours, letters_of_ours), (theirs, letters_of_twin) = sent(game.position), sent(twin)
    assert ours != theirs, "the docket counts them"
    assert letters_of_ours == letters_of_twin


def hidden_fact(position, seat):
    """Facts that name what a seat may not see, and one that may be told."""
    foe = "Alliance" if seat == "Bourbon" else "Bourbon"
    card = random.Random(1).choice(position.hand(foe).events)
    space = next(
        stack.space
        for stack in view(position, "Bourbon" if foe == "Alliance" else "Alliance").stacks
        if stack.corps > 2 and not stack.whole
    )
    return [
        {"status": "agreed", "says": f"{foe} had played {card}."},
        {"status": "assumed", "says": f"At {space} stand 2 full corps and 1 reduced."},
        {"status": "assumed", "says": "No dice were rolled."},
    ]


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("seat", SEATS)
def test_a_fact_that_names_what_is_hidden_is_left_to_the_umpire(docket, seat):
    position = in_the_middle()
    case = CASE | victory(position_to_data(position))
    number = docket.add_case(case).number
    facts = hidden_fact(position, seat)
    decided = docket.decide(number, by="Anna", facts=facts).number
    told = letter_of(docket, decided, seat, search=False)
    assert [fact["says"] for fact in told.data["facts"]] == ["No dice were rolled."]
    assert told.data["facts_withheld"]
    for form in FORMS:
        assert facts[0]["says"].encode() not in bytes_of(told, form), form
        assert facts[1]["says"].encode() not in bytes_of(told, form), form
    whole = letter_of(docket, decided, "umpire", search=False)
    assert len(whole.data["facts"]) == 3
    assert "Do not send it" in letters.to_text(whole)


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("seat", SEATS)
def test_so_is_one_whose_other_version_names_it_however_deep(docket, seat):
    position = in_the_middle()
    number = docket.add_case(CASE | victory(position_to_data(position))).number
    hidden = hidden_fact(position, seat)[0]["says"]
    other = {
        "says": "6 corps.",
        "verdict": "legal",
        "headline": "So.",
        "by": "Ben",
        "parts": ["NY 6.1", hidden],
    }
    facts = [{"status": "found", "says": "5 corps.", "for": "Anna", "other": other}]
    decided = docket.decide(number, by="Anna", facts=facts).number
    assert letter_of(docket, decided, seat, search=False).data["facts_withheld"]


def test_where_a_ruling_rests_on_a_hand_the_letter_says_that_the_umpire_holds_it(docket):
    given = {"hands": {"Bourbon": [1, 1], "Alliance": [2, 2]}, "laid": {"Bourbon": 3, "Alliance": 2}}
    letter = written(
        docket,
        CASE | {"question": "first-player", "given": given},
        answer_to_loser="You hold 1 and 1, no 3.",
        facts=[{"status": "found", "says": "The hand is 1 and 1."}],
    )
    assert letter.is_withheld
    for form in FORMS:
        made = bytes_of(letter, form)
        assert b"1 and 1" not in made, form
        assert b"[1, 1]" not in made, form
    assert "The umpire holds them" in letters.to_text(letter)


def test_an_umpires_or_a_players_words_are_no_page(docket):
    case = sample(NAMUR).data | {"title": "<script>alert(1)</script> *x*"}
    letter = written(docket, case, remedy_says="<b>{{ 7 * 7 }}</b>", answer_to_loser="</style><img src=x>")
    html = letters.to_html(letter)
    assert not [tag for tag in ("<script>alert", "<img", "<b>{{") if tag in html]
    assert "\\*x\\*" in letters.to_markdown(letter)


# ---- the public page


def test_the_public_page_has_what_is_in_force_and_no_more(docket):
    garrison = sample("barcelona_garrison_under_siege").data | {"question": "loc"}
    garrison["given"] = garrison["given"] | {"purpose": "reinforcement"}
    first = written(docket, garrison).stored.number
    docket.add_case(sample(NAMUR).data | {"title": "Nobody decided this"})
    docket.adopt(
        docket.would_change(Change({"besieged-garrison": "limited"})), first, by="Anna", reason="As ever."
    )
    written(docket, sample(DUBLIN).data | {"title": "Replaced"})
    docket.add_case(sample(DUBLIN).data, corrects=5)
    page = public_page(docket)
    assert "22 November 2026" in page
    assert "besieged-garrison = limited" in page
    assert "As ever." in page
    assert "Barcelona can be reached by sea even under siege" in page
    assert "Nobody decided this" not in page
    assert "Replaced" not in page


def test_letters_and_the_page_on_the_command_line(tmp_path):
    place = str(tmp_path / "docket.sqlite")
    docket = Docket.open(place)
    docket.add_case(sample(NAMUR).data)
    docket.decide(1, by="Anna")

    def run(*words):
        done = CliRunner().invoke(cli, ["docket", *words, "--docket", place])
        assert done.exit_code == 0, done.output
        return done.stdout

    assert "NOT LEGAL." in run("letter", "2")
    assert json.loads(run("letter", "1", "--format", "json", "--for", "umpire"))["for"] == "umpire"
    out = tmp_path / "letter.html"
    assert run("letter", "2", "--for", "Bourbon", "--out", str(out)) == ""
    assert "For France and her allies alone" in out.read_text(encoding="utf-8")
    assert "What would change it" in out.read_text(encoding="utf-8")
    assert CliRunner().invoke(cli, ["docket", "letter", "2", "--docket", place, "--out", "x.doc"]).exit_code
    run("export", str(tmp_path / "public"))
    (page,) = (tmp_path / "public").iterdir()
    assert page.match("decisions-20*.html")
    run("export", str(tmp_path / "all.zip"))
    other = str(tmp_path / "other.sqlite")
    taken = ["docket", "import", str(tmp_path / "all.zip"), "--docket", other]
    assert CliRunner().invoke(cli, taken).stdout == "2 entries were added; 0 were here already.\n"
    assert CliRunner().invoke(cli, taken).stdout == "0 entries were added; 2 were here already.\n"
    assert Docket.open(other).lines() == docket.lines()


def test_the_chance_is_that_of_what_came(docket):
    """A roll that failed had the chance to fail, and the letter says which it is (VQ 16.1.4.c)."""
    case = sample("a_galleon_in_the_atlantic").data
    came = written(docket, case).data["result"]["chance"]
    failed = written(docket, case | {"dice": [1, 1], "claims": []}).data["result"]["chance"]
    assert came == "Before the roll the chance of this was 42%."
    assert failed == "Before the roll the chance of this was 58%."


@pytest.mark.parametrize(
    ("question", "given", "dice", "clause", "words"),
    [
        ("resource-points", {"side": "Bourbon"}, None, "NY 12.3.1.b", "rich"),
        (
            "interception",
            {
                "leader": "Waldeck",
                "space": "Ghent",
                "changes": [
                    {"add": "corps", "power": "Dutch Republic", "space": "Antwerp", "count": 3},
                    {"add": "leader", "name": "Waldeck", "space": "Antwerp"},
                ],
            },
            [4],
            "NY 14.6.2",
            "a 4, where 6 was needed",
        ),
    ],
)
def test_the_paragraph_that_decides_is_that_of_the_sum_or_the_roll(question, given, dice, clause, words):
    ruling = rule_case(CASE | {"question": question, "given": given} | ({"dice": dice} if dice else {}))
    says, _, first = deciding(ruling, str(ruling.says), "")
    assert first.id == clause
    assert words in says[-1]
