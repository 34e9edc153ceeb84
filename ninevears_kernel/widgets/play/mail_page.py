"""A letter as the mail desk shows it: what became of each line, and where reading stopped."""

from __future__ import annotations

from collections import Counter
from html import escape

from ...core.messages import say
from ...nine_years.engine.choices import option_of
from ...umpire.mail.reading import Change, MailReading, Problem
from ..parts import desk_parts as parts
from ..parts.theme import style

MOST_LINES = 250
"""Lines before the problem, or before the end, that are shown."""
MOST_BEHIND = 12
"""Lines behind the problem that are shown."""
LONGEST = 400
"""Characters of a line that are shown."""
MARKS = {"read": "✓", "changed": "✎", "added": "＋", "ignored": "·", "problem": "✗", "not-reached": "…"}
"""A sign for what became of a line; the words stand beside it."""
STYLE = style("mail_page")


def summary(reading: MailReading) -> str:
    """What came of the letter, in sentences."""
    described = []
    if reading.unwrapped:
        forms = [say(f"mail.unwrapped-{name}") for name in reading.unwrapped]
        described.append(say("mail-desk.unwrapped", forms=forms))
    if reading.game is None:
        described.append(say("mail-desk.nothing"))
    else:
        described.append(say("mail-desk.new", count=reading.new))
    if reading.problem is not None:
        described.append(say("mail-desk.stopped", line=reading.problem.line))
    elif reading.game is not None:
        last = reading.game.entries[-1:]
        words = [str(option_of(entry.action, reading.game.rule_tables).says) for entry in last]
        described.append(say("mail-desk.all-read", last=words[0] if words else say("list.none")))
    return parts.status(" ".join(described))


def lines(reading: MailReading) -> tuple[str, str]:
    """The letter line by line: up to the problem with it, and behind it."""
    changes: dict[int, list[Change]] = {}
    for change in reading.changes:
        changes.setdefault(change.line, []).append(change)
    last = reading.problem.line if reading.problem is not None else len(reading.letter)
    rows, kinds = [], Counter[str]()
    for number, text in enumerate(reading.letter[:last], 1):
        for kind, words, marked in _describe(number, text, changes.get(number, []), reading.problem):
            kinds[kind] += 1
            rows.append((number, kind, words, marked))
    left = len(rows) - MOST_LINES
    note = escape(say("mail-desk.earlier", count=left)) if left > 0 else ""
    stopped = rows[-1:] if reading.problem is not None else []
    counted = [say(f"mail-desk.counted-{kind}", count=kinds[kind]) for kind in MARKS if kinds[kind]]
    caption = escape(say("mail-desk.lines", counted=counted))
    table = _table(rows[-MOST_LINES : len(rows) - len(stopped)], f"{caption} {note}")
    if reading.problem is not None:  # outside of what scrolls
        table += _problem_html(reading.problem)
    behind = [
        (number, "not-reached", "", escape(text[:LONGEST]))
        for number, text in enumerate(reading.letter[last : last + MOST_BEHIND], last + 1)
        if text.strip()
    ]
    return table, _table(behind, escape(say("mail-desk.behind"))) if behind else ""


def _describe(
    number: int, text: str, changes: list[Change], problem: Problem | None
) -> list[tuple[str, str, str]]:
    """The rows of a line: what became of it, in words, and its text as HTML."""
    rows = []
    cut = escape(text[:LONGEST]) + ("…" if len(text) > LONGEST else "")
    if problem is not None and problem.line == number:
        pass
    elif not changes and text.strip():
        rows.append(("read", "", cut))
    for change in changes:
        kind = "ignored" if not change.read_as else "changed" if change.text else "added"
        rows.append((kind, escape(str(change.says)), cut if change.text else ""))
    if problem is not None and problem.line == number:
        rows.append(("problem", "", ""))
    return rows


def _problem_html(problem: Problem) -> str:
    """The line where reading stopped, with what is wrong marked in it, and why."""
    start, end = min(problem.start, LONGEST), min(problem.end, LONGEST)
    text = problem.text
    marked = f"{escape(text[:start])}<mark>{escape(text[start:end])}</mark>{escape(text[end:LONGEST])}"
    heading = escape(say("mail-desk.stopped-here", line=problem.line))
    if problem.violations:
        why = parts.refusal(say("stepper.refused"), text[start:end], problem.violations)
    else:
        why = f"<p role='alert'>{escape(str(problem.says))}</p>"
    return f"<div class='paper problem'><p>{MARKS['problem']} {heading}</p><code>{marked}</code>{why}</div>"


def _table(rows: list[tuple[int, str, str, str]], caption: str) -> str:
    """Rows as a table; texts and words are HTML already."""
    head = "".join(
        f"<th scope='col' style='width:{width}'>{escape(words)}</th>"
        for words, width in (
            (say("mail-desk.column-number"), "3em"), (say("mail-desk.column-kind"), "8.5em"),
            (say("mail-desk.column-text"), "40%"), (say("mail-desk.column-says"), "auto"),
        )
    )  # fmt: skip
    body = "".join(
        f"<tr class='{kind}'><td class='number'>{number}</td>"
        f"<td><span aria-hidden='true'>{MARKS[kind]}</span> {escape(say(f'mail-desk.kind-{kind}'))}</td>"
        f"<td><code>{text}</code></td><td>{words}</td></tr>"
        for number, kind, words, text in rows
    )
    return (
        f"<div class='paper'><div class='scrolls' tabindex='0'><table class='lines'>"
        f"<caption style='text-align:left'>{caption}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div></div>"
    )
