"""A ruling as a full report, to be sent to both players: as Markdown, HTML in one file, JSON or PDF, with the
case inside, so that anybody can make it again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from msgspec import structs, to_builtins

from ... import __version__, typefaces
from ...core.errors import BadInput
from ...core.messages import Message, say, shown
from ...core.render import label_shown, markdown_escaped, to_data
from ...core.rulings import Ruling
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...nine_years.components.sides import Seat
from ...nine_years.games.view import seat_named
from ...output_files import write_whole
from ...typefaces import with_type
from ..cases.cases import Case, Claim, case_from_data, question_of, rule_case
from ..cases.claims import WHETHER, claims_of, judged
from ..cases.edits import edit_of, thawed
from ..cases.rolls import Rolled, rolls_of
from ..cases.rules_files import RulesFile, rule_tables_of, rules_file
from ..search.what_would_change import (
    MOST_RULINGS,
    MOST_SECONDS,
    Turn,
    WhatWouldChange,
    turn_by,
    what_would_change,
)
from .consulted import with_what_was_consulted
from .embedded_case import (
    HTML_ID,
    MARKDOWN_FENCE,
    Decision,
    EmbeddedCase,
    Searched,
    embed,
    embedded_in,
    pdf_comments,
)
from .map import ReportMap, report_map
from .sections import Section, departed_from, sections_of, verdict_words
from .seen import Seen, check_seat, seen_by

ENDINGS = (".html", ".md", ".json", ".pdf")
TEMPLATES = Path(__file__).parent / "templates"
WORDS = {
    "claims": "report.claims",
    "player": "report.player",
    "claim": "report.claim-head",
    "against": "report.against-ruling",
    "case": "report.case",
}
"""The words of the templates besides what a report says."""
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
        decision: what the umpire decided instead of the ruling; None where the ruling stands.
        seat: for whom it is exported.
        consulted: whether it was made again from a case that holds just what its ruling consulted.

    The case is the umpire's, with all that it holds. Whatever is exported is made from `seen`.
    """

    case: Case
    ruling: Ruling
    changes: WhatWouldChange | None = None
    rules: RulesFile | None = None
    rule_tables: RuleTables = field(default_factory=standard_rule_tables, repr=False)
    precedents: Mapping[str, int] = field(default_factory=dict)
    decision: Decision | None = None
    seat: Seat = "both"
    consulted: bool = False

    @cached_property
    def seen(self) -> Seen:
        """What of the case and the ruling the seat may read."""
        return seen_by(self.seat, self.case, self.ruling, self.rule_tables)

    @cached_property
    def _for_both(self) -> Seen:
        return self.seen if self.seat == "both" else seen_by("both", self.case, self.ruling, self.rule_tables)

    @property
    def held(self) -> bool:
        """Whether the ruling rests on something that the seat may not see, so that it does not come out the
        same without it.
        """
        return self.seen.held

    @property
    def case_to_search(self) -> Case:
        """The case in which to look for what would change the ruling: where it can be, the one that both
        players have, so that the search tells nothing that is hidden.
        """
        return self.case if self._for_both.held else self._for_both.case

    @property
    def decided(self) -> Ruling:
        """The ruling that the seat may read, with the verdict in force; no answer where that is another."""
        if self.decision is None:
            return self.seen.ruling
        return replace(self.seen.ruling, verdict=self.decision.verdict, answer=None)

    @property
    def case_of_claims(self) -> Case | None:
        """The case by which claims are judged too, where the ruling stands and nothing in it is hidden."""
        return None if self.held or self.decision is not None else self.case

    @cached_property
    def map(self) -> ReportMap | None:
        """The map with the path, force or siege; None where a case has none."""
        return report_map(self.seen.case, self.seen.ruling, self.rule_tables, seat=self.seat)

    @cached_property
    def rolls(self) -> tuple[Rolled, ...]:
        """The dice that were ruled on, by who rolled them, as far as the seat can tell."""
        return rolls_of(self.seen.case, self.seen.ruling.dice, self.rule_tables)

    @property
    def _changes_seen(self) -> WhatWouldChange | None:
        """What would change the ruling, where that tells nothing hidden."""
        return self.changes if self.seat == "umpire" or not self._for_both.held else None

    @cached_property
    def _consulted(self) -> Case | None:
        """The case with just what the ruling consulted of its position; None where it is whole."""
        seen, changes = self.seen, self._changes_seen
        if self.consulted:
            return seen.case
        if self.seat == "umpire" or seen.case.given.get("position") is None:
            return None
        turns = changes.turns if changes else ()
        return with_what_was_consulted(seen, turns, self.map, self.rule_tables, self.seat)

    @cached_property
    def embedded(self) -> EmbeddedCase:
        """What every export carries."""
        changes, case = self._changes_seen, self._consulted
        tried, ended = (changes.tried, changes.ended) if changes else (0, "all")
        turns = changes.turns if changes and case else ()
        return embed(
            case or self.seen.case,
            self.rules,
            tried,
            ended,
            precedents=dict(self.precedents),
            held=self.seen.held,
            decision=self.decision,
            seat=self.seat,
            consulted=case is not None,
            turns=tuple(tuple(thawed(edit.data) for edit in turn.edits) for turn in turns),
            searched=_searched(changes) if changes and case else Searched(),
        )

    @property
    def title(self) -> str:
        """What the case is called, or what it asks."""
        return self.case.title or say("report.title", about=question_of(self.case).about)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """All that is below the verdict and the claims."""
        name = self.rules.name if self.rules else None
        found = sections_of(self.seen.ruling, self._changes_seen, self.map, name, self.precedents, self.rolls)
        return found if self.decision is None else (departed_from(self.seen.ruling), *found)

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
    seat: Seat = "both",
) -> Report:
    """Rules on a case, and looks for what would change the ruling.

    Args:
        case: the case, or its data.
        claims: by player what they say: a text, or ``says`` with the ``verdict`` and parts of the ``answer``
            that they expect, so that the report can say whether they are right; None for those of the case.
        rules: an umpire's own tables, or the file that holds them.
        search: False leaves out the search for what would change it.
        most_rulings: bound of that search.
        seconds: another.
        progress: called now and then with how many rulings were made and how many sets of edits found.
        stop: is asked as often whether to stop.
        seat: for whom it is exported: ``both``, ``Bourbon``, ``Alliance`` or ``umpire``.

    Raises:
        BadInput: the case, a claim or the seat is wrong; names the field.

    >>> from ..cases.claims import holds
    >>> rally = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
    >>> told = report(rally, {"Bourbon": {"says": "Three.", "answer": {"limit": 3}}})
    >>> holds(told.case.claims[0], told.ruling)
    True
    """
    case = case if isinstance(case, Case) else case_from_data(case)
    if claims is not None:
        case = structs.replace(case, claims=claims_of(claims))
    own = rules_file(rules) if isinstance(rules, str | Path) else rules
    rule_tables = rule_tables_of(own) if own else standard_rule_tables()
    ruling = rule_case(case, rules=rule_tables)
    check_seat(case.system, seat_named(seat))
    described = Report(case, ruling, None, own, rule_tables, seat=seat)
    if search:
        changes = what_would_change(
            described.case_to_search,
            rules=rule_tables,
            most_rulings=most_rulings,
            seconds=seconds,
            progress=progress,
            stop=stop,
        )
        described = replace(described, changes=changes)
    return described


