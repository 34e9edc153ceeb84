"""The umpire's questions about sieges and battles (NY 16, 17): each runs the decisions and steps of the war
itself.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import Answer, Odds, objection
from ..components.map_masks import FORTRESS, SPACES
from ..components.piece_numbers import REDUCED, power_of
from ..components.sides import Side, enemy
from ..engine.agenda import DECISION_RULES
from ..engine.engine import Engine, legal_actions
from ..rules.campaign.armies import go
from ..rules.campaign.battle import army
from ..rules.campaign.march import MOVEMENT_POINTS
from ..rules.campaign.siege import defence_value, lines_needed, roll_modifiers, tell_defence
from ..rules.chain_stops import tell_stop
from ..rules.lines_now import tell_line
from ..rules.supply import line_of_communication
from .forces import Against, CorpsAsked, Numbers, engine_of, form, named, note
from .pieces import cards_bonus, carry_out, losses, refused
from .situation import Situation, question

# ---- siege


class SiegeGiven(Situation, frozen=True, kw_only=True):
    """A siege roll; without dice the answer holds what is known before it."""

    side: Annotated[Side, Meta(description="who besieges")]
    space: Annotated[str, Meta(description="the fortress")]
    leaders: Annotated[
        tuple[str, ...] | None, Meta(description="who conduct it; else all who stand there")
    ] = None
    corps: Annotated[
        CorpsAsked | None,
        Meta(
            description="assigned corps: a number, or a list of kinds; else as many as the leaders may take"
        ),
    ] = None
    cards: Annotated[tuple[str, ...], Meta(description="event cards that are played on the roll")] = ()


def _siege(given: SiegeGiven, context: RulingContext) -> Answer:
    engine = engine_of(given, context)
    board, side = engine.board, given.side
    space = named("space", given.space, "space", engine.rule_tables)
    bonus = cards_bonus(engine, given.cards, "cards", "siege")
    against: Against = {}
    leaders, corps = form(engine, "force", side, space, given.leaders, given.corps, against)
    note(against, DECISION_RULES["force"].objections(engine, ("besiege",), side, space, leaders, corps))
    defence, name = defence_value(board, space), SPACES[space].name
    known: dict[str, Any] = {"defence_value": defence, "needed": defence, "assigned": len(corps)}
    if context.recorded and FORTRESS[space]:
        tell_defence(engine, space, len(corps))
        known["lines"] = _lines(engine, side, space, corps)
    if against:
        return refused(context, against, known)
    parts = roll_modifiers(engine, side, space, leaders, corps, bonus)
    known = {"legal": True, **known, "modifier": sum(parts.values()), "modifiers": parts}
    described = Message("siege.allowed", side=side, space=name, count=len(corps), modifier=known["modifier"])
    context.known = Answer("legal", described, known)
    strength, garrison = board.strength(space), len(_full(board.garrisons.get(space, ())))
    engine.then(("siege-roll", side, space, leaders, corps, bonus))
    carry_out(engine, "siege-roll", "siege-fall", "garrison-loss")
    falls, siege = board.controller_of(space) == side, board.siege_of(space)
    answer = known | {
        "falls": falls,
        "strength_lost": strength if falls else strength - board.strength(space),
        "strength_left": 0 if falls else board.strength(space),
        "garrison_reduced": 0 if falls else garrison - len(_full(board.garrisons.get(space, ()))),
        "continuing": siege is not None and siege.continuing,
        "victory_points": board.victory_points,
    }
    message = "siege.falls" if falls else "siege.holds"
    says = Message(message, space=name, side=side, strength=answer["strength_left"])
    return Answer("legal", says, answer)


def _siege_forecast(known: Answer, odds: Odds) -> Message:
    """What may be done, and whether the fortress is likely to fall at this roll."""
    falls = dict(odds["falls"]).get(True, 0)
    if not falls:
        likely = "siege.cannot-fall"
    else:
        likely = "siege.likely-falls" if 2 * falls > 1 else "siege.likely-holds"
    space = known.says.values["space"]
    return Message("siege.forecast", says=known.says, likely=Message(likely, space=space, chance=falls))


def _full(corps: Numbers) -> list[int]:
    return [one for one in corps if not one & REDUCED]


def _lines(engine: Engine, side: Side, space: int, corps: Numbers) -> list[dict[str, Any]]:
    """The lines that the besiegers have or lack, each with its path or with what would restore it."""
    position, found = engine.board.position(), []
    for asked in lines_needed(side, space, corps):
        context = RulingContext(chosen=engine.context.chosen)
        answer = line_of_communication(position, asked, context).answer
        engine.context.consulted |= context.consulted
        if answer["supplied"]:
            tell_line(engine, asked, "NY 17.1")
        else:
            tell_stop(position, asked, context)
            engine.context.steps += context.steps
        found.append({"power": asked.power, **answer})
    return found


# ---- battle


class BattleGiven(Situation, frozen=True, kw_only=True):
    """A battle that begins as the attacker enters the space, past any line and interception."""

    side: Annotated[Side, Meta(description="who attacks")]
    space: Annotated[str, Meta(description="where the battle is")]
    origin: Annotated[str, Meta(description="the space from which the attacker comes, or has come")]
    leaders: Annotated[
        tuple[str, ...] | None,
        Meta(description="who come from the origin; else all there; those in the space already fight anyway"),
    ] = None
    corps: Annotated[
        CorpsAsked | None,
        Meta(
            description="corps that come: a number, or a list of kinds; else as many as the leaders may take"
        ),
    ] = None
    attacker_cards: Annotated[tuple[str, ...], Meta(description="event cards that the attacker plays")] = ()
    defender_cards: Annotated[tuple[str, ...], Meta(description="event cards that the defender plays")] = ()


ROLES = ("attacker", "defender")


def _battle(given: BattleGiven, context: RulingContext) -> Answer:
    engine = engine_of(given, context)
    board, side, other = engine.board, given.side, enemy(given.side)
    space = named("space", given.space, "space", engine.rule_tables)
    origin = named("space", given.origin, "origin", engine.rule_tables)
    cards = [
        cards_bonus(engine, names, f"{role}_cards", "battle")
        for role, names in zip(ROLES, (given.attacker_cards, given.defender_cards), strict=True)
    ]
    against: Against = {}
    _bring_up(engine, given, origin, space, against)
    if not board.held[other] >> space & 1:
        note(against, [objection("NY 16.1", "battle.no-enemy", space=SPACES[space].name, side=other)])
    if against:
        return refused(context, against, {})
    sides = dict(zip(ROLES, (side, other), strict=True))
    known: dict[str, Any] = {"legal": True}
    for role, bonus in zip(ROLES, cards, strict=True):
        found = army(engine, sides[role], origin, space, role == "attacker", bonus)
        known |= {f"{role}_strength": found.strength, f"{role}_modifier": found.modifier}
    context.known = Answer("result", Message("battle.odds", space=SPACES[space].name, **known), known)
    engine.then(("battle-rolls", side, origin, space, *cards))
    carry_out(engine, "battle-rolls")
    answer = known | {f"{role}_roll": die for role, (die, _) in zip(ROLES, engine.faces, strict=True)}
    scored, taken = next(item[4:6] for item in board.agenda if item[0] == "battle-result")
    answer |= {"attacker_hits": scored, "defender_hits": taken}
    before = {role: board.stacks[one][space] for role, one in sides.items()}
    context.recorded, recorded = False, context.recorded  # whose corps are lost is for their owner to say
    choices = carry_out(engine, "losses")
    context.recorded = recorded
    for role, one in sides.items():
        chosen = any(chooser == one and len({n >> 3 for _, n in options}) > 1 for chooser, options in choices)
        lost = losses(before[role], board.stacks[one][space])
        engine.tell("NY 16.3.1", "battle.losses", side=one, **lost)
        whose = [] if chosen else _whose(before[role], board.stacks[one][space])
        answer[f"{role}_losses"] = {**lost, "corps": whose, "owner_chooses": chosen}
    where, famous = board.where.copy(), board.famous_victories
    carry_out(engine, "battle-result")
    loser = board.agenda[-1][1]
    winner = enemy(loser)
    answer |= {
        "winner": winner,
        "commanders_out": [
            row.name
            for row, was, now in zip(engine.rule_tables.leaders, where, board.where, strict=True)
            if now < 0 <= was
        ],
        "famous_victory": board.famous_victories != famous,
        "victory_points": board.victory_points,
        **_retreat(engine, loser, space),
    }
    says = Message("battle.won", side=winner, space=SPACES[space].name)
    return Answer("result", says, answer)


def _battle_forecast(known: Answer, odds: Odds) -> Message:
    """Who meets whom, and who is likely to win."""
    winner, chance = odds["winner"][0]
    return Message("battle.forecast", says=known.says, side=winner, chance=chance)


def _bring_up(engine: Engine, given: BattleGiven, origin: int, space: int, against: Against) -> None:
    """Lets the attacker's force enter the space, unless there is nothing but what is there already."""
    board, side = engine.board, given.side
    named_pieces = given.leaders is not None or given.corps is not None
    at_origin = board.held[side] >> origin & 1 or board.leaders_at(side, origin)
    if board.held[side] >> space & 1 and not named_pieces and not at_origin:
        return
    leaders, corps = form(engine, "force", side, origin, given.leaders, given.corps, against)
    march = DECISION_RULES["march"]
    note(against, march.objections(engine, ("to", space), side, origin, leaders, corps, MOVEMENT_POINTS))
    if not against:
        go(engine, side, origin, space, leaders, corps)


