"""What permits is cited in the sister systems too: each situation of ``permissions_companions.toml`` is ruled
with the clauses on which it rests, and the other way without them.
"""

import tomllib
from pathlib import Path

from every_row import every_row

from ninevears_kernel.core.clauses import registers
from ninevears_kernel.core.messages import Message
from ninevears_kernel.umpire.cases.cases import case_from_data, rule_case
from ninevears_kernel.umpire.cases.edits import Edit, edited
from ninevears_kernel.umpire.cases.samples import samples

FILE = tomllib.loads(Path(__file__).with_name("permissions_companions.toml").read_text(encoding="utf-8"))
RULINGS = Path(__file__).parent / "rulings"
SITUATIONS = FILE["situation"]
SYSTEMS = ("HIS", "VQ", "MP")
each = every_row("situation", SITUATIONS, ids=lambda situation: situation["title"])


def ruled(situation, over):
    """The ruling on a situation, with other values put at some places."""
    if "sample" in situation:
        case = samples()[situation["sample"]].case
    elif "file" in situation:
        text = (RULINGS / f"{situation['file']}.toml").read_text(encoding="utf-8")
        case = case_from_data(tomllib.loads(text)["case"])
    else:
        system, question = situation["question"].split()
        data = {"format": "ninevears-case/1", "system": system, "question": question}
        case = case_from_data(data | {"given": situation["given"]})
    edits = [Edit({"given": path, "value": value}, Message("list.none")) for path, value in over.items()]
    return rule_case(edited(case, edits))


@each
def test_what_permits_is_cited(situation):
    ruling = ruled(situation, {})
    assert ruling.verdict in ("legal", "yes", "result"), ruling.says
    assert set(situation["cites"]) <= {step.clause_id for step in ruling.steps}


@each
def test_without_it_the_verdict_is_no(situation):
    ruling = ruled(situation, situation["without"])
    assert ruling.verdict in ("illegal", "no"), ruling.says
    assert {one.clause_id for one in ruling.violations} == set(situation["forbids"])


def test_every_clause_permits_something_here_or_has_a_reason_why_not():
    permits = {clause_id for situation in SITUATIONS for clause_id in situation["cites"]}
    idle = [clause_id for group in FILE["permits_nothing"] for clause_id in group["clauses"]]
    assert all(group["why"] for group in FILE["permits_nothing"])
    assert len(idle) == len(set(idle))
    assert not permits & set(idle)
    assert permits | set(idle) == {one.id for name in SYSTEMS for one in registers()[name].clauses}
