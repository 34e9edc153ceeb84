"""What may be given to a question and what it answers, as tables that fold away."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...core.errors import UnknownName
from ...core.messages import say
from ...core.questions import Question
from ...umpire.cases.cases import questions
from ...umpire.cases.given_keys import Key, given_keys
from .tables import cells, table
from .theme import style

# The class stands twice to outweigh JupyterLab's own style of tables.
STYLE = style("question_keys")


def keys_html(question: Question, name: str = "") -> str:
    """What may be given to a question and what it answers, as two tables; `name` stands before them."""
    answer = (
        f"<tr><td><code>{escape(name)}</code></td>{cells([means])}</tr>"
        for name, means in question.answer.items()
    )
    summary = escape(
        say("desk.keys-of", name=name.replace("-", " ").capitalize()) if name else say("desk.keys")
    )
    given = key_table(say("desk.keys-given"), given_keys(question))
    return folded_keys(
        summary, given + table((say("desk.key"), say("desk.means")), answer, say("desk.keys-answer"))
    )


def folded_keys(summary: str, tables: str) -> str:
    """Tables of keys, folded away under a title; both are HTML."""
    return (
        f"<div class='ninevears-keys'><details><summary>{summary}</summary>"
        f"<div tabindex='0'>{tables}</div></details></div>"
    )


def key_table(caption: str, keys: Sequence[Key]) -> str:
    """Keys with what stands there, whether they are needed, and what they mean."""
    needed = {True: say("desk.needed"), False: say("desk.may-be-left-out")}
    rows = (
        f"<tr><td><code>{escape(key.path)}</code></td>"
        f"{cells((str(key.kind), needed[key.needed], key.means))}</tr>"
        for key in keys
    )
    return table(map(say, ("desk.key", "desk.what", "desk.when", "desk.means")), rows, caption)


class QuestionKeys:
    """The keys of some questions, to look up in a notebook.

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
                raise UnknownName("question", name, None, own)
        self.questions: tuple[Question, ...] = tuple(own[name] for name in names or own)

    def _repr_html_(self) -> str:
        return STYLE + "".join(keys_html(question, question.name) for question in self.questions)
