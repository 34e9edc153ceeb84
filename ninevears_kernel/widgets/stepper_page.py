"""The pages of the phase stepper as HTML: where we are, what happened, dice, hands, the log, a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ..core.clauses import clause
from ..core.messages import Message, say
from ..core.rulings import Step, Violation
from ..nine_years.choices import Option
from ..nine_years.game import Roll
from ..nine_years.sides import Side
from ..play.consequences import Consequence, Outcome
from ..play.moments import Moment
from ..play.sitting import Sitting
from .page_look import paint
from .ruling_card import chip

FACES = "⚀⚁⚂⚃⚄⚅"
MOST_TOLD = 14
"""So many decisions are told in full after a long stretch; those before stand in the log."""
STYLE = f"""<style>
.ninevears-phases {{ max-width: 100%; box-sizing: border-box; }}
.ninevears-phases .ninevears-card {{ max-width: none; }}
.ninevears-phases .beside {{ max-width: 320px; }}
.ninevears-phases.narrow .beside {{ max-width: none; }}
.ninevears-phases .ninevears-card .banner {{ flex-wrap: wrap; padding: 6px 12px; }}
.ninevears-phases .ninevears-card details {{ display: inline-block; margin: 0 0 0 6px; max-width: 100%;
  vertical-align: top; }}
