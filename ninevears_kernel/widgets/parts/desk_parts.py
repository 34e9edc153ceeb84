"""What the desks are put together from: headings, buttons, downloads, files that somebody gives, refusals."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import BadInput, NinevearsError, Refused
from ...core.messages import Message, say
from ...core.rulings import Violation
from ...input_bounds import check_size
from .fields import labelled
from .ruling_card import STYLE as CARD_STYLE, chip, with_remedy
from .theme import COMPLAINT, INK, PAPER, SERIF, complaint
from .upload import FileButton

LABELS = {"description_width": "120px"}
WIDE = {"width": "auto", "max_width": "56em"}
desk_field = partial(labelled, layout=WIDE, style=LABELS)
"""A field of a desk, with its label."""
STYLE = f"""{CARD_STYLE}<style>
.ninevears-games {{ max-width: 100%; }}
.ninevears-games h3 {{ font-size: 16px; margin: 14px 0 4px; border-bottom: 1px solid #8b7346; }}
.ninevears-games p.means {{ font-size: 13px; line-height: 1.45; color: var(--jp-ui-font-color1, #222);
  max-width: 62em; margin: 2px 0 6px; }}
.ninevears-games textarea {{ font: 13px/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace; }}
.ninevears-games .downloads a {{ margin-right: 14px; text-decoration: underline; }}
.ninevears-games .paper {{ font: 14px/1.5 {SERIF}; color: {INK}; background: {PAPER};
  border: 1px solid #c9b98f; padding: 6px 12px; max-width: 62em; overflow-wrap: anywhere; }}
.ninevears-games .paper ol, .ninevears-games .paper ul {{ margin: 2px 0; padding-left: 1.6em; }}
.ninevears-games .paper svg {{ max-width: 100%; height: auto; }}
.ninevears-games .scrolls {{ overflow: auto; max-height: 30em; }}
.ninevears-games .widget-button {{ white-space: normal; height: auto; min-height: 28px; text-align: left;
  line-height: 1.35; padding: 4px 10px; }}
{COMPLAINT}
</style>"""


def heading(id: str, means: str = "") -> W.HTML:
    """A heading, and under it a sentence of what its part is for; both are message ids."""
    described = f"<p class='means'>{escape(say(means))}</p>" if means else ""
    words = escape(say(id))
    return W.HTML(f"<h3>{words}</h3>{described}")


def row(*parts: W.Widget) -> W.Box:
    """Widgets beside one another, on as many lines as they need."""
    return W.Box(parts, layout=W.Layout(display="flex", flex_flow="row wrap", align_items="center"))


def upload(label: str, tooltip: str, accept: str, take: Callable[[str], object], fail: Any) -> FileButton:
    """A button that opens a file; its text goes to `take`, what is wrong with it to `fail`.

    Args:
        label: message id of its name.
        tooltip: message id of what it does.
        accept: the endings that the browser offers.
        take: is given the text.
        fail: is given the error.
    """
    made = FileButton(label, tooltip, accept)

    def taken(change: Mapping[str, Any]) -> None:
        for file in change["new"]:
            try:
                take(text_of(file))
            except NinevearsError as error:
                fail(error)
        if change["new"]:
            made.value = ()  # the same file can be opened once more

    made.observe(taken, "value")
    return made


def text_of(file: Mapping[str, Any]) -> str:
    """The text of a file that somebody gave.

    Raises:
        BadInput: it is too large, or is not text.
    """
    content = bytes(file["content"])
    check_size(content)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        name = str(file.get("name", ""))[:80]
        raise BadInput("file", name, Message("expected.text-file")) from None


def download(name: str, content: str, label: str, kind: str = "text/plain") -> str:
    """A link that saves a text: the browser has all of it already; `label` is a message id."""
    described = base64.b64encode(content.encode()).decode()
    words = escape(say(label))
    return f"<a download='{escape(name)}' href='data:{kind};charset=utf-8;base64,{described}'>{words}</a>"


def downloads(*links: str) -> str:
    """Links that stand beside one another."""
    return f"<span class='downloads'>{''.join(links)}</span>"


def status(words: str, extra: str = "") -> str:
    """A sentence that a screen reader reads out; `extra` is HTML that follows it."""
    return f"<div class='paper' role='status'>{escape(words)}{extra}</div>"


def violations_html(violations: Sequence[Violation]) -> Iterator[str]:
    """Each violated clause as an item of a list, with what would mend it."""
    for one in violations:
        yield f"<li>{escape(with_remedy(one.says, one.tried))}{chip(one.clause)}</li>"


def refusal(title: str, what: str, violations: Sequence[Violation]) -> str:
    """What is refused, with every clause that forbids it."""
    return (
        f"<div class='ninevears-card' role='alert'><div class='banner bad'><span class='word'>"
        f"<span aria-hidden='true'>✗</span> {escape(title)}</span><span>{escape(what)}</span></div>"
        f"<div class='body'><ol>{''.join(violations_html(violations))}</ol></div></div>"
    )


def trouble(error: NinevearsError, title: str, what: str = "") -> str:
    """What is wrong, to stand under a field: a refusal with its clauses, any other error in a sentence."""
    if isinstance(error, Refused) and error.violations:
        return refusal(title, what or str(error), error.violations)
    return complaint(error)
