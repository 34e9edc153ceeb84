"""Forces that a question names: pieces by their names, and the group that is formed of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Annotated, Any

from msgspec import Meta, Struct

from ...core.errors import BadInput
from ...core.ruling_context import RulingContext
from ...core.rulings import Violation
from ..components.piece_numbers import POWER_NUMBER, USED, corps_number
from ..components.powers import power_named, powers
from ..components.rule_tables import RuleTables
from ..components.sides import Side
from ..engine.agenda import DECISION_RULES
from ..engine.engine import Engine, legal_actions
from ..engine.notation import KINDS
from ..rules.campaign.armies import strongest_first
from .situation import Situation

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


def engine_of(given: Situation, context: RulingContext) -> Engine:
    """The position of a case with nothing left to be done in it."""
    engine = Engine(given.board(context), context)
    engine.board.agenda.clear()
    return engine


def named(kind: str, text: str, field: str, rule_tables: RuleTables) -> Any:
    """The number of a space, a leader or another thing that a case names.

    Raises:
        UnknownName: there is none; names the field.
    """
    try:
        return KINDS[kind].read(text, rule_tables)
    except BadInput as error:
        error.field = field
        raise error.within("") from None


def note(against: Against, objections: Iterable[Violation]) -> None:
    """Adds what stands against something."""
    for one in objections:
        names = (value for value in one.facts.values() if isinstance(value, str))
        against[one.clause_id, one.says.id, *names] = one


def noted(*objections: Iterable[Violation]) -> Against:
    """What stands against something, in this order."""
    against: Against = {}
    note(against, chain.from_iterable(objections))
    return against


def form(
    engine: Engine,
    decision: str,
    side: Side,
    space: int,
    leaders: tuple[str, ...] | None,
    corps: CorpsAsked | None,
    against: Against,
) -> tuple[Numbers, Numbers]:
    """The leaders and corps of a group, and in `against` what forbids it to form.

    Args:
        engine: the war.
        decision: the decision that forms it, piece by piece: ``force`` or ``embark``.
        side: whose group.
        space: where.
        leaders: their names; None for all who may go.
        corps: how many, or which; None for as many as may go.
        against: what forbids it is added.
    """
    rule = DECISION_RULES[decision]
    if leaders is None:
        ready = legal_actions(engine, rule, [side, space, (), ()])
        going: Numbers = tuple(action[1] for action in ready if action[0] == "lead")
    else:
        going = ()
        for place, name in enumerate(leaders):
            leader = named("leader", name, f"leaders[{place}]", engine.rule_tables)
            note(against, rule.objections(engine, ("lead", leader), side, space, going, ()))
            going += (leader,)
    group = _corps(engine, decision, side, space, going, corps)
    for place, kind in enumerate(kinds := list(dict.fromkeys(group))):
        before = tuple(one for one in group if one in kinds[:place])
        action = ("with", (group.count(kind), kind))
        note(against, rule.objections(engine, action, side, space, going, before))
    return going, group


def _corps(
    engine: Engine, decision: str, side: Side, space: int, leaders: Numbers, corps: CorpsAsked | None
) -> Numbers:
    """The corps that a case means."""
    if isinstance(corps, tuple):
        named_corps = [one.number(f"corps[{place}]") for place, one in enumerate(corps)]
        return tuple(sorted(n for n, one in zip(named_corps, corps, strict=True) for _ in range(one.count)))
    there = strongest_first(one for one in engine.board.stacks[side][space] if not one & USED)
    if corps is not None:
        own = next(POWER_NUMBER[name] << 3 for name, power in powers().items() if power.side == side)
        missing = [there[-1] if there else own] * (corps - len(there))
        return tuple(sorted((*there[:corps], *missing)))
    rule = DECISION_RULES[decision]
    group: Numbers = ()
    for one in there:
        if next(rule.objections(engine, ("with", (1, one)), side, space, leaders, group), None):
            break
        group += (one,)
    return tuple(sorted(group or there))
