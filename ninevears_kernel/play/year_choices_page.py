"""What a look at a year's own choices found: as cards of the review, and as text."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from ..core.messages import say
from ..nine_years.components.map_masks import SPACES
from ..nine_years.components.sides import Side
from ..nine_years.engine.choices import option_of
from ..nine_years.games.game import Game
from .closer_look import better, margin, told
from .option_groups import box_of, place_of
from .review_page import button, paragraph
from .session import Session
from .year_choices import ONE_IN, Candidate, YearChoices

SIGNS = {"mistake": "!"}
"""What stands on a card instead of a number of the curve; "=" for what is too close to tell."""


def choices_summed(looked: YearChoices) -> list[str]:
    """What was found, in sentences: how many mistakes, or that there was none, and how sure that is.

    Args:
        looked: the look, whole or till now.
    """
    if not looked.count:
        return [say("choices.as-careful", year=looked.year)]
    ranked = looked.ranked
    mistakes = sum(one.look.verdict == "mistake" for one in ranked)
    parts = [] if looked.over else [say("choices.stopped")]
    if mistakes:
        parts.append(say("choices.mistakes", count=mistakes, of=looked.count))
    else:
        parts.append(say("choices.no-mistake", count=looked.count))
        parts.append(say("choices.closest" if ranked else "choices.none-close"))
    return [*parts, say("choices.bar", most=ONE_IN)]


def choices_html(looked: YearChoices, session: Session, people: Collection[Side] | None = None) -> str:
    """The same with a card for each choice that is told.

    Args:
        looked: the look.
        session: the war, and who looks.
        people: where it opens the table, whose choices can be made otherwise there.
    """
    *found, sure = choices_summed(looked) if looked.count else [*choices_summed(looked), ""]
    cards = "".join(_card(place, one, looked, session, people) for place, one in enumerate(looked.ranked, 1))
    shown = f"<p role='status'>{escape(' '.join(found))}</p>"
    others = "".join(f"<li>{escape(line)}</li>" for line in _others(looked, session))
    head = escape(say("choices.others", count=len(looked.others)))
    return (
        shown
        + (f"<ol>{cards}</ol>" if cards else "")
        + (f"<details class='soft'><summary>{head}</summary><ul>{others}</ul></details>" if others else "")
        + (f"<p class='soft'>{escape(sure)}</p>" if sure else "")
    )


def choices_text(looked: YearChoices, session: Session) -> str:
    """The same as text.

    Args:
        looked: the look.
        session: the war, and who looks.
    """
    lines = choices_summed(looked)
    for one in looked.ranked:
        where, chose, verdict, clause = _said(one, looked, session)
        lines.append(f"{_sign(one)} {looked.year}, {where} ({_figures(one)}) [{clause}]")
        lines += [f"   {chose}", f"   {verdict}", f"   {say('review.choice-number', number=one.number + 1)}"]
    others = _others(looked, session)
    lines += [say("choices.others", count=len(others)), *(f"   {one}" for one in others)] if others else []
    return "\n".join(lines)


def _others(looked: YearChoices, session: Session) -> list[str]:
    """The choices that made no clear difference, a line each."""
    said = (_said(one, looked, session) for one in looked.others)
    return [f"{where}: {chose}" for where, chose, _, _ in said]


def _sign(one: Candidate) -> str:
    return SIGNS.get(one.look.verdict, "=")


def _figures(one: Candidate) -> str:
    gain, error = round(100 * one.look.gain), margin(one.look)
    cost = f"−{gain}" if gain > 0 else f"+{-gain}" if gain else "0"
    return say("choices.figures", cost=cost, error=error)


def _said(one: Candidate, looked: YearChoices, session: Session) -> tuple[str, str, str, str]:
    """Where a choice was made, what it was, what is to be said of it, and its clause."""
    moment, game = session.moments[one.number], looked.at(one.number)
    at = _place(one, game)
    where = say(f"wartable.phase-{moment.here.phase}") if at is None else SPACES[at].name
    other = option_of(one.look.other, game.rule_tables)
    says, instead = (str(one).rstrip(".") for one in (session.describe(moment), other.says))
    chose = say("choices.chose", says=says, other=instead)
    return where, chose, str(told(one.look, game)), other.clause_id


def _place(one: Candidate, game: Game) -> int | None:
    """Where the choice was made, or else where the other would have been."""
    places = (place_of(action, game.engine) for action in (one.look.chose, one.look.other))
    return next((place for place in places if place is not None), None)


def _card(
    place: int, one: Candidate, looked: YearChoices, session: Session, people: Collection[Side] | None
) -> str:
    where, chose, verdict, clause = _said(one, looked, session)
    game, entry = looked.at(one.number), str(one.number)
    acts = ""
    if people is not None:
        at, box = _place(one, game), box_of(one.look.chose)
        more = f" data-space='{at}'" if at is not None else f" data-box='{box}'" if box else ""
        acts = button("look", "review.look", value=entry, more=more)
        if one.look.side in people:
            text = better(one.look, game)
            marks = f" data-better='{escape(text)}'" if text else ""
            acts += button("otherwise", "review.otherwise", value=entry, more=marks)
        acts = f"<div class='acts'>{acts}</div>"
    small = "" if one.look.verdict == "mistake" else " small"
    head = f"{looked.year}, {where}"
    return (
        f"<li><details name='swing' data-card='choice-{place}' class='swing{small}'>"
        f"<summary><i>{_sign(one)}</i><b>{escape(head)}</b><b>{escape(_figures(one))}</b>"
        f"<small>{escape(chose)}</small></summary><div class='told'>"
        f"<p>{escape(chose)}</p><p>{escape(verdict)}{paragraph(clause, people)}</p>{acts}"
        "</div></details></li>"
    )
