"""Where the parts of the umpire's desk stand: three columns, the parts in each, and what the map shows."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as W

from ...core.messages import say
from ...core.questions import Question
from ...nine_years.components.rule_tables import RuleTables
from ...umpire.reports.reports import Report
from ...umpire.reports.shown_on_map import shown_on_map, view_of
from ..map.war_map import WarMap
from .parts import column, fold, section

COLUMNS = ("mail", "place", "judged")


def sections_of(desk: Any) -> dict[str, W.VBox]:
    """The three columns of a desk (`UmpireDesk`) and their parts, by name."""
    law = fold(say("desk.law"), W.VBox([desk.readings, desk.custom_rules]))
    players = fold(say("desk.players"), desk.players)
    no_map = W.HTML(f"<p class='told'>{escape(say('desk.no-map'))}</p>")
    asks = desk.asked
    asked = [asks.form_box, asks.orders_box, asks.key_words, law]
    kept = [fold(say("desk.docket-heading"), desk.docket)] if desk.docket else []
    versions = desk.mailed.versions
    parts = {
        "case": section("case", [asks.system, asks.question, asks.heading, desk.beginnings]),
        "asked": section("asked", asked),
        "players": section("players", [players]),
        "position": section("position", [desk.position]),
        "why-not": section("why-not", [desk.why_fold]),
        "no-map": section("no-map", [no_map]),
        "ruling": section("ruling", [desk.buttons, desk.dice_form, desk.error, versions, desk.outcome]),
        "docket": section("docket", kept),
    }
    for name in ("case", "asked"):
        parts[name].add_class("ninevears-asks")
    mail = [desk.mail, parts["case"], parts["asked"], parts["players"]]
    place = [parts["position"], desk.righting, parts["no-map"], parts["why-not"]]
    judged = [parts["ruling"], parts["docket"]]
    return parts | {
        "mail": column("mail", "desk.mail", desk.files, mail),
        "place": column("place", "desk.situation", desk.position.says, place),
        "judged": column("judged", "desk.ruling-heading", desk.mailed.at_once, judged),
    }


def columns_of(sections: dict[str, W.VBox]) -> W.Box:
    """The three columns beside each other; under each other where there is no room."""
    columns = W.Box([sections[name] for name in COLUMNS])
    columns.add_class("ninevears-columns")
    return columns


def offer_dice(desk: Any, question: Question) -> None:
    """Asks a desk's umpire for dice where a question rolls some, or where a case has some all the same."""
    is_asked = question.results or desk.dice.value
    for one in (desk.dice_form, desk.odds_button, desk.roll_button):
        one.layout.display = None if is_asked else "none"


def draw(war_map: WarMap, report: Report | None, rules: RuleTables) -> None:
    """Draws on the map what a report rules on, and goes there; None takes it away."""
    drawn = shown_on_map(report.case, report.ruling, rules) if report else None
    war_map.show_ruling(report.ruling if report else None)
    war_map.show_path(())  # it is laid with the rest
    war_map.lay("case", drawn.marks if drawn else {}, drawn.says if drawn else ())
    if drawn and war_map.view == "all":  # the reader has not gone elsewhere
        war_map.go_to(view_of(drawn.names))