def _whose(before: Numbers, after: Numbers) -> list[dict[str, Any]]:
    """For each power that lost anything, how many of its corps were reduced and eliminated."""
    rows = []
    for power in dict.fromkeys(power_of(one) for one in before):
        lost = losses(*([one for one in stack if power_of(one) == power] for stack in (before, after)))
        if any(lost.values()):
            rows.append({"power": power, **lost})
    return rows


def _retreat(engine: Engine, loser: Side, space: int) -> dict[str, Any]:
    """Where the beaten may go, or how many of them are shut in."""
    board = engine.board
    before, garrison = board.stacks[loser].copy(), board.garrisons.get(space, ())
    carry_out(engine, "fall-back")
    if board.agenda and board.agenda[-1][0] == "retreat":
        name, *arguments = board.agenda[-1]
        ways = [to for _, to in legal_actions(engine, DECISION_RULES[name], arguments)]
    else:
        ways = [to for to, stack in enumerate(board.stacks[loser]) if len(stack) > len(before[to])]
    inside = len(board.garrisons.get(space, ())) - len(garrison)
    return {"retreat_to": [SPACES[to].name for to in ways], "shut_in": max(0, inside)}


# ---- all of them

QUESTIONS = (
    question(
        "siege",
        SiegeGiven,
        _siege,
        *("falls", "strength_left", "garrison_reduced", "continuing"),
        forecast=_siege_forecast,
    ),
    question(
        "battle",
        BattleGiven,
        _battle,
        *("winner", "attacker_hits", "defender_hits", "famous_victory"),
        forecast=_battle_forecast,
    ),
)
"""The questions about sieges and battles."""
