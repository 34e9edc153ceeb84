"""What now? A log with a wrong entry, the three remedies of arbiters for it, and the log set right."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import Message, say
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.games.game import Game
from ...nine_years.games.record import Remedy
from ...umpire.setting_right.opened import Opened, open_log
from ...umpire.setting_right.remedies import Substitutes, Worked, rewind, set_right, stand, substitutes
from ...umpire.setting_right.replaying import LATERS, Later
from ...umpire.setting_right.told import by_verb, consequences, most_stay, on_the_map, ordered, wrong
from ..map.position_editor import PositionEditor
from ..map.war_map import WarMap
from ..parts.background_job import BackgroundJob, Progress, Stop
from ..parts.desk_parts import download, upload, violations_html
from ..parts.fields import Callbacks, start_button
from ..parts.tables import items
from .parts import BROAD, STYLE, complained, desk_field, fold, row, status

FILE = "war-set-right.log"
"""What the new log is called."""
HEIGHT = "460px"
ACCEPTED = ".log,.txt,.war"
Found = tuple[Opened, Worked, Substitutes, Worked]


class WhatNow(W.VBox):
    """A log is opened up to its first wrong entry; three cards tell what each remedy leads to.

    Args:
        log: the text of a log.
        at: the number of the choice that the umpire calls wrong; 0 for the first that does not fit.
        rules: the umpire's own tables, where the war is played by them.

    Attributes:
        rules: the tables by which the next log is opened.
        opened: the log, or None.
        back, others, stands: the remedies.
        game: the war set right, or None.
        done, ordered: the remedy that was done, and how a letter tells it; None and "" before.
        on_set_right: calls back with the war.

    >>> game = Game.new(1690)
    >>> game.choose("first Alliance")
    >>> panel = WhatNow(game.log.replace("first Alliance", "first Spain"))
    >>> panel.look()
    True
    >>> panel.reason.value = "Spain is no side."
    >>> panel.do("rewind").log.count("umpire: rewind 1")
    1
    """

    def __init__(self, log: str = "", at: int = 0, rules: RuleTables | None = None, **more: Any) -> None:
        self.rules = rules
        self.opened: Opened | None = None
        self.back: Worked | None = None
        self.others: Substitutes | None = None
        self.stands: Worked | None = None
        self.game: Game | None = None
        self.done: Worked | None = None
        self.ordered = ""
        self.editor: PositionEditor | None = None
        self.on_set_right = Callbacks()
        self.text = desk_field(W.Textarea, "whatnow.log", BROAD, value=log, rows=6, hint="whatnow.log-hint")
        self.upload = upload("whatnow.upload", "whatnow.upload-tooltip", ACCEPTED, self.lay, self._complain)
        self.at = desk_field(
            W.BoundedIntText,
            "whatnow.at",
            "260px",
            tooltip="whatnow.at-tooltip",
            value=at,
            min=0,
            max=100_000,
        )
        self.later = desk_field(
            W.Dropdown, "whatnow.later", BROAD, options=[(say(f"whatnow.later-{one}"), one) for one in LATERS]
        )
        self.job = BackgroundJob(
            "whatnow.look", "whatnow.look-tooltip", self._work, self._found, "whatnow.worked"
        )
        self.error, self.told = W.HTML(), W.HTML()
        self.shown = W.ToggleButtons(
            options=[(say(f"whatnow.show-{one}"), one) for one in ("before", "behind", "remedy")]
        )
        self.map_box = W.VBox()
        self._reasoned: Any = None
        self.reason = desk_field(W.Text, "whatnow.reason", BROAD, hint="whatnow.reason-hint")
        self.choice = W.Select(rows=8, layout=W.Layout(width="auto", max_width="98%"))
        self.cards = {remedy: W.HTML() for remedy in ("rewind", "substitute", "stand")}
        self.correct_button = start_button("whatnow.correct", "whatnow.correct-tooltip", self.correct)
        self.editor_box = W.VBox()
        self.result = W.HTML()
        cards = row(
            [
                self._card("rewind"),
                self._card("substitute", self.choice),
                self._card("stand", self.correct_button),
            ]
        )
        cards.layout.align_items = "flex-start"
        parts = [self.told, self.shown, self.map_box, self.reason, cards, self.editor_box, self.result]
        self.found = W.VBox(parts)
        self.found.layout.display = "none"
        top = [W.HTML(STYLE), self.text, row([self.upload, self.at]), self.later, self.job, self.error]
        super().__init__([*top, self.found], **more)
        self.add_class("ninevears-umpire")
        self.add_class("ninevears-what-now")
        self.shown.observe(lambda _: self._show(), "value")
        self.choice.observe(lambda _: self._chosen(), "value")

    # ---- what people do

    def lay(self, log: str) -> None:
        """Lays another log on the desk; what was found in the last is taken away."""
        self.text.value = log
        self._clear()

    def look(self) -> bool:
        """Opens the log and works out the remedies; False, and a sentence, when that cannot be done."""
        try:
            self._found(self._work(lambda count, of: None, lambda: False))
        except NinevearsError as error:
            self._complain(error)
            return False
        return True

    def correct(self) -> None:
        """Opens the editor in which the position behind the entry is corrected."""
        if self.opened is None or self.editor is not None:
            return
        behind = self._behind(self.opened)
        self.editor = PositionEditor(behind.position, rule_tables=self.opened.game.rule_tables)
        self.editor.on_change(self._corrected)
        self.editor_box.children = [fold(say("whatnow.corrections"), self.editor)]
        self.editor_box.children[0].selected_index = 0

    def chosen(self, remedy: Remedy) -> Worked | None:
        """What a remedy leads to, with what is chosen for it on the desk.

        Args:
            remedy: ``rewind``, ``substitute`` or ``stand``.
        """
        if remedy == "rewind":
            return self.back
        if remedy == "stand":
            return self.stands
        at = self.choice.value
        return None if at is None or self.others is None else self.others.found[at]

    def do(self, remedy: Remedy) -> Game | None:
        """Sets the war right; None, and a sentence, when that cannot be done.

        Args:
            remedy: ``rewind``, ``substitute`` or ``stand``.
        """
        worked = self.chosen(remedy)
        if self.opened is None or worked is None:
            self.result.value = status(say("whatnow.choose-first"))
            return None
        try:
            self.game = set_right(self.opened, worked, self.reason.value)
        except NinevearsError as error:
            self.result.value = complained(error)
            return None
        self.done = worked
        self.ordered = ordered(self.opened, worked, self.reason.value)
        words = say("whatnow.done", number=self.opened.decision, choices=len(self.game))
        link = download(FILE, self.game.log, "whatnow.download")
        letter = f"<p class='told'>{escape(self.ordered)}</p>"
        self.result.value = f"{status(words)}{letter}<p class='exports'>{link}</p>"
        self.on_set_right.tell(self.game)
        return self.game

    # ---- within

    def _card(self, remedy: Remedy, *parts: W.Widget) -> W.VBox:
        act = start_button(f"whatnow.do-{remedy}", f"whatnow.do-{remedy}-tooltip", lambda: self.do(remedy))
        card = W.VBox(
            [W.HTML(f"<h3>{escape(say(f'setright.title-{remedy}'))}</h3>"), *parts, self.cards[remedy], act],
            layout=W.Layout(flex="1 1 300px", min_width="280px"),
        )
        card.add_class(f"ninevears-remedy-{remedy}")
        return card

    def _work(self, progress: Progress, stop: Stop) -> Found:
        self.error.value = ""
        opened = open_log(self.text.value, self.at.value or None, rules=self.rules)
        later: Later = self.later.value
        others = substitutes(opened, later=later, progress=progress, stop=stop)
        return opened, rewind(opened), others, stand(opened, later=later)

    def _found(self, found: Found) -> None:
        before = self._reasoned
        self._clear()
        self.opened, self.back, self.others, self.stands = found
        self._reasoned = self.opened.decision, self.opened.instead
        if before not in (None, self._reasoned):  # the reason was that of another choice
            self.reason.value = ""
        opened = self.opened
        clauses = "".join(violations_html(opened.violations))
        self.told.value = (
            f"<div class='paper' role='status'><p>{escape(str(wrong(opened)))}</p><ul>{clauses}</ul></div>"
        )
        self.map_box.children = [
            WarMap(opened.game.position, insets=(), height=HEIGHT, rules=opened.game.rule_tables)
        ]
        self.cards["rewind"].value = _card_html(opened, self.back)
        self.cards["stand"].value = _card_html(opened, self.stands)
        self._list(self.others)
        self.found.layout.display = None

    def _list(self, others: Substitutes) -> None:
        places = {id(worked): at for at, worked in enumerate(others.found)}
        self.choice.options = [
            (_option(worked), places[id(worked)]) for _, alike in by_verb(others.found) for worked in alike
        ]
        most = most_stay(others)
        best = next((at for at, worked in enumerate(others.found) if worked.choice in most[:1]), None)
        self.choice.value = best if best is not None else next(iter(places.values()), None)
        self._chosen()

    def _chosen(self) -> None:
        worked = self.chosen("substitute")
        if self.opened is None or self.others is None:
            return
        id = "setright.tried" if self.others.legal else "setright.none-legal"
        told = say(id, count=self.others.legal, tried=len(self.others.found))
        html = _card_html(self.opened, worked) if worked is not None else ""
        self.cards["substitute"].value = f"<p class='told'>{escape(told)}</p>{html}"
        self._show()

    def _corrected(self, *_: Any) -> None:
        """Works out what comes of the entry with the corrections that are made now."""
        if self.opened is None or self.editor is None:
            return
        try:
            self.stands = stand(self.opened, self.editor.changes, later=self.later.value)
        except NinevearsError as error:
            self.stands = None
            self.cards["stand"].value = complained(error)
            return
        self.cards["stand"].value = _card_html(self.opened, self.stands)

    def _show(self) -> None:
        """The map before the entry, behind it, or at the end of the choice that is looked at."""
        if self.opened is None or not self.map_box.children:
            return
        worked = self.chosen("substitute")
        position = self.opened.game.position
        if self.shown.value == "behind":
            position = self._behind(self.opened).position
        elif self.shown.value == "remedy" and worked is not None:
            position = worked.position
        self.map_box.children[0].position = position

    def _behind(self, opened: Opened) -> Worked:
        """The wrong entry, and nothing of what follows."""
        return stand(replace(opened, rest=(), cut=None))

    def _clear(self) -> None:
        self.opened = self.back = self.others = self.stands = self.game = self.editor = None
        self.choice.options, self.done, self.ordered = (), None, ""
        self.map_box.children = self.editor_box.children = ()
        self.told.value = self.result.value = self.error.value = ""
        self.found.layout.display = "none"

    def _complain(self, error: NinevearsError) -> None:
        self._clear()
        self.error.value = complained(error)


def _option(worked: Worked) -> str:
    """A choice in the list: what it is, and how much stays with it."""
    stays = Message("whatnow.stays", stay=worked.course.legal, of=worked.later)
    return say("whatnow.option", choice=worked.choice or worked.says, stays=stays)


def _card_html(opened: Opened, worked: Worked) -> str:
    says = [str(worked.says), *map(str, consequences(opened, worked))]
    return (
        f"<div class='paper'><p>{escape(' '.join(says))}</p><details><summary>{escape(on_the_map(worked))}"
        f"</summary><ul>{items(worked.differs)}</ul></details></div>"
    )
