"""The clause browser: search all registers and the glossary, read a clause, and go from one to the next."""

from __future__ import annotations

from html import escape
from typing import Any

import anywidget
import ipywidgets as W
from traitlets import Unicode

from ...core.clauses import BASES, registers
from ...core.messages import say
from ...teaching.clause_help import clause_help, clause_named
from ...teaching.clause_search import Found, search_clauses
from ...teaching.glossary import Term, search_terms, term, terms
from ...teaching.word_search import MOST_SOUGHT, found_words, sought_words, words_in
from ...umpire.cases.samples import samples
from ..parts.fields import Quiet, button, labelled
from ..parts.keyboard import KeyboardGuard
from .clause_page import STYLE, clause_page, found_page, term_page, terms_page

CLAUSES, GLOSSARY = "clauses", "glossary"
EVERY = ""
"""What stands in the filters for no filter: a list shows an option without a value as if none were chosen."""
MOST_VISITED = 200
MOST_LISTED = 300


class HelpPage(anywidget.AnyWidget):
    """A page whose buttons tell where they lead.

    The keyboard stays where it was, or goes to the new heading.
    """

    _esm = """
export default {
  render({ model, el }) {
    el.classList.add("ninevears-help");
    const show = () => {
      const at = el.contains(document.activeElement) ? document.activeElement : null;
      const key = at?.dataset?.go;
      el.innerHTML = model.get("page");
      if (at) (([...el.querySelectorAll("[data-go]")].find((one) => one.dataset.go === key)
        ?? el.querySelector("h3"))?.focus());
    };
    // A notebook is opened in the lab itself where there is one; elsewhere the link leads to its page.
    const here = model.widget_manager?.context?.path;
    const inLab = (link) => {
      const path = [...(here ?? "").split("/").slice(0, -1), ...link.dataset.notebook.split("/")];
      const folders = [];
      for (const part of path) part === ".." ? folders.pop() : folders.push(part);
      link.dataset.commandlinkerCommand = "docmanager:open";
      link.dataset.commandlinkerArgs = JSON.stringify({ path: folders.join("/") });
    };
    const follow = (event) => {
      const link = event.target.closest("[data-notebook]");
      if (link && here !== undefined) inLab(link);
      const button = event.target.closest("[data-go]");
      if (button) model.send({ go: button.dataset.go });
    };
    el.addEventListener("click", follow);
    model.on("change:page", show);
    show();
    return () => {
      model.off("change:page", show);
      el.removeEventListener("click", follow);
    };
  },
};
"""
    page = Unicode().tag(sync=True)


