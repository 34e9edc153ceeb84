"""A ruling as text, Markdown, HTML or JSON, all from one neutral document.

The document is a list of blocks; each form is a small table of how a block is written. Text that came from
a file or a person is escaped where the form needs it.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import indent
from typing import Any

from .clauses import clause
from .errors import one_line
from .messages import Message, is_known, say, shown
from .readings import readings
from .rulings import OtherOutcome, ReadingUsed, Ruling, Violation

FORMAT = "ninevears-ruling/1"
MOST_ODDS_SHOWN = 12
"""Rows of a distribution that people are shown; JSON has them all."""
LEAST_ROWS, LEAST_COLUMNS = 2, 3
"""A list of an answer that is at least so long and so wide is shown as a table."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the document: ``verdict``, ``heading``, ``items``, ``table`` or ``list`` of an answer (in
    these two the first row is the header).
    """

    kind: str
    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


def document(ruling: Ruling) -> list[Block]:
    """The ruling as an umpire writes it: verdict, answer, steps, what would change it, odds.

    Names in it may be a stranger's: whatever a terminal or a page would obey, not show, is written out.
    """
    return [printable(block) for block in _document(ruling)]


def printable(block: Block) -> Block:
    r"""A block whose texts hold no line break, no control character and none that turns the direction.

    >>> printable(Block("verdict", "\x1b[2J\u202e")).text
    '\\x1b[2J\\u202e'
    """
    return Block(block.kind, one_line(block.text), tuple(tuple(map(one_line, row)) for row in block.rows))


def _document(ruling: Ruling) -> list[Block]:
    blocks = [Block("verdict", str(ruling.says))]
    if ruling.answer:
        blocks += [Block("heading", say("ruling.answer")), *_answer(ruling.answer, ruling.question)]
    items = {
        "ruling.violations": _violations(ruling),
        "ruling.steps": [(_cited(step.clause_id), str(step.says)) for step in ruling.steps],
        "ruling.readings": [row for reading in ruling.readings for row in _reading_rows(reading, ruling)],
        "ruling.rules": [("", one_line(own)) for own in ruling.custom_rules],
        "ruling.dice": [("", shown(ruling.dice))] if ruling.dice else [],
    }
    for id, rows in items.items():
        if rows:
            blocks += [Block("heading", say(id)), Block("items", rows=tuple(rows))]
    for name, chances in ruling.odds.items():
        blocks += [Block("heading", say("ruling.odds", name=label_shown(name))), _odds_table(name, chances)]
    return blocks


def _answer(answer: Mapping[str, Any], question: str) -> list[Block]:
    """The answer as items, and what would be long lists of alike things as tables after them."""
    tables = {name: value for name, value in answer.items() if _is_list_of_rows(value)}
    items = tuple(
        (label_shown(name, question), value_shown(value, name, question))
        for name, value in answer.items()
        if name not in tables
    )
    return [
        *([Block("items", rows=items)] if items else []),
        *(
            Block(
                "list",
                label_shown(name, question),
                (
                    tuple(label_shown(key) for key in rows[0]),
                    *(tuple(value_shown(inner, key, question) for key, inner in row.items()) for row in rows),
                ),
            )
            for name, rows in tables.items()
        ),
    ]


def _is_list_of_rows(value: Any) -> bool:
    """Whether a value is a list of mappings that have the same keys, enough of both for a table."""
    return (
        isinstance(value, tuple)
        and len(value) >= LEAST_ROWS
        and all(isinstance(row, Mapping) and len(row) >= LEAST_COLUMNS for row in value)
        and len({tuple(row) for row in value}) == 1
    )


def cited(clause_id: str, basis: str) -> str:
    """A clause as it is cited, with its basis, so that nobody takes a kit rule for the printed one.

    >>> cited("NY 13.5.4", "text")
    'NY 13.5.4 (printed text)'
    """
    return say("ruling.cited", clause=clause_id, basis=say(f"basis.{basis}"))


def _cited(clause_id: str) -> str:
    return cited(clause_id, clause(clause_id).basis)


def label_shown(name: str, question: str = "") -> str:
    """The name of an answer or a result as people read it: the catalogue's ``answer.`` of it, where there is
    one.

    Args:
        name: as it stands in the answer.
        question: of which it is an answer, where the name alone means several things.

    >>> label_shown("defender_left"), label_shown("shut_in"), label_shown("place", "action")
    ('defender left', 'corps shut in', 'number of the order')
    """
    key = name.replace("_", "-")
    ids = (f"answer.{question}.{key}", f"answer.{key}")
    return next((say(id) for id in ids if is_known(id)), shown(name.replace("_", " ")))


def value_shown(value: Any, name: str = "", question: str = "") -> str:
    """A value of an answer as people read it, with what is inside it.

    A mapping is shown by the catalogue's ``value.`` of its keys, where there is one; one of several words of
    an answer by ``answer.``, the name of the answer and the word.

    Args:
        value: the value.
        name: what it is the value of.
        question: of whose answer it is a part, where the name alone means several things.

    >>> value_shown({"squadrons": 2, "corsairs": 0})
    'squadrons 2, corsairs 0'
    >>> value_shown({"kind": "galley", "number": 2, "count": 3})
    '3 × galley of 2'
    >>> value_shown("to-pool", "fate"), value_shown({"returns": (1, 2), "arrives": (3,)}, "needed")
    ('back to its pool', 'back in port on 1, 2; arrives on 3')
    >>> value_shown(None, "controller"), value_shown(None, "needed", "peace-roll"), value_shown(None)
    ('nobody', 'no die', 'not asked')
    """
    match value:
        case None:
            return _null_shown(name, question)
        case tuple() | Mapping() if not value:
            return say("value.none")
        case tuple() if isinstance(value[0], tuple | Mapping):
            return "; ".join(value_shown(inner, name, question) for inner in value)
        case tuple():
            return ", ".join(value_shown(inner, name, question) for inner in value)
        case str() if is_known(id := _word_id(name, value)):
            return say(id)
        case Mapping() if is_known(id := f"value.{'-'.join(value)}"):
            return say(id, **{key: value_shown(inner, key) for key, inner in value.items()})
        case Mapping():
            nested = any(isinstance(inner, Mapping | tuple) and inner for inner in value.values())
            parts = [
                f"{_key_shown(key, name)} {value_shown(inner, key if inner is not None else name, question)}"
                for key, inner in value.items()
            ]
            return ("; " if nested else ", ").join(parts)

    return shown(value)


def _null_shown(name: str, question: str) -> str:
    """What it means that an answer has no value here: the catalogue's ``null.`` of its name, or not asked."""
    key = name.replace("_", "-")
    ids = (f"null.{question}.{key}", f"null.{key}")
    return say(next((id for id in ids if is_known(id)), "value.not-asked"))


