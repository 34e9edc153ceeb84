"""The letter of a decision: one page that both players get, or one of them, or the umpire, as a page, a PDF,
Markdown or JSON.

All that leaves is made of the case and the ruling as the seat may know them (`reports.seen`), of the umpire's
own words, and of facts that pass `telling`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from textwrap import wrap
from typing import Any

from markupsafe import Markup
from msgspec import structs

from ...core.clauses import clause as clause_of
from ...core.errors import BadInput, DocketError
from ...core.messages import Message, say
from ...core.render import plain, to_data
from ...core.rulings import VERDICTS, Ruling
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.components.sides import SIDES, Seat
from ...nine_years.games.links import link_to
from ...nine_years.games.view import seat_named
from ...typefaces import with_type
from ..cases.asked import asked
from ..cases.cases import Claim, case_from_data, question_of, rule_case
from ..cases.claims import claims_of, holds
from ..cases.rules_files import rule_tables_of
from ..cases.versions import headline
from ..reports.embedded_case import HTML_ID, MARKDOWN_FENCE, pdf_comments
from ..reports.map import ReportMap, report_map
from ..reports.reports import TONES, Report, templates
from ..reports.sections import Section
from ..reports.seen import check_seat
from ..search.what_would_change import what_would_change
from .findings import TAKE_BACK
from .letter_facts import claims_seen, facts_seen, set_right_since, version_words, with_sides, year_of
from .letter_result import pictured, result_of, result_words
from .letter_words import (
    MOST_CITED,
    RESULT,
    cut_short,
    deciding,
    grouped,
    moment,
    named_in,
    on_one_page,
    read_otherwise,
    reckoned,
    rolled,
    whose,
)
from .precedents import Judge, in_force_after
from .reader import DocketReader
from .records import OVERRIDE, Appeal, Decided, StoredCase

FORMAT = "ninevears-letter/1"
TEMPLATES = Path(__file__).parent / "templates"
MOST_RULINGS = 200
"""So many rulings are made to find what would change a decision: the same for every copy of a letter."""
MAP_WIDTH, MAP_ACROSS = 540, 1100
"""The width of the map in pixels, twice that on the page; the least that it shows, in units of the sheet."""
LINK_WIDTH = 76
"""Letters of a line of a link: mails leave such lines alone."""


@dataclass(frozen=True)
class Letter:
    """A decision as it is sent.

    Attributes:
        decision: the decision.
        stored: its case, as the docket has it.
        report: the case with its ruling, made again as it was ruled, and what would change it.
        game: the name of its game; empty where it has none.
        appeals: the appeals from it.
        replaced_by: the decision that took its place, or None.
        differs: whether this kit rules otherwise than the docket says.
        set_right: the later state of its game in which the log was set right, or None.
    """

    decision: Decided
    stored: StoredCase
    report: Report
    game: str
    appeals: tuple[Appeal, ...]
    replaced_by: Decided | None
    differs: bool
    set_right: int | None = None

    @property
    def seat(self) -> Seat:
        """For whom it is."""
        return self.report.seat

    @property
    def number(self) -> int:
        """The number of the decision."""
        return self.decision.number

    @property
    def is_override(self) -> bool:
        """Whether the umpire decided otherwise than the kit ruled."""
        return self.decision.kind == OVERRIDE

    @property
    def is_withheld(self) -> bool:
        """Whether the ruling rests on something that the seat may not see."""
        return self.report.held

    @property
    def ruling(self) -> Ruling:
        """The ruling as the seat may read it."""
        return self.report.seen.ruling

    @cached_property
    def data(self) -> dict[str, Any]:
        """The letter as plain data; all its forms are made of it."""
        decided, case = self.decision, self.report.case
        facts, withheld = facts_seen(self.decision.facts, self.report)
        ruling, decides = self.ruling, self._decides
        told, claims = with_sides(facts, claims_seen(self.report), ruling.verdict, headline(ruling))
        return {
            "format": FORMAT,
            "for": self.seat,
            "number": decided.number,
            "case": self.stored.number,
            "game": self.game,
            "umpire": decided.by,
            "written": decided.written,
            "system": case.system,
            "asked": case.question,
            "title": self.report.case.title,
            "question": self._question,
            "verdict": decided.verdict,
            "verdict_says": say(f"report.verdict-{decided.verdict}"),
            "override": self.is_override,
            "ruled": self.stored.ruling["verdict"],
            "ruled_says": say(f"report.verdict-{self.stored.ruling['verdict']}"),
            "headline": self._headline,
            "reason": decided.reason,
            "claims": claims,
            "facts": told,
            "facts_withheld": withheld,
            "decides": decides,
            "result": result_of(self.report, not self.is_override, decides["says"]),
            "remedy": {"kind": decided.remedy, "says": self._remedy},
            "appeal": {"until": decided.appeal_ends, "appeals": list(map(self._appeal, self.appeals))},
            "notes": list(self._notes()),
            "rules": self._rules,
            "link": self._link,
            "map": list(self.map.says) if self.map else [],
        }

    @property
    def _question(self) -> str:
        """What was ruled on, in words, of the places and sides of the case; its title may be no question."""
        case = self.report.seen.case
        if self.is_withheld and case.question == "action":  # an order may name a card of a hand
            return str(question_of(case).about)
        return asked(case).says

    @cached_property
    def map(self) -> ReportMap | None:
        """The map close by what is decided; None where a case has none."""
        report = self.report
        return report_map(
            report.seen.case, report.seen.ruling, report.rule_tables,
            seat=self.seat, width=MAP_WIDTH, least=MAP_ACROSS, marked=not self.is_override,
        )  # fmt: skip

    @property
    def _headline(self) -> str:
        if self.is_override:
            return self.decision.reason
        if self.differs:
            return str(self.stored.ruling["says"]) if self.seat == "umpire" else say("letter.as-decided")
        return str(self.ruling.says)

    @property
    def _decides(self) -> dict[str, Any]:
        """The sentence that decides, and the paragraph that it rests on."""
        told, _ = facts_seen(self.decision.facts, self.report)
        others = [fact["other"] for fact in told if fact["status"] == "found" and fact.get("other")]
        against = (
            _as_claim(one) for one in others if one.get("parts") or one["verdict"] != self.ruling.verdict
        )
        loser = self._loser or next(filter(None, against), None)
        parts = next((other["parts"] for other in others if other.get("parts")), ())
        own = "" if self.is_withheld else self.decision.answer_to_loser
        about = own or (loser.says if loser else "")
        says, found, first = deciding(self.ruling, self._headline, about, parts)
        if named := named_in(own, self.ruling.system):  # what the umpire names is quoted
            found = list(dict.fromkeys([*named, *found]))[:MOST_CITED]
            first = clause_of(named[0])
        if own:
            says = [own] if self.is_override else [own, *reckoned(self.ruling, own)]
        elif self.is_override:
            ruled = say(f"report.verdict-{self.ruling.verdict}")
            says = [say("report.kit-ruled", verdict=ruled, says=self.ruling.says)]
        if self.decision.answer_to_loser or self.is_override:
            loser = None
        quoted = f"{first.id} ({say(f'basis.{first.basis}')})" if first else ""
        if first and says:
            quoted += f": {first.says}"
        elif first:  # the ruling says no more than its headline: the paragraph itself decides
            says = [first.says]
        return {
            "says": " ".join(dict.fromkeys(says)),
            "loser": loser and {"by": loser.by, "says": cut_short(loser.says)},
            "clauses": found,
            "paragraph": quoted,
            "readings": [] if self.is_override else read_otherwise(self.ruling, self.report.precedents),
        }

    @property
    def _loser(self) -> Claim | None:
        """The first claim that the decision does not bear out."""
        decided = self.report.decided
        return next(
            (one for one in self.report.case.claims if one.says and holds(one, decided) is False), None
        )

    @property
    def _remedy(self) -> str:
        decided = self.decision
        first = [say(f"letter.orders-{decided.remedy}")] if decided.remedy else []
        if not decided.remedy and not decided.remedy_says:
            unsaid = decided.verdict == "illegal"
            first = [say("letter.orders-unsaid" if unsaid else "letter.orders-none")]
        return " ".join([*first, *filter(None, [decided.remedy_says])])

    @property
    def _link(self) -> str:
        """A link to the case as the seat may know it; empty where it would be too long for a mail."""
        seen = self.report.seen
        try:
            return link_to(plain(self.report.embedded.case), seat=self.seat, known=seen.known)
        except BadInput:
            return ""

    def _appeal(self, appeal: Appeal) -> dict[str, Any]:
        """An appeal; what a party wrote to the umpire may tell its hand, and is left to the umpire."""
        heard = appeal.outcome
        found: dict[str, Any] = {
            "number": appeal.number,
            "by": appeal.party,
            "written": appeal.written,
            "late": appeal.written > self.decision.appeal_ends,
            "outcome": heard.outcome if heard else "",
            "why": heard.reason if heard else "",
        }
        return found | {"reason": appeal.reason if self.seat == "umpire" else ""}

    def _notes(self) -> Any:
        if self.replaced_by is not None:
            verdict = say(f"report.verdict-{self.replaced_by.verdict}")
            yield say("letter.replaced", number=self.replaced_by.number, verdict=verdict)
        if self.stored.successor is not None:
            number, verdict = self.stored.successor
            yield say("letter.case-replaced", number=number, verdict=say(f"report.verdict-{verdict}"))
        if self.decision.corrects is not None:
            yield say("letter.instead-of", number=self.decision.corrects)
        if self.decision.departs_from:
            says = say("docket.departs", numbers=Message.all_of(self.decision.departs_from))
            # an override has its reason as the headline; one for a ruling on a hand may tell of the hand
            yield says if self.is_override or self.is_withheld else f"{says} {self.decision.reason}"
        if self.decision.position is not None:
            yield say("docket.sets-position")
        if self.set_right is not None:
            yield say("letter.set-right-since", number=self.set_right)
        if self.differs:
            yield say("letter.differs", kit=self.stored.in_force.get("kit", "?"))

    @property
    def _rules(self) -> str:
        report = self.report
        tables = say("report.own-rules", name=report.rules.name) if report.rules else say("letter.kit-tables")
        adopted = [say("letter.by-precedent", name=name, number=n) for name, n in report.precedents.items()]
        return " ".join([say(f"letter.system-{report.case.system}"), tables, *adopted])

    def _repr_html_(self) -> str:
        page = Markup.escape(to_html(self))
        title = Markup.escape(say("letter.title", number=self.number))
        style = "width:100%;height:60em;border:0"
        return f'<iframe title="{title}" sandbox="" style="{style}" srcdoc="{page}"></iframe>'

    @cached_property
    def folds(self) -> tuple[tuple[str, tuple[Section, ...]], ...]:
        """What is folded away, or on the second page: each heading with its sections."""
        steps, changes, rest = say("report.steps"), say("report.changes"), []
        found: dict[str, tuple[Section, ...]] = {}
        for section in self.report.sections:
            if section.svg is not None:
                continue  # the map is on the first page
            if section.heading == changes and self.report.changes is None and self.ruling.verdict == RESULT:
                continue
            if section.heading == steps:
                found[say("letter.all-steps", count=len(section.rows))] = (section,)
            elif section.heading == changes:
                found[changes] = (section,)
            else:
                rest.append(section)
        return (*found.items(), (say("letter.rest"), tuple(rest)))


def letter_of(docket: DocketReader, number: int, seat: Seat = "both", *, search: bool = True) -> Letter:
    """The letter of a decision.

    Args:
        docket: the docket.
        number: the number of the decision, or of its case, whose decision in force is meant then.
        seat: for whom it is: ``both``, ``Bourbon``, ``Alliance`` or ``umpire``.
        search: whether to look for what would change the decision, which takes a while.

    Raises:
        BadInput: there is no such seat, or not in the system of the case.
        DocketError: there is no such case or decision, or the case is not decided.

    >>> from .docket import Docket
    >>> docket = Docket.open("sqlite://")
    >>> case = docket.add_case({"format": "ninevears-case/1", "system": "NY", "question": "rally",
    ...                         "given": {"rating": 5}})
    >>> _ = docket.decide(case.number, by="Anna")
    >>> letter_of(docket, case.number, search=False).data["headline"]
    'The leader may rally 3 corps in one action.'
    """
    seat = seat_named(seat)
    record = docket.record(number)
    if isinstance(record, Decided):
        decision, stored = record, docket.case(record.case)
    elif isinstance(record, StoredCase):
        if record.decision is None:
            raise DocketError(Message("docket.not-decided-yet", case=number))
        decision, stored = record.decision, record
    else:
        raise DocketError(Message("letter.no-decision", number=number))
    check_seat(str(stored.case["system"]), seat)
    report, differs = _ruled_again(docket, stored, decision, seat)
    if search and not differs and report.ruling.verdict != RESULT:  # there only numbers would change
        changes = what_would_change(
            report.case_to_search, rules=report.rule_tables, most_rulings=MOST_RULINGS, seconds=None
        )
        report = replace(report, changes=changes)
    by = decision.corrected_by
    return Letter(
        decision,
        stored,
        report,
        "" if stored.game is None else docket.game(stored.game).name,
        tuple(one for one in docket.appeals(stored.number) if one.decision == decision.number),
        None if by is None else docket.decision(by),
        differs,
        set_right_since(docket, stored, decision.number),
    )


def _ruled_again(
    docket: DocketReader, stored: StoredCase, decision: Decided, seat: Seat
) -> tuple[Report, bool]:
    """The report on a stored case by what was in force when it was ruled, and whether this kit rules
    otherwise than is written.
    """
    force = in_force_after(one for one in docket.precedents() if one.number < stored.number)
    rules = Judge(force).rules_file(stored.rules)
    rule_tables = rule_tables_of(rules) if rules else standard_rule_tables()
    case = case_from_data(plain(stored.case))
    adopted = {name: n for name, n in force.reading_precedents.items() if name not in case.readings}
    if adopted:
        case = structs.replace(case, readings={**force.readings, **case.readings})
    if not case.claims:
        case = structs.replace(case, claims=claims_of(stored.claims))
    ruling = rule_case(case, rules=rule_tables)
    said = json.loads(json.dumps(to_data(ruling)))
    differs = any(said.get(name) != plain(stored.ruling.get(name)) for name in ("verdict", "answer"))
    return Report(case, ruling, None, rules, rule_tables, adopted, decision.departure, seat), differs


def _as_claim(other: Mapping[str, Any]) -> Claim | None:
    """The words in which somebody told a version that was not found; None where these are not known."""
    words, by = other.get("said"), other.get("by")
    return Claim(by, words) if words and by else None


# ---- exports


def to_html(letter: Letter) -> str:
    """The letter as a page in one file, without a script or a link to anything outside; on paper one page of
    A4, and what is folded on those after it.
    """
    words = _words(letter)
    words["letter"] = {**words["letter"], "result": pictured(words["letter"]["result"])}
    shown, more = on_one_page(words["facts"])
    found = templates(TEMPLATES).get_template("letter.html").render(
        **{**words, "facts": shown},
        folds=(*letter.folds, *more),
        tone=TONES.get(letter.decision.verdict, ""),
        svg=Markup(letter.map.svg) if letter.map else None,  # the kit drew and escaped it
        embedded=Markup(letter.report.embedded.text()),  # holds no sign that means anything to a page
        case_shown=json.dumps(letter.report.embedded.case, ensure_ascii=False, indent=1),
        html_id=HTML_ID,
    )  # fmt: skip
    return with_type(found)


def to_markdown(letter: Letter) -> str:
    """The letter as Markdown, to be sent by mail."""
    page = templates(TEMPLATES).get_template("letter.md")
    return page.render(
        **_words(letter), folds=letter.folds, fence=MARKDOWN_FENCE, embedded=letter.report.embedded.text()
    )


def to_text(letter: Letter) -> str:
    """The first page of the letter in plain words, as a terminal shows it."""
    page = templates(TEMPLATES).get_template("letter.txt").render(**_words(letter))
    return "\n".join(line.rstrip() for line in page.strip().splitlines()) + "\n"


def to_json(letter: Letter) -> str:
    """The letter as JSON."""
    return json.dumps(letter.data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_pdf(letter: Letter) -> bytes:
    """The letter as a PDF, by a browser or weasyprint.

    Raises:
        NoConverter: nothing here can make one.
    """
    from ..reports import pdf

    return pdf.converted(to_html(letter), pdf_comments(letter.report.embedded))


WRITERS: Mapping[str, Callable[[Letter], str | bytes]] = {
    "text": to_text,
    "markdown": to_markdown,
    "html": to_html,
    "pdf": to_pdf,
    "json": to_json,
}
ENDINGS = {".txt": "text", ".md": "markdown", ".html": "html", ".pdf": "pdf", ".json": "json"}


def form_of(path: str | Path) -> str:
    """The form that the ending of a file says.

    Raises:
        BadInput: no letter ends so.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise BadInput("out", str(path), Message("letter.ending"))
    return ENDINGS[ending]


