"""What a student has practised as a map of the rules: a bar for each chapter, and a click to practise it."""

from __future__ import annotations

from html import escape
from pathlib import Path

import ipywidgets as W

from ...core.messages import say
from ...teaching.chapters import chapter_title, chapters, kinds_of
from ...teaching.mastery import LAST, Mastery, by_chapter, by_kind, state_words
from ...teaching.progress import Progress, read_progress
from ..parts.fields import Callbacks
from ..parts.keyboard import KeyboardGuard
from ..parts.theme import INK, SERIF
from .practice import Practice

SIGNS = {"new": "○", "learning": "◔", "nearly": "◕", "sure": "●"}
"""A sign for each state, so that none is shown by colour alone."""
FILLS = {"new": "#d9cfb6", "learning": "#c0792a", "nearly": "#4a6fa0", "sure": "#2e6b34"}
BAR, HEIGHT, HATCH = 160, 14, 6
HATCHES = {
    "learning": f"M{{}} {HEIGHT}l{HEIGHT}-{HEIGHT}",
    "nearly": f"M{{}} 2h{HATCH}m-{HATCH} 6h{HATCH}m-{HATCH} 6h{HATCH}",
}
"""What is drawn over each colour ever again, beginning so many pixels from the left."""
STYLE = f"""<style>
.ninevears-progress {{ max-width: 900px; }}
.ninevears-progress .row {{ font: 15px/1.4 {SERIF}; color: var(--jp-ui-font-color1, {INK}); }}
.ninevears-progress .row svg {{ vertical-align: middle; margin: 0 8px; max-width: 100%; }}
.ninevears-progress .row .sign {{ font-size: 18px; }}
.ninevears-progress .row details {{ font-size: 14px; display: inline-block; margin-left: 14px;
  vertical-align: top; }}
.ninevears-progress .row ul {{ margin: 2px 0 4px; }}
.ninevears-progress .row summary {{ cursor: pointer; width: fit-content; }}
</style>"""


class ProgressMap(W.VBox):
    """The chapters of the rules by how sure a student is of them.

    Args:
        source: the practice whose progress is shown, and which a click leads to a chapter; or a progress, or
            the file where one is kept.

    Attributes:
        progress: what is shown. Set it with `show`.
        chapter: the chapter that was chosen last, or None.
        on_choose: calls back with each chapter that is chosen.

    >>> shown = ProgressMap(Progress("", "00c0ffee"))
    >>> set(shown.states.values())
    {'new'}
    """

    def __init__(self, source: Practice | Progress | str | Path) -> None:
        self.practice: Practice | None = source if isinstance(source, Practice) else None
        self.chapter: int | None = None
        self.on_choose: Callbacks = Callbacks()
        self.buttons: dict[int, W.Button] = {}
        self.rows: dict[int, W.HTML] = {}
        lines = []
        for chapter in chapters():
            title = chapter_title(chapter)
            button = W.Button(
                description=title, tooltip=say("progress.practise", chapter=title),
                layout=W.Layout(width="260px", flex="0 0 auto"),
            )  # fmt: skip
            button.on_click(lambda _, chapter=chapter: self.choose(chapter))
            self.buttons[chapter], self.rows[chapter] = button, W.HTML()
            layout = W.Layout(flex_flow="row wrap", align_items="flex-start")
            lines.append(W.HBox([button, self.rows[chapter]], layout=layout))
        self.head: W.HTML = W.HTML()
        super().__init__([self.head, *lines, KeyboardGuard()])
        self.add_class("ninevears-progress")
        if self.practice is not None:
            practice = self.practice
            practice.on_record(lambda: self.show(practice.progress))
            self.show(practice.progress)
        else:
            assert not isinstance(source, Practice)
            self.show(source if isinstance(source, Progress) else read_progress(source))

    @property
    def states(self) -> dict[int, str]:
        """The state of each chapter."""
        return {chapter: one.state for chapter, one in by_chapter(self.progress).items()}

    def show(self, progress: Progress) -> None:
        """Shows a progress."""
        self.progress = progress
        named = progress.student
        title = say("progress.title-of", student=named) if named else say("progress.title")
        count = len(progress.firsts())
        words = say("progress.map-about", count=count, last=LAST)
        self.head.value = (
            f"{STYLE}<div class='row'><b>{escape(title)}</b><p style='margin:2px 0 6px'>{escape(words)} "
            f"{escape(progress.warning)}</p></div>"
        )
        of_kinds = by_kind(progress)
        for chapter, one in by_chapter(progress).items():
            inner = {str(kind.title): of_kinds[kind.name] for kind in kinds_of(chapter)}
            self.rows[chapter].value = _row(one, inner)

    def choose(self, chapter: int) -> None:
        """Chooses a chapter: the practice goes there."""
        self.chapter = chapter
        if self.practice is not None:
            self.practice.go_to(chapter)
        self.on_choose.tell(chapter)


def _row(one: Mastery, inner: dict[str, Mastery]) -> str:
    items = "".join(
        f"<li>{escape(title)}: {_sign(kind)} {escape(_words(kind))}</li>" for title, kind in inner.items()
    )
    summary = escape(say("progress.kinds", count=len(inner)))
    return (
        f"<div class='row'>{bar(one)}<span class='sign'>{_sign(one)}</span> {escape(_words(one))}"
        f"<details><summary>{summary}</summary><ul>{items}</ul></details></div>"
    )


def _sign(one: Mastery) -> str:
    return f"<span aria-hidden='true'>{SIGNS[one.state]}</span>"


def _words(one: Mastery) -> str:
    if one.state == "new":
        return state_words(one)
    return say("progress.of-last", state=state_words(one), right=one.right, of=one.of)


def bar(one: Mastery) -> str:
    """A mastery as a bar: as long as the share, with the colour and the hatching of the state."""
    wide = round((BAR - 2) * one.share)
    lines = "".join(HATCHES.get(one.state, "").format(x) for x in range(-HEIGHT, wide, HATCH))
    label = escape(_words(one), quote=True)
    return (
        f"<svg width='{BAR}' height='{HEIGHT + 2}' viewBox='0 0 {BAR} {HEIGHT + 2}' role='img' "
        f"aria-label='{label}'>"
        f"<rect x='.5' y='.5' width='{BAR - 1}' height='{HEIGHT + 1}' fill='#f3ead2' stroke='#6b5a3a'/>"
        # no pattern: of several bars in a page the first would lend its own to all
        f"<svg x='1' y='1' width='{wide}' height='{HEIGHT}'>"
        f"<path d='M0 0H{wide}V{HEIGHT}H0z' fill='{FILLS[one.state]}'/>"
        f"<path d='{lines}' stroke='#fff' stroke-width='1.4'/></svg></svg>"
    )
