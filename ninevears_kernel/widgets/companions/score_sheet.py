"""The score sheet of *Musket & Pike*: counters for each side, and the umpire's arithmetic row by row."""

from __future__ import annotations

import re
from html import escape
from itertools import groupby
from typing import Any

import ipywidgets as W

from ...core.clauses import clause
from ...core.errors import BadInput, NinevearsError, repr_short
from ...core.letters import without_accents
from ...core.messages import Message, say, shown
from ...core.readings import readings
from ...core.rulings import Ruling
from ...musket_pike.points_table import Game, Row, games, points_by_event
from ...umpire.cases.cases import rule_case
from ..parts.keyboard import KeyboardGuard
from ..parts.theme import THEME, style

STYLE = THEME + style("score_sheet")
LABEL, CELL, BOTH_CELLS = "370px", "120px", "244px"
_NUMBERS = re.compile(r"[\s,;]+")


class ScoreSheet(W.VBox):
    """A form that keeps the score of a battle; every change is ruled on at once.

    Args:
        game: short name of the game, such as TACW.
        scenario: what the scenario changes, as in a case of the question victory-points.

    Attributes:
        ruling: the last ruling, or None while the form cannot be used.
        counters: the fields by kind and side; those of commanders with a name take their ratings.

    Raises:
        BadInput: there is no such game.
    """

    def __init__(self, game: str = "TACW", scenario: dict[str, Any] | None = None, **more: Any) -> None:
        if game not in games():
            raise BadInput("game", game, Message.one_of(games()))
        self.game: Game = games()[game]
        self.scenario: dict[str, Any] = {"rows": [], "hexes": [], **(scenario or {})}
        self.scenario = {k: list(v) if isinstance(v, list | tuple) else v for k, v in self.scenario.items()}
        self.ruling: Ruling | None = None
        self.counters: dict[tuple[str, str], W.BoundedIntText | W.Text] = {}
        self._holders: list[W.Dropdown] = []
        rows = [row for row in points_by_event().values() if row.game in (None, self.game.name)]
        by_clause: list[W.Widget] = []
        for clause_id, group in groupby(rows, key=lambda row: row.clause):
            by_clause += [_heading(clause_id), *map(self._row, group)]
        self._rows = W.VBox(by_clause)
        self._own = W.VBox()
        self.error: W.HTML = W.HTML()
        self.arithmetic: W.HTML = W.HTML()
        title = escape(say("widget.sheet-title", game=self.game.title))
        super().__init__(
            [
                W.HTML(f"{STYLE}<b style='font-size:17px'>{title}</b>"),
                W.HTML(escape(say("widget.sheet-who"))),
                self._head(), self._rows, self._own, self._adding(), self.error, self.arithmetic,
                KeyboardGuard(),
            ],
            **more,
        )  # fmt: skip
        self.add_class("ninevears-sheet")
        self._show_scenario()
        self.score()

    def _head(self) -> W.HBox:
        names = [W.HTML(layout=W.Layout(width=LABEL, flex="0 0 auto"))]
        names += [
            W.HTML(f"<b>{escape(shown(side))}</b>", layout=W.Layout(width=CELL, flex="0 0 auto"))
            for side in self.game.sides
        ]
        return W.HBox(names)

    def _row(self, row: Row) -> W.HBox:
        per = "widget.sheet-per-rating" if row.per == "rating" else "widget.sheet-per-one"
        points = self.scenario.get("points", {}).get(row.kind, row.points)
        label = say(per, what=row.label, points=points)
        cells: list[W.Widget] = [W.HTML(escape(label), layout=W.Layout(width=LABEL, flex="0 0 auto"))]
        for side in self.game.sides:
            if row.scorer == "first" and side != self.game.first:
                cells.append(W.HTML("<span aria-hidden='true'>–</span>"))
            else:
                cells.append(self._counter(row.kind, side, row.label, rated=row.per == "rating"))
        return W.HBox(cells)

    def _counter(self, kind: str, side: str, label: str, rated: bool = False) -> W.Widget:
        name = say("widget.sheet-cell", side=side, what=label)
        common = {"description": name, "tooltip": name, "layout": W.Layout(width=CELL, flex="0 0 auto")}
        if rated:
            field = W.Text(placeholder=say("widget.sheet-ratings"), continuous_update=False, **common)
        else:
            field = W.BoundedIntText(min=0, max=999, **common)
        field.add_class("ninevears-sheet-cell")
        field.observe(lambda _: self.score(), "value")
        self.counters[kind, side] = field
        return field

    def _adding(self) -> W.Accordion:
        narrow = {"description_width": "9em"}
        self.new_row: W.Text = W.Text(description=say("widget.sheet-row"), style=narrow)
        self.new_hex: W.Text = W.Text(description=say("widget.sheet-hex"), style=narrow, placeholder="0304")
        number = {"min": 0, "max": 999, "description": say("widget.sheet-points"), "style": narrow}
        self.row_points: W.BoundedIntText = W.BoundedIntText(**number)
        self.hex_points: W.BoundedIntText = W.BoundedIntText(**number)
        self.add_row_button: W.Button = W.Button(
            description=say("widget.sheet-add-row"), layout=W.Layout(width="auto")
        )
        self.add_hex_button: W.Button = W.Button(
            description=say("widget.sheet-add-hex"), layout=W.Layout(width="auto")
        )
        self.add_row_button.on_click(
            lambda _: self._added(lambda: self.add_row(self.new_row.value, self.row_points.value))
        )
        self.add_hex_button.on_click(
            lambda _: self._added(lambda: self.add_hex(self.new_hex.value, self.hex_points.value))
        )
        form = W.VBox(
            [
                W.HBox([self.new_row, self.row_points, self.add_row_button]),
                W.HBox([self.new_hex, self.hex_points, self.add_hex_button]),
            ]
        )
        return W.Accordion([form], titles=[say("widget.sheet-scenario")])

    def _added(self, add: Any) -> None:
        try:
            add()
        except NinevearsError as error:
            self._complain(error)

    def add_row(self, description: str, points: int) -> None:
        """Adds a row of the scenario, with a counter for each side.

        Raises:
            BadInput: it has no name, or one that a row has already; tells what was typed.
        """
        kind = re.sub(r"[^a-z0-9]+", "-", without_accents(description).casefold()).strip("-")
        try:
            self._change("rows", {"kind": kind, "points": points, "description": description.strip()})
        except BadInput as error:
            typed = description if error.found == kind else error.found
            raise BadInput(error.field, typed, error.expected) from None

    def add_hex(self, hex: str, points: int) -> None:
        """Adds a hex that scores for the side whose troops last passed through.

        Raises:
            BadInput: it is no hex, or one that scores already.
        """
        self._change("hexes", {"hex": hex.strip(), "points": points})

    def _change(self, part: str, entry: dict[str, Any]) -> None:
        changed = {**self.scenario, part: [*self.scenario[part], entry]}
        rule_case(self._case([], changed))  # the engine says what is wrong with it; then nothing has changed
        self.scenario = changed
        self._show_scenario()
        self.score()

    def _show_scenario(self) -> None:
        """A row for each row and each hex of the scenario; those that are there keep what was entered."""
        shown_now = list(self._own.children)
        have = len(shown_now) - len(self._holders)
        rows, hexes = shown_now[:have], shown_now[have:]
        for own in self.scenario["rows"][len(rows) :]:
            label = own.get("description") or own["kind"].replace("-", " ")
            text = escape(say("widget.sheet-per-one", what=label, points=own["points"]))
            cells = [self._counter(own["kind"], side, label) for side in self.game.sides]
            rows.append(W.HBox([W.HTML(text, layout=W.Layout(width=LABEL, flex="0 0 auto")), *cells]))
        for own in self.scenario["hexes"][len(hexes) :]:
            name = say(
                "widget.sheet-holder-stays" if own.get("must_stay") else "widget.sheet-holder",
                hex=own["hex"], points=own["points"],
            )  # fmt: skip
            before = [*filter(None, [own.get("at_start"), *own.get("passed", ())])]
            unchanged = (
                say("widget.sheet-as-before", side=before[-1]) if before else say("widget.sheet-nobody")
            )
            sides = [(unchanged, ""), *((shown(side), side) for side in self.game.sides)]
            holder = W.Dropdown(
                options=sides,
                description=name,
                tooltip=name,
                layout=W.Layout(width=BOTH_CELLS, flex="0 0 auto"),
            )
            holder.add_class("ninevears-sheet-cell")
            holder.observe(lambda _: self.score(), "value")
            self._holders.append(holder)
            hexes.append(
                W.HBox([W.HTML(escape(name), layout=W.Layout(width=LABEL, flex="0 0 auto")), holder])
            )
        self._own.children = [*rows, *hexes]

    def _case(self, events: list[dict[str, Any]], scenario: dict[str, Any]) -> dict[str, Any]:
        given = {"game": self.game.name, "events": events, "scenario": scenario}
        return {
            "format": "ninevears-case/1", "system": "MP", "question": "victory-points", "given": given,
        }  # fmt: skip

    @property
    def case(self) -> dict[str, Any]:
        """What the form says, as a case for the umpire.

        Raises:
            BadInput: a rating is no whole number.
        """
        events = [event for key, field in self.counters.items() for event in _events(*key, field)]
        hexes = [
            _taken(own, holder.value) if holder.value else own
            for own, holder in zip(self.scenario["hexes"], self._holders, strict=True)
        ]
        return self._case(events, {**self.scenario, "hexes": hexes})

    def score(self) -> Ruling | None:
        """Has the engine score the sheet, and shows its arithmetic or what is wrong with the form."""
        try:
            self.ruling = rule_case(self.case)
            self.error.value = ""
        except NinevearsError as error:
            self.ruling = None
            self._complain(error)
        self.arithmetic.value = "" if self.ruling is None else arithmetic_html(self.ruling)
        return self.ruling

    def _complain(self, error: NinevearsError) -> None:
        said = str(error)
        if isinstance(error, BadInput):  # fields of a case mean nothing to who sees a form
            said = say("widget.sheet-bad", found=repr_short(error.found), expected=error.expected)
        self.error.value = f"<p role='alert'>⚠ {escape(said)}</p>"


