"""What may be given to a question and what it answers, as tables that fold away."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..core.errors import UnknownName
from ..core.messages import Message, say
from ..core.questions import Question
from ..umpire.cases import questions
from ..umpire.given_keys import Key, given_keys
from .page_look import INK, SERIF

# The class stands twice to outweigh JupyterLab's own style of tables.
STYLE = f"""<style>
.ninevears-keys {{ font: 14px/1.45 {SERIF}; }}
.ninevears-keys details > div {{ max-height: 26em; overflow: auto; margin: 4px 0 8px; }}
.ninevears-keys summary {{ cursor: pointer; width: fit-content; }}
.ninevears-keys summary:focus-visible {{ outline: 2px solid #1d4e6b; }}
.ninevears-keys.ninevears-keys table {{ border-collapse: collapse; width: 100%; table-layout: auto; }}
.ninevears-keys.ninevears-keys caption {{ text-align: left; font-weight: 600; padding: 6px 0; }}
.ninevears-keys.ninevears-keys :is(th, td) {{ text-align: left; vertical-align: top; padding: 3px 10px;
  border: 1px solid #e2d5b2; background: #fbf6e8; color: {INK}; white-space: normal; max-width: none; }}
.ninevears-keys.ninevears-keys code {{ font-size: 12.5px; background: none; color: inherit;
  white-space: nowrap; }}
</style>"""


def keys_html(question: Question, name: str = "") -> str:
    """What may be given to a question and what it answers, as two tables; `name` stands before them."""
    answer = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(means)}</td></tr>"
        for name, means in question.answer.items()
    )
    summary = escape(say("desk.keys-of", name=name) if name else say("desk.keys"))
    tables = key_table(say("desk.keys-given"), given_keys(question)) + _table(
        say("desk.keys-answer"), ("desk.key", "desk.means"), answer
    )
    return (
        f"<div class='ninevears-keys'><details><summary>{summary}</summary>"
        f"<div tabindex='0'>{tables}</div></details></div>"
    )


def key_table(caption: str, keys: Sequence[Key]) -> str:
    """Keys with what stands there, whether they are needed, and what they mean."""
    needed = {True: say("desk.needed"), False: say("desk.may-be-left-out")}
    rows = "".join(
        f"<tr><td><code>{escape(key.path)}</code></td><td>{escape(str(key.kind))}</td>"
        f"<td>{escape(needed[key.needed])}</td><td>{escape(key.means)}</td></tr>"
        for key in keys
    )
    return _table(caption, ("desk.key", "desk.what", "desk.when", "desk.means"), rows)


def _table(caption: str, columns: tuple[str, ...], rows: str) -> str:
    head = "".join(f"<th scope='col'>{escape(say(column))}</th>" for column in columns)
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


class QuestionKeys:
    """The keys of some questions, to be opened in a notebook.

    Args:
        system: short name of the system.
        names: the questions; none for all of the system.

    Raises:
        UnknownName: the system has no such question.

    >>> "limit" in QuestionKeys("VQ", "formation")._repr_html_()
    True
    """

    def __init__(self, system: str, *names: str) -> None:
        own = {name: question for (of, name), question in questions().items() if of == system}
        for name in names:
            if name not in own:
                raise UnknownName(
                    "question", name, Message("expected.one-of", options=Message.any_of(own)), own
                )
        self.questions = tuple(own[name] for name in names or own)

    def _repr_html_(self) -> str:
        return STYLE + "".join(keys_html(question, question.name) for question in self.questions)
