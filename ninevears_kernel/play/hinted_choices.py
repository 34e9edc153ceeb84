"""What follows from choices that roll no dice by themselves, for a hint: colonial support, the order of play,
the card that is laid, a leader's place, a force and its way, who takes heart, whither the beaten go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from ..core.messages import Message
from ..nine_years.components.map_masks import SPACES
from ..nine_years.components.piece_numbers import INSIDE, SHAKEN
from ..nine_years.engine.notation import Action
from ..nine_years.rules.campaign.limits import rally_limit
from ..nine_years.rules.campaign.rounds import action_cards
from ..nine_years.rules.campaign.sea_movement import MOST_CORPS, passage, sea_roll_modifier
from ..nine_years.rules.campaign.siege import defence_value
from ..nine_years.rules.fleets import fleet_row
from ..nine_years.rules.king_william import LAST_CELL
from ..nine_years.rules.winter.revolution import JAMES
from . import odds
from .consequences import lost, tried
from .evaluation import Evaluation, points
from .heuristic_player import idle_corps
from .hinted_cards import of_card, of_card_choice
from .hinted_places import joins, stationed, way_to_the_enemy
from .judge import SIGN
from .objectives import Objective, Plan, army_of, attack_wins, best_aim, chances, plan
from .odds import FACES
from .sea_plans import sea_plan

Rest = tuple[Any, ...]
SHAKEN_ROLL = 1
"""What a demoralised corps or commander costs a side of its battle roll (NY 16.2.2)."""


def what_follows(look: Evaluation, action: Action) -> list[Message]:
    """What follows from a choice at the decision that waits, as far as its side knows; nothing where there is
    nothing to say.

    Args:
        look: what the side sees.
        action: the choice.
    """
    name, _, *rest = look.board.agenda[-1]
    tells = TELLS.get((name, action[0]))
    return list(tells(look, action, tuple(rest))) if tells else []


def _support(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """How the next roll for the colonies goes with it and without (NY 18.2, 18.3)."""
    board = look.board
    if board.kww_cell == SIGN[look.side] * LAST_CELL:
        yield Message("hint.colonies-won")
    before = sum(SIGN[side] for side in board.kww_support)
    table = board.rule_tables.numbers.king_william
    cases: dict[str, Fraction] = {}
    for id, more in (("", SIGN[look.side]), ("_without", 0)):
        totals = [face + table.support * (before + more) for face in FACES]
        moves = {
            "Bourbon": sum(total <= table.bourbon for total in totals),
            "Alliance": sum(total >= table.alliance for total in totals),
        }
        cases[f"mine{id}"] = Fraction(moves[look.side], len(totals))
        cases[f"theirs{id}"] = Fraction(moves[look.other], len(totals))
    yield Message("hint.support", **cases)


def _order(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    yield Message("hint.goes-first" if action[1] == look.side else "hint.goes-second")


def _first_round(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    yield Message("hint.first-round" if action[1] == look.side else "hint.last-round")


def _lay(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """How likely the enemy holds a higher card (NY 13.2.1.a)."""
    board, card = look.board, action[1]
    held = board.hand(look.side).actions
    left = list(action_cards())
    for number in (*held, *board.action_discards):
        left.remove(number)
    higher, cards = sum(number > card for number in left), len(held)  # both hold as many, or none is laid
    none = Fraction(comb(len(left) - higher, cards), comb(len(left), cards))
    yield Message("hint.lay", chance=1 - none)


def _card(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    held = look.board.hand(look.side).actions
    yield Message("hint.card", count=len(held) - 1, actions=sum(held) - action[1])


def _station(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """How many corps can march with a leader that cannot without (NY 13.5.1.a)."""
    board, leader, space = look.board, rest[0], action[1]
    name, corps = board.rule_tables.leaders[leader].name, len(board.stacks[look.side][space])
    yield stationed(name, corps, *_led(look, leader, space))


def _force(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """What the army that forms is for."""
    space = rest[0]
    found = plan(look, space)
    at = found.objective.space
    if at != space:
        yield Message("hint.for", space=SPACES[at].name)
        return
    _, siege = chances(look, found, space)
    yield (
        Message("hint.stays") if siege is None else Message("hint.siege", space=SPACES[at].name, chance=siege)
    )


def _step(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    space, leaders, corps, *_ = rest
    army = army_of(look, list(leaders), corps)
    at = best_aim(look, space, army, look.rounds_left(), may_rest=False).space
    if at == space:
        yield Message("hint.away", space=SPACES[at].name)
    elif at != action[1]:
        yield Message("hint.towards", space=SPACES[at].name)
    else:
        battle, siege = chances(look, Plan(leaders, corps, Objective(at, 0.0)), space)
        if battle is not None:
            yield Message("hint.battle", chance=battle)
        yield Message("hint.arrives" if siege is None else "hint.siege", space=SPACES[at].name, chance=siege)


def _fleet(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """How likely a fleet takes its zone when it is sent out, as things stand (NY 13.5.6.a)."""
    board, (_, fleet, strength) = look.board, action
    zone = fleet_row(fleet)["zone"]
    if board.sea(zone) == look.side:
        yield Message("hint.sea-held", zone=zone)
    else:
        yield Message("hint.fleet", zone=zone, chance=odds.takes_sea(board, fleet, strength))


def _gives_up(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """What is lost with the end of purchases or of a round (NY 12.3.1.a, 13.3)."""
    yield Message(
        "hint.gives-up" if (count := lost(look.board, action)) else "hint.nothing-left", count=count
    )


# ---- troops and leaders


def _attacked(look: Evaluation, space: int, own: int, rating: int) -> Iterator[Message]:
    """What the largest enemy army that is a march away could do to corps in a space (NY 16.2)."""
    origin = look.army_near(space)
    if origin is None:
        yield Message("hint.far-from-them", space=SPACES[space].name)
        return
    name, count = SPACES[origin].name, len(look.board.stacks[look.other][origin])
    yield Message("hint.attacked", origin=name, count=count, chance=attack_wins(look, origin, own, rating))


def _retreat(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """Whom the beaten find there; they are demoralised, which costs one of their roll (NY 16.2.2, 16.3.3)."""
    board, origin, space = look.board, rest[0], action[1]
    there, beaten = board.stacks[look.side][space], board.stacks[look.side][origin]
    leaders = board.leaders_at(look.side, space) + board.leaders_at(look.side, origin)
    yield joins(space, len(there))
    if strength := board.strength(space):
        yield Message("hint.walls", space=SPACES[space].name, count=strength)
    rating = look.battle_rating(leaders) - SHAKEN_ROLL
    yield from _attacked(look, space, points(there) + points(beaten), rating)


def _with(look: Evaluation, leader: int) -> tuple[int, ...]:
    """The corps with a leader, in the open or besieged like him."""
    board, space = look.board, look.board.where[leader]
    inside = board.state[leader] & INSIDE
    return board.garrisons.get(space, ()) if inside else board.stacks[look.side][space]


def _withdraw(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """How many it takes to besiege a fortress with those who withdraw into it, and how many have come
    (NY 17.5.1).
    """
    space, after = rest[1], tried(look.board, action, look.context.chosen).board
    inside, come = len(after.garrisons.get(space, ())), len(after.stacks[look.other][space])
    needed = defence_value(after, space)
    yield Message("hint.inside", space=SPACES[space].name, count=inside, needed=needed, come=come)


def _rally(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """Who takes heart, and what that is worth against the enemy near (NY 13.5.4, 16.2.2)."""
    board, leader = look.board, action[1]
    space, stack = board.where[leader], _with(look, leader)
    shaken = sum(corps in SHAKEN for corps in stack)
    most = min(shaken, rally_limit(board.rating(leader)[0]))
    name = board.rule_tables.leaders[leader].name
    if shaken:
        yield Message("hint.rally", leader=name, space=SPACES[space].name, count=most, of=shaken)
    else:
        yield Message("hint.rally-alone", leader=name, space=SPACES[space].name)
    origin = look.army_near(space)
    if origin is not None and not board.state[leader] & INSIDE:
        rating = look.battle_rating(board.leaders_at(look.side, space))
        own, penalty = points(stack), SHAKEN_ROLL * (most < shaken)
        now, then = (attack_wins(look, origin, own, rating - less) for less in (SHAKEN_ROLL, penalty))
        yield Message("hint.rallied", origin=SPACES[origin].name, now=now, then=then)
    yield Message("hint.have-acted", leader=name)


def _rally_corps(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    leader, left, *_ = rest
    more = action[0] == "rally-corps"
    shaken = sum(corps in SHAKEN for corps in _with(look, leader)) - more
    can = min(left - 1, shaken) if more else 0
    yield Message("hint.rally-left", count=shaken, more=can)


def _leader_here(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """What a leader does where they stand (NY 13.5.1.a)."""
    board, leader = look.board, action[1]
    space, name = board.where[leader], board.rule_tables.leaders[leader].name
    count, (led, more) = len(board.stacks[look.side][space]), _led(look, leader, space)
    if count:
        says = {"count": count, "led": led, "more": more}
        yield Message("hint.leader-here", leader=name, space=SPACES[space].name, **says)
    else:
        yield Message("hint.leader-alone", leader=name, space=SPACES[space].name)


def _reassign(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """The same, and where they would do most (NY 12.4.2)."""
    yield from _leader_here(look, action, rest)
    board = look.board
    stacks, here = board.stacks[look.side], board.where[action[1]]
    gains = {at: _led(look, action[1], at) for at, stack in enumerate(stacks) if len(stack) > 1 or at == here}
    best = max(gains, key=lambda at: (gains[at][1] - gains[at][0], at == here))
    if best != here:
        yield _leader_there(look, action[1], best)


def _leader_there(look: Evaluation, leader: int, space: int) -> Message:
    """What a leader would do in another space."""
    name, count = look.board.rule_tables.leaders[leader].name, len(look.board.stacks[look.side][space])
    led, more = _led(look, leader, space)
    says = {"count": count, "led": led, "more": more}
    return Message("hint.leader-there", leader=name, space=SPACES[space].name, **says)


def _led(look: Evaluation, leader: int, space: int) -> tuple[int, int]:
    """How many corps of a space can march without a leader, and with them."""
    corps = len(look.board.stacks[look.side][space])
    others = [one for one in look.board.leaders_at(look.side, space) if one != leader]
    return min(corps, look.command(others)), min(corps, look.command([*others, leader]))


def _lead(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    command, battle = look.board.rating(action[1])
    yield Message("hint.lead", count=command, rating=battle)
    yield from _force(look, action, rest)


def _keep(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    yield Message("hint.all-stay")


def _transfer(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    idle = [SPACES[at].name for at in idle_corps(look)]
    yield Message("hint.idle", places=Message.all_of(idle)) if idle else Message("hint.none-idle")


def _pick_corps(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    yield from way_to_the_enemy(look, action[2])
    yield from _left_behind(look, action[2], 1)


def _left_behind(look: Evaluation, space: int, going: int) -> Iterator[Message]:
    """What stays where so many corps leave, and whether it lies open to a siege."""
    corps = len(look.board.stacks[look.side][space])
    more = look.exposed(space, corps - going) > look.exposed(space, corps)
    yield Message("hint.leaves" if more else "hint.keeps", space=SPACES[space].name, count=corps - going)


def _corps_to(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    board, space = look.board, action[2 if action[0] == "raise" else 1]
    corps = len(board.stacks[look.side][space])
    led = min(corps + 1, look.command(board.leaders_at(look.side, space)))
    id = "hint.corps-to" if led else "hint.corps-to-nobody"
    yield Message(id, space=SPACES[space].name, count=corps + 1, led=led)
    yield from way_to_the_enemy(look, space)
    if look.exposed(space, corps) > look.exposed(space, corps + 1):
        yield Message("hint.guards", space=SPACES[space].name)


def _replace(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    yield from way_to_the_enemy(look, action[2])


# ---- a march that ends, or goes by


def _stop(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """What an army does where its march ends, and who could fall upon it there (NY 14.1.1, 17.5.1)."""
    space, leaders, corps, *_ = rest
    board = look.board
    stack = board.stacks[look.side][space]
    _, siege = chances(look, Plan(leaders, stack, Objective(space, 0.0)), space, acted=True)
    if siege is not None:
        yield Message("hint.siege", space=SPACES[space].name, chance=siege)
    aim = best_aim(look, space, army_of(look, list(leaders), corps), look.rounds_left() - 1).space
    if aim != space:
        yield Message("hint.short-of", space=SPACES[aim].name, count=look.ways(space)[aim])
    rating = look.battle_rating(board.leaders_at(look.side, space))
    yield from _attacked(look, space, points(stack), rating)


def _drop(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    space, _, corps, *_ = rest
    yield from _left_behind(look, space, len(corps) - action[1][0])


def _let_pass(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """What the enemy on the march may do when nobody falls upon it (NY 14.1.1, 16.1, 17.5.1)."""
    _, space, leaders, corps, left = rest
    board, name = look.board, SPACES[space].name
    if own := board.stacks[look.side][space]:
        rating = look.battle_rating(board.leaders_at(look.side, space))
        wins = odds.battle(points(corps), look.battle_rating(list(leaders)), points(own), rating)
        yield Message("hint.they-meet", space=name, count=len(own), corps=len(corps), chance=wins)
    else:
        yield Message("hint.they-pass", space=name, count=len(corps), left=left)
    reached = [SPACES[at].name for at in look.open_to(len(corps), space, left)]
    yield (
        Message("hint.they-besiege", places=Message.all_of(reached))
        if reached
        else Message("hint.they-take-none")
    )


# ---- at sea


def _sail(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """What a voyage from a port would be good for, and how sure it is."""
    space = action[1]
    found = sea_plan(look, space)
    if found.to == space:
        yield Message("hint.no-voyage", space=SPACES[space].name)
    else:
        yield Message("hint.voyage", origin=SPACES[space].name, space=SPACES[found.to].name)
        yield from _at_sea(look, space, found.to, True)
    yield from _left_behind(look, space, min(MOST_CORPS, len(look.board.stacks[look.side][space])))


def _at_sea(look: Evaluation, origin: int, to: int, with_corps: bool) -> Iterator[Message]:
    """How sure a voyage is (NY 14.5.2)."""
    board, table = look.board, look.board.rule_tables.numbers.sea_movement
    modifier = sea_roll_modifier(board, look.side, passage(board, look.side, origin, to), table)
    if modifier is None:
        yield Message("hint.own-seas", space=SPACES[to].name)
        return
    totals = [face + modifier for face in FACES]
    whole, landed = (
        Fraction(sum(total >= least for total in totals), len(totals))
        for least in (table.arrives, table.one_reduced)
    )
    if not with_corps:
        yield Message("hint.sea-roll-alone", space=SPACES[to].name, chance=landed)
        return
    yield Message("hint.sea-roll", space=SPACES[to].name, whole=whole, less=landed - whole, back=1 - landed)


def _aboard(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """What a leader or corps do aboard: whither they had best sail, and what stays behind."""
    space, _, corps = rest
    board = look.board
    to, more = sea_plan(look, space).to, 0
    if action[0] == "lead":
        command, battle = board.rating(action[1])
        yield Message("hint.lead", count=command, rating=battle)
        if to != space and board.stacks[look.side][to]:
            yield _leader_there(look, action[1], to)
    elif action[0] == "with":
        more = action[1][0]
    if to != space:
        yield Message("hint.voyage", origin=SPACES[space].name, space=SPACES[to].name)
        if action[0] == "weigh":
            yield from _at_sea(look, space, to, bool(corps))
    elif action[0] != "lead":
        yield Message("hint.no-voyage", space=SPACES[space].name)
    if aboard := len(corps) + more:
        yield from _left_behind(look, space, aboard)


def _landing(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """Whom a group meets where it lands, and what it can do from there."""
    _, leaders, corps = rest
    space, there = action[1], look.board.stacks[look.side][action[1]]
    if there:
        yield joins(space, len(there))
    _, siege = chances(look, Plan(leaders, (*there, *corps), Objective(space, 0.0)), space, acted=True)
    if siege is not None:
        yield Message("hint.siege", space=SPACES[space].name, chance=siege)
    else:
        yield from way_to_the_enemy(look, space)


def _among(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    yield joins(action[1], len(look.board.stacks[look.side][action[1]]))


def _exile(look: Evaluation, action: Action, rest: Rest) -> Iterator[Message]:
    """Whom James II finds where he goes, and what the enemy near could do there (NY 20.2.5.2)."""
    board, (_, space, company) = look.board, action
    there, leaders = board.stacks[look.side][space], board.leaders_at(look.side, space)
    james = board.rule_tables.leader_number[JAMES]
    corps = len(there) + company
    led, more = (min(corps, look.command(them)) for them in (leaders, [*leaders, james]))
    yield stationed(JAMES, corps, led, more)
    own = points(there) + points((0,)) * company
    yield from _attacked(look, space, own, look.battle_rating([*leaders, james]))


RISKS = frozenset(
    {"hint.attacked", "hint.have-acted", "hint.leaves", "hint.no-way"}
    | {"hint.they-meet", "hint.they-besiege", "hint.no-voyage", "hint.card-spent"}
    | {"hint.gives-up", "hint.away", "hint.inside"}
)
"""What a choice may cost, of all that is told of it."""
TELLS: Mapping[tuple[str, str], Callable[[Evaluation, Action, Rest], Iterator[Message]]] = {
    ("spend", "support"): _support,
    ("order", "first"): _order,
    ("first-round", "first"): _first_round,
    ("lay", "lay"): _lay,
    ("card", "play"): _card,
    ("station", "station"): _station,
    ("arrive", "place"): _corps_to,
    ("meet", "withdraw"): _withdraw,
    ("spend", "raise"): _corps_to,
    ("spend", "fleet"): _fleet,
    ("spend", "line"): of_card_choice,
    ("spend", "done"): _gives_up,
    ("action", "end"): _gives_up,
    ("spend", "restore"): _replace,
    ("force", "whole"): _force,
    ("force", "lead"): _lead,
    ("force", "with"): _force,
    ("march", "to"): _step,
    ("retreat", "retreat"): _retreat,
    ("action", "rally"): _rally,
    ("rally-corps", "rally-corps"): _rally_corps,
    ("rally-corps", "done"): _rally_corps,
    ("leaders", "reassign"): _reassign,
    ("leaders", "done"): _keep,
    ("action", "transfer"): _transfer,
    ("transfer", "pick"): _leader_here,
    ("transfer", "pick-corps"): _pick_corps,
    ("transfer", "done"): _keep,
    ("transfer-leader", "to"): _station,
    ("transfer-corps", "to"): _corps_to,
    ("exile", "exile"): _exile,
    ("action", "replace"): _replace,
    ("force", "march"): _force,
    ("march", "drop"): _drop,
    ("march", "leave"): _leader_here,
    ("march", "stop"): _stop,
    ("intercept", "pass"): _let_pass,
    ("action", "sail"): _sail,
    ("embark", "lead"): _aboard,
    ("embark", "with"): _aboard,
    ("embark", "weigh"): _aboard,
    ("sail-to", "to"): _landing,
    ("action", "event"): of_card,
    ("event-choice", "choose"): of_card_choice,
    ("event-choice", "weaken"): of_card_choice,
    ("event-choice", "refresh"): of_card_choice,
    ("rest", "rest"): _among,
}
"""For a verb at a decision what tells of it."""
