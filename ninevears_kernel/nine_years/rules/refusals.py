"""Why an action is refused that the decision that waits does not take: the prohibition, by decision and verb.

`REFUSALS` is read from the top: the first row that fits tells why. What is more exact stands before what is
more general, and what only the order of play forbids comes last. A test holds it to every decision and verb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...core.clauses import carries_out
from ...core.messages import Message, is_known
from ...core.rulings import Violation, objection
from ..engine.agenda import out_of_turn
from ..engine.engine import Engine
from ..engine.notation import Action, verbs
from . import occasions
from .campaign.actions import MENU
from .campaign.march import MOVEMENT_POINTS

ANY = "*"
NOTHING = "-"
"""That no decision waits, as when the card of a round is spent."""
WAITING = ""
"""In the place of a clause: that of the decision that waits, which asks for a choice."""

GROUPS = {
    "@fight": occasions.FIGHT,
    "@siege": occasions.SIEGE,
    "@transfer": occasions.TRANSFER,
    "@sea": occasions.SEA,
    "@unfinished": occasions.UNFINISHED,
    "@menu": " ".join(MENU),
    "@choosing": "lead with whole",
    "@marching": "to drop leave stop",
    "@picking": "pick pick-corps",
    "@spending": "restore raise line support fleet",
}
"""Decisions, and verbs, that several rows name together."""

When = Callable[[Engine, Action], bool]
Rule = Callable[[Engine, Action], Iterator[Violation]]


class Refusal(NamedTuple):
    """A row: what forbids some verbs at some decisions.

    Attributes:
        at: the decisions.
        verbs: the verbs.
        reasons: for each clause that forbids it what is said.
        when: what must be the case besides.
        rule: what tells what the rules would have against it at the right moment, which is told before.
    """

    at: frozenset[str]
    verbs: frozenset[str]
    reasons: tuple[tuple[str, str], ...]
    when: When | None
    rule: Rule | None


def _row(
    at: str, verbs: str, *reasons: tuple[str, str], when: When | None = None, rule: Rule | None = None
) -> Refusal:
    return Refusal(_names(at), _names(verbs), reasons, when, rule)


def _names(text: str) -> frozenset[str]:
    return frozenset(name for word in text.split() for name in GROUPS.get(word, word).split())


REFUSALS = (
    # ---- what may be forbidden in any phase by what has happened, or by the year
    _row(ANY, "concede", rule=occasions.against_conceding),
    _row(ANY, "neutralise", rule=occasions.against_savoy_now),
    _row(ANY, "exile", ("NY 20.2.5.2", "refused.exile-when"), rule=occasions.against_exile),
    _row(ANY, "strengthen", rule=occasions.against_strengthening_now),
    # ---- what belongs to no phase
    _row("card", "pass done end stop", ("NY 13.3", "refused.must-play")),
    _row("action", "pass done", ("NY 13.3", "refused.say-end")),
    _row(NOTHING, "pass done", ("NY 13.4.1", "action.none-left")),
    _row("order", "pass done", ("NY 12.1", "refused.must-choose"), when=occasions.in_reinforcement_phase),
    _row(
        "strengthen intercept battle-card siege-card neutralise-savoy draw-event",
        "done",
        (WAITING, "refused.say-pass"),
    ),
    _row("transfer rally-corps leaders spend", "pass", (WAITING, "refused.say-done")),
    _row("march", "pass done", (WAITING, "refused.say-stop")),
    _row("meet", "pass done", (WAITING, "refused.say-stand")),
    _row(ANY, "pass done", (WAITING, "refused.must-choose")),
    _row(ANY, "choose weaken refresh", ("NY 9.2.1", "refused.no-event-asks")),
    _row(ANY, "neutralise", ("NY 8.5", "refused.neutralise-when"), when=occasions.in_winter),
    _row(ANY, "neutralise", ("NY 7.2.1.c", "refused.savoy-when")),
    _row(ANY, "event", ("NY 9.2.1", "refused.held-event"), when=occasions.outside_campaign_phase),
    _row("lay first-round card", "event", ("NY 9.2.1", "refused.held-event")),
    # ---- the phases of a year
    _row(ANY, ANY, ("NY 8.0", "refused.another-phase"), when=occasions.in_another_phase),
    _row("order", ANY, ("NY 8.1", "refused.order-first"), when=occasions.in_event_phase),
    _row("order", ANY, ("NY 12.1", "refused.order-first")),
    _row("strengthen draw-event", ANY, ("NY 8.1", "refused.event-order")),
    _row("event-choice", ANY, ("NY 8.1", "refused.event-order"), when=occasions.in_event_phase),
    # ---- the Reinforcement phase
    _row("leaders", "station", ("NY 12.4.2", "refused.reassign-first")),
    _row("station", "reassign", ("NY 12.2.2", "refused.place-leader-first")),
    _row("spend arrive station leaders", "first", ("NY 12.1", "refused.first-is-settled")),
    _row("arrive station leaders", "@spending", ("NY 12.1", "refused.while-spending")),
    _row("spend station leaders", "place", ("NY 12.1", "refused.while-placing")),
    _row("spend arrive", "reassign station", ("NY 12.1", "refused.while-moving-leaders")),
    # ---- Winter Quarters
    _row(ANY, "rest", ("NY 8.5", "refused.rest-when"), when=occasions.in_winter),
    _row(ANY, "reduce", ("NY 8.5", "refused.overstacked-when"), when=occasions.in_winter),
    _row(ANY, "concede", ("NY 8.5", "refused.concede-when"), when=occasions.in_winter),
    # ---- the Campaign phase: who goes first, and the cards
    _row("lay", "play", ("NY 13.2.1.a", "refused.lay-first")),
    _row("lay", "first", ("NY 13.2.1.a", "refused.first-by-tie")),
    _row("first-round", "lay play", ("NY 13.2.1.a", "refused.both-laid")),
    _row("lay first-round", ANY, ("NY 8.3", "refused.rounds-later")),
    _row(ANY, "lay", ("NY 13.2.1.a", "refused.laid-before-rounds")),
    _row(ANY, "first", ("NY 13.3", "refused.players-alternate")),
    _row(NOTHING, "play @menu", ("NY 13.4.1", "action.none-left")),
    _row(ANY, "play", ("NY 13.4.2", "refused.round-goes-on")),
    # ---- what answers a force, and what a battle and a siege cost
    _row("meet battle-card losses retreat", "intercept", ("NY 14.6.1", "refused.interception-over")),
    _row(ANY, "intercept", ("NY 14.6.1", "refused.nobody-enters")),
    _row("intercept", "stand avoid withdraw", ("NY 14.3", "refused.interception-first")),
    _row("battle-card losses", "stand avoid withdraw", ("NY 14.3", "refused.battle-joined")),
    _row("retreat", "withdraw", ("NY 16.4", "refused.retreat-before-fortress")),
    _row("retreat", "stand avoid @marching", ("NY 16.4", "refused.loser-retreats")),
    _row(ANY, "avoid", ("NY 14.7.1", "refused.nobody-entered")),
    _row(ANY, "stand withdraw", ("NY 14.3", "refused.nobody-entered")),
    _row(ANY, "retreat", ("NY 16.4", "refused.only-losers-retreat")),
    _row("sea-loss", "lose", ("NY 14.5.2", "refused.say-reduce")),
    _row("garrison-loss", "lose", ("NY 17.5.2", "refused.say-reduce")),
    _row(ANY, "lose", ("NY 16.3.1", "refused.no-hits")),
    _row("losses", "reduce", ("NY 16.3.1", "refused.say-lose")),
    _row("siege-card", "reduce", ("NY 17.5.2", "refused.siege-roll-first")),
    _row("embark sail-to", "reduce", ("NY 14.5.2", "refused.sea-roll-first")),
    _row(
        ANY, "reduce", ("NY 14.5.2", "refused.no-loss-at-sea"), ("NY 17.5.2", "refused.no-loss-in-garrison")
    ),
    # ---- what an event or Savoy asks at any time, and a card that is to be played
    _row("leave-savoy", ANY, ("NY 7.2.1.d", "refused.leaving-savoy")),
    _row("neutralise-savoy", ANY, ("NY 7.2.1.c", "refused.savoy-asked")),
    _row("event-choice", ANY, ("NY 9.2.1", "refused.event-asks")),
    _row("card", ANY, ("NY 13.4.1", "refused.card-first")),
    # ---- a force: it marches or besieges, and nobody joins it on its way
    _row("march @fight", "besiege", ("NY 13.5.1.a", "refused.march-or-besiege")),
    _row(
        f"action {NOTHING}",
        "besiege",
        ("NY 13.5.1.a", "refused.march-or-besiege"),
        ("NY 13.4.3", "refused.has-acted"),
        when=occasions.besiegers_have_acted,
    ),
    _row("@siege", "besiege", ("NY 13.5.1.a", "refused.siege-goes-on")),
    _row("@transfer", "besiege", ("NY 13.5.2.b", "refused.transfer-no-siege")),
    _row("action rally-corps @sea", "besiege", ("NY 13.5.1.a", "refused.siege-in-campaign")),
    _row("march @fight", "@choosing @picking", ("NY 14.1.3", "refused.no-picking-up")),
    _row("@siege", "@choosing @picking", ("NY 13.5.1.b", "refused.force-is-chosen")),
    _row("force", "@picking", ("NY 13.5.1.b", "refused.join-by-lead")),
    _row("@transfer", "@choosing", ("NY 13.5.2.a", "refused.transfer-picks")),
    _row("embark", "whole", ("NY 13.5.5", "refused.few-sail")),
    _row("embark", "@picking", ("NY 13.5.5", "refused.join-by-lead")),
    _row("sail-to sea-loss", "@choosing @picking weigh", ("NY 13.5.5", "refused.group-sails")),
    _row("rally-corps", "@choosing @picking", ("NY 13.5.4", "refused.say-rally-corps")),
    _row("action", "@choosing march", ("NY 13.5.1.a", "refused.force-in-campaign")),
    # ---- movement: beyond the points, past the enemy, by land or by sea
    _row(
        "force",
        "to",
        ("NY 13.5.1.a", "refused.march-first"),
        rule=occasions.against_the_step,
    ),
    _row("force", "stop", ("NY 13.5.1.a", "refused.march-first")),
    _row("force", "drop leave", ("NY 14.1.3", "refused.dropped-on-the-way")),
    _row("march", "march", ("NY 13.5.1.a", "refused.on-the-march")),
    _row("force march", "sail weigh", ("NY 13.5.1.a", "refused.by-land")),
    _row("intercept", "@marching march", ("NY 14.6.1", "refused.interception-asked")),
    _row("meet battle-card losses", "@marching march", ("NY 14.3", "refused.stopped-by-enemy")),
    _row("retreat", "march", ("NY 16.4", "refused.loser-retreats")),
    _row("@siege", "@marching march", ("NY 13.5.1.a", "refused.besieges-not-marches")),
    _row("transfer", "to", ("NY 13.5.2.a", "refused.pick-first")),
    _row("@transfer", "@marching march", ("NY 13.5.2.a", "refused.transfer-piece-by-piece")),
    _row("transfer-leader transfer-corps", "@picking", ("NY 13.5.2.a", "refused.picked-goes-first")),
    _row("embark", "to", ("NY 13.5.5", "refused.weigh-first")),
    _row("@sea", "@marching march", ("NY 14.5.1", "refused.port-to-port")),
    _row("rally-corps", "@marching march", ("NY 13.4.2", "refused.rally-first")),
    _row(f"action {NOTHING}", "@picking", rule=occasions.against_a_third_piece),
    _row("action", "@picking", ("NY 13.5.2.a", "refused.transfer-begun")),
    _row(
        f"action {NOTHING}",
        "to",
        ("NY 14.3", "refused.stopped-before"),
        ("NY 14.1.1", "refused.moves-in-campaign"),
        when=occasions.the_enemy_has_stopped_them,
    ),
    _row(
        f"action {NOTHING}",
        "to",
        ("NY 15.4", "refused.stopped-by-line"),
        ("NY 14.1.1", "refused.moves-in-campaign"),
        when=occasions.a_line_has_stopped_them,
    ),
    _row(
        f"action {NOTHING}",
        "to",
        ("NY 14.2", "refused.stopped-by-fortress"),
        ("NY 14.1.1", "refused.moves-in-campaign"),
        when=occasions.a_fortress_has_stopped_them,
    ),
    _row(
        f"action {NOTHING}",
        "to",
        ("NY 13.5.1.a", "refused.march-over"),
        ("NY 14.1.1", "refused.moves-in-campaign"),
        when=occasions.somebody_has_acted,
    ),
    _row(
        f"action {NOTHING}",
        "drop leave",
        ("NY 13.5.1.a", "refused.march-over"),
        ("NY 14.1.3", "refused.dropped-on-the-way"),
        when=occasions.somebody_has_acted,
    ),
    _row("action", "to stop", ("NY 14.1.1", "refused.moves-in-campaign")),
    _row("action", "drop leave", ("NY 14.1.3", "refused.dropped-on-the-way")),
    # ---- one action after the other
    _row(NOTHING, ANY, ("NY 13.4.1", "action.none-left")),
    _row("@unfinished", "@menu weigh rally-corps", ("NY 13.4.2", "refused.unfinished")),
    _row("action", "weigh", ("NY 13.5.5", "refused.weigh-in-sea-move")),
    _row("action", "rally-corps", ("NY 13.5.4", "refused.corps-in-rally")),
)
"""The rows, the most exact first."""


@out_of_turn
@carries_out("NY 8.0", "NY 8.3", "NY 12.1", "NY 13.4.1", "NY 13.4.2")
def against_another_moment(engine: Engine, action: Action) -> Iterator[Violation]:
    """What forbids an action that the decision that waits does not take."""
    board, side = engine.board, occasions.whose(engine)
    if engine.decision is None and (board.agenda or board.result or side is None):
        yield objection("NY 8.0", "refused.over" if board.result else "refused.nothing-waits")
        return
    for row in REFUSALS:
        if found := told_by(row, engine, action):
            yield from found
            return
    raise LookupError(f"no refusal of {action[0]!r} at {occasions.waiting(engine)!r}")


def told_by(row: Refusal, engine: Engine, action: Action) -> list[Violation]:
    """What a row says of an action; nothing where the row does not fit."""
    at = occasions.waiting(engine) or NOTHING
    if not {at, ANY} & row.at or not {action[0], ANY} & row.verbs:
        return []
    if row.when is not None and not row.when(engine, action):
        return []
    found = [] if row.rule is None else [*row.rule(engine, action)]
    for place, (clause_id, says) in enumerate(row.reasons):
        found.append(_reason(engine, action, clause_id, says, mended=place == 0))
    return found


def _reason(engine: Engine, action: Action, clause_id: str, says: str, mended: bool) -> Violation:
    """A reason with its facts; the first of several says what may be chosen instead."""
    verb, waits = action[0], engine.decision
    remedy = None
    if mended and waits is not None and not is_known(f"remedy.{says.replace('.', '-')}"):
        remedy = Message("refused.now", verbs=Message.any_of(waits[0].verbs))
    return objection(
        waits[0].clause_id if waits is not None and clause_id == WAITING else clause_id,
        says,
        remedy,
        verb=verb,
        side=occasions.whose(engine),
        clause=verbs()[verb].clause_id,
        phase=_phase(occasions.phase_of(engine)),
        belongs=Message.any_of([_phase(phase) for phase in occasions.phases_for(verb)]),
        points=MOVEMENT_POINTS,
    )


def _phase(name: str) -> Message:
    return Message(f"phase.{name}")
