"""What became of a cell of orders, line by line, as a page and as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ...core.clauses import clause
from ...core.messages import Message, say, shown
from ...core.rulings import Step
from ...nine_years.engine.choices import Decision, Option
from ...nine_years.engine.engine import Roll
from ...umpire.mail.reading import Problem
from ..parts.desk_parts import violations_html
from ..parts.ruling_card import STYLE as CARD_STYLE, chip, mark_of, with_kit_note, with_remedy
from ..parts.tables import cells, table
from ..parts.theme import PROGRAMMERS, paint
from .run import Carried, Run

MOST_OPEN = 6
"""With more steps than this those of each order are folded, but for an order that rolled dice."""
MOST_IN_SIGHT = 4
"""With more orders than this a report without a map tells them folded."""
MOST_CHIPS = 120
"""With more steps than this their clauses are cited without their texts."""
MOST_LISTED = 8
"""With more options than this they are not all listed under a cell."""
HELP = {
    "%%orders [GAME]": "orders.help-cell",
    "%%orders --seed N": "orders.help-seed",
    "%%orders --from FILE": "orders.help-from",
    "%%orders --after GUESS": "orders.help-after",
    "%%orders --check": "orders.help-check",
    "%%orders --quiet": "orders.help-quiet",
    "%%orders --words": "orders.help-words",
    "Tab": "orders.help-tab",
    "# …": "orders.help-remark",
    "%orders next": "orders.help-next",
    "%orders undo [N]": "orders.help-undo",
    "%orders log": "orders.help-log",
    "%orders save FILE": "orders.help-save",
}
"""What can be typed, and the message that says what it does."""
MONOSPACE = 'ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace'

# Classes stand several times to outweigh JupyterLab's own style of code and tables.
STYLE = f"""{CARD_STYLE}<style>
.ninevears-orders ol.lines {{ list-style: none; padding: 0; }}
.ninevears-orders ol.lines > li {{ display: grid; grid-template-columns: 2.2em 1.6em minmax(0, 1fr);
  padding: 5px 0; border-bottom: 1px solid {paint("inset-edge")}; }}
.ninevears-orders .number {{ color: {paint("faint")}; text-align: right; padding-right: 8px;
  font-variant-numeric: tabular-nums; }}
.ninevears-orders .mark {{ font-weight: 700; }}
.ninevears-orders .done > .mark {{ color: {paint("good-ink")}; }}
.ninevears-orders .bad-line {{ background: {paint("bad")}; }}
.ninevears-orders .bad-line > .mark {{ color: {paint("wrong-ink")}; }}
.ninevears-orders .left code {{ color: {paint("faint")}; }}
.ninevears-orders code.code.code.code {{ font: 600 13px/1.5 {MONOSPACE}; background: none; color: inherit;
  padding: 0; overflow-wrap: anywhere; }}
.ninevears-orders pre.code.code.code {{ font: 13px/1.35 {MONOSPACE}; background: {paint("paper")};
  color: {paint("bad-ink")};
  margin: 0 8px 4px 0; padding: 4px 8px; overflow-x: auto; white-space: pre; }}
.ninevears-orders .dice b {{ font-size: 20px; line-height: 1; vertical-align: -2px; }}
.ninevears-orders .steps {{ list-style: none; padding-left: 0.6em; }}
.ninevears-orders .note {{ margin: 6px 0; }}
.ninevears-orders li > div > details {{ display: inline-block; margin-left: 6px; }}
.ninevears-orders li > div > details[open] {{ display: block; margin-left: 0; }}
.ninevears-orders .steps details {{ display: inline-block; margin-left: 6px; }}
.ninevears-orders .rows {{ margin-left: 0; }}
.ninevears-orders .rows.rows.rows :is(table, tr, tr:nth-child(n)) {{ background: none; }}
.ninevears-orders .rows.rows.rows tr > * {{ padding: 2px 12px 2px 0; text-align: left;
  background: none; color: {paint("ink")}; white-space: normal; max-width: none; font-size: 14px; }}
