"""A battle or siege of history beside the rules: its position on the map, the odds, and what happened."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

import ipywidgets as W

from ...chronicle.beside_many import fought
from ...chronicle.forces_beside import FEWEST
from ...chronicle.frames import VIEW_OF
from ...chronicle.happenings import Happening, Role, happening, happenings
from ...chronicle.rules_beside import MOST_ROLLS, Beside, beside
from ...chronicle.sentences import describe_month, describe_outcome, describe_party, describe_sources, when
from ...core.errors import BadInput
from ...core.messages import Message, say
from ...nine_years.atlas.sheet import VIEWS
from ...nine_years.components.map import game_map
from ...nine_years.components.position import Corps, Position
from ...nine_years.components.powers import side_of
from ...nine_years.components.sides import Side, enemy
from ..map.war_map import WarMap
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.fields import Quiet, labelled
from ..parts.keyboard import KeyboardGuard
from ..parts.odds_chart import Chart, chances_chart, odds_chart
from ..parts.ruling_card import STYLE as CARD_STYLE, card_html
from ..parts.tables import cells, items, table
from ..parts.theme import style

KINDS = ("battle", "siege")
STYLE = style("rules_beside")


class RulesBeside(Composed):
    """A battle or siege of the chronicle beside the rules: choose one; its position, its odds, its end.

    Args:
        event: the id of the one that is shown first.
        kinds: battle, siege or both: what can be chosen from.
        height: of the map, in CSS.

    Attributes:
        found: the event beside the rules (`chronicle.rules_beside.Beside`).

    Raises:
        UnknownName: the chronicle has no such event.
        BadInput: it is no battle or siege on the map; or there is no such kind.

    >>> shown = RulesBeside("namur-1692")
    >>> shown.found.ruling.verdict
    'legal'
    >>> shown.show("fleurus-1690")
    >>> shown.event.value
    'fleurus-1690'
    """

    def __init__(
        self, event: str = "namur-1692", kinds: Iterable[str] = KINDS, height: str = "420px", **more: Any
    ) -> None:
        wanted = tuple(kinds)
        for kind in wanted:
            if kind not in KINDS:
                raise BadInput("kinds", kind, Message.one_of(KINDS))
        kept = [kind for kind in KINDS if kind in wanted] or list(KINDS)
        self.found: Beside = beside(event)
        both = [(say("rules-beside.kind-both"), "")] if len(kept) > 1 else []
        self.kind: W.Dropdown = labelled(
            W.Dropdown, "rules-beside.kind", tooltip="rules-beside.kind-tooltip",
            options=[*both, *((say(f"rules-beside.kind-{kind}"), kind) for kind in kept)],
        )  # fmt: skip
        self.event: W.Dropdown = labelled(
            W.Dropdown, "rules-beside.event", W.Layout(width="auto", max_width="460px"),
            tooltip="rules-beside.event-tooltip", options=_options(kept, event), value=event,
        )  # fmt: skip
        self._kinds = kept
        self._quiet = Quiet()
        self.beside: W.HTML = W.HTML()
        self.picture: W.HTML = W.HTML()
        self.more: W.HTML = W.HTML()
        position = _position(self.found)
        self.war_map: WarMap = WarMap(position, view=_view(happening(event)), insets=(), height=height)
        wrapped = W.Layout(flex_flow="row wrap", align_items="center")
        parts = [
            W.HTML(STYLE + CARD_STYLE), W.HBox([self.kind, self.event], layout=wrapped), self.beside,
            self.picture, self.war_map, self.more, KeyboardGuard(),
        ]  # fmt: skip
        super().__init__(parts, **more)
        self.add_class("ninevears-beside")
        self.kind.observe(lambda _: self._kind_chosen(), "value")
        self.event.observe(lambda _: self._event_chosen(), "value")
        self._show()
        made_in_this_cell(self)

    # ---- what a program does with it

    def show(self, event: str) -> None:
        """Shows another event.

        Raises:
            UnknownName: the chronicle has no such event.
            BadInput: it is no battle or siege on the map.
        """
        found = beside(event)
        with self._quiet:
            if event not in [id for _, id in self.event.options]:
                self.event.options = _options(self._kinds, event)
                if self.kind.value not in ("", happening(event).kind):
                    self.kind.value = self.kind.options[0][1]
            self.event.value = event
        self.found = found
        self._show()

    @property
    def text(self) -> str:
        """What is shown, as plain text."""
        one = happening(self.found.event)
        described = [f"{one.name}, {when(one)}", one.row["sentence"]]
        described += [" | ".join(cells) for cells in _rows(self.found, one)]
        described.append(describe_verdict(self.found))
        if not self.found.too_few:
            described.append(beside_chart(self.found).says)
        described += [str(message) for message in self.found.left_out]
        return "\n".join(described)

    # ---- what is pressed

    def _kind_chosen(self) -> None:
        if self._quiet:
            return
        kinds = [self.kind.value] if self.kind.value else self._kinds
        options = _options(kinds)
        ids = [id for _, id in options]
        event = self.found.event if self.found.event in ids else ids[0]
        with self._quiet:
            self.event.options = options
            self.event.value = event
        self.show(event)

    def _event_chosen(self) -> None:
        if not self._quiet and self.event.value is not None:
            self.show(self.event.value)

    # ---- what is shown

    def _show(self) -> None:
        one = happening(self.found.event)
        self.beside.value = beside_html(self.found)
        self.picture.value = "" if self.found.too_few else beside_chart(self.found)._repr_html_()
        self.more.value = _more_html(self.found, one)
        self.war_map.position = _position(self.found)
        answer = self.found.ruling.answer or {}
        lines = answer.get("lines") or ()
        self.war_map.show_path(lines[0]["path"] if lines else ())
        if self.war_map.view != _view(one):
            self.war_map.go_to(_view(one))
        self.war_map.selected = self.found.case["given"]["space"]


def _options(kinds: Iterable[str], wanted: str | None = None) -> list[tuple[str, str]]:
    """The events to choose from, by date; and one that is wanted besides."""
    ids = {id for kind in kinds for id in fought(kind)}
    if wanted is not None:
        ids.add(wanted)
    return [
        (say("rules-beside.option", month=describe_month(one.month), name=one.name), one.id)
        for one in happenings()
        if one.id in ids
    ]


def _view(one: Happening) -> str:
    found = VIEW_OF.get(one.theatre, "all")
    return found if found in VIEWS else "all"


def _position(found: Beside) -> Position:
    position: Position = found.case["given"]["position"]
    return position


# ---- in words


def beside_html(found: Beside) -> str:
    """History and the rules side by side as HTML that reads itself out, everything escaped.

    >>> "First siege of Namur" in beside_html(beside("namur-1692"))
    True
    """
    one = happening(found.event)
    rows = (
        f"<tr><th scope='row'>{escape(label)}</th>{cells(both)}</tr>" for label, *both in _rows(found, one)
    )
    heads = ("", say("rules-beside.history"), say("rules-beside.rules"))
    return (
        f"<div class='paper' role='region' aria-live='polite' aria-label='{escape(one.name, quote=True)}'>"
        f"<h4>{escape(one.name)}</h4><p>{escape(one.row['sentence'])}</p>"
        f"{table(heads, rows)}"
        f"<p><b>{escape(describe_verdict(found))}</b></p></div>"
    )


def _rows(found: Beside, one: Happening) -> list[tuple[str, str, str]]:
    """What history has and what the position has, row by row."""
    position, space = _position(found), found.case["given"]["space"]
    sides: dict[Role, Side] = {"attacker": found.case["given"]["side"]}
    sides["defender"] = enemy(sides["attacker"])
    rows = [
        (say("rules-beside.when"), when(one), say("rules-beside.january", year=position.year)),
        (say("rules-beside.where"), one.row["place"], _ground(found, space)),
    ]
    rows += [
        (say(f"rules-beside.{role}"), describe_party(one, role), _force(position, space, side))
        for role, side in sides.items()
    ]
    return [*rows, (say("rules-beside.end"), describe_outcome(one), _likely(found))]


def _ground(found: Beside, space: str) -> str:
    strength = game_map().by_name[space].fortress
    if not found.rolls or not strength:
        return space
    return say("rules-beside.walls", space=space, strength=strength)


def _force(position: Position, space: str, side: Side) -> str:
    """The corps and leaders of a side in a space."""
    corps = [one for one in position.corps_in(space) if side_of(position, one.power) == side]
    leaders = [one for one in position.leaders_in(space) if side_of(position, one.power) == side]
    described = [say("frame.of-side", side=side), *_describe_corps(corps)]
    if leaders:
        described.append(say("frame.led-by", people=Message.all_of([one.name for one in leaders])))
    return "; ".join(described)


def _describe_corps(corps: Iterable[Corps]) -> list[str]:
    found = list(corps)
    described = []
    for power in dict.fromkeys(one.power for one in found):
        full = sum(one.power == power and not one.reduced for one in found)
        reduced = sum(one.power == power and one.reduced for one in found)
        if full:
            described.append(say("rules-beside.corps", count=full, power=power))
        if reduced:
            described.append(say("rules-beside.reduced", count=reduced, power=power))
    return described or [say("rules-beside.nobody")]


def _likely(found: Beside) -> str:
    """What the rules make likely, in a few words."""
    if found.too_few:
        return say("rules-beside.too-few", men=FEWEST)
    if found.rolls:
        return say(
            "rules-beside.falls", first=_percent(found.rolls[0]), count=MOST_ROLLS,
            last=_percent(found.rolls[-1]),
        )  # fmt: skip
    described = [
        say("chart.row", value=str(winner), percent=_percent(chance), exact=chance)
        for winner, chance in found.likely["winner"]
    ]
    return say("rules-beside.wins", rows=described)


def describe_verdict(found: Beside) -> str:
    """What happened, and what the rules gave to it, in a sentence or two.

    >>> describe_verdict(beside("namur-1692")).startswith("Namur: ")
    True
    """
    if found.too_few:
        return f"{found.happened} {say('rules-beside.too-few', men=FEWEST)}"
    if found.chance is None:
        return f"{found.happened} {say('rules-beside.no-chance')}"
    id = "rules-beside.chance-of-battle" if not found.rolls else "rules-beside.chance-of-siege"
    chance = say(id, percent=_percent(found.chance), exact=found.chance, count=MOST_ROLLS)
    return f"{found.happened} {chance}"


def _percent(chance: Any) -> str:
    """A chance in whole percents; what is not sure never looks so."""
    value = float(chance)
    whole = value in (0, 1) or 0.005 <= value < 0.995
    return f"{value:.0%}" if whole else f"{min(max(value, 0.001), 0.999):.1%}"


def beside_chart(found: Beside) -> Chart:
    """The odds as a chart: of a siege that the fortress has fallen by each roll, of a battle who wins.

    >>> beside_chart(beside("trier-1688")).says.split(": ")[0]
    'Trier has fallen after'
    """
    if not found.rolls:
        return odds_chart(found.ruling, "winner", say("rules-beside.who-wins"))
    rolls = {say("rules-beside.roll", count=number): chance for number, chance in enumerate(found.rolls, 1)}
    return chances_chart(rolls, say("rules-beside.fallen", space=found.case["given"]["space"]))


def _more_html(found: Beside, one: Happening) -> str:
    """What is left out, the sources, and the ruling, which folds; of too few men it would say too much."""
    left, books = items(map(str, found.left_out)), items(describe_sources(one))
    ruling = "" if found.too_few else card_html(found.ruling)
    folds = ruling and f"<details><summary>{escape(say('rules-beside.ruling'))}</summary>{ruling}</details>"
    return (
        f"<div class='paper'><h4>{escape(say('rules-beside.left-out'))}</h4><ul>{left}</ul>"
        f"<h4 style='margin-top:8px'>{escape(say('rules-beside.sources'))}</h4><ul>{books}</ul>{folds}</div>"
    )


def many_chart(events: Iterable[str], title: str) -> Chart:
    """What the rules gave to the winner of each event, as a chart; those that nobody won are left out.

    Args:
        events: ids of battles and sieges on the map.
        title: stands over the chart.

    Raises:
        UnknownName: the chronicle has no such event.
        BadInput: one of them is no battle or siege on the map, or nobody won any.

    >>> many_chart(["fleurus-1690"], "Winners").says.startswith("Winners: Battle of Fleurus, 1690 ")
    True
    """
    chances = {
        say("rules-beside.in-year", name=one.name, year=one.begin.year): chance
        for one in map(happening, events)
        if (chance := beside(one.id).chance) is not None
    }
    if not chances:
        raise BadInput("events", Message("rules-beside.none-won"), Message("rules-beside.expected-won"))
    return chances_chart(chances, title)
