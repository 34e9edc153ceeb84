"""A ruling as a full report, to be sent to both players: as Markdown, HTML in one file, JSON or PDF, with the
case inside, so that anybody can make it again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from msgspec import structs, to_builtins

from .. import __version__
from ..core.errors import BadInput
from ..core.messages import Message, say, shown
from ..core.render import label_shown, markdown_escaped, to_data
from ..core.rulings import Ruling
from ..nine_years.kit import Kit, standard_kit
from ..output_files import write_whole
from .cases import Case, Claim, case_from_data, question_of, rule_case
from .claims import claims_of, holds, mark_of
from .enclosed import FORMAT, HTML_ID, MARKDOWN_FENCE, Enclosed, enclose, enclosed_in, pdf_comments
from .report_map import ReportMap, report_map
from .report_sections import Section, sections_of
from .rules_files import RulesFile, kit_of, rules_file
from .what_would_change import MOST_RULINGS, MOST_SECONDS, WhatWouldChange, what_would_change

ENDINGS = (".html", ".md", ".json", ".pdf")
TEMPLATES = Path(__file__).parent / "templates"
WORDS = {
    "claims": "report.claims",
    "player": "report.player",
    "claim": "report.claim-head",
    "against": "report.against-ruling",
    "case": "report.case",
    "case_says": "report.case-says",
}
"""What stands in the templates besides what a report says."""
TONES = {"legal": "good", "yes": "good", "illegal": "bad", "no": "bad"}


@dataclass(frozen=True)
class Report:
    """A case with all that the umpire has to say to it.

    Attributes:
        case: the case.
        ruling: the ruling on it.
        changes: what would change the ruling; None when nobody looked.
        rules: the umpire's own tables; None for the kit's.
        precedents: the readings of the case that a precedent of a docket has put there, each with its number.
    """

    case: Case
    ruling: Ruling
    changes: WhatWouldChange | None = None
    rules: RulesFile | None = None
    kit: Kit = field(default_factory=standard_kit, repr=False)
    precedents: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def map(self) -> ReportMap | None:
        """The map with the path, force or siege; None where a case has none."""
        return report_map(self.case, self.ruling, self.kit)

    @cached_property
    def enclosed(self) -> Enclosed:
        """What every export carries."""
        tried, ended = (self.changes.tried, self.changes.ended) if self.changes else (0, "all")
        return enclose(self.case, self.rules, tried, ended, self.precedents)

    @property
    def title(self) -> str:
        """What the case is called, or what it asks."""
        return self.case.title or say("report.title", about=question_of(self.case).about)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """All that stands below the verdict and the claims."""
        name = self.rules.name if self.rules else None
        return sections_of(self.ruling, self.changes, self.map, name, self.precedents)

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="{Markup.escape(self.title)}" sandbox="" style="width:100%;height:40em;border:0" '
            f'srcdoc="{Markup.escape(to_html(self))}"></iframe>'
        )


def report(
    case: Case | dict[str, Any],
    claims: Mapping[str, str | Mapping[str, Any]] | None = None,
    *,
    rules: RulesFile | str | Path | None = None,
    search: bool = True,
    most_rulings: int = MOST_RULINGS,
    seconds: float | None = MOST_SECONDS,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Report:
    """Rules on a case, and looks for what would change the ruling.

    Args:
        case: the case, or its data.
        claims: by player what he says: a text, or ``says`` with the ``verdict`` and parts of the ``answer``
            that he expects, so that the report can tell whether he is right; None for those of the case.
        rules: an umpire's own tables, or the file that holds them.
        search: False leaves out the search for what would change it.
        most_rulings: bound of that search.
        seconds: another.
        progress: is told now and then how many rulings were made and how many sets of edits found.
        stop: is asked as often whether to stop.

    Raises:
        BadInput: the case or a claim is wrong; names the field.

    >>> rally = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
    >>> told = report(rally, {"Bourbon": {"says": "Three.", "answer": {"limit": 3}}})
    >>> holds(told.case.claims[0], told.ruling)
    True
    """
    case = case if isinstance(case, Case) else case_from_data(case)
    if claims is not None:
        case = structs.replace(case, claims=claims_of(claims))
    own = rules_file(rules) if isinstance(rules, str | Path) else rules
    kit = kit_of(own) if own else standard_kit()
    ruling = rule_case(case, rules=kit)
    changes = None
    if search:
        changes = what_would_change(
            case, rules=kit, most_rulings=most_rulings, seconds=seconds, progress=progress, stop=stop
        )
    return Report(case, ruling, changes, own, kit)


def report_again(enclosed: Enclosed | str | bytes) -> Report:
    """The report that an export was made from, ruled again; with the same version of the kit all its exports
    are the same, byte for byte.

    Raises:
        BadInput: it is no report, or what it carries cannot be ruled.
    """
    found = enclosed if isinstance(enclosed, Enclosed) else enclosed_in(enclosed)
    cut_short = found.ended in ("seconds", "stopped", "rulings")
    again = report(
        case_from_data(found.case),
        rules=found.rules_file,
        search=found.tried > 0,
        most_rulings=found.tried if cut_short else max(found.tried, MOST_RULINGS),
        seconds=None,
    )
    changes = again.changes
    if changes is not None and cut_short and changes.ended == "rulings":
        changes = WhatWouldChange(changes.turns, changes.tried, found.ended, changes.singly)
    return Report(again.case, again.ruling, changes, again.rules, again.kit, found.precedents)


# ---- exports


def to_markdown(told: Report) -> str:
    """The report as Markdown; what the map shows is told in words."""
    return (
        _templates()
        .get_template("report.md")
        .render(**_common(told), fence=MARKDOWN_FENCE, enclosed=told.enclosed.text())
    )


def to_html(told: Report) -> str:
    """The report as a page in one file, without a script or a link to anything outside."""
    enclosed = told.enclosed.text()
    return (
        _templates()
        .get_template("report.html")
        .render(
            **_common(told),
            tone=TONES.get(told.ruling.verdict, ""),
            enclosed=Markup(enclosed),  # holds no sign that means anything to a page
            case_shown=json.dumps(told.enclosed.case, ensure_ascii=False, indent=1),
            html_id=HTML_ID,
        )
    )


def report_data(told: Report) -> dict[str, Any]:
    """The report as plain data: what it carries, the ruling, the claims judged, and what would change it."""
    return {
        **to_builtins(told.enclosed),
        "title": told.title,
        "ruling": to_data(told.ruling),
        "claims_judged": [{"by": one.by, "holds": holds(one, told.ruling)} for one in told.case.claims],
        "what_would_change": told.changes.data() if told.changes else None,
        "map": list(told.map.says) if told.map else None,
    }


def to_json(told: Report) -> str:
    """The report as JSON."""
    return json.dumps(report_data(told), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_pdf(told: Report) -> bytes:
    """The report as a PDF, by a browser or weasyprint; the case stands in comments at its end.

    Raises:
        NoConverter: nothing here can make one.
    """
    from .report_pdf import converted

    return converted(to_html(told), pdf_comments(told.enclosed))


_WRITERS: Mapping[str, Callable[[Report], str | bytes]] = {
    ".html": to_html,
    ".md": to_markdown,
    ".json": to_json,
    ".pdf": to_pdf,
}


def write_report(told: Report, path: str | Path) -> None:
    """Writes a report in the form that the ending of a file says: ``.html``, ``.md``, ``.json``, ``.pdf``.

    Raises:
        BadInput: another ending, or a file that cannot be written.
        NoConverter: nothing here can make a PDF.
    """
    write_whole(path, _WRITERS[ending_of(path)](told), "report")


def ending_of(path: str | Path) -> str:
    """The ending of a report's file.

    Raises:
        BadInput: no report ends so.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise BadInput("report", str(path), Message("report.ending"))
    return ending