.ninevears-orders .rows.rows.rows tr > th[scope="row"] {{ white-space: nowrap; }}
.ninevears-orders .scroll {{ max-height: 24em; overflow: auto; }}
</style>"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that a cell of orders has to tell.

    Attributes:
        run: what became of its lines.
        notes: what was done before the first line: a game made, orders taken back.
        checked: whether the lines were only tried.
    """

    run: Run
    notes: tuple[Message, ...] = ()
    checked: bool = False

    @property
    def stopped_at(self) -> int:
        """Which of the orders is the first that cannot be carried out."""
        return len(self.run.carried) + 1

    @property
    def says(self) -> Message:
        """All of it in one sentence."""
        run = self.run
        id = "orders.checked" if self.checked else "orders.done"
        done = Message(id, count=len(run.carried))
        if run.problem is None:
            return done
        id = "orders.check-stopped" if self.checked else "orders.stopped"
        stopped = Message(id, number=self.stopped_at)
        return Message("list.sentences", first=done, rest=stopped)


def face(roll: Roll) -> str:
    """A die as it lies on the table.

    >>> face(Roll(4, Message("verdict.legal")))
    '⚃'
    """
    return chr(0x2680 + roll.face - 1)


# ---- as a page


def html_of(outcome: Outcome, quiet: bool = False, folded: bool = False) -> str:
    """The outcome as HTML, everything from outside escaped; quiet, without what was carried out, and folded,
    with that in a fold where it is much.
    """
    run = outcome.run
    tone, icon, word = ("good", "✓", "orders.word-done")
    if run.problem is not None:
        tone, icon, word = ("bad", "✗", "orders.word-stopped")
    elif not run.carried:
        tone, icon, word = ("open", "•", "orders.word-nothing")
    elif outcome.checked:
        tone, word = ("open", "orders.word-checked")
    banner = (
        f"<div class='banner {tone}'><span class='word'><span aria-hidden='true'>{icon}</span> "
        f"{escape(say(word))}</span><span>{escape(str(outcome.says))}</span></div>"
    )
    told = "".join(f"<p class='note'>{escape(str(note))}</p>" for note in outcome.notes)
    notes = for_programmers(told) if told else ""
    steps = sum(len(carried.steps) for carried in run.carried)
    lines = [] if quiet else [_carried_html(at, one, steps) for at, one in enumerate(run.carried, 1)]
    if run.problem is not None:
        lines.append(_problem_html(outcome.stopped_at, run.problem))
    lines += [_left_html(at, text) for at, (_, text) in enumerate(run.left, outcome.stopped_at + 1)]
    listed = f"<ol class='lines'>{''.join(lines)}</ol>" if lines else ""
    if folded and len(lines) > MOST_IN_SIGHT and run.problem is None:
        summary = escape(say("orders.one-by-one"))
        listed = f"<details><summary>{summary}</summary>{listed}</details>"
    following = "" if quiet and run.problem is None else _next_html(run.decision)
    body = with_kit_note(f"{notes}{listed}{following}")
    return _card(f"{banner}<div class='body'>{body}</div>" if body else banner)


def decision_html(decision: Decision | None) -> str:
    """What is to be decided now, with all that may be ordered, as HTML."""
    return _card(f"<div class='body'>{_next_html(decision, whole=True)}</div>")


def help_html() -> str:
    """What can be typed, as HTML."""
    rows = "".join(
        f"<tr><th scope='row'>{_order_html(typed)}</th><td>{escape(say(id))}</td></tr>"
        for typed, id in HELP.items()
    )
    title = escape(say("orders.help-title"))
    return _card(f"<div class='body'><h4>{title}</h4><div class='rows'><table>{rows}</table></div></div>")


def note_html(message: Message, orders: Sequence[str] = ()) -> str:
    """A sentence, and orders under it, as HTML."""
    items = "".join(f"<li>{_order_html(order)}</li>" for order in orders)
    return _card(f"<div class='body'><p class='note'>{escape(str(message))}</p><ul>{items}</ul></div>")


def _card(inner: str) -> str:
    label = escape(say("orders.label"), quote=True)
    start = f"<div class='ninevears-card ninevears-orders' role='region' aria-label='{label}'>"
    return f"{STYLE}{start}{inner}</div>"


def _line(number: int, kind: str, icon: str, name: str, inner: str) -> str:
    mark = f"<span class='mark' role='img' aria-label='{escape(name, quote=True)}'>{icon}</span>"
    return f"<li class='{kind}'><span class='number'>{number}</span>{mark}<div>{inner}</div></li>"


def _carried_html(number: int, carried: Carried, steps: int) -> str:
    dice = "".join(
        f" <span class='dice'><b aria-hidden='true'>{face(roll)}</b> {escape(_rolled(roll))}</span>"
        for roll in carried.rolls
    )
    described = (
        f"<b>{escape(shown(carried.side))}:</b> {_order_html(carried.order)} {escape(str(carried.says))}"
    )
    inner = f"{described}{dice}{_steps_html(carried, steps)}"
    return _line(number, "done", "✓", say("orders.word-done"), inner)


def _order_html(order: str) -> str:
    return f"<code class='code {PROGRAMMERS}'>{escape(order)}</code>"


def for_programmers(inner: str) -> str:
    """What is told to those who write cells alone: folded in Lab, and absent from the reader's page."""
    summary = escape(say("orders.for-programmers"))
    return f"<details class='{PROGRAMMERS}'><summary>{summary}</summary>{inner}</details>"


def _steps_html(carried: Carried, steps: int) -> str:
    if not carried.steps:
        return ""
    items = "".join(f"<li>{_step_html(step, steps <= MOST_CHIPS)}</li>" for step in carried.steps)
    listed = f"<ul class='steps'>{items}</ul>"
    if steps <= MOST_OPEN or (carried.rolls and steps <= MOST_CHIPS):
        return listed
    summary = escape(say("orders.steps", count=len(carried.steps)))
    return f"<details><summary>{summary}</summary>{listed}</details>"


def _step_html(step: Step, with_chip: bool) -> str:
    cited = step.clause
    short = f" <cite class='{cited.basis}'>{escape(cited.id)}{mark_of(cited)}</cite>"
    return f"{escape(str(step.says))}{chip(cited) if with_chip else short}"


