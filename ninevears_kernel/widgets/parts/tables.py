"""Tables and lists as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def table(heads: Iterable[str], rows: Iterable[str], caption: str = "", about: str = "") -> str:
    """A table: the heads over its columns as words, its rows as HTML; `about` are attributes of the table."""
    top = "".join(f"<th scope='col'>{escape(head)}</th>" for head in heads)
    named = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table{about}>{named}<thead><tr>{top}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def cells(words: Iterable[str]) -> str:
    """Words as the cells of a row."""
    return "".join(f"<td>{escape(word)}</td>" for word in words)


def items(sentences: Iterable[str]) -> str:
    """Sentences as the items of a list."""
    return "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
