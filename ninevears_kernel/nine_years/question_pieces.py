"""What the questions of the war share: pieces by name, a group formed of them, and items of the agenda
carried out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from ..core.errors import BadInput
from ..core.hearing import Hearing
from ..core.messages import Message
from ..core.questions import Finding
from ..core.rulings import Violation
from . import rulebook  # noqa: F401  registers every step and decision
from .agenda import DECISION_RULES, STEP_RULES
from .armies import strongest_first
from .event_effects import roll_bonus
from .kit import Kit
from .notation import KINDS, Action
from .piece_numbers import POWER_NUMBER, REDUCED, USED, corps_number
from .powers import power_named, powers
from .sides import Side
from .situation import Situation
from .war import War, legal_actions

Numbers = tuple[int, ...]
Against = dict[tuple[Any, ...], Violation]
"""What stands against something; what is found again about the same piece replaces what was."""


class CorpsNamed(Struct, frozen=True, forbid_unknown_fields=True):
    """Corps of one kind."""

    power: Annotated[str, Meta(description="whose corps")]
    count: Annotated[int, Meta(ge=1, le=40, description="how many")] = 1
    reduced: Annotated[bool, Meta(description="whether they are reduced")] = False
    demoralised: Annotated[bool, Meta(description="whether they are demoralised")] = False

    def number(self, field: str) -> int:
        """The number of such a corps; `field` is where it stands, for errors."""
        power = power_named(self.power, f"{field}.power").name
        return corps_number(power, self.reduced, self.demoralised)


CorpsAsked = Annotated[int, Meta(ge=0, le=40)] | tuple[CorpsNamed, ...]
"""Corps as a case names them: how many, the strongest first, or which."""


def war_of(given: Situation, hearing: Hearing) -> War:
    """The position of a case with nothing left to be done in it."""
    war = War(given.board(hearing), hearing)
    war.board.agenda.clear()
    return war


def named(kind: str, text: str, field: str, kit: Kit) -> Any:
    """The number of a space, a leader or another thing that a case names.

    Raises:
        UnknownName: there is none; names the field.
    """
    try:
        return KINDS[kind].read(text, kit)
    except BadInput as error:
        error.field = field
        raise error.within("") from None


def note(against: Against, objections: Iterable[Violation]) -> None:
    """Adds what stands against something."""
    for one in objections:
        names = (value for value in one.facts.values() if isinstance(value, str))
        against[one.clause_id, one.says.id, *names] = one


def refused(hearing: Hearing, against: Against, answer: dict[str, Any]) -> Finding:
    """The finding that something may not be done."""
    hearing.violations.extend(against.values())
    return Finding("illegal", hearing.violations[0].says, {"legal": False, **answer})


def form(
    war: War,
    decision: str,
    side: Side,
    space: int,
    leaders: tuple[str, ...] | None,
    corps: CorpsAsked | None,
    against: Against,
) -> tuple[Numbers, Numbers]:
    """The leaders and corps of a group, and in `against` what forbids it to form.

    Args:
        war: the war.
        decision: the decision that forms it, piece by piece: ``force`` or ``embark``.
        side: whose group.
        space: where.
        leaders: their names; None for all who may go.
        corps: how many, or which; None for as many as may go.
        against: what forbids it is added.
    """
    rule = DECISION_RULES[decision]
    if leaders is None:
        ready = legal_actions(war, rule, [side, space, (), ()])
        going: Numbers = tuple(action[1] for action in ready if action[0] == "lead")
    else:
        going = ()
        for place, name in enumerate(leaders):
            leader = named("leader", name, f"leaders[{place}]", war.kit)
            note(against, rule.objections(war, ("lead", leader), side, space, going, ()))
            going += (leader,)
    group = _corps(war, decision, side, space, going, corps)
    for place, kind in enumerate(kinds := list(dict.fromkeys(group))):
        before = tuple(one for one in group if one in kinds[:place])
        action = ("with", (group.count(kind), kind))
        note(against, rule.objections(war, action, side, space, going, before))
    return going, group


def _corps(
    war: War, decision: str, side: Side, space: int, leaders: Numbers, corps: CorpsAsked | None
) -> Numbers:
    """The corps that a case means."""
    if isinstance(corps, tuple):
        named_corps = [one.number(f"corps[{place}]") for place, one in enumerate(corps)]
        return tuple(sorted(n for n, one in zip(named_corps, corps, strict=True) for _ in range(one.count)))
    there = strongest_first(one for one in war.board.stacks[side][space] if not one & USED)
    if corps is not None:
        own = next(POWER_NUMBER[name] << 3 for name, power in powers().items() if power.side == side)
        missing = [there[-1] if there else own] * (corps - len(there))
        return tuple(sorted((*there[:corps], *missing)))
    rule = DECISION_RULES[decision]
    group: Numbers = ()
    for one in there:
        if next(rule.objections(war, ("with", (1, one)), side, space, leaders, group), None):
            break
        group += (one,)
    return tuple(sorted(group or there))


def cards_bonus(war: War, names: tuple[str, ...], field: str, hold: str) -> int:
    """What event cards add to a roll.

    Raises:
        BadInput: there is no such card, or it is played on another occasion.
    """
    bonus = 0
    for place, text in enumerate(names):
        here = f"{field}[{place}]"
        name = named("event", text, here, war.kit)
        if war.kit.events[name].hold != hold:
            fitting = [card.name for card in war.kit.events.values() if card.hold == hold]
            raise BadInput(here, text, Message("expected.one-of", options=Message.any_of(fitting)))
        bonus += roll_bonus(war, name)
        own_events(war)
    return bonus


def own_events(war: War) -> None:
    """Tells the hearing that the event cards were looked up."""
    if war.hearing.tables is not None:
        war.hearing.table("events")


def carry_out(war: War, *names: str) -> list[tuple[Side, list[Action]]]:
    """Carries out what comes next on the agenda as long as it bears one of these names.

    Returns:
        The choices that were left to somebody, each with its options; the first of them was taken.
    """
    choices: list[tuple[Side, list[Action]]] = []
    agenda = war.board.agenda
    while agenda and agenda[-1][0] in names:
        name, *arguments = agenda.pop()
        if name in STEP_RULES:
            STEP_RULES[name].run(war, *arguments)
            continue
        rule = DECISION_RULES[name]
        options = list(legal_actions(war, rule, arguments))
        if len(options) > 1:
            choices.append((arguments[0], options))
        if options:
            rule.take(war, options[0], *arguments)
    return choices


def losses(before: Sequence[int], after: Sequence[int]) -> dict[str, int]:
    """How many corps of a stack were reduced, and how many eliminated.

    >>> losses([corps_number("Spain")] * 2, [corps_number("Spain", reduced=True)])
    {'reduced': 2, 'eliminated': 1}
    """
    full = [sum(not one & REDUCED for one in stack) for stack in (before, after)]
    return {"reduced": full[0] - full[1], "eliminated": len(before) - len(after)}


def facts(**facts: str) -> dict[str, str]:
    """What an answer holds, each with what it means, after whether it is legal."""
    return {"legal": "whether the rules allow it", **facts}
