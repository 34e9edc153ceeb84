"""The choice panel of the phase stepper: all options, what each would bring, and why another is refused."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError, UnknownName
from ...core.messages import Message, say
from ...nine_years.engine.choices import Option
from ...nine_years.engine.notation import verbs
from ...play.consequences import Consequence, consequence
from ...play.session import Session
from ..parts.fields import button, labelled
from ..parts.theme import complaint
from .stepper_page import consequence_html, refusal_html

ROWS = 7
LONGEST_TYPED = 200


class ChoicePanel(W.VBox):
    """What may be chosen now.

    Args:
        choose: is given the notation of what was chosen.

    Attributes:
        options: the options that are listed: those that fit the search.
    """

    def __init__(self, choose: Callable[[str], object], **more: Any) -> None:
        self._choose = choose
        self._session: Session | None = None
        self._brings: dict[str, Consequence] = {}
        self._all: tuple[Option, ...] = ()
        self.options: tuple[Option, ...] = ()
        wide = {"description_width": "86px"}
        broad = W.Layout(width="auto", max_width="48em")
        self.search = labelled(
            W.Text, "sitting.search", broad, style=wide, tooltip="sitting.search-tooltip",
            hint="sitting.search-hint", continuous_update=True,
        )  # fmt: skip
        self.search.add_class("search")
        self.list = labelled(
            W.Select, "sitting.options", broad, style=wide, tooltip="sitting.options-tooltip", options=[],
            rows=ROWS,
        )  # fmt: skip
        self.list.add_class("options")
        self.count = W.HTML()
        self.choose_button = button("sitting.choose", "sitting.choose-tooltip", self.choose, "primary")
        self.choose_button.add_class("choose")
        self.brings = W.HTML()
        self.why = labelled(
            W.Text, "sitting.why-not", W.Layout(flex="1 1 20em", max_width="40em"), style=wide,
            hint="sitting.why-not-hint", continuous_update=False,
        )  # fmt: skip
        self.why.add_class("why-not")
        self.why_button = button("sitting.ask", "sitting.ask-tooltip", self.ask)
        self.answer = W.HTML()
        asked = W.HBox([self.why, self.why_button], layout=W.Layout(flex_flow="row wrap"))
        chosen = W.HBox([self.choose_button, self.count], layout=W.Layout(align_items="center"))
        super().__init__([self.search, self.list, chosen, self.brings, asked, self.answer], **more)
        self.add_class("choices")
        self.search.observe(lambda _: self._searched(), "value")
        self.list.observe(lambda _: self._tell(), "index")
        self.why.observe(lambda _: self.ask(), "value")  # on Enter

    def show(self, session: Session) -> None:
        """Shows what may be chosen at the place of a session."""
        self._session, self._brings = session, {}
        decision = session.decision
        self._all = decision.options if decision else ()
        self.answer.value = ""
        self.why.value = ""
        self.search.value = ""
        self._list()
        self._mark()

    def clear(self) -> None:
        """Takes all of it away, as when somebody else sits down."""
        self._session, self._brings = None, {}
        self._all = ()
        self.search.value = ""
        self._list()
        self.answer.value = self.why.value = ""

    @property
    def selected(self) -> Option | None:
        """The option that is chosen in the list."""
        place = self.list.index
        return self.options[place] if place is not None and place < len(self.options) else None

    def select(self, text: str) -> None:
        """Chooses an option in the list by its notation."""
        self.search.value = ""
        self.list.index = next(place for place, one in enumerate(self.options) if one.text == text)

    def select_label(self, label: str) -> bool:
        """Chooses an option in the list by what is shown of it; whether there is such a one still."""
        words = label.split()  # a browser shows other blanks
        place = next((n for n, one in enumerate(self.list.options) if one.split() == words), None)
        if place is not None:
            self.list.index = place
        return place is not None

    def choose(self) -> None:
        """Makes the choice that is selected."""
        if self.selected is not None:
            self._choose(self.selected.text)

    def ask(self) -> None:
        """Tells whether what was typed may be chosen now, and if not, every reason."""
        text = self.why.value.strip()[:LONGEST_TYPED]
        if self._session is None or not text:
            self.answer.value = ""
            return
        try:
            self.answer.value = refusal_html(text, self._session.why_not(text))
        except UnknownName as error:
            self.answer.value = complaint(self._no_such_verb(text) if error.field == "verb" else error)
        except NinevearsError as error:
            self.answer.value = complaint(error)

    def _no_such_verb(self, text: str) -> NinevearsError:
        """What was typed is no order: says what is near it, or with what the orders of now begin."""
        word = text.split()[0]
        if near := get_close_matches(word.casefold(), verbs(), n=1, cutoff=0.7):
            return NinevearsError(Message("sitting.no-such-verb-near", word=word, near=near[0]))
        now = sorted({f"“{option.action[0]}”" for option in self._all})
        return NinevearsError(Message("sitting.no-such-verb", word=word, verbs=Message.any_of(now)))

    def _mark(self) -> None:
        """Marks in the list what was chosen here before, or what the computer would choose."""
        session = self._session
        if session is None or not self._all:
            return
        if session.ahead:
            id, action = "sitting.chosen-before", session.ahead[0].entry.action
        elif not session.is_persons_turn:
            id, action = "sitting.would-choose", session.machines_choice()
        else:
            return
        place = next((n for n, option in enumerate(self._all) if option.action == action), None)
        if place is not None:
            self.list.index = place
            self.count.value += " " + escape(say(id, text=self._all[place].text))

    def _searched(self) -> None:
        """Lists what fits; words that come when nobody sits here are another player's, and go."""
        if self._session is None and self.search.value:
            self.search.value = ""
            return
        self._list()

    def _list(self) -> None:
        words = self.search.value.casefold().split()
        labels = [(f"{option.says}  [{option.text}]", option) for option in self._all]
        found = [(label, option) for label, option in labels if all(one in label.casefold() for one in words)]
        self.options = tuple(option for _, option in found)
        self.list.options = [label for label, _ in found]
        self.list.index = 0 if found else None
        self.count.value = say("sitting.count", count=len(self._all), found=len(found))
        self.choose_button.disabled = not found
        self._tell()

    def _tell(self) -> None:
        option, session = self.selected, self._session
        if option is None or session is None:
            self.brings.value = ""
            return
        brings = self._brings.get(option.text)
        if brings is None:
            brings = self._brings[option.text] = consequence(session.game, option, session.viewer)
        self.brings.value = consequence_html(option, brings, session.viewer)