def _words(letter: Letter) -> dict[str, Any]:
    """What the templates see besides what only a page has."""
    data = letter.data
    year = year_of(letter.report)
    sealed = "umpire" if letter.seat == "umpire" else "side" if letter.seat in SIDES else "both"
    if sealed == "both" and data["system"] != "NY":
        sealed = "nothing"  # their cases have no hands, decks or seed that could be left out
    return {
        "letter": data,
        "title": say("letter.title", number=letter.decision.number),
        "says": say,
        "moment": moment,
        "status": lambda status: say(f"letter.fact-{status}"),
        "rolled": rolled,
        "result": result_words(data["result"]),
        "version": version_words,
        "whose": whose,
        "heard": lambda outcome: say(f"letter.appeal-{outcome}"),
        "named": lambda verdict: say(f"report.verdict-{verdict}") if verdict in VERDICTS else verdict,
        "year": say("letter.campaign", year=year) if year else "",
        "sealed": say(f"letter.sealed-{sealed}", side=letter.seat),
        "held": say("report.case-held") if letter.is_withheld else "",
        "takes_back": letter.decision.remedy == TAKE_BACK,
        "facts": list(grouped(data["facts"])),
        "link_lines": wrap(data["link"], LINK_WIDTH, break_on_hyphens=False),
    }
