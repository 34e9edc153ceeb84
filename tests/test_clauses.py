"""The registers are whole, and nothing in the package cites a clause that does not exist."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pytest
from every_row import every_row
from parsed import PACKAGE, nodes, parsed

from ninevears_kernel.core import clauses
from ninevears_kernel.core.clauses import BASES, REGISTERS, clause, in_order, natural_key, registers
from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.umpire.cases.coverage import coverage_data

CITATION = re.compile(r"(NY|HIS|VQ|MP) [A-Z0-9][A-Za-z0-9.]*")
SIZES = {"NY": 157, "HIS": 14, "VQ": 40, "MP": 24}


@lru_cache
def citations() -> list[tuple[str, str]]:
    """Every string in the package that is a citation and nothing else, with the place where it stands."""
    found = []
    for path in parsed():
        for node in nodes(path):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and CITATION.fullmatch(node.value)
            ):
                found.append((node.value, f"{path.relative_to(PACKAGE)}:{node.lineno}"))
    return found


def test_the_four_registers_are_there():
    assert {system: len(register.clauses) for system, register in registers().items()} == SIZES


@pytest.mark.parametrize("system", SIZES)
def test_a_register_holds_what_its_file_says(system):
    files = (tomllib.loads(path.read_text(encoding="utf-8")) for path in REGISTERS.glob("*.toml"))
    data = next(data for data in files if data.get("short") == system)
    held = [
        {"id": c.number, "title": c.title, "says": c.says, "basis": c.basis}
        | ({"note": c.note} if c.note else {})
        for c in registers()[system].clauses
    ]
    assert held == data["clause"]
    assert all(c.system == system and c.basis in BASES for c in registers()[system].clauses)


def test_clauses_stand_in_the_order_of_their_paragraphs_when_asked_for():
    ordered = in_order(c for register in registers().values() for c in register.clauses)
    assert len(ordered) == sum(SIZES.values())
    assert [c.system for c in ordered] == sorted(c.system for c in ordered)
    for one, two in pairwise(ordered):
        assert one.system != two.system or natural_key(one.number) < natural_key(two.number)


def test_every_clause_is_found_by_its_id():
    for register in registers().values():
        for each in register.clauses:
            assert clause(each.id) is each


def test_an_unknown_clause_is_refused_with_its_neighbours():
    with pytest.raises(UnknownName, match="did you mean HIS NC"):
        clause("HIS NC.99")
    with pytest.raises(UnknownName, match=r"^clause: found 'x', expected a clause of the registers\.$"):
        clause("x")


def test_the_package_cites_clauses():
    assert len(citations()) > 10


@every_row("id", lambda: sorted({id for id, _ in citations()}))
def test_a_clause_cited_in_code_exists(id):
    places = ", ".join(place for cited, place in citations() if cited == id)
    try:
        clause(id)
    except UnknownName as problem:
        pytest.fail(f"{places}: {problem}")


def test_code_says_what_it_carries_out():
    from ninevears_kernel.here_i_stand.naval_combat import losses

    assert losses.carries_out == ("HIS NC.8.a", "HIS NC.8.b")
    assert clauses.implementations("HIS NC.8.b") == ("ninevears_kernel.here_i_stand.naval_combat.losses",)
    assert all(clauses.implementations(one.id) for one in registers()["HIS"].clauses)


GOOD = 'system = "Test"\nshort = "T"\n[[clause]]\nid = "1"\ntitle = "t"\nsays = "s"\nbasis = "text"\n'


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (GOOD.replace('short = "T"\n', ""), "has .*'clause', 'system'.*, must have system, short and clause"),
        (GOOD.replace('says = "s"\n', ""), "clause 1: has .* must have id, title, says, basis"),
        (GOOD + 'extra = "x"\n', "clause 1: has .*extra"),
        (GOOD.replace('"text"', '"hearsay"'), "clause 1: basis is 'hearsay'"),
        (GOOD.replace('says = "s"', "says = 5"), "clause 1: says must be text"),
        (GOOD + GOOD[GOOD.index("[[") :], "clause 1: stands twice"),
    ],
)
def test_a_register_that_breaks_its_form_is_named(tmp_path, monkeypatch, broken, says):
    (tmp_path / "test.toml").write_text(broken, encoding="utf-8")
    monkeypatch.setattr(clauses, "REGISTERS", tmp_path)
    with pytest.raises(ValueError, match=f"^test.toml.*{says}"):
        registers.__wrapped__()


@pytest.mark.parametrize("system", SIZES)
def test_every_clause_is_carried_out_and_shown(system):
    data = coverage_data(system, Path(__file__).parent)
    assert not [entry["clause"] for entry in data["clauses"] if not entry["code"]]
    assert not [entry["clause"] for entry in data["clauses"] if not entry["tests"]]
    assert not data["gaps"]


def test_coverage_looks_into_every_room_for_the_code_of_a_clause():
    """Asked in a fresh Python, where nothing else has imported what carries a clause out."""
    told = subprocess.run(
        [sys.executable, "-P", "-c", ASK_COVERAGE], capture_output=True, text=True, check=True, timeout=120
    )
    assert told.stdout.split() == []


ASK_COVERAGE = """
import pkgutil, sys
from pathlib import Path
from ninevears_kernel import here_i_stand, nine_years, umpire
from ninevears_kernel.umpire.cases.coverage import coverage_data
coverage_data(None, Path("no tests"))
for package in (nine_years, here_i_stand, umpire):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name not in sys.modules:
            print(module.name)
"""


FINITE = """
    acts adds affects applies apply are arrives asks attack become becomes begins belong besiege block
    blocks borders brings builds can cannot carries carry changes chooses comes command commits convert
    costs count counts covers decide decides declares depends did divides do does draws end ends enter
    enters fight follow follows gets give gives go goes had happens has have help hinder hold holds is
    joins keep keeps lasts lays lead leads leave leaves lie lies loses makes may means move moves must
    names need needs pass passes pay pays plays put raise raises rallies receive receives recover
    reduces remain remains removes replaces restores retreat retreats return returns roll rolls run runs
    score see sees serve serves settle shift shifts show shows spends stack stand stands starts stays
    stops subtracts succeeds surrenders take takes traces try turns uses was were wins withdraw works
"""
"""The verbs of the registers; one that is new is added."""


def sentences(text):
    """The sentences of a clause: a full stop, or what stands for it, with a blank behind."""
    return re.split(r"(?<=[.!?])\)? +(?=[A-Z0-9+(-])", text)


@every_row("id", [one.id for register in registers().values() for one in register.clauses])
def test_each_clause_is_told_in_whole_sentences(id):
    """A letter quotes the clause that decides: what stands there alone must be a sentence."""
    for sentence in sentences(clause(id).says):
        assert set(FINITE.split()) & set(re.findall(r"[a-z]+", sentence.lower())), f"no verb: {sentence}"
        assert sentence[0].isupper() or sentence[0] in "(" or sentence[:3] == "1d6", sentence
    assert clause(id).says[-1] in ".)", id