def _key_shown(key: str, name: str) -> str:
    """A key inside an answer: one of the words of the answer, or a name of its own."""
    word = _word_id(name, key)
    return say(word) if is_known(word) else label_shown(key)


def _word_id(name: str, word: str) -> str:
    """The message id of one of the words of an answer."""
    key = name.replace("_", "-")
    return f"answer.{key}.is-{word}"


def _violations(ruling: Ruling) -> list[tuple[str, str]]:
    rows = []
    for violation in ruling.violations:
        remedy = "" if violation.remedy is None else " " + say("ruling.remedy", remedy=violation.remedy)
        rows.append((_cited(violation.clause_id), f"{violation.says}{remedy}"))
    return rows


def _reading_rows(used: ReadingUsed, ruling: Ruling) -> list[tuple[str, str]]:
    options = readings()[used.name].options
    taken = say("ruling.reading", name=used.name, chosen=used.chosen, meaning=options[used.chosen])
    rows = [(_cited(used.clause_id), taken)]
    for other in used.others:
        meaning, outcome = options[other.option], outcome_shown(other, ruling)
        rows.append(("", say("ruling.reading-other", option=other.option, meaning=meaning, outcome=outcome)))
    return rows


def outcome_shown(other: OtherOutcome, ruling: Ruling) -> str:
    """What a ruling would be under another option, in a sentence; while dice are open, its odds."""
    if other.answer is not None:
        return str(other.says)
    return "; ".join(
        f"{label_shown(name)}: "
        + ", ".join(f"{value_shown(value, name)} {percent(chance)}" for value, chance in chances[:4])
        for name, chances in other.odds.items()
        if chances != ruling.odds.get(name)
    )