# ---- what the templates see


@cache
def _templates() -> Environment:
    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=lambda name: bool(name) and str(name).endswith(".html"),
        undefined=StrictUndefined,
        trim_blocks=False,
        keep_trailing_newline=True,
    )
    found.filters["md"] = lambda text: markdown_escaped(str(text))
    return found


def _common(told: Report) -> dict[str, Any]:
    return {
        "title": told.title,
        "words": {name: say(id) for name, id in WORDS.items()},
        "verdict_word": say(f"report.verdict-{told.ruling.verdict}"),
        "verdict": str(told.ruling.says),
        "story": told.case.story,
        "claims": [_claim(one, told.ruling) for one in told.case.claims],
        "sections": told.sections,
        "kit": say("report.kit", version=__version__),
        "question": say("report.question", system=told.case.system, question=told.case.question),
    }


def _claim(claim: Claim, ruling: Ruling) -> dict[str, str]:
    sign, mark = mark_of(claim, ruling)
    expected = [say(f"report.verdict-{claim.verdict}")] if claim.verdict else []
    expected += [f"{label_shown(name)} {shown(value)}" for name, value in claim.answer.items()]
    return {
        "player": claim.by,
        "says": claim.says,
        "expects": say("report.expects", expected=", ".join(expected)) if expected else "",
        "mark": say(mark),
        "sign": sign,
    }


__all__ = [
    "ENDINGS",
    "FORMAT",
    "Claim",
    "Report",
    "claims_of",
    "holds",
    "report",
    "report_again",
    "to_html",
    "to_json",
    "to_markdown",
]