def report_again(embedded: EmbeddedCase | str | bytes) -> Report:
    """The report that an export was made from, ruled again; with the same version of the kit all its exports
    are the same, byte for byte.

    Raises:
        BadInput: it is no report, what it carries cannot be ruled, or the umpire holds a part of it.
    """
    found = embedded if isinstance(embedded, EmbeddedCase) else embedded_in(embedded)
    found.check_whole()
    cut_short = found.ended in ("seconds", "stopped", "rulings")
    again = report(
        case_from_data(found.case),
        rules=found.rules_file,
        search=found.tried > 0 and not found.consulted,
        most_rulings=found.tried if cut_short else max(found.tried, MOST_RULINGS),
        seconds=None,
        seat=found.seat,
    )
    changes = again.changes
    if found.consulted and found.tried:
        searched = structs.asdict(found.searched)
        changes = WhatWouldChange(_turned(again, found), found.tried, found.ended, **searched)
    elif changes is not None and cut_short and changes.ended == "rulings":
        changes = replace(changes, ended=found.ended)
    return replace(
        again,
        changes=changes,
        precedents=found.precedents,
        decision=found.decision,
        consulted=found.consulted,
    )


def _searched(changes: WhatWouldChange) -> Searched:
    return Searched(**{name: getattr(changes, name) for name in Searched.__struct_fields__})


def _turned(again: Report, found: EmbeddedCase) -> tuple[Turn, ...]:
    """What a search found that cannot be made again where the case holds less than it went through: each set
    of edits ruled again.

    Raises:
        BadInput: a set cannot be made, or leaves everything as it is.
    """
    turns, now = [], turn_by(again.case, (), again.rule_tables)
    for place, edits in enumerate(found.turns):
        turn = turn_by(again.case, [edit_of(again.case, edit) for edit in edits], again.rule_tables)
        if turn is None or (now and (turn.verdict, turn.outcome) == (now.verdict, now.outcome)):
            raise BadInput(f"turns[{place}]", edits, Message("report.expected-turn"))
        turns.append(turn)
    return tuple(turns)