def _problem_html(number: int, problem: Problem) -> str:
    if problem.violations:
        items = "".join(violations_html(problem.violations))
        lead = escape(say("orders.broken", count=len(problem.violations)))
        why = f"<p class='note'>{lead}</p><ol>{items}</ol>"
    else:
        why = f"<p class='note'>{escape(str(problem.says))}</p>"
    near = "".join(f"<li>{_order_html(order)}</li>" for order in _near(problem))
    if near:
        nearest = escape(say("orders.nearest"))
        near = f"<div class='{PROGRAMMERS}'><p class='note'>{nearest}</p><ul>{near}</ul></div>"
    count = escape(say("orders.could-be", count=problem.options)) if problem.options else ""
    marked = f"<pre class='code {PROGRAMMERS}'>{escape(problem.marked)}</pre>"
    inner = f"<div role='alert'>{marked}{why}</div>{near}<p class='note {PROGRAMMERS}'>{count}</p>"
    return _line(number, "bad-line", "✗", say("orders.word-stopped"), inner)


def _left_html(number: int, text: str) -> str:
    name = say("orders.word-left")
    return _line(number, "left", "–", name, f"{_order_html(text)} <i>{escape(name)}</i>")


def _next_html(decision: Decision | None, whole: bool = False) -> str:
    heading = escape(say("orders.next"))
    head = f"<h4>{heading}</h4>"
    if decision is None:
        over = escape(say("refused.over"))
        return f"{head}<p class='note'>{over}</p>"
    asks = f"<p class='note'>{escape(_asks(decision))}{chip(clause(decision.clause_id))}</p>"
    many = escape(say("orders.many", count=len(decision.options)))
    if not whole and len(decision.options) > MOST_LISTED:
        return f"{head}{asks}<p class='note {PROGRAMMERS}'>{many}</p>"
    listed = _options_html(decision.options)
    if not whole:  # who reads goes on with the lesson; who writes cells must know what fits
        listed = f"<div class='{PROGRAMMERS}'>{listed}</div>"
    return f"{head}{asks}{listed}"


def _options_html(options: Iterable[Option]) -> str:
    rows = (
        f"<tr><td>{_order_html(option.text)}</td>{cells((str(option.says), option.clause_id))}</tr>"
        for option in options
    )
    heads = (say("orders.column-order"), say("orders.column-says"), say("orders.column-clause"))
    label = escape(say("orders.options"), quote=True)
    return (
        f"<div class='rows scroll' tabindex='0' role='group' aria-label='{label}'>{table(heads, rows)}</div>"
    )


# ---- in words


def help_text() -> str:
    """What can be typed, as plain text."""
    width = max(map(len, HELP))
    return "\n".join(
        [say("orders.help-title"), *(f"{typed:{width}}  {say(id)}" for typed, id in HELP.items())]
    )


def _rolled(roll: Roll) -> str:
    return say("orders.rolled", face=roll.face, says=roll.says)


def _near(problem: Problem) -> tuple[str, ...]:
    return problem.alternatives or problem.suggestions


def _asks(decision: Decision) -> str:
    return say("orders.asks", side=decision.side, asks=decision.asks)


def text_of(outcome: Outcome, quiet: bool = False) -> str:
    """The outcome as plain text."""
    run = outcome.run
    lines = [str(outcome.says), *map(str, outcome.notes)]
    for number, carried in enumerate(() if quiet else run.carried, 1):
        lines.append(f"{number:4} ✓ {carried.side}: {carried.order}")
        lines += [f"       {face(roll)} {_rolled(roll)}" for roll in carried.rolls]
        lines += [f"       {step.says} [{step.clause_id}]" for step in carried.steps]
    if run.problem is not None:
        lines += _problem_text(outcome.stopped_at, run.problem)
    lines += [f"{at:4} – {text}" for at, (_, text) in enumerate(run.left, outcome.stopped_at + 1)]
    if not quiet or run.problem is not None:
        lines.append(decision_text(run.decision, whole=False))
    return "\n".join(lines)


def _problem_text(number: int, problem: Problem) -> list[str]:
    text, _, caret = problem.marked.partition("\n")
    lines = [f"{number:4} ✗ {text}", f"       {caret}".rstrip()]
    if problem.violations:
        lines += [
            f"       {with_remedy(one.says, one.tried)} [{one.clause_id}]" for one in problem.violations
        ]
    else:
        lines.append(f"       {problem.says}")
    if near := _near(problem):
        lines.append(f"       {say('orders.nearest')} {'; '.join(near)}")
    if problem.options:
        lines.append(f"       {say('orders.could-be', count=problem.options)}")
    return lines


def decision_text(decision: Decision | None, whole: bool = True) -> str:
    """What is to be decided now, as plain text; whole, with all that may be ordered however much that is."""
    if decision is None:
        return say("refused.over")
    head = f"{_asks(decision)} [{decision.clause_id}]"
    if not whole and len(decision.options) > MOST_LISTED:
        many = say("orders.many", count=len(decision.options))
        return f"{head}\n{many}"
    return "\n".join([head, *(f"  {option.text}  ({option.says})" for option in decision.options)])
