"""What the reason of a refusal depends on: the phase of the year, what has happened in the round, and what
the rules would say at the right moment.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.clauses import carries_out
from ...core.rulings import Violation
from ..components.piece_numbers import INSIDE, USED
from ..components.sides import Side
from ..engine.engine import Engine
from ..engine.notation import Action
from .campaign.armies import Force, Group, needed_to_besiege
from .campaign.march import HELD, MET, MOVEMENT_POINTS, against_step
from .campaign.transfer import against_a_third
from .king_william import against_strengthening
from .winter.peace import against_peace
from .winter.revolution import against_revolution
from .winter.savoy import against_neutralising, against_the_occasion

FIGHT = "intercept meet battle-card losses retreat"
SIEGE = "siege-card garrison-loss"
TRANSFER = "transfer transfer-leader transfer-corps"
SEA = "embark sail-to sea-loss"
UNFINISHED = f"force march {FIGHT} {SIEGE} {TRANSFER} rally-corps {SEA}"
"""The decisions within an action, by what it is."""
DECISIONS_OF = {
    "event": "strengthen draw-event",
    "reinforcement": "spend arrive station leaders",
    "campaign": f"lay first-round card action {UNFINISHED}",
    "winter": "rest overstack concede exile",
}
"""The decisions that wait in one phase alone; of the others the board says which phase it is (NY 8.0)."""
VERBS_OF = {
    "event": "first strengthen choose weaken refresh",
    "reinforcement": "first restore raise line support fleet place reassign station",
    "campaign": "lay first play campaign transfer replace rally sail deploy event end lead with whole march "
    "besiege to drop leave stop pick pick-corps rally-corps weigh intercept stand avoid withdraw lose "
    "retreat reduce choose weaken refresh",
    "winter": "rest reduce concede exile neutralise",
}
"""The verbs that belong to each phase (NY 8.1 to 8.5); to pass, or to have done, belongs to its decision."""

_ONLY_IN = {name: phase for phase, names in DECISIONS_OF.items() for name in names.split()}


def waiting(engine: Engine) -> str:
    """The name of the decision that waits; empty when none does."""
    return engine.board.agenda[-1][0] if engine.decision is not None else ""


def phase_of(engine: Engine) -> str:
    """The phase of the decision that waits; with none waiting, that of the rounds (NY 8.3)."""
    name = waiting(engine)
    return _ONLY_IN.get(name, engine.board.phase if name else "campaign")


def phases_for(verb: str) -> list[str]:
    """The phases to which a verb belongs.

    >>> phases_for("raise"), phases_for("first")
    (['reinforcement'], ['event', 'reinforcement', 'campaign'])
    """
    return [phase for phase, verbs in VERBS_OF.items() if verb in verbs.split()]


def whose(engine: Engine) -> Side | None:
    """Whose decision it is; with none waiting, whose round."""
    return engine.side or engine.board.active


# ---- what is the case


def in_another_phase(engine: Engine, action: Action) -> bool:
    """Whether the verb belongs to another phase."""
    return phase_of(engine) not in phases_for(action[0])


def in_event_phase(engine: Engine, action: Action) -> bool:
    """Whether it is the Event phase."""
    return phase_of(engine) == "event"


def in_reinforcement_phase(engine: Engine, action: Action) -> bool:
    """Whether it is the Reinforcement phase."""
    return phase_of(engine) == "reinforcement"


def outside_campaign_phase(engine: Engine, action: Action) -> bool:
    """Whether it is another phase than the Campaign phase."""
    return phase_of(engine) != "campaign"


def in_winter(engine: Engine, action: Action) -> bool:
    """Whether it is Winter Quarters."""
    return phase_of(engine) == "winter"


@carries_out("NY 13.4.3")
def somebody_has_acted(engine: Engine, action: Action) -> bool:
    """Whether a leader of the side has taken part in an action of this round."""
    return bool(_who_acted(engine))


@carries_out("NY 13.5.1.a", "NY 13.4.3")
def besiegers_have_acted(engine: Engine, action: Action) -> bool:
    """Whether a leader who has acted in this round stands before a fortress that the side besieges."""
    side, board = whose(engine), engine.board
    sieges = [siege for siege in map(board.siege_of, _who_acted(engine)) if siege is not None]
    return any(siege.by == side for siege in sieges)


@carries_out("NY 14.2")
def a_fortress_has_stopped_them(engine: Engine, action: Action) -> bool:
    """Whether leaders who have acted stand in an enemy fortress with no more corps than must besiege it."""
    side, board = whose(engine), engine.board
    return side is not None and any(
        len(board.stacks[side][space]) <= needed_to_besiege(board, side, space)
        for space in _who_acted(engine)
        if needed_to_besiege(board, side, space)
    )


@carries_out("NY 14.3")
def the_enemy_has_stopped_them(engine: Engine, action: Action) -> bool:
    """Whether enemy corps ended the last march of the round, by battle or not."""
    return MET in engine.board.once_a_round


@carries_out("NY 15.4")
def a_line_has_stopped_them(engine: Engine, action: Action) -> bool:
    """Whether a fortified line ended the last march of the round."""
    return HELD in engine.board.once_a_round


def _who_acted(engine: Engine) -> set[int]:
    """The spaces where leaders of the side stand who have acted in this round."""
    side, board = whose(engine), engine.board
    if side is None:
        return set()
    acted = [one for one in engine.rule_tables.leaders_of[side] if board.state[one] & (USED | INSIDE) == USED]
    return {board.where[one] for one in acted if board.where[one] >= 0}


# ---- what the rules say


def against_the_step(engine: Engine, action: Action) -> Iterator[Violation]:
    """What will stand against a step when the force that is being chosen marches."""
    waits = engine.decision
    assert waits is not None
    group = Group(*waits[1])
    if group.leaders:
        yield from against_step(engine, action[1], Force(*group, MOVEMENT_POINTS))


def against_a_third_piece(engine: Engine, action: Action) -> Iterator[Violation]:
    """What stands against one more piece of a transfer."""
    return against_a_third(engine.board)


def against_savoy_now(engine: Engine, action: Action) -> Iterator[Violation]:
    """What stands against making Savoy neutral, at the fall of Turin or in winter."""
    side = whose(engine)
    yield from against_the_occasion(engine.board, False)
    if side is not None:
        yield from against_neutralising(engine.board, side)


def against_conceding(engine: Engine, action: Action) -> Iterator[Violation]:
    """What stands against a concession in this year."""
    return against_peace(engine.board)


def against_exile(engine: Engine, action: Action) -> Iterator[Violation]:
    """What stands against the revolution that sends James II into exile."""
    return against_revolution(engine)


def against_strengthening_now(engine: Engine, action: Action) -> Iterator[Violation]:
    """What stands against strengthening one's position in any year."""
    side = whose(engine)
    return against_strengthening(engine.board, side) if side is not None else iter(())