def percent(chance: Fraction) -> str:
    """A chance in per cent, to a tenth.

    >>> percent(Fraction(1, 3))
    '33.3%'
    """
    return f"{float(chance):.1%}"


def odds_rows(
    name: str, chances: Sequence[tuple[Any, Fraction]], most: int = MOST_ODDS_SHOWN
) -> list[tuple[str, Fraction]]:
    """What may come, in words, and how likely it is; beyond so many rows all others are one.

    >>> odds_rows("hits", [(0, Fraction(1, 2)), (1, Fraction(1, 3)), (2, Fraction(1, 6))], 1)
    [('0', Fraction(1, 2)), ('2 other results', Fraction(1, 2))]
    """
    rows = [(value_shown(value, name), chance) for value, chance in chances[:most]]
    if others := chances[most:]:
        rest = sum((chance for _, chance in others), Fraction(0))
        rows.append((say("odds.others", count=len(others)), rest))
    return rows


def _odds_table(name: str, chances: tuple[tuple[Any, Fraction], ...]) -> Block:
    header = (say("odds.value"), say("odds.chance"), say("odds.exact"))
    rows = [(value, percent(chance), str(chance)) for value, chance in odds_rows(name, chances)]
    return Block("table", rows=(header, *rows))


def to_text(ruling: Ruling) -> str:
    """The ruling as plain text, for a terminal or an email."""
    return _written(ruling, _TEXT)


def to_html(ruling: Ruling) -> str:
    """The ruling as one HTML element, everything in it escaped."""
    label = html.escape(say("ruling.label"))
    return f'<div class="ninevears-ruling" role="region" aria-label="{label}">{_written(ruling, _HTML)}</div>'


def _written(ruling: Ruling, form: Mapping[str, Callable[[Block], str]]) -> str:
    return "\n".join(form[block.kind](block) for block in document(ruling)) + "\n"


def text_table(block: Block) -> str:
    """The rows of a block under each other, for a terminal."""
    widths = [max(len(row[column]) for row in block.rows) for column in range(len(block.rows[0]))]
    return "\n".join(
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in block.rows
    )


def _text_items(block: Block) -> str:
    return "\n".join(f"  {name}: {text}" if name else f"  {text}" for name, text in block.rows)


def markdown_escaped(text: str) -> str:
    r"""Text as Markdown shows it, whatever marks it holds.

    >>> print(markdown_escaped("<b>*Namur*</b>"))
    \<b\>\*Namur\*\</b\>
    >>> print(markdown_escaped("69.2%"), markdown_escaped("69. Namur"))
    69.2% 69\. Namur
    """
    # A dollar begins a formula in a notebook, a line break would end the row or the item, and a number or a
    # dash in front begins a list.
    line = "".join("\\" + c if c in "\\`*_{}[]<>#|&~$" else c for c in " ".join(text.splitlines()))
    return re.sub(r"^(\s*)(?:(?=[-+=])|(\d+)(?=[.)](?:\s|$)))", r"\1\2\\", line)


def _html_items(block: Block) -> str:
    items = (
        f"<li>{f'<b>{html.escape(name)}</b>: ' if name else ''}{html.escape(text)}</li>"
        for name, text in block.rows
    )
    return f"<ul>{''.join(items)}</ul>"


def _html_table(block: Block) -> str:
    header, *rows = (tuple(map(html.escape, row)) for row in block.rows)
    head = "".join(f'<th scope="col">{cell}</th>' for cell in header)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


_TEXT: Mapping[str, Callable[[Block], str]] = {
    "verdict": lambda block: block.text,
    "heading": lambda block: f"\n{block.text}",
    "items": _text_items,
    "table": text_table,
    "list": lambda block: f"  {block.text}:\n" + indent(text_table(block), "  "),
}
_HTML: Mapping[str, Callable[[Block], str]] = {
    "verdict": lambda block: f'<p class="ninevears-verdict"><b>{html.escape(block.text)}</b></p>',
    "heading": lambda block: f"<h4>{html.escape(block.text)}</h4>",
    "items": _html_items,
    "table": _html_table,
    "list": lambda block: f"<p><b>{html.escape(block.text)}</b>:</p>{_html_table(block)}",
}