# ---- exports


def to_markdown(described: Report) -> str:
    """The report as Markdown; what the map shows is put into words."""
    return (
        templates()
        .get_template("report.md")
        .render(**_common(described), fence=MARKDOWN_FENCE, embedded=described.embedded.text())
    )


def to_html(described: Report) -> str:
    """The report as a page in one file, without a script or a link to anything outside."""
    embedded = described.embedded.text()
    return with_type(
        templates()
        .get_template("report.html")
        .render(
            **_common(described),
            tone=TONES.get(described.decided.verdict, ""),
            embedded=Markup(embedded),  # holds no sign that means anything to a page
            case_shown=json.dumps(described.embedded.case, ensure_ascii=False, indent=1),
            html_id=HTML_ID,
        )
    )


def report_data(described: Report) -> dict[str, Any]:
    """The report as plain data: what it carries, the ruling, the claims judged, and what would change it."""
    return {
        **to_builtins(described.embedded),
        "title": described.title,
        "verdict": described.decided.verdict,
        "ruling": to_data(described.seen.ruling),
        "claims_judged": [
            {"by": one.by, "holds": WHETHER[_judged(one, described)[0]]} for one in described.case.claims
        ],
        "what_would_change": described._changes_seen.data() if described._changes_seen else None,
        "map": list(described.map.says) if described.map else None,
    }


def to_json(described: Report) -> str:
    """The report as JSON."""
    return json.dumps(report_data(described), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_pdf(described: Report) -> bytes:
    """The report as a PDF, by a browser or weasyprint; the case is in comments at its end.

    Raises:
        NoConverter: nothing here can make one.
    """
    from .pdf import converted

    return converted(to_html(described), pdf_comments(described.embedded))


_WRITERS: Mapping[str, Callable[[Report], str | bytes]] = {
    ".html": to_html,
    ".md": to_markdown,
    ".json": to_json,
    ".pdf": to_pdf,
}


def write_report(described: Report, path: str | Path) -> None:
    """Writes a report in the form that the ending of a file says: ``.html``, ``.md``, ``.json``, ``.pdf``.

    Raises:
        BadInput: another ending, or a file that cannot be written.
        NoConverter: nothing here can make a PDF.
    """
    write_whole(path, _WRITERS[ending_of(path)](described), "report")


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
def templates(folder: Path = TEMPLATES) -> Environment:
    """The templates of a folder, beside those of reports. Those of pages escape what they are given; all know
    the type and ``md``, which makes a text fit for Markdown.
    """
    found = Environment(
        loader=FileSystemLoader([folder, TEMPLATES]),  # what all pages share is there
        autoescape=lambda name: bool(name) and str(name).endswith(".html"),
        undefined=StrictUndefined,
        trim_blocks=False,
        keep_trailing_newline=True,
    )
    found.globals["type"] = typefaces
    found.filters["md"] = lambda text: markdown_escaped(str(text))
    return found


def _common(described: Report) -> dict[str, Any]:
    return {
        "title": described.title,
        "words": {name: say(id) for name, id in WORDS.items()} | {"case_says": _case_says(described)},
        "verdict_word": say(f"report.verdict-{described.decided.verdict}"),
        "verdict": verdict_words(described.seen.ruling, described.decision),
        "story": described.case.story,
        "claims": [_claim(one, described) for one in described.case.claims],
        "sections": described.sections,
        "kit": say("report.kit", version=__version__),
        "question": say("report.question", system=described.case.system, question=described.case.question),
    }


def _case_says(described: Report) -> str:
    """Who can make the report again, and what the case below does not hold."""
    if described.seat == "umpire":
        return say("report.case-umpire")
    said = [say("report.case-held" if described.held else "report.case-says")]
    if described.seat != "both":
        said.insert(0, say("report.case-side", side=described.seat))
    if described.embedded.consulted:
        said.append(say("report.case-consulted"))
    elif "position" in described.seen.case.given:
        said.append(say("report.case-covered"))
    return " ".join(said)


def _judged(claim: Claim, described: Report) -> tuple[str, str]:
    return judged(claim, described.decided, described.case_of_claims, described.rule_tables)


def _claim(claim: Claim, described: Report) -> dict[str, str]:
    sign, mark = _judged(claim, described)
    expected = [say(f"report.verdict-{claim.verdict}")] if claim.verdict else []
    expected += [f"{label_shown(name)} {shown(value)}" for name, value in claim.answer.items()]
    return {
        "player": claim.by,
        "says": claim.says,
        "expects": say("report.expects", expected=", ".join(expected)) if expected else "",
        "mark": mark,
        "sign": sign,
    }
