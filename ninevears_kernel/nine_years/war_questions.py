"""The umpire's questions about sieges and battles (NY 16, 17): each runs the decisions and steps of the war
itself.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ..core.hearing import Hearing
from ..core.messages import Message
from ..core.questions import Finding, Question
from .agenda import DECISION_RULES, objection
from .armies import go
from .battle import army
from .land import FORTRESS, SPACES
from .march import MOVEMENT_POINTS
from .piece_numbers import REDUCED, power_of
from .question_pieces import (
    Against,
    CorpsAsked,
    Numbers,
    cards_bonus,
    carry_out,
    facts,
    form,
    losses,
    named,
    note,
    refused,
    war_of,
)
from .sides import Side, enemy
from .siege import defence_value, lines_needed, roll_modifiers
from .situation import Situation
from .supply import line_of_communication
from .war import War, legal_actions

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


def _siege(given: SiegeGiven, hearing: Hearing) -> Finding:
    war = war_of(given, hearing)
    board, side = war.board, given.side
    space = named("space", given.space, "space", war.kit)
    bonus = cards_bonus(war, given.cards, "cards", "siege")
    against: Against = {}
    leaders, corps = form(war, "force", side, space, given.leaders, given.corps, against)
    note(against, DECISION_RULES["force"].objections(war, ("besiege",), side, space, leaders, corps))
    defence, name = defence_value(board, space), SPACES[space].name
    known: dict[str, Any] = {"defence_value": defence, "needed": defence, "assigned": len(corps)}
    if hearing.recorded and FORTRESS[space]:
        strength = board.strength(space)
        id = "siege.defence" if defence > strength else "siege.defence-alone"
        hearing.step("NY 17.4", id, space=name, strength=strength, defence=defence)
        hearing.step("NY 17.5.1", "siege.assigned", count=len(corps), defence=defence)
        known["lines"] = _lines(war, side, space, corps)
    if against:
        return refused(hearing, against, known)
    parts = roll_modifiers(war, side, space, leaders, corps, bonus)
    known = {"legal": True, **known, "modifier": sum(parts.values()), "modifiers": parts}
    told = Message("siege.allowed", side=side, space=name, count=len(corps), modifier=known["modifier"])
    hearing.known = Finding("legal", told, known)
    strength, garrison = board.strength(space), len(_full(board.garrisons.get(space, ())))
    war.then(("siege-roll", side, space, leaders, corps, bonus))
    carry_out(war, "siege-roll", "siege-fall", "garrison-loss")
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
    return Finding("legal", says, answer)


def _full(corps: Numbers) -> list[int]:
    return [one for one in corps if not one & REDUCED]


def _lines(war: War, side: Side, space: int, corps: Numbers) -> list[dict[str, Any]]:
    """The lines that the besiegers have or lack, each with its path or with what would restore it."""
    position, found = war.board.position(), []
    for asked in lines_needed(side, space, corps):
        hearing = Hearing(chosen=war.hearing.chosen)
        answer = line_of_communication(position, asked, hearing).answer
        war.hearing.steps += hearing.steps
        war.hearing.consulted |= hearing.consulted
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


def _battle(given: BattleGiven, hearing: Hearing) -> Finding:
    war = war_of(given, hearing)
    board, side, other = war.board, given.side, enemy(given.side)
    space = named("space", given.space, "space", war.kit)
    origin = named("space", given.origin, "origin", war.kit)
    cards = [
        cards_bonus(war, names, f"{role}_cards", "battle")
        for role, names in zip(ROLES, (given.attacker_cards, given.defender_cards), strict=True)
    ]
    against: Against = {}
    _bring_up(war, given, origin, space, against)
    if not board.held[other] >> space & 1:
        note(against, [objection("NY 16.1", "battle.no-enemy", space=SPACES[space].name, side=other)])
    if against:
        return refused(hearing, against, {})
    sides = dict(zip(ROLES, (side, other), strict=True))
    known: dict[str, Any] = {"legal": True}
    for role, bonus in zip(ROLES, cards, strict=True):
        found = army(war, sides[role], origin, space, role == "attacker", bonus)
        known |= {f"{role}_strength": found.strength, f"{role}_modifier": found.modifier}
    hearing.known = Finding("result", Message("battle.odds", space=SPACES[space].name, **known), known)
    war.then(("battle-rolls", side, origin, space, *cards))
    carry_out(war, "battle-rolls")
    answer = known | {f"{role}_roll": die for role, (die, _) in zip(ROLES, war.faces, strict=True)}
    scored, taken = next(item[4:6] for item in board.agenda if item[0] == "battle-result")
    answer |= {"attacker_hits": scored, "defender_hits": taken}
    before = {role: board.stacks[one][space] for role, one in sides.items()}
    hearing.recorded, recorded = False, hearing.recorded  # whose corps are lost is for their owner to say
    choices = carry_out(war, "losses")
    hearing.recorded = recorded
    for role, one in sides.items():
        chosen = any(chooser == one and len({n >> 3 for _, n in options}) > 1 for chooser, options in choices)
        lost = losses(before[role], board.stacks[one][space])
        war.tell("NY 16.3.1", "battle.losses", side=one, **lost)
        whose = [] if chosen else _whose(before[role], board.stacks[one][space])
        answer[f"{role}_losses"] = {**lost, "corps": whose, "owner_chooses": chosen}
    where, famous = board.where.copy(), board.famous_victories
    carry_out(war, "battle-result")
    loser = board.agenda[-1][1]
    winner = enemy(loser)
    answer |= {
        "winner": winner,
        "commanders_out": [
            row.name
            for row, was, now in zip(war.kit.leaders, where, board.where, strict=True)
            if now < 0 <= was
        ],
        "famous_victory": board.famous_victories != famous,
        "victory_points": board.victory_points,
        **_retreat(war, loser, space),
    }
    says = Message("battle.won", side=winner, space=SPACES[space].name)
    return Finding("result", says, answer)


def _bring_up(war: War, given: BattleGiven, origin: int, space: int, against: Against) -> None:
    """Lets the attacker's force enter the space, unless he has nothing but what stands there already."""
    board, side = war.board, given.side
    named_pieces = given.leaders is not None or given.corps is not None
    at_origin = board.held[side] >> origin & 1 or board.leaders_at(side, origin)
    if board.held[side] >> space & 1 and not named_pieces and not at_origin:
        return
    leaders, corps = form(war, "force", side, origin, given.leaders, given.corps, against)
    march = DECISION_RULES["march"]
    note(against, march.objections(war, ("to", space), side, origin, leaders, corps, MOVEMENT_POINTS))
    if not against:
        go(war, side, origin, space, leaders, corps)


