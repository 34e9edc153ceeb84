"""A march as one plan: who goes, which way and where to, with what may happen on the way and at its end.

The engine asks for a campaign, its leaders, its corps and each step, one after the other. A plan tries all of
that beforehand, on the table as its player sees it, with the walk of the umpire's reach: it has no rules of
its own, and what it tells of a force is what the map's reach tells the same player.

>>> from ..nine_years.components.map_masks import SPACES
>>> from .session import Session
>>> session = Session(seed=1691, bourbon="person", alliance="person")
>>> session.jump(year=1689, phase="campaign")
True
>>> while session.decision.name != "action":
...     session.choose(session.decision.options[0])
>>> plan = planned(session.game, Wanted(NUMBER["Metz"]), session.viewer)
>>> [written(action, session.game.rule_tables) for action in plan.before]
['campaign Metz', 'whole', 'march']
>>> [SPACES[space].name for space, node in plan.walk.best.items() if node.points == 1]
['Landau', 'Luxembourg', 'Nancy', 'Sedan', 'Strasbourg', 'Trier']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ..core.dice import GivenDice
from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message, say
from ..core.rulings import Violation
from ..nine_years.atlas.phrases import corps_counted
from ..nine_years.components.map_masks import NUMBER
from ..nine_years.components.piece_numbers import USED, corps_in_words
from ..nine_years.components.sides import Side, enemy
from ..nine_years.engine.agenda import DECISION_RULES, STEP_RULES
from ..nine_years.engine.board import Board
from ..nine_years.engine.choices import refusal, violations_of
from ..nine_years.engine.engine import Engine, legal_actions
from ..nine_years.engine.notation import KINDS, Action, written
from ..nine_years.games.fog import hidden_board
from ..nine_years.games.game import Game
from ..nine_years.queries.forces import form, note
from ..nine_years.queries.pieces import carry_out
from ..nine_years.queries.reach import Node, Walk, reach_engine, reached, walk
from ..nine_years.queries.reach_values import Entered, Reached, unopposed
from ..nine_years.rules.campaign.armies import Group, corps_led, free_leaders, strongest_first
from ..nine_years.rules.campaign.siege import roll_modifiers
from . import odds
from .closed_ways import MOST_MENDED, mended
from .course import battle_told, course

PLANNED = ("action", "force", "march")
"""The decisions at which a march can be planned."""
FACES = range(1, 7)
Data = dict[str, Any]


class Wanted(NamedTuple):
    """What is asked of a plan.

    Attributes:
        space: where the force stands, by number; None where its leaders or the decision say so.
        leaders: the leaders who go; None for all who may.
        corps: the corps that go, how many of each kind; None for as many as the leaders command.
        way: the spaces that it enters first, one after the other; none: all that it may reach is looked for.
    """

    space: int | None = None
    leaders: tuple[int, ...] | None = None
    corps: tuple[tuple[int, int], ...] | None = None
    way: tuple[int, ...] = ()


class Plan(NamedTuple):
    """A force that may march, and where it may go.

    Attributes:
        decision: the decision at which it is planned.
        group: whose force, where it stands, its leaders and its corps.
        before: the choices up to its march; none where it is on the march.
        walk: the way that was given, and everything that the force reaches from its end.
        ready: the board before the force was formed, as the player sees it.
        viewer: whose eyes see the table; None sees everything.
    """

    decision: str
    group: Group
    before: tuple[Action, ...]
    walk: Walk
    ready: Board
    viewer: Side | None

    @property
    def actions(self) -> tuple[Action, ...]:
        """All choices up to the end of the way that was given."""
        return (*self.before, *self.walk.end.actions)


def planned(game: Game, wanted: Wanted, viewer: Side | None = None) -> Plan:
    """The plan of a march at the decision that waits.

    Args:
        game: the war, which stays as it is.
        wanted: the force, and how much of its way is settled.
        viewer: whose eyes see the table; None sees everything.

    Raises:
        NinevearsError: this is no moment for it, a space is missing, or pieces are left out that go already.
        Refused: the force may not be led, or may not go this way; tells every clause.
    """
    decision = game.decision
    if decision is None or decision.name not in PLANNED:
        raise NinevearsError(Message("wartable.plan-when"))
    side = decision.side
    board = hidden_board(game.engine.board, viewer) if viewer else game.engine.board.copy()
    engine, ready = reach_engine(board, game.readings), board.copy()
    item = board.agenda[-1]
    if item[0] == "action":
        space = wanted.space
        if space is None and wanted.leaders:
            space = board.where[wanted.leaders[0]]
        if space is None or space < 0:
            raise BadInput("space", None, Message("kind.space"))
        against = tuple(DECISION_RULES["action"].objections(engine, ("campaign", space), side))
        begun = Group(side, space, (), ())
    else:
        space = item[2] if wanted.space is None else wanted.space
        against = () if space == item[2] else violations_of(game.engine, ("campaign", space))
        begun = Group(*item[1:5])
    if against:
        raise refusal(engine, ("campaign", space), against)
    board.agenda.clear()
    before: tuple[Action, ...] = ()
    if item[0] == "march":
        _unchanged(begun, wanted)
        group = begun
    else:
        group, before = _formed(engine, begun, wanted)
        if item[0] == "action":
            before = ("campaign", space), *before
        DECISION_RULES["force"].take(engine, ("march",), *group)
        item = board.agenda.pop()
    way = wanted.way[1:] if wanted.way[:1] == (space,) else wanted.way
    return Plan(decision.name, group, before, walk(engine, item, way), ready, viewer)


# ---- the force


def _formed(engine: Engine, begun: Group, wanted: Wanted) -> tuple[Group, tuple[Action, ...]]:
    """The force that is wanted, and the choices that form it and begin its march.

    Raises:
        Refused: it may not be formed so.
    """
    rule = DECISION_RULES["force"]
    leaders = wanted.leaders
    if leaders is None:
        ready = legal_actions(engine, rule, [*begun[:2], (), ()])
        leaders = begun.leaders + tuple(
            one[1] for one in ready if one[0] == "lead" and one[1] not in begun.leaders
        )
    joining = list(leaders)
    for one in begun.leaders:
        _still(one in joining, engine.name_of(one))
        joining.remove(one)
    actions: list[Action] = [("lead", leader) for leader in joining]
    led = begun._replace(leaders=begun.leaders + tuple(joining))
    if wanted.corps is None:
        kinds = _as_many_as_follow(engine, led)
    else:
        kinds = Counter()
        for number, kind in wanted.corps:
            kinds[kind] += number
    for kind, number in Counter(begun.corps).items():
        _still(kinds[kind] >= number, Message("piece.some", count=number, corps=corps_in_words(kind)))
        kinds[kind] -= number
        if not kinds[kind]:
            del kinds[kind]
    actions += [("with", (number, kind)) for kind, number in kinds.items()]
    group = _joined(engine, begun, actions)
    whole = None if begun.leaders or begun.corps else _whole(engine, begun)
    if whole and (sorted(whole.leaders), whole.corps) == (sorted(group.leaders), group.corps):
        group, actions = whole, [("whole",)]
    return group, (*actions, ("march",))


def _joined(engine: Engine, begun: Group, actions: Iterable[Action]) -> Group:
    """The group when these leaders and corps have joined it, and it may march.

    Raises:
        Refused: some may not; tells every clause.
    """
    rule, group = DECISION_RULES["force"], begun
    against: dict[tuple[Any, ...], Violation] = {}
    refused: Action | None = None
    for action in (*actions, ("march",)):
        found = tuple(rule.objections(engine, action, *group))
        if found:
            note(against, found)
            refused = refused or action
        if action[0] == "lead":
            group = group._replace(leaders=(*group.leaders, action[1]))
        elif action[0] == "with":
            number, kind = action[1]
            group = group._replace(corps=tuple(sorted((*group.corps, *[kind] * number))))
    if refused:
        raise refusal(engine, refused, tuple(against.values()))
    return group


def _as_many_as_follow(engine: Engine, led: Group) -> Counter[int]:
    """The corps that go if nobody says which: those chosen already, and the strongest that these command."""
    rule = DECISION_RULES["force"]
    rest = Counter(one for one in engine.board.stacks[led.side][led.space] if not one & USED)
    rest.subtract(led.corps)
    group = led
    for one in strongest_first(rest.elements()):
        if next(rule.objections(engine, ("with", (1, one)), *group), None) is not None:
            break
        group = group._replace(corps=tuple(sorted((*group.corps, one))))
    return Counter(group.corps)


def _whole(engine: Engine, begun: Group) -> Group | None:
    """The force that "whole" forms; None where nobody may lead it."""
    rule, agenda = DECISION_RULES["force"], engine.board.agenda
    if next(rule.objections(engine, ("whole",), *begun), None) is not None:
        return None
    rule.take(engine, ("whole",), *begun)
    return Group(*agenda.pop()[1:])


def _still(chosen: bool, piece: object) -> None:
    """Says that a piece which was chosen goes, whatever a plan says."""
    if not chosen:
        raise NinevearsError(Message("wartable.plan-goes-already", piece=piece))


def _unchanged(force: Group, wanted: Wanted) -> None:
    """Lets a plan of a force that is on the march name no other one."""
    named = Counter[int]()
    for number, kind in wanted.corps or ():
        named[kind | USED] += number
    if wanted.leaders not in (None, force.leaders) or (wanted.corps and named != Counter(force.corps)):
        raise NinevearsError(Message("wartable.plan-marches"))


# ---- as data


def plan_data(plan: Plan) -> Data:
    """A plan as a front draws it (``docs/table.md``): the force, the way so far, and every space in reach."""
    found, group = plan.walk, plan.group
    tables = found.engine.rule_tables
    end = found.end
    return {
        "decision": plan.decision,
        "from": group.space,
        "points": found.item[5],
        **_force_data(plan),
        "force": [written(action, tables) for action in plan.before],
        "way": [*end.way],
        "here": target(plan, end) if end.actions else None,
        "next": sorted(space for space, node in found.best.items() if len(node.way) == len(end.way) + 1),
        "targets": [target(plan, node) for node in found.best.values()],
        "closed": _closed(found),
        "besiege": _siege_here(plan),
    }


def _closed(found: Walk) -> list[Data]:
    """The spaces beside the way that cannot be entered; of the first ones with remedies that were tried."""
    return [
        {"space": space, "why": told(mended(found, space) if place < MOST_MENDED else why)}
        for place, (space, why) in enumerate(found.closed.items())
    ]


def _force_data(plan: Plan) -> Data:
    """Who stands there, who goes, and how many corps may go."""
    side, space, leaders, corps = plan.group
    board = plan.ready
    engine = Engine(board, plan.walk.engine.context)
    rule, goes = DECISION_RULES["force"], Counter(one & ~USED for one in corps)
    rows = board.rule_tables.leaders
    marches = plan.decision == "march"
    there = goes if marches else Counter(one for one in board.stacks[side][space] if not one & USED)
    return {
        "leaders": [
            {
                "name": rows[leader].name,
                "goes": leader in leaders,
                "why": told(
                    () if marches else rule.objections(engine, ("lead", leader), side, space, (), ())
                ),
            }
            for leader in (leaders if marches else free_leaders(board, side, space))
        ],
        "corps": [
            {
                "kind": KINDS["corps"].write(kind, board.rule_tables),
                "says": say("piece.some", count=count, corps=corps_in_words(kind)),
                "there": count,
                "goes": goes[kind],
            }
            for kind, count in sorted(there.items())
        ],
        "most": corps_led(plan.walk.engine, leaders),
    }


def target(plan: Plan, node: Node) -> Data:
    """A space that the force reaches: by which way, at what cost, with which risks, and what then."""
    board, side = plan.walk.engine.board, plan.group.side
    place = reached(node, side, board)
    owner = board.controller_of(node.space)
    stops = place.stops
    wins = None if node.met is None else battle_chance(plan.walk.engine, node, side)
    declines = wins is not None and len(_answers(plan, node)) > 1
    ends = course(node.entered, place.space, wins, side, declines)
    return {
        "space": node.space,
        "says": say("wartable.plan-march", space=place.space),
        "ground": "neutral" if owner is None else "own" if owner == side else "enemy",
        "way": [*node.way],
        "cost": node.points,
        "left": plan.walk.item[5] - node.points if node.item is not None else 0,
        "corps": node.corps,
        "unopposed": _percent(unopposed(node.entered)),
        "risks": [risk for one in node.entered if (risk := _risk(one))],
        "stops": {"why": str(stops.says), "clause": stops.clause_id} if stops else None,
        **ends,
        "given": _given(plan, node) if ends["course"] and wins is not None else "",
        "then": [*_then(plan, node, place, wins)],
        "texts": [written(action, board.rule_tables) for action in node.actions],
    }


def _percent(chance: Fraction | float) -> float:
    return round(float(chance), 4)


def _risk(entered: Entered) -> Data | None:
    """What may happen where a force enters a space: a fortified line, and who may try to intercept it."""
    if not entered.line and not entered.interceptors:
        return None
    alone = Entered(entered.space, entered.points, entered.corps, 0, entered.interceptors)
    return {
        "space": NUMBER[entered.space],
        "chance": _percent(1 - unopposed([alone])),
        "line": entered.line,
        "passes": _percent(entered.passes),
        "by": [
            {
                "leader": one.leader,
                "from": NUMBER[one.origin],
                "corps": one.corps,
                "needed": one.needed,
                "chance": _percent(one.chance),
                "says": say(
                    "wartable.plan-tries",
                    leader=one.leader,
                    origin=one.origin,
                    corps=corps_counted(one.corps),
                    needed=one.needed,
                ),
            }
            for one in entered.interceptors
        ],
    }


# ---- what then


def _then(plan: Plan, node: Node, place: Reached, chance: Fraction | None) -> Iterator[Data]:
    if place.corps < len(plan.group.corps):
        count = len(plan.group.corps) - place.corps
        yield _says("NY 14.1.3", Message("overlay.leaves-behind", count=count))
    if place.takes:
        yield _says("NY 14.4", Message("overlay.captures", space=place.space))
    if place.besieges:
        yield _says("NY 17.1", Message("overlay.besieges", space=place.space))
        yield _siege(plan, node)
    if chance is not None:
        yield _meeting(plan, node)
        says = battle_told(chance, covered=_is_covered(plan, node))
        yield _says("NY 16.1", says) | {"chance": _percent(chance)}


def _says(clause_id: str, says: Message) -> Data:
    return {"says": str(says), "clause": clause_id}


def _meeting(plan: Plan, node: Node) -> Data:
    """What the enemy may do whom the force comes upon, as far as its player sees."""
    ways = Message.any_of(Message(f"wartable.plan-{verb}") for verb in reversed(_answers(plan, node)))
    count = len(node.board.stacks[enemy(plan.group.side)][node.space])
    return _says("NY 14.3", Message("wartable.plan-meets", count=count, ways=ways))


def _is_covered(plan: Plan, node: Node) -> bool:
    """Whether the enemy stands there with pieces that the viewer does not see."""
    other = enemy(plan.group.side)
    there = len(node.board.stacks[other][node.space]) + len(free_leaders(node.board, other, node.space))
    return plan.viewer is not None and there > 1  # NY 4.4: the top piece alone is seen


def _given(plan: Plan, node: Node) -> str:
    """On what the chances of a battle rest."""
    holds = {"fights": len(_answers(plan, node)) > 1, "cards": True, "covered": _is_covered(plan, node)}
    ifs = Message.all_of(Message(f"wartable.plan-if-{name}") for name, needed in holds.items() if needed)
    says = say("wartable.plan-given", ifs=ifs)
    return f"{says} {say('wartable.plan-no-battle')}" if holds["fights"] else says


def _answers(plan: Plan, node: Node) -> list[str]:
    """The verbs of what the enemy may do whom the force comes upon."""
    assert node.met is not None
    name, *arguments = node.met
    if name not in DECISION_RULES:
        return ["stand"]
    here = Engine(node.board, plan.walk.engine.context)
    return [*dict.fromkeys(one[0] for one in legal_actions(here, DECISION_RULES[name], arguments))]


def battle_chance(engine: Engine, node: Node, side: Side) -> Fraction:
    """How likely a force wins the battle with the enemy whom it has met, if no card is played: every throw of
    the two dice is played by the engine.

    Args:
        engine: a war with the readings in force.
        node: the force where it has met the enemy.
        side: whose force.
    """
    assert node.met is not None
    origin = node.met[2]
    won = 0
    here = Engine(node.board, engine.context)
    for first in FACES:
        for second in FACES:
            trial = here.trial(GivenDice([first, second, 6, 6]))  # a commander who might fall stays
            trial.then(("battle-rolls", side, origin, node.space, 0, 0))
            carry_out(trial, "battle-rolls", "losses", "battle-result")
            won += trial.board.agenda[-1][1] != side  # it ends with the retreat of the loser
    return Fraction(won, len(FACES) ** 2)


def _siege(plan: Plan, node: Node) -> Data:
    """What a siege roll of all who then stand there would be, when they may act again (NY 13.4.3)."""
    side, space = plan.group.side, node.space
    if not node.board.hand(side).actions:
        return _says("NY 13.4.3", Message("wartable.plan-siege-never"))
    engine = Engine(node.board.copy(), plan.walk.engine.context)
    STEP_RULES["round-end"].run(engine, side)
    against: dict[tuple[Any, ...], Violation] = {}
    group = Group(side, space, *form(engine, "force", side, space, None, None, against))
    note(against, DECISION_RULES["force"].objections(engine, ("besiege",), *group))
    if against:
        first = next(iter(against.values()))
        return _says(first.clause_id, first.says)
    return _siege_roll(engine, group, "wartable.plan-siege-later")


def _siege_roll(engine: Engine, group: Group, id: str) -> Data:
    """The siege roll that a force would make, if nobody plays a card."""
    modifier = sum(roll_modifiers(engine, *group, cards=0).values())
    chance = odds.siege(engine.rule_tables.numbers.siege, 1, modifier, False, 1)
    says = Message(id, modifier=modifier, chance=chance)
    return _says("NY 17.5.2", says) | {"modifier": modifier, "chance": _percent(chance)}


def against_siege(plan: Plan) -> tuple[Violation, ...]:
    """What stands against a siege roll by the force of a plan where it stands, if all that is covered are
    full corps; nothing when it may roll.
    """
    engine = Engine(plan.ready, plan.walk.engine.context)
    return tuple(DECISION_RULES["force"].objections(engine, ("besiege",), *plan.group))


def _siege_here(plan: Plan) -> Data | None:
    """The siege roll that the force may make instead of marching, or why it may not; None where it besieges
    nothing.
    """
    siege = plan.ready.siege_of(plan.group.space)
    if siege is None or siege.by != plan.group.side or plan.decision == "march":
        return None
    if against := against_siege(plan):
        return {"why": told(against)}
    engine = Engine(plan.ready, plan.walk.engine.context)
    return _siege_roll(engine, plan.group, "wartable.plan-siege-now") | {"why": []}


def told(violations: Iterable[Violation]) -> list[Data]:
    """Clauses that something violates, as data."""
    return [
        {"says": str(one.says), "clause": one.clause_id, "remedy": str(one.tried or "")} for one in violations
    ]
