"""Every situation in tests/rulings/: a case as people would write it, and what the umpire must say.

A situation is a TOML file: ``title``, ``clauses`` (those that it shows), ``[case]``, and ``[expect]`` with
the verdict, part of the answer, the violated clauses, the clauses cited, other readings, and odds.
"""

import re
import tomllib
from pathlib import Path

import pytest

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.render import to_data
from ninevears_kernel.umpire.cases.cases import rule_case

FOLDER = Path(__file__).parent / "rulings"
SITUATIONS = sorted(FOLDER.rglob("*.toml"))
EXPECTABLE = {"verdict", "answer", "violations", "cites", "readings", "odds"}


@pytest.mark.parametrize(
    "path", SITUATIONS, ids=lambda path: path.relative_to(FOLDER).with_suffix("").as_posix()
)
def test_situation(path):
    situation = tomllib.loads(path.read_text(encoding="utf-8"))
    expect = situation["expect"]
    assert situation["title"]
    assert expect
    assert not expect.keys() - EXPECTABLE
    for id in situation["clauses"]:
        clause(id)
    found = rule_case(situation["case"])
    check_sentences(found)
    ruling = to_data(found)
    assert ruling["verdict"] == expect.get("verdict", ruling["verdict"])
    answer = {name: ruling["answer"][name] for name in expect.get("answer", {})}
    assert answer == {
        name: None if value == "null" else value for name, value in expect.get("answer", {}).items()
    }
    assert [v["clause"] for v in ruling["violations"]] == expect.get("violations", [])
    assert set(expect.get("cites", [])) <= {step["clause"] for step in ruling["steps"]}
    for name, outcomes in expect.get("readings", {}).items():
        used = next(reading for reading in ruling["readings"] if reading["name"] == name)
        others = {other["option"]: other["answer"] for other in used["others"]}
        for option, part in outcomes.items():
            assert {key: others[option][key] for key in part} == part
    for name, chances in expect.get("odds", {}).items():
        for chance in chances:
            assert chance in [
                {"value": c["value"], "probability": c["probability"]} for c in ruling["odds"][name]
            ]


def check_sentences(ruling):
    """What an umpire reads: sentences, with a capital letter unless a name has none, and said once."""
    told = [ruling.says, *(found.says for found in (*ruling.steps, *ruling.violations))]
    for sentence in map(str, told):
        assert re.match(r"[A-Z0-9]|non-French\b", sentence), sentence
        assert sentence.endswith("."), sentence
        assert not re.search(r"  |None|\.\.|[{}]", sentence), sentence


def test_there_are_situations():
    assert len(SITUATIONS) >= 20