.ninevears-phases .ninevears-card details[open] {{ display: block; }}
.ninevears-phases .ninevears-card p, .ninevears-phases .ninevears-card code {{ margin: 4px 0; }}
.ninevears-phases .ninevears-card .chip {{ font-size: 13px; }}
.ninevears-phases .consequence {{ max-height: 30em; overflow: auto; }}
.ninevears-phases .now .body {{ padding: 4px 12px; }}
.ninevears-phases .note {{ font-weight: 600; margin: 4px 0; color: var(--jp-ui-font-color1, #1c1c1c); }}
.ninevears-phases .happened {{ max-height: 18em; overflow: auto; }}
.ninevears-phases .happened > ol {{ list-style: none; padding-left: 0; }}
.ninevears-phases .happened > ol > li {{ margin: 6px 0; }}
.ninevears-phases .die {{ display: inline-block; margin-right: 10px; white-space: nowrap; }}
.ninevears-phases .die b {{ font-size: 22px; line-height: 1; }}
.ninevears-phases .die-for {{ white-space: normal; }}
.ninevears-phases code {{ font: 13px/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;
  background: {paint("inset")}; color: inherit; padding: 0 4px; }}
.ninevears-phases .game-log .lines {{ display: flex; flex-direction: column-reverse; max-height: 22em;
  overflow: auto; }}
.ninevears-phases .game-log pre {{ margin: 0; flex: none; overflow: visible; color: inherit;
  white-space: pre-wrap; word-break: normal;
  font: 13px/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace; }}
.ninevears-phases td.chance {{ white-space: nowrap; vertical-align: top; }}
.ninevears-phases .options select {{ width: 100%; }}
.ninevears-phases .exports a {{ margin-right: 12px; text-decoration: underline;
  color: var(--jp-content-link-color, #1d4e6b); }}
</style>"""


def plain_chip(clause_id: str) -> str:
    """A clause as a chip that does not open, where its text stands elsewhere on the page."""
    found = clause(clause_id)
    title = escape(f"{found.title} ({say(f'basis.{found.basis}')})", quote=True)
    return f" <span class='chip {found.basis}' title='{title}'>{escape(clause_id)}</span>"


def cited(clause_id: str, told: set[str]) -> str:
    """A clause as a chip; it opens to its text where the page names it first."""
    if clause_id in told:
        return plain_chip(clause_id)
    told.add(clause_id)
    return chip(clause(clause_id))


def now_html(sitting: Sitting) -> str:
    """Where we are: year, phase, step, whose decision, and the question with its clause."""
    here, decision = sitting.here, sitting.decision
    points = sitting.game.war.board.victory_points
    where = say(
        "sitting.now",
        year=here.year,
        phase=Message(f"map.phase-{here.phase}"),
        number=sitting.place + 1,
        points=points,
    )
    if decision is None:
        result = sitting.game.result
        side = Message(f"map.side-{result.winner}") if result else ""
        asks = say(f"map.won-{result.level}", side=side) if result else say("stepper.over")
        asked, word = f"<span>{escape(asks)}</span>", say("sitting.war-over")
    else:
        asked = f"<span>{escape(str(decision.asks))}{chip(clause(decision.clause_id))}</span>"
        word = say(f"sitting.turn-{sitting.seats[decision.side]}", side=decision.side)
    return (
        f"<div class='ninevears-card now' role='status' aria-live='polite'><div class='banner open'>"
        f"<span class='word'>{escape(word)}</span>{asked}</div>"
        f"<div class='body'>{escape(where)}</div></div>"
    )


def hands_html(sitting: Sitting) -> str:
    """The hands that the viewer may see."""
    rows = []
    for side, hand in sitting.hands.items():
        cards = ", ".join(str(card) for card in hand.actions) or say("sitting.no-cards")
        words = [say("sitting.action-cards", side=side, cards=cards)]
        for name in hand.events:
            card = sitting.game.kit.events[name]
            words.append(say("sitting.event-card", side=side, event=name, says=card.says))
        rows += [f"<li>{escape(one)}</li>" for one in words]
    if not rows:
        return ""
    heading = escape(say("sitting.hands"))
    return (
        f"<div class='ninevears-card hands'><div class='body'><h4>{heading}</h4>"
        f"<ul>{''.join(rows)}</ul></div></div>"
    )


def happened_html(sitting: Sitting) -> str:
    """What happened since the last halt: each choice, its dice, and the steps that it caused."""
    moments = sitting.happened
    told: set[str] = set()
    items = []
    if not sitting.place:
        items.append(_steps_html(sitting.before, told))
    hidden = len(moments) - MOST_TOLD
    if hidden > 0:
        more = escape(say("sitting.more-before", count=hidden))
        items.append(f"<li><i>{more}</i></li>")
    items += [_moment_html(sitting, moment, told) for moment in moments[-MOST_TOLD:]]
    heading = escape(say("sitting.happened"))
    return (
        f"<div class='ninevears-card'><div class='body'><h4>{heading}</h4>"
        f"<div class='happened' tabindex='0' role='log' aria-label='{heading}'>"
        f"<ol>{''.join(items)}</ol></div></div></div>"
    )


def _moment_html(sitting: Sitting, moment: Moment, told: set[str]) -> str:
    covered = sitting.is_covered(moment)
    text = "" if covered else f" <code>{escape(moment.text)}</code>"
    says = escape(f"{moment.entry.side}: {sitting.told(moment)}")
    steps = "" if covered else _steps_html(moment.steps, told)
    return f"<li><b>{says}</b>{text}{dice_html(moment.entry.rolls)}{steps}</li>"


def _steps_html(steps: Iterable[Step], told: set[str]) -> str:
    items = "".join(f"<li>{escape(str(step.says))}{cited(step.clause_id, told)}</li>" for step in steps)
    return f"<ul>{items}</ul>" if items else ""


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


def log_html(sitting: Sitting) -> str:
    """The log of the present year in the notation."""
    heading = escape(say("sitting.log", year=sitting.here.year))
    lines = escape("\n".join(sitting.log_lines(sitting.here.year)))
    return (
        f"<div class='ninevears-card game-log'><div class='body'><h4>{heading}</h4>"
        f"<div class='lines' tabindex='0' role='log' aria-label='{heading}'>"
        f"<pre>{lines}</pre></div></div></div>"
    )


def consequence_html(option: Option, brings: Consequence, viewer: Side | None) -> str:
    """What an option would bring: certain steps, dice with exact odds, and what comes next."""
    told: set[str] = set()
    said = f"<b>{escape(str(option.says))}</b> <code>{escape(option.text)}</code>"
    parts = [f"<p>{said}{cited(option.clause_id, told)}</p>"]
    parts.append(_steps_html(brings.steps, told))
    if brings.changes:
        changes = "".join(f"<li>{escape(words)}</li>" for words in brings.changes)
        parts.append(_heading("sitting.on-map") + f"<ul>{changes}</ul>")
    if brings.rolls:
        rolls = "".join(f"<li>{escape(str(says))}{cited(id, told)}</li>" for id, says in brings.rolls)
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
    rows = "".join(_outcome_html(outcome) for outcome in brings.outcomes)
    if brings.others:
        others = Outcome(brings.others, (say("sitting.other-outcomes"),))
        rows += _outcome_html(others)
    heads = "".join(
        f"<th scope='col'>{escape(say(id))}</th>" for id in ("sitting.chance", "sitting.then-map")
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


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
    items = []
    for one in violations:
        remedy = "" if one.remedy is None else " " + say("ruling.remedy", remedy=one.remedy)
        items.append(f"<li>{escape(f'{one.says}{remedy}')}{chip(one.clause)}</li>")
    return (
        f"<div class='ninevears-card refusal' role='alert'><div class='banner bad'><span class='word'>"
        f"<span aria-hidden='true'>✗</span> {escape(say('stepper.refused'))}</span>"
        f"<code>{escape(text)}</code></div><div class='body'><ol>{''.join(items)}</ol></div></div>"
    )
