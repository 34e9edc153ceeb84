"""A procedure that people step through: what comes next, what may happen, dice, undo, and the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as W
from msgspec import Struct

from ...core.clauses import clause
from ...core.errors import BadInput, NinevearsError, Refused
from ...core.messages import Message, say, shown
from ...core.procedure import Happened, Procedure, Stepped
from ...input_files import convert, parse_data
from ...umpire.cases.event_words import event_words, in_words, label
from ...umpire.cases.events_again import tried_event
from ...umpire.cases.given_keys import keys_of
from ..parts.desk_parts import refusal
from ..parts.fields import button, labelled
from ..parts.keyboard import KeyboardGuard
from ..parts.lesson_look import lesson_style
from ..parts.question_keys import STYLE as KEYS_STYLE, folded_keys, key_table
from ..parts.ruling_card import STYLE as CARD_STYLE, chip
from ..parts.theme import SERIF, complaint

MOST_BUTTONS = 8
"""With more events than this there is a list to choose from."""

MOST_DIGITS = 3
"""Of a face; no die has more."""

STYLE = f"""<style>
.ninevears-stepper {{ max-width: 62em; }}
.ninevears-stepper .now {{ display: flex; gap: 12px; align-items: baseline; padding: 8px 16px; }}
.ninevears-stepper .log {{ max-height: 30em; overflow: auto; }}
.ninevears-stepper .log > ol > li {{ margin: 8px 0; }}
.ninevears-stepper .log ul {{ list-style: none; padding-left: 0.4em; }}
.ninevears-stepper .log b.dice {{ font-weight: 600; }}
.ninevears-stepper .as-text {{ white-space: pre-wrap; user-select: all; }}
.ninevears-stepper .words {{ font: 15px/1.5 {SERIF}; margin: 4px 0 0; }}
</style>"""


class ProcedureStepper(W.VBox):
    """Steps through a procedure by hand.

    Args:
        procedure: the rules.
        start: the state before the first event.
        title: stands over it.
        kinds: the type of the events, for those that cannot be listed and are typed in.
        words: an event as people say it; without it the sentence of the catalogue (`event_words`).
        seed: rolls the dice where nobody typed the faces.
        readings: options of readings that differ from the default.
        shows: the fields of a state that are under "How things stand"; without it all that say anything.
        view: a state as HTML that is always shown; it escapes what it shows.

    Attributes:
        stepped: the procedure as far as it went.
    """

    def __init__(
        self,
        procedure: Procedure[Any, Any],
        start: Any,
        *,
        title: str = "",
        kinds: Any = None,
        words: Callable[[Any], Any] | None = None,
        seed: int = 1,
        readings: Mapping[str, str] | None = None,
        shows: Sequence[str] | None = None,
        view: Callable[[Any], str] | None = None,
        **more: Any,
    ) -> None:
        self.stepped: Stepped[Any, Any] = Stepped(procedure, start, seed=seed, readings=readings)
        self._words = words or (lambda event: event_words(event, procedure.topic))
        self._kinds, self._shows, self._view = kinds, shows, view
        self._listed: tuple[Any, ...] = ()
        told = f"<h3 class='nl-title'>{escape(title or say('stepper.title'))}</h3>"
        heading = W.HTML(f"{lesson_style()}{KEYS_STYLE}{CARD_STYLE}{STYLE}{told}")
        self.now: W.HTML = W.HTML()
        wide = W.Layout(width="auto")
        # The same buttons all the time: a button that is pressed by keyboard keeps the focus.
        self.buttons: list[W.Button] = [W.Button(layout=W.Layout(width="auto")) for _ in range(MOST_BUTTONS)]
        for place, one in enumerate(self.buttons):
            one.on_click(lambda _, place=place: self.do(self._listed[place]))
        self.choice: W.Dropdown = labelled(
            W.Dropdown, "stepper.event-label", W.Layout(width="auto", max_width="46em", flex="1 1 20em"),
            label_width="80px",
        )  # fmt: skip
        self.do_button: W.Button = button("stepper.do", "stepper.do-tooltip", self._do_chosen, "primary")
        self._chosen = W.HBox([self.choice, self.do_button], layout=W.Layout(flex_flow="row wrap"))
        self.typed: W.Textarea = labelled(
            W.Textarea, "stepper.typed", W.Layout(width="auto", max_width="46em"), label_width="80px",
            hint="stepper.typed-placeholder", rows=3,
        )  # fmt: skip
        self.type_button: W.Button = button("stepper.do-typed", "stepper.do-typed-tooltip", self.do_typed)
        self.type_button.layout.align_self = "flex-start"
        keys = say("stepper.keys")
        told_keys = "" if kinds is None else folded_keys(escape(keys), key_table(keys, keys_of(kinds)))
        self._typing = W.Accordion(
            [W.VBox([self.typed, self.type_button, W.HTML(told_keys)])],
            titles=[say("stepper.other-event")], layout=wide,
        )  # fmt: skip
        self._typing.selected_index = None
        self.dice: W.Text = labelled(
            W.Text, "stepper.dice", "340px", label_width="80px", hint="stepper.dice-placeholder"
        )
        self.undo_button: W.Button = button("desk.undo", "stepper.undo-tooltip", self.undo)
        self.error: W.HTML = W.HTML()
        self.history: W.HTML = W.HTML()
        tools = W.HBox([self.dice, self.undo_button], layout=W.Layout(flex_flow="row wrap"))
        listed = W.Box(self.buttons, layout=W.Layout(display="flex", flex_flow="row wrap"))
        parts = [heading, self.now, listed, self._chosen, tools, self.error]
        if kinds is not None:
            parts.insert(-1, self._typing)
        super().__init__([*parts, self.history, KeyboardGuard()], **more)
        for name in ("ninevears-stepper", "ninevears-lesson"):
            self.add_class(name)
        self._show()

    @property
    def state(self) -> Any:
        """The state now."""
        return self.stepped.state

    def do(self, event: Any) -> Happened | None:
        """Lets an event happen with the dice that were typed; None, and why, when it may not."""
        try:
            happened = self.stepped.do(event, self._faces())
        except Refused as refused:
            kinds = type(event) if self._kinds is None else self._kinds
            found = tried_event(self.stepped.procedure, self.state, event, kinds, refused.violations)
            self.error.value = refusal(say("stepper.refused"), str(self._words(event)), found)
            return None
        except NinevearsError as error:
            self.error.value = complaint(error)
            return None
        self.dice.value = ""
        self._show()
        return happened

    def do_typed(self) -> Happened | None:
        """Lets the event happen that was typed in."""
        text = self.typed.value
        try:
            data = parse_data(text, is_toml=not text.lstrip().startswith("{"))
            event = convert(data, self._kinds)
        except BadInput as error:
            field = "event" if error.field == "file" else error.field
            self.error.value = complaint(BadInput(field, error.found, error.expected))
            return None
        happened = self.do(event)
        if happened is not None:
            self.typed.value = ""
        return happened

    def undo(self) -> None:
        """Takes the last event back."""
        if self.stepped.past:
            self.stepped.undo()
            self._show()

    @property
    def text(self) -> str:
        """All that happened and what comes next, as plain text to send."""
        lines = []
        for number, happened in enumerate(self.stepped.past, 1):
            lines.append(f"{number}. {self._words(happened.event)}")
            if happened.dice:
                lines.append(f"   {say('stepper.rolled', faces=happened.dice)}")
            lines += [f"   {step.clause_id}: {step.says}" for step in happened.steps]
        expected = self.stepped.expected
        return "\n".join([*lines, f"{expected.clause_id}: {expected.says}"])

    def _faces(self) -> list[int] | None:
        words = [word for word in re.split(r"[\s,;]+", self.dice.value) if word]
        if not words:
            return None
        for word in words:
            if not word.isdecimal() or len(word) > MOST_DIGITS:
                raise BadInput("dice", word, Message("stepper.expected-faces"))
        return [int(word) for word in words]

    def _do_chosen(self) -> None:
        if self.choice.value is not None:
            self.do(self._listed[self.choice.value])

    def _show(self) -> None:
        expected = self.stepped.expected
        self._listed = expected.events
        words = [str(self._words(event)) for event in self._listed]
        few = len(words) <= MOST_BUTTONS
        for place, one in enumerate(self.buttons):
            used = few and place < len(words)
            one.layout.display = None if used else "none"
            one.description = one.tooltip = words[place] if used else ""
        self._chosen.layout.display = "none" if few else None
        self.choice.options = [] if few else [(text, place) for place, text in enumerate(words)]
        if not few:
            self.choice.value = 0
        self.undo_button.disabled = not self.stepped.past
        self.error.value = ""
        over = f" {escape(say('stepper.over'))}" if expected.over else ""
        self.now.value = (
            f"<div class='ninevears-card' role='status' aria-live='polite'><div class='now banner open'>"
            f"<span>{escape(str(expected.says))}{over}{chip(clause(expected.clause_id))}</span></div>"
            f"{self._state_html()}</div>"
        )
        self.history.value = self._log_html()

    def _state_html(self) -> str:
        drawn = "" if self._view is None else self._view(self.state)
        fields = getattr(self.state, "__struct_fields__", ()) if self._shows is None else self._shows
        described = {name: _describe(getattr(self.state, name)) for name in fields}
        rows = "".join(
            f"<tr><th scope='row'>{escape(label(name))}</th><td>{'<br>'.join(map(escape, words))}</td></tr>"
            for name, words in described.items()
            if words
        )
        if rows:
            opened = "" if self._shows is None else " open"
            summary = escape(say("stepper.state"))
            rows = f"<details{opened}><summary>{summary}</summary><table>{rows}</table></details>"
        return f"<div class='body'>{drawn}{rows}</div>"

    def _log_html(self) -> str:
        if not self.stepped.past:
            return ""
        past = reversed(self.stepped.past)
        items = "".join(_happened(happened, str(self._words(happened.event))) for happened in past)
        heading = escape(say("stepper.log"))
        return (
            f"<div class='ninevears-card'><div class='body'><h4>{heading}</h4>"
            f"<div class='log' tabindex='0' role='log' aria-label='{heading}'><ol reversed>{items}</ol></div>"
            f"<details><summary>{escape(say('stepper.as-text'))}</summary>"
            f"<pre class='as-text'>{escape(self.text)}</pre></details></div></div>"
        )


def _describe(value: Any) -> list[str]:
    """A field of a state in words, a line for each thing in it; nothing when there is nothing to say."""
    is_list = isinstance(value, tuple | list) and any(isinstance(item, Struct) for item in value)
    return [words for item in (value if is_list else (value,)) if (words := in_words(item))]


def _happened(happened: Happened, words: str) -> str:
    rolled = say("stepper.rolled", faces=shown(happened.dice)) if happened.dice else ""
    dice = f" <span>{escape(rolled)}</span>" if rolled else ""
    steps = "".join(f"<li>{escape(str(step.says))}{chip(step.clause)}</li>" for step in happened.steps)
    return f"<li><b>{escape(words)}</b>{dice}<ul>{steps}</ul></li>"
