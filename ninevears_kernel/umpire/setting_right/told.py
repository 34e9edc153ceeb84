"""A wrong entry and the remedies for it, for people and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from ...core.errors import one_line
from ...core.messages import Message, say
from ...core.render import cited, violation_data
from ...nine_years.engine.choices import SECRET
from ..cases.orders_told import orders_told
from .opened import Opened, Written
from .remedies import Substitutes, Worked

FORMAT = "ninevears-what-now/1"


def wrong(opened: Opened) -> Message:
    """What is wrong, in a sentence; where clauses are violated they say the rest.

    Args:
        opened: the log.
    """
    entry = one_line(opened.entry)
    if opened.violations:
        return Message("setright.forbidden", number=opened.decision, line=opened.line, entry=entry)
    return Message("setright.wrong", number=opened.decision, line=opened.line, entry=entry, why=opened.says)


def consequences(opened: Opened, worked: Worked) -> tuple[Message, ...]:
    """What a remedy leads to, in sentences.

    Args:
        opened: the log.
        worked: the remedy.
    """
    course, later = worked.course, worked.later
    if worked.trouble is not None:
        return (Message("setright.cannot", why=worked.trouble),)
    if not later:
        return (Message("setright.nothing-later"),)
    if worked.remedy == "rewind":
        return (Message("setright.dropped", count=later),)
    stay = "setright.all-stay" if course.legal == later else "setright.some-stay"
    stay = stay if course.legal else "setright.none-stays"
    told = [Message(stay, count=later, stay=course.legal)]
    if course.changed:
        told.append(Message("setright.dice-change", count=course.changed))
    if course.left_out:
        told.append(Message("setright.left-out-count", count=course.left_out))
    if course.stopped is not None:
        choice = f"{course.stopped.side}: {one_line(course.stopped.text)}"
        told.append(Message("setright.stops", line=course.stopped.line, choice=choice, why=course.says))
    elif opened.cut is not None:
        told.append(Message("setright.cut", line=opened.cut))
    return tuple(told)


def ordered(opened: Opened, worked: Worked, reason: str) -> str:
    """What is done about a wrong entry and what it leads to, as the letter of a decision tells both players:
    nothing of dice and cards to come, nor why a later choice no longer fits, which covered pieces may decide.

    Args:
        opened: the log.
        worked: the remedy.
        reason: why, in the umpire's words, written for both.
    """
    rules = opened.game.rule_tables

    def told(one: Written | None, text: str) -> str:
        if one is None or one.action is None:
            return one_line(text)
        return f"{one.side}: {open_words(one.action[0], orders_told(one.text, rules))}"

    def open_words(verb: str, says: str) -> str:
        return say("setright.ordered-hidden") if verb in SECRET else says.rstrip(".")

    entry, choice = told(opened.choice, opened.entry), open_words(worked.verb, str(worked.says))
    id = f"setright.ordered-{worked.remedy}"
    says = [Message(id, number=opened.decision, entry=entry, choice=choice)]
    if worked.edits:
        says.append(Message("setright.ordered-edits", count=len(worked.edits)))
    stopped = worked.course.stopped
    for one in consequences(opened, worked):
        if stopped is not None and one.id == "setright.stops":
            one = Message("setright.ordered-stops", line=stopped.line, choice=told(stopped, stopped.text))
        says.append(one)
    return " ".join([*map(str, says), say("setright.ordered-why", reason=reason.strip())])


def on_the_map(worked: Worked) -> str:
    """From what the sentences of `Worked.differs` tell the difference, as their heading.

    Args:
        worked: the remedy.
    """
    return say(f"setright.map-{worked.beside}" if worked.differs else "setright.map-same")


def by_verb(found: Iterable[Worked]) -> Iterator[tuple[str, list[Worked]]]:
    """Remedies by what their choices do, in their order.

    Args:
        found: the remedies.
    """
    order: dict[str, list[Worked]] = {}
    for worked in found:
        order.setdefault(worked.verb, []).append(worked)
    yield from order.items()


def most_stay(others: Substitutes) -> list[str]:
    """The choices with which most of the later ones stay, in the notation; none where no later one does.

    Args:
        others: what was tried.
    """
    most = max((worked.course.legal for worked in others.found), default=0)
    return [worked.choice for worked in others.found if worked.course.legal == most > 0 and worked.choice]


def what_now_data(
    opened: Opened, back: Worked, others: Substitutes, stands: Worked, file: str
) -> dict[str, Any]:
    """A wrong entry and its remedies as plain data.

    Args:
        opened: the log.
        back: going back before it.
        others: other choices in its place.
        stands: letting it stand.
        file: the name of the log.
    """
    return {
        "format": FORMAT,
        "file": file,
        "decision": opened.decision,
        "line": opened.line,
        "entry": opened.entry,
        "fault": opened.fault,
        "says": str(opened.says),
        "violations": [violation_data(violation) for violation in opened.violations],
        "later": len(opened.rest),
        "rewind": _data(opened, back),
        "substitutes": [_data(opened, worked) for worked in others.found],
        "legal": others.legal,
        "most_stays": most_stay(others),
        "stand": _data(opened, stands),
    }


def _data(opened: Opened, worked: Worked) -> dict[str, Any]:
    course = worked.course
    return {
        "choice": worked.choice,
        "says": str(worked.says),
        "stay": course.legal,
        "left_out": course.left_out,
        "passed": course.passed,
        "dice_change": course.changed,
        "stops_at": None if course.stopped is None else _stop_data(course.stopped, worked),
        "consequences": [str(one) for one in consequences(opened, worked)],
        "beside": worked.beside,
        "differs": worked.differs,
        "trouble": None if worked.trouble is None else str(worked.trouble),
    }


def _stop_data(stopped: Written, worked: Worked) -> dict[str, Any]:
    return {
        "line": stopped.line,
        "side": stopped.side,
        "choice": stopped.text,
        "says": str(worked.course.says),
        "violations": [violation_data(violation) for violation in worked.course.violations],
    }


def what_now_text(opened: Opened, back: Worked, others: Substitutes, stands: Worked) -> str:
    """The same for people.

    Args:
        opened: the log.
        back: going back before it.
        others: other choices in its place.
        stands: letting it stand.
    """
    lines = [str(wrong(opened)), *_clauses(opened.violations)]
    lines += ["", f"1. {say('setright.title-rewind')}", *_told(opened, back)]
    lines += ["", f"2. {say('setright.title-substitute')}"]
    id = "setright.tried" if others.legal else "setright.none-legal"
    lines.append(f"   {say(id, count=others.legal, tried=len(others.found))}")
    if most := most_stay(others):
        lines.append(f"   {say('setright.most-stays', choices=Message.any_of(most))}")
    for _, alike in by_verb(others.found):
        for says, same in groupby(alike, key=lambda worked: _consequence(opened, worked)):
            lines += [f"   {worked.choice or worked.says}" for worked in same]
            lines.append(f"     {says}")
    lines += ["", f"3. {say('setright.title-stand')}", f"   {stands.says}", *_told(opened, stands)]
    return "\n".join(lines) + "\n"


def _clauses(violations: Iterable[Any]) -> Iterator[str]:
    for violation in violations:
        yield f"  {cited(violation.clause_id, violation.clause.basis)}: {violation.says}"


def _consequence(opened: Opened, worked: Worked) -> str:
    return " ".join(str(one) for one in consequences(opened, worked))


def _told(opened: Opened, worked: Worked) -> Iterator[str]:
    yield f"   {_consequence(opened, worked)}"
    yield f"   {on_the_map(worked)}"
    yield from (f"     {one}" for one in worked.differs)
