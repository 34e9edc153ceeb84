"""The case book: disputes of all four systems that are tests, samples of the desk, and a page of the docs.

What each must be ruled is tested with the other situations (`test_situations`).
"""

import re
import time
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from every_row import every_row

from ninevears_kernel.core.render import to_data, to_html, to_text
from ninevears_kernel.umpire.cases.case_book import FOLDERS, case_book_page
from ninevears_kernel.umpire.cases.cases import questions, rule_case
from ninevears_kernel.umpire.cases.coverage import coverage_data
from ninevears_kernel.umpire.cases.samples import case_book_folder, sample, samples, samples_of

HERE = Path(__file__).parent
FOLDER = HERE / "rulings" / "case_book"
BOOK = sorted(name for name in samples() if samples()[name].in_case_book)
LEAST = {"NY": 20, "HIS": 5, "VQ": 8, "MP": 6}


def test_the_book_has_enough_of_every_system():
    counts = Counter(sample(name).case.system for name in BOOK)
    assert all(counts[system] >= least for system, least in LEAST.items()), counts
    assert sum(counts.values()) >= 40


def test_no_name_stands_twice_and_every_file_is_in_its_place():
    files = sorted(FOLDER.rglob("*.toml"))
    assert Counter(path.stem for path in files) == Counter(BOOK)
    for path in files:
        assert FOLDERS[sample(path.stem).case.system] == path.parent.name


def test_the_book_that_is_installed_is_the_one_of_the_tests():
    installed = {path.name: path.read_text(encoding="utf-8") for path in case_book_folder().rglob("*.toml")}
    assert installed == {path.name: path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.toml")}


@every_row("name", BOOK)
def test_a_case_is_a_dispute(name):
    case = sample(name).case
    assert re.fullmatch(r"[A-Z].*[.?]", case.title)
    assert case.story
    assert len(case.claims) == 2  # one of each player, and they do not agree
    assert len({claim.by for claim in case.claims}) == 2
    assert len({claim.says for claim in case.claims}) == 2
    assert sample(name).clauses
    assert "verdict" in sample(name).expected


@every_row("name", BOOK)
def test_a_sample_is_the_case_of_its_file(name):
    [path] = FOLDER.rglob(f"{name}.toml")
    situation = tomllib.loads(path.read_text(encoding="utf-8"))
    assert sample(name).data == {"title": situation["title"], **situation["case"]}


@every_row("name", BOOK)
def test_the_desk_is_not_told_the_answer(name):
    assert "expect" not in sample(name).text
    assert sample(name).case.dice is None or "odds" not in sample(name).data


@pytest.mark.parametrize("name", sorted(samples()))
def test_a_sample_opens_is_ruled_on_and_shown_soon(name):
    start = time.process_time()
    ruling = rule_case(sample(name).data)
    forms = [form(ruling) for form in (to_text, to_html, to_data)]
    assert all(forms)
    assert time.process_time() - start < 5  # a second where nothing else runs


def test_every_system_has_samples_for_the_desk():
    assert {system for system, _ in questions() if samples_of(system)} == set(LEAST)
    assert len({one.case.question for one in samples_of("NY")}) >= 12


def test_every_question_documents_every_key():
    """A person who writes such a case looks here: `ninevears clauses --json`."""
    for question in coverage_data(None, HERE)["questions"]:
        assert question["asks"]
        assert question["answer"]
        for kind in question["given"]["$defs"].values():
            for key, schema in kind.get("properties", {}).items():
                assert documented(schema) or len(schema.get("enum", ())) == 1, (
                    question["system"],
                    question["question"],
                    key,
                )


def documented(schema):
    return "description" in schema or any(documented(part) for part in schema.get("anyOf", ()))


@cache
def given_of(system):
    """What each question of a system is given. All tests are read for it, to see what they show."""
    return {one["question"]: one["given"] for one in coverage_data(system, HERE)["questions"]}


@every_row("name", BOOK)
def test_every_key_of_a_case_is_documented(name):
    """What a case of the book gives stands among the documented keys of its question."""
    case = sample(name).case
    known = questions()[case.system, case.question]
    schema = given_of(case.system)[known.name]
    keys = {key for kind in schema["$defs"].values() for key in kind.get("properties", {})}
    assert set(case.given) <= keys


def test_the_page_is_that_of_the_cases():
    page = (HERE.parent / "docs" / "case_book.md").read_text(encoding="utf-8")
    assert page == case_book_page(), "run: make casebook"


def test_every_link_of_the_page_leads_to_its_case():
    docs = HERE.parent / "docs"
    links = re.findall(r"\]\(([^)]*)\)", (docs / "case_book.md").read_text(encoding="utf-8"))
    assert len(links) == len(BOOK)
    assert all((docs / link).is_file() for link in links)
