"""Help: all that is known of a clause, searching with typos, the glossary, and the browser."""

import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from every_row import every_row
from hypothesis import given, strategies as st

from ninevears_kernel.cli import cli
from ninevears_kernel.core.clauses import clause, registers
from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.core.messages import say
from ninevears_kernel.core.readings import readings
from ninevears_kernel.teaching import clause_help as clause_help_module, glossary
from ninevears_kernel.teaching.clause_help import (
    clause_help,
    clause_named,
    clauses_under,
    every_clause,
    numbers_in,
)
from ninevears_kernel.teaching.clause_search import search_clauses
from ninevears_kernel.teaching.glossary import KINDS, search_terms, term, terms, terms_in
from ninevears_kernel.teaching.help_text import help_text
from ninevears_kernel.teaching.lesson_helpers.places import lesson_places, notebooks_folder
from ninevears_kernel.teaching.word_search import excerpt, found_words, marked
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.widgets import ClauseBrowser

POISON = "<img src=x onerror=alert(1)>'\"&{braces}"


@pytest.fixture(scope="module", autouse=True)
def tests_of_the_checkout():
    """An installed kit has no folder of tests beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clause_help_module, "TESTS", Path(__file__).parent)
        clause_help_module._coverage.cache_clear()
        yield
    clause_help_module._coverage.cache_clear()


def ids(found):
    return [hit.clause.id for hit in found]


# ---- one clause


def test_a_clause_tells_all_that_is_known_of_it():
    known = clause_help("NY 13.5.1.a")
    assert known.clause == clause("NY 13.5.1.a")
    assert known.readings[0].name == "force-limit"
    assert "ninevears_kernel.nine_years.rules.campaign.limits.force_limit" in known.code
    assert "antwerp_three_ratings" in [sample.name for sample in known.cases]
    assert "command rating" in [one.name for one in known.terms]
    assert {"NY 13.5.1.b"} <= {one.id for one in known.beside}
    assert "NY 17.5.1" in {one.id for one in known.see}
    assert "NY 14.6.1" in {one.id for one in known.seen_from}


def test_a_clause_stands_under_another():
    assert [one.id for one in clause_help("NY 14.1.3.a").above] == ["NY 14.1.3"]
    assert [one.id for one in clause_help("NY 14.1.3").below] == ["NY 14.1.3.a"]


@every_row("one", list(every_clause()), ids=lambda one: one.id)
def test_what_is_said_of_every_clause_hangs_together(one):
    known = clause_help(one.id)
    assert known.code or known.tests
    for other in known.see:
        assert one in clause_help(other.id).seen_from
    for sample in known.cases:
        assert samples()[sample.name] == sample
    others = [*known.above, *known.below, *known.beside, *known.see, *known.seen_from]
    assert one not in others
    assert all(other.system == one.system for other in others)


def test_every_reading_is_shown_with_its_clause():
    for reading in readings().values():
        assert reading in clause_help(reading.clause_id).readings


def test_every_case_of_the_case_book_is_an_example_of_its_clauses():
    for sample in samples().values():
        for id in sample.clauses:
            assert sample in clause_help(id).cases


def test_a_sample_is_an_example_of_the_clauses_that_its_ruling_cites():
    assert "his_open_sea" in [sample.name for sample in clause_help("HIS NC.1").cases]


@pytest.mark.parametrize(
    ("spelt", "id"),
    [
        ("NY 11.1.1", "NY 11.1.1"), ("11.1.1", "NY 11.1.1"), (" (11.1.1) ", "NY 11.1.1"),
        ("ny 6.4.m", "NY 6.4.M"), ("NC.8.b", "HIS NC.8.b"), ("vq 5.1.a", "VQ 5.1.a"),
        ("§ 11.1.1.", "NY 11.1.1"),
    ],
)  # fmt: skip
def test_a_clause_may_be_named_loosely(spelt, id):
    assert clause_named(spelt).id == id


@pytest.mark.parametrize(
    ("spelt", "told"),
    [
        ("NY 11.1.9", "did you mean NY 11.1"),
        ("7.2", "12 clauses that stand under it, such as NY 7.2.1.a"),
        ("NY 11.2", "the clause that stands under it, NY 11.2.1"),
        ("", "a clause of the registers"),
        (POISON * 50, "a clause of the registers"),
        ("NY \n11.1\x00", "found"),
    ],
)
def test_an_unknown_clause_is_told_with_what_is_near(spelt, told):
    with pytest.raises(BadInput, match=re.escape(told)) as caught:
        clause_help(spelt)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_numbers_in_a_text_are_clauses_only_when_a_register_has_them():
    found = [one.id for _, _, one in numbers_in("NY", "By 0.05 of 6.2 and 8.5.c.2, in 1690; 99.1 is none.")]
    assert found == ["NY 6.2.A.1", "NY 8.5.c.2"]
    assert [one.number for one in clauses_under("NY 6.2")] == ["6.2.A.1", "6.2.A.2", "6.2.B.1", "6.2.B.2"]


# ---- lessons


def test_lessons_that_speak_of_a_clause_are_named():
    places = clause_help("NY 11.1.3.b").lessons
    assert any("Ireland" in place.heading or "sea" in place.heading for place in places)
    assert all((notebooks_folder() / place.notebook).exists() for place in places)


def test_a_companion_notebook_speaks_of_its_own_system():
    assert {place.notebook.partition("/")[0] for place in lesson_places("HIS")} == {"companions"}
    assert not any("here_i_stand" in place.notebook for place in lesson_places("NY"))


# ---- searching


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("13.5.4", "NY 13.5.4"),
        ("NC.8.b", "HIS NC.8.b"),
        ("siege", "NY 17.1"),
        ("famus victroy", "NY 16.5"),
        ("line of comunication", "NY 11.1.1"),
        ("KWW roll", "NY 18.3"),
        ("stacking", "NY 4.1.1"),
        ("glorious revol", "NY 20.2.5.2"),
    ],
)
def test_the_best_clause_comes_first(words, first):
    found = ids(search_clauses(words))
    assert found[0] == first


def test_a_number_finds_what_stands_under_it():
    found = search_clauses("11.1")
    assert ids(found)[:5] == ["NY 11.1.1", "NY 11.1.2", "NY 11.1.3.a", "NY 11.1.3.b", "NY 11.1.3.c"]
    assert all(hit.by == "number" for hit in found[:5])


def test_every_clause_is_found_by_its_number_and_by_its_title():
    for one in every_clause():
        assert ids(search_clauses(one.id))[0] == one.id
        assert one.id in ids(search_clauses(one.title))


def test_all_words_must_be_there_or_it_is_said():
    both = search_clauses("london winter")
    assert {"NY 8.5.c.2"} <= set(ids(both))
    assert all(hit.by != "some" for hit in both)
    some = search_clauses("garrison corsairs qqqqqq")
    assert some
    assert all(hit.by == "some" for hit in some)


def test_a_word_of_the_glossary_leads_to_its_clauses():
    assert "money" not in " ".join(one.says for one in every_clause())
    assert "NY 18.2" in ids(search_clauses("money"))


def test_filters():
    assert {hit.clause.system for hit in search_clauses("dice", system="HIS")} == {"HIS"}
    assert {hit.clause.basis for hit in search_clauses(basis="kit")} == {"kit"}
    marked_ones = {hit.clause.id for hit in search_clauses(with_reading=True)}
    assert {reading.clause_id for reading in readings().values()} <= marked_ones
    assert len(marked_ones) < len(search_clauses())
    assert len(search_clauses()) == sum(len(register.clauses) for register in registers().values())


@pytest.mark.parametrize("wrong", [{"system": "XX"}, {"basis": "guess"}])
def test_an_unknown_filter_is_told(wrong):
    with pytest.raises(UnknownName, match="expected one of"):
        search_clauses("siege", **wrong)


def test_nothing_is_found_for_nonsense():
    assert search_clauses("xqzw vvkj") == ()


def test_searching_is_fast():
    search_clauses("warm up")
    for words in ("interceptoin battel", "the corps of a power", "comunication lin", "x" * 10_000):
        begin = time.process_time()
        search_clauses(words)
        assert time.process_time() - begin < 0.25  # 3 ms alone; the machine may be busy


@given(st.text(max_size=300))
def test_any_text_may_be_looked_for(words):
    search_clauses(words)
    search_terms(words)
    help_text(words)


@given(st.text(max_size=80), st.frozensets(st.text(max_size=5), max_size=3))
def test_marking_loses_nothing(text, words):
    assert "".join(piece for piece, _ in marked(text, words)) == text


def test_an_excerpt_holds_the_word():
    text = " ".join(f"word{number}" for number in range(100))
    assert "word57" in excerpt(text, frozenset({"word57"}), 80)
    assert len(excerpt(text, frozenset({"word57"}), 80)) <= 90


def test_short_words_and_numbers_are_not_guessed():
    assert found_words("kww", ("kwx", "www")) == {}
    assert found_words("1690", ("1691",)) == {}


# ---- the glossary


def test_the_glossary_is_large_and_its_words_are_plain():
    assert len(terms()) >= 60
    for one in terms().values():
        assert one.kind in KINDS
        assert one.says[0].isupper()
        assert one.says.endswith(".")


@every_row("one", list(terms().values()), ids=lambda one: one.name)
def test_a_word_leads_somewhere_and_occurs(one):
    assert one.clauses
    for id in one.clauses:
        clause(id)
    assert one.see
    for other in one.see:
        assert other in terms()
        assert other != one.name
    assert one in _words_of_the_registers()


def _words_of_the_registers():
    return terms_in(" ".join(f"{one.title}. {one.says} {one.note or ''}" for one in every_clause()))


def test_a_form_belongs_to_one_word():
    forms = [form.casefold() for one in terms().values() for form in one.forms]
    assert len(forms) == len(set(forms))


def test_the_longest_word_counts():
    assert [one.name for one in terms_in("A limited LOC, the fortress strength and the corps.")] == [
        "limited LOC", "fortress strength", "corps",
    ]  # fmt: skip
    assert terms_in("Corporal Locke's powerful reporting") == ()


def test_words_are_looked_up_and_found():
    assert term(" loc ") == term("Line of Communication")
    with pytest.raises(UnknownName, match="did you mean garrison"):
        term("garison")
    assert search_terms("garison")[0].name == "garrison"
    assert search_terms("") == tuple(terms().values())
    assert search_terms("qqqqqq") == ()


def test_the_glossary_as_a_table():
    table = glossary.glossary_table()
    assert list(table.index) == list(terms())
    assert table.loc["siege", "clauses"].startswith("NY 17.1")


# ---- in a terminal


def test_help_in_a_terminal():
    assert re.fullmatch(r"NY 13\.5\.4 \(.+\): Rally", help_text("13.5.4").splitlines()[0])
    assert "one-a-round (the usual reading)" in help_text("13.5.4")
    assert help_text("famous victory").startswith("famous victory: ")
    assert help_text("") == help_text("xqzw") == ""


# ---- the browser


def press(browser, key):
    browser._followed(None, {"go": key}, None)


def test_it_opens_with_everything_in_order():
    browser = ClauseBrowser()
    assert [key for _, key in browser.list.options][:2] == ["clause:NY 2.1", "clause:NY 2.1.a"]
    assert "235 clauses" in browser.count.value or str(len(browser.list.options)) in browser.count.value
    assert browser.back_button.disabled
    assert browser.forward_button.disabled


def test_typing_finds_and_leaves_one_page_behind():
    browser = ClauseBrowser()
    for typed in ("s", "sie", "siege"):
        browser.words.value = typed
    assert browser.visits == ["found:clauses:siege"]
    assert "<mark>Siege</mark>" in browser.page.page
    assert browser.list.options[0][1] == "clause:NY 17.1"


def test_the_list_opens_clauses_and_going_down_it_leaves_one_page():
    browser = ClauseBrowser("siege")
    browser.list.value = "clause:NY 17.1"
    browser.list.value = "clause:NY 17.5.2"
    assert browser.visits == ["found:clauses:siege", "clause:NY 17.5.2"]
    assert "Siege</mark>: roll" in browser.page.page


def test_back_and_forward():
    browser = ClauseBrowser()
    browser.show("NY 11.1.1")
    browser.show("11.1.4")
    browser.show_term("LOC")
    browser.back()
    assert "Limited LOC" in browser.page.page
    browser.back()
    browser.back()
    browser.back()  # there is nothing before
    assert browser.place == 0
    browser.forward()
    assert browser.visits[browser.place] == "clause:NY 11.1.1"
    browser.show("NY 17.1")
    assert browser.forward_button.disabled
    assert browser.visits[-1] == "clause:NY 17.1"


def test_back_brings_a_search_back():
    browser = ClauseBrowser("siege")
    browser.show("NY 2.1")
    browser.words.value = "fleet"
    browser.back()
    browser.back()
    assert browser.words.value == "siege"
    assert browser.list.options[0][1] == "clause:NY 17.1"


def test_links_lead_on_and_cases_open_in_place():
    browser = ClauseBrowser()
    browser.show("NY 17.5.3")
    page = browser.page.page
    assert "data-go='clause:NY 11.1.4'" in page
    case = re.search(r"data-go='(case:[a-z0-9_]+)' aria-expanded='false'", page)[1]
    press(browser, case)
    assert "ninevears-card" in browser.page.page
    assert "aria-expanded='true'" in browser.page.page
    press(browser, case)
    assert browser.page.page == page
    press(browser, "clause:NY 11.1.4")
    assert browser.visits[-1] == "clause:NY 11.1.4"
    press(browser, "term:siege")
    assert browser.visits[-1] == "term:siege"


@pytest.mark.parametrize(
    "message",
    [{"go": "clause:NY 99"}, {"go": "term:<b>"}, {"go": "case:../../etc"}, {"go": 7}, {"go": None}, {}, [],
     "x",
     {"go": "found:clauses:x"}, {"go": ["clause:NY 2.1"]}],
)  # fmt: skip
def test_a_page_leads_nowhere_else(message):
    browser = ClauseBrowser()
    before = (list(browser.visits), browser.page.page)
    browser._followed(None, message, None)
    assert (browser.visits, browser.page.page) == before


def test_every_page_can_be_drawn_and_every_button_on_it_leads_somewhere():
    browser = ClauseBrowser()
    for one in every_clause():
        browser.show(one.id)
        page = browser.page.page
        assert "<h3" in page
        for key in re.findall(r"data-go='(clause|term|case):([^']*)'", page):
            known = {
                "clause": lambda id: clause(id),
                "term": lambda name: terms()[name],
                "case": samples().get,
            }
            name = key[1].replace("&#x27;", "'")
            assert known[key[0]](name) is not None
    for name in terms():
        browser.show_term(name)
        assert "<h3" in browser.page.page


def test_filters_narrow_what_is_listed():
    browser = ClauseBrowser("dice")
    browser.system.value = "HIS"
    assert {key[:11] for _, key in browser.list.options} == {"clause:HIS "}
    browser.system.value = None
    browser.words.value = ""
    browser.basis.value = "kit"
    browser.with_reading.value = True
    assert all(clause(key[7:]).basis == "kit" for _, key in browser.list.options)


def test_the_filters_say_all_until_one_is_chosen():
    browser = ClauseBrowser()
    assert [browser.system.label, browser.basis.label] == [say("help.every")] * 2


def test_the_glossary_forgets_a_search_that_it_knows_nothing_of():
    browser = ClauseBrowser("11.1.1")
    browser.part.value = "glossary"
    assert browser.words.value == ""
    assert len(browser.list.options) == len(terms())
    browser.words.value = "siege"
    browser.part.value = "clauses"
    assert browser.words.value == "siege"


def test_lessons_are_links_where_the_reader_has_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    browser = ClauseBrowser()
    browser.show("NY 11.1.1")
    assert "data-notebook" not in browser.page.page
    lesson = tmp_path / "lessons" / "07_lines_of_communication.ipynb"
    lesson.parent.mkdir()
    lesson.touch()
    browser.show("NY 11.1.1")
    assert "href='lessons/07_lines_of_communication.ipynb'" in browser.page.page
    monkeypatch.chdir(lesson.parent)
    browser.show("NY 11.1.1")
    assert "href='07_lines_of_communication.ipynb'" in browser.page.page


def test_the_help_is_no_lesson_and_no_title_stands_twice():
    places = clause_help("NY 11.1.1").lessons
    assert places
    assert "help.ipynb" not in [place.notebook for place in places]
    told = help_text("11.1.1")
    assert "Lesson 7: lines of communication (" in told
    assert all(place.says.count(place.title) == 1 for place in places)


def test_without_a_folder_of_tests_nothing_is_said_of_tests(tmp_path, monkeypatch):
    monkeypatch.setattr(clause_help_module, "TESTS", Path(__file__).parent)
    browser = ClauseBrowser()
    browser.show("NY 11.1.1")
    assert "test file" in browser.page.page
    monkeypatch.setattr(clause_help_module, "TESTS", tmp_path / "tests")
    browser.show("NY 11.1.1")
    assert "Carried out by" in browser.page.page
    assert "test file" not in browser.page.page


def test_the_list_of_clauses_says_why_it_names_no_tests(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(cli, ["clauses", "--system", "MP"])
    assert say("coverage.no-tests", folder="tests") in told.stderr


def test_the_glossary_is_its_other_part():
    browser = ClauseBrowser(part="glossary")
    assert len(browser.list.options) == len(terms())
    assert browser.filters.layout.display == "none"
    assert browser.search("garison")[0] == "garrison"
    assert "<mark>garrison</mark>" in browser.page.page
    browser.list.value = "term:garrison"
    assert "corps inside a fortress" in browser.page.page
    browser.part.value = "clauses"
    assert browser.list.options[0][1].startswith("clause:")


@pytest.mark.parametrize("part", ["clauses", "glossary"])
def test_poisoned_search_text_is_escaped(part):
    browser = ClauseBrowser(part=part)
    browser.search(POISON)
    assert "<img" not in browser.page.page
    assert "&lt;img" in browser.page.page
    assert "<img" not in browser.count.value


def test_a_very_long_search_is_cut():
    browser = ClauseBrowser()
    browser.search("siege " * 10_000)
    assert len(browser.visits[-1]) < 300
    browser.words.value = "fleet " * 10_000
    assert len(browser.visits[-1]) < 300


def test_unknown_clauses_and_words_are_told():
    browser = ClauseBrowser()
    with pytest.raises(BadInput, match="12 clauses that stand under it"):
        browser.show("NY 7.2")
    with pytest.raises(UnknownName, match="a word of the glossary"):
        browser.show_term("cavalry charge")
    assert browser.place == 0
