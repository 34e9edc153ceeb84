"""The umpire's questions about what is bought, who goes first, who has won, and any action in the notation
(NY 6.2, 6.3, 12.3, 13.2.1, 15.2).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from ..core.clauses import clause
from ..core.errors import MISSING, BadInput
from ..core.hearing import Hearing
from ..core.messages import Message
from ..core.questions import Finding, Question
from .agenda import DECISION_RULES
from .board import Board
from .campaign_phase import settle_first_player
from .choices import option_of, violations_of
from .fleets import owner_of
from .notation import Action, parsed, written
from .piece_numbers import REDUCED, SIDE_OF_CORPS, corps_number, power_of
from .powers import power_named
from .question_pieces import Against, named, note, own_events, refused, war_of
from .resource_points import resource_points
from .sequence import initiative
from .sides import SIDES, Side, enemy
from .situation import Situation
from .supply import VICTORY_TARGETS, Asked, line_of_communication
from .victory import CLAUSES, automatic_victory, level
from .war import War

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


def _raise(given: RaiseGiven, hearing: Hearing) -> Finding:
    war = _turn_of(given, hearing)
    power = power_named(given.power).name
    space = named("space", given.space, "space", war.kit)
    return _spent(
        war, given, given.side or SIDE_OF_CORPS[corps_number(power)], ("raise", power, space, given.strength)
    )


def _restore(given: RestoreGiven, hearing: Hearing) -> Finding:
    war = _turn_of(given, hearing)
    power = power_named(given.power).name
    space = named("space", given.space, "space", war.kit)
    side = given.side or SIDE_OF_CORPS[corps_number(power)]
    there = (*war.board.stacks[side][space], *war.board.garrisons.get(space, ()))
    own = [corps for corps in there if power_of(corps) == power]
    reduced = [corps for corps in own if corps & REDUCED]
    corps = (*reduced, *own, corps_number(power, reduced=True))[0]
    return _spent(war, given, side, ("restore", corps, space))


def _build_line(given: LineBuiltGiven, hearing: Hearing) -> Finding:
    war = _turn_of(given, hearing)
    return _spent(war, given, given.side, ("line", named("space", given.space, "space", war.kit)))


def _build_fleet(given: FleetBuiltGiven, hearing: Hearing) -> Finding:
    war = _turn_of(given, hearing)
    return _spent(war, given, given.side or owner_of(given.fleet), ("fleet", given.fleet, given.strength))


def _turn_of(given: SpendGiven, hearing: Hearing) -> War:
    """The position of a case, in which somebody spends points."""
    return War(given.board(hearing), hearing)


def _spent(war: War, given: SpendGiven, side: Side, action: Action) -> Finding:
    """Whether a side may spend points so, by the decision in which it spends them."""
    board, hearing = war.board, war.hearing
    points = board.resource_left.of(side)
    if given.points is not None:
        points = given.points
    elif ("spend", side) not in board.agenda:
        points = resource_points(board, side, hearing).answer["points"]
    board.agenda.clear()
    board.resource_left = structs.replace(board.resource_left, **{side: points})
    against: Against = {}
    note(against, DECISION_RULES["spend"].objections(war, action, side))
    if against:
        return refused(hearing, against, {"points": points})
    DECISION_RULES["spend"].take(war, action, side)
    left = board.resource_left.of(side)
    answer = {"legal": True, "points": points, "cost": points - left, "points_left": left}
    told = option_of(action, war.kit).says
    says = Message("spend.allowed", action=told, side=side, cost=points - left, left=left)
    return Finding("legal", says, answer)


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


def _first_player(given: FirstPlayerGiven, hearing: Hearing) -> Finding:
    war = war_of(given, hearing)
    board = war.board
    board.year = given.year or board.year
    for side in SIDES:
        _deal(board, side, given)
    settle_first_player(war)
    against: Against = {}
    if given.laid and board.agenda and board.agenda[-1][0] != "lay":
        hearing.step("NY 13.2.1.b", "first.laid-idle")
    for _ in SIDES if given.laid else ():
        if board.agenda and board.agenda[-1][0] == "lay":
            name, side, card = board.agenda.pop()
            rule, action = DECISION_RULES[name], ("lay", getattr(given.laid, side))
            note(against, rule.objections(war, action, side, card))
            rule.take(war, action, side, card) if not against else None
    known = {"initiative": initiative(board.year)}
    if against:
        return refused(hearing, against, known)
    return _first(war, known)


def _deal(board: Board, side: Side, given: FirstPlayerGiven) -> None:
    """Gives a side the cards that a case names; of a mere number one is the card laid."""
    if given.hands is None:
        return
    cards = getattr(given.hands, side)
    if isinstance(cards, int):
        laid = getattr(given.laid, side) if given.laid else 1
        cards = (laid,) * cards
    board.set_hand(side, structs.replace(board.hand(side), actions=tuple(sorted(cards))))


def _first(war: War, known: dict[str, Any]) -> Finding:
    """The finding when the cards have spoken."""
    agenda, says = war.board.agenda, "first.more-cards"
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
            war.tell("NY 13.2.1.c", "first.tie", side=side, year=war.board.year)
        case ("action", side):
            first, must_play, says = side, war.board.actions_left, "first.higher-card"
        case _:
            says = "first.nobody"
    answer = {"legal": True, **known, "first": first, "chooser": chooser, "must_play": must_play}
    return Finding(
        "result", Message(says, side=first or chooser, count=must_play, year=war.board.year), answer
    )


# ---- who has won


def _victory(given: Situation, hearing: Hearing) -> Finding:
    war = war_of(given, hearing)
    board = war.board
    won = automatic_victory(war)
    if won is None or won.how != "points":
        _captured_capitals(board, hearing)
    if won is not None:
        hearing.violations.clear()
        hearing.step(
            CLAUSES[won.winner, won.how], f"victory.{won.how}", side=won.winner, total=board.victory_points
        )
    winner, degree = level(board.victory_points)
    hearing.step("NY 6.3", f"victory.{degree}", side=winner, total=board.victory_points)
    at_once = won is not None and hearing.reading("automatic-victory") == "at-once"
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
        return Finding("no", Message("victory.none-yet", side=winner, level=degree), answer)
    return Finding("yes", Message(f"victory.{won.how}", side=won.winner, total=board.victory_points), answer)


def _captured_capitals(board: Board, hearing: Hearing) -> None:
    """Tells of each captured capital of 6.2 whether the line by land is there that victory asks for."""
    for loser, capitals in VICTORY_TARGETS.items():  # NY 6.2.A.1, 6.2.B.1 name the same capitals
        side = enemy(loser)
        for capital in capitals:
            if board.controller(capital) == side and hearing.recorded:
                line_of_communication(board.position(), Asked(capital, side, "victory"), hearing)


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


def _action(given: ActionGiven, hearing: Hearing) -> Finding:
    war = War(given.board(hearing), hearing)
    actions = _actions(given, war)
    board = war.board
    if given.side is not None:
        board.agenda[:] = [("action", given.side)]
        board.phase, board.active, board.actions_left = "campaign", given.side, given.actions_left
    elif not board.agenda:
        raise BadInput("side", MISSING, Message("expected.side-or-agenda"))
    for place, action in enumerate(actions, 1):
        war.advance(action[0])
        waits = war.board.agenda[-1] if war.decision else (None, None)
        text = written(action, war.kit)
        answer = {"ruled": text, "place": place, "decision": waits[0], "side": waits[1]}
        if action[0] == "event":
            own_events(war)
        against: Against = {}
        note(against, violations_of(war, action))
        if against:
            return refused(hearing, against, answer)
        if place < len(actions):
            war.take(action)
    option = option_of(action, war.kit, waits[0] or "")
    if hearing.recorded:
        hearing.step(option.clause_id, "action.nothing-against", title=clause(option.clause_id).title)
    says = Message("action.allowed", action=option.says, side=waits[1])
    return Finding("legal", says, {"legal": True, **answer})


def _actions(given: ActionGiven, war: War) -> list[Action]:
    """The actions of a case, read.

    Raises:
        BadInput: there is none, or one is no action; names the field.
    """
    if (given.action is None) == (not given.actions):
        raise BadInput(
            "action", MISSING if given.action is None else given.action, Message("expected.action")
        )
    texts = {"action": given.action} if given.action is not None else {}
    texts |= {f"actions[{place}]": text for place, text in enumerate(given.actions)}
    found = []
    for field, text in texts.items():
        try:
            found.append(parsed(text, war.kit))
        except BadInput as error:
            error.field = field
            raise error.within("") from None
    return found


# ---- all of them

BOUGHT = {
    "legal": "whether the rules allow it",
    "points": "the resource points before",
    "cost": "what it costs",
    "points_left": "the resource points after",
}

QUESTIONS = (
    Question("NY", "raise", "May a corps be raised there?", RaiseGiven, BOUGHT, _raise),
    Question("NY", "restore", "May a reduced corps be restored there?", RestoreGiven, BOUGHT, _restore),
    Question("NY", "build-line", "May a fortified line be built there?", LineBuiltGiven, BOUGHT, _build_line),
    Question("NY", "build-fleet", "May a fleet be raised?", FleetBuiltGiven, BOUGHT, _build_fleet),
    Question(
        "NY", "first-player", "Who goes first in the Campaign phase?", FirstPlayerGiven,
        {
            "legal": "whether the cards may be laid so",
            "initiative": "the side that has the initiative this year",
            "first": "the side that goes first; null while that is open, or when nobody holds a card",
            "chooser": "the side that chooses who goes first, after a tie; else null",
            "must_play": "the card that the first player must play; null when he may choose",
        },
        _first_player,
    ),
    Question(
        "NY", "victory", "Has a side an automatic victory, and who would win by points?", Situation,
        {
            "automatic": "the side that has an automatic victory; null for none",
            "by": "by what: Paris, points or capital",
            "clause": "the clause that gives it",
            "ends": "when it ends the war: at-once, or in winter",
            "points": "the victory points",
            "winner": "the side that would win if the war ended now by points",
            "level": "its level of victory then",
        },
        _victory,
    ),
    Question(
        "NY", "action", "Is an action legal?", ActionGiven,
        {
            "legal": "whether the rules allow it",
            "ruled": "the action that is ruled, in the notation",
            "place": "which of a list it is, counted from 1",
            "decision": "the decision at which it is taken; null when nothing waits",
            "side": "whose decision that is",
        },
        _action, ("legal",),
    ),
)  # fmt: skip
"""The questions about what is bought, who goes first, who has won, and any action."""
