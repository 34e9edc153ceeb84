"""What a front may ask of a march at the war table: where a force can go, and to carry it out as one.

>>> from ..nine_years.components.map_masks import NUMBER
>>> from .session import Session
>>> session = Session(seed=1691, bourbon="person", alliance="person")
>>> session.jump(year=1689, phase="campaign")
True
>>> while session.decision.name != "action":
...     session.choose(session.decision.options[0])
>>> reply = plan(session, {"space": NUMBER["Metz"]})["plan"]
>>> [SPACES[space].name for space in reply["targets"][0]["way"]]
['Metz', 'Landau']
>>> go(session, {"space": NUMBER["Metz"], "way": reply["targets"][0]["way"]})["went"]["stopped"]
''
>>> session.back(), session.decision.name
(True, 'action')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ..core.errors import BadInput, NinevearsError, Refused
from ..core.messages import Message, say
from ..nine_years.components.map_masks import SPACES
from ..nine_years.components.rule_tables import RuleTables
from ..nine_years.engine.agenda import DECISION_RULES
from ..nine_years.engine.choices import refusal
from ..nine_years.engine.notation import KINDS, Action
from .moments import Moment
from .plans import Data, Plan, Wanted, against_siege, plan_data, planned
from .session import Session

MOST_NAMED = 40
"""No more pieces, or spaces of a way, are named at once."""
Value = TypeVar("Value")


def plan(session: Session, message: object, freely: bool = False) -> Data:
    """What a force may do on the march, as far as its player may know.

    Args:
        session: the war, and who plays.
        message: ``{"space": number, "leaders": [name, …], "corps": ["3 France", …], "way": [number, …]}``,
            each of which may be left out.
        freely: whether undo takes the answer to a march back with it.

    Returns:
        ``{"plan": {…}}``, as ``docs/table.md`` describes it.

    Raises:
        NinevearsError: there is no such force or way now; a `Refused` tells every clause.
    """
    wanted = _wanted(message, session.game.rule_tables)
    return {"plan": plan_data(_planned(session, wanted)) | {"freely": freely}}


def go(session: Session, message: object) -> Data:
    """Carries a plan out, each choice as the engine asks for it, until something happens that it did not
    foresee: somebody tries to intercept, a die is rolled, or another choice comes first.

    All that was done is told as one, and one step back undoes it.

    Args:
        session: the war, and who plays.
        message: as for `plan`, with a way; ``"stop": true`` ends the march there. ``"besiege": true`` takes
            the place of a way: the force makes a siege roll where it stands.

    Returns:
        ``{"went": {"to": number of the space where the force is, or null, "stopped": sentence or ""}}``.

    Raises:
        NinevearsError: there is no such force or way now; then nothing was done.
    """
    wanted = _wanted(message, session.game.rule_tables)
    found = _planned(session, wanted)
    begin, stopped = session.place, ""
    actions = _actions(session, found, message)
    for count, action in enumerate(actions, 1):
        if _is_done(session, action):
            continue
        place = session.place
        try:
            if stopped := _not_now(session, found, action):
                break
            session.choose(action)
        except Refused as error:
            if session.place == begin:
                raise
            stopped = str(error)
            break
        session.answer()
        if stopped := _unforeseen(session, found, place, last=count == len(actions)):
            break
    where = _where(session, found)
    settle(session)
    session.since = begin
    session.together = [*session.together, range(begin, session.place)]
    return {"went": {"to": where, "stopped": stopped}}


def settle(session: Session) -> None:
    """Makes each choice of the person that leaves one thing to do; it is told with what happened."""
    while session.is_persons_turn and (decision := session.decision) and len(decision.options) == 1:
        session.choose(decision.options[0])
        session.answer()


# ---- within


def _planned(session: Session, wanted: Wanted) -> Plan:
    decision = session.decision
    if decision is None or not decision.options:
        raise NinevearsError(Message("wartable.plan-when"))
    return planned(session.game, wanted, session.viewer)


def _actions(session: Session, found: Plan, message: object) -> list[Action]:
    """All choices of a plan that is to be carried out.

    Raises:
        NinevearsError: it says neither where to go nor to besiege, or the force may not besiege.
    """
    asked: Mapping[str, Any] = message if isinstance(message, Mapping) else {}
    if asked.get("besiege") and not found.walk.end.actions and found.before:
        real = session.game.engine
        if next(DECISION_RULES["force"].objections(real, ("besiege",), *found.group), None) is not None:
            raise refusal(real, ("besiege",), against_siege(found))  # NY 4.4: as far as its player sees
        return [*found.before[:-1], ("besiege",)]
    if not found.walk.end.actions:
        raise NinevearsError(Message("wartable.plan-where"))
    return [*found.actions, *([("stop",)] if asked.get("stop") else [])]


def _is_done(session: Session, action: Action) -> bool:
    """Whether a choice was made by itself: a complete force sets out, a march that must end has ended."""
    marches = session.decision is not None and session.decision.name == "march"
    return marches if action == ("march",) else action == ("stop",) and not marches


def _not_now(session: Session, found: Plan, action: Action) -> str:
    """Why a choice of a plan cannot be made yet: the war is over, or something else is asked first."""
    decision = session.decision
    if decision is None:
        return say("refused.over")
    if decision.side != found.group.side:
        return say("wartable.plan-answer", side=decision.side)
    if action[0] not in DECISION_RULES[decision.name].verbs:
        return say("wartable.plan-first", asks=decision.asks)
    return ""


def _where(session: Session, found: Plan) -> int | None:
    where = session.game.engine.board.where[found.group.leaders[0]]
    return where if where >= 0 else None


def _unforeseen(session: Session, found: Plan, place: int, *, last: bool) -> str:
    """What has interrupted a plan since a choice: a die, or a choice of the enemy's but to let the force
    pass; at its end nothing but an interception, or what kept it from coming there.
    """
    moments = session.moments[place : session.place]
    where, end = _where(session, found), SPACES[found.walk.end.space].name
    arrived = not found.walk.end.actions or any(
        step.says.id == "march.enters" and step.says.values["space"] == end
        for moment in moments
        for step in moment.steps
    )  # what the winter does with it later is another matter
    for moment in moments:
        tries = any(roll.says.id == "intercept.roll" for roll in moment.entry.rolls)
        answers = moment.number > place and moment.entry.action != ("pass",)
        if tries or (not (last and arrived) and (moment.entry.rolls or answers)):
            what = _told(session, moment)
            if where is None:
                return what
            return say("wartable.plan-stopped", space=SPACES[where].name, what=what)
    return ""


def _told(session: Session, moment: Moment) -> str:
    """What a choice caused first, as far as the viewer may know."""
    covered = session.is_covered(moment) or not moment.steps
    return str(session.describe(moment) if covered else moment.steps[0].says)


def _wanted(message: object, rule_tables: RuleTables) -> Wanted:
    """What a message asks of a plan.

    Raises:
        BadInput: it is none, or names what is not there.
    """
    if not isinstance(message, Mapping):
        raise BadInput("plan", message, Message("expected.object"))

    def listed(field: str, read: Callable[[Any], Value]) -> tuple[Value, ...] | None:
        found = message.get(field)
        if found is None:
            return None
        if not isinstance(found, list | tuple) or len(found) > MOST_NAMED:
            raise BadInput(field, found, Message("expected.list"))
        return tuple(read(one) for one in found)

    space = message.get("space")
    return Wanted(
        None if space is None else _space(space),
        listed("leaders", lambda name: _read("leader", name, rule_tables)),
        listed("corps", lambda some: _read("some", some, rule_tables)),
        listed("way", _space) or (),
    )


def _space(number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(SPACES):
        raise BadInput("space", number, Message("kind.space"))
    return number


def _read(kind: str, text: object, rule_tables: RuleTables) -> Any:
    if not isinstance(text, str) or len(text) > MOST_NAMED:
        raise BadInput(kind, text, Message(f"kind.{kind}"))
    return KINDS[kind].read(text, rule_tables)