class ClauseBrowser(W.VBox):
    """Browses the registers of clauses and the glossary.

    Args:
        words: what to look for at once.
        part: ``clauses`` or ``glossary``: where to look.

    Attributes:
        visits: the pages that were seen, as ``clause:ID``, ``term:NAME`` or ``found:PART:WORDS``.
        place: the number of the present page among them.

    >>> browser = ClauseBrowser()
    >>> browser.show("NY 11.1.1").title
    'Line of communication'
    """

    def __init__(self, words: str = "", part: str = CLAUSES, **more: Any) -> None:
        self.visits: list[str] = []
        self.place: int = -1
        self._quiet = Quiet()
        self._how = ""
        self._opened: set[str] = set()
        self._words: frozenset[str] = frozenset()
        wide, full = {"description_width": "70px"}, W.Layout(width="auto")
        self.part: W.ToggleButtons = W.ToggleButtons(
            options=[(say("help.part-clauses"), CLAUSES), (say("help.part-glossary"), GLOSSARY)],
            value=part,
            tooltips=[say("help.part-clauses-tooltip"), say("help.part-glossary-tooltip")],
            style={"button_width": "auto"},
        )
        self.words: W.Text = labelled(
            W.Text, "help.search", full, style=wide, tooltip="help.search-tooltip", hint="help.search-hint"
        )
        every = (say("help.every"), EVERY)
        self.system: W.Dropdown = labelled(
            W.Dropdown, "help.system", full, style=wide,
            options=[every, *((register.name, short) for short, register in registers().items())],
        )  # fmt: skip
        self.basis: W.Dropdown = labelled(
            W.Dropdown, "help.basis", full, style=wide,
            options=[every, *((say(f"basis.{basis}"), basis) for basis in BASES)],
        )  # fmt: skip
        self.with_reading: W.Checkbox = W.Checkbox(
            description=say("help.with-reading"), indent=False, layout=full
        )
        self.filters: W.VBox = W.VBox([self.system, self.basis, self.with_reading])
        self.list: W.Select = labelled(
            W.Select, "help.list", W.Layout(width="auto", height="auto"), label_width="0",
            tooltip="help.list-tooltip", rows=12,
        )  # fmt: skip
        self.count: W.HTML = W.HTML()
        self.back_button: W.Button = button("help.back", "help.back-tooltip", self.back)
        self.forward_button: W.Button = button("help.forward", "help.forward-tooltip", self.forward)
        self.page: HelpPage = HelpPage(layout=W.Layout(flex="1 1 380px", min_width="0"))
        left = W.VBox(
            [self.words, self.filters, self.count, self.list],
            layout=W.Layout(flex="0 1 300px", min_width="250px"),
        )
        top = W.HBox(
            [self.part, self.back_button, self.forward_button], layout=W.Layout(flex_flow="row wrap")
        )
        below = W.Box([left, self.page], layout=W.Layout(display="flex", flex_flow="row wrap"))
        super().__init__([W.HTML(STYLE), top, below, KeyboardGuard()], **more)
        self.add_class("ninevears-browser")
        self.words.value = words[:MOST_SOUGHT]
        for control in (self.words, self.system, self.basis, self.with_reading):
            control.observe(lambda _: self._sought(), "value")
        self.part.observe(lambda _: self._turned_to(), "value")
        self.list.observe(self._chosen, "value")
        self.page.on_msg(self._followed)
        self._sought()

    # ---- what a person asks for

    def show(self, id: str) -> Any:
        """Opens a clause.

        Args:
            id: as ``NY 11.1.1``, or the number alone.

        Returns:
            The clause.

        Raises:
            BadInput: there is none; says what is near, or what stands under it.
        """
        found = clause_named(id)
        self._visit(f"clause:{found.id}", "asked")
        return found

    def show_term(self, name: str) -> Term:
        """Opens a word of the glossary.

        Raises:
            UnknownName: it has no such word.
        """
        found = term(name)
        self._visit(f"term:{found.name}", "asked")
        return found

    def search(self, words: str) -> list[str]:
        """Looks for words where the browser stands; the ids or words that it has found, best first."""
        self.words.value = words[:MOST_SOUGHT]
        self._sought()
        return [key.partition(":")[2] for _, key in self.list.options]

    def back(self) -> None:
        """To the page before, if there is one."""
        self._turn(self.place - 1)

    def forward(self) -> None:
        """Forward again."""
        self._turn(self.place + 1)

    # ---- what happens then

    def _sought(self) -> None:
        if not self._quiet:
            self._visit(f"found:{self.part.value}:{self.words.value[:MOST_SOUGHT]}", "searched")

    def _turned_to(self) -> None:
        """The other part was chosen; words of which it knows nothing were meant for the first."""
        if self._quiet:
            return
        words = self.words.value
        with self._quiet:
            if words and not (search_terms(words) if self.part.value == GLOSSARY else search_clauses(words)):
                self.words.value = ""
        self._sought()

    def _chosen(self, change: Any) -> None:
        if not self._quiet and change["new"]:
            self._visit(change["new"], "listed")

    def _followed(self, _: object, content: Any, __: object) -> None:
        """A button on the page was pressed; what does not exist is not followed."""
        wanted = content.get("go") if isinstance(content, dict) else None
        kind, _, name = wanted.partition(":") if isinstance(wanted, str) else ("", "", "")
        if kind == "case" and name in samples():
            self._opened ^= {name}
            self._draw()
        elif kind == "clause" and name in _clause_ids():
            self._visit(f"clause:{name}", "followed")
        elif kind == "term" and name in terms():
            self._visit(f"term:{name}", "followed")

    def _visit(self, key: str, how: str) -> None:
        """Goes to a page; typing on, and going down a list, leave one page behind and not many."""
        if self.place >= 0 and how == self._how and how in ("searched", "listed"):
            self.visits[self.place] = key
        else:
            self.visits = [*self.visits[: self.place + 1], key][-MOST_VISITED:]
            self.place = len(self.visits) - 1
        self._how = how
        self._opened.clear()
        self._draw()

    def _turn(self, place: int) -> None:
        if 0 <= place < len(self.visits):
            self.place = place
            self._how = "turned"
            self._opened.clear()
            self._draw()

    def _draw(self) -> None:
        """Draws the present page, the list and the buttons."""
        key = self.visits[self.place]
        kind, _, name = key.partition(":")
        if kind == "found":
            part, _, words = name.partition(":")
            page = self._find(part, words)
        elif kind == "clause":
            page = clause_page(clause_help(name), self._words, self._opened)
        else:
            page = term_page(term(name), self._words)
        with self._quiet:
            if kind != "found":
                self.list.value = key if key in dict(self.list.options).values() else None
        self.page.page = page
        self.back_button.disabled = self.place <= 0
        self.forward_button.disabled = self.place >= len(self.visits) - 1

    def _find(self, part: str, words: str) -> str:
        """Searches, fills the list, and makes the page of what was found."""
        with self._quiet:
            self.part.value, self.words.value = part, words
            self.filters.layout.display = None if part == CLAUSES else "none"
            if part == GLOSSARY:
                found_terms = search_terms(words)
                self._words = _standing_for(words)
                self.list.options = [(one.name, f"term:{one.name}") for one in found_terms]
                page = terms_page(found_terms, words, self._words)
            else:
                found = search_clauses(
                    words, self.system.value or None, self.basis.value or None, self.with_reading.value
                )
                self._words = frozenset().union(*(hit.words for hit in found))
                self.list.options = [_line(hit) for hit in found[:MOST_LISTED]]
                page = found_page(found, words)
            self.list.value = None
        count = len(self.list.options)
        described = say("help.count-words" if part == GLOSSARY else "help.count", count=count)
        self.count.value = f"<span role='status'>{escape(described)}</span>"
        return page


def _line(hit: Found) -> tuple[str, str]:
    return say("help.line", clause=hit.clause.id, title=hit.clause.title), f"clause:{hit.clause.id}"


def _clause_ids() -> frozenset[str]:
    return frozenset(one.id for register in registers().values() for one in register.clauses)


def _standing_for(words: str) -> frozenset[str]:
    """The words of the glossary that typed words stand for."""
    known = tuple(sorted({word for one in terms().values() for word in words_in(f"{one.name} {one.says}")}))
    return frozenset(found for word in sought_words(words) for found in found_words(word, known))