def _heading(clause_id: str) -> W.HTML:
    text = say("widget.sheet-heading", title=clause(clause_id).title, clause=clause_id)
    return W.HTML(f"<h4>{escape(text)}</h4>")


def _taken(hex: dict[str, Any], side: str) -> dict[str, Any]:
    """A scoring hex after troops of a side passed through, and stand there where that is asked for."""
    taken = {**hex, "passed": [*hex.get("passed", ()), side]}
    return taken | {"troops": side} if hex.get("must_stay") else taken


def _events(kind: str, side: str, field: W.Widget) -> list[dict[str, Any]]:
    if isinstance(field, W.BoundedIntText):
        return [{"side": side, "kind": kind, "count": field.value}] if field.value else []
    events = []
    for text in _NUMBERS.split(field.value.strip()):
        if not text:
            continue
        try:
            rating = int(text)
        except ValueError:
            raise BadInput(kind, text, Message("mp.expected-rating")) from None
        events.append({"side": side, "kind": kind, "rating": rating})
    return events


def arithmetic_html(ruling: Ruling) -> str:
    """A ruling on victory points as a table of its rows with sums, the outcome, and the steps in words.

    Args:
        ruling: on the question victory-points.
    """
    answer = ruling.answer or {}
    sides = list(answer["points"])
    head = "".join(
        f"<th scope='col'{' class=number' if number else ''}>{escape(text)}</th>"
        for text, number in (
            (say("widget.sheet-what"), False),
            (say("widget.sheet-clause"), False),
            *((shown(side), True) for side in sides),
        )
    )
    body = "".join(_table_row(row, sides) for row in answer["rows"])
    sums = "".join(f"<td class='number'>{answer['points'][side]}</td>" for side in sides)
    margin = f"<td class='number' colspan='{len(sides)}'>{answer['margin']}</td>".replace("-", "−")
    difference = escape(say("widget.sheet-margin", first=sides[0], other=sides[1]))
    foot = (
        f"<tr><th scope='row' colspan='2'>{escape(say('widget.sheet-sum'))}</th>{sums}</tr>"
        f"<tr><th scope='row' colspan='2'>{difference}</th>{margin}</tr>"
    )
    steps = "".join(f"<li>{escape(f'{s.clause_id}: {s.says}')}</li>" for s in ruling.steps)
    caption = escape(say("widget.sheet-arithmetic"))
    words = escape(say("widget.sheet-in-words"))
    return (
        f"<h4>{caption}</h4>"
        f"<p class='outcome' role='status' aria-live='polite'>{escape(str(ruling.says))}</p>"
        f"{_refused(ruling)}<table aria-label='{caption}'><thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
        f"<tfoot>{foot}</tfoot></table>{_doubts(ruling)}<details><summary>{words}</summary><ol>{steps}</ol></details>"
    )


def _table_row(row: Any, sides: list[str]) -> str:
    known = points_by_event().get(row["kind"])
    what = shown(known.label) if known else row["kind"].replace("-", " ")
    if row["rating"] is not None:
        what = say("widget.sheet-rated", what=what, rating=row["rating"])
    sum_of_row = f"{row['count']} × {row['each']} = {row['points']}"
    cells = "".join(f"<td class='number'>{sum_of_row if side == row['side'] else ''}</td>" for side in sides)
    return f"<tr><th scope='row'>{escape(what)}</th><td>{escape(row['clause'])}</td>{cells}</tr>"


def _doubts(ruling: Ruling) -> str:
    """What the score would be under another reading of a doubtful row."""
    said = [
        say(
            "widget.sheet-doubt", clause=used.clause_id, meaning=readings()[used.name].options[other.option],
            outcome=other.says,
        )
        for used in ruling.readings
        for other in used.others
    ]  # fmt: skip
    return "".join(f"<p style='margin:4px 0'>⚠ {escape(text)}</p>" for text in said)


def _refused(ruling: Ruling) -> str:
    return "".join(f"<p role='alert'>✗ {escape(f'{v.clause_id}: {v.says}')}</p>" for v in ruling.violations)