def _whose(before: Numbers, after: Numbers) -> list[dict[str, Any]]:
    """For each power that lost anything, how many of its corps were reduced and eliminated."""
    rows = []
    for power in dict.fromkeys(power_of(one) for one in before):
        lost = losses(*([one for one in stack if power_of(one) == power] for stack in (before, after)))
        if any(lost.values()):
            rows.append({"power": power, **lost})
    return rows


def _retreat(war: War, loser: Side, space: int) -> dict[str, Any]:
    """Where the beaten may go, or how many of them are shut in."""
    board = war.board
    before, garrison = board.stacks[loser].copy(), board.garrisons.get(space, ())
    carry_out(war, "fall-back")
    if board.agenda and board.agenda[-1][0] == "retreat":
        name, *arguments = board.agenda[-1]
        ways = [to for _, to in legal_actions(war, DECISION_RULES[name], arguments)]
    else:
        ways = [to for to, stack in enumerate(board.stacks[loser]) if len(stack) > len(before[to])]
    inside = len(board.garrisons.get(space, ())) - len(garrison)
    return {"retreat_to": [SPACES[to].name for to in ways], "shut_in": max(0, inside)}


# ---- all of them

LOSSES = "corps reduced and eliminated; corps: whose; owner_chooses: whether their owner says whose"

QUESTIONS = (
    Question(
        "NY", "siege", "May a force besiege a fortress, and what does its roll do?", SiegeGiven,
        facts(
            defence_value="the fortress defence value: strength and garrison",
            needed="the fewest corps that must be assigned",
            assigned="the corps that are",
            lines="for each power among them its line of communication, as in the question loc",
            modifier="the sum of the modifiers of the roll",
            modifiers="each of them: continuing, twice, demoralised, limited, cards",
            falls="whether the fortress falls",
            strength_lost="by how much its strength falls",
            strength_left="its strength afterwards",
            garrison_reduced="how many corps inside are reduced instead",
            continuing="whether a Continuing Siege marker lies there afterwards",
            victory_points="the victory points afterwards",
        ),
        _siege, ("falls", "strength_left", "garrison_reduced", "continuing"),
    ),
    Question(
        "NY", "battle", "Who wins a battle, and what does it cost? Dice: attacker, defender, then for the "
        "attacking and for the defending commander, each if his side took hits.", BattleGiven,
        facts(
            attacker_strength="the strength points that the attacker commits",
            attacker_modifier="what is added to his roll",
            attacker_roll="his die",
            attacker_hits="the hits that he scores",
            attacker_losses=f"his losses: {LOSSES}",
            defender_strength="the strength points that the defender commits",
            defender_modifier="what is added to his roll",
            defender_roll="his die",
            defender_hits="the hits that he scores",
            defender_losses=f"his losses: {LOSSES}",
            winner="the side that wins",
            commanders_out="the leaders who are out until the next Reinforcement phase",
            famous_victory="whether the winner scores for a famous victory",
            victory_points="the victory points afterwards",
            retreat_to="the spaces to which the loser may go, or the one to which he must; empty for none",
            shut_in="how many of his corps are shut in the fortress instead",
        ),
        _battle, ("winner", "attacker_hits", "defender_hits", "famous_victory"),
    ),
)  # fmt: skip
"""The questions about sieges and battles."""