def to_data(ruling: Ruling, with_answer: bool = True) -> dict[str, Any]:
    """The ruling as plain data, ready for JSON.

    Args:
        ruling: the ruling.
        with_answer: False leaves the answer out, where the odds alone were asked for.

    Returns:
        A dict with ``format``, ``system``, ``question``, ``verdict``, ``says``, ``answer``, ``steps``,
        ``violations``, ``readings``, ``rules``, ``dice`` and ``odds``.
    """
    data: dict[str, Any] = {
        "format": FORMAT,
        "system": ruling.system,
        "question": ruling.question,
        "verdict": ruling.verdict,
        "says": str(ruling.says),
    }
    if with_answer and ruling.answer is not None:
        data["answer"] = plain(ruling.answer)
    return data | {
        "steps": [
            {
                "clause": step.clause_id,
                "basis": step.clause.basis,
                "says": str(step.says),
                "values": plain(step.says.values),
            }
            for step in ruling.steps
        ],
        "violations": [violation_data(violation) for violation in ruling.violations],
        "readings": [_reading_data(used) for used in ruling.readings],
        "rules": list(ruling.custom_rules),
        "dice": list(ruling.dice),
        "odds": odds_data(ruling.odds),
    }


def violation_data(violation: Violation) -> dict[str, Any]:
    """A violated clause as plain data."""
    return {
        "clause": violation.clause_id,
        "basis": violation.clause.basis,
        "says": str(violation.says),
        "facts": plain(violation.facts),
        "remedy": None if violation.tried is None else str(violation.tried),
        **({"mends": plain(violation.mends)} if violation.mends else {}),
    }


def _reading_data(used: ReadingUsed) -> dict[str, Any]:
    reading = readings()[used.name]
    return {
        "name": used.name,
        "clause": used.clause_id,
        "chosen": used.chosen,
        "means": reading.options[used.chosen],
        "reason": reading.reason,
        "others": [
            {
                "option": other.option,
                "means": reading.options[other.option],
                "verdict": other.verdict,
                "says": str(other.says),
                **(
                    {"odds": odds_data(other.odds)}
                    if other.answer is None
                    else {"answer": plain(other.answer)}
                ),
            }
            for other in used.others
        ],
    }


def odds_data(odds: Mapping[str, tuple[tuple[Any, Fraction], ...]]) -> dict[str, list[dict[str, Any]]]:
    """Odds as plain data: for each result a list of value, probability in lowest terms, and decimal.

    >>> odds_data({"ends": ((True, Fraction(1, 6)),)})
    {'ends': [{'value': True, 'probability': '1/6', 'decimal': 0.16666666666666666}]}
    """
    return {
        name: [
            {"value": plain(value), "probability": str(chance), "decimal": float(chance)}
            for value, chance in chances
        ]
        for name, chances in odds.items()
    }


def plain(value: Any) -> Any:
    """A value in JSON's own types; messages as their sentences, fractions as text."""
    match value:
        case Mapping():
            return {name: plain(inner) for name, inner in value.items()}
        case list() | tuple() | set() | frozenset():
            return [plain(inner) for inner in value]
        case Message() | Fraction():
            return str(value)
    return value


def to_json(ruling: Ruling) -> str:
    """The ruling as JSON text."""
    return json_text(to_data(ruling))


def json_text(data: Any) -> str:
    r"""Data as JSON that a person can read, and in which every character can be seen.

    >>> print(json_text({"name": "Besançon \u202e"}))
    {
      "name": "Besançon \u202e"
    }
    """
    text = json.dumps(data, indent=2, ensure_ascii=False)
    if text.replace("\n", "").isprintable():
        return text
    # The whole text is ASCII but for what stands in strings, so that an escape means the same.
    return "".join(c if c == "\n" or c.isprintable() else json.dumps(c)[1:-1] for c in text)
