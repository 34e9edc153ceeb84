"""Emails to the umpire: what is recognised, asked and left alone.

Each email in `tests/emails/` has its expectation beside it: the facts that must be recognised, what must be
asked, what is disputed, what must be left alone, and whether a case comes of it. The world of an email is
closed: a fact that is told as sure and stands neither under `facts` nor under `also` counts as wrongly taken.
The counts stand in `tests/emails/README.md`, which this test holds to the truth.
"""

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.umpire.email import read_email

EMAILS = Path(__file__).parent / "emails"
FILES = sorted(path for path in EMAILS.iterdir() if path.suffix in (".eml", ".txt"))
COUNTED = ("recognised", "missed", "wrongly taken", "assumed", "asked", "not asked")


@cache
def looked_at(path):
    """An email read, and its expectation."""
    expected = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    return read_email(path.read_bytes()), expected


def is_told(expected, fact):
    """Whether a fact is the expected one: what the expectation leaves out does not matter."""
    for key, value in expected.items():
        found = fact.get(key)
        if isinstance(value, dict):
            if not isinstance(found, dict) or any(found.get(name) != one for name, one in value.items()):
                return False
        elif found != value:
            return False
    return True


def counts(path):
    """How an email was read: a number for each word of `COUNTED`, and what was at fault."""
    read, expected = looked_at(path)
    told = Counter(dict.fromkeys(COUNTED, 0))
    faults = []
    sure = [fact for fact in read["facts"] if fact["sure"]]
    for fact in expected["facts"]:
        found = any(is_told(fact, one) for one in sure)
        told["recognised" if found else "missed"] += 1
        faults += [] if found else [f"missed {fact}"]
    for name in ("system", "question"):
        right = read[name] == expected[name]
        told["recognised" if right else "missed"] += 1
        faults += [] if right else [f"{name} {read[name]}"]
        told["wrongly taken"] += not right and read[name] is not None and name == "system"
    allowed = [*expected["facts"], *expected.get("also", [])]
    for fact in sure:
        if not any(is_told(one, fact) for one in allowed) or any(
            is_told(one, fact) for one in expected.get("leave", [])
        ):
            told["wrongly taken"] += 1
            faults.append(f"wrongly taken { ({key: fact[key] for key in fact if key != 'span'}) }")
    asked = {one["kind"] for one in read["missing"]}
    for kind in expected["missing"] if "missing" in expected else ():
        told["asked" if kind in asked else "not asked"] += 1
        faults += [] if kind in asked else [f"not asked {kind}"]
    for dispute in expected.get("disputed", []):
        right = any(_is_dispute(dispute, one) for one in read["disputed"])
        told["recognised" if right else "missed"] += 1
        faults += [] if right else [f"dispute missed {dispute}"]
    surplus = len(read["disputed"]) - len(expected.get("disputed", []))
    told["wrongly taken"] += max(0, surplus)
    faults += [f"disputes {read['disputed']}"] if surplus > 0 else []
    wanted = "given" in expected
    if read["case"] and not wanted and not expected.get("doubtful_case"):
        told["assumed"] += 1
        faults.append("a case was made")
    if read["case"] and wanted:
        given = read["case"]["given"]
        wrong = {key: given.get(key) for key, value in expected["given"].items() if given.get(key) != value}
        told["assumed"] += bool(wrong)
        faults += [f"given {wrong}"] if wrong else []
    if wanted:
        told["recognised" if read["case"] else "missed"] += 1
        faults += [] if read["case"] else [f"no case: {[one['kind'] for one in read['missing']]}"]
    return told, faults


def _is_dispute(expected, found):
    if expected["kind"] != found["kind"]:
        return False
    versions = list(found["versions"])
    values = [version["value"] for version in versions]
    by = expected.get("by")
    if by and sorted(by) != sorted(version["by"] for version in versions):
        return False
    return all(
        any(is_told({"value": value}, {"value": one}) for one in values) for value in expected["values"]
    )


if __name__ == "__main__":
    import sys

    total = Counter()
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else EMAILS
    for path in sorted(path for path in where.iterdir() if path.suffix in (".eml", ".txt")):
        told, faults = counts(path)
        total += told
        if faults:
            print(path.name, *faults, sep="\n    ")
    print(dict(total))
