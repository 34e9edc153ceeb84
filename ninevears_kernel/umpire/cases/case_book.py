"""The case book as one page of Markdown, every verdict asked of the engine: ``docs/case_book.md``."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.clauses import registers
from ...core.messages import Message, say
from ...core.render import markdown_escaped
from ...core.rulings import Ruling
from .cases import question_of, rule_case
from .samples import Sample, samples_of

FOLDERS = {"NY": "nine_years", "HIS": "here_i_stand", "VQ": "virgin_queen", "MP": "musket_pike"}
"""The folder of each system's cases, in the order of the page."""


def case_book_page() -> str:
    """Every dispute of the case book: what was said, the verdict, the clauses, and where the file is.

    >>> case_book_page().splitlines()[0]
    '# The case book'
    """
    parts = [f"# {say('case-book.title')}", say("case-book.introduction")]
    for system, folder in FOLDERS.items():
        parts.append(f"## {markdown_escaped(registers()[system].name)}")
        for sample in samples_of(system):
            if sample.in_case_book:
                parts += _entry(sample, folder)
    return "\n\n".join(parts) + "\n"


def _entry(sample: Sample, folder: str) -> Iterator[str]:
    case = sample.case
    ruling = rule_case(case)
    yield f"### {markdown_escaped(case.title)}"
    yield f"*{markdown_escaped(question_of(case).heading)}*"
    yield markdown_escaped(" ".join(case.story.split()))
    yield "\n".join(
        f"- **{markdown_escaped(claim.by)}:** {markdown_escaped(claim.says)}" for claim in case.claims
    )
    yield f"**{markdown_escaped(str(ruling.says))}**"
    yield "\n".join(f"- {markdown_escaped(line)}" for line in _lines(sample, ruling))
    name = f"{sample.name}.toml"
    yield say("case-book.file", link=f"[{name}](../tests/rulings/case_book/{folder}/{name})")


def _lines(sample: Sample, ruling: Ruling) -> Iterator[str]:
    for violation in ruling.violations:
        if violation.says == ruling.says:  # stands above already
            yield say("case-book.forbids", clause=violation.clause_id)
        else:
            yield f"{violation.clause_id}: {violation.says}"
    yield say("case-book.clauses", clauses=Message.all_of(sample.clauses))
    for reading in ruling.readings:
        for other in reading.others:
            yield say("case-book.reading", name=reading.name, option=other.option, says=other.says)


if __name__ == "__main__":
    print(case_book_page(), end="")
