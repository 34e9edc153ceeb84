"""The pages of the phase stepper as HTML: where we are, what happened, dice, hands, the log, a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ...core.clauses import clause
from ...core.messages import Message, say
from ...core.rulings import Step, Violation
from ...nine_years.components.sides import Side
from ...nine_years.engine.choices import Option
from ...nine_years.games.game import Roll
from ...play.consequences import Consequence, Outcome
from ...play.moments import Moment
from ...play.session import Session
from ..parts.desk_parts import violations_html
from ..parts.ruling_card import chip
from ..parts.tables import items, table
from ..parts.theme import style

FACES = "⚀⚁⚂⚃⚄⚅"
MOST_TOLD = 14
"""So many decisions are shown in full after a long stretch; those before are in the log."""
STYLE = style("stepper_page")


def plain_chip(clause_id: str) -> str:
    """A clause as a chip that does not open, where its text stands elsewhere on the page."""
    found = clause(clause_id)
    title = escape(f"{found.title} ({say(f'basis.{found.basis}')})", quote=True)
    return f" <span class='chip {found.basis}' title='{title}'>{escape(clause_id)}</span>"


def cited(clause_id: str, described: set[str]) -> str:
    """A clause as a chip; it opens to its text where the page names it first."""
    if clause_id in described:
        return plain_chip(clause_id)
    described.add(clause_id)
    return chip(clause(clause_id))


def now_html(session: Session) -> str:
    """Where we are: year, phase, step, whose decision, and the question with its clause."""
    here, decision = session.here, session.decision
    points = session.game.engine.board.victory_points
    where = say(
        "sitting.now",
        year=here.year,
        phase=Message(f"map.phase-{here.phase}"),
        number=session.place + 1,
        points=points,
    )
    if decision is None:
        result = session.game.result
        side = Message(f"map.side-{result.winner}") if result else ""
        asks = say(f"map.won-{result.level}", side=side) if result else say("stepper.over")
        asked, word = f"<span>{escape(asks)}</span>", say("sitting.war-over")
    else:
        asked = f"<span>{escape(str(decision.asks))}{chip(clause(decision.clause_id))}</span>"
        word = say(f"sitting.turn-{session.seats[decision.side]}", side=decision.side)
    return (
        f"<div class='ninevears-card now' role='status' aria-live='polite'><div class='banner open'>"
        f"<span class='word'>{escape(word)}</span>{asked}</div>"
        f"<div class='body'>{escape(where)}</div></div>"
    )


def hands_html(session: Session) -> str:
    """The hands that the viewer may see."""
    rows = []
    for side, hand in session.hands.items():
        cards = ", ".join(str(card) for card in hand.actions) or say("sitting.no-cards")
        words = [say("sitting.action-cards", side=side, cards=cards)]
        for name in hand.events:
            card = session.game.rule_tables.events[name]
            words.append(say("sitting.event-card", side=side, event=name, says=card.says))
        rows += words
    if not rows:
        return ""
    heading = escape(say("sitting.hands"))
    return (
        f"<div class='ninevears-card hands'><div class='body'><h4>{heading}</h4>"
        f"<ul>{items(rows)}</ul></div></div>"
    )


def happened_html(session: Session) -> str:
    """What happened since the last halt: each choice, its dice, and the steps that it caused."""
    moments = session.happened
    described: set[str] = set()
    told = []
    if not session.place:
        told.append(_steps_html(session.before, described))
    hidden = len(moments) - MOST_TOLD
    if hidden > 0:
        more = escape(say("sitting.more-before", count=hidden))
        told.append(f"<li><i>{more}</i></li>")
    told += [_moment_html(session, moment, described) for moment in moments[-MOST_TOLD:]]
    heading = escape(say("sitting.happened"))
    return (
        f"<div class='ninevears-card'><div class='body'><h4>{heading}</h4>"
        f"<div class='happened' tabindex='0' role='log' aria-label='{heading}'>"
        f"<ol>{''.join(told)}</ol></div></div></div>"
    )


def _moment_html(session: Session, moment: Moment, described: set[str]) -> str:
    covered = session.is_covered(moment)
    text = "" if covered else f" <code>{escape(moment.text)}</code>"
    says = escape(f"{moment.entry.side}: {session.describe(moment)}")
    steps = "" if covered else _steps_html(moment.steps, described)
    return f"<li><b>{says}</b>{text}{dice_html(moment.entry.rolls)}{steps}</li>"


def _steps_html(steps: Iterable[Step], described: set[str]) -> str:
    told = "".join(f"<li>{escape(str(step.says))}{cited(step.clause_id, described)}</li>" for step in steps)
    return f"<ul>{told}</ul>" if told else ""


def dice_html(rolls: Sequence[Roll]) -> str:
    """Dice as faces, with their numbers and what each was for."""
    if not rolls:
        return ""
    dice = "".join(
        f"<span class='die'><b aria-hidden='true'>{FACES[roll.face - 1]}</b> {roll.face} "
        f"<span class='die-for'>({escape(str(roll.says))})</span></span>"
        for roll in rolls
    )
    return f"<div class='dice'>{dice}</div>"


def log_html(session: Session) -> str:
    """The log of the present year in the notation."""
    heading = escape(say("sitting.log", year=session.here.year))
    lines = escape("\n".join(session.log_lines(session.here.year)))
    return (
        f"<div class='ninevears-card game-log'><div class='body'><h4>{heading}</h4>"
        f"<div class='lines' tabindex='0' role='log' aria-label='{heading}'>"
        f"<pre>{lines}</pre></div></div></div>"
    )


def consequence_html(option: Option, brings: Consequence, viewer: Side | None) -> str:
    """What an option would bring: certain steps, dice with exact odds, and what comes next."""
    described: set[str] = set()
    said = f"<b>{escape(str(option.says))}</b> <code>{escape(option.text)}</code>"
    parts = [f"<p>{said}{cited(option.clause_id, described)}</p>"]
    parts.append(_steps_html(brings.steps, described))
    if brings.changes:
        parts.append(_heading("sitting.on-map") + f"<ul>{items(brings.changes)}</ul>")
    if brings.rolls:
        rolls = "".join(f"<li>{escape(str(says))}{cited(id, described)}</li>" for id, says in brings.rolls)
        parts.append(_heading("sitting.rolled-for") + f"<ul>{rolls}</ul>")
        parts.append(_odds_html(brings))
        if viewer is not None:
            covered = escape(say("sitting.covered-full"))
            parts.append(f"<p><i>{covered}</i></p>")
    if brings.until is not None:
        then = escape(say("sitting.then", says=brings.until))
        parts.append(f"<p>{then}</p>")
    heading = escape(say("sitting.brings"))
    return (
        f"<div class='ninevears-card consequence' role='region' tabindex='0' aria-live='polite' "
        f"aria-label='{heading}'><div class='body'><h4>{heading}</h4>{''.join(parts)}</div></div>"
    )


def _heading(id: str) -> str:
    return f"<h4>{escape(say(id))}</h4>"


def _odds_html(brings: Consequence) -> str:
    if not brings.outcomes:
        return ""
    others = [Outcome(brings.others, (say("sitting.other-outcomes"),))] if brings.others else []
    rows = map(_outcome_html, [*brings.outcomes, *others])
    return table((say("sitting.chance"), say("sitting.then-map")), rows)


def _outcome_html(outcome: Outcome) -> str:
    says = " ".join(outcome.says) or say("sitting.nothing-changes")
    chance = f"{float(outcome.chance):.1%} ({outcome.chance})"
    return f"<tr><td class='chance'>{escape(chance)}</td><td>{escape(says)}</td></tr>"


def refusal_html(text: str, violations: Sequence[Violation]) -> str:
    """Why something may not be chosen now: every clause, and what would mend it; or that it may be."""
    if not violations:
        words = escape(say("sitting.allowed"))
        return (
            f"<div class='ninevears-card' role='status'><div class='banner good'><span class='word'>"
            f"<span aria-hidden='true'>✓</span> {words}</span><code>{escape(text)}</code></div></div>"
        )
    return (
        f"<div class='ninevears-card refusal' role='alert'><div class='banner bad'><span class='word'>"
        f"<span aria-hidden='true'>✗</span> {escape(say('stepper.refused'))}</span>"
        f"<code>{escape(text)}</code></div>"
        f"<div class='body'><ol>{''.join(violations_html(violations))}</ol></div></div>"
    )
