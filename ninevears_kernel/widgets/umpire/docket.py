"""The docket on the desk: keep the case, decide it, find others, adopt one as precedent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, Protocol

import ipywidgets as W

from ...core.errors import DocketError, NinevearsError
from ...core.messages import say
from ...core.readings import readings
from ...core.render import to_data
from ...core.rulings import Ruling
from ...nine_years.games.game import Game
from ...umpire.docket.alike import Alike
from ...umpire.docket.docket import Docket
from ...umpire.docket.precedents import InForce, Preview, contrary_to
from ...umpire.docket.records import Change, Decided, StoredCase
from ...umpire.docket.words import found_words, what_stands
from ..parts.background_job import BackgroundJob, Progress, Stop
from ..parts.fields import start_button
from ..parts.tables import items
from ..parts.theme import complaint
from .parts import cut, desk_field

MOST_SHOWN = 40


class Desk(Protocol):
    """What the docket asks of the desk whose cases it keeps."""

    position: Any
    outcome: Any
    decision: Any
    readings: Any
    rules: Any
    mailed: Any

    @property
    def case_data(self) -> dict[str, Any]:
        """The case as it stands on the desk."""

    @property
    def ruling(self) -> Ruling | None:
        """The last ruling, if there is one."""

    @property
    def is_ruled(self) -> bool:
        """Whether the last ruling is on the case as it stands."""

    def rule(self) -> Any:
        """Rules on the case."""

    def rule_by_precedents(self) -> Any:
        """Rules again by the precedents in force."""

    def open_case(self, data: Any, rules: Any) -> Any:
        """Lays a case on the desk."""


class DocketDesk(W.VBox):
    """Keeps what is ruled on a desk, and finds it again.

    Args:
        place: the docket, a file or a URL; it is made when something is first kept.
        desk: the desk whose case is kept, and on which found cases are laid.

    Attributes:
        number: the number of the kept case, or None.
        decision: the number of the decision on it, or None.
    """

    def __init__(self, place: str, desk: Desk, **more: Any) -> None:
        self.place, self.desk = place, desk
        self.number: int | None = None
        self.decision: int | None = None
        self._docket: Docket | None = None
        broad = W.Layout(width="560px")
        self.by = desk_field(W.Text, "desk.docket-by-field", broad)
        self.keep_button = start_button("desk.docket-keep", "desk.docket-keep-tooltip", self.keep)
        self.reason = desk_field(W.Text, "desk.docket-reason-field", broad)
        self.reading = desk_field(W.Dropdown, "desk.docket-reading-field", broad)
        self.means = W.HTML()
        self.preview = BackgroundJob(
            "desk.docket-preview", "desk.docket-preview-tooltip", self._previewed, self._found,
            "desk.docket-judged",
        )  # fmt: skip
        self.adopt_button = start_button("desk.docket-adopt", "desk.docket-adopt-tooltip", self.adopt)
        self.words = desk_field(
            W.Text, "desk.docket-search-field", broad, hint="desk.docket-search-hint", continuous_update=False
        )
        self.said, self.changed, self.error = W.HTML(), W.HTML(), W.HTML()
        self.found = desk_field(W.Dropdown, "desk.docket-found-field", broad)
        self.open_button = start_button("desk.docket-open", "desk.docket-open-tooltip", self._open)
        self._preview: Preview | None = None
        adopt = [self.reading, self.means, self.preview, self.changed, self.reason, self.adopt_button]
        self.adopt_box = W.VBox(adopt)
        parts = [
            self.keep_button, self.said, self.adopt_box,
            self.error, self.words, self.found, self.open_button,
        ]  # fmt: skip
        super().__init__(parts, **more)
        self.add_class("ninevears-desk-docket")
        self.reading.observe(lambda _: self._reading_chosen(), "value")
        self.words.observe(lambda _: self.search(), "value")
        self.show()

    @property
    def docket(self) -> Docket:
        """The docket itself, opened when it is first wanted.

        Raises:
            DocketError: it cannot be opened.
        """
        if self._docket is None:
            self._docket = Docket.open(self.place)
        return self._docket

    def in_force(self) -> InForce:
        """What precedents have put in force; nothing while there is no docket.

        Raises:
            DocketError: it cannot be read.
        """
        if self._docket is None:
            try:
                self._docket = Docket.open(self.place, create=False)
            except DocketError as error:
                if error.message.id != "docket.none-there":
                    raise
                return InForce()
        return self._docket.in_force()

    def alike(self, data: Mapping[str, Any]) -> Sequence[Alike]:
        """The kept cases that are like one, itself apart where it is kept; none while there is no docket.

        Raises:
            DocketError: it cannot be read.
        """
        return self._docket.alike(self.number or data) if self._docket is not None else ()

    def show(self) -> None:
        """Follows the desk: another case on it is not kept yet."""
        self.number = self.decision = None
        self.keep_button.disabled = self.desk.ruling is None
        self.said.value = ""
        self._offer()
        self.adopt_box.layout.display = "none"

    def clear(self) -> None:
        """Takes away what was written on the last case; what was looked for stays."""
        self.reason.value = ""

    def keep(self) -> int | None:
        """Keeps the case with its ruling; its number, or None when that cannot be done."""
        data = self._tried(lambda: self.desk.case_data)
        if data is None:
            return None
        if not self.desk.is_ruled:
            self.desk.rule()  # something was typed since: what is kept is what is seen
        ruling = self.desk.ruling
        if self.desk.position.logs and self._keep_logs(self.desk.position.log_name) is None:
            return None
        game = self.desk.position.game_number
        stored = self._tried(
            lambda: self.docket.add_case(
                data, by=self.by.value, senders=self.desk.mailed.senders, game=game, rules=self.desk.rules
            )
        )
        if stored is None:
            return None
        self.number = stored.number
        if ruling is not None and to_data(ruling)["verdict"] != stored.ruling["verdict"]:
            self._tell("desk.docket-kept-by-precedent", number=stored.number, says=stored.ruling["says"])
        else:
            self._tell("desk.docket-kept", number=stored.number)
        self.keep_button.disabled = True
        return self.number

    def keep_set_right(self, game: Game, go_on: Callable[[], None]) -> bool:
        """Goes on from a log that was set right; where its case is kept, the log is kept with it.

        A ruling that is not decided yet is on the position before: the desk stays there until it is, so that
        the letter tells the remedy.

        Args:
            game: the war set right.
            go_on: lays its log on the desk.

        Returns:
            Whether the desk goes on from it.
        """
        case, position = self.number, self.desk.position
        goes_on = self.desk.ruling is None or self.decision is not None
        if goes_on:
            go_on()
        else:
            position.set_right(game)
        if case is None:
            return goes_on  # it is kept with the case
        name = position.log_name
        if position.game_number is None:  # the case was kept when nothing was wrong yet
            name = say("desk.log-of-case", name=name, case=case)
        if (number := self._keep_logs(name)) is not None:
            self._tell("desk.docket-log-kept", number=number, case=case)
        return goes_on

    def _keep_logs(self, name: str) -> int | None:
        """Keeps the log as it came and as it was set right, each a record of the same game; the number of the
        last, or None when that cannot be done.
        """
        position, number = self.desk.position, None
        for text in position.logs[position.kept_logs :]:
            stored = self._tried(
                lambda text=text: self.docket.add_game(
                    name, text, by=self.by.value, rules=self.desk.rules, game=position.game_number
                )
            )
            if stored is None:
                return None
            position.game_number, number = stored.game, stored.number
            position.kept_logs += 1
        return number or position.game_number

    def decide(self, kind: str, **finding: Any) -> Any:
        """Follows the ruling, or overrides it with a reason.

        Args:
            kind: ``follow`` or ``override``.
            finding: what else a decision keeps: facts, the answer to the loser, the remedy; of an override
                its verdict, its reason and perhaps the position that stands.

        Returns:
            What the docket keeps; None when it cannot be decided so.
        """
        if self.number is None:
            return None
        number = self.number
        decided = self._tried(lambda: self.docket.decide(number, kind, by=self.by.value, **finding))
        if decided is not None:
            self.stands(decided)
            self._tell(
                f"desk.docket-decided-{kind}", number=number, verdict=say(f"card.verdict-{decided.verdict}")
            )
        return decided

    def adopt(self) -> None:
        """Adopts the reading that was looked into, with the list of what it changes."""
        preview, number = self._preview, self.number
        if preview is None or number is None or preview.change != self._change:
            return
        adopted = self._tried(
            lambda: self.docket.adopt(preview, number, by=self.by.value, reason=self.reason.value)
        )
        if adopted is not None:
            self._forget_preview()
            before = self.desk.ruling
            self.desk.rule_by_precedents()
            again = "desk.docket-adopted" if self.desk.ruling is before else "desk.docket-adopted-and-ruled"
            self._offer()
            self._tell(again, number=adopted.number)

    def search(self) -> tuple[StoredCase, ...]:
        """Finds cases by words."""
        found = self._tried(lambda: self.docket.search(words=self.words.value, most=MOST_SHOWN)) or ()
        self.found.index = None  # else a page keeps showing nothing where it showed nothing before
        self.found.options = [(cut(found_words(case)), case.number) for case in found]
        self.found.index = 0 if found else None
        if not found:
            self._tell("desk.docket-nothing-found")
        return tuple(found)

    def _open(self) -> None:
        """Lays the case that was found on the desk, with its ruling, and its letter where it is decided."""
        number = self.found.value
        stored = None if number is None else self._tried(lambda: self.docket.case(number))
        if stored is None:
            return
        self._tried(lambda: self.desk.open_case(stored.case, stored.rules))
        if self.error.value:
            return
        ruling = self.desk.rule()
        decided = stored.decision
        if decided is None and (ruling is None or ruling.verdict != stored.ruling["verdict"]):
            self._tell("desk.docket-ruled-otherwise", number=number)
            return  # nobody decides what they do not see
        self.number, self.keep_button.disabled = stored.number, True
        self.desk.decision.tell_like(stored.case)  # it is not like itself
        if decided is not None:
            self.stands(decided)
            self.desk.decision.show_kept()
        self._tell("desk.docket-opened", number=number, stands=what_stands(stored))

    def stands(self, decided: Decided) -> None:
        """Shows a decision on the kept case as the one that stands."""
        self.decision, self.said.value = decided.number, ""
        self._may_offer()
        self.desk.outcome.decide(decided.departure)

    # ---- precedents

    @property
    def _change(self) -> Change | None:
        """What would be adopted."""
        return Change(readings=dict([self.reading.value])) if self.reading.value else None

    def _offer(self) -> None:
        """Lists the readings that may be adopted: those on which the ruling turns."""
        ruling, force = self.desk.ruling, self.desk.readings.force
        turning = dict.fromkeys(used.name for used in ruling.readings) if ruling else {}
        options = [
            (
                cut(say("desk.docket-reading", name=one.name, option=option, meaning=meaning)),
                (one.name, option),
            )
            for one in map(readings().__getitem__, turning)
            for option, meaning in one.options.items()
            if option != force.readings.get(one.name, one.default)
        ]
        if options != list(self.reading.options):
            chosen = self.reading.value
            self.reading.options = options
            values = [value for _, value in options]
            self.reading.value = chosen if chosen in values else next(iter(values), None)
        self._reading_chosen()

    def _may_offer(self) -> None:
        """Shows what may be adopted once the case is decided, if it turns on a reading."""
        shown = self.decision is not None and self.reading.options
        self.adopt_box.layout.display = None if shown else "none"

    def _reading_chosen(self) -> None:
        """Another reading is in the field: what was looked into is not about it."""
        self._forget_preview()
        words = ""
        if self.reading.value:
            name, option = self.reading.value
            one = readings()[name]
            words = say(
                "desk.docket-reading-means", clause=one.clause_id, option=option,
                meaning=one.options[option], default=one.default, usual=one.options[one.default],
            )  # fmt: skip
        self.means.value = f"<p class='told'>{escape(words)}</p>" if words else ""
        self.preview.begin_button.disabled = not words

    def _forget_preview(self) -> None:
        self.preview.stop()
        self._preview = None
        self.changed.value = ""
        self._may_adopt()

    def _may_adopt(self) -> None:
        """A precedent is adopted by somebody who has seen what it changes."""
        self.adopt_button.disabled = self._preview is None or not self._preview.complete
        id = "desk.docket-adopt-first" if self.adopt_button.disabled else "desk.docket-adopt-tooltip"
        self.adopt_button.tooltip = say(id)

    def _previewed(self, progress: Progress, stop: Stop) -> Any:
        change = self._change
        if change is None:
            return None
        # A precedent that says otherwise is replaced: who adopts has seen what that changes.
        against = contrary_to(self.docket.in_force(), change)
        corrects = against[0] if against else None
        return self.docket.would_change(change, corrects=corrects, progress=progress, stop=stop)

    def _found(self, preview: Preview | None) -> None:
        if preview is None or preview.change != self._change:
            return  # meanwhile another reading was chosen
        self._preview = preview
        self._may_adopt()
        changed = items(
            say("desk.docket-would-change", number=one.number, title=one.title, **_both(one))
            for one in preview.changed
        )
        summary = escape(say("desk.docket-changes", count=len(preview.changed)))
        stopped = "" if preview.complete else escape(say("desk.docket-preview-stopped"))
        replaced = "" if preview.corrects is None else say("desk.docket-replaces", number=preview.corrects)
        told = f"<p role='status'>{summary} {escape(replaced)}</p><ul>{changed}</ul><p>{stopped}</p>"
        self.changed.value = told

    def _tried(self, act: Any) -> Any:
        """What an action gives; None, and a sentence on the desk, when it cannot be done."""
        try:
            result = act()
            self.error.value = ""
            return result
        except NinevearsError as error:
            self.error.value = complaint(error)
            return None

    def _tell(self, id: str, **values: Any) -> None:
        words = escape(say(id, **values))
        self.said.value = f"<p role='status'>{words}</p>"


def _both(one: Any) -> dict[str, str]:
    return {
        "before": str(one.before.get("verdict") or one.before.get("result") or ""),
        "after": str(one.after.get("verdict") or one.after.get("result") or ""),
    }
