"""The mail on the umpire's desk: pasted or opened, read, and its facts as chips to take, mend or drop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import BadInput, NinevearsError
from ...core.messages import Message, say
from ...core.render import label_shown
from ...umpire.email.reader import elsewhere_words
from ..parts.cleanup import close_all
from ..parts.fields import Callbacks, Quiet, button, labelled, start_button
from ..parts.theme import complaint
from .answer_row import AnswerRow
from .fact_form import FactForm, has_fields
from .mail_facts import NOBODY, MailFacts, fact_words, highlighted, value_words, versions_words

PASTED = 12
"""So many characters at once nobody types: they are read at once."""
MOST_ADDED = 500
"""Characters of facts in words that are read."""
MOST_MAIL = 200_000
"""Characters of a mail that are taken."""


class MailPanel(W.VBox):
    """A box for the mail, the mail with what was understood in it, and a chip for each fact.

    Attributes:
        facts: what was read.
        on_read: calls back when another mail was read, or none lies here any more.
        on_change: calls back when a fact was taken, mended or dropped, or a version found.

    >>> panel = MailPanel()
    >>> panel.lay({"facts": [{"kind": "rating", "value": 5, "said": "five", "sure": False}]}, "rated five?")
    >>> panel.facts.facts[0].taken
    False
    >>> panel.take(0)
    >>> panel.facts.facts[0].taken
    True
    """

    def __init__(self, **more: Any) -> None:
        self.facts = MailFacts()
        self.on_read, self.on_change = Callbacks(), Callbacks()
        self._quiet = Quiet()
        self.text = labelled(W.Textarea, "desk.mail", label_width="0", hint="desk.mail-hint", rows=9)
        self.read_button = start_button("desk.mail-read", "desk.mail-read-tooltip", self.read)
        self.paper = W.HTML()
        self.again_button = start_button("desk.mail-again", "desk.mail-again-tooltip", self._write)
        self.error = W.HTML()
        self.chips = W.VBox()
        self.chips.add_class("ninevears-chips")
        self.added = labelled(
            W.Text, "chip.add", "100%", label_width="0", hint="chip.add-hint", continuous_update=False
        )
        self.added.observe(lambda change: self.add(change["new"]), "value")
        parts = [self.text, self.read_button, self.paper, self.again_button]
        parts += [self.chips, self.added, self.error]
        super().__init__(parts, **more)
        self.add_class("ninevears-mail")
        self.text.observe(self._typed, "value")
        self._show()

    def read(self) -> bool:
        """Reads what stands in the box; False, and a sentence, if it cannot be read."""
        text = self.text.value[:MOST_MAIL]
        from ...umpire.email.reader import read_email  # its word lists are read when somebody has a mail

        try:
            self.lay(read_email(text) if text.strip() else {}, text)
        except NinevearsError as error:
            self.error.value = complaint(error)
            return False
        return True

    def open_text(self, text: str) -> bool:
        """Reads a mail that was opened as a file."""
        self._put(text)
        return self.read()

    def lay(self, read: Mapping[str, Any], text: str = "") -> None:
        """Shows what a reader of mails found."""
        self._put(text)
        self.facts = MailFacts.read(read, text)
        self.error.value = ""
        self.show()
        self.on_read.tell()

    def clear(self) -> None:
        """Takes the mail and its facts away."""
        self._put("")
        self.facts = MailFacts()
        self.error.value = ""
        self.show()

    def take(self, number: int, taken: bool = True) -> None:
        """Takes a fact, or drops it."""
        self.facts.take(number, taken)
        self._changed()

    def mend(self, number: int, value: Any, details: Mapping[str, Any] | None = None) -> None:
        """Takes a fact as the umpire writes it.

        Args:
            number: which fact.
            value: its value.
            details: what is told beside it, such as where a leader stands.
        """
        self.facts.mend(number, value, details)
        self._changed()

    def find(self, dispute: int, version: int) -> None:
        """Finds for a version of what is disputed."""
        self.facts.find(dispute, version)
        self._changed()

    def add(self, words: str) -> None:
        """Takes facts that the umpire writes in words, as a mail would; says so where none is understood."""
        from ...umpire.email.reader import read_email

        if not words.strip():
            return
        facts = self.facts
        read = read_email(words[:MOST_ADDED], system=facts.system, question=facts.question)
        told = [
            {name: one for name, one in fact.items() if name not in ("said", "span")}
            for fact in read["facts"]
        ]
        self.added.value = ""
        self.error.value = "" if told else complaint(BadInput("fact", words, Message("expected.fact")))
        if told:
            facts.add(told)
            self._changed()

    def contest(self, number: int, value: Any, details: Mapping[str, Any] | None = None) -> None:
        """Puts a fact in dispute: somebody else tells it with this value."""
        self.facts.contest(number, value, details)
        self._changed()

    def drop(self, dispute: int) -> None:
        """Puts aside what is disputed."""
        self.facts.drop(dispute)
        self._changed()

    def settle(self, missing: Mapping[str, Any], told: Sequence[Mapping[str, Any]] = ()) -> None:
        """Takes an answer for something that the mail does not tell; without one, what stands on the desk."""
        self.facts.settle(missing, told)
        self._changed()

    def answer(self, missing: Mapping[str, Any], text: str, whose: Mapping[str, str] = NOBODY) -> None:
        """Takes what the umpire wrote for it; where several were asked for theirs, what each told."""
        self.facts.answer(missing, text, whose)
        self._changed()

    def read_as(self, system: str, question: str | None = None) -> None:
        """Reads the mail again as one about a system, and about a question of it."""
        from ...umpire.email.reader import read_email

        text = self.facts.text
        self.lay(read_email(text, system=system, question=question), text)

    def show(self) -> None:
        """Shows the mail and its chips as they stand."""
        self._show()
        for old in self.chips.children:
            close_all(old)
        facts = self.facts
        # what is in dispute or has to be asked for comes where the eye falls first
        rows: list[W.Widget] = [self._dispute(number) for number in range(len(facts.disputed))]
        rows += [self._missing(one, shown=not number) for number, one in enumerate(facts.asked)]
        doubtful = [n for n, one in enumerate(facts.facts) if not one.taken and not one.dropped]
        rest = [n for n in range(len(facts.facts)) if n not in doubtful]
        rows += [self._fact(number) for number in [*doubtful, *rest]]
        rows += [_unread(one) for one in (*facts.unread, *facts.elsewhere)]
        self.chips.children = tuple(rows)

    # ---- within

    def _typed(self, change: Mapping[str, Any]) -> None:
        if self._quiet:
            return
        if not change["new"].strip() and self.facts.text:
            self.lay({}, "")
        elif len(change["new"]) - len(change["old"]) >= PASTED:
            self.read()

    def _put(self, text: str) -> None:
        with self._quiet:
            self.text.value = text

    def _write(self) -> None:
        """Opens the box again, with the mail in it."""
        self._show(writing=True)

    def _show(self, writing: bool = False) -> None:
        is_read = bool(self.facts.text) and not writing
        for part in (self.text, self.read_button):
            part.layout.display = "none" if is_read else None
        for part in (self.paper, self.again_button, self.added):
            part.layout.display = None if is_read else "none"
        letter = f"<div class='letter' tabindex='0'>{highlighted(self.facts)}</div>"
        self.paper.value = letter if is_read else ""

    def _changed(self) -> None:
        self.on_change.tell()  # whoever hears it may find a fault in a fact: the chips come after
        self.show()

    def _fact(self, number: int) -> W.Widget:
        one = self.facts.facts[number]
        title, note = fact_words(one.fact)
        state = "taken" if one.taken else "dropped" if one.dropped else "doubtful"
        sign = {"taken": "✓", "dropped": "–", "doubtful": "?"}[state]
        fault = f"<span class='fault'>⚠ {escape(one.fault)}</span>" if one.fault else ""
        unsure = say("chip.doubtful") if state == "doubtful" else say("chip.dropped") if one.dropped else ""
        marked = f"<em>{escape(unsure)}</em> " if unsure else ""
        words = W.HTML(
            f"<i class='sign' aria-hidden='true'>{sign}</i><b>{escape(title)}</b>"
            f"<small>{marked}{escape(note)}</small>{fault}"
        )
        fields = W.VBox()  # made when they are wanted: most facts are right
        opened = ""

        def edit(
            take: Callable[[int, Any, Mapping[str, Any]], object] = self.mend, says: str = "chip.take-so"
        ) -> None:
            nonlocal opened
            for old in fields.children:
                close_all(old)
            # the same link again closes them; the other one has them take something else
            opened = "" if opened == says else says
            form = partial(FactForm, one.fact, (self.facts.system, self.facts.question))
            fields.children = (form(partial(take, number), says),) if opened else ()

        if one.fault and has_fields(one.fact):
            edit()
        contest = _link("chip.contest", title, partial(edit, self.contest, "chip.contest-so"))
        acts = [
            *([_link("chip.edit", title, edit)] if has_fields(one.fact) else []),
            *([] if one.taken else [_link("chip.take", title, partial(self.take, number))]),
            *([contest] if one.taken and has_fields(one.fact) else []),
            *([] if one.dropped else [_link("chip.drop", title, partial(self.take, number, False))]),
        ]
        return _chip(state, words, acts, fields)

    def _missing(self, missing: Mapping[str, Any], shown: bool) -> W.Widget:
        """What is not told, with the answers that are likely and a field for another; of several the first
        shows what to ask, so that one short question comes next.
        """
        is_told = self.facts.is_told_in_part(missing)
        title = say("chip.in-part" if is_told else "chip.missing", kind=_kind(missing))
        questions = [str(one.get("ask", "")) for one in self.facts.asked]
        question = str(missing.get("ask", ""))
        copy = _copies(question, "chip.copy")
        if shown and len(questions) > 1:
            copy += _copies("\n".join(questions), "chip.copy-all")
        ask = W.HTML(f"<p class='ask'>{escape(question)}</p>{copy}")
        ask.layout.display = None if shown else "none"
        words = W.HTML(f"<i class='sign' aria-hidden='true'></i><b>{escape(title)}</b>")
        acts = [_link("chip.ask", title, lambda: _turn(ask))]
        return _chip("missing", words, acts, W.VBox([ask, AnswerRow(self, missing)]))

    def _dispute(self, number: int) -> W.Widget:
        dispute, found = self.facts.disputed[number], self.facts.found[number]
        kind, what = _kind(dispute), dispute.get("what")
        value = dispute["versions"][0].get("value") if dispute.get("versions") else None
        if isinstance(value, Mapping) and value.get("power") and value.get("space"):
            what = f"{kind}, {value['power']}, {value['space']}"
        elif not what or ":" in what:  # a key, not words
            what = kind
        words = escape(say("chip.disputed", what=value_words(what)))
        versions, told = [], versions_words(dispute.get("versions", ()))
        for place, version in enumerate(dispute.get("versions", ())):
            by = str(version.get("by") or say("chip.somebody"))
            said = f": “{version['said']}”" if version.get("said") else ""
            one = W.Button(
                description=f"{told[place]}\n{by}{said}",
                tooltip=say("chip.find", by=by), layout=W.Layout(width="auto", height="auto"),
            )  # fmt: skip
            one.add_class("version")
            if found == place:
                one.add_class("is-found")
            one.on_click(lambda _, place=place: self.find(number, place))
            versions.append(one)
        asks = say("chip.why-found")
        why = W.Text(
            value=self.facts.why[number], placeholder=asks, description=asks,
            style={"description_width": "0"},
            layout=W.Layout(width="100%", display="none" if found is None else None),
        )  # fmt: skip
        why.observe(lambda change: self.facts.why.__setitem__(number, change["new"]), "value")
        head = W.HBox([W.HTML(f"<b>⚖ {words}</b>"), _link("chip.drop", words, partial(self.drop, number))])
        head.add_class("head")
        box = W.VBox([head, W.HBox(versions), why])
        box.add_class("chip")
        box.add_class("is-disputed")
        return box


def _chip(state: str, words: W.Widget, acts: list[W.Widget], below: W.Widget) -> W.Widget:
    box = W.VBox([W.HBox([words, W.HBox(acts)]), below])
    box.add_class("chip")
    box.add_class(f"is-{state}")
    return box


def _unread(phrase: Mapping[str, Any]) -> W.Widget:
    near = phrase.get("near")
    if "place" in phrase:
        note = elsewhere_words(phrase)
    else:
        note = say("chip.unread-near", near=value_words(near)) if near else say("chip.unread")
    words = W.HTML(
        f"<i class='sign' aria-hidden='true'>?</i><b>“{escape(str(phrase.get('said') or ''))}”</b>"
        f"<small>{escape(note)}</small>"
    )
    box = W.VBox([words])
    box.add_class("chip")
    box.add_class("is-unread")
    return box


def _link(id: str, title: str, act: Callable[[], object]) -> W.Button:
    made = button(id, id, act)
    made.tooltip = f"{say(id)}: {title}"
    made.add_class("as-link")
    return made


def _copies(text: str, id: str) -> str:
    """A button that copies a text (`front/desk_keys.js`)."""
    return (
        f"<button type='button' class='copies' data-copies='{escape(text)}' "
        f"data-copied='{escape(say('chip.copied'))}'>{escape(say(id))}</button>"
    )


def _kind(told: Mapping[str, Any]) -> str:
    return label_shown(str(told.get("kind", "")).replace("-", "_"))


def _turn(part: W.Widget) -> None:
    part.layout.display = None if part.layout.display == "none" else "none"
