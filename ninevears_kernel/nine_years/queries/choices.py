"""The umpire's questions about what is bought, who goes first, who has won, and any action in the notation
(NY 6.2, 6.3, 12.3, 13.2.1, 15.2).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from ...core.clauses import clause
from ...core.dice import RollWanted
from ...core.errors import MISSING, BadInput
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import Answer
from ..components.piece_numbers import REDUCED, SIDE_OF_CORPS, corps_number, power_of
from ..components.powers import power_named
from ..components.sides import SIDES, Side, enemy
from ..engine.agenda import DECISION_RULES, tell_permission
from ..engine.board import Board
from ..engine.choices import Option, option_of, violations_of
from ..engine.engine import Engine
from ..engine.notation import Action, parsed, written
from ..rules.campaign.rounds import settle_first_player
from ..rules.chain_stops import tell_stop
from ..rules.fleets import owner_of
from ..rules.reinforcement.resource_points import resource_points
from ..rules.sequence import initiative
from ..rules.supply import VICTORY_TARGETS, Asked, line_of_communication
from ..rules.victory import CLAUSES, automatic_victory, level
from .forces import Against, engine_of, named, note, noted
from .pieces import own_events, refused
from .situation import Situation, question
from .unfinished import check_finished

# ---- what resource points buy


class SpendGiven(Situation, frozen=True, kw_only=True):
    """What resource points are to buy."""

    points: (
        Annotated[
            int, Meta(ge=0, le=99, description="the resource points left; else those of the turn or the save")
        ]
        | None
    ) = None


class RaiseGiven(SpendGiven, frozen=True, kw_only=True):
    """A corps that is to be raised."""

    power: Annotated[str, Meta(description="whose corps")]
    space: Annotated[str, Meta(description="where it is to appear")]
    strength: Annotated[Literal["full", "reduced"], Meta(description="at what strength")] = "full"
    side: Annotated[Side | None, Meta(description="who raises it; else the side of its power")] = None


class RestoreGiven(SpendGiven, frozen=True, kw_only=True):
    """A reduced corps that is to be restored."""

    power: Annotated[str, Meta(description="whose corps")]
    space: Annotated[str, Meta(description="where it stands")]
    side: Annotated[Side | None, Meta(description="who restores it; else the side of its power")] = None


class LineBuiltGiven(SpendGiven, frozen=True, kw_only=True):
    """A fortified line that is to be built or strengthened."""

    side: Annotated[Side, Meta(description="who builds")]
    space: Annotated[str, Meta(description="where")]


class FleetBuiltGiven(SpendGiven, frozen=True, kw_only=True):
    """A fleet that is to be raised."""

    fleet: Annotated[
        Literal["Brest", "Toulon", "Atlantic", "Mediterranean"], Meta(description="one of the four fleets")
    ]
    strength: Annotated[int, Meta(ge=0, le=9, description="at what strength")]
    side: Annotated[Side | None, Meta(description="who raises it; else its owner")] = None


def _raise(given: RaiseGiven, context: RulingContext) -> Answer:
    engine = _turn_of(given, context)
    power = power_named(given.power).name
    space = named("space", given.space, "space", engine.rule_tables)
    return _spent(
        engine,
        given,
        given.side or SIDE_OF_CORPS[corps_number(power)],
        ("raise", power, space, given.strength),
    )


def _restore(given: RestoreGiven, context: RulingContext) -> Answer:
    engine = _turn_of(given, context)
    power = power_named(given.power).name
    space = named("space", given.space, "space", engine.rule_tables)
    side = given.side or SIDE_OF_CORPS[corps_number(power)]
    there = (*engine.board.stacks[side][space], *engine.board.garrisons.get(space, ()))
    own = [corps for corps in there if power_of(corps) == power]
    reduced = [corps for corps in own if corps & REDUCED]
    corps = (*reduced, *own, corps_number(power, reduced=True))[0]
    return _spent(engine, given, side, ("restore", corps, space))


def _build_line(given: LineBuiltGiven, context: RulingContext) -> Answer:
    engine = _turn_of(given, context)
    return _spent(
        engine, given, given.side, ("line", named("space", given.space, "space", engine.rule_tables))
    )


def _build_fleet(given: FleetBuiltGiven, context: RulingContext) -> Answer:
    engine = _turn_of(given, context)
    return _spent(engine, given, given.side or owner_of(given.fleet), ("fleet", given.fleet, given.strength))


def _turn_of(given: SpendGiven, context: RulingContext) -> Engine:
    """The position of a case, in which somebody spends points."""
    return Engine(given.board(context), context)


def _spent(engine: Engine, given: SpendGiven, side: Side, action: Action) -> Answer:
    """Whether a side may spend points so, by the decision in which it spends them."""
    board, context = engine.board, engine.context
    points, counted = board.resource_left.of(side), RulingContext()
    if given.points is not None:
        points = given.points
    elif ("spend", side) not in board.agenda:
        counted = RulingContext(chosen=context.chosen, recorded=context.recorded)
        points = resource_points(board, side, counted).answer["points"]
    board.agenda.clear()
    board.resource_left = structs.replace(board.resource_left, **{side: points})
    against = noted(DECISION_RULES["spend"].objections(engine, action, side))
    if not against or any(one.clause_id == "NY 12.3.1.a" for one in against.values()):
        context.steps += counted.steps  # no matter where something else forbids it
    if against:
        return refused(context, against, {"points": points})
    tell_permission(engine, "spend", action, side)
    DECISION_RULES["spend"].take(engine, action, side)
    left = board.resource_left.of(side)
    answer = {"legal": True, "points": points, "cost": points - left, "points_left": left}
    described = option_of(action, engine.rule_tables).says
    says = Message("spend.allowed", action=described, side=side, cost=points - left, left=left)
    return Answer("legal", says, answer)


# ---- who goes first

Hand = Annotated[int, Meta(ge=0, le=32)] | tuple[Annotated[int, Meta(ge=1, le=3)], ...]


class Hands(Struct, frozen=True, forbid_unknown_fields=True):
    """For each side how many action cards it holds, or the list of them by their numbers of actions."""

    Bourbon: Annotated[Hand, Meta(description="a number, or a list such as [1, 2, 2]")]
    Alliance: Annotated[Hand, Meta(description="the same")]


class Laid(Struct, frozen=True, forbid_unknown_fields=True):
    """For each side the number of the card that it lays face down."""

    Bourbon: Annotated[int, Meta(ge=1, le=3, description="1, 2 or 3")]
    Alliance: Annotated[int, Meta(ge=1, le=3, description="1, 2 or 3")]


class FirstPlayerGiven(Situation, frozen=True, kw_only=True):
    """The beginning of the Campaign phase, after the cards are dealt."""

    hands: Annotated[Hands | None, Meta(description="the action cards of both; else those of the save")] = (
        None
    )
    laid: Annotated[Laid | None, Meta(description="the cards that both lay when they hold equally many")] = (
        None
    )
    year: Annotated[int, Meta(ge=1688, le=1714, description="else that of the position")] | None = None


def _first_player(given: FirstPlayerGiven, context: RulingContext) -> Answer:
    engine = engine_of(given, context)
    board = engine.board
    board.year = given.year or board.year
    for side in SIDES:
        _deal(board, side, given)
    settle_first_player(engine)
    against: Against = {}
    if given.laid and board.agenda and board.agenda[-1][0] != "lay":
        context.step("NY 13.2.1.b", "first.laid-idle")
    for _ in SIDES if given.laid else ():
        if board.agenda and board.agenda[-1][0] == "lay":
            name, side, card = board.agenda.pop()
            rule, action = DECISION_RULES[name], ("lay", getattr(given.laid, side))
            note(against, rule.objections(engine, action, side, card))
            rule.take(engine, action, side, card) if not against else None
    known = {"initiative": initiative(board.year)}
    if against:
        return refused(context, against, known)
    return _first(engine, known)


def _deal(board: Board, side: Side, given: FirstPlayerGiven) -> None:
    """Gives a side the cards that a case names; of a mere number one is the card laid."""
    if given.hands is None:
        return
    cards = getattr(given.hands, side)
    if isinstance(cards, int):
        laid = getattr(given.laid, side) if given.laid else 1
        cards = (laid,) * cards
    board.set_hand(side, structs.replace(board.hand(side), actions=tuple(sorted(cards))))


def _first(engine: Engine, known: dict[str, Any]) -> Answer:
    """The finding when the cards have spoken."""
    agenda, says = engine.board.agenda, "first.more-cards"
    first: Side | None = None
    chooser: Side | None = None
    must_play: int | None = None
    match agenda[-1] if agenda else ():
        case ("round", side):
            first = side
        case ("lay", *_):
            says = "first.lay"
        case ("first-round", side, card):
            chooser, must_play, says = side, card, "first.tie"
            engine.tell("NY 13.2.1.c", "first.tie", side=side, year=engine.board.year)
        case ("action", side):
            first, must_play, says = side, engine.board.actions_left, "first.higher-card"
        case _:
            says = "first.nobody"
    answer = {"legal": True, **known, "first": first, "chooser": chooser, "must_play": must_play}
    return Answer(
        "result", Message(says, side=first or chooser, count=must_play, year=engine.board.year), answer
    )


# ---- who has won


def _victory(given: Situation, context: RulingContext) -> Answer:
    engine = engine_of(given, context)
    board = engine.board
    won = automatic_victory(engine)
    if won is None or won.how != "points":
        _captured_capitals(board, context)
    if won is not None:
        context.violations.clear()
        context.step(
            CLAUSES[won.winner, won.how], f"victory.{won.how}", side=won.winner, total=board.victory_points
        )
    winner, degree = level(board.victory_points)
    context.step("NY 6.3", f"victory.{degree}", side=winner, total=board.victory_points)
    at_once = won is not None and context.reading("automatic-victory") == "at-once"
    answer = {
        "automatic": won.winner if won else None,
        "by": won.how if won else None,
        "clause": CLAUSES[won.winner, won.how].removeprefix("NY ") if won else None,
        "ends": ("at-once" if at_once else "winter") if won else None,
        "points": board.victory_points,
        "winner": winner,
        "level": degree,
    }
    if won is None:
        return Answer("no", Message("victory.none-yet", side=winner, level=degree), answer)
    return Answer("yes", Message(f"victory.{won.how}", side=won.winner, total=board.victory_points), answer)


def _captured_capitals(board: Board, context: RulingContext) -> None:
    """Tells of each captured capital of 6.2 whether the line by land is there that victory asks for."""
    for loser, capitals in VICTORY_TARGETS.items():  # NY 6.2.A.1, 6.2.B.1 name the same capitals
        side = enemy(loser)
        for capital in capitals:
            if board.controller(capital) == side and context.recorded:
                asked = Asked(capital, side, "victory")
                line_of_communication(board.position(), asked, context)
                tell_stop(board, asked, context)


# ---- any action


class ActionGiven(Situation, frozen=True, kw_only=True):
    """An action in the notation, at the decision that waits in a save or in the round of a side."""

    action: Annotated[str | None, Meta(description='such as "campaign Antwerp"; or else')] = None
    actions: Annotated[
        tuple[str, ...],
        Meta(description="actions in a row: the first that is illegal is ruled, else the last"),
    ] = ()
    side: Annotated[Side | None, Meta(description="whose round it is; else a save says what is decided")] = (
        None
    )
    actions_left: Annotated[int, Meta(ge=0, le=3, description="how many actions the round of a side has")] = 3


def _begun(given: ActionGiven, context: RulingContext) -> Engine:
    """The war in which an action is taken, at the decision that waits.

    Raises:
        BadInput: nothing waits, and no side is named whose round it is.
    """
    engine = Engine(given.board(context), context)
    board = engine.board
    if given.side is not None:
        board.agenda[:] = [("action", given.side)]
        board.phase, board.active, board.actions_left = "campaign", given.side, given.actions_left
    elif not board.agenda:
        raise BadInput("side", MISSING, Message("expected.side-or-agenda"))
    return engine


def options_instead(given: ActionGiven, context: RulingContext) -> tuple[str, ...]:
    """What may be chosen, in the notation, where the first illegal action of a case was.

    >>> given = ActionGiven(action="campaign Mons", side="Alliance")
    >>> "end" in options_instead(given, RulingContext())
    True
    """
    engine = _begun(given, context)
    try:
        for action in _actions(given, engine):
            engine.advance(action[0])
            if violations_of(engine, action):
                return tuple(written(option, engine.rule_tables) for option in engine.options)
            engine.take(action)
    except RollWanted:
        pass  # where a card that could be laid is not seen, the dice come first
    return ()


def options_after(given: ActionGiven, context: RulingContext) -> tuple[Option, ...]:
    """What may be chosen when the actions of a case are done, as far as they are legal and need no dice.

    Args:
        given: the case; it may name no action.
        context: the readings and the tables.

    Raises:
        BadInput: nothing waits and no side is named, or an action is none.

    >>> [one.text for one in options_after(ActionGiven(side="Alliance"), RulingContext())][:2]
    ['campaign Amsterdam', 'campaign Nijmegen']
    """
    engine = _begun(given, context)
    try:
        engine.advance()
        for action in _actions(given, engine) if given.action is not None or given.actions else ():
            engine.advance(action[0])
            if violations_of(engine, action):
                break
            engine.take(action)
            engine.advance()
    except RollWanted:  # what follows is not known
        return ()
    if not engine.decision:
        return ()
    waits = engine.board.agenda[-1][0]
    return tuple(option_of(action, engine.rule_tables, waits) for action in engine.options)


def _action(given: ActionGiven, context: RulingContext) -> Answer:
    engine = _begun(given, context)
    actions = _actions(given, engine)
    for place, action in enumerate(actions, 1):
        engine.advance(action[0])
        waits = engine.board.agenda[-1] if engine.decision else (None, None)
        text = written(action, engine.rule_tables)
        answer = {"ruled": text, "place": place, "decision": waits[0], "side": waits[1]}
        if action[0] == "event":
            own_events(engine)
        if against := noted(violations_of(engine, action)):
            field = "action" if given.action is not None else f"actions[{place - 1}]"
            check_finished(engine, (), given.action or given.actions[place - 1], field, whole_words=True)
            return refused(context, against, answer)
        if place < len(actions):
            engine.take(action)
    option = option_of(action, engine.rule_tables, waits[0] or "")
    tell_permission(engine, waits[0] or "", action, *waits[1:])
    if context.recorded:
        clause_id = option.clause_id
        if action[0] == "to" and engine.decision:  # on the march, by sea, in a transfer: the decision knows
            clause_id = engine.decision[0].clause_id
        context.step(clause_id, "action.nothing-against", title=clause(clause_id).title)
    says = Message("action.allowed", action=option.says, side=waits[1])
    return Answer("legal", says, {"legal": True, **answer})


def _actions(given: ActionGiven, engine: Engine) -> list[Action]:
    """The actions of a case, read.

    Raises:
        BadInput: there is none, or one is no action; names the field.
        Incomplete: one is the beginning of a legal action.
    """
    if (given.action is None) == (not given.actions):
        raise BadInput(
            "action", MISSING if given.action is None else given.action, Message("expected.action")
        )
    texts = {"action": given.action} if given.action is not None else {}
    texts |= {f"actions[{place}]": text for place, text in enumerate(given.actions)}
    found: list[Action] = []
    for field, text in texts.items():
        try:
            found.append(parsed(text, engine.rule_tables))
        except BadInput as error:
            if error.expected.id != "expected.name-near":  # else it is misspelt, and the name is told
                check_finished(engine, found, text, field)
            error.field = field
            raise error.within("") from None
    return found


# ---- all of them

QUESTIONS = (
    question("raise", RaiseGiven, _raise),
    question("restore", RestoreGiven, _restore),
    question("build-line", LineBuiltGiven, _build_line),
    question("build-fleet", FleetBuiltGiven, _build_fleet),
    question("first-player", FirstPlayerGiven, _first_player),
    question("victory", Situation, _victory),
    question("action", ActionGiven, _action, "legal"),
)
"""The questions about what is bought, who goes first, who has won, and any action."""
